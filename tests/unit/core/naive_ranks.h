/* naive_ranks.h -- a second opinion on every hand.
 *
 * Written the way a person reads cards, with no table and nothing shared with the
 * library but the numbering of cards: values are 2 to 14, and the ace is tried as
 * one where a sequence may need it. A three-card hand becomes a word whose place in
 * a dictionary is the hand's place in the ranking; five cards become a number. */
#ifndef TREY_NAIVE_RANKS_H
#define TREY_NAIVE_RANKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <trey/core.h>

static inline int naive_value(trey_card card) {
    return card / 4 + 2;
}
static inline int naive_suit(trey_card card) {
    return card % 4;
}

/* "b" and the letters of the pair and the odd card, for example. The letter of a
 * value is 'a' plus the value, so that strcmp orders the words. */
enum { NAIVE_WORD = 8 };
static inline void naive_three(trey_hand hand, char word[NAIVE_WORD]) {
    int v[3] = {naive_value(hand.card[0]), naive_value(hand.card[1]), naive_value(hand.card[2])};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            if (v[i] < v[i + 1]) {
                const int swap = v[i];
                v[i] = v[i + 1];
                v[i + 1] = swap;
            }
        }
    }
    const bool one_suit = naive_suit(hand.card[0]) == naive_suit(hand.card[1]) &&
                          naive_suit(hand.card[1]) == naive_suit(hand.card[2]);
    if (v[0] == 14 && v[1] == 3 && v[2] == 2) {
        v[0] = 3;
        v[1] = 2;
        v[2] = 1;
    }
    const bool sequence = v[0] == v[1] + 1 && v[1] == v[2] + 1;
    const bool all_same = v[0] == v[1] && v[1] == v[2];
    char kind;
    if (sequence && one_suit)
        kind = 'f';
    else if (all_same)
        kind = 'e';
    else if (sequence)
        kind = 'd';
    else if (one_suit)
        kind = 'c';
    else if (v[0] == v[1] || v[1] == v[2])
        kind = 'b';
    else
        kind = 'a';
    if (kind == 'b' && v[1] == v[2]) { /* the pair first */
        v[2] = v[0];
        v[0] = v[1];
    }
    snprintf(word, NAIVE_WORD, "%c%c%c%c", kind, 'a' + v[0], 'a' + v[1], 'a' + v[2]);
}

/* Category in the highest digit, then the five values in the order in which they
 * are compared, in base sixteen. */
enum { NAIVE_FIVE_NUMBERS = 10 << 20 };
static inline uint32_t naive_five(const trey_card cards[5]) {
    int times[15] = {0};
    bool one_suit = true;
    for (int i = 0; i < 5; i++) {
        times[naive_value(cards[i])]++;
        one_suit = one_suit && naive_suit(cards[i]) == naive_suit(cards[0]);
    }
    int fours = 0;
    int threes = 0;
    int twos = 0;
    for (int v = 2; v <= 14; v++) {
        fours += times[v] == 4;
        threes += times[v] == 3;
        twos += times[v] == 2;
    }
    times[1] = times[14];
    int top = 0;
    for (int high = 5; high <= 14; high++) {
        if (times[high] && times[high - 1] && times[high - 2] && times[high - 3] &&
            times[high - 4]) {
            top = high;
        }
    }
    int category = 0;
    if (one_suit && top == 14)
        category = 9;
    else if (one_suit && top != 0)
        category = 8;
    else if (fours == 1)
        category = 7;
    else if (threes == 1 && twos == 1)
        category = 6;
    else if (one_suit)
        category = 5;
    else if (top != 0)
        category = 4;
    else if (threes == 1)
        category = 3;
    else if (twos == 2)
        category = 2;
    else if (twos == 1)
        category = 1;

    uint32_t number = (uint32_t)category;
    if (top != 0) return number << 20 | (uint32_t)top;
    for (int count = 4; count >= 1; count--) {
        for (int v = 14; v >= 2; v--) {
            if (times[v] != count) continue;
            for (int i = 0; i < count; i++) number = number << 4 | (uint32_t)v;
        }
    }
    return number;
}

/* The best of the six ways to leave one card out. */
static inline uint32_t naive_six(const trey_card cards[6]) {
    uint32_t best = 0;
    for (int without = 0; without < 6; without++) {
        trey_card five[5];
        for (int i = 0, n = 0; i < 6; i++) {
            if (i != without) five[n++] = cards[i];
        }
        const uint32_t number = naive_five(five);
        if (number > best) best = number;
    }
    return best;
}

#endif
