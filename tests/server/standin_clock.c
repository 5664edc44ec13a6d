/* standin_clock.c -- clocks that stand still until a test moves them.
 *
 * Linked in the place of programs/server/server_clock.c. Where TREY_STANDIN_CLOCK names a file,
 * its first eight bytes are the milliseconds that have gone by since the server began; without
 * it the clocks are the machine's. A limit can so be met to the millisecond on any machine. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "server_clock.h"

/* The loop's clock begins somewhere: a zero means "never" to some. */
#define BEGAN_MS INT64_C(1000000)
#define BEGAN_US INT64_C(1767225600000000)

static _Atomic int64_t *still(void) {
    static _Atomic int64_t *clock;
    static atomic_bool looked;
    const char *path = getenv("TREY_STANDIN_CLOCK");
    if (atomic_load(&looked) || !path) return clock;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = mmap(NULL, sizeof *clock, PROT_READ, MAP_SHARED, file, 0);
    if (file < 0 || bytes == MAP_FAILED) abort();
    close(file);
    clock = bytes;
    atomic_store(&looked, true);
    return clock;
}

int64_t server_loop_ms(const uv_loop_t *loop) {
    const _Atomic int64_t *clock = still();
    return clock ? BEGAN_MS + atomic_load(clock) : (int64_t)uv_now(loop);
}

int64_t server_wall_us(void) {
    const _Atomic int64_t *clock = still();
    struct timespec now;
    if (clock) return BEGAN_US + atomic_load(clock) * 1000;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t server_steady_us(void) {
    return server_wall_us();
}
