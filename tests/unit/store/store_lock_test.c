/* store_lock_test.c -- several processes at one PostgreSQL store: the lock of its head,
 * claims, notices, and a disk that is full. */
#include "patience.h"
#include "store_fixture.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A holder of the lock that does nothing is taken for dead after five seconds. */
static const trey_store_options quick = {.create = true, .reconnect_seconds = 15};

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(unsigned ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static void fill(trey_batch *batch, trey_stream table, uint64_t number) {
    trey_batch_clear(batch);
    add_command(batch, table, number, 2, 1, 100);
}

static void break_connections(const char *which) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE"
             " application_name = 'trey' AND %s",
             which);
    assert_true(raw_number(sql) >= 1);
}

static trey_cents balance_of(trey_store *store, uint64_t player) {
    trey_cents cents = -1;
    expect_ok(store,
              trey_store_balance(store, trey_account_of(TREY_LEDGER_PLAYER, player), &cents));
    return cents;
}

/* ---- The lock --------------------------------------------------------------------------- */
/* Two processes count by reading and writing: without the lock one would miss the other. */
static void count_under_the_lock(trey_stream table, unsigned times, unsigned first) {
    trey_store *store = store_at(fixture_address(), &quick);
    trey_batch *batch;
    uint64_t last, kept = 0;
    trey_kept found;
    trey_batch_open(&batch);
    for (unsigned i = 0; i < times; i++) {
        expect_ok(store, trey_store_lock(store, &last));
        trey_status status = trey_store_kept(store, table, "count", &found);
        kept = 0;
        if (status == TREY_STATUS_OK) memcpy(&kept, found.body, sizeof kept);
        kept++;
        fill(batch, table, first + i);
        trey_batch_keep(batch, table, "count", &kept, sizeof kept);
        expect_ok(store, trey_store_commit(store, batch, NULL));
    }
    trey_batch_close(batch);
    trey_store_close(store);
}

static void what_is_read_under_the_lock_is_the_last(void **state) {
    (void)state;
    enum { TIMES = 150 };
    uint64_t count;
    trey_kept found;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    pid_t other = fork();
    if (other == 0) {
        count_under_the_lock(table, TIMES, 1000);
        _exit(0);
    }
    count_under_the_lock(table, TIMES, 1);
    int ended;
    assert_int_equal(waitpid(other, &ended, 0), other);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    expect_ok(store, trey_store_kept(store, table, "count", &found));
    memcpy(&count, found.body, sizeof count);
    assert_int_equal(count, 2 * TIMES);
    assert_int_equal(check_store(store), 1 + 4 * TIMES);
    trey_store_close(store);
}

