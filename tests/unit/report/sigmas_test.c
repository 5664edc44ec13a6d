/* sigmas_test.c -- many tables at once, of every book: what was won strays from what was to be
 * expected as chance does, wager by wager and together.
 *
 * Each table is one observation. Its boxes have stakes, bettors and players that vary from round
 * to round; decisions are the best for what lies there. Awards are made small, so that no table
 * hangs on one hit: with the books' own awards nothing could be told from some thousand rounds.
 *
 *   TREY_ROUNDS=2000 TREY_SEED=5 sigmas_test      more rounds a table, other cards */
#include "office.h"
#include "trey/odds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 400, BOXES = 5, ANTES = 4, PAIR_PLUSES = 3, BETS = ANTES * PAIR_PLUSES * 2 };
static const trey_cents ante_of[ANTES] = {0, 1000, 2500, 7000};
static const trey_cents pair_plus_of[PAIR_PLUSES] = {0, 500, 3000};
/* Whom seat 1's player shares a wager with; nobody sits at his place. */
enum { SHARER = 17 };

typedef struct scene {
    const char *rulebook, *readings, *values;
    trey_cents jackpot_bet, meter;
    bool shared;          /* wagers of several people on one position */
    bool alone;           /* Pair Plus without an Ante */
    bool banked;          /* a player banks */
    const char *strategy; /* NULL: the best */
} scene;

/* ---- Chance ------------------------------------------------------------------------------ */
static office o;
static uint64_t random_state;

static uint64_t random_next(void) {
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t word = random_state;
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

static unsigned random_below(unsigned bound) {
    return (unsigned)((random_next() >> 32) % bound);
}

static void shuffle(trey_card deck[TREY_CARDS]) {
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned i = TREY_CARDS - 1; i > 0; i--) {
        unsigned with = random_below(i + 1);
        trey_card kept = deck[i];
        deck[i] = deck[with];
        deck[with] = kept;
    }
}

static unsigned rounds_asked(unsigned preset) {
    static unsigned scenes;
    const char *seed = getenv("TREY_SEED"), *rounds = getenv("TREY_ROUNDS");
    random_state = seed ? strtoull(seed, NULL, 0) : 20261115;
    printf("TREY_SEED=%" PRIu64 "\n", random_state);
    random_state += (uint64_t)scenes++ << 32; /* each scene has cards of its own */
    return rounds ? (unsigned)strtoul(rounds, NULL, 0) : preset;
}

/* ---- Bets, and how they are played --------------------------------------------------------- */
typedef struct box_bets {
    unsigned ante, pair_plus;
    bool progressive, shared;
} box_bets;

static const scene *now;
static trey_rulebook *book;
static trey_odds *odds[BETS];
static const trey_strategy *plays_by[BETS];
static trey_strategy simple;
static double dearer; /* what the strategy was to cost beyond the best one, of all boxes */

static const trey_strategy *strategy_for(const box_bets *bets) {
    unsigned number = (bets->ante * PAIR_PLUSES + bets->pair_plus) * 2 + bets->progressive;
    if (!odds[number]) {
        trey_odds_query query;
        trey_odds_query_preset(book, &query);
        query.stake[TREY_WAGER_ANTE] = ante_of[bets->ante];
        query.stake[TREY_WAGER_PAIR_PLUS] = pair_plus_of[bets->pair_plus];
        query.stake[TREY_WAGER_PROGRESSIVE] = bets->progressive ? now->jackpot_bet : 0;
        if (now->jackpot_bet) {
            query.meter = query.reset = now->meter;
            query.contribution = 1;
        }
        assert_int_equal(trey_odds_open(&odds[number], book, &query, NULL), TREY_STATUS_OK);
        plays_by[number] = now->strategy ? &simple : trey_odds_best(odds[number]);
    }
    const trey_odds_alternative *way = trey_odds_alternatives(odds[number]);
    for (unsigned i = 1; now->strategy && i < TREY_ODDS_ALTERNATIVES; i++) {
        if (strcmp(way[i].name, trey_strategy_name(trey_strategy_find(now->strategy))) == 0)
            dearer += trey_fraction_double(way[0].ev_cents) - trey_fraction_double(way[i].ev_cents);
    }
    return plays_by[number];
}

