/* floor_nodes.c -- tables of a shared house: who leads them, and what happens when the store
 * says no.
 *
 * Who looks after a table follows from its name and the names of those alive, by the highest
 * of the hashes over both: every node comes to the same, nobody has to be asked, and when
 * one goes or comes only its own share moves. Where two nodes see different things for a
 * moment, the table's lease decides.
 *
 * How a table is run stands in a node's settings. One whose settings lack a table leaves it to
 * those that have it; only where none of them is there does it lead the table, so that what
 * ran is concluded and nobody's stakes lie there for good. It deals nothing at it. */
#include "floor_nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDED_OVER_AT_ONCE = 8 }; /* tables for one look around: each is a round trip */

/* ---- Peers ------------------------------------------------------------------------------- */
floor_peer *nodes_peer(const trey_floor *floor, const char *name) {
    for (unsigned i = 0; i < floor->nodes->peers; i++) {
        if (strcmp(floor->nodes->peer[i].name, name) == 0) return &floor->nodes->peer[i];
    }
    return NULL;
}

bool nodes_alive(const trey_floor *floor, const char *name) {
    if (strcmp(name, floor->options.nodes.node) == 0) return true;
    const floor_peer *peer = nodes_peer(floor, name);
    return peer && peer->alive;
}

static uint64_t weight(const char *name, const char *node) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *at = name; *at; at++) hash = (hash ^ (uint8_t)*at) * UINT64_C(1099511628211);
    hash = (hash ^ 0xff) * UINT64_C(1099511628211);
    for (const char *at = node; *at; at++) hash = (hash ^ (uint8_t)*at) * UINT64_C(1099511628211);
    hash ^= hash >> 31; /* the last letters have hardly moved the high bits */
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static bool lacks(const floor_peer *peer, trey_stream stream) {
    for (size_t i = 0; i < peer->lacks; i++) {
        if (peer->lack[i] == stream) return true;
    }
    return false;
}

/* Of those who stay; `table` not NULL: and who run it. NULL: nobody. */
static const char *highest(const trey_floor *floor, const char *name, const floor_table *table) {
    const floor_nodes *nodes = floor->nodes;
    trey_stream stream = table ? trey_house_table_stream(floor->house, table->index) : 0;
    const char *best =
        nodes->leaving || (table && !table->served) ? NULL : floor->options.nodes.node;
    for (unsigned i = 0; i < nodes->peers; i++) {
        const floor_peer *peer = &nodes->peer[i];
        if (!peer->alive || peer->leaving || (table && lacks(peer, stream))) continue;
        if (!best || weight(name, peer->name) > weight(name, best)) best = peer->name;
    }
    return best;
}

static const char *owner_of(const trey_floor *floor, const floor_table *table) {
    const char *runs = highest(floor, table->name, table);
    return runs ? runs : highest(floor, table->name, NULL);
}

bool nodes_owns(const trey_floor *floor, const char *name) {
    if (!floor->nodes) return true;
    const char *owner = highest(floor, name, NULL);
    return owner && strcmp(owner, floor->options.nodes.node) == 0;
}

uint64_t nodes_people(const trey_floor *floor) {
    uint64_t people = 0;
    for (unsigned i = 0; floor->nodes && i < floor->nodes->peers; i++)
        people += floor->nodes->peer[i].alive ? floor->nodes->peer[i].people : 0;
    return people;
}

static void see_peers(trey_floor *floor, const trey_nodes_view *view) {
    floor_nodes *nodes = floor->nodes;
    for (unsigned i = 0; i < nodes->peers; i++) nodes->peer[i].alive = false;
    for (unsigned i = 0; i < view->nodes; i++) {
        const trey_node_seen *seen = &view->node[i];
        if (strcmp(seen->name, floor->options.nodes.node) == 0) continue;
        floor_peer *peer = nodes_peer(floor, seen->name);
        if (!peer && seen->alive && nodes->peers < TREY_NODES_MAX) {
            peer = &nodes->peer[nodes->peers++];
            *peer = (floor_peer){.alive = false};
            memcpy(peer->name, seen->name, sizeof peer->name);
            nodes->refreshed_ms = 0; /* it has heard nothing yet */
        }
        if (peer) peer->alive = seen->alive;
    }
    for (unsigned i = 0; i < nodes->peers;) { /* the dead are forgotten, with their guests */
        if (nodes->peer[i].alive) {
            i++;
            continue;
        }
        desk_left(floor, nodes->peer[i].name, 0);
        free(nodes->peer[i].lack);
        nodes->peer[i] = nodes->peer[--nodes->peers];
    }
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        for (unsigned n = 0; n < table->presents;) {
            if (nodes_peer(floor, table->present[n].node))
                n++;
            else
                table->present[n] = table->present[--table->presents];
        }
    }
}

