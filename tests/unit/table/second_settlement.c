/* second_settlement.c -- Singapore's three rulebooks settled a second time.
 *
 * Each function is named after the paragraph that it was written from, with the
 * text of the rulebook open beside it. Speed, sharing and elegance do not matter
 * here: what matters is that nobody who reads a paragraph and its function can
 * doubt that they say the same. California is in second_california.c. */
#include "second_settlement.h"

#include <stdlib.h>
#include <string.h>

#define DOLLARS(n) ((int64_t)(n)*100)

second_readings second_readings_in_force(void) {
    second_readings readings;
#define SECOND_READING_PRESET(field, id, preset) readings.field = (preset);
    SECOND_READINGS(SECOND_READING_PRESET)
#undef SECOND_READING_PRESET
    return readings;
}

void second_add_line(second_result *out, int seat, uint32_t player, second_wager wager,
                     int64_t staked, int64_t back, second_outcome outcome) {
    if (out->lines == SECOND_LINES) abort();
    out->line[out->lines++] = (second_line){seat, player, wager, staked, back, outcome};
}

/* ---- A box --------------------------------------------------------------- */

static int64_t ante_of(const second_box *box) {
    int64_t sum = 0;
    for (int i = 0; i < box->bettors; i++) sum += box->bettor[i].ante;
    return sum;
}

static int64_t pair_plus_of(const second_box *box) {
    int64_t sum = 0;
    for (int i = 0; i < box->bettors; i++) sum += box->bettor[i].pair_plus;
    return sum;
}

static uint32_t owner_of(const second_box *box) {
    return box->bettor[0].player;
}

static bool folded(const second_box *box) {
    return box->bettor[0].choice == CHOSE_FOLD;
}

/* One line for each person who has money on an area of the position: a wager may
 * be built by several [mbs 3.4]. A payment of `pays` to 1 goes with a win. */
static void whole_area(second_result *out, int seat, const second_box *box, second_wager wager,
                       second_outcome outcome, int64_t pays) {
    for (int i = 0; i < box->bettors; i++) {
        const second_bettor *bettor = &box->bettor[i];
        int64_t stake = wager == SECOND_ANTE   ? bettor->ante
                        : wager == SECOND_PLAY ? bettor->play
                                               : bettor->pair_plus;
        if (stake == 0) continue;
        int64_t back = 0;
        if (outcome == CAME_TO_WIN) back = stake + stake * pays;
        if (outcome == CAME_TO_PUSH || outcome == CAME_TO_RETURNED) back = stake;
        second_add_line(out, seat, bettor->player, wager, stake, back, outcome);
    }
}

/* The Ante Bonus is a payment on the Ante, never a stake [mbs 1.1.2] [rws 1.2]. */
static void ante_bonus(second_result *out, int seat, const second_box *box, int64_t pays) {
    for (int i = 0; i < box->bettors && pays > 0; i++) {
        const second_bettor *bettor = &box->bettor[i];
        if (bettor->ante == 0) continue;
        second_add_line(out, seat, bettor->player, SECOND_ANTE_BONUS, 0, bettor->ante * pays,
                        CAME_TO_BONUS);
    }
}

/* ---- Pay tables, typed from the texts ------------------------------------ */

/* [mbs 4.2] [rws 4.3] [rws-progressive 4.3]: the same in the three books. */
static int64_t ante_bonus_pays(second_three_kind kind) {
    if (kind == THREE_ROYAL || kind == THREE_STRAIGHT_FLUSH) return 5;
    if (kind == THREE_OF_A_KIND) return 4;
    if (kind == THREE_STRAIGHT) return 1;
    return 0;
}

/* [mbs 4.3] [rws 4.2] [rws-progressive 4.2]: the same in the three books. */
static int64_t pair_plus_pays(second_three_kind kind) {
    if (kind == THREE_ROYAL || kind == THREE_STRAIGHT_FLUSH) return 40;
    if (kind == THREE_OF_A_KIND) return 30;
    if (kind == THREE_STRAIGHT) return 5;
    if (kind == THREE_FLUSH) return 4;
    if (kind == THREE_PAIR) return 1;
    return 0;
}

static void pair_plus_by_its_table(second_result *out, int seat, const second_box *box,
                                   second_three_kind kind) {
    int64_t pays = pair_plus_pays(kind);
    whole_area(out, seat, box, SECOND_PAIR_PLUS, pays > 0 ? CAME_TO_WIN : CAME_TO_LOSE, pays);
}

