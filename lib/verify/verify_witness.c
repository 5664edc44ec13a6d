/* verify_witness.c -- what a second place remembers.
 *
 * A witness is a file of signed notes: the house's own witness file, the state of a
 * `trey witness`, or what a house or a witness has published. It is taken at its word, because
 * it is kept where the operator cannot change it. A store that is shorter than one of the notes
 * has lost its end; one with another root at that size was rewritten; one that has the same
 * roots under another key was signed again; and one that has checkpoints of which the witness
 * knows nothing is not witnessed from there on. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

/* ---- Reading ----------------------------------------------------------------------------- */
/* The keys that signed the store's checkpoints: a note names its key by four bytes only. A
 * store that cannot be read to its end is a finding of somebody else's. */
static bool collect_keys(verifying *v) {
    witness_lines *lines = &v->witness;
    const trey_store_item *item = NULL;
    trey_cursor *cursor = NULL;
    trey_note_key key;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_CHECKPOINTS, 0);
    bool room = true;
    while (room && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        trey_checkpoint_key(item->checkpoint.key, v->report->info.identity, &key);
        size_t i = 0;
        while (i < lines->keys && !trey_note_key_equal(&lines->key[i], &key)) i++;
        if (i < lines->keys) continue;
        room = TREY_LIST_ROOM(lines->key, lines->keys, lines->keys_room);
        if (room) lines->key[lines->keys++] = key;
    }
    trey_cursor_close(cursor);
    return room || verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the witness");
}

/* The number of the house's key on this note; false where the house has not signed it. */
static bool signer_of(const trey_note *note, const trey_tree_head *head, uint32_t *id) {
    for (size_t i = 0; i < note->lines; i++) {
        const trey_note_line *line = &note->line[i];
        if (line->name_size != strlen(head->origin) ||
            memcmp(line->name, head->origin, line->name_size) != 0)
            continue;
        *id = line->id;
        return true;
    }
    return false;
}

/* Has the witness that was asked for cosigned it? */
static bool cosigned(const verifying *v, const trey_note *note) {
    const trey_note_key *key = v->options->witness_key;
    return !key || trey_note_check(note, key, NULL) == TREY_NOTE_SIGNED;
}

/* A note of another store is another store's. One whose key the store does not have is taken at
 * the witness' word: it shows that another key signs now. */
static bool take_note(verifying *v, const trey_note *note, uint64_t number) {
    witness_lines *lines = &v->witness;
    witness_line line = {.met = false};
    uint8_t identity[TREY_IDENTITY_BYTES];
    if (!trey_tree_head_parse(note->text, note->text_size, &line.seen) ||
        !trey_checkpoint_identity(line.seen.origin, identity) ||
        memcmp(identity, v->report->info.identity, sizeof identity) != 0 || line.seen.size == 0 ||
        !signer_of(note, &line.seen, &line.key_id) || !cosigned(v, note))
        return true;
    for (size_t i = 0; i < lines->keys; i++) {
        trey_note_answer answer = trey_note_check(note, &lines->key[i], NULL);
        if (answer == TREY_NOTE_SIGNED) line.key_id = lines->key[i].id;
        if (answer == TREY_NOTE_BROKEN)
            return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                                       "note %" PRIu64 " of the witness, over %" PRIu64
                                       " records, is not signed by its key",
                                       number, line.seen.size);
    }
    if (!TREY_LIST_ROOM(lines->line, lines->count, lines->room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the witness");
    lines->line[lines->count++] = line;
    return true;
}

static int by_count(const void *a, const void *b) {
    const trey_tree_head *x = &((const witness_line *)a)->seen;
    const trey_tree_head *y = &((const witness_line *)b)->seen;
    return (x->size > y->size) - (x->size < y->size);
}

/* A file grows by a note a minute: it is read whole. */
static char *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    long end = -1;
    if (file && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
        rewind(file);
        text = malloc((size_t)end + 1);
        *size = text ? fread(text, 1, (size_t)end, file) : 0;
        if (text && ferror(file)) {
            free(text);
            text = NULL;
        }
    }
    int error = errno;
    if (file) fclose(file);
    errno = error;
    return text;
}

static bool take_notes(verifying *v, const char *text, size_t size) {
    const char *at = text, *end = text + size;
    trey_note note;
    bool good = collect_keys(v);
    for (uint64_t number = 1; good && trey_notes_next(&at, end, &note); number++)
        good = take_note(v, &note, number) || verify_goes_on(v);
    if (v->witness.count > 0)
        qsort(v->witness.line, v->witness.count, sizeof *v->witness.line, by_count);
    return good;
}

