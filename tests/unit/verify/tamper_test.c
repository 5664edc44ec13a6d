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
#include <unistd.h>

#include "attacker.h"
#include "stored_house.h"

/* Sanitizers make each ten times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { HOUSES = 6, ATTEMPTS = 200 };
#else
enum { HOUSES = 6, ATTEMPTS = 600 };
#endif

static uint64_t first_seed;
static unsigned attempts = ATTEMPTS;

/* A store's file, kept in memory to be written again and again. */
typedef struct kept_store {
    stored_house s;
    char copy[128];
    bool shown; /* its seeds are, to all */
    uint8_t *bytes;
    size_t size;
} kept_store;

static kept_store houses[HOUSES];

static void keep(kept_store *k) {
    FILE *file = fopen(k->s.h.path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    k->size = (size_t)ftell(file);
    rewind(file);
    k->bytes = malloc(k->size);
    assert_non_null(k->bytes);
    assert_int_equal(fread(k->bytes, 1, k->size, file), k->size);
    fclose(file);
    snprintf(k->copy, sizeof k->copy, "%s/copy.trey", k->s.h.folder);
}

static void remove_copy(const kept_store *k) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < 4; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s%s", k->copy, ends[i]);
        unlink(path);
    }
}

static void write_copy(const kept_store *k, const uint8_t *bytes, size_t size) {
    remove_copy(k);
    FILE *file = fopen(k->copy, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int build_houses(void **state) {
    static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
    (void)state;
    const char *seed = getenv("TREY_SEED"), *rounds = getenv("TREY_ROUNDS");
    first_seed = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    if (rounds) attempts = (unsigned)strtoul(rounds, NULL, 10);
    print_message("TREY_SEED=%" PRIu64 " TREY_ROUNDS=%u\n", first_seed, attempts);
    for (unsigned i = 0; i < 4; i++)
        stored_house_of(&houses[i].s, books[i], i % 2 ? TREY_REVEAL_AUDITOR : TREY_REVEAL_ALL, 3);
    stored_house_build(&houses[4].s, TREY_REVEAL_ALL, 1);
    stored_house_build(&houses[5].s, TREY_REVEAL_NOBODY, 2);
    for (unsigned i = 0; i < HOUSES; i++) {
        houses[i].shown = houses[i].s.h.reveal == TREY_REVEAL_ALL;
        keep(&houses[i]);
    }
    return 0;
}

static int tear_down_houses(void **state) {
    (void)state;
    for (unsigned i = 0; i < HOUSES; i++) {
        remove_copy(&houses[i]);
        free(houses[i].bytes);
        stored_house_tear_down(&houses[i].s);
    }
    return 0;
}

/* Is anything wrong with the copy? A store that does not even open says so itself. */
static bool found(const kept_store *k, bool key, bool witness, char said[600], uint64_t *record) {
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.house = "the house",
                                         .keys = key ? &k->s.h.keys : NULL,
                                         .witness = witness ? k->s.witness : NULL};
    trey_status status = stored_verify(k->copy, &options, &report, &message);
    *record = report.finding.seq;
    if (status != TREY_STATUS_OK) {
        bool refused = status == TREY_STATUS_STORE_CORRUPT || status == TREY_STATUS_STORE_FOREIGN ||
                       status == TREY_STATUS_STORE_FAILED || status == TREY_STATUS_STORE_NEWER;
        if (!refused) fail_msg("%s: %s", trey_status_name(status), message.text);
        assert_true(message.text[0] != '\0');
        snprintf(said, 600, "%s", message.text);
        return true;
    }
    bool bad = report.verdict != TREY_VERDICT_GOOD;
    if (bad) assert_true(report.finding.what[0] != '\0');
    snprintf(said, 600, "%s: record %" PRIu64 " of %s: %s; expected %s, found %s",
             trey_verdict_word(report.verdict), report.finding.seq, report.finding.stream,
             report.finding.what, report.finding.expected, report.finding.found);
    trey_verify_report_close(&report);
    return bad;
}

static void every_change_is_found(void **state) {
    (void)state;
    char said[600];
    uint64_t record;
    for (unsigned i = 0; i < attempts; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        write_copy(k, k->bytes, k->size);
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
    char said[600];
    uint64_t record;
    unsigned alone = 0;
    for (unsigned i = 0; i < attempts; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        write_copy(k, k->bytes, k->size);
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
    char said[600];
    uint64_t record;
    unsigned done = 0;
    for (unsigned i = 0; i < 40; i++) {
        attacker a;
        const kept_store *k = &houses[4 + i % 2];
        write_copy(k, k->bytes, k->size);
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
    char said[600];
    uint64_t record;
    unsigned done = 0;
    for (unsigned i = 0; i < 4 * HOUSES; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        write_copy(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
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

static void what_was_written_again_is_good(void **state) {
    (void)state;
    char said[600];
    uint64_t record;
    for (unsigned i = 0; i < 2 * HOUSES; i++) {
        attacker a;
        const kept_store *k = &houses[i % HOUSES];
        write_copy(k, k->bytes, k->size);
        attacker_open(&a, k->copy, first_seed + i);
        attacker_repents(&a);
        attacker_close(&a);
        if (found(k, i < HOUSES, true, said, &record)) fail_msg("house %u: %s", i % HOUSES, said);
    }
}

/* Bytes of the file, wherever they fall: it may be room that nobody reads. */
static void a_damaged_file_is_said_to_be_one(void **state) {
    (void)state;
    char said[600];
    uint64_t record;
    unsigned bad = 0, count = attempts / 4;
    for (unsigned i = 0; i < count; i++) {
        const kept_store *k = &houses[i % HOUSES];
        attacker a = {.bits = (first_seed + i) * UINT64_C(0x9e3779b97f4a7c15) + 1};
        uint8_t *bytes = malloc(k->size);
        size_t size = k->size;
        assert_non_null(bytes);
        memcpy(bytes, k->bytes, size);
        switch (attacker_dice(&a, 3)) {
        case 0:
            for (unsigned n = 0; n < 8; n++)
                bytes[attacker_dice(&a, size)] = (uint8_t)attacker_dice(&a, 256);
            break;
        case 1: {
            size_t page = attacker_dice(&a, size / 4096);
            memset(bytes + page * 4096, (int)attacker_dice(&a, 256), 4096);
            break;
        }
        default:
            size = attacker_dice(&a, size);
            break;
        }
        write_copy(k, bytes, size);
        free(bytes);
        bad += found(k, i % 2, false, said, &record);
    }
    print_message("%u of %u damaged files were refused; the rest was room that holds nothing, or "
                  "an index\n",
                  bad, count);
    assert_true(3 * bad >= count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_again_is_good),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(every_forgery_is_found),
        cmocka_unit_test(what_a_jackpot_was_not_told_is_found),
        cmocka_unit_test(an_answer_to_somebody_elses_command_is_found),
        cmocka_unit_test(an_answer_that_claims_too_much_is_found),
        cmocka_unit_test(a_damaged_file_is_said_to_be_one),
    };
    return cmocka_run_group_tests(tests, build_houses, tear_down_houses);
}
