/* store_audit_test.c -- chain, tree, checkpoints, witness files, keys. Runs with both
 * backends. */
#include "store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trey/check.h"

/* ---- Bytes --------------------------------------------------------------------------------
 * Once more from docs/store.md: numbers of seven bits a byte, the sign lowest. */
static size_t put_number(uint8_t *out, int64_t number) {
    uint64_t rest = number < 0 ? ~((uint64_t)number * 2) : (uint64_t)number * 2;
    size_t used = 0;
    for (; rest > 127; rest /= 128) out[used++] = (uint8_t)(rest % 128 + 128);
    out[used++] = (uint8_t)rest;
    return used;
}

static void plain_chain(const uint8_t before[32], const trey_record *record, uint8_t out[32]) {
    static uint8_t bytes[65536];
    size_t used = 0;
    bytes[used++] = 0;
    memcpy(bytes + used, before, 32);
    used += 32;
    bytes[used++] = 1;
    used += put_number(bytes + used, (int64_t)record->seq);
    used += put_number(bytes + used, record->stream);
    used += put_number(bytes + used, (int64_t)record->place);
    used += put_number(bytes + used, record->time);
    used += put_number(bytes + used, record->type);
    used += put_number(bytes + used, record->transfers);
    used += put_number(bytes + used, record->size);
    for (uint32_t i = 0; i < record->transfers; i++) {
        used += put_number(bytes + used, record->transfer[i].payer);
        used += put_number(bytes + used, record->transfer[i].payee);
        used += put_number(bytes + used, record->transfer[i].cents);
        bytes[used++] = record->transfer[i].seat;
        bytes[used++] = record->transfer[i].wager;
    }
    memcpy(bytes + used, record->body, record->size);
    trey_check_hash(bytes, used + record->size, out);
}

static void the_chain_is_the_documented_one(void **state) {
    (void)state;
    uint8_t chain[32], start[64] = "\x0ctrey store 1", body[3000] = {7};
    trey_batch *batch;
    trey_record record;
    trey_store_info info;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 1; i <= 20; i++) add_command(batch, table, i, 1 + i % 3, i, 100 * i);
    trey_batch_record(batch, table, 65535, INT64_MIN, body, sizeof body);
    trey_batch_record(batch, table, 1, -1, "", 0);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_store_tell(store, &info));
    memcpy(start + 13, info.identity, TREY_IDENTITY_BYTES);
    trey_check_hash(start, 13 + TREY_IDENTITY_BYTES, chain);
    for (uint64_t seq = 1; seq <= info.records; seq++) {
        expect_ok(store, trey_store_record(store, seq, &record));
        plain_chain(chain, &record, chain);
        assert_memory_equal(chain, record.chain.byte, sizeof chain);
    }
    trey_batch_close(batch);
    trey_store_close(store);
}

static void every_part_of_a_record_is_hashed(void **state) {
    (void)state;
    trey_transfer transfer[2] = {{65, 130, 5000, 1, 2}, {130, 65, 1, 0, 0}};
    trey_record record = {.seq = 9,
                          .place = 3,
                          .time = 1,
                          .stream = 1,
                          .type = 1,
                          .size = 4,
                          .body = (const uint8_t *)"abcd",
                          .transfer = transfer,
                          .transfers = 2};
    const trey_hash before = {{1}}, other = {{2}};
    const trey_hash chain = trey_chain_next(&before, &record);
    trey_hash changed = trey_chain_next(&other, &record);
    assert_false(trey_hash_equal(&chain, &changed));
#define CHANGED(change)                                                                            \
    do {                                                                                           \
        const trey_record was = record;                                                            \
        const trey_transfer first = transfer[0];                                                   \
        change;                                                                                    \
        changed = trey_chain_next(&before, &record);                                               \
        assert_false(trey_hash_equal(&chain, &changed));                                           \
        record = was;                                                                              \
        transfer[0] = first;                                                                       \
    } while (0)
    CHANGED(record.seq++);
    CHANGED(record.place++);
    CHANGED(record.time++);
    CHANGED(record.stream++);
    CHANGED(record.type++);
    CHANGED(record.size--);
    CHANGED(record.body = (const uint8_t *)"abce");
    CHANGED(record.transfers--);
    CHANGED(transfer[0].payer += 64);
    CHANGED(transfer[0].payee += 64);
    CHANGED(transfer[0].cents++);
    CHANGED(transfer[0].seat++);
    CHANGED(transfer[0].wager++);
    changed = trey_chain_next(&before, &record);
    assert_true(trey_hash_equal(&chain, &changed));
}

