/* crime_tools.c -- records found by what they say, changed, and put back. */
#include "crimes.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trey/wire.h"

const trey_store_keys *crime_keys;

/* ---- Finding records ------------------------------------------------------------------------ */
/* The first record of a stream of this kind and type, whatever else is asked of it. */
uint64_t first(attacker *a, int kind, int type, const char *where) {
    int64_t seq = ask(a,
                      "SELECT min(seq) FROM record AS r JOIN stream AS s ON s.id = r.stream WHERE"
                      " s.kind = %d AND r.place > 0 AND r.type = %d AND %s",
                      kind, type, where);
    if (seq <= 0) fail_msg("no record of type %d where %s", type, where);
    return (uint64_t)seq;
}

const char shuffled_one[] = "s.name = 'mbs'", entered_one[] = "s.name = 'hits'",
           linked_one[] = "s.name = 'linked one'";

/* A table's event of a kind; or a command of a verb, behind its id. */
uint64_t event_of(attacker *a, const char *table, unsigned kind) {
    char where[160];
    snprintf(where, sizeof where, "%s AND substr(r.body, 2, 1) = x'%02x'", table, kind);
    return first(a, TABLE, TREY_RECORD_EVENT, where);
}
uint64_t command_of(attacker *a, int stream, const char *name, unsigned verb) {
    char where[160];
    snprintf(where, sizeof where, "%s AND substr(r.body, 18, 1) = x'%02x'", name, verb);
    return first(a, stream, TREY_RECORD_COMMAND, where);
}
uint64_t link_command(attacker *a, trey_link_verb verb) {
    return command_of(a, JACKPOT, "1", verb);
}
uint64_t link_event(attacker *a, trey_link_event_kind kind) {
    char where[80];
    snprintf(where, sizeof where, "substr(r.body, 2, 1) = x'%02x'", (unsigned)kind);
    return first(a, JACKPOT, TREY_RECORD_EVENT, where);
}
uint64_t of_house(attacker *a, const char *stream, int type) {
    char where[80];
    snprintf(where, sizeof where, "s.name = '%s'", stream);
    return first(a, HOUSE, type, where);
}
uint64_t cage_record(attacker *a, unsigned kind) {
    char where[80];
    snprintf(where, sizeof where, "substr(r.body, 17, 1) = x'%02x'", kind);
    return first(a, CAGE, TREY_RECORD_EVENT, where);
}

/* ---- Changing them ----------------------------------------------------------------------------
 */

body body_of(attacker *a, uint64_t seq) {
    char text[96];
    body b = {.size = 0};
    snprintf(text, sizeof text, "SELECT body FROM record WHERE seq = %" PRIu64, seq);
    b.size = fetch(a, text, b.byte, sizeof b.byte);
    assert_true(b.size > 0);
    return b;
}

void put_body(attacker *a, uint64_t seq, const body *b) {
    char text[96];
    snprintf(text, sizeof text, "UPDATE record SET body = ?1 WHERE seq = %" PRIu64, seq);
    put_bytes(a, text, b->byte, b->size);
}

void set_byte(attacker *a, uint64_t seq, size_t at, uint8_t byte) {
    body b = body_of(a, seq);
    assert_true(at < b.size && b.byte[at] != byte);
    b.byte[at] = byte;
    put_body(a, seq, &b);
}

void flip_byte(attacker *a, uint64_t seq, size_t at) {
    body b = body_of(a, seq);
    set_byte(a, seq, at, b.byte[at] ^ 1);
}

void lengthen(attacker *a, uint64_t seq) {
    body b = body_of(a, seq);
    b.byte[b.size++] = 1;
    put_body(a, seq, &b);
}

/* One more of this stream behind a record, with what follows moved down. */
void insert_behind(attacker *a, uint64_t seq, int64_t stream, int type, const body *b) {
    char text[160];
    int64_t place =
        1 + ask(a, "SELECT max(place) FROM record WHERE stream = %" PRId64 " AND seq <= %" PRIu64,
                stream, seq);
    renumber(a, seq, 1);
    sql(a, "UPDATE record SET place = -place WHERE stream = %" PRId64 " AND place >= %" PRId64,
        stream, place);
    sql(a, "UPDATE record SET place = -place + 1 WHERE stream = %" PRId64 " AND place < 0", stream);
    snprintf(text, sizeof text,
             "INSERT INTO record SELECT seq + 1, %" PRId64 ", %" PRId64
             ", time, %d, ?1, chain FROM record WHERE seq = %" PRIu64,
             stream, place, type, seq);
    put_bytes(a, text, b->byte, b->size);
}

