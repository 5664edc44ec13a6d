/* jackpot_ledger.h -- the books of a linked jackpot, read from its records. */
#ifndef TREY_JACKPOT_LEDGER_H
#define TREY_JACKPOT_LEDGER_H

#include "trey/house.h"

typedef enum hit_state { HIT_WAITS, HIT_CONFIRMED, HIT_REJECTED } hit_state;
const char *hit_state_word(hit_state state);

/* One hit from its entry to its end. */
typedef struct ledger_hit {
    uint64_t number, round;
    int64_t time;
    trey_stream table;
    uint32_t player;
    unsigned seat, share; /* share in percent of what was displayed */
    trey_cents value;     /* of a rejected one: what it would have got */
    hit_state state;
    int64_t decided; /* when staff did, and who */
    uint32_t actor;
    unsigned role;
    char reason[TREY_LINK_REASON];
} ledger_hit;

/* Parameters that staff have changed. */
typedef struct ledger_change {
    int64_t time;
    uint32_t actor;
    unsigned role;
    trey_link_parameters before, after;
    char reason[TREY_LINK_REASON];
} ledger_change;

typedef struct jackpot_ledger {
    char name[TREY_STREAM_NAME_MAX];
    trey_jackpot_terms terms;
    int64_t opened;
    trey_link state; /* the fold of all events */
    uint64_t events; /* folded; after each of them the sums were compared */
    uint64_t broken; /* the record after which they did not hold; 0: they always did */
    trey_cents paid; /* to players whose hit was confirmed */
    trey_cents drawn;
    uint64_t draws; /* fixed awards that the display paid */
    ledger_hit *hit;
    size_t hits, hits_room;
    ledger_change *change;
    size_t changes, changes_room;
} jackpot_ledger;

/* What the display must be, by its sums; and what awards must be. */
trey_cents ledger_display(const trey_link *link);
trey_cents ledger_awards(const jackpot_ledger *ledger);

/* STORE_CORRUPT with a message for records that are none of a jackpot's; NOT_FOUND where
 * the stream was named and nothing else came of it. */
trey_status jackpot_ledger_open(jackpot_ledger *out, trey_store *store,
                                const trey_stream_item *stream, trey_store_message *message);
void jackpot_ledger_close(jackpot_ledger *ledger);

/* All of a store, or the one of that name. */
typedef struct jackpot_ledgers {
    jackpot_ledger *jackpot;
    size_t count, room;
    trey_stream_item *stream; /* of the store, by number less 1: tables have names */
    size_t streams, streams_room;
} jackpot_ledgers;
trey_status jackpot_ledgers_open(jackpot_ledgers *out, trey_store *store, const char *name,
                                 trey_store_message *message);
void jackpot_ledgers_close(jackpot_ledgers *ledgers);
const char *ledger_table_name(const jackpot_ledgers *ledgers, trey_stream table);

/* 2026-01-01T00:00:00.000000Z */
enum { LEDGER_TIME_MAX = 32 };
char *ledger_time(int64_t microseconds, char out[LEDGER_TIME_MAX]);

/* ---- jackpot_listing.c: as text and as JSON ------------------------------------------------ */
void jackpots_print_text(const jackpot_ledgers *ledgers);
void jackpots_print_json(const jackpot_ledgers *ledgers);

#endif
