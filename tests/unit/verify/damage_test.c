/* damage_test.c -- files of stores that were damaged: by a disk, a copy that broke off, a
 * cosmic ray.
 *
 * Either verification finds it, or what the store says is still the same, to the last byte:
 * then the damage fell on room that holds nothing. TREY_ROUNDS is the number of files;
 * TREY_SEED the first of their seeds. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kept_store.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { FILES = 150 };
#else
enum { FILES = 1200 };
#endif

enum { PAGE = 4096, SECTOR = 512 };

static kept_store stores[KEPT_STORES];
static uint64_t first_seed;
static unsigned files = FILES;

static int build(void **state) {
    (void)state;
    const char *seed = getenv("TREY_SEED"), *rounds = getenv("TREY_ROUNDS");
    first_seed = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    if (rounds) files = (unsigned)strtoul(rounds, NULL, 10);
    print_message("TREY_SEED=%" PRIu64 " TREY_ROUNDS=%u\n", first_seed, files);
    kept_stores_build(stores);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    kept_stores_tear_down(stores);
    return 0;
}

/* ---- What a store says ----------------------------------------------------------------- */
static void add_bytes(trey_hasher *to, const void *bytes, size_t size) {
    trey_hasher_add_number(to, size);
    if (size) trey_hasher_add(to, bytes, size);
}

static void add_record(trey_hasher *to, const trey_record *record) {
    const uint64_t numbers[] = {record->seq, record->stream, record->place, (uint64_t)record->time,
                                record->type};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        trey_hasher_add_number(to, numbers[i]);
    add_bytes(to, record->body, record->size);
    add_bytes(to, record->chain.byte, TREY_HASH_BYTES);
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *transfer = &record->transfer[i];
        trey_hasher_add_number(to, (uint64_t)transfer->payer);
        trey_hasher_add_number(to, (uint64_t)transfer->payee);
        trey_hasher_add_number(to, (uint64_t)transfer->cents);
        trey_hasher_add_number(to, transfer->seat);
        trey_hasher_add_number(to, transfer->wager);
    }
}

static void add_checkpoint(trey_hasher *to, const trey_checkpoint *checkpoint) {
    trey_hasher_add_number(to, checkpoint->number);
    trey_hasher_add_number(to, checkpoint->count);
    trey_hasher_add_number(to, (uint64_t)checkpoint->time);
    add_bytes(to, checkpoint->chain.byte, TREY_HASH_BYTES);
    add_bytes(to, checkpoint->root.byte, TREY_HASH_BYTES);
    add_bytes(to, checkpoint->key, sizeof checkpoint->key);
    add_bytes(to, checkpoint->signature, sizeof checkpoint->signature);
}

/* All that an export writes, but for the epochs of streams: these say who may write next,
 * and not what happened. */
static void add_item(trey_hasher *to, const trey_store_item *item) {
    trey_hasher_add_number(to, item->part);
    switch (item->part) {
    case TREY_PART_STREAMS:
        trey_hasher_add_number(to, item->stream.id);
        trey_hasher_add_number(to, item->stream.kind);
        add_bytes(to, item->stream.name, strlen(item->stream.name));
        break;
    case TREY_PART_RECORDS:
        add_record(to, &item->record);
        break;
    case TREY_PART_ANSWERS:
        trey_hasher_add_number(to, item->answer.number);
        add_bytes(to, item->answer.command.byte, TREY_COMMAND_ID_BYTES);
        trey_hasher_add_number(to, item->answer.stream);
        trey_hasher_add_number(to, item->answer.refusal);
        trey_hasher_add_number(to, item->answer.first);
        trey_hasher_add_number(to, item->answer.count);
        add_bytes(to, item->answer.body, item->answer.size);
        break;
    case TREY_PART_CHECKPOINTS:
        add_checkpoint(to, &item->checkpoint);
        break;
    case TREY_PART_BALANCES:
        trey_hasher_add_number(to, (uint64_t)item->balance.account);
        trey_hasher_add_number(to, (uint64_t)item->balance.balance);
        break;
    case TREY_PART_SNAPSHOTS:
        trey_hasher_add_number(to, item->snapshot.stream);
        trey_hasher_add_number(to, item->snapshot.place);
        add_bytes(to, item->snapshot.body, item->snapshot.size);
        add_bytes(to, item->snapshot.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_KEPT:
        trey_hasher_add_number(to, item->kept.stream);
        add_bytes(to, item->kept.name, strlen(item->kept.name));
        add_bytes(to, item->kept.body, item->kept.size);
        add_bytes(to, item->kept.mac.byte, TREY_MAC_BYTES);
        break;
    case TREY_PART_CLAIMS:
        trey_hasher_add_number(to, item->claim.stream);
        add_bytes(to, item->claim.name, strlen(item->claim.name));
        break;
    case TREY_PART_BATCHES:
        trey_hasher_add_number(to, item->batch.number);
        trey_hasher_add_number(to, item->batch.records);
        trey_hasher_add_number(to, item->batch.answers);
        trey_hasher_add_number(to, item->batch.checkpoints);
        add_bytes(to, item->batch.chain.byte, TREY_HASH_BYTES);
        add_bytes(to, item->batch.link.byte, TREY_HASH_BYTES);
        add_bytes(to, item->batch.kept, item->batch.size);
        add_bytes(to, item->batch.mac.byte, TREY_MAC_BYTES);
        break;
    }
}

static void add_part(trey_hasher *to, trey_store *store, trey_store_part part) {
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, store, part, 0);
    assert_int_equal(status, TREY_STATUS_OK);
    while ((status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) add_item(to, item);
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK) trey_hasher_add_text(to, "cannot be read");
}

