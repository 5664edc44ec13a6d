/* failed_flush_test.c -- a house whose flush fails says nothing that was not stored.
 *
 * A house of its own has stopped then, and every call says so. One of several nodes goes on: it
 * reads again what the store has, and nothing is left of what was staged. */
#include "cmocka_suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "failing_disk.h"
#include "house_of_cards.h"
#include "trey/incidents.h"
#include "trey/shifts.h"

enum { ALICE = 2, BOB = 3, TABLES = 3 };
static const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 1000000};

/* A table whose cards are shuffled, one whose cards are entered, and one that is linked. */
static void furnish(house_of_cards *h, bool shared) {
    unsigned index;
    failing_disk_set(DISK_GOOD, 0);
    if (shared)
        house_build_shared(h, NULL);
    else
        house_build(h, NULL);
    assert_int_equal(trey_house_jackpot_open(h->house, "big", "mbs", &linked, 5000000, &index),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < TABLES; i++) {
        static const char *const name[] = {"one", "two", "three"};
        trey_table_terms terms = house_terms(name[i], "mbs", i == 2 ? "big" : "");
        terms.config.system_deck = i == 0;
        assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
    }
    house_buy_in(h, ALICE, 100000);
    house_buy_in(h, BOB, 100000);
}

static trey_command bet_of(trey_player player, trey_cents amount) {
    return (trey_command){.verb = TREY_VERB_BET,
                          .role = TREY_ROLE_PLAYER,
                          .seat = (uint8_t)player,
                          .actor = player,
                          .player = player,
                          .wager = TREY_WAGER_ANTE,
                          .amount = amount};
}

static const trey_command open_call = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};

