/* server_log.h -- what the server has to say, one line each.
 *
 *   log_say(LOG_INFO, "cut", LOG_WORD("reason", "idle"), LOG_COUNT("visit", 17));
 *
 * writes  time=2026-01-31T12:00:00.000Z level=info event=cut reason=idle visit=17
 * or the same as one JSON object. Fields are named here, so nothing that arrived from
 * outside gets into a line by accident: no card, password, ticket, cookie or seed is ever
 * given to this. A guest who is cut a thousand times a second must not fill the disk, so
 * one event has at most LOG_LINES_A_SECOND lines a second; what is left out is counted.
 *
 * Any thread. */
#ifndef TREY_SERVER_LOG_H
#define TREY_SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

typedef enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVELS } log_level;
const char *log_level_word(unsigned level);
enum { LOG_LINES_A_SECOND = 50 };

typedef struct log_field {
    const char *name;
    const char *text; /* NULL: the number */
    int64_t number;
} log_field;
#define LOG_WORD(name, text)                                                                       \
    (log_field) {                                                                                  \
        (name), (text), 0                                                                          \
    }
#define LOG_COUNT(name, number)                                                                    \
    (log_field) {                                                                                  \
        (name), NULL, (int64_t)(number)                                                            \
    }
#define log_say(level, event, ...)                                                                 \
    log_write((level), (event), (const log_field[]){__VA_ARGS__, {NULL, NULL, 0}})

/* `path` NULL or "-": standard error. False where the file cannot be opened. */
bool log_open(const char *path, log_level most, bool json);
/* After the file was moved away. Keeps the old one where it cannot be opened. */
void log_reopen(void);
void log_close(void);
/* Where lines go at this moment. */
int log_descriptor(void);

void log_write(log_level level, const char *event, const log_field *fields);

#endif
