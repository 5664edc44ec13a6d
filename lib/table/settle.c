/* settle.c -- settlement where the house banks: lines in seat order, then the
 * jackpot awards in the order that the book pays them, then envy.
 *
 * A line is one wager of one bettor: staked, handed back, and the ground. The
 * hand decides; what was hidden or folded is asked of the book, word by word. */
#include "settle.h"

#include "remedies.h"

bool ruled_on(const trey_table *table, unsigned seat, trey_player player, unsigned wager) {
    for (unsigned i = 0; i < table->ruled; i++) {
        const trey_ruled *ruled = &table->ruling[i];
        if (ruled->seat == seat && ruled->wager == wager && ruled->player == player) return true;
    }
    return false;
}

/* A ruling may have fixed what a wager gets. */
static void apply_ruling(const trey_table *table, trey_event *line) {
    for (unsigned i = 0; i < table->ruled; i++) {
        const trey_ruled *ruled = &table->ruling[i];
        if (ruled->seat != line->seat || ruled->wager != line->wager ||
            ruled->player != line->player)
            continue;
        line->money.back = ruled->back;
        line->money.row = TREY_NO_KEY;
        line->money.cause = TREY_CAUSE_RULING;
        line->money.cause_item = TREY_RULING_SETTLE_AT;
        line->ground = TREY_GROUND_RULED;
        line->result = (uint8_t)(ruled->back == 0                    ? TREY_LINE_LOSE
                                 : ruled->back == line->money.amount ? TREY_LINE_RETURNED
                                                                     : TREY_LINE_PAID);
    }
}

trey_event *settle_line_event(deciding *d, unsigned seat, trey_player player, unsigned wager,
                              trey_cents staked, trey_result result, trey_cents back,
                              trey_ground ground, unsigned row) {
    trey_event *event = emit_at(d, TREY_EVENT_LINE, seat, player, staked);
    event->wager = (uint8_t)wager;
    event->result = (uint8_t)result;
    event->ground = (uint8_t)ground;
    event->money.row = (uint16_t)row;
    event->money.back = back;
    if (d->table->ruled > 0) apply_ruling(d->table, event);
    return event;
}

/* Under one reading the look of a supervisor proves what a hand not shown is worth; then everybody
 * sees it [mbs 3.10.1]. */
static bool looked_at_and_counted(const trey_rules *rules, const trey_box *box) {
    return box->hidden && box->looked && box->turn > 0 && !box->invalid &&
           !rules->absent[TREY_KEY_UNSHOWN_PAIR_PLUS] &&
           rule(rules, TREY_KEY_UNSHOWN_PAIR_PLUS) == TREY_UNSHOWN_BY_LOOK;
}

void settle_show_hands(deciding *d) {
    const trey_table *table = d->table;
    unsigned seat = first_seat(d->rules, table);
    for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
        bool opens = hand_opens(d->rules, table, seat);
        if (!opens && !looked_at_and_counted(d->rules, box_at(table, seat))) continue;
        if (opens) d->opened |= 1u << seat;
        emit_at(d, TREY_EVENT_SHOWN, seat, box_at(table, seat)->bettor[0].player, 0);
    }
}

trey_hand hand_in(const trey_card card[3]) {
    return trey_hand_of(card[0], card[1], card[2]);
}

/* ---- Ante, Play, Ante Bonus, Pair Plus ------------------------------------------ */
/* The part of a stake that is paid on, and the part that can be lost. */
typedef struct counted {
    trey_cents wins, loses;
} counted;

static trey_cents smaller(trey_cents a, trey_cents b) {
    return a < b ? a : b;
}

/* All of it, unless it was found over the maximum [mbs 5.14] [rws 5.1.1] or, for
 * Play, unequal to the Ante [rws 5.3]. */
