/* odds_memory.c -- what the cards say, kept from one question to the next.
 *
 * A part of the memory belongs to one order of hands; which book and which readings led to it
 * is of no account. When all parts are taken, the one that was asked about longest ago goes. */
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

trey_status trey_odds_memory_open(trey_odds_memory **out) {
    *out = calloc(1, sizeof **out);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

static void order_close(memory_order *order) {
    if (!order) return;
    free(order->cards);
    free(order->places);
    free(order);
}

void trey_odds_memory_close(trey_odds_memory *memory) {
    if (!memory) return;
    for (unsigned i = 0; i < MEMORY_ORDERS; i++) order_close(memory->order[i]);
    free(memory);
}

static bool fits(const memory_order *order, const trey_odds *odds) {
    const size_t values = sizeof order->dealer_value, fives = sizeof order->five;
    if (order->sees_card != odds->sees_card || order->uses_five != odds->uses_five) return false;
    if (memcmp(order->dealer_value, odds->dealers.value, values) != 0) return false;
    if (memcmp(order->player_value, odds->dealers.player, values) != 0) return false;
    return !odds->uses_five || (order->first_listed == odds->six.first_listed &&
                                memcmp(order->five, odds->six.five, fives) == 0);
}

/* An empty part, or the one that was asked about longest ago. */
static memory_order **oldest(trey_odds_memory *memory) {
    memory_order **found = &memory->order[0];
    for (unsigned i = 0; i < MEMORY_ORDERS; i++) {
        memory_order **order = &memory->order[i];
        if (!*order) return order;
        if ((*order)->asked < (*found)->asked) found = order;
    }
    return found;
}

static memory_order *begin_order(trey_odds *odds) {
    memory_order **place = oldest(odds->memory), *order = *place;
    if (!order) order = *place = calloc(1, sizeof *order);
    if (!order) return NULL;
    for (unsigned i = 0; i < HAND_CLASSES; i++)
        order->item[i].counted = order->item[i].royals_counted = false;
    order->sees_card = odds->sees_card;
    order->uses_five = odds->uses_five;
    memcpy(order->dealer_value, odds->dealers.value, sizeof order->dealer_value);
    memcpy(order->player_value, odds->dealers.player, sizeof order->player_value);
    order->first_listed = odds->six.first_listed;
    memcpy(order->five, odds->six.five, sizeof order->five);
    return order;
}

bool odds_recall(trey_odds *odds) {
    trey_odds_memory *memory = odds->memory;
    memory_order *kept = NULL;
    for (unsigned i = 0; i < MEMORY_ORDERS && memory->order[i] && !kept; i++) {
        if (fits(memory->order[i], odds)) kept = memory->order[i];
    }
    if (!kept) kept = begin_order(odds);
    if (!kept) return false;
    odds->kept = kept;
    kept->asked = ++memory->asked;
    if (odds->sees_card && !kept->cards) kept->cards = malloc(HAND_CLASSES * sizeof *kept->cards);
    if (odds->envy.matters && odds->envy.five && !kept->places)
        kept->places = malloc(HAND_CLASSES * sizeof *kept->places);
    return (kept->cards || !odds->sees_card) &&
           (kept->places || !odds->envy.matters || !odds->envy.five);
}
