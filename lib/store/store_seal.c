/* store_seal.c -- what a database writer without the keys cannot make.
 *
 * The chain says that what stands in the database fits together; anybody can compute it.
 * Here a key comes in that is derived from the key file and stands in no database. A MAC a
 * value, two a commit: BLAKE2b takes less than a microsecond for each, which is why every
 * batch can have its own and none has to wait for a checkpoint. */
#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "store_parts.h"
#include "trey/wire.h"

static const trey_mac no_mac;

void trey_store_seal_open(trey_store_seal *seal, const trey_store_keys *keys,
                          const uint8_t identity[TREY_IDENTITY_BYTES]) {
    _Static_assert((int)TREY_MAC_BYTES == (int)crypto_generichash_BYTES &&
                       (int)TREY_SEAL_KEY_BYTES == (int)crypto_generichash_KEYBYTES,
                   "BLAKE2b as the header says");
    trey_seal_key_derive(&keys->seal, "trey store 1", &seal->key);
    memcpy(seal->identity, identity, sizeof seal->identity);
}

/* ---- MACs ------------------------------------------------------------------------------
 * A word for what is sealed, the store's identity, numbers of eight bytes, and bytes of
 * variable length last, so that no two values have the same bytes. */
typedef struct mac_maker {
    crypto_generichash_state state;
} mac_maker;

static void mac_number(mac_maker *maker, uint64_t number) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    crypto_generichash_update(&maker->state, bytes, sizeof bytes);
}

static void mac_bytes(mac_maker *maker, const void *bytes, size_t size) {
    crypto_generichash_update(&maker->state, bytes, size);
}

static void mac_begin(mac_maker *maker, const trey_store_seal *seal, const char *what) {
    crypto_generichash_init(&maker->state, seal->key.byte, sizeof seal->key.byte, TREY_MAC_BYTES);
    mac_number(maker, strlen(what));
    mac_bytes(maker, what, strlen(what));
    mac_bytes(maker, seal->identity, sizeof seal->identity);
}

static trey_mac mac_end(mac_maker *maker) {
    trey_mac mac;
    crypto_generichash_final(&maker->state, mac.byte, sizeof mac.byte);
    return mac;
}