static counted counted_stake(const trey_table *table, unsigned seat, const trey_bettor *bettor,
                             trey_stake which) {
    const trey_box *box = box_at(table, seat);
    trey_cents stake = bettor->stake[which], ante = bettor->stake[TREY_STAKE_ANTE];
    if ((box->capped | box->play_rule) == 0) return (counted){stake, stake};
    bool play = which == TREY_STAKE_PLAY;
    trey_cents most = table->config.maximum[play ? TREY_STAKE_ANTE : which];
    bool capped = (box->capped >> which & 1u) || (play && (box->capped >> TREY_STAKE_ANTE & 1u));
    if (capped) {
        /* One limit for a pooled wager: who came first is counted first. */
        trey_cents left = most;
        for (const trey_bettor *earlier = box->bettor; earlier < bettor; earlier++)
            left -= earlier->stake[which];
        stake = smaller(stake, left > 0 ? left : 0);
    }
    if (!play || box->play_rule == 0) return (counted){stake, stake};
    switch (box->play_rule) {
    case TREY_REMEDY_PLAY_TO_ANTE:
        stake = smaller(smaller(stake, ante), most);
        return (counted){stake, stake};
    case TREY_REMEDY_PLAY_TO_MAXIMUM:
        stake = smaller(stake, most);
        return (counted){stake, stake};
    default:
        return (counted){most, smaller(stake, most)};
    }
}

/* A line that counts only part of its stake rests on the paragraph that says so. */
static void mark_counted(const deciding *d, trey_event *line, trey_cents stake, counted c,
                         bool play) {
    if (c.wins == stake && c.loses == stake) return;
    trey_irregularity kind =
        play ? TREY_IRREGULARITY_PLAY_NOT_ANTE : TREY_IRREGULARITY_OVER_MAXIMUM;
    unsigned cases = trey_rulebook_trouble(d->rules->book, kind)->cases;
    line->money.cause = (uint8_t)(kind + 1);
    line->money.cause_item = (uint8_t)(play || cases == 0 ? 0 : cases - 1); /* after the close */
}

/* A wager under the minimum once too often goes back, whatever the outcome. */
static bool settle_given_back(deciding *d, const showdown *s, const trey_bettor *bettor,
                              unsigned wager, trey_stake which) {
    if (bettor->given_back == 0) return false;
    bool back = bettor->given_back >> which & 1u;
    /* Play stands and falls with its Ante. */
    if (which == TREY_STAKE_PLAY) back |= bettor->given_back >> TREY_STAKE_ANTE & 1u;
    if (!back) return false;
    trey_event *line = settle_line_event(d, s->seat, bettor->player, wager, bettor->stake[which],
                                         TREY_LINE_RETURNED, bettor->stake[which],
                                         TREY_GROUND_GIVEN_BACK, TREY_NO_KEY);
    line->money.cause = TREY_IRREGULARITY_UNDER_MINIMUM + 1;
    line->money.cause_item = 1;
    return true;
}

/* Ante and Play of a hand that meets the dealer's. */
static void settle_base(deciding *d, const showdown *s, const trey_bettor *bettor, unsigned wager) {
    bool ante = wager == TREY_WAGER_ANTE;
    trey_stake which = ante ? TREY_STAKE_ANTE : TREY_STAKE_PLAY;
    trey_cents stake = bettor->stake[which];
    trey_value rate = ante ? d->rules->pay_ante : d->rules->pay_play;
    unsigned row = ante ? TREY_KEY_PAY_ANTE : TREY_KEY_PAY_PLAY;
    trey_ground ground;
    unsigned word;
    if (stake == 0 || settle_given_back(d, s, bettor, wager, which)) return;
    if (s->folded) {
        ground = TREY_GROUND_FOLDED;
        word = TREY_RESULT_LOST;
    } else if (!s->opened) {
        trey_key key = s->qualifies ? TREY_KEY_UNSHOWN_BEATEN
                       : ante       ? TREY_KEY_UNSHOWN_ANTE
                                    : TREY_KEY_UNSHOWN_PLAY;
        ground = s->qualifies ? TREY_GROUND_UNSHOWN : TREY_GROUND_UNSHOWN_UNQUALIFIED;
        word = rule(d->rules, key);
    } else if (!s->qualifies) {
        ground = TREY_GROUND_UNQUALIFIED;
        word = rule(d->rules, ante ? TREY_KEY_UNQUALIFIED_ANTE : TREY_KEY_UNQUALIFIED_PLAY);
    } else if (s->order > s->dealer_order) {
        ground = TREY_GROUND_BETTER;
        word = rule(d->rules, TREY_KEY_BETTER_HAND);
    } else if (s->order < s->dealer_order) {
        ground = TREY_GROUND_WORSE;
        word = rule(d->rules, TREY_KEY_WORSE_HAND);
    } else {
        ground = TREY_GROUND_EQUAL;
        word = rule(d->rules, TREY_KEY_EQUAL_HAND);
    }
    bool paid = word == TREY_RESULT_PAID, returned = word == TREY_RESULT_RETURNED;
    counted c = counted_stake(d->table, s->seat, bettor, which);
    trey_cents back = paid ? stake + rate_on(rate, c.wins) : returned ? stake : stake - c.loses;
    trey_result result = paid ? TREY_LINE_WIN : returned ? TREY_LINE_PUSH : TREY_LINE_LOSE;
    trey_event *line = settle_line_event(d, s->seat, bettor->player, wager, stake, result, back,
                                         ground, paid ? row : TREY_NO_KEY);
    mark_counted(d, line, stake, c,
                 which == TREY_STAKE_PLAY && box_at(d->table, s->seat)->play_rule);
}

