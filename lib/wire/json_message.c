/* json_message.c -- what a client says, read strictly.
 *
 * One row a word: which members it needs and which it may have. Whatever else stands in
 * a message is a mistake that names the member, so that a client with a slip of the pen
 * hears of it at once instead of betting something else than it meant. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_parts.h"

/* ---- Words --------------------------------------------------------------------------- */
enum {
    M_TABLE = 1 << 0,
    M_SEAT = 1 << 1,
    M_WAGER = 1 << 2,
    M_AMOUNT = 1 << 3,
    M_PLAYER = 1 << 4,
    M_KEEP = 1 << 5,
    M_BACK = 1 << 6,
    M_CARDS = 1 << 7,
    M_KIND = 1 << 8,
    M_SEATS = 1 << 9,
    M_FACTS = 1 << 10,
    M_RULING = 1 << 11,
    M_REASON = 1 << 12,
    M_SINCE = 1 << 13,
    M_ON = 1 << 14,
    M_NONCE = 1 << 15,
    M_MODE = 1 << 16,
    M_JACKPOT = 1 << 17,
    M_NUMBER = 1 << 18,
    M_CONFIRM = 1 << 19,
    M_PART = 1 << 20,
    M_NOTE = 1 << 21,
    MEMBERS = 22
};

typedef struct message_row {
    const char *word;
    uint8_t kind, verb;
    uint32_t needs, may;
} message_row;

