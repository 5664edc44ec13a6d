/* run_text.c -- `trey run` for a person: each step of a round as it happens. Its
 * end is told by run_text_settlement.c.
 *
 * Cards are shown as they are dealt: a script has no secrets. */
#include <stdio.h>
#include <string.h>

#include "run_output.h"

enum { WHERE_COLUMNS = 8, WHO_COLUMNS = 10 };

/* ---- The head of a script ----------------------------------------------------- */
static void print_readings(const terminal *page, const trey_rulebook *book) {
    char line[SCRIPT_TEXT_MAX] = "";
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (reading->in_force == reading->preset) continue;
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s%s=%c", used ? ", " : "under ", reading->id,
                 'A' + (int)reading->in_force);
    }
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const trey_rule *rule = trey_rulebook_rule(book, (trey_key)key);
        char value[TREY_VALUE_TEXT_MAX];
        if (!rule->set) continue;
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%swith %s %s", used ? ", " : "",
                 trey_key_path((trey_key)key), trey_value_print((trey_key)key, rule->value, value));
    }
    if (line[0]) terminal_wrap(page, 0, 0, line);
}

static void print_limits(const terminal *page, const trey_table_config *config) {
    char line[SCRIPT_TEXT_MAX], low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX];
    snprintf(line, sizeof line, "%u positions", config->positions);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        size_t used = strlen(line);
        if (config->maximum[wager] == 0) continue;
        snprintf(line + used, sizeof line - used, ", %s %s to %s", run_wager(wager),
                 trey_cents_print(config->minimum[wager], low),
                 trey_cents_print(config->maximum[wager], high));
    }
    size_t used = strlen(line);
    snprintf(line + used, sizeof line - used, "; %s",
             config->device == TREY_DEVICE_SINGLE ? "single cards" : "packets");
    used = strlen(line);
    if (config->system_deck) snprintf(line + used, sizeof line - used, " from the system's deck");
    used = strlen(line);
    if (config->schedule) {
        snprintf(line + used, sizeof line - used, "; collection schedule %u", config->schedule);
    }
    terminal_wrap(page, 0, 0, line);
}

static void print_jackpot(const terminal *page, const script *run) {
    const trey_table_config *config = &run->setup.config;
    char line[SCRIPT_TEXT_MAX], meter[TREY_CENTS_TEXT_MAX], bet[TREY_CENTS_TEXT_MAX],
        part[TREY_CENTS_TEXT_MAX], reset[TREY_CENTS_TEXT_MAX];
    if (!config->jackpot) return;
    snprintf(line, sizeof line, "jackpot %s; a bet is %s, of which %s goes to the meter; reset %s",
             trey_cents_print(run->setup.meter, meter), trey_cents_print(config->jackpot_bet, bet),
             trey_cents_print(config->jackpot_contribution, part),
             trey_cents_print(config->jackpot_reset, reset));
    terminal_wrap(page, 0, 0, line);
}

static void text_opened(run_output *to, const script *run) {
    const terminal *page = &to->page;
    if (to->between) fputc('\n', page->out);
    to->between = true;
    terminal_ink(page, INK_STRONG);
    fprintf(page->out, "%s\n", run->file);
    terminal_ink(page, INK_PLAIN);
    fprintf(page->out, "%s (%s)\n", trey_rulebook_title(run->book), trey_rulebook_id(run->book));
    print_readings(page, run->book);
    terminal_ink(page, INK_FAINT);
    print_limits(page, &run->setup.config);
    print_jackpot(page, run);
    terminal_ink(page, INK_PLAIN);
}

/* ---- Steps -------------------------------------------------------------------- */
/* "  seat 1  alice     "; the column after it. */
static size_t gutter(const terminal *page, unsigned seat, const char *where, const char *who) {
    char text[WHERE_COLUMNS + 8];
    if (seat) snprintf(text, sizeof text, "seat %u", seat);
    fprintf(page->out, "%*s", RUN_MARGIN, "");
    terminal_ink(page, INK_FAINT);
    size_t at = RUN_MARGIN + terminal_pad(page, WHERE_COLUMNS, seat ? text : where);
    terminal_ink(page, INK_PLAIN);
    at += terminal_pad(page, WHO_COLUMNS, who);
    if (strlen(who) >= WHO_COLUMNS) {
        fputc(' ', page->out);
        at++;
    }
    return at;
}

static void step(const terminal *page, unsigned seat, const char *where, const char *who,
                 const char *text) {
    size_t at = gutter(page, seat, where, who);
    terminal_wrap(page, at, RUN_MARGIN + WHERE_COLUMNS + WHO_COLUMNS, text);
}

