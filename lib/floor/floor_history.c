/* floor_history.c -- marks in a table's stream, and walking from one to the next. */
#include "floor_history.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading on ------------------------------------------------------------------------ */
trey_status past_open(past_reader *reader, trey_floor *floor, unsigned table,
                      const trey_table *state, uint64_t place, uint64_t until) {
    memset(reader, 0, sizeof *reader);
    reader->floor = floor;
    reader->table = table;
    reader->place = place;
    reader->until = until;
    if (state) reader->state = *state;
    return trey_cursor_open_stream(&reader->cursor, trey_house_store(floor->house),
                                   TREY_PART_RECORDS, trey_house_table_stream(floor->house, table),
                                   place);
}

void past_close(past_reader *reader) {
    trey_cursor_close(reader->cursor);
    reader->cursor = NULL;
    reader->record = NULL;
}

/* The table as it was made. */
static bool begin_table(past_reader *reader) {
    trey_table_terms terms;
    return trey_terms_decode(reader->record, &terms) &&
           trey_table_open(trey_house_rules(reader->floor->house, reader->table), &terms.config,
                           terms.meter, &reader->state) == TREY_CONFIG_GOOD;
}

trey_status past_next(past_reader *reader) {
    const trey_store_item *item;
    reader->record = NULL;
    reader->has_event = false;
    if (reader->place >= reader->until) return TREY_STATUS_OK;
    trey_status status = trey_cursor_next(reader->cursor, &item);
    if (status != TREY_STATUS_OK || !item) return status;
    const trey_record *record = reader->record = &item->record;
    reader->place = record->place;
    bool good = true;
    if (record->type == TREY_RECORD_OPENED) good = begin_table(reader);
    if (record->type == TREY_RECORD_EVENT || record->type == TREY_RECORD_SEALED)
        good = reader->has_event =
            trey_house_event_read(reader->floor->house, record, &reader->event);
    return good ? TREY_STATUS_OK : TREY_STATUS_STORE_CORRUPT;
}

void past_apply(past_reader *reader) {
    if (reader->has_event)
        trey_apply(trey_house_rules(reader->floor->house, reader->table), &reader->state,
                   &reader->event);
}

unsigned past_verb(const past_reader *reader) {
    trey_command_id id;
    trey_command command;
    if (reader->record->type != TREY_RECORD_COMMAND ||
        !trey_command_decode(reader->record, &id, &command))
        return TREY_VERB_COUNT;
    return command.verb;
}

bool past_opens(const past_reader *reader) {
    if (reader->state.phase != TREY_PHASE_IDLE) return false;
    return reader->record->type == TREY_RECORD_COMMITMENT || past_verb(reader) == TREY_VERB_OPEN;
}

trey_player past_player(const past_reader *reader) {
    unsigned kind = reader->has_event ? reader->event.kind : TREY_EVENT_DECK;
    bool plays = kind == TREY_EVENT_BET || kind == TREY_EVENT_BANKED ||
                 kind == TREY_EVENT_STAKE_FOUND || kind == TREY_EVENT_LINE;
    return plays ? reader->event.player : TREY_NOBODY;
}

/* ---- Marks ------------------------------------------------------------------------------- */
static void mark_forget(floor_mark *mark) {
    free(mark->state);
    free(mark->player);
}

static bool mark_note(floor_mark *mark, trey_player player) {
    if (player == TREY_NOBODY || mark->crowd || mark_has(mark, player)) return true;
    if (mark->players == MARK_PLAYERS) {
        mark->crowd = true;
        return true;
    }
    if ((mark->players & (mark->players - 1)) == 0) { /* room doubles at powers of two */
        size_t room = mark->players ? 2 * (size_t)mark->players : 1;
        trey_player *grown = realloc(mark->player, room * sizeof *grown);
        if (!grown) return false;
        mark->player = grown;
    }
    mark->player[mark->players++] = player;
    return true;
}

bool mark_has(const floor_mark *mark, trey_player player) {
    if (player == TREY_NOBODY || mark->crowd) return true;
    for (unsigned i = 0; i < mark->players; i++) {
        if (mark->player[i] == player) return true;
    }
    return false;
}

uint64_t mark_end(const floor_past *past, size_t i) {
    return i + 1 < past->marks ? past->mark[i + 1].place : past->until;
}

/* How many steps of MARK_ROUNDS apart marks of this age may stand. */
static uint64_t steps_apart(uint64_t age) {
    uint64_t apart = 1;
    while (age >= 2 * apart * MARKS_DENSE) apart *= 2;
    return apart;
}

/* Of two marks that stand too close the later one goes, and its players to the other. */
static bool thin_out(floor_past *past) {
    uint64_t last = past->mark[past->marks - 1].state->round;
    size_t kept = 1;
    bool good = true;
    for (size_t i = 1; i < past->marks; i++) {
        floor_mark *mark = &past->mark[i], *before = &past->mark[kept - 1];
        uint64_t age = (last - mark->state->round) / MARK_ROUNDS;
        bool needed =
            i + 1 == past->marks ||
            past->mark[i + 1].state->round - before->state->round > steps_apart(age) * MARK_ROUNDS;
        if (needed) {
            past->mark[kept++] = *mark;
            continue;
        }
        for (unsigned k = 0; k < mark->players; k++) good &= mark_note(before, mark->player[k]);
        before->crowd |= mark->crowd;
        mark_forget(mark);
    }
    past->marks = kept;
    return good;
}

