/* money_test.c -- cents that never wrap, and dollars read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <trey/core.h>

static void a_sum_one_above_the_largest_number_is_refused(void **state) {
    (void)state;
    trey_cents sum = 7;
    assert_true(trey_cents_add(INT64_MAX - 1, 0, &sum));
    assert_true(sum == INT64_MAX - 1);
    assert_true(trey_cents_add(INT64_MAX - 1, 1, &sum));
    assert_true(sum == INT64_MAX);
    sum = 7;
    assert_false(trey_cents_add(INT64_MAX, 1, &sum));
    assert_int_equal(sum, 7);
}

static void a_sum_one_below_the_smallest_number_is_refused(void **state) {
    (void)state;
    trey_cents sum = 7;
    assert_true(trey_cents_add(INT64_MIN + 2, -1, &sum));
    assert_true(sum == INT64_MIN + 1);
    assert_true(trey_cents_add(INT64_MIN + 1, -1, &sum));
    assert_true(sum == INT64_MIN);
    sum = 7;
    assert_false(trey_cents_add(INT64_MIN, -1, &sum));
    assert_int_equal(sum, 7);
    assert_true(trey_cents_add(INT64_MIN, INT64_MAX, &sum));
    assert_int_equal(sum, -1);
}

static void a_difference_that_does_not_fit_is_refused(void **state) {
    (void)state;
    trey_cents difference = 7;
    assert_true(trey_cents_subtract(-1, INT64_MAX, &difference));
    assert_true(difference == INT64_MIN);
    difference = 7;
    assert_false(trey_cents_subtract(-2, INT64_MAX, &difference));
    assert_int_equal(difference, 7);
    /* The smallest number has no opposite. */
    assert_false(trey_cents_subtract(0, INT64_MIN, &difference));
    assert_int_equal(difference, 7);
    assert_true(trey_cents_subtract(0, INT64_MIN + 1, &difference));
    assert_true(difference == INT64_MAX);
    assert_true(trey_cents_subtract(-1, INT64_MIN, &difference));
    assert_true(difference == INT64_MAX);
    assert_true(trey_cents_subtract(5000, 1250, &difference));
    assert_int_equal(difference, 3750);
}

static void a_scaled_amount_is_rounded_towards_zero_and_the_rest_is_told(void **state) {
    (void)state;
    trey_cents product = 0;
    int64_t rest = 0;
    assert_true(trey_cents_scale(1000, 1, 4, &product, &rest)); /* a quarter of the meter */
    assert_int_equal(product, 250);
    assert_int_equal(rest, 0);
    assert_true(trey_cents_scale(1001, 1, 4, &product, &rest));
    assert_int_equal(product, 250);
    assert_int_equal(rest, 1);
    assert_true(trey_cents_scale(1003, 1, 4, &product, &rest));
    assert_int_equal(product, 250);
    assert_int_equal(rest, 3);
    assert_true(trey_cents_scale(1004, 1, 4, &product, &rest));
    assert_int_equal(product, 251);
    assert_int_equal(rest, 0);
    assert_true(trey_cents_scale(-1003, 1, 4, &product, &rest));
    assert_int_equal(product, -250);
    assert_int_equal(rest, -3);
    assert_true(trey_cents_scale(2500, -40, 1, &product, NULL));
    assert_int_equal(product, -100000);
}

static void scaling_is_exact_however_large_the_product_on_the_way(void **state) {
    (void)state;
    trey_cents product = 0;
    int64_t rest = 0;
    assert_true(trey_cents_scale(INT64_MAX, INT64_MAX, INT64_MAX, &product, &rest));
    assert_true(product == INT64_MAX);
    assert_int_equal(rest, 0);
    assert_true(trey_cents_scale(INT64_MIN, INT64_MAX, INT64_MAX, &product, &rest));
    assert_true(product == INT64_MIN);
    assert_true(trey_cents_scale(INT64_MAX, 2, 3, &product, &rest));
    assert_true(product == INT64_C(6148914691236517204));
    assert_int_equal(rest, 2);
}

static void a_scaled_amount_one_beyond_either_end_is_refused(void **state) {
    (void)state;
    trey_cents product = 7;
    int64_t rest = 8;
    assert_true(trey_cents_scale(INT64_MAX / 2, 2, 1, &product, &rest));
    assert_true(product == INT64_MAX - 1);
    assert_true(trey_cents_scale(INT64_MAX, 1, 1, &product, &rest));
    assert_true(product == INT64_MAX);
    product = 7;
    rest = 8;
    assert_false(trey_cents_scale(INT64_MAX / 2 + 1, 2, 1, &product, &rest));
    assert_int_equal(product, 7);
    assert_int_equal(rest, 8);
    assert_true(trey_cents_scale(INT64_MIN / 2, 2, 1, &product, &rest));
    assert_true(product == INT64_MIN);
    product = 7;
    assert_false(trey_cents_scale(INT64_MIN / 2 - 1, 2, 1, &product, &rest));
    assert_false(trey_cents_scale(INT64_MIN, -1, 1, &product, &rest));
    assert_false(trey_cents_scale(INT64_MIN, INT64_MIN, 1, &product, &rest));
    assert_int_equal(product, 7);
}

static void reads(const char *text, trey_cents cents, const char *rest) {
    trey_cents read = -1;
    const char *end = NULL;
    assert_int_equal(trey_cents_parse(text, &read, &end), TREY_STATUS_OK);
    assert_true(read == cents);
    assert_string_equal(end, rest);
}
static void refuses(const char *text, trey_status status, const char *from) {
    trey_cents read = -1;
    const char *end = NULL;
    assert_int_equal(trey_cents_parse(text, &read, &end), status);
    assert_int_equal(read, -1);
    assert_string_equal(end, from);
    assert_int_equal(trey_cents_parse(text, &read, NULL), status);
}

