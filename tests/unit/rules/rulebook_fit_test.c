/* rulebook_fit_test.c -- a book that says what cannot be played is refused where it says so.
 *
 * Each row changes one of the four books in one place. What the changed book says may be good
 * YAML and good words; but the engine would pay nothing, pay from nowhere, deal to nobody, or
 * never look at it. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "book_text.h"

typedef struct misfit {
    const char *book, *from, *to;
    size_t count;     /* mistakes in all */
    const char *mark; /* where one of them is told */
    const char *wrong, *mend;
} misfit;

static void check(const misfit *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const misfit *row = &rows[i];
        refused(changed(read_book(row->book), row->from, row->to), row->count, row->mark,
                row->wrong, row->mend);
    }
}
#define CHECK(rows) check(rows, sizeof(rows) / sizeof *(rows))

static void what_every_game_has_cannot_be_absent(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "ante: {says: 1:1, by: [4.1]}", "ante: {absent: \"x\"}", 1, "{absent: \"x\"}",
         "pays.ante is absent, but every game has it", "says: VALUE"},
        {"rws", "play: {says: 1:1, by: [4.1]}", "play: {absent: \"x\"}", 1, "{absent: \"x\"}",
         "pays.play is absent", "says: VALUE"},
        {"ca-six-card", "hands_in_a_row: {says: 2, by: [Standards 2, Round 10]}",
         "hands_in_a_row: {absent: \"x\"}", 1, "{absent: \"x\"}",
         "absent, but table.banker is player_dealer", "says: VALUE"},
        {"mbs",
         "  bet: {silent: configured, why: \"the wagering system sets it; the book gives no "
         "amount\", see: [3.5.3], note: [A-ALL-01]}\n",
         "", 1, "progressive:\n  hand", "missing key progressive.bet",
         "table.areas has progressive, so the key needs a value"},
    };
    CHECK(rows);
}

static void a_key_of_something_that_the_game_lacks_has_no_value(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "  progressive: {says: lives, by: [3.9.1]}\n",
         "  progressive: {says: lives, by: [3.9.1]}\n  six_card_bonus: {says: lives, by: "
         "[3.9.1]}\n",
         1, "{says: lives, by: [3.9.1]}\n\n",
         "fold.six_card_bonus has a value, but the game has no "
         "6 Card Bonus",
         "table.areas has six_card_bonus"},
        {"mbs", "\ninterruption:\n",
         "\nbank:\n  size: {silent: any_positive_amount, why: \"x\"}\n\n"
         "interruption:\n",
         1, "{silent: any_positive_amount",
         "bank.size has a value, but the house "
         "banks",
         "table.banker is player_dealer"},
        {"mbs", "dealt_at: {absent: \"the order is that of entry\"}",
         "dealt_at: {silent: players_third_card, why: \"x\"}", 1, "{silent: players_third_card",
         "progressive.dealt_at has a value", "first_dealt"},
        {"ca-six-card", "qualified: {absent: \"the house dealer opens every active hand\"}",
         "qualified: {silent: lost, why: \"x\"}", 1, "{silent: lost, why: \"x\"}",
         "the house dealer opens every hand", "opened_by_house is no"},
        {"mbs", "five_card_ace_low: {absent: \"no five-card hand is used\"}",
         "five_card_ace_low: {silent: yes, why: \"x\"}", 1, "{silent: yes, why: \"x\"}",
         "no five-card hand is used", "five cards"},
    };
    CHECK(rows);
}

static void an_area_and_its_keys_go_together(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "[ante, play, pair_plus, progressive]",
         "[ante, play, pair_plus, progressive, "
         "six_card_bonus]",
         14, "betting:", "missing key betting.six_card_bonus_needs",
         "table.areas has six_card_bonus"},
        {"mbs", "[ante, play, pair_plus, progressive]", "[ante, pair_plus, progressive]", 1,
         "[ante, pair_plus", "areas for Ante and Play", "ante and play"},
        {"mbs", "[ante, play, pair_plus, progressive]",
         "[ante, play, pair_plus, progressive, envy]", 1,
         "[ante, play, pair_plus, progressive, envy]", "have no area", "its own keys"},
    };
    CHECK(rows);
}

