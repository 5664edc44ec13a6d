/* house.h -- tables, linked jackpots and the cage of one house, kept in a store.
 *
 *   trey_house_open      everything as it was; rounds that were running when the
 *                        process died are interrupted as their rulebook says
 *   trey_house_command   a table decides; what follows is staged, with its money
 *   trey_house_flush     one transaction for all that is staged: now acknowledge
 *
 * A reply is good once the flush that follows it has returned OK, and not before. A
 * command that comes again with the same id gets the same reply and changes nothing; one
 * that was accepted also after a restart. A refusal is remembered by the process that gave it,
 * for at least 65,536 more answers. When a flush fails the house has stopped: close it, and open
 * it again when the store is back; nothing that was not acknowledged is needed.
 *
 * A shared house is one of several nodes, processes on one PostgreSQL store. Between the
 * first command of a batch and its flush it holds the store's lock, so flush soon. What
 * follows from sharing stands below at "Nodes".
 *
 * One thread at a time. */
#ifndef TREY_HOUSE_H
#define TREY_HOUSE_H

#include "trey/link.h"
#include "trey/shuffle.h"
#include "trey/store.h"
#include "trey/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trey_house trey_house;
struct trey_fate_record;

/* Microseconds since 1970. */
typedef int64_t trey_clock(void *context);

/* Who gets to see the seed of a round that was dealt when it is over. It gives every card away,
 * those of hands that were folded among them; fairness does not rest on it. */
typedef enum trey_reveal {
    TREY_REVEAL_NOBODY,
    TREY_REVEAL_AUDITOR, /* whoever has the house's key */
    TREY_REVEAL_ALL
} trey_reveal;

typedef struct trey_house_options {
    const char *name;          /* of the house, in every commitment */
    const trey_seal_key *seal; /* copied */
    trey_reveal reveal;
    trey_entropy *entropy; /* NULL: the kernel's */
    void *entropy_context;
    trey_clock *clock; /* NULL: the system's */
    void *clock_context;
    uint32_t snapshot_every; /* records of a stream; 0: TREY_SNAPSHOT_EVERY */
    bool shared;             /* one of several nodes */
    /* From these values on two people pay or claim a jackpot award, and move cash or chips at the
     * cage; 0: one does. What tables ask for stands in their configuration. */
    trey_cents award_second, cash_second;
} trey_house_options;
enum { TREY_SNAPSHOT_EVERY = 1000 };

/* The store is borrowed; nobody else may commit to it meanwhile, but for the nodes of a
 * shared house. Of a shared house no round is interrupted. */
trey_status trey_house_open(trey_house **out, trey_store *store, const trey_house_options *options,
                            trey_store_message *message);
void trey_house_close(trey_house *house);

/* Makes all that was staged durable. `receipt` may be NULL. */
trey_status trey_house_flush(trey_house *house, trey_receipt *receipt);
/* The next flush signs a checkpoint, whatever else it stores. */
void trey_house_sign(trey_house *house);
/* The end of a day: flushes, and signs what was recorded since the last checkpoint. To be
 * called before a house is closed in good order; it can go on playing, too. */
trey_status trey_house_finish(trey_house *house, trey_receipt *receipt);
/* Commands staged since the last flush. */
unsigned trey_house_staged(const trey_house *house);
/* Flushes so far, those that failed among them: what was staged before the last one is stored, or
 * has never happened. */
uint64_t trey_house_flushes(const trey_house *house);
/* About the last call that did not return OK. */
const char *trey_house_message(const trey_house *house);

/* ---- Nodes ------------------------------------------------------------------------------
 * Each node of a shared house has every table, jackpot and count of chips, and jackpots
 * and the cage take commands at each of them. A table is played by the node that leads it;
 * others refuse its commands with not_leading, which is not kept as an answer, so that the
 * same command can be given to the leader.
 *
 * A flush of a shared house that fails does not end it, unless the disk did: nothing of
 * the batch has happened, memory is as the store is, and tables and jackpots that were
 * opened in it are gone. Give the commands again, with their ids. After STORE_LOST some of
 * them may have happened: their ids tell. When a command itself does not return OK, the
 * batch is lost in the same way, and its flush says so.
 *
 * Opening tables or jackpots, and taking over, flush what is staged first. */

