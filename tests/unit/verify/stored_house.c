/* stored_house.c -- see the header. */
#include "stored_house.h"

#include "cmocka_suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};

static int64_t counting_clock(void *context) {
    house_of_cards *h = context;
    return h->now += 1000;
}

void stored_house_open(stored_house *s) {
    house_of_cards *h = &s->h;
    trey_store_message message = {""};
    const trey_store_options stored = {.create = true,
                                       .keys = &h->keys,
                                       .witness = s->witness,
                                       .checkpoint_every = s->checkpoint_every};
    const trey_house_options options = {.name = "the house",
                                        .seal = &h->keys.seal,
                                        .reveal = h->reveal,
                                        .clock = counting_clock,
                                        .clock_context = h,
                                        .snapshot_every = 40};
    trey_status status = trey_store_open(&h->store, h->address, &stored, &message);
    if (status == TREY_STATUS_OK) status = trey_house_open(&h->house, h->store, &options, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
}

static void begin(stored_house *s, trey_reveal reveal) {
    house_build_with(&s->h, s->address, s->keys_path);
    house_drop(&s->h);
    snprintf(s->witness, sizeof s->witness, "%s/witness", s->h.folder);
    s->h.reveal = reveal;
    s->checkpoint_every = 40;
    stored_house_open(s);
    for (trey_player player = 2; player <= 9; player++) house_buy_in(&s->h, player, 100000000);
}

static unsigned open_table(stored_house *s, const char *name, const char *book, const char *jackpot,
                           bool physical) {
    unsigned index;
    trey_table_terms terms = house_terms(name, book, jackpot);
    terms.config.system_deck = !physical;
    assert_int_equal(trey_house_table_open(s->h.house, &terms, &index), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
    return index;
}

/* The bank moves on after two hands: it is offered round until somebody takes it. */
static void take_bank(stored_house *s, unsigned table) {
    for (unsigned seat = 1; seat <= 8; seat++) {
        trey_player player = seat == 1 ? 9 : seat == 8 ? 8 : seat;
        if (house_by_player(&s->h, table, TREY_VERB_BANK, seat, player, 0, 100000) == 0) return;
    }
}

static void bets(stored_house *s, unsigned table, bool progressive, unsigned round) {
    house_of_cards *h = &s->h;
    for (unsigned seat = 2; seat <= STORED_SEATS; seat++) {
        house_by_player(h, table, TREY_VERB_BET, seat, seat, TREY_WAGER_ANTE, 1000);
        house_by_player(h, table, TREY_VERB_BET, seat, seat, TREY_WAGER_PAIR_PLUS, 500);
        if (progressive)
            house_by_player(h, table, TREY_VERB_BET, seat, seat, TREY_WAGER_PROGRESSIVE, 0);
        bool shuffled = trey_house_terms(h->house, table)->config.system_deck;
        if (shuffled && (round + seat) % 3 != 1) house_pledge(h, table, seat);
    }
    house_by_player(h, table, TREY_VERB_BET, 3, 3, TREY_WAGER_ANTE, 1); /* refused */
}

/* By hand, so that the jackpot can be hit: seat 2 gets the royal flush in spades, a lower
 * hand that is paid in dollars, or nothing. */
static void enter_cards(stored_house *s, unsigned table, unsigned round) {
    static const char *const hands[] = {"AsKsQs", "AhKhQh", "5c5d9h", "4c5c6c", "7d7h7s"};
    trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
    const trey_table *state = trey_house_table(s->h.house, table);
    const trey_rules *rules = trey_house_rules(s->h.house, table);
    unsigned used = 0;
    int mistypes = 2;
    for (trey_card next = 0; state->phase != TREY_PHASE_DECISION;) {
        if (next % 7 == 3 && mistypes-- > 0) {
            card.cards[0] = 49; /* the ace of diamonds, which is in no hand */
            assert_int_equal(house_give(&s->h, table, &card), 0);
            assert_int_equal(house_by_dealer(&s->h, table, TREY_VERB_RECALL), 0);
        }
        if (trey_next_place(rules, state) == 2) {
            const char *text = hands[round % 5] + 2 * used++;
            const char *end;
            assert_int_equal(trey_card_parse(text, &card.cards[0], &end), TREY_STATUS_OK);
            assert_int_equal(house_give(&s->h, table, &card), 0);
        } else {
            card.cards[0] = next++;
            house_give(&s->h, table, &card); /* one that is out already is refused */
        }
    }
}

static void finish_round(stored_house *s, unsigned table, unsigned round) {
    house_of_cards *h = &s->h;
    for (unsigned seat = 1; seat <= 8; seat++) { /* whoever is not concerned is refused */
        trey_player player = seat == 1 ? 9 : seat;
        house_by_player(h, table, TREY_VERB_VIEW, seat, player, 0, 0);
        house_by_player(h, table, (seat + round) % 4 ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat,
                        player, 0, 0);
    }
    for (unsigned seat = 2; seat <= STORED_SEATS; seat++)
        house_by_player(h, table, TREY_VERB_PLAY, seat, seat, 0, 0);
    house_by_dealer(h, table, TREY_VERB_REVEAL);
    house_by_dealer(h, table, TREY_VERB_SETTLE);
}

/* Staff give the round up, which makes a checkpoint. */
static void void_round(stored_house *s, unsigned table) {
    trey_command rule = {.verb = TREY_VERB_RULE,
                         .role = TREY_ROLE_SHIFT_MANAGER,
                         .actor = 900,
                         .ruling = TREY_RULING_VOID};
    strcpy(rule.reason, "the lights went out");
    house_give(&s->h, table, &rule);
}

/* One share does not come now and then, and the round ends before a card is dealt. */
static bool withhold(stored_house *s, unsigned table, unsigned round) {
    const trey_fairness *fair = trey_house_fairness(s->h.house, table);
    trey_reply reply;
    bool linked = trey_house_terms(s->h.house, table)->jackpot[0] != '\0';
    if (linked || round % 5 != 1 || fair->pledges < 2) return false;
    house_share(&s->h, table, fair->pledge[0].player);
    assert_int_equal(trey_house_withheld(s->h.house, table, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
    return true;
}

static void play(stored_house *s, unsigned table, unsigned round, bool progressive) {
    house_of_cards *h = &s->h;
    const trey_table_terms *terms = trey_house_terms(h->house, table);
    if (trey_house_table(h->house, table)->phase != TREY_PHASE_IDLE) return;
    if (house_by_dealer(h, table, TREY_VERB_OPEN) != 0) return;
    if (terms->config.schedule) take_bank(s, table);
    bets(s, table, progressive, round);
    if (round % 5 == 3) {
        void_round(s, table);
        if (trey_house_table(h->house, table)->phase == TREY_PHASE_IDLE) return;
    }
    house_by_dealer(h, table, TREY_VERB_CLOSE);
    if (!terms->config.system_deck) {
        enter_cards(s, table, round);
    } else if (withhold(s, table, round)) {
        return;
    } else {
        house_shares(h, table);
        house_deal(h, table);
    }
    if (round % 5 == 4) void_round(s, table);
    finish_round(s, table, round);
}

/* Half a round, and then the process is gone. */
static void break_off(stored_house *s, unsigned table) {
    house_of_cards *h = &s->h;
    if (house_by_dealer(h, table, TREY_VERB_OPEN) != 0) return;
    if (trey_house_terms(h->house, table)->config.schedule) take_bank(s, table);
    bets(s, table, false, 1);
    house_by_dealer(h, table, TREY_VERB_CLOSE);
    house_shares(h, table);
    if (trey_house_terms(h->house, table)->config.system_deck) house_deal(h, table);
    house_drop(h);
    stored_house_open(s);
    for (unsigned seat = 2; seat <= STORED_SEATS; seat++)
        house_by_player(h, table, TREY_VERB_CHOOSE, seat, seat, 0, 0);
    finish_round(s, table, 1);
}

static void jackpot_staff(stored_house *s, unsigned jackpot) {
    const trey_link *link = trey_house_jackpot(s->h.house, jackpot);
    trey_reply reply;
    trey_link_command reject = {.verb = TREY_LINK_REJECT,
                                .role = TREY_ROLE_SHIFT_MANAGER,
                                .actor = 901,
                                .number = link->hit[0].number};
    strcpy(reject.reason, "the cards were marked");
    trey_command_id id = house_next_id(&s->h);
    if (link->hits > 1) trey_house_jackpot_command(s->h.house, jackpot, &id, &reject, &reply);
    while (link->hits > 0) {
        trey_link_command confirm = {.verb = TREY_LINK_CONFIRM,
                                     .role = TREY_ROLE_SHIFT_MANAGER,
                                     .actor = 901,
                                     .number = link->hit[0].number};
        id = house_next_id(&s->h);
        trey_house_jackpot_command(s->h.house, jackpot, &id, &confirm, &reply);
        if (reply.refused) break;
    }
    trey_link_command change = {.verb = TREY_LINK_CHANGE,
                                .role = TREY_ROLE_SHIFT_MANAGER,
                                .actor = 901,
                                .parameters = link->parameters};
    change.parameters.reset += 100;
    strcpy(change.reason, "a round number");
    id = house_next_id(&s->h);
    trey_house_jackpot_command(s->h.house, jackpot, &id, &change, &reply);
    trey_link_command down = {.verb = TREY_LINK_DOWN, .role = TREY_ROLE_SHIFT_MANAGER};
    strcpy(down.reason, "a cable was cut");
    id = house_next_id(&s->h);
    trey_house_jackpot_command(s->h.house, jackpot, &id, &down, &reply);
    down.verb = TREY_LINK_UP;
    id = house_next_id(&s->h);
    trey_house_jackpot_command(s->h.house, jackpot, &id, &down, &reply);
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
}

/* Whatever can still be reported of a round that is settled; most of it is refused. */
static void report_afterwards(stored_house *s, unsigned table) {
    trey_command report = {
        .verb = TREY_VERB_REPORT, .role = TREY_ROLE_SHIFT_MANAGER, .actor = 900, .seats = 2};
    trey_command confirm = {
        .verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .actor = 900};
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        report.kind = (uint8_t)kind;
        if (house_give(&s->h, table, &report) == 0) house_give(&s->h, table, &confirm);
    }
}

static void pass_chips(stored_house *s) {
    trey_cage_command pass = {.kind = TREY_CAGE_TRANSFER,
                              .role = TREY_CAGE_CASHIER,
                              .actor = 900,
                              .player = 2,
                              .other = 7,
                              .amount = 12345};
    trey_reply reply;
    trey_command_id id = house_next_id(&s->h);
    assert_int_equal(trey_house_cage(s->h.house, &id, &pass, &reply), TREY_STATUS_OK);
    pass.kind = TREY_CAGE_CASH_OUT;
    id = house_next_id(&s->h);
    assert_int_equal(trey_house_cage(s->h.house, &id, &pass, &reply), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
}

void stored_house_of(stored_house *s, const char *rulebook, trey_reveal reveal, unsigned rounds) {
    begin(s, reveal);
    unsigned table = open_table(s, "one", rulebook, "", false);
    for (unsigned round = 0; round < rounds; round++) play(s, table, round, false);
    pass_chips(s);
    house_drop(&s->h);
}

void stored_house_build(stored_house *s, trey_reveal reveal, unsigned rounds) {
    static const trey_link_parameters linked = {
        .bet = 500, .rate = 200000, .reserve_rate = 50000, .reset = 1000000, .ceiling = 1200400};
    unsigned jackpot, table[7];
    begin(s, reveal);
    assert_int_equal(trey_house_jackpot_open(s->h.house, "big", "mbs", &linked, 1200000, &jackpot),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < 4; i++) table[i] = open_table(s, books[i], books[i], "", false);
    table[4] = open_table(s, "linked one", "mbs", "big", false);
    table[5] = open_table(s, "linked two", "mbs", "big", true);
    table[6] = open_table(s, "entered", "rws", "", true);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < 7; i++) play(s, table[i], round, i == 4 || i == 5);
        if (round == rounds / 2) {
            pass_chips(s);
            report_afterwards(s, table[5]);
            jackpot_staff(s, jackpot);
            break_off(s, table[round % 7]);
        }
    }
    house_by_dealer(&s->h, table[1], TREY_VERB_OPEN); /* a round is left running */
    house_drop(&s->h);
}

void stored_house_hits(stored_house *s) {
    unsigned table = open_table(s, "hits", "mbs", "big", true);
    const trey_link *link = trey_house_jackpot(s->h.house, 0);
    trey_link_command reject = {
        .verb = TREY_LINK_REJECT, .role = TREY_ROLE_SHIFT_MANAGER, .actor = 902};
    trey_reply reply;
    play(s, table, 0, true);
    assert_int_equal(link->hits, 1);
    reject.number = link->hit[0].number;
    strcpy(reject.reason, "the camera saw it");
    trey_command_id id = house_next_id(&s->h);
    assert_int_equal(trey_house_jackpot_command(s->h.house, 0, &id, &reject, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
    play(s, table, 0, true);
    assert_int_equal(link->hits, 1);
}

void stored_house_royals(stored_house *s, unsigned count) {
    unsigned table = trey_house_table_find(s->h.house, "hits");
    for (unsigned i = 0; i < count; i++) play(s, table, 0, true);
}

void stored_house_tear_down(stored_house *s) {
    unlink(s->witness);
    house_tear_down(&s->h);
}

trey_status stored_verify(const char *path, const trey_verify_options *options,
                          trey_verify_report *report, trey_store_message *message) {
    return trey_verify_address(path, options, report, message);
}
