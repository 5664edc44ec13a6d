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
    bool reversed = event->money.amount < 0;
    trey_cents_print(reversed ? -event->money.amount : event->money.amount, sum);
    trey_cents_print(run->table.meter.value, meter);
    if (event->count) {
        snprintf(text, sizeof text, "%s%s, now %s", reversed ? "-" : "+", sum, meter);
    } else {
        snprintf(text, sizeof text, "%s%s set aside for it", reversed ? "-" : "", sum);
    }
    step(&to->page, 0, "meter", "", text);
}

/* What a player did, in words that follow his name. */
static const char *deed(const script *run, const trey_event *event, char *out, size_t room) {
    char money[TREY_CENTS_TEXT_MAX] = "";
    const char *wager = run_wager(event->wager), *by = "";
    bool staff = event->role != TREY_ROLE_PLAYER;
    if (event->kind != TREY_EVENT_CARD) trey_cents_print(event->money.amount, money);
    switch (event->kind) {
    case TREY_EVENT_SEATED:
        return "sits down";
    case TREY_EVENT_LEFT:
        return "leaves the seat";
    case TREY_EVENT_BANKED:
        snprintf(out, room,
                 run->table.bank > event->money.amount ? "adds %s to the bank"
                                                       : "takes the bank with %s",
                 money);
        return out;
    case TREY_EVENT_PASSED:
        return "declines the bank";
    case TREY_EVENT_BET:
        by = staff ? ", placed by the " : "";
        snprintf(out, room, "%s %s%s%s", wager, money, by,
                 staff ? run_spaced(trey_role_word(event->role)).text : "");
        return out;
    case TREY_EVENT_WITHDRAWN:
        snprintf(out, room, "takes back %s %s", wager, money);
        return out;
    case TREY_EVENT_JACKPOT_ALONE:
        return "the jackpot bet lacks the bet that it needs, and will be returned";
    case TREY_EVENT_COLLECTED:
        snprintf(out, room, "collection %s", money);
        return out;
    case TREY_EVENT_VIEWED:
        return "looks at the hand";
    case TREY_EVENT_FUNDED:
        snprintf(out, room, "puts up %s of Play", money);
        return out;
    case TREY_EVENT_PLAYED:
        if (event->money.amount == 0) return "plays";
        snprintf(out, room, "plays, %s", money);
        return out;
    case TREY_EVENT_FOLDED:
        return event->count ? "folds, and keeps Pair Plus" : "folds";
    case TREY_EVENT_CONTINUED:
        return "goes on";
    case TREY_EVENT_HIDDEN:
        return "does not show the hand";
    default:
        snprintf(out, room, "%s", run_spaced(trey_event_word((trey_event_kind)event->kind)).text);
        return out;
    }
}

static void print_revealed(run_output *to, const script *run) {
    char text[SCRIPT_TEXT_MAX], cards[RUN_CARDS_MAX];
    snprintf(text, sizeof text, "%s", run_cards(run->table.dealer, 3, to->signs, cards));
    step(&to->page, 0, "dealer", "", text);
}

/* ---- When something goes wrong ------------------------------------------------ */
const char *run_mode(unsigned mode) {
    static const char *const words[] = {"none", "close", "disable", "without_jackpot"};
    return words[mode < sizeof words / sizeof *words ? mode : 0];
}

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

static const char *seat_list(unsigned seats, char *out, size_t room) {
    out[0] = '\0';
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (!(seats >> (seat - 1) & 1u)) continue;
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%u", used ? ", " : "", seat);
    }
    return out;
}

