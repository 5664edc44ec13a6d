/* growing_test.c -- lists, bytes and the map by number, against plain arrays. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "trey/base.h"

enum { KEYS = 300 };

static uint64_t seed_given(void) {
    const char *given = getenv("TREY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
    print_message("TREY_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

static unsigned drawn(uint64_t *state, unsigned below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33) % below;
}

/* Keys that meet in one place, and some of all sizes. */
static uint64_t key_of(unsigned number) {
    return number % 3 == 0 ? (uint64_t)(number + 1) << 40 : number + 1;
}

static void a_map_has_what_was_put_in_and_not_taken_out(void **context) {
    (void)context;
    uint64_t state = seed_given();
    unsigned model[KEYS] = {0}, there = 0;
    trey_map map = {.size = sizeof(unsigned)};
    for (unsigned step = 0; step < 20000; step++) {
        const unsigned number = drawn(&state, KEYS);
        if (drawn(&state, 2)) {
            unsigned *value = trey_map_put(&map, key_of(number));
            assert_non_null(value);
            assert_int_equal(*value, model[number]);
            there += model[number] == 0;
            *value = model[number] = step + 1;
        } else {
            trey_map_remove(&map, key_of(number));
            there -= model[number] != 0;
            model[number] = 0;
        }
        assert_int_equal(map.used, there);
        const unsigned asked = drawn(&state, KEYS);
        const unsigned *found = trey_map_find(&map, key_of(asked));
        assert_int_equal(found ? *found : 0, model[asked]);
    }
    for (unsigned i = 0; i < KEYS; i++) {
        const unsigned *found = trey_map_find(&map, key_of(i));
        assert_int_equal(found ? *found : 0, model[i]);
    }
    assert_null(trey_map_find(&map, 0));
    trey_map_clear(&map);
    assert_int_equal(map.used, 0);
    for (unsigned i = 0; i < KEYS; i++) assert_null(trey_map_find(&map, key_of(i)));
    unsigned *again = trey_map_put(&map, 7);
    assert_int_equal(*again, 0);
    trey_map_close(&map);
    assert_null(trey_map_find(&map, 7));
}

static void an_empty_map_finds_and_removes_nothing(void **context) {
    (void)context;
    trey_map map = {.size = 1};
    assert_null(trey_map_find(&map, 5));
    trey_map_remove(&map, 5);
    trey_map_clear(&map);
    trey_map_close(&map);
}

static void a_list_keeps_what_it_has_and_adds_zeros(void **context) {
    (void)context;
    int *list = NULL;
    size_t used = 0, room = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(TREY_LIST_ROOM(list, used, room));
        assert_true(room > used);
        assert_int_equal(list[used], 0);
        list[used++] = i + 1;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(list[i], i + 1);
    free(list);
}

static void bytes_end_with_a_zero(void **context) {
    (void)context;
    static const char piece[] = "0123456789";
    trey_bytes text = {0};
    trey_bytes_add(&text, "", 0);
    assert_string_equal(text.bytes, "");
    for (unsigned i = 0; i < 500; i++) {
        trey_bytes_add(&text, piece, i % sizeof piece);
        assert_int_equal(strlen(text.bytes), text.used);
    }
    assert_false(text.failed);
    assert_memory_equal(text.bytes, "0010120123", 10);
    trey_bytes_close(&text);
    assert_null(text.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_has_what_was_put_in_and_not_taken_out),
        cmocka_unit_test(an_empty_map_finds_and_removes_nothing),
        cmocka_unit_test(a_list_keeps_what_it_has_and_adds_zeros),
        cmocka_unit_test(bytes_end_with_a_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
