/* table_bytes_test.c -- whatever a table says can be written and read back, and there
 * is one way to write it. TREY_SEED and TREY_ROUNDS as for the table's own tests. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_rounds.h"
#include "trey/wire.h"

static uint64_t seed = 7;
static unsigned rounds = 4000;
static uint64_t seen[TREY_EVENT_KIND_COUNT];

static void event_survives(const trey_event *event) {
    uint8_t bytes[TREY_EVENT_BYTES_MAX], again[TREY_EVENT_BYTES_MAX];
    trey_writer to = {bytes, sizeof bytes, 0, false}, second = {again, sizeof again, 0, false};
    trey_event_write(&to, event);
    assert_false(to.full);
    trey_reader from = {bytes, to.used, false};
    trey_event read;
    trey_event_read(&from, &read);
    assert_false(from.bad);
    assert_int_equal(from.left, 0);
    assert_memory_equal(&read, event, sizeof read);
    trey_event_write(&second, &read);
    assert_int_equal(second.used, to.used);
    assert_memory_equal(bytes, again, to.used);
    /* Cut short anywhere it is refused. */
    for (size_t cut = 0; cut < to.used; cut++) {
        from = (trey_reader){bytes, cut, false};
        trey_event_read(&from, &read);
        assert_true(from.bad);
    }
    seen[event->kind]++;
}

static void on_event(random_table *table, const trey_event *event) {
    (void)table;
    event_survives(event);
}

/* A command read back is decided in the same way. */
static void on_decided(random_table *table, const trey_command *command) {
    uint8_t bytes[TREY_COMMAND_BYTES_MAX], again[TREY_COMMAND_BYTES_MAX];
    if (command->verb >= TREY_VERB_COUNT || command->count > TREY_CARDS) return;
    /* A reason without an end is refused, by the table and here. */
    bool endless = (command->verb == TREY_VERB_RULE &&
                    !memchr(command->reason, '\0', sizeof command->reason)) ||
                   (command->verb == TREY_VERB_LIMITS &&
                    !memchr(command->limits.reason, '\0', sizeof command->limits.reason));
    trey_writer to = {bytes, sizeof bytes, 0, false}, second = {again, sizeof again, 0, false};
    trey_command_write(&to, command);
    assert_false(to.full);
    trey_reader from = {bytes, to.used, false};
    trey_command read;
    trey_command_read(&from, &read);
    assert_int_equal(from.bad, endless);
    if (endless) return;
    assert_int_equal(from.left, 0);
    trey_command_write(&second, &read);
    assert_int_equal(second.used, to.used);
    assert_memory_equal(bytes, again, to.used);
    static trey_decision decision;
    trey_decide(table->house->rules, &table->table, &read, &decision);
    assert_int_equal(decision.refused, table->decision.refused);
    assert_int_equal(decision.count, table->decision.count);
    assert_memory_equal(decision.event, table->decision.event,
                        decision.count * sizeof decision.event[0]);
}

static void on_applied(random_table *table, const trey_command *command) {
    (void)table, (void)command;
}

static void events_and_commands_of_random_rounds_survive(void **state) {
    (void)state;
    const random_watcher watcher = {
        .decided = on_decided, .event = on_event, .applied = on_applied};
    static random_table table;
    printf("TREY_SEED=%" PRIu64 ", %u rounds\n", seed, rounds);
    for (unsigned n = 0; n < rounds / 4; n++) {
        random_table_open(&table, seed + n, (second_book)(n % 4), true, &watcher);
        for (unsigned r = 0; r < 4 && random_round(&table); r++) continue;
    }
    free(table.given);
    random_houses_close();
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++) {
        kinds += seen[kind] > 0;
        if (!seen[kind]) printf("never %s\n", trey_event_word((trey_event_kind)kind));
    }
    printf("%u of %d kinds of event\n", kinds, TREY_EVENT_KIND_COUNT);
    /* A few kinds are rare. */
    assert_true(kinds >= TREY_EVENT_KIND_COUNT - 5);
    assert_true(seen[TREY_EVENT_LIMITS] > 0);
    assert_true(seen[TREY_EVENT_RECALLED] > 0);
}

static void numbers_have_one_encoding(void **state) {
    (void)state;
    static const int64_t numbers[] = {0,  1,   -1,   63,    64,        -64,       -65,
                                      50, 127, 8191, -8192, INT32_MAX, INT64_MAX, INT64_MIN};
    uint8_t bytes[16];
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        trey_writer to = {bytes, sizeof bytes, 0, false};
        trey_write_number(&to, numbers[i]);
        trey_reader from = {bytes, to.used, false};
        assert_int_equal(trey_read_number(&from), numbers[i]);
        assert_false(from.bad);
        assert_int_equal(from.left, 0);
    }
    static const uint8_t bad[][11] = {
        {0x80, 0x00},
        {0x81, 0x80, 0x00},
        {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02},
        {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        trey_reader from = {bad[i], sizeof bad[i], false};
        trey_read_number(&from);
        assert_true(from.bad);
    }
}

