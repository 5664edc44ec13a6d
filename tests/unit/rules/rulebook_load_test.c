/* rulebook_load_test.c -- the four rulebooks, their paragraphs and readings. */
#include "cmocka_suite.h"

#include <string.h>

#include "trey/rules.h"

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];

static int open_books(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (trey_rulebook_open(&books[i], trey_builtin_id(i), NULL) != TREY_STATUS_OK) return -1;
    }
    return 0;
}

static int close_books(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) trey_rulebook_close(books[i]);
    return 0;
}

static void every_paragraph_of_the_four_books_is_listed(void **state) {
    (void)state;
    static const size_t expected[] = {112, 121, 123, 117};
    size_t total = 0;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        assert_int_equal(trey_rulebook_paragraphs(books[i]), expected[i]);
        total += trey_rulebook_paragraphs(books[i]);
    }
    assert_int_equal(total, 473);
}

static void a_paragraph_says_what_is_done_or_why_nothing_is(void **state) {
    (void)state;
    size_t outside = 0;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        for (size_t i = 0; i < trey_rulebook_paragraphs(books[b]); i++) {
            const trey_paragraph *paragraph = trey_rulebook_paragraph(books[b], i);
            assert_true(paragraph->says[0] != '\0');
            assert_true((paragraph->does[0] == '\0') == (paragraph->outside[0] != '\0'));
            assert_true((paragraph->met == TREY_MET_OUTSIDE) == (paragraph->outside[0] != '\0'));
            outside += paragraph->outside[0] != '\0';
        }
    }
    assert_true(outside < 60);
}

static void a_paragraph_is_found_in_any_case_and_with_the_state_named(void **state) {
    (void)state;
    assert_string_equal(trey_rulebook_paragraph_find(books[3], "ca round 5c-II")->id,
                        "Round 5c-ii");
    assert_string_equal(trey_rulebook_paragraph_find(books[3], "PairPlus 10")->id, "PairPlus 10");
    assert_string_equal(trey_rulebook_paragraph_find(books[0], "app a")->id, "App A");
    assert_null(trey_rulebook_paragraph_find(books[0], "3.9.9"));
}

/* The readings that can be chosen, per book. */
static void the_switchable_readings_are_those_of_the_register(void **state) {
    (void)state;
    static const char *const expected[TREY_BUILTIN_RULEBOOKS] = {
        "A-ALL-02 A-ALL-08 A-ALL-14 A-MBS-01 A-MBS-03 A-MBS-04 A-MBS-05 A-MBS-06 A-MBS-07 A-MBS-08 "
        "A-MBS-09 A-MBS-17 A-MBS-39 A-MBS-40",
        "A-ALL-02 A-ALL-08 A-ALL-14 A-RWS-01 A-RWS-03 A-RWS-05 A-RWS-07 A-RWS-09 A-RWS-10",
        "A-ALL-02 A-ALL-08 A-ALL-14 A-RWS-01 A-RWS-03 A-RWS-05 A-RWS-07 A-RWS-09 A-RWS-10 A-RWP-01 "
        "A-RWP-04 A-RWP-06",
        "A-CA-02 A-CA-04 A-CA-05 A-CA-07 A-CA-08 A-CA-10 A-CA-11 A-CA-16 A-CA-17 A-CA-20 A-CA-22 "
        "A-CA-30 A-CA-38 A-CA-44 A-CA-46"};
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        char found[512] = "";
        for (size_t i = 0; i < trey_rulebook_readings(books[b]); i++) {
            const trey_reading *reading = trey_rulebook_reading(books[b], i);
            if (!reading->switchable) continue;
            size_t used = strlen(found);
            snprintf(found + used, sizeof found - used, "%s%s", used ? " " : "", reading->id);
            assert_true(reading->letters >= 2);
            assert_true(reading->where.count > 0);
        }
        assert_string_equal(found, expected[b]);
    }
}

static void every_entry_of_the_register_has_a_default_and_a_reason(void **state) {
    (void)state;
    static const size_t expected[] = {16 + 41, 15 + 30, 15 + 30 + 11, 47};
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        assert_int_equal(trey_rulebook_readings(books[b]), expected[b]);
        for (size_t i = 0; i < expected[b]; i++) {
            const trey_reading *reading = trey_rulebook_reading(books[b], i);
            assert_true(reading->reason[0] != '\0');
            assert_true(reading->money[0] != '\0');
            assert_true(reading->preset < reading->letters);
            assert_int_equal(reading->preset, reading->in_force);
        }
    }
}

