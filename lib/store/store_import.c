/* store_import.c -- fills an empty store with what another one held.
 *
 * Rows are written as they are, with their numbers, so the copy has the same chain,
 * the same tree and the same signatures, and exports to the same bytes. Everything
 * that can be checked on the way is. Some thousand rows share a transaction; a mark in
 * the store says until the end that it is not whole, so that an import which was cut
 * off is not taken for a short history. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

enum { ROWS_AT_ONCE = 8192 };

struct trey_import {
    trey_store *store;
    store_head head; /* behind what was added */
    trey_store_part part;
    trey_stream streams;
    store_page page; /* added since the last flush; all of one part */
    bool failed, ended;
};

trey_status trey_import_open(trey_import **out, trey_store *store,
                             const uint8_t identity[TREY_IDENTITY_BYTES]) {
    trey_stream_item none;
    trey_stream last = 0;
    *out = NULL;
    trey_status status = store_ready(store);
    if (status == TREY_STATUS_OK) status = store_find_stream(store, 0, "", &none, &last);
    if (status != TREY_STATUS_OK) return status;
    if (store->head.records > 0 || last > 0)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s: this store is not empty; import into a new one", store->address);
    if ((status = store_writable(store)) != TREY_STATUS_OK) return status;
    trey_import *import = calloc(1, sizeof *import);
    if (!import) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to import");
    store->knows = false; /* it takes another's identity */
    status = store->backend->adopt(store, identity, false);
    if (status != TREY_STATUS_OK) {
        free(import);
        return status;
    }
    import->store = store;
    import->head = store->head;
    *out = import;
    return TREY_STATUS_OK;
}

/* ---- Writing ---------------------------------------------------------------------------- */
/* Rows of the page as the backend takes them, one array a part. */
typedef struct import_rows {
    const trey_import *import;
    void *rows;
} import_rows;

/* The rows of one part lie as an array in `rows`. */
#define IMPORT_ROWS(type, member)                                                                  \
    for (size_t i = 0; i < page->count; i++) ((type *)rows)[i] = page->item[i].member

static void gather_rows(const store_page *page, trey_store_part part, void *rows) {
    switch (part) {
    case TREY_PART_STREAMS:
        IMPORT_ROWS(trey_stream_item, stream);
        break;
    case TREY_PART_RECORDS:
        IMPORT_ROWS(trey_record, record);
        break;
    case TREY_PART_ANSWERS:
        IMPORT_ROWS(trey_answer, answer);
        break;
    case TREY_PART_CHECKPOINTS:
        IMPORT_ROWS(trey_checkpoint, checkpoint);
        break;
    case TREY_PART_SNAPSHOTS:
        IMPORT_ROWS(trey_snapshot, snapshot);
        break;
    case TREY_PART_KEPT:
        IMPORT_ROWS(trey_kept, kept);
        break;
    case TREY_PART_CLAIMS:
        IMPORT_ROWS(trey_claim, claim);
        break;
    case TREY_PART_BATCHES:
        IMPORT_ROWS(trey_batch_row, batch);
        break;
    case TREY_PART_BALANCES:
        break;
    }
}

static trey_status fill_import(trey_store *store, void *context, store_rows *rows,
                               store_head *head) {
    const import_rows *work = context;
    const trey_import *import = work->import;
    const size_t count = import->page.count;
    (void)store;
    *head = import->head;
    rows->imported = true;
    switch (import->part) {
    case TREY_PART_STREAMS:
        rows->stream = work->rows;
        rows->streams = count;
        break;
    case TREY_PART_RECORDS:
        rows->record = work->rows;
        rows->records = count;
        rows->transfers = import->page.transfers;
        break;
    case TREY_PART_ANSWERS:
        rows->answer = work->rows;
        rows->answers = count;
        break;
    case TREY_PART_CHECKPOINTS:
        rows->checkpoint = work->rows;
        rows->checkpoints = count;
        break;
    case TREY_PART_SNAPSHOTS:
        rows->snapshot = work->rows;
        rows->snapshots = count;
        break;
    case TREY_PART_KEPT:
        rows->kept = work->rows;
        rows->kepts = count;
        break;
    case TREY_PART_CLAIMS:
        rows->claim = work->rows;
        rows->claims = count;
        break;
    case TREY_PART_BATCHES:
        rows->batch = work->rows;
        rows->batches = count;
        break;
    case TREY_PART_BALANCES:
        break;
    }
    return TREY_STATUS_OK;
}

