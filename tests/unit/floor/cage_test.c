/* cage_test.c -- buying in and cashing out, collections, and a balance that agrees with the
 * ledger after everything; who may not is refused, and nothing is lost. */
#include "evening.h"

#include <string.h>

#include "trey/verify.h"
#include "trey/wire.h"

static evening e;
static client *ann, *ben, *cashier, *shift, *auditor, *dealer;

static void furnish_opened(void) {
    e.pace = 600; /* each message gets its cage frame */
    trey_table_service service = evening_service();
    service.automatic = false;
    evening_four_tables(&e, &service);
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 0);
    ben = evening_enter(&e, "Ben", TREY_OFFICE_PLAYER, 0);
    cashier = evening_enter(&e, "Carla", TREY_OFFICE_CASHIER, 0);
    shift = evening_enter(&e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    auditor = evening_enter(&e, "Otto", TREY_OFFICE_AUDITOR, 0);
    dealer = evening_enter(&e, "Dora", TREY_OFFICE_DEALER, 0);
    DO(cashier, "cage", "\"on\":true");
}

static void furnish(void) {
    evening_open(&e);
    furnish_opened();
}

/* All accounts of the store against the frame, and the books of the whole store. */
static void agrees(void) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_cents kind[TREY_LEDGER_KINDS_MAX] = {0}, all = 0;
    assert_int_equal(trey_cursor_open(&cursor, e.h.store, TREY_PART_BALANCES, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        kind[trey_account_kind(item->balance.account)] += item->balance.balance;
        all += item->balance.balance;
    }
    trey_cursor_close(cursor);
    assert_int_equal(all, 0);
    assert_true(json_is_true(at_path(cashier->cage, "agrees")));
    assert_int_equal(NUMBER(cashier->cage, "balance"), -kind[TREY_LEDGER_CAGE]);
    assert_int_equal(NUMBER(cashier->cage, "chips"), kind[TREY_LEDGER_PLAYER]);
    assert_int_equal(NUMBER(cashier->cage, "drop"), kind[TREY_LEDGER_DROP]);
    assert_int_equal(NUMBER(cashier->cage, "balance"),
                     NUMBER(cashier->cage, "chips") + NUMBER(cashier->cage, "layout") +
                         NUMBER(cashier->cage, "house") + NUMBER(cashier->cage, "drop") +
                         NUMBER(cashier->cage, "meters"));
}

static void verifies(void) {
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD)
        fail_msg("record %llu of %s: %s", (unsigned long long)report.finding.seq,
                 report.finding.stream, report.finding.what);
    trey_verify_report_close(&report);
}

static void money_and_chips_change_hands(void **unused) {
    (void)unused;
    furnish();
    json_t *answer = say(cashier, "buy_in", "\"player\":%u,\"amount\":100000", ann->person);
    assert_int_equal(NUMBER(answer, "chips"), 100000);
    assert_int_equal(ann->chips, 100000);
    agrees();
    answer = say(shift, "transfer", "\"player\":%u,\"other\":%u,\"amount\":30000", ann->person,
                 ben->person);
    assert_int_equal(NUMBER(answer, "chips"), 70000);
    assert_int_equal(ben->chips, 30000);
    agrees();
    /* One cent above the balance, the balance, and nothing left. */
    answer = say(cashier, "cash_out", "\"player\":%u,\"amount\":30001", ben->person);
    assert_string_equal(said_no(answer), "chips_short");
    assert_int_equal(ben->chips, 30000);
    answer = say(cashier, "cash_out", "\"player\":%u,\"amount\":30000", ben->person);
    assert_int_equal(NUMBER(answer, "chips"), 0);
    answer = say(cashier, "cash_out", "\"player\":%u,\"amount\":1", ben->person);
    assert_string_equal(said_no(answer), "chips_short");
    agrees();
    assert_int_equal(NUMBER(cashier->cage, "balance") - NUMBER(cashier->cage, "house") -
                         NUMBER(cashier->cage, "meters"),
                     70000);
    assert_string_equal(WORD(cashier->cage, "movements.0.kind"), "cash_out");
    assert_string_equal(WORD(cashier->cage, "movements.0.by"), "Carla");
    assert_string_equal(WORD(cashier->cage, "movements.1.kind"), "transfer");
    assert_int_equal(NUMBER(cashier->cage, "movements.1.other"), ben->person);
    /* The same message again changes nothing. */
    static const char id[] = "00000000000000000000000000000077";
    say_as(cashier, id, "buy_in", "\"player\":%u,\"amount\":500", ben->person);
    answer = say_as(cashier, id, "buy_in", "\"player\":%u,\"amount\":500", ben->person);
    assert_true(said_yes(answer) && json_is_true(at_path(answer, "again")));
    assert_int_equal(NUMBER(answer, "chips"), 500);
    verifies();
    evening_close(&e);
}

