/* record_prove.c -- one record's way to a signed checkpoint.
 *
 * The siblings of a path are roots of neighbouring parts of the tree. Together with the
 * record itself they cover all leaves, one part behind the other: so one walk over the
 * hashes, with one open part at a time, is enough, and no leaf is kept. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/verify.h"

/* Leaves from `from` to before `to`. */
typedef struct tree_part {
    uint64_t from, to;
} tree_part;

static trey_status tell(trey_store_message *message, trey_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static trey_status tell(trey_store_message *message, trey_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(message->text, sizeof message->text, format, list);
    va_end(list);
    return status;
}

static trey_status store_tells(trey_store *store, trey_status status, trey_store_message *message) {
    return tell(message, status, "%s", trey_store_message_text(store));
}

/* The first checkpoint that covers the record. */
static trey_status find_checkpoint(trey_store *store, uint64_t seq, trey_checkpoint *out,
                                   trey_store_message *message) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_CHECKPOINTS, 0);
    bool found = false;
    while (!found && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        found = item->checkpoint.count >= seq;
        if (found) *out = item->checkpoint;
    }
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK) return store_tells(store, status, message);
    if (found) return TREY_STATUS_OK;
    return tell(message, TREY_STATUS_INVALID,
                "no checkpoint covers record %" PRIu64 " yet; one is made every few thousand "
                "records, after each jackpot and after each ruling",
                seq);
}

/* Siblings on the way from the root down, then turned round: lowest first. */
static size_t parts_of(uint64_t index, uint64_t count, tree_part part[TREY_PATH_MAX]) {
    size_t length = 0;
    uint64_t from = 0;
    while (count > 1) {
        uint64_t left = 1;
        while (left * 2 < count) left *= 2;
        bool right = index - from >= left;
        part[length++] =
            right ? (tree_part){from, from + left} : (tree_part){from + left, from + count};
        if (right) from += left;
        count = right ? count - left : left;
    }
    for (size_t i = 0; i < length / 2; i++) {
        tree_part other = part[i];
        part[i] = part[length - 1 - i];
        part[length - 1 - i] = other;
    }
    return length;
}

static size_t part_with(const tree_part *part, size_t length, uint64_t leaf) {
    size_t i = 0;
    while (i < length && (leaf < part[i].from || leaf >= part[i].to)) i++;
    return i;
}

static trey_status walk_path(trey_store *store, uint64_t count, trey_record_proof *proof) {
    tree_part part[TREY_PATH_MAX];
    trey_frontier frontier;
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    uint64_t index = proof->seq - 1, leaf = 0;
    size_t open = 0;
    proof->length = parts_of(index, count, part);
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0);
    while (leaf < count && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (leaf != index) {
            if (leaf == 0 || leaf == index + 1 || leaf >= part[open].to) {
                open = part_with(part, proof->length, leaf);
                trey_frontier_open(&frontier);
            }
            trey_frontier_add(&frontier, &item->record.chain);
            if (leaf + 1 == part[open].to) proof->path[open] = trey_frontier_root(&frontier);
        }
        leaf++;
    }
    trey_cursor_close(cursor);
    return status;
}

static trey_status take_record(trey_store *store, const trey_store_info *info,
                               trey_record_proof *proof, trey_store_message *message) {
    trey_record record;
    trey_status status = TREY_STATUS_OK;
    proof->before = trey_chain_start(info->identity);
    if (proof->seq > 1) {
        status = trey_store_record(store, proof->seq - 1, &record);
        if (status == TREY_STATUS_OK) proof->before = record.chain;
    }
    if (status == TREY_STATUS_OK) status = trey_store_record(store, proof->seq, &record);
    if (status == TREY_STATUS_NOT_FOUND)
        return tell(message, status, "there is no record %" PRIu64 "; the last one is %" PRIu64,
                    proof->seq, info->records);
    if (status != TREY_STATUS_OK) return store_tells(store, status, message);
    size_t room = 96 + 40 * (size_t)record.transfers + record.size;
    proof->bytes = malloc(room);
    if (!proof->bytes) return tell(message, TREY_STATUS_NO_MEMORY, "no memory for a proof");
    proof->size = trey_record_bytes(&record, proof->bytes, room);
    return TREY_STATUS_OK;
}

trey_status trey_record_prove(trey_store *store, uint64_t seq, trey_record_proof *out,
                              trey_store_message *message) {
    trey_store_info info;
    memset(out, 0, sizeof *out);
    message->text[0] = '\0';
    out->seq = seq;
    trey_status status = trey_store_tell(store, &info);
    if (status != TREY_STATUS_OK) return store_tells(store, status, message);
    if (seq == 0 || seq > info.records)
        return tell(message, TREY_STATUS_NOT_FOUND,
                    "there is no record %" PRIu64 "; they run from 1 to %" PRIu64, seq,
                    info.records);
    memcpy(out->identity, info.identity, sizeof out->identity);
    status = find_checkpoint(store, seq, &out->checkpoint, message);
    if (status == TREY_STATUS_OK) status = take_record(store, &info, out, message);
    if (status == TREY_STATUS_OK) {
        status = walk_path(store, out->checkpoint.count, out);
        if (status != TREY_STATUS_OK) store_tells(store, status, message);
    }
    if (status == TREY_STATUS_OK) {
        trey_proof_answer answer = trey_record_proved(out, NULL, NULL);
        if (answer != TREY_PROOF_HOLDS)
            status = tell(message, TREY_STATUS_STORE_CORRUPT,
                          "record %" PRIu64 " cannot be proved: %s; `trey verify` tells more", seq,
                          trey_proof_text(answer));
    }
    if (status != TREY_STATUS_OK) trey_record_proof_close(out);
    return status;
}

void trey_record_proof_close(trey_record_proof *proof) {
    free(proof->bytes);
    proof->bytes = NULL;
    proof->size = 0;
}
