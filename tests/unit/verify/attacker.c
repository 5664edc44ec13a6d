/* attacker.c -- what the attacker changes: one thing as it comes, or one thing and
 * everything that follows from it. */
#include "attacker_parts.h"
#include "trey/table.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t any_record(attacker *a) {
    return 1 + attacker_dice(a, a->records);
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
    snprintf(text, sizeof text, "UPDATE %s SET %s = ?1 WHERE %s = %" PRId64, table, column, key,
             which);
    size_t at;
    bool taken;
    /* Another row may have just these bytes, and the column may want them once. */
    do {
        at = (size_t)attacker_dice(a, size);
        uint8_t bit = (uint8_t)(1u << attacker_dice(a, 8));
        bytes[at] ^= bit;
        taken = put_bytes_if_unique(a, text, bytes, size);
        if (!taken) bytes[at] ^= bit;
    } while (!taken);
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

/* Answers to what was refused are covered by their check alone. */
/* What a commit left behind besides its records. */
static void change_batch(attacker *a) {
    static const char *const column[] = {"chain", "link"};
    int64_t number = any_of(a, "batch", "number", "1");
    flip_blob(a, "batch", column[attacker_dice(a, 2)], "number", number);
}

static void change_answer(attacker *a) {
    int64_t number = any_of(a, "answer", "number", "count > 0");
    switch (attacker_dice(a, 7)) {
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
    case 5:
        sql(a, "UPDATE answer SET command = randomblob(16) WHERE number = %" PRId64, number);
        break;
    default:
        sql(a, "UPDATE answer SET first = 0, count = 0 WHERE number = %" PRId64, number);
        break;
    }
    if (attacker_dice(a, 2)) answers_again(a);
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
    /* Often behind the last checkpoint, which would know better. */
    uint64_t last =
        attacker_dice(a, 2) ? attacker_dice(a, a->records) : a->records - 1 - attacker_dice(a, 25);
    sql(a, "DELETE FROM record WHERE seq > %" PRIu64, last);
    if (attacker_dice(a, 2)) sql(a, "DELETE FROM transfer WHERE id / 1024 > %" PRIu64, last);
    say(a, "cut behind %" PRIu64, last);
}

