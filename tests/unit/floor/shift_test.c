/* shift_test.c -- the message that closes a shift. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

#include "trey/report.h"
#include "trey/shifts.h"
#include "trey/verify.h"

static evening e;

static void open_evening(void) {
    const trey_table_service service = evening_service();
    evening_open(&e);
    evening_four_tables(&e, &service);
}

static void a_shift_manager_closes_one_shift_after_the_other(void **state) {
    (void)state;
    open_evening();
    client *boss = evening_enter(&e, "Sonja", TREY_OFFICE_SHIFT_MANAGER, 0);
    json_t *answer = say(boss, "shift", "\"note\":\"quiet\"");
    assert_true(said_yes(answer));
    assert_int_equal(NUMBER(answer, "shift"), 1);
    answer = say(boss, "shift", "%s", "");
    assert_int_equal(NUMBER(answer, "shift"), 2);
    evening_close(&e);
}

static void a_message_that_comes_again_closes_nothing(void **state) {
    (void)state;
    static const char id[] = "00112233445566778899aabbccddeeff";
    open_evening();
    client *boss = evening_enter(&e, "Sonja", TREY_OFFICE_SHIFT_MANAGER, 0);
    assert_int_equal(NUMBER(say_as(boss, id, "shift", "%s", ""), "shift"), 1);
    json_t *answer = say_as(boss, id, "shift", "%s", "");
    assert_int_equal(NUMBER(answer, "shift"), 1);
    assert_true(json_is_true(at_path(answer, "again")));
    assert_int_equal(NUMBER(say(boss, "shift", "%s", ""), "shift"), 2);
    evening_close(&e);
}

static void nobody_else_closes_a_shift(void **state) {
    (void)state;
    open_evening();
    for (unsigned office = 0; office < TREY_OFFICE_COUNT; office++) {
        if (office == TREY_OFFICE_SHIFT_MANAGER) continue;
        client *c = evening_enter(&e, trey_office_word(office), (trey_office)office, 0);
        assert_string_equal(said_no(say(c, "shift", "%s", "")), "role_too_low");
    }
    evening_close(&e);
}

static void a_note_is_one_line_that_can_be_read(void **state) {
    (void)state;
    open_evening();
    client *boss = evening_enter(&e, "Sonja", TREY_OFFICE_SHIFT_MANAGER, 0);
    e.unchecked = true; /* the schema knows no lines */
    assert_string_equal(said_no(say(boss, "shift", "\"note\":\"two\\nlines\"")), "malformed");
    assert_string_equal(said_no(say(boss, "shift", "\"note\":\"\"")), "malformed");
    assert_string_equal(said_no(say(boss, "shift", "\"note\":5")), "malformed");
    assert_string_equal(said_no(say(boss, "shift", "\"table\":\"mbs\"")), "malformed");
    assert_int_equal(NUMBER(say(boss, "shift", "\"note\":\"\xc3\xa9t\xc3\xa9\""), "shift"), 1);
    evening_close(&e);
}

static void an_evening_with_shifts_verifies(void **state) {
    (void)state;
    open_evening();
    client *boss = evening_enter(&e, "Sonja", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    DO(ann, "watch", "\"table\":\"mbs\"");
    DO(ann, "sit", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 20000);
    DO(boss, "shift", "\"note\":\"first\"");
    evening_pass(&e, 20000);
    DO(boss, "shift", "%s", "");
    const trey_verify_options options = {.keys = &e.h.keys};
    trey_verify_report report;
    trey_store_message message = {""};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    assert_string_equal(report.finding.what, "");
    assert_int_equal(report.verdict, TREY_VERDICT_GOOD);
    assert_int_equal(report.shifts, 2);
    trey_verify_report_close(&report);
    evening_close(&e);
}

/* What staff were refused, and whose the desks were, is part of the shift's report. */
static void a_shift_lists_what_staff_were_refused(void **state) {
    (void)state;
    open_evening();
    client *boss = evening_enter(&e, "Sonja", TREY_OFFICE_SHIFT_MANAGER, 0);
    client *dora = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    DO(dora, "desk", "\"table\":\"mbs\",\"on\":true");
    assert_string_equal(said_no(say(dora, "settle", "\"table\":\"mbs\"")), "not_showdown");
    DO(boss, "shift", "%s", "");
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = 1};
    trey_figures *figures;
    trey_store_message message;
    bool done = false;
    size_t size;
    assert_int_equal(trey_figures_open(&figures, e.h.store, &query, &message), TREY_STATUS_OK);
    while (!done) assert_int_equal(trey_figures_work(figures, &done), TREY_STATUS_OK);
    char *sheet = trey_figures_csv(figures, TREY_SHEET_INCIDENTS, &size);
    assert_non_null(strstr(sheet, "mbs,took the desk"));
    assert_non_null(strstr(sheet, "dealer,mbs,settle: the dealer's hand is not open,3.11"));
    free(sheet);
    trey_figures_close(figures);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shift_manager_closes_one_shift_after_the_other),
        cmocka_unit_test(a_message_that_comes_again_closes_nothing),
        cmocka_unit_test(nobody_else_closes_a_shift),
        cmocka_unit_test(a_note_is_one_line_that_can_be_read),
        cmocka_unit_test(an_evening_with_shifts_verifies),
        cmocka_unit_test(a_shift_lists_what_staff_were_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
