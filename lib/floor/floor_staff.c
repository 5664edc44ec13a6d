/* floor_staff.c -- what else staff can say: limits, jackpots, new tables, looking people up.
 *
 * Who may do what is the engine's to say, the link's or the house's; the floor refuses
 * only what none of them hears of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "floor_hearing.h"

/* ---- Jackpots --------------------------------------------------------------------------- */
/* The jackpot that the message names; refuses where there is none. */
static bool jackpot_named(hearing *h, unsigned *out) {
    const trey_message *message = &h->message;
    bool beside = message->kind == TREY_MESSAGE_CLAIM || message->kind == TREY_MESSAGE_STRIKE;
    *out = trey_house_jackpot_find(h->floor->house, beside ? message->jackpot : message->table);
    if (*out < trey_house_jackpots(h->floor->house)) return true;
    hear_refuse(h, "no_such_jackpot", "there is no jackpot with that name");
    return false;
}

/* Gives it to the link; true when it was done just now. */
static bool tell_link(hearing *h, unsigned jackpot, trey_link_command *command) {
    trey_floor *floor = h->floor;
    trey_command_id id;
    trey_reply reply;
    command->role = (uint8_t)h->role;
    command->actor = h->person;
    if (h->second) {
        command->second = h->second;
        command->second_role = (uint8_t)floor_role(floor, h->second);
    }
    command->number = h->message.number;
    memcpy(command->reason, h->message.reason, sizeof command->reason);
    if (h->role == FLOOR_NO_ROLE) {
        hear_refuse(h, "role_too_low", trey_refused_text(TREY_REFUSED_ROLE_TOO_LOW));
        return false;
    }
    trey_status status =
        trey_house_jackpot_command(floor->house, jackpot, hear_id(h, &id), command, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
        return false;
    }
    floor->lobby_changed = floor->pit_changed = true;
    if (second_due(h, &reply)) return false;
    hear_reply(h, NULL, &reply);
    return reply.refused == 0 && !reply.again;
}

void hear_award(hearing *h) {
    unsigned jackpot;
    if (!jackpot_named(h, &jackpot)) return;
    const trey_link *link = trey_house_jackpot(h->floor->house, jackpot);
    trey_link_hit hit = {.number = 0};
    for (unsigned i = 0; i < link->hits; i++) {
        if (link->hit[i].number == h->message.number) hit = link->hit[i];
    }
    trey_link_command command = {.verb = h->message.on ? TREY_LINK_CONFIRM : TREY_LINK_REJECT};
    if (!tell_link(h, jackpot, &command)) return;
    if (h->message.on) lobby_awarded(h->floor, jackpot, &hit);
    incident_link(h->floor, jackpot, &command, &hit);
}

void hear_place(hearing *h) {
    unsigned jackpot;
    if (!jackpot_named(h, &jackpot)) return;
    trey_link_command command = {.verb = TREY_LINK_PLACE, .place = h->message.place};
    if (tell_link(h, jackpot, &command)) incident_link(h->floor, jackpot, &command, NULL);
}

/* An award that the jackpot did not hear of is claimed, or struck off. */
void hear_unpaid(hearing *h) {
    unsigned jackpot;
    const trey_message *message = &h->message;
    if (!jackpot_named(h, &jackpot)) return;
    const floor_table *table = floor_table_find(h->floor, message->table);
    if (!table) {
        hear_refuse(h, "no_such_table", "there is no table with that name");
        return;
    }
    bool claims = message->kind == TREY_MESSAGE_CLAIM;
    trey_link_command command = {.verb = claims ? TREY_LINK_CLAIM : TREY_LINK_STRIKE,
                                 .round = message->round};
    command.hit.table = trey_house_table_stream(h->floor->house, table->index);
    command.hit.seat = message->command.seat;
    if (!tell_link(h, jackpot, &command)) return;
    if (claims) command.number = trey_house_jackpot(h->floor->house, jackpot)->entered;
    incident_link(h->floor, jackpot, &command, NULL);
}

