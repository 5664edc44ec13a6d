/* random_rounds.c -- whole rounds played through decide and apply, from a seed.
 *
 * The players here know hardly any rules: they try things that make sense often
 * enough for rounds to be rich, look at what the table says of itself, and go on
 * when an attempt is refused. What is right and wrong is the watcher's business. */
#include "random_rounds.h"

#include <stdlib.h>
#include <string.h>

/* ---- The book ------------------------------------------------------------- */

/* Is the bank a player's, and do people put a wager together? */
static bool is_banked(const random_table *table) {
    const trey_rule *banker = trey_rulebook_rule(table->house->book, TREY_KEY_BANKER);
    return trey_rule_word(banker) == TREY_BANKER_PLAYER_DEALER;
}

static bool is_pooled(const random_table *table) {
    const trey_rule *shared = trey_rulebook_rule(table->house->book, TREY_KEY_SHARED);
    return trey_rule_word(shared) == TREY_SHARED_POOLED;
}

/* ---- Giving commands ----------------------------------------------------- */

static void remember(random_table *table, const trey_command *command, trey_refused refused) {
    if (table->givens == table->room) {
        table->room = table->room ? 2 * table->room : 1024;
        random_given *more = realloc(table->given, table->room * sizeof *more);
        TREY_ASSERT(more);
        table->given = more;
    }
    table->given[table->givens++] = (random_given){*command, refused};
}

trey_refused random_give(random_table *table, const trey_command *command) {
    const random_watcher *watcher = table->watcher;
    trey_decide(table->house->rules, &table->table, command, &table->decision);
    trey_refused refused = table->decision.refused;
    remember(table, command, refused);
    watcher->decided(table, command);
    if (refused != TREY_REFUSED_NONE) return refused;
    for (unsigned i = 0; i < table->decision.count; i++) {
        watcher->event(table, &table->decision.event[i]);
        trey_apply(table->house->rules, &table->table, &table->decision.event[i]);
    }
    watcher->applied(table, command);
    return refused;
}

/* A command by staff: the dealer, or now and then somebody above him. */
static trey_command by_staff(random_table *table, trey_verb verb) {
    unsigned role = TREY_ROLE_DEALER;
    bool above = !table->cheats && random_chance(&table->random, 10);
    if (above) role += random_below(&table->random, 4);
    return (trey_command){.verb = (uint8_t)verb, .role = (uint8_t)role};
}

static trey_command by_player(unsigned player, trey_verb verb, unsigned seat) {
    return (trey_command){.verb = (uint8_t)verb,
                          .role = TREY_ROLE_PLAYER,
                          .seat = (uint8_t)seat,
                          .actor = player,
                          .player = player};
}

static trey_refused give_staff(random_table *table, trey_verb verb) {
    trey_command command = by_staff(table, verb);
    return random_give(table, &command);
}

static trey_refused give_player(random_table *table, unsigned player, trey_verb verb,
                                unsigned seat) {
    trey_command command = by_player(player, verb, seat);
    return random_give(table, &command);
}

/* ---- Things that go wrong ------------------------------------------------ */

static trey_cents wild_amount(random_table *table) {
    const trey_cents amounts[] = {0,
                                  -1,
                                  1,
                                  INT64_MIN,
                                  INT64_MAX,
                                  table->table.config.minimum[TREY_WAGER_ANTE],
                                  table->table.config.maximum[TREY_WAGER_ANTE],
                                  table->table.config.maximum[TREY_WAGER_ANTE] + 1,
                                  table->config.jackpot_bet,
                                  table->config.jackpot_bet + 1,
                                  5000};
    return amounts[random_below(&table->random, sizeof amounts / sizeof *amounts)];
}

/* Any verb by anybody with any arguments. Verbs that would carry the round on are
 * rare, so that rounds still get played. */
