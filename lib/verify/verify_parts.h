/* verify_parts.h -- what the parts of a verification ask of each other.
 *
 * verify.c walks through the records; each part looks at one side of them. Whatever does not
 * fit is said with verify_fault, once a record, and the walk goes on. A stream whose state is
 * no longer known is astray: what follows in it is counted and hashed, and not judged. */
#ifndef TREY_VERIFY_PARTS_H
#define TREY_VERIFY_PARTS_H

#include "trey/base.h"
#include "trey/check.h"
#include "trey/house.h"
#include "trey/verify.h"
#include "trey/wire.h"

enum { SAID_MAX = 256 };

/* ---- Fairness of a table's running round ---------------------------------------------- */
typedef struct fair_pledge {
    trey_player player;
    bool opened;
    uint8_t pledge[TREY_CHECK_BYTES], share[TREY_CHECK_BYTES];
} fair_pledge;

typedef struct fair_replay {
    bool committed, fixed, cut;
    bool withheld;  /* a share did not come: the round has to be void */
    bool fresh;     /* the record before was the commitment, or the cut */
    bool fate_due;  /* the round is over; its fate comes next */
    bool fate_void; /* ... and it is void */
    bool fate_dealt;
    uint8_t fate_cause;
    bool deck_known; /* `deck` was dealt */
    uint64_t round;
    trey_hash commitment, root[TREY_STACKS];
    trey_cut_record cut_to;
    trey_card deck[TREY_CARDS];
    unsigned pledges;
    fair_pledge pledge[TREY_PLEDGES];
} fair_replay;

/* What lib/check is told about a round, with the room that it takes. */
typedef struct fair_round {
    trey_check_round round;
    trey_check_pledge pledge[TREY_PLEDGES];
} fair_round;

/* ---- A table ---------------------------------------------------------------------------- */
struct verify_stream;
typedef struct table_replay {
    trey_table_terms terms;
    const trey_rulebook *book; /* of v->books, as are the rules */
    const trey_rules *rules;
    trey_hash book_hash;
    struct verify_stream *jackpot; /* its link, or NULL */
    trey_table state;
    fair_replay fair;
    bool awaits_deck;     /* the command was to deal, the sealed deck follows */
    trey_command dealing; /* that command */
    bool blind;           /* the deck was not to be had: events are folded, not decided */
    trey_deal_times dealt[TREY_SEATS + 1];
    bool won; /* its jackpot, by a line of the settlement in hand */
    trey_aborts aborts;
    bool aborts_kept;
    trey_verify_table tally;
} table_replay;

/* ---- A linked jackpot ------------------------------------------------------------------- */
struct confirmation {
    uint64_t hit;
    bool claimed;
};
enum { LINK_DUES = TREY_SEATS + 2 };
typedef struct link_replay {
    trey_link state;
    trey_link_decision decision;      /* of the command in hand */
    unsigned next;                    /* event of it; == decision.count: none is missing */
    trey_link_command due[LINK_DUES]; /* what tables have to have told it, in order */
    unsigned dues;
    struct confirmation *confirmed; /* in the order of the awards */
    size_t confirmations, confirmed_room;
    trey_unpaid_list unpaid; /* what it refused to hear of */
    trey_unpaid award;       /* that is due: where, and when its cards fell */
    bool unpaid_kept;
} link_replay;

typedef struct verify_stream {
    trey_stream_item item;
    uint64_t places; /* records so far */
    table_replay *table;
    link_replay *link;
    struct trey_people_fold *people;
    uint8_t *snapshot; /* its newest, or NULL */
    uint32_t snapshot_size;
    uint64_t snapshot_place;
    bool seed_kept; /* of its running round */
    bool astray;
} verify_stream;

/* ---- Witness ------------------------------------------------------------------------------ */
typedef struct witness_line {
    trey_tree_head seen;
    uint32_t key_id; /* of the house's key */
    bool met;        /* the store has the same */
} witness_line;
typedef struct witness_lines {
    witness_line *line; /* of this store, by size */
    size_t count, room, next;
    trey_note_key *key; /* that have signed the store's checkpoints */
    size_t keys, keys_room;
} witness_lines;

/* ---- Seeds ---------------------------------------------------------------------------------- */
struct seed_worker;
struct seed_scout;

typedef struct verify_shifts verify_shifts;

typedef struct verify_cage_entry {
    trey_cage_command command;
    bool reversed;
} verify_cage_entry;