/* Leads the table from now on, as whoever opens one does; a round that is running is
 * interrupted as its rulebook says. Nothing where this node leads it already. */
trey_status trey_house_lead(trey_house *house, unsigned table);
/* As far as this node has heard. */
bool trey_house_leads(const trey_house *house, unsigned table);
/* The number of the lease by which it leads; 0: it does not. */
uint64_t trey_house_epoch(const trey_house *house, unsigned table);
/* Between two rounds: another node is to lead the table, and takes it with trey_house_lead.
 * INVALID while a round runs, CONFLICT where somebody has taken it over already. */
trey_status trey_house_hand_over(trey_house *house, unsigned table, const char *node);
/* Somebody told that another node leads it now. */
void trey_house_lost(trey_house *house, unsigned table);
/* Takes in what other nodes have stored, without a command of one's own. */
trey_status trey_house_catch_up(trey_house *house);
/* The last record that this node has taken in, or stored itself. */
uint64_t trey_house_seen(const trey_house *house);

/* Whoever shows tables is told what this node did not decide for him: what others stored,
 * command by command, and what the house does itself when a round is interrupted or a link
 * is lost. The calls come in the middle of others: the house may be looked at, and not be
 * given anything. */
typedef struct trey_house_follower {
    /* A decision without events: only what the table shows has changed. `by` gave the command;
     * TREY_NOBODY: the house. */
    void (*table)(void *context, unsigned table, const trey_table *before,
                  const trey_decision *decision, trey_player by);
    void (*chips)(void *context, trey_player player); /* they may have changed */
    void (*jackpot)(void *context, unsigned jackpot, const trey_link *before,
                    const trey_link_event *event);
    void (*notes)(void *context); /* something was noted: see trey_people_catch_up */
    void *context;
} trey_house_follower;
void trey_house_follow(trey_house *house, const trey_house_follower *follower); /* NULL: nobody */

/* ---- Replies --------------------------------------------------------------------------- */
/* What the house itself refuses; numbers go on where the table's list ends. */
#define TREY_HOUSE_REFUSALS(X)                                                                     \
    X(CHIPS_SHORT, "chips_short", "the player does not have that many chips")                      \
    X(NO_ENTROPY, "no_entropy", "the system has no randomness to give; nothing is dealt")          \
    X(CARDS_ARE_ENTERED, "cards_are_entered", "this table's cards are entered by the dealer")      \
    X(NO_PLEDGE, "no_pledge", "only players with a bet take part, while bets are open")            \
    X(PLEDGED_ALREADY, "pledged_already", "you have already pledged a share in this round")        \
    X(PLEDGE_SUSPENDED, "pledge_suspended",                                                        \
      "you withheld a share lately; you may bet, without a say in the shuffle")                    \
    X(NO_SHARE_DUE, "no_share_due", "no share of yours is waited for")                             \
    X(BAD_SHARE, "bad_share", "that is not the share that you pledged")                            \
    X(SHARES_DUE, "shares_due", "the deal waits for the players' shares in the shuffle")           \
    X(ROLE_TOO_LOW, "cage_role", "only a cashier or a manager may do that")                        \
    X(BAD_AMOUNT, "bad_amount", "enter a valid amount above $0")                                   \
    X(METER_IS_LINKED, "meter_is_linked", "the link alone says what the display shows")            \
    X(NOT_LEADING, "not_leading", "another node plays this table; give the command there")         \
    X(SEED_LOST, "seed_lost", "the seed of this round was lost; the round must be voided")         \
    X(BOX_SHORT, "box_short", "the drop box does not have that much in it")                        \
    X(NO_SUCH_ENTRY, "no_such_entry", "there is no such entry, or it cannot be reversed")          \
    X(REVERSED_ALREADY, "reversed_already", "that entry has already been reversed")                \
    X(OWN_ENTRY, "own_entry", "you cannot reverse an entry that you made yourself")                \
    X(SECOND_PERSON, "second_person", "a second person has to stand by it")