/* Where the house decides the default, not the alphabet. */
static void the_defaults_are_the_readings_that_trey_takes(void **state) {
    (void)state;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        for (size_t i = 0; i < trey_rulebook_readings(books[b]); i++) {
            const trey_reading *reading = trey_rulebook_reading(books[b], i);
            bool second =
                strcmp(reading->id, "A-MBS-03") == 0 || strcmp(reading->id, "A-MBS-08") == 0;
            assert_int_equal(reading->preset, second ? 1 : 0);
        }
    }
}

static void every_key_is_said_silent_with_a_reason_or_absent(void **state) {
    (void)state;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        for (unsigned key = 0; key < TREY_KEYS; key++) {
            const trey_rule *rule = trey_rulebook_rule(books[b], (trey_key)key);
            if (rule->form == TREY_FORM_SAYS) {
                assert_true(rule->by.count > 0);
            } else {
                assert_true(rule->why[0] != '\0');
            }
        }
    }
}

static void every_irregularity_has_cases_or_is_absent(void **state) {
    (void)state;
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
            const trey_trouble *trouble = trey_rulebook_trouble(books[b], (trey_irregularity)kind);
            assert_true(trouble->absent == (trouble->cases == 0));
        }
    }
}

static void what_no_book_gives_is_left_to_the_operator(void **state) {
    (void)state;
    static const trey_key keys[] = {TREY_KEY_JACKPOT_BET, TREY_KEY_JACKPOT_CONTRIBUTION,
                                    TREY_KEY_JACKPOT_RESET};
    for (unsigned b = 0; b < 3; b++) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            const trey_rule *rule = trey_rulebook_rule(books[b], keys[i]);
            assert_int_equal(rule->form, TREY_FORM_SILENT);
            assert_int_equal(rule->value.n, TREY_CONFIGURED);
        }
    }
}

static void a_chosen_letter_changes_what_depends_on_it_and_back(void **state) {
    (void)state;
    const trey_rule *rule = trey_rulebook_rule(books[0], TREY_KEY_QUALIFIES);
    assert_int_equal(rule->value.n, TREY_QUALIFIES_QUEEN_HIGH);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-01", 'B'), TREY_STATUS_OK);
    assert_int_equal(rule->value.n, TREY_QUALIFIES_QUEEN_OR_ABOVE_PRESENT);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-01", 'A'), TREY_STATUS_OK);
    assert_int_equal(rule->value.n, TREY_QUALIFIES_QUEEN_HIGH);

    const trey_trouble *trouble = trey_rulebook_trouble(books[0], TREY_IRREGULARITY_HANDS_IN_ERROR);
    assert_int_equal(trouble->item[0].also, TREY_REMEDY_REST_RETURNED);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-09", 'B'), TREY_STATUS_OK);
    assert_int_equal(trouble->item[0].also, TREY_REMEDY_REST_LOST);
    assert_int_equal(trouble->item[0].remedy, TREY_REMEDY_KEEP_VIEWED);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-09", 'A'), TREY_STATUS_OK);
}

static void a_note_an_unknown_name_and_a_missing_letter_cannot_be_chosen(void **state) {
    (void)state;
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-02", 'B'), TREY_STATUS_UNKNOWN_READING);
    assert_int_equal(trey_rulebook_choose(books[0], "A-CA-05", 'B'), TREY_STATUS_UNKNOWN_READING);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-01", 'C'), TREY_STATUS_UNKNOWN_READING);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-01", 'b'), TREY_STATUS_UNKNOWN_READING);
    assert_int_equal(trey_rulebook_choose(books[0], "A-MBS-01", '\0'), TREY_STATUS_UNKNOWN_READING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_paragraph_of_the_four_books_is_listed),
        cmocka_unit_test(a_paragraph_says_what_is_done_or_why_nothing_is),
        cmocka_unit_test(a_paragraph_is_found_in_any_case_and_with_the_state_named),
        cmocka_unit_test(the_switchable_readings_are_those_of_the_register),
        cmocka_unit_test(every_entry_of_the_register_has_a_default_and_a_reason),
        cmocka_unit_test(the_defaults_are_the_readings_that_trey_takes),
        cmocka_unit_test(every_key_is_said_silent_with_a_reason_or_absent),
        cmocka_unit_test(every_irregularity_has_cases_or_is_absent),
        cmocka_unit_test(what_no_book_gives_is_left_to_the_operator),
        cmocka_unit_test(a_chosen_letter_changes_what_depends_on_it_and_back),
        cmocka_unit_test(a_note_an_unknown_name_and_a_missing_letter_cannot_be_chosen),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
