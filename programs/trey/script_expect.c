/* script_expect.c -- what a script states, and what was found.
 *
 * A failed expectation is told and counted; the script goes on, so that one run
 * shows all of them. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"
#include "script_parts.h"

void script_tell(script *run, const run_check *check) {
    run->checks++;
    if (!check->ok) {
        run->failures++;
        if (run->status < EXIT_REFUSED) run->status = EXIT_REFUSED;
    }
    run->to->checked(run->to, run, check);
}

static void tell_money(script *run, const char *what, trey_cents expected, trey_cents found) {
    char one[TREY_CENTS_TEXT_MAX], other[TREY_CENTS_TEXT_MAX];
    run_check check = {.what = what,
                       .ok = expected == found,
                       .money = true,
                       .expected_cents = expected,
                       .found_cents = found,
                       .expected = trey_cents_print(expected, one),
                       .found = trey_cents_print(found, other)};
    script_tell(run, &check);
}

/* ---- => ----------------------------------------------------------------------- */
static const char *refusal_name(unsigned index) {
    return trey_refused_word((trey_refused)index);
}

bool script_expects(const script *run, trey_refused outcome) {
    return run->line.expects && strcmp(run->line.expects, trey_refused_word(outcome)) == 0;
}

/* A name that no refusal has would fail for ever; say so at once. */
bool script_expectation_good(script *run, bool can_be_refused) {
    const char *word = run->line.expects;
    if (!word || strcmp(word, "ok") == 0) return true;
    if (!can_be_refused) {
        script_place place = {run->line.number, run->line.expects_column};
        return script_fault_at(run, place, "no rule can refuse %s; only ok can be expected of it",
                               run->line.word[0]);
    }
    for (unsigned i = 0; i < TREY_REFUSED_COUNT; i++) {
        if (strcmp(word, refusal_name(i)) == 0) return true;
    }
    script_place place = {run->line.number, run->line.expects_column};
    return script_fault_at(
        run, place, "\"%s\" is neither ok nor the name of a refusal; %s", script_quoted(word).text,
        script_nearest(word, refusal_name, TREY_REFUSED_COUNT, "`trey run --refusals` lists them")
            .text);
}

void script_check_line(script *run) {
    char text[SCRIPT_TEXT_MAX];
    if (!run->line.expects) return;
    run_check check = {.what = script_line_text(run, text),
                       .ok = script_expects(run, run->outcome),
                       .expected = run->line.expects,
                       .found = trey_refused_word(run->outcome)};
    script_tell(run, &check);
}

/* ---- expect ------------------------------------------------------------------- */
/* Each looks up one figure of the round just settled; `what` names it. */
typedef trey_cents figure(const script *run, const script_arguments *given, char *what,
                          size_t room);

static trey_cents back_of(const script *run, const script_arguments *given, char *what,
                          size_t room) {
    trey_cents sum = 0;
    snprintf(what, room, "seat %u %s%s%s", given->seat,
             given->owner ? "" : script_player(run, given->player), given->owner ? "" : " ",
             trey_wager_word(given->wager));
    for (unsigned i = 0; i < run->account.lines; i++) {
        const trey_event *line = &run->account.line[i];
        if (line->seat != given->seat || line->wager != given->wager) continue;
        if (given->owner || line->player == given->player) sum += line->line.back;
    }
    return sum;
}

static trey_cents net_of(const script *run, const script_arguments *given, char *what,
                         size_t room) {
    snprintf(what, room, "net %s", script_player(run, given->player));
    for (unsigned i = 0; i < run->account.totals; i++) {
        const script_total *total = &run->account.total[i];
        if (total->player == given->player) return total->back - total->staked;
    }
    return 0;
}

static trey_cents house_of(const script *run, const script_arguments *given, char *what,
                           size_t room) {
    (void)given;
    snprintf(what, room, "house");
    return run->account.house;
}

static trey_cents bank_of(const script *run, const script_arguments *given, char *what,
                          size_t room) {
    (void)given;
    snprintf(what, room, "bank");
    return run->account.bank_after;
}

static trey_cents collection_of(const script *run, const script_arguments *given, char *what,
                                size_t room) {
    (void)given;
    snprintf(what, room, "collection");
    return run->account.collection;
}

static trey_cents meter_of(const script *run, const script_arguments *given, char *what,
                           size_t room) {
    (void)given;
    snprintf(what, room, "meter");
    return run->table.meter.value;
}

static const struct {
    const char *word, *usage;
    bool any_time; /* otherwise of a settled round */
    figure *find;
} figures[] = {
    {"net", "net KNOWN BALANCE", false, net_of},
    {"house", "house BALANCE", false, house_of},
    {"meter", "meter BALANCE", true, meter_of},
    {"bank", "bank BALANCE", false, bank_of},
    {"collection", "collection BALANCE", false, collection_of},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static const char *figure_name(unsigned index) {
    return index < FIGURES ? figures[index].word : "action";
}

static void nothing_settled(script *run) {
    char text[SCRIPT_TEXT_MAX];
    run_check check = {
        .what = script_line_text(run, text), .expected = "a settled round", .found = "none yet"};
    script_tell(run, &check);
}

static bool expect_figure(script *run, const char *usage, bool any_time, figure *find) {
    script_arguments given;
    char what[SCRIPT_TEXT_MAX];
    if (!script_read(run, usage, 1, run->line.count, &given)) return false;
    if (!any_time && !run->settled) {
        nothing_settled(run);
        return true;
    }
    trey_cents found = find(run, &given, what, sizeof what);
    tell_money(run, what, given.amount, found);
    return true;
}

static bool expect_action(script *run) {
    script_arguments given;
    char expected[16], found[16];
    if (!script_read(run, "action SEAT", 1, run->line.count, &given)) return false;
    if (!run->settled) {
        nothing_settled(run);
        return true;
    }
    unsigned seat = run->account.before.button;
    snprintf(expected, sizeof expected, "seat %u", given.seat);
    snprintf(found, sizeof found, seat == TREY_NO_SEAT ? "none" : "seat %u", seat);
    run_check check = {
        .what = "action button", .ok = seat == given.seat, .expected = expected, .found = found};
    script_tell(run, &check);
    return true;
}

bool script_expect(script *run) {
    const char *word = run->line.count > 1 ? run->line.word[1] : "";
    for (unsigned i = 0; i < FIGURES; i++) {
        if (strcmp(word, figures[i].word) != 0) continue;
        return expect_figure(run, figures[i].usage, figures[i].any_time, figures[i].find);
    }
    if (strcmp(word, "action") == 0) return expect_action(run);
    bool known, fine = script_expect_word(run, &known);
    if (known) return fine;
    if (word[0] >= '0' && word[0] <= '9') {
        for (unsigned i = 2; i < run->line.count; i++) {
            bool words =
                strcmp(run->line.word[i], "is") == 0 || strcmp(run->line.word[i], "by") == 0;
            if (words) return script_expect_line(run);
        }
        return expect_figure(run, "SEAT [KNOWN] WAGER BALANCE", false, back_of);
    }
    return script_fault(run, 1, "expect %s: %s", *word ? script_quoted(word).text : "what?",
                        script_nearest(word, figure_name, FIGURES + 1,
                                       "write a seat, net, house, meter, bank, collection or "
                                       "action, as in expect 1 ante 100")
                            .text);
}