static bool mark_add(floor_past *past, uint64_t place, const trey_table *state) {
    if (!TREY_LIST_ROOM(past->mark, past->marks, past->room)) return false;
    trey_table *kept = malloc(sizeof *kept);
    if (!kept) return false;
    *kept = *state;
    past->mark[past->marks++] = (floor_mark){.place = place, .state = kept};
    return past->marks % MARKS_DENSE != 0 || thin_out(past);
}

/* ---- Walking -------------------------------------------------------------------------------- */
static trey_status walk_on(trey_floor *floor, floor_history *history, floor_past *past) {
    if (past->walking) return TREY_STATUS_OK;
    const floor_mark *last = &past->mark[past->marks - 1];
    /* What was noted behind the last mark is found once more. */
    trey_status status =
        past_open(&past->walk, floor, history->table, last->state, last->place, past->until);
    past->walking = status == TREY_STATUS_OK;
    return status;
}

static trey_status walk_record(floor_past *past) {
    past_reader *walk = &past->walk;
    const floor_mark *last = &past->mark[past->marks - 1];
    uint64_t before = walk->place - 1;
    if (past_opens(walk) && walk->state.round >= last->state->round + MARK_ROUNDS &&
        !mark_add(past, before, &walk->state))
        return TREY_STATUS_NO_MEMORY;
    if (!mark_note(&past->mark[past->marks - 1], past_player(walk))) return TREY_STATUS_NO_MEMORY;
    past_apply(walk);
    return TREY_STATUS_OK;
}

trey_status history_walk(trey_floor *floor, floor_history *history, unsigned part, unsigned *slice,
                         bool *done) {
    floor_past *past = &history->part[part];
    *done = past->marks == 0;
    if (*done) return TREY_STATUS_OK;
    trey_status status = walk_on(floor, history, past);
    while (status == TREY_STATUS_OK && *slice > 0) {
        status = past_next(&past->walk);
        if (status != TREY_STATUS_OK) break;
        *done = !past->walk.record;
        if (*done) break;
        status = walk_record(past);
        --*slice;
    }
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
static trey_status history_open(trey_floor *floor, floor_history *history) {
    static const trey_table nothing;
    trey_table state;
    trey_store *store = trey_house_store(floor->house);
    trey_stream stream = trey_house_table_stream(floor->house, history->table);
    trey_snapshot snapshot;
    trey_status status = trey_store_snapshot(store, stream, &snapshot);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) return status;
    bool found = status == TREY_STATUS_OK && trey_table_snapshot_decode(&snapshot, &state);
    if (found) {
        history->part[0].until = snapshot.place;
        if (!mark_add(&history->part[1], snapshot.place, &state)) return TREY_STATUS_NO_MEMORY;
    }
    if (!mark_add(&history->part[found ? 0 : 1], 0, &nothing)) return TREY_STATUS_NO_MEMORY;
    history->opened = true;
    return TREY_STATUS_OK;
}

/* The last part ends where the store does now. */
static trey_status history_extend(trey_floor *floor, floor_history *history) {
    floor_past *last = &history->part[1];
    uint64_t place;
    trey_status status =
        trey_store_place(trey_house_store(floor->house),
                         trey_house_table_stream(floor->house, history->table), &place);
    if (status != TREY_STATUS_OK || place <= last->until) return status;
    last->until = place;
    if (!last->walking) return TREY_STATUS_OK;
    /* A cursor ends where the store ended when it was opened. */
    trey_table state = last->walk.state;
    uint64_t at = last->walk.place;
    past_close(&last->walk);
    return past_open(&last->walk, floor, history->table, &state, at, place);
}

static void past_forget(floor_past *past) {
    for (size_t i = 0; i < past->marks; i++) mark_forget(&past->mark[i]);
    free(past->mark);
    past_close(&past->walk);
}

trey_status history_of(trey_floor *floor, unsigned table, floor_history **out) {
    if (table >= floor->histories) {
        unsigned count = trey_house_tables(floor->house);
        floor_history **grown = realloc(floor->history, count * sizeof(floor_history *));
        if (!grown) return TREY_STATUS_NO_MEMORY;
        floor->history = grown;
        while (floor->histories < count) floor->history[floor->histories++] = NULL;
    }
    floor_history *history = floor->history[table];
    if (!history) history = floor->history[table] = calloc(1, sizeof *history);
    if (!history) return TREY_STATUS_NO_MEMORY;
    *out = history;
    history->table = table;
    trey_status status = history->opened ? TREY_STATUS_OK : history_open(floor, history);
    if (status == TREY_STATUS_OK) status = history_extend(floor, history);
    return status;
}

void history_close(trey_floor *floor) {
    for (unsigned i = 0; i < floor->histories; i++) {
        floor_history *history = floor->history[i];
        if (!history) continue;
        past_forget(&history->part[0]);
        past_forget(&history->part[1]);
        free(history);
    }
    free(floor->history);
}
