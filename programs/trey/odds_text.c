/* odds_text.c -- `trey odds` for a person at a terminal: wagers, round, strategy. */
#include <math.h>
#include <string.h>

#include "odds_output.h"

enum { NAME_COLUMNS = 15, FRACTION_AT = 62 };

static void print_title(const terminal *to, const odds_answers *answers) {
    terminal_ink(to, INK_STRONG);
    const bool exact = trey_odds_sampled(answers->odds)->rounds == 0;
    fprintf(to->out, "%s: %s\n", trey_rulebook_title(answers->book),
            exact ? "exact odds" : "odds, partly estimated");
    terminal_ink(to, INK_PLAIN);
}

/* "Ante $10, Pair Plus $5, Progressive $5 at a meter of $12,000; 3 boxes". */
static void print_bets(const terminal *to, const odds_answers *answers) {
    const trey_odds_query *query = trey_odds_asked(answers->odds);
    char line[400], money[TREY_CENTS_TEXT_MAX];
    size_t at = 0;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (query->stake[i] == 0) continue;
        const char *name = i == 0 ? "Ante" : trey_odds_wager_name(i);
        at += (size_t)snprintf(line + at, sizeof line - at, "%s%s %s", at ? ", " : "Bet: ", name,
                               trey_cents_print(query->stake[i], money));
    }
    if (trey_odds_figures(answers->odds, TREY_WAGER_PROGRESSIVE)->offered) {
        at += (size_t)snprintf(line + at, sizeof line - at, "; meter %s",
                               trey_cents_print(query->meter, money));
    }
    if (query->bank > 0) {
        at += (size_t)snprintf(line + at, sizeof line - at, "; bank %s",
                               trey_cents_print(query->bank, money));
    }
    if (query->boxes > 1)
        at += (size_t)snprintf(line + at, sizeof line - at, "; %u boxes", query->boxes);
    if (query->peek)
        at += (size_t)snprintf(line + at, sizeof line - at,
                               "; the player sees one card of the dealer's");
    snprintf(line + at, sizeof line - at, ".");
    terminal_wrap(to, 0, 0, line);
}

static void print_changes(const terminal *to, const odds_answers *answers) {
    const odds_asked *asked = answers->asked;
    for (size_t i = 0; i < trey_rulebook_readings(answers->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(answers->book, i);
        if (reading->in_force == reading->preset) continue;
        char line[400];
        snprintf(line, sizeof line, "Reading %s=%c: %s", reading->id, 'A' + (int)reading->in_force,
                 reading->letter[reading->in_force]);
        terminal_wrap(to, 0, 2, line);
    }
    for (unsigned i = 0; i < asked->bets.sets; i++)
        fprintf(to->out, "Changed: %s\n", asked->bets.set[i]);
}

/* ---- Wagers ------------------------------------------------------------------------------ */
static void print_figure(const terminal *to, const char *name, const trey_odds_figure *figure) {
    char money[TREY_CENTS_TEXT_MAX], ev[TREY_FRACTION_TEXT_MAX];
    terminal_pad(to, NAME_COLUMNS, name);
    fprintf(to->out, "%8s %9.4f%% %8.4f%% %7.3f %6.2f%%", trey_cents_print(figure->stake, money),
            100 * figure->house_edge, 100 * figure->element_of_risk, figure->sd,
            100 * figure->hit_chance);
    if (!figure->exact) {
        fprintf(to->out, "  estimate\n");
        terminal_pad(to, NAME_COLUMNS, "  +-");
        fprintf(to->out, "%8s %9.4f%% %8.4f%% %7.3f %6.2f%%\n", "", 100 * figure->edge_error,
                100 * figure->risk_error, figure->sd_error, 100 * figure->hit_error);
        return;
    }
    trey_fraction_print(figure->ev, ev);
    if (FRACTION_AT + strlen(ev) > to->width) {
        fprintf(to->out, "\n%*s", (int)(to->width > strlen(ev) ? to->width - strlen(ev) : 2), "");
        fprintf(to->out, "%s\n", ev);
    } else {
        fprintf(to->out, "  %s\n", ev);
    }
}

static void print_sample(const terminal *to, const odds_answers *answers) {
    const trey_odds_sample *sample = trey_odds_sampled(answers->odds);
    char line[400];
    if (sample->rounds == 0) return;
    snprintf(line, sizeof line,
             "Estimates: %u seats share a bank that may run short, so who is covered depends on "
             "every hand. These figures are means over the seats in %u random rounds (seed %llu); "
             "below each, after +-, is its standard error.",
             sample->seats, sample->rounds, (unsigned long long)sample->seed);
    terminal_wrap(to, 0, 0, line);
}

static void print_wagers(const terminal *to, const odds_answers *answers) {
    terminal_heading(to, "Wagers");
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "%-*s%8s %10s %9s %7s %7s  %s\n", NAME_COLUMNS, "", "stake", "house edge",
            "of risk", "sd", "ahead", "result a unit");
    terminal_ink(to, INK_PLAIN);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        const trey_odds_figure *figure = trey_odds_figures(answers->odds, i);
        if (!figure->offered) continue;
        char name[32];
        snprintf(name, sizeof name, "%s%s", trey_odds_wager_name(i), figure->in_round ? "" : " *");
        print_figure(to, name, figure);
        const trey_odds_figure *alone = trey_odds_pair_plus_alone(answers->odds);
        if (i == TREY_WAGER_PAIR_PLUS && alone->offered) print_figure(to, "  without Ante", alone);
    }
    terminal_ink(to, INK_FAINT);
    terminal_wrap(to, 0, 0,
                  "House edge: of the first wager. Of risk: of all that is staked on average, Play "
                  "included. Deviation and result: for each unit of the first wager. * listed "
                  "only: not in the round below.");
    terminal_ink(to, INK_PLAIN);
    print_sample(to, answers);
}

