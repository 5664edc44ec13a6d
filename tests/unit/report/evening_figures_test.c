/* evening_figures_test.c -- every figure that a report tells, of one evening in which everything
 * happens once.
 *
 * All members of the JSON and all fields of the sheets are held against evening_figures.txt, one to
 * a line, so that none can be off by one, stale, or its neighbour's. The numbers of records and the
 * root are left out: they change with every form of a record. MEND=1 writes the file anew; each
 * line of it has to be accounted for then, by the evening below. */
#include "office.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR INT64_C(3600000000)

static office o;
static unsigned linked, other, california, jackpot;

/* ---- What happens ------------------------------------------------------------------------ */
/* Jackpot bets of the seats that are named by a bit. */
static void play(unsigned table, unsigned seats, unsigned jackpots,
                 const char *const hands[TREY_SEATS + 1], unsigned folds) {
    office_call(&o, table, TREY_VERB_OPEN);
    for (unsigned seat = 1; seat <= 7; seat++) {
        if (!(seats >> seat & 1u)) continue;
        office_bet(&o, table, seat, TREY_WAGER_ANTE, 1000 * seat);
        if (jackpots >> seat & 1u) office_bet(&o, table, seat, TREY_WAGER_PROGRESSIVE, 0);
    }
    office_call(&o, table, TREY_VERB_CLOSE);
    office_deal(&o, table, hands);
    for (unsigned seat = 1; seat <= 7; seat++) {
        if (seats >> seat & 1u) office_decide(&o, table, seat, !(folds >> seat & 1u));
    }
    office_call(&o, table, TREY_VERB_REVEAL);
    office_call(&o, table, TREY_VERB_SETTLE);
    office_flush(&o);
}

/* Seat 1 wins with a pair, seat 2 folds, seat 3 has the spade royal flush. */
static const char *const hands[TREY_SEATS + 1] = {"Qh8c5d", "9s9d4c", "Kc9h5h", "AsKsQs"};
enum { ONE = 1u << 1, TWO = 1u << 2, THREE = 1u << 3 };

static void undo(unsigned table, unsigned seat) {
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_DEALER,
                           .actor = 4,
                           .kind = TREY_IRREGULARITY_PLAYER_COUNT,
                           .seats = (uint8_t)(1u << (seat - 1))};
    report.answer[TREY_FACT_FOUND] = TREY_FOUND_THIS_ROUND + 1;
    report.answer[TREY_FACT_RECONSTRUCTABLE] = TREY_FLAG_NO + 1;
    const trey_command confirm = {
        .verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .actor = o.manager};
    office_give(&o, table, &report);
    office_give(&o, table, &confirm);
    office_flush(&o);
}

