/* floor_hear.c -- messages: read, carried out, answered.
 *
 * What a message asks for is decided by the engine and the house; refusals of the floor's
 * own are only those that neither of them knows of. Answers wait for the flush. */
#include <stdio.h>
#include <string.h>

#include "floor_hearing.h"
#include "floor_nodes.h"

/* ---- Answers --------------------------------------------------------------------------- */
static json_t *id_json(const uint8_t id[TREY_MESSAGE_ID_BYTES]) {
    static const char digits[] = "0123456789abcdef";
    char text[2 * TREY_MESSAGE_ID_BYTES];
    for (unsigned i = 0; i < TREY_MESSAGE_ID_BYTES; i++) {
        text[2 * i] = digits[id[i] >> 4];
        text[2 * i + 1] = digits[id[i] & 15];
    }
    return json_stringn(text, sizeof text);
}

json_t *hear_json(const hearing *h, bool ok) {
    json_t *id = h->message.has_id ? id_json(h->message.id) : json_null();
    return json_pack("{s:s, s:o, s:b}", "is", "answer", "id", id, "ok", (int)ok);
}

void hear_answer(hearing *h, json_t *object) {
    trey_frame *frame = frame_of(object);
    if (h->visit)
        visit_send(h->floor, h->visit, frame);
    else
        nodes_answer(h->floor, h->kept, frame);
}

void hear_done(hearing *h) {
    h->done = true;
    hear_answer(h, hear_json(h, true));
}

/* Takes `refused`. */
void hear_refused(hearing *h, json_t *refused, bool again) {
    json_t *object = hear_json(h, false);
    json_object_set_new(object, "refused", refused);
    if (again) json_object_set_new(object, "again", json_true());
    h->floor->figures.refused++;
    bool staff = h->office != TREY_OFFICE_PLAYER;
    if (staff && !again && !h->message.tries) incident_refused(h, refused);
    hear_answer(h, object);
}

void hear_refuse(hearing *h, const char *reason, const char *words) {
    hear_refused(h,
                 json_pack("{s:s, s:o, s:[]}", "reason", reason, "text", trey_json_text(words),
                           "paragraphs"),
                 false);
}

json_t *hear_engine(hearing *h, const floor_table *table, const trey_decision *decision) {
    json_t *refused = trey_json_refused(table_rules(h->floor, table), decision);
    json_t *asks = preview_asks(&h->message.command, decision);
    if (asks) json_object_set_new(refused, "asks", asks);
    return refused;
}

/* What a table or the house said. */
void hear_reply(hearing *h, const floor_table *table, const trey_reply *reply) {
    if (reply->refused == 0) {
        json_t *object = hear_json(h, true);
        h->done = true;
        if (reply->again) json_object_set_new(object, "again", json_true());
        hear_answer(h, object);
        return;
    }
    bool engine = table && !reply->again && reply->decision &&
                  reply->decision->refused != TREY_REFUSED_NONE &&
                  reply->refused == (uint16_t)reply->decision->refused;
    json_t *refused = engine
                          ? hear_engine(h, table, reply->decision)
                          : json_pack("{s:s, s:s, s:[]}", "reason", trey_reply_word(reply->refused),
                                      "text", trey_reply_text(reply->refused), "paragraphs");
    hear_refused(h, refused, reply->again);
}

const trey_command_id *hear_id(const hearing *h, trey_command_id *out) {
    trey_command_id_of(h->person, h->message.id, out);
    return out;
}

/* ---- What can be asked --------------------------------------------------------------------- */
static void hear_watch(hearing *h, floor_table *table) {
    floor_watch *watch = watch_add(h->floor, h->visit, table);
    if (!watch) return;
    watch->full_due = true;
    watch->has_since = h->message.has_since;
    watch->since = h->message.since;
    table->unmet = true;
    hear_done(h);
}

static void hear_unwatch(hearing *h, floor_table *table) {
    for (floor_watch *watch = h->visit->watches; watch; watch = watch->next) {
        if (watch->table != table) continue;
        watch_remove(h->floor, watch);
        break;
    }
    hear_done(h);
}

static void hear_lobby(hearing *h) {
    h->visit->lobby = h->visit->lobby_due = h->message.on;
    hear_done(h);
}

trey_status floor_buy_in(trey_floor *floor, const trey_command_id *id, trey_person person,
                         trey_cents amount, trey_reply *reply) {
    const trey_cage_command command = {
        .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = person, .amount = amount};
    trey_status status = trey_house_cage(floor->house, id, &command, reply);
    if (status != TREY_STATUS_OK)
        return floor_fail(floor, status, trey_house_message(floor->house));
    if (reply->refused == 0) floor_chips_due(floor, person);
    return TREY_STATUS_OK;
}

