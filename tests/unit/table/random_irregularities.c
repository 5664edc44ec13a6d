/* random_irregularities.c -- things that go wrong and are put right, at random.
 *
 * The shadow knows nothing of irregularities, so these rounds are not compared
 * with the second settlement. What holds for every command still holds for these:
 * money is conserved, the state is the fold of the events, refusals have names,
 * nobody learns of hidden cards. */
#include "random_rounds.h"

#include <string.h>

static trey_command by(random_table *table, trey_verb verb, unsigned lowest) {
    unsigned above = TREY_ROLE_SHIFT_MANAGER + 1 - lowest;
    return (trey_command){.verb = (uint8_t)verb,
                          .role = (uint8_t)(lowest + random_below(&table->random, above))};
}

static unsigned anybody(random_table *table) {
    return 1 + random_below(&table->random, table->players);
}

static void report(random_table *table) {
    random_source *random = &table->random;
    trey_command command = by(table, TREY_VERB_REPORT, TREY_ROLE_DEALER);
    command.kind = (uint8_t)random_below(random, TREY_IRREGULARITY_COUNT);
    command.seats = (uint8_t)random_below(random, 256);
    command.seat = (uint8_t)(1 + random_below(random, table->config.positions));
    command.player = anybody(table);
    command.wager = (uint8_t)random_below(random, 7);
    command.mode = (uint8_t)random_below(random, 4);
    command.amount = (trey_cents)100 * random_below(random, 2000);
    /* Half of the time somebody who bets there, and an amount outside the limits. */
    const trey_box *box = &table->table.box[command.seat - 1];
    if (box->bettors > 0 && random_chance(random, 50)) {
        const trey_table_config *config = &table->table.config;
        bool over = random_chance(random, 50);
        command.seats = (uint8_t)(1u << (command.seat - 1));
        command.player = box->bettor[random_below(random, box->bettors)].player;
        if (random_chance(random, 60)) command.wager = TREY_WAGER_ANTE;
        command.amount =
            over ? config->maximum[TREY_WAGER_ANTE] + 100 : config->minimum[TREY_WAGER_ANTE] - 100;
    }
    /* Each fact has two or three answers; most of the time all are stated. */
    for (unsigned i = 0; i < TREY_FACT_COUNT; i++) {
        command.answer[i] = (uint8_t)(random_chance(random, 95) ? 1 + random_below(random, 2) : 0);
    }
    random_give(table, &command);
}

static void rule(random_table *table) {
    random_source *random = &table->random;
    trey_command command = by(table, TREY_VERB_RULE, TREY_ROLE_PIT_SUPERVISOR);
    command.ruling = (uint8_t)random_below(random, TREY_RULING_COUNT);
    command.seat = (uint8_t)(1 + random_below(random, table->config.positions));
    command.player = anybody(table);
    command.wager = (uint8_t)random_below(random, 7);
    command.amount = (trey_cents)100 * random_below(random, 500);
    if (random_chance(random, 50)) {
        command.player = TREY_NOBODY;
        command.wager = TREY_WAGER_ANTE;
        command.amount = 100 * (trey_cents)random_below(random, 20);
    }
    memcpy(command.reason, "as I say", 9);
    random_give(table, &command);
}

/* Hands put right: those on the table, with two cards exchanged perhaps. */
static void mend(random_table *table) {
    random_source *random = &table->random;
    trey_command command = by(table, TREY_VERB_MEND, TREY_ROLE_DEALER);
    random_hands(random, table->table.hands > 1 ? table->table.hands : 2, command.cards);
    command.count = (uint8_t)(3 * table->table.hands);
    if (random_chance(random, 50)) command.count = 0; /* the record is right */
    random_give(table, &command);
}

static void choose(random_table *table) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->table.box[seat - 1];
        if (box->bettors == 0) continue;
        trey_command command = {.verb = TREY_VERB_CHOOSE,
                                .role = TREY_ROLE_PLAYER,
                                .seat = (uint8_t)seat,
                                .actor = box->bettor[0].player,
                                .player = box->bettor[0].player,
                                .part = (uint8_t)random_below(&table->random, 2)};
        random_give(table, &command);
    }
}

void random_irregularity(random_table *table) {
    random_source *random = &table->random;
    if (random_chance(random, 80)) report(table);
    for (unsigned attempt = 0; attempt < 6 && table->table.gate != TREY_GATE_NONE; attempt++) {
        trey_command command;
        switch ((trey_gate)table->table.gate) {
        case TREY_GATE_REPORT:
            command = by(table, random_chance(random, 75) ? TREY_VERB_CONFIRM : TREY_VERB_DROP,
                         TREY_ROLE_DEALER);
            if (random_chance(random, 50)) command.role = TREY_ROLE_SHIFT_MANAGER;
            random_give(table, &command);
            break;
        case TREY_GATE_RULING:
            rule(table);
            break;
        default:
            choose(table);
            if (random_chance(random, 50)) {
                command = by(table, TREY_VERB_TIME, TREY_ROLE_DEALER);
                random_give(table, &command);
            }
            break;
        }
    }
    bool due = table->table.mending != TREY_MENDING_NOTHING;
    if (random_chance(random, due ? 90 : 30)) mend(table);
    if (random_chance(random, 10)) rule(table);
    /* Whatever holds the table up is lifted, so that the round can go on. */
    for (unsigned attempt = 0; attempt < 40 && table->table.gate == TREY_GATE_RULING; attempt++) {
        rule(table);
    }
}
