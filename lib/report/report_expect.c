/* report_expect.c -- what the bets that were made were to bring, and how far that strays.
 *
 * Each box is asked about once for its stakes and the range of the meter; within a range the
 * award's share of what lies above its lower end is added, which is exact as long as the best
 * strategy is the same in all of it. Stakes in whole dollars are asked about by their ratio
 * where no jackpot bet ties them to dollars. What the ranges leave out, and that all of it
 * supposes the best strategy, docs/report.md says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"
#include "trey/sim.h"

enum {
    OPENINGS_MOST = 2000,  /* of exact odds for one report: some ten seconds */
    UNIT_ANTE = 1000,      /* cents, where wagers are reckoned one by one */
    PAIR_ROUNDS = 1 << 20, /* simulated, for what two boxes of a round have in common */
    MEMORIES_MOST = 4      /* of what cards alone say, up to 12 MB each */
};

/* Tables that are played by the same values. */
typedef struct book_class {
    const trey_table_terms *terms;
    trey_rulebook *book;
    trey_odds_memory *memory; /* or NULL: then each question takes some milliseconds more */
    bool paired;              /* `common` is known */
    double common[TREY_REPORT_WAGERS]; /* covariance of two boxes, for each cent of both Antes */
    double common_round;
    bool envied;
    double envy_mean, envy_variance; /* of one hand, for one jackpot bet of another player */
} book_class;

typedef struct pattern {
    box_key asked; /* reduced; .table is the class, .hour 0 */
    bool known;    /* the odds could be told */
    double mean[TREY_REPORT_WAGERS], variance[TREY_REPORT_WAGERS];
    double whole; /* variance of all together */
    /* The jackpot bet: its share of a cent more on the meter. */
    double mean_square, share, share_net, share_square;
    double with_envy; /* mean of the bet's result times what its hand brings one other */
    double covariance[TREY_STAKES][TREY_STAKES];
    trey_cents stake[TREY_STAKES]; /* that these are for */
} pattern;

typedef struct expecting {
    trey_figures *f;
    book_class *class_of; /* distinct ones */
    size_t classes;
    size_t *of_table;
    pattern *pattern;
    size_t patterns, room;
    size_t *slot; /* by hash: the pattern's number plus one */
    size_t slots;
} expecting;

/* ---- Books ------------------------------------------------------------------------------ */
static bool find_classes(expecting *e) {
    trey_figures *f = e->f;
    trey_store_message message;
    e->class_of = calloc(f->tables ? f->tables : 1, sizeof *e->class_of);
    e->of_table = calloc(f->tables ? f->tables : 1, sizeof *e->of_table);
    if (!e->class_of || !e->of_table) return false;
    for (size_t i = 0; i < f->tables; i++) {
        size_t n = 0;
        if (!f->table[i].begun) continue;
        while (n < e->classes && !trey_terms_same_book(e->class_of[n].terms, &f->table[i].terms))
            n++;
        e->of_table[i] = n;
        if (n < e->classes) continue;
        e->class_of[n].terms = &f->table[i].terms;
        e->class_of[n].book = trey_terms_book(&f->table[i].terms, &message);
        if (n < MEMORIES_MOST && trey_odds_memory_open(&e->class_of[n].memory) != TREY_STATUS_OK)
            e->class_of[n].memory = NULL;
        e->classes++;
    }
    return true;
}

/* ---- One pattern -------------------------------------------------------------------------- */
static void add_line(pattern *p, const trey_odds_line *line, const trey_odds_jackpot *jackpot) {
    double chance = trey_fraction_double(line->chance), net = (double)line->net;
    p->mean[line->wager] += chance * net;
    p->variance[line->wager] += chance * net * net; /* a square until all lines are there */
    if (line->wager != TREY_WAGER_PROGRESSIVE) return;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        if (jackpot->award[i].row != line->row || jackpot->award[i].percent == 0) continue;
        double share = jackpot->award[i].percent / 100.0;
        p->share += chance * share;
        p->share_net += chance * share * net;
        p->share_square += chance * share * share;
    }
}

