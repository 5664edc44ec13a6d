/* verify.h -- is everything in a store as it was written, and does it all follow?
 *
 *   trey_verify          reads a store once, from its first record to its last, and
 *                        lists what does not fit
 *   trey_record_prove    one record with its way to a signed checkpoint
 *   trey_record_proved   the same, checked by somebody who has no store
 *
 * What is looked at: chain, tree and signatures; the streams' places; every command
 * decided anew and its events compared; every transfer explained by an event; balances,
 * snapshots and answers; shifts that were closed; linked jackpots and what their tables tell them;
 * commitments, shares, cuts and seeds, by lib/check. docs/verify.md says what each proves. */
#ifndef TREY_VERIFY_H
#define TREY_VERIFY_H

#include "trey/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The whole store --------------------------------------------------------------- */
typedef enum trey_verdict {
    TREY_VERDICT_GOOD,
    TREY_VERDICT_CHANGED,    /* a record, or what stands beside it, is not as it was written */
    TREY_VERDICT_TRUNCATED,  /* records are missing at the end */
    TREY_VERDICT_UNWITNESSED /* the witness does not know these checkpoints, or their signer */
} trey_verdict;
const char *trey_verdict_word(trey_verdict verdict); /* "changed" */

typedef struct trey_verify_options {
    const trey_store_keys *keys; /* the house's; NULL: sealed decks stay shut */
    const char *witness;         /* a file of notes; NULL: none was kept */
    const char *witness_notes;   /* its text, where it is no file but was fetched; or NULL */
    size_t witness_size;
    const trey_note_key *witness_key; /* only what this witness has cosigned counts; or NULL */
    const char *house; /* its name; NULL: taken from the store where it stands there */
    bool chain_only;   /* hashes, checkpoints and witness, nothing else */
    bool first_only;   /* ends with the record at which something was found */
    void (*progress)(void *context, uint64_t done, uint64_t records); /* NULL: none */
    void *context;
} trey_verify_options;

/* Something that does not fit. Its texts may hold whatever stands in the store: escape them
 * before they are shown. */
typedef struct trey_finding {
    trey_verdict verdict;
    uint64_t seq;                   /* of the record; 0 where it is not about one */
    uint64_t place;                 /* in its stream */
    char stream[96];                /* "table one", or empty */
    char what[192];                 /* is wrong */
    char expected[256], found[256]; /* empty where there is nothing to compare */
} trey_finding;

/* What became of the commitments of one table. */
typedef struct trey_verify_table {
    char name[TREY_STREAM_NAME_MAX], rulebook[32];
    bool physical;         /* its cards were entered; there are no commitments */
    uint64_t rounds;       /* that were opened */
    uint64_t dealt;        /* commitments that ended with a result */
    uint64_t voided;       /* ... void, and of these */
    uint64_t voided_dealt; /* after cards had been dealt, and of those */
    uint64_t interrupted;  /* by an interruption; before the deal, */
    uint64_t withheld;     /* because a share in the shuffle did not come */
    uint64_t alone;        /* dealt without any player's share */
    uint64_t running;      /* 1 while a round is open */
    uint64_t blind;        /* rounds that could not be replayed: their deck is sealed */
} trey_verify_table;

/* A shift that was closed: its end is where its page says, and the root is that of the tree
 * there. */
typedef struct trey_verify_shift {
    uint64_t number, seq;
    trey_hash root;
} trey_verify_shift;

