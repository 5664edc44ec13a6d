/* irregularity_paragraphs_test.c -- what each text has done about each irregularity,
 * by whom and by which paragraph, read a second time.
 *
 * The rulebook files hold these decisions as tables, and a page for staff is
 * written from them; both would follow a mistake. The rows below were read from
 * the texts again. A row holds for every answer to the facts that it leaves open.
 * The second part plays rounds and asks the lines and refusals themselves. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <string.h>

#include "staffed_table.h"

enum { ALICE = 1, BOB, CHEN };
static const char *const with_rws[] = {"rws", "rws-progressive"};

typedef struct row {
    const char *facts, *remedy, *also, *by;
    trey_irregularity kind;
    int role; /* that decides, or -1 */
} row;

#define ROW(kind, facts, remedy, also, role, by)                                                   \
    { facts, remedy, also, by, TREY_IRREGULARITY_##kind, role }
#define ANYBODY (-1)

/* clang-format off */
static const row mbs[] = {
    ROW(FOREIGN_CARD, "", "void", "none", ANYBODY, "5.1, 5.1.1"),
    ROW(DECK_COUNT, "", "void", "none", ANYBODY, "5.1, 5.1.1"),
    ROW(UNSHUFFLED, "", "void", "none", ANYBODY, "5.1, 5.1.1"),
    ROW(CARDS_RUN_OUT, "", "void", "none", ANYBODY, "5.1, 5.1.1"),
    ROW(COUNT_IN_DOUBT, "count=wrong", "void", "none", ANYBODY, "5.8"),
    ROW(COUNT_IN_DOUBT, "count=right", "continue", "none", ANYBODY, "5.8"),
    ROW(MISDEAL, "handled=no movable=yes", "move_hands", "none", ANYBODY, "5.2"),
    ROW(MISDEAL, "handled=no movable=no", "void", "none", ANYBODY, "5.2"),
    ROW(MISDEAL, "handled=yes", "ruling", "none", ANYBODY, "6.1"),
    ROW(DEALER_COUNT, "found=later_round", "result_stands", "none", ANYBODY, "5.3, 5.1.2"),
    ROW(DEALER_COUNT, "found=this_round reconstructable=no", "void", "none", ANYBODY, "5.3"),
    ROW(DEALER_COUNT, "found=this_round reconstructable=yes", "reconstruct", "none", ANYBODY, "5.3"),
    ROW(PLAYER_COUNT, "found=later_round", "result_stands", "none", ANYBODY, "5.7, 5.1.2"),
    ROW(PLAYER_COUNT, "found=this_round reconstructable=no", "hand_out_wagers_returned",
        "others_may_be_let_withdraw", ANYBODY, "5.7, 5.7.1"),
    ROW(PLAYER_COUNT, "found=this_round reconstructable=yes", "reconstruct", "none", ANYBODY, "5.7"),
    ROW(EXPOSED_CARDS, "moment=deal exposed=several", "void", "none", ANYBODY, "5.4"),
    ROW(EXPOSED_CARDS, "moment=deal exposed=one", "continue", "none", ANYBODY, "5.4, 6.1"),
    ROW(EXPOSED_CARDS, "moment=later", "ruling", "none", ANYBODY, "5.4, 6.1"),
    ROW(BOXED_CARD, "", "ruling", "none", ANYBODY, "6.1"),
    ROW(CARDS_TOGETHER, "", "ruling", "none", ANYBODY, "6.1"),
    ROW(OTHER_DEALING_ERROR, "", "ruling", "none", ANYBODY, "6.1"),
    ROW(LATE_BET, "", "refused", "none", ANYBODY, "5.5, 3.2"),
    ROW(LATE_WITHDRAWAL, "", "settled_all_the_same", "none", ANYBODY, "5.6"),
    ROW(OVER_MAXIMUM, "", "settled_at_the_maximum", "none", ANYBODY, "5.14"),
    ROW(UNDER_MINIMUM, "occasion=first", "settled_as_it_is", "none", ANYBODY, "5.13"),
    ROW(UNDER_MINIMUM, "occasion=again", "wager_returned", "none", ANYBODY, "5.13"),
    ROW(PLAY_NOT_ANTE, "", "ruling", "none", ANYBODY, "3.9.2, 6.1"),
    ROW(JACKPOT_ALONE, "noticed=before_close", "add_a_base_bet_or_cancel", "none", ANYBODY, "5.12, 5.12.1"),
    ROW(JACKPOT_ALONE, "noticed=after_close", "wager_returned_at_the_end", "none", ANYBODY, "5.12, 5.12.2"),
    ROW(JACKPOT_AMOUNT, "", "refused", "none", ANYBODY, "3.5.3"),
    ROW(MISPLACED_CHIPS, "", "settled_as_it_is", "none", ANYBODY, "3.6"),
    ROW(ABSENT_PLAYER, "bet=ante decision=open", "hand_out_wagers_returned", "none", ANYBODY, "5.11"),
    ROW(ABSENT_PLAYER, "bet=pair_plus_only", "settled_in_the_ordinary_way", "none", ANYBODY, "5.11, 3.9.3"),
    ROW(ABSENT_PLAYER, "bet=ante decision=none", "settled_in_the_ordinary_way", "none", ANYBODY, "5.11"),
    ROW(HAND_SHOWN, "", "player_may_be_barred_wagers_returned", "none", SHIFT_MANAGER, "5.9"),
    ROW(HANDS_IN_ERROR, "viewed=some", "viewed_hands_go_on", "other_hands_out_wagers_returned", ANYBODY, "5.10, 5.10.1"),
    ROW(HANDS_IN_ERROR, "viewed=none", "first_dealt_hand_goes_on", "other_hands_out_wagers_returned", ANYBODY, "5.10, 5.10.2"),
    ROW(SECOND_LOOK, "", "player_may_be_stopped", "none", SHIFT_MANAGER, "5.10.3, 6.1, 3.4.1"),
    ROW(INTERRUPTION, "outcome=none", "all_or_nothing_withdrawal_offered", "none", ANYBODY, "5.16, 5.16.1"),
    ROW(INTERRUPTION, "outcome=established", "continue", "none", ANYBODY, "5.16, 5.16.2"),
    ROW(JACKPOT_FAULT, "", "ruling", "none", ANYBODY, "6.1"),
    ROW(AFTER_JACKPOT_FAULT, "", "ruling", "none", ANYBODY, "6.1"),
    ROW(FOUND_LATER, "", "result_stands", "none", ANYBODY, "5.1.2, 5.15"),
    ROW(NOT_COVERED, "", "ruling", "none", SHIFT_MANAGER, "6.1"),
};

/* Of both RWS books; their definition of a reconstruction has another number. */
static const row rws[] = {
    ROW(FOREIGN_CARD, "", "void", "none", ANYBODY, "5.8, 5.8.1"),
    ROW(DECK_COUNT, "", "void", "none", ANYBODY, "5.8, 5.8.3"),
    ROW(UNSHUFFLED, "", "void", "none", ANYBODY, "5.8, 5.8.5"),
    ROW(CARDS_RUN_OUT, "", "void", "none", ANYBODY, "5.8, 5.8.4"),
    ROW(COUNT_IN_DOUBT, "count=wrong", "void", "none", ANYBODY, "5.8, 5.8.3"),
    ROW(COUNT_IN_DOUBT, "count=right", "continue", "none", ANYBODY, "5.8.3"),
    ROW(MISDEAL, "seen=no movable=yes", "move_hands", "none", ANYBODY, "5.8, 5.8.6"),
    ROW(MISDEAL, "seen=no movable=no", "void", "none", ANYBODY, "5.8, 5.8.6"),
    ROW(MISDEAL, "seen=yes reconstructable=yes", "reconstruct", "options_to_the_affected", ANYBODY, "5.10, 5.10.2, 5.10.3"),
    ROW(MISDEAL, "seen=yes reconstructable=no", "options_to_the_affected", "none", ANYBODY, "5.10, 5.10.1, 5.10.3"),
    ROW(DEALER_COUNT, "found=later_round", "result_stands", "none", ANYBODY, "5.8.7, 5.19"),
    ROW(DEALER_COUNT, "found=this_round reconstructable=no", "void", "none", ANYBODY, "5.8, 5.8.7"),
    ROW(DEALER_COUNT, "found=this_round reconstructable=yes", "reconstruct", "none", ANYBODY, "5.8.7, RECONSTRUCTION"),
    ROW(PLAYER_COUNT, "found=later_round", "result_stands", "none", ANYBODY, "5.15, 5.19"),
    ROW(PLAYER_COUNT, "found=this_round reconstructable=no", "hand_out_wagers_returned", "none", ANYBODY, "5.15"),
    ROW(PLAYER_COUNT, "found=this_round reconstructable=yes", "reconstruct", "none", ANYBODY, "5.15, RECONSTRUCTION"),
    ROW(EXPOSED_CARDS, "moment=later", "ruling", "none", ANYBODY, "5.8.2, 5.12, 5.23"),
    ROW(EXPOSED_CARDS, "moment=deal seen=yes", "continue", "none", ANYBODY, "5.12"),
    ROW(EXPOSED_CARDS, "moment=deal seen=no exposed=several", "void", "none", ANYBODY, "5.8, 5.8.2"),
    ROW(EXPOSED_CARDS, "moment=deal seen=no exposed=one", "options_to_the_affected", "none", ANYBODY, "5.10, 5.10.1, 5.10.3"),
    ROW(BURN_FORGOTTEN, "seen=yes", "void", "none", ANYBODY, "5.9"),
    ROW(BURN_FORGOTTEN, "seen=no reconstructable=no", "void", "none", ANYBODY, "5.9"),
    ROW(BURN_FORGOTTEN, "seen=no reconstructable=yes", "reconstruct", "options_to_all", ANYBODY, "5.9, 5.10"),
    ROW(BOXED_CARD, "", "used_as_the_next_card", "none", ANYBODY, "5.13"),
    ROW(CARDS_TOGETHER, "order=unknown", "supervisor_orders_the_cards", "options_to_all", SUPERVISOR, "5.14, 5.14.1, 5.10"),
    ROW(CARDS_TOGETHER, "order=known", "options_to_all", "none", ANYBODY, "5.14.1, 5.10"),
    ROW(OTHER_DEALING_ERROR, "reconstructable=yes", "reconstruct", "options_to_the_affected", ANYBODY, "5.10, 5.10.2, 5.10.3"),
    ROW(OTHER_DEALING_ERROR, "reconstructable=no", "options_to_the_affected", "none", ANYBODY, "5.10, 5.10.1, 5.10.3"),
    ROW(LATE_BET, "", "refused", "none", ANYBODY, "3.9, 5.11"),
    ROW(LATE_WITHDRAWAL, "", "refused", "none", ANYBODY, "5.11"),
    ROW(OVER_MAXIMUM, "noticed=before_close", "excess_rejected", "none", ANYBODY, "5.1"),
    ROW(OVER_MAXIMUM, "noticed=after_close", "settled_at_the_maximum", "none", ANYBODY, "5.1.1"),
    ROW(UNDER_MINIMUM, "noticed=before_close", "raise_or_withdraw", "none", ANYBODY, "5.2"),
    ROW(UNDER_MINIMUM, "noticed=after_close", "settled_as_it_is", "none", ANYBODY, "5.2.1"),
    ROW(PLAY_NOT_ANTE, "play=above_ante", "play_cut_to_the_ante", "none", ANYBODY, "5.3, 5.3.1"),
    ROW(PLAY_NOT_ANTE, "play=below_ante", "settled_as_it_is", "none", ANYBODY, "5.3, 5.3.2"),
    ROW(JACKPOT_ALONE, "noticed=before_close", "add_a_base_bet_or_cancel", "none", ANYBODY, "5.4, 3.8"),
    ROW(JACKPOT_ALONE, "noticed=after_close", "wager_returned", "none", ANYBODY, "5.4"),
    ROW(JACKPOT_AMOUNT, "noticed=before_close", "refused", "none", ANYBODY, "3.4"),
    ROW(JACKPOT_AMOUNT, "noticed=after_close prescribed=above", "excess_rejected", "none", ANYBODY, "3.4"),
    ROW(JACKPOT_AMOUNT, "noticed=after_close prescribed=below", "wager_returned", "none", ANYBODY, "3.4"),
    ROW(MISPLACED_CHIPS, "", "settled_as_it_is", "none", ANYBODY, "5.20, 5.22"),
    ROW(ABSENT_PLAYER, "decision=open", "folded", "none", ANYBODY, "5.5"),
    ROW(ABSENT_PLAYER, "decision=none", "settled_in_the_ordinary_way", "none", ANYBODY, "5.6"),
    ROW(HAND_SHOWN, "", "ruling", "none", ANYBODY, "5.23"),
    ROW(HANDS_IN_ERROR, "", "settled_as_it_is", "none", ANYBODY, "3.7, 5.20"),
    ROW(SECOND_LOOK, "intended=yes", "hand_out_wagers_returned", "none", SUPERVISOR, "5.18"),
    ROW(SECOND_LOOK, "intended=no", "continue", "none", SUPERVISOR, "5.18"),
    ROW(INTERRUPTION, "outcome=established", "continue", "none", ANYBODY, "5.7, 5.7.1"),
    ROW(INTERRUPTION, "outcome=none", "void", "none", ANYBODY, "5.7, 5.7.2, 5.21"),
    ROW(JACKPOT_FAULT, "seen=no", "void", "none", ANYBODY, "5.16"),
    ROW(JACKPOT_FAULT, "seen=yes", "continue", "paid_at_the_registered_meter", ANYBODY, "5.17, 5.17.1"),
    ROW(AFTER_JACKPOT_FAULT, "", "close_or_disable_or_run_without", "none", SHIFT_MANAGER, "5.17.2, 5.17.2a, 5.17.2b, 5.17.2c"),
    ROW(FOUND_LATER, "", "result_stands", "none", ANYBODY, "5.19"),
    ROW(NOT_COVERED, "", "ruling", "none", SHIFT_MANAGER, "5.23"),
};

/* Where the Californian text says or implies something; the rest is the floor's. */
static const row california[] = {
    ROW(LATE_BET, "", "refused", "none", ANYBODY, "Betting 2, PairPlus 2, SixCard 2"),
    ROW(LATE_WITHDRAWAL, "", "refused", "none", ANYBODY, "Betting 2"),
    ROW(OVER_MAXIMUM, "", "refused", "none", ANYBODY, "Betting 1"),
    ROW(UNDER_MINIMUM, "", "refused", "none", ANYBODY, "Betting 1"),
    ROW(PLAY_NOT_ANTE, "", "refused", "none", ANYBODY, "Betting 3, Round 3"),
    ROW(MISPLACED_CHIPS, "", "settled_as_it_is", "none", ANYBODY, "Betting 1, Betting 2"),
    ROW(ABSENT_PLAYER, "decision=open", "folded", "none", ANYBODY, "Round 3, Round 3a, Round 3b"),
    ROW(ABSENT_PLAYER, "decision=none", "settled_in_the_ordinary_way", "none", ANYBODY, ""),
    ROW(HANDS_IN_ERROR, "", "settled_as_it_is", "none", ANYBODY, "Betting 5"),
    ROW(FOUND_LATER, "", "result_stands", "none", ANYBODY, "Glossary Round, Round 7"),
    ROW(BANK_DECLINED, "", "bank_offered_on_or_game_stops", "none", ANYBODY, "Standards 2, Round 10"),
};
/* clang-format on */

/* ---- The tables ------------------------------------------------------------------------------ */
static unsigned words_of(unsigned fact) {
    unsigned count = 0;
    while (trey_fact_answer((trey_fact)fact, count)) count++;
    return count;
}

/* What the row states of a fact, or -1. */
static int stated(const char *facts, unsigned fact) {
    char word[64];
    for (unsigned i = 0; i < words_of(fact); i++) {
        snprintf(word, sizeof word, "%s=%s", trey_fact_name((trey_fact)fact),
                 trey_fact_answer((trey_fact)fact, i));
        const char *found = strstr(facts, word);
        bool whole = found && (found == facts || found[-1] == ' ') &&
                     (found[strlen(word)] == ' ' || found[strlen(word)] == '\0');
        if (whole) return (int)i;
    }
    return -1;
}

static void row_holds(const trey_rulebook *book, const row *expected, const trey_case *item) {
    char by[128] = "";
    for (size_t i = 0; i < item->by.count; i++) {
        const char *id = trey_rulebook_paragraph(book, item->by.paragraph[i])->id;
        bool defined = strcmp(id, "1.17") == 0 || strcmp(id, "1.18") == 0;
        size_t used = strlen(by);
        snprintf(by + used, sizeof by - used, "%s%s", i ? ", " : "",
                 defined ? "RECONSTRUCTION" : id);
    }
    bool holds = strcmp(trey_remedy_word(item->remedy), expected->remedy) == 0 &&
                 strcmp(trey_remedy_word(item->also), expected->also) == 0 &&
                 item->role == expected->role && strcmp(by, expected->by) == 0;
    if (holds) return;
    fail_msg("%s: %s %s: %s and %s by role %d [%s]", trey_rulebook_id(book),
             trey_irregularity_name(expected->kind), expected->facts,
             trey_remedy_word(item->remedy), trey_remedy_word(item->also), item->role, by);
}

/* Every combination of answers that agrees with the row. Returns how many. */
static unsigned check_row(const trey_rulebook *book, const row *expected) {
    const trey_trouble *trouble = trey_rulebook_trouble(book, expected->kind);
    unsigned combinations = 0, fact = 0;
    uint8_t answers[TREY_FACT_COUNT] = {0};
    assert_false(trouble->absent);
    while (fact < TREY_FACT_COUNT) {
        bool agrees = true;
        for (unsigned i = 0; i < TREY_FACT_COUNT; i++) {
            int told = stated(expected->facts, i);
            if (told >= 0) assert_true(trouble->asks[i]);
            agrees &= told < 0 || told == answers[i];
        }
        if (agrees) {
            row_holds(book, expected, trey_trouble_case(trouble, answers));
            combinations++;
        }
        for (fact = 0; fact < TREY_FACT_COUNT; fact++) { /* the next combination */
            if (!trouble->asks[fact]) continue;
            if (++answers[fact] < words_of(fact)) break;
            answers[fact] = 0;
        }
    }
    return combinations;
}

/* All combinations of a kind, so that the rows can be seen to leave none out. */
static unsigned combinations_of(const trey_trouble *trouble) {
    unsigned product = 1;
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (trouble->asks[fact]) product *= words_of(fact);
    }
    return product;
}

