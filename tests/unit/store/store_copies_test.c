/* store_copies_test.c -- backups while the store is in use, and imports. Runs with
 * both backends. */
#include "store_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const trey_store_part PARTS[] = {
    TREY_PART_STREAMS,   TREY_PART_RECORDS, TREY_PART_ANSWERS, TREY_PART_CHECKPOINTS,
    TREY_PART_SNAPSHOTS, TREY_PART_KEPT,    TREY_PART_CLAIMS,  TREY_PART_BATCHES};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

/* ---- Comparing --------------------------------------------------------------------------- */
static void same_bytes(const uint8_t *a, uint32_t a_size, const uint8_t *b, uint32_t b_size) {
    assert_int_equal(a_size, b_size);
    if (a_size > 0) assert_memory_equal(a, b, a_size);
}

static void same_item(const trey_store_item *a, const trey_store_item *b) {
    assert_int_equal(a->part, b->part);
    switch (a->part) {
    case TREY_PART_STREAMS:
        assert_memory_equal(&a->stream, &b->stream, sizeof a->stream);
        break;
    case TREY_PART_RECORDS:
        assert_memory_equal(a->record.chain.byte, b->record.chain.byte, TREY_HASH_BYTES);
        same_bytes(a->record.body, a->record.size, b->record.body, b->record.size);
        assert_int_equal(a->record.transfers, b->record.transfers);
        break;
    case TREY_PART_ANSWERS:
        assert_int_equal(a->answer.number, b->answer.number);
        assert_int_equal(a->answer.first, b->answer.first);
        assert_int_equal(a->answer.count, b->answer.count);
        assert_memory_equal(&a->answer.command, &b->answer.command, TREY_COMMAND_ID_BYTES);
        same_bytes(a->answer.body, a->answer.size, b->answer.body, b->answer.size);
        break;
    case TREY_PART_CHECKPOINTS:
        assert_memory_equal(&a->checkpoint, &b->checkpoint, sizeof a->checkpoint);
        break;
    case TREY_PART_BALANCES:
        assert_memory_equal(&a->balance, &b->balance, sizeof a->balance);
        break;
    case TREY_PART_SNAPSHOTS:
        assert_int_equal(a->snapshot.place, b->snapshot.place);
        same_bytes(a->snapshot.body, a->snapshot.size, b->snapshot.body, b->snapshot.size);
        assert_memory_equal(&a->snapshot.mac, &b->snapshot.mac, sizeof a->snapshot.mac);
        break;
    case TREY_PART_KEPT:
        assert_string_equal(a->kept.name, b->kept.name);
        same_bytes(a->kept.body, a->kept.size, b->kept.body, b->kept.size);
        assert_memory_equal(&a->kept.mac, &b->kept.mac, sizeof a->kept.mac);
        break;
    case TREY_PART_CLAIMS:
        assert_int_equal(a->claim.stream, b->claim.stream);
        assert_string_equal(a->claim.name, b->claim.name);
        break;
    case TREY_PART_BATCHES:
        assert_int_equal(a->batch.number, b->batch.number);
        assert_memory_equal(&a->batch.link, &b->batch.link, sizeof a->batch.link);
        assert_memory_equal(&a->batch.mac, &b->batch.mac, sizeof a->batch.mac);
        same_bytes(a->batch.kept, a->batch.size, b->batch.kept, b->batch.size);
        break;
    }
}

static void same_stores(trey_store *one, trey_store *other) {
    for (unsigned part = 0; part <= TREY_PART_BATCHES; part++) {
        trey_cursor *a, *b;
        const trey_store_item *left, *right;
        unsigned count = 0;
        expect_ok(one, trey_cursor_open(&a, one, (trey_store_part)part, 0));
        expect_ok(other, trey_cursor_open(&b, other, (trey_store_part)part, 0));
        do {
            expect_ok(one, trey_cursor_next(a, &left));
            expect_ok(other, trey_cursor_next(b, &right));
            assert_int_equal(left == NULL, right == NULL);
            if (left && right) same_item(left, right);
            count++;
        } while (left);
        assert_true(count > 1); /* there is something of everything */
        trey_cursor_close(a);
        trey_cursor_close(b);
    }
}