static void who_may_not_is_refused(void **unused) {
    (void)unused;
    furnish();
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    client *none[] = {ann, dealer, auditor};
    static const char *const words[] = {"buy_in", "cash_out"};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned w = 0; w < 2; w++)
            assert_string_equal(
                said_no(say(none[i], words[w], "\"player\":%u,\"amount\":10", ben->person)),
                "cage_role");
        assert_string_equal(
            said_no(say(none[i], "transfer", "\"player\":%u,\"other\":%u,\"amount\":10",
                        ann->person, ben->person)),
            "cage_role");
        assert_string_equal(said_no(say(none[i], "box", "\"table\":\"ca-six-card\"")), "cage_role");
        bool sees = none[i] == auditor;
        assert_string_equal(said_no(say(none[i], "cage", "\"on\":true")), sees ? "" : "cage_role");
    }
    /* Whoever works for the house has no chips, and nobody does his own business. */
    assert_string_equal(
        said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":10", dealer->person)),
        "staff_has_no_chips");
    assert_string_equal(
        said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":10", cashier->person)),
        "staff_has_no_chips");
    assert_string_equal(said_no(say(cashier, "transfer", "\"player\":%u,\"other\":%u,\"amount\":10",
                                    ann->person, shift->person)),
                        "staff_has_no_chips");
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":4000000,\"amount\":10")),
                        "no_such_player");
    assert_string_equal(said_no(say(cashier, "transfer", "\"player\":%u,\"other\":%u,\"amount\":10",
                                    ann->person, ann->person)),
                        "no_such_player");
    assert_int_equal(ann->chips, 1000);
    agrees();
    verifies();
    evening_close(&e);
}

/* Somebody who played becomes a cashier: what he has is paid out by another. */
static void a_cashier_who_was_a_player_cannot_serve_himself(void **unused) {
    (void)unused;
    furnish();
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":5000", ben->person);
    assert_int_equal(
        trey_people_change(e.people, ben->person, TREY_OFFICE_CASHIER, false, shift->person),
        TREY_STATUS_OK);
    evening_flush(&e);
    assert_string_equal(said_no(say(ben, "cash_out", "\"player\":%u,\"amount\":5000", ben->person)),
                        "own_account");
    assert_string_equal(said_no(say(ben, "transfer", "\"player\":%u,\"other\":%u,\"amount\":5000",
                                    ben->person, ann->person)),
                        "own_account");
    assert_string_equal(said_no(say(ben, "sit", "\"table\":\"mbs\",\"seat\":1")), "not_at_tables");
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":1", ben->person)),
                        "staff_has_no_chips");
    DO(cashier, "cash_out", "\"player\":%u,\"amount\":5000", ben->person);
    assert_int_equal(house_chips(&e.h, ben->person), 0);
    agrees();
    evening_close(&e);
}

/* ---- Collections --------------------------------------------------------------------------------
 */
static void play_california(void) {
    DO(dealer, "open", "\"table\":\"ca-six-card\"");
    DO(ben, "bank", "\"table\":\"ca-six-card\",\"seat\":5,\"amount\":100000");
    DO(ann, "bet", "\"table\":\"ca-six-card\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    DO(dealer, "close", "\"table\":\"ca-six-card\"");
    DO(dealer, "deal", "\"table\":\"ca-six-card\"");
}

