/* envy_counts.h -- royals in other boxes: how often, and beside which results.
 *
 * Envy is paid for a royal of another box. Where three cards make it, up to four
 * boxes may hold one, unless its cards are in one's own hand or the dealer's. Where
 * five of six make it, it needs two of the dealer's cards, so at most one box can. */
#ifndef TREY_ENVY_COUNTS_H
#define TREY_ENVY_COUNTS_H

#include "dealer_counts.h"
#include "situations.h"
#include "six_counts.h"

enum {
    ROYAL_SPLITS = 40, /* a royal of five as two cards and three, in four suits */
    ROYALS_FREE = 8    /* royals that are free: up to three others, and that of spades */
};
/* Who plays a hand, one bit for each mark. */
enum { MARK_SETS = 1u << TREY_SUITS };

/* One has the three cards, the other the two and a sixth card. */
typedef struct royal_split {
    unsigned suit;
    trey_cardset cards;       /* all five */
    uint16_t three;           /* the number of that hand */
    uint16_t two[TREY_CARDS]; /* and of the other, by the sixth card */
    uint8_t three_plays;      /* for which marks the three are played in another box */
    uint8_t two_plays[TREY_CARDS];
    uint16_t two_playing[MARK_SETS]; /* sixth cards by that */
} royal_split;

/* Envy of one hand. */
typedef struct envy_now {
    trey_int128 value[CHOICES]; /* summed over the dealer's hands, times the scale */
    uint32_t free[SIXES][SHOWDOWNS][ROYALS_FREE];
    uint32_t ways[SIXES][SHOWDOWNS][CHOICES][2]; /* other's choice; spades */
} envy_now;

typedef struct envy_book {
    bool matters;  /* there are other boxes, and a royal in one of them pays something */
    bool in_round; /* it counts in decisions */
    bool five;
    unsigned others;
    unsigned sixes;                      /* what the six cards can be, in this book */
    trey_int128 scale;                   /* deals of other hands beside one deal */
    trey_cents pay[CHOICES][CHOICES][2]; /* own choice, the other's, spades */
    unsigned royal_choice[2];            /* how others play a royal of three */
    royal_split split[ROYAL_SPLITS];
} envy_book;

/* Deals by situation and royals, over all classes. */
typedef struct envy_cells {
    uint64_t free[CHOICES][THREES][SIXES][SHOWDOWNS][ROYALS_FREE];
    uint64_t ways[CHOICES][THREES][SIXES][SHOWDOWNS][CHOICES][2];
} envy_cells;

/* `sixes`: what the six cards can be, or 1 where nobody looks at them. */
trey_status envy_open(envy_book *envy, house *h, bool sees_card, unsigned sixes);
/* How the other boxes decide. */
void envy_others(envy_book *envy, const trey_strategy *others);
/* Would envy be the same if they decided so? */
bool envy_same_others(const envy_book *envy, const trey_strategy *before,
                      const trey_strategy *others);

/* What a hand has to do with royals, whatever is paid and however others decide. */
typedef struct envy_chances {
    unsigned possible; /* royals of three that its cards allow, one bit a suit */
    showdown_counts exactly[1u << TREY_SUITS]; /* dealer's hands that leave just these */
} envy_chances;
/* Where five make the royal: what comes of it if the dealer has one part of a split. A
 * place is what the six cards are and a showdown: six times SHOWDOWNS plus showdown. */
enum { PLACES = SIXES * SHOWDOWNS, NO_PLACE = PLACES, PLACE_RUNS = ROYAL_SPLITS * 12 };
typedef struct envy_places {
    uint8_t three[ROYAL_SPLITS]; /* the three cards; NO_PLACE where one's own hand has some */
    unsigned runs;
    struct {
        uint8_t split, place, sixths; /* the two, with so many of the sixth cards */
    } run[PLACE_RUNS];
} envy_places;
void envy_chances_of(const dealer_counts *dealers, trey_hand hand, envy_chances *out);
void envy_places_of(const envy_book *envy, const dealer_counts *dealers, const six_counts *six,
                    const six_row *row, trey_hand hand, envy_places *out);

/* Pairs of a dealer's hand and another's by place, suit, and who plays the other's; for one
 * hand and all its marks. */
typedef struct envy_pairs {
    uint16_t played[PLACES][TREY_SUITS][TREY_SUITS]; /* by the mark for which it is */
    uint16_t all[PLACES][TREY_SUITS];
} envy_pairs;
void envy_pairs_of(const envy_book *envy, const envy_places *places, trey_hand hand,
                   envy_pairs *out);
/* The same where every dealer's hand was looked at, by the place that each leads to. */
void envy_wide_pairs_of(const envy_book *envy, const uint8_t place[TREY_HANDS], trey_hand hand,
                        envy_pairs *out);

/* Dealer's hands by the royals of three that they leave, and by what the six cards are. */
typedef const uint16_t (*royals_left)[SUITED_SIXES][SHOWDOWNS];

/* Of a hand and its mark; of `chances` and `pairs` one is looked at. `left` is NULL unless every
 * dealer's hand was. */
void envy_here(const envy_book *envy, const envy_chances *chances, const envy_pairs *pairs,
               royals_left left, unsigned mark, envy_now *here);
void envy_add(const envy_book *envy, const envy_now *here, envy_cells *cells, unsigned choice,
              unsigned three, uint64_t members);

/* Sums that envy can come to in a situation. The weights add up to the deals of the
 * situation times envy_total. */
typedef struct envy_end {
    trey_cents pay;
    trey_int128 weight;
} envy_end;
enum { ENVY_ENDS = ROYALS_FREE };
unsigned envy_ends(const envy_book *envy, const envy_cells *cells, situation s, uint64_t deals,
                   envy_end end[ENVY_ENDS]);
trey_int128 envy_total(const envy_book *envy);

#endif
