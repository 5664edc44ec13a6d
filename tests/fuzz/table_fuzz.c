/* table_fuzz.c -- arbitrary bytes as commands to a table.
 *
 * The first bytes choose book, readings and configuration; then each command is
 * made of a few bytes, biased so that many are sensible. After each one: events
 * or a named refusal, the state untouched by a refusal, postings that balance,
 * every view computable, and no money made or lost when a round ends. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trey/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

typedef struct input {
    const uint8_t *at, *end;
} input;

static unsigned take(input *in) {
    return in->at < in->end ? *in->at++ : 0;
}

static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
static trey_rules *compiled[TREY_BUILTIN_RULEBOOKS];

static void open_books(void) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS && !books[i]; i++) {
        trey_status status = trey_rulebook_open(&books[i], trey_builtin_id(i), NULL);
        TREY_ASSERT(status == TREY_STATUS_OK);
        status = trey_rules_open(&compiled[i], books[i]);
        TREY_ASSERT(status == TREY_STATUS_OK);
    }
}

static trey_table_config make_config(unsigned book, input *in) {
    trey_table_config config = {.fee_supplied = TREY_FEE_UNREADABLE};
    bool california = book == 3;
    unsigned bits = take(in);
    config.positions = (uint8_t)(california ? 8 : 4 + bits % 4);
    config.device = (uint8_t)(california ? TREY_DEVICE_PACKETS : bits >> 2 & 1);
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(books[book], stake)) continue;
        config.minimum[stake] = 500;
        config.maximum[stake] = 50000;
    }
    if (california) {
        config.schedule = (uint8_t)(1 + take(in) % 18);
    } else if (bits & 8u) {
        config.jackpot = 1;
        config.jackpot_bet = 500;
        config.jackpot_contribution = 100;
        config.jackpot_reset = 1000000;
    }
    return config;
}

static trey_cents make_amount(unsigned byte) {
    static const trey_cents odd[] = {0, -1, INT64_MAX, INT64_MIN, 1, 500, 50000, 50001, 499};
    if (byte < sizeof odd / sizeof *odd) return odd[byte];
    return (trey_cents)byte * 100;
}

/* A deck that a seed shuffles, now and then spoilt. */
static void make_cards(trey_command *command, input *in) {
    uint32_t seed = take(in) * 2654435761u + take(in) * 40503u + 1;
    for (unsigned i = 0; i < TREY_CARDS; i++) command->cards[i] = (trey_card)i;
    for (unsigned i = TREY_CARDS - 1; i > 0; i--) {
        seed = seed * 1664525u + 1013904223u;
        unsigned other = (seed >> 8) % (i + 1);
        trey_card swap = command->cards[i];
        command->cards[i] = command->cards[other];
        command->cards[other] = swap;
    }
    unsigned spoil = take(in);
    command->count = spoil == 1 ? 255 : spoil == 2 ? 5 : TREY_CARDS;
    if (spoil == 3) command->cards[7] = command->cards[8];
    if (spoil == 4) command->cards[9] = 200;
}

