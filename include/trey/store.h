/* store.h -- what happened, kept for good: records, ledger, answers, audit chain.
 *
 * A store is a SQLite file or a PostgreSQL database. Everything that commands cause
 * is collected in a batch; a commit writes the batch in one transaction and returns
 * when it is durable. Only then is anybody told.
 *
 *   trey_store_open     -> trey_store_stream: a table, a jackpot, a cage
 *   trey_batch_record, _transfer, _answer, ... for as many commands as are waiting
 *   trey_store_commit   -> acknowledge them all; trey_batch_clear
 *   after a restart     -> snapshot of each stream, and a cursor over the records
 *                          behind it
 *
 * Records are append-only and chained by hash; a Merkle tree stands beside the
 * chain; checkpoints over both are signed with a key that is not in the database,
 * and copied to a witness file. docs/store.md has every byte.
 *
 * A store belongs to one thread at a time. Pointers in what is read are borrowed
 * until the next call with the same store or cursor. */
#ifndef TREY_STORE_H
#define TREY_STORE_H

#include "trey/core.h"
#include "trey/note.h"
#include "trey/proof.h"
#include "trey/shuffle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong, where, and how to mend it: one line for a person. */
typedef struct trey_store_message {
    char text[512];
} trey_store_message;

/* ---- Keys ---------------------------------------------------------------------------
 * They stand in a file of their own, which only its owner can read, and never in the
 * database: one signs checkpoints, the other seals the seeds of open rounds. */
enum { TREY_SIGN_PUBLIC_BYTES = 32, TREY_SIGN_SECRET_BYTES = 64, TREY_SIGNATURE_BYTES = 64 };

typedef struct trey_store_keys {
    trey_seal_key seal;
    uint8_t sign_secret[TREY_SIGN_SECRET_BYTES];
    uint8_t sign_public[TREY_SIGN_PUBLIC_BYTES];
} trey_store_keys;
/* A new file with fresh keys, mode 0600; INVALID where it exists already. */
trey_status trey_store_keys_create(const char *path, trey_store_keys *keys,
                                   trey_store_message *message);
/* INVALID for a file that others may read, or that is not a key file. */
trey_status trey_store_keys_load(const char *path, trey_store_keys *keys,
                                 trey_store_message *message);
void trey_store_keys_wipe(trey_store_keys *keys);

/* What only the owner of the keys can make: over the store's identity and the value it
 * stands beside. All zeros where the store was opened without keys. */
enum { TREY_MAC_BYTES = 32 };
typedef struct trey_mac {
    uint8_t byte[TREY_MAC_BYTES];
} trey_mac;

/* ---- Opening ------------------------------------------------------------------------- */
typedef struct trey_store trey_store;

enum { TREY_NODE_NAME_MAX = 32 }; /* with its zero; see trey/nodes.h */

typedef struct trey_store_options {
    bool create;                 /* make the store where there is none */
    bool still;                  /* read one moment of it; nothing can be committed */
    bool doubtful;               /* with `still`: even if the head counts what is not there */
    const trey_store_keys *keys; /* copied; NULL: nothing is signed, sealed or compared */
    const char *witness;         /* file to which checkpoints are appended; NULL: none */
    const char *seen;            /* file that remembers the last batch; NULL: none */
    bool restored;               /* an older copy was put back on purpose: forget what was seen */
    uint64_t checkpoint_every;   /* records; 0: TREY_CHECKPOINT_EVERY */
    unsigned reconnect_seconds;  /* how long to look for a lost server; 0: a minute and a half */
    unsigned open_seconds;       /* ... for one that is not there yet; 0: ten */
    const char *node;            /* one of several processes, by its name; NULL: alone */
    /* Of a node, in milliseconds: the server ends a transaction that does nothing for so
     * long, a lock is waited for twice and an answer three times as long, and a lost server
     * is looked for as long: then STORE_LOST, and the caller tries again. 0: as above. */
    unsigned lease_ms;
} trey_store_options;
enum { TREY_CHECKPOINT_EVERY = 10000 };

