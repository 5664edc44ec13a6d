/* plain_text.c -- see the header. */
#include "plain_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BUFFERS = 16, PLAIN_MAX = 2048, ESCAPE = 4 };

/* The bytes of the character at `c`; 0 where there is none of UTF-8. */
static size_t character(const unsigned char *c, uint32_t *out) {
    size_t size = *c < 0x80 ? 1 : *c < 0xc2 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf5 ? 4 : 0;
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *out = size ? *c & first[size] : 0;
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
        *out = *out << 6 | (c[i] & 0x3fu);
    }
    bool good = size && *out >= least[size] && *out <= 0x10ffff && (*out < 0xd800 || *out > 0xdfff);
    return good ? size : 0;
}

/* Controls, and marks that are not seen but change what is. */
static bool prints(uint32_t c) {
    return c >= 0x20 && !(c >= 0x7f && c < 0xa0) && c != 0xad && !(c >= 0x200b && c <= 0x200f) &&
           !(c >= 0x2028 && c <= 0x202e) && !(c >= 0x2060 && c <= 0x206f) && c != 0xfeff &&
           !(c >= 0xe0000 && c <= 0xe0fff);
}

const char *plain_text(const char *text) {
    static char buffer[BUFFERS][PLAIN_MAX];
    static unsigned next;
    char *out = buffer[next++ % BUFFERS];
    size_t used = 0;
    for (const unsigned char *c = (const unsigned char *)text;
         *c && used + ESCAPE * 4 < PLAIN_MAX;) {
        uint32_t value;
        size_t size = character(c, &value);
        if (size && prints(value)) {
            memcpy(out + used, c, size);
            used += size;
        } else {
            for (size_t i = 0; i < (size ? size : 1); i++)
                used += (size_t)snprintf(out + used, PLAIN_MAX - used, "\\x%02x", c[i]);
        }
        c += size ? size : 1;
    }
    out[used] = '\0';
    return out;
}
