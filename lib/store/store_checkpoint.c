/* store_checkpoint.c -- signed checkpoints, and the witness file that remembers them.
 *
 * A signature says that the house stood for this history; it does not keep the house
 * from signing another one. The witness does: it is append-only and belongs where the
 * operator cannot change it, so a history that lost its end, or was signed a second
 * time, no longer fits what the witness has seen.
 *
 * The file may lag behind the store by what happened while it could not be written,
 * and catches up at the next checkpoint or the next opening; it is never ahead of it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_parts.h"
#include "trey/wire.h"

/* ---- Signing -------------------------------------------------------------------------- */
enum { SIGNED_BYTES_MAX = 256 };

static size_t signed_bytes(const trey_checkpoint *checkpoint, const uint8_t *identity,
                           uint8_t out[SIGNED_BYTES_MAX]) {
    static const char name[] = "trey checkpoint 1";
    trey_writer to = {out, SIGNED_BYTES_MAX, 0, false};
    trey_write_text(&to, name, sizeof name - 1);
    trey_write_bytes(&to, identity, TREY_IDENTITY_BYTES);
    trey_write_number(&to, (int64_t)checkpoint->number);
    trey_write_number(&to, (int64_t)checkpoint->count);
    trey_write_bytes(&to, checkpoint->chain.byte, TREY_HASH_BYTES);
    trey_write_bytes(&to, checkpoint->root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, checkpoint->time);
    TREY_ASSERT(!to.full);
    return to.used;
}

void checkpoint_make(const trey_store *store, const store_head *head, trey_checkpoint *out) {
    uint8_t bytes[SIGNED_BYTES_MAX];
    *out = (trey_checkpoint){.number = head->checkpoints + 1,
                             .count = head->records,
                             .chain = head->chain,
                             .root = trey_frontier_root(&head->frontier),
                             .time = head->time};
    memcpy(out->key, store->keys.sign_public, sizeof out->key);
    size_t size = signed_bytes(out, store->identity, bytes);
    crypto_sign_detached(out->signature, NULL, bytes, size, store->keys.sign_secret);
    TREY_ASSERT(trey_checkpoint_signed(out, store->identity));
}

bool trey_checkpoint_signed(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES]) {
    uint8_t bytes[SIGNED_BYTES_MAX];
    size_t size = signed_bytes(checkpoint, identity, bytes);
    return crypto_sign_verify_detached(checkpoint->signature, bytes, size, checkpoint->key) == 0;
}

/* ---- Lines ----------------------------------------------------------------------------- */
char *trey_checkpoint_print(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES],
                            char out[TREY_WITNESS_LINE_MAX]) {
    char of[2 * TREY_IDENTITY_BYTES + 1], chain[TREY_HASH_TEXT_MAX], root[TREY_HASH_TEXT_MAX];
    char key[2 * TREY_SIGN_PUBLIC_BYTES + 1], signature[2 * TREY_SIGNATURE_BYTES + 1];
    sodium_bin2hex(of, sizeof of, identity, TREY_IDENTITY_BYTES);
    sodium_bin2hex(key, sizeof key, checkpoint->key, sizeof checkpoint->key);
    sodium_bin2hex(signature, sizeof signature, checkpoint->signature,
                   sizeof checkpoint->signature);
    snprintf(out, TREY_WITNESS_LINE_MAX,
             "trey-checkpoint 1 %s %" PRIu64 " %" PRIu64 " %s %s %" PRId64 " %s %s", of,
             checkpoint->number, checkpoint->count, trey_hash_print(&checkpoint->chain, chain),
             trey_hash_print(&checkpoint->root, root), checkpoint->time, key, signature);
    return out;
}

static bool read_hex(const char *text, uint8_t *out, size_t count) {
    size_t length = 0;
    return strlen(text) == 2 * count &&
           sodium_hex2bin(out, count, text, 2 * count, NULL, &length, NULL) == 0 && length == count;
}

bool trey_checkpoint_parse(const char *line, trey_checkpoint *out,
                           uint8_t identity[TREY_IDENTITY_BYTES]) {
    char of[40], chain[72], root[72], key[72], signature[136], again[TREY_WITNESS_LINE_MAX];
    memset(out, 0, sizeof *out);
    /* NOLINTNEXTLINE(cert-err34-c): a number that does not fit does not print alike. */
    if (sscanf(line,
               "trey-checkpoint 1 %39s %" SCNu64 " %" SCNu64 " %71s %71s %" SCNd64 " %71s %135s",
               of, &out->number, &out->count, chain, root, &out->time, key, signature) != 8)
        return false;
    if (!read_hex(of, identity, TREY_IDENTITY_BYTES) || !trey_hash_parse(chain, &out->chain) ||
        !trey_hash_parse(root, &out->root) || !read_hex(key, out->key, sizeof out->key) ||
        !read_hex(signature, out->signature, sizeof out->signature))
        return false;
    return strcmp(trey_checkpoint_print(out, identity, again), line) == 0;
}

/* ---- The witness file ---------------------------------------------------------------------
 * Only its end is looked at; trey verify reads all of it. */
enum { WITNESS_END_BYTES = 1 << 20 };

