/* unpaid_test.c -- awards of which a jackpot took no notice: told, claimed, struck off, and what
 * a verification says of them. */
#include "evening.h"

#include <string.h>

#include "trey/verify.h"

static evening e;
static client *ann, *dealer, *pit, *shift, *auditor;

static void enter(void) {
    pit = evening_enter(&e, "Paul", TREY_OFFICE_PIT_MANAGER, 0);
    shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    auditor = evening_enter(&e, "Otto", TREY_OFFICE_AUDITOR, 0);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    DO(pit, "pit", "\"on\":true");
}

static json_t *newest(const char *kind) {
    return named(at_path(pit->pit, "incidents"), "kind", kind);
}

static json_t *big(void) {
    return at_path(pit->pit, "jackpots.0");
}

/* A round with a royal of spades at seat 1 and, unless NULL, somebody's word in between. */
static void royal_at(const char *name, void (*between)(void)) {
    evening_royal(&e, dealer, ann, name, between);
}

static void furnish_physical(const char *rulebook) {
    evening_linked(&e, rulebook);
    enter();
}

/* What a verification finds, or "". */
static const char *verified(void) {
    static char found[256];
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    snprintf(found, sizeof found, "%s",
             report.verdict == TREY_VERDICT_GOOD ? "" : report.finding.what);
    trey_verify_report_close(&report);
    return found;
}

static void lose_the_link(void) {
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"");
}

static void an_award_that_a_lost_link_missed_is_told(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", lose_the_link);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 0);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 1);
    assert_string_equal(WORD(big(), "unpaid.0.table"), "one");
    assert_int_equal(NUMBER(big(), "unpaid.0.player"), ann->person);
    assert_true(NUMBER(big(), "unpaid.0.value") > 1000000);
    /* It is still known when the house has been closed, and the auditor finds the same. */
    json_t *told = json_deep_copy(at_path(big(), "unpaid"));
    assert_string_equal(verified(), "");
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    evening_pass(&e, 1000);
    assert_true(json_equal(at_path(big(), "unpaid"), told));
    json_decref(told);
    evening_close(&e);
}

/* Nine that a lost link missed: the last eight stay; a hand that is undone goes. */
static void unpaid_awards_are_the_last_ones_and_true(void **unused) {
    (void)unused;
    furnish_physical("rws");
    for (unsigned i = 0; i < 9; i++) {
        royal_at("one", i % 2 ? lose_the_link : NULL);
        if (i % 2) DO(pit, "link", "\"jackpot\":\"big\",\"on\":true");
    }
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 5);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 4);
    for (unsigned i = 0; i < 5; i++) {
        royal_at("two", lose_the_link);
        DO(pit, "link", "\"jackpot\":\"big\",\"on\":true");
    }
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 8);
    assert_int_equal(NUMBER(big(), "unpaid.0.round"), 4);
    assert_string_equal(WORD(big(), "unpaid.7.table"), "two");
    assert_string_equal(verified(), "");
    /* The dealer had too many cards: the round is void though it was settled. */
    DO(shift, "report",
       "\"table\":\"two\",\"kind\":\"dealer_count\",\"facts\":{\"reconstructable\":\"no\","
       "\"found\":\"this_round\"}");
    DO(shift, "confirm", "\"table\":\"two\"");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 7);
    assert_string_equal(WORD(big(), "unpaid.6.table"), "two");
    assert_string_equal(verified(), "");
    /* Somebody takes one of them away, and somebody takes the whole list. */
    trey_house_notes beside = {0};
    assert_int_equal(
        trey_store_stream(e.h.store, TREY_STREAM_JACKPOT, "big", false, 0, &beside.stream),
        TREY_STATUS_OK);
    trey_kept kept;
    assert_int_equal(trey_store_kept(e.h.store, beside.stream, TREY_UNPAID_NAME, &kept),
                     TREY_STATUS_OK);
    uint8_t changed[512];
    assert_true(kept.size < sizeof changed);
    size_t size = kept.size;
    memcpy(changed, kept.body, size);
    changed[size - 1] ^= 1;
    trey_house_notes_keep(e.h.house, &beside, TREY_UNPAID_NAME, changed, size);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
    assert_non_null(strstr(verified(), "the unpaid awards are not those that it missed"));
    trey_house_notes_wipe(e.h.house, &beside, TREY_UNPAID_NAME);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
    assert_non_null(strstr(verified(), "awards that it missed are not kept as unpaid"));
    evening_close(&e);
}

