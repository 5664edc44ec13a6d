/* second_test.c -- two people: what one member of staff asks for waits until another stands by it,
 * and staff move a player's chips only with that player's consent. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

#include "trey/verify.h"

static evening e;
static client *ann, *ben, *dealer, *sue, *max, *mia, *cash, *carl;

static void look(void) {
    client *all[] = {ann, ben, dealer, sue, max, mia};
    for (unsigned i = 0; i < 6; i++) DO(all[i], "watch", "\"table\":\"one\"");
    DO(sue, "pit", "\"on\":true");
    DO(carl, "cage", "\"on\":true");
}

static void restart(void) {
    client **all[] = {&ann, &ben, &dealer, &sue, &max, &mia, &cash, &carl};
    trey_person person[8];
    for (unsigned i = 0; i < 8; i++) person[i] = (*all[i])->person;
    evening_restart(&e);
    for (unsigned i = 0; i < 8; i++) *all[i] = evening_again(&e, person[i]);
    look();
}

static void enter(void) {
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 1000000);
    ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 1000000);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    sue = evening_enter(&e, "Sue", TREY_OFFICE_PIT_SUPERVISOR, 0);
    max = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    mia = evening_enter(&e, "Mia", TREY_OFFICE_SHIFT_MANAGER, 0);
    cash = evening_enter(&e, "Cass", TREY_OFFICE_CASHIER, 0);
    carl = evening_enter(&e, "Carl", TREY_OFFICE_CASHIER, 0);
    look();
}

static void furnish(bool physical) {
    evening_open(&e);
    e.pace = 25;
    e.h.cash_second = 2000000;
    trey_table_terms terms = house_terms("one", "mbs", "");
    terms.config.system_deck = !physical;
    terms.config.two_people = terms.config.consent = true;
    terms.config.second_from = 5000;
    evening_table(&e, &terms);
    evening_start(&e);
    evening_restart(&e); /* with the limits of the house */
    enter();
}

static const trey_table *state(void) {
    return trey_house_table(e.h.house, 0);
}

/* Ann has looked; Ben has not. */
static void round_begins(bool physical) {
    DO(dealer, "open", "\"table\":\"one\"");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(ben, "bet", "\"table\":\"one\",\"seat\":2,\"wager\":\"ante\",\"amount\":1000");
    DO(dealer, "close", "\"table\":\"one\"");
    static const char *const cards[] = {"As", "Kd", "9s", "8c", "5d", "2h", "Qc", "7d", "4s"};
    if (!physical) DO(dealer, "deal", "\"table\":\"one\"");
    for (unsigned i = 0; physical && i < 9; i++)
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
    DO(ann, "view", "\"table\":\"one\",\"seat\":1");
}

static json_t *waiting(void) {
    evening_pass(&e, 1000);
    return at_path(sue->pit, "proposals");
}

static const char *second(client *who, long long number, bool confirm) {
    return said_no(
        say(who, "second", "\"number\":%lld,\"confirm\":%s", number, confirm ? "true" : "false"));
}

static trey_cents chips(trey_person person) {
    trey_cents cents;
    assert_int_equal(trey_house_chips(e.h.house, person, &cents), TREY_STATUS_OK);
    return cents;
}

static void verifies(void) {
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    evening_flush(&e);
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD) fail_msg("%s", report.finding.what);
    trey_verify_report_close(&report);
}

#define VOID "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"a card stuck\""

static void a_void_waits_for_a_second_person(void **unused) {
    (void)unused;
    furnish(false);
    round_begins(false);
    json_t *answer = say_as(max, "00000000000000000000000000000abc", "rule", VOID);
    assert_true(said_yes(answer));
    long long number = NUMBER(answer, "waits");
    assert_true(number > 0);
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    /* The same message again is the same proposal. */
    answer = say_as(max, "00000000000000000000000000000abc", "rule", VOID);
    assert_int_equal(NUMBER(answer, "waits"), number);
    assert_int_equal(json_array_size(waiting()), 1);
    assert_non_null(named(ann->notices, "text", "A ruling waits for a second member of staff."));
    assert_string_equal(WORD(waiting(), "0.name"), "Max");
    assert_string_equal(WORD(waiting(), "0.message.ruling"), "void");
    assert_null(json_object_get(at_path(waiting(), "0.message"), "id"));
    assert_string_equal(second(max, number, true), "second_person");
    assert_string_equal(second(dealer, number, true), "second_person");
    assert_string_equal(second(ann, number, true), "second_person");
    assert_string_equal(second(dealer, number, false), "role_too_low");
    assert_string_equal(second(sue, number + 1, true), "nothing_waits");
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    verifies();
    /* Once, also if it is said twice. */
    assert_true(said_yes(say_as(sue, "00000000000000000000000000000def", "second",
                                "\"number\":%lld,\"confirm\":true", number)));
    assert_int_equal(state()->phase, TREY_PHASE_IDLE);
    answer = say_as(sue, "00000000000000000000000000000def", "second",
                    "\"number\":%lld,\"confirm\":true", number);
    assert_true(said_yes(answer) && json_is_true(json_object_get(answer, "again")));
    assert_string_equal(second(mia, number, true), "nothing_waits");
    assert_int_equal(json_array_size(waiting()), 0);
    assert_int_equal(chips(ann->person), 1000000);
    assert_non_null(named(at_path(sue->pit, "incidents"), "kind", "seconded"));
    verifies();
    evening_close(&e);
}

