/* jackpot.h -- the meter of a progressive jackpot.
 *
 * Pure arithmetic on a displayed value: what a bet adds, what an award takes,
 * what is displayed afterwards. Who may win and in which order is the table's
 * and the link's business. Figures that no rulebook gives (reset value,
 * contribution) are the operator's. */
#ifndef TREY_JACKPOT_H
#define TREY_JACKPOT_H

#include "trey/core.h"
#include "trey/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More than any jackpot will ever show, and far from overflow. */
#define TREY_METER_MAX INT64_C(1000000000000000)

typedef struct trey_meter {
    trey_cents value; /* what the display shows */
    trey_cents reset; /* what it shows after the whole was won */
} trey_meter;

/* How a book treats the meter after a win, from its values. */
typedef struct trey_meter_rules {
    uint8_t after_share;       /* TREY_AFTER_SHARE_ */
    uint8_t fixed_awards_from; /* TREY_FUND_ */
} trey_meter_rules;

typedef struct trey_award {
    trey_cents paid;
    trey_cents from_meter; /* part of it that the meter pays */
    trey_meter after;
} trey_award;

/* Adds a contribution, or takes a reversed one off again. A full meter stays at
 * its maximum. */
trey_meter trey_meter_add(trey_meter meter, trey_cents contribution);

/* Pays one award of a pay table: fixed dollars, or a share of what is displayed
 * [mbs 4.4] [rws 4.4] [rws-progressive 4.4]. */
trey_award trey_meter_pay(trey_meter meter, trey_value award, trey_meter_rules rules);

/* ---- Several tables, one meter ---------------------------------------------------
 * Hits at the same time are paid one after the other; each gets what the display
 * then shows. The book says in which order [mbs 3.19] [rws 4.9.1]. */
typedef struct trey_hit {
    trey_value award; /* of the pay table: a share, or fixed */
    uint32_t table;
    uint8_t seat;
    uint8_t zero;
    uint16_t house_place; /* from 1: where the house has put it; 0 where it has not */
    uint64_t entered;     /* into the jackpot system, as a running number */
    /* When cards fell, on a clock that all tables share. */
    uint64_t players_first_card, players_third_card, dealers_third_card;
} trey_hit;

typedef struct trey_hit_rules {
    uint8_t order;      /* TREY_LINK_ORDER_ */
    uint8_t dealt_at;   /* TREY_DEALT_AT_ */
    uint8_t house_word; /* the house settles the order finally */
} trey_hit_rules;

trey_hit_rules trey_hit_rules_of(const trey_rulebook *book);
trey_meter_rules trey_meter_rules_of(const trey_rulebook *book);

/* Puts hits into the order of payment. What the house has placed comes first, as
 * placed, where the book gives it the last word; equal times by table number. */
void trey_hits_order(trey_hit_rules rules, trey_hit *hits, size_t count);

/* Pays them in that order; returns the meter afterwards. */
trey_meter trey_hits_pay(trey_meter meter, trey_meter_rules rules, const trey_hit *hits,
                         size_t count, trey_award *awards);

#ifdef __cplusplus
}
#endif
#endif
