/* collection.c -- who owes the house which fee [ca-six-card Collection A to F].
 *
 * The player-dealer pays by the bracket of the action, the players by options 1
 * and 2 for their base wagers. The closing call collects it, a void gives it
 * back, and an explanation asks what another reading would have charged. */
#include "collection.h"

/* Has he an Ante at a position before this one? */
static bool charged_before(const trey_table *table, unsigned seat, unsigned bettor) {
    trey_player player = box_at(table, seat)->bettor[bettor].player;
    for (unsigned s = 1; s <= seat; s++) {
        const trey_box *box = box_at(table, s);
        for (unsigned i = 0; i < (s == seat ? bettor : box->bettors); i++) {
            if (box->bettor[i].player == player && box->bettor[i].stake[TREY_WAGER_ANTE] > 0)
                return true;
        }
    }
    return false;
}

trey_cents player_fee_due(const trey_rules *rules, const trey_table *table, unsigned seat,
                          unsigned bettor) {
    const trey_schedule *schedule =
        trey_rulebook_schedule_option(rules->book, table->config.schedule);
    const trey_bettor *his = &box_at(table, seat)->bettor[bettor];
    unsigned how = rule(rules, TREY_KEY_PLAYER_FEE);
    if (!schedule || his->stake[TREY_WAGER_ANTE] == 0) return 0;
    if (how == TREY_PLAYER_FEE_EACH_PLAYER && charged_before(table, seat, bettor)) return 0;
    bool twice = how == TREY_PLAYER_FEE_ANTE_AND_PLAY && his->stake[TREY_WAGER_PLAY] > 0;
    return schedule->player_fee * (twice ? 2 : 1);
}

trey_refused bank_fee_due(const trey_rules *rules, const trey_table *table, trey_cents action,
                          trey_cents *fee) {
    const trey_schedule *schedule =
        trey_rulebook_schedule_option(rules->book, table->config.schedule);
    *fee = 0;
    if (!schedule) return TREY_REFUSED_NONE; /* the book takes no collection */
    const trey_bracket *bracket = trey_schedule_bracket(rules->book, schedule, action);
    if (!bracket) return TREY_REFUSED_FEE_BETWEEN;
    *fee = bracket->fee == TREY_FEE_UNREADABLE ? table->config.fee_supplied : bracket->fee;
    return *fee == TREY_FEE_UNREADABLE ? TREY_REFUSED_FEE_UNREADABLE : TREY_REFUSED_NONE;
}

trey_cents fees_due(const trey_rules *rules, const trey_table *table) {
    trey_cents sum = 0;
    if (bank_fee_due(rules, table, table->action, &sum) != TREY_REFUSED_NONE)
        return TREY_FEE_UNREADABLE;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        for (unsigned i = 0; i < box_at(table, seat)->bettors; i++)
            sum += player_fee_due(rules, table, seat, i);
    }
    return sum;
}
