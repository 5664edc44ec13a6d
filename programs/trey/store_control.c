/* store_control.c -- asks the server that has a store open.
 *
 * The other end is programs/server/control.c; docs/store.md has the words of both. */
#define _GNU_SOURCE
#include "store_control.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CONTROL_END "-control"
enum { CONTROL_VERSION = 1, CONTROL_LINE_MAX = 32768, CONTROL_PATH_MAX = 4096 };
enum { LOOK_MS = 300, INFO_MS = 10000 };

bool store_control_fits(const char *store) {
    return strncmp(store, "postgresql://", 13) != 0 && strncmp(store, "postgres://", 11) != 0;
}

__attribute__((format(printf, 3, 4))) static trey_status
says(trey_store_message *message, trey_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return status;
}

void store_show_percent(unsigned percent) {
    if (!isatty(STDERR_FILENO)) return;
    if (percent > 100)
        fputs("\r\033[K", stderr);
    else
        fprintf(stderr, "\r%3u %% copied ", percent);
    fflush(stderr);
}

/* ---- The line and its answer -------------------------------------------------------------------
 */
/* The socket of the file that the name leads to; false with errno. */
static bool socket_path(const char *store, char out[CONTROL_PATH_MAX]) {
    char *real = realpath(store, NULL);
    if (!real) return false;
    int size = snprintf(out, CONTROL_PATH_MAX, "%s" CONTROL_END, real);
    free(real);
    errno = ENAMETOOLONG;
    return size < CONTROL_PATH_MAX;
}

/* An address has room for some hundred bytes, so it begins at an open folder. */
static int join(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char folder[CONTROL_PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    int opened = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return -1;
    int size = snprintf(at.sun_path, sizeof at.sun_path, "/proc/self/fd/%d%s", opened, slash);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    errno = ENAMETOOLONG;
    bool good = made >= 0 && (size_t)size < sizeof at.sun_path &&
                connect(made, (const struct sockaddr *)&at, sizeof at) == 0;
    int kept = errno;
    close(opened);
    if (!good && made >= 0) close(made);
    errno = kept;
    return good ? made : -1;
}

static trey_status reach(const char *store, int *out, const char *busy,
                         trey_store_message *message) {
    char path[CONTROL_PATH_MAX];
    *out = socket_path(store, path) ? join(path) : -1;
    if (*out >= 0) return TREY_STATUS_OK;
    if (errno == EACCES || errno == EPERM)
        return says(message, TREY_STATUS_STORE_BUSY,
                    "%s: a server of another user has it open; ask as that user", store);
    if (errno == ENOENT || errno == ECONNREFUSED)
        return says(message, TREY_STATUS_STORE_BUSY,
                    "%s; and no server answers at %s" CONTROL_END
                    ": end that process, or wait for it",
                    busy, store);
    return says(message, TREY_STATUS_STORE_BUSY, "%s" CONTROL_END ": %s", store, strerror(errno));
}

static bool send_line(int to, json_t *asked) {
    char *text = asked ? json_dumps(asked, JSON_COMPACT) : NULL;
    bool good = text != NULL;
    json_decref(asked);
    for (size_t at = 0, size = good ? strlen(text) : 0; good && at <= size;) {
        /* The line ends where the text does. */
        const char *bytes = at < size ? text + at : "\n";
        ssize_t sent = send(to, bytes, at < size ? size - at : 1, MSG_NOSIGNAL);
        good = sent > 0;
        if (good) at += (size_t)sent;
    }
    free(text);
    return good;
}

/* Called while nothing comes. */
typedef void waiting(const char *store);

/* What came in one line; NULL at the end, or after `within_ms` where that is not 0. */
static json_t *await_line(int from, const char *store, unsigned within_ms, waiting *meanwhile) {
    char *line = malloc(CONTROL_LINE_MAX);
    size_t size = 0;
    unsigned waited = 0;
    json_t *said = NULL;
    while (line && size < CONTROL_LINE_MAX && (within_ms == 0 || waited < within_ms)) {
        struct pollfd one = {.fd = from, .events = POLLIN};
        int found = poll(&one, 1, LOOK_MS);
        if (found < 0 && errno != EINTR) break;
        if (found <= 0) {
            waited += LOOK_MS;
            if (meanwhile) meanwhile(store);
            continue;
        }
        ssize_t came = recv(from, line + size, CONTROL_LINE_MAX - size, 0);
        if (came <= 0) break;
        size += (size_t)came;
        const char *end = memchr(line, '\n', size);
        if (!end) continue;
        said = json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, NULL);
        break;
    }
    free(line);
    return said;
}

static trey_status status_named(const char *name) {
#define NAMED(constant, number, word, text)                                                        \
    if (strcmp(name, word) == 0) return TREY_STATUS_##constant;
    TREY_STATUS_LIST(NAMED)
#undef NAMED
    return TREY_STATUS_STORE_FAILED;
}

/* The answer's outcome. Takes no reference. */
static trey_status outcome(const json_t *said, const char *lost, trey_store_message *message) {
    const char *status = json_string_value(json_object_get(said, "status"));
    const char *text = json_string_value(json_object_get(said, "text"));
    if (!said) return says(message, TREY_STATUS_STORE_LOST, "%s", lost);
    if (json_integer_value(json_object_get(said, "trey-control")) != CONTROL_VERSION)
        return says(message, TREY_STATUS_STORE_FAILED,
                    "the server speaks another version; use the `trey` that it was started "
                    "with");
    if (json_is_true(json_object_get(said, "ok"))) return TREY_STATUS_OK;
    trey_status named = status_named(status ? status : "");
    if (named == TREY_STATUS_OK) named = TREY_STATUS_STORE_FAILED;
    return says(message, named, "the server says: %s", text ? text : trey_status_text(named));
}