#define OWED(round, more) "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":1,\"round\":" round more
#define WHY               ",\"reason\":\"the line was dead\""

static void find_the_link(void) {
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":true");
}

static trey_cents chips_of_ann(void) {
    trey_cents chips;
    assert_int_equal(trey_house_chips(e.h.house, ann->person, &chips), TREY_STATUS_OK);
    return chips;
}

/* proves [rws 5.17.1] */
static void an_award_that_a_lost_link_missed_is_claimed_and_paid(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", lose_the_link);
    trey_cents said = NUMBER(big(), "unpaid.0.value"), chips = chips_of_ann();
    assert_int_equal(said, 1200100);
    client *cashier = evening_enter(&e, "Carla", TREY_OFFICE_CASHIER, 0);
    client *supervisor = evening_enter(&e, "Sue", TREY_OFFICE_PIT_SUPERVISOR, 0);
    client *low[] = {ann, dealer, auditor, cashier};
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(said_no(say(low[i], "claim", OWED("1", WHY))), "role_too_low");
    assert_string_equal(said_no(say(supervisor, "claim", OWED("1", ""))), "no_reason");
    assert_string_equal(said_no(say(supervisor, "claim", OWED("1", WHY))), "link_down");
    assert_string_equal(WORD(newest("refused"), "text"), "claim: link_down: the link is lost");
    find_the_link();
    /* A later hit, and more bets on the display: none of it is his. */
    royal_at("two", NULL);
    assert_int_equal(NUMBER(big(), "waiting.0.value"), 1200200);
    assert_string_equal(said_no(say(supervisor, "claim", OWED("2", WHY))), "not_unpaid");
    assert_string_equal(WORD(newest("refused"), "text"),
                        "claim: not_unpaid: no such award is unpaid");
    static const char id[] = "00000000000000000000000000000077";
    assert_true(said_yes(say_as(supervisor, id, "claim", OWED("1", WHY))));
    json_t *again = say_as(supervisor, id, "claim", OWED("1", WHY));
    assert_true(said_yes(again) && json_is_true(at_path(again, "again")));
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 0);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 2);
    /* His cards fell first. */
    assert_string_equal(WORD(big(), "waiting.0.table"), "one");
    assert_int_equal(NUMBER(big(), "waiting.0.number"), 2);
    assert_int_equal(NUMBER(big(), "waiting.0.value"), said);
    assert_true(NUMBER(big(), "waiting.0.dealt") < NUMBER(big(), "waiting.1.dealt"));
    assert_int_equal(NUMBER(big(), "waiting.1.value"), 1000100);
    assert_string_equal(
        WORD(newest("claim"), "text"),
        "the award of round 1 at one, seat 1, is claimed as hit 2: the line was dead");
    assert_string_equal(WORD(newest("claim"), "role"), "pit_supervisor");
    assert_string_equal(said_no(say(supervisor, "claim", OWED("1", WHY))), "already_entered");
    assert_string_equal(verified(), "");
    DO(supervisor, "award", "\"jackpot\":\"big\",\"number\":2,\"confirm\":true");
    assert_true(chips_of_ann() >= chips + said);
    assert_string_equal(said_no(say(supervisor, "claim", OWED("1", WHY))), "not_unpaid");
    /* All of it is still so after a restart. */
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 0);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 1);
    assert_string_equal(
        WORD(newest("claim"), "text"),
        "the award of round 1 at one, seat 1, is claimed as hit 2: the line was dead");
    assert_string_equal(said_no(say(pit, "claim", OWED("1", WHY))), "not_unpaid");
    assert_string_equal(verified(), "");
    evening_close(&e);
}

