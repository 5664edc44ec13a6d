/* report_staff.c -- what each member of staff did that others did not see, beside what was to be
 * expected of them.
 *
 * Nobody's guilt is in a number. But voids, reports that were withdrawn, corrections and awards
 * spread over those who deal and supervise as their work does, and somebody with far more of them
 * than others in the same role ought to be asked. Expected is the same share of all such cases as a
 * person has of all commands that people of that role gave. */
#include <string.h>

#include "report_parts.h"

static const char *const words[STAFF_KINDS] = {
    [STAFF_CALLS] = "calls", [STAFF_REPORTS] = "reports",         [STAFF_WITHDRAWN] = "withdrawn",
    [STAFF_VOIDS] = "voids", [STAFF_CORRECTIONS] = "corrections", [STAFF_AWARDS] = "awards"};

const char *staff_word(unsigned kind) {
    return words[kind];
}

/* Those who work here are few. */
static report_person *person_of(trey_figures *f, trey_person person) {
    for (size_t i = 0; i < f->persons; i++) {
        if (f->person[i].person == person) return &f->person[i];
    }
    if (!TREY_LIST_ROOM(f->person, f->persons, f->person_room)) return NULL;
    report_person *made = &f->person[f->persons++];
    *made = (report_person){.person = person};
    return made;
}

bool staff_did(trey_figures *f, trey_person person, unsigned role, staff_kind kind) {
    if (person == TREY_NOBODY || role == TREY_ROLE_PLAYER) return true;
    report_person *found = person_of(f, person);
    if (!found) return false;
    if (role > found->role) found->role = (uint8_t)role;
    found->count[kind]++;
    return true;
}

/* What a void, a correction or a withdrawn report is laid to: whoever gave the command, whoever
 * stood by it, and whoever had made the report that it confirmed. */
trey_status staff_event(trey_figures *f, report_table *table, const trey_event *event) {
    const report_giver *giver = &table->giver;
    bool good = true, confirms = giver->verb == TREY_VERB_CONFIRM;
    staff_kind kind = STAFF_CALLS;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_REPORTED:
        table->reporter = (report_giver){.person = giver->person, .role = giver->role};
        kind = STAFF_REPORTS;
        break;
    case TREY_EVENT_DROPPED:
        return staff_did(f, table->reporter.person, table->reporter.role, STAFF_WITHDRAWN)
                   ? TREY_STATUS_OK
                   : TREY_STATUS_NO_MEMORY;
    case TREY_EVENT_VOIDED:
    case TREY_EVENT_INVALIDATED:
    case TREY_EVENT_REVERSED:
        kind = STAFF_VOIDS;
        break;
    case TREY_EVENT_MENDED:
    case TREY_EVENT_STAKE_FOUND:
    case TREY_EVENT_LOOK_STRUCK:
    case TREY_EVENT_RECALLED:
        kind = STAFF_CORRECTIONS;
        break;
    default:
        return TREY_STATUS_OK;
    }
    /* One command is one case, however many hands it touches. */
    if (table->laid & 1u << kind) return TREY_STATUS_OK;
    table->laid |= 1u << kind;
    good = staff_did(f, giver->person, giver->role, kind);
    if (good && giver->second) good = staff_did(f, giver->second, giver->second_role, kind);
    if (good && confirms && table->reporter.person != giver->person)
        good = staff_did(f, table->reporter.person, table->reporter.role, kind);
    return good ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

/* A command begins: who gives it. */
trey_status staff_command_came(trey_figures *f, report_table *table, const trey_record *record) {
    trey_command_id id;
    trey_command command;
    table->laid = 0;
    table->giver = (report_giver){0};
    if (!trey_command_decode(record, &id, &command)) return TREY_STATUS_STORE_CORRUPT;
    table->giver = (report_giver){.person = command.actor,
                                  .second = command.second,
                                  .role = command.role,
                                  .second_role = command.second_role,
                                  .verb = command.verb};
    return staff_did(f, command.actor, command.role, STAFF_CALLS) ? TREY_STATUS_OK
                                                                  : TREY_STATUS_NO_MEMORY;
}

double staff_expected(const trey_figures *f, const report_person *person, unsigned kind) {
    uint64_t calls = 0, cases = 0;
    for (size_t i = 0; i < f->persons; i++) {
        if (f->person[i].role != person->role) continue;
        calls += f->person[i].count[STAFF_CALLS];
        cases += f->person[i].count[kind];
    }
    if (calls == 0) return (double)cases;
    return (double)cases * (double)person->count[STAFF_CALLS] / (double)calls;
}
