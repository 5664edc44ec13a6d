/* people_sessions.c -- sessions in the store, so that one can go on after a restart, or at
 * another node.
 *
 * They are kept beside the records, like passwords: replaced when they are used, wiped when
 * they end, and no part of the chain. What is kept under is the hash of the cookie: whoever
 * reads the store cannot sign in with it. Whoever writes to it cannot either: the store seals what
 * is kept, and a session has the generation of its person, which only records raise. */
#include <stdio.h>
#include <stdlib.h>
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
    memset(out, 0, sizeof *out);
    if (!token_name_good(prefix, kept->name)) return false;
    trey_reader from = {kept->body, kept->size, false};
    int64_t person = trey_read_number(&from), generation = trey_read_number(&from);
    out->made = trey_read_number(&from);
    out->used = trey_read_number(&from);
    trey_read_text(&from, out->from, sizeof out->from);
    out->person = (trey_person)person;
    out->generation = (uint32_t)generation;
    return !from.bad && from.left == 0 && person > 0 && person <= UINT32_MAX && generation >= 0 &&
           generation <= UINT32_MAX;
}

static trey_status keep(trey_people *people, const trey_hash *token, const trey_session *session) {
    char name[TREY_KEPT_NAME_MAX];
    uint8_t bytes[TREY_FROM_MAX + 64];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_write_number(&body, session->person);
    trey_write_number(&body, session->generation);
    trey_write_number(&body, session->made);
    trey_write_number(&body, session->used);
    trey_write_text(&body, session->from, strnlen(session->from, TREY_FROM_MAX - 1));
    token_name(prefix, token, name);
    TREY_ASSERT(!body.full);
    trey_house_notes_keep(people->house, &people->notes, name, bytes, body.used);
    return TREY_STATUS_OK;
}

trey_status trey_people_session_begin(trey_people *people, const trey_hash *token,
                                      trey_person person, const char *from, trey_session *out) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, person);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    int64_t now = trey_house_now(people->house);
    trey_session begun = {
        .person = person, .generation = facts->generation, .made = now, .used = now};
    strncpy(begun.from, from, sizeof begun.from - 1);
    if (out) *out = begun;
    return keep(people, token, &begun);
}

trey_status trey_people_session_used(trey_people *people, const trey_hash *token) {
    trey_session found;
    trey_status status = people_begin(people);
    if (status == TREY_STATUS_OK) status = trey_people_session_find(people, token, &found);
    if (status != TREY_STATUS_OK) return status;
    found.used = trey_house_now(people->house);
    return keep(people, token, &found);
}

trey_status trey_people_session_goes_on(trey_people *people, const trey_hash *token,
                                        const trey_session *session) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, session->person);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    trey_session now = *session;
    now.generation = facts->generation;
    now.used = trey_house_now(people->house);
    return keep(people, token, &now);
}

trey_status trey_people_session_end(trey_people *people, const trey_hash *token) {
    char name[TREY_KEPT_NAME_MAX];
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    token_name(prefix, token, name);
    trey_house_notes_wipe(people->house, &people->notes, name);
    return TREY_STATUS_OK;
}

/* Of the person's present generation? A node may not have read yet that it was raised. */
static bool is_present(trey_people *people, const trey_session *session) {
    const trey_person_facts *facts = trey_people_facts(people, session->person);
    if (facts && facts->generation == session->generation) return true;
    if (facts && facts->generation > session->generation) return false;
    if (trey_people_catch_up(people) != TREY_STATUS_OK) return false;
    facts = trey_people_facts(people, session->person);
    return facts && facts->generation == session->generation;
}

trey_status trey_people_session_find(trey_people *people, const trey_hash *token,
                                     trey_session *out) {
    char name[TREY_KEPT_NAME_MAX];
    trey_kept kept;
    token_name(prefix, token, name);
    trey_status status =
        trey_store_kept(trey_house_store(people->house), people->notes.stream, name, &kept);
    if (status == TREY_STATUS_OK) {
        bool good = trey_session_decode(&kept, out);
        return good && is_present(people, out) ? TREY_STATUS_OK : TREY_STATUS_NOT_FOUND;
    }
    if (status != TREY_STATUS_NOT_FOUND)
        people_fail(people, status, trey_store_message_text(trey_house_store(people->house)));
    return status;
}

static void mark_of_name(const char *name, uint8_t mark[8]) {
    for (unsigned i = 0; i < 8; i++) {
        const char *at = name + sizeof prefix - 1 + 2 * i;
        const char digits[] = {at[0], at[1], '\0'};
        mark[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

trey_status trey_people_sessions(trey_people *people, trey_person person, trey_session_listed *out,
                                 size_t most, size_t *count) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_session session;
    *count = 0;
    const trey_person_facts *facts = trey_people_facts(people, person);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    trey_status status = trey_cursor_open_stream(&cursor, trey_house_store(people->house),
                                                 TREY_PART_KEPT, people->notes.stream, 0);
    while (status == TREY_STATUS_OK && *count < most &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (!trey_session_decode(&item->kept, &session) || session.person != person ||
            session.generation != facts->generation)
            continue;
        out[*count].session = session;
        mark_of_name(item->kept.name, out[*count].mark);
        ++*count;
    }
    trey_cursor_close(cursor);
    return status;
}

static bool is_past(const trey_people *people, const trey_session *session) {
    const trey_person_facts *facts = trey_people_facts(people, session->person);
    return facts && session->generation < facts->generation;
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
                        ? session.used < before || is_past(people, &session)
                        : trey_ticket_decode(&item->kept, &ticket) && ticket.until < now;
        if (!over) continue;
        trey_house_notes_wipe(people->house, &people->notes, item->kept.name);
        cleared++;
    }
    trey_cursor_close(cursor);
    return status;
}
