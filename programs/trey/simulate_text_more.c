/* simulate_text_more.c -- the rest of `trey simulate`: bank, sessions, the jackpot. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate_output.h"

static const char *dollars(double cents, char out[TREY_CENTS_TEXT_MAX]) {
    return trey_cents_print((trey_cents)llround(cents), out);
}

/* ---- The player-dealer ------------------------------------------------------------------------
 */
static void print_bank(const terminal *to, const simulate_answers *answers) {
    const trey_sim_figure bank = trey_sim_figures(answers->sim, TREY_SIM_BANK);
    const trey_sim_figure paid = trey_sim_figures(answers->sim, TREY_SIM_COLLECTION);
    const trey_sim_fee fee = trey_sim_fee_of(answers->sim);
    const double boxes = trey_sim_asked(answers->sim)->bets.boxes;
    double exact, hit;
    if (!bank.in_round) return;
    terminal_heading(to, "The player-dealer's round, in cents");
    fprintf(to->out, "  from the boxes %12.4f +- %.4f", bank.mean * boxes, bank.error * boxes);
    if (simulate_exact(answers, TREY_SIM_BANK, &exact, &hit))
        fprintf(to->out, "; exactly %.4f, off by %+.2f", exact * boxes,
                simulate_sigmas(bank, exact));
    fprintf(to->out, "\n  pays collection%12.4f", (double)fee.bank);
    if (fee.unreadable) fputs("; the schedule's figure cannot be read", to->out);
    fprintf(to->out, "\n  each box pays  %12.4f, in no figure above\n", fabs(paid.mean));
}

/* ---- Sessions
 * ------------------------------------------------------------------------------------ */
static void print_quantiles(const terminal *to, const simulate_answers *answers) {
    static const double shares[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    enum { SHARES = sizeof shares / sizeof *shares };
    char money[TREY_CENTS_TEXT_MAX];
    fprintf(to->out, "  %-10s", "percentile");
    for (unsigned i = 0; i < SHARES; i++) fprintf(to->out, " %7.0f%%", 100 * shares[i]);
    fprintf(to->out, "\n  %-10s", "result");
    for (unsigned i = 0; i < SHARES; i++)
        fprintf(to->out, " %8s",
                trey_cents_print(trey_sim_session_quantile(answers->sim, shares[i]), money));
    if (answers->asked->bankroll > 0) {
        fprintf(to->out, "\n  %-10s", "bankroll");
        for (unsigned i = 0; i < SHARES; i++)
            fprintf(to->out, " %8s",
                    trey_cents_print(answers->asked->bankroll +
                                         trey_sim_session_quantile(answers->sim, shares[i]),
                                     money));
    }
    fputc('\n', to->out);
}

static void print_sessions(const terminal *to, const simulate_answers *answers) {
    const simulate_asked *asked = answers->asked;
    const trey_sim_sessions s = trey_sim_sessions_of(answers->sim);
    char money[TREY_CENTS_TEXT_MAX], more[TREY_CENTS_TEXT_MAX];
    if (asked->session == 0 || s.sessions == 0) return;
    char count[NUMBER_TEXT_MAX], length[NUMBER_TEXT_MAX];
    terminal_heading(to, "%s sessions of %s rounds%s", simulate_grouped(s.sessions, count),
                     simulate_grouped(asked->session, length),
                     trey_sim_asked(answers->sim)->bets.boxes > 1 ? " at the first box" : "");
    fprintf(to->out, "  result       %s", dollars(s.mean, money));
    fprintf(to->out, " +- %s on average; deviation %s\n", dollars(s.error, money),
            dollars(s.sd, more));
    if (asked->bankroll > 0) {
        fprintf(to->out, "  ruined       %.4f%% +- %.4f%% of those who began with %s", 100 * s.ruin,
                100 * s.ruin_error, trey_cents_print(asked->bankroll, money));
        if (s.ruined > 0) fprintf(to->out, ",\n               after %.1f rounds", s.rounds_to_ruin);
        fputc('\n', to->out);
        terminal_ink(to, INK_FAINT);
        fprintf(to->out, "               Ruined: not enough left for a round's bets, %s.\n",
                trey_cents_print(s.bets, money));
        terminal_ink(to, INK_PLAIN);
    } else if (answers->odds) {
        const trey_odds_round *round = trey_odds_whole(answers->odds);
        const double rounds = (double)asked->session;
        fprintf(to->out, "  exactly      %s; deviation %s%s\n",
                dollars(rounds * trey_fraction_double(round->ev_cents), money),
                dollars(sqrt(rounds) * round->sd, more),
                trey_sim_figures(answers->sim, TREY_SIM_BANK).in_round ? ", before collection"
                                                                       : "");
    }
    print_quantiles(to, answers);
    if (s.step > 1)
        fprintf(to->out, "  Results are counted in steps of %s.\n",
                trey_cents_print(s.step, money));
}

/* ---- The jackpot over time
 * ------------------------------------------------------------------------- */
static bool speaks_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (unsigned i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0]) return strstr(value, "UTF-8") || strstr(value, "utf8");
    }
    return false;
}

