/* sign_in_test.c -- wrong passwords slow and lock, across a restart too.
 *
 * TREY_POSTGRES names a server to be used instead of files. */
#include "people_house.h"

#include <stdio.h>
#include <stdlib.h>

static const trey_origin somewhere = {.from = "192.0.2.7"};
static const trey_proof held = {.held = true}, wrong = {.held = false};

/* A server keeps what the test before has left: names must be new. */
static char *new_name(char out[TREY_PERSON_NAME_MAX]) {
    static unsigned names;
    snprintf(out, TREY_PERSON_NAME_MAX, "Nadia the %uth", ++names);
    return out;
}

static void the_right_password_signs_in_and_says_from_where(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_people_record last;
    char name[TREY_PERSON_NAME_MAX];
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    unsigned before = people_records(&p, TREY_PEOPLE_SIGNED_IN, NULL);
    assert_int_equal(people_sign_in(&p, name, "correct horsf", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_wait(&p, 1);
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(people_records(&p, TREY_PEOPLE_SIGNED_IN, &last), before + 1);
    assert_int_equal(last.person, person);
    assert_string_equal(last.from, "192.0.2.7");
    assert_int_equal(trey_people_left(p.people, person, "192.0.2.7 \x1b[31m"), TREY_STATUS_OK);
    people_flush(&p);
    people_records(&p, TREY_PEOPLE_LEFT, &last);
    assert_string_equal(last.from, "192.0.2.7 ?[31m");
    people_verified(&p, true);
    people_tear_down(&p);
}

/* 1, 2, 4 ... 256 seconds, and a quarter of an hour from the tenth on. */
static void wrong_ones_in_a_row_slow_and_lock(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    char name[TREY_PERSON_NAME_MAX];
    uint32_t wait;
    people_build(&p);
    people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    unsigned locks = people_records(&p, TREY_PEOPLE_LOCKED, NULL);
    for (unsigned tries = 1; tries <= 12; tries++) {
        assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        uint32_t seconds = tries >= 10 ? 900 : 1u << (tries - 1);
        if (tries % 3 == 0) people_reopen(&p);
        assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
        assert_int_equal(wait, seconds);
        people_wait(&p, seconds - 0.5);
        assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
        assert_int_equal(wait, 1);
        people_wait(&p, 0.5);
        assert_int_equal(people_records(&p, TREY_PEOPLE_LOCKED, NULL),
                         locks + (tries >= 10 ? tries - 9 : 0));
    }
    /* A day later all is forgotten. */
    people_wait(&p, 24 * 60 * 60);
    assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
    assert_int_equal(wait, 1);
    people_verified(&p, true);
    people_tear_down(&p);
}

static void a_good_one_or_a_new_password_wipes_them_out(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    char name[TREY_PERSON_NAME_MAX];
    uint32_t wait;
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    for (unsigned i = 0; i < 3; i++) {
        people_wrong(&p, name, NULL);
        people_wait(&p, 10);
    }
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    people_wrong(&p, name, NULL);
    assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
    assert_int_equal(wait, 1);
    assert_int_equal(trey_people_password(p.people, person, &hash, TREY_NOBODY), TREY_STATUS_OK);
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    people_tear_down(&p);
}

/* A name that nobody has, and one that has no password, is tried, refused, slowed and
 * locked as any other; but what was typed as a name is not recorded. */
static void strangers_learn_nothing(void **state) {
    (void)state;
    people_house p;
    char bot[TREY_PERSON_NAME_MAX];
    trey_people_record last;
    trey_sign_in tried;
    uint32_t wait;
    people_build(&p);
    people_add(&p, new_name(bot), TREY_OFFICE_PLAYER, NULL);
    const char *const names[] = {"hunter2 is my password", bot};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &tried), TREY_STATUS_OK);
        assert_memory_equal(tried.hash.text, "$argon2id$v=19$m=65536,t=2,p=1$", 31);
        assert_false(trey_password_holds(&tried.hash, "hunter2"));
        assert_int_equal(trey_people_tried(p.people, &tried, &somewhere, &held), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        people_flush(&p);
        people_records(&p, TREY_PEOPLE_WRONG, &last);
        assert_int_equal(last.person, i == 0 ? TREY_NOBODY : trey_people_find(p.people, bot));
        assert_string_equal(last.from, "192.0.2.7");
        for (unsigned tries = 2; tries <= 10; tries++) {
            assert_int_equal(people_wrong(&p, names[i], &wait), TREY_PEOPLE_REFUSED_LOCKED);
            assert_int_equal(wait, 1u << (tries - 2));
            people_wait(&p, wait);
            assert_int_equal(people_wrong(&p, names[i], &wait), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        }
        assert_int_equal(people_wrong(&p, names[i], &wait), TREY_PEOPLE_REFUSED_LOCKED);
        assert_int_equal(wait, 900);
    }
    people_verified(&p, true);
    people_tear_down(&p);
}

static void a_second_try_waits_for_the_first(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    char name[TREY_PERSON_NAME_MAX];
    trey_sign_in first, second;
    people_build(&p);
    people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    static const char *const unknown = "nobody at all";
    const char *const names[] = {name, unknown};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &first), TREY_STATUS_OK);
        assert_int_equal(first.refused, TREY_PEOPLE_REFUSED_NONE);
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &second), TREY_STATUS_OK);
        assert_int_equal(second.refused, TREY_PEOPLE_REFUSED_LOCKED);
        assert_int_equal(second.wait_seconds, 1);
        assert_int_equal(second.hash.text[0], '\0');
        /* One that nobody comes back from is over after ten seconds. */
        people_wait(&p, 10);
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &second), TREY_STATUS_OK);
        assert_int_equal(second.refused, TREY_PEOPLE_REFUSED_NONE);
        assert_int_equal(trey_people_tried(p.people, &second, &somewhere, &wrong), TREY_STATUS_OK);
    }
    people_tear_down(&p);
}

