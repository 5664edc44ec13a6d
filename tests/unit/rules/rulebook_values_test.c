/* rulebook_values_test.c -- figures of the four books, written down a second time.
 *
 * The rulebook files and this test were typed apart from each other, so that a
 * slip in one of them shows. */
#include "cmocka_suite.h"

#include <string.h>

#include "trey/rules.h"

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
enum { MBS, RWS, RWP, CA };

static int open_books(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (trey_rulebook_open(&books[i], trey_builtin_id(i), NULL) != TREY_STATUS_OK) return -1;
    }
    return 0;
}

static int close_books(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) trey_rulebook_close(books[i]);
    return 0;
}

/* A row: the path, then the value in each book as it is printed; "-" is absent. */
typedef struct row {
    const char *path, *value[TREY_BUILTIN_RULEBOOKS];
} row;

static const row rows[] = {
    {"table.banker", {"house", "house", "house", "player-dealer"}},
    {"table.positions", {"4 to 7", "1 to 7", "1 to 7", "8"}},
    {"cards.decks", {"1", "1", "1", "2"}},
    {"dealing.devices", {"packets, single", "packets, single", "packets, single", "packets"}},
    {"dealing.starts", {"dealer's left", "dealer's left", "dealer's left", "player-dealer's left"}},
    {"dealing.burn_with_single_cards", {"no", "yes", "yes", "-"}},
    {"dealing.burn_with_packets", {"no", "no", "no", "no"}},
    {"dealing.up_card", {"none", "none", "none", "before decisions"}},
    {"betting.takes_part", {"ante or pair plus", "ante or pair plus", "ante or pair plus", "ante"}},
    {"betting.pair_plus_needs", {"nothing", "nothing", "nothing", "ante"}},
    {"betting.progressive_needs", {"ante or pair plus", "ante", "ante", "-"}},
    {"betting.six_card_bonus_needs", {"-", "-", "-", "ante"}},
    {"betting.shared", {"pooled", "forbidden", "forbidden", "backline"}},
    {"viewing.pair_plus_only", {"yes", "no", "no", "-"}},
    {"fold.ante", {"lost", "lost", "lost", "lost"}},
    {"fold.pair_plus", {"lives", "lost", "lost", "lost"}},
    {"fold.progressive", {"lives", "lost", "lost", "-"}},
    {"fold.six_card_bonus", {"-", "-", "-", "lives"}},
    {"showdown.qualifies", {"queen high", "queen high", "queen high", "queen high"}},
    {"showdown.unqualified_ante", {"paid", "paid", "paid", "paid"}},
    {"showdown.unqualified_play", {"returned", "returned", "returned", "returned"}},
    {"showdown.equal", {"returned", "returned", "returned", "returned"}},
    {"unshown.unqualified_ante", {"paid", "paid", "paid", "-"}},
    {"pays.ante", {"1 to 1", "1 to 1", "1 to 1", "1 to 1"}},
    {"pays.play", {"1 to 1", "1 to 1", "1 to 1", "1 to 1"}},
    {"pays.ante_bonus.royal", {"5 to 1", "5 to 1", "5 to 1", "-"}},
    {"pays.ante_bonus.straight_flush", {"5 to 1", "5 to 1", "5 to 1", "-"}},
    {"pays.ante_bonus.three_of_a_kind", {"4 to 1", "4 to 1", "4 to 1", "-"}},
    {"pays.ante_bonus.straight", {"1 to 1", "1 to 1", "1 to 1", "-"}},
    {"pays.ante_bonus.flush", {"nothing", "nothing", "nothing", "-"}},
    {"pays.ante_bonus.pair", {"nothing", "nothing", "nothing", "-"}},
    {"pays.pair_plus.royal", {"40 to 1", "40 to 1", "40 to 1", "200 to 1"}},
    {"pays.pair_plus.straight_flush", {"40 to 1", "40 to 1", "40 to 1", "40 to 1"}},
    {"pays.pair_plus.three_of_a_kind", {"30 to 1", "30 to 1", "30 to 1", "30 to 1"}},
    {"pays.pair_plus.straight", {"5 to 1", "5 to 1", "5 to 1", "6 to 1"}},
    {"pays.pair_plus.flush", {"4 to 1", "4 to 1", "4 to 1", "3 to 1"}},
    {"pays.pair_plus.pair", {"1 to 1", "1 to 1", "1 to 1", "1 to 1"}},
    {"pays.six_card_bonus.royal", {"-", "-", "-", "1000 to 1"}},
    {"pays.six_card_bonus.straight_flush", {"-", "-", "-", "200 to 1"}},
    {"pays.six_card_bonus.four_of_a_kind", {"-", "-", "-", "100 to 1"}},
    {"pays.six_card_bonus.full_house", {"-", "-", "-", "20 to 1"}},
    {"pays.six_card_bonus.flush", {"-", "-", "-", "15 to 1"}},
    {"pays.six_card_bonus.straight", {"-", "-", "-", "9 to 1"}},
    {"pays.six_card_bonus.three_of_a_kind", {"-", "-", "-", "8 to 1"}},
    {"progressive.awards.royal_spades",
     {"100% of the meter", "100% of the meter", "100% of the meter", "-"}},
    {"progressive.awards.royal", {"$1,250", "$1,250", "25% of the meter", "-"}},
    {"progressive.awards.straight_flush", {"$175", "$175", "$1,250", "-"}},
    {"progressive.awards.four_of_a_kind", {"-", "-", "$250", "-"}},
    {"progressive.awards.full_house", {"-", "-", "$50", "-"}},
    {"progressive.awards.flush", {"nothing", "nothing", "$25", "-"}},
    {"progressive.awards.straight", {"$15", "$15", "nothing", "-"}},
    {"progressive.awards.three_of_a_kind", {"$150", "$150", "nothing", "-"}},
    {"progressive.order_between_tables", {"first entered", "first dealt", "first dealt", "-"}},
    {"envy.royal_spades", {"$250", "$250", "$500", "-"}},
    {"envy.royal", {"$50", "$50", "$250", "-"}},
    {"bank.hands_in_a_row", {"-", "-", "-", "2"}},
    {"button.ace", {"-", "-", "-", "1"}},
    {"button.ten", {"-", "-", "-", "10"}},
    {"button.jack", {"-", "-", "-", "11"}},
    {"button.queen", {"-", "-", "-", "12"}},
    {"button.king", {"-", "-", "-", "13"}},
    {"limits.minimum",
     {"set by the operator", "set by the operator", "set by the operator",
      "set by the operator, $1 to $1,000"}},
    {"limits.maximum",
     {"set by the operator", "set by the operator", "set by the operator",
      "set by the operator, $200 to $10,000"}},
    {"roles.ruling", {"shift manager", "shift manager", "shift manager", "pit supervisor"}},
    {"roles.restrict_to_one_position",
     {"pit manager", "shift manager", "shift manager", "pit supervisor"}},
    {"roles.order_of_cards", {"-", "pit supervisor", "pit supervisor", "-"}},
};