/* `address` is a path (SQLite) or postgresql://...; `options` may be NULL.
 * Besides NO_MEMORY and NO_FILE:
 *   STORE_BUSY      another process has the file open
 *   STORE_VERSION   its schema is of a version that this program does not read
 *   STORE_FOREIGN   a database, or another file, that is not Trey's
 *   STORE_CORRUPT   damaged; or shorter than its witness remembers
 *   STORE_FORGED    its head is not sealed with `keys`: they are another house's, or somebody
 *                   without them has written to the database
 *   STORE_LOST      the server cannot be reached */
trey_status trey_store_open(trey_store **out, const char *address,
                            const trey_store_options *options, trey_store_message *message);
void trey_store_close(trey_store *store);

/* To be called every few seconds by whoever has it open for long: does the store still stand
 * where it was opened? STORE_FAILED where its file is gone or another lies there. Remembers
 * how far it has come. */
trey_status trey_store_watch(trey_store *store);

/* Is it reached over a connection, so that each question costs a way there and back? */
bool trey_store_is_server(const trey_store *store);

/* About the last call that did not return OK. */
const char *trey_store_message_text(const trey_store *store);

enum { TREY_IDENTITY_BYTES = 16 };
typedef struct trey_store_info {
    const char *backend;                    /* "SQLite" or "PostgreSQL" */
    uint8_t identity[TREY_IDENTITY_BYTES];  /* drawn when the store was made */
    unsigned version;                       /* of the schema */
    uint64_t records, answers, checkpoints; /* numbers run from 1 to these */
    uint64_t batches;
    trey_hash chain; /* of the last record */
    trey_hash root;  /* of the tree over all records */
    trey_hash link;  /* of the last batch */
    trey_mac sealed; /* the head, by the house's keys; or zeros */
    uint64_t bytes;  /* on the disk */
} trey_store_info;
trey_status trey_store_tell(trey_store *store, trey_store_info *info);
/* Is it sound by the database's own measure: pages, rows, indexes? STORE_CORRUPT where not.
 * A PostgreSQL server looks after that itself: OK. */
trey_status trey_store_check(trey_store *store);
/* Is this a SQLite store whose file is shorter than its first page says? In bytes; it need
 * not open. */
bool trey_store_cut(const char *address, uint64_t *there, uint64_t *told);

/* ---- Streams --------------------------------------------------------------------------
 * What is appended in one order of its own. A stream's first record, at place 0, is
 * written by the store and holds its kind and name, so that the chain covers them;
 * the places from 1 are the owner's. */
typedef uint32_t trey_stream; /* from 1 */

typedef enum trey_stream_kind {
    TREY_STREAM_TABLE = 1,
    TREY_STREAM_JACKPOT = 2,
    TREY_STREAM_CAGE = 3,
    TREY_STREAM_HOUSE = 4 /* staff, settings, notices */
} trey_stream_kind;
enum { TREY_STREAM_NAME_MAX = 64 }; /* with its zero; UTF-8, no control characters */

/* Finds the stream; where there is none and `create` is set, makes it, at `time`.
 * NOT_FOUND otherwise; INVALID for a name that is none. */
trey_status trey_store_stream(trey_store *store, trey_stream_kind kind, const char *name,
                              bool create, int64_t time, trey_stream *out);

/* The place of the stream's last record; 0 while its owner has written none. */
trey_status trey_store_place(trey_store *store, trey_stream stream, uint64_t *place);

/* Where several processes share a database one of them plays a table. It takes the
 * stream and gets a number; a batch that names an older number is a CONFLICT. */
trey_status trey_store_lease(trey_store *store, trey_stream stream, uint64_t *epoch);
/* Names another node as the one to take the stream next; CONFLICT where somebody has. Who
 * held it until then must write no more. */
trey_status trey_store_hand_over(trey_store *store, trey_stream stream, uint64_t epoch,
                                 const char *node);

/* ---- Ledger ----------------------------------------------------------------------------
 * An account is a kind and its owner: a player's number, or the number of the stream
 * of a table, a jackpot or a cage. It begins at zero with its first transfer. Only
 * the kinds marked so may fall below zero; the database itself refuses the others. */
