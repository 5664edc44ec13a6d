/* floor_lobby.c -- the lobby: which tables there are, who sits, what the jackpots show.
 *
 * At most one frame a second, and only when something in it has changed; everybody in
 * the lobby gets the same text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_nodes.h"

/* ---- Tables ----------------------------------------------------------------------------- */
static json_t *limits_json(const trey_table_config *config) {
    json_t *limits = json_object();
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        trey_cents least = config->minimum[wager], most = config->maximum[wager];
        if (most == 0 || !trey_wager_limited(wager)) continue;
        json_object_set_new(limits, trey_wager_word(wager),
                            json_pack("[I, I]", (json_int_t)least, (json_int_t)most));
    }
    return limits;
}

json_t *lobby_limits(const trey_table_config *config) {
    return limits_json(config);
}

static json_t *table_json(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    const trey_rulebook *book = table_book(floor, table);
    const char *jackpot = trey_house_terms(floor->house, table->index)->jackpot;
    unsigned seated = 0;
    for (unsigned i = 0; i < state->config.positions; i++)
        seated += state->box[i].seated != TREY_NOBODY;
    json_t *object = json_object();
    json_object_set_new(object, "table", trey_json_text(table->name));
    json_object_set_new(object, "title", trey_json_text(table_title(floor, table)));
    json_object_set_new(object, "rulebook", json_string(trey_rulebook_id(book)));
    json_object_set_new(object, "positions", json_integer(state->config.positions));
    json_object_set_new(object, "seated", json_integer(seated));
    json_object_set_new(object, "phase", json_string(trey_phase_name((trey_phase)state->phase)));
    json_object_set_new(object, "round", json_integer(state->round));
    json_object_set_new(object, "limits", limits_json(&state->config));
    json_object_set_new(object, "meter",
                        state->config.jackpot ? json_integer(state->meter.value) : json_null());
    json_object_set_new(object, "jackpot", jackpot[0] ? trey_json_text(jackpot) : json_null());
    json_object_set_new(object, "closed", json_boolean(state->closed));
    json_object_set_new(object, "automatic",
                        json_boolean(table->served && table->service.automatic));
    return object;
}

/* ---- Jackpots ----------------------------------------------------------------------------- */
const char *floor_stream_name(const trey_floor *floor, uint64_t stream) {
    const floor_table *table = floor_table_of(floor, stream);
    return table ? table->name : "?";
}

static json_t *waiting_json(trey_floor *floor, const trey_link_hit *hit) {
    char unknown[40];
    return json_pack("{s:I, s:o, s:i, s:o, s:I}", "number", (json_int_t)hit->number, "table",
                     trey_json_text(floor_stream_name(floor, hit->hit.table)), "seat",
                     (int)hit->hit.seat, "name",
                     trey_json_text(floor_name(floor, hit->player, unknown)), "value",
                     (json_int_t)hit->value);
}

static json_t *award_json(trey_floor *floor, const floor_award *award) {
    char unknown[40];
    return json_pack("{s:I, s:o, s:i, s:o, s:I}", "time", (json_int_t)award->time, "table",
                     trey_json_text(award->table), "seat", (int)award->seat, "name",
                     trey_json_text(floor_name(floor, award->player, unknown)), "value",
                     (json_int_t)award->value);
}

/* Won while the link was down: not paid yet, and everybody may know it. */
static json_t *unpaid_json(trey_floor *floor, unsigned index) {
    trey_unpaid_list unpaid;
    json_t *list = json_array();
    trey_house_unpaid(floor->house, index, &unpaid); /* or as it was known last */
    for (unsigned i = 0; i < unpaid.count; i++) {
        const trey_unpaid *award = &unpaid.award[i];
        char unknown[40];
        json_array_append_new(
            list, json_pack("{s:o, s:i, s:I, s:o, s:I}", "table",
                            trey_json_text(floor_stream_name(floor, award->table)), "seat",
                            (int)award->seat, "round", (json_int_t)award->round, "name",
                            trey_json_text(floor_name(floor, award->player, unknown)), "value",
                            (json_int_t)award->value));
    }
    return list;
}

/* The winner hears of it wherever they are: the round may have ended long ago. */
static void notify_winner(trey_floor *floor, const floor_award *award) {
    char words[120], money[TREY_CENTS_TEXT_MAX];
    floor_person *winner = map_find(&floor->person_of, award->player);
    snprintf(words, sizeof words, "Your jackpot award of %s has been paid.",
             trey_cents_print(award->value, money));
    trey_frame *frame =
        winner ? frame_of(json_pack("{s:s, s:o, s:s, s:s}", "is", "notice", "table",
                                    trey_json_text(award->table), "text", words, "level", "info"))
               : NULL;
    for (floor_visit *visit = frame ? winner->visits : NULL; visit; visit = visit->next)
        visit_send(floor, visit, trey_frame_hold(frame));
    trey_frame_release(frame);
}

static json_t *jackpot_json(trey_floor *floor, unsigned index) {
    const trey_link *link = trey_house_jackpot(floor->house, index);
    const floor_jackpot *jackpot = &floor->jackpot[index];
    json_t *waiting = json_array(), *last = json_array();
    for (unsigned i = 0; i < link->hits; i++)
        json_array_append_new(waiting, waiting_json(floor, &link->hit[i]));
    for (unsigned i = 0; i < jackpot->awards; i++)
        json_array_append_new(last, award_json(floor, &jackpot->last[i]));
    return json_pack("{s:o, s:I, s:I, s:b, s:o, s:o, s:o}", "name",
                     trey_json_text(trey_house_jackpot_name(floor->house, index)), "value",
                     (json_int_t)link->value, "reset", (json_int_t)link->parameters.reset, "down",
                     (int)link->down, "waiting", waiting, "last", last, "unpaid",
                     unpaid_json(floor, index));
}