static void what_waits_outlives_a_restart_and_can_be_withdrawn(void **unused) {
    (void)unused;
    furnish(false);
    DO(dealer, "open", "\"table\":\"one\"");
    json_t *answer = say(cash, "buy_in", "\"player\":%u,\"amount\":2000000", (unsigned)ann->person);
    long long number = NUMBER(answer, "waits");
    assert_int_equal(chips(ann->person), 1000000);
    restart();
    trey_cents had = chips(ann->person);
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(carl->cage, "proposals.0.number"), number);
    assert_int_equal(json_array_size(waiting()), 0); /* it is the cage's */
    assert_string_equal(second(cash, number, true), "second_person");
    assert_string_equal(second(sue, number, true), "second_person");
    assert_string_equal(second(sue, number, false), "role_too_low");
    assert_string_equal(second(carl, number, false), "");
    assert_string_equal(second(carl, number, true), "nothing_waits");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(carl->cage, "proposals")), 0);
    restart();
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(carl->cage, "proposals")), 0);
    assert_int_equal(chips(ann->person), had);
    verifies();
    evening_close(&e);
}

static void much_cash_takes_two(void **unused) {
    (void)unused;
    furnish(false);
    trey_cents had = chips(ann->person);
    json_t *answer = say(cash, "buy_in", "\"player\":%u,\"amount\":1999999", (unsigned)ann->person);
    assert_true(said_yes(answer) && !json_object_get(answer, "waits"));
    assert_int_equal(chips(ann->person), had + 1999999);
    answer = say(cash, "cash_out", "\"player\":%u,\"amount\":2000000", (unsigned)ann->person);
    long long number = NUMBER(answer, "waits");
    assert_int_equal(chips(ann->person), had + 1999999);
    assert_string_equal(second(carl, number, true), "");
    assert_int_equal(chips(ann->person), had - 1);
    evening_pass(&e, 1000);
    assert_string_equal(WORD(carl->cage, "movements.0.by"), "Cass");
    assert_string_equal(WORD(carl->cage, "movements.0.second"), "Carl");
    /* Decided anew: what is there no longer cannot be paid. */
    DO(cash, "buy_in", "\"player\":%u,\"amount\":1999999", (unsigned)ann->person);
    answer = say(cash, "cash_out", "\"player\":%u,\"amount\":2000000", (unsigned)ann->person);
    number = NUMBER(answer, "waits");
    DO(cash, "cash_out", "\"player\":%u,\"amount\":1999999", (unsigned)ann->person);
    assert_string_equal(second(carl, number, true), "chips_short");
    verifies();
    evening_close(&e);
}

/* Eight of one person; and an hour. */
static void not_everything_waits_for_ever(void **unused) {
    (void)unused;
    furnish(false);
    long long first = 0;
    for (unsigned i = 0; i < 9; i++) {
        json_t *answer =
            say(cash, "buy_in", "\"player\":%u,\"amount\":2000000", (unsigned)ann->person);
        assert_string_equal(said_no(answer), i < 8 ? "" : "too_many_wait");
        if (i == 0) first = NUMBER(answer, "waits");
    }
    evening_pass(&e, 3600000);
    assert_string_equal(second(carl, first, true), "nothing_waits");
    assert_true(
        said_yes(say(cash, "buy_in", "\"player\":%u,\"amount\":2000000", (unsigned)ann->person)));
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(carl->cage, "proposals")), 1);
    verifies();
    evening_close(&e);
}

