/* devices.c -- the cookie of a device: person, number and tag in hexadecimal. */
#include "devices.h"

#include <sodium.h>
#include <string.h>

enum { HEAD = 8, TAG = 16, ALL = HEAD + TAG };
_Static_assert(2 * ALL == DEVICE_TEXT, "a cookie is one device");

static void put_number(uint8_t *out, uint32_t number) {
    for (unsigned i = 0; i < 4; i++) out[i] = (uint8_t)(number >> (24 - 8 * i));
}

static uint32_t get_number(const uint8_t *from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static void tag(const trey_seal_key *key, const uint8_t head[HEAD], uint8_t out[TAG]) {
    crypto_generichash(out, TAG, head, HEAD, key->byte, sizeof key->byte);
}

void device_make(const trey_seal_key *key, trey_person person, char out[DEVICE_TEXT_MAX]) {
    uint8_t bytes[ALL];
    put_number(bytes, person);
    put_number(bytes + 4, 1 + randombytes_uniform(UINT32_MAX));
    tag(key, bytes, bytes + HEAD);
    sodium_bin2hex(out, DEVICE_TEXT_MAX, bytes, sizeof bytes);
}

bool device_read(const trey_seal_key *key, http_text text, trey_person *person, uint32_t *number) {
    uint8_t bytes[ALL], expected[TAG];
    size_t size = 0;
    if (!text.text || text.size != DEVICE_TEXT ||
        sodium_hex2bin(bytes, sizeof bytes, text.text, text.size, NULL, &size, NULL) != 0 ||
        size != sizeof bytes)
        return false;
    tag(key, bytes, expected);
    if (sodium_memcmp(expected, bytes + HEAD, TAG) != 0) return false;
    *person = get_number(bytes);
    *number = get_number(bytes + 4);
    return *person != TREY_NOBODY && *number != 0;
}
