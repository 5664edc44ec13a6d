/* linked_test.c -- two tables, one jackpot, and staff who confirm what was won. */
#include "cmocka_suite.h"

#include <string.h>

#include "house_of_cards.h"
#include "trey/verify.h"

static const trey_link_parameters linked = {
    .bet = 500, .fixed = 100, .reserve_rate = 20000, .reset = 1000000};
enum { START = 5000000, ALICE = 2, BOB = 3 };

/* Cards are entered, so that the test knows them. */
static void open_linked(house_of_cards *h, const char *book) {
    unsigned index;
    house_build(h, NULL);
    assert_int_equal(trey_house_jackpot_open(h->house, "big", book, &linked, START, &index),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < 2; i++) {
        trey_table_terms terms = house_terms(i ? "two" : "one", book, "big");
        terms.config.system_deck = false;
        assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
    }
    house_buy_in(h, ALICE, 100000);
    house_buy_in(h, BOB, 100000);
}

static trey_player player_at(unsigned table) {
    return table ? BOB : ALICE;
}

static void bet(house_of_cards *h, unsigned table) {
    trey_player player = player_at(table);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_OPEN), 0);
    assert_int_equal(house_by_player(h, table, TREY_VERB_BET, 1, player, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_player(h, table, TREY_VERB_BET, 1, player, TREY_WAGER_PROGRESSIVE, 0),
                     0);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_CLOSE), 0);
}

/* Gives each place its cards; a burn card is not seen. */
static void deal(house_of_cards *h, unsigned table, const char *hand, const char *dealer) {
    trey_card cards[2][3];
    size_t count;
    assert_int_equal(trey_cards_parse(hand, cards[0], 3, &count, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_cards_parse(dealer, cards[1], 3, &count, NULL), TREY_STATUS_OK);
    unsigned given[2] = {0, 0};
    for (;;) {
        unsigned place =
            trey_next_place(trey_house_rules(h->house, table), trey_house_table(h->house, table));
        if (place == TREY_PLACE_NONE) break;
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        bool dealers = place == TREY_PLACE_DEALER;
        card.cards[0] = place == TREY_PLACE_BURN ? TREY_NO_CARD : cards[dealers][given[dealers]++];
        assert_int_equal(house_give(h, table, &card), 0);
    }
}

static void finish(house_of_cards *h, unsigned table) {
    assert_int_equal(house_by_player(h, table, TREY_VERB_PLAY, 1, player_at(table), 0, 0), 0);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_REVEAL), 0);
    assert_int_equal(house_by_dealer(h, table, TREY_VERB_SETTLE), 0);
}

static const trey_link *big(const house_of_cards *h) {
    return trey_house_jackpot(h->house, 0);
}

static trey_cents balance(house_of_cards *h, trey_ledger_kind kind) {
    trey_cents cents;
    trey_stream stream;
    assert_int_equal(trey_store_stream(h->store, TREY_STREAM_JACKPOT, "big", false, 0, &stream),
                     TREY_STATUS_OK);
    assert_int_equal(trey_store_balance(h->store, trey_account_of(kind, stream), &cents),
                     TREY_STATUS_OK);
    return cents;
}

/* The ledger says what the link says. */
static void ledger_agrees(house_of_cards *h) {
    assert_int_equal(balance(h, TREY_LEDGER_METER), big(h)->value);
    assert_int_equal(balance(h, TREY_LEDGER_RESERVE), big(h)->reserve);
    assert_int_equal(balance(h, TREY_LEDGER_OVERFLOW), big(h)->overflow);
    assert_int_equal(balance(h, TREY_LEDGER_PENDING), big(h)->pending);
    trey_cents sum = 0;
    for (unsigned i = 0; i < big(h)->hits; i++) sum += big(h)->hit[i].value;
    assert_int_equal(big(h)->pending, sum);
}

