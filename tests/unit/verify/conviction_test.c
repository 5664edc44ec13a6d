/* conviction_test.c -- each thing that a verification can find, found by nothing else.
 *
 * A store that has everything is forged in one place, and everything that follows is made to fit:
 * chain, tree, balances, answers and signatures, with the house's own key. So what is left to find
 * it by is one check, and its words must be the ones that are said. A check that nobody convicts
 * is found by reading the source: every sentence of lib/verify has to be said here at least once,
 * or stand in the list of those that cannot be. */
#define _GNU_SOURCE /* memmem */
#include "attacker_parts.h"
#include "kept_store.h"

#include "cmocka_suite.h"

#include <dirent.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "trey/shifts.h"
#include "trey/wire.h"

enum { BODY = 4096 };
enum { TABLE = TREY_STREAM_TABLE, JACKPOT = TREY_STREAM_JACKPOT, CAGE = TREY_STREAM_CAGE };
enum { HOUSE = TREY_STREAM_HOUSE };

/* ---- The stores ------------------------------------------------------------------------- */
typedef enum which_store { SHOWN, SECRET, AUDITED, STORES } which_store;
static kept_store stores[STORES];

static void keep_bytes(kept_store *k) {
    FILE *file = fopen(k->s.h.path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    k->size = (size_t)ftell(file);
    rewind(file);
    k->bytes = malloc(k->size);
    assert_non_null(k->bytes);
    assert_int_equal(fread(k->bytes, 1, k->size, file), k->size);
    fclose(file);
    snprintf(k->copy, sizeof k->copy, "%s/copy.trey", k->s.h.folder);
}

static void flush(stored_house *s) {
    assert_int_equal(trey_house_flush(s->h.house, NULL), TREY_STATUS_OK);
}

static void staff(stored_house *s, trey_link_command command) {
    trey_command_id id = house_next_id(&s->h);
    trey_reply reply;
    command.role = TREY_ROLE_SHIFT_MANAGER;
    command.actor = 901;
    strcpy(command.reason, "a cable was cut");
    assert_int_equal(trey_house_jackpot_command(s->h.house, 0, &id, &command, &reply),
                     TREY_STATUS_OK);
    if (reply.refused) fail_msg("%s", trey_reply_word(reply.refused));
    flush(s);
}

/* Three hits of which the link hears nothing: one is claimed, one struck off, one left. */
static void miss_awards(stored_house *s) {
    trey_unpaid_list unpaid;
    staff(s, (trey_link_command){.verb = TREY_LINK_DOWN});
    stored_house_royals(s, 3);
    staff(s, (trey_link_command){.verb = TREY_LINK_UP});
    assert_int_equal(trey_house_unpaid(s->h.house, 0, &unpaid), TREY_STATUS_OK);
    assert_int_equal(unpaid.count, 3);
    for (unsigned i = 0; i < 2; i++) {
        trey_link_command missed = {.verb = i ? TREY_LINK_STRIKE : TREY_LINK_CLAIM,
                                    .round = unpaid.award[i].round};
        missed.hit.table = unpaid.award[i].table;
        missed.hit.seat = unpaid.award[i].seat;
        staff(s, missed);
    }
}

/* A round that is void: the jackpot hears of the bet that goes back, and of the round's end. */
static void void_a_linked_round(stored_house *s) {
    unsigned table = trey_house_table_find(s->h.house, "linked one");
    trey_command rule = {.verb = TREY_VERB_RULE,
                         .role = TREY_ROLE_SHIFT_MANAGER,
                         .actor = 900,
                         .ruling = TREY_RULING_VOID};
    strcpy(rule.reason, "the lights went out");
    assert_int_equal(house_by_dealer(&s->h, table, TREY_VERB_OPEN), 0);
    assert_int_equal(house_by_player(&s->h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_ANTE, 1000), 0);
    assert_int_equal(house_by_player(&s->h, table, TREY_VERB_BET, 2, 2, TREY_WAGER_PROGRESSIVE, 0),
                     0);
    assert_int_equal(house_by_dealer(&s->h, table, TREY_VERB_CLOSE), 0);
    assert_int_equal(house_give(&s->h, table, &rule), 0);
}

/* People, a session, a ticket, a shift, an incident. */
static void employ(stored_house *s) {
    trey_people *people;
    trey_shifts *shifts;
    trey_store_message message;
    trey_password_hash hash;
    trey_people_refused refused;
    trey_person guest, manager, cashier;
    trey_shift shift;
    trey_house_notes notes;
    bool again;
    const trey_hash token = trey_hash_of("cookie", 6), paper = trey_hash_of("ticket", 6);
    assert_int_equal(trey_people_open(&people, s->h.house, &message), TREY_STATUS_OK);
    assert_int_equal(trey_password_hash_of("correct horse", &hash), TREY_STATUS_OK);
    assert_int_equal(trey_people_guest(people, &guest), TREY_STATUS_OK);
    assert_int_equal(trey_people_add(people, "Mona", TREY_OFFICE_SHIFT_MANAGER, &hash, TREY_NOBODY,
                                     &manager, &refused),
                     TREY_STATUS_OK);
    assert_int_equal(
        trey_people_add(people, "Carl", TREY_OFFICE_CASHIER, NULL, manager, &cashier, &refused),
        TREY_STATUS_OK);
    assert_int_equal(trey_people_session_keep(people, &token, manager, "here"), TREY_STATUS_OK);
    const trey_ticket ticket = {.person = manager, .until = s->h.now, .session = token};
    assert_int_equal(trey_people_ticket_keep(people, &paper, &ticket), TREY_STATUS_OK);
    flush(s);
    assert_int_equal(trey_shifts_open(&shifts, s->h.house, &message), TREY_STATUS_OK);
    for (unsigned i = 0; i < 2; i++) {
        trey_command_id id = house_next_id(&s->h);
        assert_int_equal(trey_shifts_end(shifts, &id, manager, "quiet", &shift, &again),
                         TREY_STATUS_OK);
        flush(s);
    }
    trey_shifts_close(shifts);
    const trey_incident incident = {.kind = TREY_INCIDENT_REFUSED,
                                    .person = cashier,
                                    .office = TREY_OFFICE_CASHIER,
                                    .word = "bet",
                                    .reason = "role_too_low"};
    assert_int_equal(trey_house_notes_open(s->h.house, TREY_HOUSE_INCIDENTS, &notes),
                     TREY_STATUS_OK);
    assert_int_equal(trey_house_incident(s->h.house, &notes, &incident), TREY_STATUS_OK);
    flush(s);
    trey_people_close(people);
}

static int build(void **state) {
    (void)state;
    static const trey_reveal reveals[] = {TREY_REVEAL_ALL, TREY_REVEAL_NOBODY, TREY_REVEAL_AUDITOR};
    for (unsigned i = 0; i < STORES; i++) {
        stored_house *s = &stores[i].s;
        stored_house_build(s, reveals[i], 1);
        stored_house_open(s);
        if (i == SHOWN) {
            stored_house_hits(s);
            miss_awards(s);
            void_a_linked_round(s);
            employ(s);
        }
        /* A round is left running whose seed is kept. */
        assert_int_equal(house_by_dealer(&s->h, 0, TREY_VERB_OPEN), 0);
        house_drop(&s->h);
        keep_bytes(&stores[i]);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (unsigned i = 0; i < STORES; i++) {
        unlink(stores[i].copy);
        free(stores[i].bytes);
        stored_house_tear_down(&stores[i].s);
    }
    return 0;
}

/* ---- Finding records ------------------------------------------------------------------------ */
/* The first record of a stream of this kind and type, whatever else is asked of it. */
static uint64_t first(attacker *a, int kind, int type, const char *where) {
    int64_t seq = ask(a,
                      "SELECT min(seq) FROM record AS r JOIN stream AS s ON s.id = r.stream WHERE"
                      " s.kind = %d AND r.place > 0 AND r.type = %d AND %s",
                      kind, type, where);
    if (seq <= 0) fail_msg("no record of type %d where %s", type, where);
    return (uint64_t)seq;
}

static const char shuffled_one[] = "s.name = 'mbs'", entered_one[] = "s.name = 'hits'",
                  linked_one[] = "s.name = 'linked one'";

/* A table's event of a kind; or a command of a verb, behind its id. */
static uint64_t event_of(attacker *a, const char *table, unsigned kind) {
    char where[160];
    snprintf(where, sizeof where, "%s AND substr(r.body, 2, 1) = x'%02x'", table, kind);
    return first(a, TABLE, TREY_RECORD_EVENT, where);
}
static uint64_t command_of(attacker *a, int stream, const char *name, unsigned verb) {
    char where[160];
    snprintf(where, sizeof where, "%s AND substr(r.body, 18, 1) = x'%02x'", name, verb);
    return first(a, stream, TREY_RECORD_COMMAND, where);
}
static uint64_t link_command(attacker *a, trey_link_verb verb) {
    return command_of(a, JACKPOT, "1", verb);
}
static uint64_t link_event(attacker *a, trey_link_event_kind kind) {
    char where[80];
    snprintf(where, sizeof where, "substr(r.body, 2, 1) = x'%02x'", (unsigned)kind);
    return first(a, JACKPOT, TREY_RECORD_EVENT, where);
}
static uint64_t of_house(attacker *a, const char *stream, int type) {
    char where[80];
    snprintf(where, sizeof where, "s.name = '%s'", stream);
    return first(a, HOUSE, type, where);
}
static uint64_t cage_record(attacker *a, unsigned kind) {
    char where[80];
    snprintf(where, sizeof where, "substr(r.body, 17, 1) = x'%02x'", kind);
    return first(a, CAGE, TREY_RECORD_EVENT, where);
}

/* ---- Changing them ----------------------------------------------------------------------------
 */
typedef struct body {
    uint8_t byte[BODY];
    size_t size;
} body;

static body body_of(attacker *a, uint64_t seq) {
    char text[96];
    body b = {.size = 0};
    snprintf(text, sizeof text, "SELECT body FROM record WHERE seq = %" PRIu64, seq);
    b.size = fetch(a, text, b.byte, sizeof b.byte);
    assert_true(b.size > 0);
    return b;
}

static void put_body(attacker *a, uint64_t seq, const body *b) {
    char text[96];
    snprintf(text, sizeof text, "UPDATE record SET body = ?1 WHERE seq = %" PRIu64, seq);
    put_bytes(a, text, b->byte, b->size);
}

static void set_byte(attacker *a, uint64_t seq, size_t at, uint8_t byte) {
    body b = body_of(a, seq);
    assert_true(at < b.size && b.byte[at] != byte);
    b.byte[at] = byte;
    put_body(a, seq, &b);
}

static void flip_byte(attacker *a, uint64_t seq, size_t at) {
    body b = body_of(a, seq);
    set_byte(a, seq, at, b.byte[at] ^ 1);
}

static void lengthen(attacker *a, uint64_t seq) {
    body b = body_of(a, seq);
    b.byte[b.size++] = 1;
    put_body(a, seq, &b);
}

/* One more of this stream behind a record, with what follows moved down. */
static void insert_behind(attacker *a, uint64_t seq, int64_t stream, int type, const body *b) {
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

static int64_t stream_of(attacker *a, uint64_t seq) {
    return ask(a, "SELECT stream FROM record WHERE seq = %" PRIu64, seq);
}

static void retype(attacker *a, uint64_t seq, int type) {
    sql(a, "UPDATE record SET type = %d WHERE seq = %" PRIu64, type, seq);
}

/* Money that moves with a record which has none. */
static void give_money(attacker *a, uint64_t seq) {
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

static trey_command command_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    trey_reader from = after_id(&b);
    trey_command command;
    trey_command_read(&from, &command);
    assert_false(from.bad);
    return command;
}

static void put_command(attacker *a, uint64_t seq, const trey_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_command_write(&to, command);
    b.size = to.used;
    put_body(a, seq, &b);
}

static trey_link_command link_command_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    trey_reader from = after_id(&b);
    trey_link_command command;
    trey_link_command_read(&from, &command);
    assert_false(from.bad);
    return command;
}

static void put_link_command(attacker *a, uint64_t seq, const trey_link_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_link_command_write(&to, command);
    b.size = to.used;
    put_body(a, seq, &b);
}

static trey_table_terms terms_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_RECORD_OPENED, .body = b.byte, .size = (uint32_t)b.size};
    trey_table_terms terms;
    assert_true(trey_terms_decode(&record, &terms));
    return terms;
}

