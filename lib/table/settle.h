/* settle.h -- what the parts of a settlement share. */
#ifndef TREY_TABLE_SETTLE_H
#define TREY_TABLE_SETTLE_H

#include "judge.h"

/* What a ruling has fixed for the wager of this line. */
void apply_rulings(const trey_table *table, trey_event *line);

/* One line; a ruling may have fixed what it comes to. */
static inline trey_event *settle_line(deciding *d, unsigned seat, trey_player player,
                                      unsigned wager, trey_cents staked, trey_cents back,
                                      verdict v) {
    trey_event *event = emit_at(d, TREY_EVENT_LINE, seat, player, staked);
    event->wager = (uint8_t)wager;
    event->line.result = (uint8_t)v.result;
    event->line.ground = (uint8_t)v.ground;
    event->line.row = v.pays->key;
    event->line.back = back;
    if (d->table->ruled > 0) apply_rulings(d->table, event);
    return event;
}

/* Does a supervisor's look prove what this wager of a hand not shown is worth? */
bool looked_at_and_counted(const trey_rules *rules, const trey_box *box, unsigned wager);
/* Has a ruling fixed what this wager gets? */
bool ruled_on(const trey_table *table, unsigned seat, trey_player player, unsigned wager);
/* What rulings give beyond the wagers that have a line, such as a bonus. */
void settle_rulings(deciding *d);

/* Jackpot bets, awards and envy; returns what the meter shows after the round. */
trey_cents settle_jackpot(deciding *d);

/* After a settlement, while its cards are still on record. */
trey_cents envy_paid_for(const trey_rules *rules, const trey_table *table, unsigned seat,
                         unsigned trigger);
bool award_resets_meter(const trey_rules *rules, const trey_table *table, unsigned seat);

/* Whenever a round ends: every stake has exactly one line. */
void assert_all_settled(const deciding *d);

#endif
