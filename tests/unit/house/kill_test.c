/* kill_test.c -- a process that is killed at every command of a round: before its
 * flush, after it but before the acknowledgement, and after the acknowledgement.
 *
 * A child plays and tells each acknowledgement through a pipe; the parent opens what is
 * left. Whatever was acknowledged is there with its answer; sent again it changes
 * nothing; no cent has come or gone. TREY_POSTGRES names a server to be used instead of
 * files. */
#include "cmocka_suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "house_of_cards.h"

static const char *address; /* NULL: SQLite files */
static const char *const books[] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
static const trey_link_parameters linked = {.bet = 500, .fixed = 100, .reset = 2500000};

/* ---- The story: one round at one table --------------------------------------------------- */
typedef struct step {
    uint8_t verb, role, seat, player, wager, deal;
    trey_cents amount;
} step;

static const step story[] = {
    {TREY_VERB_OPEN, TREY_ROLE_DEALER, 0, 0, 0, 0, 0},
    {TREY_VERB_BANK, TREY_ROLE_PLAYER, 1, 9, 0, 0, 50000},
    {TREY_VERB_BET, TREY_ROLE_PLAYER, 2, 2, TREY_WAGER_ANTE, 0, 1000},
    {TREY_VERB_BET, TREY_ROLE_PLAYER, 2, 2, TREY_WAGER_PROGRESSIVE, 0, 0},
    {TREY_VERB_BET, TREY_ROLE_PLAYER, 3, 3, TREY_WAGER_ANTE, 0, 2000},
    {TREY_VERB_BET, TREY_ROLE_PLAYER, 3, 3, TREY_WAGER_PAIR_PLUS, 0, 500},
    {TREY_VERB_CLOSE, TREY_ROLE_DEALER, 0, 0, 0, 0, 0},
    {TREY_VERB_DECK, TREY_ROLE_DEALER, 0, 0, 0, 1, 0},
    {TREY_VERB_VIEW, TREY_ROLE_PLAYER, 2, 2, 0, 0, 0},
    {TREY_VERB_PLAY, TREY_ROLE_PLAYER, 2, 2, 0, 0, 0},
    {TREY_VERB_FOLD, TREY_ROLE_PLAYER, 3, 3, 0, 0, 0},
    {TREY_VERB_REVEAL, TREY_ROLE_DEALER, 0, 0, 0, 0, 0},
    {TREY_VERB_SETTLE, TREY_ROLE_DEALER, 0, 0, 0, 0, 0},
    {TREY_VERB_OPEN, TREY_ROLE_DEALER, 0, 0, 0, 0, 0},
};
enum { STEPS = sizeof story / sizeof *story, MOMENTS = 3 };

static trey_command_id id_of(unsigned number, unsigned n) {
    trey_command_id id = {{7, (uint8_t)(number >> 8), (uint8_t)number, (uint8_t)n}};
    return id;
}

static trey_status give_step(house_of_cards *h, unsigned table, unsigned number, unsigned n,
                             trey_reply *reply) {
    const step *s = &story[n];
    trey_command_id id = id_of(number, n);
    if (s->deal) return trey_house_deal(h->house, table, &id, reply);
    const trey_command command = {.verb = s->verb,
                                  .role = s->role,
                                  .seat = s->seat,
                                  .wager = s->wager,
                                  .actor = s->player,
                                  .player = s->player,
                                  .amount = s->amount};
    return trey_house_command(h->house, table, &id, &command, reply);
}

/* Plays in the child; never returns. */
static void play_and_die(house_of_cards *h, unsigned table, unsigned number, int acknowledged,
                         unsigned at, unsigned moment) {
    for (unsigned n = 0; n < STEPS; n++) {
        trey_reply reply;
        if (give_step(h, table, number, n, &reply) != TREY_STATUS_OK) _exit(9);
        if (n == at && moment == 0) raise(SIGKILL);
        if (trey_house_flush(h->house, NULL) != TREY_STATUS_OK) _exit(9);
        if (n == at && moment == 1) raise(SIGKILL);
        uint16_t refused = reply.refused;
        if (write(acknowledged, &refused, sizeof refused) != sizeof refused) _exit(9);
        if (n == at && moment == 2) raise(SIGKILL);
    }
    _exit(0);
}

/* Every account together is worth nothing: all money came from the cage. */
static void books_balance(house_of_cards *h) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_cents sum = 0;
    assert_int_equal(trey_cursor_open(&cursor, h->store, TREY_PART_BALANCES, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        sum += item->balance.balance;
        if (!trey_ledger_may_owe(trey_account_kind(item->balance.account)))
            assert_true(item->balance.balance >= 0);
    }
    trey_cursor_close(cursor);
    assert_int_equal(sum, 0);
}