/* A row of a jackpot table 4.4. */
typedef struct jackpot_row {
    int percent;   /* of the meter, or 0 */
    int64_t fixed; /* in cents, or 0 */
    int64_t envy;  /* in cents, or 0 */
} jackpot_row;
static const jackpot_row not_in_the_table = {0, 0, 0};

static bool in_the_table(jackpot_row row) {
    return row.percent > 0 || row.fixed > 0;
}

/* [mbs 4.4] and [rws 4.4] pay alike on the player's own three cards. */
static jackpot_row three_card_jackpot(const second_card card[3], second_three_kind kind) {
    if (kind == THREE_ROYAL) {
        return card[0].suit == 's' ? (jackpot_row){100, 0, DOLLARS(250)}
                                   : (jackpot_row){0, DOLLARS(1250), DOLLARS(50)};
    }
    if (kind == THREE_STRAIGHT_FLUSH) return (jackpot_row){0, DOLLARS(175), 0};
    if (kind == THREE_OF_A_KIND) return (jackpot_row){0, DOLLARS(150), 0};
    if (kind == THREE_STRAIGHT) return (jackpot_row){0, DOLLARS(15), 0};
    return not_in_the_table;
}

/* [rws-progressive 4.4], on the best five of six [rws-progressive 3.18]. */
static jackpot_row five_card_jackpot(second_five five) {
    if (five.kind == FIVE_ROYAL) {
        return five.suit == 's' ? (jackpot_row){100, 0, DOLLARS(500)}
                                : (jackpot_row){25, 0, DOLLARS(250)};
    }
    if (five.kind == FIVE_STRAIGHT_FLUSH) return (jackpot_row){0, DOLLARS(1250), 0};
    if (five.kind == FIVE_FOUR_OF_A_KIND) return (jackpot_row){0, DOLLARS(250), 0};
    if (five.kind == FIVE_FULL_HOUSE) return (jackpot_row){0, DOLLARS(50), 0};
    if (five.kind == FIVE_FLUSH) return (jackpot_row){0, DOLLARS(25), 0};
    return not_in_the_table;
}

/* ---- The meter ----------------------------------------------------------- */

/* [mbs 5.12.2]: without an Ante or Pair Plus it is invalid.
 * [rws 5.4] [rws-progressive 5.4]: without an Ante it is returned. */
static bool jackpot_bet_is_valid(const second_round *given, const second_box *box) {
    if (box->jackpot == 0) return false;
    if (given->book != SECOND_MBS) return ante_of(box) > 0;
    /* [mbs 3.5] [mbs 5.12]: the same player's; A-MBS-39 B: anybody's there. */
    if (given->reading.mbs_39 == 'B') return ante_of(box) > 0 || pair_plus_of(box) > 0;
    return box->bettor[0].ante > 0 || box->bettor[0].pair_plus > 0;
}

static int64_t contributions(const second_round *given) {
    int64_t sum = given->lost_contributions;
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        if (jackpot_bet_is_valid(given, &given->box[seat])) sum += given->contribution;
    }
    return sum;
}

/* What the display shows when settling begins. [rws 1.15] and A-ALL-02: under A
 * and C this round's bets are in it, under B not yet. */
static int64_t meter_displayed(const second_round *given) {
    return given->reading.all_02 == 'B' ? given->meter : given->meter + contributions(given);
}

typedef struct second_meter {
    int64_t value;
    bool won; /* for [rws 1.15]: bets are added when the jackpot is not won */
} second_meter;

/* [mbs 4.4] [rws 1.15] [rws 4.4] [rws-progressive 4.4]: pays a row and leaves on
 * the display what the texts and A-RWP-01 and A-MBS-08 say. */
static int64_t pay_row(const second_round *given, jackpot_row row, second_meter *meter) {
    if (row.percent == 100) {
        int64_t paid = meter->value;
        meter->value = given->reset;
        meter->won = true;
        return paid;
    }
    if (row.percent == 25) {
        int64_t paid = meter->value / 4; /* A-RWP-05: down to the cent */
        int64_t left = meter->value - paid;
        if (given->reading.rwp_01 == 'B') left = given->reset;
        if (given->reading.rwp_01 == 'C' && left < given->reset) left = given->reset;
        if (given->reading.rwp_01 == 'B') meter->won = true;
        meter->value = left;
        return paid;
    }
    if (given->book == SECOND_MBS && given->reading.mbs_08 == 'A') {
        meter->value -= row.fixed < meter->value ? row.fixed : meter->value;
    }
    return row.fixed;
}

