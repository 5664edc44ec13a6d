/* server_clock.c -- see the header. */
#include "server_clock.h"

#include <time.h>

int64_t server_loop_ms(const uv_loop_t *loop) {
    return (int64_t)uv_now(loop);
}

int64_t server_wall_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