static void say_of_hit(trey_link_verb verb, uint64_t number) {
    trey_link_command command = {.verb = (uint8_t)verb,
                                 .role = TREY_ROLE_PIT_MANAGER,
                                 .actor = o.manager,
                                 .number = number,
                                 .reason = "the camera saw it"};
    trey_command_id id = house_next_id(&o.p.h);
    trey_reply reply;
    assert_int_equal(trey_house_jackpot_command(o.p.h.house, jackpot, &id, &command, &reply),
                     TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
}

static void at_the_cage(trey_cage_kind kind, trey_player player, uint32_t to, trey_cents amount) {
    const trey_cage_command command = {.kind = (uint8_t)kind,
                                       .role = TREY_CAGE_CASHIER,
                                       .actor = 5,
                                       .player = player,
                                       .other = to,
                                       .amount = amount};
    trey_command_id id = house_next_id(&o.p.h);
    trey_reply reply;
    assert_int_equal(trey_house_cage(o.p.h.house, &id, &command, &reply), TREY_STATUS_OK);
    assert_int_equal(reply.refused, 0);
    office_flush(&o);
}

static void bank_at_california(void) {
    const trey_command bank = {.verb = TREY_VERB_BANK,
                               .role = TREY_ROLE_PLAYER,
                               .seat = 7,
                               .actor = office_player(7),
                               .player = office_player(7),
                               .amount = 100000};
    office_call(&o, california, TREY_VERB_OPEN);
    office_give(&o, california, &bank);
    office_bet(&o, california, 1, TREY_WAGER_ANTE, 1000);
    office_call(&o, california, TREY_VERB_CLOSE);
    office_deal(&o, california, hands);
    office_decide(&o, california, 1, true);
    office_call(&o, california, TREY_VERB_REVEAL);
    office_call(&o, california, TREY_VERB_SETTLE);
    office_flush(&o);
}

/* A meter with a reserve, and a ceiling that the third bet comes to. */
static void furnish(void) {
    static const trey_link_parameters parameters = {
        .bet = 500, .fixed = 100, .reserve_rate = 40000, .reset = 1000000, .ceiling = 1200250};
    office_build(&o, "mbs", 500);
    assert_int_equal(
        trey_house_jackpot_open(o.p.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    linked = office_table(&o, "linked", "mbs", "big", 500);
    other = office_table(&o, "other", "mbs", "big", 500);
    california = office_table(&o, "california", "ca-six-card", "", 0);
}

/* Before the window: a round at each kind of table, and money over the counter. */
static void afternoon(void) {
    play(o.table, ONE | TWO, ONE | TWO, hands, TWO);
    play(linked, ONE | TWO, ONE, hands, TWO);
    bank_at_california();
    at_the_cage(TREY_CAGE_BUY_IN, 12, 0, 50);
    office_close(&o, "the afternoon");
}

static void evening(void) {
    trey_password_hash hash;
    people_hash_of("correct horse", &hash);
    trey_person anna = people_add(&o.p, "Anna", TREY_OFFICE_PLAYER, &hash);
    people_add(&o.p, "Berta", TREY_OFFICE_PLAYER, &hash);
    /* At its own meter: Bob's two bets, a spade royal flush, and a hand that is undone. */
    play(o.table, ONE | TWO | THREE, ONE | TWO | THREE, hands, TWO);
    play(o.table, ONE | TWO, ONE, hands, TWO);
    undo(o.table, 1);
    /* Void, and an hour later. */
    office_call(&o, o.table, TREY_VERB_OPEN);
    office_bet(&o, o.table, 1, TREY_WAGER_ANTE, 5000);
    office_rule(&o, o.table, TREY_RULING_VOID, "the lights went out");
    office_flush(&o);
    o.p.h.now += HOUR;
    /* Two winners of one jackpot: the one is paid, the other waits. */
    play(linked, ONE | THREE, ONE | THREE, hands, 0);
    play(other, ONE | THREE, ONE | THREE, hands, 0);
    say_of_hit(TREY_LINK_CONFIRM, 1);
    play(linked, ONE | TWO, ONE | TWO, hands, TWO);
    /* A third one is rejected at once. */
    play(linked, ONE | THREE, ONE | THREE, hands, 0);
    say_of_hit(TREY_LINK_REJECT, 3);
    bank_at_california();
    at_the_cage(TREY_CAGE_BUY_IN, 13, 0, 70000);
    at_the_cage(TREY_CAGE_CASH_OUT, 14, 0, 1100);
    at_the_cage(TREY_CAGE_TRANSFER, 15, 16, 230);
    at_the_cage(TREY_CAGE_BOX, TREY_NOBODY, trey_house_table_stream(o.p.h.house, california), 1);
    assert_int_equal(people_sign_in(&o.p, "Anna", "wrong horse", NULL),
                     TREY_PEOPLE_REFUSED_WRONG_PASSWORD);
    people_wait(&o.p, 2);
    assert_int_equal(people_sign_in(&o.p, "Anna", "correct horse", NULL), TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(people_sign_in(&o.p, "Berta", "correct horse", NULL),
                     TREY_PEOPLE_REFUSED_NONE);
    assert_int_equal(trey_people_left(o.p.people, anna, "the door"), TREY_STATUS_OK);
    office_flush(&o);
    /* The display of the first table is set up anew, and the cage has the last word. */
    const trey_command meter = {.verb = TREY_VERB_METER,
                                .role = TREY_ROLE_DEALER,
                                .amount = 1000000,
                                .display = {.bet = 500, .contribution = 100, .reset = 1100000}};
    office_give(&o, o.table, &meter);
    office_flush(&o);
    at_the_cage(TREY_CAGE_BUY_IN, 17, 0, 9);
}

/* Behind the window: nothing of it may be told. */
static void night(void) {
    play(o.table, ONE, ONE, hands, 0);
    play(linked, ONE, ONE, hands, 0);
    say_of_hit(TREY_LINK_REJECT, 2);
    at_the_cage(TREY_CAGE_CASH_OUT, 12, 0, 3);
}

/* ---- What is told ---------------------------------------------------------------------------- */
typedef struct told {
    char *text;
    size_t used, room;
} told;

__attribute__((format(printf, 2, 3))) static void tell(told *to, const char *format, ...) {
    char line[512];
    va_list list;
    va_start(list, format);
    int size = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    assert_true(size > 0 && (size_t)size < sizeof line);
    if (to->used + (size_t)size + 1 > to->room) {
        to->room = 2 * (to->room + (size_t)size + 1);
        to->text = realloc(to->text, to->room);
        assert_non_null(to->text);
    }
    memcpy(to->text + to->used, line, (size_t)size + 1);
    to->used += (size_t)size;
}

static bool is_number_of_record(const char *name) {
    return strcmp(name, "seq") == 0 || strcmp(name, "root") == 0 || strcmp(name, "number") == 0;
}

static void tell_json(told *to, const char *path, json_t *value) {
    char deeper[256];
    const char *name;
    size_t i;
    json_t *item;
    if (json_is_object(value)) {
        json_object_foreach(value, name, item) {
            if (is_number_of_record(name)) continue;
            snprintf(deeper, sizeof deeper, "%s%s%s", path, *path ? "." : "", name);
            tell_json(to, deeper, item);
        }
    } else if (json_is_array(value)) {
        tell(to, "%s: %zu\n", path, json_array_size(value));
        json_array_foreach(value, i, item) {
            snprintf(deeper, sizeof deeper, "%s[%zu]", path, i);
            tell_json(to, deeper, item);
        }
    } else if (json_is_integer(value)) {
        tell(to, "%s = %" JSON_INTEGER_FORMAT "\n", path, json_integer_value(value));
    } else if (json_is_real(value)) {
        tell(to, "%s = %.6g\n", path, json_real_value(value));
    } else if (json_is_string(value)) {
        tell(to, "%s = \"%s\"\n", path, json_string_value(value));
    } else {
        tell(to, "%s = %s\n", path,
             json_is_true(value)    ? "true"
             : json_is_false(value) ? "false"
                                    : "null");
    }
}

/* Of incidents the first field is the number of a record. */
static void tell_sheet(told *to, const trey_figures *figures, trey_figures_sheet sheet) {
    size_t size;
    char *text = trey_figures_csv(figures, sheet, &size), *rest = NULL;
    assert_non_null(text);
    tell(to, "\n%s.csv\n", trey_figures_sheet_word(sheet));
    for (char *line = strtok_r(text, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest)) {
        if (sheet == TREY_SHEET_INCIDENTS && strchr("0123456789", *line)) line = strchr(line, ',');
        tell(to, "%s\n", line);
    }
    free(text);
}

static char *all_of(const trey_figures *figures) {
    told to = {0};
    json_t *json = trey_figures_json(figures), *shift = trey_figures_shift_json(figures);
    tell_json(&to, "", json);
    if (shift) tell(&to, "\n");
    if (shift) tell_json(&to, "shift", shift);
    for (unsigned i = 0; i < TREY_SHEETS; i++) tell_sheet(&to, figures, (trey_figures_sheet)i);
    json_decref(json);
    json_decref(shift);
    return to.text;
}

static char *expected_text(void) {
    FILE *file = fopen(EVENING_FIGURES, "rb");
    if (!file) return calloc(1, 1);
    char *text = calloc(1, 1 << 18);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 18) - 1, file);
    assert_true(size < (1 << 18) - 1);
    fclose(file);
    return text;
}

/* The first line that differs says more than two long texts. */
static void is_expected(const char *found) {
    if (getenv("MEND")) {
        FILE *file = fopen(EVENING_FIGURES, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(found, 1, strlen(found), file), strlen(found));
        assert_int_equal(fclose(file), 0);
        return;
    }
    char *expected = expected_text();
    const char *a = expected, *b = found;
    for (unsigned line = 1; *a || *b; line++) {
        size_t la = strcspn(a, "\n"), lb = strcspn(b, "\n");
        if (la != lb || memcmp(a, b, la) != 0)
            fail_msg("line %u: \"%.*s\", and not \"%.*s\"", line, (int)lb, b, (int)la, a);
        a += la + (a[la] == '\n');
        b += lb + (b[lb] == '\n');
    }
    free(expected);
}

/* ---- Tests ------------------------------------------------------------------------------------
 */
static void every_figure_of_an_evening_is_told(void **state) {
    (void)state;
    furnish();
    afternoon();
    evening();
    trey_shift shift = office_close(&o, "the evening");
    const trey_figures_query query = {.of = TREY_FIGURES_SHIFT, .shift = shift.number};
    trey_figures *figures = office_figures(&o, &query);
    char *text = all_of(figures);
    is_expected(text);
    trey_figures_close(figures);
    /* What comes later moves none of them. */
    night();
    figures = office_figures(&o, &query);
    char *again = all_of(figures);
    assert_string_equal(again, text);
    free(again);
    free(text);
    /* The numbers of records, which are not in the file. */
    json_t *json = trey_figures_json(figures), *told_shift = trey_figures_shift_json(figures);
    assert_int_equal(json_integer_value(json_object_get(json, "seq")), shift.seq);
    assert_int_equal(json_integer_value(json_object_get(told_shift, "seq")), shift.seq);
    assert_int_equal(json_integer_value(json_object_get(told_shift, "number")), 2);
    size_t i;
    json_t *incident;
    json_array_foreach(json_object_get(json, "incidents"), i, incident) {
        trey_record record;
        uint64_t number = (uint64_t)json_integer_value(json_object_get(incident, "number"));
        assert_int_equal(trey_store_record(o.p.h.store, number, &record), TREY_STATUS_OK);
        assert_int_equal(record.time / 1000, json_integer_value(json_object_get(incident, "time")));
    }
    json_decref(json);
    json_decref(told_shift);
    trey_figures_close(figures);
    office_verified(&o);
    office_tear_down(&o);
}

static bool says(const trey_figures *figures, const char *list, const char *member) {
    json_t *json = trey_figures_json(figures), *object = json_object_get(json, list);
    if (json_is_array(object)) object = json_array_get(object, json_array_size(object) - 1);
    bool yes = json_is_true(json_object_get(object, member));
    json_decref(json);
    return yes;
}

/* Money that moves with a record of nobody's: the reports do not agree with the ledger then. */
static void move_aside(trey_ledger_account payer, trey_ledger_account payee) {
    const trey_transfer aside = {.payer = payer, .payee = payee, .cents = 1};
    trey_stream stream;
    trey_batch *batch;
    assert_int_equal(
        trey_store_stream(o.p.h.store, TREY_STREAM_HOUSE, "the house", false, 0, &stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_record(batch, stream, 1, o.p.h.now, "aside", 5);
    trey_batch_transfer(batch, &aside);
    assert_int_equal(trey_store_commit(o.p.h.store, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
}

static void what_the_ledger_has_otherwise_is_told(void **state) {
    (void)state;
    trey_stream cage;
    furnish();
    play(o.table, ONE, ONE, hands, 0);
    const trey_stream table = trey_house_table_stream(o.p.h.house, o.table);
    assert_int_equal(trey_store_stream(o.p.h.store, TREY_STREAM_CAGE, "cage", false, 0, &cage),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1)
            move_aside(trey_account_of(TREY_LEDGER_HOUSE, table),
                       trey_account_of(TREY_LEDGER_METER, table));
        if (i == 2)
            move_aside(trey_account_of(TREY_LEDGER_CAGE, cage),
                       trey_account_of(TREY_LEDGER_HOUSE, table));
        trey_figures *figures = office_running(&o);
        assert_int_equal(says(figures, "jackpots", "identity"), i < 1);
        assert_int_equal(says(figures, "cage", "agrees"), i < 2);
        trey_figures_close(figures);
    }
    office_tear_down(&o);
}

static const char *numbered(void *context, uint32_t person) {
    static char name[16];
    (void)context;
    snprintf(name, sizeof name, "person %u", person);
    return name;
}

/* A window begins with the records of its first moment, and has one; what runs now began when the
 * last shift ended. */
static void windows_and_shifts_meet_at_one_moment(void **state) {
    (void)state;
    trey_figures *figures;
    trey_store_message message;
    json_t *list;
    furnish();
    at_the_cage(TREY_CAGE_BUY_IN, 12, 0, 50);
    const int64_t at = o.p.h.now;
    for (int64_t off = 0; off < 2; off++) {
        const trey_figures_query query = {
            .of = TREY_FIGURES_TIMES, .from = at + off, .to = at + off + 1};
        figures = office_figures(&o, &query);
        json_t *json = trey_figures_json(figures), *cage = json_object_get(json, "cage");
        assert_int_equal(json_integer_value(json_object_get(cage, "buy_ins")), off ? 0 : 50);
        json_decref(json);
        trey_figures_close(figures);
    }
    const trey_figures_query empty = {.of = TREY_FIGURES_TIMES, .from = at, .to = at};
    assert_int_equal(trey_figures_open(&figures, o.p.h.store, &empty, &message),
                     TREY_STATUS_INVALID);
    const trey_shift first = office_close(&o, "one"), second = office_close(&o, "two");
    assert_int_equal(trey_shifts_json(o.p.h.store, numbered, NULL, &list), TREY_STATUS_OK);
    json_t *shifts = json_object_get(list, "shifts"), *last = json_array_get(shifts, 1);
    assert_int_equal(json_array_size(shifts), 2);
    assert_int_equal(json_integer_value(json_object_get(last, "from")), first.to / 1000);
    assert_int_equal(json_integer_value(json_object_get(last, "to")), second.to / 1000);
    assert_int_equal(json_integer_value(json_object_get(last, "by")), o.manager);
    assert_string_equal(json_string_value(json_object_get(last, "note")), "two");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(list, "running"), "from")),
                     second.to / 1000);
    assert_true(first.to / 1000 < second.to / 1000);
    json_decref(list);
    office_tear_down(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_and_shifts_meet_at_one_moment),
                                       cmocka_unit_test(every_figure_of_an_evening_is_told),
                                       cmocka_unit_test(what_the_ledger_has_otherwise_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
