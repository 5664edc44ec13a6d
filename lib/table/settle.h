/* settle.h -- what the parts of a settlement share. */
#ifndef TREY_TABLE_SETTLE_H
#define TREY_TABLE_SETTLE_H

#include "judge.h"

/* One line; a ruling may have fixed what it comes to. */
trey_event *settle_line(deciding *d, unsigned seat, trey_player player, unsigned wager,
                        trey_cents staked, trey_cents back, const verdict *v);

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
