/* answer_schema.h -- what a server answers over HTTP, held against docs/protocol.schema.json. */
#ifndef ANSWER_SCHEMA_H
#define ANSWER_SCHEMA_H

#include "socket_client.h"

/* client_ask, and the answer is what the schema says for this path and status. */
bool ask_by_schema(uint16_t port, const char *path, const char *cookie, const char *body,
                   http_reply *out);
/* Of an answer that came otherwise. */
void answer_by_schema(const char *path, const http_reply *reply);

#endif