/* ---- Batches -------------------------------------------------------------------------------- */
typedef struct batches_replay {
    trey_cursor *rows, *links; /* in step with the records; with the answers */
    trey_batch_row row;        /* the next that ends with a record; number 0: no more */
    trey_batch_row linked;     /* the one whose answers are being read */
    trey_hash last;            /* link, of those whose answers were read */
    trey_hasher hasher;
    trey_map kept; /* what the batches so far have left: trey_kept_note */
    uint64_t seen;
    trey_store_seal seal;
    bool keyed; /* there are keys, and they are the store's */
} batches_replay;

/* A record whose hash does not fit: either its bytes were changed, or the hash itself. What
 * comes next tells. */
typedef struct chain_fork {
    bool open;
    trey_hash stored;
    trey_frontier frontier; /* before it */
} chain_fork;

typedef struct verifying {
    trey_store *store;
    const trey_verify_options *options;
    trey_verify_options without_keys; /* where those that were given are another house's */
    trey_verify_report *report;
    trey_store_message *message;
    trey_status status; /* an operating error, or OK */
    bool stopped;       /* something was found just now, or status is not OK */
    bool unreadable;    /* a page of the store: nothing more can be looked at */
    bool gap;           /* numbers of records are missing */
    bool cut;           /* ... at the end */
    bool astray;        /* one of the streams is */
    uint64_t named;     /* the last record about which something was said */
    char house[TREY_STREAM_NAME_MAX];
    bool house_known;
    verify_stream *stream; /* by id less 1 */
    size_t streams, stream_room;
    const trey_record *record; /* in hand */
    /* Chain. */
    trey_hash chain;
    chain_fork fork;
    trey_frontier frontier;
    batches_replay batches;
    trey_cursor *checkpoints;
    trey_checkpoint checkpoint; /* the next one; number 0: no more */
    uint64_t checkpoint_count;  /* of the one before */
    int64_t last_time;
    witness_lines witness;
    /* Answers. */
    trey_cursor *answers;
    trey_answer answer; /* the next one that has records; number 0: no more */
    uint64_t answers_seen, answer_number, answer_end;
    bool answer_inside, answer_claimed;
    bool answer_astray;                       /* what it claims cannot be judged */
    bool answer_doubtful;                     /* the next one is not as it was given */
    const struct verify_stream *answer_tells; /* a link that its command lost, or NULL */
    /* Money. */
    trey_books books;
    trey_map ledger; /* every account as the transfers leave it: trey_cents */
    /* The command whose events are due: a table's. */
    verify_stream *deciding;
    verify_stream *owing; /* the jackpot whose records are due before any other */
    trey_decision decision;
    unsigned next; /* event of it */
    struct seed_worker *worker;
    struct seed_scout *scout;
    verify_shifts *shifts;
    /* The cage's entries, by place less 1. */
    verify_cage_entry *cage_entry;
    size_t cage_count, cage_room;
} verifying;

/* ---- verify.c ---------------------------------------------------------------------------- */
/* Says what does not fit about the record in hand; false, so that it can be returned. */
bool verify_fault(verifying *v, const char *what, const char *expected, const char *found);
/* ... about something that is no record. */
bool verify_fault_beside(verifying *v, trey_verdict verdict, const char *expected,
                         const char *found, const char *what, ...)
    __attribute__((format(printf, 5, 6)));
