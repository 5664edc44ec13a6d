/* http_requests.c -- a whole request: who asks, what for, and where the answer comes from. */
#include <arpa/inet.h>
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

/* Of questions that keep a thread of the pool busy, some at a time; passwords have threads of
 * their own. */
enum { REPORTS_MOST = 3, COUNTING_MOST = 8 };
/* Looking for one's sessions goes through all of them: six at once, and then one in ten seconds. */
static const double accounts_a_second = 0.1, accounts_at_once = 6;

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

/* The last name in the list is the one that our own proxy has added. */
static bool read_forwarded(const connection *one, struct sockaddr_in *four,
                           struct sockaddr_in6 *six) {
    char text[512];
    if (!header(one, WSI_TOKEN_X_FORWARDED_FOR, text, sizeof text)) return false;
    const char *last = strrchr(text, ',');
    last = last ? last + 1 : text;
    last += strspn(last, " ");
    *four = (struct sockaddr_in){.sin_family = AF_INET};
    *six = (struct sockaddr_in6){.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, last, &four->sin_addr) == 1) return true;
    four->sin_family = AF_UNSPEC;
    return inet_pton(AF_INET6, last, &six->sin6_addr) == 1;
}

void http_find_asker(connection *one) {
    const server_settings *settings = one->net->settings;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    char peer[ADDRESS_TEXT_MAX];
    bool ours = false;
    one->asker = one->from;
    one->client = one->peer;
    if (settings->proxies == 0) return;
    address_print(&one->peer.any, peer);
    for (unsigned i = 0; i < settings->proxies; i++)
        ours = ours || strcmp(peer, settings->proxy[i]) == 0;
    if (!ours || !read_forwarded(one, &four, &six)) return;
    if (four.sin_family == AF_INET)
        one->client.four = four;
    else
        one->client.six = six;
    address *found = address_find(one->net->addresses, &one->client.any, one->net->now_ms);
    if (found) one->asker = found;
}

/* ---- Errands ------------------------------------------------------------------------------------
 */
static bool begins_session(const errand *asked) {
    return asked->kind == ERRAND_GUEST || asked->kind == ERRAND_SIGN_IN ||
           asked->kind == ERRAND_JOIN;
}

void http_send_errand(connection *one, errand *asked) {
    if (!asked) {
        http_refuse(one, 503, "busy", "no memory; try again");
        return;
    }
    asked->waits = one->visit;
    address_print(&one->client.any, asked->from);
    asked->device_of = one->device_of;
    asked->device = one->device;
    if (begins_session(asked)) session_token(asked->token, &asked->hashed_token);
    if (!floor_thread_errand(one->net->floor, asked)) {
        errand_close(asked);
        http_refuse(one, 503, "busy", "the house is too busy; try again in a moment");
        return;
    }
    one->state = CONNECTION_WAITING;
    lws_set_timeout(one->wsi, NO_PENDING_TIMEOUT, 0);
}

static void goes_on(network *net, errand *asked) {
    if (asked->next == ERRAND_TO_FLOOR && floor_thread_errand(net->floor, asked)) return;
    if (asked->next != ERRAND_DONE) errand_refuse(asked, 503, "busy", "the house is too busy");
    network_now(net);
    http_errand_done(net, asked);
}

void http_hashed(void *context, errand *worked) {
    goes_on(context, worked);
}

static void in_pool(uv_work_t *work) {
    errand_in_pool(work->data);
}

static void from_pool(uv_work_t *work, int status) {
    errand *asked = work->data;
    (void)status;
    network *net = work->loop->data;
    free(work);
    goes_on(net, asked);
}

static void to_pool(network *net, errand *asked) {
    if (errand_hashes(asked)) {
        bool known = asked->device != 0 && asked->device_of == asked->tried.person;
        if (password_pool_add(net->passwords, asked, known)) return;
        errand_refuse(asked, 503, "busy", "too many people are signing in; try again in a moment");
        http_errand_done(net, asked);
        return;
    }
    uv_work_t *work = calloc(1, sizeof *work);
    if (work) work->data = asked;
    if (work && uv_queue_work(&net->loop, work, in_pool, from_pool) == 0) return;
    free(work);
    errand_refuse(asked, 503, "busy", "no memory; try again");
    http_errand_done(net, asked);
}

