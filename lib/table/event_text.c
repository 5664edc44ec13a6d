/* event_text.c -- an event told in the sentence of its row. */
#include <stdio.h>
#include <string.h>

#include "trey/table.h"

typedef struct telling {
    const trey_event *event;
    const trey_teller_names *names;
    char *out;
    size_t used, room;
} telling;

static void say(telling *t, const char *text, size_t length) {
    if (t->room - t->used <= 1) return;
    size_t fits = length < t->room - t->used - 1 ? length : t->room - t->used - 1;
    memcpy(t->out + t->used, text, fits);
    t->used += fits;
    t->out[t->used] = '\0';
}

static void say_text(telling *t, const char *text) {
    say(t, text, strlen(text));
}

/* "pit_supervisor" as "pit supervisor" */
static void say_spaced(telling *t, const char *word) {
    for (; *word; word++) say(t, *word == '_' ? " " : word, 1);
}

static void say_cards(telling *t, const trey_card *card, unsigned count) {
    trey_card_style style = t->names && t->names->signs ? TREY_CARD_SIGNS : TREY_CARD_LETTERS;
    for (unsigned i = 0; i < count; i++) {
        char text[TREY_CARD_TEXT_MAX];
        if (i) say(t, " ", 1);
        say_text(t, trey_card_valid(card[i]) ? trey_card_print(card[i], style, text) : "a card");
    }
}

static void say_number(telling *t, unsigned long number) {
    char text[24];
    snprintf(text, sizeof text, "%lu", number);
    say_text(t, text);
}

static void say_player(telling *t, trey_player player) {
    if (t->names && t->names->player) {
        say_text(t, t->names->player(t->names->context, player));
    } else {
        say_number(t, player);
    }
}

static void say_seats(telling *t, unsigned seats) {
    bool any = false;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (!(seats >> (seat - 1) & 1u)) continue;
        if (any) say(t, ", ", 2);
        say_number(t, seat);
        any = true;
    }
}

static void say_flags(telling *t, unsigned flags) {
    static const char *const told[] = {"is barred", "is stopped", "is held to one position",
                                       "has had the one wager under the minimum"};
    for (unsigned i = 0; i < sizeof told / sizeof *told; i++) {
        if (!(flags >> i & 1u)) continue;
        say_text(t, told[i]);
        return;
    }
}

static void say_cause(telling *t, trey_cause cause) {
    bool kind = cause.kind >= 1 && cause.kind <= TREY_IRREGULARITY_COUNT;
    say_spaced(t, kind ? trey_irregularity_name((trey_irregularity)(cause.kind - 1)) : "ruling");
}

/* A value of one byte, in the words of the trade. */
static void say_byte(telling *t, trey_member_type type, unsigned value) {
    static const char *const modes[] = {
        "the table goes on", "the table is closed for further rounds",
        "no bets are taken at this position", "no jackpot bets are taken; a notice says so"};
    static const char *const options[] = {"has no choice", "has a choice", "goes on",
                                          "takes the wagers back"};
    if (value >= trey_type_values(type)) {
        say_number(t, value);
    } else if (type == TREY_TYPE_WAGER) {
        const trey_wager_row *row = trey_wager(value);
        say_text(t, row->spoken ? row->spoken : row->title);
    } else if (type == TREY_TYPE_MODE) {
        say_text(t, modes[value]);
    } else if (type == TREY_TYPE_OPTION) {
        say_text(t, options[value]);
    } else {
        say_spaced(t, trey_type_word(type, value));
    }
}

static int64_t value_of(const trey_event *event, const trey_member *member) {
    const uint8_t *place = (const uint8_t *)event + member->at;
    int64_t cents;
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_CENTS:
        memcpy(&cents, place, sizeof cents);
        return cents;
    case TREY_TYPE_PLAYER:
        return event->player;
    case TREY_TYPE_PAY_ROW:
        return event->line.row;
    default:
        return *place;
    }
}

