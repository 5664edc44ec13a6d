/* valued_settlement.h -- a round settled a second time, from the values of a drawn book.
 *
 * Where tests/unit/table/second_settlement.c knows four books by heart, this one knows none: it
 * asks the dice that drew the book (drawn_value), evaluates hands with second_hands.c, and shares
 * with the engine only the state of the table before the settlement and the rows of
 * wager_schema.h. */
#ifndef VALUED_SETTLEMENT_H
#define VALUED_SETTLEMENT_H

#include "drawn_book.h"
#include "trey/table.h"

enum { VALUED_LINES = TREY_EVENTS };

typedef struct valued_line {
    unsigned seat, wager;
    trey_player player;
    trey_cents staked, back;
} valued_line;

typedef struct valued_result {
    unsigned lines;
    valued_line line[VALUED_LINES];
    trey_cents meter_after;
    bool unknown; /* a wager is judged in a way that is not known here */
} valued_result;

/* Can the round be settled here? Not after a ruling on amounts, nor at a meter that is frozen. */
bool valued_can_settle(const trey_table *table);
void valued_settlement(const drawn_book *book, const trey_table *before, valued_result *out);

/* ---- For the parts of the settlement itself --------------------------------------------- */
void valued_add(valued_result *out, unsigned seat, unsigned wager, trey_player player,
                trey_cents staked, trey_cents back);
/* The value of a row of a pay table, "pays.pair_plus.straight"; 0 where there is none. */
trey_value valued_row(const drawn_book *book, const char *table, const char *hand);
const char *valued_three(const drawn_book *book, const trey_card card[3]);
/* The best five of the hand and the dealer's; the suit of a royal, else 0. */
const char *valued_five(const drawn_book *book, const trey_card own[3], const trey_card dealer[3],
                        char *suit);
/* Does the hand's owner show it, or the house open it? */
bool valued_open(const drawn_book *book, const trey_box *box);
/* Is it known what a hand that is not shown would be worth to this wager? */
bool valued_proved(const drawn_book *book, const trey_box *box, unsigned wager);
/* Does a wager go on after its fold? */
bool valued_outlives(const drawn_book *book, const trey_box *box, unsigned wager);
void valued_jackpots(const drawn_book *book, const trey_table *before, valued_result *out);

#endif