/* [rws 1.15] under A-ALL-02 B: placed and accepted but not won. */
static int64_t meter_afterwards(const second_round *given, second_meter meter) {
    if (given->reading.all_02 == 'B' && !meter.won) return meter.value + contributions(given);
    return meter.value;
}

static void jackpot_line(second_result *out, int seat, const second_box *box, int64_t paid,
                         second_outcome outcome) {
    second_add_line(out, seat, owner_of(box), SECOND_JACKPOT, box->jackpot, paid, outcome);
}

/* [mbs 5.12.2] [rws 5.4]: the invalid ones go back. */
static void return_invalid_jackpot_bets(const second_round *given, second_result *out) {
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        const second_box *box = &given->box[seat];
        if (box->jackpot == 0 || jackpot_bet_is_valid(given, box)) continue;
        jackpot_line(out, seat, box, box->jackpot, CAME_TO_RETURNED);
    }
}

/* One amount for each box that receives envy. */
static void envy_lines(const second_round *given, second_result *out,
                       const int64_t envy[SECOND_SEATS + 1]) {
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        if (envy[seat] == 0) continue;
        second_add_line(out, seat, owner_of(&given->box[seat]), SECOND_ENVY, 0, envy[seat],
                        CAME_TO_PAID);
    }
}

/* ---- MBS ----------------------------------------------------------------- */

/* [mbs 3.3.1.2] [mbs 3.17.2] leave no doubt about suited 3-2-A and odd cards. */
static second_three mbs_hand(const second_card card[3]) {
    return second_three_of(card, (second_ranking){THREE_STRAIGHT_FLUSH, true});
}

/* [mbs 3.11] and A-MBS-01: A queen-high or better, B a queen or higher card. */
static bool mbs_3_11_dealer_has_a_queen(const second_round *given) {
    bool present = false;
    for (int i = 0; i < 3; i++) present = present || given->dealer[i].rank >= 12;
    if (given->reading.mbs_01 == 'B') return present;
    return present || mbs_hand(given->dealer).kind > THREE_ODD_CARDS;
}

/* A-MBS-04: lost, returned, or paid by what a supervisor's look shows. */
static void mbs_pair_plus_not_shown(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    if (given->reading.mbs_04 == 'B') {
        whole_area(out, seat, box, SECOND_PAIR_PLUS, CAME_TO_RETURNED, 0);
    } else if (given->reading.mbs_04 == 'C' && box->looked_at) {
        pair_plus_by_its_table(out, seat, box, mbs_hand(box->card).kind);
    } else {
        whole_area(out, seat, box, SECOND_PAIR_PLUS, CAME_TO_LOSE, 0);
    }
}

/* A hand that was folded or not shown cannot be compared; what else is with it. */
static void mbs_3_9_1_fold(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    whole_area(out, seat, box, SECOND_ANTE, CAME_TO_LOSE, 0);
    /* [mbs 3.9.1.1]: Pair Plus may be played on; A-MBS-07 B asks him to say so. */
    bool lives = given->reading.mbs_07 == 'A' || box->keeps_pair_plus;
    if (lives && !box->not_shown) {
        pair_plus_by_its_table(out, seat, box, mbs_hand(box->card).kind);
    } else if (lives) {
        mbs_pair_plus_not_shown(given, out, seat);
    } else {
        whole_area(out, seat, box, SECOND_PAIR_PLUS, CAME_TO_LOSE, 0);
    }
}

/* Ranked lower than the dealer's hand, and considered settled (A-MBS-04: nothing
 * proves a pair). Without a qualifying dealer A-MBS-03 decides. */
static void mbs_3_10_1_not_shown(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    bool no_comparison = !mbs_3_11_dealer_has_a_queen(given);
    if (no_comparison && given->reading.mbs_03 == 'B') {
        whole_area(out, seat, box, SECOND_ANTE, CAME_TO_WIN, 1);
        whole_area(out, seat, box, SECOND_PLAY, CAME_TO_PUSH, 0);
    } else {
        whole_area(out, seat, box, SECOND_ANTE, CAME_TO_LOSE, 0);
        whole_area(out, seat, box, SECOND_PLAY, CAME_TO_LOSE, 0);
    }
    mbs_pair_plus_not_shown(given, out, seat);
    if (given->reading.mbs_04 == 'C' && box->looked_at)
        ante_bonus(out, seat, box, ante_bonus_pays(mbs_hand(box->card).kind));
}

