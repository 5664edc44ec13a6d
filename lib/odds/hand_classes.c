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

void hand_classes_fill(hand_classes *classes) {
    static const uint16_t none = 0xffff;
    uint16_t number_of[TREY_HANDS];
    unsigned count = 0;
    memset(number_of, 0xff, sizeof number_of);
    memset(classes->item, 0, sizeof classes->item);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        hand_place *place = &classes->place[i];
        trey_hand hand = shared_suit_first(pair_first(trey_hand_list()[i]));
        name_suits(hand, place->suit);
        hand = renamed(hand, place->suit);
        uint16_t *number = &number_of[trey_hand_index(hand)];
        if (*number == none) {
            TREY_ASSERT(count < HAND_CLASSES);
            classes->item[count].hand = trey_hand_at(trey_hand_index(hand));
            *number = (uint16_t)count++;
        }
        place->class_number = *number;
        classes->item[*number].members[place->suit[TREY_SUIT_SPADES]]++;
    }
    TREY_ASSERT(count == HAND_CLASSES);
}

trey_hand hand_with_mark(trey_hand hand, unsigned mark) {
    uint8_t suit[TREY_SUITS] = {0, 1, 2, 3};
    suit[mark] = TREY_SUIT_SPADES;
    suit[TREY_SUIT_SPADES] = (uint8_t)mark;
    return renamed(hand, suit);
}
