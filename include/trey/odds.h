/* odds.h -- exact odds: what each wager is worth, and how it is best played.
 *
 *   trey_odds_query query;
 *   trey_odds_query_preset(book, &query);      bets, meter, boxes: change them
 *   trey_odds_open(&odds, book, &query, &fault);
 *   trey_odds_figures(odds, TREY_ODDS_PAIR_PLUS)->ev ...
 *   trey_odds_close(odds);
 *
 * Everything is counted over all deals with whole numbers; nothing is stored and
 * nothing is estimated unless a field says so. What a situation pays is asked of the
 * table itself: one round of each kind is played through trey_decide and trey_apply
 * under the book's readings and values, with the stakes of the query. So a change of
 * a pay, a reading or a fold rule is seen here without a second copy of any rule, and
 * a pay that does not come out in whole cents is rounded as the table rounds it.
 *
 * Opening allocates once and does no I/O. Results live as long as the odds; the
 * rulebook must stay open and unchanged only while trey_odds_open runs. */
#ifndef TREY_ODDS_H
#define TREY_ODDS_H

#include "trey/core.h"
#include "trey/rules.h"
#include "trey/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Exact numbers ------------------------------------------------------------- */
__extension__ typedef __int128 trey_int128;

/* In lowest terms; the denominator is positive. */
typedef struct trey_fraction {
    trey_int128 n, d;
} trey_fraction;

enum { TREY_FRACTION_TEXT_MAX = 96 };
/* Numerator and denominator of any size that fits; d is not zero. */
trey_fraction trey_fraction_of(trey_int128 n, trey_int128 d);
trey_fraction trey_fraction_add(trey_fraction a, trey_fraction b);
trey_fraction trey_fraction_multiply(trey_fraction a, trey_fraction b);
double trey_fraction_double(trey_fraction f);
/* "-686689/20358520", or "3" for a whole number; returns `out`. */
char *trey_fraction_print(trey_fraction f, char out[TREY_FRACTION_TEXT_MAX]);

/* ---- Wagers as they are judged --------------------------------------------------
 * Ante, Play and Ante Bonus are one bet with one decision; envy comes with the
 * jackpot bet. */
#define TREY_ODDS_WAGER_LIST(X)                                                                    \
    X(ANTE_PLAY, "ante_play", "Ante and Play")                                                     \
    X(PAIR_PLUS, "pair_plus", "Pair Plus")                                                         \
    X(PROGRESSIVE, "progressive", "Progressive")                                                   \
    X(SIX_CARD_BONUS, "six_card_bonus", "6 Card Bonus")

typedef enum trey_odds_wager {
#define TREY_ODDS_WAGER_CONSTANT(constant, word, name) TREY_ODDS_##constant,
    TREY_ODDS_WAGER_LIST(TREY_ODDS_WAGER_CONSTANT)
#undef TREY_ODDS_WAGER_CONSTANT
        TREY_ODDS_WAGERS
} trey_odds_wager;
const char *trey_odds_wager_word(trey_odds_wager wager); /* "ante_play" */
const char *trey_odds_wager_name(trey_odds_wager wager); /* "Ante and Play" */

/* ---- Strategies ------------------------------------------------------------------
 * For each of the 22,100 hands the up cards against which it is played. Where the
 * player sees no card of the dealer's, a hand is played against every card or none. */
typedef struct trey_strategy {
    bool sees_up_card;
    trey_cardset play[TREY_HANDS]; /* by the number of the hand */
} trey_strategy;

static inline bool trey_strategy_plays(const trey_strategy *strategy, trey_hand hand,
                                       trey_card up_card) {
    trey_cardset against = strategy->play[trey_hand_index(hand)];
    return up_card == TREY_NO_CARD ? against != 0 : trey_cardset_has(against, up_card);
}

/* Simple strategies that need no calculation. `best` is not among them: it comes
 * from trey_odds_open. NAMED(constant, "word", "name") */
#define TREY_STRATEGY_LIST(NAMED)                                                                  \
    NAMED(Q_6_4, "q-6-4", "Q-6-4 or better")                                                       \
    NAMED(QUEEN_HIGH, "queen-high", "queen-high or better")                                        \
    NAMED(MIMIC, "mimic", "mimic the dealer")                                                      \
    NAMED(ALWAYS, "always", "play all")

typedef enum trey_strategy_kind {
#define TREY_STRATEGY_CONSTANT(constant, word, name) TREY_STRATEGY_##constant,
    TREY_STRATEGY_LIST(TREY_STRATEGY_CONSTANT)
#undef TREY_STRATEGY_CONSTANT
        TREY_STRATEGY_KINDS
} trey_strategy_kind;
const char *trey_strategy_word(trey_strategy_kind kind);
const char *trey_strategy_name(trey_strategy_kind kind);
/* By its word, in either case; TREY_STRATEGY_KINDS for none. */
trey_strategy_kind trey_strategy_find(const char *word);
/* Does the hand play under it? "Mimic" plays what would qualify as the dealer's. */
bool trey_strategy_kind_plays(trey_strategy_kind kind, const trey_rulebook *book, trey_hand hand);
void trey_strategy_fill(trey_strategy *strategy, const trey_rulebook *book,
                        trey_strategy_kind kind);

