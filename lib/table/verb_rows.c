/* verb_rows.c -- the rows of command_schema.h as data. */
#include "trey/table.h"

#define GATE(gate) (1u << TREY_GATE_##gate)
enum {
    PASSES_HELD = GATE(NONE),
    PASSES_FREE = PASSES_HELD | GATE(MENDING),
    PASSES_CHOOSES = PASSES_FREE | GATE(OPTIONS) | GATE(WITHDRAWAL),
    PASSES_RESOLVES = PASSES_FREE | GATE(REPORT),
    PASSES_ALWAYS = PASSES_CHOOSES | PASSES_RESOLVES | GATE(RULING)
};
#define G(member)         (UINT32_C(1) << TREY_GIVES_##member)
#define HAS(member, mask) (((mask)&G(member)) != 0)

const trey_verb_row trey_verb_rows[TREY_VERB_COUNT] = {
#define VERB_ROW(constant, name, lowest, usual, rule, always, sometimes, waits, more)              \
    [TREY_VERB_##constant] = {.word = #name,                                                       \
                              .needs = (always),                                                   \
                              .may = (sometimes),                                                  \
                              .key = TREY_KEY_##rule,                                              \
                              .from = TREY_ROLE_##lowest,                                          \
                              .by = TREY_ROLE_##usual,                                             \
                              .passes = PASSES_##waits,                                            \
                              .traits = TREY_TRAIT_##more,                                         \
                              .names_seat = HAS(SEAT, always),                                     \
                              .own = HAS(PLAYER, always)},
    TREY_VERBS(VERB_ROW)
#undef VERB_ROW
};

static const trey_member members[TREY_GIVES_COUNT] = {
#define MEMBER_ROW(constant, word, kind_of, place)                                                 \
    [TREY_GIVES_##constant] = {.name = #word,                                                      \
                               .type = TREY_TYPE_##kind_of,                                        \
                               .at = offsetof(trey_command, place),                                \
                               .size = sizeof((trey_command *)0)->place},
    TREY_COMMAND_MEMBERS(MEMBER_ROW)
#undef MEMBER_ROW
};

#define N(what) TREY_NAMES_##what
static const trey_ruling_row rulings[TREY_RULING_COUNT] = {
#define RULING_ROW(constant, name, role, what, time)                                               \
    [TREY_RULING_##constant] = {                                                                   \
        .word = #name, .key = TREY_KEY_##role, .names = (what), .when = TREY_RULING_TIME_##time},
    TREY_RULINGS(RULING_ROW)
#undef RULING_ROW
};

const char *trey_verb_word(trey_verb verb) {
    return trey_verb_row_of(verb)->word;
}

const trey_member *trey_command_member_of(trey_command_member member) {
    TREY_ASSERT((unsigned)member < TREY_GIVES_COUNT);
    return &members[member];
}

const trey_ruling_row *trey_ruling_row_of(trey_ruling_kind ruling) {
    TREY_ASSERT((unsigned)ruling < TREY_RULING_COUNT);
    return &rulings[ruling];
}

const char *trey_ruling_word(trey_ruling_kind ruling) {
    return trey_ruling_row_of(ruling)->word;
}
