/* situations.c -- rounds played at a table to learn what it pays.
 *
 * Betting is done once for each combination of wagers and kept as a table on which
 * the bets are closed; a situation continues from a copy. Cards are dealt one by one
 * to wherever the table says that the next one goes, so the order of the deal, a burn
 * card and the seats are the table's business. One round takes about two
 * microseconds; a book needs between 64 and some 500 of them. */
#include "situations.h"

#include <string.h>

/* A player is numbered as his seat; the player-dealer has the last one. */
enum { OWN_SEAT = 1 };

unsigned three_of(const trey_rulebook *book, trey_hand hand) {
    trey_rank rank = trey_hand_rank(hand);
    if (trey_rank_spades(rank)) return THREE_ROYAL_SPADES;
    if (trey_rank_category(rank) == TREY_HAND_ROYAL) return THREE_ROYAL;
    return trey_rulebook_category(book, rank);
}

/* ---- Commands --------------------------------------------------------------------- */
static void note_fees(house *h) {
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind == TREY_EVENT_COLLECTED && event->fee.of_players)
            h->fees_of_players += event->amount;
    }
}

static trey_refused give(house *h, trey_table *table) {
    trey_decide(h->rules, table, &h->command, &h->decision);
    if (h->decision.refused == TREY_REFUSED_NONE) trey_apply_all(h->rules, table, &h->decision);
    if (h->notes_fees) note_fees(h);
    return h->decision.refused;
}

static trey_refused dealer_says(house *h, trey_table *table, trey_verb verb) {
    h->command.verb = (uint8_t)verb;
    h->command.role = TREY_ROLE_DEALER;
    return give(h, table);
}

static trey_refused player_says(house *h, trey_table *table, trey_verb verb, unsigned seat,
                                unsigned wager, trey_cents amount) {
    h->command.verb = (uint8_t)verb;
    h->command.role = TREY_ROLE_PLAYER;
    h->command.seat = (uint8_t)seat;
    h->command.wager = (uint8_t)wager;
    h->command.amount = amount;
    h->command.actor = h->command.player = seat;
    /* Whoever folds says that he keeps what can be kept. */
    h->command.part = verb == TREY_VERB_FOLD;
    return give(h, table);
}

/* ---- Betting ------------------------------------------------------------------------ */
static void offered_wagers(house *h) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++)
        h->offered[wager] =
            trey_wager(wager)->head == wager && trey_rulebook_offers(h->book, wager);
}

static trey_table_config config_of(const house *h) {
    const trey_odds_query *query = h->query;
    const trey_value least = trey_rulebook_rule(h->book, TREY_KEY_MINIMUM_ALLOWED)->value;
    const trey_value most = trey_rulebook_rule(h->book, TREY_KEY_MAXIMUM_ALLOWED)->value;
    const trey_value devices = trey_rulebook_rule(h->book, TREY_KEY_DEVICES)->value;
    trey_table_config config = {
        .positions = (uint8_t)trey_rulebook_rule(h->book, TREY_KEY_POSITIONS)->value.d,
        .device = (uint8_t)((devices.n & 15) - 1),
        .jackpot = h->offered[TREY_WAGER_PROGRESSIVE],
        .fee_supplied = 0};
    if (trey_rulebook_schedules(h->book) > 0)
        config.schedule = (uint8_t)trey_rulebook_schedule(h->book, 0)->option;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!h->offered[stake] || trey_wager(stake)->placed != TREY_PLACED_LIMITED) continue;
        config.minimum[stake] = least.n > 1 ? least.n : 1;
        config.maximum[stake] = most.d < TREY_LIMIT_MAX ? most.d : TREY_LIMIT_MAX;
    }
    if (config.jackpot) {
        config.jackpot_bet = h->stake[TREY_WAGER_PROGRESSIVE];
        config.jackpot_contribution = query->contribution;
        config.jackpot_reset = query->reset;
    }
    return config;
}

/* Bets of one box; the first refusal ends it. */
static trey_refused place_bets(house *h, trey_table *table, unsigned seat,
                               const bool in[TREY_STAKES], unsigned *wager) {
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!in[i]) continue;
        *wager = i;
        trey_refused refused = player_says(h, table, TREY_VERB_BET, seat, *wager, h->stake[i]);
        if (refused != TREY_REFUSED_NONE) return refused;
    }
    return TREY_REFUSED_NONE;
}

