/* report.c -- from the question to the figures, a slice at a time.
 *
 * The window is read once, through a cursor over all streams in the order in which they
 * were stored. The cage's stream is read from its beginning, since it is short and its sum
 * is held against the balance that the database keeps; a link from its newest snapshot
 * where that lies before the window's end, otherwise from its beginning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"

/* ---- Streams --------------------------------------------------------------------------- */
static bool add_table(trey_figures *f, size_t *room, trey_stream stream) {
    if (!trey_list_room((void **)&f->table, f->tables, room, sizeof *f->table)) return false;
    f->table[f->tables++].stream = stream;
    return true;
}

static bool add_jackpot(trey_figures *f, trey_stream stream, const char *name, int table) {
    if (!TREY_LIST_ROOM(f->jackpot, f->jackpots, f->jackpot_room)) return false;
    report_jackpot *made = &f->jackpot[f->jackpots++];
    made->stream = stream;
    made->table = table;
    snprintf(made->name, sizeof made->name, "%s", name);
    return true;
}

static trey_status load_streams(trey_figures *f) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    size_t room = 0, tables = 0;
    bool memory = true;
    trey_status status = trey_cursor_open(&cursor, f->store, TREY_PART_STREAMS, 0);
    while (memory && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        const trey_stream_item *one = &item->stream;
        if (one->id != f->streams + 1) status = TREY_STATUS_STORE_CORRUPT;
        memory = TREY_LIST_ROOM(f->stream, f->streams, room);
        if (!memory || status != TREY_STATUS_OK) break;
        struct stream_place *place = &f->stream[f->streams++];
        place->kind = one->kind;
        bool notes = one->kind == TREY_STREAM_HOUSE;
        place->people = notes && strcmp(one->name, TREY_HOUSE_PEOPLE) == 0;
        place->incidents = notes && strcmp(one->name, TREY_HOUSE_INCIDENTS) == 0;
        if (one->kind == TREY_STREAM_TABLE) {
            place->index = (uint32_t)f->tables;
            memory = add_table(f, &tables, one->id);
        } else if (one->kind == TREY_STREAM_JACKPOT) {
            place->index = (uint32_t)f->jackpots;
            memory = add_jackpot(f, one->id, one->name, REPORT_NO_TABLE);
        } else if (one->kind == TREY_STREAM_CAGE) {
            f->cage.stream = one->id;
        }
    }
    trey_cursor_close(cursor);
    return memory ? status : TREY_STATUS_NO_MEMORY;
}

/* The terms of a table stand in its first record; one that was opened behind the window
 * is not begun. */
static trey_status load_terms(trey_figures *f, report_table *table) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_status status =
        trey_cursor_open_stream(&cursor, f->store, TREY_PART_RECORDS, table->stream, 0);
    if (status == TREY_STATUS_OK) status = trey_cursor_next(cursor, &item);
    if (status == TREY_STATUS_OK && item && item->record.seq <= f->last) {
        table->begun = trey_terms_decode(&item->record, &table->terms);
        if (!table->begun) status = TREY_STATUS_STORE_CORRUPT;
        table->contribution = table->terms.config.jackpot_contribution;
        table->reset = table->terms.config.jackpot_reset;
    }
    trey_cursor_close(cursor);
    return status;
}

static void spend(unsigned *slice, unsigned cost) {
    *slice -= *slice < cost ? *slice : cost;
}

/* A rulebook is read once for all tables that are played by it. */
static bool banked_by_players(const trey_figures *f, const report_table *table, unsigned *slice) {
    const trey_table_terms *terms = &table->terms;
    for (const report_table *other = f->table; other < table; other++) {
        if (other->begun && trey_terms_same_book(&other->terms, terms)) return other->tally.banked;
    }
    trey_store_message message;
    trey_rulebook *book = trey_terms_book(terms, &message);
    const trey_rule *rule = book ? trey_rulebook_rule(book, TREY_KEY_BANKER) : NULL;
    bool banked = rule && rule->value.n == TREY_BANKER_PLAYER_DEALER;
    trey_rulebook_close(book);
    spend(slice, REPORT_BOOK_COST);
    return banked;
}

