/* shifts_test.c -- shifts: closed one behind the other, the same figures at any later time,
 * and a verification that follows them. */
#include "office.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/verify.h"
#include "trey/wire.h"

static office o;

static int set_up(void **state) {
    (void)state;
    office_build(&o, "rws", 500);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    office_tear_down(&o);
    return 0;
}

static void play_round_at(unsigned table, bool flushed) {
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c"};
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 5000);
    office_bet(&o, table, 1, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, hands);
    office_decide(&o, table, 1, true);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    if (flushed) office_flush(&o);
}

static void play_round(bool flushed) {
    play_round_at(o.table, flushed);
}

static char *json_of(uint64_t number) {
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = number};
    trey_figures *figures = office_figures(&o, &query);
    json_t *json = trey_figures_json(figures);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    trey_figures_close(figures);
    return text;
}

static void a_shift_ends_with_what_was_stored(void **state) {
    (void)state;
    trey_store_info info;
    play_round(true);
    assert_int_equal(trey_store_tell(o.p.h.store, &info), TREY_STATUS_OK);
    const trey_shift shift = office_close(&o, "quiet");
    assert_int_equal(shift.number, 1);
    assert_int_equal(shift.seq, info.records);
    assert_true(trey_hash_equal(&shift.root, &info.root));
    assert_string_equal(shift.note, "quiet");
    const trey_shift next = office_close(&o, "");
    assert_int_equal(next.number, 2);
    assert_int_equal(next.from, shift.to);
    assert_int_equal(next.seq, shift.seq + 1); /* the record that closed the first */
    office_verified(&o);
}

/* As it was told when it was closed, so it stands in the store. */
static void a_shift_comes_back_member_by_member(void **state) {
    (void)state;
    trey_shift given[2], *read = NULL;
    size_t count = 0;
    play_round(true);
    given[0] = office_close(&o, "quiet");
    play_round(true);
    given[1] = office_close(&o, "a note of another length");
    assert_int_equal(trey_shifts_list(o.p.h.store, &read, &count), TREY_STATUS_OK);
    assert_int_equal(count, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(read[i].number, given[i].number);
        assert_int_equal(read[i].from, given[i].from);
        assert_int_equal(read[i].to, given[i].to);
        assert_int_equal(read[i].seq, given[i].seq);
        assert_true(trey_hash_equal(&read[i].root, &given[i].root));
        assert_int_equal(read[i].by, o.manager);
        assert_memory_equal(&read[i].id, &given[i].id, sizeof read[i].id);
        assert_string_equal(read[i].note, given[i].note);
    }
    free(read);
}

static void a_shift_has_the_same_figures_at_any_later_time(void **state) {
    (void)state;
    play_round(true);
    office_close(&o, "");
    char *then = json_of(1);
    assert_non_null(strstr(then, "\"rounds\":1,"));
    play_round(true);
    play_round(true);
    office_close(&o, "");
    char *later = json_of(1), *second = json_of(2);
    assert_string_equal(then, later);
    assert_non_null(strstr(second, "\"rounds\":2,"));
    free(then);
    free(later);
    free(second);
}

/* Each round puts a dollar on the meter of its table, which began at 12,000. */
static void a_meter_at_rest_is_traced_back(void **state) {
    (void)state;
    play_round(true);
    office_close(&o, "");
    office_close(&o, "nobody came");
    play_round(true);
    play_round(true);
    char *second = json_of(2);
    assert_non_null(strstr(second, "\"name\":\"one\",\"linked\":false,\"value\":1200100,"));
    free(second);
}

