/* odds.h -- exact odds: what each wager is worth, and how it is best played.
 *
 *   trey_odds_query query;
 *   trey_odds_query_preset(book, &query);      bets, meter, boxes: change them
 *   trey_odds_open(&odds, book, &query, &fault);
 *   trey_odds_figures(odds, TREY_WAGER_PAIR_PLUS)->ev ...
 *   trey_odds_close(odds);
 *
 * Everything is counted over all deals with whole numbers and nothing is stored. One
 * question cannot be counted: several seats against a bank that may run short. Its figures
 * are estimates; `exact` is then false and each comes with its standard error. What a situation
 * pays is asked of the table itself: one round of each kind is played through trey_decide and
 * trey_apply under the book's readings and values, with the stakes of the query. So a change of a
 * pay, a reading or a fold rule is seen here without a second copy of any rule, and a pay that does
 * not come out in whole cents is rounded as the table rounds it.
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

/* ---- Wagers as they are counted ---------------------------------------------------
 * By the wager that a player thinks of: Play and Ante Bonus belong to the Ante, one bet with one
 * decision, and envy comes with the jackpot bet. Figures of a wager that is not such a head are
 * never offered. */
const char *trey_odds_wager_word(unsigned wager); /* "ante_play" */
const char *trey_odds_wager_name(unsigned wager); /* "Ante and Play" */

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
    trey_cents stake[TREY_STAKES];
    trey_cents listed[TREY_STAKES];        /* the stake of one that is only listed */
    trey_cents meter, reset, contribution; /* the display as the round opens */
    unsigned boxes;                        /* with the same bets, one's own included */
    trey_cents bank;                       /* of the player-dealer; 0 covers everything */
    bool peek;                             /* the player sees one card of the dealer's */
    const trey_strategy *strategy;         /* NULL: the best */
    /* Rounds to play where the figures cannot be counted; at least 2, and at most
     * TREY_ODDS_ROUNDS_MAX. The same seed gives the same estimates. */
    unsigned rounds;
    uint64_t seed;
    bool no_alternatives; /* do not estimate what simpler strategies cost: it takes longest */
} trey_odds_query;

enum { TREY_ODDS_ROUNDS = 100000, TREY_ODDS_ROUNDS_MAX = 1000000 };

/* Ante $10 alone; jackpot bet $5, $1 of it to the meter, which shows its reset value
 * of $10,000 ($25,000 where the best five count); one box; everything covered; for
 * estimates TREY_ODDS_ROUNDS rounds and the seed 1. Where the book itself gives an amount of the
 * jackpot's, or its limits do not allow $10, the amounts are the book's. */
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

/* For whoever asks again and again with other pays, stakes or meters: what the cards alone
 * say is kept from one opening to the next, for the eight orders of hands that readings or
 * other books led to last. 3 MB for each, up to 12 where the player sees a card; of use to
 * one thread at a time. */
typedef struct trey_odds_memory trey_odds_memory;
trey_status trey_odds_memory_open(trey_odds_memory **out);
void trey_odds_memory_close(trey_odds_memory *memory);
/* The same answers, sooner. `memory` may be NULL. */
trey_status trey_odds_open_with(trey_odds **out, const trey_rulebook *book,
                                const trey_odds_query *query, trey_odds_memory *memory,
                                trey_odds_fault *fault);
/* Puts what this question needs into the memory beforehand, so many of the 1,755 classes of
 * hands at a time; *more says that there are others left. */
trey_status trey_odds_warm(const trey_rulebook *book, const trey_odds_query *query,
                           trey_odds_memory *memory, unsigned classes, bool *more);
const trey_odds_query *trey_odds_asked(const trey_odds *odds);

/* ---- Answers -------------------------------------------------------------------------
 * Results are the player's: negative where the house has the edge.
 *
 * A fraction whose denominator is 0 is not known: its figure is an estimate. Decimals are
 * there for exact figures and for estimates; standard errors are 0 for exact figures. With
 * a bank that several seats share, an estimate is the mean over these seats. */
static inline bool trey_fraction_known(trey_fraction f) {
    return f.d != 0;
}

