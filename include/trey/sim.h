/* sim.h -- play many rounds, keep the score, and say how sure it is.
 *
 *   trey_sim_query query = {.rounds = ..., .seed = ..., .threads = 2};
 *   trey_odds_query_preset(book, &query.bets);      and a strategy
 *   trey_sim_open(&sim, book, &query, &fault);
 *   trey_sim_run(sim, NULL, NULL);
 *   trey_sim_figures(sim, TREY_WAGER_PAIR_PLUS).mean ...
 *   trey_sim_close(sim);
 *
 * Every box makes the same bets and decides by the same strategy. The meter shows the
 * same sum as each round opens, so that rounds can be compared with exact odds; how it
 * would have grown is told apart, by trey_sim_growth_of.
 *
 * The full engine takes each round through trey_decide and trey_apply, from the opening
 * call to the settlement. The fast engine knows no rule: it sorts deals into kinds, takes
 * the first deal of each kind through the table, and counts the others of that kind.
 *
 * The same seed gives the same result on every machine, with any number of threads and
 * of shares. Rounds fall into blocks with a random stream of their own; sums are whole
 * numbers, so it does not matter who plays a block and when. */
#ifndef TREY_SIM_H
#define TREY_SIM_H

#include "trey/core.h"
#include "trey/jackpot.h"
#include "trey/odds.h"
#include "trey/rules.h"
#include "trey/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The question ------------------------------------------------------------------ */
/* About a day of the fast engine on one core; sums of squares stay far from 128 bits. */
#define TREY_SIM_ROUNDS_MAX  UINT64_C(10000000000000)
#define TREY_SIM_SESSION_MAX UINT64_C(10000000)
enum { TREY_SIM_THREADS_MAX = 64, TREY_SIM_SHARES_MAX = 4096 };

typedef enum trey_sim_engine { TREY_SIM_FAST, TREY_SIM_FULL } trey_sim_engine;

typedef struct trey_sim_query {
    /* Stakes, meter, boxes and bank; its strategy must be there and stay there. */
    trey_odds_query bets;
    uint64_t rounds, seed;
    unsigned threads;  /* 0 is one */
    unsigned engine;   /* trey_sim_engine */
    unsigned schedule; /* collection option where a player banks; 0 is the first */
    /* Sessions of so many rounds at the first box, or 0; a player who cannot put up a
     * round's bets any more has been ruined. A bankroll of 0 never ends. */
    uint64_t session;
    trey_cents bankroll;
    /* One of several processes: it plays blocks share, share + shares, ... */
    unsigned share, shares; /* shares 0 is one */
    bool portable;          /* leave special instructions of the processor alone */
} trey_sim_query;

typedef struct trey_sim trey_sim;

/* INVALID with a fault where the table refuses the bets; NO_MEMORY. The book must stay
 * open and unchanged as long. `fault` may be NULL. */
trey_status trey_sim_open(trey_sim **out, const trey_rulebook *book, const trey_sim_query *query,
                          trey_odds_fault *fault);
void trey_sim_close(trey_sim *sim);

/* The engine that plays, which is the full one where a bank may not cover several boxes:
 * who is covered then depends on the others. */
trey_sim_engine trey_sim_engine_of(const trey_sim *sim);
/* "avx2", "portable" or "table"; static. */
const char *trey_sim_path(const trey_sim *sim);
const trey_sim_query *trey_sim_asked(const trey_sim *sim);
uint64_t trey_sim_block_rounds(const trey_sim *sim);

/* ---- Playing ------------------------------------------------------------------------ */
/* Called ten times a second or so from the thread that called trey_sim_run. */
typedef void trey_sim_progress(void *with, uint64_t rounds_played);
/* Plays the share's rounds once; NO_MEMORY. `progress` may be NULL. */
trey_status trey_sim_run(trey_sim *sim, trey_sim_progress *progress, void *with);
/* Ends the run soon; what has been played counts. May be called from a signal handler
 * and from another thread. */
void trey_sim_stop(trey_sim *sim);
bool trey_sim_stopped(const trey_sim *sim);

/* What this share has found, as bytes for another process of the same program:
 * trey_sim_pack gives a block that the caller frees, trey_sim_merge adds it. INVALID
 * where it belongs to another question. */
trey_status trey_sim_pack(const trey_sim *sim, void **bytes, size_t *size);
trey_status trey_sim_merge(trey_sim *sim, const void *bytes, size_t size);

/* ---- Answers --------------------------------------------------------------------------
 * Lines of the settlement first, numbered as TREY_WAGER_; then what is judged together,
 * the whole round, what a player-dealer has from the box, and the fee that the box pays to
 * the house, which is in no other row. */
#define TREY_SIM_ROW_LIST(X)                                                                       \
    X(ANTE_PLAY, "ante_play", "Ante and Play")                                                     \
    X(JACKPOT, "jackpot", "Progressive, envy")                                                     \
    X(ROUND, "round", "the round")                                                                 \
    X(BANK, "bank", "the bank")                                                                    \
    X(COLLECTION, "collection", "collection")