/* Its terms, and which jackpot it belongs to: a link's, or its own. */
static trey_status load_table(trey_figures *f, size_t number, unsigned *slice) {
    report_table *table = &f->table[number];
    trey_status status = load_terms(f, table);
    if (status != TREY_STATUS_OK || !table->begun) return status;
    table->tally.banked = banked_by_players(f, table, slice);
    for (size_t n = 0; n < f->jackpots && table->terms.jackpot[0]; n++) {
        const report_jackpot *jackpot = &f->jackpot[n];
        if (jackpot->table == REPORT_NO_TABLE && strcmp(jackpot->name, table->terms.jackpot) == 0)
            table->jackpot = jackpot->stream;
    }
    bool own = table->terms.config.jackpot && !table->terms.jackpot[0];
    bool good = !own || add_jackpot(f, table->stream, table->terms.name, (int)number);
    return good ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

trey_status trey_figures_open(trey_figures **out, trey_store *store,
                              const trey_figures_query *query, trey_store_message *message) {
    trey_figures *f = *out = calloc(1, sizeof *f);
    message->text[0] = '\0';
    if (!f) return TREY_STATUS_NO_MEMORY;
    f->store = store;
    f->query = *query;
    trey_status status = load_streams(f);
    if (status == TREY_STATUS_OK) status = window_find(f, message);
    if (status == TREY_STATUS_OK) {
        trey_frontier_open(&f->frontier);
        return status;
    }
    if (!message->text[0])
        snprintf(message->text, sizeof message->text, "%s",
                 *trey_store_message_text(store) ? trey_store_message_text(store)
                                                 : trey_status_text(status));
    trey_figures_close(f);
    *out = NULL;
    return status;
}

void trey_figures_close(trey_figures *f) {
    if (!f) return;
    trey_cursor_close(f->cursor);
    for (size_t i = 0; i < f->tables; i++) {
        round_close(&f->table[i].now);
        round_close(&f->table[i].last);
    }
    for (size_t i = 0; i < f->jackpots; i++) free(f->jackpot[i].hit);
    trey_books_close(&f->cited);
    free(f->stream);
    free(f->table);
    free(f->jackpot);
    free(f->hour);
    free(f->boxes.slot);
    free(f->pairs.slot);
    free(f->book);
    free(f->book_id);
    free(f->incident);
    free(f->sign_in);
    free(f->person);
    free(f);
}

/* ---- Stages --------------------------------------------------------------------------------- */
static void next_stage(trey_figures *f, report_stage stage) {
    trey_cursor_close(f->cursor);
    f->cursor = NULL;
    f->stage = stage;
}

static trey_status work_tables(trey_figures *f, unsigned *slice) {
    trey_status status = TREY_STATUS_OK;
    while (status == TREY_STATUS_OK && *slice > 0) {
        if (f->table_now == f->tables) {
            next_stage(f, f->root_known ? STAGE_RECORDS : STAGE_ROOT);
            return status;
        }
        status = load_table(f, f->table_now++, slice);
        spend(slice, REPORT_TABLE_COST);
    }
    return status;
}

static trey_status work_root(trey_figures *f, unsigned *slice) {
    const trey_store_item *item = NULL;
    trey_status status = TREY_STATUS_OK;
    if (!f->cursor) status = trey_cursor_open(&f->cursor, f->store, TREY_PART_RECORDS, 0);
    while (status == TREY_STATUS_OK && *slice > 0) {
        if (f->frontier.count < f->last) status = trey_cursor_next(f->cursor, &item);
        if (status != TREY_STATUS_OK) return status;
        if (f->frontier.count == f->last || !item) {
            f->root = trey_frontier_root(&f->frontier);
            f->root_known = true;
            next_stage(f, STAGE_RECORDS);
            return status;
        }
        trey_frontier_add(&f->frontier, &item->record.chain);
        --*slice;
    }
    return status;
}

/* A table that nobody played at in the window: what its meter showed at the end is what it
 * shows now, less what came since. */
static bool must_trace(const trey_figures *f) {
    for (size_t i = 0; i < f->tables; i++) {
        const report_table *table = &f->table[i];
        bool own = table->begun && table->terms.config.jackpot && !table->terms.jackpot[0];
        if (own && !table->meter_known) return true;
    }
    return false;
}

static void trace(trey_figures *f, const trey_record *record) {
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *moved = &record->transfer[i];
        for (unsigned side = 0; side < 2; side++) {
            trey_ledger_account account = side ? moved->payer : moved->payee;
            if (trey_account_kind(account) != TREY_LEDGER_METER ||
                trey_account_owner(account) != record->stream)
                continue;
            if (f->stream[record->stream - 1].kind != TREY_STREAM_TABLE) continue;
            report_table *table = &f->table[f->stream[record->stream - 1].index];
            table->meter_after += side ? -moved->cents : moved->cents;
        }
    }
}

