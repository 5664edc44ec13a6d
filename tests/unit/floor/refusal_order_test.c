/* refusal_order_test.c -- which reason is told when several apply, and that it tells no more.
 *
 * The form comes first, then whether the table or jackpot exists (the lobby shows both to
 * everybody), then the role, and only then what the message is about: people, hits, entries and
 * chips. So whoever may not do something is answered alike whether its subject exists or not. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

static evening e;
static client *by[TREY_OFFICE_COUNT];
static client *ann; /* a player with chips, for others to ask about */

static void furnish(void) {
    static const char *const names[TREY_OFFICE_COUNT] = {"Ben", "Dora",  "Petra", "Paul",
                                                         "Max", "Carla", "Otto"};
    evening_linked(&e, "rws");
    ann = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 10000000);
    for (unsigned i = 0; i < TREY_OFFICE_COUNT; i++)
        by[i] = evening_enter(&e, names[i], (trey_office)i, 0);
    evening_royal(&e, by[TREY_OFFICE_DEALER], ann, "one", NULL); /* hit 1 waits */
}

/* ---- Nothing is learned ----------------------------------------------------------------- */
/* The same message about something that exists and about something that does not. */
typedef struct pair {
    const char *word, *there, *nowhere;
    unsigned may; /* offices, a bit each, that get beyond the role */
} pair;
#define BIT(office) (1u << TREY_OFFICE_##office)
#define FLOOR       (BIT(PIT_SUPERVISOR) | BIT(PIT_MANAGER) | BIT(SHIFT_MANAGER))
#define CAGE        (BIT(CASHIER) | BIT(SHIFT_MANAGER))
#define WHY         ",\"reason\":\"because\""

static const pair pairs[] = {
    {"award", "\"jackpot\":\"big\",\"number\":1,\"confirm\":false" WHY,
     "\"jackpot\":\"big\",\"number\":77,\"confirm\":false" WHY, FLOOR},
    {"place", "\"jackpot\":\"big\",\"number\":1,\"place\":1",
     "\"jackpot\":\"big\",\"number\":77,\"place\":1", FLOOR},
    {"claim", "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":1,\"round\":1" WHY,
     "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":5,\"round\":99" WHY, FLOOR},
    {"strike", "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":1,\"round\":1" WHY,
     "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":5,\"round\":99" WHY, FLOOR},
    {"people", "\"find\":\"Ann\"", "\"find\":\"Nobody at all\"",
     FLOOR | BIT(CASHIER) | BIT(AUDITOR)},
    {"people", "\"find\":1", "\"find\":999999", FLOOR | BIT(CASHIER) | BIT(AUDITOR)},
    {"buy_in", "\"player\":1,\"amount\":100", "\"player\":999999,\"amount\":100", CAGE},
    {"cash_out", "\"player\":1,\"amount\":100", "\"player\":999999,\"amount\":100", CAGE},
    {"cash_out", "\"player\":1,\"amount\":100", "\"player\":1,\"amount\":90000000000", CAGE},
    {"transfer", "\"player\":1,\"other\":2,\"amount\":100",
     "\"player\":999998,\"other\":999999,\"amount\":100", CAGE},
    {"vault", "\"amount\":1", "\"amount\":90000000000", CAGE},
    {"reverse", "\"number\":1" WHY, "\"number\":99999" WHY, BIT(SHIFT_MANAGER)},
    {"table", "\"name\":\"one\",\"rulebook\":\"rws\"",
     "\"name\":\"fresh\",\"rulebook\":\"no-book\"", BIT(SHIFT_MANAGER)},
    {"fill", "\"table\":\"one\",\"amount\":100", "\"table\":\"one\",\"amount\":90000000000", CAGE},
    {"credit", "\"table\":\"one\",\"amount\":100", "\"table\":\"one\",\"amount\":90000000000",
     CAGE},
};

/* The refusal without what it repeats of the question. */
static void refused_alike(client *c, const pair *asked) {
    char first[512];
    json_t *answer = say(c, asked->word, "%s", asked->there);
    assert_false(said_yes(answer));
    json_t *refused = json_object_get(answer, "refused");
    char *text = json_dumps(refused, JSON_COMPACT | JSON_SORT_KEYS);
    snprintf(first, sizeof first, "%s", text);
    free(text);
    refused = json_object_get(say(c, asked->word, "%s", asked->nowhere), "refused");
    assert_non_null(refused);
    text = json_dumps(refused, JSON_COMPACT | JSON_SORT_KEYS);
    if (strcmp(first, text) != 0)
        fail_msg("%s by %s: %s, but %s", asked->word, trey_people_facts(e.people, c->person)->name,
                 first, text);
    free(text);
}

static void whoever_may_not_learns_nothing(void **state) {
    (void)state;
    furnish();
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (unsigned office = 0; office < TREY_OFFICE_COUNT; office++) {
            if (!(pairs[i].may >> office & 1u)) refused_alike(by[office], &pairs[i]);
        }
    }
    /* And nothing of it was done. */
    assert_int_equal(trey_house_jackpot(e.h.house, 0)->hits, 1);
    evening_close(&e);
}

/* ---- The order ------------------------------------------------------------------------------ */
typedef struct order {
    trey_office office;
    const char *word, *members, *reason;
} order;

