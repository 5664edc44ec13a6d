/* rulebook_mistakes_test.c -- a bad rulebook is refused with what, where, how.
 *
 * Each test changes one line of a good rulebook and looks for the message at
 * the very line and column of the change. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "book_text.h"

static void a_good_copy_is_accepted(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        char *text = read_book(trey_builtin_id(i));
        trey_rulebook *book;
        assert_int_equal(trey_rulebook_open_text(&book, "copy.yaml", text, strlen(text), NULL),
                         TREY_STATUS_OK);
        free(text); /* the book keeps nothing of it */
        assert_string_equal(trey_rulebook_id(book), trey_builtin_id(i));
        trey_rulebook_close(book);
    }
}

static void a_missing_key_is_named_with_its_meaning(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "  pair_kicker: {says: yes, by: [3.17.2]}\n", ""), 1,
            "ranking:", "missing key ranking.pair_kicker: the odd card decides",
            "every game has it");
}

static void a_missing_group_names_each_of_its_keys(void **state) {
    (void)state;
    char *text = read_book("mbs");
    char *from = strstr(text, "\nlimits:") + 1, *to = strstr(text, "\nviewing:") + 1;
    memmove(from, to, strlen(to) + 1);
    refused(text, 4, "rulebook: mbs", "missing key limits.maximum", "every game has it");
}

static void an_unknown_key_gets_the_nearest_one_proposed(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "    flush: {says: 4:1", "    flsh: {says: 4:1"), 2,
            "flsh:", "unknown key pays.pair_plus.flsh", "did you mean pays.pair_plus.flush?");
}

static void a_doubled_key_points_to_the_first(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "  jokers: {says: no, by: [2.1]}\n",
                    "  jokers: {says: no, by: [2.1]}\n  \"jokers\": {says: no, by: [2.1]}\n"),
            1, "jokers\": {", "the key jokers stands twice", "keep one");
}

static void a_wrong_type_says_what_is_expected(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "decks: {says: 1,", "decks: {says: one,"), 1, "one, by",
            "\"one\" is not a whole number", "as in 2");
    refused(changed(read_book("mbs"), "positions: {says: 4..7", "positions: {says: 7..4"), 1,
            "7..4", "not a range", "4..7");
    refused(changed(read_book("mbs"), "positions: {says: 4..7", "positions: {says: 4..9"), 1,
            "4..9", "cannot have that many positions", "eight");
    refused(
        changed(read_book("mbs"), "devices: {says: [packets, single]", "devices: {says: packets"),
        1, "packets, by", "a list of words", "[one, two]");
    refused(changed(read_book("mbs"), "devices: {says: [packets, single]",
                    "devices: {says: [packets, packets]"),
            1, "packets], by", "stands twice", "once");
    refused(changed(read_book("mbs"), "ante: {says: lost, by: [3.9.1]}",
                    "ante: {says: losst, by: [3.9.1]}"),
            1, "losst", "losst is not a word", "did you mean lost?");
    refused(changed(read_book("mbs"), "ante: {says: lost, by: [3.9.1]}",
                    "ante: {says: [lost], by: [3.9.1]}"),
            1, "[lost]", "takes one value", "");
}

/* Below, at and above the threshold. */
static void a_pay_rate_of_zero_or_below_is_refused(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "straight: {says: 5:1", "straight: {says: -5:1"), 1, "-5:1",
            "not a rate", "5:1");
    refused(changed(read_book("mbs"), "straight: {says: 5:1", "straight: {says: 00:1"), 1, "00:1",
            "above zero", "none");
    refused(changed(read_book("mbs"), "straight: {says: 5:1", "straight: {says: 5:0"), 1, "5:0",
            "above zero", "none");
    char *text = changed(read_book("mbs"), "straight: {says: 5:1", "straight: {says: 1:100");
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), NULL),
                     TREY_STATUS_OK);
    trey_rulebook_close(book);
    free(text);
}

static void a_share_above_the_whole_meter_is_refused(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "royal_spades: {says: 100%", "royal_spades: {says: 101%"), 1,
            "101%", "101% of the meter", "1% to 100%");
    refused(changed(read_book("mbs"), "royal_spades: {says: 100%", "royal_spades: {says: 0%"), 1,
            "0%, by", "0% of the meter", "1% to 100%");
    refused(changed(read_book("mbs"), "royal_spades: {says: $250", "royal_spades: {says: $0"), 1,
            "$0, by", "not an award", "none");
}

