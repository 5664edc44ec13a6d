/* remedies.h -- what reports and rulings share. */
#ifndef TREY_TABLE_REMEDIES_H
#define TREY_TABLE_REMEDIES_H

#include "decide.h"

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

/* The positions that have a hand in play, one bit each. */
unsigned seats_waiting(const deciding *d);
unsigned seats_in_play(const trey_table *table);
/* Those of one player. */
unsigned seats_of(const trey_table *table, trey_player player);

/* Carries out the case of the pending report. */
void remedy(deciding *d, const trey_case *item);

static inline unsigned seat_bit(unsigned seat) {
    return 1u << (seat - 1);
}

/* Flags of a player, and a place for new ones (or NULL). */
static inline unsigned flags_of(const trey_table *table, trey_player player) {
    for (unsigned i = 0; i < table->flags; i++) {
        if (table->flagged[i].player == player) return table->flagged[i].flags;
    }
    return 0;
}
bool flag_fits(const trey_table *table, trey_player player);
void flag(deciding *d, trey_player player, unsigned set, unsigned clear);

/* What a remedy acts on that must be named, in trey_names. */
unsigned remedy_names(unsigned remedy);
/* Reports about the size of a wager, and about cards that everybody has seen. */
bool about_a_wager(unsigned kind);
bool about_seen_cards(unsigned kind);
bool ruling_needs_player(trey_ruling_kind ruling);
bool ruling_needs_seat(trey_ruling_kind ruling);
trey_key ruling_role_key(trey_ruling_kind ruling);

#endif
