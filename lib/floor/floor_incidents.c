/* floor_incidents.c -- what went wrong or was out of the ordinary, for those who supervise.
 *
 * Refusals to staff, desks and new tables are notes in a stream of the house. Rulings,
 * reports, voids and what staff did to a jackpot are records of their streams already. The
 * list joins both: the past is read from the ends of the streams, so many records at most,
 * when somebody first watches; from then on it is kept up to date. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_hearing.h"

enum {
    PAST_RECORDS = 20000, /* of all tables together that are looked through at first */
    PAST_EACH = 2000,     /* and of one table or jackpot */
    PAST_PEOPLE = 1000
};

/* ---- The list ---------------------------------------------------------------------------- */
/* In its place by time; the oldest goes. Takes the object. */
static void insert(trey_floor *floor, int64_t time, json_t *object) {
    floor_incident *list = floor->incident;
    unsigned at = floor->incidents;
    while (at > 0 && list[at - 1].time > time) at--;
    if (floor->incidents == FLOOR_INCIDENTS) {
        if (at == 0) {
            json_decref(object);
            return;
        }
        json_decref(list[0].object);
        memmove(&list[0], &list[1], (FLOOR_INCIDENTS - 1) * sizeof *list);
        floor->incidents--;
        at--;
    }
    memmove(&list[at + 1], &list[at], (floor->incidents - at) * sizeof *list);
    list[at] = (floor_incident){time, object};
    floor->incidents++;
}

json_t *incidents_json(const trey_floor *floor) {
    json_t *list = json_array();
    for (unsigned i = floor->incidents; i-- > 0;)
        json_array_append(list, floor->incident[i].object);
    return list;
}

void incidents_close(trey_floor *floor) {
    for (unsigned i = 0; i < floor->incidents; i++) json_decref(floor->incident[i].object);
    floor->incidents = 0;
}

typedef struct telling {
    int64_t time; /* milliseconds */
    const char *kind;
    trey_person person; /* TREY_NOBODY: the house */
    const char *role;   /* NULL: unknown */
    const char *about;  /* or NULL */
    const char *text;
    json_t *paragraphs; /* or NULL; taken */
} telling;

static void tell(trey_floor *floor, const telling *t) {
    char unknown[40];
    json_t *object = json_pack(
        "{s:I, s:I, s:s, s:o, s:o, s:o, s:o}", "number", (json_int_t)++floor->incidents_told,
        "time", (json_int_t)t->time, "kind", t->kind, "person",
        t->person ? json_integer(t->person) : json_null(), "name",
        trey_json_text(t->person ? floor_name(floor, t->person, unknown) : "the house"), "role",
        t->role ? json_string(t->role) : json_null(), "text", trey_json_text(t->text));
    if (t->about && t->about[0]) json_object_set_new(object, "table", trey_json_text(t->about));
    if (t->paragraphs) json_object_set_new(object, "paragraphs", t->paragraphs);
    insert(floor, t->time, object);
    floor->pit_changed = true;
}

/* ---- Notes ---------------------------------------------------------------------------------- */
static void keep(hearing *h, trey_incident *incident) {
    incident->person = h->person;
    incident->office = (uint8_t)h->office;
    snprintf(incident->word, sizeof incident->word, "%s", h->message.word ? h->message.word : "");
    trey_status status = trey_house_incident(h->floor->house, &h->floor->notes, incident);
    if (status != TREY_STATUS_OK) floor_fail(h->floor, status, trey_house_message(h->floor->house));
    h->floor->pit_changed = true;
}

void incident_note(hearing *h, trey_incident_kind kind, const char *about, const char *text) {
    trey_incident incident = {.kind = (uint8_t)kind};
    snprintf(incident.about, sizeof incident.about, "%s", about ? about : "");
    snprintf(incident.text, sizeof incident.text, "%s", text);
    keep(h, &incident);
}

void incident_desk_left(trey_floor *floor, const floor_table *table, trey_person person) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    trey_incident incident = {.kind = TREY_INCIDENT_DESK,
                              .person = person,
                              .office = facts ? facts->office : TREY_OFFICE_COUNT};
    if (floor->closing || floor->failed != TREY_STATUS_OK) return;
    snprintf(incident.about, sizeof incident.about, "%s", table->name);
    snprintf(incident.text, sizeof incident.text,
             "the console lost its connection and gave up the desk");
    trey_status status = trey_house_incident(floor->house, &floor->notes, &incident);
    if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_house_message(floor->house));
}

