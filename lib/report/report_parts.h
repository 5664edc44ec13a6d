/* report_parts.h -- what the parts of a report ask of each other.
 *
 * report.c goes from stage to stage; report_rounds.c hears the records of tables,
 * report_records.c those of everybody else; report_expect.c asks what was to be expected;
 * report_json.c and report_csv.c tell it. */
#ifndef TREY_REPORT_PARTS_H
#define TREY_REPORT_PARTS_H

#include "trey/base.h"
#include "trey/incidents.h"
#include "trey/odds.h"
#include "trey/people.h"
#include "trey/report.h"
#include "trey/wire.h"

enum {
    REPORT_SLICE = 1500,   /* records at a time: two milliseconds or three */
    REPORT_LISTED = 20000, /* incidents, sign-ins and hits that are told one by one */
    REPORT_TEXT = 384,
    REPORT_CITED = 96,       /* paragraphs of an incident, as text */
    REPORT_TABLE_COST = 150, /* the terms or the balance of a table, in records */
    REPORT_BOOK_COST = 750,  /* a rulebook that is read: three milliseconds or four */
    REPORT_NO_TABLE = -1
};
/* A table at which nothing ends for longer is not in play. */
#define REPORT_PAUSE_US INT64_C(300000000)
#define REPORT_HOUR_US  INT64_C(3600000000)

/* ---- Rounds ---------------------------------------------------------------------------- */
/* The lines of one round, as far as something was at risk. */
typedef struct report_line {
    uint8_t seat, wager;
    trey_player player;
    trey_cents staked, back, meter;
} report_line;

typedef struct report_round {
    report_line *line;
    size_t lines, room;
    size_t hour;
    trey_cents meter; /* as it opened, or METER_UNKNOWN */
    int64_t played_us;
    bool counted;
} report_round;
#define METER_UNKNOWN INT64_C(-1)

/* What was bet in one box, and how often: the odds are asked once for each. */
typedef struct box_key {
    uint32_t table;
    uint32_t hour;
    trey_cents stake[TREY_STAKES]; /* Play is not among them: it follows the Ante */
    trey_cents meter;              /* the lower end of a narrow range; 0 without a jackpot bet */
} box_key;

typedef struct box_count {
    box_key key;
    int64_t boxes;
    int64_t envied;           /* others' jackpot bets beside each of them, added up */
    int64_t envied_sq;        /* ... and squared */
    double beyond, beyond_sq; /* of the meter over the key's, added up, and squared */
    bool used;
} box_count;

typedef struct box_counts {
    box_count *slot;
    size_t used, room; /* room is a power of two */
} box_counts;

/* ---- Staff ------------------------------------------------------------------------------- */
typedef enum staff_kind {
    STAFF_CALLS, /* commands at tables */
    STAFF_REPORTS,
    STAFF_WITHDRAWN, /* of those */
    STAFF_VOIDS,     /* of a round or a hand */
    STAFF_CORRECTIONS,
    STAFF_AWARDS,
    STAFF_KINDS
} staff_kind;

typedef struct report_person {
    trey_person person;
    uint8_t role; /* the highest in which they acted */
    char name[TREY_PERSON_NAME_MAX];
    uint64_t count[STAFF_KINDS];
} report_person;

/* Who gave the command in hand, and who stood by it. */
typedef struct report_giver {
    trey_person person, second;
    uint8_t role, second_role, verb;
} report_giver;

typedef struct report_table {
    trey_stream stream, jackpot; /* jackpot: of its link, or 0 */
    trey_table_terms terms;
    bool begun; /* its terms have been read */
    trey_tally tally;
    /* The display, as the records tell it. */
    trey_cents meter, meter_opened, contributed;
    bool meter_known, contribution_in;
    trey_cents contribution, reset; /* of each jackpot bet, as displayed last */
    trey_cents meter_in, meter_out; /* own meter: gained and paid in the window */
    trey_cents meter_after;         /* ... and moved behind it */
    /* The round in hand. */
    report_round now, last; /* last: settled, and no other has opened since */
    int64_t first_bet, ended;
    /* The command in hand, as it stands in its record. */
    uint8_t command[TREY_COMMAND_BYTES_MAX + TREY_COMMAND_ID_BYTES];
    uint32_t command_size;
    report_giver giver, reporter;
    unsigned laid; /* what the command in hand has been counted as, one bit a staff_kind */
    /* The report that was made last. */
    unsigned recalls; /* of cards in this round, not named yet */
    bool reported;
    uint8_t report_kind, report_item;
} report_table;