typedef struct trey_odds_figure {
    bool offered;                           /* the book has the wager */
    bool in_round;                          /* the query bets it */
    bool exact;                             /* else ev, ev_cents and hit are not known */
    trey_cents stake;                       /* of the first wager: the Ante, for ante_play */
    trey_fraction ev;                       /* for each unit of it */
    trey_fraction ev_cents;                 /* the same in cents */
    trey_fraction staked;                   /* cents at risk on average, Play included */
    trey_fraction hit;                      /* chance of coming out ahead on it */
    double house_edge, element_of_risk, sd; /* sd for each unit of the first wager */
    double hit_chance;
    double edge_error, risk_error, sd_error, hit_error; /* standard errors */
} trey_odds_figure;
/* Does the player have the edge? An estimate has to be three standard errors from none. */
static inline bool trey_odds_player_edge(const trey_odds_figure *figure) {
    return figure->house_edge < -3 * figure->edge_error;
}
const trey_odds_figure *trey_odds_figures(const trey_odds *odds, unsigned wager);

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
    double estimate, error; /* where the chance is not known */
} trey_odds_line;
/* Every line of the wager as it is judged, likeliest first. */
const trey_odds_line *trey_odds_lines(const trey_odds *odds, unsigned wager, size_t *count);

/* The round as a whole: the wagers that the query bets, together. */
typedef struct trey_odds_round {
    bool exact; /* else ev_cents and hit are not known */
    trey_fraction ev_cents;
    trey_fraction staked; /* cents at risk on average */
    trey_fraction hit;    /* chance of a round that ends ahead */
    trey_fraction played; /* of the hands, or of hands and up cards */
    double ev, ev_error;  /* cents */
    double hit_chance, hit_error;
    double sd, sd_error;           /* cents */
    double house_edge, edge_error; /* of the Ante */
    double element_of_risk, risk_error;
    unsigned differs_from_base; /* hands played otherwise than for the Ante alone */
    bool sees_up_card;
} trey_odds_round;
const trey_odds_round *trey_odds_whole(const trey_odds *odds);

/* Covariance of two wagers as judged, in cents squared; with itself the variance. NAN for
 * two wagers that a shared bank was not asked to cover together. */
double trey_odds_covariance(const trey_odds *odds, unsigned a, unsigned b);
double trey_odds_covariance_error(const trey_odds *odds, unsigned a, unsigned b);

/* Every net result of the round, lowest first. */
typedef struct trey_odds_outcome {
    trey_cents net;
    trey_fraction chance;
    double estimate, error; /* where the chance is not known */
} trey_odds_outcome;
const trey_odds_outcome *trey_odds_outcomes(const trey_odds *odds, size_t *count);

static inline double trey_odds_probability(trey_fraction chance, double estimate) {
    return trey_fraction_known(chance) ? trey_fraction_double(chance) : estimate;
}

/* The rounds behind the estimates; `rounds` is 0 where every figure is exact. */
typedef struct trey_odds_sample {
    unsigned rounds, seats;
    uint64_t seed;
    bool of_round; /* the round itself is an estimate, not only a wager that is listed */
    /* Of the round as bet; cents. */
    double seat_ev[TREY_SEATS], seat_error[TREY_SEATS]; /* by seat, the first seat first */
    double bank_sd, bank_sd_error;                      /* of the player-dealer's result */
    double uncovered, uncovered_error; /* of the rounds: a wager came back for want of cover */
} trey_odds_sample;
const trey_odds_sample *trey_odds_sampled(const trey_odds *odds);

/* ---- Decisions ------------------------------------------------------------------------ */
/* The strategy that the figures are for: the best one, or the one asked for. */
const trey_strategy *trey_odds_strategy(const trey_odds *odds);
/* The best one for these bets, and the best for the Ante alone. */
const trey_strategy *trey_odds_best(const trey_odds *odds);

/* What playing (worth[0]) and folding (worth[1]) this hand is worth: cents of the whole
 * round, all wagers of the query together, stakes lost as negative sums. Of a bank that
 * several seats share, it is what one seat alone against it has. The up card is
 * TREY_NO_CARD exactly where the player sees none; false for cards that do not fit
 * together. The best strategy plays where playing is worth more. Some microseconds, up to
 * some fifty where the best five count; any number of threads may ask at once. */
bool trey_odds_moves(const trey_odds *odds, trey_hand hand, trey_card up_card,
                     trey_fraction worth[2]);

typedef struct trey_odds_alternative {
    const char *name;        /* "best", "play all"; static */
    trey_fraction ev_cents;  /* of the round */
    trey_fraction ante_play; /* for each unit of the Ante */
    trey_fraction played;
    double ev, ev_error;     /* cents of the round */
    double edge, edge_error; /* of Ante and Play */
} trey_odds_alternative;
/* The best strategy first, then the simple ones. */
enum { TREY_ODDS_ALTERNATIVES = TREY_STRATEGY_KINDS + 1 };
const trey_odds_alternative *trey_odds_alternatives(const trey_odds *odds);

