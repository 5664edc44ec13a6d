/* tamper_test.c -- stores in which somebody with full write access has changed something.
 *
 * Every change is found: by the store alone, or, where all of it was made to fit, by the
 * witness; and a store that was written again without a change is good. TREY_ROUNDS is the
 * number of changes and of forgeries; script/soak makes five thousand of each. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attacker.h"
#include "kept_store.h"

/* Sanitizers make each ten times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { HOUSES = KEPT_STORES, ATTEMPTS = 100 };
#else
enum { HOUSES = KEPT_STORES, ATTEMPTS = 250 };
#endif

static uint64_t first_seed;
static unsigned attempts = ATTEMPTS;

static kept_store houses[HOUSES];

static int build_houses(void **state) {
    (void)state;
    const char *seed = getenv("TREY_SEED"), *rounds = getenv("TREY_ROUNDS");
    first_seed = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    if (rounds) attempts = (unsigned)strtoul(rounds, NULL, 10);
    print_message("TREY_SEED=%" PRIu64 " TREY_ROUNDS=%u\n", first_seed, attempts);
    kept_stores_build(houses);
    return 0;
}

static int tear_down_houses(void **state) {
    (void)state;
    kept_stores_tear_down(houses);
    return 0;
}

/* Is anything wrong with the copy? */
static bool found(const kept_store *k, bool key, bool witness, char said[KEPT_SAID],
                  uint64_t *record) {
    kept_finding finding;
    kept_store_look(k, key, witness, &finding);
    *record = finding.report.finding.seq;
    memcpy(said, finding.said, KEPT_SAID);
    return finding.bad;
}

static void every_change_is_found(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    for (unsigned i = 0; i < attempts; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        attacker_changes(&a);
        attacker_close(&a);
        if (!found(k, i % 2, false, said, &record))
            fail_msg("seed %" PRIu64 ", house %u: %s was not found", first_seed + i, i % HOUSES,
                     a.what);
        if (a.named != 0 && record != a.named)
            fail_msg("seed %" PRIu64 ", house %u: %s, and record %" PRIu64 " is named: %s",
                     first_seed + i, i % HOUSES, a.what, record, said);
    }
}

static void every_forgery_is_found(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    unsigned alone = 0;
    for (unsigned i = 0; i < attempts; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, ~(first_seed + i));
        attacker_forges(&a);
        attacker_close(&a);
        if (found(k, false, false, said, &record)) {
            alone++;
        } else if (a.by_replay || (a.by_seed && k->shown) ||
                   !found(k, i % 2, true, said, &record)) {
            fail_msg("seed %" PRIu64 ", house %u: %s was not found", first_seed + i, i % HOUSES,
                     a.what);
        }
    }
    print_message("%u of %u forgeries were found without the witness and without the key\n", alone,
                  attempts);
}

/* A hit, or a bet, that was kept from the meter, with books that balance. */
static void what_a_jackpot_was_not_told_is_found(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    unsigned done = 0;
    for (unsigned i = 0; i < 40; i++) {
        attacker a;
        const kept_store *k = &houses[4 + i % 2];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        bool silenced = attacker_silences_jackpot(&a);
        attacker_close(&a);
        if (!silenced) continue;
        done++;
        if (!found(k, false, false, said, &record))
            fail_msg("seed %" PRIu64 ": %s was not found", first_seed + i, a.what);
        assert_true(strstr(said, "jackpot") || strstr(said, "answer"));
    }
    assert_true(done > 10);
}

/* Says how often it was found; each time with these words. */
static unsigned answers_led_astray(bool (*lead)(attacker *a), const char *words) {
    char said[KEPT_SAID];
    uint64_t record;
    unsigned done = 0;
    for (unsigned i = 0; i < 4 * HOUSES; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        a.keys = &k->s.h.keys; /* or the seals would give him away first */
        bool led = lead(&a);
        attacker_close(&a);
        if (!led) continue;
        done++;
        if (!found(k, i % 2, false, said, &record) || !strstr(said, words))
            fail_msg("seed %" PRIu64 ": %s was not found: %s", first_seed + i, a.what, said);
    }
    return done;
}

static void an_answer_to_somebody_elses_command_is_found(void **state) {
    (void)state;
    assert_true(answers_led_astray(attacker_exchanges_answers, "no answer to this command") >
                HOUSES);
}

