/* reconnect_test.c -- connections that break at every moment of a round.
 *
 * Ann has two visits. One stays; the other is cut before every step and comes back with
 * the number of the frame that it saw last. After each step both must have the same view,
 * and must have been told the same events, none missing and none twice. */
#include "evening.h"

#include <stdlib.h>
#include <string.h>

static void same_view(client *stays, client *comes, const char *table, const char *when) {
    if (json_equal(view_of(stays, table), view_of(comes, table))) return;
    char *a = json_dumps(view_of(stays, table), JSON_INDENT(1) | JSON_SORT_KEYS);
    char *b = json_dumps(view_of(comes, table), JSON_INDENT(1) | JSON_SORT_KEYS);
    fail_msg("%s, after %s:\n%s\n%s", table, when, a, b);
}

typedef struct twin {
    evening e;
    client *stays, *comes;
    const char *table;
    json_t *heard; /* all events that the broken one was told */
} twin;

/* Away, and back with `since`. */
static void break_off(twin *t) {
    json_t *at = json_incref(json_object_get(t->comes->ats, t->table));
    trey_person person = t->comes->person;
    json_array_extend(t->heard, t->comes->events);
    evening_leave(t->comes);
    t->e.clients--; /* its place is the next one's */
    json_decref(t->comes->views);
    json_decref(t->comes->ats);
    json_decref(t->comes->events);
    json_decref(t->comes->notices);
    json_decref(t->comes->answer);
    t->comes = evening_again(&t->e, person);
    /* Something may happen before he asks. */
    done(say(t->comes, "watch", "\"table\":\"%s\",\"since\":%lld", t->table,
             (long long)json_integer_value(at)),
         "watch");
    assert_int_equal(t->comes->fulls, 1);
    assert_int_equal(t->comes->missed, 0);
    json_decref(at);
}

static void step(twin *t, const char *when) {
    same_view(t->stays, t->comes, t->table, when);
    break_off(t);
    same_view(t->stays, t->comes, t->table, when);
}

/* Says it on the visit that breaks, then once more with the same id on the new one. */
static void say_twice(twin *t, const char *id, const char *word, const char *members) {
    json_t *first = say_as(t->comes, id, word, "\"table\":\"%s\"%s", t->table, members);
    if (!said_yes(first)) fail_msg("%s: %s", word, said_no(first));
    assert_null(json_object_get(first, "again"));
    break_off(t);
    json_t *second = say_as(t->comes, id, word, "\"table\":\"%s\"%s", t->table, members);
    assert_true(said_yes(second));
    assert_true(json_is_true(json_object_get(second, "again")));
    same_view(t->stays, t->comes, t->table, word);
}

static void play_broken(const char *table) {
    twin t = {.table = table};
    evening_open(&t.e);
    trey_table_service service = evening_service();
    service.bots = 2;
    service.bots_bank = true;
    service.bot_bank = 300000;
    service.step_ms = 100; /* so that every phase is seen */
    evening_four_tables(&t.e, &service);
    t.stays = evening_enter(&t.e, "Ann", TREY_OFFICE_PLAYER, 100000);
    t.comes = evening_again(&t.e, t.stays->person);
    t.heard = json_array();
    DO(t.stays, "watch", "\"table\":\"%s\"", table);
    DO(t.comes, "watch", "\"table\":\"%s\"", table);
    /* One came a little later; from here on they must hear the same. */
    json_array_clear(t.stays->events);
    json_array_clear(t.comes->events);
    evening_pass(&t.e, 1000);
    step(&t, "watch");
    /* The bots have left at least one seat. */
    unsigned seat = (unsigned)NUMBER(can_do(view_of(t.stays, table), "sit", 0, NULL), "seat");
    char at_seat[32], with_ante[80];
    snprintf(at_seat, sizeof at_seat, ",\"seat\":%u", seat);
    snprintf(with_ante, sizeof with_ante, "%s,\"wager\":\"ante\",\"amount\":1000", at_seat);
    say_twice(&t, "00000000000000000000000000000a01", "sit", at_seat);
    evening_pass(&t.e, 3000);
    step(&t, "the bots' bets");
    if (can_do(view_of(t.stays, table), "pass", 0, NULL))
        say_twice(&t, "00000000000000000000000000000a02", "pass", "");
    evening_pass(&t.e, 2000);
    say_twice(&t, "00000000000000000000000000000a03", "bet", with_ante);
    trey_cents chips = house_chips(&t.e.h, t.stays->person);
    for (unsigned i = 0; i < 150; i++) {
        evening_pass(&t.e, 100);
        step(&t, WORD(view_of(t.stays, table), "phase"));
        if (strcmp(WORD(view_of(t.stays, table), "phase"), "decision") == 0 &&
            can_do(view_of(t.stays, table), "fold", seat, NULL))
            break;
        if (can_do(view_of(t.stays, table), "view", seat, NULL)) break;
    }
    assert_string_equal(WORD(view_of(t.stays, table), "phase"), "decision");
    assert_int_equal(house_chips(&t.e.h, t.stays->person), chips);
    say_twice(&t, "00000000000000000000000000000a04", "view", at_seat);
    for (unsigned i = 0; i < 100 && !can_do(view_of(t.stays, table), "play", seat, NULL); i++)
        evening_pass(&t.e, 100);
    say_twice(&t, "00000000000000000000000000000a05", "play", at_seat);
    for (unsigned i = 0; i < 60; i++) {
        evening_pass(&t.e, 100);
        step(&t, WORD(view_of(t.stays, table), "phase"));
    }
    /* The same tale, from the first to the last event. */
    json_array_extend(t.heard, t.comes->events);
    if (!json_equal(t.heard, t.stays->events))
        fail_msg("%s: one was told %zu events, the other %zu", table, json_array_size(t.heard),
                 json_array_size(t.stays->events));
    assert_true(json_array_size(t.heard) > 20);
    json_decref(t.heard);
    evening_close(&t.e);
}

