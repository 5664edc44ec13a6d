/* floor_hear.c -- messages: read, carried out, answered.
 *
 * What a message asks for is decided by the engine and the house; refusals of the floor's
 * own are only those that neither of them knows of. Answers wait for the flush. */
#include <stdio.h>
#include <string.h>

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

typedef struct hearing {
    trey_floor *floor;
    floor_visit *visit;       /* NULL: at another node */
    struct floor_heard *kept; /* of a shared house */
    trey_person person;
    unsigned role;
    trey_message message;
} hearing;

static json_t *answer_json(const hearing *h, bool ok) {
    json_t *id = h->message.has_id ? id_json(h->message.id) : json_null();
    return json_pack("{s:s, s:o, s:b}", "is", "answer", "id", id, "ok", (int)ok);
}

static void answer(hearing *h, json_t *object) {
    trey_frame *frame = frame_of(object);
    if (h->visit)
        visit_send(h->floor, h->visit, frame);
    else
        nodes_answer(h->floor, h->kept, frame);
}

static void answer_done(hearing *h) {
    answer(h, answer_json(h, true));
}

/* Takes `refused`. */
static void answer_refused(hearing *h, json_t *refused, bool again) {
    json_t *object = answer_json(h, false);
    json_object_set_new(object, "refused", refused);
    if (again) json_object_set_new(object, "again", json_true());
    h->floor->figures.refused++;
    answer(h, object);
}

static void refuse(hearing *h, const char *reason, const char *words) {
    answer_refused(h,
                   json_pack("{s:s, s:o, s:[]}", "reason", reason, "text", trey_json_text(words),
                             "paragraphs"),
                   false);
}

/* What a table or the house said. */
static void answer_reply(hearing *h, const floor_table *table, const trey_reply *reply) {
    if (reply->refused == 0) {
        json_t *object = answer_json(h, true);
        if (reply->again) json_object_set_new(object, "again", json_true());
        answer(h, object);
        return;
    }
    bool engine = table && !reply->again && reply->decision &&
                  reply->decision->refused != TREY_REFUSED_NONE &&
                  reply->refused == (uint16_t)reply->decision->refused;
    json_t *refused = engine
                          ? trey_json_refused(table_rules(h->floor, table), reply->decision)
                          : json_pack("{s:s, s:s, s:[]}", "reason", trey_reply_word(reply->refused),
                                      "text", trey_reply_text(reply->refused), "paragraphs");
    answer_refused(h, refused, reply->again);
}

static const trey_command_id *command_id(const hearing *h, trey_command_id *out) {
    memcpy(out->byte, h->message.id, sizeof out->byte);
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
    answer_done(h);
}

static void hear_unwatch(hearing *h, floor_table *table) {
    for (floor_watch *watch = h->visit->watches; watch; watch = watch->next) {
        if (watch->table != table) continue;
        watch_remove(h->floor, watch);
        break;
    }
    answer_done(h);
}

static void hear_lobby(hearing *h) {
    h->visit->lobby = h->visit->lobby_due = h->message.on;
    answer_done(h);
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
        if (config->minimum[TREY_STAKE_ANTE] < smallest)
            smallest = config->minimum[TREY_STAKE_ANTE];
    }
    return smallest;
}

static void hear_top_up(hearing *h) {
    trey_command_id id;
    trey_reply reply;
    if (!h->floor->options.play_money || h->floor->options.play_chips <= 0) {
        refuse(h, "no_play_money", "this house does not play for play money");
    } else if (h->role != TREY_ROLE_PLAYER) {
        refuse(h, "not_a_player", "only players get chips");
    } else if (floor_chips(h->floor, h->person) >= smallest_stake(h->floor)) {
        refuse(h, "has_chips", "there are chips enough for a bet");
    } else if (floor_buy_in(h->floor, command_id(h, &id), h->person, h->floor->options.play_chips,
                            &reply) == TREY_STATUS_OK) {
        answer_reply(h, NULL, &reply);
    }
}

static void hear_coach(hearing *h, floor_table *table) {
    const char *reason = NULL, *words = NULL;
    json_t *coach =
        floor_coach(h->floor, table, h->message.command.seat, h->person, &reason, &words);
    if (!coach) {
        refuse(h, reason, words);
        return;
    }
    json_t *object = answer_json(h, true);
    json_object_set_new(object, "coach", coach);
    answer(h, object);
}

/* Another node plays the table: the message goes there, and so does its answer come. */
static bool heard_elsewhere(const hearing *h, floor_table *table, const trey_reply *reply) {
    bool here = reply ? reply->refused != TREY_HOUSE_REFUSED_NOT_LEADING
                      : trey_house_leads(h->floor->house, table->index);
    if (here || !h->kept) return false;
    nodes_forward(h->floor, h->kept, table);
    return true;
}

static void hear_nonce(hearing *h, floor_table *table) {
    trey_command_id id;
    trey_reply reply;
    if (h->role != TREY_ROLE_PLAYER) {
        refuse(h, "not_a_player", "only players have a share in the shuffle");
        return;
    }
    trey_status status =
        trey_house_nonce(h->floor->house, table->index, command_id(h, &id), h->person,
                         h->message.nonce, h->message.nonce_count, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(h->floor, status, trey_house_message(h->floor->house));
        return;
    }
    if (!heard_elsewhere(h, table, &reply)) answer_reply(h, NULL, &reply);
}