static trey_hash content_of(const char *path) {
    trey_store *store;
    trey_store_info info;
    trey_store_message message = {""};
    trey_hasher hasher;
    const trey_store_options still = {.still = true};
    trey_status status = trey_store_open(&store, path, &still, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    assert_int_equal(trey_store_tell(store, &info), TREY_STATUS_OK);
    trey_hasher_open(&hasher);
    add_bytes(&hasher, info.identity, sizeof info.identity);
    add_bytes(&hasher, info.chain.byte, TREY_HASH_BYTES);
    for (trey_store_part part = TREY_PART_STREAMS; part <= TREY_PART_BATCHES; part++)
        add_part(&hasher, store, part);
    trey_store_close(store);
    return trey_hasher_close(&hasher);
}

/* ---- Damage ------------------------------------------------------------------------------- */
static uint64_t bits;

static uint64_t dice(uint64_t below) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return (bits >> 11) % below;
}

/* Returns the size that is left. */
static size_t damage(uint8_t *bytes, size_t size, char what[96]) {
    size_t at = dice(size), page = dice(size / PAGE), other = dice(size / PAGE);
    switch (dice(8)) {
    case 0:
    case 1:
    case 2: /* one bit */
        bytes[at] ^= (uint8_t)(1u << dice(8));
        snprintf(what, 96, "a bit of byte %zu", at);
        return size;
    case 3: /* near the beginning of a page, where its tree and its rows are described */
        at = page * PAGE + dice(64);
        bytes[at] = (uint8_t)dice(256);
        snprintf(what, 96, "byte %zu", at);
        return size;
    case 4:
        for (unsigned n = 0; n < 8; n++) bytes[dice(size)] = (uint8_t)dice(256);
        snprintf(what, 96, "eight bytes");
        return size;
    case 5: /* a sector that was never written */
        at = at / SECTOR * SECTOR;
        memset(bytes + at, dice(2) ? 0 : 255, size - at < SECTOR ? size - at : SECTOR);
        snprintf(what, 96, "the sector at %zu", at);
        return size;
    case 6: /* a page that went to another's place */
        memcpy(bytes + page * PAGE, bytes + other * PAGE, PAGE);
        snprintf(what, 96, "page %zu written over page %zu", other + 1, page + 1);
        return size;
    default:
        at = dice(2) ? at : page * PAGE;
        snprintf(what, 96, "cut off at %zu", at);
        return at;
    }
}

