/* house_finish.c -- the end of a day in good order: everything that was recorded is signed.
 *
 * Checkpoints come every so many records, so that the last ones usually have none: whoever
 * stops a house properly signs these too, and a store at rest has no end that could be cut
 * off unseen. A house that is merely closed, or that dies, leaves it for the next day. */
#include "house_parts.h"

/* Records under the newest checkpoint. */
static trey_status records_signed(trey_house *house, uint64_t newest, uint64_t *count) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    *count = 0;
    if (newest == 0) return TREY_STATUS_OK;
    trey_status status = trey_cursor_open(&cursor, house->store, TREY_PART_CHECKPOINTS, newest - 1);
    if (status == TREY_STATUS_OK) status = trey_cursor_next(cursor, &item);
    if (status == TREY_STATUS_OK && item) *count = item->checkpoint.count;
    trey_cursor_close(cursor);
    return status;
}

void trey_house_sign(trey_house *house) {
    if (!house->stopped) trey_batch_checkpoint(house->batch);
}

trey_status trey_house_finish(trey_house *house, trey_receipt *receipt) {
    trey_store_info info;
    uint64_t covered = 0;
    if (house->stopped) return trey_house_flush(house, receipt);
    trey_status status = trey_store_tell(house->store, &info);
    if (status == TREY_STATUS_OK) status = records_signed(house, info.checkpoints, &covered);
    if (status != TREY_STATUS_OK)
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    if (covered < info.records || trey_batch_records(house->batch) > 0)
        trey_batch_checkpoint(house->batch);
    return trey_house_flush(house, receipt);
}