static void mbs_3_11_no_comparison(second_result *out, int seat, const second_box *box) {
    second_three_kind kind = mbs_hand(box->card).kind;
    whole_area(out, seat, box, SECOND_PLAY, CAME_TO_PUSH, 0); /* 3.11.1, A-MBS-02 */
    whole_area(out, seat, box, SECOND_ANTE, CAME_TO_WIN, 1);  /* 3.11.2 */
    ante_bonus(out, seat, box, ante_bonus_pays(kind));        /* 3.11.3 */
    pair_plus_by_its_table(out, seat, box, kind);             /* 3.11.4 */
}

static void mbs_3_12_comparison(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    second_three hand = mbs_hand(box->card);
    int better = second_three_compare(hand, mbs_hand(given->dealer));
    second_outcome outcome = better > 0   ? CAME_TO_WIN     /* 3.12.1 */
                             : better < 0 ? CAME_TO_LOSE    /* 3.12.2 */
                                          : CAME_TO_PUSH;   /* 3.12.3 */
    whole_area(out, seat, box, SECOND_ANTE, outcome, 1);    /* 4.1 */
    whole_area(out, seat, box, SECOND_PLAY, outcome, 1);    /* 4.1 */
    ante_bonus(out, seat, box, ante_bonus_pays(hand.kind)); /* 3.12.4 */
    pair_plus_by_its_table(out, seat, box, hand.kind);      /* 3.12.5 */
}

/* [mbs 3.13]: irrespective of the dealer's hand; [mbs 3.9.1]: also when folded;
 * [mbs 3.10.1]: but not when the cards are not shown. */
static jackpot_row mbs_3_13_row(const second_box *box) {
    if (box->not_shown) return not_in_the_table;
    return three_card_jackpot(box->card, mbs_hand(box->card).kind);
}

/* [mbs 3.20.1]: the royal of spades is paid after the lower hands. */
static void mbs_3_20_1_jackpots(const second_round *given, second_result *out,
                                second_meter *meter) {
    for (int turn = 0; turn < 2; turn++) {
        for (int seat = 1; seat <= SECOND_SEATS; seat++) {
            const second_box *box = &given->box[seat];
            if (!jackpot_bet_is_valid(given, box)) continue;
            jackpot_row row = mbs_3_13_row(box);
            if ((row.percent == 100) != (turn == 1)) continue;
            if (in_the_table(row)) {
                jackpot_line(out, seat, box, pay_row(given, row, meter), CAME_TO_PAID);
            } else {
                jackpot_line(out, seat, box, 0, CAME_TO_LOSE);
            }
        }
    }
}

/* [mbs 3.14]: a player with an Ante achieves one of the top two hands; [mbs 3.15]:
 * Pair Plus alone does not do. A-MBS-17: a folded hand. Not shown, nobody can say
 * that it was achieved [mbs 3.10.1]. */
static bool mbs_3_14_triggers(const second_round *given, const second_box *box) {
    if (ante_of(box) == 0 || box->not_shown) return false;
    if (folded(box) && given->reading.mbs_17 == 'B') return false;
    return mbs_hand(box->card).kind == THREE_ROYAL;
}

/* [mbs 1.1.4] [mbs 3.14], A-MBS-05 and A-MBS-40: may this box have envy of that hand? */
static bool mbs_1_1_4_another_players_hand(const second_round *given, int receiver, int trigger) {
    const second_box *hand = &given->box[trigger];
    for (int i = 1; given->reading.mbs_40 == 'B' && i < hand->bettors; i++) {
        if (hand->bettor[i].player == owner_of(&given->box[receiver])) return false;
    }
    if (given->reading.mbs_05 == 'B') return true;
    if (given->reading.mbs_05 == 'C') return receiver != trigger;
    return owner_of(&given->box[receiver]) != owner_of(&given->box[trigger]);
}

/* A-MBS-06 B: once for each player. Has an earlier box of his had it already? */
static bool mbs_has_it_already(const second_round *given, const bool has_it[SECOND_SEATS + 1],
                               int receiver) {
    for (int seat = 1; seat < receiver; seat++) {
        if (has_it[seat] && owner_of(&given->box[seat]) == owner_of(&given->box[receiver])) {
            return true;
        }
    }
    return false;
}