static trey_status take(trey_figures *f, const trey_record *record) {
    if (record->stream == 0 || record->stream > f->streams) return TREY_STATUS_STORE_CORRUPT;
    const struct stream_place *place = &f->stream[record->stream - 1];
    f->read++;
    if (record->place == 0) return TREY_STATUS_OK;
    switch ((trey_stream_kind)place->kind) {
    case TREY_STREAM_TABLE:
        return table_takes(f, &f->table[place->index], record);
    case TREY_STREAM_JACKPOT:
        return link_takes(f, &f->jackpot[place->index], record);
    case TREY_STREAM_HOUSE:
        return place->people      ? people_takes(f, record)
               : place->incidents ? notes_take(f, record)
                                  : TREY_STATUS_OK;
    default:
        return TREY_STATUS_OK; /* the cage has a stage of its own */
    }
}

static trey_status work_records(trey_figures *f, unsigned *slice) {
    const trey_store_item *item;
    trey_status status = TREY_STATUS_OK;
    if (!f->cursor) status = trey_cursor_open(&f->cursor, f->store, TREY_PART_RECORDS, f->after);
    while (status == TREY_STATUS_OK && *slice > 0) {
        status = trey_cursor_next(f->cursor, &item);
        if (status != TREY_STATUS_OK) return status;
        bool behind = item && item->record.seq > f->last;
        if (!item || item->record.seq > f->head || (behind && !must_trace(f))) {
            next_stage(f, STAGE_CAGE);
            return status;
        }
        if (behind) {
            trace(f, &item->record);
        } else {
            status = take(f, &item->record);
        }
        --*slice;
    }
    return status;
}

static trey_status open_cage(trey_figures *f) {
    trey_cents balance = 0;
    trey_status status =
        trey_cursor_open_stream(&f->cursor, f->store, TREY_PART_RECORDS, f->cage.stream, 0);
    if (status == TREY_STATUS_OK)
        status = trey_store_balance(f->store, trey_account_of(TREY_LEDGER_CAGE, f->cage.stream),
                                    &balance);
    f->cage.handed_out = balance; /* less than nothing by what is out */
    return status;
}

static trey_status work_cage(trey_figures *f, unsigned *slice) {
    const trey_store_item *item = NULL;
    trey_status status = TREY_STATUS_OK;
    if (!f->cursor && f->cage.stream) status = open_cage(f);
    while (status == TREY_STATUS_OK && *slice > 0) {
        if (f->cursor) status = trey_cursor_next(f->cursor, &item);
        if (status != TREY_STATUS_OK) return status;
        if (!item) {
            f->cage.agrees = f->cage.handed_out == 0;
            next_stage(f, STAGE_JACKPOTS);
            return status;
        }
        status = cage_takes(f, &item->record);
        --*slice;
    }
    return status;
}

