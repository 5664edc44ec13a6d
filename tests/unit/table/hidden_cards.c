/* hidden_cards.c -- tables that differ only in cards that somebody may not see. */
#include "hidden_cards.h"

/* A hand is open once it was shown; before, its owner sees it when he has looked
 * [mbs 3.4.1] [rws 3.7] [ca-six-card Round 2], and of a hand that was held back
 * the supervisor who looked, and those above him [mbs 3.10.1]. */
bool viewer_sees_hand(const trey_table *table, unsigned seat, viewer who) {
    const trey_box *box = &table->box[seat - 1];
    if (box->shown) return true;
    if (who.role == TREY_ROLE_PLAYER) {
        bool owner = box->bettors > 0 && box->bettor[0].player == who.player;
        return owner && who.player != TREY_NOBODY && box->viewed;
    }
    return box->looked != 0 && who.role >= box->looked;
}

static trey_cardset cards_of(const trey_card *cards, unsigned count) {
    trey_cardset set = 0;
    for (unsigned i = 0; i < count; i++) set |= trey_cardset_of(cards[i]);
    return set;
}

static trey_cardset dealers_open_cards(const trey_table *table) {
    if (table->revealed) return cards_of(table->dealer, table->dealer_dealt);
    return table->up_card ? cards_of(&table->dealer[2], 1) : 0;
}

trey_cardset viewer_sees(const trey_table *table, viewer who) {
    trey_cardset seen = dealers_open_cards(table);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->box[seat - 1];
        if (viewer_sees_hand(table, seat, who)) seen |= cards_of(box->card, box->dealt);
    }
    return seen;
}

trey_cardset open_after(const trey_table *table, const trey_decision *settlement) {
    trey_cardset seen = dealers_open_cards(table);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = &table->box[seat - 1];
        bool shown = box->shown;
        for (unsigned i = 0; i < settlement->count; i++) {
            const trey_event *event = &settlement->event[i];
            shown = shown || (event->kind == TREY_EVENT_SHOWN && event->seat == seat);
        }
        if (shown) seen |= cards_of(box->card, box->dealt);
    }
    return seen;
}

static void change(trey_card *cards, unsigned count, const trey_card to[TREY_CARDS]) {
    for (unsigned i = 0; i < count; i++) {
        if (trey_card_valid(cards[i])) cards[i] = to[cards[i]];
    }
}

void hidden_cards_change(const trey_table *table, trey_cardset seen, random_source *random,
                         trey_table *changed, trey_card card[TREY_CARDS]) {
    trey_card hidden[TREY_CARDS], to[TREY_CARDS];
    unsigned count = 0;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        to[i] = (trey_card)i;
        if (!trey_cardset_has(seen, (trey_card)i)) hidden[count++] = (trey_card)i;
    }
    for (unsigned i = count; i > 1; i--) { /* Sattolo: no hidden card stays what it is */
        unsigned j = random_below(random, i - 1);
        trey_card swap = to[hidden[i - 1]];
        to[hidden[i - 1]] = to[hidden[j]];
        to[hidden[j]] = swap;
    }
    *changed = *table;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        change(changed->box[seat - 1].card, table->box[seat - 1].dealt, to);
    }
    change(changed->dealer, table->dealer_dealt, to);
    if (table->burnt) change(&changed->burn, 1, to);
    change(changed->deck, table->deck_count, to);
    for (unsigned i = 0; card && i < TREY_CARDS; i++) card[i] = to[i];
}
