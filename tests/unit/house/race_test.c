/* race_test.c -- two processes with a node each play for one jackpot, win it again and
 * again, and both confirm every hit at the same moment, while connections are broken and
 * processes are killed.
 *
 * In the end each hit was paid exactly once; the ledger holds to the cent; what the nodes
 * have in memory is what a fresh reading gives; and `trey verify` finds nothing. Rounds
 * for each node: TREY_ROUNDS; the seed of the breaks and kills: TREY_SEED. */
#include "patience.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "by_hand.h"
#include "house_of_cards.h"
#include "trey/verify.h"

enum { NODES = 2, BARRIER_MS = 150, STATES = 2 };
static const trey_link_parameters linked = {
    .bet = 500, .fixed = 100, .reserve_rate = 20000, .reset = 1000000};
enum { START = 5000000 };

/* What both processes can see; it survives them. */
typedef struct meeting {
    atomic_uint round[NODES];                      /* that each has come to */
    atomic_uint confirmed, late, taken_back, done; /* over all processes */
    atomic_bool tell;                              /* all is done: show what you have */
    trey_table table[NODES][STATES];
    trey_link link[NODES];
} meeting;

static meeting *met;
static unsigned rounds = 30;
static uint64_t seed;

static void sleep_ms(unsigned ms) {
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static uint64_t random_number(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return seed >> 33;
}

/* ---- A node, in a process of its own ----------------------------------------------------------
 */
static void node_dies(const house_of_cards *h, const char *doing, trey_status status) {
    fprintf(stderr, "node %u could not %s: %s (%s)\n", h->node, doing, trey_status_name(status),
            h->house ? trey_house_message(h->house) : "");
    _exit(9);
}

/* What passes when a thing is tried again. */
static bool passes(trey_status status) {
    return status == TREY_STATUS_CONFLICT || status == TREY_STATUS_STORE_LOST ||
           status == TREY_STATUS_STORE_BUSY;
}

/* Is it done? Otherwise it is to be given again. */
static bool flushed(house_of_cards *h, trey_status status, const char *doing) {
    trey_status flush = trey_house_flush(h->house, NULL);
    if (status == TREY_STATUS_OK) status = flush;
    if (status == TREY_STATUS_OK) return true;
    if (!passes(status)) node_dies(h, doing, status);
    met->taken_back++;
    return false;
}

static unsigned give(house_of_cards *h, unsigned table, const trey_command *command) {
    trey_command_id id = house_next_id(h);
    trey_reply reply;
    while (!flushed(h, trey_house_command(h->house, table, &id, command, &reply), "play")) continue;
    return reply.refused;
}

static void must(house_of_cards *h, unsigned table, trey_command command) {
    unsigned refused = give(h, table, &command);
    if (refused == 0) return;
    const trey_table *now = trey_house_table(h->house, table);
    fprintf(stderr, "node %u, verb %u: %s (phase %u, gate %u)\n", h->node, command.verb,
            trey_reply_word(refused), now->phase, now->gate);
    _exit(8);
}

static void by_dealer(house_of_cards *h, unsigned table, trey_verb verb) {
    must(h, table, (trey_command){.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER});
}

static void by_player(house_of_cards *h, unsigned table, trey_verb verb, unsigned wager,
                      trey_cents amount) {
    trey_player player = 2 + table;
    must(h, table,
         (trey_command){.verb = (uint8_t)verb,
                        .role = TREY_ROLE_PLAYER,
                        .seat = 1,
                        .wager = (uint8_t)wager,
                        .actor = player,
                        .player = player,
                        .amount = amount});
}

static void deal(house_of_cards *h, unsigned table, const char *hand) {
    trey_card cards[2][3];
    unsigned given[2] = {0, 0};
    size_t count;
    trey_cards_parse(hand, cards[0], 3, &count, NULL);
    trey_cards_parse("Qh,8c,5d", cards[1], 3, &count, NULL);
    for (;;) {
        unsigned place =
            trey_next_place(trey_house_rules(h->house, table), trey_house_table(h->house, table));
        if (place == TREY_PLACE_NONE) break;
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        bool dealers = place == TREY_PLACE_DEALER;
        card.cards[0] = place == TREY_PLACE_BURN ? TREY_NO_CARD : cards[dealers][given[dealers]++];
        must(h, table, card);
    }
}

/* Both confirm whatever waits, each as its own staff. */
static void confirm_all(house_of_cards *h) {
    uint64_t number[TREY_LINK_HITS];
    trey_status status = trey_house_catch_up(h->house);
    if (status != TREY_STATUS_OK && !passes(status)) node_dies(h, "catch up", status);
    const trey_link *link = trey_house_jackpot(h->house, 0);
    unsigned hits = link->hits;
    for (unsigned i = 0; i < hits; i++) number[i] = link->hit[i].number;
    for (unsigned i = 0; i < hits; i++) {
        const trey_link_command confirm = {
            .verb = TREY_LINK_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .number = number[i]};
        trey_command_id id = house_next_id(h);
        trey_reply reply;
        while (
            !flushed(h, trey_house_jackpot_command(h->house, 0, &id, &confirm, &reply), "confirm"))
            continue;
        if (reply.refused == 0)
            met->confirmed++;
        else if (reply.refused == TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_NO_SUCH_HIT)
            met->late++;
        else
            _exit(7);
    }
}

/* Waits for the other to have come to this round, but not for long: it may be dead. */
static void meet(unsigned node, unsigned round) {
    met->round[node] = round;
    for (unsigned ms = 0; ms < BARRIER_MS && met->round[!node] < round; ms++) sleep_ms(1);
}

static void open_node(house_of_cards *h, const house_of_cards *first, unsigned node,
                      unsigned life) {
    trey_store_message message = {""};
    trey_status status;
    *h = *first;
    h->store = NULL;
    h->house = NULL;
    h->node = (uint8_t)(10 * (node + 1) + life);
    h->commands = 0;
    while ((status = house_try_open(h, &message)) != TREY_STATUS_OK) {
        if (passes(status)) continue;
        fprintf(stderr, "%s\n", message.text);
        node_dies(h, "open", status);
    }
    while ((status = trey_house_lead(h->house, node)) != TREY_STATUS_OK) {
        if (!passes(status)) node_dies(h, "lead", status);
    }
    /* What its book leaves to people, they do; a result that stands is paid [mbs 5.16.2]. */
    const trey_table *table = trey_house_table(h->house, node);
    if (table->gate != TREY_GATE_NONE)
        must(h, node,
             (trey_command){.verb = TREY_VERB_RULE,
                            .role = TREY_ROLE_SHIFT_MANAGER,
                            .ruling = TREY_RULING_VOID,
                            .reason = "the node was killed"});
    if (table->phase > TREY_PHASE_BETTING) by_dealer(h, node, TREY_VERB_SETTLE);
}

static void play(house_of_cards *h, unsigned node) {
    for (unsigned round = met->round[node] + 1; round <= rounds; round++) {
        /* A round without a bet is not touched by an interruption [mbs 5.16.1]. */
        if (trey_house_table(h->house, node)->phase == TREY_PHASE_IDLE)
            by_dealer(h, node, TREY_VERB_OPEN);
        by_player(h, node, TREY_VERB_BET, TREY_WAGER_ANTE, 1000);
        by_player(h, node, TREY_VERB_BET, TREY_WAGER_PROGRESSIVE, 0);
        by_dealer(h, node, TREY_VERB_CLOSE);
        deal(h, node, round % 3 ? "As,Ks,Qs" : "9s,9d,4c");
        by_player(h, node, TREY_VERB_PLAY, 0, 0);
        by_dealer(h, node, TREY_VERB_REVEAL);
        by_dealer(h, node, TREY_VERB_SETTLE);
        meet(node, round);
        confirm_all(h);
    }
}

/* The whole life of a process. */
static void live(const house_of_cards *first, unsigned node, unsigned life) {
    house_of_cards h;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* not to outlive the test */
    open_node(&h, first, node, life);
    play(&h, node);
    met->done++;
    while (!met->tell) sleep_ms(2);
    for (trey_status status; (status = trey_house_catch_up(h.house)) != TREY_STATUS_OK;)
        if (!passes(status)) node_dies(&h, "catch up", status);
    for (unsigned i = 0; i < STATES; i++) met->table[node][i] = *trey_house_table(h.house, i);
    met->link[node] = *trey_house_jackpot(h.house, 0);
    _exit(0);
}

/* ---- What must be so
 * ------------------------------------------------------------------------------ */
/* Every hit that was entered was confirmed once; what was undone with its round, never. */
static uint64_t one_award_a_hit(house_of_cards *h) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_stream stream;
    static uint8_t entered[1 << 16], confirmed[1 << 16], rejected[1 << 16];
    uint64_t awards = 0, numbers = 0;
    memset(entered, 0, sizeof entered);
    memset(confirmed, 0, sizeof confirmed);
    memset(rejected, 0, sizeof rejected);
    assert_int_equal(trey_store_stream(h->store, TREY_STREAM_JACKPOT, "big", false, 0, &stream),
                     TREY_STATUS_OK);
    assert_int_equal(trey_cursor_open_stream(&cursor, h->store, TREY_PART_RECORDS, stream, 1),
                     TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        trey_link_event event;
        if (item->record.type != TREY_RECORD_EVENT) continue;
        assert_true(trey_link_event_decode(&item->record, &event));
        assert_true(event.number < sizeof entered);
        if (event.kind == TREY_LINK_EVENT_ENTERED) entered[++numbers]++;
        if (event.kind == TREY_LINK_EVENT_CONFIRMED) confirmed[event.number]++, awards++;
        if (event.kind == TREY_LINK_EVENT_REJECTED) rejected[event.number]++;
    }
    trey_cursor_close(cursor);
    for (uint64_t i = 1; i <= numbers; i++) {
        assert_int_equal(entered[i], 1);
        assert_int_equal(confirmed[i] + rejected[i], 1);
    }
    assert_int_equal(server_number("SELECT count(*) FROM trey.claim"), awards);
    return awards;
}

