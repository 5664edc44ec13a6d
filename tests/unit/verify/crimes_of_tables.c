/* crimes_of_tables.c -- crimes against tables: their terms and rounds, seeds and cards, and what is
 * kept. */
#include "crimes.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "trey/wire.h"

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
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_BET);
    const trey_command c = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .cards = {7}};
    put_command(a, seq, &c);
}
CRIME(recalls_a_card_where_they_are_shuffled) {
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_BET);
    const trey_command c = {.verb = TREY_VERB_RECALL, .role = TREY_ROLE_DEALER};
    put_command(a, seq, &c);
}
CRIME(opens_a_round_without_commitment) {
    remove_record(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one));
}
CRIME(deals_without_root) {
    remove_record(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one));
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
SHOWS(another_bet, c.display.bet++)
SHOWS(another_contribution, c.display.contribution++)
SHOWS(another_reset, c.display.reset++)
CRIME(shows_the_deck) {
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_DECK);
    trey_command c = command_at(a, seq);
    c.count = 1;
    c.cards[0] = 7;
    put_command(a, seq, &c);
}
CRIME(bets_at_another_seat) {
    uint64_t seq = command_of(a, TABLE, shuffled_one, TREY_VERB_BET);
    trey_command c = command_at(a, seq);
    c.seat = 77;
    put_command(a, seq, &c);
}
CRIME(changes_an_event) {
    uint64_t seq = event_of(a, shuffled_one, TREY_EVENT_CLOSED);
    set_byte(a, seq, 2, TREY_ROLE_SHIFT_MANAGER);
}
CRIME(opens_the_sealed_deck) {
    retype(a, first(a, TABLE, TREY_RECORD_SEALED, shuffled_one), TREY_RECORD_EVENT);
}
CRIME(repeats_an_event) {
    uint64_t seq = event_of(a, shuffled_one, TREY_EVENT_CLOSED);
    const body b = body_of(a, seq);
    uint64_t last = command_of(a, TABLE, shuffled_one, TREY_VERB_DECK) - 2; /* before the cut */
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
    retype(a, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one), 99);
}
CRIME(writes_something_else_than_a_fate) {
    retype(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), TREY_RECORD_PLEDGE);
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
/* A wager that has no size of its own cannot be cut to the maximum. */
CRIME(caps_a_jackpot_bet_in_the_dark) {
    const trey_event event = {
        .kind = TREY_EVENT_CAPPED, .seat = 1, .wager = TREY_WAGER_PROGRESSIVE, .player = 7};
    body b = {.size = 0};
    trey_writer to = {b.byte, sizeof b.byte, 0, false};
    trey_event_write(&to, &event);
    b.size = to.used;
    put_body(a, dark_event(a, TREY_EVENT_LINE), &b);
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
CRIME(commits_to_another_stack) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_COMMITMENT, shuffled_one), 50);
}
CRIME(pledges_for_nobody) {
    set_byte(a, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one), 16, 0);
}
/* A pledge or a share of the house's own doing, so that no answer is missing. */
static void add_part(attacker *a, unsigned type, uint64_t behind, unsigned player) {
    body b = body_of(a, first(a, TABLE, (int)type, shuffled_one));
    memset(b.byte, 0, TREY_COMMAND_ID_BYTES);
    if (player) b.byte[TREY_COMMAND_ID_BYTES] = (uint8_t)(player << 1);
    insert_behind(a, behind, stream_of(a, behind), (int)type, &b);
}
CRIME(pledges_too_late) {
    uint64_t cut = first(a, TABLE, TREY_RECORD_CUT, shuffled_one);
    add_part(a, TREY_RECORD_PLEDGE, cut - 1, 9);
}
CRIME(pledges_without_a_bet) {
    add_part(a, TREY_RECORD_PLEDGE, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one), 9);
}
CRIME(pledges_twice) {
    add_part(a, TREY_RECORD_PLEDGE, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one), 0);
}
/* Whoever withheld a share pledges in the next round. */
CRIME(pledges_while_suspended) {
    uint64_t missing = first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one);
    const body b = body_of(a, missing);
    int64_t close = ask(a,
                        "SELECT max(seq) FROM record WHERE type = %d AND stream = %lld AND seq <"
                        " (SELECT min(seq) FROM record WHERE type = %d AND stream = %lld AND seq >"
                        " %llu)",
                        TREY_RECORD_COMMAND, (long long)stream_of(a, missing), TREY_RECORD_CUT,
                        (long long)stream_of(a, missing), (unsigned long long)missing);
    add_part(a, TREY_RECORD_PLEDGE, (uint64_t)close - 1, (unsigned)(b.byte[b.size - 1] >> 1));
}
CRIME(pledges_something_else) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_PLEDGE, shuffled_one), 30);
}
CRIME(opens_a_share_of_nobody) {
    set_byte(a, first(a, TABLE, TREY_RECORD_SHARE, shuffled_one), 16, 0);
}
CRIME(opens_a_share_twice) {
    add_part(a, TREY_RECORD_SHARE, first(a, TABLE, TREY_RECORD_SHARE, shuffled_one), 0);
}
CRIME(opens_another_share) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_SHARE, shuffled_one), 30);
}
CRIME(lengthens_what_is_missing) {
    set_byte(a, first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one), 1, 0);
}
CRIME(misses_a_share_of_another) {
    set_byte(a, first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one), 1, 8 << 1);
}
CRIME(misses_shares_of_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one), 0, 3 << 1);
}
CRIME(hides_that_a_share_was_withheld) {
    uint64_t missing = first(a, TABLE, TREY_RECORD_WITHHELD, shuffled_one);
    char where[160];
    snprintf(where, sizeof where, "%s AND r.seq > %llu", shuffled_one, (unsigned long long)missing);
    set_byte(a, first(a, TABLE, TREY_RECORD_FATE, where), 5, 0);
}
CRIME(lengthens_a_cut) {
    lengthen(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one));
}
CRIME(cuts_twice) {
    uint64_t seq = first(a, TABLE, TREY_RECORD_CUT, shuffled_one);
    const body b = body_of(a, seq);
    insert_behind(a, seq, stream_of(a, seq), TREY_RECORD_CUT, &b);
}
CRIME(cuts_before_the_close) {
    uint64_t cut = first(a, TABLE, TREY_RECORD_CUT, shuffled_one);
    const body b = body_of(a, cut);
    uint64_t close = command_of(a, TABLE, shuffled_one, TREY_VERB_CLOSE);
    remove_record(a, cut);
    insert_behind(a, close - 1, stream_of(a, close), TREY_RECORD_CUT, &b);
}
CRIME(cuts_for_another_round) {
    set_byte(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one), 0, 2 << 1);
}
/* The house has dealt without waiting for somebody who had pledged. */
CRIME(cuts_without_a_share) {
    uint64_t close = command_of(a, TABLE, shuffled_one, TREY_VERB_CLOSE);
    add_part(a, TREY_RECORD_PLEDGE, close - 1, 4);
}
CRIME(drops_a_pledge_from_the_list) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one), 5);
}
CRIME(cuts_as_it_likes) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one), 40);
}
CRIME(shows_another_spare) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_CUT, shuffled_one), 70);
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
    const trey_store_keys *keys = crime_keys;
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
    event->cards.count = TREY_CARDS - 1;
}
/* Two cards that nobody gets: nothing in the round shows it. */
static void other_last_cards(trey_event *event) {
    trey_card card = event->cards.card[50];
    event->cards.card[50] = event->cards.card[51];
    event->cards.card[51] = card;
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
/* Staff had ruled, and nobody had reported anything. */
CRIME(blames_a_foreign_card_for_a_ruling) {
    char where[128];
    snprintf(where, sizeof where, "substr(r.body, 2, 1) = x'%02x' AND substr(r.body, 4, 1) = x'00'",
             TREY_FATE_VOID);
    uint64_t seq = first(a, TABLE, TREY_RECORD_FATE, where);
    set_byte(a, seq, 3, TREY_IRREGULARITY_FOREIGN_CARD + 1);
}
CRIME(shows_another_seed) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 9);
}
CRIME(seals_another_seed_for_the_auditor) {
    flip_byte(a, first(a, TABLE, TREY_RECORD_FATE, shuffled_one), 30);
}

