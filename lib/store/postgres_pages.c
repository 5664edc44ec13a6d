/* postgres_pages.c -- reads pages of items out of PostgreSQL, in binary. */
#include <inttypes.h>
#include <string.h>

#include "postgres_parts.h"

typedef struct pg_row {
    const PGresult *result;
    int row;
    store_page *page;
    bool bad;     /* no memory */
    bool corrupt; /* what Trey does not write */
} pg_row;

static const uint8_t *row_bytes(pg_row *from, int column, uint32_t *size) {
    *size = (uint32_t)PQgetlength(from->result, from->row, column);
    const uint8_t *copy =
        store_arena_copy(&from->page->arena, PQgetvalue(from->result, from->row, column), *size);
    if (!copy) from->bad = true;
    return copy;
}

static int64_t row_number(const pg_row *from, int column) {
    return pg_get_number(from->result, from->row, column);
}

/* A column may hold more than its value's type: nothing is cut off silently. */
static uint64_t row_upto(pg_row *from, int column, uint64_t most) {
    int64_t number = row_number(from, column);
    if (number < 0 || (uint64_t)number > most) from->corrupt = true;
    return (uint64_t)number;
}

static trey_stream row_stream(pg_row *from, int column) {
    return (trey_stream)row_upto(from, column, UINT32_MAX);
}

static void row_fixed(pg_row *from, int column, void *out, size_t size) {
    if (!pg_get_fixed(from->result, from->row, column, out, size)) from->corrupt = true;
}

static void row_name(pg_row *from, int column, char *out, size_t room) {
    size_t length = (size_t)PQgetlength(from->result, from->row, column);
    if (length < room)
        memcpy(out, PQgetvalue(from->result, from->row, column), length);
    else
        from->corrupt = true;
}

static void read_record(pg_row *from, trey_record *record) {
    record->seq = (uint64_t)row_number(from, 0);
    record->stream = row_stream(from, 1);
    record->place = (uint64_t)row_number(from, 2);
    record->time = row_number(from, 3);
    record->type = (uint16_t)row_upto(from, 4, UINT16_MAX);
    record->body = row_bytes(from, 5, &record->size);
    row_fixed(from, 6, record->chain.byte, TREY_HASH_BYTES);
}

static void read_answer(pg_row *from, trey_answer *answer) {
    answer->number = (uint64_t)row_number(from, 0);
    row_fixed(from, 1, answer->command.byte, TREY_COMMAND_ID_BYTES);
    answer->stream = row_stream(from, 2);
    answer->refusal = (uint16_t)row_upto(from, 3, UINT16_MAX);
    answer->first = (uint64_t)row_number(from, 4);
    answer->count = (uint32_t)row_upto(from, 5, UINT32_MAX);
    answer->body = row_bytes(from, 6, &answer->size);
}

static void read_checkpoint(pg_row *from, trey_checkpoint *checkpoint) {
    checkpoint->number = (uint64_t)row_number(from, 0);
    checkpoint->count = (uint64_t)row_number(from, 1);
    row_fixed(from, 2, checkpoint->chain.byte, TREY_HASH_BYTES);
    row_fixed(from, 3, checkpoint->root.byte, TREY_HASH_BYTES);
    checkpoint->time = row_number(from, 4);
    row_fixed(from, 5, checkpoint->key, sizeof checkpoint->key);
    row_fixed(from, 6, checkpoint->signature, sizeof checkpoint->signature);
}

static void read_batch(pg_row *from, trey_batch_row *batch) {
    batch->number = (uint64_t)row_number(from, 0);
    batch->records = (uint64_t)row_number(from, 1);
    batch->answers = (uint64_t)row_number(from, 2);
    batch->checkpoints = (uint64_t)row_number(from, 3);
    row_fixed(from, 4, batch->chain.byte, TREY_HASH_BYTES);
    row_fixed(from, 5, batch->link.byte, TREY_HASH_BYTES);
    batch->kept = row_bytes(from, 6, &batch->size);
    row_fixed(from, 7, batch->mac.byte, TREY_MAC_BYTES);
}

