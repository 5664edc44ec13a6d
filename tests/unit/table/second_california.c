/* second_california.c -- California's rulebook settled a second time.
 *
 * Here the order moves money: a player-dealer pays and collects no further than
 * his own wager reaches. The round is told as the text tells it: forfeits are
 * collected [Round 4], the hands are compared [Round 5], the action button says
 * who is settled first [Round 8], and the bank gives out [Round 9] [Round 10]. */
#include "second_settlement.h"

#include <stdlib.h>

/* ---- The hands ----------------------------------------------------------- */

static second_three ca_hand(const second_round *given, const second_card card[3]) {
    second_ranking ranking = {THREE_STRAIGHT_FLUSH, given->reading.ca_04 == 'A'};
    if (given->reading.ca_02 == 'B') ranking.suited_three_two_ace = THREE_FLUSH;
    if (given->reading.ca_02 == 'C') ranking.suited_three_two_ace = THREE_STRAIGHT;
    return second_three_of(card, ranking);
}

/* The player-dealer must qualify with a minimum of queen-high. */
static bool round_5_qualifies(const second_round *given) {
    second_three hand = ca_hand(given, given->dealer);
    return hand.kind > THREE_ODD_CARDS || hand.value[0] >= 12;
}

static int64_t pair_plus_10_pays(second_three_kind kind) {
    switch (kind) {
    case THREE_ROYAL:
        return 200;
    case THREE_STRAIGHT_FLUSH:
        return 40;
    case THREE_OF_A_KIND:
        return 30;
    case THREE_STRAIGHT:
        return 6;
    case THREE_FLUSH:
        return 3;
    case THREE_PAIR:
        return 1;
    case THREE_ODD_CARDS:
        break;
    }
    return 0;
}

static int64_t six_card_10_pays(second_five_kind kind) {
    switch (kind) {
    case FIVE_ROYAL:
        return 1000;
    case FIVE_STRAIGHT_FLUSH:
        return 200;
    case FIVE_FOUR_OF_A_KIND:
        return 100;
    case FIVE_FULL_HOUSE:
        return 20;
    case FIVE_FLUSH:
        return 15;
    case FIVE_STRAIGHT:
        return 9;
    case FIVE_THREE_OF_A_KIND:
        return 8;
    case FIVE_TWO_PAIR:
    case FIVE_PAIR:
    case FIVE_NOTHING:
        break;
    }
    return 0;
}

/* ---- The action button --------------------------------------------------- */

static bool has_a_wager(const second_round *given, int seat) {
    return given->box[seat].bettors > 0;
}

static int clockwise(int seat) {
    return seat == SECOND_SEATS ? 1 : seat + 1;
}

/* Ace is one, 2 to 9 as they stand, jack 11, queen 12, king 13; the text forgets
 * the ten: A-CA-05. */
static int round_8_number(const second_round *given) {
    int rank = given->dealer[2].rank; /* the up card */
    if (rank == 14) return 1;
    if (rank == 10 && given->reading.ca_05 == 'B') return 0;
    return rank;
}

/* The seats that are counted, in the order of the count, under A-CA-07. */
static int round_8_seats_counted(const second_round *given, int seats[SECOND_SEATS]) {
    int count = 0;
    int first = given->reading.ca_07 == 'B' ? clockwise(given->bank_seat) : 1;
    for (int i = 0, seat = first; i < SECOND_SEATS; i++, seat = clockwise(seat)) {
        if (seat == given->bank_seat) continue; /* not counted */
        if (given->reading.ca_07 == 'C' && !has_a_wager(given, seat)) continue;
        seats[count++] = seat;
    }
    return count;
}

static int round_8_action_seat(const second_round *given) {
    int seats[SECOND_SEATS];
    int count = round_8_seats_counted(given, seats);
    if (count == 0) return 0;
    int number = round_8_number(given);
    int seat = seats[0];
    if (number > 0) {
        for (int i = 1, place = 0; i <= number; i++, place = place + 1 == count ? 0 : place + 1) {
            seat = seats[place]; /* counted aloud, round the table and round again */
        }
    } else if (given->previous_button != 0) {
        seat = given->previous_button; /* A-CA-05 B: it stays where it was */
    }
    for (int i = 0; i < SECOND_SEATS; i++) { /* then the first seat with a wager */
        if (seat != given->bank_seat && has_a_wager(given, seat)) return seat;
        seat = clockwise(seat);
    }
    return 0;
}

