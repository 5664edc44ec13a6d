/* store_server_test.c -- what only a PostgreSQL store can meet: connections that break,
 * a server that goes away, several processes at once. */
#include "patience.h"
#include "store_fixture.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ms(unsigned ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static trey_status commit_one(trey_store *store, trey_batch *batch, trey_stream table,
                              uint64_t number) {
    trey_batch_clear(batch);
    add_command(batch, table, number, 2, 1 + number % 9, 100);
    return trey_store_commit(store, batch, NULL);
}

/* Commits so many numbers from `first` on in a process of its own. */
static pid_t start_writer(trey_stream table, uint64_t first, uint64_t count) {
    pid_t writer = fork();
    if (writer != 0) return writer;
    trey_batch *batch;
    trey_store *store;
    trey_store_message message;
    if (trey_store_open(&store, fixture_address(), NULL, &message) != TREY_STATUS_OK) {
        fprintf(stderr, "%s\n", message.text);
        _exit(3);
    }
    trey_batch_open(&batch);
    for (uint64_t i = 0; i < count; i++) {
        if (commit_one(store, batch, table, first + i) != TREY_STATUS_OK) {
            fprintf(stderr, "%s\n", trey_store_message_text(store));
            _exit(1);
        }
    }
    _exit(0);
}

static void wait_for_records(int64_t count) {
    while (raw_number("SELECT records FROM head") < count) sleep_ms(5);
}

static void expect_done(pid_t writer) {
    int ended;
    assert_int_equal(waitpid(writer, &ended, 0), writer);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0);
}

static void control(const char *word) {
    char command[512];
    snprintf(command, sizeof command, "sh '%s/postgres.sh' %s '%s'", TREY_STORE_TESTS, word,
             getenv("TREY_POSTGRES_FOLDER"));
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): words of our own
}

static uint64_t each_once(trey_store *store, uint64_t first, uint64_t count) {
    trey_answer answer;
    trey_record record;
    for (uint64_t i = first; i < first + count; i++) {
        trey_command_id id = command_id(i);
        expect_ok(store, trey_store_answer(store, &id, &answer));
        assert_int_equal(answer.count, 2);
        expect_ok(store, trey_store_record(store, answer.first, &record));
        assert_memory_equal(record.body, &i, sizeof i); /* of this very command */
    }
    return check_store(store);
}

static void broken_connections_lose_and_double_nothing(void **state) {
    (void)state;
    enum { COUNT = 300 };
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    uint64_t count = 0;
    int ended, breaks = 0;
    /* Where a writer comes to its end before anything breaks, another goes on. */
    WAIT_DOING(breaks > 0, {
        const int64_t before = raw_number("SELECT records FROM head");
        pid_t writer = start_writer(table, 1 + count, COUNT);
        count += COUNT;
        while (waitpid(writer, &ended, WNOHANG) == 0) {
            sleep_ms(12);
            /* Whoever only opens the store is told, and does not wait. */
            if (raw_number("SELECT records FROM head") == before) continue;
            breaks += raw_number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                 " WHERE application_name = 'trey' AND query LIKE '%COMMIT%' OR"
                                 " application_name = 'trey' AND state = 'active'") > 0;
        }
        assert_true(WIFEXITED(ended));
        assert_int_equal(WEXITSTATUS(ended), 0);
    });
    printf("%d breaks\n", breaks);
    assert_int_equal(each_once(store, 1, count), 1 + 2 * count);
    trey_store_close(store);
}

static void a_server_that_went_away_is_waited_for(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    pid_t writer = start_writer(table, 1, COUNT);
    for (unsigned i = 0; i < 2; i++) {
        /* On a busy machine the writer may be at its end already. */
        int64_t next = raw_number("SELECT records FROM head") + 100;
        wait_for_records(next < 1 + 2 * COUNT ? next : 1 + 2 * COUNT);
        control("halt");
        sleep_ms(200);
        control("resume");
    }
    expect_done(writer);
    /* This one was not in use meanwhile, and finds out by itself. */
    assert_int_equal(each_once(store, 1, COUNT), 1 + 2 * COUNT);
    trey_store_close(store);
}

