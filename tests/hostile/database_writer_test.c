/* database_writer_test.c -- somebody who can write to the database, and has no key.
 *
 * A session row of his own made him a shift manager, a copied password hash another person,
 * and of random changes in kept values some went unseen. Each attack is played here: the store
 * refuses to read what was forged, and a verification names all of it. */
#include "cmocka_suite.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "house_of_cards.h"
#include "trey/people.h"
#include "trey/verify.h"

static house_of_cards h;
static trey_stream people_stream;
static trey_person mona, carl;
static char old_body[512], old_mac[80]; /* of Mona's first password, in hexadecimal */

static void by_hand(const char *sql) {
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(h.path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", sql, why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void asked(const char *sql, char *out, size_t room) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(h.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    snprintf(out, room, "%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void password(trey_people *people, trey_person person, const char *words) {
    trey_password_hash hash;
    assert_int_equal(trey_password_hash_of(words, &hash), TREY_STATUS_OK);
    assert_int_equal(trey_people_password(people, person, &hash, TREY_NOBODY), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
}

static int build(void **state) {
    (void)state;
    trey_people *people;
    trey_store_message message;
    trey_password_hash hash;
    trey_people_refused refused;
    trey_session session;
    const trey_hash token = trey_hash_of("cookie", 6);
    house_build(&h, NULL);
    assert_int_equal(trey_people_open(&people, h.house, &message), TREY_STATUS_OK);
    assert_int_equal(trey_password_hash_of("correct horse", &hash), TREY_STATUS_OK);
    assert_int_equal(trey_people_add(people, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash, TREY_NOBODY,
                                     &mona, &refused),
                     TREY_STATUS_OK);
    assert_int_equal(
        trey_people_add(people, "Carl", TREY_OFFICE_PLAYER, &hash, mona, &carl, &refused),
        TREY_STATUS_OK);
    assert_int_equal(trey_people_session_begin(people, &token, carl, "here", &session),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(
        trey_store_stream(h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &people_stream),
        TREY_STATUS_OK);
    trey_people_close(people);
    house_drop(&h);
    asked("SELECT hex(body) FROM kept WHERE name = 'password-1'", old_body, sizeof old_body);
    asked("SELECT hex(mac) FROM kept WHERE name = 'password-1'", old_mac, sizeof old_mac);
    house_open(&h);
    assert_int_equal(trey_people_open(&people, h.house, &message), TREY_STATUS_OK);
    password(people, mona, "battery staple");
    trey_people_close(people);
    house_drop(&h);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    house_tear_down(&h);
    return 0;
}

/* Each attack has the store as it was. */
static char kept_path[128];
static int save(void **state) {
    (void)state;
    char command[320];
    snprintf(kept_path, sizeof kept_path, "%s.kept", h.path);
    snprintf(command, sizeof command, "rm -f '%s-wal'; cp '%s' '%s'", h.path, h.path, kept_path);
    return system(command); // NOLINT: words are the test's own
}
static int restore(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "rm -f '%s-wal' '%s-shm'; mv '%s' '%s'", h.path, h.path,
             kept_path, h.path);
    return system(command); // NOLINT: words are the test's own
}

static trey_status reading(const char *name) {
    trey_store *store;
    trey_store_message message;
    trey_kept kept;
    const trey_store_options options = {.keys = &h.keys};
    trey_status status = trey_store_open(&store, h.path, &options, &message);
    if (status == TREY_STATUS_OK) status = trey_store_kept(store, people_stream, name, &kept);
    trey_store_close(store);
    return status;
}

/* How many faults there are; `words` must be in one of them. */
static uint64_t faults(const char *words) {
    trey_verify_report report;
    trey_store_message message;
    const trey_verify_options options = {.keys = &h.keys, .house = "the house"};
    assert_int_equal(trey_verify_address(h.path, &options, &report, &message), TREY_STATUS_OK);
    bool said = words == NULL;
    for (size_t i = 0; i < report.listings; i++)
        said = said || strstr(report.listed[i].what, words);
    if (!said) fail_msg("%s: %s", words, report.faults ? report.finding.what : "nothing was found");
    uint64_t count = report.faults;
    trey_verify_report_close(&report);
    return count;
}

static void nothing_is_wrong_before(void **state) {
    (void)state;
    assert_int_equal(faults(NULL), 0);
    assert_int_equal(reading("password-1"), TREY_STATUS_OK);
}

/* A session that says it is the shift manager's. */
static void a_session_of_his_own_is_not_read(void **state) {
    (void)state;
    char name[80], sql[256];
    asked("SELECT name FROM kept WHERE name LIKE 'session-%'", name, sizeof name);
    by_hand("UPDATE kept SET body = CAST(x'02' || substr(body, 2) AS BLOB) WHERE name LIKE"
            " 'session-%'");
    assert_int_equal(reading(name), TREY_STATUS_STORE_FORGED);
    assert_int_equal(faults(" is not sealed with the house's keys"), 1);
    snprintf(sql, sizeof sql,
             "INSERT INTO kept SELECT stream, 'session-%032d', body, mac FROM kept WHERE"
             " name LIKE 'session-%%'",
             7);
    by_hand(sql);
    assert_int_equal(faults("session-0000"), 2);
}

/* Carl's hash, of which he knows the password, in Mona's place. */
static void a_copied_password_is_not_read(void **state) {
    (void)state;
    by_hand("UPDATE kept SET (body, mac) = (SELECT body, mac FROM kept WHERE name = 'password-2')"
            " WHERE name = 'password-1'");
    assert_int_equal(reading("password-1"), TREY_STATUS_STORE_FORGED);
    assert_int_equal(faults("password-1 is not sealed"), 1);
}

/* Her old password, which the house itself has sealed. */
static void an_old_value_put_back_is_found(void **state) {
    (void)state;
    char sql[1024];
    snprintf(sql, sizeof sql, "UPDATE kept SET body = x'%s', mac = x'%s' WHERE name = 'password-1'",
             old_body, old_mac);
    by_hand(sql);
    assert_int_equal(faults("password-1 is another than the last batch has kept"), 1);
}

static void a_value_taken_away_is_found(void **state) {
    (void)state;
    by_hand("DELETE FROM kept WHERE name = 'password-1'");
    assert_int_equal(faults("password-1 was kept, and is gone"), 1);
}

/* All that was changed is listed, not the first alone. */
static void everything_is_listed(void **state) {
    (void)state;
    by_hand("DROP TRIGGER record_unchanged; DROP TRIGGER head_counts;"
            "DELETE FROM kept WHERE name = 'password-1';"
            "UPDATE kept SET body = x'00' WHERE name = 'password-2';"
            "UPDATE kept SET mac = zeroblob(32) WHERE name LIKE 'session-%';"
            "UPDATE record SET time = time + 1 WHERE seq = 3;"
            "UPDATE account SET balance = balance WHERE 0;"
            "UPDATE head SET time = time + 1");
    assert_true(faults("password-1 was kept") >= 5);
    assert_true(faults("password-2 is not sealed") >= 5);
    assert_true(faults("do not give its hash") >= 5);
    assert_true(faults("the head of the store is not sealed") >= 5);
    assert_int_equal(reading("password-2"), TREY_STATUS_STORE_FORGED);
}

/* One bit, anywhere in what is kept. */
static void every_bit_of_a_kept_value_counts(void **state) {
    (void)state;
    static const char *const column[] = {"body", "mac"};
    const char *given = getenv("TREY_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)getpid();
    print_message("TREY_SEED=%u\n", seed);
    srandom(seed);
    for (unsigned i = 0; i < 60; i++) {
        char size[16], name[80], sql[512], rows[16], byte[8];
        asked("SELECT count(*) FROM kept", rows, sizeof rows);
        snprintf(sql, sizeof sql, "SELECT name FROM kept ORDER BY name LIMIT 1 OFFSET %lu",
                 (unsigned long)random() % strtoul(rows, NULL, 10));
        asked(sql, name, sizeof name);
        const char *which = column[random() % 2];
        snprintf(sql, sizeof sql, "SELECT length(%s) FROM kept WHERE name = '%s'", which, name);
        asked(sql, size, sizeof size);
        unsigned at = (unsigned)((unsigned long)random() % strtoul(size, NULL, 10)) + 1;
        snprintf(sql, sizeof sql, "SELECT hex(substr(%s, %u, 1)) FROM kept WHERE name = '%s'",
                 which, at, name);
        asked(sql, byte, sizeof byte);
        unsigned was = (unsigned)strtoul(byte, NULL, 16), now = was ^ 1u << random() % 8;
        for (unsigned n = 0; n < 2; n++) { /* and back */
            snprintf(sql, sizeof sql,
                     "UPDATE kept SET %s = CAST(substr(%s, 1, %u) || x'%02x' || substr(%s, %u) AS"
                     " BLOB) WHERE name = '%s'",
                     which, which, at - 1, n ? was : now, which, at + 1, name);
            by_hand(sql);
            if (n == 0) assert_true(faults(name) > 0);
        }
    }
    assert_int_equal(faults(NULL), 0);
}

static trey_status read_records_after(uint64_t seq, unsigned *count) {
    trey_store *store;
    trey_store_message message;
    trey_cursor *cursor;
    const trey_store_item *item = NULL;
    const trey_store_options options = {.keys = &h.keys};
    assert_int_equal(trey_store_open(&store, h.path, &options, &message), TREY_STATUS_OK);
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_RECORDS, seq);
    *count = 0;
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        assert_int_equal(item->record.seq, seq + 1 + *count);
        ++*count;
    }
    trey_cursor_close(cursor);
    trey_store_close(store);
    return status;
}

/* A record that he changes where it stands is not taken in by whoever reads on from before it,
 * as another node does; nor is one whose hash he made to fit. */
static void a_changed_record_is_not_built_upon(void **state) {
    (void)state;
    unsigned all, some;
    assert_int_equal(read_records_after(0, &all), TREY_STATUS_OK);
    assert_true(all > 3);
    for (unsigned after = 1; after <= all; after++) {
        assert_int_equal(read_records_after(after, &some), TREY_STATUS_OK);
        assert_int_equal(some, all - after);
    }
    by_hand("DROP TRIGGER record_unchanged; UPDATE record SET time = time + 1 WHERE seq ="
            " (SELECT records - 1 FROM head)");
    assert_int_equal(read_records_after(0, &some), TREY_STATUS_STORE_FORGED);
    assert_int_equal(read_records_after(all - 2, &some), TREY_STATUS_STORE_FORGED);
    by_hand("UPDATE record SET time = time - 1 WHERE seq = (SELECT records - 1 FROM head)");
    assert_int_equal(read_records_after(0, &some), TREY_STATUS_OK);
    by_hand("UPDATE record SET chain = zeroblob(32) WHERE seq = (SELECT records - 1 FROM head)");
    assert_int_equal(read_records_after(all - 2, &some), TREY_STATUS_STORE_FORGED);
}

/* What he writes into names reaches nobody's terminal as it is. */
static void what_he_writes_is_shown_as_text(void **state) {
    (void)state;
    static const char *const ways[] = {"", " --json"};
    by_hand("DROP TRIGGER stream_keeps_its_name;"
            "UPDATE stream SET name = char(27) || ']0;mine' || char(7) || char(8238) || 'x' ||"
            " char(155) || '2J' WHERE kind = 3;"
            "INSERT INTO kept VALUES (1, 'a' || char(27) || '[2J', x'00', zeroblob(32));"
            "INSERT INTO claim VALUES (1, char(27) || '[31m')");
    for (unsigned i = 0; i < 2; i++) {
        char command[320];
        unsigned count = 0, escaped = 0;
        int c;
        snprintf(command, sizeof command, "%s verify%s %s 2>&1", TREY_PROGRAM, ways[i], h.path);
        FILE *said = popen(command, "r"); // NOLINT: words are the test's own
        assert_non_null(said);
        for (int before = 0; (c = fgetc(said)) != EOF; before = c, count++) {
            if (c != '\n' && (c < ' ' || c == 0x7f)) fail_msg("byte %d of%s", c, ways[i]);
            /* The bytes of U+202E and U+009B. */
            assert_false(before == 0x80 && c == 0xae);
            assert_false(before == 0xc2 && c == 0x9b);
            escaped += before == '\\' && c == 'x';
        }
        pclose(said);
        assert_true(count > 100 && escaped >= 4);
    }
}

/* An id of zeros, which stands for none, and any other: what a house takes verifies. */
static void any_id_that_is_taken_verifies(void **state) {
    (void)state;
    const trey_command_id ids[] = {{{0}}, {{0}}, {{1}}, {{255, 255}}, {{'g', 'u', 'e', 's', 't'}}};
    house_open(&h);
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        trey_reply reply;
        const trey_cage_command buy = {
            .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = 5, .amount = 700};
        assert_int_equal(trey_house_cage(h.house, &ids[i], &buy, &reply), TREY_STATUS_OK);
        assert_int_equal(reply.refused, 0);
        assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    }
    house_drop(&h);
    assert_int_equal(faults(NULL), 0);
}

/* Ids are their speaker's own: nobody can use up another's, nor the house's. */
static void nobody_can_say_anothers_id(void **state) {
    (void)state;
    const uint8_t said[TREY_COMMAND_ID_BYTES] = {9, 8, 7};
    trey_command_id one, other, again;
    trey_command_id_of(1, said, &one);
    trey_command_id_of(2, said, &other);
    trey_command_id_of(1, said, &again);
    assert_memory_not_equal(&one, &other, sizeof one);
    assert_memory_equal(&one, &again, sizeof one);
}

/* A burst of refused messages: each costs as much as the first, and nothing is stored. */
static void a_burst_of_refusals_is_cheap_and_leaves_nothing(void **state) {
    (void)state;
    enum { BURST = 20000 };
    trey_store_info before, after;
    house_open(&h);
    assert_int_equal(trey_store_tell(h.store, &before), TREY_STATUS_OK);
    const trey_cage_command none = {.kind = TREY_CAGE_CASH_OUT,
                                    .role = TREY_ROLE_SHIFT_MANAGER,
                                    .actor = 900,
                                    .player = 77,
                                    .amount = 700};
    const uint64_t compared = trey_house_effort_of(h.house)->compared;
    for (unsigned i = 0; i < BURST; i++) {
        trey_command_id id = {{1, 2, 3}};
        trey_reply reply;
        memcpy(id.byte + 8, &i, sizeof i);
        assert_int_equal(trey_house_cage(h.house, &id, &none, &reply), TREY_STATUS_OK);
        assert_true(reply.refused != 0 && !reply.again);
    }
    assert_true(trey_house_effort_of(h.house)->compared - compared <= 2 * BURST);
    trey_command_id first = {{1, 2, 3}};
    trey_reply reply;
    assert_int_equal(trey_house_cage(h.house, &first, &none, &reply), TREY_STATUS_OK);
    assert_true(reply.again && reply.refused != 0);
    assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_store_tell(h.store, &after), TREY_STATUS_OK);
    assert_int_equal(after.answers, before.answers);
    assert_int_equal(after.batches, before.batches);
    house_drop(&h);
}

