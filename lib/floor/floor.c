/* floor.c -- opening and closing, people who come and go, flushing.
 *
 * Nothing is sent before it is durable: what is to be said waits in outboxes and in the
 * news of tables until the house's flush has returned. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "floor_history.h"
#include "floor_nodes.h"

const trey_table_service trey_table_service_preset = {.automatic = true,
                                                      .bets_ms = 15000,
                                                      .decide_ms = 25000,
                                                      .alone_ms = 300000,
                                                      .bank_ms = 15000,
                                                      .choose_ms = 20000,
                                                      .pause_ms = 5000,
                                                      .step_ms = 700,
                                                      .share_ms = 5000,
                                                      .bots_bank = true,
                                                      .bot_bank = 500000};

/* ---- Small things ---------------------------------------------------------------------- */
static int64_t system_clock(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t system_monotonic(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t floor_monotonic(const trey_floor *floor) {
    return floor->monotonic(floor->options.monotonic_context) / 1000;
}

int64_t floor_now(trey_floor *floor) {
    return floor->clock(floor->options.clock_context) / 1000;
}

trey_status floor_fail(trey_floor *floor, trey_status status, const char *message) {
    if (floor->failed == TREY_STATUS_OK) {
        floor->failed = status;
        snprintf(floor->message, sizeof floor->message, "%s", message);
    }
    return status;
}

void trey_floor_stop(trey_floor *floor, trey_status status, const char *why) {
    floor_fail(floor, status, why);
}

const char *trey_floor_message(const trey_floor *floor) {
    return floor->message;
}

floor_table *floor_table_find(trey_floor *floor, const char *name) {
    unsigned index = trey_house_table_find(floor->house, name);
    return index < floor->tables ? floor->table[index] : NULL;
}

floor_table *floor_table_of(const trey_floor *floor, uint64_t stream) {
    for (unsigned i = 0; i < floor->tables; i++) {
        if (trey_house_table_stream(floor->house, i) == stream) return floor->table[i];
    }
    return NULL;
}

unsigned floor_role(const trey_floor *floor, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    if (!facts || facts->barred || facts->office > TREY_OFFICE_SHIFT_MANAGER) return FLOOR_NO_ROLE;
    return facts->office;
}

unsigned floor_office(const trey_floor *floor, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    return !facts || facts->barred ? TREY_OFFICE_COUNT : facts->office;
}

const char *floor_name(const trey_floor *floor, trey_person person, char out[40]) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    if (facts) return facts->name;
    snprintf(out, 40, "player %u", (unsigned)person);
    return out;
}

trey_cents floor_chips(trey_floor *floor, trey_person person) {
    trey_cents chips = 0;
    trey_status status = trey_house_chips(floor->house, person, &chips);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND)
        floor_fail(floor, status, trey_house_message(floor->house));
    return chips;
}

void floor_chips_due(trey_floor *floor, trey_person person) {
    floor_person *known = map_find(&floor->person_of, person);
    if (!known || known->chips_due) return;
    if (!TREY_LIST_ROOM(floor->due, floor->dues, floor->due_room)) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    known->chips_due = true;
    floor->due[floor->dues++] = known;
    /* What somebody can do hangs on their chips, wherever they sit. */
    for (floor_visit *visit = known->visits; visit; visit = visit->next) {
        for (floor_watch *watch = visit->watches; watch; watch = watch->next)
            watch->table->dirty = true;
    }
}

static json_t *floor_person_json(trey_floor *floor, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    char name[40];
    return json_pack("{s:I, s:o, s:s, s:b, s:I}", "id", (json_int_t)person, "name",
                     trey_json_text(floor_name(floor, person, name)), "role",
                     trey_office_word(facts ? facts->office : TREY_OFFICE_PLAYER), "guest",
                     facts ? (int)facts->guest : 0, "chips",
                     (json_int_t)floor_chips(floor, person));
}

