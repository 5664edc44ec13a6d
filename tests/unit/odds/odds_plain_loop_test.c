/* odds_plain_loop_test.c -- the odds against loops that anybody can check by reading.
 *
 * Every hand, up to a renaming of suits, against every dealer's hand, with the pays
 * written down once more and the hands ranked by a second opinion; for every book and
 * for every reading that moves an expected result. The sums are whole numbers, so the
 * fractions must be the same to the last digit. */
#include "opened_odds.h"

#include <stdlib.h>
#include <string.h>

#include "naive_ranks.h"

enum { QUEEN = 12, HANDS = TREY_HANDS };

/* What this test knows of a book. */
typedef struct plain_book {
    const char *id, *reading;
    char letter;
    bool any_queen;       /* a dealer needs a queen or better among his cards */
    char suited_ace_low;  /* 'f' a straight flush, 'd' a straight, 'c' a flush */
    bool no_kicker;       /* of pairs */
    bool no_five_ace_low; /* no 5-4-3-2-A */
    bool up_card, bonus;
    int pair_plus[7]; /* high card, pair, flush, straight, three, straight flush, royal */
    int fold_keeps_pair_plus;
    int jackpot; /* 0 none, 3 own three cards, 5 the best five */
    bool six;
} plain_book;

#define HOUSE                                                                                      \
    { -1, 1, 4, 5, 30, 40, 40 }
#define CALIFORNIA                                                                                 \
    { -1, 1, 3, 6, 30, 40, 200 }
static const plain_book books[] = {
    {"mbs", "A-MBS-01", 'A', false, 'f', false, false, false, true, HOUSE, true, 3, false},
    {"mbs", "A-MBS-01", 'B', true, 'f', false, false, false, true, HOUSE, true, 3, false},
    {"mbs", "A-MBS-07", 'B', false, 'f', false, false, false, true, HOUSE, true, 3, false},
    {"rws", "A-RWS-09", 'A', false, 'f', false, false, false, true, HOUSE, false, 3, false},
    {"rws", "A-RWS-09", 'B', false, 'c', false, false, false, true, HOUSE, false, 3, false},
    {"rws-progressive", "A-RWP-04", 'A', false, 'f', false, false, false, true, HOUSE, false, 5,
     false},
    {"rws-progressive", "A-RWP-04", 'B', false, 'f', false, true, false, true, HOUSE, false, 5,
     false},
    {"rws-progressive", "A-RWS-09", 'B', false, 'c', false, false, false, true, HOUSE, false, 5,
     false},
    {"ca-six-card", "A-CA-02", 'A', false, 'f', false, false, true, false, CALIFORNIA, false, 0,
     true},
    {"ca-six-card", "A-CA-02", 'B', false, 'c', false, false, true, false, CALIFORNIA, false, 0,
     true},
    {"ca-six-card", "A-CA-02", 'C', false, 'd', false, false, true, false, CALIFORNIA, false, 0,
     true},
    {"ca-six-card", "A-CA-04", 'B', false, 'f', true, false, true, false, CALIFORNIA, false, 0,
     true},
    {"ca-six-card", "A-CA-30", 'B', false, 'f', false, true, true, false, CALIFORNIA, false, 0,
     true},
    {"ca-six-card", "A-CA-38", 'B', false, 'f', false, false, false, false, CALIFORNIA, false, 0,
     true},
};

/* ---- Hands --------------------------------------------------------------------------- */
typedef struct plain_hand {
    char word[NAIVE_WORD]; /* its place in a dictionary is its place in the ranking */
    trey_cardset set;
    int kind; /* as in pair_plus */
    bool qualifies;
    unsigned weight; /* hands that are this one but for their suits; 0 for the others */
} plain_hand;

static plain_hand hands[HANDS];
static uint16_t place[HANDS]; /* in the dictionary; equal words share one */

static bool suited(trey_hand hand) {
    return naive_suit(hand.card[0]) == naive_suit(hand.card[1]) &&
           naive_suit(hand.card[1]) == naive_suit(hand.card[2]);
}

static void read_hand(const plain_book *book, trey_hand hand, plain_hand *out) {
    static const char *const kinds = "abcdef";
    naive_three(hand, out->word);
    out->set = trey_hand_set(hand);
    if (strcmp(out->word, "fdcb") == 0 && book->suited_ace_low != 'f')
        memcpy(out->word, book->suited_ace_low == 'd' ? "ddcb" : "codc", 5); /* as 14-3-2 */
    if (out->word[0] == 'b' && book->no_kicker) out->word[3] = '-';
    out->kind = (int)(strchr(kinds, out->word[0]) - kinds);
    int high = 0;
    for (int i = 0; i < 3; i++) {
        if (naive_value(hand.card[i]) > high) high = naive_value(hand.card[i]);
    }
    out->qualifies = high >= QUEEN || (!book->any_queen && out->word[0] > 'a');
    if (suited(hand) && strcmp(out->word, "fonm") == 0) out->kind = 6; /* A-K-Q */
}

