/* store.c -- opening, committing, looking up: what both backends share.
 *
 * A commit is sealed here: places in the streams, numbers, chain and tree follow from
 * the head, so a batch is sealed again when somebody else has moved it. The backend
 * then writes rows in one transaction. SQLite has one writer, whose head is the truth;
 * on PostgreSQL the head that was seen last is tried first, in one round trip, and
 * read under a lock where it was not the last. */
#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "node_letters.h"
#include "store_parts.h"
#include "trey/wire.h"

trey_status store_says(trey_store *store, trey_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(store->message.text, sizeof store->message.text, format, arguments);
    va_end(arguments);
    if (status == TREY_STATUS_STORE_FAILED || status == TREY_STATUS_STORE_CORRUPT)
        store->stopped = status;
    return status;
}

const char *trey_store_message_text(const trey_store *store) {
    return store->message.text;
}

bool trey_store_is_server(const trey_store *store) {
    return store->backend->shared;
}

trey_status store_ready(trey_store *store) {
    return store->stopped;
}

/* ---- Opening ----------------------------------------------------------------------------- */
static bool is_server(const char *address) {
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

/* The end of user and password in a server's address, or NULL where it has none. */
static const char *last_at(const char *address) {
    const char *at = NULL;
    for (const char *c = address; *c && *c != '?'; c++) {
        if (*c == '@') at = c;
    }
    return at;
}

/* What stands between the first colon of the user and the last @ is nobody's business. */
static char *address_to_show(const char *address) {
    char *shown = strdup(address);
    if (!shown || !is_server(address)) return shown;
    char *user = strstr(shown, "//") + 2;
    const char *at = last_at(user);
    char *colon = strchr(user, ':');
    if (at && colon && colon < at) memmove(colon, at, strlen(at) + 1);
    char *password = strstr(shown, "password=");
    if (password) {
        char *end = strchr(password, '&');
        memmove(password, end ? end : "", end ? strlen(end) + 1 : 1);
    }
    return shown;
}

static trey_status settle_in(trey_store *store, const trey_store_options *options) {
    if (!store->whole)
        return store_says(store, TREY_STATUS_STORE_CORRUPT,
                          "%s: an import into this store did not come to its end; remove it and "
                          "import again",
                          store->address);
    if (options->seen) {
        if (!(store->seen = strdup(options->seen)))
            return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", store->address);
        trey_status seen = options->restored ? TREY_STATUS_OK : seen_compare(store);
        if (options->restored) store->seen_batch = UINT64_MAX; /* written anew */
        if (seen == TREY_STATUS_OK) seen = seen_write(store);
        if (seen != TREY_STATUS_OK) return seen;
    }
    if (!options->witness) return TREY_STATUS_OK;
    if (!(store->witness = strdup(options->witness)))
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory to open %s", store->address);
    trey_status status = witness_compare(store);
    if (status == TREY_STATUS_OK && !store->still) status = witness_append(store);
    return status;
}

trey_status trey_store_open(trey_store **out, const char *address,
                            const trey_store_options *options, trey_store_message *message) {
    static const trey_store_options none = {.create = false};
    if (!options) options = &none;
    *out = NULL;
    if (message) message->text[0] = '\0';
    trey_store *store = calloc(1, sizeof *store);
    if (!store || sodium_init() < 0 || !(store->address = address_to_show(address))) {
        free(store);
        return TREY_STATUS_NO_MEMORY;
    }
    store->accounts.size = sizeof(bool);
    store->backend = is_server(address) ? &postgres_backend : &sqlite_backend;
    store->still = options->still;
    store->doubtful = options->still && options->doubtful;
    store->checkpoint_every =
        options->checkpoint_every ? options->checkpoint_every : TREY_CHECKPOINT_EVERY;
    store->reconnect_seconds = options->reconnect_seconds ? options->reconnect_seconds : 90;
    store->open_seconds = options->open_seconds ? options->open_seconds : 10;
    store->lease_ms = options->node ? options->lease_ms : 0;
    snprintf(store->node, sizeof store->node, "%s", options->node ? options->node : "");
    if (options->keys) {
        store->signs = true;
        store->keys = *options->keys;
        trey_store_seal_open(&store->seal, &store->keys, store->identity);
        letters_key(&store->keys, &store->letters);
    }
    trey_status status = TREY_STATUS_OK;
    if (is_server(address) && last_at(address) && strchr(address, '@') != last_at(address))
        status = store_says(store, TREY_STATUS_INVALID,
                            "an address has one @, before the host: write one that belongs to the "
                            "user or the password as %%40");
    if (status == TREY_STATUS_OK) status = store->backend->open(store, address, options->create);
    if (status == TREY_STATUS_OK) status = store->backend->load(store);
    if (status == TREY_STATUS_OK) status = settle_in(store, options);
    if (status == TREY_STATUS_OK) {
        *out = store;
        return status;
    }
    if (message) *message = store->message;
    trey_store_close(store);
    return status;
}

void trey_store_close(trey_store *store) {
    if (!store) return;
    if (store->stopped == TREY_STATUS_OK && store->knows) seen_write(store);
    store->backend->close(store);
    page_close(&store->found);
    trey_store_keys_wipe(&store->keys);
    sodium_memzero(&store->seal, sizeof store->seal);
    sodium_memzero(&store->letters, sizeof store->letters);
    trey_bytes_close(&store->notes);
    trey_map_close(&store->accounts);
    free(store->place);
    free(store->witness);
    free(store->seen);
    free(store->address);
    free(store);
}

trey_status trey_store_tell(trey_store *store, trey_store_info *info) {
    trey_status status = store_ready(store);
    if (status == TREY_STATUS_OK && store->backend->shared) status = store->backend->load(store);
    if (status != TREY_STATUS_OK) return status;
    *info = (trey_store_info){.backend = store->backend->name,
                              .version = STORE_VERSION,
                              .records = store->head.records,
                              .answers = store->head.answers,
                              .checkpoints = store->head.checkpoints,
                              .batches = store->head.batches,
                              .chain = store->head.chain,
                              .root = trey_frontier_root(&store->head.frontier),
                              .link = store->head.link,
                              .sealed = store->head.mac};
    memcpy(info->identity, store->identity, sizeof info->identity);
    return store->backend->size(store, &info->bytes);
}

trey_status trey_store_check(trey_store *store) {
    trey_status status = store_ready(store);
    if (status != TREY_STATUS_OK || !store->backend->check) return status;
    return store->backend->check(store);
}

/* ---- Places ---------------------------------------------------------------------------------
 * Known as long as the head is. */
/* Streams have small numbers; one beyond this was never given. */
enum { STREAMS_MAX = 1 << 24, ASKED_AT_ONCE = 256 };

void store_forget_places(trey_store *store) {
    for (size_t i = 0; i < store->places; i++) store->place[i] = PLACE_UNKNOWN;
}

int64_t *store_place_slot(trey_store *store, trey_stream stream) {
    if (stream >= STREAMS_MAX) return NULL;
    if (stream < store->places) return &store->place[stream];
    size_t more = store->places ? store->places : 64;
    while (more <= stream) more *= 2;
    int64_t *grown = realloc(store->place, more * sizeof *grown);
    if (!grown) return NULL;
    for (size_t i = store->places; i < more; i++) grown[i] = PLACE_UNKNOWN;
    store->place = grown;
    store->places = more;
    return &store->place[stream];
}

static trey_status learn_places(trey_store *store, trey_stream *asked, size_t count) {
    int64_t place[ASKED_AT_ONCE];
    trey_status status = store->backend->places(store, asked, place, count);
    if (status != TREY_STATUS_OK) return status;
    for (size_t i = 0; i < count; i++) {
        if (place[i] == PLACE_UNKNOWN)
            return store_says(store, TREY_STATUS_INVALID, "%s: there is no stream %u",
                              store->address, asked[i]);
        store->place[asked[i]] = place[i];
    }
    return TREY_STATUS_OK;
}

typedef struct place_asking {
    trey_stream asked[ASKED_AT_ONCE];
    size_t count;
} place_asking;

static trey_status ask_place(trey_store *store, place_asking *asking, trey_stream stream) {
    if (stream < store->places && store->place[stream] != PLACE_UNKNOWN) return TREY_STATUS_OK;
    if (stream == 0 || stream >= STREAMS_MAX)
        return store_says(store, TREY_STATUS_INVALID, "%s: there is no stream %u", store->address,
                          stream);
    if (!store_place_slot(store, stream))
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory for the places of streams");
    for (size_t i = 0; i < asking->count; i++) {
        if (asking->asked[i] == stream) return TREY_STATUS_OK;
    }
    asking->asked[asking->count++] = stream;
    if (asking->count < ASKED_AT_ONCE) return TREY_STATUS_OK;
    asking->count = 0;
    return learn_places(store, asking->asked, ASKED_AT_ONCE);
}

static trey_status know_places(trey_store *store, const trey_batch *batch) {
    place_asking asking = {.count = 0};
    trey_status status = TREY_STATUS_OK;
    for (size_t i = 0; i < batch->records && status == TREY_STATUS_OK; i++)
        status = ask_place(store, &asking, batch->record[i].stream);
    for (size_t i = 0; i < batch->snapshots && status == TREY_STATUS_OK; i++)
        status = ask_place(store, &asking, batch->snapshot[i].stream);
    for (size_t i = 0; i < batch->kepts && status == TREY_STATUS_OK; i++)
        status = ask_place(store, &asking, batch->kept[i].stream);
    for (size_t i = 0; i < batch->claims && status == TREY_STATUS_OK; i++)
        status = ask_place(store, &asking, batch->claim[i].stream);
    if (status == TREY_STATUS_OK && asking.count > 0)
        status = learn_places(store, asking.asked, asking.count);
    return status;
}

trey_status trey_store_place(trey_store *store, trey_stream stream, uint64_t *place) {
    place_asking asking = {.count = 0};
    trey_status status = store_ready(store);
    if (status == TREY_STATUS_OK && store->backend->shared) status = store->backend->load(store);
    if (status == TREY_STATUS_OK) status = ask_place(store, &asking, stream);
    if (status == TREY_STATUS_OK && asking.count > 0)
        status = learn_places(store, asking.asked, asking.count);
    if (status == TREY_STATUS_OK) *place = (uint64_t)store->place[stream];
    return status;
}

/* ---- Sealing -------------------------------------------------------------------------------- */
static void seal_record(trey_store *store, trey_record *record, store_head *head) {
    record->seq = ++head->records;
    record->place = (uint64_t)++store->place[record->stream];
    record->chain = trey_chain_next(&head->chain, record);
    head->chain = record->chain;
    head->time = record->time;
    trey_frontier_add(&head->frontier, &record->chain);
}

static trey_status check_snapshots(trey_store *store, const trey_batch *batch) {
    for (size_t i = 0; i < batch->snapshots; i++) {
        const trey_snapshot *snapshot = &batch->snapshot[i];
        if (snapshot->place > (uint64_t)store->place[snapshot->stream])
            return store_says(store, TREY_STATUS_INVALID,
                              "%s: a snapshot of stream %u at place %" PRIu64
                              ", which it has not reached",
                              store->address, snapshot->stream, snapshot->place);
    }
    return TREY_STATUS_OK;
}

static void seal_rows(trey_store *store, trey_batch *batch, store_head *head) {
    const uint64_t before = head->records;
    const trey_transfer *transfer = batch->transfer;
    for (size_t i = 0; i < batch->records; i++) {
        trey_record *record = &batch->record[i];
        record->transfer = record->transfers > 0 ? transfer : NULL;
        if (record->transfers > 0) transfer += record->transfers;
        seal_record(store, record, head);
    }
    for (size_t i = 0; i < batch->answers; i++) {
        trey_answer *answer = &batch->answer[i];
        answer->number = ++head->answers;
        /* Sealed before, for a head that has moved: count from that one's first. */
        if (answer->first > 0) answer->first = answer->first - batch->sealed + before;
    }
    batch->sealed = before;
}

typedef struct commit_work {
    trey_batch *batch;
    trey_checkpoint checkpoint;
} commit_work;

static trey_status seal_batch(trey_store *store, void *context, store_rows *rows,
                              store_head *head) {
    commit_work *work = context;
    trey_batch *batch = work->batch;
    /* What was decided under a lock holds for the head that was locked. */
    if (batch->lock.held && !store_lock_stands(store, &batch->lock)) return store_lock_lost(store);
    *head = store->head;
    trey_status status = know_places(store, batch);
    if (status != TREY_STATUS_OK) return status;
    seal_rows(store, batch, head);
    seal_values(store, batch->snapshot, batch->snapshots, batch->kept, batch->kepts);
    status = check_snapshots(store, batch);
    if (status != TREY_STATUS_OK) return status;
    *rows = (store_rows){.record = batch->record,
                         .answer = batch->answer,
                         .snapshot = batch->snapshot,
                         .kept = batch->kept,
                         .claim = batch->claim,
                         .hold = batch->hold,
                         .records = batch->records,
                         .transfers = batch->transfers,
                         .answers = batch->answers,
                         .snapshots = batch->snapshots,
                         .kepts = batch->kepts,
                         .claims = batch->claims,
                         .holds = batch->holds,
                         .told = batch->lock.held};
    const uint64_t every = store->checkpoint_every;
    bool due = head->records / every > head->checkpointed / every;
    if (store->signs && head->records > 0 && (batch->checkpoint || due)) {
        checkpoint_make(store, head, &work->checkpoint);
        rows->checkpoint = &work->checkpoint;
        rows->checkpoints = 1;
        head->checkpoints++;
        head->checkpointed = head->records;
    }
    return TREY_STATUS_OK;
}

/* ---- Committing -------------------------------------------------------------------------------*/
/* One attempt: begun, filled, written. */
static trey_status try_once(trey_store *store, store_probe *probe, store_fill *fill, void *context,
                            store_stored *stored) {
    store_rows rows = {.records = 0};
    store_head head = store->head;
    trey_batch_row row;
    trey_status status = fill(store, context, &rows, &head);
    if (status == TREY_STATUS_OK && !rows.imported) {
        if (!seal_commit(store, &rows, &head, &row))
            status = store_says(store, TREY_STATUS_NO_MEMORY, "no memory to seal a batch");
        rows.batch = &row;
        rows.batches = 1;
    }
    if (status != TREY_STATUS_OK) {
        store->backend->give_up(store);
        return status;
    }
    status = store->backend->write(store, probe, &rows, &head);
    if (status == TREY_STATUS_STORE_LOST && !probe->by_number) {
        if (probe->attempts == ATTEMPTS_MAX)
            return store_says(store, TREY_STATUS_STORE_FAILED,
                              "%s: the connection broke %d times during one commit", store->address,
                              ATTEMPTS_MAX);
        probe->attempt[probe->attempts++] = (store_attempt){head.records, head.chain};
    }
    if (status != TREY_STATUS_OK) return status;
    if (rows.records > 0) {
        stored->first = store->head.records + 1;
        stored->last = head.records;
    }
    if (head.checkpoints > store->head.checkpoints) stored->checkpoint = head.checkpoints;
    store->head = head;
    return TREY_STATUS_OK;
}

trey_status store_transact(trey_store *store, store_probe *probe, bool sure, store_fill *fill,
                           void *context, store_stored *stored) {
    const uint64_t checkpoints = store->head.checkpoints;
    for (;;) {
        *stored = (store_stored){.there = false};
        trey_status status = store->backend->begin(store, sure, probe, stored);
        if (status == TREY_STATUS_OK && stored->there) {
            if (store->head.checkpoints > checkpoints) stored->checkpoint = store->head.checkpoints;
            return status;
        }
        if (status == TREY_STATUS_OK) status = try_once(store, probe, fill, context, stored);
        if (status == TREY_STATUS_OK) return status;
        store_forget_places(store);
        if (status == TREY_STATUS_STORE_LOST) {
            status = store->backend->recover(store);
            if (status != TREY_STATUS_OK) return status;
        } else if ((int)status != STORE_HEAD_MOVED) {
            return status;
        }
        sure = true;
    }
}

trey_status store_writable(trey_store *store) {
    trey_status status = store_ready(store);
    if (status != TREY_STATUS_OK) return status;
    if (store->still)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s was opened for reading; nothing can be written", store->address);
    if (!store->whole)
        return store_says(store, TREY_STATUS_INVALID, "%s: an import is under way; end it first",
                          store->address);
    static const trey_mac none;
    if (!store->signs && memcmp(&store->head.mac, &none, sizeof none) != 0)
        return store_says(store, TREY_STATUS_INVALID,
                          "%s is sealed with the keys of its house; nothing can be written without "
                          "them: name the key file",
                          store->address);
    return TREY_STATUS_OK;
}

trey_status trey_store_commit(trey_store *store, trey_batch *batch, trey_receipt *receipt) {
    trey_receipt none;
    if (!receipt) receipt = &none;
    *receipt = (trey_receipt){.witnessed = TREY_STATUS_OK};
    trey_status status = store_writable(store);
    if (status != TREY_STATUS_OK) return status;
    if (batch->failed)
        return store_says(store, TREY_STATUS_NO_MEMORY,
                          "no memory for the batch; nothing of it "
                          "was written");
    if (trey_batch_empty(batch)) return TREY_STATUS_OK;
    store_probe *probe = &batch->probe;
    TREY_ASSERT(probe->number == 0 || batch->by == store);
    bool again = probe->number != 0;
    if (!again) probe->number = ++store->batches;
    probe->records = batch->records;
    probe->by_number = batch->records == 0;
    batch->by = store;
    if (!again) batch->lock = store->lock;
    commit_work work = {.batch = batch};
    store_stored stored = batch->stored;
    if (!stored.there) status = store_transact(store, probe, again, seal_batch, &work, &stored);
    store->lock.held = false;
    if (status != TREY_STATUS_OK) return status;
    batch->stored = stored;
    batch->stored.there = true;
    receipt->first = stored.first;
    receipt->last = stored.last;
    receipt->checkpoint = stored.checkpoint;
    if (stored.checkpoint > 0) seen_write(store);
    if (stored.checkpoint > 0 && store->witness) receipt->witnessed = witness_append(store);
    return TREY_STATUS_OK;
}

/* ---- Streams
 * --------------------------------------------------------------------------------------*/
/* UTF-8 without control characters, as both databases and JSON take it. */
static bool good_name(const char *name) {
    const unsigned char *c = (const unsigned char *)name;
    size_t length = strlen(name);
    if (length == 0 || length >= TREY_STREAM_NAME_MAX) return false;
    while (*c) {
        unsigned more = *c < 0x80 ? 0 : *c < 0xc2 ? 9 : *c < 0xe0 ? 1 : *c < 0xf0 ? 2 : 3;
        if (more == 9 || *c > 0xf4 || *c < ' ' || *c == 0x7f) return false;
        /* Not the long forms, not the surrogates, nothing beyond the last character. */
        if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) ||
            (*c == 0xf0 && c[1] < 0x90) || (*c == 0xf4 && c[1] > 0x8f))
            return false;
        for (c++; more > 0; more--, c++) {
            if ((*c & 0xc0) != 0x80) return false;
        }
    }
    return true;
}

