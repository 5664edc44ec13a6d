/* pit_test.c -- all tables at a glance: what waits, alerts, incidents, limits, jackpots, new
 * tables; and what is still known after a restart. */
#include "evening.h"

#include <string.h>

#include "trey/incidents.h"
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

/* Two tables on one jackpot, and one alone. */
static void furnish(void) {
    unsigned jackpot;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    evening_open(&e);
    e.pace = 600; /* each message gets its pit frame */
    assert_int_equal(
        trey_house_jackpot_open(e.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    trey_table_terms terms = house_terms("one", "mbs", "big");
    evening_table(&e, &terms);
    terms = house_terms("two", "mbs", "big");
    evening_table(&e, &terms);
    terms = house_terms("alone", "rws", "");
    evening_table(&e, &terms);
    evening_start(&e);
    enter();
}

static json_t *table(const char *name) {
    return named(at_path(pit->pit, "tables"), "table", name);
}

static json_t *has_alert(const char *name, const char *alert) {
    return named(at_path(table(name), "alerts"), "alert", alert);
}

static json_t *newest(const char *kind) {
    return named(at_path(pit->pit, "incidents"), "kind", kind);
}

static void decide_at(const char *name) {
    DO(ann, "sit", "\"table\":\"%s\",\"seat\":1", name);
    DO(dealer, "open", "\"table\":\"%s\"", name);
    DO(ann, "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000", name);
    DO(dealer, "close", "\"table\":\"%s\"", name);
    DO(dealer, "deal", "\"table\":\"%s\"", name);
}

/* ---- Tables ------------------------------------------------------------------------------ */
static void what_waits_for_an_answer_is_seen(void **unused) {
    (void)unused;
    furnish();
    assert_string_equal(said_no(say(ann, "pit", "\"on\":true")), "role_too_low");
    DO(auditor, "pit", "\"on\":true");
    assert_non_null(auditor->pit);
    assert_null(has_alert("alone", "no_dealer"));
    DO(ann, "watch", "\"table\":\"alone\"");
    decide_at("alone");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(table("alone"), "staked"), 1000);
    assert_string_equal(WORD(table("alone"), "phase"), "decision");
    assert_non_null(has_alert("alone", "no_dealer"));
    DO(dealer, "desk", "\"table\":\"alone\",\"on\":true");
    assert_null(has_alert("alone", "no_dealer"));
    assert_string_equal(WORD(table("alone"), "desk.name"), "Dora");
    assert_string_equal(WORD(newest("desk"), "name"), "Dora");
    /* A decision is open: no alert before two minutes, one after them. */
    int64_t since = NUMBER(table("alone"), "since");
    evening_pass(&e, since + 119900 - e.now);
    assert_null(has_alert("alone", "waits_long"));
    evening_pass(&e, since + 121500 - e.now);
    assert_int_equal(NUMBER(has_alert("alone", "waits_long"), "since"), since);
    DO(dealer, "report", "\"table\":\"alone\",\"kind\":\"not_covered\"");
    evening_pass(&e, 1000);
    assert_string_equal(WORD(table("alone"), "waiting.for"), "report");
    assert_string_equal(WORD(table("alone"), "waiting.report"), "not_covered");
    DO(dealer, "confirm", "\"table\":\"alone\"");
    evening_pass(&e, 1000);
    assert_string_equal(WORD(table("alone"), "waiting.for"), "ruling");
    assert_true(json_is_string(at_path(table("alone"), "waiting.decides")));
    DO(shift, "rule", "\"table\":\"alone\",\"ruling\":\"void\",\"reason\":\"rain\"");
    evening_pass(&e, 1000);
    assert_true(json_is_null(at_path(table("alone"), "waiting")));
    assert_string_equal(WORD(newest("ruling"), "text"), "void: rain");
    assert_string_equal(WORD(newest("ruling"), "role"), "shift_manager");
    assert_null(newest("void")); /* the ruling says so */
    /* A ruling that comes too late has nothing to rule on any more. */
    assert_string_equal(
        said_no(say(shift, "rule", "\"table\":\"alone\",\"ruling\":\"void\",\"reason\":\"rain\"")),
        "no_round");
    assert_string_equal(WORD(newest("refused"), "role"), "shift_manager");
    evening_leave(dealer);
    evening_pass(&e, 1000);
    assert_string_equal(WORD(newest("desk"), "text"),
                        "the console lost its connection and gave up the desk");
    assert_non_null(has_alert("alone", "no_dealer"));
    evening_close(&e);
}

static void void_after_void_is_an_alert(void **unused) {
    (void)unused;
    furnish();
    for (unsigned i = 0; i < 3; i++) {
        assert_null(has_alert("alone", "void_often"));
        if (i == 0) DO(ann, "sit", "\"table\":\"alone\",\"seat\":1");
        DO(dealer, "open", "\"table\":\"alone\"");
        DO(shift, "rule", "\"table\":\"alone\",\"ruling\":\"void\",\"reason\":\"a test\"");
        evening_pass(&e, 1000);
    }
    assert_non_null(has_alert("alone", "void_often"));
    evening_pass(&e, 3600000);
    assert_null(has_alert("alone", "void_often"));
    evening_close(&e);
}

static void limits_change_between_rounds(void **unused) {
    (void)unused;
    furnish();
    const char *both = "\"table\":\"alone\",\"reason\":\"busy\",\"limits\":{\"ante\":[1000,50000],"
                       "\"pair_plus\":[1000,20000]}";
    assert_string_equal(said_no(say(dealer, "limits", "%s", both)), "role_too_low");
    assert_string_equal(said_no(say(auditor, "limits", "%s", both)), "not_at_tables");
    DO(dealer, "open", "\"table\":\"alone\"");
    assert_string_equal(said_no(say(pit, "limits", "%s", both)), "round_running");
    DO(shift, "rule", "\"table\":\"alone\",\"ruling\":\"void\",\"reason\":\"a test\"");
    /* One of the two is wrong: neither is changed. */
    json_t *wrong = say(pit, "limits",
                        "\"table\":\"alone\",\"reason\":\"busy\",\"limits\":{\"ante\":"
                        "[1000,50000],\"pair_plus\":[2000,1000]}");
    assert_string_equal(said_no(wrong), "bad_limits");
    assert_string_equal(WORD(wrong, "refused.asks.member"), "limits");
    assert_string_equal(WORD(wrong, "refused.asks.wager"), "pair_plus");
    assert_int_equal(NUMBER(table("alone"), "limits.ante.0"), 500);
    static const char id[] = "00000000000000000000000000000098";
    assert_true(said_yes(say_as(pit, id, "limits", "%s", both)));
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(table("alone"), "limits.ante.1"), 50000);
    assert_int_equal(NUMBER(table("alone"), "limits.pair_plus.0"), 1000);
    assert_string_equal(WORD(newest("limits"), "text"), "pair_plus from $10 to $200: busy");
    DO(ann, "sit", "\"table\":\"alone\",\"seat\":1");
    DO(dealer, "open", "\"table\":\"alone\"");
    /* The same message while a round runs has been answered before. */
    json_t *again = say_as(pit, id, "limits", "%s", both);
    assert_true(said_yes(again) && json_is_true(at_path(again, "again")));
    assert_string_equal(
        said_no(
            say(ann, "bet", "\"table\":\"alone\",\"seat\":1,\"wager\":\"ante\",\"amount\":999")),
        "under_minimum");
    DO(ann, "bet", "\"table\":\"alone\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    evening_close(&e);
}

static void a_table_is_opened_while_the_house_plays(void **unused) {
    (void)unused;
    furnish();
    DO(ann, "lobby", "\"on\":true");
    const char *fresh = "\"name\":\"fresh\",\"rulebook\":\"mbs\",\"title\":\"Fresh\",\"jackpot\":"
                        "\"big\",\"limits\":{\"ante\":[800,100000]},\"positions\":5";
    assert_string_equal(said_no(say(pit, "table", "%s", fresh)), "role_too_low");
    static const char *const bad[] = {"Test 1", "Fresh", "-fresh", "fr/esh", "fr.esh"};
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(
            said_no(say(shift, "table", "\"name\":\"%s\",\"rulebook\":\"mbs\"", bad[i])),
            "bad_name");
    assert_string_equal(
        said_no(say(shift, "table", "\"name\":\"fresh\",\"rulebook\":\"rws\",\"jackpot\":\"big\"")),
        "wrong_jackpot");
    assert_string_equal(WORD(pit->pit, "jackpots.0.rulebook"), "mbs");
    assert_string_equal(said_no(say(shift, "table", "\"name\":\"fresh\",\"rulebook\":\"faro\"")),
                        "no_such_rulebook");
    assert_string_equal(
        said_no(say(shift, "table", "\"name\":\"fresh\",\"rulebook\":\"mbs\",\"positions\":1")),
        "bad_terms");
    assert_string_equal(
        said_no(
            say(shift, "table", "\"name\":\"fresh\",\"rulebook\":\"mbs\",\"jackpot\":\"none\"")),
        "bad_terms");
    assert_string_equal(said_no(say(shift, "table", "\"name\":\"one\",\"rulebook\":\"mbs\"")),
                        "name_taken");
    static const char id[] = "00000000000000000000000000000099";
    assert_true(said_yes(say_as(shift, id, "table", "%s", fresh)));
    json_t *again = say_as(shift, id, "table", "%s", fresh);
    assert_true(said_yes(again) && json_is_true(at_path(again, "again")));
    evening_pass(&e, 2000);
    json_t *listed = named(at_path(ann->lobby, "tables"), "table", "fresh");
    assert_string_equal(WORD(listed, "title"), "Fresh");
    assert_int_equal(NUMBER(listed, "positions"), 5);
    assert_true(json_is_false(at_path(listed, "automatic")));
    assert_int_equal(NUMBER(listed, "limits.ante.0"), 800);
    assert_string_equal(WORD(newest("table"), "table"), "fresh");
    decide_at("fresh");
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    assert_true(json_is_false(at_path(table("fresh"), "automatic")));
    assert_string_equal(WORD(table("fresh"), "title"), "Fresh");
    assert_string_equal(WORD(newest("table"), "table"), "fresh");
    evening_close(&e);
}

/* The floor knows the last eight messages that opened a table. */
static void an_opening_is_remembered_for_eight_more(void **unused) {
    (void)unused;
    char id[9][33], told[9][64];
    furnish();
    for (unsigned i = 0; i < 9; i++) {
        snprintf(id[i], sizeof id[i], "%032u", 50 + i);
        snprintf(told[i], sizeof told[i], "\"name\":\"t%u\",\"rulebook\":\"mbs\"", i);
    }
    for (unsigned i = 0; i < 8; i++)
        assert_true(said_yes(say_as(shift, id[i], "table", "%s", told[i])));
    for (unsigned i = 0; i < 8; i++)
        assert_true(json_is_true(at_path(say_as(shift, id[i], "table", "%s", told[i]), "again")));
    assert_true(said_yes(say_as(shift, id[8], "table", "%s", told[8])));
    assert_string_equal(said_no(say_as(shift, id[0], "table", "%s", told[0])), "name_taken");
    assert_true(json_is_true(at_path(say_as(shift, id[1], "table", "%s", told[1]), "again")));
    evening_close(&e);
}

/* The house's own players sit at a table, and are none of the people whom the pit counts. */
static void the_pit_counts_people_and_no_bots(void **unused) {
    (void)unused;
    furnish();
    trey_table_service service = trey_table_service_preset;
    service.bots = 3;
    DO(ann, "watch", "\"table\":\"alone\"");
    DO(ann, "sit", "\"table\":\"alone\",\"seat\":1"); /* before a bot takes it */
    unsigned index = trey_house_table_find(e.h.house, "alone");
    assert_int_equal(trey_floor_serve(e.floor, index, &service), TREY_STATUS_OK);
    evening_pass(&e, 10000);
    assert_int_equal(NUMBER(table("alone"), "seated"), 4);
    assert_int_equal(NUMBER(pit->pit, "people"), 1);
    evening_close(&e);
}

/* Its title and its dealer stand in the record by which it was opened. */
static void a_table_opened_at_play_is_run_the_same_after_a_restart(void **unused) {
    (void)unused;
    furnish();
    DO(shift, "table",
       "\"name\":\"auto\",\"rulebook\":\"rws\",\"title\":\"Zur Sieben\",\"automatic\":true");
    DO(shift, "table", "\"name\":\"plain\",\"rulebook\":\"rws\"");
    for (unsigned starts = 0; starts < 3; starts++) {
        evening_restart(&e);
        pit = evening_again(&e, 1);
        DO(pit, "pit", "\"on\":true");
        evening_pass(&e, 1000);
        assert_string_equal(WORD(table("auto"), "title"), "Zur Sieben");
        assert_true(json_is_true(at_path(table("auto"), "automatic")));
        assert_true(json_is_false(at_path(table("plain"), "automatic")));
        assert_string_equal(WORD(table("plain"), "title"), WORD(table("alone"), "title"));
    }
    /* And it is dealt. */
    ann = evening_again(&e, 5);
    DO(ann, "watch", "\"table\":\"auto\"");
    DO(ann, "sit", "\"table\":\"auto\",\"seat\":1");
    evening_pass(&e, 10000);
    assert_string_equal(WORD(view_of(ann, "auto"), "phase"), "betting");
    /* What settings say comes after it. */
    trey_table_service service = trey_table_service_preset;
    service.automatic = false;
    unsigned index = trey_house_table_find(e.h.house, "auto");
    assert_int_equal(trey_floor_serve(e.floor, index, &service), TREY_STATUS_OK);
    evening_pass(&e, 1000);
    assert_true(json_is_false(at_path(table("auto"), "automatic")));
    evening_close(&e);
}

/* ---- Jackpots ----------------------------------------------------------------------------------
 */
static json_t *big(void) {
    return at_path(pit->pit, "jackpots.0");
}

static void a_jackpots_faults_and_figures_are_staffs(void **unused) {
    (void)unused;
    furnish();
    const char *lost = "\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"";
    client *low[] = {ann, dealer, auditor};
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(said_no(say(low[i], "link", "%s", lost)), "role_too_low");
    assert_string_equal(said_no(say(pit, "link", "\"jackpot\":\"big\",\"on\":false")), "no_reason");
    assert_string_equal(said_no(say(pit, "link", "\"jackpot\":\"small\",\"on\":true")),
                        "no_such_jackpot");
    assert_string_equal(said_no(say(pit, "link", "\"jackpot\":\"big\",\"on\":true")), "link_up");
    DO(pit, "link", "%s", lost);
    assert_true(json_is_true(at_path(big(), "down")));
    assert_non_null(has_alert("one", "link_down"));
    assert_null(has_alert("alone", "link_down"));
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":true");
    assert_null(has_alert("one", "link_down"));
    assert_string_equal(WORD(newest("link"), "text"), "link restored");
    const char *change = "\"jackpot\":\"big\",\"reset\":2000000,\"rate\":0,\"reason\":\"a feast\"";
    assert_string_equal(said_no(say(dealer, "parameters", "%s", change)), "role_too_low");
    DO(shift, "parameters", "%s", change);
    assert_int_equal(NUMBER(big(), "parameters.reset"), 2000000);
    assert_int_equal(NUMBER(big(), "parameters.bet"), 500);
    assert_int_equal(NUMBER(big(), "parameters.fixed"), 100);
    assert_string_equal(
        said_no(say(shift, "parameters",
                    "\"jackpot\":\"big\",\"bet\":1,\"reason\":\"less than it adds\"")),
        "bad_parameters");
    assert_string_equal(said_no(say(shift, "place",
                                    "\"jackpot\":\"big\",\"number\":1,\"place\":1,\"reason\":"
                                    "\"seen\"")),
                        "no_such_hit");
    assert_string_equal(
        said_no(say(shift, "award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":true")),
        "no_such_hit");
    evening_close(&e);
}

/* A round with a royal of spades at seat 1 and, unless NULL, somebody's word in between. */
static void royal_at(const char *name, void (*between)(void)) {
    evening_royal(&e, dealer, ann, name, between);
}

static void furnish_physical(const char *rulebook) {
    evening_linked(&e, rulebook);
    enter();
}

static void hits_wait_for_staff(void **unused) {
    (void)unused;
    furnish_physical("rws");
    royal_at("one", NULL);
    royal_at("two", NULL);
    assert_non_null(has_alert("one", "hit_waits"));
    assert_int_equal(json_array_size(at_path(big(), "waiting")), 2);
    assert_int_equal(json_array_size(at_path(big(), "unpaid")), 0);
    json_t *hit = at_path(big(), "waiting.0");
    assert_string_equal(WORD(hit, "table"), "one");
    assert_string_equal(WORD(hit, "name"), "Ann");
    trey_cents first = NUMBER(hit, "value");
    assert_true(first > NUMBER(big(), "waiting.1.value"));
    /* Nobody without a role at tables, and no dealer, decides on money. */
    client *cashier = evening_enter(&e, "Carla", TREY_OFFICE_CASHIER, 0);
    client *low[] = {ann, dealer, auditor, cashier};
    static const char *const award = "\"jackpot\":\"big\",\"number\":1,\"confirm\":true";
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(said_no(say(low[i], "award", "%s", award)), "role_too_low");
        assert_string_equal(said_no(say(low[i], "place",
                                        "\"jackpot\":\"big\",\"number\":2,\"place\":1,"
                                        "\"reason\":\"seen\"")),
                            "role_too_low");
    }
    /* The house's last word on the order. */
    assert_string_equal(
        said_no(say(shift, "place", "\"jackpot\":\"big\",\"number\":2,\"place\":1")), "no_reason");
    DO(shift, "place", "\"jackpot\":\"big\",\"number\":2,\"place\":1,\"reason\":\"seen\"");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(named(at_path(big(), "waiting"), "table", "two"), "value"), first);
    trey_cents before = house_chips(&e.h, ann->person);
    DO(shift, "award", "\"jackpot\":\"big\",\"number\":2,\"confirm\":true");
    assert_int_equal(house_chips(&e.h, ann->person), before + first);
    assert_true(json_is_true(at_path(big(), "waiting.0.frozen")));
    DO(shift, "award",
       "\"jackpot\":\"big\",\"number\":1,\"confirm\":false,\"reason\":\"a seal was broken\"");
    assert_string_equal(WORD(newest("reject"), "text"), "hit 1 is rejected: a seal was broken");
    assert_null(has_alert("one", "hit_waits"));
    evening_close(&e);
}