static void add_lines(pattern *p, const trey_odds *odds) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        size_t count;
        const trey_odds_figure *figure = trey_odds_figures(odds, w);
        if (!figure->offered) continue;
        const trey_odds_line *line = trey_odds_lines(odds, w, &count);
        for (size_t i = 0; i < count; i++) add_line(p, &line[i], jackpot);
        p->stake[w] = figure->stake;
        for (unsigned other = 0; other < TREY_STAKES; other++) {
            if (trey_odds_figures(odds, other)->offered)
                p->covariance[w][other] = trey_odds_covariance(odds, w, other);
        }
    }
    p->mean_square = p->variance[TREY_WAGER_PROGRESSIVE];
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) p->variance[i] -= p->mean[i] * p->mean[i];
}

static void fill_query(const expecting *e, const box_key *key, const trey_rulebook *book,
                       trey_odds_query *query) {
    trey_odds_query_preset(book, query);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (wager != TREY_WAGER_ANTE || key->stake[wager] > 0)
            query->stake[wager] = key->stake[wager];
    }
    if (key->stake[TREY_WAGER_PROGRESSIVE] == 0) return;
    query->meter = key->meter;
    for (size_t i = 0; i < e->f->tables; i++) { /* the same for all that have the meter */
        const report_table *table = &e->f->table[i];
        if (!table->begun || e->of_table[i] != key->table || table->reset == 0) continue;
        query->reset = table->reset;
        query->contribution = table->contribution;
        break;
    }
}

/* Without an Ante Pair Plus is judged by itself. */
static void pair_plus_alone(pattern *p, const trey_odds *odds) {
    const trey_odds_figure *alone = trey_odds_pair_plus_alone(odds);
    const unsigned ante[] = {TREY_WAGER_ANTE, TREY_WAGER_PLAY, TREY_WAGER_ANTE_BONUS};
    for (unsigned i = 0; i < 3; i++) p->mean[ante[i]] = p->variance[ante[i]] = 0;
    if (alone->offered) {
        double sd = alone->sd * (double)alone->stake;
        p->mean[TREY_WAGER_PAIR_PLUS] = trey_fraction_double(alone->ev_cents);
        p->variance[TREY_WAGER_PAIR_PLUS] = sd * sd;
    }
    /* A jackpot bet that is only listed stands in the lines all the same. */
    p->whole = p->variance[TREY_WAGER_PAIR_PLUS];
    if (p->asked.stake[TREY_WAGER_PROGRESSIVE]) p->whole += p->variance[TREY_WAGER_PROGRESSIVE];
}

/* The hand that wins a royal's award brings the others their envy. */
static double award_with_envy(const trey_rulebook *book, const trey_odds *odds) {
    static const uint16_t pairs[][2] = {{TREY_KEY_AWARD_ROYAL_SPADES, TREY_KEY_ENVY_ROYAL_SPADES},
                                        {TREY_KEY_AWARD_ROYAL, TREY_KEY_ENVY_ROYAL}};
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_WAGER_PROGRESSIVE, &count);
    double product = 0;
    for (size_t i = 0; i < count; i++) {
        for (unsigned n = 0; n < 2; n++) {
            const trey_rule *envy = trey_rulebook_rule(book, (trey_key)pairs[n][1]);
            if (line[i].row == pairs[n][0] && line[i].wager == TREY_WAGER_PROGRESSIVE &&
                envy->form != TREY_FORM_ABSENT)
                product += trey_fraction_double(line[i].chance) * (double)line[i].net *
                           (double)envy->value.n;
        }
    }
    return product;
}

static void open_pattern(expecting *e, pattern *p) {
    const book_class *class = &e->class_of[p->asked.table];
    const trey_rulebook *book = class->book;
    trey_odds_query query;
    trey_odds *odds;
    if (!book) return;
    fill_query(e, &p->asked, book, &query);
    e->f->odds++;
    if (trey_odds_open_with(&odds, book, &query, class->memory, NULL) != TREY_STATUS_OK) return;
    add_lines(p, odds);
    p->with_envy = award_with_envy(book, odds);
    double sd = trey_odds_whole(odds)->sd;
    p->whole = sd * sd;
    if (p->asked.stake[TREY_WAGER_ANTE] == 0) pair_plus_alone(p, odds);
    p->known = true;
    trey_odds_close(odds);
}

