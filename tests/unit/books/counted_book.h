/* counted_book.h -- the odds of a drawn book beside a simulation of it. */
#ifndef COUNTED_BOOK_H
#define COUNTED_BOOK_H

#include "drawn_book.h"
#include "trey/odds.h"
#include "trey/sim.h"

typedef struct counted_counts {
    unsigned long asked, refused, figures, rounds, repeated;
    double furthest; /* in standard deviations, of the runs that decide */
} counted_counts;

void counted_books_open(void);
void counted_books_close(void);

/* Asks for the odds of some bets under the book and plays them; adds to `counts`. Returns what is
 * wrong, or NULL; the text stays until the next call. */
const char *counted_book_check(const drawn_book *drawn, const trey_rulebook *book, uint64_t seed,
                               counted_counts *counts);

/* ---- For the parts of the check itself: what is wrong, or NULL --------------------------- */
const char *counted_moves(const trey_odds *odds, random_source *random);
const char *counted_bank_side(const trey_odds *odds, const trey_rulebook *book);
const char *counted_shared_bank(const trey_rulebook *book, trey_sim_query *query,
                                counted_counts *counts);

#endif
