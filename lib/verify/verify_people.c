/* verify_people.c -- the house's own streams: its people, folded anew, and its incidents.
 *
 * Their records move no money. Of the people numbers without gaps, names that nobody had before,
 * locks that follow from wrong passwords: the fold says what does not fit, and its snapshot is
 * compared byte for byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "verify_parts.h"

static bool incident_record(verifying *v) {
    trey_incident incident;
    return trey_incident_decode(v->record, &incident) ||
           verify_fault(v, "this is not a record of an incident", NULL, NULL);
}

bool people_record(verifying *v, verify_stream *stream) {
    if (!verify_no_transfers(v)) return false;
    if (strcmp(stream->item.name, TREY_HOUSE_INCIDENTS) == 0) return incident_record(v);
    if (strcmp(stream->item.name, TREY_HOUSE_PEOPLE) != 0)
        return verify_fault(v, "nothing is written in this stream", NULL, NULL);
    if (!stream->people && trey_people_fold_open(&stream->people) != TREY_STATUS_OK)
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the people");
    const char *wrong = trey_people_fold_add(stream->people, v->record);
    return !wrong || verify_fault(v, wrong, NULL, NULL);
}

/* The snapshot of this place; one of another layout begins with another byte. */
bool people_snapshot(verifying *v, verify_stream *stream) {
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (trey_people_fold_snapshot(stream->people, &bytes, &size) != TREY_STATUS_OK)
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the people");
    bool same = stream->snapshot_size == size && memcmp(stream->snapshot, bytes, size) == 0;
    bool other = stream->snapshot_size > 0 && stream->snapshot[0] != bytes[0];
    free(bytes);
    free(stream->snapshot);
    stream->snapshot = NULL;
    v->report->snapshots += same;
    v->report->snapshots_skipped += other;
    return same || other ||
           verify_fault(v, "the snapshot at this place is not the state that the records give",
                        NULL, NULL);
}

/* A password of somebody who has an account. */
static bool password_kept(const verify_stream *stream, const trey_kept *kept) {
    static const char made_by[] = "$argon2id$";
    static const char prefix[] = "password-";
    char name[TREY_KEPT_NAME_MAX];
    if (strncmp(kept->name, prefix, sizeof prefix - 1) != 0) return false;
    trey_person person = (trey_person)strtoul(kept->name + sizeof prefix - 1, NULL, 10);
    snprintf(name, sizeof name, "%s%u", prefix, person);
    const trey_person_facts *facts = trey_people_fold_facts(stream->people, person);
    return facts && !facts->guest && strcmp(name, kept->name) == 0 &&
           kept->size > sizeof made_by - 1 && kept->size < TREY_PASSWORD_HASH_MAX &&
           memcmp(kept->body, made_by, sizeof made_by - 1) == 0;
}

/* A session of somebody whom the records know, or a ticket of his. */
static bool session_kept(const verify_stream *stream, const trey_kept *kept) {
    trey_session session;
    trey_ticket ticket;
    if (trey_session_decode(kept, &session))
        return trey_people_fold_facts(stream->people, session.person) != NULL;
    return trey_ticket_decode(kept, &ticket) &&
           trey_people_fold_facts(stream->people, ticket.person);
}

/* What waits for a second person; it has moved nothing yet. */
static bool proposal_kept(const verify_stream *stream, const trey_kept *kept) {
    trey_proposal proposal;
    return stream->item.kind == TREY_STREAM_HOUSE &&
           strcmp(stream->item.name, TREY_HOUSE_INCIDENTS) == 0 &&
           trey_proposal_decode(kept, &proposal);
}

bool people_kept(const verify_stream *stream, const trey_kept *kept) {
    if (proposal_kept(stream, kept)) return true;
    if (stream->people) return password_kept(stream, kept) || session_kept(stream, kept);
    /* By which the nodes of a house know that they have the same keys. */
    return stream->item.kind == TREY_STREAM_HOUSE && strcmp(kept->name, "keys") == 0 &&
           kept->size == TREY_HASH_BYTES;
}
