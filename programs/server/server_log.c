/* server_log.c -- lines of text or JSON, each written at once so that none are torn. */
#include "server_log.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1024, EVENTS = 64 };

static struct {
    pthread_mutex_t lock;
    int file;
    log_level most;
    bool json;
    char path[4096];
    time_t second;
    struct {
        const char *event; /* by address: events are literals */
        unsigned lines, left_out;
    } seen[EVENTS];
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = STDERR_FILENO, .most = LOG_INFO};

const char *log_level_word(unsigned level) {
    static const char *const words[LOG_LEVELS] = {"error", "warning", "info", "debug"};
    return level < LOG_LEVELS ? words[level] : NULL;
}

static int open_path(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

bool log_open(const char *path, log_level most, bool json) {
    journal.most = most;
    journal.json = json;
    journal.path[0] = '\0';
    journal.file = STDERR_FILENO;
    if (!path || !path[0] || strcmp(path, "-") == 0) return true;
    int file = open_path(path);
    if (file < 0) return false;
    snprintf(journal.path, sizeof journal.path, "%s", path);
    journal.file = file;
    return true;
}

void log_reopen(void) {
    pthread_mutex_lock(&journal.lock);
    int file = journal.path[0] ? open_path(journal.path) : -1;
    if (file >= 0) {
        close(journal.file);
        journal.file = file;
    }
    pthread_mutex_unlock(&journal.lock);
}

void log_close(void) {
    if (journal.path[0]) close(journal.file);
    journal.file = STDERR_FILENO;
    journal.path[0] = '\0';
}

/* ---- Lines ----------------------------------------------------------------------------- */
typedef struct line {
    char text[LINE_MAX_BYTES];
    size_t size;
} line;

static void put(line *to, char character) {
    if (to->size < sizeof to->text - 2) to->text[to->size++] = character;
}

static void put_text(line *to, const char *text) {
    while (*text) put(to, *text++);
}

/* Quotes where it must: a value cannot end its line or pass for another field. */
static void put_value(line *to, const char *text, bool json) {
    bool plain = !json && *text && !strpbrk(text, " =\"\\\t");
    for (const char *at = text; plain && *at; at++)
        plain = (unsigned char)*at > 31 && (unsigned char)*at < 127;
    if (plain) {
        put_text(to, text);
        return;
    }
    put(to, '"');
    for (; *text; text++) {
        unsigned char character = (unsigned char)*text;
        char escaped[8];
        if (character == '"' || character == '\\') put(to, '\\');
        if (character >= 32 && character < 127) {
            put(to, (char)character);
        } else {
            snprintf(escaped, sizeof escaped, "\\u%04x", character);
            put_text(to, escaped);
        }
    }
    put(to, '"');
}

static void put_field(line *to, const char *name, const char *text, int64_t number, bool json) {
    char digits[24];
    if (to->size > (json ? 1u : 0u)) put(to, json ? ',' : ' ');
    if (json) put(to, '"');
    put_text(to, name);
    put_text(to, json ? "\":" : "=");
    if (text) {
        put_value(to, text, json);
        return;
    }
    snprintf(digits, sizeof digits, "%lld", (long long)number);
    put_text(to, digits);
}

static void write_line(log_level level, const char *event, const log_field *fields) {
    struct timespec now;
    struct tm parts;
    char stamp[40], time_text[64];
    line to = {.size = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(time_text, sizeof time_text, "%s.%03dZ", stamp, (int)(now.tv_nsec / 1000000));
    if (journal.json) put(&to, '{');
    put_field(&to, "time", time_text, 0, journal.json);
    put_field(&to, "level", log_level_word(level), 0, journal.json);
    put_field(&to, "event", event, 0, journal.json);
    for (; fields->name; fields++)
        put_field(&to, fields->name, fields->text, fields->number, journal.json);
    if (journal.json) to.text[to.size++] = '}';
    to.text[to.size++] = '\n';
    /* A log that cannot be written is no reason to stop the tables. */
    ssize_t written = write(journal.file, to.text, to.size);
    (void)written;
}

/* Of each event so many lines a second; true while there is room. */
static bool has_room(const char *event) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (now.tv_sec != journal.second) {
        journal.second = now.tv_sec;
        for (unsigned i = 0; i < EVENTS; i++) {
            if (journal.seen[i].left_out)
                write_line(LOG_WARNING, "left_out",
                           (const log_field[]){LOG_WORD("of", journal.seen[i].event),
                                               LOG_COUNT("lines", journal.seen[i].left_out),
                                               {NULL, NULL, 0}});
            journal.seen[i].lines = journal.seen[i].left_out = 0;
        }
    }
    unsigned i = 0;
    while (i < EVENTS && journal.seen[i].event && journal.seen[i].event != event) i++;
    if (i == EVENTS) return true;
    journal.seen[i].event = event;
    if (journal.seen[i].lines < LOG_LINES_A_SECOND) return journal.seen[i].lines++, true;
    journal.seen[i].left_out++;
    return false;
}

void log_write(log_level level, const char *event, const log_field *fields) {
    if (level > journal.most) return;
    pthread_mutex_lock(&journal.lock);
    if (has_room(event)) write_line(level, event, fields);
    pthread_mutex_unlock(&journal.lock);
}

/* Also for a signal's handler, which may not lock. */
int log_descriptor(void) {
    return journal.file;
}
