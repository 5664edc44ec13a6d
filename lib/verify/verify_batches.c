/* verify_batches.c -- what each commit left behind, and what is kept beside the records.
 *
 * The chain says that records fit each other; anybody can compute it. A batch's row is sealed
 * with a key that stands in no database, and covers what the chain does not: answers, and
 * every change of a kept value. So what is kept now is held against the last batch that spoke
 * of it: a value that was exchanged, put back from an old copy or taken away shows. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "verify_parts.h"

static bool fault(verifying *v, uint64_t number, const char *what) {
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL, "batch %" PRIu64 " %s", number,
                               what);
}

/* The next row of a cursor, or number 0. */
static bool next_row(verifying *v, trey_cursor *cursor, trey_batch_row *row) {
    const trey_store_item *item;
    trey_status status = trey_cursor_next(cursor, &item);
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    if (item)
        *row = item->batch;
    else
        memset(row, 0, sizeof *row);
    return true;
}

/* ---- Beside the records ------------------------------------------------------------------ */
static bool next_batch(verifying *v) {
    batches_replay *b = &v->batches;
    uint64_t number = b->row.number, records = b->row.records;
    if (!next_row(v, b->rows, &b->row)) return false;
    if (b->row.number == 0) return true;
    b->seen++;
    if (b->row.number != number + 1) fault(v, number + 1, "is missing");
    if (b->row.records < records) fault(v, b->row.number, "ends before the one before it");
    return v->status == TREY_STATUS_OK;
}

static void compare_batch(verifying *v) {
    const trey_batch_row *row = &v->batches.row;
    chain_settle(v, &row->chain);
    if (!trey_hash_equal(&row->chain, &v->chain))
        fault(v, row->number, "was made over other records");
    if (!v->batches.keyed) return;
    if (trey_batch_sealed(&v->batches.seal, row))
        v->report->batches++;
    else
        fault(v, row->number, "is not sealed with the house's keys");
}

/* Those that end at this record, or should have. */
static bool batches_upto(verifying *v, uint64_t seq) {
    batches_replay *b = &v->batches;
    while (b->row.number != 0 && b->row.records <= seq) {
        if (b->row.records == seq) compare_batch(v);
        if (v->status != TREY_STATUS_OK || !next_batch(v)) return false;
    }
    return true;
}

bool batches_record(verifying *v) {
    return batches_upto(v, v->record->seq);
}

/* ---- Beside the answers ------------------------------------------------------------------ */
static uint64_t name_key(trey_stream stream, const char *name) {
    trey_hasher hasher;
    uint64_t key = 0;
    trey_hasher_open(&hasher);
    trey_hasher_add_number(&hasher, stream);
    trey_hasher_add(&hasher, name, strlen(name));
    const trey_hash hash = trey_hasher_close(&hasher);
    memcpy(&key, hash.byte, sizeof key);
    return key ? key : 1;
}

static bool take_notes(verifying *v) {
    batches_replay *b = &v->batches;
    trey_kept_note note;
    size_t at = 0;
    while (trey_kept_note_read(&b->linked, &at, &note)) {
        uint64_t key = name_key(note.stream, note.name);
        if (note.wiped) {
            trey_map_remove(&b->kept, key);
            continue;
        }
        trey_kept_note *known = trey_map_put(&b->kept, key);
        if (!known) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for kept values");
        *known = note;
    }
    return at == b->linked.size || fault(v, b->linked.number, "cannot say what it kept");
}

static bool next_link(verifying *v) {
    batches_replay *b = &v->batches;
    if (b->linked.number) b->last = b->linked.link;
    if (!next_row(v, b->links, &b->linked)) return false;
    trey_batch_link_open(&b->hasher, &b->last);
    return true;
}

static bool close_link(verifying *v) {
    batches_replay *b = &v->batches;
    const trey_hash link = trey_batch_link_close(&b->hasher, &b->linked);
    if (!trey_hash_equal(&link, &b->linked.link))
        fault(v, b->linked.number, "gave other answers, or kept other values");
    take_notes(v);
    return v->status == TREY_STATUS_OK && next_link(v);
}

bool batches_answer(verifying *v, const trey_answer *answer) {
    batches_replay *b = &v->batches;
    while (b->linked.number != 0 && b->linked.answers < answer->number) {
        if (!close_link(v)) return false;
    }
    if (b->linked.number != 0) trey_batch_link_answer(&b->hasher, answer);
    return true;
}