#define TREY_LEDGER_LIST(X)                                                                        \
    X(PLAYER, 1, "player", false)         /* chips; owner: the player */                           \
    X(HOUSE, 2, "house", true)            /* a table's bank */                                     \
    X(LAYOUT, 3, "layout", false)         /* stakes that lie on a table */                         \
    X(PLAYER_BANK, 4, "bank", false)      /* what the player-dealer put up */                      \
    X(DROP, 5, "drop", false)             /* collection */                                         \
    X(METER, 6, "meter", false)           /* owner: the jackpot, as the next three */              \
    X(RESERVE, 7, "reserve", false)       /* seeds the next jackpot */                             \
    X(OVERFLOW, 8, "overflow", false)     /* beyond the ceiling */                                 \
    X(PENDING, 9, "pending", false)       /* awards that wait for confirmation */                  \
    X(CAGE, 10, "cage", true)             /* the world outside */                                  \
    X(JACKPOT_HOUSE, 11, "funding", true) /* what the house puts into a jackpot */

typedef enum trey_ledger_kind {
#define TREY_LEDGER_ENUM(symbol, number, name, owes) TREY_LEDGER_##symbol = (number),
    TREY_LEDGER_LIST(TREY_LEDGER_ENUM)
#undef TREY_LEDGER_ENUM
} trey_ledger_kind;
const char *trey_ledger_name(unsigned kind); /* NULL for a number that is none */
bool trey_ledger_may_owe(unsigned kind);

/* One number for both, so that no table maps one to the other. */
enum { TREY_LEDGER_KINDS_MAX = 64 };
typedef int64_t trey_ledger_account;
static inline trey_ledger_account trey_account_of(trey_ledger_kind kind, uint64_t owner) {
    TREY_ASSERT(owner < UINT64_C(1) << 56);
    return (trey_ledger_account)(owner * TREY_LEDGER_KINDS_MAX + (unsigned)kind);
}
static inline unsigned trey_account_kind(trey_ledger_account account) {
    return (unsigned)(account % TREY_LEDGER_KINDS_MAX);
}
static inline uint64_t trey_account_owner(trey_ledger_account account) {
    return (uint64_t)account / TREY_LEDGER_KINDS_MAX;
}

/* From one account to another, because of a record. */
typedef struct trey_transfer {
    trey_ledger_account payer, payee;
    trey_cents cents;    /* above 0 */
    uint8_t seat, wager; /* as in the table's posting; 0 where there is none */
} trey_transfer;
enum { TREY_RECORD_TRANSFERS_MAX = 1024 };

/* Zero for an account that nothing has moved yet. */
trey_status trey_store_balance(trey_store *store, trey_ledger_account account, trey_cents *cents);

/* ---- What is stored -----------------------------------------------------------------------*/
enum {
    TREY_RECORD_BYTES_MAX = 1 << 20,
    TREY_ANSWER_BYTES_MAX = 1 << 16,
    TREY_SNAPSHOT_BYTES_MAX = 1 << 24,
    TREY_KEPT_NAME_MAX = 64, /* with its zero; printing characters of ASCII */
    TREY_KEPT_BYTES_MAX = 1 << 16
};

/* The types are the owner's; 0 is the store's own, with the stream's kind and name. */
typedef struct trey_record {
    uint64_t seq;   /* over the whole store, from 1, without gaps */
    uint64_t place; /* in its stream, without gaps */
    int64_t time;   /* microseconds since 1970 */
    trey_stream stream;
    uint16_t type;
    uint32_t size;
    const uint8_t *body;
    trey_hash chain;
    const trey_transfer *transfer;
    uint32_t transfers;
} trey_record;

/* A client's own number for a command. Those that begin with the time are cheaper to
 * store than random ones. */
enum { TREY_COMMAND_ID_BYTES = 16 };
typedef struct trey_command_id {
    uint8_t byte[TREY_COMMAND_ID_BYTES];
} trey_command_id;