typedef struct stream_work {
    trey_stream_item item;
    trey_record record;
    int64_t time;
    uint8_t body[TREY_STREAM_NAME_MAX + 16];
} stream_work;

/* The stream of this kind and name; id 0: none. There are few streams, and a table
 * asks once. */
trey_status store_find_stream(trey_store *store, unsigned kind, const char *name,
                              trey_stream_item *found, trey_stream *last) {
    uint64_t after = 0;
    *found = (trey_stream_item){.id = 0};
    for (*last = 0;;) {
        const store_query query = {.part = TREY_PART_STREAMS, .after = after, .limit = 1024};
        page_clear(&store->found);
        trey_status status = store->backend->page(store, &query, &store->found);
        if (status != TREY_STATUS_OK || store->found.count == 0) return status;
        for (size_t i = 0; i < store->found.count; i++) {
            const trey_stream_item *item = &store->found.item[i].stream;
            if (item->kind == kind && strcmp(item->name, name) == 0) *found = *item;
            after = *last = item->id;
        }
    }
}

static trey_status fill_stream(trey_store *store, void *context, store_rows *rows,
                               store_head *head) {
    stream_work *work = context;
    trey_stream_item found;
    trey_stream last;
    *head = store->head;
    trey_status status = store_find_stream(store, work->item.kind, work->item.name, &found, &last);
    if (status != TREY_STATUS_OK) return status;
    if (found.id > 0) { /* somebody made it meanwhile */
        work->item = found;
        return store_says(store, TREY_STATUS_CONFLICT, "%s: the stream is there already",
                          store->address);
    }
    if (last + 1 >= STREAMS_MAX || !store_place_slot(store, last + 1))
        return store_says(store, TREY_STATUS_NO_MEMORY, "%s: no room for another stream",
                          store->address);
    trey_writer to = {work->body, sizeof work->body, 0, false};
    trey_write_number(&to, work->item.kind);
    trey_write_text(&to, work->item.name, strlen(work->item.name));
    TREY_ASSERT(!to.full);
    work->item.id = last + 1;
    work->record = (trey_record){
        .stream = last + 1, .time = work->time, .size = (uint32_t)to.used, .body = work->body};
    store->place[last + 1] = -1; /* the store's own record stands at place 0 */
    seal_record(store, &work->record, head);
    rows->stream = &work->item;
    rows->record = &work->record;
    rows->streams = rows->records = 1;
    return TREY_STATUS_OK;
}

