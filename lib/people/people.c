/* people.c -- making and changing people: decided, staged in the house's batch, folded.
 *
 * Whatever is done here is first a record and then folded like one that was read, so
 * that memory and store cannot come to different ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people_parts.h"

trey_status people_fail(trey_people *people, trey_status status, const char *text) {
    snprintf(people->message.text, sizeof people->message.text, "%s", text);
    return status;
}

const char *trey_people_message(const trey_people *people) {
    return people->message.text;
}

static trey_status store_fail(trey_people *people, trey_status status) {
    return people_fail(people, status, trey_store_message_text(trey_house_store(people->house)));
}

/* ---- Opening ---------------------------------------------------------------------------- */
/* Behind which place to go on. */
static trey_status take_snapshot(trey_people *people) {
    trey_snapshot snapshot;
    trey_status status =
        trey_store_snapshot(trey_house_store(people->house), people->notes.stream, &snapshot);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) return store_fail(people, status);
    if (fold_restore(people->fold, snapshot.body, snapshot.size)) {
        people->notes.place = people->notes.snapshot_at = snapshot.place;
        return TREY_STATUS_OK;
    }
    /* Of another layout: the records give the same. */
    trey_people_fold_close(people->fold);
    status = trey_people_fold_open(&people->fold);
    return status == TREY_STATUS_OK ? status : people_fail(people, status, "out of memory");
}

static trey_status read_behind(trey_people *people) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status =
        trey_cursor_open_stream(&cursor, trey_house_store(people->house), TREY_PART_RECORDS,
                                people->notes.stream, people->notes.place);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        const char *wrong = trey_people_fold_add(people->fold, &item->record);
        if (wrong) {
            snprintf(people->message.text, sizeof people->message.text,
                     "record %llu: %s; `trey verify` tells more",
                     (unsigned long long)item->record.seq, wrong);
            trey_cursor_close(cursor);
            return TREY_STATUS_STORE_CORRUPT;
        }
        people->notes.place = item->record.place;
    }
    trey_cursor_close(cursor);
    return status == TREY_STATUS_OK ? status : store_fail(people, status);
}

/* What is staged by ourselves lies beyond the store's last place, never before it. */
trey_status trey_people_catch_up(trey_people *people) {
    uint64_t stored;
    trey_status status =
        trey_store_place(trey_house_store(people->house), people->notes.stream, &stored);
    if (status != TREY_STATUS_OK) return store_fail(people, status);
    return stored > people->notes.place ? read_behind(people) : TREY_STATUS_OK;
}

trey_status trey_people_open(trey_people **out, trey_house *house, trey_store_message *message) {
    trey_people *people = calloc(1, sizeof *people);
    *out = NULL;
    if (message) message->text[0] = '\0';
    if (!people) return TREY_STATUS_NO_MEMORY;
    people->house = house;
    trey_status status = trey_people_fold_open(&people->fold);
    if (!password_of_nobody(&people->nobody)) status = TREY_STATUS_NO_MEMORY;
    if (status != TREY_STATUS_OK) people_fail(people, status, "out of memory");
    if (status == TREY_STATUS_OK) {
        status = trey_house_notes_open(house, TREY_HOUSE_PEOPLE, &people->notes);
        if (status != TREY_STATUS_OK) people_fail(people, status, trey_house_message(house));
    }
    if (status == TREY_STATUS_OK) status = take_snapshot(people);
    if (status == TREY_STATUS_OK) status = read_behind(people);
    if (status != TREY_STATUS_OK) {
        if (message) *message = people->message;
        trey_people_close(people);
        return status;
    }
    people->fold->lists_moved = true;
    *out = people;
    return TREY_STATUS_OK;
}

static void forget_fresh(trey_people *people) {
    if (people->fresh) password_wipe(people->fresh, people->fresh_count * sizeof *people->fresh);
    people->fresh_count = 0;
}

void trey_people_close(trey_people *people) {
    if (!people) return;
    trey_people_fold_close(people->fold);
    forget_fresh(people);
    free(people->fresh);
    tickets_close(&people->tickets);
    free(people);
}