/* The smallest bet that any table takes. */
static trey_cents smallest_stake(const trey_floor *floor) {
    trey_cents smallest = TREY_LIMIT_MAX;
    for (unsigned i = 0; i < floor->tables; i++) {
        const trey_table_config *config = &trey_house_table(floor->house, i)->config;
        if (config->minimum[TREY_WAGER_ANTE] < smallest)
            smallest = config->minimum[TREY_WAGER_ANTE];
    }
    return smallest;
}

/* Does a hand of theirs wait that they have not the chips to play? */
static bool cannot_play(const hearing *h) {
    trey_cents chips = floor_chips(h->floor, h->person);
    for (unsigned i = 0; i < h->floor->tables; i++) {
        const floor_table *table = h->floor->table[i];
        const trey_table *state = table_state(h->floor, table);
        bool deciding = state->phase == TREY_PHASE_DECISION;
        if (deciding && trey_play_cost(table_rules(h->floor, table), state, h->person) > chips)
            return true;
    }
    return false;
}

static void hear_top_up(hearing *h) {
    trey_command_id id;
    trey_reply reply;
    if (!h->floor->options.play_money || h->floor->options.play_chips <= 0) {
        hear_refuse(h, "no_play_money", "this house does not use play money");
    } else if (h->role != TREY_ROLE_PLAYER) {
        hear_refuse(h, "not_a_player", "only players can get chips");
    } else if (floor_chips(h->floor, h->person) >= smallest_stake(h->floor) && !cannot_play(h)) {
        hear_refuse(h, "has_chips", "you still have enough chips to bet");
    } else if (floor_buy_in(h->floor, hear_id(h, &id), h->person, h->floor->options.play_chips,
                            &reply) == TREY_STATUS_OK) {
        hear_reply(h, NULL, &reply);
    }
}

static void hear_coach(hearing *h, floor_table *table) {
    const char *reason = NULL, *words = NULL;
    json_t *coach =
        floor_coach(h->floor, table, h->message.command.seat, h->person, &reason, &words);
    if (!coach) {
        hear_refuse(h, reason, words);
        return;
    }
    json_t *object = hear_json(h, true);
    json_object_set_new(object, "coach", coach);
    hear_answer(h, object);
}

bool heard_elsewhere(const hearing *h, floor_table *table, const trey_reply *reply) {
    bool here = reply ? reply->refused != TREY_HOUSE_REFUSED_NOT_LEADING
                      : trey_house_leads(h->floor->house, table->index);
    if (here || !h->kept) return false;
    nodes_forward(h->floor, h->kept, table);
    return true;
}

/* A pledge, or the share that it was made of. */
static void hear_share(hearing *h, floor_table *table) {
    trey_command_id id;
    trey_reply reply;
    trey_hash pledge;
    trey_share share;
    trey_house *house = h->floor->house;
    if (h->role != TREY_ROLE_PLAYER) {
        hear_refuse(h, "not_a_player", "only players have a share in the shuffle");
        return;
    }
    memcpy(pledge.byte, h->message.secret, sizeof pledge.byte);
    memcpy(share.byte, h->message.secret, sizeof share.byte);
    hear_id(h, &id);
    trey_status status = h->message.kind == TREY_MESSAGE_PLEDGE
                             ? trey_house_pledge(house, table->index, &id, h->person,
                                                 h->message.round, &pledge, &reply)
                             : trey_house_share(house, table->index, &id, h->person,
                                                h->message.round, &share, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(h->floor, status, trey_house_message(house));
        return;
    }
    if (heard_elsewhere(h, table, &reply)) return;
    if (reply.refused == 0 && !reply.again) {
        table_follow_fair(h->floor, table);
        table->dirty = table->look = true;
    }
    hear_reply(h, NULL, &reply);
}

static void hear_ready(hearing *h, floor_table *table) {
    static const trey_reply again = {.again = true};
    trey_command_id id;
    hear_id(h, &id);
    if (h->role != TREY_ROLE_PLAYER) {
        hear_refuse(h, "not_a_player", "only players can say that they are ready");
    } else if (ready_heard(table, h->person, &id)) {
        hear_reply(h, table, &again);
    } else if (!ready_can_say(h->floor, table, h->person)) {
        hear_refuse(h, "not_betting", "there is nothing to be ready for");
    } else {
        ready_say(h->floor, table, h->person, &id);
        hear_done(h);
    }
}