static box_bets random_bets(unsigned seat) {
    box_bets bets = {.ante = 1 + random_below(ANTES - 1), .pair_plus = random_below(PAIR_PLUSES)};
    if (now->alone && random_below(4) == 0) bets = (box_bets){0, 1 + random_below(2), false, false};
    bets.progressive = now->jackpot_bet > 0 && bets.ante > 0 && random_below(3) > 0;
    bets.shared = now->shared && seat == 1 && bets.ante > 1;
    return bets;
}

static void give(unsigned table, trey_verb verb, unsigned seat, trey_player player, unsigned wager,
                 trey_cents amount) {
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .wager = (uint8_t)wager,
                                  .actor = player,
                                  .player = player,
                                  .amount = amount};
    office_give(&o, table, &command);
}

static void put_down(unsigned table, unsigned seat, trey_player player, const box_bets *bets) {
    trey_cents ante = ante_of[bets->ante], share = bets->shared ? ante / 5 * 2 : 0;
    if (ante) give(table, TREY_VERB_BET, seat, player, TREY_WAGER_ANTE, ante - share);
    if (share) give(table, TREY_VERB_BET, seat, SHARER, TREY_WAGER_ANTE, share);
    if (bets->pair_plus)
        give(table, TREY_VERB_BET, seat, bets->shared ? SHARER : player, TREY_WAGER_PAIR_PLUS,
             pair_plus_of[bets->pair_plus]);
    if (bets->progressive) give(table, TREY_VERB_BET, seat, player, TREY_WAGER_PROGRESSIVE, 0);
}

static void decide(unsigned table, unsigned seat, trey_player player, const box_bets *bets) {
    const trey_table *state = trey_house_table(o.p.h.house, table);
    const trey_card *card = state->box[seat - 1].card;
    trey_card up = state->up_card ? state->dealer[2] : TREY_NO_CARD;
    if (bets->ante == 0) {
        give(table, TREY_VERB_CONTINUE, seat, player, 0, 0);
        return;
    }
    const trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
    bool plays = trey_strategy_plays(strategy_for(bets), hand, up);
    if (plays && bets->shared && !now->banked)
        give(table, TREY_VERB_FUND, seat, SHARER, 0, ante_of[bets->ante] / 5 * 2);
    trey_verb verb = plays ? TREY_VERB_PLAY : TREY_VERB_FOLD;
    give(table, verb, seat, player, 0, 0);
    /* Behind another's hand that is played everybody decides for himself. */
    if (bets->shared && now->banked && plays) give(table, verb, seat, SHARER, 0, 0);
}

/* Two have it in turn: nobody keeps it for more than two hands. */
static void take_bank(unsigned table) {
    const trey_table *state = trey_house_table(o.p.h.house, table);
    bool stays = state->bank_seat != TREY_NO_SEAT && state->bank_hands < 2;
    unsigned seat = stays ? state->bank_seat : state->bank_seat == 6 ? 7 : 6;
    for (unsigned i = 1; !stays && i <= 7; i++) {
        trey_player seated = state->box[i - 1].seated;
        if (seated != TREY_NOBODY && i != seat) give(table, TREY_VERB_PASS, 0, seated, 0, 0);
    }
    give(table, TREY_VERB_BANK, seat, office_player(seat), 0, 3000000);
}

