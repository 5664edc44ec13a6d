/* lab_module.h -- what the odds lab asks of the library in a browser.
 *
 * The lab's questions are command lines of `trey odds`: it writes the words, each with a
 * zero behind it, into lab_words() and calls. EXIT_DONE comes back, or the exit status of a
 * mistake that has been told on standard error, just as on the command line. What is told
 * lies at lab_text() until the next call. */
#ifndef TREY_LAB_MODULE_H
#define TREY_LAB_MODULE_H

#include <trey/tell.h>

#ifdef __wasm__
#define LAB_EXPORT __attribute__((visibility("default")))
#else
#define LAB_EXPORT
#endif

enum { LAB_WORDS_ROOM = 16 * 1024 };
LAB_EXPORT char *lab_words(void);
LAB_EXPORT const char *lab_text(void);
LAB_EXPORT size_t lab_length(void);

/* Every rulebook with its pays, readings, wagers and presets. */
LAB_EXPORT int lab_books(void);
/* `trey odds WORDS --json`; what takes random deals only if wanted. */
LAB_EXPORT int lab_odds(size_t length, bool sample);
/* Counts beforehand a part of what the cards alone say under these words, in a few
 * milliseconds; 1 as long as there is more, 0 when it is all there or cannot be. */
LAB_EXPORT int lab_warm(size_t length);
/* `trey odds WORDS --report`: the page. The first word is the date. */
LAB_EXPORT int lab_sheet(size_t length);

/* How much of the hands with these ranks is played in the odds told last: for each rank of
 * the up card (the first alone where none is seen), each highest, middle and lowest rank,
 * and for unsuited and suited ones. */
typedef enum lab_played {
    LAB_NO_SUCH_HAND,
    LAB_FOLDED,
    LAB_PLAYED_SOMETIMES,
    LAB_PLAYED
} lab_played;
enum { LAB_GRID_BYTES = TREY_RANKS * TREY_RANKS * TREY_RANKS * TREY_RANKS * 2 };
LAB_EXPORT const uint8_t *lab_grid(void);
void lab_grid_fill(uint8_t grid[LAB_GRID_BYTES], const trey_strategy *strategy);

void lab_tell_books(trey_telling *to, trey_rulebook *const books[TREY_BUILTIN_RULEBOOKS]);

#endif
