/* second_california_test.c -- California's second settlement against rounds settled
 * by hand: the worked rounds C02 to C34, and banks that run out in every reading. */
#include "cmocka_suite.h"

#include "told_round.h"

static void c02_player_loses_everything(void **state) {
    (void)state;
    deal(SECOND_CA, "Ac 6s 2d");
    bank(8, D(500));
    seat(1, 'A', "Kc 7d 4h", CHOSE_PLAY, D(20), D(10));
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PAIR_PLUS, 0, CAME_TO_LOSE);
    and_no_more(D(50));
}

static void c06_mini_royal_pays_two_hundred(void **state) {
    (void)state;
    deal(SECOND_CA, "Kd Ks 2c");
    bank(8, D(2000));
    seat(1, 'A', "Ah Kh Qh", CHOSE_PLAY, D(20), D(5));
    settle();
    line(1, 'A', SECOND_ANTE, D(40), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(40), CAME_TO_WIN);
    line(1, 'A', SECOND_PAIR_PLUS, D(1005), CAME_TO_WIN);
    and_no_more(-D(1040));
}

static void c10_bank_exhausted_in_the_middle_of_a_seat(void **state) {
    (void)state;
    for (const char *at = "AB"; *at; at++) {
        char letter = *at;
        deal(SECOND_CA, "Qd 7c 3s");
        bank(1, D(120));
        given.reading.ca_11 = letter;
        seat(2, 'A', "Jh 6c 5d", CHOSE_PLAY, D(50), 0);
        seat(4, 'B', "8h 8d 2c", CHOSE_PLAY, D(50), 0);
        seat(6, 'C', "Kh 9c 4d", CHOSE_PLAY, D(40), 0);
        settle();
        assert_int_equal(settled.button, 4);
        bool kept = letter == 'B';
        line(2, 'A', SECOND_ANTE, kept ? 0 : D(50), kept ? CAME_TO_LOSE : CAME_TO_UNCOVERED);
        line(2, 'A', SECOND_PLAY, kept ? 0 : D(50), kept ? CAME_TO_LOSE : CAME_TO_UNCOVERED);
        line(4, 'B', SECOND_ANTE, D(100), CAME_TO_WIN);
        line(4, 'B', SECOND_PLAY, D(100), CAME_TO_WIN);
        line(6, 'C', SECOND_ANTE, D(60), CAME_TO_PARTLY_COVERED);
        line(6, 'C', SECOND_PLAY, D(40), CAME_TO_UNCOVERED);
        and_no_more(kept ? -D(20) : -D(120));
    }
}

static void c14_dealer_does_not_qualify(void **state) {
    (void)state;
    deal(SECOND_CA, "Jd 8s 3c");
    bank(8, D(500));
    seat(1, 'A', "7h 5d 2c", CHOSE_PLAY, D(24.5), 0);
    seat(2, 'B', "Kc 9d 4h", CHOSE_PLAY, D(25), 0);
    settle();
    line(1, 'A', SECOND_ANTE, D(49), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(24.5), CAME_TO_PUSH);
    line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(2, 'B', SECOND_PLAY, D(25), CAME_TO_PUSH);
    and_no_more(-D(49.5));
}

static void c18_a_fold_and_a_straight(void **state) {
    (void)state;
    deal(SECOND_CA, "Ac 6d 2s");
    bank(8, D(1000));
    seat(1, 'A', "Kh 8h 3c", CHOSE_FOLD, D(99), 0);
    seat(2, 'B', "10c 9d 8s", CHOSE_PLAY, D(100), 0);
    settle();
    assert_int_equal(settled.button, 2);
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_ANTE, D(200), CAME_TO_WIN);
    line(2, 'B', SECOND_PLAY, D(200), CAME_TO_WIN);
    and_no_more(-D(101));
}