static void the_drop_goes_into_the_cage(void **unused) {
    (void)unused;
    furnish();
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000000", ann->person);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000000", ben->person);
    assert_string_equal(said_no(say(cashier, "box", "\"table\":\"ca-six-card\"")), "box_short");
    assert_string_equal(said_no(say(cashier, "box", "\"table\":\"nowhere\"")), "no_such_table");
    play_california();
    evening_pass(&e, 1000);
    trey_cents drop = NUMBER(cashier->cage, "drop");
    assert_true(drop > 0);
    assert_int_equal(NUMBER(cashier->cage, "boxes.0.cents"), drop);
    /* A round that is voided gives the collection back, so the box stays shut. */
    assert_string_equal(said_no(say(cashier, "box", "\"table\":\"ca-six-card\"")), "round_running");
    DO(shift, "rule", "\"table\":\"ca-six-card\",\"ruling\":\"void\",\"reason\":\"a test\"");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(cashier->cage, "drop"), 0);
    play_california();
    DO(ann, "fold", "\"table\":\"ca-six-card\",\"seat\":1");
    DO(dealer, "reveal", "\"table\":\"ca-six-card\"");
    DO(dealer, "settle", "\"table\":\"ca-six-card\"");
    evening_pass(&e, 1000);
    drop = NUMBER(cashier->cage, "drop");
    assert_true(drop > 1);
    trey_cents balance = NUMBER(cashier->cage, "balance");
    assert_string_equal(said_no(say(cashier, "box", "\"table\":\"ca-six-card\",\"amount\":%lld",
                                    (long long)drop + 1)),
                        "box_short");
    DO(cashier, "box", "\"table\":\"ca-six-card\",\"amount\":1");
    DO(shift, "box", "\"table\":\"ca-six-card\"");
    evening_pass(&e, 1000);
    assert_int_equal(NUMBER(cashier->cage, "drop"), 0);
    assert_int_equal(NUMBER(cashier->cage, "balance"), balance - drop);
    assert_string_equal(WORD(cashier->cage, "movements.0.table"), "ca-six-card");
    assert_string_equal(said_no(say(cashier, "box", "\"table\":\"ca-six-card\"")), "box_short");
    agrees();
    verifies();
    evening_close(&e);
}