static unsigned staff(house_of_cards *h, trey_link_verb verb, uint64_t number, unsigned place) {
    trey_link_command command = {.verb = (uint8_t)verb,
                                 .role = TREY_ROLE_SHIFT_MANAGER,
                                 .number = number,
                                 .place = (uint16_t)place};
    strcpy(command.reason, "seen by the cameras");
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_command(h->house, 0, &id, &command, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    return reply.refused;
}

static bool is_claimed(house_of_cards *h, const char *name) {
    trey_cursor *cursor;
    const trey_store_item *item;
    bool found = false;
    assert_int_equal(trey_cursor_open(&cursor, h->store, TREY_PART_CLAIMS, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item)
        found = found || strcmp(item->claim.name, name) == 0;
    trey_cursor_close(cursor);
    return found;
}

static void a_hit_waits_for_staff_and_is_paid_once(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "mbs");
    bet(&h, 0);
    deal(&h, 0, "As,Ks,Qs", "Qh,8c,5d");
    finish(&h, 0);
    assert_int_equal(big(&h)->hits, 1);
    assert_int_equal(big(&h)->hit[0].value, START + 100);
    assert_int_equal(big(&h)->value, linked.reset);
    ledger_agrees(&h);
    trey_cents before = house_chips(&h, ALICE);
    /* It survives a restart, and is confirmed once. */
    house_drop(&h);
    house_open(&h);
    assert_int_equal(big(&h)->hits, 1);
    assert_int_equal(staff(&h, TREY_LINK_CONFIRM, 1, 0), 0);
    assert_int_equal(house_chips(&h, ALICE), before + START + 100);
    assert_true(is_claimed(&h, "hit-1"));
    assert_false(is_claimed(&h, "hit-2"));
    assert_int_equal(staff(&h, TREY_LINK_CONFIRM, 1, 0),
                     TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_NO_SUCH_HIT);
    assert_int_equal(house_chips(&h, ALICE), before + START + 100);
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* Table one is dealt first and settled last. */
static void two_hit(house_of_cards *h, const char *book) {
    open_linked(h, book);
    bet(h, 0);
    bet(h, 1);
    deal(h, 0, "As,Ks,Qs", "Qh,8c,5d");
    deal(h, 1, "As,Ks,Qs", "Qh,8c,5d");
    finish(h, 1);
    finish(h, 0);
    assert_int_equal(big(h)->hits, 2);
    ledger_agrees(h);
}

static trey_cents waiting_for(const house_of_cards *h, trey_player player) {
    for (unsigned i = 0; i < big(h)->hits; i++) {
        if (big(h)->hit[i].player == player) return big(h)->hit[i].value;
    }
    return -1;
}

/* proves [mbs 3.19] [rws 4.9.1] */
static void two_hits_are_ordered_as_the_book_says(void **state) {
    (void)state;
    house_of_cards h;
    two_hit(&h, "mbs"); /* first entered */
    assert_int_equal(waiting_for(&h, BOB), START + 200);
    assert_int_equal(waiting_for(&h, ALICE), linked.reset);
    house_tear_down(&h);
    two_hit(&h, "rws"); /* first dealt, and the house has the last word */
    assert_int_equal(waiting_for(&h, ALICE), START + 200);
    assert_int_equal(waiting_for(&h, BOB), linked.reset);
    assert_int_equal(staff(&h, TREY_LINK_PLACE, 1, 1), 0);
    assert_int_equal(waiting_for(&h, BOB), START + 200);
    ledger_agrees(&h);
    house_tear_down(&h);
}

static void a_void_round_takes_its_contribution_back(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "rws");
    bet(&h, 0);
    assert_int_equal(big(&h)->value, START + 100);
    trey_command report = {
        .verb = TREY_VERB_REPORT, .role = TREY_ROLE_DEALER, .kind = TREY_IRREGULARITY_FOREIGN_CARD};
    assert_int_equal(house_give(&h, 0, &report), 0);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_CONFIRM), 0);
    assert_int_equal(trey_house_table(h.house, 0)->phase, TREY_PHASE_IDLE);
    assert_int_equal(big(&h)->value, START);
    assert_int_equal(big(&h)->reserve, 0);
    assert_int_equal(big(&h)->live, 0);
    assert_int_equal(house_chips(&h, ALICE), 100000);
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* proves [mbs 5.7] */
static void an_undone_hand_takes_its_hit_back(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "mbs");
    bet(&h, 0);
    deal(&h, 0, "As,Ks,Qs", "Qh,8c,5d");
    finish(&h, 0);
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_DEALER,
                           .kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .seats = 1};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    assert_int_equal(house_give(&h, 0, &report), 0);
    trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    assert_int_equal(house_give(&h, 0, &confirm), 0);
    assert_int_equal(big(&h)->hits, 0);
    assert_int_equal(big(&h)->value, START);
    assert_int_equal(house_chips(&h, ALICE), 100000);
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* Where cards are shuffled the record knows whether anybody has looked; a table whose
 * cards are entered is left to its dealer's report.
 * proves [rws 5.16] */
