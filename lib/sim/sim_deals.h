/* sim_deals.h -- deals: the hands of a round, and what is known of each hand. */
#ifndef TREY_SIM_DEALS_H
#define TREY_SIM_DEALS_H

#include "sim_stream.h"

/* Hands by their numbers; [boxes] is the dealer's. `up` is which of the dealer's cards
 * lies at the bottom. */
enum { DEAL_HANDS = TREY_SEATS + 1 };
typedef struct sim_deal {
    uint16_t hand[DEAL_HANDS];
    uint16_t up;
} sim_deal;

/* What three cards are: a category of the book, with the royals apart. */
enum { THREE_ROYAL = TREY_HAND_ROYAL, THREE_ROYAL_SPADES, THREES };
/* What the best five are, with the royal of spades apart. */
enum { FIVE_ROYAL_SPADES = TREY_FIVE_CATEGORIES, FIVES };
/* Sorts of deals, for all wagers together that have some; raise it for more. */
enum { SORTS = 4 };

/* Hands under a rulebook and a strategy, by their numbers. */
typedef struct sim_hands {
    trey_cardset set[TREY_HANDS];
    uint16_t order[TREY_HANDS];
    uint8_t three[TREY_HANDS];
    uint8_t qualifies[TREY_HANDS];
    uint8_t plays[TREY_HANDS]; /* where no card of the dealer's is seen */
    uint8_t five[TREY_FIVE_STRENGTHS];
} sim_hands;

void sim_hands_fill(sim_hands *hands, const trey_rulebook *book, const trey_strategy *strategy);

/* A dealer's hand with the card `up` at the bottom. */
trey_hand sim_dealer_hand(unsigned number, unsigned up);

/* The next deals of a stream, each of `boxes` hands and the dealer's. Every choice of
 * different cards is equally likely; where the bottom card matters, so is each of the
 * three. */
void sim_deals_next(sim_source *from, const sim_hands *hands, unsigned boxes, bool turns_up,
                    sim_deal *deals, size_t count);

#endif
