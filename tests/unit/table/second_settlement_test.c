/* second_settlement_test.c -- the second settlement against rounds settled by hand.
 *
 * An oracle is worth what it was checked with. These are the worked rounds of the
 * rulebooks' examples (M, R, P and C with their numbers), each with its other
 * readings, and one round for every letter that no example touches. They prove
 * nothing about the engine, so they claim no paragraph. */
#include "cmocka_suite.h"

#include "told_round.h"

/* ---- MBS ----------------------------------------------------------------- */

static void m02_player_loses_to_a_qualifying_dealer(void **state) {
    (void)state;
    deal(SECOND_MBS, "As 8d 2c");
    seat(1, 'A', "Ac 7d 4h", CHOSE_PLAY, D(50), 0);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    and_no_more(D(100));
}

static void m06_dealer_does_not_qualify_and_the_straight_has_everything(void **state) {
    (void)state;
    deal(SECOND_MBS, "Jd 8s 3c");
    seat(1, 'A', "10h 9d 8c", CHOSE_PLAY, D(40), D(25));
    settle();
    line(1, 'A', SECOND_ANTE, D(80), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(40), CAME_TO_PUSH);
    line(1, 'A', SECOND_ANTE_BONUS, D(40), CAME_TO_BONUS);
    line(1, 'A', SECOND_PAIR_PLUS, D(150), CAME_TO_WIN);
    and_no_more(-D(205));
}

static void m10_royal_in_hearts_with_nobody_on_the_jackpot(void **state) {
    (void)state;
    deal(SECOND_MBS, "Kd Ks 2c");
    seat(1, 'A', "Ah Kh Qh", CHOSE_PLAY, D(25), D(30));
    settle();
    line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
    line(1, 'A', SECOND_PAIR_PLUS, D(1230), CAME_TO_WIN);
    and_no_more(-D(1375));
}