/* Each line mends the first fault of the line before it. */
static const order orders[] = {
    /* A form that is wrong, a jackpot, a role, and a hit that is none. */
    {TREY_OFFICE_PLAYER, "award", "\"jackpot\":\"none\",\"number\":-1,\"confirm\":true",
     "malformed"},
    {TREY_OFFICE_PLAYER, "award", "\"jackpot\":\"none\",\"number\":77,\"confirm\":true",
     "no_such_jackpot"},
    {TREY_OFFICE_PLAYER, "award", "\"jackpot\":\"big\",\"number\":77,\"confirm\":true",
     "role_too_low"},
    {TREY_OFFICE_SHIFT_MANAGER, "award", "\"jackpot\":\"big\",\"number\":77,\"confirm\":true",
     "no_such_hit"},
    /* Unpaid awards: form, jackpot, table, role. */
    {TREY_OFFICE_PLAYER, "claim",
     "\"jackpot\":\"none\",\"table\":\"none\",\"seat\":99,\"round\":1" WHY, "malformed"},
    {TREY_OFFICE_PLAYER, "claim",
     "\"jackpot\":\"none\",\"table\":\"none\",\"seat\":1,\"round\":1" WHY, "no_such_jackpot"},
    {TREY_OFFICE_PLAYER, "claim",
     "\"jackpot\":\"big\",\"table\":\"none\",\"seat\":1,\"round\":1" WHY, "no_such_table"},
    {TREY_OFFICE_PLAYER, "claim",
     "\"jackpot\":\"big\",\"table\":\"one\",\"seat\":1,\"round\":1" WHY, "role_too_low"},
    /* The cage: form, role, person, whose account it is, chips. */
    {TREY_OFFICE_PLAYER, "cash_out", "\"player\":0,\"amount\":-5", "malformed"},
    {TREY_OFFICE_PLAYER, "cash_out", "\"player\":999999,\"amount\":90000000000", "cage_role"},
    {TREY_OFFICE_CASHIER, "cash_out", "\"player\":999999,\"amount\":90000000000", "no_such_player"},
    {TREY_OFFICE_CASHIER, "cash_out", "\"player\":7,\"amount\":90000000000", "own_account"},
    {TREY_OFFICE_CASHIER, "cash_out", "\"player\":1,\"amount\":90000000000", "chips_short"},
    /* Staff have no chips, before one's own account is looked at. */
    {TREY_OFFICE_CASHIER, "buy_in", "\"player\":7,\"amount\":100", "staff_has_no_chips"},
    /* Reversals: form, reason, role, entry. */
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse",
     "\"number\":99999,\"reason\":\"a reason that is longer than thirty-nine bytes\"", "no_reason"},
    /* What cannot be seen, or moves what stands beside it, is no reason. */
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999,\"reason\":\"a\\u001b[31mb\"", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999,\"reason\":\"two\\nlines\"", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999,\"reason\":\"a\\u202eb\"", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999,\"reason\":\"a\\u200bb\"", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999,\"reason\":\"a\\u0085b\"", "malformed"},
    {TREY_OFFICE_PLAYER, "reverse", "\"number\":99999" WHY, "cage_role"},
    {TREY_OFFICE_SHIFT_MANAGER, "reverse", "\"number\":99999" WHY, "no_such_entry"},
    /* New tables: role, name, jackpot, terms, rulebook, name again. */
    {TREY_OFFICE_PIT_MANAGER, "table",
     "\"name\":\"Bad Name\",\"rulebook\":\"none\",\"jackpot\":\"big\"", "role_too_low"},
    {TREY_OFFICE_SHIFT_MANAGER, "table",
     "\"name\":\"Bad Name\",\"rulebook\":\"none\",\"jackpot\":\"big\"", "bad_name"},
    {TREY_OFFICE_SHIFT_MANAGER, "table",
     "\"name\":\"one\",\"rulebook\":\"none\",\"jackpot\":\"big\"", "wrong_jackpot"},
    {TREY_OFFICE_SHIFT_MANAGER, "table", "\"name\":\"one\",\"rulebook\":\"none\"",
     "no_such_rulebook"},
    {TREY_OFFICE_SHIFT_MANAGER, "table", "\"name\":\"one\",\"rulebook\":\"rws\"", "name_taken"},
    /* At a table: form, table, role; then the table itself. */
    {TREY_OFFICE_AUDITOR, "bet",
     "\"table\":\"none\",\"seat\":1,\"wager\":\"no_wager\",\"amount\":1", "malformed"},
    {TREY_OFFICE_AUDITOR, "bet", "\"table\":\"none\",\"seat\":1,\"wager\":\"ante\",\"amount\":1",
     "no_such_table"},
    {TREY_OFFICE_AUDITOR, "bet", "\"table\":\"one\",\"seat\":1,\"wager\":\"ante\",\"amount\":1",
     "not_at_tables"},
    {TREY_OFFICE_PLAYER, "limits", "\"table\":\"none\",\"limits\":{\"ante\":[500,600]}" WHY,
     "no_such_table"},
    {TREY_OFFICE_AUDITOR, "limits", "\"table\":\"one\",\"limits\":{\"ante\":[500,600]}" WHY,
     "not_at_tables"},
    /* Shifts: form, then role. */
    {TREY_OFFICE_PIT_MANAGER, "shift", "\"note\":\"a\\u0007b\"", "malformed"},
    {TREY_OFFICE_PIT_MANAGER, "shift", "\"note\":\"quiet\"", "role_too_low"},
};

static void the_first_reason_of_several_is_told(void **state) {
    (void)state;
    furnish();
    assert_int_equal(ann->person, 1);
    assert_int_equal(by[TREY_OFFICE_CASHIER]->person, 7);
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
        const order *o = &orders[i];
        const char *told = said_no(say(by[o->office], o->word, "%s", o->members));
        if (strcmp(told, o->reason) != 0)
            fail_msg("%s by %s, {%s}: %s instead of %s", o->word, trey_office_word(o->office),
                     o->members, told, o->reason);
    }
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_may_not_learns_nothing),
        cmocka_unit_test(the_first_reason_of_several_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
