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
    if (fold && fold->lent && attempts_open(fold) && fold_prepare(fold)) return TREY_STATUS_OK;
    trey_people_fold_close(fold);
    *out = NULL;
    return TREY_STATUS_NO_MEMORY;
}

void trey_people_fold_close(trey_people_fold *fold) {
    if (!fold) return;
    free(fold->entry);
    free(fold->by_person);
    free(fold->by_name);
    free(fold->by_look);
    free(fold->lent);
    free(fold->attempt);
    free(fold->moved);
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

static size_t look_slot(const trey_people_fold *fold, const char *name) {
    size_t at = (size_t)name_look_number(name) & (fold->index_room - 1);
    while (fold->by_look[at] &&
           !names_look_alike(fold->entry[fold->by_look[at] - 1].facts.name, name))
        at = (at + 1) & (fold->index_room - 1);
    return at;
}

bool fold_name_looks(const trey_people_fold *fold, const char *name) {
    return fold->by_look[look_slot(fold, name)] != 0;
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
    if (entry->facts.guest) return;
    fold->by_name[name_slot(fold, entry->facts.name)] = (uint32_t)number + 1;
    fold->by_look[look_slot(fold, entry->facts.name)] = (uint32_t)number + 1;
}

static bool grow_index(trey_people_fold *fold) {
    size_t room = fold->index_room ? fold->index_room * 2 : 64;
    uint32_t *by_person = calloc(room, sizeof *by_person);
    uint32_t *by_name = calloc(room, sizeof *by_name);
    uint32_t *by_look = calloc(room, sizeof *by_look);
    if (!by_person || !by_name || !by_look) {
        free(by_person);
        free(by_name);
        free(by_look);
        return false;
    }
    free(fold->by_person);
    free(fold->by_name);
    free(fold->by_look);
    fold->by_person = by_person;
    fold->by_name = by_name;
    fold->by_look = by_look;
    fold->index_room = room;
    for (size_t i = 0; i < fold->entries; i++) index_entry(fold, i);
    return true;
}

bool fold_prepare(trey_people_fold *fold) {
    if (!TREY_LIST_ROOM(fold->entry, fold->entries, fold->entry_room)) return false;
    if (fold->lists_moved && !TREY_LIST_ROOM(fold->moved, fold->moveds, fold->moved_room))
        return false;
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
/* Sessions of this person that began before are over. Room has been made. */
static void raise_generation(trey_people_fold *fold, person_entry *entry, unsigned why) {
    entry->facts.generation++;
    if (!fold->lists_moved) return;
    fold->moved[fold->moveds++] =
        (trey_person_moved){entry->facts.person, entry->facts.generation, (uint8_t)why};
}

static void has_password(person_entry *entry, const trey_people_record *record) {
    entry->has_password = true;
    entry->passwords++;
    entry->bound = record->bound;
    entry->facts.once = record->once;
}

static const char *add_person(trey_people_fold *fold, const trey_people_record *record) {
    if (record->person != fold->count + 1 || record->person == TREY_NOBODY)
        return "people are numbered one after the other";
    if (record->type == TREY_PEOPLE_ADDED) {
        if (!trey_person_name_good(record->name)) return "nobody may be called so";
        if (fold_name_taken(fold, record->name)) return "somebody is called so already";
        trey_person_facts facts = {.person = record->person, .office = record->office};
        memcpy(facts.name, record->name, sizeof facts.name);
        person_entry *entry = new_entry(fold, &facts);
        if (record->password) has_password(entry, record);
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
    has_password(entry, record);
    raise_generation(fold, entry, record->type);
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
    raise_generation(fold, entry, record->type);
    return NULL;
}

/* Whoever gives up somebody's second factor is the operator, or stands above them; and nobody
 * of the staff gives up their own. */
bool fold_may_reset(const trey_people_fold *fold, const person_entry *entry, trey_person by) {
    const trey_person_facts *who = trey_people_fold_facts(fold, by);
    unsigned office = entry->facts.office;
    if (by == TREY_NOBODY) return true;
    if (!who || who->barred) return false;
    if (by == entry->facts.person) return office == TREY_OFFICE_PLAYER;
    if (who->office == TREY_OFFICE_SHIFT_MANAGER) return true;
    return (who->office == TREY_OFFICE_PIT_SUPERVISOR || who->office == TREY_OFFICE_PIT_MANAGER) &&
           office < who->office;
}

static const char *change_factor(trey_people_fold *fold, person_entry *entry,
                                 const trey_people_record *record) {
    if (record->factor ? record->by != record->person : !fold_may_reset(fold, entry, record->by))
        return "whoever changed this second factor may not";
    if (record->factor == entry->facts.factor) return "nothing changes about this second factor";
    entry->facts.factor = record->factor;
    entry->factors += record->factor;
    entry->factor = record->bound;
    entry->step = record->step;
    entry->recovered = 0;
    entry->wrong_codes = 0;
    raise_generation(fold, entry, record->type);
    return NULL;
}

/* With a code where one is needed, which nobody has used before. */
static const char *sign_in(trey_people_fold *fold, person_entry *entry,
                           const trey_people_record *record) {
    const uint16_t bit = record->recovery ? (uint16_t)(1u << (record->recovery - 1)) : 0;
    if (!entry->has_password || entry->facts.barred) return "that person cannot sign in";
    if (entry->facts.factor != (record->step > 0 || record->recovery > 0))
        return "that person signs in in another way";
    if ((record->step && record->step <= entry->step) || (entry->recovered & bit))
        return "this code has been used before";
    if (record->step) entry->step = record->step;
    entry->recovered |= bit;
    entry->wrong_codes = 0;
    if (record->alone) raise_generation(fold, entry, record->type);
    return NULL;
}

/* The same for everybody who folds: a node counts what was tried at another. */
static void note_wrong(trey_people_fold *fold, person_entry *entry,
                       const trey_people_record *record, int64_t time) {
    uint64_t place = attempt_place(record->from, record->device);
    attempt *tries = attempt_find(fold, attempt_key(fold, attempt_person(entry), place));
    wrong_count(&tries->wrong, &tries->wrong_at, time);
    if (record->code) wrong_count(&entry->wrong_codes, &entry->wrong_code_at, time);
}

/* What only somebody with an account does. */
static const char *account_does(trey_people_fold *fold, person_entry *entry,
                                const trey_people_record *record, int64_t time) {
    if (!entry || entry->facts.guest) return "that person has no account";
    switch ((trey_people_record_type)record->type) {
    case TREY_PEOPLE_PASSWORD:
        has_password(entry, record);
        raise_generation(fold, entry, record->type);
        return NULL;
    case TREY_PEOPLE_SIGNED_IN:
        return sign_in(fold, entry, record);
    case TREY_PEOPLE_WRONG:
        note_wrong(fold, entry, record, time);
        return NULL;
    case TREY_PEOPLE_LOCKED:
        return record->until == time + LOCK_SECONDS * second ? NULL
                                                             : "nothing locks anybody out so long";
    case TREY_PEOPLE_FACTOR:
        return change_factor(fold, entry, record);
    case TREY_PEOPLE_OUT:
        raise_generation(fold, entry, record->type);
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
        return account_does(fold, fold_entry(fold, said.person), &said, record->time);
    }
}

/* ---- Snapshots ---------------------------------------------------------------------------------
 */
enum { SNAPSHOT_LAYOUT = 2, ENTRY_BYTES_MAX = 80 + 2 * TREY_HASH_BYTES + 40 };
enum { IS_GUEST = 1, IS_BARRED = 2, HAS_PASSWORD = 4, IS_ONCE = 8, HAS_FACTOR = 16 };

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
        trey_write_byte(
            &to,
            (uint8_t)((entry->facts.guest ? IS_GUEST : 0) | (entry->facts.barred ? IS_BARRED : 0) |
                      (entry->has_password ? HAS_PASSWORD : 0) | (entry->facts.once ? IS_ONCE : 0) |
                      (entry->facts.factor ? HAS_FACTOR : 0)));
        trey_write_number(&to, entry->facts.generation);
        trey_write_number(&to, entry->passwords);
        trey_write_number(&to, entry->factors);
        trey_write_number(&to, entry->step);
        trey_write_number(&to, entry->recovered);
        trey_write_number(&to, entry->wrong_codes);
        trey_write_number(&to, entry->wrong_code_at);
        if (entry->has_password) trey_write_bytes(&to, entry->bound.byte, TREY_HASH_BYTES);
        if (entry->facts.factor) trey_write_bytes(&to, entry->factor.byte, TREY_HASH_BYTES);
    }
    TREY_ASSERT(!to.full);
    *size = to.used;
    return TREY_STATUS_OK;
}

static uint32_t read_count(trey_reader *from, int64_t most) {
    int64_t number = trey_read_number(from);
    if (number < 0 || number > most) from->bad = true;
    return from->bad ? 0 : (uint32_t)number;
}

static bool read_entry(trey_people_fold *fold, trey_reader *from) {
    person_entry entry = {0};
    entry.facts.person = read_count(from, fold->count);
    trey_read_text(from, entry.facts.name, sizeof entry.facts.name);
    entry.facts.office = trey_read_byte(from);
    uint8_t flags = trey_read_byte(from);
    entry.facts.generation = read_count(from, UINT32_MAX);
    entry.passwords = read_count(from, UINT32_MAX);
    entry.factors = read_count(from, UINT32_MAX);
    entry.step = trey_read_number(from);
    entry.recovered = (uint16_t)read_count(from, UINT16_MAX);
    entry.wrong_codes = read_count(from, UINT32_MAX);
    entry.wrong_code_at = trey_read_number(from);
    if (flags & HAS_PASSWORD) trey_read_bytes(from, entry.bound.byte, TREY_HASH_BYTES);
    if (flags & HAS_FACTOR) trey_read_bytes(from, entry.factor.byte, TREY_HASH_BYTES);
    if (from->bad || entry.facts.person < 1 || entry.facts.office >= TREY_OFFICE_COUNT ||
        !fold_prepare(fold))
        return false;
    entry.facts.guest = flags & IS_GUEST;
    entry.facts.barred = flags & IS_BARRED;
    entry.facts.once = flags & IS_ONCE;
    entry.facts.factor = flags & HAS_FACTOR;
    entry.has_password = flags & HAS_PASSWORD;
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
