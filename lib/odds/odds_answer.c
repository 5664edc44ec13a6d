/* odds_answer.c -- from deals by situation to the figures that are asked for.
 *
 * An end is a situation together with what envy comes to; its weight is the exact
 * number of deals, other boxes included, that lead there. Means, chances and the
 * distribution are sums of weights; only what is shown as a decimal, such as a
 * standard deviation, is reckoned in floating point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

typedef struct end {
    const settled *paid;
    trey_cents envy;
    trey_int128 weight;
} end;

typedef struct all_ends {
    trey_int128 total; /* of all weights */
    size_t count;
    end item[SITUATIONS * ENVY_ENDS];
} all_ends;

/* Numerators over the total; false when one does not fit. */
typedef struct wager_sums {
    trey_int128 net, staked, ahead;
} wager_sums;

static bool add_product(trey_int128 *sum, trey_int128 a, trey_int128 b) {
    trey_int128 product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

static trey_cents end_net(const end *e, unsigned wager) {
    trey_cents net = settled_net(e->paid, wager);
    return wager == TREY_WAGER_PROGRESSIVE ? net + e->envy : net;
}

static trey_cents end_staked(const end *e, unsigned wager) {
    trey_cents staked = 0;
    for (unsigned line = 0; line < LINES; line++) {
        if (trey_wager(line)->head == wager) staked += e->paid->staked[line];
    }
    return staked;
}

static void collect_ends(const trey_odds *odds, all_ends *ends) {
    ends->count = 0;
    ends->total = (trey_int128)odds->sum.deals * envy_total(&odds->envy);
    trey_int128 sum = 0;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        const situation s = situation_at(n);
        uint64_t deals = deals_in(odds, s);
        if (deals == 0) continue;
        envy_end envy[ENVY_ENDS];
        unsigned count = envy_ends(&odds->envy, &odds->sum.envy, s, deals, envy);
        for (unsigned i = 0; i < count; i++) {
            if (envy[i].weight == 0) continue;
            sum += envy[i].weight;
            ends->item[ends->count++] = (end){&odds->house.known[n], envy[i].pay, envy[i].weight};
        }
    }
    TREY_ASSERT(sum == ends->total);
}

/* ---- Figures of a wager --------------------------------------------------------------- */
static void fill_figure(trey_odds_figure *figure, const wager_sums *sums, trey_int128 total,
                        double variance) {
    figure->ev_cents = trey_fraction_of(sums->net, total);
    figure->ev = trey_fraction_multiply(figure->ev_cents, (trey_fraction){1, figure->stake});
    figure->staked = trey_fraction_of(sums->staked, total);
    figure->hit = trey_fraction_of(sums->ahead, total);
    figure->house_edge = -trey_fraction_double(figure->ev);
    figure->element_of_risk =
        -trey_fraction_double(figure->ev_cents) / trey_fraction_double(figure->staked);
    figure->sd = sqrt(variance) / (double)figure->stake;
    figure->hit_chance = trey_fraction_double(figure->hit);
    figure->exact = true;
}

static bool sum_wagers(const all_ends *ends, wager_sums sums[TREY_STAKES]) {
    memset(sums, 0, TREY_STAKES * sizeof *sums);
    for (size_t i = 0; i < ends->count; i++) {
        const end *e = &ends->item[i];
        for (unsigned w = 0; w < TREY_STAKES; w++) {
            trey_cents net = end_net(e, w);
            if (!add_product(&sums[w].net, e->weight, net) ||
                !add_product(&sums[w].staked, e->weight, end_staked(e, w))) {
                return false;
            }
            if (net > 0) sums[w].ahead += e->weight;
        }
    }
    return true;
}

/* In doubles, in one order: then every machine comes to the same last digit. */
static void sum_covariance(trey_odds *odds, const all_ends *ends,
                           const wager_sums sums[TREY_STAKES]) {
    double mean[TREY_STAKES], sum[TREY_STAKES][TREY_STAKES] = {{0}};
    for (unsigned w = 0; w < TREY_STAKES; w++) mean[w] = (double)sums[w].net / (double)ends->total;
    for (size_t i = 0; i < ends->count; i++) {
        const end *e = &ends->item[i];
        double chance = (double)e->weight / (double)ends->total;
        for (unsigned a = 0; a < TREY_STAKES; a++) {
            for (unsigned b = 0; b <= a; b++) {
                sum[a][b] +=
                    chance * ((double)end_net(e, a) - mean[a]) * ((double)end_net(e, b) - mean[b]);
            }
        }
    }
    for (unsigned a = 0; a < TREY_STAKES; a++) {
        for (unsigned b = 0; b < TREY_STAKES; b++)
            odds->covariance[a][b] = a >= b ? sum[a][b] : sum[b][a];
    }
}