static void a_lock_that_was_lost_to_nobody_is_kept(void **state) {
    (void)state;
    trey_batch *batch;
    uint64_t last;
    trey_receipt receipt;
    trey_store *store = store_at(fixture_address(), &quick);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned read = 0; read < 2; read++) { /* found out by reading, or by the commit */
        expect_ok(store, trey_store_lock(store, &last));
        break_connections("state = 'idle in transaction'");
        if (read) assert_int_equal(balance_of(store, 1), 100);
        fill(batch, table, read);
        expect_ok(store, trey_store_commit(store, batch, &receipt));
        assert_int_equal(receipt.first, last + 1);
    }
    assert_int_equal(check_store(store), 5);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_lock_that_was_lost_to_somebody_is_a_conflict(void **state) {
    (void)state;
    trey_batch *batch, *theirs;
    uint64_t last;
    trey_cents cents;
    trey_store *store = store_at(fixture_address(), &quick), *other = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    trey_batch_open(&theirs);
    for (unsigned read = 0; read < 2; read++) {
        expect_ok(store, trey_store_lock(store, &last));
        fill(batch, table, 100 + read);
        break_connections("state = 'idle in transaction'");
        fill(theirs, table, read);
        expect_ok(other, trey_store_commit(other, theirs, NULL));
        if (read)
            expect_status(store,
                          trey_store_balance(store, trey_account_of(TREY_LEDGER_PLAYER, 1), &cents),
                          TREY_STATUS_CONFLICT);
        expect_status(store, trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
        assert_non_null(strstr(trey_store_message_text(store), "decide again"));
        /* That batch is void for good; what is decided anew is not. */
        expect_status(store, trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
        assert_int_equal(balance_of(store, 1), 100 * (read + 1));
    }
    expect_ok(store, trey_store_lock(store, &last));
    assert_int_equal(last, 5);
    fill(batch, table, 100);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    assert_int_equal(check_store(store), 7);
    trey_batch_close(batch);
    trey_batch_close(theirs);
    trey_store_close(store);
    trey_store_close(other);
}

static void a_stopped_holder_delays_the_others_and_no_more(void **state) {
    (void)state;
    int told[2];
    char word;
    trey_batch *batch;
    trey_store *store = store_at(fixture_address(), &quick);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    assert_int_equal(pipe(told), 0);
    pid_t holder = fork();
    if (holder == 0) {
        uint64_t last;
        trey_store *own = store_at(fixture_address(), &quick);
        fill(batch, table, 1);
        if (trey_store_lock(own, &last) != TREY_STATUS_OK || write(told[1], "l", 1) != 1) _exit(2);
        raise(SIGSTOP);
        _exit(trey_store_commit(own, batch, NULL) == TREY_STATUS_CONFLICT ? 0 : 1);
    }
    assert_int_equal(read(told[0], &word, 1), 1);
    fill(batch, table, 2);
    expect_ok(store, trey_store_commit(store, batch, NULL)); /* while the other is still stopped */
    int ended;
    kill(holder, SIGCONT);
    assert_int_equal(waitpid(holder, &ended, 0), holder);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0); /* what it had decided was not written */
    assert_int_equal(check_store(store), 3);
    close(told[0]);
    close(told[1]);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_lock_is_waited_for_so_long_and_no_longer(void **state) {
    (void)state;
    uint64_t last;
    trey_store *holder = open_fresh();
    trey_store *store = store_at(fixture_address(), &(trey_store_options){.reconnect_seconds = 1});
    expect_ok(holder, trey_store_lock(holder, &last));
    int64_t before = milliseconds();
    expect_status(store, trey_store_lock(store, &last), TREY_STATUS_STORE_BUSY);
    assert_non_null(strstr(trey_store_message_text(store), "pg_stat_activity"));
    assert_true(milliseconds() - before >= 900);
    trey_store_unlock(holder);
    WAIT_UNTIL(trey_store_lock(store, &last) == TREY_STATUS_OK);
    trey_store_close(store);
    trey_store_close(holder);
}

/* ---- Claims and notices ---------------------------------------------------------------------- */
static void two_processes_claim_the_same_and_one_has_it(void **state) {
    (void)state;
    enum { CLAIMS = 60 };
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_JACKPOT, "A");
    pid_t racer[2];
    for (unsigned i = 0; i < 2; i++) {
        racer[i] = fork();
        if (racer[i] != 0) continue;
        trey_store *own = open_fresh();
        trey_batch *batch;
        unsigned won = 0;
        trey_batch_open(&batch);
        for (unsigned n = 0; n < CLAIMS; n++) {
            char name[16];
            snprintf(name, sizeof name, "hit-%u", n);
            fill(batch, table, 1000 * i + n);
            trey_batch_claim(batch, table, name);
            trey_status status = trey_store_commit(own, batch, NULL);
            if (status != TREY_STATUS_OK && status != TREY_STATUS_CONFLICT) _exit(255);
            won += status == TREY_STATUS_OK;
        }
        _exit((int)won);
    }
    int won = 0, ended;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(waitpid(racer[i], &ended, 0), racer[i]);
        assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) <= CLAIMS);
        won += WEXITSTATUS(ended);
    }
    assert_int_equal(won, CLAIMS);
    assert_int_equal(raw_number("SELECT count(*) FROM claim"), CLAIMS);
    assert_int_equal(check_store(store), 1 + 2 * CLAIMS);
    trey_store_close(store);
}

/* ---- Faults -----------------------------------------------------------------------------------
 */
static void control(const char *word) {
    char command[512];
    snprintf(command, sizeof command, "sh '%s/postgres.sh' %s '%s'", TREY_STORE_TESTS, word,
             getenv("TREY_POSTGRES_FOLDER"));
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): words of our own
}

static void a_server_that_is_not_there_yet_is_waited_for(void **state) {
    (void)state;
    trey_store *store;
    trey_store_message message;
    trey_store_close(open_fresh());
    control("halt");
    int64_t before = milliseconds();
    assert_int_equal(trey_store_open(&store, fixture_address(),
                                     &(trey_store_options){.open_seconds = 1}, &message),
                     TREY_STATUS_STORE_LOST);
    assert_true(milliseconds() - before >= 900);
    assert_non_null(strstr(message.text, "see whether it runs"));
    pid_t starter = fork();
    if (starter == 0) {
        sleep_ms(500);
        control("resume");
        _exit(0);
    }
    store = store_at(fixture_address(), &(trey_store_options){.open_seconds = 600});
    waitpid(starter, NULL, 0);
    trey_store_close(store);
    /* One that is there and refuses is not waited for. */
    char address[512];
    snprintf(address, sizeof address, "postgresql:///none?host=%s&user=postgres",
             getenv("TREY_POSTGRES_FOLDER"));
    assert_int_equal(
        trey_store_open(&store, address, &(trey_store_options){.open_seconds = 86400}, &message),
        TREY_STATUS_STORE_LOST);
    assert_non_null(strstr(message.text, "\"none\" does not exist"));
}

