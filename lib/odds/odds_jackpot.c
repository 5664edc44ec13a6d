/* odds_jackpot.c -- the jackpot bet as a function of the meter.
 *
 * Played in a given way, a bet is worth a straight function of the meter: its slope is
 * the chance of the awards that are shares of it. Played at its best for every meter
 * it is worth the highest of such functions, hand by hand; from any meter the zero of
 * the function that is highest there leads to a meter closer to the true zero, and
 * after a few steps the decisions no longer change. */
#include "odds_parts.h"

/* ---- Awards ------------------------------------------------------------------------- */
static void add_award(trey_odds_jackpot *jackpot, uint16_t row, trey_cents paid, unsigned percent,
                      uint64_t deals) {
    unsigned i = 0;
    while (i < jackpot->awards && (jackpot->award[i].row != row || jackpot->award[i].paid != paid))
        i++;
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
        situation s = {n / FIVES / THREES / SHOWDOWNS, n / FIVES / THREES % SHOWDOWNS,
                       n / FIVES % THREES, n % FIVES};
        uint64_t deals = odds->sum.cell[s.choice][s.three][s.five][s.showdown];
        const settled *paid = &odds->house.known[n];
        if (deals == 0 || paid->result[TREY_WAGER_PROGRESSIVE] != TREY_LINE_PAID) continue;
        unsigned share = odds->nets[s.three].percent[s.choice][s.five][s.showdown];
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
 * worth `target` (a sum over all deals, times the scale). */
static trey_fraction zero_from(const trey_odds *odds, trey_cents meter, trey_int128 target) {
    trey_int128 at_zero = 0, hundredths = 0;
    trey_cents start = odds->query.meter;
    for (unsigned i = 0; i < HAND_CLASSES * TREY_SUITS; i++) {
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
    return trey_fraction_of(100 * target - at_zero, hundredths);
}

static trey_fraction break_even_best(const trey_odds *odds) {
    enum { STEPS = 32 };
    trey_int128 without = 0;
    for (unsigned i = 0; i < HAND_CLASSES * TREY_SUITS; i++) {
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

/* ---- The meter from win to win ---------------------------------------------------------- */
/* What an award leaves on the meter: a part of it and a sum. */
typedef struct leaves {
    bool straight; /* for every meter */
    trey_fraction part, sum;
} leaves;

static leaves award_leaves(trey_odds *odds, situation s) {
    unsigned n = situation_number(s);
    trey_cents reset = odds->query.reset, high = 4 * reset + 100000000, more = 1000000;
    trey_cents after[3];
    const trey_cents before[3] = {reset, high, high + more};
    for (unsigned i = 0; i < 3; i++) {
        after[i] =
            house_settles_at(&odds->house, s, odds->stood_hand[n], odds->stood_dealer[n], before[i])
                .meter_after;
    }
    leaves l = {.part = trey_fraction_of(after[2] - after[1], more)};
    trey_fraction straight = trey_fraction_multiply(l.part, (trey_fraction){high - reset, 1});
    /* To the cent that a share is rounded by. */
    trey_fraction off = trey_fraction_add((trey_fraction){after[0] - after[1], 1}, straight);
    l.straight = off.n >= -off.d && off.n <= off.d;
    l.sum = l.part.n == 0 ? (trey_fraction){after[0], 1} : (trey_fraction){0, 1};
    return l;
}

/* The mean of what the meter shows when the whole is won. With V(m) = a + b m for the
 * mean from a meter m on, one round's chances give b = whole / (whole + the chances of
 * shares times the part that they take), and a from what is added. */
static void meter_from_win_to_win(trey_odds *odds) {
    trey_odds_jackpot *jackpot = &odds->jackpot;
    const trey_fraction boxes = {odds->house.boxes, 1};
    trey_fraction taken = {0, 1}, put = {0, 1}, stops = {0, 1};
    bool included = true;
    jackpot->meter_at_hit_known = jackpot->whole.n > 0;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        situation s = {n / FIVES / THREES / SHOWDOWNS, n / FIVES / THREES % SHOWDOWNS,
                       n / FIVES % THREES, n % FIVES};
        uint64_t deals = odds->sum.cell[s.choice][s.three][s.five][s.showdown];
        const settled *paid = &odds->house.known[n];
        if (deals == 0 || paid->from_meter == 0) continue;
        unsigned percent = odds->nets[s.three].percent[s.choice][s.five][s.showdown];
        trey_fraction chance =
            trey_fraction_multiply(trey_fraction_of(deals, odds->sum.deals), boxes);
        if (percent == 100) {
            included = paid->from_meter > odds->query.meter || odds->query.contribution == 0;
            continue;
        }
        leaves l = award_leaves(odds, s);
        if (percent == 0 || !l.straight) jackpot->meter_at_hit_known = false;
        trey_fraction lost = trey_fraction_add((trey_fraction){1, 1}, minus(l.part));
        taken = trey_fraction_add(taken, trey_fraction_multiply(chance, lost));
        put = trey_fraction_add(put, trey_fraction_multiply(chance, l.sum));
        if (l.part.n == 0) stops = trey_fraction_add(stops, chance);
    }
    if (!jackpot->meter_at_hit_known) return;
    trey_fraction whole = trey_fraction_multiply(jackpot->whole, boxes);
    trey_fraction added =
        trey_fraction_multiply((trey_fraction){odds->query.contribution, 1}, boxes);
    if (!included) { /* the round that wins adds nothing */
        trey_fraction goes_on =
            trey_fraction_add((trey_fraction){1, 1}, minus(trey_fraction_add(whole, stops)));
        added = trey_fraction_multiply(added, goes_on);
    }
    trey_fraction from_reset = trey_fraction_multiply(whole, (trey_fraction){odds->query.reset, 1});
    trey_fraction sum = trey_fraction_add(trey_fraction_add(added, put), from_reset);
    jackpot->meter_at_hit = over(sum, trey_fraction_add(whole, taken));
}

void jackpot_answer(trey_odds *odds) {
    trey_odds_jackpot *jackpot = &odds->jackpot;
    const trey_odds_figure *figure = &odds->figure[TREY_ODDS_PROGRESSIVE];
    jackpot->offered = true;
    trey_int128 percent = list_awards(odds);
    jackpot->value = trey_fraction_add(figure->ev_cents, (trey_fraction){figure->stake, 1});
    jackpot->envy = (trey_fraction){0, 1};
    for (size_t i = 0; i < odds->lines[TREY_ODDS_PROGRESSIVE]; i++) {
        const trey_odds_line *line = &odds->line[TREY_ODDS_PROGRESSIVE][i];
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
    meter_from_win_to_win(odds);
}