/* ---- Lines ---------------------------------------------------------------------------- */
trey_odds_line line_of(const settled *paid, unsigned wager) {
    return (trey_odds_line){.wager = (uint8_t)wager,
                            .result = paid->result[wager],
                            .ground = paid->ground[wager],
                            .row = paid->row[wager],
                            .net = paid->net[wager]};
}

int line_order(const trey_odds_line *a, const trey_odds_line *b) {
    if (a->wager != b->wager) return a->wager < b->wager ? -1 : 1;
    if (a->net != b->net) return a->net < b->net ? -1 : 1;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    if (a->ground != b->ground) return a->ground < b->ground ? -1 : 1;
    return (a->result > b->result) - (a->result < b->result);
}

static int by_chance(const void *a, const void *b) {
    const trey_odds_line *left = a, *right = b;
    trey_int128 difference = left->chance.n - right->chance.n; /* of one denominator yet */
    if (left->wager == right->wager && difference != 0) return difference < 0 ? 1 : -1;
    return line_order(left, right); /* one order for all machines, also among equals */
}

static void add_line(trey_odds *odds, trey_odds_line line, trey_int128 weight) {
    unsigned wager = trey_wager(line.wager)->head;
    size_t at = 0;
    while (at < odds->lines[wager] && line_order(&odds->line[wager][at], &line) != 0) at++;
    TREY_ASSERT(at < LINES_MAX);
    if (at == odds->lines[wager]) odds->line[wager][odds->lines[wager]++] = line;
    odds->line[wager][at].chance.n += weight;
}

static void list_lines(trey_odds *odds, const all_ends *ends) {
    for (size_t i = 0; i < ends->count; i++) {
        const end *e = &ends->item[i];
        for (unsigned w = 0; w < LINES; w++) {
            if (e->paid->there[w]) add_line(odds, line_of(e->paid, w), e->weight);
        }
        if (e->envy > 0) {
            const trey_odds_line envy = {.wager = TREY_WAGER_ENVY,
                                         .result = TREY_LINE_PAID,
                                         .ground = TREY_GROUND_ENVY,
                                         .row = TREY_NO_KEY,
                                         .net = e->envy};
            add_line(odds, envy, e->weight);
        }
    }
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        qsort(odds->line[w], odds->lines[w], sizeof *odds->line[w], by_chance);
        for (size_t i = 0; i < odds->lines[w]; i++) {
            trey_fraction *chance = &odds->line[w][i].chance;
            *chance = trey_fraction_of(chance->n, ends->total);
        }
    }
}

/* ---- The round -------------------------------------------------------------------------- */
int outcome_order(const void *a, const void *b) {
    trey_cents left = ((const trey_odds_outcome *)a)->net;
    trey_cents right = ((const trey_odds_outcome *)b)->net;
    return (left > right) - (left < right);
}

static bool list_outcomes(trey_odds *odds, const all_ends *ends) {
    odds->outcome = calloc(ends->count + 1, sizeof *odds->outcome);
    if (!odds->outcome) return false;
    for (size_t i = 0; i < ends->count; i++) {
        trey_odds_outcome *outcome = &odds->outcome[i];
        for (unsigned w = 0; w < TREY_STAKES; w++) {
            if (odds->query.stake[w] > 0) outcome->net += end_net(&ends->item[i], w);
        }
        outcome->chance.n = ends->item[i].weight;
    }
    qsort(odds->outcome, ends->count, sizeof *odds->outcome, outcome_order);
    size_t count = 0;
    for (size_t i = 0; i < ends->count; i++) {
        if (count > 0 && odds->outcome[count - 1].net == odds->outcome[i].net) {
            odds->outcome[count - 1].chance.n += odds->outcome[i].chance.n;
        } else {
            odds->outcome[count++] = odds->outcome[i];
        }
    }
    trey_int128 ahead = 0;
    for (size_t i = 0; i < count; i++) {
        if (odds->outcome[i].net > 0) ahead += odds->outcome[i].chance.n;
        odds->outcome[i].chance = trey_fraction_of(odds->outcome[i].chance.n, ends->total);
    }
    odds->outcomes = count;
    odds->round.hit = trey_fraction_of(ahead, ends->total);
    return true;
}

static unsigned hands_that_differ(const trey_strategy *a, const trey_strategy *b) {
    unsigned differ = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) differ += a->play[i] != b->play[i];
    return differ;
}

