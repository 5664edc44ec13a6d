/* floor_cage.c -- the cage: money against chips, and a balance that is the ledger's own.
 *
 * Whoever works for the house has no chips; who that is the floor knows, and the house
 * knows what a cashier may do. The frame is added up from the store's accounts after each
 * flush, so it cannot drift from them; where there are so many accounts that it takes
 * long, it comes less often. */
#include <stdlib.h>
#include <string.h>

#include "floor_hearing.h"

enum { CAGE_MS = 500, CAGE_SHARE = 20, CAGE_MOVEMENTS = 50 };

_Static_assert((int)TREY_OFFICE_CASHIER == (int)TREY_CAGE_CASHIER, "a cashier is one everywhere");

/* ---- Messages --------------------------------------------------------------------------- */
static bool cage_office(unsigned office) {
    return office == TREY_OFFICE_CASHIER || office == TREY_OFFICE_SHIFT_MANAGER;
}

static void give(hearing *h, trey_cage_command *command) {
    trey_command_id id;
    trey_reply reply;
    trey_floor *floor = h->floor;
    command->second = h->second;
    if (h->second) command->second_role = (uint8_t)h->second_office;
    trey_status status = trey_house_cage(floor->house, hear_id(h, &id), command, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
        return;
    }
    if (second_due(h, &reply)) return;
    if (reply.refused != 0) {
        hear_reply(h, NULL, &reply);
        return;
    }
    h->done = true;
    floor_chips_due(floor, command->player);
    if (command->kind == TREY_CAGE_TRANSFER) floor_chips_due(floor, command->other);
    json_t *object = hear_json(h, true);
    if (reply.again) json_object_set_new(object, "again", json_true());
    if (command->player)
        json_object_set_new(object, "chips", json_integer(floor_chips(floor, command->player)));
    hear_answer(h, object);
}

/* Why this account takes no chips, or NULL. */
static const char *takes_no_chips(const trey_person_facts *facts, const char **words) {
    if (facts->office != TREY_OFFICE_PLAYER) {
        *words = "a staff account has no chips";
        return "staff_has_no_chips";
    }
    if (facts->barred) {
        *words = "this account has been barred; it can only be cashed out";
        return "barred";
    }
    return NULL;
}

/* What the house cannot know: who somebody is. */
static const char *not_with(const hearing *h, trey_person player, trey_person other, bool gains,
                            const char **words) {
    trey_people *people = h->floor->people;
    const trey_person_facts *his = trey_people_facts(people, player);
    const trey_person_facts *others = other ? trey_people_facts(people, other) : NULL;
    const char *reason = NULL;
    if (!his || (other && !others)) {
        *words = "there is no account with that number";
        return "no_such_player";
    }
    if (gains) reason = takes_no_chips(his, words);
    if (!reason && others) reason = takes_no_chips(others, words);
    if (!reason && (player == h->person || other == h->person)) {
        *words = "you cannot handle your own account";
        reason = "own_account";
    }
    return reason;
}

/* ---- The drawer --------------------------------------------------------------------------------
 * Cash is no account of the ledger: what the drawer should hold follows from the cage's entries,
 * which are read on from where they were read last. */
static int cash_sign(unsigned kind) {
    switch (kind) {
    case TREY_CAGE_BUY_IN:
    case TREY_CAGE_FLOAT:
        return 1;
    case TREY_CAGE_CASH_OUT:
    case TREY_CAGE_VAULT:
        return -1;
    default:
        return 0;
    }
}

/* Of one person, within a day: what was handed over the counter in each direction. */
static void note_cash(floor_drawer *drawer, int64_t time, trey_player player, int sign,
                      trey_cents cents) {
    if (!TREY_LIST_ROOM(drawer->cash, drawer->count, drawer->room))
        return; /* then an ID is asked for later than it might be */
    drawer->cash[drawer->count++] =
        (floor_cash){.time = time, .player = player, .sign = (int8_t)sign, .cents = cents};
}

static void count_entry(floor_drawer *drawer, int64_t time, const trey_cage_command *command) {
    bool back = command->kind == TREY_CAGE_REVERSAL;
    unsigned kind = back ? command->was : command->kind;
    int sign = cash_sign(kind);
    if (command->actor == TREY_NOBODY || sign == 0) return; /* play money is no cash */
    trey_cents cents = back ? -command->amount : command->amount;
    drawer->holds += sign * cents;
    if (command->player != TREY_NOBODY) note_cash(drawer, time, command->player, sign, cents);
}

