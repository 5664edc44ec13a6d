/* people_tickets.c -- tickets in the store, so that one opens a socket at any node.
 *
 * Whoever spends a ticket holds the lock of the store from before he looks for it until it is
 * wiped, so that of two nodes only one finds it. One that nobody spends is wiped by the node
 * that made it, with the next that it makes, or at the next opening of the house. */
#include <stdlib.h>
#include <string.h>

#include "people_parts.h"

static const char prefix[] = "ticket-";

void tickets_close(people_tickets *tickets) {
    free(tickets->made);
    free(tickets->spent);
    memset(tickets, 0, sizeof *tickets);
}

bool trey_ticket_decode(const trey_kept *kept, trey_ticket *out) {
    memset(out, 0, sizeof *out);
    if (!token_name_good(prefix, kept->name)) return false;
    trey_reader from = {kept->body, kept->size, false};
    int64_t person = trey_read_number(&from);
    out->until = trey_read_number(&from);
    trey_read_bytes(&from, out->session.byte, sizeof out->session.byte);
    out->person = (trey_person)person;
    return !from.bad && from.left == 0 && person > 0 && person <= UINT32_MAX;
}

/* ---- Making ---------------------------------------------------------------------------------- */
static void wipe(trey_people *people, const trey_hash *ticket) {
    char name[TREY_KEPT_NAME_MAX];
    token_name(prefix, ticket, name);
    trey_house_notes_wipe(people->house, &people->notes, name);
}

/* All of them are good for as long, so the first is the first to be over. */
static void wipe_old(trey_people *people) {
    people_tickets *tickets = &people->tickets;
    int64_t now = trey_house_now(people->house);
    while (tickets->first < tickets->mades && tickets->made[tickets->first].until < now)
        wipe(people, &tickets->made[tickets->first++].hash);
    if (tickets->first < tickets->mades / 2) return;
    tickets->mades -= tickets->first;
    if (tickets->mades)
        memmove(tickets->made, tickets->made + tickets->first,
                tickets->mades * sizeof *tickets->made);
    tickets->first = 0;
}

static bool ticket_reads_back(const char *name, const uint8_t *bytes, size_t size,
                              const trey_ticket *of) {
    trey_kept kept = {.size = (uint32_t)size, .body = bytes};
    trey_ticket read;
    snprintf(kept.name, sizeof kept.name, "%s", name);
    return trey_ticket_decode(&kept, &read) && read.person == of->person && read.until == of->until;
}

trey_status trey_people_ticket_keep(trey_people *people, const trey_hash *ticket,
                                    const trey_ticket *of) {
    people_tickets *tickets = &people->tickets;
    char name[TREY_KEPT_NAME_MAX];
    uint8_t bytes[TREY_HASH_BYTES + 32];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    wipe_old(people);
    if (!TREY_LIST_ROOM(tickets->made, tickets->mades, tickets->made_room))
        return people_fail(people, TREY_STATUS_NO_MEMORY, "out of memory");
    tickets->made[tickets->mades++] = (made_ticket){*ticket, of->until};
    trey_write_number(&body, of->person);
    trey_write_number(&body, of->until);
    trey_write_bytes(&body, of->session.byte, sizeof of->session.byte);
    token_name(prefix, ticket, name);
    TREY_ASSERT(!body.full && ticket_reads_back(name, bytes, body.used, of));
    trey_house_notes_keep(people->house, &people->notes, name, bytes, body.used);
    return TREY_STATUS_OK;
}

/* ---- Spending -------------------------------------------------------------------------------- */
static bool spent_now(trey_people *people, const trey_hash *ticket) {
    people_tickets *tickets = &people->tickets;
    uint64_t flushes = trey_house_flushes(people->house);
    if (tickets->spent_in != flushes) tickets->spents = 0;
    tickets->spent_in = flushes;
    for (size_t i = 0; i < tickets->spents; i++) {
        if (memcmp(&tickets->spent[i], ticket, sizeof *ticket) == 0) return true;
    }
    return false;
}

static trey_status note_spent(trey_people *people, const trey_hash *ticket) {
    people_tickets *tickets = &people->tickets;
    if (!TREY_LIST_ROOM(tickets->spent, tickets->spents, tickets->spent_room))
        return people_fail(people, TREY_STATUS_NO_MEMORY, "out of memory");
    tickets->spent[tickets->spents++] = *ticket;
    wipe(people, ticket);
    return TREY_STATUS_OK;
}

trey_status trey_people_ticket_spend(trey_people *people, const trey_hash *ticket,
                                     trey_ticket *out) {
    char name[TREY_KEPT_NAME_MAX];
    trey_store *store = trey_house_store(people->house);
    trey_kept kept;
    trey_status status = people_begin(people); /* nobody else spends it meanwhile */
    if (status != TREY_STATUS_OK) return status;
    if (spent_now(people, ticket)) return TREY_STATUS_NOT_FOUND;
    token_name(prefix, ticket, name);
    status = trey_store_kept(store, people->notes.stream, name, &kept);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND)
        return people_fail(people, status, trey_store_message_text(store));
    if (status != TREY_STATUS_OK || !trey_ticket_decode(&kept, out)) return TREY_STATUS_NOT_FOUND;
    status = note_spent(people, ticket);
    if (status != TREY_STATUS_OK) return status;
    return out->until < trey_house_now(people->house) ? TREY_STATUS_NOT_FOUND : TREY_STATUS_OK;
}