/* A link is read from its snapshot, but never from one that was taken later. */
static void a_linked_meter_is_that_of_its_shift(void **state) {
    (void)state;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    unsigned jackpot;
    assert_int_equal(
        trey_house_jackpot_open(o.p.h.house, "big", "rws", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    unsigned table = office_table(&o, "linked", "rws", "big", 500);
    for (unsigned i = 0; i < 3; i++) play_round_at(table, true);
    office_close(&o, "");
    char *then = json_of(1);
    assert_non_null(strstr(then, "\"name\":\"big\",\"linked\":true,\"value\":1200300,"));
    for (unsigned i = 0; i < 20; i++) play_round_at(table, true); /* beyond a snapshot */
    char *later = json_of(1);
    assert_string_equal(then, later);
    free(then);
    free(later);
}

/* What is decided in the same batch before the close has not been stored: it belongs to the
 * next shift, and to no other. */
static void what_waits_for_the_flush_belongs_to_the_next_shift(void **state) {
    (void)state;
    play_round(false);
    office_close(&o, "");
    trey_figures *running = office_running(&o);
    assert_int_equal(trey_figures_total(running)->rounds, 1);
    trey_figures_close(running);
    char *first = json_of(1);
    assert_non_null(strstr(first, "\"rounds\":0,"));
    free(first);
    office_verified(&o);
}

static void the_same_message_closes_one_shift(void **state) {
    (void)state;
    trey_command_id id = house_next_id(&o.p.h), other = house_next_id(&o.p.h);
    trey_shift first, second;
    bool again;
    assert_int_equal(trey_shifts_end(o.shifts, &id, o.manager, "", &first, &again), TREY_STATUS_OK);
    assert_false(again);
    /* Before the flush, and after it. */
    assert_int_equal(trey_shifts_end(o.shifts, &id, o.manager, "", &second, &again),
                     TREY_STATUS_OK);
    assert_true(again);
    assert_int_equal(trey_shifts_end(o.shifts, &other, o.manager, "", &second, &again),
                     TREY_STATUS_CONFLICT);
    office_flush(&o);
    assert_int_equal(trey_shifts_end(o.shifts, &id, o.manager, "", &second, &again),
                     TREY_STATUS_OK);
    assert_true(again);
    assert_int_equal(second.number, 1);
    trey_shift *list;
    size_t count;
    assert_int_equal(trey_shifts_list(o.p.h.store, &list, &count), TREY_STATUS_OK);
    assert_int_equal(count, 1);
    free(list);
}

/* A message is known for as long as sixty-four shifts. */
static void a_message_is_known_for_sixtyfour_shifts(void **state) {
    (void)state;
    enum { KNOWN = 64 };
    trey_command_id id[KNOWN + 1];
    trey_shift shift;
    bool again;
    for (unsigned i = 0; i <= KNOWN; i++) {
        id[i] = house_next_id(&o.p.h);
        assert_int_equal(trey_shifts_end(o.shifts, &id[i], o.manager, "", &shift, &again),
                         TREY_STATUS_OK);
        assert_false(again);
        assert_int_equal(shift.number, i + 1);
        office_flush(&o);
    }
    assert_int_equal(trey_shifts_end(o.shifts, &id[1], o.manager, "", &shift, &again),
                     TREY_STATUS_OK);
    assert_true(again);
    assert_int_equal(shift.number, 2);
    office_flush(&o);
    assert_int_equal(trey_shifts_end(o.shifts, &id[0], o.manager, "", &shift, &again),
                     TREY_STATUS_OK);
    assert_false(again);
    assert_int_equal(shift.number, KNOWN + 2);
    office_flush(&o);
}

static void numbers_go_on_after_a_restart(void **state) {
    (void)state;
    trey_store_message message;
    office_close(&o, "");
    trey_shifts_close(o.shifts);
    people_reopen(&o.p);
    assert_int_equal(trey_shifts_open(&o.shifts, o.p.h.house, &message), TREY_STATUS_OK);
    assert_int_equal(office_close(&o, "").number, 2);
    office_verified(&o);
}

/* ---- Shifts that somebody else wrote ----------------------------------------------------- */
static void stage(const trey_shift *shift, int64_t time) {
    trey_house_notes notes;
    uint8_t bytes[512];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_write_number(&to, (int64_t)shift->number);
    trey_write_number(&to, shift->from);
    trey_write_number(&to, shift->to);
    trey_write_number(&to, (int64_t)shift->seq);
    trey_write_bytes(&to, shift->root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, shift->by);
    trey_write_bytes(&to, shift->id.byte, TREY_COMMAND_ID_BYTES);
    trey_write_text(&to, shift->note, strlen(shift->note));
    assert_int_equal(trey_house_notes_open(o.p.h.house, TREY_HOUSE_SHIFTS, &notes), TREY_STATUS_OK);
    assert_int_equal(trey_house_notes_begin(o.p.h.house), TREY_STATUS_OK);
    trey_house_notes_add(o.p.h.house, &notes, TREY_SHIFT_CLOSED, time, bytes, to.used);
    office_flush(&o);
}

static void found(const char *what) {
    const trey_verify_options options = {.keys = &o.p.h.keys};
    trey_verify_report report;
    trey_store_message message = {""};
    assert_int_equal(trey_verify(o.p.h.store, &options, &report, &message), TREY_STATUS_OK);
    if (!what) {
        assert_string_equal(report.finding.what, "");
        assert_int_equal(report.verdict, TREY_VERDICT_GOOD);
    } else {
        assert_string_equal(report.finding.what, what);
    }
    trey_verify_report_close(&report);
}

/* A second shift that fits, to be spoilt. */
static trey_shift second_shift(void) {
    trey_store_info info;
    const trey_shift first = office_close(&o, "");
    assert_int_equal(trey_store_tell(o.p.h.store, &info), TREY_STATUS_OK);
    return (trey_shift){.number = 2,
                        .from = first.to,
                        .to = first.to + 5000,
                        .seq = info.records,
                        .root = info.root,
                        .by = o.manager,
                        .id = house_next_id(&o.p.h)};
}

static void a_shift_that_fits_is_good(void **state) {
    (void)state;
    const trey_shift shift = second_shift();
    stage(&shift, shift.to);
    found(NULL);
}

static void another_root_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.root.byte[31] ^= 1;
    stage(&shift, shift.to);
    found("the root in this shift is not that of the tree at its end");
}

static void a_gap_between_shifts_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.from++;
    stage(&shift, shift.to);
    found("a shift begins where the one before it ended");
}

