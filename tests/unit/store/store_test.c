/* store_test.c -- what a store keeps, and what it gives back. Runs with both backends. */
#include "store_fixture.h"

#include <stdio.h>
#include <string.h>

static void a_fresh_store_is_empty(void **state) {
    (void)state;
    trey_store_info info;
    trey_store *store = open_fresh();
    expect_ok(store, trey_store_tell(store, &info));
    assert_string_equal(info.backend, fixture_is_server() ? "PostgreSQL" : "SQLite");
    assert_int_equal(info.records, 0);
    trey_hash start = trey_chain_start(info.identity);
    assert_memory_equal(info.chain.byte, start.byte, TREY_HASH_BYTES);
    assert_int_equal(check_store(store), 0);
    trey_store_close(store);
}

static void two_stores_have_different_identities(void **state) {
    (void)state;
    trey_store_info one, other;
    trey_store *store = open_fresh();
    expect_ok(store, trey_store_tell(store, &one));
    trey_store_close(store);
    store = store_at(fixture_path("other.db"), NULL);
    expect_ok(store, trey_store_tell(store, &other));
    trey_store_close(store);
    assert_memory_not_equal(one.identity, other.identity, TREY_IDENTITY_BYTES);
}

static void what_was_committed_is_there_after_reopening(void **state) {
    (void)state;
    trey_batch *batch;
    trey_receipt receipt;
    trey_answer answer;
    trey_store_info before, after;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "Table 7");
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    for (unsigned i = 0; i < 10; i++) add_command(batch, table, 100 + i, i % 4, 5, 250 * i);
    expect_ok(store, trey_store_commit(store, batch, &receipt));
    assert_int_equal(receipt.first, 2); /* behind the stream's own record */
    assert_int_equal(receipt.last, 14);
    expect_ok(store, trey_store_tell(store, &before));
    trey_store_close(store);
    store = store_at(fixture_address(), &(trey_store_options){.create = false});
    expect_ok(store, trey_store_tell(store, &after));
    assert_memory_equal(before.chain.byte, after.chain.byte, TREY_HASH_BYTES);
    assert_memory_equal(before.root.byte, after.root.byte, TREY_HASH_BYTES);
    assert_int_equal(check_store(store), 14);
    trey_command_id id = command_id(103);
    expect_ok(store, trey_store_answer(store, &id, &answer));
    assert_int_equal(answer.count, 3);
    assert_int_equal(answer.first, 1 + 0 + 1 + 2 + 1);
    assert_int_equal(answer.size, 8);
    assert_int_equal(answer.body[0], 103);
    id = command_id(104); /* without records */
    expect_ok(store, trey_store_answer(store, &id, &answer));
    assert_int_equal(answer.first, 0);
    id = command_id(110);
    assert_int_equal(trey_store_answer(store, &id, &answer), TREY_STATUS_NOT_FOUND);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_stream_is_found_by_kind_and_name(void **state) {
    (void)state;
    trey_store *store = open_fresh();
    trey_stream found = 0;
    trey_record record;
    assert_int_equal(trey_store_stream(store, TREY_STREAM_TABLE, "A", false, 0, &found),
                     TREY_STATUS_NOT_FOUND);
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_stream jackpot = make_stream(store, TREY_STREAM_JACKPOT, "A");
    assert_int_not_equal(table, jackpot);
    assert_int_equal(make_stream(store, TREY_STREAM_TABLE, "A"), table);
    expect_ok(store, trey_store_stream(store, TREY_STREAM_JACKPOT, "A", false, 0, &found));
    assert_int_equal(found, jackpot);
    /* The chain covers the names. */
    expect_ok(store, trey_store_record(store, 2, &record));
    assert_int_equal(record.type, 0);
    assert_int_equal(record.place, 0);
    assert_int_equal(record.size, 3);
    assert_memory_equal(record.body,
                        "\x04\x02"
                        "A",
                        3);
    trey_store_close(store);
}

static void a_bad_name_of_a_stream_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "a\nb",
        "\x7f",
        "\xc0\x80",
        "\xed\xa0\x80",
        "\xff",
        "\xe2\x82",
        "1234567890123456789012345678901234567890123456789012345678901234"};
    static const char *const good[] = {
        "\xe2\x99\xa0 7", "Tisch \"\\ \xc3\xbc",
        "123456789012345678901234567890123456789012345678901234567890123"};
    trey_store *store = open_fresh();
    trey_stream stream;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(trey_store_stream(store, TREY_STREAM_TABLE, bad[i], true, 0, &stream),
                         TREY_STATUS_INVALID);
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(make_stream(store, TREY_STREAM_TABLE, good[i]), i + 1);
    trey_store_close(store);
}

