/* lab_module.c -- `trey odds` as a WebAssembly module.
 *
 * A reactor: nothing runs by itself, and it reads and writes nothing but memory. The
 * rulebooks are opened once; a question gets a copy of one under its own readings and
 * values, which takes no time. One question at a time. */
#include "lab_module.h"

#include <stdlib.h>
#include <string.h>
#include <trey/par.h>

#include "commands.h"
#include "odds_output.h"

enum {
    WORDS_MAX = 200,
    WARMED_AT_ONCE = 100 /* classes of hands: four milliseconds where the best five count */
};

static struct {
    trey_rulebook *book[TREY_BUILTIN_RULEBOOKS];
    trey_odds_memory *memory[TREY_BUILTIN_RULEBOOKS];
    char words[LAB_WORDS_ROOM];
    char *argument[WORDS_MAX + 1];
    int arguments;
    char *text;
    size_t length, room;
    odds_asked asked;
    odds_answers answers;
    trey_strategy strategy;
    uint8_t grid[LAB_GRID_BYTES];
} lab;

char *lab_words(void) {
    return lab.words;
}
const char *lab_text(void) {
    return lab.text;
}
size_t lab_length(void) {
    return lab.length;
}
const uint8_t *lab_grid(void) {
    return lab.grid;
}

static void keep(void *context, const char *text, size_t length) {
    (void)context;
    if (lab.room - lab.length < length) {
        lab.room = 2 * lab.room + length;
        lab.text = realloc(lab.text, lab.room);
        TREY_ASSERT(lab.text != NULL);
    }
    memcpy(lab.text + lab.length, text, length);
    lab.length += length;
}

static void open_books(void) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS && !lab.book[i]; i++) {
        trey_status status = trey_rulebook_open(&lab.book[i], trey_builtin_id(i), NULL);
        TREY_ASSERT(status == TREY_STATUS_OK);
    }
}

int lab_books(void) {
    open_books();
    lab.length = 0;
    trey_telling to = trey_telling_to(keep, NULL);
    lab_tell_books(&to, lab.book);
    return EXIT_DONE;
}

/* The words from `from` on as the arguments of `trey odds`. */
static int read_words(size_t from, size_t length) {
    TREY_ASSERT(length <= sizeof lab.words);
    static char odds[] = "odds";
    lab.arguments = 1;
    lab.argument[0] = odds;
    for (size_t at = from; at < length; at += strlen(lab.words + at) + 1) {
        TREY_ASSERT(memchr(lab.words + at, '\0', length - at) != NULL);
        if (lab.arguments == WORDS_MAX) {
            fputs("trey odds: too many options\n", stderr);
            return EXIT_USAGE;
        }
        lab.argument[lab.arguments++] = lab.words + at;
    }
    lab.argument[lab.arguments] = NULL;
    return odds_read_arguments(lab.arguments, lab.argument, &lab.asked);
}

/* A copy of a built-in book under the readings and values that were asked for. What else
 * is named is opened and refused as on the command line. */
static int open_asked(void) {
    const bets_asked *bets = &lab.asked.bets;
    open_books();
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (bets->file || strcmp(bets->id, trey_builtin_id(i)) != 0) continue;
        trey_odds_memory **memory = &lab.memory[i];
        if (!*memory && trey_odds_memory_open(memory) != TREY_STATUS_OK) *memory = NULL;
        lab.answers.memory = *memory;
        trey_status status = trey_rulebook_fork(&lab.answers.book, lab.book[i]);
        TREY_ASSERT(status == TREY_STATUS_OK);
        return bets_choose(bets, lab.answers.book);
    }
    return bets_open_book(bets, &lab.answers.book);
}

/* Reads the words and opens their book. */
static int begin(size_t from, size_t length) {
    memset(&lab.answers, 0, sizeof lab.answers);
    lab.answers.asked = &lab.asked;
    lab.length = 0;
    int result = read_words(from, length);
    return result == EXIT_DONE ? open_asked() : result;
}

static int ask(size_t from, size_t length, bool sample) {
    int result = begin(from, length);
    if (result == EXIT_DONE) result = odds_ask(&lab.answers, &lab.strategy, sample);
    return result;
}

static void forget(void) {
    trey_odds_close(lab.answers.odds);
    trey_rulebook_close(lab.answers.book);
}

int lab_odds(size_t length, bool sample) {
    int result = ask(0, length, sample);
    if (result == EXIT_DONE) {
        trey_telling to = trey_telling_to(keep, NULL);
        odds_tell(&to, &lab.answers);
        lab_grid_fill(lab.grid, trey_odds_strategy(lab.answers.odds));
    }
    forget();
    return result;
}

int lab_warm(size_t length) {
    trey_odds_query query;
    bool more = false;
    int result = begin(0, length);
    if (result == EXIT_DONE && lab.answers.memory)
        result = bets_query(&lab.asked.bets, lab.answers.book, &lab.strategy,
                            &lab.answers.strategy_name, &query);
    if (result == EXIT_DONE && lab.answers.memory) {
        query.peek = lab.asked.peek_card;
        trey_odds_warm(lab.answers.book, &query, lab.answers.memory, WARMED_AT_ONCE, &more);
    }
    forget();
    return more;
}

int lab_sheet(size_t length) {
    TREY_ASSERT(length > 0 && length <= sizeof lab.words);
    const char *date = lab.words;
    int result = ask(strlen(date) + 1, length, true);
    if (result == EXIT_DONE) {
        char command[1024];
        odds_join_words(&lab.asked, command, sizeof command);
        const trey_par_request request = {.book = lab.answers.book,
                                          .odds = lab.answers.odds,
                                          .program = "trey " TREY_VERSION,
                                          .command = command,
                                          .date = date,
                                          .bank = lab.answers.banked ? &lab.answers.bank : NULL,
                                          .peek = lab.answers.peeked ? &lab.answers.peek : NULL};
        if (trey_par_write(&request, keep, NULL) != TREY_STATUS_OK) result = EXIT_OPERATING;
    }
    forget();
    return result;
}