typedef enum trey_house_refused {
    TREY_HOUSE_REFUSED_NONE = 0,
    TREY_HOUSE_REFUSED_BELOW = 999, /* every number of the table's */
#define TREY_HOUSE_REFUSAL_CONSTANT(constant, word, text) TREY_HOUSE_REFUSED_##constant,
    TREY_HOUSE_REFUSALS(TREY_HOUSE_REFUSAL_CONSTANT)
#undef TREY_HOUSE_REFUSAL_CONSTANT
        TREY_HOUSE_REFUSED_LINK = 2000 /* plus the link's own number */
} trey_house_refused;
/* Of any number in a reply, also the table's and the link's. */
const char *trey_reply_word(unsigned refused);
const char *trey_reply_text(unsigned refused);

typedef struct trey_reply {
    uint16_t refused; /* 0: done; trey_refused, trey_house_refused, or the link's */
    bool again;       /* answered before; `decision` is NULL */
    uint32_t records; /* that it caused */
    /* What a table decided, until the next call; for refusals too. */
    const trey_decision *decision;
} trey_reply;

/* Commands with these ids are about to come: whether they were answered before is asked of the
 * store in one question. Holds until the next flush. */
trey_status trey_house_expect(trey_house *house, const trey_command_id *id, size_t count);
/* What answering has cost so far. */
typedef struct trey_house_effort {
    uint64_t compared; /* places where a known answer was looked for */
    uint64_t asked;    /* questions to the store */
} trey_house_effort;
const trey_house_effort *trey_house_effort_of(const trey_house *house);

/* ---- Tables ------------------------------------------------------------------------------ */
enum { TREY_TERMS_TEXT = 512 };
enum { TREY_TITLE_MAX = 80 }; /* bytes with the zero; UTF-8, no control characters */

typedef struct trey_table_terms {
    char name[TREY_STREAM_NAME_MAX];
    char rulebook[32];                  /* id of a built-in book */
    char readings[TREY_TERMS_TEXT];     /* "A-MBS-01=B A-ALL-02=C", or empty */
    char values[TREY_TERMS_TEXT];       /* "pays.pair_plus.straight=6", or empty */
    char jackpot[TREY_STREAM_NAME_MAX]; /* the link that it belongs to, or empty */
    trey_table_config config;           /* of a linked table the link's values replace its own */
    trey_cents meter;                   /* where it is not linked */
    /* How staff who opened the table want it run, which no settings say. No rule depends on
     * it; it stands in the record so that it holds at every node and after every start. */
    bool run;                   /* they have said so: what follows counts */
    bool automatic;             /* the floor calls and deals */
    char title[TREY_TITLE_MAX]; /* or empty */
} trey_table_terms;

/* Makes a table, staged like a command; INVALID with a message for terms that do not
 * fit, CONFLICT for a name that is taken. */
trey_status trey_house_table_open(trey_house *house, const trey_table_terms *terms,
                                  unsigned *table);

unsigned trey_house_tables(const trey_house *house);
/* The table with this name, or trey_house_tables. */
unsigned trey_house_table_find(const trey_house *house, const char *name);
const trey_table *trey_house_table(const trey_house *house, unsigned table);
const trey_rules *trey_house_rules(const trey_house *house, unsigned table);
const trey_table_terms *trey_house_terms(const trey_house *house, unsigned table);
/* What its commitments name. */
const trey_hash *trey_house_book_hash(const trey_house *house, unsigned table);
trey_stream trey_house_table_stream(const trey_house *house, unsigned table);

