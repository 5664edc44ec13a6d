/* http_answers.h -- answers as bytes, with the headers that every answer has. */
#ifndef TREY_HTTP_ANSWERS_H
#define TREY_HTTP_ANSWERS_H

#include "devices.h"
#include "network.h"

/* `token`: NULL leaves the cookie alone, "" takes it away. */
void http_answer_json(connection *one, int status, const char *json, const char *token);
void http_answer_text(connection *one, const char *type, const char *text, size_t size);
/* With how long others may keep it. */
void http_answer_cached(connection *one, const char *type, const char *text, size_t size,
                        const char *cache);
/* `file`: the name under which a browser keeps it; "": it shows it. */
void http_answer_file(connection *one, const char *type, const char *text, size_t size,
                      const char *file);
void http_answer_frame(connection *one, int status, trey_frame *frame, const char *token);
/* Of the answer that was just made and sets a cookie: how long it lasts, and the cookie of the
 * device, where it is not empty. */
void http_answer_session(connection *one, const session *of, const char *device);
/* `tags` and `encodings` are what the client has and takes. NULL: there is no such page. */
void http_answer_page(connection *one, const page *found, const char *tags, const char *encodings);
/* {"error": {"reason", "text"}}, with retry_after where it is not 0. */
void http_error(connection *one, int status, const char *reason, const char *text,
                uint32_t retry_after);
/* At once, within the callback that may refuse an upgrade; returns what that returns. */
int http_refuse_now(connection *one, int status, const char *reason, const char *text);
void http_answer_drop(connection *one);

#endif
