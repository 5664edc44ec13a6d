/* people_bound.c -- what is kept beside the records is bound to them.
 *
 * Whoever can write to the database can put anything into a kept value: the hash of a password
 * that he knows, a session of the shift manager, an old one from a backup. So the record of a
 * password has a hash over the stored one, with the person and the password's number. The store
 * seals whatever is kept, so that nobody without the house's keys can make any of it; this keeps
 * out what the house itself has sealed once, for somebody else or before the last change. */
#include <sodium.h>
#include <string.h>

#include "people_parts.h"

static trey_hash bound_to(const char *what, trey_person person, uint32_t number, const void *bytes,
                          size_t size) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, what);
    trey_hasher_add_number(&hasher, person);
    trey_hasher_add_number(&hasher, number);
    trey_hasher_add_number(&hasher, size);
    trey_hasher_add(&hasher, bytes, size);
    return trey_hasher_close(&hasher);
}

trey_hash password_bound(trey_person person, uint32_t number, const void *bytes, size_t size) {
    return bound_to("trey password 1", person, number, bytes, size);
}

trey_hash factor_bound(trey_person person, uint32_t number, const void *bytes, size_t size) {
    return bound_to("trey factor 1", person, number, bytes, size);
}

bool trey_people_fold_password(const trey_people_fold *fold, trey_person person, const void *bytes,
                               size_t size) {
    const person_entry *entry = fold_entry(fold, person);
    if (!entry || !entry->has_password) return false;
    const trey_hash bound = password_bound(person, entry->passwords, bytes, size);
    return sodium_memcmp(&bound, &entry->bound, sizeof bound) == 0;
}

bool trey_people_fold_factor(const trey_people_fold *fold, trey_person person, const void *bytes,
                             size_t size) {
    const person_entry *entry = fold_entry(fold, person);
    if (!entry || !entry->facts.factor) return false;
    const trey_hash bound = factor_bound(person, entry->factors, bytes, size);
    return sodium_memcmp(&bound, &entry->factor, sizeof bound) == 0;
}