/* NULL for an id: the house's own doing, never repeated. */
trey_status trey_house_command(trey_house *house, unsigned table, const trey_command_id *id,
                               const trey_command *command, trey_reply *reply);
/* A bettor's part in the shuffle: a pledge while bets are open, one a person and round, and
 * the share that it was made of after the closing call. `round` is the one that is meant, so
 * that nothing late counts for another. */
trey_status trey_house_pledge(trey_house *house, unsigned table, const trey_command_id *id,
                              trey_player player, uint64_t round, const trey_hash *pledge,
                              trey_reply *reply);
trey_status trey_house_share(trey_house *house, unsigned table, const trey_command_id *id,
                             trey_player player, uint64_t round, const trey_share *share,
                             trey_reply *reply);
/* The time for shares is over: the round is void, as its rulebook treats an interruption. Not
 * while none is missing. The follower is told what happens at the table. */
trey_status trey_house_withheld(trey_house *house, unsigned table, trey_reply *reply);
/* Picks and cuts the deck and deals; after the closing call and the last share. */
trey_status trey_house_deal(trey_house *house, unsigned table, const trey_command_id *id,
                            trey_reply *reply);

/* ---- Fairness ---------------------------------------------------------------------------
 * What is published of the running round, and the fold of its records. */
enum {
    TREY_PLEDGES = TREY_SEATS * TREY_BETTORS + 1, /* everybody who can have a bet down */
    TREY_SUSPENDED_ROUNDS = 20,                   /* without a say, after a share was withheld */
    TREY_WITHHOLDERS = 32                         /* that a table remembers */
};
typedef struct trey_fairness {
    bool committed;
    bool fixed;    /* the closing call was made: the list is what it is */
    bool dealt;    /* with `joint` and `spare` */
    bool withheld; /* a share did not come, and the round is void */
    uint64_t round;
    trey_hash commitment, root[TREY_STACKS], list, joint;
    trey_seed spare; /* of the stack that is not dealt */
    unsigned pledges;
    trey_pledge pledge[TREY_PLEDGES];
} trey_fairness;
void trey_fairness_begin(trey_fairness *fair, uint64_t round, const trey_hash *commitment,
                         const trey_hash root[TREY_STACKS]);
/* `state` is the table at that moment. Each 0, or a trey_house_refused. */
unsigned trey_fairness_pledge(trey_fairness *fair, const trey_table *state, trey_player player,
                              const trey_hash *pledge);
unsigned trey_fairness_share(trey_fairness *fair, trey_player player, const trey_share *share);
/* After each event: the closing call fixes the list, without those who have no bet. */
void trey_fairness_follow(trey_fairness *fair, const trey_table *state);
/* Shares that are waited for. */
unsigned trey_fairness_due(const trey_fairness *fair);
/* Has the player something at stake at the table? */
bool trey_has_stake(const trey_table *state, trey_player player);
const trey_fairness *trey_house_fairness(const trey_house *house, unsigned table);

/* Rounds of a table that came to nothing. Whoever knows the deck could choose them. */
typedef struct trey_withholder {
    trey_player player;
    uint32_t times;
    uint64_t until; /* the last round without a say */
} trey_withholder;
typedef struct trey_aborts {
    uint64_t before, after; /* voids before and after cards were dealt */
    uint64_t interrupted;   /* of those after: by an interruption */
    uint64_t withheld;      /* of those before: a share did not come */
    unsigned people;        /* the oldest are forgotten */
    trey_withholder person[TREY_WITHHOLDERS];
} trey_aborts;
void trey_aborts_note_fate(trey_aborts *aborts, const struct trey_fate_record *fate);
void trey_aborts_note_withheld(trey_aborts *aborts, uint64_t round, const trey_player *player,
                               unsigned count);
