/* sim_play.c -- rounds at a table, as a dealer and players would go through them.
 *
 * Every round begins at a fresh table with the meter of the question, so that rounds do
 * not hang together; between them nothing but money would pass on. A player is numbered
 * as his box; a player-dealer sits at the last position. */
#include "sim_play.h"

#include <string.h>

/* Fees that players pay: at the closing call, under one reading again with Play. */
static void note_collection(sim_play *p) {
    for (unsigned i = 0; i < p->decision.count; i++) {
        const trey_event *event = &p->decision.event[i];
        if (event->kind == TREY_EVENT_COLLECTED && event->player <= p->query->bets.boxes)
            p->collected[event->player - 1] += event->amount;
    }
}

static trey_refused give(sim_play *p) {
    trey_decide(p->rules, &p->table, &p->command, &p->decision);
    if (p->decision.refused == TREY_REFUSED_NONE) trey_apply_all(p->rules, &p->table, &p->decision);
    if (p->banked) note_collection(p);
    return p->decision.refused;
}

static trey_refused dealer_says(sim_play *p, trey_verb verb) {
    p->command.verb = (uint8_t)verb;
    p->command.role = TREY_ROLE_DEALER;
    return give(p);
}

static trey_refused player_says(sim_play *p, trey_verb verb, unsigned seat, unsigned wager,
                                trey_cents amount) {
    p->command.verb = (uint8_t)verb;
    p->command.role = TREY_ROLE_PLAYER;
    p->command.seat = (uint8_t)seat;
    p->command.wager = (uint8_t)wager;
    p->command.amount = amount;
    p->command.actor = p->command.player = seat;
    /* Whoever folds says that he keeps what can be kept. */
    p->command.part = verb == TREY_VERB_FOLD;
    return give(p);
}

/* ---- Betting ------------------------------------------------------------------------ */
static trey_table_config config_for(const trey_rulebook *book, const trey_sim_query *query) {
    const trey_value least = trey_rulebook_rule(book, TREY_KEY_MINIMUM_ALLOWED)->value;
    const trey_value most = trey_rulebook_rule(book, TREY_KEY_MAXIMUM_ALLOWED)->value;
    const trey_value devices = trey_rulebook_rule(book, TREY_KEY_DEVICES)->value;
    trey_table_config config = {
        .positions = (uint8_t)trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value.d,
        .device = (uint8_t)((devices.n & 15) - 1), /* the first that it names */
        .jackpot = query->bets.stake[TREY_WAGER_PROGRESSIVE] > 0,
        .schedule = (uint8_t)query->schedule};
    if (config.schedule == 0 && trey_rulebook_schedules(book) > 0)
        config.schedule = (uint8_t)trey_rulebook_schedule(book, 0)->option;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (trey_wager(stake)->placed != TREY_PLACED_LIMITED || !trey_rulebook_offers(book, stake))
            continue;
        config.minimum[stake] = least.n > 1 ? least.n : 1;
        config.maximum[stake] = most.d < TREY_LIMIT_MAX ? most.d : TREY_LIMIT_MAX;
    }
    if (config.jackpot) {
        config.jackpot_bet = query->bets.stake[TREY_WAGER_PROGRESSIVE];
        config.jackpot_contribution = query->bets.contribution;
        config.jackpot_reset = query->bets.reset;
    }
    return config;
}

/* From the opening call to the closing one; the first refusal ends it. */
static trey_refused bet_and_close(sim_play *p, unsigned *wager) {
    const trey_odds_query *bets = &p->query->bets;
    trey_refused refused = dealer_says(p, TREY_VERB_OPEN);
    *wager = TREY_WAGER_ANTE;
    if (p->banked && refused == TREY_REFUSED_NONE) {
        trey_cents bank = bets->bank > 0 ? bets->bank : TREY_LIMIT_MAX * TREY_SEATS;
        refused = player_says(p, TREY_VERB_BANK, p->config.positions, 0, bank);
    }
    for (unsigned seat = 1; seat <= bets->boxes; seat++) {
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            if (bets->stake[i] == 0 || refused != TREY_REFUSED_NONE) continue;
            *wager = i;
            refused = player_says(p, TREY_VERB_BET, seat, *wager, bets->stake[i]);
        }
    }
    return refused == TREY_REFUSED_NONE ? dealer_says(p, TREY_VERB_CLOSE) : refused;
}

/* Deals any cards one by one and notes where the table wants each. */
static void learn_places(sim_play *p) {
    for (trey_card card = 0;; card++) {
        unsigned place = trey_next_place(p->rules, &p->table);
        if (place == TREY_PLACE_NONE) return;
        TREY_ASSERT(p->places < sizeof p->place);
        p->place[p->places++] = (uint8_t)place;
        p->command.count = 1;
        p->command.cards[0] = card;
        trey_refused refused = dealer_says(p, TREY_VERB_CARD);
        TREY_ASSERT(refused == TREY_REFUSED_NONE);
    }
}

static void try_betting(sim_play *p, trey_odds_fault *found) {
    found->refused = TREY_REFUSED_NONE;
    found->config = trey_table_open(p->rules, &p->config, p->query->bets.meter, &p->fresh);
    p->table = p->fresh;
    if (found->config == TREY_CONFIG_GOOD) found->refused = bet_and_close(p, &found->wager);
}

