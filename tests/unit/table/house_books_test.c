/* house_books_test.c -- rounds by books that a house has changed in one or two places.
 *
 * Each of these rounds was once found by tests/unit/books to be settled or recorded otherwise than
 * the changed book says. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "book_text.h"
#include "trey/table.h"

#define D(dollars) ((trey_cents)((dollars)*100))

static trey_rulebook *book;
static trey_rules *rules;
static trey_table table, before;
static trey_decision answer;

/* ---- A table ------------------------------------------------------------------------------- */
static void open_table(void) {
    bool banked = trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    trey_table_config config = {.positions = banked ? 8 : 7, .device = TREY_DEVICE_PACKETS};
    config.minimum[TREY_WAGER_ANTE] = D(5);
    config.maximum[TREY_WAGER_ANTE] = D(500);
    config.schedule = banked;
    config.fee_supplied = TREY_FEE_UNREADABLE;
    if (!banked) {
        config.jackpot = 1;
        config.jackpot_bet = D(5);
        config.jackpot_contribution = D(1);
        config.jackpot_reset = D(10000);
    }
    assert_int_equal(trey_rules_open(&rules, book), TREY_STATUS_OK);
    assert_int_equal(trey_table_open(rules, &config, D(20000), &table), TREY_CONFIG_GOOD);
}

/* A built-in book with other values: path, value, path, value, ... */
static void open_changed(const char *id, const char *const *values, size_t count) {
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    for (size_t i = 0; i < count; i += 2)
        assert_int_equal(trey_rulebook_set(book, values[i], values[i + 1], NULL), TREY_STATUS_OK);
    open_table();
}
#define OPEN_CHANGED(id, values) open_changed(id, values, sizeof(values) / sizeof *(values))

static void leave_table(void) {
    trey_rules_close(rules);
    trey_rulebook_close(book);
}

static void give(const trey_command *command) {
    before = table;
    trey_decide(rules, &table, command, &answer);
    if (answer.refused != TREY_REFUSED_NONE)
        fail_msg("%s refused: %s", trey_verb_word((trey_verb)command->verb),
                 trey_refused_word(answer.refused));
    trey_apply_all(rules, &table, &answer);
}

static void staff(trey_verb verb, unsigned role, unsigned seat) {
    const trey_command command = {
        .verb = (uint8_t)verb, .role = (uint8_t)role, .seat = (uint8_t)seat};
    give(&command);
}

static void dealer(trey_verb verb) {
    staff(verb, TREY_ROLE_DEALER, 0);
}

static void player(trey_verb verb, unsigned seat, trey_player who, unsigned wager,
                   trey_cents amount) {
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .wager = (uint8_t)wager,
                                  .actor = who,
                                  .player = who,
                                  .amount = amount};
    give(&command);
}

/* An Ante of ten dollars, and a jackpot bet where the table has one. */
static void bets(unsigned seat, trey_player who) {
    player(TREY_VERB_BET, seat, who, TREY_WAGER_ANTE, D(10));
    if (table.config.jackpot) player(TREY_VERB_BET, seat, who, TREY_WAGER_PROGRESSIVE, 0);
}

static void deals(const char *cards) {
    trey_command command = {.verb = TREY_VERB_DECK, .role = TREY_ROLE_DEALER};
    while (*cards) {
        assert_int_equal(trey_card_parse(cards, &command.cards[command.count++], &cards),
                         TREY_STATUS_OK);
        while (*cards == ' ') cards++;
    }
    give(&command);
}

static void assert_back(unsigned seat, unsigned wager, trey_cents back) {
    for (unsigned i = 0; i < answer.count; i++) {
        const trey_event *line = &answer.event[i];
        if (line->kind != TREY_EVENT_LINE || line->seat != seat || line->wager != wager) continue;
        assert_int_equal(line->line.back, back);
        return;
    }
    fail_msg("no line for %s at seat %u", trey_wager_word(wager), seat);
}

/* ---- Rounds ------------------------------------------------------------------------------------
 */
/* proves [mbs 3.4] */
static void shares_of_play_that_a_fold_gives_back_are_posted_as_play(void **state) {
    (void)state;
    OPEN_CHANGED("mbs", ((const char *const[]){"decisions.turns", "any_order"}));
    dealer(TREY_VERB_OPEN);
    player(TREY_VERB_BET, 1, 1, TREY_WAGER_ANTE, D(10));
    player(TREY_VERB_BET, 1, 2, TREY_WAGER_ANTE, D(20));
    dealer(TREY_VERB_CLOSE);
    deals("9s 8d 2c Qh 8c 5d");
    player(TREY_VERB_FUND, 1, 2, 0, D(20));
    player(TREY_VERB_FOLD, 1, 1, 0, 0);
    trey_posting posting[TREY_POSTINGS];
    assert_int_equal(answer.event[0].kind, TREY_EVENT_FOLDED);
    assert_int_equal(trey_event_postings(rules, &before, &answer.event[0], posting), 1);
    assert_int_equal(posting[0].cents, D(20));
    assert_int_equal(posting[0].player, 2);
    assert_int_equal(posting[0].wager, TREY_WAGER_PLAY);
    leave_table();
}

/* The bank has room for one forfeit: that of whoever had to decide first, wherever the hands are
 * opened from. proves [ca-six-card Round 4] */
