/* people_sign_in.c -- signing in, wrong passwords, and what they lead to.
 *
 * A guesser learns nothing: a name that is nobody's gets a hash to try that costs as
 * much, is slowed and locked as any other, and is refused in the same words; that an
 * account is barred is said only to whoever knows its password. A second try while the
 * first is still out has to wait, or else many at once would not be slowed at all. */
#include <string.h>

#include "people_parts.h"

/* A try that nobody came back from, since its connection broke, is over by then. */
enum { TRY_SECONDS = 10 };
static const int64_t second = 1000000;

/* ---- Names that are nobody's --------------------------------------------------------------- */
static stranger *stranger_of(trey_people *people, uint64_t number) {
    stranger *found = &people->stranger[number % STRANGERS];
    if (found->number != number) *found = (stranger){.number = number};
    return found;
}

/* ---- Trying ---------------------------------------------------------------------------------- */
/* May it be tried now? Then it is out. */
static bool may_try(uint32_t wrong, int64_t wrong_at, int64_t *tried_at, int64_t now,
                    uint32_t *wait_seconds) {
    int64_t until = wrong_until(wrong, wrong_at);
    if (*tried_at != 0 && now < *tried_at + TRY_SECONDS * second && now >= *tried_at &&
        until < now + second)
        until = now + second;
    if (until > now) {
        *wait_seconds = (uint32_t)((until - now + second - 1) / second);
        return false;
    }
    *tried_at = now;
    return true;
}

trey_status trey_people_try(trey_people *people, const char *name, trey_sign_in *out) {
    memset(out, 0, sizeof *out);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    int64_t now = trey_house_now(people->house);
    person_entry *entry = fold_named(people->fold, name);
    trey_person person = entry ? entry->facts.person : TREY_NOBODY;
    status = people_hash(people, person, &out->hash);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) return status;
    if (status == TREY_STATUS_NOT_FOUND) out->hash = people->nobody;
    bool may;
    if (entry) {
        may = may_try(entry->wrong, entry->wrong_at, &entry->tried_at, now, &out->wait_seconds);
        out->passwords = entry->passwords;
    } else {
        out->stranger = name_number(name);
        stranger *unknown = stranger_of(people, out->stranger);
        may =
            may_try(unknown->wrong, unknown->wrong_at, &unknown->tried_at, now, &out->wait_seconds);
    }
    out->person = person;
    if (may) return TREY_STATUS_OK;
    out->refused = TREY_PEOPLE_REFUSED_LOCKED;
    password_wipe(&out->hash, sizeof out->hash);
    return TREY_STATUS_OK;
}

/* ---- Afterwards
 * ----------------------------------------------------------------------------------
 */
static void fill_from(trey_people_record *record, const char *from) {
    size_t used = 0;
    for (; from && *from && used < sizeof record->from - 1; from++)
        record->from[used++] = *from < ' ' || *from > '~' ? '?' : *from;
    record->from[used] = '\0';
}

static trey_status note_from(trey_people *people, trey_people_record_type type, trey_person person,
                             const char *from, int64_t now) {
    trey_people_record record = {.type = (uint8_t)type, .person = person};
    fill_from(&record, from);
    return people_note(people, &record, now);
}

static trey_status note_wrong(trey_people *people, trey_sign_in *tried, const char *from,
                              int64_t now) {
    tried->refused = TREY_PEOPLE_REFUSED_WRONG_PASSWORD;
    trey_status status = note_from(people, TREY_PEOPLE_WRONG, tried->person, from, now);
    if (status != TREY_STATUS_OK) return status;
    if (tried->person == TREY_NOBODY) {
        stranger *unknown = stranger_of(people, tried->stranger);
        wrong_count(&unknown->wrong, &unknown->wrong_at, now);
        unknown->tried_at = 0;
        return TREY_STATUS_OK;
    }
    const person_entry *entry = fold_entry(people->fold, tried->person);
    if (entry->wrong < WRONG_LOCKS) return TREY_STATUS_OK;
    const trey_people_record locked = {.type = TREY_PEOPLE_LOCKED,
                                       .person = tried->person,
                                       .until = wrong_until(entry->wrong, entry->wrong_at)};
    return people_note(people, &locked, now);
}

trey_status trey_people_tried(trey_people *people, const char *name, trey_sign_in *tried, bool held,
                              const char *from) {
    (void)name; /* a name that nobody has is not recorded: it may be a password */
    TREY_ASSERT(tried->refused == TREY_PEOPLE_REFUSED_NONE);
    password_wipe(&tried->hash, sizeof tried->hash);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    int64_t now = trey_house_now(people->house);
    person_entry *entry = fold_entry(people->fold, tried->person);
    if (entry) entry->tried_at = 0;
    /* One that was changed while it was tried holds no more. */
    if (!held || !entry || !entry->has_password || entry->passwords != tried->passwords)
        return note_wrong(people, tried, from, now);
    if (!entry->facts.barred)
        return note_from(people, TREY_PEOPLE_SIGNED_IN, tried->person, from, now);
    tried->refused = TREY_PEOPLE_REFUSED_BARRED;
    return note_from(people, TREY_PEOPLE_TURNED_AWAY, tried->person, from, now);
}

trey_status trey_people_left(trey_people *people, trey_person person, const char *from) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    if (!trey_people_facts(people, person))
        return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    return note_from(people, TREY_PEOPLE_LEFT, person, from, trey_house_now(people->house));
}
