/* store_keys.c -- the file that holds what the database must not: the key that signs
 * checkpoints and the key that seals seeds.
 *
 *   trey keys 1
 *   seal 64 hexadecimal digits
 *   sign 64 hexadecimal digits
 *
 * Whoever has this file can sign a history of his own, so nobody but its owner may
 * read it; a file with looser permissions is refused, not mended. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_parts.h"

enum { KEY_FILE_MAX = 256 };
static const char key_form[] = "trey keys 1\nseal %64[0-9a-f]\nsign %64[0-9a-f]\n%n";

__attribute__((format(printf, 3, 4))) static trey_status
key_fault(trey_store_message *message, trey_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (message) vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return status;
}

static void derive_keys(trey_store_keys *keys, const uint8_t sign_seed[32]) {
    _Static_assert(crypto_sign_SEEDBYTES == 32 && crypto_sign_BYTES == TREY_SIGNATURE_BYTES &&
                       crypto_sign_SECRETKEYBYTES == TREY_SIGN_SECRET_BYTES &&
                       crypto_sign_PUBLICKEYBYTES == TREY_SIGN_PUBLIC_BYTES,
                   "Ed25519 as the header says");
    crypto_sign_seed_keypair(keys->sign_public, keys->sign_secret, sign_seed);
}

bool store_write_all(int file, const char *text, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, text, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        count -= (size_t)written;
    }
    return true;
}

trey_status trey_store_keys_create(const char *path, trey_store_keys *keys,
                                   trey_store_message *message) {
    uint8_t sign_seed[32];
    char seal[65], sign[65], text[KEY_FILE_MAX];
    if (!trey_entropy_kernel(NULL, keys->seal.byte, sizeof keys->seal.byte) ||
        !trey_entropy_kernel(NULL, sign_seed, sizeof sign_seed))
        return key_fault(message, TREY_STATUS_NO_ENTROPY, "%s: no keys were made: %s", path,
                         trey_status_text(TREY_STATUS_NO_ENTROPY));
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return key_fault(message, errno == EEXIST ? TREY_STATUS_INVALID : TREY_STATUS_NO_FILE,
                         "%s: the key file cannot be made: %s%s", path, strerror(errno),
                         errno == EEXIST ? "; keep its keys, or name another file" : "");
    derive_keys(keys, sign_seed);
    sodium_bin2hex(seal, sizeof seal, keys->seal.byte, sizeof keys->seal.byte);
    sodium_bin2hex(sign, sizeof sign, sign_seed, sizeof sign_seed);
    int length = snprintf(text, sizeof text, "trey keys 1\nseal %s\nsign %s\n", seal, sign);
    bool written = store_write_all(file, text, (size_t)length) && fsync(file) == 0;
    int why = errno;
    sodium_memzero(sign_seed, sizeof sign_seed);
    sodium_memzero(seal, sizeof seal);
    sodium_memzero(sign, sizeof sign);
    sodium_memzero(text, sizeof text);
    close(file);
    if (written) return TREY_STATUS_OK;
    unlink(path);
    return key_fault(message, TREY_STATUS_NO_FILE, "%s: the keys cannot be written: %s", path,
                     strerror(why));
}

static bool read_keys(const char *text, trey_store_keys *keys) {
    char seal[65], sign[65];
    uint8_t sign_seed[32];
    int end = 0;
    /* NOLINTNEXTLINE(cert-err34-c): digits are counted by the form and read below. */
    bool good =
        sscanf(text, key_form, seal, sign, &end) == 2 && end > 0 && text[end] == '\0' &&
        strlen(seal) == 64 && strlen(sign) == 64 &&
        sodium_hex2bin(keys->seal.byte, sizeof keys->seal.byte, seal, 64, NULL, NULL, NULL) == 0 &&
        sodium_hex2bin(sign_seed, sizeof sign_seed, sign, 64, NULL, NULL, NULL) == 0;
    if (good) derive_keys(keys, sign_seed);
    sodium_memzero(sign_seed, sizeof sign_seed);
    sodium_memzero(seal, sizeof seal);
    sodium_memzero(sign, sizeof sign);
    return good;
}

trey_status trey_store_keys_load(const char *path, trey_store_keys *keys,
                                 trey_store_message *message) {
    char text[KEY_FILE_MAX] = "";
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0) {
        int why = errno;
        if (file >= 0) close(file);
        return key_fault(message, TREY_STATUS_NO_FILE, "%s: the key file cannot be read: %s", path,
                         strerror(why));
    }
    if (about.st_mode & (S_IRWXG | S_IRWXO)) {
        close(file);
        return key_fault(message, TREY_STATUS_INVALID,
                         "%s: others than its owner may use this key file (mode %03o); "
                         "chmod 600 it, and make new keys if somebody may have read it",
                         path, (unsigned)about.st_mode & 0777u);
    }
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    bool good = count > 0 && read_keys(text, keys);
    sodium_memzero(text, sizeof text);
    if (good) return TREY_STATUS_OK;
    return key_fault(message, TREY_STATUS_INVALID,
                     "%s: this is not a key file of Trey's; `trey store keys FILE` makes one",
                     path);
}

void trey_store_keys_wipe(trey_store_keys *keys) {
    sodium_memzero(keys, sizeof *keys);
}