static void put_terms(attacker *a, uint64_t seq, const trey_table_terms *terms) {
    body b = {.size = 0};
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    const char *const text[] = {terms->name, terms->rulebook, terms->readings, terms->values,
                                terms->jackpot};
    for (unsigned i = 0; i < 5; i++) trey_write_text(&to, text[i], strlen(text[i]));
    trey_config_write(&to, &terms->config);
    trey_write_number(&to, terms->meter);
    trey_write_byte(&to, terms->physical);
    b.size = to.used;
    put_body(a, seq, &b);
}

static uint64_t terms_of(attacker *a, const char *table) {
    return first(a, TABLE, TREY_RECORD_OPENED, table);
}

static trey_shift shift_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_SHIFT_CLOSED, .body = b.byte, .size = (uint32_t)b.size};
    trey_shift shift;
    assert_true(trey_shift_decode(&record, &shift));
    return shift;
}

static void put_shift(attacker *a, uint64_t seq, const trey_shift *shift) {
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
static uint64_t last_shift(attacker *a) {
    return (uint64_t)ask(a, "SELECT max(seq) FROM record AS r JOIN stream AS s ON s.id = r.stream"
                            " WHERE s.name = '" TREY_HOUSE_SHIFTS "'");
}

static void put_cage(attacker *a, uint64_t seq, const trey_cage_command *command) {
    body b = body_of(a, seq);
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    trey_write_byte(&to, command->kind);
    trey_write_byte(&to, command->role);
    trey_write_number(&to, command->actor);
    trey_write_number(&to, command->player);
    trey_write_number(&to, command->other);
    trey_write_number(&to, command->amount);
    b.size = to.used;
    put_body(a, seq, &b);
}

static trey_cage_command cage_at(attacker *a, uint64_t seq) {
    const body b = body_of(a, seq);
    const trey_record record = {
        .type = TREY_RECORD_EVENT, .body = b.byte, .size = (uint32_t)b.size};
    trey_command_id id;
    trey_cage_command command;
    assert_true(trey_cage_decode(&record, &id, &command));
    return command;
}

/* ---- Crimes ------------------------------------------------------------------------------------
 * Each changes one thing. Unless it says otherwise the store that shows its seeds is forged, all is
 * made to fit again, and the one who looks has the house's key. */
enum {
    RAW = 1,         /* nothing is made to fit */
    STRANGER = 2,    /* who looks has no key */
    HIDDEN = 4,      /* in the store whose seeds nobody sees */
    FOR_AUDITOR = 8, /* ... only an auditor */
    WITNESSED = 16,  /* who looks has the witness, too */
    SNAPSHOTS = 32,  /* they are left as they are */
    OWN_KEY = 64     /* and signed with a key of the forger's own */
};
typedef struct crime {
    const char *words;
    void (*commit)(attacker *a);
    unsigned how;
} crime;
#define CRIME(name) static void name(attacker *a)

/* Numbers, hashes, checkpoints, head. */
CRIME(loses_a_record) {
    sql(a, "DELETE FROM record WHERE seq = 7");
}
CRIME(changes_a_record) {
    flip_byte(a, 9, 0);
}
CRIME(changes_a_checkpoints_chain) {
    sql(a, "UPDATE checkpoint SET chain = root WHERE number = 2");
}
CRIME(changes_a_checkpoints_root) {
    sql(a, "UPDATE checkpoint SET root = chain WHERE number = 2");
}
CRIME(changes_a_signature) {
    sql(a, "UPDATE checkpoint SET signature = randomblob(64) WHERE number = 2");
}
/* Properly signed, for another time than that of its last record. */
CRIME(signs_for_another_time) {
    trey_checkpoint c = {.number = 2};
    uint8_t bytes[256];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    c.count = (uint64_t)ask(a, "SELECT count FROM checkpoint WHERE number = 2");
    c.time = 1 + ask(a, "SELECT time FROM checkpoint WHERE number = 2");
    fetch(a, "SELECT chain FROM checkpoint WHERE number = 2", c.chain.byte, TREY_HASH_BYTES);
    fetch(a, "SELECT root FROM checkpoint WHERE number = 2", c.root.byte, TREY_HASH_BYTES);
    trey_write_text(&to, "trey checkpoint 1", 17);
    trey_write_bytes(&to, a->identity, sizeof a->identity);
    trey_write_number(&to, (int64_t)c.number);
    trey_write_number(&to, (int64_t)c.count);
    trey_write_bytes(&to, c.chain.byte, TREY_HASH_BYTES);
    trey_write_bytes(&to, c.root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, c.time);
    crypto_sign_detached(c.signature, NULL, bytes, to.used, a->sign_secret);
    memcpy(c.key, a->sign_public, sizeof c.key);
    assert_true(trey_checkpoint_signed(&c, a->identity));
    sql(a, "UPDATE checkpoint SET time = %" PRId64 " WHERE number = 2", c.time);
    put_bytes(a, "UPDATE checkpoint SET signature = ?1 WHERE number = 2", c.signature,
              sizeof c.signature);
}
CRIME(nothing) {
    (void)a;
}
CRIME(loses_a_checkpoint) {
    sql(a, "DELETE FROM checkpoint WHERE number = 2");
}
CRIME(loses_the_last_checkpoint) {
    sql(a, "DELETE FROM checkpoint WHERE number = (SELECT max(number) FROM checkpoint)");
}
CRIME(does_not_count_the_last_checkpoint) {
    sql(a, "UPDATE head SET checkpoints = checkpoints - 1");
}
CRIME(shortens_a_checkpoint) {
    sql(a, "UPDATE checkpoint SET count = 1 WHERE number = 3");
}
CRIME(empties_a_checkpoint) {
    sql(a, "UPDATE checkpoint SET count = 0 WHERE number = 1");
}
CRIME(promises_a_checkpoint) {
    sql(a, "UPDATE checkpoint SET count = count + 100000 WHERE number ="
           " (SELECT max(number) FROM checkpoint)");
}
CRIME(adds_a_record_behind_the_end) {
    sql(a, "INSERT INTO record SELECT seq + 1, stream, place + 1, time, type, body, chain FROM"
           " record WHERE seq = (SELECT max(seq) FROM record)");
}
CRIME(loses_the_last_record) {
    sql(a, "DELETE FROM record WHERE seq = (SELECT max(seq) FROM record)");
}
CRIME(changes_the_heads_root) {
    uint8_t bytes[TREY_PATH_MAX * TREY_HASH_BYTES];
    size_t size = fetch(a, "SELECT frontier FROM head", bytes, sizeof bytes);
    bytes[0] ^= 1;
    put_bytes(a, "UPDATE head SET frontier = ?1", bytes, size);
}
CRIME(changes_the_heads_chain) {
    sql(a, "UPDATE head SET chain = randomblob(32)");
}

/* Streams and snapshots. */
CRIME(loses_a_stream) {
    sql(a, "DELETE FROM stream WHERE id = 3");
}
CRIME(lists_a_stream_more) {
    sql(a, "INSERT INTO stream SELECT max(id) + 1, 4, 'nobody', 0 FROM stream");
}
CRIME(renames_a_stream) {
    sql(a, "UPDATE stream SET name = 'nbs' WHERE name = 'mbs'");
}
CRIME(opens_a_stream_with_a_type) {
    sql(a, "UPDATE record SET type = 1 WHERE place = 0 AND stream = 3");
}
CRIME(makes_a_kind_of_stream) {
    int64_t id = ask(a, "SELECT id FROM stream WHERE name = '" TREY_HOUSE_INCIDENTS "'");
    uint64_t seq =
        (uint64_t)ask(a, "SELECT seq FROM record WHERE place = 0 AND stream = %" PRId64, id);
    sql(a, "UPDATE stream SET kind = 9 WHERE id = %" PRId64, id);
    set_byte(a, seq, 0, 9 << 1);
}
CRIME(puts_a_record_into_no_stream) {
    sql(a, "UPDATE record SET stream = 99 WHERE seq = (SELECT max(seq) FROM record)");
}
CRIME(skips_a_place) {
    sql(a, "UPDATE record SET place = place + 1 WHERE seq = (SELECT max(seq) FROM record)");
}
CRIME(takes_a_snapshot_of_nothing) {
    sql(a, "INSERT INTO snapshot VALUES (99, 1, x'01')");
}
CRIME(takes_a_snapshot_of_the_future) {
    sql(a, "UPDATE snapshot SET place = place + 100000 WHERE stream ="
           " (SELECT min(stream) FROM snapshot)");
}
static void change_snapshot(attacker *a, int kind, unsigned at) {
    uint8_t bytes[1 << 15];
    char text[200];
    int64_t stream = ask(a,
                         "SELECT min(stream) FROM snapshot JOIN stream ON id = stream WHERE kind ="
                         " %d",
                         kind);
    assert_true(stream > 0);
    snprintf(text, sizeof text, "SELECT body FROM snapshot WHERE stream = %" PRId64, stream);
    size_t size = fetch(a, text, bytes, sizeof bytes);
    assert_true(size > at);
    bytes[at] ^= 1;
    snprintf(text, sizeof text, "UPDATE snapshot SET body = ?1 WHERE stream = %" PRId64, stream);
    put_bytes(a, text, bytes, size);
}
CRIME(changes_a_tables_snapshot) {
    change_snapshot(a, TABLE, 8);
}
CRIME(changes_a_jackpots_snapshot) {
    change_snapshot(a, JACKPOT, 8);
}
/* It is the state of its place, but a round was running there: a house takes none then. */
CRIME(takes_a_snapshot_in_the_middle) {
    sql(a, "UPDATE snapshot SET place = 3 WHERE stream = (SELECT min(stream) FROM snapshot JOIN"
           " stream ON id = stream WHERE kind = 1)");
}
/* One of everybody, which is of another place than the house's. */
CRIME(changes_the_peoples_snapshot) {
    int64_t id = ask(a, "SELECT id FROM stream WHERE name = '" TREY_HOUSE_PEOPLE "'");
    sql(a, "INSERT INTO snapshot VALUES (%" PRId64 ", 2, x'010400')", id);
}

/* Money. */
CRIME(pays_nothing) {
    sql(a, "UPDATE transfer SET cents = 0 WHERE id = (SELECT max(id) FROM transfer)");
}
CRIME(pays_himself) {
    sql(a, "UPDATE transfer SET payee = payer WHERE id = (SELECT max(id) FROM transfer)");
}
CRIME(pays_an_account_of_no_kind) {
    sql(a, "UPDATE transfer SET payee = payee / 64 * 64 + 63 WHERE id ="
           " (SELECT max(id) FROM transfer)");
}
CRIME(pays_from_an_account_of_no_kind) {
    sql(a, "UPDATE transfer SET payer = payer / 64 * 64 + 63 WHERE id ="
           " (SELECT max(id) FROM transfer)");
}
CRIME(pays_too_much_for_an_account) {
    for (unsigned i = 1; i <= 2; i++)
        sql(a, "INSERT INTO transfer SELECT max(id) + 1, payer, payee, 9223372036854775807, 0, 0"
               " FROM transfer");
    chain_again(a, false); /* its balances are no numbers any more */
}
CRIME(lets_a_player_owe) {
    uint64_t seq = cage_record(a, TREY_CAGE_BUY_IN);
    sql(a, "UPDATE transfer SET payer = payee, payee = payer WHERE id / 1024 = %" PRIu64, seq);
}
#define GIVES_MONEY(name, seq)                                                                     \
    CRIME(gives_money_with_##name) {                                                               \
        give_money(a, (seq));                                                                      \
    }
GIVES_MONEY(a_command, command_of(a, TABLE, shuffled_one, TREY_VERB_BET))
GIVES_MONEY(a_link_command, link_command(a, TREY_LINK_CONTRIBUTE))
GIVES_MONEY(a_commitment, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one))
GIVES_MONEY(a_nonce, first(a, TABLE, TREY_RECORD_NONCE, shuffled_one))
GIVES_MONEY(a_root, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one))
GIVES_MONEY(a_fate, first(a, TABLE, TREY_RECORD_FATE, shuffled_one))
GIVES_MONEY(a_person, of_house(a, TREY_HOUSE_PEOPLE, TREY_PEOPLE_GUEST))
GIVES_MONEY(an_incident, of_house(a, TREY_HOUSE_INCIDENTS, TREY_INCIDENT_REFUSED))
GIVES_MONEY(a_shift, last_shift(a))
GIVES_MONEY(a_name, 1)
GIVES_MONEY(an_event, event_of(a, shuffled_one, TREY_EVENT_CLOSED))
GIVES_MONEY(a_link_event, link_event(a, TREY_LINK_EVENT_LIVE))
GIVES_MONEY(a_tables_terms, terms_of(a, shuffled_one))