static trey_status flush_rows(trey_import *import) {
    store_page *page = &import->page;
    store_stored stored;
    store_probe probe = {.number = ++import->store->batches, .by_number = true};
    if (page->count == 0) return TREY_STATUS_OK;
    import_rows work = {import, malloc(page->count * sizeof(trey_store_item))};
    if (!work.rows) return store_says(import->store, TREY_STATUS_NO_MEMORY, "no memory to import");
    if (import->part == TREY_PART_RECORDS) page_place_transfers(page);
    gather_rows(page, import->part, work.rows);
    trey_status status = store_transact(import->store, &probe, false, fill_import, &work, &stored);
    free(work.rows);
    page_clear(page);
    return status;
}

/* ---- Checking ------------------------------------------------------------------------------ */
static trey_status does_not_fit(trey_import *import, const char *what, uint64_t number,
                                const char *why) {
    return store_says(import->store, TREY_STATUS_INVALID, "%s %" PRIu64 " %s; nothing was imported",
                      what, number, why);
}

static trey_status check_stream(trey_import *import, const trey_stream_item *stream) {
    if (stream->id != import->streams + 1)
        return does_not_fit(import, "stream", stream->id, "does not follow the one before it");
    if (!store_place_slot(import->store, stream->id))
        return store_says(import->store, TREY_STATUS_NO_MEMORY, "no memory to import");
    import->streams++;
    return TREY_STATUS_OK;
}

static trey_status check_record(trey_import *import, const trey_record *record) {
    store_head *head = &import->head;
    if (record->seq != head->records + 1)
        return does_not_fit(import, "record", record->seq, "does not follow the one before it");
    if (record->stream == 0 || record->stream > import->streams)
        return does_not_fit(import, "record", record->seq, "is of a stream that is not there");
    int64_t *place = store_place_slot(import->store, record->stream);
    if (!place || record->place != (uint64_t)(*place + 1))
        return does_not_fit(import, "record", record->seq, "has another place in its stream");
    trey_hash chain = trey_chain_next(&head->chain, record);
    if (!trey_hash_equal(&chain, &record->chain))
        return does_not_fit(import, "record", record->seq,
                            "was changed: its hash is not the one that is given");
    ++*place;
    head->records++;
    head->chain = chain;
    head->time = record->time;
    trey_frontier_add(&head->frontier, &chain);
    return TREY_STATUS_OK;
}

static trey_status check_checkpoint(trey_import *import, const trey_checkpoint *checkpoint) {
    store_head *head = &import->head;
    if (checkpoint->number != head->checkpoints + 1 || checkpoint->count > head->records ||
        checkpoint->count < head->checkpointed)
        return does_not_fit(import, "checkpoint", checkpoint->number, "does not follow");
    if (!trey_checkpoint_signed(checkpoint, import->store->identity))
        return does_not_fit(import, "checkpoint", checkpoint->number,
                            "has a signature that does not fit");
    /* The signature covers neither chain nor time; the record that they are of does. */
    trey_record last;
    trey_status status = trey_store_record(import->store, checkpoint->count, &last);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) return status;
    if (status == TREY_STATUS_NOT_FOUND || last.time != checkpoint->time ||
        !trey_hash_equal(&last.chain, &checkpoint->chain))
        return does_not_fit(import, "checkpoint", checkpoint->number,
                            "is not over the record that it ends with");
    head->checkpoints++;
    head->checkpointed = checkpoint->count;
    return TREY_STATUS_OK;
}

/* Whether it is sealed, and by whom, is for whoever has the keys. */
static trey_status check_batch(trey_import *import, const trey_batch_row *batch) {
    store_head *head = &import->head;
    if (batch->number != head->batches + 1 || batch->records > head->records ||
        batch->answers > head->answers || batch->checkpoints > head->checkpoints)
        return does_not_fit(import, "batch", batch->number, "does not follow");
    head->batches++;
    head->link = batch->link;
    return TREY_STATUS_OK;
}