trey_status trey_floor_you(trey_floor *floor, trey_person person, trey_frame **out) {
    *out = NULL;
    if (floor->failed != TREY_STATUS_OK) return floor->failed;
    if (!trey_people_facts(floor->people, person)) return TREY_STATUS_NOT_FOUND;
    *out = frame_of(json_pack("{s:o}", "you", floor_person_json(floor, person)));
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

/* ---- Opening ------------------------------------------------------------------------------ */
/* As whoever opened the table said; settings may say otherwise afterwards. */
static void serve_as_opened(const trey_floor *floor, floor_table *table) {
    const trey_table_terms *terms = trey_house_terms(floor->house, table->index);
    if (!terms->run) return;
    table->service = trey_table_service_preset;
    table->service.automatic = terms->automatic;
    memcpy(table->service.title, terms->title, sizeof table->service.title);
    table->served = table->look = true;
}

static floor_table *table_open(trey_floor *floor, unsigned index) {
    floor_table *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->index = index;
    snprintf(table->name, sizeof table->name, "%s", trey_house_terms(floor->house, index)->name);
    /* Numbers of frames go on rising over a restart, so that an old one is known as such. */
    table->at = table->forgotten = nodes_first_number(floor);
    table->due = table->gathering = FLOOR_NEVER;
    table->phase = trey_house_table(floor->house, index)->phase;
    table->gate = trey_house_table(floor->house, index)->gate;
    table->phase_since = table->gate_since = floor_now(floor);
    floor->pit_changed = true;
    serve_as_opened(floor, table);
    return table;
}

/* Tables and jackpots that the house has by now. */
trey_status floor_meet(trey_floor *floor) {
    unsigned tables = trey_house_tables(floor->house);
    unsigned jackpots = trey_house_jackpots(floor->house);
    floor_table **table = realloc(floor->table, (tables + 1) * sizeof(floor_table *));
    if (table) floor->table = table;
    floor_jackpot *jackpot = realloc(floor->jackpot, (jackpots + 1) * sizeof *jackpot);
    if (jackpot) floor->jackpot = jackpot;
    if (!table || !jackpot) return TREY_STATUS_NO_MEMORY;
    while (floor->tables < tables) {
        floor_table *made = table_open(floor, floor->tables);
        if (!made) return TREY_STATUS_NO_MEMORY;
        floor->table[floor->tables++] = made;
    }
    for (; floor->jackpots < jackpots; floor->jackpots++)
        memset(&floor->jackpot[floor->jackpots], 0, sizeof *floor->jackpot);
    return TREY_STATUS_OK;
}

trey_status trey_floor_open(trey_floor **out, trey_house *house, trey_people *people,
                            const trey_floor_options *options, trey_store_message *message) {
    trey_floor *floor = calloc(1, sizeof *floor);
    *out = NULL;
    if (message) message->text[0] = '\0';
    if (!floor) return TREY_STATUS_NO_MEMORY;
    floor->visit_of.size = floor->person_of.size = sizeof(void *);
    floor->house = house;
    floor->asks_far = trey_store_is_server(trey_house_store(house));
    floor->people = people;
    floor->options = *options;
    floor->clock = options->clock ? options->clock : system_clock;
    floor->monotonic = options->monotonic ? options->monotonic : system_monotonic;
    floor->entropy = options->entropy ? options->entropy : trey_entropy_kernel;
    floor->proposals_behind = true;
    if (floor->options.visits_each == 0) floor->options.visits_each = FLOOR_VISITS_EACH;
    trey_status status = trey_house_notes_open(house, TREY_HOUSE_INCIDENTS, &floor->notes);
    if (status != TREY_STATUS_OK && message)
        snprintf(message->text, sizeof message->text, "%s", trey_house_message(house));
    trey_store_message unheard;
    if (status == TREY_STATUS_OK)
        status = trey_shifts_open(&floor->shifts, house, message ? message : &unheard);
    if (status == TREY_STATUS_OK) status = nodes_open(floor);
    if (status == TREY_STATUS_OK) status = floor_meet(floor);
    if (status != TREY_STATUS_OK) {
        trey_floor_close(floor);
        return status;
    }
    *out = floor;
    return TREY_STATUS_OK;
}

trey_status trey_floor_serve(trey_floor *floor, unsigned index, const trey_table_service *service) {
    trey_status status = floor_meet(floor);
    if (status != TREY_STATUS_OK) return status;
    if (index >= floor->tables) return TREY_STATUS_NOT_FOUND;
    floor_table *table = floor->table[index];
    table->service = *service;
    table->served = true;
    table->look = true;
    /* A place is left for a person. */
    unsigned most = table_state(floor, table)->config.positions - 1u;
    if (table->service.bots > most) table->service.bots = (uint8_t)most;
    bots_hire(floor, table);
    return floor->failed;
}

bool trey_floor_serves(const trey_floor *floor, const char *name) {
    unsigned index = trey_house_table_find(floor->house, name);
    return index < floor->tables && floor->table[index]->served;
}

static void visit_close(trey_floor *floor, floor_visit *visit);

void trey_floor_close(trey_floor *floor) {
    if (!floor) return;
    floor->closing = true;
    while (floor->visits) visit_close(floor, floor->visit[floor->visits - 1]);
    for (unsigned i = 0; i < floor->tables; i++) floor_table_close(floor->table[i]);
    floor_odds_forget(floor);
    history_close(floor);
    trey_shifts_close(floor->shifts);
    incidents_close(floor);
    proposals_close(floor);
    json_decref(floor->checkpoint);
    trey_map_close(&floor->visit_of);
    trey_map_close(&floor->person_of);
    free(floor->visit);
    free(floor->coming);
    free(floor->table);
    free(floor->jackpot);
    free(floor->due);
    free(floor->expected);
    free(floor->lobby);
    free(floor->pit);
    free(floor->cage);
    free(floor->drawer.cash);
    nodes_close(floor);
    free(floor);
}

/* ---- Visits -------------------------------------------------------------------------------- */
/* A flush looks at those alone to whom something is to be said: of ten thousand visits
 * there are a few. */
static bool list_coming(trey_floor *floor, floor_visit *visit) {
    if (visit->listed) return true;
    if (!TREY_LIST_ROOM(floor->coming, floor->comings, floor->coming_room)) return false;
    floor->coming[floor->comings++] = visit;
    visit->listed = true;
    return true;
}

static void unlist(trey_floor *floor, floor_visit *visit) {
    for (size_t i = 0; visit->listed && i < floor->comings; i++) {
        if (floor->coming[i] != visit) continue;
        floor->coming[i] = floor->coming[--floor->comings];
        visit->listed = false;
    }
}

void visit_send(trey_floor *floor, floor_visit *visit, trey_frame *frame) {
    if (!frame || !list_coming(floor, visit) ||
        !TREY_LIST_ROOM(visit->outbox, visit->outs, visit->out_room)) {
        trey_frame_release(frame);
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return;
    }
    visit->outbox[visit->outs++] = frame;
}

void floor_bye(trey_floor *floor, floor_visit *visit, const char *reason, const char *words,
               trey_cut why) {
    if (visit->cut) return;
    visit->cut = true;
    trey_frame *bye =
        frame_of(json_pack("{s:s, s:s, s:s}", "is", "bye", "reason", reason, "text", words));
    if (bye) floor->options.network.send(floor->options.network.context, visit->number, bye);
    trey_frame_release(bye);
    floor->options.network.cut(floor->options.network.context, visit->number, why);
}

static floor_person *person_meet(trey_floor *floor, trey_person person) {
    floor_person *known = map_find(&floor->person_of, person);
    if (known) return known;
    known = calloc(1, sizeof *known);
    if (!known) return NULL;
    known->person = person;
    if (map_put(&floor->person_of, person, known)) return known;
    free(known);
    return NULL;
}

static void person_forget(trey_floor *floor, floor_person *person) {
    for (size_t i = 0; i < floor->dues; i++) {
        if (floor->due[i] != person) continue;
        floor->due[i] = floor->due[--floor->dues];
        break;
    }
    trey_map_remove(&floor->person_of, person->person);
    free(person);
}

static void visit_close(trey_floor *floor, floor_visit *visit) {
    unlist(floor, visit);
    desk_leave(floor, visit);
    pit_watch(floor, visit, false);
    cage_watch(floor, visit, false);
    while (visit->watches) watch_remove(floor, visit->watches);
    for (size_t i = 0; i < visit->outs; i++) trey_frame_release(visit->outbox[i]);
    floor_person *person = visit->person;
    floor_visit **link = &person->visits;
    while (*link != visit) link = &(*link)->next;
    *link = visit->next;
    if (--person->count == 0) person_forget(floor, person);
    trey_map_remove(&floor->visit_of, visit->number);
    floor_visit *last = floor->visit[--floor->visits];
    floor->visit[visit->place] = last;
    last->place = visit->place;
    floor->lobby_changed = true;
    free(visit->outbox);
    free(visit);
}

trey_status trey_floor_stake(trey_floor *floor, trey_person guest) {
    const trey_person_facts *facts = trey_people_facts(floor->people, guest);
    if (!floor->options.play_money || floor->options.play_chips <= 0) return TREY_STATUS_OK;
    if (!facts || !facts->guest || facts->office != TREY_OFFICE_PLAYER) return TREY_STATUS_OK;
    if (trey_floor_away(floor)) return TREY_STATUS_STORE_LOST; /* and given when it is back */
    /* One id a guest: the store knows whether he has had his chips. */
    uint8_t said[TREY_COMMAND_ID_BYTES] = "guest";
    trey_command_id id;
    for (unsigned i = 0; i < 4; i++) said[15 - i] = (uint8_t)(guest >> (8 * i));
    trey_command_id_of(TREY_NOBODY, said, &id); /* which nobody but the house can say */
    trey_reply reply;
    return floor_buy_in(floor, &id, guest, floor->options.play_chips, &reply);
}

/* The one that has been there longest makes room. */
static void too_many_visits(trey_floor *floor, floor_person *person) {
    if (person->count <= floor->options.visits_each) return;
    unsigned open = 0;
    floor_visit *oldest = NULL;
    for (floor_visit *visit = person->visits; visit; visit = visit->next) {
        if (visit->cut) continue;
        open++;
        oldest = visit;
    }
    if (open > floor->options.visits_each)
        floor_bye(floor, oldest, "elsewhere",
                  "You have opened this table in too many windows. This one was closed.",
                  TREY_CUT_ELSEWHERE);
}

void trey_floor_enter(trey_floor *floor, trey_visit number, trey_person person) {
    TREY_ASSERT(number != 0 && !map_find(&floor->visit_of, number));
    floor_visit *visit = calloc(1, sizeof *visit);
    floor_person *known = visit ? person_meet(floor, person) : NULL;
    bool room = known && TREY_LIST_ROOM(floor->visit, floor->visits, floor->visit_room);
    room = room && list_coming(floor, visit);
    if (!room || !map_put(&floor->visit_of, number, visit)) {
        if (visit) unlist(floor, visit);
        if (known && known->count == 0) person_forget(floor, known);
        free(visit);
        floor->options.network.cut(floor->options.network.context, number, TREY_CUT_STOPPING);
        return;
    }
    visit->number = number;
    visit->person = known;
    visit->next = known->visits;
    visit->place = floor->visits;
    visit->tokens = (int64_t)FLOOR_BURST * 1000;
    visit->tokens_at = floor_now(floor);
    known->visits = visit;
    known->count++;
    floor->visit[floor->visits++] = visit;
    floor->figures.visits++;
    floor->lobby_changed = true;
    too_many_visits(floor, known);
    trey_floor_stake(floor, person);
}

void trey_floor_leave(trey_floor *floor, trey_visit number) {
    floor_visit *visit = map_find(&floor->visit_of, number);
    if (visit) visit_close(floor, visit);
}

/* ---- Flushing ---------------------------------------------------------------------------------
 */
static void send_now(trey_floor *floor, floor_visit *visit, trey_frame *frame) {
    if (!visit->cut) {
        floor->options.network.send(floor->options.network.context, visit->number, frame);
        floor->figures.frames++;
        floor->figures.frame_bytes += trey_frame_size(frame);
    }
    trey_frame_release(frame);
}

static void welcome(trey_floor *floor, floor_visit *visit) {
    visit->chips_told = floor_chips(floor, visit->person->person);
    if (floor->failed != TREY_STATUS_OK) return;
    visit->welcomed = true;
    trey_frame *frame = frame_of(json_pack(
        "{s:s, s:i, s:o, s:I, s:s, s:b, s:o}", "is", "welcome", "version", 1, "you",
        floor_person_json(floor, visit->person->person), "time", (json_int_t)floor_now(floor),
        "house", floor->options.house ? floor->options.house : "Trey", "play_money",
        (int)floor->options.play_money, "checkpoint", checkpoint_json(floor)));
    if (frame) send_now(floor, visit, frame);
}

static void tell_chips_of(trey_floor *floor, floor_person *person, trey_cents chips) {
    trey_frame *frame = NULL;
    person->chips_due = false;
    for (floor_visit *visit = person->visits; visit; visit = visit->next) {
        if (!visit->welcomed || visit->chips_told == chips) continue;
        visit->chips_told = chips;
        if (!frame)
            frame = frame_of(json_pack("{s:s, s:I}", "is", "you", "chips", (json_int_t)chips));
        if (frame) visit_send(floor, visit, trey_frame_hold(frame));
    }
    trey_frame_release(frame);
}

/* Whoever could not be told, because the store did not say, stays in the list. */
static void tell_chips(trey_floor *floor) {
    while (floor->dues > 0) {
        floor_person *person = floor->due[floor->dues - 1];
        trey_cents chips = floor_chips(floor, person->person);
        if (floor->failed != TREY_STATUS_OK) return;
        floor->dues--;
        tell_chips_of(floor, person, chips);
    }
}

static void empty_outboxes(trey_floor *floor) {
    size_t done = 0;
    for (; done < floor->comings; done++) {
        floor_visit *visit = floor->coming[done];
        if (!visit->welcomed) welcome(floor, visit);
        if (floor->failed != TREY_STATUS_OK) break; /* the others stay in the list */
        for (size_t n = 0; n < visit->outs; n++) send_now(floor, visit, visit->outbox[n]);
        visit->outs = 0;
        visit->listed = false;
    }
    floor->comings -= done;
    if (floor->comings > 0)
        memmove(floor->coming, floor->coming + done, floor->comings * sizeof(floor_visit *));
}

static void everybody_out(trey_floor *floor) {
    for (size_t i = 0; i < floor->visits; i++)
        floor_bye(floor, floor->visit[i], "stopping", "The house is closing.", TREY_CUT_STOPPING);
}

static void look_at_tables(trey_floor *floor, int64_t now) {
    for (unsigned i = 0; i < floor->tables && floor->failed == TREY_STATUS_OK; i++) {
        floor_table *table = floor->table[i];
        bool late = table->share_round != 0 && floor_monotonic(floor) >= table->share_ends;
        bool look = table->served && (table->look || late || table->due <= now);
        if (look && trey_house_leads(floor->house, i)) dealer_look(floor, table, now);
    }
}

static void tell_everybody(trey_floor *floor) {
    floor->figures.flushes++;
    empty_outboxes(floor);
    if (floor->failed == TREY_STATUS_OK) tell_chips(floor);
    int64_t now = floor_now(floor);
    for (unsigned i = 0; i < floor->tables && floor->failed == TREY_STATUS_OK; i++) {
        floor_table *table = floor->table[i];
        if (table->dirty || table->unmet || table->newses || table->gathering <= now)
            table_tell(floor, table);
    }
    if (floor->failed == TREY_STATUS_OK) lobby_tell(floor, floor_now(floor));
    if (floor->failed == TREY_STATUS_OK) pit_tell(floor, floor_now(floor));
    if (floor->failed == TREY_STATUS_OK) cage_tell(floor, floor_now(floor));
    if (floor->failed == TREY_STATUS_OK) empty_outboxes(floor);
}

/* What is staged may change what the pit and the cage are told; a tick must know it too, so
 * that it is told when its time has come. */
static void note_staged(trey_floor *floor) {
    if (trey_house_staged(floor->house) > 0) floor->cage_changed = floor->pit_changed = true;
}

static void flush_once(trey_floor *floor) {
    if (floor->failed == TREY_STATUS_OK) look_at_tables(floor, floor_now(floor));
    if (floor->failed == TREY_STATUS_OK) {
        note_staged(floor);
        trey_status status = trey_house_flush(floor->house, NULL);
        if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_house_message(floor->house));
    }
    if (floor->failed == TREY_STATUS_OK) tell_everybody(floor);
}