static void change_money(attacker *a, uint64_t seq, const char *set) {
    sql(a, "UPDATE transfer SET %s WHERE id = %" PRIu64 " * 1024", set, seq);
}
#define MOVES_MONEY(name, set)                                                                     \
    CRIME(moves_##name) {                                                                          \
        change_money(a, event_of(a, shuffled_one, TREY_EVENT_BET), set);                           \
    }
MOVES_MONEY(another_payer, "payer = payer + 64")
MOVES_MONEY(another_payee, "payee = payee + 64")
MOVES_MONEY(another_sum, "cents = cents - 1")
MOVES_MONEY(another_seat, "seat = seat + 1")
MOVES_MONEY(another_wager, "wager = wager + 1")
CRIME(forgets_money) {
    sql(a, "DELETE FROM transfer WHERE id = %" PRIu64 " * 1024",
        event_of(a, shuffled_one, TREY_EVENT_BET));
}
CRIME(changes_the_cages_money) {
    change_money(a, cage_record(a, TREY_CAGE_BUY_IN), "cents = cents + 1");
}
CRIME(changes_a_boxs_money) {
    change_money(a, cage_record(a, TREY_CAGE_TRANSFER), "payee = payee + 64");
}
CRIME(changes_a_jackpots_money) {
    change_money(a, link_event(a, TREY_LINK_EVENT_CONTRIBUTED), "cents = cents + 1");
}
CRIME(changes_a_jackpots_start) {
    change_money(a, first(a, JACKPOT, TREY_RECORD_OPENED, "1"), "cents = cents + 1");
}
CRIME(changes_a_balance) {
    sql(a, "UPDATE account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM account)");
}
CRIME(invents_an_account) {
    sql(a, "INSERT INTO account VALUES (64 * 7777 + 1, 0, 0)");
}
CRIME(loses_an_account) {
    sql(a, "DELETE FROM account WHERE id = (SELECT min(id) FROM account)");
}

/* The cage. */
CRIME(lengthens_a_cage_record) {
    lengthen(a, cage_record(a, TREY_CAGE_BUY_IN));
}
#define AT_THE_CAGE(name, which, change)                                                           \
    CRIME(cage_##name) {                                                                           \
        uint64_t seq = cage_record(a, which);                                                      \
        trey_cage_command c = cage_at(a, seq);                                                     \
        change;                                                                                    \
        put_cage(a, seq, &c);                                                                      \
    }
AT_THE_CAGE(of_no_kind, TREY_CAGE_BUY_IN, c.kind = TREY_CAGE_BOX + 1)
AT_THE_CAGE(of_nothing, TREY_CAGE_BUY_IN, c.amount = 0)
AT_THE_CAGE(of_too_much, TREY_CAGE_BUY_IN, c.amount = TREY_LIMIT_MAX + 1)
AT_THE_CAGE(for_nobody, TREY_CAGE_BUY_IN, c.player = TREY_NOBODY)
AT_THE_CAGE(to_nobody, TREY_CAGE_TRANSFER, c.other = TREY_NOBODY)
AT_THE_CAGE(from_nobody, TREY_CAGE_TRANSFER, c.player = TREY_NOBODY)
AT_THE_CAGE(to_himself, TREY_CAGE_TRANSFER, c.other = c.player)
AT_THE_CAGE(box_of_a_player, TREY_CAGE_CASH_OUT, (c.kind = TREY_CAGE_BOX, c.other = 4))
AT_THE_CAGE(box_of_nothing, TREY_CAGE_CASH_OUT,
            (c.kind = TREY_CAGE_BOX, c.player = TREY_NOBODY, c.other = 999))
AT_THE_CAGE(box_of_no_table, TREY_CAGE_CASH_OUT,
            (c.kind = TREY_CAGE_BOX, c.player = TREY_NOBODY, c.other = 1))
AT_THE_CAGE(by_a_dealer, TREY_CAGE_BUY_IN, c.role = TREY_ROLE_DEALER)
AT_THE_CAGE(by_a_pit_manager, TREY_CAGE_BUY_IN, c.role = TREY_ROLE_PIT_MANAGER)
AT_THE_CAGE(by_nobody, TREY_CAGE_BUY_IN, c.actor = TREY_NOBODY)
AT_THE_CAGE(out_by_the_house, TREY_CAGE_CASH_OUT,
            (c.actor = TREY_NOBODY, c.role = TREY_ROLE_DEALER))
/* A box that is emptied while its table plays. */
CRIME(cage_box_in_a_round) {
    uint64_t open = event_of(a, shuffled_one, TREY_EVENT_OPENED);
    uint64_t seq = cage_record(a, TREY_CAGE_BUY_IN);
    body b = body_of(a, seq);
    int64_t cage = stream_of(a, seq), table = stream_of(a, open);
    memset(b.byte, 0, TREY_COMMAND_ID_BYTES);
    insert_behind(a, open, cage, TREY_RECORD_EVENT, &b);
    const trey_cage_command box = {TREY_CAGE_BOX, TREY_CAGE_CASHIER, 900,
                                   TREY_NOBODY,   (uint32_t)table,   5};
    put_cage(a, open + 1, &box);
}

/* Tables. */
CRIME(lengthens_terms) {
    body b = body_of(a, terms_of(a, shuffled_one));
    b.byte[b.size - 1] = 2; /* neither entered nor shuffled */
    put_body(a, terms_of(a, shuffled_one), &b);
}
#define OPENS_WITH(name, table, change)                                                            \
    CRIME(opens_with_##name) {                                                                     \
        uint64_t seq = terms_of(a, table);                                                         \
        trey_table_terms t = terms_at(a, seq);                                                     \
        change;                                                                                    \
        put_terms(a, seq, &t);                                                                     \
    }
OPENS_WITH(another_name, shuffled_one, t.name[0] = 'n')
OPENS_WITH(no_book, shuffled_one, strcpy(t.rulebook, "nbs"))
OPENS_WITH(no_reading, shuffled_one, strcpy(t.readings, "A-MBS-01=Z"))
OPENS_WITH(no_value, shuffled_one, strcpy(t.values, "pays.nothing=1"))
OPENS_WITH(no_jackpot, linked_one, strcpy(t.jackpot, "bag"))
OPENS_WITH(jackpot_off, linked_one, t.config.jackpot = 0)
OPENS_WITH(another_bet, linked_one, t.config.jackpot_bet++)
OPENS_WITH(another_contribution, linked_one, t.config.jackpot_contribution++)
OPENS_WITH(another_reset, linked_one, t.config.jackpot_reset++)
OPENS_WITH(another_meter, linked_one, t.meter++)
OPENS_WITH(too_many_positions, shuffled_one, t.config.positions = 9)
CRIME(begins_a_table_without_terms) {
    retype(a, terms_of(a, shuffled_one), TREY_RECORD_COMMAND);
}
CRIME(has_terms_twice) {
    retype(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET), TREY_RECORD_OPENED);
}
CRIME(lengthens_a_command) {
    lengthen(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET));
}
CRIME(enters_a_card_where_they_are_shuffled) {
    set_byte(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET), 17, TREY_VERB_CARD);
    lengthen(a, command_of(a, TABLE, shuffled_one, TREY_VERB_CARD));
}
CRIME(recalls_a_card_where_they_are_shuffled) {
    set_byte(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET), 17, TREY_VERB_RECALL);
}
CRIME(opens_a_round_without_commitment) {
    remove_record(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one));
}
CRIME(deals_without_root) {
    remove_record(a, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one));
}
CRIME(does_something_else_behind_a_commitment) {
    set_byte(a, command_of(a, TABLE, shuffled_one, TREY_VERB_OPEN), 17, TREY_VERB_CLOSE);
}
#define SHOWS(name, change)                                                                        \
    CRIME(shows_##name) {                                                                          \
        uint64_t seq = command_of(a, TABLE, "s.name LIKE 'linked%'", TREY_VERB_METER);             \
        trey_command c = command_at(a, seq);                                                       \
        change;                                                                                    \
        put_command(a, seq, &c);                                                                   \
    }