/* ---- A store with something of everything ------------------------------------------------- */
static trey_store_keys keys;

static trey_store *open_filled(unsigned commands) {
    trey_store_message message;
    trey_batch *batch;
    assert_int_equal(trey_store_keys_create(fixture_path("keys"), &keys, &message), TREY_STATUS_OK);
    trey_store *store =
        store_at(fixture_address(),
                 &(trey_store_options){.create = true, .keys = &keys, .checkpoint_every = 1000});
    trey_stream a = make_stream(store, TREY_STREAM_TABLE, "Tisch \"\\ \xc3\xbc");
    trey_stream b = make_stream(store, TREY_STREAM_CAGE, "B");
    uint64_t epoch;
    expect_ok(store, trey_store_lease(store, b, &epoch));
    trey_batch_open(&batch);
    for (unsigned i = 1; i <= commands; i++) {
        add_command(batch, i % 3 ? a : b, i, i % 4, 1 + i % 7, i % 5);
        if (i % 500 && i != commands) continue;
        trey_batch_snapshot(batch, a, i / 8, "snapshot", 8);
        trey_batch_keep(batch, b, "due", "", 0);
        trey_batch_keep(batch, a, "seed", &i, sizeof i);
        char name[32];
        snprintf(name, sizeof name, "hit-%u", i);
        trey_batch_claim(batch, a, name);
        trey_batch_claim(batch, b, name);
        expect_ok(store, trey_store_commit(store, batch, NULL));
        trey_batch_clear(batch);
    }
    trey_batch_close(batch);
    return store;
}

/* ---- Backups ----------------------------------------------------------------------------------
 */
static void a_backup_is_a_store_of_its_own(void **state) {
    (void)state;
    trey_store *store = open_filled(3000);
    const char *path = fixture_path("backup.db");
    expect_ok(store, trey_store_backup(store, path));
    trey_store *copy = store_at(path, &(trey_store_options){.keys = &keys});
    same_stores(store, copy);
    assert_int_equal(check_store(copy), check_store(store));
    make_stream(copy, TREY_STREAM_TABLE, "goes on");
    trey_store_close(copy);
    assert_int_equal(trey_store_backup(store, path), TREY_STATUS_INVALID);
    assert_non_null(strstr(trey_store_message_text(store), "name another file"));
    assert_int_equal(trey_store_backup(store, fixture_path("none/b.db")), TREY_STATUS_NO_FILE);
    trey_store_close(store);
}

