/* decide_deal.c -- dealing: an order of the deck at once, or physical cards one
 * by one, each checked as it comes. */
#include "decide.h"

/* The seats that get a hand, in the order of the deal, which the closing call
 * has written into each box's `turn`. */
static unsigned seat_of_turn(const trey_table *table, unsigned turn) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->turn == turn) return seat;
    }
    return TREY_PLACE_DEALER;
}

bool deal_burns(const trey_rules *rules, const trey_table *table) {
    trey_key key =
        table->config.device == TREY_DEVICE_SINGLE ? TREY_KEY_BURN_SINGLE : TREY_KEY_BURN_PACKETS;
    return !rules->absent[key] && rule(rules, key) == TREY_FLAG_YES;
}

static unsigned cards_dealt(const trey_table *table) {
    unsigned dealt = table->dealer_dealt;
    for (unsigned seat = 1; seat <= table->config.positions; seat++)
        dealt += box_at(table, seat)->dealt;
    return dealt;
}

/* The place of a card of the deal, counted from 0 without the burn card. */
static unsigned place_of(const trey_table *table, unsigned index) {
    bool single = table->config.device == TREY_DEVICE_SINGLE;
    return seat_of_turn(table, (single ? index % table->hands : index / 3) + 1);
}

/* Packets of three [mbs 3.7] [rws 3.11] [ca-six-card Dealing 2a], or single
 * cards in three passes [mbs 3.8] [rws 3.10]; the dealer last. */
unsigned trey_next_place(const trey_rules *rules, const trey_table *table) {
    if (table->phase != TREY_PHASE_CLOSED && table->phase != TREY_PHASE_DEALING)
        return TREY_PLACE_NONE;
    if (deal_burns(rules, table) && !table->burnt) return TREY_PLACE_BURN;
    return place_of(table, cards_dealt(table));
}

static trey_cardset cards_out(const trey_table *table) {
    trey_cardset out = 0;
    if (table->burnt && table->burn != TREY_NO_CARD) out |= trey_cardset_of(table->burn);
    for (unsigned i = 0; i < table->dealer_dealt; i++) out |= trey_cardset_of(table->dealer[i]);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->dealt; i++) out |= trey_cardset_of(box->card[i]);
    }
    return out;
}

/* The deal is complete: the up card is turned where the book turns one before
 * the decisions, and places the action button [ca-six-card Round 8]. */
static void finish_deal(deciding *d, trey_card bottom) {
    emit_at(d, TREY_EVENT_DEALT, 0, TREY_NOBODY, 0);
    if (rule(d->rules, TREY_KEY_UP_CARD) != TREY_UP_CARD_BEFORE_DECISIONS) return;
    trey_event *up = emit(d, TREY_EVENT_UP_CARD);
    up->dealt.card = bottom;
    up->dealt.place = TREY_PLACE_DEALER;
    emit_at(d, TREY_EVENT_BUTTON, button_seat(d->rules, d->table, bottom), TREY_NOBODY, 0);
}

void decide_deck(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    if (command->count > TREY_CARDS) {
        refuse(d, TREY_REFUSED_CARDS_SHORT, TREY_KEY_DECK_SIZE);
        return;
    }
    if (table->phase != TREY_PHASE_CLOSED) {
        trey_refused refused =
            table->phase < TREY_PHASE_CLOSED ? TREY_REFUSED_NOT_CLOSED : TREY_REFUSED_NOT_DEALING;
        refuse(d, refused,
               refused == TREY_REFUSED_NOT_CLOSED ? TREY_KEY_BETTING_CLOSES : TREY_KEY_DEVICES);
        return;
    }
    trey_refused refused = cards_refusal(command);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, TREY_KEY_DECK_SIZE);
        return;
    }
    unsigned burn = deal_burns(d->rules, table), needed = 3u * table->hands + burn;
    if (command->count < needed) {
        refuse_trouble(d, TREY_REFUSED_CARDS_SHORT, TREY_IRREGULARITY_CARDS_RUN_OUT);
        return;
    }
    trey_event *deck = emit(d, TREY_EVENT_DECK);
    deck->cards.count = command->count;
    deck->cards.burns = (uint8_t)burn;
    memcpy(deck->cards.card, command->cards, TREY_CARDS);
    memset(deck->cards.card + command->count, TREY_NO_CARD, (size_t)TREY_CARDS - command->count);
    finish_deal(d, command->cards[needed - 1]);
}