SHOWS(another_value, c.amount++)
SHOWS(another_bet, c.jackpot.bet++)
SHOWS(another_contribution, c.jackpot.contribution++)
SHOWS(another_reset, c.jackpot.reset++)
CRIME(shows_the_deck) {
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_DECK);
    trey_command c = command_at(a, seq);
    c.count = 1;
    c.cards[0] = 7;
    put_command(a, seq, &c);
}
CRIME(bets_at_another_seat) {
    set_byte(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET), 19, 77);
}
CRIME(changes_an_event) {
    uint64_t seq = event_of(a, shuffled_one, TREY_EVENT_CLOSED);
    set_byte(a, seq, 4, TREY_ROLE_SHIFT_MANAGER);
}
CRIME(opens_the_sealed_deck) {
    retype(a, first(a, TABLE, TREY_RECORD_SEALED, shuffled_one), TREY_RECORD_EVENT);
}
CRIME(repeats_an_event) {
    uint64_t seq = event_of(a, shuffled_one, TREY_EVENT_CLOSED);
    const body b = body_of(a, seq);
    uint64_t last = command_of(a, TABLE, shuffled_one, TREY_VERB_DECK) - 2; /* before the root */
    insert_behind(a, last, stream_of(a, seq), TREY_RECORD_EVENT, &b);
}
CRIME(writes_no_event) {
    repeats_an_event(a);
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_DECK) - 2;
    lengthen(a, seq);
}
CRIME(seals_an_event) {
    retype(a, event_of(a, shuffled_one, TREY_EVENT_CLOSED), TREY_RECORD_SEALED);
}
CRIME(writes_no_record_of_a_table) {
    retype(a, first(a, TABLE, TREY_RECORD_NONCE, shuffled_one), 99);
}
CRIME(writes_something_else_than_a_fate) {
    retype(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), TREY_RECORD_NONCE);
}
/* Of commands that are the house's own: no answer misses anything. */
CRIME(forgets_an_event) {
    remove_record(a, event_of(a, "s.name LIKE 'linked%'", TREY_EVENT_METER_SHOWN));
}
/* ... behind which another stream goes on: a round that the start of the house has ended. */
CRIME(forgets_the_last_event_of_a_table) {
    int64_t seq = ask(a,
                      "SELECT max(seq) FROM record JOIN stream ON id = stream WHERE name ="
                      " 'rws' AND type = %d",
                      TREY_RECORD_FATE);
    remove_record(a, (uint64_t)seq);
}
/* An answer that claims more than is left is read only when the streams have ended. */
static void cut_behind(attacker *a, uint64_t last) {
    sql(a, "DELETE FROM record WHERE seq > %" PRIu64, last);
    sql(a, "DELETE FROM transfer WHERE id / 1024 > %" PRIu64, last);
    sql(a,
        "DELETE FROM answer WHERE number >= (SELECT min(number) FROM answer WHERE first > "
        "%" PRIu64 ")",
        last);
    sql(a, "DELETE FROM stream WHERE id NOT IN (SELECT stream FROM record)");
    sql(a, "DELETE FROM claim; DELETE FROM kept");
}
CRIME(ends_a_table_in_a_command) {
    cut_behind(a, command_of(a, TABLE, "s.name LIKE 'linked%'", TREY_VERB_METER));
}
CRIME(ends_a_table_behind_a_commitment) {
    cut_behind(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one));
}
CRIME(ends_a_jackpot_in_a_command) {
    cut_behind(a, link_command(a, TREY_LINK_CONTRIBUTE));
}
/* In the dark: the cards are not known, and the events are taken as they are. */
static uint64_t dark_event(attacker *a, unsigned kind) {
    uint64_t deck = first(a, TABLE, TREY_RECORD_SEALED, shuffled_one);
    int64_t seq = ask(a,
                      "SELECT min(seq) FROM record WHERE type = 3 AND stream = %" PRId64
                      " AND seq > %" PRIu64 " AND substr(body, 2, 1) = x'%02x'",
                      stream_of(a, deck), deck, kind);
    if (seq <= 0) fail_msg("no event %u in the dark", kind);
    return (uint64_t)seq;
}
CRIME(plays_at_no_seat_in_the_dark) {
    set_byte(a, dark_event(a, TREY_EVENT_LINE), 2, 9);
}
CRIME(keeps_a_stake_in_the_dark) {
    uint64_t seq = dark_event(a, TREY_EVENT_LINE);
    remove_record(a, seq);
}

/* Seeds and cards. */
CRIME(lengthens_a_commitment) {
    lengthen(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one));
}
CRIME(commits_where_cards_are_entered) {
    const body b = body_of(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one));
    uint64_t terms = terms_of(a, entered_one);
    insert_behind(a, terms, stream_of(a, terms), TREY_RECORD_COMMITMENT, &b);
}
CRIME(commits_twice) {
    uint64_t seq = first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one);
    const body b = body_of(a, seq);
    insert_behind(a, seq, stream_of(a, seq), TREY_RECORD_COMMITMENT, &b);
}
CRIME(commits_to_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one), 0, 2 << 1);
}
CRIME(adds_a_nonce_of_nobody) {
    set_byte(a, first(a, TABLE, TREY_RECORD_NONCE, shuffled_one), 16, 0);
}
CRIME(adds_a_nonce_too_late) {
    body b = body_of(a, first(a, TABLE, TREY_RECORD_NONCE, shuffled_one));
    uint64_t closed = event_of(a, shuffled_one, TREY_EVENT_CLOSED);
    memset(b.byte, 0, TREY_COMMAND_ID_BYTES);
    uint64_t root = first(a, TABLE, TREY_RECORD_ROOT, shuffled_one);
    insert_behind(a, root - 1, stream_of(a, closed), TREY_RECORD_NONCE, &b);
}
CRIME(lengthens_a_root) {
    lengthen(a, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one));
}
CRIME(has_a_root_twice) {
    uint64_t seq = first(a, TABLE, TREY_RECORD_ROOT, shuffled_one);
    const body b = body_of(a, seq);
    insert_behind(a, seq, stream_of(a, seq), TREY_RECORD_ROOT, &b);
}
CRIME(has_a_root_before_the_close) {
    uint64_t root = first(a, TABLE, TREY_RECORD_ROOT, shuffled_one);
    const body b = body_of(a, root);
    uint64_t close = command_of(a, TABLE, shuffled_one, TREY_VERB_CLOSE);
    remove_record(a, root);
    insert_behind(a, close - 1, stream_of(a, close), TREY_RECORD_ROOT, &b);
}
CRIME(has_a_root_of_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one), 0, 2 << 1);
}
CRIME(drops_a_nonce_from_the_hash) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one), 5);
}
CRIME(has_another_root) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_ROOT, shuffled_one), 40);
}
CRIME(deals_the_deck_of_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_SEALED, shuffled_one), 0, 2 << 1);
}
CRIME(breaks_the_seal_of_a_deck) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_SEALED, shuffled_one), 60);
}
/* With the house's key, as what comes in its place. */
static void seal_event(attacker *a, void (*change)(trey_event *event)) {
    uint64_t seq = first(a, TABLE, TREY_RECORD_SEALED, shuffled_one);
    const trey_store_keys *keys = &stores[SHOWN].s.h.keys;
    body b = body_of(a, seq);
    uint8_t plain[TREY_EVENT_BYTES_MAX];
    trey_event event;
    const trey_stream stream = (trey_stream)stream_of(a, seq);
    const trey_record record = {
        .stream = stream, .type = TREY_RECORD_SEALED, .body = b.byte, .size = (uint32_t)b.size};
    assert_true(trey_event_unseal(&record, &keys->seal, &event));
    change(&event);
    trey_writer to = {plain, sizeof plain, 0, false};
    trey_event_write(&to, &event);
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey sealed event 1");
    trey_hasher_add_number(&hasher, stream);
    trey_hasher_add_number(&hasher, 1);
    const trey_hash about = trey_hasher_close(&hasher);
    assert_int_equal(
        trey_seal(&keys->seal, &about, plain, to.used, trey_entropy_kernel, NULL, b.byte + 1),
        TREY_STATUS_OK);
    b.size = 1 + to.used + TREY_SEAL_EXTRA;
    put_body(a, seq, &b);
}
static void no_deck(trey_event *event) {
    memset(event, 0, sizeof *event);
    event->kind = TREY_EVENT_CLOSED;
}
static void a_card_short(trey_event *event) {
    event->count = TREY_CARDS - 1;
}
/* Two cards that nobody gets: nothing in the round shows it. */
static void other_last_cards(trey_event *event) {
    trey_card card = event->cards[50];
    event->cards[50] = event->cards[51];
    event->cards[51] = card;
}
CRIME(seals_no_deck) {
    seal_event(a, no_deck);
}
CRIME(seals_a_deck_of_fiftyone) {
    seal_event(a, a_card_short);
}
CRIME(seals_another_deck) {
    seal_event(a, other_last_cards);
}
CRIME(lengthens_a_fate) {
    lengthen(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one));
}
CRIME(ends_a_round_twice) {
    uint64_t seq = first(a, TABLE, TREY_RECORD_FATE, shuffled_one);
    const body b = body_of(a, seq);
    insert_behind(a, seq, stream_of(a, seq), TREY_RECORD_FATE, &b);
}
CRIME(ends_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 0, 2 << 1);
}
CRIME(says_a_round_was_void) {
    set_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 1, TREY_FATE_VOID);
}
CRIME(says_nothing_was_dealt) {
    set_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 2, 0);
}
CRIME(gives_a_cause_to_a_round_that_was_played) {
    set_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 3, 1);
}
CRIME(shows_another_seed) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 9);
}
CRIME(seals_another_seed_for_the_auditor) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 30);
}