bool house_close_bets(house *h, betting *b, trey_cents meter, unsigned boxes, unsigned schedule,
                      trey_odds_fault *fault) {
    trey_table *table = &b->closed;
    trey_table_config config = config_of(h);
    if (schedule != 0) {
        config.schedule = (uint8_t)schedule;
        config.fee_supplied = TREY_FEE_UNREADABLE;
    }
    *fault = (trey_odds_fault){.refused = TREY_REFUSED_NONE, .config = TREY_CONFIG_GOOD};
    fault->config = trey_table_open(h->rules, &config, meter, table);
    if (fault->config != TREY_CONFIG_GOOD) return false;
    fault->refused = dealer_says(h, table, TREY_VERB_OPEN);
    if (trey_rulebook_rule(h->book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER) {
        trey_cents bank = h->query->bank > 0 ? h->query->bank : TREY_LIMIT_MAX * TREY_SEATS;
        fault->refused = player_says(h, table, TREY_VERB_BANK, config.positions, 0, bank);
    }
    for (unsigned seat = OWN_SEAT; fault->refused == TREY_REFUSED_NONE && seat <= boxes; seat++) {
        fault->refused = place_bets(h, table, seat, b->in, &fault->wager);
    }
    if (fault->refused == TREY_REFUSED_NONE)
        fault->refused = dealer_says(h, table, TREY_VERB_CLOSE);
    return fault->refused == TREY_REFUSED_NONE;
}

/* Wagers that are listed only go together as far as the book lets them; against a bank that
 * has a limit each is alone beside the Ante, or they would take cover from each other. */
static bool list_the_others(house *h, trey_odds_fault *fault) {
    bool settled_already[TREY_STAKES] = {false};
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        settled_already[i] = !h->offered[i] || h->betting[0].in[i];
    }
    for (;;) {
        bool any = false;
        betting *b = &h->betting[h->bettings];
        memset(b->in, 0, sizeof b->in);
        b->in[TREY_WAGER_ANTE] = true;
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            if (settled_already[i] || (any && h->query->bank > 0)) continue;
            b->in[i] = true;
            if (house_close_bets(h, b, h->query->meter, h->boxes, 0, fault)) {
                settled_already[i] = any = true;
            } else if (!any) {
                return false;
            } else {
                b->in[i] = false;
            }
        }
        if (!any) return true;
        bool again = house_close_bets(h, b, h->query->meter, h->boxes, 0, fault);
        TREY_ASSERT(again);
        h->bettings++;
        TREY_ASSERT(h->bettings <= BETTINGS);
        if (h->bettings == BETTINGS) return true;
    }
}

/* ---- Rounds --------------------------------------------------------------------------- */
/* Cards that are worth nothing to the other boxes; the search begins at the hand of that number. */
static void fill_boxes_from(deal *d, unsigned first, unsigned boxes, unsigned begin) {
    trey_cardset out = trey_hand_set(d->dealer);
    for (unsigned seat = OWN_SEAT; seat < first; seat++) out |= trey_hand_set(d->box[seat]);
    const trey_hand *hand = trey_hand_list();
    const trey_rank *rank = trey_rank_list();
    unsigned i = begin; /* what did not fit one box fits none after it */
    for (unsigned seat = first; seat <= boxes; seat++) {
        for (; i < begin + TREY_HANDS; i++) {
            if (trey_hand_set(hand[i % TREY_HANDS]) & out) continue;
            if (trey_rank_category(rank[i % TREY_HANDS]) == TREY_HAND_HIGH_CARD) break;
        }
        TREY_ASSERT(i < begin + TREY_HANDS);
        d->box[seat] = trey_hand_at(i % TREY_HANDS);
        d->choice[seat] = CHOICE_PLAY;
        out |= trey_hand_set(d->box[seat]);
    }
}

static void fill_boxes(deal *d, unsigned first, unsigned boxes) {
    fill_boxes_from(d, first, boxes, 0);
}

static void deal_cards(house *h, trey_table *table, const deal *d) {
    for (;;) {
        unsigned place = trey_next_place(h->rules, table);
        if (place == TREY_PLACE_NONE) return;
        h->command.count = 1;
        if (place == TREY_PLACE_BURN) {
            h->command.cards[0] = TREY_NO_CARD;
        } else if (place == TREY_PLACE_DEALER) {
            h->command.cards[0] = d->dealer.card[table->dealer_dealt];
        } else {
            h->command.cards[0] = d->box[place].card[table->box[place - 1].dealt];
        }
        trey_refused refused = dealer_says(h, table, TREY_VERB_CARD);
        TREY_ASSERT(refused == TREY_REFUSED_NONE);
    }
}

