/* irregularity_record_test.c -- what is recorded, offered, shown and posted when
 * something goes wrong.
 *
 * The scripts in tests/tables show what each wager comes to. Here is the rest of
 * what the paragraphs ask for: that an undone round moves its money back, that
 * an offer goes to those and only those whom it concerns, that a notice is shown,
 * and that nothing else happens where nothing else should. */
#include "cmocka_suite.h"

#include <string.h>

#include "staffed_table.h"

enum { ALICE = 1, BOB, CHEN, DEVI, ERIN };
static const char *const with_rws[] = {"rws", "rws-progressive"};
static const char *const house_books[] = {"mbs", "rws", "rws-progressive"};

/* Alice at 1 and Bob at 2 with Ante and jackpot bet each. */
static void two_bet(void) {
    dealer(TREY_VERB_OPEN);
    bets(1, ALICE, TREY_WAGER_ANTE, D(50));
    bets(1, ALICE, TREY_WAGER_PROGRESSIVE, 0);
    bets(2, BOB, TREY_WAGER_ANTE, D(50));
    bets(2, BOB, TREY_WAGER_PROGRESSIVE, 0);
}

static void two_dealt(const char *book) {
    staff_table(book, NULL);
    two_bet();
    dealer(TREY_VERB_CLOSE);
    deals("9s 9d 4c 7c 4d 2h Qh 8c 5d");
}

static void trouble(told_trouble what) {
    reports(what);
    confirms(SHIFT_MANAGER);
}

/* ---- Rounds and hands that are undone ------------------------------------------------- */
/* proves [mbs 5.3] [rws 5.8.7] [rws-progressive 5.8.7] */
static void an_undone_round_moves_every_result_back(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        staff_table(house_books[i], NULL);
        two_bet();
        plays_out("9s 9d 4c 7c 4d 2h Qh 8c 5d");
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ALICE), D(200));
        trouble((told_trouble){.kind = TREY_IRREGULARITY_DEALER_COUNT,
                               .facts = "found=this_round reconstructable=no"});
        assert_int_equal(events(TREY_EVENT_REVERSED), 2);
        assert_int_equal(events(TREY_EVENT_VOIDED), 1);
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ALICE), -D(95));
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), D(105));
        assert_int_equal(posted_to(TREY_ACCOUNT_METER, 0), -D(2));
        assert_int_equal(posted_to(TREY_ACCOUNT_HOUSE, 0), -D(8));
        assert_int_equal(posted_to(TREY_ACCOUNT_LAYOUT, 0), 0);
        leave_table();
    }
}

/* proves [mbs 5.7] [rws 5.15] [rws-progressive 5.15] */
static void an_undone_hand_moves_its_own_result_back(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        staff_table(house_books[i], NULL);
        two_bet();
        plays_out("9s 9d 4c 7c 4d 2h Qh 8c 5d");
        trouble((told_trouble){.kind = TREY_IRREGULARITY_PLAYER_COUNT,
                               .facts = "found=this_round reconstructable=no",
                               .seats = 1u << 1});
        assert_int_equal(events(TREY_EVENT_REVERSED), 1);
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ALICE), 0);
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), D(105));
        assert_int_equal(posted_to(TREY_ACCOUNT_METER, 0), -D(1));
        leave_table();
    }
}

/* ---- Nothing else happens ---------------------------------------------------------------- */
/* The state is what it was, but for the report that it keeps. */
static void nothing_happens(told_trouble what, const char *remedy) {
    trey_table then = table;
    reports(what);
    assert_string_equal(trey_irregularity_name((trey_irregularity)table.report.kind),
                        trey_irregularity_name(what.kind));
    assert_int_equal(table.report.player, what.player);
    assert_int_equal(table.report.amount, what.amount);
    confirms(DEALER);
    /* Chips that are gone are written down, and that is all. */
    bool late = what.kind == TREY_IRREGULARITY_LATE_WITHDRAWAL && what.amount > 0 &&
                strcmp(remedy, "settled_all_the_same") == 0;
    assert_int_equal(answer.count, late ? 2 : 1);
    if (late) assert_int_equal(answer.event[1].kind, TREY_EVENT_OWED);
    if (late) assert_int_equal(answer.event[1].amount, what.amount);
    const trey_event *done = &answer.event[0];
    assert_int_equal(done->kind, TREY_EVENT_REMEDIED);
    assert_int_equal(done->role, DEALER);
    assert_string_equal(trey_remedy_word(done->remedied.remedy), remedy);
    then.report = table.report;
    assert_memory_equal(&then, &table, sizeof table);
}