/* Whose business dealing is the engine knows: it is asked with a deck in order. */
static void hear_deal(hearing *h, floor_table *table) {
    trey_command_id id;
    trey_reply reply;
    trey_command deck = staff_command(TREY_VERB_DECK, h->role);
    deck.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) deck.cards[i] = (trey_card)i;
    if (floor_refusal(h->floor, table, &deck) == TREY_REFUSED_ROLE_TOO_LOW) {
        hear_refused(h, trey_json_refused(table_rules(h->floor, table), &h->floor->decision),
                     false);
    } else if (table_deal(h->floor, table, hear_id(h, &id), &reply) == TREY_STATUS_OK &&
               !heard_elsewhere(h, table, &reply)) {
        hear_reply(h, table, &reply);
    }
}

static void hear_shift(hearing *h) {
    const char *reason = NULL, *words = NULL;
    bool again = false;
    uint64_t number = floor_shift(h->floor, h->person, &h->message, &again, &reason, &words);
    if (reason) hear_refuse(h, reason, words);
    if (number == 0) return;
    json_t *object = hear_json(h, true);
    json_object_set_new(object, "shift", json_integer((json_int_t)number));
    if (again) json_object_set_new(object, "again", json_true());
    hear_answer(h, object);
}

static void hear_command(hearing *h, floor_table *table) {
    trey_command *command = &h->message.command;
    trey_command_id id;
    trey_reply reply;
    bool weighed = trey_verb_row_of((trey_verb)command->verb)->traits & TREY_TRAIT_SECONDED;
    command->role = (uint8_t)h->role;
    command->actor = h->person;
    if (h->second) {
        command->second = h->second;
        command->second_role = (uint8_t)floor_role(h->floor, h->second);
    }
    if (!h->message.has_player && h->role == TREY_ROLE_PLAYER) command->player = h->person;
    if (h->message.tries) {
        hear_try(h, table);
        return;
    }
    if (table_give(h->floor, table, hear_id(h, &id), command, &reply) != TREY_STATUS_OK) return;
    if (heard_elsewhere(h, table, &reply) || (weighed && second_due(h, &reply))) return;
    if (reply.refused == 0 && !reply.again) ready_take_back(h->floor, table, command->player);
    hear_reply(h, table, &reply);
}

/* ---- Hearing -----------------------------------------------------------------------------------
 */
static void hear_at_table(hearing *h) {
    floor_table *table = floor_table_find(h->floor, h->message.table);
    if (!table) {
        hear_refuse(h, "no_such_table", "there is no table with that name");
        return;
    }
    bool played = h->message.kind == TREY_MESSAGE_PLEDGE || h->message.kind == TREY_MESSAGE_SHARE ||
                  h->message.kind == TREY_MESSAGE_READY || h->message.kind == TREY_MESSAGE_DEAL ||
                  h->message.kind == TREY_MESSAGE_LIMITS || h->message.kind == TREY_MESSAGE_DESK ||
                  h->message.kind == TREY_MESSAGE_COMMAND;
    if (!h->visit && !played) {
        hear_refuse(h, "malformed", "this is asked at one's own node");
        return;
    }
    if (played && heard_elsewhere(h, table, NULL)) return;
    switch ((trey_message_kind)h->message.kind) {
    case TREY_MESSAGE_WATCH:
        hear_watch(h, table);
        break;
    case TREY_MESSAGE_UNWATCH:
        hear_unwatch(h, table);
        break;
    case TREY_MESSAGE_COACH:
        hear_coach(h, table);
        break;
    case TREY_MESSAGE_PLEDGE:
    case TREY_MESSAGE_SHARE:
        hear_share(h, table);
        break;
    case TREY_MESSAGE_READY:
        hear_ready(h, table);
        break;
    case TREY_MESSAGE_DEAL:
    case TREY_MESSAGE_COMMAND:
        if (h->role == FLOOR_NO_ROLE) {
            hear_refuse(h, "not_at_tables", "your role does not act at tables");
        } else if (!h->message.tries && desk_elsewhere(h, table)) {
            break;
        } else if (h->message.kind == TREY_MESSAGE_DEAL) {
            hear_deal(h, table);
        } else {
            hear_command(h, table);
        }
        break;
    case TREY_MESSAGE_DESK:
        hear_desk(h, table);
        break;
    case TREY_MESSAGE_LIMITS:
        hear_limits(h, table);
        break;
    case TREY_MESSAGE_BOX:
        hear_box(h, table);
        break;
    case TREY_MESSAGE_FILL:
    case TREY_MESSAGE_CREDIT:
        hear_fill(h, table);
        break;
    default:
        TREY_ASSERT(h->message.kind < TREY_MESSAGE_KINDS);
    }
}

