/* store_batch.c -- what many commands cause, gathered for one commit.
 *
 * Nothing here can be refused: what is wrong with a batch is either the caller's
 * mistake, or found by the commit. */
#include <stdlib.h>
#include <string.h>

#include "store_parts.h"

trey_status trey_batch_open(trey_batch **out) {
    *out = calloc(1, sizeof **out);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

void trey_batch_clear(trey_batch *batch) {
    store_arena_clear(&batch->arena);
    batch->records = batch->transfers = batch->answers = batch->snapshots = batch->kepts =
        batch->claims = batch->holds = 0;
    batch->checkpoint = batch->failed = false;
    batch->probe.number = 0;
    batch->probe.attempts = 0;
    batch->by = NULL;
    batch->sealed = 0;
    batch->stored = (store_stored){.there = false};
    batch->lock = (store_lock){.held = false};
}

void trey_batch_close(trey_batch *batch) {
    if (!batch) return;
    store_arena_close(&batch->arena);
    free(batch->record);
    free(batch->transfer);
    free(batch->answer);
    free(batch->snapshot);
    free(batch->kept);
    free(batch->claim);
    free(batch->hold);
    free(batch);
}

size_t trey_batch_records(const trey_batch *batch) {
    return batch->records;
}

bool trey_batch_empty(const trey_batch *batch) {
    return batch->records + batch->answers + batch->snapshots + batch->kepts + batch->claims == 0 &&
           !batch->checkpoint && !batch->failed;
}

/* Room for one more in one of the batch's arrays; NULL: no memory, which is remembered. */
#define BATCH_ADD(batch, one, many)                                                                \
    batch_room((batch), (void **)&(batch)->one, (batch)->many, &(batch)->many##_room,              \
               sizeof *(batch)->one)                                                               \
        ? &(batch)->one[(batch)->many++]                                                           \
        : NULL

static bool batch_room(trey_batch *batch, void **array, size_t count, size_t *room, size_t size) {
    /* A batch that was tried stays as it is, so that trying again means the same. */
    TREY_ASSERT(batch->probe.number == 0);
    if (!batch->failed && trey_list_room(array, count, room, size)) return true;
    batch->failed = true;
    return false;
}

static const uint8_t *batch_bytes(trey_batch *batch, const void *bytes, size_t size) {
    const uint8_t *copy = store_arena_copy(&batch->arena, bytes, size);
    if (!copy) batch->failed = true;
    return copy;
}

void trey_batch_hold(trey_batch *batch, trey_stream stream, uint64_t epoch) {
    stream_number *stated = BATCH_ADD(batch, hold, holds);
    if (stated) *stated = (stream_number){stream, epoch};
}

void trey_batch_record(trey_batch *batch, trey_stream stream, uint16_t type, int64_t time,
                       const void *body, size_t size) {
    TREY_ASSERT(type > 0 && size <= TREY_RECORD_BYTES_MAX);
    const uint8_t *copy = batch_bytes(batch, body, size);
    trey_record *record = BATCH_ADD(batch, record, records);
    if (!record) return;
    *record = (trey_record){
        .stream = stream, .type = type, .time = time, .size = (uint32_t)size, .body = copy};
}

void trey_batch_transfer(trey_batch *batch, const trey_transfer *transfer) {
    TREY_ASSERT(transfer->cents > 0 && transfer->payer != transfer->payee);
    TREY_ASSERT(trey_ledger_name(trey_account_kind(transfer->payer)) != NULL);
    TREY_ASSERT(trey_ledger_name(trey_account_kind(transfer->payee)) != NULL);
    TREY_ASSERT(batch->failed || batch->records > 0);
    trey_transfer *added = BATCH_ADD(batch, transfer, transfers);
    if (!added) return;
    *added = *transfer;
    uint32_t *count = &batch->record[batch->records - 1].transfers;
    TREY_ASSERT(*count < TREY_RECORD_TRANSFERS_MAX);
    ++*count;
}

void trey_batch_answer(trey_batch *batch, const trey_command_id *command, trey_stream stream,
                       uint16_t refusal, uint32_t records, const void *body, size_t size) {
    TREY_ASSERT(size <= TREY_ANSWER_BYTES_MAX);
    TREY_ASSERT(batch->failed || records <= batch->records);
    const uint8_t *copy = batch_bytes(batch, body, size);
    trey_answer *answer = BATCH_ADD(batch, answer, answers);
    if (!answer) return;
    /* `first` counts from the batch's first record, from 1, until the commit. */
    *answer = (trey_answer){.command = *command,
                            .stream = stream,
                            .refusal = refusal,
                            .first = records ? batch->records - records + 1 : 0,
                            .count = records,
                            .size = (uint32_t)size,
                            .body = copy};
}

void trey_batch_snapshot(trey_batch *batch, trey_stream stream, uint64_t place, const void *body,
                         size_t size) {
    TREY_ASSERT(size <= TREY_SNAPSHOT_BYTES_MAX);
    const uint8_t *copy = batch_bytes(batch, body, size);
    trey_snapshot *snapshot = BATCH_ADD(batch, snapshot, snapshots);
    if (snapshot)
        *snapshot =
            (trey_snapshot){.stream = stream, .place = place, .size = (uint32_t)size, .body = copy};
}

static size_t name_length(const char *name) {
    size_t length = strlen(name);
    TREY_ASSERT(length > 0 && length < TREY_KEPT_NAME_MAX);
    for (size_t i = 0; i < length; i++) TREY_ASSERT(name[i] > ' ' && name[i] < 0x7f);
    return length;
}

static void batch_kept(trey_batch *batch, trey_stream stream, const char *name, const uint8_t *body,
                       size_t size) {
    size_t length = name_length(name);
    TREY_ASSERT(size <= TREY_KEPT_BYTES_MAX);
    trey_kept *kept = BATCH_ADD(batch, kept, kepts);
    if (!kept) return;
    *kept = (trey_kept){.stream = stream, .size = (uint32_t)size, .body = body};
    memcpy(kept->name, name, length + 1);
}

void trey_batch_keep(trey_batch *batch, trey_stream stream, const char *name, const void *body,
                     size_t size) {
    batch_kept(batch, stream, name, batch_bytes(batch, body, size), size);
}

void trey_batch_wipe(trey_batch *batch, trey_stream stream, const char *name) {
    batch_kept(batch, stream, name, NULL, 0);
}

void trey_batch_claim(trey_batch *batch, trey_stream stream, const char *name) {
    size_t length = name_length(name);
    trey_claim *claim = BATCH_ADD(batch, claim, claims);
    if (!claim) return;
    *claim = (trey_claim){.stream = stream};
    memcpy(claim->name, name, length + 1);
}

void trey_batch_checkpoint(trey_batch *batch) {
    batch->checkpoint = true;
}
