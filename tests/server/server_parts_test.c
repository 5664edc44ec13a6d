/* server_parts_test.c -- sessions, tickets, addresses and requests at their limits: the value
 * itself, one below and one above. The parts of a server that need neither floor nor network. */
#include "cmocka_suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "devices.h"
#include "http_text.h"
#include "sessions.h"

enum { IDLE = 60000, MOST = 3 };

static http_text text_of(const char *text) {
    return (http_text){text, strlen(text)};
}

static session *begin(sessions *all, char token[TOKEN_TEXT_MAX], trey_person person,
                      int64_t now_ms) {
    trey_hash hash;
    session_token(token, &hash);
    const session_of of = {.token = hash, .person = person, .from = "here"};
    return session_begin(all, &of, now_ms);
}

/* The rule of players, whose session each is. */
static const session_rule rules[SESSION_KINDS] = {
    [1 + TREY_OFFICE_PLAYER] = {.idle_ms = IDLE, .most_ms = 10 * IDLE},
    [1 + TREY_OFFICE_DEALER] = {.idle_ms = IDLE, .most_ms = 10 * IDLE}};

static sessions *open_sessions(unsigned most, unsigned for_accounts, unsigned for_staff) {
    const session_room room = {most, for_accounts, for_staff, rules};
    return sessions_open(&room);
}