/* What staff say that is not about one table; false for anything else. */
static bool hear_staff(hearing *h) {
    switch ((trey_message_kind)h->message.kind) {
    case TREY_MESSAGE_AWARD:
        hear_award(h);
        return true;
    case TREY_MESSAGE_PLACE:
        hear_place(h);
        return true;
    case TREY_MESSAGE_CLAIM:
    case TREY_MESSAGE_STRIKE:
        hear_unpaid(h);
        return true;
    case TREY_MESSAGE_LINK:
        hear_link(h);
        return true;
    case TREY_MESSAGE_PARAMETERS:
        hear_parameters(h);
        return true;
    case TREY_MESSAGE_TABLE:
        hear_open_table(h);
        return true;
    case TREY_MESSAGE_PIT:
        hear_pit(h);
        return true;
    case TREY_MESSAGE_PEOPLE:
        hear_people(h);
        return true;
    case TREY_MESSAGE_BUY_IN:
    case TREY_MESSAGE_CASH_OUT:
    case TREY_MESSAGE_TRANSFER:
        hear_money(h);
        return true;
    case TREY_MESSAGE_FLOAT:
    case TREY_MESSAGE_VAULT:
        hear_drawer(h);
        return true;
    case TREY_MESSAGE_REVERSE:
        hear_reverse(h);
        return true;
    case TREY_MESSAGE_CAGE:
        hear_cage(h);
        return true;
    case TREY_MESSAGE_SHIFT:
        hear_shift(h);
        return true;
    case TREY_MESSAGE_SECOND:
        hear_second(h);
        return true;
    default:
        return false;
    }
}

void hear_one(hearing *h) {
    switch ((trey_message_kind)h->message.kind) {
    case TREY_MESSAGE_PING:
        hear_done(h);
        break;
    case TREY_MESSAGE_LOBBY:
        hear_lobby(h);
        break;
    case TREY_MESSAGE_TOP_UP:
        hear_top_up(h);
        break;
    default:
        if (!hear_staff(h)) hear_at_table(h);
    }
}

/* Fifty a second and two hundred at once; whoever sends more is not a person. */
static bool too_fast(trey_floor *floor, floor_visit *visit) {
    int64_t now = floor_now(floor);
    int64_t gained = now > visit->tokens_at ? (now - visit->tokens_at) * FLOOR_RATE : 0;
    visit->tokens_at = now;
    visit->tokens += gained;
    if (visit->tokens > (int64_t)FLOOR_BURST * 1000) visit->tokens = (int64_t)FLOOR_BURST * 1000;
    visit->tokens -= 1000;
    if (visit->tokens >= 0) return false;
    floor_bye(floor, visit, "too_many", "too many messages", TREY_CUT_TOO_MANY);
    return true;
}

static bool read_message(hearing *h, const char *text, size_t size, trey_json_mistake *mistake) {
    if (size <= FLOOR_TEXT_MAX) return trey_message_read(text, size, &h->message, mistake);
    snprintf(mistake->text, sizeof mistake->text, "a message has at most %d bytes", FLOOR_TEXT_MAX);
    return false;
}

void hear_text(trey_floor *floor, floor_visit *visit, trey_person person, struct floor_heard *kept,
               const char *text, size_t size) {
    trey_json_mistake mistake;
    hearing h = {.floor = floor,
                 .visit = visit,
                 .kept = kept,
                 .person = person,
                 .role = floor_role(floor, person),
                 .office = floor_office(floor, person),
                 .text = text,
                 .size = size};
    if (!read_message(&h, text, size, &mistake)) {
        floor->figures.malformed++;
        hear_refuse(&h, "malformed", mistake.text);
    } else if (visit) {
        hear_one(&h);
    } else if (h.message.kind == TREY_MESSAGE_SECOND) {
        hear_second(&h);
    } else {
        hear_at_table(&h);
    }
}

void hear_refuse_text(trey_floor *floor, floor_visit *visit, const char *text, size_t size,
                      const char *reason, const char *words) {
    trey_json_mistake mistake;
    hearing h = {.floor = floor, .visit = visit, .person = visit->person->person};
    if (!read_message(&h, text, size, &mistake)) return;
    hear_refuse(&h, reason, words);
}

void trey_floor_hear(trey_floor *floor, trey_visit number, const char *text, size_t size) {
    floor_visit *visit = map_find(&floor->visit_of, number);
    if (!visit || visit->cut) return;
    if (floor->failed != TREY_STATUS_OK && !floor->nodes) return;
    floor->figures.messages++;
    if (too_fast(floor, visit)) return;
    if (floor->nodes && size <= FLOOR_TEXT_MAX)
        nodes_hear(floor, visit, text, size);
    else
        hear_text(floor, visit, visit->person->person, NULL, text, size);
}