static trey_status read_drawer(trey_floor *floor) {
    floor_drawer *drawer = &floor->drawer;
    trey_store *store = trey_house_store(floor->house);
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_stream cage;
    trey_status status = trey_store_stream(store, TREY_STREAM_CAGE, "cage", false, 0, &cage);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, cage, drawer->place);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        trey_command_id id;
        trey_cage_command command;
        drawer->place = item->record.place;
        if (trey_cage_decode(&item->record, &id, &command))
            count_entry(drawer, item->record.time / 1000, &command);
    }
    trey_cursor_close(cursor);
    return status;
}

/* What a person has handed over, or been handed, within the last day. All entries are looked at:
 * where the clock was set back they are not in the order of their times. */
static trey_cents cash_of_day(const floor_drawer *drawer, trey_player player, int sign,
                              int64_t now) {
    enum { DAY_MS = 86400000 };
    trey_cents sum = 0;
    for (size_t i = 0; i < drawer->count; i++) {
        const floor_cash *one = &drawer->cash[i];
        if (one->player == player && one->sign == sign && one->time > now - DAY_MS)
            sum += one->cents;
    }
    return sum;
}

void cage_put_day(trey_floor *floor, trey_person person, json_t *object) {
    int64_t now = floor_now(floor);
    if (read_drawer(floor) != TREY_STATUS_OK) return;
    json_object_set_new(object, "day_in",
                        json_integer(cash_of_day(&floor->drawer, person, 1, now)));
    json_object_set_new(object, "day_out",
                        json_integer(cash_of_day(&floor->drawer, person, -1, now)));
}

/* From a threshold on, what a person brings or takes within a day, the house has to know who it is.
 */
static bool needs_id(hearing *h, const trey_cage_command *command) {
    trey_floor *floor = h->floor;
    trey_cents from = floor->options.identify_from;
    int sign = cash_sign(command->kind);
    if (from == 0 || sign == 0 || command->player == TREY_NOBODY || command->identified)
        return false;
    if (read_drawer(floor) != TREY_STATUS_OK) return false;
    return cash_of_day(&floor->drawer, command->player, sign, floor_now(floor)) + command->amount >=
           from;
}

/* What the person who speaks asks the cage for. */
static trey_cage_command asked(const hearing *h, trey_cage_kind kind) {
    return (trey_cage_command){.kind = (uint8_t)kind,
                               .role = (uint8_t)h->office,
                               .actor = h->person,
                               .amount = h->message.command.amount};
}

/* Cash in and out of the drawer. */
void hear_drawer(hearing *h) {
    bool out = h->message.kind == TREY_MESSAGE_VAULT;
    trey_cage_command command = asked(h, out ? TREY_CAGE_VAULT : TREY_CAGE_FLOAT);
    if (out && cage_office(h->office) && read_drawer(h->floor) == TREY_STATUS_OK &&
        command.amount > h->floor->drawer.holds) {
        hear_refuse(h, "drawer_short", "the drawer does not hold that much cash");
    } else {
        give(h, &command);
    }
}

static void give_at_table(hearing *h, const floor_table *table, trey_cage_kind kind) {
    trey_cage_command command = asked(h, kind);
    command.other = trey_house_table_stream(h->floor->house, table->index);
    give(h, &command);
}

void hear_fill(hearing *h, floor_table *table) {
    bool fill = h->message.kind == TREY_MESSAGE_FILL;
    give_at_table(h, table, fill ? TREY_CAGE_FILL : TREY_CAGE_CREDIT);
}

/* Whose chips an entry moved. */
static void chips_of_entry_due(trey_floor *floor, uint64_t place) {
    trey_store *store = trey_house_store(floor->house);
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_command_id id;
    trey_cage_command entry;
    trey_stream cage;
    if (place == 0 ||
        trey_store_stream(store, TREY_STREAM_CAGE, "cage", false, 0, &cage) != TREY_STATUS_OK)
        return;
    if (trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, cage, place - 1) ==
            TREY_STATUS_OK &&
        trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item &&
        trey_cage_decode(&item->record, &id, &entry)) {
        floor_chips_due(floor, entry.player);
        if (entry.kind == TREY_CAGE_TRANSFER) floor_chips_due(floor, entry.other);
    }
    trey_cursor_close(cursor);
}