trey_status sim_play_open(sim_play *p, const trey_rules *rules, const trey_sim_query *query,
                          trey_odds_fault *fault) {
    const trey_rulebook *book = trey_rules_book(rules);
    trey_odds_fault found = {.refused = TREY_REFUSED_NONE, .config = TREY_CONFIG_GOOD};
    memset(p, 0, sizeof *p);
    p->rules = rules;
    p->query = query;
    p->strategy = query->bets.strategy;
    p->banked = trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    p->config = config_for(book, query);
    p->config.fee_supplied = TREY_FEE_UNREADABLE;
    try_betting(p, &found);
    /* A fee that cannot be read is left out, and its reader told so. */
    p->fee_unreadable = found.refused == TREY_REFUSED_FEE_UNREADABLE;
    if (p->fee_unreadable) {
        p->config.fee_supplied = 0;
        try_betting(p, &found);
    }
    if (fault) *fault = found;
    if (found.config != TREY_CONFIG_GOOD || found.refused != TREY_REFUSED_NONE)
        return TREY_STATUS_INVALID;
    p->fixed_from_meter = trey_meter_rules_of(book).fixed_awards_from == TREY_FUND_METER;
    p->bank_fee = p->table.fee_bank;
    learn_places(p);
    return TREY_STATUS_OK;
}

/* ---- The round -------------------------------------------------------------------------- */
/* A card that nobody gets, for the burn. */
static trey_card unused_card(const sim_deal *deal, unsigned boxes) {
    trey_cardset out = 0;
    for (unsigned i = 0; i <= boxes; i++) out |= trey_hand_set(trey_hand_at(deal->hand[i]));
    return trey_cardset_lowest(~out & TREY_CARDSET_FULL);
}

static void lay_deck(sim_play *p, const sim_deal *deal) {
    const unsigned boxes = p->query->bets.boxes;
    unsigned dealt[DEAL_HANDS] = {0};
    trey_hand hands[DEAL_HANDS];
    for (unsigned i = 0; i < boxes; i++) hands[i] = trey_hand_at(deal->hand[i]);
    hands[boxes] = sim_dealer_hand(deal->hand[boxes], deal->up);
    for (unsigned i = 0; i < p->places; i++) {
        unsigned place = p->place[i];
        if (place == TREY_PLACE_BURN) {
            p->command.cards[i] = unused_card(deal, boxes);
        } else {
            unsigned which = place == TREY_PLACE_DEALER ? boxes : place - 1;
            p->command.cards[i] = hands[which].card[dealt[which]++];
        }
    }
    p->command.count = (uint8_t)p->places;
}

static void must(trey_refused refused) {
    TREY_ASSERT(refused == TREY_REFUSED_NONE);
}

/* Each looks at his cards, then decides by what he sees. */
static void decide_boxes(sim_play *p) {
    const unsigned boxes = p->query->bets.boxes;
    const trey_card up = p->table.up_card ? p->table.dealer[2] : TREY_NO_CARD;
    for (unsigned seat = 1; seat <= boxes; seat++) must(player_says(p, TREY_VERB_VIEW, seat, 0, 0));
    for (unsigned seat = 1; seat <= boxes; seat++) {
        const trey_card *card = p->table.box[seat - 1].card;
        bool plays = trey_strategy_plays(p->strategy, trey_hand_of(card[0], card[1], card[2]), up);
        must(player_says(p, plays ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat, 0, 0));
    }
}

static inline void add_line(sim_result *result, unsigned row, const trey_event *line) {
    result->net[row] += line->line.back - line->amount;
    result->staked[row] += line->amount;
}

/* A line counts for its wager, for those that belong together, and for the round. */
static void take_line(const sim_play *p, const trey_event *line, sim_result *result) {
    const unsigned wager = line->wager, head = trey_wager(wager)->head;
    add_line(result, wager, line);
    if (head == TREY_WAGER_ANTE) add_line(result, TREY_SIM_ANTE_PLAY, line);
    if (head == TREY_WAGER_PROGRESSIVE) add_line(result, TREY_SIM_JACKPOT, line);
    add_line(result, TREY_SIM_ROUND, line);
    result->net[TREY_SIM_BANK] -= line->line.bank;
    if (wager != TREY_WAGER_PROGRESSIVE || line->line.row == TREY_NO_KEY) return;
    const trey_rulebook *book = trey_rules_book(p->rules);
    const bool shares = trey_rulebook_rule(book, (trey_key)line->line.row)->value.d != 0;
    result->shares |= shares;
    result->takes |= shares || p->fixed_from_meter;
}

static void play_out(sim_play *p, const sim_deal *deal, sim_result results[TREY_SEATS]) {
    unsigned wager;
    memset(p->collected, 0, sizeof p->collected);
    must(bet_and_close(p, &wager));
    lay_deck(p, deal);
    must(dealer_says(p, TREY_VERB_DECK));
    decide_boxes(p);
    must(dealer_says(p, TREY_VERB_REVEAL));
    must(dealer_says(p, TREY_VERB_SETTLE));
    const unsigned boxes = p->query->bets.boxes;
    memset(results, 0, boxes * sizeof *results);
    for (unsigned i = 0; i < p->decision.count; i++) {
        const trey_event *event = &p->decision.event[i];
        if (event->kind != TREY_EVENT_LINE) continue;
        TREY_ASSERT(event->seat >= 1 && event->seat <= boxes);
        take_line(p, event, &results[event->seat - 1]);
    }
    for (unsigned i = 0; i < boxes; i++) results[i].net[TREY_SIM_COLLECTION] = -p->collected[i];
}

void sim_play_round(sim_play *p, const sim_deal *deal, sim_result results[TREY_SEATS]) {
    p->table = p->fresh;
    play_out(p, deal, results);
}

void sim_play_round_at(sim_play *p, trey_cents meter, const sim_deal *deal,
                       sim_result results[TREY_SEATS]) {
    trey_config_fault fault = trey_table_open(p->rules, &p->config, meter, &p->table);
    TREY_ASSERT(fault == TREY_CONFIG_GOOD);
    play_out(p, deal, results);
}