static void print_dealt(run_output *to, const script *run) {
    const trey_table *table = &run->table;
    char cards[RUN_CARDS_MAX];
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->box[seat - 1];
        if (box->dealt == 0) continue;
        step(&to->page, seat, "", script_player(run, box->bettor[0].player),
             run_cards(box->card, box->dealt, to->signs, cards));
    }
    step(&to->page, 0, "dealer", "", "three cards, face down");
}

static void print_card(run_output *to, const script *run, const trey_event *event) {
    char card[RUN_CARDS_MAX];
    /* `deal` enters many and shows the hands when they are complete. */
    if (strcmp(run->line.word[0], "card") != 0) return;
    run_cards(&event->dealt.card, 1, to->signs, card);
    if (event->dealt.place == TREY_PLACE_BURN) {
        char text[RUN_CARDS_MAX + 16];
        snprintf(text, sizeof text, "burns %s", card);
        step(&to->page, 0, "dealer", "", text);
    } else if (event->dealt.place == TREY_PLACE_DEALER) {
        step(&to->page, 0, "dealer", "", card);
    } else {
        step(&to->page, event->dealt.place, "", "", card);
    }
}

static void print_recalled(run_output *to, const trey_event *event) {
    char text[RUN_CARDS_MAX + 16], card[RUN_CARDS_MAX];
    unsigned place = event->dealt.place;
    run_cards(&event->dealt.card, 1, to->signs, card);
    snprintf(text, sizeof text, "takes back %s", card);
    step(&to->page, place <= TREY_SEATS ? place : 0, place <= TREY_SEATS ? "" : "dealer", "", text);
}

static void print_contributed(run_output *to, const script *run, const trey_event *event) {
    char text[SCRIPT_TEXT_MAX], sum[TREY_CENTS_TEXT_MAX], meter[TREY_CENTS_TEXT_MAX];
    bool reversed = event->amount < 0;
    trey_cents_print(reversed ? -event->amount : event->amount, sum);
    trey_cents_print(run->table.meter.value, meter);
    if (event->contributed.on_meter) {
        snprintf(text, sizeof text, "%s%s, now %s", reversed ? "-" : "+", sum, meter);
    } else {
        snprintf(text, sizeof text, "%s%s set aside for it", reversed ? "-" : "", sum);
    }
    step(&to->page, 0, "meter", "", text);
}

static void print_revealed(run_output *to, const script *run) {
    char text[SCRIPT_TEXT_MAX], cards[RUN_CARDS_MAX];
    snprintf(text, sizeof text, "%s", run_cards(run->table.dealer, 3, to->signs, cards));
    step(&to->page, 0, "dealer", "", text);
}

/* ---- When something goes wrong ------------------------------------------------ */
/* What was reported, what the book does, and what becomes of each wager. */
static void print_report(run_output *to, const script *run, const trey_report *report) {
    const terminal *page = &to->page;
    const trey_case *item =
        &trey_rulebook_trouble(run->book, (trey_irregularity)report->kind)->item[report->item];
    char text[SCRIPT_TEXT_MAX], cited[SCRIPT_TEXT_MAX], money[TREY_CENTS_TEXT_MAX];
    snprintf(text, sizeof text, "reported: %s",
             trey_irregularity_happened((trey_irregularity)report->kind));
    step(page, 0, "", run_spaced(trey_role_word(report->role)).text, text);
    snprintf(text, sizeof text, "remedy: %s%s%s%s%s%s",
             run_spaced(trey_remedy_word(item->remedy)).text, item->also ? ", and " : "",
             item->also ? run_spaced(trey_remedy_word(item->also)).text : "",
             item->role >= 0 ? "; decided by the " : "",
             item->role >= 0 ? run_spaced(trey_role_word((unsigned)item->role)).text : "",
             run_citation(run->book, item->by.paragraph, item->by.count, cited, sizeof cited));
    step(page, 0, "", "", text);
    trey_effect effect[TREY_EVENTS];
    size_t count = trey_report_effects(run->rules, &run->table, effect);
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "would be %s: %s %s",
                 effect[i].result == TREY_LINE_LOSE ? "lost" : "returned",
                 effect[i].whole ? "the hand, in all" : run_wager(effect[i].wager),
                 trey_cents_print(effect[i].staked, money));
        step(page, effect[i].seat, "", script_player(run, effect[i].player), text);
    }
}

