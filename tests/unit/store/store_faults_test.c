/* store_faults_test.c -- disks that fill up and fail, files that are not what they
 * should be: a clear message, nothing acknowledged that is not stored, and a clean
 * opening afterwards. Of SQLite files; store_server_test.c has the server's. */
#include "store_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing_disk.h"

static trey_status commit_one(trey_store *store, trey_stream table, uint64_t number) {
    trey_batch *batch;
    trey_batch_open(&batch);
    add_command(batch, table, number, 2, 1 + number % 50, 100);
    trey_batch_keep(batch, table, "seed", &number, sizeof number);
    trey_status status = trey_store_commit(store, batch, NULL);
    trey_batch_close(batch);
    return status;
}

static bool is_stored(trey_store *store, uint64_t number) {
    trey_answer answer;
    trey_command_id id = command_id(number);
    return trey_store_answer(store, &id, &answer) == TREY_STATUS_OK;
}

/* ---- Syncs ----------------------------------------------------------------------------------- */
static void a_failed_sync_stops_the_store(void **state) {
    (void)state;
    failing_disk_open();
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A"), other;
    trey_store_info info;
    trey_cents cents;
    trey_cursor *cursor;
    bool done;
    trey_backup *backup;
    expect_ok(store, trey_backup_open(&backup, store, fixture_path("backup.db")));
    expect_ok(store, commit_one(store, table, 1));
    failing_disk_set(DISK_NO_SYNC, 1);
    assert_int_equal(commit_one(store, table, 2), TREY_STATUS_STORE_FAILED);
    assert_non_null(strstr(trey_store_message_text(store), "the store has stopped"));
    failing_disk_set(DISK_GOOD, 0); /* it would work again; nobody tries */
    assert_int_equal(commit_one(store, table, 2), TREY_STATUS_STORE_FAILED);
    assert_int_equal(commit_one(store, table, 3), TREY_STATUS_STORE_FAILED);
    assert_int_equal(trey_store_tell(store, &info), TREY_STATUS_STORE_FAILED);
    assert_int_equal(trey_store_balance(store, 129, &cents), TREY_STATUS_STORE_FAILED);
    assert_int_equal(trey_store_stream(store, TREY_STREAM_TABLE, "B", true, 0, &other),
                     TREY_STATUS_STORE_FAILED);
    assert_int_equal(trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0),
                     TREY_STATUS_STORE_FAILED);
    assert_int_equal(trey_backup_step(backup, &done), TREY_STATUS_STORE_FAILED);
    assert_non_null(strstr(trey_store_message_text(store), "the store has stopped"));
    trey_backup_close(backup);
    trey_store_close(store);
    store = open_fresh();
    assert_true(is_stored(store, 1));
    check_store(store);
    if (!is_stored(store, 2)) expect_ok(store, commit_one(store, table, 2));
    expect_ok(store, commit_one(store, table, 3));
    assert_int_equal(check_store(store), 7);
    trey_store_close(store);
}

/* Commits until the n-th sync fails, wherever that is; then everything that was
 * acknowledged must be there, and nothing twice. */
static void syncs_may_fail_anywhere(void **state) {
    (void)state;
    failing_disk_open();
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_store_close(store);
    uint64_t number = 0;
    for (unsigned n = 1; n <= 25; n++) {
        trey_store_message message;
        failing_disk_set(DISK_NO_SYNC, n);
        trey_status status = trey_store_open(&store, fixture_address(), NULL, &message);
        while (status == TREY_STATUS_OK) status = commit_one(store, table, ++number);
        assert_int_equal(status, TREY_STATUS_STORE_FAILED);
        trey_store_close(store);
        failing_disk_set(DISK_GOOD, 0);
        store = store_at(fixture_address(), NULL);
        check_store(store);
        for (uint64_t i = 1; i < number; i++) assert_true(is_stored(store, i));
        if (number > 0 && !is_stored(store, number)) number--;
        trey_store_close(store);
    }
    assert_true(number > 100);
}

