/* told_events_test.c -- whatever happens at a table is told as its row says: as JSON by the
 * protocol's schema, as a sentence without holes. TREY_SEED and TREY_ROUNDS as for the table's own
 * tests. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_rounds.h"
#include "schema.h"
#include "trey/json.h"

enum { TOLD_OFTEN = 40 }; /* of each kind; more would only take longer */

static uint64_t seed = 7;
static unsigned rounds = 4000;
static unsigned seen[TREY_EVENT_KIND_COUNT];

static void is_told(const trey_json_scene *scene, const trey_event *event) {
    json_t *object = trey_json_event(scene, event);
    char *text = json_dumps(object, 0);
    schema_holds("event", object, text);
    free(text);
    json_decref(object);
}

static void has_its_sentence(const trey_event *event) {
    const char *sentence = trey_event_row_of((trey_event_kind)event->kind)->sentence;
    char text[400];
    bool told = trey_event_tell(event, NULL, text, sizeof text);
    assert_int_equal(told, sentence[0] != '\0' && sentence[0] != '*');
    if (told && (text[0] == '\0' || strpbrk(text, "{}_")))
        fail_msg("%s is told as \"%s\"", trey_event_word((trey_event_kind)event->kind), text);
    trey_event_list(event, text, sizeof text);
    assert_true(strlen(text) >= strlen(trey_event_word((trey_event_kind)event->kind)));
}

static void on_event(random_table *table, const trey_event *event) {
    if (seen[event->kind]++ >= TOLD_OFTEN) return;
    trey_table after = table->table;
    trey_apply(table->house->rules, &after, event);
    trey_json_scene scene = {.rules = table->house->rules, .table = &after, .everything = true};
    is_told(&scene, event);
    scene.everything = false; /* by whoever looks on */
    is_told(&scene, event);
    has_its_sentence(event);
}

static void on_command(random_table *table, const trey_command *command) {
    (void)table, (void)command;
}

static void every_event_of_random_rounds_is_told_as_its_row_says(void **state) {
    (void)state;
    const random_watcher watcher = {
        .decided = on_command, .event = on_event, .applied = on_command};
    static random_table table;
    printf("TREY_SEED=%" PRIu64 ", %u rounds\n", seed, rounds);
    for (unsigned n = 0; n < rounds / 4; n++) {
        random_table_open(&table, seed + n, (second_book)(n % 4), true, &watcher);
        for (unsigned r = 0; r < 4 && random_round(&table); r++) continue;
    }
    free(table.given);
    random_houses_close();
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < TREY_EVENT_KIND_COUNT; kind++) kinds += seen[kind] > 0;
    assert_true(kinds >= TREY_EVENT_KIND_COUNT - 5); /* a few are rare */
}

/* Chips that are owed, at no seat and by nobody. */
static void an_event_without_what_its_row_needs_is_not_whole(void **state) {
    (void)state;
    trey_event owed = {.kind = TREY_EVENT_OWED, .seat = 1, .player = 7, .amount = 500};
    assert_true(trey_event_whole(&owed));
    owed.seat = 0;
    assert_false(trey_event_whole(&owed));
    owed.seat = 1;
    owed.player = TREY_NOBODY;
    assert_false(trey_event_whole(&owed));
    json_t *bare = json_pack("{s:s}", "kind", "owed");
    assert_true(schema_fault("event", bare)[0] != '\0');
    json_decref(bare);
}

/* The schema asks of each kind what its row needs: with any member gone it does not hold. */
static void the_schema_requires_what_a_row_needs(void **state) {
    (void)state;
    trey_rulebook *book;
    trey_rules *rules;
    trey_table table;
    const trey_table_config config = {.positions = 7,
                                      .minimum = {[TREY_WAGER_ANTE] = 500},
                                      .maximum = {[TREY_WAGER_ANTE] = 50000}};
    assert_int_equal(trey_rulebook_open(&book, "mbs", NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&rules, book), TREY_STATUS_OK);
    assert_int_equal(trey_table_open(rules, &config, 0, &table), TREY_CONFIG_GOOD);
    const trey_json_scene scene = {.rules = rules, .table = &table, .everything = true};
    const trey_event owed = {.kind = TREY_EVENT_OWED, .seat = 1, .player = 7, .amount = 500};
    static const char *const members[] = {"kind", "seat", "player", "wager", "amount"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *object = trey_json_event(&scene, &owed);
        assert_string_equal(schema_fault("event", object), "");
        assert_int_equal(json_object_del(object, members[i]), 0);
        assert_true(schema_fault("event", object)[0] != '\0');
        json_decref(object);
    }
    trey_rules_close(rules);
    trey_rulebook_close(book);
}

int main(void) {
    const char *text = getenv("TREY_SEED");
    if (text) seed = strtoull(text, NULL, 0);
    if ((text = getenv("TREY_ROUNDS"))) rounds = (unsigned)strtoul(text, NULL, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_of_random_rounds_is_told_as_its_row_says),
        cmocka_unit_test(an_event_without_what_its_row_needs_is_not_whole),
        cmocka_unit_test(the_schema_requires_what_a_row_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
