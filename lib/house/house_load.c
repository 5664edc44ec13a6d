/* house_load.c -- a house as it was: snapshots, and the events behind them. */
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"
#include "trey/incidents.h"
#include "trey/shifts.h"

static trey_status store_fail(trey_house *house, trey_status status) {
    return house_fail(house, status, "%s", trey_store_message_text(house->store));
}

static trey_status bad_record(trey_house *house, const trey_record *record) {
    return house_fail(house, TREY_STATUS_STORE_CORRUPT,
                      "record %llu cannot be read; `trey verify` tells more",
                      (unsigned long long)record->seq);
}

/* Hands every record of a stream after `place` to `take`. */
typedef trey_status take_record(trey_house *house, void *taker, const trey_record *record);
static trey_status take_records(trey_house *house, trey_stream stream, uint64_t place,
                                take_record *take, void *taker) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status =
        trey_cursor_open_stream(&cursor, house->store, TREY_PART_RECORDS, stream, place);
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    for (;;) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK) store_fail(house, status);
        if (status != TREY_STATUS_OK || !item) break;
        status = take(house, taker, &item->record);
        if (status != TREY_STATUS_OK) break;
    }
    trey_cursor_close(cursor);
    return status;
}

/* The stream's snapshot; an empty one where there is none. */
static trey_status find_snapshot(trey_house *house, trey_stream stream, trey_snapshot *out) {
    trey_status status = trey_store_snapshot(house->store, stream, out);
    if (status == TREY_STATUS_NOT_FOUND) *out = (trey_snapshot){.stream = stream};
    return status == TREY_STATUS_OK || status == TREY_STATUS_NOT_FOUND ? TREY_STATUS_OK
                                                                       : store_fail(house, status);
}

/* ---- Tables ----------------------------------------------------------------------------- */
static bool apply_share_record(house_table *table, const trey_record *record) {
    trey_command_id id;
    trey_player player;
    trey_hash pledge;
    trey_share share;
    if (record->type == TREY_RECORD_PLEDGE)
        return trey_pledge_decode(record, &id, &player, &pledge) &&
               trey_fairness_pledge(&table->fair, &table->state, player, &pledge) == 0;
    return trey_share_decode(record, &id, &player, &share) &&
           trey_fairness_share(&table->fair, player, &share) == 0;
}

static bool apply_fair_record(house_table *table, const trey_record *record) {
    trey_fate_record fate;
    trey_cut_record cut;
    uint64_t round;
    trey_hash commitment, root[TREY_STACKS];
    trey_player missing[TREY_PLEDGES];
    unsigned count;
    switch ((trey_record_type)record->type) {
    case TREY_RECORD_COMMITMENT:
        fair_forget(table);
        if (!trey_commitment_decode(record, &round, &commitment, root)) return false;
        trey_fairness_begin(&table->fair, round, &commitment, root);
        table->seed_due = true;
        return true;
    case TREY_RECORD_PLEDGE:
    case TREY_RECORD_SHARE:
        return apply_share_record(table, record);
    case TREY_RECORD_CUT:
        if (!trey_cut_decode(record, &cut)) return false;
        table->fair.dealt = true;
        table->fair.joint = cut.joint;
        table->fair.spare = cut.spare;
        table->seed_due = true; /* also where the seed is known: the deck follows from it now */
        return true;
    case TREY_RECORD_WITHHELD:
        if (!trey_withheld_decode(record, &round, missing, &count)) return false;
        table->fair.withheld = true;
        trey_aborts_note_withheld(&table->aborts, round, missing, count);
        return true;
    case TREY_RECORD_FATE:
        fair_forget(table);
        table->seed_due = false;
        if (!trey_fate_decode(record, &fate)) return false;
        trey_aborts_note_fate(&table->aborts, &fate);
        return true;
    default:
        return false;
    }
}