/* ---- Leading -------------------------------------------------------------------------------- */
static void tell_led(const trey_floor *floor, const floor_table *table, bool leads) {
    if (floor->options.nodes.led)
        floor->options.nodes.led(floor->options.nodes.context, table->name, leads);
}

static void lead(trey_floor *floor, floor_table *table) {
    bool running = table_state(floor, table)->phase != TREY_PHASE_IDLE;
    trey_status status = trey_house_lead(floor->house, table->index);
    table->clock = FLOOR_CLOCK_NONE;
    table->stuck = 0;
    table->look = table->dirty = true;
    if (status != TREY_STATUS_OK) { /* somebody was faster; or the store is gone */
        table_unnote(floor, table);
        return;
    }
    floor->figures.led++;
    free(table->status); /* others are told how it stands */
    table->status = NULL;
    snprintf(table->leader, sizeof table->leader, "%s", floor->options.nodes.node);
    tell_led(floor, table, true);
    if (running)
        floor_notice(floor, table, "warning",
                     "The server that ran this table has failed. Another one has taken over.");
}

static void lose(trey_floor *floor, floor_table *table) {
    trey_house_lost(floor->house, table->index);
    table->clock = FLOOR_CLOCK_NONE;
    table->dirty = true;
    floor->figures.lost++;
    tell_led(floor, table, false);
}

/* Between rounds, and only where it is at rest. */
static bool may_go(const trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    return state->phase == TREY_PHASE_IDLE && state->gate == TREY_GATE_NONE;
}

static bool hand_over(trey_floor *floor, floor_table *table, const char *to) {
    uint64_t epoch = trey_house_epoch(floor->house, table->index);
    if (trey_house_hand_over(floor->house, table->index, to) != TREY_STATUS_OK &&
        trey_house_leads(floor->house, table->index))
        return false;
    table->handed_over = epoch;
    snprintf(table->leader, sizeof table->leader, "%s", to);
    table->clock = FLOOR_CLOCK_NONE;
    floor->figures.lost++;
    tell_led(floor, table, false);
    return true;
}

static void see_lead(trey_floor *floor, floor_table *table, const trey_lead_seen *seen,
                     unsigned *moved) {
    const char *self = floor->options.nodes.node, *owner = owner_of(floor, table);
    uint64_t epoch = trey_house_epoch(floor->house, table->index);
    bool named = strcmp(seen->node, self) == 0, owns = owner && strcmp(owner, self) == 0;
    if (epoch > seen->epoch) return; /* older than what was done since */
    if (epoch == 0 && named && seen->epoch <= table->handed_over) return;
    if (epoch > 0 && epoch < seen->epoch) {
        lose(floor, table);
        epoch = 0;
    }
    snprintf(table->leader, sizeof table->leader, "%s", seen->node);
    if (floor->nodes->leaving) return;
    if (epoch == 0) {
        if (named || (owns && !nodes_alive(floor, seen->node))) lead(floor, table);
    } else if (owner && !owns && may_go(floor, table) && *moved < HANDED_OVER_AT_ONCE) {
        *moved += hand_over(floor, table, owner);
    }
}

void trey_floor_see(trey_floor *floor, const trey_nodes_view *view) {
    unsigned moved = 0;
    if (!floor->nodes || floor->failed != TREY_STATUS_OK) return;
    see_peers(floor, view);
    if (floor->nodes->away) return;
    for (unsigned i = 0; i < floor->tables; i++) {
        trey_stream stream = trey_house_table_stream(floor->house, i);
        for (size_t n = 0; n < view->leads; n++) {
            if (view->lead[n].stream == stream)
                see_lead(floor, floor->table[i], &view->lead[n], &moved);
        }
    }
}