static void play_round(unsigned table) {
    trey_command deck = {.verb = TREY_VERB_DECK, .role = TREY_ROLE_DEALER, .count = TREY_CARDS};
    unsigned boxes = 1 + random_below(BOXES);
    box_bets bets[BOXES];
    trey_player player[BOXES];
    office_call(&o, table, TREY_VERB_OPEN);
    if (now->banked) take_bank(table);
    for (unsigned i = 0; i < boxes; i++) {
        bets[i] = random_bets(i + 1);
        player[i] = office_player(i == 3 && !now->banked ? 2 : i + 1); /* one has two boxes */
        put_down(table, i + 1, player[i], &bets[i]);
    }
    office_call(&o, table, TREY_VERB_CLOSE);
    shuffle(deck.cards);
    office_give(&o, table, &deck);
    for (unsigned i = 0; i < boxes; i++) decide(table, i + 1, player[i], &bets[i]);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
}

/* ---- Tables, and what they say ------------------------------------------------------------- */
static unsigned open_table(unsigned number) {
    char name[16];
    unsigned table;
    snprintf(name, sizeof name, "t%u", number);
    trey_table_terms terms = house_terms(name, now->rulebook, "");
    terms.config.system_deck = false;
    snprintf(terms.readings, sizeof terms.readings, "%s", now->readings);
    snprintf(terms.values, sizeof terms.values, "%s", now->values);
    if (now->jackpot_bet) {
        terms.config.jackpot = 1;
        terms.config.jackpot_bet = now->jackpot_bet;
        terms.config.jackpot_contribution = 1;
        terms.config.jackpot_reset = terms.meter = now->meter;
    }
    trey_status status = trey_house_table_open(o.p.h.house, &terms, &table);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(o.p.h.house));
    return table;
}

static trey_figures *play_scene(const scene *with, unsigned rounds) {
    trey_store_message message;
    now = with;
    dearer = 0;
    memset(odds, 0, sizeof odds);
    office_build(&o, with->rulebook, 0);
    for (unsigned i = 0; i < TABLES; i++) {
        unsigned table = open_table(i);
        if (i == 0) {
            book = trey_terms_book(trey_house_terms(o.p.h.house, table), &message);
            assert_non_null(book);
            if (with->strategy)
                trey_strategy_fill(&simple, book, trey_strategy_find(with->strategy));
        }
        for (unsigned n = 0; n < rounds; n++) play_round(table);
        office_flush(&o);
    }
    return office_running(&o);
}

static void clear_scene(trey_figures *figures) {
    trey_figures_close(figures);
    for (unsigned i = 0; i < BETS; i++) {
        trey_odds_close(odds[i]);
        odds[i] = NULL;
    }
    trey_rulebook_close(book);
    office_tear_down(&o);
}

/* Sigmas of all tables: their mean, and the mean of their squares, with its own error. */
static void sigmas_are_chance(const trey_figures *figures, int wager) {
    double sum = 0, squares = 0, fourths = 0;
    unsigned count = 0;
    for (size_t i = 0; i < trey_figures_tables(figures); i++) {
        const trey_tally *tally = trey_figures_table(figures, i);
        const trey_tally_wager *one = wager < 0 ? NULL : &tally->wager[wager];
        double win = (double)(one ? one->win : tally->win);
        double expected = one ? one->expected : tally->expected;
        double variance = one ? one->variance : tally->variance;
        if (!(variance > 0)) continue;
        double sigmas = (win - expected) / sqrt(variance);
        count++;
        sum += sigmas;
        squares += sigmas * sigmas;
        fourths += pow(sigmas, 4);
    }
    if (count == 0) return;
    double mean = sum / count, square = squares / count;
    /* As it came out, or as it is of a normal one where that is more. */
    double error = sqrt(fmax(fourths / count - square * square, 2) / count);
    printf("  %-12s mean %7.3f +- %.3f, mean square %6.3f +- %.3f\n",
           wager < 0 ? "all" : trey_wager_word((unsigned)wager), mean, 1 / sqrt(count), square,
           error);
    /* Beyond four standard errors something is wrong, or the seed is one of 16,000. */
    assert_true(fabs(mean) < 4 / sqrt(count));
    /* Most tables see no envy at all: what is left of its squares tells nothing. */
    if (wager != TREY_WAGER_ENVY) assert_true(fabs(square - 1) < 4 * error);
}

