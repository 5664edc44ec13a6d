/* bench_echo.c -- a bare libwebsockets echo server, the baseline of the server's throughput:
 * no tickets, no floor, no second thread; each message goes back as it came. */
#include <libwebsockets.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <uv.h>

#include "bench_server.h"

enum { ECHO_MOST = 512, ECHO_AHEAD = 16 };

typedef struct echo {
    uint8_t message[ECHO_AHEAD][LWS_PRE + ECHO_MOST];
    size_t size[ECHO_AHEAD];
    unsigned first, count;
} echo;

static int echo_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t size) {
    echo *one = user;
    unsigned at;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        if (size > ECHO_MOST || one->count == ECHO_AHEAD) return -1;
        at = (one->first + one->count++) % ECHO_AHEAD;
        memcpy(one->message[at] + LWS_PRE, in, size);
        one->size[at] = size;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        while (one->count > 0 && !lws_send_pipe_choked(wsi)) {
            at = one->first;
            if (lws_write(wsi, one->message[at] + LWS_PRE, one->size[at], LWS_WRITE_TEXT) < 0)
                return -1;
            one->first = (one->first + 1) % ECHO_AHEAD;
            one->count--;
        }
        if (one->count > 0) lws_callback_on_writable(wsi);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols echo_protocols[] = {
    {.name = "http", .callback = lws_callback_http_dummy},
    {.name = "echo",
     .callback = echo_callback,
     .per_session_data_size = sizeof(echo),
     .rx_buffer_size = ECHO_MOST},
    {.name = NULL}};

static void run_echo(int tell) {
    uv_loop_t loop;
    void *loops[1] = {&loop};
    uv_loop_init(&loop);
    lws_set_log_level(0, NULL);
    const struct lws_context_creation_info info = {
        .port = 0,
        .iface = "127.0.0.1",
        .protocols = echo_protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .foreign_loops = loops,
        .gid = -1,
        .uid = -1,
    };
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *vhost = context ? lws_create_vhost(context, &info) : NULL;
    uint16_t port = vhost ? (uint16_t)lws_get_vhost_listen_port(vhost) : 0;
    if (write(tell, &port, sizeof port) != sizeof port || port == 0) _exit(1);
    uv_run(&loop, UV_RUN_DEFAULT);
    _exit(0);
}

uint16_t bench_echo_start(pid_t *process) {
    int pipes[2];
    uint16_t port = 0;
    if (pipe(pipes) != 0) return 0;
    *process = fork();
    if (*process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run_echo(pipes[1]);
    }
    close(pipes[1]);
    if (*process < 0 || read(pipes[0], &port, sizeof port) != sizeof port) port = 0;
    close(pipes[0]);
    return port;
}
