/* totp.c -- one-time passwords by time: SHA-1 (FIPS 180-4), HMAC (RFC 2104), HOTP (RFC 4226) and
 * TOTP (RFC 6238).
 *
 * SHA-1 is what authenticator apps expect, and is sound here: HMAC does not need a hash without
 * collisions. libsodium has none, which is why it stands here. */
#include "totp.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/people.h"

/* ---- SHA-1 ----------------------------------------------------------------------------------- */
enum { BLOCK = 64 };
typedef struct sha1 {
    uint32_t h[5];
    uint64_t size;
    uint8_t block[BLOCK];
} sha1;

static uint32_t turn_left(uint32_t word, unsigned by) {
    return word << by | word >> (32 - by);
}

static void sha1_block(sha1 *state) {
    uint32_t w[80], a = state->h[0], b = state->h[1], c = state->h[2], d = state->h[3],
                    e = state->h[4];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)state->block[4 * i] << 24 | (uint32_t)state->block[4 * i + 1] << 16 |
               (uint32_t)state->block[4 * i + 2] << 8 | state->block[4 * i + 3];
    for (unsigned i = 16; i < 80; i++)
        w[i] = turn_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (b & c) | (~b & d)
                     : i < 40 ? b ^ c ^ d
                     : i < 60 ? (b & c) | (b & d) | (c & d)
                              : b ^ c ^ d;
        static const uint32_t k[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t next = turn_left(a, 5) + f + e + k[i / 20] + w[i];
        e = d;
        d = c;
        c = turn_left(b, 30);
        b = a;
        a = next;
    }
    state->h[0] += a;
    state->h[1] += b;
    state->h[2] += c;
    state->h[3] += d;
    state->h[4] += e;
    sodium_memzero(w, sizeof w);
}

static void sha1_open(sha1 *state) {
    *state = (sha1){.h = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}};
}

static void sha1_add(sha1 *state, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (; size > 0; size--) {
        state->block[state->size++ % BLOCK] = *at++;
        if (state->size % BLOCK == 0) sha1_block(state);
    }
}

static void sha1_close(sha1 *state, uint8_t out[SHA1_BYTES]) {
    uint8_t bits[8];
    for (unsigned i = 0; i < 8; i++) bits[i] = (uint8_t)(state->size * 8 >> (56 - 8 * i));
    sha1_add(state, "\x80", 1);
    while (state->size % BLOCK != BLOCK - 8) sha1_add(state, "", 1);
    sha1_add(state, bits, sizeof bits);
    for (unsigned i = 0; i < SHA1_BYTES; i++)
        out[i] = (uint8_t)(state->h[i / 4] >> (24 - 8 * (i % 4)));
    sodium_memzero(state, sizeof *state);
}

/* ---- Codes ----------------------------------------------------------------------------------- */
void totp_hmac(const uint8_t *key, size_t key_size, const void *bytes, size_t size,
               uint8_t out[SHA1_BYTES]) {
    uint8_t inner[BLOCK] = {0}, outer[BLOCK], middle[SHA1_BYTES];
    sha1 state;
    sha1_open(&state);
    if (key_size > BLOCK) {
        sha1_add(&state, key, key_size);
        sha1_close(&state, inner);
        sha1_open(&state);
    } else {
        memcpy(inner, key, key_size);
    }
    for (unsigned i = 0; i < BLOCK; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    sha1_add(&state, inner, sizeof inner);
    sha1_add(&state, bytes, size);
    sha1_close(&state, middle);
    sha1_open(&state);
    sha1_add(&state, outer, sizeof outer);
    sha1_add(&state, middle, sizeof middle);
    sha1_close(&state, out);
    sodium_memzero(inner, sizeof inner);
    sodium_memzero(outer, sizeof outer);
    sodium_memzero(middle, sizeof middle);
}

void totp_code(const uint8_t *secret, size_t size, uint64_t step, char out[TOTP_DIGITS + 1]) {
    uint8_t counter[8], hash[SHA1_BYTES];
    for (unsigned i = 0; i < 8; i++) counter[i] = (uint8_t)(step >> (56 - 8 * i));
    totp_hmac(secret, size, counter, sizeof counter, hash);
    const uint8_t *at = hash + (hash[SHA1_BYTES - 1] & 15);
    uint32_t number =
        (uint32_t)(at[0] & 127) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    snprintf(out, TOTP_DIGITS + 1, "%06u", number % 1000000);
    sodium_memzero(hash, sizeof hash);
}

/* ---- Base 32 --------------------------------------------------------------------------------- */
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

void base32_print(const uint8_t *bytes, size_t size, char *out, size_t room) {
    uint32_t bits = 0;
    unsigned held = 0;
    TREY_ASSERT(room > (size * 8 + 4) / 5);
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[i];
        for (held += 8; held >= 5; held -= 5) *out++ = letters[bits >> (held - 5) & 31];
    }
    if (held) *out++ = letters[bits << (5 - held) & 31];
    *out = '\0';
}

size_t base32_parse(const char *text, uint8_t *out, size_t room) {
    uint32_t bits = 0;
    unsigned held = 0;
    size_t size = 0;
    for (; *text; text++) {
        const char *at = strchr(letters, *text);
        if (!at) return 0;
        bits = bits << 5 | (uint32_t)(at - letters);
        held += 5;
        if (held < 8) continue;
        held -= 8;
        if (size == room) return 0;
        out[size++] = (uint8_t)(bits >> held);
    }
    return size;
}

bool trey_totp(const char *secret, int64_t seconds, char out[8]) {
    uint8_t bytes[64];
    size_t size = base32_parse(secret, bytes, sizeof bytes);
    if (size == 0 || seconds < 0) return false;
    totp_code(bytes, size, (uint64_t)seconds / 30, out);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}
