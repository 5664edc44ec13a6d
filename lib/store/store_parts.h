/* store_parts.h -- what the parts of lib/store share.
 *
 * store.c decides what a commit writes: places, chain, tree, checkpoint. A backend
 * writes rows and reads pages, and knows nothing of their meaning. */
#ifndef TREY_STORE_PARTS_H
#define TREY_STORE_PARTS_H

#include "store_schema.h"
#include "trey/base.h"
#include "trey/store.h"

/* ---- What a commit writes ------------------------------------------------------------ */
typedef struct store_head {
    uint64_t records, answers, checkpoints;
    uint64_t checkpointed; /* records under the newest checkpoint */
    int64_t time;          /* of the last record */
    trey_hash chain;
    trey_frontier frontier;
    uint64_t batches;
    trey_hash link; /* of the last batch */
    trey_mac mac;   /* over all of the above */
} store_head;

/* Counts and the full parts of the tree, as they stand in the head's row. */
enum { FRONTIER_BYTES_MAX = TREY_PATH_MAX * TREY_HASH_BYTES };
size_t frontier_write(const trey_frontier *frontier, uint8_t out[FRONTIER_BYTES_MAX]);
bool frontier_read(trey_frontier *frontier, uint64_t count, const uint8_t *bytes, size_t size);

/* A stream and a number that the batch states of it: a place or an epoch. */
typedef struct stream_number {
    trey_stream stream;
    uint64_t number;
} stream_number;

typedef struct store_rows {
    const trey_stream_item *stream;
    const trey_record *record; /* each with its transfers */
    const trey_answer *answer;
    const trey_checkpoint *checkpoint;
    const trey_snapshot *snapshot;
    const trey_kept *kept; /* without a body: wiped */
    const trey_claim *claim;
    const trey_batch_row *batch;
    const stream_number *hold;
    size_t streams, records, transfers, answers, checkpoints, snapshots, kepts, claims, batches,
        holds;
    bool told;     /* others are told of the commit */
    bool imported; /* they were sealed elsewhere */
} store_rows;

/* A transfer's number has room for those of one record behind the record's. */
static inline int64_t transfer_id(uint64_t seq, uint64_t index) {
    return (int64_t)(seq * TREY_RECORD_TRANSFERS_MAX + index);
}

/* The head under which something was decided. */
typedef struct store_lock {
    bool held;
    uint64_t records, answers, batches;
} store_lock;

/* What became of a batch. */
typedef struct store_stored {
    bool there;
    uint64_t first, last, checkpoint;
} store_stored;

/* How a batch is recognised after the connection broke while it was being committed:
 * by the hash of its last record, one for each attempt whose end nobody saw; or, where
 * it has no records, by a number that is written with it. */
enum { ATTEMPTS_MAX = 64 };
typedef struct store_attempt {
    uint64_t last;
    trey_hash chain;
} store_attempt;
typedef struct store_probe {
    uint64_t number; /* this process' own for the batch */
    bool by_number;
    size_t records;
    unsigned attempts;
    store_attempt attempt[ATTEMPTS_MAX];
} store_probe;

/* ---- Bytes that stay where they are -------------------------------------------------- */
typedef struct store_block {
    struct store_block *next;
    size_t room;
    uint8_t bytes[];
} store_block;

typedef struct store_arena {
    store_block *first, *now;
    size_t used; /* of `now` */
} store_arena;
void *store_arena_copy(store_arena *arena, const void *bytes, size_t size);
void store_arena_clear(store_arena *arena); /* overwrites what was in it */
void store_arena_close(store_arena *arena);

/* Makes room for one more in an array; false: no memory. */

/* ---- What a backend reads --------------------------------------------------------------- */
typedef struct store_query {
    trey_store_part part;
    trey_stream stream;             /* 0: all */
    uint64_t after;                 /* of records a seq, or with a stream a place */
    uint64_t upto;                  /* of records: the last seq */
    const char *name;               /* kept: this one, or with `page` those behind it; claims */
    const trey_command_id *command; /* answers: these, `limit` of them */
    size_t limit;                   /* 1: a single item is looked for */
} store_query;

typedef struct store_page {
    trey_store_item *item;
    trey_transfer *transfer; /* of its records, in their order */
    size_t count, room, transfers, transfers_room;
    bool broken; /* the row behind these cannot be read: whoever goes on is told why */
    store_arena arena;
} store_page;
void page_clear(store_page *page);
void page_close(store_page *page);
trey_store_item *page_add(store_page *page, trey_store_part part); /* NULL: no memory */
/* Transfers are added record by record, in order; the records point to them when all
 * are there. */
