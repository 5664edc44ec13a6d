/* second_settlement.h -- a round settled a second time, straight from the texts.
 *
 * The engine's settlement is compared with this one in every round that the
 * property tests play. It takes a plain description of a finished round and
 * gives one line for each wager. It shares nothing with libtrey but the
 * numbering of seats: pay tables are typed anew from the four rulebooks, hands
 * are evaluated by second_hands.c, and each paragraph is a function of its own. */
#ifndef SECOND_SETTLEMENT_H
#define SECOND_SETTLEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "second_hands.h"

enum { SECOND_SEATS = 8, SECOND_BETTORS = 6, SECOND_LINES = 256 };

typedef enum second_book { SECOND_MBS, SECOND_RWS, SECOND_RWP, SECOND_CA } second_book;

/* The readings that concern a settlement: X(field, "id", letter in force). */
#define SECOND_READINGS(X)                                                                         \
    X(all_02, "A-ALL-02", 'A') /* when a contribution enters the meter */                          \
    X(mbs_01, "A-MBS-01", 'A') /* when the dealer qualifies */                                     \
    X(mbs_03, "A-MBS-03", 'B') /* not shown, dealer not qualified */                               \
    X(mbs_04, "A-MBS-04", 'A') /* not shown, Pair Plus and bonus */                                \
    X(mbs_05, "A-MBS-05", 'A') /* envy for one's own hand */                                       \
    X(mbs_06, "A-MBS-06", 'A') /* envy by wager or by player */                                    \
    X(mbs_07, "A-MBS-07", 'A') /* Pair Plus after a fold */                                        \
    X(mbs_08, "A-MBS-08", 'B') /* fixed awards out of the meter */                                 \
    X(mbs_17, "A-MBS-17", 'A') /* a folded royal and envy */                                       \
    X(mbs_39, "A-MBS-39", 'A') /* whose bet stands beside the jackpot bet */                       \
    X(mbs_40, "A-MBS-40", 'A') /* envy for a sharer of the hand */                                 \
    X(rws_03, "A-RWS-03", 'A') /* folds and envy */                                                \
    X(rws_05, "A-RWS-05", 'A') /* a hand not shown */                                              \
    X(rws_07, "A-RWS-07", 'A') /* envy for one's own hand */                                       \
    X(rws_09, "A-RWS-09", 'A') /* suited 3-2-A */                                                  \
    X(rwp_01, "A-RWP-01", 'A') /* the meter after a quarter was won */                             \
    X(rwp_04, "A-RWP-04", 'A') /* suited five-high */                                              \
    X(ca_02, "A-CA-02", 'A')   /* suited A-2-3 */                                                  \
    X(ca_04, "A-CA-04", 'A')   /* equal pairs */                                                   \
    X(ca_05, "A-CA-05", 'A')   /* a ten and the button */                                          \
    X(ca_07, "A-CA-07", 'A')   /* how seats are counted */                                         \
    X(ca_08, "A-CA-08", 'A')   /* how far the bank reaches */                                      \
    X(ca_10, "A-CA-10", 'A')   /* forfeits and the win limit */                                    \
    X(ca_11, "A-CA-11", 'A')   /* after the bank is spent */                                       \
    X(ca_30, "A-CA-30", 'A')   /* five-high sequences */                                           \
    X(ca_44, "A-CA-44", 'A')   /* a wager covered in part */

typedef struct second_readings {
#define SECOND_READING_FIELD(field, id, preset) char field;
    SECOND_READINGS(SECOND_READING_FIELD)
#undef SECOND_READING_FIELD
} second_readings;

typedef enum second_choice { NO_CHOICE, CHOSE_PLAY, CHOSE_FOLD, CHOSE_CONTINUE } second_choice;

typedef struct second_bettor {
    uint32_t player;
    second_choice choice; /* the owner's is the box's, except in California */
    int64_t ante, play, pair_plus, six_card;
} second_bettor;

typedef struct second_box {
    int bettors; /* [0] is the owner; the others in the order in which they came */
    second_bettor bettor[SECOND_BETTORS];
    second_card card[3]; /* without meaning when neither Ante nor Pair Plus is bet */
    bool keeps_pair_plus;
    bool not_shown;
    bool looked_at;  /* by a supervisor, though not shown */
    int64_t jackpot; /* the owner's jackpot bet, or 0 */
} second_box;

typedef struct second_round {
    second_book book;
    second_readings reading;
    second_box box[SECOND_SEATS + 1]; /* [0] is not used */
    second_card dealer[3];            /* [2] is California's up card */
    int64_t meter;                    /* when the round was opened */
    int64_t reset, contribution;
    int64_t lost_contributions; /* of jackpot bets that were lost with a hand that is out */
    int64_t bank;               /* California: what the player-dealer put up */
    int bank_seat;
    int previous_button; /* of the round before, or 0 */
} second_round;

typedef enum second_wager {
    SECOND_ANTE,
    SECOND_PLAY,
    SECOND_ANTE_BONUS,
    SECOND_PAIR_PLUS,
    SECOND_JACKPOT,
    SECOND_ENVY,
    SECOND_SIX_CARD
} second_wager;

typedef enum second_outcome {
    CAME_TO_WIN,
    CAME_TO_LOSE,
    CAME_TO_PUSH,
    CAME_TO_BONUS,
    CAME_TO_PAID,
    CAME_TO_RETURNED,
    CAME_TO_UNCOVERED,
    CAME_TO_PARTLY_COVERED
} second_outcome;

typedef struct second_line {
    int seat;
    uint32_t player;
    second_wager wager;
    int64_t staked, back;
    second_outcome outcome;
} second_line;

typedef struct second_result {
    int lines;
    second_line line[SECOND_LINES];
    int button;          /* California: where settling began */
    int64_t meter_after; /* Singapore */
    int64_t bank_after;  /* California: put up, plus collected, less paid */
} second_result;

/* Readings all at the letter in force unless another is chosen. */
second_readings second_readings_in_force(void);

void second_settlement(const second_round *given, second_result *out);

/* ---- For the parts of the second settlement itself ----------------------- */
void second_add_line(second_result *out, int seat, uint32_t player, second_wager wager,
                     int64_t staked, int64_t back, second_outcome outcome);
void second_settle_mbs(const second_round *given, second_result *out);
void second_settle_rws(const second_round *given, second_result *out);
void second_settle_california(const second_round *given, second_result *out);

#endif
