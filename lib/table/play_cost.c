/* play_cost.c -- what it would take a player to play on.
 *
 * A Play wager is as large as the Ante. Whoever bets the last chip on an Ante can only fold, so
 * pages say beforehand what will be needed. */
#include "remedies.h"

trey_cents trey_play_cost(const trey_rules *rules, const trey_table *table, trey_player player) {
    trey_cents cost = 0;
    TREY_ASSERT(rule(rules, TREY_KEY_PLAY_AMOUNT) == TREY_PLAY_AMOUNT_EQUAL_TO_ANTE);
    if (table->phase < TREY_PHASE_BETTING || table->phase > TREY_PHASE_DECISION) return 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors && !box->invalid; i++) {
            const trey_bettor *bettor = &box->bettor[i];
            if (bettor->player != player || bettor->choice != TREY_CHOICE_NONE) continue;
            if (i > 0 && box->bettor[0].choice == TREY_CHOICE_FOLD) continue;
            cost += bettor->stake[TREY_WAGER_ANTE] - bettor->stake[TREY_WAGER_PLAY];
        }
    }
    return cost;
}