static void open_for(house_of_cards *h, const char *book, unsigned number, unsigned *table) {
    char jackpot[32] = "", name[32];
    unsigned index;
    snprintf(name, sizeof name, "table %u", number);
    if (strcmp(book, "ca-six-card") != 0) {
        snprintf(jackpot, sizeof jackpot, "jackpot %u", number);
        assert_int_equal(trey_house_jackpot_open(h->house, jackpot, book, &linked, 3000000, &index),
                         TREY_STATUS_OK);
    }
    trey_table_terms terms = house_terms(name, book, jackpot);
    assert_int_equal(trey_house_table_open(h->house, &terms, table), TREY_STATUS_OK);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
    for (trey_player player = 2; player <= 9; player++) house_buy_in(h, player, 1000000);
}

static void kill_at(house_of_cards *h, const char *book, unsigned number, unsigned at,
                    unsigned moment) {
    unsigned table;
    int pipes[2];
    uint16_t told[STEPS];
    open_for(h, book, number, &table);
    house_drop(h);
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        house_open(h);
        play_and_die(h, table, number, pipes[1], at, moment);
    }
    close(pipes[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    unsigned acknowledged = 0;
    while (acknowledged < STEPS && read(pipes[0], &told[acknowledged], 2) == 2) acknowledged++;
    close(pipes[0]);
    assert_int_equal(acknowledged, at + (moment == 2));
    house_open(h);
    books_balance(h);
    /* What was accepted and acknowledged stands; what was flushed has an answer too, unless it
     * was refused, which leaves nothing; the rest has none. */
    bool there[STEPS];
    for (unsigned n = 0; n < STEPS; n++) {
        trey_command_id id = id_of(number, n);
        trey_answer answer;
        trey_status found = trey_store_answer(h->store, &id, &answer);
        bool stored = n < at || (n == at && moment >= 1);
        there[n] = found == TREY_STATUS_OK;
        assert_true(there[n] || found == TREY_STATUS_NOT_FOUND);
        if (!stored) assert_false(there[n]);
        if (n < acknowledged) assert_int_equal(there[n], told[n] == 0);
        if (there[n]) assert_int_equal(answer.refusal, 0);
    }
    /* Sent again, whatever was stored changes nothing. */
    trey_table before = *trey_house_table(h->house, table);
    trey_cents chips = house_chips(h, 2) + house_chips(h, 3) + house_chips(h, 9);
    for (unsigned n = 0; n < at + (moment >= 1); n++) {
        trey_reply reply;
        if (!there[n]) continue;
        assert_int_equal(give_step(h, table, number, n, &reply), TREY_STATUS_OK);
        assert_true(reply.again);
        assert_int_equal(reply.refused, 0);
    }
    assert_memory_equal(trey_house_table(h->house, table), &before, sizeof before);
    assert_int_equal(house_chips(h, 2) + house_chips(h, 3) + house_chips(h, 9), chips);
    assert_int_equal(trey_house_flush(h->house, NULL), TREY_STATUS_OK);
}

static void every_command_of_a_round(void **state) {
    (void)state;
    unsigned number = 0;
    for (unsigned book = 0; book < 4; book++) {
        for (unsigned at = 0; at < STEPS; at++) {
            house_of_cards h;
            house_build(&h, NULL);
            for (unsigned moment = 0; moment < MOMENTS; moment++)
                kill_at(&h, books[book], number++, at, moment);
            house_tear_down(&h);
        }
    }
    printf("killed %u times\n", number);
}

/* A server has one house for all of it, and more tables each time. */
static void some_commands_of_a_round(void **state) {
    (void)state;
    house_of_cards h;
    unsigned number = 0;
    house_build(&h, address);
    for (unsigned at = 0; at < STEPS; at += 2) {
        for (unsigned moment = 0; moment < MOMENTS; moment++)
            kill_at(&h, books[number % 4], number, at, moment), number++;
    }
    printf("killed %u times\n", number);
    house_tear_down(&h);
}

int main(void) {
    const struct CMUnitTest file[] = {cmocka_unit_test(every_command_of_a_round)};
    const struct CMUnitTest server[] = {cmocka_unit_test(some_commands_of_a_round)};
    address = getenv("TREY_POSTGRES");
    return address ? cmocka_run_group_tests(server, NULL, NULL)
                   : cmocka_run_group_tests(file, NULL, NULL);
}