static void a_password_changed_meanwhile_holds_no_more(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    char name[TREY_PERSON_NAME_MAX];
    trey_sign_in tried;
    people_build(&p);
    trey_person person = people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    assert_int_equal(trey_people_try(p.people, name, &somewhere, &tried), TREY_STATUS_OK);
    assert_int_equal(trey_people_password(p.people, person, &hash, TREY_NOBODY), TREY_STATUS_OK);
    assert_int_equal(trey_people_tried(p.people, &tried, &somewhere, &held), TREY_STATUS_OK);
    assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_tear_down(&p);
}

/* Whoever guesses from elsewhere keeps nobody out, and is kept out alone; of IPv6 by the network
 * that one customer has. */
static void guesses_slow_the_guesser_alone(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    char name[TREY_PERSON_NAME_MAX];
    trey_sign_in out;
    people_build(&p);
    people_hash_of("correct horse", &hash);
    people_add(&p, new_name(name), TREY_OFFICE_SHIFT_MANAGER, &hash);
    static const struct {
        const char *guesser, *same, *other;
    } places[] = {{"198.51.100.4", "198.51.100.4", "198.51.100.5"},
                  {"2001:db8:1:2::3", "2001:db8:1:2:ffff::9", "2001:db8:1:3::3"},
                  {"::ffff:203.0.113.9", "::ffff:203.0.113.9", "::ffff:203.0.113.10"}};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t wait = 0;
        p.from = places[i].guesser;
        for (unsigned tries = 0; tries < 10; tries++) {
            people_wait(&p, wait);
            people_wrong(&p, name, NULL);
            p.from = places[i].same;
            assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
        }
        assert_int_equal(wait, 900);
        /* Also while a guess is on its way. */
        const trey_origin guesser = {.from = "192.0.2.200"};
        assert_int_equal(trey_people_try(p.people, name, &guesser, &out), TREY_STATUS_OK);
        p.from = places[i].other;
        assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
        people_wait(&p, 11);
    }
    people_verified(&p, true);
    people_tear_down(&p);
}

/* On a device that the person has used before they come in also from the guesser's own address;
 * a device of somebody else is none. */
static void a_proven_device_is_never_kept_out_by_others(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    char name[TREY_PERSON_NAME_MAX];
    uint32_t wait = 0;
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, new_name(name), TREY_OFFICE_DEALER, &hash);
    for (unsigned tries = 0; tries < 10; tries++) {
        people_wait(&p, wait);
        people_wrong(&p, name, NULL);
        people_wrong(&p, name, &wait);
    }
    assert_int_equal(wait, 900);
    p.device = 77;
    p.device_of = person + 1;
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_LOCKED);
    p.device_of = person;
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    /* Wrong ones on the device count for it. */
    people_wrong(&p, name, NULL);
    assert_int_equal(people_wrong(&p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
    assert_int_equal(wait, 1);
    people_verified(&p, true);
    people_tear_down(&p);
}

/* That somebody is barred is told only to whoever knows the password. */
static void the_barred_are_turned_away_at_the_right_password(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    char name[TREY_PERSON_NAME_MAX];
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, new_name(name), TREY_OFFICE_PLAYER, &hash);
    assert_int_equal(trey_people_change(p.people, person, TREY_OFFICE_PLAYER, true, TREY_NOBODY),
                     TREY_STATUS_OK);
    people_flush(&p);
    unsigned before = people_records(&p, TREY_PEOPLE_TURNED_AWAY, NULL);
    assert_int_equal(people_wrong(&p, name, NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_wait(&p, 1);
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL), TREY_PEOPLE_REFUSED_BARRED);
    assert_int_equal(people_records(&p, TREY_PEOPLE_TURNED_AWAY, NULL), before + 1);
    people_verified(&p, true);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_password_signs_in_and_says_from_where),
        cmocka_unit_test(wrong_ones_in_a_row_slow_and_lock),
        cmocka_unit_test(a_good_one_or_a_new_password_wipes_them_out),
        cmocka_unit_test(strangers_learn_nothing),
        cmocka_unit_test(a_second_try_waits_for_the_first),
        cmocka_unit_test(a_password_changed_meanwhile_holds_no_more),
        cmocka_unit_test(guesses_slow_the_guesser_alone),
        cmocka_unit_test(a_proven_device_is_never_kept_out_by_others),
        cmocka_unit_test(the_barred_are_turned_away_at_the_right_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
