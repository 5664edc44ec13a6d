/* simulate_output.h -- what `trey simulate` was asked for, what came out, how it is shown. */
#ifndef TREY_SIMULATE_OUTPUT_H
#define TREY_SIMULATE_OUTPUT_H

#include <trey/sim.h>

#include "bets_arguments.h"
#include "terminal.h"

typedef struct simulate_asked {
    bets_asked bets;
    uint64_t rounds, seed, session;
    trey_cents bankroll;
    unsigned threads, schedule;
    trey_sim_engine engine;
    bool seed_given, json, portable;
} simulate_asked;

typedef struct simulate_answers {
    const simulate_asked *asked;
    const trey_rulebook *book;
    const trey_odds *odds; /* exact values, or NULL where none are comparable */
    trey_sim *sim;
    const char *strategy_name;
    trey_sim_growth growth;
    unsigned processes;
    bool stopped;
    double seconds;
} simulate_answers;

/* EXIT_DONE, or the exit status of a mistake that has been told. */
int simulate_read_arguments(int argc, char **argv, simulate_asked *asked);

/* The exact result of a row in cents, and its chance of coming out ahead; false where
 * there is none. */
/* The row of a wager with all that belong to it. */
unsigned simulate_row(unsigned wager);
bool simulate_exact(const simulate_answers *answers, unsigned row, double *mean, double *hit);
/* How many standard errors a mean is off; 0 where it cannot be told. */
double simulate_sigmas(trey_sim_figure figure, double exact);
/* How often the rarest award that matters to a row is to be expected in so many rounds;
 * below about ten the error of the row is not to be trusted. Negative where it does not
 * matter. */
double simulate_rarest(const simulate_answers *answers, unsigned row);

enum { NUMBER_TEXT_MAX = 32 };
/* "100,000,000"; returns `out`. */
const char *simulate_grouped(uint64_t number, char out[NUMBER_TEXT_MAX]);
void simulate_text(const terminal *to, const simulate_answers *answers);
void simulate_text_more(const terminal *to, const simulate_answers *answers);
int simulate_json(FILE *out, const simulate_answers *answers);

#endif