/* ---- The bank ------------------------------------------------------------ */

/* What is left of the player-dealer's wager. Under A-CA-08 A `pay` and `collect`
 * are two sides of it; under B `pay` is all that the bank has and `collect` what
 * is missing to twice the wager; under C both are the same pool; under D every
 * player has his own two sides. */
typedef struct second_side {
    uint32_t player; /* D only */
    int64_t pay, collect;
} second_side;

typedef struct second_bank {
    const second_round *given;
    second_side all;
    second_side each[SECOND_SEATS * SECOND_BETTORS];
    int players;
    int64_t result; /* what the player-dealer has won so far */
} second_bank;

static second_side *side_of(second_bank *bank, uint32_t player) {
    if (bank->given->reading.ca_08 != 'D') return &bank->all;
    for (int i = 0; i < bank->players; i++) {
        if (bank->each[i].player == player) return &bank->each[i];
    }
    if (bank->players == SECOND_SEATS * SECOND_BETTORS) abort();
    second_side *fresh = &bank->each[bank->players++];
    *fresh = (second_side){player, bank->given->bank, bank->given->bank};
    return fresh;
}

static void bank_pays(second_bank *bank, second_side *side, int64_t amount) {
    bank->result -= amount;
    side->pay -= amount;
    if (bank->given->reading.ca_08 == 'B') side->collect += amount;
    if (bank->given->reading.ca_08 == 'C') side->collect -= amount;
}

static void bank_collects(second_bank *bank, second_side *side, int64_t amount) {
    bank->result += amount;
    side->collect -= amount;
    if (bank->given->reading.ca_08 == 'B') side->pay += amount;
    if (bank->given->reading.ca_08 == 'C') side->pay -= amount;
}

/* One wager that wins `payoff`, or loses when that is zero. [Round 10] [PairPlus 9]
 * [SixCard 9]: what is not covered is returned; A-CA-11 on what comes after the
 * bank is spent, A-CA-44 on a wager that is covered in part. */
static void round_10_settle(second_bank *bank, second_result *out, int seat, uint32_t player,
                            second_wager wager, int64_t stake, int64_t payoff) {
    second_side *side = side_of(bank, player);
    bool wins = payoff > 0;
    int64_t wanted = wins ? payoff : stake;
    int64_t room = wins ? side->pay : side->collect;
    bool exhausted = side->pay == 0;
    if (exhausted && (wins || bank->given->reading.ca_11 == 'A')) room = 0;
    if (room < wanted && bank->given->reading.ca_44 == 'B') room = 0;
    int64_t moved = room < wanted ? room : wanted;

    second_outcome outcome = CAME_TO_PARTLY_COVERED;
    if (moved == wanted) {
        outcome = wins ? CAME_TO_WIN : CAME_TO_LOSE;
    } else if (moved == 0) {
        outcome = CAME_TO_UNCOVERED;
    }
    if (wins) {
        bank_pays(bank, side, moved);
    } else {
        bank_collects(bank, side, moved);
    }
    second_add_line(out, seat, player, wager, stake, wins ? stake + moved : stake - moved, outcome);
}

/* ---- Forfeits ------------------------------------------------------------ */

/* Without a Play wager Ante and Pair Plus are forfeited [Round 3] [Round 3a]. */
static bool forfeits(const second_bettor *bettor) {
    return bettor->choice != CHOSE_PLAY;
}

static void forfeit(second_bank *bank, second_result *out, int seat, uint32_t player,
                    second_wager wager, int64_t stake) {
    if (stake == 0) return;
    if (bank->given->reading.ca_10 == 'C') { /* collected without counting */
        bank->result += stake;
        second_add_line(out, seat, player, wager, stake, 0, CAME_TO_LOSE);
    } else {
        round_10_settle(bank, out, seat, player, wager, stake, 0);
    }
}

/* The house dealer collects all forfeited wagers once everybody has decided; the
 * decisions began at the player-dealer's left [Round 3]. */
static void round_4_forfeits(second_bank *bank, second_result *out) {
    const second_round *given = bank->given;
    for (int seat = clockwise(given->bank_seat); seat != given->bank_seat; seat = clockwise(seat)) {
        const second_box *box = &given->box[seat];
        for (int i = 0; i < box->bettors; i++) {
            const second_bettor *bettor = &box->bettor[i];
            if (!forfeits(bettor)) continue;
            forfeit(bank, out, seat, bettor->player, SECOND_ANTE, bettor->ante);
            forfeit(bank, out, seat, bettor->player, SECOND_PAIR_PLUS, bettor->pair_plus);
        }
    }
}