void house_play_out(house *h, const trey_table *closed, const deal *d) {
    trey_table *table = &h->table;
    *table = *closed;
    deal_cards(h, table, d);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (table->box[seat - 1].turn == 0) continue;
        bool ante = table->box[seat - 1].bettor[0].stake[TREY_WAGER_ANTE] > 0;
        trey_verb verb = !ante                            ? TREY_VERB_CONTINUE
                         : d->choice[seat] == CHOICE_FOLD ? TREY_VERB_FOLD
                                                          : TREY_VERB_PLAY;
        /* A book may let nobody decide on a hand that they have not looked at. */
        trey_refused refused =
            ante ? player_says(h, table, TREY_VERB_VIEW, seat, 0, 0) : TREY_REFUSED_NONE;
        TREY_ASSERT(refused == TREY_REFUSED_NONE);
        refused = player_says(h, table, verb, seat, 0, 0);
        TREY_ASSERT(refused == TREY_REFUSED_NONE);
    }
    trey_refused refused = dealer_says(h, table, TREY_VERB_REVEAL);
    TREY_ASSERT(refused == TREY_REFUSED_NONE);
    refused = dealer_says(h, table, TREY_VERB_SETTLE);
    TREY_ASSERT(refused == TREY_REFUSED_NONE);
}

void house_lines(const house *h, unsigned seat, settled *s, const bool wanted[TREY_STAKES]) {
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind == TREY_EVENT_SETTLED && wanted[TREY_WAGER_PROGRESSIVE])
            s->meter_after = event->ended.meter;
        if (event->kind != TREY_EVENT_LINE || event->seat != seat) continue;
        unsigned wager = event->wager;
        if (!wanted[trey_wager(wager)->head]) continue;
        s->net[wager] += event->line.back - event->amount;
        s->staked[wager] += event->amount;
        s->row[wager] = event->line.row;
        s->result[wager] = event->line.result;
        s->ground[wager] = event->line.ground;
        s->there[wager] = true;
        s->from_meter += event->line.meter;
    }
}

/* The betting in which the jackpot bet is. */
static betting *jackpot_betting(house *h) {
    for (unsigned b = 0; b < h->bettings; b++) {
        if (h->betting[b].in[TREY_WAGER_PROGRESSIVE]) return &h->betting[b];
    }
    return NULL;
}

/* Did another box take something off the meter? */
static bool others_take(const house *h) {
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind == TREY_EVENT_LINE && event->seat != OWN_SEAT && event->line.meter > 0)
            return true;
    }
    return false;
}

static settled settle_all(house *h, const deal *d) {
    settled s = {.known = true};
    bool wanted[TREY_STAKES] = {false}, done[TREY_STAKES] = {false};
    for (unsigned b = 0; b < h->bettings; b++) {
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            wanted[i] = h->betting[b].in[i] && !done[i];
            done[i] |= wanted[i];
        }
        house_play_out(h, &h->betting[b].closed, d);
        house_lines(h, OWN_SEAT, &s, wanted);
    }
    return s;
}

static deal deal_of(const house *h, unsigned choice, trey_hand hand, trey_hand dealer) {
    deal d = {.dealer = dealer};
    d.box[OWN_SEAT] = hand;
    d.choice[OWN_SEAT] = choice;
    fill_boxes(&d, OWN_SEAT + 1, h->boxes);
    return d;
}

trey_cents house_fee_on(house *h, const trey_table *closed, unsigned seats, unsigned choice) {
    TREY_ASSERT(seats > 0);
    deal d = {.dealer = trey_hand_at(0)};
    fill_boxes(&d, OWN_SEAT, seats);
    for (unsigned seat = OWN_SEAT; seat <= seats; seat++) d.choice[seat] = choice;
    h->notes_fees = true;
    h->fees_of_players = 0;
    house_play_out(h, closed, &d);
    h->notes_fees = false;
    return h->fees_of_players / seats;
}

/* A deal in which no other box takes anything off the meter, as far as there is one: with six cards
 * the dealer's may bring any hand an award. The others' cards are changed, and then they fold. */
static deal undisturbed_deal(house *h, unsigned choice, trey_hand hand, trey_hand dealer) {
    enum { TRIES = 24, FAR = 431 };
    deal d = deal_of(h, choice, hand, dealer);
    const betting *b = jackpot_betting(h);
    for (unsigned i = 1; b && h->boxes > 1 && i <= 2 * TRIES; i++) {
        house_play_out(h, &b->closed, &d);
        if (!others_take(h)) return d;
        fill_boxes_from(&d, OWN_SEAT + 1, h->boxes, i % TRIES * FAR);
        for (unsigned seat = OWN_SEAT + 1; i >= TRIES && seat <= h->boxes; seat++)
            d.choice[seat] = CHOICE_FOLD;
    }
    return d;
}