int64_t stream_of(attacker *a, uint64_t seq) {
    return ask(a, "SELECT stream FROM record WHERE seq = %" PRIu64, seq);
}

void retype(attacker *a, uint64_t seq, int type) {
    sql(a, "UPDATE record SET type = %d WHERE seq = %" PRIu64, type, seq);
}

/* Money that moves with a record which has none. */
void give_money(attacker *a, uint64_t seq) {
    assert_int_equal(ask(a, "SELECT count(*) FROM transfer WHERE id / 1024 = %" PRIu64, seq), 0);
    sql(a, "INSERT INTO transfer VALUES (%" PRIu64 ", %" PRId64 ", %" PRId64 ", 5, 0, 0)",
        seq * TREY_RECORD_TRANSFERS_MAX, trey_account_of(TREY_LEDGER_HOUSE, 1),
        trey_account_of(TREY_LEDGER_PLAYER, 2));
}

/* ---- Forms ------------------------------------------------------------------------------------
 */
static trey_reader after_id(const body *b) {
    return (trey_reader){b->byte + TREY_COMMAND_ID_BYTES, b->size - TREY_COMMAND_ID_BYTES, false};
}

trey_command command_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    trey_reader from = after_id(&b);
    trey_command command;
    trey_command_read(&from, &command);
    assert_false(from.bad);
    return command;
}

void put_command(attacker *a, uint64_t seq, const trey_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_command_write(&to, command);
    b.size = to.used;
    put_body(a, seq, &b);
}

trey_link_command link_command_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    trey_reader from = after_id(&b);
    trey_link_command command;
    trey_link_command_read(&from, &command);
    assert_false(from.bad);
    return command;
}

void put_link_command(attacker *a, uint64_t seq, const trey_link_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_link_command_write(&to, command);
    b.size = to.used;
    put_body(a, seq, &b);
}

trey_table_terms terms_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_RECORD_OPENED, .body = b.byte, .size = (uint32_t)b.size};
    trey_table_terms terms;
    assert_true(trey_terms_decode(&record, &terms));
    return terms;
}

void put_terms(attacker *a, uint64_t seq, const trey_table_terms *terms) {
    body b = {.size = 0};
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    const char *const text[] = {terms->name, terms->rulebook, terms->readings, terms->values,
                                terms->jackpot};
    for (unsigned i = 0; i < 5; i++) trey_write_text(&to, text[i], strlen(text[i]));
    trey_config_write(&to, &terms->config);
    trey_write_number(&to, terms->meter);
    trey_write_byte(&to, terms->run);
    assert_false(terms->run); /* no table of these crimes has anything behind it */
    b.size = to.used;
    put_body(a, seq, &b);
}

uint64_t terms_of(attacker *a, const char *table) {
    return first(a, TABLE, TREY_RECORD_OPENED, table);
}

trey_shift shift_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_SHIFT_CLOSED, .body = b.byte, .size = (uint32_t)b.size};
    trey_shift shift;
    assert_true(trey_shift_decode(&record, &shift));
    return shift;
}

void put_shift(attacker *a, uint64_t seq, const trey_shift *shift) {
    body b = {.size = 0};
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    trey_write_number(&to, (int64_t)shift->number);
    trey_write_number(&to, shift->from);
    trey_write_number(&to, shift->to);
    trey_write_number(&to, (int64_t)shift->seq);
    trey_write_bytes(&to, shift->root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, shift->by);
    trey_write_bytes(&to, shift->id.byte, TREY_COMMAND_ID_BYTES);
    trey_write_text(&to, shift->note, strlen(shift->note));
    b.size = to.used;
    put_body(a, seq, &b);
}

/* The second one: the first has none before it. */
uint64_t last_shift(attacker *a) {
    return (uint64_t)ask(a, "SELECT max(seq) FROM record AS r JOIN stream AS s ON s.id = r.stream"
                            " WHERE s.name = '" TREY_HOUSE_SHIFTS "'");
}

void put_cage(attacker *a, uint64_t seq, const trey_cage_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_write_byte(&to, command->kind);
    trey_write_byte(&to, command->role);
    trey_write_number(&to, command->actor);
    trey_write_number(&to, command->player);
    trey_write_number(&to, command->other);
    trey_write_number(&to, command->amount);
    trey_write_number(&to, command->second);
    trey_write_byte(&to, command->second_role);
    trey_write_byte(&to, command->identified);
    b.size = to.used;
    put_body(a, seq, &b);
}

trey_cage_command cage_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_RECORD_EVENT, .body = b.byte, .size = (uint32_t)b.size};
    trey_command_id id;
    trey_cage_command command;
    assert_true(trey_cage_decode(&record, &id, &command));
    return command;
}
