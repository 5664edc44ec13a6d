/* http_requests.c -- a whole request: who asks, what for, and where the answer comes from. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_answers.h"
#include "http_checkpoints.h"
#include "http_reports.h"
#include "metrics.h"
#include "network.h"
#include "report_errands.h"

enum { HASHING_MOST = 64 };
/* A report may keep a thread of the pool busy for seconds, and passwords need it too. */
enum { REPORTS_MOST = 3 };

/* ---- Who asks ----------------------------------------------------------------------------------
 */
struct request {
    int method;
    char path[HTTP_TARGET_MAX], query[HTTP_TARGET_MAX];
    bool bad; /* something of it was too long */
};
typedef struct request request;

/* The text of a header; empty where there is none or it is too long. */
static bool header(const connection *one, enum lws_token_indexes token, char *out, size_t room) {
    out[0] = '\0';
    int size = lws_hdr_total_length(one->wsi, token);
    return size > 0 && (size_t)size < room && lws_hdr_copy(one->wsi, out, (int)room, token) > 0;
}

bool http_origin_known(const network *net, const char *origin) {
    for (unsigned i = 0; i < net->origins; i++) {
        if (http_text_like(http_text_of(origin), net->origin[i])) return true;
    }
    return false;
}

/* The name that the request was sent to is one of ours: else another site's name was made
 * to lead here. */
static bool host_known(const connection *one) {
    char host[SETTING_TEXT];
    const network *net = one->net;
    header(one, WSI_TOKEN_HOST, host, sizeof host);
    for (unsigned i = 0; i < net->origins; i++) {
        const char *name = strstr(net->origin[i], "://");
        if (name && http_text_like(http_text_of(host), name + 3)) return true;
    }
    return false;
}

