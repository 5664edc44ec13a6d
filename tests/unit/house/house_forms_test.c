/* house_forms_test.c -- every member of the records of a house comes back as it was given.
 *
 * No member has a value that it would have by itself, and no two have the same: one that is
 * dropped, or read into the place of another, is noticed. */
#include "cmocka_suite.h"

#include <string.h>

#include "house_of_cards.h"
#include "trey/wire.h"

static house_of_cards h;

static int set_up(void **state) {
    (void)state;
    house_build(&h, NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    house_tear_down(&h);
    return 0;
}

static void flush(void) {
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
}

/* The record of this type with this number in its stream, from 0 on; its bytes stay good. */
static trey_record record_of(trey_stream stream, unsigned type, unsigned number) {
    static uint8_t bytes[4][4096];
    static unsigned turn;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_record found = {.seq = 0};
    assert_int_equal(trey_cursor_open_stream(&cursor, h.store, TREY_PART_RECORDS, stream, 0),
                     TREY_STATUS_OK);
    while (found.seq == 0 && trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        if (item->record.type != type || number-- > 0) continue;
        found = item->record;
        assert_true(found.size <= sizeof bytes[0]);
        found.body = memcpy(bytes[turn++ % 4], item->record.body, found.size);
    }
    trey_cursor_close(cursor);
    assert_true(found.seq > 0);
    return found;
}

/* ---- Terms ------------------------------------------------------------------------------- */
static void same_terms(const trey_table_terms *given, const trey_table_terms *read) {
    assert_string_equal(given->name, read->name);
    assert_string_equal(given->rulebook, read->rulebook);
    assert_string_equal(given->readings, read->readings);
    assert_string_equal(given->values, read->values);
    assert_string_equal(given->jackpot, read->jackpot);
    assert_memory_equal(&given->config, &read->config, sizeof given->config);
    assert_int_equal(given->meter, read->meter);
    assert_int_equal(given->run, read->run);
    assert_int_equal(given->automatic, read->automatic);
    assert_string_equal(given->title, read->title);
}

static void terms_of_a_table_come_back(void **state) {
    (void)state;
    unsigned table;
    trey_table_terms given = house_terms("a name of its own", "mbs", ""), read;
    strcpy(given.readings, "A-ALL-02=B");
    strcpy(given.values, "pays.pair_plus.straight=5");
    given.config.jackpot = 1;
    given.config.jackpot_bet = 500;
    given.config.jackpot_contribution = 100;
    given.config.jackpot_reset = 1000000;
    given.meter = 1234567;
    for (unsigned way = 0; way < 4; way++) {
        given.name[0] = (char)('a' + way);
        given.config.system_deck = !(way & 1);
        given.run = way & 2;
        given.automatic = way == 2;
        strcpy(given.title, given.run ? "Seven Seas" : "");
        trey_status status = trey_house_table_open(h.house, &given, &table);
        if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(h.house));
        flush();
        const trey_record record =
            record_of(trey_house_table_stream(h.house, table), TREY_RECORD_OPENED, 0);
        assert_true(trey_terms_decode(&record, &read));
        same_terms(&given, &read);
        house_drop(&h);
        house_open(&h);
        same_terms(&given, trey_house_terms(h.house, table));
        trey_store_message message;
        trey_rulebook *book = trey_terms_book(trey_house_terms(h.house, table), &message);
        assert_non_null(book);
        assert_int_equal(trey_rulebook_rule(book, TREY_KEY_PAY_PAIR_PLUS_STRAIGHT)->value.n, 5);
        trey_rulebook_close(book);
    }
}

static void terms_of_a_jackpot_come_back(void **state) {
    (void)state;
    unsigned jackpot;
    const trey_link_parameters given = {.bet = 500,
                                        .fixed = 0,
                                        .rate = 220000,
                                        .reserve_rate = 50000,
                                        .reset = 1000000,
                                        .ceiling = 7654321};
    trey_jackpot_terms read;
    trey_stream stream;
    trey_status status = trey_house_jackpot_open(h.house, "big", "rws", &given, 2345678, &jackpot);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(h.house));
    flush();
    assert_int_equal(trey_store_stream(h.store, TREY_STREAM_JACKPOT, "big", false, 0, &stream),
                     TREY_STATUS_OK);
    const trey_record record = record_of(stream, TREY_RECORD_OPENED, 0);
    assert_true(trey_jackpot_terms_decode(&record, &read));
    assert_string_equal(read.rulebook, "rws");
    assert_memory_equal(&read.parameters, &given, sizeof given);
    assert_int_equal(read.start, 2345678);
}