/* The records' table moves to a small disk of its own, which is filled up. */
static bool make_small_disk(char *path, size_t room) {
    char command[1024];
    snprintf(path, room, "%s/small", getenv("TREY_POSTGRES_FOLDER"));
    snprintf(command, sizeof command,
             "mkdir -p '%s' && mount -t tmpfs -o size=1m,mode=700,uid=$(id -u postgres) none '%s'"
             " 2>/dev/null",
             path, path);
    return geteuid() == 0 && system(command) == 0; // NOLINT(cert-env33-c): words of our own
}

static void a_full_disk_takes_nothing_until_there_is_room(void **state) {
    (void)state;
    char small[256], sql[512];
    trey_batch *batch;
    uint64_t number = 0;
    if (!make_small_disk(small, sizeof small)) {
        printf("no disk can be mounted here; the server's word for a full one is tried below\n");
        skip();
    }
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", small);
    assert_null(raw_sql(sql));
    assert_null(raw_sql("ALTER TABLE record SET TABLESPACE small"));
    trey_batch_open(&batch);
    trey_status status = TREY_STATUS_OK;
    static uint8_t body[20000];
    for (unsigned i = 0; i < sizeof body; i++) body[i] = (uint8_t)(i * i >> 7); /* not packed */
    while (number < 400 && status == TREY_STATUS_OK) {
        fill(batch, table, ++number);
        trey_batch_record(batch, table, 7, 1700000000000000, body, sizeof body);
        status = trey_store_commit(store, batch, NULL);
    }
    expect_status(store, status, TREY_STATUS_STORE_FULL);
    assert_non_null(strstr(trey_store_message_text(store), "free some"));
    trey_answer answer;
    trey_command_id id = command_id(number);
    assert_int_equal(trey_store_answer(store, &id, &answer), TREY_STATUS_NOT_FOUND);
    assert_int_equal(check_store(store), 1 + 3 * (number - 1));
    assert_null(raw_sql("ALTER TABLE record SET TABLESPACE pg_default"));
    expect_ok(store, trey_store_commit(store, batch, NULL)); /* the same batch */
    expect_ok(store, trey_store_commit(store, batch, NULL));
    assert_int_equal(check_store(store), 1 + 3 * number);
    trey_batch_close(batch);
    trey_store_close(store);
    assert_null(raw_sql("DROP TABLESPACE small"));
    snprintf(sql, sizeof sql, "umount '%s' && rmdir '%s'", small, small);
    assert_int_equal(system(sql), 0); // NOLINT(cert-env33-c): words of our own
}

/* The same with the word that the server has for it, for machines where nothing can be
 * mounted; also while the lock is held. */
static void a_server_without_room_takes_nothing(void **state) {
    (void)state;
    trey_batch *batch;
    uint64_t last;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    assert_null(raw_sql("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        " RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;"
                        "CREATE TRIGGER full_disk BEFORE INSERT ON answer FOR EACH STATEMENT"
                        " EXECUTE FUNCTION full_disk()"));
    for (unsigned locked = 0; locked < 2; locked++) {
        fill(batch, table, locked);
        if (locked) expect_ok(store, trey_store_lock(store, &last));
        expect_status(store, trey_store_commit(store, batch, NULL), TREY_STATUS_STORE_FULL);
        assert_int_equal(check_store(store), 1 + 2 * locked);
        assert_null(raw_sql("ALTER TABLE answer DISABLE TRIGGER full_disk"));
        expect_ok(store, trey_store_commit(store, batch, NULL));
        assert_int_equal(check_store(store), 3 + 2 * locked);
        assert_null(raw_sql("ALTER TABLE answer ENABLE TRIGGER full_disk"));
    }
    trey_batch_close(batch);
    trey_store_close(store);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_is_read_under_the_lock_is_the_last),
        STORE_TEST(a_lock_that_was_lost_to_nobody_is_kept),
        STORE_TEST(a_lock_that_was_lost_to_somebody_is_a_conflict),
        STORE_TEST(a_stopped_holder_delays_the_others_and_no_more),
        STORE_TEST(a_lock_is_waited_for_so_long_and_no_longer),
        STORE_TEST(two_processes_claim_the_same_and_one_has_it),
        STORE_TEST(a_server_that_is_not_there_yet_is_waited_for),
        STORE_TEST(a_full_disk_takes_nothing_until_there_is_room),
        STORE_TEST(a_server_without_room_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
