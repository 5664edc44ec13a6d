/* link_limits_test.c -- a linked jackpot at the edges: what parameters it takes, who may
 * do what, and what its events tell. */
#include "cmocka_suite.h"

#include <string.h>

#include "trey/link.h"

static const trey_value whole = {100, 100}, quarter = {25, 100};
static const trey_link_parameters usual = {.bet = 500, .fixed = 100, .reset = 10000};

static bool good(trey_cents bet, trey_cents fixed, uint32_t rate, uint32_t reserve_rate,
                 trey_cents reset, trey_cents ceiling) {
    const trey_link_parameters parameters = {bet, fixed, rate, reserve_rate, reset, ceiling};
    return trey_link_parameters_good(&parameters);
}

static void parameters_are_bounded(void **state) {
    (void)state;
    const trey_cents most_bet = TREY_METER_MAX / TREY_LINK_MILLION;
    assert_false(good(0, 0, 0, 0, 0, 0));
    assert_true(good(1, 0, 0, 0, 0, 0));
    assert_true(good(most_bet, 0, 0, 0, 0, 0));
    assert_false(good(most_bet + 1, 0, 0, 0, 0, 0));
    assert_false(good(500, -1, 0, 0, 0, 0));
    assert_false(good(500, 100, 1, 0, 0, 0)); /* one way or the other */
    assert_true(good(500, 0, TREY_LINK_MILLION, 0, 0, 0));
    assert_false(good(500, 0, TREY_LINK_MILLION + 1, 0, 0, 0));
    assert_false(good(500, 0, 0, TREY_LINK_MILLION + 1, 0, 0));
    /* Both parts together are at most the bet. */
    assert_true(good(500, 400, 0, 200000, 0, 0));
    assert_false(good(500, 401, 0, 200000, 0, 0));
    assert_false(good(500, 100, 0, 0, -1, 0));
    assert_true(good(500, 100, 0, 0, TREY_METER_MAX, 0));
    assert_false(good(500, 100, 0, 0, TREY_METER_MAX + 1, 0));
    assert_false(good(500, 100, 0, 0, 1000, 999));
    assert_true(good(500, 100, 0, 0, 1000, 1000));
    assert_true(good(500, 100, 0, 0, 1000, TREY_METER_MAX));
    assert_false(good(500, 100, 0, 0, 1000, TREY_METER_MAX + 1));
}

static trey_link open_link(const char *id, const trey_link_parameters *parameters, trey_cents start,
                           bool *opened) {
    trey_rulebook *book;
    trey_link link;
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    *opened = trey_link_open(book, parameters, start, &link);
    trey_rulebook_close(book);
    return link;
}

static bool opens(const char *id, trey_cents ceiling, trey_cents start) {
    trey_link_parameters parameters = usual;
    bool opened;
    parameters.ceiling = ceiling;
    open_link(id, &parameters, start, &opened);
    return opened;
}

static void a_link_opens_within_its_ceiling(void **state) {
    (void)state;
    assert_false(opens("mbs", 0, -1));
    assert_true(opens("mbs", 0, 0));
    assert_true(opens("mbs", 0, TREY_METER_MAX));
    assert_false(opens("mbs", 0, TREY_METER_MAX + 1));
    assert_true(opens("mbs", 20000, 20000));
    assert_false(opens("mbs", 20000, 20001));
    assert_false(opens("ca-six-card", 0, 10000)); /* has no jackpot */
}

/* How the meter goes on after a win is the book's, under its readings. */
static void a_link_plays_by_the_book(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        trey_rulebook *book;
        trey_link link;
        assert_int_equal(trey_rulebook_open(&book, books[i], NULL), TREY_STATUS_OK);
        for (size_t n = 0; n < trey_rulebook_readings(book); n++) {
            const trey_reading *reading = trey_rulebook_reading(book, n);
            for (unsigned letter = 0; reading->switchable && letter < reading->letters; letter++) {
                trey_rulebook_choose(book, reading->id, (char)('A' + letter));
                const trey_meter_rules meter = trey_meter_rules_of(book);
                const trey_hit_rules order = trey_hit_rules_of(book);
                assert_true(trey_link_open(book, &usual, 10000, &link));
                assert_memory_equal(&link.meter_rules, &meter, sizeof meter);
                assert_memory_equal(&link.hit_rules, &order, sizeof order);
            }
            trey_rulebook_choose(book, reading->id, (char)('A' + reading->preset));
        }
        trey_rulebook_close(book);
    }
}

static trey_link_decision decision;

