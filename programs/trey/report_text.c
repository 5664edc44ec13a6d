/* report_text.c -- a report as text tables, from the same object that a browser gets: so no
 * two tellings can differ. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain_text.h"
#include "report_output.h"

/* ---- Members --------------------------------------------------------------------------- */
static int64_t whole(const json_t *of, const char *name) {
    return (int64_t)json_integer_value(json_object_get(of, name));
}

static const char *text(const json_t *of, const char *name) {
    const char *said = json_string_value(json_object_get(of, name));
    return said ? plain_text(said) : "";
}

static bool flag(const json_t *of, const char *name) {
    return json_is_true(json_object_get(of, name));
}

enum { FIELD = 40 };

static const char *dollars(int64_t cents, char out[FIELD]) {
    uint64_t size = cents < 0 ? (uint64_t)-cents : (uint64_t)cents;
    snprintf(out, FIELD, "%s%" PRIu64 ".%02u", cents < 0 ? "-" : "", size / 100,
             (unsigned)(size % 100));
    return out;
}

/* "-" where it is not known. */
static const char *number(const json_t *of, const char *name, double times, int digits,
                          char out[FIELD]) {
    const json_t *value = json_object_get(of, name);
    if (json_is_number(value))
        snprintf(out, FIELD, "%.*f", digits, json_number_value(value) * times);
    else
        snprintf(out, FIELD, "-");
    return out;
}

static const char *moment(const json_t *of, const char *name, char out[TREY_FIGURES_TIME_TEXT]) {
    return trey_figures_time_print(whole(of, name) * 1000, out);
}

/* ---- Tables -------------------------------------------------------------------------------- */
static void print_tally(const char *name, const json_t *of) {
    char handle[FIELD], win[FIELD], hold[FIELD], expected[FIELD], sd[FIELD], sigmas[FIELD];
    char an_hour[FIELD], rate[FIELD];
    printf("  %-16.16s %7" PRId64 " %5" PRId64 " %6s %7s %14s %13s %7s %13s %11s %6s%s\n", name,
           whole(of, "rounds"), whole(of, "voids"), number(of, "void_rate", 100, 1, rate),
           number(of, "rounds_an_hour", 1, 1, an_hour), dollars(whole(of, "handle"), handle),
           dollars(whole(of, "win"), win), number(of, "hold", 100, 2, hold),
           dollars(whole(of, "expected"), expected), dollars(whole(of, "sd"), sd),
           number(of, "sigmas", 1, 2, sigmas), flag(of, "agrees") ? "" : "  NOT THE LEDGER'S");
}

static void print_tallies(const json_t *report) {
    size_t i;
    const json_t *one;
    printf("  %-16s %7s %5s %6s %7s %14s %13s %7s %13s %11s %6s\n", "table", "rounds", "void",
           "void%", "an hour", "handle", "win", "hold%", "expected", "sd", "sigma");
    json_array_foreach(json_object_get(report, "tables"), i, one)
        print_tally(text(one, "table"), one);
    printf("  rulebook\n");
    json_array_foreach(json_object_get(report, "rulebooks"), i, one)
        print_tally(text(one, "rulebook"), one);
    print_tally("all", json_object_get(report, "total"));
}

static void print_wagers(const json_t *report) {
    size_t i, n;
    const json_t *book, *one;
    char handle[FIELD], win[FIELD], expected[FIELD], sd[FIELD], sigmas[FIELD], hold[FIELD];
    printf("\nWagers\n  %-16s %-14s %8s %14s %13s %7s %13s %11s %6s\n", "rulebook", "wager", "bets",
           "handle", "win", "hold%", "expected", "sd", "sigma");
    json_array_foreach(json_object_get(report, "rulebooks"), i, book) {
        json_array_foreach(json_object_get(book, "wagers"), n, one) {
            printf("  %-16.16s %-14s %8" PRId64 " %14s %13s %7s %13s %11s %6s\n",
                   n == 0 ? text(book, "rulebook") : "", text(one, "wager"), whole(one, "bets"),
                   dollars(whole(one, "handle"), handle), dollars(whole(one, "win"), win),
                   number(one, "hold", 100, 2, hold), dollars(whole(one, "expected"), expected),
                   dollars(whole(one, "sd"), sd), number(one, "sigmas", 1, 2, sigmas));
        }
    }
}

static void print_hours(const json_t *report) {
    size_t i;
    const json_t *one;
    char time[TREY_FIGURES_TIME_TEXT], handle[FIELD], win[FIELD], expected[FIELD], sd[FIELD];
    printf("\nHours\n  %-20s %7s %14s %13s %13s %11s\n", "from", "rounds", "handle", "win",
           "expected", "sd");
    json_array_foreach(json_object_get(report, "hours"), i, one) {
        printf("  %-20s %7" PRId64 " %14s %13s %13s %11s\n", moment(one, "time", time),
               whole(one, "rounds"), dollars(whole(one, "handle"), handle),
               dollars(whole(one, "win"), win), dollars(whole(one, "expected"), expected),
               dollars(whole(one, "sd"), sd));
    }
}