/* ---- Finding one ----------------------------------------------------------------------------- */
static trey_cents common_divisor(trey_cents a, trey_cents b) {
    while (b != 0) {
        trey_cents rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Pays are ratios of small numbers: in whole dollars nothing is rounded, so that the ratio
 * of the stakes says it all. Returns what was divided by. */
static trey_cents reduce(box_key *key) {
    trey_cents divisor = 0;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++)
        divisor = common_divisor(divisor, key->stake[wager]);
    bool jackpot = key->stake[TREY_WAGER_PROGRESSIVE] != 0;
    if (jackpot || divisor <= UNIT_ANTE || divisor % UNIT_ANTE != 0) return 1;
    trey_cents by = divisor / UNIT_ANTE;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) key->stake[wager] /= by;
    return by;
}

static uint64_t hash_of(const box_key *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof *key; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 31;
}

static bool grow_slots(expecting *e) {
    size_t slots = e->slots ? e->slots * 2 : 256;
    size_t *slot = calloc(slots, sizeof *slot);
    if (!slot) return false;
    for (size_t i = 0; i < e->patterns; i++) {
        size_t at = (size_t)hash_of(&e->pattern[i].asked) & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    free(e->slot);
    e->slot = slot;
    e->slots = slots;
    return true;
}

/* NULL without memory, or, with `*full`, where no more odds are counted. */
static const pattern *pattern_of(expecting *e, const box_key *key, bool *full) {
    *full = false;
    if ((e->patterns + 1) * 2 > e->slots && !grow_slots(e)) return NULL;
    size_t at = (size_t)hash_of(key) & (e->slots - 1);
    while (e->slot[at]) {
        const pattern *known = &e->pattern[e->slot[at] - 1];
        if (memcmp(&known->asked, key, sizeof *key) == 0) return known;
        at = (at + 1) & (e->slots - 1);
    }
    bool unit = key->stake[TREY_WAGER_ANTE] == UNIT_ANTE;
    for (unsigned wager = TREY_WAGER_ANTE + 1; wager < TREY_STAKES; wager++)
        unit = unit && (key->stake[wager] == 0 || wager == TREY_WAGER_PROGRESSIVE);
    const unsigned asked = e->f->query.odds_most;
    *full = e->patterns >= (asked ? asked : TREY_FIGURES_ODDS_MOST) && !unit;
    if (*full || !TREY_LIST_ROOM(e->pattern, e->patterns, e->room)) return NULL;
    pattern *made = &e->pattern[e->patterns++];
    memset(made, 0, sizeof *made);
    made->asked = *key;
    e->slot[at] = e->patterns;
    open_pattern(e, made);
    return made;
}

/* ---- Adding up ---------------------------------------------------------------------------------
 */
typedef struct worth {
    double mean[TREY_REPORT_WAGERS], variance[TREY_REPORT_WAGERS], whole;
} worth;

/* So many boxes with the stakes of the pattern times `by`. */
static worth worth_of(const pattern *p, const box_count *count, double by) {
    worth sum = {.whole = 0};
    double boxes = (double)count->boxes;
    const trey_cents *stake = count->key.stake;
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
        if (stake[trey_wager(i)->head] == 0) continue; /* listed, and not bet */
        sum.mean[i] = p->mean[i] * by * boxes;
        sum.variance[i] = p->variance[i] * by * by * boxes;
    }
    sum.whole = p->whole * by * by * boxes;
    if (stake[TREY_WAGER_PROGRESSIVE] == 0) return sum;
    /* The meter stood above the lower end of its range by `beyond`, all boxes together. */
    const unsigned jackpot = TREY_WAGER_PROGRESSIVE;
    double more = p->share * count->beyond;
    double square = p->mean_square * boxes + 2 * p->share_net * count->beyond +
                    p->share_square * count->beyond_sq;
    double mean_square = p->mean[jackpot] * p->mean[jackpot] * boxes +
                         2 * p->mean[jackpot] * p->share * count->beyond +
                         p->share * p->share * count->beyond_sq;
    sum.whole += square - mean_square - sum.variance[jackpot];
    sum.variance[jackpot] = square - mean_square;
    sum.mean[jackpot] += more;
    return sum;
}