bool witness_open(verifying *v) {
    const trey_verify_options *options = v->options;
    size_t size = 0;
    if (!options->witness) return true;
    if (options->witness_notes) return take_notes(v, options->witness_notes, options->witness_size);
    char *text = read_whole(options->witness, &size);
    if (!text)
        return verify_fails(v, TREY_STATUS_NO_FILE, "%s: the witness file cannot be read: %s",
                            options->witness, strerror(errno));
    bool good = take_notes(v, text, size);
    free(text);
    return good;
}

void witness_close(verifying *v) {
    free(v->witness.line);
    free(v->witness.key);
    memset(&v->witness, 0, sizeof v->witness);
}

/* ---- Comparing ------------------------------------------------------------------------------ */
bool witness_record(verifying *v) {
    witness_lines *lines = &v->witness;
    char a[TREY_HASH_TEXT_MAX], b[TREY_HASH_TEXT_MAX];
    for (; lines->next < lines->count && lines->line[lines->next].seen.size <= v->record->seq;
         lines->next++) {
        const trey_tree_head *seen = &lines->line[lines->next].seen;
        const trey_hash root = trey_frontier_root(&v->frontier);
        if (!trey_hash_equal(&seen->root, &root)) {
            uint64_t from = lines->next ? lines->line[lines->next - 1].seen.size + 1 : 1;
            verify_fault_beside(v, TREY_VERDICT_CHANGED, trey_hash_print(&seen->root, a),
                                trey_hash_print(&root, b),
                                "the witness saw other records: between %" PRIu64 " and %" PRIu64
                                " something was changed, and written anew",
                                from, seen->size);
        } else if (!lines->line[lines->next].met) {
            verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                "the witness has seen a checkpoint over %" PRIu64
                                " records, which is missing from the store",
                                seen->size);
        } else {
            v->report->witnessed++;
        }
    }
    return true;
}

static bool says_nothing(verifying *v) {
    return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                               v->options->witness_key
                                   ? "the witness that you named has cosigned nothing of this store"
                                   : "the witness says nothing about this store");
}

/* The first note over at least so many records. */
static size_t first_from(const witness_lines *lines, uint64_t count) {
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->line[middle].seen.size < count)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_signed(const witness_lines *lines, uint32_t key_id) {
    for (size_t i = lines->count; i > 0; i--) {
        if (lines->line[i - 1].key_id == key_id) return true;
    }
    return false;
}

/* A note may be missing where a later one, over more records, is not; but whoever signed
 * must have been seen to sign. */
bool witness_checkpoint(verifying *v, const trey_checkpoint *checkpoint) {
    const witness_lines *lines = &v->witness;
    trey_note_key key;
    bool met = false;
    if (!v->options->witness) return true;
    if (lines->count == 0) return says_nothing(v);
    trey_checkpoint_key(checkpoint->key, v->report->info.identity, &key);
    size_t first = first_from(lines, checkpoint->count);
    for (size_t i = first; i < lines->count && lines->line[i].seen.size == checkpoint->count; i++) {
        witness_line *line = &lines->line[i];
        if (!trey_hash_equal(&line->seen.root, &checkpoint->root)) continue;
        line->met = true; /* also under another's signature, which is said below */
        met = met || line->key_id == key.id;
    }
    if (met) return true;
    if (!has_signed(lines, key.id))
        return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                                   "checkpoint %" PRIu64 " is signed with another key than the "
                                   "one that the witness saw",
                                   checkpoint->number);
    if (first < lines->count) return true;
    return verify_fault_beside(v, TREY_VERDICT_UNWITNESSED, NULL, NULL,
                               "the witness does not know checkpoint %" PRIu64 " over %" PRIu64
                               " records, nor any later one",
                               checkpoint->number, checkpoint->count);
}

bool witness_end(verifying *v) {
    const witness_lines *lines = &v->witness;
    if (!v->options->witness) return true;
    if (lines->next < lines->count)
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "the witness has seen a checkpoint over %" PRIu64
                                   " records, and the store has %" PRIu64,
                                   lines->line[lines->count - 1].seen.size, v->report->last);
    return lines->count > 0 || v->report->records == 0 || says_nothing(v);
}