static bool read_item(pg_row *from, trey_store_part part) {
    trey_store_item *item = page_add(from->page, part);
    if (!item) return false;
    switch (part) {
    case TREY_PART_STREAMS:
        item->stream.id = row_stream(from, 0);
        item->stream.kind = (uint8_t)row_upto(from, 1, UINT8_MAX);
        row_name(from, 2, item->stream.name, sizeof item->stream.name);
        item->stream.epoch = (uint64_t)row_number(from, 3);
        break;
    case TREY_PART_RECORDS:
        read_record(from, &item->record);
        break;
    case TREY_PART_ANSWERS:
        read_answer(from, &item->answer);
        break;
    case TREY_PART_CHECKPOINTS:
        read_checkpoint(from, &item->checkpoint);
        break;
    case TREY_PART_BALANCES:
        item->balance.account = row_number(from, 0);
        item->balance.balance = row_number(from, 1);
        break;
    case TREY_PART_SNAPSHOTS:
        item->snapshot.stream = row_stream(from, 0);
        item->snapshot.place = (uint64_t)row_number(from, 1);
        item->snapshot.body = row_bytes(from, 2, &item->snapshot.size);
        row_fixed(from, 3, item->snapshot.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_KEPT:
        item->kept.stream = row_stream(from, 0);
        row_name(from, 1, item->kept.name, sizeof item->kept.name);
        item->kept.body = row_bytes(from, 2, &item->kept.size);
        row_fixed(from, 3, item->kept.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_CLAIMS:
        item->claim.stream = (trey_stream)row_number(from, 0);
        row_name(from, 1, item->claim.name, sizeof item->claim.name);
        break;
    case TREY_PART_BATCHES:
        read_batch(from, &item->batch);
        break;
    }
    return !from->bad;
}

/* ---- Transfers ---------------------------------------------------------------------------------
 */
static trey_status read_transfers(trey_store *store, store_page *page) {
    pg_values *values = &store->db->values;
    PGresult *result;
    if (page->count == 0) return TREY_STATUS_OK;
    uint64_t first = page->item[0].record.seq, last = page->item[page->count - 1].record.seq;
    bool run = last - first + 1 == page->count; /* they follow each other */
    pg_clear(values);
    if (run) {
        pg_number(values, transfer_id(first, 0));
        pg_number(values, transfer_id(last + 1, 0));
    } else {
        trey_bytes *seq = pg_array(values, PG_INT8, page->count);
        for (size_t i = 0; i < page->count; i++)
            pg_add_number(values, seq, PG_INT8, (int64_t)page->item[i].record.seq);
    }
    trey_status status = postgres_run(store, run ? PG_TRANSFERS : PG_TRANSFERS_OF, values,
                                      "read transfers", &result);
    if (status != TREY_STATUS_OK) return status;
    size_t at = 0;
    for (int row = 0; row < PQntuples(result) && status == TREY_STATUS_OK; row++) {
        uint64_t seq = (uint64_t)pg_get_number(result, row, 0) / TREY_RECORD_TRANSFERS_MAX;
        while (at < page->count && page->item[at].record.seq < seq) at++;
        if (at == page->count || page->item[at].record.seq != seq) continue;
        trey_transfer *transfer = page_add_transfer(page, &page->item[at].record);
        int64_t seat = pg_get_number(result, row, 4), wager = pg_get_number(result, row, 5);
        if (!transfer)
            status = store_says(store, TREY_STATUS_NO_MEMORY, "no memory to read transfers");
        else if (seat < 0 || seat > UINT8_MAX || wager < 0 || wager > UINT8_MAX)
            status = store_says(store, TREY_STATUS_STORE_CORRUPT,
                                "%s: a transfer of record %" PRIu64 " holds what Trey does not "
                                "write there",
                                store->address, seq);
        else
            *transfer = (trey_transfer){.payer = pg_get_number(result, row, 1),
                                        .payee = pg_get_number(result, row, 2),
                                        .cents = pg_get_number(result, row, 3),
                                        .seat = (uint8_t)seat,
                                        .wager = (uint8_t)wager};
    }
    PQclear(result);
    page_place_transfers(page);
    return status;
}

/* ---- Queries
 * ------------------------------------------------------------------------------------- */
static postgres_sql statement_of(const store_query *query) {
    switch (query->part) {
    case TREY_PART_STREAMS:
        return PG_STREAMS;
    case TREY_PART_RECORDS:
        return query->stream ? PG_STREAM_RECORDS : PG_RECORDS;
    case TREY_PART_ANSWERS:
        return query->command ? PG_ANSWER : PG_ANSWERS;
    case TREY_PART_CHECKPOINTS:
        return PG_CHECKPOINTS;
    case TREY_PART_BALANCES:
        return PG_BALANCES;
    case TREY_PART_SNAPSHOTS:
        return query->stream ? PG_SNAPSHOT : PG_SNAPSHOTS;
    case TREY_PART_KEPT:
        if (!query->stream) return PG_KEPT;
        return query->limit == 1 ? PG_ONE_KEPT : PG_STREAM_KEPT;
    case TREY_PART_CLAIMS:
        return PG_CLAIMS;
    case TREY_PART_BATCHES:
        return PG_BATCHES;
    }
    trey_assert_failed("a part of the store", __FILE__, __LINE__);
}

static void set_values(pg_values *values, postgres_sql which, const store_query *query) {
    bool by_stream = which == PG_SNAPSHOT || which == PG_STREAM_KEPT || which == PG_ONE_KEPT;
    pg_clear(values);
    if (which == PG_ANSWER) {
        trey_bytes *ids = pg_array(values, PG_BYTES, query->limit);
        for (size_t i = 0; i < query->limit; i++)
            pg_add_bytes(values, ids, query->command[i].byte, TREY_COMMAND_ID_BYTES);
        return;
    }
    pg_number(values, (int64_t)(by_stream ? query->stream : query->after));
    if (which == PG_SNAPSHOT) return;
    pg_number(values, (int64_t)query->limit);
    if (query->part == TREY_PART_KEPT || query->part == TREY_PART_CLAIMS)
        pg_bytes(values, query->name, strlen(query->name));
    if (query->part == TREY_PART_RECORDS) pg_number(values, (int64_t)query->upto);
    if (which == PG_STREAM_RECORDS) pg_number(values, query->stream);
}

trey_status postgres_page(trey_store *store, const store_query *query, store_page *page) {
    PGresult *result;
    postgres_sql which = statement_of(query);
    set_values(&store->db->values, which, query);
    trey_status status = postgres_run(store, which, &store->db->values, "read the store", &result);
    if (status != TREY_STATUS_OK) return status;
    pg_row from = {.result = result, .page = page};
    for (int rows = PQntuples(result); from.row < rows && status == TREY_STATUS_OK; from.row++) {
        if (!read_item(&from, query->part))
            status = store_says(store, TREY_STATUS_NO_MEMORY, "no memory to read the store");
        else if (from.corrupt)
            status = store_says(store, TREY_STATUS_STORE_CORRUPT,
                                "%s: row %" PRId64 " holds what Trey does not write there; "
                                "restore a backup, and keep this database for whoever looks into "
                                "it",
                                store->address, row_number(&from, 0));
    }
    PQclear(result);
    if (status != TREY_STATUS_OK || query->part != TREY_PART_RECORDS) return status;
    return read_transfers(store, page);
}
