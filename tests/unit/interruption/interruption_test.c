/* interruption_test.c -- an interruption after every event of random rounds.
 *
 * What should happen is read from the paragraphs a second time, here: with no
 * outcome [mbs 5.16.1] offers everybody his wagers back, all or nothing, and
 * [rws 5.7.2] voids the round; with one [mbs 5.16.2] [rws 5.7.1] the round goes
 * on. In California a person rules. An outcome is any wager already won or lost:
 * a fold, or the dealer's hand. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "trey/table.h"

enum { ROUNDS = 120, SEATS = 6 };

static uint64_t bits;
static unsigned pick(unsigned below) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return (unsigned)((bits >> 33) % below);
}

typedef struct game {
    unsigned book;
    trey_rulebook *rulebook;
    trey_rules *rules;
    trey_table table;
    trey_decision decision;
    bool folded, revealed; /* what a person at the table has seen happen */
    unsigned interruptions;
} game;

static trey_cents stakes_of(const trey_table *table, trey_player player) {
    trey_cents sum = 0;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        const trey_box *box = &table->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            if (player && box->bettor[i].player != player) continue;
            for (unsigned stake = 0; stake < TREY_STAKES; stake++)
                sum += box->bettor[i].stake[stake];
        }
    }
    return sum;
}

static trey_cents returned_in(const trey_decision *decision) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        if (event->kind != TREY_EVENT_LINE) continue;
        assert_int_equal(event->result, TREY_LINE_RETURNED);
        assert_int_equal(event->money.amount, event->money.back);
        sum += event->money.back;
    }
    return sum;
}

static bool has_event(const trey_decision *decision, trey_event_kind kind) {
    for (unsigned i = 0; i < decision->count; i++) {
        if (decision->event[i].kind == kind) return true;
    }
    return false;
}

static void give(const trey_rules *rules, trey_table *table, trey_command command,
                 trey_decision *decision) {
    trey_decide(rules, table, &command, decision);
    assert_int_equal(decision->refused, TREY_REFUSED_NONE);
    trey_apply_all(rules, table, decision);
}

static trey_command by_dealer(trey_verb verb) {
    trey_command command = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    return command;
}

/* MBS with no outcome: the first player takes everything back, the rest stays. */
static void withdrawal_is_offered(const game *g, trey_table *table, trey_decision *decision) {
    assert_int_equal(table->gate, TREY_GATE_WITHDRAWAL);
    trey_player first = TREY_NOBODY;
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const trey_box *box = &table->box[seat - 1];
        bool plays = table->phase <= TREY_PHASE_BETTING ? box->bettors > 0 : box->turn > 0;
        assert_int_equal(box->option, plays ? TREY_OPTION_OFFERED : TREY_OPTION_NONE);
        if (plays && first == TREY_NOBODY) first = box->bettor[0].player;
    }
    if (first == TREY_NOBODY) return;
    bool open = table->phase == TREY_PHASE_BETTING, asked = false;
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const trey_box *box = &table->box[seat - 1];
        if (box->option != TREY_OPTION_OFFERED) continue;
        trey_player player = box->bettor[0].player;
        /* One answer is for all of a player's positions. */
        trey_command choose = {.verb = TREY_VERB_CHOOSE,
                               .seat = (uint8_t)seat,
                               .actor = player,
                               .player = player,
                               .part = player == first && !asked};
        asked |= player == first;
        give(g->rules, table, choose, decision);
    }
    assert_int_equal(table->gate, TREY_GATE_NONE);
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const trey_box *box = &table->box[seat - 1];
        if (open) {
            assert_true(box->bettors == 0 || box->bettor[0].player != first);
        } else if (box->turn > 0) {
            assert_int_equal(box->invalid != TREY_INVALID_NOT, box->bettor[0].player == first);
        }
    }
}

static void interrupt(game *g) {
    static trey_decision decision;
    trey_table table = g->table;
    if (table.phase == TREY_PHASE_IDLE) return;
    g->interruptions++;
    trey_command report = by_dealer(TREY_VERB_REPORT);
    report.kind = TREY_IRREGULARITY_INTERRUPTION;
    give(g->rules, &table, report, &decision);
    trey_cents at_stake = stakes_of(&table, TREY_NOBODY), meter = g->table.meter_start;
    give(g->rules, &table, by_dealer(TREY_VERB_CONFIRM), &decision);
    if (g->book == 3) {
        assert_int_equal(table.gate, TREY_GATE_RULING);
    } else if (g->folded || g->revealed) {
        assert_int_equal(table.gate, TREY_GATE_NONE);
        assert_int_equal(table.phase, g->table.phase);
        assert_int_equal(memcmp(table.box, g->table.box, sizeof table.box), 0);
        assert_int_equal(table.meter.value, g->table.meter.value);
    } else if (g->book == 0) {
        assert_false(has_event(&decision, TREY_EVENT_VOIDED));
        if (has_event(&decision, TREY_EVENT_OFFERED)) withdrawal_is_offered(g, &table, &decision);
    } else {
        assert_true(has_event(&decision, TREY_EVENT_VOIDED));
        assert_int_equal(returned_in(&decision), at_stake);
        assert_int_equal(table.phase, TREY_PHASE_IDLE);
        assert_int_equal(table.meter.value, meter);
    }
}

/* Gives a command and interrupts after each of its events. */
static void step(game *g, trey_command command) {
    trey_decide(g->rules, &g->table, &command, &g->decision);
    if (g->decision.refused != TREY_REFUSED_NONE) return;
    for (unsigned i = 0; i < g->decision.count; i++) {
        const trey_event *event = &g->decision.event[i];
        trey_apply(g->rules, &g->table, event);
        g->folded |= event->kind == TREY_EVENT_FOLDED;
        g->revealed |= event->kind == TREY_EVENT_REVEALED;
        /* Inside a settlement money has moved already; it is one step. */
        if (event->kind == TREY_EVENT_LINE || event->kind == TREY_EVENT_SHOWN) continue;
        interrupt(g);
    }
}

