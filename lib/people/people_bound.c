/* people_bound.c -- what is kept beside the records is bound to them.
 *
 * Whoever can write to the database can put anything into a kept value: the hash of a password
 * that he knows, a session of the shift manager, an old one from a backup. So the record of a
 * password has a hash over the stored one, with the person and the password's number; and a
 * session or a ticket ends with a tag under a key that only the house has. */
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

/* ---- Tags ------------------------------------------------------------------------------------ */
static const char purpose[] = "trey session 1";

_Static_assert((int)TAG_BYTES == (int)crypto_generichash_BYTES, "a tag is one hash");

void tag_of(const trey_seal_key *key, const char *name, const void *bytes, size_t size,
            uint8_t out[TAG_BYTES]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->byte, sizeof key->byte, TAG_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)name, strlen(name) + 1);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, out, TAG_BYTES);
    sodium_memzero(&state, sizeof state);
}

void tag_add(const trey_people *people, const char *name, trey_writer *body) {
    trey_seal_key key;
    uint8_t tag[TAG_BYTES];
    trey_house_derive_key(people->house, purpose, &key);
    tag_of(&key, name, body->bytes, body->used, tag);
    trey_write_bytes(body, tag, sizeof tag);
    sodium_memzero(&key, sizeof key);
}

static bool tagged_by(const trey_kept *kept, const trey_seal_key *key) {
    uint8_t tag[TAG_BYTES];
    if (kept->size < TAG_BYTES) return false;
    size_t before = kept->size - TAG_BYTES;
    tag_of(key, kept->name, kept->body, before, tag);
    return sodium_memcmp(tag, (const uint8_t *)kept->body + before, TAG_BYTES) == 0;
}

bool tag_good(const trey_people *people, const trey_kept *kept) {
    trey_seal_key key;
    trey_house_derive_key(people->house, purpose, &key);
    bool good = tagged_by(kept, &key);
    sodium_memzero(&key, sizeof key);
    return good;
}

bool trey_session_sealed(const trey_kept *kept, const trey_seal_key *seal) {
    trey_seal_key key;
    trey_seal_key_derive(seal, purpose, &key);
    bool good = tagged_by(kept, &key);
    sodium_memzero(&key, sizeof key);
    return good;
}