/* What is kept. */
CRIME(keeps_a_seed_without_a_round) {
    sql(a, "INSERT INTO kept SELECT id, 'seed', zeroblob(%d) FROM stream WHERE name = 'rws'",
        TREY_SEALED_BYTES);
}
CRIME(keeps_a_seed_for_a_jackpot) {
    sql(a, "UPDATE kept SET stream = (SELECT id FROM stream WHERE kind = 2) WHERE name = 'seed'");
}
CRIME(keeps_half_a_seed) {
    sql(a, "UPDATE kept SET body = substr(body, 2) WHERE name = 'seed'");
}
CRIME(breaks_the_seal_of_a_kept_seed) {
    sql(a, "UPDATE kept SET body = randomblob(length(body)) WHERE name = 'seed'");
}
/* Well sealed for this commitment, and another one. */
CRIME(keeps_another_seed) {
    int64_t seq = ask(a,
                      "SELECT max(seq) FROM record JOIN stream ON id = stream WHERE type = %d"
                      " AND name = 'mbs'",
                      TREY_RECORD_COMMITMENT);
    const body b = body_of(a, (uint64_t)seq);
    const trey_record record = {
        .type = TREY_RECORD_COMMITMENT, .body = b.byte, .size = (uint32_t)b.size};
    trey_hash commitment;
    trey_seed seed;
    trey_sealed_seed sealed;
    uint64_t round;
    assert_true(trey_commitment_decode(&record, &round, &commitment));
    assert_int_equal(trey_seed_draw(trey_entropy_kernel, NULL, &seed), TREY_STATUS_OK);
    assert_int_equal(trey_seed_seal(&stores[SHOWN].s.h.keys.seal, &commitment, &seed,
                                    trey_entropy_kernel, NULL, &sealed),
                     TREY_STATUS_OK);
    put_bytes(a, "UPDATE kept SET body = ?1 WHERE name = 'seed'", sealed.byte, sizeof sealed.byte);
}
CRIME(keeps_something_for_nobody) {
    sql(a, "INSERT INTO kept VALUES (99, 'seed', x'00')");
}
CRIME(keeps_something_under_another_name) {
    sql(a, "UPDATE kept SET name = 'unpaid' WHERE name = 'seed'");
}
#define KEEPS(name, change)                                                                        \
    CRIME(keeps_##name) {                                                                          \
        sql(a, change);                                                                            \
    }
KEEPS(a_password_of_nobody, "UPDATE kept SET name = 'password-99' WHERE name LIKE 'password-%%'")
KEEPS(a_password_of_a_guest, "UPDATE kept SET name = 'password-1' WHERE name LIKE 'password-%%'")
KEEPS(a_password_under_another_number,
      "UPDATE kept SET name = 'password-02' WHERE name LIKE 'password-%%'")
KEEPS(a_password_in_the_clear,
      "UPDATE kept SET body = CAST('correct horse battery' AS BLOB) WHERE name LIKE 'password-%%'")
KEEPS(an_empty_password,
      "UPDATE kept SET body = CAST('$argon2id$' AS BLOB) WHERE name LIKE 'password-%%'")
KEEPS(a_password_without_end,
      "UPDATE kept SET body = CAST('$argon2id$' || hex(zeroblob(200)) AS BLOB)"
      " WHERE name LIKE 'password-%%'")
KEEPS(a_session_of_nobody, "UPDATE kept SET body = CAST(x'7e' || substr(body, 2) AS BLOB)"
                           " WHERE name LIKE 'session-%%'")
KEEPS(a_ticket_of_nobody, "UPDATE kept SET body = CAST(x'7e' || substr(body, 2) AS BLOB)"
                          " WHERE name LIKE 'ticket-%%'")
KEEPS(keys_of_another_size, "INSERT INTO kept SELECT id, 'keys', zeroblob(31) FROM stream"
                            " WHERE name = 'the house'")
KEEPS(keys_at_a_table, "INSERT INTO kept SELECT id, 'keys', zeroblob(32) FROM stream"
                       " WHERE name = 'rws'")

/* What a jackpot missed: each member of the award that is left. */
static void change_unpaid(attacker *a, unsigned member) {
    body b = {.size = fetch(a, "SELECT body FROM kept WHERE name = 'unpaid'", b.byte, BODY)};
    int64_t value[10];
    trey_reader from = {b.byte, b.size, false};
    assert_int_equal(trey_read_byte(&from), 1);
    for (unsigned i = 0; i < 10; i++)
        value[i] = i == 1 ? trey_read_byte(&from) : trey_read_number(&from);
    assert_true(!from.bad && from.left == 0);
    value[member]++;
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    trey_write_byte(&to, 1);
    for (unsigned i = 0; i < 10; i++) {
        if (i == 1)
            trey_write_byte(&to, (uint8_t)value[i]);
        else
            trey_write_number(&to, value[i]);
    }
    put_bytes(a, "UPDATE kept SET body = ?1 WHERE name = 'unpaid'", b.byte, to.used);
}
#define OWES(name, member)                                                                         \
    CRIME(owes_##name) {                                                                           \
        change_unpaid(a, member);                                                                  \
    }
OWES(another_table, 0)
OWES(another_seat, 1)
OWES(another_player, 2)
OWES(another_round, 3)
OWES(another_value, 4)
OWES(another_share, 5)
OWES(another_part, 6)
OWES(another_first_card, 7)
OWES(another_third_card, 8)
OWES(another_dealers_card, 9)
CRIME(owes_nothing) {
    sql(a, "UPDATE kept SET body = x'00' WHERE name = 'unpaid'");
}
CRIME(owes_no_list) {
    sql(a, "UPDATE kept SET body = CAST(body || x'00' AS BLOB) WHERE name = 'unpaid'");
}
CRIME(forgets_what_is_owed) {
    sql(a, "DELETE FROM kept WHERE name = 'unpaid'");
}

/* Jackpots. */
static uint64_t jackpot_terms(attacker *a) {
    return first(a, JACKPOT, TREY_RECORD_OPENED, "1");
}
CRIME(lengthens_a_jackpots_terms) {
    lengthen(a, jackpot_terms(a));
}
CRIME(opens_a_jackpot_by_no_book) {
    set_byte(a, jackpot_terms(a), 1, 'n');
}
CRIME(opens_a_jackpot_without_a_bet) {
    body b = body_of(a, jackpot_terms(a));
    trey_reader from = {b.byte, b.size, false};
    char book[32];
    trey_link_parameters parameters;
    trey_read_text(&from, book, sizeof book);
    trey_link_parameters_read(&from, &parameters);
    int64_t start = trey_read_number(&from);
    parameters.bet = 0;
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    trey_write_text(&to, book, strlen(book));
    trey_link_parameters_write(&to, &parameters);
    trey_write_number(&to, start);
    b.size = to.used;
    put_body(a, jackpot_terms(a), &b);
}
CRIME(begins_a_jackpot_without_terms) {
    retype(a, jackpot_terms(a), TREY_RECORD_COMMAND);
}
CRIME(has_a_jackpots_terms_twice) {
    retype(a, link_command(a, TREY_LINK_CONFIRM), TREY_RECORD_OPENED);
}
CRIME(writes_no_record_of_a_jackpot) {
    retype(a, link_command(a, TREY_LINK_CONFIRM), 99);
}
CRIME(lengthens_a_link_command) {
    lengthen(a, link_command(a, TREY_LINK_CONFIRM));
}
/* A bet that no table had, with its event and its money. */
CRIME(contributes_for_nobody) {
    uint64_t seq = link_command(a, TREY_LINK_UP);
    int64_t stream = stream_of(a, seq);
    body b = {.size = TREY_COMMAND_ID_BYTES};
    trey_writer to = {b.byte, sizeof b.byte, TREY_COMMAND_ID_BYTES, false};
    const trey_link_command bet = {
        .verb = TREY_LINK_CONTRIBUTE, .role = TREY_ROLE_DEALER, .bets = 1, .hit = {.table = 1}};
    trey_link_command_write(&to, &bet);
    b.size = to.used;
    insert_behind(a, seq + 1, stream, TREY_RECORD_COMMAND, &b);
}
#define TELLS(name, which, change)                                                                 \
    CRIME(tells_##name) {                                                                          \
        uint64_t seq = link_command(a, which);                                                     \
        trey_link_command c = link_command_at(a, seq);                                             \
        change;                                                                                    \
        put_link_command(a, seq, &c);                                                              \
    }
TELLS(of_another_bet, TREY_LINK_CONTRIBUTE, c.bets++)
TELLS(of_another_round, TREY_LINK_CONTRIBUTE, c.round++)
TELLS(of_another_table, TREY_LINK_CONTRIBUTE, c.hit.table++)
TELLS(of_another_winner, TREY_LINK_HIT, c.player++)
TELLS(of_another_share, TREY_LINK_HIT, c.hit.award.n--)
TELLS(of_another_first_card, TREY_LINK_HIT, c.hit.players_first_card--)
TELLS(of_another_third_card, TREY_LINK_HIT, c.hit.players_third_card--)
TELLS(of_another_dealers_card, TREY_LINK_HIT, c.hit.dealers_third_card--)
TELLS(of_another_unpaid_seat, TREY_LINK_CLAIM, c.hit.seat++)
TELLS(of_another_unpaid_round, TREY_LINK_STRIKE, c.round += 100)
TELLS(of_another_unpaid_player, TREY_LINK_CLAIM, c.player++)
TELLS(of_another_unpaid_sum, TREY_LINK_STRIKE, c.amount--)
TELLS(to_confirm_no_hit, TREY_LINK_CONFIRM, c.number = 99)
CRIME(changes_a_link_event) {
    set_byte(a, link_event(a, TREY_LINK_EVENT_CONFIRMED), 2, TREY_ROLE_DEALER);
}
CRIME(repeats_a_link_event) {
    uint64_t seq = link_event(a, TREY_LINK_EVENT_UP);
    const body b = body_of(a, seq);
    insert_behind(a, seq, stream_of(a, seq), TREY_RECORD_EVENT, &b);
}
/* The first event of the jackpot behind which a record of this kind of stream and type comes; of
 * commands one of the house's own. */
static uint64_t link_event_before(attacker *a, int kind, int type) {
    int64_t seq =
        ask(a,
            "SELECT min(r.seq) FROM record AS r JOIN stream AS s ON s.id = r.stream JOIN record AS"
            " n ON n.seq = r.seq + 1 JOIN stream AS m ON m.id = n.stream WHERE s.kind = 2 AND"
            " r.type = 3 AND m.kind = %d AND n.type = %d AND (n.type <> 2 OR substr(n.body, 1, 16)"
            " = zeroblob(16))",
            kind, type);
    assert_true(seq > 0);
    return (uint64_t)seq;
}
CRIME(forgets_a_link_event) {
    remove_record(a, link_event_before(a, JACKPOT, TREY_RECORD_COMMAND));
}
CRIME(forgets_what_a_table_told) {
    remove_record(a, link_event_before(a, TABLE, TREY_RECORD_EVENT));
}
CRIME(claims_another_hit) {
    sql(a, "INSERT INTO claim SELECT id, 'hit-99' FROM stream WHERE kind = 2");
}
CRIME(claims_a_hit_in_another_way) {
    sql(a, "UPDATE claim SET name = 'hit-01' WHERE name = 'hit-1'");
}
CRIME(claims_for_a_table) {
    sql(a, "UPDATE claim SET stream = (SELECT id FROM stream WHERE name = 'mbs')");
}
CRIME(loses_a_claim) {
    sql(a, "DELETE FROM claim WHERE name = (SELECT min(name) FROM claim)");
}
CRIME(says_claims_are_younger) {
    sql(a, "INSERT INTO claim SELECT id, 'before-' || (SELECT records FROM head) FROM stream"
           " WHERE kind = 2");
}

