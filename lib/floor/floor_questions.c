/* floor_questions.c -- which rounds somebody played, and one of them again.
 *
 * A question goes through stages, and stops wherever its slice of records is used up:
 * first the last part of the history is walked to its end; then blocks of rounds, from
 * mark to mark, are read from the last one backwards, or the one round from its mark on.
 * Only where that leads further back than the house's first snapshot is the part before
 * it walked too. */
#include <stdlib.h>
#include <string.h>

#include "floor_history.h"

/* One line of a list. */
typedef struct listed_round {
    uint64_t round;
    int64_t time;
    trey_cents staked, back, collected;
    bool voided;
} listed_round;

struct trey_question {
    trey_floor *floor;
    floor_history *history;
    trey_person person;
    bool any;       /* he may see rounds of others */
    uint64_t round; /* the one, or the one before which the list begins; 0: the end */
    unsigned part;  /* of the history that is read now */
    bool reading;
    past_reader reader;
    /* A round. */
    floor_replay *replay;
    /* A list. */
    bool lists;
    uint64_t end;  /* blocks that end here or before are still to be read; 0: none */
    uint64_t stop; /* of the block that is read: it ends with the next opening behind it */
    listed_round *found, *block;
    size_t founds, blocks, block_room;
    listed_round now; /* the round that is read */
    bool open, over, played;
    trey_cents bank; /* what the player-dealer had, less what the lines paid */
    trey_table before;
};

/* ---- A list ------------------------------------------------------------------------------ */
static trey_player looked_for(const trey_question *q) {
    return q->any ? TREY_NOBODY : q->person;
}

static void line_read(trey_question *q, const trey_event *line) {
    q->bank -= line->line.bank;
    if (!q->any && line->player != q->person) return;
    q->now.staked += line->amount;
    q->now.back += line->line.back;
}

/* A round that was settled can still lose its result, until the next one opens. */
static void end_read(trey_question *q, bool voided) {
    const trey_table *before = &q->before;
    bool banked = before->bank > 0 && before->bank_seat != TREY_NO_SEAT;
    if (q->over) {
        q->now.back = q->now.staked;
    } else if (banked && !q->any && before->banker == q->person) {
        q->now.staked += before->bank;
        q->now.back += q->bank;
    }
    q->now.voided = voided;
    q->over = true;
}

static bool round_read(trey_question *q) {
    bool over = q->open && q->over;
    q->open = q->over = false;
    if (!over || (!q->played && !q->any)) return true;
    if (q->round && q->now.round >= q->round) return true;
    if (!TREY_LIST_ROOM(q->block, q->blocks, q->block_room)) return false;
    q->block[q->blocks++] = q->now;
    return true;
}

/* A record of the block, before it is applied. */
static bool list_record(trey_question *q) {
    past_reader *reader = &q->reader;
    unsigned type = reader->record->type;
    if (type == TREY_RECORD_COMMAND) {
        if (past_opens(reader)) {
            if (!round_read(q)) return false;
            q->now = (listed_round){.round = reader->state.round + 1,
                                    .time = reader->record->time / 1000};
            q->open = true;
            q->played = false;
        }
        q->before = reader->state;
        q->bank = reader->state.bank;
    }
    if (!q->open || !reader->has_event) return true;
    unsigned kind = reader->event.kind;
    if (past_player(reader) == q->person) q->played = true;
    if (kind == TREY_EVENT_LINE) line_read(q, &reader->event);
    if (kind == TREY_EVENT_REVERSED && (q->any || reader->event.player == q->person))
        q->now.back -= reader->event.amount;
    if (q->any || reader->event.player == q->person) {
        if (kind == TREY_EVENT_COLLECTED) q->now.collected += reader->event.amount;
        if (kind == TREY_EVENT_REFUNDED) q->now.collected -= reader->event.amount;
    }
    if (kind == TREY_EVENT_SETTLED || kind == TREY_EVENT_VOIDED)
        end_read(q, kind == TREY_EVENT_VOIDED);
    return true;
}

static bool block_done(trey_question *q) {
    if (!round_read(q)) return false;
    while (q->blocks > 0 && q->founds <= ROUNDS_LISTED)
        q->found[q->founds++] = q->block[--q->blocks];
    q->blocks = 0;
    return true;
}

