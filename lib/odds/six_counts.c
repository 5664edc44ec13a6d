/* six_counts.c -- joint counts of the showdown and the best five of six.
 *
 * For each of 1,755 hands 22,100 dealer's hands: 39 million best fives, of which one
 * in nine is on a pay table. Ranking them takes a quarter of a nanosecond each; so
 * only the listed ones are looked at further, and the others are what is left of
 * counts that inclusion and exclusion knows already. */
#include "six_counts.h"

#include <string.h>

static unsigned five_of(const trey_rulebook *book, trey_five five) {
    trey_five_category category = trey_rulebook_five_category(book, five);
    if (category == TREY_FIVE_ROYAL) return FIVE_ROYAL + trey_five_royal_suit(five);
    return category < TREY_FIVE_THREE_OF_A_KIND ? FIVE_LOW
                                                : category - TREY_FIVE_THREE_OF_A_KIND + 1;
}

void six_counts_fill(six_counts *six, const trey_rulebook *book) {
    memset(six->five, 0, sizeof six->five);
    six->first_listed = TREY_FIVE_STRENGTHS;
    for (trey_five five = TREY_FIVE_STRENGTHS; five-- > 0;) {
        if (trey_five_category_of(five) < TREY_FIVE_THREE_OF_A_KIND) break;
        six->five[five] = (uint8_t)five_of(book, five);
        six->first_listed = five;
    }
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        trey_five royal = (trey_five)(suit << 13 | (TREY_FIVE_STRENGTHS - 1));
        six->five[royal] = (uint8_t)five_of(book, royal);
    }
    for (unsigned i = 0; i < TREY_HANDS; i++) six->set[i] = trey_hand_set(trey_hand_at(i));
}

/* One byte a hand: is it listed? The suit of a royal stands above its strength, so a
 * plain comparison will do. */
#if defined(__x86_64__)
#define WIDER        __attribute__((target("avx2")))
#define WIDER_HERE() __builtin_cpu_supports("avx2")
#else
#define WIDER
#define WIDER_HERE() 0
#endif

static inline __attribute__((always_inline)) void mark_rows(const trey_five *row, uint8_t *listed,
                                                            trey_five first) {
    for (size_t i = 0; i < TREY_HANDS; i++) listed[i] = row[i] >= first;
}
static void mark_here(const trey_five *row, uint8_t *listed, trey_five first) {
    mark_rows(row, listed, first);
}
WIDER static void mark_wider(const trey_five *row, uint8_t *listed, trey_five first) {
    mark_rows(row, listed, first);
}

static void count_dealer(const dealer_counts *dealers, unsigned number, unsigned five,
                         unsigned player, six_tally *tally, six_by_card *by_card) {
    unsigned showdown = showdown_of(dealers->value[number], player);
    tally->all[five][showdown]++;
    tally->dealer[five][showdown] = (uint16_t)number;
    if (!by_card) return;
    trey_hand dealer = trey_hand_list()[number];
    by_card->with[dealer.card[0]][five][showdown]++;
    by_card->with[dealer.card[1]][five][showdown]++;
    by_card->with[dealer.card[2]][five][showdown]++;
}

void six_counts_of(const six_counts *six, const dealer_counts *dealers, trey_hand hand,
                   six_row *row, six_tally *tally, six_by_card *by_card) {
    unsigned player = dealers->player[trey_hand_index(hand)];
    trey_cardset own = trey_hand_set(hand);
    memset(tally, 0, sizeof *tally);
    if (by_card) memset(by_card, 0, sizeof *by_card);
    memset(row->listed + TREY_HANDS, 0, sizeof row->listed - TREY_HANDS);
    trey_six_row(hand, row->five, TREY_HANDS);
    if (WIDER_HERE()) {
        mark_wider(row->five, row->listed, six->first_listed);
    } else {
        mark_here(row->five, row->listed, six->first_listed);
    }
    for (unsigned at = 0; at < TREY_HANDS; at += 8) {
        uint64_t eight;
        memcpy(&eight, row->listed + at, sizeof eight);
        for (; eight != 0; eight &= eight - 1) {
            unsigned number = at + (unsigned)__builtin_ctzll(eight) / 8;
            if (six->set[number] & own) continue;
            count_dealer(dealers, number, six->five[row->five[number]], player, tally, by_card);
        }
    }
    /* A five that a reading takes off the list is low after all. */
    memset(tally->all[FIVE_LOW], 0, sizeof tally->all[FIVE_LOW]);
    for (unsigned card = 0; by_card && card < TREY_CARDS; card++) {
        memset(by_card->with[card][FIVE_LOW], 0, sizeof by_card->with[card][FIVE_LOW]);
    }
}