void lobby_awarded(trey_floor *floor, unsigned index, const trey_link_hit *hit) {
    floor_jackpot *jackpot = &floor->jackpot[index];
    if (jackpot->awards < FLOOR_AWARDS) jackpot->awards++;
    memmove(&jackpot->last[1], &jackpot->last[0], (jackpot->awards - 1) * sizeof jackpot->last[0]);
    jackpot->last[0] = (floor_award){.time = floor_now(floor),
                                     .seat = hit->hit.seat,
                                     .player = hit->player,
                                     .value = hit->value};
    snprintf(jackpot->last[0].table, sizeof jackpot->last[0].table, "%s",
             floor_stream_name(floor, hit->hit.table));
    notify_winner(floor, &jackpot->last[0]);
    floor_chips_due(floor, hit->player);
    floor->lobby_changed = true;
}

static void confirm(trey_floor *floor, unsigned index) {
    const trey_link *link = trey_house_jackpot(floor->house, index);
    const trey_link_hit hit = link->hit[0];
    const trey_link_command command = {
        .verb = TREY_LINK_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .number = hit.number};
    trey_reply reply;
    trey_status status = trey_house_jackpot_command(floor->house, index, NULL, &command, &reply);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
    } else if (reply.refused == 0) {
        lobby_awarded(floor, index, &hit);
    }
}

/* Does anybody work here who may confirm a hit? */
static bool anybody_confirms(const trey_floor *floor) {
    for (trey_person person = 1; person <= trey_people_count(floor->people); person++) {
        const trey_person_facts *facts = trey_people_facts(floor->people, person);
        if (facts && !facts->barred && facts->office >= TREY_OFFICE_PIT_SUPERVISOR &&
            facts->office <= TREY_OFFICE_SHIFT_MANAGER)
            return true;
    }
    return false;
}

int64_t lobby_awards(trey_floor *floor, int64_t now) {
    int64_t next = FLOOR_NEVER;
    for (unsigned i = 0; i < floor->jackpots; i++) {
        floor_jackpot *jackpot = &floor->jackpot[i];
        const trey_link *link = trey_house_jackpot(floor->house, i);
        uint64_t first = link->hits ? link->hit[0].number : 0;
        if (first != jackpot->waiting) {
            jackpot->waiting = first;
            jackpot->since = now;
            jackpot->staffed = anybody_confirms(floor);
        }
        bool mine = nodes_owns(floor, trey_house_jackpot_name(floor->house, i));
        if (first == 0 || floor->options.award_ms == 0 || link->down || !mine) continue;
        trey_cents two = trey_house_award_second(floor->house);
        if (jackpot->staffed && two > 0 && link->hit[0].value >= two) continue;
        int64_t due = jackpot->since + floor->options.award_ms;
        if (due <= now) {
            confirm(floor, i);
            due = now + floor->options.award_ms;
        }
        if (due < next) next = due;
    }
    return next;
}

/* ---- Telling -------------------------------------------------------------------------------- */
static json_t *lobby_json(trey_floor *floor) {
    json_t *tables = json_array(), *jackpots = json_array();
    for (unsigned i = 0; i < floor->tables; i++)
        json_array_append_new(tables, table_json(floor, floor->table[i]));
    for (unsigned i = 0; i < floor->jackpots; i++)
        json_array_append_new(jackpots, jackpot_json(floor, i));
    uint64_t people = floor->person_of.used + nodes_people(floor);
    return json_pack("{s:s, s:I, s:o, s:o}", "is", "lobby", "people", (json_int_t)people, "tables",
                     tables, "jackpots", jackpots);
}

trey_status trey_floor_lobby(trey_floor *floor, trey_frame **out) {
    *out = NULL;
    if (floor->failed != TREY_STATUS_OK) return floor->failed;
    *out = frame_of(lobby_json(floor));
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

void lobby_tell(trey_floor *floor, int64_t now) {
    bool waits = false, due = floor->lobby_changed && now >= floor->lobby_at + FLOOR_LOBBY_MS;
    bool anybody = false;
    for (size_t i = 0; i < floor->visits; i++) {
        waits |= floor->visit[i]->lobby_due;
        anybody |= floor->visit[i]->lobby;
    }
    if (due && !anybody) floor->lobby_changed = false;
    if (!waits && !(due && anybody)) return;
    trey_frame *frame = frame_of(lobby_json(floor));
    if (!frame) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    bool changed = !floor->lobby || strcmp(floor->lobby, trey_frame_text(frame)) != 0;
    for (size_t i = 0; i < floor->visits; i++) {
        floor_visit *visit = floor->visit[i];
        bool wants = visit->lobby && (visit->lobby_due || (due && changed));
        if (wants) visit_send(floor, visit, trey_frame_hold(frame));
        visit->lobby_due = false;
    }
    if (due) {
        free(floor->lobby);
        floor->lobby = strdup(trey_frame_text(frame));
        floor->lobby_at = now;
        floor->lobby_changed = false;
    }
    trey_frame_release(frame);
}