typedef struct trey_answer {
    uint64_t number; /* over the whole store, from 1 */
    trey_command_id command;
    trey_stream stream;
    uint16_t refusal; /* 0: none */
    uint64_t first;   /* seq of the first of its records; 0 where there is none */
    uint32_t count;
    uint32_t size;
    const uint8_t *body;
} trey_answer;

typedef struct trey_snapshot {
    trey_stream stream;
    uint64_t place; /* the state behind the record at this place */
    uint32_t size;
    const uint8_t *body;
    trey_mac mac;
} trey_snapshot;

/* A small value that may be replaced and wiped: a sealed seed, what is still due. */
typedef struct trey_kept {
    trey_stream stream;
    char name[TREY_KEPT_NAME_MAX];
    uint32_t size;
    const uint8_t *body;
    trey_mac mac;
} trey_kept;

/* What happens once only, such as the award of a hit: said under a name, and never taken
 * back. Names are as those of kept values. */
typedef struct trey_claim {
    trey_stream stream;
    char name[TREY_KEPT_NAME_MAX];
} trey_claim;

typedef struct trey_checkpoint {
    uint64_t number; /* from 1 */
    uint64_t count;  /* of records */
    trey_hash chain, root;
    int64_t time; /* of the last record */
    uint8_t key[TREY_SIGN_PUBLIC_BYTES];
    uint8_t signature[TREY_SIGNATURE_BYTES];
} trey_checkpoint;

/* What one commit left behind: how far records and answers go with it, and what it did to
 * kept values. See "Sealed batches" below. */
typedef struct trey_batch_row {
    uint64_t number; /* from 1 */
    uint64_t records, answers, checkpoints;
    trey_hash chain; /* of the last record */
    trey_hash link;  /* over the batches before it, its answers and what it kept */
    uint32_t size;
    const uint8_t *kept; /* trey_kept_note_read */
    trey_mac mac;
} trey_batch_row;

typedef struct trey_stream_item {
    trey_stream id;
    uint8_t kind; /* trey_stream_kind */
    char name[TREY_STREAM_NAME_MAX];
    uint64_t epoch;
} trey_stream_item;

typedef struct trey_balance_item {
    trey_ledger_account account;
    trey_cents balance;
} trey_balance_item;

/* ---- Writing ------------------------------------------------------------------------------
 * A batch gathers; nothing is stored before the commit. Bytes are copied. When memory
 * runs out the batch remembers it and the commit says so. */
typedef struct trey_batch trey_batch;

trey_status trey_batch_open(trey_batch **out);
void trey_batch_clear(trey_batch *batch); /* to be filled again */
void trey_batch_close(trey_batch *batch);

/* The stream is still ours: where somebody else has taken it, the commit is a CONFLICT. */
void trey_batch_hold(trey_batch *batch, trey_stream stream, uint64_t epoch);

/* `type` above 0. */
void trey_batch_record(trey_batch *batch, trey_stream stream, uint16_t type, int64_t time,
                       const void *body, size_t size);
/* Belongs to the record that was added last. */
void trey_batch_transfer(trey_batch *batch, const trey_transfer *transfer);
/* Of a command whose records are the last `records` ones. */
void trey_batch_answer(trey_batch *batch, const trey_command_id *command, trey_stream stream,
                       uint16_t refusal, uint32_t records, const void *body, size_t size);
/* The newest one of a stream replaces the others. */
void trey_batch_snapshot(trey_batch *batch, trey_stream stream, uint64_t place, const void *body,
                         size_t size);
void trey_batch_keep(trey_batch *batch, trey_stream stream, const char *name, const void *body,
                     size_t size);
void trey_batch_wipe(trey_batch *batch, trey_stream stream, const char *name);
/* Where the stream has a claim of this name already, the commit is a CONFLICT. */
void trey_batch_claim(trey_batch *batch, trey_stream stream, const char *name);
/* A signed checkpoint behind this batch, besides the regular ones: after a jackpot,
 * after a ruling. */
void trey_batch_checkpoint(trey_batch *batch);

