/* table_names.c -- words and sentences for what the table says. */
#include "trey/table.h"

#define WORD_AT(words, index)                                                                      \
    do {                                                                                           \
        TREY_ASSERT((unsigned)(index) < sizeof(words) / sizeof *(words));                          \
        return (words)[index];                                                                     \
    } while (0)

const char *trey_phase_name(trey_phase phase) {
    static const char *const words[TREY_PHASES] = {"idle",    "betting",  "closed",
                                                   "dealing", "decision", "showdown"};
    WORD_AT(words, phase);
}

const char *trey_verb_word(trey_verb verb) {
#define VERB_WORD(constant, word, role) word,
    static const char *const words[] = {TREY_VERBS(VERB_WORD)};
    WORD_AT(words, verb);
}

#define FIRST_WORD(constant, word, ...)   word,
#define SECOND_WORD(constant, word, text) text,

const char *trey_refused_word(trey_refused refused) {
    static const char *const words[] = {TREY_REFUSALS(FIRST_WORD)};
    WORD_AT(words, refused);
}

const char *trey_refused_text(trey_refused refused) {
    static const char *const words[] = {TREY_REFUSALS(SECOND_WORD)};
    WORD_AT(words, refused);
}

#define ONLY_WORD(constant, word) word,

const char *trey_event_word(trey_event_kind kind) {
    static const char *const words[] = {TREY_EVENT_KINDS(ONLY_WORD)};
    WORD_AT(words, kind);
}

const char *trey_ground_text(trey_ground ground) {
    static const char *const words[] = {TREY_GROUNDS(ONLY_WORD)};
    WORD_AT(words, ground);
}

const char *trey_result_word(trey_result result) {
    static const char *const words[] = {"win",  "lose",     "push",      "bonus",
                                        "paid", "returned", "uncovered", "partly_covered"};
    WORD_AT(words, result);
}

const char *trey_ruling_word(trey_ruling_kind ruling) {
    static const char *const words[] = {TREY_RULINGS(ONLY_WORD)};
    WORD_AT(words, ruling);
}
