/* simulate_text.c -- `trey simulate` for a person at a terminal: wagers and the round. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "simulate_output.h"

enum { NAME_COLUMNS = 17 };

const char *simulate_grouped(uint64_t number, char out[NUMBER_TEXT_MAX]) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    int at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

/* ---- What was asked -------------------------------------------------------------------------- */
static void print_bets(const terminal *to, const simulate_answers *answers) {
    const trey_odds_query *bets = &trey_sim_asked(answers->sim)->bets;
    char line[500], money[TREY_CENTS_TEXT_MAX];
    size_t at = 0;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (bets->stake[i] == 0) continue;
        const char *name = i == 0 ? "Ante" : trey_odds_wager_name(i);
        at += (size_t)snprintf(line + at, sizeof line - at, "%s%s %s", at ? ", " : "Bet: ", name,
                               trey_cents_print(bets->stake[i], money));
    }
    if (bets->stake[TREY_WAGER_PROGRESSIVE] > 0)
        at += (size_t)snprintf(line + at, sizeof line - at, " at a meter of %s",
                               trey_cents_print(bets->meter, money));
    if (bets->bank > 0)
        at += (size_t)snprintf(line + at, sizeof line - at, "; bank %s",
                               trey_cents_print(bets->bank, money));
    if (bets->boxes > 1)
        at += (size_t)snprintf(line + at, sizeof line - at, "; %u boxes", bets->boxes);
    snprintf(line + at, sizeof line - at, ". Strategy: %s.",
             answers->strategy_name ? answers->strategy_name : "best");
    terminal_wrap(to, 0, 0, line);
}

