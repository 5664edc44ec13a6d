/* http_text.h -- small pieces of a request: cookies, queries, lists. */
#ifndef TREY_HTTP_TEXT_H
#define TREY_HTTP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_BODY_MAX = 8192, HTTP_TARGET_MAX = 1024 };

/* Not ended by a zero; NULL where there is none. */
typedef struct http_text {
    const char *text;
    size_t size;
} http_text;
http_text http_text_of(const char *text);
/* In either case, as words of the protocol and names of hosts are. */
bool http_text_like(http_text text, const char *word);
/* One of several parted by commas, in either case. */
bool http_text_lists(http_text text, const char *word);

/* The value of a cookie, or of a name in a query (still encoded). */
http_text http_cookie(http_text cookies, const char *name);
http_text http_query(http_text query, const char *name);
/* Undoes %41; false where it does not fit, or stands for a zero byte. */
bool http_decode(http_text text, char *out, size_t room);

#endif