static void wrong_command(random_table *table) {
    random_source *random = &table->random;
    trey_command command = {0};
    command.verb = (uint8_t)random_below(random, TREY_VERB_SETTLE + 2);
    if (command.verb > TREY_VERB_SETTLE) command.verb = TREY_VERB_COUNT;
    if (table->irregular) command.verb = (uint8_t)random_below(random, TREY_VERB_COUNT + 1);
    command.role =
        (uint8_t)(random_chance(random, 60) ? TREY_ROLE_PLAYER : random_below(random, 6));
    command.seat = (uint8_t)(random_chance(random, 90) ? random_below(random, 10) : 255);
    command.wager = (uint8_t)(random_chance(random, 90) ? random_below(random, 8) : 255);
    command.part = (uint8_t)random_below(random, 2);
    command.player = random_below(random, table->players + 2);
    command.actor = random_chance(random, 80) ? command.player : random_below(random, 4);
    command.amount = wild_amount(table);
    command.count = (uint8_t)(random_chance(random, 50) ? TREY_CARDS : random_below(random, 256));
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        command.cards[i] = (trey_card)(random_chance(random, 50) ? i : random_below(random, 256));
    }
    random_give(table, &command);
}

static void sprinkle(random_table *table) {
    if (table->cheats) {
        if (random_chance(&table->random, 40)) random_irregularity(table);
        return;
    }
    if (table->irregular && random_chance(&table->random, 6)) random_irregularity(table);
    if (random_chance(&table->random, table->many_mistakes ? 50 : 6)) wrong_command(table);
}

/* ---- Opening a table ----------------------------------------------------- */

static trey_cents dollars_between(random_table *table, unsigned low, unsigned high) {
    return (trey_cents)100 * (low + random_below(&table->random, high - low + 1));
}

static void choose_limits(random_table *table) {
    trey_table_config *config = &table->config;
    bool california = table->house->which == SECOND_CA;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(table->house->book, stake))
            continue;
        if (stake != TREY_WAGER_ANTE && random_chance(&table->random, 5)) continue;
        config->minimum[stake] = dollars_between(table, 1, california ? 20 : 50);
        config->maximum[stake] = config->minimum[stake] + dollars_between(table, 0, 900);
        if (california) config->maximum[stake] = dollars_between(table, 200, 1000);
    }
}

static void choose_config(random_table *table) {
    random_source *random = &table->random;
    trey_table_config *config = &table->config;
    static const unsigned fewest[] = {4, 1, 1, 8}, most[] = {7, 7, 7, 8};
    second_book book = table->house->which;
    config->positions =
        (uint8_t)(fewest[book] + random_below(random, most[book] - fewest[book] + 1));
    config->device = TREY_DEVICE_PACKETS;
    choose_limits(table);
    if (book == SECOND_CA) {
        config->schedule = (uint8_t)(1 + random_below(random, 18));
        config->fee_supplied = random_chance(random, 80) ? 200 : TREY_FEE_UNREADABLE;
        return;
    }
    if (random_chance(random, 50)) config->device = TREY_DEVICE_SINGLE;
    config->jackpot = random_chance(random, 90);
    if (!config->jackpot) return;
    config->jackpot_bet = dollars_between(table, 1, 10);
    config->jackpot_contribution = (trey_cents)random_below(random, (unsigned)config->jackpot_bet);
    config->jackpot_reset = dollars_between(table, 0, 30000);
    /* Sometimes hardly anything on the meter, or less than the reset value. */
    table->meter = (trey_cents)random_below(random, random_chance(random, 20) ? 20000 : 9000000);
}

void random_table_open(random_table *table, uint64_t seed, second_book book, bool irregular,
                       const random_watcher *watcher) {
    random_given *given = table->given;
    size_t room = table->room;
    memset(table, 0, offsetof(random_table, decision));
    table->players = 0;
    table->stuck = false;
    table->given = given;
    table->givens = 0;
    table->room = room;
    table->seed = seed;
    table->random.state = seed;
    table->watcher = watcher;
    random_source *random = &table->random;
    unsigned number = random_chance(random, 20) ? 0 : random_below(random, HOUSES_A_BOOK);
    table->house = random_house(book, number);
    table->whole_dollars = random_chance(random, table->house->ca_20 == 'C' ? 95 : 60);
    table->crowded = random_chance(random, 5);
    table->many_mistakes = random_chance(random, 10);
    table->irregular = irregular;
    choose_config(table);
    unsigned fewest = book == SECOND_CA ? 3 : 1; /* one banks, and nobody alone can pass on */
    table->players = fewest + random_below(random, table->config.positions + 3u);
    trey_config_fault fault =
        trey_table_open(table->house->rules, &table->config, table->meter, &table->table);
    TREY_ASSERT(fault == TREY_CONFIG_GOOD);
}

