/* jackpot_awards.c -- the jackpot bets of a round: awards in the order that the book pays them,
 * each from what the meter then shows, and envy for those whose neighbours hold a royal. */
#include "settle.h"

/* The award of a hand, and whether it is the royal in spades, or any royal. */
typedef struct jackpot_hand {
    const pay_row *row;
    bool royal, spades;
} jackpot_hand;

static jackpot_hand jackpot_hand_of(const trey_rules *rules, const trey_table *table,
                                    unsigned seat) {
    trey_hand hand = hand_in(box_at(table, seat)->card);
    jackpot_hand found;
    unsigned category;
    if (rule(rules, TREY_KEY_JACKPOT_HAND) == TREY_JACKPOT_HAND_BEST_FIVE) {
        trey_five five = trey_six_rank(hand, hand_in(table->dealer));
        category = trey_rulebook_five_category(rules->book, five);
        found.royal = category == TREY_FIVE_ROYAL;
        found.spades = found.royal && trey_five_royal_suit(five) == TREY_SUIT_SPADES;
    } else {
        trey_rank rank = trey_hand_rank(hand);
        found.royal = trey_rank_category(rank) == TREY_HAND_ROYAL;
        found.spades = found.royal && trey_rank_spades(rank);
        category = found.royal ? TREY_HAND_ROYAL : category_of(rules, rank);
    }
    found.row = &rules->pays[TREY_WAGER_PROGRESSIVE][found.spades ? PAY_SPADES : category];
    return found;
}

static const pay_row *envy_row(const trey_rules *rules, const jackpot_hand *hand) {
    unsigned royal = rule(rules, TREY_KEY_JACKPOT_HAND) == TREY_JACKPOT_HAND_BEST_FIVE
                         ? (unsigned)TREY_FIVE_ROYAL
                         : (unsigned)TREY_HAND_ROYAL;
    return &rules->pays[TREY_WAGER_ENVY][hand->spades ? PAY_SPADES : royal];
}

/* Was the jackpot bet taken? At the close it was found to have the bet that it needs or not; asking
 * again makes a settlement under another reading come out as that reading has it. */
static bool jackpot_taken(const trey_rules *rules, const trey_table *table, unsigned seat) {
    const trey_box *box = box_at(table, seat);
    if (table->phase == TREY_PHASE_IDLE) return box->jackpot == TREY_JACKPOT_VALID;
    bool closed = box->jackpot == TREY_JACKPOT_VALID || box->jackpot == TREY_JACKPOT_INVALID;
    return closed && jackpot_has_its_bet(rules, box);
}

/* What the jackpot bets that were taken, and not returned, add to the meter. */
static trey_cents contributions(const trey_rules *rules, const trey_table *table) {
    trey_cents sum = 0;
    if (table->config.jackpot_contribution == 0) return 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (box->invalid == TREY_INVALID_RETURNED || !jackpot_taken(rules, table, seat)) continue;
        sum += table->config.jackpot_contribution;
    }
    return sum;
}

static bool folded_at(const trey_table *table, unsigned seat) {
    return box_at(table, seat)->bettor[0].choice == TREY_CHOICE_FOLD;
}

