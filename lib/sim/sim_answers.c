/* sim_answers.c -- what the sums say: means, errors, distributions; and sums as bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim_worker.h"

/* ---- Figures ------------------------------------------------------------------------------- */
static bool absent(const trey_sim *sim, trey_key key) {
    return trey_rulebook_rule(sim->book, key)->form == TREY_FORM_ABSENT;
}

static bool in_round(const trey_sim *sim, unsigned row) {
    const trey_odds_query *bets = &sim->query.bets;
    switch (row) {
    case TREY_WAGER_ANTE_BONUS:
        return !absent(sim, TREY_KEY_BONUS_UNQUALIFIED);
    case TREY_SIM_JACKPOT:
        return bets->stake[TREY_WAGER_PROGRESSIVE] > 0;
    case TREY_WAGER_ENVY:
        return bets->stake[TREY_WAGER_PROGRESSIVE] > 0 && bets->boxes > 1;
    case TREY_SIM_BANK:
    case TREY_SIM_COLLECTION:
        return sim->banked;
    default: /* the head's stake, for Play is bet when the time comes */
        return row >= TREY_WAGER_COUNT || bets->stake[trey_wager(row)->head] > 0;
    }
}

/* The variance of one of `count` observations, from their sum and their squares. */
static double variance(double sum, double squares, double count) {
    if (count < 2) return 0;
    const double v = (squares - sum * sum / count) / (count - 1);
    return v > 0 ? v : 0;
}

trey_sim_figure trey_sim_figures(const trey_sim *sim, unsigned row) {
    const sim_sums *sums = &sim->tally->row[row];
    const double rounds = (double)sim->tally->rounds, boxes = sim->query.bets.boxes;
    trey_sim_figure figure = {.in_round = in_round(sim, row),
                              .rounds = sim->tally->rounds,
                              .boxes = sim->tally->rounds * sim->query.bets.boxes};
    if (figure.rounds == 0) return figure;
    const double net = (double)sums->net, hits = (double)sums->hits;
    figure.mean = net / (rounds * boxes);
    figure.error = sqrt(variance(net, (double)sums->squares, rounds) / rounds) / boxes;
    figure.sd = sqrt(variance(net, (double)sums->box_squares, rounds * boxes));
    figure.hit = hits / (rounds * boxes);
    figure.hit_error = sqrt(variance(hits, (double)sums->hit_squares, rounds) / rounds) / boxes;
    figure.staked = (double)sums->staked / (rounds * boxes);
    return figure;
}

trey_sim_fee trey_sim_fee_of(const trey_sim *sim) {
    return sim->fee;
}

/* ---- Distributions ----------------------------------------------------------------------------
 */
static const trey_sim_outcome *sorted(const sim_spread *spread, trey_sim_outcome **list,
                                      size_t *count) {
    if (!*list) {
        *list = malloc(SPREAD_SUMS * sizeof **list);
        if (*list) *count = sim_spread_sorted(spread, *list);
    }
    return *list;
}

const trey_sim_outcome *trey_sim_outcomes(const trey_sim *sim, size_t *count, trey_cents *step) {
    trey_sim *own = (trey_sim *)sim; /* the list is kept; what it says does not change */
    const trey_sim_outcome *list = sorted(&sim->tally->nets, &own->sorted, &own->sorted_count);
    *count = list ? sim->sorted_count : 0;
    *step = sim->tally->nets.step;
    return list;
}

trey_sim_sessions trey_sim_sessions_of(const trey_sim *sim) {
    const sim_session_sums *sums = &sim->tally->sessions;
    const double count = (double)sums->sessions, ruined = (double)sums->ruined;
    trey_sim_sessions result = {.sessions = sums->sessions,
                                .ruined = sums->ruined,
                                .step = sim->tally->session_nets.step,
                                .bets = sim->bets};
    if (sums->sessions == 0) return result;
    const double net = (double)sums->net;
    result.mean = net / count;
    result.sd = sqrt(variance(net, (double)sums->squares, count));
    result.error = result.sd / sqrt(count);
    result.ruin = ruined / count;
    result.ruin_error = sqrt(variance(ruined, ruined, count) / count);
    if (sums->ruined > 0) result.rounds_to_ruin = (double)sums->ruin_rounds / ruined;
    return result;
}

trey_cents trey_sim_session_quantile(const trey_sim *sim, double share) {
    trey_sim *own = (trey_sim *)sim;
    const trey_sim_outcome *list =
        sorted(&sim->tally->session_nets, &own->sessions_sorted, &own->sessions_count);
    if (!list || sim->sessions_count == 0) return 0;
    const double wanted = share * (double)sim->tally->sessions.sessions;
    uint64_t below = 0;
    for (size_t i = 0; i + 1 < sim->sessions_count; i++) {
        below += list[i].seen;
        if ((double)below >= wanted) return list[i].net;
    }
    return list[sim->sessions_count - 1].net;
}

/* ---- For another process
 * ------------------------------------------------------------------------- The same program on
 * both sides, so plain memory will do: what was asked, then the tally as it stands, then its list
 * of rounds that took off the meter. */
typedef struct parcel {
    char mark[8];
    uint64_t rounds, seed, block_rounds;
    uint64_t takings;
    sim_tally tally;
} parcel;

static const char mark[8] = "treysim";

trey_status trey_sim_pack(const trey_sim *sim, void **bytes, size_t *size) {
    const size_t takings = sim->tally->takings * sizeof *sim->tally->taking;
    parcel *made = malloc(sizeof *made + takings);
    if (!made) return TREY_STATUS_NO_MEMORY;
    memset(made, 0, sizeof *made);
    memcpy(made->mark, mark, sizeof mark);
    made->rounds = sim->query.rounds;
    made->seed = sim->query.seed;
    made->block_rounds = sim->block_rounds;
    made->takings = sim->tally->takings;
    made->tally = *sim->tally;
    made->tally.taking = NULL;
    if (takings > 0) memcpy(made + 1, sim->tally->taking, takings);
    *bytes = made;
    *size = sizeof *made + takings;
    return TREY_STATUS_OK;
}

trey_status trey_sim_merge(trey_sim *sim, const void *bytes, size_t size) {
    parcel *got = malloc(sizeof *got);
    if (!got) return TREY_STATUS_NO_MEMORY;
    trey_status status = TREY_STATUS_INVALID;
    if (size >= sizeof *got) {
        memcpy(got, bytes, sizeof *got);
        if (memcmp(got->mark, mark, sizeof mark) == 0 && got->rounds == sim->query.rounds &&
            got->seed == sim->query.seed && got->block_rounds == sim->block_rounds &&
            got->takings <= TREY_SIM_TAKINGS &&
            size == sizeof *got + got->takings * sizeof(sim_taking))
            status = TREY_STATUS_OK;
    }
    sim_taking *taking = NULL;
    if (status == TREY_STATUS_OK && got->takings > 0) {
        taking = malloc(got->takings * sizeof *taking);
        if (taking)
            memcpy(taking, (const char *)bytes + sizeof *got, got->takings * sizeof *taking);
        if (!taking) status = TREY_STATUS_NO_MEMORY;
    }
    if (status == TREY_STATUS_OK) {
        got->tally.taking = taking;
        if (!sim_tally_merge(sim->tally, &got->tally)) status = TREY_STATUS_NO_MEMORY;
        sim_tally_sort(sim->tally);
    }
    free(taking);
    free(got);
    return status;
}
