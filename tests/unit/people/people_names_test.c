/* people_names_test.c -- what somebody may be called, and when two names are the same. */
#include "people_house.h"

#include <string.h>

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

static void what_is_no_name_is_refused(void **state) {
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
        "Nadia;--",
        "<b>",
        "a\"b",
        "a\\b",
        "a/b",
        "na\xc3",             /* cut off */
        "na\xc0\xa0",         /* an overlong blank */
        "na\xe0\x81\x81",     /* an overlong A */
        "na\xed\xa0\x80",     /* a surrogate */
        "na\xf4\x90\x80\x80", /* beyond Unicode */
        "na\xff",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (trey_person_name_good(bad[i])) fail_msg("name %u is bad", i);
    }
}

/* "na", the sign and "dia". */
static const char *around(uint32_t point, char out[16]) {
    char *at = out;
    *at++ = 'n';
    *at++ = 'a';
    if (point < 0x80) {
        *at++ = (char)point;
    } else {
        unsigned more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
        *at++ = (char)(lead[more] | point >> 6 * more);
        while (more-- > 0) *at++ = (char)(0x80u | (point >> 6 * more & 0x3fu));
    }
    memcpy(at, "dia", 4);
    return out;
}

static void what_cannot_be_seen_or_is_no_letter_is_refused(void **state) {
    (void)state;
    static const uint32_t bad[] = {
        0x1,     0x7f,    0x85,   /* control characters */
        0xa0,    0x3000,  0x2003, /* blanks */
        0xad,    0x200b,  0xfeff, /* without any width */
        0x202e,  0x2066,  0x61c,  /* the direction of writing */
        0x301,   0x483,   0xfe0f, /* combined with the sign before */
        0xff21,  0x3164,  0xe000, /* another A, a filler, a private one */
        0xd7,    0x2014,  0x20ac, /* signs */
        0x1f0cf, 0xe0041, 0xffff  /* a picture, a tag, none at all */
    };
    char name[16];
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (trey_person_name_good(around(bad[i], name))) fail_msg("U+%04x", bad[i]);
    }
    static const uint32_t good[] = {'x', '7', '-', 0xe9, 0x17f, 0x1e9e};
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        if (!trey_person_name_good(around(good[i], name))) fail_msg("U+%04x", good[i]);
    }
    /* Letters of another alphabet among Latin ones. */
    static const uint32_t other[] = {0x3b1, 0x430, 0x436, 0x585, 0x5d0, 0x4e2d, 0x20000, 0x13a0};
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++) {
        if (trey_person_name_good(around(other[i], name))) fail_msg("U+%04x", other[i]);
    }
}

static void names_are_of_one_alphabet(void **state) {
    (void)state;
    static const char *const good[] = {"Nadia 2",     "Ωμέγα-7",    "Надя",   "Ёлка.2",
                                       "山田 太郎",   "やまだ一郎", "김민준", "דוד",
                                       "Øystein Åse", "Łukasz",     "Ἀθηνᾶ"};
    static const char *const bad[] = {"Nаdia", "Надя Smith", "Pαul", "山田 Taro", "Daвid"};
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        if (!trey_person_name_good(good[i])) fail_msg("%s", good[i]);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (trey_person_name_good(bad[i])) fail_msg("%s", bad[i]);
    }
}

/* Nobody is called so that others take them for somebody else. */
static void names_that_look_alike_are_given_once(void **state) {
    (void)state;
    static const struct {
        const char *first, *second;
        bool alike;
    } pairs[] = {{"Coco", "Сосо", true},    {"Paul", "PauI", true},    {"Oscar", "0scar", true},
                 {"Marnie", "Mamie", true}, {"Vivvy", "Vlwy", true},   {"Nina", "Νίνα", false},
                 {"Eva 1", "Eva l", true},  {"Rocco", "Rосcо", false}, {"Anna", "Ana", false},
                 {"Kate", "Kata", false},   {"Clara", "Dara", true}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        people_house p;
        trey_person made;
        trey_people_refused refused;
        people_build(&p);
        people_add(&p, pairs[i].first, TREY_OFFICE_SHIFT_MANAGER, NULL);
        assert_int_equal(trey_people_add(p.people, pairs[i].second, TREY_OFFICE_PLAYER, NULL,
                                         TREY_NOBODY, &made, &refused),
                         TREY_STATUS_OK);
        if ((refused == TREY_PEOPLE_REFUSED_LOOKS_ALIKE) != pairs[i].alike)
            fail_msg("%s and %s: %s", pairs[i].first, pairs[i].second,
                     trey_people_refused_word(refused));
        people_tear_down(&p);
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
        cmocka_unit_test(what_is_no_name_is_refused),
        cmocka_unit_test(what_cannot_be_seen_or_is_no_letter_is_refused),
        cmocka_unit_test(names_are_of_one_alphabet),
        cmocka_unit_test(names_that_look_alike_are_given_once),
        cmocka_unit_test(names_are_found_in_either_case_and_given_once),
        cmocka_unit_test(only_guests_are_called_guest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