static json_t *list_json(const trey_question *q) {
    json_t *rounds = json_array();
    for (size_t i = 0; i < q->founds && i < ROUNDS_LISTED; i++) {
        const listed_round *one = &q->found[i];
        json_array_append_new(
            rounds,
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "round", (json_int_t)one->round,
                      "time", (json_int_t)one->time, "staked", (json_int_t)one->staked, "back",
                      (json_int_t)one->back, "collected", (json_int_t)one->collected, "net",
                      (json_int_t)(one->back - one->staked - one->collected), "void",
                      (int)one->voided));
    }
    return json_pack("{s:o, s:b}", "rounds", rounds, "more", (int)(q->founds > ROUNDS_LISTED));
}

/* The next block that he may have played in; false: there is none in this part. */
static bool next_block(trey_question *q, trey_status *status) {
    floor_past *past = &q->history->part[q->part];
    *status = TREY_STATUS_OK;
    for (size_t i = past->marks; i-- > 0;) {
        const floor_mark *mark = &past->mark[i];
        uint64_t end = mark_end(past, i);
        if (mark->place >= q->end) continue;
        if (end > q->end) end = q->end;
        q->end = mark->place;
        bool late = q->round && mark->state->round + 1 >= q->round;
        if (late || !mark_has(mark, looked_for(q))) continue;
        q->stop = end;
        *status = past_open(&q->reader, q->floor, q->history->table, mark->state, mark->place,
                            q->history->part[1].until);
        q->reading = *status == TREY_STATUS_OK;
        q->open = q->over = false;
        return true;
    }
    return false;
}

static trey_status work_list(trey_question *q, unsigned *slice, bool *done) {
    trey_status status = TREY_STATUS_OK;
    while (*slice > 0 && status == TREY_STATUS_OK) {
        if (!q->reading) {
            *done = q->founds > ROUNDS_LISTED;
            if (*done) return status;
            if (!next_block(q, &status)) {
                *done = status == TREY_STATUS_OK;
                return status;
            }
            continue;
        }
        --*slice;
        status = past_next(&q->reader);
        if (status != TREY_STATUS_OK) return status;
        bool over = !q->reader.record || (q->reader.place > q->stop && past_opens(&q->reader));
        if (over) {
            past_close(&q->reader);
            q->reading = false;
            if (!block_done(q)) return TREY_STATUS_NO_MEMORY;
            continue;
        }
        if (!list_record(q)) return TREY_STATUS_NO_MEMORY;
        past_apply(&q->reader);
    }
    return status;
}

/* ---- One round ------------------------------------------------------------------------------ */
static trey_status begin_round(trey_question *q) {
    floor_past *past = &q->history->part[q->part];
    size_t i = past->marks;
    while (i-- > 0 && past->mark[i].state->round >= q->round) {
    }
    TREY_ASSERT(i < past->marks);
    const floor_mark *mark = &past->mark[i];
    trey_status status = past_open(&q->reader, q->floor, q->history->table, mark->state,
                                   mark->place, q->history->part[1].until);
    q->reading = status == TREY_STATUS_OK;
    return status;
}

static trey_status work_round(trey_question *q, unsigned *slice, bool *done) {
    trey_status status = q->reading ? TREY_STATUS_OK : begin_round(q);
    while (*slice > 0 && status == TREY_STATUS_OK && !*done) {
        --*slice;
        status = past_next(&q->reader);
        if (status == TREY_STATUS_OK) status = replay_take(q->replay, &q->reader, done);
    }
    return status;
}

/* ---- Asking ------------------------------------------------------------------------------------
 */
/* Those who supervise, and auditors, see the rounds of others. */
static bool sees_any(const trey_person_facts *facts) {
    unsigned office = facts->office;
    return !facts->barred &&
           (office == TREY_OFFICE_AUDITOR ||
            (office >= TREY_OFFICE_PIT_SUPERVISOR && office <= TREY_OFFICE_SHIFT_MANAGER));
}

