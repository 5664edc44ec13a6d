/* rules.h -- rulebooks: values with the paragraphs that say them, and readings.
 *
 * Open a built-in rulebook by its id, or a house's own file. A file with
 * mistakes is refused with all of them at once, each with its place, what is
 * wrong and what would be right. An open rulebook answers each key of
 * rulebook_schema.h under the readings in force; choose another letter with
 * trey_rulebook_choose. All strings belong to the rulebook and live as long. */
#ifndef TREY_RULES_H
#define TREY_RULES_H

#include <stdio.h>

#include "trey/core.h"
#include "trey/irregularity_schema.h"
#include "trey/rulebook_schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Constants from the schema ---------------------------------------------- */
#define TREY_WORD_CONSTANT(constant, word) TREY_##constant,
#define TREY_WORD_ENUM(list)               enum { TREY_WORDS_##list(TREY_WORD_CONSTANT) };
TREY_WORD_LISTS(TREY_WORD_ENUM)
TREY_FACT_WORD_LISTS(TREY_WORD_ENUM)
#undef TREY_WORD_ENUM
#undef TREY_WORD_CONSTANT

typedef enum trey_key {
#define TREY_KEY_CONSTANT(constant, path, type, words, part, met, meaning) TREY_KEY_##constant,
    TREY_RULE_KEYS(TREY_KEY_CONSTANT)
#undef TREY_KEY_CONSTANT
        TREY_KEYS
} trey_key;

/* A wager's row; see wager_schema.h. */
typedef struct trey_wager_row {
    const char *word, *title;
    const char *option;                   /* on a command line, where it can be bet */
    const char *spoken;                   /* in a sentence, where that is not the title */
    const char *together_word, *together; /* with those whose head it is, where that has a name */
    uint8_t placed;                       /* trey_placed */
    uint8_t judge;                        /* trey_judge */
    uint8_t head;                         /* the wager that a player thinks of it as a part of */
    uint8_t beside;               /* the wager whose stake it rests on: its own, as a rule */
    uint16_t needs;               /* what must be bet to bet it */
    uint16_t fold;                /* what a fold does to it */
    uint16_t unshown;             /* what becomes of it when the hand is not shown */
    uint16_t unqualified;         /* when the dealer does not qualify */
    uint16_t unshown_unqualified; /* both */
    uint16_t pays;                /* what it pays, where there is one rate */
    uint16_t listed, unlisted;    /* a hand on its pay table, and one that is not */
    uint16_t uncovered;           /* what becomes of it when a player's bank is spent */
} trey_wager_row;
enum {
    TREY_WAGER_COUNT = TREY_WAGER_ENVY + 1,
    TREY_STAKES = TREY_WAGER_PROGRESSIVE + 1 /* wagers with a stake of their own come first */
};
extern const trey_wager_row trey_wager_rows[TREY_WAGER_COUNT];
static inline const trey_wager_row *trey_wager(unsigned wager) {
    TREY_ASSERT(wager < TREY_WAGER_COUNT);
    return &trey_wager_rows[wager];
}
/* The wagers as people list them, from 0: each with all that belong to it. */
unsigned trey_wager_listed(unsigned place);
/* Has it limits of its own? */
bool trey_wager_limited(unsigned wager);

/* The parts of a game that keys belong to. */
typedef enum trey_part {
#define TREY_PART_CONSTANT(constant, missing, there) TREY_PART_##constant,
    TREY_RULE_PARTS(TREY_PART_CONSTANT)
#undef TREY_PART_CONSTANT
        TREY_PART_COUNT
} trey_part;

/* How a key is met. */
typedef enum trey_key_use {
    TREY_KEY_IS_READ,  /* the engine reads it */
    TREY_KEY_IS_FIXED, /* one value can be played */
    TREY_KEY_IS_A_NOTE /* it tells of the place, not of the play */
} trey_key_use;

typedef enum trey_fact {
#define TREY_FACT_CONSTANT(constant, name, words, known, fits, question) TREY_FACT_##constant,
    TREY_FACTS(TREY_FACT_CONSTANT)
#undef TREY_FACT_CONSTANT
        TREY_FACT_COUNT
} trey_fact;