/* ---- Sitting down, the bank ---------------------------------------------- */

static unsigned any_seat(random_table *table) {
    return 1 + random_below(&table->random, table->config.positions);
}

static unsigned any_player(random_table *table) {
    return 1 + random_below(&table->random, table->players);
}

/* A seat of his own more often than another's. */
static unsigned seat_for(random_table *table, unsigned player) {
    if (table->crowded && random_chance(&table->random, 70)) return 1;
    if (random_chance(&table->random, 65)) return 1 + (player - 1) % table->config.positions;
    return any_seat(table);
}

static void come_and_go(random_table *table) {
    for (unsigned n = random_below(&table->random, 3); n > 0; n--) {
        unsigned player = any_player(table);
        trey_verb verb = random_chance(&table->random, 70) ? TREY_VERB_SIT : TREY_VERB_LEAVE;
        give_player(table, player, verb, seat_for(table, player));
    }
}

/* From less than a dollar to more than anything that can be won. */
static trey_cents bank_amount(random_table *table) {
    trey_cents largest = 1;
    for (unsigned n = 2 + random_below(&table->random, 7); n > 0; n--) largest *= 10;
    trey_cents amount = 1 + (trey_cents)(random_next(&table->random) % (uint64_t)largest);
    return table->whole_dollars ? amount / 100 * 100 + 100 : amount;
}

static void offer_bank(random_table *table, unsigned player, unsigned seat) {
    trey_command command = by_player(player, TREY_VERB_BANK, seat);
    command.amount = bank_amount(table);
    random_give(table, &command);
}

/* The holder may go on or give it up; then it goes round, to be taken or declined. */
static void take_the_bank(random_table *table) {
    random_source *random = &table->random;
    unsigned from = table->table.bank_seat;
    if (from != TREY_NO_SEAT && random_chance(random, 80)) {
        if (random_chance(random, 15)) give_player(table, table->table.banker, TREY_VERB_PASS, 0);
        offer_bank(table, table->table.banker, from);
    }
    for (unsigned i = 0; i < 2u * TREY_SEATS && table->table.bank == 0; i++) {
        unsigned seat = (from + i) % TREY_SEATS + 1;
        unsigned player = table->table.box[seat - 1].seated;
        if (player == TREY_NOBODY) continue;
        if (random_chance(random, 50)) give_player(table, player, TREY_VERB_PASS, 0);
        if (random_chance(random, 50)) offer_bank(table, player, seat);
    }
    for (unsigned i = 0; i < 8 && table->table.bank == 0; i++) {
        unsigned player = any_player(table);
        offer_bank(table, player, seat_for(table, player));
    }
    if (table->table.bank > 0 && random_chance(random, 10)) { /* he adds to it */
        offer_bank(table, table->table.banker, table->table.bank_seat);
    }
}

/* Other limits for some wagers, or what is none. The sign is the table's then; `config`
 * stays as it was at the opening. */
static void change_limits(random_table *table) {
    enum { NAMED = 3 };
    static const uint8_t wagers[NAMED] = {TREY_WAGER_SIX_CARD_BONUS, TREY_WAGER_ANTE,
                                          TREY_WAGER_PAIR_PLUS};
    random_source *random = &table->random;
    trey_command command = {
        .verb = TREY_VERB_LIMITS, .role = TREY_ROLE_PIT_MANAGER, .limits = {.reason = "so it is"}};
    bool california = is_banked(table);
    for (unsigned i = california || random_chance(random, 5) ? 0 : 1; i < NAMED; i++) {
        if (random_chance(random, 40)) continue;
        unsigned at = command.limits.count++;
        command.limits.wager[at] = wagers[random_chance(random, 97) ? i : 1];
        command.limits.least[at] = dollars_between(table, 1, california ? 20 : 50);
        command.limits.most[at] = command.limits.least[at] + dollars_between(table, 0, 900);
        if (california) command.limits.most[at] = dollars_between(table, 200, 1000);
        if (random_chance(random, 3)) command.limits.most[at] = command.limits.least[at] - 1;
    }
    if (random_chance(random, 10)) command.role = (uint8_t)random_below(random, 5);
    if (random_chance(random, 3)) command.limits.reason[0] = '\0';
    random_give(table, &command);
}