/* Wager by wager, from the odds of a ten-dollar Ante: no decision looks at the side bets.
 * Pair Plus alone is as good as beside an Ante: nobody folds a hand that it pays. */
static worth worth_apart(const pattern *unit, const box_count *count) {
    const trey_cents *stake = count->key.stake;
    double by[TREY_STAKES];
    pattern scaled = *unit;
    for (unsigned i = 0; i < TREY_STAKES; i++)
        by[i] = unit->stake[i] ? (double)stake[i] / (double)unit->stake[i] : 0;
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
        scaled.mean[i] *= by[trey_wager(i)->head];
        scaled.variance[i] *= by[trey_wager(i)->head] * by[trey_wager(i)->head];
    }
    scaled.whole = 0;
    for (unsigned a = 0; a < TREY_STAKES; a++) {
        for (unsigned b = 0; b < TREY_STAKES; b++)
            scaled.whole += unit->covariance[a][b] * by[a] * by[b];
    }
    return worth_of(&scaled, count, 1);
}

/* The house's side of it, for the table and for the hour. */
static void add_worth(trey_figures *f, const box_count *count, const worth *sum) {
    trey_tally *const to[] = {&f->table[count->key.table].tally, &f->hour[count->key.hour].tally};
    for (unsigned n = 0; n < 2; n++) {
        for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
            to[n]->wager[i].expected -= sum->mean[i];
            to[n]->wager[i].variance += sum->variance[i];
            to[n]->expected -= sum->mean[i];
        }
        to[n]->variance += sum->whole;
    }
}

/* ---- Envy, and what boxes have in common ------------------------------------------------------
 */
/* What one hand brings another player's jackpot bet: sums that depend on neither stakes nor
 * meter. */
static void find_envy(expecting *e, book_class *class) {
    trey_odds_query query;
    trey_odds *odds;
    size_t count;
    if (class->envied) return;
    class->envied = true;
    trey_odds_query_preset(class->book, &query);
    query.stake[TREY_WAGER_PROGRESSIVE] = query.listed[TREY_WAGER_PROGRESSIVE];
    query.boxes = 2;
    e->f->odds++;
    if (trey_odds_open(&odds, class->book, &query, NULL) != TREY_STATUS_OK) return;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_WAGER_PROGRESSIVE, &count);
    double mean = 0, square = 0;
    for (size_t i = 0; i < count; i++) {
        double chance = trey_fraction_double(line[i].chance), net = (double)line[i].net;
        if (line[i].wager != TREY_WAGER_ENVY) continue;
        mean += chance * net;
        square += chance * net * net;
    }
    class->envy_mean = mean;
    class->envy_variance = square - mean * mean;
    trey_odds_close(odds);
}

/* Two boxes of a round play against the same dealer's hand. How much they have in common no
 * counting tells here; a million rounds do, the same ones each time. */
static void find_common(expecting *e, book_class *class) {
    trey_sim_query query = {.rounds = PAIR_ROUNDS, .seed = 3};
    trey_sim *sim = NULL;
    trey_odds *odds = NULL;
    if (class->paired || !class->book) return;
    class->paired = true;
    trey_odds_query_preset(class->book, &query.bets);
    query.bets.stake[TREY_WAGER_ANTE] = UNIT_ANTE;
    e->f->odds++;
    if (trey_odds_open(&odds, class->book, &query.bets, NULL) != TREY_STATUS_OK) return;
    query.bets.strategy = trey_odds_strategy(odds);
    query.bets.boxes = 2;
    if (trey_sim_open(&sim, class->book, &query, NULL) == TREY_STATUS_OK &&
        trey_sim_run(sim, NULL, NULL) == TREY_STATUS_OK) {
        static const unsigned row[] = {TREY_WAGER_ANTE, TREY_WAGER_PLAY, TREY_WAGER_ANTE_BONUS,
                                       TREY_SIM_ANTE_PLAY};
        for (unsigned i = 0; i < 4; i++) {
            const trey_sim_figure figure = trey_sim_figures(sim, row[i]);
            /* The error of the mean is that of half the sum of the two. */
            double half = figure.error * figure.error * (double)figure.rounds;
            double common = (2 * half - figure.sd * figure.sd) / ((double)UNIT_ANTE * UNIT_ANTE);
            if (i < 3)
                class->common[row[i]] = common;
            else
                class->common_round = common;
        }
    }
    trey_sim_close(sim);
    trey_odds_close(odds);
}

