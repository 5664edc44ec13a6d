/* http_checkpoints.h -- /checkpoints: what the house has signed, for whoever wants to hold it to
 * it. No account is needed. */
#ifndef TREY_HTTP_CHECKPOINTS_H
#define TREY_HTTP_CHECKPOINTS_H

#include "network.h"

bool http_checkpoint_path(const char *path);
void http_get_checkpoint(connection *one, const char *path, const char *query);
/* A witness brings its cosignature: {"note": "..."}. */
void http_post_cosigned(connection *one);
void http_answer_checkpoint(connection *one, errand *done);

#endif
