/* run_output.h -- whom a table script tells what happens: text, JSON or TAP. */
#ifndef TREY_RUN_OUTPUT_H
#define TREY_RUN_OUTPUT_H

#include "script.h"
#include "terminal.h"

/* A stated expectation and what was found. */
typedef struct run_check {
    const char *what; /* "seat 1 ante", or the command */
    bool ok, money;   /* money: the figures count, otherwise the words */
    trey_cents expected_cents, found_cents;
    const char *expected, *found;
} run_check;

/* Each function gets the script as it is after what it tells. */
typedef struct run_output {
    /* The table is open. */
    void (*opened)(struct run_output *to, const script *run);
    void (*event)(struct run_output *to, const script *run, const trey_event *event);
    /* `command` is the line as words; run->decision tells why. */
    void (*refused)(struct run_output *to, const script *run, const char *command, bool expected);
    void (*settled)(struct run_output *to, const script *run);
    void (*checked)(struct run_output *to, const script *run, const run_check *check);
    /* The script has come to its end. */
    void (*ended)(struct run_output *to, const script *run);
    terminal page; /* of text */
    FILE *out;
    bool signs;   /* suits as signs instead of letters */
    bool between; /* something was printed before */
    bool failed;  /* something could not be written */
} run_output;

run_output run_text(FILE *out);
run_output run_json(FILE *out);
run_output run_tap(FILE *out);
/* Runs them all, a line each. */
int run_tap_scripts(char **path, int count, run_output *to);

/* ---- What the parts of the text share ------------------------------------------ */
enum { RUN_MARGIN = 2, RUN_CARDS_MAX = 64 };

void run_text_settled(run_output *to, const script *run);

/* "Pair Plus", as it is printed on the layout. */
const char *run_wager(unsigned wager);

/* A word with blanks for underscores. */
typedef struct run_phrase {
    char text[48];
} run_phrase;
run_phrase run_spaced(const char *word);

/* "Qs 10h 9d", or with the suits' signs; one that nobody saw is "a card". */
char *run_cards(const trey_card *card, unsigned count, bool signs, char out[RUN_CARDS_MAX]);

/* " [3.2, 5.5]", or an empty text. */
char *run_citation(const trey_rulebook *book, const uint16_t *paragraph, size_t count, char *out,
                   size_t room);

#endif
