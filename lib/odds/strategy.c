/* strategy.c -- strategies that anybody can remember. */
#include <strings.h>

#include "trey/odds.h"

static const struct {
    const char *word, *name;
} strategies[] = {
#define STRATEGY_ROW(constant, word, name) {word, name},
    TREY_STRATEGY_LIST(STRATEGY_ROW)
#undef STRATEGY_ROW
};

const char *trey_strategy_word(trey_strategy_kind kind) {
    TREY_ASSERT((unsigned)kind < TREY_STRATEGY_KINDS);
    return strategies[kind].word;
}

const char *trey_strategy_name(trey_strategy_kind kind) {
    TREY_ASSERT((unsigned)kind < TREY_STRATEGY_KINDS);
    return strategies[kind].name;
}

trey_strategy_kind trey_strategy_find(const char *word) {
    unsigned kind = 0;
    while (kind < TREY_STRATEGY_KINDS && strcasecmp(word, strategies[kind].word) != 0) kind++;
    return (trey_strategy_kind)kind;
}

/* At least this hand of three ranks in different suits, as the book orders them. */
static bool at_least(const trey_rulebook *book, trey_hand hand, unsigned high, unsigned middle,
                     unsigned low) {
    trey_hand least =
        trey_hand_of(trey_card_of(high, TREY_SUIT_CLUBS), trey_card_of(middle, TREY_SUIT_DIAMONDS),
                     trey_card_of(low, TREY_SUIT_HEARTS));
    return trey_rulebook_order(book, trey_hand_rank(hand)) >=
           trey_rulebook_order(book, trey_hand_rank(least));
}

bool trey_strategy_kind_plays(trey_strategy_kind kind, const trey_rulebook *book, trey_hand hand) {
    switch (kind) {
    case TREY_STRATEGY_Q_6_4:
        return at_least(book, hand, TREY_RANK_QUEEN, TREY_RANK_2 + 4, TREY_RANK_2 + 2);
    case TREY_STRATEGY_QUEEN_HIGH:
        return at_least(book, hand, TREY_RANK_QUEEN, TREY_RANK_3, TREY_RANK_2);
    case TREY_STRATEGY_MIMIC:
        return trey_rulebook_qualifies(book, hand);
    default:
        return true;
    }
}

void trey_strategy_fill(trey_strategy *strategy, const trey_rulebook *book,
                        trey_strategy_kind kind) {
    strategy->sees_up_card = false;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        bool plays = trey_strategy_kind_plays(kind, book, trey_hand_at(i));
        strategy->play[i] = plays ? TREY_CARDSET_FULL : 0;
    }
}