void hear_reverse(hearing *h) {
    trey_cage_command command = {.kind = TREY_CAGE_REVERSAL,
                                 .role = (uint8_t)h->office,
                                 .actor = h->person,
                                 .entry = h->message.number};
    size_t length = strlen(h->message.reason);
    if (length == 0 || length >= sizeof command.reason) {
        hear_refuse(h, "no_reason", "give a reason of at most 39 characters");
        return;
    }
    memcpy(command.reason, h->message.reason, length + 1);
    chips_of_entry_due(h->floor, command.entry);
    give(h, &command);
}

void hear_money(hearing *h) {
    static const uint8_t kind[] = {[TREY_MESSAGE_BUY_IN] = TREY_CAGE_BUY_IN,
                                   [TREY_MESSAGE_CASH_OUT] = TREY_CAGE_CASH_OUT,
                                   [TREY_MESSAGE_TRANSFER] = TREY_CAGE_TRANSFER};
    const trey_message *message = &h->message;
    trey_cage_command command = asked(h, kind[message->kind]);
    command.player = message->command.player;
    command.other = message->other;
    command.identified = message->identified;
    const char *words = "", *reason = NULL;
    if (cage_office(h->office))
        reason =
            not_with(h, command.player, command.other, command.kind == TREY_CAGE_BUY_IN, &words);
    if (!reason && cage_office(h->office) && needs_id(h, &command)) {
        reason = "id_required";
        words = "check the patron's ID first: this takes the day's cash over the threshold";
    }
    if (reason) {
        hear_refuse(h, reason, words);
    } else {
        give(h, &command);
    }
}

void hear_box(hearing *h, floor_table *table) {
    give_at_table(h, table, TREY_CAGE_BOX);
    h->floor->pit_changed = true;
}

void hear_cage(hearing *h) {
    if (!cage_office(h->office) && h->office != TREY_OFFICE_AUDITOR) {
        hear_refuse(h, "cage_role", trey_reply_text(TREY_HOUSE_REFUSED_ROLE_TOO_LOW));
        return;
    }
    cage_watch(h->floor, h->visit, h->message.on);
    hear_done(h);
}

void cage_watch(trey_floor *floor, floor_visit *visit, bool on) {
    if (visit->cage) floor->cages--;
    if (on) floor->cages++;
    visit->cage = visit->cage_due = on;
}

/* ---- The frame ----------------------------------------------------------------------------- */
typedef struct counting {
    trey_floor *floor;
    trey_cents kind[TREY_LEDGER_KINDS_MAX], all;
    json_t *boxes;
} counting;

static void count_account(counting *c, const trey_balance_item *item) {
    unsigned kind = trey_account_kind(item->account);
    c->kind[kind] += item->balance;
    c->all += item->balance;
    if (kind != TREY_LEDGER_DROP) return;
    const floor_table *table = floor_table_of(c->floor, trey_account_owner(item->account));
    if (table)
        json_array_append_new(c->boxes,
                              json_pack("{s:o, s:I}", "table", trey_json_text(table->name), "cents",
                                        (json_int_t)item->balance));
}

static trey_status count_all(counting *c) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status =
        trey_cursor_open(&cursor, trey_house_store(c->floor->house), TREY_PART_BALANCES, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        count_account(c, &item->balance);
    trey_cursor_close(cursor);
    return status;
}

static json_t *name_or_null(trey_floor *floor, trey_person person) {
    char unknown[40];
    return person ? trey_json_text(floor_name(floor, person, unknown)) : json_null();
}

static json_t *movement_json(trey_floor *floor, const trey_record *record) {
    static const char *const word[] = {"",     "buy_in", "cash_out", "transfer", "box",
                                       "fill", "credit", "float",    "vault",    "reversal"};
    trey_command_id id;
    trey_cage_command command;
    if (!trey_cage_decode(record, &id, &command) || command.kind > TREY_CAGE_REVERSAL) return NULL;
    bool back = command.kind == TREY_CAGE_REVERSAL;
    unsigned kind = back ? command.was : command.kind;
    bool box = kind == TREY_CAGE_BOX || kind == TREY_CAGE_FILL || kind == TREY_CAGE_CREDIT;
    json_t *one =
        json_pack("{s:I, s:I, s:s, s:o, s:o}", "number", (json_int_t)record->place, "time",
                  (json_int_t)(record->time / 1000), "kind", word[command.kind], "player",
                  command.player == TREY_NOBODY ? json_null() : json_integer(command.player),
                  "name", name_or_null(floor, command.player));
    const floor_table *table = box ? floor_table_of(floor, command.other) : NULL;
    if (kind == TREY_CAGE_TRANSFER) json_object_set_new(one, "other", json_integer(command.other));
    if (box) json_object_set_new(one, "table", trey_json_text(table ? table->name : "?"));
    if (command.identified) json_object_set_new(one, "identified", json_true());
    if (back) {
        json_object_set_new(one, "was", json_string(word[command.was]));
        json_object_set_new(one, "entry", json_integer((json_int_t)command.entry));
        json_object_set_new(one, "reason", trey_json_text(command.reason));
    }
    json_object_set_new(one, "amount", json_integer(command.amount));
    json_object_set_new(one, "by", name_or_null(floor, command.actor));
    if (command.second) json_object_set_new(one, "second", name_or_null(floor, command.second));
    return one;
}