static void a_path_proves_a_record(void **state) {
    (void)state;
    enum { RECORDS = 101 };
    trey_batch *batch;
    trey_store_info info;
    trey_record record;
    trey_hash leaf[RECORDS], path[TREY_PATH_MAX];
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 1; i < RECORDS; i++) add_command(batch, table, i, 1, 1, 0);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_store_tell(store, &info));
    for (unsigned i = 0; i < RECORDS; i++) {
        expect_ok(store, trey_store_record(store, i + 1, &record));
        leaf[i] = record.chain;
    }
    for (unsigned i = 0; i < RECORDS; i++) {
        size_t length = trey_merkle_path(leaf, RECORDS, i, path);
        assert_true(trey_merkle_holds(&leaf[i], i, RECORDS, path, length, &info.root));
    }
    trey_batch_close(batch);
    trey_store_close(store);
}

/* ---- Checkpoints ------------------------------------------------------------------------------
 */
static trey_store_keys make_keys(const char *name) {
    trey_store_keys keys;
    trey_store_message message;
    if (trey_store_keys_create(fixture_path(name), &keys, &message) != TREY_STATUS_OK)
        fail_msg("%s", message.text);
    return keys;
}

static void commit_records(trey_store *store, trey_stream stream, unsigned count, bool wish,
                           trey_receipt *receipt) {
    trey_batch *batch;
    trey_batch_open(&batch);
    for (unsigned i = 0; i < count; i++) trey_batch_record(batch, stream, 1, 1000 + i, "x", 1);
    if (wish) trey_batch_checkpoint(batch);
    expect_ok(store, trey_store_commit(store, batch, receipt));
    trey_batch_close(batch);
}

static void checkpoints_come_every_so_often_and_on_request(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    trey_receipt receipt;
    trey_store *store =
        store_at(fixture_address(),
                 &(trey_store_options){.create = true, .keys = &keys, .checkpoint_every = 10});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    commit_records(store, table, 8, false, &receipt);
    assert_int_equal(receipt.checkpoint, 0); /* nine */
    commit_records(store, table, 1, false, &receipt);
    assert_int_equal(receipt.checkpoint, 1); /* ten */
    commit_records(store, table, 9, false, &receipt);
    assert_int_equal(receipt.checkpoint, 0);
    commit_records(store, table, 0, true, &receipt); /* a wish alone */
    assert_int_equal(receipt.checkpoint, 2);
    commit_records(store, table, 25, false, &receipt);
    assert_int_equal(receipt.checkpoint, 3);
    commit_records(store, table, 1, true, &receipt);
    assert_int_equal(receipt.checkpoint, 4);

    static const unsigned counts[] = {10, 19, 44, 45};
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store_info info;
    trey_record record;
    expect_ok(store, trey_store_tell(store, &info));
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_CHECKPOINTS, 0));
    for (unsigned i = 0; i < 4; i++) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        trey_checkpoint checkpoint = item->checkpoint;
        assert_int_equal(checkpoint.count, counts[i]);
        expect_ok(store, trey_store_record(store, counts[i], &record));
        assert_memory_equal(checkpoint.chain.byte, record.chain.byte, TREY_HASH_BYTES);
        assert_int_equal(checkpoint.time, record.time);
        assert_memory_equal(checkpoint.key, keys.sign_public, sizeof checkpoint.key);
        assert_true(trey_checkpoint_signed(&checkpoint, info.identity));
        info.identity[0] ^= 1;
        assert_false(trey_checkpoint_signed(&checkpoint, info.identity));
        info.identity[0] ^= 1;
        checkpoint.count++;
        assert_false(trey_checkpoint_signed(&checkpoint, info.identity));
        checkpoint.count--;
        checkpoint.root.byte[31] ^= 0x80;
        assert_false(trey_checkpoint_signed(&checkpoint, info.identity));
    }
    assert_memory_equal(item->checkpoint.root.byte, info.root.byte, TREY_HASH_BYTES);
    trey_cursor_close(cursor);
    trey_store_close(store);
}