static void strays_as_chance_does(const scene *with, unsigned rounds) {
    rounds = rounds_asked(rounds);
    trey_figures *figures = play_scene(with, rounds);
    const trey_tally *total = trey_figures_total(figures);
    printf("%s: %u tables, %u rounds each, %" PRIu64 " odds\n", with->rulebook, TABLES, rounds,
           trey_figures_odds(figures));
    assert_int_equal(total->rounds, (uint64_t)TABLES * rounds);
    assert_int_equal(total->unreckoned, 0);
    assert_int_equal(total->win, total->ledger - total->owed);
    for (int i = -1; i < TREY_REPORT_WAGERS; i++) sigmas_are_chance(figures, i);
    clear_scene(figures);
}

static void shared_boxes_with_jackpot_bets_stray_as_chance_does(void **state) {
    (void)state;
    static const scene with = {.rulebook = "mbs",
                               .readings = "",
                               .values = "progressive.awards.royal=$150; envy.royal=$100; "
                                         "envy.royal_spades=$100",
                               .jackpot_bet = 500,
                               .meter = 20000,
                               .shared = true,
                               .alone = true};
    strays_as_chance_does(&with, 12);
}

static void boxes_of_rws_stray_as_chance_does(void **state) {
    (void)state;
    static const scene with = {.rulebook = "rws",
                               .readings = "",
                               .values = "progressive.awards.royal=$150; envy.royal=$100; "
                                         "envy.royal_spades=$100",
                               .jackpot_bet = 500,
                               .meter = 20000,
                               .alone = true};
    strays_as_chance_does(&with, 12);
}

static void boxes_that_count_the_dealers_cards_stray_as_chance_does(void **state) {
    (void)state;
    static const scene with = {.rulebook = "rws-progressive",
                               .readings = "",
                               .values = "progressive.awards.straight_flush=$100; "
                                         "progressive.awards.four_of_a_kind=$100",
                               .jackpot_bet = 2500,
                               .meter = 20000,
                               .alone = true};
    strays_as_chance_does(&with, 12);
}

static void where_a_player_banks_nothing_strays(void **state) {
    (void)state;
    static const scene with = {
        .rulebook = "ca-six-card", .readings = "", .values = "", .shared = true, .banked = true};
    unsigned rounds = rounds_asked(2);
    trey_figures *figures = play_scene(&with, rounds);
    const trey_tally *total = trey_figures_total(figures);
    assert_int_equal(total->rounds, (uint64_t)TABLES * rounds);
    assert_true(total->drop > 0);
    assert_int_equal(total->win, total->drop);
    assert_int_equal(total->win, total->ledger);
    assert_true(total->expected == (double)total->win);
    assert_true(total->variance == 0);
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
        assert_int_equal(total->wager[i].win, 0);
        assert_true(total->wager[i].expected == 0);
    }
    clear_scene(figures);
}

/* Whoever plays every hand loses more than the report expects, by what the odds say. */
static void worse_play_shows_as_more_than_was_expected(void **state) {
    (void)state;
    static const scene with = {
        .rulebook = "mbs", .readings = "", .values = "", .strategy = "always"};
    unsigned rounds = rounds_asked(12);
    trey_figures *figures = play_scene(&with, rounds);
    const trey_tally *total = trey_figures_total(figures);
    double found = (double)total->win - total->expected, sd = sqrt(total->variance);
    printf("won %.0f more than expected; the odds say %.0f +- %.0f\n", found, dearer, sd);
    /* The report's deviation is that of the best play; playing all strays a fifth more. */
    assert_true(dearer > 0);
    assert_true(fabs(found - dearer) < 4 * 1.2 * sd);
    clear_scene(figures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_boxes_with_jackpot_bets_stray_as_chance_does),
        cmocka_unit_test(boxes_of_rws_stray_as_chance_does),
        cmocka_unit_test(boxes_that_count_the_dealers_cards_stray_as_chance_does),
        cmocka_unit_test(where_a_player_banks_nothing_strays),
        cmocka_unit_test(worse_play_shows_as_more_than_was_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