/* Writes a record past the house, as somebody with the file could: a cent moves. */
static void forge(const trey_cage_command *command) {
    static const uint8_t nobodys[TREY_COMMAND_ID_BYTES];
    uint8_t bytes[64];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_stream cage;
    trey_batch *batch;
    assert_int_equal(trey_store_stream(e.h.store, TREY_STREAM_CAGE, "cage", false, 0, &cage),
                     TREY_STATUS_OK);
    trey_write_bytes(&to, nobodys, sizeof nobodys);
    trey_write_byte(&to, command->kind);
    trey_write_byte(&to, command->role);
    const int64_t numbers[] = {command->actor, command->player, command->other, command->amount};
    for (unsigned i = 0; i < 4; i++) trey_write_number(&to, numbers[i]);
    trey_write_number(&to, command->second);
    trey_write_byte(&to, command->second_role);
    trey_write_byte(&to, command->identified);
    if (command->kind == TREY_CAGE_REVERSAL) {
        trey_write_byte(&to, command->was);
        trey_write_number(&to, (int64_t)command->entry);
        trey_write_text(&to, "a test", 6);
    }
    const trey_transfer transfer = trey_cage_transfer(cage, command);
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_record(batch, cage, TREY_RECORD_EVENT, 0, bytes, to.used);
    trey_batch_transfer(batch, &transfer);
    assert_int_equal(trey_store_commit(e.h.store, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
}

/* ---- Cash, fills, and mistakes -------------------------------------------------------------- */
static trey_cents cash(void) {
    evening_pass(&e, 1000);
    agrees();
    return NUMBER(cashier->cage, "cash");
}

static void the_drawer_holds_what_went_in_and_did_not_go_out(void **unused) {
    (void)unused;
    furnish();
    assert_int_equal(cash(), 0);
    DO(cashier, "float", "\"amount\":500000");
    assert_int_equal(cash(), 500000);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":100000", ann->person);
    assert_int_equal(cash(), 600000);
    DO(cashier, "cash_out", "\"player\":%u,\"amount\":40000", ann->person);
    assert_int_equal(cash(), 560000);
    /* Chips between people, and to and from a table, are no cash. */
    DO(cashier, "transfer", "\"player\":%u,\"other\":%u,\"amount\":100", ann->person, ben->person);
    trey_cents house = NUMBER(cashier->cage, "house");
    DO(cashier, "fill", "\"table\":\"mbs\",\"amount\":20000");
    assert_int_equal(cash(), 560000);
    assert_int_equal(NUMBER(cashier->cage, "house"), house + 20000);
    assert_string_equal(WORD(cashier->cage, "movements.0.kind"), "fill");
    assert_string_equal(WORD(cashier->cage, "movements.0.table"), "mbs");
    DO(shift, "credit", "\"table\":\"mbs\",\"amount\":5000");
    assert_int_equal(cash(), 560000);
    assert_int_equal(NUMBER(cashier->cage, "house"), house + 15000);
    /* One cent more than there is, then all of it. */
    assert_string_equal(said_no(say(cashier, "vault", "\"amount\":560001")), "drawer_short");
    DO(cashier, "vault", "\"amount\":560000");
    assert_int_equal(cash(), 0);
    client *none[] = {ann, dealer, auditor};
    for (unsigned i = 0; i < 3; i++) {
        assert_string_equal(said_no(say(none[i], "float", "\"amount\":1")), "cage_role");
        assert_string_equal(said_no(say(none[i], "vault", "\"amount\":1")), "cage_role");
        assert_string_equal(said_no(say(none[i], "fill", "\"table\":\"mbs\",\"amount\":1")),
                            "cage_role");
    }
    verifies();
    evening_close(&e);
}

/* The number under which the newest movement can be reversed. */
static unsigned newest_number(void) {
    evening_pass(&e, 1000);
    return (unsigned)NUMBER(cashier->cage, "movements.0.number");
}

static json_t *reverse(client *c, unsigned number) {
    return say(c, "reverse", "\"number\":%u,\"reason\":\"typed a nought too many\"", number);
}

static void a_mistake_is_reversed_by_somebody_else_and_stays_on_record(void **unused) {
    (void)unused;
    furnish();
    DO(cashier, "float", "\"amount\":500000");
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":100000", ann->person);
    unsigned wrong = newest_number();
    assert_string_equal(said_no(reverse(cashier, wrong)), "cage_role");
    assert_string_equal(said_no(reverse(shift, wrong + 1)), "no_such_entry");
    assert_string_equal(
        said_no(say(shift, "reverse", "\"number\":%u,\"reason\":\"%040d\"", wrong, 0)),
        "no_reason");
    assert_true(said_yes(reverse(shift, wrong)));
    assert_int_equal(ann->chips, 0);
    assert_int_equal(cash(), 500000);
    assert_string_equal(WORD(cashier->cage, "movements.0.kind"), "reversal");
    assert_string_equal(WORD(cashier->cage, "movements.0.was"), "buy_in");
    assert_int_equal(NUMBER(cashier->cage, "movements.0.entry"), wrong);
    assert_string_equal(WORD(cashier->cage, "movements.1.kind"), "buy_in");
    unsigned undone = newest_number();
    assert_string_equal(said_no(reverse(shift, wrong)), "reversed_already");
    assert_string_equal(said_no(reverse(shift, undone)), "no_such_entry");
    /* Nobody reverses what they entered themselves, and no chips are taken that are gone. */
    DO(shift, "buy_in", "\"player\":%u,\"amount\":700", ben->person);
    assert_string_equal(said_no(reverse(shift, newest_number())), "own_entry");
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    unsigned second = newest_number();
    DO(cashier, "cash_out", "\"player\":%u,\"amount\":1000", ann->person);
    assert_string_equal(said_no(reverse(shift, second)), "chips_short");
    assert_true(said_yes(reverse(shift, newest_number())));
    assert_int_equal(ann->chips, 1000);
    /* A fill goes back to the cage, a float out of the drawer. */
    trey_cents house = NUMBER(cashier->cage, "house");
    DO(cashier, "fill", "\"table\":\"mbs\",\"amount\":20000");
    assert_true(said_yes(reverse(shift, newest_number())));
    assert_int_equal(cash(), 501700);
    assert_int_equal(NUMBER(cashier->cage, "house"), house);
    DO(cashier, "float", "\"amount\":100");
    assert_true(said_yes(reverse(shift, newest_number())));
    assert_int_equal(cash(), 501700);
    verifies();
    evening_close(&e);
}

static void from_a_threshold_on_the_cage_checks_who_it_is(void **unused) {
    (void)unused;
    evening_open(&e);
    e.options.identify_from = 1000000;
    furnish_opened();
    /* A cent below, and the cent that reaches it; each direction of cash for itself. */
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":999999", ann->person);
    assert_string_equal(said_no(say(cashier, "buy_in", "\"player\":%u,\"amount\":1", ann->person)),
                        "id_required");
    DO(cashier, "cash_out", "\"player\":%u,\"amount\":999999", ann->person);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1,\"identified\":true", ann->person);
    evening_pass(&e, 1000);
    assert_true(json_is_true(at_path(cashier->cage, "movements.0.identified")));
    assert_null(json_object_get(at_path(cashier->cage, "movements.1"), "identified"));
    json_t *found = say(cashier, "people", "\"find\":%u", ann->person);
    assert_int_equal(NUMBER(found, "people.0.day_in"), 1000000);
    assert_int_equal(NUMBER(found, "people.0.day_out"), 999999);
    /* A day later it is counted from nothing again. */
    evening_pass(&e, 86400000);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":999999", ann->person);
    verifies();
    evening_close(&e);
}