static void awards_are_what_can_be_paid(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "royal: {says: $50, by: [4.4]}", "royal: {says: 25%, by: [4.4]}", 1, "25%",
         "an Envy Bonus is a sum", "$250"},
        {"mbs", "royal: {says: $1250,", "royal: {says: 25%,", 2, "{absent: \"no award is a share",
         "progressive.after_a_share is absent, but an award is a share", "says: VALUE"},
        {"mbs", "bet: {silent: configured,", "bet: {silent: $0,", 1, "$0,", "bet of nothing", "$5"},
        {"rws", "contribution: {silent: configured,", "contribution: {silent: $6,", 1, "$6,",
         "cannot add more than itself", "at most the bet"},
    };
    static const misfit *const all = rows;
    check(all, 3);
    char *text = changed(read_book("rws"), "bet: {silent: configured,", "bet: {silent: $5,");
    refused(changed(text, rows[3].from, rows[3].to), 1, rows[3].mark, rows[3].wrong, rows[3].mend);
}

static void a_stake_has_cards(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "takes_part: {says: ante_or_pair_plus,", "takes_part: {says: ante,", 1,
         "ante, by: "
         "[3.4]}\n  pair_plus_needs",
         "do not fit together", "dealing.to"},
        {"mbs", "takes_part: {says: ante_or_pair_plus,", "takes_part: {says: nothing,", 1,
         "nothing, by: [3.4]}\n  pair_plus_needs", "nobody takes part without a bet", "ante"},
        {"ca-six-card", "pair_plus_needs: {says: ante,", "pair_plus_needs: {says: nothing,", 1,
         "nothing, by", "Pair Plus alone would have no hand", "positions_with_a_wager"},
        {"ca-six-card", "pair_plus_needs: {says: ante,",
         "pair_plus_needs: {says: "
         "ante_or_pair_plus,",
         2, "ante_or_pair_plus, by", "cannot be what Pair Plus needs", "ante"},
        {"mbs", "pair_plus_needs: {says: nothing,", "pair_plus_needs: {says: ante,", 1,
         "positions_with_a_wager", "no position has a wager without an Ante", "takes_part: ante"},
        {"ca-six-card", "six_card_bonus_needs: {says: ante,",
         "six_card_bonus_needs: {says: "
         "nothing,",
         1, "nothing, by", "6 Card Bonus alone would have no hand", "ante"},
        {"ca-six-card", "six_card_bonus_needs: {says: ante,",
         "six_card_bonus_needs: {says: "
         "ante_or_pair_plus,",
         1, "ante_or_pair_plus, by", "nobody has Pair Plus without an Ante", "write ante"},
        {"mbs", "progressive_needs: {says: ante_or_pair_plus,",
         "progressive_needs: {says: nothing,", 1, "nothing, by: [3.5", "needs a hand", "ante"},
    };
    CHECK(rows);
}

static void words_need_what_they_speak_of(void **state) {
    (void)state;
    static const misfit rows[] = {
        {"mbs", "starts: {says: dealers_left", "starts: {says: player_dealers_left", 1,
         "player_dealers_left", "there is no player-dealer", "dealers_left"},
        {"mbs", "reveal_order: {silent: dealers_left", "reveal_order: {silent: player_dealers_left",
         1, "player_dealers_left", "there is no player-dealer", "dealers_left"},
        {"mbs", "order: {silent: seat_order, why: \"the house",
         "order: {silent: from_action_button, "
         "why: \"the house",
         1, "from_action_button", "no action button", "seat_order"},
        {"rws", "several_positions: {says: on_free_boxes", "several_positions: {says: by_backline",
         1, "by_backline", "nobody can bet behind another", "on_free_boxes"},
        {"mbs", "up_card: {says: none", "up_card: {says: before_decisions", 8, "rulebook: mbs",
         "missing key button.counts", "dealing.up_card turns a card"},
        {"mbs", "reconstruct: {silent: dealer", "reconstruct: {silent: player", 1, "player, why",
         "a matter for staff", "dealer"},
        {"rws", "progressive: {says: lost, by: [3.12.1]}",
         "progressive: {says: lives_if_declared, "
         "by: [3.12.1]}",
         1, "lives_if_declared", "only Pair Plus is kept by saying so", "lost"},
        {"ca-six-card", "hands_in_a_row: {says: 2,", "hands_in_a_row: {says: 0,", 1,
         "0, by: [Standards 2, Round 10]", "hands_in_a_row cannot be 0", "one hand or more"},
        {"ca-six-card", "players: {says: 8,", "players: {says: 256,", 1, "256", "cannot be 256",
         "one person"},
        {"ca-six-card", "players: {says: 8,", "players: {says: 1,", 1, "1, by: [Players]",
         "nobody is left to bet", "two people"},
        {"ca-six-card", "maximum: {says: $200..$10000", "maximum: {says: $0..$0", 1, "$1..$1000",
         "above every maximum", "meet"},
        {"mbs", "opens: {says: opening_call", "opens: {says: closing_call", 1,
         "closing_call, by: "
         "[3.1]",
         "cannot be played: a round begins with the dealer's opening call", "write opening_call"},
    };
    CHECK(rows);
}

