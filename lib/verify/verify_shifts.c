/* verify_shifts.c -- shifts that were closed: one behind the other, by somebody who may, and
 * over the tree that the records give.
 *
 * A shift names a record that lies a little before its own. So all of them are read ahead,
 * and the root is taken down when the walk comes past each of those records. */
#include <stdlib.h>
#include <string.h>

#include "trey/people.h"
#include "trey/shifts.h"
#include "verify_parts.h"

typedef struct shift_ahead {
    uint64_t seq;
    trey_hash root; /* as the walk found it */
    bool passed;
} shift_ahead;

struct verify_shifts {
    shift_ahead *ahead;
    size_t count, next; /* next: the first whose record has not been passed */
    size_t taken;       /* records of shifts so far */
    trey_shift last;
    int64_t began;
    bool damaged; /* one of them cannot be read, so that `ahead` is not known */
};

bool shifts_open(verifying *v) {
    trey_shift *shift = NULL;
    size_t count = 0;
    trey_record first;
    verify_shifts *shifts = v->shifts = calloc(1, sizeof *shifts);
    if (!shifts) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the shifts");
    trey_status status = trey_store_record(v->store, 1, &first);
    if (status == TREY_STATUS_OK) shifts->began = first.time;
    if (status == TREY_STATUS_NOT_FOUND) status = TREY_STATUS_OK;
    if (status == TREY_STATUS_OK) status = trey_shifts_list(v->store, &shift, &count);
    /* Which record is damaged the walk will say. */
    shifts->damaged = status == TREY_STATUS_STORE_CORRUPT;
    if (shifts->damaged) return true;
    if (status == TREY_STATUS_OK && count > 0) {
        shifts->ahead = calloc(count, sizeof *shifts->ahead);
        if (!shifts->ahead) status = TREY_STATUS_NO_MEMORY;
    }
    for (size_t i = 0; status == TREY_STATUS_OK && i < count; i++)
        shifts->ahead[shifts->count++].seq = shift[i].seq;
    free(shift);
    return status == TREY_STATUS_OK || verify_store_fails(v, status);
}

void shifts_close(verifying *v) {
    if (v->shifts) free(v->shifts->ahead);
    free(v->shifts);
    v->shifts = NULL;
}

void shifts_pass(verifying *v) {
    verify_shifts *shifts = v->shifts;
    while (shifts && shifts->next < shifts->count &&
           shifts->ahead[shifts->next].seq <= v->record->seq) {
        shift_ahead *one = &shifts->ahead[shifts->next++];
        one->passed = one->seq == v->record->seq ||
                      (shifts->next > 1 && one->seq == one[-1].seq && one[-1].passed);
        if (!one->passed) continue;
        one->root = one->seq == v->record->seq ? trey_frontier_root(&v->frontier) : one[-1].root;
    }
}

/* Was it a shift manager's to do, when it was done? */
static bool may_close(verifying *v, trey_person by) {
    const verify_stream *people = verify_find_stream(v, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE);
    if (people && people->astray) return true; /* nobody knows */
    const trey_person_facts *facts =
        people && people->people ? trey_people_fold_facts(people->people, by) : NULL;
    return facts && !facts->barred && facts->office == TREY_OFFICE_SHIFT_MANAGER;
}

static bool note(verifying *v, const trey_shift *shift) {
    trey_verify_report *report = v->report;
    trey_verify_shift *grown = realloc(report->shift, (report->shifts + 1) * sizeof *grown);
    if (!grown) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for the shifts");
    report->shift = grown;
    report->shift[report->shifts++] = (trey_verify_shift){shift->number, shift->seq, shift->root};
    return true;
}

bool shifts_record(verifying *v) {
    verify_shifts *shifts = v->shifts;
    char expected[TREY_HASH_TEXT_MAX], found[TREY_HASH_TEXT_MAX];
    trey_shift shift;
    if (!verify_no_transfers(v)) return false;
    if (!trey_shift_decode(v->record, &shift))
        return verify_fault(v, "this is not a record of shifts", NULL, NULL);
    const char *wrong =
        trey_shift_follows(shifts->taken ? &shifts->last : NULL, &shift, shifts->began);
    if (wrong) return verify_fault(v, wrong, NULL, NULL);
    if (shift.to != v->record->time)
        return verify_fault(v, "a shift ends when it is closed", NULL, NULL);
    if (!may_close(v, shift.by))
        return verify_fault(v, "whoever closed this shift is no shift manager", NULL, NULL);
    const shift_ahead *ahead = shifts->taken < shifts->count ? &shifts->ahead[shifts->taken] : NULL;
    if (shifts->damaged) { /* one that is to come is the culprit */
        shifts->last = shift;
        shifts->taken++;
        return true;
    }
    if (!ahead || ahead->seq != shift.seq || !ahead->passed)
        return verify_fault_numbers(v, "the shift ends with a record that does not come before it",
                                    v->record->seq - 1, shift.seq);
    if (!trey_hash_equal(&ahead->root, &shift.root))
        return verify_fault(v, "the root in this shift is not that of the tree at its end",
                            trey_hash_print(&ahead->root, expected),
                            trey_hash_print(&shift.root, found));
    shifts->last = shift;
    shifts->taken++;
    return note(v, &shift);
}
