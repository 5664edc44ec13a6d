/* settle_bank.c -- settlement against a player's bank.
 *
 * The player-dealer covers what his bank reaches, from the action button
 * clockwise; he can neither win nor lose more than he put up, and what is not
 * covered goes back [ca-six-card Round 9] [ca-six-card Round 10]. The readings
 * differ in what counts against the bank; they are the functions below. */
#include "settle.h"

/* What one player has taken from the bank and given to it. */
typedef struct tally {
    trey_player player;
    trey_cents paid, collected;
} tally;

typedef struct coverage {
    deciding *d;
    trey_cents bank;
    trey_cents paid, collected;
    tally player[TREY_SEATS * TREY_BETTORS];
    unsigned players;
} coverage;

static tally *tally_of(coverage *c, trey_player player) {
    for (unsigned i = 0; i < c->players; i++) {
        if (c->player[i].player == player) return &c->player[i];
    }
    c->player[c->players] = (tally){.player = player};
    return &c->player[c->players++];
}

/* What the bank can still pay to, or take from, this player. */
static trey_cents pay_left(const coverage *c, const tally *his) {
    switch (rule(c->d->rules, TREY_KEY_BANK_LIMIT)) {
    case TREY_BANK_LIMIT_NET:
        return c->bank + c->collected - c->paid;
    case TREY_BANK_LIMIT_ACTION:
        return c->bank - c->collected - c->paid;
    case TREY_BANK_LIMIT_EACH_PLAYER:
        return c->bank - his->paid;
    default:
        return c->bank - c->paid;
    }
}

static trey_cents collect_left(const coverage *c, const tally *his) {
    switch (rule(c->d->rules, TREY_KEY_BANK_LIMIT)) {
    case TREY_BANK_LIMIT_NET:
        return c->bank - (c->collected - c->paid);
    case TREY_BANK_LIMIT_ACTION:
        return c->bank - c->collected - c->paid;
    case TREY_BANK_LIMIT_EACH_PLAYER:
        return c->bank - his->collected;
    default:
        return c->bank - c->collected;
    }
}

/* Has the paying side nothing left? Where collections top the bank up it may
 * come to have something again. */
static bool bank_spent(const coverage *c, const tally *his) {
    return pay_left(c, his) == 0;
}

static trey_event *bank_line(coverage *c, const showdown *s, trey_player player, unsigned wager,
                             trey_cents stake, trey_result result, trey_cents to_player,
                             trey_ground ground, unsigned row) {
    trey_event *line = settle_line_event(c->d, s->seat, player, wager, stake, result,
                                         stake + to_player, ground, row);
    line->money.bank = to_player;
    return line;
}

/* A wager that wins `winnings`. */
static void bank_pays(coverage *c, const showdown *s, trey_player player, unsigned wager,
                      trey_cents stake, trey_cents winnings, trey_ground ground, unsigned row) {
    tally *his = tally_of(c, player);
    trey_cents left = pay_left(c, his);
    bool partly = rule(c->d->rules, TREY_KEY_BANK_PARTIAL) == TREY_BANK_PARTIAL_PAY_REST;
    trey_cents paid = winnings <= left ? winnings : partly ? left : 0;
    trey_result result = winnings <= left ? TREY_LINE_WIN
                         : paid > 0       ? TREY_LINE_PARTLY_COVERED
                                          : TREY_LINE_UNCOVERED;
    if (result != TREY_LINE_WIN) ground = TREY_GROUND_BANK_SPENT;
    if (result == TREY_LINE_UNCOVERED) row = TREY_NO_KEY;
    c->paid += paid;
    his->paid += paid;
    bank_line(c, s, player, wager, stake, result, paid, ground, row);
}

