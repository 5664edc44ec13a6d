/* followed_table.h -- rounds by a drawn book, each step of them checked.
 *
 * Players and staff are those of random_rounds.c. What must hold: each stake that was ever taken
 * has exactly one line, money adds up, the settlement from the book's own values agrees to the
 * cent, the state is the fold of the events, and every event survives its way through bytes. */
#ifndef FOLLOWED_TABLE_H
#define FOLLOWED_TABLE_H

#include "drawn_book.h"
#include "random_rounds.h"

typedef struct followed_counts {
    unsigned long rounds, settled, compared, voided, commands, refused, lines;
    unsigned long idle; /* tables at which no round was settled */
} followed_counts;

/* Plays rounds at one table of the book; adds to `counts`. Returns what is wrong, or NULL; the
 * text stays until the next call. */
const char *followed_table_play(const drawn_book *drawn, const trey_rulebook *book,
                                const trey_rules *rules, uint64_t seed, bool irregular,
                                unsigned rounds, followed_counts *counts);
/* Frees what is kept from table to table. */
void followed_table_close(void);

#endif
