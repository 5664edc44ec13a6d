/* people_fold.c -- everybody, as the records give them.
 *
 * The one place where a record means something: a house folds what it stages, a restart
 * what it reads, a verification what somebody else may have written. So every record is
 * looked over before it is believed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people_parts.h"

trey_status trey_people_fold_open(trey_people_fold **out) {
    trey_people_fold *fold = *out = calloc(1, sizeof *fold);
    if (fold) fold->lent = calloc(1, sizeof *fold->lent);
    if (fold && fold->lent && fold_prepare(fold)) return TREY_STATUS_OK;
    trey_people_fold_close(fold);
    *out = NULL;
    return TREY_STATUS_NO_MEMORY;
}

void trey_people_fold_close(trey_people_fold *fold) {
    if (!fold) return;
    free(fold->entry);
    free(fold->by_person);
    free(fold->by_name);
    free(fold->lent);
    free(fold);
}

/* ---- Finding --------------------------------------------------------------------------- */
static size_t person_slot(const trey_people_fold *fold, trey_person person) {
    size_t at = (size_t)(person * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (fold->index_room - 1);
    while (fold->by_person[at] && fold->entry[fold->by_person[at] - 1].facts.person != person)
        at = (at + 1) & (fold->index_room - 1);
    return at;
}

static size_t name_slot(const trey_people_fold *fold, const char *name) {
    size_t at = (size_t)name_number(name) & (fold->index_room - 1);
    while (fold->by_name[at] && !names_same(fold->entry[fold->by_name[at] - 1].facts.name, name))
        at = (at + 1) & (fold->index_room - 1);
    return at;
}

person_entry *fold_entry(const trey_people_fold *fold, trey_person person) {
    uint32_t found = fold->by_person[person_slot(fold, person)];
    return found ? &fold->entry[found - 1] : NULL;
}

person_entry *fold_named(const trey_people_fold *fold, const char *name) {
    uint32_t found = fold->by_name[name_slot(fold, name)];
    return found ? &fold->entry[found - 1] : NULL;
}

bool fold_name_taken(const trey_people_fold *fold, const char *name) {
    return name_is_a_guests(name) || fold_named(fold, name);
}

unsigned trey_people_fold_count(const trey_people_fold *fold) {
    return fold->count;
}

const trey_person_facts *trey_people_fold_facts(const trey_people_fold *fold, trey_person person) {
    if (person == TREY_NOBODY || person > fold->count) return NULL;
    const person_entry *entry = fold_entry(fold, person);
    if (entry) return &entry->facts;
    trey_person_facts *lent = &fold->lent->facts[fold->lent->next++ % FACTS_LENT];
    *lent = (trey_person_facts){.person = person, .guest = true};
    snprintf(lent->name, sizeof lent->name, "Guest %u", person);
    return lent;
}

/* ---- Growing ----------------------------------------------------------------------------- */
static void index_entry(trey_people_fold *fold, size_t number) {
    const person_entry *entry = &fold->entry[number];
    fold->by_person[person_slot(fold, entry->facts.person)] = (uint32_t)number + 1;
    if (!entry->facts.guest)
        fold->by_name[name_slot(fold, entry->facts.name)] = (uint32_t)number + 1;
}

static bool grow_index(trey_people_fold *fold) {
    size_t room = fold->index_room ? fold->index_room * 2 : 64;
    uint32_t *by_person = calloc(room, sizeof *by_person);
    uint32_t *by_name = calloc(room, sizeof *by_name);
    if (!by_person || !by_name) {
        free(by_person);
        free(by_name);
        return false;
    }
    free(fold->by_person);
    free(fold->by_name);
    fold->by_person = by_person;
    fold->by_name = by_name;
    fold->index_room = room;
    for (size_t i = 0; i < fold->entries; i++) index_entry(fold, i);
    return true;
}

bool fold_prepare(trey_people_fold *fold) {
    if (!TREY_LIST_ROOM(fold->entry, fold->entries, fold->entry_room)) return false;
    return (fold->entries + 1) * 2 <= fold->index_room || grow_index(fold);
}

/* Room has been made. */
static person_entry *new_entry(trey_people_fold *fold, const trey_person_facts *facts) {
    TREY_ASSERT(fold->entry && fold->entries < fold->entry_room);
    person_entry *entry = &fold->entry[fold->entries];
    *entry = (person_entry){.facts = *facts};
    index_entry(fold, fold->entries++);
    return entry;
}

/* ---- Wrong passwords ------------------------------------------------------------------------ */
static const int64_t second = 1000000;

int64_t wrong_until(uint32_t wrong, int64_t wrong_at) {
    if (wrong == 0) return 0;
    int64_t wait = wrong >= WRONG_LOCKS ? LOCK_SECONDS : INT64_C(1) << (wrong - 1);
    return wrong_at + wait * second;
}

void wrong_count(uint32_t *wrong, int64_t *wrong_at, int64_t now) {
    if (now - *wrong_at > WRONG_FORGOTTEN_SECONDS * second) *wrong = 0;
    if (*wrong < UINT32_MAX) ++*wrong;
    *wrong_at = now;
}

/* ---- One record --------------------------------------------------------------------------------
 */
static const char *add_person(trey_people_fold *fold, const trey_people_record *record) {
    if (record->person != fold->count + 1 || record->person == TREY_NOBODY)
        return "people are numbered one after the other";
    if (record->type == TREY_PEOPLE_ADDED) {
        if (!trey_person_name_good(record->name)) return "nobody may be called so";
        if (fold_name_taken(fold, record->name)) return "somebody is called so already";
        trey_person_facts facts = {.person = record->person, .office = record->office};
        memcpy(facts.name, record->name, sizeof facts.name);
        person_entry *entry = new_entry(fold, &facts);
        entry->has_password = record->password;
        entry->passwords = record->password;
    }
    fold->count++;
    return NULL;
}

static const char *join(trey_people_fold *fold, const trey_people_record *record) {
    person_entry *entry = fold_entry(fold, record->person);
    if (entry && !entry->facts.guest) return "only a guest can join";
    if (!trey_person_name_good(record->name)) return "nobody may be called so";
    if (fold_name_taken(fold, record->name)) return "somebody is called so already";
    if (!entry) {
        entry = new_entry(fold, trey_people_fold_facts(fold, record->person));
    }
    entry->facts.guest = false;
    memcpy(entry->facts.name, record->name, sizeof entry->facts.name);
    entry->has_password = true;
    entry->passwords++;
    index_entry(fold, (size_t)(entry - fold->entry));
    return NULL;
}

static const char *change(trey_people_fold *fold, const trey_people_record *record) {
    person_entry *entry = fold_entry(fold, record->person);
    bool guest = !entry || entry->facts.guest;
    if (guest && record->office != TREY_OFFICE_PLAYER) return "a guest has no office";
    if (!entry) entry = new_entry(fold, trey_people_fold_facts(fold, record->person));
    entry->facts.office = record->office;
    entry->facts.barred = record->barred;
    return NULL;
}

/* What only somebody with an account does. */
static const char *account_does(person_entry *entry, const trey_people_record *record,
                                int64_t time) {
    if (!entry || entry->facts.guest) return "that person has no account";
    switch ((trey_people_record_type)record->type) {
    case TREY_PEOPLE_PASSWORD:
        entry->has_password = true;
        entry->passwords++;
        entry->wrong = 0;
        return NULL;
    case TREY_PEOPLE_SIGNED_IN:
        if (!entry->has_password || entry->facts.barred) return "that person cannot sign in";
        entry->wrong = 0;
        return NULL;
    case TREY_PEOPLE_WRONG:
        wrong_count(&entry->wrong, &entry->wrong_at, time);
        return NULL;
    case TREY_PEOPLE_LOCKED:
        if (entry->wrong < WRONG_LOCKS ||
            record->until != wrong_until(entry->wrong, entry->wrong_at))
            return "nothing has locked that account";
        return NULL;
    default:
        return entry->facts.barred ? NULL : "nothing bars that person";
    }
}

const char *trey_people_fold_add(trey_people_fold *fold, const trey_record *record) {
    trey_people_record said;
    if (!trey_people_record_decode(record, &said)) return "this is not a record of people";
    if (!fold_prepare(fold)) return "no memory for all these people";
    if (said.by > fold->count) return "nobody has the number of whoever did it";
    if (said.type == TREY_PEOPLE_GUEST || said.type == TREY_PEOPLE_ADDED)
        return add_person(fold, &said);
    if (said.type == TREY_PEOPLE_WRONG && said.person == TREY_NOBODY) return NULL;
    if (said.person == TREY_NOBODY || said.person > fold->count) return "nobody has that number";
    switch ((trey_people_record_type)said.type) {
    case TREY_PEOPLE_JOINED:
        return join(fold, &said);
    case TREY_PEOPLE_CHANGED:
        return change(fold, &said);
    case TREY_PEOPLE_LEFT:
        return NULL;
    default:
        return account_does(fold_entry(fold, said.person), &said, record->time);
    }
}

/* ---- Snapshots ---------------------------------------------------------------------------------
 */
enum { SNAPSHOT_LAYOUT = 1, ENTRY_BYTES_MAX = 80 };
enum { IS_GUEST = 1, IS_BARRED = 2, HAS_PASSWORD = 4 };

trey_status trey_people_fold_snapshot(const trey_people_fold *fold, uint8_t **bytes, size_t *size) {
    size_t room = 32 + fold->entries * ENTRY_BYTES_MAX;
    *bytes = malloc(room);
    if (!*bytes) return TREY_STATUS_NO_MEMORY;
    trey_writer to = {*bytes, room, 0, false};
    trey_write_byte(&to, SNAPSHOT_LAYOUT);
    trey_write_number(&to, fold->count);
    trey_write_number(&to, (int64_t)fold->entries);
    for (size_t i = 0; i < fold->entries; i++) {
        const person_entry *entry = &fold->entry[i];
        trey_write_number(&to, entry->facts.person);
        trey_write_text(&to, entry->facts.name, strlen(entry->facts.name));
        trey_write_byte(&to, entry->facts.office);
        trey_write_byte(&to, (uint8_t)((entry->facts.guest ? IS_GUEST : 0) |
                                       (entry->facts.barred ? IS_BARRED : 0) |
                                       (entry->has_password ? HAS_PASSWORD : 0)));
        trey_write_number(&to, entry->passwords);
        trey_write_number(&to, entry->wrong);
        trey_write_number(&to, entry->wrong_at);
    }
    TREY_ASSERT(!to.full);
    *size = to.used;
    return TREY_STATUS_OK;
}

static bool read_entry(trey_people_fold *fold, trey_reader *from) {
    person_entry entry = {0};
    int64_t person = trey_read_number(from);
    trey_read_text(from, entry.facts.name, sizeof entry.facts.name);
    entry.facts.office = trey_read_byte(from);
    uint8_t flags = trey_read_byte(from);
    int64_t passwords = trey_read_number(from), wrong = trey_read_number(from);
    entry.wrong_at = trey_read_number(from);
    if (from->bad || person < 1 || person > fold->count || passwords < 0 ||
        passwords > UINT32_MAX || wrong < 0 || wrong > UINT32_MAX ||
        entry.facts.office >= TREY_OFFICE_COUNT || !fold_prepare(fold))
        return false;
    entry.facts.person = (trey_person)person;
    entry.facts.guest = flags & IS_GUEST;
    entry.facts.barred = flags & IS_BARRED;
    entry.has_password = flags & HAS_PASSWORD;
    entry.passwords = (uint32_t)passwords;
    entry.wrong = (uint32_t)wrong;
    if (fold_entry(fold, entry.facts.person)) return false;
    *new_entry(fold, &entry.facts) = entry;
    return true;
}

bool fold_restore(trey_people_fold *fold, const uint8_t *bytes, size_t size) {
    trey_reader from = {bytes, size, false};
    TREY_ASSERT(fold->count == 0);
    if (trey_read_byte(&from) != SNAPSHOT_LAYOUT) return false;
    int64_t count = trey_read_number(&from), entries = trey_read_number(&from);
    if (from.bad || count < 0 || count > UINT32_MAX || entries < 0 || entries > count) return false;
    fold->count = (trey_person)count;
    for (int64_t i = 0; i < entries; i++) {
        if (!read_entry(fold, &from)) return false;
    }
    return !from.bad && from.left == 0;
}
