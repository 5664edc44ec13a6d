/* simulate_exact.c -- the exact values that a simulation is compared with. */
#include <math.h>

#include "simulate_output.h"

/* The wager of the odds that a row is, or is a line of; TREY_STAKES for none. */
static unsigned wager_of(unsigned row) {
    if (row < TREY_WAGER_COUNT) return trey_wager(row)->head;
    return row == TREY_SIM_ANTE_PLAY ? TREY_WAGER_ANTE
           : row == TREY_SIM_JACKPOT ? TREY_WAGER_PROGRESSIVE
                                     : TREY_STAKES;
}

/* Is the row a whole wager, and not one of several lines? */
static bool is_whole(unsigned row) {
    if (row >= TREY_WAGER_COUNT) return true;
    unsigned head = trey_wager(row)->head;
    return head != TREY_WAGER_ANTE && head != TREY_WAGER_PROGRESSIVE;
}

unsigned simulate_row(unsigned wager) {
    return wager == TREY_WAGER_ANTE          ? TREY_SIM_ANTE_PLAY
           : wager == TREY_WAGER_PROGRESSIVE ? TREY_SIM_JACKPOT
                                             : wager;
}

/* A line by itself: its ways of coming out, each with its chance. */
static void exact_line(const trey_odds *odds, unsigned row, double *mean, double *hit) {
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

bool simulate_exact(const simulate_answers *answers, unsigned row, double *mean, double *hit) {
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
    default:
        break;
    }
    if (!is_whole(row)) {
        exact_line(odds, row, mean, hit);
        return true;
    }
    const trey_odds_figure *figure = trey_odds_figures(odds, wager_of(row));
    *mean = trey_fraction_double(figure->ev_cents);
    *hit = trey_fraction_double(figure->hit);
    return true;
}

double simulate_sigmas(trey_sim_figure figure, double exact) {
    return figure.error > 0 ? (figure.mean - exact) / figure.error : 0;
}

/* Of the ways in which a wager comes out, those that make up at least a twentieth of its
 * variance together with all rarer ones. */
double simulate_rarest(const simulate_answers *answers, unsigned row) {
    const unsigned wager = wager_of(row);
    if (!answers->odds || wager == TREY_STAKES) return -1;
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