/* As much of a text as fits, and no letter cut in two. */
static void copy_text(char *out, size_t room, const char *text) {
    size_t length = strlen(text);
    if (length >= room) {
        length = room - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    }
    memcpy(out, text, length);
    out[length] = '\0';
}

void incident_refused(hearing *h, const json_t *refused) {
    trey_incident incident = {.kind = TREY_INCIDENT_REFUSED};
    size_t i;
    json_t *one;
    copy_text(incident.about, sizeof incident.about, h->message.table);
    copy_text(incident.reason, sizeof incident.reason,
              json_string_value(json_object_get(refused, "reason")));
    copy_text(incident.text, sizeof incident.text,
              json_string_value(json_object_get(refused, "text")));
    json_array_foreach(json_object_get(refused, "paragraphs"), i, one) {
        size_t used = strlen(incident.paragraphs);
        if (used + json_string_length(one) + 2 > sizeof incident.paragraphs) break;
        snprintf(incident.paragraphs + used, sizeof incident.paragraphs - used, "%s%s",
                 used ? "; " : "", json_string_value(one));
    }
    keep(h, &incident);
}

static void tell_note(trey_floor *floor, const trey_record *record) {
    trey_incident incident;
    char text[TREY_INCIDENT_TEXT_MAX + 2 * TREY_INCIDENT_WORD_MAX + 8];
    if (!trey_incident_decode(record, &incident)) return;
    bool refused = incident.kind == TREY_INCIDENT_REFUSED;
    if (refused)
        snprintf(text, sizeof text, "%s%s%s: %s", incident.word, incident.word[0] ? ": " : "",
                 incident.reason, incident.text);
    tell(floor,
         &(telling){
             .time = record->time / 1000,
             .kind = trey_incident_word(incident.kind),
             .person = incident.person,
             .role = incident.office < TREY_OFFICE_COUNT ? trey_office_word(incident.office) : NULL,
             .about = incident.about,
             .text = refused ? text : incident.text,
             .paragraphs = incident.paragraphs[0] ? trey_json_list(incident.paragraphs) : NULL});
}

/* ---- Tables ---------------------------------------------------------------------------------- */
static json_t *cited(const trey_rulebook *book, trey_citation by) {
    return by.count ? trey_json_paragraphs(book, by.paragraph, by.count) : NULL;
}

static const trey_case *case_of(const trey_rulebook *book, const trey_report *report) {
    return &trey_rulebook_trouble(book, (trey_irregularity)report->kind)->item[report->item];
}

/* Whose card; not which: it may lie in a hand that nobody may see. */
static void recalled_text(const trey_event *event, char *text, size_t room) {
    unsigned place = event->dealt.place;
    if (place == TREY_PLACE_BURN) {
        snprintf(text, room, "the burn card was mistyped and taken back");
    } else if (place == TREY_PLACE_DEALER) {
        snprintf(text, room, "a dealer card was mistyped and taken back");
    } else {
        snprintf(text, room, "a card of position %u was mistyped and taken back", place);
    }
}

/* `confirmed` is the report that the command carried out, or NULL; what was ruled says by
 * itself what became of the round. */
