/* report_late.c -- the line of a hit that was settled before the window began.
 *
 * What a linked meter owes counts when its round is settled, as the line says. Staff confirm or
 * reject it hours later, in another shift perhaps: there the difference counts, and to know it
 * the line is looked up. The hit tells when the dealer's last card was dealt, to the microsecond;
 * records are found by their time, and a round has a few dozen of them. Where the clock was set
 * back a search by time can miss it: then the table's records are searched from the window's
 * beginning backwards. */
#include "report_parts.h"

enum {
    LOOKED_THROUGH = 4000 /* records from the last card to the settlement, at the most */
};
#define CLOCKS_DIFFER_US INT64_C(1000000)

static bool is_line(const trey_record *record, const trey_link_event *hit, trey_cents *meter) {
    trey_event event;
    if (record->type != TREY_RECORD_EVENT || !trey_event_decode(record, &event)) return false;
    if (event.kind != TREY_EVENT_LINE || event.seat != hit->hit.seat ||
        event.wager != TREY_WAGER_PROGRESSIVE || event.line.meter <= 0)
        return false;
    *meter = event.line.meter;
    return true;
}

/* The place of the table's first record behind this one, 0 where none follows. */
static trey_status first_of_table(const trey_figures *f, trey_stream table, uint64_t after,
                                  uint64_t *place) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, f->store, TREY_PART_RECORDS, after);
    *place = 0;
    for (unsigned i = 0; status == TREY_STATUS_OK && *place == 0 && i < LOOKED_THROUGH; i++) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK || !item || item->record.seq > f->after) break;
        if (item->record.stream == table) *place = item->record.place;
    }
    trey_cursor_close(cursor);
    return status;
}

/* Searches at most so many of the table's records behind `place` for the dealer's last card, and
 * from there on for the line. */
static trey_status search(const trey_figures *f, trey_stream table, uint64_t place,
                          const trey_link_event *hit, trey_cents *meter) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    const int64_t time = (int64_t)hit->hit.dealers_third_card;
    bool dealt = false;
    trey_status status =
        trey_cursor_open_stream(&cursor, f->store, TREY_PART_RECORDS, table, place);
    for (unsigned i = 0; status == TREY_STATUS_OK && i < LOOKED_THROUGH; i++) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK || !item || item->record.seq > f->after) break;
        if (!dealt && item->record.time == time) {
            dealt = true;
            i = 0;
        }
        if (dealt && is_line(&item->record, hit, meter)) break;
    }
    trey_cursor_close(cursor);
    return status;
}

trey_status late_line(trey_figures *f, const report_table *table, const trey_link_event *hit,
                      trey_cents *meter) {
    uint64_t first = 0, place = 0;
    int64_t dealt = (int64_t)hit->hit.dealers_third_card;
    *meter = 0;
    trey_status status = window_place(f, dealt - CLOCKS_DIFFER_US, &first);
    if (status == TREY_STATUS_OK) status = first_of_table(f, table->stream, first - 1, &place);
    if (status == TREY_STATUS_OK && place > 0)
        status = search(f, table->stream, place - 1, hit, meter);
    if (status != TREY_STATUS_OK || *meter != 0) return status;
    status = trey_store_place(f->store, table->stream, &place);
    while (status == TREY_STATUS_OK && *meter == 0 && place > 0) {
        place -= place < LOOKED_THROUGH ? place : LOOKED_THROUGH;
        status = search(f, table->stream, place, hit, meter);
    }
    return status;
}
