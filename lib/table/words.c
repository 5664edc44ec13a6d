/* words.c -- words and sentences for what the table says. */
#include "trey/table.h"

#define WORD_AT(words, index)                                                                      \
    do {                                                                                           \
        TREY_ASSERT((unsigned)(index) < sizeof(words) / sizeof *(words));                          \
        return (words)[index];                                                                     \
    } while (0)

#define ONLY_WORD(constant, word)         word,
#define FIRST_WORD(constant, word, text)  word,
#define SECOND_WORD(constant, word, text) text,

const char *trey_phase_name(trey_phase phase) {
    static const char *const words[TREY_PHASES] = {"idle",    "betting",  "closed",
                                                   "dealing", "decision", "showdown"};
    WORD_AT(words, phase);
}

const char *trey_refused_word(trey_refused refused) {
    static const char *const words[] = {TREY_REFUSALS(FIRST_WORD)};
    WORD_AT(words, refused);
}

const char *trey_refused_text(trey_refused refused) {
    static const char *const words[] = {TREY_REFUSALS(SECOND_WORD)};
    WORD_AT(words, refused);
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

const char *trey_mode_word(unsigned mode) {
    static const char *const words[] = {"none", "close", "disable", "without_jackpot"};
    return words[mode < sizeof words / sizeof *words ? mode : 0];
}

const char *trey_gate_word(unsigned gate) {
    static const char *const words[] = {"none",    "report",     "ruling",
                                        "options", "withdrawal", "mending"};
    WORD_AT(words, gate);
}
