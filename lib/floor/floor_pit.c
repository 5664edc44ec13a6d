/* floor_pit.c -- all tables at a glance, for those who supervise them.
 *
 * At most two frames a second, and only when something in them has changed. What waits for
 * a person, and how long, is told with the table that it holds up; alerts are computed
 * anew each time, so that none can be forgotten when its cause has gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_hearing.h"

enum {
    PIT_MS = 500,
    WAITS_LONG_MS = 120000,
    VOIDS_MS = 3600000 /* within which FLOOR_VOIDS are too many */
};

void hear_pit(hearing *h) {
    bool staff = h->office >= TREY_OFFICE_DEALER && h->office <= TREY_OFFICE_SHIFT_MANAGER;
    if (!staff && h->office != TREY_OFFICE_AUDITOR) {
        hear_refuse(h, "role_too_low", "the pit is for dealers, supervisors and auditors");
        return;
    }
    pit_watch(h->floor, h->visit, h->message.on);
    hear_done(h);
}

void pit_watch(trey_floor *floor, floor_visit *visit, bool on) {
    if (visit->pit) floor->pits--;
    if (on) floor->pits++;
    visit->pit = visit->pit_due = on;
}

/* Phases and gates change outside a table's own commands, too: a link that is lost halts every
 * table on it. */
static void note_since(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    if (table->phase != state->phase) table->phase_since = now;
    if (table->gate != state->gate) table->gate_since = now;
    table->phase = state->phase;
    table->gate = state->gate;
}

/* ---- What is noted ------------------------------------------------------------------------ */
void pit_noted(trey_floor *floor, floor_table *table, const trey_decision *decision) {
    int64_t now = floor_now(floor);
    note_since(floor, table, now);
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        if (event->kind != TREY_EVENT_VOIDED) continue;
        memmove(&table->voided[1], &table->voided[0], (FLOOR_VOIDS - 1) * sizeof table->voided[0]);
        table->voided[0] = now;
    }
    floor->pit_changed = true;
}

/* ---- One table ------------------------------------------------------------------------------ */
static trey_cents staked_on(const trey_table *state) {
    trey_cents sum = 0;
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            for (unsigned stake = 0; stake < TREY_STAKES; stake++)
                sum += box->bettor[i].stake[stake];
        }
    }
    return sum;
}

static unsigned seated_at(const trey_table *state) {
    unsigned seated = 0;
    for (unsigned seat = 0; seat < state->config.positions; seat++)
        seated += state->box[seat].seated != TREY_NOBODY;
    return seated;
}

/* People at the table who are here: a seat is kept for a while for somebody who has gone. */
static bool anybody_at(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        trey_player player = state->box[seat].seated;
        if (player != TREY_NOBODY && table_watched_by(table, player)) return true;
    }
    return false;
}

/* How many people sit at tables, each counted once; bots watch nothing. */
static unsigned people_at_tables(trey_floor *floor) {
    unsigned people = 0;
    floor->pit_count++;
    for (unsigned i = 0; i < floor->tables; i++) {
        const floor_table *table = floor->table[i];
        const trey_table *state = table_state(floor, table);
        for (unsigned seat = 0; seat < state->config.positions; seat++) {
            trey_player player = state->box[seat].seated;
            floor_person *known =
                player != TREY_NOBODY ? map_find(&floor->person_of, player) : NULL;
            bool here = known && table_watched_by(table, player);
            if (!here || known->counted == floor->pit_count) continue;
            known->counted = floor->pit_count;
            people++;
        }
    }
    return people;
}

/* What holds the table up, and who has to say something. */
static json_t *waiting_json(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    const trey_rulebook *book = table_book(floor, table);
    if (state->gate == TREY_GATE_NONE) return json_null();
    const trey_report *report = &state->report;
    const trey_case *item =
        &trey_rulebook_trouble(book, (trey_irregularity)report->kind)->item[report->item];
    json_t *object = json_pack("{s:s, s:I}", "for", trey_gate_word(state->gate), "since",
                               (json_int_t)table->gate_since);
    bool reported = state->gate == TREY_GATE_REPORT || state->gate == TREY_GATE_RULING;
    if (reported)
        json_object_set_new(object, "report",
                            json_string(trey_irregularity_name((trey_irregularity)report->kind)));
    if (reported && item->role >= 0)
        json_object_set_new(object, "decides", json_string(trey_role_word((unsigned)item->role)));
    if (reported && item->role < 0 && state->gate == TREY_GATE_RULING)
        json_object_set_new(object, "decides",
                            json_string(trey_role_word((unsigned)trey_rule_word(
                                trey_rulebook_rule(book, TREY_KEY_ROLE_RULING)))));
    json_object_set_new(object, "paragraphs",
                        trey_json_paragraphs(book, item->by.paragraph, item->by.count));
    return object;
}

