/* figures_test.c -- rounds dealt by hand, and figures that were reckoned by hand. */
#include "office.h"
#include "trey/odds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static office o;

static int set_up(void **state) {
    (void)state;
    office_build(&o, "mbs", 500);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    office_tear_down(&o);
    return 0;
}

static const char *const pair_beats_queen[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c", "Kc9h5h"};

/* Seat 1 wins Ante, Play and Pair Plus with a pair of nines; seat 2 folds a king. */
static void play_round(unsigned table) {
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 5000);
    office_bet(&o, table, 1, TREY_WAGER_PAIR_PLUS, 2500);
    office_bet(&o, table, 2, TREY_WAGER_ANTE, 5000);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, pair_beats_queen);
    office_decide(&o, table, 1, true);
    office_decide(&o, table, 2, false);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
}

static const trey_tally *tally_of(const trey_figures *figures, const char *name) {
    for (size_t i = 0; i < trey_figures_tables(figures); i++) {
        if (strcmp(trey_figures_table_name(figures, i), name) == 0)
            return trey_figures_table(figures, i);
    }
    fail_msg("no table %s", name);
    return NULL;
}

static void near(double found, double expected, double within) {
    if (fabs(found - expected) > within) fail_msg("%.6f, expected %.6f", found, expected);
}

static void agrees(const trey_tally *tally) {
    assert_int_equal(tally->win, tally->ledger - tally->owed);
}

static void a_round_is_reckoned_as_by_hand(void **state) {
    (void)state;
    play_round(o.table);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    assert_int_equal(tally->rounds, 1);
    assert_int_equal(tally->voids, 0);
    assert_int_equal(tally->handle, 5000 + 5000 + 2500 + 5000);
    assert_int_equal(tally->win, -5000 - 5000 - 2500 + 5000);
    assert_int_equal(tally->wager[TREY_WAGER_ANTE].bets, 2);
    assert_int_equal(tally->wager[TREY_WAGER_ANTE].handle, 10000);
    assert_int_equal(tally->wager[TREY_WAGER_ANTE].win, 0);
    assert_int_equal(tally->wager[TREY_WAGER_PLAY].win, -5000);
    assert_int_equal(tally->wager[TREY_WAGER_PAIR_PLUS].win, -2500);
    agrees(tally);
    /* 686689/20358520 of each Ante, and 308/5525 of Pair Plus. */
    near(tally->expected, 10000 * 686689.0 / 20358520 + 2500 * 308.0 / 5525, 1e-6);
    near(tally->wager[TREY_WAGER_PAIR_PLUS].expected, 2500 * 308.0 / 5525, 1e-6);
    assert_int_equal(trey_figures_total(figures)->win, tally->win);
    trey_figures_close(figures);
}

/* The two boxes of a round have the dealer's hand in common: more than each by itself, and
 * less than twice the same. */
static void boxes_of_a_round_stray_together(void **state) {
    (void)state;
    play_round(o.table);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    double apart = 13198.98 * 13198.98 + 8196.26 * 8196.26;
    assert_true(tally->variance > apart * 1.01);
    assert_true(tally->variance < apart + 2 * 8196.26 * 8196.26);
    trey_figures_close(figures);
}

static void stakes_are_at_risk_only_where_a_result_came(void **state) {
    (void)state;
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 5000);
    office_call(&o, o.table, TREY_VERB_CLOSE);
    office_rule(&o, o.table, TREY_RULING_VOID, "the lights went out");
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    assert_int_equal(tally->rounds, 0);
    assert_int_equal(tally->voids, 1);
    assert_int_equal(tally->handle, 0);
    assert_int_equal(tally->win, 0);
    near(tally->expected, 0, 0);
    agrees(tally);
    trey_figures_close(figures);
}

