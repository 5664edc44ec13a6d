/* floor_view.c -- what one audience sees of a table: the table's own view, and beside it
 * the clock, names, what the viewer can do, the last settlement and the proofs. */
#include <stdio.h>
#include <string.h>

#include "floor_parts.h"

static json_t *clock_json(const floor_table *table) {
    if (table->clock == FLOOR_CLOCK_NONE) return json_null();
    return json_pack("{s:s, s:I, s:I}", "for", dealer_clock_word(table->clock), "ends",
                     (json_int_t)table->clock_ends, "of", (json_int_t)table->clock_of);
}

/* ---- Names ------------------------------------------------------------------------------ */
static void name_one(const trey_floor *floor, json_t *names, trey_player player) {
    char number[16], unknown[40];
    if (player == TREY_NOBODY) return;
    snprintf(number, sizeof number, "%u", (unsigned)player);
    json_object_set_new(names, number, trey_json_text(floor_name(floor, player, unknown)));
}

json_t *floor_names(trey_floor *floor, const trey_table *state) {
    json_t *names = json_object();
    name_one(floor, names, state->banker);
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        name_one(floor, names, box->seated);
        for (unsigned i = 0; i < box->bettors; i++) name_one(floor, names, box->bettor[i].player);
    }
    return names;
}

/* ---- Proofs ------------------------------------------------------------------------------- */
json_t *floor_hex(const uint8_t *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    char text[2 * TREY_NONCE_MAX + 1];
    TREY_ASSERT(count <= TREY_NONCE_MAX);
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return json_stringn(text, 2 * count);
}

json_t *floor_opening(const trey_opening *opening) {
    json_t *path = json_array();
    for (unsigned i = 0; i < opening->length; i++)
        json_array_append_new(path, floor_hex(opening->path[i].byte, TREY_HASH_BYTES));
    return json_pack("{s:i, s:o, s:o, s:o}", "place", opening->place, "card",
                     trey_json_card(opening->card), "salt",
                     floor_hex(opening->salt, TREY_SALT_BYTES), "path", path);
}

static json_t *floor_fair(trey_floor *floor, const floor_table *table, unsigned role,
                          trey_player player) {
    const trey_fairness *fair = &table->fair;
    trey_opening opening[TREY_CARDS];
    json_t *openings = json_array();
    if (!fair->committed) {
        json_decref(openings);
        return json_null();
    }
    size_t count = trey_house_openings(floor->house, table->index, role, player, opening);
    for (size_t i = 0; i < count; i++) json_array_append_new(openings, floor_opening(&opening[i]));
    return json_pack("{s:I, s:o, s:o, s:o, s:o}", "round", (json_int_t)fair->round, "commitment",
                     floor_hex(fair->commitment.byte, TREY_HASH_BYTES), "nonces",
                     fair->dealt ? floor_hex(fair->nonces.byte, TREY_HASH_BYTES) : json_null(),
                     "root",
                     fair->dealt ? floor_hex(fair->root.byte, TREY_HASH_BYTES) : json_null(),
                     "openings", openings);
}

/* ---- The whole ------------------------------------------------------------------------------ */
json_t *floor_view(trey_floor *floor, floor_table *table, unsigned role, trey_player player) {
    const trey_table *state = table_state(floor, table);
    const trey_rules *rules = table_rules(floor, table);
    unsigned eyes = role == FLOOR_NO_ROLE ? TREY_ROLE_PLAYER : role;
    const trey_json_scene scene = {.rules = rules, .table = state, .role = eyes, .viewer = player};
    trey_view view;
    trey_table_view(rules, state, eyes, player, &view);
    json_t *object = trey_json_view(&scene, &view);
    if (!object) return NULL;
    json_t *bank = json_object_get(object, "bank");
    if (json_is_object(bank) && table->offered)
        json_object_set_new(bank, "offered", json_integer(table->offered));
    json_object_set_new(object, "clock", clock_json(table));
    json_object_set_new(object, "people", floor_names(floor, state));
    json_object_set_new(object, "can", floor_can(floor, table, role, player));
    if (role == TREY_ROLE_PLAYER && player != TREY_NOBODY) {
        json_object_set_new(object, "to_play",
                            json_integer((json_int_t)trey_play_cost(rules, state, player)));
        json_object_set_new(object, "short", floor_short(floor, table, player));
        json_object_set_new(object, "goes_back", floor_goes_back(floor, table, player));
    }
    json_object_set_new(object, "settlement",
                        table->settlement ? json_incref(table->settlement) : json_null());
    json_object_set_new(object, "fair", floor_fair(floor, table, eyes, player));
    return object;
}
