/* people_factor.c -- the second factor: offered, set up, checked, taken away.
 *
 * The secret and the hashes of the recovery codes are sealed with a key that is derived from the
 * house's own, for that person and that number of factor, so that neither a reader of the database
 * nor a writer gains by it. Which codes were used stands in the records of the sign-ins, not
 * beside the secret: an old copy of it brings no code back, and every node knows. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "people_parts.h"
#include "totp.h"

enum { RECOVERY_HASH = 16, OFFER_SECONDS = 15 * 60 };
enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };
enum { SEAL_MORE = NONCE + crypto_aead_xchacha20poly1305_ietf_ABYTES };
static const int64_t second = 1000000;

typedef struct factor {
    uint8_t secret[TREY_FACTOR_SECRET];
    uint8_t recovery[TREY_RECOVERY_CODES][RECOVERY_HASH];
} factor;
typedef struct offer {
    uint8_t secret[TREY_FACTOR_SECRET];
    uint8_t until[8];
} offer;
enum { OFFER_BYTES = sizeof(offer) + SEAL_MORE };
_Static_assert(sizeof(factor) == TREY_FACTOR_SECRET + TREY_RECOVERY_CODES * RECOVERY_HASH,
               "packed");
_Static_assert(2 * OFFER_BYTES < TREY_FACTOR_OFFER_TEXT, "an offer fits");
_Static_assert(TREY_FACTOR_BASE32 > (TREY_FACTOR_SECRET * 8 + 4) / 5, "a secret fits");

/* ---- Sealing --------------------------------------------------------------------------------- */
/* What a sealed value is for, so that none can take the place of another. */
static int sealed_for(char out[64], const char *what, trey_person person, uint32_t number) {
    return snprintf(out, 64, "trey %s 1 %u %u", what, person, number);
}

static void seal(const trey_people *people, const char *what, trey_person person, uint32_t number,
                 const void *bytes, size_t size, uint8_t *out) {
    trey_seal_key key;
    char for_what[64];
    int length = sealed_for(for_what, what, person, number);
    trey_house_derive_key(people->house, "trey totp 1", &key);
    randombytes_buf(out, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(out + NONCE, NULL, bytes, size,
                                               (const uint8_t *)for_what,
                                               (unsigned long long)length, NULL, out, key.byte);
    sodium_memzero(&key, sizeof key);
}

static bool unseal(const trey_people *people, const char *what, trey_person person, uint32_t number,
                   const uint8_t *bytes, size_t size, void *out, size_t room) {
    trey_seal_key key;
    char for_what[64];
    int length = sealed_for(for_what, what, person, number);
    if (size != room + SEAL_MORE) return false;
    trey_house_derive_key(people->house, "trey totp 1", &key);
    bool good = crypto_aead_xchacha20poly1305_ietf_decrypt(
                    out, NULL, NULL, bytes + NONCE, size - NONCE, (const uint8_t *)for_what,
                    (unsigned long long)length, bytes, key.byte) == 0;
    sodium_memzero(&key, sizeof key);
    return good;
}

static void factor_name(trey_person person, char out[TREY_KEPT_NAME_MAX]) {
    snprintf(out, TREY_KEPT_NAME_MAX, "factor-%u", person);
}

/* ---- Checking -------------------------------------------------------------------------------- */
/* The step of the code, one early or late; 0 for none that is above `used`. */
static int64_t step_of(const uint8_t *secret, const char *code, int64_t now, int64_t used) {
    int64_t present = now / second / FACTOR_STEP_SECONDS, found = 0;
    char expected[TOTP_DIGITS + 1];
    if (strlen(code) != TOTP_DIGITS) return 0;
    for (int64_t step = present - 1; step <= present + 1; step++) {
        totp_code(secret, TREY_FACTOR_SECRET, (uint64_t)step, expected);
        if (sodium_memcmp(expected, code, TOTP_DIGITS) == 0 && step > used) found = step;
    }
    sodium_memzero(expected, sizeof expected);
    return found;
}

/* Typed with or without its dashes, in either case. */
static void recovery_hash(trey_person person, const char *code, uint8_t out[RECOVERY_HASH]) {
    char plain[TREY_RECOVERY_TEXT];
    size_t used = 0;
    trey_hasher hasher;
    for (; *code && used < sizeof plain - 1; code++) {
        if (*code == '-' || *code == ' ') continue;
        plain[used++] = *code >= 'A' && *code <= 'Z' ? (char)(*code + 32) : *code;
    }
    plain[used] = '\0';
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey recovery 1");
    trey_hasher_add_number(&hasher, person);
    trey_hasher_add_text(&hasher, plain);
    const trey_hash hash = trey_hasher_close(&hasher);
    memcpy(out, hash.byte, RECOVERY_HASH);
    sodium_memzero(plain, sizeof plain);
}

static uint8_t recovery_of(const factor *of, const person_entry *entry, const char *code) {
    uint8_t hash[RECOVERY_HASH], found = 0;
    recovery_hash(entry->facts.person, code, hash);
    for (unsigned i = 0; i < TREY_RECOVERY_CODES; i++) {
        bool used = entry->recovered & 1u << i;
        if (sodium_memcmp(hash, of->recovery[i], RECOVERY_HASH) == 0 && !used)
            found = (uint8_t)(i + 1);
    }
    return found;
}

trey_status factor_check(trey_people *people, const person_entry *entry, const char *code,
                         bool *good, int64_t *step, uint8_t *recovery) {
    char name[TREY_KEPT_NAME_MAX];
    trey_kept kept;
    factor of;
    trey_person person = entry->facts.person;
    *good = false;
    factor_name(person, name);
    trey_status status =
        trey_store_kept(trey_house_store(people->house), people->notes.stream, name, &kept);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK;
    if (status != TREY_STATUS_OK)
        return people_fail(people, status,
                           trey_store_message_text(trey_house_store(people->house)));
    /* One that was put there by somebody else lets nobody in. */
    if (!trey_people_fold_factor(people->fold, person, kept.body, kept.size) ||
        !unseal(people, "factor", person, entry->factors, kept.body, kept.size, &of, sizeof of))
        return TREY_STATUS_OK;
    *step = step_of(of.secret, code, trey_house_now(people->house), entry->step);
    *recovery = *step ? 0 : recovery_of(&of, entry, code);
    *good = *step != 0 || *recovery != 0;
    sodium_memzero(&of, sizeof of);
    return TREY_STATUS_OK;
}

/* ---- Setting up ------------------------------------------------------------------------------ */
trey_status trey_people_factor_offer(trey_people *people, trey_person person,
                                     trey_factor_offer *out) {
    offer made;
    uint8_t sealed[OFFER_BYTES];
    memset(out, 0, sizeof *out);
    const person_entry *entry = fold_entry(people->fold, person);
    if (!entry || !entry->has_password)
        return people_fail(people, TREY_STATUS_INVALID, "only an account has a second factor");
    int64_t until = trey_house_now(people->house) + OFFER_SECONDS * second;
    randombytes_buf(made.secret, sizeof made.secret);
    memcpy(made.until, &until, sizeof made.until);
    seal(people, "offer", person, entry->factors, &made, sizeof made, sealed);
    sodium_bin2hex(out->offer, sizeof out->offer, sealed, sizeof sealed);
    base32_print(made.secret, sizeof made.secret, out->secret, sizeof out->secret);
    sodium_memzero(&made, sizeof made);
    return TREY_STATUS_OK;
}

static bool take_offer(const trey_people *people, const person_entry *entry, const char *text,
                       offer *out, int64_t now) {
    uint8_t sealed[OFFER_BYTES];
    size_t size = 0;
    int64_t until;
    if (strlen(text) != 2 * sizeof sealed ||
        sodium_hex2bin(sealed, sizeof sealed, text, 2 * sizeof sealed, NULL, &size, NULL) != 0 ||
        !unseal(people, "offer", entry->facts.person, entry->factors, sealed, size, out,
                sizeof *out))
        return false;
    memcpy(&until, out->until, sizeof until);
    return now <= until;
}

/* Twelve letters and digits that cannot be mistaken for one another: 60 bits. */
static void draw_recovery(trey_person person, factor *of, trey_recovery *out) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (unsigned i = 0; i < TREY_RECOVERY_CODES; i++) {
        char *at = out->code[i];
        for (unsigned letter = 0; letter < 12; letter++) {
            if (letter == 4 || letter == 8) *at++ = '-';
            *at++ = letters[randombytes_uniform(32)];
        }
        *at = '\0';
        recovery_hash(person, out->code[i], of->recovery[i]);
    }
}

