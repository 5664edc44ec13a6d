/* nodes_test.c -- two nodes of one house on a PostgreSQL store: what one does the other
 * sees; a table has one leader; who has lost the lead writes nothing. */
#include "cmocka_suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "by_hand.h"
#include "house_of_cards.h"
#include "trey/verify.h"

static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
static const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 2500000};

/* ---- By hand ------------------------------------------------------------------------------- */
static int64_t records(void) {
    return server_number("SELECT records FROM trey.head");
}

/* ---- Two nodes ---------------------------------------------------------------------------------
 */
static house_of_cards one, two;
enum { PLAYERS = 9 };

static int open_nodes(void **state) {
    (void)state;
    server_clear();
    house_build_shared(&one, getenv("TREY_POSTGRES"));
    house_join(&two, &one, 2);
    for (trey_player player = 2; player <= PLAYERS; player++)
        if (house_buy_in(&one, player, 1000000) != 0) return -1;
    return 0;
}

/* Whatever was done to the nodes, what they have stored is good. */
static bool verifies(void) {
    trey_verify_report report;
    trey_store_message message = {""};
    const trey_verify_options options = {.keys = &one.keys, .house = "the house"};
    if (trey_verify(one.store, &options, &report, &message) != TREY_STATUS_OK) return false;
    bool good = report.verdict == TREY_VERDICT_GOOD;
    if (!good)
        fprintf(stderr, "record %llu: %s: %s, not %s\n", (unsigned long long)report.finding.seq,
                report.finding.what, report.finding.found, report.finding.expected);
    trey_verify_report_close(&report);
    return good;
}

static int close_nodes(void **state) {
    (void)state;
    if (!verifies()) return -1;
    house_drop(&two);
    house_tear_down(&one);
    return 0;
}

static unsigned open_table(house_of_cards *h, const char *name, const char *book) {
    unsigned index;
    bool has_link = strcmp(book, "ca-six-card") != 0;
    char jackpot[32] = "";
    if (has_link) {
        snprintf(jackpot, sizeof jackpot, "link of %s", name);
        assert_int_equal(trey_house_jackpot_open(h->house, jackpot, book, &linked, 3000000, &index),
                         TREY_STATUS_OK);
    }
    trey_table_terms terms = house_terms(name, book, jackpot);
    assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    return index;
}

static void catch_up(house_of_cards *h) {
    trey_status status = trey_house_catch_up(h->house);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(h->house));
}

/* Both have the same in memory, and so has one that reads all of it afresh. */
static void all_agree(void) {
    house_of_cards third;
    catch_up(&one);
    catch_up(&two);
    house_join(&third, &one, 3);
    house_of_cards *const node[] = {&two, &third};
    for (unsigned n = 0; n < 2; n++) {
        const trey_house *house = node[n]->house;
        assert_int_equal(trey_house_tables(house), trey_house_tables(one.house));
        assert_int_equal(trey_house_jackpots(house), trey_house_jackpots(one.house));
        for (unsigned i = 0; i < trey_house_tables(house); i++) {
            const char *name = trey_house_terms(house, i)->name;
            unsigned same = trey_house_table_find(one.house, name);
            const trey_fairness *a = trey_house_fairness(house, i),
                                *b = trey_house_fairness(one.house, same);
            assert_memory_equal(trey_house_table(house, i), trey_house_table(one.house, same),
                                sizeof(trey_table));
            assert_memory_equal(a, b, sizeof *a);
            assert_memory_equal(trey_house_aborts(house, i), trey_house_aborts(one.house, same),
                                sizeof(trey_aborts));
        }
        for (unsigned i = 0; i < trey_house_jackpots(house); i++) {
            const char *name = trey_house_jackpot_name(house, i);
            assert_memory_equal(
                trey_house_jackpot(house, i),
                trey_house_jackpot(one.house, trey_house_jackpot_find(one.house, name)),
                sizeof(trey_link));
        }
        for (trey_player player = 2; player <= PLAYERS; player++)
            assert_int_equal(house_chips(node[n], player), house_chips(&one, player));
    }
    house_drop(&third);
}

