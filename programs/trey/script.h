/* script.h -- a table script and the table that it runs.
 *
 * A script is followed line by line: each line is split into words, its first
 * word names a row of the table in script.c, and that row's function does it. The
 * game itself is the engine's: the script turns words into commands and reads
 * back events. What happens is told to a run_output, as text or as JSON. */
#ifndef TREY_SCRIPT_H
#define TREY_SCRIPT_H

#include "trey/table.h"

enum {
    SCRIPT_WORDS = 96,    /* in one line; a whole deck is 53 */
    SCRIPT_PLAYERS = 200, /* in one script */
    SCRIPT_NAME_MAX = 23, /* letters of a player's name */
    SCRIPT_TEXT_MAX = 512
};

/* ---- Lines -------------------------------------------------------------------- */
typedef struct script_place {
    unsigned line, column; /* from 1; line 0 is nowhere */
} script_place;

typedef struct script_line {
    unsigned number;
    unsigned count;
    const char *word[SCRIPT_WORDS];
    unsigned column[SCRIPT_WORDS];
    unsigned end;        /* the column after the last word */
    const char *expects; /* the word after =>, or NULL */
    unsigned expects_column;
} script_line;

/* ---- What a round came to ----------------------------------------------------- */
typedef struct script_total {
    trey_player player;
    bool banks; /* staked and back are the bank's */
    trey_cents staked, back;
} script_total;

typedef struct script_account {
    trey_table before, after; /* the settlement */
    bool voided;              /* the round has no result */
    bool banked;              /* a player-dealer has the bank */
    unsigned lines;
    trey_event line[TREY_EVENTS]; /* LINE events, in the order of settling */
    uint64_t readings[TREY_EVENTS];
    unsigned totals;
    script_total total[SCRIPT_PLAYERS]; /* in the order of their first appearance */
    trey_cents house;                   /* what the house keeps; with a player-dealer, the fees */
    trey_cents bank_after;
    trey_cents collection;
    uint64_t collection_readings;
} script_account;

/* ---- What is set before the table opens --------------------------------------- */
typedef struct script_setup {
    trey_table_config config;
    trey_cents meter;
    /* Where each was said, for messages. */
    script_place table, positions, device, cards, two_people, second_from, consent,
        limits[TREY_STAKES], all_limits, schedule, fee, jackpot;
} script_setup;

struct run_output;

/* ---- A script while it runs --------------------------------------------------- */
typedef struct script {
    const char *file; /* as messages name it */
    const char *path; /* what relative paths start from, or NULL */
    struct run_output *to;
    script_line line;
    trey_rulebook *book;
    trey_rules *rules;
    script_setup setup;
    bool ready;           /* the table is open */
    bool next;            /* a further round is to be opened */
    unsigned second;      /* of this line: the role of a second person plus one, or 0 */
    trey_refused outcome; /* of this line */
    trey_table table;
    trey_decision decision;
    unsigned players;
    char name[SCRIPT_PLAYERS][SCRIPT_NAME_MAX + 1];
    bool settled; /* account holds a round */
    script_account account;
    unsigned commands, refusals, checks, failures;
    int status; /* EXIT_ */
} script;

/* Runs one script to its end; "-" is standard input. Returns its exit status. */
int script_run(const char *path, struct run_output *to);

/* Every word of the language, one by one, with what follows it where its row says so: "bet SEAT
 * PLAYER WAGER [AMOUNT] [part]"; "" for a verb that was told among the words. False past the last.
 */
bool script_word_usage(unsigned index, char out[SCRIPT_TEXT_MAX]);

const char *script_player(const script *run, trey_player player);

#endif