typedef enum trey_sim_row {
    TREY_SIM_WAGERS_END = TREY_WAGER_COUNT - 1,
#define TREY_SIM_ROW_CONSTANT(constant, word, name) TREY_SIM_##constant,
    TREY_SIM_ROW_LIST(TREY_SIM_ROW_CONSTANT)
#undef TREY_SIM_ROW_CONSTANT
        TREY_SIM_ROWS
} trey_sim_row;
const char *trey_sim_row_word(unsigned row);
const char *trey_sim_row_name(unsigned row);

/* Of one box in one round; cents. Errors are standard errors, estimated from the rounds
 * themselves; boxes of one round share its dealer and its deck, so a round counts as one
 * observation however many boxes it has. */
typedef struct trey_sim_figure {
    bool in_round;
    uint64_t rounds, boxes; /* boxes: rounds times those at the table */
    double mean, error;
    double sd;             /* of one box */
    double hit, hit_error; /* how often it came out ahead */
    double staked;
} trey_sim_figure;
trey_sim_figure trey_sim_figures(const trey_sim *sim, unsigned row);

/* Net results of a box, lowest first, with how often each was seen. Where there were
 * more than sixteen thousand different ones they are in steps of `step` cents. */
typedef struct trey_sim_outcome {
    trey_cents net;
    uint64_t seen;
} trey_sim_outcome;
const trey_sim_outcome *trey_sim_outcomes(const trey_sim *sim, size_t *count, trey_cents *step);

/* What is collected from the player-dealer in each round. */
typedef struct trey_sim_fee {
    trey_cents bank;
    bool unreadable; /* the schedule's figure: taken as nothing */
} trey_sim_fee;
trey_sim_fee trey_sim_fee_of(const trey_sim *sim);

typedef struct trey_sim_sessions {
    uint64_t sessions, ruined;
    double mean, error, sd;  /* result of a session with collection paid, cents */
    double ruin, ruin_error; /* chance of being ruined before it ends */
    double rounds_to_ruin;   /* mean, of those who were */
    trey_cents step;         /* results are counted in steps of so much */
    trey_cents bets;         /* what a round needs, Play included */
} trey_sim_sessions;
trey_sim_sessions trey_sim_sessions_of(const trey_sim *sim);
/* The result that a share of the sessions stays at or below; 0.5 is the median. */
trey_cents trey_sim_session_quantile(const trey_sim *sim, double share);

/* ---- The jackpot over time -------------------------------------------------------------
 * The meter from its first value through all rounds in their order, each round that
 * takes from it settled at the table with what the display then shows. The history ends
 * after TREY_SIM_TAKINGS such rounds. */
enum { TREY_SIM_TAKINGS = 1 << 17, TREY_SIM_SAMPLES = 64, TREY_SIM_AWARDS = 12 };

typedef struct trey_sim_award {
    uint16_t row; /* TREY_KEY_AWARD_ */
    bool whole;   /* all of the meter */
    bool share;   /* a part of it, or all */
    uint64_t hits;
    double meter; /* mean of the display when it was won, cents */
    trey_cents meter_most, paid_most;
    double paid;
} trey_sim_award;

typedef struct trey_sim_growth {
    bool known;      /* a jackpot bet is in the round, and all was merged */
    uint64_t rounds; /* that the history covers */
    trey_cents first, last, least, most;
    double mean;                         /* of the display over all rounds */
    trey_cents sample[TREY_SIM_SAMPLES]; /* at equal distances, the first at the start */
    unsigned awards;                     /* that were won */
    trey_sim_award award[TREY_SIM_AWARDS];
} trey_sim_growth;
/* Plays the history. */
trey_status trey_sim_growth_of(const trey_sim *sim, trey_sim_growth *out);

/* ---- Round by round ----------------------------------------------------------------------
 * The rounds of one block, under either engine, as they were dealt. */
typedef struct trey_sim_round {
    uint16_t hand[TREY_SEATS]; /* by box, the numbers of the hands */
    uint16_t dealer;
    trey_card up_card; /* lies at the bottom; TREY_NO_CARD where none is turned */
    uint8_t zero[5];   /* always 0, so that rounds can be compared as bytes */
    trey_cents net[TREY_SEATS][TREY_SIM_ROWS];
} trey_sim_round;
/* At most `room` rounds from the start of the block; *count is how many there are. */
trey_status trey_sim_rounds(const trey_sim *sim, trey_sim_engine engine, uint64_t block,
                            trey_sim_round *rounds, size_t room, size_t *count);

/* ---- The generator -------------------------------------------------------------------------
 * Four streams of xoshiro256++ side by side, started from a seed and the number of a
 * block by splitmix64. Not for cards that money is played for: a short stretch of output
 * tells all that follows. */
typedef struct trey_sim_stream {
    uint64_t word[4][4]; /* [which][stream] */
} trey_sim_stream;
void trey_sim_stream_open(trey_sim_stream *stream, uint64_t seed, uint64_t block);
/* `count` is a multiple of four. */
void trey_sim_stream_fill(trey_sim_stream *stream, uint64_t *words, size_t count, bool portable);

#ifdef __cplusplus
}
#endif
#endif
