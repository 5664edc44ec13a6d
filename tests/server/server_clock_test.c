/* server_clock_test.c -- the clock of timers goes on evenly while the machine's is set back and
 * forward. The system's clocks are the test's here. */
#include "cmocka_suite.h"

#include <stdint.h>
#include <time.h>

#include "server_clock.h"

static int64_t wall_s = 1700000000, monotonic_s = 5000;

int clock_gettime(clockid_t clock, struct timespec *out) {
    *out = (struct timespec){clock == CLOCK_MONOTONIC ? monotonic_s : wall_s, 0};
    return 0;
}

static void a_clock_that_is_set_moves_no_timer(void **state) {
    (void)state;
    int64_t begun = server_steady_us();
    assert_int_equal(begun, server_wall_us());
    static const int64_t sets[] = {-3600, 0, 86400, -86400 * 365, 7};
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
        wall_s += sets[i];
        assert_int_equal(server_steady_us(), begun + (int64_t)i * 2000000);
        assert_int_equal(server_wall_us(), wall_s * 1000000);
        monotonic_s += 2;
        wall_s += 2;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_clock_that_is_set_moves_no_timer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
