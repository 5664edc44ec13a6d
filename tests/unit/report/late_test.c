/* late_test.c -- what is decided in a later shift than it was dealt in: the shifts together
 * are the whole, each agrees with its ledger, and none changes afterwards. */
#include "office.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static office o;
static unsigned jackpot, linked;

static int set_up(void **state) {
    (void)state;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    office_build(&o, "mbs", 0);
    assert_int_equal(
        trey_house_jackpot_open(o.p.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    linked = office_table(&o, "linked", "mbs", "big", 500);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    office_tear_down(&o);
    return 0;
}

/* Seat 3 has a royal flush of spades, seat 2 folds. */
static void play_hit(unsigned table) {
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", NULL, "Kc9h5h", "AsKsQs"};
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 2, TREY_WAGER_ANTE, 2500);
    office_bet(&o, table, 3, TREY_WAGER_ANTE, 5000);
    office_bet(&o, table, 3, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, hands);
    office_decide(&o, table, 2, false);
    office_decide(&o, table, 3, true);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
}

static void play_quietly(unsigned table) {
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c"};
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 1000);
    office_bet(&o, table, 1, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, hands);
    office_decide(&o, table, 1, true);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
}

static void say_of_hit(uint64_t number, trey_link_verb verb) {
    trey_link_command command = {.verb = (uint8_t)verb,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .actor = o.manager,
                                 .number = number,
                                 .reason = "the camera saw it"};
    trey_command_id id = house_next_id(&o.p.h);
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_command(o.p.h.house, jackpot, &id, &command, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
}

/* A card too many in the hand at seat 3 is found when the round is settled. */
static void undo_hand(void) {
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_DEALER,
                           .kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .seats = 4};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    office_give(&o, linked, &report);
    office_give(&o, linked, &confirm);
    office_flush(&o);
}

/* The same in the dealer's hand: the round is void. */
static void undo_round(void) {
    trey_command report = {
        .verb = TREY_VERB_REPORT, .role = TREY_ROLE_DEALER, .kind = TREY_IRREGULARITY_DEALER_COUNT};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    office_give(&o, linked, &report);
    office_give(&o, linked, &confirm);
    office_flush(&o);
}

/* ---- Shifts ------------------------------------------------------------------------------ */
static trey_figures *shift_figures(uint64_t number) {
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = number};
    return office_figures(&o, &query);
}

static char *told(const trey_figures *figures) {
    json_t *json = trey_figures_json(figures);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS);
    json_decref(json);
    assert_non_null(text);
    return text;
}

/* Each table with its ledger, and the hours with all of them. */
static void agree(const trey_figures *figures) {
    json_t *json = trey_figures_json(figures), *hour;
    size_t n;
    json_int_t win = 0;
    json_array_foreach(json_object_get(json, "hours"), n, hour) win +=
        json_integer_value(json_object_get(hour, "win"));
    assert_int_equal(win, trey_figures_total(figures)->win);
    json_decref(json);
    for (size_t i = 0; i < trey_figures_tables(figures); i++) {
        const trey_tally *tally = trey_figures_table(figures, i);
        assert_int_equal(tally->win, tally->ledger - tally->owed);
    }
}

static char *first_told;

static void close_first(void) {
    trey_shift shift = office_close(&o, "first");
    trey_figures *figures = shift_figures(shift.number);
    agree(figures);
    first_told = told(figures);
    trey_figures_close(figures);
}

/* The first shift as it was, and both together as the time that they cover. */
static void shifts_are_the_whole(trey_cents later) {
    const trey_figures_query all = {.of = TREY_FIGURES_TIMES, .to = TREY_FIGURES_TIME_MAX};
    trey_shift second = office_close(&o, "second");
    trey_figures *one = shift_figures(1), *two = shift_figures(second.number);
    trey_figures *whole = office_figures(&o, &all);
    char *again = told(one);
    assert_string_equal(again, first_told);
    free(again);
    free(first_told);
    agree(one);
    agree(two);
    agree(whole);
    const trey_tally *a = trey_figures_total(one), *b = trey_figures_total(two),
                     *sum = trey_figures_total(whole);
    assert_int_equal(a->win + b->win, sum->win);
    assert_int_equal(a->ledger + b->ledger, sum->ledger);
    assert_int_equal(b->win, later);
    trey_figures_close(one);
    trey_figures_close(two);
    trey_figures_close(whole);
    office_verified(&o);
}

