/* hand_classes.c -- hands that are alike but for their suits. */
#include "hand_classes.h"

#include <string.h>

/* Suits of the class in the order in which they appear; then those that do not, so
 * that the place is a renaming of all four. */
static void name_suits(trey_hand hand, uint8_t suit[TREY_SUITS]) {
    enum { UNNAMED = TREY_SUITS };
    uint8_t next = 0;
    memset(suit, UNNAMED, TREY_SUITS);
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *name = &suit[trey_card_suit(hand.card[i])];
        if (*name == UNNAMED) *name = next++;
    }
    for (unsigned s = 0; s < TREY_SUITS; s++) {
        if (suit[s] == UNNAMED) suit[s] = next++;
    }
}

static trey_hand renamed(trey_hand hand, const uint8_t suit[TREY_SUITS]) {
    for (unsigned i = 0; i < 3; i++) {
        trey_card card = hand.card[i];
        hand.card[i] = trey_card_of(trey_card_rank(card), suit[trey_card_suit(card)]);
    }
    return hand;
}

/* Of two cards of a rank the order of the suits is of no account: the pair of
 * A-A-B stands before its odd card, so that the odd card's suit is named last. */
static trey_hand pair_first(trey_hand hand) {
    unsigned middle = trey_card_rank(hand.card[1]);
    if (middle != trey_card_rank(hand.card[2]) || middle == trey_card_rank(hand.card[0])) {
        return hand;
    }
    return trey_hand_of(hand.card[1], hand.card[2], hand.card[0]);
}

/* The odd card in the suit of one of the pair: that one is named first. */
static trey_hand shared_suit_first(trey_hand hand) {
    bool pair = trey_card_rank(hand.card[0]) == trey_card_rank(hand.card[1]);
    if (!pair || trey_card_suit(hand.card[1]) != trey_card_suit(hand.card[2])) return hand;
    return trey_hand_of(hand.card[1], hand.card[0], hand.card[2]);
}

/* The hand's number in its class, and how its suits are renamed. */
static unsigned alike_but_for_suits(unsigned number, uint8_t suit[TREY_SUITS]) {
    trey_hand hand = shared_suit_first(pair_first(trey_hand_list()[number]));
    name_suits(hand, suit);
    return trey_hand_index(renamed(hand, suit));
}

/* The renamings that keep suits of one colour together: each colour's two suits may change
 * places, and the colours may. */
static unsigned alike_by_colour(unsigned number, uint8_t suit[TREY_SUITS]) {
    static const uint8_t keep[][TREY_SUITS] = {{0, 1, 2, 3}, {3, 1, 2, 0}, {0, 2, 1, 3},
                                               {3, 2, 1, 0}, {1, 0, 3, 2}, {1, 3, 0, 2},
                                               {2, 0, 3, 1}, {2, 3, 0, 1}};
    unsigned least = TREY_HANDS;
    for (unsigned i = 0; i < sizeof keep / sizeof *keep; i++) {
        unsigned index = trey_hand_index(renamed(trey_hand_list()[number], keep[i]));
        if (index >= least) continue;
        least = index;
        memcpy(suit, keep[i], TREY_SUITS);
    }
    return least;
}

void hand_classes_fill(hand_classes *classes, bool by_colour) {
    static const uint16_t none = 0xffff;
    const unsigned most = by_colour ? COLOUR_CLASSES : HAND_CLASSES;
    uint16_t number_of[TREY_HANDS];
    memset(number_of, 0xff, sizeof number_of);
    memset(classes->item, 0, sizeof classes->item);
    classes->count = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        hand_place *place = &classes->place[i];
        unsigned index =
            by_colour ? alike_by_colour(i, place->suit) : alike_but_for_suits(i, place->suit);
        uint16_t *number = &number_of[index];
        if (*number == none) {
            TREY_ASSERT(classes->count < most);
            classes->item[classes->count].hand = trey_hand_at(index);
            *number = (uint16_t)classes->count++;
        }
        place->class_number = *number;
        classes->item[*number].members[place->suit[TREY_SUIT_SPADES]]++;
    }
    TREY_ASSERT(classes->count == most);
}

trey_hand hand_with_mark(trey_hand hand, unsigned mark) {
    static const uint8_t suit[TREY_SUITS][TREY_SUITS] = {
        {3, 1, 2, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}};
    return renamed(hand, suit[mark]);
}