trey_transfer *page_add_transfer(store_page *page, trey_record *record);
void page_place_transfers(store_page *page);

/* ---- store_keys.c ----------------------------------------------------------------------- */
bool store_write_all(int file, const char *text, size_t count);

/* ---- A store --------------------------------------------------------------------------- */
enum { PLACE_UNKNOWN = -1 };

/* Statuses of a backend's own, besides those of the header. */
enum { STORE_HEAD_MOVED = 1000 };

struct store_database;
typedef struct trey_store {
    const struct store_backend *backend;
    struct store_database *db;
    uint8_t identity[TREY_IDENTITY_BYTES];
    bool whole; /* no import is under way */
    bool still, doubtful;
    trey_status stopped; /* OK while it works */
    store_head head;
    store_lock lock;
    int64_t *place; /* by stream; PLACE_UNKNOWN: to be read */
    size_t places;
    uint64_t batches;              /* numbers given to batches so far */
    trey_map accounts;             /* known to be in the database; the values say nothing */
    store_page found;              /* of the last single lookup */
    char node[TREY_NODE_NAME_MAX]; /* who takes leases; empty: nobody */
    unsigned lease_ms;             /* of a node; 0: none */
    bool signs;
    trey_store_keys keys;
    trey_store_seal seal;  /* where it signs */
    trey_seal_key letters; /* ... by which nodes know each other */
    trey_bytes notes;      /* what the batch in hand does to kept values */
    uint64_t checkpoint_every;
    unsigned reconnect_seconds, open_seconds;
    char *witness;
    bool witness_known;                    /* what its last note is */
    uint64_t witnessed, witnessed_records; /* number and count of its last checkpoint */
    char *seen;                            /* file that remembers the last batch; NULL: none */
    uint64_t seen_batch;                   /* that it remembers */
    bool knows;                            /* what follows is known of the open store */
    uint8_t known[TREY_IDENTITY_BYTES];
    uint64_t known_batch;
    char *address; /* without a password */
    trey_store_message message;
} trey_store;

typedef struct store_backend {
    const char *name;
    trey_status (*open)(trey_store *store, const char *address, bool create);
    void (*close)(trey_store *store);
    /* Reads identity and head again. */
    trey_status (*load)(trey_store *store);
    /* Others may write, too, and the head that is known may be an old one. */
    bool shared;
    /* Begins a transaction. Unless `sure`, the head that is known may be trusted, and
     * write finds out. stored->there: the batch is stored already, and nothing is begun. */
    trey_status (*begin)(trey_store *store, bool sure, const store_probe *probe,
                         store_stored *stored);
    trey_status (*write)(trey_store *store, const store_probe *probe, const store_rows *rows,
                         const store_head *head);
    void (*give_up)(trey_store *store); /* ends what begin began */
    /* After STORE_LOST: finds the server again, or does not. */
    trey_status (*recover)(trey_store *store);
    /* The lock of the head; NULL where there is one process. */
    trey_status (*lock)(trey_store *store);
    void (*unlock)(trey_store *store);
    /* The last place of each; PLACE_UNKNOWN for a stream that is not there. */
    trey_status (*places)(trey_store *store, const trey_stream *stream, int64_t *place,
                          size_t count);
    trey_status (*lease)(trey_store *store, trey_stream stream, uint64_t *epoch);
    trey_status (*hand_over)(trey_store *store, trey_stream stream, uint64_t epoch,
                             const char *node); /* NULL where there is one process */
    trey_status (*page)(trey_store *store, const store_query *query, store_page *page);
    trey_status (*balance)(trey_store *store, trey_ledger_account account, trey_cents *cents);
    trey_status (*size)(trey_store *store, uint64_t *bytes);
    trey_status (*check)(trey_store *store); /* NULL: the server's own business */
    trey_status (*there)(trey_store *store); /* does its file still lie there? NULL: asked anew */
    /* An empty store takes another's identity and is not whole until it says so. */
    trey_status (*adopt)(trey_store *store, const uint8_t identity[TREY_IDENTITY_BYTES],
                         bool whole);
} store_backend;

extern const store_backend sqlite_backend, postgres_backend;