size_t trey_batch_records(const trey_batch *batch);
bool trey_batch_empty(const trey_batch *batch);

typedef struct trey_receipt {
    uint64_t first, last;  /* seq of the batch's records; both 0 where it has none */
    uint64_t checkpoint;   /* number of the one made with it; 0: none */
    trey_status witnessed; /* OK, or why the witness file lacks a checkpoint */
} trey_receipt;

/* All of it is durable, or nothing is written:
 *   CONFLICT       a stream was not where the batch expects it, or is no longer ours, or a
 *                  command of it has been answered already, or a claim made already
 *   OVERDRAWN      an account that may not owe would fall below zero
 *   INVALID        a stream that is not there, a snapshot of a place that is not reached
 *   STORE_FULL     no room; try again when there is
 *   STORE_LOST     the server did not come back in time: whether it is stored is open.
 *                  Commit the same batch again: it is not stored twice
 *   STORE_FAILED   the disk failed: the store has stopped, all later calls say so. Close it,
 *                  find out why, open it again, and ask for the answers
 * `receipt` may be NULL. */
trey_status trey_store_commit(trey_store *store, trey_batch *batch, trey_receipt *receipt);

/* ---- Several processes ------------------------------------------------------------------------
 * Who decides on what is stored locks first: nobody else commits until this store has
 * committed, or given up, and what is read meanwhile is the last. One batch is committed
 * under a lock; where the connection broke meanwhile and somebody else has written, that
 * commit, and what is read before it, is a CONFLICT and nothing is written. Streams are
 * made and leased without a lock. A SQLite file has one process, and locks nothing.
 *
 * `*last`: the seq of the last record. STORE_BUSY where somebody else holds the lock for
 * longer than a lost server would be looked for. */
trey_status trey_store_lock(trey_store *store, uint64_t *last);
void trey_store_unlock(trey_store *store); /* without a commit; no lock is fine */

/* ---- Reading ---------------------------------------------------------------------------------
 * Cursors read in pages and may be open while batches are committed: they end where
 * the store ended when they were opened. */
typedef enum trey_store_part {
    TREY_PART_STREAMS,
    TREY_PART_RECORDS, /* with their transfers */
    TREY_PART_ANSWERS,
    TREY_PART_CHECKPOINTS,
    TREY_PART_BALANCES,
    TREY_PART_SNAPSHOTS,
    TREY_PART_KEPT,
    TREY_PART_CLAIMS,
    TREY_PART_BATCHES
} trey_store_part;

typedef struct trey_store_item {
    trey_store_part part;
    union {
        trey_stream_item stream;
        trey_record record;
        trey_answer answer;
        trey_checkpoint checkpoint;
        trey_balance_item balance;
        trey_snapshot snapshot;
        trey_kept kept;
        trey_claim claim;
        trey_batch_row batch;
    };
} trey_store_item;

typedef struct trey_cursor trey_cursor;
/* All of a part, in order: of records those with a seq above `after`, of the others
 * those whose number is above it. */
trey_status trey_cursor_open(trey_cursor **out, trey_store *store, trey_store_part part,
                             uint64_t after);
/* The records of one stream with a place above `after`, or, of TREY_PART_KEPT, what is
 * kept for it. Place 0 is not among them. Not for claims. */
trey_status trey_cursor_open_stream(trey_cursor **out, trey_store *store, trey_store_part part,
                                    trey_stream stream, uint64_t after);
/* *item is NULL at the end. */
trey_status trey_cursor_next(trey_cursor *cursor, const trey_store_item **item);
void trey_cursor_close(trey_cursor *cursor);

/* Each NOT_FOUND where there is none; a snapshot or a kept value that is not sealed with the
 * store's keys is STORE_FORGED, also for a cursor, unless the store was opened without keys. */
trey_status trey_store_answer(trey_store *store, const trey_command_id *command, trey_answer *out);
/* Many at once, in one question: those that are there, in any order. */
enum { TREY_ANSWERS_AT_ONCE = 1024 };
typedef void trey_answer_found(void *context, const trey_answer *answer);
trey_status trey_store_answers(trey_store *store, const trey_command_id *command, size_t count,
                               trey_answer_found *found, void *context);