/* ---- Incidents ---------------------------------------------------------------------------------
 */
static void refusals_to_staff_outlive_a_restart(void **unused) {
    (void)unused;
    furnish();
    DO(ann, "watch", "\"table\":\"one\"");
    assert_string_equal(said_no(say(ann, "open", "\"table\":\"one\"")), "role_too_low");
    assert_string_equal(said_no(say(dealer, "settle", "\"table\":\"one\"")), "not_showdown");
    assert_string_equal(said_no(say(dealer, "card", "\"table\":\"one\",\"cards\":[\"1x\"]")),
                        "malformed");
    /* What is only tried is no incident, and neither is what a player was refused. */
    say(dealer, "report", "\"table\":\"one\",\"kind\":\"misdeal\",\"try\":true");
    evening_pass(&e, 1000);
    json_t *list = at_path(pit->pit, "incidents");
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(WORD(list, "1.text"),
                        "settle: not_showdown: the dealer's hand is not open");
    assert_string_equal(WORD(list, "1.table"), "one");
    assert_string_equal(WORD(list, "1.name"), "Dora");
    assert_true(json_array_size(at_path(list, "1.paragraphs")) > 0);
    assert_non_null(strstr(WORD(list, "0.text"), "is not a card"));
    DO(shift, "rule", "\"table\":\"one\",\"ruling\":\"close_table\",\"reason\":\"late\"");
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"");
    evening_pass(&e, 1000);
    json_t *before = json_deep_copy(at_path(pit->pit, "incidents"));
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    json_t *after = at_path(pit->pit, "incidents");
    assert_int_equal(json_array_size(after), json_array_size(before));
    for (size_t i = 0; i < json_array_size(before); i++)
        assert_string_equal(WORD(json_array_get(after, i), "kind"),
                            WORD(json_array_get(before, i), "kind"));
    json_decref(before);
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    assert_int_equal(report.verdict, TREY_VERDICT_GOOD);
    trey_verify_report_close(&report);
    evening_close(&e);
}