/* The ids of a batch cost one question, not one each. */
static void a_batch_of_ids_is_one_question(void **state) {
    (void)state;
    enum { BATCH = 200 };
    trey_command_id id[BATCH];
    house_open(&h);
    for (unsigned i = 0; i < BATCH; i++) {
        memset(&id[i], 5, sizeof id[i]);
        memcpy(id[i].byte, &i, sizeof i);
    }
    for (unsigned round = 0; round < 2; round++) {
        const uint64_t asked_before = trey_house_effort_of(h.house)->asked;
        assert_int_equal(trey_house_expect(h.house, id, BATCH), TREY_STATUS_OK);
        for (unsigned i = 0; i < BATCH; i++) {
            trey_reply reply;
            const trey_cage_command buy = {
                .kind = TREY_CAGE_BUY_IN, .role = TREY_ROLE_DEALER, .player = 5, .amount = 1};
            assert_int_equal(trey_house_cage(h.house, &id[i], &buy, &reply), TREY_STATUS_OK);
            assert_int_equal(reply.again, round == 1);
        }
        assert_int_equal(trey_house_flush(h.house, NULL), TREY_STATUS_OK);
        assert_int_equal(trey_house_effort_of(h.house)->asked - asked_before, 1);
        house_drop(&h); /* the second time from the store alone */
        if (round == 0) house_open(&h);
    }
}

int main(void) {
#define ATTACK(name) cmocka_unit_test_setup_teardown(name, save, restore)
    const struct CMUnitTest tests[] = {
        ATTACK(nothing_is_wrong_before),
        ATTACK(a_session_of_his_own_is_not_read),
        ATTACK(a_copied_password_is_not_read),
        ATTACK(an_old_value_put_back_is_found),
        ATTACK(a_value_taken_away_is_found),
        ATTACK(everything_is_listed),
        ATTACK(every_bit_of_a_kept_value_counts),
        ATTACK(a_changed_record_is_not_built_upon),
        ATTACK(what_he_writes_is_shown_as_text),
        ATTACK(any_id_that_is_taken_verifies),
        ATTACK(nobody_can_say_anothers_id),
        ATTACK(a_burst_of_refusals_is_cheap_and_leaves_nothing),
        ATTACK(a_batch_of_ids_is_one_question),
    };
    return cmocka_run_group_tests(tests, build, tear_down);
}