static void c22_suited_three_two_ace(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_CA, "Kc Qd 8s");
        bank(8, D(1000));
        given.reading.ca_02 = letter;
        seat(1, 'A', "3h 2h Ah", CHOSE_PLAY, D(20), D(10));
        settle();
        line(1, 'A', SECOND_ANTE, D(40), CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, D(40), CAME_TO_WIN);
        int64_t pays = letter == 'A' ? 40 : letter == 'B' ? 3 : 6;
        line(1, 'A', SECOND_PAIR_PLUS, D(10) + D(10) * pays, CAME_TO_WIN);
        and_no_more(-D(40) - D(10) * pays);
    }
}

static void c26_six_card_bonus_at_four_seats(void **state) {
    (void)state;
    deal(SECOND_CA, "8h 8c 5d");
    bank(8, D(1000));
    seat(1, 'A', "8d 5s 5h", CHOSE_PLAY, D(10), 0)->bettor[0].six_card = D(5);
    seat(2, 'B', "7c 6d 4h", CHOSE_FOLD, D(10), 0)->bettor[0].six_card = D(5);
    seat(3, 'C', "8s Kd 2c", CHOSE_PLAY, D(10), 0)->bettor[0].six_card = D(5);
    seat(4, 'D', "Jc 9d 3s", CHOSE_FOLD, D(10), 0)->bettor[0].six_card = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_SIX_CARD, D(105), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_SIX_CARD, D(50), CAME_TO_WIN);
    line(3, 'C', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(3, 'C', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(3, 'C', SECOND_SIX_CARD, D(45), CAME_TO_WIN);
    line(4, 'D', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(4, 'D', SECOND_SIX_CARD, 0, CAME_TO_LOSE);
    and_no_more(-D(120));
}

static void c30_the_third_card_decides(void **state) {
    (void)state;
    deal(SECOND_CA, "Ad Kh 10c");
    bank(8, D(500));
    seat(1, 'A', "Ac Kd Jh", CHOSE_PLAY, D(20), 0);
    settle();
    line(1, 'A', SECOND_ANTE, D(40), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(40), CAME_TO_WIN);
    and_no_more(-D(40));
}

static void equal_pairs_push_where_the_odd_card_does_not_count(void **state) {
    (void)state;
    deal(SECOND_CA, "9d 9h 10c");
    bank(8, D(500));
    seat(1, 'A', "9c 9s 4h", CHOSE_PLAY, D(20), 0);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    and_no_more(D(40));
    given.reading.ca_04 = 'B';
    settle();
    line(1, 'A', SECOND_ANTE, D(20), CAME_TO_PUSH);
    line(1, 'A', SECOND_PLAY, D(20), CAME_TO_PUSH);
    and_no_more(0);
}

static void a_five_high_straight_has_two_readings(void **state) {
    (void)state;
    deal(SECOND_CA, "5d 4h Kc");
    bank(8, D(500));
    seat(1, 'A', "Ac 3s 2h", CHOSE_PLAY, D(20), 0)->bettor[0].six_card = D(5);
    settle();
    line(1, 'A', SECOND_SIX_CARD, D(50), CAME_TO_WIN);
    given.reading.ca_30 = 'B';
    settle();
    line(1, 'A', SECOND_SIX_CARD, 0, CAME_TO_LOSE);
}

/* ---- The action button --------------------------------------------------- */

/* Wagers at 2, 4 and 7, the bank at 5. */
static int button(const char *dealer, char count, char ten, int previous) {
    deal(SECOND_CA, dealer);
    bank(5, D(500));
    given.reading.ca_07 = count;
    given.reading.ca_05 = ten;
    given.previous_button = previous;
    seat(2, 'A', "Jh 6c 5d", CHOSE_PLAY, D(20), 0);
    seat(4, 'B', "8h 8d 2c", CHOSE_PLAY, D(20), 0);
    seat(7, 'C', "Kh 9c 4d", CHOSE_PLAY, D(20), 0);
    settle();
    return settled.button;
}

static void the_button_is_counted_out(void **state) {
    (void)state;
    assert_int_equal(button("Ac 6s Ad", 'A', 'A', 0), 2); /* 1, then the first with a wager */
    assert_int_equal(button("Ac 6s 2d", 'A', 'A', 0), 2);
    assert_int_equal(button("Ac 6s 3d", 'A', 'A', 0), 4);
    assert_int_equal(button("Ac 6s 4d", 'A', 'A', 0), 4);
    assert_int_equal(button("Ac 6s 5d", 'A', 'A', 0), 7); /* seat 6: the bank's is left out */
    assert_int_equal(button("Ac 6s 6d", 'A', 'A', 0), 7);
    assert_int_equal(button("Ac 6s 7d", 'A', 'A', 0), 2);  /* seat 8 */
    assert_int_equal(button("Ac 6s 8d", 'A', 'A', 0), 2);  /* round again */
    assert_int_equal(button("Ac 6s 10d", 'A', 'A', 0), 4); /* seat 3 */
    assert_int_equal(button("Ac 6s Jd", 'A', 'A', 0), 4);
    assert_int_equal(button("Ac 6s Qd", 'A', 'A', 0), 7); /* seat 6 */
    assert_int_equal(button("Ac 6s Kd", 'A', 'A', 0), 7);
}

static void the_count_has_three_readings(void **state) {
    (void)state;
    assert_int_equal(button("Ac 6s Ad", 'B', 'A', 0), 7); /* seat 6 */
    assert_int_equal(button("Ac 6s 4d", 'B', 'A', 0), 2); /* seat 1 */
    assert_int_equal(button("Ac 6s 7d", 'B', 'A', 0), 4);
    assert_int_equal(button("Ac 6s Ad", 'C', 'A', 0), 2);
    assert_int_equal(button("Ac 6s 2d", 'C', 'A', 0), 4);
    assert_int_equal(button("Ac 6s 3d", 'C', 'A', 0), 7);
    assert_int_equal(button("Ac 6s 4d", 'C', 'A', 0), 2);
    assert_int_equal(button("Ac 6s Kd", 'C', 'A', 0), 2); /* 13 is 1 over three seats */
}

static void a_ten_may_leave_the_button_where_it_was(void **state) {
    (void)state;
    assert_int_equal(button("Ac 6s 10d", 'A', 'B', 0), 2); /* nowhere yet: the first of the count */
    assert_int_equal(button("Ac 6s 10d", 'B', 'B', 0), 7);
    assert_int_equal(button("Ac 6s 10d", 'A', 'B', 4), 4);
    assert_int_equal(button("Ac 6s 10d", 'A', 'B', 5), 7); /* the bank sits there now */
    assert_int_equal(button("Ac 6s 10d", 'A', 'B', 8), 2);
}

/* ---- Banks that run out -------------------------------------------------- */

/* The button at 1. A wins 50 and 50, B loses 60 and 60, C wins 40 and 40. */
static void short_bank(int64_t amount, char limit, char spent, char part) {
    deal(SECOND_CA, "Qd 7c Ah");
    bank(8, amount);
    given.reading.ca_08 = limit;
    given.reading.ca_11 = spent;
    given.reading.ca_44 = part;
    seat(1, 'A', "8h 8d 2c", CHOSE_PLAY, D(50), 0);
    seat(2, 'B', "Jh 6c 5d", CHOSE_PLAY, D(60), 0);
    seat(3, 'C', "3h 3c 4d", CHOSE_PLAY, D(40), 0);
    settle();
}

static void gross_counts_both_sides_apart(void **state) {
    (void)state;
    short_bank(D(110), 'A', 'A', 'A');
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, D(10), CAME_TO_PARTLY_COVERED); /* 50 of 60: he has won 110 */
    line(3, 'C', SECOND_ANTE, D(50), CAME_TO_PARTLY_COVERED); /* 10 of 40 */
    line(3, 'C', SECOND_PLAY, D(40), CAME_TO_UNCOVERED);
    and_no_more(0);
    short_bank(D(110), 'A', 'A', 'B');
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, D(60), CAME_TO_UNCOVERED); /* not wholly covered */
    line(3, 'C', SECOND_ANTE, D(40), CAME_TO_UNCOVERED);
    line(3, 'C', SECOND_PLAY, D(40), CAME_TO_UNCOVERED);
    and_no_more(-D(40));
}