typedef enum trey_irregularity {
#define TREY_KIND_CONSTANT(constant, name, about, when, names, happened)                           \
    TREY_IRREGULARITY_##constant,
    TREY_IRREGULARITIES(TREY_KIND_CONSTANT)
#undef TREY_KIND_CONSTANT
        TREY_IRREGULARITY_COUNT
} trey_irregularity;

typedef enum trey_remedy {
#define TREY_REMEDY_CONSTANT(constant, word, fits, tells, between, step, then)                     \
    TREY_REMEDY_##constant,
    TREY_REMEDIES(TREY_REMEDY_CONSTANT)
#undef TREY_REMEDY_CONSTANT
        TREY_REMEDY_COUNT
} trey_remedy;

typedef enum trey_about_bit {
#define TREY_ABOUT_CONSTANT(constant) TREY_ABOUT_BIT_##constant,
    TREY_ABOUTS(TREY_ABOUT_CONSTANT)
#undef TREY_ABOUT_CONSTANT
        TREY_ABOUT_COUNT
} trey_about_bit;

/* What a kind is about: one bit each, for the rows of irregularity_schema.h. */
typedef enum trey_about {
#define TREY_ABOUT_CONSTANT(constant) TREY_ABOUT_##constant = 1 << TREY_ABOUT_BIT_##constant,
    TREY_ABOUTS(TREY_ABOUT_CONSTANT)
#undef TREY_ABOUT_CONSTANT
        TREY_ABOUT_ANY = (1 << TREY_ABOUT_COUNT) - 1
} trey_about;

typedef enum trey_when {
    TREY_WHEN_BETWEEN = 1,
    TREY_WHEN_UNDOES = 2,
    TREY_WHEN_DEALT = 4,
    TREY_WHEN_CLOSED = 8,
    TREY_WHEN_CARDS = 16
} trey_when;

/* What somebody has to be asked before they can report or rule. */
typedef enum trey_names {
    TREY_NAMES_NOTHING = 0,
    TREY_NAMES_SEATS = 1,
    TREY_NAMES_PLAYER = 2,
    TREY_NAMES_WAGER = 4,
    TREY_NAMES_AMOUNT = 8,
    TREY_NAMES_CARDS = 16,
    TREY_NAMES_MODE = 32,
    TREY_NAMES_SEAT = 64
} trey_names;

typedef enum trey_between {
    TREY_BETWEEN_NEVER,
    TREY_BETWEEN_RESTS,
    TREY_BETWEEN_UNDOES
} trey_between;
typedef enum trey_step {
    TREY_STEP_NEITHER,
    TREY_STEP_FIRST,
    TREY_STEP_SECOND,
    TREY_STEP_EITHER
} trey_step;
typedef enum trey_then {
    TREY_THEN_ENDS,
    TREY_THEN_GOES_ON,
    TREY_THEN_OFFERS,
    TREY_THEN_KEEPS,
    TREY_THEN_RESTS_OUT
} trey_then;

typedef struct trey_remedy_row {
    const char *word;
    unsigned fits;  /* trey_about */
    unsigned tells; /* trey_names */
    trey_between between;
    trey_step step;
    trey_then then;
} trey_remedy_row;

typedef struct trey_kind_row {
    const char *name;
    unsigned about; /* one bit of trey_about */
    unsigned when;  /* trey_when */
    unsigned names; /* trey_names */
    const char *happened;
} trey_kind_row;

typedef enum trey_value_type {
    TREY_TYPE_WORD,
    TREY_TYPE_WORDS,
    TREY_TYPE_COUNT,
    TREY_TYPE_RANGE,
    TREY_TYPE_MONEY,
    TREY_TYPE_MONEY_RANGE,
    TREY_TYPE_RATE,
    TREY_TYPE_AWARD
} trey_value_type;

