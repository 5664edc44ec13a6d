/* shuffle_test.c -- seeds, commitments, draws and openings, and the second pair of
 * eyes on them. TREY_ROUNDS asks for more rounds, TREY_SEED for the same ones. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/check.h"
#include "trey/shuffle.h"

static uint64_t from_environment(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

/* ---- Seeds ------------------------------------------------------------------------- */
static bool no_entropy(void *context, void *out, size_t count) {
    (void)context, (void)out, (void)count;
    return false;
}

static bool empty_entropy(void *context, void *out, size_t count) {
    (void)context;
    memset(out, 0, count);
    return true;
}

static void without_entropy_there_is_no_seed(void **state) {
    (void)state;
    trey_seed seed;
    assert_int_equal(trey_seed_draw(no_entropy, NULL, &seed), TREY_STATUS_NO_ENTROPY);
    assert_int_equal(trey_seed_draw(empty_entropy, NULL, &seed), TREY_STATUS_NO_ENTROPY);
    trey_seed other;
    assert_int_equal(trey_seed_draw(trey_entropy_kernel, NULL, &seed), TREY_STATUS_OK);
    assert_int_equal(trey_seed_draw(trey_entropy_kernel, NULL, &other), TREY_STATUS_OK);
    assert_memory_not_equal(&seed, &other, sizeof seed);
    trey_seed_wipe(&seed);
    static const trey_seed nothing;
    assert_memory_equal(&seed, &nothing, sizeof seed);
}

static void a_sealed_seed_opens_with_its_key_and_commitment_only(void **state) {
    (void)state;
    trey_seed seed, opened;
    trey_seal_key key, wrong;
    trey_sealed_seed sealed;
    trey_hash commitment = trey_hash_of("round 1", 7), other = trey_hash_of("round 2", 7);
    assert_int_equal(trey_seed_draw(trey_entropy_kernel, NULL, &seed), TREY_STATUS_OK);
    memset(&key, 7, sizeof key);
    memset(&wrong, 8, sizeof wrong);
    assert_int_equal(trey_seed_seal(&key, &commitment, &seed, no_entropy, NULL, &sealed),
                     TREY_STATUS_NO_ENTROPY);
    assert_int_equal(trey_seed_seal(&key, &commitment, &seed, trey_entropy_kernel, NULL, &sealed),
                     TREY_STATUS_OK);
    assert_int_equal(trey_seed_unseal(&key, &commitment, &sealed, &opened), TREY_STATUS_OK);
    assert_memory_equal(&opened, &seed, sizeof seed);
    assert_int_equal(trey_seed_unseal(&wrong, &commitment, &sealed, &opened), TREY_STATUS_INVALID);
    assert_int_equal(trey_seed_unseal(&key, &other, &sealed, &opened), TREY_STATUS_INVALID);
    sealed.byte[30] ^= 1;
    assert_int_equal(trey_seed_unseal(&key, &commitment, &sealed, &opened), TREY_STATUS_INVALID);
}

/* ---- Draws -------------------------------------------------------------------------- */
/* Gives prepared words, one after the other. */
typedef struct given_words {
    uint32_t word[64];
    unsigned next;
} given_words;

static uint32_t next_given(void *context) {
    given_words *given = context;
    assert_true(given->next < 64);
    return given->word[given->next++];
}

/* Every way to draw comes from exactly one sequence of remainders, and every order
 * of the cards from exactly one sequence of draws. */
static void small_decks_come_in_every_order_exactly_once(void **state) {
    (void)state;
    for (unsigned count = 3; count <= 6; count++) {
        static uint8_t seen[46656];
        unsigned orders = 0, sequences = 1;
        memset(seen, 0, sizeof seen);
        for (unsigned i = 2; i <= count; i++) sequences *= i;
        for (unsigned n = 0; n < sequences; n++) {
            given_words given = {{0}, 0};
            trey_card deck[TREY_CARDS];
            unsigned rest = n, code = 0;
            for (unsigned left = count, i = 0; left > 1; rest /= left, left--, i++)
                given.word[i] = rest % left;
            trey_shuffle_by(next_given, &given, deck, count);
            for (unsigned i = 0; i < count; i++) code = code * count + deck[i];
            assert_int_equal(seen[code], 0);
            seen[code] = 1;
            orders++;
        }
        assert_int_equal(orders, sequences);
    }
}

