/* failing_disk_test.c -- the disk fails under a floor that people play on.
 *
 * Nobody is told of anything that was not stored: no answer, no frame, only that the house
 * stops. What people send again after the restart happens once. */
#include "evening.h"

#include <string.h>

#include "failing_disk.h"

static const char lost_id[] = "0000000000000000000000000000abcd";

static void bet_and_fail(evening *e, client *bettor, client *onlooker) {
    char text[160];
    json_int_t at = json_integer_value(json_object_get(onlooker->ats, "mbs"));
    int count = snprintf(text, sizeof text,
                         "{\"id\":\"%s\",\"do\":\"bet\",\"table\":\"mbs\",\"seat\":1,"
                         "\"wager\":\"ante\",\"amount\":5000}",
                         lost_id);
    json_t *before = bettor->answer;
    trey_floor_hear(e->floor, bettor->visit, text, (size_t)count);
    assert_int_not_equal(trey_floor_flush(e->floor), TREY_STATUS_OK);
    assert_true(failing_disk_struck());
    assert_true(strlen(trey_floor_message(e->floor)) > 0);
    /* No answer, no news, and everybody is out. */
    assert_ptr_equal(bettor->answer, before);
    assert_int_equal(json_integer_value(json_object_get(onlooker->ats, "mbs")), at);
    assert_int_equal(bettor->cut, TREY_CUT_STOPPING);
    assert_int_equal(onlooker->cut, TREY_CUT_STOPPING);
    /* Nor does the floor go on. */
    assert_int_not_equal(trey_floor_flush(e->floor), TREY_STATUS_OK);
    trey_floor_tick(e->floor);
    trey_floor_hear(e->floor, bettor->visit, text, (size_t)count);
    assert_ptr_equal(bettor->answer, before);
    /* What HTTP asks is not answered with chips that were never stored, either. */
    trey_frame *frame;
    assert_int_not_equal(trey_floor_you(e->floor, bettor->person, &frame), TREY_STATUS_OK);
    assert_null(frame);
    assert_int_not_equal(trey_floor_lobby(e->floor, &frame), TREY_STATUS_OK);
    assert_null(frame);
}

static trey_cents ante_at(client *c) {
    json_t *bettors = at_path(view_of(c, "mbs"), "boxes.1.bettors");
    return json_array_size(bettors) ? NUMBER(json_array_get(bettors, 0), "stakes.ante") : 0;
}

static void fails_with(disk_fault fault) {
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.bets_ms = 0; /* nobody closes the bets meanwhile */
    evening_four_tables(&e, &service);
    client *bettor = evening_enter(&e, "Nadia", TREY_OFFICE_PLAYER, 100000);
    client *onlooker = evening_enter(&e, "Otto", TREY_OFFICE_PLAYER, 100000);
    trey_person nadia = bettor->person;
    DO(bettor, "watch", "\"table\":\"mbs\"");
    DO(onlooker, "watch", "\"table\":\"mbs\"");
    DO(bettor, "sit", "\"table\":\"mbs\",\"seat\":1");
    evening_pass(&e, 10);
    assert_non_null(can_do(view_of(bettor, "mbs"), "bet", 1, "ante"));
    failing_disk_set(fault, 1);
    bet_and_fail(&e, bettor, onlooker);
    failing_disk_set(DISK_GOOD, 0);
    /* The failed commit may have come to the disk or not; both are the truth of the store. */
    evening_restart(&e);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(trey_floor_serve(e.floor, i, &service), 0);
    bettor = evening_again(&e, nadia);
    DO(bettor, "watch", "\"table\":\"mbs\"");
    evening_pass(&e, 10);
    if (strcmp(WORD(view_of(bettor, "mbs"), "phase"), "betting") == 0) {
        say_as(bettor, lost_id, "bet",
               "\"table\":\"mbs\",\"seat\":1,\"wager\":\"ante\",\"amount\":5000");
    }
    assert_true(ante_at(bettor) == 0 || ante_at(bettor) == 5000);
    assert_int_equal(house_chips(&e.h, nadia) + ante_at(bettor), 100000);
    assert_int_equal(bettor->chips, house_chips(&e.h, nadia));
    evening_close(&e);
}

static void nothing_is_told_that_was_not_stored(void **state) {
    (void)state;
    failing_disk_open();
    fails_with(DISK_NO_SYNC);
    fails_with(DISK_FULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_told_that_was_not_stored)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
