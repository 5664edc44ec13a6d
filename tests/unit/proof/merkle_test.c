/* merkle_test.c -- hashes and trees. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "trey/check.h"
#include "trey/proof.h"

enum { MOST = 130 };

static void fill(trey_hash *leaf, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = (uint8_t)i;
        leaf[i] = trey_merkle_leaf(&byte, 1);
    }
}

/* The definition, word for word. */
static trey_hash defined_root(const trey_hash *leaf, size_t count) {
    if (count == 1) return leaf[0];
    size_t left = 1;
    while (left * 2 < count) left *= 2;
    trey_hash a = defined_root(leaf, left), b = defined_root(leaf + left, count - left);
    return trey_merkle_node(&a, &b);
}

static void hashes_are_those_of_the_standard(void **state) {
    (void)state;
    char text[TREY_HASH_TEXT_MAX];
    trey_hash hash = trey_hash_of("abc", 3);
    assert_string_equal(trey_hash_print(&hash, text),
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash = trey_hash_of("", 0);
    assert_string_equal(trey_hash_print(&hash, text),
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    trey_hash again;
    assert_true(trey_hash_parse(text, &again));
    assert_true(trey_hash_equal(&hash, &again));
    assert_false(trey_hash_parse("e3b0", &again));
    text[3] = 'g';
    assert_false(trey_hash_parse(text, &again));
}

static void the_plain_hash_agrees_with_the_library(void **state) {
    (void)state;
    uint8_t bytes[300], plain[32];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        trey_hash hash = trey_hash_of(bytes, length);
        trey_check_hash(bytes, length, plain);
        assert_memory_equal(hash.byte, plain, 32);
    }
}

static void a_root_is_the_one_of_the_definition(void **state) {
    (void)state;
    trey_hash leaf[MOST];
    fill(leaf, MOST);
    trey_frontier grown;
    trey_frontier_open(&grown);
    trey_hash nothing = trey_hash_of("", 0), root = trey_frontier_root(&grown);
    assert_true(trey_hash_equal(&root, &nothing));
    for (size_t count = 1; count <= MOST; count++) {
        trey_hash defined = defined_root(leaf, count);
        root = trey_merkle_root(leaf, count);
        assert_true(trey_hash_equal(&root, &defined));
        trey_frontier_add(&grown, &leaf[count - 1]);
        root = trey_frontier_root(&grown);
        assert_true(trey_hash_equal(&root, &defined));
    }
}

static void a_path_proves_its_leaf_and_no_other(void **state) {
    (void)state;
    trey_hash leaf[MOST], path[TREY_PATH_MAX];
    fill(leaf, MOST);
    for (size_t count = 1; count <= MOST; count++) {
        trey_hash root = trey_merkle_root(leaf, count);
        for (size_t i = 0; i < count; i++) {
            size_t length = trey_merkle_path(leaf, count, i, path);
            assert_true(trey_merkle_holds(&leaf[i], i, count, path, length, &root));
            size_t other = (i + 1) % count;
            if (count > 1) {
                /* A node is not a leaf that needs no way. */
                assert_false(trey_merkle_holds(&root, i, count, path, 0, &root));
                assert_false(trey_merkle_holds(&leaf[other], i, count, path, length, &root));
                assert_false(trey_merkle_holds(&leaf[i], other, count, path, length, &root));
                assert_false(trey_merkle_holds(&leaf[i], i, count, path, length - 1, &root));
                path[length / 2].byte[5] ^= 1;
                assert_false(trey_merkle_holds(&leaf[i], i, count, path, length, &root));
            }
            assert_false(trey_merkle_holds(&leaf[i], count, count, path, length, &root));
        }
    }
}

static void a_node_cannot_pass_for_a_leaf(void **state) {
    (void)state;
    uint8_t both[64];
    trey_hash leaf[2];
    fill(leaf, 2);
    memcpy(both, leaf, sizeof both);
    trey_hash node = trey_merkle_node(&leaf[0], &leaf[1]), as_leaf = trey_merkle_leaf(both, 64);
    assert_false(trey_hash_equal(&node, &as_leaf));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_the_standard),
        cmocka_unit_test(the_plain_hash_agrees_with_the_library),
        cmocka_unit_test(a_root_is_the_one_of_the_definition),
        cmocka_unit_test(a_path_proves_its_leaf_and_no_other),
        cmocka_unit_test(a_node_cannot_pass_for_a_leaf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
