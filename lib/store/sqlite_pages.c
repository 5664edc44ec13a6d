/* sqlite_pages.c -- reads pages of items out of a SQLite store.
 *
 * Rows are copied into the page, about 0.1 us each, so that the statement is free
 * again at once and the caller may commit while he reads. SQLite turns any value into
 * any other: a damaged file may hold text where a number was, or a number that does not
 * fit. So each column is read strictly, and a row that Trey cannot have written is told
 * from one that it has. Rows before it are given first. */
#include <inttypes.h>
#include <string.h>

#include "sqlite_parts.h"

typedef struct sqlite_row {
    sqlite3_stmt *sql;
    store_page *page;
    int fault; /* SQLITE_OK; SQLITE_NOMEM; SQLITE_CORRUPT for what Trey does not write */
} sqlite_row;

static int64_t column_signed(sqlite_row *row, int column) {
    if (sqlite3_column_type(row->sql, column) != SQLITE_INTEGER) row->fault = SQLITE_CORRUPT;
    return sqlite3_column_int64(row->sql, column);
}

static uint64_t column_upto(sqlite_row *row, int column, uint64_t most) {
    int64_t number = column_signed(row, column);
    if (number < 0 || (uint64_t)number > most) row->fault = SQLITE_CORRUPT;
    return (uint64_t)number;
}

static uint64_t column_number(sqlite_row *row, int column) {
    return column_upto(row, column, INT64_MAX);
}

static trey_stream column_stream(sqlite_row *row, int column) {
    return (trey_stream)column_upto(row, column, UINT32_MAX);
}

/* The bytes of a column in the page's arena. */
static const uint8_t *column_bytes(sqlite_row *row, int column, uint32_t *size) {
    if (sqlite3_column_type(row->sql, column) != SQLITE_BLOB) row->fault = SQLITE_CORRUPT;
    const void *bytes = sqlite3_column_blob(row->sql, column);
    *size = (uint32_t)sqlite3_column_bytes(row->sql, column);
    const uint8_t *copy = store_arena_copy(&row->page->arena, bytes, *size);
    if (!copy) row->fault = SQLITE_NOMEM;
    return copy;
}

static void column_fixed(sqlite_row *row, int column, void *out, size_t size) {
    const void *bytes = sqlite3_column_blob(row->sql, column);
    bool whole = sqlite3_column_type(row->sql, column) == SQLITE_BLOB && bytes &&
                 (size_t)sqlite3_column_bytes(row->sql, column) == size;
    if (whole)
        memcpy(out, bytes, size);
    else
        row->fault = SQLITE_CORRUPT;
}

static void column_name(sqlite_row *row, int column, char *out, size_t room) {
    const char *text = (const char *)sqlite3_column_text(row->sql, column);
    size_t length = (size_t)sqlite3_column_bytes(row->sql, column);
    bool whole = sqlite3_column_type(row->sql, column) == SQLITE_TEXT && text && length < room &&
                 strlen(text) == length;
    if (whole)
        memcpy(out, text, length);
    else
        row->fault = SQLITE_CORRUPT;
}

static void read_record(sqlite_row *row, trey_record *record) {
    record->seq = column_number(row, 0);
    record->stream = column_stream(row, 1);
    record->place = column_number(row, 2);
    record->time = column_signed(row, 3);
    record->type = (uint16_t)column_upto(row, 4, UINT16_MAX);
    record->body = column_bytes(row, 5, &record->size);
    column_fixed(row, 6, record->chain.byte, TREY_HASH_BYTES);
}

static void read_answer(sqlite_row *row, trey_answer *answer) {
    answer->number = column_number(row, 0);
    column_fixed(row, 1, answer->command.byte, TREY_COMMAND_ID_BYTES);
    answer->stream = column_stream(row, 2);
    answer->refusal = (uint16_t)column_upto(row, 3, UINT16_MAX);
    answer->first = column_number(row, 4);
    answer->count = (uint32_t)column_upto(row, 5, UINT32_MAX);
    answer->body = column_bytes(row, 6, &answer->size);
}