/* Of a kind without rows only what `floor` says: absent, or a ruling by that role. */
static void check_rows(const char *id, const row *rows, size_t count, int floor) {
    trey_rulebook *book;
    unsigned found[TREY_IRREGULARITY_COUNT] = {0};
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    for (size_t i = 0; i < count; i++) found[rows[i].kind] += check_row(book, &rows[i]);
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        const trey_trouble *trouble = trey_rulebook_trouble(book, (trey_irregularity)kind);
        if (found[kind] == 0 && !trouble->absent) {
            assert_int_not_equal(floor, ANYBODY);
            assert_int_equal(trouble->cases, 1);
            assert_string_equal(trey_remedy_word(trouble->item[0].remedy), "ruling");
            assert_int_equal(trouble->item[0].role, floor);
        } else if (!trouble->absent && found[kind] != combinations_of(trouble)) {
            fail_msg("%s: %u of %u answers to %s have a row", id, found[kind],
                     combinations_of(trouble), trey_irregularity_name((trey_irregularity)kind));
        }
    }
    trey_rulebook_close(book);
}

static void mbs_remedies_are_those_of_its_paragraphs(void **state) {
    (void)state;
    check_rows("mbs", mbs, sizeof mbs / sizeof *mbs, ANYBODY);
}

static void rws_remedies_are_those_of_its_paragraphs(void **state) {
    (void)state;
    check_rows("rws", rws, sizeof rws / sizeof *rws, ANYBODY);
}

