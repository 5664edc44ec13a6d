/* house_of_cards.h -- a small house for tests: a store in a temporary folder, a few
 * tables, and players with chips. */
#ifndef HOUSE_OF_CARDS_H
#define HOUSE_OF_CARDS_H

#include "trey/house.h"

typedef struct house_of_cards {
    char folder[64], path[96];
    const char *address; /* of the store */
    trey_store_keys keys;
    trey_store *store;
    trey_house *house;
    trey_reveal reveal;
    trey_entropy *entropy; /* NULL: the kernel's */
    void *entropy_context;
    trey_cents award_second, cash_second;
    int64_t now;
    uint64_t commands; /* so far: each has an id of its own */
    bool shared;       /* it is a node, with a number */
    uint8_t node;
    char name[8]; /* by which it takes leases: "n2" */
} house_of_cards;

/* A node of a shared house, the first one, on a server's store. */
void house_build_shared(house_of_cards *h, const char *address);
/* `address` NULL: a SQLite file of its own, removed at the end. */
void house_build(house_of_cards *h, const char *address);
/* ... with its keys in a new file of this name; NULL: in none. */
void house_build_with(house_of_cards *h, const char *address, const char *keys);
void house_open(house_of_cards *h);
/* The same, but for what opening says. */
trey_status house_try_open(house_of_cards *h, trey_store_message *message);
/* A further node of the house that `first` has built as a shared one. */
void house_join(house_of_cards *h, const house_of_cards *first, unsigned node);
/* As a process that ends without a word. */
void house_drop(house_of_cards *h);
void house_tear_down(house_of_cards *h);

/* Terms that any of the four books takes. */
trey_table_terms house_terms(const char *name, const char *rulebook, const char *jackpot);
trey_command_id house_next_id(house_of_cards *h);

/* Gives a command and flushes; returns what it was refused with. */
unsigned house_give(house_of_cards *h, unsigned table, const trey_command *command);
unsigned house_by_player(house_of_cards *h, unsigned table, trey_verb verb, unsigned seat,
                         trey_player player, unsigned wager, trey_cents amount);
unsigned house_by_dealer(house_of_cards *h, unsigned table, trey_verb verb);
unsigned house_deal(house_of_cards *h, unsigned table);
/* The player's part in the shuffle of the running round, the same whenever it is asked for. */
trey_share house_share_of(const house_of_cards *h, unsigned table, trey_player player);
unsigned house_pledge(house_of_cards *h, unsigned table, trey_player player);
unsigned house_share(house_of_cards *h, unsigned table, trey_player player);
/* Everybody whose share is waited for sends it. */
void house_shares(house_of_cards *h, unsigned table);
unsigned house_buy_in(house_of_cards *h, trey_player player, trey_cents amount);
trey_cents house_chips(house_of_cards *h, trey_player player);

/* All players bet, play and are settled. */
void house_play_round(house_of_cards *h, unsigned table, bool progressive);

#endif