static trey_command make_command(input *in) {
    trey_command command = {.verb = (uint8_t)(take(in) % (TREY_VERB_COUNT + 1))};
    unsigned who = take(in), what = take(in);
    command.seat = (uint8_t)(who % 10);
    command.player = who / 10 % 6;
    command.actor = who > 250 ? 99 : command.player;
    bool staff = (command.verb >= TREY_VERB_REPORT && command.verb != TREY_VERB_CHOOSE) ||
                 (command.verb == TREY_VERB_OPEN || command.verb == TREY_VERB_CLOSE ||
                  command.verb == TREY_VERB_DECK || command.verb == TREY_VERB_CARD ||
                  command.verb == TREY_VERB_REVEAL || command.verb == TREY_VERB_SETTLE);
    command.role = (uint8_t)((what & 0xe0u) == 0xe0u ? what & 7u
                             : staff                 ? TREY_ROLE_DEALER
                                                     : TREY_ROLE_PLAYER);
    command.wager = (uint8_t)(what % 8);
    command.part = (uint8_t)(what >> 4 & 1);
    command.amount = make_amount(take(in));
    if (command.verb == TREY_VERB_DECK || command.verb == TREY_VERB_CARD) make_cards(&command, in);
    if (command.verb == TREY_VERB_REPORT) {
        command.kind = (uint8_t)(take(in) % (TREY_IRREGULARITY_COUNT + 1));
        command.seats = (uint8_t)take(in);
        command.mode = (uint8_t)(take(in) % 5);
        /* Facts are mostly stated, and stated yes or no. */
        unsigned stated = take(in), yes = take(in);
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            command.answer[fact] =
                (uint8_t)(stated >> (fact % 8) & 1u ? 1 + (yes >> (fact % 8) & 1u) : 0);
        }
    } else if (command.verb == TREY_VERB_RULE) {
        command.ruling = (uint8_t)(take(in) % (TREY_RULING_COUNT + 1));
        command.reason[0] = (char)(take(in) == 1 ? 0 : 'x');
        if (take(in) == 1) memset(command.reason, 'x', sizeof command.reason);
    } else if (command.verb == TREY_VERB_MEND) {
        make_cards(&command, in);
        command.count = (uint8_t)(3 * (take(in) % 10));
    }
    return command;
}

typedef struct ledger {
    trey_cents layout, bank;
} ledger;

static void book_postings(const trey_rules *rules, const trey_table *before,
                          const trey_event *event, ledger *l) {
    trey_posting posting[TREY_POSTINGS];
    size_t count = trey_event_postings(rules, before, event, posting);
    for (size_t i = 0; i < count; i++) {
        TREY_ASSERT(posting[i].cents > 0 && posting[i].from != posting[i].to);
        if (posting[i].from == TREY_ACCOUNT_LAYOUT) l->layout -= posting[i].cents;
        if (posting[i].to == TREY_ACCOUNT_LAYOUT) l->layout += posting[i].cents;
        if (posting[i].from == TREY_ACCOUNT_BANK) l->bank -= posting[i].cents;
        if (posting[i].to == TREY_ACCOUNT_BANK) l->bank += posting[i].cents;
    }
}

static void look(const trey_rules *rules, const trey_table *table, unsigned who) {
    trey_view view;
    trey_table_view(rules, table, who % 5, who / 5 % 6, &view);
    if (table->phase < TREY_PHASE_SHOWDOWN && table->phase != TREY_PHASE_IDLE) {
        TREY_ASSERT(view.dealer[0] == TREY_NO_CARD && view.dealer[1] == TREY_NO_CARD);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static trey_decision decision;
    input in = {bytes, bytes + length};
    open_books();
    unsigned book = take(&in) % TREY_BUILTIN_RULEBOOKS;
    const trey_rules *rules = compiled[book];
    trey_table_config config = make_config(book, &in);
    trey_table table, before;
    trey_config_fault fault = trey_table_open(rules, &config, 1200000, &table);
    TREY_ASSERT(fault == TREY_CONFIG_GOOD);
    ledger l = {0, 0};
    while (in.at < in.end) {
        trey_command command = make_command(&in);
        before = table;
        trey_decide(rules, &table, &command, &decision);
        TREY_ASSERT(memcmp(&before, &table, sizeof table) == 0);
        TREY_ASSERT(decision.refused < TREY_REFUSED_COUNT);
        uint16_t paragraph[TREY_CITED];
        trey_refusal_citation(rules, &decision, paragraph);
        for (unsigned i = 0; i < decision.count; i++) {
            book_postings(rules, &table, &decision.event[i], &l);
            if (decision.event[i].kind == TREY_EVENT_LINE)
                trey_line_citation(rules, &decision.event[i], paragraph);
            trey_apply(rules, &table, &decision.event[i]);
        }
        TREY_ASSERT(l.layout >= 0 && l.bank >= 0);
        if (table.gate == TREY_GATE_REPORT) {
            static trey_effect effect[TREY_EVENTS];
            trey_report_effects(rules, &table, effect);
        }
        if (table.phase == TREY_PHASE_IDLE) TREY_ASSERT(l.layout == 0 && l.bank == table.bank);
        look(rules, &table, command.seat * 7u + command.wager);
    }
    return 0;
}
