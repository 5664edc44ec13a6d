/* fields.c -- members of a struct as bytes: one list for writing and for reading, so that the two
 * cannot disagree. */
#include <string.h>

#include "trey/wire.h"

static int64_t number_at(const uint8_t *place, const trey_field *field) {
    uint16_t two;
    uint32_t four;
    int64_t number;
    switch (field->size) {
    case sizeof two:
        memcpy(&two, place, sizeof two);
        return two;
    case sizeof four:
        memcpy(&four, place, sizeof four);
        return field->as == TREY_AS_COUNT ? (int64_t)four : (int64_t)(int32_t)four;
    default:
        TREY_ASSERT(field->size == sizeof number);
        memcpy(&number, place, sizeof number);
        return number;
    }
}

/* What does not fit its place is bad, and no number then. */
static void put_number(trey_reader *from, const trey_field *field, uint8_t *place) {
    const int64_t number = trey_read_number(from);
    const uint16_t two = (uint16_t)number;
    const uint32_t four = (uint32_t)number;
    const void *bytes = field->size == sizeof two    ? (const void *)&two
                        : field->size == sizeof four ? (const void *)&four
                                                     : (const void *)&number;
    memcpy(place, bytes, field->size);
    if (number_at(place, field) != number || (field->as == TREY_AS_COUNT && number < 0))
        from->bad = true;
    if (from->bad) memset(place, 0, field->size);
}

void trey_fields_write(trey_writer *to, const void *of, const trey_field *field, size_t count) {
    for (; count > 0; count--, field++) {
        const uint8_t *place = (const uint8_t *)of + field->at;
        switch ((trey_field_as)field->as) {
        case TREY_AS_NUMBER:
        case TREY_AS_COUNT:
            trey_write_number(to, number_at(place, field));
            break;
        case TREY_AS_TEXT:
            trey_write_text(to, (const char *)place, strnlen((const char *)place, field->size));
            break;
        case TREY_AS_FLAG:
        case TREY_AS_BYTES:
            trey_write_bytes(to, place, field->size);
            break;
        }
    }
}

void trey_fields_read(trey_reader *from, void *into, const trey_field *field, size_t count) {
    for (; count > 0; count--, field++) {
        uint8_t *place = (uint8_t *)into + field->at;
        switch ((trey_field_as)field->as) {
        case TREY_AS_NUMBER:
        case TREY_AS_COUNT:
            put_number(from, field, place);
            break;
        case TREY_AS_TEXT:
            trey_read_text(from, (char *)place, field->size);
            break;
        case TREY_AS_FLAG:
        case TREY_AS_BYTES:
            trey_read_bytes(from, place, field->size);
            if (field->as == TREY_AS_FLAG && *place > 1) {
                from->bad = true;
                *place = 0;
            }
            break;
        }
    }
}
