/* shares_test.c -- who has a say in a round's shuffle, and what becomes of a share that does not
 * come. */
#include <string.h>

#include "cmocka_suite.h"
#include "house_of_cards.h"

static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
enum { BOOKS = 4, CALIFORNIA = 3, ANN = 2, BOB = 3, CLEO = 4, BANKER = 9 };

static void furnish_with(house_of_cards *h, bool two_people) {
    unsigned index;
    house_build(h, NULL);
    for (unsigned i = 0; i < BOOKS; i++) {
        trey_table_terms terms = house_terms(books[i], books[i], "");
        terms.config.two_people = two_people;
        assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
    }
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    for (trey_player player = 2; player <= 200; player++) house_buy_in(h, player, 100000000);
}

static void furnish(house_of_cards *h) {
    furnish_with(h, false);
}

static void open_round(house_of_cards *h, unsigned table) {
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_OPEN), 0);
    for (unsigned seat = 1; table == CALIFORNIA && seat <= 8; seat++) {
        trey_player player = seat == 1 ? BANKER : 10 + seat;
        if (house_by_player(h, table, TREY_VERB_BANK, seat, player, 0, 100000) == 0) return;
    }
}

static unsigned ante(house_of_cards *h, unsigned table, trey_player player) {
    return house_by_player(h, table, TREY_VERB_BET, player, player, TREY_WAGER_ANTE, 1000);
}

static const trey_fairness *fair_at(const house_of_cards *h, unsigned table) {
    return trey_house_fairness(h->house, table);
}

/* ---- Pledges ------------------------------------------------------------------------------ */
static void only_those_who_bet_pledge_once_each_while_bets_are_open(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    assert_int_equal(house_pledge(&h, 0, ANN), TREY_HOUSE_REFUSED_NO_PLEDGE);
    open_round(&h, 0);
    assert_int_equal(house_pledge(&h, 0, ANN), TREY_HOUSE_REFUSED_NO_PLEDGE);
    assert_int_equal(ante(&h, 0, ANN), 0);
    assert_int_equal(house_pledge(&h, 0, BOB), TREY_HOUSE_REFUSED_NO_PLEDGE);
    assert_int_equal(house_pledge(&h, 0, ANN), 0);
    assert_int_equal(house_pledge(&h, 0, ANN), TREY_HOUSE_REFUSED_PLEDGED_ALREADY);
    assert_int_equal(fair_at(&h, 0)->pledges, 1);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_CLOSE), 0);
    assert_int_equal(house_pledge(&h, 0, ANN), TREY_HOUSE_REFUSED_NO_PLEDGE);
    house_tear_down(&h);
}

static void a_pledge_for_another_round_does_not_count(void **state) {
    (void)state;
    house_of_cards h;
    trey_reply reply;
    const trey_hash pledge = {{1}};
    const trey_share share = {{1}};
    furnish(&h);
    open_round(&h, 0);
    ante(&h, 0, ANN);
    for (uint64_t round = 0; round < 4; round++) {
        if (round == 1) continue;
        assert_int_equal(trey_house_pledge(h.house, 0, NULL, ANN, round, &pledge, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NO_PLEDGE);
        assert_int_equal(trey_house_share(h.house, 0, NULL, ANN, round, &share, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NO_SHARE_DUE);
    }
    house_tear_down(&h);
}

static void the_closing_call_leaves_out_whoever_has_no_bet_any_more(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    open_round(&h, 0);
    for (trey_player player = ANN; player <= CLEO; player++) {
        ante(&h, 0, player);
        assert_int_equal(house_pledge(&h, 0, player), 0);
    }
    house_by_player(&h, 0, TREY_VERB_WITHDRAW, BOB, BOB, TREY_WAGER_ANTE, 0);
    assert_false(trey_has_stake(trey_house_table(h.house, 0), BOB));
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_CLOSE), 0);
    const trey_fairness *fair = fair_at(&h, 0);
    assert_int_equal(fair->pledges, 2);
    assert_int_equal(fair->pledge[0].player, ANN);
    assert_int_equal(fair->pledge[1].player, CLEO);
    const trey_hash list = trey_pledges_hash(&fair->commitment, fair->pledge, 2);
    assert_memory_equal(&list, &fair->list, sizeof list);
    assert_int_equal(house_share(&h, 0, BOB), TREY_HOUSE_REFUSED_NO_SHARE_DUE);
    house_tear_down(&h);
}