/* ---- Jackpots ----------------------------------------------------------------------------------
 */
static trey_status begin_link(trey_figures *f, report_jackpot *jackpot) {
    trey_snapshot snapshot;
    uint64_t after = 0;
    trey_status status = trey_store_snapshot(f->store, jackpot->stream, &snapshot);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) return status;
    bool before = f->last == f->head || snapshot.place <= jackpot->last_place;
    if (status == TREY_STATUS_OK && before &&
        trey_link_snapshot_decode(&snapshot, &jackpot->link)) {
        jackpot->begun = true;
        after = snapshot.place;
    }
    return trey_cursor_open_stream(&f->cursor, f->store, TREY_PART_RECORDS, jackpot->stream, after);
}

static bool link_opened(report_jackpot *jackpot, const trey_record *record) {
    trey_jackpot_terms terms;
    trey_rulebook *book = NULL;
    if (!trey_jackpot_terms_decode(record, &terms) ||
        trey_rulebook_open(&book, terms.rulebook, NULL) != TREY_STATUS_OK)
        return false;
    jackpot->begun = trey_link_open(book, &terms.parameters, terms.start, &jackpot->link);
    trey_rulebook_close(book);
    return jackpot->begun;
}

static void link_ends(report_jackpot *jackpot) {
    const trey_link *link = &jackpot->link;
    jackpot->value = link->value;
    jackpot->reset = link->parameters.reset;
    jackpot->reserve = link->reserve;
    jackpot->overflow = link->overflow;
    jackpot->pending = link->pending;
    jackpot->start = link->start;
    jackpot->contributed_ever = link->contributed;
    jackpot->seeded = link->seeded;
    jackpot->released = link->released;
    jackpot->awarded_ever = link->awarded;
    jackpot->identity = link->value == link->start + link->contributed + link->seeded -
                                           link->released - link->awarded;
}

/* The table's own meter: what the records say against what the database keeps. */
static trey_status own_meter(trey_figures *f, report_jackpot *jackpot) {
    report_table *table = &f->table[jackpot->table];
    trey_cents balance = 0;
    trey_status status =
        trey_store_balance(f->store, trey_account_of(TREY_LEDGER_METER, table->stream), &balance);
    jackpot->begun = true;
    jackpot->value = table->meter_known ? table->meter : balance - table->meter_after;
    jackpot->reset = table->reset;
    jackpot->contributed = table->meter_in;
    jackpot->awarded = table->meter_out;
    jackpot->meter_moved = table->meter_in - table->meter_out;
    jackpot->start = jackpot->value - jackpot->meter_moved;
    jackpot->contributed_ever = table->meter_in;
    jackpot->awarded_ever = table->meter_out;
    jackpot->identity = f->last != f->head || balance == jackpot->value;
    return status;
}

static trey_status work_link(trey_figures *f, report_jackpot *jackpot, unsigned *slice) {
    const trey_store_item *item;
    trey_status status = f->cursor ? TREY_STATUS_OK : begin_link(f, jackpot);
    while (status == TREY_STATUS_OK && *slice > 0) {
        trey_link_event event;
        status = trey_cursor_next(f->cursor, &item);
        if (status != TREY_STATUS_OK) return status;
        if (!item || item->record.seq > f->last) {
            if (jackpot->begun) link_ends(jackpot);
            f->jackpot_now++;
            next_stage(f, STAGE_JACKPOTS);
            return status;
        }
        if (item->record.type == TREY_RECORD_OPENED) {
            if (!link_opened(jackpot, &item->record)) return TREY_STATUS_STORE_CORRUPT;
            spend(slice, REPORT_BOOK_COST - 1);
        }
        if (item->record.type == TREY_RECORD_EVENT) {
            if (!jackpot->begun || !trey_link_event_decode(&item->record, &event))
                return TREY_STATUS_STORE_CORRUPT;
            trey_link_apply(&jackpot->link, &event);
        }
        spend(slice, 1);
    }
    return status;
}

