/* store_witness.c -- the witness file, which remembers checkpoints.
 *
 * A signature says that the house stood for this history; it does not keep the house from
 * signing another one. A witness file is append-only and belongs where the operator cannot
 * change it, so a history that lost its end, or was signed a second time, no longer fits
 * what the file has seen.
 *
 * The file consists of notes with empty lines between them. A note may come again with more
 * signatures, when witnesses have cosigned it. The file may lag behind the store by what
 * happened while it could not be written, and catches up at the next checkpoint or the next
 * opening; it is never ahead of the store. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_parts.h"

/* Only the end of the file is looked at; trey verify reads all of it. */
enum { WITNESS_END_BYTES = 1 << 20 };

static trey_status witness_fault(trey_store *store, const char *what) {
    return store_says(store, TREY_STATUS_NO_FILE, "%s: the witness file cannot be %s: %s",
                      store->witness, what, strerror(errno));
}

/* The end of the file, and what it says last about this store. */
typedef struct witness_tail {
    char *text;
    size_t size;
    trey_note note;      /* in `text` */
    trey_tree_head head; /* its text; size 0: there is none */
    const char *gap;     /* what must be written before the next note */
} witness_tail;

/* The note over the most records of this store; of two, the one with more signatures. */
static void find_newest(const trey_store *store, witness_tail *tail) {
    char origin[TREY_NOTE_NAME_MAX];
    const char *at = tail->text, *end = tail->text + tail->size;
    trey_note note;
    trey_tree_head head;
    trey_checkpoint_origin(store->identity, origin);
    while (trey_notes_next(&at, end, &note)) {
        if (!trey_tree_head_parse(note.text, note.text_size, &head)) continue;
        if (strcmp(head.origin, origin) != 0 || head.size < tail->head.size) continue;
        if (head.size == tail->head.size && note.lines < tail->note.lines) continue;
        tail->note = note;
        tail->head = head;
    }
}

static trey_status read_tail(trey_store *store, int file, witness_tail *tail) {
    struct stat about;
    memset(tail, 0, sizeof *tail);
    if (fstat(file, &about) != 0) return witness_fault(store, "read");
    off_t from = about.st_size > WITNESS_END_BYTES ? about.st_size - WITNESS_END_BYTES : 0;
    size_t wanted = (size_t)(about.st_size - from);
    tail->text = malloc(wanted + 1);
    if (!tail->text)
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory for the witness file");
    while (tail->size < wanted) {
        ssize_t count =
            pread(file, tail->text + tail->size, wanted - tail->size, from + (off_t)tail->size);
        if (count <= 0) return witness_fault(store, "read");
        tail->size += (size_t)count;
    }
    /* A torn line must not be continued, nor the signatures of the last note. */
    bool torn = tail->size > 0 && tail->text[tail->size - 1] != '\n';
    tail->gap = torn ? "\n\n" : tail->size > 0 ? "\n" : "";
    find_newest(store, tail);
    if (from > 0 && tail->head.size == 0)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s: its last megabyte has no checkpoint of this store; name another "
                          "witness file",
                          store->witness);
    return TREY_STATUS_OK;
}

