/* floor_shift.c -- a shift manager closes the shift that runs.
 *
 * Who may is said here, since a shift belongs to no table and no rulebook knows of it. */
#include <string.h>

#include "floor_parts.h"

/* A note that need not be UTF-8 would spoil the list of shifts. */
static bool readable(const char *note) {
    json_t *text = json_string(note);
    bool good = text != NULL;
    for (const char *c = note; *c; c++) good = good && (unsigned char)*c >= ' ';
    json_decref(text);
    return good;
}

uint64_t floor_shift(trey_floor *floor, trey_person person, const trey_message *message,
                     bool *again, const char **reason, const char **words) {
    const trey_person_facts *facts = trey_people_facts(floor->people, person);
    trey_command_id id;
    trey_shift shift;
    *again = false;
    *reason = *words = NULL;
    if (!facts || facts->barred || facts->office != TREY_OFFICE_SHIFT_MANAGER) {
        *reason = "role_too_low";
        *words = "only a shift manager can close a shift";
        return 0;
    }
    if (!readable(message->note)) {
        *reason = "malformed";
        *words = "\"note\" has characters that cannot be read; use one line of plain text";
        return 0;
    }
    trey_command_id_of(person, message->id, &id);
    trey_status status = trey_shifts_end(floor->shifts, &id, person, message->note, &shift, again);
    if (status == TREY_STATUS_OK) return shift.number;
    if (status == TREY_STATUS_CONFLICT) {
        *reason = "shift_closing";
        *words = "the shift has just been closed; a new one has started";
    } else {
        floor_fail(floor, status, trey_shifts_message(floor->shifts));
    }
    return 0;
}