/* A pay table in the player's favour is an error of somebody's. */
static void print_alarm(const terminal *to, const odds_answers *answers) {
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        const trey_odds_figure *figure = trey_odds_figures(answers->odds, i);
        if (!figure->offered || !trey_odds_player_edge(figure)) continue;
        char line[200];
        snprintf(line, sizeof line,
                 "*** THE PLAYER HAS THE EDGE on %s: %.4f%% of the wager, %.4f%% of all staked ***",
                 trey_odds_wager_name(i), -100 * figure->house_edge,
                 -100 * figure->element_of_risk);
        terminal_ink(to, INK_BAD);
        terminal_wrap(to, 0, 4, line);
        terminal_ink(to, INK_PLAIN);
    }
}

/* ---- The round ------------------------------------------------------------------------------ */
static void print_covariance(const terminal *to, const odds_answers *answers) {
    const trey_odds_query *query = trey_odds_asked(answers->odds);
    for (unsigned a = 0; a < TREY_STAKES; a++) {
        for (unsigned b = 0; b < a; b++) {
            if (query->stake[a] == 0 || query->stake[b] == 0) continue;
            double together = trey_odds_covariance(answers->odds, a, b);
            double alone = sqrt(trey_odds_covariance(answers->odds, a, a) *
                                trey_odds_covariance(answers->odds, b, b));
            double error = trey_odds_covariance_error(answers->odds, a, b);
            fprintf(to->out, "  %s and %s: correlation %.4f", trey_odds_wager_name(a),
                    trey_odds_wager_name(b), alone > 0 ? together / alone : 0);
            if (error > 0) fprintf(to->out, " +- %.4f", error / alone);
            fputc('\n', to->out);
        }
    }
}

/* Likely results, and the rest in one line. */
static void print_outcomes(const terminal *to, const odds_answers *answers) {
    size_t count, left_out = 0;
    double rest = 0;
    const trey_odds_outcome *outcome = trey_odds_outcomes(answers->odds, &count);
    terminal_heading(to, "Net results of the round");
    for (size_t i = 0; i < count; i++) {
        double chance = trey_odds_probability(outcome[i].chance, outcome[i].estimate);
        if (count > 24 && chance < 0.001) {
            left_out++;
            rest += chance;
            continue;
        }
        char money[TREY_CENTS_TEXT_MAX];
        int bar = (int)(chance * 60 + 0.5);
        fprintf(to->out, "%10s %9.5f%%  ", trey_cents_print(outcome[i].net, money), 100 * chance);
        if (!trey_fraction_known(outcome[i].chance))
            fprintf(to->out, "+- %.5f%%  ", 100 * outcome[i].error);
        for (int b = 0; b < bar; b++) fputc('#', to->out);
        fputc('\n', to->out);
    }
    if (left_out > 0) {
        fprintf(to->out, "%10s %9.5f%%  %zu results of less than 0.1%% each; --json has all\n",
                "others", 100 * rest, left_out);
    }
}

static void print_estimated_round(const terminal *to, const odds_answers *answers) {
    const trey_odds_round *round = trey_odds_whole(answers->odds);
    const trey_odds_sample *sample = trey_odds_sampled(answers->odds);
    fprintf(to->out, "  result             %.4f cents +- %.4f\n", round->ev, round->ev_error);
    fprintf(to->out, "                     = %.4f%% of the Ante +- %.4f%%\n",
            -100 * round->house_edge, 100 * round->edge_error);
    fprintf(to->out, "  staked             %.2f cents on average, exactly; kept of it:\n",
            trey_fraction_double(round->staked));
    fprintf(to->out, "                     %.4f%% +- %.4f%%\n", 100 * round->element_of_risk,
            100 * round->risk_error);
    fprintf(to->out, "  deviation          %.2f cents +- %.2f\n", round->sd, round->sd_error);
    fprintf(to->out, "  ends ahead         %.4f%% +- %.4f%%\n", 100 * round->hit_chance,
            100 * round->hit_error);
    for (unsigned i = 0; i < sample->seats; i++)
        fprintf(to->out, "  %-18s %.2f cents +- %.2f for seat %u\n", i == 0 ? "by seat" : "",
                sample->seat_ev[i], sample->seat_error[i], i + 1);
    print_covariance(to, answers);
}

