/* verify_people.c -- the house's own streams: its people, folded anew, and its incidents.
 *
 * Their records move no money. Of the people numbers without gaps, names that nobody had before,
 * codes that were used once: the fold says what does not fit, and its snapshot is compared byte
 * for byte. What is kept beside the records must be what they speak of. */
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

/* The person whose number stands behind this beginning, written in one way only. */
static trey_person person_of(const char *prefix, const char *kept) {
    char name[TREY_KEPT_NAME_MAX];
    size_t length = strlen(prefix);
    if (strncmp(kept, prefix, length) != 0) return TREY_NOBODY;
    trey_person person = (trey_person)strtoul(kept + length, NULL, 10);
    snprintf(name, sizeof name, "%s%u", prefix, person);
    return strcmp(name, kept) == 0 ? person : TREY_NOBODY;
}

/* A password, or a sealed second factor: the very one that the last record of it speaks of. */
static bool secret_kept(const verify_stream *stream, const trey_kept *kept) {
    trey_person person = person_of("password-", kept->name);
    if (person != TREY_NOBODY)
        return trey_people_fold_password(stream->people, person, kept->body, kept->size);
    person = person_of("factor-", kept->name);
    return person != TREY_NOBODY &&
           trey_people_fold_factor(stream->people, person, kept->body, kept->size);
}

/* A session of somebody whom the records know, of a generation that has been; or a ticket of
 * theirs. One of an earlier generation is over, and stays until it is cleared away. */
static bool session_kept(const verify_stream *stream, const trey_kept *kept) {
    trey_session session;
    trey_ticket ticket;
    const trey_person_facts *facts = NULL;
    if (trey_session_decode(kept, &session)) {
        facts = trey_people_fold_facts(stream->people, session.person);
        if (facts && session.generation > facts->generation) return false;
    } else if (trey_ticket_decode(kept, &ticket)) {
        facts = trey_people_fold_facts(stream->people, ticket.person);
    }
    return facts != NULL;
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
    if (stream->people) return secret_kept(stream, kept) || session_kept(stream, kept);
    /* By which the nodes of a house know that they have the same keys. */
    return stream->item.kind == TREY_STREAM_HOUSE && strcmp(kept->name, "keys") == 0 &&
           kept->size == TREY_HASH_BYTES;
}