static void tell_event(trey_floor *floor, const floor_table *table, const trey_event *event,
                       int64_t time, trey_person by, bool ruled, const trey_report *confirmed) {
    const trey_rules *rules = table_rules(floor, table);
    const trey_rulebook *book = trey_rules_book(rules);
    char text[TREY_INCIDENT_TEXT_MAX], least[TREY_CENTS_TEXT_MAX], most[TREY_CENTS_TEXT_MAX];
    telling t = {.time = time,
                 .person = by,
                 .role = trey_role_word(event->role),
                 .about = table->name,
                 .text = text};
    uint16_t paragraph[TREY_CITED];
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_REPORTED:
        t.kind = "report";
        snprintf(text, sizeof text, "%s: %s",
                 trey_irregularity_happened((trey_irregularity)event->report.kind),
                 trey_remedy_word(case_of(book, &event->report)->remedy));
        t.paragraphs = cited(book, case_of(book, &event->report)->by);
        break;
    case TREY_EVENT_RULED:
        t.kind = "ruling";
        snprintf(text, sizeof text, "%s: %s",
                 trey_ruling_word((trey_ruling_kind)event->ruled.ruling), event->ruled.reason);
        t.paragraphs = trey_json_paragraphs(
            book, paragraph,
            trey_ruling_citation(rules, (trey_ruling_kind)event->ruled.ruling, paragraph));
        break;
    case TREY_EVENT_VOIDED:
        if (ruled) return; /* the ruling says so */
        t.kind = "void";
        snprintf(text, sizeof text, "the round is void");
        if (confirmed) t.paragraphs = cited(book, case_of(book, confirmed)->by);
        break;
    case TREY_EVENT_LIMITS:
        t.kind = "limits";
        snprintf(text, sizeof text, "%s from %s to %s: %s", trey_wager_word(event->wager),
                 trey_cents_print(event->limits.least, least),
                 trey_cents_print(event->limits.most, most), event->limits.reason);
        t.paragraphs = cited(book, trey_rulebook_rule(book, TREY_KEY_LIMITS_SHOWN)->by);
        break;
    case TREY_EVENT_RECALLED:
        t.kind = "recall";
        recalled_text(event, text, sizeof text);
        break;
    default:
        return;
    }
    tell(floor, &t);
}

void incident_table(trey_floor *floor, const floor_table *table, const trey_table *before,
                    const trey_decision *decision, trey_person by) {
    bool ruled = false;
    const trey_report *confirmed = before->gate == TREY_GATE_REPORT ? &before->report : NULL;
    if (!floor->incidents_read) return;
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_event *event = &decision->event[i];
        ruled |= event->kind == TREY_EVENT_RULED;
        tell_event(floor, table, event, floor_now(floor), by, ruled, confirmed);
    }
}

/* The commands at the end of a table's stream, and what they caused. */
typedef struct table_past {
    trey_command command; /* the last one */
    trey_report report;   /* and the last report */
    bool reported;
} table_past;

static trey_status read_table(trey_floor *floor, const floor_table *table,
                              const trey_record *record, table_past *past) {
    const trey_command *command = &past->command;
    trey_command_id id;
    trey_event event;
    if (record->type == TREY_RECORD_COMMAND)
        return trey_command_decode(record, &id, &past->command) ? TREY_STATUS_OK
                                                                : TREY_STATUS_STORE_CORRUPT;
    if (record->type != TREY_RECORD_EVENT) return TREY_STATUS_OK;
    if (!trey_event_decode(record, &event)) return TREY_STATUS_STORE_CORRUPT;
    bool confirms = past->reported && command->verb == TREY_VERB_CONFIRM;
    tell_event(floor, table, &event, record->time / 1000, command->actor,
               command->verb == TREY_VERB_RULE, confirms ? &past->report : NULL);
    if (event.kind != TREY_EVENT_REPORTED) return TREY_STATUS_OK;
    past->report = event.report;
    past->reported = true;
    return TREY_STATUS_OK;
}

/* ---- Jackpots -------------------------------------------------------------------------------- */
static void tell_link(trey_floor *floor, unsigned jackpot, unsigned verb, int64_t time,
                      trey_person by, unsigned role, const char *text) {
    static const char *const kind[TREY_LINK_VERB_COUNT] = {
        [TREY_LINK_CONFIRM] = "award", [TREY_LINK_REJECT] = "reject",
        [TREY_LINK_PLACE] = "award",   [TREY_LINK_CHANGE] = "parameters",
        [TREY_LINK_DOWN] = "link",     [TREY_LINK_UP] = "link",
        [TREY_LINK_CLAIM] = "claim",   [TREY_LINK_STRIKE] = "strike"};
    if (!kind[verb]) return;
    tell(floor, &(telling){.time = time,
                           .kind = kind[verb],
                           .person = by,
                           .role = trey_role_word(role),
                           .about = trey_house_jackpot_name(floor->house, jackpot),
                           .text = text});
}

