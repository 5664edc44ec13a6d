/* floor_fees.c -- collections of the round, by player.
 *
 * A table keeps only the sums. Whoever asks why their chips went down by a dollar more than the
 * result says needs their own part, so the floor adds it up from the events and puts it into the
 * settlement. */
#include "floor_parts.h"

static trey_cents *fee_of(floor_fees *fees, trey_player player) {
    unsigned i = 0;
    while (i < fees->count && fees->player[i] != player) i++;
    if (i == FLOOR_FEES) return NULL;
    if (i == fees->count) {
        fees->player[i] = player;
        fees->cents[i] = 0;
        fees->count++;
    }
    return &fees->cents[i];
}

void fees_note(floor_fees *fees, const trey_event *event) {
    bool collected = event->kind == TREY_EVENT_COLLECTED;
    if (event->kind == TREY_EVENT_OPENED) fees->count = 0;
    if (!collected && event->kind != TREY_EVENT_REFUNDED) return;
    trey_cents *cents = fee_of(fees, event->player);
    if (cents) *cents += collected ? event->amount : -event->amount;
}

static void take_from_net(json_t *players, trey_player player, trey_cents cents) {
    size_t i;
    json_t *one;
    json_array_foreach(players, i, one) {
        if (json_integer_value(json_object_get(one, "player")) != (json_int_t)player) continue;
        json_int_t net = json_integer_value(json_object_get(one, "net"));
        json_object_set_new(one, "net", json_integer(net - (json_int_t)cents));
        return;
    }
}

void fees_put(const floor_fees *fees, json_t *settlement) {
    json_t *list = json_array();
    for (unsigned i = 0; i < fees->count; i++) {
        if (fees->cents[i] == 0) continue;
        json_array_append_new(list, json_pack("{s:I, s:I}", "player", (json_int_t)fees->player[i],
                                              "cents", (json_int_t)fees->cents[i]));
        take_from_net(json_object_get(settlement, "players"), fees->player[i], fees->cents[i]);
    }
    json_object_set_new(settlement, "collections", list);
}