const settled *house_settles(house *h, situation s, trey_hand hand, trey_hand dealer) {
    settled *known = &h->known[situation_number(s)];
    if (!known->known) {
        deal d = undisturbed_deal(h, s.choice, hand, dealer);
        *known = settle_all(h, &d);
    }
    return known;
}

settled house_settles_alone(house *h, trey_hand hand, trey_hand dealer) {
    static const bool wanted[TREY_STAKES] = {[TREY_WAGER_PAIR_PLUS] = true};
    deal d = deal_of(h, CHOICE_PLAY, hand, dealer);
    settled s = {.known = true};
    house_play_out(h, &h->alone.closed, &d);
    house_lines(h, OWN_SEAT, &s, wanted);
    return s;
}

settled house_settles_at(house *h, situation s, trey_hand hand, trey_hand dealer,
                         trey_cents meter) {
    static const bool wanted[TREY_STAKES] = {[TREY_WAGER_PROGRESSIVE] = true};
    const betting *usual = jackpot_betting(h);
    TREY_ASSERT(usual != NULL);
    deal d = undisturbed_deal(h, s.choice, hand, dealer);
    betting other = *usual;
    trey_odds_fault fault;
    bool closed = house_close_bets(h, &other, meter, h->boxes, 0, &fault);
    TREY_ASSERT(closed);
    settled result = {.known = true};
    house_play_out(h, &other.closed, &d);
    house_lines(h, OWN_SEAT, &result, wanted);
    return result;
}

trey_cents house_envy(house *h, unsigned choice, unsigned others_choice, trey_hand hand,
                      trey_hand other, trey_hand dealer) {
    const betting *b = jackpot_betting(h);
    if (!b || h->boxes < 2) return 0;
    deal d = {.dealer = dealer};
    d.box[OWN_SEAT] = hand;
    d.choice[OWN_SEAT] = choice;
    d.box[OWN_SEAT + 1] = other;
    d.choice[OWN_SEAT + 1] = others_choice;
    fill_boxes(&d, OWN_SEAT + 2, h->boxes);
    house_play_out(h, &b->closed, &d);
    trey_cents envy = 0;
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind == TREY_EVENT_LINE && event->seat == OWN_SEAT &&
            event->wager == TREY_WAGER_ENVY) {
            envy += event->line.back;
        }
    }
    return envy;
}

/* ---- Opening -------------------------------------------------------------------------- */
/* What the player sees of the dealer's cards when he decides. */
static bool sees_up_card(house *h) {
    deal d = deal_of(h, CHOICE_PLAY, trey_hand_at(TREY_HANDS - 1), trey_hand_at(0));
    trey_view view;
    h->table = h->betting[0].closed;
    deal_cards(h, &h->table, &d);
    trey_table_view(h->rules, &h->table, TREY_ROLE_PLAYER, OWN_SEAT, &view);
    unsigned seen = 0;
    for (unsigned i = 0; i < 3; i++) seen += view.dealer[i] != TREY_NO_CARD;
    TREY_ASSERT(seen <= 1);
    return seen == 1;
}

trey_status house_open(house *h, const trey_rulebook *book, const trey_odds_query *query,
                       trey_odds_fault *fault) {
    memset(h, 0, sizeof *h);
    h->book = book;
    h->query = query;
    trey_status status = trey_rules_open(&h->rules, book);
    if (status != TREY_STATUS_OK) return status;
    bool banked = trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    h->boxes = banked || query->peek ? 1 : query->boxes;
    offered_wagers(h);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        h->betting[0].in[i] = query->stake[i] > 0;
        h->stake[i] = query->stake[i] > 0 ? query->stake[i] : query->listed[i];
    }
    h->bettings = 1;
    /* Where one box stands for all of them the table must take the others' bets, too. */
    if (query->boxes > h->boxes &&
        !house_close_bets(h, &h->betting[0], query->meter, query->boxes, 0, fault))
        return TREY_STATUS_INVALID;
    if (!house_close_bets(h, &h->betting[0], query->meter, h->boxes, 0, fault) ||
        !list_the_others(h, fault)) {
        return TREY_STATUS_INVALID;
    }
    trey_odds_fault alone;
    h->alone.in[TREY_WAGER_PAIR_PLUS] = true;
    if (!house_close_bets(h, &h->alone, query->meter, OWN_SEAT, 0, &alone))
        h->alone.closed.hands = 0;
    h->up_card = sees_up_card(h);
    return TREY_STATUS_OK;
}

void house_close(house *h) {
    trey_rules_close(h->rules);
}