/* A checkpoint on request does not put off the regular one: that comes with the record whose
 * number is a multiple, however near the other was. */
static void a_regular_checkpoint_is_not_put_off_by_another(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    trey_receipt receipt;
    trey_store *store =
        store_at(fixture_address(),
                 &(trey_store_options){.create = true, .keys = &keys, .checkpoint_every = 10});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    uint64_t made = 0;
    for (unsigned records = 2; records <= 62; records++) {
        const bool wished = records == 19 || records == 31 || records == 40;
        const bool due = wished || records % 10 == 0;
        commit_records(store, table, 1, wished, &receipt);
        assert_int_equal(receipt.last, records);
        assert_int_equal(receipt.checkpoint, due ? ++made : 0);
    }
    trey_store_close(store);
}

/* Nobody says how often: every ten thousand records. One below, at it, and one above. */
static void unless_told_otherwise_ten_thousand_records_are_signed(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    trey_receipt receipt;
    trey_store *store =
        store_at(fixture_address(), &(trey_store_options){.create = true, .keys = &keys});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    for (uint64_t last = 10000, before = 1; last <= 20000; last += 10000, before = last - 9999) {
        commit_records(store, table, (unsigned)(last - 1 - before), false, &receipt);
        assert_int_equal(receipt.last, last - 1);
        assert_int_equal(receipt.checkpoint, 0);
        commit_records(store, table, 1, false, &receipt);
        assert_int_equal(receipt.last, last);
        assert_int_equal(receipt.checkpoint, last / 10000);
        commit_records(store, table, 1, false, &receipt);
        assert_int_equal(receipt.checkpoint, 0);
    }
    trey_store_close(store);
}

static void without_keys_there_are_no_checkpoints(void **state) {
    (void)state;
    trey_receipt receipt;
    trey_store *store =
        store_at(fixture_address(), &(trey_store_options){.create = true, .checkpoint_every = 2});
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    commit_records(store, table, 8, true, &receipt);
    assert_int_equal(receipt.checkpoint, 0);
    trey_store_close(store);
}

/* ---- Witness --------------------------------------------------------------------------------- */
/* How many notes the file has; `last` is the last of them. */
static unsigned read_witness(const char *path, trey_tree_head *last) {
    static char text[1 << 16];
    unsigned good = 0;
    trey_note note;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const char *at = text, *end = text + fread(text, 1, sizeof text, file);
    fclose(file);
    while (trey_notes_next(&at, end, &note)) {
        assert_true(trey_tree_head_parse(note.text, note.text_size, last));
        good++;
    }
    return good;
}

static void the_witness_gets_every_checkpoint(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    const char *witness = fixture_path("witness");
    trey_store_options options = {
        .create = true, .keys = &keys, .witness = witness, .checkpoint_every = 5};
    trey_receipt receipt;
    trey_tree_head last;
    trey_checkpoint newest;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    for (unsigned i = 0; i < 4; i++) {
        commit_records(store, table, 5, false, &receipt);
        assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
        assert_int_equal(read_witness(witness, &last), i + 1);
        assert_int_equal(last.size, 6 + 5 * i);
        expect_ok(store, trey_store_checkpoint(store, last.size, &newest));
        assert_true(trey_hash_equal(&newest.root, &last.root));
    }
    trey_store_close(store);
    /* What it missed it gets at the next opening; a torn note does no harm. */
    options.witness = NULL;
    store = store_at(fixture_address(), &options);
    commit_records(store, table, 5, true, &receipt);
    commit_records(store, table, 5, true, &receipt);
    trey_store_close(store);
    FILE *file = fopen(witness, "a");
    fputs("\ntrey/00112233445566778899aabbccddeeff\n17\nsrA0", file);
    fclose(file);
    options.witness = witness;
    store = store_at(fixture_address(), &options);
    assert_int_equal(read_witness(witness, &last), 6);
    assert_int_equal(last.size, 31);
    commit_records(store, table, 1, true, &receipt);
    assert_int_equal(read_witness(witness, &last), 7);
    /* A checkpoint over the same records is the same note, and does not come again. */
    commit_records(store, table, 0, true, &receipt);
    assert_int_equal(read_witness(witness, &last), 7);
    trey_store_close(store);
}