/* Keeps the message and returns the status; STORE_FAILED stops the store. */
trey_status store_says(trey_store *store, trey_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void store_forget_places(trey_store *store);

/* ---- What both backends do alike ---------------------------------------------------------- */
/* The fault behind a guard that is named in what the database said; OK: none of them. */
trey_status store_guard_says(trey_store *store, const char *said);
trey_status store_says_damaged(trey_store *store, const char *what);
trey_status store_says_version(trey_store *store, long version);
/* Identity and first hash of a store, as they stand in SQL. */
typedef struct store_name {
    char identity[2 * TREY_IDENTITY_BYTES + 1], chain[TREY_HASH_TEXT_MAX];
} store_name;
trey_status store_name_draw(trey_store *store, store_name *out);
/* ... with the hash that the store has come to. */
void store_name_adopted(const trey_store *store, const uint8_t identity[TREY_IDENTITY_BYTES],
                        store_name *out);

/* Is the head still the one that was locked? And what is said where it is not. */
bool store_lock_stands(const trey_store *store, const store_lock *lock);
trey_status store_lock_lost(trey_store *store);

/* Accounts that are known to have a row. */
bool store_account_known(const trey_store *store, trey_ledger_account account);
void store_account_learn(trey_store *store, trey_ledger_account account);
void store_learn_accounts(trey_store *store, const store_rows *rows); /* of its transfers */
void store_forget_accounts(trey_store *store);

/* Where the place of a stream is remembered; NULL: no memory, or no such number. */
int64_t *store_place_slot(trey_store *store, trey_stream stream);
/* The stream of this kind and name, id 0 where there is none; and the last one's number. */
trey_status store_find_stream(trey_store *store, unsigned kind, const char *name,
                              trey_stream_item *found, trey_stream *last);
/* The address with its password, for a second connection. */
const char *store_server_address(const trey_store *store);

/* Is there anything that can be done with it now? And written? */
trey_status store_ready(trey_store *store);
trey_status store_writable(trey_store *store);
/* Begin, fill the rows in by `fill`, write; again where the head has moved or the
 * server was lost. `sure`: this batch was tried before, and may be there. */
typedef trey_status store_fill(trey_store *store, void *context, store_rows *rows,
                               store_head *head);
trey_status store_transact(trey_store *store, store_probe *probe, bool sure, store_fill *fill,
                           void *context, store_stored *stored);

/* ---- Batches ------------------------------------------------------------------------------ */
typedef struct trey_batch {
    store_arena arena;
    trey_record *record;
    trey_transfer *transfer;
    trey_answer *answer;
    trey_snapshot *snapshot;
    trey_kept *kept;
    trey_claim *claim;
    stream_number *hold;
    size_t records, transfers, answers, snapshots, kepts, claims, holds;
    size_t records_room, transfers_room, answers_room, snapshots_room, kepts_room, claims_room,
        holds_room;
    bool checkpoint, failed;
    store_probe probe;    /* with a number from the first attempt to commit it on */
    const trey_store *by; /* who gave it */
    store_stored stored;
    store_lock lock; /* under which it was committed first */
    uint64_t sealed; /* what the answers' first records count from */
} trey_batch;

/* ---- store_seal.c --------------------------------------------------------------------------- */
/* The seals of a batch's snapshots and kept values, before it is written. */
void seal_values(const trey_store *store, trey_snapshot *snapshot, size_t snapshots,
                 trey_kept *kept, size_t kepts);
/* The row of the batch that the rows are, and the head's seal behind it; false: no memory. */
bool seal_commit(trey_store *store, const store_rows *rows, store_head *head, trey_batch_row *out);
/* STORE_FORGED where the head is not sealed with the store's keys; OK without keys. */
trey_status seal_check_head(trey_store *store, const store_head *head);
/* ... or where one of the items is not. */
trey_status seal_check_page(trey_store *store, const store_page *page);

/* ---- store_seen.c -----------------------------------------------------------------------------
 */
trey_status seen_compare(trey_store *store);
trey_status seen_write(trey_store *store);
/* The head as it was read just now: of the same store, and no older than before? */
trey_status seen_head(trey_store *store, const store_head *head);

/* ---- Checkpoints and witnesses -------------------------------------------------------------- */
void checkpoint_make(const trey_store *store, const store_head *head, trey_checkpoint *out);
/* Appends to the witness file every checkpoint that it lacks. */
trey_status witness_append(trey_store *store);
/* STORE_CORRUPT where the witness has seen more than there is, or something else. */
trey_status witness_compare(trey_store *store);

#endif