/* proves [mbs 3.6] [mbs 5.1.2] [mbs 5.5] [mbs 5.6] [mbs 5.8] [mbs 5.15] [mbs 5.16.2] */
static void under_mbs_what_changes_nothing_changes_nothing(void **state) {
    (void)state;
    two_dealt("mbs");
    acts(TREY_VERB_FOLD, 2, BOB);
    nothing_happens(
        (told_trouble){
            .kind = TREY_IRREGULARITY_LATE_BET, .seats = 1, .player = ALICE, .amount = D(25)},
        "refused");
    nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_LATE_WITHDRAWAL,
                                   .seats = 1,
                                   .player = ALICE,
                                   .amount = D(50)},
                    "settled_all_the_same");
    nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_MISPLACED_CHIPS, .seats = 1},
                    "settled_as_it_is");
    nothing_happens(
        (told_trouble){.kind = TREY_IRREGULARITY_COUNT_IN_DOUBT, .facts = "count=right"},
        "continue");
    nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_INTERRUPTION}, "continue");
    acts(TREY_VERB_PLAY, 1, ALICE);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_FOUND_LATER}, "result_stands");
    leave_table();
}

/* proves [rws 5.7.1] [rws 5.11] [rws 5.13] [rws 5.19] [rws 5.20]
 * proves [rws-progressive 5.7.1] [rws-progressive 5.11] [rws-progressive 5.13]
 * proves [rws-progressive 5.19] [rws-progressive 5.20] */
static void under_rws_what_changes_nothing_changes_nothing(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        two_dealt(with_rws[i]);
        acts(TREY_VERB_FOLD, 2, BOB);
        nothing_happens(
            (told_trouble){
                .kind = TREY_IRREGULARITY_LATE_BET, .seats = 1, .player = ALICE, .amount = D(25)},
            "refused");
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_LATE_WITHDRAWAL,
                                       .seats = 1,
                                       .player = ALICE,
                                       .amount = D(50)},
                        "refused");
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_BOXED_CARD},
                        "used_as_the_next_card");
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_MISPLACED_CHIPS, .seats = 1},
                        "settled_as_it_is");
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_HANDS_IN_ERROR, .player = ALICE},
                        "settled_as_it_is");
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_INTERRUPTION}, "continue");
        acts(TREY_VERB_PLAY, 1, ALICE);
        dealer(TREY_VERB_REVEAL);
        dealer(TREY_VERB_SETTLE);
        two_bet();
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_FOUND_LATER}, "result_stands");
        nothing_happens(
            (told_trouble){.kind = TREY_IRREGULARITY_DEALER_COUNT, .facts = "found=later_round"},
            "result_stands");
        leave_table();
    }
}

/* proves [rws 5.6] [rws-progressive 5.6] */
static void a_look_and_a_decision_leave_the_round_alone(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        two_dealt(with_rws[i]);
        acts(TREY_VERB_VIEW, 1, ALICE);
        acts(TREY_VERB_PLAY, 1, ALICE);
        nothing_happens((told_trouble){.kind = TREY_IRREGULARITY_ABSENT_PLAYER, .player = ALICE},
                        "settled_in_the_ordinary_way");
        leave_table();
    }
}

/* ---- Who said what ------------------------------------------------------------------------ */
/* A bet that staff place on request names whoever placed it.
 * proves [mbs 3.6] [rws 5.22] [rws-progressive 5.22] */
static void a_bet_placed_by_staff_names_them(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        staff_table(house_books[i], NULL);
        dealer(TREY_VERB_OPEN);
        static const unsigned roles[] = {TREY_ROLE_PLAYER, TREY_ROLE_DEALER,
                                         TREY_ROLE_PIT_SUPERVISOR};
        for (unsigned r = 0; r < 3; r++) {
            trey_command bet = {.verb = TREY_VERB_BET,
                                .role = (uint8_t)roles[r],
                                .seat = (uint8_t)(r + 1),
                                .wager = TREY_WAGER_ANTE,
                                .actor = ALICE,
                                .player = ALICE,
                                .amount = D(50)};
            gives(&bet);
            assert_int_equal(answer.event[0].kind, TREY_EVENT_BET);
            assert_int_equal(answer.event[0].role, roles[r]);
        }
        leave_table();
    }
}

