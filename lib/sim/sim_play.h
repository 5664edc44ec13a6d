/* sim_play.h -- one round at a real table. */
#ifndef TREY_SIM_PLAY_H
#define TREY_SIM_PLAY_H

#include "sim_deals.h"

/* What one box came to in one round. */
typedef struct sim_result {
    trey_cents net[TREY_SIM_ROWS];
    trey_cents staked[TREY_SIM_ROWS];
    bool takes;  /* what was paid comes off the meter */
    bool shares; /* a part of the meter was paid, or all */
} sim_result;

/* One thread's table. */
typedef struct sim_play {
    const trey_rules *rules;
    const trey_sim_query *query;
    const trey_strategy *strategy;
    trey_table_config config;
    bool banked;
    bool fixed_from_meter; /* fixed awards lower the meter, too */
    bool fee_unreadable;
    trey_cents bank_fee;
    trey_cents collected[TREY_SEATS]; /* in this round, by box */
    trey_table fresh;                 /* before the opening call */
    trey_table table;
    trey_command command;
    trey_decision decision;
    uint8_t place[3 * DEAL_HANDS + 1]; /* where the cards of a deck go, in order */
    unsigned places;
} sim_play;

/* Opens the table and bets once: INVALID with a fault where it is refused. */
trey_status sim_play_open(sim_play *play, const trey_rules *rules, const trey_sim_query *query,
                          trey_odds_fault *fault);

/* A round from the opening call to the settlement, for each box its result. The
 * settlement is left in play->decision, the table after it in play->table. */
void sim_play_round(sim_play *play, const sim_deal *deal, sim_result results[TREY_SEATS]);

/* The same with another sum on the display as the round opens. */
void sim_play_round_at(sim_play *play, trey_cents meter, const sim_deal *deal,
                       sim_result results[TREY_SEATS]);

#endif
