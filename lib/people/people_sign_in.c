/* people_sign_in.c -- signing in, wrong passwords, and what they lead to.
 *
 * A guesser learns nothing: a name that is nobody's gets a hash to try that costs as
 * much, is slowed and locked as any other, and is refused in the same words; that an
 * account is barred is said only to whoever knows its password. A second try from the same place
 * while the first is still out has to wait, or else many at once would not be slowed at all.
 * Nobody is slowed by what others try from elsewhere. */
#include <string.h>

#include "people_parts.h"

/* A try that nobody came back from, since its connection broke, is over by then. */
enum { TRY_SECONDS = 10 };
static const int64_t second = 1000000;

/* ---- Trying ---------------------------------------------------------------------------------- */
/* May it be tried now? Then it is out. */
static bool may_try(attempt *tries, int64_t locked_until, int64_t now, uint32_t *wait_seconds) {
    if (tries->wrong_at > now) tries->wrong_at = now; /* the clock was set back */
    int64_t until = wrong_until(tries->wrong, tries->wrong_at);
    int64_t out = tries->tried_at;
    if (locked_until > until) until = locked_until;
    if (out != 0 && now < out + TRY_SECONDS * second && now >= out && until < now + second)
        until = now + second;
    if (until > now) {
        *wait_seconds = (uint32_t)((until - now + second - 1) / second);
        return false;
    }
    tries->tried_at = now;
    return true;
}

/* Wrong codes come from somebody who knows the password, and there are only a million of them:
 * they are counted over all places. The person's own devices can still sign in. */
static int64_t codes_locked(const person_entry *entry, uint32_t device) {
    if (!entry || device || entry->wrong_codes < WRONG_LOCKS) return 0;
    return wrong_until(entry->wrong_codes, entry->wrong_code_at);
}

trey_status trey_people_try(trey_people *people, const char *name, const trey_origin *origin,
                            trey_sign_in *out) {
    memset(out, 0, sizeof *out);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const person_entry *entry = fold_named(people->fold, name);
    trey_person person = entry ? entry->facts.person : TREY_NOBODY;
    status = people_hash(people, person, &out->hash);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND) return status;
    if (status == TREY_STATUS_NOT_FOUND) out->hash = people->nobody;
    out->device = entry && origin->device_of == person ? origin->device : 0;
    out->passwords = entry ? entry->passwords : 0;
    out->key = attempt_key(people->fold, entry ? attempt_person(entry) : ~name_number(name),
                           attempt_place(origin->from, out->device));
    out->person = person;
    if (may_try(attempt_find(people->fold, out->key), codes_locked(entry, out->device),
                trey_house_now(people->house), &out->wait_seconds))
        return TREY_STATUS_OK;
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
    trey_people_record wrong = {.type = TREY_PEOPLE_WRONG,
                                .person = tried->person,
                                .device = tried->device,
                                .code = tried->refused == TREY_PEOPLE_REFUSED_WRONG_CODE};
    fill_from(&wrong, from);
    if (tried->person == TREY_NOBODY) { /* the record does not tell which name it was */
        attempt *tries = attempt_find(people->fold, tried->key);
        wrong_count(&tries->wrong, &tries->wrong_at, now);
    }
    trey_status status = people_note(people, &wrong, now);
    if (status != TREY_STATUS_OK || tried->person == TREY_NOBODY) return status;
    if (attempt_find(people->fold, tried->key)->wrong < WRONG_LOCKS) return TREY_STATUS_OK;
    trey_people_record locked = {.type = TREY_PEOPLE_LOCKED,
                                 .person = tried->person,
                                 .device = tried->device,
                                 .until = now + LOCK_SECONDS * second};
    memcpy(locked.from, wrong.from, sizeof locked.from);
    return people_note(people, &locked, now);
}

/* The password was right. */
static trey_status note_held(trey_people *people, trey_sign_in *tried, const char *from,
                             const trey_proof *proof, int64_t now) {
    const person_entry *entry = fold_entry(people->fold, tried->person);
    trey_people_record signed_in = {
        .type = TREY_PEOPLE_SIGNED_IN, .person = tried->person, .alone = proof->alone};
    bool good = true;
    if (entry->facts.barred) {
        tried->refused = TREY_PEOPLE_REFUSED_BARRED;
        return note_from(people, TREY_PEOPLE_TURNED_AWAY, tried->person, from, now);
    }
    attempt *tries = attempt_find(people->fold, tried->key);
    if (proof->asks) { /* whoever asks has signed in already */
        tries->wrong = 0;
        return TREY_STATUS_OK;
    }
    if (entry->facts.factor && !(proof->code && proof->code[0])) {
        tried->refused = TREY_PEOPLE_REFUSED_CODE_NEEDED; /* which is no guess */
        return TREY_STATUS_OK;
    }
    if (entry->facts.factor) {
        trey_status status =
            factor_check(people, entry, proof->code, &good, &signed_in.step, &signed_in.recovery);
        if (status != TREY_STATUS_OK) return status;
    }
    if (!good) {
        tried->refused = TREY_PEOPLE_REFUSED_WRONG_CODE;
        return note_wrong(people, tried, from, now);
    }
    tries->wrong = 0;
    fill_from(&signed_in, from);
    return people_note(people, &signed_in, now);
}

trey_status trey_people_tried(trey_people *people, trey_sign_in *tried, const trey_origin *origin,
                              const trey_proof *proof) {
    TREY_ASSERT(tried->refused == TREY_PEOPLE_REFUSED_NONE);
    password_wipe(&tried->hash, sizeof tried->hash);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    int64_t now = trey_house_now(people->house);
    const person_entry *entry = fold_entry(people->fold, tried->person);
    attempt_find(people->fold, tried->key)->tried_at = 0;
    /* One that was changed while it was tried holds no more. */
    if (proof->held && entry && entry->has_password && entry->passwords == tried->passwords)
        return note_held(people, tried, origin->from, proof, now);
    tried->refused = TREY_PEOPLE_REFUSED_WRONG_PASSWORD;
    return note_wrong(people, tried, origin->from, now);
}

trey_status trey_people_sign_out_everywhere(trey_people *people, trey_person person, trey_person by,
                                            const char *from) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const trey_person_facts *facts = trey_people_facts(people, person);
    if (!facts || facts->guest)
        return people_fail(people, TREY_STATUS_INVALID, "only an account has several sessions");
    trey_people_record out = {.type = TREY_PEOPLE_OUT, .person = person, .by = by};
    fill_from(&out, from);
    return people_note(people, &out, trey_house_now(people->house));
}

trey_status trey_people_left(trey_people *people, trey_person person, const char *from) {
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    if (!trey_people_facts(people, person))
        return people_fail(people, TREY_STATUS_INVALID, "nobody has that number");
    return note_from(people, TREY_PEOPLE_LEFT, person, from, trey_house_now(people->house));
}