/* ---- Sessions ---------------------------------------------------------------------------- */
static void a_session_lives_as_long_as_it_is_used(void **state) {
    (void)state;
    char token[TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    session *one = begin(all, token, 7, 1000);
    assert_non_null(one);
    /* At the last moment, which is the first one of another such time. */
    assert_ptr_equal(session_find(all, text_of(token), 1000 + IDLE), one);
    assert_ptr_equal(session_find(all, text_of(token), 1000 + 2 * IDLE), one);
    assert_null(session_find(all, text_of(token), 1001 + 3 * IDLE));
    assert_int_equal(one->person, 7);
    /* Not with a letter more, a letter less, or another one. */
    char other[TOKEN_TEXT_MAX + 1];
    snprintf(other, sizeof other, "%s0", token);
    assert_null(session_find(all, text_of(other), 1000 + 2 * IDLE));
    other[TOKEN_TEXT - 1] = '\0';
    assert_null(session_find(all, text_of(other), 1000 + 2 * IDLE));
    snprintf(other, sizeof other, "%s", token);
    other[TOKEN_TEXT - 1] = other[TOKEN_TEXT - 1] == '0' ? '1' : '0';
    assert_null(session_find(all, text_of(other), 1000 + 2 * IDLE));
    sessions_close(all);
}

static unsigned endings;
static bool count_ending(void *context, const session *one) {
    (void)context, (void)one;
    endings++;
    return true;
}

static void a_session_is_ended_a_moment_after_its_time(void **state) {
    (void)state;
    char token[TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    begin(all, token, 7, 1000);
    endings = 0;
    sessions_expire(all, 1000 + IDLE, count_ending, NULL);
    assert_int_equal(endings, 0);
    assert_int_equal(sessions_count(all), 1);
    sessions_expire(all, 1001 + IDLE, count_ending, NULL);
    assert_int_equal(endings, 1);
    assert_int_equal(sessions_count(all), 0);
    sessions_close(all);
}

static void there_are_so_many_sessions_and_no_more(void **state) {
    (void)state;
    char token[MOST + 1][TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    session *one[MOST];
    for (unsigned i = 0; i < MOST; i++) {
        one[i] = begin(all, token[i], i + 1, 1000);
        assert_non_null(one[i]);
        assert_int_equal(sessions_count(all), i + 1);
    }
    assert_null(begin(all, token[MOST], 9, 1000));
    for (unsigned i = 0; i < MOST; i++) {
        assert_ptr_equal(session_find(all, text_of(token[i]), 1001), one[i]);
        assert_ptr_equal(session_by_number(all, one[i]->number), one[i]);
    }
    session_end(all, one[1]);
    assert_null(session_find(all, text_of(token[1]), 1001));
    session *next = begin(all, token[MOST], 9, 1000);
    assert_non_null(next);
    assert_int_equal(next->number, MOST + 1); /* no number is used twice */
    sessions_close(all);
}

static session *begin_as(sessions *all, bool guest, trey_office office) {
    char token[TOKEN_TEXT_MAX];
    session_of of = {.person = 1, .guest = guest, .office = (uint8_t)office, .from = "here"};
    session_token(token, &of.token);
    return session_begin(all, &of, 1000);
}

/* Of ten, guests take five, players three more, and staff the rest. */
static void guests_leave_room_for_accounts_and_those_for_staff(void **state) {
    (void)state;
    sessions *all = open_sessions(10, 3, 2);
    for (unsigned i = 0; i < 5; i++) assert_non_null(begin_as(all, true, TREY_OFFICE_PLAYER));
    assert_null(begin_as(all, true, TREY_OFFICE_PLAYER));
    for (unsigned i = 0; i < 3; i++) assert_non_null(begin_as(all, false, TREY_OFFICE_PLAYER));
    assert_null(begin_as(all, false, TREY_OFFICE_PLAYER));
    assert_null(begin_as(all, true, TREY_OFFICE_PLAYER));
    for (unsigned i = 0; i < 2; i++) assert_non_null(begin_as(all, false, TREY_OFFICE_DEALER));
    assert_null(begin_as(all, false, TREY_OFFICE_DEALER));
    sessions_close(all);
}

/* An open page keeps a player in, and a dealer only what they do; after the longest time both are
 * out, also where a session is found again that began long ago. */
static void a_session_has_a_longest_time(void **state) {
    (void)state;
    for (unsigned dealer = 0; dealer < 2; dealer++) {
        char token[TOKEN_TEXT_MAX];
        sessions *all = open_sessions(MOST, 0, 0);
        session_of of = {.person = 7, .age_ms = 4 * IDLE, .from = "here"};
        of.office = dealer ? TREY_OFFICE_DEALER : TREY_OFFICE_PLAYER;
        session_token(token, &of.token);
        session *one = session_begin(all, &of, 1000);
        one->sockets = 1;
        assert_int_equal(session_find(all, text_of(token), 1001 + IDLE) != NULL, !dealer);
        one->used_ms = 1000 + 5 * IDLE;
        assert_non_null(session_find(all, text_of(token), 1000 + 6 * IDLE));
        assert_null(session_find(all, text_of(token), 1001 + 6 * IDLE));
        sessions_close(all);
    }
}

static void sessions_of_another_generation_are_found(void **state) {
    (void)state;
    char token[TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    session *old = begin(all, token, 7, 1000), *new = begin(all, token, 7, 1000);
    begin(all, token, 8, 1000);
    new->generation = 1;
    assert_ptr_equal(session_stale(all, 7, 1), old);
    assert_ptr_equal(session_stale(all, 7, 0), new);
    session_end(all, old);
    assert_null(session_stale(all, 7, 1));
    sessions_close(all);
}

/* Whose it is cannot be changed, nor which; another house's is none. */
static void devices_are_known_by_a_tag(void **state) {
    (void)state;
    char text[DEVICE_TEXT_MAX], changed[DEVICE_TEXT_MAX];
    trey_seal_key key = {{1}}, other = {{2}};
    trey_person person;
    uint32_t number;
    device_make(&key, 70000, text);
    assert_true(device_read(&key, text_of(text), &person, &number));
    assert_int_equal(person, 70000);
    assert_int_not_equal(number, 0);
    assert_false(device_read(&other, text_of(text), &person, &number));
    for (unsigned i = 0; i < DEVICE_TEXT; i++) {
        memcpy(changed, text, sizeof changed);
        changed[i] = changed[i] == '0' ? '1' : '0';
        assert_false(device_read(&key, text_of(changed), &person, &number));
    }
    assert_false(device_read(&key, (http_text){text, DEVICE_TEXT - 2}, &person, &number));
    assert_false(device_read(&key, (http_text){NULL, 0}, &person, &number));
}

static void the_last_ones_that_ended_are_remembered(void **state) {
    (void)state;
    enum { REMEMBERED = 4096 };
    sessions *all = open_sessions(MOST, 0, 0);
    for (unsigned i = 0; i <= REMEMBERED; i++) {
        const trey_hash token = trey_hash_of(&i, sizeof i);
        assert_false(session_is_over(all, &token));
        session_over_note(all, &token);
        assert_true(session_is_over(all, &token));
    }
    for (unsigned i = 0; i <= REMEMBERED; i += REMEMBERED / 2) {
        const trey_hash token = trey_hash_of(&i, sizeof i);
        assert_int_equal(session_is_over(all, &token), i > 0); /* the first made room */
    }
    sessions_close(all);
}

/* ---- Tickets ----------------------------------------------------------------------------------
 */
static void a_ticket_is_good_for_half_a_minute_and_once(void **state) {
    (void)state;
    char token[TOKEN_TEXT_MAX], ticket[TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    session *one = begin(all, token, 7, 1000), *two = begin(all, token, 8, 1000);
    for (unsigned late = 0; late < 2; late++) {
        assert_true(ticket_make(all, late ? two : one, 1000, ticket));
        session *owner = ticket_spend(all, text_of(ticket), 1000 + TICKET_SECONDS * 1000 + late);
        assert_ptr_equal(owner, late ? NULL : one);
        assert_null(ticket_spend(all, text_of(ticket), 1001));
    }
    sessions_close(all);
}

/* Sixteen at a time; one that is spent, or over, makes room. */
static void nobody_has_more_than_sixteen_tickets(void **state) {
    (void)state;
    char token[TOKEN_TEXT_MAX], ticket[TICKETS_EACH + 1][TOKEN_TEXT_MAX];
    sessions *all = open_sessions(MOST, 0, 0);
    session *one = begin(all, token, 7, 1000), *other = begin(all, token, 8, 1000);
    for (unsigned i = 0; i < TICKETS_EACH; i++) assert_true(ticket_make(all, one, 1000, ticket[i]));
    assert_int_equal(one->tickets, TICKETS_EACH);
    assert_false(ticket_make(all, one, 1000 + TICKET_SECONDS * 1000, ticket[TICKETS_EACH]));
    assert_true(ticket_make(all, other, 1000, ticket[TICKETS_EACH]));
    assert_ptr_equal(ticket_spend(all, text_of(ticket[3]), 2000), one);
    assert_int_equal(one->tickets, TICKETS_EACH - 1);
    assert_true(ticket_make(all, one, 2000, ticket[3]));
    assert_false(ticket_make(all, one, 2000, ticket[3]));
    assert_true(ticket_make(all, one, 1001 + TICKET_SECONDS * 1000, ticket[3]));
    assert_int_equal(one->tickets, 2); /* those of the first moment are over */
    /* Whoever has signed out has none. */
    session_end(all, one);
    assert_null(ticket_spend(all, text_of(ticket[3]), 2000));
    sessions_close(all);
}

/* ---- Addresses ----------------------------------------------------------------------------------
 */
static void a_bucket_holds_so_many_and_fills_so_fast(void **state) {
    (void)state;
    bucket b = {0, 0};
    for (unsigned i = 0; i < 3; i++) assert_true(bucket_take(&b, 2, 3, 10000));
    assert_false(bucket_take(&b, 2, 3, 10000));
    assert_false(bucket_take(&b, 2, 3, 10499)); /* two a second: one in half of it */
    assert_true(bucket_take(&b, 2, 3, 10500));
    assert_false(bucket_take(&b, 2, 3, 10500));
    for (unsigned i = 0; i < 3; i++) assert_true(bucket_take(&b, 2, 3, 99999));
    assert_false(bucket_take(&b, 2, 3, 99999)); /* never more than it holds */
}

static struct sockaddr_in6 six(const char *text) {
    struct sockaddr_in6 at = {.sin6_family = AF_INET6};
    assert_int_equal(inet_pton(AF_INET6, text, &at.sin6_addr), 1);
    return at;
}

static struct sockaddr_in four(const char *text) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    assert_int_equal(inet_pton(AF_INET, text, &at.sin_addr), 1);
    return at;
}

/* An address is one customer's: of IPv6 the first half of it, and the same in either spelling. */
static void addresses_are_told_apart_by_customer(void **state) {
    (void)state;
    addresses *all = addresses_open();
    const struct sockaddr_in one = four("192.0.2.7"), two = four("192.0.2.8");
    const struct sockaddr_in6 mapped = six("::ffff:192.0.2.7"), a = six("2001:db8:1:2::1"),
                              b = six("2001:db8:1:2:ffff::9"), c = six("2001:db8:1:3::1");
    address *first = address_find(all, (const struct sockaddr *)&one, 1);
    assert_non_null(first);
    assert_ptr_equal(address_find(all, (const struct sockaddr *)&mapped, 2), first);
    assert_ptr_not_equal(address_find(all, (const struct sockaddr *)&two, 2), first);
    address *home = address_find(all, (const struct sockaddr *)&a, 2);
    assert_ptr_equal(address_find(all, (const struct sockaddr *)&b, 2), home);
    assert_ptr_not_equal(address_find(all, (const struct sockaddr *)&c, 2), home);
    addresses_close(all);
}

/* A quarter of an hour after its last request, unless something is open. */
static void an_address_is_forgotten_when_it_was_quiet(void **state) {
    (void)state;
    enum { QUIET = 15 * 60 * 1000 };
    addresses *all = addresses_open();
    const struct sockaddr_in one = four("192.0.2.7");
    address *at = address_find(all, (const struct sockaddr *)&one, 1000);
    at->guests.level = 42;
    addresses_forget(all, 1000 + QUIET - 1);
    assert_true(address_find(all, (const struct sockaddr *)&one, 1000)->guests.level == 42);
    at->connections = 1;
    addresses_forget(all, 1000 + 2 * QUIET);
    at = address_find(all, (const struct sockaddr *)&one, 1000);
    assert_true(at->guests.level == 42);
    at->connections = 0;
    addresses_forget(all, 1000 + QUIET);
    assert_true(address_find(all, (const struct sockaddr *)&one, 2000)->guests.level == 0);
    addresses_close(all);
}

/* ---- Requests
 * ------------------------------------------------------------------------------------ */
static void what_is_decoded_fits_or_is_refused(void **state) {
    (void)state;
    char out[4];
    assert_true(http_decode(text_of("%41bc"), out, 4));
    assert_string_equal(out, "Abc");
    assert_false(http_decode(text_of("abcd"), out, 4)); /* no room for the zero */
    assert_false(http_decode(text_of("a%00b"), out, 4));
    assert_false(http_decode(text_of("a%4"), out, 4));
    assert_false(http_decode(text_of("%zz"), out, 4));
    http_text value = http_cookie(text_of("a=1; session=xyz; b=2"), "session");
    assert_int_equal(value.size, 3);
    assert_memory_equal(value.text, "xyz", 3);
    assert_null(http_cookie(text_of("xsession=xyz; sessio=1"), "session").text);
    value = http_query(text_of("fromage=1&from=22&to=3"), "from");
    assert_int_equal(value.size, 2);
    assert_memory_equal(value.text, "22", 2);
    assert_null(http_query(text_of("fromage=1"), "from").text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_lives_as_long_as_it_is_used),
        cmocka_unit_test(a_session_is_ended_a_moment_after_its_time),
        cmocka_unit_test(there_are_so_many_sessions_and_no_more),
        cmocka_unit_test(guests_leave_room_for_accounts_and_those_for_staff),
        cmocka_unit_test(a_session_has_a_longest_time),
        cmocka_unit_test(sessions_of_another_generation_are_found),
        cmocka_unit_test(devices_are_known_by_a_tag),
        cmocka_unit_test(the_last_ones_that_ended_are_remembered),
        cmocka_unit_test(a_ticket_is_good_for_half_a_minute_and_once),
        cmocka_unit_test(nobody_has_more_than_sixteen_tickets),
        cmocka_unit_test(a_bucket_holds_so_many_and_fills_so_fast),
        cmocka_unit_test(addresses_are_told_apart_by_customer),
        cmocka_unit_test(an_address_is_forgotten_when_it_was_quiet),
        cmocka_unit_test(what_is_decoded_fits_or_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
