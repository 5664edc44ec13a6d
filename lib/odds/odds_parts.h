/* odds_parts.h -- the inside of trey_odds, shared by the files of this folder. */
#ifndef TREY_ODDS_PARTS_H
#define TREY_ODDS_PARTS_H

#include "class_counts.h"
#include "dealer_counts.h"
#include "envy_counts.h"
#include "hand_classes.h"
#include "situations.h"
#include "six_counts.h"
#include "trey/odds.h"
#include "wide_counts.h"

/* Net results by situation, ready for the inner loop. */
typedef struct net_table {
    int64_t round[CHOICES][SIXES][SHOWDOWNS];   /* the wagers that the query bets */
    int64_t jackpot[CHOICES][SIXES][SHOWDOWNS]; /* the jackpot bet */
    uint8_t percent[CHOICES][SIXES][SHOWDOWNS]; /* of the meter that it wins */
    /* Whatever the six cards: Ante, Play and Ante Bonus; the same with Pair Plus. */
    int64_t base[CHOICES][SHOWDOWNS], plain[CHOICES][SHOWDOWNS];
    bool known[SIXES][SHOWDOWNS], met[SHOWDOWNS];
} net_table;

/* Of each class and mark, summed over the dealer's hands: the round without the jackpot
 * bet, the jackpot bet with envy, times its scale, and hundredths of the meter. */
typedef struct jackpot_values {
    trey_int128 without[CHOICES], jackpot[CHOICES];
    int64_t percent[CHOICES];
    uint64_t members;
} jackpot_values;

/* Sums over all deals for one way to decide; the round's times envy's scale. */
typedef struct strategy_sums {
    trey_int128 round, base;
    uint64_t played; /* deals */
} strategy_sums;

/* What one pass over all deals adds up. A deal is a player's hand and a dealer's
 * hand; where a card of the dealer's is seen it is three deals, one for each card
 * that it can be. */
typedef struct all_deals {
    uint64_t deals;
    uint64_t cell[CHOICES][THREES][SIXES][SHOWDOWNS]; /* deals that end so */
    uint64_t hands_with[THREES][SHOWDOWNS];           /* whatever was decided */
    envy_cells envy;
    /* Decisions in the suits of the class, by mark. */
    trey_cardset best_mask[COLOUR_CLASSES][TREY_SUITS], base_mask[COLOUR_CLASSES][TREY_SUITS];
    trey_cardset plain_mask[COLOUR_CLASSES][TREY_SUITS];
    trey_int128 plain;
    strategy_sums sums[TREY_ODDS_ALTERNATIVES]; /* the best, then the simple ones */
    strategy_sums asked;
} all_deals;

enum { LINES_MAX = SITUATIONS / SORTS };

struct trey_odds {
    trey_odds_query query;
    bool sees_card;
    bool marks_matter; /* the book's jackpot looks at spades */
    bool uses_five;    /* a wager of the book takes the best five */
    deal_sorts sorts;  /* and others look at something else */
    bool wide;         /* every dealer's hand is looked at: see wide_counts.h */
    unsigned sixes;    /* what the six cards can be, or 1 where nobody looks at them */
    house house;
    hand_classes classes;
    dealer_counts dealers;
    six_counts six;
    trey_odds_memory *memory; /* while it is opened; may be NULL */
    memory_order *kept;       /* in it, for this order of hands */
    class_counts scratch;     /* of the class that is being counted, where there is none */
    card_counts scratch_cards;
    envy_places scratch_places;
    wide_counts wide_scratch;
    envy_pairs pairs; /* of that class */
    net_table nets[THREES];
    envy_book envy;
    all_deals sum;
    trey_hand example_hand[THREES][SHOWDOWNS], example_dealer[THREES][SHOWDOWNS];
    /* Of each situation the hands that stood for it. */
    trey_hand stood_hand[SITUATIONS], stood_dealer[SITUATIONS];

    uint8_t three_by_class[COLOUR_CLASSES][TREY_SUITS];
    trey_strategy plain; /* the best for Ante, Play and Pair Plus, which is worth this: */
    trey_fraction plain_ev;
    jackpot_values jackpot_values[COLOUR_CLASSES][TREY_SUITS];
    uint8_t (*asked_members)[TREY_SUITS][TREY_CARDS]; /* that play, when a strategy is given */