static void texts_have_a_room_and_no_zero(void **state) {
    (void)state;
    uint8_t bytes[32];
    char text[8];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_write_text(&to, "Trey", 4);
    trey_reader from = {bytes, to.used, false};
    trey_read_text(&from, text, sizeof text);
    assert_string_equal(text, "Trey");
    from = (trey_reader){bytes, to.used, false};
    trey_read_text(&from, text, 4);
    assert_true(from.bad);
    bytes[2] = 0;
    from = (trey_reader){bytes, to.used, false};
    trey_read_text(&from, text, sizeof text);
    assert_true(from.bad);
    to = (trey_writer){bytes, 5, 0, false};
    trey_write_text(&to, "Trey", 4);
    assert_false(to.full);
    to = (trey_writer){bytes, 4, 0, false}; /* one byte short */
    trey_write_text(&to, "Trey", 4);
    assert_true(to.full);
}

/* Place and card, and nothing of money. */
static void a_card_taken_back_is_written_as_it_was_entered(void **state) {
    (void)state;
    uint8_t entered[TREY_EVENT_BYTES_MAX], taken[TREY_EVENT_BYTES_MAX];
    trey_writer one = {entered, sizeof entered, 0, false}, two = {taken, sizeof taken, 0, false};
    trey_event event = {.kind = TREY_EVENT_CARD, .role = TREY_ROLE_DEALER};
    event.dealt.card = 50;
    event.dealt.place = TREY_PLACE_DEALER;
    trey_event_write(&one, &event);
    event.kind = TREY_EVENT_RECALLED;
    trey_event_write(&two, &event);
    assert_int_equal(one.used, two.used);
    assert_int_equal(taken[1], TREY_EVENT_RECALLED);
    taken[1] = entered[1];
    assert_memory_equal(entered, taken, one.used);
}

static bool event_is_read(const uint8_t *bytes, size_t size) {
    trey_reader from = {bytes, size, false};
    trey_event event;
    trey_event_read(&from, &event);
    return !from.bad && from.left == 0;
}

/* The first bytes are version, kind and role. */
static void events_that_no_table_writes_are_refused(void **state) {
    (void)state;
    enum { VERSION, KIND, ROLE, COUNT };
    uint8_t bytes[TREY_EVENT_BYTES_MAX + 16] = {0};
    trey_event event = {.kind = TREY_EVENT_DECK, .cards = {.count = TREY_CARDS}};
    for (unsigned i = 0; i < TREY_CARDS; i++) event.cards.card[i] = (trey_card)i;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_event_write(&to, &event);
    assert_true(event_is_read(bytes, to.used));
    bytes[COUNT] = TREY_CARDS + 1; /* and there would be a card more */
    assert_false(event_is_read(bytes, to.used + 1));
    bytes[COUNT] = TREY_CARDS;
    bytes[COUNT + 1] = TREY_CARDS; /* no card */
    assert_false(event_is_read(bytes, to.used));
    bytes[COUNT + 1] = 0;
    bytes[ROLE] = TREY_ROLE_SHIFT_MANAGER + 1;
    assert_false(event_is_read(bytes, to.used));
    bytes[ROLE] = TREY_ROLE_SHIFT_MANAGER;
    bytes[VERSION]++;
    assert_false(event_is_read(bytes, to.used));
    /* The last kind there is, and the first there is not. */
    event = (trey_event){.kind = TREY_EVENT_KIND_COUNT - 1, .seat = 1, .player = 7};
    to = (trey_writer){bytes, sizeof bytes, 0, false};
    trey_event_write(&to, &event);
    assert_true(event_is_read(bytes, to.used));
    bytes[KIND] = TREY_EVENT_KIND_COUNT;
    assert_false(event_is_read(bytes, to.used));
}

