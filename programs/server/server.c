/* server.c -- the network in front of the floor: opens, runs, and stops when it is told.
 *
 * Stopping takes three steps. The floor winds down while its guests still listen; when
 * nothing runs any more, or after WIND_DOWN_MS, every socket gets its goodbye; and when
 * all have gone, or after FAREWELL_MS, the loop ends. Together less than five seconds. */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "certificate.h"
#include "network.h"
#include "process.h"

enum { TICK_MS = 250, WIND_DOWN_MS = 3000, FAREWELL_MS = 1000, EXPIRE_MS = 10000 };

/* ---- Stopping -------------------------------------------------------------------------------- */
static void farewell(network *net) {
    if (net->down) return;
    net->down = true;
    net->stop_ms = network_now(net) + FAREWELL_MS;
    for (unsigned i = 0; i < net->slots; i++) {
        connection *one = net->slot[i];
        if (!one) continue;
        if (one->state == CONNECTION_SOCKET)
            connection_cut(one, CUT_STOPPING);
        else if (one->state == CONNECTION_HEAD || one->state == CONNECTION_REST)
            connection_kill(one);
    }
    network_send_dirty(net);
}

static void begin_stop(network *net, const char *why) {
    if (net->stopping) return;
    net->stopping = true;
    log_say(LOG_INFO, "stopping", LOG_WORD("why", why));
    floor_thread_stop(net->floor, WIND_DOWN_MS);
}

static void signalled(uv_signal_t *signal, int number) {
    network *net = signal->loop->data;
    char why[256];
    if (number != SIGHUP) {
        begin_stop(net, number == SIGTERM ? "SIGTERM" : "SIGINT");
        return;
    }
    log_reopen();
    if (!net->tls) return;
    if (certificate_renew(net->ssl_context, net->settings->certificate, net->settings->key, why,
                          sizeof why))
        log_say(LOG_INFO, "certificate_read", LOG_WORD("file", net->settings->certificate));
    else
        log_say(LOG_ERROR, "certificate_kept", LOG_WORD("why", why));
}

/* ---- What comes back from the floor -------------------------------------------------------------
 */
static cut_reason reason_of(uint32_t code) {
    switch (code) {
    case TREY_CUT_STOPPING:
        return CUT_STOPPING;
    case TREY_CUT_PROTOCOL:
        return CUT_PROTOCOL;
    case TREY_CUT_TOO_MANY:
        return CUT_TOO_MANY;
    case TREY_CUT_SESSION_ENDED:
        return CUT_SESSION_ENDED;
    case TREY_CUT_ELSEWHERE:
        return CUT_ELSEWHERE;
    default:
        return CUT_NOT_ALLOWED;
    }
}

static void take_item(network *net, floor_item *item) {
    if (item->errand) {
        if (item->errand->store)
            control_errand_done(net->control, item->errand);
        else
            http_errand_done(net, item->errand);
        return;
    }
    connection *one = network_find(net, item->visit);
    if (one && item->frame) socket_send_frame(one, item->frame);
    if (one && item->cut) connection_cut_told(one, reason_of(item->cut));
    trey_frame_release(item->frame);
}

static void floor_woke(uv_async_t *async) {
    network *net = async->data;
    floor_batch batch;
    network_now(net);
    floor_thread_take(net->floor, &batch);
    for (size_t i = 0; i < batch.count; i++) take_item(net, &batch.item[i]);
    network_send_dirty(net);
    if (batch.failed && !net->failed) {
        net->failed = true;
        log_say(LOG_ERROR, "flush_failed", LOG_WORD("why", floor_thread_message(net->floor)));
        begin_stop(net, "the store failed");
    }
    if (batch.down) farewell(net);
}

static void wake(void *context) {
    uv_async_send(context);
}

