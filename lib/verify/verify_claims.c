/* verify_claims.c -- one award a hit: the claims against the jackpots' records.
 *
 * A claim stops a second award of the same hit in the database itself. It follows from
 * the record of the award; a claim without one would keep an award from ever being made,
 * so it is a change. Awards from before claims were made have none. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

bool claims_note(verifying *v, link_replay *link, uint64_t number) {
    if ((link->confirmations & (link->confirmations + 1)) == 0) { /* full: 0, 1, 3, 7 ... */
        size_t room = 2 * link->confirmations + 1;
        uint64_t *grown = realloc(link->confirmed, room * sizeof *grown);
        if (!grown) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the awards");
        link->confirmed = grown;
    }
    link->confirmed[link->confirmations++] = number;
    return true;
}

void link_forget(link_replay *link) {
    if (link) free(link->confirmed);
    free(link);
}

/* The hit that a claim names in the one way a house writes it, or 0. */
static uint64_t hit_of(const trey_claim *claim) {
    static const char prefix[] = "hit-";
    char name[TREY_KEPT_NAME_MAX];
    if (strncmp(claim->name, prefix, sizeof prefix - 1) != 0) return 0;
    uint64_t number = strtoull(claim->name + sizeof prefix - 1, NULL, 10);
    snprintf(name, sizeof name, "%s%" PRIu64, prefix, number);
    return strcmp(name, claim->name) == 0 ? number : 0;
}

/* Numbers are struck off as they are claimed. */
static bool strike(link_replay *link, uint64_t number) {
    for (size_t i = 0; number > 0 && i < link->confirmations; i++) {
        if (link->confirmed[i] != number) continue;
        link->confirmed[i] = 0;
        return true;
    }
    return false;
}

static bool claim_holds(verifying *v, const trey_claim *claim) {
    const bool there = claim->stream > 0 && claim->stream <= v->streams;
    link_replay *link = there ? v->stream[claim->stream - 1].link : NULL;
    if (link && strike(link, hit_of(claim))) return true;
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, claim->name,
                               "stream %u: something is claimed that no record tells of",
                               claim->stream);
}

/* Behind the first award that was claimed there is none that was not. */
static bool none_is_missing(verifying *v, const verify_stream *stream) {
    const link_replay *link = stream->link;
    size_t first = 0;
    while (first < link->confirmations && link->confirmed[first] != 0) first++;
    for (size_t i = first; i < link->confirmations; i++) {
        if (link->confirmed[i] != 0)
            return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                       "jackpot %s: the claim of hit %" PRIu64 " is gone",
                                       stream->item.name, link->confirmed[i]);
    }
    return true;
}

bool claims_match(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    bool good = true;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_CLAIMS, 0);
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        good = claim_holds(v, &item->claim);
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    for (size_t i = 0; good && i < v->streams; i++) {
        if (v->stream[i].link) good = none_is_missing(v, &v->stream[i]);
    }
    return good;
}
