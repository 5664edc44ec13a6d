/* floor_second.c -- what waits for a second person.
 *
 * The engine, the link and the cage say what takes two people, and refuse it to one. The floor then
 * keeps the message as it was said, until another person stands by it or it is withdrawn; it is
 * heard again then, with both of them, and decided anew. What waits is kept beside the incidents,
 * so that it outlives a restart and is there at every node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_hearing.h"

static const char waits_here[] = "A ruling waits for a second member of staff.";

/* ---- The list ------------------------------------------------------------------------------- */
/* Those who supervise are told, and tables that wait look again. */
static void changed(trey_floor *floor) {
    floor->pit_changed = floor->cage_changed = true;
    for (unsigned i = 0; i < floor->tables; i++) floor->table[i]->look = true;
}

static void forget(trey_floor *floor, unsigned index) {
    free((char *)floor->proposal[index].text);
    floor->proposals--;
    memmove(&floor->proposal[index], &floor->proposal[index + 1],
            (floor->proposals - index) * sizeof *floor->proposal);
    changed(floor);
}

void proposals_close(trey_floor *floor) {
    while (floor->proposals > 0) free((char *)floor->proposal[--floor->proposals].text);
}

static bool add(trey_floor *floor, const trey_proposal *proposal) {
    if (floor->proposals == FLOOR_PROPOSALS) return false;
    char *text = malloc(proposal->size);
    if (!text) {
        floor_fail(floor, TREY_STATUS_NO_MEMORY, "out of memory");
        return false;
    }
    memcpy(text, proposal->text, proposal->size);
    trey_proposal *place = &floor->proposal[floor->proposals++];
    *place = *proposal;
    place->text = text;
    changed(floor);
    return true;
}

/* From the store, at the start and when somebody else may have changed them. */
static void catch_up(trey_floor *floor) {
    trey_store *store = trey_house_store(floor->house);
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_proposal proposal;
    if (!floor->proposals_behind) return;
    proposals_close(floor);
    changed(floor);
    trey_status status =
        trey_cursor_open_stream(&cursor, store, TREY_PART_KEPT, floor->notes.stream, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (trey_proposal_decode(&item->kept, &proposal)) add(floor, &proposal);
    }
    trey_cursor_close(cursor);
    if (status == TREY_STATUS_OK)
        floor->proposals_behind = false;
    else
        floor_fail(floor, status, trey_store_message_text(store));
}

static int find(const trey_floor *floor, uint64_t number) {
    for (unsigned i = 0; i < floor->proposals; i++) {
        if (floor->proposal[i].number == number) return (int)i;
    }
    return -1;
}

static void end(trey_floor *floor, uint64_t number) {
    char name[TREY_KEPT_NAME_MAX];
    int index = find(floor, number);
    if (index < 0) return;
    trey_proposal_name(number, name);
    trey_house_notes_wipe(floor->house, &floor->notes, name);
    forget(floor, (unsigned)index);
}

/* What nobody stood by for an hour is not waited for any longer. */
static void end_old(trey_floor *floor, int64_t now) {
    for (unsigned i = floor->proposals; i-- > 0;) {
        if (floor->proposal[i].time + FLOOR_PROPOSAL_MS <= now)
            end(floor, floor->proposal[i].number);
    }
}

static bool read_proposal(const trey_proposal *proposal, trey_message *out) {
    trey_json_mistake mistake;
    return trey_message_read(proposal->text, proposal->size, out, &mistake);
}

static bool of_the_cage(const trey_message *message) {
    switch (message->kind) {
    case TREY_MESSAGE_BUY_IN:
    case TREY_MESSAGE_CASH_OUT:
    case TREY_MESSAGE_TRANSFER:
    case TREY_MESSAGE_BOX:
    case TREY_MESSAGE_FILL:
    case TREY_MESSAGE_CREDIT:
    case TREY_MESSAGE_FLOAT:
    case TREY_MESSAGE_VAULT:
        return true;
    default:
        return false;
    }
}

/* ---- Waiting --------------------------------------------------------------------------------- */
static void answer_waits(hearing *h, uint64_t number, bool again) {
    json_t *object = hear_json(h, true);
    json_object_set_new(object, "waits", json_integer((json_int_t)number));
    if (again) json_object_set_new(object, "again", json_true());
    hear_answer(h, object);
}