/* Facts as they were stated, and those that the record added.
 * proves [mbs 5.8] [rws 5.8.2] [rws 5.17] [rws-progressive 5.8.2] [rws-progressive 5.17] */
static void a_report_keeps_the_facts_that_it_rests_on(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        two_dealt(with_rws[i]);
        acts(TREY_VERB_VIEW, 1, ALICE);
        reports((told_trouble){.kind = TREY_IRREGULARITY_JACKPOT_FAULT});
        assert_int_equal(table.report.answer[TREY_FACT_SEEN], TREY_FLAG_YES);
        assert_false(table.report.against);
        dealer(TREY_VERB_DROP);
        reports((told_trouble){.kind = TREY_IRREGULARITY_JACKPOT_FAULT, .facts = "seen=no"});
        assert_int_equal(table.report.answer[TREY_FACT_SEEN], TREY_FLAG_NO);
        assert_true(table.report.against);
        assert_int_equal(table.report.role, DEALER);
        leave_table();
        two_dealt(with_rws[i]);
        reports((told_trouble){
            .kind = TREY_IRREGULARITY_EXPOSED_CARDS, .facts = "exposed=several", .seats = 3});
        assert_int_equal(table.report.answer[TREY_FACT_EXPOSED], TREY_EXPOSED_SEVERAL);
        assert_int_equal(table.report.answer[TREY_FACT_SEEN], TREY_FLAG_NO);
        assert_int_equal(table.report.answer[TREY_FACT_MOMENT], TREY_MOMENT_DEAL);
        assert_int_equal(table.report.seats, 3);
        leave_table();
    }
}

/* ---- Offers ------------------------------------------------------------------------------- */
static void offered_to(unsigned seats, trey_gate gate) {
    assert_int_equal(events(TREY_EVENT_OFFERED), 1);
    const trey_event *offer = event_at(TREY_EVENT_OFFERED, 0);
    assert_int_equal(offer->offered.seats, seats);
    assert_int_equal(offer->offered.all_or_nothing, gate == TREY_GATE_WITHDRAWAL);
    assert_int_equal(table.gate, gate);
}

/* proves [mbs 5.7.1] [mbs 5.16.1] */
static void under_mbs_offers_go_to_the_others_or_to_all(void **state) {
    (void)state;
    two_dealt("mbs");
    trouble((told_trouble){.kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .facts = "found=this_round reconstructable=no",
                           .seats = 1});
    offered_to(1u << 1, TREY_GATE_OPTIONS);
    leave_table();
    two_dealt("mbs");
    trouble((told_trouble){.kind = TREY_IRREGULARITY_INTERRUPTION});
    offered_to(3, TREY_GATE_WITHDRAWAL);
    leave_table();
}

/* proves [rws 5.9] [rws 5.10] [rws 5.14.1] [rws-progressive 5.9] [rws-progressive 5.10]
 * proves [rws-progressive 5.14.1] */
static void under_rws_offers_go_to_those_affected_or_to_all(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        two_dealt(with_rws[i]);
        trouble((told_trouble){.kind = TREY_IRREGULARITY_OTHER_DEALING_ERROR,
                               .facts = "reconstructable=no",
                               .seats = 1u << 1});
        offered_to(1u << 1, TREY_GATE_OPTIONS);
        leave_table();
        two_dealt(with_rws[i]);
        trouble((told_trouble){
            .kind = TREY_IRREGULARITY_CARDS_TOGETHER, .facts = "order=known", .seats = 1});
        offered_to(3, TREY_GATE_OPTIONS);
        leave_table();
    }
}

/* ---- Notices and warnings ------------------------------------------------------------------- */
static trey_view seen_by(unsigned role, trey_player player) {
    trey_view view;
    trey_rulebook *book;
    trey_rules *rules;
    assert_int_equal(trey_rulebook_open(&book, "rws", NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&rules, book), TREY_STATUS_OK);
    trey_table_view(rules, &table, role, player, &view);
    trey_rules_close(rules);
    trey_rulebook_close(book);
    return view;
}

