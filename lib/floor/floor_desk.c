/* floor_desk.c -- the dealer's console: who has it, what it sees besides, what its forms ask.
 *
 * A table's calls can be taken to one console. It is given up when that visit ends, so
 * that a lost connection never holds a table up. Of several nodes the table's leader
 * knows whose it is, and the others follow. The forms come from the rulebook: which
 * kinds and rulings there are, and what has to be asked for each. */
#include <stdio.h>
#include <string.h>

#include "floor_hearing.h"
#include "floor_nodes.h"

/* ---- Taking and giving ------------------------------------------------------------------ */
json_t *desk_json(trey_floor *floor, const floor_table *table) {
    char unknown[40];
    const floor_desk *desk = &table->desk;
    if (!desk->visit) return json_null();
    return json_pack("{s:I, s:o, s:I}", "person", (json_int_t)desk->person, "name",
                     trey_json_text(floor_name(floor, desk->person, unknown)), "since",
                     (json_int_t)desk->since);
}

bool desk_at(const floor_table *table, const floor_visit *visit) {
    return table->desk.visit == visit->number && !table->desk.node[0];
}

/* Where the message was said. */
static floor_desk console_of(const hearing *h) {
    floor_desk desk = {.visit = h->visit ? h->visit->number : h->kept->its_visit,
                       .person = h->person,
                       .since = floor_now(h->floor)};
    if (!h->visit) memcpy(desk.node, h->kept->node, sizeof desk.node);
    return desk;
}

static bool same_console(const floor_desk *a, const floor_desk *b) {
    return a->visit == b->visit && strcmp(a->node, b->node) == 0;
}

/* Whoever has lost the calls to somebody else is told at his own node. */
static void tell_first(trey_floor *floor, const floor_table *table, const floor_desk *now) {
    char unknown[40], words[160];
    floor_visit *first = table->desk.visit && !table->desk.node[0]
                             ? map_find(&floor->visit_of, table->desk.visit)
                             : NULL;
    if (!first || !now->visit || same_console(&table->desk, now)) return;
    snprintf(words, sizeof words, "%s now runs this table from another console.",
             floor_name(floor, now->person, unknown));
    visit_send(floor, first,
               frame_of(json_pack("{s:s, s:o, s:o, s:s}", "is", "notice", "table",
                                  trey_json_text(table->name), "text", trey_json_text(words),
                                  "level", "warning")));
}

static void desk_set(trey_floor *floor, floor_table *table, const floor_desk *desk) {
    tell_first(floor, table, desk);
    table->desk = *desk;
    table->dirty = true;
    floor->pit_changed = true;
}

static void desk_clear(trey_floor *floor, floor_table *table) {
    desk_set(floor, table, &(floor_desk){.visit = 0});
}

static void refuse_taken(hearing *h, const floor_table *table, const char *reason) {
    char unknown[40], words[160];
    int64_t minutes = (floor_now(h->floor) - table->desk.since) / 60000;
    snprintf(words, sizeof words,
             "%s has the calls of this table at another console, for %lld minutes now",
             floor_name(h->floor, table->desk.person, unknown), (long long)minutes);
    hear_refused(h,
                 json_pack("{s:s, s:o, s:[], s:o}", "reason", reason, "text", trey_json_text(words),
                           "paragraphs", "desk", desk_json(h->floor, table)),
                 false);
}

static void take_desk(hearing *h, floor_table *table) {
    const floor_desk console = console_of(h);
    bool same = same_console(&table->desk, &console), other = table->desk.visit && !same;
    bool may = other && (h->role >= TREY_ROLE_PIT_SUPERVISOR || table->desk.person == h->person);
    if (other && !(h->message.over && may)) {
        refuse_taken(h, table, "desk_taken");
        return;
    }
    if (!same) {
        desk_set(h->floor, table, &console);
        incident_note(h, TREY_INCIDENT_DESK, table->name,
                      other ? "took the desk over from another console" : "took the desk");
    }
    hear_done(h);
}

void hear_desk(hearing *h, floor_table *table) {
    const floor_desk console = console_of(h);
    if (h->role < TREY_ROLE_DEALER || h->role > TREY_ROLE_SHIFT_MANAGER) {
        hear_refuse(h, "role_too_low", "the desk is for dealers and supervisors");
    } else if (h->message.on) {
        take_desk(h, table);
    } else if (table->desk.visit && !same_console(&table->desk, &console)) {
        refuse_taken(h, table, "desk_taken");
    } else {
        if (table->desk.visit) {
            desk_clear(h->floor, table);
            incident_note(h, TREY_INCIDENT_DESK, table->name, "the calls were given back");
        }
        hear_done(h);
    }
}

bool desk_elsewhere(hearing *h, const floor_table *table) {
    const floor_desk console = console_of(h);
    if (h->role != TREY_ROLE_DEALER || !table->desk.visit || same_console(&table->desk, &console))
        return false;
    refuse_taken(h, table, "dealt_elsewhere");
    return true;
}