const char *trey_key_path(trey_key key);    /* "fold.pair_plus" */
const char *trey_key_meaning(trey_key key); /* "a fold and Pair Plus" */
trey_value_type trey_key_type(trey_key key);
trey_part trey_key_part(trey_key key);
trey_key_use trey_key_met(trey_key key);
const char *trey_key_met_word(trey_key key); /* "read", "fixed" or "note" */
const char *trey_key_met_why(trey_key key);  /* of one that is fixed or a note; else empty */
/* The key with this path, or TREY_KEYS. */
trey_key trey_key_find(const char *path);
/* A row of a pay table: the wager that it pays ("pair_plus", "envy"), and its meaning
 * ("Pair Plus, straight") as the table's title and the hand. */
typedef struct trey_pay_row {
    char wager[40], title[64];
    const char *hand;
} trey_pay_row;
/* False for a key that is no such row. */
bool trey_key_pays(trey_key key, trey_pay_row *out);
const char *trey_fact_name(trey_fact fact);
const char *trey_fact_question(trey_fact fact);
/* The word for an answer to a fact, or NULL past the last. */
const char *trey_fact_answer(trey_fact fact, unsigned answer);
/* Does the record, or what a report names anyway, always answer it, so that nobody is asked? */
bool trey_fact_is_recorded(trey_fact fact);
const trey_remedy_row *trey_remedy_of(unsigned remedy);
const trey_kind_row *trey_kind_of(trey_irregularity kind);
const char *trey_irregularity_name(trey_irregularity kind);
const char *trey_irregularity_happened(trey_irregularity kind);
const char *trey_remedy_word(unsigned remedy);
const char *trey_role_word(unsigned role);
const char *trey_wager_word(unsigned wager);
const char *trey_category_word(unsigned category);

/* Every accessor of a value calls it. Only in the engine that programs/trey/reads.c is built with
 * does it do anything. */
#ifdef TREY_READS
void trey_read_key(unsigned key);
#else
static inline void trey_read_key(unsigned key) {
    (void)key;
}
#endif

/* ---- What is wrong with a file ----------------------------------------------- */
typedef struct trey_diagnostics trey_diagnostics;

trey_status trey_diagnostics_open(trey_diagnostics **out);
void trey_diagnostics_close(trey_diagnostics *diagnostics);
size_t trey_diagnostics_count(const trey_diagnostics *diagnostics);

typedef struct trey_diagnostic {
    const char *file;
    unsigned line, column; /* from 1 */
    const char *wrong;     /* what is wrong */
    const char *mend;      /* what would be right; may be empty */
    const char *source;    /* the line of the file; may be empty */
} trey_diagnostic;
trey_diagnostic trey_diagnostics_at(const trey_diagnostics *diagnostics, size_t index);
/* file:line:column: what is wrong, the line with a caret, and how to mend it. */
void trey_diagnostics_print(const trey_diagnostics *diagnostics, FILE *out);

/* The candidate nearest to a misspelt word, or NULL when none is near. */
const char *trey_nearest_word(const char *word,
                              const char *(*candidate)(size_t index, const void *of), size_t count,
                              const void *of);

/* ---- Values ------------------------------------------------------------------ */
/* What n and d mean depends on the type: WORD n is the constant; WORDS the list
 * packed four bits a word, first word lowest, each plus one; COUNT n; RANGE and
 * MONEY_RANGE n to d; MONEY n cents, or TREY_CONFIGURED; RATE n to d, n 0 for
 * none; AWARD n cents with d 0, or n percent of the meter with d 100. */
typedef struct trey_value {
    int64_t n, d;
} trey_value;
#define TREY_CONFIGURED (-1)
#define TREY_NO_LIMIT   INT64_MAX

typedef enum trey_form {
    TREY_FORM_SAYS,   /* the book says it */
    TREY_FORM_SILENT, /* our choice, with the reason */
    TREY_FORM_ABSENT  /* no such thing in this game */
} trey_form;

/* Paragraphs of one rulebook, as indices into its list. */
typedef struct trey_citation {
    const uint16_t *paragraph;
    size_t count;
} trey_citation;

/* Register entries, as indices into the rulebook's readings. */
typedef struct trey_notes {
    const uint16_t *reading;
    size_t count;
} trey_notes;

enum { TREY_LETTERS = 4, TREY_NO_READING = -1 };

