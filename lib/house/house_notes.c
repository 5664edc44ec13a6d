/* house_notes.c -- records of others in the house's batch.
 *
 * Who the people of a house are is decided elsewhere, but it must become durable together
 * with what they do at the tables: one batch, one flush, one order. So whoever keeps a
 * stream beside the tables stages its records here, and the house asks nothing about
 * what stands in them. */
#include "house_parts.h"

trey_status trey_house_notes_open(trey_house *house, const char *name, trey_house_notes *out) {
    *out = (trey_house_notes){0};
    trey_status status = house_unstaged(house); /* streams are made outside of the lock */
    if (status != TREY_STATUS_OK) return status;
    status = trey_store_stream(house->store, TREY_STREAM_HOUSE, name, true, house_now(house),
                               &out->stream);
    if (status != TREY_STATUS_OK)
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    return TREY_STATUS_OK;
}

trey_status trey_house_notes_begin(trey_house *house) {
    return house->stopped ? house_has_stopped(house) : house_batch_begins(house);
}

void trey_house_notes_add(trey_house *house, trey_house_notes *notes, unsigned type, int64_t time,
                          const void *body, size_t size) {
    TREY_ASSERT(!house->stopped && type > 0 && type <= UINT16_MAX);
    trey_batch_record(house->batch, notes->stream, (uint16_t)type, time, body, size);
    notes->place++;
    house->staged++;
}

void trey_house_notes_keep(trey_house *house, const trey_house_notes *notes, const char *name,
                           const void *body, size_t size) {
    trey_batch_keep(house->batch, notes->stream, name, body, size);
    house->staged++; /* the lock is held until it is stored */
}

void trey_house_notes_wipe(trey_house *house, const trey_house_notes *notes, const char *name) {
    trey_batch_wipe(house->batch, notes->stream, name);
    house->staged++;
}

/* A large state is written less often, so that the snapshots cost no more than the
 * records that they save reading. */
bool trey_house_notes_snapshot_due(const trey_house *house, const trey_house_notes *notes,
                                   size_t parts) {
    uint64_t since = notes->place - notes->snapshot_at;
    return since >= house->snapshot_every && since >= parts / 2;
}

void trey_house_notes_snapshot(trey_house *house, trey_house_notes *notes, const void *body,
                               size_t size) {
    trey_batch_snapshot(house->batch, notes->stream, notes->place, body, size);
    notes->snapshot_at = notes->place;
}

void trey_house_derive_key(const trey_house *house, const char *purpose, trey_seal_key *out) {
    trey_seal_key_derive(&house->seal, purpose, out);
}

trey_store *trey_house_store(const trey_house *house) {
    return house->store;
}

trey_cents trey_house_award_second(const trey_house *house) {
    return house->award_second;
}

int64_t trey_house_now(trey_house *house) {
    return house_now(house);
}