static void the_win_limit_alone_leaves_winners_their_due(void **state) {
    (void)state;
    deal(SECOND_CA, "Qd 7c Ah");
    bank(8, D(100));
    seat(1, 'B', "Jh 6c 5d", CHOSE_PLAY, D(60), 0);
    seat(2, 'C', "Jd 6d 4c", CHOSE_PLAY, D(20), 0);
    seat(3, 'A', "3h 3c 4d", CHOSE_PLAY, D(40), 0);
    settle();
    line(1, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'B', SECOND_PLAY, D(20), CAME_TO_PARTLY_COVERED);
    line(2, 'C', SECOND_ANTE, D(20), CAME_TO_UNCOVERED);
    line(2, 'C', SECOND_PLAY, D(20), CAME_TO_UNCOVERED);
    line(3, 'A', SECOND_ANTE, D(80), CAME_TO_WIN);
    line(3, 'A', SECOND_PLAY, D(80), CAME_TO_WIN);
    and_no_more(D(20));
}

static void net_pays_out_of_what_was_collected(void **state) {
    (void)state;
    short_bank(D(110), 'B', 'A', 'A');
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN); /* 10 left */
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, 0, CAME_TO_LOSE); /* 130 */
    line(3, 'C', SECOND_ANTE, D(80), CAME_TO_WIN);
    line(3, 'C', SECOND_PLAY, D(80), CAME_TO_WIN);
    and_no_more(-D(60));
    short_bank(D(100), 'B', 'A', 'A'); /* spent at nothing: all later go back */
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, D(60), CAME_TO_UNCOVERED);
    line(2, 'B', SECOND_PLAY, D(60), CAME_TO_UNCOVERED);
    line(3, 'C', SECOND_ANTE, D(40), CAME_TO_UNCOVERED);
    line(3, 'C', SECOND_PLAY, D(40), CAME_TO_UNCOVERED);
    and_no_more(-D(100));
    short_bank(D(100), 'B', 'B', 'A'); /* or losers top it up again */
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(3, 'C', SECOND_ANTE, D(80), CAME_TO_WIN);
    line(3, 'C', SECOND_PLAY, D(80), CAME_TO_WIN);
    and_no_more(-D(60));
}

