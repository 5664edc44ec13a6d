/* decide_mend.c -- hands are put right after a remedy that moves or reconstructs them.
 *
 * Until that is done nobody looks, decides or settles. What is entered is held against the cards
 * of this deal: hands that only change places are hands that were dealt, a deal that moves on by
 * one card moves on by just that card, and a reconstruction consists of the cards that were dealt
 * and at most one that should have been. Entering no cards, or every hand as recorded, states
 * that the record is right already. */
#include "report_facts.h"

/* A hand of the command, in the order of the deal. */
static const trey_card *given_hand(const trey_command *command, unsigned turn) {
    return &command->cards[3u * (turn - 1)];
}

static const trey_card *recorded_hand(const trey_table *table, unsigned turn) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->turn == turn) return box_at(table, seat)->card;
    }
    return table->dealer;
}

static bool as_recorded(const trey_table *table, const trey_command *command) {
    for (unsigned turn = 1; turn <= table->hands; turn++) {
        if (memcmp(given_hand(command, turn), recorded_hand(table, turn), 3) != 0) return false;
    }
    return true;
}

/* Is each player's hand one that was dealt to a player, only at another place? The dealer's hand
 * stays: it lies on no playing position [mbs 5.2] [rws 5.8.6]. */
static bool hands_only_moved(const trey_table *table, const trey_command *command) {
    if (memcmp(given_hand(command, table->hands), table->dealer, 3) != 0) return false;
    for (unsigned turn = 1; turn < table->hands; turn++) {
        bool found = false;
        for (unsigned other = 1; other < table->hands; other++)
            found |= memcmp(given_hand(command, turn), recorded_hand(table, other), 3) == 0;
        if (!found) return false;
    }
    return true;
}

static trey_cardset cards_recorded(const trey_table *table) {
    trey_cardset cards = 0;
    for (unsigned turn = 1; turn <= table->hands; turn++) {
        for (unsigned i = 0; i < 3; i++) cards |= trey_cardset_of(recorded_hand(table, turn)[i]);
    }
    return cards;
}

/* A card that comes in is the next of a known order, or of a physical deck any that is not out. */
static bool next_card(const trey_table *table, trey_card card) {
    if (table->deck_count > 0)
        return table->deck_next < table->deck_count && table->deck[table->deck_next] == card;
    bool burnt = table->burnt && table->burn == card;
    return !burnt && !trey_cardset_has(cards_recorded(table), card);
}

/* The cards of this deal, and at most so many others. */
static bool cards_of_the_deal(const trey_table *table, const trey_command *command, unsigned most) {
    trey_cardset recorded = cards_recorded(table);
    unsigned others = 0;
    for (unsigned i = 0; i < command->count; i++) {
        if (trey_cardset_has(recorded, command->cards[i])) continue;
        if (++others > most || !next_card(table, command->cards[i])) return false;
    }
    return true;
}

/* The place of a card of the deal among the hands, three cards each. */
static unsigned card_index(const trey_table *table, unsigned dealt) {
    unsigned hands = table->hands;
    if (table->config.device == TREY_DEVICE_SINGLE) return dealt % hands * 3 + dealt / hands;
    return dealt;
}

static trey_card recorded_card(const trey_table *table, unsigned index) {
    return recorded_hand(table, index / 3 + 1)[index % 3];
}

/* As if the first card had been burnt: each place gets the card that came after its own, and the
 * last one the next card [rws 5.9]. */
static bool deal_moved_on(const trey_table *table, const trey_command *command) {
    unsigned cards = 3u * table->hands;
    for (unsigned dealt = 0; dealt + 1 < cards; dealt++) {
        trey_card given = command->cards[card_index(table, dealt)];
        if (given != recorded_card(table, card_index(table, dealt + 1))) return false;
    }
    return next_card(table, command->cards[card_index(table, cards - 1)]);
}

/* Why the hands are not this deal put right, or NONE. */
static trey_refused mend_refusal(const trey_table *table, const trey_command *command) {
    if (as_recorded(table, command)) return TREY_REFUSED_NONE;
    if (table->mending == TREY_MENDING_MOVE)
        return hands_only_moved(table, command) ? TREY_REFUSED_NONE : TREY_REFUSED_CARD_OUT;
    if (!cards_of_the_deal(table, command, table->mending == TREY_MENDING_ORDER ? 0 : 1))
        return TREY_REFUSED_CARD_NOT_DEALT;
    if (table->mending == TREY_MENDING_BURN && !deal_moved_on(table, command))
        return TREY_REFUSED_NOT_THE_DEAL;
    return TREY_REFUSED_NONE;
}

/* The order of cards that were drawn together has a role of its own [rws 5.14]. Once somebody knows
 * a card it takes a supervisor to say where cards belong, even where the book leaves it to the
 * dealer. */
bool may_put_right(deciding *d, trey_mending mending) {
    bool known = any_viewed(d->table, ALL_SEATS) || any_decision(d->table);
    trey_key named =
        mending == TREY_MENDING_ORDER ? TREY_KEY_ROLE_ORDER_CARDS : TREY_KEY_ROLE_RECONSTRUCT;
    trey_key key = named;
    if (known && rule(d->rules, TREY_KEY_ROLE_CORRECT) > rule(d->rules, key))
        key = TREY_KEY_ROLE_CORRECT;
    if (d->command->role >= rule(d->rules, key)) return true;
    refuse(d, TREY_REFUSED_ROLE_TOO_LOW, named);
    return false;
}

void decide_mend(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    bool hands = table->phase == TREY_PHASE_DECISION || table->phase == TREY_PHASE_SHOWDOWN;
    if (!table->mending || !hands) {
        refuse(d, TREY_REFUSED_NOT_MENDING, TREY_KEY_ROLE_RECONSTRUCT);
        return;
    }
    if (!may_put_right(d, (trey_mending)table->mending)) return;
    if (command->count != 0 && command->count != 3u * table->hands) {
        refuse(d, TREY_REFUSED_CARDS_SHORT, TREY_KEY_DECK_SIZE);
        return;
    }
    trey_refused refused = cards_refusal(command);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, TREY_KEY_DECK_SIZE);
        return;
    }
    if (command->count > 0) refused = mend_refusal(table, command);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, TREY_KEY_ROLE_RECONSTRUCT);
        return;
    }
    bool two = table->config.two_people && cards_seen(table);
    if (two && !seconded(d)) return;
    trey_event *event = emit(d, TREY_EVENT_MENDED);
    event->cards.count = (uint8_t)(3u * table->hands);
    for (unsigned turn = 1; turn <= table->hands; turn++) {
        const trey_card *hand =
            command->count > 0 ? given_hand(command, turn) : recorded_hand(table, turn);
        memcpy(&event->cards.card[3u * (turn - 1)], hand, 3);
    }
}
