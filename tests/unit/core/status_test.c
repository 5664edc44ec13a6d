/* status_test.c -- operating errors and broken invariants. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <trey/core.h>

static void released_status_numbers_never_change(void **state) {
    (void)state;
    assert_int_equal(TREY_STATUS_OK, 0);
    assert_int_equal(TREY_STATUS_NO_MEMORY, 1);
    assert_int_equal(TREY_STATUS_NO_FILE, 2);
    assert_int_equal(TREY_STATUS_INVALID, 3);
    assert_int_equal(TREY_STATUS_CARD_SYNTAX, 4);
    assert_int_equal(TREY_STATUS_CARD_DOUBLED, 5);
    assert_int_equal(TREY_STATUS_MONEY_SYNTAX, 6);
    assert_int_equal(TREY_STATUS_MONEY_DECIMALS, 7);
    assert_int_equal(TREY_STATUS_MONEY_OVERFLOW, 8);
    assert_int_equal(TREY_STATUS_UNKNOWN_RULEBOOK, 9);
    assert_int_equal(TREY_STATUS_UNKNOWN_READING, 10);
    assert_int_equal(TREY_STATUS_NO_ENTROPY, 11);
    assert_int_equal(TREY_STATUS_STORE_FAILED, 12);
    assert_int_equal(TREY_STATUS_STORE_FULL, 13);
    assert_int_equal(TREY_STATUS_STORE_VERSION, 14);
    assert_int_equal(TREY_STATUS_STORE_FOREIGN, 15);
    assert_int_equal(TREY_STATUS_STORE_CORRUPT, 16);
    assert_int_equal(TREY_STATUS_STORE_LOST, 17);
    assert_int_equal(TREY_STATUS_STORE_BUSY, 18);
    assert_int_equal(TREY_STATUS_CONFLICT, 19);
    assert_int_equal(TREY_STATUS_OVERDRAWN, 20);
    assert_int_equal(TREY_STATUS_NOT_FOUND, 21);
    assert_int_equal(TREY_STATUS_STORE_FORGED, 22);
}

static void every_status_has_a_name_of_its_own_and_a_text(void **state) {
    (void)state;
    static const trey_status ALL[] = {
#define STATUS_VALUE(symbol, number, name, text) TREY_STATUS_##symbol,
        TREY_STATUS_LIST(STATUS_VALUE)
#undef STATUS_VALUE
    };
    const size_t count = sizeof ALL / sizeof *ALL;
    for (size_t i = 0; i < count; i++) {
        assert_true(strlen(trey_status_text(ALL[i])) > 3);
        for (const char *c = trey_status_name(ALL[i]); *c != '\0'; c++) {
            assert_true((*c >= 'a' && *c <= 'z') || *c == '_');
        }
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(trey_status_name(ALL[i]), trey_status_name(ALL[j]));
        }
    }
    assert_string_equal(trey_status_name(TREY_STATUS_CARD_SYNTAX), "card_syntax");
}

/* Runs `mistake` in a child and returns the signal that ended it, 0 for none. */
static int signal_of(void (*mistake)(void)) {
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
        signal(SIGABRT, SIG_DFL);
        mistake();
        _exit(0);
    }
    int ended = 0;
    assert_int_equal(waitpid(child, &ended, 0), child);
    return WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
}

static void rank_the_same_card_twice(void) {
    (void)trey_hand_rank(trey_hand_of(5, 5, 6));
}
static void rank_a_joker(void) {
    (void)trey_hand_rank(trey_hand_of(5, 52, 6));
}
static void rank_six_cards_with_one_doubled(void) {
    (void)trey_six_rank(trey_hand_of(1, 2, 3), trey_hand_of(3, 4, 5));
}
static void ask_for_hand_number_22100(void) {
    (void)trey_hand_at(TREY_HANDS);
}
static void divide_by_zero(void) {
    trey_cents product = 0;
    (void)trey_cents_scale(1, 1, 0, &product, NULL);
}
static void make_no_mistake(void) {
    (void)trey_hand_rank(trey_hand_of(5, 51, 6));
}

static void a_broken_invariant_stops_the_program(void **state) {
    (void)state;
    assert_int_equal(signal_of(rank_the_same_card_twice), SIGABRT);
    assert_int_equal(signal_of(rank_a_joker), SIGABRT);
    assert_int_equal(signal_of(rank_six_cards_with_one_doubled), SIGABRT);
    assert_int_equal(signal_of(ask_for_hand_number_22100), SIGABRT);
    assert_int_equal(signal_of(divide_by_zero), SIGABRT);
    assert_int_equal(signal_of(make_no_mistake), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(released_status_numbers_never_change),
        cmocka_unit_test(every_status_has_a_name_of_its_own_and_a_text),
        cmocka_unit_test(a_broken_invariant_stops_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