/* ---- Events ------------------------------------------------------------------- */
/* Those that say more than a sentence. */
static void print_own(run_output *to, const script *run, const trey_event *event) {
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_OPENED:
        terminal_heading(&to->page, "Round %u", run->table.round);
        step(&to->page, 0, "dealer", "", "place your bets");
        break;
    case TREY_EVENT_CARD:
        print_card(to, run, event);
        break;
    case TREY_EVENT_RECALLED:
        print_recalled(to, event);
        break;
    case TREY_EVENT_DEALT:
        print_dealt(to, run);
        break;
    case TREY_EVENT_CONTRIBUTED:
        print_contributed(to, run, event);
        break;
    case TREY_EVENT_REVEALED:
        print_revealed(to, run);
        break;
    case TREY_EVENT_REPORTED:
        print_report(to, run, &event->report);
        break;
    default: /* the settlement tells the others together */
        break;
    }
}

static void text_event(run_output *to, const script *run, const trey_event *event) {
    static const char *const where[] = {
        [TREY_TELLER_NOBODY] = "",       [TREY_TELLER_SEAT] = "",
        [TREY_TELLER_DEALER] = "dealer", [TREY_TELLER_METER] = "meter",
        [TREY_TELLER_LIMITS] = "limits", [TREY_TELLER_STAFF] = ""};
    const trey_teller_names names = {.signs = to->signs};
    unsigned teller = trey_event_row_of((trey_event_kind)event->kind)->teller;
    char text[SCRIPT_TEXT_MAX];
    if (!trey_event_tell(event, &names, text, sizeof text)) {
        print_own(to, run, event);
        return;
    }
    bool seat = teller == TREY_TELLER_SEAT;
    const char *who = seat && event->player != TREY_NOBODY ? script_player(run, event->player)
                      : teller == TREY_TELLER_STAFF ? run_spaced(trey_role_word(event->role)).text
                                                    : "";
    step(&to->page, seat ? event->seat : 0, where[teller], who, text);
}

/* ---- Refusals and expectations ------------------------------------------------ */
static void text_refused(run_output *to, const script *run, const char *command, bool expected) {
    const terminal *page = &to->page;
    uint16_t paragraphs[TREY_CITED];
    size_t count = trey_refusal_citation(run->rules, &run->decision, paragraphs);
    char text[SCRIPT_TEXT_MAX], cited[SCRIPT_TEXT_MAX];
    char fact[SCRIPT_TEXT_MAX] = "";
    if (run->decision.fact != TREY_NO_KEY) {
        snprintf(fact, sizeof fact, " (%s: %s)", trey_fact_name((trey_fact)run->decision.fact),
                 trey_fact_question((trey_fact)run->decision.fact));
    } else if (run->decision.wager != TREY_NO_KEY) {
        snprintf(fact, sizeof fact, " (%s)", run_wager(run->decision.wager));
    }
    snprintf(text, sizeof text, "refused: %s%s%s%s", trey_refused_text(run->decision.refused), fact,
             run_citation(run->book, paragraphs, count, cited, sizeof cited),
             expected ? ", as expected" : "");
    fprintf(page->out, "%*s", RUN_MARGIN, "");
    terminal_ink(page, INK_FAINT);
    terminal_wrap(page, RUN_MARGIN, RUN_MARGIN, command);
    terminal_ink(page, INK_BAD);
    fprintf(page->out, "%*s", 2 * RUN_MARGIN, "");
    terminal_wrap(page, (size_t)2 * RUN_MARGIN, (size_t)3 * RUN_MARGIN, text);
    terminal_ink(page, INK_PLAIN);
}

static void text_checked(run_output *to, const script *run, const run_check *check) {
    const terminal *page = &to->page;
    if (check->ok) return;
    /* On one line, as compilers do it: editors find the place. */
    terminal_ink(page, INK_BAD);
    fprintf(page->out, "%s:%u: %s: expected %s, found %s\n", run->file, run->line.number,
            check->what, check->expected, check->found);
    terminal_ink(page, INK_PLAIN);
}

/* ---- The end of a script ------------------------------------------------------ */
static void text_ended(run_output *to, const script *run) {
    const terminal *page = &to->page;
    terminal_ink(page, run->status ? INK_BAD : INK_FAINT);
    fprintf(page->out, "\n%u command%s, %u refused; ", run->commands, run->commands == 1 ? "" : "s",
            run->refusals);
    if (run->failures) {
        fprintf(page->out, "%u of %u expectations failed\n", run->failures, run->checks);
    } else {
        fprintf(page->out, "%u expectation%s met\n", run->checks, run->checks == 1 ? "" : "s");
    }
    terminal_ink(page, INK_PLAIN);
}

run_output run_text(FILE *out) {
    run_output to = {.opened = text_opened,
                     .event = text_event,
                     .refused = text_refused,
                     .settled = run_text_settled,
                     .checked = text_checked,
                     .ended = text_ended,
                     .page = terminal_open(out),
                     .out = out};
    return to;
}