static void a_failed_sync_of_the_file_itself_stops_the_store(void **state) {
    (void)state;
    static uint8_t body[TREY_RECORD_BYTES_MAX];
    failing_disk_open();
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch *batch;
    trey_status status = TREY_STATUS_OK;
    unsigned stored = 0;
    trey_batch_open(&batch);
    /* The log is brought home after sixteen megabytes, by a commit that is durable
     * already: it is acknowledged, and the next call is refused. */
    for (unsigned i = 0; i < 40 && status == TREY_STATUS_OK; i++) {
        trey_batch_clear(batch);
        trey_batch_record(batch, table, 1, 1, body, sizeof body);
        failing_disk_set(DISK_NO_SYNC, 2);
        status = trey_store_commit(store, batch, NULL);
        if (status == TREY_STATUS_OK) stored++;
    }
    assert_int_equal(status, TREY_STATUS_STORE_FAILED);
    assert_non_null(strstr(trey_store_message_text(store), "bring the log home"));
    trey_batch_close(batch);
    trey_store_close(store);
    failing_disk_set(DISK_GOOD, 0);
    store = open_fresh();
    assert_int_equal(check_store(store), 1 + stored);
    trey_store_close(store);
}

/* ---- Room --------------------------------------------------------------------------------------
 */
static void a_full_disk_stores_nothing_and_goes_on_later(void **state) {
    (void)state;
    failing_disk_open();
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    uint64_t number = 1, refused = 0;
    for (unsigned n = 1; n <= 30; n++) {
        failing_disk_set(DISK_FULL, n);
        trey_status status = commit_one(store, table, number);
        bool struck = failing_disk_struck();
        failing_disk_set(DISK_GOOD, 0);
        assert_int_equal(status, struck ? TREY_STATUS_STORE_FULL : TREY_STATUS_OK);
        if (struck) {
            assert_non_null(strstr(trey_store_message_text(store), "there is no room"));
            assert_false(is_stored(store, number));
            refused++;
            expect_ok(store, commit_one(store, table, number));
        }
        assert_int_equal(check_store(store), 1 + 2 * number);
        number++;
    }
    assert_true(refused > 5);
    trey_store_close(store);
}

/* ---- kill -9, at every write of a commit
 * ---------------------------------------------------------- */
static void write_until_killed(int told, trey_stream table, uint64_t number, unsigned after) {
    trey_store_message message;
    trey_store *store;
    failing_disk_set(DISK_KILLS, after);
    if (trey_store_open(&store, fixture_address(), NULL, &message) != TREY_STATUS_OK) _exit(1);
    for (;; number++) {
        if (commit_one(store, table, number) != TREY_STATUS_OK) _exit(2);
        if (write(told, &number, sizeof number) != sizeof number) _exit(3);
    }
}

static void a_process_may_die_at_any_write(void **state) {
    (void)state;
    failing_disk_open();
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_store_close(store);
    uint64_t stored = 0;
    for (unsigned after = 1; after <= 90; after++) {
        int told[2], ended;
        uint64_t acknowledged = 0;
        assert_int_equal(pipe(told), 0);
        pid_t writer = fork();
        if (writer == 0) write_until_killed(told[1], table, stored + 1, after);
        close(told[1]);
        while (read(told[0], &acknowledged, sizeof acknowledged) > 0) continue;
        close(told[0]);
        assert_int_equal(waitpid(writer, &ended, 0), writer);
        assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
        store = open_fresh();
        uint64_t records = check_store(store);
        assert_int_equal(records % 2, 1);
        uint64_t now = records / 2;
        assert_in_range(now, acknowledged > stored ? acknowledged : stored,
                        (acknowledged > stored ? acknowledged : stored) + 1);
        stored = now;
        trey_store_close(store);
    }
    assert_true(stored > 90);
}

/* ---- Files
 * -------------------------------------------------------------------------------------------*/