static void a_stream_is_read_behind_its_snapshot(void **state) {
    (void)state;
    trey_batch *batch;
    trey_snapshot snapshot;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store *store = open_fresh();
    trey_stream table[2] = {make_stream(store, TREY_STREAM_TABLE, "A"),
                            make_stream(store, TREY_STREAM_TABLE, "B")};
    trey_batch_open(&batch);
    for (unsigned i = 0; i < 30; i++) add_command(batch, table[i % 2], i, 2, 1 + i, 100);
    trey_batch_snapshot(batch, table[0], 11, "eleven", 6);
    trey_batch_snapshot(batch, table[0], 20, "twenty", 6);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_store_snapshot(store, table[0], &snapshot));
    assert_int_equal(snapshot.place, 20);
    assert_memory_equal(snapshot.body, "twenty", 6);
    assert_int_equal(trey_store_snapshot(store, table[1], &snapshot), TREY_STATUS_NOT_FOUND);
    expect_ok(store, trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, table[0], 20));
    for (uint64_t place = 21; place <= 30; place++) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        assert_non_null(item);
        assert_int_equal(item->record.place, place);
        assert_int_equal(item->record.stream, table[0]);
        assert_int_equal(item->record.transfers, place % 2);
    }
    expect_ok(store, trey_cursor_next(cursor, &item));
    assert_null(item);
    trey_cursor_close(cursor);
    /* From the beginning: the store's own record is not among them. */
    expect_ok(store, trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, table[1], 0));
    expect_ok(store, trey_cursor_next(cursor, &item));
    assert_int_equal(item->record.place, 1);
    trey_cursor_close(cursor);
    /* One place further than there are records. */
    trey_batch_clear(batch);
    trey_batch_snapshot(batch, table[0], 31, "x", 1);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_INVALID);
    trey_batch_clear(batch);
    trey_batch_snapshot(batch, table[0], 30, "x", 1);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_close(batch);
    trey_store_close(store);
}

static void kept_values_are_replaced_and_wiped(void **state) {
    (void)state;
    trey_batch *batch;
    trey_kept kept;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store *store = open_fresh();
    trey_stream a = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_stream b = make_stream(store, TREY_STREAM_TABLE, "B");
    trey_batch_open(&batch);
    trey_batch_keep(batch, a, "seed", "first", 5);
    trey_batch_keep(batch, a, "due.2", "", 0);
    trey_batch_keep(batch, a, "due.1", "one", 3);
    trey_batch_keep(batch, b, "seed", "other", 5);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_clear(batch);
    trey_batch_keep(batch, a, "seed", "second", 6);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_store_kept(store, a, "seed", &kept));
    assert_int_equal(kept.size, 6);
    assert_memory_equal(kept.body, "second", 6);
    expect_ok(store, trey_store_kept(store, a, "due.2", &kept));
    assert_int_equal(kept.size, 0);
    trey_batch_clear(batch);
    trey_batch_wipe(batch, a, "seed");
    trey_batch_wipe(batch, a, "never-there");
    expect_ok(store, trey_store_commit(store, batch, NULL));
    assert_int_equal(trey_store_kept(store, a, "seed", &kept), TREY_STATUS_NOT_FOUND);
    static const char *const left[] = {"due.1", "due.2"};
    expect_ok(store, trey_cursor_open_stream(&cursor, store, TREY_PART_KEPT, a, 0));
    for (unsigned i = 0; i < 2; i++) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        assert_non_null(item);
        assert_string_equal(item->kept.name, left[i]);
    }
    expect_ok(store, trey_cursor_next(cursor, &item));
    assert_null(item);
    trey_cursor_close(cursor);
    unsigned all = 0;
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_KEPT, 0));
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) all++;
    trey_cursor_close(cursor);
    assert_int_equal(all, 3);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void the_same_command_is_not_stored_twice(void **state) {
    (void)state;
    trey_batch *batch;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    add_command(batch, table, 1, 2, 1, 100);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_clear(batch);
    add_command(batch, table, 2, 2, 1, 100);
    add_command(batch, table, 1, 2, 1, 100);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
    trey_batch_clear(batch);
    add_command(batch, table, 3, 1, 1, 100);
    add_command(batch, table, 3, 1, 1, 100);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
    assert_int_equal(check_store(store), 3);
    trey_batch_clear(batch);
    add_command(batch, table, 2, 2, 1, 100);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    assert_int_equal(check_store(store), 5);
    trey_batch_close(batch);
    trey_store_close(store);
}

