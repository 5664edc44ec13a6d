/* people_limits_test.c -- people at the edges: the last moment and the first one after it, the
 * longest text, which of two refusals is told, and what a batch that is not stored yet knows. */
#include "people_house.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "failing_disk.h"

#define SECOND INT64_C(1000000)

static const trey_origin somewhere = {.from = "192.0.2.7"};

/* The next call that asks for the time gets this one. */
static void set_clock(people_house *p, int64_t now) {
    p->h.now = now - 1000;
}

/* ---- Wrong passwords ---------------------------------------------------------------------- */
/* Ten of them in a row from one place, each as soon as it may be. */
static uint32_t ten_wrong(people_house *p, const char *name) {
    uint32_t wait = 0;
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(people_wrong(p, name, NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        assert_int_equal(people_wrong(p, name, &wait), TREY_PEOPLE_REFUSED_LOCKED);
        if (i < 9) people_wait(p, wait);
    }
    return wait;
}

static void wrong_ones_count_for_a_day(void **state) {
    (void)state;
    people_house p;
    const trey_password_hash hash = {.text = "$argon2id$nothing"};
    uint32_t wait;
    people_build(&p);
    people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &hash);
    people_add(&p, "Otto", TREY_OFFICE_PLAYER, &hash);
    static const char *const names[] = {"Nadia", "Otto"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(people_wrong(&p, names[i], NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        people_wait(&p, 2);
        assert_int_equal(people_wrong(&p, names[i], NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        people_wait(&p, i ? 24 * 60 * 60 + 1 : 24 * 60 * 60 - 1);
        assert_int_equal(people_wrong(&p, names[i], NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
        assert_int_equal(people_wrong(&p, names[i], &wait), TREY_PEOPLE_REFUSED_LOCKED);
        assert_int_equal(wait, i ? 1 : 4); /* after a day the third is the first */
    }
    people_tear_down(&p);
}

static void a_lock_is_a_quarter_of_an_hour(void **state) {
    (void)state;
    people_house p;
    const trey_password_hash hash = {.text = "$argon2id$nothing"};
    trey_people_record locked;
    people_build(&p);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &hash);
    assert_int_equal(ten_wrong(&p, "Nadia"), 15 * 60);
    assert_int_equal(people_records(&p, TREY_PEOPLE_LOCKED, &locked), 1);
    assert_int_equal(locked.person, person);
    assert_string_equal(locked.from, "192.0.2.7");
    people_wait(&p, 15 * 60 - 1);
    assert_int_equal(people_wrong(&p, "Nadia", NULL), TREY_PEOPLE_REFUSED_LOCKED);
    people_wait(&p, 1);
    assert_int_equal(people_wrong(&p, "Nadia", NULL), TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_verified(&p, true);
    people_tear_down(&p);
}

static void a_try_is_out_for_ten_seconds(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    trey_sign_in tried;
    people_build(&p);
    people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &hash);
    const char *const names[] = {"Nadia", "nobody at all"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_NONE);
        int64_t at = p.h.now;
        set_clock(&p, at + 10 * SECOND - 1);
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_LOCKED);
        set_clock(&p, at + 10 * SECOND);
        assert_int_equal(trey_people_try(p.people, names[i], &somewhere, &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_NONE);
    }
    people_tear_down(&p);
}

/* There are fewer slots for unknown names than names here: one that was tried does not slow
 * another. */
static void unknown_names_do_not_slow_each_other(void **state) {
    (void)state;
    people_house p;
    trey_sign_in tried;
    char name[TREY_PERSON_NAME_MAX];
    people_build(&p);
    for (unsigned i = 0; i < 16384; i++) {
        snprintf(name, sizeof name, "nobody %u", i);
        assert_int_equal(trey_people_try(p.people, name, &somewhere, &tried), TREY_STATUS_OK);
        if (tried.refused != TREY_PEOPLE_REFUSED_NONE) fail_msg("%s has to wait", name);
    }
    people_tear_down(&p);
}

/* ---- Passwords --------------------------------------------------------------------------------
 */
/* A try knows how many passwords there were, and which one counts, before it is stored. */
static void the_last_password_of_a_batch_counts(void **state) {
    (void)state;
    people_house p;
    const trey_password_hash first = {.text = "$argon2id$first"},
                             second = {.text = "$argon2id$second"};
    trey_people_refused refused;
    trey_person person, bot, guest;
    trey_sign_in tried;
    people_build(&p);
    assert_int_equal(trey_people_add(p.people, "Nadia", TREY_OFFICE_PLAYER, &first, TREY_NOBODY,
                                     &person, &refused),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_try(p.people, "Nadia", &somewhere, &tried), TREY_STATUS_OK);
    assert_string_equal(tried.hash.text, first.text);
    assert_int_equal(tried.passwords, 1);
    assert_int_equal(trey_people_password(p.people, person, &second, TREY_NOBODY), TREY_STATUS_OK);
    people_wait(&p, 20);
    for (unsigned stored = 0; stored < 2; stored++) {
        assert_int_equal(trey_people_try(p.people, "Nadia", &somewhere, &tried), TREY_STATUS_OK);
        assert_string_equal(tried.hash.text, second.text);
        assert_int_equal(tried.passwords, 2);
        people_flush(&p);
        people_wait(&p, 20);
    }
    assert_int_equal(
        trey_people_add(p.people, "Botho", TREY_OFFICE_PLAYER, NULL, TREY_NOBODY, &bot, &refused),
        TREY_STATUS_OK);
    assert_int_equal(trey_people_try(p.people, "Botho", &somewhere, &tried), TREY_STATUS_OK);
    assert_int_equal(tried.passwords, 0);
    assert_int_equal(trey_people_guest(p.people, &guest), TREY_STATUS_OK);
    assert_int_equal(people_join(&p, guest, "Gusto", &first), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(trey_people_try(p.people, "Gusto", &somewhere, &tried), TREY_STATUS_OK);
    assert_string_equal(tried.hash.text, first.text);
    assert_int_equal(tried.passwords, 1);
    people_tear_down(&p);
}

/* ---- Refusals -----------------------------------------------------------------------------------
 */
/* Whoever cannot join for two reasons is told the first: no guest, barred, the name. */
static void joining_is_refused_in_this_order(void **state) {
    (void)state;
    people_house p;
    const trey_password_hash hash = {.text = "$argon2id$nothing"};
    people_build(&p);
    trey_person account = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &hash);
    trey_person guest = people_guest(&p);
    assert_int_equal(trey_people_change(p.people, account, TREY_OFFICE_PLAYER, true, TREY_NOBODY),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_change(p.people, guest, TREY_OFFICE_PLAYER, true, TREY_NOBODY),
                     TREY_STATUS_OK);
    assert_int_equal(people_join(&p, account, "x", &hash), TREY_PEOPLE_REFUSED_NOT_A_GUEST);
    assert_int_equal(people_join(&p, guest, "x", &hash), TREY_PEOPLE_REFUSED_BARRED);
    assert_int_equal(people_join(&p, guest, "Nadia", &hash), TREY_PEOPLE_REFUSED_BARRED);
    assert_int_equal(trey_people_change(p.people, guest, TREY_OFFICE_PLAYER, false, TREY_NOBODY),
                     TREY_STATUS_OK);
    assert_int_equal(people_join(&p, guest, "x", &hash), TREY_PEOPLE_REFUSED_BAD_NAME);
    assert_int_equal(people_join(&p, guest, "nadia", &hash), TREY_PEOPLE_REFUSED_NAME_TAKEN);
    assert_int_equal(people_join(&p, guest, "Otto", &hash), TREY_PEOPLE_REFUSED_NONE);
    people_tear_down(&p);
}

static void a_search_finds_as_many_as_are_asked_for(void **state) {
    (void)state;
    people_house p;
    trey_person expected[3], found[4];
    people_build(&p);
    for (unsigned i = 0; i < 3; i++) {
        char name[TREY_PERSON_NAME_MAX];
        snprintf(name, sizeof name, "Nadia %u", i);
        expected[i] = people_add(&p, name, TREY_OFFICE_PLAYER, NULL);
    }
    for (size_t most = 0; most <= 4; most++) {
        size_t count = trey_people_search(p.people, "nadia", found, most);
        assert_int_equal(count, most < 3 ? most : 3);
        if (count > 0) assert_memory_equal(found, expected, count * sizeof *found);
    }
    people_tear_down(&p);
}

/* ---- Where somebody came from ------------------------------------------------------------------
 */
static void where_somebody_came_from_is_kept_to_its_last_letter(void **state) {
    (void)state;
    people_house p;
    char from[TREY_FROM_MAX + 8];
    trey_people_record record;
    trey_session session;
    const trey_hash token = trey_hash_of("cookie", 6);
    people_build(&p);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, NULL);
    for (size_t length = TREY_FROM_MAX - 2; length <= TREY_FROM_MAX; length++) {
        memset(from, 0, sizeof from);
        memset(from, 'x', length);
        from[length - 1] = 'y';
        assert_int_equal(trey_people_left(p.people, person, from), TREY_STATUS_OK);
        assert_int_equal(trey_people_session_begin(p.people, &token, person, from, NULL),
                         TREY_STATUS_OK);
        int64_t kept = p.h.now;
        people_flush(&p);
        people_records(&p, TREY_PEOPLE_LEFT, &record);
        assert_int_equal(trey_people_session_find(p.people, &token, &session), TREY_STATUS_OK);
        from[TREY_FROM_MAX - 1] = '\0'; /* one with its zero is all there is room for */
        assert_string_equal(record.from, from);
        assert_string_equal(session.from, from);
        assert_int_equal(session.person, person);
        assert_int_equal(session.used, kept);
    }
    people_tear_down(&p);
}

/* ---- Sessions and tickets ----------------------------------------------------------------------
 */
static trey_hash token_of(unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "token %u", number);
    return trey_hash_of(text, strlen(text));
}

/* What lies in the store under a session's name and is none is nobody's session. */
static void a_damaged_session_is_none(void **state) {
    (void)state;
    people_house p;
    trey_house_notes notes;
    trey_session session;
    char name[TREY_KEPT_NAME_MAX] = "session-";
    const trey_hash token = token_of(1);
    people_build(&p);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, NULL);
    assert_int_equal(trey_people_session_begin(p.people, &token, person, "here", NULL),
                     TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_session_find(p.people, &token, &session), TREY_STATUS_OK);
    for (unsigned i = 0; i < 24; i++) snprintf(name + 8 + 2 * i, 3, "%02x", token.byte[i]);
    assert_int_equal(trey_house_notes_open(p.h.house, TREY_HOUSE_PEOPLE, &notes), TREY_STATUS_OK);
    trey_house_notes_keep(p.h.house, &notes, name, "\2\2\2xy", 5);
    people_flush(&p);
    assert_int_equal(trey_people_session_find(p.people, &token, &session), TREY_STATUS_NOT_FOUND);
    people_tear_down(&p);
}

/* A ticket is good at its last moment, and not after it. */
static void a_ticket_is_good_until_its_last_moment(void **state) {
    (void)state;
    people_house p;
    trey_ticket spent;
    people_build(&p);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, NULL);
    for (unsigned late = 0; late < 2; late++) {
        const trey_hash paper = token_of(10 + late);
        const trey_ticket ticket = {
            .person = person, .until = p.h.now + 30 * SECOND, .session = token_of(1)};
        assert_int_equal(trey_people_ticket_keep(p.people, &paper, &ticket), TREY_STATUS_OK);
        people_flush(&p);
        set_clock(&p, ticket.until + late);
        assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent),
                         late ? TREY_STATUS_NOT_FOUND : TREY_STATUS_OK);
        people_flush(&p);
        if (late) continue;
        assert_int_equal(spent.person, person);
        assert_int_equal(spent.until, ticket.until);
        assert_memory_equal(&spent.session, &ticket.session, sizeof spent.session);
        assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_NOT_FOUND);
        people_flush(&p);
    }
    people_tear_down(&p);
}