/* What a bank of a player's cannot fund, and what goes with such a bank only. */
static void a_banker_can_pay_what_is_bet(void **state) {
    (void)state;
    char *text = changed(read_book("mbs"), "banker: {says: house", "banker: {says: player_dealer");
    refused(text, 14, "rulebook: mbs", "missing key bank.limit", "table.banker is player_dealer");
    trey_rulebook *book;
    trey_diagnostics *diagnostics;
    assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_open(&book, "ca-six-card", NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_set(book, "table.banker", "house", diagnostics),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n, TREY_BANKER_PLAYER_DEALER);
    trey_rulebook_close(book);
    trey_diagnostics_close(diagnostics);
}

/* Under a letter that is not in force: there it says so. */
static void every_letter_of_a_reading_can_be_played(void **state) {
    (void)state;
    refused(changed(read_book("ca-six-card"), "A: before_decisions, B: after_decisions}",
                    "A: before_decisions, B: none}"),
            1, "from_action_button", "no action button to settle from (under A-CA-38=B)",
            "seat_order");
}

/* Whoever bets on several positions may look at one hand: there must be a decision on the others.
 */
static void a_hand_that_nobody_may_look_at_can_be_decided_on(void **state) {
    (void)state;
    static const char *const blind[][2] = {
        {"blind_play: {says: yes, by: [1.1.3]}", "blind_play: {says: no, by: [1.1.3]}"},
        {"blind_fold: {says: yes, by: [1.1.3, 3.9.1], note: [A-MBS-33]}",
         "blind_fold: {says: no, by: [1.1.3]}"},
        {"hands: {says: one_hand, by: [1.1.3, 3.4.1]}", "hands: {says: own_seat, by: [1.1.3]}"}};
    for (unsigned which = 0; which < 2; which++) {
        trey_rulebook *book;
        char *text = changed(read_book("mbs"), blind[which][0], blind[which][1]);
        assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), NULL),
                         TREY_STATUS_OK);
        trey_rulebook_close(book);
        free(text);
    }
    char *text = changed(read_book("mbs"), blind[0][0], blind[0][1]);
    text = changed(text, blind[1][0], blind[1][1]);
    text = changed(text, blind[2][0], blind[2][1]);
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), NULL),
                     TREY_STATUS_OK);
    trey_rulebook_close(book);
    refused(changed(text, blind[2][1], "hands: {says: one_hand, by: [1.1.3]}"), 1,
            "no, by: [1.1.3]}\n  others", "leave no decision on a second hand", "own_seat");
}

/* A round that is settled is explained under the other letters, with the wagers that it has. */
static void the_layout_hangs_on_no_reading(void **state) {
    (void)state;
    refused(changed(read_book("mbs"), "[ante, play, pair_plus, progressive]",
                    "{reading: A-MBS-01, A: [ante, play, pair_plus, progressive], B: [ante, play, "
                    "progressive]}"),
            1, "{reading: A-MBS-01, A: [ante", "table.areas cannot hang on a reading", "one value");
}

/* Two readings that each can be played, and together cannot. */
static void letters_can_be_played_together(void **state) {
    (void)state;
    char *text = changed(read_book("mbs"), "blind_play: {says: yes, by: [1.1.3]}",
                         "blind_play: {says: {reading: A-MBS-40, A: yes, B: no}, by: [1.1.3]}");
    text = changed(text, "blind_fold: {says: yes, by: [1.1.3, 3.9.1], note: [A-MBS-33]}",
                   "blind_fold: {says: {reading: A-MBS-39, A: yes, B: no}, by: [1.1.3]}");
    refused(text, 1, "{reading: A-MBS-39, A: yes, B: no}, by: [1.1.3]}\n  others",
            "second hand, which viewing.hands does not let its player look at (under A-MBS-40=B, "
            "A-MBS-39=B)",
            "yes");
}