static void a_store_that_lost_its_end_does_not_open_with_its_witness(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    const char *witness = fixture_path("witness"), *copy = fixture_path("copy.db");
    trey_store_options options = {.create = true, .keys = &keys, .witness = witness};
    trey_store_message message;
    trey_receipt receipt;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    commit_records(store, table, 5, true, &receipt);
    expect_ok(store, trey_store_backup(store, copy));
    commit_records(store, table, 5, true, &receipt);
    trey_store_close(store);
    store = store_at(fixture_address(), &options);
    trey_store_close(store);
    assert_int_equal(trey_store_open(&store, copy, &options, &message), TREY_STATUS_STORE_CORRUPT);
    assert_non_null(strstr(message.text, "has seen a checkpoint over 11 records"));
}

static void another_history_does_not_open_with_the_witness(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    const char *witness = fixture_path("witness"), *copy = fixture_path("copy.db");
    trey_store_options options = {.create = true, .keys = &keys, .witness = witness};
    trey_store_message message;
    trey_receipt receipt;
    trey_batch *batch;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    expect_ok(store, trey_store_backup(store, copy));
    commit_records(store, table, 5, true, &receipt);
    trey_store_close(store);
    store = store_at(copy, &(trey_store_options){.keys = &keys});
    trey_batch_open(&batch);
    for (unsigned i = 0; i < 5; i++) trey_batch_record(batch, table, 2, 1000 + i, "y", 1);
    trey_batch_checkpoint(batch);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_close(batch);
    trey_store_close(store);
    assert_int_equal(trey_store_open(&store, copy, &options, &message), TREY_STATUS_STORE_CORRUPT);
    assert_non_null(strstr(message.text, "rewritten"));
}

static void a_witness_that_cannot_be_written_is_told(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    char witness[200];
    snprintf(witness, sizeof witness, "%s", fixture_path("witness"));
    trey_store_options options = {.create = true, .keys = &keys, .witness = witness};
    trey_receipt receipt;
    trey_tree_head last;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    assert_int_equal(unlink(witness), 0);
    assert_int_equal(mkdir(witness, 0700), 0);
    commit_records(store, table, 5, true, &receipt); /* is stored all the same */
    assert_int_equal(receipt.witnessed, TREY_STATUS_NO_FILE);
    assert_non_null(strstr(trey_store_message_text(store), "witness"));
    assert_int_equal(rmdir(witness), 0);
    commit_records(store, table, 5, true, &receipt); /* and is made up for */
    assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
    assert_int_equal(read_witness(witness, &last), 2);
    trey_store_close(store);
}

static void a_cosigned_note_is_kept_in_the_witness_file(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys"), other = make_keys("other");
    const char *witness = fixture_path("witness");
    const trey_store_options options = {.create = true, .keys = &keys, .witness = witness};
    char text[2048], kept[2048];
    size_t size = 0;
    trey_receipt receipt;
    trey_checkpoint newest;
    trey_store_info info;
    trey_note note;
    trey_note_key key;
    trey_tree_head last;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    commit_records(store, table, 5, true, &receipt);
    expect_ok(store, trey_store_tell(store, &info));
    expect_ok(store, trey_store_checkpoint(store, 0, &newest));
    size_t used = trey_checkpoint_note(&newest, info.identity, text);
    assert_true(trey_note_parse(text, used, &note));
    assert_true(
        trey_note_key_make(&key, "witness.example/w", TREY_NOTE_WITNESS, other.sign_public));
    used += trey_note_cosign(note.text, note.text_size, &key, other.sign_secret, 1700000000,
                             text + used);
    expect_ok(store, trey_store_witness_keep(store, text, used));
    commit_records(store, table, 0, true, &receipt);
    trey_store_close(store);
    store = store_at(fixture_address(), &options);
    assert_int_equal(read_witness(witness, &last), 2);
    assert_int_equal(last.size, 6);
    expect_ok(store, trey_store_witness_newest(store, kept, sizeof kept, &size));
    assert_int_equal(size, used);
    assert_memory_equal(kept, text, used);
    commit_records(store, table, 1, true, &receipt);
    assert_int_equal(read_witness(witness, &last), 3);
    trey_store_close(store);
}

