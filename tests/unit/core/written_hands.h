/* written_hands.h -- hands as text, for tests that read like the rulebook. */
#ifndef TREY_WRITTEN_HANDS_H
#define TREY_WRITTEN_HANDS_H

#include <trey/core.h>

static inline trey_hand hand_of(const char *text) {
    trey_card cards[3];
    size_t count = 0;
    TREY_ASSERT(trey_cards_parse(text, cards, 3, &count, NULL) == TREY_STATUS_OK && count == 3);
    return trey_hand_of(cards[0], cards[1], cards[2]);
}
static inline trey_rank rank_of(const char *text) {
    return trey_hand_rank(hand_of(text));
}
static inline unsigned strength_of(const char *text) {
    return trey_rank_strength(rank_of(text));
}
static inline trey_category category_of(const char *text) {
    return trey_rank_category(rank_of(text));
}

/* Six cards: the player's three, then the dealer's. */
static inline trey_five six_of(const char *text) {
    trey_card c[6];
    size_t count = 0;
    TREY_ASSERT(trey_cards_parse(text, c, 6, &count, NULL) == TREY_STATUS_OK && count == 6);
    return trey_six_rank(trey_hand_of(c[0], c[1], c[2]), trey_hand_of(c[3], c[4], c[5]));
}
static inline unsigned six_strength(const char *text) {
    return trey_five_strength(six_of(text));
}
static inline trey_five_category six_category(const char *text) {
    return trey_five_category_of(six_of(text));
}

#endif