static void print_changes(const terminal *to, const simulate_answers *answers) {
    const bets_asked *asked = &answers->asked->bets;
    for (size_t i = 0; i < trey_rulebook_readings(answers->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(answers->book, i);
        if (reading->in_force == reading->preset) continue;
        char line[400];
        snprintf(line, sizeof line, "Reading %s=%c: %s", reading->id, 'A' + (int)reading->in_force,
                 reading->letter[reading->in_force]);
        terminal_wrap(to, 0, 2, line);
    }
    for (unsigned i = 0; i < asked->sets; i++) fprintf(to->out, "Changed: %s\n", asked->set[i]);
}

static void print_run(const terminal *to, const simulate_answers *answers) {
    const trey_sim_query *query = trey_sim_asked(answers->sim);
    const uint64_t rounds = trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds;
    char line[300], number[NUMBER_TEXT_MAX], processes[48] = "";
    const bool full = trey_sim_engine_of(answers->sim) == TREY_SIM_FULL;
    if (answers->processes > 1)
        snprintf(processes, sizeof processes, "%u processes, each ", answers->processes);
    const double rate = (double)rounds / answers->seconds;
    snprintf(line, sizeof line,
             "Seed %" PRIu64 "; %s engine (%s), %s%u thread%s; %.2f s, %.1f %s rounds a second.",
             query->seed, full ? "full" : "fast", trey_sim_path(answers->sim), processes,
             query->threads, query->threads == 1 ? "" : "s", answers->seconds,
             rate < 1e6 ? rate / 1e3 : rate / 1e6, rate < 1e6 ? "thousand" : "million");
    terminal_wrap(to, 0, 0, line);
    if (answers->stopped) {
        char all[NUMBER_TEXT_MAX];
        terminal_ink(to, INK_STRONG);
        snprintf(line, sizeof line,
                 "Stopped after %s of %s rounds; the figures are of what was played.",
                 simulate_grouped(rounds, number), simulate_grouped(query->rounds, all));
        terminal_wrap(to, 0, 0, line);
        terminal_ink(to, INK_PLAIN);
    }
    if (full && answers->asked->engine == TREY_SIM_FAST)
        terminal_wrap(to, 0, 0,
                      "A limited bank makes every box depend on the others, so the full engine "
                      "plays, and there are no exact values to compare with.");
}

static void print_title(const terminal *to, const simulate_answers *answers) {
    char number[NUMBER_TEXT_MAX];
    terminal_ink(to, INK_STRONG);
    fprintf(to->out, "%s: %s rounds simulated\n", trey_rulebook_title(answers->book),
            simulate_grouped(trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds, number));
    terminal_ink(to, INK_PLAIN);
}

/* ---- Wagers ------------------------------------------------------------------------------------
 */
/* How far off, in words of colour: beyond four somebody should look. */
static void print_sigmas(const terminal *to, double sigmas) {
    terminal_ink(to, fabs(sigmas) > 4 ? INK_BAD : INK_PLAIN);
    fprintf(to->out, " %+7.2f", sigmas);
    terminal_ink(to, INK_PLAIN);
}

/* One row, for each unit of `unit` cents. */
static void print_figure(const terminal *to, const simulate_answers *answers, unsigned row,
                         const char *name, double unit) {
    const trey_sim_figure figure = trey_sim_figures(answers->sim, row);
    double exact, hit;
    if (!figure.in_round) return;
    terminal_pad(to, NAME_COLUMNS, name);
    fprintf(to->out, "%10.6f %9.6f", figure.mean / unit, figure.error / unit);
    if (simulate_exact(answers, row, &exact, &hit)) {
        fprintf(to->out, " %10.6f", exact / unit);
        print_sigmas(to, simulate_sigmas(figure, exact));
        fprintf(to->out, " %9.4f%%", 100 * figure.hit);
        if (!isnan(hit)) fprintf(to->out, " %9.4f%%", 100 * hit);
    } else {
        fprintf(to->out, " %10s %7s %9.4f%%", "-", "-", 100 * figure.hit);
    }
    fputc('\n', to->out);
}

/* A wager, and below it what it is made of. */
static void print_wager(const terminal *to, const simulate_answers *answers, unsigned wager) {
    const double unit = (double)trey_sim_asked(answers->sim)->bets.stake[wager];
    print_figure(to, answers, simulate_row(wager), trey_odds_wager_name(wager), unit);
    unsigned parts = 0;
    for (unsigned part = 0; part < TREY_WAGER_COUNT; part++)
        parts += trey_wager(part)->head == wager && trey_sim_figures(answers->sim, part).in_round;
    for (unsigned part = 0; parts > 1 && part < TREY_WAGER_COUNT; part++) {
        char name[NAME_COLUMNS];
        if (trey_wager(part)->head != wager) continue;
        snprintf(name, sizeof name, "  %s", trey_wager(part)->title);
        print_figure(to, answers, part, name, unit);
    }
}

static void print_wagers(const terminal *to, const simulate_answers *answers) {
    const trey_cents *stake = trey_sim_asked(answers->sim)->bets.stake;
    terminal_heading(to, "Result for each unit of the first wager");
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "%-*s%10s %9s %10s %7s %10s %10s\n", NAME_COLUMNS, "", "mean", "error",
            "exactly", "off by", "ahead", "exactly");
    terminal_ink(to, INK_PLAIN);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (stake[wager] > 0) print_wager(to, answers, wager);
    }
    terminal_ink(to, INK_FAINT);
    terminal_wrap(to, 0, 0,
                  trey_sim_asked(answers->sim)->bets.boxes > 1
                      ? "Error: standard error, with a round as one observation, since its boxes "
                        "share the dealer and the deck. Off by: in standard errors."
                      : "Error: standard error. Off by: in standard errors.");
    terminal_ink(to, INK_PLAIN);
}

/* Errors that lean on events too rare to have been seen. */
static void print_warnings(const terminal *to, const simulate_answers *answers) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        double exact, hit;
        char line[300];
        const unsigned row = simulate_row(wager);
        if (trey_sim_asked(answers->sim)->bets.stake[wager] == 0) continue;
        const double rarest = simulate_rarest(answers, row);
        if (rarest >= 0 && rarest < 10) {
            snprintf(line, sizeof line,
                     "%s: an award that makes up much of its deviation comes %.2g times in so many "
                     "rounds, so its error says little. Play more rounds.",
                     trey_odds_wager_name(wager), rarest);
            terminal_wrap(to, 0, 2, line);
        }
        if (simulate_exact(answers, row, &exact, &hit) && exact > 0) {
            snprintf(line, sizeof line, "*** THE PLAYER HAS THE EDGE on %s ***",
                     trey_odds_wager_name(wager));
            terminal_ink(to, INK_BAD);
            terminal_wrap(to, 0, 4, line);
            terminal_ink(to, INK_PLAIN);
        }
    }
}

