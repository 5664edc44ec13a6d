/* odds_jackpot.c -- the jackpot bet as a function of the meter.
 *
 * Played in a given way, a bet is worth a straight function of the meter: its slope is
 * the chance of the awards that are shares of it. Played at its best for every meter
 * it is worth the highest of such functions, hand by hand; from any meter the zero of
 * the function that is highest there leads to a meter closer to the true zero, and
 * after a few steps the decisions no longer change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

/* ---- Awards ------------------------------------------------------------------------- */
static void add_award(trey_odds_jackpot *jackpot, uint16_t row, trey_cents paid, unsigned percent,
                      uint64_t deals) {
    unsigned i = 0;
    while (i < jackpot->awards && jackpot->award[i].row != row) i++;
    TREY_ASSERT(i < TREY_ODDS_AWARDS);
    if (i == jackpot->awards) {
        jackpot->awards++;
        jackpot->award[i] = (trey_odds_award){row, paid, percent, {0, 1}};
    }
    jackpot->award[i].chance.n += (trey_int128)deals;
}

/* Largest award first. */
static void sort_awards(trey_odds_jackpot *jackpot, uint64_t deals) {
    for (unsigned i = 0; i < jackpot->awards; i++) {
        for (unsigned j = i + 1; j < jackpot->awards; j++) {
            if (jackpot->award[j].paid <= jackpot->award[i].paid) continue;
            trey_odds_award swap = jackpot->award[i];
            jackpot->award[i] = jackpot->award[j];
            jackpot->award[j] = swap;
        }
        jackpot->award[i].chance = trey_fraction_of(jackpot->award[i].chance.n, deals);
    }
}

/* Awards, and the slope: hundredths of the meter, summed over all deals. */
static trey_int128 list_awards(trey_odds *odds) {
    trey_int128 percent = 0;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        const situation s = situation_at(n);
        uint64_t deals = deals_in(odds, s);
        const settled *paid = &odds->house.known[n];
        if (deals == 0 || paid->result[TREY_WAGER_PROGRESSIVE] != TREY_LINE_PAID) continue;
        unsigned share = odds->nets[s.three].percent[s.choice][s.six][s.showdown];
        add_award(&odds->jackpot, paid->row[TREY_WAGER_PROGRESSIVE],
                  paid->net[TREY_WAGER_PROGRESSIVE] + paid->staked[TREY_WAGER_PROGRESSIVE], share,
                  deals);
        percent += (trey_int128)deals * share;
    }
    sort_awards(&odds->jackpot, odds->sum.deals);
    return percent;
}

/* ---- Break-even ----------------------------------------------------------------------- */
static trey_fraction minus(trey_fraction a) {
    return (trey_fraction){-a.n, a.d};
}

static trey_fraction over(trey_fraction a, trey_fraction b) {
    return trey_fraction_multiply(a, trey_fraction_of(b.d, b.n));
}

/* With each hand played at its best at this meter, the meter at which the round is
 * worth `target` (a sum over all deals, times the scale). Where nobody plays for a share of this
 * meter the round is worth the same at any lower one: that is enough at once, or the zero lies
 * far above. */
static trey_fraction zero_from(const trey_odds *odds, trey_cents meter, trey_int128 target) {
    trey_int128 at_zero = 0, hundredths = 0;
    trey_cents start = odds->query.meter;
    for (unsigned i = 0; i < odds->classes.count * TREY_SUITS; i++) {
        const jackpot_values *v = &odds->jackpot_values[i / TREY_SUITS][i % TREY_SUITS];
        if (v->members == 0) continue;
        trey_int128 worth[CHOICES], rate[CHOICES]; /* a hundred times the worth */
        for (unsigned choice = 0; choice < CHOICES; choice++) {
            rate[choice] = v->percent[choice] * odds->envy.scale;
            worth[choice] =
                100 * (v->without[choice] + v->jackpot[choice]) + rate[choice] * (meter - start);
        }
        unsigned choice = worth[CHOICE_PLAY] > worth[CHOICE_FOLD] ? CHOICE_PLAY : CHOICE_FOLD;
        at_zero += (worth[choice] - rate[choice] * meter) * (trey_int128)v->members;
        hundredths += rate[choice] * (trey_int128)v->members;
    }
    if (hundredths == 0) return (trey_fraction){at_zero < 100 * target ? TREY_METER_MAX : 0, 1};
    return trey_fraction_of(100 * target - at_zero, hundredths);
}

