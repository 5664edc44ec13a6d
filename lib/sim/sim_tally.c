/* sim_tally.c -- sums over rounds.
 *
 * All are whole numbers, so that the order of adding does not matter: threads and
 * processes may count apart. Squares of cents over 10^13 rounds stay below 128 bits for
 * every stake that is allowed; each addition is checked all the same. */
#include "sim_tally.h"

#include <stdlib.h>
#include <string.h>

sim_tally *sim_tally_open(void) {
    sim_tally *tally = calloc(1, sizeof *tally);
    if (!tally) return NULL;
    sim_spread_open(&tally->nets);
    sim_spread_open(&tally->session_nets);
    return tally;
}

void sim_tally_close(sim_tally *tally) {
    if (!tally) return;
    free(tally->taking);
    free(tally);
}

static void add(trey_int128 *sum, trey_int128 some) {
    bool over = __builtin_add_overflow(*sum, some, sum);
    TREY_ASSERT(!over);
}

static trey_int128 product(trey_int128 a, trey_int128 b) {
    trey_int128 result;
    bool over = __builtin_mul_overflow(a, b, &result);
    TREY_ASSERT(!over);
    return result;
}

void sim_tally_boxes(sim_tally *tally, const sim_result *result, uint64_t times) {
    for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
        const trey_int128 net = result->net[row];
        if (net == 0 && result->staked[row] == 0) continue; /* it adds nothing */
        sim_sums *sums = &tally->row[row];
        add(&sums->net, product(net, times));
        add(&sums->box_squares, product(net * net, times));
        add(&sums->staked, product(result->staked[row], times));
        if (net > 0) sums->hits += times;
    }
    sim_spread_add(&tally->nets, result->net[TREY_SIM_ROUND], times);
}

void sim_tally_lone_boxes(sim_tally *tally, const sim_result *result, uint64_t times) {
    sim_tally_boxes(tally, result, times);
    for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
        const trey_int128 net = result->net[row];
        add(&tally->row[row].squares, product(net * net, times));
        if (net > 0) tally->row[row].hit_squares += times;
    }
    tally->rounds += times;
}

void sim_tally_round(sim_tally *tally, const sim_result *const *boxes, unsigned count) {
    trey_cents sum[TREY_SIM_ROWS] = {0};
    uint64_t hits[TREY_SIM_ROWS] = {0};
    for (unsigned box = 0; box < count; box++) {
        for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
            sum[row] += boxes[box]->net[row];
            hits[row] += boxes[box]->net[row] > 0;
        }
    }
    for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
        if (sum[row] == 0 && hits[row] == 0) continue;
        add(&tally->row[row].squares, (trey_int128)sum[row] * sum[row]);
        tally->row[row].hit_squares += hits[row] * hits[row];
    }
    tally->rounds++;
}

void sim_tally_session(sim_tally *tally, trey_cents net, uint64_t ruined_after) {
    sim_session_sums *sums = &tally->sessions;
    sums->sessions++;
    add(&sums->net, net);
    add(&sums->squares, (trey_int128)net * net);
    sums->ruined += ruined_after > 0;
    sums->ruin_rounds += ruined_after;
    sim_spread_add(&tally->session_nets, net, 1);
}

static bool make_room(sim_tally *tally, size_t takings) {
    if (takings <= tally->room) return true;
    size_t room = tally->room ? tally->room : 1024;
    while (room < takings) room *= 2;
    sim_taking *larger = realloc(tally->taking, room * sizeof *larger);
    if (!larger) return false;
    tally->taking = larger;
    tally->room = room;
    return true;
}

bool sim_tally_take(sim_tally *tally, uint64_t round, const sim_deal *deal) {
    if (tally->takings == TREY_SIM_TAKINGS) return true;
    if (!make_room(tally, tally->takings + 1)) return false;
    tally->taking[tally->takings++] = (sim_taking){round, *deal};
    return true;
}

static int by_round(const void *a, const void *b) {
    const uint64_t left = ((const sim_taking *)a)->round;
    const uint64_t right = ((const sim_taking *)b)->round;
    return (left > right) - (left < right);
}

void sim_tally_sort(sim_tally *tally) {
    if (tally->takings > 0) qsort(tally->taking, tally->takings, sizeof *tally->taking, by_round);
    if (tally->takings > TREY_SIM_TAKINGS) tally->takings = TREY_SIM_TAKINGS;
}

bool sim_tally_merge(sim_tally *into, const sim_tally *from) {
    if (!make_room(into, into->takings + from->takings)) return false;
    for (unsigned row = 0; row < TREY_SIM_ROWS; row++) {
        sim_sums *sums = &into->row[row];
        const sim_sums *more = &from->row[row];
        add(&sums->net, more->net);
        add(&sums->squares, more->squares);
        add(&sums->box_squares, more->box_squares);
        add(&sums->staked, more->staked);
        sums->hits += more->hits;
        sums->hit_squares += more->hit_squares;
    }
    into->rounds += from->rounds;
    into->sessions.sessions += from->sessions.sessions;
    into->sessions.ruined += from->sessions.ruined;
    into->sessions.ruin_rounds += from->sessions.ruin_rounds;
    add(&into->sessions.net, from->sessions.net);
    add(&into->sessions.squares, from->sessions.squares);
    sim_spread_merge(&into->nets, &from->nets);
    sim_spread_merge(&into->session_nets, &from->session_nets);
    if (from->takings > 0) {
        memcpy(into->taking + into->takings, from->taking, from->takings * sizeof *from->taking);
        into->takings += from->takings;
        if (into->takings > TREY_SIM_TAKINGS) sim_tally_sort(into);
    }
    if (from->played_to < into->played_to) into->played_to = from->played_to;
    return true;
}
