/* hidden_cards.h -- tables that differ only in cards that somebody may not see.
 *
 * The test of a view is not what stands in it but what it depends on: whoever
 * looks at a table and at its double, in which the cards unknown to him have
 * changed places, must not be able to tell them apart. */
#ifndef HIDDEN_CARDS_H
#define HIDDEN_CARDS_H

#include "random_decks.h"
#include "trey/table.h"

/* Who looks: a role, and a player's number where the role is a player's. */
typedef struct viewer {
    unsigned role;
    trey_player player;
} viewer;

/* May the viewer see the hand at a seat, by the rulebooks? */
bool viewer_sees_hand(const trey_table *table, unsigned seat, viewer who);

/* All cards that the viewer has a right to see. */
trey_cardset viewer_sees(const trey_table *table, viewer who);

/* The cards that everybody sees once these events of a settlement are applied. */
trey_cardset open_after(const trey_table *table, const trey_decision *settlement);

/* A double of the table in which all cards but the `seen` ones have changed
 * places; `card` (may be NULL) tells which card each one has become. */
void hidden_cards_change(const trey_table *table, trey_cardset seen, random_source *random,
                         trey_table *changed, trey_card card[TREY_CARDS]);

#endif