bool verify_fails(verifying *v, trey_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The store could not be read. */
bool verify_store_fails(verifying *v, trey_status status);
/* May it go on, after something was found? */
bool verify_goes_on(const verifying *v);
/* The state of the stream is not known any more; nor is that of its jackpot. */
void verify_astray(verifying *v, verify_stream *stream);
const char *verify_stream_name(const verify_stream *stream, char out[SAID_MAX]);
verify_stream *verify_find_stream(verifying *v, trey_stream_kind kind, const char *name);
/* Says it with two numbers. */
bool verify_fault_numbers(verifying *v, const char *what, uint64_t expected, uint64_t found);
bool verify_no_transfers(verifying *v);
bool verify_transfers(verifying *v, const trey_transfer *expected, size_t count);

/* ---- verify_chain.c ------------------------------------------------------------------------ */
bool chain_open(verifying *v);
bool chain_record(verifying *v);      /* number, hash, tree */
bool chain_checkpoints(verifying *v); /* those that end at the record in hand */
bool chain_end(verifying *v);
/* Where a record's hash did not fit: the one that goes on is this one, if it can be. */
void chain_settle(verifying *v, const trey_hash *hash);
void chain_close(verifying *v);

/* ---- verify_witness.c ----------------------------------------------------------------------- */
bool witness_open(verifying *v);
bool witness_record(verifying *v); /* notes that end at the record in hand */
bool witness_end(verifying *v);
void witness_close(verifying *v);
/* Has the witness a note for this checkpoint of the store? */
bool witness_checkpoint(verifying *v, const trey_checkpoint *checkpoint);

/* ---- verify_batches.c ---------------------------------------------------------------------- */
bool batches_open(verifying *v);
bool batches_record(verifying *v); /* those that end at the record in hand */
bool batches_answer(verifying *v, const trey_answer *answer);
bool batches_end(verifying *v);
bool batches_kept(verifying *v); /* what is kept now, and what the batches say of it */
void batches_close(verifying *v);

/* ---- verify_ledger.c --------------------------------------------------------------------------
 */
bool ledger_record(verifying *v);
bool ledger_end(verifying *v);
void ledger_close(verifying *v);
trey_cents ledger_balance(const verifying *v, trey_ledger_kind kind, uint64_t owner);

/* ---- verify_answers.c ---------------------------------------------------------------------------
 */
bool answers_open(verifying *v);
bool answers_before(verifying *v); /* does a claim begin with the record in hand? */
bool answers_after(verifying *v);
/* The record in hand is a command with this id. */
bool answers_command(verifying *v, const trey_command_id *id);
bool answers_end(verifying *v);
void answers_close(verifying *v);

/* ---- verify_table.c
 * ------------------------------------------------------------------------------ */
bool table_record(verifying *v, verify_stream *stream);
bool table_end(verifying *v, verify_stream *stream);
void table_forget(table_replay *table);

/* ---- verify_fold.c
 * -------------------------------------------------------------------------------- */
/* Can the engine take an event that nobody decided? */
bool fold_safe(const table_replay *table, const trey_event *event);
char *event_said(const trey_event *event, char out[SAID_MAX]);

/* ---- verify_link.c
 * -------------------------------------------------------------------------------- */
bool link_record(verifying *v, verify_stream *stream);
bool link_end(verifying *v, verify_stream *stream);
/* What an event of a table means for its link. */
typedef struct before_event {
    uint8_t phase, contribution_in, dealt;
    trey_cents contributed;
} before_event;
bool link_follow(verifying *v, verify_stream *stream, const before_event *before,
                 const trey_event *event);

/* ---- verify_claims.c
 * ------------------------------------------------------------------------------ */
bool claims_note(verifying *v, link_replay *link, uint64_t number);
bool claims_match(verifying *v);
void link_forget(link_replay *link);

/* ---- verify_people.c
 * ------------------------------------------------------------------------------ */
bool people_record(verifying *v, verify_stream *stream);
bool people_snapshot(verifying *v, verify_stream *stream);
/* May this be kept for them? */
bool people_kept(const verify_stream *stream, const trey_kept *kept);

/* ---- verify_shifts.c
 * ------------------------------------------------------------------------------ */
bool shifts_open(verifying *v);
void shifts_pass(verifying *v); /* the record in hand is in the tree */
bool shifts_record(verifying *v);
void shifts_close(verifying *v);

/* ---- verify_fair.c
 * --------------------------------------------------------------------------------- */
bool fair_commitment(verifying *v, verify_stream *stream);
bool fair_pledge_record(verifying *v, verify_stream *stream);
bool fair_share_record(verifying *v, verify_stream *stream);
bool fair_cut(verifying *v, verify_stream *stream);
bool fair_withheld(verifying *v, verify_stream *stream);
/* After an event: the closing call fixes the list of pledges. */
void fair_follow(table_replay *table);
/* What lib/check is to be told about the round. */
void fair_tell(const fair_replay *fair, fair_round *out);
/* The deck that the record in hand seals: true with table->fair.deck_known, or without. */
bool fair_deck(verifying *v, verify_stream *stream);
bool fair_fate(verifying *v, verify_stream *stream);
/* What is kept beside the records: seeds of running rounds. */
bool fair_kept(verifying *v);

/* ---- verify_seeds.c
 * ---------------------------------------------------------------------------------- */
bool seeds_open(verifying *v);
/* Hands a round to the second thread; `seed` may be NULL. */
bool seeds_check(verifying *v, verify_stream *stream, const uint8_t *seed);
/* Waits for all of them; the first that did not fit takes the place of a later finding. */
void seeds_close(verifying *v);
/* The seed that was shown to all when this round was over, from further on in the store;
 * false: there is none. */
bool scout_seed(verifying *v, trey_stream stream, uint64_t round, uint8_t seed[TREY_SEED_BYTES]);

#endif