static bool apply_table_record(trey_house *house, house_table *table, const trey_record *record) {
    trey_event event;
    switch ((trey_record_type)record->type) {
    case TREY_RECORD_EVENT:
    case TREY_RECORD_SEALED:
        if (record->type == TREY_RECORD_EVENT ? !trey_event_decode(record, &event)
                                              : !trey_event_unseal(record, &house->seal, &event))
            return false;
        trey_apply(table->rules, &table->state, &event);
        trey_deal_times_note(table->dealt, &table->state, &event, record->time);
        trey_fairness_follow(&table->fair, &table->state);
        return true;
    case TREY_RECORD_COMMAND:
        return true;
    default:
        return apply_fair_record(table, record);
    }
}

trey_status table_take_record(trey_house *house, void *taker, const trey_record *record) {
    house_table *table = taker;
    if (record->place != table->place + 1 || !apply_table_record(house, table, record))
        return bad_record(house, record);
    table->place = table->stored = record->place;
    return TREY_STATUS_OK;
}

/* The seed of a running round, and its deck if it was dealt. */
static trey_status take_seed(trey_house *house, house_table *table) {
    trey_kept kept;
    trey_sealed_seed sealed;
    table->seed_due = false;
    if (!table->fair.committed) return TREY_STATUS_OK;
    trey_status status = trey_store_kept(house->store, table->stream, "seed", &kept);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    if (kept.size != sizeof sealed.byte) return TREY_STATUS_OK;
    memcpy(sealed.byte, kept.body, sizeof sealed.byte);
    if (trey_seed_unseal(&house->seal, &table->fair.commitment, &sealed, &table->seed) !=
        TREY_STATUS_OK)
        return house_fail(house, TREY_STATUS_INVALID,
                          "the seed of round %llu at %s does not open with this key file",
                          (unsigned long long)table->fair.round, table->terms.name);
    trey_stacks_make(&table->seed, &table->shuffled);
    if (table->fair.dealt) trey_shuffle(&table->fair.joint, &table->shuffled);
    return TREY_STATUS_OK;
}

trey_status tables_take_seeds(trey_house *house) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < house->tables; i++) {
        house_table *table = house->table[i];
        if (!table->seed_due) continue;
        status = take_seed(house, table);
        table->seed_due = status != TREY_STATUS_OK;
    }
    return status;
}

void tables_try_seeds(trey_house *house) {
    const trey_store_message before = house->message;
    for (unsigned i = 0; i < house->tables; i++) {
        house_table *table = house->table[i];
        if (!table->seed_due || !table->fair.dealt) continue;
        table->seed_due = take_seed(house, table) != TREY_STATUS_OK;
    }
    house->message = before;
}

/* They are of all rounds, also of those before the snapshot. */
static trey_status take_aborts(trey_house *house, house_table *table) {
    trey_kept kept;
    memset(&table->aborts, 0, sizeof table->aborts);
    trey_status status = trey_store_kept(house->store, table->stream, TREY_ABORTS_NAME, &kept);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    if (trey_aborts_decode(&kept, &table->aborts)) return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_STORE_CORRUPT,
                      "the void rounds of %s cannot be read; `trey verify` tells more",
                      table->terms.name);
}

trey_status table_fill(trey_house *house, house_table *table) {
    trey_snapshot snapshot;
    table->untrue = true;
    table->seed_due = false;
    fair_forget(table);
    trey_table_open(table->rules, &table->terms.config, table->terms.meter, &table->state);
    trey_status status = find_snapshot(house, table->stream, &snapshot);
    if (status != TREY_STATUS_OK) return status;
    bool taken = trey_table_snapshot_decode(&snapshot, &table->state);
    table->place = taken ? snapshot.place : 1; /* the opening is read apart */
    table->stored = table->snapshot_at = table->place;
    status = take_records(house, table->stream, table->place, table_take_record, table);
    if (status == TREY_STATUS_OK) status = take_aborts(house, table);
    table->untrue = status != TREY_STATUS_OK;
    return status;
}