static void the_values_are_those_of_the_books(void **state) {
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        trey_key key = trey_key_find(rows[r].path);
        assert_int_not_equal(key, TREY_KEYS);
        for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
            const trey_rule *rule = trey_rulebook_rule(books[b], key);
            char text[TREY_VALUE_TEXT_MAX] = "-";
            if (rule->form != TREY_FORM_ABSENT) trey_value_print(key, rule->value, text);
            if (strcmp(text, rows[r].value[b]) != 0) {
                fail_msg("%s in %s: found %s, expected %s", rows[r].path, trey_builtin_id(b), text,
                         rows[r].value[b]);
            }
        }
    }
}

/* The remedies, kind by kind, under every combination of answers. */
static unsigned remedy(unsigned book, trey_irregularity kind, const char *facts) {
    uint8_t answers[TREY_FACT_COUNT] = {0};
    char copy[128];
    snprintf(copy, sizeof copy, "%s", facts);
    for (char *pair = strtok(copy, " "); pair; pair = strtok(NULL, " ")) {
        char *equals = strchr(pair, '=');
        *equals = '\0';
        unsigned fact = 0, answer = 0;
        while (strcmp(trey_fact_name((trey_fact)fact), pair) != 0) fact++;
        while (strcmp(trey_fact_answer((trey_fact)fact, answer), equals + 1) != 0) answer++;
        answers[fact] = (uint8_t)answer;
    }
    const trey_case *found = trey_trouble_case(trey_rulebook_trouble(books[book], kind), answers);
    assert_non_null(found);
    return found->remedy;
}