static void say_value(telling *t, const trey_member *member) {
    const trey_event *event = t->event;
    int64_t value = value_of(event, member);
    char money[TREY_CENTS_TEXT_MAX];
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD: /* how many cards */
        say_number(t, event->cards.count);
        break;
    case TREY_TYPE_CENTS:
        say_text(t, trey_cents_print(value < 0 ? -value : value, money));
        break;
    case TREY_TYPE_PLAYER:
        say_player(t, event->player);
        break;
    case TREY_TYPE_SEATS:
        say_seats(t, (unsigned)value);
        break;
    case TREY_TYPE_CARD:
        say_cards(t, &event->dealt.card, 1);
        break;
    case TREY_TYPE_CARDS:
        say_cards(t, event->cards.card, event->cards.count);
        break;
    case TREY_TYPE_TEXT:
        say_text(t, (const char *)event + member->at);
        break;
    case TREY_TYPE_FLAGS:
        say_flags(t, (unsigned)value);
        break;
    case TREY_TYPE_CAUSE:
        say_cause(t, event->cause);
        break;
    case TREY_TYPE_PAY_ROW:
        say_text(t, value < TREY_KEYS ? trey_key_path((trey_key)value) : "-");
        break;
    case TREY_TYPE_REPORT:
        say_spaced(t, trey_irregularity_name((trey_irregularity)event->report.kind));
        break;
    case TREY_TYPE_SEAT:
    case TREY_TYPE_PLACE:
        say_number(t, (unsigned long)value);
        break;
    default:
        say_byte(t, (trey_member_type)member->type, (unsigned)value);
        break;
    }
}

/* The member of the event's row that has this name. */
static const trey_member *named(const telling *t, const char *name, size_t length) {
    const trey_event_row *row = trey_event_row_of((trey_event_kind)t->event->kind);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        const trey_member *member = trey_event_member_of((trey_event_member)__builtin_ctzll(left));
        if (strlen(member->name) == length && memcmp(member->name, name, length) == 0)
            return member;
    }
    TREY_ASSERT(false && "a sentence names a member of its row");
    return NULL;
}

static void say_sentence(telling *t, const char *from, const char *end);

/* {name}, {name?...}, {name!...}, {name+...} or {name-...}, without its braces. */
static void say_part(telling *t, const char *from, const char *end) {
    const char *at = from;
    while (at < end && (*at == '_' || (*at >= 'a' && *at <= 'z'))) at++;
    const trey_member *member = named(t, from, (size_t)(at - from));
    if (at == end) {
        say_value(t, member);
        return;
    }
    int64_t value = value_of(t->event, member);
    bool holds = *at == '?'   ? value != 0
                 : *at == '!' ? value == 0
                 : *at == '+' ? value > 0
                              : value < 0;
    if (holds) say_sentence(t, at + 1, end);
}

static void say_sentence(telling *t, const char *from, const char *end) {
    while (from < end) {
        const char *brace = memchr(from, '{', (size_t)(end - from));
        if (!brace) brace = end;
        say(t, from, (size_t)(brace - from));
        if (brace == end) return;
        unsigned deep = 1;
        const char *close = brace + 1;
        for (; close < end && deep > 0; close++)
            deep += *close == '{' ? 1u : *close == '}' ? -1u : 0;
        say_part(t, brace + 1, close - 1);
        from = close;
    }
}

bool trey_event_tell(const trey_event *event, const trey_teller_names *names, char *out,
                     size_t room) {
    const char *sentence = trey_event_row_of((trey_event_kind)event->kind)->sentence;
    telling t = {.event = event, .names = names, .out = out, .room = room};
    out[0] = '\0';
    if (sentence[0] == '\0' || sentence[0] == '*') return false;
    say_sentence(&t, sentence, sentence + strlen(sentence));
    return true;
}

void trey_event_list(const trey_event *event, char *out, size_t room) {
    const trey_event_row *row = trey_event_row_of((trey_event_kind)event->kind);
    telling t = {.event = event, .out = out, .room = room};
    out[0] = '\0';
    say_spaced(&t, row->word);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1) {
        const trey_member *member = trey_event_member_of((trey_event_member)__builtin_ctzll(left));
        if (member->type == TREY_TYPE_TOLD) continue;
        say(&t, ", ", 2);
        say_spaced(&t, member->name);
        say(&t, " ", 1);
        if (member->type == TREY_TYPE_CENTS && value_of(event, member) < 0) say(&t, "-", 1);
        say_value(&t, member);
    }
}
