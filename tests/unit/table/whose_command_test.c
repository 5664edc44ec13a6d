/* whose_command_test.c -- a player's chips and decisions are the player's own.
 *
 * Table scripts have no way to let one player act in the name of another: there the player named
 * is the one who acts. Here Mallory tries, at each book, everything that Alice could do. */
#include "cmocka_suite.h"

#include <string.h>

#include "trey/table.h"

enum { ALICE = 1, MALLORY, HOUSE_BANKER };

typedef struct game {
    trey_rulebook *book;
    trey_rules *rules;
    trey_table table;
    trey_decision decision;
} game;

static game played;

static trey_refused give(trey_command command) {
    trey_decide(played.rules, &played.table, &command, &played.decision);
    if (played.decision.refused == TREY_REFUSED_NONE)
        trey_apply_all(played.rules, &played.table, &played.decision);
    return played.decision.refused;
}

static trey_command by_dealer(trey_verb verb) {
    trey_command command = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    return command;
}

static trey_command for_player(trey_verb verb, trey_player actor, trey_player player) {
    trey_command command = {.verb = (uint8_t)verb,
                            .role = TREY_ROLE_PLAYER,
                            .seat = 1,
                            .actor = actor,
                            .player = player};
    return command;
}

static trey_command bet(trey_player actor, trey_player player) {
    trey_command command = for_player(TREY_VERB_BET, actor, player);
    command.wager = TREY_WAGER_ANTE;
    command.amount = 2500;
    return command;
}

static void open_table(const char *id) {
    trey_table_config config = {.positions = 7, .fee_supplied = TREY_FEE_UNREADABLE};
    bool california = strcmp(id, "ca-six-card") == 0;
    config.positions = california ? 8 : 7;
    config.schedule = california ? 4 : 0;
    config.minimum[TREY_WAGER_ANTE] = 2500;
    config.maximum[TREY_WAGER_ANTE] = 100000;
    assert_int_equal(trey_rulebook_open(&played.book, id, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&played.rules, played.book), TREY_STATUS_OK);
    assert_int_equal(trey_table_open(played.rules, &config, 0, &played.table), TREY_CONFIG_GOOD);
    assert_int_equal(give(by_dealer(TREY_VERB_OPEN)), 0);
    if (!california) return;
    trey_command bank = for_player(TREY_VERB_BANK, HOUSE_BANKER, HOUSE_BANKER);
    bank.seat = 8;
    bank.amount = 100000;
    assert_int_equal(give(bank), 0);
}

static void close_table(void) {
    trey_rules_close(played.rules);
    trey_rulebook_close(played.book);
}

/* Alice bets, the cards are out, and it is her turn. */
static void deal_to_alice(void) {
    assert_int_equal(give(bet(ALICE, ALICE)), 0);
    assert_int_equal(give(by_dealer(TREY_VERB_CLOSE)), 0);
    trey_command deck = by_dealer(TREY_VERB_DECK);
    deck.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) deck.cards[i] = (trey_card)i;
    assert_int_equal(give(deck), 0);
}

/* Nothing but a refusal that names the paragraph on whose chips these are. */
static void refused_by(trey_command command, trey_key key) {
    const trey_table before = played.table;
    assert_int_equal(give(command), TREY_REFUSED_NOT_YOURS);
    assert_int_equal(played.decision.key, key);
    assert_memory_equal(&played.table, &before, sizeof before);
}

/* proves [mbs 3.6] [rws 5.22] [rws-progressive 5.22] */
static void nobody_places_or_takes_back_anothers_chips(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        open_table(trey_builtin_id(i));
        refused_by(bet(MALLORY, ALICE), TREY_KEY_BET_BY_STAFF);
        assert_int_equal(give(bet(ALICE, ALICE)), 0);
        trey_command withdraw = for_player(TREY_VERB_WITHDRAW, MALLORY, ALICE);
        withdraw.wager = TREY_WAGER_ANTE;
        refused_by(withdraw, TREY_KEY_BET_BY_STAFF);
        withdraw.actor = ALICE;
        assert_int_equal(give(withdraw), 0);
        close_table();
    }
}

/* A bet that staff place is the player's, and its event says in which role it was placed.
 * proves [mbs 3.6] [rws 5.22] [rws-progressive 5.22] */
static void the_record_says_who_placed_a_bet(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        open_table(trey_builtin_id(i));
        for (unsigned role = TREY_ROLE_PLAYER; role <= TREY_ROLE_PIT_MANAGER; role++) {
            trey_command placed = bet(ALICE, ALICE);
            placed.role = (uint8_t)role;
            assert_int_equal(give(placed), 0);
            const trey_event *event = &played.decision.event[0];
            assert_int_equal(event->kind, TREY_EVENT_BET);
            assert_int_equal(event->role, role);
            assert_int_equal(event->player, ALICE);
        }
        assert_int_equal(played.table.box[0].bettors, 1);
        assert_int_equal(played.table.box[0].bettor[0].player, ALICE);
        close_table();
    }
}

/* proves [mbs 5.9] [ca-six-card Round 2] */
static void nobody_looks_or_decides_in_anothers_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        open_table(trey_builtin_id(i));
        deal_to_alice();
        refused_by(for_player(TREY_VERB_VIEW, MALLORY, ALICE), TREY_KEY_VIEW_OTHERS);
        refused_by(for_player(TREY_VERB_PLAY, MALLORY, ALICE), TREY_KEY_DECIDER);
        refused_by(for_player(TREY_VERB_FOLD, MALLORY, ALICE), TREY_KEY_DECIDER);
        assert_int_equal(give(for_player(TREY_VERB_VIEW, ALICE, ALICE)), 0);
        assert_int_equal(give(for_player(TREY_VERB_PLAY, ALICE, ALICE)), 0);
        close_table();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_places_or_takes_back_anothers_chips),
        cmocka_unit_test(the_record_says_who_placed_a_bet),
        cmocka_unit_test(nobody_looks_or_decides_in_anothers_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
