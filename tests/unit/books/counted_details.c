/* counted_details.c -- what else odds tell of a drawn book: single hands, the player-dealer's side,
 * and a bank that several seats share. */
#include "counted_book.h"

#include <math.h>

enum { HANDS_ASKED = 6 };

/* Asked about a hand, the odds say what the best strategy does with it. */
const char *counted_moves(const trey_odds *odds, random_source *random) {
    const trey_strategy *best = trey_odds_best(odds);
    for (unsigned i = 0; i < HANDS_ASKED; i++) {
        trey_hand hand = trey_hand_at(random_below(random, TREY_HANDS));
        trey_card up = best->sees_up_card ? (trey_card)random_below(random, TREY_CARDS)
                                          : (trey_card)TREY_NO_CARD;
        if (best->sees_up_card && trey_cardset_has(trey_hand_set(hand), up)) continue;
        trey_fraction worth[2];
        if (!trey_odds_moves(odds, hand, up, worth)) return "a hand cannot be asked about";
        trey_fraction less = trey_fraction_add(worth[0], (trey_fraction){-worth[1].n, worth[1].d});
        if ((less.n > 0) != trey_strategy_plays(best, hand, up))
            return "the best strategy does not do what is worth more";
    }
    return NULL;
}

/* What the seats win the player-dealer loses. */
const char *counted_bank_side(const trey_odds *odds, const trey_rulebook *book) {
    trey_odds_bank side;
    if (trey_odds_bank_side(odds, book, &side) != TREY_STATUS_OK)
        return "the player-dealer's side cannot be told";
    if (!isfinite(side.ev) || !isfinite(side.sd) || !isfinite(side.uncovered))
        return "the player-dealer's side has a figure that is no number";
    const trey_odds_round *round = trey_odds_whole(odds);
    double seats = round->ev * side.seats, off = fabs(seats + side.ev);
    if (side.exact && off > 1e-6 * (1 + fabs(seats)))
        return "the player-dealer does not lose what the seats win";
    return NULL;
}

/* Several seats against a bank that may run short: two estimates, each with its error. */
const char *counted_shared_bank(const trey_rulebook *book, trey_sim_query *query,
                                counted_counts *counts) {
    enum { RUNS = 3, ROUNDS = 3000, MORE = 8 };
    static const double far_off[RUNS] = {4.0, 4.75, 5.5};
    static trey_strategy strategy;
    static char wrong[160];
    query->bets.rounds = ROUNDS;
    query->rounds = ROUNDS;
    for (unsigned r = 0; r < RUNS; r++, query->seed += 77, query->bets.seed += 77) {
        trey_odds *odds;
        trey_sim *sim;
        trey_odds_fault fault;
        query->bets.strategy = NULL;
        trey_status status = trey_odds_open(&odds, book, &query->bets, &fault);
        if (status == TREY_STATUS_INVALID && fault.refused != TREY_REFUSED_NONE) return NULL;
        if (status != TREY_STATUS_OK) return "a bank that is shared cannot be counted";
        const trey_odds_round round = *trey_odds_whole(odds);
        strategy = *trey_odds_strategy(odds);
        trey_odds_close(odds);
        query->bets.strategy = &strategy;
        if (trey_sim_open(&sim, book, query, NULL) != TREY_STATUS_OK ||
            trey_sim_run(sim, NULL, NULL) != TREY_STATUS_OK)
            return "a bank that is shared cannot be simulated";
        trey_sim_figure s = trey_sim_figures(sim, TREY_SIM_ROUND);
        trey_sim_close(sim);
        counts->rounds += (unsigned long)query->rounds;
        double error = sqrt(s.error * s.error + round.ev_error * round.ev_error);
        double off = fabs(s.mean - round.ev);
        if (off <= 1e-6 * (1 + fabs(s.mean)) || off < far_off[r] * error) return NULL;
        snprintf(wrong, sizeof wrong,
                 "a shared bank: %.4f cents (%.4f) by odds, %.4f (%.4f) played", round.ev,
                 round.ev_error, s.mean, s.error);
        query->rounds *= MORE;
        query->bets.rounds *= MORE;
        counts->repeated++;
    }
    return wrong;
}