static void tick(uv_timer_t *timer) {
    network *net = timer->data;
    network_deadlines(net);
    control_deadlines(net->control, net->now_ms);
    if (net->now_ms >= net->forget_ms) {
        net->forget_ms = net->now_ms + EXPIRE_MS;
        addresses_forget(net->addresses, net->now_ms);
        sessions_expire(net->sessions, net->now_ms, http_session_over, net);
    }
    if (net->down && (net->open == 0 || net->now_ms > net->stop_ms)) uv_stop(&net->loop);
}

/* ---- Listening
 * ------------------------------------------------------------------------------------ */
/* The address as numbers, and whether it can be listened at: libwebsockets would only say
 * that it could not. */
static bool try_listen(const server_settings *settings, char numeric[NI_MAXHOST], bool *six,
                       char *why, size_t room) {
    char service[8];
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    int yes = 1;
    snprintf(service, sizeof service, "%u", settings->port);
    int fault = getaddrinfo(settings->host, service, &hints, &found);
    if (fault == 0)
        fault = getnameinfo(found->ai_addr, found->ai_addrlen, numeric, NI_MAXHOST, NULL, 0,
                            NI_NUMERICHOST);
    if (fault != 0) {
        snprintf(why, room, "listen: %s: %s", settings->listen, gai_strerror(fault));
        if (found) freeaddrinfo(found);
        return false;
    }
    *six = found->ai_family == AF_INET6;
    int opened = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (opened >= 0) setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    bool good = opened >= 0 && bind(opened, found->ai_addr, found->ai_addrlen) == 0 &&
                listen(opened, 1) == 0;
    if (!good)
        snprintf(why, room, "listen: %s: %s%s", settings->listen, strerror(errno),
                 errno == EADDRINUSE ? "; another server runs there, or write another port" : "");
    if (opened >= 0) close(opened);
    freeaddrinfo(found);
    return good;
}

/* What libwebsockets has to say may hold parts of requests: it is heard, not written. */
static void lws_says(int level, const char *line) {
    (void)line;
    if (level == LLL_ERR) log_say(LOG_DEBUG, "libwebsockets", LOG_WORD("level", "error"));
}

/* libwebsockets would look itself whether a socket is still alive, with a timer each in one
 * sorted list: every frame that came would walk past all of them, which was a quarter of
 * the thread's work with 4,000 sockets. network_deadlines does it in four walks a second. */
static const lws_retry_bo_t no_validity_timers = {.secs_since_valid_ping = 0,
                                                  .secs_since_valid_hangup = 0};

static bool open_context(network *net, char *why, size_t room) {
    const server_settings *settings = net->settings;
    char numeric[NI_MAXHOST];
    bool six;
    void *loops[1] = {&net->loop};
    if (!try_listen(settings, numeric, &six, why, room)) return false;
    lws_set_log_level(LLL_ERR, lws_says);
    struct lws_context_creation_info info = {
        .port = settings->port,
        .iface = numeric,
        .protocols = network_protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
        .foreign_loops = loops,
        .user = net,
        .gid = -1,
        .uid = -1,
        .timeout_secs = settings->limit.handshake_ms / 1000 + 1,
        .keepalive_timeout = 30,
        .max_http_header_data = 8192,
        .max_http_header_pool = settings->limit.connections < 60000
                                    ? (unsigned short)settings->limit.connections
                                    : 60000,
        .alpn = "http/1.1",
        .retry_and_idle_policy = &no_validity_timers,
    };
    if (!six) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (settings->certificate[0]) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->certificate;
        info.ssl_private_key_filepath = settings->key;
    }
    net->context = lws_create_context(&info);
    net->vhost = net->context ? lws_create_vhost(net->context, &info) : NULL;
    if (!net->vhost) {
        snprintf(why, room,
                 "%s: libwebsockets cannot be started; is libwebsockets-evlib-uv installed?",
                 settings->listen);
        return false;
    }
    net->port = (uint16_t)lws_get_vhost_listen_port(net->vhost);
    return true;
}