/* The one that came with the same id, or NULL. */
static const trey_proposal *said_before(const hearing *h) {
    trey_message message;
    for (unsigned i = 0; i < h->floor->proposals; i++) {
        const trey_proposal *proposal = &h->floor->proposal[i];
        if (proposal->person == h->person && read_proposal(proposal, &message) &&
            memcmp(message.id, h->message.id, sizeof message.id) == 0)
            return proposal;
    }
    return NULL;
}

static bool has_room(const hearing *h) {
    unsigned theirs = 0;
    for (unsigned i = 0; i < h->floor->proposals; i++)
        theirs += h->floor->proposal[i].person == h->person;
    return theirs < FLOOR_PROPOSALS_EACH && h->floor->proposals < FLOOR_PROPOSALS;
}

/* Kept, told to those who supervise, and written down. */
static void propose(hearing *h) {
    trey_floor *floor = h->floor;
    uint8_t bytes[TREY_PROPOSAL_BYTES_MAX];
    char name[TREY_KEPT_NAME_MAX];
    trey_proposal proposal = {.number = (uint64_t)trey_house_now(floor->house),
                              .person = h->person,
                              .time = floor_now(floor),
                              .text = h->text,
                              .size = h->size};
    while (find(floor, proposal.number) >= 0) proposal.number++;
    if (!has_room(h)) {
        hear_refuse(h, "too_many_wait", "too much waits for a second person already");
        return;
    }
    if (!add(floor, &proposal)) return;
    trey_proposal_name(proposal.number, name);
    floor_table *table = floor_table_find(floor, h->message.table);
    if (table && h->message.kind == TREY_MESSAGE_COMMAND)
        floor_notice(floor, table, "warning", waits_here);
    incident_note(h, TREY_INCIDENT_PROPOSED, h->message.table, "waits for a second person");
    trey_house_notes_keep(floor->house, &floor->notes, name, bytes,
                          trey_proposal_encode(&proposal, bytes));
    answer_waits(h, proposal.number, false);
}

bool second_due(hearing *h, const trey_reply *reply) {
    bool only = reply->refused == TREY_REFUSED_SECOND_PERSON ||
                reply->refused == TREY_HOUSE_REFUSED_SECOND_PERSON;
    if (!only || h->second) return false;
    trey_status status = trey_house_notes_begin(h->floor->house);
    if (status != TREY_STATUS_OK) {
        floor_fail(h->floor, status, trey_house_message(h->floor->house));
        return true;
    }
    catch_up(h->floor);
    end_old(h->floor, floor_now(h->floor));
    const trey_proposal *before = reply->again ? said_before(h) : NULL;
    if (before)
        answer_waits(h, before->number, true);
    else if (reply->again)
        return false; /* it has been withdrawn, or was carried out */
    else
        propose(h);
    return true;
}

/* ---- Seconding ------------------------------------------------------------------------------- */
static bool seconded_before(const hearing *h) {
    for (unsigned i = 0; i < h->floor->secondings && i < FLOOR_SECONDED; i++) {
        if (memcmp(&h->floor->seconded[i], h->message.id, sizeof h->message.id) == 0) return true;
    }
    return false;
}

static void ended(hearing *h, uint64_t number, trey_incident_kind kind, const char *about) {
    trey_floor *floor = h->floor;
    end(floor, number);
    memcpy(&floor->seconded[floor->secondings++ % FLOOR_SECONDED], h->message.id,
           sizeof h->message.id);
    incident_note(h, kind, about,
                  kind == TREY_INCIDENT_SECONDED ? "a second person stood by it" : "withdrawn");
}

/* Whoever said it may take it back, and so may those who could have stood by it. */
static bool may_withdraw(const hearing *h, const trey_proposal *proposal, bool cage) {
    if (proposal->person == h->person) return true;
    if (cage) return h->office == TREY_OFFICE_CASHIER || h->office == TREY_OFFICE_SHIFT_MANAGER;
    return h->role != FLOOR_NO_ROLE && h->role >= TREY_ROLE_PIT_SUPERVISOR;
}