static void a_hit_that_is_paid_later_is_lost_when_it_was_dealt(void **state) {
    (void)state;
    play_hit(linked);
    close_first();
    say_of_hit(1, TREY_LINK_CONFIRM);
    shifts_are_the_whole(0);
}

static void a_hit_that_is_rejected_later_is_won_back_then(void **state) {
    (void)state;
    play_quietly(linked);
    play_hit(linked);
    play_quietly(linked);
    close_first();
    say_of_hit(1, TREY_LINK_REJECT);
    shifts_are_the_whole(1200200);
}

/* The first of two takes the whole; when it is rejected, the second does. */
static void a_hit_that_is_paid_more_than_its_line_said_costs_it_later(void **state) {
    (void)state;
    unsigned other = office_table(&o, "other", "mbs", "big", 500);
    play_hit(linked);
    play_hit(other);
    close_first();
    say_of_hit(1, TREY_LINK_REJECT);
    trey_cents chips = house_chips(&o.p.h, office_player(3));
    say_of_hit(2, TREY_LINK_CONFIRM);
    chips = house_chips(&o.p.h, office_player(3)) - chips;
    assert_true(chips > 1200000);
    /* Lines: 1,200,100 and the reset value with another bet on it. */
    shifts_are_the_whole(1200100 + 1000100 - chips);
}

static void a_hit_whose_hand_is_undone_later_is_won_back_then(void **state) {
    (void)state;
    play_hit(linked);
    close_first();
    undo_hand();
    /* The award, and what the hand had won: Ante, Play, a bonus of five to one, less the bet. */
    shifts_are_the_whole(1200100 + 5000 + 5000 + 25000 - 500);
}

/* What was said of a hit stays, whatever becomes of its hand. */
static void a_hand_is_undone_whose_hit_was_paid(void **state) {
    (void)state;
    play_hit(linked);
    say_of_hit(1, TREY_LINK_CONFIRM);
    close_first();
    undo_hand();
    shifts_are_the_whole(5000 + 5000 + 25000 - 500);
}

static void a_hand_is_undone_whose_hit_was_rejected(void **state) {
    (void)state;
    play_hit(linked);
    say_of_hit(1, TREY_LINK_REJECT);
    close_first();
    undo_hand();
    shifts_are_the_whole(5000 + 5000 + 25000 - 500);
}

static void a_round_that_is_undone_later_moves_the_win_then(void **state) {
    (void)state;
    play_hit(linked);
    close_first();
    undo_round();
    shifts_are_the_whole(1200100 + 5000 + 5000 + 25000 - 500 - 2500);
}