void attacker_cuts(attacker *a) {
    a->cuts = true;
    cut(a);
    if (attacker_dice(a, 2)) sql(a, "DELETE FROM snapshot");
    if (attacker_dice(a, 2)) return;
    chain_again(a, false);
    size_t used = strlen(a->what);
    snprintf(a->what + used, sizeof a->what - used, ", and the head set back");
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
        attacker_dice(a, 3) ? change_answer(a) : change_batch(a);
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

/* Answers of the cage, or to pledges, change their places: each is of the right kind, and to
 * somebody else's command. */
bool attacker_exchanges_answers(attacker *a) {
    static const char *const kind[] = {"type = 6", "stream.kind = 3 AND place > 0"};
    char from[256];
    int64_t number[2];
    snprintf(from, sizeof from,
             "answer WHERE first IN (SELECT seq FROM record JOIN stream ON stream.id = stream"
             " WHERE %s) AND count = 1",
             kind[attacker_dice(a, 2)]);
    int64_t count = ask(a, "SELECT count(*) FROM %s", from);
    if (count < 2) return false;
    uint64_t at = attacker_dice(a, (uint64_t)count - 1);
    for (unsigned i = 0; i < 2; i++)
        number[i] =
            ask(a, "SELECT number FROM %s ORDER BY number LIMIT 1 OFFSET %" PRIu64, from, at + i);
    sql(a,
        "CREATE TEMP TABLE changed AS SELECT number, command FROM answer WHERE number IN"
        " (%" PRId64 ", %" PRId64 "); UPDATE answer SET command = randomblob(16) WHERE number IN"
        " (SELECT number FROM changed); UPDATE answer SET command = (SELECT command FROM changed"
        " WHERE changed.number <> answer.number) WHERE number IN (SELECT number FROM changed);"
        " DROP TABLE changed",
        number[0], number[1]);
    answers_again(a);
    say(a, "answers %" PRId64 " and %" PRId64 " exchanged", number[0], number[1]);
    return true;
}

/* A number that means the same once it has been cut down to its type. */
void attacker_widens_number(attacker *a) {
    static const char *const number[][4] = {
        {"record", "seq", "type", "65536"},           {"record", "seq", "stream", "(1 << 32)"},
        {"answer", "number", "stream", "(1 << 32)"},  {"answer", "number", "refusal", "65536"},
        {"answer", "number", "count", "(1 << 32)"},   {"transfer", "id", "seat", "256"},
        {"transfer", "id", "wager", "256"},           {"stream", "id", "kind", "256"},
        {"snapshot", "stream", "stream", "(1 << 32)"}};
    const char *const *which = number[attacker_dice(a, sizeof number / sizeof *number)];
    int64_t row = any_of(a, which[0], which[1], "1");
    sql(a, "UPDATE %s SET %s = %s + %s WHERE %s = %" PRId64, which[0], which[2], which[2], which[3],
        which[1], row);
    say(a, "%s of %s %" PRId64 " is %s more", which[2], which[0], row, which[3]);
}

bool attacker_changes_kept(attacker *a) {
    if (ask(a, "SELECT count(*) FROM kept WHERE name = 'seed'") == 0) return false;
    switch (attacker_dice(a, 4)) {
    case 0:
        sql(a, "UPDATE kept SET name = 'sead' WHERE name = 'seed'");
        say(a, "the name of what is kept");
        break;
    case 1:
        sql(a, "UPDATE kept SET stream = stream + 1 WHERE name = 'seed'");
        say(a, "whose the kept seed is");
        break;
    case 2:
        sql(a, "UPDATE kept SET body = substr(body, 2) WHERE name = 'seed'");
        say(a, "the length of the kept seed");
        break;
    default:
        flip_blob(a, "kept", "body", "1", 1);
        break;
    }
    return true;
}

bool attacker_changes_claims(attacker *a) {
    if (ask(a, "SELECT count(*) FROM claim") == 0) return false;
    int64_t stream = any_of(a, "claim", "stream", "1");
    switch (attacker_dice(a, 4)) {
    case 0:
        sql(a, "DELETE FROM claim WHERE stream = %" PRId64, stream);
        say(a, "all claims of stream %" PRId64 " are gone", stream);
        break;
    case 1:
        sql(a,
            "DELETE FROM claim WHERE stream = %" PRId64
            " AND name = (SELECT min(name) FROM claim WHERE stream = %" PRId64 ")",
            stream, stream);
        say(a, "the first claim of stream %" PRId64 " is gone", stream);
        break;
    case 2:
        sql(a, "UPDATE claim SET stream = stream + 1 WHERE stream = %" PRId64, stream);
        say(a, "the claims of stream %" PRId64 " are another's", stream);
        break;
    default:
        sql(a, "UPDATE claim SET name = name || '0' WHERE stream = %" PRId64, stream);
        say(a, "the claims of stream %" PRId64 " are for other hits", stream);
        break;
    }
    return true;
}

/* An answer claims all that the house did by itself before the next command. */
bool attacker_widens_answer(attacker *a) {
    static const char next[] =
        "(SELECT min(next.first) FROM answer AS next WHERE next.first > answer.first)";
    int64_t count =
        ask(a, "SELECT count(*) FROM answer WHERE count > 0 AND first + count < %s", next);
    if (count == 0) return false;
    int64_t number = ask(a,
                         "SELECT number FROM answer WHERE count > 0 AND first + count < %s"
                         " LIMIT 1 OFFSET %" PRIu64,
                         next, attacker_dice(a, (uint64_t)count));
    sql(a, "UPDATE answer SET count = %s - first WHERE number = %" PRId64, next, number);
    answers_again(a);
    say(a, "answer %" PRId64 " claims what follows", number);
    return true;
}

/* Another card is said to have been taken back. */
bool attacker_recalls_another(attacker *a) {
    enum { EVENT = 3 };
    char text[128], from[256];
    uint8_t bytes[4096];
    snprintf(from, sizeof from,
             "record JOIN stream ON stream.id = stream WHERE kind = %d AND type = %d AND"
             " substr(body, 2, 1) = x'%02x'",
             TREY_STREAM_TABLE, EVENT, TREY_EVENT_RECALLED);
    int64_t count = ask(a, "SELECT count(*) FROM %s", from);
    if (count <= 0) return false;
    int64_t seq = ask(a, "SELECT seq FROM %s LIMIT 1 OFFSET %" PRIu64, from,
                      attacker_dice(a, (uint64_t)count));
    snprintf(text, sizeof text, "SELECT body FROM record WHERE seq = %" PRId64, seq);
    size_t size = fetch(a, text, bytes, sizeof bytes);
    assert_true(size > 2);
    /* The card, or its place: another that there is. */
    uint8_t *card = &bytes[size - 1], *place = &bytes[size - 2];
    if (attacker_dice(a, 2)) {
        *card = *card == TREY_NO_CARD ? 0 : *card ^ 1;
    } else {
        *place = *place == 1 ? 2 : *place - 1;
    }
    snprintf(text, sizeof text, "UPDATE record SET body = ?1 WHERE seq = %" PRId64, seq);
    put_bytes(a, text, bytes, size);
    chain_again(a, false);
    say(a, "another card taken back in record %" PRId64, seq);
    return true;
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

void attacker_signs(attacker *a) {
    chain_again(a, true);
    say(a, "nothing, and all of it signed with another key");
}

void attacker_repents(attacker *a) {
    balance_again(a);
    chain_again(a, false);
    say(a, "nothing, and all of it written again");
}
