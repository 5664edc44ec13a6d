/* house_test.c -- tables, jackpots and a cage that are kept. */
#include "cmocka_suite.h"

#include <string.h>

#include "house_of_cards.h"
#include "trey/check.h"

static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};

static void open_tables(house_of_cards *h) {
    unsigned index;
    for (unsigned i = 0; i < 4; i++) {
        trey_table_terms terms = house_terms(books[i], books[i], "");
        assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
        assert_int_equal(index, i);
    }
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    for (trey_player player = 2; player <= 9; player++)
        assert_int_equal(house_buy_in(h, player, player == 9 ? 1000000 : 100000), 0);
}

/* The state of every table, byte for byte. */
static void tables_are_the_same(house_of_cards *h, const trey_table *before, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        assert_memory_equal(trey_house_table(h->house, i), &before[i], sizeof before[i]);
    }
}

static void rounds_survive_a_restart(void **state) {
    (void)state;
    house_of_cards h;
    trey_table before[4];
    house_build(&h, NULL);
    open_tables(&h);
    for (unsigned round = 0; round < 6; round++) {
        /* The bank moves on after two hands; two are enough here. */
        for (unsigned i = 0; i < (round < 2 ? 4 : 3); i++) house_play_round(&h, i, false);
        trey_cents chips = 0, again = 0;
        for (trey_player player = 2; player <= 9; player++) chips += house_chips(&h, player);
        for (unsigned i = 0; i < 4; i++) before[i] = *trey_house_table(h.house, i);
        house_drop(&h);
        house_open(&h);
        assert_int_equal(trey_house_tables(h.house), 4);
        tables_are_the_same(&h, before, 4);
        for (trey_player player = 2; player <= 9; player++) again += house_chips(&h, player);
        assert_int_equal(chips, again);
    }
    house_tear_down(&h);
}

static void the_same_id_gets_the_same_answer(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    trey_command open = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_DEALER};
    trey_command bet = {.verb = TREY_VERB_BET,
                        .role = TREY_ROLE_PLAYER,
                        .seat = 2,
                        .actor = 2,
                        .player = 2,
                        .wager = TREY_WAGER_ANTE,
                        .amount = 1000};
    trey_command_id id = house_next_id(&h), low = house_next_id(&h);
    trey_reply first, second;
    house_give(&h, 0, &open);
    assert_int_equal(trey_house_command(h.house, 0, &id, &bet, &first), TREY_STATUS_OK);
    assert_false(first.again);
    /* Before the flush, after it, and after a restart. */
    for (unsigned when = 0; when < 3; when++) {
        if (when == 1) assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
        if (when == 2) house_drop(&h);
        if (when == 2) house_open(&h);
        assert_int_equal(trey_house_command(h.house, 0, &id, &bet, &second), TREY_STATUS_OK);
        assert_true(second.again);
        assert_int_equal(second.refused, first.refused);
        assert_int_equal(second.records, first.records);
        assert_int_equal(house_chips(&h, 2), 99000);
    }
    /* A refusal too, even when the bet would be taken by now. */
    bet.amount = 1;
    assert_int_equal(trey_house_command(h.house, 1, &low, &bet, &first), TREY_STATUS_OK);
    assert_int_equal(first.refused, TREY_REFUSED_NOT_OPEN);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    house_give(&h, 1, &open);
    bet.amount = 1000;
    assert_int_equal(trey_house_command(h.house, 1, &low, &bet, &second), TREY_STATUS_OK);
    assert_true(second.again);
    assert_int_equal(second.refused, TREY_REFUSED_NOT_OPEN);
    house_tear_down(&h);
}