/* Ours are those of the settings; and on this machine alone, its own names. */
static void allow_origins(network *net) {
    const server_settings *settings = net->settings;
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    const char *scheme = net->tls ? "https" : "http";
    net->secure = net->tls;
    for (unsigned i = 0; i < settings->origins; i++) {
        snprintf(net->origin[net->origins++], SETTING_TEXT, "%s", settings->origin[i]);
        if (strncmp(settings->origin[i], "https://", 8) == 0) net->secure = true;
    }
    if (settings->origins) return;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        snprintf(net->origin[net->origins++], SETTING_TEXT, "%s://%s:%u", scheme, names[i],
                 net->port);
}

/* A connection is a descriptor; some more are for files. libwebsockets keeps a table as
 * large as the limit, and finds a connection in it at once; told another size than the
 * limit, it would look through all of them for each event. */
enum { OTHER_DESCRIPTORS = 256 };
static unsigned set_limit(unsigned connections) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
    rlim_t wanted = (rlim_t)connections + OTHER_DESCRIPTORS;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted)
        log_say(LOG_WARNING, "few_descriptors", LOG_COUNT("wanted", wanted),
                LOG_COUNT("allowed", limit.rlim_cur));
    /* A connection that cannot be accepted would wake the loop for ever: there is always a
     * descriptor to accept it with, and to refuse it. */
    if (limit.rlim_cur >= wanted) return connections;
    return limit.rlim_cur > 2 * OTHER_DESCRIPTORS ? (unsigned)limit.rlim_cur - OTHER_DESCRIPTORS
                                                  : (unsigned)limit.rlim_cur / 2;
}

/* ---- Opening and running ------------------------------------------------------------------------
 */
static bool open_network(network *net, const server_settings *settings, const char *web, char *why,
                         size_t room) {
    char numeric[NI_MAXHOST];
    bool six;
    net->settings = settings;
    /* Before anything is made or opened for a server that cannot be. */
    if (!try_listen(settings, numeric, &six, why, room)) return false;
    net->tls = settings->certificate[0] != '\0';
    if (net->tls && !certificate_good(settings->certificate, settings->key, why, room))
        return false;
    if (web && !(net->pages = pages_open(web, why, room))) return false;
    net->slot = calloc(net->slots, sizeof(connection *));
    net->free_slot = calloc(net->slots, sizeof *net->free_slot);
    const session_room rooms = {.most = settings->limit.sessions,
                                .for_accounts = settings->limit.sessions_for_accounts,
                                .for_staff = settings->limit.sessions_for_staff,
                                .rule = settings->session};
    net->sessions = sessions_open(&rooms);
    net->addresses = addresses_open();
    net->odds = odds_cache_open();
    net->device_key = sodium_malloc(sizeof *net->device_key);
    snprintf(why, room, "out of memory");
    if (!net->slot || !net->free_slot || !net->sessions || !net->addresses || !net->odds ||
        !net->device_key)
        return false;
    for (unsigned i = 0; i < net->slots; i++)
        net->free_slot[net->free_slots++] = net->slots - 1 - i;
    return true;
}

static void before_wait(uv_prepare_t *prepare) {
    const network *net = prepare->data;
    if (net->floor) floor_thread_knock(net->floor);
}

static void after_wait(uv_check_t *check) {
    const network *net = check->data;
    if (net->floor) floor_thread_knock(net->floor);
}

static void start_handles(network *net) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    uv_async_init(&net->loop, &net->floor_woke, floor_woke);
    net->floor_woke.data = net;
    uv_prepare_init(&net->loop, &net->before_wait);
    net->before_wait.data = net;
    uv_prepare_start(&net->before_wait, before_wait);
    uv_check_init(&net->loop, &net->after_wait);
    net->after_wait.data = net;
    uv_check_start(&net->after_wait, after_wait);
    uv_timer_init(&net->loop, &net->timer);
    net->timer.data = net;
    uv_timer_start(&net->timer, tick, TICK_MS, TICK_MS);
    for (unsigned i = 0; i < 3; i++) {
        uv_signal_init(&net->loop, &net->signal[i]);
        uv_signal_start(&net->signal[i], signalled, signals[i]);
    }
}