static void a_checkpoint_is_found_by_what_it_covers(void **state) {
    (void)state;
    trey_store_keys keys = make_keys("keys");
    const trey_store_options options = {.create = true, .keys = &keys};
    trey_receipt receipt;
    trey_checkpoint found;
    trey_store *store = store_at(fixture_address(), &options);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    assert_int_equal(trey_store_checkpoint(store, 0, &found), TREY_STATUS_NOT_FOUND);
    for (unsigned i = 0; i < 7; i++) commit_records(store, table, 10, true, &receipt);
    for (uint64_t count = 0; count <= 71; count++) {
        expect_ok(store, trey_store_checkpoint(store, count, &found));
        uint64_t expected = count <= 11 ? 11 : (count + 8) / 10 * 10 + 1;
        assert_int_equal(found.count, expected);
    }
    assert_int_equal(trey_store_checkpoint(store, 72, &found), TREY_STATUS_NOT_FOUND);
    trey_store_close(store);
}

/* ---- Keys --------------------------------------------------------------------------------------
 */
static void keys_are_their_owners_only(void **state) {
    (void)state;
    trey_store_message message;
    trey_store_keys made = make_keys("keys"), read, other = make_keys("other");
    const char *path = fixture_path("keys");
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(trey_store_keys_load(path, &read, &message), TREY_STATUS_OK);
    assert_memory_equal(&made, &read, sizeof made);
    assert_memory_not_equal(&made, &other, sizeof made);
    assert_int_equal(trey_store_keys_create(path, &read, &message), TREY_STATUS_INVALID);
    assert_non_null(strstr(message.text, "exists"));
    static const unsigned loose[] = {0640, 0604, 0620, 0610, 0601};
    for (unsigned i = 0; i < sizeof loose / sizeof *loose; i++) {
        assert_int_equal(chmod(path, loose[i]), 0);
        assert_int_equal(trey_store_keys_load(path, &read, &message), TREY_STATUS_INVALID);
        assert_non_null(strstr(message.text, "chmod 600"));
    }
    assert_int_equal(trey_store_keys_load(fixture_path("none"), &read, &message),
                     TREY_STATUS_NO_FILE);
}

static void a_file_that_holds_no_keys_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "", "trey keys 1\n", "trey keys 2\nseal 00\nsign 00\n",
        "trey keys 1\nseal 000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\n"
        "sign 000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e\n",
        "trey keys 1\nseal 000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\n"
        "sign 000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\nmore\n"};
    trey_store_message message;
    trey_store_keys read;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fopen(fixture_path("keys"), "w");
        fputs(texts[i], file);
        fclose(file);
        chmod(fixture_path("keys"), 0600);
        assert_int_equal(trey_store_keys_load(fixture_path("keys"), &read, &message),
                         TREY_STATUS_INVALID);
        assert_non_null(strstr(message.text, "not a key file"));
    }
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(the_chain_is_the_documented_one),
        STORE_TEST(every_part_of_a_record_is_hashed),
        STORE_TEST(a_path_proves_a_record),
        STORE_TEST(checkpoints_come_every_so_often_and_on_request),
        STORE_TEST(a_regular_checkpoint_is_not_put_off_by_another),
        STORE_TEST(unless_told_otherwise_ten_thousand_records_are_signed),
        STORE_TEST(without_keys_there_are_no_checkpoints),
        STORE_TEST(the_witness_gets_every_checkpoint),
        STORE_TEST(a_store_that_lost_its_end_does_not_open_with_its_witness),
        STORE_TEST(another_history_does_not_open_with_the_witness),
        STORE_TEST(a_witness_that_cannot_be_written_is_told),
        STORE_TEST(a_cosigned_note_is_kept_in_the_witness_file),
        STORE_TEST(a_checkpoint_is_found_by_what_it_covers),
        STORE_TEST(keys_are_their_owners_only),
        STORE_TEST(a_file_that_holds_no_keys_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