/* Reads the terms that a stream begins with; *there: it has more than its name. */
static trey_status read_terms(trey_house *house, trey_stream stream,
                              bool (*decode)(const trey_record *record, void *out), void *out,
                              bool *there) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_status status =
        trey_cursor_open_stream(&cursor, house->store, TREY_PART_RECORDS, stream, 0);
    if (status == TREY_STATUS_OK) status = trey_cursor_next(cursor, &item);
    *there = status == TREY_STATUS_OK && item;
    if (status != TREY_STATUS_OK) store_fail(house, status);
    if (*there && !decode(&item->record, out)) status = bad_record(house, &item->record);
    trey_cursor_close(cursor);
    return status;
}

static bool decode_terms(const trey_record *record, void *out) {
    return trey_terms_decode(record, out);
}

static bool decode_jackpot_terms(const trey_record *record, void *out) {
    return trey_jackpot_terms_decode(record, out);
}

trey_status load_table(trey_house *house, const trey_stream_item *stream) {
    trey_table_terms terms;
    house_table *table = NULL;
    bool there;
    trey_status status = read_terms(house, stream->id, decode_terms, &terms, &there);
    if (status != TREY_STATUS_OK || !there) return status;
    status = table_make(house, &terms, &table);
    if (status != TREY_STATUS_OK) return status;
    table->stream = stream->id;
    /* As it was made: a link's values may have changed since. */
    table->terms.config = terms.config;
    table->terms.meter = terms.meter;
    status = table_fill(house, table);
    if (status == TREY_STATUS_OK) status = table_keep(house, table);
    if (status != TREY_STATUS_OK) table_close(table);
    return status;
}

/* ---- Jackpots ------------------------------------------------------------------------------ */
static trey_status open_link(trey_house *house, house_jackpot *jackpot) {
    trey_rulebook *book;
    bool good = trey_rulebook_open(&book, jackpot->terms.rulebook, NULL) == TREY_STATUS_OK;
    if (good) {
        good =
            trey_link_open(book, &jackpot->terms.parameters, jackpot->terms.start, &jackpot->state);
        trey_rulebook_close(book);
    }
    if (good) return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_STORE_CORRUPT,
                      "the terms of jackpot %s cannot be read; `trey verify` tells more",
                      jackpot->name);
}

trey_status jackpot_take_record(trey_house *house, void *taker, const trey_record *record) {
    house_jackpot *jackpot = taker;
    trey_link_event event;
    if (record->place != jackpot->place + 1) return bad_record(house, record);
    if (record->type != TREY_RECORD_COMMAND) {
        if (!trey_link_event_decode(record, &event)) return bad_record(house, record);
        trey_link_apply(&jackpot->state, &event);
    }
    jackpot->place = jackpot->stored = record->place;
    return TREY_STATUS_OK;
}

trey_status jackpot_fill(trey_house *house, house_jackpot *jackpot) {
    trey_snapshot snapshot;
    jackpot->untrue = true;
    jackpot->unpaid_read = false;
    trey_status status = open_link(house, jackpot);
    if (status == TREY_STATUS_OK) status = find_snapshot(house, jackpot->stream, &snapshot);
    if (status != TREY_STATUS_OK) return status;
    bool taken = trey_link_snapshot_decode(&snapshot, &jackpot->state);
    jackpot->place = taken ? snapshot.place : 1; /* the opening is read apart */
    jackpot->stored = jackpot->snapshot_at = jackpot->place;
    status = take_records(house, jackpot->stream, jackpot->place, jackpot_take_record, jackpot);
    jackpot->untrue = status != TREY_STATUS_OK;
    return status;
}

trey_status load_jackpot(trey_house *house, const trey_stream_item *stream) {
    house_jackpot *jackpot = calloc(1, sizeof *jackpot);
    bool there;
    if (!jackpot) return house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory");
    memcpy(jackpot->name, stream->name, sizeof jackpot->name);
    jackpot->stream = stream->id;
    trey_status status =
        read_terms(house, stream->id, decode_jackpot_terms, &jackpot->terms, &there);
    if (status == TREY_STATUS_OK && there) status = jackpot_fill(house, jackpot);
    if (status == TREY_STATUS_OK && there) return jackpot_keep(house, jackpot);
    jackpot_close(jackpot);
    return status;
}