bool trey_aborts_suspended(const trey_aborts *aborts, trey_player player, uint64_t round);
const trey_aborts *trey_house_aborts(const trey_house *house, unsigned table);
/* Kept under this name next to the records of a table. */
#define TREY_ABORTS_NAME "aborts"
bool trey_aborts_decode(const trey_kept *kept, trey_aborts *out);
/* Openings of exactly the cards that this viewer sees; returns how many. */
size_t trey_house_openings(const trey_house *house, unsigned table, unsigned role,
                           trey_player player, trey_opening out[TREY_CARDS]);

/* ---- Linked jackpots ------------------------------------------------------------------------ */
trey_status trey_house_jackpot_open(trey_house *house, const char *name, const char *rulebook,
                                    const trey_link_parameters *parameters, trey_cents start,
                                    unsigned *jackpot);
unsigned trey_house_jackpots(const trey_house *house);
unsigned trey_house_jackpot_find(const trey_house *house, const char *name);
const trey_link *trey_house_jackpot(const trey_house *house, unsigned jackpot);
const char *trey_house_jackpot_name(const trey_house *house, unsigned jackpot);
const char *trey_house_jackpot_rulebook(const trey_house *house, unsigned jackpot);
/* Staff's: confirm, reject, place, change, down, up, claim, strike. Tables' own are the house's.
 * Of a claim and of what is struck off only the table's stream, the round, the seat and the reason
 * are asked; the house knows the rest, and refuses what it has not got among the unpaid. */
trey_status trey_house_jackpot_command(trey_house *house, unsigned jackpot,
                                       const trey_command_id *id, const trey_link_command *command,
                                       trey_reply *reply);

/* Awards of which a jackpot took no notice, because its link was lost or too many hits
 * waited: staff claim them or strike them off. The last few, the oldest first; a hand that is
 * undone is taken out. */
enum { TREY_UNPAID = 8 };
typedef struct trey_unpaid {
    trey_stream table;
    uint8_t seat;
    trey_player player;
    uint64_t round;
    trey_cents value; /* what its line says that the meter pays */
    trey_value award; /* a share of what is displayed, or the value itself */
    /* When cards fell, for its place among the hits. */
    uint64_t players_first_card, players_third_card, dealers_third_card;
} trey_unpaid;
typedef struct trey_unpaid_list {
    unsigned count;
    trey_unpaid award[TREY_UNPAID];
} trey_unpaid_list;
/* Where it cannot be read `out` is what was known last. */
trey_status trey_house_unpaid(trey_house *house, unsigned jackpot, trey_unpaid_list *out);

/* ---- The cage ---------------------------------------------------------------------------------
 */
typedef enum trey_cage_kind {
    TREY_CAGE_BUY_IN = 1,
    TREY_CAGE_CASH_OUT = 2,
    TREY_CAGE_TRANSFER = 3, /* from player to other */
    TREY_CAGE_BOX = 4,      /* other: a table's stream; its drop box is emptied into the cage */
    TREY_CAGE_FILL = 5,     /* other: a table's stream; chips go to its bank */
    TREY_CAGE_CREDIT = 6,   /* and back */
    TREY_CAGE_FLOAT = 7,    /* cash is counted into the drawer; no chips move */
    TREY_CAGE_VAULT = 8,    /* and out of it */
    TREY_CAGE_REVERSAL = 9  /* an entry was a mistake: what it moved goes back */
} trey_cage_kind;
/* Cashiers have no role at a table; this is how they are known here. A shift manager may do
 * the same, and the house itself, which is nobody, hands out play money as a dealer. */
enum { TREY_CAGE_CASHIER = TREY_ROLE_SHIFT_MANAGER + 1 };
typedef struct trey_cage_command {
    uint8_t kind, role;
    uint32_t actor, player, other;
    trey_cents amount;
    uint32_t second; /* who stands by it as well, in that role; or nobody */
    uint8_t second_role;
    uint8_t identified; /* the cashier has seen who the player is */
    /* REVERSAL: the entry by its place in the cage's stream, what it was, and why. Player, other
     * and amount are the entry's own and are filled in by the house. */
    uint8_t was;
    uint64_t entry;
    char reason[TREY_LIMITS_REASON];
} trey_cage_command;
/* A box is emptied between rounds only, since a round that is voided gives collections back;
 * an amount of 0 means all of it, and what is staged is flushed before. */