static void amounts_with_three_decimals_or_beyond_counting_are_refused(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "royal: {says: $1250", "royal: {says: $12.505"), 1, "$12.505",
            "not an award", "$1250");
    refused(changed(read_book("rws"), "royal: {says: $1250", "royal: {says: $99999999999999999999"),
            1, "$99999999999999999999", "not an award", "$1250");
}

static void overlapping_and_gaping_brackets_are_refused(void **state) {
    (void)state;
    refused(changed(read_book("ca-six-card"), "{action: $50..$99, fee: $3}",
                    "{action: $49..$99, fee: $3}"),
            1, "$49..$99, fee: $3", "the bracket from $49 overlaps", "one dollar above");
    refused(changed(read_book("ca-six-card"), "{action: $50..$99, fee: $3}",
                    "{action: $51..$99, fee: $3}"),
            1, "$51..$99", "nothing is said between $49 and $51", "one dollar above");
    refused(changed(read_book("ca-six-card"), "{action: $200.., fee: $10}",
                    "{action: $200..$400, fee: $10}"),
            1, "{action: $200..$400", "upper end", "two dots");
    refused(changed(read_book("ca-six-card"), "{action: $200.., fee: $10}",
                    "{action: $200.., fee: ten}"),
            1, "ten}", "not a fee", "unreadable");
    /* A table keeps the number in a byte. */
    refused(changed(read_book("ca-six-card"), "option: 17\n", "option: 256\n"), 1, "256\n",
            "not the number of an option", "from 1 to 255");
    refused(changed(read_book("ca-six-card"), "option: 17\n", "option: 16\n"), 1,
            "16\n        by: [Collection B, Collection D, Collection Opt17]",
            "option 16 stands twice", "once");
}

static void an_unknown_paragraph_gets_the_nearest_one_proposed(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "pair_kicker: {says: yes, by: [3.17.2]}",
                    "pair_kicker: {says: yes, by: [3.17.22]}"),
            1, "3.17.22", "there is no paragraph 3.17.22 in mbs", "did you mean 3.17.2?");
}

static void an_unknown_reading_and_a_note_used_as_a_switch_are_refused(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "{reading: A-MBS-01,", "{reading: A-MBS-99,"), 2, "A-MBS-99",
            "no reading A-MBS-99", "did you mean A-MBS-");
    refused(changed(read_book("mbs"), "{reading: A-MBS-01,", "{reading: A-MBS-02,"), 2, "A-MBS-02,",
            "A-MBS-02 is a note", "note: [ID]");
    refused(
        changed(read_book("mbs"), "A: queen_high, B: queen_or_above_present}", "A: queen_high}"), 1,
        "{reading: A-MBS-01", "the value under A-MBS-01=B is missing", "each letter");
    refused(changed(read_book("mbs"), "B: queen_or_above_present}",
                    "B: queen_or_above_present, C: queen_high}"),
            1, "C: queen_high}", "A-MBS-01 has no letter C", "only reading");
}

static void a_switchable_reading_that_decides_nothing_is_reported(void **state) {
    (void)state;
    refused(changed(read_book("mbs"),
                    "says: {reading: A-MBS-01, A: queen_high, B: queen_or_above_present}",
                    "says: queen_high"),
            1, "rulebook: mbs", "no value depends on A-MBS-01", "reading");
}