void hear_link(hearing *h) {
    unsigned jackpot;
    if (!jackpot_named(h, &jackpot)) return;
    /* Tables may report a loss, too, and do so as dealers; people are asked for more. */
    if (h->role < TREY_ROLE_PIT_SUPERVISOR) {
        hear_refuse(h, "role_too_low", trey_refused_text(TREY_REFUSED_ROLE_TOO_LOW));
        return;
    }
    trey_link_command command = {.verb = h->message.on ? TREY_LINK_UP : TREY_LINK_DOWN};
    if (!tell_link(h, jackpot, &command)) return;
    incident_link(h->floor, jackpot, &command, NULL);
    /* Tables that play for it have been told by the house. */
    for (unsigned i = 0; i < h->floor->tables; i++)
        h->floor->table[i]->dirty = h->floor->table[i]->look = true;
}

void hear_parameters(hearing *h) {
    unsigned jackpot;
    const trey_message *message = &h->message;
    const trey_link_parameters *given = &message->parameters;
    if (!jackpot_named(h, &jackpot)) return;
    trey_link_command command = {.verb = TREY_LINK_CHANGE};
    trey_link_parameters *now = &command.parameters;
    *now = trey_house_jackpot(h->floor->house, jackpot)->parameters;
    if (message->given & TREY_PARAMETER_BET) now->bet = given->bet;
    if (message->given & TREY_PARAMETER_FIXED) now->fixed = given->fixed;
    if (message->given & TREY_PARAMETER_RATE) now->rate = given->rate;
    if (message->given & TREY_PARAMETER_RESERVE_RATE) now->reserve_rate = given->reserve_rate;
    if (message->given & TREY_PARAMETER_RESET) now->reset = given->reset;
    if (message->given & TREY_PARAMETER_CEILING) now->ceiling = given->ceiling;
    if (tell_link(h, jackpot, &command)) incident_link(h->floor, jackpot, &command, NULL);
}

/* ---- People -------------------------------------------------------------------------------- */
enum { PEOPLE_FOUND = 20 };

static json_t *tables_of(trey_floor *floor, trey_person person) {
    json_t *list = json_array();
    for (unsigned i = 0; i < floor->tables; i++) {
        const trey_table *state = table_state(floor, floor->table[i]);
        bool there = state->banker == person;
        for (unsigned seat = 0; seat < state->config.positions; seat++)
            there |= state->box[seat].seated == person;
        if (there) json_array_append_new(list, trey_json_text(floor->table[i]->name));
    }
    return list;
}

static void add_person(trey_floor *floor, json_t *list, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    size_t i;
    json_t *known;
    json_array_foreach(list, i, known) {
        if (json_integer_value(json_object_get(known, "id")) == (json_int_t)person) return;
    }
    if (!facts || json_array_size(list) >= PEOPLE_FOUND) return;
    json_t *found =
        json_pack("{s:I, s:o, s:s, s:b, s:b, s:I, s:o}", "id", (json_int_t)person, "name",
                  trey_json_text(facts->name), "role", trey_office_word(facts->office), "guest",
                  (int)facts->guest, "barred", (int)facts->barred, "chips",
                  (json_int_t)floor_chips(floor, person), "at", tables_of(floor, person));
    cage_put_day(floor, person, found);
    json_array_append_new(list, found);
}

static void add_guest(trey_floor *floor, json_t *list, trey_person person, const char *find) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    if (facts && facts->guest && strncasecmp(facts->name, find, strlen(find)) == 0)
        add_person(floor, list, person);
}

/* Guests are only numbers, and there is no list of them: those are looked through who sit at
 * a table or are here. */
static void add_guests(trey_floor *floor, json_t *list, const char *find) {
    static const char begin[] = "Guest ";
    size_t length = strlen(find) < sizeof begin - 1 ? strlen(find) : sizeof begin - 1;
    if (strncasecmp(find, begin, length) != 0) return;
    for (unsigned i = 0; i < floor->tables; i++) {
        const trey_table *state = table_state(floor, floor->table[i]);
        for (unsigned seat = 0; seat < state->config.positions; seat++)
            add_guest(floor, list, state->box[seat].seated, find);
    }
    for (size_t i = 0; i < floor->visits && json_array_size(list) < PEOPLE_FOUND; i++) {
        if (floor->visit[i]->person) add_guest(floor, list, floor->visit[i]->person->person, find);
    }
}

