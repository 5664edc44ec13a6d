/* house_shifts.c -- shifts of the house: their records, and how one is closed.
 *
 * A record cannot name the root of a tree that it stands in itself, so a shift ends with
 * what was stored before the batch in which it is closed. Batches hold whole commands:
 * no round's settlement is ever cut in two. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"
#include "trey/shifts.h"

enum { SHIFT_BYTES = 128 + TREY_SHIFT_NOTE_MAX, IDS_LOOKED_AT = 64 };

/* ---- Records --------------------------------------------------------------------------- */
static const trey_field shift_fields[] = {
    TREY_FIELD(trey_shift, number, COUNT), TREY_FIELD(trey_shift, from, NUMBER),
    TREY_FIELD(trey_shift, to, NUMBER),    TREY_FIELD(trey_shift, seq, COUNT),
    TREY_FIELD(trey_shift, root, BYTES),   TREY_FIELD(trey_shift, by, COUNT),
    TREY_FIELD(trey_shift, id, BYTES),     TREY_FIELD(trey_shift, note, TEXT),
};

bool trey_shift_decode(const trey_record *record, trey_shift *out) {
    trey_reader from = {record->body, record->size, false};
    memset(out, 0, sizeof *out);
    trey_fields_read(&from, out, TREY_FIELDS(shift_fields));
    return !from.bad && from.left == 0 && record->type == TREY_SHIFT_CLOSED && out->number > 0 &&
           out->seq > 0 && out->by > 0;
}

const char *trey_shift_follows(const trey_shift *before, const trey_shift *next, int64_t began) {
    if (next->number != (before ? before->number + 1 : 1))
        return "shifts are numbered one after the other";
    if (next->from != (before ? before->to : began))
        return "a shift begins where the one before it ended";
    if (next->to < next->from) return "a shift does not end before it began";
    if (before && next->seq < before->seq) return "a shift ends behind the one before it";
    return NULL;
}

/* ---- Closing ----------------------------------------------------------------------------- */
struct trey_shifts {
    trey_house *house;
    trey_house_notes notes;
    trey_shift last;    /* number 0: none */
    uint64_t staged_in; /* the house's flushes when the last one was staged */
    char message[256];
};

static trey_status fail(trey_shifts *shifts, trey_status status, const char *text) {
    snprintf(shifts->message, sizeof shifts->message, "%s", text);
    return status;
}

static trey_status store_fail(trey_shifts *shifts, trey_status status) {
    return fail(shifts, status, trey_store_message_text(shifts->house->store));
}

const char *trey_shifts_message(const trey_shifts *shifts) {
    return shifts->message;
}

/* The last shifts of the store; `id`, where it closed one of them, is found in `found`. */
static trey_status read_last(trey_shifts *shifts, uint64_t stored, const trey_command_id *id,
                             trey_shift *found) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    uint64_t after = stored > IDS_LOOKED_AT ? stored - IDS_LOOKED_AT : 0;
    shifts->last = (trey_shift){.number = 0};
    shifts->notes.place = stored;
    trey_status status = trey_cursor_open_stream(&cursor, shifts->house->store, TREY_PART_RECORDS,
                                                 shifts->notes.stream, after);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (!trey_shift_decode(&item->record, &shifts->last)) status = TREY_STATUS_STORE_CORRUPT;
        if (id && memcmp(shifts->last.id.byte, id->byte, sizeof id->byte) == 0)
            *found = shifts->last;
    }
    trey_cursor_close(cursor);
    if (status == TREY_STATUS_STORE_CORRUPT)
        return fail(shifts, status, "a record of the shifts is damaged; `trey verify` tells more");
    return status == TREY_STATUS_OK ? status : store_fail(shifts, status);
}

trey_status trey_shifts_open(trey_shifts **out, trey_house *house, trey_store_message *message) {
    trey_shifts *shifts = *out = calloc(1, sizeof *shifts);
    message->text[0] = '\0';
    if (!shifts) return TREY_STATUS_NO_MEMORY;
    shifts->house = house;
    trey_status status = trey_house_notes_open(house, TREY_HOUSE_SHIFTS, &shifts->notes);
    if (status == TREY_STATUS_OK) return status;
    snprintf(message->text, sizeof message->text, "%s", trey_house_message(house));
    trey_shifts_close(shifts);
    *out = NULL;
    return status;
}

void trey_shifts_close(trey_shifts *shifts) {
    free(shifts);
}