static trey_fraction break_even_best(const trey_odds *odds) {
    enum { STEPS = 32 };
    trey_int128 without = 0;
    for (unsigned i = 0; i < odds->classes.count * TREY_SUITS; i++) {
        const jackpot_values *v = &odds->jackpot_values[i / TREY_SUITS][i % TREY_SUITS];
        bool play = v->without[CHOICE_PLAY] > v->without[CHOICE_FOLD];
        without += v->without[play ? CHOICE_PLAY : CHOICE_FOLD] * (trey_int128)v->members;
    }
    trey_fraction zero = {odds->query.meter, 1};
    for (unsigned step = 0; step < STEPS; step++) {
        trey_int128 meter = zero.n / zero.d;
        if (meter < 0) meter = 0;
        if (meter > TREY_METER_MAX) meter = TREY_METER_MAX;
        trey_fraction next = zero_from(odds, (trey_cents)meter, without);
        if (next.n == zero.n && next.d == zero.d) break;
        zero = next;
    }
    return zero;
}

/* ---- The meter over a long time ---------------------------------------------------------
 * Hits do not look at the meter. So in the long run the meter has the same mean whenever it is
 * looked at, as a round is settled or as the whole is won, and it is enough to find the latter:
 * the mean V(m) from a meter m on until the whole is won, at m = the reset value. */

/* What an award leaves of a meter m: part times m, but no less than `least`. */
typedef struct leaves {
    bool known;
    trey_fraction part;
    trey_cents least;
} leaves;

/* What a round adds to the meter, and whether it does so before an award is paid. */
typedef struct adding {
    trey_cents sum;
    bool included;
} adding;

static bool within_a_cent(double a, double b) {
    return a - b <= 1 && b - a <= 1; /* a share is rounded by less */
}

/* A share leaves the meter alive, so that a contribution which was not counted yet follows. */
static leaves award_leaves(trey_odds *odds, situation s, adding add) {
    enum { PROBES = 6 };
    const unsigned n = situation_number(s);
    const trey_cents reset = odds->query.reset, high = 4 * reset + 100000000, more = 1000000;
    const trey_cents before[PROBES] = {0, reset / 2, reset, reset + reset / 5, high, high + more};
    double after[PROBES], shown[PROBES];
    for (unsigned i = 0; i < PROBES; i++) {
        settled paid = house_settles_at(&odds->house, s, odds->stood_hand[n], odds->stood_dealer[n],
                                        before[i]);
        after[i] = (double)paid.meter_after;
        shown[i] = (double)(before[i] + (add.included ? add.sum : 0));
    }
    leaves l = {.known = true, .part = trey_fraction_of((trey_int128)(after[5] - after[4]), more)};
    const double part = trey_fraction_double(l.part);
    const double follows = add.included || l.part.n == 0 ? 0 : (double)add.sum;
    const double least = after[0] - follows;
    if (l.part.n == 0 || !within_a_cent(least, part * shown[0])) l.least = (trey_cents)least;
    for (unsigned i = 0; i < PROBES; i++) {
        const double left = part * shown[i], kept = (double)l.least;
        if (!within_a_cent((left > kept ? left : kept) + follows, after[i])) l.known = false;
    }
    return l;
}

/* An award other than the whole, for all boxes together. */
typedef struct taking {
    uint16_t row;
    trey_fraction exact_chance;
    double chance;
    leaves leaves;
} taking;

typedef struct takings {
    bool known, straight; /* all; and no share is kept from falling below a sum */
    adding adding;
    unsigned count;
    taking item[TREY_ODDS_AWARDS];
} takings;

static bool takes_from_meter(const trey_odds *odds, unsigned n, situation *s, uint64_t *deals) {
    *s = situation_at(n);
    *deals = deals_in(odds, *s);
    return *deals > 0 && odds->house.known[n].from_meter > 0;
}

static void find_takings(trey_odds *odds, takings *t) {
    const trey_fraction boxes = {odds->house.boxes, 1};
    situation s;
    uint64_t deals;
    memset(t, 0, sizeof *t);
    t->known = odds->jackpot.whole.n > 0;
    t->straight = true;
    t->adding = (adding){odds->query.contribution * (trey_cents)odds->house.boxes, true};
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (!takes_from_meter(odds, n, &s, &deals)) continue;
        if (odds->nets[s.three].percent[s.choice][s.six][s.showdown] == 100)
            t->adding.included = odds->house.known[n].from_meter > odds->query.meter ||
                                 odds->query.contribution == 0;
    }
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (!takes_from_meter(odds, n, &s, &deals)) continue;
        const unsigned percent = odds->nets[s.three].percent[s.choice][s.six][s.showdown];
        const uint16_t row = odds->house.known[n].row[TREY_WAGER_PROGRESSIVE];
        t->known = t->known && percent > 0;
        if (percent == 100 || !t->known) continue;
        unsigned i = 0;
        while (i < t->count && t->item[i].row != row) i++;
        TREY_ASSERT(i < TREY_ODDS_AWARDS);
        taking *one = &t->item[i];
        if (i == t->count) {
            t->count++;
            *one = (taking){.row = row, .exact_chance = {0, 1}};
            one->leaves = award_leaves(odds, s, t->adding);
        }
        trey_fraction chance =
            trey_fraction_multiply(trey_fraction_of(deals, odds->sum.deals), boxes);
        one->exact_chance = trey_fraction_add(one->exact_chance, chance);
        one->chance = trey_fraction_double(one->exact_chance);
        t->known = t->known && one->leaves.known;
        t->straight = t->straight && (one->leaves.part.n == 0 || one->leaves.least == 0);
    }
}