static void rws_progressive_remedies_are_those_of_its_paragraphs(void **state) {
    (void)state;
    check_rows("rws-progressive", rws, sizeof rws / sizeof *rws, ANYBODY);
}

static void in_california_the_floor_rules_on_the_rest(void **state) {
    (void)state;
    check_rows("ca-six-card", california, sizeof california / sizeof *california, SUPERVISOR);
}

/* ---- Roles -------------------------------------------------------------------------------------
 */
typedef struct role_row {
    trey_key key;
    int mbs, rws; /* both RWS books alike */
    const char *mbs_by, *rws_by;
} role_row;

/* The book has nothing for anybody to decide. */
enum { NOBODY = TREY_ROLE_PLAYER };

/* What a text names, or our choice where it names nobody. */
static const role_row roles[] = {
    {TREY_KEY_ROLE_RULING, SHIFT_MANAGER, SHIFT_MANAGER, "6.1", "5.23"},
    {TREY_KEY_ROLE_RESTRICT, MANAGER, SHIFT_MANAGER, "3.4.3", "5.23"},
    {TREY_KEY_ROLE_BAR, SHIFT_MANAGER, SHIFT_MANAGER, "5.9", "5.23"},
    {TREY_KEY_ROLE_STOP, SHIFT_MANAGER, SHIFT_MANAGER, "5.10.3", "5.23"},
    {TREY_KEY_ROLE_PERMIT, SUPERVISOR, SHIFT_MANAGER, "", "5.10"},
    {TREY_KEY_ROLE_ORDER_CARDS, NOBODY, SUPERVISOR, "", "5.14"},
    {TREY_KEY_ROLE_INTENT, NOBODY, SUPERVISOR, "", "5.18"},
    {TREY_KEY_ROLE_RECONSTRUCT, DEALER, SUPERVISOR, "5.2", "5.9"},
    {TREY_KEY_ROLE_JACKPOT_ORDER, SHIFT_MANAGER, SUPERVISOR, "", "4.9.1"},
    {TREY_KEY_ROLE_AFTER_FAULT, SHIFT_MANAGER, SHIFT_MANAGER, "", "5.17.2"},
    {TREY_KEY_ROLE_CORRECT, SUPERVISOR, SUPERVISOR, "", ""},
};

