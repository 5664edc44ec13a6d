/* staff_figures_test.c -- who voids, withdraws, corrects and pays, beside what was to be expected.
 */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "office.h"

static office o;
enum { DORA = 101, DEAN = 102, SUE = 103, MIA = 104 };

static int build(void **state) {
    (void)state;
    memset(&o, 0, sizeof o);
    office_build(&o, "mbs", 0);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    office_tear_down(&o);
    return 0;
}

static void give(unsigned verb, unsigned role, trey_player actor) {
    const trey_command command = {.verb = (uint8_t)verb, .role = (uint8_t)role, .actor = actor};
    office_give(&o, o.table, &command);
}

/* To the moment when hands are out. */
static void round_of(trey_player dealer) {
    give(TREY_VERB_OPEN, TREY_ROLE_DEALER, dealer);
    office_bet(&o, o.table, 3, TREY_WAGER_ANTE, 5000);
    give(TREY_VERB_CLOSE, TREY_ROLE_DEALER, dealer);
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", NULL, NULL, "AsKdQs"};
    office_deal(&o, o.table, hands);
}

static void report(trey_player by) {
    const trey_command command = {.verb = TREY_VERB_REPORT,
                                  .role = TREY_ROLE_DEALER,
                                  .actor = by,
                                  .kind = TREY_IRREGULARITY_FOREIGN_CARD};
    office_give(&o, o.table, &command);
}

static void end(trey_player dealer) {
    office_decide(&o, o.table, 3, true);
    give(TREY_VERB_REVEAL, TREY_ROLE_DEALER, dealer);
    give(TREY_VERB_SETTLE, TREY_ROLE_DEALER, dealer);
}

static json_t *of(json_t *staff, trey_person person) {
    size_t i;
    json_t *one;
    json_array_foreach(staff, i, one) {
        if (json_integer_value(json_object_get(one, "person")) == (json_int_t)person) return one;
    }
    fail_msg("%u is not in the report", (unsigned)person);
    return NULL;
}

static void has(json_t *one, const char *what, long long count, double expected) {
    if (json_integer_value(json_object_get(one, what)) != count)
        fail_msg("%s: %lld, not %lld", what,
                 (long long)json_integer_value(json_object_get(one, what)), count);
    double found = json_real_value(json_object_get(json_object_get(one, "expected"), what));
    if (found < expected - 0.005 || found > expected + 0.005)
        fail_msg("%s: expected %f, not %f", what, found, expected);
}

static void each_case_is_laid_to_those_behind_it(void **state) {
    (void)state;
    /* Dora withdraws one report, and Sue confirms another; Dean only deals. */
    round_of(DORA);
    report(DORA);
    give(TREY_VERB_DROP, TREY_ROLE_PIT_SUPERVISOR, SUE);
    report(DORA);
    give(TREY_VERB_CONFIRM, TREY_ROLE_PIT_SUPERVISOR, SUE);
    round_of(DEAN);
    end(DEAN);
    round_of(DEAN);
    trey_command ruling = {.verb = TREY_VERB_RULE,
                           .role = TREY_ROLE_SHIFT_MANAGER,
                           .actor = MIA,
                           .second = SUE,
                           .second_role = TREY_ROLE_PIT_SUPERVISOR,
                           .ruling = TREY_RULING_RETURN_HAND,
                           .seat = 3,
                           .reason = "the card stuck"};
    office_give(&o, o.table, &ruling);
    give(TREY_VERB_REVEAL, TREY_ROLE_DEALER, DEAN);
    give(TREY_VERB_SETTLE, TREY_ROLE_DEALER, DEAN);
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    json_t *json = trey_figures_json(figures), *staff = json_object_get(json, "staff");
    json_t *dora = of(staff, DORA), *dean = of(staff, DEAN), *sue = of(staff, SUE);
    /* Dora: open, close, two reports; Dean: open, close, reveal, settle, twice. */
    assert_int_equal(json_integer_value(json_object_get(dora, "calls")), 4);
    assert_int_equal(json_integer_value(json_object_get(dean, "calls")), 8);
    has(dora, "reports", 2, 2 * 4 / 12.0);
    has(dora, "withdrawn", 1, 4 / 12.0);
    has(dora, "voids", 1, 4 / 12.0);
    has(dean, "reports", 0, 2 * 8 / 12.0);
    has(dean, "withdrawn", 0, 8 / 12.0);
    has(dean, "voids", 0, 8 / 12.0);
    assert_int_equal(json_integer_value(json_object_get(sue, "calls")), 2);
    has(sue, "reports", 0, 0);
    has(sue, "withdrawn", 0, 0);
    has(sue, "voids", 2, 2); /* alone in the role */
    has(of(staff, MIA), "voids", 1, 1);
    size_t size;
    char *csv = trey_figures_csv(figures, TREY_SHEET_STAFF, &size);
    assert_non_null(strstr(csv, ",dealer,4,2,0.67,1,0.33,1,0.33,0,0.00,0,0.00\r\n"));
    free(csv);
    json_decref(json);
    trey_figures_close(figures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_case_is_laid_to_those_behind_it, build, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
