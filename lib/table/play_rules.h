/* play_rules.h -- a rulebook compiled for play. */
#ifndef TREY_TABLE_PLAY_RULES_H
#define TREY_TABLE_PLAY_RULES_H

#include "trey/table.h"

/* The rows of a wager's pay table are numbered by the hands that its judge tells apart: categories
 * of three cards or of five, and the royal in spades. A wager with one rate has it in the first. */
enum { PAY_ALWAYS = 0, PAY_SPADES = TREY_FIVE_CATEGORIES, PAY_SLOTS };

/* Rows of a pay table: what is paid, and the key that says so. */
typedef struct pay_row {
    trey_value pay; /* a rate, or an award */
    uint16_t key;   /* TREY_NO_KEY where the game has no such row */
} pay_row;
static const pay_row pays_nothing = {{0, 1}, TREY_NO_KEY};

/* What a wager comes to; see judge.h. */
struct showdown;
struct verdict;
typedef struct verdict wager_judge(const trey_rules *rules, const struct showdown *s,
                                   unsigned wager);

struct trey_rules {
    const trey_rulebook *book;
    uint8_t word[TREY_KEYS]; /* the value of a key that is a word or a small count */
    uint8_t absent[TREY_KEYS];
    uint16_t order[TREY_STRENGTHS];
    uint8_t category[TREY_STRENGTHS];
    pay_row pays[TREY_WAGER_COUNT][PAY_SLOTS]; /* by the judge's own slots */
    uint8_t has[TREY_WAGER_COUNT];             /* the game has the wager */
    uint8_t settled[TREY_WAGER_COUNT];         /* wagers of the game, in the order of settling */
    uint8_t rests_on[TREY_WAGER_COUNT];        /* of each of those: the wager that has its stake */
    wager_judge *judge[TREY_WAGER_COUNT];      /* and the function that judges it */
    uint8_t settled_count;
    uint8_t on_fold[TREY_WAGER_COUNT];   /* what a fold does to each wager */
    uint8_t outliving[TREY_WAGER_COUNT]; /* wagers of the game that a fold may leave alone */
    uint8_t outliving_count;
    trey_meter_rules meter;
    uint8_t has_jackpot;
    uint8_t banked; /* by a player */
    struct rules_cache *cache;
};

/* Made on first use; see citations.c. */
struct rules_cache {
    struct alternates *alternates;
};
void alternates_close(struct alternates *all);

static inline unsigned rule(const trey_rules *rules, trey_key key) {
    trey_read_key(key);
    return rules->word[key];
}

static inline unsigned order_of(const trey_rules *rules, trey_rank rank) {
    return rules->order[trey_rank_strength(rank)];
}

static inline trey_category category_of(const trey_rules *rules, trey_rank rank) {
    return (trey_category)rules->category[trey_rank_strength(rank)];
}

/* What a rate pays on a stake; limits keep it far from overflow. Nearly every rate is so much to
 * one, and a division costs as much as the rest of a line. */
static inline trey_cents rate_on(trey_value rate, trey_cents stake) {
    trey_cents pays = stake * rate.n;
    return rate.d == 1 ? pays : pays / rate.d;
}

#endif