void hear_people(hearing *h) {
    const char *find = h->message.find;
    trey_person found[PEOPLE_FOUND];
    bool may = h->office >= TREY_OFFICE_PIT_SUPERVISOR && h->office < TREY_OFFICE_COUNT;
    if (!may) {
        hear_refuse(h, "role_too_low",
                    "only supervisors, cashiers and auditors can look people up");
        return;
    }
    json_t *list = json_array();
    bool number = find[strspn(find, "0123456789")] == '\0' && strlen(find) <= 10;
    unsigned long long wanted = number ? strtoull(find, NULL, 10) : 0;
    if (wanted > 0 && wanted <= UINT32_MAX) add_person(h->floor, list, (trey_person)wanted);
    trey_person exact = trey_people_find(h->floor->people, find);
    if (exact) add_person(h->floor, list, exact);
    size_t count = trey_people_search(h->floor->people, find, found, PEOPLE_FOUND);
    for (size_t i = 0; i < count; i++) add_person(h->floor, list, found[i]);
    add_guests(h->floor, list, find);
    json_t *object = hear_json(h, true);
    json_object_set_new(object, "people", list);
    hear_answer(h, object);
}

/* ---- Limits ---------------------------------------------------------------------------------- */
/* All of them in one command: it has the message's id, and is carried out whole or not at
 * all, also where the process dies or the message comes twice. */
static void limits_command(hearing *h) {
    const trey_message *message = &h->message;
    trey_command command = staff_command(TREY_VERB_LIMITS, h->role);
    command.actor = h->person;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!(message->limits >> wager & 1u)) continue;
        unsigned at = command.limits.count++;
        TREY_ASSERT(at < TREY_LIMITED);
        command.limits.wager[at] = (uint8_t)wager;
        command.limits.least[at] = message->least[wager];
        command.limits.most[at] = message->most[wager];
    }
    memcpy(command.limits.reason, message->reason, sizeof command.limits.reason);
    h->message.command = command;
}

void hear_limits(hearing *h, floor_table *table) {
    trey_command_id id;
    trey_reply reply;
    if (h->role == FLOOR_NO_ROLE) {
        hear_refuse(h, "not_at_tables", "your role does not act at tables");
        return;
    }
    limits_command(h);
    const trey_command *command = &h->message.command;
    if (table_give(h->floor, table, hear_id(h, &id), command, &reply) != TREY_STATUS_OK) return;
    if (!heard_elsewhere(h, table, &reply)) hear_reply(h, table, &reply);
}

/* ---- New tables --------------------------------------------------------------------------------
 */
/* What nobody has said is as at the first table that plays by the same book. */
static void preset_config(trey_floor *floor, const trey_rulebook *book, trey_table_config *config) {
    const trey_schedule *schedule =
        trey_rulebook_schedules(book) ? trey_rulebook_schedule(book, 0) : NULL;
    *config = (trey_table_config){
        .positions = (uint8_t)trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value.d,
        .device = (uint8_t)((trey_rulebook_rule(book, TREY_KEY_DEVICES)->value.n & 15) - 1),
        .schedule = (uint8_t)(schedule ? schedule->option : 0),
        .fee_supplied = TREY_FEE_UNREADABLE};
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager_limited(wager) || !trey_rulebook_offers(book, wager)) continue;
        config->minimum[wager] = 500;
        config->maximum[wager] = 50000;
    }
    for (unsigned i = 0; i < floor->tables; i++) {
        const trey_rulebook *other = table_book(floor, floor->table[i]);
        if (strcmp(trey_rulebook_id(other), trey_rulebook_id(book)) != 0) continue;
        *config = table_state(floor, floor->table[i])->config;
        config->jackpot = 0;
        config->jackpot_bet = config->jackpot_contribution = config->jackpot_reset = 0;
        return;
    }
}

