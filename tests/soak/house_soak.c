/* house_soak.c -- house_soak RECORDS [ADDRESS]: plays at 150 tables of all four books,
 * two of them linked, until so many records are stored, dies in the middle of a round,
 * and measures how long the house takes to be back: store, snapshots, the records behind
 * them, and every open round interrupted as its rulebook says.
 *
 * Asked for: two seconds with ten million records; runs below a million are not held
 * to it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "trey/house.h"

enum { SOAK = 1000000 };
enum { TABLES = 150, SEATED = 3, BOOKS = 4 };
enum { BANKER = 9000 };

static trey_store *store;
static trey_house *house;
static trey_store_keys keys;
static uint64_t commands;
static char folder[] = "/var/tmp/trey-soak-XXXXXX";

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static _Noreturn void give_up(const char *what, const char *why) {
    fprintf(stderr, "house_soak: %s: %s\n", what, why);
    _exit(3);
}

static void must(trey_status status) {
    if (status != TREY_STATUS_OK) give_up(trey_status_name(status), trey_house_message(house));
}

static void open_house(const char *address) {
    trey_store_message message = {""};
    const trey_store_options stored = {.create = true, .keys = &keys};
    const trey_house_options options = {
        .name = "soak", .seal = &keys.seal, .reveal = TREY_REVEAL_ALL};
    if (trey_store_open(&store, address, &stored, &message) != TREY_STATUS_OK ||
        trey_house_open(&house, store, &options, &message) != TREY_STATUS_OK)
        give_up(address, message.text);
}

static trey_table_terms terms_of(unsigned table) {
    static const char *const book[BOOKS] = {"mbs", "rws", "rws-progressive", "ca-six-card"};
    const unsigned kind = table % BOOKS;
    const bool california = kind == 3;
    trey_table_terms terms;
    memset(&terms, 0, sizeof terms);
    snprintf(terms.name, sizeof terms.name, "table %u", table);
    snprintf(terms.rulebook, sizeof terms.rulebook, "%s", book[kind]);
    if (kind == 0 || kind == 2) snprintf(terms.jackpot, sizeof terms.jackpot, "%s", book[kind]);
    terms.config = (trey_table_config){.positions = california ? 8 : 7,
                                       .device = TREY_DEVICE_PACKETS,
                                       .schedule = california ? 3 : 0,
                                       .system_deck = true,
                                       .minimum = {500, 0, 500, california ? 500 : 0},
                                       .maximum = {30000, 0, 30000, california ? 30000 : 0},
                                       .fee_supplied = TREY_FEE_UNREADABLE};
    return terms;
}

/* An id that begins with a count, as those of clients do with the time. */
static trey_command_id next_id(void) {
    trey_command_id id = {{0}};
    commands++;
    for (unsigned i = 0; i < 8; i++) id.byte[i] = (uint8_t)(commands >> (56 - 8 * i));
    return id;
}

static void buy_in(trey_player player) {
    const trey_cage_command command = {.kind = TREY_CAGE_BUY_IN,
                                       .role = TREY_CAGE_CASHIER,
                                       .actor = 1,
                                       .player = player,
                                       .amount = INT64_C(100000000000)};
    trey_reply reply;
    trey_command_id id = next_id();
    must(trey_house_cage(house, &id, &command, &reply));
}

static void furnish(void) {
    const trey_link_parameters link = {
        .bet = 500, .fixed = 100, .reserve_rate = 10000, .reset = 1000000};
    unsigned made;
    must(trey_house_jackpot_open(house, "mbs", "mbs", &link, 1200000, &made));
    must(trey_house_jackpot_open(house, "rws-progressive", "rws-progressive", &link, 2500000,
                                 &made));
    for (unsigned table = 0; table < TABLES; table++) {
        const trey_table_terms terms = terms_of(table);
        must(trey_house_table_open(house, &terms, &made));
        for (unsigned seat = 1; seat <= SEATED; seat++) buy_in(1 + table * SEATED + seat);
        buy_in(BANKER + table);
    }
    must(trey_house_flush(house, NULL));
}

static bool give(unsigned table, const trey_command *command) {
    trey_command_id id = next_id();
    trey_reply reply;
    must(trey_house_command(house, table, &id, command, &reply));
    return reply.refused == 0;
}

static void by_player(unsigned table, trey_verb verb, unsigned seat, unsigned wager,
                      trey_cents amount) {
    const trey_player player = 1 + table * SEATED + seat;
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .wager = (uint8_t)wager,
                                  .actor = player,
                                  .player = player,
                                  .amount = amount};
    give(table, &command);
}

static void by_dealer(unsigned table, trey_verb verb) {
    const trey_command command = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    give(table, &command);
}

/* Takes the bank, and again when everybody else has declined it. */
static void bank(unsigned table) {
    const trey_player player = BANKER + table;
    const trey_command command = {.verb = TREY_VERB_BANK,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = TREY_SEATS,
                                  .actor = player,
                                  .player = player,
                                  .amount = 10000000};
    if (give(table, &command)) return;
    for (unsigned seat = 1; seat <= SEATED; seat++) by_player(table, TREY_VERB_PASS, seat, 0, 0);
    if (!give(table, &command)) give_up("bank", trey_house_terms(house, table)->name);
}