/* ---- The cage ------------------------------------------------------------------------------ */
static void same_entry(const trey_cage_command *given, const trey_cage_command *read) {
    assert_int_equal(given->kind, read->kind);
    assert_int_equal(given->role, read->role);
    assert_int_equal(given->actor, read->actor);
    assert_int_equal(given->player, read->player);
    assert_int_equal(given->other, read->other);
    assert_int_equal(given->amount, read->amount);
    assert_int_equal(given->identified, read->identified);
    assert_int_equal(given->second, read->second);
    assert_int_equal(given->second_role, read->second_role);
    assert_int_equal(given->was, read->was);
    assert_int_equal(given->entry, read->entry);
    assert_string_equal(given->reason, read->reason);
}

static void entries_of_the_cage_come_back(void **state) {
    (void)state;
    unsigned table;
    trey_stream cage;
    const trey_table_terms terms = house_terms("one", "mbs", "");
    assert_int_equal(trey_house_table_open(h.house, &terms, &table), TREY_STATUS_OK);
    const trey_stream stream = trey_house_table_stream(h.house, table);
    trey_cage_command given[] = {
        {.kind = TREY_CAGE_FLOAT, .actor = 91, .amount = 900000},
        {.kind = TREY_CAGE_BUY_IN,
         .actor = 92,
         .player = 31,
         .amount = 50000,
         .identified = 1,
         .second = 93,
         .second_role = TREY_CAGE_CASHIER},
        {.kind = TREY_CAGE_CASH_OUT, .actor = 93, .player = 31, .amount = 1700},
        {.kind = TREY_CAGE_TRANSFER, .actor = 94, .player = 31, .other = 32, .amount = 2300},
        {.kind = TREY_CAGE_FILL, .actor = 95, .other = stream, .amount = 40100},
        {.kind = TREY_CAGE_CREDIT, .actor = 96, .other = stream, .amount = 100},
        {.kind = TREY_CAGE_VAULT, .actor = 97, .amount = 1100},
        {.kind = TREY_CAGE_REVERSAL, .actor = 98, .entry = 3, .reason = "counted twice"},
    };
    enum { ENTRIES = sizeof given / sizeof *given };
    for (unsigned i = 0; i < ENTRIES; i++) {
        trey_reply reply;
        trey_command_id id = house_next_id(&h);
        given[i].role =
            i % 2 || i == ENTRIES - 1 ? (uint8_t)TREY_ROLE_SHIFT_MANAGER : TREY_CAGE_CASHIER;
        assert_int_equal(trey_house_cage(h.house, &id, &given[i], &reply), TREY_STATUS_OK);
        if (reply.refused) fail_msg("entry %u: %s", i, trey_reply_text(reply.refused));
    }
    flush();
    /* The house has filled in what was reversed. */
    given[ENTRIES - 1].was = TREY_CAGE_CASH_OUT;
    given[ENTRIES - 1].player = 31;
    given[ENTRIES - 1].amount = 1700;
    assert_int_equal(trey_store_stream(h.store, TREY_STREAM_CAGE, "cage", false, 0, &cage),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < ENTRIES; i++) {
        trey_cage_command read;
        trey_command_id id;
        const trey_record record = record_of(cage, TREY_RECORD_EVENT, i);
        assert_true(trey_cage_decode(&record, &id, &read));
        same_entry(&given[i], &read);
        assert_int_equal(id.byte[15], h.commands - ENTRIES + i + 1);
    }
}

