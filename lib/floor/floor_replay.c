/* floor_replay.c -- a round again, step by step, as one person saw it.
 *
 * Every step is what one command caused: its events, and the table behind them through the
 * eyes of the asker at that moment. Nothing is decided anew; what he sees is asked of the
 * table as it then was. The house's own word to a linked display belongs to the command
 * that follows it. */
#include <stdlib.h>
#include <string.h>

#include "floor_history.h"

struct floor_replay {
    trey_floor *floor;
    unsigned table;
    trey_person person;
    unsigned eyes; /* TREY_ROLE_ */
    bool any, began, played;
    bool ended, ends; /* the round, and with the step in hand */
    uint64_t round;
    int64_t time;
    json_t *steps;
    size_t ended_at; /* how many steps there are up to the last that ended it */
    json_t *events;  /* of the step in hand, or NULL */
    bool carries;    /* the step goes on with the next command */
    json_t *settlement;
    floor_fees fees;
    trey_table before;
    trey_decision decision;
    trey_cardset seen;
    /* What was published. */
    trey_fairness fair;
    uint8_t turn[TREY_SEATS];
    bool fated;
    trey_fate_record fate;
};

floor_replay *replay_open(trey_floor *floor, unsigned table, trey_person person, unsigned eyes,
                          bool any, uint64_t round) {
    floor_replay *replay = calloc(1, sizeof *replay);
    if (!replay) return NULL;
    replay->floor = floor;
    replay->table = table;
    replay->person = person;
    replay->eyes = eyes;
    replay->any = any;
    replay->round = round;
    replay->steps = json_array();
    if (replay->steps) return replay;
    replay_close(replay);
    return NULL;
}

void replay_close(floor_replay *replay) {
    if (!replay) return;
    json_decref(replay->steps);
    json_decref(replay->events);
    json_decref(replay->settlement);
    memset(&replay->fate, 0, sizeof replay->fate);
    free(replay);
}

/* ---- Steps -------------------------------------------------------------------------------- */
static trey_json_scene scene_of(const floor_replay *replay, const trey_table *state) {
    return (trey_json_scene){.rules = trey_house_rules(replay->floor->house, replay->table),
                             .table = state,
                             .role = replay->eyes,
                             .viewer = replay->person};
}

static void note_seen(floor_replay *replay, const trey_view *view) {
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        for (unsigned i = 0; i < view->box[seat].dealt; i++) {
            trey_card card = view->box[seat].card[i];
            if (card != TREY_NO_CARD) replay->seen |= trey_cardset_of(card);
        }
    }
    for (unsigned i = 0; i < view->dealer_dealt; i++) {
        if (view->dealer[i] != TREY_NO_CARD) replay->seen |= trey_cardset_of(view->dealer[i]);
    }
}

/* As in a frame; nothing runs out, nothing can be done, and proofs stand beside the steps. */
static json_t *view_then(floor_replay *replay, const trey_table *state) {
    const trey_json_scene scene = scene_of(replay, state);
    trey_view view;
    trey_table_view(scene.rules, state, replay->eyes, replay->person, &view);
    note_seen(replay, &view);
    json_t *object = trey_json_view(&scene, &view);
    if (!object) return NULL;
    json_object_set_new(object, "clock", json_null());
    json_object_set_new(object, "people", floor_names(replay->floor, state));
    json_object_set_new(object, "can", json_array());
    json_object_set_new(object, "settlement",
                        replay->settlement ? json_incref(replay->settlement) : json_null());
    json_object_set_new(object, "fair", json_null());
    return object;
}

static bool end_step(floor_replay *replay, const trey_table *state) {
    if (!replay->events) return true;
    if (replay->ends) {
        /* As all were told it: a hand that nobody else saw is not named. */
        trey_json_scene scene = scene_of(replay, state);
        scene.role = TREY_ROLE_PLAYER;
        scene.viewer = TREY_NOBODY;
        json_decref(replay->settlement);
        replay->settlement = trey_json_settlement(&scene, &replay->before, &replay->decision);
        if (!replay->settlement) return false;
        fees_put(&replay->fees, replay->settlement);
        replay->ended_at = json_array_size(replay->steps) + 1;
    }
    replay->ends = false;
    json_t *view = view_then(replay, state);
    json_t *step = view ? json_pack("{s:o, s:o}", "events", replay->events, "view", view) : NULL;
    if (!view) json_decref(replay->events);
    replay->events = NULL;
    return step && json_array_append_new(replay->steps, step) == 0;
}

static bool begin_step(floor_replay *replay, const past_reader *reader) {
    if (!replay->carries && !end_step(replay, &reader->state)) return false;
    replay->carries = past_verb(reader) == TREY_VERB_METER;
    replay->before = reader->state;
    replay->decision.count = 0;
    replay->decision.refused = TREY_REFUSED_NONE;
    if (!replay->events) replay->events = json_array();
    return replay->events != NULL;
}

static bool take_event(floor_replay *replay, past_reader *reader) {
    const trey_event *event = &reader->event;
    if (past_player(reader) == replay->person) replay->played = true;
    fees_note(&replay->fees, event);
    past_apply(reader);
    const bool fixed = replay->fair.fixed;
    trey_fairness_follow(&replay->fair, &reader->state);
    if (replay->fair.fixed && !fixed) floor_turns(&reader->state, replay->turn);
    const trey_json_scene scene = scene_of(replay, &reader->state);
    if (replay->decision.count < TREY_EVENTS)
        replay->decision.event[replay->decision.count++] = *event;
    if (event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED)
        replay->ended = replay->ends = true;
    return json_array_append_new(replay->events, trey_json_event(&scene, event)) == 0;
}