static void an_award_that_is_not_owed_any_more_is_struck_off(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", lose_the_link);
    trey_cents chips = chips_of_ann(), value = NUMBER(big(), "value");
    client *supervisor = evening_enter(&e, "Sue", TREY_OFFICE_PIT_SUPERVISOR, 0);
    assert_string_equal(said_no(say(supervisor, "strike", OWED("1", WHY))), "role_too_low");
    assert_string_equal(said_no(say(pit, "strike", OWED("1", ""))), "no_reason");
    assert_string_equal(said_no(say(pit, "strike", OWED("7", WHY))), "not_unpaid");
    /* It needs no link: no meter moves. */
    DO(pit, "strike", OWED("1", WHY));
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 0);
    assert_int_equal(NUMBER(big(), "value"), value);
    assert_int_equal(chips_of_ann(), chips);
    assert_string_equal(WORD(newest("strike"), "text"),
                        "the award of round 1 at one, seat 1, is written off: the line was dead");
    find_the_link();
    assert_string_equal(said_no(say(pit, "strike", OWED("1", WHY))), "not_unpaid");
    assert_string_equal(said_no(say(pit, "claim", OWED("1", WHY))), "not_unpaid");
    assert_string_equal(said_no(say(pit, "claim",
                                    "\"jackpot\":\"big\",\"table\":\"nowhere\",\"seat\":1,"
                                    "\"round\":1" WHY)),
                        "no_such_table");
    assert_string_equal(verified(), "");
    evening_close(&e);
}

/* A claim of a hand that is undone goes back like any hit. */
static void a_claimed_hand_that_is_undone_is_rejected(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", lose_the_link);
    find_the_link();
    DO(pit, "claim", OWED("1", WHY));
    DO(shift, "report",
       "\"table\":\"one\",\"kind\":\"dealer_count\",\"facts\":{\"reconstructable\":\"no\","
       "\"found\":\"this_round\"}");
    DO(shift, "confirm", "\"table\":\"one\"");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 0);
    assert_int_equal(NUMBER(big(), "pending"), 0);
    assert_string_equal(said_no(say(pit, "claim", OWED("1", WHY))), "not_unpaid");
    assert_string_equal(verified(), "");
    evening_close(&e);
}

typedef struct kept_list {
    trey_house_notes beside;
    uint8_t byte[512];
    size_t size;
} kept_list;

