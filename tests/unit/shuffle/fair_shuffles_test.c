/* fair_shuffles_test.c -- a pile of shuffles is what chance would make it, and what
 * others do by mistake is not. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shuffle_statistics.h"
#include "trey/shuffle.h"

static uint64_t seed;
static uint64_t shuffles = 400000;

static void key_of(uint64_t number, uint8_t key[TREY_SEED_BYTES]) {
    uint64_t words[2] = {seed, number};
    trey_hash hash = trey_hash_of(words, sizeof words);
    memcpy(key, hash.byte, TREY_SEED_BYTES);
}

static void shuffles_are_fair(void **state) {
    (void)state;
    static shuffle_counts counts;
    shuffle_counts_open(&counts);
    for (uint64_t n = 0; n < shuffles; n++) {
        uint8_t key[TREY_SEED_BYTES];
        trey_card deck[TREY_CARDS];
        key_of(n, key);
        trey_shuffle_deck(key, deck);
        shuffle_counts_add(&counts, deck);
    }
    shuffle_scores scores = shuffle_counts_score(&counts);
    shuffle_scores_print(&scores, stdout);
    assert_true(shuffle_scores_fair(&scores));
}

/* Mistakes from the field, each over good random words. */
typedef struct words {
    uint64_t number;
    unsigned used;
    uint8_t bytes[256];
} words;

static uint32_t word(words *w) {
    if (w->used == 0) {
        uint8_t key[TREY_SEED_BYTES];
        key_of(w->number++, key);
        trey_shuffle_stream(key, w->bytes, sizeof w->bytes);
        w->used = sizeof w->bytes;
    }
    uint32_t value;
    w->used -= 4;
    memcpy(&value, w->bytes + w->used, 4);
    return value;
}

static void exchange(trey_card *deck, unsigned a, unsigned b) {
    trey_card card = deck[a];
    deck[a] = deck[b];
    deck[b] = card;
}

enum { EVERY_PLACE, NEVER_ITSELF, ONE_BYTE, MISTAKES };

static void shuffle_badly(words *w, unsigned mistake, trey_card *deck) {
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned i = TREY_CARDS - 1; i > 0; i--) {
        switch (mistake) {
        case EVERY_PLACE: /* exchanges with any card of the deck */
            exchange(deck, i, word(w) % TREY_CARDS);
            break;
        case NEVER_ITSELF: /* one too few to choose from */
            exchange(deck, i, word(w) % i);
            break;
        default: /* the remainder of a byte */
            exchange(deck, i, (word(w) & 0xff) % (i + 1));
            break;
        }
    }
}

static void mistakes_from_the_field_are_noticed(void **state) {
    (void)state;
    for (unsigned mistake = 0; mistake < MISTAKES; mistake++) {
        static shuffle_counts counts;
        words w = {.number = UINT64_C(1) << 40};
        shuffle_counts_open(&counts);
        for (uint64_t n = 0; n < 100000; n++) {
            trey_card deck[TREY_CARDS];
            shuffle_badly(&w, mistake, deck);
            shuffle_counts_add(&counts, deck);
        }
        shuffle_scores scores = shuffle_counts_score(&counts);
        shuffle_scores_print(&scores, stdout);
        assert_false(shuffle_scores_fair(&scores));
    }
}

/* A deck that remembers the one before shows in the serial score alone. */
static void a_shuffle_that_remembers_is_noticed(void **state) {
    (void)state;
    static shuffle_counts counts;
    trey_card before = 0;
    shuffle_counts_open(&counts);
    for (uint64_t n = 0; n < 100000; n++) {
        uint8_t key[TREY_SEED_BYTES];
        trey_card deck[TREY_CARDS];
        key_of(n + (UINT64_C(1) << 50), key);
        trey_shuffle_deck(key, deck);
        if (n % 20 == 1) {
            unsigned at = 0;
            while (deck[at] != before) at++;
            exchange(deck, 0, at);
        }
        before = deck[0];
        shuffle_counts_add(&counts, deck);
    }
    shuffle_scores scores = shuffle_counts_score(&counts);
    shuffle_scores_print(&scores, stdout);
    assert_true(scores.serial > SHUFFLE_LIMIT);
}

int main(void) {
    const char *text = getenv("TREY_SEED");
    trey_entropy_kernel(NULL, &seed, sizeof seed);
    if (text) seed = strtoull(text, NULL, 0);
    if ((text = getenv("TREY_SHUFFLES"))) shuffles = strtoull(text, NULL, 0);
    printf("TREY_SEED=%" PRIu64 ", %" PRIu64 " shuffles\n", seed, shuffles);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffles_are_fair),
        cmocka_unit_test(mistakes_from_the_field_are_noticed),
        cmocka_unit_test(a_shuffle_that_remembers_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