/* The lowest number among all renamings of the suits. */
static unsigned first_of_class(trey_hand hand) {
    unsigned least = HANDS;
    for (unsigned code = 0; code < 256; code++) {
        unsigned to[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1u << to[0] | 1u << to[1] | 1u << to[2] | 1u << to[3]) != 15) continue;
        trey_card card[3];
        for (unsigned i = 0; i < 3; i++)
            card[i] = (trey_card)(hand.card[i] / 4 * 4 + to[hand.card[i] % 4]);
        unsigned index = trey_hand_index(trey_hand_of(card[0], card[1], card[2]));
        if (index < least) least = index;
    }
    return least;
}

static int by_word(const void *a, const void *b) {
    return strcmp(hands[*(const uint16_t *)a].word, hands[*(const uint16_t *)b].word);
}

static void read_hands(const plain_book *book) {
    static uint16_t sorted[HANDS];
    for (unsigned i = 0; i < HANDS; i++) {
        read_hand(book, trey_hand_at(i), &hands[i]);
        sorted[i] = (uint16_t)i;
    }
    qsort(sorted, HANDS, sizeof *sorted, by_word);
    for (unsigned i = 0, at = 0; i < HANDS; i++) {
        if (i > 0 && by_word(&sorted[i], &sorted[i - 1]) != 0) at++;
        place[sorted[i]] = (uint16_t)at;
    }
}

/* ---- What is paid ----------------------------------------------------------------------- */
/* The best five, as a row of the pay table: 3 three of a kind ... 8 straight flush, 9 a
 * royal; 0 for what no table lists. */
static unsigned five_row(const plain_book *book, trey_five five) {
    unsigned row = trey_five_category_of(five);
    if (book->no_five_ace_low && trey_five_ace_low(five)) row = row == 8 ? 5 : 0;
    return row < 3 ? 0 : row;
}

/* Cents; the meter shows $20,000 and gets $1 of each of `boxes`. */
static const trey_cents METER = 2000000;
static int64_t award_of_three(int kind, bool spades) {
    static const int64_t award[7] = {0, 0, 0, 1500, 15000, 17500, 125000};
    return kind == 6 && spades ? METER + 100 : award[kind];
}
static int64_t award_of_five(unsigned row, bool spades) {
    static const int64_t award[9] = {0, 0, 0, 0, 0, 2500, 5000, 25000, 125000};
    if (row < 9) return award[row];
    return spades ? METER + 100 : (METER + 100) / 4;
}

/* ---- The loops ------------------------------------------------------------------------------ */
typedef struct sums {
    int64_t ante, pair_plus, progressive, six; /* over all deals */
    int64_t deals, played;
} sums;

/* What one hand meets: for all dealer's hands, or for those with a card. */
typedef struct meets {
    int64_t deals, result; /* Ante and Play, in Antes */
    int64_t six;
} meets;

static int64_t showdown_result(unsigned hand, unsigned dealer) {
    if (!hands[dealer].qualifies) return 1;
    return place[hand] > place[dealer] ? 2 : place[hand] < place[dealer] ? -2 : 0;
}

/* One decision, for a hand whose spades are suit `spades`, and what it adds. All stakes
 * are $10, the jackpot bet $5; with a jackpot bet it is in the round. */
static void decide(const plain_book *book, unsigned hand, bool own_spades, const meets *met,
                   int64_t award, int64_t weight, sums *all) {
    static const int64_t bonus[7] = {0, 0, 0, 1, 4, 5, 5};
    int kind = hands[hand].kind;
    int64_t ante = 1000 * (met->result + (book->bonus ? bonus[kind] * met->deals : 0));
    int64_t pair_plus = 1000 * book->pair_plus[kind] * met->deals;
    int64_t folded_pair_plus = book->fold_keeps_pair_plus ? pair_plus : -1000 * met->deals;
    int64_t progressive = 0, folded_progressive = 0;
    if (book->jackpot == 3) {
        progressive = (award_of_three(kind, own_spades) - 500) * met->deals;
        folded_progressive = strcmp(book->id, "mbs") == 0 ? progressive : -500 * met->deals;
    } else if (book->jackpot == 5) {
        progressive = award - 500 * met->deals;
        folded_progressive = -500 * met->deals;
    }
    bool play =
        ante + pair_plus + progressive > -1000 * met->deals + folded_pair_plus + folded_progressive;
    all->ante += weight * (play ? ante : -1000 * met->deals);
    all->pair_plus += weight * (play ? pair_plus : folded_pair_plus);
    all->progressive += weight * (play ? progressive : folded_progressive);
    all->six += weight * met->six;
    all->deals += weight * met->deals;
    all->played += weight * (play ? met->deals : 0);
}