static void check_role(const trey_rulebook *book, trey_key key, int role, const char *by) {
    const trey_rule *rule = trey_rulebook_rule(book, key);
    const char *first =
        rule->by.count ? trey_rulebook_paragraph(book, rule->by.paragraph[0])->id : "";
    if (rule->value.n == role && strcmp(first, by) == 0) return;
    fail_msg("%s: %s is %s by [%s]", trey_rulebook_id(book), trey_key_path(key),
             trey_role_word((unsigned)rule->value.n), first);
}

static void the_roles_are_those_that_the_texts_name(void **state) {
    (void)state;
    static const char *const ids[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        trey_rulebook *book;
        assert_int_equal(trey_rulebook_open(&book, ids[i], NULL), TREY_STATUS_OK);
        for (size_t k = 0; k < sizeof roles / sizeof *roles; k++) {
            const role_row *named = &roles[k];
            check_role(book, named->key, i ? named->rws : named->mbs,
                       i ? named->rws_by : named->mbs_by);
        }
        trey_rulebook_close(book);
    }
}

static void in_california_every_role_is_the_floor(void **state) {
    (void)state;
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open(&book, "ca-six-card", NULL), TREY_STATUS_OK);
    for (size_t k = 0; k < sizeof roles / sizeof *roles; k++) {
        const trey_rule *rule = trey_rulebook_rule(book, roles[k].key);
        if (rule->form != TREY_FORM_ABSENT) assert_int_equal(rule->value.n, SUPERVISOR);
    }
    trey_rulebook_close(book);
}