static void money_is_right(house_of_cards *h) {
    const trey_link *link = trey_house_jackpot(h->house, 0);
    trey_stream stream;
    trey_cents meter, reserve, pending;
    assert_int_equal(link->hits, 0);
    assert_int_equal(link->live, 0);
    assert_int_equal(link->value,
                     START + link->contributed + link->seeded - link->released - link->awarded);
    trey_store_stream(h->store, TREY_STREAM_JACKPOT, "big", false, 0, &stream);
    trey_store_balance(h->store, trey_account_of(TREY_LEDGER_METER, stream), &meter);
    trey_store_balance(h->store, trey_account_of(TREY_LEDGER_RESERVE, stream), &reserve);
    trey_store_balance(h->store, trey_account_of(TREY_LEDGER_PENDING, stream), &pending);
    assert_int_equal(meter, link->value);
    assert_int_equal(reserve, link->reserve);
    assert_int_equal(pending, 0);
    assert_int_equal(server_number("SELECT sum(balance)::bigint FROM trey.account"), 0);
    for (unsigned node = 0; node < NODES; node++) {
        assert_memory_equal(&met->link[node], link, sizeof *link);
        for (unsigned i = 0; i < STATES; i++)
            assert_memory_equal(&met->table[node][i], trey_house_table(h->house, i),
                                sizeof(trey_table));
    }
}

