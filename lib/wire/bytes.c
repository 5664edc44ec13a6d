/* bytes.c -- the smallest pieces of every encoding. */
#include <string.h>

#include "trey/wire.h"

void trey_write_bytes(trey_writer *to, const void *bytes, size_t count) {
    if (to->full || count > to->room - to->used) {
        to->full = true;
        return;
    }
    if (count > 0) memcpy(to->bytes + to->used, bytes, count);
    to->used += count;
}

void trey_write_byte(trey_writer *to, uint8_t byte) {
    trey_write_bytes(to, &byte, 1);
}

void trey_write_number(trey_writer *to, int64_t number) {
    uint64_t rest = ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
    while (rest >= 0x80) {
        trey_write_byte(to, (uint8_t)(rest | 0x80));
        rest >>= 7;
    }
    trey_write_byte(to, (uint8_t)rest);
}

void trey_write_text(trey_writer *to, const char *text, size_t length) {
    trey_write_number(to, (int64_t)length);
    trey_write_bytes(to, text, length);
}

void trey_read_bytes(trey_reader *from, void *out, size_t count) {
    if (from->bad || count > from->left) {
        from->bad = true;
        memset(out, 0, count);
        return;
    }
    if (count > 0) memcpy(out, from->bytes, count);
    from->bytes += count;
    from->left -= count;
}

uint8_t trey_read_byte(trey_reader *from) {
    uint8_t byte;
    trey_read_bytes(from, &byte, 1);
    return byte;
}

int64_t trey_read_number(trey_reader *from) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = trey_read_byte(from);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte & 0x80) continue;
        /* One encoding only: no empty last byte, no bits beyond 64. */
        if ((byte == 0 && shift > 0) || (shift == 63 && byte > 1)) break;
        if (from->bad) return 0;
        return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
    }
    from->bad = true;
    return 0;
}

void trey_read_text(trey_reader *from, char *out, size_t room) {
    int64_t length = trey_read_number(from);
    memset(out, 0, room);
    if (length < 0 || (uint64_t)length >= room) {
        from->bad = true;
        return;
    }
    trey_read_bytes(from, out, (size_t)length);
    if (memchr(out, '\0', (size_t)length)) from->bad = true;
    if (from->bad) memset(out, 0, room);
}
