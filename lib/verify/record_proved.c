/* record_proved.c -- a proof, checked by somebody who has no store.
 *
 * Written from docs/verify.md: the hash is lib/check's, the way up is walked down first to
 * learn the sides, and only the signature is libsodium's. None of the code that made the
 * proof has a part in it. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/check.h"
#include "trey/verify.h"

const char *trey_proof_text(trey_proof_answer answer) {
    switch (answer) {
    case TREY_PROOF_HOLDS:
        return "the record is in the history that the checkpoint signs";
    case TREY_PROOF_RECORD:
        return "the bytes are not one record with this number";
    case TREY_PROOF_PATH:
        return "the path does not lead from these bytes to the root of the checkpoint";
    case TREY_PROOF_SIGNATURE:
        return "the checkpoint is not signed by its key";
    case TREY_PROOF_SIGNER:
        return "the checkpoint is signed by another key than the one asked for";
    }
    return "?";
}

/* ---- The record --------------------------------------------------------------------- */
typedef struct bytes_left {
    const uint8_t *next;
    size_t count;
    bool bad;
} bytes_left;

static uint8_t take_byte(bytes_left *from) {
    if (from->count == 0) {
        from->bad = true;
        return 0;
    }
    from->count--;
    return *from->next++;
}

/* Seven bits a byte, the lowest first; then the lowest bit is the sign. */
static int64_t take_number(bytes_left *from) {
    uint64_t folded = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = take_byte(from);
        folded |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return (int64_t)(folded >> 1) ^ -(int64_t)(folded & 1);
    }
    from->bad = true;
    return 0;
}

static bool read_record(const trey_record_proof *proof, trey_proved_record *out) {
    bytes_left from = {proof->bytes, proof->size, false};
    memset(out, 0, sizeof *out);
    if (take_byte(&from) != 1) return false; /* the version */
    out->seq = (uint64_t)take_number(&from);
    out->stream = (trey_stream)take_number(&from);
    out->place = (uint64_t)take_number(&from);
    out->time = take_number(&from);
    out->type = (uint16_t)take_number(&from);
    out->transfers = (uint32_t)take_number(&from);
    out->size = (uint32_t)take_number(&from);
    for (uint32_t i = 0; i < out->transfers && !from.bad; i++) {
        for (unsigned n = 0; n < 3; n++) take_number(&from); /* payer, payee, cents */
        for (unsigned n = 0; n < 2; n++) take_byte(&from);   /* seat, wager */
    }
    out->body = from.next;
    return !from.bad && from.count == out->size && out->seq == proof->seq && out->seq > 0;
}

/* ---- The path ------------------------------------------------------------------------- */
static void node_of(const uint8_t *left, const uint8_t *right, uint8_t out[TREY_CHECK_BYTES]) {
    uint8_t bytes[1 + 2 * TREY_CHECK_BYTES] = {1};
    memcpy(bytes + 1, left, TREY_CHECK_BYTES);
    memcpy(bytes + 1 + TREY_CHECK_BYTES, right, TREY_CHECK_BYTES);
    trey_check_hash(bytes, sizeof bytes, out);
}

/* The hash of a leaf: a zero, the hash before it, and the record. */
static bool leaf_of(const trey_record_proof *proof, uint8_t out[TREY_CHECK_BYTES]) {
    size_t count = 1 + TREY_HASH_BYTES + proof->size;
    uint8_t *bytes = malloc(count);
    if (!bytes) return false;
    bytes[0] = 0;
    memcpy(bytes + 1, proof->before.byte, TREY_HASH_BYTES);
    memcpy(bytes + 1 + TREY_HASH_BYTES, proof->bytes, proof->size);
    trey_check_hash(bytes, count, out);
    free(bytes);
    return true;
}

static bool path_leads_to_root(const trey_record_proof *proof) {
    bool right[TREY_PATH_MAX];
    uint64_t count = proof->checkpoint.count, at = proof->seq - 1;
    size_t steps = 0;
    uint8_t hash[TREY_CHECK_BYTES];
    if (at >= count || count > UINT64_C(1) << 62) return false;
    while (count > 1) {
        uint64_t left = 1;
        while (left * 2 < count) left *= 2;
        right[steps] = at >= left;
        count = right[steps] ? count - left : left;
        if (right[steps++]) at -= left;
    }
    if (steps != proof->length || !leaf_of(proof, hash)) return false;
    for (size_t i = 0; i < steps; i++) {
        const uint8_t *sibling = proof->path[i].byte;
        uint8_t next[TREY_CHECK_BYTES];
        if (right[steps - 1 - i])
            node_of(sibling, hash, next);
        else
            node_of(hash, sibling, next);
        memcpy(hash, next, sizeof hash);
    }
    return memcmp(hash, proof->checkpoint.root.byte, sizeof hash) == 0;
}

/* ---- The signature ----------------------------------------------------------------------- */
static void put_hex(const uint8_t *bytes, size_t count, char *out) {
    for (size_t i = 0; i < count; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static void put_base64(const uint8_t bytes[TREY_CHECK_BYTES], char *out) {
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < TREY_CHECK_BYTES; i += 3) {
        size_t left = TREY_CHECK_BYTES - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        *out++ = letter[three >> 18];
        *out++ = letter[three >> 12 & 63];
        *out++ = left > 1 ? letter[three >> 6 & 63] : '=';
        *out++ = left > 2 ? letter[three & 63] : '=';
    }
    *out = '\0';
}

/* Three lines: the origin with the store's identity, the count, the root. */
static bool signed_by_its_key(const trey_record_proof *proof) {
    const trey_checkpoint *checkpoint = &proof->checkpoint;
    char identity[2 * TREY_IDENTITY_BYTES + 1], root[48], text[160];
    put_hex(proof->identity, TREY_IDENTITY_BYTES, identity);
    put_base64(checkpoint->root.byte, root);
    size_t size = (size_t)snprintf(text, sizeof text, "trey/%s\n%" PRIu64 "\n%s\n", identity,
                                   checkpoint->count, root);
    return crypto_sign_verify_detached(checkpoint->signature, (const uint8_t *)text, size,
                                       checkpoint->key) == 0;
}

trey_proof_answer trey_record_proved(const trey_record_proof *proof,
                                     const uint8_t signer[TREY_SIGN_PUBLIC_BYTES],
                                     trey_proved_record *out) {
    trey_proved_record record;
    if (!out) out = &record;
    if (sodium_init() < 0 || !read_record(proof, out)) return TREY_PROOF_RECORD;
    if (!path_leads_to_root(proof)) return TREY_PROOF_PATH;
    if (!signed_by_its_key(proof)) return TREY_PROOF_SIGNATURE;
    if (signer && memcmp(signer, proof->checkpoint.key, TREY_SIGN_PUBLIC_BYTES) != 0)
        return TREY_PROOF_SIGNER;
    return TREY_PROOF_HOLDS;
}