/* ---- Fates --------------------------------------------------------------------------------- */
static void bet_and_deal(unsigned table) {
    assert_int_equal(house_by_dealer(&h, table, TREY_VERB_OPEN), 0);
    assert_int_equal(house_by_player(&h, table, TREY_VERB_BET, 1, 2, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_dealer(&h, table, TREY_VERB_CLOSE), 0);
    assert_int_equal(house_deal(&h, table), 0);
}

static void rule_void(unsigned table) {
    const trey_command rule = {.verb = TREY_VERB_RULE,
                               .role = TREY_ROLE_SHIFT_MANAGER,
                               .ruling = TREY_RULING_VOID,
                               .reason = "the lights went out"};
    assert_int_equal(house_give(&h, table, &rule), 0);
}

static void report_interruption(unsigned table) {
    const trey_command report = {
        .verb = TREY_VERB_REPORT, .role = TREY_ROLE_DEALER, .kind = TREY_IRREGULARITY_INTERRUPTION};
    unsigned refused = house_give(&h, table, &report);
    if (refused) fail_msg("%s", trey_reply_text(refused));
}

/* Irregularities count from one; a ruling is none, whatever was reported before it in the same
 * round. */
static void a_fate_says_why_its_round_is_void(void **state) {
    (void)state;
    unsigned table;
    const trey_table_terms terms = house_terms("one", "rws", "");
    assert_int_equal(trey_house_table_open(h.house, &terms, &table), TREY_STATUS_OK);
    house_buy_in(&h, 2, 1000000);
    bet_and_deal(table); /* round 1: reported and confirmed */
    report_interruption(table);
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    const trey_command drop = {.verb = TREY_VERB_DROP, .role = TREY_ROLE_SHIFT_MANAGER};
    assert_int_equal(house_give(&h, table, &confirm), 0);
    bet_and_deal(table); /* round 2: reported, dropped, and void by a ruling */
    report_interruption(table);
    assert_int_equal(house_give(&h, table, &drop), 0);
    rule_void(table);
    assert_int_equal(house_by_dealer(&h, table, TREY_VERB_OPEN), 0); /* round 3: before a card */
    rule_void(table);
    static const trey_fate_record expected[] = {
        {.round = 1,
         .fate = TREY_FATE_VOID,
         .dealt = 1,
         .cause = TREY_IRREGULARITY_INTERRUPTION + 1,
         .reveal = TREY_REVEAL_ALL},
        {.round = 2, .fate = TREY_FATE_VOID, .dealt = 1, .reveal = TREY_REVEAL_ALL},
        {.round = 3, .fate = TREY_FATE_VOID, .reveal = TREY_REVEAL_ALL}};
    for (unsigned i = 0; i < 3; i++) {
        trey_fate_record read;
        const trey_record record =
            record_of(trey_house_table_stream(h.house, table), TREY_RECORD_FATE, i);
        assert_true(trey_fate_decode(&record, &read));
        assert_int_equal(read.round, expected[i].round);
        assert_int_equal(read.fate, expected[i].fate);
        assert_int_equal(read.dealt, expected[i].dealt);
        assert_int_equal(read.cause, expected[i].cause);
        assert_int_equal(read.reveal, expected[i].reveal);
    }
}

/* ---- Unpaid awards --------------------------------------------------------------------------- */
/* A list as a store keeps it is read member by member, in the order of docs/store.md. */
static void an_unpaid_award_is_read_member_by_member(void **state) {
    (void)state;
    uint8_t bytes[256];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_unpaid_list read;
    trey_write_byte(&to, 1);
    for (int64_t i = 1; i <= 10; i++) {
        if (i == 2)
            trey_write_byte(&to, 2);
        else
            trey_write_number(&to, i);
    }
    const trey_kept kept = {.size = (uint32_t)to.used, .body = bytes};
    assert_true(trey_unpaid_decode(&kept, &read));
    assert_int_equal(read.count, 1);
    const trey_unpaid *award = &read.award[0];
    assert_int_equal(award->table, 1);
    assert_int_equal(award->seat, 2);
    assert_int_equal(award->player, 3);
    assert_int_equal(award->round, 4);
    assert_int_equal(award->value, 5);
    assert_int_equal(award->award.n, 6);
    assert_int_equal(award->award.d, 7);
    assert_int_equal(award->players_first_card, 8);
    assert_int_equal(award->players_third_card, 9);
    assert_int_equal(award->dealers_third_card, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(terms_of_a_table_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(terms_of_a_jackpot_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(entries_of_the_cage_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fate_says_why_its_round_is_void, set_up, tear_down),
        cmocka_unit_test(an_unpaid_award_is_read_member_by_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