static void announce(const network *net) {
    const server_settings *settings = net->settings;
    char store[SETTING_PATH];
    if (settings->origins)
        printf("%s is open at %s\n", settings->house, settings->origin[0]);
    else
        printf("%s is open at %s\n", settings->house, net->origin[0]);
    fflush(stdout);
    log_say(LOG_INFO, "open", LOG_WORD("listen", settings->host), LOG_COUNT("port", net->port),
            LOG_COUNT("tables", settings->tables), LOG_WORD("store", store_shown(settings, store)),
            LOG_COUNT("pages", pages_count(net->pages)));
}

static void close_own(network *net) {
    control_close(net->control);
    net->control = NULL;
    password_pool_close(net->passwords);
    net->passwords = NULL;
    uv_close((uv_handle_t *)&net->timer, NULL);
    uv_close((uv_handle_t *)&net->before_wait, NULL);
    uv_close((uv_handle_t *)&net->after_wait, NULL);
    uv_close((uv_handle_t *)&net->floor_woke, NULL);
    for (unsigned i = 0; i < 3; i++) uv_close((uv_handle_t *)&net->signal[i], NULL);
}

/* libwebsockets closes its handles in turns of the loop, which is ours to run; what it
 * keeps until then it frees when it is called again. */
static void close_network(network *net) {
    enum { TURNS = 100000 };
    if (net->context) lws_context_destroy(net->context);
    close_own(net);
    for (unsigned i = 0; i < TURNS && uv_run(&net->loop, UV_RUN_NOWAIT) != 0; i++) continue;
    if (net->context) lws_context_destroy(net->context);
    for (unsigned i = 0; i < TURNS && uv_loop_close(&net->loop) == UV_EBUSY; i++)
        uv_run(&net->loop, UV_RUN_NOWAIT);
}

static void free_network(network *net) {
    sessions_close(net->sessions);
    odds_cache_close(net->odds);
    sodium_free(net->device_key);
    addresses_close(net->addresses);
    pages_close(net->pages);
    free(net->slot);
    free(net->free_slot);
    free(net);
}

static int unusable(const char *text, int status) {
    fprintf(stderr, "trey serve: %s\n", text);
    return status;
}

static int status_of(trey_status status) {
    switch (status) {
    case TREY_STATUS_NO_FILE:
    case TREY_STATUS_INVALID:
    case TREY_STATUS_STORE_VERSION:
    case TREY_STATUS_STORE_FOREIGN:
    case TREY_STATUS_STORE_BUSY:
        return SERVER_UNUSABLE;
    default:
        return SERVER_FAILED;
    }
}

static int run_loop(network *net, premises *place) {
    trey_store_message message = {""};
    char why[512];
    process_limit_files(net->settings);
    uv_loop_init(&net->loop);
    net->loop.data = net;
    start_handles(net);
    net->control = control_open(&net->loop, net->settings->store);
    trey_house_derive_key(place->house, "trey device 1", net->device_key);
    net->passwords = password_pool_open(&net->loop, http_hashed, net);
    net->floor = !net->passwords
                     ? NULL
                     : floor_thread_open(place, net->settings, wake, &net->floor_woke, &message);
    if (!net->floor || !open_context(net, why, sizeof why)) {
        const char *text = net->floor        ? why
                           : message.text[0] ? message.text
                                             : "the floor cannot be opened";
        int status = unusable(text, net->floor ? SERVER_UNUSABLE : SERVER_FAILED);
        /* The floor first: it may be about to wake the loop. */
        floor_thread_close(net->floor);
        close_network(net);
        return status;
    }
    control_serve(net->control, net->floor);
    allow_origins(net);
    process_limit_calls(net->settings);
    announce(net);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    close_network(net);
    int status =
        net->failed ? unusable(floor_thread_message(net->floor), SERVER_FAILED) : SERVER_DONE;
    floor_thread_close(net->floor);
    log_say(LOG_INFO, "closed", LOG_COUNT("connections", net->count.accepted),
            LOG_COUNT("messages", net->count.messages));
    return status;
}