static session *asker(connection *one) {
    char cookies[2048];
    if (!header(one, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return NULL;
    session *of = session_find(
        one->net->sessions, http_cookie(http_text_of(cookies), "trey_session"), one->net->now_ms);
    sodium_memzero(cookies, sizeof cookies);
    if (of) session_touch(one->net, of);
    return of;
}

/* Has he a cookie of which nothing is known here? */
static bool asker_is_sought(connection *one) {
    char cookies[2048];
    if (!header(one, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return false;
    http_text token = http_cookie(http_text_of(cookies), "trey_session");
    bool sought =
        !session_find(one->net->sessions, token, one->net->now_ms) && session_sought(one, token);
    sodium_memzero(cookies, sizeof cookies);
    return sought;
}

/* ---- Errands ------------------------------------------------------------------------------------
 */
void http_send_errand(connection *one, errand *asked) {
    if (!asked) {
        http_refuse(one, 503, "busy", "no memory; try again");
        return;
    }
    asked->waits = one->visit;
    address_print(&one->peer.any, asked->from);
    if (asked->kind == ERRAND_GUEST || asked->kind == ERRAND_SIGN_IN)
        session_token(asked->token, &asked->hashed_token);
    if (!floor_thread_errand(one->net->floor, asked)) {
        errand_close(asked);
        http_refuse(one, 503, "busy", "the house is too busy; try again in a moment");
        return;
    }
    one->state = CONNECTION_WAITING;
    lws_set_timeout(one->wsi, NO_PENDING_TIMEOUT, 0);
}

static bool hashes_passwords(const errand *asked) {
    return asked->kind == ERRAND_JOIN || asked->kind == ERRAND_SIGN_IN ||
           asked->kind == ERRAND_PASSWORD;
}

static void in_pool(uv_work_t *work) {
    errand_in_pool(work->data);
}

static void from_pool(uv_work_t *work, int status) {
    errand *asked = work->data;
    network *net = work->loop->data;
    (void)status;
    free(work);
    if (hashes_passwords(asked)) net->hashing--;
    if (asked->next == ERRAND_TO_FLOOR && floor_thread_errand(net->floor, asked)) return;
    if (asked->next != ERRAND_DONE) errand_refuse(asked, 503, "busy", "the house is too busy");
    network_now(net);
    http_errand_done(net, asked);
}

static void to_pool(network *net, errand *asked) {
    bool hashes = hashes_passwords(asked);
    uv_work_t *work = hashes && net->hashing >= HASHING_MOST ? NULL : calloc(1, sizeof *work);
    if (work) work->data = asked;
    if (!work || uv_queue_work(&net->loop, work, in_pool, from_pool) != 0) {
        free(work);
        errand_refuse(asked, 503, "busy", "too many people are signing in; try again in a moment");
        http_errand_done(net, asked);
        return;
    }
    if (hashes) net->hashing++;
}

/* `idle_ms` 0: he has signed out; otherwise he may still be at another node. */
static void session_left(network *net, const session *over, int64_t idle_ms) {
    errand *left = errand_open(ERRAND_LEFT);
    if (!left) return;
    left->person = over->person;
    left->hashed_token = over->token;
    left->idle_ms = idle_ms;
    snprintf(left->from, sizeof left->from, "%s", over->from);
    if (!floor_thread_errand(net->floor, left)) errand_close(left);
}

/* A new cookie for whoever has just come in; his old session ends. */
static bool begin_session(connection *one, const errand *done) {
    network *net = one->net;
    session *before = done->session ? session_by_number(net->sessions, done->session) : NULL;
    if (before) {
        network_cut_session(net, before->number, CUT_SESSION_ENDED);
        session_left(net, before, 0);
        session_over_note(net->sessions, &before->token);
        session_end(net->sessions, before);
    }
    return session_begin(net->sessions, &done->hashed_token, done->person, done->guest, done->from,
                         net->now_ms) != NULL;
}

static void tell_ticket(connection *one, const char *ticket) {
    char body[TOKEN_TEXT_MAX + 20];
    snprintf(body, sizeof body, "{\"ticket\":\"%s\"}", ticket);
    http_answer_json(one, 200, body, NULL);
    sodium_memzero(body, sizeof body);
}

/* Whoever else was in under an account whose password has changed is out. */
static void end_others(network *net, trey_person person, uint64_t but) {
    session *other;
    while ((other = session_of_person(net->sessions, person, but))) {
        network_cut_session(net, other->number, CUT_SESSION_ENDED);
        session_over_note(net->sessions, &other->token);
        session_end(net->sessions, other);
    }
}

static void answer_errand(connection *one, errand *done) {
    if (done->kind == ERRAND_PASSWORD && done->status == 200)
        end_others(one->net, done->person, done->session);
    bool begins = done->kind == ERRAND_GUEST || done->kind == ERRAND_SIGN_IN;
    if (done->status == 200 && done->office) {
        http_answer_file(one, done->office->type, done->office->body, done->office->size,
                         done->office->file);
    } else if (done->status != 200 && !done->frame) {
        http_error(one, done->status, done->reason, done->text, done->retry_after);
    } else if (begins && !begin_session(one, done)) {
        http_refuse(one, 503, "full", "too many people are signed in");
    } else if (done->kind == ERRAND_CHECKPOINT) {
        http_answer_checkpoint(one, done);
    } else if (done->kind == ERRAND_METRICS) {
        metrics_answer(one, done->report);
    } else if (done->kind == ERRAND_TICKET) {
        tell_ticket(one, done->token);
    } else if (done->kind == ERRAND_LEFT) {
        http_answer_json(one, 200, "{}", "");
    } else {
        session *of =
            done->kind == ERRAND_JOIN ? session_by_number(one->net->sessions, done->session) : NULL;
        if (of) of->guest = false;
        http_answer_frame(one, done->status, done->frame, begins ? done->token : NULL);
    }
}

static bool is_report(const errand *asked) {
    return asked->kind == ERRAND_REPORT || asked->kind == ERRAND_SHIFT;
}

void http_errand_done(network *net, errand *done) {
    if (done->next == ERRAND_TO_POOL) {
        to_pool(net, done);
        return;
    }
    if (is_report(done)) net->reports--;
    if (done->kind == ERRAND_CHECKPOINT) net->proofs--;
    if (done->kind == ERRAND_SESSION_OVER) session_ended_elsewhere(net, done);
    if (done->kind == ERRAND_SESSION || done->kind == ERRAND_ENTER) {
        if (done->kind == ERRAND_SESSION)
            session_found(net, done);
        else
            ticket_answered(net, done);
        errand_close(done);
        return;
    }
    connection *one = done->waits ? network_find(net, done->waits) : NULL;
    if (one && one->state == CONNECTION_WAITING) answer_errand(one, done);
    errand_close(done);
}

bool http_session_over(void *context, const session *over) {
    network *net = context;
    if (over->sockets > 0) {
        session_touch(net, session_by_number(net->sessions, over->number));
        return false;
    }
    session_left(net, over, sessions_idle_ms(net->sessions));
    return true;
}

/* ---- POST
 * ---------------------------------------------------------------------------------------- */
static post_kind post_of(const char *path) {
    static const char *const paths[] = {[POST_GUEST] = "/api/guest",
                                        [POST_JOIN] = "/api/join",
                                        [POST_SIGN_IN] = "/api/sign-in",
                                        [POST_SIGN_OUT] = "/api/sign-out",
                                        [POST_PASSWORD] = "/api/password",
                                        [POST_TICKET] = "/api/ticket",
                                        [POST_COSIGNED] = "/checkpoints/cosignatures"};
    for (unsigned i = POST_GUEST; i <= POST_COSIGNED; i++) {
        if (strcmp(path, paths[i]) == 0) return (post_kind)i;
    }
    return POST_NONE;
}

static void fails(connection *one, int status, const char *reason, const char *text) {
    if (one->refused.status == 0) one->refused = (refusal){status, reason, text};
}

/* Everything that the head says is judged now; the answer comes when the body has. */
static void judge_post(connection *one) {
    char text[SETTING_TEXT];
    session *of = asker(one);
    one->session = of ? of->number : 0;
    if (!host_known(one)) fails(one, 403, "another_host", "this server does not go by that name");
    if (lws_hdr_custom_copy(one->wsi, text, sizeof text, "x-trey:", 7) <= 0 ||
        strcmp(text, "1") != 0)
        fails(one, 403, "no_header", "a POST carries the header X-Trey: 1");
    if (lws_hdr_total_length(one->wsi, WSI_TOKEN_ORIGIN) > 0 &&
        (!header(one, WSI_TOKEN_ORIGIN, text, sizeof text) || !http_origin_known(one->net, text))) {
        connection_note_cut(one, CUT_ORIGIN);
        fails(one, 403, "another_origin", "this comes from another site");
    }
    if (!header(one, WSI_TOKEN_HTTP_CONTENT_TYPE, text, sizeof text) ||
        strncasecmp(text, "application/json", 16) != 0)
        fails(one, 400, "malformed", "a POST has a body of type application/json");
    if (one->net->stopping) fails(one, 503, "stopping", "the house is closing");
}

/* The body is one object: empty, or with exactly these two texts. */
/* Two texts, or nothing at all. */
static bool read_body(connection *one, errand *into) {
    bool changes = into && into->kind == ERRAND_PASSWORD;
    char *first = !into ? NULL : changes ? into->password : into->name;
    char *second = !into ? NULL : changes ? into->fresh : into->password;
    size_t first_room = changes ? sizeof into->password : into ? sizeof into->name : 0;
    json_error_t error;
    json_t *root =
        json_loadb(one->body ? one->body : "", one->body_size, JSON_REJECT_DUPLICATES, &error);
    const char *name = NULL, *password = NULL;
    size_t name_size = 0, password_size = 0;
    char text[256];
    bool good = json_is_object(root); /* also NULL is none */
    if (!root)
        snprintf(text, sizeof text, "the body is not JSON: line %d, column %d: %.120s", error.line,
                 error.column, error.text);
    else
        snprintf(text, sizeof text, "the body is %s",
                 changes ? "{\"current\": \"...\", \"password\": \"...\"}"
                 : into  ? "{\"name\": \"...\", \"password\": \"...\"}"
                         : "{}");
    if (good && into)
        good = json_object_size(root) == 2 &&
               json_unpack(root, "{s:s%,s:s%}", changes ? "current" : "name", &name, &name_size,
                           "password", &password, &password_size) == 0 &&
               name_size < first_room && password_size < sizeof into->password;
    else if (good)
        good = json_object_size(root) == 0;
    if (good && into) {
        memcpy(first, name, name_size);
        memcpy(second, password, password_size);
    }
    if (changes && name) sodium_memzero((char *)name, name_size);
    if (password) sodium_memzero((char *)password, password_size);
    json_decref(root);
    if (!good) http_refuse(one, 400, "malformed", text);
    return good;
}

/* Answered when it is stored that he has gone. */
static void sign_out(connection *one, session *of) {
    network *net = one->net;
    if (!of) {
        http_answer_json(one, 200, "{}", "");
        return;
    }
    errand *left = errand_open(ERRAND_LEFT);
    if (left) {
        left->person = of->person;
        left->hashed_token = of->token;
    }
    network_cut_session(net, of->number, CUT_SESSION_ENDED);
    session_over_note(net->sessions, &of->token);
    session_end(net->sessions, of);
    http_send_errand(one, left);
}

static void give_ticket(connection *one, session *of) {
    char ticket[TOKEN_TEXT_MAX];
    if (!of) {
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (!ticket_make(one->net->sessions, of, one->net->now_ms, ticket)) {
        http_error(one, 429, "too_often", "too many tickets are waiting to be used",
                   TICKET_SECONDS);
    } else if (one->net->settings->node[0]) { /* told when it is stored */
        http_send_errand(one, ticket_stored(of, ticket));
    } else {
        tell_ticket(one, ticket);
    }
    sodium_memzero(ticket, sizeof ticket);
}

static bool too_often(connection *one, bucket *of, unsigned a_minute) {
    double burst = a_minute < 10 ? a_minute : 10 + (double)a_minute / 4;
    if (bucket_take(of, (double)a_minute / 60, burst, one->net->now_ms)) return false;
    http_error(one, 429, "too_often", "too many from this address; wait a little",
               60 / (a_minute < 60 ? a_minute : 60) + 1);
    return true;
}

static void post_account(connection *one, errand_kind kind, const session *of) {
    if ((kind == ERRAND_JOIN || kind == ERRAND_PASSWORD) && !of) {
        http_refuse(one, 401, "not_signed_in",
                    kind == ERRAND_JOIN ? "come in as a guest first" : "sign in first");
        return;
    }
    if (too_often(one, &one->from->sign_ins, one->net->settings->limit.sign_ins_per_minute)) return;
    errand *asked = errand_open(kind);
    if (asked && !read_body(one, asked)) {
        errand_close(asked);
        return;
    }
    if (asked && of) {
        asked->person = of->person;
        asked->session = of->number;
        if (kind == ERRAND_PASSWORD) asked->hashed_token = of->token;
    }
    http_send_errand(one, asked);
}

static void ask_me(connection *one, const session *of) {
    errand *asked = errand_open(ERRAND_ME);
    if (asked) asked->person = of->person;
    http_send_errand(one, asked);
}

static void post_guest(connection *one, const session *of) {
    network *net = one->net;
    if (of)
        ask_me(one, of); /* he is in already */
    else if (!net->settings->guests)
        http_refuse(one, 403, "no_guests", "this house needs you to have an account");
    else if (!too_often(one, &one->from->guests, net->settings->limit.guests_per_minute))
        http_send_errand(one, errand_open(ERRAND_GUEST));
}

static void post(connection *one) {
    if (one->seeking) { /* http_go_on comes back here */
        one->post_waits = true;
        one->state = CONNECTION_WAITING;
        return;
    }
    session *of = one->session ? session_by_number(one->net->sessions, one->session) : NULL;
    one->session = 0;
    if (one->refused.status) {
        http_refuse(one, one->refused.status, one->refused.reason, one->refused.text);
    } else if (one->post == POST_COSIGNED) {
        http_post_cosigned(one);
    } else if (one->post == POST_JOIN || one->post == POST_SIGN_IN || one->post == POST_PASSWORD) {
        post_account(one,
                     one->post == POST_JOIN      ? ERRAND_JOIN
                     : one->post == POST_SIGN_IN ? ERRAND_SIGN_IN
                                                 : ERRAND_PASSWORD,
                     of);
    } else if (read_body(one, NULL)) {
        if (one->post == POST_GUEST)
            post_guest(one, of);
        else if (one->post == POST_TICKET)
            give_ticket(one, of);
        else
            sign_out(one, of);
    }
}

/* ---- GET
 * ----------------------------------------------------------------------------------------- */
static bool number_of(http_text text, uint64_t most, uint64_t *out) {
    *out = 0;
    if (text.size == 0 || text.size > 18) return false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.text[i] < '0' || text.text[i] > '9') return false;
        *out = *out * 10 + (uint64_t)(text.text[i] - '0');
    }
    return *out <= most;
}

static bool query_number(const request *asked, const char *name, uint64_t most, uint64_t *out) {
    http_text text = http_query(http_text_of(asked->query), name);
    *out = 0;
    return !text.text || number_of(text, most, out);
}

/* NAME/rules, NAME/odds, NAME/desk, NAME/rounds, NAME/rounds/N; false where it is none of them. */
static bool table_question(const request *from, errand *asked) {
    const char *name = from->path + strlen("/api/tables/");
    const char *slash = strchr(name, '/');
    if (!slash || slash == name || (size_t)(slash - name) >= sizeof asked->table) return false;
    memcpy(asked->table, name, (size_t)(slash - name));
    const char *what = slash + 1;
    asked->kind = ERRAND_RULES;
    if (strcmp(what, "rules") == 0) return true;
    asked->kind = ERRAND_ODDS;
    if (strcmp(what, "odds") == 0) return true;
    asked->kind = ERRAND_DESK;
    if (strcmp(what, "desk") == 0) return true;
    asked->kind = ERRAND_ROUNDS;
    if (strcmp(what, "rounds") == 0) return true;
    asked->kind = ERRAND_ROUND;
    return strncmp(what, "rounds/", 7) == 0 &&
           number_of(http_text_of(what + 7), INT64_MAX, &asked->number);
}

static bool question_figures(const request *from, errand *asked) {
    uint64_t figure;
    if (asked->kind == ERRAND_ROUNDS)
        return query_number(from, "before", INT64_MAX, &asked->number);
    if (asked->kind == ERRAND_ROUND) {
        if (!query_number(from, "as", UINT32_MAX, &figure)) return false;
        asked->as = (trey_person)figure;
    }
    for (unsigned wager = 0; asked->kind == ERRAND_ODDS && wager < TREY_STAKES; wager++) {
        if (trey_wager(wager)->head != wager) continue;
        if (!query_number(from, trey_wager_word(wager), TREY_LIMIT_MAX, &figure)) return false;
        asked->stake[wager] = (trey_cents)figure;
    }
    return true;
}

static void get_table(connection *one, const request *from, const session *of) {
    errand *asked = errand_open(ERRAND_RULES);
    if (asked && !table_question(from, asked)) {
        errand_close(asked);
        http_refuse(one, 404, "not_found", "there is nothing with that name");
    } else if (asked && !question_figures(from, asked)) {
        errand_close(asked);
        http_refuse(one, 400, "malformed", "figures are whole numbers of cents, and rounds");
    } else if (asked && !of &&
               (asked->kind == ERRAND_ROUNDS || asked->kind == ERRAND_ROUND ||
                asked->kind == ERRAND_DESK)) {
        errand_close(asked);
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else {
        if (asked && of) asked->person = of->person;
        http_send_errand(one, asked);
    }
}

static void get_report(connection *one, const request *from, const session *of) {
    errand *asked = of ? errand_open(ERRAND_REPORT) : NULL;
    if (!of) {
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (asked && !http_report_asked(from->path, from->query, asked)) {
        http_refuse(one, asked->status, asked->reason, asked->text);
        errand_close(asked);
    } else if (asked && is_report(asked) && one->net->reports >= REPORTS_MOST) {
        errand_close(asked);
        http_error(one, 503, "busy", "other reports are being made; try again in a moment", 2);
    } else {
        bool counts = asked && is_report(asked);
        if (asked) asked->person = of->person;
        http_send_errand(one, asked);
        if (counts && one->state == CONNECTION_WAITING) one->net->reports++;
    }
}

static void get_metrics(connection *one) {
    unsigned who = one->net->settings->metrics;
    if (who == METRICS_NOBODY || (who == METRICS_LOOPBACK && !address_is_loopback(&one->peer.any)))
        http_refuse(one, 404, "not_found", "there is nothing with that name");
    else
        http_send_errand(one, errand_open(ERRAND_METRICS));
}

static void get_page(connection *one, const request *from) {
    char tags[512], encodings[256];
    header(one, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags);
    header(one, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings);
    http_answer_page(one, pages_find(one->net->pages, http_text_of(from->path)), tags, encodings);
}

/* A node that cannot reach the store is not to be sent anybody. */
static void get_health(connection *one) {
    floor_health health;
    char text[256];
    floor_thread_health(one->net->floor, &health);
    bool good = !one->net->stopping && !health.away && !health.node.cut_off;
    if (health.shared)
        snprintf(text, sizeof text,
                 "{\"ok\":%s,\"node\":\"%s\",\"tables_led\":%u,\"lease_age_ms\":%lld,"
                 "\"nodes\":%u}",
                 good ? "true" : "false", health.node.name, health.leads,
                 (long long)health.node.beat_age_ms, health.node.others + 1);
    else
        snprintf(text, sizeof text, "{\"ok\":%s}", good ? "true" : "false");
    http_answer_json(one, good ? 200 : 503, text, NULL);
}

static void get(connection *one, const request *from) {
    const char *path = from->path;
    const session *of;
    if (strcmp(path, "/health") == 0) {
        get_health(one);
    } else if (strcmp(path, "/metrics") == 0) {
        get_metrics(one);
    } else if (!host_known(one)) {
        http_refuse(one, 403, "another_host", "this server does not go by that name");
    } else if (strcmp(path, "/socket") == 0) {
        http_refuse(one, 426, "no_upgrade", "this address is for WebSockets");
    } else if (strcmp(path, "/api/me") == 0) {
        if ((of = asker(one)))
            ask_me(one, of);
        else
            http_answer_json(one, 200, "{\"you\":null}", NULL); /* nobody, which is no mistake */
    } else if (strcmp(path, "/api/tables") == 0) {
        http_send_errand(one, errand_open(ERRAND_LOBBY));
    } else if (strncmp(path, "/api/tables/", 12) == 0) {
        get_table(one, from, asker(one));
    } else if (http_checkpoint_path(path)) {
        http_get_checkpoint(one, path, from->query);
    } else if (http_report_path(path)) {
        get_report(one, from, asker(one));
    } else if (strncmp(path, "/api/", 5) == 0) {
        http_refuse(one, 404, "not_found", "there is nothing with that name");
    } else {
        get_page(one, from);
    }
}

/* ---- Requests
 * ---------------------------------------------------------------------------------------
 */
static bool read_request(connection *one, request *out) {
    char *path = NULL;
    int size = 0;
    out->query[0] = '\0';
    out->method = lws_http_get_uri_and_method(one->wsi, &path, &size);
    if (out->method < 0 || size <= 0 || (size_t)size >= sizeof out->path) return false;
    memcpy(out->path, path, (size_t)size);
    out->path[size] = '\0';
    /* The pieces of a query come one by one. */
    for (int i = 0; lws_hdr_fragment_length(one->wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        size_t used = strlen(out->query);
        if (used > 0 && used + 1 < sizeof out->query) out->query[used++] = '&';
        if (lws_hdr_copy_fragment(one->wsi, out->query + used, (int)(sizeof out->query - used),
                                  WSI_TOKEN_HTTP_URI_ARGS, i) < 0)
            return false;
    }
    return true;
}

/* How long the body is; a status where that cannot be said or is too much. */
static int body_length(connection *one, uint32_t *out) {
    char text[32];
    uint64_t length = 0;
    *out = 0;
    if (lws_hdr_total_length(one->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) return 501;
    if (lws_hdr_total_length(one->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0) return 0;
    if (!header(one, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text) ||
        !number_of(http_text_of(text), INT64_MAX, &length))
        return 400;
    if (length > HTTP_BODY_MAX) return 413;
    *out = (uint32_t)length;
    return 0;
}

/* Refused, and what may still come of it is not read. */
static int refuse_and_close(connection *one, int status, const char *reason, const char *text) {
    connection_note_cut(one, CUT_BAD_REQUEST);
    one->close_after = true;
    http_refuse(one, status, reason, text);
    return 0;
}

int http_request_came(connection *one) {
    request from;
    one->net->count.requests++;
    one->no_body = false;
    one->refused = (refusal){0, NULL, NULL};
    if (!read_request(one, &from))
        return refuse_and_close(one, 400, "malformed", "the address is malformed or too long");
    post_kind kind = post_of(from.path);
    int status = body_length(one, &one->body_wanted);
    if (status)
        return refuse_and_close(one, status, status == 413 ? "too_large" : "malformed",
                                "a body has a length, of at most 8,192 bytes");
    bool posts = from.method == LWSHUMETH_POST;
    if (!posts && from.method != LWSHUMETH_GET && from.method != LWSHUMETH_HEAD)
        return refuse_and_close(one, 405, "wrong_method", "use GET or POST");
    if (posts != (kind != POST_NONE) || (posts == (one->body_wanted == 0)))
        return refuse_and_close(one, posts == (kind != POST_NONE) ? 400 : 405,
                                posts == (kind != POST_NONE) ? "malformed" : "wrong_method",
                                kind == POST_NONE ? "use GET, without a body"
                                                  : "use POST, with a body");
    one->no_body = from.method == LWSHUMETH_HEAD;
    bool sought = strncmp(from.path, "/api/", 5) == 0 && asker_is_sought(one);
    if (!posts && sought) {
        one->held = malloc(sizeof from);
        if (one->held) *one->held = from;
        one->state = CONNECTION_WAITING;
        lws_set_timeout(one->wsi, NO_PENDING_TIMEOUT, 0);
        return one->held ? 0 : -1;
    }
    if (!posts) {
        get(one, &from);
        return 0;
    }
    one->post = (uint8_t)kind;
    one->state = CONNECTION_BODY;
    one->since_ms = one->net->now_ms;
    judge_post(one);
    return 0;
}

int http_body_came(connection *one, const char *bytes, size_t size) {
    one->net->count.bytes_in += size;
    /* Each byte that comes sets the library's own deadline anew; ours has passed. */
    if (one->state == CONNECTION_DYING) return -1;
    if (one->state != CONNECTION_BODY) return 0;
    if (one->body_size + size > HTTP_BODY_MAX) return -1;
    if (!one->body && !(one->body = malloc(HTTP_BODY_MAX))) return -1;
    memcpy(one->body + one->body_size, bytes, size);
    one->body_size += (uint32_t)size;
    return 0;
}

static void post_body(connection *one) {
    post(one);
    if (one->post_waits) return;
    if (one->body) sodium_memzero(one->body, HTTP_BODY_MAX);
    free(one->body);
    one->body = NULL;
    one->body_size = 0;
}

int http_body_done(connection *one) {
    if (one->state == CONNECTION_BODY) post_body(one);
    return 0;
}

void http_go_on(connection *one, uint64_t number) {
    one->seeking = false;
    one->session = number;
    if (one->held) {
        request from = *one->held;
        free(one->held);
        one->held = NULL;
        one->session = 0;
        get(one, &from);
    } else if (one->post_waits) {
        one->post_waits = false;
        post_body(one);
    }
}