static void idle(random_table *table) {
    come_and_go(table);
    if (random_chance(&table->random, 8)) change_limits(table);
    sprinkle(table);
    if (is_banked(table) && random_chance(&table->random, 30)) take_the_bank(table);
    give_staff(table, TREY_VERB_OPEN);
}

/* ---- Betting ------------------------------------------------------------- */

static trey_cents amount_for(random_table *table, unsigned stake) {
    trey_cents low = table->table.config.minimum[stake], high = table->table.config.maximum[stake];
    if (high <= low || random_chance(&table->random, 15)) return low;
    if (random_chance(&table->random, 4)) return high;
    if (random_chance(&table->random, 3)) return high + 1;
    trey_cents spread = (high - low) / (random_chance(&table->random, 70) ? 8 : 1) + 1;
    trey_cents amount = low + (trey_cents)(random_next(&table->random) % (uint64_t)spread);
    return table->whole_dollars ? amount / 100 * 100 : amount;
}

static void bet(random_table *table, unsigned player, unsigned seat, unsigned wager) {
    trey_command command = by_player(player, TREY_VERB_BET, seat);
    command.wager = (uint8_t)wager;
    if (trey_wager_limited(wager)) command.amount = amount_for(table, wager);
    if (is_pooled(table) && random_chance(&table->random, 15)) {
        command.part = 1; /* others will complete it, perhaps */
        command.amount = command.amount / 3 + 1;
    }
    if (random_chance(&table->random, 10)) { /* placed by staff at his request */
        command.role = (uint8_t)(TREY_ROLE_DEALER + random_below(&table->random, 4));
        command.actor = 0;
    }
    random_give(table, &command);
}

static void bet_and_more(random_table *table) {
    random_source *random = &table->random;
    unsigned player = any_player(table), seat = seat_for(table, player);
    static const unsigned base[] = {TREY_WAGER_ANTE, TREY_WAGER_ANTE, TREY_WAGER_ANTE,
                                    TREY_WAGER_ANTE, TREY_WAGER_PAIR_PLUS};
    bet(table, player, seat, base[random_below(random, 5)]);
    if (random_chance(random, 45)) bet(table, player, seat, TREY_WAGER_PAIR_PLUS);
    if (random_chance(random, 45)) bet(table, player, seat, TREY_WAGER_SIX_CARD_BONUS);
    if (random_chance(random, 60)) bet(table, player, seat, TREY_WAGER_PROGRESSIVE);
    for (unsigned wager = TREY_WAGER_SIX_CARD_BONUS + 1; wager < TREY_STAKES; wager++) {
        if (trey_wager_limited(wager) && random_chance(random, 45)) bet(table, player, seat, wager);
    }
    if (random_chance(random, 10)) bet(table, player, seat, TREY_WAGER_ANTE);
    if (random_chance(random, 8)) { /* takes something back */
        trey_command command = by_player(player, TREY_VERB_WITHDRAW, seat);
        command.wager = (uint8_t)random_below(random, 7);
        command.amount = random_chance(random, 60) ? 0 : 100;
        random_give(table, &command);
    }
}

/* Completes or takes back what lies under the minimum: nobody closes over it. */
static void mend_small_wagers(random_table *table) {
    const trey_table_config *config = &table->table.config;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        for (unsigned seat = 1; seat <= config->positions && trey_wager_limited(wager); seat++) {
            const trey_box *box = &table->table.box[seat - 1];
            trey_cents total = 0;
            for (unsigned b = 0; b < box->bettors; b++) total += box->bettor[b].stake[wager];
            if (total == 0 || total >= config->minimum[wager]) continue;
            unsigned who = random_below(&table->random, box->bettors);
            trey_command command = by_player(box->bettor[who].player, TREY_VERB_BET, seat);
            command.wager = (uint8_t)wager;
            command.amount = config->minimum[wager] - total;
            random_give(table, &command);
        }
    }
}