static void link_text(unsigned verb, uint64_t number, unsigned place, trey_cents value,
                      const char *reason, char *text, size_t room) {
    char money[TREY_CENTS_TEXT_MAX];
    unsigned long long hit = (unsigned long long)number;
    switch (verb) {
    case TREY_LINK_CONFIRM:
        snprintf(text, room, "hit %llu is paid: %s", hit, trey_cents_print(value, money));
        break;
    case TREY_LINK_REJECT:
        snprintf(text, room, "hit %llu is rejected: %s", hit, reason);
        break;
    case TREY_LINK_PLACE:
        snprintf(text, room, "hit %llu has place %u: %s", hit, place, reason);
        break;
    case TREY_LINK_CHANGE:
        snprintf(text, room, "parameters changed: %s", reason);
        break;
    case TREY_LINK_DOWN:
        snprintf(text, room, "link down: %s", reason);
        break;
    default:
        snprintf(text, room, "link restored");
    }
}

/* Of an award that the jackpot had not heard of. */
static void unpaid_text(const trey_floor *floor, unsigned verb, uint64_t number,
                        const trey_hit *hit, uint64_t round, const char *reason, char *text,
                        size_t room) {
    int used = snprintf(text, room, "the award of round %llu at %s, seat %u, is ",
                        (unsigned long long)round, floor_stream_name(floor, hit->table), hit->seat);
    size_t at = used > 0 && (size_t)used < room ? (size_t)used : 0;
    if (verb == TREY_LINK_CLAIM)
        snprintf(text + at, room - at, "claimed as hit %llu: %s", (unsigned long long)number,
                 reason);
    else
        snprintf(text + at, room - at, "written off: %s", reason);
}

static bool of_unpaid(unsigned verb) {
    return verb == TREY_LINK_CLAIM || verb == TREY_LINK_STRIKE;
}

void incident_link(trey_floor *floor, unsigned jackpot, const trey_link_command *command,
                   const trey_link_hit *hit) {
    char text[TREY_INCIDENT_TEXT_MAX];
    if (!floor->incidents_read) return;
    if (of_unpaid(command->verb))
        unpaid_text(floor, command->verb, command->number, &command->hit, command->round,
                    command->reason, text, sizeof text);
    else
        link_text(command->verb, command->number, command->place, hit ? hit->value : 0,
                  command->reason, text, sizeof text);
    tell_link(floor, jackpot, command->verb, floor_now(floor), command->actor, command->role, text);
}

void incident_link_event(trey_floor *floor, unsigned jackpot, const trey_link_event *event,
                         int64_t time) {
    static const uint8_t verb[TREY_LINK_EVENT_KINDS] = {
        [TREY_LINK_EVENT_PLACED] = TREY_LINK_PLACE,
        [TREY_LINK_EVENT_CONFIRMED] = TREY_LINK_CONFIRM,
        [TREY_LINK_EVENT_REJECTED] = TREY_LINK_REJECT,
        [TREY_LINK_EVENT_CHANGED] = TREY_LINK_CHANGE,
        [TREY_LINK_EVENT_DOWN] = TREY_LINK_DOWN,
        [TREY_LINK_EVENT_UP] = TREY_LINK_UP,
        [TREY_LINK_EVENT_CLAIMED] = TREY_LINK_CLAIM,
        [TREY_LINK_EVENT_STRUCK] = TREY_LINK_STRIKE};
    char text[TREY_INCIDENT_TEXT_MAX];
    if (!floor->incidents_read || verb[event->kind] == 0) return;
    if (of_unpaid(verb[event->kind]))
        unpaid_text(floor, verb[event->kind], event->number, &event->hit, event->round,
                    event->reason, text, sizeof text);
    else
        link_text(verb[event->kind], event->number, event->place, event->amount, event->reason,
                  text, sizeof text);
    tell_link(floor, jackpot, verb[event->kind], time, event->actor, event->role, text);
}

static trey_status read_link(trey_floor *floor, unsigned jackpot, const trey_record *record) {
    trey_link_event event;
    if (record->type != TREY_RECORD_EVENT) return TREY_STATUS_OK;
    if (!trey_link_event_decode(record, &event)) return TREY_STATUS_STORE_CORRUPT;
    incident_link_event(floor, jackpot, &event, record->time / 1000);
    return TREY_STATUS_OK;
}

