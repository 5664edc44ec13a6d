/* shuffle.c -- from a seed to two stacks under their trees, and from the players' shares to
 * the deck that is dealt.
 *
 * Each stack is an order of 52 cards and a tree over it, fixed before anybody bets. What the
 * shares come to picks one of them, and is the key of a second order: the places of the stack
 * from which the cards are taken. The house knows the first order and could have chosen it; it
 * does not know the second one before everybody's share is fixed. A second order of places
 * that is random makes the deck random, whatever the first was, and a card can be opened to
 * one person without saying anything of the others.
 *
 * ChaCha20 under a key, nonce zero, is read as 32-bit words, lowest byte first. A draw below n
 * takes a word modulo n, unless the word lies in the incomplete last run of n at the top of
 * the range: then it is passed over. The largest such run is 51 words of 2^32, so a full
 * shuffle of 51 draws nearly always needs 204 bytes; 256 are made at a time. */
#include <sodium.h>
#include <string.h>

#include "trey/shuffle.h"

_Static_assert(crypto_stream_chacha20_KEYBYTES == TREY_SEED_BYTES, "a key is a seed long");

enum { CHUNK = 256, BLOCK = 64 };
static const uint8_t zero_nonce[crypto_stream_chacha20_NONCEBYTES];

typedef struct stream {
    const uint8_t *key;
    uint64_t block; /* the next to be made */
    size_t used;
    uint8_t bytes[CHUNK];
} stream;

static void stream_fill(stream *s) {
    memset(s->bytes, 0, sizeof s->bytes);
    crypto_stream_chacha20_xor_ic(s->bytes, s->bytes, sizeof s->bytes, zero_nonce, s->block,
                                  s->key);
    s->block += CHUNK / BLOCK;
    s->used = 0;
}

static void stream_open(stream *s, const uint8_t *key) {
    s->key = key;
    s->block = 0;
    stream_fill(s);
}

static uint32_t stream_word(void *context) {
    stream *s = context;
    if (s->used == CHUNK) stream_fill(s);
    const uint8_t *b = s->bytes + s->used;
    s->used += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void trey_shuffle_stream(const uint8_t key[TREY_SEED_BYTES], void *out, size_t count) {
    memset(out, 0, count);
    crypto_stream_chacha20_xor_ic(out, out, count, zero_nonce, 0, key);
}

/* ---- Drawing ----------------------------------------------------------------------- */
static uint32_t draw_below(trey_word_source *next, void *context, uint32_t bound) {
    for (;;) {
        uint32_t word = next(context);
        /* 2^32 mod bound words at the top would make the low cards likelier. They are
         * fewer than bound, so hardly any word needs the division to be sure. */
        if (word <= UINT32_MAX - bound || word <= UINT32_MAX - (0u - bound) % bound)
            return word % bound;
    }
}

void trey_shuffle_by(trey_word_source *next, void *context, trey_card *deck, unsigned count) {
    TREY_ASSERT(count <= TREY_CARDS);
    for (unsigned i = 0; i < count; i++) deck[i] = (trey_card)i;
    for (unsigned left = count; left > 1; left--) {
        uint32_t drawn = draw_below(next, context, left);
        trey_card card = deck[drawn];
        deck[drawn] = deck[left - 1];
        deck[left - 1] = card;
    }
}

void trey_shuffle_deck(const uint8_t key[TREY_SEED_BYTES], trey_card deck[TREY_CARDS]) {
    stream s;
    stream_open(&s, key);
    trey_shuffle_by(stream_word, &s, deck, TREY_CARDS);
    sodium_memzero(&s, sizeof s);
}

/* ---- Stacks ----------------------------------------------------------------------------- */
static trey_hash key_of(const char *purpose, const uint8_t secret[TREY_SEED_BYTES]) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, purpose);
    trey_hasher_add(&hasher, secret, TREY_SEED_BYTES);
    trey_hash key = trey_hasher_close(&hasher);
    sodium_memzero(&hasher, sizeof hasher);
    return key;
}