trey_status trey_store_stream(trey_store *store, trey_stream_kind kind, const char *name,
                              bool create, int64_t time, trey_stream *out) {
    stream_work work = {.item = {.kind = (uint8_t)kind}, .time = time};
    trey_stream last;
    TREY_ASSERT(kind >= TREY_STREAM_TABLE && kind <= TREY_STREAM_HOUSE);
    trey_status status = store_ready(store);
    if (status == TREY_STATUS_OK && !good_name(name))
        return store_says(store, TREY_STATUS_INVALID,
                          "a stream is called by 1 to %d bytes of UTF-8 without control "
                          "characters; choose another name",
                          TREY_STREAM_NAME_MAX - 1);
    if (status == TREY_STATUS_OK) status = store_find_stream(store, kind, name, &work.item, &last);
    if (status != TREY_STATUS_OK) return status;
    if (work.item.id == 0) {
        if (!create)
            return store_says(store, TREY_STATUS_NOT_FOUND, "%s: there is no stream %s",
                              store->address, name);
        TREY_ASSERT(!store->lock.held); /* what makes it is a commit of its own */
        if ((status = store_writable(store)) != TREY_STATUS_OK) return status;
        store_stored stored;
        store_probe probe = {.number = ++store->batches, .records = 1};
        work.item.kind = (uint8_t)kind;
        memcpy(work.item.name, name, strlen(name) + 1);
        status = store_transact(store, &probe, false, fill_stream, &work, &stored);
        if (status == TREY_STATUS_CONFLICT && work.item.id > 0) status = TREY_STATUS_OK;
        if (status == TREY_STATUS_OK && stored.there)
            status = store_find_stream(store, kind, name, &work.item, &last);
        if (status != TREY_STATUS_OK) return status;
    }
    *out = work.item.id;
    return TREY_STATUS_OK;
}