static void hear_ready(hearing *h, floor_table *table) {
    if (h->role != TREY_ROLE_PLAYER) {
        refuse(h, "not_a_player", "only players say that they bet no more");
    } else if (!ready_can_say(h->floor, table, h->person)) {
        refuse(h, "not_betting", "there is nothing to be ready for");
    } else {
        ready_say(h->floor, table, h->person);
        answer_done(h);
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
        answer_refused(h, trey_json_refused(table_rules(h->floor, table), &h->floor->decision),
                       false);
    } else if (table_deal(h->floor, table, command_id(h, &id), &reply) == TREY_STATUS_OK &&
               !heard_elsewhere(h, table, &reply)) {
        answer_reply(h, table, &reply);
    }
}

static void hear_award(hearing *h) {
    trey_floor *floor = h->floor;
    unsigned jackpot = trey_house_jackpot_find(floor->house, h->message.table);
    if (jackpot == trey_house_jackpots(floor->house)) {
        refuse(h, "no_such_jackpot", "there is no jackpot of that name");
        return;
    }
    const trey_link *link = trey_house_jackpot(floor->house, jackpot);
    trey_link_hit hit = {.number = 0};
    for (unsigned i = 0; i < link->hits; i++) {
        if (link->hit[i].number == h->message.number) hit = link->hit[i];
    }
    trey_link_command command = {.verb = h->message.on ? TREY_LINK_CONFIRM : TREY_LINK_REJECT,
                                 .role = (uint8_t)h->role,
                                 .actor = h->person,
                                 .number = h->message.number};
    memcpy(command.reason, h->message.reason, sizeof command.reason);
    trey_command_id id;
    trey_reply reply;
    trey_status status =
        trey_house_jackpot_command(floor->house, jackpot, command_id(h, &id), &command, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
        return;
    }
    if (reply.refused == 0 && !reply.again && h->message.on) lobby_awarded(floor, jackpot, &hit);
    floor->lobby_changed = true;
    answer_reply(h, NULL, &reply);
}

static void hear_command(hearing *h, floor_table *table) {
    trey_command *command = &h->message.command;
    trey_command_id id;
    trey_reply reply;
    command->role = (uint8_t)h->role;
    command->actor = h->person;
    if (!h->message.has_player && h->role == TREY_ROLE_PLAYER) command->player = h->person;
    if (table_give(h->floor, table, command_id(h, &id), command, &reply) != TREY_STATUS_OK) return;
    if (heard_elsewhere(h, table, &reply)) return;
    if (reply.refused == 0 && !reply.again) ready_take_back(h->floor, table, command->player);
    answer_reply(h, table, &reply);
}

/* ---- Hearing -----------------------------------------------------------------------------------
 */
static void hear_at_table(hearing *h) {
    floor_table *table = floor_table_find(h->floor, h->message.table);
    if (!table) {
        refuse(h, "no_such_table", "there is no table of that name");
        return;
    }
    bool played = h->message.kind == TREY_MESSAGE_NONCE || h->message.kind == TREY_MESSAGE_READY ||
                  h->message.kind == TREY_MESSAGE_DEAL || h->message.kind == TREY_MESSAGE_COMMAND;
    if (!h->visit && !played) {
        refuse(h, "malformed", "this is asked at one's own node");
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
    case TREY_MESSAGE_NONCE:
        hear_nonce(h, table);
        break;
    case TREY_MESSAGE_READY:
        hear_ready(h, table);
        break;
    case TREY_MESSAGE_DEAL:
    case TREY_MESSAGE_COMMAND:
        if (h->role == FLOOR_NO_ROLE) {
            refuse(h, "not_at_tables", "whoever has this role does not act at tables");
        } else if (h->message.kind == TREY_MESSAGE_DEAL) {
            hear_deal(h, table);
        } else {
            hear_command(h, table);
        }
        break;
    default:
        TREY_ASSERT(h->message.kind < TREY_MESSAGE_KINDS);
    }
}

static void hear_one(hearing *h) {
    switch ((trey_message_kind)h->message.kind) {
    case TREY_MESSAGE_PING:
        answer_done(h);
        break;
    case TREY_MESSAGE_LOBBY:
        hear_lobby(h);
        break;
    case TREY_MESSAGE_TOP_UP:
        hear_top_up(h);
        break;
    case TREY_MESSAGE_AWARD:
        hear_award(h);
        break;
    default:
        hear_at_table(h);
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
                 .role = floor_role(floor, person)};
    if (!read_message(&h, text, size, &mistake)) {
        floor->figures.malformed++;
        refuse(&h, "malformed", mistake.text);
    } else if (visit) {
        hear_one(&h);
    } else {
        hear_at_table(&h);
    }
}

void hear_refuse(trey_floor *floor, floor_visit *visit, const char *text, size_t size,
                 const char *reason, const char *words) {
    trey_json_mistake mistake;
    hearing h = {.floor = floor, .visit = visit, .person = visit->person->person};
    if (!read_message(&h, text, size, &mistake)) return;
    refuse(&h, reason, words);
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
