/* meter_test.c -- what the jackpot's display shows after bets and awards. */
#include "cmocka_suite.h"

#include "trey/jackpot.h"

static const trey_value whole = {100, 100}, quarter = {25, 100}, fixed = {125000, 0};
static const trey_meter_rules by_the_house = {TREY_AFTER_SHARE_LOWERED, TREY_FUND_HOUSE};

static void a_bet_adds_its_contribution_and_a_returned_one_takes_it_off(void **state) {
    (void)state;
    trey_meter meter = {1200000, 1000000};
    meter = trey_meter_add(meter, 100);
    assert_int_equal(meter.value, 1200100);
    meter = trey_meter_add(meter, -100);
    assert_int_equal(meter.value, 1200000);
    assert_int_equal(meter.reset, 1000000);
}

static void a_meter_stays_between_nothing_and_its_maximum(void **state) {
    (void)state;
    trey_meter meter = {TREY_METER_MAX - 1, 0};
    assert_int_equal(trey_meter_add(meter, 1).value, TREY_METER_MAX);
    assert_int_equal(trey_meter_add(meter, 2).value, TREY_METER_MAX);
    assert_int_equal(trey_meter_add(meter, INT64_MAX).value, TREY_METER_MAX);
    meter.value = 5;
    assert_int_equal(trey_meter_add(meter, -5).value, 0);
    assert_int_equal(trey_meter_add(meter, -6).value, 0);
    assert_int_equal(trey_meter_add(meter, INT64_MIN).value, 0);
}

static void the_whole_meter_is_paid_and_reset(void **state) {
    (void)state;
    const trey_meter meter = {4821300, 1000000};
    trey_award award = trey_meter_pay(meter, whole, by_the_house);
    assert_int_equal(award.paid, 4821300);
    assert_int_equal(award.from_meter, 4821300);
    assert_int_equal(award.after.value, 1000000);
}

static void a_share_is_rounded_down_and_the_rest_stays(void **state) {
    (void)state;
    trey_meter meter = {10000003, 2500000};
    trey_award award = trey_meter_pay(meter, quarter, by_the_house);
    assert_int_equal(award.paid, 2500000);
    assert_int_equal(award.after.value, 7500003);
    meter.value = 10000004;
    assert_int_equal(trey_meter_pay(meter, quarter, by_the_house).paid, 2500001);
}

/* Three readings of what a share leaves: below, at and above the reset value. */
static void a_share_leaves_what_the_reading_says(void **state) {
    (void)state;
    const trey_meter_rules lowered = {TREY_AFTER_SHARE_LOWERED, TREY_FUND_HOUSE};
    const trey_meter_rules reset = {TREY_AFTER_SHARE_RESET, TREY_FUND_HOUSE};
    const trey_meter_rules floored = {TREY_AFTER_SHARE_NOT_BELOW_RESET, TREY_FUND_HOUSE};
    static const struct {
        trey_cents before, lowered, floored;
    } cases[] = {
        {4000000, 3000000, 3000000}, {3333332, 2499999, 2500000}, {2800000, 2100000, 2500000}};
    for (unsigned i = 0; i < 3; i++) {
        trey_meter meter = {cases[i].before, 2500000};
        assert_int_equal(trey_meter_pay(meter, quarter, lowered).after.value, cases[i].lowered);
        assert_int_equal(trey_meter_pay(meter, quarter, reset).after.value, 2500000);
        assert_int_equal(trey_meter_pay(meter, quarter, floored).after.value, cases[i].floored);
    }
}

static void a_share_and_the_whole_in_both_orders(void **state) {
    (void)state;
    trey_meter meter = {10000000, 2500000};
    trey_award first = trey_meter_pay(meter, quarter, by_the_house);
    trey_award second = trey_meter_pay(first.after, whole, by_the_house);
    assert_int_equal(first.paid, 2500000);
    assert_int_equal(second.paid, 7500000);
    first = trey_meter_pay(meter, whole, by_the_house);
    second = trey_meter_pay(first.after, quarter, by_the_house);
    assert_int_equal(first.paid, 10000000);
    assert_int_equal(second.paid, 625000);
}

static void a_fixed_award_comes_from_the_house_or_from_the_meter(void **state) {
    (void)state;
    trey_meter meter = {4000300, 1000000};
    trey_award award = trey_meter_pay(meter, fixed, by_the_house);
    assert_int_equal(award.paid, 125000);
    assert_int_equal(award.from_meter, 0);
    assert_int_equal(award.after.value, 4000300);
    const trey_meter_rules by_the_meter = {TREY_AFTER_SHARE_LOWERED, TREY_FUND_METER};
    award = trey_meter_pay(meter, fixed, by_the_meter);
    assert_int_equal(award.paid, 125000);
    assert_int_equal(award.from_meter, 125000);
    assert_int_equal(award.after.value, 3875300);
    meter.value = 100000; /* less than the award: the house pays the rest */
    award = trey_meter_pay(meter, fixed, by_the_meter);
    assert_int_equal(award.paid, 125000);
    assert_int_equal(award.from_meter, 100000);
    assert_int_equal(award.after.value, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bet_adds_its_contribution_and_a_returned_one_takes_it_off),
        cmocka_unit_test(a_meter_stays_between_nothing_and_its_maximum),
        cmocka_unit_test(the_whole_meter_is_paid_and_reset),
        cmocka_unit_test(a_share_is_rounded_down_and_the_rest_stays),
        cmocka_unit_test(a_share_leaves_what_the_reading_says),
        cmocka_unit_test(a_share_and_the_whole_in_both_orders),
        cmocka_unit_test(a_fixed_award_comes_from_the_house_or_from_the_meter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