/* Whose generation differs between the two. */
static bool list_moved(const trey_people_fold *before, trey_people_fold *now) {
    now->lists_moved = true;
    for (size_t i = 0; i < now->entries; i++) {
        const trey_person_facts *facts = &now->entry[i].facts;
        const person_entry *old = fold_entry(before, facts->person);
        if (!fold_prepare(now)) return false;
        if ((old ? old->facts.generation : 0) != facts->generation)
            now->moved[now->moveds++] =
                (trey_person_moved){facts->person, facts->generation, TREY_PEOPLE_OUT};
    }
    return fold_prepare(now);
}

trey_status trey_people_read_again(trey_people *people) {
    trey_people fresh = *people;
    fresh.notes.place = fresh.notes.snapshot_at = 0;
    trey_status status = trey_people_fold_open(&fresh.fold);
    if (status != TREY_STATUS_OK) return people_fail(people, status, "out of memory");
    status = take_snapshot(&fresh);
    if (status == TREY_STATUS_OK) status = read_behind(&fresh);
    people->message = fresh.message;
    if (status != TREY_STATUS_OK) {
        trey_people_fold_close(fresh.fold);
        return status;
    }
    if (!list_moved(people->fold, fresh.fold)) {
        trey_people_fold_close(fresh.fold);
        return people_fail(people, TREY_STATUS_NO_MEMORY, "out of memory");
    }
    /* Guesses that were made are not taken back. */
    attempt *tries = fresh.fold->attempt;
    fresh.fold->attempt = people->fold->attempt;
    fresh.fold->attempt_salt = people->fold->attempt_salt;
    people->fold->attempt = tries;
    forget_fresh(people);
    trey_people_fold_close(people->fold);
    people->fold = fresh.fold;
    people->notes = fresh.notes;
    return TREY_STATUS_OK;
}

size_t trey_people_moved(trey_people *people, trey_person_moved *out, size_t most) {
    trey_people_fold *fold = people->fold;
    size_t count = fold->moveds < most ? fold->moveds : most;
    if (count == 0) return 0;
    memcpy(out, fold->moved, count * sizeof *out);
    fold->moveds -= count;
    memmove(fold->moved, fold->moved + count, fold->moveds * sizeof *out);
    return count;
}

/* ---- Asking -------------------------------------------------------------------------------- */
unsigned trey_people_count(const trey_people *people) {
    return people->fold->count;
}

const trey_person_facts *trey_people_facts(const trey_people *people, trey_person person) {
    return trey_people_fold_facts(people->fold, person);
}

trey_person trey_people_find(const trey_people *people, const char *name) {
    const person_entry *entry = fold_named(people->fold, name);
    if (entry) return entry->facts.person;
    trey_person guest = guest_of_name(name);
    const trey_person_facts *facts = trey_people_fold_facts(people->fold, guest);
    return facts && facts->guest ? guest : TREY_NOBODY;
}

size_t trey_people_search(const trey_people *people, const char *beginning, trey_person *out,
                          size_t most) {
    size_t found = 0;
    for (size_t i = 0; i < people->fold->entries && found < most; i++) {
        const trey_person_facts *facts = &people->fold->entry[i].facts;
        if (!facts->guest && name_begins(facts->name, beginning)) out[found++] = facts->person;
    }
    return found;
}

/* ---- Staging --------------------------------------------------------------------------------- */
trey_status people_begin(trey_people *people) {
    trey_status status = trey_house_notes_begin(people->house);
    if (status != TREY_STATUS_OK)
        return people_fail(people, status, trey_house_message(people->house));
    return trey_people_catch_up(people);
}

static trey_status keep_snapshot(trey_people *people) {
    if (!trey_house_notes_snapshot_due(people->house, &people->notes, people->fold->entries))
        return TREY_STATUS_OK;
    uint8_t *bytes;
    size_t size;
    trey_status status = trey_people_fold_snapshot(people->fold, &bytes, &size);
    if (status != TREY_STATUS_OK) return people_fail(people, status, "out of memory");
    /* Beyond this, some three hundred thousand accounts, a restart reads all records. */
    if (size <= TREY_SNAPSHOT_BYTES_MAX)
        trey_house_notes_snapshot(people->house, &people->notes, bytes, size);
    free(bytes);
    return TREY_STATUS_OK;
}

