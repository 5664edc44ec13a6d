/* every_word_test.c -- nothing stands in a rulebook without effect.
 *
 * Each key of each book gets every other value that the loader takes for it, and is played: the
 * table scripts of that book and random tables with reports and rulings, command by command
 * beside the book as it is. Somewhere a chip, a card, a refusal or a citation must differ. Where
 * nothing differs the book could say what it likes, and the test fails. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "other_values.h"
#include "played_scripts.h"
#include "random_rounds.h"
#include "trey/link.h"

/* ---- Playing two books side by side ------------------------------------------------ */
/* The book under the letters that some script asks for, as it is and with the key changed. */
typedef struct pair_of_rules {
    char letter[PLAYED_READINGS];
    trey_rulebook *book, *other_book;
    trey_rules *rules, *other;
} pair_of_rules;
enum { PAIRS = 256 };

static played_script *scripts;
static size_t script_count;
static pair_of_rules pairs[PAIRS];
static size_t pair_count;
static trey_decision left, right;
static random_table table;

static bool same_citation(const trey_rules *one, const trey_rules *other) {
    uint16_t by_one[TREY_CITED], by_other[TREY_CITED];
    size_t count = trey_refusal_citation(one, &left, by_one);
    if (trey_refusal_citation(other, &right, by_other) != count) return false;
    return memcmp(by_one, by_other, count * sizeof *by_one) == 0;
}

static bool same_decision(const trey_rules *one, const trey_rules *other) {
    if (left.refused != right.refused || left.count != right.count) return false;
    if (left.refused != TREY_REFUSED_NONE) return same_citation(one, other);
    if (memcmp(left.event, right.event, left.count * sizeof *left.event) != 0) return false;
    for (unsigned i = 0; i < left.count; i++) {
        uint16_t by_one[TREY_CITED], by_other[TREY_CITED];
        if (left.event[i].kind != TREY_EVENT_LINE) continue;
        size_t count = trey_line_citation(one, &left.event[i], by_one);
        if (trey_line_citation(other, &right.event[i], by_other) != count) return false;
        if (memcmp(by_one, by_other, count * sizeof *by_one) != 0) return false;
    }
    return true;
}

/* Does the script come out otherwise? */
static bool differs(const played_script *script, const trey_rules *one, const trey_rules *other) {
    trey_table here, there;
    trey_config_fault fault = trey_table_open(one, &script->config, script->meter, &here);
    if (trey_table_open(other, &script->config, script->meter, &there) != fault) return true;
    for (size_t i = 0; fault == TREY_CONFIG_GOOD && i < script->count; i++) {
        trey_decide(one, &here, &script->command[i], &left);
        trey_decide(other, &there, &script->command[i], &right);
        if (!same_decision(one, other)) return true;
        trey_apply_all(one, &here, &left);
        trey_apply_all(other, &there, &right);
        if (memcmp(&here, &there, sizeof here) != 0) return true;
    }
    return false;
}

/* Which tables can be opened at all. */
static bool configs_differ(const trey_rules *one, const trey_rules *other) {
    trey_table_config config = scripts[0].config;
    static trey_table opened;
    for (unsigned positions = 1; positions <= TREY_SEATS; positions++) {
        for (unsigned device = TREY_DEVICE_PACKETS; device <= TREY_DEVICE_SINGLE; device++) {
            config.positions = (uint8_t)positions;
            config.device = (uint8_t)device;
            trey_config_fault fault = trey_table_open(one, &config, scripts[0].meter, &opened);
            if (trey_table_open(other, &config, scripts[0].meter, &opened) != fault) return true;
        }
    }
    return false;
}

/* The tables of one book, linked: who is paid first, and how much. */
static bool links_differ(const trey_rulebook *one, const trey_rulebook *other) {
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 100000};
    trey_link here, there;
    bool open = trey_link_open(one, &parameters, 900000, &here);
    if (trey_link_open(other, &parameters, 900000, &there) != open) return true;
    if (!open) return false;
    trey_hit hits[2] = {{.award = {25, 100},
                         .table = 1,
                         .house_place = 2,
                         .entered = 1,
                         .players_first_card = 2,
                         .players_third_card = 1,
                         .dealers_third_card = 2},
                        {.award = {25, 100},
                         .table = 2,
                         .house_place = 1,
                         .entered = 2,
                         .players_first_card = 1,
                         .players_third_card = 2,
                         .dealers_third_card = 1}};
    for (unsigned placed = 0; placed < 2; placed++) {
        trey_hit mine[2] = {hits[0], hits[1]}, theirs[2] = {hits[0], hits[1]};
        for (unsigned i = 0; placed == 0 && i < 2; i++)
            mine[i].house_place = theirs[i].house_place = 0;
        trey_hits_order(here.hit_rules, mine, 2);
        trey_hits_order(there.hit_rules, theirs, 2);
        if (mine[0].table != theirs[0].table) return true;
    }
    return here.role_order != there.role_order; /* who settles the order, by trey_link_decide */
}

