/* jackpot_listing.c -- the books of linked jackpots, for a person and for a program. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "jackpot_ledger.h"
#include "plain_text.h"
#include "terminal.h"

/* ---- Text -------------------------------------------------------------------------------------
 */
static void print_sum(const char *sign, const char *what, trey_cents cents) {
    char text[TREY_CENTS_TEXT_MAX];
    printf("  %s %-14s %20s\n", sign, what, trey_cents_print(cents, text));
}

static void print_time(int64_t time) {
    char text[LEDGER_TIME_MAX];
    ledger_time(time, text);
    text[10] = ' ';
    printf("%.19s UTC", text);
}

/* Millionths as percent, without zeros behind. */
static char *percent_of(uint32_t millionths, char out[24]) {
    enum { ONE_PERCENT = TREY_LINK_MILLION / 100 };
    snprintf(out, 24, "%u.%04u", millionths / ONE_PERCENT, millionths % ONE_PERCENT);
    size_t length = strlen(out);
    while (out[length - 1] == '0') out[--length] = '\0';
    if (out[length - 1] == '.') out[--length] = '\0';
    return out;
}

static void print_parameters(const trey_link_parameters *parameters) {
    char bet[TREY_CENTS_TEXT_MAX], reset[TREY_CENTS_TEXT_MAX], more[TREY_CENTS_TEXT_MAX];
    char rate[24], reserve[24];
    printf("  bet %s, ", trey_cents_print(parameters->bet, bet));
    if (parameters->fixed > 0)
        printf("of which %s go", trey_cents_print(parameters->fixed, more));
    else
        printf("of which %s %% go", percent_of(parameters->rate, rate));
    printf(" to the display and %s %% to the reserve\n",
           percent_of(parameters->reserve_rate, reserve));
    printf("  reset value %s, ", trey_cents_print(parameters->reset, reset));
    if (parameters->ceiling > 0)
        printf("ceiling %s\n", trey_cents_print(parameters->ceiling, more));
    else
        puts("no ceiling");
}

static void print_sums(const jackpot_ledger *jackpot, const terminal *to) {
    const trey_link *link = &jackpot->state;
    char paid[TREY_CENTS_TEXT_MAX], drawn[TREY_CENTS_TEXT_MAX], waiting[TREY_CENTS_TEXT_MAX];
    print_sum(" ", "start", link->start);
    print_sum("+", "contributions", link->contributed);
    print_sum("+", "seeds", link->seeded);
    print_sum("-", "releases", link->released);
    print_sum("-", "awards", link->awarded);
    print_sum("=", "display", link->value);
    printf("    awards are %s paid, %s in %" PRIu64 " fixed awards, %s waiting\n",
           trey_cents_print(jackpot->paid, paid), trey_cents_print(jackpot->drawn, drawn),
           jackpot->draws, trey_cents_print(link->pending, waiting));
    terminal_ink(to, jackpot->broken ? INK_BAD : INK_GOOD);
    if (jackpot->broken)
        printf("    the sums do not hold after record %" PRIu64, jackpot->broken);
    else
        printf("    the sums hold to the cent after each of %" PRIu64 " events", jackpot->events);
    terminal_ink(to, INK_PLAIN);
    puts("");
    print_sum(" ", "reserve", link->reserve);
    print_sum(" ", "overflow", link->overflow);
}

static void print_hit(const jackpot_ledgers *ledgers, const ledger_hit *hit) {
    char value[TREY_CENTS_TEXT_MAX];
    printf("    %" PRIu64 "  ", hit->number);
    print_time(hit->time);
    printf("  table %s, box %u, player %u, round %" PRIu64 "\n",
           plain_text(ledger_table_name(ledgers, hit->table)), hit->seat, hit->player, hit->round);
    if (hit->share > 0)
        printf("       %u %% of the display, ", hit->share);
    else
        printf("       a fixed award off the display, ");
    printf("%s: %s", trey_cents_print(hit->value, value), hit_state_word(hit->state));
    if (hit->state != HIT_WAITS) {
        if (hit->actor > 0)
            printf(" by %u (%s), ", hit->actor, trey_role_word(hit->role));
        else
            printf(" by the house, ");
        print_time(hit->decided);
    }
    if (hit->reason[0]) printf(": %s", plain_text(hit->reason));
    puts("");
}

static void print_moved(const char *what, trey_cents before, trey_cents after) {
    char a[TREY_CENTS_TEXT_MAX], b[TREY_CENTS_TEXT_MAX];
    if (before == after) return;
    printf("       %s from %s to %s\n", what, trey_cents_print(before, a),
           trey_cents_print(after, b));
}

static void print_moved_rate(const char *what, uint32_t before, uint32_t after) {
    char a[24], b[24];
    if (before == after) return;
    printf("       %s from %s %% to %s %%\n", what, percent_of(before, a), percent_of(after, b));
}

static void print_change(const ledger_change *change) {
    const trey_link_parameters *before = &change->before, *after = &change->after;
    printf("    ");
    print_time(change->time);
    printf("  by %u (%s): %s\n", change->actor, trey_role_word(change->role),
           plain_text(change->reason));
    print_moved("bet", before->bet, after->bet);
    print_moved("contribution", before->fixed, after->fixed);
    print_moved_rate("rate", before->rate, after->rate);
    print_moved_rate("rate of the reserve", before->reserve_rate, after->reserve_rate);
    print_moved("reset value", before->reset, after->reset);
    print_moved("ceiling", before->ceiling, after->ceiling);
}