static void m14_a_blind_fold_keeps_its_jackpot(void **state) {
    (void)state;
    deal(SECOND_MBS, "Qh Jc 3s");
    given.meter = D(20000);
    seat(1, 'A', "Kd 8h 4c", CHOSE_PLAY, D(25), 0);
    seat(2, 'A', "9c 8d 7s", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(2, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'A', SECOND_JACKPOT, D(15), CAME_TO_PAID);
    and_no_more(-D(35));
    assert_int_equal(settled.meter_after, D(20001));
}

static void m18_royal_in_hearts_and_envy_for_the_others(void **state) {
    (void)state;
    deal(SECOND_MBS, "Qd 9s 4h");
    given.meter = D(20000);
    seat(1, 'A', "Ah Kh Qh", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    seat(2, 'B', "9c 6d 2s", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    seat(3, 'C', "Ks 10d 5c", CHOSE_PLAY, D(25), 0);
    seat(4, 'D', "Jc 7h 3d", CHOSE_CONTINUE, 0, D(25))->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
    line(1, 'A', SECOND_JACKPOT, D(1250), CAME_TO_PAID);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_ENVY, D(50), CAME_TO_PAID);
    line(3, 'C', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(3, 'C', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(4, 'D', SECOND_PAIR_PLUS, 0, CAME_TO_LOSE);
    line(4, 'D', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    line(4, 'D', SECOND_ENVY, D(50), CAME_TO_PAID);
    and_no_more(-D(1510));
    assert_int_equal(settled.meter_after, D(20003));
}

static void m22_two_royals_in_one_round(void **state) {
    (void)state;
    deal(SECOND_MBS, "Qd 6s 5c");
    given.meter = D(40000);
    seat(1, 'A', "As Ks Qs", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    seat(2, 'B', "Ah Kh Qh", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    seat(3, 'C', "7c 4d 2h", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    for (const char *at = "AB"; *at; at++) {
        char letter = *at;
        given.reading.mbs_08 = letter;
        settle();
        for (int i = 1; i <= 2; i++) {
            line(i, i == 1 ? 'A' : 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
            line(i, i == 1 ? 'A' : 'B', SECOND_PLAY, D(50), CAME_TO_WIN);
            line(i, i == 1 ? 'A' : 'B', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
        }
        line(1, 'A', SECOND_JACKPOT, letter == 'B' ? D(40003) : D(38753), CAME_TO_PAID);
        line(1, 'A', SECOND_ENVY, D(50), CAME_TO_PAID);
        line(2, 'B', SECOND_JACKPOT, D(1250), CAME_TO_PAID);
        line(2, 'B', SECOND_ENVY, D(250), CAME_TO_PAID);
        line(3, 'C', SECOND_ANTE, 0, CAME_TO_LOSE);
        line(3, 'C', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        line(3, 'C', SECOND_ENVY, D(300), CAME_TO_PAID);
        and_no_more(letter == 'B' ? -D(42163) : -D(40913));
        assert_int_equal(settled.meter_after, D(10000));
    }
}

static void m26_one_viewed_and_two_blind_hands(void **state) {
    (void)state;
    deal(SECOND_MBS, "Kh 9d 3s");
    seat(2, 'A', "Qc 7d 4s", CHOSE_PLAY, D(50), 0);
    seat(3, 'A', "10h 10s 6c", CHOSE_PLAY, D(50), D(25));
    seat(4, 'A', "8c 5h 2d", CHOSE_FOLD, D(50), 0);
    settle();
    line(2, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(3, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(3, 'A', SECOND_PLAY, D(100), CAME_TO_WIN);
    line(3, 'A', SECOND_PAIR_PLUS, D(50), CAME_TO_WIN);
    line(4, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    and_no_more(D(25));
}

static void m46_a_jackpot_bet_alone_goes_back_and_earns_no_envy(void **state) {
    (void)state;
    deal(SECOND_MBS, "Jd 9c 4h");
    given.meter = D(30000);
    seat(1, 'A', NULL, NO_CHOICE, 0, 0)->jackpot = D(5);
    seat(2, 'B', "As Ks Qs", CHOSE_PLAY, D(25), 0);
    settle();
    line(1, 'A', SECOND_JACKPOT, D(5), CAME_TO_RETURNED);
    line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(2, 'B', SECOND_PLAY, D(25), CAME_TO_PUSH);
    line(2, 'B', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
    and_no_more(-D(150));
    assert_int_equal(settled.meter_after, D(30000));
}

static void m62_flush_loses_to_a_straight_and_trips_beat_it(void **state) {
    (void)state;
    deal(SECOND_MBS, "Qd Jh 10c");
    seat(1, 'A', "Ks 9s 4s", CHOSE_PLAY, D(25), D(25));
    seat(2, 'B', "7c 7d 7h", CHOSE_PLAY, D(25), 0);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PAIR_PLUS, D(125), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(2, 'B', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(2, 'B', SECOND_ANTE_BONUS, D(100), CAME_TO_BONUS);
    and_no_more(-D(200));
}

static void mbs_qualification_has_two_readings(void **state) {
    (void)state;
    deal(SECOND_MBS, "5d 5s 9c");
    seat(1, 'A', "Kc 7d 4h", CHOSE_PLAY, D(50), 0);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_PLAY, 0, CAME_TO_LOSE);
    and_no_more(D(100));
    given.reading.mbs_01 = 'B';
    settle();
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_PUSH);
    and_no_more(-D(50));
}

static void mbs_hand_not_shown(void **state) {
    (void)state;
    deal(SECOND_MBS, "Jd 9c 4h");
    second_box *box = seat(1, 'A', "As Ks Qs", CHOSE_PLAY, D(50), D(25));
    box->not_shown = true;
    box->jackpot = D(5);
    seat(2, 'B', "8c 6d 2h", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    for (const char *at = "AB"; *at; at++) {
        char letter = *at;
        given.reading.mbs_03 = letter;
        settle();
        bool loses = letter == 'A';
        line(1, 'A', SECOND_ANTE, loses ? 0 : D(100), loses ? CAME_TO_LOSE : CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, loses ? 0 : D(50), loses ? CAME_TO_LOSE : CAME_TO_PUSH);
        line(1, 'A', SECOND_PAIR_PLUS, 0, CAME_TO_LOSE);
        line(1, 'A', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
        line(2, 'B', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        and_no_more(loses ? D(160) : D(10));
    }
}

/* Two positions of A with jackpot bets, the first with a royal, folded; one of B. */
static void envy_of(char own, char unit, char fold, int64_t a1, int64_t a2, int64_t b) {
    deal(SECOND_MBS, "Jd 9c 4h");
    seat(1, 'A', "Ah Kh Qh", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    seat(2, 'A', "8c 6d 2h", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    seat(3, 'B', "8d 6c 2s", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    given.reading.mbs_05 = own;
    given.reading.mbs_06 = unit;
    given.reading.mbs_17 = fold;
    settle();
    line(1, 'A', SECOND_JACKPOT, D(1250), CAME_TO_PAID);
    if (a1) line(1, 'A', SECOND_ENVY, a1, CAME_TO_PAID);
    if (a2) line(2, 'A', SECOND_ENVY, a2, CAME_TO_PAID);
    if (b) line(3, 'B', SECOND_ENVY, b, CAME_TO_PAID);
    for (int i = 1; i <= 3; i++) {
        line(i, i == 3 ? 'B' : 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
        if (i > 1) line(i, i == 3 ? 'B' : 'A', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    }
    and_no_more(D(90) - D(1250) - a1 - a2 - b);
}

static void mbs_envy_has_three_readings(void **state) {
    (void)state;
    envy_of('A', 'A', 'A', 0, 0, D(50));
    envy_of('A', 'A', 'B', 0, 0, 0);
    envy_of('B', 'A', 'A', D(50), D(50), D(50));
    envy_of('B', 'B', 'A', D(50), 0, D(50));
    envy_of('C', 'A', 'A', 0, D(50), D(50));
    envy_of('C', 'B', 'A', 0, D(50), D(50)); /* the first of his that has a right to it */
}

static void mbs_pair_plus_after_a_fold(void **state) {
    (void)state;
    for (int said = 0; said < 2; said++) {
        for (const char *at = "AB"; *at; at++) {
            char letter = *at;
            deal(SECOND_MBS, "Ad 9c 4h");
            seat(1, 'A', "8c 8d 2h", CHOSE_FOLD, D(25), D(25))->keeps_pair_plus = said;
            given.reading.mbs_07 = letter;
            settle();
            bool lives = letter == 'A' || said;
            line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
            line(1, 'A', SECOND_PAIR_PLUS, lives ? D(50) : 0, lives ? CAME_TO_WIN : CAME_TO_LOSE);
            and_no_more(lives ? 0 : D(50));
        }
    }
}

static void mbs_shares_of_a_pooled_wager_are_paid_apart(void **state) {
    (void)state;
    deal(SECOND_MBS, "Qd 9c 4h");
    second_box *box = seat(1, 'A', "8c 7d 6h", CHOSE_PLAY, D(25), 0);
    second_bettor *other = beside(box, 'B', CHOSE_PLAY, D(75), D(30));
    other->play = D(100); /* he puts up all of Play */
    box->bettor[0].play = 0;
    settle();
    line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_ANTE_BONUS, D(25), CAME_TO_BONUS);
    line(1, 'B', SECOND_ANTE, D(150), CAME_TO_WIN);
    line(1, 'B', SECOND_ANTE_BONUS, D(75), CAME_TO_BONUS);
    line(1, 'B', SECOND_PLAY, D(200), CAME_TO_WIN);
    line(1, 'B', SECOND_PAIR_PLUS, D(180), CAME_TO_WIN);
    and_no_more(-D(450));
}

static void a_stand_off_returns_both_and_pays_the_bonus(void **state) {
    (void)state;
    for (second_book book = SECOND_MBS; book <= SECOND_RWP; book++) {
        deal(book, "8s 7c 6d");
        seat(1, 'A', "8c 7d 6h", CHOSE_PLAY, D(25), D(25));
        settle();
        line(1, 'A', SECOND_ANTE, D(25), CAME_TO_PUSH);
        line(1, 'A', SECOND_PLAY, D(25), CAME_TO_PUSH);
        line(1, 'A', SECOND_ANTE_BONUS, D(25), CAME_TO_BONUS);
        line(1, 'A', SECOND_PAIR_PLUS, D(150), CAME_TO_WIN);
        and_no_more(-D(150));
    }
}

/* ---- RWS and RWS Progressive --------------------------------------------- */

static void r02_a_blind_fold_loses_its_jackpot(void **state) {
    (void)state;
    deal(SECOND_RWS, "Qh Jc 3s");
    given.meter = D(20000);
    seat(1, 'A', "Kd 8h 4c", CHOSE_PLAY, D(25), 0);
    seat(2, 'A', "9c 8d 7s", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
    line(2, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'A', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    and_no_more(-D(20));
    assert_int_equal(settled.meter_after, D(20001));
}

static void r06_straight_flush_and_jackpot_without_a_qualifying_dealer(void **state) {
    (void)state;
    deal(SECOND_RWS, "Jd 9c 3h");
    given.meter = D(20000);
    seat(1, 'A', "8s 7s 6s", CHOSE_PLAY, D(50), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, D(100), CAME_TO_WIN);
    line(1, 'A', SECOND_PLAY, D(50), CAME_TO_PUSH);
    line(1, 'A', SECOND_ANTE_BONUS, D(250), CAME_TO_BONUS);
    line(1, 'A', SECOND_JACKPOT, D(175), CAME_TO_PAID);
    and_no_more(-D(470));
    assert_int_equal(settled.meter_after, D(20001));
}

static void r10_ace_king_queen_of_spades_and_a_folded_box(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Kd 7h 4c");
        given.meter = D(48210);
        given.reading.rws_03 = letter;
        seat(1, 'A', "As Ks Qs", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        seat(2, 'B', "8c 8d 3h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        seat(3, 'C', "10h 6c 2d", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
        settle();
        line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
        line(1, 'A', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
        line(1, 'A', SECOND_JACKPOT, D(48213), CAME_TO_PAID);
        line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(2, 'B', SECOND_PLAY, D(50), CAME_TO_WIN);
        line(2, 'B', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        line(2, 'B', SECOND_ENVY, D(250), CAME_TO_PAID);
        line(3, 'C', SECOND_ANTE, 0, CAME_TO_LOSE);
        line(3, 'C', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        if (letter == 'B') line(3, 'C', SECOND_ENVY, D(250), CAME_TO_PAID);
        and_no_more(letter == 'B' ? -D(48898) : -D(48648));
        assert_int_equal(settled.meter_after, D(10000));
    }
}

static void rws_a_folded_royal_brings_envy_only_under_c(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Kd 7h 4c");
        given.reading.rws_03 = letter;
        seat(1, 'A', "Ah Kh Qh", CHOSE_FOLD, D(25), D(25));
        seat(2, 'B', "8c 8d 3h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        settle();
        line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
        line(1, 'A', SECOND_PAIR_PLUS, 0, CAME_TO_LOSE);
        line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(2, 'B', SECOND_PLAY, D(50), CAME_TO_WIN);
        line(2, 'B', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        if (letter == 'C') line(2, 'B', SECOND_ENVY, D(50), CAME_TO_PAID);
        and_no_more(letter == 'C' ? -D(45) : D(5));
    }
}

static void r22_a_jackpot_bet_without_an_ante_goes_back(void **state) {
    (void)state;
    deal(SECOND_RWS, "Jd 9c 4h");
    given.meter = D(30000);
    seat(1, 'A', NULL, NO_CHOICE, 0, 0)->jackpot = D(5);
    seat(2, 'B', "As Ks Qs", CHOSE_PLAY, D(25), 0);
    seat(3, 'C', "8c 8d 8h", NO_CHOICE, 0, D(25))->jackpot = D(5); /* Pair Plus alone */
    settle();
    line(1, 'A', SECOND_JACKPOT, D(5), CAME_TO_RETURNED);
    line(2, 'B', SECOND_ANTE, D(50), CAME_TO_WIN);
    line(2, 'B', SECOND_PLAY, D(25), CAME_TO_PUSH);
    line(2, 'B', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
    line(3, 'C', SECOND_PAIR_PLUS, D(775), CAME_TO_WIN);
    line(3, 'C', SECOND_JACKPOT, D(5), CAME_TO_RETURNED);
    and_no_more(-D(900));
    assert_int_equal(settled.meter_after, D(30000));
}

static void rws_a_hand_not_shown_has_three_readings(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Jd 9c 4h");
        given.reading.rws_05 = letter;
        second_box *box = seat(1, 'A', "8c 8d 8h", CHOSE_PLAY, D(50), D(25));
        box->not_shown = true;
        box->jackpot = D(5);
        settle();
        bool lost = letter == 'C', opened = letter == 'B';
        line(1, 'A', SECOND_ANTE, lost ? 0 : D(100), lost ? CAME_TO_LOSE : CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, lost ? 0 : D(50), lost ? CAME_TO_LOSE : CAME_TO_PUSH);
        if (opened) line(1, 'A', SECOND_ANTE_BONUS, D(200), CAME_TO_BONUS);
        line(1, 'A', SECOND_PAIR_PLUS, opened ? D(775) : 0, opened ? CAME_TO_WIN : CAME_TO_LOSE);
        line(1, 'A', SECOND_JACKPOT, opened ? D(150) : 0, opened ? CAME_TO_PAID : CAME_TO_LOSE);
        and_no_more(lost ? D(130) : opened ? -D(1145) : -D(20));
    }
}

static void rws_own_boxes_and_envy(void **state) {
    (void)state;
    for (const char *at = "AB"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Kd 7h 4c");
        given.reading.rws_07 = letter;
        seat(1, 'A', "Ah Kh Qh", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        seat(2, 'A', "8c 8d 3h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        settle();
        bool other = letter == 'B';
        line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
        line(1, 'A', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
        line(1, 'A', SECOND_JACKPOT, D(1250), CAME_TO_PAID);
        line(2, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(2, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
        line(2, 'A', SECOND_JACKPOT, 0, CAME_TO_LOSE);
        if (other) line(2, 'A', SECOND_ENVY, D(50), CAME_TO_PAID);
        and_no_more(-D(1465) - (other ? D(50) : 0));
    }
}

static void rws_suited_three_two_ace(void **state) {
    (void)state;
    for (const char *at = "AB"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Qd 9c 4h");
        given.reading.rws_09 = letter;
        seat(1, 'A', "Ah 3h 2h", CHOSE_PLAY, D(25), D(25))->jackpot = D(5);
        settle();
        bool flush = letter == 'B';
        line(1, 'A', SECOND_ANTE, D(50), CAME_TO_WIN);
        line(1, 'A', SECOND_PLAY, D(50), CAME_TO_WIN);
        if (!flush) line(1, 'A', SECOND_ANTE_BONUS, D(125), CAME_TO_BONUS);
        line(1, 'A', SECOND_PAIR_PLUS, flush ? D(125) : D(1025), CAME_TO_WIN);
        line(1, 'A', SECOND_JACKPOT, flush ? 0 : D(175), flush ? CAME_TO_LOSE : CAME_TO_PAID);
        and_no_more(flush ? -D(145) : -D(1345));
    }
}

static void p02_a_royal_with_the_dealers_cards_folded_is_nothing(void **state) {
    (void)state;
    deal(SECOND_RWP, "As Ks Qs");
    given.meter = D(90000);
    seat(1, 'A', "Js 10s 2h", CHOSE_FOLD, D(25), 0)->jackpot = D(5);
    seat(2, 'B', "9c 9d 4h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(1, 'A', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_ANTE, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_PLAY, 0, CAME_TO_LOSE);
    line(2, 'B', SECOND_JACKPOT, 0, CAME_TO_LOSE);
    and_no_more(D(85));
    assert_int_equal(settled.meter_after, D(90002));
}

/* One box with a jackpot bet, without the base game's lines. */
static void six_cards_pay(const char *player, const char *dealer, int64_t award, int64_t meter) {
    deal(SECOND_RWP, dealer);
    given.meter = D(50000);
    seat(1, 'A', player, CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_JACKPOT, award, award ? CAME_TO_PAID : CAME_TO_LOSE);
    assert_int_equal(settled.meter_after, meter);
}

static void p06_p10_p22_six_cards_and_the_jackpot(void **state) {
    (void)state;
    six_cards_pay("Jc Jd 5h", "Jh 5s Qd", D(50), D(50001));
    six_cards_pay("Kc Kd Js", "Kh Ks Jd", D(250), D(50001));
    line(1, 'A', SECOND_ANTE, D(25), CAME_TO_PUSH);
    line(1, 'A', SECOND_PLAY, D(25), CAME_TO_PUSH);
    and_no_more(-D(245));
    six_cards_pay("9c 9d 9h", "7c 7d 7h", D(50), D(50001));
    six_cards_pay("Qd Jd 10d", "9d 8d Kc", D(1250), D(50001));
    six_cards_pay("Kh Jh 9h", "5h 2h 2c", D(25), D(50001));
    six_cards_pay("9h 8c 7h", "6h 5h Kc", 0, D(50001)); /* a straight is not listed */
    six_cards_pay("As Ks Qs", "Js 10s 2c", D(50001), D(25000));
    six_cards_pay("Ah Kh Qh", "Jh 10h 2c", 1250025, D(50001) - 1250025);
}

static void rwp_the_meter_after_a_quarter(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWP, "Jh 10h 2c");
        given.meter = D(30000);
        given.reading.rwp_01 = letter;
        seat(1, 'A', "Ah Kh Qh", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        seat(2, 'B', "9c 9d 4h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        settle();
        line(1, 'A', SECOND_JACKPOT, 750050, CAME_TO_PAID);
        line(2, 'B', SECOND_ENVY, D(250), CAME_TO_PAID);
        assert_int_equal(settled.meter_after, letter == 'A' ? D(30002) - 750050 : D(25000));
    }
}

static void rwp_a_suited_five_high_sequence(void **state) {
    (void)state;
    deal(SECOND_RWP, "Ah 2h 9c");
    seat(1, 'A', "5h 4h 3h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
    settle();
    line(1, 'A', SECOND_JACKPOT, D(1250), CAME_TO_PAID);
    given.reading.rwp_04 = 'B';
    settle();
    line(1, 'A', SECOND_JACKPOT, D(25), CAME_TO_PAID);
}

static void contributions_enter_the_meter_as_the_reading_says(void **state) {
    (void)state;
    for (const char *at = "ABC"; *at; at++) {
        char letter = *at;
        deal(SECOND_RWS, "Kd 7h 4c");
        given.meter = D(20000);
        given.reading.all_02 = letter;
        seat(1, 'A', "8c 8d 3h", CHOSE_PLAY, D(25), 0)->jackpot = D(5);
        settle();
        assert_int_equal(settled.meter_after, D(20001));
        read_cards("As Ks Qs", given.box[1].card);
        settle();
        line(1, 'A', SECOND_JACKPOT, letter == 'B' ? D(20000) : D(20001), CAME_TO_PAID);
        assert_int_equal(settled.meter_after, D(10000));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(m02_player_loses_to_a_qualifying_dealer),
        cmocka_unit_test(m06_dealer_does_not_qualify_and_the_straight_has_everything),
        cmocka_unit_test(m10_royal_in_hearts_with_nobody_on_the_jackpot),
        cmocka_unit_test(m14_a_blind_fold_keeps_its_jackpot),
        cmocka_unit_test(m18_royal_in_hearts_and_envy_for_the_others),
        cmocka_unit_test(m22_two_royals_in_one_round),
        cmocka_unit_test(m26_one_viewed_and_two_blind_hands),
        cmocka_unit_test(m46_a_jackpot_bet_alone_goes_back_and_earns_no_envy),
        cmocka_unit_test(m62_flush_loses_to_a_straight_and_trips_beat_it),
        cmocka_unit_test(mbs_qualification_has_two_readings),
        cmocka_unit_test(mbs_hand_not_shown),
        cmocka_unit_test(mbs_envy_has_three_readings),
        cmocka_unit_test(mbs_pair_plus_after_a_fold),
        cmocka_unit_test(mbs_shares_of_a_pooled_wager_are_paid_apart),
        cmocka_unit_test(a_stand_off_returns_both_and_pays_the_bonus),
        cmocka_unit_test(r02_a_blind_fold_loses_its_jackpot),
        cmocka_unit_test(r06_straight_flush_and_jackpot_without_a_qualifying_dealer),
        cmocka_unit_test(r10_ace_king_queen_of_spades_and_a_folded_box),
        cmocka_unit_test(rws_a_folded_royal_brings_envy_only_under_c),
        cmocka_unit_test(r22_a_jackpot_bet_without_an_ante_goes_back),
        cmocka_unit_test(rws_a_hand_not_shown_has_three_readings),
        cmocka_unit_test(rws_own_boxes_and_envy),
        cmocka_unit_test(rws_suited_three_two_ace),
        cmocka_unit_test(p02_a_royal_with_the_dealers_cards_folded_is_nothing),
        cmocka_unit_test(p06_p10_p22_six_cards_and_the_jackpot),
        cmocka_unit_test(rwp_the_meter_after_a_quarter),
        cmocka_unit_test(rwp_a_suited_five_high_sequence),
        cmocka_unit_test(contributions_enter_the_meter_as_the_reading_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