trey_status people_note(trey_people *people, const trey_people_record *said, int64_t time) {
    uint8_t bytes[PEOPLE_RECORD_BYTES];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    if (!fold_prepare(people->fold))
        return people_fail(people, TREY_STATUS_NO_MEMORY, "out of memory");
    people_record_write(&body, said);
    TREY_ASSERT(!body.full);
    const trey_record record = {
        .type = said->type, .time = time, .body = bytes, .size = (uint32_t)body.used};
    const char *wrong = trey_people_fold_add(people->fold, &record);
    TREY_ASSERT(!wrong);
    trey_house_notes_add(people->house, &people->notes, said->type, time, bytes, body.used);
    return keep_snapshot(people);
}

/* ---- Hashes -----------------------------------------------------------------------------------
 */
static void kept_name(trey_person person, char out[TREY_KEPT_NAME_MAX]) {
    snprintf(out, TREY_KEPT_NAME_MAX, "password-%u", person);
}

/* Those of an earlier batch are stored, or nobody's. */
static void forget_flushed(trey_people *people) {
    uint64_t flushes = trey_house_flushes(people->house);
    if (people->fresh_in != flushes) forget_fresh(people);
    people->fresh_in = flushes;
}

/* The one before it is overwritten. */
static trey_status keep_hash(trey_people *people, trey_person person,
                             const trey_password_hash *hash) {
    char name[TREY_KEPT_NAME_MAX];
    forget_flushed(people);
    if (people->fresh_count == people->fresh_room) {
        size_t room = people->fresh_room ? people->fresh_room * 2 : 8;
        fresh_hash *grown = calloc(room, sizeof *grown);
        if (!grown) return people_fail(people, TREY_STATUS_NO_MEMORY, "out of memory");
        size_t count = people->fresh_count;
        if (count) memcpy(grown, people->fresh, count * sizeof *grown);
        forget_fresh(people);
        free(people->fresh);
        people->fresh = grown;
        people->fresh_count = count;
        people->fresh_room = room;
    }
    people->fresh[people->fresh_count++] = (fresh_hash){person, *hash};
    kept_name(person, name);
    trey_house_notes_keep(people->house, &people->notes, name, hash->text,
                          strnlen(hash->text, sizeof hash->text));
    return TREY_STATUS_OK;
}

/* Nobody is looked for in the store as well, for the time that it takes. */
trey_status people_hash(trey_people *people, trey_person person, trey_password_hash *out) {
    char name[TREY_KEPT_NAME_MAX];
    trey_kept kept;
    forget_flushed(people);
    for (size_t i = people->fresh_count; i-- > 0;) {
        if (people->fresh[i].person != person) continue;
        *out = people->fresh[i].hash;
        return TREY_STATUS_OK;
    }
    kept_name(person, name);
    trey_status status =
        trey_store_kept(trey_house_store(people->house), people->notes.stream, name, &kept);
    if (status == TREY_STATUS_NOT_FOUND) return status;
    if (status != TREY_STATUS_OK) return store_fail(people, status);
    if (kept.size >= sizeof out->text)
        return people_fail(people, TREY_STATUS_STORE_CORRUPT,
                           "a password hash in the store is too long");
    /* One that was put there by somebody else holds for nothing. */
    if (!trey_people_fold_password(people->fold, person, kept.body, kept.size))
        return TREY_STATUS_NOT_FOUND;
    memset(out, 0, sizeof *out);
    memcpy(out->text, kept.body, kept.size);
    return TREY_STATUS_OK;
}

/* What the record of a person's next password says of it. */
static trey_hash bound_next(const trey_people *people, trey_person person,
                            const trey_password_hash *hash) {
    const person_entry *entry = fold_entry(people->fold, person);
    return password_bound(person, entry ? entry->passwords + 1 : 1, hash->text,
                          strnlen(hash->text, sizeof hash->text));
}

/* ---- People come and change ---------------------------------------------------------------------
 */
