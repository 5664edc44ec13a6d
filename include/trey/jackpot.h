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

#ifdef __cplusplus
}
#endif
#endif