/* proves [rws 5.17.2a] [rws 5.17.2b] [rws 5.17.2c] [rws-progressive 5.17.2a]
 * proves [rws-progressive 5.17.2b] [rws-progressive 5.17.2c] */
static void after_a_jackpot_fault_everybody_sees_how_the_table_goes_on(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        staff_table(with_rws[i], NULL);
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).jackpot_off, 0);
        trouble((told_trouble){.kind = TREY_IRREGULARITY_AFTER_JACKPOT_FAULT,
                               .mode = TREY_MODE_WITHOUT_JACKPOT});
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).jackpot_off, 1);
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, TREY_NOBODY).jackpot_off, 1);
        assert_int_equal(seen_by(DEALER, TREY_NOBODY).jackpot_off, 1);
        assert_int_equal(seen_by(DEALER, TREY_NOBODY).closed, 0);
        dealer(TREY_VERB_OPEN);
        bets(1, ALICE, TREY_WAGER_ANTE, D(50));
        refused_bet(1, ALICE, TREY_WAGER_PROGRESSIVE, 0, TREY_REFUSED_JACKPOT_OFF,
                    "5.17.2, 5.17.2a, 5.17.2b, 5.17.2c");
        plays_out("9s 9d 4c Qh 8c 5d");
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).jackpot_off, 1); /* it stays up */
        trouble((told_trouble){.kind = TREY_IRREGULARITY_AFTER_JACKPOT_FAULT,
                               .mode = TREY_MODE_DISABLE,
                               .seats = 1u << 2});
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).box[2].disabled, 1);
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).box[1].disabled, 0);
        trouble(
            (told_trouble){.kind = TREY_IRREGULARITY_AFTER_JACKPOT_FAULT, .mode = TREY_MODE_CLOSE});
        assert_int_equal(seen_by(TREY_ROLE_PLAYER, ALICE).closed, 1);
        leave_table();
    }
}

/* proves [mbs 5.12.1] [mbs 5.12.2] */
static void a_bare_jackpot_bet_is_pointed_out(void **state) {
    (void)state;
    staff_table("mbs", NULL);
    dealer(TREY_VERB_OPEN);
    bets(1, ALICE, TREY_WAGER_PROGRESSIVE, 0);
    bets(2, BOB, TREY_WAGER_PROGRESSIVE, 0);
    bets(3, CHEN, TREY_WAGER_ANTE, D(50));
    bets(3, CHEN, TREY_WAGER_PROGRESSIVE, 0);
    reports((told_trouble){.kind = TREY_IRREGULARITY_JACKPOT_ALONE, .seats = 3});
    remedy_is("add_a_base_bet_or_cancel", "none", "5.12, 5.12.1");
    confirms(DEALER);
    assert_int_equal(table.phase, TREY_PHASE_BETTING);
    bets(1, ALICE, TREY_WAGER_PAIR_PLUS, D(25));
    dealer(TREY_VERB_CLOSE);
    assert_int_equal(events(TREY_EVENT_JACKPOT_ALONE), 1);
    assert_int_equal(event_at(TREY_EVENT_JACKPOT_ALONE, 2)->player, BOB);
    assert_int_equal(posted_to(TREY_ACCOUNT_METER, 0), D(2));
    reports((told_trouble){.kind = TREY_IRREGULARITY_JACKPOT_ALONE, .seats = 2});
    remedy_is("wager_returned_at_the_end", "none", "5.12, 5.12.2");
    confirms(DEALER);
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), 0); /* at the end, not now */
    deals("9s 9d 4c 8s 5d 2c Qh 8c 5h");
    acts(TREY_VERB_FOLD, 3, CHEN);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), D(5));
    leave_table();
}

/* proves [mbs 3.5.1] */
static void the_jackpot_is_open_to_the_seated_player_until_the_call(void **state) {
    (void)state;
    for (unsigned when = 0; when < 3; when++) {
        staff_table("mbs", NULL);
        dealer(TREY_VERB_OPEN);
        acts(TREY_VERB_SIT, 3, CHEN);
        if (when == 1) bets(3, CHEN, TREY_WAGER_ANTE, D(25));
        if (when == 2) {
            bets(3, DEVI, TREY_WAGER_ANTE, D(25));
            bets(3, CHEN, TREY_WAGER_PAIR_PLUS, D(25));
        }
        refused_bet(3, DEVI, TREY_WAGER_PROGRESSIVE, 0, TREY_REFUSED_BOX_NOT_YOURS, "3.5.4");
        bets(3, CHEN, TREY_WAGER_PROGRESSIVE, 0);
        assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, CHEN), -D(5));
        if (when == 0) bets(3, CHEN, TREY_WAGER_PAIR_PLUS, D(25));
        dealer(TREY_VERB_CLOSE);
        assert_int_equal(table.box[2].jackpot, TREY_JACKPOT_VALID);
        refused_bet(3, CHEN, TREY_WAGER_PROGRESSIVE, 0, TREY_REFUSED_BETS_CLOSED, "3.2, 5.5");
        leave_table();
    }
}