/* Under one reading a supervisor's look proves what a hand not shown is worth [mbs 3.10.1]. */
static bool by_the_look(const deciding *d, const showdown *s, trey_key key) {
    return !s->opened && !d->rules->absent[key] && box_at(d->table, s->seat)->looked &&
           rule(d->rules, key) == TREY_UNSHOWN_BY_LOOK;
}

/* On a win, a loss, a stand-off and against a dealer who does not qualify, never
 * on a fold [mbs 3.11.3] [mbs 3.12.4] [rws 3.16]. */
static void settle_bonus(deciding *d, const showdown *s, const trey_bettor *bettor) {
    trey_cents ante = counted_stake(d->table, s->seat, bettor, TREY_STAKE_ANTE).wins;
    const pay_row *row = &d->rules->ante_bonus[s->category];
    bool proved = s->opened || by_the_look(d, s, TREY_KEY_UNSHOWN_ANTE_BONUS);
    if (bettor->given_back >> TREY_STAKE_ANTE & 1u) return;
    if (ante == 0 || s->folded || !proved || row->key == TREY_NO_KEY || row->pay.n == 0) return;
    trey_key asked = !s->qualifies                 ? TREY_KEY_BONUS_UNQUALIFIED
                     : s->order == s->dealer_order ? TREY_KEY_BONUS_ON_STAND_OFF
                                                   : TREY_KEY_BONUS_ON_LOSS;
    bool won = s->qualifies && s->order > s->dealer_order;
    if (!won && rule(d->rules, asked) == TREY_FLAG_NO) return;
    settle_line_event(d, s->seat, bettor->player, TREY_WAGER_ANTE_BONUS, 0, TREY_LINE_BONUS,
                      rate_on(row->pay, ante),
                      s->qualifies ? TREY_GROUND_BONUS : TREY_GROUND_BONUS_UNQUALIFIED, row->key);
}

static void settle_pair_plus(deciding *d, const showdown *s, const trey_bettor *bettor) {
    trey_cents stake = bettor->stake[TREY_STAKE_PAIR_PLUS];
    if (stake == 0) return;
    if (settle_given_back(d, s, bettor, TREY_WAGER_PAIR_PLUS, TREY_STAKE_PAIR_PLUS)) return;
    counted c = counted_stake(d->table, s->seat, bettor, TREY_STAKE_PAIR_PLUS);
    const pay_row *row = &d->rules->pair_plus[s->category];
    trey_result result = TREY_LINE_LOSE;
    trey_cents back = stake - c.loses;
    trey_ground ground;
    unsigned key = TREY_NO_KEY;
    if (s->folded && !s->pair_plus_lives) {
        ground = TREY_GROUND_FOLDED;
    } else if (!s->opened && !by_the_look(d, s, TREY_KEY_UNSHOWN_PAIR_PLUS)) {
        ground = TREY_GROUND_UNSHOWN;
        if (rule(d->rules, TREY_KEY_UNSHOWN_PAIR_PLUS) == TREY_UNSHOWN_RETURNED) {
            result = TREY_LINE_RETURNED;
            back = stake;
        }
    } else if (row->key == TREY_NO_KEY || row->pay.n == 0) {
        ground = s->folded ? TREY_GROUND_NOT_LISTED_FOLDED : TREY_GROUND_NOT_LISTED;
    } else {
        ground = !s->opened  ? TREY_GROUND_UNSHOWN_LOOKED
                 : s->folded ? TREY_GROUND_HAND_PAYS_FOLDED
                             : TREY_GROUND_HAND_PAYS;
        result = TREY_LINE_WIN;
        back = stake + rate_on(row->pay, c.wins);
        key = row->key;
    }
    trey_event *line = settle_line_event(d, s->seat, bettor->player, TREY_WAGER_PAIR_PLUS, stake,
                                         result, back, ground, key);
    mark_counted(d, line, stake, c, false);
}

