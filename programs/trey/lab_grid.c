/* lab_grid.c -- a strategy by ranks: what a chart of hands shows. */
#include <string.h>

#include "lab_module.h"

static size_t cell_of(unsigned up, trey_hand hand) {
    /* The cards of a listed hand are in order, the highest first. */
    unsigned high = trey_card_rank(hand.card[0]), middle = trey_card_rank(hand.card[1]);
    unsigned low = trey_card_rank(hand.card[2]);
    unsigned suit = trey_card_suit(hand.card[0]);
    bool suited = trey_card_suit(hand.card[1]) == suit && trey_card_suit(hand.card[2]) == suit;
    return (((up * TREY_RANKS + high) * TREY_RANKS + middle) * TREY_RANKS + low) * 2 + suited;
}

static void add(uint8_t *cell, bool some, bool all) {
    lab_played played = all ? LAB_PLAYED : some ? LAB_PLAYED_SOMETIMES : LAB_FOLDED;
    if (*cell == LAB_NO_SUCH_HAND) *cell = (uint8_t)played;
    if (*cell != played) *cell = LAB_PLAYED_SOMETIMES;
}

void lab_grid_fill(uint8_t grid[LAB_GRID_BYTES], const trey_strategy *strategy) {
    memset(grid, LAB_NO_SUCH_HAND, LAB_GRID_BYTES);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_cardset live = TREY_CARDSET_FULL & ~trey_hand_set(hand), play = strategy->play[i];
        if (!strategy->sees_up_card) {
            add(&grid[cell_of(0, hand)], play != 0, play != 0);
            continue;
        }
        for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
            trey_cardset up = 0;
            for (unsigned suit = 0; suit < TREY_SUITS; suit++)
                up |= trey_cardset_of(trey_card_of(rank, suit)) & live;
            if (up) add(&grid[cell_of(rank, hand)], (up & play) != 0, (up & play) == up);
        }
    }
}