/* With V(m) = a + b m, one round's chances give b = whole / (whole + the chances of shares
 * times the part that they take), and a from what is added. */
static trey_fraction straight_mean(const trey_odds *odds, const takings *t) {
    const trey_fraction boxes = {odds->house.boxes, 1}, one = {1, 1};
    trey_fraction taken = {0, 1}, put = {0, 1}, stops = {0, 1};
    for (unsigned i = 0; i < t->count; i++) {
        const leaves *l = &t->item[i].leaves;
        trey_fraction chance = t->item[i].exact_chance;
        trey_fraction lost = trey_fraction_add(one, minus(l->part));
        taken = trey_fraction_add(taken, trey_fraction_multiply(chance, lost));
        if (l->part.n > 0) continue;
        put = trey_fraction_add(put, trey_fraction_multiply(chance, (trey_fraction){l->least, 1}));
        stops = trey_fraction_add(stops, chance);
    }
    trey_fraction whole = trey_fraction_multiply(odds->jackpot.whole, boxes);
    trey_fraction added =
        trey_fraction_multiply((trey_fraction){odds->query.contribution, 1}, boxes);
    if (!t->adding.included) { /* the round that wins adds nothing */
        trey_fraction goes_on = trey_fraction_add(one, minus(trey_fraction_add(whole, stops)));
        added = trey_fraction_multiply(added, goes_on);
    }
    trey_fraction from_reset = trey_fraction_multiply(whole, (trey_fraction){odds->query.reset, 1});
    trey_fraction sum = trey_fraction_add(trey_fraction_add(added, put), from_reset);
    return over(sum, trey_fraction_add(whole, taken));
}

/* The same where a share leaves no less than a sum, which bends V: a grid of meters from the
 * reset value up, each of its steps so many rounds, swept from the top until nothing moves.
 * Far above the bend V is straight, and there the straight solution ends the grid. */
typedef struct meter_grid {
    double first, step; /* meters at settlement */
    unsigned count;
    double value[65536];
} meter_grid;

static double value_at(const meter_grid *g, double meter) {
    double at = (meter - g->first) / g->step;
    if (at < 0) at = 0;
    if (at > g->count - 1) at = g->count - 1;
    unsigned below = at >= g->count - 1 ? g->count - 2 : (unsigned)at;
    return g->value[below] + (at - below) * (g->value[below + 1] - g->value[below]);
}

static double sweep(const trey_odds *odds, const takings *t, meter_grid *g, double rounds) {
    const double added = (double)odds->query.contribution * odds->house.boxes;
    const double whole = trey_fraction_double(odds->jackpot.whole) * odds->house.boxes;
    double event = whole, moved = 0, part[TREY_ODDS_AWARDS];
    for (unsigned i = 0; i < t->count; i++) {
        event += t->item[i].chance;
        part[i] = trey_fraction_double(t->item[i].leaves.part);
    }
    const double goes_on = pow(1 - event, rounds), stops = 1 - goes_on;
    /* Where in a step of so many rounds an event falls, on average. */
    const double late = rounds > 1 ? added * ((1 - event) / event - rounds * goes_on / stops) : 0;
    for (unsigned j = g->count; j-- > 0;) {
        const double meter = g->first + g->step * j + late;
        double now = whole * meter;
        for (unsigned i = 0; i < t->count; i++) {
            const leaves *l = &t->item[i].leaves;
            double left = part[i] * meter;
            if (left < (double)l->least) left = (double)l->least;
            const bool adds = t->adding.included || l->part.n > 0;
            now += t->item[i].chance * value_at(g, left + (adds ? added : 0));
        }
        double beyond = j + 1 < g->count ? g->value[j + 1] : 2 * g->value[j] - g->value[j - 1];
        double next = now * stops / event + goes_on * beyond;
        if (fabs(next - g->value[j]) > moved) moved = fabs(next - g->value[j]);
        g->value[j] = next;
    }
    return moved;
}