static void read_checkpoint(sqlite_row *row, trey_checkpoint *checkpoint) {
    checkpoint->number = column_number(row, 0);
    checkpoint->count = column_number(row, 1);
    column_fixed(row, 2, checkpoint->chain.byte, TREY_HASH_BYTES);
    column_fixed(row, 3, checkpoint->root.byte, TREY_HASH_BYTES);
    checkpoint->time = column_signed(row, 4);
    column_fixed(row, 5, checkpoint->key, sizeof checkpoint->key);
    column_fixed(row, 6, checkpoint->signature, sizeof checkpoint->signature);
}

static void read_batch(sqlite_row *row, trey_batch_row *batch) {
    batch->number = column_number(row, 0);
    batch->records = column_number(row, 1);
    batch->answers = column_number(row, 2);
    batch->checkpoints = column_number(row, 3);
    column_fixed(row, 4, batch->chain.byte, TREY_HASH_BYTES);
    column_fixed(row, 5, batch->link.byte, TREY_HASH_BYTES);
    batch->kept = column_bytes(row, 6, &batch->size);
    column_fixed(row, 7, batch->mac.byte, TREY_MAC_BYTES);
}

static void read_item(sqlite_row *row, trey_store_part part) {
    trey_store_item *item = page_add(row->page, part);
    if (!item) {
        row->fault = SQLITE_NOMEM;
        return;
    }
    switch (part) {
    case TREY_PART_STREAMS:
        item->stream.id = column_stream(row, 0);
        item->stream.kind = (uint8_t)column_upto(row, 1, UINT8_MAX);
        column_name(row, 2, item->stream.name, sizeof item->stream.name);
        item->stream.epoch = column_number(row, 3);
        break;
    case TREY_PART_RECORDS:
        read_record(row, &item->record);
        break;
    case TREY_PART_ANSWERS:
        read_answer(row, &item->answer);
        break;
    case TREY_PART_CHECKPOINTS:
        read_checkpoint(row, &item->checkpoint);
        break;
    case TREY_PART_BALANCES:
        item->balance.account = column_signed(row, 0);
        item->balance.balance = column_signed(row, 1);
        break;
    case TREY_PART_SNAPSHOTS:
        item->snapshot.stream = column_stream(row, 0);
        item->snapshot.place = column_number(row, 1);
        item->snapshot.body = column_bytes(row, 2, &item->snapshot.size);
        column_fixed(row, 3, item->snapshot.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_KEPT:
        item->kept.stream = column_stream(row, 0);
        column_name(row, 1, item->kept.name, sizeof item->kept.name);
        item->kept.body = column_bytes(row, 2, &item->kept.size);
        column_fixed(row, 3, item->kept.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_CLAIMS:
        item->claim.stream = column_stream(row, 0);
        column_name(row, 1, item->claim.name, sizeof item->claim.name);
        break;
    case TREY_PART_BATCHES:
        read_batch(row, &item->batch);
        break;
    }
}

/* ---- Rows that cannot be ----------------------------------------------------------------- */
/* The row in hand, by the number in its first column. */
static trey_status row_fault(trey_store *store, const sqlite_row *row, const char *what) {
    if (row->fault == SQLITE_NOMEM) return sqlite_fault(store, SQLITE_NOMEM, "read the store");
    int64_t number = sqlite3_column_int64(row->sql, 0);
    sqlite3_reset(row->sql);
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s: %s %" PRId64 " holds what Trey does not write there; restore a backup, "
                      "and keep this file for whoever looks into it",
                      store->address, what, number);
}

static const char *part_word(trey_store_part part) {
    static const char *const word[] = {[TREY_PART_STREAMS] = "stream",
                                       [TREY_PART_RECORDS] = "record",
                                       [TREY_PART_ANSWERS] = "answer",
                                       [TREY_PART_CHECKPOINTS] = "checkpoint",
                                       [TREY_PART_BALANCES] = "account",
                                       [TREY_PART_SNAPSHOTS] = "the snapshot of stream",
                                       [TREY_PART_KEPT] = "what is kept for stream",
                                       [TREY_PART_CLAIMS] = "a claim of stream",
                                       [TREY_PART_BATCHES] = "batch"};
    return (size_t)part < sizeof word / sizeof *word ? word[part] : "row";
}

/* Gives the items before this one, if there are any. */
static bool cut_page(store_page *page, size_t count) {
    if (count == 0) return false;
    page->count = count;
    page->broken = true;
    return true;
}

int sqlite_honest(int code) {
    if ((code & 0xff) != SQLITE_NOMEM) return code;
    void *room = sqlite3_malloc64(2 * (sqlite3_uint64)TREY_SNAPSHOT_BYTES_MAX);
    sqlite3_free(room);
    return room ? SQLITE_CORRUPT : code;
}

/* ---- Transfers ---------------------------------------------------------------------------------
 * Those of a run of records that follow each other are read at once. */
static trey_status read_transfers(trey_store *store, store_page *page, size_t from, size_t to) {
    sqlite_row row = {sqlite_ready(store, SQL_TRANSFERS), page, SQLITE_OK};
    sqlite3_bind_int64(row.sql, 1, transfer_id(page->item[from].record.seq, 0));
    sqlite3_bind_int64(row.sql, 2, transfer_id(page->item[to].record.seq + 1, 0));
    size_t at = from; /* the record that the transfers have come to */
    int code;
    while (row.fault == SQLITE_OK && (code = sqlite3_step(row.sql)) == SQLITE_ROW) {
        uint64_t seq = column_number(&row, 0) / TREY_RECORD_TRANSFERS_MAX;
        /* A damaged page may give what was not asked for. */
        if (seq < page->item[from].record.seq || seq > page->item[to].record.seq)
            return sqlite_fault(store, SQLITE_CORRUPT, "read transfers");
        at = from + (seq - page->item[from].record.seq);
        trey_transfer *transfer = page_add_transfer(page, &page->item[at].record);
        if (!transfer) return sqlite_fault(store, SQLITE_NOMEM, "read transfers");
        *transfer = (trey_transfer){.payer = column_signed(&row, 1),
                                    .payee = column_signed(&row, 2),
                                    .cents = column_signed(&row, 3),
                                    .seat = (uint8_t)column_upto(&row, 4, UINT8_MAX),
                                    .wager = (uint8_t)column_upto(&row, 5, UINT8_MAX)};
    }
    code = sqlite_honest(code);
    bool damaged = row.fault == SQLITE_CORRUPT || (code & 0xff) == SQLITE_CORRUPT;
    if (code != SQLITE_DONE && !(damaged && cut_page(page, at)))
        return row.fault == SQLITE_OK ? sqlite_fault(store, code, "read transfers")
                                      : row_fault(store, &row, "transfer");
    sqlite3_reset(row.sql);
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
    case TREY_PART_BATCHES:
        return SQL_BATCHES;
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

static trey_status one_page(trey_store *store, const store_query *query, store_page *page) {
    sqlite_sql which = statement_of(query);
    sqlite_row row = {sqlite_ready(store, which), page, SQLITE_OK};
    bind_query(row.sql, which, query);
    int code;
    while (row.fault == SQLITE_OK && (code = sqlite3_step(row.sql)) == SQLITE_ROW)
        read_item(&row, query->part);
    code = sqlite_honest(code);
    bool bad_row = row.fault == SQLITE_CORRUPT;
    bool damaged = bad_row || (code & 0xff) == SQLITE_CORRUPT;
    if (code != SQLITE_DONE && !(damaged && cut_page(page, page->count - bad_row)))
        return row.fault == SQLITE_OK ? sqlite_fault(store, code, "read the store")
                                      : row_fault(store, &row, part_word(query->part));
    sqlite3_reset(row.sql);
    return query->part == TREY_PART_RECORDS ? read_all_transfers(store, page) : TREY_STATUS_OK;
}

/* Of several answers each is looked for by itself: there is no way to the file and back. */
trey_status sqlite_page(trey_store *store, const store_query *query, store_page *page) {
    store_query one = *query;
    trey_status status = TREY_STATUS_OK;
    if (query->part != TREY_PART_ANSWERS || !query->command) return one_page(store, query, page);
    one.limit = 1;
    for (size_t i = 0; i < query->limit && status == TREY_STATUS_OK; i++) {
        one.command = &query->command[i];
        status = one_page(store, &one, page);
    }
    return status;
}