/* ---- Tests
 * --------------------------------------------------------------------------------------- */
static void what_one_node_does_the_other_sees(void **state) {
    (void)state;
    for (unsigned book = 0; book < 4; book++) {
        char name[16];
        snprintf(name, sizeof name, "table %u", book);
        house_of_cards *by = book % 2 ? &two : &one;
        unsigned table = open_table(by, name, books[book]);
        all_agree();
        for (unsigned round = 0; round < (book < 3 ? 3 : 2); round++) { /* the bank goes round */
            house_play_round(by, table, book < 3);
            if (round == 1) all_agree();
        }
        house_by_dealer(by, table, TREY_VERB_OPEN);
        all_agree();
    }
    assert_int_equal(trey_house_tables(one.house), 4);
}

static void openings_are_shown_at_every_node(void **state) {
    (void)state;
    trey_opening here[TREY_CARDS], there[TREY_CARDS];
    unsigned table = open_table(&one, "table", "rws");
    house_by_dealer(&one, table, TREY_VERB_OPEN);
    house_by_player(&one, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
    assert_int_equal(house_pledge(&one, table, 2), 0);
    house_of_cards third;
    house_join(&third, &one, 3);
    house_buy_in(&third, 3, 100); /* takes the lock, and so has the seed before the deal */
    house_by_dealer(&one, table, TREY_VERB_CLOSE);
    house_shares(&one, table);
    assert_int_equal(house_deal(&one, table), 0);
    assert_int_equal(house_by_player(&one, table, TREY_VERB_VIEW, 2, 2, 0, 0), 0);
    house_buy_in(&two, 3, 100); /* and this one only after it */
    catch_up(&third);
    size_t count = trey_house_openings(one.house, table, TREY_ROLE_PLAYER, 2, here);
    assert_int_equal(count, 3);
    for (unsigned n = 0; n < 2; n++) {
        const trey_house *house = n ? third.house : two.house;
        assert_int_equal(trey_house_openings(house, 0, TREY_ROLE_PLAYER, 2, there), count);
        for (size_t i = 0; i < count; i++) assert_int_equal(here[i].card, there[i].card);
    }
    house_drop(&third);
}

static void a_table_is_played_by_its_leader(void **state) {
    (void)state;
    trey_reply reply;
    unsigned table = open_table(&one, "table", "mbs");
    catch_up(&two);
    assert_true(trey_house_leads(one.house, table));
    assert_false(trey_house_leads(two.house, 0));
    int64_t before = records();
    trey_command_id id = house_next_id(&two);
    const trey_command open = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};
    assert_int_equal(trey_house_command(two.house, 0, &id, &open, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_string_equal(trey_reply_word(reply.refused), "not_leading");
    assert_int_equal(trey_house_deal(two.house, 0, &id, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NOT_LEADING);
    const trey_hash pledge = {{1}};
    const trey_share share = {{2}};
    assert_int_equal(trey_house_pledge(two.house, 0, &id, 2, 1, &pledge, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_int_equal(trey_house_share(two.house, 0, &id, 2, 1, &share, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_int_equal(trey_house_withheld(two.house, 0, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_int_equal(trey_house_flush(two.house, NULL), TREY_STATUS_OK);
    assert_int_equal(records(), before);
    /* The same command is for the leader to take, and then it is answered everywhere. */
    assert_int_equal(trey_house_command(one.house, table, &id, &open, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_house_command(two.house, 0, &id, &open, &reply), TREY_STATUS_OK);
    assert_true(reply.again);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(two.house, NULL), TREY_STATUS_OK);
    all_agree();
}

/* Opens a round, bets, deals with the shuffled deck. */
static void begin_round(house_of_cards *h, unsigned table, bool banked) {
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_OPEN), 0);
    if (banked) house_by_player(h, table, TREY_VERB_BANK, 1, 9, 0, 100000);
    assert_int_equal(house_by_player(h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000), 0);
    if (!banked) house_by_player(h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_PROGRESSIVE, 0);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_CLOSE), 0);
}

/* A table that was taken over is as one whose house was opened again.
 * proves [mbs 5.16] [rws 5.7] */
static void a_round_that_is_taken_over_is_interrupted(void **state) {
    (void)state;
    for (unsigned n = 0; n < 8; n++) {
        const char *book = books[n % 4];
        char name[16];
        trey_table expected;
        snprintf(name, sizeof name, "table %u", n);
        /* What the book makes of it: the same round in a house of its own. */
        house_of_cards alone;
        house_build(&alone, NULL);
        house_buy_in(&alone, 2, 1000000);
        house_buy_in(&alone, 9, 1000000);
        unsigned table = open_table(&alone, name, book);
        begin_round(&alone, table, n % 4 == 3);
        if (n / 4) house_deal(&alone, table);
        house_drop(&alone);
        house_open(&alone);
        expected = *trey_house_table(alone.house, table);
        house_tear_down(&alone);
        table = open_table(&one, name, book);
        begin_round(&one, table, n % 4 == 3);
        if (n / 4) assert_int_equal(house_deal(&one, table), 0);
        catch_up(&two);
        unsigned same = trey_house_table_find(two.house, name);
        assert_int_not_equal(trey_house_table(two.house, same)->phase, TREY_PHASE_IDLE);
        trey_status status = trey_house_lead(two.house, same);
        if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(two.house));
        assert_true(trey_house_leads(two.house, same));
        const trey_table *now = trey_house_table(two.house, same);
        assert_int_equal(now->phase, expected.phase);
        assert_int_equal(now->gate, expected.gate);
        /* The old leader finds out, and writes nothing. */
        int64_t before = records();
        assert_int_equal(house_by_dealer(&one, table, TREY_VERB_REVEAL),
                         TREY_HOUSE_REFUSED_NOT_LEADING);
        assert_int_equal(records(), before);
        assert_false(trey_house_leads(one.house, table));
        if (now->phase == TREY_PHASE_IDLE) house_play_round(&two, same, n % 4 < 3);
        all_agree();
        /* And back, between rounds: nothing is interrupted, so nothing is written. */
        before = records();
        assert_int_equal(trey_house_lead(one.house, table), TREY_STATUS_OK);
        assert_int_equal(records(), before);
        /* Leading again what one leads interrupts nothing. */
        if (now->phase == TREY_PHASE_IDLE) {
            house_by_dealer(&one, table, TREY_VERB_OPEN);
            before = records();
            assert_int_equal(trey_house_lead(one.house, table), TREY_STATUS_OK);
            assert_int_equal(records(), before);
            assert_int_equal(trey_house_table(one.house, table)->phase, TREY_PHASE_BETTING);
        }
    }
}

/* It took the lease, and has written nothing yet. */
static void a_lost_lease_is_found_out_at_the_flush(void **state) {
    (void)state;
    trey_reply reply;
    unsigned table = open_table(&one, "table", "mbs"), other = open_table(&one, "other", "mbs");
    catch_up(&two);
    assert_int_equal(trey_house_lead(two.house, 0), TREY_STATUS_OK);
    int64_t before = records();
    trey_command_id id = house_next_id(&one);
    const trey_command open = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};
    assert_int_equal(trey_house_command(one.house, table, &id, &open, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_CONFLICT);
    assert_non_null(strstr(trey_house_message(one.house), "taken over"));
    assert_int_equal(records(), before);
    assert_int_equal(trey_house_table(one.house, table)->phase, TREY_PHASE_IDLE);
    assert_false(trey_house_fairness(one.house, table)->committed);
    assert_int_equal(house_by_dealer(&one, table, TREY_VERB_OPEN), TREY_HOUSE_REFUSED_NOT_LEADING);
    /* The house goes on. */
    house_play_round(&one, other, true);
    house_play_round(&two, 0, true);
    all_agree();
}

/* The lock is lost while a batch is staged. */
static void a_batch_whose_lock_was_lost_never_happened(void **state) {
    (void)state;
    trey_reply reply;
    unsigned table = open_table(&one, "table", "mbs"), index;
    catch_up(&two);
    trey_command_id id = house_next_id(&one);
    const trey_command open = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};
    trey_table_terms terms = house_terms("new", "mbs", "");
    assert_int_equal(trey_house_table_open(one.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_command(one.house, table, &id, &open, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_staged(one.house), 2);
    server_break_lock();
    house_buy_in(&two, 5, 700);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_CONFLICT);
    assert_int_equal(trey_house_tables(one.house), 1);
    all_agree();
    assert_int_equal(trey_house_table(one.house, table)->phase, TREY_PHASE_IDLE);
    assert_int_equal(trey_house_command(one.house, table, &id, &open, &reply), TREY_STATUS_OK);
    assert_false(reply.again);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    /* Lost to nobody, it is as if nothing had been. */
    assert_int_equal(house_by_player(&one, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000), 0);
    id = house_next_id(&one);
    const trey_command close = {.verb = TREY_VERB_CLOSE, .role = TREY_ROLE_DEALER};
    assert_int_equal(trey_house_command(one.house, table, &id, &close, &reply), TREY_STATUS_OK);
    server_break_lock();
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    all_agree();
}

static void the_last_chips_are_spent_once(void **state) {
    (void)state;
    enum { POOR = 77 };
    unsigned table = open_table(&one, "table", "mbs"), other = open_table(&two, "other", "rws");
    house_buy_in(&one, POOR, 1500);
    assert_int_equal(house_chips(&two, POOR), 1500);
    house_by_dealer(&one, table, TREY_VERB_OPEN);
    house_by_dealer(&two, other, TREY_VERB_OPEN);
    assert_int_equal(house_by_player(&one, table, TREY_VERB_BET, 2, POOR, TREY_WAGER_ANTE, 1000),
                     0);
    assert_int_equal(house_by_player(&two, other, TREY_VERB_BET, 2, POOR, TREY_WAGER_ANTE, 1000),
                     TREY_HOUSE_REFUSED_CHIPS_SHORT);
    assert_int_equal(house_by_player(&two, other, TREY_VERB_BET, 2, POOR, TREY_WAGER_ANTE, 500), 0);
    assert_int_equal(house_chips(&two, POOR), 0);
    all_agree();
}

static void a_lost_link_is_told_to_every_table(void **state) {
    (void)state;
    trey_reply reply;
    unsigned index;
    assert_int_equal(trey_house_jackpot_open(one.house, "big", "rws", &linked, 3000000, &index),
                     TREY_STATUS_OK);
    trey_table_terms terms = house_terms("table", "rws", "big");
    assert_int_equal(trey_house_table_open(one.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    begin_round(&one, index, false);
    assert_int_equal(house_deal(&one, index), 0);
    const trey_link_command down = {
        .verb = TREY_LINK_DOWN, .role = TREY_ROLE_SHIFT_MANAGER, .reason = "seen by the cameras"};
    trey_command_id id = house_next_id(&two);
    catch_up(&two);
    assert_int_equal(trey_house_jackpot_command(two.house, 0, &id, &down, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(two.house, NULL), TREY_STATUS_OK);
    all_agree();
    assert_int_equal(trey_house_table(one.house, index)->phase, TREY_PHASE_IDLE);
    assert_true(trey_house_leads(one.house, index)); /* it is still its table */
    trey_house_lead(one.house, index);               /* to be led, and not taken over */
    assert_int_equal(house_by_dealer(&one, index, TREY_VERB_CLOSE), TREY_REFUSED_NOT_OPEN);
}

/* To the one hand that has bet; the cards are entered. */
static void deal_a_royal(house_of_cards *h, unsigned index) {
    static const char *const cards[] = {"As", "Ks", "Qs", "Qh", "8c", "5d"};
    for (unsigned i = 0, next = 0; next < 6 && i < 60; i++) {
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        unsigned place =
            trey_next_place(trey_house_rules(h->house, index), trey_house_table(h->house, index));
        size_t count;
        card.cards[0] = TREY_NO_CARD;
        if (place != TREY_PLACE_BURN) trey_cards_parse(cards[next++], card.cards, 1, &count, NULL);
        assert_int_equal(house_give(h, index, &card), 0);
    }
}

/* A list that each node shows is one list, whoever settles. */
static void an_award_that_a_lost_link_missed_is_known_and_claimed_at_every_node(void **state) {
    (void)state;
    const trey_link_command down = {
        .verb = TREY_LINK_DOWN, .role = TREY_ROLE_SHIFT_MANAGER, .reason = "the line is dead"};
    const trey_link_command up = {.verb = TREY_LINK_UP, .role = TREY_ROLE_SHIFT_MANAGER};
    unsigned index, jackpot;
    trey_unpaid_list list;
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_open(one.house, "big", "rws", &linked, 3000000, &jackpot),
                     TREY_STATUS_OK);
    trey_table_terms terms = house_terms("table", "rws", "big");
    terms.config.system_deck = false;
    assert_int_equal(trey_house_table_open(one.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    catch_up(&two);
    for (unsigned i = 0; i < 2; i++) {
        house_of_cards *deals = i ? &two : &one, *sees = i ? &one : &two;
        assert_int_equal(trey_house_unpaid(sees->house, 0, &list), TREY_STATUS_OK);
        assert_int_equal(list.count, i);
        assert_int_equal(trey_house_lead(deals->house, 0), TREY_STATUS_OK);
        begin_round(deals, 0, false);
        deal_a_royal(deals, 0);
        assert_int_equal(trey_house_jackpot_command(deals->house, 0, NULL, &down, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(reply.refused, 0);
        assert_int_equal(house_by_player(deals, 0, TREY_VERB_PLAY, 2, 2, 0, 0), 0);
        assert_int_equal(house_by_dealer(deals, 0, TREY_VERB_REVEAL), 0);
        assert_int_equal(house_by_dealer(deals, 0, TREY_VERB_SETTLE), 0);
        assert_int_equal(trey_house_jackpot_command(deals->house, 0, NULL, &up, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(trey_house_flush(deals->house, NULL), TREY_STATUS_OK);
        catch_up(sees);
        for (unsigned n = 0; n < 2; n++) {
            assert_int_equal(trey_house_unpaid(n ? sees->house : deals->house, 0, &list),
                             TREY_STATUS_OK);
            assert_int_equal(list.count, i + 1);
            assert_int_equal(list.award[i].round, i + 1);
            assert_int_equal(list.award[i].player, 2);
        }
    }
    /* It is claimed at either node, once. */
    trey_link_command claim = {
        .verb = TREY_LINK_CLAIM, .role = TREY_ROLE_SHIFT_MANAGER, .reason = "the line was dead"};
    claim.hit.table = trey_house_table_stream(one.house, 0);
    claim.hit.seat = 2;
    claim.round = 1;
    for (unsigned i = 0; i < 2; i++) {
        trey_house *house = i ? one.house : two.house;
        assert_int_equal(trey_house_jackpot_command(house, 0, NULL, &claim, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(reply.refused,
                         i ? TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_ALREADY_ENTERED : 0);
        assert_int_equal(trey_house_flush(house, NULL), TREY_STATUS_OK);
        assert_int_equal(trey_house_unpaid(house, 0, &list), TREY_STATUS_OK);
        assert_int_equal(list.count, 1);
        assert_int_equal(list.award[0].round, 2);
    }
    /* The other is struck off at the node that saw the claim only from afar. */
    trey_link_command strike = claim;
    strike.verb = TREY_LINK_STRIKE;
    strike.round = 2;
    for (unsigned i = 0; i < 2; i++) {
        trey_house *house = i ? two.house : one.house;
        assert_int_equal(trey_house_jackpot_command(house, 0, NULL, &strike, &reply),
                         TREY_STATUS_OK);
        assert_int_equal(reply.refused,
                         i ? TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_NOT_UNPAID : 0);
        assert_int_equal(trey_house_flush(house, NULL), TREY_STATUS_OK);
        assert_int_equal(trey_house_unpaid(house, 0, &list), TREY_STATUS_OK);
        assert_int_equal(list.count, 0);
    }
    const trey_link *link = trey_house_jackpot(one.house, 0);
    assert_int_equal(link->hits, 1);
    assert_int_equal(link->hit[0].player, 2);
    assert_true(link->hit[0].value > 0);
    all_agree();
}

/* Which of two hits came first is told by when their cards fell [rws 4.9.1]: also where the
 * cards fell at one node and the round was settled by another.
 * proves [rws 4.9.1] */
static void a_hit_keeps_its_times_when_the_table_changes_hands(void **state) {
    (void)state;
    unsigned index, jackpot;
    assert_int_equal(trey_house_jackpot_open(one.house, "big", "rws", &linked, 3000000, &jackpot),
                     TREY_STATUS_OK);
    trey_table_terms terms = house_terms("table", "rws", "big");
    terms.config.system_deck = false;
    assert_int_equal(trey_house_table_open(one.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    begin_round(&one, index, false);
    int64_t before = one.now;
    deal_a_royal(&one, index);
    assert_int_equal(house_by_player(&one, index, TREY_VERB_PLAY, 2, 2, 0, 0), 0);
    assert_int_equal(house_by_dealer(&one, index, TREY_VERB_REVEAL), 0);
    int64_t after = one.now;
    two.now += 3600 * INT64_C(1000000); /* its clock is an hour ahead */
    catch_up(&two);
    assert_int_equal(trey_house_lead(two.house, 0), TREY_STATUS_OK);
    assert_int_equal(house_by_dealer(&two, 0, TREY_VERB_SETTLE), 0);
    const trey_link *link = trey_house_jackpot(two.house, 0);
    assert_int_equal(link->hits, 1);
    const trey_hit *hit = &link->hit[0].hit;
    const uint64_t times[] = {hit->players_first_card, hit->players_third_card,
                              hit->dealers_third_card};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(times[i] > (uint64_t)before);
        assert_true(times[i] < (uint64_t)after);
    }
    assert_true(times[0] < times[1]);
    all_agree();
}

static void a_table_is_handed_over_between_rounds(void **state) {
    (void)state;
    unsigned table = open_table(&one, "table", "mbs");
    catch_up(&two);
    house_by_dealer(&one, table, TREY_VERB_OPEN);
    assert_int_equal(trey_house_hand_over(one.house, table, two.name), TREY_STATUS_INVALID);
    assert_true(trey_house_leads(one.house, table));
    trey_house_lead(one.house, table);
    house_by_player(&one, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
    house_by_dealer(&one, table, TREY_VERB_CLOSE);
    assert_int_equal(house_deal(&one, table), 0);
    assert_int_equal(house_by_player(&one, table, TREY_VERB_FOLD, 2, 2, 0, 0), 0);
    house_by_dealer(&one, table, TREY_VERB_REVEAL);
    assert_int_equal(house_by_dealer(&one, table, TREY_VERB_SETTLE), 0);
    int64_t before = records();
    assert_int_equal(trey_house_hand_over(one.house, table, two.name), TREY_STATUS_OK);
    assert_false(trey_house_leads(one.house, table));
    assert_int_equal(house_by_dealer(&one, table, TREY_VERB_OPEN), TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_int_equal(server_number("SELECT count(*) FROM trey.stream WHERE kind = 1 AND"
                                   " leader = 'n2'"),
                     1);
    assert_int_equal(trey_house_lead(two.house, 0), TREY_STATUS_OK);
    assert_int_equal(records(), before);
    house_play_round(&two, 0, true);
    all_agree();
}

static void two_nodes_open_one_table(void **state) {
    (void)state;
    unsigned index;
    const trey_table_terms terms = house_terms("table", "mbs", "");
    assert_int_equal(trey_house_table_open(one.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_house_table_open(two.house, &terms, &index), TREY_STATUS_CONFLICT);
    trey_house_flush(two.house, NULL);
    assert_int_equal(trey_house_jackpot_open(one.house, "big", "rws", &linked, 3000000, &index),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(one.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_house_jackpot_open(two.house, "big", "rws", &linked, 3000000, &index),
                     TREY_STATUS_CONFLICT);
    trey_house_flush(two.house, NULL);
    all_agree();
}

/* A leader is stopped with a batch in hand; another node takes the table over; the old one
 * wakes up. */
static void a_leader_that_wakes_up_writes_nothing(void **state) {
    (void)state;
    for (unsigned staged = 0; staged < 2; staged++) {
        int told[2], ended;
        char word, name[16];
        snprintf(name, sizeof name, "table %u", staged);
        assert_int_equal(pipe(told), 0);
        pid_t leader = fork();
        if (leader == 0) {
            house_of_cards own;
            trey_reply reply;
            house_join(&own, &one, 4 + staged);
            unsigned table = open_table(&own, name, "rws");
            begin_round(&own, table, false);
            trey_command_id id = house_next_id(&own);
            if (staged && trey_house_deal(own.house, table, &id, &reply) != TREY_STATUS_OK)
                _exit(2);
            if (write(told[1], "s", 1) != 1) _exit(2);
            raise(SIGSTOP);
            if (!staged && trey_house_deal(own.house, table, &id, &reply) != TREY_STATUS_OK)
                _exit(3);
            trey_status status = trey_house_flush(own.house, NULL);
            if (staged ? status != TREY_STATUS_CONFLICT
                       : reply.refused != TREY_HOUSE_REFUSED_NOT_LEADING)
                _exit(4);
            if (trey_house_leads(own.house, table)) _exit(5);
            _exit(trey_house_table(own.house, table)->phase == TREY_PHASE_IDLE ? 0 : 6);
        }
        assert_int_equal(read(told[0], &word, 1), 1);
        while (waitpid(leader, &ended, WUNTRACED) != leader || !WIFSTOPPED(ended)) continue;
        catch_up(&one);
        trey_status status = trey_house_lead(one.house, trey_house_table_find(one.house, name));
        if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(one.house));
        int64_t before = records();
        kill(leader, SIGCONT);
        assert_int_equal(waitpid(leader, &ended, 0), leader);
        assert_true(WIFEXITED(ended));
        assert_int_equal(WEXITSTATUS(ended), 0);
        assert_int_equal(records(), before);
        house_play_round(&one, trey_house_table_find(one.house, name), true);
        close(told[0]);
        close(told[1]);
    }
    all_agree();
}

#define NODES_TEST(name) cmocka_unit_test_setup_teardown(name, open_nodes, close_nodes)

int main(void) {
    const struct CMUnitTest tests[] = {
        NODES_TEST(what_one_node_does_the_other_sees),
        NODES_TEST(openings_are_shown_at_every_node),
        NODES_TEST(a_table_is_played_by_its_leader),
        NODES_TEST(a_round_that_is_taken_over_is_interrupted),
        NODES_TEST(a_lost_lease_is_found_out_at_the_flush),
        NODES_TEST(a_batch_whose_lock_was_lost_never_happened),
        NODES_TEST(the_last_chips_are_spent_once),
        NODES_TEST(a_lost_link_is_told_to_every_table),
        NODES_TEST(an_award_that_a_lost_link_missed_is_known_and_claimed_at_every_node),
        NODES_TEST(a_hit_keeps_its_times_when_the_table_changes_hands),
        NODES_TEST(a_table_is_handed_over_between_rounds),
        NODES_TEST(two_nodes_open_one_table),
        NODES_TEST(a_leader_that_wakes_up_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