/* ---- Alerts -----------------------------------------------------------------------------------
 */
static void alert(json_t *list, const char *word, int64_t since, const char *text) {
    json_array_append_new(list, json_pack("{s:s, s:I, s:s}", "alert", word, "since",
                                          (json_int_t)since, "text", text));
}

static void alert_waiting(trey_floor *floor, const floor_table *table, int64_t now, json_t *list) {
    const trey_table *state = table_state(floor, table);
    bool gate = state->gate != TREY_GATE_NONE;
    int64_t since = gate ? table->gate_since : table->phase_since;
    if ((gate || state->phase == TREY_PHASE_DECISION) && since + WAITS_LONG_MS <= now)
        alert(list, "waits_long", since,
              gate ? "somebody has to answer before the table can go on"
                   : "a decision has been open for more than two minutes");
}

static void alert_jackpot(trey_floor *floor, const floor_table *table, int64_t now, json_t *list) {
    const char *name = trey_house_terms(floor->house, table->index)->jackpot;
    unsigned index = name[0] ? trey_house_jackpot_find(floor->house, name) : floor->jackpots;
    if (index >= floor->jackpots) return;
    const trey_link *link = trey_house_jackpot(floor->house, index);
    trey_stream stream = trey_house_table_stream(floor->house, table->index);
    int64_t *down = &floor->jackpot[index].down;
    *down = !link->down ? 0 : *down ? *down : now;
    if (link->down) alert(list, "link_down", *down, "the link to the jackpot is lost");
    for (unsigned i = 0; i < link->hits; i++) {
        if (link->hit[i].hit.table != stream) continue;
        alert(list, "hit_waits", floor->jackpot[index].since,
              "a jackpot hit waits to be confirmed or rejected");
        break;
    }
}

/* More lies on the layout than the player-dealer has put up. */
static void alert_bank(trey_floor *floor, const floor_table *table, json_t *list) {
    const trey_table *state = table_state(floor, table);
    bool banked = dealer_banked_by_players(floor, table) && state->banker != TREY_NOBODY;
    if (banked && state->phase > TREY_PHASE_BETTING && state->bank < staked_on(state))
        alert(list, "bank_short", table->phase_since,
              "the bank is smaller than what lies on the layout");
}

static json_t *alerts_json(trey_floor *floor, const floor_table *table, int64_t now) {
    json_t *list = json_array();
    bool automatic = table->served && table->service.automatic;
    int64_t third = table->voided[FLOOR_VOIDS - 1];
    alert_waiting(floor, table, now, list);
    alert_jackpot(floor, table, now, list);
    alert_bank(floor, table, list);
    if (!automatic && !table->desk.visit && anybody_at(floor, table))
        alert(list, "no_dealer", table->changed ? table->changed : table->phase_since,
              "players seated, no dealer");
    if (third > 0 && third + VOIDS_MS > now)
        alert(list, "void_often", third, "three rounds or more were void within an hour");
    return list;
}

