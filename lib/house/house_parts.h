/* house_parts.h -- what the parts of a house ask of each other. */
#ifndef TREY_HOUSE_PARTS_H
#define TREY_HOUSE_PARTS_H

#include "trey/base.h"
#include "trey/house.h"
#include "trey/wire.h"

enum { NO_JACKPOT = -1 };

typedef struct house_table {
    trey_table_terms terms;
    const trey_rulebook *book; /* shared, as the next two */
    const trey_rules *rules;
    trey_hash book_hash;
    trey_stream stream;
    uint64_t place;       /* of its last record, with those staged */
    uint64_t snapshot_at; /* the place of the last snapshot */
    uint64_t stored;      /* of a shared house: the place without those staged */
    uint64_t epoch;       /* ... of the lease by which this node leads it; 0: it does not */
    bool held;            /* the batch holds the lease */
    bool untrue;          /* memory is to be read again */
    bool seed_due;        /* the seed of the running round is yet to be read */
    int jackpot;          /* its link, or NO_JACKPOT */
    bool won;             /* its jackpot, by a line of the settlement in hand */
    trey_table state;
    /* The shuffle of the running round. */
    trey_fairness fair;
    trey_seed seed;
    trey_shuffled shuffled;
    trey_aborts aborts; /* of all rounds */
    trey_deal_times dealt[TREY_SEATS + 1];
} house_table;

typedef struct house_jackpot {
    char name[TREY_STREAM_NAME_MAX];
    trey_jackpot_terms terms;
    trey_stream stream;
    uint64_t place, snapshot_at, stored;
    bool untrue;
    bool unpaid_read; /* `unpaid` is what the store has, with what is staged */
    trey_link state;
    trey_unpaid_list unpaid;
} house_jackpot;

/* Answers that this process remembers, the newest in `now`. */
typedef struct house_answered_one {
    trey_command_id id;
    uint16_t refused;
    uint32_t records;
} house_answered_one;
typedef struct house_answers {
    trey_map now, before;    /* house_answered_one */
    trey_map absent;         /* asked for since the last flush, and not in the store */
    trey_command_id *staged; /* since the last flush */
    size_t staged_count, staged_room;
    uint8_t salt[16];
} house_answers;

struct trey_house {
    trey_store *store;
    trey_batch *batch;
    char name[TREY_STREAM_NAME_MAX];
    trey_seal_key seal;
    trey_reveal reveal;
    trey_entropy *entropy;
    void *entropy_context;
    trey_clock *clock;
    void *clock_context;
    uint32_t snapshot_every;
    bool stopped;
    trey_cents award_second, cash_second;
    bool shared;        /* what follows is of a shared house */
    bool locked;        /* the store, for the batch in hand */
    bool untrue;        /* memory is to be read again */
    trey_status broken; /* why the batch in hand is lost; OK while it is not */
    uint64_t seq;       /* of the last record that memory has */
    trey_house_follower follower;
    struct house_followed {
        const house_table *table; /* whose command is being read; NULL: none */
        trey_table before;
        trey_decision decision;
        trey_player by;
    } followed;
    trey_stream cage;
    uint64_t cage_place;
    trey_books books;
    house_table **table;
    unsigned tables;
    size_t table_room;
    house_jackpot **jackpot;
    unsigned jackpots;
    size_t jackpot_room;
    trey_map chips; /* of players, with what is staged: trey_cents */
    house_answers answers;
    trey_house_effort effort;
    unsigned staged;
    uint64_t flushes; /* so far, also those that failed */
    uint32_t records; /* of the command in hand */
    int64_t recorded; /* when the last record was made */
    trey_decision decision;
    trey_link_decision link_decision;
    trey_store_message message;
};