/* ---- Lines and refusals in play
 * ------------------------------------------------------------------ */
/* Alice at 1 with every wager, Bob at 2 with an Ante. */
static void dealt(const char *book) {
    staff_table(book, NULL);
    dealer(TREY_VERB_OPEN);
    bets(1, ALICE, TREY_WAGER_ANTE, D(50));
    bets(1, ALICE, TREY_WAGER_PAIR_PLUS, D(25));
    bets(1, ALICE, TREY_WAGER_PROGRESSIVE, 0);
    bets(2, BOB, TREY_WAGER_ANTE, D(50));
    dealer(TREY_VERB_CLOSE);
    deals("9s 9d 4c 7c 4d 2h Qh 8c 5d");
}

/* The same with a second hand of Alice's, the one that she looked at first. */
static void two_hands_dealt(const char *book) {
    staff_table(book, NULL);
    dealer(TREY_VERB_OPEN);
    bets(1, ALICE, TREY_WAGER_ANTE, D(50));
    bets(1, ALICE, TREY_WAGER_PAIR_PLUS, D(25));
    bets(1, ALICE, TREY_WAGER_PROGRESSIVE, 0);
    bets(2, BOB, TREY_WAGER_ANTE, D(50));
    bets(3, ALICE, TREY_WAGER_ANTE, D(50));
    dealer(TREY_VERB_CLOSE);
    deals("9s 9d 4c 7c 4d 2h 8h 6c 3d Qh 8c 5d");
}