static void print_jackpots(const json_t *report) {
    size_t i, n;
    const json_t *jackpot, *hit;
    char value[FIELD], reserve[FIELD], contributed[FIELD], awarded[FIELD], pending[FIELD];
    char time[TREY_FIGURES_TIME_TEXT];
    if (json_array_size(json_object_get(report, "jackpots")) == 0) return;
    printf("\nJackpots\n  %-16s %14s %12s %13s %13s %13s\n", "name", "value", "reserve",
           "contributed", "awarded", "pending");
    json_array_foreach(json_object_get(report, "jackpots"), i, jackpot) {
        printf("  %-16.16s %14s %12s %13s %13s %13s%s\n", text(jackpot, "name"),
               dollars(whole(jackpot, "value"), value), dollars(whole(jackpot, "reserve"), reserve),
               dollars(whole(jackpot, "contributed"), contributed),
               dollars(whole(jackpot, "awarded"), awarded),
               dollars(whole(jackpot, "pending"), pending),
               flag(jackpot, "identity") ? "" : "  DOES NOT ADD UP");
        json_array_foreach(json_object_get(jackpot, "hits"), n, hit) {
            printf("    %s  %s seat %" PRId64 "  %s  %s  %s\n", moment(hit, "time", time),
                   text(hit, "table"), whole(hit, "seat"), text(hit, "name"),
                   dollars(whole(hit, "value"), value), text(hit, "state"));
        }
    }
}

/* Each case with its expectation in brackets. */
static void print_staff(const json_t *one) {
    static const char *const cases[] = {"reports", "withdrawn", "voids", "corrections", "awards"};
    const json_t *expected = json_object_get(one, "expected");
    printf("  %-20s %-16s %6" PRId64 " calls", text(one, "name"), text(one, "role"),
           whole(one, "calls"));
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        printf(", %s %" PRId64 " (%.1f)", cases[i], whole(one, cases[i]),
               json_real_value(json_object_get(expected, cases[i])));
    printf("\n");
}

static void print_incidents(const json_t *report) {
    size_t i;
    const json_t *one;
    char time[TREY_FIGURES_TIME_TEXT];
    printf("\nIncidents and rulings: %zu\n", json_array_size(json_object_get(report, "incidents")));
    json_array_foreach(json_object_get(report, "incidents"), i, one) {
        const char *table = text(one, "table");
        printf("  %s  %-10s %-12s %-16s %s\n", moment(one, "time", time), text(one, "kind"),
               *table ? table : text(one, "jackpot"), text(one, "name"), text(one, "text"));
    }
    printf("\nStaff: %zu\n", json_array_size(json_object_get(report, "staff")));
    json_array_foreach(json_object_get(report, "staff"), i, one) print_staff(one);
    printf("\nSign-ins: %zu\n", json_array_size(json_object_get(report, "sign_ins")));
    json_array_foreach(json_object_get(report, "sign_ins"), i, one) {
        printf("  %s  %-14s %-20s %s\n", moment(one, "time", time), text(one, "what"),
               text(one, "name"), text(one, "from"));
    }
}

static void print_cage(const json_t *cage) {
    char opening[FIELD], closing[FIELD], in[FIELD], out[FIELD], between[FIELD], boxes[FIELD],
        fills[FIELD], credits[FIELD];
    printf(
        "\nCage\n  opening %s, bought in %s, cashed out %s, drop boxes %s, fills %s, credits %s, "
        "closing %s; between players %s%s\n",
        dollars(whole(cage, "opening"), opening), dollars(whole(cage, "buy_ins"), in),
        dollars(whole(cage, "cash_outs"), out), dollars(whole(cage, "boxes"), boxes),
        dollars(whole(cage, "fills"), fills), dollars(whole(cage, "credits"), credits),
        dollars(whole(cage, "closing"), closing), dollars(whole(cage, "transfers"), between),
        flag(cage, "agrees") ? "" : "  NOT THE LEDGER'S");
}

void report_print_text(const json_t *report, const json_t *shift) {
    char from[TREY_FIGURES_TIME_TEXT], to[TREY_FIGURES_TIME_TEXT];
    if (shift)
        printf("Shift %" PRId64 ", closed by %s%s%s\n", whole(shift, "number"), text(shift, "name"),
               *text(shift, "note") ? ": " : "", text(shift, "note"));
    printf("From %s to %s (UTC), up to record %" PRId64 "\nroot %s\n\n",
           moment(report, "from", from), moment(report, "to", to), whole(report, "seq"),
           text(report, "root"));
    print_tallies(report);
    print_wagers(report);
    print_hours(report);
    print_jackpots(report);
    print_incidents(report);
    print_cage(json_object_get(report, "cage"));
}