static bool verifies_still(void) {
    trey_store_message message = {""};
    trey_verify_report report;
    const trey_verify_options options = {.keys = &e.h.keys};
    assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
    bool good = report.verdict == TREY_VERDICT_GOOD;
    trey_verify_report_close(&report);
    return good;
}

/* Somebody with the file writes reversals that no house would have made. */
static void a_forged_reversal_is_found(void **unused) {
    (void)unused;
    for (unsigned n = 0; n < 7; n++) {
        furnish();
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":3000", ann->person);
        trey_cage_command command = {.kind = TREY_CAGE_REVERSAL,
                                     .role = TREY_ROLE_SHIFT_MANAGER,
                                     .actor = shift->person,
                                     .player = ann->person,
                                     .amount = 1000,
                                     .was = TREY_CAGE_BUY_IN,
                                     .entry = newest_number() - 1};
        if (n == 1) command.role = TREY_CAGE_CASHIER;
        if (n == 2) command.actor = cashier->person;
        if (n == 3) command.amount = 2000;
        if (n == 4) command.was = TREY_CAGE_CASH_OUT;
        if (n == 5) command.entry += 5;
        if (n == 6) forge(&command);
        forge(&command);
        assert_int_equal(verifies_still(), n == 0);
        evening_close(&e);
    }
}

static void forge_box(trey_stream of) {
    forge(&(trey_cage_command){.kind = TREY_CAGE_BOX,
                               .role = TREY_CAGE_CASHIER,
                               .actor = cashier->person,
                               .other = of,
                               .amount = 1});
}

/* What the house would have refused, a verification finds. */
static void the_cages_business_is_done_by_those_who_may(void **unused) {
    (void)unused;
    for (unsigned n = 0; n < 3u * (TREY_CAGE_CASHIER + 2); n++) {
        unsigned role = n / 3, who = n % 3;
        furnish();
        const trey_cage_command command = {.kind = who == 2 ? TREY_CAGE_CASH_OUT : TREY_CAGE_BUY_IN,
                                           .role = (uint8_t)role,
                                           .actor = who == 0 ? cashier->person : TREY_NOBODY,
                                           .player = ann->person,
                                           .amount = 1};
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
        forge(&command);
        bool staff = role == TREY_CAGE_CASHIER || role == TREY_ROLE_SHIFT_MANAGER;
        bool good = who == 0 ? staff : who == 1 && role == TREY_ROLE_DEALER;
        trey_store_message message = {""};
        trey_verify_report report;
        const trey_verify_options options = {.keys = &e.h.keys};
        assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
        if ((report.verdict == TREY_VERDICT_GOOD) != good)
            fail_msg("role %u, %u: %s", role, who, report.finding.what);
        if (!good)
            assert_string_equal(report.finding.what,
                                "only a cashier or a shift manager does the cage's business");
        trey_verify_report_close(&report);
        evening_close(&e);
    }
}

static void a_box_emptied_while_a_round_ran_is_found(void **unused) {
    (void)unused;
    for (unsigned running = 0; running < 2; running++) {
        furnish();
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000000", ann->person);
        DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000000", ben->person);
        play_california();
        if (!running) {
            DO(ann, "fold", "\"table\":\"ca-six-card\",\"seat\":1");
            DO(dealer, "reveal", "\"table\":\"ca-six-card\"");
            DO(dealer, "settle", "\"table\":\"ca-six-card\"");
        }
        forge_box(trey_house_table_stream(e.h.house, 3));
        trey_store_message message = {""};
        trey_verify_report report;
        const trey_verify_options options = {.keys = &e.h.keys};
        assert_int_equal(trey_verify(e.h.store, &options, &report, &message), TREY_STATUS_OK);
        assert_int_equal(report.verdict, running ? TREY_VERDICT_CHANGED : TREY_VERDICT_GOOD);
        if (running) assert_string_equal(report.finding.what, "no cage does this");
        trey_verify_report_close(&report);
        evening_close(&e);
    }
}

/* ---- Looking people up --------------------------------------------------------------------------
 */
