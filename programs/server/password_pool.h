/* password_pool.h -- the threads that hash passwords, and nothing else.
 *
 * Passwords have threads of their own, so that nobody waits at the door for odds or reports that
 * others have asked for; and whoever comes on a device that is known is hashed first. The loop's
 * thread adds and is told; `work` runs on a thread of the pool. */
#ifndef TREY_PASSWORD_POOL_H
#define TREY_PASSWORD_POOL_H

#include <uv.h>

#include "errands.h"

typedef struct password_pool password_pool;
/* `done` is called on the loop's thread, for each that was added. NULL: no memory or threads. */
password_pool *password_pool_open(uv_loop_t *loop, void (*done)(void *context, errand *worked),
                                  void *context);
/* False where too many wait. */
bool password_pool_add(password_pool *pool, errand *asked, bool known);
/* Waits for those that are worked on; those that wait are dropped. The loop has to run on for a
 * turn, and frees what is left. */
void password_pool_close(password_pool *pool);

#endif