trey_status trey_house_cage(trey_house *house, const trey_command_id *id,
                            const trey_cage_command *command, trey_reply *reply);
/* What lies in a table's drop box, as far as it is stored. */
trey_status trey_house_drop(trey_house *house, unsigned table, trey_cents *cents);
/* Chips of a player, with what is staged. */
trey_status trey_house_chips(trey_house *house, trey_player player, trey_cents *cents);

/* ---- Notes --------------------------------------------------------------------------------------
 * Streams of others whose records belong into the house's batch: who its people are. The
 * house knows their names and nothing else. */
#define TREY_HOUSE_PEOPLE "people"
typedef struct trey_house_notes {
    trey_stream stream;
    uint64_t place;       /* of its last record, with those staged */
    uint64_t snapshot_at; /* the place of the last snapshot */
} trey_house_notes;
/* Finds the stream of the house with this name, or makes it. */
trey_status trey_house_notes_open(trey_house *house, const char *name, trey_house_notes *out);
/* Before something is decided that will be noted; STORE_FAILED when the house has stopped. */
trey_status trey_house_notes_begin(trey_house *house);
/* Each staged like a command. `time` by trey_house_now. */
void trey_house_notes_add(trey_house *house, trey_house_notes *notes, unsigned type, int64_t time,
                          const void *body, size_t size);
void trey_house_notes_keep(trey_house *house, const trey_house_notes *notes, const char *name,
                           const void *body, size_t size);
void trey_house_notes_wipe(trey_house *house, const trey_house_notes *notes, const char *name);
/* Have enough records come since the last one, for a state of so many parts? */
bool trey_house_notes_snapshot_due(const trey_house *house, const trey_house_notes *notes,
                                   size_t parts);
void trey_house_notes_snapshot(trey_house *house, trey_house_notes *notes, const void *body,
                               size_t size);

/* ---- Snapshots ----------------------------------------------------------------------------------
 * Of a table's state, or a link's, with the number of their layout in front. */
enum {
    TREY_SNAPSHOT_LAYOUT_BYTES = 4,
    TREY_TABLE_SNAPSHOT_BYTES = TREY_SNAPSHOT_LAYOUT_BYTES + sizeof(trey_table),
    TREY_LINK_SNAPSHOT_BYTES = TREY_SNAPSHOT_LAYOUT_BYTES + sizeof(trey_link)
};
void trey_table_snapshot_encode(const trey_table *table, uint8_t out[TREY_TABLE_SNAPSHOT_BYTES]);
void trey_link_snapshot_encode(const trey_link *link, uint8_t out[TREY_LINK_SNAPSHOT_BYTES]);
/* False for another layout, or another size: then the records have to be read. */
bool trey_table_snapshot_decode(const trey_snapshot *snapshot, trey_table *out);
bool trey_link_snapshot_decode(const trey_snapshot *snapshot, trey_link *out);

/* To read from. */
trey_store *trey_house_store(const trey_house *house);
int64_t trey_house_now(trey_house *house); /* by the house's clock */
trey_cents trey_house_award_second(const trey_house *house);
/* From the key that the house was opened with; wipe it after use. */
void trey_house_derive_key(const trey_house *house, const char *purpose, trey_seal_key *out);

/* ---- Records: what stands in the streams
 * --------------------------------------------------------- For those who read a store without a
 * house: verification, reports. */
