/* schema.h -- the schema's tables, for the loader. */
#ifndef TREY_RULES_SCHEMA_H
#define TREY_RULES_SCHEMA_H

#include "trey/rules.h"

typedef struct word_list {
    const char *const *word;
    size_t count;
} word_list;

typedef struct key_schema {
    const char *path;
    trey_value_type type;
    const word_list *words;
    trey_part part;
    struct {
        trey_key_use how;
        int64_t only; /* FIXED: the value that can be played */
        const char *why;
    } met;
    const char *meaning;
} key_schema;

extern const key_schema schema_keys[TREY_KEYS];

typedef struct part_schema {
    const char *missing; /* why a key of it is absent */
    const char *there;   /* what brings it into the game */
} part_schema;
extern const part_schema schema_parts[TREY_PART_COUNT];

typedef struct fact_schema {
    const char *name;
    const word_list *words;
    bool recorded;
    unsigned fits; /* trey_about */
    const char *question;
} fact_schema;
extern const fact_schema schema_facts[TREY_FACT_COUNT];

extern const word_list schema_fact_names;
extern const word_list schema_kind_names; /* of irregularities */
extern const word_list schema_remedies;
extern const word_list schema_roles;
extern const word_list schema_mets;

/* The number of a word, or -1. */
int word_find(const word_list *words, const char *word);
/* For nearest_word: `of` is a word_list. */
const char *word_candidate(size_t index, const void *of);
/* For nearest_word: paths of keys. */
const char *key_candidate(size_t index, const void *of);

#endif