/* ---- Live wagers --------------------------------------------------------- */

static void round_5a_refund(second_result *out, int seat, const second_bettor *bettor) {
    second_add_line(out, seat, bettor->player, SECOND_PLAY, bettor->play, bettor->play,
                    CAME_TO_PUSH); /* outside the coverage, A-CA-45 */
}

/* Ante and Play of a player who stayed. */
static void round_5_base(second_bank *bank, second_result *out, int seat,
                         const second_bettor *bettor) {
    const second_round *given = bank->given;
    if (!round_5_qualifies(given)) {
        round_10_settle(bank, out, seat, bettor->player, SECOND_ANTE, bettor->ante,
                        bettor->ante); /* 5b, whatever the hands are: A-CA-32 */
        round_5a_refund(out, seat, bettor);
        return;
    }
    int better =
        second_three_compare(ca_hand(given, given->box[seat].card), ca_hand(given, given->dealer));
    if (better == 0) { /* 5d */
        second_add_line(out, seat, bettor->player, SECOND_ANTE, bettor->ante, bettor->ante,
                        CAME_TO_PUSH);
        second_add_line(out, seat, bettor->player, SECOND_PLAY, bettor->play, bettor->play,
                        CAME_TO_PUSH);
        return;
    }
    /* 5c-i and 5c-ii */
    round_10_settle(bank, out, seat, bettor->player, SECOND_ANTE, bettor->ante,
                    better > 0 ? bettor->ante : 0);
    round_10_settle(bank, out, seat, bettor->player, SECOND_PLAY, bettor->play,
                    better > 0 ? bettor->play : 0);
}

/* [PairPlus 4] to [PairPlus 8]. */
static void pair_plus_5(second_bank *bank, second_result *out, int seat,
                        const second_bettor *bettor) {
    if (bettor->pair_plus == 0) return;
    int64_t pays = pair_plus_10_pays(ca_hand(bank->given, bank->given->box[seat].card).kind);
    round_10_settle(bank, out, seat, bettor->player, SECOND_PAIR_PLUS, bettor->pair_plus,
                    bettor->pair_plus * pays);
}

/* [SixCard 4] to [SixCard 8]: also of a hand that was folded [Round 3b]. */
static void six_card_5(second_bank *bank, second_result *out, int seat,
                       const second_bettor *bettor) {
    const second_round *given = bank->given;
    if (bettor->six_card == 0) return;
    second_five five =
        second_best_five(given->box[seat].card, given->dealer, given->reading.ca_30 == 'A');
    round_10_settle(bank, out, seat, bettor->player, SECOND_SIX_CARD, bettor->six_card,
                    bettor->six_card * six_card_10_pays(five.kind));
}

/* A seat: its owner, then those behind him as they came; of each Ante, Play, Pair
 * Plus, 6 Card Bonus (A-CA-09). */
static void settle_seat(second_bank *bank, second_result *out, int seat) {
    const second_box *box = &bank->given->box[seat];
    bool in_action_order = bank->given->reading.ca_10 == 'B';
    for (int i = 0; i < box->bettors; i++) {
        const second_bettor *bettor = &box->bettor[i];
        if (!forfeits(bettor)) {
            round_5_base(bank, out, seat, bettor);
            pair_plus_5(bank, out, seat, bettor);
        } else if (in_action_order) {
            forfeit(bank, out, seat, bettor->player, SECOND_ANTE, bettor->ante);
            forfeit(bank, out, seat, bettor->player, SECOND_PAIR_PLUS, bettor->pair_plus);
        }
        six_card_5(bank, out, seat, bettor);
    }
}

void second_settle_california(const second_round *given, second_result *out) {
    second_bank bank = {.given = given, .all = {0, given->bank, given->bank}};
    if (given->reading.ca_10 != 'B') round_4_forfeits(&bank, out);
    out->button = round_8_action_seat(given);
    for (int i = 0, seat = out->button; i < SECOND_SEATS && seat != 0;
         i++, seat = clockwise(seat)) {
        if (seat != given->bank_seat) settle_seat(&bank, out, seat);
    }
    out->bank_after = given->bank + bank.result;
}