static void action_uses_the_bank_up_either_way(void **state) {
    (void)state;
    short_bank(D(180), 'C', 'A', 'A');
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);           /* 80 left */
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);               /* 20 left */
    line(2, 'B', SECOND_PLAY, D(40), CAME_TO_PARTLY_COVERED); /* nothing left */
    line(3, 'C', SECOND_ANTE, D(40), CAME_TO_UNCOVERED);
    line(3, 'C', SECOND_PLAY, D(40), CAME_TO_UNCOVERED);
    and_no_more(-D(20));
}

static void each_player_has_the_whole_bank_against_him(void **state) {
    (void)state;
    short_bank(D(70), 'D', 'A', 'A');
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(70), CAME_TO_PARTLY_COVERED);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, D(50), CAME_TO_PARTLY_COVERED);
    line(3, 'C', SECOND_ANTE, D(80), CAME_TO_WIN);
    line(3, 'C', SECOND_PLAY, D(70), CAME_TO_PARTLY_COVERED);
    and_no_more(-D(70));
}

/* ---- Forfeits and backline bets ------------------------------------------ */

static void forfeits_count_as_the_reading_says(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_CA, "Qd 7c Ah"); /* the button at 1 */
        bank(4, D(100));
        given.reading.ca_10 = letter;
        seat(1, 'A', "Jh 6c 5d", CHOSE_PLAY, D(30), 0); /* loses */
        seat(2, 'B', "8h 8d 2c", CHOSE_FOLD, D(50), D(10));
        seat(5, 'C', "3h 3c 4d", CHOSE_FOLD, D(20), D(10)); /* decides first */
        settle();
        line(1, 'A', SECOND_ANTE, letter == 'A' ? D(20) : 0,
             letter == 'A' ? CAME_TO_PARTLY_COVERED : CAME_TO_LOSE);
        line(1, 'A', SECOND_PLAY, letter == 'A' ? D(30) : 0,
             letter == 'A' ? CAME_TO_UNCOVERED : CAME_TO_LOSE);
        bool late = letter == 'B';
        line(2, 'B', SECOND_ANTE, late ? D(10) : 0, late ? CAME_TO_PARTLY_COVERED : CAME_TO_LOSE);
        line(2, 'B', SECOND_PAIR_PLUS, late ? D(10) : 0, late ? CAME_TO_UNCOVERED : CAME_TO_LOSE);
        line(5, 'C', SECOND_ANTE, late ? D(20) : 0, late ? CAME_TO_UNCOVERED : CAME_TO_LOSE);
        line(5, 'C', SECOND_PAIR_PLUS, late ? D(10) : 0, late ? CAME_TO_UNCOVERED : CAME_TO_LOSE);
        and_no_more(letter == 'C' ? D(150) : D(100));
    }
}