#define AT_TABLE M_TABLE
#define AT_SEAT  (M_TABLE | M_SEAT)
#define ROW(word, verb, needs, may)                                                                \
    { word, TREY_MESSAGE_COMMAND, TREY_VERB_##verb, needs, may }
#define OTHER(word, kind, needs, may)                                                              \
    { word, TREY_MESSAGE_##kind, 0, needs, may }

static const message_row rows[] = {
    OTHER("watch", WATCH, AT_TABLE, M_SINCE),
    OTHER("unwatch", UNWATCH, AT_TABLE, 0),
    OTHER("lobby", LOBBY, M_ON, 0),
    OTHER("ping", PING, 0, 0),
    OTHER("top_up", TOP_UP, 0, 0),
    OTHER("coach", COACH, AT_SEAT, 0),
    OTHER("nonce", NONCE, AT_TABLE | M_NONCE, 0),
    OTHER("ready", READY, AT_TABLE, 0),
    OTHER("deal", DEAL, AT_TABLE, 0),
    OTHER("award", AWARD, M_JACKPOT | M_NUMBER | M_CONFIRM, M_REASON),
    OTHER("shift", SHIFT, 0, M_NOTE),
    ROW("sit", SIT, AT_SEAT, M_PLAYER),
    ROW("leave", LEAVE, AT_SEAT, M_PLAYER),
    ROW("bank", BANK, AT_SEAT | M_AMOUNT, M_PLAYER),
    ROW("pass", PASS, AT_TABLE, M_PLAYER),
    ROW("bet", BET, AT_SEAT | M_WAGER, M_AMOUNT | M_PLAYER | M_PART),
    ROW("withdraw", WITHDRAW, AT_SEAT | M_WAGER, M_AMOUNT | M_PLAYER | M_PART),
    ROW("view", VIEW, AT_SEAT, M_PLAYER),
    ROW("hide", HIDE, AT_SEAT, M_PLAYER),
    ROW("continue", CONTINUE, AT_SEAT, M_PLAYER),
    ROW("play", PLAY, AT_SEAT, M_AMOUNT | M_PLAYER),
    ROW("fund", FUND, AT_SEAT, M_AMOUNT | M_PLAYER),
    ROW("fold", FOLD, AT_SEAT, M_KEEP | M_PLAYER),
    ROW("choose", CHOOSE, AT_SEAT | M_BACK, M_PLAYER),
    ROW("open", OPEN, AT_TABLE, 0),
    ROW("close", CLOSE, AT_TABLE, 0),
    ROW("reveal", REVEAL, AT_TABLE, 0),
    ROW("settle", SETTLE, AT_TABLE, 0),
    ROW("confirm", CONFIRM, AT_TABLE, 0),
    ROW("drop", DROP, AT_TABLE, 0),
    ROW("time", TIME, AT_TABLE, 0),
    ROW("card", CARD, AT_TABLE | M_CARDS, 0),
    ROW("deck", DECK, AT_TABLE | M_CARDS, 0),
    ROW("mend", MEND, AT_TABLE | M_CARDS, 0),
    ROW("look", LOOK, AT_SEAT, 0),
    ROW("report", REPORT, AT_TABLE | M_KIND,
        M_SEATS | M_FACTS | M_PLAYER | M_WAGER | M_AMOUNT | M_CARDS | M_MODE),
    ROW("rule", RULE, AT_TABLE | M_RULING | M_REASON, M_SEAT | M_PLAYER | M_WAGER | M_AMOUNT),
};
enum { ROWS = sizeof rows / sizeof *rows };

const char *trey_message_word(size_t index) {
    return index < ROWS ? rows[index].word : NULL;
}

/* ---- Reading one member ------------------------------------------------------------------ */
typedef struct reading {
    trey_message *out;
    trey_json_mistake *mistake;
    const message_row *row;
} reading;

__attribute__((format(printf, 2, 3))) static bool wrong(reading *r, const char *format, ...) {
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

static const char *type_word(const json_t *value) {
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

static bool read_whole(reading *r, const char *name, const json_t *value, int64_t least,
                       int64_t most, int64_t *out) {
    if (!json_is_integer(value))
        return wrong(r, "\"%s\" must be a whole number; it is %s", name, type_word(value));
    *out = json_integer_value(value);
    if (*out < least || *out > most)
        return wrong(r, "\"%s\" must be from %lld to %lld", name, (long long)least,
                     (long long)most);
    return true;
}

static bool read_flag(reading *r, const char *name, const json_t *value, bool *out) {
    if (!json_is_boolean(value))
        return wrong(r, "\"%s\" must be true or false; it is %s", name, type_word(value));
    *out = json_is_true(value);
    return true;
}

static bool read_text(reading *r, const char *name, const json_t *value, char *out, size_t room) {
    if (!json_is_string(value))
        return wrong(r, "\"%s\" must be a text; it is %s", name, type_word(value));
    if (json_string_length(value) == 0 || json_string_length(value) >= room)
        return wrong(r, "\"%s\" must have 1 to %zu bytes", name, room - 1);
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return true;
}

static const char *nth_word(size_t index, const void *of) {
    const char *(*const *name)(unsigned) = of;
    return (*name)((unsigned)index);
}

/* The place of a word in one of the engine's lists. */
static bool read_word(reading *r, const char *member, const json_t *value,
                      const char *(*name)(unsigned), unsigned count, uint8_t *out) {
    char word[40];
    if (!read_text(r, member, value, word, sizeof word)) return false;
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(name(i), word) != 0) continue;
        *out = (uint8_t)i;
        return true;
    }
    const char *near = trey_nearest_word(word, nth_word, count, &name);
    return wrong(r, "\"%s\": there is no %s%s%s%s", member, word, near ? "; did you mean " : "",
                 near ? near : "", near ? "?" : "");
}

static const char *kind_word(unsigned index) {
    return trey_irregularity_name((trey_irregularity)index);
}

static const char *ruling_word(unsigned index) {
    return trey_ruling_word((trey_ruling_kind)index);
}

/* Digits in pairs; false for anything else. */
static bool read_hex(const char *text, size_t length, uint8_t *out) {
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

static bool read_cards(reading *r, const json_t *value) {
    trey_command *command = &r->out->command;
    bool one = command->verb == TREY_VERB_CARD;
    size_t most = one ? 1 : command->verb == TREY_VERB_REPORT ? TREY_SEEN_CARDS : TREY_CARDS;
    if (!json_is_array(value))
        return wrong(r, "\"cards\" must be a list of cards; it is %s", type_word(value));
    size_t count = json_array_size(value);
    if (count < 1 || count > most)
        return wrong(r, "\"cards\" must have 1 to %zu cards; it has %zu", most, count);
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
            return wrong(
                r, "\"cards\"[%zu] is not a card: write a rank and a suit, as in Qs or 10h", i);
    }
    command->count = (uint8_t)count;
    return true;
}

static bool read_seats(reading *r, const json_t *value) {
    if (!json_is_array(value))
        return wrong(r, "\"seats\" must be a list of seats; it is %s", type_word(value));
    for (size_t i = 0; i < json_array_size(value); i++) {
        int64_t seat = 0;
        if (!read_whole(r, "seats", json_array_get(value, i), 1, TREY_SEATS, &seat)) return false;
        r->out->command.seats |= (uint8_t)(1u << ((unsigned)(seat - 1) & 7u));
    }
    return true;
}

static bool read_fact(reading *r, const char *name, const json_t *value) {
    unsigned fact = 0;
    while (fact < TREY_FACT_COUNT && strcmp(trey_fact_name((trey_fact)fact), name) != 0) fact++;
    if (fact == TREY_FACT_COUNT) return wrong(r, "\"facts\": there is no fact %.40s", name);
    if (!json_is_string(value))
        return wrong(r, "\"facts\".%s must be a text; it is %s", name, type_word(value));
    for (unsigned i = 0; trey_fact_answer((trey_fact)fact, i); i++) {
        if (strcmp(trey_fact_answer((trey_fact)fact, i), json_string_value(value)) != 0) continue;
        r->out->command.answer[fact] = (uint8_t)(i + 1);
        return true;
    }
    return wrong(r, "\"facts\".%s: %.40s is no answer; %s", name, json_string_value(value),
                 trey_fact_question((trey_fact)fact));
}

static bool read_facts(reading *r, const json_t *value) {
    if (!json_is_object(value))
        return wrong(r, "\"facts\" must be an object; it is %s", type_word(value));
    const char *name;
    json_t *answer;
    json_object_foreach((json_t *)value, name, answer) {
        if (!read_fact(r, name, answer)) return false;
    }
    return true;
}

static bool read_nonce(reading *r, const json_t *value) {
    size_t length = json_is_string(value) ? json_string_length(value) : 0;
    if (length < 2 || length > sizeof r->out->nonce * 2 ||
        !read_hex(json_string_value(value), length, r->out->nonce))
        return wrong(r, "\"nonce\" must be a text of 2 to 128 hex digits, an even number of them");
    r->out->nonce_count = (uint8_t)(length / 2);
    return true;
}

static bool read_amount(reading *r, const json_t *value) {
    return read_whole(r, "amount", value, 1, INT64_MAX, &r->out->command.amount);
}

static bool read_seat(reading *r, const json_t *value) {
    int64_t seat = 0;
    if (!read_whole(r, "seat", value, 1, TREY_SEATS, &seat)) return false;
    r->out->command.seat = (uint8_t)seat;
    return true;
}

static bool read_player(reading *r, const json_t *value) {
    int64_t player = 0;
    if (!read_whole(r, "player", value, 1, UINT32_MAX, &player)) return false;
    r->out->command.player = (trey_player)player;
    r->out->has_player = true;
    return true;
}

static bool read_wager(reading *r, const json_t *value) {
    return read_word(r, "wager", value, trey_wager_word, TREY_WAGER_SIX_CARD_BONUS + 1,
                     &r->out->command.wager);
}

static bool read_kind(reading *r, const json_t *value) {
    return read_word(r, "kind", value, kind_word, TREY_IRREGULARITY_COUNT, &r->out->command.kind);
}

static bool read_ruling(reading *r, const json_t *value) {
    return read_word(r, "ruling", value, ruling_word, TREY_RULING_COUNT, &r->out->command.ruling);
}

static bool read_mode(reading *r, const json_t *value) {
    return read_word(r, "mode", value, trey_mode_word, TREY_MODE_WITHOUT_JACKPOT + 1,
                     &r->out->command.mode);
}

static bool read_part(reading *r, const char *name, const json_t *value) {
    bool part = false;
    if (!read_flag(r, name, value, &part)) return false;
    r->out->command.part = part;
    return true;
}

static bool read_reason(reading *r, const json_t *value) {
    trey_message *out = r->out;
    if (out->kind == TREY_MESSAGE_AWARD)
        return read_text(r, "reason", value, out->reason, sizeof out->reason);
    return read_text(r, "reason", value, out->command.reason, sizeof out->command.reason);
}

static bool read_number(reading *r, const json_t *value) {
    int64_t number = 0;
    if (!read_whole(r, "number", value, 1, INT64_MAX, &number)) return false;
    r->out->number = (uint64_t)number;
    return true;
}

static bool read_since(reading *r, const json_t *value) {
    r->out->has_since = true;
    return read_whole(r, "since", value, 0, INT64_MAX, &r->out->since);
}

/* ---- Members -------------------------------------------------------------------------------- */
static const char *const member_word[MEMBERS] = {
    "table", "seat",    "wager",  "amount",  "player", "keep",  "back", "cards",
    "kind",  "seats",   "facts",  "ruling",  "reason", "since", "on",   "nonce",
    "mode",  "jackpot", "number", "confirm", "part",   "note"};

static bool read_member(reading *r, unsigned member, const json_t *value) {
    trey_message *out = r->out;
    switch (1u << member) {
    case M_TABLE:
    case M_JACKPOT:
        return read_text(r, member_word[member], value, out->table, sizeof out->table);
    case M_SEAT:
        return read_seat(r, value);
    case M_WAGER:
        return read_wager(r, value);
    case M_AMOUNT:
        return read_amount(r, value);
    case M_PLAYER:
        return read_player(r, value);
    case M_KEEP:
    case M_BACK:
    case M_PART:
        return read_part(r, member_word[member], value);
    case M_CARDS:
        return read_cards(r, value);
    case M_KIND:
        return read_kind(r, value);
    case M_SEATS:
        return read_seats(r, value);
    case M_FACTS:
        return read_facts(r, value);
    case M_RULING:
        return read_ruling(r, value);
    case M_REASON:
        return read_reason(r, value);
    case M_SINCE:
        return read_since(r, value);
    case M_ON:
    case M_CONFIRM:
        return read_flag(r, member_word[member], value, &out->on);
    case M_NONCE:
        return read_nonce(r, value);
    case M_MODE:
        return read_mode(r, value);
    case M_NOTE:
        return read_text(r, "note", value, out->note, sizeof out->note);
    default:
        return read_number(r, value);
    }
}

static bool read_members(reading *r, json_t *object) {
    const char *name;
    json_t *value;
    uint32_t found = 0;
    json_object_foreach(object, name, value) {
        unsigned member = 0;
        if (strcmp(name, "id") == 0 || strcmp(name, "do") == 0) continue;
        while (member < MEMBERS && strcmp(name, member_word[member]) != 0) member++;
        bool known = member < MEMBERS && ((r->row->needs | r->row->may) >> member & 1u);
        if (!known) return wrong(r, "\"%s\" has no member \"%.40s\"", r->row->word, name);
        if (!read_member(r, member, value)) return false;
        found |= 1u << member;
    }
    uint32_t missing = r->row->needs & ~found;
    if (missing)
        return wrong(r, "\"%s\" needs a \"%s\"", r->row->word, member_word[__builtin_ctz(missing)]);
    return true;
}

static const char *row_word(size_t index, const void *of) {
    (void)of;
    return rows[index].word;
}

static bool read_do(reading *r, const json_t *object) {
    const json_t *word = json_object_get(object, "do");
    if (!word) return wrong(r, "a message needs a \"do\", as in {\"id\": …, \"do\": \"ping\"}");
    if (!json_is_string(word)) return wrong(r, "\"do\" must be a text; it is %s", type_word(word));
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].word, json_string_value(word)) != 0) continue;
        r->row = &rows[i];
        r->out->kind = rows[i].kind;
        r->out->command.verb = rows[i].verb;
        return true;
    }
    const char *near = trey_nearest_word(json_string_value(word), row_word, ROWS, NULL);
    return wrong(r, "\"do\": there is no %.40s%s%s%s", json_string_value(word),
                 near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static bool read_id(reading *r, const json_t *object) {
    const json_t *id = json_object_get(object, "id");
    r->out->has_id = json_is_string(id) &&
                     json_string_length(id) == (size_t)TREY_MESSAGE_ID_BYTES * 2 &&
                     read_hex(json_string_value(id), (size_t)TREY_MESSAGE_ID_BYTES * 2, r->out->id);
    return r->out->has_id || wrong(r, "a message needs an \"id\" of 32 hex digits");
}

bool trey_message_read(const char *text, size_t size, trey_message *out,
                       trey_json_mistake *mistake) {
    json_error_t error;
    reading r = {.out = out, .mistake = mistake};
    memset(out, 0, sizeof *out);
    mistake->text[0] = '\0';
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return wrong(&r, "not JSON: line %d, column %d: %s", error.line, error.column, error.text);
    bool good = false;
    if (!json_is_object(object)) {
        wrong(&r, "a message must be an object; it is %s", type_word(object));
    } else {
        good = read_id(&r, object) && read_do(&r, object) && read_members(&r, object);
    }
    json_decref(object);
    return good;
}
