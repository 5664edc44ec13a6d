/* json_members.c -- the members of a client's message, one reader each.
 *
 * A reader says what is wrong and what would be right, and puts what is right into the
 * message. Which message may have which member stands in json_message.c. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_message.h"

/* ---- Reading one member ------------------------------------------------------------------ */
bool message_wrong(message_reading *r, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(r->mistake->text, sizeof r->mistake->text, format, list);
    va_end(list);
    /* A quoted word may have been cut inside a letter. */
    json_t *text = json_string(r->mistake->text);
    for (char *c = r->mistake->text; !text && *c; c++) {
        if ((unsigned char)*c >= 0x80) *c = '?';
    }
    json_decref(text);
    return false;
}

const char *message_type_word(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
        return "a number";
    case JSON_REAL:
        return "a number with a fraction";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    default:
        return "null";
    }
}

static bool read_whole(message_reading *r, const char *name, const json_t *value, int64_t least,
                       int64_t most, int64_t *out) {
    if (!json_is_integer(value))
        return message_wrong(r, "\"%s\" must be a whole number; it is %s", name,
                             message_type_word(value));
    *out = json_integer_value(value);
    if (*out < least || *out > most)
        return message_wrong(r, "\"%s\" must be from %lld to %lld", name, (long long)least,
                             (long long)most);
    return true;
}

static bool read_flag(message_reading *r, const char *name, const json_t *value, bool *out) {
    if (!json_is_boolean(value))
        return message_wrong(r, "\"%s\" must be true or false; it is %s", name,
                             message_type_word(value));
    *out = json_is_true(value);
    return true;
}

/* One line that is seen as it is written: no control characters, nothing invisible, nothing that
 * turns the direction of what stands beside it. jansson has seen to it that it is UTF-8. */
static bool printable(const char *text) {
    static const char *const unseen[] = {"\u061c", "\u180e", "\ufeff", "\ufff9",
                                         "\ufffa", "\ufffb", "\u00ad"};
    for (const uint8_t *at = (const uint8_t *)text; *at; at++) {
        if (*at < ' ' || *at == 0x7f) return false;
        if (at[0] == 0xc2 && at[1] < 0xa0) return false; /* U+0080 to U+009F */
        if (at[0] == 0xe2 && at[1] == 0x80 &&
            ((at[2] >= 0x8b && at[2] <= 0x8f) || (at[2] >= 0xa8 && at[2] <= 0xae)))
            return false; /* U+200B to U+200F, U+2028 to U+202E */
        if (at[0] == 0xe2 && at[1] == 0x81 && at[2] >= 0xa0 && at[2] <= 0xaf) return false;
    }
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        if (strstr(text, unseen[i])) return false;
    }
    return true;
}

static bool read_text(message_reading *r, const char *name, const json_t *value, char *out,
                      size_t room) {
    if (!json_is_string(value))
        return message_wrong(r, "\"%s\" must be a text; it is %s", name, message_type_word(value));
    if (json_string_length(value) == 0 || json_string_length(value) >= room)
        return message_wrong(r, "\"%s\" must have 1 to %zu bytes", name, room - 1);
    if (!printable(json_string_value(value)))
        return message_wrong(r, "\"%s\" must be one line of printable text", name);
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return true;
}

static const char *nth_word(size_t index, const void *of) {
    const char *(*const *name)(unsigned) = of;
    return (*name)((unsigned)index);
}

/* The place of a word in one of the engine's lists. */
static bool read_word(message_reading *r, const char *member, const json_t *value,
                      const char *(*name)(unsigned), unsigned count, uint8_t *out) {
    char word[40];
    if (!read_text(r, member, value, word, sizeof word)) return false;
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(name(i), word) != 0) continue;
        *out = (uint8_t)i;
        return true;
    }
    const char *near = trey_nearest_word(word, nth_word, count, &name);
    return message_wrong(r, "\"%s\": there is no %s%s%s%s", member, word,
                         near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static const char *kind_word(unsigned index) {
    return trey_irregularity_name((trey_irregularity)index);
}

static const char *ruling_word(unsigned index) {
    return trey_ruling_word((trey_ruling_kind)index);
}

/* Digits in pairs; false for anything else. */
bool message_hex(const char *text, size_t length, uint8_t *out) {
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;
        if (digit == 16) return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | digit : digit << 4);
    }
    return length % 2 == 0;
}

