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
        if (number < listed)
            verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                "checkpoint %" PRIu64 " is missing; the head of the store "
                                "counts %" PRIu64,
                                number + 1, listed);
        return true;
    }
    v->checkpoint = item->checkpoint;
    if (v->checkpoint.number != number + 1)
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "checkpoint %" PRIu64 " is missing", number + 1);
    else if (v->checkpoint.number > v->report->info.checkpoints)
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "the head of the store does not count checkpoint %" PRIu64,
                            v->checkpoint.number);
    else if (v->checkpoint.count < v->checkpoint_count || v->checkpoint.count == 0)
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
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

static void take_fork(verifying *v) {
    v->frontier = v->fork.frontier;
    v->chain = v->fork.stored;
    trey_frontier_add(&v->frontier, &v->chain);
    v->fork.open = false;
}

void chain_settle(verifying *v, const trey_hash *hash) {
    if (v->fork.open && trey_hash_equal(hash, &v->fork.stored)) take_fork(v);
}

/* The hash of the record in hand over whichever of two stands before it. */
static trey_hash next_hash(verifying *v) {
    const trey_hash hash = trey_chain_next(&v->chain, v->record);
    if (!v->fork.open) return hash;
    const trey_hash other = trey_chain_next(&v->fork.stored, v->record);
    bool forks = trey_hash_equal(&other, &v->record->chain);
    if (forks) take_fork(v);
    v->fork.open = false;
    return forks ? other : hash;
}

bool chain_record(verifying *v) {
    const trey_record *record = v->record;
    const uint64_t expected_seq = v->report->last + 1;
    char expected[TREY_HASH_TEXT_MAX], found[TREY_HASH_TEXT_MAX];
    v->report->last = record->seq;
    if (record->seq != expected_seq) {
        v->gap = true;
        verify_fault_numbers(v, "the records before it are missing; the next one would be",
                             expected_seq, record->seq);
    }
    const trey_hash hash = next_hash(v);
    bool same = trey_hash_equal(&hash, &record->chain);
    if (!same) {
        verify_fault(v, "its bytes, or those before it, do not give its hash",
                     trey_hash_print(&hash, expected), trey_hash_print(&record->chain, found));
        v->fork = (chain_fork){.open = true, .stored = record->chain, .frontier = v->frontier};
    }
    v->chain = hash;
    v->last_time = record->time;
    trey_frontier_add(&v->frontier, &hash);
    return same && record->seq == expected_seq;
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

static bool checkpoint_holds(verifying *v) {
    const trey_checkpoint *checkpoint = &v->checkpoint;
    chain_settle(v, &checkpoint->chain);
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
    return witness_checkpoint(v, checkpoint) && known_signer(v, checkpoint);
}

/* One that was passed by belongs to a record that is missing. */
bool chain_checkpoints(verifying *v) {
    while (v->checkpoint.number != 0 && v->checkpoint.count <= v->record->seq) {
        if (v->checkpoint.count == v->record->seq && checkpoint_holds(v)) {
            v->report->checkpoints++;
            v->report->covered = v->checkpoint.count;
        }
        if (!verify_goes_on(v) || !next_checkpoint(v)) return false;
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
    if (report->last < report->info.records)
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "the head of the store counts %" PRIu64
                            " records, and there are %" PRIu64,
                            report->info.records, report->last);
    if (v->checkpoint.number != 0)
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "checkpoint %" PRIu64 " covers %" PRIu64
                            " records, and there are %" PRIu64,
                            v->checkpoint.number, v->checkpoint.count, report->last);
    v->cut = report->last < report->info.records || v->checkpoint.number != 0;
    if (v->cut) return false;
    chain_settle(v, &report->info.chain);
    const trey_hash root = trey_frontier_root(&v->frontier);
    if (!trey_hash_equal(&v->chain, &report->info.chain) ||
        !trey_hash_equal(&root, &report->info.root))
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, trey_hash_print(&root, a),
                                   trey_hash_print(&report->info.root, b),
                                   "the head of the store is not over its records");
    return nothing_behind(v);
}
