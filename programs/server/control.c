/* control.c -- the server's end of the control socket.
 *
 * On the network's thread. A caller says one line, waits while the floor's thread carries
 * it out, gets one line and is hung up on. Callers are the house's own commands, so there
 * are few of them, and whoever is slow to speak is not waited for. */
#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "control_socket.h"
#include "server_clock.h"
#include "server_log.h"
#include "store_errands.h"

enum { CALLERS_MOST = 8, SPEAK_MS = 5000 };

typedef enum caller_state { CALLER_SPEAKS, CALLER_WAITS, CALLER_HEARS, CALLER_LEAVES } caller_state;

typedef struct caller {
    uv_pipe_t pipe;
    uv_write_t write;
    control *at;
    struct caller *next;
    uint64_t number;
    int64_t since_ms;
    caller_state state;
    size_t size;
    char *reply;
    char line[CONTROL_LINE_MAX];
} caller;

struct control {
    uv_pipe_t pipe;
    floor_thread *floor;
    caller *first;
    unsigned callers;
    uint64_t serial;
    bool closed;
    char path[CONTROL_PATH_MAX];
};

static void free_when_empty(control *one) {
    if (one->closed && !one->first) free(one);
}

/* ---- Callers ---------------------------------------------------------------------------------
 */
static void gone(uv_handle_t *handle) {
    caller *who = handle->data;
    control *at = who->at;
    caller **link = &at->first;
    while (*link != who) link = &(*link)->next;
    *link = who->next;
    at->callers--;
    free(who->reply);
    free(who);
    free_when_empty(at);
}

static void hang_up(caller *who) {
    if (who->state == CALLER_LEAVES) return;
    who->state = CALLER_LEAVES;
    uv_close((uv_handle_t *)&who->pipe, gone);
}

static void written(uv_write_t *write, int status) {
    (void)status;
    hang_up(write->data);
}

/* Takes the reference. */
static void reply(caller *who, json_t *said) {
    char *text = said ? json_dumps(said, JSON_COMPACT) : NULL;
    json_decref(said);
    size_t size = text ? strlen(text) : 0;
    if (text) who->reply = realloc(text, size + 2);
    if (!who->reply) {
        hang_up(who);
        return;
    }
    memcpy(who->reply + size, "\n", 2);
    uv_buf_t bytes = uv_buf_init(who->reply, (unsigned)size + 1);
    who->state = CALLER_HEARS;
    who->since_ms = server_loop_ms(who->pipe.loop);
    who->write.data = who;
    if (uv_write(&who->write, (uv_stream_t *)&who->pipe, &bytes, 1, written) != 0) hang_up(who);
}

static void answer_no(caller *who, trey_status status, const char *text) {
    reply(who, json_pack("{s:i,s:b,s:s,s:s}", "trey-control", CONTROL_VERSION, "ok", 0, "status",
                         trey_status_name(status), "text", text));
}

static void refuse(caller *who, trey_status status, const char *text) {
    log_say(LOG_WARNING, "control_refused", LOG_WORD("status", trey_status_name(status)),
            LOG_WORD("why", text));
    answer_no(who, status, text);
}

/* ---- Requests --------------------------------------------------------------------------------
 */
static void ask_floor(caller *who, errand_kind kind, const char *file) {
    errand *asked = errand_open(kind);
    if (asked) asked->store = store_question_open();
    if (asked && asked->store && file) asked->store->file = strdup(file);
    bool good = asked && asked->store && (!file || asked->store->file);
    if (good) asked->waits = who->number;
    if (good && who->at->floor && floor_thread_errand(who->at->floor, asked)) {
        who->state = CALLER_WAITS;
        return;
    }
    errand_close(asked);
    refuse(who, TREY_STATUS_STORE_BUSY, "the server has too much to do, or is being stopped");
}

static bool good_file(const json_t *file) {
    const char *path = json_string_value(file);
    return path && path[0] == '/' && strlen(path) == json_string_length(file) &&
           strlen(path) < CONTROL_PATH_MAX - 16;
}