typedef enum trey_record_type {
    TREY_RECORD_OPENED = 1,     /* terms of a table; parameters of a jackpot */
    TREY_RECORD_COMMAND = 2,    /* id, and the command; of a shuffled deck without cards */
    TREY_RECORD_EVENT = 3,      /* of the stream's kind; of the cage with an id before it */
    TREY_RECORD_SEALED = 4,     /* an event that nobody may read before the round ends */
    TREY_RECORD_COMMITMENT = 5, /* round, commitment, roots */
    TREY_RECORD_PLEDGE = 6,     /* id, player, pledge */
    TREY_RECORD_CUT = 7,        /* round, hashes of list and shares, seed of the spare stack */
    TREY_RECORD_FATE = 8,       /* round, how it ended, and the seed as the house has set */
    TREY_RECORD_SHARE = 9,      /* id, player, share */
    TREY_RECORD_WITHHELD = 10   /* round, players whose share did not come */
} trey_record_type;

typedef enum trey_fate { TREY_FATE_DEALT = 1, TREY_FATE_VOID = 2 } trey_fate;

typedef struct trey_fate_record {
    uint64_t round;
    uint8_t fate;            /* trey_fate */
    uint8_t dealt;           /* cards had been dealt */
    uint8_t reveal;          /* trey_reveal: what `seed` holds; nobody where it was lost */
    uint8_t cause;           /* of a void: the irregularity plus one, or 0 for a ruling */
    uint8_t withheld;        /* ... because a share did not come */
    trey_seed seed;          /* all: plain */
    trey_sealed_seed sealed; /* auditor */
} trey_fate_record;
/* What the record says of why, for the event that ended the round. */
uint8_t trey_fate_cause(const trey_event *event);

/* Each false for bytes that are not exactly one such record. */
bool trey_terms_decode(const trey_record *record, trey_table_terms *out);
bool trey_command_decode(const trey_record *record, trey_command_id *id, trey_command *out);
bool trey_event_decode(const trey_record *record, trey_event *out);
/* With the house's key; the sealed bytes are bound to the stream and the round. */
bool trey_event_unseal(const trey_record *record, const trey_seal_key *key, trey_event *out);
bool trey_commitment_decode(const trey_record *record, uint64_t *round, trey_hash *commitment,
                            trey_hash root[TREY_STACKS]);
bool trey_pledge_decode(const trey_record *record, trey_command_id *id, trey_player *player,
                        trey_hash *pledge);
bool trey_share_decode(const trey_record *record, trey_command_id *id, trey_player *player,
                       trey_share *share);
typedef struct trey_cut_record {
    uint64_t round;
    trey_hash list, joint;
    trey_seed spare;
} trey_cut_record;
bool trey_cut_decode(const trey_record *record, trey_cut_record *out);
bool trey_withheld_decode(const trey_record *record, uint64_t *round,
                          trey_player player[TREY_PLEDGES], unsigned *count);
bool trey_fate_decode(const trey_record *record, trey_fate_record *out);
typedef struct trey_jackpot_terms {
    char rulebook[32];
    trey_link_parameters parameters;
    trey_cents start;
} trey_jackpot_terms;
bool trey_jackpot_terms_decode(const trey_record *record, trey_jackpot_terms *out);
bool trey_link_command_decode(const trey_record *record, trey_command_id *id,
                              trey_link_command *out);
bool trey_link_event_decode(const trey_record *record, trey_link_event *out);
/* When the cards of a hand fell, for the order of jackpot winners [rws 4.9.1]: on the clock of
 * the records, which all tables share. */
typedef struct trey_deal_times {
    uint64_t first, third;
} trey_deal_times;
/* dealt[0] is the dealer's. `after` is the table when the event has been applied, `time` that of
 * its record. */
void trey_deal_times_note(trey_deal_times dealt[TREY_SEATS + 1], const trey_table *after,
                          const trey_event *event, int64_t time);