/* True when the event was told. */
static bool print_trouble(run_output *to, const script *run, const trey_event *event) {
    const terminal *page = &to->page;
    char text[SCRIPT_TEXT_MAX], seats[64], money[TREY_CENTS_TEXT_MAX];
    const char *who = script_player(run, event->player);
    switch (event->kind) {
    case TREY_EVENT_REPORTED:
        print_report(to, run, &event->report);
        return true;
    case TREY_EVENT_DROPPED:
        step(page, 0, "", "", "the report is dropped");
        return true;
    case TREY_EVENT_REMEDIED:
        snprintf(text, sizeof text, "confirmed: %s",
                 run_spaced(trey_remedy_word(event->count)).text);
        step(page, 0, "", run_spaced(trey_role_word(event->role)).text, text);
        return true;
    case TREY_EVENT_INVALIDATED:
        snprintf(text, sizeof text, "the hand is out of play; its wagers are %s",
                 event->count == TREY_INVALID_LOST ? "lost" : "returned");
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_OFFERED:
        snprintf(text, sizeof text, "seats %s may go on or take %s back",
                 seat_list(event->count, seats, sizeof seats),
                 event->result == TREY_GATE_WITHDRAWAL ? "all their wagers" : "their wagers");
        step(page, 0, "", "", text);
        return true;
    case TREY_EVENT_CHOSEN:
        step(page, event->seat, "", who,
             event->count == TREY_OPTION_RETURN ? "takes the wagers back" : "goes on");
        return true;
    case TREY_EVENT_OFFER_ENDED:
        step(page, 0, "", "", "the offer is closed");
        return true;
    case TREY_EVENT_STAKE_FOUND:
        snprintf(text, sizeof text, "%s is corrected by %s, on the word of the %s",
                 run_wager(event->wager), trey_cents_print(event->money.amount, money),
                 run_spaced(trey_role_word(event->role)).text);
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_WARNED:
        step(page, event->seat, "", who, "the jackpot bet still needs another bet beside it");
        return true;
    case TREY_EVENT_JACKPOT_RETURNED:
        step(page, event->seat, "", who, "the jackpot bet goes back, whatever the hand is");
        return true;
    case TREY_EVENT_LOOK_STRUCK:
        step(page, event->seat, "", who, "has not looked after all: the record is corrected");
        return true;
    case TREY_EVENT_CAPPED:
        snprintf(text, sizeof text, "%s is settled at the maximum", run_wager(event->wager));
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_GIVEN_BACK:
        snprintf(text, sizeof text, "%s goes back, whatever the outcome", run_wager(event->wager));
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_PLAY_RULED:
        step(page, event->seat, "", who, run_spaced(trey_remedy_word(event->count)).text);
        return true;
    case TREY_EVENT_FLAGGED:
        snprintf(text, sizeof text, "%s",
                 event->count & TREY_PLAYER_BARRED         ? "is barred"
                 : event->count & TREY_PLAYER_STOPPED      ? "is stopped"
                 : event->count & TREY_PLAYER_ONE_POSITION ? "is held to one position"
                 : event->count & TREY_PLAYER_UNDER_MINIMUM
                     ? "has had the one wager under the minimum"
                     : "is free again");
        step(page, 0, "", who, text);
        return true;
    case TREY_EVENT_MODE:
        snprintf(text, sizeof text, "%s%s", event->result ? "" : "no longer: ",
                 event->count == TREY_MODE_CLOSE ? "the table is closed for further rounds"
                 : event->count == TREY_MODE_DISABLE
                     ? "no bets are taken at this position"
                     : "no jackpot bets are taken; a notice says so");
        step(page, event->seat, "", "", text);
        return true;
    case TREY_EVENT_METER_SHOWN:
        snprintf(text, sizeof text, "shows %s", trey_cents_print(event->money.amount, money));
        step(page, 0, "meter", "", text);
        return true;
    case TREY_EVENT_LIMITS: {
        char most[TREY_CENTS_TEXT_MAX];
        snprintf(text, sizeof text, "%s from %s to %s, because %s", run_wager(event->wager),
                 trey_cents_print(event->limits.least, money),
                 trey_cents_print(event->limits.most, most), event->limits.reason);
        step(page, 0, "limits", "", text);
        return true;
    }
    case TREY_EVENT_METER_FROZEN:
        snprintf(text, sizeof text, "awards are paid at %s, the value registered before the fault",
                 trey_cents_print(event->money.amount, money));
        step(page, 0, "meter", "", text);
        return true;
    case TREY_EVENT_RULED:
        snprintf(text, sizeof text, "rules: %s, because %s",
                 run_spaced(trey_ruling_word((trey_ruling_kind)event->count)).text, event->reason);
        step(page, 0, "", run_spaced(trey_role_word(event->role)).text, text);
        return true;
    case TREY_EVENT_RULED_LINE:
        snprintf(text, sizeof text, "%s is settled at %s", run_wager(event->wager),
                 trey_cents_print(event->money.amount, money));
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_OWED:
        snprintf(text, sizeof text, "owes %s of %s: the chips were taken away",
                 trey_cents_print(event->money.amount, money), run_wager(event->wager));
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_REFUNDED:
        snprintf(text, sizeof text, "gets the collection of %s back",
                 trey_cents_print(event->money.amount, money));
        step(page, event->seat, "", who, text);
        return true;
    case TREY_EVENT_REVERSED: {
        bool won = event->money.amount > 0;
        snprintf(text, sizeof text, "%s %s", won ? "gives back" : "gets back",
                 trey_cents_print(won ? event->money.amount : -event->money.amount, money));
        step(page, event->seat, "", who, text);
        return true;
    }
    case TREY_EVENT_EXPOSED: {
        char cards[RUN_CARDS_MAX];
        snprintf(text, sizeof text, "everybody has seen %s",
                 run_cards(event->cards, event->count, to->signs, cards));
        step(page, 0, "dealer", "", text);
        return true;
    }
    case TREY_EVENT_MENDED:
        step(page, 0, "dealer", "", "puts the hands right");
        return true;
    case TREY_EVENT_VOIDED:
        return true;
    default:
        return false;
    }
}