static void exposed_cards_are_answered_by_each_book_in_its_way(void **state) {
    (void)state;
    trey_irregularity kind = TREY_IRREGULARITY_EXPOSED_CARDS;
    assert_int_equal(remedy(MBS, kind, "exposed=one"), TREY_REMEDY_CONTINUE);
    assert_int_equal(remedy(MBS, kind, "exposed=several"), TREY_REMEDY_VOID);
    for (unsigned book = RWS; book <= RWP; book++) {
        assert_int_equal(remedy(book, kind, "exposed=one seen=no"), TREY_REMEDY_OPTIONS_AFFECTED);
        assert_int_equal(remedy(book, kind, "exposed=several seen=no"), TREY_REMEDY_VOID);
        assert_int_equal(remedy(book, kind, "exposed=one seen=yes"), TREY_REMEDY_CONTINUE);
        assert_int_equal(remedy(book, kind, "exposed=several seen=yes"), TREY_REMEDY_CONTINUE);
    }
    assert_int_equal(remedy(CA, kind, ""), TREY_REMEDY_RULING);
}

static void an_absent_player_is_answered_by_each_book_in_its_way(void **state) {
    (void)state;
    trey_irregularity kind = TREY_IRREGULARITY_ABSENT_PLAYER;
    assert_int_equal(remedy(MBS, kind, "bet=ante decision=open"), TREY_REMEDY_INVALIDATE);
    assert_int_equal(remedy(MBS, kind, "bet=ante decision=none"), TREY_REMEDY_SETTLE);
    assert_int_equal(remedy(MBS, kind, "bet=pair_plus_only decision=open"), TREY_REMEDY_SETTLE);
    for (unsigned book = RWS; book <= CA; book++) {
        assert_int_equal(remedy(book, kind, "decision=open"), TREY_REMEDY_FOLD);
        assert_int_equal(remedy(book, kind, "decision=none"), TREY_REMEDY_SETTLE);
    }
}

static void an_interruption_is_answered_by_each_book_in_its_way(void **state) {
    (void)state;
    trey_irregularity kind = TREY_IRREGULARITY_INTERRUPTION;
    assert_int_equal(remedy(MBS, kind, "outcome=none"), TREY_REMEDY_OFFER_WITHDRAWAL);
    assert_int_equal(remedy(RWS, kind, "outcome=none"), TREY_REMEDY_VOID);
    assert_int_equal(remedy(RWP, kind, "outcome=none"), TREY_REMEDY_VOID);
    for (unsigned book = MBS; book <= RWP; book++) {
        assert_int_equal(remedy(book, kind, "outcome=established"), TREY_REMEDY_CONTINUE);
    }
    assert_int_equal(remedy(CA, kind, ""), TREY_REMEDY_RULING);
}

/* Fees of the player-dealer in dollars at chosen actions; ? cannot be read. */
static const char *const actions =
    "1 49 49.50 50 74 75 99 100 149 150 199 200 224 225 299 300 399 400 400.50 401 499 500 699 700 "
    "799 800 5000";
static const char *const fees[18] = {
    "1 1 1 3 3 3 3 5 5 7 7 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10",
    "2 2 2 4 4 4 4 6 6 6 6 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12",
    "2 2 2 4 4 4 4 6 6 8 8 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12 12",
    "1 1 1 2 2 2 2 3 3 4 4 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6",
    "1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 6 6 6 6 6 6 6 6 6 6 6 6",
    "1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 4 4 6 6 6 6 6 6 6 6 6 6",
    "1 1 1 2 2 2 2 3 3 3 3 5 5 5 5 8 8 8 8 8 8 8 8 8 8 8 8",
    "1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 5 5 5 5 5 5 5 5 5 5 5 5",
    "1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 6 6 6 6 6 6 6 6 6 6 6 6",
    "1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 4 4 7 7 7 7 7 7 7 7",
    "1 1 1 1 1 2 2 2 2 2 2 5 5 5 5 5 5 8 8 8 8 8 8 12 12 12 12",
    "1 1 1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 6 6 6 6 6 6 6 6 6 6",
    "1 1 1 1 1 1 1 3 3 3 3 4 4 4 4 5 5 7 7 7 7 7 7 7 7 7 7",
    "? ? ? ? ? ? ? 4 4 4 4 5 5 5 5 6 6 8 8 8 8 8 8 8 8 8 8",
    "1 1 1 1 1 1 1 3 3 3 3 3 3 3 3 5 5 5 5 5 5 8 8 8 8 12 12",
    "2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 6 6 6 6 6 6 8 8 8 8 12 12",
    "2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 6 6 6 6 6 6 10 10 10 10 15 15",
    "2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 5 5 5 5 5 5 12 12 12 12 ? ?",
};

