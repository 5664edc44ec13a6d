/* sim_deals.c -- deals drawn as whole hands.
 *
 * A hand is drawn by its number, one of 22,100, and drawn again when it shares a card
 * with those before it. Whatever three, six, ... cards are out, the same number of hands
 * is left, so every deal is as likely as after a shuffle of the whole deck, at two random
 * numbers a round where a shuffle needs six.
 *
 * With one box both hands come from one word of the stream, and a deal that does not go
 * is drawn anew as a whole: there vectors do the same without keeping track. */
#include "sim_deals.h"

void sim_hands_fill(sim_hands *hands, const trey_rulebook *book, const trey_strategy *strategy) {
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_rank rank = trey_hand_rank_at(i);
        hands->set[i] = trey_hand_set(hand);
        hands->order[i] = (uint16_t)trey_rulebook_order(book, rank);
        hands->qualifies[i] = trey_rulebook_qualifies(book, hand);
        hands->plays[i] = strategy->play[i] != 0;
        hands->three[i] = (uint8_t)(trey_rank_spades(rank) ? (unsigned)THREE_ROYAL_SPADES
                                    : trey_rank_category(rank) == TREY_HAND_ROYAL
                                        ? (unsigned)THREE_ROYAL
                                        : trey_rulebook_category(book, rank));
    }
    for (unsigned i = 0; i < TREY_FIVE_STRENGTHS; i++)
        hands->five[i] = (uint8_t)trey_rulebook_five_category(book, (trey_five)i);
}

trey_hand sim_dealer_hand(unsigned number, unsigned up) {
    trey_hand hand = trey_hand_at(number);
    trey_card bottom = hand.card[up];
    hand.card[up] = hand.card[2];
    hand.card[2] = bottom;
    return hand;
}

/* A dealer's hand and which of its cards is turned are one number. */
enum { TURNED = 3 * TREY_HANDS };

static void deal_pairs(sim_source *from, const sim_hands *hands, bool turns_up, sim_deal *deals,
                       size_t count) {
    const uint32_t bound = turns_up ? TURNED : TREY_HANDS;
    const uint32_t hand_refused = sim_refused_below(TREY_HANDS);
    const uint32_t dealer_refused = sim_refused_below(bound);
    for (size_t i = 0; i < count;) {
        uint32_t box, dealer;
        bool good = sim_below(sim_source_half(from), TREY_HANDS, hand_refused, &box);
        good &= sim_below(sim_source_half(from), bound, dealer_refused, &dealer);
        uint32_t up = turns_up ? dealer % 3 : 2;
        if (turns_up) dealer /= 3;
        if (!good || (hands->set[box] & hands->set[dealer])) continue;
        deals[i].hand[0] = (uint16_t)box;
        deals[i].hand[1] = (uint16_t)dealer;
        deals[i].up = (uint16_t)up;
        i++;
    }
}

static void deal_boxes(sim_source *from, const sim_hands *hands, unsigned boxes, bool turns_up,
                       sim_deal *deal) {
    const uint32_t refused = sim_refused_below(TREY_HANDS);
    trey_cardset out = 0;
    for (unsigned i = 0; i <= boxes;) {
        uint32_t number;
        if (!sim_below(sim_source_half(from), TREY_HANDS, refused, &number)) continue;
        if (hands->set[number] & out) continue;
        out |= hands->set[number];
        deal->hand[i++] = (uint16_t)number;
    }
    uint32_t up = 2;
    const uint32_t up_refused = sim_refused_below(3);
    while (turns_up && !sim_below(sim_source_half(from), 3, up_refused, &up)) {
    }
    deal->up = (uint16_t)up;
}

void sim_deals_next(sim_source *from, const sim_hands *hands, unsigned boxes, bool turns_up,
                    sim_deal *deals, size_t count) {
    TREY_ASSERT(boxes > 0 && boxes < DEAL_HANDS);
    if (boxes == 1) {
        deal_pairs(from, hands, turns_up, deals, count);
        return;
    }
    for (size_t i = 0; i < count; i++) deal_boxes(from, hands, boxes, turns_up, &deals[i]);
}
