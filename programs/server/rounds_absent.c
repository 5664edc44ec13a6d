/* rounds_absent.c -- stands in while lib/floor does not tell of past rounds; the build
 * leaves it out as soon as it does. */
#include <trey/floor.h>

trey_status trey_floor_rounds(trey_floor *floor, const char *table, trey_person person,
                              uint64_t before, trey_frame **out) {
    (void)floor, (void)table, (void)person, (void)before;
    *out = NULL;
    return TREY_STATUS_NOT_FOUND;
}

trey_status trey_floor_round(trey_floor *floor, const char *table, trey_person person,
                             uint64_t round, trey_frame **out) {
    (void)floor, (void)table, (void)person, (void)round;
    *out = NULL;
    return TREY_STATUS_NOT_FOUND;
}