static json_t *table_json(trey_floor *floor, const floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    const trey_table_terms *terms = trey_house_terms(floor->house, table->index);
    bool banked = dealer_banked_by_players(floor, table);
    trey_cents drop = 0;
    if (banked && trey_house_drop(floor->house, table->index, &drop) != TREY_STATUS_OK)
        floor_fail(floor, TREY_STATUS_STORE_FAILED, trey_house_message(floor->house));
    json_t *object = json_pack(
        "{s:o, s:o, s:s, s:s, s:s, s:I, s:i, s:I, s:o, s:o}", "table", trey_json_text(table->name),
        "title", trey_json_text(table_title(floor, table)), "rulebook",
        trey_rulebook_id(table_book(floor, table)), "phase",
        trey_phase_name((trey_phase)state->phase), "gate", trey_gate_word(state->gate), "round",
        (json_int_t)state->round, "seated", (int)seated_at(state), "staked",
        (json_int_t)staked_on(state), "bank", banked ? json_integer(state->bank) : json_null(),
        "drop", banked ? json_integer(drop) : json_null());
    json_object_set_new(object, "closed", json_boolean(state->closed));
    json_object_set_new(object, "jackpot_off", json_boolean(state->jackpot_off));
    json_object_set_new(object, "automatic",
                        json_boolean(table->served && table->service.automatic));
    json_object_set_new(object, "physical", json_boolean(!terms->config.system_deck));
    json_object_set_new(object, "limits", lobby_limits(&state->config));
    json_object_set_new(object, "since", json_integer(table->phase_since));
    json_object_set_new(object, "desk", desk_json(floor, table));
    json_object_set_new(object, "waiting", waiting_json(floor, table));
    json_object_set_new(object, "alerts", alerts_json(floor, table, now));
    json_object_set_new(object, "flagged", desk_flagged(state));
    if (floor->nodes && table->leader[0])
        json_object_set_new(object, "node", trey_json_text(table->leader));
    json_object_set_new(object, "jackpot",
                        terms->jackpot[0] ? trey_json_text(terms->jackpot) : json_null());
    return object;
}

/* ---- One jackpot --------------------------------------------------------------------------------
 */
static json_t *hit_json(trey_floor *floor, const trey_link_hit *hit) {
    trey_cents limit = trey_house_award_second(floor->house);
    char unknown[40];
    json_t *object = json_pack(
        "{s:I, s:o, s:i, s:I, s:o, s:I, s:I, s:I, s:b}", "number", (json_int_t)hit->number, "table",
        trey_json_text(floor_stream_name(floor, hit->hit.table)), "seat", (int)hit->hit.seat,
        "player", (json_int_t)hit->player, "name",
        trey_json_text(floor_name(floor, hit->player, unknown)), "round", (json_int_t)hit->round,
        "value", (json_int_t)hit->value, "dealt", (json_int_t)(hit->hit.players_third_card / 1000),
        "frozen", (int)hit->frozen);
    json_object_set_new(object, "two", json_boolean(limit > 0 && hit->value >= limit));
    return object;
}

static json_t *parameters_json(const trey_link_parameters *p) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "bet", (json_int_t)p->bet, "fixed",
                     (json_int_t)p->fixed, "rate", (json_int_t)p->rate, "reserve_rate",
                     (json_int_t)p->reserve_rate, "reset", (json_int_t)p->reset, "ceiling",
                     (json_int_t)p->ceiling);
}

/* Hits in the order in which they are paid: those whose place is settled, then the others
 * as the rulebook orders them. The link keeps them as they were entered. */
static json_t *hits_json(trey_floor *floor, const trey_link *link) {
    trey_hit open[TREY_LINK_HITS];
    size_t count = 0;
    json_t *waiting = json_array();
    for (unsigned i = 0; i < link->hits; i++) {
        if (link->hit[i].frozen) {
            json_array_append_new(waiting, hit_json(floor, &link->hit[i]));
            continue;
        }
        open[count] = link->hit[i].hit;
        open[count++].zero = (uint8_t)i; /* its place in the link, carried along */
    }
    trey_hits_order(link->hit_rules, open, count);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(waiting, hit_json(floor, &link->hit[open[i].zero]));
    return waiting;
}

static json_t *unpaid_json(trey_floor *floor, unsigned index) {
    trey_unpaid_list unpaid;
    json_t *list = json_array();
    trey_house_unpaid(floor->house, index, &unpaid); /* or as it was known last */
    for (unsigned i = 0; i < unpaid.count; i++) {
        const trey_unpaid *award = &unpaid.award[i];
        char unknown[40];
        json_array_append_new(
            list, json_pack("{s:o, s:i, s:I, s:o, s:I, s:I, s:I}", "table",
                            trey_json_text(floor_stream_name(floor, award->table)), "seat",
                            (int)award->seat, "player", (json_int_t)award->player, "name",
                            trey_json_text(floor_name(floor, award->player, unknown)), "round",
                            (json_int_t)award->round, "value", (json_int_t)award->value, "dealt",
                            (json_int_t)(award->players_third_card / 1000)));
    }
    return list;
}