static int open_witness(const trey_store *store) {
    return store->still ? open(store->witness, O_RDONLY | O_CLOEXEC)
                        : open(store->witness, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* ---- Comparing ------------------------------------------------------------------------------ */
/* Has the store a checkpoint over as many records, with this root and this signer? */
static trey_status same_in_store(trey_store *store, const witness_tail *tail, bool *same) {
    trey_checkpoint stored;
    *same = false;
    trey_status status = trey_store_checkpoint(store, tail->head.size, &stored);
    while (status == TREY_STATUS_OK && stored.count == tail->head.size && !*same) {
        trey_note_key key;
        trey_checkpoint_key(stored.key, store->identity, &key);
        *same = trey_hash_equal(&stored.root, &tail->head.root) &&
                trey_note_check(&tail->note, &key, NULL) == TREY_NOTE_SIGNED;
        const store_query next = {
            .part = TREY_PART_CHECKPOINTS, .after = stored.number, .limit = 1};
        page_clear(&store->found);
        status = store->backend->page(store, &next, &store->found);
        if (status != TREY_STATUS_OK || store->found.count == 0) break;
        stored = store->found.item[0].checkpoint;
    }
    return status == TREY_STATUS_NOT_FOUND ? TREY_STATUS_OK : status;
}

trey_status witness_compare(trey_store *store) {
    witness_tail tail;
    bool same = true;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    trey_status status = read_tail(store, file, &tail);
    close(file);
    if (status == TREY_STATUS_OK && tail.head.size > 0) status = same_in_store(store, &tail, &same);
    uint64_t seen = tail.head.size;
    free(tail.text);
    if (status != TREY_STATUS_OK || same) return status;
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s: the witness file %s has seen a checkpoint over %" PRIu64
                      " records, which the store does not have: its end was lost, or it was "
                      "rewritten. If an old copy was restored on purpose, keep this witness "
                      "file as it is and name a new one",
                      store->address, store->witness, seen);
}

/* ---- Appending ------------------------------------------------------------------------------ */
/* The checkpoints behind one with this number and count. Of several over the same records one
 * note is enough: they are the same. */
static trey_status append_after(trey_store *store, int file, uint64_t number, uint64_t count,
                                const char *gap) {
    for (;;) {
        const store_query query = {.part = TREY_PART_CHECKPOINTS, .after = number, .limit = 256};
        page_clear(&store->found);
        trey_status status = store->backend->page(store, &query, &store->found);
        if (status != TREY_STATUS_OK) return status;
        if (store->found.count == 0) break;
        for (size_t i = 0; i < store->found.count; i++) {
            const trey_checkpoint *checkpoint = &store->found.item[i].checkpoint;
            char note[TREY_CHECKPOINT_NOTE_MAX + 4];
            number = checkpoint->number;
            if (checkpoint->count == count) continue;
            count = checkpoint->count;
            size_t used = (size_t)snprintf(note, sizeof note, "%s", gap);
            used += trey_checkpoint_note(checkpoint, store->identity, note + used);
            if (!store_write_all(file, note, used)) return witness_fault(store, "written");
            gap = "\n";
        }
    }
    return fsync(file) == 0 ? TREY_STATUS_OK : witness_fault(store, "made durable");
}

/* The number of the last checkpoint over this many records or fewer. */
static trey_status number_up_to(trey_store *store, uint64_t count, uint64_t *number) {
    trey_checkpoint next;
    *number = 0;
    if (count == 0) return TREY_STATUS_OK;
    trey_status status = trey_store_checkpoint(store, count + 1, &next);
    *number = status == TREY_STATUS_OK ? next.number - 1 : store->head.checkpoints;
    return status == TREY_STATUS_NOT_FOUND ? TREY_STATUS_OK : status;
}

trey_status witness_append(trey_store *store) {
    witness_tail tail = {.text = NULL, .gap = "\n"};
    uint64_t number = store->witnessed, count = store->witnessed_records;
    trey_status status = TREY_STATUS_OK;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    if (!store->witness_known) {
        status = read_tail(store, file, &tail);
        count = tail.head.size;
        if (status == TREY_STATUS_OK) status = number_up_to(store, count, &number);
    }
    if (status == TREY_STATUS_OK) status = append_after(store, file, number, count, tail.gap);
    store->witness_known = status == TREY_STATUS_OK;
    store->witnessed = store->head.checkpoints;
    store->witnessed_records = store->head.checkpointed;
    free(tail.text);
    close(file);
    return status;
}

trey_status trey_store_witness_keep(trey_store *store, const char *note, size_t size) {
    trey_status status = store_writable(store);
    if (status != TREY_STATUS_OK || !store->witness) return status;
    if (!store->witness_known) status = witness_append(store);
    if (status != TREY_STATUS_OK) return status;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    if (!store_write_all(file, "\n", 1) || !store_write_all(file, note, size))
        status = witness_fault(store, "written");
    else if (fsync(file) != 0)
        status = witness_fault(store, "made durable");
    store->witness_known = status == TREY_STATUS_OK;
    close(file);
    return status;
}

trey_status trey_store_witness_newest(trey_store *store, char *out, size_t room, size_t *size) {
    witness_tail tail;
    *size = 0;
    if (!store->witness) return TREY_STATUS_OK;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    trey_status status = read_tail(store, file, &tail);
    close(file);
    if (status == TREY_STATUS_OK && tail.head.size > 0 && tail.note.size <= room) {
        memcpy(out, tail.note.text, tail.note.size);
        *size = tail.note.size;
    }
    free(tail.text);
    return status;
}