/* ---- What was published ---------------------------------------------------------------------- */
static bool take_share(floor_replay *replay, const trey_table *state, const trey_record *record) {
    trey_command_id id;
    trey_player player;
    trey_hash pledge;
    trey_share share;
    if (record->type == TREY_RECORD_PLEDGE)
        return trey_pledge_decode(record, &id, &player, &pledge) &&
               trey_fairness_pledge(&replay->fair, state, player, &pledge) == 0;
    return trey_share_decode(record, &id, &player, &share) &&
           trey_fairness_share(&replay->fair, player, &share) == 0;
}

static bool take_published(floor_replay *replay, const trey_table *state,
                           const trey_record *record) {
    uint64_t round;
    trey_hash commitment, root[TREY_STACKS];
    trey_cut_record cut;
    switch ((trey_record_type)record->type) {
    case TREY_RECORD_COMMITMENT:
        if (!trey_commitment_decode(record, &round, &commitment, root)) return false;
        trey_fairness_begin(&replay->fair, round, &commitment, root);
        return true;
    case TREY_RECORD_PLEDGE:
    case TREY_RECORD_SHARE:
        return take_share(replay, state, record);
    case TREY_RECORD_CUT:
        if (!trey_cut_decode(record, &cut)) return false;
        replay->fair.dealt = true;
        replay->fair.joint = cut.joint;
        replay->fair.spare = cut.spare;
        return true;
    case TREY_RECORD_WITHHELD:
        replay->fair.withheld = true;
        return true;
    case TREY_RECORD_FATE:
        replay->fated = true;
        return trey_fate_decode(record, &replay->fate);
    default:
        return true;
    }
}

/* Openings of the cards that were seen, as far as the house still knows the seed. */
static json_t *openings_json(const floor_replay *replay) {
    json_t *list = json_array();
    trey_seed seed;
    trey_shuffled shuffled;
    trey_opening opening;
    if (!replay->fair.dealt || !replay->fated ||
        !trey_house_seed_read(replay->floor->house, &replay->fate, &replay->fair.commitment, &seed))
        return list;
    trey_stacks_make(&seed, &shuffled);
    trey_shuffle(&replay->fair.joint, &shuffled);
    for (unsigned turn = 0; turn < TREY_CARDS; turn++) {
        if (!trey_cardset_has(replay->seen, shuffled.deck[turn])) continue;
        trey_shuffled_opening(&shuffled, turn, &opening);
        json_array_append_new(list, floor_opening(&opening));
    }
    trey_shuffled_wipe(&shuffled);
    trey_seed_wipe(&seed);
    return list;
}

static json_t *fair_json(const floor_replay *replay) {
    if (!replay->fair.committed) return json_null();
    bool shown = replay->fated && replay->fate.reveal == TREY_REVEAL_ALL;
    json_t *fair = floor_published(replay->floor, replay->table, &replay->fair, replay->turn);
    if (!fair) return NULL;
    json_object_set_new(fair, "openings", openings_json(replay));
    json_object_set_new(fair, "seed",
                        shown ? floor_hex(replay->fate.seed.byte, TREY_SEED_BYTES) : json_null());
    return fair;
}

/* ---- The round ---------------------------------------------------------------------------------
 */
trey_status replay_take(floor_replay *replay, past_reader *reader, bool *over) {
    const trey_record *record = reader->record;
    *over = !record;
    if (record && past_opens(reader)) {
        uint64_t round = (uint64_t)reader->state.round + 1;
        *over = round > replay->round;
        if (round == replay->round) {
            replay->began = true;
            replay->time = record->time / 1000;
        }
    }
    if (*over) return end_step(replay, &reader->state) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    if (!replay->began) {
        past_apply(reader);
        return TREY_STATUS_OK;
    }
    bool good = true;
    if (record->type == TREY_RECORD_COMMAND) {
        good = begin_step(replay, reader);
    } else if (reader->has_event) {
        good = take_event(replay, reader);
    } else {
        good = take_published(replay, &reader->state, record);
    }
    return good ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

trey_status replay_answer(floor_replay *replay, trey_frame **out) {
    const trey_rules *rules = trey_house_rules(replay->floor->house, replay->table);
    *out = NULL;
    if (!replay->ended || (!replay->played && !replay->any)) return TREY_STATUS_NOT_FOUND;
    /* What is done between two rounds belongs to none, unless it ends this one anew. */
    while (json_array_size(replay->steps) > replay->ended_at)
        json_array_remove(replay->steps, json_array_size(replay->steps) - 1);
    json_t *fair = fair_json(replay);
    json_t *answer = fair ? json_pack("{s:I, s:I, s:s, s:O, s:O, s:o}", "round",
                                      (json_int_t)replay->round, "time", (json_int_t)replay->time,
                                      "rulebook", trey_rulebook_id(trey_rules_book(rules)), "steps",
                                      replay->steps, "settlement", replay->settlement, "fair", fair)
                          : NULL;
    *out = frame_of(answer);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}