void jackpots_print_text(const jackpot_ledgers *ledgers) {
    const terminal to = terminal_open(stdout);
    if (ledgers->count == 0) puts("there is no linked jackpot in this store");
    for (size_t i = 0; i < ledgers->count; i++) {
        const jackpot_ledger *jackpot = &ledgers->jackpot[i];
        char value[TREY_CENTS_TEXT_MAX];
        if (i > 0) puts("");
        terminal_ink(&to, INK_STRONG);
        printf("%s  %s", plain_text(jackpot->name), trey_cents_print(jackpot->state.value, value));
        terminal_ink(&to, INK_PLAIN);
        printf("%s\n  %s, opened ", jackpot->state.down ? "  (the link is lost)" : "",
               plain_text(jackpot->terms.rulebook));
        print_time(jackpot->opened);
        puts("");
        print_parameters(&jackpot->state.parameters);
        print_sums(jackpot, &to);
        printf("  hits: %zu\n", jackpot->hits);
        for (size_t n = 0; n < jackpot->hits; n++) print_hit(ledgers, &jackpot->hit[n]);
        printf("  changes of parameters: %zu\n", jackpot->changes);
        for (size_t n = 0; n < jackpot->changes; n++) print_change(&jackpot->change[n]);
    }
}

/* ---- JSON: whole cents, rates in millionths -----------------------------------------------------
 */
static void put_number(json_t *to, const char *name, int64_t number) {
    json_object_set_new(to, name, json_integer(number));
}

static void put_text(json_t *to, const char *name, const char *text) {
    json_object_set_new(to, name, json_string(plain_text(text)));
}

static void put_time(json_t *to, const char *name, int64_t time) {
    char text[LEDGER_TIME_MAX];
    put_text(to, name, ledger_time(time, text));
}

static json_t *parameters_json(const trey_link_parameters *parameters) {
    json_t *to = json_object();
    put_number(to, "bet", parameters->bet);
    put_number(to, "fixed", parameters->fixed);
    put_number(to, "rate_millionths", parameters->rate);
    put_number(to, "reserve_rate_millionths", parameters->reserve_rate);
    put_number(to, "reset", parameters->reset);
    put_number(to, "ceiling", parameters->ceiling);
    return to;
}

static json_t *hit_json(const jackpot_ledgers *ledgers, const ledger_hit *hit) {
    json_t *to = json_object();
    put_number(to, "number", (int64_t)hit->number);
    put_time(to, "time", hit->time);
    put_text(to, "table", ledger_table_name(ledgers, hit->table));
    put_number(to, "box", hit->seat);
    put_number(to, "player", hit->player);
    put_number(to, "round", (int64_t)hit->round);
    put_number(to, "share_percent", hit->share);
    put_number(to, "value", hit->value);
    put_text(to, "state", hit_state_word(hit->state));
    if (hit->state == HIT_WAITS) return to;
    put_number(to, "by", hit->actor);
    put_text(to, "role", trey_role_word(hit->role));
    put_time(to, "decided", hit->decided);
    if (hit->reason[0]) put_text(to, "reason", hit->reason);
    return to;
}

static json_t *change_json(const ledger_change *change) {
    json_t *to = json_object();
    put_time(to, "time", change->time);
    put_number(to, "by", change->actor);
    put_text(to, "role", trey_role_word(change->role));
    put_text(to, "reason", change->reason);
    json_object_set_new(to, "before", parameters_json(&change->before));
    json_object_set_new(to, "after", parameters_json(&change->after));
    return to;
}

static json_t *jackpot_json(const jackpot_ledgers *ledgers, const jackpot_ledger *jackpot) {
    const trey_link *link = &jackpot->state;
    json_t *to = json_object(), *hits = json_array(), *changes = json_array();
    put_text(to, "name", jackpot->name);
    put_text(to, "rulebook", jackpot->terms.rulebook);
    put_time(to, "opened", jackpot->opened);
    put_number(to, "display", link->value);
    put_number(to, "start", link->start);
    put_number(to, "contributions", link->contributed);
    put_number(to, "seeds", link->seeded);
    put_number(to, "releases", link->released);
    put_number(to, "awards", link->awarded);
    put_number(to, "awards_paid", jackpot->paid);
    put_number(to, "awards_fixed", jackpot->drawn);
    put_number(to, "awards_pending", link->pending);
    put_number(to, "reserve", link->reserve);
    put_number(to, "overflow", link->overflow);
    put_number(to, "events", (int64_t)jackpot->events);
    json_object_set_new(to, "sums_hold", json_boolean(jackpot->broken == 0));
    if (jackpot->broken) put_number(to, "broken_after_record", (int64_t)jackpot->broken);
    json_object_set_new(to, "link_lost", json_boolean(link->down != 0));
    json_object_set_new(to, "parameters", parameters_json(&link->parameters));
    for (size_t i = 0; i < jackpot->hits; i++)
        json_array_append_new(hits, hit_json(ledgers, &jackpot->hit[i]));
    json_object_set_new(to, "hits", hits);
    for (size_t i = 0; i < jackpot->changes; i++)
        json_array_append_new(changes, change_json(&jackpot->change[i]));
    json_object_set_new(to, "changes", changes);
    return to;
}

void jackpots_print_json(const jackpot_ledgers *ledgers) {
    json_t *to = json_object(), *list = json_array();
    for (size_t i = 0; i < ledgers->count; i++)
        json_array_append_new(list, jackpot_json(ledgers, &ledgers->jackpot[i]));
    json_object_set_new(to, "jackpots", list);
    json_dumpf(to, stdout, JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(to);
}