/* A wager that loses. `counted`: against the win limit. */
static void bank_collects(coverage *c, const showdown *s, trey_player player, unsigned wager,
                          trey_cents stake, trey_ground ground, bool counted) {
    if (!counted) {
        bank_line(c, s, player, wager, stake, TREY_LINE_LOSE, -stake, ground, TREY_NO_KEY);
        return;
    }
    tally *his = tally_of(c, player);
    bool outside =
        bank_spent(c, his) && rule(c->d->rules, TREY_KEY_BANK_SPENT) == TREY_BANK_SPENT_RETURN_ALL;
    trey_cents left = outside ? 0 : collect_left(c, his);
    bool partly = rule(c->d->rules, TREY_KEY_BANK_PARTIAL) == TREY_BANK_PARTIAL_PAY_REST;
    trey_cents taken = stake <= left ? stake : partly ? left : 0;
    trey_result result = stake <= left ? TREY_LINE_LOSE
                         : taken > 0   ? TREY_LINE_PARTLY_COVERED
                                       : TREY_LINE_UNCOVERED;
    if (result != TREY_LINE_LOSE) ground = outside ? TREY_GROUND_BANK_SPENT : TREY_GROUND_WIN_LIMIT;
    c->collected += taken;
    his->collected += taken;
    bank_line(c, s, player, wager, stake, result, -taken, ground, TREY_NO_KEY);
}

/* A wager that a ruling returns is outside the coverage: the bank neither pays nor takes it. */
static bool ruled_back(coverage *c, const showdown *s, const trey_bettor *bettor, unsigned wager,
                       trey_cents stake) {
    if (stake == 0 || !ruled_on(c->d->table, s->seat, bettor->player, wager)) return false;
    bank_line(c, s, bettor->player, wager, stake, TREY_LINE_RETURNED, 0, TREY_GROUND_RULED,
              TREY_NO_KEY);
    return true;
}

/* ---- The wagers of one bettor --------------------------------------------------- */
static bool bettor_folded(const trey_bettor *bettor) {
    return bettor->choice == TREY_CHOICE_FOLD;
}

/* Forfeited with the Ante [ca-six-card Round 3a], unless a house's own book says else. */
static bool pair_plus_lives(const coverage *c, unsigned seat) {
    unsigned fold = rule(c->d->rules, TREY_KEY_FOLD_PAIR_PLUS);
    bool kept = box_at(c->d->table, seat)->keeps_pair_plus;
    return fold == TREY_FOLD_LIVES || (fold == TREY_FOLD_LIVES_IF_DECLARED && kept);
}

/* Ante and Pair Plus of whoever made no Play wager [ca-six-card Round 3a]. */
static void settle_forfeits(coverage *c, const showdown *s, const trey_bettor *bettor) {
    bool counted = rule(c->d->rules, TREY_KEY_BANK_FORFEITS) != TREY_BANK_FORFEITS_NOT_COUNTED;
    trey_cents ante = bettor->stake[TREY_STAKE_ANTE],
               pair_plus = bettor->stake[TREY_STAKE_PAIR_PLUS];
    if (ante > 0 && !ruled_back(c, s, bettor, TREY_WAGER_ANTE, ante))
        bank_collects(c, s, bettor->player, TREY_WAGER_ANTE, ante, TREY_GROUND_FOLDED, counted);
    if (pair_plus > 0 && !pair_plus_lives(c, s->seat) &&
        !ruled_back(c, s, bettor, TREY_WAGER_PAIR_PLUS, pair_plus)) {
        bank_collects(c, s, bettor->player, TREY_WAGER_PAIR_PLUS, pair_plus, TREY_GROUND_FOLDED,
                      counted);
    }
}

static void settle_base_wager(coverage *c, const showdown *s, const trey_bettor *bettor,
                              unsigned wager) {
    bool ante = wager == TREY_WAGER_ANTE;
    trey_cents stake = bettor->stake[ante ? TREY_STAKE_ANTE : TREY_STAKE_PLAY];
    trey_value rate = ante ? c->d->rules->pay_ante : c->d->rules->pay_play;
    unsigned row = ante ? TREY_KEY_PAY_ANTE : TREY_KEY_PAY_PLAY;
    if (stake == 0 || ruled_back(c, s, bettor, wager, stake)) return;
    if (!s->qualifies) {
        /* A refund of Play is no payoff and asks nothing of the bank. */
        if (ante) {
            bank_pays(c, s, bettor->player, wager, stake, rate_on(rate, stake),
                      TREY_GROUND_UNQUALIFIED, row);
        } else {
            bank_line(c, s, bettor->player, wager, stake, TREY_LINE_PUSH, 0,
                      TREY_GROUND_UNQUALIFIED, TREY_NO_KEY);
        }
    } else if (s->order > s->dealer_order) {
        bank_pays(c, s, bettor->player, wager, stake, rate_on(rate, stake), TREY_GROUND_BETTER,
                  row);
    } else if (s->order < s->dealer_order) {
        bank_collects(c, s, bettor->player, wager, stake, TREY_GROUND_WORSE, true);
    } else {
        bank_line(c, s, bettor->player, wager, stake, TREY_LINE_PUSH, 0, TREY_GROUND_EQUAL,
                  TREY_NO_KEY);
    }
}