/* Signed out; or it ran out, unless it is used at another node. */
static void session_left(network *net, const session *over, bool runs_out) {
    errand *left = errand_open(ERRAND_LEFT);
    if (!left) return;
    left->person = over->person;
    left->hashed_token = over->token;
    left->runs_out = runs_out;
    snprintf(left->from, sizeof left->from, "%s", over->from);
    if (!floor_thread_errand(net->floor, left)) errand_close(left);
}

/* A new cookie for whoever has just come in; his old session ends. Whoever joins goes on under
 * the new one. */
static session *begin_session(connection *one, const errand *done) {
    network *net = one->net;
    session *before = done->session ? session_by_number(net->sessions, done->session) : NULL;
    const session_of begun = session_of_errand(done, &done->hashed_token);
    bool joins = done->kind == ERRAND_JOIN;
    if (before && !joins) {
        network_cut_session(net, before->number, CUT_SESSION_ENDED);
        session_left(net, before, false);
    }
    uint64_t number = before ? before->number : 0;
    if (before) {
        session_over_note(net->sessions, &before->token);
        session_end(net->sessions, before);
    }
    session *of = session_begin(net->sessions, &begun, net->now_ms);
    if (of && joins && number) network_move_session(net, number, of);
    return of;
}

static void tell_ticket(connection *one, const char *ticket) {
    char body[TOKEN_TEXT_MAX + 20];
    snprintf(body, sizeof body, "{\"ticket\":\"%s\"}", ticket);
    http_answer_json(one, 200, body, NULL);
    sodium_memzero(body, sizeof body);
}

/* A device on which somebody has signed in is known from then on. */
static void answer_session(connection *one, const errand *done, const session *of) {
    char device[DEVICE_TEXT_MAX] = "";
    bool known = one->device != 0 && one->device_of == done->person;
    if (!done->guest && !known) device_make(one->net->device_key, done->person, device);
    if (done->json)
        http_answer_json(one, done->status, done->json, done->token);
    else
        http_answer_frame(one, done->status, done->frame, done->token);
    http_answer_session(one, of, device);
}

/* The session that asked has gone on, or knows now what is to be set up. */
static void update_session(network *net, const errand *done) {
    session *of = done->session ? session_by_number(net->sessions, done->session) : NULL;
    if (!of || of->person != done->person || done->status != 200) return;
    of->generation = done->generation;
    of->limited = done->limited;
    of->office = done->role;
}

static bool tells_session(const errand *done) {
    return done->kind == ERRAND_ME || done->kind == ERRAND_PASSWORD ||
           done->kind == ERRAND_FACTOR_SET || done->kind == ERRAND_EVERYWHERE ||
           done->kind == ERRAND_FACTOR_REMOVE;
}

/* Guesses of many names from one address are slowed as well. */
static void note_wrong(connection *one, const errand *done) {
    enum { WRONG_COSTS_MORE = 2 };
    bool known = one->device != 0;
    if (errand_hashes(done) && done->status == 401)
        bucket_drain(known ? &one->asker->proven : &one->asker->sign_ins, WRONG_COSTS_MORE);
}