static void print_round(const terminal *to, const odds_answers *answers) {
    const trey_odds_round *round = trey_odds_whole(answers->odds);
    char ev[TREY_FRACTION_TEXT_MAX];
    terminal_heading(to, "The round as bet");
    if (!round->exact) {
        print_estimated_round(to, answers);
        return;
    }
    fprintf(to->out, "  result             %s cents\n", trey_fraction_print(round->ev_cents, ev));
    fprintf(to->out, "                     = %.4f cents, %.4f%% of the Ante\n", round->ev,
            -100 * round->house_edge);
    fprintf(to->out, "  staked             %.2f cents on average; the house keeps %.4f%% of it\n",
            trey_fraction_double(round->staked), 100 * round->element_of_risk);
    fprintf(to->out, "  deviation          %.2f cents\n", round->sd);
    fprintf(to->out, "  ends ahead         %.4f%%\n", 100 * round->hit_chance);
    print_covariance(to, answers);
}

/* ---- The strategy ---------------------------------------------------------------------------- */
static void print_exceptions(const terminal *to, const odds_answers *answers,
                             const trey_strategy_row *rows, unsigned count) {
    enum { SHOWN = 24 };
    trey_strategy_exception exception[SHOWN];
    const trey_strategy *strategy = trey_odds_strategy(answers->odds);
    size_t found = trey_strategy_exceptions(strategy, answers->book, rows, count, exception, SHOWN);
    if (found == 0) return;
    fprintf(to->out, "  No such rule fits every hand. Exceptions:\n");
    for (size_t i = 0; i < found && i < SHOWN; i++) {
        const trey_strategy_exception *e = &exception[i];
        char card[4][TREY_CARD_TEXT_MAX];
        for (unsigned c = 0; c < 3; c++)
            trey_card_print(e->example.card[c], TREY_CARD_LETTERS, card[c]);
        fprintf(to->out, "    %s %-14s %3u of %-4u such as %s %s %s", e->play ? "play" : "fold",
                e->hand, e->of, e->all, card[0], card[1], card[2]);
        if (e->up_card != TREY_NO_CARD)
            fprintf(to->out, " against %s",
                    trey_card_print(e->up_card, TREY_CARD_LETTERS, card[3]));
        fputc('\n', to->out);
    }
    if (found > SHOWN) fprintf(to->out, "    and %zu more; --hands has all\n", found - SHOWN);
}

static void print_alternatives(const terminal *to, const odds_answers *answers) {
    const trey_odds_alternative *a = trey_odds_alternatives(answers->odds);
    const double ante = (double)trey_odds_asked(answers->odds)->stake[TREY_WAGER_ANTE];
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "\n  %-24s %12s %9s %22s\n", "", "Ante edge", "plays", "costs, of the Ante");
    terminal_ink(to, INK_PLAIN);
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        fprintf(to->out, "  %-24s %11.4f%% %8.3f%% %21.4f%%\n", a[i].name, 100 * a[i].edge,
                100 * trey_fraction_double(a[i].played), 100 * (a[0].ev - a[i].ev) / ante);
        if (!trey_fraction_known(a[i].ev_cents))
            fprintf(to->out, "    %-22s %11.4f%% %9s %21.4f%%\n", "+-", 100 * a[i].edge_error, "",
                    100 * hypot(a[0].ev_error, i > 0 ? a[i].ev_error : 0) / ante);
    }
}

static void print_strategy(const terminal *to, const odds_answers *answers) {
    const trey_odds_round *round = trey_odds_whole(answers->odds);
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(trey_odds_strategy(answers->odds), answers->book, row);
    if (answers->strategy_name) {
        terminal_heading(to, "Strategy asked for: %s", answers->strategy_name);
    } else {
        terminal_heading(to, round->exact ? "Best strategy"
                                          : "Best strategy of one seat alone against this bank");
    }
    for (unsigned i = 0; i < count; i++) {
        if (row[i].up_ranks == 0) {
            fprintf(to->out, "  Play %s", row[i].rule);
        } else {
            fprintf(to->out, "  against %-8s play %s", row[i].against, row[i].rule);
        }
        if (row[i].exceptions > 0)
            fprintf(to->out, ", but for %u hand%s%s", row[i].exceptions,
                    row[i].up_ranks ? " and card" : "", row[i].exceptions == 1 ? "" : "s");
        fputc('\n', to->out);
    }
    print_exceptions(to, answers, row, count);
    char line[160] = "";
    if (round->differs_from_base > 0)
        snprintf(line, sizeof line, " The side bets change the best decision of %u hands.",
                 round->differs_from_base);
    char text[240];
    snprintf(text, sizeof text, "Plays %.4f%% of the time.%s",
             100 * trey_fraction_double(round->played), line);
    fputs("  ", to->out);
    terminal_wrap(to, 2, 2, text);
    print_alternatives(to, answers);
}

void odds_text(const terminal *to, const odds_answers *answers) {
    print_title(to, answers);
    print_bets(to, answers);
    print_changes(to, answers);
    print_alarm(to, answers);
    print_wagers(to, answers);
    print_strategy(to, answers);
    print_round(to, answers);
    print_outcomes(to, answers);
}
