/* verify_claims.c -- one award a hit: the claims against the jackpots' records.
 *
 * A claim stops a second award of the same hit in the database itself. It follows from
 * the record of the award; a claim without one would keep an award from ever being made,
 * so it is a change, and so is an award without its claim. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

bool claims_note(verifying *v, link_replay *link, uint64_t number) {
    if (!TREY_LIST_ROOM(link->confirmed, link->confirmations, link->confirmed_room))
        return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the awards");
    link->confirmed[link->confirmations++] = (struct confirmation){.hit = number};
    return true;
}

void link_forget(link_replay *link) {
    if (link) free(link->confirmed);
    free(link);
}

/* The number of the hit that a claim names in the one way it is written, or 0. */
static uint64_t hit_of(const trey_claim *claim) {
    static const char prefix[] = "hit-";
    char name[TREY_KEPT_NAME_MAX];
    if (strncmp(claim->name, prefix, sizeof prefix - 1) != 0) return 0;
    uint64_t number = strtoull(claim->name + sizeof prefix - 1, NULL, 10);
    snprintf(name, sizeof name, "%s%" PRIu64, prefix, number);
    return strcmp(name, claim->name) == 0 ? number : 0;
}

static bool strike(link_replay *link, uint64_t hit) {
    for (size_t i = 0; hit > 0 && i < link->confirmations; i++) {
        struct confirmation *award = &link->confirmed[i];
        if (award->hit != hit || award->claimed) continue;
        award->claimed = true;
        return true;
    }
    return false;
}

static bool claim_holds(verifying *v, const trey_claim *claim) {
    const bool there = claim->stream > 0 && claim->stream <= v->streams;
    link_replay *link = there ? v->stream[claim->stream - 1].link : NULL;
    if (there && v->stream[claim->stream - 1].astray) return true; /* nobody knows */
    if (link && strike(link, hit_of(claim))) return true;
    return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, claim->name,
                               "stream %u: something is claimed that no record tells of",
                               claim->stream);
}

static bool all_are_claimed(verifying *v, const verify_stream *stream) {
    const link_replay *link = stream->link;
    for (size_t i = 0; i < link->confirmations; i++) {
        const struct confirmation *award = &link->confirmed[i];
        if (award->claimed) continue;
        verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                            "jackpot %s: the claim of hit %" PRIu64 " is gone", stream->item.name,
                            award->hit);
    }
    return verify_goes_on(v);
}

bool claims_match(verifying *v) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    bool good = true;
    trey_status status = trey_cursor_open(&cursor, v->store, TREY_PART_CLAIMS, 0);
    while (good && status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item)
        good = claim_holds(v, &item->claim) || verify_goes_on(v);
    trey_cursor_close(cursor);
    if (good && status != TREY_STATUS_OK) return verify_store_fails(v, status);
    for (size_t i = 0; good && i < v->streams; i++) {
        if (v->stream[i].link && !v->stream[i].astray) good = all_are_claimed(v, &v->stream[i]);
    }
    return good;
}