bool trey_floor_hand_over(trey_floor *floor) {
    bool left = false;
    if (!floor->nodes || floor->nodes->away) return true;
    if (!floor->nodes->leaving) letters_leaving(floor);
    floor->nodes->leaving = true;
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        const char *owner = owner_of(floor, table);
        if (!owner || !trey_house_leads(floor->house, i)) continue;
        left |= !may_go(floor, table) || !hand_over(floor, table, owner);
    }
    return !left;
}

/* ---- What others did --------------------------------------------------------------------------
 */
static void followed_table(void *context, unsigned index, const trey_table *before,
                           const trey_decision *decision, trey_player by) {
    trey_floor *floor = context;
    if (index >= floor->tables) return; /* a new one; it is met with the next tick */
    floor_table *table = floor->table[index];
    const trey_floor_figures figures = floor->figures;
    table->dirty = table->look = true;
    table_follow_fair(floor, table);
    if (decision->count > 0) table_note(floor, table, before, decision, by);
    floor->figures = figures; /* they count what was done here */
    floor->lobby_changed = floor->pit_changed = true;
}

static void followed_chips(void *context, trey_player player) {
    floor_chips_due(context, player);
}

static void followed_jackpot(void *context, unsigned index, const trey_link *before,
                             const trey_link_event *event) {
    trey_floor *floor = context;
    floor->lobby_changed = true;
    if (index >= floor->jackpots) return;
    incident_link_event(floor, index, event, floor_now(floor));
    if (event->kind != TREY_LINK_EVENT_CONFIRMED) return;
    for (unsigned i = 0; i < before->hits; i++) {
        if (before->hit[i].number == event->number) lobby_awarded(floor, index, &before->hit[i]);
    }
}

static void followed_notes(void *context) {
    trey_floor *floor = context;
    floor->nodes->people_behind = floor->proposals_behind = true;
}

void nodes_meet_people(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes || !nodes->people_behind || nodes->away) return;
    trey_status status = trey_people_catch_up(floor->people);
    nodes->people_behind = status != TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_people_message(floor->people));
}

/* May it be tried again, and is all well then? */
static bool passes(trey_status status) {
    return status == TREY_STATUS_CONFLICT || status == TREY_STATUS_STORE_LOST ||
           status == TREY_STATUS_STORE_BUSY || status == TREY_STATUS_STORE_FULL;
}

void trey_floor_catch_up(trey_floor *floor) {
    if (!floor->nodes || floor->nodes->away || floor->failed != TREY_STATUS_OK) return;
    trey_status status = trey_house_catch_up(floor->house);
    if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_house_message(floor->house));
    if (status == TREY_STATUS_OK) nodes_meet_people(floor);
}

/* ---- When the store says no -------------------------------------------------------------------
 */
bool trey_floor_away(const trey_floor *floor) {
    return floor->nodes && floor->nodes->away;
}

static void tell_all(trey_floor *floor, const char *level, const char *words) {
    trey_frame *frame =
        frame_of(json_pack("{s:s, s:s, s:s}", "is", "notice", "text", words, "level", level));
    for (size_t i = 0; frame && i < floor->visits; i++) {
        if (!floor->visit[i]->cut && floor->visit[i]->welcomed)
            floor->options.network.send(floor->options.network.context, floor->visit[i]->number,
                                        frame);
    }
    trey_frame_release(frame);
}

static void drop_outboxes(trey_floor *floor) {
    for (size_t i = 0; i < floor->comings; i++) {
        floor_visit *visit = floor->coming[i];
        for (size_t n = 0; n < visit->outs; n++) trey_frame_release(visit->outbox[n]);
        visit->outs = 0;
    }
}

