/* report.h -- the figures of a house between two moments: handle, win, what was to be
 * expected, jackpots, incidents, sign-ins, the cage.
 *
 *   trey_figures_open     which records are meant
 *   trey_figures_work     reads on for some milliseconds; again until it is done
 *   trey_figures_name     who the people are
 *   trey_figures_expect   counts odds; needs no store, and may run on any thread
 *   trey_figures_json, trey_figures_csv
 *
 * Nothing is decided anew and no rule of the game is known here: what happened stands in
 * the records and their transfers, and what was to be expected is asked of lib/odds for each
 * table's own book and bets. docs/report.md says what each figure means, and which of them
 * are exact. */
#ifndef TREY_REPORT_H
#define TREY_REPORT_H

#include <jansson.h>

#include "trey/shifts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The question ------------------------------------------------------------------ */
typedef enum trey_figures_of {
    TREY_FIGURES_RUNNING, /* since the last shift was closed */
    TREY_FIGURES_SHIFT,   /* the shift with this number */
    TREY_FIGURES_TIMES    /* from inclusive, to exclusive */
} trey_figures_of;

typedef struct trey_figures_query {
    trey_figures_of of;
    uint64_t shift;
    /* Microseconds since 1970; TIMES. An end of TREY_FIGURES_TIME_MAX is that of the store. */
    int64_t from, to;
    int64_t now; /* the same; told as the end where none is given */
    /* So many patterns of stakes are asked about exactly, and those behind them wager by
     * wager; 0: TREY_FIGURES_ODDS_MOST. */
    unsigned odds_most;
} trey_figures_query;
/* Some ten seconds of one core. */
enum { TREY_FIGURES_ODDS_MOST = 2000 };

/* The largest time that can be asked about: the year 9999. */
#define TREY_FIGURES_TIME_MAX INT64_C(253402300799000000)

/* "2026-11-15T08:00", with seconds where they are given, in UTC; or milliseconds since 1970.
 * In microseconds. False for anything else. */
bool trey_figures_time_parse(const char *text, int64_t *out);
enum { TREY_FIGURES_TIME_TEXT = 24 };
/* "2026-11-15 08:00:00" */
char *trey_figures_time_print(int64_t microseconds, char out[TREY_FIGURES_TIME_TEXT]);

typedef struct trey_figures trey_figures;
/* NOT_FOUND: no such shift; INVALID: `to` does not lie behind `from`. The store is borrowed
 * until the work is done. */
trey_status trey_figures_open(trey_figures **out, trey_store *store,
                              const trey_figures_query *query, trey_store_message *message);
void trey_figures_close(trey_figures *figures);

/* A slice of records; a whole report of a million takes some hundreds of calls. */
trey_status trey_figures_work(trey_figures *figures, bool *done);
/* What somebody is called; NULL for nobody. Asked once for each who is named. */
typedef const char *trey_figures_name_of(void *context, uint32_t person);
void trey_figures_name(trey_figures *figures, trey_figures_name_of *name, void *context);
/* After the work. NO_MEMORY. Where odds cannot be told the figures say so. */
trey_status trey_figures_expect(trey_figures *figures);

/* ---- Answers -------------------------------------------------------------------------- */
/* REPORT of docs/protocol.md; NULL without memory. */
json_t *trey_figures_json(const trey_figures *figures);
/* {"number", "from", "to", ...} of the shift that was asked for; NULL where none was. */
json_t *trey_figures_shift_json(const trey_figures *figures);
/* {"shifts": [...], "running": {"from"}} */
trey_status trey_shifts_json(trey_store *store, trey_figures_name_of *name, void *context,
                             json_t **out);

#define TREY_FIGURES_SHEETS(X)                                                                     \
    X(TABLES, "tables")                                                                            \
    X(RULEBOOKS, "rulebooks")                                                                      \
    X(WAGERS, "wagers")                                                                            \
    X(HOURS, "hours")                                                                              \
    X(JACKPOTS, "jackpots")                                                                        \
    X(HITS, "hits")                                                                                \
    X(INCIDENTS, "incidents")                                                                      \
    X(SIGN_INS, "sign-ins")                                                                        \
    X(STAFF, "staff")
typedef enum trey_figures_sheet {
#define TREY_FIGURES_SHEET_CONSTANT(constant, word) TREY_SHEET_##constant,
    TREY_FIGURES_SHEETS(TREY_FIGURES_SHEET_CONSTANT)
#undef TREY_FIGURES_SHEET_CONSTANT
        TREY_SHEETS
} trey_figures_sheet;
const char *trey_figures_sheet_word(trey_figures_sheet sheet);
/* TREY_SHEETS for a word that is none. */
trey_figures_sheet trey_figures_sheet_find(const char *word);
/* RFC 4180, with a header; to be freed. NULL without memory. */
char *trey_figures_csv(const trey_figures *figures, trey_figures_sheet sheet, size_t *size);

/* ---- For those who want the numbers themselves ------------------------------------------- */
enum { TREY_REPORT_WAGERS = TREY_WAGER_COUNT };

typedef struct trey_tally_wager {
    uint64_t bets;     /* lines: a stake, or a bonus that was paid */
    trey_cents handle; /* staked and at risk */
    trey_cents win;    /* the house's: staked less handed back */
    double expected, variance;
} trey_tally_wager;

typedef struct trey_tally {
    uint64_t rounds;   /* that have a result */
    uint64_t voids;    /* that ended without one, or lost it */
    uint64_t withheld; /* of the voids: before the deal, because a share did not come */
    uint64_t cut_off;  /* ... and after it, by an interruption */
    uint64_t reversed; /* of the voids, those that had been settled; and single hands */
    int64_t played_us; /* in which rounds were played */
    trey_cents handle, win;
    trey_cents drop; /* collected, less what was given back */
    double expected, variance;
    bool banked;             /* by players: the win is the collection */
    uint64_t unreckoned;     /* boxes whose odds could not be told */
    uint64_t reckoned_apart; /* boxes reckoned wager by wager */
    /* The ledger's side: what the table's own accounts gained by its records. */
    trey_cents ledger;
    trey_cents owed; /* of it, awards that a linked meter pays instead */
    trey_tally_wager wager[TREY_REPORT_WAGERS];
} trey_tally;

size_t trey_figures_tables(const trey_figures *figures);
const trey_tally *trey_figures_table(const trey_figures *figures, size_t table);
const char *trey_figures_table_name(const trey_figures *figures, size_t table);
const trey_tally *trey_figures_total(const trey_figures *figures);
int64_t trey_figures_from(const trey_figures *figures); /* microseconds since 1970 */
int64_t trey_figures_to(const trey_figures *figures);
uint64_t trey_figures_seq(const trey_figures *figures);
const trey_hash *trey_figures_root(const trey_figures *figures);
/* Records that were read so far, and odds that were counted. */
uint64_t trey_figures_read(const trey_figures *figures);
uint64_t trey_figures_odds(const trey_figures *figures);

#ifdef __cplusplus
}
#endif
#endif
