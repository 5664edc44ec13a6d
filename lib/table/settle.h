/* settle.h -- what both ways of settling share. */
#ifndef TREY_TABLE_SETTLE_H
#define TREY_TABLE_SETTLE_H

#include "decide.h"

/* A hand at the showdown. */
typedef struct showdown {
    bool qualifies; /* the dealer */
    unsigned dealer_order;
    unsigned seat;
    trey_rank rank;
    unsigned order;
    trey_category category;
    bool folded, opened, pair_plus_lives;
} showdown;

/* Fills in all but the dealer's part. */
void showdown_at(const deciding *d, unsigned seat, showdown *s);

trey_hand hand_in(const trey_card card[3]);

trey_event *settle_line_event(deciding *d, unsigned seat, trey_player player, unsigned wager,
                              trey_cents staked, trey_result result, trey_cents back,
                              trey_ground ground, unsigned row);
void settle_invalid(deciding *d, unsigned seat);
/* Has a ruling fixed what this wager gets? */
bool ruled_on(const trey_table *table, unsigned seat, trey_player player, unsigned wager);
/* After a settlement, while its cards are still on record. */
trey_cents envy_paid_for(const trey_rules *rules, const trey_table *table, unsigned seat,
                         unsigned trigger);
bool award_resets_meter(const trey_rules *rules, const trey_table *table, unsigned seat);

/* The hands that are opened, in the order in which the book opens them. */
void settle_show_hands(deciding *d);

#endif
