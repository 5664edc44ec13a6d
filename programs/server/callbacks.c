/* callbacks.c -- what libwebsockets calls, sorted to requests and sockets. */
#include <string.h>

#include "certificate.h"
#include "http_answers.h"
#include "network.h"

/* A connection hangs at its wsi from the first moment to the last. */
static connection *of(struct lws *wsi) {
    return lws_get_opaque_user_data(wsi);
}

static network *network_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

static int came(struct lws *wsi) {
    connection *one = connection_open(network_of(wsi), wsi);
    if (!one) return -1;
    lws_set_opaque_user_data(wsi, one);
    return 0;
}

static void gone(struct lws *wsi) {
    connection *one = of(wsi);
    if (!one) return;
    lws_set_opaque_user_data(wsi, NULL);
    connection_close(one);
}

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t size) {
    connection *one;
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        network_of(wsi)->ssl_context = user;
        return certificate_strict(user, network_of(wsi)->settings->tls_least == TLS_LEAST_1_3) ? 0
                                                                                               : -1;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return network_admits(network_of(wsi), (int)(intptr_t)in) ? 0 : -1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return came(wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        gone(wsi);
        return 0;
    default:
        break;
    }
    one = wsi ? of(wsi) : NULL;
    if (!one) return 0;
    network_now(one->net);
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return http_request_came(one);
    case LWS_CALLBACK_HTTP_BODY:
        return http_body_came(one, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_body_done(one);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(one);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return socket_asked(one, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket_filter(one);
    default:
        return 0;
    }
}

static int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t size) {
    connection *one = wsi ? of(wsi) : NULL;
    if (!one) return http_callback(wsi, reason, user, in, size);
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return socket_opened(one);
    case LWS_CALLBACK_RECEIVE:
        return socket_received(one, in, size);
    case LWS_CALLBACK_RECEIVE_PONG:
        one->heard_ms = network_now(one->net);
        one->pinged = false;
        return 0;
    case LWS_CALLBACK_TIMER:
        return one->close_sent ? -1 : 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_writable(one);
    case LWS_CALLBACK_CLOSED:
        one->state = CONNECTION_DYING;
        connection_leave_floor(one);
        return 0;
    default:
        return http_callback(wsi, reason, user, in, size);
    }
}

/* A page of another version names its own protocol: it is taken, so that it can be told. */
#define VERSION(number)                                                                            \
    { .name = "trey." #number, .callback = socket_callback, .rx_buffer_size = 1024, .id = (number) }
const struct lws_protocols network_protocols[] = {
    {.name = "http", .callback = http_callback, .rx_buffer_size = 1024, .id = PROTOCOL_HTTP},
    VERSION(1),
    VERSION(2),
    VERSION(3),
    VERSION(4),
    VERSION(5),
    VERSION(6),
    VERSION(7),
    VERSION(8),
    VERSION(9),
    {.name = NULL}};
