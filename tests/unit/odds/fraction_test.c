/* fraction_test.c -- exact fractions. */
#include "cmocka_suite.h"

#include <string.h>

#include "opened_odds.h"

static void a_fraction_is_in_lowest_terms_with_its_sign_above(void **state) {
    (void)state;
    assert_fraction(trey_fraction_of(6, 4), "3/2");
    assert_fraction(trey_fraction_of(6, -4), "-3/2");
    assert_fraction(trey_fraction_of(-6, -4), "3/2");
    assert_fraction(trey_fraction_of(0, -7), "0");
    assert_fraction(trey_fraction_of(-14, 7), "-2");
}

static void sums_and_products_are_exact(void **state) {
    (void)state;
    trey_fraction third = trey_fraction_of(1, 3), sixth = trey_fraction_of(1, 6);
    assert_fraction(trey_fraction_add(third, sixth), "1/2");
    assert_fraction(trey_fraction_add(third, trey_fraction_of(-1, 3)), "0");
    assert_fraction(trey_fraction_multiply(third, sixth), "1/18");
    assert_fraction(trey_fraction_multiply(trey_fraction_of(-22100, 3), trey_fraction_of(9, 22100)),
                    "-3");
}

/* 2^126 has 38 digits; the least number of 128 bits is its own negative. */
static void large_numbers_keep_every_digit(void **state) {
    (void)state;
    trey_int128 large = (trey_int128)1 << 126;
    assert_fraction(trey_fraction_of(large, 3), "85070591730234615865843651857942052864/3");
    assert_fraction(trey_fraction_of(-large, 1), "-85070591730234615865843651857942052864");
    trey_fraction product =
        trey_fraction_multiply(trey_fraction_of(large, 3), trey_fraction_of(3, large));
    assert_fraction(product, "1");
}

static void a_fraction_as_a_decimal(void **state) {
    (void)state;
    double edge = trey_fraction_double(trey_fraction_of(-686689, 20358520));
    assert_true(edge < -0.033729809 && edge > -0.033729810);
}

/* Halfway between two doubles the even one; a little more or less decides otherwise. */
static void a_fraction_becomes_the_nearest_double(void **state) {
    (void)state;
    const trey_int128 two_53 = (trey_int128)1 << 53, far = (trey_int128)1 << 60;
    assert_true(trey_fraction_double(trey_fraction_of(two_53 + 1, 1)) == 9007199254740992.0);
    assert_true(trey_fraction_double(trey_fraction_of(two_53 + 3, 1)) == 9007199254740996.0);
    assert_true(trey_fraction_double(trey_fraction_of((two_53 + 1) * far + 1, far)) ==
                9007199254740994.0);
    assert_true(trey_fraction_double(trey_fraction_of((two_53 + 1) * far - 1, far)) ==
                9007199254740992.0);
    assert_true(trey_fraction_double(trey_fraction_of(-1, 3)) == -1.0 / 3);
    assert_true(trey_fraction_double(trey_fraction_of(0, 7)) == 0);
    assert_true(trey_fraction_double(trey_fraction_of(1, far * far)) == 0x1p-120);
    for (int n = -200; n <= 200; n++) {
        for (int d = 1; d <= 60; d++)
            assert_true(trey_fraction_double(trey_fraction_of(n, d)) == (double)n / d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fraction_is_in_lowest_terms_with_its_sign_above),
        cmocka_unit_test(sums_and_products_are_exact),
        cmocka_unit_test(large_numbers_keep_every_digit),
        cmocka_unit_test(a_fraction_as_a_decimal),
        cmocka_unit_test(a_fraction_becomes_the_nearest_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