static void bob_folds_and_it_is_settled(void) {
    acts(TREY_VERB_FOLD, 2, BOB);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
}

static void alice_gets_all_back(const char *paragraphs) {
    line_is(1, ALICE, TREY_WAGER_ANTE, D(50), paragraphs);
    line_is(1, ALICE, TREY_WAGER_PAIR_PLUS, D(25), paragraphs);
    line_is(1, ALICE, TREY_WAGER_PROGRESSIVE, D(5), paragraphs);
}

/* proves [mbs 5.1.1] [mbs 5.4] [mbs 5.7] [mbs 5.9] [mbs 5.11] [mbs 6.1] */
static void under_mbs_a_line_that_goes_back_names_its_paragraph(void **state) {
    (void)state;
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_FOREIGN_CARD});
    confirms(DEALER);
    alice_gets_all_back("5.1, 5.1.1");
    leave_table();
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_EXPOSED_CARDS, .facts = "exposed=several"});
    confirms(DEALER);
    alice_gets_all_back("5.4");
    leave_table();
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .facts = "found=this_round reconstructable=no",
                           .seats = 1});
    confirms(DEALER);
    bob_folds_and_it_is_settled();
    alice_gets_all_back("5.7, 5.7.1");
    line_is(2, BOB, TREY_WAGER_ANTE, 0, "3.9.1");
    leave_table();
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_HAND_SHOWN, .player = ALICE});
    confirms(SHIFT_MANAGER);
    bob_folds_and_it_is_settled();
    alice_gets_all_back("5.9");
    dealer(TREY_VERB_OPEN);
    refused_bet(1, ALICE, TREY_WAGER_ANTE, D(50), TREY_REFUSED_BARRED, "5.9");
    leave_table();
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_ABSENT_PLAYER, .player = ALICE});
    confirms(DEALER);
    bob_folds_and_it_is_settled();
    alice_gets_all_back("5.11");
    leave_table();
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_NOT_COVERED});
    confirms(DEALER);
    rules_on(SHIFT_MANAGER, TREY_RULING_VOID, 0, TREY_NOBODY);
    alice_gets_all_back("6.1");
    leave_table();
}