/* Whoever knows a deck could call its round off: such voids are counted apart. */
static void rounds_that_somebody_may_have_called_off_are_counted_apart(void **state) {
    (void)state;
    house_of_cards *h = &o.p.h;
    trey_reply reply;
    unsigned table;
    trey_table_terms terms = house_terms("shuffled", "rws", "");
    assert_int_equal(trey_house_table_open(h->house, &terms, &table), TREY_STATUS_OK);
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 5000);
    assert_int_equal(house_pledge(h, table, office_player(1)), 0);
    office_call(&o, table, TREY_VERB_CLOSE);
    assert_int_equal(trey_house_withheld(h->house, table, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    const trey_command report = {.verb = TREY_VERB_REPORT,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .kind = TREY_IRREGULARITY_INTERRUPTION};
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 5000);
    office_call(&o, table, TREY_VERB_CLOSE);
    assert_int_equal(house_deal(h, table), 0);
    office_give(&o, table, &report);
    if (trey_house_table(h->house, table)->gate == TREY_GATE_REPORT)
        office_give(&o, table, &confirm);
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 5000);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_rule(&o, table, TREY_RULING_VOID, "the lights went out");
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "shuffled");
    assert_int_equal(tally->rounds, 0);
    assert_int_equal(tally->voids, 3);
    assert_int_equal(tally->withheld, 1);
    assert_int_equal(tally->cut_off, 1);
    agrees(tally);
    trey_figures_close(figures);
}

/* A card too many in the hand at seat 1 is found when the round is settled. */
static void undo_first_seat(void) {
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_DEALER,
                           .kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .seats = 1};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    office_give(&o, o.table, &report);
    office_give(&o, o.table, &confirm);
    office_flush(&o);
}

static void a_hand_that_is_undone_counts_for_nothing(void **state) {
    (void)state;
    play_round(o.table);
    undo_first_seat();
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    assert_int_equal(tally->rounds, 1);
    assert_int_equal(tally->reversed, 1);
    assert_int_equal(tally->handle, 5000);
    assert_int_equal(tally->win, 5000);
    near(tally->expected, 5000 * 686689.0 / 20358520, 1e-6);
    agrees(tally);
    trey_figures_close(figures);
}

static void a_hand_undone_in_the_next_shift_moves_the_win_alone(void **state) {
    (void)state;
    play_round(o.table);
    office_close(&o, "early");
    undo_first_seat();
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    assert_int_equal(tally->rounds, 0);
    assert_int_equal(tally->handle, 0);
    assert_int_equal(tally->win, 12500);
    agrees(tally);
    trey_figures_close(figures);
}

static void the_jackpot_bet_is_expected_at_its_meter(void **state) {
    (void)state;
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 5000);
    office_bet(&o, o.table, 1, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, o.table, TREY_VERB_CLOSE);
    office_deal(&o, o.table, (const char *const[TREY_SEATS + 1]){"Qh8c5d", "9s9d4c"});
    office_decide(&o, o.table, 1, true);
    office_call(&o, o.table, TREY_VERB_REVEAL);
    office_call(&o, o.table, TREY_VERB_SETTLE);
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "one");
    /* The same from the odds, at the meter as the round opened. */
    trey_rulebook *book;
    trey_odds *odds;
    trey_odds_query query;
    assert_int_equal(trey_rulebook_open(&book, "mbs", NULL), TREY_STATUS_OK);
    trey_odds_query_preset(book, &query);
    query.stake[TREY_WAGER_ANTE] = 5000;
    query.stake[TREY_WAGER_PROGRESSIVE] = 500;
    query.meter = 1200000;
    query.reset = 1000000;
    query.contribution = 100;
    assert_int_equal(trey_odds_open(&odds, book, &query, NULL), TREY_STATUS_OK);
    near(tally->expected, -trey_fraction_double(trey_odds_whole(odds)->ev_cents), 1e-3);
    near(sqrt(tally->variance), trey_odds_whole(odds)->sd, trey_odds_whole(odds)->sd * 0.005);
    near(tally->wager[TREY_WAGER_PROGRESSIVE].expected,
         -trey_fraction_double(trey_odds_figures(odds, TREY_WAGER_PROGRESSIVE)->ev_cents), 1e-3);
    trey_odds_close(odds);
    trey_rulebook_close(book);
    /* The bet has put a dollar on the meter. */
    json_t *json = trey_figures_json(figures);
    const json_t *jackpot = json_array_get(json_object_get(json, "jackpots"), 0);
    assert_int_equal(json_integer_value(json_object_get(jackpot, "value")), 1200100);
    assert_int_equal(json_integer_value(json_object_get(jackpot, "contributed")), 100);
    assert_true(json_is_true(json_object_get(jackpot, "identity")));
    json_decref(json);
    agrees(tally);
    trey_figures_close(figures);
}