static void mbs_3_14_envy(const second_round *given, second_result *out) {
    int64_t envy[SECOND_SEATS + 1] = {0};
    for (int trigger = 1; trigger <= SECOND_SEATS; trigger++) {
        const second_box *royal = &given->box[trigger];
        if (!mbs_3_14_triggers(given, royal)) continue;
        int64_t bonus = three_card_jackpot(royal->card, THREE_ROYAL).envy;
        bool has_it[SECOND_SEATS + 1] = {false};
        for (int seat = 1; seat <= SECOND_SEATS; seat++) {
            const second_box *box = &given->box[seat];
            if (!jackpot_bet_is_valid(given, box)) continue;
            if (!mbs_1_1_4_another_players_hand(given, seat, trigger)) continue;
            if (given->reading.mbs_06 == 'B' && mbs_has_it_already(given, has_it, seat)) continue;
            envy[seat] += bonus;
            has_it[seat] = true;
        }
    }
    envy_lines(given, out, envy);
}

void second_settle_mbs(const second_round *given, second_result *out) {
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        const second_box *box = &given->box[seat];
        if (folded(box)) {
            mbs_3_9_1_fold(given, out, seat);
        } else if (box->not_shown) {
            mbs_3_10_1_not_shown(given, out, seat);
        } else if (!mbs_3_11_dealer_has_a_queen(given)) {
            mbs_3_11_no_comparison(out, seat, box);
        } else {
            mbs_3_12_comparison(given, out, seat);
        }
    }
    second_meter meter = {meter_displayed(given), false};
    mbs_3_20_1_jackpots(given, out, &meter);
    mbs_3_14_envy(given, out);
    return_invalid_jackpot_bets(given, out);
    out->meter_after = meter_afterwards(given, meter);
}

/* ---- RWS and RWS Progressive --------------------------------------------- */

/* [rws 3.1.1] names the ace as one in a straight only: A-RWS-09. */
static second_three rws_hand(const second_round *given, const second_card card[3]) {
    second_three_kind low = given->reading.rws_09 == 'B' ? THREE_FLUSH : THREE_STRAIGHT_FLUSH;
    return second_three_of(card, (second_ranking){low, true});
}

/* [rws 1.16] [rws-progressive 1.17]: a queen, or a hand of a higher ranking. */
static bool rws_1_16_qualifying_hand(const second_round *given) {
    second_three hand = rws_hand(given, given->dealer);
    return hand.kind > THREE_ODD_CARDS || hand.value[0] >= 12;
}

/* [rws 3.14]: the dealer opens a hand with Pair Plus alone; A-RWS-05 B: any hand. */
static bool rws_4_5_not_revealed(const second_round *given, const second_box *box) {
    return box->not_shown && ante_of(box) > 0 && given->reading.rws_05 != 'B';
}

/* Ante and Pair Plus are lost. */
static void rws_3_12_1_fold(second_result *out, int seat, const second_box *box) {
    whole_area(out, seat, box, SECOND_ANTE, CAME_TO_LOSE, 0);
    whole_area(out, seat, box, SECOND_PAIR_PLUS, CAME_TO_LOSE, 0);
}

/* A-RWS-05 A: no claim, so it cannot beat a dealer who qualifies; C: all is lost. */
static void rws_4_5_settle(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    if (given->reading.rws_05 == 'A' && !rws_1_16_qualifying_hand(given)) {
        whole_area(out, seat, box, SECOND_ANTE, CAME_TO_WIN, 1);
        whole_area(out, seat, box, SECOND_PLAY, CAME_TO_PUSH, 0);
    } else {
        whole_area(out, seat, box, SECOND_ANTE, CAME_TO_LOSE, 0);
        whole_area(out, seat, box, SECOND_PLAY, CAME_TO_LOSE, 0);
    }
    whole_area(out, seat, box, SECOND_PAIR_PLUS, CAME_TO_LOSE, 0);
}

static void rws_3_13_dealer_does_not_qualify(second_result *out, int seat, const second_box *box) {
    whole_area(out, seat, box, SECOND_ANTE, CAME_TO_WIN, 1);
    whole_area(out, seat, box, SECOND_PLAY, CAME_TO_PUSH, 0);
}

static void rws_3_15_comparison(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    second_three hand = rws_hand(given, box->card);
    int better = second_three_compare(hand, rws_hand(given, given->dealer));
    second_outcome outcome = better > 0   ? CAME_TO_WIN   /* 3.15.1 */
                             : better < 0 ? CAME_TO_LOSE  /* 3.15.2 */
                                          : CAME_TO_PUSH; /* 3.15.3 */
    whole_area(out, seat, box, SECOND_ANTE, outcome, 1);
    whole_area(out, seat, box, SECOND_PLAY, outcome, 1);
}