static void nobody_bets_chips_that_he_does_not_have(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    house_by_dealer(&h, 0, TREY_VERB_OPEN);
    assert_int_equal(house_by_player(&h, 0, TREY_VERB_BET, 1, 77, TREY_WAGER_ANTE, 1000),
                     TREY_HOUSE_REFUSED_CHIPS_SHORT);
    assert_int_equal(trey_house_table(h.house, 0)->box[0].bettors, 0);
    house_buy_in(&h, 77, 999);
    assert_int_equal(house_by_player(&h, 0, TREY_VERB_BET, 1, 77, TREY_WAGER_ANTE, 1000),
                     TREY_HOUSE_REFUSED_CHIPS_SHORT);
    house_buy_in(&h, 77, 1);
    assert_int_equal(house_by_player(&h, 0, TREY_VERB_BET, 1, 77, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_chips(&h, 77), 0);
    trey_cage_command out = {.kind = TREY_CAGE_CASH_OUT,
                             .role = TREY_CAGE_CASHIER,
                             .actor = 900,
                             .player = 2,
                             .amount = 100001};
    trey_reply reply;
    assert_int_equal(trey_house_cage(h.house, NULL, &out, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_CHIPS_SHORT);
    out.amount = 0;
    assert_int_equal(trey_house_cage(h.house, NULL, &out, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_BAD_AMOUNT);
    out.amount = 100000;
    for (unsigned role = TREY_ROLE_PLAYER; role <= TREY_CAGE_CASHIER + 2; role++) {
        bool may = role == TREY_ROLE_SHIFT_MANAGER || role == TREY_CAGE_CASHIER;
        out.role = (uint8_t)role;
        for (unsigned named = may; named < 2; named++) {
            out.actor = named && !may ? 900 : TREY_NOBODY;
            assert_int_equal(trey_house_cage(h.house, NULL, &out, &reply), TREY_STATUS_OK);
            assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_ROLE_TOO_LOW);
        }
    }
    out.role = TREY_ROLE_SHIFT_MANAGER;
    out.actor = 900;
    assert_int_equal(trey_house_cage(h.house, NULL, &out, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(house_chips(&h, 2), 0);
    house_tear_down(&h);
}

/* ---- The cage ------------------------------------------------------------------------ */
static unsigned at_the_cage(house_of_cards *h, const trey_cage_command *command) {
    trey_reply reply;
    assert_int_equal(trey_house_cage(h->house, NULL, command, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    return reply.refused;
}

/* A refused transfer moves nothing on either side, now and after a restart. */
static void a_refused_transfer_leaves_both_as_they_were(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    house_buy_in(&h, 2, 1000);
    house_buy_in(&h, 3, 5000);
    trey_cage_command pass = {.kind = TREY_CAGE_TRANSFER,
                              .role = TREY_CAGE_CASHIER,
                              .actor = 900,
                              .player = 2,
                              .other = 3,
                              .amount = 1001};
    assert_int_equal(at_the_cage(&h, &pass), TREY_HOUSE_REFUSED_CHIPS_SHORT);
    assert_int_equal(house_chips(&h, 2), 1000);
    assert_int_equal(house_chips(&h, 3), 5000);
    pass.amount = 1000;
    assert_int_equal(at_the_cage(&h, &pass), 0);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(house_chips(&h, 2), 0);
        assert_int_equal(house_chips(&h, 3), 6000);
        house_drop(&h);
        house_open(&h);
    }
    house_tear_down(&h);
}

/* Each command is wrong in two ways; the first one counts. */
static void the_cage_refuses_in_this_order(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    const trey_stream running = trey_house_table_stream(h.house, 3),
                      idle = trey_house_table_stream(h.house, 0);
    assert_int_equal(house_by_dealer(&h, 3, TREY_VERB_OPEN), 0);
    const trey_cents most = TREY_LIMIT_MAX;
#define CAGE(what, who, by, whose, to, cents)                                                      \
    {                                                                                              \
        .kind = (what), .role = (who), .actor = (by), .player = (whose), .other = (to),            \
        .amount = (cents)                                                                          \
    }
    enum { CASHIER = TREY_CAGE_CASHIER, PIT = TREY_ROLE_PIT_MANAGER };
    const struct {
        trey_cage_command command;
        unsigned refused;
    } cases[] = {
        {CAGE(0, PIT, 900, 0, 0, -1), TREY_REFUSED_NO_SUCH_COMMAND},
        {CAGE(TREY_CAGE_REVERSAL + 1, PIT, 900, 0, 0, -1), TREY_REFUSED_NO_SUCH_COMMAND},
        {CAGE(TREY_CAGE_BUY_IN, PIT, 900, 0, 0, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_CASH_OUT, PIT, 900, 0, 0, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_TRANSFER, PIT, 900, 2, 2, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_TRANSFER, PIT, 900, 2, 0, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_TRANSFER, PIT, 900, 0, 2, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_BOX, PIT, 900, 2, idle, -1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 2, idle, 1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_BUY_IN, PIT, 900, 2, 0, -1), TREY_HOUSE_REFUSED_ROLE_TOO_LOW},
        {CAGE(TREY_CAGE_TRANSFER, PIT, 900, 2, 3, 0), TREY_HOUSE_REFUSED_ROLE_TOO_LOW},
        {CAGE(TREY_CAGE_BOX, PIT, 900, 0, 99999, -1), TREY_HOUSE_REFUSED_ROLE_TOO_LOW},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, 99999, -1), TREY_HOUSE_REFUSED_BAD_AMOUNT},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, running, most + 1), TREY_HOUSE_REFUSED_BAD_AMOUNT},
        {CAGE(TREY_CAGE_CASH_OUT, CASHIER, 900, 2, 0, most + 1), TREY_HOUSE_REFUSED_BAD_AMOUNT},
        {CAGE(TREY_CAGE_CASH_OUT, CASHIER, 900, 2, 0, most), TREY_HOUSE_REFUSED_CHIPS_SHORT},
        {CAGE(TREY_CAGE_TRANSFER, CASHIER, 900, 2, 3, 0), TREY_HOUSE_REFUSED_BAD_AMOUNT},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, 99999, 1), TREY_REFUSED_NO_SUCH_PLAYER},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, running, most), TREY_REFUSED_ROUND_RUNNING},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, idle, most), TREY_HOUSE_REFUSED_BOX_SHORT},
        {CAGE(TREY_CAGE_BOX, CASHIER, 900, 0, idle, 0), TREY_HOUSE_REFUSED_BOX_SHORT},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned refused = at_the_cage(&h, &cases[i].command);
        if (refused != cases[i].refused)
            fail_msg("case %u: %s, and not %s", i, trey_reply_word(refused),
                     trey_reply_word(cases[i].refused));
    }
    assert_int_equal(house_chips(&h, 2), 100000);
    /* The most that goes over the counter at once. */
    const trey_cage_command all = CAGE(TREY_CAGE_BUY_IN, CASHIER, 900, 8, 0, most);
    assert_int_equal(at_the_cage(&h, &all), 0);
    assert_int_equal(house_chips(&h, 8), 100000 + most);
    house_tear_down(&h);
}

