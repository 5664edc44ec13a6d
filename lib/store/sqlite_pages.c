/* sqlite_pages.c -- reads pages of items out of a SQLite store.
 *
 * Rows are copied into the page, about 0.1 us each, so that the statement is free
 * again at once and the caller may commit while he reads. */
#include <string.h>

#include "sqlite_parts.h"

/* The bytes of a column in the page's arena; *bad where there is no memory. */
static const uint8_t *column_bytes(store_page *page, sqlite3_stmt *sql, int column, uint32_t *size,
                                   bool *bad) {
    const void *bytes = sqlite3_column_blob(sql, column);
    *size = (uint32_t)sqlite3_column_bytes(sql, column);
    const uint8_t *copy = store_arena_copy(&page->arena, bytes, *size);
    if (!copy) *bad = true;
    return copy;
}

static void column_fixed(sqlite3_stmt *sql, int column, void *out, size_t size) {
    const void *bytes = sqlite3_column_blob(sql, column);
    /* What has another length was changed; zeros will not fit the chain. */
    if (bytes && (size_t)sqlite3_column_bytes(sql, column) == size) memcpy(out, bytes, size);
}

static void column_name(sqlite3_stmt *sql, int column, char *out, size_t room) {
    const char *text = (const char *)sqlite3_column_text(sql, column);
    size_t length = text ? strnlen(text, room - 1) : 0;
    if (length > 0) memcpy(out, text, length);
}

static uint64_t column_number(sqlite3_stmt *sql, int column) {
    return (uint64_t)sqlite3_column_int64(sql, column);
}

static void read_record(store_page *page, sqlite3_stmt *sql, trey_record *record, bool *bad) {
    record->seq = column_number(sql, 0);
    record->stream = (trey_stream)sqlite3_column_int64(sql, 1);
    record->place = column_number(sql, 2);
    record->time = sqlite3_column_int64(sql, 3);
    record->type = (uint16_t)sqlite3_column_int64(sql, 4);
    record->body = column_bytes(page, sql, 5, &record->size, bad);
    column_fixed(sql, 6, record->chain.byte, TREY_HASH_BYTES);
}

static void read_answer(store_page *page, sqlite3_stmt *sql, trey_answer *answer, bool *bad) {
    answer->number = column_number(sql, 0);
    column_fixed(sql, 1, answer->command.byte, TREY_COMMAND_ID_BYTES);
    answer->stream = (trey_stream)sqlite3_column_int64(sql, 2);
    answer->refusal = (uint16_t)sqlite3_column_int64(sql, 3);
    answer->first = column_number(sql, 4);
    answer->count = (uint32_t)sqlite3_column_int64(sql, 5);
    answer->body = column_bytes(page, sql, 6, &answer->size, bad);
}

static void read_checkpoint(sqlite3_stmt *sql, trey_checkpoint *checkpoint) {
    checkpoint->number = column_number(sql, 0);
    checkpoint->count = column_number(sql, 1);
    column_fixed(sql, 2, checkpoint->chain.byte, TREY_HASH_BYTES);
    column_fixed(sql, 3, checkpoint->root.byte, TREY_HASH_BYTES);
    checkpoint->time = sqlite3_column_int64(sql, 4);
    column_fixed(sql, 5, checkpoint->key, sizeof checkpoint->key);
    column_fixed(sql, 6, checkpoint->signature, sizeof checkpoint->signature);
}

static bool read_item(store_page *page, sqlite3_stmt *sql, trey_store_part part) {
    bool bad = false;
    trey_store_item *item = page_add(page, part);
    if (!item) return false;
    switch (part) {
    case TREY_PART_STREAMS:
        item->stream.id = (trey_stream)sqlite3_column_int64(sql, 0);
        item->stream.kind = (uint8_t)sqlite3_column_int64(sql, 1);
        column_name(sql, 2, item->stream.name, sizeof item->stream.name);
        item->stream.epoch = column_number(sql, 3);
        break;
    case TREY_PART_RECORDS:
        read_record(page, sql, &item->record, &bad);
        break;
    case TREY_PART_ANSWERS:
        read_answer(page, sql, &item->answer, &bad);
        break;
    case TREY_PART_CHECKPOINTS:
        read_checkpoint(sql, &item->checkpoint);
        break;
    case TREY_PART_BALANCES:
        item->balance.account = sqlite3_column_int64(sql, 0);
        item->balance.balance = sqlite3_column_int64(sql, 1);
        break;
    case TREY_PART_SNAPSHOTS:
        item->snapshot.stream = (trey_stream)sqlite3_column_int64(sql, 0);
        item->snapshot.place = column_number(sql, 1);
        item->snapshot.body = column_bytes(page, sql, 2, &item->snapshot.size, &bad);
        break;
    case TREY_PART_KEPT:
        item->kept.stream = (trey_stream)sqlite3_column_int64(sql, 0);
        column_name(sql, 1, item->kept.name, sizeof item->kept.name);
        item->kept.body = column_bytes(page, sql, 2, &item->kept.size, &bad);
        break;
    case TREY_PART_CLAIMS:
        item->claim.stream = (trey_stream)sqlite3_column_int64(sql, 0);
        column_name(sql, 1, item->claim.name, sizeof item->claim.name);
        break;
    }
    return !bad;
}

