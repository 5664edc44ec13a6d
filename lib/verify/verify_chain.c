/* verify_chain.c -- numbers, hashes, tree and checkpoints.
 *
 * A record's hash is the leaf of the tree, so the chain costs one hash a record and the
 * tree one more. Checkpoints are read beside the records, in step with them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

/* The next checkpoint, or number 0. */
static bool next_checkpoint(verifying *v) {
    const trey_store_item *item;
    uint64_t number = v->checkpoint.number;
    v->checkpoint_count = v->checkpoint.count;
    trey_status status = trey_cursor_next(v->checkpoints, &item);
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    if (!item) {
        uint64_t listed = v->report->info.checkpoints;
        memset(&v->checkpoint, 0, sizeof v->checkpoint);
        if (number == listed) return true;
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "checkpoint %" PRIu64 " is missing; the head of the store "
                                   "counts %" PRIu64,
                                   number + 1, listed);
    }
    v->checkpoint = item->checkpoint;
    if (v->checkpoint.number != number + 1)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "checkpoint %" PRIu64 " is missing", number + 1);
    if (v->checkpoint.number > v->report->info.checkpoints)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "the head of the store does not count checkpoint %" PRIu64,
                                   v->checkpoint.number);
    if (v->checkpoint.count < v->checkpoint_count || v->checkpoint.count == 0)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "checkpoint %" PRIu64 " covers %" PRIu64
                                   " records, fewer than the one before it",
                                   v->checkpoint.number, v->checkpoint.count);
    return true;
}

bool chain_open(verifying *v) {
    v->chain = trey_chain_start(v->report->info.identity);
    trey_frontier_open(&v->frontier);
    trey_status status = trey_cursor_open(&v->checkpoints, v->store, TREY_PART_CHECKPOINTS, 0);
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    return next_checkpoint(v);
}

void chain_close(verifying *v) {
    trey_cursor_close(v->checkpoints);
    v->checkpoints = NULL;
}

bool chain_record(verifying *v) {
    const trey_record *record = v->record;
    char expected[TREY_HASH_TEXT_MAX], found[TREY_HASH_TEXT_MAX];
    if (record->seq != v->report->records + 1)
        return verify_fault_numbers(v, "the records before it are missing; the next one would be",
                                    v->report->records + 1, record->seq);
    const trey_hash hash = trey_chain_next(&v->chain, record);
    if (!trey_hash_equal(&hash, &record->chain))
        return verify_fault(v, "its bytes, or those before it, do not give its hash",
                            trey_hash_print(&hash, expected),
                            trey_hash_print(&record->chain, found));
    v->chain = hash;
    v->last_time = record->time;
    trey_frontier_add(&v->frontier, &hash);
    return true;
}

/* ---- Checkpoints -------------------------------------------------------------------------- */
static bool compare_hash(verifying *v, const char *which, const trey_hash *expected,
                         const trey_hash *found) {
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    if (trey_hash_equal(expected, found)) return true;
    return verify_fault_beside(
        v, TREY_VERDICT_CHANGED, trey_hash_print(expected, a), trey_hash_print(found, b),
        "checkpoint %" PRIu64 " was made over other records: between %" PRIu64 " and %" PRIu64
        " something was changed (%s)",
        v->checkpoint.number, v->checkpoint_count + 1, v->checkpoint.count, which);
}

static void hex_of(const uint8_t *bytes, size_t count, char *out) {
    for (size_t i = 0; i < count; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* Whoever has the key knows who should have signed. */
static bool known_signer(verifying *v, const trey_checkpoint *checkpoint) {
    trey_verify_report *report = v->report;
    if (report->signers == 0) {
        report->signers = 1;
        memcpy(report->signer, checkpoint->key, sizeof report->signer);
    } else if (memcmp(report->signer, checkpoint->key, sizeof report->signer) != 0) {
        report->signers = 2; /* or more */
    }
    const trey_store_keys *keys = v->options->keys;
    if (!keys || memcmp(keys->sign_public, checkpoint->key, sizeof checkpoint->key) == 0)
        return true;
    char a[2 * TREY_SIGN_PUBLIC_BYTES + 1], b[2 * TREY_SIGN_PUBLIC_BYTES + 1];
    hex_of(keys->sign_public, sizeof keys->sign_public, a);
    hex_of(checkpoint->key, sizeof checkpoint->key, b);
    return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, a, b,
                               "checkpoint %" PRIu64 " is signed with another key than yours",
                               checkpoint->number);
}

bool chain_checkpoints(verifying *v) {
    while (v->checkpoint.number != 0 && v->checkpoint.count == v->record->seq) {
        const trey_checkpoint *checkpoint = &v->checkpoint;
        const trey_hash root = trey_frontier_root(&v->frontier);
        if (!compare_hash(v, "chain", &v->chain, &checkpoint->chain) ||
            !compare_hash(v, "tree", &root, &checkpoint->root))
            return false;
        if (checkpoint->time != v->record->time ||
            !trey_checkpoint_signed(checkpoint, v->report->info.identity))
            return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                       "checkpoint %" PRIu64 " over %" PRIu64
                                       " records is not signed by its key",
                                       checkpoint->number, checkpoint->count);
        if (!witness_checkpoint(v, checkpoint) || !known_signer(v, checkpoint)) return false;
        v->report->checkpoints++;
        v->report->covered = checkpoint->count;
        if (!next_checkpoint(v)) return false;
    }
    return true;
}

/* ---- The end ----------------------------------------------------------------------------------
 */
/* Nothing may stand behind what the head counts. */
static bool nothing_behind(verifying *v) {
    trey_record behind;
    uint64_t records = v->report->info.records;
    trey_status status = trey_store_record(v->store, records + 1, &behind);
    if (status == TREY_STATUS_NOT_FOUND) return true;
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                               "record %" PRIu64 " stands behind the last that the head counts",
                               behind.seq);
}

bool chain_end(verifying *v) {
    const trey_verify_report *report = v->report;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    if (report->records < report->info.records)
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "the head of the store counts %" PRIu64
                                   " records, and there are %" PRIu64,
                                   report->info.records, report->records);
    if (v->checkpoint.number != 0)
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "checkpoint %" PRIu64 " covers %" PRIu64
                                   " records, and there are %" PRIu64,
                                   v->checkpoint.number, v->checkpoint.count, report->records);
    const trey_hash root = trey_frontier_root(&v->frontier);
    if (!trey_hash_equal(&v->chain, &report->info.chain) ||
        !trey_hash_equal(&root, &report->info.root))
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, trey_hash_print(&root, a),
                                   trey_hash_print(&report->info.root, b),
                                   "the head of the store is not over its records");
    return nothing_behind(v);
}
