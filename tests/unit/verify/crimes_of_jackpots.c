/* crimes_of_jackpots.c -- crimes against jackpots, what they missed, people, incidents and shifts.
 */
#define _GNU_SOURCE /* memmem */
#include "crimes.h"

#include "cmocka_suite.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "trey/incidents.h"
#include "trey/people.h"
#include "trey/wire.h"

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
const crime_list crimes_of_jackpots = {crimes, sizeof crimes / sizeof *crimes};