/* Answers. */
static int64_t answer_to(attacker *a, uint64_t seq) {
    int64_t number =
        ask(a, "SELECT number FROM answer WHERE first <= %" PRIu64 " AND first + count > %" PRIu64,
            seq, seq);
    assert_true(number > 0);
    return number;
}
CRIME(loses_an_answer) {
    sql(a, "DELETE FROM answer WHERE number = 3");
}
CRIME(answers_for_no_stream) {
    sql(a, "UPDATE answer SET stream = 99 WHERE number = 3");
}
CRIME(changes_a_refusal) {
    sql(a, "UPDATE answer SET refusal = refusal + 1 WHERE number ="
           " (SELECT min(number) FROM answer WHERE count = 0)");
}
CRIME(refuses_with_a_record) {
    sql(a, "UPDATE answer SET first = 5 WHERE number ="
           " (SELECT min(number) FROM answer WHERE count = 0)");
}
CRIME(accepts_without_a_record) {
    sql(a, "UPDATE answer SET refusal = 0 WHERE number ="
           " (SELECT min(number) FROM answer WHERE count = 0)");
}
CRIME(answers_for_the_one_before) {
    sql(a,
        "UPDATE answer SET first = (SELECT first FROM answer WHERE number = 2) WHERE number = 3");
}
CRIME(answers_for_what_the_house_did) {
    /* The interruption at the start is nobody's command; the answer before it takes it. */
    uint64_t seq = link_event(a, TREY_LINK_EVENT_UP);
    int64_t number = answer_to(a, seq);
    int64_t next =
        ask(a, "SELECT min(first) FROM answer WHERE number > %" PRId64 " AND count > 0", number);
    sql(a, "UPDATE answer SET count = %" PRId64 " - first + 1 WHERE number = %" PRId64, next,
        number);
    sql(a,
        "UPDATE answer SET first = first + 1, count = count - 1 WHERE number = (SELECT"
        " min(number) FROM answer WHERE number > %" PRId64 " AND count > 0)",
        number);
}
static void change_answer(attacker *a, const char *set) {
    sql(a, "UPDATE answer SET %s WHERE number = %" PRId64, set,
        answer_to(a, command_of(a, TABLE, shuffled_one, TREY_VERB_BET)));
}
CRIME(answers_another_command) {
    change_answer(a, "command = randomblob(16)");
}
CRIME(answers_from_another_stream) {
    change_answer(a, "stream = 1");
}
CRIME(refuses_what_was_done) {
    change_answer(a, "refusal = 7");
}
CRIME(answers_a_nonce_for_another) {
    sql(a, "UPDATE answer SET command = randomblob(16) WHERE number = %" PRId64,
        answer_to(a, first(a, TABLE, TREY_RECORD_NONCE, shuffled_one)));
}
CRIME(answers_the_cage_for_another) {
    sql(a, "UPDATE answer SET command = randomblob(16) WHERE number = %" PRId64,
        answer_to(a, cage_record(a, TREY_CAGE_BUY_IN)));
}
CRIME(answers_staff_for_another) {
    sql(a, "UPDATE answer SET command = randomblob(16) WHERE number = %" PRId64,
        answer_to(a, link_command(a, TREY_LINK_CONFIRM)));
}
/* A command without an id, in the middle of what an answer claims. */
CRIME(answers_for_a_command_of_the_house) {
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_BET);
    body b = body_of(a, seq);
    memset(b.byte, 0, TREY_COMMAND_ID_BYTES);
    put_body(a, seq, &b);
}
CRIME(answers_for_half_a_command) {
    change_answer(a, "count = count - 1");
}
CRIME(answers_for_what_is_not_there) {
    sql(a, "INSERT INTO answer SELECT max(number) + 1, randomblob(16), 1, 0, (SELECT records + 5"
           " FROM head), 1, x'00' FROM answer");
}
CRIME(counts_an_answer_more) {
    sql(a, "UPDATE head SET answers = answers + 1");
}

/* The house's own streams. */
CRIME(writes_into_the_houses_name) {
    const body b = {.byte = {1}, .size = 1};
    int64_t id = ask(a, "SELECT id FROM stream WHERE name = 'the house'");
    insert_behind(a, (uint64_t)ask(a, "SELECT max(seq) FROM record"), id, 1, &b);
}
CRIME(writes_no_incident) {
    lengthen(a, of_house(a, TREY_HOUSE_INCIDENTS, TREY_INCIDENT_REFUSED));
}
CRIME(writes_an_incident_with_a_reason_of_another) {
    retype(a, of_house(a, TREY_HOUSE_INCIDENTS, TREY_INCIDENT_REFUSED), TREY_INCIDENT_DESK);
}
static void capitalise(attacker *a, const char *word) {
    uint64_t seq = of_house(a, TREY_HOUSE_INCIDENTS, TREY_INCIDENT_REFUSED);
    body b = body_of(a, seq);
    uint8_t *at = memmem(b.byte, b.size, word, strlen(word));
    assert_non_null(at);
    *at -= 'a' - 'A';
    put_body(a, seq, &b);
}
CRIME(writes_an_incident_with_another_word) {
    capitalise(a, "bet");
}
CRIME(writes_an_incident_with_another_reason) {
    capitalise(a, "role_too_low");
}
CRIME(skips_a_person) {
    set_byte(a, of_house(a, TREY_HOUSE_PEOPLE, TREY_PEOPLE_GUEST), 0, 9 << 1);
}
#define SHIFTS(name, change)                                                                       \
    CRIME(closes_a_shift_##name) {                                                                 \
        uint64_t seq = last_shift(a);                                                              \
        trey_shift s = shift_at(a, seq);                                                           \
        change;                                                                                    \
        put_shift(a, seq, &s);                                                                     \
    }
CRIME(writes_no_shift) {
    lengthen(a, last_shift(a));
}
SHIFTS(of_another_number, s.number++)
SHIFTS(that_begins_later, s.from++)
SHIFTS(that_ends_before_it_began, s.to = s.from - 1)
SHIFTS(that_ends_before_the_last, s.seq = 1)
SHIFTS(at_another_time, s.to--)
SHIFTS(as_a_cashier, s.by = 3)
SHIFTS(as_nobody, s.by = 99)
SHIFTS(over_what_is_to_come, s.seq = seq + 1)
SHIFTS(over_another_root, s.root.byte[7] ^= 1)
/* Mona was barred before she closed it. */
CRIME(closes_a_shift_barred) {
    body b = {.size = 0};
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    trey_write_number(&to, 2);
    trey_write_byte(&to, TREY_OFFICE_SHIFT_MANAGER);
    trey_write_byte(&to, 1);
    trey_write_number(&to, 2);
    b.size = to.used;
    int64_t people = ask(a, "SELECT id FROM stream WHERE name = '" TREY_HOUSE_PEOPLE "'");
    insert_behind(a, last_shift(a) - 1, people, TREY_PEOPLE_CHANGED, &b);
}
/* A row that breaks a rule of its table: nobody who reads rows sees it. */
CRIME(damages_the_file) {
    sql(a, "UPDATE account SET moved = -5 WHERE id = (SELECT min(id) FROM account);"
           " UPDATE store SET one = 2");
}