/* What a round put into the box in this very batch is in it. */
static void a_box_is_emptied_of_what_was_staged(void **state) {
    (void)state;
    house_of_cards h;
    trey_cents drop = 0;
    trey_reply reply;
    house_build(&h, NULL);
    open_tables(&h);
    house_play_round(&h, 3, false);
    assert_int_equal(trey_house_drop(h.house, 3, &drop), TREY_STATUS_OK);
    assert_true(drop > 0);
    const trey_cage_command box = {.kind = TREY_CAGE_BOX,
                                   .role = TREY_CAGE_CASHIER,
                                   .actor = 900,
                                   .other = trey_house_table_stream(h.house, 3)};
    /* A second time in the same batch there is nothing left. */
    assert_int_equal(trey_house_cage(h.house, NULL, &box, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_cage(h.house, NULL, &box, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_BOX_SHORT);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_house_drop(h.house, 3, &drop), TREY_STATUS_OK);
    assert_int_equal(drop, 0);
    house_tear_down(&h);
}

/* ---- At the edges ------------------------------------------------------------------------- */
/* A house that ends its day signs the last record, whether it is stored or staged, and nothing a
 * second time. */
static void a_finished_house_has_signed_its_last_record(void **state) {
    (void)state;
    house_of_cards h;
    trey_receipt receipt;
    trey_reply reply;
    trey_store_info info;
    const trey_cage_command buy = {
        .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = 5, .amount = 700};
    house_build(&h, NULL);
    assert_int_equal(trey_house_finish(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 1);
    assert_int_equal(trey_house_finish(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 0);
    /* One that is stored. */
    assert_int_equal(trey_house_cage(h.house, NULL, &buy, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 0);
    assert_int_equal(trey_house_finish(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 2);
    /* One that is staged. */
    assert_int_equal(trey_house_cage(h.house, NULL, &buy, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_finish(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 3);
    assert_int_equal(trey_house_finish(h.house, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 0);
    assert_int_equal(trey_store_tell(h.store, &info), TREY_STATUS_OK);
    trey_cursor *cursor;
    const trey_store_item *item;
    assert_int_equal(trey_cursor_open(&cursor, h.store, TREY_PART_CHECKPOINTS, 2), TREY_STATUS_OK);
    assert_int_equal(trey_cursor_next(cursor, &item), TREY_STATUS_OK);
    assert_int_equal(item->checkpoint.count, info.records);
    assert_memory_equal(&item->checkpoint.root, &info.root, sizeof info.root);
    trey_cursor_close(cursor);
    house_tear_down(&h);
}

/* Whoever is refused is told of nothing that happened, and leaves nothing behind. */
static void a_refusal_leaves_nothing_behind(void **state) {
    (void)state;
    house_of_cards h;
    trey_reply reply;
    const trey_command early = {.verb = TREY_VERB_OPEN, .role = TREY_ROLE_PLAYER, .actor = 2},
                       bet = {.verb = TREY_VERB_BET,
                              .role = TREY_ROLE_PLAYER,
                              .seat = 1,
                              .actor = 77,
                              .player = 77,
                              .wager = TREY_WAGER_ANTE,
                              .amount = 1000};
    house_build(&h, NULL);
    open_tables(&h);
    assert_int_not_equal(house_give(&h, 0, &early), 0);
    assert_false(trey_house_fairness(h.house, 0)->committed);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_OPEN), 0);
    const trey_table before = *trey_house_table(h.house, 0);
    assert_int_equal(trey_house_command(h.house, 0, NULL, &bet, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, TREY_HOUSE_REFUSED_CHIPS_SHORT);
    assert_non_null(reply.decision);
    assert_int_equal(reply.decision->count, 0);
    assert_int_equal(reply.records, 0);
    assert_memory_equal(trey_house_table(h.house, 0), &before, sizeof before);
    house_tear_down(&h);
}

/* A snapshot that is taken brings a state that no record gives, and so shows that it was. */
static void a_snapshot_of_another_layout_is_passed_over(void **state) {
    (void)state;
    static const struct {
        bool other_number;
        int off; /* bytes too many */
        bool taken;
    } cases[] = {{true, 0, false}, {false, -1, false}, {false, 1, false}, {false, 0, true}};
    house_of_cards h;
    trey_batch *batch;
    house_build(&h, NULL);
    open_tables(&h);
    house_play_round(&h, 0, false);
    const trey_table played = *trey_house_table(h.house, 0);
    const trey_stream stream = trey_house_table_stream(h.house, 0);
    trey_table other = played;
    other.round += 7;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bytes[TREY_TABLE_SNAPSHOT_BYTES + 1] = {0};
        uint64_t place;
        trey_table_snapshot_encode(&other, bytes);
        if (cases[i].other_number) bytes[0]++;
        assert_int_equal(trey_store_place(h.store, stream, &place), TREY_STATUS_OK);
        assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
        trey_batch_snapshot(batch, stream, place, bytes,
                            TREY_TABLE_SNAPSHOT_BYTES + (size_t)cases[i].off);
        assert_int_equal(trey_store_commit(h.store, batch, NULL), TREY_STATUS_OK);
        trey_batch_close(batch);
        house_drop(&h);
        house_open(&h);
        assert_memory_equal(trey_house_table(h.house, 0), cases[i].taken ? &other : &played,
                            sizeof played);
    }
    house_tear_down(&h);
}

/* A claim names table, round and seat; the rest of the award is filled in, each in its place. */
static void a_claim_is_told_all_of_its_award(void **state) {
    (void)state;
    trey_unpaid_list list = {.count = 0};
    for (unsigned i = 0; i < 3; i++) {
        const trey_unpaid award = {.table = 4,
                                   .seat = (uint8_t)(i + 1),
                                   .player = 100 + i,
                                   .round = 9,
                                   .value = 1000 + i,
                                   .award = {20 + i, 100},
                                   .players_first_card = 11 + i,
                                   .players_third_card = 22 + i,
                                   .dealers_third_card = 33 + i};
        trey_unpaid_add(&list, &award);
    }
    trey_link_command claim = {.verb = TREY_LINK_CLAIM, .round = 9, .hit = {.table = 4, .seat = 2}};
    trey_unpaid_tell(&list, &claim);
    assert_int_equal(claim.player, 101);
    assert_int_equal(claim.amount, 1001);
    assert_int_equal(claim.hit.award.n, 21);
    assert_int_equal(claim.hit.award.d, 100);
    assert_int_equal(claim.hit.players_first_card, 12);
    assert_int_equal(claim.hit.players_third_card, 23);
    assert_int_equal(claim.hit.dealers_third_card, 34);
    /* Of what is not there it is told nothing, whatever it said. */
    claim.round = 8;
    trey_unpaid_tell(&list, &claim);
    assert_int_equal(claim.amount, 0);
    assert_int_equal(claim.player, TREY_NOBODY);
    assert_false(trey_unpaid_drop(&list, 4, 8, 2));
    assert_false(trey_unpaid_drop(&list, 5, 9, 2));
    assert_true(trey_unpaid_drop(&list, 4, 9, 2));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.award[0].seat, 1);
    assert_int_equal(list.award[1].seat, 3);
}

static bool no_entropy(void *context, void *out, size_t count) {
    (void)context, (void)out, (void)count;
    return false;
}

static void without_entropy_no_round_opens(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    trey_house_close(h.house);
    const trey_house_options options = {
        .name = "the house", .seal = &h.keys.seal, .entropy = no_entropy};
    trey_store_message message;
    assert_int_equal(trey_house_open(&h.house, h.store, &options, &message), TREY_STATUS_OK);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_OPEN), TREY_HOUSE_REFUSED_NO_ENTROPY);
    assert_int_equal(trey_house_table(h.house, 0)->phase, TREY_PHASE_IDLE);
    house_tear_down(&h);
}

static void a_store_is_one_houses(void **state) {
    (void)state;
    house_of_cards h;
    trey_house *other;
    trey_store_message message;
    house_build(&h, NULL);
    const trey_house_options options = {.name = "another house", .seal = &h.keys.seal};
    trey_house_close(h.house);
    h.house = NULL;
    assert_int_equal(trey_house_open(&other, h.store, &options, &message), TREY_STATUS_INVALID);
    assert_non_null(strstr(message.text, "belongs to the house"));
    trey_store_close(h.store);
    h.store = NULL;
    house_open(&h);
    house_tear_down(&h);
}

static void cards_come_from_the_shuffler_or_from_the_dealer(void **state) {
    (void)state;
    house_of_cards h;
    unsigned index;
    house_build(&h, NULL);
    open_tables(&h);
    trey_table_terms terms = house_terms("physical", "mbs", "");
    terms.config.system_deck = false;
    assert_int_equal(trey_house_table_open(h.house, &terms, &index), TREY_STATUS_OK);
    house_by_dealer(&h, 0, TREY_VERB_OPEN);
    house_by_dealer(&h, index, TREY_VERB_OPEN);
    house_by_player(&h, 0, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
    house_by_player(&h, index, TREY_VERB_BET, 2, 3, TREY_WAGER_ANTE, 1000);
    house_by_dealer(&h, 0, TREY_VERB_CLOSE);
    house_by_dealer(&h, index, TREY_VERB_CLOSE);
    trey_command card = {
        .verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .cards = {7}, .count = 1};
    assert_int_equal(house_give(&h, 0, &card), TREY_REFUSED_CARDS_ARE_SHUFFLED);
    assert_int_equal(house_give(&h, index, &card), 0);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_RECALL), TREY_REFUSED_CARDS_ARE_SHUFFLED);
    assert_int_equal(house_by_dealer(&h, index, TREY_VERB_RECALL), 0);
    assert_int_equal(house_by_dealer(&h, index, TREY_VERB_RECALL), TREY_REFUSED_NO_ENTRY);
    assert_int_equal(house_give(&h, index, &card), 0);
    assert_int_equal(house_deal(&h, index), TREY_HOUSE_REFUSED_CARDS_ARE_ENTERED);
    assert_int_equal(house_deal(&h, 0), 0);
    assert_int_equal(house_deal(&h, 0), TREY_REFUSED_NOT_DEALING);
    house_tear_down(&h);
}

/* Whatever was dealt before, the next round begins with all of the cards, in another order.
 * proves [mbs 2.1] [rws 1.4] [ca-six-card Dealing 1] */
static void every_round_has_a_deck_of_its_own(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    for (unsigned i = 0; i < 4; i++) {
        trey_card last[TREY_CARDS] = {0};
        for (unsigned round = 0; round < 2; round++) {
            house_play_round(&h, i, false);
            const trey_table *table = trey_house_table(h.house, i);
            unsigned char there[TREY_CARDS] = {0};
            assert_int_equal(table->deck_count, TREY_CARDS);
            for (unsigned k = 0; k < TREY_CARDS; k++) there[table->deck[k]]++;
            for (unsigned k = 0; k < TREY_CARDS; k++) assert_int_equal(there[k], 1);
            assert_memory_not_equal(last, table->deck, sizeof last);
            memcpy(last, table->deck, sizeof last);
        }
    }
    house_tear_down(&h);
}

/* ---- Fairness ----------------------------------------------------------------------- */
static void what_was_published_belongs_together(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    for (unsigned i = 0; i < 4; i++) house_play_round(&h, i, false);
    /* A round with shares, watched from the side. */
    house_by_dealer(&h, 0, TREY_VERB_OPEN);
    house_by_player(&h, 0, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
    house_by_player(&h, 0, TREY_VERB_BET, 3, 3, TREY_WAGER_ANTE, 1000);
    assert_int_equal(house_pledge(&h, 0, 3), 0);
    assert_int_equal(house_pledge(&h, 0, 2), 0);
    house_by_dealer(&h, 0, TREY_VERB_CLOSE);
    house_shares(&h, 0);
    house_deal(&h, 0);
    const trey_fairness published = *trey_house_fairness(h.house, 0);
    trey_opening opening[TREY_CARDS], others[TREY_CARDS];
    /* Nobody has looked: nothing may be opened. Then exactly his three cards. */
    assert_int_equal(trey_house_openings(h.house, 0, TREY_ROLE_PLAYER, 2, opening), 0);
    house_by_player(&h, 0, TREY_VERB_VIEW, 2, 2, 0, 0);
    assert_int_equal(trey_house_openings(h.house, 0, TREY_ROLE_PLAYER, 2, opening), 3);
    assert_int_equal(trey_house_openings(h.house, 0, TREY_ROLE_PLAYER, 3, others), 0);
    assert_int_equal(trey_house_openings(h.house, 0, TREY_ROLE_DEALER, 0, others), 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(
            trey_opening_holds(&opening[i], &published.root[trey_joint_pick(&published.joint)]));
        assert_int_equal(opening[i].card, trey_house_table(h.house, 0)->box[1].card[i]);
    }
    house_by_player(&h, 0, TREY_VERB_PLAY, 2, 2, 0, 0);
    house_by_player(&h, 0, TREY_VERB_VIEW, 3, 3, 0, 0);
    house_by_player(&h, 0, TREY_VERB_FOLD, 3, 3, 0, 0);
    house_by_dealer(&h, 0, TREY_VERB_REVEAL);
    assert_int_equal(trey_house_openings(h.house, 0, TREY_ROLE_PLAYER, 4, opening), 3);
    house_by_dealer(&h, 0, TREY_VERB_SETTLE);
    /* Every commitment of the store, checked by the second pair of eyes. */
    unsigned checked = 0;
    for (unsigned t = 0; t < 4; t++) {
        trey_cursor *cursor;
        const trey_store_item *item;
        trey_hash commitment = {{0}}, root[TREY_STACKS];
        uint64_t round = 0;
        trey_event deck = {.kind = 0};
        trey_cut_record cut;
        trey_hash pledge[2];
        trey_share share[2];
        trey_check_pledge told[2];
        size_t count = 0, opened = 0;
        trey_command_id id;
        assert_int_equal(trey_cursor_open_stream(&cursor, h.store, TREY_PART_RECORDS,
                                                 trey_house_table_stream(h.house, t), 0),
                         TREY_STATUS_OK);
        trey_hash book = trey_rulebook_hash(trey_rules_book(trey_house_rules(h.house, t)));
        while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
            const trey_record *record = &item->record;
            trey_fate_record fate;
            if (record->type == TREY_RECORD_COMMITMENT) {
                assert_true(trey_commitment_decode(record, &round, &commitment, root));
                count = opened = 0;
            } else if (record->type == TREY_RECORD_PLEDGE) {
                assert_true(trey_pledge_decode(record, &id, &told[count].player, &pledge[count]));
                told[count].pledge = pledge[count].byte;
                count++;
            } else if (record->type == TREY_RECORD_SHARE) {
                trey_player player;
                assert_true(trey_share_decode(record, &id, &player, &share[opened]));
                assert_int_equal(player, told[opened].player);
                told[opened].share = share[opened].byte;
                opened++;
            } else if (record->type == TREY_RECORD_CUT) {
                assert_true(trey_cut_decode(record, &cut));
            } else if (record->type == TREY_RECORD_SEALED) {
                assert_true(trey_event_unseal(record, &h.keys.seal, &deck));
            } else if (record->type == TREY_RECORD_FATE) {
                assert_true(trey_fate_decode(record, &fate));
                assert_int_equal(fate.round, round);
                const trey_check_round check = {.house = "the house",
                                                .table = trey_house_terms(h.house, t)->name,
                                                .round = round,
                                                .rulebook = book.byte,
                                                .seed = fate.seed.byte,
                                                .commitment = commitment.byte,
                                                .root = {root[0].byte, root[1].byte},
                                                .pledge = told,
                                                .pledges = count,
                                                .list = cut.list.byte,
                                                .joint = cut.joint.byte,
                                                .spare = cut.spare.byte,
                                                .deck = deck.cards.card};
                assert_int_equal(trey_check(&check), TREY_CHECK_AGREES);
                checked++;
            }
        }
        trey_cursor_close(cursor);
    }
    assert_int_equal(checked, 5);
    /* The seed is not kept any longer. */
    trey_kept kept;
    assert_int_equal(trey_store_kept(h.store, trey_house_table_stream(h.house, 0), "seed", &kept),
                     TREY_STATUS_NOT_FOUND);
    house_tear_down(&h);
}

/* ---- Interruption ----------------------------------------------------------------------- */
/* proves [mbs 5.16.1] [rws 5.7] */
static void a_round_that_was_running_is_concluded_as_its_book_says(void **state) {
    (void)state;
    house_of_cards h;
    house_build(&h, NULL);
    open_tables(&h);
    for (unsigned i = 0; i < 4; i++) {
        house_by_dealer(&h, i, TREY_VERB_OPEN);
        if (i == 3) house_by_player(&h, i, TREY_VERB_BANK, 1, 9, 0, 50000);
        house_by_player(&h, i, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000);
        house_by_dealer(&h, i, TREY_VERB_CLOSE);
        house_deal(&h, i);
    }
    house_drop(&h);
    house_open(&h);
    /* Nothing was won or lost: at MBS the wagers may be withdrawn, the others are void. */
    assert_int_equal(trey_house_table(h.house, 0)->gate, TREY_GATE_WITHDRAWAL);
    for (unsigned i = 1; i < 4; i++)
        assert_int_equal(trey_house_table(h.house, i)->phase, TREY_PHASE_IDLE);
    assert_int_equal(house_chips(&h, 2), 99000);
    assert_int_equal(house_chips(&h, 9), 1000000);
    house_by_player(&h, 0, TREY_VERB_CHOOSE, 2, 2, 0, 0); /* goes on */
    assert_int_equal(house_by_player(&h, 0, TREY_VERB_PLAY, 2, 2, 0, 0), 0);
    house_drop(&h);
    house_open(&h);
    /* Once more before the dealer's hand is open; then it stands. */
    assert_int_equal(trey_house_table(h.house, 0)->gate, TREY_GATE_WITHDRAWAL);
    house_by_player(&h, 0, TREY_VERB_CHOOSE, 2, 2, 0, 0);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_REVEAL), 0);
    house_drop(&h);
    house_open(&h);
    assert_int_equal(trey_house_table(h.house, 0)->gate, TREY_GATE_NONE);
    assert_int_equal(house_by_dealer(&h, 0, TREY_VERB_SETTLE), 0);
    house_tear_down(&h);
}

