/* check.c -- do stacks, shares and deck of a round belong together?
 *
 * Follows docs/fairness.md line by line. */
#include "trey/check.h"

#include <string.h>

#include "plain_hash.h"

const char *trey_check_text(trey_check_answer answer) {
    switch (answer) {
    case TREY_CHECK_AGREES:
        return "commitment, stacks, shares and deck agree";
    case TREY_CHECK_COMMITMENT:
        return "the commitment is not to these roots and this round";
    case TREY_CHECK_ROOT:
        return "the seed does not give the stacks that were committed to";
    case TREY_CHECK_SHARE:
        return "a share is not what its pledge was made of";
    case TREY_CHECK_LIST:
        return "the list's hash is over other pledges";
    case TREY_CHECK_JOINT:
        return "the joint hash is over other shares";
    case TREY_CHECK_SPARE:
        return "the stack that was not dealt is not the shuffle of its seed";
    case TREY_CHECK_DECK:
        return "stacks and shares give another order of cards";
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

void trey_check_commitment(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, "trey commitment 1");
    add_text(&h, round->house);
    add_text(&h, round->table);
    add_number(&h, round->round);
    plain_hash_add(&h, round->rulebook, 32);
    plain_hash_add(&h, round->root[0], 32);
    plain_hash_add(&h, round->root[1], 32);
    plain_hash_close(&h, out);
}

/* ---- Shares ------------------------------------------------------------------------------ */
void trey_check_pledge_of(const uint8_t commitment[TREY_CHECK_BYTES], const trey_check_pledge *of,
                          uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, "trey pledge 1");
    plain_hash_add(&h, commitment, 32);
    add_number(&h, of->player);
    plain_hash_add(&h, of->share, 32);
    plain_hash_close(&h, out);
}

void trey_check_list(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, "trey pledges 1");
    plain_hash_add(&h, round->commitment, 32);
    add_number(&h, round->pledges);
    for (size_t i = 0; i < round->pledges; i++) {
        add_number(&h, round->pledge[i].player);
        plain_hash_add(&h, round->pledge[i].pledge, 32);
    }
    plain_hash_close(&h, out);
}

void trey_check_joint(const trey_check_round *round, uint8_t out[TREY_CHECK_BYTES]) {
    uint8_t list[TREY_CHECK_BYTES];
    plain_hash h;
    trey_check_list(round, list);
    plain_hash_open(&h);
    add_text(&h, "trey shares 1");
    plain_hash_add(&h, list, 32);
    for (size_t i = 0; i < round->pledges; i++) plain_hash_add(&h, round->pledge[i].share, 32);
    plain_hash_close(&h, out);
}

