/* store_crash_test.c -- a writer is killed at random moments, again and again: what it
 * was told is stored is there, nothing is there twice, nothing is half there. Runs with
 * both backends. TREY_SEED sets the seed, TREY_KILLS the number of kills. */
#include "store_fixture.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t bits;

static unsigned draw(unsigned below) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return (unsigned)((bits >> 33) % below);
}

/* A batch has one to nine commands, all numbered on; its size goes into the record. */
static uint64_t commit_some(trey_store *store, trey_batch *batch, trey_stream table,
                            uint64_t next) {
    trey_batch_clear(batch);
    unsigned commands = 1 + (unsigned)(next % 9);
    for (unsigned i = 0; i < commands; i++, next++)
        add_command(batch, table, next, 1 + (unsigned)(next % 3), next % 20 + 1, 100);
    trey_batch_keep(batch, table, "last", &next, sizeof next);
    if (trey_store_commit(store, batch, NULL) != TREY_STATUS_OK) _exit(2);
    return next;
}

static void write_on(int told, trey_stream table, uint64_t next) {
    trey_store_message message;
    trey_store *store;
    trey_batch *batch;
    if (trey_store_open(&store, fixture_address(), NULL, &message) != TREY_STATUS_OK) _exit(1);
    trey_batch_open(&batch);
    for (;;) {
        next = commit_some(store, batch, table, next);
        if (write(told, &next, sizeof next) != sizeof next) _exit(3);
    }
}

/* The first number that is not stored, from what is kept; answers must agree. */
static uint64_t first_missing(trey_store *store, trey_stream table) {
    trey_kept kept;
    trey_answer answer;
    uint64_t next = 1;
    trey_status status = trey_store_kept(store, table, "last", &kept);
    if (status == TREY_STATUS_NOT_FOUND) return next;
    expect_status(store, status, TREY_STATUS_OK);
    for (unsigned i = 0; i < 8; i++) ((uint8_t *)&next)[i] = kept.body[i];
    trey_command_id id = command_id(next);
    assert_int_equal(trey_store_answer(store, &id, &answer), TREY_STATUS_NOT_FOUND);
    for (uint64_t i = next > 40 ? next - 40 : 1; i < next; i++) {
        id = command_id(i);
        expect_ok(store, trey_store_answer(store, &id, &answer));
        assert_int_equal(answer.number, i);
    }
    return next;
}

static void sleep_random(void) {
    struct timespec time = {0, (long)draw(fixture_is_server() ? 60 : 25) * 1000000};
    nanosleep(&time, NULL);
}

/* A server may still be at the last commit of somebody who is gone. */
static void wait_for_the_server(void) {
    const struct timespec moment = {0, 2000000};
    while (fixture_is_server() &&
           raw_number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'trey'") > 0)
        nanosleep(&moment, NULL);
}

static void what_was_acknowledged_survives_kill_9(void **state) {
    (void)state;
    const char *text = getenv("TREY_SEED");
    bits = text ? strtoull(text, NULL, 0) : 20;
    text = getenv("TREY_KILLS");
    unsigned kills = text ? (unsigned)strtoul(text, NULL, 0) : 40;
    printf("TREY_SEED=%" PRIu64 ", %u kills\n", bits, kills);
    bits ^= UINT64_C(0x9e3779b97f4a7c15);
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_store_close(store);
    uint64_t next = 1, batches = 0;
    for (unsigned i = 0; i < kills; i++) {
        int told[2], ended;
        uint64_t acknowledged = next;
        assert_int_equal(pipe(told), 0);
        pid_t writer = fork();
        if (writer == 0) write_on(told[1], table, next);
        close(told[1]);
        /* However slow the machine is: after none, one or two of its batches. */
        for (unsigned wait = draw(3); wait > 0; wait--, batches++)
            assert_int_equal(read(told[0], &acknowledged, sizeof acknowledged),
                             sizeof acknowledged);
        sleep_random();
        kill(writer, SIGKILL);
        while (read(told[0], &acknowledged, sizeof acknowledged) > 0) continue;
        close(told[0]);
        assert_int_equal(waitpid(writer, &ended, 0), writer);
        assert_true(WIFSIGNALED(ended)); /* and not stopped by itself */
        wait_for_the_server();
        store = open_fresh();
        check_store(store);
        uint64_t stored = first_missing(store, table);
        assert_true(stored == acknowledged || stored == acknowledged + 1 + acknowledged % 9);
        next = stored;
        trey_store_close(store);
    }
    printf("%" PRIu64 " commands\n", next - 1);
    assert_true(next > batches && batches > 0);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {STORE_TEST(what_was_acknowledged_survives_kill_9)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
