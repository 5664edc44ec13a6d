/* floor_table.c -- a table's commands, and what is noted of them.
 *
 * Events are noted as a stranger sees them: nobody sees a card in the moment in which it
 * falls, and what a player sees of his hand later on stands in his view. So one text of
 * an event serves everybody, now and when somebody comes back. */
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"

const trey_table *table_state(const trey_floor *floor, const floor_table *table) {
    return trey_house_table(floor->house, table->index);
}

const trey_rules *table_rules(const trey_floor *floor, const floor_table *table) {
    return trey_house_rules(floor->house, table->index);
}

const trey_rulebook *table_book(const trey_floor *floor, const floor_table *table) {
    return trey_rules_book(table_rules(floor, table));
}

const char *table_title(const trey_floor *floor, const floor_table *table) {
    return table->served && table->service.title[0] ? table->service.title
                                                    : trey_rulebook_title(table_book(floor, table));
}

bool table_watched(const floor_table *table) {
    return table->watches > 0 || table->presents > 0;
}

bool table_watched_by(const floor_table *table, trey_person person) {
    for (size_t i = 0; i < table->watches; i++) {
        const floor_visit *visit = table->watch[i]->visit;
        if (visit->person->person == person && !visit->cut) return true;
    }
    for (unsigned i = 0; i < table->presents; i++) {
        const floor_presence *present = &table->present[i];
        for (unsigned n = 0; n < present->people; n++) {
            if (present->person[n] == person) return true;
        }
    }
    return false;
}

static void audience_close(floor_audience *audience) {
    json_decref(audience->view);
    free(audience);
}

void floor_table_close(floor_table *table) {
    TREY_ASSERT(table->watches == 0);
    for (size_t i = 0; i < table->audiences; i++) audience_close(table->audience[i]);
    for (size_t i = 0; i < table->newses; i++) free(table->news[i]);
    for (unsigned i = 0; i < FLOOR_RING; i++) free(table->ring[i].text);
    json_decref(table->settlement);
    free(table->audience);
    free(table->watch);
    free(table->news);
    free(table->status);
    free(table);
}

/* ---- Notes ------------------------------------------------------------------------------ */
static void note_text(trey_floor *floor, floor_table *table, json_t *event) {
    char *text = event ? json_dumps(event, JSON_COMPACT) : NULL;
    json_decref(event);
    if (!text || !TREY_LIST_ROOM(table->news, table->newses, table->news_room)) {
        free(text);
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    table->news[table->newses++] = text;
}

static void note_money(trey_floor *floor, const trey_rules *rules, const trey_table *before,
                       const trey_event *event) {
    trey_posting posting[TREY_POSTINGS];
    size_t count = trey_event_postings(rules, before, event, posting);
    for (size_t i = 0; i < count; i++) {
        bool chips = posting[i].from == TREY_ACCOUNT_PLAYER || posting[i].to == TREY_ACCOUNT_PLAYER;
        if (chips) floor_chips_due(floor, posting[i].player);
    }
}

/* What this round won of a jackpot that took no notice, because its link is down. */
static void put_unpaid(trey_floor *floor, const floor_table *table, json_t *settlement) {
    const char *name = trey_house_terms(floor->house, table->index)->jackpot;
    unsigned index = trey_house_jackpot_find(floor->house, name);
    trey_unpaid_list unpaid;
    if (!name[0] || index == trey_house_jackpots(floor->house)) return;
    trey_house_unpaid(floor->house, index, &unpaid); /* or as it was known last */
    json_int_t round = json_integer_value(json_object_get(settlement, "round"));
    json_t *list = json_array();
    for (unsigned i = 0; i < unpaid.count; i++) {
        const trey_unpaid *award = &unpaid.award[i];
        bool here = award->table == trey_house_table_stream(floor->house, table->index);
        if (!here || (json_int_t)award->round != round) continue;
        json_array_append_new(list, json_pack("{s:i, s:I, s:I}", "seat", (int)award->seat, "player",
                                              (json_int_t)award->player, "value",
                                              (json_int_t)award->value));
    }
    if (json_array_size(list) > 0)
        json_object_set_new(settlement, "unpaid", list);
    else
        json_decref(list);
}

static void note_end(trey_floor *floor, floor_table *table, const trey_table *before,
                     const trey_decision *decision, bool voided) {
    const trey_json_scene scene = {.rules = table_rules(floor, table),
                                   .table = table_state(floor, table),
                                   .role = TREY_ROLE_PLAYER};
    json_decref(table->settlement);
    table->settlement = trey_json_settlement(&scene, before, decision);
    if (!table->settlement)
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
    else
        fees_put(&table->fees, table->settlement);
    if (table->settlement) put_unpaid(floor, table, table->settlement);
    table->ended = floor_now(floor);
    floor->figures.rounds++;
    floor->figures.voids += voided;
}

void table_follow_fair(trey_floor *floor, floor_table *table) {
    const trey_fairness *fair = trey_house_fairness(floor->house, table->index);
    if (!fair->committed) return;
    table->fair = *fair;
    floor_turns(table_state(floor, table), table->turn);
}

/* Folds the events once more, so that each is told with the table as it then was. */
void table_note(trey_floor *floor, floor_table *table, const trey_table *before,
                const trey_decision *decision, trey_person by) {
    const trey_rules *rules = table_rules(floor, table);
    trey_table state = *before;
    const trey_json_scene scene = {.rules = rules, .table = &state, .role = TREY_ROLE_PLAYER};
    bool ended = false, voided = false;
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        note_money(floor, rules, &state, event);
        fees_note(&table->fees, event);
        if (event->kind == TREY_EVENT_PASSED) dealer_noted_pass(table, &state, event->player);
        trey_apply(rules, &state, event);
        note_text(floor, table, trey_json_event(&scene, event));
        voided |= event->kind == TREY_EVENT_VOIDED;
        ended |= event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED;
        if (event->kind == TREY_EVENT_OPENED) {
            json_decref(table->settlement);
            table->settlement = NULL;
        }
    }
    if (ended) note_end(floor, table, before, decision, voided);
    incident_table(floor, table, before, decision, by);
    pit_noted(floor, table, decision);
    table_follow_fair(floor, table);
    table->dirty = table->look = true;
    table->changed = floor_now(floor);
    table->steps++;
    table->notice[0] = '\0';
    floor->lobby_changed = true;
    floor->figures.commands++;
}

