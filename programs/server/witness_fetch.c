/* witness_fetch.c -- the notes that somebody publishes, for `trey verify --witness URL`. */
#include "witness_fetch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trey/note.h>

#include "http_client.h"

enum { TIMEOUT_MS = 20000, PAGE_MAX = 1 << 20, PAGES_MAX = 100000 };

static bool fetch(const char *url, FILE *to, http_reply *reply, char *why, size_t room) {
    const http_call call = {.url = url, .timeout_ms = TIMEOUT_MS, .most = PAGE_MAX};
    bool good = http_ask(&call, reply) && reply->status == 200;
    if (!good) {
        char status[32];
        snprintf(status, sizeof status, "status %d", reply->status);
        snprintf(why, room, "%s: %s", url, reply->status ? status : reply->error);
        http_reply_close(reply);
        return false;
    }
    fwrite(reply->body, 1, reply->size, to);
    fputc('\n', to);
    return true;
}

/* The size of the last note of a page; 0: it has none. */
static uint64_t last_size(const http_reply *page) {
    const char *at = page->body, *end = page->body + page->size;
    trey_note note;
    trey_tree_head head;
    uint64_t size = 0;
    while (trey_notes_next(&at, end, &note)) {
        if (trey_tree_head_parse(note.text, note.text_size, &head) && head.size > size)
            size = head.size;
    }
    return size;
}

static bool fetch_pages(const char *url, FILE *to, char *why, size_t room) {
    char address[512];
    http_reply reply;
    uint64_t after = 0;
    size_t length = strlen(url);
    while (length > 0 && url[length - 1] == '/') length--;
    for (unsigned page = 0; page < PAGES_MAX; page++) {
        snprintf(address, sizeof address, "%.*s/checkpoints?after=%" PRIu64, (int)length, url,
                 after);
        if (!fetch(address, to, &reply, why, room)) return false;
        uint64_t last = last_size(&reply);
        http_reply_close(&reply);
        if (last <= after) break;
        after = last;
    }
    /* The newest once more, with its cosignatures. */
    snprintf(address, sizeof address, "%.*s/checkpoints", (int)length, url);
    bool good = fetch(address, to, &reply, why, room);
    if (good) http_reply_close(&reply);
    return good;
}

bool witness_fetch(const char *url, char **text, size_t *size, char *why, size_t room) {
    const char *host = strstr(url, "://"), *path = host ? strchr(host + 3, '/') : NULL;
    http_reply reply;
    *text = NULL;
    *size = 0;
    if (!http_url_valid(url)) {
        snprintf(why, room, "%s is not an address of HTTP", url);
        return false;
    }
    FILE *to = open_memstream(text, size);
    if (!to) return false;
    bool good = !path || path[1] == '\0' ? fetch_pages(url, to, why, room)
                                         : fetch(url, to, &reply, why, room);
    if (good && path && path[1]) http_reply_close(&reply);
    fclose(to);
    if (!good) {
        free(*text);
        *text = NULL;
    }
    return good;
}
