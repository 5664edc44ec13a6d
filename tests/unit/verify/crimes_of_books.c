/* crimes_of_books.c -- crimes against numbers and hashes, streams, money, the cage, and answers. */
#include "crimes.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "trey/wire.h"

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
/* The signature does not cover the time, which is that of the last record. */
CRIME(says_another_time) {
    sql(a, "UPDATE checkpoint SET time = time + 1 WHERE number = 2");
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
    sql(a, "INSERT INTO snapshot VALUES (99, 1, x'01', x'')");
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
    sql(a, "INSERT INTO snapshot VALUES (%" PRId64 ", 2, x'020400', x'')", id);
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
GIVES_MONEY(a_pledge, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one))
GIVES_MONEY(a_cut, first(a, TABLE, TREY_RECORD_CUT, shuffled_one))
GIVES_MONEY(a_share, first(a, TABLE, TREY_RECORD_SHARE, shuffled_one))
GIVES_MONEY(what_is_missing, first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one))
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
    const trey_cage_command box = {.kind = TREY_CAGE_BOX,
                                   .role = TREY_CAGE_CASHIER,
                                   .actor = 900,
                                   .player = TREY_NOBODY,
                                   .other = (uint32_t)table,
                                   .amount = 5};
    put_cage(a, open + 1, &box);
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
CRIME(changes_an_answer) {
    sql(a, "UPDATE answer SET body = x'0102030405060708' WHERE number = 3");
}
CRIME(keeps_a_refusal) {
    sql(a, "INSERT INTO answer SELECT max(number) + 1, randomblob(16), 1, 7, 0, 0, x'' FROM"
           " answer");
}
CRIME(accepts_without_a_record) {
    sql(a, "INSERT INTO answer SELECT max(number) + 1, randomblob(16), 1, 0, 0, 0, x'' FROM"
           " answer");
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
CRIME(answers_a_pledge_for_another) {
    sql(a, "UPDATE answer SET command = randomblob(16) WHERE number = %" PRId64,
        answer_to(a, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one)));
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

/* Batches and what they kept. */
CRIME(loses_a_batch) {
    sql(a, "DELETE FROM batch WHERE number = 3");
}
CRIME(ends_a_batch_early) {
    sql(a, "UPDATE batch SET records = 1 WHERE number = 5");
}
CRIME(moves_a_batch) {
    sql(a, "UPDATE batch SET chain = randomblob(32) WHERE number = 5");
}
CRIME(seals_a_batch_himself) {
    sql(a, "UPDATE batch SET mac = randomblob(32) WHERE number = 5");
}
CRIME(changes_a_batchs_link) {
    sql(a, "UPDATE batch SET link = randomblob(32) WHERE number = 5");
}
CRIME(keeps_nonsense) {
    sql(a, "UPDATE batch SET kept = x'ff' WHERE number = (SELECT max(number) FROM batch)");
}
CRIME(promises_a_batch) {
    sql(a, "INSERT INTO batch SELECT number + 1, records + 10, answers, checkpoints, chain, link,"
           " kept, mac FROM batch WHERE number = (SELECT max(number) FROM batch)");
}
CRIME(counts_a_batch_more) {
    sql(a, "UPDATE head SET batches = batches + 1");
}
CRIME(seals_everything_himself) {
    sql(a, "UPDATE head SET mac = randomblob(32); UPDATE batch SET mac = randomblob(32)");
}
CRIME(changes_the_heads_link) {
    sql(a, "UPDATE head SET link = randomblob(32)");
}
CRIME(seals_the_head_himself) {
    sql(a, "UPDATE head SET mac = randomblob(32)");
}
CRIME(changes_a_kept_value) {
    sql(a, "UPDATE kept SET body = zeroblob(length(body)) WHERE name LIKE 'session-%%'");
}
CRIME(seals_a_snapshot_himself) {
    sql(a, "UPDATE snapshot SET mac = randomblob(32) WHERE stream = (SELECT min(stream) FROM"
           " snapshot)");
}
CRIME(takes_a_kept_value_away) {
    sql(a, "DELETE FROM kept WHERE name LIKE 'session-%%'");
}
/* A value that was good once, as an old copy has it. */
CRIME(puts_a_kept_value_back) {
    trey_store_seal seal;
    trey_kept kept = {.size = 5, .body = (const uint8_t *)"$old$"};
    int64_t stream = ask(a, "SELECT stream FROM kept WHERE name LIKE 'session-%%'");
    kept.stream = (trey_stream)stream;
    fetch(a, "SELECT CAST(name AS BLOB) FROM kept WHERE name LIKE 'session-%%'",
          (uint8_t *)kept.name, sizeof kept.name - 1);
    trey_store_seal_open(&seal, a->keys, a->identity);
    trey_kept_seal(&seal, &kept);
    put_bytes(a, "UPDATE kept SET body = ?1 WHERE name LIKE 'session-%'", kept.body, kept.size);
    put_bytes(a, "UPDATE kept SET mac = ?1 WHERE name LIKE 'session-%'", kept.mac.byte,
              TREY_MAC_BYTES);
}

static const crime crimes[] = {
    {"batch 3 is missing", loses_a_batch, RAW},
    {"batch 5 ends before the one before it", ends_a_batch_early, RAW},
    {"batch 5 was made over other records", moves_a_batch, RAW},
    {"batch 5 is not sealed with the house's keys", seals_a_batch_himself, RAW},
    {"batch 5 gave other answers, or kept other values", changes_a_batchs_link, RAW | STRANGER},
    {"cannot say what it kept", keeps_nonsense, RAW | AMONG},
    {", and the last that is there is", promises_a_batch, RAW | AMONG},
    {"is sealed with these keys", seals_everything_himself, RAW},
    {"counts other batches than there are", counts_a_batch_more, RAW},
    {"the head of the store is not over its batches", changes_the_heads_link, RAW},
    {"the head of the store is not sealed with the house's keys", seals_the_head_himself, RAW},
    {"session-", changes_a_kept_value, RAW},
    {"is not sealed with the house's keys", seals_a_snapshot_himself, RAW},
    {"was kept, and is gone", takes_a_kept_value_away, RAW},
    {"is another than the last batch has kept", puts_a_kept_value_back, RAW},
    {"the records before it are missing; the next one would be", loses_a_record, RAW},
    {"its bytes, or those before it, do not give its hash", changes_a_record, RAW},
    {"was made over other records", changes_a_checkpoints_chain, RAW},
    {"something was changed (tree)", changes_a_checkpoints_root, RAW},
    {"records is not signed by its key", changes_a_signature, RAW},
    {"records is not signed by its key", says_another_time, RAW},
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
    {"it moves money, and nothing in it says so", gives_money_with_a_pledge, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_share, 0},
    {"it moves money, and nothing in it says so", gives_money_with_what_is_missing, 0},
    {"it moves money, and nothing in it says so", gives_money_with_a_cut, 0},
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
    {"does not follow the one before", loses_an_answer, 0},
    {"belongs to a stream that is not listed", answers_for_no_stream, 0},
    {"is not as it was given", changes_an_answer, RAW},
    {"refuses a command, and what is refused leaves nothing behind", keeps_a_refusal, 0},
    {"accepts a command that left no record", accepts_without_a_record, 0},
    {"claims records that the one before it has claimed", answers_for_the_one_before, 0},
    {"claims more records than its command caused", answers_for_what_the_house_did, 0},
    {"no answer to this command claims it", answers_another_command, 0},
    {"no answer to this command claims it", answers_from_another_stream, 0},
    {"refuses a command, and what is refused", refuses_what_was_done, 0},
    {"no answer to this command claims it", answers_a_pledge_for_another, 0},
    {"no answer to this command claims it", answers_the_cage_for_another, 0},
    {"no answer to this command claims it", answers_staff_for_another, 0},
    {"claims records that belong to another command", answers_for_a_command_of_the_house, 0},
    {"claims fewer records than its command caused", answers_for_half_a_command, 0},
    {"claims records that are not there", answers_for_what_is_not_there, 0},
    {"the head of the store counts other answers than there are", counts_an_answer_more, RAW},
};
const crime_list crimes_of_books = {crimes, sizeof crimes / sizeof *crimes};
