/* edited_books_test.c -- houses change their books, in several places at once.
 *
 * What the loader takes can be played: no command breaks the engine, and no chip on the layout
 * or in the bank is made or lost, whatever the book says by then.
 *   TREY_SEED=0x...   the first house
 *   TREY_ROUNDS=n     rounds in all */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "other_values.h"
#include "random_rounds.h"

enum { DEFAULT_ROUNDS = 12000, ROUNDS_A_HOUSE = 4, EDITS = 6 };

static random_table table;
static trey_cents layout, bank;
static char edits[EDITS * (TEXT + 64)];
static uint64_t seed;

static void decided(random_table *t, const trey_command *command) {
    (void)t, (void)command;
}

static void follow_money(random_table *t, const trey_event *event) {
    trey_posting posting[TREY_POSTINGS];
    size_t count = trey_event_postings(t->house->rules, &t->table, event, posting);
    for (size_t i = 0; i < count; i++) {
        if (posting[i].from == TREY_ACCOUNT_LAYOUT) layout -= posting[i].cents;
        if (posting[i].to == TREY_ACCOUNT_LAYOUT) layout += posting[i].cents;
        if (posting[i].from == TREY_ACCOUNT_BANK) bank -= posting[i].cents;
        if (posting[i].to == TREY_ACCOUNT_BANK) bank += posting[i].cents;
    }
}

static void check_chips(random_table *t, const trey_command *command) {
    trey_cents sum = 0;
    (void)command;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        const trey_box *box = &t->table.box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            for (unsigned stake = 0; stake < TREY_STAKES; stake++)
                sum += box->bettor[i].stake[stake];
        }
    }
    if (sum == layout && t->table.bank == bank) return;
    random_script_print(t, stderr);
    fail_msg("%s: layout %lld, its account %lld; again with TREY_SEED=0x%" PRIx64 " TREY_ROUNDS=1",
             edits, (long long)sum, (long long)layout, seed);
}

static void edit(trey_rulebook *book, random_source *random) {
    edits[0] = '\0';
    for (unsigned n = 1 + random_below(random, EDITS); n > 0; n--) {
        trey_key key = (trey_key)random_below(random, TREY_KEYS);
        const trey_rule *rule = trey_rulebook_rule(book, key);
        static others values;
        if (rule->form == TREY_FORM_ABSENT) continue;
        other_values(key, rule, &values);
        if (values.count == 0) continue;
        const char *text = values.text[random_below(random, values.count)];
        if (trey_rulebook_set(book, trey_key_path(key), text, NULL) != TREY_STATUS_OK) continue;
        size_t used = strlen(edits);
        snprintf(edits + used, sizeof edits - used, "%s%s=%s", used ? ", " : "", trey_key_path(key),
                 text);
    }
}

/* Opens a table of an edited book. False where its limits or positions are not what the players
 * here are used to. */
static bool open_house(house_rules *house, const trey_rulebook *book, unsigned which) {
    static const random_watcher watcher = {NULL, decided, follow_money, check_chips};
    random_source random = {seed ^ UINT64_C(0x9e3779b97f4a7c15)};
    random_table_open(&table, seed, (second_book)which, true, &watcher);
    *house = *table.house;
    TREY_ASSERT(trey_rulebook_fork(&house->book, book) == TREY_STATUS_OK);
    edit(house->book, &random);
    TREY_ASSERT(trey_rules_open(&house->rules, house->book) == TREY_STATUS_OK);
    table.house = house;
    layout = bank = 0;
    return trey_table_open(house->rules, &table.config, table.meter, &table.table) ==
           TREY_CONFIG_GOOD;
}

static void an_edited_book_loses_no_chip(void **state) {
    (void)state;
    const char *from = getenv("TREY_SEED"), *many = getenv("TREY_ROUNDS");
    unsigned long rounds = many ? strtoul(many, NULL, 0) : DEFAULT_ROUNDS, played = 0;
    trey_rulebook *book[TREY_BUILTIN_RULEBOOKS];
    seed = from ? strtoull(from, NULL, 0) : UINT64_C(0xed17);
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++)
        assert_int_equal(trey_rulebook_open(&book[b], trey_builtin_id(b), NULL), TREY_STATUS_OK);
    for (; played < rounds; seed++) {
        house_rules house;
        unsigned which = (unsigned)(seed % TREY_BUILTIN_RULEBOOKS);
        bool open = open_house(&house, book[which], which);
        for (unsigned i = 0; open && i < ROUNDS_A_HOUSE; i++) {
            if (!random_round(&table)) break;
            played++;
        }
        trey_rules_close(house.rules);
        trey_rulebook_close(house.book);
    }
    printf("# %lu rounds, up to seed 0x%" PRIx64 "\n", played, seed);
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) trey_rulebook_close(book[b]);
}

static int close_everything(void **state) {
    (void)state;
    random_houses_close();
    free(table.given);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_edited_book_loses_no_chip)};
    return cmocka_run_group_tests(tests, NULL, close_everything);
}