/* ---- All ------------------------------------------------------------------------------------ */
static trey_status load_kind(trey_house *house, trey_stream_kind kind,
                             trey_status (*load)(trey_house *house, const trey_stream_item *item)) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, house->store, TREY_PART_STREAMS, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        trey_stream_item stream = item->stream;
        if (stream.kind == kind) status = load(house, &stream);
    }
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK && house->message.text[0] == '\0')
        return store_fail(house, status);
    return status;
}

/* A store is one house's; its name stands in a stream, for those who check. */
static trey_status check_name(trey_house *house, const trey_stream_item *stream) {
    if (strcmp(stream->name, house->name) == 0 || strcmp(stream->name, TREY_HOUSE_PEOPLE) == 0 ||
        strcmp(stream->name, TREY_HOUSE_INCIDENTS) == 0 ||
        strcmp(stream->name, TREY_HOUSE_SHIFTS) == 0)
        return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_INVALID,
                      "this store belongs to %s, not to %s: open it under its own name",
                      stream->name, house->name);
}

static trey_status load_all(trey_house *house) {
    /* Jackpots before tables, which point at them. */
    trey_status status = load_kind(house, TREY_STREAM_JACKPOT, load_jackpot);
    if (status == TREY_STATUS_OK) status = load_kind(house, TREY_STREAM_TABLE, load_table);
    if (status == TREY_STATUS_OK) status = tables_take_seeds(house);
    if (status != TREY_STATUS_OK) return status;
    status = trey_store_place(house->store, house->cage, &house->cage_place);
    return status == TREY_STATUS_OK ? status : store_fail(house, status);
}

trey_status house_load(trey_house *house) {
    trey_stream own;
    trey_status status = load_kind(house, TREY_STREAM_HOUSE, check_name);
    if (status != TREY_STATUS_OK) return status;
    status = trey_store_stream(house->store, TREY_STREAM_HOUSE, house->name, true, house_now(house),
                               &own);
    if (status == TREY_STATUS_OK)
        status = trey_store_stream(house->store, TREY_STREAM_CAGE, "cage", true, house_now(house),
                                   &house->cage);
    /* What other nodes do meanwhile would be seen in some streams, and not in others. */
    if (status == TREY_STATUS_OK && house->shared)
        status = trey_store_lock(house->store, &house->seq);
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    status = load_all(house);
    trey_store_unlock(house->store);
    return status;
}

/* The table's own way of dealing with an interruption; what it leaves to people is left
 * to people, but for a preset that the book gives. */
trey_status table_interrupt(trey_house *house, house_table *table) {
    const trey_command report = {.verb = TREY_VERB_REPORT,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .kind = TREY_IRREGULARITY_INTERRUPTION};
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    trey_command preset = {
        .verb = TREY_VERB_RULE, .role = TREY_ROLE_SHIFT_MANAGER, .ruling = TREY_RULING_PRESET};
    strcpy(preset.reason, "the system was interrupted");
    trey_status status = table_told_command(house, table, &report);
    if (status == TREY_STATUS_OK && table->state.gate == TREY_GATE_REPORT)
        status = table_told_command(house, table, &confirm);
    if (status == TREY_STATUS_OK && table->state.gate == TREY_GATE_RULING)
        status = table_told_command(house, table, &preset);
    return status;
}

bool table_is_running(const house_table *table) {
    return table->state.phase != TREY_PHASE_IDLE && table->state.gate == TREY_GATE_NONE;
}

trey_status house_interrupt(trey_house *house) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < house->tables; i++) {
        house_table *table = house->table[i];
        if (table_is_running(table)) status = table_interrupt(house, table);
    }
    return status == TREY_STATUS_OK ? trey_house_flush(house, NULL) : status;
}
