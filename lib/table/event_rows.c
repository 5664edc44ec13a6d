/* event_rows.c -- the rows of event_schema.h as data, and whether an event is what its row says. */
#include <string.h>

#include "trey/table.h"

#define M(member)    (UINT64_C(1) << TREY_MEMBER_##member)
#define POST_NOTHING .posts = TREY_POSTS_NOTHING
#define POST_OWN     .posts = TREY_POSTS_OWN
#define POST_MOVES(payer, payee)                                                                   \
    .posts = TREY_POSTS_AMOUNT, .from = TREY_ACCOUNT_##payer, .to = TREY_ACCOUNT_##payee

const trey_event_row trey_event_rows[TREY_EVENT_KIND_COUNT] = {
#define EVENT_ROW(constant, name, always, sometimes, posting, who, tells)                          \
    [TREY_EVENT_##constant] = {.word = #name,                                                      \
                               .sentence = (tells),                                                \
                               .needs = (always),                                                  \
                               .may = (sometimes),                                                 \
                               .teller = TREY_TELLER_##who,                                        \
                               POST_##posting},
    TREY_EVENT_KINDS(EVENT_ROW)
#undef EVENT_ROW
};

static const trey_member members[TREY_EVENT_MEMBER_COUNT] = {
#define MEMBER_ROW(constant, word, kind_of, place)                                                 \
    [TREY_MEMBER_##constant] = {.name = (word),                                                    \
                                .type = TREY_TYPE_##kind_of,                                       \
                                .at = offsetof(trey_event, place),                                 \
                                .size = sizeof((trey_event *)0)->place},
    TREY_EVENT_MEMBERS(MEMBER_ROW)
#undef MEMBER_ROW
};

const char *trey_event_word(trey_event_kind kind) {
    return trey_event_row_of(kind)->word;
}

const trey_member *trey_event_member_of(trey_event_member member) {
    TREY_ASSERT((unsigned)member < TREY_EVENT_MEMBER_COUNT);
    return &members[member];
}

/* ---- Types of one byte ---------------------------------------------------------------- */
static const char *flag_word(unsigned value) {
    return value ? "true" : "false";
}

static const char *result_word(unsigned value) {
    return trey_result_word((trey_result)value);
}

static const char *ground_word(unsigned value) {
    return trey_ground_text((trey_ground)value);
}

static const char *kind_word(unsigned value) {
    return trey_irregularity_name((trey_irregularity)value);
}

static const char *invalid_word(unsigned value) {
    static const char *const words[] = {"stand", "returned", "lost"};
    return words[value];
}

static const char *option_word(unsigned value) {
    static const char *const words[] = {"none", "offered", "continue", "return"};
    return words[value];
}

static const char *ruling_word(unsigned value) {
    return trey_ruling_word((trey_ruling_kind)value);
}

static const struct {
    unsigned values;
    const char *(*word)(unsigned value);
} types[TREY_TYPES] = {
    [TREY_TYPE_FLAG] = {2, flag_word},
    [TREY_TYPE_WAGER] = {TREY_WAGER_COUNT, trey_wager_word},
    [TREY_TYPE_ROLE] = {TREY_ROLE_SHIFT_MANAGER + 1, trey_role_word},
    [TREY_TYPE_RESULT] = {TREY_LINE_PARTLY_COVERED + 1, result_word},
    [TREY_TYPE_GROUND] = {TREY_GROUND_COUNT, ground_word},
    [TREY_TYPE_KIND] = {TREY_IRREGULARITY_COUNT, kind_word},
    [TREY_TYPE_REMEDY] = {TREY_REMEDY_COUNT, trey_remedy_word},
    [TREY_TYPE_INVALID] = {TREY_INVALID_LOST + 1, invalid_word},
    [TREY_TYPE_OPTION] = {TREY_OPTION_RETURN + 1, option_word},
    [TREY_TYPE_MODE] = {TREY_MODE_WITHOUT_JACKPOT + 1, trey_mode_word},
    [TREY_TYPE_RULING] = {TREY_RULING_COUNT, ruling_word},
};

unsigned trey_type_values(trey_member_type type) {
    return types[type].values;
}

const char *trey_type_word(trey_member_type type, unsigned value) {
    TREY_ASSERT(value < types[type].values);
    return types[type].word(value);
}

/* ---- Is it what its row says? ---------------------------------------------------------- */
/* Above anything that a table moves, and far from overflow. */
#define MONEY_MOST (TREY_METER_MAX * 100)

static bool within(trey_cents cents) {
    return cents <= MONEY_MOST && cents >= -MONEY_MOST;
}

static bool cards_whole(const trey_event *event) {
    if (event->cards.count > TREY_CARDS) return false;
    for (unsigned i = 0; i < event->cards.count; i++) {
        if (!trey_card_valid(event->cards.card[i])) return false;
    }
    return true;
}

static bool report_whole(const trey_report *report) {
    bool cards = report->cards <= TREY_SEEN_CARDS;
    for (unsigned i = 0; cards && i < report->cards; i++) cards = trey_card_valid(report->card[i]);
    return cards && report->kind < TREY_IRREGULARITY_COUNT && report->wager < TREY_WAGER_COUNT &&
           report->role <= TREY_ROLE_SHIFT_MANAGER && report->mode <= TREY_MODE_WITHOUT_JACKPOT &&
           report->against < 2 && within(report->amount);
}

static bool member_whole(const trey_event *event, const trey_member *member, bool needed) {
    const uint8_t *place = (const uint8_t *)event + member->at;
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD:
    case TREY_TYPE_SEATS:
        return true;
    case TREY_TYPE_SEAT:
        return *place <= TREY_SEATS && (!needed || *place >= 1);
    case TREY_TYPE_PLAYER:
        return !needed || event->player != TREY_NOBODY;
    case TREY_TYPE_CENTS: {
        trey_cents cents;
        memcpy(&cents, place, sizeof cents);
        return within(cents);
    }
    case TREY_TYPE_CARD:
        return *place == TREY_NO_CARD || trey_card_valid(*place);
    case TREY_TYPE_PLACE:
        return *place >= 1 && *place < TREY_PLACE_NONE;
    case TREY_TYPE_CARDS:
        return cards_whole(event);
    case TREY_TYPE_TEXT:
        return memchr(place, '\0', member->size) != NULL;
    case TREY_TYPE_CAUSE:
        return event->cause.kind <= TREY_IRREGULARITY_COUNT ||
               event->cause.kind == TREY_CAUSE_RULING;
    case TREY_TYPE_PAY_ROW:
        return event->line.row < TREY_KEYS || event->line.row == TREY_NO_KEY;
    case TREY_TYPE_REPORT:
        return report_whole(&event->report);
    case TREY_TYPE_FLAGS:
        return *place < 2 * TREY_PLAYER_UNDER_MINIMUM;
    default:
        return *place < types[member->type].values;
    }
}

bool trey_event_whole(const trey_event *event) {
    if (event->kind >= TREY_EVENT_KIND_COUNT || event->role > TREY_ROLE_SHIFT_MANAGER) return false;
    const trey_event_row *row = &trey_event_rows[event->kind];
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        unsigned member = (unsigned)__builtin_ctzll(left);
        if (!member_whole(event, &members[member], row->needs >> member & 1u)) return false;
    }
    return true;
}