/* ---- The question ------------------------------------------------------------------ */
typedef struct trey_odds_query {
    /* What is bet in the round; of ante_play the Ante, which is always bet. A wager
     * with a stake of 0 is not in the round: it is listed all the same, as if bet
     * beside the Ante, but no decision looks at it. */
    trey_cents stake[TREY_ODDS_WAGERS];
    trey_cents listed[TREY_ODDS_WAGERS];   /* the stake of one that is only listed */
    trey_cents meter, reset, contribution; /* the display as the round opens */
    unsigned boxes;                        /* with the same bets, one's own included */
    trey_cents bank;                       /* of the player-dealer; 0 covers everything */
    bool peek;                             /* the player sees one card of the dealer's */
    const trey_strategy *strategy;         /* NULL: the best */
} trey_odds_query;

/* Ante $10 alone; jackpot bet $5, $1 of it to the meter, which shows its reset value
 * of $10,000 ($25,000 where the best five count); one box; everything covered. */
void trey_odds_query_preset(const trey_rulebook *book, trey_odds_query *query);

/* Why a query is not valid: the table refused a bet, or its configuration. */
typedef struct trey_odds_fault {
    trey_refused refused;     /* or NONE */
    unsigned wager;           /* TREY_WAGER_ that was refused */
    trey_config_fault config; /* or GOOD */
} trey_odds_fault;

/* The largest stake and meter that are reckoned with: exact sums stay in range. */
#define TREY_ODDS_STAKE_MAX INT64_C(1000000000)
#define TREY_ODDS_METER_MAX INT64_C(100000000000)

typedef struct trey_odds trey_odds;
/* NO_MEMORY; INVALID with a fault; MONEY_OVERFLOW for a stake, meter or pay that is
 * too large. `fault` may be NULL. */
trey_status trey_odds_open(trey_odds **out, const trey_rulebook *book, const trey_odds_query *query,
                           trey_odds_fault *fault);
void trey_odds_close(trey_odds *odds);
const trey_odds_query *trey_odds_asked(const trey_odds *odds);

/* ---- Answers -------------------------------------------------------------------------
 * Results are the player's: negative where the house has the edge. */
typedef struct trey_odds_figure {
    bool offered;                           /* the book has the wager */
    bool in_round;                          /* the query bets it */
    trey_cents stake;                       /* of the first wager: the Ante, for ante_play */
    trey_fraction ev;                       /* for each unit of it */
    trey_fraction ev_cents;                 /* the same in cents */
    trey_fraction staked;                   /* cents at risk on average, Play included */
    trey_fraction hit;                      /* chance of coming out ahead on it */
    double house_edge, element_of_risk, sd; /* sd for each unit of the first wager */
} trey_odds_figure;
const trey_odds_figure *trey_odds_figures(const trey_odds *odds, trey_odds_wager wager);

/* Pair Plus without an Ante, where the book allows it; else not offered. */
const trey_odds_figure *trey_odds_pair_plus_alone(const trey_odds *odds);

/* One way in which a settled line can come out. */
typedef struct trey_odds_line {
    uint8_t wager;  /* TREY_WAGER_: ante, play, ante_bonus, pair_plus, ... */
    uint8_t result; /* trey_result */
    uint8_t ground; /* trey_ground */
    uint16_t row;   /* the key of the pay-table row, or TREY_NO_KEY */
    trey_cents net; /* handed back less staked */
    trey_fraction chance;
} trey_odds_line;
/* Every line of the wager as it is judged, likeliest first. */
const trey_odds_line *trey_odds_lines(const trey_odds *odds, trey_odds_wager wager, size_t *count);

/* The round as a whole: the wagers that the query bets, together. */
typedef struct trey_odds_round {
    trey_fraction ev_cents;
    trey_fraction staked; /* cents at risk on average */
    trey_fraction hit;    /* chance of a round that ends ahead */
    trey_fraction played; /* of the hands, or of hands and up cards */
    double sd;            /* cents */
    double house_edge;    /* of the Ante */
    double element_of_risk;
    unsigned differs_from_base; /* hands played otherwise than for the Ante alone */
    bool sees_up_card;
} trey_odds_round;
const trey_odds_round *trey_odds_whole(const trey_odds *odds);

/* Covariance of two wagers as judged, in cents squared; with itself the variance. */
double trey_odds_covariance(const trey_odds *odds, trey_odds_wager a, trey_odds_wager b);

/* Every net result of the round, lowest first. */
typedef struct trey_odds_outcome {
    trey_cents net;
    trey_fraction chance;
} trey_odds_outcome;
const trey_odds_outcome *trey_odds_outcomes(const trey_odds *odds, size_t *count);

/* ---- Decisions ------------------------------------------------------------------------ */
/* The strategy that the figures are for: the best one, or the one asked for. */
const trey_strategy *trey_odds_strategy(const trey_odds *odds);
/* The best one for these bets, and the best for the Ante alone. */
const trey_strategy *trey_odds_best(const trey_odds *odds);

typedef struct trey_odds_alternative {
    const char *name;        /* "best", "play all"; static */
    trey_fraction ev_cents;  /* of the round */
    trey_fraction ante_play; /* for each unit of the Ante */
    trey_fraction played;
} trey_odds_alternative;
/* The best strategy first, then the simple ones. */
enum { TREY_ODDS_ALTERNATIVES = TREY_STRATEGY_KINDS + 1 };
const trey_odds_alternative *trey_odds_alternatives(const trey_odds *odds);

#ifdef __cplusplus
}
#endif
#endif