trey_seed trey_stack_seed(const trey_seed *seed, unsigned which) {
    trey_seed out;
    trey_hash hash = key_of(which ? "trey stack 1" : "trey stack 0", seed->byte);
    memcpy(out.byte, hash.byte, sizeof out.byte);
    sodium_memzero(&hash, sizeof hash);
    return out;
}

trey_hash trey_order_key(const trey_seed *stack_seed) {
    return key_of("trey order 1", stack_seed->byte);
}

/* What the tree says of one place: the place, the card, and a salt without which the
 * 52 possible cards could simply be tried. */
static trey_hash leaf_of(unsigned place, trey_card card, const uint8_t salt[TREY_SALT_BYTES]) {
    uint8_t bytes[2 + TREY_SALT_BYTES] = {(uint8_t)place, card};
    memcpy(bytes + 2, salt, TREY_SALT_BYTES);
    return trey_merkle_leaf(bytes, sizeof bytes);
}

void trey_stack_make(const trey_seed *stack_seed, trey_stack *out) {
    trey_hash key = trey_order_key(stack_seed);
    trey_shuffle_deck(key.byte, out->card);
    key = key_of("trey salts 1", stack_seed->byte);
    trey_shuffle_stream(key.byte, out->salt, sizeof out->salt);
    for (unsigned i = 0; i < TREY_CARDS; i++) out->leaf[i] = leaf_of(i, out->card[i], out->salt[i]);
    out->root = trey_merkle_root(out->leaf, TREY_CARDS);
    sodium_memzero(&key, sizeof key);
}

void trey_stacks_make(const trey_seed *seed, trey_shuffled *out) {
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < TREY_STACKS; i++) {
        trey_seed stack_seed = trey_stack_seed(seed, i);
        trey_stack_make(&stack_seed, &out->stack[i]);
        trey_seed_wipe(&stack_seed);
    }
}

/* ---- The deck of a round ------------------------------------------------------------------ */
unsigned trey_joint_pick(const trey_hash *joint) {
    return joint->byte[0] & 1u;
}

void trey_joint_cut(const trey_hash *joint, uint8_t cut[TREY_CARDS]) {
    _Static_assert(sizeof(trey_card) == 1, "places are drawn as cards are");
    const trey_hash key = key_of("trey cut 1", joint->byte);
    trey_shuffle_deck(key.byte, cut);
}

void trey_shuffle(const trey_hash *joint, trey_shuffled *shuffled) {
    shuffled->pick = (uint8_t)trey_joint_pick(joint);
    trey_joint_cut(joint, shuffled->cut);
    for (unsigned i = 0; i < TREY_CARDS; i++)
        shuffled->deck[i] = shuffled->stack[shuffled->pick].card[shuffled->cut[i]];
}

void trey_shuffled_wipe(trey_shuffled *shuffled) {
    sodium_memzero(shuffled, sizeof *shuffled);
}

void trey_shuffled_opening(const trey_shuffled *shuffled, unsigned turn, trey_opening *out) {
    trey_hash path[TREY_PATH_MAX];
    TREY_ASSERT(turn < TREY_CARDS);
    const trey_stack *stack = &shuffled->stack[shuffled->pick];
    const unsigned place = shuffled->cut[turn];
    memset(out, 0, sizeof *out);
    out->place = (uint8_t)place;
    out->card = stack->card[place];
    memcpy(out->salt, stack->salt[place], TREY_SALT_BYTES);
    out->length = (uint8_t)trey_merkle_path(stack->leaf, TREY_CARDS, place, path);
    TREY_ASSERT(out->length <= TREY_OPENING_PATH);
    memcpy(out->path, path, out->length * sizeof *path);
}

bool trey_opening_holds(const trey_opening *opening, const trey_hash *root) {
    if (opening->place >= TREY_CARDS || opening->length > TREY_OPENING_PATH) return false;
    trey_hash leaf = leaf_of(opening->place, opening->card, opening->salt);
    return trey_merkle_holds(&leaf, opening->place, TREY_CARDS, opening->path, opening->length,
                             root);
}
