/* schema.c -- the tables of rulebook_schema.h and irregularity_schema.h. */
#include "schema.h"

#include <string.h>

#define WORD_TEXT(constant, word) word,
#define WORD_LIST(list)                                                                            \
    static const char *const words_##list[] = {TREY_WORDS_##list(WORD_TEXT)};                      \
    static const word_list list_##list = {words_##list, sizeof words_##list / sizeof *words_##list};
TREY_WORD_LISTS(WORD_LIST)
TREY_FACT_WORD_LISTS(WORD_LIST)

/* The words of rows that have a table of their own: what stands second in each. */
#define ROW_WORD(constant, word, ...) word,
static const char *const words_remedy[] = {TREY_REMEDIES(ROW_WORD)};
static const char *const words_fact[] = {TREY_FACTS(ROW_WORD)};
static const char *const words_kind[] = {TREY_IRREGULARITIES(ROW_WORD)};
#undef ROW_WORD
const word_list schema_remedies = {words_remedy, TREY_REMEDY_COUNT};
const word_list schema_fact_names = {words_fact, TREY_FACT_COUNT};
const word_list schema_kind_names = {words_kind, TREY_IRREGULARITY_COUNT};
const word_list schema_roles = {words_ROLE, sizeof words_ROLE / sizeof *words_ROLE};
static const char *const words_met[] = {"enforced", "recorded", "displayed", "discretion",
                                        "definition"};
const word_list schema_mets = {words_met, sizeof words_met / sizeof *words_met};

const key_schema schema_keys[TREY_KEYS] = {
#define MET_READ                                                                                   \
    { TREY_KEY_IS_READ, 0, "" }
#define MET_FIXED(only, why)                                                                       \
    { TREY_KEY_IS_FIXED, TREY_##only, why }
#define MET_NOTE(why)                                                                              \
    { TREY_KEY_IS_A_NOTE, 0, why }
#define KEY_ROW(constant, path, type, words, part, met, meaning)                                   \
    {path, TREY_TYPE_##type, &list_##words, TREY_PART_##part, MET_##met, meaning},
    TREY_RULE_KEYS(KEY_ROW)
#undef KEY_ROW
};

const part_schema schema_parts[TREY_PART_COUNT] = {
#define PART_ROW(constant, missing, there) {missing, there},
    TREY_RULE_PARTS(PART_ROW)
#undef PART_ROW
};

const fact_schema schema_facts[TREY_FACT_COUNT] = {
#define FACT_RECORDED true
#define FACT_ASKED    false
#define FACT_ROW(constant, name, words, known, fits, question)                                     \
    {name, &list_##words, FACT_##known, fits, question},
    TREY_FACTS(FACT_ROW)
#undef FACT_ROW
};

static const trey_remedy_row remedies[TREY_REMEDY_COUNT] = {
#define REMEDY_ROW(constant, word, fits, tells, between, step, then)                               \
    {word, fits, TREY_NAMES_##tells, TREY_BETWEEN_##between, TREY_STEP_##step, TREY_THEN_##then},
    TREY_REMEDIES(REMEDY_ROW)
#undef REMEDY_ROW
};

static const trey_kind_row kinds[TREY_IRREGULARITY_COUNT] = {
#define KIND_ROW(constant, name, about, when, names, happened)                                     \
    {name, TREY_ABOUT_##about, when, names, happened},
    TREY_IRREGULARITIES(KIND_ROW)
#undef KIND_ROW
};

const char *trey_key_path(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].path;
}

const char *trey_key_meaning(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].meaning;
}

trey_value_type trey_key_type(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].type;
}

trey_part trey_key_part(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].part;
}

trey_key_use trey_key_met(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].met.how;
}

const char *trey_key_met_word(trey_key key) {
    static const char *const words[] = {"read", "fixed", "note"};
    return words[trey_key_met(key)];
}

const char *trey_key_met_why(trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    return schema_keys[key].met.why;
}

trey_key trey_key_find(const char *path) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (strcmp(schema_keys[key].path, path) == 0) return (trey_key)key;
    }
    return TREY_KEYS;
}

const char *trey_fact_name(trey_fact fact) {
    TREY_ASSERT((unsigned)fact < TREY_FACT_COUNT);
    return schema_facts[fact].name;
}

const char *trey_fact_question(trey_fact fact) {
    TREY_ASSERT((unsigned)fact < TREY_FACT_COUNT);
    return schema_facts[fact].question;
}

const char *trey_fact_answer(trey_fact fact, unsigned answer) {
    TREY_ASSERT((unsigned)fact < TREY_FACT_COUNT);
    const word_list *words = schema_facts[fact].words;
    return answer < words->count ? words->word[answer] : NULL;
}

bool trey_fact_is_recorded(trey_fact fact) {
    TREY_ASSERT((unsigned)fact < TREY_FACT_COUNT);
    return schema_facts[fact].recorded;
}

const trey_remedy_row *trey_remedy_of(unsigned remedy) {
    TREY_ASSERT(remedy < TREY_REMEDY_COUNT);
    return &remedies[remedy];
}

const trey_kind_row *trey_kind_of(trey_irregularity kind) {
    TREY_ASSERT((unsigned)kind < TREY_IRREGULARITY_COUNT);
    return &kinds[kind];
}

const char *trey_irregularity_name(trey_irregularity kind) {
    TREY_ASSERT((unsigned)kind < TREY_IRREGULARITY_COUNT);
    return kinds[kind].name;
}

const char *trey_irregularity_happened(trey_irregularity kind) {
    TREY_ASSERT((unsigned)kind < TREY_IRREGULARITY_COUNT);
    return kinds[kind].happened;
}

static const char *word_at(const word_list *words, unsigned index) {
    TREY_ASSERT(index < words->count);
    return words->word[index];
}

const char *trey_remedy_word(unsigned remedy) {
    return word_at(&schema_remedies, remedy);
}
const char *trey_role_word(unsigned role) {
    return word_at(&schema_roles, role);
}
const char *trey_category_word(unsigned category) {
    return word_at(&list_CATEGORY, category);
}

#define WAGER_ROW(X, constant, name, called, ...)                                                  \
    [TREY_WAGER_##constant] = {.word = (name), .title = (called), __VA_ARGS__},
const trey_wager_row trey_wager_rows[TREY_WAGER_COUNT] = {TREY_WAGERS(WAGER_ROW, )};
#undef WAGER_ROW

unsigned trey_wager_listed(unsigned place) {
    for (unsigned head = 0; head < TREY_STAKES; head++) {
        for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++) {
            if (trey_wager(wager)->head == head && place-- == 0) return wager;
        }
    }
    TREY_ASSERT(false);
    return TREY_WAGER_COUNT;
}

bool trey_wager_limited(unsigned wager) {
    return wager < TREY_STAKES && trey_wager(wager)->placed == TREY_PLACED_LIMITED;
}

const char *trey_wager_word(unsigned wager) {
    return trey_wager(wager)->word;
}
const char *trey_met_word(trey_met met) {
    /* No file says so: it follows from what the paragraph has instead. */
    return met == TREY_MET_OUTSIDE ? "outside" : word_at(&schema_mets, (unsigned)met);
}

int word_find(const word_list *words, const char *word) {
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->word[i], word) == 0) return (int)i;
    }
    return -1;
}

const char *word_candidate(size_t index, const void *of) {
    return ((const word_list *)of)->word[index];
}

const char *key_candidate(size_t index, const void *of) {
    (void)of;
    return schema_keys[index].path;
}
