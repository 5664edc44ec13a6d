/* second_hands.h -- hands evaluated a second time, the slow and obvious way.
 *
 * For the second settlement only, which must not share a mistake with libtrey:
 * cards are a rank from 2 to 14 and a letter for the suit, hands are sorted and
 * looked at, and six cards are judged by trying every five of them. */
#ifndef SECOND_HANDS_H
#define SECOND_HANDS_H

#include <stdbool.h>

typedef struct second_card {
    int rank;  /* 2 to 10, 11 jack, 12 queen, 13 king, 14 ace */
    char suit; /* c d h s */
} second_card;

/* Three-card hands from the lowest [mbs 3.16] [rws 3.1.2] [ca-six-card Ranking 2]. */
typedef enum second_three_kind {
    THREE_ODD_CARDS,
    THREE_PAIR,
    THREE_FLUSH,
    THREE_STRAIGHT,
    THREE_OF_A_KIND,
    THREE_STRAIGHT_FLUSH,
    THREE_ROYAL /* suited A-K-Q; for RWS merely the best straight flush */
} second_three_kind;

/* What a book makes of the points on which books and readings differ. */
typedef struct second_ranking {
    second_three_kind suited_three_two_ace; /* straight flush, flush or straight */
    bool odd_card_counts;                   /* between equal pairs */
} second_ranking;

typedef struct second_three {
    second_three_kind kind;
    int value[3]; /* compared one after the other inside a kind */
} second_three;

second_three second_three_of(const second_card cards[3], second_ranking ranking);
/* Above zero when `left` is the better hand, zero when they are the same. */
int second_three_compare(second_three left, second_three right);

/* Five-card hands from the lowest [rws-progressive 3.18] [ca-six-card SixCard 10]. */
typedef enum second_five_kind {
    FIVE_NOTHING,
    FIVE_PAIR,
    FIVE_TWO_PAIR,
    FIVE_THREE_OF_A_KIND,
    FIVE_STRAIGHT,
    FIVE_FLUSH,
    FIVE_FULL_HOUSE,
    FIVE_FOUR_OF_A_KIND,
    FIVE_STRAIGHT_FLUSH,
    FIVE_ROYAL
} second_five_kind;

typedef struct second_five {
    second_five_kind kind;
    char suit; /* of a royal flush */
} second_five;

/* The best five of the player's three cards and the dealer's three. */
second_five second_best_five(const second_card player[3], const second_card dealer[3],
                             bool five_high_counts);

#endif
