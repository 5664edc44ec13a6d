/* simulate_exact.c -- the exact values that a simulation is compared with. */
#include <math.h>

#include "simulate_output.h"

/* The wager of the odds that a row is, or is a line of; TREY_ODDS_WAGERS for none. */
static trey_odds_wager wager_of(trey_sim_row row) {
    switch (row) {
    case TREY_SIM_ANTE:
    case TREY_SIM_PLAY:
    case TREY_SIM_ANTE_BONUS:
    case TREY_SIM_ANTE_PLAY:
        return TREY_ODDS_ANTE_PLAY;
    case TREY_SIM_PAIR_PLUS:
        return TREY_ODDS_PAIR_PLUS;
    case TREY_SIM_PROGRESSIVE:
    case TREY_SIM_ENVY:
    case TREY_SIM_JACKPOT:
        return TREY_ODDS_PROGRESSIVE;
    case TREY_SIM_SIX_CARD_BONUS:
        return TREY_ODDS_SIX_CARD_BONUS;
    default:
        return TREY_ODDS_WAGERS;
    }
}

/* A line by itself: its ways of coming out, each with its chance. */
static void exact_line(const trey_odds *odds, trey_sim_row row, double *mean, double *hit) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, wager_of(row), &count);
    *mean = *hit = 0;
    for (size_t i = 0; i < count; i++) {
        if (line[i].wager != (unsigned)row) continue;
        const double chance = trey_fraction_double(line[i].chance);
        *mean += chance * (double)line[i].net;
        if (line[i].net > 0) *hit += chance;
    }
}

bool simulate_exact(const simulate_answers *answers, trey_sim_row row, double *mean, double *hit) {
    const trey_odds *odds = answers->odds;
    *mean = *hit = NAN;
    if (!odds) return false;
    switch (row) {
    case TREY_SIM_ROUND:
        *mean = trey_fraction_double(trey_odds_whole(odds)->ev_cents);
        *hit = trey_fraction_double(trey_odds_whole(odds)->hit);
        return true;
    case TREY_SIM_BANK:
        *mean = -trey_fraction_double(trey_odds_whole(odds)->ev_cents);
        return true;
    case TREY_SIM_COLLECTION:
        return false;
    case TREY_SIM_ANTE_PLAY:
    case TREY_SIM_PAIR_PLUS:
    case TREY_SIM_JACKPOT:
    case TREY_SIM_SIX_CARD_BONUS: {
        const trey_odds_figure *figure = trey_odds_figures(odds, wager_of(row));
        *mean = trey_fraction_double(figure->ev_cents);
        *hit = trey_fraction_double(figure->hit);
        return true;
    }
    default:
        exact_line(odds, row, mean, hit);
        return true;
    }
}

double simulate_sigmas(trey_sim_figure figure, double exact) {
    return figure.error > 0 ? (figure.mean - exact) / figure.error : 0;
}

/* Of the ways in which a wager comes out, those that make up at least a twentieth of its
 * variance together with all rarer ones. */
double simulate_rarest(const simulate_answers *answers, trey_sim_row row) {
    const trey_odds_wager wager = wager_of(row);
    if (!answers->odds || wager == TREY_ODDS_WAGERS) return -1;
    size_t count;
    const trey_odds_line *line = trey_odds_lines(answers->odds, wager, &count);
    double all = 0, rare = 0;
    for (size_t i = 0; i < count; i++) {
        const double net = (double)line[i].net;
        all += trey_fraction_double(line[i].chance) * net * net;
    }
    const uint64_t boxes = trey_sim_figures(answers->sim, row).boxes;
    for (size_t i = count; i-- > 0;) { /* the least likely first */
        const double chance = trey_fraction_double(line[i].chance), net = (double)line[i].net;
        rare += chance * net * net;
        if (rare > all / 20) return chance * (double)boxes;
    }
    return -1;
}
