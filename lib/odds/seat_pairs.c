/* seat_pairs.c -- what two seats have in common because they play against one dealer.
 *
 * The player-dealer's result is the sum of the seats', so its variance needs their
 * covariance. Given the dealer's hand and the card that is turned up, a seat's result is a
 * function of its own hand alone, and what is wanted is the sum of products over all pairs of
 * hands that share no card. By inclusion and exclusion that is the square of the whole sum,
 * less the squares of the sums over hands that hold a card, plus those over hands that hold
 * two, less the squares of single results: one pass over the 18,424 hands instead of 280
 * million pairs. Dealers that differ in suits only are looked at once where the strategy does
 * not care for suits either. Everything is in whole numbers. */
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

enum { PAIRS = TREY_CARDS * (TREY_CARDS - 1) / 2, OTHERS = 18424, BESIDE = 15180 };

typedef struct pair_sums {
    const trey_odds *odds;
    trey_cardset set[TREY_HANDS];
    uint8_t three[TREY_HANDS];
    trey_five five[TREY_HANDS + 32];
    int64_t card[TREY_CARDS], pair[PAIRS];
} pair_sums;

static unsigned pair_index(unsigned high, unsigned low) {
    return high * (high - 1) / 2 + low;
}

static int64_t result_of(const pair_sums *p, unsigned hand, unsigned dealer, bool plays) {
    const trey_odds *odds = p->odds;
    const trey_hand *list = trey_hand_list();
    unsigned six = six_in(odds, list[hand], list[dealer], p->five[hand]);
    unsigned showdown = showdown_of(odds->dealers.value[dealer], odds->dealers.player[hand]);
    return odds->nets[p->three[hand]].round[plays ? CHOICE_PLAY : CHOICE_FOLD][six][showdown];
}

/* The sum of products over all ordered pairs of hands that share no card with each other or
 * with the dealer's. */
static trey_int128 products(pair_sums *p, unsigned dealer, trey_card up) {
    const trey_cardset gone = p->set[dealer];
    trey_int128 sum = 0, squares = 0;
    memset(p->card, 0, sizeof p->card);
    memset(p->pair, 0, sizeof p->pair);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        if (p->set[i] & gone) continue;
        const trey_hand hand = trey_hand_list()[i];
        const trey_cardset play = p->odds->used->play[i];
        const bool plays = up == TREY_NO_CARD ? play != 0 : trey_cardset_has(play, up);
        const int64_t x = result_of(p, i, dealer, plays);
        sum += x;
        squares += (trey_int128)x * x;
        for (unsigned c = 0; c < 3; c++) p->card[hand.card[c]] += x;
        p->pair[pair_index(hand.card[0], hand.card[1])] += x;
        p->pair[pair_index(hand.card[0], hand.card[2])] += x;
        p->pair[pair_index(hand.card[1], hand.card[2])] += x;
    }
    trey_int128 all = sum * sum - squares;
    for (unsigned c = 0; c < TREY_CARDS; c++) all -= (trey_int128)p->card[c] * p->card[c];
    for (unsigned n = 0; n < PAIRS; n++) all += (trey_int128)p->pair[n] * p->pair[n];
    return all;
}

static trey_cardset swap_suits(trey_cardset set, unsigned suit) {
    const trey_cardset one = UINT64_C(0x1111111111111) << suit, two = one << 1;
    return (set & ~(one | two)) | (set & one) << 1 | (set & two) >> 1;
}

/* Does renaming suits leave every decision as it is? */
static bool ignores_suits(const trey_odds *odds) {
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_hand hand = trey_hand_list()[i];
        for (unsigned suit = 0; suit + 1 < TREY_SUITS; suit++) {
            trey_card card[3];
            for (unsigned c = 0; c < 3; c++) {
                unsigned s = trey_card_suit(hand.card[c]);
                s = s == suit ? suit + 1 : s == suit + 1 ? suit : s;
                card[c] = trey_card_of(trey_card_rank(hand.card[c]), s);
            }
            unsigned other = trey_hand_index(trey_hand_of(card[0], card[1], card[2]));
            if (odds->used->play[other] != swap_suits(odds->used->play[i], suit)) return false;
        }
    }
    return true;
}

static trey_int128 products_of_dealer(pair_sums *p, unsigned dealer) {
    const trey_hand hand = trey_hand_list()[dealer];
    trey_int128 sum = 0;
    if (p->odds->uses_five) trey_six_row(hand, p->five, TREY_HANDS);
    if (!p->odds->sees_card) return products(p, dealer, TREY_NO_CARD);
    for (unsigned c = 0; c < 3; c++) sum += products(p, dealer, hand.card[c]);
    return sum;
}

static pair_sums *pair_sums_open(const trey_odds *odds) {
    pair_sums *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->odds = odds;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        p->set[i] = trey_hand_set(trey_hand_list()[i]);
        p->three[i] = (uint8_t)three_at(odds, i);
    }
    return p;
}

bool seat_products(const trey_odds *odds, unsigned dealer, trey_int128 *sum) {
    pair_sums *p = pair_sums_open(odds);
    if (p) *sum = products_of_dealer(p, dealer);
    const bool done = p != NULL;
    free(p);
    return done;
}

trey_status seat_covariance(const trey_odds *odds, double *covariance) {
    pair_sums *p = pair_sums_open(odds);
    if (!p) return TREY_STATUS_NO_MEMORY;
    trey_int128 sum = 0;
    if (!odds->marks_matter && ignores_suits(odds)) {
        for (unsigned n = 0; n < odds->classes.count; n++) {
            const hand_class *item = &odds->classes.item[n];
            unsigned members = 0;
            for (unsigned mark = 0; mark < TREY_SUITS; mark++) members += item->members[mark];
            sum += products_of_dealer(p, trey_hand_index(item->hand)) * members;
        }
    } else {
        for (unsigned dealer = 0; dealer < TREY_HANDS; dealer++)
            sum += products_of_dealer(p, dealer);
    }
    const trey_int128 deals = (trey_int128)TREY_HANDS * (odds->sees_card ? 3 : 1) * OTHERS * BESIDE;
    const double mean = trey_fraction_double(odds->round.ev_cents);
    *covariance = trey_fraction_double(trey_fraction_of(sum, deals)) - mean * mean;
    free(p);
    return TREY_STATUS_OK;
}
