/* people_nodes_test.c -- people of a house that two nodes share, when a batch is lost; and
 * tickets, which are good at every node.
 *
 * What a node has staged it has in memory already. Where the store does not take it, others
 * have written something else under the same numbers, and the node reads again: everybody,
 * and where in the records it stands. Run by tests/store/postgres.sh. */
#include "people_house.h"

#include <stdlib.h>
#include <string.h>

#include "by_hand.h"

static people_house one, two;

static void open_people(people_house *p) {
    trey_store_message message = {""};
    trey_status status = trey_people_open(&p->people, p->h.house, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    people_flush(p);
}

static int open_nodes(void **state) {
    (void)state;
    server_clear();
    house_build_shared(&one.h, getenv("TREY_POSTGRES"));
    open_people(&one);
    house_join(&two.h, &one.h, 2);
    open_people(&two);
    return 0;
}

static int close_nodes(void **state) {
    (void)state;
    trey_people_close(two.people);
    house_drop(&two.h);
    people_verified(&one, true); /* with every snapshot where it belongs */
    people_tear_down(&one);
    return 0;
}

static uint64_t people_place(void) {
    return (uint64_t)server_number("SELECT max(r.place) FROM trey.record r JOIN trey.stream s"
                                   " ON s.id = r.stream WHERE s.name = 'people'");
}

static void is_known(people_house *p, const char *name, trey_person person) {
    assert_int_equal(trey_people_find(p->people, name), person);
    if (person) assert_string_equal(trey_people_facts(p->people, person)->name, name);
}

/* Stages so many guests and an account, and loses them: the other writes `theirs` first. */
static void lose_a_batch(unsigned guests, const char *mine, const char *theirs) {
    trey_person person;
    trey_people_refused refused;
    for (unsigned i = 0; i < guests; i++)
        assert_int_equal(trey_people_guest(one.people, &person), TREY_STATUS_OK);
    assert_int_equal(
        trey_people_add(one.people, mine, TREY_OFFICE_PLAYER, NULL, TREY_NOBODY, &person, &refused),
        TREY_STATUS_OK);
    is_known(&one, mine, person);
    server_break_lock();
    people_add(&two, theirs, TREY_OFFICE_PLAYER, NULL);
    assert_int_equal(trey_house_flush(one.h.house, NULL), TREY_STATUS_CONFLICT);
    assert_int_equal(trey_house_catch_up(one.h.house), TREY_STATUS_OK);
}

static void read_again(people_house *p) {
    if (trey_people_read_again(p->people) != TREY_STATUS_OK)
        fail_msg("%s", trey_people_message(p->people));
}

/* Behind a lost batch longer than what the others wrote: without its place the node would
 * wait for records that it believes to have. */
static void after_a_lost_batch_everybody_is_as_stored(void **state) {
    (void)state;
    people_add(&two, "Ann", TREY_OFFICE_PLAYER, NULL);
    lose_a_batch(7, "Mine", "Ben");
    read_again(&one);
    is_known(&one, "Mine", TREY_NOBODY);
    is_known(&one, "Ann", 1);
    is_known(&one, "Ben", 2);
    assert_int_equal(trey_people_count(one.people), 2);
    /* What the others write next is heard of. */
    people_add(&two, "Cat", TREY_OFFICE_DEALER, NULL);
    assert_int_equal(trey_house_catch_up(one.h.house), TREY_STATUS_OK);
    assert_int_equal(trey_people_catch_up(one.people), TREY_STATUS_OK);
    is_known(&one, "Cat", 3);
    /* And what is written here has the next number, for everybody. */
    uint64_t place = people_place();
    assert_int_equal(people_add(&one, "Mine", TREY_OFFICE_PLAYER, NULL), 4);
    assert_int_equal(people_place(), place + 1);
    assert_int_equal(trey_house_catch_up(two.h.house), TREY_STATUS_OK);
    assert_int_equal(trey_people_catch_up(two.people), TREY_STATUS_OK);
    is_known(&two, "Mine", 4);
}

/* Snapshots come every 40 records: one that was staged with the lost batch is not there, and
 * the next one is made of what is stored, at the place where it stands. */
static void a_snapshot_that_was_lost_is_made_again(void **state) {
    (void)state;
    for (unsigned i = 0; i < 30; i++) people_guest(&one);
    lose_a_batch(20, "Mine", "Ben");
    read_again(&one);
    assert_int_equal(trey_people_count(one.people), 31);
    for (unsigned i = 0; i < 20; i++) people_guest(&one);
    trey_snapshot snapshot;
    trey_stream stream;
    assert_int_equal(
        trey_store_stream(one.h.store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream),
        TREY_STATUS_OK);
    assert_int_equal(trey_store_snapshot(one.h.store, stream, &snapshot), TREY_STATUS_OK);
    assert_true(snapshot.place >= 40 && snapshot.place <= people_place());
    /* Read from there it is the same again. */
    lose_a_batch(3, "Mine again", "Cat");
    read_again(&one);
    assert_int_equal(trey_people_count(one.people), 52);
    is_known(&one, "Ben", 31);
    is_known(&one, "Cat", 52);
    people_guest(&one);
}

/* Where the store cannot be read either, everything stays as it was, and the next try is as
 * good as the first. */
static void a_reading_that_fails_changes_nothing(void **state) {
    (void)state;
    people_add(&two, "Ann", TREY_OFFICE_PLAYER, NULL);
    lose_a_batch(2, "Mine", "Ben");
    server_halt(true);
    assert_int_equal(trey_people_read_again(one.people), TREY_STATUS_STORE_LOST);
    assert_true(trey_people_message(one.people)[0] != '\0');
    assert_int_equal(trey_people_count(one.people), 4);
    is_known(&one, "Mine", 4);
    server_halt(false);
    read_again(&one);
    assert_int_equal(trey_people_count(one.people), 2);
    is_known(&one, "Ben", 2);
    assert_int_equal(people_guest(&one), 3);
}

/* ---- Tickets ----------------------------------------------------------------------------------
 */
static trey_hash ticket_made(people_house *p, const char *text, int64_t seconds) {
    const trey_hash ticket = trey_hash_of(text, strlen(text));
    const trey_ticket of = {
        .person = 1, .until = p->h.now + seconds * 1000000, .session = trey_hash_of("cookie", 6)};
    assert_int_equal(trey_people_ticket_keep(p->people, &ticket, &of), TREY_STATUS_OK);
    people_flush(p);
    return ticket;
}

static trey_status spent(people_house *p, const trey_hash *ticket, trey_ticket *out) {
    trey_status status = trey_people_ticket_spend(p->people, ticket, out);
    people_flush(p);
    return status;
}

static int64_t tickets_kept(void) {
    return server_number("SELECT count(*) FROM trey.kept WHERE name LIKE 'ticket-%'");
}

static void a_ticket_is_spent_once_at_any_node(void **state) {
    (void)state;
    const trey_hash cookie = trey_hash_of("cookie", 6), none = trey_hash_of("never", 5);
    trey_ticket of;
    people_guest(&one);
    two.h.now = one.h.now;
    trey_hash ticket = ticket_made(&one, "first", 30);
    people_verified(&one, true); /* with a ticket in the store */
    assert_int_equal(spent(&two, &none, &of), TREY_STATUS_NOT_FOUND);
    assert_int_equal(spent(&two, &ticket, &of), TREY_STATUS_OK);
    assert_int_equal(of.person, 1);
    assert_memory_equal(&of.session, &cookie, sizeof cookie);
    assert_int_equal(spent(&one, &ticket, &of), TREY_STATUS_NOT_FOUND);
    assert_int_equal(spent(&two, &ticket, &of), TREY_STATUS_NOT_FOUND);
    /* Twice in one batch, of which the store knows nothing yet. */
    ticket = ticket_made(&two, "second", 30);
    assert_int_equal(trey_people_ticket_spend(one.people, &ticket, &of), TREY_STATUS_OK);
    assert_int_equal(trey_people_ticket_spend(one.people, &ticket, &of), TREY_STATUS_NOT_FOUND);
    people_flush(&one);
    assert_int_equal(tickets_kept(), 0);
    /* In a batch that is lost it was not spent. */
    ticket = ticket_made(&two, "third", 30);
    assert_int_equal(trey_people_ticket_spend(one.people, &ticket, &of), TREY_STATUS_OK);
    server_break_lock();
    people_guest(&two);
    assert_int_equal(trey_house_flush(one.h.house, NULL), TREY_STATUS_CONFLICT);
    assert_int_equal(trey_house_catch_up(one.h.house), TREY_STATUS_OK);
    read_again(&one);
    assert_int_equal(spent(&two, &ticket, &of), TREY_STATUS_OK);
}

static void a_ticket_grows_old(void **state) {
    (void)state;
    trey_ticket of;
    people_guest(&one);
    two.h.now = one.h.now;
    const trey_hash good = ticket_made(&one, "good", 30), late = ticket_made(&one, "late", 30);
    two.h.now += 29900000; /* the clock also moves when it is looked at */
    assert_int_equal(spent(&two, &good, &of), TREY_STATUS_OK);
    two.h.now += 200000;
    assert_int_equal(spent(&two, &late, &of), TREY_STATUS_NOT_FOUND);
    /* What nobody spends does not stay: it goes with the next one, or when a house opens. */
    ticket_made(&one, "left", 30);
    people_wait(&one, 31);
    ticket_made(&one, "next", 30);
    assert_int_equal(tickets_kept(), 1);
    people_wait(&one, 31);
    assert_int_equal(trey_people_sessions_clear(one.people, 0), TREY_STATUS_OK);
    people_flush(&one);
    assert_int_equal(tickets_kept(), 0);
}

#define NODES_TEST(name) cmocka_unit_test_setup_teardown(name, open_nodes, close_nodes)

int main(void) {
    const struct CMUnitTest tests[] = {
        NODES_TEST(after_a_lost_batch_everybody_is_as_stored),
        NODES_TEST(a_snapshot_that_was_lost_is_made_again),
        NODES_TEST(a_reading_that_fails_changes_nothing),
        NODES_TEST(a_ticket_is_spent_once_at_any_node),
        NODES_TEST(a_ticket_grows_old),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
