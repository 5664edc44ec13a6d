/* json_message.c -- what a client says, read strictly.
 *
 * One row a word: which members it needs and which it may have; those of the table's commands
 * come from command_schema.h. Whatever else stands in a message is a mistake that names the
 * member, so that a client with a slip of the pen hears of it at once instead of betting
 * something else than it meant. */
#include <string.h>

#include "json_message.h"

/* ---- Words --------------------------------------------------------------------------- */
enum {
#define MEMBER_INDEX(constant, name, reader) MEMBER_##constant,
    MESSAGE_MEMBERS(MEMBER_INDEX)
#undef MEMBER_INDEX
        MEMBERS
};
_Static_assert(MEMBERS <= 64, "a row has one bit for each member");

static const struct {
    const char *word;
    member_reader *read;
} members[MEMBERS] = {
#define MEMBER_ROW(constant, name, reader) {name, reader},
    MESSAGE_MEMBERS(MEMBER_ROW)
#undef MEMBER_ROW
};

#define M_TABLE        (UINT64_C(1) << MEMBER_TABLE)
#define M_SEAT         (UINT64_C(1) << MEMBER_SEAT)
#define M_WAGER        (UINT64_C(1) << MEMBER_WAGER)
#define M_AMOUNT       (UINT64_C(1) << MEMBER_AMOUNT)
#define M_PLAYER       (UINT64_C(1) << MEMBER_PLAYER)
#define M_KEEP         (UINT64_C(1) << MEMBER_KEEP)
#define M_BACK         (UINT64_C(1) << MEMBER_BACK)
#define M_CARDS        (UINT64_C(1) << MEMBER_CARDS)
#define M_KIND         (UINT64_C(1) << MEMBER_KIND)
#define M_SEATS        (UINT64_C(1) << MEMBER_SEATS)
#define M_FACTS        (UINT64_C(1) << MEMBER_FACTS)
#define M_RULING       (UINT64_C(1) << MEMBER_RULING)
#define M_REASON       (UINT64_C(1) << MEMBER_REASON)
#define M_SINCE        (UINT64_C(1) << MEMBER_SINCE)
#define M_ON           (UINT64_C(1) << MEMBER_ON)
#define M_PLEDGE       (UINT64_C(1) << MEMBER_PLEDGE)
#define M_SHARE        (UINT64_C(1) << MEMBER_SHARE)
#define M_MODE         (UINT64_C(1) << MEMBER_MODE)
#define M_JACKPOT      (UINT64_C(1) << MEMBER_JACKPOT)
#define M_NUMBER       (UINT64_C(1) << MEMBER_NUMBER)
#define M_CONFIRM      (UINT64_C(1) << MEMBER_CONFIRM)
#define M_PART         (UINT64_C(1) << MEMBER_PART)
#define M_TRY          (UINT64_C(1) << MEMBER_TRY)
#define M_OVER         (UINT64_C(1) << MEMBER_OVER)
#define M_IDENTIFIED   (UINT64_C(1) << MEMBER_IDENTIFIED)
#define M_LIMITS       (UINT64_C(1) << MEMBER_LIMITS)
#define M_PLACE        (UINT64_C(1) << MEMBER_PLACE)
#define M_BET          (UINT64_C(1) << MEMBER_BET)
#define M_FIXED        (UINT64_C(1) << MEMBER_FIXED)
#define M_RATE         (UINT64_C(1) << MEMBER_RATE)
#define M_RESERVE_RATE (UINT64_C(1) << MEMBER_RESERVE_RATE)
#define M_RESET        (UINT64_C(1) << MEMBER_RESET)
#define M_CEILING      (UINT64_C(1) << MEMBER_CEILING)
#define M_NAME         (UINT64_C(1) << MEMBER_NAME)
#define M_RULEBOOK     (UINT64_C(1) << MEMBER_RULEBOOK)
#define M_TITLE        (UINT64_C(1) << MEMBER_TITLE)
#define M_POSITIONS    (UINT64_C(1) << MEMBER_POSITIONS)
#define M_PHYSICAL     (UINT64_C(1) << MEMBER_PHYSICAL)
#define M_AUTOMATIC    (UINT64_C(1) << MEMBER_AUTOMATIC)
#define M_FIND         (UINT64_C(1) << MEMBER_FIND)
#define M_OTHER        (UINT64_C(1) << MEMBER_OTHER)
#define M_NOTE         (UINT64_C(1) << MEMBER_NOTE)
#define M_ROUND        (UINT64_C(1) << MEMBER_ROUND)