/* ---- The round
 * ------------------------------------------------------------------------------------ */
static void print_round(const terminal *to, const simulate_answers *answers) {
    const trey_sim_figure figure = trey_sim_figures(answers->sim, TREY_SIM_ROUND);
    double exact, hit;
    const bool known = simulate_exact(answers, TREY_SIM_ROUND, &exact, &hit);
    terminal_heading(to, "The round of one box, in cents");
    fprintf(to->out, "  result       %14.4f +- %.4f", figure.mean, figure.error);
    if (known)
        fprintf(to->out, "; exactly %.4f, off by %+.2f", exact, simulate_sigmas(figure, exact));
    fprintf(to->out, "\n  deviation    %14.4f", figure.sd);
    if (known) fprintf(to->out, "; exactly %.4f", trey_odds_whole(answers->odds)->sd);
    fprintf(to->out, "\n  staked       %14.4f", figure.staked);
    if (known)
        fprintf(to->out, "; exactly %.4f",
                trey_fraction_double(trey_odds_whole(answers->odds)->staked));
    fprintf(to->out, "\n  ends ahead   %13.4f%% +- %.4f%%", 100 * figure.hit,
            100 * figure.hit_error);
    if (known) fprintf(to->out, "; exactly %.4f%%", 100 * hit);
    fputc('\n', to->out);
}

/* The exact chance of a net result; below zero where there is none to compare with. */
static double exact_chance(const simulate_answers *answers, trey_cents net) {
    size_t count;
    if (!answers->odds) return -1;
    const trey_odds_outcome *exact = trey_odds_outcomes(answers->odds, &count);
    for (size_t i = 0; i < count; i++) {
        if (exact[i].net == net) return trey_fraction_double(exact[i].chance);
    }
    return 0;
}

static void print_outcomes(const terminal *to, const simulate_answers *answers) {
    enum { LISTED = 24, BAR = 40 };
    size_t count, left_out = 0;
    trey_cents step;
    uint64_t rest = 0;
    const trey_sim_outcome *outcome = trey_sim_outcomes(answers->sim, &count, &step);
    const double boxes = (double)trey_sim_figures(answers->sim, TREY_SIM_ROUND).boxes;
    terminal_heading(to, "Net results of the round");
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "%12s %10s %10s\n", "", "seen", answers->odds ? "exactly" : "");
    terminal_ink(to, INK_PLAIN);
    for (size_t i = 0; i < count; i++) {
        const double share = (double)outcome[i].seen / boxes;
        if (count > LISTED && share < 0.001) {
            left_out++;
            rest += outcome[i].seen;
            continue;
        }
        char money[TREY_CENTS_TEXT_MAX];
        const double exact = exact_chance(answers, outcome[i].net);
        fprintf(to->out, "%12s %9.5f%% ", trey_cents_print(outcome[i].net, money), 100 * share);
        if (exact >= 0) fprintf(to->out, "%9.5f%% ", 100 * exact);
        for (int b = (int)(share * BAR + 0.5); b > 0; b--) fputc('#', to->out);
        fputc('\n', to->out);
    }
    if (left_out > 0)
        fprintf(to->out, "%12s %9.5f%%  %zu results of less than 0.1%% each; --json has all\n",
                "others", 100 * (double)rest / boxes, left_out);
}

void simulate_text(const terminal *to, const simulate_answers *answers) {
    print_title(to, answers);
    print_bets(to, answers);
    print_changes(to, answers);
    print_run(to, answers);
    if (trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds == 0) return;
    print_wagers(to, answers);
    print_warnings(to, answers);
    print_round(to, answers);
    print_outcomes(to, answers);
}
