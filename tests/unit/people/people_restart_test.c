/* people_restart_test.c -- people across restarts and deaths, and what is left of a
 * password that was changed.
 *
 * TREY_POSTGRES names a server to be used instead of files. */
#include "people_house.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "random_decks.h"

static char *numbered(char out[TREY_PERSON_NAME_MAX], const char *stem) {
    static unsigned number;
    snprintf(out, TREY_PERSON_NAME_MAX, "%s %u", stem, ++number);
    return out;
}

static void same_people(const trey_people *people, const trey_person_facts *facts, unsigned count) {
    assert_int_equal(trey_people_count(people), count);
    for (unsigned i = 0; i < count; i++) {
        const trey_person_facts *now = trey_people_facts(people, i + 1);
        assert_string_equal(now->name, facts[i].name);
        assert_int_equal(now->office, facts[i].office);
        assert_int_equal(now->guest, facts[i].guest);
        assert_int_equal(now->barred, facts[i].barred);
        if (now->guest == false) assert_int_equal(trey_people_find(people, now->name), i + 1);
    }
}

/* Random doings, and a restart every now and then; snapshots come every 40 records. */
static void everybody_is_as_before_after_a_restart(void **state) {
    (void)state;
    enum { STEPS = 400, MOST = 1000 };
    static trey_person_facts facts[MOST];
    const trey_password_hash hash = {.text = "$argon2id$nothing"};
    const char *asked = getenv("TREY_SEED");
    unsigned seed = asked ? (unsigned)strtoul(asked, NULL, 10) : (unsigned)time(NULL);
    print_message("TREY_SEED=%u\n", seed);
    random_source random = {seed};
    people_house p;
    people_build(&p);
    for (unsigned step = 0; step < STEPS; step++) {
        char name[TREY_PERSON_NAME_MAX];
        unsigned count = trey_people_count(p.people);
        trey_person who = count ? random_below(&random, count) + 1 : TREY_NOBODY;
        unsigned what = random_below(&random, 10);
        if (what < 4 || !who) {
            people_guest(&p);
        } else if (what < 6) {
            people_add(&p, numbered(name, "Account"),
                       (trey_office)random_below(&random, TREY_OFFICE_COUNT),
                       random_chance(&random, 50) ? &hash : NULL);
        } else if (what < 7) {
            people_join(&p, who, numbered(name, "Joined"), &hash);
        } else if (what < 8) {
            bool guest = trey_people_facts(p.people, who)->guest;
            unsigned office = guest ? 0 : random_below(&random, TREY_OFFICE_COUNT);
            assert_int_equal(trey_people_change(p.people, who, (trey_office)office,
                                                random_chance(&random, 50), TREY_NOBODY),
                             TREY_STATUS_OK);
            people_flush(&p);
        } else {
            people_wrong(&p, trey_people_facts(p.people, who)->name, NULL);
        }
        if (!random_chance(&random, 5)) continue;
        count = trey_people_count(p.people);
        assert_true(count <= MOST);
        for (unsigned i = 0; i < count; i++) facts[i] = *trey_people_facts(p.people, i + 1);
        people_reopen(&p);
        same_people(p.people, facts, count);
    }
    people_verified(&p, true);
    trey_snapshot snapshot;
    trey_stream stream;
    assert_int_equal(
        trey_store_stream(p.h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_store_snapshot(p.h.store, stream, &snapshot), TREY_STATUS_OK);
    people_tear_down(&p);
}

/* What was not flushed never was. */
static void what_was_not_flushed_is_gone(void **state) {
    (void)state;
    people_house p;
    trey_person guest;
    people_build(&p);
    unsigned before = people_guest(&p);
    assert_int_equal(trey_people_guest(p.people, &guest), TREY_STATUS_OK);
    assert_int_equal(trey_people_count(p.people), before + 1);
    people_reopen(&p);
    assert_int_equal(trey_people_count(p.people), before);
    assert_int_equal(people_guest(&p), before + 1);
    people_verified(&p, true);
    people_tear_down(&p);
}

/* A child makes guests and accounts, flushes, and tells each; it is killed at some moment. */
static void make_people(people_house *p, int tell) {
    for (uint32_t made = 1;; made++) {
        trey_person person;
        trey_people_refused refused;
        char name[TREY_PERSON_NAME_MAX];
        const trey_password_hash hash = {.text = "$argon2id$nothing"};
        if (trey_people_guest(p->people, &person) != TREY_STATUS_OK) _exit(1);
        if (made % 3 == 0 && trey_people_join(p->people, person, numbered(name, "Killed"), &hash,
                                              &refused) != TREY_STATUS_OK)
            _exit(1);
        if (trey_house_flush(p->h.house, NULL) != TREY_STATUS_OK) _exit(1);
        if (write(tell, &person, sizeof person) != sizeof person) _exit(1);
    }
}

static void whoever_was_acknowledged_is_there_after_a_kill(void **state) {
    (void)state;
    people_house p;
    people_build(&p);
    for (unsigned round = 0; round < 5; round++) {
        int tell[2];
        trey_person last = 0, person;
        trey_people_close(p.people);
        house_drop(&p.h);
        p.people = NULL;
        assert_int_equal(pipe(tell), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(tell[0]);
            /* Names of every round are new. */
            char name[TREY_PERSON_NAME_MAX];
            for (unsigned i = 0; i < 10000 * (round + 1); i++) numbered(name, "");
            house_open(&p.h);
            trey_store_message message;
            if (trey_people_open(&p.people, p.h.house, &message) != TREY_STATUS_OK) _exit(1);
            make_people(&p, tell[1]);
        }
        close(tell[1]);
        for (unsigned i = 0; i < 20 + round * 17; i++) {
            assert_int_equal(read(tell[0], &person, sizeof person), sizeof person);
            last = person;
        }
        kill(child, SIGKILL);
        while (read(tell[0], &person, sizeof person) == sizeof person) last = person;
        close(tell[0]);
        waitpid(child, NULL, 0);
        house_open(&p.h);
        trey_store_message message = {""};
        if (trey_people_open(&p.people, p.h.house, &message) != TREY_STATUS_OK)
            fail_msg("%s", message.text);
        unsigned count = trey_people_count(p.people);
        if (count != last && count != last + 1) fail_msg("%u told, %u there", last, count);
        people_verified(&p, true);
    }
    people_tear_down(&p);
}

/* ---- Hashes ------------------------------------------------------------------------------ */
static bool holds(const void *bytes, size_t size, const char *text) {
    size_t length = strlen(text);
    for (const char *at = bytes; size >= length; at++, size--) {
        if (memcmp(at, text, length) == 0) return true;
    }
    return false;
}

static bool file_holds(const char *path, const char *text) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    static char bytes[1 << 22];
    size_t used = fread(bytes, 1, sizeof bytes, file);
    assert_true(used < sizeof bytes);
    fclose(file);
    return holds(bytes, used, text);
}