/* ---- Awards that a lost link did not hear of --------------------------------------------- */
static void say_link(trey_link_verb verb, uint64_t round) {
    trey_link_command command = {.verb = (uint8_t)verb,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .actor = o.manager,
                                 .round = round,
                                 .reason = "the line was dead"};
    command.hit.table = trey_house_table_stream(o.p.h.house, linked);
    command.hit.seat = 3;
    trey_command_id id = house_next_id(&o.p.h);
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_command(o.p.h.house, jackpot, &id, &command, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
}

/* The link is lost while nobody plays, so that no table has to be ruled on. */
static void play_missed_hit(void) {
    say_link(TREY_LINK_DOWN, 0);
    play_hit(linked);
    say_link(TREY_LINK_UP, 0);
}

static const char *state_of_last(uint64_t shift) {
    static char word[16];
    trey_figures *figures = shift_figures(shift);
    json_t *json = trey_figures_json(figures);
    json_t *hits = json_object_get(json_array_get(json_object_get(json, "jackpots"), 0), "hits");
    json_t *last = json_array_get(hits, json_array_size(hits) - 1);
    snprintf(word, sizeof word, "%s", json_string_value(json_object_get(last, "state")));
    json_decref(json);
    trey_figures_close(figures);
    return word;
}

static void a_missed_award_that_is_claimed_and_paid_later_was_lost_when_it_was_dealt(void **state) {
    (void)state;
    play_missed_hit();
    close_first();
    play_quietly(linked);
    trey_cents quiet = 1000 + 1000 - 500; /* what the house lost to it */
    say_link(TREY_LINK_CLAIM, 1);
    say_of_hit(1, TREY_LINK_CONFIRM);
    shifts_are_the_whole(-quiet);
    assert_string_equal(state_of_last(2), "paid");
}

/* Claimed in the first shift, in which another hand was played at the same seat. */
static void a_claim_is_of_its_own_line(void **state) {
    (void)state;
    play_missed_hit();
    play_hit(linked);
    say_link(TREY_LINK_CLAIM, 1);
    close_first();
    say_of_hit(2, TREY_LINK_REJECT);
    shifts_are_the_whole(1200000);
    assert_string_equal(state_of_last(2), "rejected");
}

static void a_missed_award_that_is_struck_off_later_is_won_back_then(void **state) {
    (void)state;
    play_missed_hit();
    close_first();
    say_link(TREY_LINK_STRIKE, 1);
    shifts_are_the_whole(1200000);
    assert_string_equal(state_of_last(2), "struck");
}

/* Struck off, and undone in the same shift: it is won back once. */
static void a_hand_is_undone_whose_award_was_struck_off(void **state) {
    (void)state;
    play_missed_hit();
    say_link(TREY_LINK_STRIKE, 1);
    undo_hand();
    close_first();
    trey_figures *figures = shift_figures(1);
    assert_int_equal(trey_figures_total(figures)->win, 2500); /* the Ante that seat 2 folded */
    trey_figures_close(figures);
    shifts_are_the_whole(0);
}

/* The hand that is undone is not the one whose award was claimed at the same seat. */
static void a_hand_is_undone_after_another_was_claimed(void **state) {
    (void)state;
    play_missed_hit();
    play_hit(linked);
    say_link(TREY_LINK_CLAIM, 1);
    trey_cents paid = -house_chips(&o.p.h, office_player(3));
    say_of_hit(2, TREY_LINK_CONFIRM);
    paid += house_chips(&o.p.h, office_player(3));
    assert_true(paid >= 1000000);
    undo_hand();
    close_first();
    trey_figures *figures = shift_figures(1);
    assert_int_equal(trey_figures_total(figures)->win,
                     2 * 2500 - (5000 + 5000 + 25000 - 500) - paid);
    trey_figures_close(figures);
    shifts_are_the_whole(0);
}

int main(void) {
#define WITH_OFFICE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_OFFICE(a_hit_that_is_paid_later_is_lost_when_it_was_dealt),
        WITH_OFFICE(a_hit_that_is_rejected_later_is_won_back_then),
        WITH_OFFICE(a_hit_that_is_paid_more_than_its_line_said_costs_it_later),
        WITH_OFFICE(a_hit_whose_hand_is_undone_later_is_won_back_then),
        WITH_OFFICE(a_hand_is_undone_whose_hit_was_paid),
        WITH_OFFICE(a_hand_is_undone_whose_hit_was_rejected),
        WITH_OFFICE(a_round_that_is_undone_later_moves_the_win_then),
        WITH_OFFICE(a_missed_award_that_is_claimed_and_paid_later_was_lost_when_it_was_dealt),
        WITH_OFFICE(a_claim_is_of_its_own_line),
        WITH_OFFICE(a_missed_award_that_is_struck_off_later_is_won_back_then),
        WITH_OFFICE(a_hand_is_undone_whose_award_was_struck_off),
        WITH_OFFICE(a_hand_is_undone_after_another_was_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
