/* wager_schema.h -- every wager of the game: one row each.
 *
 * A row says what a wager is called, when it is placed, what it needs beside it, what a fold
 * and a hand that is not shown do to it, and how it is judged. Betting, settling, voiding,
 * counting, simulating, reporting and showing all go by these rows; what a wager pays is in the
 * keys below `pays.` and the wager's word. The wagers that have a stake come first, in the order
 * in which a bettor's wagers are settled; a bettor's stakes are numbered as the wagers are. */
#ifndef TREY_WAGER_SCHEMA_H
#define TREY_WAGER_SCHEMA_H

/* How a wager is judged. */
typedef enum trey_judge {
    TREY_JUDGE_DEALER,    /* the hand against the dealer's */
    TREY_JUDGE_OWN_THREE, /* by a pay table of three-card hands */
    TREY_JUDGE_BEST_FIVE, /* by a pay table of the best five of the player's and dealer's cards */
    TREY_JUDGE_BONUS,     /* by a pay table, on top of a stake that is judged by itself */
    TREY_JUDGE_JACKPOT,   /* by a table of awards, paid off a meter */
    TREY_JUDGE_ENVY,      /* by another player's hand */
    TREY_JUDGE_COLOUR,    /* by a pay table of cards of one colour: the own three, or all six */
    TREY_JUDGES
} trey_judge;

/* When it is placed. */
typedef enum trey_placed {
    TREY_PLACED_NEVER,   /* it has no stake of its own */
    TREY_PLACED_LIMITED, /* while bets are open, within limits of its own */
    TREY_PLACED_FIXED,   /* while bets are open, at a prescribed amount */
    TREY_PLACED_DECISION /* when the player decides to play on */
} trey_placed;

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

/* Columns that name a key are 0 where the wager has none; no wager has TREY_KEY_BANKER. */
#define TREY_WAGERS(ROW, X)                                                                        \
    ROW(X, ANTE, "ante", "Ante", .option = "--ante",                                               \
        .together_word = "ante_play", .together = "Ante and Play",                                 \
        .placed = TREY_PLACED_LIMITED, .judge = TREY_JUDGE_DEALER, .head = TREY_WAGER_ANTE,        \
        .beside = TREY_WAGER_ANTE, .fold = TREY_KEY_FOLD_ANTE, .pays = TREY_KEY_PAY_ANTE,          \
        .unqualified = TREY_KEY_UNQUALIFIED_ANTE, .unshown_unqualified = TREY_KEY_UNSHOWN_ANTE)    \
    ROW(X, PLAY, "play", "Play",                                                                   \
        .placed = TREY_PLACED_DECISION, .judge = TREY_JUDGE_DEALER, .head = TREY_WAGER_ANTE,       \
        .beside = TREY_WAGER_PLAY, .fold = TREY_KEY_FOLD_ANTE, .pays = TREY_KEY_PAY_PLAY,          \
        .unqualified = TREY_KEY_UNQUALIFIED_PLAY, .unshown_unqualified = TREY_KEY_UNSHOWN_PLAY)    \
    ROW(X, PAIR_PLUS, "pair_plus", "Pair Plus", .option = "--pair-plus",                           \
        .placed = TREY_PLACED_LIMITED, .judge = TREY_JUDGE_OWN_THREE, .head = TREY_WAGER_PAIR_PLUS, \
        .beside = TREY_WAGER_PAIR_PLUS, .needs = TREY_KEY_PAIR_PLUS_NEEDS,                         \
        .fold = TREY_KEY_FOLD_PAIR_PLUS, .unshown = TREY_KEY_UNSHOWN_PAIR_PLUS,                    \
        .listed = TREY_KEY_PAIR_PLUS_ANY_DEALER, .unlisted = TREY_KEY_PAIR_PLUS_UNLISTED,          \
        .uncovered = TREY_KEY_UNCOVERED_PAIR_PLUS)                                                 \
    ROW(X, SIX_CARD_BONUS, "six_card_bonus", "6 Card Bonus", .option = "--six-card-bonus",         \
        .placed = TREY_PLACED_LIMITED, .judge = TREY_JUDGE_BEST_FIVE,                              \
        .head = TREY_WAGER_SIX_CARD_BONUS, .beside = TREY_WAGER_SIX_CARD_BONUS,                    \
        .needs = TREY_KEY_SIX_CARD_BONUS_NEEDS, .fold = TREY_KEY_FOLD_SIX_CARD_BONUS,              \
        .unshown = TREY_KEY_UNSHOWN_SIX_CARD_BONUS, .listed = TREY_KEY_SIX_CARD_ANY_RESULT,        \
        .unlisted = TREY_KEY_SIX_CARD_UNLISTED, .uncovered = TREY_KEY_UNCOVERED_SIX_CARD)          \
    ROW(X, COLOUR_BONUS, "colour_bonus", "Colour Bonus", .option = "--colour-bonus",               \
        .placed = TREY_PLACED_LIMITED, .judge = TREY_JUDGE_COLOUR,                                 \
        .head = TREY_WAGER_COLOUR_BONUS, .beside = TREY_WAGER_COLOUR_BONUS,                        \
        .needs = TREY_KEY_COLOUR_BONUS_NEEDS, .fold = TREY_KEY_FOLD_COLOUR_BONUS,                  \
        .unshown = TREY_KEY_UNSHOWN_COLOUR_BONUS, .listed = TREY_KEY_COLOUR_ANY_RESULT,            \
        .unlisted = TREY_KEY_COLOUR_UNLISTED, .uncovered = TREY_KEY_UNCOVERED_COLOUR)              \
    ROW(X, PROGRESSIVE, "progressive", "Progressive", .option = "--progressive",                   \
        .spoken = "jackpot bet",                                                                   \
        .placed = TREY_PLACED_FIXED, .judge = TREY_JUDGE_JACKPOT, .head = TREY_WAGER_PROGRESSIVE,  \
        .beside = TREY_WAGER_PROGRESSIVE, .needs = TREY_KEY_PROGRESSIVE_NEEDS,                     \
        .fold = TREY_KEY_FOLD_PROGRESSIVE, .unshown = TREY_KEY_UNSHOWN_PROGRESSIVE,                \
        .listed = TREY_KEY_AWARDS_ANY_DEALER, .unlisted = TREY_KEY_JACKPOT_HAND)                   \
    ROW(X, ANTE_BONUS, "ante_bonus", "Ante Bonus",                                                 \
        .placed = TREY_PLACED_NEVER, .judge = TREY_JUDGE_BONUS, .head = TREY_WAGER_ANTE,           \
        .beside = TREY_WAGER_ANTE, .fold = TREY_KEY_FOLD_ANTE_BONUS,                               \
        .unshown = TREY_KEY_UNSHOWN_ANTE_BONUS)                                                    \
    ROW(X, ENVY, "envy", "Envy Bonus",                                                                  \
        .placed = TREY_PLACED_NEVER, .judge = TREY_JUDGE_ENVY, .head = TREY_WAGER_PROGRESSIVE,     \
        .beside = TREY_WAGER_PROGRESSIVE)

/* clang-format on */
#endif
