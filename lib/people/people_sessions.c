/* people_sessions.c -- sessions in the store, so that one can go on after a restart, or at
 * another node.
 *
 * They are kept beside the records, like passwords: replaced when they are used, wiped when
 * they end, and no part of the chain. What is kept under is the hash of the cookie: whoever
 * reads the store cannot sign in with it. */
#include <string.h>

#include "people_parts.h"

static const char prefix[] = "session-";

void token_name(const char *begin, const trey_hash *token, char out[TREY_KEPT_NAME_MAX]) {
    size_t length = (size_t)snprintf(out, TREY_KEPT_NAME_MAX, "%s", begin);
    for (unsigned i = 0; i < TOKEN_NAME_BYTES; i++)
        snprintf(out + length + 2 * i, 3, "%02x", token->byte[i]);
}

bool token_name_good(const char *begin, const char *name) {
    size_t length = strlen(begin);
    return strncmp(name, begin, length) == 0 && strlen(name) == length + 2 * TOKEN_NAME_BYTES &&
           strspn(name + length, "0123456789abcdef") == 2 * TOKEN_NAME_BYTES;
}

bool trey_session_decode(const trey_kept *kept, trey_session *out) {
    trey_reader from = {kept->body, kept->size, false};
    memset(out, 0, sizeof *out);
    if (!token_name_good(prefix, kept->name)) return false;
    int64_t person = trey_read_number(&from);
    out->used = trey_read_number(&from);
    trey_read_text(&from, out->from, sizeof out->from);
    out->person = (trey_person)person;
    return !from.bad && from.left == 0 && person > 0 && person <= UINT32_MAX;
}

static bool session_reads_back(const char *name, const uint8_t *bytes, size_t size,
                               trey_person person) {
    trey_kept kept = {.size = (uint32_t)size, .body = bytes};
    trey_session read;
    snprintf(kept.name, sizeof kept.name, "%s", name);
    return trey_session_decode(&kept, &read) && read.person == person;
}

trey_status trey_people_session_keep(trey_people *people, const trey_hash *token,
                                     trey_person person, const char *from) {
    char name[TREY_KEPT_NAME_MAX];
    uint8_t bytes[TREY_FROM_MAX + 32];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    trey_write_number(&body, person);
    trey_write_number(&body, trey_house_now(people->house));
    trey_write_text(&body, from, strnlen(from, TREY_FROM_MAX - 1));
    token_name(prefix, token, name);
    TREY_ASSERT(!body.full && session_reads_back(name, bytes, body.used, person));
    trey_house_notes_keep(people->house, &people->notes, name, bytes, body.used);
    return TREY_STATUS_OK;
}

trey_status trey_people_session_end(trey_people *people, const trey_hash *token) {
    char name[TREY_KEPT_NAME_MAX];
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    token_name(prefix, token, name);
    trey_house_notes_wipe(people->house, &people->notes, name);
    return TREY_STATUS_OK;
}

trey_status trey_people_session_find(trey_people *people, const trey_hash *token,
                                     trey_session *out) {
    char name[TREY_KEPT_NAME_MAX];
    trey_kept kept;
    token_name(prefix, token, name);
    trey_status status =
        trey_store_kept(trey_house_store(people->house), people->notes.stream, name, &kept);
    if (status == TREY_STATUS_OK && !trey_session_decode(&kept, out)) return TREY_STATUS_NOT_FOUND;
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND)
        people_fail(people, status, trey_store_message_text(trey_house_store(people->house)));
    return status;
}

static bool token_of_name(const char *name, trey_hash *out) {
    return strncmp(name, prefix, sizeof prefix - 1) == 0 &&
           trey_hash_parse(name + sizeof prefix - 1, out);
}

trey_status trey_people_sessions_end(trey_people *people, trey_person person, const trey_hash *but,
                                     void (*ended)(void *context, const trey_hash *token),
                                     void *context) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_session session;
    trey_hash token;
    trey_status status = people_begin(people);
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, trey_house_store(people->house), TREY_PART_KEPT,
                                         people->notes.stream, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        bool his = trey_session_decode(&item->kept, &session) && session.person == person &&
                   token_of_name(item->kept.name, &token);
        if (!his || memcmp(&token, but, sizeof token) == 0) continue;
        trey_house_notes_wipe(people->house, &people->notes, item->kept.name);
        if (ended) ended(context, &token);
    }
    trey_cursor_close(cursor);
    return status;
}

/* A few at a time: whoever opens a house after a year has many of them. */
trey_status trey_people_sessions_clear(trey_people *people, int64_t before) {
    enum { AT_ONCE = 1000 };
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_session session;
    trey_ticket ticket;
    int64_t now = trey_house_now(people->house);
    unsigned cleared = 0;
    trey_status status = people_begin(people);
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, trey_house_store(people->house), TREY_PART_KEPT,
                                         people->notes.stream, 0);
    while (status == TREY_STATUS_OK && cleared < AT_ONCE &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        bool over = trey_session_decode(&item->kept, &session)
                        ? session.used < before
                        : trey_ticket_decode(&item->kept, &ticket) && ticket.until < now;
        if (!over) continue;
        trey_house_notes_wipe(people->house, &people->notes, item->kept.name);
        cleared++;
    }
    trey_cursor_close(cursor);
    return status;
}
