/* bench_verify.c -- how fast a store is verified: a house of six tables at play, in a file.
 *
 * `verify-chain` looks at hashes, tree and checkpoints only; `verify` at everything, with
 * each round replayed and each seed checked on a second thread. The baseline is a bare
 * SHA-256 loop over as many bytes as the chain hashes. The store is made once, in the
 * folder for temporary files, and removed at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trey/house.h>
#include <trey/verify.h>

#include "bench.h"

enum { TABLES = 6, SEATS = 6, ROUNDS = 40, COMMANDS_A_FLUSH = 64 };

static char folder[256], path[300], keys_path[300];
static trey_store *store;
static trey_store_keys keys;
static uint64_t records, hashed_bytes;
static bool chain_only;

/* ---- Making the store ------------------------------------------------------------------- */
static trey_house *house;
static uint64_t commands;

static bool give(unsigned table, trey_verb verb, unsigned seat, unsigned wager, trey_cents amount) {
    trey_command_id id = {{1}};
    trey_reply reply;
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = seat ? TREY_ROLE_PLAYER : TREY_ROLE_DEALER,
                                  .seat = (uint8_t)seat,
                                  .wager = (uint8_t)wager,
                                  .actor = seat,
                                  .player = seat,
                                  .amount = amount};
    commands++;
    for (unsigned i = 0; i < 8; i++) id.byte[15 - i] = (uint8_t)(commands >> (8 * i));
    trey_status status = verb == TREY_VERB_DECK
                             ? trey_house_deal(house, table, &id, &reply)
                             : trey_house_command(house, table, &id, &command, &reply);
    if (status == TREY_STATUS_OK && trey_house_staged(house) >= COMMANDS_A_FLUSH)
        status = trey_house_flush(house, NULL);
    return status == TREY_STATUS_OK;
}

static bool play_round(unsigned table) {
    bool good = give(table, TREY_VERB_OPEN, 0, 0, 0);
    for (unsigned seat = 1; good && seat <= SEATS; seat++)
        good = give(table, TREY_VERB_BET, seat, TREY_WAGER_ANTE, 2500) &&
               give(table, TREY_VERB_BET, seat, TREY_WAGER_PAIR_PLUS, 2500);
    good = good && give(table, TREY_VERB_CLOSE, 0, 0, 0) && give(table, TREY_VERB_DECK, 0, 0, 0);
    for (unsigned seat = 1; good && seat <= SEATS; seat++)
        good = give(table, TREY_VERB_VIEW, seat, 0, 0) &&
               give(table, seat % 3 ? TREY_VERB_PLAY : TREY_VERB_FOLD, seat, 0, 0);
    return good && give(table, TREY_VERB_REVEAL, 0, 0, 0) && give(table, TREY_VERB_SETTLE, 0, 0, 0);
}

static bool open_tables(void) {
    trey_table_terms terms;
    unsigned index;
    memset(&terms, 0, sizeof terms);
    snprintf(terms.rulebook, sizeof terms.rulebook, "mbs");
    terms.config = (trey_table_config){.positions = SEATS,
                                       .device = TREY_DEVICE_PACKETS,
                                       .minimum = {2500, 0, 2500, 0},
                                       .maximum = {100000, 0, 100000, 0},
                                       .fee_supplied = TREY_FEE_UNREADABLE};
    for (unsigned i = 0; i < TABLES; i++) {
        snprintf(terms.name, sizeof terms.name, "table %u", i);
        if (trey_house_table_open(house, &terms, &index) != TREY_STATUS_OK) return false;
    }
    for (trey_player player = 1; player <= SEATS; player++) {
        const trey_cage_command buy = {.kind = TREY_CAGE_BUY_IN,
                                       .role = TREY_ROLE_DEALER,
                                       .player = player,
                                       .amount = TREY_LIMIT_MAX};
        trey_reply reply;
        if (trey_house_cage(house, NULL, &buy, &reply) != TREY_STATUS_OK) return false;
    }
    return true;
}

static bool play(unsigned rounds) {
    trey_store_message message;
    const trey_store_options made = {.create = true, .keys = &keys};
    const trey_house_options options = {
        .name = "bench", .seal = &keys.seal, .reveal = TREY_REVEAL_ALL};
    if (trey_store_open(&store, path, &made, &message) != TREY_STATUS_OK ||
        trey_house_open(&house, store, &options, &message) != TREY_STATUS_OK)
        return false;
    bool good = open_tables();
    for (unsigned round = 0; good && round < rounds; round++) {
        for (unsigned table = 0; good && table < TABLES; table++) good = play_round(table);
    }
    good = good && trey_house_flush(house, NULL) == TREY_STATUS_OK;
    trey_house_close(house);
    trey_store_close(store);
    store = NULL;
    return good;
}

static bool make_store(unsigned rounds) {
    trey_store_message message;
    const char *where = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/trey-bench-XXXXXX", where ? where : "/tmp");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/house.trey", folder);
    snprintf(keys_path, sizeof keys_path, "%s/keys", folder);
    const trey_store_options still = {.still = true};
    return trey_store_keys_create(keys_path, &keys, &message) == TREY_STATUS_OK && play(rounds) &&
           trey_store_open(&store, path, &still, &message) == TREY_STATUS_OK;
}

static void remove_store(void) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    trey_store_close(store);
    store = NULL;
    for (unsigned i = 0; i < 3; i++) {
        char file[320];
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        unlink(file);
    }
    unlink(keys_path);
    rmdir(folder);
}

/* ---- The race ------------------------------------------------------------------------------ */
static uint64_t verify(void) {
    trey_store_message message;
    trey_verify_report report;
    const trey_verify_options options = {.keys = &keys, .house = "bench", .chain_only = chain_only};
    trey_status status = trey_verify(store, &options, &report, &message);
    TREY_ASSERT(status == TREY_STATUS_OK && report.verdict == TREY_VERDICT_GOOD);
    trey_verify_report_close(&report);
    return report.records;
}

/* The same number of bytes, in pieces as long as a record and a node are on average. */
static uint64_t hash_alone(void) {
    static uint8_t bytes[4096];
    const size_t leaf = (size_t)(hashed_bytes / records);
    for (uint64_t i = 0; i < records; i++) {
        trey_hash hash = trey_hash_of(bytes, leaf < sizeof bytes ? leaf : sizeof bytes);
        bytes[i % leaf] = hash.byte[0];
        hash = trey_hash_of(bytes, 1 + 2 * TREY_HASH_BYTES);
        bytes[(i + 1) % leaf] = hash.byte[0];
    }
    return records;
}

static bool count_bytes(void) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    static uint8_t bytes[1 << 16];
    records = hashed_bytes = 0;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        records++;
        hashed_bytes += 1 + TREY_HASH_BYTES + trey_record_bytes(&item->record, bytes, sizeof bytes);
    }
    trey_cursor_close(cursor);
    return status == TREY_STATUS_OK;
}

static void race(const bench_setting *setting, bool chain, bench_figure *figure) {
    memset(figure, 0, sizeof *figure);
    figure->agree = true;
    chain_only = chain;
    if (make_store(setting->quick ? 4 : ROUNDS) && count_bytes())
        bench_race(setting, (size_t)records, verify, hash_alone, figure);
    remove_store();
}

void bench_verify_chain(const bench_setting *setting, bench_figure *figure) {
    race(setting, true, figure);
}

void bench_verify_all(const bench_setting *setting, bench_figure *figure) {
    race(setting, false, figure);
}