bool read_cards(message_reading *r, const char *name, const json_t *value) {
    trey_command *command = &r->out->command;
    bool one = command->verb == TREY_VERB_CARD;
    size_t most = one ? 1 : command->verb == TREY_VERB_REPORT ? TREY_SEEN_CARDS : TREY_CARDS;
    if (!json_is_array(value))
        return message_wrong(r, "\"%s\" must be a list of cards; it is %s", name,
                             message_type_word(value));
    size_t count = json_array_size(value);
    if (count < 1 || count > most)
        return message_wrong(r, "\"%s\" must have 1 to %zu cards; it has %zu", name, most, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        const char *end = "?";
        if (one && json_is_null(item)) { /* a burn card that nobody saw */
            command->cards[i] = TREY_NO_CARD;
            continue;
        }
        bool card =
            json_is_string(item) &&
            trey_card_parse(json_string_value(item), &command->cards[i], &end) == TREY_STATUS_OK &&
            *end == '\0';
        if (!card)
            return message_wrong(
                r, "\"%s\"[%zu] is not a card: write a rank and a suit, as in Qs or 10h", name, i);
    }
    command->count = (uint8_t)count;
    return true;
}

bool read_seats(message_reading *r, const char *name, const json_t *value) {
    if (!json_is_array(value))
        return message_wrong(r, "\"%s\" must be a list of seats; it is %s", name,
                             message_type_word(value));
    for (size_t i = 0; i < json_array_size(value); i++) {
        int64_t seat = 0;
        if (!read_whole(r, name, json_array_get(value, i), 1, TREY_SEATS, &seat)) return false;
        r->out->command.seats |= (uint8_t)(1u << ((unsigned)(seat - 1) & 7u));
    }
    return true;
}

static bool read_fact(message_reading *r, const char *name, const json_t *value) {
    unsigned fact = 0;
    while (fact < TREY_FACT_COUNT && strcmp(trey_fact_name((trey_fact)fact), name) != 0) fact++;
    if (fact == TREY_FACT_COUNT) return message_wrong(r, "\"facts\": there is no fact %.40s", name);
    if (fact == TREY_FACT_COUNTED && json_is_integer(value)) {
        int64_t counted = 0;
        if (!read_whole(r, name, value, 1, UINT8_MAX, &counted)) return false;
        r->out->command.counted = (uint8_t)counted;
        return true;
    }
    if (!json_is_string(value))
        return message_wrong(r, "\"facts\".%s must be a text; it is %s", name,
                             message_type_word(value));
    for (unsigned i = 0; trey_fact_answer((trey_fact)fact, i); i++) {
        if (strcmp(trey_fact_answer((trey_fact)fact, i), json_string_value(value)) != 0) continue;
        r->out->command.answer[fact] = (uint8_t)(i + 1);
        return true;
    }
    return message_wrong(r, "\"facts\".%s: %.40s is no answer; %s", name, json_string_value(value),
                         trey_fact_question((trey_fact)fact));
}

bool read_facts(message_reading *r, const char *name, const json_t *value) {
    if (!json_is_object(value))
        return message_wrong(r, "\"%s\" must be an object; it is %s", name,
                             message_type_word(value));
    const char *fact;
    json_t *answer;
    json_object_foreach((json_t *)value, fact, answer) {
        if (!read_fact(r, fact, answer)) return false;
    }
    return true;
}

bool read_secret(message_reading *r, const char *name, const json_t *value) {
    size_t length = json_is_string(value) ? json_string_length(value) : 0;
    if (length != sizeof r->out->secret * 2 ||
        !message_hex(json_string_value(value), length, r->out->secret))
        return message_wrong(r, "\"%s\" must be a text of 64 hex digits", name);
    return true;
}

bool read_amount(message_reading *r, const char *name, const json_t *value) {
    return read_whole(r, name, value, 1, INT64_MAX, &r->out->command.amount);
}

bool read_seat(message_reading *r, const char *name, const json_t *value) {
    int64_t seat = 0;
    if (!read_whole(r, name, value, 1, TREY_SEATS, &seat)) return false;
    r->out->command.seat = (uint8_t)seat;
    return true;
}

bool read_player(message_reading *r, const char *name, const json_t *value) {
    int64_t player = 0;
    if (!read_whole(r, name, value, 1, UINT32_MAX, &player)) return false;
    r->out->command.player = (trey_player)player;
    r->out->has_player = true;
    return true;
}

