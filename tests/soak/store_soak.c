/* store_soak.c -- store_soak RECORDS [ADDRESS]: fills a store, then measures what
 * follows a crash: opening it, and reading each stream from its newest snapshot on. It
 * also reads everything once, with chain and tree.
 *
 * Asked for: two seconds to be back with ten million records, and ten million records
 * a minute to read them all; runs below a million are not held to it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trey/store.h"

enum { SOAK = 1000000 };
enum { TABLES = 100, COMMANDS = 500, SNAPSHOT_EVERY = 1000, SNAPSHOT = 3200, BODY = 48 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static trey_store *store;

static void must(trey_status status) {
    if (status == TREY_STATUS_OK) return;
    fprintf(stderr, "store_soak: %s: %s\n", trey_status_name(status),
            store ? trey_store_message_text(store) : "");
    exit(1);
}

static void open_store(const char *address) {
    trey_store_message message;
    const trey_store_options options = {.create = true};
    if (trey_store_open(&store, address, &options, &message) == TREY_STATUS_OK) return;
    fprintf(stderr, "store_soak: %s\n", message.text);
    exit(1);
}

static void add_command(trey_batch *batch, trey_stream stream, uint64_t number) {
    static uint8_t body[BODY];
    trey_command_id id = {{0}};
    const trey_transfer stake = {trey_account_of(TREY_LEDGER_CAGE, 1),
                                 trey_account_of(TREY_LEDGER_PLAYER, 1 + number % 5000), 100, 1, 1};
    for (unsigned i = 0; i < 8; i++) id.byte[i] = (uint8_t)(number >> (56 - 8 * i));
    memcpy(body, &number, sizeof number);
    trey_batch_record(batch, stream, 1, (int64_t)number, body, sizeof body);
    trey_batch_transfer(batch, &stake);
    trey_batch_record(batch, stream, 2, (int64_t)number, body, sizeof body);
    trey_batch_answer(batch, &id, stream, 0, 2, body, 8);
}

static void fill(uint64_t records) {
    static uint8_t snapshot[SNAPSHOT];
    trey_stream stream[TABLES];
    uint64_t place[TABLES] = {0}, number = 0;
    trey_batch *batch;
    must(trey_batch_open(&batch));
    for (unsigned i = 0; i < TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "table %u", i + 1);
        must(trey_store_stream(store, TREY_STREAM_TABLE, name, true, 0, &stream[i]));
    }
    /* To just before the next snapshots: the most that has to be read again. */
    const uint64_t all = records / TABLES / SNAPSHOT_EVERY * TABLES * SNAPSHOT_EVERY +
                         (uint64_t)TABLES * (SNAPSHOT_EVERY - COMMANDS / TABLES * 2);
    while (2 * number < all) {
        trey_batch_clear(batch);
        for (unsigned i = 0; i < COMMANDS; i++, number++) {
            const unsigned table = (unsigned)(number % TABLES);
            add_command(batch, stream[table], number);
            place[table] += 2;
            if (place[table] % SNAPSHOT_EVERY == 0)
                trey_batch_snapshot(batch, stream[table], place[table], snapshot, sizeof snapshot);
        }
        must(trey_store_commit(store, batch, NULL));
    }
    trey_batch_close(batch);
}

/* As a house does it after a crash; returns the records that were read. */
static uint64_t come_back(void) {
    uint64_t read = 0;
    trey_cursor *streams, *records;
    const trey_store_item *stream, *item;
    must(trey_cursor_open(&streams, store, TREY_PART_STREAMS, 0));
    for (;;) {
        trey_snapshot snapshot = {.place = 0};
        must(trey_cursor_next(streams, &stream));
        if (!stream) break;
        trey_status found = trey_store_snapshot(store, stream->stream.id, &snapshot);
        if (found != TREY_STATUS_NOT_FOUND) must(found);
        must(trey_cursor_open_stream(&records, store, TREY_PART_RECORDS, stream->stream.id,
                                     snapshot.place));
        for (;;) {
            must(trey_cursor_next(records, &item));
            if (!item) break;
            read++;
        }
        trey_cursor_close(records);
    }
    trey_cursor_close(streams);
    return read;
}

static uint64_t read_all(void) {
    uint64_t read = 0;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store_info info;
    trey_frontier tree;
    trey_frontier_open(&tree);
    must(trey_store_tell(store, &info));
    trey_hash chain = trey_chain_start(info.identity);
    must(trey_cursor_open(&cursor, store, TREY_PART_RECORDS, 0));
    for (;;) {
        must(trey_cursor_next(cursor, &item));
        if (!item) break;
        chain = trey_chain_next(&chain, &item->record);
        if (!trey_hash_equal(&chain, &item->record.chain)) must(TREY_STATUS_STORE_CORRUPT);
        trey_frontier_add(&tree, &chain);
        read++;
    }
    trey_cursor_close(cursor);
    trey_hash root = trey_frontier_root(&tree);
    if (!trey_hash_equal(&root, &info.root) || read != info.records)
        must(TREY_STATUS_STORE_CORRUPT);
    return read;
}

static bool measure(const char *address, uint64_t records) {
    open_store(address);
    double start = now();
    fill(records);
    printf("%" PRIu64 " records stored in %.1f s\n", records, now() - start);
    trey_store_close(store);
    start = now();
    open_store(address);
    uint64_t behind = come_back();
    double back = now() - start;
    printf("back in %.3f s, with %" PRIu64 " records behind the snapshots of %d streams\n", back,
           behind, TABLES);
    start = now();
    uint64_t read = read_all();
    double reading = now() - start;
    printf("read with chain and tree in %.1f s: %.1f million a minute\n", reading,
           (double)read / reading * 60 / 1e6);
    trey_store_close(store);
    /* Small runs are tests of what is read, not of how fast. */
    return records < SOAK || (back <= 2 && reading <= (double)read / 1e7 * 60);
}

int main(int argc, char **argv) {
    const uint64_t records = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    char folder[] = "/var/tmp/trey-soak-XXXXXX", path[64], log[64];
    if (records < 1000) {
        fputs("usage: store_soak RECORDS [ADDRESS]\n", stderr);
        return 2;
    }
    if (argc > 2) return measure(argv[2], records) ? 0 : 1;
    if (!mkdtemp(folder)) {
        perror(folder);
        return 3;
    }
    snprintf(path, sizeof path, "%s/store.db", folder);
    snprintf(log, sizeof log, "%s/store.db-wal", folder);
    bool good = measure(path, records);
    unlink(path);
    unlink(log);
    rmdir(folder);
    return good ? 0 : 1;
}