    /* Answers. */
    trey_odds_figure figure[TREY_STAKES], pair_plus_alone;
    trey_odds_round round;
    double covariance[TREY_STAKES][TREY_STAKES];
    double covariance_error[TREY_STAKES][TREY_STAKES];
    trey_odds_line line[TREY_STAKES][LINES_MAX];
    trey_odds_line *estimated_line[TREY_STAKES]; /* instead, where they are estimates */
    size_t lines[TREY_STAKES];
    trey_odds_sample sample;
    trey_odds_outcome *outcome;
    size_t outcomes;
    trey_odds_jackpot jackpot;
    trey_odds_alternative alternative[TREY_ODDS_ALTERNATIVES];
    trey_strategy best, base;
    const trey_strategy *used;
    trey_strategy asked_strategy;
};

static inline uint64_t deals_in(const trey_odds *odds, situation s) {
    return odds->sum.cell[s.choice][s.three][s.six][s.showdown];
}

/* What the three cards of a hand are, by its number. */
static inline unsigned three_at(const trey_odds *odds, unsigned hand) {
    const hand_place *place = &odds->classes.place[hand];
    return odds->three_by_class[place->class_number][place->suit[TREY_SUIT_SPADES]];
}

/* What the six cards are, in their own suits. `five` is their best five, where it matters. */
static inline unsigned six_in(const trey_odds *odds, trey_hand hand, trey_hand dealer,
                              trey_five five) {
    const unsigned suited = odds->uses_five ? odds->six.five[five] : (unsigned)FIVE_LOW;
    const unsigned sort = odds->sorts.wagers ? deal_sort(&odds->sorts, hand.card, dealer.card) : 0;
    return six_of(sort, five_with_mark(suited, TREY_SUIT_SPADES));
}
static inline unsigned six_dealt(const trey_odds *odds, trey_hand hand, trey_hand dealer) {
    return six_in(odds, hand, dealer, odds->uses_five ? trey_six_rank(hand, dealer) : 0);
}

/* Counts all deals and decides each hand; MONEY_OVERFLOW for a pay out of range. */
trey_status odds_count(trey_odds *odds);
/* Puts so many classes that are not there yet into the memory; *more: there are others. */
trey_status odds_warm(trey_odds *odds, unsigned classes, bool *more);

/* odds_memory.c: finds or makes the part of the memory that fits this book. */
bool odds_recall(trey_odds *odds);
/* Makes the answers out of the counts. */
trey_status odds_answer(trey_odds *odds);
/* A line as it was settled; an order of lines, 0 for the same one; outcomes by what they net. */
trey_odds_line line_of(const settled *paid, unsigned wager);
int line_order(const trey_odds_line *a, const trey_odds_line *b);
int outcome_order(const void *a, const void *b);
/* The jackpot's part of it, while the house is still open. */
void jackpot_answer(trey_odds *odds);
/* shared_bank.c: puts estimates in the place of answers that the other seats may move, while
 * the house is still open. */
trey_status shared_answer(trey_odds *odds, trey_odds_fault *fault);
/* bank_liability.c: the lines of these wagers alone; the money that lines move, won and lost;
 * whether the bank may run short of these wagers, `covered` being the same odds with everything
 * covered. False for want of memory. */
settled settled_of_wagers(const settled *all, const bool in[TREY_STAKES]);
trey_cents settled_moves(const settled *s);
bool bank_may_run_short(const trey_odds *odds, const trey_odds *covered, const bool in[TREY_STAKES],
                        bool *may);
/* seat_pairs.c: covariance of the round's results of two seats against one dealer, where a
 * seat's result depends on its own hand and the dealer's alone; cents squared. */
trey_status seat_covariance(const trey_odds *odds, double *covariance);
/* Its sum against one dealer's hand: products of results over all ordered pairs of hands that
 * share no card, for each card that can be turned up. False for want of memory. */
bool seat_products(const trey_odds *odds, unsigned dealer, trey_int128 *sum);

/* The number of the situation that a hand is in; of hands that differ in nothing but which
 * suit is spades it is the same where no wager looks at that. */
unsigned seat_situation(const trey_odds *odds, trey_hand hand, trey_hand dealer, unsigned choice);
/* The lines of that situation. */
const settled *situation_lines(const trey_odds *odds, unsigned number);
/* Deals at random, and every seat decides; `kind` gets the situation of each. */
void deal_seats(const trey_odds *odds, const trey_strategy *strategy, unsigned seats,
                uint64_t *state, deal *d, unsigned kind[TREY_SEATS + 1]);

#endif