trey_status trey_store_lease(trey_store *store, trey_stream stream, uint64_t *epoch) {
    trey_status status = store_writable(store);
    TREY_ASSERT(!store->lock.held);
    if (status != TREY_STATUS_OK) return status;
    return store->backend->lease(store, stream, epoch);
}

trey_status trey_store_hand_over(trey_store *store, trey_stream stream, uint64_t epoch,
                                 const char *node) {
    trey_status status = store_writable(store);
    TREY_ASSERT(!store->lock.held);
    if (status != TREY_STATUS_OK || !store->backend->hand_over) return status;
    return store->backend->hand_over(store, stream, epoch, node);
}

/* ---- Single values
 * ---------------------------------------------------------------------------------*/
static trey_status find_one(trey_store *store, const store_query *query,
                            const trey_store_item **out) {
    trey_status status = store_ready(store);
    if (status != TREY_STATUS_OK) return status;
    page_clear(&store->found);
    status = store->backend->page(store, query, &store->found);
    if (status == TREY_STATUS_OK) status = seal_check_page(store, &store->found);
    if (status != TREY_STATUS_OK) return status;
    if (store->found.count == 0) {
        snprintf(store->message.text, sizeof store->message.text, "%s: there is none",
                 store->address);
        return TREY_STATUS_NOT_FOUND;
    }
    *out = &store->found.item[0];
    return TREY_STATUS_OK;
}