/* A strategy in words: one row, or one for each run of up cards that is met alike. */
typedef struct trey_strategy_row {
    uint16_t up_ranks;   /* one bit a rank; 0 where no card is seen */
    unsigned least;      /* the order of the weakest hand that is played by the rule */
    unsigned exceptions; /* hands (with an up card: hands and cards) that go the other way */
    char against[32];    /* "a king", "2 to 9"; empty where no card is seen */
    char rule[48];       /* "Q-6-4 or better", "every hand", "no hand" */
} trey_strategy_row;
enum { TREY_STRATEGY_ROWS = TREY_RANKS };
/* The rows; the rule is derived from the decisions, and where no rule fits them all
 * it is the one with the fewest exceptions. */
unsigned trey_strategy_rows(const trey_strategy *strategy, const trey_rulebook *book,
                            trey_strategy_row rows[TREY_STRATEGY_ROWS]);

/* Hands of one order that go against the rule of their row. */
typedef struct trey_strategy_exception {
    unsigned row;
    unsigned of, all; /* so many of all such hands (and up cards) */
    char hand[24];    /* "Q-6-3" */
    trey_hand example;
    trey_card up_card; /* or TREY_NO_CARD */
    bool play;         /* played though below, or folded though at or above */
} trey_strategy_exception;
/* The first `room` of them; returns how many there are. */
size_t trey_strategy_exceptions(const trey_strategy *strategy, const trey_rulebook *book,
                                const trey_strategy_row *rows, unsigned count,
                                trey_strategy_exception *out, size_t room);

/* The hands of an order: "A-K-J", "pair of 9s with K", "flush Q-6-4". */
char *trey_hand_words(const trey_rulebook *book, trey_hand hand, char out[24]);

/* Reads a strategy; docs/odds.md tells how one is written. On INVALID `mistake` says
 * what, where and how to mend it. */
typedef struct trey_strategy_mistake {
    unsigned line, column; /* from 1 */
    char wrong[160];
} trey_strategy_mistake;
trey_status trey_strategy_parse(trey_strategy *strategy, const trey_rulebook *book,
                                const char *text, size_t length, trey_strategy_mistake *mistake);

/* ---- The jackpot bet ------------------------------------------------------------------- */
typedef struct trey_odds_award {
    uint16_t row;         /* TREY_KEY_AWARD_ */
    trey_cents paid;      /* at this meter */
    unsigned percent;     /* of the meter; 0 for a fixed sum */
    trey_fraction chance; /* for one bet */
} trey_odds_award;
enum { TREY_ODDS_AWARDS = 12 };

typedef struct trey_odds_jackpot {
    trey_fraction value; /* cents that a bet brings back on average, envy included */
    trey_fraction envy;  /* cents of it that are envy */
    trey_fraction slope; /* what a cent more on the meter adds to it */
    /* The meter, in cents, at which the bet costs nothing: as it is played here; and
     * where each meter is played at its best and the round is worth what it would be
     * without the bet. A share is taken as not rounded, and the other boxes play as they
     * do at the meter that was asked about. */
    trey_fraction break_even, break_even_best;
    trey_fraction whole;  /* chance that a bet wins the whole meter */
    trey_fraction rounds; /* between such wins, with all boxes betting */
    /* What a bet takes off the meter on average, as the meter stands: an award, and what the
     * meter is lowered by beside it when it is reset. Cents; it may be negative, as a reset
     * below the reset value fills the meter up. */
    trey_fraction taken;
    /* Over a long time, all boxes betting in every round and deciding as they do here: the
     * mean of the meter as a round is settled, which is also its mean when the whole is won,
     * and what a bet brings back, in cents. The fractions are known where every award leaves
     * a part of the meter or a sum; where the part is kept from falling below a sum the
     * decimals are solved for, to about a millionth. */
    trey_fraction meter_at_hit, long_run;
    double meter_at_hit_cents, long_run_cents;
    trey_odds_award award[TREY_ODDS_AWARDS];
    unsigned awards;
    bool offered;
    /* False where the whole is never won, or fixed awards are taken from the meter, which may
     * then run empty. */
    bool long_run_known;
} trey_odds_jackpot;
const trey_odds_jackpot *trey_odds_jackpot_of(const trey_odds *odds);

/* ---- Holes in procedure ------------------------------------------------------------------
 * What it is worth to see the hands of other boxes before deciding, for the Ante, Play
 * and Pair Plus of the query. One other hand is enumerated; more are drawn at random,
 * with the dealer's hand still enumerated. (One card of the dealer's is query.peek.) */
