/* hash.c -- SHA-256 by libsodium, and hashes as text. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/proof.h"

_Static_assert(sizeof(crypto_hash_sha256_state) <= sizeof(trey_hasher), "the state fits");

static crypto_hash_sha256_state *state_of(trey_hasher *hasher) {
    return (crypto_hash_sha256_state *)(void *)hasher->state;
}

void trey_hasher_open(trey_hasher *hasher) {
    crypto_hash_sha256_init(state_of(hasher));
}

void trey_hasher_add(trey_hasher *hasher, const void *bytes, size_t count) {
    crypto_hash_sha256_update(state_of(hasher), bytes, count);
}

void trey_hasher_add_text(trey_hasher *hasher, const char *text) {
    size_t length = strlen(text);
    TREY_ASSERT(length <= UINT8_MAX);
    uint8_t count = (uint8_t)length;
    trey_hasher_add(hasher, &count, 1);
    trey_hasher_add(hasher, text, length);
}

void trey_hasher_add_number(trey_hasher *hasher, uint64_t number) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(number >> (8 * i));
    trey_hasher_add(hasher, bytes, sizeof bytes);
}

trey_hash trey_hasher_close(trey_hasher *hasher) {
    trey_hash hash;
    crypto_hash_sha256_final(state_of(hasher), hash.byte);
    return hash;
}

trey_hash trey_hash_of(const void *bytes, size_t count) {
    trey_hash hash;
    crypto_hash_sha256(hash.byte, bytes, count);
    return hash;
}

bool trey_hash_equal(const trey_hash *a, const trey_hash *b) {
    return sodium_memcmp(a->byte, b->byte, TREY_HASH_BYTES) == 0;
}

char *trey_hash_print(const trey_hash *hash, char out[TREY_HASH_TEXT_MAX]) {
    return sodium_bin2hex(out, TREY_HASH_TEXT_MAX, hash->byte, TREY_HASH_BYTES);
}

bool trey_hash_parse(const char *text, trey_hash *out) {
    size_t length = 0, digits = strlen(text);
    if (digits != 2u * TREY_HASH_BYTES) return false;
    return sodium_hex2bin(out->byte, TREY_HASH_BYTES, text, digits, NULL, &length, NULL) == 0 &&
           length == TREY_HASH_BYTES;
}