static bool betting(random_table *table) {
    random_source *random = &table->random;
    if (is_banked(table) && random_chance(random, 97)) take_the_bank(table);
    for (unsigned n = 1 + random_below(random, table->players + 3); n > 0; n--) {
        bet_and_more(table);
        if (random_chance(random, 10)) come_and_go(table);
        sprinkle(table);
    }
    for (unsigned attempt = 0; attempt < 12; attempt++) {
        if (table->table.phase != TREY_PHASE_BETTING) return true;
        trey_refused refused = give_staff(table, TREY_VERB_CLOSE);
        if (refused == TREY_REFUSED_NONE) return true;
        if (refused == TREY_REFUSED_NO_BANK) take_the_bank(table);
        if (refused == TREY_REFUSED_UNDER_MINIMUM) mend_small_wagers(table);
        bet_and_more(table);
        if (is_banked(table)) { /* one who does not bank */
            bet(table, any_player(table), any_seat(table), TREY_WAGER_ANTE);
        }
    }
    return false;
}

/* ---- Dealing ------------------------------------------------------------- */

/* The order of the deck that deals these hands: packets, or a card each in turn. */
static unsigned in_deal_order(const random_table *table, const trey_card *hands, unsigned count,
                              trey_card *deck) {
    bool single = table->config.device == TREY_DEVICE_SINGLE;
    unsigned at = 0, last = 3 * count;
    bool burn = trey_next_place(table->house->rules, &table->table) == TREY_PLACE_BURN;
    if (burn) deck[at++] = hands[last]; /* a card that no hand has */
    for (unsigned i = 0; i < last; i++) {
        deck[at++] = single ? hands[3 * (i % count) + i / count] : hands[i];
    }
    for (unsigned i = last + burn; i < TREY_CARDS; i++) deck[at++] = hands[i];
    return at;
}

/* The dealer finds that he has mistyped a card, the last one or one of those before it, and a
 * supervisor helps him where the deal is complete. */
static bool take_back(random_table *table) {
    bool done = false;
    if (!random_chance(&table->random, 3)) return false;
    for (unsigned i = 1 + random_below(&table->random, 4); i > 0; i--) {
        trey_command command = by_staff(table, TREY_VERB_RECALL);
        if (table->table.phase == TREY_PHASE_DECISION && random_chance(&table->random, 80))
            command.role = TREY_ROLE_PIT_SUPERVISOR;
        done |= random_give(table, &command) == TREY_REFUSED_NONE;
    }
    return done;
}

static void dealing(random_table *table) {
    trey_card hands[TREY_CARDS], deck[TREY_CARDS];
    unsigned count = table->table.hands;
    random_hands(&table->random, count, hands);
    unsigned cards = in_deal_order(table, hands, count, deck);
    sprinkle(table);
    bool system = table->config.system_deck;
    if ((system || random_chance(&table->random, 65)) && table->table.phase == TREY_PHASE_CLOSED) {
        trey_command command = by_staff(table, TREY_VERB_DECK);
        memcpy(command.cards, deck, cards);
        command.count = (uint8_t)cards;
        if (!system && random_chance(&table->random, 5)) command.count = (uint8_t)(3 * count);
        if (random_give(table, &command) == TREY_REFUSED_NONE) return;
    }
    if (system) return;
    /* Physical cards, one by one; on from where a mistake began, if one did. Where some are
     * taken back it begins anew: those that lie there already are refused. */
    for (unsigned i = 0; i < cards; i++) {
        if (take_back(table)) i = 0;
        unsigned place = trey_next_place(table->house->rules, &table->table);
        if (place == TREY_PLACE_NONE) return;
        trey_command command = by_staff(table, TREY_VERB_CARD);
        command.cards[0] = deck[i];
        if (place == TREY_PLACE_BURN && random_chance(&table->random, 50)) {
            command.cards[0] = TREY_NO_CARD;
        }
        random_give(table, &command);
        sprinkle(table);
        if (trey_next_place(table->house->rules, &table->table) == TREY_PLACE_NONE &&
            take_back(table))
            i = 0;
    }
}

/* ---- Deciding ------------------------------------------------------------ */

/* Shares of a pooled Play, in one of the ways in which people put it together. */
static void fund_play(random_table *table, unsigned seat) {
    const trey_box *box = &table->table.box[seat - 1];
    trey_cents ante = 0;
    for (unsigned i = 0; i < box->bettors; i++) ante += box->bettor[i].stake[TREY_WAGER_ANTE];
    unsigned way = random_below(&table->random, 5);
    unsigned who = random_below(&table->random, box->bettors);
    for (unsigned i = 0; i < box->bettors; i++) {
        trey_command command = by_player(box->bettor[i].player, TREY_VERB_FUND, seat);
        if (way == 0 && i == 0) continue;   /* the owner's own comes with his decision */
        if (way == 1 && i != 0) continue;   /* the owner takes over all of it */
        if (way == 2 && i != who) continue; /* or somebody else does */
        command.amount = way == 1 || way == 2 ? ante : box->bettor[i].stake[TREY_WAGER_ANTE];
        if (way == 3) {
            command.amount = 1 + (trey_cents)random_below(&table->random, (unsigned)ante);
        }
        random_give(table, &command);
    }
}