static bool same_mac(const trey_mac *a, const trey_mac *b) {
    return sodium_memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

static trey_mac kept_mac(const trey_store_seal *seal, const trey_kept *kept) {
    mac_maker maker;
    mac_begin(&maker, seal, "kept");
    mac_number(&maker, kept->stream);
    mac_number(&maker, strlen(kept->name));
    mac_bytes(&maker, kept->name, strlen(kept->name));
    mac_bytes(&maker, kept->body, kept->size);
    return mac_end(&maker);
}

static trey_mac snapshot_mac(const trey_store_seal *seal, const trey_snapshot *snapshot) {
    mac_maker maker;
    mac_begin(&maker, seal, "snapshot");
    mac_number(&maker, snapshot->stream);
    mac_number(&maker, snapshot->place);
    mac_bytes(&maker, snapshot->body, snapshot->size);
    return mac_end(&maker);
}

static trey_mac batch_mac(const trey_store_seal *seal, const trey_batch_row *batch) {
    mac_maker maker;
    mac_begin(&maker, seal, "batch");
    mac_number(&maker, batch->number);
    mac_number(&maker, batch->records);
    mac_number(&maker, batch->answers);
    mac_number(&maker, batch->checkpoints);
    mac_bytes(&maker, batch->chain.byte, TREY_HASH_BYTES);
    mac_bytes(&maker, batch->link.byte, TREY_HASH_BYTES);
    return mac_end(&maker);
}

static trey_mac head_mac(const trey_store_seal *seal, const store_head *head) {
    const trey_frontier *frontier = &head->frontier;
    mac_maker maker;
    mac_begin(&maker, seal, "head");
    mac_number(&maker, head->batches);
    mac_number(&maker, head->records);
    mac_number(&maker, head->answers);
    mac_number(&maker, head->checkpoints);
    mac_number(&maker, head->checkpointed);
    mac_number(&maker, (uint64_t)head->time);
    mac_bytes(&maker, head->chain.byte, TREY_HASH_BYTES);
    mac_bytes(&maker, head->link.byte, TREY_HASH_BYTES);
    for (unsigned level = 0; level < TREY_PATH_MAX; level++) { /* as it stands in the row */
        if (frontier->count >> level & 1)
            mac_bytes(&maker, frontier->part[level].byte, TREY_HASH_BYTES);
    }
    return mac_end(&maker);
}

void trey_kept_seal(const trey_store_seal *seal, trey_kept *kept) {
    kept->mac = kept_mac(seal, kept);
}

bool trey_kept_sealed(const trey_store_seal *seal, const trey_kept *kept) {
    const trey_mac mac = kept_mac(seal, kept);
    return same_mac(&mac, &kept->mac);
}

bool trey_snapshot_sealed(const trey_store_seal *seal, const trey_snapshot *snapshot) {
    const trey_mac mac = snapshot_mac(seal, snapshot);
    return same_mac(&mac, &snapshot->mac);
}

bool trey_batch_sealed(const trey_store_seal *seal, const trey_batch_row *batch) {
    const trey_mac mac = batch_mac(seal, batch);
    return same_mac(&mac, &batch->mac);
}

bool trey_store_sealed(const trey_store *store, const trey_store_seal *seal) {
    const trey_mac mac = head_mac(seal, &store->head);
    return same_mac(&mac, &store->head.mac);
}

/* ---- Links ------------------------------------------------------------------------------ */
void trey_batch_link_open(trey_hasher *hasher, const trey_hash *before) {
    trey_hasher_open(hasher);
    trey_hasher_add(hasher, before->byte, TREY_HASH_BYTES);
}

void trey_batch_link_answer(trey_hasher *hasher, const trey_answer *answer) {
    uint8_t bytes[80];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_write_number(&to, (int64_t)answer->number);
    trey_write_bytes(&to, answer->command.byte, TREY_COMMAND_ID_BYTES);
    trey_write_number(&to, answer->stream);
    trey_write_number(&to, answer->refusal);
    trey_write_number(&to, (int64_t)answer->first);
    trey_write_number(&to, answer->count);
    trey_write_number(&to, answer->size);
    TREY_ASSERT(!to.full);
    trey_hasher_add(hasher, bytes, to.used);
    trey_hasher_add(hasher, answer->body, answer->size);
}

trey_hash trey_batch_link_close(trey_hasher *hasher, const trey_batch_row *batch) {
    trey_hasher_add(hasher, batch->kept, batch->size);
    /* Behind what has no fixed length, so that the bytes can be read in one way only. */
    trey_hasher_add_number(hasher, batch->size);
    trey_hasher_add_number(hasher, batch->number);
    trey_hasher_add_number(hasher, batch->records);
    trey_hasher_add_number(hasher, batch->answers);
    trey_hasher_add_number(hasher, batch->checkpoints);
    return trey_hasher_close(hasher);
}

static void note_kept(trey_bytes *to, const trey_kept *kept) {
    uint8_t bytes[TREY_KEPT_NAME_MAX + TREY_MAC_BYTES + 32];
    trey_writer note = {bytes, sizeof bytes, 0, false};
    trey_write_number(&note, kept->stream);
    trey_write_text(&note, kept->name, strlen(kept->name));
    trey_write_byte(&note, kept->body == NULL);
    if (kept->body) trey_write_bytes(&note, kept->mac.byte, TREY_MAC_BYTES);
    TREY_ASSERT(!note.full);
    trey_bytes_add(to, bytes, note.used);
}

bool trey_kept_note_read(const trey_batch_row *batch, size_t *at, trey_kept_note *out) {
    memset(out, 0, sizeof *out);
    if (*at >= batch->size) return false;
    trey_reader from = {.bytes = batch->kept + *at, .left = batch->size - *at};
    int64_t stream = trey_read_number(&from);
    trey_read_text(&from, out->name, sizeof out->name);
    uint8_t wiped = trey_read_byte(&from);
    if (!wiped) trey_read_bytes(&from, out->mac.byte, TREY_MAC_BYTES);
    if (from.bad || stream <= 0 || stream > UINT32_MAX || wiped > 1) return false;
    out->stream = (trey_stream)stream;
    out->wiped = wiped;
    *at = batch->size - from.left;
    return true;
}

/* ---- Sealing ---------------------------------------------------------------------------- */
void seal_values(const trey_store *store, trey_snapshot *snapshot, size_t snapshots,
                 trey_kept *kept, size_t kepts) {
    for (size_t i = 0; i < snapshots; i++)
        snapshot[i].mac = store->signs ? snapshot_mac(&store->seal, &snapshot[i]) : no_mac;
    for (size_t i = 0; i < kepts; i++)
        kept[i].mac = store->signs && kept[i].body ? kept_mac(&store->seal, &kept[i]) : no_mac;
}

bool seal_commit(trey_store *store, const store_rows *rows, store_head *head, trey_batch_row *out) {
    trey_hasher hasher;
    store->notes.used = 0;
    for (size_t i = 0; i < rows->kepts; i++) note_kept(&store->notes, &rows->kept[i]);
    if (store->notes.failed) {
        store->notes.failed = false;
        return false;
    }
    *out = (trey_batch_row){.number = head->batches + 1,
                            .records = head->records,
                            .answers = head->answers,
                            .checkpoints = head->checkpoints,
                            .chain = head->chain,
                            .size = (uint32_t)store->notes.used,
                            .kept = (const uint8_t *)store->notes.bytes};
    trey_batch_link_open(&hasher, &head->link);
    for (size_t i = 0; i < rows->answers; i++) trey_batch_link_answer(&hasher, &rows->answer[i]);
    out->link = trey_batch_link_close(&hasher, out);
    if (store->signs) out->mac = batch_mac(&store->seal, out);
    head->batches++;
    head->link = out->link;
    head->mac = store->signs ? head_mac(&store->seal, head) : no_mac;
    return true;
}

/* ---- Checking ---------------------------------------------------------------------------- */
static trey_status forged(trey_store *store, const char *what, uint64_t stream) {
    return store_says(store, TREY_STATUS_STORE_FORGED,
                      "%s: %s of stream %" PRIu64 " is not sealed with the house's keys: somebody "
                      "without them has written to the database. Stop, keep a copy, and let `trey "
                      "verify --key` name all that was changed",
                      store->address, what, stream);
}

trey_status seal_check_head(trey_store *store, const store_head *head) {
    memcpy(store->seal.identity, store->identity, sizeof store->seal.identity);
    trey_status status = store->whole ? seen_head(store, head) : TREY_STATUS_OK;
    if (status != TREY_STATUS_OK) return status;
    if (!store->signs || !store->whole || store->doubtful) return TREY_STATUS_OK;
    if (head->batches == 0 && head->records == 0) return TREY_STATUS_OK; /* just made */
    const trey_mac mac = head_mac(&store->seal, head);
    if (same_mac(&mac, &head->mac)) return TREY_STATUS_OK;
    return store_says(store, TREY_STATUS_STORE_FORGED,
                      "%s: its head is not sealed with these keys: they are another house's, or "
                      "somebody without them has written to the database. Name the store's own key "
                      "file; where this is it, restore a backup, and keep this store for whoever "
                      "looks into it",
                      store->address);
}

trey_status seal_check_page(trey_store *store, const store_page *page) {
    if (!store->signs || store->doubtful) return TREY_STATUS_OK;
    for (size_t i = 0; i < page->count; i++) {
        const trey_store_item *item = &page->item[i];
        char what[TREY_KEPT_NAME_MAX + 8];
        if (item->part == TREY_PART_SNAPSHOTS &&
            !trey_snapshot_sealed(&store->seal, &item->snapshot))
            return forged(store, "the snapshot", item->snapshot.stream);
        if (item->part != TREY_PART_KEPT || trey_kept_sealed(&store->seal, &item->kept)) continue;
        size_t length = 0;
        for (const char *c = item->kept.name; *c; c++) /* it may be anybody's */
            what[length++] = *c > ' ' && *c < 0x7f ? *c : '?';
        what[length] = '\0';
        return forged(store, what, item->kept.stream);
    }
    return TREY_STATUS_OK;
}
