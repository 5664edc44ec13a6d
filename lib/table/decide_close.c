/* decide_close.c -- the closing call: what is down is checked, the jackpot bets
 * are taken, and in California the collection is dropped before any card
 * [ca-six-card Collection F]. */
#include "collection.h"
#include "remedies.h"

/* Does a jackpot bet go on at the close? A hand that is out takes it along. */
static bool jackpot_stands(const trey_rules *rules, const trey_box *box) {
    return box->invalid || jackpot_has_its_bet(rules, box);
}

/* Every wager placed before the deal [ca-six-card Collection C]. */
static trey_cents table_action(const trey_table *table) {
    trey_cents action = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) action += box_stake(box, wager);
    }
    return action;
}

/* Is there a pooled wager that nobody completed? */
static bool under_minimum(const trey_table *table, const trey_box *box) {
    trey_cents sum[TREY_STAKES];
    const trey_cents *all = box_stakes(box, sum);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (all[wager] > 0 && all[wager] < table->config.minimum[wager] &&
            trey_wager(wager)->placed == TREY_PLACED_LIMITED)
            return true;
    }
    return false;
}

static void collect(deciding *d, trey_player from, unsigned seat, trey_cents fee, bool players) {
    if (fee <= 0) return;
    trey_event *event = emit_at(d, TREY_EVENT_COLLECTED, seat, from, fee);
    event->fee.of_players = players;
}

/* The players' fee of options 1 and 2, on top of the wager. */
static void collect_players(deciding *d) {
    const trey_table *table = d->table;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            collect(d, box->bettor[i].player, seat, player_fee_due(d->rules, table, seat, i), true);
        }
    }
}

void decide_close(deciding *d) {
    const trey_table *table = d->table;
    if (table->phase != TREY_PHASE_BETTING) {
        trey_refused refused =
            table->phase == TREY_PHASE_IDLE ? TREY_REFUSED_NOT_OPEN : TREY_REFUSED_BETS_CLOSED;
        refuse(d, refused, TREY_KEY_BETTING_CLOSES);
        return;
    }
    unsigned playing = 0, jackpots = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        playing += box_plays(d->rules, box);
        jackpots += jackpot_bet_at(box) > 0 && !box->invalid && jackpot_stands(d->rules, box);
        if (box->bettors > 0 && !box->invalid && !box->capped && under_minimum(table, box)) {
            refuse_trouble(d, TREY_REFUSED_UNDER_MINIMUM, TREY_IRREGULARITY_UNDER_MINIMUM);
            return;
        }
    }
    if (playing == 0) {
        refuse(d, TREY_REFUSED_NO_WAGERS, TREY_KEY_TAKES_PART);
        return;
    }
    trey_cents action = 0, fee = 0;
    if (d->rules->banked) {
        if (table->bank == 0) {
            refuse(d, TREY_REFUSED_NO_BANK, TREY_KEY_BANKER);
            return;
        }
        action = table_action(table);
        trey_refused refused = bank_fee_due(d->rules, table, action, &fee);
        if (refused != TREY_REFUSED_NONE) {
            refuse(d, refused,
                   refused == TREY_REFUSED_FEE_BETWEEN ? TREY_KEY_FEE_GAP : TREY_KEY_FEE_BASE);
            return;
        }
    }
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (jackpot_bet_at(box) == 0 || jackpot_stands(d->rules, box)) continue;
        emit_at(d, TREY_EVENT_JACKPOT_ALONE, seat, box->bettor[0].player, jackpot_bet_at(box));
    }
    emit_at(d, TREY_EVENT_CLOSED, 0, TREY_NOBODY, action);
    trey_cents due = (trey_cents)jackpots * table->config.jackpot_contribution - table->contributed;
    if (due != 0) {
        trey_event *event = emit_at(d, TREY_EVENT_CONTRIBUTED, 0, TREY_NOBODY, due);
        event->contributed.on_meter =
            rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) != TREY_CONTRIBUTES_AFTER_NO_WIN;
    }
    if (d->rules->banked) {
        collect(d, table->banker, table->bank_seat, fee, false);
        collect_players(d);
    }
}