static trey_status move(trey_store *store, trey_stream stream, trey_ledger_account payer,
                        trey_ledger_account payee, trey_cents cents) {
    trey_batch *batch;
    const trey_transfer transfer = {payer, payee, cents, 0, 0};
    trey_batch_open(&batch);
    trey_batch_record(batch, stream, 1, 1, "", 0);
    trey_batch_transfer(batch, &transfer);
    trey_status status = trey_store_commit(store, batch, NULL);
    trey_batch_close(batch);
    return status;
}

static void only_some_accounts_may_owe(void **state) {
    (void)state;
    trey_store *store = open_fresh();
    trey_cents cents;
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_ledger_account player = trey_account_of(TREY_LEDGER_PLAYER, 7);
    trey_ledger_account layout = trey_account_of(TREY_LEDGER_LAYOUT, table);
    expect_ok(store, move(store, table, trey_account_of(TREY_LEDGER_CAGE, 1), player, 1000));
    assert_int_equal(move(store, table, player, layout, 1001), TREY_STATUS_OVERDRAWN);
    expect_ok(store, trey_store_balance(store, player, &cents));
    assert_int_equal(cents, 1000);
    expect_ok(store, move(store, table, player, layout, 1000));
    expect_ok(store, trey_store_balance(store, player, &cents));
    assert_int_equal(cents, 0);
    assert_int_equal(move(store, table, player, layout, 1), TREY_STATUS_OVERDRAWN);
    expect_ok(store, trey_store_balance(store, trey_account_of(TREY_LEDGER_DROP, 9), &cents));
    assert_int_equal(cents, 0);
    static const unsigned kinds[] = {
#define KIND(symbol, number, name, owes) number,
        TREY_LEDGER_LIST(KIND)
#undef KIND
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        trey_ledger_account account = trey_account_of((trey_ledger_kind)kinds[i], 1234567);
        assert_int_equal(trey_account_kind(account), kinds[i]);
        assert_int_equal(trey_account_owner(account), 1234567);
        assert_int_equal(move(store, table, account, player, 5),
                         trey_ledger_may_owe(kinds[i]) ? TREY_STATUS_OK : TREY_STATUS_OVERDRAWN);
    }
    check_store(store);
    trey_store_close(store);
}

static void money_that_does_not_fit_is_not_stored(void **state) {
    (void)state;
    trey_store *store = open_fresh();
    trey_cents cents;
    trey_stream cage = make_stream(store, TREY_STREAM_CAGE, "A");
    trey_ledger_account player = trey_account_of(TREY_LEDGER_PLAYER, 7);
    trey_ledger_account from = trey_account_of(TREY_LEDGER_CAGE, cage);
    expect_ok(store, move(store, cage, from, player, INT64_MAX));
    assert_int_not_equal(move(store, cage, trey_account_of(TREY_LEDGER_HOUSE, 1), player, 1),
                         TREY_STATUS_OK);
    trey_store_close(store);
    store = open_fresh();
    expect_ok(store, trey_store_balance(store, player, &cents));
    assert_int_equal(cents, INT64_MAX);
    assert_int_equal(check_store(store), 2);
    trey_store_close(store);
}