static bool terms_of(hearing *h, trey_table_terms *terms) {
    const trey_message *message = &h->message;
    trey_rulebook *book;
    memset(terms, 0, sizeof *terms);
    snprintf(terms->name, sizeof terms->name, "%s", message->table);
    snprintf(terms->rulebook, sizeof terms->rulebook, "%s", message->rulebook);
    snprintf(terms->jackpot, sizeof terms->jackpot, "%s", message->jackpot);
    terms->run = true;
    terms->automatic = message->automatic;
    memcpy(terms->title, message->title, sizeof terms->title);
    if (trey_rulebook_open(&book, message->rulebook, NULL) != TREY_STATUS_OK) {
        hear_refuse(h, "no_such_rulebook",
                    "there is no such rulebook: mbs, rws, rws-progressive, ca-six-card");
        return false;
    }
    preset_config(h->floor, book, &terms->config);
    trey_rulebook_close(book);
    terms->config.system_deck = !message->physical;
    terms->config.two_people = h->floor->options.two_people;
    terms->config.consent = h->floor->options.consent;
    terms->config.second_from = h->floor->options.second_from;
    if (message->positions) terms->config.positions = message->positions;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!(message->limits >> stake & 1u)) continue;
        terms->config.minimum[stake] = message->least[stake];
        terms->config.maximum[stake] = message->most[stake];
    }
    return true;
}

/* A house remembers no id for a new table, so the floor does, for as long as somebody might
 * send the same message again. */
static bool opened_before(const trey_floor *floor, const trey_command_id *id) {
    for (unsigned i = 0; i < floor->openings && i < FLOOR_OPENINGS; i++) {
        if (memcmp(&floor->opening[i], id, sizeof *id) == 0) return true;
    }
    return false;
}

/* A name is part of addresses and file names. */
static bool plain_name(const char *name) {
    return name[0] != '\0' && name[0] != '-' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

/* A jackpot pays by its own rulebook: a table of another one would promise other awards. */
static bool jackpot_fits(const trey_floor *floor, const trey_message *message) {
    unsigned jackpot = trey_house_jackpot_find(floor->house, message->jackpot);
    if (!message->jackpot[0] || jackpot == trey_house_jackpots(floor->house)) return true;
    return strcmp(trey_house_jackpot_rulebook(floor->house, jackpot), message->rulebook) == 0;
}

void hear_open_table(hearing *h) {
    trey_floor *floor = h->floor;
    trey_table_terms terms;
    trey_command_id id;
    unsigned index;
    hear_id(h, &id);
    if (h->role != TREY_ROLE_SHIFT_MANAGER) {
        hear_refuse(h, "role_too_low", "only a shift manager can open a table");
        return;
    }
    if (!plain_name(h->message.table)) {
        hear_refuse(h, "bad_name", "use lower-case letters, digits and hyphens only");
        return;
    }
    if (!jackpot_fits(floor, &h->message)) {
        hear_refuse(h, "wrong_jackpot", "that jackpot pays by another rulebook");
        return;
    }
    if (h->message.physical && h->message.automatic) {
        hear_refuse(h, "bad_terms", "cards that a person enters cannot be dealt automatically");
        return;
    }
    if (opened_before(floor, &id)) {
        const trey_reply again = {.again = true};
        hear_reply(h, NULL, &again);
        return;
    }
    if (!terms_of(h, &terms)) return;
    trey_status status = trey_house_table_open(floor->house, &terms, &index);
    if (status == TREY_STATUS_CONFLICT || status == TREY_STATUS_INVALID) {
        hear_refuse(h, status == TREY_STATUS_CONFLICT ? "name_taken" : "bad_terms",
                    trey_house_message(floor->house));
        return;
    }
    /* In a shared house its opening may be lost with the batch; then it is heard again, and
     * there is nothing to forget here. */
    if (status == TREY_STATUS_OK && floor->nodes) status = trey_house_flush(floor->house, NULL);
    if (status == TREY_STATUS_OK) status = floor_meet(floor);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
        return;
    }
    floor->opening[floor->openings++ % FLOOR_OPENINGS] = id;
    floor->lobby_changed = true;
    incident_note(h, TREY_INCIDENT_TABLE, terms.name, "a table was opened");
    hear_done(h);
}
