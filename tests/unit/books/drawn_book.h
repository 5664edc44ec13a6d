/* drawn_book.h -- a rulebook drawn at random.
 *
 * A book is drawn as values, one for each key and letter, and then written as the YAML that the
 * loader reads. So whoever asks what a book says (drawn_value) asks the dice and not the library:
 * a value that the loader or the engine misunderstands comes out as a disagreement.
 *
 * Nothing here knows a key by its number in a file: keys, words, wagers, kinds of irregularities,
 * facts and remedies are walked row by row, so a new row is drawn from the day it exists. */
#ifndef DRAWN_BOOK_H
#define DRAWN_BOOK_H

#include "random_decks.h"
#include "trey/rules.h"

enum { DRAWN_READINGS = 96, DRAWN_TEXT_MAX = 1 << 18, DRAWN_SCHEDULES = 4 };

typedef struct drawn_key {
    bool there;
    int reading; /* that decides the value, or -1 */
    trey_value letter[TREY_LETTERS];
} drawn_key;

typedef struct drawn_case {
    int8_t when[TREY_FACT_COUNT]; /* an answer, or -1 */
    int reading;
    unsigned remedy[TREY_LETTERS], also[TREY_LETTERS];
    int decides; /* a role, or -1 */
} drawn_case;

typedef struct drawn_kind {
    bool absent;
    bool asks[TREY_FACT_COUNT];
    unsigned cases;
    drawn_case item[TREY_CASES];
} drawn_kind;

typedef struct drawn_schedule {
    unsigned option, brackets;
    trey_cents player_fee;
    trey_bracket bracket[TREY_BRACKETS];
} drawn_schedule;

typedef struct drawn_book {
    uint64_t seed;
    random_source random;
    unsigned list;    /* the built-in book whose paragraphs and readings it has */
    unsigned changes; /* keys drawn anew, or 0 for a book from scratch */
    drawn_key key[TREY_KEYS];
    drawn_kind kind[TREY_IRREGULARITY_COUNT];
    unsigned schedules;
    drawn_schedule schedule[DRAWN_SCHEDULES];
    uint8_t in_force[DRAWN_READINGS]; /* the letter of each reading */
    size_t length;
    char text[DRAWN_TEXT_MAX];
} drawn_book;

/* The four books, which a drawn one may begin as. */
void drawn_books_open(void);
void drawn_books_close(void);
const trey_rulebook *drawn_base(unsigned list);

/* Draws a book from a seed. Most of them can be played, some cannot. */
void drawn_book_draw(drawn_book *book, uint64_t seed);
/* Draws the key anew that a refusal speaks of; false where it speaks of none. */
bool drawn_book_redraw(drawn_book *book, const char *wrong);
/* Writes `text` and `length`. */
void drawn_book_write(drawn_book *book);

/* What the book says under the letters in force. */
static inline trey_value drawn_value(const drawn_book *book, trey_key key) {
    const drawn_key *k = &book->key[key];
    return k->letter[k->reading < 0 ? 0 : book->in_force[k->reading]];
}
static inline int64_t drawn_word(const drawn_book *book, trey_key key) {
    return drawn_value(book, key).n;
}
static inline bool drawn_has(const drawn_book *book, trey_key key) {
    return book->key[key].there;
}
/* Is a word in a list of words? */
static inline bool drawn_lists(trey_value list, unsigned word) {
    for (uint64_t rest = (uint64_t)list.n; rest; rest >>= 4) {
        if ((rest & 15u) == word + 1) return true;
    }
    return false;
}

/* ---- For the parts of the draw itself ------------------------------------------------ */
/* The words of a key, ending with NULL, and the name of their list ("NEEDS"). */
const char *const *drawn_words(trey_key key);
const char *drawn_word_list(trey_key key);
unsigned drawn_word_count(trey_key key);
/* drawn_value.c: a value that the key could have. */
trey_value draw_value(random_source *random, trey_key key);
/* drawn_parts.c: changes values that cannot stand side by side, and gives every key of a part
 * that the game has a value, and no other. */
void draw_playable(drawn_book *book);
void draw_parts(drawn_book *book);
/* Is it a key on which the shape of the game hangs? */
bool drawn_shapes_game(trey_key key);
/* drawn_kinds.c */
void draw_kind(drawn_book *book, trey_irregularity kind);
void copy_kind(drawn_book *book, trey_irregularity kind, const trey_trouble *from);

#endif