static void a_lost_link_is_told_to_the_tables(void **state) {
    (void)state;
    for (unsigned looked = 0; looked < 2; looked++) {
        house_of_cards h;
        unsigned three;
        open_linked(&h, "rws");
        trey_table_terms terms = house_terms("three", "rws", "big");
        assert_int_equal(trey_house_table_open(h.house, &terms, &three), TREY_STATUS_OK);
        bet(&h, three);
        assert_int_equal(house_deal(&h, three), 0);
        if (looked) house_by_player(&h, three, TREY_VERB_VIEW, 1, BOB, 0, 0);
        assert_int_equal(staff(&h, TREY_LINK_DOWN, 0, 0), 0);
        const trey_table *table = trey_house_table(h.house, three);
        if (looked) { /* awards at what was registered */
            assert_true(table->frozen);
            assert_int_equal(table->frozen_meter, START + 100);
        } else {
            assert_int_equal(table->phase, TREY_PHASE_IDLE);
            assert_int_equal(house_chips(&h, BOB), 100000);
        }
        house_tear_down(&h);
    }
}

/* Before the deal nobody can have seen a card; of physical cards nobody knows, and the round goes
 * on at the registered value. Between rounds there is nothing to void.
 * proves [rws 5.16] [rws 5.17.1] */
static void a_lost_link_is_never_dropped(void **state) {
    (void)state;
    for (unsigned when = 0; when < 3; when++) {
        house_of_cards h;
        open_linked(&h, "rws");
        if (when > 0) bet(&h, 0);
        if (when > 1) deal(&h, 0, "9s,9d,4c", "Qh,8c,5d");
        trey_phase phase = (trey_phase)trey_house_table(h.house, 0)->phase;
        assert_int_equal(staff(&h, TREY_LINK_DOWN, 0, 0), 0);
        const trey_table *table = trey_house_table(h.house, 0);
        if (when == 0) assert_int_equal(table->phase, phase);
        if (when == 1) assert_int_equal(table->phase, TREY_PHASE_IDLE);
        if (when == 1) assert_int_equal(house_chips(&h, BOB), 100000);
        if (when == 2) assert_int_equal(table->phase, TREY_PHASE_DECISION);
        assert_int_equal(table->frozen, when == 2);
        house_tear_down(&h);
    }
}