static void a_server_that_stays_away_is_told(void **state) {
    (void)state;
    trey_batch *batch;
    trey_receipt receipt;
    trey_store_message message;
    trey_store *second;
    trey_store *store =
        store_at(fixture_address(), &(trey_store_options){.create = true, .reconnect_seconds = 1});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    control("halt");
    add_command(batch, table, 1, 2, 1, 100);
    assert_int_equal(trey_store_commit(store, batch, &receipt), TREY_STATUS_STORE_LOST);
    assert_non_null(strstr(trey_store_message_text(store), "see whether it runs"));
    assert_int_equal(trey_store_open(&second, fixture_address(),
                                     &(trey_store_options){.open_seconds = 1}, &message),
                     TREY_STATUS_STORE_LOST);
    control("resume");
    /* The same batch again. */
    WAIT_UNTIL(trey_store_commit(store, batch, &receipt) == TREY_STATUS_OK);
    assert_int_equal(receipt.first, 2);
    assert_int_equal(receipt.last, 3);
    expect_ok(store, trey_store_commit(store, batch, &receipt)); /* and once too often */
    assert_int_equal(receipt.first, 2);
    assert_int_equal(check_store(store), 3);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void several_processes_write_one_chain(void **state) {
    (void)state;
    enum { WRITERS = 3, COUNT = 120 };
    pid_t writer[WRITERS];
    trey_store *store = open_fresh();
    for (unsigned i = 0; i < WRITERS; i++) {
        char name[8];
        snprintf(name, sizeof name, "T%u", i);
        trey_stream table = make_stream(store, TREY_STREAM_TABLE, name);
        writer[i] = start_writer(table, 1 + i * COUNT, COUNT);
    }
    for (unsigned i = 0; i < WRITERS; i++) expect_done(writer[i]);
    assert_int_equal(each_once(store, 1, WRITERS * COUNT), WRITERS + 2 * WRITERS * COUNT);
    trey_store_close(store);
}

static void two_make_the_same_stream_once(void **state) {
    (void)state;
    trey_store *one = open_fresh(), *two = open_fresh();
    for (unsigned i = 0; i < 10; i++) {
        char name[8];
        snprintf(name, sizeof name, "T%u", i);
        assert_int_equal(make_stream(i % 2 ? one : two, TREY_STREAM_TABLE, name), i + 1);
        assert_int_equal(make_stream(i % 2 ? two : one, TREY_STREAM_TABLE, name), i + 1);
    }
    assert_int_equal(check_store(two), 10);
    trey_store_close(one);
    trey_store_close(two);
}

static void refused(const char *address, bool create, trey_status expected, const char *part) {
    trey_store *store = NULL;
    trey_store_message message;
    trey_status status = trey_store_open(
        &store, address,
        &(trey_store_options){.create = create,
                              .open_seconds = expected == TREY_STATUS_STORE_LOST ? 1 : 600},
        &message);
    if (status != expected || !strstr(message.text, part))
        fail_msg("%s instead of %s: %s", trey_status_name(status), trey_status_name(expected),
                 message.text);
}

static void what_is_not_a_store_is_refused(void **state) {
    (void)state;
    refused(fixture_address(), false, TREY_STATUS_NO_FILE, "trey store init");
    assert_null(raw_sql("CREATE SCHEMA trey; CREATE TABLE trey.thing (one integer)"));
    refused(fixture_address(), true, TREY_STATUS_STORE_FOREIGN, "another program");
    assert_null(raw_sql("DROP SCHEMA trey CASCADE"));
    trey_store_close(open_fresh());
    assert_null(raw_sql("UPDATE trey.store SET version = 2"));
    refused(fixture_address(), true, TREY_STATUS_STORE_VERSION,
            "has version 2, and this program reads version 1");
    refused("postgresql:///none?host=/nowhere&user=postgres", false, TREY_STATUS_STORE_LOST,
            "see whether it runs");
}

static void a_password_is_not_shown(void **state) {
    (void)state;
    static const char *const addresses[] = {
        "postgresql://player:hush@/none?host=/nowhere",
        "postgresql:///none?host=/nowhere&password=hush&user=player",
        "postgres:///none?host=/nowhere&password=hush"};
    for (unsigned i = 0; i < 3; i++) {
        trey_store *store;
        trey_store_message message;
        assert_int_equal(trey_store_open(&store, addresses[i],
                                         &(trey_store_options){.open_seconds = 1}, &message),
                         TREY_STATUS_STORE_LOST);
        assert_null(strstr(message.text, "hush"));
        assert_non_null(strstr(message.text, "none?host=/nowhere"));
    }
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

/* ---- Durability ----------------------------------------------------------------------------- */
static void set_by_hand(const char *sql) {
    const char *fault = raw_sql(sql);
    if (fault) fail_msg("%s: %s", sql, fault);
}

/* A commit that is acknowledged is on the server's disk, whatever the database has been told is
 * good enough for everybody else. A trigger notes what holds for each record while it is written,
 * also behind a connection that broke. */
static void commits_are_durable_whatever_the_database_prefers(void **state) {
    (void)state;
    trey_batch *batch;
    set_by_hand("ALTER DATABASE postgres SET synchronous_commit = off");
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    set_by_hand("CREATE TABLE seen (how text)");
    set_by_hand("CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO"
                " trey.seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$");
    set_by_hand("CREATE TRIGGER note AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION note()");
    trey_batch_open(&batch);
    expect_ok(store, commit_one(store, batch, table, 1));
    assert_true(raw_number("SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
                           " WHERE application_name = 'trey'") > 0);
    expect_ok(store, commit_one(store, batch, table, 2));
    assert_int_equal(raw_number("SELECT count(*) FROM seen"), 4);
    assert_int_equal(raw_number("SELECT count(*) FROM seen WHERE how <> 'on'"), 0);
    trey_batch_close(batch);
    trey_store_close(store);
    set_by_hand("ALTER DATABASE postgres RESET synchronous_commit");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(broken_connections_lose_and_double_nothing),
        STORE_TEST(a_server_that_went_away_is_waited_for),
        STORE_TEST(a_server_that_stays_away_is_told),
        STORE_TEST(several_processes_write_one_chain),
        STORE_TEST(two_make_the_same_stream_once),
        STORE_TEST(what_is_not_a_store_is_refused),
        STORE_TEST(a_password_is_not_shown),
        STORE_TEST(commits_are_durable_whatever_the_database_prefers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
