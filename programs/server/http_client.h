/* http_client.h -- one HTTP request to another machine, and its answer.
 *
 * Blocks for at most as long as it is told, so it belongs on a thread of its own. HTTP/1.1 over
 * TCP or TLS; certificates are checked against those that the system trusts (or SSL_CERT_FILE).
 * Redirects are not followed: a witness is where it was said to be. */
#ifndef TREY_HTTP_CLIENT_H
#define TREY_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct http_call {
    const char *url;       /* http://HOST[:PORT]/PATH or https://... */
    const char *post_type; /* the type of the body; NULL: GET */
    const char *body;
    size_t body_size;
    bool trey_header;    /* X-Trey: 1, which a POST to a house needs */
    unsigned timeout_ms; /* for all of it */
    size_t most;         /* bytes of an answer that are taken */
} http_call;

typedef struct http_reply {
    int status; /* 0: there was no answer, and `error` says why */
    char type[64];
    char *body; /* with a zero behind it; freed by http_reply_close */
    size_t size;
    char error[200];
} http_reply;

/* True where an answer came, whatever its status. */
bool http_ask(const http_call *call, http_reply *reply);
void http_reply_close(http_reply *reply);

/* Is it an address that http_ask can use? */
bool http_url_valid(const char *url);

#endif
