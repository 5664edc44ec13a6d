/* people_limits_test.c -- people at the edges: the last moment and the first one after it, the
 * longest text, which of two refusals is told, and what a batch that is not stored yet knows. */
#include "people_house.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "failing_disk.h"
#include "trey/wire.h"

#define SECOND INT64_C(1000000)
#define DAY    (24 * 60 * 60 * SECOND)

/* The next call that asks for the time gets this one. */
static void set_clock(people_house *p, int64_t now) {
    p->h.now = now - 1000;
}

/* ---- Wrong passwords ---------------------------------------------------------------------- */
static const char *fold_one(trey_people_fold *fold, unsigned type, int64_t time, int64_t until) {
    uint8_t bytes[64];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_write_number(&to, 1);
    if (type == TREY_PEOPLE_ADDED) {
        trey_write_text(&to, "Nadia", 5);
        trey_write_byte(&to, TREY_OFFICE_PLAYER);
        trey_write_byte(&to, 1);
        trey_write_number(&to, TREY_NOBODY);
    } else if (type == TREY_PEOPLE_LOCKED) {
        trey_write_number(&to, until);
    } else {
        trey_write_text(&to, "here", 4);
    }
    const trey_record record = {
        .type = (uint16_t)type, .time = time, .body = bytes, .size = (uint32_t)to.used};
    return trey_people_fold_add(fold, &record);
}

/* Nine wrong ones, and a tenth that comes so long after them. */
static trey_people_fold *fold_of_ten(int64_t later) {
    trey_people_fold *fold;
    assert_int_equal(trey_people_fold_open(&fold), TREY_STATUS_OK);
    assert_null(fold_one(fold, TREY_PEOPLE_ADDED, 1, 0));
    for (unsigned i = 0; i < 9; i++) assert_null(fold_one(fold, TREY_PEOPLE_WRONG, DAY, 0));
    assert_null(fold_one(fold, TREY_PEOPLE_WRONG, DAY + later, 0));
    return fold;
}

static void wrong_ones_count_for_a_day(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        int64_t last = 2 * DAY + i;
        trey_people_fold *fold = fold_of_ten(DAY + i);
        const char *wrong = fold_one(fold, TREY_PEOPLE_LOCKED, last, last + 15 * 60 * SECOND);
        assert_int_equal(wrong == NULL, i == 0); /* a moment later the tenth is the first */
        trey_people_fold_close(fold);
    }
}

static void a_lock_is_a_quarter_of_an_hour(void **state) {
    (void)state;
    const int64_t last = DAY + 5, until = last + 15 * 60 * SECOND;
    for (int off = -1; off <= 1; off++) {
        trey_people_fold *fold = fold_of_ten(5);
        assert_int_equal(fold_one(fold, TREY_PEOPLE_LOCKED, last, until + off) == NULL, off == 0);
        trey_people_fold_close(fold);
    }
    /* Nine of them lock nothing. */
    trey_people_fold *fold;
    assert_int_equal(trey_people_fold_open(&fold), TREY_STATUS_OK);
    assert_null(fold_one(fold, TREY_PEOPLE_ADDED, 1, 0));
    for (unsigned i = 0; i < 9; i++) assert_null(fold_one(fold, TREY_PEOPLE_WRONG, last, 0));
    assert_non_null(fold_one(fold, TREY_PEOPLE_LOCKED, last, until));
    trey_people_fold_close(fold);
}

static void a_try_is_out_for_ten_seconds(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {"$argon2id$nothing"};
    trey_sign_in tried;
    people_build(&p);
    people_add(&p, "Nadia", TREY_OFFICE_PLAYER, &hash);
    const char *const names[] = {"Nadia", "nobody at all"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(trey_people_try(p.people, names[i], &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_NONE);
        int64_t at = p.h.now;
        set_clock(&p, at + 10 * SECOND - 1);
        assert_int_equal(trey_people_try(p.people, names[i], &tried), TREY_STATUS_OK);
        assert_int_equal(tried.refused, TREY_PEOPLE_REFUSED_LOCKED);
        set_clock(&p, at + 10 * SECOND);
        assert_int_equal(trey_people_try(p.people, names[i], &tried), TREY_STATUS_OK);
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
        assert_int_equal(trey_people_try(p.people, name, &tried), TREY_STATUS_OK);
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
    const trey_password_hash first = {"$argon2id$first"}, second = {"$argon2id$second"};
    trey_people_refused refused;
    trey_person person, bot, guest;
    trey_sign_in tried;
    people_build(&p);
    assert_int_equal(trey_people_add(p.people, "Nadia", TREY_OFFICE_PLAYER, &first, TREY_NOBODY,
                                     &person, &refused),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_try(p.people, "Nadia", &tried), TREY_STATUS_OK);
    assert_string_equal(tried.hash.text, first.text);
    assert_int_equal(tried.passwords, 1);
    assert_int_equal(trey_people_password(p.people, person, &second, TREY_NOBODY), TREY_STATUS_OK);
    people_wait(&p, 20);
    for (unsigned stored = 0; stored < 2; stored++) {
        assert_int_equal(trey_people_try(p.people, "Nadia", &tried), TREY_STATUS_OK);
        assert_string_equal(tried.hash.text, second.text);
        assert_int_equal(tried.passwords, 2);
        people_flush(&p);
        people_wait(&p, 20);
    }
    assert_int_equal(
        trey_people_add(p.people, "Botho", TREY_OFFICE_PLAYER, NULL, TREY_NOBODY, &bot, &refused),
        TREY_STATUS_OK);
    assert_int_equal(trey_people_try(p.people, "Botho", &tried), TREY_STATUS_OK);
    assert_int_equal(tried.passwords, 0);
    assert_int_equal(trey_people_guest(p.people, &guest), TREY_STATUS_OK);
    assert_int_equal(people_join(&p, guest, "Gusto", &first), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(trey_people_try(p.people, "Gusto", &tried), TREY_STATUS_OK);
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
    const trey_password_hash hash = {"$argon2id$nothing"};
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
        assert_int_equal(trey_people_session_keep(p.people, &token, person, from), TREY_STATUS_OK);
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
    assert_int_equal(trey_people_session_keep(p.people, &token, person, "here"), TREY_STATUS_OK);
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
    const trey_password_hash first = {"$argon2id$first"}, second = {"$argon2id$second"};
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
    assert_int_equal(trey_people_try(p.people, "Nadia", &tried), TREY_STATUS_OK);
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
