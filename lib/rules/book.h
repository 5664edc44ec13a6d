/* book.h -- what an open rulebook holds. */
#ifndef TREY_RULES_BOOK_H
#define TREY_RULES_BOOK_H

#include "arena.h"
#include "diagnostics.h"
#include "trey/rules.h"
#include "yaml_tree.h"

struct trey_rulebook {
    arena memory;
    const char *id, *title, *version, *in_force, *list;
    trey_paragraph *paragraph;
    size_t paragraphs;
    trey_reading *reading;
    size_t readings;
    trey_rule rule[TREY_KEYS];
    trey_trouble trouble[TREY_IRREGULARITY_COUNT];
    trey_schedule schedule[TREY_SCHEDULES];
    size_t schedules;
    /* Derived: how this book orders and names core's strengths. */
    uint16_t order[TREY_STRENGTHS];
    uint8_t category[TREY_STRENGTHS];
    unsigned queen_high; /* the lowest order that is queen-high or better */
};

/* A rule that the library itself plays by. */
static inline const trey_rule *said(const trey_rulebook *book, trey_key key) {
    trey_read_key(key);
    return &book->rule[key];
}

/* One file being read into a book. */
typedef struct loading {
    trey_rulebook *book;
    source from;
    trey_diagnostics *diagnostics;
    bool *reading_used; /* by a value, for each reading */
    bool unread;        /* a value could not be read */
} loading;
enum { BOOK_PATH_MAX = 128, BOOK_MEND_MAX = 160 };

void wrong_at(loading *load, const yaml_node *node, const char *mend, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The embedded copies. NULL for an unknown name. */
const char *embedded_text(const char *name, size_t *length);

/* paragraph_list.c: both fill in the book; false after a mistake. */
bool load_paragraphs(loading *load, const yaml_node *root);
bool load_readings(loading *load, const yaml_node *root);
int paragraph_find(const trey_rulebook *book, const char *id);
int reading_find(const trey_rulebook *book, const char *id);

/* rule_fields.c: the parts that every rule has. */
typedef struct fields {
    const yaml_node *value; /* under says or silent; NULL when absent */
    trey_form form;
    trey_citation by;
    const char *why;
    trey_notes notes;
} fields;
/* `known` are further field names that the caller reads itself. */
bool read_fields(loading *load, const yaml_node *node, const char *what, const char *const *known,
                 size_t known_count, fields *out);
trey_citation read_citation(loading *load, const yaml_node *node);
trey_notes read_notes(loading *load, const yaml_node *node);
/* A value that may depend on a reading: calls `parse` for each letter, or once. */
typedef bool (*parse_value)(loading *load, const yaml_node *node, const void *of, trey_value *out);
bool read_letters(loading *load, const yaml_node *node, parse_value parse, const void *of,
                  int *reading, trey_value letter[TREY_LETTERS], trey_value *value);

/* rule_value.c */
bool parse_key_value(loading *load, const yaml_node *node, const void *key, trey_value *out);
bool parse_word(loading *load, const yaml_node *node, const void *words, trey_value *out);

/* rule_parts.c: each key of a part that the game has needs a value, and no other may have one.
 * `place` is where each key stands, or NULL where the file leaves it out. */
void check_parts(loading *load, const yaml_node *root, const yaml_node *const place[TREY_KEYS]);
/* The part of the game that a wager is. */
trey_part part_of_wager(unsigned wager);
/* Is it the remedy of some case of the kind, under some letter? */
bool any_remedy(const trey_rulebook *book, trey_irregularity kind, unsigned remedy);
/* rule_fit.c: one value by itself, and all of them together under every letter. */
void check_value(loading *load, trey_key key, trey_value value, const yaml_node *node);
void check_fit(loading *load, const yaml_node *const place[TREY_KEYS]);

/* irregularity_cases.c, collection_schedules.c */
void load_troubles(loading *load, const yaml_node *node);
void load_schedules(loading *load, const yaml_node *node);
/* Who decides where a key says so: call after any change of a value. */
void derive_roles(trey_rulebook *book);

/* rulebook_ranking.c: call after any change of a value. */
void derive_ranking(trey_rulebook *book);

#endif
