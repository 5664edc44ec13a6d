/* settings_reader.h -- a YAML file read by tables of keys, with every mistake kept. */
#ifndef TREY_SETTINGS_READER_H
#define TREY_SETTINGS_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings.h"

typedef enum key_type {
    KEY_TEXT,    /* char[room] */
    KEY_FLAG,    /* bool: yes, no */
    KEY_NUMBER,  /* unsigned, from low to high */
    KEY_SECONDS, /* uint32_t milliseconds, from low to high seconds; 1.5 is one */
    KEY_MONEY,   /* trey_cents, dollars in the file */
    KEY_RANGE,   /* setting_range: 5..500 */
    KEY_PERCENT, /* uint32_t millionths: 20, 2.5 */
    KEY_WORD,    /* unsigned: place in `words` */
    KEY_TEXTS,   /* a list, joined by blanks into char[room] */
    KEY_LINES,   /* a list: char[count][SETTING_TEXT], how many in the unsigned at `count` */
    KEY_SECTION, /* a mapping with keys of its own, at the same base */
    KEY_LIST     /* a list of mappings: `take` is called for each */
} key_type;

typedef struct settings_reader settings_reader;
typedef struct key_rule key_rule;
struct key_rule {
    const char *name;
    key_type type;
    size_t at, room; /* where the value goes, and how much of it fits */
    size_t place;    /* where a setting_place goes; 0: nowhere */
    unsigned low, high;
    const char *const *words; /* ended by NULL */
    const key_rule *section;  /* ended by a rule without a name */
    size_t count;
    /* Of a list: room for one more, or NULL. */
    void *(*take)(server_settings *settings, setting_place at);
    const char *mend; /* what would be right */
};

/* Adds a mistake; both texts are copied. */
void reader_fault(settings_reader *reader, setting_place at, const char *mend, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Reads `text` by the keys into `settings`, and lets `judge` look at the whole; prints the
 * mistakes in the order of the file and returns how many. */
size_t settings_read(server_settings *settings, const char *name, const char *text, size_t size,
                     const key_rule *keys, void (*judge)(settings_reader *, server_settings *),
                     FILE *errors);

#endif