static void answer_errand(connection *one, errand *done) {
    session *of = NULL;
    note_wrong(one, done);
    if (done->status == 200 && done->office) {
        http_answer_file(one, done->office->type, done->office->body, done->office->size,
                         done->office->file);
    } else if (done->status != 200 && !done->frame) {
        http_error(one, done->status, done->reason, done->text, done->retry_after);
    } else if (begins_session(done) && !(of = begin_session(one, done))) {
        http_refuse(one, 503, "full", "too many people are signed in; try again later");
    } else if (of) {
        answer_session(one, done, of);
    } else if (done->kind == ERRAND_CHECKPOINT) {
        http_answer_checkpoint(one, done);
    } else if (done->kind == ERRAND_METRICS) {
        metrics_answer(one, done->report);
    } else if (done->kind == ERRAND_TICKET) {
        tell_ticket(one, done->token);
    } else if (done->kind == ERRAND_LEFT) {
        http_answer_json(one, 200, "{}", "");
    } else if (done->json) {
        http_answer_json(one, done->status, done->json, NULL);
    } else {
        http_answer_frame(one, done->status, done->frame, NULL);
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
    if (done->kind == ERRAND_ODDS) {
        net->counting--;
        if (done->status == 200 && done->frame) odds_cache_keep(net->odds, done, network_now(net));
    }
    if (done->kind == ERRAND_CHECKPOINT) net->proofs--;
    if (done->kind == ERRAND_SESSION_OVER) session_ended_elsewhere(net, done);
    if (done->kind == ERRAND_STALE) sessions_gone_stale(net, done);
    if (tells_session(done)) update_session(net, done);
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
    const session_rule *rule = session_rule_of(net->sessions, over);
    bool longest = net->now_ms - over->made_ms > rule->most_ms;
    if (over->sockets > 0 && !longest && !session_is_staff(over)) {
        session_touch(net, session_by_number(net->sessions, over->number));
        return false;
    }
    network_cut_session(net, over->number, CUT_TIME_OVER);
    session_left(net, over, !longest);
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
                                        [POST_FACTOR_OFFER] = "/api/second-factor/offer",
                                        [POST_FACTOR_SET] = "/api/second-factor",
                                        [POST_FACTOR_REMOVE] = "/api/second-factor/remove",
                                        [POST_EVERYWHERE] = "/api/sign-out-everywhere",
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

/* Is it a device that somebody has signed in on? */
static void read_device(connection *one) {
    char cookies[2048];
    one->device_of = TREY_NOBODY;
    one->device = 0;
    if (!header(one, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return;
    if (!device_read(one->net->device_key, http_cookie(http_text_of(cookies), "trey_device"),
                     &one->device_of, &one->device))
        one->device = 0;
    sodium_memzero(cookies, sizeof cookies);
}

/* Everything that the head says is judged now; the answer comes when the body has. */
static void judge_post(connection *one) {
    char text[SETTING_TEXT];
    session *of = asker(one);
    one->session = of ? of->number : 0;
    read_device(one);
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

/* What a body consists of, and where it goes. */
typedef struct body_text {
    const char *name;
    size_t at, room;
    bool may_lack;
} body_text;
#define TEXT(word, member, lack)                                                                   \
    { (word), offsetof(errand, member), sizeof(((errand *)0)->member), lack }
enum { BODY_TEXTS = 4 };
static const body_text *body_of(post_kind kind) {
    static const body_text texts[][BODY_TEXTS] = {
        [POST_JOIN] = {TEXT("name", name, false), TEXT("password", password, false)},
        [POST_SIGN_IN] = {TEXT("name", name, false), TEXT("password", password, false),
                          TEXT("code", code, true)},
        [POST_PASSWORD] = {TEXT("current", password, false), TEXT("password", fresh, false)},
        [POST_FACTOR_SET] = {TEXT("current", password, false), TEXT("offer", offer, false),
                             TEXT("code", code, false)},
        [POST_FACTOR_REMOVE] = {TEXT("current", password, false), TEXT("name", name, true)},
        [POST_TICKET] = {{0}},
    };
    return texts[kind];
}
#undef TEXT

/* What the body should have been: {"name": "...", "password": "..."}. */
static void body_words(const body_text *texts, char *out, size_t room) {
    size_t used = (size_t)snprintf(out, room, "the body is {");
    for (unsigned i = 0; i < BODY_TEXTS && texts[i].name; i++)
        used += (size_t)snprintf(out + used, room - used, "%s\"%s\": \"...\"%s", i ? ", " : "",
                                 texts[i].name, texts[i].may_lack ? " (may be left out)" : "");
    snprintf(out + used, room - used, "}");
}

static bool take_texts(json_t *root, const body_text *texts, errand *into) {
    size_t found = 0;
    for (unsigned i = 0; i < BODY_TEXTS && texts[i].name; i++) {
        json_t *value = json_object_get(root, texts[i].name);
        if (!value && texts[i].may_lack) continue;
        const char *text = json_string_value(value);
        size_t size = json_string_length(value);
        if (!text || size >= texts[i].room || memchr(text, '\0', size)) return false;
        memcpy((char *)into + texts[i].at, text, size);
        sodium_memzero((char *)text, size); /* it may be a password */
        found++;
    }
    return json_object_size(root) == found;
}

/* The body is one object with exactly these texts. */
static bool read_body(connection *one, errand *into) {
    const body_text *texts = body_of((post_kind)one->post);
    json_error_t error;
    json_t *root =
        json_loadb(one->body ? one->body : "", one->body_size, JSON_REJECT_DUPLICATES, &error);
    char text[256];
    if (!root)
        snprintf(text, sizeof text, "the body is not JSON: line %d, column %d: %.120s", error.line,
                 error.column, error.text);
    else
        body_words(texts, text, sizeof text);
    bool good = json_is_object(root) && take_texts(root, texts, into);
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

/* With a password that somebody else chose, or without the second factor that the house asks for,
 * there is only the account to be set up. */
static void refuse_limited(connection *one) {
    http_refuse(one, 403, "set_up_first", "finish setting up your account first");
}

static void give_ticket(connection *one, session *of) {
    char ticket[TOKEN_TEXT_MAX];
    if (!of) {
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (of->limited) {
        refuse_limited(one);
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

static errand_kind errand_of(post_kind kind) {
    switch (kind) {
    case POST_JOIN:
        return ERRAND_JOIN;
    case POST_SIGN_IN:
        return ERRAND_SIGN_IN;
    case POST_PASSWORD:
        return ERRAND_PASSWORD;
    case POST_FACTOR_OFFER:
        return ERRAND_FACTOR_OFFER;
    case POST_FACTOR_SET:
        return ERRAND_FACTOR_SET;
    case POST_FACTOR_REMOVE:
        return ERRAND_FACTOR_REMOVE;
    default:
        return ERRAND_EVERYWHERE;
    }
}

/* Whoever comes on a known device does not wait for what others of their address have tried. */
static bool may_knock(connection *one) {
    bucket *of = one->device ? &one->asker->proven : &one->asker->sign_ins;
    return !too_often(one, of, one->net->settings->limit.sign_ins_per_minute);
}

static void post_account(connection *one, const session *of) {
    errand_kind kind = errand_of((post_kind)one->post);
    if (kind != ERRAND_SIGN_IN && !of) {
        http_refuse(one, 401, "not_signed_in",
                    kind == ERRAND_JOIN ? "come in as a guest first" : "sign in first");
        return;
    }
    if (!may_knock(one)) return;
    errand *asked = errand_open(kind);
    if (asked && !read_body(one, asked)) {
        errand_close(asked);
        return;
    }
    if (asked && of) {
        asked->person = of->person;
        asked->session = of->number;
        asked->asked_in = of->generation;
        if (kind == ERRAND_JOIN)
            asked->ticket_session = of->token;
        else
            asked->hashed_token = of->token;
    }
    if (asked && kind == ERRAND_FACTOR_REMOVE && asked->name[0] && of->limited) {
        errand_close(asked);
        refuse_limited(one);
        return;
    }
    http_send_errand(one, asked);
}

static void ask_me(connection *one, const session *of) {
    errand *asked = errand_open(ERRAND_ME);
    if (asked) {
        asked->person = of->person;
        asked->session = of->number;
        asked->asked_in = of->generation;
    }
    http_send_errand(one, asked);
}

static void get_account(connection *one, session *of) {
    errand *asked;
    if (!of) {
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (!bucket_take(&of->account, accounts_a_second, accounts_at_once, one->net->now_ms)) {
        http_error(one, 429, "too_often", "wait a little and try again", 10);
    } else {
        asked = errand_open(ERRAND_ACCOUNT);
        if (asked) {
            asked->person = of->person;
            asked->asked_in = of->generation;
            asked->hashed_token = of->token;
        }
        http_send_errand(one, asked);
    }
}

static void post_guest(connection *one, const session *of) {
    network *net = one->net;
    if (of)
        ask_me(one, of); /* he is in already */
    else if (!net->settings->guests)
        http_refuse(one, 403, "no_guests", "this house needs you to have an account");
    else if (!too_often(one, &one->asker->guests, net->settings->limit.guests_per_minute))
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
    errand nothing = {0};
    if (one->refused.status)
        http_refuse(one, one->refused.status, one->refused.reason, one->refused.text);
    else if (one->post == POST_COSIGNED)
        http_post_cosigned(one);
    else if (one->post != POST_GUEST && one->post != POST_TICKET && one->post != POST_SIGN_OUT)
        post_account(one, of);
    else if (!read_body(one, &nothing))
        return;
    else if (one->post == POST_GUEST)
        post_guest(one, of);
    else if (one->post == POST_TICKET)
        give_ticket(one, of);
    else
        sign_out(one, of);
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

/* Anybody may ask for odds, so they come from the last few answers where they can, and so many of
 * an address and of all at once. */
static void ask_odds(connection *one, errand *asked) {
    network *net = one->net;
    trey_frame *known = odds_cache_find(net->odds, asked, net->now_ms);
    if (known) {
        http_answer_frame(one, 200, known, NULL);
        trey_frame_release(known);
        errand_close(asked);
    } else if (too_often(one, &one->asker->odds, net->settings->limit.odds_per_minute)) {
        errand_close(asked);
    } else if (net->counting >= COUNTING_MOST) {
        errand_close(asked);
        http_error(one, 503, "busy", "many odds are being counted; try again in a moment", 1);
    } else {
        http_send_errand(one, asked);
        if (one->state == CONNECTION_WAITING) net->counting++;
    }
}

static void get_table(connection *one, const request *from, const session *of) {
    errand *asked = errand_open(ERRAND_RULES);
    bool known = asked && table_question(from, asked);
    bool own = known && (asked->kind == ERRAND_ROUNDS || asked->kind == ERRAND_ROUND ||
                         asked->kind == ERRAND_DESK);
    if (asked && !known) {
        errand_close(asked);
        http_refuse(one, 404, "not_found", "there is nothing with that name");
    } else if (asked && !question_figures(from, asked)) {
        errand_close(asked);
        http_refuse(one, 400, "malformed", "figures are whole numbers of cents, and rounds");
    } else if (own && (!of || of->limited)) {
        errand_close(asked);
        if (of)
            refuse_limited(one);
        else
            http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (asked && asked->kind == ERRAND_ODDS) {
        ask_odds(one, asked);
    } else {
        if (asked && of) asked->person = of->person;
        http_send_errand(one, asked);
    }
}

static void get_report(connection *one, const request *from, const session *of) {
    errand *asked = of ? errand_open(ERRAND_REPORT) : NULL;
    if (!of) {
        http_refuse(one, 401, "not_signed_in", "sign in first");
    } else if (of->limited) {
        errand_close(asked);
        refuse_limited(one);
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

/* Asked on this machine, by its own name, and not by a proxy for somebody else. */
static bool from_this_machine(const connection *one) {
    static const char *const forwarded[] = {"x-forwarded-host:", "forwarded:"};
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    char host[SETTING_TEXT] = "";
    if (!address_is_loopback(&one->peer.any)) return false;
    for (unsigned i = 0; i < sizeof forwarded / sizeof *forwarded; i++) {
        if (lws_hdr_custom_length(one->wsi, forwarded[i], (int)strlen(forwarded[i])) >= 0)
            return false;
    }
    if (lws_hdr_total_length(one->wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
        lws_hdr_total_length(one->wsi, WSI_TOKEN_HTTP_X_REAL_IP) > 0 ||
        lws_hdr_total_length(one->wsi, WSI_TOKEN_HTTP_VIA) > 0)
        return false;
    header(one, WSI_TOKEN_HOST, host, sizeof host);
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        size_t size = strlen(own[i]);
        if (strncasecmp(host, own[i], size) == 0 && (host[size] == ':' || host[size] == '\0'))
            return true;
    }
    return false;
}

static void get_metrics(connection *one) {
    unsigned who = one->net->settings->metrics;
    if (who == METRICS_NOBODY || (who == METRICS_LOOPBACK && !from_this_machine(one)))
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
    } else if (strcmp(path, "/api/account") == 0) {
        get_account(one, asker(one));
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
    http_find_asker(one);
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

int http_body_came(connection *one, char *bytes, size_t size) {
    one->net->count.bytes_in += size;
    /* Each byte that comes sets the library's own deadline anew; ours has passed. */
    if (one->state == CONNECTION_DYING) return -1;
    if (one->state != CONNECTION_BODY) return 0;
    if (one->body_size + size > HTTP_BODY_MAX) return -1;
    if (!one->body && !(one->body = malloc(HTTP_BODY_MAX))) return -1;
    memcpy(one->body + one->body_size, bytes, size);
    one->body_size += (uint32_t)size;
    sodium_memzero(bytes, size); /* a password is not to stay where the library received it */
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