/* Keys that fit nothing are said to be wrong once, and not at every row. */
static void try_keys(verifying *v) {
    batches_replay *b = &v->batches;
    if (!v->options->keys) return;
    trey_store_seal_open(&b->seal, v->options->keys, v->report->info.identity);
    b->keyed = b->row.number == 0 || trey_batch_sealed(&b->seal, &b->row) ||
               trey_store_sealed(v->store, &b->seal);
    if (b->keyed) return;
    /* Another house's keys have signed nothing here, either, and open nothing. */
    bool stranger =
        v->checkpoint.number != 0 &&
        memcmp(v->checkpoint.key, v->options->keys->sign_public, sizeof v->checkpoint.key) != 0;
    verify_fault_beside(v, stranger ? TREY_VERDICT_UNWITNESSED : TREY_VERDICT_CHANGED, NULL, NULL,
                        "neither the head nor the first batch is sealed with these keys: they "
                        "are another house's, or all of the store was written anew");
    if (!stranger) return;
    v->without_keys = *v->options;
    v->without_keys.keys = NULL;
    v->options = &v->without_keys;
}

bool batches_open(verifying *v) {
    batches_replay *b = &v->batches;
    b->kept.size = sizeof(trey_kept_note);
    b->last = trey_chain_start(v->report->info.identity);
    trey_status status = trey_cursor_open(&b->rows, v->store, TREY_PART_BATCHES, 0);
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open(&b->links, v->store, TREY_PART_BATCHES, 0);
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    if (!next_batch(v)) return false;
    try_keys(v);
    return batches_upto(v, 0) && next_link(v);
}

void batches_close(verifying *v) {
    batches_replay *b = &v->batches;
    trey_cursor_close(b->rows);
    trey_cursor_close(b->links);
    trey_map_close(&b->kept);
    memset(b, 0, sizeof *b);
}

/* ---- The end ------------------------------------------------------------------------------ */
static void compare_head(verifying *v, const trey_hash *link) {
    const trey_store_info *info = &v->report->info;
    char a[32], b[32];
    snprintf(a, sizeof a, "%" PRIu64, info->batches);
    snprintf(b, sizeof b, "%" PRIu64, v->batches.seen);
    if (info->batches != v->batches.seen)
        verify_fault_beside(
            v, info->batches > v->batches.seen ? TREY_VERDICT_TRUNCATED : TREY_VERDICT_CHANGED, a,
            b, "the head of the store counts other batches than there are");
    else if (!trey_hash_equal(link, &info->link))
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "the head of the store is not over its batches");
    /* Of a store whose end is gone the head was written by whoever cut it. */
    if (v->batches.keyed && info->batches + info->records > 0 &&
        !trey_store_sealed(v->store, &v->batches.seal))
        verify_fault_beside(v, v->cut ? TREY_VERDICT_TRUNCATED : TREY_VERDICT_CHANGED, NULL, NULL,
                            "the head of the store is not sealed with the house's keys");
}

bool batches_end(verifying *v) {
    batches_replay *b = &v->batches;
    while (b->linked.number != 0) {
        if (!close_link(v)) return false;
    }
    if (b->row.number != 0) {
        v->cut = true;
        verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                            "batch %" PRIu64 " goes to record %" PRIu64
                            ", and the last that is there is %" PRIu64,
                            b->row.number, b->row.records, v->report->last);
    }
    while (b->row.number != 0) {
        if (!next_batch(v)) return false;
    }
    compare_head(v, &b->last);
    return v->status == TREY_STATUS_OK;
}

/* ---- What is kept -------------------------------------------------------------------------- */
static void kept_fault(verifying *v, trey_stream stream, const char *name, const char *what) {
    char said[SAID_MAX];
    if (stream >= 1 && stream <= v->streams)
        verify_stream_name(&v->stream[stream - 1], said);
    else
        snprintf(said, sizeof said, "stream %u", stream);
    verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL, "%s: %s %s", said, name, what);
}

static void compare_kept(verifying *v, const trey_kept *kept) {
    uint64_t key = name_key(kept->stream, kept->name);
    const trey_kept_note *note = trey_map_find(&v->batches.kept, key);
    bool same = note && memcmp(&note->mac, &kept->mac, sizeof kept->mac) == 0;
    if (v->batches.keyed && !trey_kept_sealed(&v->batches.seal, kept))
        kept_fault(v, kept->stream, kept->name, "is not sealed with the house's keys");
    else if (!same && !v->cut) /* a batch that is gone may have kept it */
        kept_fault(v, kept->stream, kept->name, "is another than the last batch has kept");
    else
        v->report->kept++;
    trey_map_remove(&v->batches.kept, key);
}

bool batches_kept(verifying *v) {
    const trey_map *left = &v->batches.kept;
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    uint64_t faults = v->report->faults;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_KEPT, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        compare_kept(v, &item->kept);
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK) return verify_store_fails(v, status);
    for (size_t i = 0; !v->cut && i < left->room; i++) {
        const trey_kept_note *note = left->key[i] ? trey_map_find(left, left->key[i]) : NULL;
        if (note) kept_fault(v, note->stream, note->name, "was kept, and is gone");
    }
    return faults == v->report->faults;
}