typedef struct message_row {
    const char *word;
    uint8_t kind, verb;
    uint64_t needs, may;
} message_row;

#define AT_TABLE M_TABLE
#define AT_SEAT  (M_TABLE | M_SEAT)
#define OTHER(word, kind, needs, may)                                                              \
    { word, TREY_MESSAGE_##kind, 0, needs, may }

/* A command as a message: its members by the row of its verb. Whoever sends it is the player that
 * is meant where none is named. */
#define G(member) M_##member
#define ROW(constant, name, from, by, key, always, sometimes, passes, traits)                      \
    {#name, TREY_MESSAGE_COMMAND, TREY_VERB_##constant, M_TABLE | ((always) & ~M_PLAYER),          \
     (sometimes) | ((always)&M_PLAYER) | (TREY_TRAIT_##traits & TREY_TRAIT_TRIED ? M_TRY : 0)},

static const message_row rows[] = {
    OTHER("watch", WATCH, AT_TABLE, M_SINCE),
    OTHER("unwatch", UNWATCH, AT_TABLE, 0),
    OTHER("lobby", LOBBY, M_ON, 0),
    OTHER("ping", PING, 0, 0),
    OTHER("top_up", TOP_UP, 0, 0),
    OTHER("coach", COACH, AT_SEAT, 0),
    OTHER("pledge", PLEDGE, AT_TABLE | M_ROUND | M_PLEDGE, 0),
    OTHER("share", SHARE, AT_TABLE | M_ROUND | M_SHARE, 0),
    OTHER("ready", READY, AT_TABLE, 0),
    OTHER("deal", DEAL, AT_TABLE, 0),
    OTHER("award", AWARD, M_JACKPOT | M_NUMBER | M_CONFIRM, M_REASON),
    OTHER("desk", DESK, AT_TABLE | M_ON, M_OVER),
    OTHER("limits", LIMITS, AT_TABLE | M_LIMITS | M_REASON, 0),
    OTHER("place", PLACE, M_JACKPOT | M_NUMBER | M_PLACE, M_REASON),
    OTHER("link", LINK, M_JACKPOT | M_ON, M_REASON),
    OTHER("parameters", PARAMETERS, M_JACKPOT | M_REASON,
          M_BET | M_FIXED | M_RATE | M_RESERVE_RATE | M_RESET | M_CEILING),
    OTHER("table", TABLE, M_NAME | M_RULEBOOK,
          M_TITLE | M_LIMITS | M_POSITIONS | M_JACKPOT | M_PHYSICAL | M_AUTOMATIC),
    OTHER("pit", PIT, M_ON, 0),
    OTHER("people", PEOPLE, M_FIND, 0),
    OTHER("buy_in", BUY_IN, M_PLAYER | M_AMOUNT, M_IDENTIFIED),
    OTHER("cash_out", CASH_OUT, M_PLAYER | M_AMOUNT, M_IDENTIFIED),
    OTHER("transfer", TRANSFER, M_PLAYER | M_OTHER | M_AMOUNT, 0),
    OTHER("box", BOX, AT_TABLE, M_AMOUNT),
    OTHER("fill", FILL, AT_TABLE | M_AMOUNT, 0),
    OTHER("credit", CREDIT, AT_TABLE | M_AMOUNT, 0),
    OTHER("float", FLOAT, M_AMOUNT, 0),
    OTHER("vault", VAULT, M_AMOUNT, 0),
    OTHER("reverse", REVERSE, M_NUMBER | M_REASON, 0),
    OTHER("cage", CAGE, M_ON, 0),
    OTHER("shift", SHIFT, 0, M_NOTE),
    OTHER("claim", CLAIM, M_JACKPOT | AT_SEAT | M_ROUND, M_REASON),
    OTHER("strike", STRIKE, M_JACKPOT | AT_SEAT | M_ROUND, M_REASON),
    OTHER("second", SECOND, M_NUMBER | M_CONFIRM, 0),
    TREY_VERBS_HEARD(ROW)};
enum { ROWS = sizeof rows / sizeof *rows };

const char *trey_message_word(size_t index) {
    return index < ROWS ? rows[index].word : NULL;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */
static bool read_members(message_reading *r, const message_row *row, json_t *object) {
    const char *name;
    json_t *value;
    uint64_t found = 0;
    json_object_foreach(object, name, value) {
        unsigned member = 0;
        if (strcmp(name, "id") == 0 || strcmp(name, "do") == 0) continue;
        while (member < MEMBERS && strcmp(name, members[member].word) != 0) member++;
        bool known = member < MEMBERS && ((row->needs | row->may) >> member & 1u);
        if (!known) return message_wrong(r, "\"%s\" has no member \"%.40s\"", row->word, name);
        if (!members[member].read(r, name, value)) return false;
        found |= UINT64_C(1) << member;
    }
    uint64_t missing = row->needs & ~found;
    if (missing)
        return message_wrong(r, "\"%s\" needs a \"%s\"", row->word,
                             members[__builtin_ctzll(missing)].word);
    return true;
}

static const char *row_word(size_t index, const void *of) {
    (void)of;
    return rows[index].word;
}

static const message_row *read_do(message_reading *r, const json_t *object) {
    const json_t *word = json_object_get(object, "do");
    if (!json_is_string(word)) {
        if (word)
            message_wrong(r, "\"do\" must be a text; it is %s", message_type_word(word));
        else
            message_wrong(r, "a message needs a \"do\", as in {\"id\": …, \"do\": \"ping\"}");
        return NULL;
    }
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].word, json_string_value(word)) != 0) continue;
        r->out->word = rows[i].word;
        r->out->kind = rows[i].kind;
        r->out->command.verb = rows[i].verb;
        return &rows[i];
    }
    const char *near = trey_nearest_word(json_string_value(word), row_word, ROWS, NULL);
    message_wrong(r, "\"do\": there is no %.40s%s%s%s", json_string_value(word),
                  near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return NULL;
}

static bool read_id(message_reading *r, const json_t *object) {
    const json_t *id = json_object_get(object, "id");
    r->out->has_id =
        json_is_string(id) && json_string_length(id) == (size_t)TREY_MESSAGE_ID_BYTES * 2 &&
        message_hex(json_string_value(id), (size_t)TREY_MESSAGE_ID_BYTES * 2, r->out->id);
    return r->out->has_id || message_wrong(r, "a message needs an \"id\" of 32 hex digits");
}

bool trey_message_read(const char *text, size_t size, trey_message *out,
                       trey_json_mistake *mistake) {
    json_error_t error;
    message_reading r = {.out = out, .mistake = mistake};
    memset(out, 0, sizeof *out);
    mistake->text[0] = '\0';
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return message_wrong(&r, "not JSON: line %d, column %d: %s", error.line, error.column,
                             error.text);
    bool good = false;
    if (!json_is_object(object)) {
        message_wrong(&r, "a message must be an object; it is %s", message_type_word(object));
    } else {
        const message_row *row = read_id(&r, object) ? read_do(&r, object) : NULL;
        good = row && read_members(&r, row, object);
    }
    json_decref(object);
    return good;
}
