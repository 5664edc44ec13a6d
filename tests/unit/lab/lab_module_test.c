/* lab_module_test.c -- the odds lab's module without a browser, on packed rulebooks: so that
 * the sanitizers see what otherwise runs as WebAssembly only. Its digits are held against the
 * program's by web/tests/unit/lab_library.test.ts. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <string.h>

#include "lab_module.h"

/* Words parted by blanks. */
static size_t put_words(const char *words) {
    size_t length = strlen(words) + 1;
    assert_true(length <= LAB_WORDS_ROOM);
    for (size_t i = 0; i < length; i++) lab_words()[i] = (char)(words[i] == ' ' ? '\0' : words[i]);
    return length;
}

static int ask(const char *words) {
    return lab_odds(put_words(words), false);
}

static void assert_told(const char *part) {
    char *text = test_malloc(lab_length() + 1);
    memcpy(text, lab_text(), lab_length());
    text[lab_length()] = '\0';
    if (!strstr(text, part)) fail_msg("%s is not in what was told", part);
    test_free(text);
}

static void every_book_is_there_with_what_can_be_turned(void **state) {
    (void)state;
    assert_int_equal(lab_books(), 0);
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        char id[64];
        snprintf(id, sizeof id, "\"id\":\"%s\"", trey_builtin_id(i));
        assert_told(id);
    }
    assert_told("{\"key\":\"pays.pair_plus.straight\",\"hand\":\"straight\",\"kind\":\"rate\","
                "\"n\":5,\"d\":1,\"text\":\"5 to 1\"}");
    assert_told("{\"key\":\"progressive.awards.royal_spades\",\"hand\":\"spade mini-royal\","
                "\"kind\":\"share\",\"n\":100,\"d\":100,");
    assert_told("\"id\":\"A-MBS-01\"");
    assert_told("{\"word\":\"q-6-4\",\"name\":\"Q-6-4 or better\"}");
}

static void a_question_is_a_command_line(void **state) {
    (void)state;
    assert_int_equal(ask("mbs"), 0);
    assert_told("\"ev\":\"-686689/20358520\"");
    assert_int_equal(ask("mbs --set pays.pair_plus.straight=6 --reading A-MBS-01=B"), 0);
    assert_told("\"ev\":\"-128/5525\"");
    assert_told("\"A-MBS-01\":\"B\"");
    /* What was set is forgotten. */
    assert_int_equal(ask("mbs --pair-plus 5"), 0);
    assert_told("\"ev\":\"-308/5525\"");
    assert_int_equal(ask("rws-progressive --progressive 5 --seats 2"), 0);
    assert_int_equal(ask("ca-six-card --strategy mimic"), 0);
    assert_told("\"sees_up_card\":true");
}

/* Warming is done after some calls, and for good; what was counted so is as good as any. */
static void what_is_warmed_is_counted_in_parts(void **state) {
    (void)state;
    static const char words[] = "rws-progressive --progressive 5 --seats 2 --reading A-RWP-04=B";
    unsigned calls = 1;
    while (lab_warm(put_words(words)) == 1) calls++;
    assert_in_range(calls, 10, 100);
    assert_int_equal(lab_warm(put_words(words)), 0);
    assert_int_equal(ask(words), 0);
    assert_told("\"A-RWP-04\":\"B\"");
    assert_int_equal(lab_warm(put_words("nobook")), 0);
    assert_int_equal(lab_warm(put_words("mbs --ante x")), 0);
}

static void a_mistake_is_a_usage_error_and_tells_nothing(void **state) {
    (void)state;
    static const char *const wrong[] = {"nobook",
                                        "mbs --ante x",
                                        "mbs --set pays.pair_plus.straight=x",
                                        "mbs --reading A-MBS-01=Z",
                                        "mbs --rulebook nofile",
                                        "rws --six-card-bonus 5",
                                        "--ante 5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ask(wrong[i]), 2);
        assert_int_equal(lab_length(), 0);
    }
    assert_int_equal(ask("mbs"), 0);
}

static unsigned cell(unsigned up, unsigned high, unsigned middle, unsigned low, unsigned suited) {
    return lab_grid()[(((up * TREY_RANKS + high) * TREY_RANKS + middle) * TREY_RANKS + low) * 2 +
                      suited];
}

/* Q-6-4 is the threshold of the best strategy: below, at, above. */
static void the_grid_has_a_threshold(void **state) {
    (void)state;
    enum { SIX = TREY_RANK_2 + 4, FOUR = TREY_RANK_2 + 2 };
    assert_int_equal(ask("mbs"), 0);
    assert_int_equal(cell(0, TREY_RANK_QUEEN, SIX, FOUR + 1, 0), LAB_PLAYED);
    assert_int_equal(cell(0, TREY_RANK_QUEEN, SIX, FOUR, 0), LAB_PLAYED);
    assert_int_equal(cell(0, TREY_RANK_QUEEN, SIX, FOUR - 1, 0), LAB_FOLDED);
    assert_int_equal(cell(0, TREY_RANK_QUEEN, SIX, FOUR - 1, 1), LAB_PLAYED); /* a flush */
    assert_int_equal(cell(0, SIX, TREY_RANK_QUEEN, FOUR, 0), LAB_NO_SUCH_HAND);
    assert_int_equal(cell(0, SIX, SIX, FOUR, 1), LAB_NO_SUCH_HAND);
    assert_int_equal(cell(1, TREY_RANK_QUEEN, SIX, FOUR, 0), LAB_NO_SUCH_HAND);
    assert_int_equal(ask("ca-six-card"), 0);
    assert_int_equal(cell(TREY_RANK_KING, TREY_RANK_QUEEN, SIX, FOUR, 0), LAB_FOLDED);
    assert_int_equal(cell(TREY_RANK_2, TREY_RANK_QUEEN, SIX, FOUR, 0), LAB_PLAYED);
}

static void the_sheet_is_a_page(void **state) {
    (void)state;
    assert_int_equal(lab_sheet(put_words("2026-01-31 mbs --pair-plus 5")), 0);
    assert_told("<!doctype html>");
    assert_told("trey odds mbs --pair-plus 5");
    assert_told("2026-01-31");
    assert_told("-308/5525");
    assert_int_equal(lab_sheet(put_words("2026-01-31 nobook")), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_book_is_there_with_what_can_be_turned),
        cmocka_unit_test(a_question_is_a_command_line),
        cmocka_unit_test(what_is_warmed_is_counted_in_parts),
        cmocka_unit_test(a_mistake_is_a_usage_error_and_tells_nothing),
        cmocka_unit_test(the_grid_has_a_threshold),
        cmocka_unit_test(the_sheet_is_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
