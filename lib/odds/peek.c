/* peek.c -- what it is worth to see other players' cards.
 *
 * With one other hand seen, every pair of hands is taken: 1,755 classes of one's own,
 * 18,424 of the other's, and for each the dealer's hands by inclusion and exclusion,
 * of which three quarters are the same for all hands that share two cards. With more,
 * hands are drawn at random, the dealer's are still counted, and what is averaged is
 * only the gain over the play without the peek, whose value is known exactly. */
#include <math.h>
#include <string.h>

#include "odds_parts.h"
#include "random.h"

static void sort_down(trey_card *card, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        trey_card moved = card[i];
        unsigned at = i;
        for (; at > 0 && card[at - 1] < moved; at--) card[at] = card[at - 1];
        card[at] = moved;
    }
}

static int64_t value_of(const int64_t net[SHOWDOWNS], showdown_counts counts) {
    int64_t sum = 0;
    for (unsigned s = 0; s < SHOWDOWNS; s++) sum += net[s] * showdown_count(counts, s);
    return sum;
}

/* ---- One other hand, exactly ------------------------------------------------------------- */
/* Three of the 49 and of the 46 cards that one hand and two hands leave. */
enum { OTHER_HANDS = 18424, OTHER_DEALERS = 15180 };

typedef struct around {
    showdown_counts one[TREY_CARDS];             /* dealer's hands without ours, with a card */
    showdown_counts two[TREY_CARDS][TREY_CARDS]; /* with two */
} around;

static void fill_around(const dealer_counts *dealers, trey_hand hand, unsigned player,
                        trey_cardset left, around *a) {
    for (trey_cardset i = left; i != 0; i &= i - 1) {
        trey_card high = trey_cardset_lowest(i);
        a->one[high] = dealer_counts_with(dealers, high, hand.card, 3, player);
        for (trey_cardset j = left & (trey_cardset_of(high) - 1); j != 0; j &= j - 1) {
            trey_card low = trey_cardset_lowest(j);
            a->two[high][low] = dealer_counts_with_two(dealers, high, low, hand.card, 3, player);
        }
    }
}

/* Sum over all hands of the other box of the better choice. */
static trey_int128 class_value(const trey_odds *odds, trey_hand hand, const net_table *nets,
                               around *a) {
    const dealer_counts *dealers = &odds->dealers;
    unsigned player = dealers->player[trey_hand_index(hand)];
    trey_cardset left = TREY_CARDSET_FULL & ~trey_hand_set(hand);
    showdown_counts none = dealer_counts_without(dealers, hand.card, 3, player);
    trey_int128 sum = 0, always = 0;
    fill_around(dealers, hand, player, left, a);
    for (trey_cardset i = left; i != 0; i &= i - 1) {
        trey_card x = trey_cardset_lowest(i);
        for (trey_cardset j = left & (trey_cardset_of(x) - 1); j != 0; j &= j - 1) {
            trey_card y = trey_cardset_lowest(j);
            showdown_counts pair = none - a->one[x] - a->one[y] + a->two[x][y];
            for (trey_cardset k = left & (trey_cardset_of(y) - 1); k != 0; k &= k - 1) {
                trey_card z = trey_cardset_lowest(k);
                unsigned same = showdown_of(dealers->value[sorted_index(x, y, z)], player);
                showdown_counts counts =
                    pair - a->one[z] + a->two[x][z] + a->two[y][z] - (UINT64_C(1) << (16 * same));
                int64_t play = value_of(nets->plain[CHOICE_PLAY], counts);
                int64_t fold = value_of(nets->plain[CHOICE_FOLD], counts);
                sum += play > fold ? play : fold;
                always += play;
            }
        }
    }
    /* Whoever always plays learns nothing: each dealer's hand leaves as many others. */
    TREY_ASSERT(always == OTHER_DEALERS * (trey_int128)value_of(nets->plain[CHOICE_PLAY], none));
    return sum;
}

static trey_fraction exact_with_one(const trey_odds *odds) {
    around a;
    trey_int128 sum = 0;
    for (unsigned i = 0; i < odds->classes.count; i++) {
        const hand_class *item = &odds->classes.item[i];
        /* Ante, Play and Pair Plus do not look at spades. */
        trey_int128 members = 0;
        unsigned mark = 0;
        for (unsigned m = 0; m < TREY_SUITS; m++) {
            members += item->members[m];
            if (item->members[m] > 0) mark = m;
        }
        unsigned three = odds->three_by_class[i][mark];
        sum += members * class_value(odds, item->hand, &odds->nets[three], &a);
    }
    return trey_fraction_of(sum, (trey_int128)TREY_HANDS * OTHER_HANDS * OTHER_DEALERS);
}

/* ---- More, by drawing ---------------------------------------------------------------------- */
/* The gain from one draw, in cents, over what is played without the peek. */
static double drawn_gain(const trey_odds *odds, const trey_strategy *usual, unsigned hands,
                         uint64_t *state) {
    trey_card deck[TREY_CARDS], up = TREY_NO_CARD;
    unsigned gone = 3 * (hands + 1), drawn = gone + odds->sees_card;
    random_cards(state, deck, drawn);
    trey_hand hand = trey_hand_of(deck[0], deck[1], deck[2]);
    unsigned index = trey_hand_index(hand), player = odds->dealers.player[index];
    if (odds->sees_card) up = deck[gone];
    sort_down(deck, gone);
    showdown_counts counts = odds->sees_card
                                 ? dealer_counts_with(&odds->dealers, up, deck, gone, player)
                                 : dealer_counts_without(&odds->dealers, deck, gone, player);
    const net_table *nets = &odds->nets[three_at(odds, index)];
    int64_t play = value_of(nets->plain[CHOICE_PLAY], counts);
    int64_t fold = value_of(nets->plain[CHOICE_FOLD], counts);
    bool plays = trey_strategy_plays(usual, hand, up);
    int64_t gain = (play > fold ? play : fold) - (plays ? play : fold);
    unsigned deals = 0;
    for (unsigned s = 0; s < SHOWDOWNS; s++) deals += showdown_count(counts, s);
    return (double)gain / deals;
}

trey_status trey_odds_peek_at(const trey_odds *odds, unsigned hands, unsigned samples,
                              uint64_t seed, trey_odds_peek *out) {
    TREY_ASSERT(hands > 0 && hands <= TREY_PEEK_HANDS && samples > 1);
    memset(out, 0, sizeof *out);
    out->hands = hands;
    double usual = trey_fraction_double(odds->plain_ev);
    if (hands == 1 && !odds->sees_card) {
        out->exact = true;
        out->ev_cents = exact_with_one(odds);
        out->ev = trey_fraction_double(out->ev_cents);
        out->gain = out->ev - usual;
    } else {
        double sum = 0, squares = 0;
        uint64_t state = seed;
        for (unsigned i = 0; i < samples; i++) {
            double gain = drawn_gain(odds, &odds->plain, hands, &state);
            sum += gain;
            squares += gain * gain;
        }
        out->samples = samples;
        out->seed = seed;
        out->gain = sum / samples;
        out->standard_error = sqrt((squares / samples - out->gain * out->gain) / (samples - 1));
        out->ev = usual + out->gain;
    }
    out->house_edge = -out->ev / (double)odds->query.stake[TREY_WAGER_ANTE];
    return TREY_STATUS_OK;
}
