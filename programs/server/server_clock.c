/* server_clock.c -- see the header. */
#include "server_clock.h"

#include <stdatomic.h>
#include <time.h>

int64_t server_loop_ms(const uv_loop_t *loop) {
    return (int64_t)uv_now(loop);
}

int64_t server_wall_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t server_steady_us(void) {
    static _Atomic int64_t apart;
    int64_t now = monotonic_us(), known = atomic_load(&apart);
    if (known == 0) {
        int64_t first = server_wall_us() - now;
        if (atomic_compare_exchange_strong(&apart, &known, first)) known = first;
    }
    return now + known;
}