static void loop_hand(const plain_book *book, unsigned hand, unsigned weight, sums *all) {
    static const int64_t six_pays[10] = {-1, 0, 0, 8, 9, 15, 20, 100, 200, 1000};
    meets every = {0}, with[TREY_CARDS] = {{0}};
    int64_t award[4] = {0}; /* if this suit is spades */
    bool fives = book->jackpot == 5 || book->six;
    static trey_five row_of_fives[HANDS];
    trey_hand own = trey_hand_at(hand);
    if (fives) trey_six_row(own, row_of_fives, HANDS);
    for (unsigned d = 0; d < HANDS; d++) {
        if (hands[d].set & hands[hand].set) continue;
        trey_hand dealer = trey_hand_list()[d];
        int64_t result = showdown_result(hand, d), six = 0;
        if (fives) {
            trey_five five = row_of_fives[d];
            unsigned row = five_row(book, five);
            six = 1000 * six_pays[row];
            for (unsigned s = 0; book->jackpot == 5 && s < 4; s++)
                award[s] += award_of_five(row, row == 9 && trey_five_royal_suit(five) == s);
        }
        every.deals++;
        every.result += result;
        every.six += six;
        for (unsigned i = 0; book->up_card && i < 3; i++) {
            with[dealer.card[i]].deals++;
            with[dealer.card[i]].result += result;
            with[dealer.card[i]].six += six;
        }
    }
    assert_int_equal(every.deals, 18424);
    if (book->up_card) {
        for (unsigned card = 0; card < TREY_CARDS; card++) {
            if (with[card].deals > 0) decide(book, hand, false, &with[card], 0, 4 * weight, all);
        }
        return;
    }
    /* Each suit is spades in a quarter of the hands that are alike. */
    for (unsigned s = 0; s < 4; s++)
        decide(book, hand, naive_suit(own.card[0]) == (int)s, &every, award[s], weight, all);
}

static sums loop_book(const plain_book *book) {
    sums all = {0};
    read_hands(book);
    for (unsigned i = 0; i < HANDS; i++) {
        if (hands[i].weight > 0) loop_hand(book, i, hands[i].weight, &all);
    }
    return all;
}

static void check(trey_fraction exact, int64_t sum, int64_t deals) {
    assert_same_fraction(exact, trey_fraction_of(sum, deals));
}

static void the_odds_are_those_of_a_plain_loop(void **state) {
    (void)state;
    for (unsigned i = 0; i < HANDS; i++) hands[first_of_class(trey_hand_at(i))].weight++;
    for (unsigned b = 0; b < sizeof books / sizeof *books; b++) {
        const plain_book *book = &books[b];
        opened o;
        open_book(&o, book->id);
        assert_int_equal(trey_rulebook_choose(o.book, book->reading, book->letter), TREY_STATUS_OK);
        o.query.stake[TREY_WAGER_PAIR_PLUS] = 1000;
        if (book->jackpot) o.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        if (book->six) o.query.stake[TREY_WAGER_SIX_CARD_BONUS] = 1000;
        if (book->jackpot) o.query.meter = METER;
        open_odds(&o);
        sums all = loop_book(book);
        print_message("%s %s=%c\n", book->id, book->reading, book->letter);
        assert_true(all.deals == INT64_C(4) * 407170400 * (book->up_card ? 3 : 1));
        check(trey_odds_figures(o.odds, TREY_WAGER_ANTE)->ev_cents, all.ante, all.deals);
        check(trey_odds_figures(o.odds, TREY_WAGER_PAIR_PLUS)->ev_cents, all.pair_plus, all.deals);
        if (book->jackpot)
            check(trey_odds_figures(o.odds, TREY_WAGER_PROGRESSIVE)->ev_cents, all.progressive,
                  all.deals);
        if (book->six)
            check(trey_odds_figures(o.odds, TREY_WAGER_SIX_CARD_BONUS)->ev_cents, all.six,
                  all.deals);
        check(trey_odds_whole(o.odds)->played, all.played, all.deals);
        close_all(&o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_odds_are_those_of_a_plain_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
