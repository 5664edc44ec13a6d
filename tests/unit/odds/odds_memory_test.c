/* odds_memory_test.c -- what is remembered changes no answer, whatever was asked before; and
 * answers as text are JSON that says what was asked. */
#include "opened_odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/tell.h"

static void write_piece(void *context, const char *text, size_t length) {
    assert_int_equal(fwrite(text, 1, length, context), length);
}

/* All that the odds say, as text. */
static char *told(const trey_rulebook *book, const trey_odds *odds) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    assert_non_null(memory);
    trey_telling t = trey_telling_to(write_piece, memory);
    trey_tell_odds(&t, NULL, book, odds, NULL, NULL, 0);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static void same_with_and_without(opened *o, trey_odds_memory *memory) {
    trey_odds *with;
    open_odds(o);
    assert_int_equal(trey_odds_open_with(&with, o->book, &o->query, memory, NULL), TREY_STATUS_OK);
    char *without_text = told(o->book, o->odds), *with_text = told(o->book, with);
    assert_string_equal(with_text, without_text);
    assert_memory_equal(trey_odds_strategy(with), trey_odds_strategy(o->odds),
                        sizeof(trey_strategy));
    free(without_text);
    free(with_text);
    trey_odds_close(with);
}

/* One memory for everything, so that each question finds what another book left. */
static void a_memory_changes_no_answer(void **state) {
    (void)state;
    static const struct {
        const char *id, *reading;
        unsigned side_bet;
        unsigned boxes;
    } asked[] = {
        {"mbs", NULL, TREY_WAGER_PROGRESSIVE, 1},
        {"mbs", NULL, TREY_WAGER_PROGRESSIVE, 5},
        {"mbs", "A-MBS-01", TREY_WAGER_PAIR_PLUS, 5},
        {"rws-progressive", NULL, TREY_WAGER_PROGRESSIVE, 1},
        {"rws-progressive", NULL, TREY_WAGER_PROGRESSIVE, 7},
        {"ca-six-card", NULL, TREY_WAGER_SIX_CARD_BONUS, 1},
        {"mbs", NULL, TREY_WAGER_PROGRESSIVE, 5},
        /* More orders of hands than it keeps: what was asked about first is gone by now. */
        {"ca-six-card", "A-CA-02", TREY_WAGER_PAIR_PLUS, 1},
        {"ca-six-card", "A-CA-04", TREY_WAGER_PAIR_PLUS, 1},
        {"ca-six-card", "A-CA-30", TREY_WAGER_SIX_CARD_BONUS, 1},
        {"ca-six-card", "A-CA-38", TREY_WAGER_SIX_CARD_BONUS, 1},
        {"rws-progressive", "A-RWP-04", TREY_WAGER_PROGRESSIVE, 2},
        {"rws-progressive", "A-RWS-09", TREY_WAGER_PROGRESSIVE, 2},
        {"mbs", NULL, TREY_WAGER_PROGRESSIVE, 5},
    };
    trey_odds_memory *memory;
    assert_int_equal(trey_odds_memory_open(&memory), TREY_STATUS_OK);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        opened o;
        open_book(&o, asked[i].id);
        if (asked[i].reading)
            assert_int_equal(trey_rulebook_choose(o.book, asked[i].reading, 'B'), TREY_STATUS_OK);
        o.query.stake[asked[i].side_bet] = 500;
        o.query.boxes = asked[i].boxes;
        same_with_and_without(&o, memory);
        /* The second time from memory, with another pay. */
        assert_int_equal(trey_rulebook_set(o.book, "pays.pair_plus.straight", "7", NULL),
                         TREY_STATUS_OK);
        same_with_and_without(&o, memory);
        close_all(&o);
    }
    trey_odds_memory_close(memory);
    trey_odds_memory_close(NULL);
}

/* Class by class beforehand, some of them before a question and some after it. */
static void warming_changes_no_answer(void **state) {
    (void)state;
    static const char *const ids[] = {"mbs", "rws-progressive", "ca-six-card"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        trey_odds_memory *memory;
        opened o;
        bool more;
        unsigned calls = 0;
        assert_int_equal(trey_odds_memory_open(&memory), TREY_STATUS_OK);
        open_book(&o, ids[i]);
        o.query.stake[i == 2 ? TREY_WAGER_SIX_CARD_BONUS : TREY_WAGER_PROGRESSIVE] = 500;
        assert_int_equal(trey_odds_warm(o.book, &o.query, memory, 700, &more), TREY_STATUS_OK);
        assert_true(more);
        same_with_and_without(&o, memory);
        if (i < 2) o.query.boxes = 4; /* royals of others are still to be counted */
        do {
            assert_int_equal(trey_odds_warm(o.book, &o.query, memory, 500, &more), TREY_STATUS_OK);
            calls++;
        } while (more);
        assert_int_equal(calls, i < 2 ? 4 : 1);
        same_with_and_without(&o, memory);
        close_all(&o);
        trey_odds_memory_close(memory);
    }
}

static void texts_are_quoted_and_numbers_come_back(void **state) {
    (void)state;
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    trey_telling t = trey_telling_to(write_piece, memory);
    trey_tell_open(&t, NULL, '{');
    trey_tell_text(&t, "says", "a \"b\" \\ \n\x1f ü");
    trey_tell_open(&t, "none", '[');
    trey_tell_close(&t, ']');
    trey_tell_open(&t, "some", '[');
    trey_tell_whole(&t, NULL, INT64_MIN);
    trey_tell_real(&t, NULL, 0.1);
    trey_tell_real(&t, NULL, 3);
    trey_tell_real(&t, NULL, 1e300);
    trey_tell_real(&t, NULL, 1.0 / 0.0);
    trey_tell_flag(&t, NULL, true);
    trey_tell_none(&t, NULL);
    trey_tell_fraction(&t, NULL, trey_fraction_of(-2, 6));
    trey_tell_close(&t, ']');
    trey_tell_close(&t, '}');
    assert_int_equal(fclose(memory), 0);
    assert_string_equal(text,
                        "{\"says\":\"a \\\"b\\\" \\\\ \\u000a\\u001f ü\",\"none\":[],\"some\":["
                        "-9223372036854775808,0.10000000000000001,3.0,1.0000000000000001e+300,"
                        "null,true,null,\"-1/3\"]}");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memory_changes_no_answer),
        cmocka_unit_test(warming_changes_no_answer),
        cmocka_unit_test(texts_are_quoted_and_numbers_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