bool read_other(message_reading *r, const char *name, const json_t *value) {
    int64_t other = 0;
    if (!read_whole(r, name, value, 1, UINT32_MAX, &other)) return false;
    r->out->other = (trey_player)other;
    return true;
}

bool read_wager(message_reading *r, const char *name, const json_t *value) {
    return read_word(r, name, value, trey_wager_word, TREY_WAGER_COUNT, &r->out->command.wager);
}

bool read_kind(message_reading *r, const char *name, const json_t *value) {
    return read_word(r, name, value, kind_word, TREY_IRREGULARITY_COUNT, &r->out->command.kind);
}

bool read_ruling(message_reading *r, const char *name, const json_t *value) {
    return read_word(r, name, value, ruling_word, TREY_RULING_COUNT, &r->out->command.ruling);
}

bool read_mode(message_reading *r, const char *name, const json_t *value) {
    return read_word(r, name, value, trey_mode_word, TREY_MODE_WITHOUT_JACKPOT + 1,
                     &r->out->command.mode);
}

bool read_part(message_reading *r, const char *name, const json_t *value) {
    bool part = false;
    if (!read_flag(r, name, value, &part)) return false;
    r->out->command.part = part;
    return true;
}

bool read_reason(message_reading *r, const char *name, const json_t *value) {
    trey_message *out = r->out;
    switch ((trey_message_kind)out->kind) {
    case TREY_MESSAGE_COMMAND:
        return read_text(r, name, value, out->command.reason, sizeof out->command.reason);
    case TREY_MESSAGE_LIMITS:
        return read_text(r, name, value, out->reason, sizeof out->command.limits.reason);
    default:
        return read_text(r, name, value, out->reason, sizeof out->reason);
    }
}

bool read_number(message_reading *r, const char *name, const json_t *value) {
    int64_t number = 0;
    if (!read_whole(r, name, value, 1, INT64_MAX, &number)) return false;
    r->out->number = (uint64_t)number;
    return true;
}

bool read_round(message_reading *r, const char *name, const json_t *value) {
    int64_t round = 0;
    if (!read_whole(r, name, value, 1, INT64_MAX, &round)) return false;
    r->out->round = (uint64_t)round;
    return true;
}

bool read_place(message_reading *r, const char *name, const json_t *value) {
    int64_t place = 0;
    if (!read_whole(r, name, value, 1, UINT16_MAX, &place)) return false;
    r->out->place = (uint16_t)place;
    return true;
}

bool read_since(message_reading *r, const char *name, const json_t *value) {
    r->out->has_since = true;
    return read_whole(r, name, value, 0, INT64_MAX, &r->out->since);
}

bool read_on(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->on);
}

bool read_try(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->tries);
}

bool read_over(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->over);
}

bool read_identified(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->identified);
}

/* ---- Names and texts ------------------------------------------------------------------------ */
bool read_table(message_reading *r, const char *name, const json_t *value) {
    return read_text(r, name, value, r->out->table, sizeof r->out->table);
}

/* A message about a jackpot has it where others have their table; a table that is to be
 * opened has both, and so has an award that the jackpot did not hear of. */
bool read_jackpot(message_reading *r, const char *name, const json_t *value) {
    trey_message *out = r->out;
    bool beside = out->kind == TREY_MESSAGE_TABLE || out->kind == TREY_MESSAGE_CLAIM ||
                  out->kind == TREY_MESSAGE_STRIKE;
    return read_text(r, name, value, beside ? out->jackpot : out->table, sizeof out->table);
}

bool read_rulebook(message_reading *r, const char *name, const json_t *value) {
    return read_text(r, name, value, r->out->rulebook, sizeof r->out->rulebook);
}

/* Letters of any language, but nothing that cannot be seen. */
static bool read_line(message_reading *r, const char *name, const json_t *value, char *out,
                      size_t room) {
    if (!read_text(r, name, value, out, room)) return false;
    for (const char *c = out; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return message_wrong(r, "\"%s\" must be one line without control characters", name);
    }
    return true;
}

bool read_title(message_reading *r, const char *name, const json_t *value) {
    return read_line(r, name, value, r->out->title, sizeof r->out->title);
}

bool read_note(message_reading *r, const char *name, const json_t *value) {
    return read_line(r, name, value, r->out->note, sizeof r->out->note);
}