static void an_answer_that_claims_too_much_is_found(void **state) {
    (void)state;
    assert_true(answers_led_astray(attacker_widens_answer, "claims more records") > HOUSES);
}

static void a_card_that_was_not_the_one_taken_back_is_found(void **state) {
    (void)state;
    assert_true(answers_led_astray(attacker_recalls_another, "found recalled, by") > 4);
}

static void a_claim_that_was_changed_is_found(void **state) {
    (void)state;
    assert_true(answers_led_astray(attacker_changes_claims, "claim") > HOUSES / 2);
}

static void a_number_that_is_too_large_is_found(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    for (unsigned i = 0; i < 60; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        attacker_widens_number(&a);
        attacker_close(&a);
        if (!found(k, i % 2, false, said, &record) || !strstr(said, "Trey does not write"))
            fail_msg("seed %" PRIu64 ": %s: %s", first_seed + i, a.what, said);
    }
}

static void a_kept_seed_that_was_changed_is_found(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    for (unsigned i = 0; i < 24; i++) {
        attacker a;
        const kept_store *k = &houses[4 + i % 2];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        assert_true(attacker_changes_kept(&a));
        attacker_close(&a);
        if (!found(k, true, false, said, &record) || !(strstr(said, " is not sealed")))
            fail_msg("seed %" PRIu64 ": %s: %s", first_seed + i, a.what, said);
    }
}

static void another_signer_is_not_the_one_that_the_witness_saw(void **state) {
    (void)state;
    for (unsigned i = 0; i < HOUSES; i++) {
        attacker a;
        kept_finding finding;
        kept_store_write(&houses[i], houses[i].bytes, houses[i].size);
        attacker_open(&a, houses[i].copy, first_seed + i);
        attacker_signs(&a);
        attacker_close(&a);
        kept_store_look(&houses[i], false, false, &finding);
        assert_false(finding.bad);
        kept_store_look(&houses[i], false, true, &finding);
        assert_int_equal(finding.report.verdict, TREY_VERDICT_UNWITNESSED);
    }
}

static void expect_cut(const kept_store *k, unsigned i, const char *what) {
    kept_finding finding;
    kept_store_look(k, i % 2, false, &finding);
    if (!finding.opened || finding.report.verdict != TREY_VERDICT_TRUNCATED)
        fail_msg("seed %" PRIu64 ": %s: %s\n%s", first_seed + i, what, finding.said, finding.also);
}

static void an_end_that_was_cut_off_is_told_from_a_change(void **state) {
    (void)state;
    enum { PAGE = 4096 };
    for (unsigned i = 0; i < 60; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        attacker_cuts(&a);
        attacker_close(&a);
        expect_cut(k, i, a.what);
        /* The file itself: at a page, or anywhere behind the first. */
        size_t size = PAGE * (1 + attacker_dice(&a, k->size / PAGE - 1));
        if (i % 3 == 0) size += attacker_dice(&a, PAGE);
        kept_store_write(k, k->bytes, size);
        expect_cut(k, i, "a part of the file");
    }
}

static void what_was_written_again_is_good(void **state) {
    (void)state;
    char said[KEPT_SAID];
    uint64_t record;
    for (unsigned i = 0; i < 2 * HOUSES; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        kept_store_write(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        a.keys = &k->s.h.keys; /* it was the house */
        attacker_repents(&a);
        attacker_close(&a);
        if (found(k, i < HOUSES, true, said, &record)) fail_msg("house %u: %s", i % HOUSES, said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_again_is_good),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(every_forgery_is_found),
        cmocka_unit_test(what_a_jackpot_was_not_told_is_found),
        cmocka_unit_test(an_answer_to_somebody_elses_command_is_found),
        cmocka_unit_test(an_answer_that_claims_too_much_is_found),
        cmocka_unit_test(another_signer_is_not_the_one_that_the_witness_saw),
        cmocka_unit_test(an_end_that_was_cut_off_is_told_from_a_change),
        cmocka_unit_test(a_card_that_was_not_the_one_taken_back_is_found),
        cmocka_unit_test(a_claim_that_was_changed_is_found),
        cmocka_unit_test(a_number_that_is_too_large_is_found),
        cmocka_unit_test(a_kept_seed_that_was_changed_is_found),
    };
    return cmocka_run_group_tests(tests, build_houses, tear_down_houses);
}