static void a_batch_for_no_stream_is_refused(void **state) {
    (void)state;
    trey_batch *batch;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    add_command(batch, table, 1, 4, 1, 0);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_clear(batch);
    add_command(batch, 99, 50, 1, 1, 0);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_INVALID);
    trey_batch_clear(batch);
    trey_batch_keep(batch, 99, "seed", "x", 1);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_INVALID);
    assert_int_equal(check_store(store), 5);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_stream_that_was_taken_over_conflicts(void **state) {
    (void)state;
    trey_batch *batch;
    uint64_t mine, theirs;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    expect_ok(store, trey_store_lease(store, table, &mine));
    trey_batch_open(&batch);
    add_command(batch, table, 1, 1, 1, 0);
    trey_batch_hold(batch, table, mine);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_store_lease(store, table, &theirs));
    assert_true(theirs > mine);
    trey_batch_clear(batch);
    add_command(batch, table, 2, 1, 1, 0);
    trey_batch_hold(batch, table, mine);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
    assert_int_equal(check_store(store), 2);
    assert_int_equal(trey_store_lease(store, 77, &mine), TREY_STATUS_NOT_FOUND);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void what_is_claimed_is_claimed_once(void **state) {
    (void)state;
    trey_batch *batch;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store *store = open_fresh();
    trey_stream a = make_stream(store, TREY_STREAM_JACKPOT, "A"),
                b = make_stream(store, TREY_STREAM_JACKPOT, "B");
    trey_batch_open(&batch);
    trey_batch_claim(batch, a, "hit-17"); /* the name in another stream is another claim */
    trey_batch_claim(batch, b, "hit-17");
    expect_ok(store, trey_store_commit(store, batch, NULL));
    for (unsigned again = 0; again < 2; again++) {
        trey_batch_clear(batch);
        add_command(batch, a, 1, 2, 1, 100);
        trey_batch_claim(batch, a, "hit-18");
        trey_batch_claim(batch, a, again ? "hit-18" : "hit-17");
        expect_status(store, trey_store_commit(store, batch, NULL), TREY_STATUS_CONFLICT);
        assert_non_null(strstr(trey_store_message_text(store), "claimed already"));
        assert_int_equal(check_store(store), 2); /* nothing of it */
    }
    trey_batch_clear(batch);
    add_command(batch, a, 1, 2, 1, 100);
    trey_batch_claim(batch, a, "hit-18");
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_clear(batch);
    trey_batch_claim(batch, 77, "hit-18");
    expect_status(store, trey_store_commit(store, batch, NULL), TREY_STATUS_INVALID);
    trey_batch_close(batch);
    static const char *const names[] = {"hit-17", "hit-18", "hit-17"};
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_CLAIMS, 0));
    for (unsigned i = 0; i < 3; i++) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        assert_non_null(item);
        assert_int_equal(item->claim.stream, i < 2 ? a : b);
        assert_string_equal(item->claim.name, names[i]);
    }
    expect_ok(store, trey_cursor_next(cursor, &item));
    assert_null(item);
    trey_cursor_close(cursor);
    trey_store_close(store);
}

static void a_lock_ends_with_a_commit_or_without(void **state) {
    (void)state;
    trey_batch *batch;
    uint64_t last;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 0; i < 3; i++) {
        trey_cents cents;
        expect_ok(store, trey_store_lock(store, &last));
        assert_int_equal(last, 1 + 2 * i);
        expect_ok(store, trey_store_balance(store, trey_account_of(TREY_LEDGER_PLAYER, 1), &cents));
        assert_int_equal(cents, 100 * i);
        trey_batch_clear(batch);
        add_command(batch, table, i, 2, 1, 100);
        expect_ok(store, trey_store_commit(store, batch, NULL));
        expect_ok(store, trey_store_lock(store, &last));
        trey_store_unlock(store);
        trey_store_unlock(store); /* there is none */
    }
    make_stream(store, TREY_STREAM_TABLE, "B");
    assert_int_equal(check_store(store), 8);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void cursors_read_every_part_in_pages(void **state) {
    (void)state;
    enum { COMMANDS = 9000 };
    trey_batch *batch;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 1; i <= COMMANDS; i++) add_command(batch, table, i, 1, 1 + i % 500, 10);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    assert_int_equal(check_store(store), COMMANDS + 1);
    uint64_t number = 100;
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_ANSWERS, number));
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        assert_int_equal(item->answer.number, ++number);
        assert_int_equal(item->answer.first, number + 1);
        /* Committing while reading changes nothing about what is read. */
        if (number != 5000) continue;
        trey_batch_clear(batch);
        trey_batch_record(batch, table, 1, 1, "late", 4);
        expect_ok(store, trey_store_commit(store, batch, NULL));
    }
    assert_int_equal(number, COMMANDS);
    trey_cursor_close(cursor);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_cursor_ends_where_the_store_ended(void **state) {
    (void)state;
    enum { RECORDS = 5000 }; /* more than a page */
    trey_batch *batch;
    trey_cursor *all, *one;
    const trey_store_item *item;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 0; i < RECORDS; i++) trey_batch_record(batch, table, 1, 1, "x", 1);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    expect_ok(store, trey_cursor_open(&all, store, TREY_PART_RECORDS, 0));
    expect_ok(store, trey_cursor_open_stream(&one, store, TREY_PART_RECORDS, table, 0));
    expect_ok(store, trey_cursor_next(all, &item));
    trey_batch_clear(batch);
    for (unsigned i = 0; i < RECORDS; i++) trey_batch_record(batch, table, 1, 1, "y", 1);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    uint64_t read = 1;
    for (; trey_cursor_next(all, &item) == TREY_STATUS_OK && item; read++) continue;
    assert_int_equal(read, RECORDS + 1);
    for (read = 0; trey_cursor_next(one, &item) == TREY_STATUS_OK && item; read++) continue;
    assert_int_equal(read, RECORDS);
    trey_cursor_close(all);
    trey_cursor_close(one);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void a_still_store_takes_nothing(void **state) {
    (void)state;
    trey_batch *batch;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_store_close(store);
    store = store_at(fixture_address(), &(trey_store_options){.still = true});
    trey_batch_open(&batch);
    add_command(batch, table, 1, 1, 1, 0);
    assert_int_equal(trey_store_commit(store, batch, NULL), TREY_STATUS_INVALID);
    assert_int_equal(check_store(store), 1);
    trey_batch_close(batch);
    trey_store_close(store);
}

