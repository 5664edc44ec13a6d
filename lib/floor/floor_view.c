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
    char text[2 * TREY_HASH_BYTES];
    TREY_ASSERT(count <= TREY_HASH_BYTES);
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return json_stringn(text, 2 * count);
}

static json_t *hash_json(const trey_hash *hash, bool known) {
    return known ? floor_hex(hash->byte, TREY_HASH_BYTES) : json_null();
}

json_t *floor_opening(const trey_opening *opening) {
    json_t *path = json_array();
    for (unsigned i = 0; i < opening->length; i++)
        json_array_append_new(path, floor_hex(opening->path[i].byte, TREY_HASH_BYTES));
    return json_pack("{s:i, s:o, s:o, s:o}", "place", opening->place, "card",
                     trey_json_card(opening->card), "salt",
                     floor_hex(opening->salt, TREY_SALT_BYTES), "path", path);
}

static json_t *pledges_json(const trey_fairness *fair) {
    json_t *list = json_array();
    for (unsigned i = 0; i < fair->pledges; i++) {
        const trey_pledge *pledge = &fair->pledge[i];
        json_array_append_new(
            list, json_pack("{s:I, s:o, s:o}", "player", (json_int_t)pledge->player, "pledge",
                            floor_hex(pledge->pledge.byte, TREY_HASH_BYTES), "share",
                            pledge->opened ? floor_hex(pledge->share.byte, TREY_SHARE_BYTES)
                                           : json_null()));
    }
    return list;
}

static json_t *missing_json(const trey_fairness *fair) {
    json_t *list = json_array();
    for (unsigned i = 0; fair->withheld && i < fair->pledges; i++) {
        if (!fair->pledge[i].opened)
            json_array_append_new(list, json_integer((json_int_t)fair->pledge[i].player));
    }
    return list;
}

void floor_turns(const trey_table *state, uint8_t turn[TREY_SEATS]) {
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) turn[seat] = state->box[seat].turn;
}

/* Which hands are dealt, in which order and how: known before any share is. */
static json_t *order_json(const trey_floor *floor, unsigned table, const uint8_t *turn) {
    const trey_table_config *config = &trey_house_terms(floor->house, table)->config;
    const trey_rulebook *book = trey_rules_book(trey_house_rules(floor->house, table));
    const bool single = config->device == TREY_DEVICE_SINGLE;
    const trey_rule *burn =
        trey_rulebook_rule(book, single ? TREY_KEY_BURN_SINGLE : TREY_KEY_BURN_PACKETS);
    json_t *hands = json_array();
    for (unsigned next = 1; next <= TREY_SEATS; next++) {
        for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
            if (turn[seat] == next) json_array_append_new(hands, json_integer(seat + 1));
        }
    }
    return json_pack("{s:o, s:b, s:b}", "hands", hands, "single", (int)single, "burn",
                     burn->form != TREY_FORM_ABSENT && trey_rule_word(burn) == TREY_FLAG_YES);
}

json_t *floor_published(const trey_floor *floor, unsigned table, const trey_fairness *fair,
                        const uint8_t turn[TREY_SEATS]) {
    const trey_house *house = floor->house;
    json_t *roots = json_array();
    for (unsigned i = 0; i < TREY_STACKS; i++)
        json_array_append_new(roots, hash_json(&fair->root[i], true));
    return json_pack("{s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "house",
                     trey_json_text(trey_house_name(house)), "table",
                     trey_json_text(trey_house_terms(house, table)->name), "rulebook_hash",
                     hash_json(trey_house_book_hash(house, table), true), "round",
                     (json_int_t)fair->round, "commitment", hash_json(&fair->commitment, true),
                     "roots", roots, "pledges", pledges_json(fair), "list",
                     hash_json(&fair->list, fair->fixed), "order",
                     fair->fixed ? order_json(floor, table, turn) : json_null(), "joint",
                     hash_json(&fair->joint, fair->dealt), "spare",
                     fair->dealt ? floor_hex(fair->spare.byte, TREY_SEED_BYTES) : json_null(),
                     "missing", missing_json(fair));
}

/* Rounds of this table that came to nothing. */
static json_t *aborts_json(const trey_floor *floor, const floor_table *table) {
    const trey_aborts *aborts = trey_house_aborts(floor->house, table->index);
    char unknown[40];
    json_t *people = json_array();
    for (unsigned i = 0; i < aborts->people; i++) {
        const trey_withholder *person = &aborts->person[i];
        json_array_append_new(
            people, json_pack("{s:I, s:o, s:I, s:I}", "player", (json_int_t)person->player, "name",
                              trey_json_text(floor_name(floor, person->player, unknown)), "times",
                              (json_int_t)person->times, "until", (json_int_t)person->until));
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "rounds",
                     (json_int_t)table_state(floor, table)->round, "before",
                     (json_int_t)aborts->before, "after", (json_int_t)aborts->after, "interrupted",
                     (json_int_t)aborts->interrupted, "withheld", (json_int_t)aborts->withheld,
                     "people", people);
}

static json_t *floor_fair(trey_floor *floor, const floor_table *table, unsigned role,
                          trey_player player) {
    trey_opening opening[TREY_CARDS];
    if (!table->fair.committed) return json_null();
    json_t *openings = json_array();
    size_t count = trey_house_openings(floor->house, table->index, role, player, opening);
    for (size_t i = 0; i < count; i++) json_array_append_new(openings, floor_opening(&opening[i]));
    json_t *fair = floor_published(floor, table->index, &table->fair, table->turn);
    json_object_set_new(fair, "openings", openings);
    json_object_set_new(fair, "aborts", aborts_json(floor, table));
    return fair;
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