static void parameters_wait_for_the_rounds_to_end(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "rws");
    bet(&h, 0);
    trey_link_command change = {
        .verb = TREY_LINK_CHANGE, .role = TREY_ROLE_PIT_MANAGER, .parameters = linked};
    trey_reply reply;
    change.parameters.fixed = 50;
    strcpy(change.reason, "new season");
    assert_int_equal(trey_house_jackpot_command(h.house, 0, NULL, &change, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_ROUND_RUNNING);
    deal(&h, 0, "9s,9d,4c", "Qh,8c,5d");
    finish(&h, 0);
    assert_int_equal(trey_house_jackpot_command(h.house, 0, NULL, &change, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    bet(&h, 0); /* the table learns it at its next opening call */
    assert_int_equal(trey_house_table(h.house, 0)->config.jackpot_contribution, 50);
    assert_int_equal(big(&h)->value, START + 150);
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* What one table's bets added is on the other's display when it opens, and the value at a
 * settlement is the link's. */
static void every_table_shows_what_the_link_has(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "mbs");
    bet(&h, 0);
    assert_int_equal(big(&h)->value, START + 100);
    assert_int_equal(house_by_dealer(&h, 1, TREY_VERB_OPEN), 0);
    assert_int_equal(trey_house_table(h.house, 1)->meter.value, START + 100);
    deal(&h, 0, "9s 9d 4c", "Qh 8c 5d");
    finish(&h, 0);
    assert_int_equal(trey_house_table(h.house, 0)->meter.value, START + 100);
    /* The other one's bet comes while this one has a hand on the table. */
    bet(&h, 0);
    deal(&h, 0, "9s 9d 4c", "Qh 8c 5d");
    assert_int_equal(house_by_player(&h, 1, TREY_VERB_BET, 1, BOB, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_player(&h, 1, TREY_VERB_BET, 1, BOB, TREY_WAGER_PROGRESSIVE, 0), 0);
    assert_int_equal(house_by_dealer(&h, 1, TREY_VERB_CLOSE), 0);
    finish(&h, 0);
    assert_int_equal(trey_house_table(h.house, 0)->meter.value, START + 300);
    assert_int_equal(big(&h)->value, START + 300);
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* Under A-ALL-02=B bets enter after a round that nobody won. */
static void late_contributions_reach_the_link(void **state) {
    (void)state;
    house_of_cards h;
    unsigned index;
    house_build(&h, NULL);
    assert_int_equal(trey_house_jackpot_open(h.house, "big", "rws", &linked, START, &index),
                     TREY_STATUS_OK);
    trey_table_terms terms = house_terms("one", "rws", "big");
    terms.config.system_deck = false;
    strcpy(terms.readings, "A-ALL-02=B");
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
    house_buy_in(&h, ALICE, 100000);
    bet(&h, 0);
    deal(&h, 0, "9s 9d 4c", "Qh 8c 5d");
    assert_int_equal(big(&h)->value, START);
    finish(&h, 0);
    assert_int_equal(big(&h)->value, START + 100);
    bet(&h, 0);
    deal(&h, 0, "As Ks Qs", "Qh 8c 5d");
    finish(&h, 0);
    assert_int_equal(big(&h)->hits, 1);
    assert_int_equal(big(&h)->hit[0].value, START + 100); /* without its own round's */
    ledger_agrees(&h);
    house_tear_down(&h);
}

/* ---- Two winners --------------------------------------------------------------------- */
static void house_is_verified(house_of_cards *h) {
    trey_store_message message;
    trey_verify_report report;
    const trey_verify_options options = {.keys = &h->keys};
    house_drop(h);
    assert_int_equal(trey_verify_address(h->address, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD) fail_msg("%s", report.finding.what);
    trey_verify_report_close(&report);
    house_open(h);
}

/* A wrong number of cards in the hand at this seat is found when the round is settled. */
static void undo(house_of_cards *h, unsigned table, unsigned seat) {
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_DEALER,
                           .kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .seats = (uint8_t)(1u << (seat - 1))};
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    assert_int_equal(house_give(h, table, &report), 0);
    assert_int_equal(house_give(h, table, &confirm), 0);
}

/* Two tables won the same jackpot, Bob's hit is the first; then one of the hands is undone. The
 * other one is worth what it would have been worth alone. */
static void of_two_winners_one_is_undone(void **state) {
    (void)state;
    for (unsigned undone = 0; undone < 2; undone++) {
        house_of_cards h;
        two_hit(&h, "mbs");
        trey_player loser = player_at(undone), winner = player_at(!undone);
        trey_cents before = house_chips(&h, winner);
        undo(&h, undone, 1);
        assert_int_equal(big(&h)->hits, 1);
        assert_int_equal(big(&h)->hit[0].player, winner);
        assert_int_equal(house_chips(&h, loser), 100000);
        assert_int_equal(house_chips(&h, winner), before);
        /* Both bets were on the display when Bob's hit came. The one that is taken back comes off
         * what is displayed now. */
        assert_int_equal(waiting_for(&h, winner), START + 200);
        assert_int_equal(big(&h)->value, linked.reset - 100);
        ledger_agrees(&h);
        house_is_verified(&h);
        assert_int_equal(staff(&h, TREY_LINK_CONFIRM, undone ? 2 : 1, 0), 0);
        assert_int_equal(house_chips(&h, winner), before + START + 200);
        assert_int_equal(house_chips(&h, loser), 100000);
        assert_int_equal(big(&h)->value, linked.reset - 100);
        ledger_agrees(&h);
        house_is_verified(&h);
        house_tear_down(&h);
    }
}

/* The one is paid, in either order, and only then the other's hand is undone: what was paid stays,
 * and what the other one had waiting goes back onto the display. */
static void a_paid_winner_keeps_it_when_the_other_is_undone(void **state) {
    (void)state;
    for (unsigned undone = 0; undone < 2; undone++) {
        house_of_cards h;
        two_hit(&h, "mbs");
        trey_player loser = player_at(undone), winner = player_at(!undone);
        trey_cents paid = waiting_for(&h, winner), waits = waiting_for(&h, loser);
        trey_cents before = house_chips(&h, winner), display = big(&h)->value;
        assert_int_equal(staff(&h, TREY_LINK_CONFIRM, undone ? 2 : 1, 0), 0);
        assert_int_equal(house_chips(&h, winner), before + paid);
        undo(&h, undone, 1);
        assert_int_equal(big(&h)->hits, 0);
        assert_int_equal(house_chips(&h, winner), before + paid);
        assert_int_equal(house_chips(&h, loser), 100000);
        assert_int_equal(big(&h)->value, display + waits - 100);
        assert_int_equal(big(&h)->awarded, paid);
        ledger_agrees(&h);
        house_is_verified(&h);
        house_tear_down(&h);
    }
}

/* Only the hit of the hand itself goes back: not one of an earlier round of the same seat. */
static void a_hit_of_an_earlier_round_waits_on(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "mbs");
    for (unsigned round = 0; round < 2; round++) {
        bet(&h, 0);
        deal(&h, 0, "As,Ks,Qs", "Qh,8c,5d");
        finish(&h, 0);
    }
    assert_int_equal(big(&h)->hits, 2);
    undo(&h, 0, 1);
    assert_int_equal(big(&h)->hits, 1);
    assert_int_equal(big(&h)->hit[0].number, 1);
    assert_int_equal(big(&h)->hit[0].round, 1);
    assert_int_equal(big(&h)->hit[0].value, START + 100);
    ledger_agrees(&h);
    house_is_verified(&h);
    house_tear_down(&h);
}

/* Alice at `seat` and Bob beside her: her hand, his, and the dealer's. */
static void play_hands(house_of_cards *h, unsigned seat, unsigned beside,
                       const char *const hand[3]) {
    const unsigned seats[] = {seat, beside};
    const trey_player players[] = {ALICE, BOB};
    trey_card cards[3][3];
    unsigned given[3] = {0, 0, 0};
    size_t count;
    assert_int_equal(house_by_dealer(h, 0, TREY_VERB_OPEN), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            house_by_player(h, 0, TREY_VERB_BET, seats[i], players[i], TREY_WAGER_ANTE, 1000), 0);
        assert_int_equal(
            house_by_player(h, 0, TREY_VERB_BET, seats[i], players[i], TREY_WAGER_PROGRESSIVE, 0),
            0);
    }
    assert_int_equal(house_by_dealer(h, 0, TREY_VERB_CLOSE), 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(trey_cards_parse(hand[i], cards[i], 3, &count, NULL), TREY_STATUS_OK);
    for (;;) {
        unsigned place =
            trey_next_place(trey_house_rules(h->house, 0), trey_house_table(h->house, 0));
        if (place == TREY_PLACE_NONE) break;
        unsigned whose = place == seat ? 0 : place == beside ? 1 : 2;
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        card.cards[0] = place == TREY_PLACE_BURN ? TREY_NO_CARD : cards[whose][given[whose]++];
        assert_int_equal(house_give(h, 0, &card), 0);
    }
    /* They decide in the order of the seats. */
    for (unsigned place = 1; place <= TREY_SEATS; place++) {
        if (place != seat && place != beside) continue;
        trey_player player = place == seat ? ALICE : BOB;
        assert_int_equal(house_by_player(h, 0, TREY_VERB_PLAY, place, player, 0, 0), 0);
    }
    assert_int_equal(house_by_dealer(h, 0, TREY_VERB_REVEAL), 0);
    assert_int_equal(house_by_dealer(h, 0, TREY_VERB_SETTLE), 0);
    assert_int_equal(big(h)->hits, 1);
}

/* She has the royal flush of spades. */
static void play_two_boxes(house_of_cards *h, unsigned seat, unsigned beside) {
    static const char *const hand[] = {"As Ks Qs", "9s 9d 4c", "Qh 8c 5d"};
    play_hands(h, seat, beside, hand);
}

static void another_hand_of_the_round_is_undone_without_the_hit(void **state) {
    (void)state;
    house_of_cards h;
    open_linked(&h, "mbs");
    play_two_boxes(&h, 1, 2);
    trey_cents before = house_chips(&h, ALICE);
    undo(&h, 0, 2);
    assert_int_equal(house_chips(&h, BOB), 100000);
    assert_int_equal(house_chips(&h, ALICE), before);
    assert_int_equal(big(&h)->hits, 1);
    /* His bet has gone to her: it is not taken off the display that began anew. */
    assert_int_equal(waiting_for(&h, ALICE), START + 200);
    assert_int_equal(big(&h)->value, linked.reset);
    ledger_agrees(&h);
    house_is_verified(&h);
    assert_int_equal(staff(&h, TREY_LINK_CONFIRM, 1, 0), 0);
    assert_int_equal(house_chips(&h, ALICE), before + START + 200);
    house_is_verified(&h);
    house_tear_down(&h);
}

/* A quarter of the display leaves the rest of it, and the hit waits on. */
static void a_quarter_that_was_won_waits_while_another_hand_is_undone(void **state) {
    (void)state;
    static const char *const hand[] = {"Ah Kh Qh", "9s 9d 4c", "Jh Th 5d"};
    house_of_cards h;
    open_linked(&h, "rws-progressive");
    play_hands(&h, 1, 2, hand);
    assert_int_equal(waiting_for(&h, ALICE), (START + 200) / 4);
    trey_cents display = big(&h)->value, before = house_chips(&h, ALICE);
    assert_int_equal(display, START + 200 - (START + 200) / 4);
    undo(&h, 0, 2);
    assert_int_equal(house_chips(&h, BOB), 100000);
    assert_int_equal(house_chips(&h, ALICE), before);
    assert_int_equal(big(&h)->hits, 1);
    assert_int_equal(waiting_for(&h, ALICE), (START + 200) / 4);
    ledger_agrees(&h);
    house_is_verified(&h);
    undo(&h, 0, 1);
    assert_int_equal(big(&h)->hits, 0);
    assert_int_equal(house_chips(&h, ALICE), 100000);
    ledger_agrees(&h);
    house_is_verified(&h);
    house_tear_down(&h);
}

/* The dealer's hand was wrong: the round is void after all, for the first box and the last. */
static void a_settled_round_is_undone_with_the_hit_of_any_seat(void **state) {
    (void)state;
    static const unsigned seats[][2] = {{1, 7}, {7, 1}};
    for (unsigned i = 0; i < 2; i++) {
        house_of_cards h;
        open_linked(&h, "rws");
        play_two_boxes(&h, seats[i][0], seats[i][1]);
        trey_command report = {.verb = TREY_VERB_REPORT,
                               .role = TREY_ROLE_DEALER,
                               .kind = TREY_IRREGULARITY_DEALER_COUNT};
        const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
        report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
        report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
        assert_int_equal(house_give(&h, 0, &report), 0);
        assert_int_equal(house_give(&h, 0, &confirm), 0);
        assert_int_equal(big(&h)->hits, 0);
        assert_int_equal(big(&h)->value, START);
        assert_int_equal(big(&h)->reserve, 0);
        assert_int_equal(house_chips(&h, ALICE), 100000);
        assert_int_equal(house_chips(&h, BOB), 100000);
        ledger_agrees(&h);
        house_is_verified(&h);
        house_tear_down(&h);
    }
}

/* When the cards of a hand fell is what the records of the cards say, also after a restart in the
 * middle of the deal. */
static void a_hit_knows_when_its_cards_fell(void **state) {
    (void)state;
    for (unsigned restarts = 0; restarts < 2; restarts++) {
        house_of_cards h;
        trey_cursor *cursor;
        const trey_store_item *item;
        uint64_t first = 0, third = 0, dealers = 0;
        open_linked(&h, "rws");
        bet(&h, 0);
        deal(&h, 0, "As,Ks,Qs", "Qh,8c,5d");
        assert_int_equal(house_by_player(&h, 0, TREY_VERB_PLAY, 1, ALICE, 0, 0), 0);
        assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_REVEAL), 0);
        if (restarts) {
            house_drop(&h);
            house_open(&h);
        }
        assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_SETTLE), 0);
        assert_int_equal(trey_cursor_open_stream(&cursor, h.store, TREY_PART_RECORDS,
                                                 trey_house_table_stream(h.house, 0), 0),
                         TREY_STATUS_OK);
        while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
            trey_event event;
            if (!trey_event_decode(&item->record, &event) || event.kind != TREY_EVENT_CARD)
                continue;
            uint64_t time = (uint64_t)item->record.time;
            if (event.dealt.place == 1 && first == 0) first = time;
            if (event.dealt.place == 1) third = time;
            if (event.dealt.place == TREY_PLACE_DEALER) dealers = time;
        }
        trey_cursor_close(cursor);
        const trey_hit *hit = &big(&h)->hit[0].hit;
        assert_true(first > 0 && third > first && dealers > first && dealers != third);
        assert_int_equal(hit->players_first_card, first);
        assert_int_equal(hit->players_third_card, third);
        assert_int_equal(hit->dealers_third_card, dealers);
        house_tear_down(&h);
    }
}