/* ---- Info --------------------------------------------------------------------------------------
 */
static bool read_telling(const json_t *said, store_telling *out) {
    json_int_t version, bytes, records, answers, checkpoints, chips;
    const char *backend, *identity, *chain, *root;
    if (json_unpack((json_t *)said, "{s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:s,s:s}", "backend",
                    &backend, "identity", &identity, "version", &version, "bytes", &bytes,
                    "records", &records, "answers", &answers, "checkpoints", &checkpoints,
                    "chips_out", &chips, "chain", &chain, "root", &root) != 0)
        return false;
    *out = (store_telling){.version = (unsigned)version,
                           .bytes = (uint64_t)bytes,
                           .records = (uint64_t)records,
                           .answers = (uint64_t)answers,
                           .checkpoints = (uint64_t)checkpoints,
                           .chips = chips,
                           .served = true};
    snprintf(out->backend, sizeof out->backend, "%s", backend);
    snprintf(out->identity, sizeof out->identity, "%s", identity);
    return trey_hash_parse(chain, &out->chain) && trey_hash_parse(root, &out->root);
}

trey_status store_control_info(const char *store, store_telling *out, const char *busy,
                               trey_store_message *message) {
    int to;
    trey_status status = reach(store, &to, busy, message);
    if (status != TREY_STATUS_OK) return status;
    json_t *said = NULL;
    if (send_line(to, json_pack("{s:i,s:s}", "trey-control", CONTROL_VERSION, "do", "info")))
        said = await_line(to, store, INFO_MS, NULL);
    close(to);
    status = outcome(said, "the server that has the store open does not answer", message);
    if (status == TREY_STATUS_OK && !read_telling(said, out))
        status =
            says(message, TREY_STATUS_STORE_FAILED, "the server's answer cannot be understood");
    json_decref(said);
    return status;
}

/* ---- Backup ------------------------------------------------------------------------------------
 */
/* Where the file is to be, for a process that stands elsewhere; NULL with errno. */
static char *absolute(const char *file) {
    const char *slash = strrchr(file, '/');
    char *folder = strndup(file, slash ? (size_t)(slash - file) + 1 : 0), *out = NULL;
    char *real = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
    if (real &&
        asprintf(&out, "%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : file) < 0)
        out = NULL;
    free(folder);
    free(real);
    return out;
}

static void show_server(const char *store) {
    trey_store_message message;
    json_t *said = NULL;
    int to;
    if (!isatty(STDERR_FILENO) || reach(store, &to, "", &message) != TREY_STATUS_OK) return;
    if (send_line(to, json_pack("{s:i,s:s}", "trey-control", CONTROL_VERSION, "do", "info")))
        said = await_line(to, store, 1000, NULL);
    const json_t *percent = json_object_get(said, "backup_percent");
    if (percent) store_show_percent((unsigned)json_integer_value(percent));
    json_decref(said);
    close(to);
}

/* Next to the store, where the server can write: of other folders it has given up the rights. */
static char *near_store(const char *store) {
    char *real = realpath(store, NULL), *out = NULL;
    if (real && asprintf(&out, "%s.backup", real) < 0) out = NULL;
    if (out) unlink(out); /* that nobody came for */
    free(real);
    return out;
}

static bool copy_bytes(int from, int to) {
    char bytes[1 << 16];
    for (;;) {
        ssize_t some = read(from, bytes, sizeof bytes);
        if (some == 0) return fsync(to) == 0;
        for (ssize_t at = 0; at < some;) {
            ssize_t written = write(to, bytes + at, (size_t)(some - at));
            if (written <= 0) return false;
            at += written;
        }
        if (some < 0) return false;
    }
}

/* Where it is wanted, over nothing that is there; across file systems as a copy. */
static bool bring_home(const char *made, const char *path) {
    if (renameat2(AT_FDCWD, made, AT_FDCWD, path, RENAME_NOREPLACE) == 0) return true;
    if (errno != EXDEV) return false;
    int from = open(made, O_RDONLY | O_CLOEXEC);
    int to = from < 0 ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = to >= 0 && copy_bytes(from, to);
    int why = errno;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    if (to >= 0 && !good) unlink(path);
    if (good) unlink(made);
    errno = why;
    return good;
}

trey_status store_control_backup(const char *store, const char *file, const char *busy,
                                 trey_store_message *message) {
    int to;
    trey_status status = reach(store, &to, busy, message);
    if (status != TREY_STATUS_OK) return status;
    char *path = absolute(file), *made = near_store(store);
    json_t *said = NULL;
    if (path && access(path, F_OK) == 0) {
        close(to);
        free(path);
        free(made);
        return says(message, TREY_STATUS_INVALID,
                    "%s: the backup cannot be made: File exists; name another file", file);
    }
    if (!path || !made) {
        close(to);
        free(path);
        free(made);
        return says(message, TREY_STATUS_NO_FILE, "%s: the backup cannot be made: %s", file,
                    strerror(errno));
    }
    printf("%s is open in a server, which makes the copy\n", store);
    fflush(stdout);
    if (send_line(to, json_pack("{s:i,s:s,s:s}", "trey-control", CONTROL_VERSION, "do", "backup",
                                "file", made)))
        said = await_line(to, store, 0, show_server);
    store_show_percent(101);
    close(to);
    status = outcome(said, "the server ended before the backup was whole; there is none", message);
    if (status == TREY_STATUS_OK && !bring_home(made, path)) {
        status = says(message, TREY_STATUS_NO_FILE, "%s: %s; the backup is in %s", file,
                      strerror(errno), made);
    }
    free(path);
    free(made);
    json_decref(said);
    return status;
}