static void text_event(run_output *to, const script *run, const trey_event *event) {
    char text[SCRIPT_TEXT_MAX], money[TREY_CENTS_TEXT_MAX];
    const terminal *page = &to->page;
    if (print_trouble(to, run, event)) return;
    switch (event->kind) {
    case TREY_EVENT_OPENED:
        terminal_heading(page, "Round %u", run->table.round);
        step(page, 0, "dealer", "", "place your bets");
        break;
    case TREY_EVENT_CLOSED:
        snprintf(text, sizeof text, "no more bets; the action is %s",
                 trey_cents_print(event->money.amount, money));
        step(page, 0, "dealer", "", event->money.amount ? text : "no more bets");
        break;
    case TREY_EVENT_DECK:
        snprintf(text, sizeof text, "deals from an order of %u cards", event->count);
        step(page, 0, "dealer", "", text);
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
    case TREY_EVENT_UP_CARD:
        snprintf(text, sizeof text, "turns up ");
        run_cards(&event->dealt.card, 1, to->signs, text + strlen(text));
        step(page, 0, "dealer", "", text);
        break;
    case TREY_EVENT_CONTRIBUTED:
        print_contributed(to, run, event);
        break;
    case TREY_EVENT_REVEALED:
        print_revealed(to, run);
        break;
    case TREY_EVENT_BUTTON:
        step(page, event->seat, "", "", "gets the action button");
        break;
    case TREY_EVENT_LOOKED:
        snprintf(text, sizeof text, "the %s looks at the hand",
                 run_spaced(trey_role_word(event->role)).text);
        step(page, event->seat, "", "", text);
        break;
    case TREY_EVENT_SHOWN:
    case TREY_EVENT_LINE:
    case TREY_EVENT_SETTLED:
        break; /* the settlement tells them together */
    default:
        step(page, event->seat, "",
             event->player == TREY_NOBODY ? "" : script_player(run, event->player),
             deed(run, event, text, sizeof text));
        break;
    }
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