static void verifies(house_of_cards *h) {
    trey_verify_report report;
    trey_store_message message = {""};
    const trey_verify_options options = {.keys = &h->keys, .house = "the house"};
    assert_int_equal(trey_verify(h->store, &options, &report, &message), TREY_STATUS_OK);
    if (report.verdict != TREY_VERDICT_GOOD)
        fail_msg("record %llu: %s: %s, not %s", (unsigned long long)report.finding.seq,
                 report.finding.what, report.finding.found, report.finding.expected);
    trey_verify_report_close(&report);
}

static void set_up(house_of_cards *h, const char *book) {
    unsigned index;
    server_clear();
    memset(met, 0, sizeof *met);
    house_build_shared(h, getenv("TREY_POSTGRES"));
    assert_int_equal(trey_house_jackpot_open(h->house, "big", book, &linked, START, &index),
                     TREY_STATUS_OK);
    for (unsigned i = 0; i < NODES; i++) {
        trey_table_terms terms = house_terms(i ? "two" : "one", book, "big");
        terms.config.system_deck = false;
        assert_int_equal(trey_house_table_open(h->house, &terms, &index), TREY_STATUS_OK);
    }
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    for (unsigned i = 0; i < NODES; i++) house_buy_in(h, 2 + i, INT64_C(100000000));
    house_drop(h);
}