static void dollars_are_read_with_and_without_cents(void **state) {
    (void)state;
    reads("50", 5000, "");
    reads("12.50", 1250, "");
    reads("12.5", 1250, "");
    reads("0.07", 7, "");
    reads("0", 0, "");
    reads("007", 700, "");
    reads("$25", 2500, "");
    reads("$40,003", 4000300, "");
    reads("1,250.75", 125075, "");
    reads("1,000,000", 100000000, "");
}

static void reading_stops_at_what_is_not_of_the_amount(void **state) {
    (void)state;
    reads("50 ante", 5000, " ante");
    reads("25..1000", 2500, "..1000");
    reads("12.", 1200, ".");
    reads("12.x", 1200, ".x");
    reads("50, 60", 5000, ", 60");
    reads("50,", 5000, ",");
    reads("1,250,x", 125000, ",x");
}

static void what_is_no_amount_is_refused_at_the_offending_character(void **state) {
    (void)state;
    refuses("", TREY_STATUS_MONEY_SYNTAX, "");
    refuses("$", TREY_STATUS_MONEY_SYNTAX, "");
    refuses("-5", TREY_STATUS_MONEY_SYNTAX, "-5");
    refuses("+5", TREY_STATUS_MONEY_SYNTAX, "+5");
    refuses("$-5", TREY_STATUS_MONEY_SYNTAX, "-5");
    refuses("ten", TREY_STATUS_MONEY_SYNTAX, "ten");
    refuses(".50", TREY_STATUS_MONEY_SYNTAX, ".50");
}

static void a_third_decimal_is_refused(void **state) {
    (void)state;
    reads("12.3", 1230, "");
    reads("12.34", 1234, "");
    refuses("12.345", TREY_STATUS_MONEY_DECIMALS, "5");
    refuses("12.340", TREY_STATUS_MONEY_DECIMALS, "0");
}

static void a_comma_parts_thousands_and_nothing_else(void **state) {
    (void)state;
    refuses("1,25", TREY_STATUS_MONEY_SYNTAX, "");
    reads("1,250", 125000, "");
    refuses("1,2500", TREY_STATUS_MONEY_SYNTAX, "0");
    refuses("1250,000", TREY_STATUS_MONEY_SYNTAX, ",000");
    refuses("1,25,000", TREY_STATUS_MONEY_SYNTAX, ",000");
    refuses("1,25.00", TREY_STATUS_MONEY_SYNTAX, ".00");
    reads("125,000", 12500000, "");
}

static void one_cent_above_the_largest_amount_is_refused(void **state) {
    (void)state;
    reads("92233720368547758.06", INT64_MAX - 1, "");
    reads("92233720368547758.07", INT64_MAX, "");
    refuses("92233720368547758.08", TREY_STATUS_MONEY_OVERFLOW, "8");
    refuses("92233720368547759", TREY_STATUS_MONEY_OVERFLOW, "");
    refuses("9223372036854775808", TREY_STATUS_MONEY_OVERFLOW, "8");
    refuses("99999999999999999999999999", TREY_STATUS_MONEY_OVERFLOW, "99999999");
}

static void prints(trey_cents cents, const char *text) {
    char out[TREY_CENTS_TEXT_MAX];
    assert_ptr_equal(trey_cents_print(cents, out), out);
    assert_string_equal(out, text);
}

static void amounts_are_printed_as_people_write_them(void **state) {
    (void)state;
    prints(0, "$0");
    prints(7, "$0.07");
    prints(1250, "$12.50");
    prints(2500, "$25");
    prints(-300, "-$3");
    prints(-5, "-$0.05");
    prints(99900, "$999");
    prints(99999, "$999.99");
    prints(100000, "$1,000");
    prints(125000, "$1,250");
    prints(100000000, "$1,000,000");
    prints(INT64_MAX, "$92,233,720,368,547,758.07");
    prints(INT64_MIN, "-$92,233,720,368,547,758.08");
}

static void what_is_printed_reads_back_as_the_same_amount(void **state) {
    (void)state;
    char out[TREY_CENTS_TEXT_MAX];
    for (trey_cents cents = 1; cents < INT64_MAX / 7; cents = cents * 7 + 3) {
        reads(trey_cents_print(cents, out), cents, "");
    }
    reads(trey_cents_print(INT64_MAX, out), INT64_MAX, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_one_above_the_largest_number_is_refused),
        cmocka_unit_test(a_sum_one_below_the_smallest_number_is_refused),
        cmocka_unit_test(a_difference_that_does_not_fit_is_refused),
        cmocka_unit_test(a_scaled_amount_is_rounded_towards_zero_and_the_rest_is_told),
        cmocka_unit_test(scaling_is_exact_however_large_the_product_on_the_way),
        cmocka_unit_test(a_scaled_amount_one_beyond_either_end_is_refused),
        cmocka_unit_test(dollars_are_read_with_and_without_cents),
        cmocka_unit_test(reading_stops_at_what_is_not_of_the_amount),
        cmocka_unit_test(what_is_no_amount_is_refused_at_the_offending_character),
        cmocka_unit_test(a_third_decimal_is_refused),
        cmocka_unit_test(a_comma_parts_thousands_and_nothing_else),
        cmocka_unit_test(one_cent_above_the_largest_amount_is_refused),
        cmocka_unit_test(amounts_are_printed_as_people_write_them),
        cmocka_unit_test(what_is_printed_reads_back_as_the_same_amount),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
