/* people_names_test.c -- what somebody may be called, and when two names are the same. */
#include "people_house.h"

static void plain_names_are_good(void **state) {
    (void)state;
    static const char *const good[] = {
        "Al",
        "Nadia",
        "J. R. O'Neill",
        "anne-marie",
        "x_9",
        "7even",
        "Müller",
        "Ñandú",
        "Ελένη",
        "Пётр",
        "משה",
        "محمد",
        "अमन",
        "李小龍",
        "さくら",
        "김철수",
        "1234567890123456789012345678901",
    };
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        if (!trey_person_name_good(good[i])) fail_msg("%s is a good name", good[i]);
    }
}

static void what_cannot_be_seen_or_is_no_name_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "x",
        "12345678901234567890123456789012", /* 32 bytes, and no room for the zero */
        " Nadia",
        "Nadia ",
        "Na  dia",
        "Na\tdia",
        "Na\ndia",
        "Na\x7f"
        "dia",
        "Nadia;--",
        "<b>",
        "a\"b",
        "a\\b",
        "a/b",
        "na\xc3",             /* cut off */
        "na\xc0\xa0",         /* an overlong blank */
        "na\xed\xa0\x80",     /* a surrogate */
        "na\xf4\x90\x80\x80", /* beyond Unicode */
        "na\xff"
        "dia",
        "na\xc2\xa0"
        "dia", /* no-break space */
        "na\xc2\xad"
        "dia", /* soft hyphen */
        "na\xe2\x80\x8b"
        "dia", /* zero-width space */
        "na\xe2\x80\xae"
        "dia", /* right-to-left override */
        "na\xe2\x81\xa6"
        "dia", /* isolate */
        "na\xcc\x81"
        "dia", /* combining acute */
        "na\xef\xbb\xbf"
        "dia", /* byte-order mark */
        "na\xef\xbc\xa1"
        "dia", /* fullwidth A */
        "na\xe3\x85\xa4"
        "dia", /* Hangul filler */
        "na\xee\x80\x80"
        "dia",                /* private */
        "na\xf0\x9f\x83\x8f", /* a playing card */
        "na\xf3\xa0\x81\x81", /* a tag */
        "na\xef\xb8\x8f"
        "dia", /* variation selector */
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (trey_person_name_good(bad[i])) fail_msg("name %u is bad", i);
    }
}

static void names_are_found_in_either_case_and_given_once(void **state) {
    (void)state;
    static const struct {
        const char *first, *second;
        bool same;
    } pairs[] = {
        {"Nadia", "nADIA", true},   {"Müller", "MÜLLER", true},  {"Ñandú", "ñANDÚ", true},
        {"Łukasz", "łUKASZ", true}, {"Žofie", "žOFIE", true},    {"Ελένη", "ελένη", true},
        {"Пётр", "пЁТР", true},     {"Lÿs", "LŸS", true},        {"Anne", "Anna", false},
        {"Ann", "Anne", false},     {"Muller", "Müller", false}, {"Ġorġ", "ġORĠ", true},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        people_house p;
        trey_person other;
        trey_people_refused refused;
        people_build(&p);
        trey_person person = people_add(&p, pairs[i].first, TREY_OFFICE_PLAYER, NULL);
        assert_int_equal(trey_people_add(p.people, pairs[i].second, TREY_OFFICE_PLAYER, NULL,
                                         TREY_NOBODY, &other, &refused),
                         TREY_STATUS_OK);
        if ((refused == TREY_PEOPLE_REFUSED_NAME_TAKEN) != pairs[i].same)
            fail_msg("%s and %s", pairs[i].first, pairs[i].second);
        assert_int_equal(trey_people_find(p.people, pairs[i].second),
                         pairs[i].same ? person : other);
        people_tear_down(&p);
    }
}

static void only_guests_are_called_guest(void **state) {
    (void)state;
    people_house p;
    trey_person other;
    trey_people_refused refused;
    people_build(&p);
    trey_person guest = people_guest(&p);
    static const char *const taken[] = {"Guest 1", "guest 1", "GUEST 2", "Guest 007",
                                        "Guest 99999999999999999999"};
    for (unsigned i = 0; i < sizeof taken / sizeof *taken; i++) {
        assert_int_equal(trey_people_add(p.people, taken[i], TREY_OFFICE_PLAYER, NULL, TREY_NOBODY,
                                         &other, &refused),
                         TREY_STATUS_OK);
        assert_int_equal(refused, TREY_PEOPLE_REFUSED_NAME_TAKEN);
    }
    assert_int_equal(trey_people_find(p.people, "guest 1"), guest);
    assert_int_equal(trey_people_find(p.people, "Guest 2"), TREY_NOBODY);
    assert_int_equal(trey_people_find(p.people, "Guest 01"), TREY_NOBODY);
    assert_int_equal(trey_people_find(p.people, "Guest 4294967297"), TREY_NOBODY);
    people_add(&p, "Guestine 4", TREY_OFFICE_PLAYER, NULL);
    people_add(&p, "Guest of honour", TREY_OFFICE_PLAYER, NULL);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names_are_good),
        cmocka_unit_test(what_cannot_be_seen_or_is_no_name_is_refused),
        cmocka_unit_test(names_are_found_in_either_case_and_given_once),
        cmocka_unit_test(only_guests_are_called_guest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
