/* people_test.c -- guests, accounts, offices and passwords. */
#include "people_house.h"

#include <string.h>

static void guests_are_numbered_and_named(void **state) {
    (void)state;
    people_house p;
    people_build(&p);
    assert_int_equal(trey_people_count(p.people), 0);
    assert_null(trey_people_facts(p.people, TREY_NOBODY));
    assert_null(trey_people_facts(p.people, 1));
    for (unsigned i = 1; i <= 3; i++) assert_int_equal(people_guest(&p), i);
    const trey_person_facts *second = trey_people_facts(p.people, 2);
    const trey_person_facts *third = trey_people_facts(p.people, 3);
    assert_string_equal(second->name, "Guest 2");
    assert_string_equal(third->name, "Guest 3");
    assert_true(second->guest && !second->barred && second->office == TREY_OFFICE_PLAYER);
    assert_int_equal(trey_people_count(p.people), 3);
    assert_null(trey_people_facts(p.people, 4));
    people_verified(&p, true);
    people_tear_down(&p);
}

static void a_guest_joins_and_keeps_his_number(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    people_build(&p);
    people_hash_of("correct horse", &hash);
    people_guest(&p);
    trey_person guest = people_guest(&p);
    assert_int_equal(people_join(&p, guest, "x", &hash), TREY_PEOPLE_REFUSED_BAD_NAME);
    assert_int_equal(people_join(&p, guest, "Nadia", &hash), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(people_join(&p, guest, "Nadja", &hash), TREY_PEOPLE_REFUSED_NOT_A_GUEST);
    assert_int_equal(people_join(&p, 1, "NADIA", &hash), TREY_PEOPLE_REFUSED_NAME_TAKEN);
    assert_int_equal(trey_people_find(p.people, "nadia"), guest);
    assert_int_equal(trey_people_find(p.people, "Guest 2"), TREY_NOBODY);
    assert_false(trey_people_facts(p.people, guest)->guest);
    assert_int_equal(people_sign_in(&p, "NADIA", "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    people_verified(&p, true);
    people_tear_down(&p);
}

static void whoever_is_not_there_cannot_join_or_change(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$"};
    trey_people_refused refused;
    people_build(&p);
    trey_person guest = people_guest(&p);
    assert_int_equal(trey_people_join(p.people, 7, "Nadia", &hash, &refused), TREY_STATUS_INVALID);
    assert_int_equal(trey_people_change(p.people, 7, TREY_OFFICE_PLAYER, true, TREY_NOBODY),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_people_change(p.people, guest, TREY_OFFICE_DEALER, false, TREY_NOBODY),
                     TREY_STATUS_INVALID);
    assert_string_equal(trey_people_message(p.people), "a guest has no office");
    assert_int_equal(trey_people_password(p.people, guest, &hash, TREY_NOBODY),
                     TREY_STATUS_INVALID);
    assert_int_equal(trey_people_left(p.people, 7, "here"), TREY_STATUS_INVALID);
    /* A guest can be barred, and is then kept out for good. */
    assert_int_equal(trey_people_change(p.people, guest, TREY_OFFICE_PLAYER, true, TREY_NOBODY),
                     TREY_STATUS_OK);
    people_flush(&p);
    assert_true(trey_people_facts(p.people, guest)->barred);
    assert_int_equal(people_join(&p, guest, "Nadia", &hash), TREY_PEOPLE_REFUSED_BARRED);
    people_verified(&p, true);
    people_tear_down(&p);
}

static void offices_change_and_the_record_says_by_whom(void **state) {
    (void)state;
    people_house p;
    trey_people_record last;
    people_build(&p);
    trey_person boss = people_add(&p, "boss", TREY_OFFICE_SHIFT_MANAGER, NULL);
    trey_person dealer = people_add(&p, "dealer", TREY_OFFICE_DEALER, NULL);
    assert_int_equal(trey_people_change(p.people, dealer, TREY_OFFICE_PIT_SUPERVISOR, false, boss),
                     TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_facts(p.people, dealer)->office, TREY_OFFICE_PIT_SUPERVISOR);
    /* What is so already is not recorded again. */
    assert_int_equal(trey_people_change(p.people, dealer, TREY_OFFICE_PIT_SUPERVISOR, false, boss),
                     TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(people_records(&p, TREY_PEOPLE_CHANGED, &last), 1);
    assert_int_equal(last.by, boss);
    assert_int_equal(last.office, TREY_OFFICE_PIT_SUPERVISOR);
    assert_int_equal(trey_office_find("auditor"), TREY_OFFICE_AUDITOR);
    assert_int_equal(trey_office_find("Auditor"), TREY_OFFICE_COUNT);
    people_verified(&p, true);
    people_tear_down(&p);
}

static void passwords_have_eight_to_256_bytes(void **state) {
    (void)state;
    trey_password_hash hash;
    char text[TREY_PASSWORD_MOST + 2];
    memset(text, 'x', sizeof text);
    text[TREY_PASSWORD_LEAST - 1] = '\0';
    assert_int_equal(trey_password_hash_of(text, &hash), TREY_STATUS_INVALID);
    text[TREY_PASSWORD_LEAST - 1] = 'x';
    text[TREY_PASSWORD_LEAST] = '\0';
    assert_int_equal(trey_password_hash_of(text, &hash), TREY_STATUS_OK);
    assert_true(trey_password_holds(&hash, text));
    assert_false(trey_password_holds(&hash, "xxxxxxxy"));
    text[TREY_PASSWORD_LEAST] = 'x';
    text[TREY_PASSWORD_MOST] = '\0';
    assert_int_equal(trey_password_hash_of(text, &hash), TREY_STATUS_OK);
    assert_true(trey_password_holds(&hash, text));
    text[TREY_PASSWORD_MOST] = 'x';
    text[TREY_PASSWORD_MOST + 1] = '\0';
    assert_int_equal(trey_password_hash_of(text, &hash), TREY_STATUS_INVALID);
    assert_false(trey_password_holds(&hash, text));
    assert_true(strncmp(hash.text, "", 1) == 0);
}

/* The same password twice gives two hashes, Argon2id with 64 MiB each. */
static void hashes_are_salted_and_dear(void **state) {
    (void)state;
    trey_password_hash a, b;
    people_hash_of("correct horse", &a);
    people_hash_of("correct horse", &b);
    assert_string_not_equal(a.text, b.text);
    assert_memory_equal(a.text, "$argon2id$v=19$m=65536,t=2,p=1$", 31);
    memset(b.text, 'x', sizeof b.text); /* without an end */
    assert_false(trey_password_holds(&b, "correct horse"));
    memset(b.text, 0, sizeof b.text);
    assert_false(trey_password_holds(&b, ""));
}

/* What the fold refuses, a verification would tell. */
static void records_that_do_not_follow_are_refused(void **state) {
    (void)state;
    static const struct {
        unsigned type;
        uint8_t body[48];
        unsigned size;
        const char *wrong;
    } steps[] = {
        {TREY_PEOPLE_GUEST, {4}, 1, "people are numbered one after the other"},
        {TREY_PEOPLE_GUEST, {2}, 1, NULL},
        {TREY_PEOPLE_GUEST, {2}, 1, "people are numbered one after the other"},
        {TREY_PEOPLE_GUEST, {4, 0}, 2, "this is not a record of people"},
        {TREY_PEOPLE_ADDED, {4, 4, 'a', 'b', 1, 1, 0}, 40, NULL},
        {TREY_PEOPLE_ADDED, {6, 4, 'A', 'B', 1, 1, 0}, 40, "somebody is called so already"},
        {TREY_PEOPLE_ADDED, {6, 4, 'a', ' ', 1, 1, 0}, 40, "nobody may be called so"},
        {TREY_PEOPLE_ADDED, {6, 4, 'a', 'c', 7, 1, 0}, 40, "this is not a record of people"},
        {TREY_PEOPLE_ADDED, {6, 4, 'a', 'c', 1, 2, 0}, 40, "this is not a record of people"},
        {TREY_PEOPLE_ADDED,
         {6, 4, 'a', 'c', 1, 1, 6},
         40,
         "nobody has the number of whoever did it"},
        {TREY_PEOPLE_JOINED, {4, 4, 'a', 'c'}, 36, "only a guest can join"},
        {TREY_PEOPLE_JOINED, {2, 4, 'a', 'B'}, 36, "somebody is called so already"},
        {TREY_PEOPLE_JOINED, {6, 4, 'a', 'c'}, 36, "nobody has that number"},
        {TREY_PEOPLE_CHANGED, {2, 1, 0, 0}, 4, "a guest has no office"},
        {TREY_PEOPLE_PASSWORD, {2, 0}, 35, "that person has no account"},
        {TREY_PEOPLE_SIGNED_IN, {2, 2, 'x'}, 6, "that person has no account"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x'}, 6, NULL},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 7}, 6, "this is not a record of people"},
        {TREY_PEOPLE_TURNED_AWAY, {4, 2, 'x'}, 3, "nothing bars that person"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 2, 0}, 6, "that person signs in in another way"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 1}, 6, "that person signs in in another way"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 9}, 6, "this is not a record of people"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 1, 0}, 6, "this is not a record of people"},
        {TREY_PEOPLE_LOCKED, {4, 0}, 4, "nothing locks anybody out so long"},
        {TREY_PEOPLE_WRONG, {0, 0}, 4, NULL},
        {TREY_PEOPLE_WRONG, {4, 0}, 4, NULL},
        {TREY_PEOPLE_FACTOR, {2, 0, 0, 0}, 36, "that person has no account"},
        {TREY_PEOPLE_FACTOR, {4, 2, 1, 2}, 36, "whoever changed this second factor may not"},
        {TREY_PEOPLE_FACTOR, {4, 0, 0, 0}, 36, "nothing changes about this second factor"},
        {TREY_PEOPLE_FACTOR, {4, 4, 1, 8}, 36, NULL},
        {TREY_PEOPLE_FACTOR, {4, 4, 0, 0}, 36, "whoever changed this second factor may not"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 0}, 6, "that person signs in in another way"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 8, 0}, 6, "this code has been used before"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 10, 0}, 6, NULL},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 3}, 6, NULL},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 3}, 6, "this code has been used before"},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x', 0, 0, 8}, 6, NULL},
        {TREY_PEOPLE_OUT, {2, 0, 0}, 3, "that person has no account"},
        {TREY_PEOPLE_OUT, {4, 4, 0}, 3, NULL},
        {TREY_PEOPLE_CHANGED, {4, 1, 1, 4}, 4, NULL},
        {TREY_PEOPLE_SIGNED_IN, {4, 2, 'x'}, 6, "that person cannot sign in"},
        {TREY_PEOPLE_TURNED_AWAY, {4, 2, 'x'}, 3, NULL},
        {TREY_PEOPLE_LEFT, {2, 0}, 2, NULL},
        {TREY_PEOPLE_FACTOR + 1, {2, 0}, 2, "this is not a record of people"},
        {0, {2, 0}, 2, "this is not a record of people"},
    };
    trey_people_fold *fold;
    assert_int_equal(trey_people_fold_open(&fold), TREY_STATUS_OK);
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        const trey_record record = {
            .type = (uint16_t)steps[i].type, .size = steps[i].size, .body = steps[i].body};
        const char *wrong = trey_people_fold_add(fold, &record);
        if (!wrong != !steps[i].wrong || (wrong && strcmp(wrong, steps[i].wrong) != 0))
            fail_msg("step %u: %s", i, wrong ? wrong : "taken");
    }
    assert_int_equal(trey_people_fold_count(fold), 2);
    trey_people_fold_close(fold);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guests_are_numbered_and_named),
        cmocka_unit_test(a_guest_joins_and_keeps_his_number),
        cmocka_unit_test(whoever_is_not_there_cannot_join_or_change),
        cmocka_unit_test(offices_change_and_the_record_says_by_whom),
        cmocka_unit_test(passwords_have_eight_to_256_bytes),
        cmocka_unit_test(hashes_are_salted_and_dear),
        cmocka_unit_test(records_that_do_not_follow_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
