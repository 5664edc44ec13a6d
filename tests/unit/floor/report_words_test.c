/* report_words_test.c -- an evening on which everything goes wrong: what the pit is told of
 * it and what the report of the shift says afterwards are as the schema has them, and cite
 * the same paragraphs. */
#include "evening.h"

#include <string.h>

#include "schema.h"
#include "trey/report.h"

static evening e;
static client *ann, *dealer, *pit, *shift;

static int open_evening(void **state) {
    (void)state;
    unsigned jackpot;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    evening_open(&e);
    e.pace = 600;
    assert_int_equal(
        trey_house_jackpot_open(e.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    const trey_table_terms terms = house_terms("one", "mbs", "big");
    evening_table(&e, &terms);
    const trey_table_terms other = house_terms("two", "rws", "");
    evening_table(&e, &other);
    evening_start(&e);
    pit = evening_enter(&e, "Paul", TREY_OFFICE_PIT_MANAGER, 0);
    shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    DO(pit, "pit", "\"on\":true");
    return 0;
}

static int close_evening(void **state) {
    (void)state;
    evening_close(&e);
    return 0;
}

static const char *name_of(void *context, uint32_t person) {
    const trey_person_facts *facts = trey_people_facts(context, person);
    return facts ? facts->name : NULL;
}

static json_t *report(void) {
    const trey_figures_query query = {.of = TREY_FIGURES_RUNNING, .now = e.h.now};
    trey_figures *figures;
    trey_store_message message;
    bool done = false;
    trey_status status = trey_figures_open(&figures, e.h.store, &query, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    while (!done) assert_int_equal(trey_figures_work(figures, &done), TREY_STATUS_OK);
    trey_figures_name(figures, name_of, e.people);
    assert_int_equal(trey_figures_expect(figures), TREY_STATUS_OK);
    json_t *json = trey_figures_json(figures);
    trey_figures_close(figures);
    return json;
}

static void deal_at(const char *table) {
    DO(ann, "sit", "\"table\":\"%s\",\"seat\":1", table);
    DO(dealer, "open", "\"table\":\"%s\"", table);
    DO(ann, "bet", "\"table\":\"%s\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000", table);
    DO(dealer, "close", "\"table\":\"%s\"", table);
    DO(dealer, "deal", "\"table\":\"%s\"", table);
}

static void make_trouble(void) {
    deal_at("two");
    DO(dealer, "report", "\"table\":\"two\",\"kind\":\"interruption\"");
    DO(dealer, "confirm", "\"table\":\"two\"");
    DO(dealer, "open", "\"table\":\"two\"");
    DO(shift, "rule", "\"table\":\"two\",\"ruling\":\"void\",\"reason\":\"rain\"");
    DO(pit, "limits",
       "\"table\":\"two\",\"reason\":\"busy\",\"limits\":{\"ante\":[1000,50000],\"pair_plus\":"
       "[1000,20000]}");
    assert_string_equal(said_no(say(dealer, "settle", "\"table\":\"two\"")), "not_showdown");
    assert_string_equal(said_no(say(dealer, "bet",
                                    "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":"
                                    "1000,\"player\":%u",
                                    ann->person)),
                        "not_open");
    DO(shift, "table", "\"name\":\"new\",\"rulebook\":\"rws\"");
    DO(dealer, "desk", "\"table\":\"one\",\"on\":true");
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"");
    DO(pit, "link", "\"jackpot\":\"big\",\"on\":true");
    DO(shift, "parameters", "\"jackpot\":\"big\",\"fixed\":200,\"reason\":\"more\"");
    evening_pass(&e, 1000);
}

/* How often the list has an incident of this kind with these paragraphs. */
static unsigned counted(const json_t *list, const char *kind, const json_t *paragraphs) {
    unsigned count = 0;
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)list, i, one) {
        const json_t *has = json_object_get(one, "paragraphs");
        bool same = paragraphs ? has && json_equal((json_t *)has, (json_t *)paragraphs) : !has;
        count += same && strcmp(WORD(one, "kind"), kind) == 0;
    }
    return count;
}

static bool says(const json_t *list, const char *text) {
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)list, i, one) {
        if (strcmp(WORD(one, "text"), text) == 0) return true;
    }
    return false;
}

static json_t *newest(const char *kind) {
    size_t i;
    json_t *one;
    json_array_foreach(at_path(pit->pit, "incidents"), i, one) {
        if (strcmp(WORD(one, "kind"), kind) == 0) return one;
    }
    fail_msg("no incident is a %s", kind);
    return NULL;
}

static void the_pit_and_the_report_cite_the_same(void **state) {
    (void)state;
    make_trouble();
    json_t *told = report();
    char *text = json_dumps(told, JSON_COMPACT);
    schema_holds("report", told, text);
    free(text);
    const json_t *listed = at_path(told, "incidents");
    static const char *const kinds[] = {"report", "ruling", "void", "limits", "refused"};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const json_t *cited = json_object_get(newest(kinds[i]), "paragraphs");
        if (!json_array_size(cited)) fail_msg("a %s cites nothing in the pit", kinds[i]);
        if (counted(listed, kinds[i], cited) == 0)
            fail_msg("a %s cites something else in the report", kinds[i]);
    }
    assert_true(says(listed, WORD(newest("report"), "text")));
    assert_true(says(listed, WORD(newest("ruling"), "text")));
    /* What rws says of a failure before anything was won or lost, and of its sign. */
    assert_string_equal(WORD(newest("report"), "paragraphs.0"), "5.7");
    assert_true(
        json_equal(at_path(newest("void"), "paragraphs"), at_path(newest("report"), "paragraphs")));
    assert_int_equal(counted(listed, "limits", at_path(newest("limits"), "paragraphs")), 2);
    assert_int_equal(counted(listed, "link", NULL), 2);
    /* Nobody is the house, in both. */
    assert_true(json_is_null(at_path((json_t *)json_array_get(listed, 0), "person")));
    assert_true(json_is_null(at_path((json_t *)json_array_get(listed, 0), "role")));
    json_decref(told);
}

/* The past that is read from the ends of the streams cites what was cited then. */
static void a_restart_does_not_change_what_was_cited(void **state) {
    (void)state;
    make_trouble();
    json_t *before = json_deep_copy(at_path(pit->pit, "incidents"));
    evening_restart(&e);
    pit = evening_again(&e, 1);
    DO(pit, "pit", "\"on\":true");
    evening_pass(&e, 1000);
    const json_t *after = at_path(pit->pit, "incidents");
    static const char *const kinds[] = {"report", "ruling", "void", "limits", "refused"};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const json_t *cited = json_object_get(newest(kinds[i]), "paragraphs");
        assert_true(json_array_size(cited) > 0);
        assert_int_equal(counted(after, kinds[i], cited), counted(before, kinds[i], cited));
    }
    json_decref(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_pit_and_the_report_cite_the_same, open_evening,
                                        close_evening),
        cmocka_unit_test_setup_teardown(a_restart_does_not_change_what_was_cited, open_evening,
                                        close_evening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
