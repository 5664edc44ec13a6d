/* floor_checkpoint.c -- everybody gets each checkpoint that the house signs.
 *
 * Whoever keeps one can hold the house to it later, and two people can compare theirs: a house
 * that tells two stories has to sign both. docs/witness.md. */
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"

json_t *checkpoint_json(const trey_floor *floor) {
    return floor->checkpoint ? json_incref(floor->checkpoint) : json_null();
}

void trey_floor_checkpoint(trey_floor *floor, const char *note, const char *key) {
    json_t *made = json_pack("{s:s, s:s}", "note", note, "key", key);
    if (!made) return;
    json_decref(floor->checkpoint);
    floor->checkpoint = made;
    trey_frame *frame = frame_of(json_pack("{s:s, s:O}", "is", "checkpoint", "checkpoint", made));
    for (size_t i = 0; frame && i < floor->visits; i++) {
        floor_visit *visit = floor->visit[i];
        if (visit->welcomed && !visit->cut) visit_send(floor, visit, trey_frame_hold(frame));
    }
    trey_frame_release(frame);
}