trey_status trey_people_factor_set(trey_people *people, trey_person person, const char *text,
                                   const char *code, trey_recovery *out,
                                   trey_people_refused *refused) {
    offer brought;
    factor of;
    char name[TREY_KEPT_NAME_MAX];
    uint8_t sealed[sizeof of + SEAL_MORE];
    memset(out, 0, sizeof *out);
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    int64_t now = trey_house_now(people->house);
    const person_entry *entry = fold_entry(people->fold, person);
    *refused = TREY_PEOPLE_REFUSED_NOT_ALLOWED;
    if (!entry || !entry->has_password || entry->facts.barred || entry->facts.factor)
        return TREY_STATUS_OK;
    *refused = TREY_PEOPLE_REFUSED_WRONG_CODE;
    if (!take_offer(people, entry, text, &brought, now)) return TREY_STATUS_OK;
    memcpy(of.secret, brought.secret, sizeof of.secret);
    trey_people_record set = {
        .type = TREY_PEOPLE_FACTOR, .person = person, .by = person, .factor = true};
    set.step = step_of(of.secret, code, now, 0);
    sodium_memzero(&brought, sizeof brought);
    if (set.step == 0) {
        sodium_memzero(&of, sizeof of);
        return TREY_STATUS_OK;
    }
    *refused = TREY_PEOPLE_REFUSED_NONE;
    draw_recovery(person, &of, out);
    seal(people, "factor", person, entry->factors + 1, &of, sizeof of, sealed);
    sodium_memzero(&of, sizeof of);
    set.bound = factor_bound(person, entry->factors + 1, sealed, sizeof sealed);
    factor_name(person, name);
    trey_house_notes_keep(people->house, &people->notes, name, sealed, sizeof sealed);
    return people_note(people, &set, now);
}

trey_status trey_people_factor_reset(trey_people *people, trey_person person, trey_person by,
                                     trey_people_refused *refused) {
    char name[TREY_KEPT_NAME_MAX];
    trey_status status = people_begin(people);
    if (status != TREY_STATUS_OK) return status;
    const person_entry *entry = fold_entry(people->fold, person);
    *refused = TREY_PEOPLE_REFUSED_NOT_ALLOWED;
    if (!entry || !entry->facts.factor || !fold_may_reset(people->fold, entry, by))
        return TREY_STATUS_OK;
    *refused = TREY_PEOPLE_REFUSED_NONE;
    const trey_people_record reset = {.type = TREY_PEOPLE_FACTOR, .person = person, .by = by};
    factor_name(person, name);
    trey_house_notes_wipe(people->house, &people->notes, name);
    return people_note(people, &reset, trey_house_now(people->house));
}
