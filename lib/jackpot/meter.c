/* meter.c -- what a progressive meter shows after a bet and after an award. */
#include "trey/jackpot.h"

trey_meter trey_meter_add(trey_meter meter, trey_cents contribution) {
    trey_cents sum;
    if (!trey_cents_add(meter.value, contribution, &sum)) sum = TREY_METER_MAX;
    if (sum > TREY_METER_MAX) sum = TREY_METER_MAX;
    meter.value = sum < 0 ? 0 : sum;
    return meter;
}

/* The meter after a share of less than the whole was paid. */
static trey_cents after_share(trey_meter meter, trey_cents paid, uint8_t rule) {
    trey_cents left = meter.value - paid;
    switch (rule) {
    case TREY_AFTER_SHARE_RESET:
        return meter.reset;
    case TREY_AFTER_SHARE_NOT_BELOW_RESET:
        return left < meter.reset ? meter.reset : left;
    default:
        return left;
    }
}

trey_award trey_meter_pay(trey_meter meter, trey_value award, trey_meter_rules rules) {
    trey_award result = {.after = meter};
    if (award.d == 0) { /* fixed dollars */
        result.paid = award.n;
        if (rules.fixed_awards_from == TREY_FUND_METER) {
            result.from_meter = award.n < meter.value ? award.n : meter.value;
            result.after.value -= result.from_meter;
        }
        return result;
    }
    /* Rounded down to the cent; the remainder stays on the meter. */
    bool fits = trey_cents_scale(meter.value, award.n, award.d, &result.paid, NULL);
    TREY_ASSERT(fits);
    result.from_meter = result.paid;
    result.after.value =
        award.n == award.d ? meter.reset : after_share(meter, result.paid, rules.after_share);
    return result;
}