/* ---- Consoles that go ---------------------------------------------------------------------- */
void desk_leave(trey_floor *floor, const floor_visit *visit) {
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        if (!desk_at(table, visit)) continue;
        desk_clear(floor, table);
        letters_left(floor, table->leader, visit->number);
        incident_desk_left(floor, table, visit->person->person);
    }
}

void desk_left(trey_floor *floor, const char *node, trey_visit visit) {
    for (unsigned i = 0; i < floor->tables; i++) {
        floor_table *table = floor->table[i];
        bool its = table->desk.visit && strcmp(table->desk.node, node) == 0;
        if (!its || (visit != 0 && table->desk.visit != visit)) continue;
        /* Of a console that left its own node has told; nobody has of a node that is gone. */
        if (visit == 0 && trey_house_leads(floor->house, i))
            incident_desk_left(floor, table, table->desk.person);
        desk_clear(floor, table);
    }
}

/* A letter may have been lost: a console that is not here any more is given up again. */
void desk_follow(trey_floor *floor, floor_table *table, const floor_desk *desk) {
    floor_visit *visit =
        desk->visit && !desk->node[0] ? map_find(&floor->visit_of, desk->visit) : NULL;
    if (desk->visit && !desk->node[0] && (!visit || visit->cut)) {
        letters_left(floor, table->leader, desk->visit);
    } else if (!same_console(&table->desk, desk)) {
        desk_set(floor, table, desk);
    }
}

/* ---- What staff see besides ---------------------------------------------------------------- */
static json_t *next_json(const trey_rules *rules, const trey_table *state, bool physical) {
    unsigned place = physical ? trey_next_place(rules, state) : TREY_PLACE_NONE;
    if (place == TREY_PLACE_NONE) return json_null();
    if (place <= TREY_SEATS) return json_pack("{s:i}", "place", (int)place);
    return json_pack("{s:s}", "place", place == TREY_PLACE_BURN ? "burn" : "dealer");
}

static json_t *exposed_json(const trey_table *state) {
    json_t *cards = json_array();
    for (unsigned card = 0; card < TREY_CARDS; card++) {
        if (trey_cardset_has(state->exposed, (trey_card)card))
            json_array_append_new(cards, trey_json_card((trey_card)card));
    }
    return cards;
}

json_t *desk_flagged(const trey_table *state) {
    static const char *const word[] = {"barred", "stopped", "one_position", "under_minimum"};
    json_t *list = json_array();
    for (unsigned i = 0; i < state->flags; i++) {
        const trey_flagged *one = &state->flagged[i];
        if (one->player == TREY_NOBODY || one->flags == 0) continue;
        json_t *flags = json_array();
        for (unsigned bit = 0; bit < sizeof word / sizeof *word; bit++) {
            if (one->flags >> bit & 1u) json_array_append_new(flags, json_string(word[bit]));
        }
        json_array_append_new(
            list, json_pack("{s:I, s:o}", "player", (json_int_t)one->player, "flags", flags));
    }
    return list;
}

static const char *device_word(const trey_table *state) {
    return state->config.device == TREY_DEVICE_SINGLE ? "single" : "packets";
}

static void name_flagged(trey_floor *floor, const trey_table *state, json_t *people) {
    for (unsigned i = 0; i < state->flags; i++) {
        char number[16], unknown[40];
        trey_player player = state->flagged[i].player;
        if (player == TREY_NOBODY) continue;
        snprintf(number, sizeof number, "%u", (unsigned)player);
        json_object_set_new(people, number, trey_json_text(floor_name(floor, player, unknown)));
    }
}

static void put_recorded(json_t *list, json_t *place, const trey_card *card, unsigned count) {
    json_array_append_new(
        list, json_pack("{s:o, s:o}", "place", place, "cards", trey_json_cards(card, count)));
}

/* The hands as they were entered, for the dealer who entered them and for supervisors, who correct
 * them. A dealer of another table sees none, and of the system's own deck nobody does. */
static json_t *recorded_json(const trey_table *state, bool physical, unsigned role, bool mine) {
    json_t *list = json_array();
    if (!physical || state->mending == TREY_MENDING_NOTHING) return list;
    if (role < TREY_ROLE_PIT_SUPERVISOR && !mine) return list;
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        const trey_box *box = &state->box[seat - 1];
        if (box->dealt) put_recorded(list, json_integer(seat), box->card, box->dealt);
    }
    put_recorded(list, json_string("dealer"), state->dealer, state->dealer_dealt);
    return list;
}