/* A hit, its confirmation and a ruling are signed with the batch in which they come. */
static void what_matters_most_is_signed_at_once(void **state) {
    (void)state;
    house_of_cards h;
    trey_receipt receipt;
    trey_reply reply;
    open_linked(&h, "mbs");
    bet(&h, 0);
    deal(&h, 0, "As,Ks,Qs", "Qh,8c,5d");
    assert_int_equal(house_by_player(&h, 0, TREY_VERB_PLAY, 1, ALICE, 0, 0), 0);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_REVEAL), 0);
    const trey_command settle = {.verb = TREY_VERB_SETTLE, .role = TREY_ROLE_DEALER},
                       open = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};
    assert_int_equal(trey_house_command(h.house, 0, NULL, &settle, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 1);
    const trey_link_command confirm = {
        .verb = TREY_LINK_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .number = 1};
    assert_int_equal(trey_house_jackpot_command(h.house, 0, NULL, &confirm, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 2);
    assert_int_equal(trey_house_command(h.house, 0, NULL, &open, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 0);
    trey_command rule = {
        .verb = TREY_VERB_RULE, .role = TREY_ROLE_SHIFT_MANAGER, .ruling = TREY_RULING_VOID};
    strcpy(rule.reason, "the lights went out");
    assert_int_equal(trey_house_command(h.house, 0, NULL, &rule, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 3);
    house_tear_down(&h);
}

/* Tables of another jackpot hear nothing of it. */
static void a_lost_link_is_told_to_its_own_tables_only(void **state) {
    (void)state;
    house_of_cards h;
    unsigned jackpot, other;
    open_linked(&h, "rws");
    assert_int_equal(trey_house_jackpot_open(h.house, "small", "rws", &linked, START, &jackpot),
                     TREY_STATUS_OK);
    const trey_table_terms terms = house_terms("other", "rws", "small");
    assert_int_equal(trey_house_table_open(h.house, &terms, &other), TREY_STATUS_OK);
    bet(&h, other);
    assert_int_equal(house_deal(&h, other), 0);
    const trey_table before = *trey_house_table(h.house, other);
    assert_int_equal(staff(&h, TREY_LINK_DOWN, 0, 0), 0);
    assert_memory_equal(trey_house_table(h.house, other), &before, sizeof before);
    assert_int_equal(trey_house_jackpot(h.house, jackpot)->down, 0);
    house_tear_down(&h);
}

/* ---- Readings -------------------------------------------------------------------------- */
/* Under A-ALL-02=B nothing has entered yet when the round is void. Under C each bet has. */
static void a_void_round_takes_back_what_has_entered(void **state) {
    (void)state;
    static const struct {
        const char *reading;
        trey_cents running;
    } letters[] = {{"A-ALL-02=A", START + 100}, {"A-ALL-02=B", START}, {"A-ALL-02=C", START + 100}};
    for (unsigned i = 0; i < 3; i++) {
        house_of_cards h;
        unsigned index;
        house_build(&h, NULL);
        assert_int_equal(trey_house_jackpot_open(h.house, "big", "rws", &linked, START, &index),
                         TREY_STATUS_OK);
        trey_table_terms terms = house_terms("one", "rws", "big");
        terms.config.system_deck = false;
        strcpy(terms.readings, letters[i].reading);
        assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
        house_buy_in(&h, ALICE, 100000);
        bet(&h, 0);
        assert_int_equal(big(&h)->value, letters[i].running);
        trey_command report = {.verb = TREY_VERB_REPORT,
                               .role = TREY_ROLE_DEALER,
                               .kind = TREY_IRREGULARITY_FOREIGN_CARD};
        assert_int_equal(house_give(&h, 0, &report), 0);
        assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_CONFIRM), 0);
        assert_int_equal(big(&h)->value, START);
        assert_int_equal(big(&h)->contributed, 0);
        assert_int_equal(big(&h)->live, 0);
        ledger_agrees(&h);
        /* Whoever wins gets what the reading puts on the display until then. */
        bet(&h, 0);
        deal(&h, 0, "As Ks Qs", "Qh 8c 5d");
        finish(&h, 0);
        assert_int_equal(waiting_for(&h, ALICE), letters[i].running);
        assert_int_equal(big(&h)->value, linked.reset);
        ledger_agrees(&h);
        house_is_verified(&h);
        house_tear_down(&h);
    }
}

/* A link knows no readings: a table that would promise other awards is not linked. */
static void a_table_that_pays_otherwise_than_its_link_is_not_opened(void **state) {
    (void)state;
    static const struct {
        const char *book, *readings;
        bool fits;
    } tables[] = {{"mbs", "A-MBS-08=A", false},
                  {"mbs", "A-MBS-08=B", true},
                  {"mbs", "A-ALL-02=C", true},
                  {"rws", "A-RWS-01=B", true},
                  {"rws-progressive", "A-RWP-01=A", true},
                  {"rws-progressive", "A-RWP-01=B", false},
                  {"rws-progressive", "A-RWP-01=C", false}};
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        house_of_cards h;
        unsigned index;
        house_build(&h, NULL);
        assert_int_equal(
            trey_house_jackpot_open(h.house, "big", tables[i].book, &linked, START, &index),
            TREY_STATUS_OK);
        trey_table_terms terms = house_terms("one", tables[i].book, "big");
        strcpy(terms.readings, tables[i].readings);
        trey_status status = trey_house_table_open(h.house, &terms, &index);
        if ((status == TREY_STATUS_OK) != tables[i].fits) fail_msg("%s", tables[i].readings);
        if (!tables[i].fits) {
            assert_int_equal(status, TREY_STATUS_INVALID);
            assert_non_null(strstr(trey_house_message(h.house), "pays in another way"));
            terms.jackpot[0] = '\0'; /* with a meter of its own it may */
            assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
        }
        house_tear_down(&h);
    }
    /* Of another rulebook, too. */
    house_of_cards h;
    unsigned index;
    open_linked(&h, "mbs");
    const trey_table_terms terms = house_terms("three", "rws", "big");
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_INVALID);
    house_tear_down(&h);
}

