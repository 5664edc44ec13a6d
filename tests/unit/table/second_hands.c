/* second_hands.c -- hands evaluated a second time, the slow and obvious way.
 *
 * Nothing here is quick and nothing is shared with libtrey: the cards are sorted
 * from the highest, and each kind of hand is asked for in the words of the
 * rulebooks. */
#include "second_hands.h"

static void sort_from_the_highest(second_card *cards, int count) {
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            if (cards[j].rank > cards[i].rank) {
                second_card card = cards[i];
                cards[i] = cards[j];
                cards[j] = card;
            }
        }
    }
}

static bool all_of_one_suit(const second_card *cards, int count) {
    for (int i = 1; i < count; i++) {
        if (cards[i].suit != cards[0].suit) return false;
    }
    return true;
}

/* Each card one below the card before it, the ace high. */
static bool each_one_lower(const second_card *cards, int count) {
    for (int i = 1; i < count; i++) {
        if (cards[i].rank != cards[i - 1].rank - 1) return false;
    }
    return true;
}

/* ---- Three cards --------------------------------------------------------- */

static bool is_ace_king_queen(const second_card sorted[3]) {
    return sorted[0].rank == 14 && sorted[1].rank == 13 && sorted[2].rank == 12;
}

/* The one sequence in which the ace is one [mbs 3.3.1.2] [rws 3.1.1]. */
static bool is_three_two_ace(const second_card sorted[3]) {
    return sorted[0].rank == 14 && sorted[1].rank == 3 && sorted[2].rank == 2;
}

static second_three_kind three_kind(const second_card sorted[3], second_ranking ranking) {
    bool suited = all_of_one_suit(sorted, 3);
    /* [mbs 3.16.1] [ca-six-card Ranking 2 MiniRoyal] */
    if (suited && is_ace_king_queen(sorted)) return THREE_ROYAL;
    /* [mbs 3.17.3], and where the text leaves it open A-RWS-09 and A-CA-02 */
    if (suited && is_three_two_ace(sorted)) return ranking.suited_three_two_ace;
    /* [mbs 3.16.2] */
    if (suited && each_one_lower(sorted, 3)) return THREE_STRAIGHT_FLUSH;
    /* [mbs 3.16.3] */
    if (sorted[0].rank == sorted[1].rank && sorted[1].rank == sorted[2].rank) {
        return THREE_OF_A_KIND;
    }
    /* [mbs 3.16.4]: the ace may count high or low */
    if (each_one_lower(sorted, 3) || is_three_two_ace(sorted)) return THREE_STRAIGHT;
    /* [mbs 3.16.5] */
    if (suited) return THREE_FLUSH;
    /* [mbs 3.16.6] */
    if (sorted[0].rank == sorted[1].rank || sorted[1].rank == sorted[2].rank) return THREE_PAIR;
    /* [mbs 3.16.7] */
    return THREE_ODD_CARDS;
}

/* [mbs 3.17.2] [rws 3.1.3b]: first the pair, then the odd card; A-CA-04 B leaves
 * the odd card out. */
static void pair_values(const second_card sorted[3], bool odd_card_counts, int value[3]) {
    bool pair_is_high = sorted[0].rank == sorted[1].rank;
    value[0] = sorted[1].rank;
    value[1] = odd_card_counts ? (pair_is_high ? sorted[2].rank : sorted[0].rank) : 0;
    value[2] = 0;
}

second_three second_three_of(const second_card cards[3], second_ranking ranking) {
    second_card sorted[3] = {cards[0], cards[1], cards[2]};
    sort_from_the_highest(sorted, 3);
    second_three hand = {three_kind(sorted, ranking), {0, 0, 0}};
    if (hand.kind == THREE_PAIR) {
        pair_values(sorted, ranking.odd_card_counts, hand.value);
        return hand;
    }
    for (int i = 0; i < 3; i++) hand.value[i] = sorted[i].rank;
    bool sequence = hand.kind == THREE_STRAIGHT || hand.kind == THREE_STRAIGHT_FLUSH;
    if (sequence && is_three_two_ace(sorted)) { /* [mbs 3.17.3]: the lowest */
        hand.value[0] = 3;
        hand.value[1] = 2;
        hand.value[2] = 1;
    }
    return hand;
}

int second_three_compare(second_three left, second_three right) {
    if (left.kind != right.kind) return left.kind > right.kind ? 1 : -1;
    for (int i = 0; i < 3; i++) {
        if (left.value[i] != right.value[i]) return left.value[i] > right.value[i] ? 1 : -1;
    }
    return 0; /* [mbs 3.17.1] */
}

/* ---- Five cards ---------------------------------------------------------- */

static bool is_five_high(const second_card sorted[5]) {
    return sorted[0].rank == 14 && sorted[1].rank == 5 && sorted[2].rank == 4 &&
           sorted[3].rank == 3 && sorted[4].rank == 2;
}

static second_five five_of(const second_card sorted[5], bool five_high_counts) {
    bool suited = all_of_one_suit(sorted, 5);
    bool sequence = each_one_lower(sorted, 5) || (five_high_counts && is_five_high(sorted));
    int largest = 0, pairs = 0; /* of one rank; ranks that stand exactly twice */
    for (int i = 0; i < 5; i++) {
        int same = 0, first = i;
        for (int j = 0; j < 5; j++) {
            if (sorted[j].rank != sorted[i].rank) continue;
            same++;
            if (j < first) first = j;
        }
        if (same > largest) largest = same;
        if (same == 2 && first == i) pairs++;
    }
    second_five hand = {FIVE_NOTHING, 0};
    if (suited && each_one_lower(sorted, 5) && sorted[0].rank == 14) {
        hand.kind = FIVE_ROYAL;
        hand.suit = sorted[0].suit;
    } else if (suited && sequence) {
        hand.kind = FIVE_STRAIGHT_FLUSH;
    } else if (largest == 4) {
        hand.kind = FIVE_FOUR_OF_A_KIND;
    } else if (largest == 3 && pairs == 1) {
        hand.kind = FIVE_FULL_HOUSE;
    } else if (suited) {
        hand.kind = FIVE_FLUSH;
    } else if (sequence) {
        hand.kind = FIVE_STRAIGHT;
    } else if (largest == 3) {
        hand.kind = FIVE_THREE_OF_A_KIND;
    } else if (pairs == 2) {
        hand.kind = FIVE_TWO_PAIR;
    } else if (pairs == 1) {
        hand.kind = FIVE_PAIR;
    }
    return hand;
}

/* [rws-progressive 1.16] [ca-six-card SixCard 4]: any five of the six, however
 * many of them are the player's own. */
second_five second_best_five(const second_card player[3], const second_card dealer[3],
                             bool five_high_counts) {
    second_card six[6] = {player[0], player[1], player[2], dealer[0], dealer[1], dealer[2]};
    sort_from_the_highest(six, 6);
    second_five best = {FIVE_NOTHING, 0};
    for (int left_out = 0; left_out < 6; left_out++) {
        second_card five[5];
        for (int i = 0, j = 0; i < 6; i++) {
            if (i != left_out) five[j++] = six[i];
        }
        second_five hand = five_of(five, five_high_counts);
        if (hand.kind > best.kind) best = hand;
    }
    return best;
}