static void the_three_forms_are_kept_apart(void **state) {
    (void)state;
    const char *good = "pair_kicker: {says: yes, by: [3.17.2]}";
    refused(changed(read_book("mbs"), good, "pair_kicker: {says: yes}"), 1, "{says: yes}",
            "not by which", "by:");
    refused(changed(read_book("mbs"), good, "pair_kicker: {silent: yes}"), 1, "{silent: yes}",
            "no reason", "why:");
    refused(changed(read_book("mbs"), good, "pair_kicker: {silent: yes, by: [3.17.2], why: \"x\"}"),
            1, "[3.17.2], why", "does not say a value", "see");
    refused(changed(read_book("mbs"), good, "pair_kicker: {absent: \"\"}"), 1, "\"}\n  five_card",
            "does not say why", "absent:");
    refused(changed(read_book("mbs"), good, "pair_kicker: {says: yes, silent: no, by: [3.17.2]}"),
            1, "{says: yes, silent", "exactly one of", "says");
    refused(changed(read_book("mbs"), good, "pair_kicker: yes"), 1, "yes\n  five_card",
            "must be a mapping", "says");
    refused(changed(read_book("mbs"), good, "pair_kicker: {says: yes, by: [3.17.2], because: x}"),
            1, "because", "unknown field because", "known are");
}

static void an_irregularity_must_answer_every_case_and_no_case_twice(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "      - {when: {count: right}, says: continue, by: [5.8]}\n",
                    ""),
            1, "asks: [count]", "count_in_doubt has no case for {count: right}", "add a case");
    refused(
        changed(
            read_book("mbs"), "{when: {count: right}, says: continue, by: [5.8]}",
            "{says: continue, by: [5.8]}\n      - {when: {count: right}, says: void, by: [5.8]}"),
        1, "{when: {count: right}, says: void", "can never apply", "remove it");
    refused(changed(read_book("mbs"), "{when: {count: right}, says", "{when: {seen: no}, says"), 1,
            "seen: no", "uses seen, which is not asked", "asks");
    refused(changed(read_book("mbs"), "{when: {count: right}, says: continue, by: [5.8]}",
                    "{when: {count: right}, says: continue, by: [5.8], back: [5.1.1]}"),
            1, "[5.1.1]}\n", "gives players no choice", "leave back out");
    refused(changed(read_book("mbs"), "  found_later:\n", "  found_latter:\n"), 2, "found_latter",
            "unknown irregularity found_latter", "did you mean found_later?");
}

static void what_cannot_be_played_is_refused(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "deck_size: {says: 52", "deck_size: {says: 53"), 1, "53",
            "cannot be played: Trey plays with 52 cards", "write 52");
    refused(changed(read_book("mbs"), "flush, pair, high_card]", "flush, pair]"), 1,
            "[royal, straight_flush", "order of hands is incomplete", "every category");
}

static void several_mistakes_are_reported_at_once_in_the_order_of_the_file(void **state) {
    (void)state;
    char *text =
        changed(read_book("mbs"), "royal_spades: {says: 100%", "royal_spades: {says: 200%");
    text = changed(text, "decks: {says: 1,", "decks: {says: one,");
    text = changed(text, "pair_kicker: {says: yes, by: [3.17.2]}",
                   "pair_kicker: {says: maybe, by: [9.9]}");
    trey_diagnostics *diagnostics;
    trey_rulebook *book;
    assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), diagnostics),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_diagnostics_count(diagnostics), 4);
    for (size_t i = 1; i < 4; i++) {
        assert_true(trey_diagnostics_at(diagnostics, i - 1).line <=
                    trey_diagnostics_at(diagnostics, i).line);
    }
    trey_diagnostics_close(diagnostics);
    free(text);
}

static void text_that_is_no_rulebook_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",     "#\n",      "[1, 2]",           "word",
        "a: [", "a: b: c",  "a: &x 1\nb: *x\n", "--- a\n--- b\n",
        "{",    "\xff\xfe", "? [a]\n: b\n",     "a: !!int 3\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        trey_diagnostics *diagnostics;
        trey_rulebook *book;
        assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
        assert_int_equal(
            trey_rulebook_open_text(&book, "try.yaml", bad[i], strlen(bad[i]), diagnostics),
            TREY_STATUS_INVALID);
        assert_true(trey_diagnostics_count(diagnostics) > 0);
        trey_diagnostics_close(diagnostics);
    }
}

/* Every prefix of a rulebook is broken somewhere, and none may crash. */
static void a_rulebook_cut_off_anywhere_is_refused(void **state) {
    (void)state;
    char *text = read_book("ca-six-card");
    size_t length = strlen(text);
    for (size_t cut = 0; cut + 200 < length; cut += 97) {
        trey_rulebook *book;
        assert_int_equal(trey_rulebook_open_text(&book, "cut.yaml", text, cut, NULL),
                         TREY_STATUS_INVALID);
    }
    free(text);
}