enum { TREY_FINDINGS_MAX = 200 };
typedef struct trey_verify_report {
    trey_verdict verdict;
    trey_finding finding; /* the first; unless it is GOOD */
    uint64_t faults;      /* all of them */
    trey_finding *listed; /* the first TREY_FINDINGS_MAX */
    size_t listings;
    uint64_t not_judged; /* records of streams whose state was lost with a finding */
    trey_store_info info;
    uint64_t records;     /* read */
    uint64_t last;        /* number of the last of them */
    uint64_t checkpoints; /* whose signature holds */
    uint64_t witnessed;   /* notes of the witness that fit */
    uint64_t covered;     /* records under the last checkpoint */
    uint64_t commands;    /* decided anew */
    uint64_t transfers, accounts, answers;
    uint64_t batches;           /* whose seal holds; with a key */
    uint64_t kept;              /* values that are as the last batch left them */
    uint64_t snapshots;         /* that are the state at their place */
    uint64_t snapshots_skipped; /* of another layout, or of a round that could not be replayed */
    uint64_t rounds, rounds_blind;
    uint64_t commitments, seeds_checked, seeds_unread; /* unread: not shown, or no house's name */
    uint64_t kept_unread;  /* sealed seeds of running rounds that only the key opens */
    uint64_t kept_missing; /* running rounds whose seed is lost: a restart voids them */
    unsigned signers;      /* keys that signed checkpoints */
    uint8_t signer[TREY_SIGN_PUBLIC_BYTES]; /* the first of them */
    trey_verify_table *table;               /* each table of the house */
    size_t tables;
    trey_verify_shift *shift; /* each that was closed, and is as it says */
    size_t shifts;
} trey_verify_report;

/* OK: it was read to its end, or as far as it can be; the report's verdict says what came of
 * it: changed, if anything was; else truncated, or not witnessed. Anything else is an operating
 * error, with a message. */
trey_status trey_verify(trey_store *store, const trey_verify_options *options,
                        trey_verify_report *report, trey_store_message *message);
/* The same by its address. A store that does not open because it is damaged is a finding;
 * what the address names not being a store, or being in use, is an operating error. */
trey_status trey_verify_address(const char *address, const trey_verify_options *options,
                                trey_verify_report *report, trey_store_message *message);
void trey_verify_report_close(trey_verify_report *report);

/* ---- One record ---------------------------------------------------------------------- */
/* A record as it is hashed, its place in the tree, and the checkpoint over it. */
typedef struct trey_record_proof {
    uint8_t identity[TREY_IDENTITY_BYTES];
    uint64_t seq;
    trey_hash before; /* chain hash of the record before it */
    uint8_t *bytes;   /* as trey_record_bytes gives them; freed by trey_record_proof_close */
    size_t size;
    trey_hash path[TREY_PATH_MAX]; /* siblings, lowest first */
    size_t length;
    trey_checkpoint checkpoint;
} trey_record_proof;

/* NOT_FOUND: no such record; INVALID: no checkpoint covers it yet; STORE_CORRUPT: the
 * store does not fit its own checkpoint. */
trey_status trey_record_prove(trey_store *store, uint64_t seq, trey_record_proof *out,
                              trey_store_message *message);
void trey_record_proof_close(trey_record_proof *proof);

typedef enum trey_proof_answer {
    TREY_PROOF_HOLDS,
    TREY_PROOF_RECORD,    /* the bytes are not one record with this number */
    TREY_PROOF_PATH,      /* the way does not lead to the checkpoint's root */
    TREY_PROOF_SIGNATURE, /* the checkpoint is not signed by its key */
    TREY_PROOF_SIGNER     /* ... and the key is not the one that was asked for */
} trey_proof_answer;
const char *trey_proof_text(trey_proof_answer answer);

/* What the bytes of a proof say. */
typedef struct trey_proved_record {
    uint64_t seq, place;
    trey_stream stream;
    int64_t time;
    uint16_t type;
    uint32_t transfers, size;
    const uint8_t *body; /* in the proof's bytes */
} trey_proved_record;

/* Needs no store and none of its code. `signer` may be NULL: then whose key it is, is
 * left to the reader. `out` may be NULL. */
trey_proof_answer trey_record_proved(const trey_record_proof *proof,
                                     const uint8_t signer[TREY_SIGN_PUBLIC_BYTES],
                                     trey_proved_record *out);

#ifdef __cplusplus
}
#endif
#endif