void decide_card(deciding *d) {
    const trey_table *table = d->table;
    unsigned place = trey_next_place(d->rules, table);
    trey_card card = d->command->cards[0];
    if (table->config.system_deck) {
        refuse(d, TREY_REFUSED_CARDS_ARE_SHUFFLED, TREY_NO_KEY);
        return;
    }
    if (place == TREY_PLACE_NONE) {
        trey_refused refused =
            table->phase < TREY_PHASE_CLOSED ? TREY_REFUSED_NOT_CLOSED : TREY_REFUSED_NOT_DEALING;
        refuse(d, refused,
               refused == TREY_REFUSED_NOT_CLOSED ? TREY_KEY_BETTING_CLOSES : TREY_KEY_DEVICES);
        return;
    }
    bool unseen = place == TREY_PLACE_BURN && card == TREY_NO_CARD;
    if (!trey_card_valid(card) && !unseen) {
        refuse(d, TREY_REFUSED_BAD_CARD, TREY_KEY_DECK_SIZE);
        return;
    }
    if (!unseen && trey_cardset_has(cards_out(table), card)) {
        refuse(d, TREY_REFUSED_CARD_OUT, TREY_KEY_DECK_SIZE);
        return;
    }
    trey_event *event = emit(d, TREY_EVENT_CARD);
    event->dealt.card = card;
    event->dealt.place = (uint8_t)place;
    bool last = place != TREY_PLACE_BURN && cards_dealt(table) + 1 == 3u * table->hands;
    if (last) finish_deal(d, card);
}

/* ---- Taking back ---------------------------------------------------------------------
 * A card was mistyped: the record is put right, not the deal, and the cards on the felt are
 * what counts. No book speaks of typing, so none is cited. A card that fell wrong is
 * reported. */

/* Only while nothing rests on the entry, which trey_apply counts in `entered`. When the deal is
 * complete players have the right to, and an up card lies open: then it takes more than the dealer.
 */
static trey_refused recall_refusal(const trey_table *table, unsigned role) {
    bool any = table->burnt || cards_dealt(table) > 0;
    if (table->config.system_deck) return TREY_REFUSED_CARDS_ARE_SHUFFLED;
    if (table->phase < TREY_PHASE_DEALING || !any || table->deck_count > 0)
        return TREY_REFUSED_NO_ENTRY;
    if (table->entered == 0 || table->phase > TREY_PHASE_DECISION) return TREY_REFUSED_ENTRY_STANDS;
    if (table->phase == TREY_PHASE_DECISION && role < TREY_ROLE_PIT_SUPERVISOR)
        return TREY_REFUSED_DEAL_COMPLETE;
    return TREY_REFUSED_NONE;
}

void decide_recall(deciding *d) {
    const trey_table *table = d->table;
    trey_refused refused = recall_refusal(table, d->command->role);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, TREY_NO_KEY);
        return;
    }
    unsigned dealt = cards_dealt(table);
    unsigned place = dealt > 0 ? place_of(table, dealt - 1) : TREY_PLACE_BURN;
    /* Whoever has looked at a hand decides by what they saw; others' looks do not matter. */
    if (place <= TREY_SEATS && box_at(table, place)->viewed) {
        refuse(d, TREY_REFUSED_ENTRY_STANDS, TREY_NO_KEY);
        return;
    }
    trey_event *event = emit(d, TREY_EVENT_RECALLED);
    event->dealt.place = (uint8_t)place;
    if (place == TREY_PLACE_BURN) {
        event->dealt.card = table->burn;
    } else if (place == TREY_PLACE_DEALER) {
        event->dealt.card = table->dealer[table->dealer_dealt - 1];
    } else {
        const trey_box *box = box_at(table, place);
        event->dealt.card = box->card[box->dealt - 1];
    }
}
