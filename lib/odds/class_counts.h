/* class_counts.h -- what the cards alone say about a class of hands.
 *
 * How often a class meets which dealer's hands, and which best fives come of it, depends on
 * how the book orders hands and on nothing that is paid, staked or displayed. It is also
 * four fifths of the work. Whoever asks about one book again and again keeps it in a
 * trey_odds_memory, for the orders of hands that were asked about last: 3 MB each at most,
 * 9 MB more where a card of the dealer's is seen. */
#ifndef TREY_CLASS_COUNTS_H
#define TREY_CLASS_COUNTS_H

#include "envy_counts.h"
#include "hand_classes.h"
#include "six_counts.h"

typedef struct class_counts {
    showdown_counts all;
    six_tally tally;
    envy_chances chances;
    bool counted, royals_counted;
} class_counts;

/* By the card of the dealer's that is seen. */
typedef struct card_counts {
    showdown_counts with[TREY_CARDS];
    six_by_card six;
} card_counts;

/* Readings move the order of hands; going through those of one book leads to eight orders at
 * the most that differ in one reading from where one stands. */
enum { MEMORY_ORDERS = 8 };

typedef struct memory_order {
    uint64_t asked; /* when it was asked about last */
    /* What it was counted for: the order of hands, and which fives are listed as what. */
    bool sees_card, uses_five;
    uint16_t dealer_value[TREY_HANDS], player_value[TREY_HANDS];
    uint16_t first_listed;
    uint8_t five[1u << 15];
    class_counts item[HAND_CLASSES];
    card_counts *cards;  /* of every class, where one is seen */
    envy_places *places; /* of every class, once royals of five have been asked for */
} memory_order;

struct trey_odds_memory {
    uint64_t asked; /* so many questions */
    memory_order *order[MEMORY_ORDERS];
};

#endif