/* A hand that is out of play: its wagers go back, or are lost. */
void settle_invalid(deciding *d, unsigned seat) {
    static const unsigned wager[TREY_STAKES] = {TREY_WAGER_ANTE, TREY_WAGER_PLAY,
                                                TREY_WAGER_PAIR_PLUS, TREY_WAGER_SIX_CARD_BONUS};
    const trey_box *box = box_at(d->table, seat);
    bool returned = box->invalid == TREY_INVALID_RETURNED;
    for (unsigned i = 0; i < box->bettors; i++) {
        for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
            trey_cents amount = box->bettor[i].stake[stake];
            if (amount == 0) continue;
            trey_event *line =
                settle_line_event(d, seat, box->bettor[i].player, wager[stake], amount,
                                  returned ? TREY_LINE_RETURNED : TREY_LINE_LOSE,
                                  returned ? amount : 0, TREY_GROUND_INVALID, TREY_NO_KEY);
            line->money.cause = box->cause;
            line->money.cause_item = box->cause_item;
            if (d->rules->banked && !returned) line->money.bank = -amount;
        }
    }
}

void showdown_at(const deciding *d, unsigned seat, showdown *s) {
    const trey_rules *rules = d->rules;
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, seat);
    trey_hand hand = hand_in(box->card);
    trey_rank rank = trey_hand_rank(hand);
    s->seat = seat;
    s->rank = rank;
    s->order = order_of(rules, rank);
    /* A royal has pay rows of its own, also where the ladder counts it among the
     * straight flushes. */
    s->category =
        trey_rank_category(rank) == TREY_HAND_ROYAL ? TREY_HAND_ROYAL : category_of(rules, rank);
    s->folded = box->bettor[0].choice == TREY_CHOICE_FOLD;
    s->opened = d->opened >> seat & 1u;
    unsigned fold = rule(rules, TREY_KEY_FOLD_PAIR_PLUS);
    s->pair_plus_lives =
        fold == TREY_FOLD_LIVES || (fold == TREY_FOLD_LIVES_IF_DECLARED && box->keeps_pair_plus);
}

