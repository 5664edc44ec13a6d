/* store_cursor.c -- reading many items in pages.
 *
 * A page is asked for by the key behind which it begins, so nothing stays open in the
 * database between pages and commits may go on. Four thousand records are read in a
 * few milliseconds and fill less than a megabyte. The first page is small, and each one is
 * larger than the one before: who wants the first record of a stream reads no thousands.
 *
 * Whoever has the keys reads records in their order only as they were chained: each must give
 * its hash, and the last one the sealed head's. So what somebody else has changed in the
 * database is not taken in, and not built upon. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

enum { PAGE_FIRST_ITEMS = 16, PAGE_GROWTH = 16, PAGE_ITEMS = 4096, PAGE_LARGE_ITEMS = 64 };

struct trey_cursor {
    trey_store *store;
    store_query query;
    store_page page;
    size_t next;
    bool ended;
    char name[TREY_KEPT_NAME_MAX];
    bool chained, based;   /* the hashes are compared; the one to begin with is known */
    trey_hash chain, last; /* so far; of the head when it was opened */
};

static size_t page_items(trey_store_part part) {
    /* Snapshots are of kilobytes, perhaps of megabytes. */
    return part == TREY_PART_SNAPSHOTS ? PAGE_LARGE_ITEMS : PAGE_ITEMS;
}

trey_status trey_cursor_open_stream(trey_cursor **out, trey_store *store, trey_store_part part,
                                    trey_stream stream, uint64_t after) {
    *out = NULL;
    trey_status status = store_ready(store);
    /* Under a lock the head that is known is the last. */
    if (status == TREY_STATUS_OK && store->backend->shared && !store->lock.held)
        status = store->backend->load(store);
    if (status != TREY_STATUS_OK) return status;
    trey_cursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to read records");
    cursor->store = store;
    cursor->query = (store_query){.part = part,
                                  .stream = stream,
                                  .after = after,
                                  .upto = store->head.records,
                                  .name = cursor->name,
                                  .limit = PAGE_FIRST_ITEMS};
    cursor->chained = part == TREY_PART_RECORDS && stream == 0 && store->signs && !store->doubtful;
    cursor->based = after == 0;
    cursor->chain = trey_chain_start(store->identity);
    cursor->last = store->head.chain;
    /* The record before the first is read with it, for its hash. */
    if (cursor->chained && after > 0) cursor->query.after--;
    *out = cursor;
    return TREY_STATUS_OK;
}

static trey_status broken(const trey_cursor *cursor, uint64_t seq) {
    return store_says(
        cursor->store, TREY_STATUS_STORE_FORGED,
        "%s: record %" PRIu64 ", or one before it, is not what was sealed: somebody "
        "without the house's keys has written to the database. Stop, keep a copy, and "
        "let `trey verify --key` name all that was changed",
        cursor->store->address, seq);
}

/* The records of the page, one behind the other; the first may be there for its hash alone. */
static trey_status follow_chain(trey_cursor *cursor) {
    for (size_t i = 0; i < cursor->page.count; i++) {
        const trey_record *record = &cursor->page.item[i].record;
        if (cursor->based) {
            const trey_hash hash = trey_chain_next(&cursor->chain, record);
            if (!trey_hash_equal(&hash, &record->chain)) return broken(cursor, record->seq);
        } else {
            cursor->next = 1;
        }
        cursor->based = true;
        cursor->chain = record->chain;
        bool last = record->seq == cursor->query.upto;
        if (last && !trey_hash_equal(&cursor->chain, &cursor->last))
            return broken(cursor, record->seq);
    }
    return TREY_STATUS_OK;
}

trey_status trey_cursor_open(trey_cursor **out, trey_store *store, trey_store_part part,
                             uint64_t after) {
    return trey_cursor_open_stream(out, store, part, 0, after);
}

/* Where the page that comes next begins. */
static void follow_page(trey_cursor *cursor) {
    if (cursor->page.count == 0) return;
    const trey_store_item *last = &cursor->page.item[cursor->page.count - 1];
    switch (last->part) {
    case TREY_PART_STREAMS:
        cursor->query.after = last->stream.id;
        break;
    case TREY_PART_RECORDS:
        cursor->query.after = cursor->query.stream ? last->record.place : last->record.seq;
        break;
    case TREY_PART_ANSWERS:
        cursor->query.after = last->answer.number;
        break;
    case TREY_PART_CHECKPOINTS:
        cursor->query.after = last->checkpoint.number;
        break;
    case TREY_PART_BALANCES:
        cursor->query.after = (uint64_t)last->balance.account;
        break;
    case TREY_PART_SNAPSHOTS:
        cursor->query.after = last->snapshot.stream;
        break;
    case TREY_PART_KEPT:
        cursor->query.after = last->kept.stream;
        memcpy(cursor->name, last->kept.name, sizeof cursor->name);
        break;
    case TREY_PART_CLAIMS:
        cursor->query.after = last->claim.stream;
        memcpy(cursor->name, last->claim.name, sizeof cursor->name);
        break;
    case TREY_PART_BATCHES:
        cursor->query.after = last->batch.number;
        break;
    }
}

trey_status trey_cursor_next(trey_cursor *cursor, const trey_store_item **item) {
    *item = NULL;
    if (cursor->next == cursor->page.count) {
        if (cursor->ended) return TREY_STATUS_OK;
        follow_page(cursor);
        page_clear(&cursor->page);
        cursor->next = 0;
        trey_status status = store_ready(cursor->store);
        if (status == TREY_STATUS_OK)
            status = cursor->store->backend->page(cursor->store, &cursor->query, &cursor->page);
        if (status == TREY_STATUS_OK) status = seal_check_page(cursor->store, &cursor->page);
        if (status == TREY_STATUS_OK && cursor->chained) status = follow_chain(cursor);
        if (status != TREY_STATUS_OK) {
            page_clear(&cursor->page);
            return status;
        }
        cursor->ended = cursor->page.count < cursor->query.limit && !cursor->page.broken;
        size_t most = page_items(cursor->query.part), more = cursor->query.limit * PAGE_GROWTH;
        cursor->query.limit = more < most ? more : most;
        /* The one that was read for its hash may have come alone. */
        if (cursor->page.count == 0) return TREY_STATUS_OK;
        if (cursor->next == cursor->page.count) return trey_cursor_next(cursor, item);
    }
    *item = &cursor->page.item[cursor->next++];
    return TREY_STATUS_OK;
}

void trey_cursor_close(trey_cursor *cursor) {
    if (!cursor) return;
    page_close(&cursor->page);
    free(cursor);
}
