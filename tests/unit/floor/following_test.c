/* following_test.c -- two floors of one house, each with a node's connection to one database:
 * what one deals the other shows, what is said at one is heard at the other, and when one is
 * gone the other goes on. */
#include "evening.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "by_hand.h"
#include "patience.h"

/* Long, so that on a busy machine nobody is taken for dead who is alive. */
enum { LEASE_MS = 3000, FAR = 60000 };

typedef struct floor_node {
    evening e;
    trey_nodes *nodes;
    unsigned lossy;   /* letters that are lost from now on */
    unsigned letters; /* that were sent */
    unsigned posted, got;
    bool alive;
} floor_node;

static floor_node one, two;

/* ---- Nodes --------------------------------------------------------------------------------- */
static void post(void *context, const char *to, const char *text, size_t size) {
    floor_node *n = context;
    const trey_letter_out letter = {to, text, size};
    n->letters++;
    if (n->lossy > 0) {
        n->lossy--;
        return;
    }
    assert_int_equal(trey_nodes_post(n->nodes, &letter, 1), TREY_STATUS_OK);
    n->posted++;
}

static void node_open(floor_node *n, const floor_node *first) {
    trey_store_message message;
    memset(n, 0, sizeof *n);
    evening_open_node(&n->e, getenv("TREY_POSTGRES"), first ? &first->e : NULL);
    trey_status status = trey_nodes_open(&n->nodes, getenv("TREY_POSTGRES"), n->e.h.name, LEASE_MS,
                                         &n->e.h.keys, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    n->e.options.nodes = (trey_floor_post){.node = n->e.h.name, .post = post, .context = n};
    n->alive = true;
}

/* Without a word, as a process that is killed. */
static void node_dies(floor_node *n) {
    trey_nodes_drop(n->nodes);
    n->nodes = NULL;
    n->alive = false;
}

static void node_close(floor_node *n) {
    trey_nodes_close(n->nodes);
    evening_close_node(&n->e);
}

/* Each has had the other's letters, and has read what the other stored. */
static bool settled(void) {
    return one.alive && two.alive && one.posted == two.got && two.posted == one.got &&
           trey_house_seen(one.e.h.house) == trey_house_seen(two.e.h.house);
}

/* What the server's threads do in a turn. */
static void turn(floor_node *n, bool beats) {
    static trey_nodes_news news;
    trey_nodes_view view;
    if (!n->alive) return;
    struct pollfd wait = {.fd = trey_nodes_descriptor(n->nodes), .events = POLLIN};
    poll(&wait, 1, settled() ? 0 : 4); /* letters take a moment */
    while (trey_nodes_next(n->nodes, &news)) {
        if (news.committed > trey_house_seen(n->e.h.house)) trey_floor_catch_up(n->e.floor);
        if (!news.committed) trey_floor_told(n->e.floor, news.from, news.text, news.size);
        n->got += !news.committed;
    }
    if (beats && trey_nodes_beat(n->nodes, &view) == TREY_STATUS_OK) {
        if (view.records > trey_house_seen(n->e.h.house)) trey_floor_catch_up(n->e.floor);
        trey_floor_see(n->e.floor, &view);
    }
    trey_floor_tick(n->e.floor);
    evening_flush(&n->e);
}

/* Until nobody has anything more to say, which of a node that is gone nobody knows. */
static void talk(void) {
    enum { LEAST = 6, QUIET = 3 };
    unsigned quiet = 0, turns = 0;
    WAIT_DOING(quiet == QUIET, {
        turn(&one, turns == 0);
        turn(&two, turns == 0);
        quiet = settled() || (turns >= LEAST && !(one.alive && two.alive)) ? quiet + 1 : 0;
        turns++;
    });
}

/* A lease runs out by the server's clock, while no time passes at the tables. */
#define WAIT_NOTICED(condition)                                                                    \
    WAIT_DOING(condition, {                                                                        \
        patience_nap();                                                                            \
        talk();                                                                                    \
    })

static void pass(int64_t ms) {
    one.e.now += ms;
    two.e.now = one.e.now;
    talk();
}

static int open_nodes(void **state) {
    (void)state;
    server_clear();
    node_open(&one, NULL);
    return 0;
}

static int close_nodes(void **state) {
    (void)state;
    if (two.e.floor) node_close(&two);
    trey_nodes_close(one.nodes);
    evening_close(&one.e);
    for (unsigned n = 0; n < 2; n++) memset(n ? &two : &one, 0, sizeof one);
    return 0;
}

/* ---- People ---------------------------------------------------------------------------------- */
static unsigned messages;

/* Says it and lets both floors talk; NULL: no answer yet. */
static json_t *tell_as(client *c, unsigned number, const char *format, ...) {
    char rest[512], text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(rest, sizeof rest, format, list);
    va_end(list);
    snprintf(text, sizeof text, "{\"id\":\"%032x\",%s}", number, rest);
    json_decref(c->answer);
    c->answer = NULL;
    trey_floor_hear(c->evening->floor, c->visit, text, strlen(text));
    talk();
    return c->answer;
}
#define TELL(c, ...) done(tell_as(c, ++messages, __VA_ARGS__), "it")
#define BET          "\"do\":\"bet\",\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\",\"amount\":1000"

static void serve(floor_node *n, trey_table_service service) {
    evening_start(&n->e);
    for (unsigned i = 0; i < trey_house_tables(n->e.h.house); i++)
        assert_int_equal(trey_floor_serve(n->e.floor, i, &service), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(n->e.h.house, NULL), TREY_STATUS_OK);
}

/* A table of each book, all led by the first; then the second joins. */
static void both_serve(const char *const *books, unsigned count, trey_table_service service) {
    for (unsigned i = 0; i < count; i++) {
        const trey_table_terms terms = house_terms(books[i], books[i], "");
        evening_table(&one.e, &terms);
    }
    serve(&one, service);
    node_open(&two, &one);
    two.e.visits = 1000;
    two.e.now = one.e.now;
    serve(&two, service);
}

/* Frames tell what a table's leader told, wherever it is. */
static void keep_leading(floor_node *n, const char *table) {
    unsigned index = trey_house_table_find(n->e.h.house, table);
    WAIT_DOING(trey_house_leads(n->e.h.house, index), talk());
}

static bool leads(const floor_node *n, const char *table) {
    return trey_house_leads(n->e.h.house, trey_house_table_find(n->e.h.house, table));
}

static floor_node *leader_of(const char *table) {
    return leads(&one, table) ? &one : &two;
}

static floor_node *other_than(const floor_node *n) {
    return n == &one ? &two : &one;
}

static client *enter(floor_node *n, const char *name) {
    client *c = evening_enter(&n->e, name, TREY_OFFICE_PLAYER, 1000000);
    talk();
    return c;
}

static void same_view(client *a, client *b, const char *table) {
    json_t *here = view_of(a, table), *there = view_of(b, table);
    if (json_equal(here, there)) return;
    char *x = json_dumps(here, JSON_SORT_KEYS), *y = json_dumps(there, JSON_SORT_KEYS);
    fail_msg("%s\n%s", x, y);
}

/* ---- Tests
 * --------------------------------------------------------------------------------------- */
static void what_one_deals_the_other_shows(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    both_serve(books, 3, evening_service());
    talk();
    for (unsigned i = 0; i < 3; i++) {
        const char *table = books[i];
        floor_node *leader = leader_of(table), *other = other_than(leader);
        char name[2][16];
        snprintf(name[0], 16, "here %u", i);
        snprintf(name[1], 16, "there %u", i);
        client *here = enter(leader, name[0]), *there = enter(other, name[1]);
        client *looks[] = {enter(leader, i ? i > 1 ? "Ann" : "Abe" : "Amy"),
                           enter(other, i ? i > 1 ? "Bea" : "Bob" : "Ben")};
        client *all[] = {here, there, looks[0], looks[1]};
        for (unsigned n = 0; n < 4; n++) TELL(all[n], "\"do\":\"watch\",\"table\":\"%s\"", table);
        for (unsigned n = 0; n < 2; n++)
            TELL(all[n], "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%u", table, n + 1);
        pass(5000);
        for (unsigned round = 0; round < 3; round++) {
            for (unsigned n = 0; n < 2; n++) TELL(all[n], BET, table, n + 1);
            same_view(looks[0], looks[1], table);
            assert_string_equal(WORD(view_of(looks[1], table), "clock.for"), "bets");
            char part[EVENING_PART];
            TELL(there, "\"do\":\"pledge\",%s", pledge_members(there, table, part));
            same_view(looks[0], looks[1], table);
            /* Who is ready is known where he is, too, and he cannot say it twice. */
            assert_non_null(can_do(view_of(there, table), "ready", 0, NULL));
            TELL(there, "\"do\":\"ready\",\"table\":\"%s\"", table);
            assert_null(can_do(view_of(there, table), "ready", 0, NULL));
            TELL(here, "\"do\":\"ready\",\"table\":\"%s\"", table);
            assert_string_equal(WORD(view_of(there, table), "phase"), "closed");
            assert_string_equal(WORD(view_of(there, table), "clock.for"), "shares");
            TELL(there, "\"do\":\"share\",%s", share_members(there, table, part));
            assert_string_equal(WORD(view_of(there, table), "phase"), "decision");
            TELL(there, "\"do\":\"view\",\"table\":\"%s\",\"seat\":2", table);
            assert_int_equal(json_array_size(at_path(view_of(there, table), "fair.openings")), 3);
            same_view(looks[0], looks[1], table);
            for (unsigned n = 0; n < 2; n++)
                TELL(all[n], "\"do\":\"fold\",\"table\":\"%s\",\"seat\":%u", table, n + 1);
            pass(100);
            assert_true(json_is_object(at_path(view_of(looks[1], table), "settlement")));
            same_view(looks[0], looks[1], table);
            pass(4000);
        }
        assert_true(json_array_size(looks[0]->events) > 20);
        assert_true(json_equal(looks[0]->events, looks[1]->events));
        for (unsigned n = 0; n < 2; n++) {
            assert_int_equal(all[n]->chips, house_chips(&one.e.h, all[n]->person));
            assert_int_equal(all[n]->chips, house_chips(&two.e.h, all[n]->person));
        }
        evening_go_home(&one.e);
        evening_go_home(&two.e);
    }
}

/* One table, led by the first; a player at the second. */
static client *player_elsewhere(trey_table_service service, const char **table) {
    static const char *const books[] = {"rws", "mbs", "rws-progressive"};
    both_serve(books, 3, service);
    talk();
    *table = NULL;
    for (unsigned i = 0; i < 3; i++) {
        if (leads(&one, books[i])) *table = books[i];
    }
    assert_non_null(*table); /* by their names; see weight in floor_nodes.c */
    client *c = enter(&two, "Zoe");
    TELL(c, "\"do\":\"watch\",\"table\":\"%s\"", *table);
    return c;
}

/* A letter about who is there comes later than what they do, so the round waits for them. */
static void nobody_has_gone_whom_the_other_node_has_not_told_of(void **state) {
    (void)state;
    const char *table;
    client *there = player_elsewhere(evening_service(), &table), *here = enter(&one, "Amy");
    TELL(here, "\"do\":\"watch\",\"table\":\"%s\"", table);
    TELL(here, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":1", table);
    pass(5000);
    TELL(here, BET, table, 1);
    TELL(there, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":2", table);
    TELL(there, BET, table, 2);
    TELL(here, "\"do\":\"ready\",\"table\":\"%s\"", table);
    assert_string_equal(WORD(view_of(here, table), "phase"), "betting");
    pass(200); /* the letter comes */
    pass(3000);
    assert_string_equal(WORD(view_of(here, table), "phase"), "betting");
    TELL(there, "\"do\":\"ready\",\"table\":\"%s\"", table);
    assert_string_equal(WORD(view_of(here, table), "phase"), "decision");
}

static void a_message_is_answered_once_and_the_same_again(void **state) {
    (void)state;
    const char *table;
    client *c = player_elsewhere(evening_service(), &table);
    json_t *answer = tell_as(c, 77, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":4", table);
    assert_true(said_yes(answer));
    assert_null(json_object_get(answer, "again"));
    int64_t records = server_number("SELECT records FROM trey.head");
    answer = tell_as(c, 77, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":4", table);
    assert_true(said_yes(answer));
    assert_true(json_is_true(json_object_get(answer, "again")));
    assert_int_equal(server_number("SELECT records FROM trey.head"), records);
    /* A refusal has its paragraphs, wherever it is heard. */
    answer = tell_as(c, 78, "\"do\":\"fold\",\"table\":\"%s\",\"seat\":4", table);
    assert_string_not_equal(said_no(answer), "");
    assert_true(json_array_size(at_path(answer, "refused.paragraphs")) > 0);
    /* What is heard at one's own node goes nowhere. */
    unsigned letters = two.letters;
    TELL(c, "\"do\":\"ping\"");
    assert_int_equal(two.letters, letters);
}

static void a_lost_letter_is_sent_again(void **state) {
    (void)state;
    const char *table;
    client *c = player_elsewhere(evening_service(), &table);
    two.lossy = 1; /* the message itself */
    assert_null(tell_as(c, 80, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":4", table));
    pass(500);
    assert_null(c->answer);
    pass(300);
    assert_true(said_yes(c->answer));
    one.lossy = FAR; /* the answer, again and again */
    assert_null(tell_as(c, 81, "\"do\":\"leave\",\"table\":\"%s\",\"seat\":4", table));
    for (unsigned i = 0; i < 9; i++) pass(1000);
    assert_string_equal(said_no(c->answer), "not_now");
    one.lossy = 0; /* it was done all the same, and that is what the next answer says */
    json_t *answer = tell_as(c, 81, "\"do\":\"leave\",\"table\":\"%s\",\"seat\":4", table);
    assert_true(said_yes(answer));
    assert_true(json_is_true(json_object_get(answer, "again")));
}

static void a_dead_leader_is_replaced(void **state) {
    (void)state;
    const char *table;
    client *c = player_elsewhere(evening_service(), &table);
    TELL(c, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":4", table);
    pass(4000);
    TELL(c, "\"do\":\"bet\",\"table\":\"%s\",\"seat\":4,\"wager\":\"ante\",\"amount\":1000", table);
    assert_int_equal(c->chips, 999000);
    node_dies(&one);
    /* Said to nobody; answered when there is somebody. */
    assert_null(tell_as(c, 90, "\"do\":\"ready\",\"table\":\"%s\"", table));
    WAIT_NOTICED(leads(&two, table));
    keep_leading(&two, table);
    pass(100);
    assert_non_null(c->answer);
    assert_true(json_array_size(c->notices) > 0);
    /* Before the deal nobody has an outcome: as its book says, here or by an offer. */
    const trey_table *state_now =
        trey_house_table(two.e.h.house, trey_house_table_find(two.e.h.house, table));
    assert_true(c->chips == 1000000 || state_now->gate != TREY_GATE_NONE);
    for (unsigned i = 0; i < 3; i++) assert_true(leads(&two, evening_books[i]));
    one.nodes = NULL;
}

/* The lock is lost with a batch in hand, and somebody else writes: nothing of it happened,
 * and all of it is heard again. */
static void a_lost_batch_is_heard_again(void **state) {
    (void)state;
    const char *table;
    char text[256];
    client *c = player_elsewhere(evening_service(), &table);
    client *mine = enter(&one, "Moe");
    TELL(mine, "\"do\":\"watch\",\"table\":\"%s\"", table);
    talk();
    snprintf(text, sizeof text, "{\"id\":\"%032x\",\"do\":\"sit\",\"table\":\"%s\",\"seat\":2}",
             0x95, table);
    trey_floor_hear(one.e.floor, mine->visit, text, strlen(text));
    server_break_lock();
    assert_int_equal(house_buy_in(&two.e.h, c->person, 500), 0);
    evening_flush(&one.e);
    assert_true(said_yes(mine->answer));
    assert_int_equal(trey_floor_tell(one.e.floor).heard_again, 1);
    pass(100);
    assert_int_equal(NUMBER(view_of(mine, table), "boxes.2.seated"), mine->person);
    assert_int_equal(NUMBER(view_of(c, table), "boxes.2.seated"), mine->person);
    const uint8_t said[TREY_COMMAND_ID_BYTES] = {[15] = 0x95};
    trey_command_id id;
    char sql[160] = "SELECT count(*) FROM trey.answer WHERE command = '\\x";
    trey_command_id_of(mine->person, said, &id);
    for (unsigned i = 0; i < sizeof id.byte; i++)
        snprintf(sql + strlen(sql), sizeof sql - strlen(sql), "%02x", id.byte[i]);
    strcat(sql, "'");
    assert_int_equal(server_number(sql), 1);
}

static void a_dealer_waits_for_people_at_other_nodes(void **state) {
    (void)state;
    const char *table;
    client *c = player_elsewhere(evening_service(), &table);
    TELL(c, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":4", table);
    pass(5000); /* a round is opened for somebody who is not here */
    assert_string_equal(WORD(view_of(c, table), "phase"), "betting");
    for (unsigned i = 0; i < 4; i++) pass(30000);
    assert_int_equal(NUMBER(view_of(c, table), "boxes.4.seated"), c->person);
    TELL(c, "\"do\":\"unwatch\",\"table\":\"%s\"", table);
    for (unsigned i = 0; i < 5; i++) pass(30000);
    TELL(c, "\"do\":\"watch\",\"table\":\"%s\"", table);
    assert_true(json_is_null(at_path(view_of(c, table), "boxes.4.seated")));
}

static void a_table_changes_hands_between_rounds_only(void **state) {
    (void)state;
    static const char *const books[] = {"rws", "mbs", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        const trey_table_terms terms = house_terms(books[i], books[i], "");
        evening_table(&one.e, &terms);
    }
    serve(&one, evening_service());
    turn(&one, true);
    client *c = evening_enter(&one.e, "Zoe", TREY_OFFICE_PLAYER, 1000000);
    for (unsigned i = 0; i < 3; i++) {
        DO(c, "watch", "\"table\":\"%s\"", books[i]);
        DO(c, "sit", "\"table\":\"%s\",\"seat\":4", books[i]);
    }
    evening_pass(&one.e, 5000); /* rounds are open everywhere */
    node_open(&two, &one);
    two.e.visits = 1000;
    two.e.now = one.e.now;
    serve(&two, evening_service());
    for (unsigned i = 0; i < 5; i++) pass(200);
    for (unsigned i = 0; i < 3; i++) assert_true(leads(&one, books[i]));
    for (unsigned i = 0; i < 3; i++)
        TELL(c, "\"do\":\"bet\",\"table\":\"%s\",\"seat\":4,\"wager\":\"ante\",\"amount\":1000",
             books[i]);
    for (unsigned i = 0; i < 3; i++) TELL(c, "\"do\":\"ready\",\"table\":\"%s\"", books[i]);
    for (unsigned i = 0; i < 3; i++)
        TELL(c, "\"do\":\"fold\",\"table\":\"%s\",\"seat\":4", books[i]);
    for (unsigned i = 0; i < 5; i++) pass(200);
    unsigned gone = 0;
    for (unsigned i = 0; i < 3; i++) {
        gone += leads(&two, books[i]);
        assert_int_equal(leads(&one, books[i]) + leads(&two, books[i]), 1);
        const json_t *settlement = at_path(view_of(c, books[i]), "settlement");
        assert_true(json_is_object(settlement));
        assert_false(json_is_true(json_object_get(settlement, "void")));
    }
    assert_true(gone > 0 && gone < 3);
    /* And back, when the other leaves in good order. */
    assert_true(trey_floor_hand_over(two.e.floor));
    for (unsigned i = 0; i < 3; i++) turn(&one, true);
    for (unsigned i = 0; i < 3; i++) assert_true(leads(&one, books[i]));
}

/* Settings of the second lack the tables: it leads them only while there is nobody else, and
 * deals at none of them. */
static void a_table_is_led_by_a_node_whose_settings_have_it(void **state) {
    (void)state;
    static const char *const books[] = {"rws", "mbs", "rws-progressive"};
    for (unsigned i = 0; i < 3; i++) {
        const trey_table_terms terms = house_terms(books[i], books[i], "");
        evening_table(&one.e, &terms);
    }
    serve(&one, evening_service());
    turn(&one, true);
    node_open(&two, &one);
    two.e.visits = 1000;
    two.e.now = one.e.now;
    evening_start(&two.e);
    assert_int_equal(trey_house_flush(two.e.h.house, NULL), TREY_STATUS_OK);
    for (unsigned i = 0; i < 3; i++) assert_false(trey_floor_serves(two.e.floor, books[i]));
    /* What the first has not heard of it finds out: each table comes back. */
    two.lossy = FAR;
    talk();
    unsigned moved = 0;
    for (unsigned i = 0; i < 5; i++) {
        pass(200);
        for (unsigned n = 0; n < 3; n++) moved += !leads(&one, books[n]);
    }
    assert_true(moved > 0);
    two.lossy = 0;
    for (unsigned i = 0; i < 3; i++) pass(6000);
    for (unsigned i = 0; i < 5; i++) {
        pass(200);
        for (unsigned n = 0; n < 3; n++) assert_true(leads(&one, books[n]));
    }
    /* And it is played there. */
    client *c = enter(&two, "Zoe");
    TELL(c, "\"do\":\"watch\",\"table\":\"rws\"");
    TELL(c, "\"do\":\"sit\",\"table\":\"rws\",\"seat\":4");
    pass(5000);
    TELL(c, "\"do\":\"bet\",\"table\":\"rws\",\"seat\":4,\"wager\":\"ante\",\"amount\":1000");
    assert_int_equal(c->chips, 999000);
    node_dies(&one);
    WAIT_NOTICED(leads(&two, "rws"));
    for (unsigned i = 0; i < 5; i++) pass(5000);
    assert_int_equal(c->chips, 1000000);
    assert_string_equal(WORD(view_of(c, "rws"), "phase"), "idle");
    one.nodes = NULL;
}

/* One console has a table's calls, whichever node it is at. */
static void a_desk_is_one_for_all_nodes(void **state) {
    (void)state;
    static const char *const books[] = {"mbs"};
    trey_table_service service = evening_service();
    service.automatic = false;
    both_serve(books, 1, service);
    talk();
    floor_node *leads = leader_of("mbs"), *other = other_than(leads);
    client *here = evening_enter(&leads->e, "Dora", TREY_OFFICE_DEALER, 0);
    talk();
    client *there = evening_enter(&other->e, "Dirk", TREY_OFFICE_DEALER, 0);
    talk();
    client *boss = evening_enter(&leads->e, "Petra", TREY_OFFICE_PIT_SUPERVISOR, 0);
    talk();
    TELL(here, "\"do\":\"watch\",\"table\":\"mbs\"");
    TELL(there, "\"do\":\"watch\",\"table\":\"mbs\"");
    TELL(there, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":true");
    assert_string_equal(WORD(view_of(here, "mbs"), "desk.name"), "Dirk");
    assert_true(json_is_false(at_path(view_of(here, "mbs"), "desk.mine")));
    assert_true(json_is_true(at_path(view_of(there, "mbs"), "desk.mine")));
    /* The second console, and a call from it. */
    json_t *answer = tell_as(here, ++messages, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":true");
    assert_string_equal(said_no(answer), "desk_taken");
    answer = tell_as(here, ++messages, "\"do\":\"open\",\"table\":\"mbs\"");
    assert_string_equal(said_no(answer), "dealt_elsewhere");
    TELL(there, "\"do\":\"open\",\"table\":\"mbs\"");
    assert_string_equal(WORD(view_of(here, "mbs"), "phase"), "betting");
    /* Taken over at the leader's node: the first is told at his own. */
    size_t notices = json_array_size(there->notices);
    TELL(boss, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":true,\"over\":true");
    assert_int_equal(json_array_size(there->notices), notices + 1);
    assert_true(json_is_false(at_path(view_of(there, "mbs"), "desk.mine")));
    TELL(boss, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":false");
    /* The pit is told which node deals what. */
    char node[48];
    bool told = false;
    snprintf(node, sizeof node, "\"node\":\"%s\"", leads->e.h.name);
    boss->keeps = true;
    TELL(boss, "\"do\":\"pit\",\"on\":true");
    pass(1000);
    for (size_t i = 0; i < boss->texts; i++) told = told || strstr(boss->text[i], node);
    assert_true(told);
    assert_true(json_is_null(at_path(view_of(there, "mbs"), "desk")));
    /* A console that goes gives it up, also where the letter that says so is lost. */
    TELL(there, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":true");
    other->lossy = 1;
    evening_leave(there);
    talk();
    pass(6000);
    pass(6000);
    assert_true(json_is_null(at_path(view_of(here, "mbs"), "desk")));
    /* And so does a node that is gone. */
    client *again = evening_again(&other->e, there->person);
    talk();
    TELL(again, "\"do\":\"desk\",\"table\":\"mbs\",\"on\":true");
    assert_string_equal(WORD(view_of(here, "mbs"), "desk.name"), "Dirk");
    node_dies(other);
    WAIT_NOTICED(json_is_null(at_path(view_of(here, "mbs"), "desk")));
}

/* Its title and its dealer are the same wherever it is dealt, since its record has them. */
static void a_table_opened_at_play_is_dealt_wherever_it_is_led(void **state) {
    (void)state;
    static const char *const books[] = {"mbs"};
    both_serve(books, 1, evening_service());
    talk();
    client *boss = evening_enter(&one.e, "Max", TREY_OFFICE_SHIFT_MANAGER, 0);
    talk();
    TELL(boss, "\"do\":\"table\",\"name\":\"new\",\"rulebook\":\"mbs\",\"title\":\"Zur Sieben\","
               "\"automatic\":true");
    for (unsigned i = 0; i < 5; i++) pass(200);
    floor_node *leads = leader_of("new"), *other = other_than(leads);
    client *c = enter(other, "Zoe");
    node_dies(leads);
    unsigned index = trey_house_table_find(other->e.h.house, "new");
    WAIT_NOTICED(trey_house_leads(other->e.h.house, index));
    TELL(c, "\"do\":\"lobby\",\"on\":true");
    TELL(c, "\"do\":\"watch\",\"table\":\"new\"");
    TELL(c, "\"do\":\"sit\",\"table\":\"new\",\"seat\":2");
    pass(8000);
    assert_string_equal(WORD(view_of(c, "new"), "phase"), "betting");
    assert_string_equal(WORD(c->lobby, "tables.1.title"), "Zur Sieben");
    assert_true(json_is_true(at_path(c->lobby, "tables.1.automatic")));
}

/* What staff did is told at every node with the name of whoever did it. */
static void an_incident_has_its_person_at_every_node(void **state) {
    (void)state;
    unsigned jackpot;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 1000000};
    trey_table_service service = evening_service();
    service.automatic = false;
    assert_int_equal(
        trey_house_jackpot_open(one.e.h.house, "big", "mbs", &parameters, 1200000, &jackpot),
        TREY_STATUS_OK);
    both_serve((const char *const[]){"mbs"}, 1, service);
    talk();
    floor_node *leads = leader_of("mbs"), *other = other_than(leads);
    client *boss = evening_enter(&leads->e, "Shira", TREY_OFFICE_SHIFT_MANAGER, 0);
    talk();
    client *away = evening_enter(&other->e, "Petra", TREY_OFFICE_PIT_SUPERVISOR, 0);
    talk();
    client *both[] = {boss, away};
    for (unsigned i = 0; i < 2; i++) TELL(both[i], "\"do\":\"pit\",\"on\":true");
    TELL(boss, "\"do\":\"watch\",\"table\":\"mbs\"");
    TELL(boss, "\"do\":\"limits\",\"table\":\"mbs\",\"reason\":\"late\","
               "\"limits\":{\"ante\":[1000,20000]}");
    TELL(boss, "\"do\":\"rule\",\"table\":\"mbs\",\"ruling\":\"close_table\",\"reason\":\"late\"");
    TELL(boss, "\"do\":\"link\",\"jackpot\":\"big\",\"on\":false,\"reason\":\"the line is dead\"");
    pass(1000);
    static const char *const kinds[] = {"link", "ruling", "limits"};
    for (unsigned i = 0; i < 2; i++) {
        json_t *list = at_path(both[i]->pit, "incidents");
        assert_int_equal(json_array_size(list), 3);
        for (unsigned n = 0; n < 3; n++) {
            json_t *told = json_array_get(list, n);
            assert_string_equal(WORD(told, "kind"), kinds[n]);
            assert_string_equal(WORD(told, "name"), "Shira");
            assert_int_equal(NUMBER(told, "person"), boss->person);
            assert_string_equal(WORD(told, "role"), "shift_manager");
        }
    }
}

#define NODES_TEST(name) cmocka_unit_test_setup_teardown(name, open_nodes, close_nodes)

/* With a word: those tests alone. */
int main(int count, char **word) {
    const struct CMUnitTest tests[] = {
        NODES_TEST(what_one_deals_the_other_shows),
        NODES_TEST(nobody_has_gone_whom_the_other_node_has_not_told_of),
        NODES_TEST(a_message_is_answered_once_and_the_same_again),
        NODES_TEST(a_lost_letter_is_sent_again),
        NODES_TEST(a_dead_leader_is_replaced),
        NODES_TEST(a_lost_batch_is_heard_again),
        NODES_TEST(a_dealer_waits_for_people_at_other_nodes),
        NODES_TEST(a_table_changes_hands_between_rounds_only),
        NODES_TEST(a_table_is_led_by_a_node_whose_settings_have_it),
        NODES_TEST(a_desk_is_one_for_all_nodes),
        NODES_TEST(a_table_opened_at_play_is_dealt_wherever_it_is_led),
        NODES_TEST(an_incident_has_its_person_at_every_node),
    };
    if (count > 1) cmocka_set_test_filter(word[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