/* The next ticket wipes those that are over, and a clearing does: neither takes one that is good
 * for this very moment. */
static void a_ticket_is_wiped_when_it_is_over_and_not_before(void **state) {
    (void)state;
    people_house p;
    trey_ticket spent;
    people_build(&p);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, NULL);
    for (unsigned by_clearing = 0; by_clearing < 2; by_clearing++) {
        const trey_hash paper = token_of(20 + by_clearing), next = token_of(30 + by_clearing);
        const trey_ticket ticket = {
            .person = person, .until = p.h.now + 30 * SECOND, .session = token_of(1)};
        const trey_ticket later = {
            .person = person, .until = p.h.now + 300 * SECOND, .session = token_of(1)};
        assert_int_equal(trey_people_ticket_keep(p.people, &paper, &ticket), TREY_STATUS_OK);
        people_flush(&p);
        set_clock(&p, ticket.until);
        if (by_clearing)
            assert_int_equal(trey_people_sessions_clear(p.people, 0), TREY_STATUS_OK);
        else
            assert_int_equal(trey_people_ticket_keep(p.people, &next, &later), TREY_STATUS_OK);
        people_flush(&p);
        set_clock(&p, ticket.until);
        assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_OK);
        people_flush(&p);
    }
    people_tear_down(&p);
}