/* An opening call, a bet and money from the cage, and none of it is stored. */
static trey_status stage_and_fail(house_of_cards *h, disk_fault fault, trey_command_id id[3]) {
    const trey_command bet = bet_of(ALICE, 2000);
    const trey_cage_command buy = {.kind = TREY_CAGE_BUY_IN,
                                   .role = TREY_CAGE_CASHIER,
                                   .actor = 900,
                                   .player = BOB,
                                   .amount = 777};
    trey_reply reply;
    for (unsigned i = 0; i < 3; i++) id[i] = house_next_id(h);
    assert_int_equal(trey_house_command(h->house, 0, &id[0], &open_call, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_command(h->house, 0, &id[1], &bet, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_cage(h->house, &id[2], &buy, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_staged(h->house), 3);
    assert_int_equal(house_chips(h, ALICE), 98000);
    assert_int_equal(house_chips(h, BOB), 100777);
    failing_disk_set(fault, 1);
    trey_status status = trey_house_flush(h->house, NULL);
    assert_int_not_equal(status, TREY_STATUS_OK);
    assert_true(failing_disk_struck());
    assert_true(strlen(trey_house_message(h->house)) > 0);
    return status;
}

/* ---- Alone ------------------------------------------------------------------------------- */
/* Whatever is asked of it, it has stopped. */
static void everything_is_refused(house_of_cards *h) {
    const trey_command bet = bet_of(BOB, 1000);
    const trey_cage_command buy = {
        .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = BOB, .amount = 1};
    const trey_link_command up = {.verb = TREY_LINK_UP, .role = TREY_ROLE_SHIFT_MANAGER};
    const trey_incident seen = {.kind = TREY_INCIDENT_TABLE, .person = 1};
    trey_house_notes notes = {.stream = 1};
    trey_receipt receipt = {.last = 9};
    trey_reply reply;
    const trey_hash pledge = {{1}};
    const trey_share share = {{2}};
    const trey_status said[] = {trey_house_command(h->house, 0, NULL, &bet, &reply),
                                trey_house_deal(h->house, 0, NULL, &reply),
                                trey_house_pledge(h->house, 0, NULL, BOB, 1, &pledge, &reply),
                                trey_house_share(h->house, 0, NULL, BOB, 1, &share, &reply),
                                trey_house_withheld(h->house, 0, &reply),
                                trey_house_cage(h->house, NULL, &buy, &reply),
                                trey_house_jackpot_command(h->house, 0, NULL, &up, &reply),
                                trey_house_incident(h->house, &notes, &seen),
                                trey_house_notes_begin(h->house),
                                trey_house_catch_up(h->house),
                                trey_house_finish(h->house, &receipt),
                                trey_house_flush(h->house, &receipt)};
    for (unsigned i = 0; i < sizeof said / sizeof *said; i++)
        if (said[i] != TREY_STATUS_STORE_FAILED) fail_msg("call %u went on", i);
    assert_int_equal(receipt.last, 0);
    assert_non_null(strstr(trey_house_message(h->house), "stopped"));
}

/* What a balance says is what the store has, or nothing. */
static void chips_are_as_stored(house_of_cards *h) {
    const trey_player player[] = {ALICE, BOB};
    for (unsigned i = 0; i < 2; i++) {
        trey_cents cents = -1;
        trey_status status = trey_house_chips(h->house, player[i], &cents);
        assert_int_equal(cents, status == TREY_STATUS_OK ? 100000 : -1);
    }
}

static void a_house_has_stopped_after_a_failed_flush(void **state) {
    (void)state;
    static const disk_fault faults[] = {DISK_NO_SYNC, DISK_FULL};
    for (unsigned i = 0; i < 2; i++) {
        house_of_cards h;
        trey_command_id id[3];
        furnish(&h, false);
        trey_status status = stage_and_fail(&h, faults[i], id);
        assert_int_equal(status, i ? TREY_STATUS_STORE_FULL : TREY_STATUS_STORE_FAILED);
        chips_are_as_stored(&h);
        everything_is_refused(&h);
        /* Also when the disk is well again. */
        failing_disk_set(DISK_GOOD, 0);
        chips_are_as_stored(&h);
        everything_is_refused(&h);
        house_drop(&h);
        house_open(&h);
        /* The log of a sync that failed may be whole or not: all of it happened, or nothing. */
        bool stored = house_chips(&h, ALICE) != 100000;
        assert_false(stored && i == 1);
        assert_int_equal(house_chips(&h, BOB), stored ? 100777 : 100000);
        house_tear_down(&h);
    }
}

/* ---- One of several ------------------------------------------------------------------------- */
static void take_all(house_of_cards *h, trey_table table[TABLES], trey_link *link) {
    for (unsigned i = 0; i < TABLES; i++) table[i] = *trey_house_table(h->house, i);
    *link = *trey_house_jackpot(h->house, 0);
}

static void all_is_as_it_was(house_of_cards *h, const trey_table table[TABLES],
                             const trey_link *link) {
    assert_int_equal(trey_house_tables(h->house), TABLES);
    assert_int_equal(trey_house_jackpots(h->house), 1);
    for (unsigned i = 0; i < TABLES; i++)
        assert_memory_equal(trey_house_table(h->house, i), &table[i], sizeof table[i]);
    assert_memory_equal(trey_house_jackpot(h->house, 0), link, sizeof *link);
    assert_int_equal(trey_house_staged(h->house), 0);
}

/* Opened and bet on, and nothing of it is left; the same commands are done afresh. */
static void a_node_reads_again_what_the_store_has(void **state) {
    (void)state;
    house_of_cards h;
    trey_table table[TABLES];
    trey_link link;
    trey_command_id id[3];
    trey_reply reply;
    furnish(&h, true);
    take_all(&h, table, &link);
    assert_int_equal(stage_and_fail(&h, DISK_FULL, id), TREY_STATUS_STORE_FULL);
    failing_disk_set(DISK_GOOD, 0);
    all_is_as_it_was(&h, table, &link);
    chips_are_as_stored(&h);
    assert_false(trey_house_fairness(h.house, 0)->committed);
    const trey_command bet = bet_of(ALICE, 2000);
    assert_int_equal(trey_house_command(h.house, 0, &id[0], &open_call, &reply), TREY_STATUS_OK);
    assert_false(reply.again);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_command(h.house, 0, &id[1], &bet, &reply), TREY_STATUS_OK);
    assert_false(reply.again);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(house_chips(&h, ALICE), 98000);
    const trey_table played = *trey_house_table(h.house, 0);
    house_drop(&h);
    house_open(&h);
    assert_memory_equal(trey_house_table(h.house, 0), &played, sizeof played);
    assert_int_equal(house_chips(&h, ALICE), 98000);
    house_tear_down(&h);
}

/* A table and a jackpot that were opened in the batch are gone with it, and their names are
 * free. */
static void what_was_opened_in_a_lost_batch_is_gone(void **state) {
    (void)state;
    house_of_cards h;
    trey_table table[TABLES];
    trey_link link;
    unsigned index;
    const trey_table_terms terms = house_terms("four", "rws", "");
    furnish(&h, true);
    take_all(&h, table, &link);
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(index, TABLES);
    failing_disk_set(DISK_FULL, 1);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_STORE_FULL);
    failing_disk_set(DISK_GOOD, 0);
    all_is_as_it_was(&h, table, &link);
    assert_int_equal(trey_house_table_find(h.house, "four"), TABLES);
    assert_int_equal(trey_house_jackpot_open(h.house, "small", "mbs", &linked, 1000000, &index),
                     TREY_STATUS_OK);
    failing_disk_set(DISK_FULL, 1);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_STORE_FULL);
    failing_disk_set(DISK_GOOD, 0);
    all_is_as_it_was(&h, table, &link);
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_jackpot_open(h.house, "small", "mbs", &linked, 1000000, &index),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    house_tear_down(&h);
}