bool nodes_survive(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    trey_status status = floor->failed;
    if (!nodes || !passes(status)) return false;
    /* The house forgets its batch; where it had none it is all the same. */
    trey_status flushed = trey_house_flush(floor->house, NULL);
    if (flushed != TREY_STATUS_OK && !passes(flushed)) {
        floor->failed = flushed;
        return false;
    }
    floor->failed = TREY_STATUS_OK;
    floor->figures.heard_again++;
    drop_outboxes(floor);
    for (unsigned i = 0; i < floor->tables; i++) table_unnote(floor, floor->table[i]);
    if (nodes->jackpots)
        memcpy(floor->jackpot, nodes->jackpot, nodes->jackpots * sizeof *nodes->jackpot);
    forward_unflushed(floor);
    nodes->people_untrue = floor->proposals_behind = true;
    nodes->away = true;
    /* Somebody else was faster: what is so can be read at once. */
    if (status == TREY_STATUS_CONFLICT && nodes_back(floor)) return true;
    if (nodes->told_away) return true;
    nodes->told_away = true;
    tell_all(floor, "warning",
             "this machine has lost its records; what you do now counts only once they are back");
    return true;
}

bool nodes_back(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes || !nodes->away) return true;
    trey_status status = trey_house_catch_up(floor->house);
    if (status == TREY_STATUS_OK && (nodes->people_untrue || nodes->people_behind))
        status = trey_people_read_again(floor->people);
    if (status != TREY_STATUS_OK) {
        if (!passes(status)) floor_fail(floor, status, trey_house_message(floor->house));
        return !passes(status);
    }
    nodes->away = nodes->people_untrue = nodes->people_behind = false;
    for (unsigned i = 0; i < floor->tables; i++) table_unnote(floor, floor->table[i]);
    floor->lobby_changed = true;
    for (size_t i = 0; i < floor->visits; i++) {
        floor_chips_due(floor, floor->visit[i]->person->person);
        /* Whoever came meanwhile has not had his chips. */
        if (!floor->visit[i]->welcomed) trey_floor_stake(floor, floor->visit[i]->person->person);
    }
    if (nodes->told_away) tell_all(floor, "info", "the records are back; the game goes on");
    nodes->told_away = false;
    nodes->refreshed_ms = 0;
    return true;
}

void nodes_flushed(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes) return;
    forward_flushed(floor);
    if (floor->jackpots != nodes->jackpots) {
        floor_jackpot *grown = realloc(nodes->jackpot, floor->jackpots * sizeof *grown);
        if (!grown) return;
        nodes->jackpot = grown;
        nodes->jackpots = floor->jackpots;
    }
    if (nodes->jackpots)
        memcpy(nodes->jackpot, floor->jackpot, nodes->jackpots * sizeof *nodes->jackpot);
    letters_send(floor, floor_now(floor));
}

/* ---- Opening ------------------------------------------------------------------------------------
 */
/* Numbers of frames go on rising over a restart; those of two nodes are never the same. */
int64_t nodes_first_number(trey_floor *floor) {
    if (!floor->nodes) return floor_now(floor);
    return floor_now(floor) * NODES_AT_STEP +
           (int64_t)(weight("frames", floor->options.nodes.node) % NODES_AT_STEP);
}

trey_status nodes_open(trey_floor *floor) {
    floor->at_step = 1;
    if (!floor->options.nodes.node) return TREY_STATUS_OK;
    floor_nodes *nodes = floor->nodes = calloc(1, sizeof *nodes);
    if (!nodes) return TREY_STATUS_NO_MEMORY;
    nodes->batch_end = &nodes->batch;
    nodes->again_end = &nodes->again;
    floor->at_step = NODES_AT_STEP;
    const trey_house_follower follower = {.table = followed_table,
                                          .chips = followed_chips,
                                          .jackpot = followed_jackpot,
                                          .notes = followed_notes,
                                          .context = floor};
    trey_house_follow(floor->house, &follower);
    return TREY_STATUS_OK;
}

void nodes_close(trey_floor *floor) {
    floor_nodes *nodes = floor->nodes;
    if (!nodes) return;
    trey_house_follow(floor->house, NULL);
    forward_close(nodes);
    for (unsigned i = 0; i < nodes->peers; i++) free(nodes->peer[i].lack);
    free(nodes->jackpot);
    free(nodes->lacking);
    free(nodes->presence);
    free(nodes);
    floor->nodes = NULL;
}

int64_t nodes_tick(trey_floor *floor, int64_t now) {
    if (!floor->nodes) return FLOOR_NEVER;
    nodes_hear_again(floor);
    int64_t due = forward_tick(floor, now);
    return due < now + NODES_LOOK_MS * 5 ? due : now + NODES_LOOK_MS * 5;
}
