/* wire.h -- commands, events and configurations as bytes.
 *
 * One value has exactly one encoding, and whatever is not that encoding is refused:
 * so the hash of the bytes stands for the value. Numbers are little-endian base-128
 * with the sign in the lowest bit (zigzag); what an event's kind does not use is not
 * written. The first byte is a version. */
#ifndef TREY_WIRE_H
#define TREY_WIRE_H

#include <stddef.h>

#include "trey/core.h"
#include "trey/link.h"
#include "trey/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Writing and reading bytes ---------------------------------------------------- */
typedef struct trey_writer {
    uint8_t *bytes;
    size_t room, used;
    bool full; /* something did not fit; nothing more is written */
} trey_writer;
void trey_write_byte(trey_writer *to, uint8_t byte);
void trey_write_bytes(trey_writer *to, const void *bytes, size_t count);
void trey_write_number(trey_writer *to, int64_t number);
/* Length and bytes. */
void trey_write_text(trey_writer *to, const char *text, size_t length);

typedef struct trey_reader {
    const uint8_t *bytes;
    size_t left;
    bool bad; /* too short, or not the one encoding; everything read since is zero */
} trey_reader;
uint8_t trey_read_byte(trey_reader *from);
void trey_read_bytes(trey_reader *from, void *out, size_t count);
int64_t trey_read_number(trey_reader *from);
/* At most `room` - 1 bytes, and a zero behind them. */
void trey_read_text(trey_reader *from, char *out, size_t room);

/* ---- Members of a struct ---------------------------------------------------------------
 * A list of them is written and read from the same lines. */
typedef enum trey_field_as {
    TREY_AS_BYTES,  /* as they are; also a single byte */
    TREY_AS_FLAG,   /* a byte that is 0 or 1 */
    TREY_AS_NUMBER, /* of 4 or 8 bytes, with a sign */
    TREY_AS_COUNT,  /* of 2, 4 or 8 bytes, without one; below 2^63 */
    TREY_AS_TEXT
} trey_field_as;
typedef struct trey_field {
    uint16_t at, size;
    uint8_t as;
} trey_field;
#define TREY_FIELD(type, member, as)                                                               \
    { offsetof(type, member), sizeof(((type *)0)->member), TREY_AS_##as }
#define TREY_FIELDS(list) (list), sizeof(list) / sizeof *(list)
void trey_fields_write(trey_writer *to, const void *of, const trey_field *field, size_t count);
void trey_fields_read(trey_reader *from, void *into, const trey_field *field, size_t count);

/* ---- Values --------------------------------------------------------------------------- */
enum {
    TREY_EVENT_BYTES_MAX = 160,
    TREY_COMMAND_BYTES_MAX = 200,
    TREY_CONFIG_BYTES_MAX = 200,
    TREY_LINK_BYTES_MAX = 640
};

void trey_event_write(trey_writer *to, const trey_event *event);
void trey_event_read(trey_reader *from, trey_event *out);
void trey_command_write(trey_writer *to, const trey_command *command);
void trey_command_read(trey_reader *from, trey_command *out);
void trey_config_write(trey_writer *to, const trey_table_config *config);
void trey_config_read(trey_reader *from, trey_table_config *out);

void trey_link_parameters_write(trey_writer *to, const trey_link_parameters *parameters);
void trey_link_parameters_read(trey_reader *from, trey_link_parameters *out);
void trey_link_command_write(trey_writer *to, const trey_link_command *command);
void trey_link_command_read(trey_reader *from, trey_link_command *out);
void trey_link_event_write(trey_writer *to, const trey_link_event *event);
void trey_link_event_read(trey_reader *from, trey_link_event *out);

#ifdef __cplusplus
}
#endif
#endif