trey_status trey_store_snapshot(trey_store *store, trey_stream stream, trey_snapshot *out);
trey_status trey_store_kept(trey_store *store, trey_stream stream, const char *name,
                            trey_kept *out);
trey_status trey_store_record(trey_store *store, uint64_t seq, trey_record *out);

/* ---- The audit chain ----------------------------------------------------------------------------
 * A record's chain hash is the Merkle leaf over the one before it, the record's
 * numbers, its transfers and its body; before the first stands the identity of the
 * store. So one hash serves chain and tree, and covers the ledger too. */
trey_hash trey_chain_start(const uint8_t identity[TREY_IDENTITY_BYTES]);
trey_hash trey_chain_next(const trey_hash *before, const trey_record *record);

/* The bytes that are hashed, behind those of the hash before, for a proof that a third
 * party checks; returns how many. `room` of TREY_RECORD_PROOF_MAX is always enough. */
enum { TREY_RECORD_PROOF_MAX = 64 + 32 * TREY_RECORD_TRANSFERS_MAX + TREY_RECORD_BYTES_MAX };
size_t trey_record_bytes(const trey_record *record, uint8_t *out, size_t room);

/* A checkpoint is published as a C2SP tlog-checkpoint. Its origin, which is also the name of
 * the key, is `trey/` and the store's identity in hexadecimal digits. */
char *trey_checkpoint_origin(const uint8_t identity[TREY_IDENTITY_BYTES],
                             char out[TREY_NOTE_NAME_MAX]);
bool trey_checkpoint_identity(const char *origin, uint8_t identity[TREY_IDENTITY_BYTES]);
void trey_checkpoint_key(const uint8_t key[TREY_SIGN_PUBLIC_BYTES],
                         const uint8_t identity[TREY_IDENTITY_BYTES], trey_note_key *out);
/* ---- Sealed batches ----------------------------------------------------------------------------
 * A store that is opened with keys seals what it writes with a key that is derived from
 * them: each kept value and snapshot, the head, and a row for each batch. The row's link is
 * over the link before it, the batch's answers and what it did to kept values. So whoever
 * can write to the database and has no keys can neither add, change nor take away anything
 * unseen; and an old state of all of it is what the witness is for. */
typedef struct trey_store_seal {
    trey_seal_key key;
    uint8_t identity[TREY_IDENTITY_BYTES];
} trey_store_seal;
void trey_store_seal_open(trey_store_seal *seal, const trey_store_keys *keys,
                          const uint8_t identity[TREY_IDENTITY_BYTES]);
void trey_kept_seal(const trey_store_seal *seal, trey_kept *kept);
bool trey_kept_sealed(const trey_store_seal *seal, const trey_kept *kept);
bool trey_snapshot_sealed(const trey_store_seal *seal, const trey_snapshot *snapshot);
bool trey_batch_sealed(const trey_store_seal *seal, const trey_batch_row *batch);
bool trey_store_sealed(const trey_store *store, const trey_store_seal *seal); /* its head */

/* The link of a batch: open it with the link before, add its answers in order, close it. The
 * link before the first is trey_chain_start. */
void trey_batch_link_open(trey_hasher *hasher, const trey_hash *before);
void trey_batch_link_answer(trey_hasher *hasher, const trey_answer *answer);
trey_hash trey_batch_link_close(trey_hasher *hasher, const trey_batch_row *batch);

/* What a batch did to one value. */
typedef struct trey_kept_note {
    trey_stream stream;
    char name[TREY_KEPT_NAME_MAX];
    bool wiped;
    trey_mac mac; /* unless it was wiped */
} trey_kept_note;
/* The note at `*at` of the batch, which goes behind it; false at the end, or where the bytes
 * are none: then `*at` is not the size. */
bool trey_kept_note_read(const trey_batch_row *batch, size_t *at, trey_kept_note *out);