static void a_backup_goes_on_between_commits(void **state) {
    (void)state;
    trey_store *store = open_filled(16000);
    const char *path = fixture_path("backup.db");
    trey_backup *backup;
    trey_batch *batch;
    trey_store_info before, after, copied;
    bool done = false;
    unsigned steps = 0;
    uint64_t number = 100000;
    trey_batch_open(&batch);
    expect_ok(store, trey_store_tell(store, &before));
    expect_ok(store, trey_backup_open(&backup, store, path));
    while (!done) {
        trey_batch_clear(batch);
        for (unsigned i = 0; i < 20; i++) add_command(batch, 1, number++, 1, 1, 100);
        expect_ok(store, trey_store_commit(store, batch, NULL));
        expect_ok(store, trey_backup_step(backup, &done));
        steps++;
    }
    trey_backup_close(backup);
    expect_ok(store, trey_store_tell(store, &after));
    assert_true(steps > 2);
    trey_store *copy = store_at(path, &(trey_store_options){.create = false});
    expect_ok(copy, trey_store_tell(copy, &copied));
    check_store(copy);
    assert_int_equal(copied.records, fixture_is_server() ? before.records : after.records);
    trey_store_close(copy);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void half_a_backup_does_not_stay(void **state) {
    (void)state;
    trey_store *store = open_filled(6000);
    const char *path = fixture_path("backup.db");
    trey_backup *backup;
    bool done;
    expect_ok(store, trey_backup_open(&backup, store, path));
    expect_ok(store, trey_backup_step(backup, &done));
    assert_false(done);
    trey_backup_close(backup);
    assert_int_equal(access(path, F_OK), -1);
    trey_store_close(store);
}

/* A process that is killed removes nothing. Of a large copy the first page is written last, so
 * half of one begins with zeros. */
static void half_a_backup_of_a_dead_process_is_written_over(void **state) {
    (void)state;
    static const char *const left[] = {"", "SQLite format 3", NULL};
    trey_store *store = open_filled(6000);
    for (unsigned i = 0; i < 3; i++) {
        char path[256], half[300], page[4096] = "";
        snprintf(path, sizeof path, "%s%u", fixture_path("backup.db"), i);
        snprintf(half, sizeof half, "%s.part", path);
        FILE *file = fopen(half, "w");
        assert_non_null(file);
        snprintf(page, sizeof page, "%s", left[i] ? left[i] : "a letter home");
        fwrite(page, 1, sizeof page, file);
        fclose(file);
        trey_status status = trey_store_backup(store, path);
        assert_int_equal(status, left[i] ? TREY_STATUS_OK : TREY_STATUS_INVALID);
        if (!left[i]) continue;
        trey_store *copy = store_at(path, &(trey_store_options){.create = false});
        check_store(copy);
        trey_store_close(copy);
    }
    trey_store_close(store);
}

/* ---- Imports ------------------------------------------------------------------------------------
 */
typedef void change_item(trey_store_item *item, unsigned *skip);

static trey_status import_all(trey_store *from, trey_store *to, change_item *change) {
    trey_import *import;
    trey_store_info info;
    expect_ok(from, trey_store_tell(from, &info));
    trey_status status = trey_import_open(&import, to, info.identity);
    for (unsigned i = 0; i < PART_COUNT && status == TREY_STATUS_OK; i++) {
        trey_cursor *cursor;
        const trey_store_item *item;
        expect_ok(from, trey_cursor_open(&cursor, from, PARTS[i], 0));
        while (status == TREY_STATUS_OK) {
            expect_ok(from, trey_cursor_next(cursor, &item));
            if (!item) break;
            trey_store_item changed = *item;
            unsigned skip = 0;
            if (change) change(&changed, &skip);
            if (!skip) status = trey_import_add(import, &changed);
        }
        trey_cursor_close(cursor);
    }
    if (status == TREY_STATUS_OK)
        status = trey_import_end(import, info.records, &info.chain, &info.sealed);
    trey_import_close(import);
    return status;
}

static void an_imported_store_is_the_same(void **state) {
    (void)state;
    trey_store *store = open_filled(3000);
    trey_store *file = store_at(fixture_path("file.db"), NULL);
    expect_ok(file, import_all(store, file, NULL));
    same_stores(store, file);
    trey_store_close(store);
    /* And back to where it came from. */
    if (fixture_is_server())
        assert_null(raw_sql("DROP SCHEMA trey CASCADE"));
    else
        assert_int_equal(unlink(fixture_address()), 0);
    store = open_fresh();
    expect_ok(store, import_all(file, store, NULL));
    same_stores(store, file);
    assert_int_equal(import_all(file, store, NULL), TREY_STATUS_INVALID);
    assert_non_null(strstr(trey_store_message_text(store), "not empty"));
    trey_store_close(store); /* more can be written by whoever has the keys */
    store = store_at(fixture_address(), &(trey_store_options){.keys = &keys});
    trey_stream more = make_stream(store, TREY_STREAM_TABLE, "more");
    assert_int_equal(more, 3);
    check_store(store);
    trey_store_close(store);
    trey_store_close(file);
}

static void change_a_body(trey_store_item *item, unsigned *skip) {
    (void)skip;
    if (item->part == TREY_PART_RECORDS && item->record.seq == 700)
        item->record.body = (const uint8_t *)"another body, which is longer than forty bytes are";
}
static void change_a_transfer(trey_store_item *item, unsigned *skip) {
    static trey_transfer changed;
    (void)skip;
    if (item->part != TREY_PART_RECORDS || item->record.transfers != 1) return;
    changed = item->record.transfer[0];
    changed.cents++;
    item->record.transfer = &changed;
}
static void drop_the_last_record(trey_store_item *item, unsigned *skip) {
    if (item->part == TREY_PART_BATCHES) item->batch.checkpoints = 0;
    *skip = item->part == TREY_PART_CHECKPOINTS ||
            (item->part == TREY_PART_BATCHES && item->batch.records == 1502) ||
            (item->part == TREY_PART_RECORDS && item->record.seq == 1502);
}
static void drop_a_record(trey_store_item *item, unsigned *skip) {
    *skip = item->part == TREY_PART_RECORDS && item->record.seq == 700;
}
static void move_a_record(trey_store_item *item, unsigned *skip) {
    (void)skip;
    if (item->part == TREY_PART_RECORDS && item->record.seq == 700)
        item->record.stream = 3 - item->record.stream;
}
static void change_a_checkpoint(trey_store_item *item, unsigned *skip) {
    (void)skip;
    if (item->part == TREY_PART_CHECKPOINTS) item->checkpoint.root.byte[0] ^= 1;
}
static void change_the_time_of_a_checkpoint(trey_store_item *item, unsigned *skip) {
    (void)skip;
    if (item->part == TREY_PART_CHECKPOINTS) item->checkpoint.time++;
}
static void change_the_chain_of_a_checkpoint(trey_store_item *item, unsigned *skip) {
    (void)skip;
    if (item->part == TREY_PART_CHECKPOINTS) item->checkpoint.chain.byte[0] ^= 1;
}
static void drop_an_answer(trey_store_item *item, unsigned *skip) {
    *skip = item->part == TREY_PART_ANSWERS && item->answer.number == 5;
}
static void drop_a_stream(trey_store_item *item, unsigned *skip) {
    *skip = item->part == TREY_PART_STREAMS && item->stream.id == 2;
}

static void what_was_changed_is_not_imported(void **state) {
    (void)state;
    static const struct {
        change_item *change;
        const char *said;
    } changes[] = {{change_a_body, "record 700 was changed"},
                   {change_a_transfer, "was changed"},
                   {drop_the_last_record, "record 1501 is the last, and should not be"},
                   {drop_a_record, "record 701 does not follow"},
                   {move_a_record, "record 700 has another place"},
                   {change_a_checkpoint, "checkpoint 1 has a signature"},
                   {change_the_time_of_a_checkpoint, "checkpoint 1 is not over the record"},
                   {change_the_chain_of_a_checkpoint, "checkpoint 1 is not over the record"},
                   {drop_an_answer, "answer 6 does not follow"},
                   {drop_a_stream, "of a stream that is not there"}};
    trey_store *store = open_filled(1000);
    assert_int_equal(check_store(store), 1502);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        char name[16];
        trey_store_message message;
        snprintf(name, sizeof name, "copy%u.db", i);
        trey_store *copy = store_at(fixture_path(name), NULL);
        assert_int_equal(import_all(store, copy, changes[i].change), TREY_STATUS_INVALID);
        if (!strstr(trey_store_message_text(copy), changes[i].said))
            fail_msg("%s: %s", changes[i].said, trey_store_message_text(copy));
        trey_store_close(copy);
        /* What is not whole is not opened. */
        assert_int_equal(trey_store_open(&copy, fixture_path(name), NULL, &message),
                         TREY_STATUS_STORE_CORRUPT);
        assert_non_null(strstr(message.text, "import again"));
    }
    trey_store_close(store);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_backup_is_a_store_of_its_own),
        STORE_TEST(a_backup_goes_on_between_commits),
        STORE_TEST(half_a_backup_does_not_stay),
        STORE_TEST(half_a_backup_of_a_dead_process_is_written_over),
        STORE_TEST(an_imported_store_is_the_same),
        STORE_TEST(what_was_changed_is_not_imported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
