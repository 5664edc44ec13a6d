/* passwords.c -- Argon2id by libsodium, with the cost that it calls interactive.
 *
 * Two passes over 64 MiB: some tenth of a second on one core, and as much for whoever
 * guesses, for each guess. Salt and cost stand in the text of the hash, so the cost can be
 * raised while hashes that were made at a lower one still hold. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "people_parts.h"

_Static_assert(crypto_pwhash_STRBYTES == TREY_PASSWORD_HASH_MAX, "a hash fits");

enum { PASSES = crypto_pwhash_OPSLIMIT_INTERACTIVE, MEMORY = crypto_pwhash_MEMLIMIT_INTERACTIVE };

trey_status trey_password_hash_of(const char *password, trey_password_hash *out) {
    memset(out, 0, sizeof *out);
    size_t length = strnlen(password, TREY_PASSWORD_MOST + 1);
    if (length < TREY_PASSWORD_LEAST || length > TREY_PASSWORD_MOST) return TREY_STATUS_INVALID;
    if (sodium_init() < 0) return TREY_STATUS_NO_MEMORY;
    return crypto_pwhash_str(out->text, password, length, PASSES, MEMORY) == 0
               ? TREY_STATUS_OK
               : TREY_STATUS_NO_MEMORY;
}

bool trey_password_holds(const trey_password_hash *hash, const char *password) {
    size_t length = strnlen(password, TREY_PASSWORD_MOST + 1);
    if (length > TREY_PASSWORD_MOST || sodium_init() < 0) return false;
    if (!memchr(hash->text, '\0', sizeof hash->text)) return false;
    return crypto_pwhash_str_verify(hash->text, password, length) == 0;
}

/* Salt and result are random, so no password is known that would give it. */
bool password_of_nobody(trey_password_hash *out) {
    uint8_t salt[crypto_pwhash_argon2id_SALTBYTES], result[32];
    char salt_text[32], result_text[64];
    if (sodium_init() < 0) return false;
    randombytes_buf(salt, sizeof salt);
    randombytes_buf(result, sizeof result);
    sodium_bin2base64(salt_text, sizeof salt_text, salt, sizeof salt,
                      sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    sodium_bin2base64(result_text, sizeof result_text, result, sizeof result,
                      sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    memset(out, 0, sizeof *out);
    snprintf(out->text, sizeof out->text, "$argon2id$v=19$m=%u,t=%u,p=1$%s$%s",
             (unsigned)MEMORY / 1024, (unsigned)PASSES, salt_text, result_text);
    return true;
}

void password_wipe(void *bytes, size_t count) {
    sodium_memzero(bytes, count);
}