trey_status trey_store_answer(trey_store *store, const trey_command_id *command, trey_answer *out) {
    const trey_store_item *item;
    const store_query query = {.part = TREY_PART_ANSWERS, .command = command, .limit = 1};
    trey_status status = find_one(store, &query, &item);
    if (status == TREY_STATUS_OK) *out = item->answer;
    return status;
}

trey_status trey_store_answers(trey_store *store, const trey_command_id *command, size_t count,
                               trey_answer_found *found, void *context) {
    const store_query query = {.part = TREY_PART_ANSWERS, .command = command, .limit = count};
    TREY_ASSERT(count <= TREY_ANSWERS_AT_ONCE);
    trey_status status = store_ready(store);
    if (status != TREY_STATUS_OK || count == 0) return status;
    page_clear(&store->found);
    status = store->backend->page(store, &query, &store->found);
    for (size_t i = 0; status == TREY_STATUS_OK && i < store->found.count; i++)
        found(context, &store->found.item[i].answer);
    return status;
}

trey_status trey_store_snapshot(trey_store *store, trey_stream stream, trey_snapshot *out) {
    const trey_store_item *item;
    const store_query query = {.part = TREY_PART_SNAPSHOTS, .stream = stream, .limit = 1};
    trey_status status = find_one(store, &query, &item);
    if (status == TREY_STATUS_OK) *out = item->snapshot;
    return status;
}

trey_status trey_store_kept(trey_store *store, trey_stream stream, const char *name,
                            trey_kept *out) {
    const trey_store_item *item;
    const store_query query = {.part = TREY_PART_KEPT, .stream = stream, .name = name, .limit = 1};
    trey_status status = find_one(store, &query, &item);
    if (status == TREY_STATUS_OK) *out = item->kept;
    return status;
}

trey_status trey_store_record(trey_store *store, uint64_t seq, trey_record *out) {
    const trey_store_item *item;
    if (seq == 0) return TREY_STATUS_NOT_FOUND;
    const store_query query = {
        .part = TREY_PART_RECORDS, .after = seq - 1, .upto = seq, .limit = 1};
    trey_status status = find_one(store, &query, &item);
    if (status == TREY_STATUS_OK) *out = item->record;
    return status;
}

trey_status trey_store_balance(trey_store *store, trey_ledger_account account, trey_cents *cents) {
    trey_status status = store_ready(store);
    return status == TREY_STATUS_OK ? store->backend->balance(store, account, cents) : status;
}