static bool record_holds(trey_store *store, const char *text) {
    trey_cursor *cursor;
    const trey_store_item *item;
    bool found = false;
    assert_int_equal(trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item)
        found = found || holds(item->record.body, item->record.size, text);
    trey_cursor_close(cursor);
    return found;
}

static void a_changed_password_leaves_nothing_behind(void **state) {
    (void)state;
    people_house p;
    trey_password_hash first, second;
    char name[TREY_PERSON_NAME_MAX];
    people_build(&p);
    people_hash_of("correct horse", &first);
    people_hash_of("battery staple", &second);
    trey_person person = people_add(&p, numbered(name, "Changer"), TREY_OFFICE_DEALER, &first);
    const char *old = strrchr(first.text, '$') + 1, *new = strrchr(second.text, '$') + 1;
    bool in_file = p.h.address == p.h.path;
    people_reopen(&p); /* what was in the log is in the file now */
    if (in_file) assert_true(file_holds(p.h.path, old));
    assert_int_equal(trey_people_password(p.people, person, &second, TREY_NOBODY), TREY_STATUS_OK);
    /* Already before the flush it is the new one that counts. */
    assert_int_equal(people_sign_in(&p, name, "battery staple", NULL), TREY_PEOPLE_REFUSED_NONE);
    people_flush(&p);
    assert_int_equal(people_sign_in(&p, name, "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_wait(&p, 1);
    people_reopen(&p);
    assert_int_equal(people_sign_in(&p, name, "battery staple", NULL), TREY_PEOPLE_REFUSED_NONE);
    assert_false(record_holds(p.h.store, old));
    assert_false(record_holds(p.h.store, new));
    assert_false(record_holds(p.h.store, "$argon2id"));
    trey_people_close(p.people);
    p.people = NULL;
    house_drop(&p.h);
    if (in_file) {
        char log[128];
        snprintf(log, sizeof log, "%s-wal", p.h.path);
        assert_false(file_holds(p.h.path, old));
        assert_true(file_holds(p.h.path, new));
        assert_false(file_holds(log, old));
    }
    house_tear_down(&p.h);
}

/* A record that was written behind the house's back is found. */
static void a_record_that_does_not_follow_is_found(void **state) {
    (void)state;
    people_house p;
    trey_house_notes notes;
    trey_store_message message;
    static const uint8_t third[] = {6};
    people_build(&p);
    if (p.h.address != p.h.path) { /* a server is not to be spoiled for the next test */
        people_tear_down(&p);
        return;
    }
    people_guest(&p);
    people_verified(&p, true);
    assert_int_equal(trey_house_notes_open(p.h.house, TREY_HOUSE_PEOPLE, &notes), TREY_STATUS_OK);
    trey_house_notes_add(p.h.house, &notes, TREY_PEOPLE_GUEST, 1, third, sizeof third);
    people_flush(&p);
    people_verified(&p, false);
    trey_people *again;
    assert_int_equal(trey_people_open(&again, p.h.house, &message), TREY_STATUS_STORE_CORRUPT);
    assert_non_null(strstr(message.text, "numbered one after the other"));
    people_tear_down(&p);
}

/* By the hash of a cookie, and by nothing else. */
static void a_session_is_found_after_a_restart_until_it_ends(void **state) {
    (void)state;
    people_house p;
    trey_session found;
    const trey_hash here = trey_hash_of("here", 4), there = trey_hash_of("there", 5);
    people_build(&p);
    trey_person one = people_guest(&p), two = people_guest(&p);
    assert_int_equal(trey_people_session_begin(p.people, &here, one, "127.0.0.1", NULL),
                     TREY_STATUS_OK);
    assert_int_equal(trey_people_session_begin(p.people, &there, two, "::1", NULL), TREY_STATUS_OK);
    people_flush(&p);
    people_reopen(&p);
    assert_int_equal(trey_people_session_find(p.people, &here, &found), TREY_STATUS_OK);
    assert_int_equal(found.person, one);
    assert_string_equal(found.from, "127.0.0.1");
    const trey_hash nobodys = trey_hash_of("nowhere", 7);
    assert_int_equal(trey_people_session_find(p.people, &nobodys, &found), TREY_STATUS_NOT_FOUND);
    assert_int_equal(trey_people_session_end(p.people, &here), TREY_STATUS_OK);
    people_flush(&p);
    assert_int_equal(trey_people_session_find(p.people, &here, &found), TREY_STATUS_NOT_FOUND);
    people_verified(&p, true);
    /* Those that nobody has used for long go; the others stay. */
    assert_int_equal(trey_people_session_find(p.people, &there, &found), TREY_STATUS_OK);
    int64_t used = found.used;
    for (int later = 0; later < 2; later++) {
        assert_int_equal(trey_people_sessions_clear(p.people, used + later), TREY_STATUS_OK);
        people_flush(&p);
        assert_int_equal(trey_people_session_find(p.people, &there, &found),
                         later ? TREY_STATUS_NOT_FOUND : TREY_STATUS_OK);
    }
    people_verified(&p, true);
    people_tear_down(&p);
}

/* After a batch that was lost memory is as the store is. */
static void what_was_lost_is_read_again(void **state) {
    (void)state;
    people_house p;
    trey_person lost;
    people_build(&p);
    char name[TREY_PERSON_NAME_MAX];
    trey_person kept = people_add(&p, numbered(name, "Nadia"), TREY_OFFICE_DEALER, NULL);
    unsigned count = trey_people_count(p.people);
    assert_int_equal(trey_people_guest(p.people, &lost), TREY_STATUS_OK);
    assert_int_equal(trey_people_count(p.people), count + 1);
    assert_int_equal(trey_people_read_again(p.people), TREY_STATUS_OK);
    assert_int_equal(trey_people_count(p.people), count);
    assert_int_equal(trey_people_find(p.people, name), kept);
    people_tear_down(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_as_before_after_a_restart),
        cmocka_unit_test(what_was_not_flushed_is_gone),
        cmocka_unit_test(whoever_was_acknowledged_is_there_after_a_kill),
        cmocka_unit_test(a_changed_password_leaves_nothing_behind),
        cmocka_unit_test(a_record_that_does_not_follow_is_found),
        cmocka_unit_test(a_session_is_found_after_a_restart_until_it_ends),
        cmocka_unit_test(what_was_lost_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
