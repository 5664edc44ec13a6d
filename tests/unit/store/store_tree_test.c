/* store_tree_test.c -- proofs of consistency made from a store, checked without the code that
 * made them. TREY_RECORDS sets how many records there are; with a million it prints what a
 * proof costs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store_fixture.h"

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static size_t wanted_records(void) {
    const char *text = getenv("TREY_RECORDS");
    size_t count = text ? (size_t)strtoull(text, NULL, 10) : 0;
    return count >= 3000 ? count : 3000;
}

static trey_store *filled(size_t records) {
    trey_batch *batch;
    trey_store *store = open_fresh();
    trey_stream table = make_stream(store, TREY_STREAM_TABLE, "A");
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    for (size_t i = 1; i < records;) {
        for (unsigned n = 0; n < 5000 && i < records; n++, i++) {
            char body[40] = "a record of forty bytes";
            memcpy(body + 30, &i, sizeof i);
            trey_batch_record(batch, table, 1, (int64_t)i, body, sizeof body);
        }
        expect_ok(store, trey_store_commit(store, batch, NULL));
        trey_batch_clear(batch);
    }
    trey_batch_close(batch);
    return store;
}

static trey_hash *leaves_of(trey_store *store, size_t count) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_hash *leaf = malloc(count * sizeof *leaf);
    assert_non_null(leaf);
    expect_ok(store, trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0));
    for (size_t i = 0; i < count; i++) {
        expect_ok(store, trey_cursor_next(cursor, &item));
        leaf[i] = item->record.chain;
    }
    trey_cursor_close(cursor);
    return leaf;
}

static void expect_proof(trey_tree *tree, trey_store *store, const trey_hash *leaf, uint64_t from,
                         uint64_t to) {
    trey_hash proof[TREY_PATH_MAX];
    trey_hash a = trey_merkle_root(leaf, from), b = trey_merkle_root(leaf, to);
    size_t length;
    expect_ok(store, trey_tree_consistency(tree, store, from, to, proof, &length));
    if (!trey_consistency_holds(from, &a, to, &b, proof, length))
        fail_msg("from %llu to %llu", (unsigned long long)from, (unsigned long long)to);
    if (length == 0) return;
    proof[length - 1].byte[0] ^= 1;
    assert_false(trey_consistency_holds(from, &a, to, &b, proof, length));
}

/* Numbers that follow from the seed. */
static uint64_t drawn;
static uint64_t draw(uint64_t below) {
    drawn += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t mixed = (drawn ^ drawn >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mixed ^ mixed >> 31) % below;
}

static void a_store_proves_that_it_only_grew(void **state) {
    (void)state;
    static const uint64_t edge[] = {1,    2,    3,    5,    127,  128,  129,  255,  256,  257,
                                    511,  512,  513,  767,  768,  769,  1000, 1023, 1024, 1025,
                                    1535, 1536, 2047, 2048, 2049, 2303, 2304, 2560, 2999, 3000};
    enum { EDGES = sizeof edge / sizeof *edge };
    const char *given = getenv("TREY_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    print_message("TREY_SEED=%u\n", seed);
    drawn = seed;
    size_t records = wanted_records();
    trey_store *store = filled(records);
    trey_hash *leaf = leaves_of(store, records);
    trey_tree *tree;
    uint64_t left = 1;
    assert_int_equal(trey_tree_open(&tree), TREY_STATUS_OK);
    int64_t start = now_us();
    while (left > 0) expect_ok(store, trey_tree_read(tree, store, 700, &left));
    print_message("%zu records read in %lld us\n", records, (long long)(now_us() - start));
    assert_int_equal(trey_tree_count(tree), records);
    for (unsigned i = 0; i < EDGES; i++) {
        for (unsigned j = i; j < EDGES; j++) expect_proof(tree, store, leaf, edge[i], edge[j]);
    }
    for (unsigned i = 0; i < 200 && records < 10000; i++) {
        uint64_t to = 1 + draw(records), from = 1 + draw(to);
        expect_proof(tree, store, leaf, from, to);
    }
    trey_hash proof[TREY_PATH_MAX];
    size_t length, proofs = 1000;
    start = now_us();
    for (size_t i = 0; i < proofs; i++) {
        uint64_t to = 1 + draw(records), from = 1 + draw(to);
        expect_ok(store, trey_tree_consistency(tree, store, from, to, proof, &length));
    }
    print_message("a proof takes %lld us\n", (long long)(now_us() - start) / (long long)proofs);
    free(leaf);
    trey_tree_close(tree);
    trey_store_close(store);
}

static void a_tree_goes_on_with_what_is_committed(void **state) {
    (void)state;
    trey_tree *tree;
    trey_hash proof[TREY_PATH_MAX];
    size_t length;
    uint64_t left;
    trey_store *store = filled(700);
    assert_int_equal(trey_tree_open(&tree), TREY_STATUS_OK);
    /* What it has not read it cannot prove; a step reads no more than it is told. */
    expect_ok(store, trey_tree_read(tree, store, 100, &left));
    assert_int_equal(left, 600);
    assert_int_equal(trey_tree_consistency(tree, store, 10, 700, proof, &length),
                     TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_tree_consistency(tree, store, 10, 701, proof, &length),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_tree_consistency(tree, store, 11, 10, proof, &length),
                     TREY_STATUS_INVALID);
    expect_ok(store, trey_tree_read(tree, store, 10000, &left));
    assert_int_equal(left, 0);
    trey_batch *batch;
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    for (unsigned i = 0; i < 600; i++) trey_batch_record(batch, 1, 1, i, "x", 1);
    expect_ok(store, trey_store_commit(store, batch, NULL));
    trey_batch_close(batch);
    expect_ok(store, trey_tree_read(tree, store, 10000, &left));
    trey_hash *leaf = leaves_of(store, 1300);
    expect_proof(tree, store, leaf, 700, 1300);
    expect_proof(tree, store, leaf, 0, 1300);
    expect_proof(tree, store, leaf, 1300, 1300);
    free(leaf);
    trey_tree_close(tree);
    trey_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_store_proves_that_it_only_grew, fixture_open,
                                        fixture_close),
        cmocka_unit_test_setup_teardown(a_tree_goes_on_with_what_is_committed, fixture_open,
                                        fixture_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
