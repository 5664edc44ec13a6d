/* bench_odds.c -- all odds of a rulebook, its tables built anew each time.
 *
 * Every wager is bet; what is measured is opening the odds of a rulebook that is in
 * memory already: situations, counts, strategy, variance and distribution. The baseline
 * does what anybody would: two nested loops over the 22,100 hands, with the shared cards
 * skipped, tallying how each hand meets each dealer's. It is given Trey's ranks, so that
 * it is as fast as such a loop can be, and does no more than the expected results. Both
 * must agree on those. A unit is one deal of two hands: there are 407,170,400. */
#include <stdlib.h>
#include <string.h>

#include <trey/odds.h>

#include "bench.h"

enum { DEALS = 407170400 };

/* ---- The plain loop ------------------------------------------------------------------ */
typedef struct met {
    uint32_t unqualified, better, equal, worse;
} met;

static trey_cardset sets[TREY_HANDS];
static uint16_t strengths[TREY_HANDS], values[TREY_HANDS];
static trey_five row[TREY_HANDS];
static uint8_t categories[1u << 15];

static void prepare_plain(void) {
    trey_hand queen = trey_hand_of(trey_card_of(TREY_RANK_QUEEN, 0), trey_card_of(TREY_RANK_3, 1),
                                   trey_card_of(TREY_RANK_2, 2));
    unsigned least = trey_rank_strength(trey_hand_rank(queen));
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        sets[i] = trey_hand_set(trey_hand_at(i));
        strengths[i] = (uint16_t)(trey_rank_strength(trey_hand_rank_at(i)) + 1);
        values[i] = strengths[i] > least ? strengths[i] : 0;
    }
    for (unsigned five = 0; five < TREY_FIVE_STRENGTHS; five++)
        categories[five] = (uint8_t)trey_five_category_of((trey_five)five);
    for (unsigned suit = 1; suit < TREY_SUITS; suit++)
        categories[suit << 13 | (TREY_FIVE_STRENGTHS - 1)] = TREY_FIVE_ROYAL;
}

static void tally(met *counts, unsigned dealer, unsigned player) {
    if (dealer == 0) {
        counts->unqualified++;
    } else if (dealer < player) {
        counts->better++;
    } else if (dealer == player) {
        counts->equal++;
    } else {
        counts->worse++;
    }
}

/* Ante and Play together, for an Ante of one; the bonus comes beside it. */
static int64_t played(const met *counts) {
    return (int64_t)counts->unqualified + 2 * (int64_t)counts->better - 2 * (int64_t)counts->worse;
}

static int64_t bonus_of(trey_category category) {
    static const int64_t pays[TREY_CATEGORIES] = {0, 0, 0, 1, 4, 5, 5};
    return pays[category];
}

/* Ante, Play and bonus, summed over all deals. */
static uint64_t plain_house(void) {
    int64_t sum = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        met counts = {0, 0, 0, 0};
        for (unsigned d = 0; d < TREY_HANDS; d++) {
            if (sets[d] & sets[i]) continue;
            tally(&counts, values[d], strengths[i]);
        }
        int64_t play = played(&counts) + 18424 * bonus_of(trey_rank_category(trey_hand_rank_at(i)));
        sum += play > -18424 ? play : -18424;
    }
    return (uint64_t)sum;
}

/* The same with the best five: what is paid for it, and the awards of those who play. */
static uint64_t plain_five(bool awards) {
    static const int64_t pays[TREY_FIVE_CATEGORIES] = {0, 0, 0, 8, 9, 15, 20, 100, 200, 1000};
    static const int64_t fixed[TREY_FIVE_CATEGORIES] = {0, 0, 0, 0, 0, 25, 50, 250, 1250, 0};
    int64_t sum = 0;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        met counts = {0, 0, 0, 0}, with[TREY_CARDS] = {{0, 0, 0, 0}};
        int64_t five = 0;
        trey_six_row(trey_hand_at(i), row, TREY_HANDS);
        for (unsigned d = 0; d < TREY_HANDS; d++) {
            if (sets[d] & sets[i]) continue;
            unsigned category = categories[row[d]];
            five += awards ? fixed[category] : pays[category];
            if (awards) {
                tally(&counts, values[d], strengths[i]);
                continue;
            }
            trey_hand dealer = trey_hand_list()[d];
            for (unsigned c = 0; c < 3; c++) tally(&with[dealer.card[c]], values[d], strengths[i]);
        }
        if (awards) { /* with no royal on the meter, and none of it forgone */
            int64_t play =
                played(&counts) + 18424 * bonus_of(trey_rank_category(trey_hand_rank_at(i)));
            sum += play > -18424 ? play + five : -18424;
            continue;
        }
        for (unsigned c = 0; c < TREY_CARDS; c++) {
            if (trey_cardset_has(sets[i], (trey_card)c)) continue;
            int64_t play = played(&with[c]);
            sum += play > -1128 ? play : -1128;
        }
        sum += 3 * five;
    }
    return (uint64_t)sum;
}

