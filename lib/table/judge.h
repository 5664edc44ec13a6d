/* judge.h -- what a wager comes to, from the book and the showdown alone. */
#ifndef TREY_TABLE_JUDGE_H
#define TREY_TABLE_JUDGE_H

#include "decide.h"

/* Everything that a judge may look at. */
typedef struct showdown {
    /* The dealer's hand. */
    trey_hand dealer;
    unsigned dealer_order;
    bool qualifies;
    /* One hand that meets it. */
    unsigned seat;
    trey_hand hand;
    unsigned order, three; /* its place in the ranking, and its row of a pay table */
    bool opened, looked;   /* for all to see; or by a supervisor */
    /* One bettor. */
    bool folded, keeps; /* said on folding that side bets are kept */
} showdown;

/* Small enough to be handed over in registers. */
typedef struct verdict {
    trey_result result;  /* of a judge: WIN, LOSE, PUSH, RETURNED or BONUS */
    trey_ground ground;  /* NONE: there is nothing to settle */
    const pay_row *pays; /* the row that says what is paid, or pays_nothing */
} verdict;

void showdown_open(showdown *s, const trey_rules *rules, const trey_table *table);
void showdown_hand(showdown *s, const deciding *d, unsigned seat);
void showdown_bettor(showdown *s, const trey_rules *rules, const trey_box *box,
                     const trey_bettor *bettor);

/* Does the wager go on after the bettor's fold? */
static inline bool outlives_fold(const trey_rules *rules, unsigned wager, bool keeps) {
    trey_read_key(trey_wager(wager)->fold);
    switch (rules->on_fold[wager]) {
    case TREY_FOLD_LIVES:
        return true;
    case TREY_FOLD_LIVES_IF_DECLARED:
        return keeps;
    default:
        return false;
    }
}

/* The function that judges the wager; there is one for every wager but those of the jackpot. */
wager_judge *judge_function(unsigned wager);

/* The row of the wager's pay table that is called so in the last word of a key's path, or
 * PAY_SLOTS where its cards cannot make such a hand. */
unsigned judge_slot(const trey_rules *rules, unsigned wager, const char *word);

/* The cards as one word, whose bytes they are. A hand that is written to memory byte by byte and
 * then read as a whole keeps the processor waiting. */
static inline trey_hand hand_in(const trey_card card[3]) {
    const uint32_t word = (uint32_t)card[0] | (uint32_t)card[1] << 8 | (uint32_t)card[2] << 16;
    const union {
        uint32_t word;
        trey_hand hand;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    } both = {.word = word};
#else
    } both = {.word = __builtin_bswap32(word)};
#endif
    return both.hand;
}

#endif
