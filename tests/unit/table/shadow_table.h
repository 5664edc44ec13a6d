/* shadow_table.h -- what a table ought to hold, followed from the commands alone.
 *
 * The shadow looks at each command that was accepted, never at the events, and
 * books what the rules say that it means: chips down and up, cards where the deal
 * puts them, decisions, fees. At the end of a round it hands the second
 * settlement its description, so that nothing which the engine wrote down wrongly
 * can excuse what it settled wrongly. */
#ifndef SHADOW_TABLE_H
#define SHADOW_TABLE_H

#include "random_rounds.h"

enum { SHADOW_PLAYERS = 16 };

typedef struct shadow_bettor {
    trey_player player;
    second_choice choice;
    trey_cents stake[TREY_STAKES];
} shadow_bettor;

typedef struct shadow_box {
    unsigned bettors;
    shadow_bettor bettor[TREY_BETTORS]; /* in the order in which they came */
    trey_player owner;                  /* as the engine has it */
    trey_cents jackpot;
    trey_player jackpot_by;
    bool keeps_pair_plus, hidden, viewed, looked;
    trey_card card[3];
    unsigned dealt;
} shadow_box;

typedef struct shadow_table {
    shadow_box box[TREY_SEATS + 1];
    trey_card dealer[3];
    unsigned dealer_dealt;
    unsigned place[TREY_SEATS + 1]; /* seats in the order of the deal, 0 the dealer */
    unsigned hands, cards;          /* hands to deal; cards that came, burn included */
    bool entered;                   /* they came one by one */
    trey_cents bank;
    unsigned bank_seat, previous_button;
    trey_player banker;
    unsigned bank_hands;           /* banked in a row by him */
    bool gave_up;                  /* he has passed it on */
    bool declined[TREY_SEATS + 1]; /* since he took it */
    trey_cents meter;              /* when the round was opened */
    trey_cents minimum[TREY_STAKES], maximum[TREY_STAKES];
    trey_cents chips[SHADOW_PLAYERS]; /* each player's, from nothing, below zero too */
} shadow_table;

/* Where a card of the deal belongs, counted from 0: a seat, 0 for the dealer, or SHADOW_BURN. */
enum { SHADOW_BURN = TREY_SEATS + 1 };
unsigned shadow_place(const shadow_table *shadow, const random_table *table, unsigned number);

void shadow_open(shadow_table *shadow, const random_table *table);

/* The stake of a wager that has limits, or TREY_STAKES. */
unsigned shadow_limited(unsigned wager);

/* Follows a command that was accepted and applied. */
void shadow_follow(shadow_table *shadow, const random_table *table, const trey_command *command);

/* Why an accepted command ought to have been refused, or NULL; asked before it is
 * followed. */
const char *shadow_objection(const shadow_table *shadow, const random_table *table,
                             const trey_command *command);

/* The finished round, for the second settlement. */
void shadow_describe(const shadow_table *shadow, const random_table *table, second_round *out);

/* What differs between the shadow and the engine's state, or NULL. */
const char *shadow_difference(const shadow_table *shadow, const trey_table *table);

#endif
