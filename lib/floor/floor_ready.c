/* floor_ready.c -- players who are done need not wait for the clock.
 *
 * When everybody who sits at the table or has a bet there has said so, bets close at once; after
 * a round, the next one opens at once. The house's own players are always ready; a player who
 * sits and looks on is waited for until the time is up, and one who has gone is not. */
#include <string.h>

#include "floor_parts.h"

/* What players are ready for: the end of the bets of a round, or of the pause after it. */
uint32_t ready_moment(const trey_table *state) {
    return state->round << 1 | (state->phase == TREY_PHASE_IDLE ? 1u : 0u);
}

static bool has_said(const floor_table *table, const trey_table *state, trey_player player) {
    for (unsigned i = 0; table->ready_for == ready_moment(state) && i < table->readies; i++) {
        if (table->ready[i] == player) return true;
    }
    return false;
}

static bool has_bet(const trey_table *state, trey_player player) {
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].player == player) return true;
        }
    }
    return false;
}

static bool sits(const trey_table *state, trey_player player) {
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        if (state->box[seat].seated == player) return true;
    }
    return false;
}

bool ready_can_say(trey_floor *floor, const floor_table *table, trey_player player) {
    const trey_table *state = table_state(floor, table);
    if (!table->served || !table->service.automatic || state->gate != TREY_GATE_NONE) return false;
    if (has_said(table, state, player)) return false;
    if (state->phase == TREY_PHASE_IDLE)
        return table->clock == FLOOR_CLOCK_NEXT && (sits(state, player) || has_bet(state, player));
    return state->phase == TREY_PHASE_BETTING && !dealer_wants_bank(floor, table) &&
           has_bet(state, player);
}

bool ready_heard(const floor_table *table, trey_player player, const trey_command_id *id) {
    for (unsigned i = 0; i < table->ready_heards && i < FLOOR_READY; i++) {
        if (table->ready_heard[i].player == player &&
            memcmp(&table->ready_heard[i].id, id, sizeof *id) == 0)
            return true;
    }
    return false;
}

void ready_say(trey_floor *floor, floor_table *table, trey_player player,
               const trey_command_id *id) {
    const trey_table *state = table_state(floor, table);
    unsigned place = table->ready_heards++ % FLOOR_READY;
    table->ready_heard[place].id = *id;
    table->ready_heard[place].player = player;
    if (table->ready_for != ready_moment(state)) table->readies = 0;
    table->ready_for = ready_moment(state);
    if (table->readies < FLOOR_READY) table->ready[table->readies++] = player;
    table->dirty = table->look = true;
}

void ready_take_back(trey_floor *floor, floor_table *table, trey_player player) {
    if (!has_said(table, table_state(floor, table), player)) return;
    for (unsigned i = 0; i < table->readies; i++) {
        if (table->ready[i] == player) table->ready[i--] = table->ready[--table->readies];
    }
    table->dirty = true;
}

/* From when on the player has to be waited for no longer. What another node tells of its guests
 * comes a moment after what they did, so nobody has gone who was only not heard of yet. */
static int64_t ready_since(const floor_table *table, const trey_table *state, unsigned seat,
                           trey_player player) {
    int64_t away = table->away[seat - 1];
    if (bots_is_one(table, player) || has_said(table, state, player)) return 0;
    if (player != state->box[seat - 1].seated || away == 0) return FLOOR_NEVER;
    return away + FLOOR_GONE_MS;
}

int64_t ready_all(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    int64_t all = 0;
    bool idle = state->phase == TREY_PHASE_IDLE;
    if (table->ready_for != ready_moment(state) || table->readies == 0) return FLOOR_NEVER;
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        const trey_box *box = &state->box[seat - 1];
        for (unsigned i = 0; i <= box->bettors; i++) {
            trey_player player = i < box->bettors ? box->bettor[i].player : box->seated;
            if (player == TREY_NOBODY || (player == state->banker && !idle)) continue;
            int64_t since = ready_since(table, state, seat, player);
            if (since > all) all = since;
        }
    }
    return all;
}