static void fill_round(trey_odds *odds) {
    trey_odds_round *round = &odds->round;
    const strategy_sums *sums = odds->query.strategy ? &odds->sum.asked : &odds->sum.sums[0];
    double variance = 0;
    round->ev_cents = round->staked = (trey_fraction){0, 1};
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        if (odds->query.stake[w] == 0) continue;
        round->ev_cents = trey_fraction_add(round->ev_cents, odds->figure[w].ev_cents);
        round->staked = trey_fraction_add(round->staked, odds->figure[w].staked);
        for (unsigned v = 0; v < TREY_STAKES; v++) {
            if (odds->query.stake[v] > 0) variance += odds->covariance[w][v];
        }
    }
    /* The same mean, added up hand by hand when the decisions were made. */
    trey_fraction by_hand =
        trey_fraction_of(sums->round, (trey_int128)odds->sum.deals * odds->envy.scale);
    TREY_ASSERT(by_hand.n == round->ev_cents.n && by_hand.d == round->ev_cents.d);
    round->exact = true;
    round->ev = trey_fraction_double(round->ev_cents);
    round->hit_chance = trey_fraction_double(round->hit);
    round->sd = sqrt(variance);
    round->played = trey_fraction_of(sums->played, odds->sum.deals);
    round->house_edge = -round->ev / (double)odds->query.stake[TREY_WAGER_ANTE];
    round->element_of_risk = -round->ev / trey_fraction_double(round->staked);
    round->differs_from_base = hands_that_differ(&odds->best, &odds->base);
    round->sees_up_card = odds->sees_card;
}

static void fill_alternatives(trey_odds *odds) {
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        const strategy_sums *sums = &odds->sum.sums[i];
        trey_odds_alternative *a = &odds->alternative[i];
        a->name = i == 0 ? "best" : trey_strategy_name((trey_strategy_kind)(i - 1));
        a->ev_cents =
            trey_fraction_of(sums->round, (trey_int128)odds->sum.deals * odds->envy.scale);
        a->ante_play = trey_fraction_of(sums->base, (trey_int128)odds->sum.deals *
                                                        odds->query.stake[TREY_WAGER_ANTE]);
        a->played = trey_fraction_of((trey_int128)sums->played, odds->sum.deals);
        a->ev = trey_fraction_double(a->ev_cents);
        a->edge = -trey_fraction_double(a->ante_play);
    }
}

/* Pair Plus without an Ante: nothing is decided, so the deals are those of the hand. */
static bool fill_alone(trey_odds *odds) {
    trey_odds_figure *figure = &odds->pair_plus_alone;
    if (odds->house.alone.closed.hands == 0) return true;
    wager_sums sums = {0, 0, 0};
    double squares = 0;
    trey_int128 deals = 0;
    for (unsigned three = 0; three < THREES; three++) {
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
            uint64_t with = odds->sum.hands_with[three][showdown];
            if (with == 0) continue;
            settled paid = house_settles_alone(&odds->house, odds->example_hand[three][showdown],
                                               odds->example_dealer[three][showdown]);
            trey_cents net = paid.net[TREY_WAGER_PAIR_PLUS];
            if (!add_product(&sums.net, (trey_int128)with, net) ||
                !add_product(&sums.staked, (trey_int128)with, paid.staked[TREY_WAGER_PAIR_PLUS])) {
                return false;
            }
            if (net > 0) sums.ahead += (trey_int128)with;
            squares += (double)with * (double)net * (double)net;
            deals += (trey_int128)with;
        }
    }
    double total = (double)deals;
    double mean = (double)sums.net / total;
    figure->offered = true;
    figure->stake = odds->house.stake[TREY_WAGER_PAIR_PLUS];
    fill_figure(figure, &sums, deals, squares / total - mean * mean);
    return true;
}

trey_status odds_answer(trey_odds *odds) {
    wager_sums sums[TREY_STAKES];
    all_ends *ends = malloc(sizeof *ends);
    if (!ends) return TREY_STATUS_NO_MEMORY;
    collect_ends(odds, ends);
    trey_status status = TREY_STATUS_OK;
    if (!sum_wagers(ends, sums) || !fill_alone(odds)) {
        status = TREY_STATUS_MONEY_OVERFLOW;
    } else {
        sum_covariance(odds, ends, sums);
        for (unsigned w = 0; w < TREY_STAKES; w++) {
            trey_odds_figure *figure = &odds->figure[w];
            figure->offered = odds->house.offered[w];
            figure->in_round = odds->query.stake[w] > 0;
            figure->stake = odds->house.stake[w];
            if (figure->offered) fill_figure(figure, &sums[w], ends->total, odds->covariance[w][w]);
        }
        list_lines(odds, ends);
        if (!list_outcomes(odds, ends)) status = TREY_STATUS_NO_MEMORY;
    }
    if (status == TREY_STATUS_OK) {
        fill_round(odds);
        fill_alternatives(odds);
        if (odds->house.offered[TREY_WAGER_PROGRESSIVE]) jackpot_answer(odds);
    }
    free(ends);
    return status;
}