/* ---- Jackpots ------------------------------------------------------------------------------ */
static const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 1000000};

static void tables_share_a_meter(void **state) {
    (void)state;
    house_of_cards h;
    unsigned jackpot, one, two;
    house_build(&h, NULL);
    for (trey_player player = 2; player <= 9; player++) house_buy_in(&h, player, 10000000);
    assert_int_equal(trey_house_jackpot_open(h.house, "big", "mbs", &linked, 1200000, &jackpot),
                     TREY_STATUS_OK);
    trey_table_terms terms = house_terms("one", "mbs", "big");
    assert_int_equal(trey_house_table_open(h.house, &terms, &one), TREY_STATUS_OK);
    terms = house_terms("two", "mbs", "big");
    assert_int_equal(trey_house_table_open(h.house, &terms, &two), TREY_STATUS_OK);
    terms = house_terms("three", "mbs", "none such");
    assert_int_equal(trey_house_table_open(h.house, &terms, &two), TREY_STATUS_INVALID);
    two = 1;
    trey_cents bets = 0;
    unsigned hits = 0;
    for (unsigned round = 0; round < 12; round++) {
        house_play_round(&h, round % 2, true);
        bets += 300;
        const trey_link *link = trey_house_jackpot(h.house, jackpot);
        assert_int_equal(link->live, 0);
        hits += link->hits > 0;
        if (!hits) assert_int_equal(link->value, 1200000 + bets);
        assert_int_equal(link->contributed, bets);
        trey_cents meter = 0;
        assert_int_equal(trey_store_balance(h.store, trey_account_of(TREY_LEDGER_METER, 1), &meter),
                         TREY_STATUS_OK);
    }
    const trey_link before = *trey_house_jackpot(h.house, jackpot);
    house_drop(&h);
    house_open(&h);
    assert_memory_equal(trey_house_jackpot(h.house, 0), &before, sizeof before);
    house_tear_down(&h);
}