static void a_broken_connection_misses_nothing(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) play_broken(evening_books[i]);
}

/* ---- Gaps --------------------------------------------------------------------------------- */
static void what_is_no_longer_known_is_said_to_be_missed(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    service.bots = 4;
    evening_four_tables(&e, &service);
    client *a = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    client *b = evening_again(&e, a->person);
    DO(a, "watch", "\"table\":\"mbs\"");
    int64_t at = json_integer_value(json_object_get(a->ats, "mbs"));
    evening_pass(&e, 900000);
    DO(b, "watch", "\"table\":\"mbs\",\"since\":%lld", (long long)at);
    assert_int_equal(b->missed, 1);
    assert_in_range(json_array_size(b->events), 100, 512);
    same_view(a, b, "mbs", "a long while");
    /* A number from the future is not ours. */
    DO(b, "watch", "\"table\":\"mbs\",\"since\":%lld", (long long)e.now * 1000);
    assert_int_equal(b->missed, 2);
    same_view(a, b, "mbs", "a strange number");
    /* And one that is up to date misses nothing and is told nothing. */
    size_t events = json_array_size(b->events);
    at = json_integer_value(json_object_get(b->ats, "mbs"));
    DO(b, "watch", "\"table\":\"mbs\",\"since\":%lld", (long long)at);
    assert_int_equal(b->missed, 2);
    assert_int_equal(json_array_size(b->events), events);
    evening_close(&e);
}

static void after_a_restart_old_numbers_are_known_as_old(void **state) {
    (void)state;
    evening e;
    evening_open(&e);
    trey_table_service service = evening_service();
    evening_four_tables(&e, &service);
    client *c = evening_enter(&e, "Ann", TREY_OFFICE_PLAYER, 100000);
    trey_person person = c->person;
    DO(c, "watch", "\"table\":\"rws\"");
    DO(c, "sit", "\"table\":\"rws\",\"seat\":1");
    evening_pass(&e, 1);
    done(say_as(c, "000000000000000000000000000000aa", "bet",
                "\"table\":\"rws\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000"),
         "bet");
    int64_t at = json_integer_value(json_object_get(c->ats, "rws"));
    e.now += 5000;
    evening_restart(&e);
    for (unsigned i = 0; i < 4; i++) trey_floor_serve(e.floor, i, &service);
    c = evening_again(&e, person);
    DO(c, "watch", "\"table\":\"rws\",\"since\":%lld", (long long)at);
    assert_int_equal(c->missed, 1);
    /* The bet was answered before; the round was interrupted, and the stake is back. */
    json_t *again = say_as(c, "000000000000000000000000000000aa", "bet",
                           "\"table\":\"rws\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000");
    assert_true(said_yes(again));
    assert_true(json_is_true(json_object_get(again, "again")));
    assert_int_equal(c->chips, 100000);
    evening_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_connection_misses_nothing),
        cmocka_unit_test(what_is_no_longer_known_is_said_to_be_missed),
        cmocka_unit_test(after_a_restart_old_numbers_are_known_as_old),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