static void people_are_found_by_name_and_number(void **unused) {
    (void)unused;
    furnish();
    evening_person(&e, "Annabel", TREY_OFFICE_PLAYER);
    trey_person guest;
    assert_int_equal(trey_people_guest(e.people, &guest), TREY_STATUS_OK);
    evening_flush(&e);
    DO(ann, "sit", "\"table\":\"mbs\",\"seat\":2");
    json_t *answer = say(cashier, "people", "\"find\":\"aNN\"");
    assert_int_equal(json_array_size(at_path(answer, "people")), 2);
    assert_string_equal(WORD(answer, "people.0.name"), "Ann");
    assert_string_equal(WORD(answer, "people.0.at.0"), "mbs");
    answer = say(shift, "people", "\"find\":%u", ben->person);
    assert_string_equal(WORD(answer, "people.0.name"), "Ben");
    answer = say(auditor, "people", "\"find\":\"Guest %u\"", guest);
    assert_true(json_is_true(at_path(answer, "people.0.guest")));
    /* A guest who is nowhere is found by his whole name alone, one who is here by its beginning. */
    assert_int_equal(json_array_size(at_path(say(cashier, "people", "\"find\":\"gue\""), "people")),
                     0);
    evening_again(&e, guest);
    answer = say(cashier, "people", "\"find\":\"gue\"");
    assert_int_equal(json_array_size(at_path(answer, "people")), 1);
    assert_int_equal(NUMBER(answer, "people.0.id"), guest);
    answer = say(cashier, "people", "\"find\":\"Guest 99\"");
    assert_int_equal(json_array_size(at_path(answer, "people")), 0);
    answer = say(cashier, "people", "\"find\":\"Zacharias\"");
    assert_int_equal(json_array_size(at_path(answer, "people")), 0);
    assert_string_equal(said_no(say(ann, "people", "\"find\":\"Ben\"")), "role_too_low");
    assert_string_equal(said_no(say(dealer, "people", "\"find\":\"Ben\"")), "role_too_low");
    for (unsigned i = 0; i < 25; i++) {
        char name[16];
        snprintf(name, sizeof name, "Xaver %u", i);
        evening_person(&e, name, TREY_OFFICE_PLAYER);
    }
    answer = say(cashier, "people", "\"find\":\"X\"");
    assert_int_equal(json_array_size(at_path(answer, "people")), 20);
    evening_close(&e);
}

/* A server asks what is due before it flushes what it has heard. */
static void what_follows_a_frame_closely_is_due_when_its_time_has_come(void **unused) {
    (void)unused;
    furnish();
    e.pace = 0;
    evening_pass(&e, 1000);
    DO(cashier, "buy_in", "\"player\":%u,\"amount\":1000", ann->person);
    const json_t *before = cashier->cage;
    assert_int_equal(NUMBER(cashier->cage, "movements.0.amount"), 1000);
    char text[160];
    snprintf(text, sizeof text,
             "{\"id\":\"%032u\",\"do\":\"buy_in\",\"player\":%u,\"amount\":2000}", 7u, ann->person);
    trey_floor_hear(e.floor, cashier->visit, text, strlen(text));
    uint32_t wait = trey_floor_tick(e.floor);
    evening_flush(&e);
    assert_ptr_equal(cashier->cage, before);
    assert_in_range(wait, 1, 500);
    e.now += wait;
    trey_floor_tick(e.floor);
    evening_flush(&e);
    assert_int_equal(NUMBER(cashier->cage, "movements.0.amount"), 2000);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_and_chips_change_hands),
        cmocka_unit_test(who_may_not_is_refused),
        cmocka_unit_test(a_cashier_who_was_a_player_cannot_serve_himself),
        cmocka_unit_test(the_drop_goes_into_the_cage),
        cmocka_unit_test(a_box_emptied_while_a_round_ran_is_found),
        cmocka_unit_test(the_cages_business_is_done_by_those_who_may),
        cmocka_unit_test(the_drawer_holds_what_went_in_and_did_not_go_out),
        cmocka_unit_test(a_mistake_is_reversed_by_somebody_else_and_stays_on_record),
        cmocka_unit_test(from_a_threshold_on_the_cage_checks_who_it_is),
        cmocka_unit_test(a_forged_reversal_is_found),
        cmocka_unit_test(people_are_found_by_name_and_number),
        cmocka_unit_test(what_follows_a_frame_closely_is_due_when_its_time_has_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