static void those_behind_are_settled_after_the_owner(void **state) {
    (void)state;
    deal(SECOND_CA, "Qd 7c Ah");
    bank(8, D(90));
    second_box *box = seat(1, 'A', "8h 8d 2c", CHOSE_PLAY, D(20), D(20));
    beside(box, 'B', CHOSE_PLAY, D(10), 0);
    beside(box, 'C', CHOSE_FOLD, D(10), 0)->six_card = D(5);
    beside(box, 'D', CHOSE_PLAY, D(10), 0);
    settle();
    line(1, 'A', SECOND_ANTE, D(40), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(40), CAME_TO_WIN);
    line(1, 'A', SECOND_PAIR_PLUS, D(40), CAME_TO_WIN);
    line(1, 'B', SECOND_ANTE, D(20), CAME_TO_WIN);
    line(1, 'B', SECOND_PLAY, D(20), CAME_TO_WIN); /* 10 left */
    line(1, 'C', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'C', SECOND_SIX_CARD, 0, CAME_TO_LOSE);
    line(1, 'D', SECOND_ANTE, D(20), CAME_TO_WIN);
    line(1, 'D', SECOND_PLAY, D(10), CAME_TO_UNCOVERED);
    and_no_more(-D(75));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c02_player_loses_everything),
        cmocka_unit_test(c06_mini_royal_pays_two_hundred),
        cmocka_unit_test(c10_bank_exhausted_in_the_middle_of_a_seat),
        cmocka_unit_test(c14_dealer_does_not_qualify),
        cmocka_unit_test(c18_a_fold_and_a_straight),
        cmocka_unit_test(c22_suited_three_two_ace),
        cmocka_unit_test(c26_six_card_bonus_at_four_seats),
        cmocka_unit_test(c30_the_third_card_decides),
        cmocka_unit_test(equal_pairs_push_where_the_odd_card_does_not_count),
        cmocka_unit_test(a_five_high_straight_has_two_readings),
        cmocka_unit_test(the_button_is_counted_out),
        cmocka_unit_test(the_count_has_three_readings),
        cmocka_unit_test(a_ten_may_leave_the_button_where_it_was),
        cmocka_unit_test(gross_counts_both_sides_apart),
        cmocka_unit_test(the_win_limit_alone_leaves_winners_their_due),
        cmocka_unit_test(net_pays_out_of_what_was_collected),
        cmocka_unit_test(action_uses_the_bank_up_either_way),
        cmocka_unit_test(each_player_has_the_whole_bank_against_him),
        cmocka_unit_test(forfeits_count_as_the_reading_says),
        cmocka_unit_test(those_behind_are_settled_after_the_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