/* ---- Lists ----------------------------------------------------------------------------------- */
typedef struct report_hour {
    int64_t time; /* microseconds */
    trey_tally tally;
} report_hour;

typedef struct report_incident {
    int64_t time;
    uint64_t number; /* of the record */
    const char *kind;
    trey_person person;
    uint8_t role;
    char name[TREY_PERSON_NAME_MAX];
    char place[TREY_STREAM_NAME_MAX]; /* a table's or jackpot's name; empty: neither */
    bool at_table;
    char text[REPORT_TEXT];
    char paragraphs[REPORT_CITED]; /* "3.4; 5.1", or empty */
    trey_card recalled;            /* named when the round is over; else TREY_NO_CARD */
} report_incident;

typedef struct report_sign_in {
    int64_t time;
    trey_person person;
    const char *what;
    char name[TREY_PERSON_NAME_MAX];
    char from[TREY_FROM_MAX];
} report_sign_in;

typedef struct report_hit {
    int64_t time;
    uint64_t number; /* of the link; 0 where the table has its own meter, or it was struck off */
    char table[TREY_STREAM_NAME_MAX];
    unsigned seat;
    trey_person player;
    char name[TREY_PERSON_NAME_MAX];
    trey_cents value;
    trey_cents counted; /* as an award in the table's lines */
    const char *state;  /* HIT_WAITS, "paid", "rejected", "struck" */
} report_hit;
#define HIT_WAITS "waiting"

typedef struct report_jackpot {
    trey_stream stream;
    char name[TREY_STREAM_NAME_MAX];
    int table; /* whose own meter it is, or REPORT_NO_TABLE */
    bool begun;
    trey_cents value, reset, reserve, overflow, pending;
    trey_cents contributed, awarded; /* in the window */
    trey_cents start, contributed_ever, seeded, released, awarded_ever;
    bool identity;
    report_hit *hit;
    size_t hits, hit_room, hits_more;
    report_giver giver;     /* of the command in hand */
    trey_link link;         /* at the end of the window */
    uint64_t last_place;    /* of its stream, in the window */
    trey_cents meter_moved; /* by the window's records, of its ledger account */
} report_jackpot;

typedef struct report_cage {
    trey_stream stream;
    trey_cents buy_ins, cash_outs, transfers, boxes, fills, credits; /* in the window */
    trey_cents opening, closing; /* handed out less taken back */
    trey_cents handed_out;       /* by all records up to the store's end */
    bool agrees;
} report_cage;

/* ---- The whole ----------------------------------------------------------------------------------
 */
typedef enum report_stage {
    STAGE_TABLES,   /* the terms of each */
    STAGE_ROOT,     /* the tree up to the end, where nobody has noted its root */
    STAGE_RECORDS,  /* the window, and behind it where a meter has to be traced back */
    STAGE_CAGE,     /* all of the cage's stream */
    STAGE_JACKPOTS, /* each link, up to the end */
    STAGE_DONE
} report_stage;

