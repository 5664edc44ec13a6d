/* situations.h -- what the table pays in each kind of situation.
 *
 * A round's result depends on the decision, on how the hand meets the dealer's, on
 * what the three cards are and on what the six cards are to wagers that look at them:
 * their best five, and the sort of deal that a wager's own judge tells. For each
 * combination that the cards can form one round is played at a real table, from the
 * opening call to the settlement, and its lines are kept. */
#ifndef TREY_SITUATIONS_H
#define TREY_SITUATIONS_H

#include "dealer_counts.h"
#include "trey/odds.h"

/* What three cards are: a category of the book, with the royals apart. */
enum { THREE_ROYAL = TREY_HAND_ROYAL, THREE_ROYAL_SPADES, THREES };
/* What the best five are; below three of a kind no book lists anything. */
enum { FIVE_LOW, FIVE_ROYAL = 7, FIVE_ROYAL_SPADES, FIVES };

/* Sorts of deals, for all wagers together that have some; see wide_counts.h. */
enum { SORTS = 4 };
/* What the six cards are: their sort and their best five. */
enum { SIXES = SORTS * FIVES };
static inline unsigned six_of(unsigned sort, unsigned five) {
    return sort * FIVES + five;
}

enum { CHOICE_PLAY, CHOICE_FOLD, CHOICES };
enum { LINES = TREY_WAGER_COUNT };

/* The settled lines of one's own box. */
typedef struct settled {
    bool known;
    trey_cents net[LINES]; /* handed back less staked */
    trey_cents staked[LINES];
    uint16_t row[LINES];
    uint8_t result[LINES], ground[LINES];
    bool there[LINES];
    trey_cents from_meter, meter_after;
} settled;

typedef struct situation {
    unsigned choice, showdown, three, six;
} situation;

enum { SITUATIONS = CHOICES * SHOWDOWNS * THREES * SIXES };
static inline unsigned situation_number(situation s) {
    return ((s.choice * SHOWDOWNS + s.showdown) * THREES + s.three) * SIXES + s.six;
}
static inline situation situation_at(unsigned number) {
    return (situation){number / SIXES / THREES / SHOWDOWNS, number / SIXES / THREES % SHOWDOWNS,
                       number / SIXES % THREES, number % SIXES};
}

/* A house for one query: wagers that are bet together, and those that are only
 * listed, each beside the Ante. */
enum { BETTINGS = 4 };
typedef struct betting {
    bool in[TREY_STAKES];
    trey_table closed; /* after the closing call */
} betting;

typedef struct house {
    const trey_rulebook *book;
    trey_rules *rules;
    const trey_odds_query *query;
    bool offered[TREY_STAKES];
    trey_cents stake[TREY_STAKES]; /* as bet, or as listed */
    unsigned boxes;                /* that bet: where a player banks, only one's own */
    unsigned bettings;
    betting betting[BETTINGS];
    betting alone;              /* Pair Plus without an Ante; closed.hands is 0 where refused */
    bool up_card;               /* the player sees a card of the dealer's before he decides */
    bool notes_fees;            /* while fees are looked at */
    trey_cents fees_of_players; /* that were collected since */
    trey_decision decision;
    trey_command command;
    trey_table table;
    settled known[SITUATIONS];
} house;

trey_status house_open(house *h, const trey_rulebook *book, const trey_odds_query *query,
                       trey_odds_fault *fault);
void house_close(house *h);

unsigned three_of(const trey_rulebook *book, trey_hand hand);

/* The lines of a situation, for which `hand` and `dealer` stand. */
const settled *house_settles(house *h, situation s, trey_hand hand, trey_hand dealer);
/* Pair Plus alone. */
settled house_settles_alone(house *h, trey_hand hand, trey_hand dealer);
/* The same round with another sum on the meter. */
settled house_settles_at(house *h, situation s, trey_hand hand, trey_hand dealer, trey_cents meter);

/* What envy pays to a box that has made `choice` when another box, having made
 * `others_choice`, holds the royal. */
trey_cents house_envy(house *h, unsigned choice, unsigned others_choice, trey_hand hand,
                      trey_hand other, trey_hand dealer);

/* ---- Whole rounds, for whoever deals his own cards ---------------------------------- */
typedef struct deal {
    trey_hand box[TREY_SEATS + 1]; /* by seat */
    trey_hand dealer;
    unsigned choice[TREY_SEATS + 1];
} deal;

/* Opens a table, bets at every box and closes the betting; h->decision is then that of
 * the closing call. `schedule` 0 is the book's first. */
bool house_close_bets(house *h, betting *b, trey_cents meter, unsigned boxes, unsigned schedule,
                      trey_odds_fault *fault);
/* From the closed bets to the settlement, whose lines are then in h->decision. */
void house_play_out(house *h, const trey_table *closed, const deal *d);

/* Takes over the lines of a seat's wagers that are `wanted`. */
void house_lines(const house *h, unsigned seat, settled *s, const bool wanted[TREY_STAKES]);
/* The fees that one seat pays with this choice, once bets are closed. */
trey_cents house_fee_on(house *h, const trey_table *closed, unsigned seats, unsigned choice);

/* Did the bank not reach as far as the whole wager? */
static inline bool fell_short(unsigned result) {
    return result == TREY_LINE_UNCOVERED || result == TREY_LINE_PARTLY_COVERED;
}

/* Net result of a wager and of all that belong to it. */
static inline trey_cents settled_net(const settled *s, unsigned wager) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < LINES; i++) {
        if (trey_wager(i)->head == wager) sum += s->net[i];
    }
    return sum;
}

#endif