trey_status trey_people_guest(trey_people *people, trey_person *out) {
    *out = TREY_NOBODY;
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_people_record guest = {.type = TREY_PEOPLE_GUEST, .person = people->fold->count + 1};
    status = people_note(people, &guest, trey_house_now(people->house));
    if (status == TREY_STATUS_OK) *out = guest.person;
    return status;
}

static trey_people_refused name_refused(const trey_people *people, const char *name) {
    if (!trey_person_name_good(name)) return TREY_PEOPLE_REFUSED_BAD_NAME;
    if (fold_name_taken(people->fold, name)) return TREY_PEOPLE_REFUSED_NAME_TAKEN;
    if (fold_name_looks(people->fold, name)) return TREY_PEOPLE_REFUSED_LOOKS_ALIKE;
    return TREY_PEOPLE_REFUSED_NONE;
}

trey_status trey_people_add(trey_people *people, const char *name, trey_office office,
                            const trey_password_hash *password, trey_person by, trey_person *out,
                            trey_people_refused *refused) {
    TREY_ASSERT((unsigned)office < TREY_OFFICE_COUNT);
    *out = TREY_NOBODY;
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    TREY_ASSERT(by <= people->fold->count);
    *refused = name_refused(people, name);
    if (*refused != TREY_PEOPLE_REFUSED_NONE) return TREY_STATUS_OK;
    trey_people_record added = {.type = TREY_PEOPLE_ADDED,
                                .person = people->fold->count + 1,
                                .office = (uint8_t)office,
                                .password = password != NULL,
                                .by = by};
    snprintf(added.name, sizeof added.name, "%s", name);
    if (password) {
        added.once = password->once;
        added.bound = bound_next(people, added.person, password);
        status = keep_hash(people, added.person, password);
    }
    if (status == TREY_STATUS_OK)
        status = people_note(people, &added, trey_house_now(people->house));
    if (status == TREY_STATUS_OK) *out = added.person;
    return status;
}

trey_status trey_people_join(trey_people *people, trey_person guest, const char *name,
                             const trey_password_hash *password, trey_people_refused *refused) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, guest);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    *refused = !facts->guest   ? TREY_PEOPLE_REFUSED_NOT_A_GUEST
               : facts->barred ? TREY_PEOPLE_REFUSED_BARRED
                               : name_refused(people, name);
    if (*refused != TREY_PEOPLE_REFUSED_NONE) return TREY_STATUS_OK;
    trey_people_record joined = {
        .type = TREY_PEOPLE_JOINED, .person = guest, .bound = bound_next(people, guest, password)};
    snprintf(joined.name, sizeof joined.name, "%s", name);
    status = keep_hash(people, guest, password);
    return status == TREY_STATUS_OK ? people_note(people, &joined, trey_house_now(people->house))
                                    : status;
}

trey_status trey_people_change(trey_people *people, trey_person person, trey_office office,
                               bool barred, trey_person by) {
    TREY_ASSERT((unsigned)office < TREY_OFFICE_COUNT);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, person);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    if (facts->guest && office != TREY_OFFICE_PLAYER)
        return people_fail(people, TREY_STATUS_INVALID, "a guest has no office");
    if (facts->office == office && facts->barred == barred) return TREY_STATUS_OK;
    const trey_people_record changed = {.type = TREY_PEOPLE_CHANGED,
                                        .person = person,
                                        .office = (uint8_t)office,
                                        .barred = barred,
                                        .by = by};
    return people_note(people, &changed, trey_house_now(people->house));
}

trey_status trey_people_password(trey_people *people, trey_person person,
                                 const trey_password_hash *password, trey_person by) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, person);
    if (!facts) return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    if (facts->guest)
        return people_fail(people, TREY_STATUS_INVALID, "a guest has no password; let them join");
    const trey_people_record changed = {.type = TREY_PEOPLE_PASSWORD,
                                        .person = person,
                                        .by = by,
                                        .once = password->once,
                                        .bound = bound_next(people, person, password)};
    status = keep_hash(people, person, password);
    return status == TREY_STATUS_OK ? people_note(people, &changed, trey_house_now(people->house))
                                    : status;
}