/* Of 2^32 words each remainder is taken equally often: the words passed over are
 * exactly the 2^32 mod n at the top. */
static void no_card_is_favoured_by_a_word(void **state) {
    (void)state;
    for (unsigned bound = 2; bound <= TREY_CARDS; bound++) {
        uint64_t whole = (UINT64_C(1) << 32) / bound * bound;
        trey_card deck[TREY_CARDS];
        /* The last word that is taken draws the highest remainder. */
        given_words taken = {{(uint32_t)(whole - 1)}, 0};
        trey_shuffle_by(next_given, &taken, deck, bound);
        assert_int_equal(taken.next, bound - 1);
        assert_int_equal(deck[bound - 1], bound - 1);
        if (whole >> 32) continue; /* a power of two: every word is taken */
        given_words passed = {{(uint32_t)whole, UINT32_MAX}, 0};
        trey_shuffle_by(next_given, &passed, deck, bound);
        assert_int_equal(passed.next, bound + 1);
        assert_int_equal(deck[bound - 1], 0);
    }
}

/* ---- Rounds -------------------------------------------------------------------------- */
typedef struct told {
    trey_seed seed;
    trey_hash commitment, list, joint;
    trey_seed spare;
    trey_round_name name;
    trey_pledge pledge[3];
    trey_check_pledge checked[3];
    unsigned count;
    trey_shuffled shuffled;
} told;

static void tell_round(told *t, uint64_t seed, uint64_t number) {
    trey_hasher hasher;
    memset(t, 0, sizeof *t);
    trey_hasher_open(&hasher);
    trey_hasher_add_number(&hasher, seed);
    trey_hasher_add_number(&hasher, number);
    trey_hash hash = trey_hasher_close(&hasher);
    memcpy(&t->seed, &hash, sizeof t->seed);
    trey_stacks_make(&t->seed, &t->shuffled);
    const trey_hash root[] = {t->shuffled.stack[0].root, t->shuffled.stack[1].root};
    t->name = (trey_round_name){"house", "table 7", number, trey_hash_of("mbs", 3)};
    t->commitment = trey_commitment_of(&t->name, root);
    t->count = (unsigned)(number % 4);
    for (unsigned i = 0; i < t->count; i++) {
        trey_pledge *pledge = &t->pledge[i];
        hash = trey_hash_of(hash.byte, sizeof hash.byte);
        memcpy(pledge->share.byte, hash.byte, sizeof pledge->share.byte);
        pledge->player = 70000 * i + 3;
        pledge->pledge = trey_pledge_of(&t->commitment, pledge->player, &pledge->share);
        pledge->opened = true;
        t->checked[i] =
            (trey_check_pledge){pledge->player, pledge->pledge.byte, pledge->share.byte};
    }
    t->list = trey_pledges_hash(&t->commitment, t->pledge, t->count);
    t->joint = trey_joint_of(&t->list, t->pledge, t->count);
    trey_shuffle(&t->joint, &t->shuffled);
    t->spare = trey_stack_seed(&t->seed, 1u - t->shuffled.pick);
}

static trey_check_round to_check(const told *t) {
    return (trey_check_round){
        .house = t->name.house,
        .table = t->name.table,
        .round = t->name.round,
        .rulebook = t->name.rulebook.byte,
        .seed = t->seed.byte,
        .commitment = t->commitment.byte,
        .root = {t->shuffled.stack[0].root.byte, t->shuffled.stack[1].root.byte},
        .pledge = t->checked,
        .pledges = t->count,
        .list = t->list.byte,
        .joint = t->joint.byte,
        .spare = t->spare.byte,
        .deck = t->shuffled.deck};
}