/* A file has one process, whose house may call itself shared nevertheless. */
static void a_shared_house_plays_in_a_file(void **state) {
    (void)state;
    house_of_cards h;
    unsigned table;
    house_build_shared(&h, NULL);
    for (trey_player player = 2; player <= 9; player++) house_buy_in(&h, player, 1000000);
    const trey_table_terms terms = house_terms("one", "rws", "");
    assert_int_equal(trey_house_table_open(h.house, &terms, &table), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    house_play_round(&h, table, false);
    assert_int_equal(house_by_dealer(&h, table, TREY_VERB_OPEN), 0);
    assert_int_equal(house_by_player(&h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000), 0);
    /* Opened again it leads nothing, and interrupts what it takes over. */
    house_drop(&h);
    house_open(&h);
    assert_int_equal(house_by_dealer(&h, table, TREY_VERB_CLOSE), TREY_HOUSE_REFUSED_NOT_LEADING);
    assert_int_equal(trey_house_table(h.house, table)->phase, TREY_PHASE_BETTING);
    assert_int_equal(trey_house_lead(h.house, table), TREY_STATUS_OK);
    assert_int_equal(trey_house_table(h.house, table)->phase, TREY_PHASE_IDLE);
    house_play_round(&h, table, false);
    house_tear_down(&h);
}

static void how_a_table_is_run_stands_in_its_record(void **state) {
    (void)state;
    house_of_cards h;
    unsigned table;
    house_build(&h, NULL);
    trey_table_terms terms = house_terms("new", "mbs", ""), read;
    terms.run = terms.automatic = true;
    strcpy(terms.title, "Zur Sieben");
    assert_int_equal(trey_house_table_open(h.house, &terms, &table), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    house_drop(&h);
    house_open(&h);
    const trey_table_terms *kept = trey_house_terms(h.house, table);
    assert_true(kept->run && kept->automatic);
    assert_string_equal(kept->title, "Zur Sieben");
    trey_cursor *cursor;
    const trey_store_item *item;
    assert_int_equal(trey_cursor_open_stream(&cursor, h.store, TREY_PART_RECORDS,
                                             trey_house_table_stream(h.house, table), 0),
                     TREY_STATUS_OK);
    assert_int_equal(trey_cursor_next(cursor, &item), TREY_STATUS_OK);
    trey_record record = item->record;
    uint8_t body[2048];
    memcpy(body, record.body, record.size);
    record.body = body;
    trey_cursor_close(cursor);
    const uint32_t whole = record.size, tail = 3 + (uint32_t)strlen(terms.title);
    assert_true(trey_terms_decode(&record, &read) && read.run && read.automatic);
    for (record.size = whole - tail; record.size < whole; record.size++)
        assert_false(trey_terms_decode(&record, &read));
    body[whole - tail] = 2; /* neither yes nor no */
    assert_false(trey_terms_decode(&record, &read));
    body[whole - tail] = 0; /* and then nothing may follow */
    assert_false(trey_terms_decode(&record, &read));
    record.size = whole - tail + 1;
    assert_true(trey_terms_decode(&record, &read) && !read.run && !read.automatic);
    record.size = whole;
    body[whole - tail] = 1;
    body[whole - tail + 1] = 2;
    assert_false(trey_terms_decode(&record, &read));
    body[whole - tail + 1] = 0;
    assert_true(trey_terms_decode(&record, &read) && read.run && !read.automatic);
    house_tear_down(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_survive_a_restart),
        cmocka_unit_test(the_same_id_gets_the_same_answer),
        cmocka_unit_test(nobody_bets_chips_that_he_does_not_have),
        cmocka_unit_test(a_finished_house_has_signed_its_last_record),
        cmocka_unit_test(a_refusal_leaves_nothing_behind),
        cmocka_unit_test(a_snapshot_of_another_layout_is_passed_over),
        cmocka_unit_test(a_claim_is_told_all_of_its_award),
        cmocka_unit_test(a_refused_transfer_leaves_both_as_they_were),
        cmocka_unit_test(the_cage_refuses_in_this_order),
        cmocka_unit_test(a_box_is_emptied_of_what_was_staged),
        cmocka_unit_test(without_entropy_no_round_opens),
        cmocka_unit_test(a_store_is_one_houses),
        cmocka_unit_test(cards_come_from_the_shuffler_or_from_the_dealer),
        cmocka_unit_test(every_round_has_a_deck_of_its_own),
        cmocka_unit_test(what_was_published_belongs_together),
        cmocka_unit_test(a_round_that_was_running_is_concluded_as_its_book_says),
        cmocka_unit_test(tables_share_a_meter),
        cmocka_unit_test(a_shared_house_plays_in_a_file),
        cmocka_unit_test(how_a_table_is_run_stands_in_its_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