static trey_status ask(trey_floor *floor, const char *name, trey_person person, uint64_t round,
                       bool lists, trey_person as, trey_question **out) {
    *out = NULL;
    unsigned table = trey_house_table_find(floor->house, name);
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    if (table == trey_house_tables(floor->house) || !facts) return TREY_STATUS_NOT_FOUND;
    bool any = sees_any(facts);
    if (as != TREY_NOBODY && !any && as != person) return TREY_STATUS_NOT_FOUND;
    trey_question *q = calloc(1, sizeof *q);
    if (!q) return TREY_STATUS_NO_MEMORY;
    q->floor = floor;
    q->person = as != TREY_NOBODY ? as : person;
    q->any = any && as == TREY_NOBODY;
    q->round = round;
    q->lists = lists;
    q->part = 1;
    trey_status status = history_of(floor, table, &q->history);
    if (status == TREY_STATUS_OK) {
        unsigned role = as != TREY_NOBODY ? TREY_ROLE_PLAYER : floor_role(floor, person);
        q->end = q->history->part[1].until;
        if (lists) {
            q->found = calloc(ROUNDS_LISTED + 1, sizeof *q->found);
        } else {
            q->replay = replay_open(floor, table, q->person,
                                    role == FLOOR_NO_ROLE ? TREY_ROLE_PLAYER : role, q->any, round);
        }
        if (!q->found && !q->replay) status = TREY_STATUS_NO_MEMORY;
    }
    if (status != TREY_STATUS_OK) {
        trey_question_close(q);
        return status;
    }
    *out = q;
    return TREY_STATUS_OK;
}

trey_status trey_floor_rounds_ask(trey_floor *floor, const char *table, trey_person person,
                                  uint64_t before, trey_question **out) {
    return ask(floor, table, person, before, true, TREY_NOBODY, out);
}

trey_status trey_floor_round_ask(trey_floor *floor, const char *table, trey_person person,
                                 uint64_t round, trey_question **out) {
    return trey_floor_round_as_ask(floor, table, person, TREY_NOBODY, round, out);
}

trey_status trey_floor_round_as_ask(trey_floor *floor, const char *table, trey_person person,
                                    trey_person as, uint64_t round, trey_question **out) {
    *out = NULL;
    if (round == 0) return TREY_STATUS_NOT_FOUND;
    return ask(floor, table, person, round, false, as, out);
}

void trey_question_close(trey_question *question) {
    if (!question) return;
    past_close(&question->reader);
    replay_close(question->replay);
    free(question->found);
    free(question->block);
    free(question);
}

/* Is what is asked for before the part that is read? */
static bool further_back(const trey_question *q) {
    const floor_past *past = &q->history->part[q->part];
    if (q->part == 0 || q->reading || q->history->part[0].marks == 0) return false;
    return q->lists ? q->end <= past->mark[0].place && q->founds <= ROUNDS_LISTED
                    : q->round <= past->mark[0].state->round;
}

trey_status trey_question_work(trey_question *q, trey_frame **out) {
    unsigned slice = HISTORY_SLICE;
    bool done = false;
    *out = NULL;
    while (slice > 0 && !done) {
        bool walked = true;
        trey_status status = TREY_STATUS_OK;
        if (further_back(q)) q->part = 0;
        if (!q->reading) status = history_walk(q->floor, q->history, q->part, &slice, &walked);
        if (status != TREY_STATUS_OK) return status;
        if (!walked) return TREY_STATUS_OK;
        if (further_back(q)) continue;
        status = q->lists ? work_list(q, &slice, &done) : work_round(q, &slice, &done);
        if (status != TREY_STATUS_OK) return status;
        if (done && further_back(q)) done = false;
    }
    if (!done) return TREY_STATUS_OK;
    if (!q->lists) return replay_answer(q->replay, out);
    *out = frame_of(list_json(q));
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

static trey_status work_to_the_end(trey_status status, trey_question *question, trey_frame **out) {
    *out = NULL;
    while (status == TREY_STATUS_OK && !*out) status = trey_question_work(question, out);
    trey_question_close(question);
    return status;
}

trey_status trey_floor_rounds(trey_floor *floor, const char *table, trey_person person,
                              uint64_t before, trey_frame **out) {
    trey_question *question;
    trey_status status = trey_floor_rounds_ask(floor, table, person, before, &question);
    return work_to_the_end(status, question, out);
}

trey_status trey_floor_round(trey_floor *floor, const char *table, trey_person person,
                             uint64_t round, trey_frame **out) {
    trey_question *question;
    trey_status status = trey_floor_round_ask(floor, table, person, round, &question);
    return work_to_the_end(status, question, out);
}
