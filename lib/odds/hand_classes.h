/* hand_classes.h -- the 22,100 hands as 1,755 classes, alike but for their suits.
 *
 * Suits have no value, so hands that differ by a renaming of suits meet the dealer in
 * the same way. A class is written with the suits 0, 1, 2 in the order in which they
 * first appear. Only the jackpot looks at a suit: which of the class's suits is
 * spades is the hand's mark. Where a wager tells red from black, only hands that differ
 * by a renaming that keeps the suits of one colour together are alike: 3,497 classes. */
#ifndef TREY_HAND_CLASSES_H
#define TREY_HAND_CLASSES_H

#include "trey/core.h"

enum { HAND_CLASSES = 1755, COLOUR_CLASSES = 3497 };

typedef struct hand_class {
    trey_hand hand;              /* highest card first */
    uint8_t members[TREY_SUITS]; /* hands of the class by their mark */
} hand_class;

/* How a hand is written in its class: suit s of the hand is suit[s] of the class. */
typedef struct hand_place {
    uint16_t class_number;
    uint8_t suit[TREY_SUITS]; /* suit[TREY_SUIT_SPADES] is the mark */
} hand_place;

typedef struct hand_classes {
    unsigned count;
    hand_class item[COLOUR_CLASSES];
    hand_place place[TREY_HANDS];
} hand_classes;

void hand_classes_fill(hand_classes *classes, bool by_colour);

/* A hand of the class in which `mark` is spades, and its class's dealer with it. Suits of one
 * colour stay together. */
trey_hand hand_with_mark(trey_hand hand, unsigned mark);

#endif