void desk_put_view(trey_floor *floor, const floor_table *table, unsigned role, bool mine,
                   json_t *view) {
    static const char *const mending[] = {"nothing", "move", "reconstruct", "burn", "order"};
    const trey_table *state = table_state(floor, table);
    const trey_rules *rules = table_rules(floor, table);
    const trey_json_scene scene = {.rules = rules, .table = state};
    bool physical = !trey_house_terms(floor->house, table->index)->config.system_deck;
    if (role < TREY_ROLE_DEALER || role > TREY_ROLE_SHIFT_MANAGER) return;
    json_t *desk = desk_json(floor, table);
    if (table->desk.visit) json_object_set_new(desk, "mine", json_boolean(mine));
    TREY_ASSERT(state->mending < sizeof mending / sizeof *mending);
    json_object_set_new(view, "next", next_json(rules, state, physical));
    json_object_set_new(view, "desk", desk);
    json_object_set_new(view, "report", trey_json_report(&scene));
    json_object_set_new(view, "exposed", exposed_json(state));
    json_object_set_new(view, "mending", json_string(mending[state->mending]));
    json_object_set_new(view, "recorded", recorded_json(state, physical, role, mine));
    json_object_set_new(view, "flagged", desk_flagged(state));
    json_object_set_new(view, "device", json_string(device_word(state)));
    json_object_set_new(view, "physical", json_boolean(physical));
    name_flagged(floor, state, json_object_get(view, "people"));
    /* A dealer elsewhere is on offer nothing that he would be refused. */
    if (role == TREY_ROLE_DEALER && table->desk.visit && !mine)
        json_array_clear(json_object_get(view, "can"));
}

/* ---- Forms ------------------------------------------------------------------------------------
 */
static json_t *names_json(unsigned names) {
    static const struct {
        unsigned bit;
        const char *member;
    } members[] = {{TREY_NAMES_SEATS, "seats"},   {TREY_NAMES_SEAT, "seat"},
                   {TREY_NAMES_PLAYER, "player"}, {TREY_NAMES_WAGER, "wager"},
                   {TREY_NAMES_AMOUNT, "amount"}, {TREY_NAMES_CARDS, "cards"},
                   {TREY_NAMES_MODE, "mode"}};
    json_t *list = json_array();
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        if (names & members[i].bit) json_array_append_new(list, json_string(members[i].member));
    }
    return list;
}

static json_t *fact_json(trey_fact fact) {
    json_t *answers = json_array();
    for (unsigned i = 0; trey_fact_answer(fact, i); i++)
        json_array_append_new(answers, json_string(trey_fact_answer(fact, i)));
    return json_pack("{s:s, s:s, s:o}", "fact", trey_fact_name(fact), "question",
                     trey_fact_question(fact), "answers", answers);
}

static json_t *kinds_json(const trey_rules *rules) {
    json_t *kinds = json_array();
    for (unsigned i = 0; i < TREY_IRREGULARITY_COUNT; i++) {
        trey_irregularity kind = (trey_irregularity)i;
        const trey_trouble *trouble = trey_rulebook_trouble(trey_rules_book(rules), kind);
        if (trouble->absent) continue;
        json_t *facts = json_array();
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (trouble->asks[fact] && !trey_fact_is_recorded((trey_fact)fact))
                json_array_append_new(facts, fact_json((trey_fact)fact));
        }
        json_array_append_new(
            kinds, json_pack("{s:s, s:s, s:o, s:o}", "kind", trey_irregularity_name(kind),
                             "happened", trey_irregularity_happened(kind), "facts", facts,
                             "members", names_json(trey_report_names(rules, kind))));
    }
    return kinds;
}

static json_t *rulings_json(const trey_rules *rules) {
    json_t *rulings = json_array();
    for (unsigned i = 0; i < TREY_RULING_COUNT; i++) {
        trey_ruling_kind ruling = (trey_ruling_kind)i;
        if (!trey_ruling_exists(rules, ruling)) continue;
        json_array_append_new(rulings,
                              json_pack("{s:s, s:o}", "ruling", trey_ruling_word(ruling), "members",
                                        names_json(trey_ruling_row_of(ruling)->names)));
    }
    return rulings;
}

/* Ways to go on after a jackpot fault, where the book knows one. */
static json_t *modes_json(const trey_rules *rules) {
    json_t *modes = json_array();
    const trey_trouble *trouble =
        trey_rulebook_trouble(trey_rules_book(rules), TREY_IRREGULARITY_AFTER_JACKPOT_FAULT);
    for (unsigned mode = TREY_MODE_CLOSE; !trouble->absent && mode <= TREY_MODE_WITHOUT_JACKPOT;
         mode++)
        json_array_append_new(modes, json_string(trey_mode_word(mode)));
    return modes;
}

trey_status trey_floor_desk(trey_floor *floor, const char *name, trey_frame **out) {
    *out = NULL;
    floor_table *table = floor_table_find(floor, name);
    if (!table) return TREY_STATUS_NOT_FOUND;
    const trey_rules *rules = table_rules(floor, table);
    *out = frame_of(json_pack("{s:o, s:o, s:o, s:o, s:s}", "table", trey_json_text(table->name),
                              "kinds", kinds_json(rules), "rulings", rulings_json(rules), "modes",
                              modes_json(rules), "device", device_word(table_state(floor, table))));
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}