static trey_status work_jackpots(trey_figures *f, unsigned *slice) {
    while (*slice > 0) {
        if (f->jackpot_now == f->jackpots) {
            next_stage(f, STAGE_DONE);
            return rounds_end(f);
        }
        report_jackpot *jackpot = &f->jackpot[f->jackpot_now];
        trey_status status = TREY_STATUS_OK;
        if (jackpot->table == REPORT_NO_TABLE) {
            status = work_link(f, jackpot, slice);
        } else {
            status = own_meter(f, jackpot);
            f->jackpot_now++;
            spend(slice, REPORT_TABLE_COST);
        }
        if (status != TREY_STATUS_OK) return status;
    }
    return TREY_STATUS_OK;
}

trey_status trey_figures_work(trey_figures *f, bool *done) {
    static trey_status (*const stage[])(trey_figures *,
                                        unsigned *) = {[STAGE_TABLES] = work_tables,
                                                       [STAGE_ROOT] = work_root,
                                                       [STAGE_RECORDS] = work_records,
                                                       [STAGE_CAGE] = work_cage,
                                                       [STAGE_JACKPOTS] = work_jackpots};
    unsigned slice = REPORT_SLICE;
    trey_status status = TREY_STATUS_OK;
    while (slice > 0 && status == TREY_STATUS_OK && f->stage != STAGE_DONE)
        status = stage[f->stage](f, &slice);
    *done = f->stage == STAGE_DONE;
    return status;
}

/* ---- Who they are
 * --------------------------------------------------------------------------------
 */
static void name_one(char out[TREY_PERSON_NAME_MAX], trey_person person, trey_figures_name_of *name,
                     void *context) {
    const char *called = person == TREY_NOBODY ? NULL : name(context, person);
    if (called) snprintf(out, TREY_PERSON_NAME_MAX, "%s", called);
}

void trey_figures_name(trey_figures *f, trey_figures_name_of *name, void *context) {
    for (size_t i = 0; i < f->incidents; i++)
        name_one(f->incident[i].name, f->incident[i].person, name, context);
    for (size_t i = 0; i < f->sign_ins; i++)
        name_one(f->sign_in[i].name, f->sign_in[i].person, name, context);
    for (size_t i = 0; i < f->persons; i++)
        name_one(f->person[i].name, f->person[i].person, name, context);
    for (size_t i = 0; i < f->jackpots; i++) {
        for (size_t n = 0; n < f->jackpot[i].hits; n++)
            name_one(f->jackpot[i].hit[n].name, f->jackpot[i].hit[n].player, name, context);
    }
    name_one(f->shift_name, f->shift.by, name, context);
}

/* ---- The numbers themselves -------------------------------------------------------------------
 */
size_t trey_figures_tables(const trey_figures *f) {
    return f->tables;
}

const trey_tally *trey_figures_table(const trey_figures *f, size_t table) {
    TREY_ASSERT(table < f->tables);
    return &f->table[table].tally;
}

const char *trey_figures_table_name(const trey_figures *f, size_t table) {
    TREY_ASSERT(table < f->tables);
    return f->table[table].terms.name;
}

const trey_tally *trey_figures_total(const trey_figures *f) {
    return &f->total;
}

int64_t trey_figures_from(const trey_figures *f) {
    return f->from;
}

int64_t trey_figures_to(const trey_figures *f) {
    return f->to;
}

uint64_t trey_figures_seq(const trey_figures *f) {
    return f->last;
}

const trey_hash *trey_figures_root(const trey_figures *f) {
    return &f->root;
}

uint64_t trey_figures_read(const trey_figures *f) {
    return f->read;
}

uint64_t trey_figures_odds(const trey_figures *f) {
    return f->odds;
}
