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

typedef struct verdict {
    bool due;       /* is there anything to settle? */
    uint8_t result; /* trey_result: WIN, LOSE, PUSH, RETURNED or BONUS */
    uint8_t ground; /* trey_ground */
    uint16_t row;   /* the key that says what is paid, or TREY_NO_KEY */
    trey_value rate;
} verdict;

void showdown_open(showdown *s, const trey_rules *rules, const trey_table *table);
void showdown_hand(showdown *s, const deciding *d, unsigned seat);
void showdown_bettor(showdown *s, const trey_rules *rules, const trey_box *box, unsigned bettor);

/* Does the wager go on after the bettor's fold? */
bool outlives_fold(const trey_rules *rules, unsigned wager, bool keeps);

verdict judge(const trey_rules *rules, const showdown *s, unsigned wager);

/* The row of the wager's pay table that is called so in the last word of a key's path, or
 * PAY_SLOTS where its cards cannot make such a hand. */
unsigned judge_slot(const trey_rules *rules, unsigned wager, const char *word);

trey_hand hand_in(const trey_card card[3]);

#endif