static void carry_out(caller *who, const json_t *said) {
    const json_t *version = json_object_get(said, "trey-control");
    const char *what = json_string_value(json_object_get(said, "do"));
    const json_t *file = json_object_get(said, "file");
    if (!json_is_integer(version)) {
        refuse(who, TREY_STATUS_INVALID, "this is no request: it has no \"trey-control\"");
    } else if (json_integer_value(version) != CONTROL_VERSION) {
        refuse(who, TREY_STATUS_INVALID,
               "another version: this server speaks 1; use the `trey` that it was started with");
    } else if (what && strcmp(what, "info") == 0 && json_object_size(said) == 2) {
        ask_floor(who, ERRAND_STORE, NULL);
    } else if (!what || strcmp(what, "backup") != 0) {
        refuse(who, TREY_STATUS_INVALID,
               "\"do\" is \"info\", or \"backup\" with a \"file\", and nothing else stands there");
    } else if (!good_file(file) || json_object_size(said) != 3) {
        refuse(who, TREY_STATUS_INVALID,
               "a backup needs a \"file\", which is an absolute path, and nothing else");
    } else {
        log_say(LOG_INFO, "backup", LOG_WORD("file", json_string_value(file)));
        ask_floor(who, ERRAND_BACKUP, json_string_value(file));
    }
}

static void room_for(uv_handle_t *handle, size_t wanted, uv_buf_t *out) {
    caller *who = handle->data;
    (void)wanted;
    *out = uv_buf_init(who->line + who->size, (unsigned)(sizeof who->line - who->size));
}

static void heard(uv_stream_t *stream, ssize_t size, const uv_buf_t *bytes) {
    caller *who = stream->data;
    (void)bytes;
    if (size == 0 || who->state == CALLER_LEAVES) return;
    if (size < 0) {
        hang_up(who); /* what he asked for is done all the same */
        return;
    }
    if (who->state != CALLER_SPEAKS) {
        who->size = 0; /* one request a connection: the rest is not listened to */
        return;
    }
    who->size += (size_t)size;
    const char *end = memchr(who->line, '\n', who->size);
    if (end) {
        json_error_t wrong;
        json_t *said =
            json_loadb(who->line, (size_t)(end - who->line), JSON_REJECT_DUPLICATES, &wrong);
        if (json_is_object(said))
            carry_out(who, said);
        else
            refuse(who, TREY_STATUS_INVALID, "this is no request: one line of JSON, an object");
        json_decref(said);
        who->size = 0;
    } else if (who->size == sizeof who->line) {
        who->size = 0;
        refuse(who, TREY_STATUS_INVALID, "the request is too long");
    }
}

static void somebody_calls(uv_stream_t *listening, int status) {
    control *at = listening->data;
    caller *who = status == 0 ? calloc(1, sizeof *who) : NULL;
    uv_os_fd_t socket;
    if (!who) return;
    who->at = at;
    who->next = at->first;
    at->first = who;
    at->callers++;
    who->number = ++at->serial;
    who->since_ms = server_loop_ms(listening->loop);
    uv_pipe_init(listening->loop, &who->pipe, 0);
    who->pipe.data = who;
    if (uv_accept(listening, (uv_stream_t *)&who->pipe) != 0 ||
        uv_fileno((uv_handle_t *)&who->pipe, &socket) != 0) {
        hang_up(who);
    } else if (!control_socket_trusts(socket)) {
        refuse(who, TREY_STATUS_INVALID, "the server belongs to another user; ask as that one");
    } else if (at->callers > CALLERS_MOST) {
        refuse(who, TREY_STATUS_STORE_BUSY, "too many ask at once; try again in a moment");
    } else if (uv_read_start((uv_stream_t *)&who->pipe, room_for, heard) != 0) {
        hang_up(who);
    }
}

void control_deadlines(control *one, int64_t now_ms) {
    for (caller *who = one ? one->first : NULL; who; who = who->next) {
        bool late = now_ms - who->since_ms > SPEAK_MS;
        if (late && who->state == CALLER_SPEAKS)
            refuse(who, TREY_STATUS_INVALID, "no request came");
        else if (late && who->state == CALLER_HEARS)
            hang_up(who);
    }
}