static void the_second_pair_of_eyes_agrees(void **state) {
    (void)state;
    uint64_t seed = from_environment("TREY_SEED", 20260101);
    uint64_t rounds = from_environment("TREY_ROUNDS", 3000);
    unsigned picked[2] = {0};
    printf("TREY_SEED=%" PRIu64 ", %" PRIu64 " rounds\n", seed, rounds);
    for (uint64_t n = 0; n < rounds; n++) {
        static told t;
        tell_round(&t, seed, n);
        trey_check_round round = to_check(&t);
        assert_int_equal(trey_check(&round), TREY_CHECK_AGREES);
        round.seed = NULL; /* as for those who are not shown it */
        assert_int_equal(trey_check(&round), TREY_CHECK_AGREES);
        trey_cardset all = 0;
        for (unsigned i = 0; i < TREY_CARDS; i++) all |= trey_cardset_of(t.shuffled.deck[i]);
        assert_true(all == TREY_CARDSET_FULL);
        picked[t.shuffled.pick]++;
    }
    assert_true(picked[0] > 0 && picked[1] > 0);
}

/* Each member of what was told, changed in one bit or exchanged for another round's. */
static void whatever_is_changed_is_noticed(void **state) {
    (void)state;
    static told t, other;
    tell_round(&t, 1, 3);
    tell_round(&other, 1, 7);
    const trey_check_round good = to_check(&t);
    assert_int_equal(trey_check(&good), TREY_CHECK_AGREES);
#define CHANGED(answer, change)                                                                    \
    do {                                                                                           \
        trey_check_round bad = good;                                                               \
        change;                                                                                    \
        assert_int_equal(trey_check(&bad), TREY_CHECK_##answer);                                   \
    } while (0)
    CHANGED(COMMITMENT, bad.round++);
    CHANGED(COMMITMENT, bad.house = "houze");
    CHANGED(COMMITMENT, bad.table = "table 8");
    CHANGED(COMMITMENT, bad.rulebook = other.commitment.byte);
    CHANGED(COMMITMENT, bad.commitment = other.commitment.byte);
    CHANGED(COMMITMENT, bad.root[0] = good.root[1]);
    CHANGED(COMMITMENT, bad.root[1] = other.shuffled.stack[1].root.byte);
    CHANGED(ROOT, bad.seed = other.seed.byte);
    CHANGED(LIST, bad.pledges--);
    CHANGED(LIST, bad.list = other.list.byte);
    CHANGED(JOINT, bad.joint = other.joint.byte);
    CHANGED(SPARE, bad.spare = other.spare.byte);
    CHANGED(SPARE, bad.seed = NULL; bad.spare = other.spare.byte);
    CHANGED(DECK, bad.deck = other.shuffled.deck);
    trey_check_pledge line[3];
    memcpy(line, t.checked, sizeof line);
    line[1].share = other.pledge[1].share.byte;
    CHANGED(SHARE, bad.pledge = line);
    memcpy(line, t.checked, sizeof line);
    line[1].player++;
    CHANGED(SHARE, bad.pledge = line);
    memcpy(line, t.checked, sizeof line);
    line[0] = t.checked[1];
    line[1] = t.checked[0];
    CHANGED(LIST, bad.pledge = line);
    memcpy(line, t.checked, sizeof line);
    line[2].share = NULL;
    CHANGED(JOINT, bad.pledge = line);
#undef CHANGED
    trey_card kept = t.shuffled.deck[0];
    t.shuffled.deck[0] = t.shuffled.deck[51];
    t.shuffled.deck[51] = kept;
    assert_int_equal(trey_check(&good), TREY_CHECK_DECK);
}

static void an_opening_proves_one_card(void **state) {
    (void)state;
    static told t;
    tell_round(&t, 5, 6);
    const trey_hash *root = &t.shuffled.stack[t.shuffled.pick].root;
    for (unsigned turn = 0; turn < TREY_CARDS; turn++) {
        trey_opening opening;
        trey_shuffled_opening(&t.shuffled, turn, &opening);
        assert_int_equal(opening.card, t.shuffled.deck[turn]);
        assert_int_equal(opening.place, t.shuffled.cut[turn]);
        for (unsigned change = 0; change < 6; change++) {
            trey_opening shown = opening;
            if (change == 1) shown.card = (trey_card)((shown.card + 1) % TREY_CARDS);
            if (change == 2) shown.place = (uint8_t)((shown.place + 1) % TREY_CARDS);
            if (change == 3) shown.salt[3] ^= 1;
            if (change == 4) shown.path[0].byte[0] ^= 1;
            if (change == 5) shown.length--;
            bool holds = trey_opening_holds(&shown, root);
            assert_int_equal(holds, change == 0);
            assert_int_equal(trey_check_card(shown.place, shown.card, shown.salt,
                                             shown.path[0].byte, shown.length, root->byte),
                             change == 0);
        }
    }
    trey_shuffled_wipe(&t.shuffled);
    static const trey_shuffled nothing;
    assert_memory_equal(&t.shuffled, &nothing, sizeof nothing);
}

/* Whatever stack the house has prepared, one share that it did not know spreads its cards over
 * all places: a stack in order, and the same share in a million hands of the house. */
static void one_share_is_enough_to_spread_every_card(void **state) {
    (void)state;
    enum { SHARES = 20000 };
    static uint32_t at[TREY_CARDS][TREY_CARDS];
    static told t;
    uint64_t seed = from_environment("TREY_SEED", 20260101);
    printf("TREY_SEED=%" PRIu64 "\n", seed);
    tell_round(&t, seed, 2);
    memset(at, 0, sizeof at);
    for (uint64_t n = 0; n < SHARES; n++) {
        uint8_t cut[TREY_CARDS];
        trey_hasher hasher;
        trey_hasher_open(&hasher);
        trey_hasher_add_number(&hasher, seed);
        trey_hasher_add_number(&hasher, n);
        const trey_hash drawn = trey_hasher_close(&hasher);
        memcpy(t.pledge[1].share.byte, drawn.byte, sizeof t.pledge[1].share.byte);
        const trey_hash joint = trey_joint_of(&t.list, t.pledge, t.count);
        trey_joint_cut(&joint, cut);
        for (unsigned i = 0; i < TREY_CARDS; i++) at[i][cut[i]]++;
    }
    /* 51 x 51 degrees of freedom: mean 2601, sd 72; six of them are one in a thousand million. */
    double sum = 0, expected = (double)SHARES / TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        for (unsigned k = 0; k < TREY_CARDS; k++)
            sum += (at[i][k] - expected) * (at[i][k] - expected) / expected;
    }
    assert_true(sum > 2601 - 6 * 72.2 && sum < 2601 + 6 * 72.2);
}

static void a_key_of_one_purpose_is_no_key_of_another(void **state) {
    (void)state;
    trey_seal_key house = {{1, 2, 3}}, other = {{1, 2, 4}}, a, again, b, c;
    trey_seal_key_derive(&house, "a", &a);
    trey_seal_key_derive(&house, "a", &again);
    trey_seal_key_derive(&house, "b", &b);
    trey_seal_key_derive(&other, "a", &c);
    assert_memory_equal(&a, &again, sizeof a);
    assert_memory_not_equal(&a, &house, sizeof a);
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_memory_not_equal(&a, &c, sizeof a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_entropy_there_is_no_seed),
        cmocka_unit_test(a_sealed_seed_opens_with_its_key_and_commitment_only),
        cmocka_unit_test(small_decks_come_in_every_order_exactly_once),
        cmocka_unit_test(no_card_is_favoured_by_a_word),
        cmocka_unit_test(the_second_pair_of_eyes_agrees),
        cmocka_unit_test(whatever_is_changed_is_noticed),
        cmocka_unit_test(an_opening_proves_one_card),
        cmocka_unit_test(one_share_is_enough_to_spread_every_card),
        cmocka_unit_test(a_key_of_one_purpose_is_no_key_of_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