static void setting_a_key_checks_it_like_a_file(void **state) {
    (void)state;
    trey_rulebook *book;
    trey_diagnostics *diagnostics;
    assert_int_equal(trey_rulebook_open(&book, "mbs", NULL), TREY_STATUS_OK);
    assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
    const trey_rule *straight = trey_rulebook_rule(book, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT);
    assert_int_equal(trey_rulebook_set(book, "pays.pair_plus.straight", "6", diagnostics),
                     TREY_STATUS_OK);
    assert_int_equal(straight->value.n, 6);
    assert_int_equal(straight->value.d, 1);
    assert_true(straight->set);
    assert_int_equal(trey_rulebook_set(book, "pays.pair_plus.straight", "7:2", diagnostics),
                     TREY_STATUS_OK);
    assert_int_equal(straight->value.d, 2);
    assert_int_equal(trey_diagnostics_count(diagnostics), 0);
    assert_int_equal(trey_rulebook_set(book, "pays.pair_plus.straight", "0", diagnostics),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_rulebook_set(book, "pays.pair_plus.strait", "6", diagnostics),
                     TREY_STATUS_INVALID);
    assert_non_null(strstr(trey_diagnostics_at(diagnostics, 1).mend, "pays.pair_plus.straight"));
    assert_int_equal(trey_rulebook_set(book, "pays.six_card_bonus.flush", "6", diagnostics),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_rulebook_set(book, "cards.deck_size", "51", diagnostics),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_rulebook_set(book, "cards.deck_size", "51", NULL), TREY_STATUS_INVALID);
    assert_int_equal(trey_rulebook_rule(book, TREY_KEY_DECK_SIZE)->value.n, 52);
    assert_int_equal(straight->value.n, 7);
    trey_diagnostics_close(diagnostics);
    trey_rulebook_close(book);
}

static void an_unknown_id_and_a_missing_file_are_told_apart(void **state) {
    (void)state;
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open(&book, "mbz", NULL), TREY_STATUS_UNKNOWN_RULEBOOK);
    assert_null(book);
    assert_int_equal(trey_rulebook_open_file(&book, "/nowhere/mbs.yaml", NULL),
                     TREY_STATUS_NO_FILE);
    assert_int_equal(trey_rulebook_open_file(&book, "/", NULL), TREY_STATUS_NO_FILE);
    assert_null(book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_copy_is_accepted),
        cmocka_unit_test(a_missing_key_is_named_with_its_meaning),
        cmocka_unit_test(a_missing_group_names_each_of_its_keys),
        cmocka_unit_test(an_unknown_key_gets_the_nearest_one_proposed),
        cmocka_unit_test(a_doubled_key_points_to_the_first),
        cmocka_unit_test(a_wrong_type_says_what_is_expected),
        cmocka_unit_test(a_pay_rate_of_zero_or_below_is_refused),
        cmocka_unit_test(a_share_above_the_whole_meter_is_refused),
        cmocka_unit_test(amounts_with_three_decimals_or_beyond_counting_are_refused),
        cmocka_unit_test(overlapping_and_gaping_brackets_are_refused),
        cmocka_unit_test(an_unknown_paragraph_gets_the_nearest_one_proposed),
        cmocka_unit_test(an_unknown_reading_and_a_note_used_as_a_switch_are_refused),
        cmocka_unit_test(a_switchable_reading_that_decides_nothing_is_reported),
        cmocka_unit_test(the_three_forms_are_kept_apart),
        cmocka_unit_test(an_irregularity_must_answer_every_case_and_no_case_twice),
        cmocka_unit_test(what_cannot_be_played_is_refused),
        cmocka_unit_test(several_mistakes_are_reported_at_once_in_the_order_of_the_file),
        cmocka_unit_test(text_that_is_no_rulebook_is_refused),
        cmocka_unit_test(a_rulebook_cut_off_anywhere_is_refused),
        cmocka_unit_test(setting_a_key_checks_it_like_a_file),
        cmocka_unit_test(an_unknown_id_and_a_missing_file_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
