/* attacker_books.c -- the attacker's way into a store, and how he makes its books fit again. */
#include "attacker_parts.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/house.h"
#include "trey/wire.h"

/* ---- SQL ---------------------------------------------------------------------------------- */
void sql(attacker *a, const char *format, ...) {
    char text[1024], *error = NULL;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sqlite3_exec(a->db, text, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", text, error ? error : "?");
}

int64_t ask(attacker *a, const char *format, ...) {
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

size_t fetch(attacker *a, const char *text, uint8_t *out, size_t room) {
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

bool put_bytes_if_unique(attacker *a, const char *text, const void *bytes, size_t size) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(a->db, text, -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_blob(statement, 1, bytes, (int)size, SQLITE_STATIC);
    int result = sqlite3_step(statement);
    if (result != SQLITE_DONE && result != SQLITE_CONSTRAINT)
        fail_msg("%s: %s", text, sqlite3_errmsg(a->db));
    sqlite3_finalize(statement);
    return result == SQLITE_DONE;
}

void put_bytes(attacker *a, const char *text, const void *bytes, size_t size) {
    if (!put_bytes_if_unique(a, text, bytes, size)) fail_msg("%s: %s", text, sqlite3_errmsg(a->db));
}

uint64_t attacker_dice(attacker *a, uint64_t below) {
    TREY_ASSERT(below > 0);
    a->bits ^= a->bits << 13;
    a->bits ^= a->bits >> 7;
    a->bits ^= a->bits << 17;
    return (a->bits >> 11) % below;
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

static size_t signed_bytes(const attacker *a, const trey_checkpoint *c,
                           char text[TREY_TREE_HEAD_TEXT_MAX]) {
    trey_tree_head head = {.size = c->count, .root = c->root};
    trey_checkpoint_origin(a->identity, head.origin);
    return trey_tree_head_print(&head, text);
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
        char text[TREY_TREE_HEAD_TEXT_MAX];
        bool same = memcmp(sqlite3_column_blob(read, 1), chain->byte, TREY_HASH_BYTES) == 0 &&
                    memcmp(sqlite3_column_blob(read, 2), root->byte, TREY_HASH_BYTES) == 0 &&
                    sqlite3_column_int64(read, 3) == time;
        if (same && !always) continue;
        size_t size = signed_bytes(a, &c, text);
        crypto_sign_detached(c.signature, NULL, (const uint8_t *)text, size, a->sign_secret);
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

void chain_again(attacker *a, bool sign_always) {
    sqlite3_stmt *read, *transfers, *write, *due;
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
    sqlite3_prepare_v2(a->db, "SELECT 1 FROM checkpoint WHERE count = ?1", -1, &due, NULL);
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
        sqlite3_reset(due);
        sqlite3_bind_int64(due, 1, (int64_t)record.seq);
        if (sqlite3_step(due) != SQLITE_ROW) continue;
        const trey_hash root = trey_frontier_root(&frontier);
        sign_again(a, record.seq, &chain, &root, time, sign_always);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(transfers);
    sqlite3_finalize(write);
    sqlite3_finalize(due);
    answers_again(a);
    write_head(a, &frontier, &chain, time);
    batches_again(a);
}

/* ---- Batches ------------------------------------------------------------------------------ */
/* As lib/store seals them; `a->keys` are the house's, or nobody's. */
static void mac_of(const attacker *a, const char *what, const uint64_t *number, size_t numbers,
                   const uint8_t *bytes, size_t size, uint8_t out[TREY_MAC_BYTES]) {
    trey_store_seal seal;
    crypto_generichash_state state;
    uint8_t eight[8];
    memset(out, 0, TREY_MAC_BYTES);
    if (!a->keys) return;
    trey_store_seal_open(&seal, a->keys, a->identity);
    crypto_generichash_init(&state, seal.key.byte, sizeof seal.key.byte, TREY_MAC_BYTES);
    uint64_t length = strlen(what);
    for (unsigned i = 0; i < 8; i++) eight[i] = (uint8_t)(length >> 8 * i);
    crypto_generichash_update(&state, eight, 8);
    crypto_generichash_update(&state, (const uint8_t *)what, length);
    crypto_generichash_update(&state, a->identity, sizeof a->identity);
    for (size_t n = 0; n < numbers; n++) {
        for (unsigned i = 0; i < 8; i++) eight[i] = (uint8_t)(number[n] >> 8 * i);
        crypto_generichash_update(&state, eight, 8);
    }
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, out, TREY_MAC_BYTES);
}

/* Every value that is kept, as the last batch would have kept it; the batches before it kept
 * nothing. */
static size_t keep_again(attacker *a, uint8_t *notes, size_t room) {
    sqlite3_stmt *read, *write;
    trey_writer to = {notes, room, 0, false};
    sqlite3_prepare_v2(a->db, "SELECT stream, name, body FROM kept ORDER BY stream, name", -1,
                       &read, NULL);
    sqlite3_prepare_v2(a->db, "UPDATE kept SET mac = ?1 WHERE stream = ?2 AND name = ?3", -1,
                       &write, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(read, 1);
        size_t length = strlen(name), size = (size_t)sqlite3_column_bytes(read, 2);
        uint8_t bytes[4096], mac[TREY_MAC_BYTES];
        const uint64_t numbers[] = {(uint64_t)sqlite3_column_int64(read, 0), length};
        assert_true(length + size <= sizeof bytes);
        memcpy(bytes, name, length); // NOLINT: its length is counted apart
        if (size) memcpy(bytes + length, sqlite3_column_blob(read, 2), size);
        mac_of(a, "kept", numbers, 2, bytes, length + size, mac);
        trey_write_number(&to, sqlite3_column_int64(read, 0));
        trey_write_text(&to, name, length);
        trey_write_byte(&to, 0);
        trey_write_bytes(&to, mac, sizeof mac);
        sqlite3_reset(write);
        sqlite3_bind_blob(write, 1, mac, sizeof mac, SQLITE_STATIC);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(read, 0));
        sqlite3_bind_text(write, 3, name, -1, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    }
    assert_false(to.full);
    sqlite3_finalize(read);
    sqlite3_finalize(write);
    return to.used;
}

static void snapshots_again(attacker *a) {
    sqlite3_stmt *read, *write;
    sqlite3_prepare_v2(a->db, "SELECT stream, place, body FROM snapshot", -1, &read, NULL);
    sqlite3_prepare_v2(a->db, "UPDATE snapshot SET mac = ?1 WHERE stream = ?2", -1, &write, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        const uint64_t numbers[] = {(uint64_t)sqlite3_column_int64(read, 0),
                                    (uint64_t)sqlite3_column_int64(read, 1)};
        uint8_t mac[TREY_MAC_BYTES];
        mac_of(a, "snapshot", numbers, 2, sqlite3_column_blob(read, 2),
               (size_t)sqlite3_column_bytes(read, 2), mac);
        sqlite3_reset(write);
        sqlite3_bind_blob(write, 1, mac, sizeof mac, SQLITE_STATIC);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(read, 0));
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

static trey_hash link_of(attacker *a, const trey_batch_row *row) {
    static const trey_command_id nobodys;
    trey_hash before = trey_chain_start(a->identity);
    trey_hasher hasher;
    sqlite3_stmt *read;
    trey_batch_link_open(&hasher, &before);
    sqlite3_prepare_v2(a->db,
                       "SELECT number, command, stream, refusal, first, count, body FROM answer"
                       " ORDER BY number",
                       -1, &read, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        trey_answer answer = {.number = (uint64_t)sqlite3_column_int64(read, 0),
                              .command = nobodys,
                              .stream = (trey_stream)sqlite3_column_int64(read, 2),
                              .refusal = (uint16_t)sqlite3_column_int(read, 3),
                              .first = (uint64_t)sqlite3_column_int64(read, 4),
                              .count = (uint32_t)sqlite3_column_int64(read, 5),
                              .size = (uint32_t)sqlite3_column_bytes(read, 6),
                              .body = sqlite3_column_blob(read, 6)};
        if (sqlite3_column_bytes(read, 1) == sizeof answer.command.byte)
            memcpy(answer.command.byte, sqlite3_column_blob(read, 1), sizeof answer.command.byte);
        trey_batch_link_answer(&hasher, &answer);
    }
    sqlite3_finalize(read);
    return trey_batch_link_close(&hasher, row);
}

/* Who only cuts leaves the batches before it as they were: they are sealed. */
static void cut_batches(attacker *a) {
    uint8_t link[TREY_HASH_BYTES];
    sql(a, "DELETE FROM batch WHERE records > (SELECT records FROM head);"
           "UPDATE head SET batches = (SELECT max(number) FROM batch)");
    fetch(a, "SELECT link FROM batch ORDER BY number DESC LIMIT 1", link, sizeof link);
    put_bytes(a, "UPDATE head SET link = ?1", link, sizeof link);
}

/* All that there is becomes one batch, sealed with the keys that he has. */
void batches_again(attacker *a) {
    if (a->cuts) {
        cut_batches(a);
        return;
    }
    static uint8_t notes[1 << 16], frontier[TREY_PATH_MAX * TREY_HASH_BYTES];
    trey_batch_row row = {.number = 1, .kept = notes};
    uint8_t mac[TREY_MAC_BYTES], ends[2 * TREY_HASH_BYTES + sizeof frontier];
    snapshots_again(a);
    row.size = (uint32_t)keep_again(a, notes, sizeof notes);
    row.records = (uint64_t)ask(a, "SELECT records FROM head");
    row.answers = (uint64_t)ask(a, "SELECT coalesce(max(number), 0) FROM answer");
    row.checkpoints = (uint64_t)ask(a, "SELECT checkpoints FROM head");
    fetch(a, "SELECT chain FROM head", row.chain.byte, TREY_HASH_BYTES);
    row.link = link_of(a, &row);
    memcpy(ends, row.chain.byte, TREY_HASH_BYTES);
    memcpy(ends + TREY_HASH_BYTES, row.link.byte, TREY_HASH_BYTES);
    const uint64_t numbers[] = {1, row.records, row.answers, row.checkpoints};
    mac_of(a, "batch", numbers, 4, ends, 2 * TREY_HASH_BYTES, mac);
    sql(a,
        "DELETE FROM batch; INSERT INTO batch VALUES (1, %" PRIu64 ", %" PRIu64 ", %" PRIu64
        ", x'', x'', x'', x'')",
        row.records, row.answers, row.checkpoints);
    put_bytes(a, "UPDATE batch SET chain = ?1", row.chain.byte, TREY_HASH_BYTES);
    put_bytes(a, "UPDATE batch SET link = ?1", row.link.byte, TREY_HASH_BYTES);
    if (row.size) put_bytes(a, "UPDATE batch SET kept = ?1", notes, row.size);
    put_bytes(a, "UPDATE batch SET mac = ?1", mac, sizeof mac);
    put_bytes(a, "UPDATE head SET batches = 1, link = ?1", row.link.byte, TREY_HASH_BYTES);
    size_t size = fetch(a, "SELECT frontier FROM head", frontier, sizeof frontier);
    memcpy(ends + (size_t)2 * TREY_HASH_BYTES, frontier, size);
    const uint64_t head[] = {1,
                             row.records,
                             row.answers,
                             row.checkpoints,
                             (uint64_t)ask(a, "SELECT checkpointed FROM head"),
                             (uint64_t)ask(a, "SELECT time FROM head")};
    mac_of(a, "head", head, 6, ends, (size_t)2 * TREY_HASH_BYTES + size, mac);
    put_bytes(a, "UPDATE head SET mac = ?1", mac, sizeof mac);
}

void balance_again(attacker *a) {
    sql(a, "DELETE FROM account;"
           "INSERT INTO account SELECT id, sum(cents), max(moved) FROM ("
           "  SELECT payer AS id, -cents AS cents, id AS moved FROM transfer UNION ALL"
           "  SELECT payee, cents, id FROM transfer) GROUP BY 1");
}

void answers_again(attacker *a) {
    sqlite3_stmt *read, *write;
    sqlite3_prepare_v2(a->db, "SELECT number, command, stream, refusal, count FROM answer", -1,
                       &read, NULL);
    sqlite3_prepare_v2(a->db, "UPDATE answer SET body = ?1 WHERE number = ?2", -1, &write, NULL);
    while (sqlite3_step(read) == SQLITE_ROW) {
        uint8_t check[TREY_ANSWER_CHECK_BYTES];
        trey_command_id id = {{0}};
        if (sqlite3_column_bytes(read, 1) == sizeof id.byte)
            memcpy(id.byte, sqlite3_column_blob(read, 1), sizeof id.byte);
        trey_answer_check(&id, (trey_stream)sqlite3_column_int64(read, 2),
                          (unsigned)sqlite3_column_int(read, 3),
                          (uint32_t)sqlite3_column_int64(read, 4), check);
        sqlite3_reset(write);
        sqlite3_bind_blob(write, 1, check, sizeof check, SQLITE_STATIC);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(read, 0));
        assert_int_equal(sqlite3_step(write), SQLITE_DONE);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

void renumber(attacker *a, uint64_t after, int by) {
    char way = by < 0 ? '-' : '+';
    sql(a, "UPDATE record SET seq = -seq WHERE seq > %" PRIu64, after);
    sql(a, "UPDATE record SET seq = -seq %c 1 WHERE seq < 0", way);
    sql(a, "UPDATE transfer SET id = -id WHERE id >= %" PRIu64,
        (after + 1) * TREY_RECORD_TRANSFERS_MAX);
    sql(a, "UPDATE transfer SET id = -id %c %d WHERE id < 0", way, TREY_RECORD_TRANSFERS_MAX);
    sql(a, "UPDATE answer SET first = first %c 1 WHERE first > %" PRIu64, way, after);
    sql(a, "UPDATE checkpoint SET count = count %c 1 WHERE count > %" PRIu64, way, after);
}

void remove_record(attacker *a, uint64_t seq) {
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