/* Irrespective of the dealer's hand. */
static void rws_3_16_pair_plus_and_bonus(const second_round *given, second_result *out, int seat) {
    const second_box *box = &given->box[seat];
    second_three_kind kind = rws_hand(given, box->card).kind;
    ante_bonus(out, seat, box, ante_bonus_pays(kind));
    pair_plus_by_its_table(out, seat, box, kind);
}

/* [rws 3.17]: the player's three cards; [rws-progressive 3.17]: the best five of
 * six, with A-RWP-04 on a suited five-high sequence. */
static jackpot_row rws_4_4_row(const second_round *given, const second_box *box) {
    if (given->book == SECOND_RWS) {
        return three_card_jackpot(box->card, rws_hand(given, box->card).kind);
    }
    return five_card_jackpot(
        second_best_five(box->card, given->dealer, given->reading.rwp_04 == 'A'));
}

/* [rws 3.12.1]: a folded bet is not eligible; [rws 3.13]: the dealer's hand does
 * not matter. */
static void rws_4_4_jackpots(const second_round *given, second_result *out, second_meter *meter) {
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        const second_box *box = &given->box[seat];
        if (!jackpot_bet_is_valid(given, box)) continue;
        jackpot_row row = rws_4_4_row(given, box);
        if (folded(box) || rws_4_5_not_revealed(given, box) || !in_the_table(row)) {
            jackpot_line(out, seat, box, 0, CAME_TO_LOSE);
        } else {
            jackpot_line(out, seat, box, pay_row(given, row, meter), CAME_TO_PAID);
        }
    }
}

/* [rws 4.7]: a player with an Ante; [rws 4.8]: not with Pair Plus alone. A-RWS-03 C
 * lets a folded hand bring it. What is not revealed was not achieved. */
static bool rws_4_7_triggers(const second_round *given, const second_box *box) {
    if (ante_of(box) == 0) return false;
    if (rws_4_5_not_revealed(given, box)) return false;
    if (folded(box) && given->reading.rws_03 != 'C') return false;
    return rws_4_4_row(given, box).envy > 0;
}

/* [rws 4.7]: all boxes with a jackpot bet; A-RWS-03 B includes the folded ones;
 * not for one's own hand, A-RWS-07. */
static bool rws_4_7_receives(const second_round *given, int receiver, int trigger) {
    const second_box *box = &given->box[receiver];
    if (!jackpot_bet_is_valid(given, box)) return false;
    if (folded(box) && given->reading.rws_03 != 'B') return false;
    if (given->reading.rws_07 == 'B') return receiver != trigger;
    return owner_of(box) != owner_of(&given->box[trigger]);
}

static void rws_4_7_envy(const second_round *given, second_result *out) {
    int64_t envy[SECOND_SEATS + 1] = {0};
    for (int trigger = 1; trigger <= SECOND_SEATS; trigger++) {
        const second_box *royal = &given->box[trigger];
        if (!rws_4_7_triggers(given, royal)) continue;
        for (int seat = 1; seat <= SECOND_SEATS; seat++) {
            if (!rws_4_7_receives(given, seat, trigger)) continue;
            envy[seat] += rws_4_4_row(given, royal).envy;
        }
    }
    envy_lines(given, out, envy);
}

void second_settle_rws(const second_round *given, second_result *out) {
    for (int seat = 1; seat <= SECOND_SEATS; seat++) {
        const second_box *box = &given->box[seat];
        if (folded(box)) {
            rws_3_12_1_fold(out, seat, box);
        } else if (rws_4_5_not_revealed(given, box)) {
            rws_4_5_settle(given, out, seat);
        } else {
            if (!rws_1_16_qualifying_hand(given)) {
                rws_3_13_dealer_does_not_qualify(out, seat, box);
            } else {
                rws_3_15_comparison(given, out, seat);
            }
            rws_3_16_pair_plus_and_bonus(given, out, seat);
        }
    }
    second_meter meter = {meter_displayed(given), false};
    rws_4_4_jackpots(given, out, &meter);
    rws_4_7_envy(given, out);
    return_invalid_jackpot_bets(given, out);
    out->meter_after = meter_afterwards(given, meter);
}

void second_settlement(const second_round *given, second_result *out) {
    memset(out, 0, sizeof *out);
    if (given->book == SECOND_MBS) {
        second_settle_mbs(given, out);
    } else if (given->book == SECOND_CA) {
        second_settle_california(given, out);
    } else {
        second_settle_rws(given, out);
    }
}