/* ---- Who decided --------------------------------------------------------------------------- */
/* proves [mbs 5.9] [mbs 5.10.3] [mbs 6.1] [mbs 6.2] */
static void the_record_says_who_decided_and_why(void **state) {
    (void)state;
    two_dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_SECOND_LOOK, .player = BOB});
    refused_verb(TREY_VERB_CONFIRM, MANAGER, TREY_REFUSED_ROLE_TOO_LOW, "5.10.3, 6.1, 3.4.1");
    confirms(SHIFT_MANAGER);
    assert_int_equal(event_at(TREY_EVENT_REMEDIED, 0)->role, SHIFT_MANAGER);
    assert_int_equal(event_at(TREY_EVENT_FLAGGED, 0)->flagged.set, TREY_PLAYER_STOPPED);
    reports((told_trouble){.kind = TREY_IRREGULARITY_HAND_SHOWN, .player = ALICE});
    refused_verb(TREY_VERB_CONFIRM, MANAGER, TREY_REFUSED_ROLE_TOO_LOW, "5.9");
    confirms(SHIFT_MANAGER);
    assert_int_equal(event_at(TREY_EVENT_FLAGGED, 0)->flagged.set, TREY_PLAYER_BARRED);
    assert_int_equal(event_at(TREY_EVENT_FLAGGED, 0)->player, ALICE);
    trouble((told_trouble){.kind = TREY_IRREGULARITY_NOT_COVERED});
    refused_verb(TREY_VERB_RULE, MANAGER, TREY_REFUSED_ROLE_TOO_LOW, "6.1");
    rules_on(SHIFT_MANAGER, TREY_RULING_CONTINUE, 0, TREY_NOBODY);
    assert_int_equal(answer.event[0].kind, TREY_EVENT_RULED);
    assert_int_equal(answer.event[0].role, SHIFT_MANAGER);
    assert_string_equal(answer.event[0].ruled.reason, "a test");
    leave_table();
}

/* ---- California ------------------------------------------------------------------------------ */
/* proves [ca-six-card Table 1] [ca-six-card Collection F] */
static void the_collection_goes_into_the_drop_box_and_comes_out_when_void(void **state) {
    (void)state;
    staff_table("ca-six-card", NULL);
    dealer(TREY_VERB_OPEN);
    bank_takes(8, ERIN, D(500));
    bets(1, ALICE, TREY_WAGER_ANTE, D(20));
    bets(2, BOB, TREY_WAGER_ANTE, D(40));
    dealer(TREY_VERB_CLOSE);
    assert_int_equal(posted_to(TREY_ACCOUNT_DROP, 0), D(5)); /* 3 on $60, and 1 of each */
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ERIN), -D(3));
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ALICE), -D(1));
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), -D(1));
    assert_int_equal(posted_to(TREY_ACCOUNT_HOUSE, 0), 0);
    trouble((told_trouble){.kind = TREY_IRREGULARITY_FOREIGN_CARD});
    rules_on(SUPERVISOR, TREY_RULING_VOID, 0, TREY_NOBODY);
    assert_int_equal(posted_to(TREY_ACCOUNT_DROP, 0), -D(5));
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ERIN), D(503));
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, ALICE), D(21));
    assert_int_equal(posted_to(TREY_ACCOUNT_PLAYER, BOB), D(41));
    leave_table();
}