/* Two hundred guests bet, pledge and take their bets back: the list does not grow, and somebody
 * who has a bet still finds room. */
static void nobody_is_kept_out_by_those_who_take_their_bets_back(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    open_round(&h, 0);
    for (trey_player player = 10; player <= 200; player++) {
        assert_int_equal(house_by_player(&h, 0, TREY_VERB_BET, 5, player, TREY_WAGER_ANTE, 1000),
                         0);
        assert_int_equal(house_pledge(&h, 0, player), 0);
        assert_int_equal(house_by_player(&h, 0, TREY_VERB_WITHDRAW, 5, player, TREY_WAGER_ANTE, 0),
                         0);
        assert_true(fair_at(&h, 0)->pledges <= TREY_PLEDGES);
    }
    ante(&h, 0, ANN);
    assert_int_equal(house_pledge(&h, 0, ANN), 0);
    house_by_dealer(&h, 0, TREY_VERB_CLOSE);
    assert_int_equal(fair_at(&h, 0)->pledges, 1);
    house_shares(&h, 0);
    assert_int_equal(house_deal(&h, 0), 0);
    house_tear_down(&h);
}

static void whoever_banks_has_a_say(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    open_round(&h, CALIFORNIA);
    const trey_player banker = trey_house_table(h.house, CALIFORNIA)->banker;
    assert_int_equal(house_pledge(&h, CALIFORNIA, banker), 0);
    house_tear_down(&h);
}