static void damage_is_found_or_changes_nothing(void **state) {
    (void)state;
    trey_hash whole[KEPT_STORES];
    unsigned bad = 0;
    for (unsigned i = 0; i < KEPT_STORES; i++) {
        kept_store_write(&stores[i], stores[i].bytes, stores[i].size);
        whole[i] = content_of(stores[i].copy);
    }
    for (unsigned i = 0; i < files; i++) {
        kept_store *k = &stores[i % KEPT_STORES];
        k->first_only = i % 8 != 0; /* to the end takes eight times as long */
        char what[96];
        kept_finding finding;
        uint8_t *bytes = malloc(k->size);
        assert_non_null(bytes);
        memcpy(bytes, k->bytes, k->size);
        bits = (first_seed + i) * UINT64_C(0x9e3779b97f4a7c15) + 1;
        for (unsigned n = 0; n < 8; n++) dice(2);
        size_t size = damage(bytes, k->size, what);
        kept_store_write(k, bytes, size);
        free(bytes);
        kept_store_look(k, true, false, &finding);
        bad += finding.bad;
        /* A snapshot of another layout is not compared, and the report says so. */
        if (finding.bad || finding.report.snapshots_skipped > 0) continue;
        const trey_hash now = content_of(k->copy);
        if (!trey_hash_equal(&now, &whole[i % KEPT_STORES]))
            fail_msg("seed %" PRIu64 ", store %u: %s was not found, and says something else",
                     first_seed + i, i % KEPT_STORES, what);
    }
    print_message("%u of %u damaged files were found; the rest says what it said\n", bad, files);
    assert_true(files < 100 || 2 * bad >= files);
}

/* Every place of the file where these bytes stand, each changed alone; returns how many. */
static unsigned change_each(const kept_store *k, const uint8_t *wanted, size_t length) {
    unsigned count = 0;
    for (size_t at = 0; at + length <= k->size; at++) {
        if (memcmp(k->bytes + at, wanted, length) != 0) continue;
        kept_finding finding;
        size_t changed = at + dice(length);
        k->bytes[changed] ^= 1;
        kept_store_write(k, k->bytes, k->size);
        k->bytes[changed] ^= 1;
        kept_store_look(k, true, false, &finding);
        if (!finding.bad) fail_msg("byte %zu was changed, and nobody saw it", changed);
        count++;
    }
    return count;
}

/* A command's id stands in its answer, in the index by which the answer is found again, and
 * in a record unless it was refused. */
static void an_index_that_leads_astray_is_found(void **state) {
    (void)state;
    const kept_store *k = &stores[4];
    trey_store *store;
    trey_cursor *cursor;
    const trey_store_item *item;
    trey_store_message message;
    const trey_store_options still = {.still = true};
    unsigned looked_at = 0;
    enum { EVERY = 23 };
    bits = first_seed * 2 + 1;
    assert_int_equal(trey_store_open(&store, k->s.h.path, &still, &message), TREY_STATUS_OK);
    assert_int_equal(trey_cursor_open(&cursor, store, TREY_PART_ANSWERS, 0), TREY_STATUS_OK);
    while (trey_cursor_next(cursor, &item) == TREY_STATUS_OK && item) {
        if (item->answer.number % EVERY != 0) continue;
        unsigned places =
            change_each(k, item->answer.command.byte, sizeof item->answer.command.byte);
        assert_true(places >= (item->answer.count > 0 ? 3u : 2u));
        looked_at++;
    }
    assert_true(looked_at > 5);
    trey_cursor_close(cursor);
    trey_store_close(store);
}

/* The version of a store is a number in the file's header, like any other. */
static void a_version_that_cannot_be_is_found(void **state) {
    (void)state;
    enum { VERSION_AT = 60 };
    static const uint8_t versions[][4] = {
        {0, 0, 0, 0}, {0, 0, 0, 2}, {255, 255, 255, 255}, {128, 0, 0, 0}, {127, 255, 255, 255}};
    const kept_store *k = &stores[0];
    uint8_t was[4];
    memcpy(was, k->bytes + VERSION_AT, sizeof was);
    for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++) {
        kept_finding finding;
        memcpy(k->bytes + VERSION_AT, versions[i], sizeof was);
        kept_store_write(k, k->bytes, k->size);
        kept_store_look(k, true, false, &finding);
        assert_true(finding.bad);
    }
    memcpy(k->bytes + VERSION_AT, was, sizeof was);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_is_found_or_changes_nothing),
        cmocka_unit_test(a_version_that_cannot_be_is_found),
        cmocka_unit_test(an_index_that_leads_astray_is_found),
    };
    return cmocka_run_group_tests(tests, build, tear_down);
}