/* Who took a card back, at which place; not which card, while it may lie in another hand. */
static void a_card_taken_back_is_an_incident(void **unused) {
    (void)unused;
    furnish_physical("rws");
    DO(dealer, "open", "\"table\":\"one\"");
    DO(ann, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(dealer, "close", "\"table\":\"one\"");
    static const char *const cards[] = {"As", "Ks", "Qs", "8c", "5d", "2h"};
    for (unsigned i = 0; i < 6; i++)
        DO(dealer, "card", "\"table\":\"one\",\"cards\":[\"%s\"]", cards[i]);
    DO(pit, "recall", "\"table\":\"one\"");
    evening_pass(&e, 1000);
    assert_string_equal(WORD(newest("recall"), "name"), "Paul");
    assert_string_equal(WORD(newest("recall"), "role"), "pit_manager");
    assert_string_equal(WORD(newest("recall"), "text"),
                        "a dealer card was mistyped and taken back");
    for (unsigned i = 0; i < 3; i++) DO(dealer, "recall", "\"table\":\"one\"");
    evening_pass(&e, 1000);
    assert_string_equal(WORD(newest("recall"), "name"), "Dora");
    assert_string_equal(WORD(newest("recall"), "table"), "one");
    assert_string_equal(WORD(newest("recall"), "text"),
                        "a card of position 1 was mistyped and taken back");
    assert_null(json_object_get(newest("recall"), "paragraphs"));
    DO(shift, "rule", "\"table\":\"one\",\"ruling\":\"void\",\"reason\":\"late\"");
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    assert_string_equal(WORD(newest("recall"), "name"), "Dora");
    evening_close(&e);
}

static void only_the_last_fifty_are_told(void **unused) {
    (void)unused;
    furnish();
    for (unsigned i = 0; i < 120; i++)
        assert_string_equal(said_no(say(dealer, "settle", "\"table\":\"one\"")), "not_showdown");
    evening_pass(&e, 1000);
    assert_int_equal(json_array_size(at_path(pit->pit, "incidents")), 50);
    assert_true(NUMBER(pit->pit, "incidents.0.number") > NUMBER(pit->pit, "incidents.49.number"));
    evening_close(&e);
}

static void who_is_locked_out_is_told(void **unused) {
    (void)unused;
    furnish();
    for (unsigned i = 0; i < 10; i++) {
        const trey_origin guesser = {.from = "192.0.2.9"};
        const trey_proof wrong = {.held = false};
        trey_sign_in tried;
        e.h.now += INT64_C(600) * 1000000;
        assert_int_equal(trey_people_try(e.people, "Dora", &guesser, &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_NONE);
        assert_int_equal(trey_people_tried(e.people, &tried, &guesser, &wrong), TREY_STATUS_OK);
        evening_pass(&e, 1500);
        assert_int_equal(newest("lock") != NULL, i == 9);
    }
    assert_string_equal(WORD(newest("lock"), "name"), "Dora");
    assert_string_equal(WORD(newest("lock"), "role"), "dealer");
    evening_close(&e);
}

/* A note that no house writes is found. */
static void a_false_incident_is_found(void **unused) {
    (void)unused;
    evening_open(&e);
    trey_house_notes notes;
    assert_int_equal(trey_house_notes_open(e.h.house, TREY_HOUSE_INCIDENTS, &notes),
                     TREY_STATUS_OK);
    const trey_incident incident = {.kind = TREY_INCIDENT_DESK, .person = 3, .text = "taken"};
    assert_int_equal(trey_house_incident(e.h.house, &notes, &incident), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    assert_int_equal(report.verdict, TREY_VERDICT_GOOD);
    trey_verify_report_close(&report);
    static const uint8_t bad[] = {0, 0, 1, 'x'};
    trey_house_notes_add(e.h.house, &notes, TREY_INCIDENT_DESK, 0, bad, sizeof bad);
    assert_int_equal(trey_house_flush(e.h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    assert_int_equal(report.verdict, TREY_VERDICT_CHANGED);
    assert_string_equal(report.finding.what, "this is not a record of an incident");
    trey_verify_report_close(&report);
    trey_people_close(e.people);
    house_tear_down(&e.h);
}

/* People are counted once, and only while they are here; so is the want of a dealer. */
static void people_at_the_tables_are_counted_once(void **unused) {
    (void)unused;
    furnish();
    static const char *const names[] = {"one", "two", "alone"};
    const trey_table_service by_a_person = {.automatic = false};
    assert_int_equal(trey_floor_serve(e.floor, 2, &by_a_person), TREY_STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        DO(ann, "watch", "\"table\":\"%s\"", names[i]);
        DO(ann, "sit", "\"table\":\"%s\",\"seat\":1", names[i]);
    }
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(pit->pit, "people"), 1);
    assert_non_null(has_alert("alone", "no_dealer"));
    DO(ann, "unwatch", "\"table\":\"alone\"");
    evening_pass(&e, 2000);
    assert_null(has_alert("alone", "no_dealer"));
    assert_non_null(has_alert("one", "no_dealer"));
    /* The seat of somebody who has gone is given up after a while, at a dealer's table too. */
    evening_pass(&e, 90000);
    assert_int_equal(NUMBER(table("alone"), "seated"), 0);
    assert_int_equal(NUMBER(table("one"), "seated"), 1);
    evening_leave(ann);
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(pit->pit, "people"), 0);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_at_the_tables_are_counted_once),
        cmocka_unit_test(what_waits_for_an_answer_is_seen),
        cmocka_unit_test(void_after_void_is_an_alert),
        cmocka_unit_test(limits_change_between_rounds),
        cmocka_unit_test(a_table_is_opened_while_the_house_plays),
        cmocka_unit_test(an_opening_is_remembered_for_eight_more),
        cmocka_unit_test(the_pit_counts_people_and_no_bots),
        cmocka_unit_test(a_table_opened_at_play_is_run_the_same_after_a_restart),
        cmocka_unit_test(a_jackpots_faults_and_figures_are_staffs),
        cmocka_unit_test(hits_wait_for_staff),
        cmocka_unit_test(refusals_to_staff_outlive_a_restart),
        cmocka_unit_test(a_card_taken_back_is_an_incident),
        cmocka_unit_test(only_the_last_fifty_are_told),
        cmocka_unit_test(who_is_locked_out_is_told),
        cmocka_unit_test(a_false_incident_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