/* ---- house.c ---------------------------------------------------------------------- */
int64_t house_now(trey_house *house);
trey_status house_fail(trey_house *house, trey_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* One record more; the streams' places count on. */
void house_record(trey_house *house, trey_stream_kind kind, trey_stream stream, uint64_t *place,
                  unsigned type, const trey_writer *body);
void house_transfer(trey_house *house, const trey_transfer *transfer);
/* ---- house_answers.c ---------------------------------------------------------------- */
bool house_answers_open(house_answers *answers);
void house_answers_close(house_answers *answers);
/* What was staged is durable; or it never happened. */
void house_answers_flushed(trey_house *house, bool stored);
/* No id, or the one that stands for none in a record. */
bool id_is_nobodys(const trey_command_id *id);
/* Has this id been answered? Fills the reply if so. */
trey_status house_answered(trey_house *house, const trey_command_id *id, trey_reply *reply,
                           bool *found);
/* Ends a command: its answer, and the reply. */
trey_status house_answer(trey_house *house, const trey_command_id *id, trey_stream stream,
                         unsigned refused, trey_reply *reply);
void house_command_begins(trey_house *house, trey_reply *reply);
/* The player's chips, where they can be changed; NULL when memory or store fail. */
/* Would these leave anybody short? Books them in the chip counts if not. */
trey_status house_chips_move(trey_house *house, const trey_transfer *transfer, size_t count,
                             bool *short_of);

void house_chips_forget(trey_house *house, trey_player player);
void house_chips_forget_all(trey_house *house);
trey_status house_has_stopped(trey_house *house);

/* ---- house_shared.c ------------------------------------------------------------------ */
/* A command failed: the house stops, or, shared, the batch is lost. Returns the status. */
trey_status house_broke(trey_house *house, trey_status status);
/* Locks the store and catches up, unless that is done; nothing where it is not shared. */
trey_status house_batch_begins(trey_house *house);
/* ... and gives the lock back, where nothing was staged. */
void house_batch_ends(trey_house *house);
/* Flushes what is staged, since streams are made and leased outside of the lock. */
trey_status house_unstaged(trey_house *house);
trey_status house_flush_shared(trey_house *house, trey_receipt *receipt);
/* Does this node lead the table? The batch holds it if so; otherwise the reply says why. */
bool table_led(trey_house *house, house_table *table, trey_reply *reply);
void table_hold(trey_house *house, house_table *table);

/* ---- house_follow.c -------------------------------------------------------------------
 * Before a record of somebody else is taken in; and when the last one was. */
void follow_table(trey_house *house, const house_table *table, const trey_record *record);
void follow_jackpot(const trey_house *house, const house_jackpot *jackpot,
                    const trey_record *record);
void follow_end(trey_house *house);
/* A command of the house's own that whoever shows the table is told of. */
trey_status table_told_command(trey_house *house, house_table *table, const trey_command *command);

/* ---- house_tables.c ------------------------------------------------------------------ */
/* The table of a command that begins; NULL where it was answered before or is not for this node,
 * and the reply says so, or where something failed: *status. */
house_table *table_begins(trey_house *house, unsigned index, const trey_command_id *id,
                          trey_reply *reply, trey_status *status);
trey_status table_make(trey_house *house, const trey_table_terms *terms, house_table **out);
void table_close(house_table *table);
trey_status table_keep(trey_house *house, house_table *table);
/* A command of the house's own. */
trey_status table_own_command(trey_house *house, house_table *table, const trey_command *command);

/* ---- house_fair.c --------------------------------------------------------------------- */
/* Before an opening call is decided: draws the seed of the round to come. */
trey_status fair_draw(trey_house *house, house_table *table, bool *drawn);
void fair_publish(trey_house *house, house_table *table);
void fair_forget(house_table *table);
void fair_keep_aborts(trey_house *house, const house_table *table);
/* After a restart the seed may be gone: then nothing can be dealt, nor shown. */
bool fair_seed_known(const trey_house *house, const house_table *table);
/* After the round is over. */
trey_status fair_end(trey_house *house, house_table *table, const trey_event *event, bool dealt);
/* What sealed bytes of this round are bound to. */
trey_hash fair_about(trey_stream stream, uint64_t round);

/* ---- house_jackpots.c ------------------------------------------------------------------- */
void jackpot_close(house_jackpot *jackpot);
trey_status jackpot_keep(trey_house *house, house_jackpot *jackpot);
/* What an event of a linked table means for the link. `before` is the table before it. */
trey_status jackpot_follow(trey_house *house, house_table *table, const trey_table *before,
                           const trey_event *event);
/* Brings a linked table's display up to date. */
trey_status jackpot_show(trey_house *house, house_table *table);

/* ---- house_unpaid.c ------------------------------------------------------------------------- */
enum { TREY_UNPAID_BYTES_MAX = 1 + TREY_UNPAID * 91 };
/* A line of a linked table that its jackpot refused to hear of, and what the pay table gives. */
trey_status unpaid_note(trey_house *house, const house_table *table, const trey_event *line,
                        trey_value award);
/* The hand at this seat of the round is undone. */
trey_status unpaid_undo(trey_house *house, const house_table *table, unsigned seat);
/* Staff claim an award or strike it off: fills in what is known of it; and, when that was
 * decided, takes it out. */
trey_status unpaid_tell(trey_house *house, house_jackpot *jackpot, trey_link_command *command);
void unpaid_settle(trey_house *house, house_jackpot *jackpot, const trey_link_command *command);
/* A record of somebody else's, of a linked table or of the jackpot itself. */
void unpaid_follow(const trey_house *house, const house_table *table, const trey_record *record);
void unpaid_follow_jackpot(house_jackpot *jackpot, const trey_record *record);

/* ---- house_load.c -------------------------------------------------------------------------- */
trey_status house_load(trey_house *house);
trey_status load_table(trey_house *house, const trey_stream_item *stream);
trey_status load_jackpot(trey_house *house, const trey_stream_item *stream);
/* The state anew from the store: snapshot, and the records behind it. */
trey_status table_fill(trey_house *house, house_table *table);
trey_status jackpot_fill(trey_house *house, house_jackpot *jackpot);
/* The record that follows. */
trey_status table_take_record(trey_house *house, void *table, const trey_record *record);
trey_status jackpot_take_record(trey_house *house, void *jackpot, const trey_record *record);
/* Seeds of running rounds that others opened, and their decks. */
trey_status tables_take_seeds(trey_house *house);
/* ... without the lock, for the proofs of cards: what has moved on meanwhile stays due. */
void tables_try_seeds(trey_house *house);
/* Rounds that were running are interrupted [mbs 5.16] [rws 5.7]. */
trey_status house_interrupt(trey_house *house);
bool table_is_running(const house_table *table);
trey_status table_interrupt(trey_house *house, house_table *table);

/* ---- house_records.c ------------------------------------------------------------------------ */
void terms_write(trey_writer *to, const trey_table_terms *terms);
void jackpot_terms_write(trey_writer *to, const trey_jackpot_terms *terms);
void fate_write(trey_writer *to, const trey_fate_record *fate);
void aborts_write(trey_writer *to, const trey_aborts *aborts);
enum { ABORTS_BYTES_MAX = 64 + TREY_WITHHOLDERS * 20 };
/* NULL for an id: the house's own doing. */
void id_write(trey_writer *to, const trey_command_id *id);
void cage_write(trey_writer *to, const trey_cage_command *command);
enum { TERMS_BYTES_MAX = 2048 };
/* Does it read as what was written? */
bool record_reads_back(trey_stream_kind kind, const trey_record *record, const trey_seal_key *key);

#endif