/* One jackpot bet: returned, lost, or paid from what the meter then shows. */
static void settle_progressive(deciding *d, unsigned seat, const jackpot_hand *hand,
                               trey_meter *meter, bool *whole) {
    const trey_box *box = box_at(d->table, seat);
    trey_player owner = box->bettor[0].player;
    trey_cents stake = jackpot_bet_at(box);
    bool back = false;
    trey_ground ground = TREY_GROUND_NOT_LISTED;
    bool folded = folded_at(d->table, seat);
    if (box->invalid) {
        bool returned = box->invalid == TREY_INVALID_RETURNED;
        const verdict v = {.result = returned ? TREY_LINE_RETURNED : TREY_LINE_LOSE,
                           .ground = TREY_GROUND_INVALID,
                           .pays = &pays_nothing};
        trey_event *line =
            settle_line(d, seat, owner, TREY_WAGER_PROGRESSIVE, stake, returned ? stake : 0, v);
        line->cause.kind = box->cause;
        line->cause.item = box->cause_item;
        return;
    }
    if (!jackpot_taken(d->rules, d->table, seat)) {
        bool alone = box->jackpot != TREY_JACKPOT_RETURNED;
        const verdict v = {.result = TREY_LINE_RETURNED,
                           .ground =
                               alone ? TREY_GROUND_JACKPOT_ALONE : TREY_GROUND_JACKPOT_RETURNED,
                           .pays = &pays_nothing};
        trey_event *line = settle_line(d, seat, owner, TREY_WAGER_PROGRESSIVE, stake, stake, v);
        if (alone) return;
        line->cause.kind = box->jackpot_cause;
        line->cause.item = box->jackpot_cause == TREY_CAUSE_RULING
                               ? TREY_RULING_RETURN_WAGER
                               : 1; /* below the prescribed amount */
        return;
    }
    bool opened = d->opened >> seat & 1u;
    if (folded && !outlives_fold(d->rules, TREY_WAGER_PROGRESSIVE, box->keeps_side_bets)) {
        ground = TREY_GROUND_FOLDED;
    } else if (!opened && !looked_at_and_counted(d->rules, box, TREY_WAGER_PROGRESSIVE)) {
        ground = TREY_GROUND_UNSHOWN;
        back = rule(d->rules, TREY_KEY_UNSHOWN_PROGRESSIVE) == TREY_UNSHOWN_RETURNED;
    } else if (ruled_on(d->table, seat, owner, TREY_WAGER_PROGRESSIVE)) {
        ground = TREY_GROUND_RULED; /* the meter stays as it is */
    } else if (hand->row->key != TREY_NO_KEY && hand->row->pay.n > 0) {
        trey_award award = trey_meter_pay(*meter, hand->row->pay, d->rules->meter);
        *meter = award.after;
        bool share = hand->row->pay.d != 0, all = hand->row->pay.n == hand->row->pay.d;
        /* A share that resets the meter has won the jackpot, too. */
        *whole |= share && (all || d->rules->meter.after_share == TREY_AFTER_SHARE_RESET);
        const verdict v = {.result = TREY_LINE_PAID,
                           .ground = folded ? TREY_GROUND_HAND_PAYS_FOLDED : TREY_GROUND_HAND_PAYS,
                           .pays = hand->row};
        trey_event *line =
            settle_line(d, seat, owner, TREY_WAGER_PROGRESSIVE, stake, award.paid, v);
        line->line.meter = award.from_meter;
        return;
    } else if (folded) {
        ground = TREY_GROUND_NOT_LISTED_FOLDED;
    }
    const verdict v = {.result = back ? TREY_LINE_RETURNED : TREY_LINE_LOSE,
                       .ground = ground,
                       .pays = &pays_nothing};
    settle_line(d, seat, owner, TREY_WAGER_PROGRESSIVE, stake, back ? stake : 0, v);
}

/* Does the hand at this seat entitle others to envy? [mbs 3.14] [rws 4.7] */
static bool triggers_envy(const trey_rules *rules, const trey_table *table, unsigned seat,
                          const jackpot_hand *hand, bool opened) {
    const trey_box *box = box_at(table, seat);
    if (!hand->royal || !opened) return false;
    if (box_stake(box, TREY_WAGER_ANTE) == 0 && !box->had_ante) return false;
    return !folded_at(table, seat) || rule(rules, TREY_KEY_ENVY_FOLDED_GIVES) == TREY_FLAG_YES;
}

static bool receives_envy(const trey_rules *rules, const trey_table *table, unsigned seat) {
    if (!jackpot_taken(rules, table, seat) || box_at(table, seat)->invalid) return false;
    return !folded_at(table, seat) || rule(rules, TREY_KEY_ENVY_FOLDED_GETS) == TREY_FLAG_YES;
}

/* Is this box shut out from envy for the hand at `trigger`? */
static bool own_hand(const trey_rules *rules, const trey_table *table, unsigned seat,
                     unsigned trigger) {
    bool shares = bettor_of(box_at(table, trigger), box_at(table, seat)->bettor[0].player) > 0;
    if (shares && rule(rules, TREY_KEY_ENVY_SHARER) == TREY_FLAG_NO) return true;
    switch (rule(rules, TREY_KEY_ENVY_OWN)) {
    case TREY_ENVY_OWN_INCLUDED:
        return false;
    case TREY_ENVY_OWN_OTHER_POSITIONS:
        return seat == trigger;
    default:
        return box_at(table, seat)->bettor[0].player == box_at(table, trigger)->bettor[0].player;
    }
}

/* Under one reading a player gets envy once, at his first position. */
static bool paid_already(const trey_rules *rules, const trey_table *table, unsigned seat,
                         unsigned trigger) {
    if (rule(rules, TREY_KEY_ENVY_UNIT) != TREY_ENVY_UNIT_EACH_PLAYER) return false;
    for (unsigned earlier = 1; earlier < seat; earlier++) {
        if (!receives_envy(rules, table, earlier) || own_hand(rules, table, earlier, trigger))
            continue;
        if (box_at(table, earlier)->bettor[0].player == box_at(table, seat)->bettor[0].player)
            return true;
    }
    return false;
}

/* What the bet at `seat` was paid for the hand at `trigger` in the round that was settled last. */
trey_cents envy_paid_for(const trey_rules *rules, const trey_table *table, unsigned seat,
                         unsigned trigger) {
    const trey_box *hand_box = box_at(table, trigger);
    if (hand_box->turn == 0) return 0;
    jackpot_hand hand = jackpot_hand_of(rules, table, trigger);
    if (!triggers_envy(rules, table, trigger, &hand, hand_box->shown)) return 0;
    if (!receives_envy(rules, table, seat) || own_hand(rules, table, seat, trigger) ||
        paid_already(rules, table, seat, trigger))
        return 0;
    return envy_row(rules, &hand)->pay.n;
}