/* A royal flush in spades at a linked table: the whole meter waits for its confirmation. */
static unsigned hit_jackpot(unsigned *jackpot) {
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    assert_int_equal(
        trey_house_jackpot_open(o.p.h.house, "big", "mbs", &parameters, 1200000, jackpot),
        TREY_STATUS_OK);
    unsigned table = office_table(&o, "linked", "mbs", "big", 500);
    office_call(&o, table, TREY_VERB_OPEN);
    office_bet(&o, table, 3, TREY_WAGER_ANTE, 5000);
    office_bet(&o, table, 3, TREY_WAGER_PROGRESSIVE, 0);
    office_call(&o, table, TREY_VERB_CLOSE);
    const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", NULL, NULL, "AsKsQs"};
    office_deal(&o, table, hands);
    office_decide(&o, table, 3, true);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
    return table;
}

static void say_of_hit(unsigned jackpot, trey_link_verb verb) {
    trey_link_command command = {.verb = (uint8_t)verb,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .actor = o.manager,
                                 .number = 1,
                                 .reason = "the camera saw it"};
    trey_command_id id = house_next_id(&o.p.h);
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_command(o.p.h.house, jackpot, &id, &command, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
}

static void hit_is(const char *state, trey_cents progressive) {
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "linked");
    char line[80];
    size_t size;
    char *csv = trey_figures_csv(figures, TREY_SHEET_HITS, &size);
    snprintf(line, sizeof line, ",linked,3,Guest 13,%s\r\n", state);
    if (!strstr(csv, line)) fail_msg("no %s in %s", line, csv);
    free(csv);
    /* Ante and Play win 5,000 each, the bonus is five to one: 25,000. */
    assert_int_equal(tally->wager[TREY_WAGER_PROGRESSIVE].win, progressive);
    assert_int_equal(tally->win, -5000 - 5000 - 25000 + progressive);
    agrees(tally);
    json_t *json = trey_figures_json(figures);
    size_t i;
    const json_t *jackpot;
    json_array_foreach(json_object_get(json, "jackpots"), i, jackpot)
        assert_true(json_is_true(json_object_get(jackpot, "identity")));
    json_decref(json);
    trey_figures_close(figures);
}

static void a_hit_is_lost_when_it_comes_and_when_it_is_paid(void **state) {
    (void)state;
    unsigned jackpot;
    hit_jackpot(&jackpot);
    hit_is("12001.00,waiting", 500 - 1200100);
    say_of_hit(jackpot, TREY_LINK_CONFIRM);
    hit_is("12001.00,paid", 500 - 1200100);
    office_verified(&o);
}

static void a_rejected_hit_costs_nothing(void **state) {
    (void)state;
    unsigned jackpot;
    hit_jackpot(&jackpot);
    say_of_hit(jackpot, TREY_LINK_REJECT);
    hit_is("0.00,rejected", 500);
}

static void where_a_player_banks_the_house_has_the_collection(void **state) {
    (void)state;
    unsigned table = office_table(&o, "california", "ca-six-card", "", 0);
    const trey_command bank = {.verb = TREY_VERB_BANK,
                               .role = TREY_ROLE_PLAYER,
                               .seat = 7,
                               .actor = office_player(7),
                               .player = office_player(7),
                               .amount = 100000};
    office_call(&o, table, TREY_VERB_OPEN);
    office_give(&o, table, &bank);
    office_bet(&o, table, 1, TREY_WAGER_ANTE, 1000);
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, (const char *const[TREY_SEATS + 1]){"Qh8c5d", "9s9d4c"});
    office_decide(&o, table, 1, true);
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    const trey_tally *tally = tally_of(figures, "california");
    assert_true(tally->banked);
    assert_int_equal(tally->rounds, 1);
    assert_int_equal(tally->handle, 2000);
    assert_true(tally->drop > 0);
    assert_int_equal(tally->win, tally->drop);
    near(tally->expected, (double)tally->drop, 0);
    near(tally->variance, 0, 0);
    agrees(tally);
    trey_figures_close(figures);
}