static void settle_table_bet(coverage *c, const showdown *s, const trey_bettor *bettor,
                             unsigned wager, const pay_row *row) {
    bool pair_plus = wager == TREY_WAGER_PAIR_PLUS, folded = bettor_folded(bettor);
    trey_cents stake = bettor->stake[pair_plus ? TREY_STAKE_PAIR_PLUS : TREY_STAKE_SIX_CARD_BONUS];
    if (stake == 0 || ruled_back(c, s, bettor, wager, stake)) return;
    if (row->key == TREY_NO_KEY || row->pay.n == 0) {
        bank_collects(c, s, bettor->player, wager, stake,
                      folded ? TREY_GROUND_NOT_LISTED_FOLDED : TREY_GROUND_NOT_LISTED, true);
    } else {
        bank_pays(c, s, bettor->player, wager, stake, rate_on(row->pay, stake),
                  folded ? TREY_GROUND_HAND_PAYS_FOLDED : TREY_GROUND_HAND_PAYS, row->key);
    }
}

/* The owner first, then those behind him as they came; inside a bettor Ante,
 * Play, Pair Plus, 6 Card Bonus. */
static void settle_seat(coverage *c, showdown *s, unsigned seat) {
    const trey_table *table = c->d->table;
    const trey_box *box = box_at(table, seat);
    showdown_at(c->d, seat, s);
    trey_five five = trey_six_rank(hand_in(box->card), hand_in(table->dealer));
    const pay_row *six =
        &c->d->rules->six_card[trey_rulebook_five_category(c->d->rules->book, five)];
    bool forfeits_now =
        rule(c->d->rules, TREY_KEY_BANK_FORFEITS) == TREY_BANK_FORFEITS_IN_ACTION_ORDER;
    for (unsigned i = 0; i < box->bettors; i++) {
        const trey_bettor *bettor = &box->bettor[i];
        if (!bettor_folded(bettor)) {
            settle_base_wager(c, s, bettor, TREY_WAGER_ANTE);
            settle_base_wager(c, s, bettor, TREY_WAGER_PLAY);
            settle_table_bet(c, s, bettor, TREY_WAGER_PAIR_PLUS,
                             &c->d->rules->pair_plus[s->category]);
        } else if (forfeits_now) {
            settle_forfeits(c, s, bettor);
        }
        if (bettor_folded(bettor) && pair_plus_lives(c, seat))
            settle_table_bet(c, s, bettor, TREY_WAGER_PAIR_PLUS,
                             &c->d->rules->pair_plus[s->category]);
        settle_table_bet(c, s, bettor, TREY_WAGER_SIX_CARD_BONUS, six);
    }
}

trey_cents settle_against_bank(deciding *d) {
    const trey_table *table = d->table;
    trey_hand dealer = hand_in(table->dealer);
    trey_rank rank = trey_hand_rank(dealer);
    showdown s = {.qualifies = trey_rulebook_qualifies(d->rules->book, dealer),
                  .dealer_order = order_of(d->rules, rank)};
    coverage c = {.d = d, .bank = table->bank};
    /* Forfeited wagers are collected before the cards are compared
     * [ca-six-card Round 4]. */
    if (rule(d->rules, TREY_KEY_BANK_FORFEITS) != TREY_BANK_FORFEITS_IN_ACTION_ORDER) {
        unsigned seat = first_seat(d->rules, table);
        for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
            const trey_box *box = box_at(table, seat);
            s.seat = seat;
            for (unsigned b = 0; box->turn > 0 && !box->invalid && b < box->bettors; b++) {
                if (bettor_folded(&box->bettor[b])) settle_forfeits(&c, &s, &box->bettor[b]);
            }
        }
    }
    unsigned seat = button_seat(d->rules, table, table->dealer[2]);
    for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
        if (box_at(table, seat)->invalid) {
            settle_invalid(d, seat);
        } else if (box_at(table, seat)->turn > 0) {
            settle_seat(&c, &s, seat);
        }
    }
    return table->meter.value;
}