/* ---- Awards that a lost link missed -----------------------------------------------------------
 */
static unsigned staff(house_of_cards *h, trey_link_command command, bool flush) {
    trey_reply reply;
    command.role = TREY_ROLE_SHIFT_MANAGER;
    strcpy(command.reason, "a cable was cut");
    assert_int_equal(trey_house_jackpot_command(h->house, 0, NULL, &command, &reply),
                     TREY_STATUS_OK);
    if (flush) assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    return reply.refused;
}

/* A spade royal flush at the linked table, while nobody tells its jackpot. */
static void miss_an_award(house_of_cards *h) {
    static const char *const hand[] = {"As", "Ks", "Qs"}, *const dealer[] = {"Qh", "8c", "5d"};
    unsigned given[2] = {0, 0};
    assert_int_equal(staff(h, (trey_link_command){.verb = TREY_LINK_DOWN}, true), 0);
    assert_int_equal(house_give(h, 2, &open_call), 0);
    assert_int_equal(house_by_player(h, 2, TREY_VERB_BET, 1, ALICE, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_player(h, 2, TREY_VERB_BET, 1, ALICE, TREY_WAGER_PROGRESSIVE, 0), 0);
    assert_int_equal(house_by_dealer(h, 2, TREY_VERB_CLOSE), 0);
    for (;;) {
        unsigned place =
            trey_next_place(trey_house_rules(h->house, 2), trey_house_table(h->house, 2));
        if (place == TREY_PLACE_NONE) break;
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        card.cards[0] = TREY_NO_CARD;
        if (place != TREY_PLACE_BURN) {
            bool dealers = place == TREY_PLACE_DEALER;
            const char *text = (dealers ? dealer : hand)[given[dealers]++];
            assert_int_equal(trey_card_parse(text, &card.cards[0], NULL), TREY_STATUS_OK);
        }
        assert_int_equal(house_give(h, 2, &card), 0);
    }
    assert_int_equal(house_by_player(h, 2, TREY_VERB_PLAY, 1, ALICE, 0, 0), 0);
    assert_int_equal(house_by_dealer(h, 2, TREY_VERB_REVEAL), 0);
    assert_int_equal(house_by_dealer(h, 2, TREY_VERB_SETTLE), 0);
    assert_int_equal(staff(h, (trey_link_command){.verb = TREY_LINK_UP}, true), 0);
}

static void an_award_that_was_claimed_in_vain_is_still_unpaid(void **state) {
    (void)state;
    house_of_cards h;
    trey_unpaid_list unpaid;
    furnish(&h, true);
    miss_an_award(&h);
    assert_int_equal(trey_house_unpaid(h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 1);
    const trey_unpaid award = unpaid.award[0];
    trey_link_command claim = {.verb = TREY_LINK_CLAIM, .round = award.round};
    claim.hit.table = award.table;
    claim.hit.seat = award.seat;
    assert_int_equal(staff(&h, claim, false), 0);
    assert_int_equal(trey_house_unpaid(h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 0);
    assert_int_equal(trey_house_jackpot(h.house, 0)->hits, 1);
    failing_disk_set(DISK_FULL, 1);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_STORE_FULL);
    failing_disk_set(DISK_GOOD, 0);
    assert_int_equal(trey_house_jackpot(h.house, 0)->hits, 0);
    assert_int_equal(trey_house_unpaid(h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 1);
    assert_int_equal(unpaid.award[0].player, ALICE);
    assert_int_equal(unpaid.award[0].value, award.value);
    assert_int_equal(staff(&h, claim, true), 0);
    assert_int_equal(trey_house_unpaid(h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 0);
    house_tear_down(&h);
}

/* ---- Shifts ------------------------------------------------------------------------------------
 */
/* The batch in which it was closed is lost. It is closed again, with the same message, behind
 * whatever else was given again: and only then it is closed. */
static void a_shift_that_was_closed_in_vain_is_not_closed(void **state) {
    (void)state;
    for (unsigned others = 0; others < 2; others++) {
        house_of_cards h;
        trey_shifts *shifts;
        trey_shift shift, *list;
        trey_store_message message;
        trey_reply reply;
        trey_receipt receipt;
        size_t count;
        bool again;
        furnish(&h, true);
        assert_int_equal(trey_shifts_open(&shifts, h.house, &message), TREY_STATUS_OK);
        trey_command_id id = house_next_id(&h);
        assert_int_equal(trey_shifts_end(shifts, &id, 7, "quiet", &shift, &again), TREY_STATUS_OK);
        assert_false(again);
        /* Before the flush it is known. */
        assert_int_equal(trey_shifts_end(shifts, &id, 7, "quiet", &shift, &again), TREY_STATUS_OK);
        assert_true(again);
        trey_command_id another = house_next_id(&h);
        assert_int_equal(trey_shifts_end(shifts, &another, 7, "quiet", &shift, &again),
                         TREY_STATUS_CONFLICT);
        failing_disk_set(DISK_FULL, 1);
        assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_STORE_FULL);
        failing_disk_set(DISK_GOOD, 0);
        if (others)
            assert_int_equal(trey_house_command(h.house, 0, NULL, &open_call, &reply),
                             TREY_STATUS_OK);
        assert_int_equal(trey_shifts_end(shifts, &id, 7, "quiet", &shift, &again), TREY_STATUS_OK);
        assert_false(again);
        assert_int_equal(shift.number, 1);
        assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
        assert_true(receipt.checkpoint > 0); /* it is signed at once */
        assert_int_equal(trey_shifts_list(h.store, &list, &count), TREY_STATUS_OK);
        assert_int_equal(count, 1);
        assert_memory_equal(&list[0].id, &id, sizeof id);
        free(list);
        /* Afterwards it is known from the store. */
        assert_int_equal(trey_shifts_end(shifts, &id, 7, "quiet", &shift, &again), TREY_STATUS_OK);
        assert_true(again);
        assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
        trey_shifts_close(shifts);
        house_tear_down(&h);
    }
}

static int use_failing_disk(void **state) {
    (void)state;
    failing_disk_open();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_has_stopped_after_a_failed_flush),
        cmocka_unit_test(a_node_reads_again_what_the_store_has),
        cmocka_unit_test(what_was_opened_in_a_lost_batch_is_gone),
        cmocka_unit_test(an_award_that_was_claimed_in_vain_is_still_unpaid),
        cmocka_unit_test(a_shift_that_was_closed_in_vain_is_not_closed),
    };
    return cmocka_run_group_tests(tests, use_failing_disk, NULL);
}
