/* people_house.c -- see the header. */
#include "people_house.h"

#include <stdlib.h>
#include <string.h>

#include "trey/verify.h"

static void open_people(people_house *p) {
    trey_store_message message = {""};
    trey_status status = trey_people_open(&p->people, p->h.house, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s: %s", trey_status_name(status), message.text);
}

void people_build(people_house *p) {
    memset(p, 0, sizeof *p);
    house_build(&p->h, getenv("TREY_POSTGRES"));
    open_people(p);
}

void people_reopen(people_house *p) {
    trey_people_close(p->people);
    house_drop(&p->h);
    house_open(&p->h);
    open_people(p);
}

void people_tear_down(people_house *p) {
    trey_people_close(p->people);
    house_tear_down(&p->h);
}

void people_flush(people_house *p) {
    if (trey_house_flush(p->h.house, NULL) != TREY_STATUS_OK)
        fail_msg("%s", trey_house_message(p->h.house));
}

trey_person people_guest(people_house *p) {
    trey_person guest;
    assert_int_equal(trey_people_guest(p->people, &guest), TREY_STATUS_OK);
    people_flush(p);
    return guest;
}

trey_person people_add(people_house *p, const char *name, trey_office office,
                       const trey_password_hash *password) {
    trey_person person;
    trey_people_refused refused;
    assert_int_equal(
        trey_people_add(p->people, name, office, password, TREY_NOBODY, &person, &refused),
        TREY_STATUS_OK);
    assert_string_equal(trey_people_refused_word(refused), "ok");
    people_flush(p);
    return person;
}

void people_hash_of(const char *password, trey_password_hash *out) {
    assert_int_equal(trey_password_hash_of(password, out), TREY_STATUS_OK);
}

trey_people_refused people_join(people_house *p, trey_person guest, const char *name,
                                const trey_password_hash *password) {
    trey_people_refused refused;
    assert_int_equal(trey_people_join(p->people, guest, name, password, &refused), TREY_STATUS_OK);
    people_flush(p);
    return refused;
}

static trey_people_refused try_once(people_house *p, const char *name, const char *password,
                                    uint32_t *wait_seconds) {
    trey_sign_in tried;
    const trey_origin origin = {
        .from = p->from ? p->from : "192.0.2.7", .device_of = p->device_of, .device = p->device};
    assert_int_equal(trey_people_try(p->people, name, &origin, &tried), TREY_STATUS_OK);
    if (wait_seconds) *wait_seconds = tried.wait_seconds;
    if (tried.refused != TREY_PEOPLE_REFUSED_NONE) return tried.refused;
    const trey_proof proof = {.held = password && trey_password_holds(&tried.hash, password),
                              .code = p->code,
                              .alone = p->alone};
    assert_int_equal(trey_people_tried(p->people, &tried, &origin, &proof), TREY_STATUS_OK);
    people_flush(p);
    return tried.refused;
}

trey_people_refused people_sign_in(people_house *p, const char *name, const char *password,
                                   uint32_t *wait_seconds) {
    return try_once(p, name, password, wait_seconds);
}

trey_people_refused people_wrong(people_house *p, const char *name, uint32_t *wait_seconds) {
    return try_once(p, name, NULL, wait_seconds);
}

void people_wait(people_house *p, double seconds) {
    p->h.now += (int64_t)(seconds * 1e6);
}

unsigned people_records(people_house *p, unsigned type, trey_people_record *last) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_stream stream;
    unsigned count = 0;
    assert_int_equal(
        trey_store_stream(p->h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_cursor_open_stream(&cursor, p->h.store, TREY_PART_RECORDS, stream, 0),
                     TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        if (item->record.type != type) continue;
        count++;
        if (last) assert_true(trey_people_record_decode(&item->record, last));
    }
    trey_cursor_close(cursor);
    return count;
}

void people_verified(people_house *p, bool good) {
    trey_verify_report report;
    trey_store_message message;
    const trey_verify_options options = {.keys = &p->h.keys};
    assert_int_equal(trey_verify(p->h.store, &options, &report, &message), TREY_STATUS_OK);
    if (good != (report.verdict == TREY_VERDICT_GOOD))
        fail_msg("%s: %s", trey_verdict_word(report.verdict), report.finding.what);
    trey_verify_report_close(&report);
}