/* ---- Answers ---------------------------------------------------------------------------------
 */
static json_t *tell_store(const store_question *question) {
    const trey_store_info *info = &question->info;
    char identity[2 * TREY_IDENTITY_BYTES + 1];
    char chain[TREY_HASH_TEXT_MAX], root[TREY_HASH_TEXT_MAX];
    for (unsigned i = 0; i < TREY_IDENTITY_BYTES; i++)
        snprintf(identity + 2 * i, 3, "%02x", info->identity[i]);
    json_t *said =
        json_pack("{s:i,s:b,s:s,s:s,s:i,s:I,s:I,s:I,s:I,s:I,s:s,s:s}", "trey-control",
                  CONTROL_VERSION, "ok", 1, "backend", info->backend, "identity", identity,
                  "version", (int)info->version, "bytes", (json_int_t)info->bytes, "records",
                  (json_int_t)info->records, "answers", (json_int_t)info->answers, "checkpoints",
                  (json_int_t)info->checkpoints, "chips_out", (json_int_t)question->chips, "chain",
                  trey_hash_print(&info->chain, chain), "root", trey_hash_print(&info->root, root));
    if (question->copying)
        json_object_set_new(said, "backup_percent", json_integer(question->percent));
    return said;
}

void control_errand_done(control *one, errand *done) {
    const store_question *question = done->store;
    caller *who = one ? one->first : NULL;
    bool good = question->status == TREY_STATUS_OK;
    while (who && who->number != done->waits) who = who->next;
    if (done->kind == ERRAND_BACKUP && good)
        log_say(LOG_INFO, "backup_done", LOG_WORD("file", question->file),
                LOG_COUNT("steps", question->steps), LOG_COUNT("longest_us", question->longest_us));
    if (done->kind == ERRAND_BACKUP && !good)
        log_say(LOG_ERROR, "backup_failed", LOG_WORD("file", question->file),
                LOG_WORD("why", question->message.text));
    if (!who || who->state != CALLER_WAITS) {
        errand_close(done);
        return;
    }
    if (!good)
        answer_no(who, question->status, question->message.text);
    else if (done->kind == ERRAND_STORE)
        reply(who, tell_store(question));
    else
        reply(who, json_pack("{s:i,s:b,s:s}", "trey-control", CONTROL_VERSION, "ok", 1, "file",
                             question->file));
    errand_close(done);
}

/* ---- Opening and closing ---------------------------------------------------------------------
 */
static void closed(uv_handle_t *handle) {
    control *one = handle->data;
    one->closed = true;
    free_when_empty(one);
}

control *control_open(uv_loop_t *loop, const char *store) {
    if (!control_socket_fits(store)) return NULL;
    control *one = calloc(1, sizeof *one);
    if (!one) return NULL;
    int made = control_socket_path(store, one->path) ? control_socket_bind(one->path) : -1;
    if (made < 0) {
        log_say(LOG_WARNING, "no_control", LOG_WORD("socket", one->path),
                LOG_WORD("why", strerror(errno)),
                LOG_WORD("then", "`trey store` cannot ask this server"));
        free(one);
        return NULL;
    }
    uv_pipe_init(loop, &one->pipe, 0);
    one->pipe.data = one;
    if (uv_pipe_open(&one->pipe, made) == 0 &&
        uv_listen((uv_stream_t *)&one->pipe, CALLERS_MOST, somebody_calls) == 0)
        return one;
    log_say(LOG_WARNING, "no_control", LOG_WORD("socket", one->path));
    control_close(one);
    return NULL;
}

void control_serve(control *one, floor_thread *floor) {
    if (one) one->floor = floor;
}

void control_close(control *one) {
    if (!one) return;
    unlink(one->path);
    for (caller *who = one->first; who; who = who->next) hang_up(who);
    uv_close((uv_handle_t *)&one->pipe, closed);
}