static const crime crimes[] = {
    {"the records before it are missing; the next one would be", loses_a_record, RAW},
    {"its bytes, or those before it, do not give its hash", changes_a_record, RAW},
    {"was made over other records", changes_a_checkpoints_chain, RAW},
    {"something was changed (tree)", changes_a_checkpoints_root, RAW},
    {"records is not signed by its key", changes_a_signature, RAW},
    {"records is not signed by its key", signs_for_another_time, RAW},
    {"is signed with another key than yours", nothing, OWN_KEY},
    {"checkpoint 2 is missing", loses_a_checkpoint, RAW},
    {"is missing; the head of the store counts", loses_the_last_checkpoint, RAW},
    {"the head of the store does not count checkpoint", does_not_count_the_last_checkpoint, RAW},
    {"records, fewer than the one before it", shortens_a_checkpoint, RAW},
    {"records, fewer than the one before it", empties_a_checkpoint, RAW},
    {"records, and there are", promises_a_checkpoint, RAW},
    {"stands behind the last that the head counts", adds_a_record_behind_the_end, RAW},
    {"the head of the store counts", loses_the_last_record, RAW},
    {"the head of the store is not over its records", changes_the_heads_root, RAW},
    {"the head of the store is not over its records", changes_the_heads_chain, RAW},
    {"is missing from the list of streams", loses_a_stream, 0},
    {"is listed, and no record opens it", lists_a_stream_more, 0},
    {"the stream was not opened under the name that is listed", renames_a_stream, 0},
    {"the stream was not opened under the name that is listed", opens_a_stream_with_a_type, 0},
    {"there is no such kind of stream", makes_a_kind_of_stream, 0},
    {"it belongs to a stream that is not listed", puts_a_record_into_no_stream, 0},
    {"it is out of place in its stream", skips_a_place, 0},
    {"there is a snapshot of stream 99, and no such stream", takes_a_snapshot_of_nothing, 0},
    {"which it has not reached", takes_a_snapshot_of_the_future, SNAPSHOTS},
    {"is not the state that the events give", changes_a_tables_snapshot, SNAPSHOTS},
    {"is not the state that the events give", changes_a_jackpots_snapshot, SNAPSHOTS},
    {"is not the state that the events give", takes_a_snapshot_in_the_middle, SNAPSHOTS},
    {"is not the state that the records give", changes_the_peoples_snapshot, 0},
    {"this is not a transfer", pays_nothing, 0},
    {"this is not a transfer", pays_himself, 0},
    {"this is not a transfer", pays_an_account_of_no_kind, 0},
    {"this is not a transfer", pays_from_an_account_of_no_kind, 0},
    {"its transfers are larger than an account can hold", pays_too_much_for_an_account, RAW},
    {"it takes an account below zero that may not owe", lets_a_player_owe, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_command, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_link_command, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_commitment, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_nonce, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_root, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_fate, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_person, 0},
    {"it moves money, and nothing in it says so", gives_money_with_an_incident, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_shift, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_name, 0},
    {"its money is not what its event says", gives_money_with_an_event, 0},
    {"its money is not what its event says", gives_money_with_a_link_event, 0},
    {"its money is not what its event says", gives_money_with_a_tables_terms, 0},
    {"its money is not what its event says", moves_another_payer, 0},
    {"its money is not what its event says", moves_another_payee, 0},
    {"its money is not what its event says", moves_another_sum, 0},
    {"its money is not what its event says", moves_another_seat, 0},
    {"its money is not what its event says", moves_another_wager, 0},
    {"its money is not what its event says", forgets_money, 0},
    {"its money is not what its event says", changes_the_cages_money, 0},
    {"its money is not what its event says", changes_a_boxs_money, 0},
    {"its money is not what its event says", changes_a_jackpots_money, 0},
    {"its money is not what its event says", changes_a_jackpots_start, 0},
    {"is not the sum of its transfers", changes_a_balance, RAW},
    {"is not the sum of its transfers", invents_an_account, RAW},
    {"accounts were moved by transfers, and", loses_an_account, RAW},
    {"this is not a record of a cage", lengthens_a_cage_record, 0},
    {"no cage does this", cage_of_no_kind, 0},
    {"no cage does this", cage_of_nothing, 0},
    {"no cage does this", cage_of_too_much, 0},
    {"no cage does this", cage_for_nobody, 0},
    {"no cage does this", cage_to_nobody, 0},
    {"no cage does this", cage_from_nobody, 0},
    {"no cage does this", cage_to_himself, 0},
    {"no cage does this", cage_box_of_a_player, 0},
    {"no cage does this", cage_box_of_nothing, 0},
    {"no cage does this", cage_box_of_no_table, 0},
    {"no cage does this", cage_box_in_a_round, 0},
    {"only a cashier or a shift manager does the cage's business", cage_by_a_dealer, 0},
    {"only a cashier or a shift manager does the cage's business", cage_by_a_pit_manager, 0},
    {"only a cashier or a shift manager does the cage's business", cage_by_nobody, 0},
    {"only a cashier or a shift manager does the cage's business", cage_out_by_the_house, 0},
    {"the terms of the table cannot be read", lengthens_terms, 0},
    {"the table has another name than its stream", opens_with_another_name, 0},
    {"there is no such rulebook, reading or value", opens_with_no_book, 0},
    {"there is no such rulebook, reading or value", opens_with_no_reading, 0},
    {"there is no such rulebook, reading or value", opens_with_no_value, 0},
    {"the table is linked to a jackpot that is not there", opens_with_no_jackpot, 0},
    {"was opened with other values than its jackpot has", opens_with_jackpot_off, 0},
    {"was opened with other values than its jackpot has", opens_with_another_bet, 0},
    {"was opened with other values than its jackpot has", opens_with_another_contribution, 0},
    {"was opened with other values than its jackpot has", opens_with_another_reset, 0},
    {"was opened with other values than its jackpot has", opens_with_another_meter, 0},
    {"the rulebook does not allow a table with these terms", opens_with_too_many_positions, 0},
    {"a table begins with its terms, and has them once", begins_a_table_without_terms, 0},
    {"a table begins with its terms, and has them once", has_terms_twice, 0},
    {"the command cannot be read", lengthens_a_command, 0},
    {"a card is entered at a table whose", enters_a_card_where_they_are_shuffled, 0},
    {"a card is taken back at a table whose", recalls_a_card_where_they_are_shuffled, 0},
    {"a round is opened without a commitment to its seed", opens_a_round_without_commitment, 0},
    {"a deck is dealt without its root", deals_without_root, 0},
    {"another command stands behind a commitment", does_something_else_behind_a_commitment, 0},
    {"the table shows other values than its jackpot has", shows_another_value, 0},
    {"the table shows other values than its jackpot has", shows_another_bet, 0},
    {"the table shows other values than its jackpot has", shows_another_contribution, 0},
    {"the table shows other values than its jackpot has", shows_another_reset, 0},
    {"a shuffled deck stands open in a command", shows_the_deck, 0},
    {"the engine refuses this command", bets_at_another_seat, 0},
    {"the engine decides otherwise", changes_an_event, 0},
    {"the sealed deck is missing", opens_the_sealed_deck, 0},
    {"no command causes this event", repeats_an_event, 0},
    {"the event cannot be read", writes_no_event, 0},
    {"no command causes this sealed event", seals_an_event, 0},
    {"there is no such record of a table", writes_no_record_of_a_table, 0},
    {"the round is over, and its fate is missing", writes_something_else_than_a_fate, 0},
    {"events of the command before it are missing", forgets_an_event, 0},
    {"events of the command before it are missing", forgets_the_last_event_of_a_table, 0},
    {"ends in the middle of a command", ends_a_table_in_a_command, 0},
    {"table mbs ends in the middle of a command", ends_a_table_behind_a_commitment, 0},
    {"jackpot big ends in the middle of a command", ends_a_jackpot_in_a_command, 0},
    {"this event cannot happen here", plays_at_no_seat_in_the_dark, HIDDEN | STRANGER},
    {"the round is over, and stakes lie on the layout", keeps_a_stake_in_the_dark,
     HIDDEN | STRANGER},
    {"the commitment cannot be read", lengthens_a_commitment, 0},
    {"there is a commitment at a table whose cards are", commits_where_cards_are_entered, 0},
    {"the commitment before it has no end", commits_twice, 0},
    {"the commitment is for another round", commits_to_another_round, 0},
    {"the nonce cannot be read", adds_a_nonce_of_nobody, 0},
    {"a nonce comes while bets are open, and not now", adds_a_nonce_too_late, 0},
    {"the root cannot be read", lengthens_a_root, 0},
    {"a root comes once, after the closing call, and not now", has_a_root_twice, 0},
    {"a root comes once, after the closing call, and not now", has_a_root_before_the_close, 0},
    {"the root is of another round", has_a_root_of_another_round, 0},
    {"the hash of the nonces is not over those that came", drops_a_nonce_from_the_hash, 0},
    {"round 1: the root", has_another_root, 0},
    {"the sealed deck is of another round", deals_the_deck_of_another_round, 0},
    {"the sealed deck does not open", breaks_the_seal_of_a_deck, 0},
    {"what is sealed is no deck", seals_no_deck, 0},
    {"what is sealed is no deck", seals_a_deck_of_fiftyone, 0},
    {"round 1: the seed gives another order of cards", seals_another_deck, 0},
    {"the fate of the round cannot be read", lengthens_a_fate, 0},
    {"no round has ended here", ends_a_round_twice, 0},
    {"it is the fate of another round", ends_another_round, 0},
    {"the round ended in another way", says_a_round_was_void, 0},
    {"the round ended in another way", says_nothing_was_dealt, 0},
    {"the round ended in another way", gives_a_cause_to_a_round_that_was_played, 0},
    {"round 1: the commitment is not to this seed", shows_another_seed, 0},
    {"round 1: the commitment is not to this seed", shows_another_seed, STRANGER},
    {"the sealed seed does not open", seals_another_seed_for_the_auditor, FOR_AUDITOR},
    {"a seed is kept, and no round is running", keeps_a_seed_without_a_round, 0},
    {"a seed is kept, and no round is running", keeps_a_seed_for_a_jackpot, 0},
    {"what is kept for the running round is no seed", keeps_half_a_seed, 0},
    {"the seed that is kept for the running round is not", breaks_the_seal_of_a_kept_seed, 0},
    {"the seed that is kept for the running round is not", keeps_another_seed, 0},
    {"something is kept for stream 99, and there is no such", keeps_something_for_nobody, 0},
    {"under a name that no house uses", keeps_something_under_another_name, 0},
    {"under a name that no house uses", keeps_a_password_of_nobody, 0},
    {"under a name that no house uses", keeps_a_password_of_a_guest, 0},
    {"under a name that no house uses", keeps_a_password_under_another_number, 0},
    {"under a name that no house uses", keeps_a_password_in_the_clear, 0},
    {"under a name that no house uses", keeps_an_empty_password, 0},
    {"under a name that no house uses", keeps_a_password_without_end, 0},
    {"under a name that no house uses", keeps_a_session_of_nobody, 0},
    {"under a name that no house uses", keeps_a_ticket_of_nobody, 0},
    {"under a name that no house uses", keeps_keys_of_another_size, 0},
    {"under a name that no house uses", keeps_keys_at_a_table, 0},
    {"the unpaid awards are not those that it missed", owes_another_table, 0},
    {"the unpaid awards are not those that it missed", owes_another_seat, 0},
    {"the unpaid awards are not those that it missed", owes_another_player, 0},
    {"the unpaid awards are not those that it missed", owes_another_round, 0},
    {"the unpaid awards are not those that it missed", owes_another_value, 0},
    {"the unpaid awards are not those that it missed", owes_another_share, 0},
    {"the unpaid awards are not those that it missed", owes_another_part, 0},
    {"the unpaid awards are not those that it missed", owes_another_first_card, 0},
    {"the unpaid awards are not those that it missed", owes_another_third_card, 0},
    {"the unpaid awards are not those that it missed", owes_another_dealers_card, 0},
    {"the unpaid awards are not those that it missed", owes_nothing, 0},
    {"the unpaid awards are not those that it missed", owes_no_list, 0},
    {"awards that it missed are not kept as unpaid", forgets_what_is_owed, 0},
    {"the terms of the jackpot cannot be read", lengthens_a_jackpots_terms, 0},
    {"the terms of the jackpot cannot be read", opens_a_jackpot_by_no_book, 0},
    {"there can be no jackpot with these terms", opens_a_jackpot_without_a_bet, 0},
    {"a jackpot begins with its terms, and has them once", begins_a_jackpot_without_terms, 0},
    {"a jackpot begins with its terms, and has them once", has_a_jackpots_terms_twice, 0},
    {"there is no such record of a jackpot", writes_no_record_of_a_jackpot, 0},
    {"the command cannot be read", lengthens_a_link_command, 0},
    {"no table told the jackpot this", contributes_for_nobody, 0},
    {"the table told the jackpot something else", tells_of_another_bet, 0},
    {"the table told the jackpot something else", tells_of_another_round, 0},
    {"the table told the jackpot something else", tells_of_another_table, 0},
    {"the table told the jackpot something else", tells_of_another_winner, 0},
    {"the table told the jackpot something else", tells_of_another_share, 0},
    {"the table told the jackpot something else", tells_of_another_first_card, 0},
    {"the table told the jackpot something else", tells_of_another_third_card, 0},
    {"the table told the jackpot something else", tells_of_another_dealers_card, 0},
    {"no such award was unpaid", tells_of_another_unpaid_seat, 0},
    {"no such award was unpaid", tells_of_another_unpaid_round, 0},
    {"the award that was unpaid is another one", tells_of_another_unpaid_player, 0},
    {"the award that was unpaid is another one", tells_of_another_unpaid_sum, 0},
    {"the jackpot refuses this command", tells_to_confirm_no_hit, 0},
    {"the jackpot decides otherwise", changes_a_link_event, 0},
    {"no command causes this event", repeats_a_link_event, 0},
    {"events of the command before it are missing", forgets_a_link_event, 0},
    {"the jackpot was not told what its table did", forgets_what_a_table_told, 0},
    {"something is claimed that no record tells of", claims_another_hit, 0},
    {"something is claimed that no record tells of", claims_a_hit_in_another_way, 0},
    {"something is claimed that no record tells of", claims_for_a_table, 0},
    {"is gone", loses_a_claim, 0},
    {"is claimed, and said to be older than claims", says_claims_are_younger, 0},
    {"does not follow the one before", loses_an_answer, 0},
    {"belongs to a stream that is not listed", answers_for_no_stream, 0},
    {"is not as it was given", changes_a_refusal, RAW},
    {"names a record and claims none", refuses_with_a_record, 0},
    {"accepts a command that left no record", accepts_without_a_record, 0},
    {"claims records that the one before it has claimed", answers_for_the_one_before, 0},
    {"claims more records than its command caused", answers_for_what_the_house_did, 0},
    {"no answer to this command claims it", answers_another_command, 0},
    {"no answer to this command claims it", answers_from_another_stream, 0},
    {"no answer to this command claims it", refuses_what_was_done, 0},
    {"no answer to this command claims it", answers_a_nonce_for_another, 0},
    {"no answer to this command claims it", answers_the_cage_for_another, 0},
    {"no answer to this command claims it", answers_staff_for_another, 0},
    {"claims records that belong to another command", answers_for_a_command_of_the_house, 0},
    {"claims fewer records than its command caused", answers_for_half_a_command, 0},
    {"claims records that are not there", answers_for_what_is_not_there, 0},
    {"the head of the store counts other answers than there are", counts_an_answer_more, RAW},
    {"nothing is written in this stream", writes_into_the_houses_name, 0},
    {"this is not a record of an incident", writes_no_incident, 0},
    {"this is not a record of an incident", writes_an_incident_with_a_reason_of_another, 0},
    {"this is not a record of an incident", writes_an_incident_with_another_word, 0},
    {"this is not a record of an incident", writes_an_incident_with_another_reason, 0},
    {"people are numbered one after the other", skips_a_person, 0},
    {"this is not a record of shifts", writes_no_shift, 0},
    {"shifts are numbered one after the other", closes_a_shift_of_another_number, 0},
    {"a shift begins where the one before it ended", closes_a_shift_that_begins_later, 0},
    {"a shift does not end before it began", closes_a_shift_that_ends_before_it_began, 0},
    {"a shift ends behind the one before it", closes_a_shift_that_ends_before_the_last, 0},
    {"a shift ends when it is closed", closes_a_shift_at_another_time, 0},
    {"whoever closed this shift is no shift manager", closes_a_shift_as_a_cashier, 0},
    {"whoever closed this shift is no shift manager", closes_a_shift_as_nobody, 0},
    {"whoever closed this shift is no shift manager", closes_a_shift_barred, 0},
    {"the shift ends with a record that does not come before it",
     closes_a_shift_over_what_is_to_come, 0},
    {"the root in this shift is not that of the tree", closes_a_shift_over_another_root, 0},
    {"every record fits, and the file around them is damaged", damages_the_file, 0},
};
enum { CRIMES = sizeof crimes / sizeof *crimes };

