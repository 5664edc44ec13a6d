/* server_clock.h -- the two clocks of a server: every deadline, limit and record goes by them.
 *
 * They have a file of their own so that a server under test can be linked with clocks that stand
 * still until the test moves them (tests/server/standin_clock.c). */
#ifndef TREY_SERVER_CLOCK_H
#define TREY_SERVER_CLOCK_H

#include <stdint.h>
#include <uv.h>

/* Milliseconds; it never goes back. */
int64_t server_loop_ms(const uv_loop_t *loop);
/* Microseconds since 1970. */
int64_t server_wall_us(void);

#endif
