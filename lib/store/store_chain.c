/* store_chain.c -- the hash of a record, and the tree's edge as bytes.
 *
 * A record is hashed in one way only: a version, its numbers, its transfers, its body,
 * each as lib/wire writes numbers. Nine in ten records have fewer than 900 bytes and
 * go through one buffer; the rest is hashed piece by piece. */
#include <string.h>

#include "store_parts.h"
#include "trey/wire.h"

enum { RECORD_VERSION = 1, NUMBERS_MAX = 80, TRANSFER_MAX = 40, AT_ONCE = 1024 };

static void write_numbers(trey_writer *to, const trey_record *record) {
    trey_write_byte(to, RECORD_VERSION);
    trey_write_number(to, (int64_t)record->seq);
    trey_write_number(to, record->stream);
    trey_write_number(to, (int64_t)record->place);
    trey_write_number(to, record->time);
    trey_write_number(to, record->type);
    trey_write_number(to, record->transfers);
    trey_write_number(to, record->size);
}

static void write_transfer(trey_writer *to, const trey_transfer *transfer) {
    trey_write_number(to, transfer->payer);
    trey_write_number(to, transfer->payee);
    trey_write_number(to, transfer->cents);
    trey_write_byte(to, transfer->seat);
    trey_write_byte(to, transfer->wager);
}

size_t trey_record_bytes(const trey_record *record, uint8_t *out, size_t room) {
    trey_writer to = {out, room, 0, false};
    write_numbers(&to, record);
    for (uint32_t i = 0; i < record->transfers; i++) write_transfer(&to, &record->transfer[i]);
    trey_write_bytes(&to, record->body, record->size);
    TREY_ASSERT(!to.full);
    return to.used;
}

static trey_hash hash_in_pieces(const trey_hash *before, const trey_record *record) {
    static const uint8_t leaf_mark = 0;
    uint8_t bytes[NUMBERS_MAX];
    trey_hasher hasher;
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_hasher_open(&hasher);
    trey_hasher_add(&hasher, &leaf_mark, 1);
    trey_hasher_add(&hasher, before->byte, TREY_HASH_BYTES);
    write_numbers(&to, record);
    trey_hasher_add(&hasher, bytes, to.used);
    for (uint32_t i = 0; i < record->transfers; i++) {
        to.used = 0;
        write_transfer(&to, &record->transfer[i]);
        trey_hasher_add(&hasher, bytes, to.used);
    }
    TREY_ASSERT(!to.full);
    trey_hasher_add(&hasher, record->body, record->size);
    return trey_hasher_close(&hasher);
}

trey_hash trey_chain_next(const trey_hash *before, const trey_record *record) {
    uint8_t bytes[TREY_HASH_BYTES + AT_ONCE];
    if (NUMBERS_MAX + (size_t)record->transfers * TRANSFER_MAX + record->size > AT_ONCE)
        return hash_in_pieces(before, record);
    memcpy(bytes, before->byte, TREY_HASH_BYTES);
    size_t size = trey_record_bytes(record, bytes + TREY_HASH_BYTES, AT_ONCE);
    return trey_merkle_leaf(bytes, TREY_HASH_BYTES + size);
}

trey_hash trey_chain_start(const uint8_t identity[TREY_IDENTITY_BYTES]) {
    trey_hasher hasher;
    trey_hasher_open(&hasher);
    trey_hasher_add_text(&hasher, "trey store 1");
    trey_hasher_add(&hasher, identity, TREY_IDENTITY_BYTES);
    return trey_hasher_close(&hasher);
}

/* ---- The tree's edge ---------------------------------------------------------------------
 * Of the parts only those are written whose bit of the count is set. */
static bool frontier_reads_back(const trey_frontier *frontier, const uint8_t *bytes, size_t size) {
    trey_frontier read;
    if (!frontier_read(&read, frontier->count, bytes, size)) return false;
    for (unsigned level = 0; level < TREY_PATH_MAX; level++) {
        if (frontier->count >> level & 1 &&
            !trey_hash_equal(&read.part[level], &frontier->part[level]))
            return false;
    }
    return true;
}

size_t frontier_write(const trey_frontier *frontier, uint8_t out[FRONTIER_BYTES_MAX]) {
    size_t used = 0;
    for (unsigned level = 0; level < TREY_PATH_MAX; level++) {
        if (!(frontier->count >> level & 1)) continue;
        memcpy(out + used, frontier->part[level].byte, TREY_HASH_BYTES);
        used += TREY_HASH_BYTES;
    }
    TREY_ASSERT(frontier_reads_back(frontier, out, used));
    return used;
}

bool frontier_read(trey_frontier *frontier, uint64_t count, const uint8_t *bytes, size_t size) {
    if (size != (size_t)__builtin_popcountll(count) * TREY_HASH_BYTES) return false;
    trey_frontier_open(frontier);
    frontier->count = count;
    for (unsigned level = 0; level < TREY_PATH_MAX; level++) {
        if (!(count >> level & 1)) continue;
        memcpy(frontier->part[level].byte, bytes, TREY_HASH_BYTES);
        bytes += TREY_HASH_BYTES;
    }
    return true;
}

/* ---- Accounts -------------------------------------------------------------------------------*/
const char *trey_ledger_name(unsigned kind) {
    switch (kind) {
#define LEDGER_NAME(symbol, number, name, owes)                                                    \
    case number:                                                                                   \
        return name;
        TREY_LEDGER_LIST(LEDGER_NAME)
#undef LEDGER_NAME
    default:
        return NULL;
    }
}

bool trey_ledger_may_owe(unsigned kind) {
    switch (kind) {
#define LEDGER_OWES(symbol, number, name, owes)                                                    \
    case number:                                                                                   \
        return owes;
        TREY_LEDGER_LIST(LEDGER_OWES)
#undef LEDGER_OWES
    default:
        return false;
    }
}