/* One step of a round at one table. */
static void step_table(unsigned table, unsigned step) {
    switch (step) {
    case 0:
        by_dealer(table, TREY_VERB_OPEN);
        if (table % BOOKS == 3) bank(table);
        break;
    case 1:
        for (unsigned seat = 1; seat <= SEATED; seat++) {
            by_player(table, TREY_VERB_BET, seat, TREY_WAGER_ANTE, 1000);
            by_player(table, TREY_VERB_BET, seat, TREY_WAGER_PAIR_PLUS, 500);
            if (table % 2 == 0) by_player(table, TREY_VERB_BET, seat, TREY_WAGER_PROGRESSIVE, 0);
        }
        break;
    case 2:
        by_dealer(table, TREY_VERB_CLOSE);
        break;
    case 3: {
        trey_command_id id = next_id();
        trey_reply reply;
        must(trey_house_deal(house, table, &id, &reply));
        break;
    }
    case 4:
        /* Where they decide in turn it may begin with any of them. */
        for (unsigned turn = 0; turn < (table % BOOKS == 3 ? 2 * SEATED - 1 : SEATED); turn++)
            by_player(table, TREY_VERB_PLAY, 1 + turn % SEATED, 0, 0);
        break;
    case 5:
        by_dealer(table, TREY_VERB_REVEAL);
        break;
    default:
        by_dealer(table, TREY_VERB_SETTLE);
        break;
    }
}
enum { STEPS = 7, STEP_OF_DEATH = 4 };

static void confirm_hits(void) {
    for (unsigned i = 0; i < trey_house_jackpots(house); i++) {
        while (trey_house_jackpot(house, i)->hits > 0) {
            const trey_link_command confirm = {.verb = TREY_LINK_CONFIRM,
                                               .role = TREY_ROLE_SHIFT_MANAGER,
                                               .number =
                                                   trey_house_jackpot(house, i)->hit[0].number};
            trey_command_id id = next_id();
            trey_reply reply;
            must(trey_house_jackpot_command(house, i, &id, &confirm, &reply));
            if (reply.refused) give_up("confirm", trey_reply_text(reply.refused));
        }
    }
}

/* A table that stands still would make the figures smaller than they say. */
static void all_play(uint64_t rounds) {
    for (unsigned i = 0; i < TABLES; i++) {
        char text[80];
        if (trey_house_table(house, i)->round >= rounds) continue;
        snprintf(text, sizeof text, "has stopped at round %u of %" PRIu64,
                 trey_house_table(house, i)->round, rounds);
        give_up(trey_house_terms(house, i)->name, text);
    }
}

static _Noreturn void play_and_die(const char *address, uint64_t records) {
    trey_store_info info = {.records = 0};
    open_house(address);
    furnish();
    double start = now();
    for (uint64_t round = 0;; round++) {
        for (unsigned step = 0; step < STEPS; step++) {
            for (unsigned table = 0; table < TABLES; table++) step_table(table, step);
            must(trey_house_flush(house, NULL));
            if (step == STEP_OF_DEATH && info.records >= records) {
                printf("%" PRIu64 " records of %" PRIu64 " rounds stored in %.1f s\n", info.records,
                       round * TABLES, now() - start);
                fflush(stdout);
                _exit(0); /* without a word to the store */
            }
        }
        all_play(round + 1);
        confirm_hits();
        must(trey_store_tell(store, &info));
    }
}

/* Rounds that were cut short and go on as if nothing had been; there are none. */
static unsigned rounds_untouched(void) {
    unsigned untouched = 0;
    for (unsigned i = 0; i < trey_house_tables(house); i++)
        untouched += trey_house_table(house, i)->phase != TREY_PHASE_IDLE &&
                     trey_house_table(house, i)->gate == TREY_GATE_NONE;
    return untouched;
}

static bool measure(const char *address, uint64_t records) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) play_and_die(address, records);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return false;
    double start = now();
    open_house(address);
    double back = now() - start;
    printf("house back in %.3f s: %u tables, %u jackpots, %u open rounds overlooked\n", back,
           trey_house_tables(house), trey_house_jackpots(house), rounds_untouched());
    bool good = trey_house_tables(house) == TABLES && trey_house_jackpots(house) == 2 &&
                rounds_untouched() == 0 && (records < SOAK || back <= 2);
    trey_house_close(house);
    trey_store_close(store);
    return good;
}

int main(int argc, char **argv) {
    const uint64_t records = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    trey_store_message message = {""};
    char path[64], log[64];
    if (records < 1000) {
        fputs("usage: house_soak RECORDS [ADDRESS]\n", stderr);
        return 2;
    }
    if (!mkdtemp(folder)) give_up(folder, "the folder cannot be made");
    snprintf(path, sizeof path, "%s/keys", folder);
    if (trey_store_keys_create(path, &keys, &message) != TREY_STATUS_OK)
        give_up(path, message.text);
    unlink(path);
    snprintf(path, sizeof path, "%s/house.db", folder);
    snprintf(log, sizeof log, "%s/house.db-wal", folder);
    bool good = measure(argc > 2 ? argv[2] : path, records);
    unlink(path);
    unlink(log);
    rmdir(folder);
    return good ? 0 : 1;
}