/* The last ones, the newest first. */
static trey_status movements(trey_floor *floor, json_t *list) {
    trey_store *store = trey_house_store(floor->house);
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_stream cage;
    uint64_t place = 0;
    trey_status status = trey_store_stream(store, TREY_STREAM_CAGE, "cage", false, 0, &cage);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status == TREY_STATUS_OK) status = trey_store_place(store, cage, &place);
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, cage,
                                         place > CAGE_MOVEMENTS ? place - CAGE_MOVEMENTS : 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        json_t *one = movement_json(floor, &item->record);
        if (one) json_array_insert_new(list, 0, one);
    }
    trey_cursor_close(cursor);
    return status;
}

static json_t *cage_json(trey_floor *floor) {
    counting c = {.floor = floor, .boxes = json_array()};
    json_t *moved = json_array();
    trey_status status = count_all(&c);
    if (status == TREY_STATUS_OK) status = movements(floor, moved);
    if (status == TREY_STATUS_OK) status = read_drawer(floor);
    if (status != TREY_STATUS_OK)
        floor_fail(floor, status, trey_store_message_text(trey_house_store(floor->house)));
    const trey_cents *kind = c.kind;
    const trey_cents layout = kind[TREY_LEDGER_LAYOUT] + kind[TREY_LEDGER_PLAYER_BANK],
                     house = kind[TREY_LEDGER_HOUSE] + kind[TREY_LEDGER_JACKPOT_HOUSE],
                     meters = kind[TREY_LEDGER_METER] + kind[TREY_LEDGER_RESERVE] +
                              kind[TREY_LEDGER_OVERFLOW] + kind[TREY_LEDGER_PENDING];
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:o, s:o, s:o}", "is",
                     "cage", "cash", (json_int_t)floor->drawer.holds, "identify_from",
                     (json_int_t)floor->options.identify_from, "balance",
                     (json_int_t)-kind[TREY_LEDGER_CAGE], "chips",
                     (json_int_t)kind[TREY_LEDGER_PLAYER], "layout", (json_int_t)layout, "house",
                     (json_int_t)house, "drop", (json_int_t)kind[TREY_LEDGER_DROP], "meters",
                     (json_int_t)meters, "agrees", (int)(c.all == 0), "boxes", c.boxes, "movements",
                     moved, "proposals", proposals_json(floor, true));
}

int64_t cage_due(const trey_floor *floor) {
    if (floor->cages == 0 || !floor->cage_changed) return FLOOR_NEVER;
    int64_t apart = floor->cage_took * CAGE_SHARE;
    return floor->cage_at + (apart > CAGE_MS ? apart : CAGE_MS);
}

void cage_tell(trey_floor *floor, int64_t now) {
    bool waits = false;
    if (floor->cages == 0) return;
    for (size_t i = 0; i < floor->visits; i++) waits |= floor->visit[i]->cage_due;
    if (!waits && cage_due(floor) > now) return;
    trey_frame *frame = frame_of(cage_json(floor));
    if (!frame) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    bool changed = !floor->cage || strcmp(floor->cage, trey_frame_text(frame)) != 0;
    for (size_t i = 0; i < floor->visits; i++) {
        floor_visit *visit = floor->visit[i];
        if (visit->cage && (visit->cage_due || changed))
            visit_send(floor, visit, trey_frame_hold(frame));
        visit->cage_due = false;
    }
    free(floor->cage);
    floor->cage = strdup(trey_frame_text(frame));
    floor->cage_at = now;
    floor->cage_took = floor_now(floor) - now;
    floor->cage_changed = false;
    trey_frame_release(frame);
}
