/* odds_rounds_test.c -- rounds at a table, dealt at random, against the exact odds.
 *
 * The rounds are played here from the opening call on, with nothing of lib/odds but the
 * strategy. Every net result must be one that the odds list, and the means must agree
 * within five standard errors; the seed is fixed, so that a pass stays a pass. */
#include "opened_odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random_decks.h"

enum { ROUNDS = 60000 };

typedef struct played {
    opened o;
    trey_rules *rules;
    trey_table table;
    trey_decision decision;
    trey_command command;
    bool banked;
} played;

static void give(played *p, trey_verb verb, unsigned role, unsigned seat, unsigned wager,
                 trey_cents amount) {
    p->command.verb = (uint8_t)verb;
    p->command.role = (uint8_t)role;
    p->command.seat = (uint8_t)seat;
    p->command.actor = p->command.player = seat;
    p->command.wager = (uint8_t)wager;
    p->command.amount = amount;
    trey_decide(p->rules, &p->table, &p->command, &p->decision);
    assert_int_equal(p->decision.refused, TREY_REFUSED_NONE);
    trey_apply_all(p->rules, &p->table, &p->decision);
}

static void open_table(played *p) {
    trey_table_config config = {.device = TREY_DEVICE_PACKETS, .fee_supplied = 0};
    const trey_odds_query *query = &p->o.query;
    config.positions = (uint8_t)trey_rulebook_rule(p->o.book, TREY_KEY_POSITIONS)->value.d;
    config.schedule = p->banked ? 4 : 0;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_wager_limited(i) || !trey_rulebook_offers(p->o.book, i)) continue;
        config.minimum[i] = 100;
        config.maximum[i] = 1000000;
    }
    config.jackpot = !p->banked;
    config.jackpot_bet = p->banked ? 0 : query->stake[TREY_WAGER_PROGRESSIVE];
    config.jackpot_contribution = p->banked ? 0 : query->contribution;
    config.jackpot_reset = p->banked ? 0 : query->reset;
    assert_int_equal(trey_table_open(p->rules, &config, query->meter, &p->table), TREY_CONFIG_GOOD);
}

/* A fair deck, by Fisher and Yates. */
static void shuffle(random_source *random, trey_card deck[TREY_CARDS]) {
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned i = TREY_CARDS - 1; i > 0; i--) {
        unsigned at = random_below(random, i + 1);
        trey_card swap = deck[i];
        deck[i] = deck[at];
        deck[at] = swap;
    }
}

static trey_cents play_round(played *p, random_source *random) {
    const trey_odds_query *query = &p->o.query;
    unsigned bank = p->table.config.positions;
    open_table(p); /* the meter as the query has it */
    give(p, TREY_VERB_OPEN, TREY_ROLE_DEALER, 0, 0, 0);
    if (p->banked) give(p, TREY_VERB_BANK, TREY_ROLE_PLAYER, bank, 0, INT64_C(100000000));
    for (unsigned seat = 1; seat <= query->boxes; seat++) {
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            if (query->stake[i] > 0)
                give(p, TREY_VERB_BET, TREY_ROLE_PLAYER, seat, i, query->stake[i]);
        }
    }
    give(p, TREY_VERB_CLOSE, TREY_ROLE_DEALER, 0, 0, 0);
    p->command.count = TREY_CARDS;
    shuffle(random, p->command.cards);
    give(p, TREY_VERB_DECK, TREY_ROLE_DEALER, 0, 0, 0);
    trey_card up = p->table.up_card ? p->table.dealer[2] : TREY_NO_CARD;
    for (unsigned seat = 1; seat <= query->boxes; seat++) {
        const trey_card *card = p->table.box[seat - 1].card;
        bool plays = trey_strategy_plays(trey_odds_strategy(p->o.odds),
                                         trey_hand_of(card[0], card[1], card[2]), up);
        give(p, plays ? TREY_VERB_PLAY : TREY_VERB_FOLD, TREY_ROLE_PLAYER, seat, 0, 0);
    }
    give(p, TREY_VERB_REVEAL, TREY_ROLE_DEALER, 0, 0, 0);
    give(p, TREY_VERB_SETTLE, TREY_ROLE_DEALER, 0, 0, 0);
    trey_cents net = 0;
    for (unsigned i = 0; i < p->decision.count; i++) {
        const trey_event *line = &p->decision.event[i];
        if (line->kind == TREY_EVENT_LINE && line->seat == 1)
            net += line->money.back - line->money.amount;
    }
    return net;
}

static bool listed(const trey_odds *odds, trey_cents net) {
    size_t count, low = 0;
    const trey_odds_outcome *outcome = trey_odds_outcomes(odds, &count);
    while (low < count && outcome[low].net < net) low++;
    return low < count && outcome[low].net == net;
}

static void check_book(const char *id, const char *reading, char letter, unsigned boxes,
                       uint64_t seed) {
    played *p = calloc(1, sizeof *p);
    random_source random = {seed};
    assert_non_null(p);
    open_book(&p->o, id);
    if (reading) assert_int_equal(trey_rulebook_choose(p->o.book, reading, letter), TREY_STATUS_OK);
    p->banked =
        trey_rulebook_rule(p->o.book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    p->o.query.stake[TREY_WAGER_PAIR_PLUS] = 500;
    p->o.query.stake[p->banked ? TREY_WAGER_SIX_CARD_BONUS : TREY_WAGER_PROGRESSIVE] = 500;
    p->o.query.boxes = boxes;
    open_odds(&p->o);
    assert_int_equal(trey_rules_open(&p->rules, p->o.book), TREY_STATUS_OK);
    p->table.config.positions = (uint8_t)trey_rulebook_rule(p->o.book, TREY_KEY_POSITIONS)->value.d;
    double sum = 0, squares = 0;
    const char *asked = getenv("TREY_ROUNDS");
    unsigned rounds = asked ? (unsigned)strtoul(asked, NULL, 10) : ROUNDS;
    for (unsigned i = 0; i < rounds; i++) {
        trey_cents net = play_round(p, &random);
        if (!listed(p->o.odds, net))
            fail_msg("%s: a net of %lld is not listed", id, (long long)net);
        /* A jackpot of thousands would drown the rest: what is capped is compared as such. */
        double capped = net > 20000 ? 20000 : (double)net;
        sum += capped;
        squares += capped * capped;
    }
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(p->o.odds, &count);
    double exact = 0, mean = sum / rounds;
    for (size_t i = 0; i < count; i++) {
        double net = outcome[i].net > 20000 ? 20000 : (double)outcome[i].net;
        exact += net * trey_fraction_double(outcome[i].chance);
    }
    double error = sqrt((squares / rounds - mean * mean) / rounds);
    print_message("%s %s seed %llu: %.3f against %.3f, %.2f standard errors\n", id,
                  reading ? reading : "", (unsigned long long)seed, mean, exact,
                  (mean - exact) / error);
    assert_true(fabs(mean - exact) < 5 * error);
    trey_rules_close(p->rules);
    close_all(&p->o);
    free(p);
}

static void random_rounds_come_out_as_the_odds_say(void **state) {
    (void)state;
    check_book("mbs", NULL, 0, 3, 20240603);
    check_book("mbs", "A-MBS-01", 'B', 1, 20240604);
    check_book("rws", NULL, 0, 2, 20240605);
    check_book("rws-progressive", NULL, 0, 2, 20240606);
    check_book("ca-six-card", NULL, 0, 1, 20240607);
    check_book("ca-six-card", "A-CA-38", 'B', 1, 20240608);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rounds_come_out_as_the_odds_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