static void refused(const char *path, bool create, trey_status expected, const char *part) {
    trey_store *store = NULL;
    trey_store_message message;
    trey_status status =
        trey_store_open(&store, path, &(trey_store_options){.create = create}, &message);
    if (status != expected || !strstr(message.text, part))
        fail_msg("%s instead of %s: %s", trey_status_name(status), trey_status_name(expected),
                 message.text);
    assert_null(store);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void what_is_not_a_store_is_refused(void **state) {
    (void)state;
    const char *path = fixture_path("x.db");
    sqlite3 *other;
    refused(path, false, TREY_STATUS_NO_FILE, "trey store init");
    assert_int_equal(access(path, F_OK), -1);
    refused(fixture_path("none/x.db"), true, TREY_STATUS_NO_FILE, "cannot be made");
    refused("/dev/null", true, TREY_STATUS_STORE_FOREIGN, "not a file");
    write_file(path, "The quick brown fox jumps over the lazy dog, and this is no database at all, "
                     "however long it is looked at.\n");
    refused(path, true, TREY_STATUS_STORE_FOREIGN, "not a SQLite database");
    write_file(path, "");
    refused(path, false, TREY_STATUS_STORE_FOREIGN, "is empty");
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    sqlite3_exec(other, "CREATE TABLE record (seq)", NULL, NULL, NULL);
    sqlite3_close(other);
    refused(path, true, TREY_STATUS_STORE_FOREIGN, "another program");
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    sqlite3_exec(other, "DROP TABLE record; PRAGMA application_id = 252006673", NULL, NULL, NULL);
    sqlite3_close(other);
    refused(path, true, TREY_STATUS_STORE_FOREIGN, "another program");
}

/* Nothing of the password is told. */
static void an_address_with_two_ats_is_refused(void **state) {
    (void)state;
    static const char *const address[] = {"postgresql://trey:sec@ret@127.0.0.1:1/trey",
                                          "postgres://trey:se@cr@et@127.0.0.1:1/?user=x"};
    for (unsigned i = 0; i < 2; i++) {
        trey_store *store = NULL;
        trey_store_message message;
        assert_int_equal(trey_store_open(&store, address[i], NULL, &message), TREY_STATUS_INVALID);
        assert_null(store);
        assert_non_null(strstr(message.text, "%40"));
        assert_null(strstr(message.text, "ret"));
        assert_null(strstr(message.text, "cr"));
    }
}

static void a_store_of_another_version_is_refused(void **state) {
    (void)state;
    trey_store_close(open_fresh());
    assert_null(raw_sql("PRAGMA user_version = 2"));
    refused(fixture_address(), true, TREY_STATUS_STORE_VERSION,
            "has version 2, and this program reads version 1");
    assert_null(raw_sql("PRAGMA user_version = 1"));
    trey_store_close(open_fresh());
}

static void a_second_process_is_refused(void **state) {
    (void)state;
    trey_store *store = open_fresh();
    pid_t other = fork();
    if (other == 0) {
        trey_store_message message;
        trey_store *second;
        trey_status status = trey_store_open(&second, fixture_address(), NULL, &message);
        _exit(status == TREY_STATUS_STORE_BUSY && strstr(message.text, "one at a time") ? 0 : 1);
    }
    int ended;
    assert_int_equal(waitpid(other, &ended, 0), other);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    make_stream(store, TREY_STREAM_TABLE, "A");
    trey_store_close(store);
}

static void fill_file(void) {
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    for (uint64_t i = 1; i <= 300; i++) expect_ok(store, commit_one(store, table, i));
    trey_store_close(store);
}

static void overwrite(off_t at, const void *bytes, size_t count) {
    FILE *file = fopen(fixture_address(), "r+");
    assert_non_null(file);
    assert_int_equal(fseeko(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* Reads all there is; the first fault. */
static trey_status read_through(trey_store *store) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned part = TREY_PART_STREAMS; part <= TREY_PART_KEPT && status == TREY_STATUS_OK;
         part++) {
        trey_cursor *cursor;
        const trey_store_item *item;
        status = trey_cursor_open(&cursor, store, (trey_store_part)part, 0);
        if (status != TREY_STATUS_OK) break;
        while ((status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) continue;
        trey_cursor_close(cursor);
    }
    return status;
}

static void a_damaged_page_is_told(void **state) {
    (void)state;
    enum { PAGE = 4096 };
    static const uint8_t zeros[PAGE] = {0};
    static uint8_t rubbish[PAGE], kept[PAGE];
    struct stat about;
    unsigned told = 0;
    fill_file();
    assert_int_equal(stat(fixture_address(), &about), 0);
    for (unsigned i = 0; i < PAGE; i++) rubbish[i] = (uint8_t)(i * 37 + 11);
    for (off_t page = 0; page < about.st_size / PAGE; page++) {
        trey_store *store = NULL;
        trey_store_message message = {""};
        FILE *file = fopen(fixture_address(), "r");
        fseeko(file, page * PAGE, SEEK_SET);
        assert_int_equal(fread(kept, 1, PAGE, file), PAGE);
        fclose(file);
        overwrite(page * PAGE, page % 2 ? rubbish : zeros, PAGE);
        trey_status status = trey_store_open(&store, fixture_address(), NULL, &message);
        if (status == TREY_STATUS_OK) status = read_through(store);
        const char *text = store ? trey_store_message_text(store) : message.text;
        if (status != TREY_STATUS_OK) {
            told++;
            if (status != TREY_STATUS_STORE_CORRUPT && status != TREY_STATUS_STORE_FOREIGN)
                fail_msg("page %ld: %s: %s", (long)page, trey_status_name(status), text);
            assert_non_null(strstr(text, "restore a backup"));
        }
        trey_store_close(store);
        overwrite(page * PAGE, kept, PAGE);
    }
    /* Pages of indexes are not read in this way. */
    assert_true(told * PAGE * 2 > about.st_size);
    trey_store *store = open_fresh();
    assert_int_equal(check_store(store), 601);
    trey_store_close(store);
}

static void a_file_that_was_cut_off_is_told(void **state) {
    (void)state;
    fill_file();
    struct stat about;
    assert_int_equal(stat(fixture_address(), &about), 0);
    assert_int_equal(truncate(fixture_address(), about.st_size / 2 / 4096 * 4096), 0);
    trey_store *store = NULL;
    trey_store_message message;
    trey_status status = trey_store_open(&store, fixture_address(), NULL, &message);
    if (status == TREY_STATUS_OK) status = read_through(store);
    assert_int_equal(status, TREY_STATUS_STORE_CORRUPT);
    trey_store_close(store);
}

static void a_head_that_does_not_fit_is_told(void **state) {
    (void)state;
    fill_file();
    assert_null(raw_sql("DROP TRIGGER record_stays; DELETE FROM record WHERE seq = 601"));
    refused(fixture_address(), false, TREY_STATUS_STORE_CORRUPT, "does not fit its last record");
    assert_int_equal(unlink(fixture_address()), 0);
    fill_file();
    assert_null(raw_sql("DROP TRIGGER record_unchanged;"
                        "UPDATE record SET chain = zeroblob(32) WHERE seq = 601"));
    refused(fixture_address(), false, TREY_STATUS_STORE_CORRUPT, "does not fit its last record");
}

static void a_store_is_not_for_others_to_read(void **state) {
    (void)state;
    struct stat about;
    trey_store *store = open_fresh();
    make_stream(store, TREY_STREAM_TABLE, "A");
    char log[200];
    snprintf(log, sizeof log, "%s-wal", fixture_address());
    assert_int_equal(stat(log, &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
    trey_store_close(store);
    assert_int_equal(stat(fixture_address(), &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_failed_sync_stops_the_store),
        STORE_TEST(syncs_may_fail_anywhere),
        STORE_TEST(a_failed_sync_of_the_file_itself_stops_the_store),
        STORE_TEST(a_full_disk_stores_nothing_and_goes_on_later),
        STORE_TEST(a_process_may_die_at_any_write),
        STORE_TEST(what_is_not_a_store_is_refused),
        STORE_TEST(an_address_with_two_ats_is_refused),
        STORE_TEST(a_store_of_another_version_is_refused),
        STORE_TEST(a_second_process_is_refused),
        STORE_TEST(a_damaged_page_is_told),
        STORE_TEST(a_file_that_was_cut_off_is_told),
        STORE_TEST(a_head_that_does_not_fit_is_told),
        STORE_TEST(a_store_is_not_for_others_to_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