void table_unnote(trey_floor *floor, floor_table *table) {
    for (size_t i = 0; i < table->newses; i++) free(table->news[i]);
    table->newses = 0;
    if (table_state(floor, table)->phase != TREY_PHASE_IDLE) {
        json_decref(table->settlement);
        table->settlement = NULL;
    }
    table_follow_fair(floor, table);
    for (size_t i = 0; i < table->watches; i++) table->watch[i]->full_due = true;
    table->dirty = table->look = table->unmet = true;
    table->steps++;
    table->notice[0] = '\0';
}

/* The table as the command will find it: before an opening call and a settlement the
 * house brings the display of a linked jackpot up to date. */
static void foresee(trey_floor *floor, const floor_table *table, unsigned verb, trey_table *out) {
    *out = *table_state(floor, table);
    const char *name = trey_house_terms(floor->house, table->index)->jackpot;
    if (name[0] == '\0' || (verb != TREY_VERB_OPEN && verb != TREY_VERB_SETTLE)) return;
    unsigned jackpot = trey_house_jackpot_find(floor->house, name);
    if (jackpot == trey_house_jackpots(floor->house)) return;
    const trey_link *link = trey_house_jackpot(floor->house, jackpot);
    trey_command meter = staff_command(TREY_VERB_METER, TREY_ROLE_DEALER);
    meter.amount = link->value;
    meter.display.bet = link->parameters.bet;
    meter.display.contribution = trey_link_contribution(&link->parameters);
    meter.display.reset = link->parameters.reset;
    trey_decide(table_rules(floor, table), out, &meter, &floor->decision);
    trey_apply_all(table_rules(floor, table), out, &floor->decision);
}

trey_status table_give(trey_floor *floor, floor_table *table, const trey_command_id *id,
                       const trey_command *command, trey_reply *reply) {
    trey_table before;
    foresee(floor, table, command->verb, &before);
    trey_status status = trey_house_command(floor->house, table->index, id, command, reply);
    if (status != TREY_STATUS_OK)
        return floor_fail(floor, status, trey_house_message(floor->house));
    if (reply->refused == 0 && !reply->again)
        table_note(floor, table, &before, reply->decision, command->actor);
    /* The display may have moved also where the command came to nothing. */
    if (command->verb == TREY_VERB_OPEN || command->verb == TREY_VERB_SETTLE) table->dirty = true;
    return TREY_STATUS_OK;
}

trey_status table_deal(trey_floor *floor, floor_table *table, const trey_command_id *id,
                       trey_reply *reply) {
    const trey_table before = *table_state(floor, table);
    trey_status status = trey_house_deal(floor->house, table->index, id, reply);
    if (status != TREY_STATUS_OK)
        return floor_fail(floor, status, trey_house_message(floor->house));
    if (reply->refused == 0 && !reply->again)
        table_note(floor, table, &before, reply->decision, TREY_NOBODY);
    return TREY_STATUS_OK;
}

static void withheld_told(void *context, unsigned index, const trey_table *before,
                          const trey_decision *decision, trey_player by) {
    trey_floor *floor = context;
    table_note(floor, floor->table[index], before, decision, by);
}

trey_status table_withheld(trey_floor *floor, floor_table *table, trey_reply *reply) {
    /* Of a shared house the floor hears what the house does itself in any case. */
    const trey_house_follower follower = {.table = withheld_told, .context = floor};
    if (!floor->nodes) trey_house_follow(floor->house, &follower);
    trey_status status = trey_house_withheld(floor->house, table->index, reply);
    if (!floor->nodes) trey_house_follow(floor->house, NULL);
    if (status != TREY_STATUS_OK)
        return floor_fail(floor, status, trey_house_message(floor->house));
    if (reply->refused == 0)
        floor_notice(
            floor, table, "warning",
            "A share in the shuffle did not arrive. The round is void; bets are returned.");
    return TREY_STATUS_OK;
}
