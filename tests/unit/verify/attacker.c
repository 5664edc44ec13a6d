/* attacker.c -- see the header. */
#include "attacker.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/wire.h"

/* ---- SQL ---------------------------------------------------------------------------------- */
static void sql(attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void sql(attacker *a, const char *format, ...) {
    char text[1024], *error = NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sqlite3_exec(a->db, text, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", text, error ? error : "?");
}

static int64_t ask(attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int64_t ask(attacker *a, const char *format, ...) {
    char text[1024];
    sqlite3_stmt *statement;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sqlite3_prepare_v2(a->db, text, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", text, sqlite3_errmsg(a->db));
    int64_t value = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_finalize(statement);
    return value;
}

/* The bytes that a query gives; returns how many. */
static size_t fetch(attacker *a, const char *text, uint8_t *out, size_t room) {
    sqlite3_stmt *statement;
    size_t size = 0;
    assert_int_equal(sqlite3_prepare_v2(a->db, text, -1, &statement, NULL), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW) {
        size = (size_t)sqlite3_column_bytes(statement, 0);
        assert_true(size <= room);
        if (size) memcpy(out, sqlite3_column_blob(statement, 0), size);
    }
    sqlite3_finalize(statement);
    return size;
}

static void put_bytes(attacker *a, const char *text, const void *bytes, size_t size) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(a->db, text, -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_blob(statement, 1, bytes, (int)size, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
}

uint64_t attacker_dice(attacker *a, uint64_t below) {
    TREY_ASSERT(below > 0);
    a->bits ^= a->bits << 13;
    a->bits ^= a->bits >> 7;
    a->bits ^= a->bits << 17;
    return (a->bits >> 11) % below;
}

static uint64_t any_record(attacker *a) {
    return 1 + attacker_dice(a, a->records);
}

/* ---- Coming and going ------------------------------------------------------------------------ */
static void drop_guards(attacker *a) {
    char name[64][64];
    int count = 0;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(a->db,
                                        "SELECT name FROM sqlite_schema WHERE type='trigger'", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW && count < 64)
        snprintf(name[count++], sizeof name[0], "%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    for (int i = 0; i < count; i++) sql(a, "DROP TRIGGER \"%s\"", name[i]);
}

void attacker_open(attacker *a, const char *path, uint64_t seed) {
    uint8_t bytes[crypto_sign_SEEDBYTES] = {1};
    memset(a, 0, sizeof *a);
    a->bits = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    memcpy(bytes, &a->bits, sizeof a->bits);
    crypto_sign_seed_keypair(a->sign_public, a->sign_secret, bytes);
    assert_int_equal(sqlite3_open(path, &a->db), SQLITE_OK);
    sql(a, "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; BEGIN");
    drop_guards(a);
    assert_int_equal(fetch(a, "SELECT identity FROM store", a->identity, sizeof a->identity),
                     sizeof a->identity);
    a->records = (uint64_t)ask(a, "SELECT records FROM head");
    a->covered = (uint64_t)ask(a, "SELECT max(count) FROM checkpoint");
    assert_true(a->covered > 0 && a->covered <= a->records);
}

void attacker_close(attacker *a) {
    sql(a, "COMMIT");
    sql(a, "PRAGMA wal_checkpoint(TRUNCATE)");
    assert_int_equal(sqlite3_close(a->db), SQLITE_OK);
}

/* ---- Making it fit ------------------------------------------------------------------------------
 */
static uint32_t transfers_of(attacker *a, sqlite3_stmt *read, uint64_t seq, trey_transfer *out) {
    uint32_t count = 0;
    sqlite3_reset(read);
    sqlite3_bind_int64(read, 1, (int64_t)(seq * TREY_RECORD_TRANSFERS_MAX));
    sqlite3_bind_int64(read, 2, (int64_t)((seq + 1) * TREY_RECORD_TRANSFERS_MAX));
    (void)a;
    while (sqlite3_step(read) == SQLITE_ROW)
        out[count++] = (trey_transfer){.payer = sqlite3_column_int64(read, 0),
                                       .payee = sqlite3_column_int64(read, 1),
                                       .cents = sqlite3_column_int64(read, 2),
                                       .seat = (uint8_t)sqlite3_column_int(read, 3),
                                       .wager = (uint8_t)sqlite3_column_int(read, 4)};
    return count;
}

static size_t signed_bytes(const attacker *a, const trey_checkpoint *c, uint8_t *bytes,
                           size_t room) {
    static const char name[] = "trey checkpoint 1";
    trey_writer to = {bytes, room, 0, false};
    trey_write_text(&to, name, sizeof name - 1);
    trey_write_bytes(&to, a->identity, sizeof a->identity);
    trey_write_number(&to, (int64_t)c->number);
    trey_write_number(&to, (int64_t)c->count);
    trey_write_bytes(&to, c->chain.byte, TREY_HASH_BYTES);
    trey_write_bytes(&to, c->root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, c->time);
    return to.used;
}

/* A checkpoint that is as it was keeps the house's signature. */
static void sign_again(attacker *a, uint64_t count, const trey_hash *chain, const trey_hash *root,
                       int64_t time, bool always) {
    sqlite3_stmt *read, *write;
    sqlite3_prepare_v2(a->db, "SELECT number, chain, root, time FROM checkpoint WHERE count = ?1",
                       -1, &read, NULL);
    sqlite3_prepare_v2(a->db,
                       "UPDATE checkpoint SET chain = ?1, root = ?2, time = ?3, key = ?4,"
                       " signature = ?5 WHERE number = ?6",
                       -1, &write, NULL);
    sqlite3_bind_int64(read, 1, (int64_t)count);
    while (sqlite3_step(read) == SQLITE_ROW) {
        trey_checkpoint c = {.number = (uint64_t)sqlite3_column_int64(read, 0),
                             .count = count,
                             .chain = *chain,
                             .root = *root,
                             .time = time};
        uint8_t bytes[256];
        bool same = memcmp(sqlite3_column_blob(read, 1), chain->byte, TREY_HASH_BYTES) == 0 &&
                    memcmp(sqlite3_column_blob(read, 2), root->byte, TREY_HASH_BYTES) == 0 &&
                    sqlite3_column_int64(read, 3) == time;
        if (same && !always) continue;
        size_t size = signed_bytes(a, &c, bytes, sizeof bytes);
        crypto_sign_detached(c.signature, NULL, bytes, size, a->sign_secret);
        sqlite3_reset(write);
        sqlite3_bind_blob(write, 1, chain->byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_blob(write, 2, root->byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_int64(write, 3, time);
        sqlite3_bind_blob(write, 4, a->sign_public, sizeof a->sign_public, SQLITE_STATIC);
        sqlite3_bind_blob(write, 5, c.signature, sizeof c.signature, SQLITE_STATIC);
        sqlite3_bind_int64(write, 6, (int64_t)c.number);
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

static void write_head(attacker *a, const trey_frontier *frontier, const trey_hash *chain,
                       int64_t time) {
    uint8_t bytes[TREY_PATH_MAX * TREY_HASH_BYTES];
    size_t used = 0;
    for (unsigned level = 0; level < TREY_PATH_MAX; level++) {
        if (!(frontier->count >> level & 1)) continue;
        memcpy(bytes + used, frontier->part[level].byte, TREY_HASH_BYTES);
        used += TREY_HASH_BYTES;
    }
    sql(a,
        "DELETE FROM checkpoint WHERE count > %" PRIu64 "; UPDATE head SET records = %" PRIu64
        ", time = %" PRId64
        ", answers = (SELECT coalesce(max(number), 0) FROM answer), checkpoints = (SELECT"
        " coalesce(max(number), 0) FROM checkpoint), checkpointed = (SELECT coalesce(max(count), 0)"
        " FROM checkpoint)",
        frontier->count, frontier->count, time);
    put_bytes(a, "UPDATE head SET chain = ?1", chain->byte, TREY_HASH_BYTES);
    put_bytes(a, "UPDATE head SET frontier = ?1", bytes, used);
}

/* Chain, tree, checkpoints and head over the rows as they are. */
static void chain_again(attacker *a, bool sign_always) {
    sqlite3_stmt *read, *transfers, *write;
    trey_transfer transfer[TREY_RECORD_TRANSFERS_MAX];
    trey_frontier frontier;
    trey_hash chain = trey_chain_start(a->identity);
    int64_t time = 0;
    trey_frontier_open(&frontier);
    sqlite3_prepare_v2(a->db,
                       "SELECT seq, stream, place, time, type, body FROM record ORDER BY seq", -1,
                       &read, NULL);
    sqlite3_prepare_v2(a->db,
                       "SELECT payer, payee, cents, seat, wager FROM transfer WHERE id >= ?1 AND"
                       " id < ?2 ORDER BY id",
                       -1, &transfers, NULL);
    sqlite3_prepare_v2(a->db, "UPDATE record SET chain = ?1 WHERE seq = ?2", -1, &write, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        trey_record record = {.seq = (uint64_t)sqlite3_column_int64(read, 0),
                              .stream = (trey_stream)sqlite3_column_int64(read, 1),
                              .place = (uint64_t)sqlite3_column_int64(read, 2),
                              .time = sqlite3_column_int64(read, 3),
                              .type = (uint16_t)sqlite3_column_int(read, 4),
                              .size = (uint32_t)sqlite3_column_bytes(read, 5),
                              .body = sqlite3_column_blob(read, 5),
                              .transfer = transfer};
        record.transfers = transfers_of(a, transfers, record.seq, transfer);
        chain = trey_chain_next(&chain, &record);
        trey_frontier_add(&frontier, &chain);
        time = record.time;
        sqlite3_reset(write);
        sqlite3_bind_blob(write, 1, chain.byte, TREY_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_int64(write, 2, (int64_t)record.seq);
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
        const trey_hash root = trey_frontier_root(&frontier);
        sign_again(a, record.seq, &chain, &root, time, sign_always);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(transfers);
    sqlite3_finalize(write);
    write_head(a, &frontier, &chain, time);
}

static void balance_again(attacker *a) {
    sql(a, "DELETE FROM account;"
           "INSERT INTO account SELECT id, sum(cents), max(moved) FROM ("
           "  SELECT payer AS id, -cents AS cents, id AS moved FROM transfer UNION ALL"
           "  SELECT payee, cents, id FROM transfer) GROUP BY 1");
}

/* Behind a record that is gone, or one more. */
static void renumber(attacker *a, uint64_t after, int by) {
    char way = by < 0 ? '-' : '+';
    sql(a, "UPDATE record SET seq = -seq WHERE seq > %" PRIu64, after);
    sql(a, "UPDATE record SET seq = -seq %c 1 WHERE seq < 0", way);
    sql(a, "UPDATE transfer SET id = -id WHERE id >= %" PRIu64,
        (after + 1) * TREY_RECORD_TRANSFERS_MAX);
    sql(a, "UPDATE transfer SET id = -id %c %d WHERE id < 0", way, TREY_RECORD_TRANSFERS_MAX);
    sql(a, "UPDATE answer SET first = first %c 1 WHERE first > %" PRIu64, way, after);
    sql(a, "UPDATE checkpoint SET count = count %c 1 WHERE count > %" PRIu64, way, after);
}

/* ---- One thing changed -------------------------------------------------------------------------
 */
static void say(attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(attacker *a, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(a->what, sizeof a->what, format, list);
    va_end(list);
}

static bool flip_body(attacker *a, uint64_t seq) {
    char text[128];
    uint8_t bytes[4096];
    snprintf(text, sizeof text, "SELECT body FROM record WHERE seq = %" PRIu64, seq);
    size_t size = fetch(a, text, bytes, sizeof bytes);
    if (size == 0) return false;
    size_t at = (size_t)attacker_dice(a, size);
    uint8_t bit = (uint8_t)(1u << attacker_dice(a, 8));
    bytes[at] ^= bit;
    snprintf(text, sizeof text, "UPDATE record SET body = ?1 WHERE seq = %" PRIu64, seq);
    put_bytes(a, text, bytes, size);
    say(a, "bit %u of byte %zu of record %" PRIu64, bit, at, seq);
    /* An event of a table or a jackpot, or a seed, gives itself away. */
    int64_t type = ask(a, "SELECT type FROM record WHERE seq = %" PRIu64, seq);
    bool cage = ask(a,
                    "SELECT kind FROM stream JOIN record ON stream.id = record.stream WHERE seq = "
                    "%" PRIu64,
                    seq) == TREY_STREAM_CAGE;
    enum { EVENT = 3, FATE = 8, BEFORE_SEED = 5 };
    a->by_seed = (type == EVENT && !cage) || (type == FATE && at >= BEFORE_SEED);
    return true;
}

static void flip_blob(attacker *a, const char *table, const char *column, const char *key,
                      int64_t which) {
    char text[160];
    uint8_t bytes[16384];
    snprintf(text, sizeof text, "SELECT %s FROM %s WHERE %s = %" PRId64, column, table, key, which);
    size_t size = fetch(a, text, bytes, sizeof bytes);
    assert_true(size > 0);
    size_t at = (size_t)attacker_dice(a, size);
    bytes[at] ^= (uint8_t)(1u << attacker_dice(a, 8));
    snprintf(text, sizeof text, "UPDATE %s SET %s = ?1 WHERE %s = %" PRId64, table, column, key,
             which);
    put_bytes(a, text, bytes, size);
    say(a, "byte %zu of %s.%s %" PRId64, at, table, column, which);
}

static int64_t any_of(attacker *a, const char *table, const char *key, const char *where) {
    int64_t count = ask(a, "SELECT count(*) FROM %s WHERE %s", table, where);
    assert_true(count > 0);
    return ask(a, "SELECT %s FROM %s WHERE %s LIMIT 1 OFFSET %" PRIu64, key, table, where,
               attacker_dice(a, (uint64_t)count));
}

static void change_column(attacker *a) {
    static const char *const column[] = {"stream", "place", "time", "type"};
    const char *which = column[attacker_dice(a, 4)];
    uint64_t seq = any_record(a);
    int64_t by = 1 + (int64_t)attacker_dice(a, 3);
    if (strcmp(which, "place") == 0 || strcmp(which, "stream") == 0) by += 100000;
    sql(a, "UPDATE record SET %s = %s + %" PRId64 " WHERE seq = %" PRIu64, which, which, by, seq);
    say(a, "%s of record %" PRIu64, which, seq);
}

static void delete_record(attacker *a) {
    uint64_t seq = any_record(a);
    sql(a, "DELETE FROM record WHERE seq = %" PRIu64, seq);
    if (attacker_dice(a, 2)) sql(a, "DELETE FROM transfer WHERE id / 1024 = %" PRIu64, seq);
    say(a, "record %" PRIu64 " deleted", seq);
}

/* Two records change what they say. */
static bool swap_bodies(attacker *a, uint64_t one, uint64_t two) {
    if (one == two || ask(a,
                          "SELECT (SELECT body FROM record WHERE seq = %" PRIu64
                          ") = (SELECT body FROM record WHERE seq = %" PRIu64 ")",
                          one, two))
        return false;
    sql(a,
        "UPDATE record SET body = CASE seq WHEN %" PRIu64
        " THEN (SELECT body FROM record WHERE seq = %" PRIu64
        ") ELSE (SELECT body FROM record WHERE seq = %" PRIu64 ") END WHERE seq IN (%" PRIu64
        ", %" PRIu64 ")",
        one, two, one, one, two);
    say(a, "bodies of %" PRIu64 " and %" PRIu64 " swapped", one, two);
    return true;
}

static void swap_numbers(attacker *a) {
    uint64_t one = any_record(a), two = any_record(a);
    if (one == two) two = one % a->records + 1;
    sql(a, "UPDATE record SET seq = -1 WHERE seq = %" PRIu64, one);
    sql(a, "UPDATE record SET seq = %" PRIu64 " WHERE seq = %" PRIu64, one, two);
    sql(a, "UPDATE record SET seq = %" PRIu64 " WHERE seq = -1", two);
    say(a, "records %" PRIu64 " and %" PRIu64 " swapped", one, two);
}

static void double_record(attacker *a) {
    uint64_t seq = any_record(a);
    sql(a,
        "INSERT INTO record SELECT %" PRIu64 ", stream, 1 + (SELECT max(place) FROM record AS r"
        " WHERE r.stream = record.stream), time, type, body, chain FROM record WHERE seq = "
        "%" PRIu64,
        a->records + 1, seq);
    if (attacker_dice(a, 2)) sql(a, "UPDATE head SET records = records + 1");
    say(a, "record %" PRIu64 " doubled at the end", seq);
}

static void change_transfer(attacker *a) {
    int64_t id = any_of(a, "transfer", "id", "1");
    switch (attacker_dice(a, 6)) {
    case 0:
        sql(a, "UPDATE transfer SET cents = cents + 1 WHERE id = %" PRId64, id);
        break;
    case 1:
        sql(a, "UPDATE transfer SET payee = payee + 64 WHERE id = %" PRId64, id);
        break;
    case 2:
        sql(a, "UPDATE transfer SET seat = seat + 1 WHERE id = %" PRId64, id);
        break;
    case 3:
        sql(a, "UPDATE transfer SET wager = wager + 1 WHERE id = %" PRId64, id);
        break;
    case 4:
        sql(a, "DELETE FROM transfer WHERE id = %" PRId64, id);
        break;
    default:
        sql(a,
            "INSERT INTO transfer SELECT id + 500, payer, payee, cents, seat, wager FROM transfer"
            " WHERE id = %" PRId64,
            id);
        break;
    }
    say(a, "transfer %" PRId64, id);
}

static void change_account(attacker *a) {
    int64_t id = any_of(a, "account", "id", "1");
    switch (attacker_dice(a, 3)) {
    case 0:
        sql(a, "UPDATE account SET balance = balance + 1 WHERE id = %" PRId64, id);
        break;
    case 1:
        sql(a, "DELETE FROM account WHERE id = %" PRId64, id);
        break;
    default:
        sql(a, "INSERT INTO account VALUES (%" PRId64 ", 5, 0)", id + 64000000);
        break;
    }
    say(a, "account %" PRId64, id);
}

static void change_checkpoint(attacker *a) {
    static const char *const column[] = {"chain", "root", "key", "signature"};
    int64_t number = any_of(a, "checkpoint", "number", "1");
    switch (attacker_dice(a, 4)) {
    case 0:
        flip_blob(a, "checkpoint", column[attacker_dice(a, 4)], "number", number);
        return;
    case 1:
        sql(a, "UPDATE checkpoint SET count = count + 1 WHERE number = %" PRId64, number);
        break;
    case 2:
        sql(a, "UPDATE checkpoint SET time = time + 1 WHERE number = %" PRId64, number);
        break;
    default:
        sql(a, "DELETE FROM checkpoint WHERE number = %" PRId64, number);
        break;
    }
    say(a, "checkpoint %" PRId64, number);
}

static void change_snapshot(attacker *a) {
    int64_t stream = any_of(a, "snapshot", "stream", "1");
    switch (attacker_dice(a, 3)) {
    case 0:
        sql(a, "UPDATE snapshot SET place = place + 1 WHERE stream = %" PRId64, stream);
        say(a, "place of snapshot %" PRId64, stream);
        break;
    case 1:
        sql(a, "UPDATE snapshot SET place = place + 100000 WHERE stream = %" PRId64, stream);
        say(a, "place of snapshot %" PRId64, stream);
        break;
    default:
        flip_blob(a, "snapshot", "body", "stream", stream);
        break;
    }
}

/* Answers to what was refused are covered by nothing. */
static void change_answer(attacker *a) {
    int64_t number = any_of(a, "answer", "number", "count > 0");
    switch (attacker_dice(a, 6)) {
    case 0:
        sql(a, "UPDATE answer SET first = first + 1 WHERE number = %" PRId64, number);
        break;
    case 1:
        sql(a, "UPDATE answer SET count = count + 1 WHERE number = %" PRId64, number);
        break;
    case 2:
        sql(a,
            "UPDATE answer SET stream = stream %% 2 + 1 + 2 * (stream %% 2) WHERE number = "
            "%" PRId64,
            number);
        break;
    case 3:
        sql(a, "UPDATE answer SET refusal = refusal + 1 WHERE number = %" PRId64, number);
        break;
    case 4:
        sql(a, "DELETE FROM answer WHERE number = %" PRId64, number);
        break;
    default:
        sql(a, "UPDATE answer SET first = 0, count = 0 WHERE number = %" PRId64, number);
        break;
    }
    say(a, "answer %" PRId64, number);
}

static void change_stream(attacker *a) {
    int64_t id = any_of(a, "stream", "id", "1");
    switch (attacker_dice(a, 3)) {
    case 0:
        sql(a, "UPDATE stream SET name = name || 'x' WHERE id = %" PRId64, id);
        break;
    case 1:
        sql(a, "UPDATE stream SET kind = kind %% 4 + 1 WHERE id = %" PRId64, id);
        break;
    default:
        sql(a, "DELETE FROM stream WHERE id = %" PRId64, id);
        break;
    }
    say(a, "stream %" PRId64, id);
}

static void change_head(attacker *a) {
    switch (attacker_dice(a, 5)) {
    case 0:
        flip_blob(a, "head", "frontier", "one", 1);
        return;
    case 1:
        flip_blob(a, "head", "chain", "one", 1);
        return;
    case 2:
        sql(a, "UPDATE head SET answers = answers + 1");
        break;
    case 3:
        sql(a, "UPDATE head SET checkpoints = checkpoints - 1");
        break;
    default:
        flip_blob(a, "store", "identity", "one", 1);
        return;
    }
    say(a, "the head");
}

/* The last records are gone, and what the head says of them is not. */
static void cut(attacker *a) {
    uint64_t last = attacker_dice(a, a->records);
    sql(a, "DELETE FROM record WHERE seq > %" PRIu64, last);
    say(a, "cut behind %" PRIu64, last);
}

void attacker_changes(attacker *a) {
    uint64_t seq = any_record(a);
    switch (attacker_dice(a, 16)) {
    case 0:
    case 1:
    case 2:
        while (!flip_body(a, seq)) seq = any_record(a);
        a->named = seq;
        break;
    case 3:
        change_column(a);
        break;
    case 4:
        flip_blob(a, "record", "chain", "seq", (int64_t)seq);
        a->named = seq == a->records ? 0 : seq; /* the head says so of the last one */
        break;
    case 5:
        delete_record(a);
        break;
    case 6:
        while (!swap_bodies(a, any_record(a), any_record(a))) continue;
        break;
    case 7:
        swap_numbers(a);
        break;
    case 8:
        double_record(a);
        break;
    case 9:
        change_transfer(a);
        break;
    case 10:
        change_account(a);
        break;
    case 11:
        change_checkpoint(a);
        break;
    case 12:
        change_snapshot(a);
        break;
    case 13:
        change_answer(a);
        break;
    case 14:
        attacker_dice(a, 2) ? change_stream(a) : change_head(a);
        break;
    default:
        cut(a);
        break;
    }
}

/* ---- One thing changed, and all made to fit
 * ------------------------------------------------------ */
static void remove_record(attacker *a, uint64_t seq) {
    int64_t stream = ask(a, "SELECT stream FROM record WHERE seq = %" PRIu64, seq);
    int64_t place = ask(a, "SELECT place FROM record WHERE seq = %" PRIu64, seq);
    sql(a, "DELETE FROM record WHERE seq = %" PRIu64, seq);
    sql(a, "DELETE FROM transfer WHERE id / 1024 = %" PRIu64, seq);
    renumber(a, seq, -1);
    sql(a, "UPDATE record SET place = -place WHERE stream = %" PRId64 " AND place > %" PRId64,
        stream, place);
    sql(a, "UPDATE record SET place = -place - 1 WHERE stream = %" PRId64 " AND place < 0", stream);
    /* The answer that claimed it claims one less. */
    sql(a,
        "UPDATE answer SET count = count - 1 WHERE first <= %" PRIu64
        " AND first + count > %" PRIu64,
        seq, seq);
}

static uint64_t covered_record(attacker *a) {
    return 1 + attacker_dice(a, a->covered);
}

static void forge_delete(attacker *a) {
    uint64_t seq = covered_record(a);
    remove_record(a, seq);
    balance_again(a);
    chain_again(a, false);
    say(a, "record %" PRIu64 " deleted, the rest moved up", seq);
}

static void forge_double(attacker *a) {
    uint64_t seq = covered_record(a);
    int64_t stream = ask(a, "SELECT stream FROM record WHERE seq = %" PRIu64, seq);
    int64_t place = ask(a, "SELECT place FROM record WHERE seq = %" PRIu64, seq);
    renumber(a, seq, 1);
    sql(a, "UPDATE record SET place = -place WHERE stream = %" PRId64 " AND place > %" PRId64,
        stream, place);
    sql(a, "UPDATE record SET place = -place + 1 WHERE stream = %" PRId64 " AND place < 0", stream);
    sql(a,
        "INSERT INTO record SELECT seq + 1, stream, place + 1, time, type, body, chain FROM record"
        " WHERE seq = %" PRIu64,
        seq);
    sql(a,
        "INSERT INTO transfer SELECT id + 1024, payer, payee, cents, seat, wager FROM transfer"
        " WHERE id / 1024 = %" PRIu64,
        seq);
    balance_again(a);
    chain_again(a, false);
    say(a, "record %" PRIu64 " doubled, the rest moved down", seq);
}

static void forge_cut(attacker *a) {
    uint64_t last = attacker_dice(a, a->covered);
    sql(a, "DELETE FROM record WHERE seq > %" PRIu64, last);
    sql(a, "DELETE FROM transfer WHERE id / 1024 > %" PRIu64, last);
    sql(a,
        "DELETE FROM answer WHERE number >= coalesce((SELECT min(number) FROM answer WHERE"
        " first + count > %" PRIu64 "), 1 << 60)",
        last + 1);
    sql(a, "DELETE FROM stream WHERE id NOT IN (SELECT stream FROM record)");
    sql(a, "DELETE FROM snapshot WHERE place > (SELECT max(place) FROM record WHERE record.stream ="
           " snapshot.stream) OR stream NOT IN (SELECT id FROM stream)");
    balance_again(a);
    chain_again(a, false);
    say(a, "cut behind %" PRIu64 ", and the head with it", last);
}

static void forge_transfer(attacker *a) {
    int64_t id = ask(a,
                     "SELECT id FROM transfer WHERE id / 1024 <= %" PRIu64
                     " ORDER BY id LIMIT 1 OFFSET %" PRIu64,
                     a->covered,
                     attacker_dice(a, (uint64_t)ask(a,
                                                    "SELECT count(*) FROM transfer WHERE id / 1024"
                                                    " <= %" PRIu64,
                                                    a->covered)));
    int how = (int)attacker_dice(a, 3);
    if (how == 0) sql(a, "UPDATE transfer SET cents = cents + 100 WHERE id = %" PRId64, id);
    if (how == 1) sql(a, "UPDATE transfer SET payee = payee + 64 WHERE id = %" PRId64, id);
    if (how == 2) sql(a, "DELETE FROM transfer WHERE id = %" PRId64, id);
    balance_again(a);
    chain_again(a, false);
    a->by_replay = true;
    say(a, "transfer %" PRId64 " (%d), balances with it", id, how);
}

void attacker_forges(attacker *a) {
    uint64_t seq = covered_record(a);
    switch (attacker_dice(a, 9)) {
    case 0:
    case 1:
    case 2:
        while (!flip_body(a, seq)) seq = covered_record(a);
        chain_again(a, false);
        break;
    case 3:
        while (!swap_bodies(a, covered_record(a), covered_record(a))) continue;
        chain_again(a, false);
        break;
    case 4:
        forge_transfer(a);
        break;
    case 5:
        forge_delete(a);
        break;
    case 6:
        forge_double(a);
        break;
    case 7:
        forge_cut(a);
        break;
    default:
        if (attacker_dice(a, 2)) {
            sql(a, "UPDATE record SET time = time + 1 WHERE seq = %" PRIu64, seq);
            chain_again(a, false);
            say(a, "time of record %" PRIu64, seq);
        } else {
            chain_again(a, true);
            say(a, "signed again");
        }
        break;
    }
    size_t used = strlen(a->what);
    snprintf(a->what + used, sizeof a->what - used, "; chained anew");
}

bool attacker_silences_jackpot(attacker *a) {
    enum { COMMAND = 2, EVENT = 3 };
    int64_t stream = ask(a, "SELECT id FROM stream WHERE kind = %d", TREY_STREAM_JACKPOT);
    int64_t count = ask(a, "SELECT count(*) FROM record WHERE stream = %" PRId64 " AND type = %d",
                        stream, COMMAND);
    if (stream < 0 || count <= 0) return false;
    int64_t seq = ask(a,
                      "SELECT seq FROM record WHERE stream = %" PRId64
                      " AND type = %d LIMIT 1 OFFSET %" PRIu64,
                      stream, COMMAND, attacker_dice(a, (uint64_t)count));
    /* Staff's own commands have an id, and an answer that would miss them. */
    if (ask(a, "SELECT substr(body, 1, 16) = zeroblob(16) FROM record WHERE seq = %" PRId64, seq) !=
        1)
        return false;
    sql(a, "DELETE FROM snapshot");
    do {
        remove_record(a, (uint64_t)seq);
    } while (ask(a, "SELECT type = %d AND stream = %" PRId64 " FROM record WHERE seq = %" PRId64,
                 EVENT, stream, seq) == 1);
    balance_again(a);
    chain_again(a, false);
    say(a, "what the jackpot was told in record %" PRId64 " is gone", seq);
    return true;
}

void attacker_repents(attacker *a) {
    balance_again(a);
    chain_again(a, false);
    say(a, "nothing, and all of it written again");
}