struct trey_figures {
    trey_store *store;
    trey_figures_query query;
    trey_shift shift; /* number 0: none was asked for */
    char shift_name[TREY_PERSON_NAME_MAX];
    int64_t from, to;
    uint64_t after, last; /* records behind `after`, up to `last` */
    uint64_t head;        /* of the store when it was opened */
    trey_hash root;
    bool root_known;
    report_stage stage;
    trey_cursor *cursor;
    trey_frontier frontier;
    size_t table_now, jackpot_now; /* whose stream is read */
    size_t jackpot_room;
    uint64_t read, odds;
    /* By the number of the stream: what it is, and where it stands in its list. */
    struct stream_place {
        uint8_t kind;
        bool people, incidents;
        uint32_t index;
    } * stream;
    size_t streams;
    report_table *table;
    size_t tables;
    report_jackpot *jackpot;
    size_t jackpots;
    report_cage cage;
    trey_books cited; /* rulebooks of incidents */
    report_hour *hour;
    size_t hours, hour_room;
    box_counts boxes, pairs;
    trey_tally total;
    trey_tally *book; /* by rulebook, in the order of the tables */
    char (*book_id)[32];
    size_t books;
    report_incident *incident;
    size_t incidents, incident_room, incidents_more;
    report_sign_in *sign_in;
    size_t sign_ins, sign_in_room, sign_ins_more;
    report_person *person; /* of the staff */
    size_t persons, person_room;
};

/* ---- report_window.c --------------------------------------------------------------------- */
/* Which records are meant. */
trey_status window_find(trey_figures *figures, trey_store_message *message);
/* The first record of this time or a later one that a window can begin with; one behind the
 * last where there is none. */
trey_status window_place(const trey_figures *figures, int64_t time, uint64_t *out);

/* ---- report_late.c ----------------------------------------------------------------------- */
/* What the line said that the meter pays, of a hit that was settled before the window; 0 where
 * there is none. */
trey_status late_line(trey_figures *figures, const report_table *table, const trey_link_event *hit,
                      trey_cents *meter);

/* ---- report_rounds.c ------------------------------------------------------------------------ */
/* Each false without memory, or for a record that is damaged (STORE_CORRUPT). */
trey_status table_takes(trey_figures *figures, report_table *table, const trey_record *record);
/* The window is over. */
trey_status rounds_end(trey_figures *figures);
/* Tables together, by rulebook and all. */
trey_status tallies_sum(trey_figures *figures);
void tally_add(trey_tally *to, const trey_tally *from);
/* The hour that a time belongs to, made where there is none; SIZE_MAX without memory. */
size_t hour_of(trey_figures *figures, int64_t time);
void round_close(report_round *round);

/* ---- report_records.c -------------------------------------------------------------------------
 */
/* A hit is paid otherwise than its line said, or not at all: the win is what was paid. */
trey_status award_moves(trey_figures *figures, report_table *table, int64_t time, trey_cents more);
trey_status cage_takes(trey_figures *figures, const trey_record *record);
trey_status link_takes(trey_figures *figures, report_jackpot *jackpot, const trey_record *record);
trey_status people_takes(trey_figures *figures, const trey_record *record);
trey_status notes_take(trey_figures *f, const trey_record *record);
report_incident *incident_add(trey_figures *figures, const trey_record *record, const char *kind);
/* Empty for what the house did by itself, or its operator. */
const char *incident_role(const report_incident *incident);

/* ---- report_staff.c ------------------------------------------------------------------------ */
const char *staff_word(unsigned kind);
/* False without memory. Players and nobody are not counted. */
bool staff_did(trey_figures *figures, trey_person person, unsigned role, staff_kind kind);
trey_status staff_command_came(trey_figures *figures, report_table *table,
                               const trey_record *record);
trey_status staff_event(trey_figures *figures, report_table *table, const trey_event *event);
/* The share of all cases in that role that a person's part in the work comes to. */
double staff_expected(const trey_figures *figures, const report_person *person, unsigned kind);

/* ---- report_cites.c ------------------------------------------------------------------------- */
/* Fills in by which paragraphs the table did it. */
void incident_cites(trey_figures *figures, report_table *table, const trey_event *event,
                    const trey_command *command, report_incident *made);
bool hit_add(report_jackpot *jackpot, const report_hit *hit);
/* What a hit that waits is worth stands in the link. */
trey_cents hit_value(const report_jackpot *jackpot, const report_hit *hit);

#endif