/* A house that has settled a question, or has no jackpot to ask it of, need not keep its letters.
 */
static void an_own_book_may_leave_a_reading_out(void **state) {
    (void)state;
    trey_rulebook *book;
    char *text = changed(read_book("mbs"), "rulebook: mbs\n", "rulebook: own\n");
    text = changed(text, "{reading: A-MBS-07, A: lives, B: lives_if_declared}", "lives");
    assert_int_equal(trey_rulebook_open_text(&book, "try.yaml", text, strlen(text), NULL),
                     TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_choose(book, "A-MBS-07", 'B'), TREY_STATUS_UNKNOWN_READING);
    assert_int_equal(trey_rulebook_choose(book, "A-MBS-01", 'B'), TREY_STATUS_OK);
    trey_rulebook_close(book);
    free(text);
}

/* Setting one key is held against the whole book, too. */
static void setting_a_key_must_fit_the_others(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"mbs", "dealing.starts", "player_dealers_left"},
        {"mbs", "table.areas", "[ante, play]"},
        {"mbs", "progressive.awards.royal", "25%"},
        {"mbs", "betting.pair_plus_needs", "ante"},
        {"mbs", "showdown.qualifies", "a_king"},
        {"rws", "betting.shared", "backline"},
        {"ca-six-card", "unshown.opened_by_house", "no"},
        {"ca-six-card", "settlement.within_a_seat", "bonus_first"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trey_rulebook *book;
        trey_diagnostics *diagnostics;
        assert_int_equal(trey_rulebook_open(&book, rows[i][0], NULL), TREY_STATUS_OK);
        trey_key key = trey_key_find(rows[i][1]);
        trey_rule before = *trey_rulebook_rule(book, key);
        assert_int_equal(trey_diagnostics_open(&diagnostics), TREY_STATUS_OK);
        assert_int_equal(trey_rulebook_set(book, rows[i][1], rows[i][2], diagnostics),
                         TREY_STATUS_INVALID);
        assert_true(trey_diagnostics_count(diagnostics) > 0);
        assert_memory_equal(&before.value, &trey_rulebook_rule(book, key)->value,
                            sizeof before.value);
        trey_diagnostics_close(diagnostics);
        trey_rulebook_close(book);
    }
}

/* Keys of what the game does not have are absent though the file leaves them out, with a reason. */
static void what_is_left_out_is_absent(void **state) {
    (void)state;
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open(&book, "mbs", NULL), TREY_STATUS_OK);
    const trey_rule *six = trey_rulebook_rule(book, TREY_KEY_FOLD_SIX_CARD_BONUS);
    assert_int_equal(six->form, TREY_FORM_ABSENT);
    assert_string_equal(six->why, "the game has no 6 Card Bonus");
    assert_string_equal(trey_rulebook_rule(book, TREY_KEY_BANK_LIMIT)->why, "the house banks");
    assert_true(trey_rulebook_plays(book, TREY_PART_JACKPOT));
    assert_false(trey_rulebook_plays(book, TREY_PART_SIX_CARD_BONUS));
    trey_rulebook_close(book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_every_game_has_cannot_be_absent),
        cmocka_unit_test(a_key_of_something_that_the_game_lacks_has_no_value),
        cmocka_unit_test(an_area_and_its_keys_go_together),
        cmocka_unit_test(awards_are_what_can_be_paid),
        cmocka_unit_test(a_stake_has_cards),
        cmocka_unit_test(words_need_what_they_speak_of),
        cmocka_unit_test(a_banker_can_pay_what_is_bet),
        cmocka_unit_test(every_letter_of_a_reading_can_be_played),
        cmocka_unit_test(a_hand_that_nobody_may_look_at_can_be_decided_on),
        cmocka_unit_test(the_layout_hangs_on_no_reading),
        cmocka_unit_test(letters_can_be_played_together),
        cmocka_unit_test(an_own_book_may_leave_a_reading_out),
        cmocka_unit_test(setting_a_key_must_fit_the_others),
        cmocka_unit_test(what_is_left_out_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
