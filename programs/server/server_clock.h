/* server_clock.h -- the clocks of a server: every deadline, limit and record goes by them.
 *
 * They have a file of their own so that a server under test can be linked with clocks that stand
 * still until the test moves them (tests/server/standin_clock.c). */
#ifndef TREY_SERVER_CLOCK_H
#define TREY_SERVER_CLOCK_H

#include <stdint.h>
#include <uv.h>

/* Milliseconds; it never goes back. */
int64_t server_loop_ms(const uv_loop_t *loop);
/* Microseconds since 1970: the time of records. It goes back where somebody sets the clock. */
int64_t server_wall_us(void);
/* The same when it is asked first, and then as much later as has gone by: the time of timers. A
 * clock that is set back would stop every automatic table for as long, and one that is set forward
 * would close all bets. Any thread. */
int64_t server_steady_us(void);

#endif