/* proves [ca-six-card Collection Opt1] [ca-six-card Collection Opt2] [ca-six-card Collection Opt3]
 * [ca-six-card Collection Opt4] [ca-six-card Collection Opt5] [ca-six-card Collection Opt6]
 * [ca-six-card Collection Opt7] [ca-six-card Collection Opt8] [ca-six-card Collection Opt9]
 * [ca-six-card Collection Opt10] [ca-six-card Collection Opt11] [ca-six-card Collection Opt12]
 * [ca-six-card Collection Opt13] [ca-six-card Collection Opt14] [ca-six-card Collection Opt15]
 * [ca-six-card Collection Opt16] [ca-six-card Collection Opt17] [ca-six-card Collection Opt18]
 * [ca-six-card Collection D] */
static void the_eighteen_schedules_give_these_fees(void **state) {
    (void)state;
    assert_int_equal(trey_rulebook_schedules(books[CA]), 18);
    for (unsigned option = 1; option <= 18; option++) {
        const trey_schedule *schedule = trey_rulebook_schedule_option(books[CA], option);
        assert_non_null(schedule);
        assert_int_equal(schedule->player_fee, option <= 2 ? 100 : 0);
        const char *action_at = actions, *fee_at = fees[option - 1];
        for (;;) {
            trey_cents action, fee = TREY_FEE_UNREADABLE;
            assert_int_equal(trey_cents_parse(action_at, &action, &action_at), TREY_STATUS_OK);
            if (*fee_at == '?') {
                fee_at++;
            } else {
                assert_int_equal(trey_cents_parse(fee_at, &fee, &fee_at), TREY_STATUS_OK);
            }
            const trey_bracket *bracket = trey_schedule_bracket(books[CA], schedule, action);
            assert_non_null(bracket);
            if (bracket->fee != fee) {
                fail_msg("option %u at %lld cents: found %lld, expected %lld", option,
                         (long long)action, (long long)bracket->fee, (long long)fee);
            }
            if (*action_at == '\0') break;
            action_at++;
            fee_at++;
        }
        assert_int_equal(*fee_at, '\0');
    }
    assert_null(trey_rulebook_schedule_option(books[CA], 0));
    assert_null(trey_rulebook_schedule_option(books[CA], 19));
}

static void an_action_between_two_brackets_follows_the_reading(void **state) {
    (void)state;
    const trey_schedule *schedule = trey_rulebook_schedule_option(books[CA], 4);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 4950)->fee, 100);
    assert_int_equal(trey_rulebook_choose(books[CA], "A-CA-20", 'B'), TREY_STATUS_OK);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 4900)->fee, 100);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 4950)->fee, 200);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 5000)->fee, 200);
    assert_int_equal(trey_rulebook_choose(books[CA], "A-CA-20", 'C'), TREY_STATUS_OK);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 4900)->fee, 100);
    assert_null(trey_schedule_bracket(books[CA], schedule, 4950));
    assert_null(trey_schedule_bracket(books[CA], schedule, 3050)); /* nor inside a bracket */
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 5000)->fee, 200);
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, INT64_MAX / 100 * 100)->fee, 600);
    assert_int_equal(trey_rulebook_choose(books[CA], "A-CA-20", 'A'), TREY_STATUS_OK);
    assert_null(trey_schedule_bracket(books[CA], schedule, 99)); /* below the first bracket */
    assert_int_equal(trey_schedule_bracket(books[CA], schedule, 100)->fee, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_values_are_those_of_the_books),
        cmocka_unit_test(exposed_cards_are_answered_by_each_book_in_its_way),
        cmocka_unit_test(an_absent_player_is_answered_by_each_book_in_its_way),
        cmocka_unit_test(an_interruption_is_answered_by_each_book_in_its_way),
        cmocka_unit_test(the_eighteen_schedules_give_these_fees),
        cmocka_unit_test(an_action_between_two_brackets_follows_the_reading),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