static void add_common(expecting *e, const box_count *pairs) {
    trey_figures *f = e->f;
    book_class *class = &e->class_of[e->of_table[pairs->key.table]];
    if (pairs->beyond <= 0) return;
    find_common(e, class);
    trey_tally *const to[] = {&f->table[pairs->key.table].tally, &f->hour[pairs->key.hour].tally};
    for (unsigned n = 0; n < 2; n++) {
        for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++)
            to[n]->wager[i].variance += class->common[i] * pairs->beyond;
        to[n]->variance += class->common_round * pairs->beyond;
    }
}

/* One royal is paid for by every jackpot bet of the others at once. */
static void add_envy(expecting *e, const box_count *count, const pattern *p) {
    const book_class *class = &e->class_of[p->asked.table];
    double bets = (double)count->envied;
    if (count->envied == 0) return;
    worth envy = {.whole = class->envy_variance * (double)count->envied_sq};
    envy.mean[TREY_WAGER_ENVY] = class->envy_mean * bets;
    envy.variance[TREY_WAGER_ENVY] = envy.whole;
    if (count->key.stake[TREY_WAGER_PROGRESSIVE] != 0)
        envy.whole +=
            2 * bets * (p->with_envy - p->mean[TREY_WAGER_PROGRESSIVE] * class->envy_mean);
    add_worth(e->f, count, &envy);
}

/* ---- All
 * ------------------------------------------------------------------------------------------
 */
static bool add_boxes(expecting *e, const box_count *count) {
    trey_figures *f = e->f;
    trey_tally *tally = &f->table[count->key.table].tally;
    box_key key = count->key;
    bool full;
    key.table = (uint32_t)e->of_table[count->key.table];
    key.hour = 0;
    trey_cents by = reduce(&key);
    const pattern *p = pattern_of(e, &key, &full);
    worth sum;
    if (full) {
        key = (box_key){
            .table = key.table,
            .stake = {[TREY_WAGER_ANTE] = UNIT_ANTE,
                      [TREY_WAGER_PROGRESSIVE] = count->key.stake[TREY_WAGER_PROGRESSIVE]},
            .meter = count->key.meter};
        p = pattern_of(e, &key, &full);
        if (p) sum = worth_apart(p, count);
        tally->reckoned_apart += (uint64_t)count->boxes;
    } else if (p) {
        sum = worth_of(p, count, (double)by);
    }
    if (!p) return false;
    if (p->known) {
        add_worth(f, count, &sum);
        if (count->envied != 0) find_envy(e, &e->class_of[p->asked.table]);
        add_envy(e, count, p);
    } else {
        tally->unreckoned += (uint64_t)count->boxes;
    }
    return true;
}

trey_status trey_figures_expect(trey_figures *f) {
    expecting e = {.f = f};
    TREY_ASSERT(f->stage == STAGE_DONE);
    bool good = find_classes(&e);
    for (size_t i = 0; good && i < f->boxes.room; i++) {
        if (f->boxes.slot[i].used && f->boxes.slot[i].boxes != 0)
            good = add_boxes(&e, &f->boxes.slot[i]);
    }
    for (size_t i = 0; good && i < f->pairs.room; i++) {
        if (f->pairs.slot[i].used) add_common(&e, &f->pairs.slot[i]);
    }
    for (size_t i = 0; i < e.classes; i++) {
        trey_odds_memory_close(e.class_of[i].memory);
        trey_rulebook_close(e.class_of[i].book);
    }
    free(e.class_of);
    free(e.of_table);
    free(e.pattern);
    free(e.slot);
    return good ? tallies_sum(f) : TREY_STATUS_NO_MEMORY;
}