/* Kills now and then, breaks connections more often, until both are done. */
static void disturb(const house_of_cards *first, pid_t process[NODES], unsigned kills) {
    unsigned life[NODES] = {0}, broken = 0, killed = 0;
    while (met->done < NODES) {
        sleep_ms(3 + (unsigned)(random_number() % 25));
        broken += (unsigned)server_number(
            random_number() % 2 ? "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                  " WHERE application_name = 'trey' AND random() < 0.4"
                                : "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                  " WHERE application_name = 'trey' AND state <> 'idle'");
        unsigned node = (unsigned)(random_number() % NODES);
        int ended;
        if (waitpid(process[node], &ended, WNOHANG) == process[node])
            fail_msg("node %u ended by itself", node);
        if (killed == kills || random_number() % 12 != 0 || met->round[node] >= rounds) continue;
        kill(process[node], SIGKILL);
        waitpid(process[node], &ended, 0);
        killed++;
        life[node]++;
        process[node] = fork();
        if (process[node] == 0) live(first, node, life[node]);
    }
    printf("%u connections broken, %u processes killed, %u batches taken back\n", broken, killed,
           met->taken_back);
}

/* How often somebody else had been faster. */
static unsigned race(const char *book) {
    house_of_cards h;
    pid_t process[NODES];
    int ended;
    set_up(&h, book);
    for (unsigned node = 0; node < NODES; node++) {
        process[node] = fork();
        if (process[node] == 0) live(&h, node, 0);
    }
    disturb(&h, process, 1 + rounds / 8);
    met->tell = true;
    for (unsigned node = 0; node < NODES; node++) {
        assert_int_equal(waitpid(process[node], &ended, 0), process[node]);
        assert_true(WIFEXITED(ended));
        assert_int_equal(WEXITSTATUS(ended), 0);
    }
    house_open(&h);
    uint64_t awards = one_award_a_hit(&h);
    printf("%s: %llu hits awarded, %u times somebody else had been faster\n", book,
           (unsigned long long)awards, met->late);
    assert_true(awards > rounds);
    money_is_right(&h);
    verifies(&h);
    house_tear_down(&h);
    return met->late;
}

static void each_hit_is_awarded_once(void **state) {
    (void)state;
    unsigned late = race("mbs") + race("rws");
    /* Without two at the same moment nothing is shown. */
    WAIT_DOING(late > 0, late = race("mbs"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_hit_is_awarded_once)};
    const char *given = getenv("TREY_SEED"), *count = getenv("TREY_ROUNDS");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    if (count) rounds = (unsigned)strtoul(count, NULL, 0);
    printf("TREY_SEED=%llu\n", (unsigned long long)seed);
    met = mmap(NULL, sizeof *met, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (met == MAP_FAILED) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