static void key_for(const char *purpose, const uint8_t secret[32], uint8_t out[TREY_CHECK_BYTES]) {
    plain_hash h;
    plain_hash_open(&h);
    add_text(&h, purpose);
    plain_hash_add(&h, secret, 32);
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

/* ---- Orders ------------------------------------------------------------------------------ */
static void order_of(const char *purpose, const uint8_t secret[32], uint8_t order[TREY_CARDS]) {
    uint8_t key[32], block[64];
    uint64_t words = 0;
    key_for(purpose, secret, key);
    for (unsigned i = 0; i < TREY_CARDS; i++) order[i] = (uint8_t)i;
    for (unsigned top = TREY_CARDS - 1; top > 0; top--) {
        uint64_t choices = top + 1, whole = (UINT64_C(1) << 32) / choices * choices, word;
        do {
            if (words % 16 == 0) stream_block(key, words / 16, block);
            word = word_at(block + 4 * (words++ % 16));
        } while (word >= whole);
        unsigned chosen = (unsigned)(word % choices);
        uint8_t moved = order[top];
        order[top] = order[chosen];
        order[chosen] = moved;
    }
}

static void stack_seed(const uint8_t seed[32], unsigned which, uint8_t out[32]) {
    key_for(which == 0 ? "trey stack 0" : "trey stack 1", seed, out);
}

unsigned trey_check_cut(const uint8_t joint[TREY_CHECK_BYTES], uint8_t cut[TREY_CARDS]) {
    order_of("trey cut 1", joint, cut);
    return joint[0] % 2;
}

void trey_check_deck(const trey_check_round *round, trey_card deck[TREY_CARDS]) {
    uint8_t joint[32], secret[32], cut[TREY_CARDS], stack[TREY_CARDS];
    trey_check_joint(round, joint);
    stack_seed(round->seed, trey_check_cut(joint, cut), secret);
    order_of("trey order 1", secret, stack);
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = stack[cut[i]];
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

/* The stack of a stack's seed, and the root over it. */
static void stack_root(const uint8_t secret[32], uint8_t stack[TREY_CARDS], uint8_t out[32]) {
    uint8_t key[TREY_CHECK_BYTES], salts[13 * 64], leaf[TREY_CARDS][32];
    order_of("trey order 1", secret, stack);
    key_for("trey salts 1", secret, key);
    for (unsigned i = 0; i < 13; i++) stream_block(key, i, salts + 64u * i);
    for (unsigned i = 0; i < TREY_CARDS; i++) leaf_of(i, stack[i], salts + 16u * i, leaf[i]);
    root_over((const uint8_t(*)[32])leaf, TREY_CARDS, out);
}

static void stacks_of(const uint8_t seed[32], uint8_t stack[2][TREY_CARDS], uint8_t root[2][32]) {
    for (unsigned i = 0; i < 2; i++) {
        uint8_t secret[32];
        stack_seed(seed, i, secret);
        stack_root(secret, stack[i], root[i]);
    }
}

void trey_check_roots(const uint8_t seed[TREY_CHECK_BYTES], uint8_t root[2][TREY_CHECK_BYTES]) {
    uint8_t stack[2][TREY_CARDS];
    stacks_of(seed, stack, root);
}

static bool same(const uint8_t a[32], const uint8_t b[32]) {
    return memcmp(a, b, 32) == 0;
}

static bool all_opened(const trey_check_round *round) {
    for (size_t i = 0; i < round->pledges; i++) {
        if (!round->pledge[i].share) return false;
    }
    return true;
}

static trey_check_answer check_shares(const trey_check_round *round) {
    uint8_t hash[32];
    for (size_t i = 0; i < round->pledges; i++) {
        if (!round->pledge[i].share) continue;
        trey_check_pledge_of(round->commitment, &round->pledge[i], hash);
        if (!same(hash, round->pledge[i].pledge)) return TREY_CHECK_SHARE;
    }
    trey_check_list(round, hash);
    if (round->list && !same(hash, round->list)) return TREY_CHECK_LIST;
    if (!round->joint) return TREY_CHECK_AGREES;
    if (!all_opened(round)) return TREY_CHECK_JOINT;
    trey_check_joint(round, hash);
    return same(hash, round->joint) ? TREY_CHECK_AGREES : TREY_CHECK_JOINT;
}

static trey_check_answer check_spare(const trey_check_round *round) {
    uint8_t hash[32], secret[32], cut[TREY_CARDS], stack[TREY_CARDS];
    unsigned pick = trey_check_cut(round->joint, cut);
    if (round->seed) {
        stack_seed(round->seed, 1 - pick, secret);
        return same(secret, round->spare) ? TREY_CHECK_AGREES : TREY_CHECK_SPARE;
    }
    stack_root(round->spare, stack, hash);
    return same(hash, round->root[1 - pick]) ? TREY_CHECK_AGREES : TREY_CHECK_SPARE;
}

trey_check_answer trey_check(const trey_check_round *round) {
    uint8_t hash[32], root[2][32], stack[2][TREY_CARDS], cut[TREY_CARDS];
    if (round->rulebook) {
        trey_check_commitment(round, hash);
        if (!same(hash, round->commitment)) return TREY_CHECK_COMMITMENT;
    }
    if (round->seed) {
        stacks_of(round->seed, stack, root);
        if (!same(root[0], round->root[0]) || !same(root[1], round->root[1]))
            return TREY_CHECK_ROOT;
    }
    trey_check_answer answer = check_shares(round);
    if (answer == TREY_CHECK_AGREES && round->joint && round->spare) answer = check_spare(round);
    if (answer != TREY_CHECK_AGREES || !round->seed || !round->deck) return answer;
    if (!all_opened(round)) return TREY_CHECK_DECK;
    trey_check_joint(round, hash);
    const uint8_t *dealt = stack[trey_check_cut(hash, cut)];
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        if (round->deck[i] != dealt[cut[i]]) return TREY_CHECK_DECK;
    }
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