/* proves [mbs 5.13] [mbs 5.14] */
static void under_mbs_limits_name_their_paragraph(void **state) {
    (void)state;
    staff_table("mbs", NULL);
    dealer(TREY_VERB_OPEN);
    refused_bet(1, ALICE, TREY_WAGER_ANTE, D(1500), TREY_REFUSED_OVER_MAXIMUM, "5.14");
    refused_bet(1, ALICE, TREY_WAGER_ANTE, D(20), TREY_REFUSED_UNDER_MINIMUM, "5.13");
    bets(1, ALICE, TREY_WAGER_ANTE, D(1000));
    bets(2, BOB, TREY_WAGER_PAIR_PLUS, D(25));
    dealer(TREY_VERB_CLOSE);
    told_trouble over = {TREY_IRREGULARITY_OVER_MAXIMUM, "", 1, ALICE, TREY_WAGER_ANTE, D(1500), 0};
    told_trouble under = {
        TREY_IRREGULARITY_UNDER_MINIMUM, "", 2, BOB, TREY_WAGER_PAIR_PLUS, D(10), 0};
    reports(over);
    confirms(SUPERVISOR);
    reports(under);
    confirms(SUPERVISOR);
    deals("9s 6d 4c 7c 4d 2h Qh 8c 5d");
    acts(TREY_VERB_FOLD, 1, ALICE);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    line_is(1, ALICE, TREY_WAGER_ANTE, D(500), "3.9.1, 5.14");
    line_is(2, BOB, TREY_WAGER_PAIR_PLUS, 0, "4.3, 1.1.6");
    dealer(TREY_VERB_OPEN);
    bets(2, BOB, TREY_WAGER_PAIR_PLUS, D(25));
    dealer(TREY_VERB_CLOSE);
    reports(under);
    confirms(SUPERVISOR);
    deals("7c 4d 2h Qh 8c 5d");
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    line_is(2, BOB, TREY_WAGER_PAIR_PLUS, D(10), "5.13");
    leave_table();
}

/* proves [mbs 5.10.1] [mbs 5.10.2] [mbs 5.16.1] */
static void under_mbs_hands_in_error_and_withdrawals_name_their_paragraph(void **state) {
    (void)state;
    for (unsigned viewed = 0; viewed < 2; viewed++) {
        staff_table("mbs", NULL);
        dealer(TREY_VERB_OPEN);
        bets(1, ALICE, TREY_WAGER_ANTE, D(50));
        bets(2, ALICE, TREY_WAGER_ANTE, D(50));
        dealer(TREY_VERB_CLOSE);
        deals("9s 9d 4c 7c 4d 2h Qh 8c 5d");
        if (viewed) acts(TREY_VERB_VIEW, 1, ALICE);
        reports((told_trouble){.kind = TREY_IRREGULARITY_HANDS_IN_ERROR, .player = ALICE});
        confirms(DEALER);
        acts(TREY_VERB_PLAY, 1, ALICE);
        dealer(TREY_VERB_REVEAL);
        dealer(TREY_VERB_SETTLE);
        line_is(2, ALICE, TREY_WAGER_ANTE, D(50), viewed ? "5.10, 5.10.1" : "5.10, 5.10.2");
        leave_table();
    }
    dealt("mbs");
    reports((told_trouble){.kind = TREY_IRREGULARITY_INTERRUPTION});
    confirms(DEALER);
    chooses_return(1, ALICE);
    dealer(TREY_VERB_TIME);
    bob_folds_and_it_is_settled();
    alice_gets_all_back("5.16, 5.16.1");
    leave_table();
}

/* proves [rws 5.8.1] [rws 5.10.3] [rws 5.15] [rws 5.18] [rws 5.21] [rws-progressive 5.8.1]
 * proves [rws-progressive 5.10.3] [rws-progressive 5.15] [rws-progressive 5.18]
 * proves [rws-progressive 5.21] */