/* ---- People ---------------------------------------------------------------------------------- */
static void tell_lock(trey_floor *floor, const trey_record *record) {
    trey_people_record locked;
    if (record->type != TREY_PEOPLE_LOCKED || !trey_people_record_decode(record, &locked)) return;
    const trey_person_facts *facts = trey_people_facts(floor->people, locked.person);
    tell(floor, &(telling){.time = record->time / 1000,
                           .kind = "lock",
                           .person = locked.person,
                           .role = facts ? trey_office_word(facts->office) : NULL,
                           .text = "locked after too many wrong passwords"});
}

/* ---- Reading ----------------------------------------------------------------------------------
 */
typedef struct past {
    trey_floor *floor;
    enum { OF_NOTES, OF_PEOPLE, OF_TABLE, OF_JACKPOT } of;
    unsigned index;
    table_past table;
} past;

static trey_status past_record(past *p, const trey_record *record) {
    switch (p->of) {
    case OF_NOTES:
        tell_note(p->floor, record);
        return TREY_STATUS_OK;
    case OF_PEOPLE:
        tell_lock(p->floor, record);
        return TREY_STATUS_OK;
    case OF_TABLE:
        return read_table(p->floor, p->floor->table[p->index], record, &p->table);
    default:
        return read_link(p->floor, p->index, record);
    }
}

/* What stands behind `*at`, at most the last `most` records, and moves it to the end. */
static trey_status read_on(past *p, trey_stream stream, uint64_t most, uint64_t *at) {
    trey_store *store = trey_house_store(p->floor->house);
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    uint64_t place = 0;
    trey_status status = trey_store_place(store, stream, &place);
    if (status != TREY_STATUS_OK || place <= *at) return status;
    uint64_t after = place - *at > most ? place - most : *at;
    status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream, after);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        status = past_record(p, &item->record);
        *at = item->record.place;
    }
    trey_cursor_close(cursor);
    return status;
}

static trey_status read_past(trey_floor *floor) {
    trey_store *store = trey_house_store(floor->house);
    trey_status status = TREY_STATUS_OK;
    uint64_t each = floor->tables ? PAST_RECORDS / floor->tables : 0;
    floor->incidents_read = true;
    if (each > PAST_EACH) each = PAST_EACH;
    for (unsigned i = 0; i < floor->tables && status == TREY_STATUS_OK; i++) {
        past p = {.floor = floor, .of = OF_TABLE, .index = i};
        uint64_t at = 0;
        status = read_on(&p, trey_house_table_stream(floor->house, i), each, &at);
    }
    for (unsigned i = 0; i < floor->jackpots && status == TREY_STATUS_OK; i++) {
        past p = {.floor = floor, .of = OF_JACKPOT, .index = i};
        trey_stream stream;
        uint64_t at = 0;
        status = trey_store_stream(store, TREY_STREAM_JACKPOT,
                                   trey_house_jackpot_name(floor->house, i), false, 0, &stream);
        if (status == TREY_STATUS_OK) status = read_on(&p, stream, PAST_EACH, &at);
    }
    return status;
}

/* Those of the past get numbers in the order of time. */
static void number_past(trey_floor *floor) {
    floor->incidents_told = 0;
    for (unsigned i = 0; i < floor->incidents; i++)
        json_object_set_new(floor->incident[i].object, "number",
                            json_integer((json_int_t)++floor->incidents_told));
}

void incidents_follow(trey_floor *floor) {
    trey_store *store = trey_house_store(floor->house);
    trey_stream people;
    bool first = !floor->incidents_read;
    past p = {.floor = floor, .of = OF_NOTES};
    trey_status status = first ? read_past(floor) : TREY_STATUS_OK;
    if (status == TREY_STATUS_OK)
        status = read_on(&p, floor->notes.stream, FLOOR_INCIDENTS, &floor->notes_at);
    if (status == TREY_STATUS_OK)
        status = trey_store_stream(store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &people);
    p.of = OF_PEOPLE;
    if (status == TREY_STATUS_OK) status = read_on(&p, people, PAST_PEOPLE, &floor->people_at);
    if (first) number_past(floor);
    if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_store_message_text(store));
}
