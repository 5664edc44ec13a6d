/* store_checkpoint.c -- signed checkpoints.
 *
 * A checkpoint is a C2SP tlog-checkpoint: origin, size and root of the tree, signed as a note.
 * It has no extension lines. The chain hash is the tree's last leaf, the time is that of the
 * last record and numbers have no gaps, so the root covers all that a checkpoint's row says
 * besides; and witnesses make no statement about what they cannot check.
 *
 * The origin holds the identity of the store, which is drawn when it is made: a signature for
 * one store is none for another. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "store_parts.h"

static const char origin_head[] = "trey/";
enum { ORIGIN_HEAD = sizeof origin_head - 1 };

/* ---- Names ----------------------------------------------------------------------------- */
char *trey_checkpoint_origin(const uint8_t identity[TREY_IDENTITY_BYTES],
                             char out[TREY_NOTE_NAME_MAX]) {
    memcpy(out, origin_head, ORIGIN_HEAD);
    sodium_bin2hex(out + ORIGIN_HEAD, TREY_NOTE_NAME_MAX - ORIGIN_HEAD, identity,
                   TREY_IDENTITY_BYTES);
    return out;
}

bool trey_checkpoint_identity(const char *origin, uint8_t identity[TREY_IDENTITY_BYTES]) {
    char again[TREY_NOTE_NAME_MAX];
    size_t count = 0;
    if (strncmp(origin, origin_head, ORIGIN_HEAD) != 0) return false;
    const char *digits = origin + ORIGIN_HEAD;
    return strlen(digits) == 2u * TREY_IDENTITY_BYTES &&
           sodium_hex2bin(identity, TREY_IDENTITY_BYTES, digits, 2u * TREY_IDENTITY_BYTES, NULL,
                          &count, NULL) == 0 &&
           count == TREY_IDENTITY_BYTES &&
           strcmp(trey_checkpoint_origin(identity, again), origin) == 0;
}

void trey_checkpoint_key(const uint8_t key[TREY_SIGN_PUBLIC_BYTES],
                         const uint8_t identity[TREY_IDENTITY_BYTES], trey_note_key *out) {
    char origin[TREY_NOTE_NAME_MAX];
    bool made =
        trey_note_key_make(out, trey_checkpoint_origin(identity, origin), TREY_NOTE_LOG, key);
    TREY_ASSERT(made);
}

/* ---- Signing ----------------------------------------------------------------------------- */
static size_t signed_text(const trey_checkpoint *checkpoint, const uint8_t *identity,
                          char out[TREY_TREE_HEAD_TEXT_MAX]) {
    trey_tree_head head = {.size = checkpoint->count, .root = checkpoint->root};
    trey_checkpoint_origin(identity, head.origin);
    return trey_tree_head_print(&head, out);
}

void checkpoint_make(const trey_store *store, const store_head *head, trey_checkpoint *out) {
    char text[TREY_TREE_HEAD_TEXT_MAX];
    *out = (trey_checkpoint){.number = head->checkpoints + 1,
                             .count = head->records,
                             .chain = head->chain,
                             .root = trey_frontier_root(&head->frontier),
                             .time = head->time};
    memcpy(out->key, store->keys.sign_public, sizeof out->key);
    size_t size = signed_text(out, store->identity, text);
    crypto_sign_detached(out->signature, NULL, (const uint8_t *)text, size,
                         store->keys.sign_secret);
    TREY_ASSERT(trey_checkpoint_signed(out, store->identity));
}

bool trey_checkpoint_signed(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES]) {
    char text[TREY_TREE_HEAD_TEXT_MAX];
    size_t size = signed_text(checkpoint, identity, text);
    return crypto_sign_verify_detached(checkpoint->signature, (const uint8_t *)text, size,
                                       checkpoint->key) == 0;
}

size_t trey_checkpoint_note(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES],
                            char out[TREY_CHECKPOINT_NOTE_MAX]) {
    char text[TREY_TREE_HEAD_TEXT_MAX], line[TREY_NOTE_LINE_MAX];
    trey_note_key key;
    trey_checkpoint_key(checkpoint->key, identity, &key);
    signed_text(checkpoint, identity, text);
    trey_note_line_print(&key, checkpoint->signature, sizeof checkpoint->signature, line);
    int size = snprintf(out, TREY_CHECKPOINT_NOTE_MAX, "%s\n%s", text, line);
    TREY_ASSERT(size > 0 && size < TREY_CHECKPOINT_NOTE_MAX);
    return (size_t)size;
}

/* ---- Finding ------------------------------------------------------------------------------- */
static trey_status by_number(trey_store *store, uint64_t number, trey_checkpoint *out) {
    const store_query query = {.part = TREY_PART_CHECKPOINTS, .after = number - 1, .limit = 1};
    page_clear(&store->found);
    trey_status status = store->backend->page(store, &query, &store->found);
    if (status != TREY_STATUS_OK) return status;
    if (store->found.count == 0) return TREY_STATUS_NOT_FOUND;
    *out = store->found.item[0].checkpoint;
    return TREY_STATUS_OK;
}

/* Counts grow with the numbers, so a few rows are looked at and no index is needed. */
trey_status trey_store_checkpoint(trey_store *store, uint64_t count, trey_checkpoint *out) {
    trey_status status = store_ready(store);
    uint64_t low = 1, high = store->head.checkpoints + 1;
    while (status == TREY_STATUS_OK && low < high) {
        uint64_t middle = low + (high - low) / 2;
        status = by_number(store, middle, out);
        if (status != TREY_STATUS_OK) break;
        if (out->count < count)
            low = middle + 1;
        else
            high = middle;
    }
    if (status == TREY_STATUS_OK && low > store->head.checkpoints) {
        snprintf(store->message.text, sizeof store->message.text,
                 "%s: no checkpoint covers so many records", store->address);
        return TREY_STATUS_NOT_FOUND;
    }
    return status == TREY_STATUS_OK ? by_number(store, low, out) : status;
}

trey_store_signed trey_store_how_signed(const trey_store *store) {
    return (trey_store_signed){.checkpoints = store->head.checkpoints,
                               .covered = store->head.checkpointed,
                               .records = store->head.records};
}