/* What is kept. */
CRIME(keeps_a_seed_without_a_round) {
    sql(a, "INSERT INTO kept SELECT id, 'seed', zeroblob(%d), x'' FROM stream WHERE name = 'rws'",
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
    trey_hash commitment, root[TREY_STACKS];
    trey_seed seed;
    trey_sealed_seed sealed;
    uint64_t round;
    assert_true(trey_commitment_decode(&record, &round, &commitment, root));
    assert_int_equal(trey_seed_draw(trey_entropy_kernel, NULL, &seed), TREY_STATUS_OK);
    assert_int_equal(
        trey_seed_seal(&crime_keys->seal, &commitment, &seed, trey_entropy_kernel, NULL, &sealed),
        TREY_STATUS_OK);
    put_bytes(a, "UPDATE kept SET body = ?1 WHERE name = 'seed'", sealed.byte, sizeof sealed.byte);
}
CRIME(keeps_something_for_nobody) {
    sql(a, "INSERT INTO kept VALUES (99, 'seed', x'00', x'')");
}
CRIME(counts_a_void_less) {
    sql(a, "UPDATE kept SET body = CAST(x'00' || substr(body, 2) AS BLOB) WHERE name = 'aborts'");
}
CRIME(forgives_a_withholder) {
    sql(a, "UPDATE kept SET body = substr(body, 1, 4) WHERE name = 'aborts' AND length(body) > 4");
}
CRIME(counts_no_voids) {
    sql(a, "DELETE FROM kept WHERE name = 'aborts'");
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
KEEPS(keys_of_another_size, "INSERT INTO kept SELECT id, 'keys', zeroblob(31), x'' FROM stream"
                            " WHERE name = 'the house'")
KEEPS(keys_at_a_table, "INSERT INTO kept SELECT id, 'keys', zeroblob(32), x'' FROM stream"
                       " WHERE name = 'rws'")

static const crime crimes[] = {
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
    {"a deck is dealt before its cut", deals_without_root, 0},
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
    {"this event cannot happen here", caps_a_jackpot_bet_in_the_dark, HIDDEN | STRANGER},
    {"the round is over, and stakes lie on the layout", keeps_a_stake_in_the_dark,
     HIDDEN | STRANGER},
    {"the commitment cannot be read", lengthens_a_commitment, 0},
    {"there is a commitment at a table whose cards are", commits_where_cards_are_entered, 0},
    {"the commitment before it has no end", commits_twice, 0},
    {"the commitment is for another round", commits_to_another_round, 0},
    {"the commitment is not to these stacks in this round", commits_to_another_stack, 0},
    {"the pledge cannot be read", pledges_for_nobody, 0},
    {"a pledge comes while bets are open, and not now", pledges_too_late, 0},
    {"a pledge comes from somebody without a bet", pledges_without_a_bet, 0},
    {"a pledge comes from somebody who withheld a share lately", pledges_while_suspended, 0},
    {"somebody pledges twice in a round", pledges_twice, 0},
    {"a share is not what its pledge was made of", pledges_something_else, 0},
    {"the share cannot be read", opens_a_share_of_nobody, 0},
    {"a share comes that nobody waits for", opens_a_share_twice, 0},
    {"a share is not what its pledge was made of", opens_another_share, 0},
    {"whose share did not come cannot be read", lengthens_what_is_missing, 0},
    {"other shares did not come", misses_a_share_of_another, 0},
    {"no shares are waited for here", misses_shares_of_another_round, 0},
    {"whether a share was withheld is not as the round had it", hides_that_a_share_was_withheld, 0},
    {"the cut cannot be read", lengthens_a_cut, 0},
    {"a cut comes once, after the closing call, and not now", cuts_twice, 0},
    {"a cut comes once, after the closing call, and not now", cuts_before_the_close, 0},
    {"the cut is of another round", cuts_for_another_round, 0},
    {"the deck is cut, and shares are missing", cuts_without_a_share, 0},
    {"the hash of the list is not over the pledges that were made", drops_a_pledge_from_the_list,
     0},
    {"the cut is not what the shares come to", cuts_as_it_likes, 0},
    {"round 1: the stack that was not dealt", shows_another_spare, 0},
    {"round 1: the stack that was not dealt", shows_another_spare, STRANGER},
    {"the sealed deck is of another round", deals_the_deck_of_another_round, 0},
    {"the sealed deck does not open", breaks_the_seal_of_a_deck, 0},
    {"what is sealed is no deck", seals_no_deck, 0},
    {"what is sealed is no deck", seals_a_deck_of_fiftyone, 0},
    {"round 1: stacks and shares give another order of cards", seals_another_deck, 0},
    {"the fate of the round cannot be read", lengthens_a_fate, 0},
    {"no round has ended here", ends_a_round_twice, 0},
    {"it is the fate of another round", ends_another_round, 0},
    {"the round ended in another way", says_a_round_was_void, 0},
    {"the round ended in another way", says_nothing_was_dealt, 0},
    {"the round ended in another way", gives_a_cause_to_a_round_that_was_played, 0},
    {"the round ended in another way", blames_a_foreign_card_for_a_ruling, 0},
    {"round 1: the seed does not give the stacks", shows_another_seed, 0},
    {"round 1: the seed does not give the stacks", shows_another_seed, STRANGER},
    {"the sealed seed does not open", seals_another_seed_for_the_auditor, FOR_AUDITOR},
    {"a seed is kept, and no round is running", keeps_a_seed_without_a_round, 0},
    {"a seed is kept, and no round is running", keeps_a_seed_for_a_jackpot, 0},
    {"what is kept for the running round is no seed", keeps_half_a_seed, 0},
    {"the seed that is kept for the running round is not", breaks_the_seal_of_a_kept_seed, 0},
    {"the seed that is kept for the running round is not", keeps_another_seed, 0},
    {"something is kept for stream 99, and there is no such", keeps_something_for_nobody, 0},
    {"the void rounds that are kept are not those that it had", counts_a_void_less, 0},
    {"the void rounds that are kept are not those that it had", forgives_a_withholder, 0},
    {"no count of its void rounds is kept", counts_no_voids, 0},
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
};
const crime_list crimes_of_tables = {crimes, sizeof crimes / sizeof *crimes};