static kept_list list_as_kept(void) {
    kept_list list = {.size = 0};
    trey_kept kept;
    assert_int_equal(
        trey_store_stream(e.h.store, TREY_STREAM_JACKPOT, "big", false, 0, &list.beside.stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_store_kept(e.h.store, list.beside.stream, TREY_UNPAID_NAME, &kept),
                     TREY_STATUS_OK);
    assert_true(kept.size <= sizeof list.byte);
    list.size = kept.size;
    memcpy(list.byte, kept.body, list.size);
    return list;
}

/* Somebody writes another list beside the records, and the house starts with it. */
static void slip_in(const kept_list *list) {
    trey_house_notes_keep(e.h.house, &list->beside, TREY_UNPAID_NAME, list->byte, list->size);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
    evening_restart(&e);
}

/* Claims what stands first in the house's list, whatever that is, and confirms it. */
static void take_first(void) {
    trey_unpaid_list list;
    trey_reply reply;
    assert_int_equal(trey_house_unpaid(e.h.house, 0, &list), TREY_STATUS_OK);
    trey_link_command claim = {.verb = TREY_LINK_CLAIM,
                               .role = TREY_ROLE_SHIFT_MANAGER,
                               .round = list.award[0].round,
                               .reason = "it is owed"};
    claim.hit.table = list.award[0].table;
    claim.hit.seat = list.award[0].seat;
    assert_int_equal(trey_house_jackpot_command(e.h.house, 0, NULL, &claim, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    trey_link_command confirm = {.verb = TREY_LINK_CONFIRM,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .number = trey_house_jackpot(e.h.house, 0)->entered};
    assert_int_equal(trey_house_jackpot_command(e.h.house, 0, NULL, &confirm, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
}

/* What no table missed is claimed, because somebody wrote it into the list. */
static void a_list_that_was_changed_is_found_by_what_is_claimed(void **unused) {
    (void)unused;
    static const struct {
        uint8_t at, by; /* from the end where above 100 */
        const char *found;
    } change[] = {{1, 2, "no such award was unpaid"},                    /* the table */
                  {2, 3, "no such award was unpaid"},                    /* the seat */
                  {4, 6, "no such award was unpaid"},                    /* the round */
                  {3, 2, "the award that was unpaid is another one"},    /* the player */
                  {5, 2, "the award that was unpaid is another one"},    /* the value */
                  {9, 8, "the award that was unpaid is another one"},    /* the share */
                  {101, 1, "the award that was unpaid is another one"}}; /* when cards fell */
    for (unsigned i = 0; i < sizeof change / sizeof *change; i++) {
        furnish_physical("rws");
        royal_at("one", lose_the_link);
        find_the_link();
        kept_list list = list_as_kept();
        list.byte[change[i].at > 100 ? list.size - change[i].at + 100 : change[i].at] ^=
            change[i].by;
        slip_in(&list);
        assert_string_equal(verified(),
                            "jackpot big: the unpaid awards are not those that it missed");
        take_first();
        assert_string_equal(verified(), change[i].found);
        evening_close(&e);
    }
}

static void an_award_that_is_claimed_twice_is_found(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", lose_the_link);
    find_the_link();
    const kept_list list = list_as_kept();
    take_first();
    assert_string_equal(verified(), "");
    slip_in(&list);
    assert_string_equal(verified(), "jackpot big: the unpaid awards are not those that it missed");
    take_first();
    assert_string_equal(verified(), "no such award was unpaid");
    evening_close(&e);
}

/* Whoever looks at the jackpot sees that the award is owed, and the winner hears when it is paid.
 */
static void an_unpaid_award_is_in_the_lobby_and_its_winner_is_told(void **unused) {
    (void)unused;
    furnish_physical("rws");
    DO(ann, "lobby", "\"on\":true");
    DO(ann, "watch", "\"table\":\"one\"");
    royal_at("one", lose_the_link);
    evening_pass(&e, 2000);
    assert_int_equal(json_array_size(at_path(ann->lobby, "jackpots.0.unpaid")), 1);
    assert_string_equal(WORD(ann->lobby, "jackpots.0.unpaid.0.table"), "one");
    assert_int_equal(NUMBER(ann->lobby, "jackpots.0.unpaid.0.seat"), 1);
    assert_int_equal(NUMBER(ann->lobby, "jackpots.0.unpaid.0.round"), 1);
    assert_true(NUMBER(big(), "unpaid.0.dealt") > 0);
    json_t *settlement = at_path(view_of(ann, "one"), "settlement");
    assert_int_equal(NUMBER(settlement, "unpaid.0.player"), ann->person);
    assert_int_equal(NUMBER(settlement, "unpaid.0.value"), 1200100);
    find_the_link();
    DO(pit, "claim", OWED("1", WHY));
    assert_int_equal(json_array_size(ann->notices), 0);
    DO(pit, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
    evening_pass(&e, 2000);
    assert_int_equal(json_array_size(at_path(ann->lobby, "jackpots.0.unpaid")), 0);
    assert_string_equal(WORD(ann->notices, "0.text"),
                        "Your jackpot award of $12,001 has been paid.");
    evening_close(&e);
}

static void furnish_with_limit(trey_cents second) {
    evening_linked(&e, "rws");
    e.h.award_second = second;
    evening_restart(&e);
    enter();
}

/* Stands by what the pit shows first; the reason of a refusal, or "". */
static const char *second(client *who) {
    return said_no(say(who, "second", "\"number\":%lld,\"confirm\":true",
                       (long long)NUMBER(pit->pit, "proposals.0.number")));
}

/* Below the limit one person pays; at it and above two do. A claim takes two as well. */
static void a_large_hit_is_confirmed_by_two_people(void **unused) {
    (void)unused;
    static const trey_cents limit[3] = {1200101, 1200100, 1200099};
    for (unsigned i = 0; i < 3; i++) {
        furnish_with_limit(limit[i]);
        royal_at("one", NULL);
        assert_int_equal(NUMBER(big(), "waiting.0.value"), 1200100);
        assert_int_equal(json_is_true(at_path(big(), "waiting.0.two")), i > 0);
        trey_cents chips = chips_of_ann();
        assert_string_equal(
            said_no(say(dealer, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true")),
            "role_too_low");
        DO(pit, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
        assert_int_equal(chips_of_ann() > chips, i == 0);
        if (i > 0) {
            evening_pass(&e, 1000);
            assert_string_equal(WORD(pit->pit, "proposals.0.name"), "Paul");
            assert_string_equal(WORD(pit->pit, "proposals.0.message.do"), "award");
            assert_string_equal(second(pit), "second_person");
            assert_string_equal(second(dealer), "second_person");
            assert_int_equal(chips_of_ann(), chips);
            assert_string_equal(second(shift), "");
            assert_true(chips_of_ann() > chips);
            evening_pass(&e, 1000);
            assert_int_equal(json_array_size(at_path(pit->pit, "proposals")), 0);
        }
        assert_string_equal(verified(), "");
        evening_close(&e);
    }
    furnish_with_limit(1000);
    royal_at("one", lose_the_link);
    find_the_link();
    DO(pit, "claim", OWED("1", WHY));
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 0);
    assert_string_equal(second(shift), "");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 1);
    DO(pit, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true");
    evening_pass(&e, 1000);
    assert_string_equal(second(shift), "");
    evening_close(&e);
}

/* The house pays by itself what one person would; what takes two waits for them. */
static void the_house_pays_no_hit_that_takes_two(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        evening_linked(&e, "rws");
        e.h.award_second = i ? 1200100 : 1200101;
        e.options.award_ms = 4000;
        evening_restart(&e);
        enter();
        royal_at("one", NULL);
        evening_pass(&e, 60000);
        assert_int_equal(json_array_size(at_path(big(), "waiting")), i);
        evening_close(&e);
    }
}

/* A gate that comes from a lost link is as old as the loss, not as the house. */
static void a_gate_of_a_lost_link_begins_with_the_loss(void **unused) {
    (void)unused;
    furnish_physical("mbs");
    DO(dealer, "open", "\"table\":\"one\"");
    DO(ann, "watch", "\"table\":\"one\"");
    DO(ann, "sit", "\"table\":\"one\",\"seat\":1");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"progressive\"");
    DO(dealer, "close", "\"table\":\"one\"");
    evening_pass(&e, 2000000);
    int64_t now = e.now;
    lose_the_link();
    evening_pass(&e, 1000);
    json_t *table = named(at_path(pit->pit, "tables"), "table", "one");
    assert_string_equal(WORD(table, "waiting.for"), "ruling");
    assert_true(NUMBER(table, "waiting.since") >= now);
    assert_null(named(at_path(table, "alerts"), "alert", "waits_long"));
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_award_that_a_lost_link_missed_is_told),
        cmocka_unit_test(unpaid_awards_are_the_last_ones_and_true),
        cmocka_unit_test(an_award_that_a_lost_link_missed_is_claimed_and_paid),
        cmocka_unit_test(an_award_that_is_not_owed_any_more_is_struck_off),
        cmocka_unit_test(a_claimed_hand_that_is_undone_is_rejected),
        cmocka_unit_test(a_list_that_was_changed_is_found_by_what_is_claimed),
        cmocka_unit_test(an_award_that_is_claimed_twice_is_found),
        cmocka_unit_test(an_unpaid_award_is_in_the_lobby_and_its_winner_is_told),
        cmocka_unit_test(a_large_hit_is_confirmed_by_two_people),
        cmocka_unit_test(the_house_pays_no_hit_that_takes_two),
        cmocka_unit_test(a_gate_of_a_lost_link_begins_with_the_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
