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
    const char *meaning;
} key_schema;

extern const key_schema schema_keys[TREY_KEYS];

typedef struct fact_schema {
    const char *name;
    const word_list *words;
    const char *question;
} fact_schema;
extern const fact_schema schema_facts[TREY_FACT_COUNT];

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