/* One byte or number of each type that is one too many. */
static void members_out_of_their_range_are_refused(void **state) {
    (void)state;
    enum { HEAD = 3 };
    const trey_event seated = {.kind = TREY_EVENT_SEATED, .seat = TREY_SEATS, .player = UINT32_MAX};
    uint8_t bytes[TREY_EVENT_BYTES_MAX + 16];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_event_write(&to, &seated);
    assert_true(event_is_read(bytes, to.used));
    bytes[HEAD] = TREY_SEATS + 1;
    assert_false(event_is_read(bytes, to.used));
    bytes[HEAD] = 0; /* a seat that is needed */
    assert_false(event_is_read(bytes, to.used));
    bytes[HEAD] = 1;
    trey_writer larger = {bytes, sizeof bytes, HEAD + 1, false};
    trey_write_number(&larger, (int64_t)UINT32_MAX + 1);
    assert_false(event_is_read(bytes, larger.used));
    larger = (trey_writer){bytes, sizeof bytes, HEAD + 1, false};
    trey_write_number(&larger, TREY_NOBODY); /* a player who is needed */
    assert_false(event_is_read(bytes, larger.used));
    static const struct {
        uint8_t kind, last; /* the byte behind seat and player, at its largest */
    } words[] = {{TREY_EVENT_CAPPED, TREY_WAGER_COUNT - 1},
                 {TREY_EVENT_FOLDED, 1},
                 {TREY_EVENT_INVALIDATED, TREY_INVALID_LOST},
                 {TREY_EVENT_CHOSEN, TREY_OPTION_RETURN}};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const trey_event event = {.kind = words[i].kind, .seat = 1, .player = 7};
        to = (trey_writer){bytes, sizeof bytes, 0, false};
        trey_event_write(&to, &event);
        bytes[HEAD + 2] = words[i].last;
        assert_true(event_is_read(bytes, to.used));
        bytes[HEAD + 2]++;
        assert_false(event_is_read(bytes, to.used));
    }
}

static void commands_that_no_table_takes_are_refused(void **state) {
    (void)state;
    enum { VERSION, VERB, COUNT = 4 };
    const trey_command command = {.verb = TREY_VERB_DECK, .count = TREY_CARDS};
    uint8_t bytes[TREY_COMMAND_BYTES_MAX];
    trey_command read;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_command_write(&to, &command);
    trey_reader from = {bytes, to.used, false};
    trey_command_read(&from, &read);
    assert_false(from.bad);
    assert_memory_equal(&read, &command, sizeof read);
    static const struct {
        unsigned at;
        uint8_t byte;
    } bad[] = {{VERSION, 2}, {VERB, TREY_VERB_COUNT}, {COUNT, TREY_CARDS + 1}};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t was = bytes[bad[i].at];
        bytes[bad[i].at] = bad[i].byte;
        from = (trey_reader){bytes, to.used, false};
        trey_command_read(&from, &read);
        assert_true(from.bad);
        bytes[bad[i].at] = was;
    }
}

static void a_change_of_limits_survives(void **state) {
    (void)state;
    const trey_command command = {.verb = TREY_VERB_LIMITS,
                                  .limits = {.count = TREY_LIMITED,
                                             .wager = {TREY_WAGER_PAIR_PLUS, TREY_WAGER_ANTE, 255},
                                             .least = {1, INT64_MIN, INT64_MIN},
                                             .most = {TREY_LIMIT_MAX, INT64_MAX, INT64_MAX},
                                             .reason = "a reason as long as one can be, no more"}};
    uint8_t bytes[TREY_COMMAND_BYTES_MAX];
    trey_command read;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_command_write(&to, &command);
    trey_reader from = {bytes, to.used, false};
    trey_command_read(&from, &read);
    assert_true(!from.bad && from.left == 0 && !to.full);
    assert_memory_equal(&read.limits, &command.limits, sizeof read.limits);
    for (size_t cut = 0; cut < to.used; cut++) {
        from = (trey_reader){bytes, cut, false};
        trey_command_read(&from, &read);
        assert_true(from.bad);
    }
}

static void a_configuration_survives(void **state) {
    (void)state;
    const trey_table_config config = {.positions = 7,
                                      .device = 1,
                                      .schedule = 3,
                                      .jackpot = 1,
                                      .minimum = {2500, 0, 2500, 0},
                                      .maximum = {100000, 0, 50000, 0},
                                      .jackpot_bet = 500,
                                      .jackpot_contribution = 100,
                                      .jackpot_reset = 1000000,
                                      .fee_supplied = TREY_FEE_UNREADABLE};
    uint8_t bytes[TREY_CONFIG_BYTES_MAX];
    trey_table_config read;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_config_write(&to, &config);
    trey_reader from = {bytes, to.used, false};
    trey_config_read(&from, &read);
    assert_false(from.bad);
    assert_memory_equal(&read, &config, sizeof read);
    bytes[0]++;
    from = (trey_reader){bytes, to.used, false};
    trey_config_read(&from, &read);
    assert_true(from.bad);
}

int main(void) {
    const char *text = getenv("TREY_SEED");
    if (text) seed = strtoull(text, NULL, 0);
    if ((text = getenv("TREY_ROUNDS"))) rounds = (unsigned)strtoul(text, NULL, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_and_commands_of_random_rounds_survive),
        cmocka_unit_test(numbers_have_one_encoding),
        cmocka_unit_test(texts_have_a_room_and_no_zero),
        cmocka_unit_test(members_out_of_their_range_are_refused),
        cmocka_unit_test(a_card_taken_back_is_written_as_it_was_entered),
        cmocka_unit_test(events_that_no_table_writes_are_refused),
        cmocka_unit_test(commands_that_no_table_takes_are_refused),
        cmocka_unit_test(a_change_of_limits_survives),
        cmocka_unit_test(a_configuration_survives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