static void a_number_left_out_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.number = 3;
    stage(&shift, shift.to);
    found("shifts are numbered one after the other");
}

static void an_end_that_lies_ahead_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.seq += 1; /* the record itself */
    stage(&shift, shift.to);
    found("the root in this shift is not that of the tree at its end");
}

static void an_end_beyond_the_record_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.seq += 2;
    stage(&shift, shift.to);
    found("the shift ends with a record that does not come before it");
}

static void another_time_is_found(void **state) {
    (void)state;
    const trey_shift shift = second_shift();
    stage(&shift, shift.to + 1);
    found("a shift ends when it is closed");
}

static void whoever_is_no_shift_manager_is_found(void **state) {
    (void)state;
    trey_shift shift = second_shift();
    shift.by = people_add(&o.p, "Dana", TREY_OFFICE_PIT_MANAGER, NULL);
    stage(&shift, shift.to);
    found("whoever closed this shift is no shift manager");
}

int main(void) {
#define WITH_OFFICE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_OFFICE(a_shift_ends_with_what_was_stored),
        WITH_OFFICE(a_shift_comes_back_member_by_member),
        WITH_OFFICE(a_shift_has_the_same_figures_at_any_later_time),
        WITH_OFFICE(a_meter_at_rest_is_traced_back),
        WITH_OFFICE(a_linked_meter_is_that_of_its_shift),
        WITH_OFFICE(what_waits_for_the_flush_belongs_to_the_next_shift),
        WITH_OFFICE(the_same_message_closes_one_shift),
        WITH_OFFICE(a_message_is_known_for_sixtyfour_shifts),
        WITH_OFFICE(numbers_go_on_after_a_restart),
        WITH_OFFICE(a_shift_that_fits_is_good),
        WITH_OFFICE(another_root_is_found),
        WITH_OFFICE(a_gap_between_shifts_is_found),
        WITH_OFFICE(a_number_left_out_is_found),
        WITH_OFFICE(an_end_that_lies_ahead_is_found),
        WITH_OFFICE(an_end_beyond_the_record_is_found),
        WITH_OFFICE(another_time_is_found),
        WITH_OFFICE(whoever_is_no_shift_manager_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