static json_t *jackpot_json(trey_floor *floor, unsigned index) {
    const trey_link *link = trey_house_jackpot(floor->house, index);
    return json_pack("{s:o, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:o, s:o, s:o}",
                     "name", trey_json_text(trey_house_jackpot_name(floor->house, index)),
                     "rulebook", trey_house_jackpot_rulebook(floor->house, index), "value",
                     (json_int_t)link->value, "reset", (json_int_t)link->parameters.reset,
                     "reserve", (json_int_t)link->reserve, "overflow", (json_int_t)link->overflow,
                     "pending", (json_int_t)link->pending, "contributed",
                     (json_int_t)link->contributed, "awarded", (json_int_t)link->awarded, "down",
                     (int)link->down, "live", (json_int_t)link->live, "parameters",
                     parameters_json(&link->parameters), "waiting", hits_json(floor, link),
                     "unpaid", unpaid_json(floor, index));
}

/* ---- Telling ------------------------------------------------------------------------------------
 */
static json_t *pit_json(trey_floor *floor, int64_t now) {
    json_t *tables = json_array(), *jackpots = json_array();
    for (unsigned i = 0; i < floor->tables; i++) {
        note_since(floor, floor->table[i], now);
        json_array_append_new(tables, table_json(floor, floor->table[i], now));
    }
    for (unsigned i = 0; i < floor->jackpots; i++)
        json_array_append_new(jackpots, jackpot_json(floor, i));
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "is", "pit", "people",
                     (int)people_at_tables(floor), "tables", tables, "jackpots", jackpots,
                     "proposals", proposals_json(floor, false), "incidents", incidents_json(floor));
}

/* Some alerts come by time alone, so it is looked at now and then in any case. */
int64_t pit_due(const trey_floor *floor) {
    if (floor->pits == 0) return FLOOR_NEVER;
    return floor->pit_at + (floor->pit_changed ? PIT_MS : 2 * PIT_MS);
}

/* The same with the time of day, which alone is no news. */
static trey_frame *timed(const char *text, int64_t now) {
    trey_bytes with = {0};
    text_format(&with, "{\"time\":%lld,", (long long)now);
    text_say(&with, text + 1);
    return text_frame(&with);
}

/* Which cards somebody wants to put right is for those who could stand by it; dealers of other
 * tables and auditors look on without them. */
static trey_frame *without_cards(const json_t *pit, int64_t now) {
    json_t *object = json_deep_copy(pit), *proposal;
    size_t i;
    json_array_foreach(json_object_get(object, "proposals"), i, proposal)
        json_object_del(json_object_get(proposal, "message"), "cards");
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    trey_frame *frame = text ? timed(text, now) : NULL;
    free(text);
    return frame;
}

static bool sees_cards(const trey_floor *floor, const floor_visit *visit) {
    unsigned role = floor_role(floor, visit->person->person);
    return role != FLOOR_NO_ROLE && role >= TREY_ROLE_PIT_SUPERVISOR;
}

void pit_tell(trey_floor *floor, int64_t now) {
    bool waits = false;
    if (floor->pits == 0) return;
    for (size_t i = 0; i < floor->visits; i++) waits |= floor->visit[i]->pit_due;
    if (!waits && pit_due(floor) > now) return;
    incidents_follow(floor);
    json_t *object = pit_json(floor, now);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    trey_frame *frame = text ? timed(text, now) : NULL;
    trey_frame *lesser = frame ? without_cards(object, now) : NULL;
    json_decref(object);
    if (!lesser) {
        free(text);
        trey_frame_release(frame);
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    bool changed = !floor->pit || strcmp(floor->pit, text) != 0;
    for (size_t i = 0; i < floor->visits; i++) {
        floor_visit *visit = floor->visit[i];
        if (visit->pit && (visit->pit_due || changed))
            visit_send(floor, visit, trey_frame_hold(sees_cards(floor, visit) ? frame : lesser));
        visit->pit_due = false;
    }
    free(floor->pit);
    floor->pit = text;
    floor->pit_at = now;
    floor->pit_changed = false;
    trey_frame_release(frame);
    trey_frame_release(lesser);
}