static trey_command by_player(trey_verb verb, unsigned seat, unsigned wager, trey_cents amount) {
    /* One player has two positions. */
    trey_player player = seat == SEATS ? 1 : seat;
    trey_command command = {.verb = (uint8_t)verb,
                            .seat = (uint8_t)seat,
                            .wager = (uint8_t)wager,
                            .actor = player,
                            .player = player,
                            .amount = amount};
    return command;
}

static void play_round(game *g) {
    g->folded = g->revealed = false;
    step(g, by_dealer(TREY_VERB_OPEN));
    if (g->book == 3) {
        /* Everybody declines, so that one player may go on banking. */
        for (unsigned seat = 1; seat < SEATS; seat++)
            step(g, by_player(TREY_VERB_PASS, seat, 0, 0));
        trey_command bank = by_player(TREY_VERB_BANK, 8, 0, 500000);
        bank.actor = bank.player = 99;
        step(g, bank);
    }
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        if (pick(4) == 0) continue;
        if (g->book == 3 || pick(4) > 0)
            step(g, by_player(TREY_VERB_BET, seat, TREY_WAGER_ANTE, 2500));
        if (pick(2)) step(g, by_player(TREY_VERB_BET, seat, TREY_WAGER_PAIR_PLUS, 2500));
        if (g->book != 3 && pick(2))
            step(g, by_player(TREY_VERB_BET, seat, TREY_WAGER_PROGRESSIVE, 0));
    }
    step(g, by_dealer(TREY_VERB_CLOSE));
    trey_command deck = by_dealer(TREY_VERB_DECK);
    deck.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        unsigned at = pick(i + 1);
        deck.cards[i] = deck.cards[at];
        deck.cards[at] = (trey_card)i;
    }
    step(g, deck);
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        if (pick(2)) step(g, by_player(TREY_VERB_VIEW, seat, 0, 0));
        step(g, by_player(pick(4) ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat, 0, 0));
    }
    step(g, by_dealer(TREY_VERB_REVEAL));
    step(g, by_dealer(TREY_VERB_SETTLE));
    /* A round that nobody joined is left open: void it by ruling. */
    if (g->table.phase == TREY_PHASE_IDLE) return;
    trey_command rule = by_dealer(TREY_VERB_RULE);
    rule.role = TREY_ROLE_SHIFT_MANAGER;
    rule.ruling = TREY_RULING_VOID;
    memcpy(rule.reason, "nobody plays", 13);
    give(g->rules, &g->table, rule, &g->decision);
}

static void play_book(unsigned book, const char *reading, char letter) {
    game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->book = book;
    const char *seed = getenv("TREY_SEED");
    bits = seed ? strtoull(seed, NULL, 0) | 1u : 0x9e3779b97f4a7c15u + book;
    print_message("seed %#llx\n", (unsigned long long)bits);
    assert_int_equal(trey_rulebook_open(&g->rulebook, trey_builtin_id(book), NULL), TREY_STATUS_OK);
    if (reading)
        assert_int_equal(trey_rulebook_choose(g->rulebook, reading, letter), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&g->rules, g->rulebook), TREY_STATUS_OK);
    trey_table_config config = {.positions = book == 3 ? 8 : 6,
                                .fee_supplied = TREY_FEE_UNREADABLE,
                                .schedule = book == 3 ? 4 : 0};
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(g->rulebook, stake)) continue;
        config.minimum[stake] = 2500;
        config.maximum[stake] = 100000;
    }
    if (book != 3) {
        config.jackpot = 1;
        config.jackpot_bet = 500;
        config.jackpot_contribution = 100;
        config.jackpot_reset = 1000000;
    }
    assert_int_equal(trey_table_open(g->rules, &config, 1200000, &g->table), TREY_CONFIG_GOOD);
    for (unsigned round = 0; round < ROUNDS; round++) play_round(g);
    assert_true(g->interruptions > 10 * ROUNDS);
    trey_rules_close(g->rules);
    trey_rulebook_close(g->rulebook);
    free(g);
}

/* proves [mbs 5.16] [mbs 5.16.1] [mbs 5.16.2] */
static void mbs_offers_withdrawal_until_something_is_decided(void **state) {
    (void)state;
    play_book(0, NULL, 0);
}

/* proves [rws 5.7] [rws 5.7.1] [rws 5.7.2] [rws 5.21] */
static void rws_voids_until_something_is_decided(void **state) {
    (void)state;
    play_book(1, NULL, 0);
}

/* proves [rws-progressive 5.7] [rws-progressive 5.7.1] [rws-progressive 5.7.2]
 * [rws-progressive 5.21] */
static void rws_progressive_voids_until_something_is_decided(void **state) {
    (void)state;
    play_book(2, NULL, 0);
}

static void contributions_come_off_the_meter_under_every_reading(void **state) {
    (void)state;
    play_book(1, "A-ALL-02", 'B');
    play_book(2, "A-ALL-02", 'C');
}

static void in_california_a_person_rules(void **state) {
    (void)state;
    play_book(3, NULL, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mbs_offers_withdrawal_until_something_is_decided),
        cmocka_unit_test(rws_voids_until_something_is_decided),
        cmocka_unit_test(rws_progressive_voids_until_something_is_decided),
        cmocka_unit_test(contributions_come_off_the_meter_under_every_reading),
        cmocka_unit_test(in_california_a_person_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