static trey_link_refused give(trey_link *link, const trey_link_command *command) {
    trey_link_decide(link, command, &decision);
    for (unsigned i = 0; i < decision.count; i++) trey_link_apply(link, &decision.event[i]);
    return decision.refused;
}

static trey_link_refused bets(trey_link *link, int32_t count) {
    const trey_link_command command = {
        .verb = TREY_LINK_CONTRIBUTE, .role = TREY_ROLE_DEALER, .bets = count};
    return give(link, &command);
}

static trey_link_refused hit(trey_link *link, uint32_t table, trey_value award) {
    trey_link_command command = {
        .verb = TREY_LINK_HIT, .role = TREY_ROLE_DEALER, .player = 70 + table, .round = 5};
    command.hit.award = award;
    command.hit.table = table;
    command.hit.seat = 3;
    command.hit.players_third_card = table;
    return give(link, &command);
}

static void a_contribution_is_of_a_sane_number_of_bets(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("mbs", &usual, 5000000, &opened);
    assert_int_equal(bets(&link, 0), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(bets(&link, 10000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(bets(&link, 10001), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(bets(&link, -10000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(bets(&link, -10001), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(link.value, 5000000);
}

static void what_is_taken_back_never_exceeds_what_is_there(void **state) {
    (void)state;
    trey_link_parameters parameters = usual;
    bool opened;
    parameters.reserve_rate = 100000;
    trey_link link = open_link("mbs", &parameters, 150, &opened);
    bets(&link, 1);
    assert_int_equal(link.reserve, 50);
    bets(&link, -3);
    assert_int_equal(link.value, 0);
    assert_int_equal(link.reserve, 0);
    assert_int_equal(decision.event[0].amount, -250);
    assert_int_equal(decision.event[0].reserve, -50);
}

static void without_a_ceiling_nothing_comes_off_the_overflow(void **state) {
    (void)state;
    trey_link_parameters parameters = usual;
    bool opened;
    parameters.ceiling = 10100;
    trey_link link = open_link("mbs", &parameters, 10000, &opened);
    bets(&link, 2);
    assert_int_equal(link.overflow, 100);
    link.parameters.ceiling = 0;
    bets(&link, -1);
    assert_int_equal(link.overflow, 100);
    assert_int_equal(link.value, 10000);
}

static void a_hit_is_a_share_and_so_many_wait(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("rws-progressive", &usual, 5000000, &opened);
    assert_int_equal(hit(&link, 1, (trey_value){0, 100}), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(hit(&link, 1, (trey_value){101, 100}), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(hit(&link, 1, (trey_value){5000, 0}), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(hit(&link, 1, (trey_value){1, 100}), TREY_LINK_REFUSED_NONE);
    for (uint32_t table = 2; table <= TREY_LINK_HITS; table++)
        assert_int_equal(hit(&link, table, quarter), TREY_LINK_REFUSED_NONE);
    assert_int_equal(hit(&link, 99, quarter), TREY_LINK_REFUSED_HITS_FULL);
}

static void another_round_seat_or_table_is_another_hit(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("mbs", &usual, 5000000, &opened);
    trey_link_command command = {.verb = TREY_LINK_HIT, .role = TREY_ROLE_DEALER, .round = 5};
    command.hit.award = whole;
    command.hit.table = 1;
    command.hit.seat = 3;
    assert_int_equal(give(&link, &command), TREY_LINK_REFUSED_NONE);
    assert_int_equal(give(&link, &command), TREY_LINK_REFUSED_ALREADY_ENTERED);
    command.hit.seat = 4;
    assert_int_equal(give(&link, &command), TREY_LINK_REFUSED_NONE);
    command.round = 6;
    assert_int_equal(give(&link, &command), TREY_LINK_REFUSED_NONE);
    command.hit.table = 2;
    assert_int_equal(give(&link, &command), TREY_LINK_REFUSED_NONE);
}

/* An award of a share after which the display returns to its reset value, where a
 * reading says so, gives the rest back to the house. */
static void a_share_that_resets_the_display_releases_the_rest(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("rws-progressive", &usual, 50000, &opened);
    link.meter_rules.after_share = TREY_AFTER_SHARE_RESET;
    trey_link before = link;
    assert_int_equal(hit(&link, 1, quarter), TREY_LINK_REFUSED_NONE);
    assert_int_equal(link.hit[0].value, 12500);
    assert_int_equal(link.value, 10000);
    assert_int_equal(link.released, 27500);
    assert_int_equal(link.overflow, 27500);
    assert_int_equal(link.seeded, 0);
    /* And the ledger hears of it. */
    trey_link_posting posting[TREY_LINK_POSTINGS];
    trey_link_apply(&before, &decision.event[0]);
    assert_int_equal(trey_link_postings(&before, &decision.event[1], posting), 2);
    assert_int_equal(posting[0].to, TREY_LINK_PENDING);
    assert_int_equal(posting[0].cents, 12500);
    assert_int_equal(posting[1].from, TREY_LINK_METER);
    assert_int_equal(posting[1].to, TREY_LINK_OVERFLOW);
    assert_int_equal(posting[1].cents, 27500);
}

static void events_tell_who_where_and_why(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("rws", &usual, 50000, &opened);
    hit(&link, 1, whole);
    hit(&link, 2, whole);
    trey_link_command staff = {.verb = TREY_LINK_PLACE,
                               .role = TREY_ROLE_SHIFT_MANAGER,
                               .actor = 8,
                               .number = 2,
                               .place = 1};
    strcpy(staff.reason, "seen on camera");
    assert_int_equal(give(&link, &staff), TREY_LINK_REFUSED_NONE);
    assert_int_equal(decision.event[0].kind, TREY_LINK_EVENT_PLACED);
    assert_int_equal(decision.event[0].place, 1);
    assert_int_equal(decision.event[0].actor, 8);
    assert_int_equal(decision.event[0].role, TREY_ROLE_SHIFT_MANAGER);
    assert_string_equal(decision.event[0].reason, "seen on camera");
    staff.verb = TREY_LINK_CONFIRM;
    assert_int_equal(give(&link, &staff), TREY_LINK_REFUSED_NONE);
    const trey_link_event *event = &decision.event[0];
    assert_int_equal(event->number, 2);
    assert_int_equal(event->amount, 50000);
    assert_int_equal(event->player, 72);
    assert_int_equal(event->round, 5);
    assert_int_equal(event->hit.table, 2);
    assert_int_equal(event->hit.seat, 3);
    staff.verb = TREY_LINK_REJECT;
    staff.number = 1;
    assert_int_equal(give(&link, &staff), TREY_LINK_REFUSED_NONE);
    assert_int_equal(event->player, 71);
    assert_int_equal(event->round, 5);
    assert_int_equal(event->hit.table, 1);
    assert_int_equal(event->amount, 10000); /* its order was settled: it goes back at once */
    assert_string_equal(event->reason, "seen on camera");
    staff.verb = TREY_LINK_CHANGE;
    staff.parameters = usual;
    staff.parameters.fixed = 99;
    assert_int_equal(give(&link, &staff), TREY_LINK_REFUSED_NONE);
    assert_int_equal(event->parameters.fixed, 99);
    assert_string_equal(event->reason, "seen on camera");
    staff.verb = TREY_LINK_DOWN;
    assert_int_equal(give(&link, &staff), TREY_LINK_REFUSED_NONE);
    assert_string_equal(event->reason, "seen on camera");
}

static void a_fixed_award_tells_whom_it_went_to(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("mbs", &usual, 50000, &opened);
    link.meter_rules.fixed_awards_from = TREY_FUND_METER;
    trey_link_command draw = {
        .verb = TREY_LINK_DRAW, .role = TREY_ROLE_DEALER, .amount = 0, .player = 12, .round = 7};
    draw.hit.table = 4;
    assert_int_equal(give(&link, &draw), TREY_LINK_REFUSED_BAD_AMOUNT);
    draw.amount = 50001;
    assert_int_equal(give(&link, &draw), TREY_LINK_REFUSED_BAD_AMOUNT);
    draw.amount = 50000;
    assert_int_equal(give(&link, &draw), TREY_LINK_REFUSED_NONE);
    assert_int_equal(decision.event[0].player, 12);
    assert_int_equal(decision.event[0].round, 7);
    assert_int_equal(decision.event[0].hit.table, 4);
    assert_int_equal(link.value, 0);
    assert_int_equal(link.awarded, 50000);
}

static void parameters_do_not_change_while_a_hit_waits_or_under_the_display(void **state) {
    (void)state;
    bool opened;
    trey_link link = open_link("rws", &usual, 50000, &opened);
    trey_link_command change = {
        .verb = TREY_LINK_CHANGE, .role = TREY_ROLE_PIT_MANAGER, .reason = "season"};
    change.parameters = usual;
    change.parameters.ceiling = 49999;
    assert_int_equal(give(&link, &change), TREY_LINK_REFUSED_BAD_PARAMETERS);
    change.parameters.ceiling = 50000;
    assert_int_equal(give(&link, &change), TREY_LINK_REFUSED_NONE);
    hit(&link, 1, whole);
    assert_int_equal(give(&link, &change), TREY_LINK_REFUSED_ROUND_RUNNING);
}

/* Every verb in every role, with and without a reason, with the link up and down: role,
 * reason and link are asked for in this order. */
static void who_may_tell_a_link_what(void **state) {
    (void)state;
    static const struct {
        uint8_t verb, role, reason, up; /* up: 1 it needs the link, 2 its being lost */
    } row[] = {{TREY_LINK_CONTRIBUTE, TREY_ROLE_DEALER, 0, 1},
               {TREY_LINK_HIT, TREY_ROLE_DEALER, 0, 1},
               {TREY_LINK_DRAW, TREY_ROLE_DEALER, 0, 1},
               {TREY_LINK_CONFIRM, TREY_ROLE_PIT_SUPERVISOR, 0, 1},
               {TREY_LINK_REJECT, TREY_ROLE_PIT_MANAGER, 1, 1},
               {TREY_LINK_PLACE, TREY_ROLE_PIT_SUPERVISOR, 1, 1},
               {TREY_LINK_CHANGE, TREY_ROLE_PIT_MANAGER, 1, 1},
               {TREY_LINK_LIVE, TREY_ROLE_DEALER, 0, 0},
               {TREY_LINK_DOWN, TREY_ROLE_DEALER, 1, 1},
               {TREY_LINK_UP, TREY_ROLE_PIT_SUPERVISOR, 0, 2},
               {TREY_LINK_CLAIM, TREY_ROLE_PIT_SUPERVISOR, 1, 1},
               {TREY_LINK_STRIKE, TREY_ROLE_PIT_MANAGER, 1, 0}};
    bool opened;
    trey_link link = open_link("rws", &usual, 50000, &opened);
    assert_int_equal(sizeof row / sizeof *row, TREY_LINK_VERB_COUNT);
    for (unsigned n = 0; n < TREY_LINK_VERB_COUNT * 5 * 2 * 2; n++) {
        const unsigned i = n / 20, role = n / 4 % 5;
        trey_link_command command = {.verb = row[i].verb, .role = (uint8_t)role};
        if (n & 1u) strcpy(command.reason, "because");
        link.down = (n & 2u) != 0;
        trey_link_refused expected = role < row[i].role             ? TREY_LINK_REFUSED_ROLE_TOO_LOW
                                     : row[i].reason && !(n & 1u)   ? TREY_LINK_REFUSED_NO_REASON
                                     : row[i].up == 1 && link.down  ? TREY_LINK_REFUSED_LINK_DOWN
                                     : row[i].up == 2 && !link.down ? TREY_LINK_REFUSED_LINK_UP
                                                                    : TREY_LINK_REFUSED_NONE;
        trey_link_decide(&link, &command, &decision);
        if (expected != TREY_LINK_REFUSED_NONE) {
            assert_int_equal(decision.refused, expected);
        } else {
            assert_true(decision.refused != TREY_LINK_REFUSED_ROLE_TOO_LOW &&
                        decision.refused != TREY_LINK_REFUSED_NO_REASON &&
                        decision.refused != TREY_LINK_REFUSED_LINK_DOWN &&
                        decision.refused != TREY_LINK_REFUSED_LINK_UP);
        }
    }
    /* A reason that has no end is none. */
    trey_link_command endless = {.verb = TREY_LINK_DOWN, .role = TREY_ROLE_DEALER};
    memset(endless.reason, 'x', sizeof endless.reason);
    link.down = 0;
    trey_link_decide(&link, &endless, &decision);
    assert_int_equal(decision.refused, TREY_LINK_REFUSED_NO_REASON);
    endless.verb = TREY_LINK_VERB_COUNT;
    trey_link_decide(&link, &endless, &decision);
    assert_int_equal(decision.refused, TREY_LINK_REFUSED_NO_SUCH_COMMAND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_bounded),
        cmocka_unit_test(a_link_opens_within_its_ceiling),
        cmocka_unit_test(a_link_plays_by_the_book),
        cmocka_unit_test(a_contribution_is_of_a_sane_number_of_bets),
        cmocka_unit_test(what_is_taken_back_never_exceeds_what_is_there),
        cmocka_unit_test(without_a_ceiling_nothing_comes_off_the_overflow),
        cmocka_unit_test(a_hit_is_a_share_and_so_many_wait),
        cmocka_unit_test(another_round_seat_or_table_is_another_hit),
        cmocka_unit_test(a_share_that_resets_the_display_releases_the_rest),
        cmocka_unit_test(events_tell_who_where_and_why),
        cmocka_unit_test(a_fixed_award_tells_whom_it_went_to),
        cmocka_unit_test(parameters_do_not_change_while_a_hit_waits_or_under_the_display),
        cmocka_unit_test(who_may_tell_a_link_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
