/* link_order_test.c -- hits at several tables in the order of each rulebook. */
#include "cmocka_suite.h"

#include "trey/jackpot.h"

static trey_rulebook *mbs, *rws, *rwp;

static int open_books(void **state) {
    (void)state;
    return trey_rulebook_open(&mbs, "mbs", NULL) || trey_rulebook_open(&rws, "rws", NULL) ||
           trey_rulebook_open(&rwp, "rws-progressive", NULL);
}

static int close_books(void **state) {
    (void)state;
    trey_rulebook_close(mbs);
    trey_rulebook_close(rws);
    trey_rulebook_close(rwp);
    return 0;
}

static const trey_value whole = {100, 100}, quarter = {25, 100};

/* Table 7 was dealt first, table 3 entered first. */
static void two_hits(trey_hit hits[2], trey_value first, trey_value second) {
    hits[0] = (trey_hit){.award = first,
                         .table = 3,
                         .entered = 10,
                         .players_first_card = 200,
                         .players_third_card = 250,
                         .dealers_third_card = 290};
    hits[1] = (trey_hit){.award = second,
                         .table = 7,
                         .entered = 11,
                         .players_first_card = 190,
                         .players_third_card = 240,
                         .dealers_third_card = 295};
}

/* proves [mbs 3.19] */
static void the_hit_entered_first_is_paid_first(void **state) {
    (void)state;
    trey_hit hits[2];
    trey_award awards[2];
    two_hits(hits, whole, whole);
    trey_hits_order(trey_hit_rules_of(mbs), hits, 2);
    assert_int_equal(hits[0].table, 3);
    trey_meter after =
        trey_hits_pay((trey_meter){4000000, 1000000}, trey_meter_rules_of(mbs), hits, 2, awards);
    assert_int_equal(awards[0].paid, 4000000);
    assert_int_equal(awards[1].paid, 1000000); /* what the display then shows */
    assert_int_equal(after.value, 1000000);
    hits[0].entered = 12; /* the other way round */
    trey_hits_order(trey_hit_rules_of(mbs), hits, 2);
    assert_int_equal(hits[0].table, 7);
    hits[1].house_place = 1; /* this book gives the house no say */
    trey_hits_order(trey_hit_rules_of(mbs), hits, 2);
    assert_int_equal(hits[0].table, 7);
}

/* proves [rws 4.9] [rws 4.9.1] */
static void the_full_hand_dealt_first_is_paid_first(void **state) {
    (void)state;
    trey_hit hits[2];
    trey_award awards[2];
    two_hits(hits, whole, whole);
    trey_hits_order(trey_hit_rules_of(rws), hits, 2);
    assert_int_equal(hits[0].table, 7);
    trey_hits_pay((trey_meter){4000000, 1000000}, trey_meter_rules_of(rws), hits, 2, awards);
    assert_int_equal(awards[0].paid, 4000000);
    assert_int_equal(awards[1].paid, 1000000);
    /* The full hand counts, not its first card. */
    two_hits(hits, whole, whole);
    hits[0].players_first_card = 100;
    trey_hits_order(trey_hit_rules_of(rws), hits, 2);
    assert_int_equal(hits[0].table, 7);
}

/* proves [rws 4.9.1] [rws-progressive 4.9.1] */
static void the_house_has_the_last_word(void **state) {
    (void)state;
    const trey_rulebook *books[] = {rws, rwp};
    for (unsigned b = 0; b < 2; b++) {
        trey_hit hits[2];
        two_hits(hits, whole, whole);
        hits[0].house_place = 1;
        trey_hits_order(trey_hit_rules_of(books[b]), hits, 2);
        assert_int_equal(hits[0].table, 3);
        two_hits(hits, whole, whole);
        hits[0].house_place = 2;
        hits[1].house_place = 1;
        trey_hits_order(trey_hit_rules_of(books[b]), hits, 2);
        assert_int_equal(hits[0].table, 7);
    }
}

/* proves [rws-progressive 4.9] [rws-progressive 4.9.1] */
static void a_quarter_and_the_whole_in_the_order_of_the_deal(void **state) {
    (void)state;
    trey_hit hits[2];
    trey_award awards[2];
    const trey_meter meter = {10000000, 2500000};
    two_hits(hits, whole, quarter); /* the quarter, at table 7, was dealt first */
    trey_hits_order(trey_hit_rules_of(rwp), hits, 2);
    trey_meter after = trey_hits_pay(meter, trey_meter_rules_of(rwp), hits, 2, awards);
    assert_int_equal(awards[0].paid, 2500000);
    assert_int_equal(awards[1].paid, 7500000);
    assert_int_equal(after.value, 2500000);
    two_hits(hits, quarter, whole);
    trey_hits_order(trey_hit_rules_of(rwp), hits, 2);
    after = trey_hits_pay(meter, trey_meter_rules_of(rwp), hits, 2, awards);
    assert_int_equal(awards[0].paid, 10000000);
    assert_int_equal(awards[1].paid, 625000);
    assert_int_equal(after.value, 1875000);
}

static void which_card_counts_as_dealt_is_the_readings(void **state) {
    (void)state;
    static const unsigned first_table[] = {7, 7, 3};
    for (unsigned letter = 0; letter < 3; letter++) {
        trey_hit hits[2];
        two_hits(hits, whole, whole);
        assert_int_equal(trey_rulebook_choose(rwp, "A-RWP-06", (char)('A' + letter)),
                         TREY_STATUS_OK);
        trey_hits_order(trey_hit_rules_of(rwp), hits, 2);
        assert_int_equal(hits[0].table, first_table[letter]);
    }
    trey_hit hits[2];
    two_hits(hits, whole, whole);
    hits[0].players_first_card = 100; /* only the first card came earlier */
    assert_int_equal(trey_rulebook_choose(rwp, "A-RWP-06", 'B'), TREY_STATUS_OK);
    trey_hits_order(trey_hit_rules_of(rwp), hits, 2);
    assert_int_equal(hits[0].table, 3);
    assert_int_equal(trey_rulebook_choose(rwp, "A-RWP-06", 'A'), TREY_STATUS_OK);
    trey_hits_order(trey_hit_rules_of(rwp), hits, 2);
    assert_int_equal(hits[0].table, 7);
}

static void equal_times_go_by_table_and_seat(void **state) {
    (void)state;
    trey_hit hits[3];
    two_hits(hits, whole, whole);
    hits[0].players_third_card = hits[1].players_third_card;
    hits[2] = hits[0];
    hits[2].seat = 1;
    hits[0].seat = 4;
    trey_hits_order(trey_hit_rules_of(rws), hits, 3);
    assert_int_equal(hits[0].seat, 1);
    assert_int_equal(hits[1].seat, 4);
    assert_int_equal(hits[2].table, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hit_entered_first_is_paid_first),
        cmocka_unit_test(the_full_hand_dealt_first_is_paid_first),
        cmocka_unit_test(the_house_has_the_last_word),
        cmocka_unit_test(a_quarter_and_the_whole_in_the_order_of_the_deal),
        cmocka_unit_test(which_card_counts_as_dealt_is_the_readings),
        cmocka_unit_test(equal_times_go_by_table_and_seat),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
