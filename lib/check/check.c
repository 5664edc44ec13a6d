/* check.c -- does a seed give the deck that was dealt?
 *
 * Follows docs/fairness.md line by line. */
#include "trey/check.h"

#include <string.h>

#include "plain_hash.h"

const char *trey_check_text(trey_check_answer answer) {
    switch (answer) {
    case TREY_CHECK_AGREES:
        return "seed, commitment, deck and root agree";
    case TREY_CHECK_COMMITMENT:
        return "the commitment is not to this seed and round";
    case TREY_CHECK_DECK:
        return "the seed gives another order of cards";
    case TREY_CHECK_ROOT:
        return "the root is not over these cards";
    }
    return "?";
}

void trey_check_hash(const void *bytes, size_t count, uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    plain_hash_add(&h, bytes, count);
    plain_hash_close(&h, out);
}

static void add_number(plain_hash *h, uint64_t number) {
    for (unsigned i = 0; i < 8; i++, number /= 256) {
        uint8_t byte = (uint8_t)(number % 256);
        plain_hash_add(h, &byte, 1);
    }
}

static void add_text(plain_hash *h, const char *text) {
    uint8_t length = (uint8_t)strlen(text);
    plain_hash_add(h, &length, 1);
    plain_hash_add(h, text, length);
}

static void commitment_of(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, "trey commitment 1");
    add_text(&h, round->house);
    add_text(&h, round->table);
    add_number(&h, round->round);
    plain_hash_add(&h, round->rulebook, 32);
    plain_hash_add(&h, round->seed, 32);
    plain_hash_close(&h, out);
}

static void nonces_of(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, "trey nonces 1");
    for (size_t i = 0; i < round->nonces; i++) {
        add_text(&h, round->nonce[i].player);
        add_number(&h, round->nonce[i].count);
        plain_hash_add(&h, round->nonce[i].bytes, round->nonce[i].count);
    }
    add_number(&h, round->nonces);
    plain_hash_close(&h, out);
}

static void key_for(const trey_check_round *round, const char *purpose,
                    uint8_t out[TREY_CHECK_BYTES]) {
    uint8_t commitment[TREY_CHECK_BYTES], nonces[TREY_CHECK_BYTES];
    plain_hash h;
    commitment_of(round, commitment);
    nonces_of(round, nonces);
    plain_hash_open(&h);
    add_text(&h, purpose);
    plain_hash_add(&h, commitment, 32);
    plain_hash_add(&h, nonces, 32);
    plain_hash_add(&h, round->seed, 32);
    plain_hash_close(&h, out);
}

/* ---- ChaCha20, as its author describes it: 64-bit counter, nonce zero ------------------- */
static uint32_t word_at(const uint8_t *bytes) {
    uint32_t word = 0;
    for (unsigned i = 4; i-- > 0;) word = word * 256 + bytes[i];
    return word;
}

static void mix(uint32_t *x, unsigned to, unsigned from, unsigned with, unsigned by) {
    x[to] += x[from];
    x[with] ^= x[to];
    x[with] = x[with] << by | x[with] >> (32 - by);
}

static void quarter(uint32_t *x, unsigned a, unsigned b, unsigned c, unsigned d) {
    mix(x, a, b, d, 16);
    mix(x, c, d, b, 12);
    mix(x, a, b, d, 8);
    mix(x, c, d, b, 7);
}

static void stream_block(const uint8_t key[32], uint64_t number, uint8_t out[64]) {
    uint32_t start[16], x[16];
    for (unsigned i = 0; i < 4; i++)
        start[i] = word_at((const uint8_t *)"expand 32-byte k" + 4 * i);
    for (unsigned i = 0; i < 8; i++) start[4 + i] = word_at(key + 4 * i);
    start[12] = (uint32_t)number;
    start[13] = (uint32_t)(number >> 32);
    start[14] = start[15] = 0;
    memcpy(x, start, sizeof x);
    for (unsigned twice = 0; twice < 10; twice++) {
        for (unsigned i = 0; i < 4; i++) quarter(x, i, 4 + i, 8 + i, 12 + i);
        for (unsigned i = 0; i < 4; i++)
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (unsigned i = 0; i < 16; i++) {
        uint32_t sum = x[i] + start[i];
        for (unsigned b = 0; b < 4; b++, sum /= 256) out[4 * i + b] = (uint8_t)(sum % 256);
    }
}

/* ---- The deck --------------------------------------------------------------------------- */
void trey_check_deck(const trey_check_round *round, trey_card deck[TREY_CARDS]) {
    uint8_t key[32], block[64];
    uint64_t words = 0;
    key_for(round, "trey deck 1", key);
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned top = TREY_CARDS - 1; top > 0; top--) {
        uint64_t choices = top + 1, whole = (UINT64_C(1) << 32) / choices * choices, word;
        do {
            if (words % 16 == 0) stream_block(key, words / 16, block);
            word = word_at(block + 4 * (words++ % 16));
        } while (word >= whole);
        unsigned chosen = (unsigned)(word % choices);
        trey_card moved = deck[top];
        deck[top] = deck[chosen];
        deck[chosen] = moved;
    }
}

