/* people_bound_test.c -- what somebody who writes to the database puts beside the records holds for
 * nothing: copied and old password hashes, sessions made up, copied or of before.
 *
 * Each is done by the house's own writer, which knows no rule. */
#include "people_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static trey_hash token_of(const char *text) {
    return trey_hash_of(text, strlen(text));
}

static void session_name(const trey_hash *token, char out[TREY_KEPT_NAME_MAX]) {
    int used = snprintf(out, TREY_KEPT_NAME_MAX, "session-");
    for (unsigned i = 0; i < 24; i++) snprintf(out + used + 2 * i, 3, "%02x", token->byte[i]);
}

typedef struct copy {
    uint8_t byte[512];
    size_t size;
} copy;

static copy kept(people_house *p, const char *name) {
    trey_stream stream;
    trey_kept found;
    copy of = {.size = 0};
    assert_int_equal(
        trey_store_stream(p->h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_store_kept(p->h.store, stream, name, &found), TREY_STATUS_OK);
    assert_true(found.size <= sizeof of.byte);
    memcpy(of.byte, found.body, found.size);
    of.size = found.size;
    return of;
}

static void put(people_house *p, const char *name, const copy *of) {
    trey_house_notes notes;
    assert_int_equal(trey_house_notes_open(p->h.house, TREY_HOUSE_PEOPLE, &notes), TREY_STATUS_OK);
    trey_house_notes_keep(p->h.house, &notes, name, of->byte, of->size);
    people_flush(p);
}

static void a_copied_or_old_password_hash_holds_for_nothing(void **state) {
    (void)state;
    people_house p;
    trey_password_hash own, other, next;
    char boss_name[32], player_name[32];
    people_build(&p);
    people_hash_of("the players own", &own);
    people_hash_of("the managers own", &other);
    people_hash_of("the managers next", &next);
    trey_person player = people_add(&p, "Otto", TREY_OFFICE_PLAYER, &own);
    trey_person boss = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &other);
    snprintf(boss_name, sizeof boss_name, "password-%u", boss);
    snprintf(player_name, sizeof player_name, "password-%u", player);
    people_verified(&p, true);
    const copy of_player = kept(&p, player_name), of_boss = kept(&p, boss_name);
    put(&p, boss_name, &of_player);
    assert_int_equal(people_sign_in(&p, "Mona", "the players own", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_verified(&p, false);
    people_reopen(&p);
    people_wait(&p, 2);
    assert_int_equal(people_sign_in(&p, "Mona", "the players own", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    put(&p, boss_name, &of_boss);
    people_wait(&p, 4);
    assert_int_equal(people_sign_in(&p, "Mona", "the managers own", NULL),
                     TREY_PEOPLE_REFUSED_NONE);
    people_verified(&p, true);
    /* The one from before the last change, out of a backup. */
    assert_int_equal(trey_people_password(p.people, boss, &next, boss), TREY_STATUS_OK);
    people_flush(&p);
    put(&p, boss_name, &of_boss);
    assert_int_equal(people_sign_in(&p, "Mona", "the managers own", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_verified(&p, false);
    people_tear_down(&p);
}

/* Whoever raises a generation, and how. */
static void end_sessions(people_house *p, trey_person person, unsigned how) {
    trey_password_hash hash = {.text = "$argon2id$another"};
    trey_status status = TREY_STATUS_OK;
    switch (how) {
    case 0:
        status = trey_people_password(p->people, person, &hash, person);
        break;
    case 1:
        status = trey_people_change(p->people, person, TREY_OFFICE_AUDITOR, false, TREY_NOBODY);
        break;
    case 2:
        status = trey_people_change(p->people, person, TREY_OFFICE_AUDITOR, true, TREY_NOBODY);
        break;
    case 3:
        status = trey_people_change(p->people, person, TREY_OFFICE_AUDITOR, false, TREY_NOBODY);
        break;
    default:
        status = trey_people_sign_out_everywhere(p->people, person, person, "here");
        break;
    }
    assert_int_equal(status, TREY_STATUS_OK);
    people_flush(p);
}

/* A cookie that was stolen is worth nothing after a new password, also after a restart, and also
 * where its row is put back. */
static void a_session_ends_with_its_generation(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"};
    trey_session found;
    trey_person_moved moved[4];
    char name[TREY_KEPT_NAME_MAX];
    const trey_hash stolen = token_of("stolen");
    people_build(&p);
    trey_person person = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash);
    for (unsigned how = 0; how < 5; how++) {
        assert_int_equal(trey_people_session_begin(p.people, &stolen, person, "there", NULL),
                         TREY_STATUS_OK);
        people_flush(&p);
        assert_int_equal(trey_people_session_find(p.people, &stolen, &found), TREY_STATUS_OK);
        session_name(&stolen, name);
        const copy row = kept(&p, name);
        assert_int_equal(trey_people_moved(p.people, moved, 4), 0);
        end_sessions(&p, person, how);
        assert_int_equal(trey_people_session_find(p.people, &stolen, &found),
                         TREY_STATUS_NOT_FOUND);
        assert_int_equal(trey_people_session_used(p.people, &stolen), TREY_STATUS_NOT_FOUND);
        people_flush(&p);
        assert_int_equal(trey_people_moved(p.people, moved, 4), 1);
        assert_int_equal(moved[0].person, person);
        assert_int_equal(moved[0].generation, trey_people_facts(p.people, person)->generation);
        people_verified(&p, true);
        people_reopen(&p);
        assert_int_equal(trey_people_session_find(p.people, &stolen, &found),
                         TREY_STATUS_NOT_FOUND);
        put(&p, name, &row);
        assert_int_equal(trey_people_session_find(p.people, &stolen, &found),
                         TREY_STATUS_NOT_FOUND);
    }
    /* What is over is cleared away. */
    assert_int_equal(trey_people_sessions_clear(p.people, 0), TREY_STATUS_OK);
    people_flush(&p);
    trey_session_listed listed[4];
    size_t count;
    assert_int_equal(trey_people_sessions(p.people, person, listed, 4, &count), TREY_STATUS_OK);
    assert_int_equal(count, 0);
    people_tear_down(&p);
}

/* A row of one's own session, with the number of the shift manager in it, or under another cookie:
 * refused, and found by a verification that has the keys. */
/* The session that changed the password goes on, and the list shows what there is. */
static void the_session_that_did_it_goes_on(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {.text = "$argon2id$nothing"}, next = {.text = "$argon2id$next"};
    trey_session found;
    trey_session_listed listed[4];
    size_t count;
    const trey_hash here = token_of("here"), there = token_of("there");
    people_build(&p);
    trey_person person = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash);
    trey_person other = people_add(&p, "Otto", TREY_OFFICE_PLAYER, &hash);
    const trey_hash others = token_of("others");
    assert_int_equal(trey_people_session_begin(p.people, &here, person, "here", NULL),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_session_begin(p.people, &there, person, "there", NULL),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_session_begin(p.people, &others, other, "elsewhere", NULL),
                     TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_sessions(p.people, person, listed, 4, &count), TREY_STATUS_OK);
    assert_int_equal(count, 2);
    assert_int_equal(trey_people_session_find(p.people, &here, &found), TREY_STATUS_OK);
    int64_t made = found.made;
    people_wait(&p, 100);
    assert_int_equal(trey_people_password(p.people, person, &next, person), TREY_STATUS_OK);
    assert_int_equal(trey_people_session_goes_on(p.people, &here, &found), TREY_STATUS_OK);
    people_flush(&p);
    people_reopen(&p);
    assert_int_equal(trey_people_session_find(p.people, &here, &found), TREY_STATUS_OK);
    assert_int_equal(found.made, made);
    assert_true(found.used > made);
    assert_int_equal(trey_people_session_find(p.people, &there, &found), TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_people_session_find(p.people, &others, &found), TREY_STATUS_OK);
    assert_int_equal(trey_people_sessions(p.people, person, listed, 4, &count), TREY_STATUS_OK);
    assert_int_equal(count, 1);
    assert_memory_equal(listed[0].mark, here.byte, 8);
    assert_string_equal(listed[0].session.from, "here");
    people_tear_down(&p);
}

/* A sign-in that is to be the only session ends those before it. */
static void a_sign_in_alone_ends_those_before(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash;
    trey_session found;
    trey_person_moved moved[2];
    const trey_hash before = token_of("before");
    people_build(&p);
    people_hash_of("correct horse", &hash);
    trey_person person = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash);
    for (unsigned alone = 0; alone < 2; alone++) {
        assert_int_equal(trey_people_session_begin(p.people, &before, person, "here", NULL),
                         TREY_STATUS_OK);
        people_flush(&p);
        p.alone = alone;
        assert_int_equal(people_sign_in(&p, "Mona", "correct horse", NULL),
                         TREY_PEOPLE_REFUSED_NONE);
        assert_int_equal(trey_people_session_find(p.people, &before, &found),
                         alone ? TREY_STATUS_NOT_FOUND : TREY_STATUS_OK);
        assert_int_equal(trey_people_moved(p.people, moved, 2), alone);
    }
    people_verified(&p, true);
    people_tear_down(&p);
}

/* A password that somebody else chose is to be replaced, until its owner does. */
static void a_first_password_is_to_be_replaced(void **state) {
    (void)state;
    people_house p;
    trey_password_hash hash = {"$argon2id$first", true}, own = {"$argon2id$own", false};
    people_build(&p);
    trey_person person = people_add(&p, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash);
    assert_true(trey_people_facts(p.people, person)->once);
    people_reopen(&p);
    assert_true(trey_people_facts(p.people, person)->once);
    assert_int_equal(trey_people_password(p.people, person, &own, person), TREY_STATUS_OK);
    people_flush(&p);
    assert_false(trey_people_facts(p.people, person)->once);
    assert_int_equal(trey_people_password(p.people, person, &hash, TREY_NOBODY), TREY_STATUS_OK);
    people_flush(&p);
    people_reopen(&p);
    assert_true(trey_people_facts(p.people, person)->once);
    people_verified(&p, true);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copied_or_old_password_hash_holds_for_nothing),
        cmocka_unit_test(a_session_ends_with_its_generation),
        cmocka_unit_test(the_session_that_did_it_goes_on),
        cmocka_unit_test(a_sign_in_alone_ends_those_before),
        cmocka_unit_test(a_first_password_is_to_be_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