/* ---- The jackpot ------------------------------------------------------------------- */
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
    found.row = found.spades ? &rules->award_spades : &rules->award[category];
    return found;
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
    trey_ground ground = TREY_GROUND_NOT_LISTED;
    bool folded = folded_at(d->table, seat);
    if (box->invalid) {
        bool returned = box->invalid == TREY_INVALID_RETURNED;
        trey_event *line =
            settle_line_event(d, seat, owner, TREY_WAGER_PROGRESSIVE, box->progressive,
                              returned ? TREY_LINE_RETURNED : TREY_LINE_LOSE,
                              returned ? box->progressive : 0, TREY_GROUND_INVALID, TREY_NO_KEY);
        line->money.cause = box->cause;
        line->money.cause_item = box->cause_item;
        return;
    }
    if (!jackpot_taken(d->rules, d->table, seat)) {
        bool alone = box->jackpot != TREY_JACKPOT_RETURNED;
        trey_event *line = settle_line_event(
            d, seat, owner, TREY_WAGER_PROGRESSIVE, box->progressive, TREY_LINE_RETURNED,
            box->progressive, alone ? TREY_GROUND_JACKPOT_ALONE : TREY_GROUND_JACKPOT_RETURNED,
            TREY_NO_KEY);
        if (alone) return;
        line->money.cause = box->jackpot_cause;
        line->money.cause_item = box->jackpot_cause == TREY_CAUSE_RULING
                                     ? TREY_RULING_RETURN_WAGER
                                     : 1; /* below the prescribed amount */
        return;
    }
    if (folded && rule(d->rules, TREY_KEY_FOLD_PROGRESSIVE) == TREY_FOLD_LOST) {
        ground = TREY_GROUND_FOLDED;
    } else if (!(d->opened >> seat & 1u)) {
        ground = TREY_GROUND_UNSHOWN;
    } else if (ruled_on(d->table, seat, owner, TREY_WAGER_PROGRESSIVE)) {
        ground = TREY_GROUND_RULED; /* the meter stays as it is */
    } else if (hand->row->key != TREY_NO_KEY && hand->row->pay.n > 0) {
        trey_award award = trey_meter_pay(*meter, hand->row->pay, d->rules->meter);
        *meter = award.after;
        bool share = hand->row->pay.d != 0, all = hand->row->pay.n == hand->row->pay.d;
        /* A share that resets the meter has won the jackpot, too. */
        *whole |= share && (all || d->rules->meter.after_share == TREY_AFTER_SHARE_RESET);
        trey_event *line = settle_line_event(
            d, seat, owner, TREY_WAGER_PROGRESSIVE, box->progressive, TREY_LINE_PAID, award.paid,
            folded ? TREY_GROUND_HAND_PAYS_FOLDED : TREY_GROUND_HAND_PAYS, hand->row->key);
        line->money.meter = award.from_meter;
        return;
    } else if (folded) {
        ground = TREY_GROUND_NOT_LISTED_FOLDED;
    }
    settle_line_event(d, seat, owner, TREY_WAGER_PROGRESSIVE, box->progressive, TREY_LINE_LOSE, 0,
                      ground, TREY_NO_KEY);
}

/* Does the hand at this seat entitle others to envy? [mbs 3.14] [rws 4.7] */
static bool triggers_envy(const trey_rules *rules, const trey_table *table, unsigned seat,
                          const jackpot_hand *hand, bool opened) {
    const trey_box *box = box_at(table, seat);
    if (!hand->royal || !opened) return false;
    if (box_stake(box, TREY_STAKE_ANTE) == 0 && !box->had_ante) return false;
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
    return (hand.spades ? &rules->envy_spades : &rules->envy)->pay.n;
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
        unsigned row = TREY_NO_KEY;
        for (unsigned other = 1; other <= table->config.positions; other++) {
            if (!trigger[other] || own_hand(d->rules, table, seat, other) ||
                paid_already(d->rules, table, seat, other)) {
                continue;
            }
            const pay_row *envy = hands[other].spades ? &d->rules->envy_spades : &d->rules->envy;
            sum += envy->pay.n;
            if (row == TREY_NO_KEY || hands[other].spades) row = envy->key;
        }
        if (sum == 0) continue;
        settle_line_event(d, seat, box_at(table, seat)->bettor[0].player, TREY_WAGER_ENVY, 0,
                          TREY_LINE_PAID, sum, TREY_GROUND_ENVY, row);
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

/* What a ruling gives beyond the wagers that are there, such as a bonus. */
static void settle_ruled(deciding *d) {
    for (unsigned i = 0; i < d->table->ruled; i++) {
        const trey_ruled *ruled = &d->table->ruling[i];
        trey_player owner = ruled->player;
        bool there = box_at(d->table, ruled->seat)->invalid;
        for (unsigned e = 0; e < d->decision->count; e++) {
            const trey_event *line = &d->decision->event[e];
            there |= line->kind == TREY_EVENT_LINE && line->seat == ruled->seat &&
                     line->wager == ruled->wager && line->player == owner;
        }
        if (there || ruled->back == 0) continue;
        settle_line_event(d, ruled->seat, owner, ruled->wager, 0, TREY_LINE_PAID, ruled->back,
                          TREY_GROUND_RULED, TREY_NO_KEY);
    }
}

/* Returns what the meter shows after the round. */
static trey_cents settle_jackpot(deciding *d) {
    const trey_table *table = d->table;
    trey_meter meter = meter_for_awards(d->rules, table);
    bool whole = false;
    /* At the value registered before the fault [rws 5.17.1]. */
    if (table->frozen) meter.value = table->frozen_meter;
    trey_cents registered = meter.value;
    if (table->config.jackpot) {
        jackpot_hand hands[TREY_SEATS + 1] = {{0}};
        for (unsigned seat = 1; seat <= table->config.positions; seat++) {
            if (box_at(table, seat)->turn > 0) hands[seat] = jackpot_hand_of(d->rules, table, seat);
        }
        /* Lower awards first, the whole meter last [mbs 3.20.1]. */
        bool whole_last = rule(d->rules, TREY_KEY_TABLE_ORDER) == TREY_TABLE_ORDER_LOWER_FIRST;
        for (unsigned pass = 0; pass < 2; pass++) {
            for (unsigned seat = 1; seat <= table->config.positions; seat++) {
                if (box_at(table, seat)->progressive == 0) continue;
                bool last = whole_last && hands[seat].spades && (d->opened >> seat & 1u);
                if (last == (pass == 1)) settle_progressive(d, seat, &hands[seat], &meter, &whole);
            }
        }
        settle_envy(d, hands);
    }
    settle_ruled(d);
    /* The display goes on from the last sound value, less what was paid off it. */
    if (table->frozen && !whole) meter.value = table->registered - (registered - meter.value);
    bool before = rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) != TREY_CONTRIBUTES_AFTER_NO_WIN;
    if (!before && !whole) meter = trey_meter_add(meter, contributions(d->rules, table));
    return meter.value;
}