static trey_status witness_fault(trey_store *store, const char *what) {
    return store_says(store, TREY_STATUS_NO_FILE, "%s: the witness file cannot be %s: %s",
                      store->witness, what, strerror(errno));
}

/* The newest checkpoint of this store among the lines of `text`; number 0: none. */
static trey_checkpoint newest_line(const trey_store *store, char *text) {
    trey_checkpoint newest = {.number = 0}, read;
    uint8_t identity[TREY_IDENTITY_BYTES];
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (!trey_checkpoint_parse(line, &read, identity)) continue;
        if (memcmp(identity, store->identity, sizeof identity) != 0) continue;
        if (read.number > newest.number) newest = read;
    }
    return newest;
}

/* `torn`: the last line has no end; the next one must not continue it. */
static trey_status read_witness(trey_store *store, int file, trey_checkpoint *newest, bool *torn) {
    struct stat about;
    if (fstat(file, &about) != 0) return witness_fault(store, "read");
    off_t from = about.st_size > WITNESS_END_BYTES ? about.st_size - WITNESS_END_BYTES : 0;
    size_t size = (size_t)(about.st_size - from), used = 0;
    char *text = malloc(size + 1);
    if (!text) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory for the witness file");
    while (used < size) {
        ssize_t count = pread(file, text + used, size - used, from + (off_t)used);
        if (count <= 0) break;
        used += (size_t)count;
    }
    text[used] = '\0';
    *torn = used > 0 && text[used - 1] != '\n';
    *newest = newest_line(store, text);
    free(text);
    if (used < size) return witness_fault(store, "read");
    if (from > 0 && newest->number == 0)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s: its last megabyte says nothing about this store; name another "
                          "witness file",
                          store->witness);
    return TREY_STATUS_OK;
}

static int open_witness(const trey_store *store) {
    return store->still ? open(store->witness, O_RDONLY | O_CLOEXEC)
                        : open(store->witness, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* Is this checkpoint in the store, byte for byte? */
static trey_status same_in_store(trey_store *store, const trey_checkpoint *seen, bool *same) {
    const store_query query = {
        .part = TREY_PART_CHECKPOINTS, .after = seen->number - 1, .limit = 1};
    *same = false;
    page_clear(&store->found);
    trey_status status = store->backend->page(store, &query, &store->found);
    if (status != TREY_STATUS_OK || store->found.count == 0) return status;
    const trey_checkpoint *stored = &store->found.item[0].checkpoint;
    char a[TREY_WITNESS_LINE_MAX], b[TREY_WITNESS_LINE_MAX];
    *same = strcmp(trey_checkpoint_print(stored, store->identity, a),
                   trey_checkpoint_print(seen, store->identity, b)) == 0;
    return TREY_STATUS_OK;
}

trey_status witness_compare(trey_store *store) {
    trey_checkpoint newest;
    bool torn = false, same = true;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    trey_status status = read_witness(store, file, &newest, &torn);
    close(file);
    if (status == TREY_STATUS_OK && newest.number > 0)
        status = same_in_store(store, &newest, &same);
    if (status != TREY_STATUS_OK) return status;
    if (same) return TREY_STATUS_OK;
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s: the witness file %s has seen checkpoint %" PRIu64 " over %" PRIu64
                      " records, which the store does not have: its end was lost, or it was "
                      "written anew. If an old copy was restored on purpose, keep this witness "
                      "file as it is and name a new one",
                      store->address, store->witness, newest.number, newest.count);
}

static trey_status append_after(trey_store *store, int file, uint64_t number, bool torn) {
    char line[TREY_WITNESS_LINE_MAX + 2];
    if (torn && !store_write_all(file, "\n", 1)) return witness_fault(store, "written");
    for (;;) {
        const store_query query = {.part = TREY_PART_CHECKPOINTS, .after = number, .limit = 256};
        page_clear(&store->found);
        trey_status status = store->backend->page(store, &query, &store->found);
        if (status != TREY_STATUS_OK) return status;
        if (store->found.count == 0) break;
        for (size_t i = 0; i < store->found.count; i++) {
            const trey_checkpoint *checkpoint = &store->found.item[i].checkpoint;
            size_t length = strlen(trey_checkpoint_print(checkpoint, store->identity, line));
            trey_checkpoint read;
            uint8_t identity[TREY_IDENTITY_BYTES];
            TREY_ASSERT(trey_checkpoint_parse(line, &read, identity));
            line[length++] = '\n';
            if (!store_write_all(file, line, length)) return witness_fault(store, "written");
            number = checkpoint->number;
        }
    }
    return fsync(file) == 0 ? TREY_STATUS_OK : witness_fault(store, "made durable");
}

trey_status witness_append(trey_store *store) {
    trey_checkpoint newest = {.number = store->witnessed};
    bool torn = false;
    trey_status status = TREY_STATUS_OK;
    int file = open_witness(store);
    if (file < 0) return witness_fault(store, "opened");
    if (!store->witness_known) status = read_witness(store, file, &newest, &torn);
    if (status == TREY_STATUS_OK) status = append_after(store, file, newest.number, torn);
    store->witness_known = status == TREY_STATUS_OK;
    store->witnessed = store->head.checkpoints;
    close(file);
    return status;
}