/* When the store began. */
static trey_status first_time(trey_shifts *shifts, int64_t *out) {
    trey_record record;
    trey_status status = trey_store_record(shifts->house->store, 1, &record);
    if (status != TREY_STATUS_OK) return store_fail(shifts, status);
    *out = record.time;
    return TREY_STATUS_OK;
}

/* A batch that was given up leaves one behind that was never stored: it counts only until the
 * flush of its own batch. */
static bool waits(const trey_shifts *shifts, uint64_t stored) {
    return shifts->notes.place > stored && shifts->staged_in == shifts->house->flushes;
}

static trey_status stage(trey_shifts *shifts, trey_shift *next) {
    uint8_t bytes[SHIFT_BYTES];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    int64_t began = 0;
    trey_status status = first_time(shifts, &began);
    if (status != TREY_STATUS_OK) return status;
    const trey_shift *before = shifts->last.number ? &shifts->last : NULL;
    next->number = before ? before->number + 1 : 1;
    next->from = before ? before->to : began;
    next->to = house_now(shifts->house);
    if (next->to < next->from) next->to = next->from; /* a clock that was set back */
    const char *wrong = trey_shift_follows(before, next, began);
    TREY_ASSERT(!wrong);
    trey_fields_write(&body, next, TREY_FIELDS(shift_fields));
    const trey_record record = {
        .type = TREY_SHIFT_CLOSED, .size = (uint32_t)body.used, .body = bytes};
    trey_shift read;
    TREY_ASSERT(!body.full && trey_shift_decode(&record, &read) &&
                !trey_shift_follows(before, &read, began));
    trey_house_notes_add(shifts->house, &shifts->notes, TREY_SHIFT_CLOSED, next->to, bytes,
                         body.used);
    trey_batch_checkpoint(shifts->house->batch);
    shifts->last = *next;
    shifts->staged_in = shifts->house->flushes;
    return TREY_STATUS_OK;
}

trey_status trey_shifts_end(trey_shifts *shifts, const trey_command_id *id, uint32_t by,
                            const char *note, trey_shift *out, bool *again) {
    trey_store_info info;
    uint64_t stored;
    TREY_ASSERT(by != TREY_NOBODY && strlen(note) < TREY_SHIFT_NOTE_MAX);
    *out = (trey_shift){.number = 0};
    *again = false;
    trey_status status = trey_house_notes_begin(shifts->house);
    if (status != TREY_STATUS_OK) return fail(shifts, status, trey_house_message(shifts->house));
    status = trey_store_tell(shifts->house->store, &info);
    if (status == TREY_STATUS_OK)
        status = trey_store_place(shifts->house->store, shifts->notes.stream, &stored);
    if (status != TREY_STATUS_OK) return store_fail(shifts, status);
    if (waits(shifts, stored)) {
        *again = memcmp(shifts->last.id.byte, id->byte, sizeof id->byte) == 0;
        *out = shifts->last;
        return *again ? TREY_STATUS_OK
                      : fail(shifts, TREY_STATUS_CONFLICT, "the shift was closed this moment");
    }
    status = read_last(shifts, stored, id, out);
    if (status != TREY_STATUS_OK || out->number) {
        *again = out->number > 0;
        return status;
    }
    *out = (trey_shift){.seq = info.records, .root = info.root, .by = by, .id = *id};
    snprintf(out->note, sizeof out->note, "%s", note);
    return stage(shifts, out);
}

/* ---- All of them ---------------------------------------------------------------------------- */
static bool append(trey_shift **list, size_t *count, const trey_shift *shift) {
    if ((*count & (*count - 1)) == 0) {
        trey_shift *grown = realloc(*list, (*count ? *count * 2 : 1) * sizeof *grown);
        if (!grown) return false;
        *list = grown;
    }
    (*list)[(*count)++] = *shift;
    return true;
}

trey_status trey_shifts_list(trey_store *store, trey_shift **out, size_t *count) {
    trey_stream stream;
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_shift shift;
    *out = NULL;
    *count = 0;
    trey_status status =
        trey_store_stream(store, TREY_STREAM_HOUSE, TREY_HOUSE_SHIFTS, false, 0, &stream);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK; /* none was ever closed */
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (!trey_shift_decode(&item->record, &shift))
            status = TREY_STATUS_STORE_CORRUPT;
        else if (!append(out, count, &shift))
            status = TREY_STATUS_NO_MEMORY;
    }
    trey_cursor_close(cursor);
    if (status == TREY_STATUS_OK) return status;
    free(*out);
    *out = NULL;
    *count = 0;
    return status;
}