/* Unpaid awards, kept under this name beside the records of their jackpot. */
#define TREY_UNPAID_NAME "unpaid"
bool trey_unpaid_decode(const trey_kept *kept, trey_unpaid_list *out);
void trey_unpaid_add(trey_unpaid_list *list, const trey_unpaid *award);
/* Fills in what is known of the award that a claim names by table, round and seat; an amount
 * of 0 where it is not there. */
void trey_unpaid_tell(const trey_unpaid_list *list, trey_link_command *claim);
/* Was it there? */
bool trey_unpaid_drop(trey_unpaid_list *list, trey_stream table, uint64_t round, unsigned seat);
/* What stands in the body of an answer: eight bytes of a hash over the rest of it. */
enum { TREY_ANSWER_CHECK_BYTES = 8 };
void trey_answer_check(const trey_command_id *id, trey_stream stream, unsigned refused,
                       uint32_t records, uint8_t out[TREY_ANSWER_CHECK_BYTES]);
bool trey_cage_decode(const trey_record *record, trey_command_id *id, trey_cage_command *out);

/* ---- Ids ------------------------------------------------------------------------------
 * An id belongs to whoever says it: two people may say the same, and nobody can use up
 * another's, or the house's own. Its first six bytes, which may be a time, stay in front. */
void trey_command_id_of(uint32_t person, const uint8_t said[TREY_COMMAND_ID_BYTES],
                        trey_command_id *out);
/* What it moves; `cage` is its stream. */
trey_transfer trey_cage_transfer(trey_stream cage, const trey_cage_command *command);

/* With the house's own key: an event, sealed or not, and the seed of a round that is over,
 * unless nobody was to see it again. */
bool trey_house_event_read(const trey_house *house, const trey_record *record, trey_event *out);
bool trey_house_seed_read(const trey_house *house, const trey_fate_record *fate,
                          const trey_hash *commitment, trey_seed *out);
const char *trey_house_name(const trey_house *house);

/* A rulebook under the readings and values of the terms; NULL with a message. */
trey_rulebook *trey_terms_book(const trey_table_terms *terms, trey_store_message *message);
/* What a commitment names: every value of the book as it is played. */
trey_hash trey_rulebook_hash(const trey_rulebook *book);
bool trey_terms_same_book(const trey_table_terms *a, const trey_table_terms *b);
/* Such books, opened once for all terms that ask for the same. */
typedef struct trey_open_book {
    trey_table_terms terms; /* rulebook, readings and values of it */
    trey_rulebook *book;
    trey_rules *rules;
    trey_hash hash;
} trey_open_book;
typedef struct trey_books {
    trey_open_book **item;
    size_t count, room;
} trey_books;
/* The book lasts as long as the others do. INVALID, with a message, for terms that no book fits. */
trey_status trey_books_find(trey_books *books, const trey_table_terms *terms,
                            const trey_open_book **out, trey_store_message *message);
void trey_books_close(trey_books *books);
/* The transfer of a table's opening: the start value of a meter of its own is the house's
 * money. False: it has none. */
bool trey_terms_transfer(const trey_table_terms *terms, trey_stream table, trey_transfer *out);
/* The transfers of one event, as the house books them. `table` and `jackpot` are
 * streams; jackpot 0 where the table has its own meter. Returns how many. */
enum { TREY_EVENT_TRANSFERS = 8 };
size_t trey_event_transfers(const trey_rules *rules, const trey_table *before,
                            const trey_event *event, trey_stream table, trey_stream jackpot,
                            trey_transfer out[TREY_EVENT_TRANSFERS]);
/* Does this line win the jackpot, so that bets which wait for a round without a win do not enter?
 * As in a settlement: the whole of it, or a share after which the display is reset. */
bool trey_line_wins_jackpot(const trey_rulebook *book, const trey_event *line);
size_t trey_link_transfers(const trey_link *before, const trey_link_event *event,
                           trey_stream jackpot, trey_transfer out[TREY_EVENT_TRANSFERS]);

#ifdef __cplusplus
}
#endif
#endif