/* ---- Transfers ---------------------------------------------------------------------------------
 * Those of a run of records that follow each other are read at once. */
static trey_status read_transfers(trey_store *store, store_page *page, size_t from, size_t to) {
    sqlite3_stmt *sql = sqlite_ready(store, SQL_TRANSFERS);
    sqlite3_bind_int64(sql, 1, transfer_id(page->item[from].record.seq, 0));
    sqlite3_bind_int64(sql, 2, transfer_id(page->item[to].record.seq + 1, 0));
    int code;
    while ((code = sqlite3_step(sql)) == SQLITE_ROW) {
        uint64_t seq = column_number(sql, 0) / TREY_RECORD_TRANSFERS_MAX;
        /* A damaged page may give what was not asked for. */
        if (seq < page->item[from].record.seq || seq > page->item[to].record.seq)
            return sqlite_fault(store, SQLITE_CORRUPT, "read transfers");
        trey_record *record = &page->item[from + (seq - page->item[from].record.seq)].record;
        trey_transfer *transfer = page_add_transfer(page, record);
        if (!transfer) return sqlite_fault(store, SQLITE_NOMEM, "read transfers");
        *transfer = (trey_transfer){.payer = sqlite3_column_int64(sql, 1),
                                    .payee = sqlite3_column_int64(sql, 2),
                                    .cents = sqlite3_column_int64(sql, 3),
                                    .seat = (uint8_t)sqlite3_column_int(sql, 4),
                                    .wager = (uint8_t)sqlite3_column_int(sql, 5)};
    }
    if (code != SQLITE_DONE) return sqlite_fault(store, code, "read transfers");
    sqlite3_reset(sql);
    return TREY_STATUS_OK;
}

static trey_status read_all_transfers(trey_store *store, store_page *page) {
    trey_status status = TREY_STATUS_OK;
    for (size_t from = 0, to; from < page->count && status == TREY_STATUS_OK; from = to + 1) {
        for (to = from; to + 1 < page->count; to++) {
            if (page->item[to + 1].record.seq != page->item[to].record.seq + 1) break;
        }
        status = read_transfers(store, page, from, to);
    }
    page_place_transfers(page);
    return status;
}

/* ---- Queries ------------------------------------------------------------------------------------
 */
static sqlite_sql statement_of(const store_query *query) {
    switch (query->part) {
    case TREY_PART_STREAMS:
        return SQL_STREAMS;
    case TREY_PART_RECORDS:
        return query->stream ? SQL_STREAM_RECORDS : SQL_RECORDS;
    case TREY_PART_ANSWERS:
        return query->command ? SQL_ANSWER : SQL_ANSWERS;
    case TREY_PART_CHECKPOINTS:
        return SQL_CHECKPOINTS;
    case TREY_PART_BALANCES:
        return SQL_BALANCES;
    case TREY_PART_SNAPSHOTS:
        return query->stream ? SQL_SNAPSHOT : SQL_SNAPSHOTS;
    case TREY_PART_KEPT:
        if (!query->stream) return SQL_KEPT;
        return query->limit == 1 ? SQL_ONE_KEPT : SQL_STREAM_KEPT;
    case TREY_PART_CLAIMS:
        return SQL_CLAIMS;
    }
    trey_assert_failed("a part of the store", __FILE__, __LINE__);
}

static void bind_query(sqlite3_stmt *sql, sqlite_sql which, const store_query *query) {
    bool by_stream = which == SQL_SNAPSHOT || which == SQL_STREAM_KEPT || which == SQL_ONE_KEPT;
    sqlite3_bind_int64(sql, 1, (sqlite3_int64)(by_stream ? query->stream : query->after));
    if (which == SQL_ANSWER)
        sqlite3_bind_blob(sql, 1, query->command->byte, TREY_COMMAND_ID_BYTES, SQLITE_STATIC);
    bool records = query->part == TREY_PART_RECORDS;
    sqlite3_bind_int64(sql, records ? 3 : 2, (sqlite3_int64)query->limit);
    if (records) sqlite3_bind_int64(sql, 2, (sqlite3_int64)query->upto);
    if (which == SQL_STREAM_RECORDS) sqlite3_bind_int64(sql, 4, query->stream);
    if (query->part == TREY_PART_KEPT || query->part == TREY_PART_CLAIMS)
        sqlite3_bind_text(sql, 3, query->name, -1, SQLITE_STATIC);
}

trey_status sqlite_page(trey_store *store, const store_query *query, store_page *page) {
    sqlite_sql which = statement_of(query);
    sqlite3_stmt *sql = sqlite_ready(store, which);
    bind_query(sql, which, query);
    int code;
    while ((code = sqlite3_step(sql)) == SQLITE_ROW) {
        if (!read_item(page, sql, query->part))
            return sqlite_fault(store, SQLITE_NOMEM, "read the store");
    }
    if (code != SQLITE_DONE) return sqlite_fault(store, code, "read the store");
    sqlite3_reset(sql);
    return query->part == TREY_PART_RECORDS ? read_all_transfers(store, page) : TREY_STATUS_OK;
}