/* ---- The court ----------------------------------------------------------------------------- */
static char findings[CRIMES + 64][KEPT_SAID];
static unsigned found;

static bool try_one(const crime *c, unsigned number) {
    const kept_store *k = &stores[c->how & HIDDEN        ? SECRET
                                  : c->how & FOR_AUDITOR ? AUDITED
                                                         : SHOWN];
    attacker a;
    kept_finding finding;
    kept_store_write(k, k->bytes, k->size);
    attacker_open(&a, k->copy, 1);
    if (!(c->how & OWN_KEY)) {
        memcpy(a.sign_public, k->s.h.keys.sign_public, sizeof a.sign_public);
        memcpy(a.sign_secret, k->s.h.keys.sign_secret, sizeof a.sign_secret);
    }
    if (!(c->how & (SNAPSHOTS | RAW))) sql(&a, "DELETE FROM snapshot");
    c->commit(&a);
    if (!(c->how & RAW)) {
        balance_again(&a);
        chain_again(&a, c->how & OWN_KEY);
    }
    attacker_close(&a);
    kept_store_look(k, !(c->how & STRANGER), c->how & WITNESSED, &finding);
    memcpy(findings[found++], finding.said, KEPT_SAID);
    bool convicted = finding.bad && strstr(finding.said, c->words);
    if (!convicted)
        print_error("crime %u: \"%s\" was found as: %s\n", number, c->words,
                    finding.bad ? finding.said : "nothing");
    return convicted;
}

static void nothing_that_was_not_touched_is_convicted(void **state) {
    (void)state;
    for (unsigned i = 0; i < STORES; i++) {
        kept_finding finding;
        kept_store_write(&stores[i], stores[i].bytes, stores[i].size);
        kept_store_look(&stores[i], true, true, &finding);
        if (finding.bad) fail_msg("store %u: %s", i, finding.said);
    }
}

static void each_crime_is_convicted_by_its_own_check(void **state) {
    (void)state;
    unsigned escaped = 0;
    for (unsigned i = 0; i < CRIMES; i++) escaped += !try_one(&crimes[i], i);
    assert_int_equal(escaped, 0);
}

/* ---- The witness --------------------------------------------------------------------------- */
static char *text_of(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0 && fclose(file) == 0, 1);
}

static char *last_line(char *text) {
    char *line = text + strlen(text) - 1;
    while (line > text && line[-1] != '\n') line--;
    return line;
}

/* What the witness would say of a checkpoint that the store has lost. */
static void promise(char *text, size_t room) {
    const kept_store *k = &stores[SHOWN];
    trey_checkpoint c;
    uint8_t identity[TREY_IDENTITY_BYTES], bytes[256];
    char line[TREY_WITNESS_LINE_MAX];
    char *last = last_line(text);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(last, "\n"), last);
    assert_true(trey_checkpoint_parse(line, &c, identity));
    c.number++;
    c.count += 100000;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_write_text(&to, "trey checkpoint 1", 17);
    trey_write_bytes(&to, identity, sizeof identity);
    trey_write_number(&to, (int64_t)c.number);
    trey_write_number(&to, (int64_t)c.count);
    trey_write_bytes(&to, c.chain.byte, TREY_HASH_BYTES);
    trey_write_bytes(&to, c.root.byte, TREY_HASH_BYTES);
    trey_write_number(&to, c.time);
    crypto_sign_detached(c.signature, NULL, bytes, to.used, k->s.h.keys.sign_secret);
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s\n", trey_checkpoint_print(&c, identity, line));
}

CRIME(writes_it_again_at_another_time) {
    sql(a, "UPDATE record SET time = time + 1 WHERE seq = 3");
}
CRIME(hides_the_last_checkpoint) {
    loses_the_last_checkpoint(a);
    sql(a, "UPDATE head SET checkpoints = checkpoints - 1");
}

static void the_witness_says_what_nothing_else_does(void **state) {
    (void)state;
    const kept_store *k = &stores[SHOWN];
    char *text = text_of(k->s.witness);
    const size_t room = strlen(text) + TREY_WITNESS_LINE_MAX;
    char *changed = malloc(room);
    assert_non_null(changed);
    const crime in_store[] = {
        {"the witness saw other records: between", writes_it_again_at_another_time, WITNESSED},
        {"records, which is missing from the store", hides_the_last_checkpoint, WITNESSED | RAW},
        {"is signed with another key than the one that the witness saw", nothing,
         WITNESSED | OWN_KEY | STRANGER},
    };
    for (unsigned i = 0; i < 3; i++) assert_true(try_one(&in_store[i], i));
    static const crime innocent[] = {
        {"line 2 of the witness is not signed by its key", nothing, WITNESSED | RAW},
        {"the witness says nothing about this store", nothing, WITNESSED | RAW},
        {"records, nor any later one", nothing, WITNESSED | RAW},
        {"records, and the store has", nothing, WITNESSED | RAW},
    };
    for (unsigned i = 0; i < 4; i++) {
        snprintf(changed, room, "%s", text);
        char *second = strchr(changed, '\n');
        assert_non_null(second);
        if (i == 0) {
            char *end = strchr(second + 1, '\n') - 1;
            *end = *end == 'a' ? 'b' : 'a';
        }
        if (i == 1) changed[0] = '\0';
        if (i == 2) *last_line(changed) = '\0';
        if (i == 3) promise(changed, room);
        write_text(k->s.witness, changed);
        assert_true(try_one(&innocent[i], i));
    }
    write_text(k->s.witness, text);
    free(changed);
    free(text);
}

/* ---- Every sentence ------------------------------------------------------------------------- */
/* What a store cannot be brought to say by one change. */
static const char *const unsaid[] = {
    "has no end, and no round is running", /* it is called an unfinished command before */
    "there are two snapshots of stream",   /* the database has one row for each */
    "the store cannot be read behind",     /* see damage_test */
    "no memory",
};

static bool is_unsaid(const char *words) {
    for (unsigned i = 0; i < sizeof unsaid / sizeof *unsaid; i++) {
        if (strstr(words, unsaid[i])) return true;
    }
    return false;
}

static bool is_said(const char *words) {
    for (unsigned i = 0; i < found; i++) {
        if (strstr(findings[i], words)) return true;
    }
    return false;
}

/* The longest stretch of a text in quotes without a placeholder, or nothing; *from is behind the
 * text then. */
static bool next_words(const char **from, const char *end, char out[KEPT_SAID]) {
    size_t longest = 0;
    const char *open = *from < end ? memchr(*from, '"', (size_t)(end - *from)) : NULL;
    if (!open) return false;
    const char *at = open + 1, *piece = at;
    out[0] = '\0';
    for (; at < end; at++) {
        if (*at != '"' && *at != '%') continue;
        if ((size_t)(at - piece) > longest && (size_t)(at - piece) < KEPT_SAID) {
            longest = (size_t)(at - piece);
            snprintf(out, KEPT_SAID, "%.*s", (int)longest, piece);
        }
        if (*at == '"') break;
        /* %s, %zu; of wider ones the name stands outside of the quotes. */
        piece = at + 2 + strspn(at + 1, "lz");
    }
    *from = at + 1;
    return true;
}

/* One call that says what is wrong: something of it has been said. */
static bool call_is_covered(const char *call, const char *end, char words[KEPT_SAID]) {
    char text[KEPT_SAID];
    bool any = false;
    words[0] = '\0';
    for (const char *at = call; next_words(&at, end, text);) {
        if (strlen(text) < 12 || !strchr(text, ' ')) continue;
        if (!any) memcpy(words, text, sizeof text);
        any = true;
        if (is_said(text) || is_unsaid(text)) return true;
    }
    return !any;
}

static unsigned calls_in(const char *path, unsigned *uncovered) {
    char *text = text_of(path), words[KEPT_SAID];
    unsigned calls = 0;
    for (const char *at = text; (at = strstr(at, "fault")) != NULL;) {
        const char *open = at + strcspn(at, "( \n;");
        at += 5;
        if (*open != '(' || open[-1] == '*') continue;
        const char *end = strstr(open, ");");
        if (!end) break;
        calls++;
        if (call_is_covered(open, end, words)) continue;
        print_error("%s: nobody was convicted of \"%s\"\n", path, words);
        ++*uncovered;
    }
    free(text);
    return calls;
}

static void everything_that_can_be_found_was_found(void **state) {
    (void)state;
    unsigned calls = 0, uncovered = 0;
    DIR *folder = opendir(TREY_VERIFY);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".c") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", TREY_VERIFY, entry->d_name);
        calls += calls_in(path, &uncovered);
    }
    closedir(folder);
    assert_true(calls > 100);
    assert_int_equal(uncovered, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_was_not_touched_is_convicted),
        cmocka_unit_test(each_crime_is_convicted_by_its_own_check),
        cmocka_unit_test(the_witness_says_what_nothing_else_does),
        cmocka_unit_test(everything_that_can_be_found_was_found),
    };
    return cmocka_run_group_tests(tests, build, tear_down);
}