/* proves [ca-six-card Betting 1] [ca-six-card Betting 2] [ca-six-card Betting 3] */
static void in_california_chips_that_lie_wrong_change_nothing(void **state) {
    (void)state;
    staff_table("ca-six-card", NULL);
    dealer(TREY_VERB_OPEN);
    bank_takes(8, ERIN, D(500));
    bets(1, ALICE, TREY_WAGER_ANTE, D(20));
    bets(2, BOB, TREY_WAGER_ANTE, D(40));
    dealer(TREY_VERB_CLOSE);
    deals("9s 9d 4c 7c 4d 2h Qh 8c 3d");
    acts(TREY_VERB_PLAY, 1, ALICE);
    told_trouble what = {.seats = 1, .player = ALICE, .wager = TREY_WAGER_ANTE, .amount = D(30)};
    what.kind = TREY_IRREGULARITY_LATE_BET;
    nothing_happens(what, "refused");
    what.kind = TREY_IRREGULARITY_LATE_WITHDRAWAL;
    nothing_happens(what, "refused");
    what.kind = TREY_IRREGULARITY_PLAY_NOT_ANTE;
    nothing_happens(what, "refused");
    what.kind = TREY_IRREGULARITY_OVER_MAXIMUM;
    what.amount = D(501);
    nothing_happens(what, "refused");
    what.kind = TREY_IRREGULARITY_MISPLACED_CHIPS;
    nothing_happens(what, "settled_as_it_is");
    what.kind = TREY_IRREGULARITY_HANDS_IN_ERROR;
    nothing_happens(what, "settled_as_it_is");
    leave_table();
}

/* proves [ca-six-card Round 4] [ca-six-card Round 3b] */
static void the_cards_of_a_forfeited_hand_are_put_away_unseen(void **state) {
    (void)state;
    staff_table("ca-six-card", NULL);
    dealer(TREY_VERB_OPEN);
    bank_takes(8, ERIN, D(500));
    bets(1, ALICE, TREY_WAGER_ANTE, D(20));
    bets(2, BOB, TREY_WAGER_ANTE, D(20));
    bets(2, BOB, TREY_WAGER_SIX_CARD_BONUS, D(5));
    bets(3, CHEN, TREY_WAGER_ANTE, D(20));
    dealer(TREY_VERB_CLOSE);
    deals("9s 9d 4c 7c 4d 2h Kd Jh 5c Qh 8c 3d");
    acts(TREY_VERB_FOLD, 1, ALICE);
    acts(TREY_VERB_FOLD, 2, BOB);
    acts(TREY_VERB_PLAY, 3, CHEN);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    assert_int_equal(events(TREY_EVENT_SHOWN), 2);
    assert_int_equal(event_at(TREY_EVENT_SHOWN, 2)->player, BOB); /* his bonus needs them */
    assert_int_equal(event_at(TREY_EVENT_SHOWN, 3)->player, CHEN);
    assert_int_equal(table.box[0].shown, 0);
    /* And the forfeits come first of all lines. */
    unsigned lines = 0;
    for (unsigned i = 0; i < answer.count; i++) {
        const trey_event *line = &answer.event[i];
        if (line->kind != TREY_EVENT_LINE) continue;
        if (lines++ < 2) assert_int_equal(line->line.ground, TREY_GROUND_FOLDED);
    }
    leave_table();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undone_round_moves_every_result_back),
        cmocka_unit_test(an_undone_hand_moves_its_own_result_back),
        cmocka_unit_test(under_mbs_what_changes_nothing_changes_nothing),
        cmocka_unit_test(under_rws_what_changes_nothing_changes_nothing),
        cmocka_unit_test(a_look_and_a_decision_leave_the_round_alone),
        cmocka_unit_test(under_mbs_offers_go_to_the_others_or_to_all),
        cmocka_unit_test(under_rws_offers_go_to_those_affected_or_to_all),
        cmocka_unit_test(after_a_jackpot_fault_everybody_sees_how_the_table_goes_on),
        cmocka_unit_test(a_bare_jackpot_bet_is_pointed_out),
        cmocka_unit_test(the_jackpot_is_open_to_the_seated_player_until_the_call),
        cmocka_unit_test(the_record_says_who_decided_and_why),
        cmocka_unit_test(the_collection_goes_into_the_drop_box_and_comes_out_when_void),
        cmocka_unit_test(in_california_chips_that_lie_wrong_change_nothing),
        cmocka_unit_test(a_bet_placed_by_staff_names_them),
        cmocka_unit_test(a_report_keeps_the_facts_that_it_rests_on),
        cmocka_unit_test(the_cards_of_a_forfeited_hand_are_put_away_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