/* A table that is linked to nothing: what its meter shows at the start is the house's money,
 * and whoever hits is paid from it. */
static void a_meter_of_its_own_pays_what_it_began_with(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        house_of_cards h;
        unsigned index;
        trey_cents meter;
        trey_store_message message;
        trey_verify_report report;
        const trey_verify_options options = {.keys = NULL};
        house_build(&h, NULL);
        trey_table_terms terms = house_terms("one", books[i], "");
        terms.config.system_deck = false;
        terms.meter = START;
        terms.config.jackpot = 1;
        terms.config.jackpot_bet = 500;
        terms.config.jackpot_contribution = 100;
        terms.config.jackpot_reset = 1000000;
        assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
        house_buy_in(&h, ALICE, 100000);
        for (unsigned hit = 0; hit < 2; hit++) {
            trey_cents before = house_chips(&h, ALICE);
            bet(&h, 0);
            deal(&h, 0, "As Ks Qs", "Qh 8c 5d");
            finish(&h, 0);
            trey_cents whole = hit ? 1000000 : START; /* or a part, for three cards of five */
            assert_true(house_chips(&h, ALICE) > before + (i < 2 ? whole / 2 : 0));
            trey_stream stream = trey_house_table_stream(h.house, 0);
            assert_int_equal(
                trey_store_balance(h.store, trey_account_of(TREY_LEDGER_METER, stream), &meter),
                TREY_STATUS_OK);
            assert_int_equal(meter, trey_house_table(h.house, 0)->meter.value);
        }
        house_drop(&h);
        assert_int_equal(trey_verify_address(h.address, &options, &report, &message),
                         TREY_STATUS_OK);
        assert_int_equal(report.verdict, TREY_VERDICT_GOOD);
        trey_verify_report_close(&report);
        house_tear_down(&h);
    }
}