static void whoever_reports_real_cards_neither_confirms_nor_withdraws(void **unused) {
    (void)unused;
    furnish(true);
    round_begins(true);
    DO(dealer, "report",
       "\"table\":\"one\",\"kind\":\"player_count\",\"seats\":[1],"
       "\"facts\":{\"found\":\"this_round\",\"reconstructable\":\"yes\"}");
    assert_true(json_is_true(at_path(view_of(sue, "one"), "report.two")));
    assert_string_equal(said_no(say(dealer, "confirm", "\"table\":\"one\"")), "second_person");
    assert_string_equal(said_no(say(dealer, "drop", "\"table\":\"one\"")), "second_person");
    DO(sue, "confirm", "\"table\":\"one\"");
    json_t *answer = say(sue, "mend",
                         "\"table\":\"one\",\"cards\":[\"9s\",\"Kd\",\"As\",\"8c\",\"5d\","
                         "\"2h\",\"Qc\",\"7d\",\"4s\"]");
    long long number = NUMBER(answer, "waits");
    assert_int_equal(state()->gate, TREY_GATE_MENDING);
    /* Whoever could stand by it sees the cards; a dealer who looks on does not. */
    DO(dealer, "pit", "\"on\":true");
    assert_int_equal(json_array_size(at_path(waiting(), "0.message.cards")), 9);
    assert_int_equal(NUMBER(dealer->pit, "proposals.0.number"), number);
    assert_null(json_object_get(at_path(dealer->pit, "proposals.0.message"), "cards"));
    assert_string_equal(second(dealer, number, true), "second_person");
    assert_string_equal(second(max, number, true), "");
    assert_int_equal(state()->gate, TREY_GATE_NONE);
    verifies();
    evening_close(&e);
}

/* The system, which is nobody, stands by nothing. */
static void an_automatic_table_confirms_nothing_that_takes_two(void **unused) {
    (void)unused;
    furnish(false);
    const trey_table_service service = evening_service();
    assert_int_equal(trey_floor_serve(e.floor, 0, &service), TREY_STATUS_OK);
    DO(ann, "sit", "\"table\":\"one\",\"seat\":1");
    evening_pass(&e, 4000);
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    evening_pass(&e, 11000);
    DO(ann, "view", "\"table\":\"one\",\"seat\":1");
    DO(dealer, "report", "\"table\":\"one\",\"kind\":\"interruption\"");
    evening_pass(&e, 60000);
    assert_int_equal(state()->gate, TREY_GATE_REPORT);
    const trey_command system = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    trey_decision decision;
    trey_decide(trey_house_rules(e.h.house, 0), state(), &system, &decision);
    assert_int_equal(decision.refused, TREY_REFUSED_SECOND_PERSON);
    assert_string_equal(said_no(say(dealer, "confirm", "\"table\":\"one\"")), "second_person");
    DO(sue, "drop", "\"table\":\"one\"");
    /* While a ruling waits nothing is dealt, and no clock runs; two minutes at most. */
    assert_true(NUMBER(say(max, "rule", VOID), "waits") > 0);
    evening_pass(&e, 100000);
    assert_int_equal(state()->phase, TREY_PHASE_DECISION);
    evening_pass(&e, 60000);
    assert_int_not_equal(state()->phase, TREY_PHASE_DECISION);
    evening_close(&e);
}

static void staff_move_chips_only_with_consent(void **unused) {
    (void)unused;
    furnish(true);
#define FOR_ANN                                                                                    \
    "\"table\":\"one\",\"seat\":1,\"player\":%u,\"wager\":\"ante\",\"amount\":1000",               \
        (unsigned)ann->person
    DO(dealer, "open", "\"table\":\"one\"");
    assert_string_equal(said_no(say(dealer, "bet", FOR_ANN)), "not_entrusted");
    DO(ann, "sit", "\"table\":\"one\",\"seat\":1");
    assert_string_equal(said_no(say(max, "bet", FOR_ANN)), "not_entrusted");
    assert_string_equal(said_no(say(dealer, "entrust", "\"table\":\"one\",\"seat\":1,\"player\":%u",
                                    (unsigned)ann->person)),
                        "not_yours");
    assert_string_equal(said_no(say(ben, "entrust", "\"table\":\"one\",\"seat\":1")), "not_seated");
    DO(ann, "entrust", "\"table\":\"one\",\"seat\":1");
    assert_true(json_is_true(at_path(view_of(dealer, "one"), "boxes.1.entrusted")));
    DO(dealer, "bet", FOR_ANN);
    assert_int_equal(chips(ann->person), 999000);
    DO(ann, "entrust", "\"table\":\"one\",\"seat\":1,\"back\":true");
    assert_string_equal(said_no(say(dealer, "withdraw", FOR_ANN)), "not_entrusted");
    verifies();
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_void_waits_for_a_second_person),
        cmocka_unit_test(what_waits_outlives_a_restart_and_can_be_withdrawn),
        cmocka_unit_test(much_cash_takes_two),
        cmocka_unit_test(not_everything_waits_for_ever),
        cmocka_unit_test(whoever_reports_real_cards_neither_confirms_nor_withdraws),
        cmocka_unit_test(an_automatic_table_confirms_nothing_that_takes_two),
        cmocka_unit_test(staff_move_chips_only_with_consent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