/* Heard again, as whoever said it, who must still hold the office for it. */
static void stand_by(hearing *h, const trey_proposal *proposal, const trey_message *message) {
    uint64_t number = proposal->number;
    hearing both = {.floor = h->floor,
                    .visit = h->visit,
                    .kept = h->kept,
                    .person = proposal->person,
                    .role = floor_role(h->floor, proposal->person),
                    .office = floor_office(h->floor, proposal->person),
                    .second = h->person,
                    .second_office = h->office,
                    .message = *message};
    memcpy(both.message.id, h->message.id, sizeof both.message.id);
    hear_one(&both);
    if (both.done) ended(h, number, TREY_INCIDENT_SECONDED, message->table);
}

void hear_second(hearing *h) {
    trey_floor *floor = h->floor;
    trey_message message;
    trey_status status = trey_house_notes_begin(floor->house);
    if (status != TREY_STATUS_OK) {
        floor_fail(floor, status, trey_house_message(floor->house));
        return;
    }
    catch_up(floor);
    int index = find(floor, h->message.number);
    const trey_proposal *proposal = index < 0 ? NULL : &floor->proposal[index];
    bool over = proposal && proposal->time + FLOOR_PROPOSAL_MS <= floor_now(floor);
    if (!proposal || over || !read_proposal(proposal, &message)) {
        static const trey_reply again = {.again = true};
        if (seconded_before(h))
            hear_reply(h, NULL, &again);
        else
            hear_refuse(h, "nothing_waits", "that does not wait for a second person any longer");
        return;
    }
    floor_table *table = floor_table_find(floor, message.table);
    bool played = table && message.kind == TREY_MESSAGE_COMMAND;
    if (h->message.on && played && heard_elsewhere(h, table, NULL)) return;
    if (!h->message.on && !may_withdraw(h, proposal, of_the_cage(&message))) {
        hear_refuse(h, "role_too_low", trey_refused_text(TREY_REFUSED_ROLE_TOO_LOW));
    } else if (!h->message.on) {
        ended(h, proposal->number, TREY_INCIDENT_WITHDRAWN, message.table);
        hear_done(h);
    } else {
        stand_by(h, proposal, &message);
    }
}

/* ---- Telling --------------------------------------------------------------------------------- */
static json_t *proposal_json(trey_floor *floor, const trey_proposal *proposal) {
    char unknown[40];
    json_t *message = json_loadb(proposal->text, proposal->size, 0, NULL);
    const trey_person_facts *facts = trey_people_facts(floor->people, proposal->person);
    if (message) json_object_del(message, "id");
    return json_pack("{s:I, s:I, s:I, s:o, s:s?, s:o*}", "number", (json_int_t)proposal->number,
                     "since", (json_int_t)proposal->time, "person", (json_int_t)proposal->person,
                     "name", trey_json_text(floor_name(floor, proposal->person, unknown)), "role",
                     facts ? trey_office_word(facts->office) : NULL, "message", message);
}

json_t *proposals_json(trey_floor *floor, bool cage) {
    json_t *list = json_array();
    trey_message message;
    int64_t now = floor_now(floor);
    catch_up(floor);
    for (unsigned i = 0; i < floor->proposals; i++) {
        const trey_proposal *proposal = &floor->proposal[i];
        if (proposal->time + FLOOR_PROPOSAL_MS <= now || !read_proposal(proposal, &message))
            continue;
        if (of_the_cage(&message) == cage)
            json_array_append_new(list, proposal_json(floor, proposal));
    }
    return list;
}

bool proposal_holds(trey_floor *floor, const floor_table *table, int64_t now, int64_t *until) {
    enum { HOLDS_MS = 120000 };
    trey_message message;
    *until = 0;
    for (unsigned i = 0; i < floor->proposals; i++) {
        const trey_proposal *proposal = &floor->proposal[i];
        if (proposal->time + HOLDS_MS <= now || !read_proposal(proposal, &message)) continue;
        bool here = message.kind == TREY_MESSAGE_COMMAND && strcmp(message.table, table->name) == 0;
        if (here && proposal->time + HOLDS_MS > *until) *until = proposal->time + HOLDS_MS;
    }
    return *until > 0;
}