static void windows_that_touch_share_no_round(void **state) {
    (void)state;
    trey_figures_query query = {.of = TREY_FIGURES_TIMES, .from = o.p.h.now + 1};
    int64_t cut[4];
    for (unsigned i = 0; i < 3; i++) {
        play_round(o.table);
        cut[i] = o.p.h.now - 3000; /* in the middle of the settlement's records */
    }
    cut[3] = o.p.h.now + 1;
    uint64_t rounds = 0;
    trey_cents win = 0;
    for (unsigned i = 0; i < 4; i++) {
        query.to = cut[i];
        trey_figures *figures = office_figures(&o, &query);
        rounds += trey_figures_total(figures)->rounds;
        win += trey_figures_total(figures)->win;
        trey_figures_close(figures);
        query.from = cut[i];
    }
    assert_int_equal(rounds, 3);
    assert_int_equal(win, 3 * -7500);
}

/* Play waits for a slice: no more than two rulebooks are read in one. */
static void many_rulebooks_are_read_in_many_slices(void **state) {
    (void)state;
    enum { TABLES = 16 };
    const trey_figures_query query = {.of = TREY_FIGURES_RUNNING, .now = o.p.h.now};
    trey_figures *figures;
    trey_store_message message;
    for (unsigned i = 0; i < TABLES; i++) {
        trey_table_terms terms = house_terms("", "mbs", "");
        unsigned table;
        snprintf(terms.name, sizeof terms.name, "t%u", i);
        snprintf(terms.values, sizeof terms.values, "pays.pair_plus.straight=%u", i + 7);
        assert_int_equal(trey_house_table_open(o.p.h.house, &terms, &table), TREY_STATUS_OK);
    }
    office_flush(&o);
    unsigned slices = 0;
    double longest = 0;
    assert_int_equal(trey_figures_open(&figures, o.p.h.store, &query, &message), TREY_STATUS_OK);
    for (bool done = false; !done; slices++) {
        clock_t began = clock();
        assert_int_equal(trey_figures_work(figures, &done), TREY_STATUS_OK);
        longest = fmax(longest, (double)(clock() - began) * 1000 / CLOCKS_PER_SEC);
    }
    printf("%u slices, the longest %.1f ms of work\n", slices, longest);
    assert_true(slices >= TABLES / 2);
    trey_figures_close(figures);
}

static void the_root_of_any_moment_is_that_of_the_tree_then(void **state) {
    (void)state;
    play_round(o.table);
    const trey_figures_query to_now = {.of = TREY_FIGURES_TIMES, .to = o.p.h.now + 1};
    trey_figures *before = office_figures(&o, &to_now);
    trey_store_info info;
    assert_int_equal(trey_store_tell(o.p.h.store, &info), TREY_STATUS_OK);
    assert_int_equal(trey_figures_seq(before), info.records);
    assert_true(trey_hash_equal(trey_figures_root(before), &info.root));
    play_round(o.table);
    trey_figures *later = office_figures(&o, &to_now); /* the tree has grown since */
    assert_int_equal(trey_figures_seq(later), trey_figures_seq(before));
    assert_true(trey_hash_equal(trey_figures_root(later), trey_figures_root(before)));
    trey_figures_close(before);
    trey_figures_close(later);
}

static void no_text_of_a_sheet_is_a_formula(void **state) {
    (void)state;
    static const char *const reasons[] = {"=1+1", "+1", "-1", "@sum(a1)", "plain, \"quoted\""};
    for (unsigned i = 0; i < 5; i++) {
        char name[40];
        snprintf(name, sizeof name, "%.1stable %u", reasons[i], i);
        office_table(&o, name, "mbs", "", 0);
        office_rule(&o, o.table, TREY_RULING_CLOSE_TABLE, reasons[i]);
        office_rule(&o, o.table, TREY_RULING_REOPEN_TABLE, reasons[i]);
    }
    office_flush(&o);
    trey_figures *figures = office_running(&o);
    for (unsigned i = 0; i < TREY_SHEETS; i++) {
        size_t size;
        char *csv = trey_figures_csv(figures, (trey_figures_sheet)i, &size);
        assert_non_null(csv);
        assert_int_equal(strlen(csv), size);
        /* No field begins so, but for figures below zero. */
        for (const char *c = csv; (c = strpbrk(c, ",\n")) != NULL; c++) {
            assert_null(c[1] == '=' || c[1] == '+' || c[1] == '@' ? c : NULL);
            if (c[1] == '"') assert_null(strchr("=+-@", c[2]) ? c : NULL);
        }
        free(csv);
    }
    size_t size;
    char *tables = trey_figures_csv(figures, TREY_SHEET_TABLES, &size);
    assert_non_null(strstr(tables, "\r\n\"'=table 0\",mbs,0,0,,0,"));
    char *incidents = trey_figures_csv(figures, TREY_SHEET_INCIDENTS, &size);
    assert_non_null(strstr(incidents, ",\"close_table: plain, \"\"quoted\"\"\",\r\n"));
    free(tables);
    free(incidents);
    trey_figures_close(figures);
}