/* Of a quarter that a lost link missed the list keeps every member: the share above and below its
 * line, and when each card was dealt. */
static void an_unpaid_quarter_is_the_same_after_a_restart(void **state) {
    (void)state;
    house_of_cards h;
    trey_unpaid_list before, after;
    open_linked(&h, "rws-progressive");
    bet(&h, 0);
    deal(&h, 0, "Ah,Kh,Qh", "Jh,Th,5d");
    assert_int_equal(staff(&h, TREY_LINK_DOWN, 0, 0), 0);
    finish(&h, 0);
    assert_int_equal(trey_house_unpaid(h.house, 0, &before), TREY_STATUS_OK);
    assert_int_equal(before.count, 1);
    assert_int_equal(before.award[0].award.n, 25);
    assert_int_equal(before.award[0].award.d, 100);
    assert_true(before.award[0].players_first_card < before.award[0].players_third_card);
    house_drop(&h);
    house_open(&h);
    assert_int_equal(trey_house_unpaid(h.house, 0, &after), TREY_STATUS_OK);
    assert_int_equal(after.count, 1);
    const trey_unpaid *a = &before.award[0], *b = &after.award[0];
    assert_int_equal(a->table, b->table);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->player, b->player);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->award.n, b->award.n);
    assert_int_equal(a->award.d, b->award.d);
    assert_int_equal(a->players_first_card, b->players_first_card);
    assert_int_equal(a->players_third_card, b->players_third_card);
    assert_int_equal(a->dealers_third_card, b->dealers_third_card);
    house_tear_down(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_waits_for_staff_and_is_paid_once),
        cmocka_unit_test(two_hits_are_ordered_as_the_book_says),
        cmocka_unit_test(a_void_round_takes_its_contribution_back),
        cmocka_unit_test(an_undone_hand_takes_its_hit_back),
        cmocka_unit_test(a_lost_link_is_told_to_the_tables),
        cmocka_unit_test(a_lost_link_is_never_dropped),
        cmocka_unit_test(parameters_wait_for_the_rounds_to_end),
        cmocka_unit_test(every_table_shows_what_the_link_has),
        cmocka_unit_test(late_contributions_reach_the_link),
        cmocka_unit_test(of_two_winners_one_is_undone),
        cmocka_unit_test(a_paid_winner_keeps_it_when_the_other_is_undone),
        cmocka_unit_test(a_hit_of_an_earlier_round_waits_on),
        cmocka_unit_test(another_hand_of_the_round_is_undone_without_the_hit),
        cmocka_unit_test(a_quarter_that_was_won_waits_while_another_hand_is_undone),
        cmocka_unit_test(a_settled_round_is_undone_with_the_hit_of_any_seat),
        cmocka_unit_test(a_hit_knows_when_its_cards_fell),
        cmocka_unit_test(an_unpaid_quarter_is_the_same_after_a_restart),
        cmocka_unit_test(what_matters_most_is_signed_at_once),
        cmocka_unit_test(a_lost_link_is_told_to_its_own_tables_only),
        cmocka_unit_test(a_void_round_takes_back_what_has_entered),
        cmocka_unit_test(a_table_that_pays_otherwise_than_its_link_is_not_opened),
        cmocka_unit_test(a_meter_of_its_own_pays_what_it_began_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