static trey_status check_item(trey_import *import, const trey_store_item *item) {
    switch (item->part) {
    case TREY_PART_STREAMS:
        return check_stream(import, &item->stream);
    case TREY_PART_RECORDS:
        return check_record(import, &item->record);
    case TREY_PART_ANSWERS:
        if (item->answer.number != import->head.answers + 1)
            return does_not_fit(import, "answer", item->answer.number, "does not follow");
        import->head.answers++;
        return TREY_STATUS_OK;
    case TREY_PART_CHECKPOINTS:
        return check_checkpoint(import, &item->checkpoint);
    case TREY_PART_SNAPSHOTS:
    case TREY_PART_KEPT:
    case TREY_PART_CLAIMS:
        return TREY_STATUS_OK;
    case TREY_PART_BATCHES:
        return check_batch(import, &item->batch);
    case TREY_PART_BALANCES:
        break;
    }
    return store_says(import->store, TREY_STATUS_INVALID, "balances follow from the transfers");
}

/* ---- Adding -------------------------------------------------------------------------------- */
/* Where an item has bytes; NULL where it has none. */
static const uint8_t **body_of(trey_store_item *item, uint32_t *size) {
    switch (item->part) {
    case TREY_PART_RECORDS:
        *size = item->record.size;
        return &item->record.body;
    case TREY_PART_ANSWERS:
        *size = item->answer.size;
        return &item->answer.body;
    case TREY_PART_SNAPSHOTS:
        *size = item->snapshot.size;
        return &item->snapshot.body;
    case TREY_PART_KEPT:
        *size = item->kept.size;
        return &item->kept.body;
    case TREY_PART_BATCHES:
        *size = item->batch.size;
        return &item->batch.kept;
    default:
        return NULL;
    }
}

static bool keep_item(store_page *page, const trey_store_item *item) {
    trey_store_item *kept = page_add(page, item->part);
    uint32_t size = 0;
    if (!kept) return false;
    *kept = *item;
    const uint8_t **body = body_of(kept, &size);
    if (body && !(*body = store_arena_copy(&page->arena, *body, size))) return false;
    if (item->part != TREY_PART_RECORDS) return true;
    kept->record.transfers = 0;
    for (uint32_t i = 0; i < item->record.transfers; i++) {
        trey_transfer *transfer = page_add_transfer(page, &kept->record);
        if (!transfer) return false;
        *transfer = item->record.transfer[i];
    }
    return true;
}

trey_status trey_import_add(trey_import *import, const trey_store_item *item) {
    TREY_ASSERT(!import->failed && !import->ended);
    trey_status status = TREY_STATUS_OK;
    if (item->part < import->part)
        status = store_says(import->store, TREY_STATUS_INVALID,
                            "the items stand in another order than a store gives them");
    if (status == TREY_STATUS_OK &&
        (item->part != import->part || import->page.count >= ROWS_AT_ONCE))
        status = flush_rows(import);
    import->part = item->part;
    if (status == TREY_STATUS_OK) status = check_item(import, item);
    if (status == TREY_STATUS_OK && !keep_item(&import->page, item))
        status = store_says(import->store, TREY_STATUS_NO_MEMORY, "no memory to import");
    import->failed = status != TREY_STATUS_OK;
    return status;
}

/* The head's own seal is the one thing that no item has. */
static trey_status seal_head(trey_import *import, const trey_mac *mac) {
    store_stored stored;
    store_probe probe = {.number = ++import->store->batches, .by_number = true};
    import_rows work = {import, NULL};
    import->head.mac = *mac;
    return store_transact(import->store, &probe, false, fill_import, &work, &stored);
}

trey_status trey_import_end(trey_import *import, uint64_t records, const trey_hash *chain,
                            const trey_mac *head) {
    TREY_ASSERT(!import->failed && !import->ended);
    trey_status status = flush_rows(import);
    if (status == TREY_STATUS_OK && head) status = seal_head(import, head);
    if (status == TREY_STATUS_OK &&
        (import->head.records != records || !trey_hash_equal(&import->head.chain, chain)))
        status = does_not_fit(import, "record", import->head.records,
                              "is the last, and should not be: some are missing");
    if (status == TREY_STATUS_OK)
        status = import->store->backend->adopt(import->store, import->store->identity, true);
    import->ended = status == TREY_STATUS_OK;
    import->failed = !import->ended;
    return status;
}

void trey_import_close(trey_import *import) {
    if (!import) return;
    page_close(&import->page);
    free(import);
}