typedef struct trey_rule {
    trey_form form;
    trey_value value; /* under the readings in force; zero when absent */
    trey_citation by; /* what says it, or what it leans on where the book is silent */
    const char *why;  /* the reason of a silent or absent key; else empty */
    int reading;      /* that decides the value, or TREY_NO_READING */
    trey_value letter[TREY_LETTERS]; /* the value under each letter of that reading */
    trey_notes notes;
    bool set; /* changed by trey_rulebook_set */
} trey_rule;

/* ---- Paragraphs and readings ------------------------------------------------- */
typedef enum trey_met {
    TREY_MET_ENFORCED,
    TREY_MET_RECORDED,
    TREY_MET_DISPLAYED,
    TREY_MET_DISCRETION,
    TREY_MET_DEFINITION,
    TREY_MET_OUTSIDE /* software has nothing to do */
} trey_met;
const char *trey_met_word(trey_met met);

typedef struct trey_paragraph {
    const char *id;
    const char *says; /* our paraphrase */
    trey_met met;
    const char *does;    /* what Trey does about it; empty when outside */
    const char *outside; /* why software has nothing to do for it; empty otherwise */
} trey_paragraph;

typedef struct trey_reading {
    const char *id;
    bool switchable;
    const char *question;
    unsigned letters;
    const char *letter[TREY_LETTERS];
    unsigned preset; /* the letter in force unless another is chosen: 0 is A */
    unsigned in_force;
    const char *reason;
    const char *money;
    trey_citation where; /* in this rulebook */
} trey_reading;

/* ---- Irregularities ---------------------------------------------------------- */
enum { TREY_CASES = 8 };

typedef struct trey_case {
    int8_t when[TREY_FACT_COUNT]; /* the answer that it needs, or -1 for any */
    unsigned remedy, also;        /* TREY_REMEDY_ */
    int role;                     /* lowest role that decides, or -1 */
    bool own_role;                /* the case names it, and not a key of the book */
    trey_form form;
    trey_citation by;
    trey_citation back; /* what a hand cites whose player chose to take it back, or nothing */
    const char *why;
    int reading; /* that decides remedy or also, or TREY_NO_READING */
    unsigned remedy_letter[TREY_LETTERS], also_letter[TREY_LETTERS];
    trey_notes notes;
} trey_case;

typedef struct trey_trouble {
    bool absent;
    const char *why;            /* when absent */
    bool asks[TREY_FACT_COUNT]; /* the facts that the cases depend on */
    unsigned cases;
    trey_case item[TREY_CASES];
} trey_trouble;

/* ---- Collection -------------------------------------------------------------- */
enum { TREY_SCHEDULES = 32, TREY_BRACKETS = 8 };
#define TREY_FEE_UNREADABLE (-1)

typedef struct trey_bracket {
    trey_cents from, to; /* whole dollars, both included; to is TREY_NO_LIMIT at the end */
    trey_cents fee;      /* or TREY_FEE_UNREADABLE */
} trey_bracket;

typedef struct trey_schedule {
    unsigned option;
    trey_cents player_fee;
    unsigned brackets;
    trey_bracket bracket[TREY_BRACKETS];
    trey_citation by;
    trey_notes notes;
} trey_schedule;

/* ---- Rulebooks --------------------------------------------------------------- */
typedef struct trey_rulebook trey_rulebook;

enum { TREY_BUILTIN_RULEBOOKS = 4 };
const char *trey_builtin_id(unsigned index); /* mbs, rws, rws-progressive, ca-six-card */

/* `diagnostics` may be NULL. On INVALID nothing is opened and it tells why. */
trey_status trey_rulebook_open(trey_rulebook **out, const char *id, trey_diagnostics *diagnostics);
trey_status trey_rulebook_open_file(trey_rulebook **out, const char *path,
                                    trey_diagnostics *diagnostics);
/* `name` stands for the file in messages. */
trey_status trey_rulebook_open_text(trey_rulebook **out, const char *name, const char *text,
                                    size_t length, trey_diagnostics *diagnostics);