static void print_curve(const terminal *to, const trey_sim_growth *growth) {
    static const char *const blocks[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char *const letters[] = {"_", ".", "-", "~", "=", "+", "*", "#"};
    const char *const *mark = speaks_utf8() ? blocks : letters;
    const double least = (double)growth->least, most = (double)growth->most;
    fputs("  ", to->out);
    for (unsigned i = 0; i < TREY_SIM_SAMPLES; i++) {
        const double height =
            most > least ? ((double)growth->sample[i] - least) / (most - least) : 0;
        const unsigned level = (unsigned)(height * 7 + 0.5);
        fputs(mark[level < 8 ? level : 7], to->out);
    }
    fputc('\n', to->out);
}

static const trey_odds_award *exact_award(const simulate_answers *answers, uint16_t row) {
    if (!answers->odds) return NULL;
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
    for (unsigned i = 0; i < jackpot->awards; i++) {
        if (jackpot->award[i].row == row) return &jackpot->award[i];
    }
    return NULL;
}

static void print_award(const terminal *to, const simulate_answers *answers,
                        const trey_sim_award *award) {
    const trey_sim_growth *growth = &answers->growth;
    const char *path = trey_key_path((trey_key)award->row), *dot = strrchr(path, '.');
    const trey_odds_award *exact = exact_award(answers, award->row);
    char word[32], money[TREY_CENTS_TEXT_MAX], most[TREY_CENTS_TEXT_MAX], expected[24] = "-";
    snprintf(word, sizeof word, "%s", dot ? dot + 1 : path);
    for (char *at = word; *at; at++) *at = *at == '_' ? ' ' : *at;
    const double boxes = trey_sim_asked(answers->sim)->bets.boxes;
    if (exact)
        snprintf(expected, sizeof expected, "%.1f",
                 trey_fraction_double(exact->chance) * boxes * (double)growth->rounds);
    fprintf(to->out, "  %-16s %8" PRIu64 " %10s %14.1f %12s %12s\n", word, award->hits, expected,
            (double)growth->rounds / (double)award->hits, dollars(award->meter, money),
            trey_cents_print(award->meter_most, most));
}

static void print_whole(const terminal *to, const simulate_answers *answers) {
    if (!answers->odds) return;
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
    char line[200], money[TREY_CENTS_TEXT_MAX], at[80] = "";
    if (jackpot->whole.n == 0) return;
    if (trey_fraction_known(jackpot->meter_at_hit))
        snprintf(at, sizeof at, ", from the reset value at %s on average",
                 dollars(trey_fraction_double(jackpot->meter_at_hit), money));
    snprintf(line, sizeof line, "Exactly, the whole is won every %.1f rounds%s.",
             trey_fraction_double(jackpot->rounds), at);
    fputs("  ", to->out);
    terminal_wrap(to, 2, 2, line);
}

static void print_growth(const terminal *to, const simulate_answers *answers) {
    const trey_sim_growth *growth = &answers->growth;
    char first[TREY_CENTS_TEXT_MAX], last[TREY_CENTS_TEXT_MAX], least[TREY_CENTS_TEXT_MAX],
        most[TREY_CENTS_TEXT_MAX], mean[TREY_CENTS_TEXT_MAX], line[320], number[NUMBER_TEXT_MAX];
    if (!growth->known || growth->rounds == 0) return;
    const bool part = growth->rounds < trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds;
    terminal_heading(to, "The jackpot over %s%s rounds", part ? "the first " : "",
                     simulate_grouped(growth->rounds, number));
    print_curve(to, growth);
    snprintf(line, sizeof line, "%s at first, %s at last; between %s and %s, %s on average.",
             trey_cents_print(growth->first, first), trey_cents_print(growth->last, last),
             trey_cents_print(growth->least, least), trey_cents_print(growth->most, most),
             dollars(growth->mean, mean));
    fputs("  ", to->out);
    terminal_wrap(to, 2, 2, line);
    if (growth->awards > 0) {
        terminal_ink(to, INK_FAINT);
        fprintf(to->out, "  %-16s %8s %10s %14s %12s %12s\n", "award", "won", "expected",
                "rounds between", "at a meter", "the largest");
        terminal_ink(to, INK_PLAIN);
    }
    for (unsigned i = 0; i < growth->awards; i++) print_award(to, answers, &growth->award[i]);
    print_whole(to, answers);
}

void simulate_text_more(const terminal *to, const simulate_answers *answers) {
    if (trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds == 0) return;
    print_bank(to, answers);
    print_sessions(to, answers);
    print_growth(to, answers);
}
