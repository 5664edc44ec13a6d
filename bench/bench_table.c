/* bench_table.c -- whole rounds at a table of six, through decide and apply.
 *
 * MBS, six players: the opening call, six Antes, the closing call, the deal from
 * an ordered deck, six decisions, the dealer's hand, the settlement with its
 * lines; every event applied. The second row has Pair Plus beside each Ante and
 * each player looking at his hand: eighteen commands become thirty. No I/O and no
 * allocation. The checksum is the money that went over the table. */
#include <string.h>

#include <trey/table.h>

#include "bench.h"

enum { SEATS = 6, DECKS = 512 };

static trey_rulebook *book;
static trey_rules *rules;
static trey_table table;
static trey_deck decks[DECKS];
static trey_decision decision;

static void give(const trey_command *given) {
    trey_decide(rules, &table, given, &decision);
    TREY_ASSERT(decision.refused == TREY_REFUSED_NONE);
    trey_apply_all(rules, &table, &decision);
}

/* One command, filled in anew each time as a server would from a message. */
static trey_command command;

static void by_dealer(trey_verb verb) {
    command.verb = (uint8_t)verb;
    command.role = TREY_ROLE_DEALER;
    give(&command);
}

static void by_player(trey_verb verb, unsigned seat, unsigned wager, trey_cents amount) {
    command.verb = (uint8_t)verb;
    command.role = TREY_ROLE_PLAYER;
    command.seat = (uint8_t)seat;
    command.wager = (uint8_t)wager;
    command.actor = command.player = seat;
    command.amount = amount;
    give(&command);
}

static bool side_bets; /* and looks */

static uint64_t play_round(const trey_deck *deck) {
    by_dealer(TREY_VERB_OPEN);
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        by_player(TREY_VERB_BET, seat, TREY_WAGER_ANTE, 2500);
        if (side_bets) by_player(TREY_VERB_BET, seat, TREY_WAGER_PAIR_PLUS, 2500);
    }
    by_dealer(TREY_VERB_CLOSE);
    command.count = TREY_CARDS;
    memcpy(command.cards, deck->card, TREY_CARDS);
    by_dealer(TREY_VERB_DECK);
    for (unsigned seat = 1; side_bets && seat <= SEATS; seat++)
        by_player(TREY_VERB_VIEW, seat, 0, 0);
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const trey_card *card = table.box[seat - 1].card;
        bool queen = false;
        for (unsigned i = 0; i < 3; i++) queen |= trey_card_rank(card[i]) >= TREY_RANK_QUEEN;
        by_player(queen ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat, 0, 0);
    }
    by_dealer(TREY_VERB_REVEAL);
    by_dealer(TREY_VERB_SETTLE);
    uint64_t back = 0;
    for (unsigned i = 0; i < decision.count; i++) {
        if (decision.event[i].kind == TREY_EVENT_LINE)
            back += (uint64_t)decision.event[i].line.back;
    }
    return back;
}

static uint64_t play_rounds(void) {
    uint64_t back = 0;
    for (unsigned i = 0; i < DECKS; i++) back += play_round(&decks[i]);
    return back;
}

static void race_rounds(const bench_setting *setting, bench_figure *figure) {
    if (trey_rulebook_open(&book, "mbs", NULL) != TREY_STATUS_OK ||
        trey_rules_open(&rules, book) != TREY_STATUS_OK) {
        trey_rulebook_close(book);
        return;
    }
    uint64_t bits = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < DECKS; i++) {
        trey_deck_ordered(&decks[i]);
        for (unsigned at = TREY_CARDS - 1; at > 0; at--) {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            unsigned other = (unsigned)((bits >> 33) % (at + 1));
            trey_card swap = decks[i].card[at];
            decks[i].card[at] = decks[i].card[other];
            decks[i].card[other] = swap;
        }
    }
    trey_table_config config = {
        .positions = SEATS, .device = TREY_DEVICE_PACKETS, .fee_supplied = TREY_FEE_UNREADABLE};
    config.minimum[TREY_WAGER_ANTE] = config.minimum[TREY_WAGER_PAIR_PLUS] = 2500;
    config.maximum[TREY_WAGER_ANTE] = config.maximum[TREY_WAGER_PAIR_PLUS] = 100000;
    trey_config_fault fault = trey_table_open(rules, &config, 0, &table);
    TREY_ASSERT(fault == TREY_CONFIG_GOOD);
    bench_race(setting, DECKS, play_rounds, NULL, figure);
    trey_rules_close(rules);
    trey_rulebook_close(book);
}

void bench_table_rounds(const bench_setting *setting, bench_figure *figure) {
    side_bets = false;
    race_rounds(setting, figure);
}

void bench_table_side_bets(const bench_setting *setting, bench_figure *figure) {
    side_bets = true;
    race_rounds(setting, figure);
}