typedef struct trey_odds_peek {
    unsigned hands;
    bool exact;
    trey_fraction ev_cents; /* when exact */
    double ev, gain;        /* cents; gain over the best play without it */
    double standard_error;  /* cents; 0 when exact */
    double house_edge;      /* of the Ante */
    unsigned samples;
    uint64_t seed;
} trey_odds_peek;
enum { TREY_PEEK_HANDS = 6, TREY_PEEK_SAMPLES = 100000 };
trey_status trey_odds_peek_at(const trey_odds *odds, unsigned hands, unsigned samples,
                              uint64_t seed, trey_odds_peek *out);

/* ---- The player-dealer's side ---------------------------------------------------------- */
typedef struct trey_odds_fee {
    unsigned option;
    bool readable;
    trey_cents bank;      /* that the player-dealer pays into the drop in a round */
    trey_cents players;   /* that the seats pay when bets close, all together */
    trey_cents on_play;   /* that a seat pays once more when it plays */
    trey_fraction in_all; /* that the seats pay in a round on average, in cents */
} trey_odds_fee;

typedef struct trey_odds_bank {
    trey_fraction ev_cents;    /* a round, before collection; when exact */
    double ev, standard_error; /* cents; no error when exact */
    double sd, sd_error;       /* of a round's result */
    double uncovered;          /* of the rounds: a wager came back for want of cover */
    double uncovered_error;
    trey_cents bank; /* 0: everything is covered */
    uint64_t seed;
    trey_odds_fee fee[TREY_SCHEDULES];
    unsigned seats;  /* that bet as the query does */
    unsigned rounds; /* sampled; 0 where nothing had to be */
    unsigned fees;
    bool exact;
} trey_odds_bank;
/* INVALID where no player banks. What is exact for the seats is exact here, the deviation
 * included, which looks at every pair of seats; see docs/odds.md. */
trey_status trey_odds_bank_side(const trey_odds *odds, const trey_rulebook *book,
                                trey_odds_bank *out);
/* What each schedule collects alone; returns how many there are. */
unsigned trey_odds_fees(const trey_odds *odds, const trey_rulebook *book,
                        trey_odds_fee fee[TREY_SCHEDULES]);

/* ---- Readings ------------------------------------------------------------------------------
 * The same query under another letter of a reading; a memory makes a row of them faster. */
typedef struct trey_odds_effect {
    bool refused; /* the letter does not allow these bets */
    bool exact;   /* else what follows has standard errors; the seed being the same, two letters
                   * differ by less than these say */
    double edge[TREY_STAKES], edge_error[TREY_STAKES]; /* house edge; 0: not offered */
    trey_fraction ev[TREY_STAKES];                     /* for each unit; 0 where not offered */
    trey_fraction round;                               /* cents */
    double round_ev, round_error;
    double seat_ev[TREY_SEATS]; /* of the round, by seat */
    double sd[TREY_STAKES], hit[TREY_STAKES], round_sd, round_hit;
    /* The jackpot bet, as in trey_odds_jackpot. */
    trey_fraction meter_taken;
    bool long_run_known;
    double long_run_meter, long_run_value;
    trey_odds_fee fee[TREY_SCHEDULES]; /* where a player banks */
    unsigned fees;
} trey_odds_effect;
trey_status trey_odds_under(const trey_rulebook *book, const trey_odds_query *query,
                            const char *reading, char letter, trey_odds_memory *memory,
                            trey_odds_effect *out);

/* What differs between two letters. */
enum {
    TREY_EFFECT_BETS = 1,    /* one of them refuses the bets */
    TREY_EFFECT_RESULTS = 2, /* the mean of a wager, or of the round */
    TREY_EFFECT_SEATS = 4,   /* which seat gets how much */
    TREY_EFFECT_METER = 8,   /* what stays on the meter, and what a bet brings in the long run */
    TREY_EFFECT_COLLECTION = 16, /* what is paid into the drop */
    TREY_EFFECT_SPREAD = 32      /* who wins when, while the mean stays: deviations and hit rates */
};
unsigned trey_odds_effects_differ(const trey_odds_effect *a, const trey_odds_effect *b);

/* Why a letter that could move money may show nothing: what has to be bet to see it, or why
 * odds never see it. */
typedef struct trey_odds_silence {
    const char *reading;
    const char *letters; /* of it that this is about */
    const char *why;     /* a whole sentence */
    const char *show;    /* options of `trey odds` under which it shows, or NULL */
} trey_odds_silence;
const trey_odds_silence *trey_odds_silence_of(const trey_rulebook *book, const char *reading,
                                              char letter);

#ifdef __cplusplus
}
#endif
#endif