/* Is it signed by its own key, for this store? Whose key it is, is for the caller. */
bool trey_checkpoint_signed(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES]);
/* As a signed note; returns its length. */
enum { TREY_CHECKPOINT_NOTE_MAX = 384 };
size_t trey_checkpoint_note(const trey_checkpoint *checkpoint,
                            const uint8_t identity[TREY_IDENTITY_BYTES],
                            char out[TREY_CHECKPOINT_NOTE_MAX]);
/* The first checkpoint over at least so many records; NOT_FOUND where there is none. */
trey_status trey_store_checkpoint(trey_store *store, uint64_t count, trey_checkpoint *out);

/* Appends a note to the witness file and syncs it: one that the file has already, with the
 * cosignatures that have come since. Without a witness file nothing happens. */
trey_status trey_store_witness_keep(trey_store *store, const char *note, size_t size);
/* The newest note of this store in the witness file, with its cosignatures; size 0: none. */
trey_status trey_store_witness_newest(trey_store *store, char *out, size_t room, size_t *size);

/* How far the store is signed, as this process saw it last. */
typedef struct trey_store_signed {
    uint64_t checkpoints; /* there are so many */
    uint64_t covered;     /* records under the last of them */
    uint64_t records;     /* in all */
} trey_store_signed;
trey_store_signed trey_store_how_signed(const trey_store *store);

/* ---- The tree, for proofs of consistency -----------------------------------------------------
 * Remembers the roots of full parts, a quarter of a byte a record. It is read in steps, and
 * again after each start. */
typedef struct trey_tree trey_tree;
trey_status trey_tree_open(trey_tree **out);
void trey_tree_close(trey_tree *tree);           /* NULL is fine */
uint64_t trey_tree_count(const trey_tree *tree); /* records that it has read */
/* Reads at most so many records more; `*left` is how many it lacks then. */
trey_status trey_tree_read(trey_tree *tree, trey_store *store, uint64_t most, uint64_t *left);
/* The proof that the first `from` records are the beginning of the first `to` ones. INVALID where
 * there are not so many, NOT_FOUND where the tree has not read them yet. */
trey_status trey_tree_consistency(const trey_tree *tree, trey_store *store, uint64_t from,
                                  uint64_t to, trey_hash proof[TREY_PATH_MAX], size_t *length);

/* ---- Copies
 * -------------------------------------------------------------------------------------- A backup
 * is a SQLite store that opens like any other. Steps may alternate with commits; what is committed
 * meanwhile is in the copy. Of a PostgreSQL store the copy is of the moment at which it was opened.
 */
typedef struct trey_backup trey_backup;
/* The copy is `path`.part until it is whole and on the disk; what a process that died has
 * left there is written over. INVALID where `path` exists already. */
trey_status trey_backup_open(trey_backup **out, trey_store *store, const char *path);
trey_status trey_backup_step(trey_backup *backup, bool *done); /* a few milliseconds */
/* How much is copied; of a PostgreSQL store nothing is known until it is done. */
unsigned trey_backup_percent(const trey_backup *backup);
/* Before it is done: the copy is removed. */
void trey_backup_close(trey_backup *backup);
trey_status trey_store_backup(trey_store *store, const char *path); /* all of it */

/* Fills a store that was just made and is empty, item by item, as cursors gave them:
 * streams, records, answers, checkpoints, snapshots, kept values, claims, batches. The chain is
 * computed
 * and compared. Until trey_import_end the store cannot be opened for anything else. */
typedef struct trey_import trey_import;
trey_status trey_import_open(trey_import **out, trey_store *store,
                             const uint8_t identity[TREY_IDENTITY_BYTES]);
/* INVALID, and trey_store_message_text says why, for an item that does not follow. */
trey_status trey_import_add(trey_import *import, const trey_store_item *item);
/* INVALID where it has not come to this record and this hash. `head` is the seal of the other
 * store's head; NULL: it had none. */
trey_status trey_import_end(trey_import *import, uint64_t records, const trey_hash *chain,
                            const trey_mac *head);
void trey_import_close(trey_import *import);

#ifdef __cplusplus
}
#endif
#endif