static void under_rws_a_line_that_goes_back_names_its_paragraph(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        dealt(with_rws[i]);
        reports((told_trouble){.kind = TREY_IRREGULARITY_FOREIGN_CARD});
        confirms(DEALER);
        alice_gets_all_back(i ? "5.8, 5.8.1, 5.21, 1.23" : "5.8, 5.8.1, 5.21, 1.22");
        leave_table();
        dealt(with_rws[i]);
        reports((told_trouble){.kind = TREY_IRREGULARITY_PLAYER_COUNT,
                               .facts = "found=this_round reconstructable=no",
                               .seats = 1});
        confirms(DEALER);
        bob_folds_and_it_is_settled();
        alice_gets_all_back("5.15");
        leave_table();
        two_hands_dealt(with_rws[i]);
        reports((told_trouble){
            .kind = TREY_IRREGULARITY_SECOND_LOOK, .facts = "intended=yes", .seats = 1});
        refused_verb(TREY_VERB_CONFIRM, DEALER, TREY_REFUSED_ROLE_TOO_LOW, "5.18");
        confirms(SUPERVISOR);
        acts(TREY_VERB_FOLD, 3, ALICE);
        bob_folds_and_it_is_settled();
        alice_gets_all_back("5.18");
        leave_table();
        dealt(with_rws[i]);
        reports((told_trouble){
            .kind = TREY_IRREGULARITY_EXPOSED_CARDS, .facts = "exposed=one", .seats = 1});
        confirms(DEALER);
        chooses_return(1, ALICE);
        bob_folds_and_it_is_settled();
        alice_gets_all_back("5.10, 5.10.3");
        leave_table();
    }
}

/* proves [rws 5.1] [rws 5.1.1] [rws 5.2] [rws 5.3.1] [rws 5.4] [rws 5.11]
 * proves [rws-progressive 5.1] [rws-progressive 5.1.1] [rws-progressive 5.2]
 * proves [rws-progressive 5.3.1] [rws-progressive 5.4] [rws-progressive 5.11] */
static void under_rws_limits_name_their_paragraph(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        staff_table(with_rws[i], NULL);
        dealer(TREY_VERB_OPEN);
        refused_bet(1, ALICE, TREY_WAGER_ANTE, D(1500), TREY_REFUSED_OVER_MAXIMUM, "5.1");
        refused_bet(1, ALICE, TREY_WAGER_ANTE, D(20), TREY_REFUSED_UNDER_MINIMUM, "5.2");
        bets(1, ALICE, TREY_WAGER_ANTE, D(1000));
        bets(2, BOB, TREY_WAGER_ANTE, D(100));
        bets(3, CHEN, TREY_WAGER_PROGRESSIVE, 0);
        dealer(TREY_VERB_CLOSE);
        refused_bet(2, BOB, TREY_WAGER_ANTE, D(50), TREY_REFUSED_BETS_CLOSED, "3.9, 5.11");
        deals("9s 6d 4c 7c 4d 2h Qh 8c 5d");
        reports((told_trouble){TREY_IRREGULARITY_OVER_MAXIMUM, "", 1, ALICE, TREY_WAGER_ANTE,
                               D(1500), 0});
        confirms(SUPERVISOR);
        acts(TREY_VERB_FOLD, 1, ALICE);
        acts(TREY_VERB_PLAY, 2, BOB);
        dealer(TREY_VERB_REVEAL);
        reports((told_trouble){TREY_IRREGULARITY_PLAY_NOT_ANTE, "", 2, BOB, TREY_WAGER_PLAY, D(150),
                               0});
        confirms(SUPERVISOR);
        dealer(TREY_VERB_SETTLE);
        line_is(1, ALICE, TREY_WAGER_ANTE, D(500), "3.12.1, 5.1.1");
        line_is(2, BOB, TREY_WAGER_PLAY, D(50), "3.15.2, 5.3, 5.3.1");
        line_is(3, CHEN, TREY_WAGER_PROGRESSIVE, D(5), "5.4");
        leave_table();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mbs_remedies_are_those_of_its_paragraphs),
        cmocka_unit_test(rws_remedies_are_those_of_its_paragraphs),
        cmocka_unit_test(rws_progressive_remedies_are_those_of_its_paragraphs),
        cmocka_unit_test(in_california_the_floor_rules_on_the_rest),
        cmocka_unit_test(the_roles_are_those_that_the_texts_name),
        cmocka_unit_test(in_california_every_role_is_the_floor),
        cmocka_unit_test(under_mbs_a_line_that_goes_back_names_its_paragraph),
        cmocka_unit_test(under_mbs_limits_name_their_paragraph),
        cmocka_unit_test(under_mbs_hands_in_error_and_withdrawals_name_their_paragraph),
        cmocka_unit_test(under_rws_a_line_that_goes_back_names_its_paragraph),
        cmocka_unit_test(under_rws_limits_name_their_paragraph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
