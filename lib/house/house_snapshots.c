/* house_snapshots.c -- the states of tables and links as snapshots.
 *
 * A snapshot saves a house from reading a stream from its beginning, and does no more: the
 * records give the same state. So it holds the state as it is in memory, with a number for
 * the layout in front of it, and one of another layout is not read. The number is written in
 * the machine's own byte order, so that a machine of the other order does not read it either. */
#include <string.h>

#include "house_parts.h"

enum { TABLE_LAYOUT = 1, LINK_LAYOUT = 1 };

/* A stake has two limits, and every bettor of every box has an amount on it. */
enum { STAKE_BYTES = (2 + TREY_SEATS * TREY_BETTORS) * sizeof(trey_cents) };
_Static_assert(sizeof(trey_table) - TREY_STAKES * STAKE_BYTES == 1632,
               "trey_table has changed: raise TABLE_LAYOUT, so that snapshots of the old layout "
               "are not read, and write the new size here");
_Static_assert(sizeof(trey_link) == 3512,
               "trey_link has changed: raise LINK_LAYOUT, so that snapshots of the old layout "
               "are not read, and write the new size here");

/* Amounts are numbered as the wagers are, so the wagers and their order are part of the layout. */
static uint32_t table_layout(void) {
    uint32_t layout = UINT32_C(0x811c9dc5) ^ TABLE_LAYOUT;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        for (const char *at = trey_wager_word(wager); *at; at++)
            layout = (layout ^ (uint8_t)*at) * UINT32_C(0x01000193);
        layout *= UINT32_C(0x01000193);
    }
    return layout;
}

static void encode(uint32_t layout, const void *state, size_t size, uint8_t *out) {
    memcpy(out, &layout, TREY_SNAPSHOT_LAYOUT_BYTES);
    memcpy(out + TREY_SNAPSHOT_LAYOUT_BYTES, state, size);
}

static bool decode(const trey_snapshot *snapshot, uint32_t layout, void *out, size_t size) {
    uint32_t found;
    if (snapshot->size != TREY_SNAPSHOT_LAYOUT_BYTES + size) return false;
    memcpy(&found, snapshot->body, TREY_SNAPSHOT_LAYOUT_BYTES);
    if (found != layout) return false;
    memcpy(out, snapshot->body + TREY_SNAPSHOT_LAYOUT_BYTES, size);
    return true;
}

void trey_table_snapshot_encode(const trey_table *table, uint8_t out[TREY_TABLE_SNAPSHOT_BYTES]) {
    encode(table_layout(), table, sizeof *table, out);
}

bool trey_table_snapshot_decode(const trey_snapshot *snapshot, trey_table *out) {
    return decode(snapshot, table_layout(), out, sizeof *out);
}

void trey_link_snapshot_encode(const trey_link *link, uint8_t out[TREY_LINK_SNAPSHOT_BYTES]) {
    encode(LINK_LAYOUT, link, sizeof *link, out);
}

bool trey_link_snapshot_decode(const trey_snapshot *snapshot, trey_link *out) {
    return decode(snapshot, LINK_LAYOUT, out, sizeof *out);
}
