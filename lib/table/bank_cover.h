/* bank_cover.h -- what a player's bank reaches. */
#ifndef TREY_TABLE_BANK_COVER_H
#define TREY_TABLE_BANK_COVER_H

#include "decide.h"

/* What one player has taken from the bank and given to it. */
typedef struct cover_tally {
    trey_player player;
    trey_cents paid, collected;
} cover_tally;

typedef struct bank_cover {
    const trey_rules *rules;
    trey_cents bank;
    trey_cents paid, collected;
    cover_tally player[TREY_SEATS * TREY_BETTORS];
    unsigned players;
} bank_cover;

/* How far the bank covers a wager: all of it, a part, or nothing. */
typedef struct covered {
    trey_cents amount;
    bool whole;
    uint8_t ground; /* trey_ground, where it is not the whole */
} covered;

void cover_open(bank_cover *cover, const trey_rules *rules, trey_cents bank);
covered cover_pays(bank_cover *cover, trey_player player, trey_cents winnings);
covered cover_collects(bank_cover *cover, trey_player player, trey_cents stake);

#endif