trey_status trey_floor_flush(trey_floor *floor) {
    enum { TRIES = 8 };
    if (!nodes_back(floor)) return TREY_STATUS_STORE_LOST;
    for (unsigned tries = 0;; tries++) {
        flush_once(floor);
        if (floor->failed == TREY_STATUS_OK) {
            nodes_flushed(floor);
            return TREY_STATUS_OK;
        }
        if (!nodes_survive(floor)) break;
        if (trey_floor_away(floor) || tries == TRIES) return TREY_STATUS_STORE_LOST;
        nodes_hear_again(floor);
    }
    everybody_out(floor);
    return floor->failed;
}

uint32_t trey_floor_tick(trey_floor *floor) {
    if (floor->failed != TREY_STATUS_OK || trey_floor_away(floor)) return 1000;
    int64_t now = floor_now(floor), due = nodes_tick(floor, now), next = lobby_awards(floor, now);
    if (floor_meet(floor) != TREY_STATUS_OK) return 1000;
    if (due < next) next = due;
    look_at_tables(floor, now);
    note_staged(floor);
    for (unsigned i = 0; i < floor->tables; i++) {
        const floor_table *table = floor->table[i];
        bool deals = table->served && trey_house_leads(floor->house, i);
        if (deals && table->due < next) next = table->due;
        if (table->gathering < next) next = table->gathering;
        /* Whatever became of the time of day meanwhile. */
        if (deals && table->share_round != 0) {
            int64_t left = table->share_ends - floor_monotonic(floor);
            if (now + left < next) next = now + left;
        }
    }
    if (floor->lobby_changed && floor->lobby_at + FLOOR_LOBBY_MS < next)
        next = floor->lobby_at + FLOOR_LOBBY_MS;
    if (pit_due(floor) < next) next = pit_due(floor);
    if (cage_due(floor) < next) next = cage_due(floor);
    int64_t wait = next == FLOOR_NEVER ? 60000 : next - now;
    return wait < 0 ? 0 : wait > 60000 ? 60000 : (uint32_t)wait;
}

bool trey_floor_wind_down(trey_floor *floor) {
    bool rests = true;
    if (!floor->winding_down) {
        floor->winding_down = true;
        for (unsigned i = 0; i < floor->tables; i++) {
            floor_table *table = floor->table[i];
            table->look = true;
            floor_notice(floor, table, "warning", "The house is closing. This is the last round.");
        }
    }
    look_at_tables(floor, floor_now(floor));
    for (unsigned i = 0; i < floor->tables; i++)
        rests &= !trey_house_leads(floor->house, i) || dealer_rests(floor, floor->table[i]);
    return rests || floor->failed != TREY_STATUS_OK;
}

trey_floor_figures trey_floor_tell(const trey_floor *floor) {
    trey_floor_figures figures = floor->figures;
    figures.visits = floor->visits;
    figures.people = floor->person_of.used;
    for (unsigned i = 0; i < floor->tables; i++)
        figures.leads += floor->nodes && trey_house_leads(floor->house, i);
    return figures;
}