static pair_of_rules *pair_for(const trey_rulebook *book, const char letter[PLAYED_READINGS]) {
    for (size_t i = 0; i < pair_count; i++) {
        if (memcmp(pairs[i].letter, letter, PLAYED_READINGS) == 0) return &pairs[i];
    }
    assert_true(pair_count < PAIRS);
    pair_of_rules *made = &pairs[pair_count++];
    *made = (pair_of_rules){.book = NULL};
    memcpy(made->letter, letter, PLAYED_READINGS);
    assert_int_equal(trey_rulebook_fork(&made->book, book), TREY_STATUS_OK);
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (!reading->switchable || !letter[i]) continue;
        assert_int_equal(trey_rulebook_choose(made->book, reading->id, letter[i]), TREY_STATUS_OK);
    }
    assert_int_equal(trey_rules_open(&made->rules, made->book), TREY_STATUS_OK);
    return made;
}

static void change_pair(pair_of_rules *pair, const char *path, const char *text) {
    assert_int_equal(trey_rulebook_fork(&pair->other_book, pair->book), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_set(pair->other_book, path, text, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rules_open(&pair->other, pair->other_book), TREY_STATUS_OK);
}

static void change_nothing(void) {
    for (size_t i = 0; i < pair_count; i++) {
        trey_rules_close(pairs[i].other);
        trey_rulebook_close(pairs[i].other_book);
        pairs[i].other = NULL;
        pairs[i].other_book = NULL;
    }
}

/* Does this value change anything? */
static bool changes_something(const trey_rulebook *book, const char *path, const char *text) {
    bool found = false;
    for (size_t i = 0; !found && i < script_count; i++) {
        pair_of_rules *pair = pair_for(book, scripts[i].letter);
        if (!pair->other) {
            change_pair(pair, path, text);
            found = links_differ(pair->book, pair->other_book) ||
                    configs_differ(pair->rules, pair->other);
        }
        found = found || differs(&scripts[i], pair->rules, pair->other);
    }
    change_nothing();
    return found;
}

/* ---- What is played ------------------------------------------------------------------ */
static void nobody_watches(random_table *t, const trey_command *command) {
    (void)t, (void)command;
}
static void no_event(random_table *t, const trey_event *event) {
    (void)t, (void)event;
}

static uint64_t seed_of_day(void) {
    const char *text = getenv("TREY_SEED");
    return text ? strtoull(text, NULL, 0) : UINT64_C(0x3ca5d);
}

/* Every ruling by the lowest role of staff: where it is allowed the book says so. */
static void try_rulings(void) {
    for (unsigned ruling = 0; ruling < TREY_RULING_COUNT; ruling++) {
        trey_command command = {.verb = TREY_VERB_RULE,
                                .role = TREY_ROLE_DEALER,
                                .seat = 1,
                                .player = 1,
                                .ruling = (uint8_t)ruling};
        memcpy(command.reason, "to see", 7);
        random_give(&table, &command);
    }
}

/* Random tables under the readings in force, with reports, rulings and wrong commands. */
static void add_random_tables(unsigned book, size_t tables) {
    static const random_watcher watcher = {NULL, nobody_watches, no_event, nobody_watches};
    played_script *more = realloc(scripts, (script_count + tables) * sizeof *scripts);
    assert_non_null(more);
    scripts = more;
    for (uint64_t seed = seed_of_day(); tables > 0; seed++) {
        random_table_open(&table, seed, (second_book)book, true, &watcher);
        if (table.house->number != 0) continue;
        for (unsigned round = 0; round < 12 && random_round(&table); round++) try_rulings();
        played_script *made = &scripts[script_count++];
        *made = (played_script){.book = book, .config = table.config, .meter = table.meter};
        snprintf(made->name, sizeof made->name, "random 0x%" PRIx64, seed);
        for (size_t i = 0; i < trey_rulebook_readings(table.house->book); i++)
            made->letter[i] =
                (char)('A' + (int)trey_rulebook_reading(table.house->book, i)->in_force);
        for (size_t i = 0; i < table.givens; i++) played_add(made, &table.given[i].command);
        tables--;
    }
}

/* ---- The few values that may change nothing -------------------------------------------- */
typedef struct exempt {
    const char *book, *path, *value; /* NULL for any */
    const char *why;
} exempt;

static const exempt exempts[] = {
    {"rws", "betting.progressive_beside", NULL,
     "nobody shares a position: any bet there is one's own"},
    {"rws-progressive", "betting.progressive_beside", NULL, "as in the sister book"},
    {"rws", "betting.several_positions", "allowed",
     "nobody shares a position: a second one is always free of others' bets"},
    {"rws-progressive", "betting.several_positions", "allowed", "as in the sister book"},
    {"rws", "viewing.hands", "one_hand", "a hand without an Ante may not be looked at anyway"},
    {"rws-progressive", "viewing.hands", "one_hand", "as in the sister book"},
    {"ca-six-card", "viewing.hands", NULL, "a player has one position, and every hand an Ante"},
};

static bool exempted(const char *book, const char *path, const char *value) {
    for (unsigned i = 0; i < sizeof exempts / sizeof *exempts; i++) {
        const exempt *row = &exempts[i];
        if (!row->path || strcmp(row->path, path) != 0) continue;
        if (row->book && strcmp(row->book, book) != 0) continue;
        if (!row->value || strcmp(row->value, value) == 0) return true;
    }
    return false;
}

/* ---- The tests ---------------------------------------------------------------------------- */
static void check_book(unsigned number) {
    const char *id = trey_builtin_id(number);
    char folder[512];
    unsigned tried = 0, refused = 0, idle = 0;
    trey_rulebook *book;
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    snprintf(folder, sizeof folder, "%s/tests/tables/%s", TREY_SOURCE_DIR, id);
    script_count = played_scripts(folder, number, &scripts);
    add_random_tables(number, 60);
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const trey_rule *rule = trey_rulebook_rule(book, (trey_key)key);
        const char *path = trey_key_path((trey_key)key);
        static others values;
        if (rule->form == TREY_FORM_ABSENT || trey_key_met((trey_key)key) == TREY_KEY_IS_A_NOTE)
            continue;
        other_values((trey_key)key, rule, &values);
        for (unsigned i = 0; i < values.count; i++) {
            trey_rulebook *other;
            assert_int_equal(trey_rulebook_fork(&other, book), TREY_STATUS_OK);
            bool taken = trey_rulebook_set(other, path, values.text[i], NULL) == TREY_STATUS_OK;
            const trey_value *value = &trey_rulebook_rule(other, (trey_key)key)->value;
            bool same = memcmp(value, &rule->value, sizeof *value) == 0;
            trey_rulebook_close(other);
            if (taken && same) continue;
            tried++;
            refused += !taken;
            if (!taken) continue;
            if (changes_something(book, path, values.text[i])) continue;
            if (exempted(id, path, values.text[i])) {
                printf("# %s: %s=%s changes nothing, and may\n", id, path, values.text[i]);
                continue;
            }
            fprintf(stderr, "# %s: %s=%s changes nothing\n", id, path, values.text[i]);
            idle++;
        }
    }
    for (size_t i = 0; i < pair_count; i++) {
        trey_rules_close(pairs[i].rules);
        trey_rulebook_close(pairs[i].book);
    }
    pair_count = 0;
    played_free(scripts, script_count);
    free(scripts);
    trey_rulebook_close(book);
    printf("# %s: %u values tried, %u refused, seed 0x%" PRIx64 "\n", id, tried, refused,
           seed_of_day());
    assert_int_equal(idle, 0);
}

static void every_word_of_mbs_moves_something(void **state) {
    (void)state;
    check_book(0);
}

static void every_word_of_rws_moves_something(void **state) {
    (void)state;
    check_book(1);
}

static void every_word_of_rws_progressive_moves_something(void **state) {
    (void)state;
    check_book(2);
}

static void every_word_of_california_moves_something(void **state) {
    (void)state;
    check_book(3);
}

static int close_everything(void **state) {
    (void)state;
    random_houses_close();
    free(table.given);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_of_mbs_moves_something),
        cmocka_unit_test(every_word_of_rws_moves_something),
        cmocka_unit_test(every_word_of_rws_progressive_moves_something),
        cmocka_unit_test(every_word_of_california_moves_something),
    };
    return cmocka_run_group_tests(tests, NULL, close_everything);
}