static void large_and_empty_bodies_survive(void **state) {
    (void)state;
    static uint8_t body[TREY_RECORD_BYTES_MAX];
    static const size_t sizes[] = {0, 1, 800, 1024, 5000, sizeof body};
    trey_batch *batch;
    trey_record record;
    for (size_t i = 0; i < sizeof body; i++) body[i] = (uint8_t)(i * 7 + (i >> 8));
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    trey_batch_open(&batch);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        trey_batch_record(batch, table, 9, -5, body, sizes[i]);
    /* As many transfers as a record can have. */
    for (unsigned i = 0; i < TREY_RECORD_TRANSFERS_MAX; i++) {
        const trey_transfer transfer = {trey_account_of(TREY_LEDGER_CAGE, 1),
                                        trey_account_of(TREY_LEDGER_PLAYER, 1 + i % 3), 1 + i, 255,
                                        255};
        trey_batch_transfer(batch, &transfer);
    }
    expect_ok(store, trey_store_commit(store, batch, NULL));
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        expect_ok(store, trey_store_record(store, 2 + i, &record));
        assert_int_equal(record.size, sizes[i]);
        assert_memory_equal(record.body, body, sizes[i]);
        assert_int_equal(record.time, -5);
    }
    assert_int_equal(record.transfers, TREY_RECORD_TRANSFERS_MAX);
    assert_int_equal(record.transfer[1023].cents, 1024);
    assert_int_equal(record.transfer[1023].seat, 255);
    check_store(store);
    trey_batch_close(batch);
    trey_store_close(store);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_fresh_store_is_empty),
        STORE_TEST(two_stores_have_different_identities),
        STORE_TEST(what_was_committed_is_there_after_reopening),
        STORE_TEST(a_stream_is_found_by_kind_and_name),
        STORE_TEST(a_bad_name_of_a_stream_is_refused),
        STORE_TEST(a_stream_is_read_behind_its_snapshot),
        STORE_TEST(kept_values_are_replaced_and_wiped),
        STORE_TEST(the_same_command_is_not_stored_twice),
        STORE_TEST(only_some_accounts_may_owe),
        STORE_TEST(money_that_does_not_fit_is_not_stored),
        STORE_TEST(a_batch_for_no_stream_is_refused),
        STORE_TEST(a_stream_that_was_taken_over_conflicts),
        STORE_TEST(what_is_claimed_is_claimed_once),
        STORE_TEST(a_lock_ends_with_a_commit_or_without),
        STORE_TEST(cursors_read_every_part_in_pages),
        STORE_TEST(a_cursor_ends_where_the_store_ended),
        STORE_TEST(a_still_store_takes_nothing),
        STORE_TEST(large_and_empty_bodies_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
