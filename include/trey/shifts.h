/* shifts.h -- shifts of a house, closed one after the other.
 *
 * A shift ends with a record in a stream of the house called "shifts": who closed it, from
 * when to when it ran, and how many records the store had by then, with the root of the
 * tree over them. Its figures are those of the records between the end of the shift before
 * it and its own end, so they are the same at any later time, and `trey verify` can be
 * held against the page that was printed. docs/report.md tells more. */
#ifndef TREY_SHIFTS_H
#define TREY_SHIFTS_H

#include "trey/house.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_HOUSE_SHIFTS "shifts"
enum { TREY_SHIFT_CLOSED = 1 }; /* the one type of record in the stream */
enum { TREY_SHIFT_NOTE_MAX = 200 };

typedef struct trey_shift {
    uint64_t number;  /* from 1, without gaps */
    int64_t from, to; /* microseconds since 1970; `from` is the end of the one before it */
    uint64_t seq;     /* its last record */
    trey_hash root;   /* of the tree over all records up to that one */
    uint32_t by;      /* the shift manager who closed it */
    trey_command_id id;
    char note[TREY_SHIFT_NOTE_MAX];
} trey_shift;

/* False for bytes that are not exactly one such record. */
bool trey_shift_decode(const trey_record *record, trey_shift *out);
/* NULL, or why `next` cannot follow `before`; of the first shift `before` is NULL, and
 * `began` the time of the store's first record. Its root is not looked at. */
const char *trey_shift_follows(const trey_shift *before, const trey_shift *next, int64_t began);

/* ---- Closing -------------------------------------------------------------------------
 * Staged in the house's batch, durable with its flush. What is staged before it in the
 * same batch already belongs to the next shift. */
typedef struct trey_shifts trey_shifts;
trey_status trey_shifts_open(trey_shifts **out, trey_house *house, trey_store_message *message);
void trey_shifts_close(trey_shifts *shifts);
/* `*again`: this id has closed a shift before, and `out` is that one. CONFLICT while another
 * close waits for its flush. Who may do it is for the caller to say. */
trey_status trey_shifts_end(trey_shifts *shifts, const trey_command_id *id, uint32_t by,
                            const char *note, trey_shift *out, bool *again);
/* About the last call that did not return OK. */
const char *trey_shifts_message(const trey_shifts *shifts);

/* All that were closed so far, oldest first, to be freed; none is fine. */
trey_status trey_shifts_list(trey_store *store, trey_shift **out, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