static trey_cents settle_against_house(deciding *d) {
    const trey_table *table = d->table;
    trey_hand dealer = hand_in(table->dealer);
    trey_rank rank = trey_hand_rank(dealer);
    showdown s = {.qualifies = trey_rulebook_qualifies(d->rules->book, dealer),
                  .dealer_order = order_of(d->rules, rank)};
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (box->invalid) settle_invalid(d, seat);
        if (box->turn == 0 || box->invalid) continue;
        showdown_at(d, seat, &s);
        for (unsigned i = 0; i < box->bettors; i++) {
            settle_base(d, &s, &box->bettor[i], TREY_WAGER_ANTE);
            settle_base(d, &s, &box->bettor[i], TREY_WAGER_PLAY);
            settle_bonus(d, &s, &box->bettor[i]);
            settle_pair_plus(d, &s, &box->bettor[i]);
        }
    }
    return settle_jackpot(d);
}

/* A wager under the minimum is honoured once, and this was the time: the round has an outcome, and
 * the wager was paid, collected or pushed [mbs 5.13]. */
static void note_short_wagers(deciding *d) {
    const trey_table *table = d->table;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; !box->invalid && i < box->bettors; i++) {
            if (box->bettor[i].short_once)
                flag(d, box->bettor[i].player, TREY_PLAYER_UNDER_MINIMUM, 0);
        }
    }
}

/* Play is its Ante, or less where a share of it went back; more only where it was found to be
 * more [rws 5.3]. */
static bool play_within_ante(const trey_rules *rules, const trey_box *box) {
    if (box->invalid || box->turn == 0 || box->play_rule) return true;
    unsigned found = 0;
    for (unsigned i = 0; i < box->bettors; i++) found |= box->bettor[i].found;
    if (found >> TREY_STAKE_PLAY & 1u) return true;
    if (rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE) {
        for (unsigned i = 0; i < box->bettors; i++) {
            const trey_bettor *theirs = &box->bettor[i];
            if (theirs->choice == TREY_CHOICE_PLAY &&
                theirs->stake[TREY_STAKE_PLAY] > theirs->stake[TREY_STAKE_ANTE])
                return false;
        }
        return true;
    }
    return box_stake(box, TREY_STAKE_PLAY) <= box_stake(box, TREY_STAKE_ANTE);
}

void decide_settle(deciding *d) {
    if (d->table->phase != TREY_PHASE_SHOWDOWN) {
        refuse(d, TREY_REFUSED_NOT_SHOWDOWN, TREY_KEY_QUALIFIES);
        return;
    }
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++)
        TREY_ASSERT(play_within_ante(d->rules, box_at(d->table, seat)));
    settle_show_hands(d);
    trey_cents meter = d->rules->banked ? settle_against_bank(d) : settle_against_house(d);
    note_short_wagers(d);
    emit_at(d, TREY_EVENT_SETTLED, 0, TREY_NOBODY, 0)->money.meter = meter;
}