/* NAN for want of memory. */
static double bent_mean(const trey_odds *odds, const takings *t) {
    enum { SWEEPS = 400 };
    const double added = (double)odds->query.contribution * odds->house.boxes;
    double event = trey_fraction_double(odds->jackpot.whole) * odds->house.boxes;
    for (unsigned i = 0; i < t->count; i++) event += t->item[i].chance;
    meter_grid *g = malloc(sizeof *g);
    if (!g) return NAN;
    double rounds = ceil(60 / event / 65536);
    g->count = (unsigned)ceil(60 / event / rounds);
    if (g->count < 2) g->count = 2;
    g->step = rounds * added > 0 ? rounds * added : 1;
    g->first = (double)odds->query.reset + (t->adding.included ? added : 0);
    for (unsigned j = 0; j < g->count; j++) g->value[j] = g->first + g->step * j;
    for (unsigned i = 0; i < SWEEPS; i++) {
        if (sweep(odds, t, g, rounds) < 1e-3) break;
    }
    double mean = g->value[0];
    free(g);
    return mean;
}

static void long_run(trey_odds *odds) {
    trey_odds_jackpot *jackpot = &odds->jackpot;
    const trey_fraction unknown = {0, 0};
    takings t;
    find_takings(odds, &t);
    jackpot->meter_at_hit = jackpot->long_run = unknown;
    jackpot->long_run_known = t.known;
    if (!t.known) return;
    const trey_cents shown = odds->query.meter + (t.adding.included ? t.adding.sum : 0);
    if (t.straight) {
        jackpot->meter_at_hit = straight_mean(odds, &t);
        jackpot->meter_at_hit_cents = trey_fraction_double(jackpot->meter_at_hit);
        trey_fraction above = trey_fraction_add(jackpot->meter_at_hit, (trey_fraction){-shown, 1});
        jackpot->long_run =
            trey_fraction_add(jackpot->value, trey_fraction_multiply(jackpot->slope, above));
        jackpot->long_run_cents = trey_fraction_double(jackpot->long_run);
        return;
    }
    jackpot->meter_at_hit_cents = bent_mean(odds, &t);
    jackpot->long_run_known = isfinite(jackpot->meter_at_hit_cents);
    jackpot->long_run_cents =
        trey_fraction_double(jackpot->value) +
        trey_fraction_double(jackpot->slope) * (jackpot->meter_at_hit_cents - (double)shown);
}

/* What an award leaves, beside what no award would have left. */
static trey_fraction mean_taken(const trey_odds *odds) {
    trey_cents untouched = -1;
    trey_int128 sum = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned n = 0; n < SITUATIONS; n++) {
            uint64_t deals = deals_in(odds, situation_at(n));
            const settled *paid = &odds->house.known[n];
            if (deals == 0) continue;
            if (pass == 0 && paid->from_meter == 0) untouched = paid->meter_after;
            if (pass == 1 && paid->from_meter > 0)
                sum += (trey_int128)deals * (untouched - paid->meter_after);
        }
    }
    return trey_fraction_of(sum, odds->sum.deals);
}

void jackpot_answer(trey_odds *odds) {
    trey_odds_jackpot *jackpot = &odds->jackpot;
    const trey_odds_figure *figure = &odds->figure[TREY_WAGER_PROGRESSIVE];
    jackpot->offered = true;
    trey_int128 percent = list_awards(odds);
    jackpot->value = trey_fraction_add(figure->ev_cents, (trey_fraction){figure->stake, 1});
    jackpot->envy = (trey_fraction){0, 1};
    for (size_t i = 0; i < odds->lines[TREY_WAGER_PROGRESSIVE]; i++) {
        const trey_odds_line *line = &odds->line[TREY_WAGER_PROGRESSIVE][i];
        if (line->wager != TREY_WAGER_ENVY) continue;
        jackpot->envy = trey_fraction_add(
            jackpot->envy, trey_fraction_multiply(line->chance, (trey_fraction){line->net, 1}));
    }
    jackpot->slope = trey_fraction_of(percent, (trey_int128)odds->sum.deals * 100);
    jackpot->whole = (trey_fraction){0, 1};
    for (unsigned i = 0; i < jackpot->awards; i++) {
        if (jackpot->award[i].percent != 100) continue;
        jackpot->whole = trey_fraction_add(jackpot->whole, jackpot->award[i].chance);
    }
    jackpot->break_even = jackpot->break_even_best = (trey_fraction){0, 1};
    if (jackpot->slope.n > 0) {
        jackpot->break_even = trey_fraction_add((trey_fraction){odds->query.meter, 1},
                                                minus(over(figure->ev_cents, jackpot->slope)));
        jackpot->break_even_best = odds->sees_card ? jackpot->break_even : break_even_best(odds);
    }
    jackpot->rounds = (trey_fraction){0, 1};
    if (jackpot->whole.n > 0) {
        jackpot->rounds =
            over((trey_fraction){1, 1},
                 trey_fraction_multiply(jackpot->whole, (trey_fraction){odds->house.boxes, 1}));
    }
    jackpot->taken = mean_taken(odds);
    long_run(odds);
}
