/* patience.h -- how tests wait for something that has to come.
 *
 * For the state itself, and never for a time that should suffice: how fast a machine is, and
 * what else it does, decides no verdict. Only what never comes fails, after ten minutes, and
 * says at which line it was waited for. */
#ifndef TREY_PATIENCE_H
#define TREY_PATIENCE_H

#include <time.h>

#include "cmocka_suite.h"

enum { PATIENCE_MS = 600000 };

static inline int64_t patience_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void patience_nap(void) {
    const struct timespec nap = {.tv_nsec = 10000000};
    nanosleep(&nap, NULL);
}

/* Does something again and again until the condition holds. */
#define WAIT_DOING(condition, ...)                                                                 \
    do {                                                                                           \
        int64_t patience_until = patience_now_ms() + PATIENCE_MS;                                  \
        while (!(condition)) {                                                                     \
            if (patience_now_ms() > patience_until) fail_msg("never came: %s", #condition);        \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    } while (0)
#define WAIT_UNTIL(condition) WAIT_DOING(condition, patience_nap())

#endif
