/* verify_witness.c -- what a second place remembers.
 *
 * The witness is taken at its word: it lies where the operator cannot change it. A store
 * that is shorter than one of its lines has lost its end; one whose hash at that count is
 * another was written anew; one that has the same hashes under another key was signed
 * anew; and one that has checkpoints of which the witness knows nothing is not witnessed
 * from there on. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

static bool add_line(verifying *v, const trey_checkpoint *line) {
    witness_lines *lines = &v->witness;
    if (!TREY_LIST_ROOM(lines->line, lines->count, lines->room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the witness");
    lines->line[lines->count++] = (witness_line){.seen = *line};
    return true;
}

/* A line that is no checkpoint was torn, or is of another making; one of another store is
 * another store's. */
static bool take_line(verifying *v, char *text, uint64_t number) {
    trey_checkpoint line;
    uint8_t identity[TREY_IDENTITY_BYTES];
    text[strcspn(text, "\r\n")] = '\0';
    if (!trey_checkpoint_parse(text, &line, identity)) return true;
    if (memcmp(identity, v->report->info.identity, sizeof identity) != 0) return true;
    if (!trey_checkpoint_signed(&line, identity))
        return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                                   "line %" PRIu64 " of the witness is not signed by its key",
                                   number);
    return add_line(v, &line);
}

static int by_count(const void *a, const void *b) {
    const trey_checkpoint *x = &((const witness_line *)a)->seen;
    const trey_checkpoint *y = &((const witness_line *)b)->seen;
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

bool witness_open(verifying *v) {
    const char *path = v->options->witness;
    char text[2 * TREY_WITNESS_LINE_MAX];
    if (!path) return true;
    FILE *file = fopen(path, "r");
    if (!file)
        return verify_fails(v, TREY_STATUS_NO_FILE, "%s: the witness file cannot be read: %s", path,
                            strerror(errno));
    bool good = true;
    for (uint64_t number = 1; good && fgets(text, sizeof text, file); number++)
        good = take_line(v, text, number) || verify_goes_on(v);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (good && failed)
        return verify_fails(v, TREY_STATUS_NO_FILE, "%s: the witness file cannot be read", path);
    if (v->witness.count > 0)
        qsort(v->witness.line, v->witness.count, sizeof *v->witness.line, by_count);
    return good;
}

void witness_close(verifying *v) {
    free(v->witness.line);
    memset(&v->witness, 0, sizeof v->witness);
}

bool witness_record(verifying *v) {
    witness_lines *lines = &v->witness;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    for (; lines->next < lines->count && lines->line[lines->next].seen.count <= v->record->seq;
         lines->next++) {
        const trey_checkpoint *line = &lines->line[lines->next].seen;
        chain_settle(v, &line->chain);
        const trey_hash root = trey_frontier_root(&v->frontier);
        if (!trey_hash_equal(&line->chain, &v->chain) || !trey_hash_equal(&line->root, &root)) {
            uint64_t from = lines->next ? lines->line[lines->next - 1].seen.count + 1 : 1;
            verify_fault_beside(v, TREY_VERDICT_CHANGED, trey_hash_print(&line->chain, a),
                                trey_hash_print(&v->chain, b),
                                "the witness saw other records: between %" PRIu64 " and %" PRIu64
                                " something was changed, and written anew",
                                from, line->count);
        } else if (!lines->line[lines->next].met) {
            verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                "the witness has seen checkpoint %" PRIu64 " over %" PRIu64
                                " records, which is missing from the store",
                                line->number, line->count);
        } else {
            v->report->witnessed++;
        }
    }
    return true;
}

static bool same_checkpoint(const trey_checkpoint *a, const trey_checkpoint *b) {
    return a->number == b->number && a->count == b->count && a->time == b->time &&
           trey_hash_equal(&a->chain, &b->chain) && trey_hash_equal(&a->root, &b->root);
}

static bool says_nothing(verifying *v) {
    return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                               "the witness says nothing about this store");
}

/* A line may be missing where a later one, over more records, is not; but whoever signed
 * must have been seen to sign. */
bool witness_checkpoint(verifying *v, const trey_checkpoint *checkpoint) {
    const witness_lines *lines = &v->witness;
    bool later = false, signer = false;
    if (!v->options->witness) return true;
    for (size_t i = 0; i < lines->count; i++) {
        witness_line *line = &lines->line[i];
        bool his = memcmp(line->seen.key, checkpoint->key, sizeof checkpoint->key) == 0;
        signer = signer || his;
        later = later || line->seen.count >= checkpoint->count;
        if (!same_checkpoint(&line->seen, checkpoint)) continue;
        line->met = true; /* also under another's signature, which is said below */
        if (his) return true;
    }
    if (lines->count == 0) return says_nothing(v);
    if (!signer)
        return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                                   "checkpoint %" PRIu64 " is signed with another key than the "
                                   "one that the witness saw",
                                   checkpoint->number);
    if (later) return true;
    return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                               "the witness does not know checkpoint %" PRIu64 " over %" PRIu64
                               " records, nor any later one",
                               checkpoint->number, checkpoint->count);
}

bool witness_end(verifying *v) {
    const witness_lines *lines = &v->witness;
    if (!v->options->witness) return true;
    if (lines->next < lines->count) {
        const trey_checkpoint *line = &lines->line[lines->count - 1].seen;
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "the witness has seen checkpoint %" PRIu64 " over %" PRIu64
                                   " records, and the store has %" PRIu64,
                                   line->number, line->count, v->report->last);
    }
    return lines->count > 0 || v->report->records == 0 || says_nothing(v);
}