static uint64_t plain_progressive(void) {
    return plain_five(true);
}
static uint64_t plain_california(void) {
    return plain_five(false);
}

/* ---- Trey ------------------------------------------------------------------------------ */
static trey_rulebook *book;
static trey_odds_query query;

/* An expected result as a sum over all deals. */
static int64_t over_deals(trey_fraction f, int64_t deals) {
    TREY_ASSERT(deals % (int64_t)f.d == 0);
    return (int64_t)(f.n * (deals / (int64_t)f.d));
}

static trey_odds *open_odds(void) {
    trey_odds *odds;
    trey_status status = trey_odds_open(&odds, book, &query, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    return odds;
}

static uint64_t trey_house(void) {
    trey_odds *odds = open_odds();
    int64_t sum = over_deals(trey_odds_figures(odds, TREY_WAGER_ANTE)->ev, DEALS);
    trey_odds_close(odds);
    return (uint64_t)sum;
}

/* The awards in dollars: what comes back, less what the meter's own part is. */
static uint64_t trey_progressive(void) {
    trey_odds *odds = open_odds();
    int64_t sum = over_deals(trey_odds_figures(odds, TREY_WAGER_ANTE)->ev, DEALS);
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        if (award->percent == 0) sum += over_deals(award->chance, DEALS) * (award->paid / 100);
    }
    trey_odds_close(odds);
    return (uint64_t)sum;
}

/* Ante and Play, and what the bonus pays where it wins. */
static uint64_t trey_california(void) {
    trey_odds *odds = open_odds();
    int64_t sum = over_deals(trey_odds_figures(odds, TREY_WAGER_ANTE)->ev, 3 * (int64_t)DEALS);
    size_t count;
    const trey_odds_line *line = trey_odds_lines(odds, TREY_WAGER_SIX_CARD_BONUS, &count);
    for (size_t i = 0; i < count; i++) {
        if (line[i].net <= 0) continue;
        sum += over_deals(line[i].chance, 3 * (int64_t)DEALS) * (line[i].net / 1000);
    }
    trey_odds_close(odds);
    return (uint64_t)sum;
}

static void race(const bench_setting *setting, const char *id, unsigned side, bench_work *trey,
                 bench_work *plain, bench_figure *figure) {
    /* The plain loop takes up to two seconds, and its laps hardly differ. */
    bench_setting few = *setting;
    few.laps = setting->quick ? 1 : 3;
    if (trey_rulebook_open(&book, id, NULL) != TREY_STATUS_OK) return;
    trey_odds_query_preset(book, &query);
    query.stake[TREY_WAGER_PAIR_PLUS] = query.listed[TREY_WAGER_PAIR_PLUS];
    query.stake[side] = query.listed[side];
    prepare_plain();
    bench_race(&few, DEALS, trey, plain, figure);
    figure->seconds = DEALS / figure->trey;
    trey_rulebook_close(book);
}

void bench_odds_mbs(const bench_setting *setting, bench_figure *figure) {
    race(setting, "mbs", TREY_WAGER_PROGRESSIVE, trey_house, plain_house, figure);
}

void bench_odds_rws(const bench_setting *setting, bench_figure *figure) {
    race(setting, "rws", TREY_WAGER_PROGRESSIVE, trey_house, plain_house, figure);
}

/* The jackpot bet is listed but not in the round, or its awards would change decisions
 * that the plain loop makes without them. */
void bench_odds_progressive(const bench_setting *setting, bench_figure *figure) {
    race(setting, "rws-progressive", TREY_WAGER_PAIR_PLUS, trey_progressive, plain_progressive,
         figure);
}

void bench_odds_california(const bench_setting *setting, bench_figure *figure) {
    race(setting, "ca-six-card", TREY_WAGER_SIX_CARD_BONUS, trey_california, plain_california,
         figure);
}