int server_run(const server_settings *settings, const char *web) {
    char why[512];
    premises place;
    trey_store_message message;
    if (!process_begin(settings, why, sizeof why)) return unusable(why, SERVER_UNUSABLE);
    if (sodium_init() < 0) return unusable("the system has no randomness to give", SERVER_FAILED);
    if (premises_folder(settings->data, &message) != TREY_STATUS_OK)
        return unusable(message.text, SERVER_UNUSABLE);
    if (!log_open(settings->log_file, (log_level)settings->log_level, settings->log_json != 0)) {
        snprintf(why, sizeof why, "log: %s: %s", settings->log_file, strerror(errno));
        return unusable(why, SERVER_UNUSABLE);
    }
    signal(SIGPIPE, SIG_IGN);
    /* Odds and reports: two at a time leave the floor its share. */
    setenv("UV_THREADPOOL_SIZE", "2", 0);
    network *net = calloc(1, sizeof *net);
    if (net) net->slots = set_limit(settings->limit.connections);
    if (!net) return unusable("out of memory", SERVER_FAILED);
    int status;
    if (!open_network(net, settings, web, why, sizeof why)) {
        status = unusable(why, SERVER_UNUSABLE);
    } else {
        trey_status opened = premises_open(&place, settings, &message);
        status = opened == TREY_STATUS_OK ? run_loop(net, &place)
                                          : unusable(message.text, status_of(opened));
        /* In good order everything is signed; after a fault the next start goes on from
         * what is stored. */
        if (opened == TREY_STATUS_OK && status == SERVER_DONE) trey_house_finish(place.house, NULL);
        if (opened == TREY_STATUS_OK) premises_close(&place);
    }
    free_network(net);
    log_close();
    return status;
}

int server_check(const server_settings *settings, const char *web) {
    char why[512], numeric[NI_MAXHOST], store[SETTING_PATH];
    bool six;
    int status = SERVER_DONE;
    pages *found = web ? pages_open(web, why, sizeof why) : NULL;
    if (web && !found) status = unusable(why, SERVER_UNUSABLE);
    printf("pages    %s (%zu files)\n", web ? web : "none", pages_count(found));
    pages_close(found);
    if (settings->certificate[0] &&
        !certificate_good(settings->certificate, settings->key, why, sizeof why))
        status = unusable(why, SERVER_UNUSABLE);
    if (!try_listen(settings, numeric, &six, why, sizeof why))
        status = unusable(why, SERVER_UNUSABLE);
    printf("listen   %s%s\n", settings->listen, settings->certificate[0] ? ", TLS" : "");
    printf("store    %s\nkeys     %s\nwitness  %s\n", store_shown(settings, store), settings->keys,
           settings->witness[0] ? settings->witness : "none");
    for (unsigned i = 0; i < settings->cosigners; i++)
        printf("cosigned by %s\n", settings->cosigner[i].key.name);
    if (settings->node[0])
        printf("node     %s, lease %g s\n", settings->node, settings->lease_ms / 1000.0);
    for (unsigned i = 0; i < settings->jackpots; i++)
        printf("jackpot  %s (%s)\n", settings->jackpot[i].name, settings->jackpot[i].rulebook);
    for (unsigned i = 0; i < settings->tables; i++)
        printf("table    %s (%s)\n", settings->table[i].name, settings->table[i].rulebook);
    for (unsigned i = 0; i < settings->staff; i++)
        printf("staff    %s\n", settings->person[i].name);
    return status;
}