/* ---- A batch that is lost -------------------------------------------------------------------- */
/* One of several nodes goes on after it. What was staged in it never happened, also when something
 * else is staged by then: the old password holds, and a ticket can be spent. */
static void nothing_of_a_lost_batch_counts(void **state) {
    (void)state;
    people_house p;
    const trey_password_hash first = {.text = "$argon2id$first"},
                             second = {.text = "$argon2id$second"};
    const trey_hash paper = token_of(40);
    trey_store_message message;
    trey_ticket spent;
    trey_sign_in tried;
    trey_person guest;
    memset(&p, 0, sizeof p);
    failing_disk_open();
    house_build_shared(&p.h, NULL);
    assert_int_equal(trey_people_open(&p.people, p.h.house, &message), TREY_STATUS_OK);
    trey_person person = people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &first);
    const trey_ticket ticket = {
        .person = person, .until = p.h.now + 300 * SECOND, .session = token_of(1)};
    assert_int_equal(trey_people_ticket_keep(p.people, &paper, &ticket), TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_password(p.people, person, &second, TREY_NOBODY), TREY_STATUS_OK);
    assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_OK);
    assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_people_guest(p.people, &guest), TREY_STATUS_OK);
    failing_disk_set(DISK_FULL, 1);
    assert_int_equal(trey_house_flush(p.h.house, NULL), TREY_STATUS_STORE_FULL);
    failing_disk_set(DISK_GOOD, 0);
    assert_int_equal(trey_people_read_again(p.people), TREY_STATUS_OK);
    assert_null(trey_people_facts(p.people, guest));
    assert_int_equal(trey_people_count(p.people), 1);
    assert_int_equal(trey_people_guest(p.people, &guest), TREY_STATUS_OK); /* something else */
    assert_int_equal(trey_people_try(p.people, "Nadia", &somewhere, &tried), TREY_STATUS_OK);
    assert_string_equal(tried.hash.text, first.text);
    assert_int_equal(tried.passwords, 1);
    assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_ticket_spend(p.people, &paper, &spent), TREY_STATUS_NOT_FOUND);
    people_flush(&p);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_ones_count_for_a_day),
        cmocka_unit_test(a_lock_is_a_quarter_of_an_hour),
        cmocka_unit_test(a_try_is_out_for_ten_seconds),
        cmocka_unit_test(unknown_names_do_not_slow_each_other),
        cmocka_unit_test(the_last_password_of_a_batch_counts),
        cmocka_unit_test(joining_is_refused_in_this_order),
        cmocka_unit_test(a_search_finds_as_many_as_are_asked_for),
        cmocka_unit_test(where_somebody_came_from_is_kept_to_its_last_letter),
        cmocka_unit_test(a_damaged_session_is_none),
        cmocka_unit_test(a_ticket_is_good_until_its_last_moment),
        cmocka_unit_test(a_ticket_is_wiped_when_it_is_over_and_not_before),
        cmocka_unit_test(nothing_of_a_lost_batch_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
