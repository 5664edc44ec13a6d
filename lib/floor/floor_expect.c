/* floor_expect.c -- one question for the ids of all messages that wait.
 *
 * Whether a message was answered before, the store must say; of a database that is two
 * milliseconds away each question costs as much as a whole flush. So the ids are picked out of
 * the texts before any of them is heard, and asked for together. What is picked out wrongly
 * costs nothing but its place in the question, and what is missed is asked for by itself. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "floor_parts.h"

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* What stands behind "id", as clients write it. */
static bool said_id(const char *text, size_t size, uint8_t out[TREY_COMMAND_ID_BYTES]) {
    static const char key[] = "\"id\"";
    const char *end = text + size, *at = memmem(text, size, key, sizeof key - 1);
    if (!at) return false;
    at += sizeof key - 1;
    while (at < end && (*at == ' ' || *at == ':')) at++;
    if (end - at < 2 * TREY_COMMAND_ID_BYTES + 2 || *at++ != '"') return false;
    for (unsigned i = 0; i < TREY_COMMAND_ID_BYTES; i++) {
        int high = digit_of(at[2 * i]), low = digit_of(at[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static void expect(trey_floor *floor, trey_person person, const char *text, size_t size) {
    uint8_t said[TREY_COMMAND_ID_BYTES];
    if (!said_id(text, size, said)) return;
    if (!TREY_LIST_ROOM(floor->expected, floor->expecteds, floor->expected_room)) return;
    trey_command_id_of(person, said, &floor->expected[floor->expecteds++]);
}

void trey_floor_expect(trey_floor *floor, trey_visit number, const char *text, size_t size) {
    const floor_visit *visit = floor->asks_far ? map_find(&floor->visit_of, number) : NULL;
    if (visit && !visit->cut) expect(floor, visit->person->person, text, size);
}

void trey_floor_expect_told(trey_floor *floor, const char *text, size_t size) {
    static const char word[] = "forward ";
    if (!floor->asks_far || size < sizeof word || memcmp(text, word, sizeof word - 1) != 0) return;
    const char *body = memchr(text, '\n', size), *at = body;
    uint64_t person = 0, scale = 1;
    if (!body) return;
    for (; at > text && at[-1] >= '0' && at[-1] <= '9' && person < UINT32_MAX; at--, scale *= 10)
        person += (uint64_t)(at[-1] - '0') * scale;
    expect(floor, (trey_person)person, body, size - (size_t)(body - text));
}

void trey_floor_expected(trey_floor *floor) {
    size_t count = floor->expecteds;
    floor->expecteds = 0;
    bool away = trey_floor_away(floor) || floor->failed != TREY_STATUS_OK;
    /* One alone is asked for when it is heard, if it is a command at all. */
    if (count < 2 || away) return;
    trey_status status = trey_house_expect(floor->house, floor->expected, count);
    if (status != TREY_STATUS_OK) floor_fail(floor, status, trey_house_message(floor->house));
}