/* Did the award to this seat set the meter to its reset value? */
bool award_resets_meter(const trey_rules *rules, const trey_table *table, unsigned seat) {
    trey_value pay = jackpot_hand_of(rules, table, seat).row->pay;
    return pay.d != 0 && (pay.n == pay.d || rules->meter.after_share == TREY_AFTER_SHARE_RESET);
}

static void settle_envy(deciding *d, const jackpot_hand hands[TREY_SEATS + 1]) {
    const trey_table *table = d->table;
    bool trigger[TREY_SEATS + 1] = {false}, any = false;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->turn == 0) continue;
        trigger[seat] = triggers_envy(d->rules, table, seat, &hands[seat], d->opened >> seat & 1u);
        any |= trigger[seat];
    }
    for (unsigned seat = 1; any && seat <= table->config.positions; seat++) {
        if (!receives_envy(d->rules, table, seat)) continue;
        trey_cents sum = 0;
        const pay_row *row = &pays_nothing;
        for (unsigned other = 1; other <= table->config.positions; other++) {
            if (!trigger[other] || own_hand(d->rules, table, seat, other) ||
                paid_already(d->rules, table, seat, other)) {
                continue;
            }
            const pay_row *envy = envy_row(d->rules, &hands[other]);
            sum += envy->pay.n;
            if (row->key == TREY_NO_KEY || hands[other].spades) row = envy;
        }
        if (sum == 0) continue;
        const verdict v = {.result = TREY_LINE_PAID, .ground = TREY_GROUND_ENVY, .pays = row};
        settle_line(d, seat, box_at(table, seat)->bettor[0].player, TREY_WAGER_ENVY, 0, sum, v);
    }
}

/* The share of the meter that the hand at this seat stands for, in percent: 0 for a sum, and for a
 * hand that nobody sees, whose turn must not tell what it is. */
static unsigned share_of(const deciding *d, unsigned seat, const jackpot_hand *hand) {
    bool seen = (d->opened >> seat & 1u) ||
                looked_at_and_counted(d->rules, box_at(d->table, seat), TREY_WAGER_PROGRESSIVE);
    if (!seen || hand->row->key == TREY_NO_KEY || hand->row->pay.d == 0) return 0;
    return (unsigned)hand->row->pay.n;
}

/* In the order of the seats; or, where lower awards go first, sums before shares of the meter, and
 * small shares before large ones, the whole meter last [mbs 3.20.1]. */
static void settle_bets(deciding *d, const jackpot_hand hands[TREY_SEATS + 1], trey_meter *meter,
                        bool *whole) {
    enum { WHOLE_METER = 100 };
    const trey_table *table = d->table;
    bool by_award = rule(d->rules, TREY_KEY_TABLE_ORDER) == TREY_TABLE_ORDER_LOWER_FIRST;
    unsigned next = 0;
    for (unsigned share = 0; share <= WHOLE_METER; share = next) {
        next = WHOLE_METER + 1;
        for (unsigned seat = 1; seat <= table->config.positions; seat++) {
            unsigned theirs = by_award ? share_of(d, seat, &hands[seat]) : 0;
            if (jackpot_bet_at(box_at(table, seat)) == 0) continue;
            if (theirs == share) settle_progressive(d, seat, &hands[seat], meter, whole);
            if (theirs > share && theirs < next) next = theirs;
        }
    }
}

/* What the meter shows for this settlement: with or without the bets of the
 * round itself, as the reading says. */
static trey_meter meter_for_awards(const trey_rules *rules, const trey_table *table) {
    trey_meter meter = table->meter;
    bool counts = rule(rules, TREY_KEY_JACKPOT_CONTRIBUTES) != TREY_CONTRIBUTES_AFTER_NO_WIN;
    if (table->contribution_in) meter = trey_meter_add(meter, -table->contributed);
    if (counts) meter = trey_meter_add(meter, contributions(rules, table));
    return meter;
}

trey_cents settle_jackpot(deciding *d) {
    const trey_table *table = d->table;
    trey_meter meter = meter_for_awards(d->rules, table);
    bool whole = false;
    /* At the value registered before the fault [rws 5.17.1]. */
    if (table->frozen) meter.value = table->frozen_meter;
    trey_cents registered = meter.value;
    if (table->config.jackpot) {
        jackpot_hand hands[TREY_SEATS + 1];
        for (unsigned seat = 0; seat <= TREY_SEATS; seat++) {
            bool dealt =
                seat >= 1 && seat <= table->config.positions && box_at(table, seat)->turn > 0;
            hands[seat] = dealt ? jackpot_hand_of(d->rules, table, seat)
                                : (jackpot_hand){&pays_nothing, false, false};
        }
        settle_bets(d, hands, &meter, &whole);
        settle_envy(d, hands);
    }
    settle_rulings(d);
    /* The display goes on from the last sound value, less what was paid off it. */
    if (table->frozen && !whole) meter.value = table->registered - (registered - meter.value);
    bool before = rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) != TREY_CONTRIBUTES_AFTER_NO_WIN;
    if (!before && !whole) meter = trey_meter_add(meter, contributions(d->rules, table));
    return meter.value;
}