static void decide_one(random_table *table, unsigned seat, unsigned bettor) {
    random_source *random = &table->random;
    const trey_box *box = &table->table.box[seat - 1];
    unsigned player = box->bettor[bettor].player;
    if (random_chance(random, bettor ? 5 : 50)) give_player(table, player, TREY_VERB_VIEW, seat);
    if (random_chance(random, 5)) give_player(table, player, TREY_VERB_CONTINUE, seat);
    sprinkle(table);
    if (random_chance(random, 65)) {
        if (is_pooled(table) && (box->bettors > 1 || random_chance(random, 10))) {
            fund_play(table, seat);
        }
        if (give_player(table, player, TREY_VERB_PLAY, seat) == TREY_REFUSED_NONE) return;
        if (random_chance(random, 50)) { /* the owner puts up what is missing */
            trey_cents missing = 0;
            for (unsigned i = 0; i < box->bettors; i++) {
                missing +=
                    box->bettor[i].stake[TREY_WAGER_ANTE] - box->bettor[i].stake[TREY_WAGER_PLAY];
            }
            trey_command command = by_player(player, TREY_VERB_FUND, seat);
            command.amount = missing;
            random_give(table, &command);
            if (give_player(table, player, TREY_VERB_PLAY, seat) == TREY_REFUSED_NONE) return;
        }
    }
    trey_command command = by_player(player, TREY_VERB_FOLD, seat);
    command.part = (uint8_t)random_below(random, 2);
    if (random_give(table, &command) != TREY_REFUSED_NONE && random_chance(random, 60)) {
        give_player(table, player, TREY_VERB_CONTINUE, seat);
    }
}

static void hide_some(random_table *table) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->table.box[seat - 1];
        if (box->bettors == 0 || !random_chance(&table->random, 12)) continue;
        give_player(table, box->bettor[0].player, TREY_VERB_HIDE, seat);
        if (!random_chance(&table->random, 30)) continue;
        trey_command command = by_staff(table, TREY_VERB_LOOK);
        command.role = (uint8_t)random_below(&table->random, 5);
        command.seat = (uint8_t)seat;
        random_give(table, &command);
    }
}

static void deciding(random_table *table) {
    unsigned start = table->table.bank_seat; /* 0 where the house banks */
    for (unsigned pass = 0; pass < 3; pass++) {
        for (unsigned i = 0; i < table->config.positions; i++) {
            unsigned seat = (start + i) % table->config.positions + 1;
            if (pass == 0 && random_chance(&table->random, 10)) seat = any_seat(table);
            const trey_box *box = &table->table.box[seat - 1];
            for (unsigned b = 0; b < box->bettors && box->turn > 0; b++) {
                if (box->bettor[b].choice == TREY_CHOICE_NONE) decide_one(table, seat, b);
            }
            if (table->table.phase != TREY_PHASE_DECISION) return;
        }
        hide_some(table);
        if (give_staff(table, TREY_VERB_REVEAL) == TREY_REFUSED_NONE) return;
    }
    table->stuck = true;
}

bool random_round(random_table *table) {
    uint32_t before = table->table.round;
    for (unsigned step = 0; step < 24; step++) {
        sprinkle(table);
        switch ((trey_phase)table->table.phase) {
        case TREY_PHASE_IDLE:
            if (table->table.round != before) return true;
            idle(table);
            break;
        case TREY_PHASE_BETTING:
            if (!betting(table)) return false;
            break;
        case TREY_PHASE_CLOSED:
        case TREY_PHASE_DEALING:
            dealing(table);
            break;
        case TREY_PHASE_DECISION:
            deciding(table);
            if (table->stuck) return false;
            break;
        case TREY_PHASE_SHOWDOWN:
            hide_some(table);
            sprinkle(table);
            give_staff(table, TREY_VERB_SETTLE);
            break;
        }
    }
    table->stuck = true;
    return false;
}