/* ---- Shares -------------------------------------------------------------------------------- */
static void nothing_is_dealt_before_the_last_share(void **state) {
    (void)state;
    house_of_cards h;
    trey_reply reply;
    furnish(&h);
    open_round(&h, 0);
    for (trey_player player = ANN; player <= BOB; player++) {
        ante(&h, 0, player);
        house_pledge(&h, 0, player);
    }
    assert_int_equal(house_share(&h, 0, ANN), TREY_HOUSE_REFUSED_NO_SHARE_DUE);
    house_by_dealer(&h, 0, TREY_VERB_CLOSE);
    assert_int_equal(trey_fairness_due(fair_at(&h, 0)), 2);
    assert_int_equal(house_deal(&h, 0), TREY_HOUSE_REFUSED_SHARES_DUE);
    const trey_share wrong = {{9}};
    assert_int_equal(trey_house_share(h.house, 0, NULL, ANN, 1, &wrong, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_BAD_SHARE);
    assert_int_equal(house_share(&h, 0, ANN), 0);
    assert_int_equal(house_share(&h, 0, ANN), TREY_HOUSE_REFUSED_NO_SHARE_DUE);
    assert_int_equal(house_deal(&h, 0), TREY_HOUSE_REFUSED_SHARES_DUE);
    assert_int_equal(house_share(&h, 0, BOB), 0);
    assert_int_equal(house_deal(&h, 0), 0);
    assert_int_equal(trey_house_withheld(h.house, 0, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_REFUSED_NOT_DEALING);
    house_tear_down(&h);
}

static void without_pledges_a_round_is_dealt_as_ever(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    for (unsigned i = 0; i < BOOKS; i++) {
        open_round(&h, i);
        ante(&h, i, ANN);
        house_by_dealer(&h, i, TREY_VERB_CLOSE);
        assert_true(fair_at(&h, i)->fixed);
        assert_int_equal(house_deal(&h, i), 0);
    }
    house_tear_down(&h);
}

/* The round is left between pledges and shares by a process that dies; its start interrupts it.
 * Where the book lets players go on, the same list is waited for and the same deck is dealt. */
static void pledges_and_shares_outlive_the_process(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    open_round(&h, 0);
    for (trey_player player = ANN; player <= BOB; player++) {
        ante(&h, 0, player);
        house_pledge(&h, 0, player);
    }
    house_by_dealer(&h, 0, TREY_VERB_CLOSE);
    house_share(&h, 0, ANN);
    const trey_fairness before = *fair_at(&h, 0);
    house_drop(&h);
    house_open(&h);
    assert_memory_equal(fair_at(&h, 0), &before, sizeof before);
    assert_int_equal(trey_house_table(h.house, 0)->gate, TREY_GATE_WITHDRAWAL);
    for (trey_player player = ANN; player <= BOB; player++)
        house_by_player(&h, 0, TREY_VERB_CHOOSE, player, player, 0, 0);
    assert_int_equal(trey_house_table(h.house, 0)->gate, TREY_GATE_NONE);
    assert_int_equal(house_deal(&h, 0), TREY_HOUSE_REFUSED_SHARES_DUE);
    assert_int_equal(house_share(&h, 0, BOB), 0);
    assert_int_equal(house_deal(&h, 0), 0);
    house_tear_down(&h);
}

/* ---- Withheld -------------------------------------------------------------------------------- */
static void withhold(house_of_cards *h, unsigned table, trey_player who) {
    trey_reply reply;
    open_round(h, table);
    for (trey_player player = ANN; player <= CLEO; player++) {
        assert_int_equal(ante(h, table, player), 0);
        unsigned refused = house_pledge(h, table, player);
        assert_true(refused == 0 || refused == TREY_HOUSE_REFUSED_PLEDGE_SUSPENDED);
    }
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_CLOSE), 0);
    for (trey_player player = ANN; player <= CLEO; player++) {
        if (player != who) house_share(h, table, player);
    }
    assert_int_equal(trey_house_withheld(h->house, table, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
}

/* proves [rws 5.7.2] */
static void a_withheld_share_ends_the_round_and_all_wagers_go_back(void **state) {
    (void)state;
    for (unsigned n = 0; n < 2 * BOOKS; n++) {
        const unsigned i = n / 2;
        house_of_cards h;
        furnish_with(&h, n % 2); /* no card was seen, so it takes no second person */
        trey_cents before[CLEO + 1];
        for (trey_player player = ANN; player <= CLEO; player++)
            before[player] = house_chips(&h, player);
        withhold(&h, i, BOB);
        const trey_table *table = trey_house_table(h.house, i);
        assert_int_equal(table->phase, TREY_PHASE_IDLE);
        assert_int_equal(table->gate, TREY_GATE_NONE);
        assert_int_equal(table->dealer_dealt, 0);
        for (trey_player player = ANN; player <= CLEO; player++)
            assert_int_equal(house_chips(&h, player), before[player]);
        const trey_aborts *aborts = trey_house_aborts(h.house, i);
        assert_int_equal(aborts->before, 1);
        assert_int_equal(aborts->after, 0);
        assert_int_equal(aborts->withheld, 1);
        assert_int_equal(aborts->people, 1);
        assert_int_equal(aborts->person[0].player, BOB);
        assert_int_equal(aborts->person[0].times, 1);
        assert_int_equal(aborts->person[0].until, 1 + TREY_SUSPENDED_ROUNDS);
        house_tear_down(&h);
    }
}

static void whoever_withheld_bets_on_without_a_say_for_some_rounds(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    withhold(&h, 1, BOB);
    for (unsigned round = 2; round <= TREY_SUSPENDED_ROUNDS + 2; round++) {
        open_round(&h, 1);
        ante(&h, 1, ANN);
        ante(&h, 1, BOB);
        assert_int_equal(house_pledge(&h, 1, ANN), 0);
        unsigned refused = house_pledge(&h, 1, BOB);
        assert_int_equal(
            refused, round <= 1 + TREY_SUSPENDED_ROUNDS ? TREY_HOUSE_REFUSED_PLEDGE_SUSPENDED : 0);
        house_by_dealer(&h, 1, TREY_VERB_CLOSE);
        house_shares(&h, 1);
        assert_int_equal(house_deal(&h, 1), 0);
        for (trey_player player = ANN; player <= BOB; player++) {
            house_by_player(&h, 1, TREY_VERB_VIEW, player, player, 0, 0);
            house_by_player(&h, 1, TREY_VERB_FOLD, player, player, 0, 0);
        }
        house_by_dealer(&h, 1, TREY_VERB_REVEAL);
        assert_int_equal(house_by_dealer(&h, 1, TREY_VERB_SETTLE), 0);
        /* It is known to the next process too, and to one that begins from a snapshot. */
        if (round % 5 == 0) {
            house_drop(&h);
            house_open(&h);
        }
    }
    house_tear_down(&h);
}

static void what_was_withheld_stays_counted(void **state) {
    (void)state;
    house_of_cards h;
    furnish(&h);
    withhold(&h, 1, BOB);
    withhold(&h, 1, ANN);
    /* A round that dies with its process after the deal is void, and counts as that. */
    open_round(&h, 1);
    ante(&h, 1, CLEO);
    house_by_dealer(&h, 1, TREY_VERB_CLOSE);
    house_deal(&h, 1);
    house_drop(&h);
    house_open(&h);
    const trey_aborts before = *trey_house_aborts(h.house, 1);
    assert_int_equal(before.before, 2);
    assert_int_equal(before.withheld, 2);
    assert_int_equal(before.after, 1);
    assert_int_equal(before.interrupted, 1);
    assert_int_equal(before.people, 2);
    house_drop(&h);
    house_open(&h);
    assert_memory_equal(trey_house_aborts(h.house, 1), &before, sizeof before);
    house_tear_down(&h);
}

/* The oldest are forgotten, never the last one. */
static void a_table_remembers_so_many_withholders(void **state) {
    (void)state;
    trey_aborts aborts = {.before = 0};
    for (trey_player player = 1; player <= TREY_WITHHOLDERS + 5; player++) {
        trey_aborts_note_withheld(&aborts, player, &player, 1);
        assert_true(aborts.people <= TREY_WITHHOLDERS);
        assert_true(trey_aborts_suspended(&aborts, player, player + TREY_SUSPENDED_ROUNDS));
        assert_false(trey_aborts_suspended(&aborts, player, player + TREY_SUSPENDED_ROUNDS + 1));
    }
    assert_false(trey_aborts_suspended(&aborts, 1, 2));
    const trey_player last = TREY_WITHHOLDERS + 5;
    trey_aborts_note_withheld(&aborts, 90, &last, 1);
    assert_int_equal(aborts.people, TREY_WITHHOLDERS);
    assert_true(trey_aborts_suspended(&aborts, last, 90 + TREY_SUSPENDED_ROUNDS));
}

/* Of a deck that nobody was dealt a card of everybody may see what it was. */
static void a_deck_that_was_not_dealt_is_shown_to_all(void **state) {
    (void)state;
    house_of_cards h;
    trey_cursor *cursor;
    const trey_store_item *item;
    unsigned dealt = 0, undealt = 0;
    house_build(&h, NULL);
    house_drop(&h);
    h.reveal = TREY_REVEAL_AUDITOR;
    house_open(&h);
    unsigned index;
    trey_table_terms terms = house_terms("rws", "rws", "");
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
    for (trey_player player = 2; player <= 9; player++) house_buy_in(&h, player, 1000000);
    withhold(&h, index, BOB);
    house_play_round(&h, index, false);
    assert_int_equal(trey_cursor_open_stream(&cursor, h.store, TREY_PART_RECORDS,
                                             trey_house_table_stream(h.house, index), 0),
                     TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        trey_fate_record fate;
        if (!trey_fate_decode(&item->record, &fate)) continue;
        assert_int_equal(fate.reveal, fate.dealt ? TREY_REVEAL_AUDITOR : TREY_REVEAL_ALL);
        assert_int_equal(fate.withheld, !fate.dealt);
        dealt += fate.dealt;
        undealt += !fate.dealt;
    }
    trey_cursor_close(cursor);
    assert_int_equal(dealt, 1);
    assert_int_equal(undealt, 1);
    house_tear_down(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_those_who_bet_pledge_once_each_while_bets_are_open),
        cmocka_unit_test(a_pledge_for_another_round_does_not_count),
        cmocka_unit_test(the_closing_call_leaves_out_whoever_has_no_bet_any_more),
        cmocka_unit_test(nobody_is_kept_out_by_those_who_take_their_bets_back),
        cmocka_unit_test(whoever_banks_has_a_say),
        cmocka_unit_test(nothing_is_dealt_before_the_last_share),
        cmocka_unit_test(without_pledges_a_round_is_dealt_as_ever),
        cmocka_unit_test(pledges_and_shares_outlive_the_process),
        cmocka_unit_test(a_withheld_share_ends_the_round_and_all_wagers_go_back),
        cmocka_unit_test(whoever_withheld_bets_on_without_a_say_for_some_rounds),
        cmocka_unit_test(what_was_withheld_stays_counted),
        cmocka_unit_test(a_table_remembers_so_many_withholders),
        cmocka_unit_test(a_deck_that_was_not_dealt_is_shown_to_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
