/* opened_odds.h -- odds of a built-in rulebook, opened for a test. */
#ifndef OPENED_ODDS_H
#define OPENED_ODDS_H

#include "cmocka_suite.h"

#include "trey/odds.h"

typedef struct opened {
    trey_rulebook *book;
    trey_odds_query query;
    trey_odds *odds;
} opened;

static inline void open_book(opened *o, const char *id) {
    assert_int_equal(trey_rulebook_open(&o->book, id, NULL), TREY_STATUS_OK);
    trey_odds_query_preset(o->book, &o->query);
    o->odds = NULL;
}

static inline void open_odds(opened *o) {
    trey_odds_close(o->odds);
    assert_int_equal(trey_odds_open(&o->odds, o->book, &o->query, NULL), TREY_STATUS_OK);
}

static inline void close_all(opened *o) {
    trey_odds_close(o->odds);
    trey_rulebook_close(o->book);
}

static inline void assert_fraction(trey_fraction f, const char *expected) {
    char text[TREY_FRACTION_TEXT_MAX];
    assert_string_equal(trey_fraction_print(f, text), expected);
}

static inline void assert_same_fraction(trey_fraction a, trey_fraction b) {
    char text[TREY_FRACTION_TEXT_MAX];
    assert_fraction(a, trey_fraction_print(b, text));
}

static inline void assert_near(double a, double b, double by) {
    if (a - b > by || b - a > by) fail_msg("%.12g is not within %g of %.12g", a, by, b);
}

#endif
