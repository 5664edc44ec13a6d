/* remedies.h -- what reports and rulings share. */
#ifndef TREY_TABLE_REMEDIES_H
#define TREY_TABLE_REMEDIES_H

#include "decide.h"

/* The cause of the command that is being decided: its ruling, the offer that a player answers, or
 * the pending report. */
trey_cause current_cause(const deciding *d);

/* The whole round is void: every wager goes back, contributions and collection
 * are reversed [mbs 5.1.1] [rws 5.21]. */
void void_round(deciding *d);

/* One hand is out: its wagers go back, or are lost. */
void invalidate(deciding *d, unsigned seat, trey_invalid how);

/* A player's shares in wagers at others' positions go back, but for those seats
 * where everything goes back anyway. */
void return_shares(deciding *d, trey_player player, unsigned but_for);

/* Offers the choice to the positions in `seats` that still play. */
void offer(deciding *d, unsigned seats, trey_gate gate);

/* Positions as sets, one bit each: those whose owner has a decision to make, those with a hand in
 * play, those of one player, those where a player shares in the wagers, those looked at. */
unsigned seats_waiting(const deciding *d);
unsigned seats_in_play(const trey_table *table);
unsigned seats_of(const trey_table *table, trey_player player);
unsigned shares_of(const trey_table *table, trey_player player);
unsigned seats_viewed(const trey_table *table);

/* A jackpot bet goes back whatever the hand is, and its contribution with it. */
void return_jackpot(deciding *d, unsigned seat);

/* How the table goes on after a fault; bets that it no longer takes go back while bets are open. */
void set_mode(deciding *d, trey_mode mode, unsigned seat, bool on);

/* Carries out the case of the pending report. */
void remedy(deciding *d, const trey_case *item);

static inline unsigned seat_bit(unsigned seat) {
    return 1u << (seat - 1);
}

/* What is noted about a player, as trey_flag. */
static inline unsigned flags_of(const trey_table *table, trey_player player) {
    for (unsigned i = 0; i < table->flags; i++) {
        if (table->flagged[i].player == player) return table->flagged[i].flags;
    }
    return 0;
}
bool flag_fits(const trey_table *table, trey_player player);
void flag(deciding *d, trey_player player, unsigned set, unsigned clear);

/* Reports about the size of a wager, and about cards that everybody has seen. */
bool about_a_wager(unsigned kind);
bool about_a_jackpot_bet(const deciding *d, unsigned kind);
bool about_seen_cards(unsigned kind);
/* Must it name this: TREY_NAMES_? */
static inline bool ruling_names(trey_ruling_kind ruling, unsigned what) {
    return (trey_ruling_row_of(ruling)->names & what) != 0;
}

#endif