static void incidents_tell(const char *text, bool told) {
    size_t size;
    trey_figures *figures = office_running(&o);
    char *incidents = trey_figures_csv(figures, TREY_SHEET_INCIDENTS, &size);
    assert_int_equal(strstr(incidents, text) != NULL, told);
    free(incidents);
    trey_figures_close(figures);
}

/* Which card was mistyped is told when it can be of no use to anybody any more. */
static void a_card_taken_back_is_named_when_the_round_is_over(void **state) {
    (void)state;
    trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
    const trey_table *table = trey_house_table(o.p.h.house, o.table);
    play_round(o.table);
    incidents_tell(",recall,", false);
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 5000);
    office_call(&o, o.table, TREY_VERB_CLOSE);
    for (card.cards[0] = 0; table->box[0].dealt < 2; card.cards[0]++)
        office_give(&o, o.table, &card);
    office_call(&o, o.table, TREY_VERB_RECALL);
    office_call(&o, o.table, TREY_VERB_RECALL);
    office_flush(&o);
    incidents_tell(",recall,", true);
    incidents_tell("a card of box 1 was mistyped and taken back", true);
    incidents_tell("taken back: 2", false);
    office_rule(&o, o.table, TREY_RULING_VOID, "late");
    office_flush(&o);
    incidents_tell("a card of box 1 was mistyped and taken back: 2c,", true);
    incidents_tell("a card of box 1 was mistyped and taken back: 2d,", true);
}

static void times_are_read_as_people_write_them(void **state) {
    (void)state;
    int64_t time;
    char text[TREY_FIGURES_TIME_TEXT];
    assert_true(trey_figures_time_parse("2026-11-15T08:00", &time));
    assert_int_equal(time, INT64_C(1794729600000000));
    assert_string_equal(trey_figures_time_print(time, text), "2026-11-15 08:00:00");
    assert_true(trey_figures_time_parse("2024-02-29T23:59:59Z", &time));
    assert_string_equal(trey_figures_time_print(time, text), "2024-02-29 23:59:59");
    assert_true(trey_figures_time_parse("1794729600000", &time));
    assert_int_equal(time, INT64_C(1794729600000000));
    static const char *const wrong[] = {"",
                                        "yesterday",
                                        "-5",
                                        "2026-11-15",
                                        "2026-13-15T08:00",
                                        "2026-11-31T08:00",
                                        "2026-02-29T08:00",
                                        "2026-11-15T24:00",
                                        "2026-11-15T08:60",
                                        "1969-12-31T23:59",
                                        "2026-11-15T08:00+01:00",
                                        "2026-11-15T08:00 ",
                                        "1234567890123456"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(trey_figures_time_parse(wrong[i], &time));
}

int main(void) {
#define WITH_OFFICE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_OFFICE(a_round_is_reckoned_as_by_hand),
        WITH_OFFICE(boxes_of_a_round_stray_together),
        WITH_OFFICE(stakes_are_at_risk_only_where_a_result_came),
        WITH_OFFICE(rounds_that_somebody_may_have_called_off_are_counted_apart),
        WITH_OFFICE(a_hand_that_is_undone_counts_for_nothing),
        WITH_OFFICE(a_hand_undone_in_the_next_shift_moves_the_win_alone),
        WITH_OFFICE(the_jackpot_bet_is_expected_at_its_meter),
        WITH_OFFICE(a_hit_is_lost_when_it_comes_and_when_it_is_paid),
        WITH_OFFICE(a_rejected_hit_costs_nothing),
        WITH_OFFICE(where_a_player_banks_the_house_has_the_collection),
        WITH_OFFICE(windows_that_touch_share_no_round),
        WITH_OFFICE(many_rulebooks_are_read_in_many_slices),
        WITH_OFFICE(the_root_of_any_moment_is_that_of_the_tree_then),
        WITH_OFFICE(no_text_of_a_sheet_is_a_formula),
        WITH_OFFICE(a_card_taken_back_is_named_when_the_round_is_over),
        cmocka_unit_test(times_are_read_as_people_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