static void forfeits_are_collected_in_the_order_of_the_decisions(void **state) {
    (void)state;
    OPEN_CHANGED("ca-six-card", ((const char *const[]){"showdown.reveal_order", "dealers_left"}));
    dealer(TREY_VERB_OPEN);
    player(TREY_VERB_BANK, 3, 3, 0, D(10));
    bets(1, 1);
    bets(5, 5);
    dealer(TREY_VERB_CLOSE);
    deals("9s 8d 2c 9d 8c 2d Kh 8h 5d");
    player(TREY_VERB_FOLD, 5, 5, 0, 0);
    player(TREY_VERB_FOLD, 1, 1, 0, 0);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    assert_back(5, TREY_WAGER_ANTE, 0);
    assert_back(1, TREY_WAGER_ANTE, D(10));
    leave_table();
}

/* proves [mbs 3.20.1] */
static void sums_are_paid_before_the_meter_whatever_hand_wins_it(void **state) {
    (void)state;
    OPEN_CHANGED("mbs", ((const char *const[]){"progressive.awards.straight_flush", "100%",
                                               "progressive.fixed_awards_from", "meter"}));
    dealer(TREY_VERB_OPEN);
    bets(1, 1);
    bets(2, 2);
    dealer(TREY_VERB_CLOSE);
    deals("9s 8s 7s 6h 5d 4c Qh 8c 5c");
    player(TREY_VERB_PLAY, 1, 1, 0, 0);
    player(TREY_VERB_PLAY, 2, 2, 0, 0);
    dealer(TREY_VERB_REVEAL);
    dealer(TREY_VERB_SETTLE);
    assert_back(2, TREY_WAGER_PROGRESSIVE, D(15));
    assert_back(1, TREY_WAGER_PROGRESSIVE, D(20002 - 15));
    leave_table();
}

/* A hand that only a supervisor has seen waits for its turn, too. proves [mbs 3.20.1] */
static void the_meter_is_paid_last_to_a_hand_that_was_looked_at(void **state) {
    (void)state;
    OPEN_CHANGED("mbs", ((const char *const[]){"unshown.progressive", "as_a_supervisors_look_shows",
                                               "progressive.fixed_awards_from", "meter"}));
    dealer(TREY_VERB_OPEN);
    bets(1, 1);
    bets(2, 2);
    dealer(TREY_VERB_CLOSE);
    deals("As Ks Qs 6h 5d 4c Qh 8c 5c");
    player(TREY_VERB_PLAY, 1, 1, 0, 0);
    player(TREY_VERB_PLAY, 2, 2, 0, 0);
    player(TREY_VERB_HIDE, 1, 1, 0, 0);
    dealer(TREY_VERB_REVEAL);
    staff(TREY_VERB_LOOK, TREY_ROLE_SHIFT_MANAGER, 1);
    dealer(TREY_VERB_SETTLE);
    assert_back(2, TREY_WAGER_PROGRESSIVE, D(15));
    assert_back(1, TREY_WAGER_PROGRESSIVE, D(20002 - 15));
    leave_table();
}

static void report_jackpot_amount(unsigned seat, trey_cents amount) {
    const trey_command report = {.verb = TREY_VERB_REPORT,
                                 .role = TREY_ROLE_PIT_SUPERVISOR,
                                 .kind = TREY_IRREGULARITY_JACKPOT_AMOUNT,
                                 .seats = (uint8_t)(1u << (seat - 1)),
                                 .player = seat,
                                 .amount = amount};
    give(&report);
    if (table.gate == TREY_GATE_REPORT) staff(TREY_VERB_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 0);
}

/* While bets are open a jackpot bet of another amount leaves the layout; where there is none
 * nothing comes onto it. */
static void an_odd_jackpot_bet_leaves_the_layout_while_bets_are_open(void **state) {
    (void)state;
    char *text = changed(
        read_book("mbs"),
        "{silent: refused, why: \"the wagering system takes its own amount only\", see: [3.5.3]}",
        "{silent: wager_returned, why: \"x\"}");
    assert_int_equal(trey_rulebook_open_text(&book, "changed.yaml", text, strlen(text), NULL),
                     TREY_STATUS_OK);
    open_table();
    dealer(TREY_VERB_OPEN);
    bets(1, 1);
    player(TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, D(10));
    report_jackpot_amount(1, D(7));
    report_jackpot_amount(2, D(7));
    assert_int_equal(table.box[0].bettor[0].stake[TREY_WAGER_PROGRESSIVE], 0);
    assert_int_equal(table.box[1].bettor[0].stake[TREY_WAGER_PROGRESSIVE], 0);
    assert_int_equal(table.box[0].jackpot, TREY_JACKPOT_NONE);
    leave_table();
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_play_that_a_fold_gives_back_are_posted_as_play),
        cmocka_unit_test(forfeits_are_collected_in_the_order_of_the_decisions),
        cmocka_unit_test(sums_are_paid_before_the_meter_whatever_hand_wins_it),
        cmocka_unit_test(the_meter_is_paid_last_to_a_hand_that_was_looked_at),
        cmocka_unit_test(an_odd_jackpot_bet_leaves_the_layout_while_bets_are_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