/* A copy under whose readings and values other choices can be made. It shares
 * texts with `from`, which must stay open as long. */
trey_status trey_rulebook_fork(trey_rulebook **out, const trey_rulebook *from);
void trey_rulebook_close(trey_rulebook *book);

const char *trey_rulebook_id(const trey_rulebook *book);
const char *trey_rulebook_title(const trey_rulebook *book);
const char *trey_rulebook_version(const trey_rulebook *book);
const char *trey_rulebook_in_force(const trey_rulebook *book);
/* The id of the paragraph list that is cited. */
const char *trey_rulebook_paragraph_list(const trey_rulebook *book);

size_t trey_rulebook_paragraphs(const trey_rulebook *book);
const trey_paragraph *trey_rulebook_paragraph(const trey_rulebook *book, size_t index);
/* By its id, in either case, for California with or without "CA"; or NULL. */
const trey_paragraph *trey_rulebook_paragraph_find(const trey_rulebook *book, const char *id);

size_t trey_rulebook_readings(const trey_rulebook *book);
const trey_reading *trey_rulebook_reading(const trey_rulebook *book, size_t index);
/* UNKNOWN_READING for an unknown name, one that is a note only, or a letter
 * that it does not have. */
trey_status trey_rulebook_choose(trey_rulebook *book, const char *reading, char letter);

const trey_rule *trey_rulebook_rule(const trey_rulebook *book, trey_key key);
/* The rules of all keys, to be copied, listed or cited. To play by a value, ask for its key with
 * trey_rulebook_rule: programs/trey/reads.c watches that. */
const trey_rule *trey_rulebook_rules(const trey_rulebook *book);
/* Has the game this part, under some letter of its readings? */
bool trey_rulebook_plays(const trey_rulebook *book, trey_part part);
static inline int64_t trey_rule_word(const trey_rule *rule) {
    return rule->value.n;
}
/* Gives a key another value, as `--set pays.pair_plus.straight=6` does; a bare
 * number is a rate to one. Mistakes go to `diagnostics`. */
trey_status trey_rulebook_set(trey_rulebook *book, const char *path, const char *text,
                              trey_diagnostics *diagnostics);

const trey_trouble *trey_rulebook_trouble(const trey_rulebook *book, trey_irregularity kind);
/* The case that fits the answers (each a word of its fact), or NULL when absent. */
const trey_case *trey_trouble_case(const trey_trouble *trouble,
                                   const uint8_t answers[TREY_FACT_COUNT]);

size_t trey_rulebook_schedules(const trey_rulebook *book);
/* By position, and by the number that the book gives it (or NULL). */
const trey_schedule *trey_rulebook_schedule(const trey_rulebook *book, size_t index);
const trey_schedule *trey_rulebook_schedule_option(const trey_rulebook *book, unsigned option);
/* The bracket that an action falls into under the book's reading of the gaps
 * [ca-six-card Collection C], or NULL where it falls into none. */
const trey_bracket *trey_schedule_bracket(const trey_rulebook *book, const trey_schedule *schedule,
                                          trey_cents action);

/* Writes a value as the files do ("lives if declared", "40:1", "$1,250", "4 to
 * 7") and returns `out`. */
enum { TREY_VALUE_TEXT_MAX = 160 };
char *trey_value_print(trey_key key, trey_value value, char out[TREY_VALUE_TEXT_MAX]);

/* ---- Ranking under a rulebook ------------------------------------------------
 * Core knows 741 strengths; a book may see some of them otherwise (what is a
 * suited A-2-3, does the odd card decide between pairs). Order compares hands:
 * equal numbers stand off. */
unsigned trey_rulebook_order(const trey_rulebook *book, trey_rank rank);
trey_category trey_rulebook_category(const trey_rulebook *book, trey_rank rank);
trey_five_category trey_rulebook_five_category(const trey_rulebook *book, trey_five five);
bool trey_rulebook_qualifies(const trey_rulebook *book, trey_hand dealer);
/* Does the game have this wager, or what is paid beside it? */
bool trey_rulebook_offers(const trey_rulebook *book, unsigned wager);

#ifdef __cplusplus
}
#endif
#endif