/* ---- The tree over it ----------------------------------------------------------------- */
static void leaf_of(unsigned place, trey_card card, const uint8_t salt[16], uint8_t out[32]) {
    uint8_t bytes[19] = {0, (uint8_t)place, card};
    memcpy(bytes + 3, salt, 16);
    trey_check_hash(bytes, sizeof bytes, out);
}

static void node_of(const uint8_t left[32], const uint8_t right[32], uint8_t out[32]) {
    uint8_t bytes[65] = {1};
    memcpy(bytes + 1, left, 32);
    memcpy(bytes + 33, right, 32);
    trey_check_hash(bytes, sizeof bytes, out);
}

static unsigned larger_half(unsigned count) {
    unsigned half = 1;
    while (half * 2 < count) half *= 2;
    return half;
}

static void root_over(const uint8_t (*leaf)[32], unsigned count, uint8_t out[32]) {
    if (count == 1) {
        memcpy(out, leaf, 32);
        return;
    }
    uint8_t left[32], right[32];
    unsigned half = larger_half(count);
    root_over(leaf, half, left);
    root_over(leaf + half, count - half, right);
    node_of(left, right, out);
}

trey_check_answer trey_check(const trey_check_round *round) {
    uint8_t hash[TREY_CHECK_BYTES], key[TREY_CHECK_BYTES], salts[13 * 64], leaf[TREY_CARDS][32];
    trey_card deck[TREY_CARDS];
    commitment_of(round, hash);
    if (round->commitment && memcmp(hash, round->commitment, sizeof hash) != 0)
        return TREY_CHECK_COMMITMENT;
    trey_check_deck(round, deck);
    if (round->deck && memcmp(deck, round->deck, sizeof deck) != 0) return TREY_CHECK_DECK;
    key_for(round, "trey salts 1", key);
    for (unsigned i = 0; i < 13; i++) stream_block(key, i, salts + 64u * i);
    for (unsigned i = 0; i < TREY_CARDS; i++) leaf_of(i, deck[i], salts + 16u * i, leaf[i]);
    root_over((const uint8_t(*)[32])leaf, TREY_CARDS, hash);
    if (round->root && memcmp(hash, round->root, sizeof hash) != 0) return TREY_CHECK_ROOT;
    return TREY_CHECK_AGREES;
}

/* The way down from the root to the place says at each step on which side the path's
 * hash stands; it is then walked up again. */
bool trey_check_card(unsigned place, trey_card card, const uint8_t salt[16], const uint8_t *path,
                     size_t hashes, const uint8_t root[TREY_CHECK_BYTES]) {
    bool right[8];
    unsigned count = TREY_CARDS, steps = 0, at = place;
    if (place >= TREY_CARDS) return false;
    while (count > 1) {
        unsigned half = larger_half(count);
        right[steps] = at >= half;
        count = right[steps] ? count - half : half;
        if (right[steps++]) at -= half;
    }
    if (hashes != steps) return false;
    uint8_t hash[32];
    leaf_of(place, card, salt, hash);
    for (unsigned i = 0; i < steps; i++) {
        const uint8_t *other = path + 32u * i;
        uint8_t next[32];
        if (right[steps - 1 - i]) {
            node_of(other, hash, next);
        } else {
            node_of(hash, other, next);
        }
        memcpy(hash, next, sizeof hash);
    }
    return memcmp(hash, root, sizeof hash) == 0;
}