/* A name, its beginning, or a number, which may be written as one. */
bool read_find(message_reading *r, const char *name, const json_t *value) {
    trey_message *out = r->out;
    int64_t number = 0;
    if (!json_is_integer(value)) return read_line(r, name, value, out->find, sizeof out->find);
    if (!read_whole(r, name, value, 1, UINT32_MAX, &number)) return false;
    snprintf(out->find, sizeof out->find, "%lld", (long long)number);
    return true;
}

/* ---- Tables --------------------------------------------------------------------------------- */
static bool read_limit(message_reading *r, const char *wager, const json_t *value) {
    trey_message *out = r->out;
    unsigned stake = 0;
    while (stake < TREY_STAKES &&
           (!trey_wager_limited(stake) || strcmp(trey_wager_word(stake), wager) != 0))
        stake++;
    if (stake == TREY_STAKES) {
        char have[128] = "";
        size_t used = 0;
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            if (!trey_wager_limited(i) || used >= sizeof have) continue;
            used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", used ? ", " : "",
                                     trey_wager_word(i));
        }
        return message_wrong(r, "\"limits\": %.40s has no limits; these have: %s", wager, have);
    }
    if (!json_is_array(value) || json_array_size(value) != 2)
        return message_wrong(r, "\"limits\".%s must be a list of two: the least and the most",
                             wager);
    out->limits |= (uint8_t)(1u << stake);
    return read_whole(r, wager, json_array_get(value, 0), 1, TREY_LIMIT_MAX, &out->least[stake]) &&
           read_whole(r, wager, json_array_get(value, 1), 1, TREY_LIMIT_MAX, &out->most[stake]);
}

bool read_limits(message_reading *r, const char *name, const json_t *value) {
    const char *wager;
    json_t *limit;
    if (!json_is_object(value) || json_object_size(value) == 0)
        return message_wrong(r, "\"%s\" must be an object as in {\"ante\": [2500, 100000]}", name);
    json_object_foreach((json_t *)value, wager, limit) {
        if (!read_limit(r, wager, limit)) return false;
    }
    return true;
}

bool read_positions(message_reading *r, const char *name, const json_t *value) {
    int64_t positions = 0;
    if (!read_whole(r, name, value, 1, TREY_SEATS, &positions)) return false;
    r->out->positions = (uint8_t)positions;
    return true;
}

bool read_physical(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->physical);
}

bool read_automatic(message_reading *r, const char *name, const json_t *value) {
    return read_flag(r, name, value, &r->out->automatic);
}

/* ---- Parameters of a jackpot ---------------------------------------------------------------- */
static bool read_parameter(message_reading *r, const char *name, const json_t *value,
                           trey_parameter which, int64_t most, int64_t *out) {
    if (!read_whole(r, name, value, 0, most, out)) return false;
    r->out->given |= (uint8_t)which;
    return true;
}

bool read_bet(message_reading *r, const char *name, const json_t *value) {
    return read_parameter(r, name, value, TREY_PARAMETER_BET, TREY_LIMIT_MAX,
                          &r->out->parameters.bet);
}

bool read_fixed(message_reading *r, const char *name, const json_t *value) {
    return read_parameter(r, name, value, TREY_PARAMETER_FIXED, TREY_LIMIT_MAX,
                          &r->out->parameters.fixed);
}

bool read_reset(message_reading *r, const char *name, const json_t *value) {
    return read_parameter(r, name, value, TREY_PARAMETER_RESET, TREY_METER_MAX,
                          &r->out->parameters.reset);
}

bool read_ceiling(message_reading *r, const char *name, const json_t *value) {
    return read_parameter(r, name, value, TREY_PARAMETER_CEILING, TREY_METER_MAX,
                          &r->out->parameters.ceiling);
}

bool read_rate(message_reading *r, const char *name, const json_t *value) {
    int64_t rate = 0;
    bool good = read_parameter(r, name, value, TREY_PARAMETER_RATE, TREY_LINK_MILLION, &rate);
    r->out->parameters.rate = (uint32_t)rate;
    return good;
}

bool read_reserve_rate(message_reading *r, const char *name, const json_t *value) {
    int64_t rate = 0;
    bool good =
        read_parameter(r, name, value, TREY_PARAMETER_RESERVE_RATE, TREY_LINK_MILLION, &rate);
    r->out->parameters.reserve_rate = (uint32_t)rate;
    return good;
}
