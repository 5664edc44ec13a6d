/* floor_parts.h -- what the parts of a floor ask of each other.
 *
 * A person may come by several visits; a visit may watch several tables; the watches of
 * a table that may see the same belong to one audience, which gets one frame. */
#ifndef TREY_FLOOR_PARTS_H
#define TREY_FLOOR_PARTS_H

#include <jansson.h>

#include "trey/base.h"
#include "trey/floor.h"
#include "trey/incidents.h"
#include "trey/json.h"
#include "trey/odds.h"
#include "trey/shifts.h"

enum {
    FLOOR_TEXT_MAX = 4096, /* of one message */
    FLOOR_RATE = 50,       /* messages a second, on and on */
    FLOOR_BURST = 200,     /* and at once */
    FLOOR_RING = 512,      /* events of a table that are still known */
    FLOOR_VISITS_EACH = 8, /* unless the options say otherwise */
    FLOOR_AWAY_MS = 90000, /* a seat is kept so long for somebody who has gone */
    FLOOR_GONE_MS = 2000,  /* without a watch, and a player counts as gone */
    FLOOR_LOBBY_MS = 1000, /* between two lobby frames */
    FLOOR_AWARDS = 5,      /* jackpot wins that the lobby tells of */
    FLOOR_INCIDENTS = 50,  /* that the pit is told of */
    FLOOR_VOIDS = 3,       /* in an hour are too many */
    FLOOR_STRANGER = -1    /* stands for everybody who is not at a table */
};
#define FLOOR_NEVER INT64_MAX

/* ---- Things by their number ------------------------------------------------------------- */
static inline void *map_find(const trey_map *map, uint64_t key) {
    void **found = trey_map_find(map, key);
    return found ? *found : NULL;
}
static inline bool map_put(trey_map *map, uint64_t key, void *value) {
    void **place = trey_map_put(map, key);
    if (place) *place = value;
    return place != NULL;
}

/* ---- floor_frame.c: texts that are put together -------------------------------------------- */
void text_say(trey_bytes *text, const char *words);
void text_format(trey_bytes *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_json(trey_bytes *text, const json_t *value);
/* A frame of what was put together, which is empty afterwards; NULL without memory. */
trey_frame *text_frame(trey_bytes *text);
/* The object's text; the reference is taken. */
trey_frame *frame_of(json_t *object);

/* ---- People, visits, watches ----------------------------------------------------------------- */
typedef struct floor_visit floor_visit;
typedef struct floor_table floor_table;

typedef struct floor_person {
    trey_person person;
    floor_visit *visits; /* the latest first */
    unsigned count;
    bool chips_due;   /* they may have changed */
    uint64_t counted; /* the pit's frame that they were counted for */
} floor_person;

/* A console that has a table's calls. */
typedef struct floor_desk {
    trey_visit visit; /* 0: nobody has them */
    trey_person person;
    int64_t since;
    char node[TREY_NODE_NAME_MAX]; /* where it is; empty: here */
} floor_desk;

typedef struct floor_audience {
    uint8_t role; /* TREY_ROLE_, or one above for those who never act */
    trey_player player;
    bool desk;                /* the console that has the table's calls */
    json_t *view;             /* as it was sent last */
    trey_frame *delta, *full; /* of this flush */
    unsigned members;         /* counted at each flush */
    bool wanted;              /* one of them needs the whole view now */
    bool behind;              /* something has happened that they have not been told */
    int64_t told;             /* the table's `at` when they were told last, and when that was */
    int64_t told_ms;
} floor_audience;

typedef struct floor_watch {
    floor_visit *visit;
    floor_table *table;
    floor_audience *audience; /* whose frames it has had, or NULL */
    struct floor_watch *next; /* of the visit */
    bool full_due, has_since;
    int64_t since;
    int64_t told; /* the last frame that it had */
} floor_watch;

struct floor_visit {
    trey_visit number;
    floor_person *person;
    floor_visit *next; /* of the person */
    floor_watch *watches;
    trey_frame **outbox; /* what goes out with the next flush */
    size_t outs, out_room;
    size_t place; /* in the floor's list */
    bool listed;  /* among those who have something to come */
    int64_t tokens, tokens_at;
    trey_cents chips_told;
    bool welcomed, lobby, lobby_due, cut;
    bool pit, pit_due, cage, cage_due;
};

/* ---- Tables ------------------------------------------------------------------------------------
 */
typedef enum floor_clock {
    FLOOR_CLOCK_NONE,
    FLOOR_CLOCK_BETS,
    FLOOR_CLOCK_DECISION,
    FLOOR_CLOCK_BANK,
    FLOOR_CLOCK_CHOICE,
    FLOOR_CLOCK_NEXT,
    FLOOR_CLOCK_SHARES
} floor_clock;

enum { FLOOR_READY = TREY_SEATS * TREY_BETTORS }; /* everybody who can have a bet down */

typedef struct floor_bot {
    trey_person person;
    uint32_t round;         /* for which it has decided what to bet */
    uint8_t antes;          /* how many minimums */
    bool bets[TREY_STAKES]; /* the side wagers that it would like */
} floor_bot;

typedef struct ring_event {
    int64_t at;
    char *text;
} ring_event;

/* Who watches a table at another node. */
typedef struct floor_presence {
    char node[TREY_NODE_NAME_MAX];
    unsigned watchers, people;
    trey_person person[TREY_SEATS]; /* of those who sit at it */
} floor_presence;

/* What each player has paid as a collection in this round: floor_fees.c. */
enum { FLOOR_FEES = TREY_SEATS * TREY_BETTORS + 1 };
typedef struct floor_fees {
    unsigned count;
    trey_player player[FLOOR_FEES];
    trey_cents cents[FLOOR_FEES];
} floor_fees;
void fees_note(floor_fees *fees, const trey_event *event);
void fees_put(const floor_fees *fees, json_t *settlement);

struct floor_table {
    unsigned index;
    char name[TREY_STREAM_NAME_MAX];
    trey_table_service service;
    bool served;
    /* Whoever watches. */
    floor_watch **watch;
    size_t watches, watch_room;
    floor_audience **audience;
    size_t audiences, audience_room;
    /* What has happened since the last flush, and before. */
    bool dirty;        /* the view has changed, or may have */
    bool unmet;        /* somebody waits for a full frame */
    int64_t gathering; /* when onlookers are told the rest; FLOOR_NEVER: nothing is left */
    int64_t at;        /* of the last frame */
    char **news;       /* texts of events, not yet sent */
    size_t newses, news_room;
    ring_event ring[FLOOR_RING];
    uint64_t ringed;          /* events that were ever put in */
    int64_t forgotten;        /* the latest frame of which events are lost */
    json_t *settlement;       /* of the last round, or NULL */
    floor_fees fees;          /* of the round */
    trey_fairness fair;       /* of the last round that had one, and */
    uint8_t turn[TREY_SEATS]; /* who got a hand in it, in which order */
    /* The dealer. */
    uint8_t clock; /* floor_clock */
    uint64_t clock_key;
    int64_t clock_ends, clock_of;
    int64_t changed;          /* when something was last done */
    int64_t ended;            /* when the last round ended; 0: none has */
    uint64_t share_round;     /* whose shares are waited for; 0: none are */
    int64_t share_ends;       /* until then, by the monotonic clock */
    int64_t due;              /* when the dealer is to look again */
    bool look;                /* at once */
    uint64_t steps;           /* commands that were carried out */
    uint64_t stuck;           /* the step at which the dealer was refused, plus one */
    uint8_t offered;          /* the seat that may take the bank now */
    uint64_t bank_over;       /* the round of offers in which the last banker declined twice */
    char notice[160];         /* the last one */
    int64_t away[TREY_SEATS]; /* since when the one who sits there does not watch; 0 */
    floor_bot bot[TREY_SEATS];
    unsigned bots;
    /* Who has said that bets may close, or that the next round may open. */
    trey_player ready[FLOOR_READY];
    unsigned readies;
    uint32_t ready_for; /* a ready_moment */
    /* The last messages by which somebody said so: nothing of them stands in the store. */
    struct {
        trey_command_id id;
        trey_player player;
    } ready_heard[FLOOR_READY];
    unsigned ready_heards;
    /* For staff: the console that has the calls; since when phase and gate are as
     * they are; the last voids. */
    floor_desk desk;
    uint8_t phase, gate;
    int64_t phase_since, gate_since, voided[FLOOR_VOIDS];
    /* Of a shared house. */
    char leader[TREY_NODE_NAME_MAX]; /* as it was seen last */
    uint64_t handed_over;            /* the lease that this node has given away */
    floor_presence present[TREY_NODES_MAX];
    unsigned presents;
    char *status; /* what others were told of it last */
};

enum { FLOOR_OPENINGS = 8 };

/* Cash over the counter, for what a person has brought or taken within a day. */
typedef struct floor_cash {
    int64_t time;
    trey_player player;
    int8_t sign; /* 1: into the drawer */
    trey_cents cents;
} floor_cash;
typedef struct floor_drawer {
    uint64_t place; /* of the cage's last entry that was read */
    trey_cents holds;
    floor_cash *cash;
    size_t count, room;
} floor_drawer;

typedef struct floor_award {
    int64_t time;
    char table[TREY_STREAM_NAME_MAX];
    unsigned seat;
    trey_person player;
    trey_cents value;
} floor_award;

typedef struct floor_jackpot {
    floor_award last[FLOOR_AWARDS];
    unsigned awards;
    int64_t down;     /* since when the link is lost; 0: it is not */
    uint64_t waiting; /* the hit that is first, and */
    int64_t since;    /* since when */
    bool staffed;     /* there was staff then who could confirm it */
} floor_jackpot;

/* What waits for a second person. */
enum {
    FLOOR_PROPOSALS = 32,
    FLOOR_PROPOSALS_EACH = 8, /* of one person */
    FLOOR_PROPOSAL_MS = 3600000,
    FLOOR_SECONDED = 16
};

/* What happened, for the pit: the last ones in the order of time. */
typedef struct floor_incident {
    int64_t time;
    json_t *object;
} floor_incident;

typedef struct floor_odds_entry floor_odds_entry;
struct floor_history;

struct trey_floor {
    trey_house *house;
    trey_people *people;
    trey_shifts *shifts;
    trey_floor_options options;
    trey_clock *clock, *monotonic;
    trey_entropy *entropy;
    char message[256];
    trey_status failed; /* anything but OK: done for */
    bool winding_down;
    json_t *checkpoint;           /* the newest that the house has signed; NULL: none */
    trey_map visit_of, person_of; /* pointers */
    floor_visit **visit;          /* in no order */
    size_t visits, visit_room;
    floor_visit **coming; /* those with something in the outbox, or without a welcome */
    size_t comings, coming_room;
    floor_table **table;
    unsigned tables;
    floor_jackpot *jackpot;
    unsigned jackpots;
    floor_person **due; /* whose chips may have changed */
    size_t dues, due_room;
    char *lobby; /* the text that was sent last */
    int64_t lobby_at;
    bool lobby_changed;
    bool closing;
    trey_command_id opening[FLOOR_OPENINGS]; /* the last messages that opened a table */
    unsigned openings;
    bool asks_far;             /* the store is a server's */
    trey_command_id *expected; /* ids of messages that wait to be heard */
    size_t expecteds, expected_room;
    /* Staff. */
    trey_house_notes notes; /* incidents */
    trey_proposal proposal[FLOOR_PROPOSALS];
    unsigned proposals;
    bool proposals_behind; /* another node, or a lost batch, may have changed them */
    trey_command_id seconded[FLOOR_SECONDED]; /* the last messages that seconded something */
    unsigned secondings;
    floor_incident incident[FLOOR_INCIDENTS];
    unsigned incidents;
    uint64_t incidents_told;      /* numbers that were given out */
    bool incidents_read;          /* the past is in the list */
    uint64_t notes_at, people_at; /* places up to which those streams were read */
    unsigned pits, cages;         /* visits that get those frames */
    char *pit, *cage;             /* the texts that were sent last */
    int64_t pit_at, cage_at;      /* and when */
    int64_t cage_took;            /* milliseconds to add the accounts up */
    floor_drawer drawer;
    bool pit_changed, cage_changed;
    uint64_t pit_count;             /* frames for which people were counted */
    floor_odds_entry *odds;         /* the most recent first */
    struct floor_history **history; /* by table; NULL: nobody has asked */
    unsigned histories;
    trey_decision decision; /* for questions to the engine */
    trey_floor_figures figures;
    struct floor_nodes *nodes; /* NULL: the house is not shared */
    int64_t at_step;           /* between the numbers of two frames */
};

int64_t floor_now(trey_floor *floor);             /* milliseconds */
int64_t floor_monotonic(const trey_floor *floor); /* milliseconds of a clock that nobody sets */
/* Keeps the first failure. */
trey_status floor_fail(trey_floor *floor, trey_status status, const char *message);
/* Takes in tables and jackpots that the house has by now. */
trey_status floor_meet(trey_floor *floor);
floor_table *floor_table_find(trey_floor *floor, const char *name);
floor_table *floor_table_of(const trey_floor *floor, uint64_t stream); /* or NULL */
/* An office as a role at a table; one above the highest for those who never act. */
unsigned floor_role(const trey_floor *floor, trey_person person);
enum { FLOOR_NO_ROLE = TREY_ROLE_SHIFT_MANAGER + 1 };
/* TREY_OFFICE_COUNT for nobody, and for whoever is barred. */
unsigned floor_office(const trey_floor *floor, trey_person person);
const char *floor_name(const trey_floor *floor, trey_person person, char out[40]);
trey_cents floor_chips(trey_floor *floor, trey_person person);
void floor_chips_due(trey_floor *floor, trey_person person);
json_t *checkpoint_json(const trey_floor *floor);                          /* for the welcome */
void visit_send(trey_floor *floor, floor_visit *visit, trey_frame *frame); /* takes the frame */
/* To everybody who watches, once for the same words in a row. */
void floor_notice(trey_floor *floor, floor_table *table, const char *level, const char *words);
void floor_bye(trey_floor *floor, floor_visit *visit, const char *reason, const char *words,
               trey_cut why);

/* ---- floor_table.c
 * -------------------------------------------------------------------------------- */
const trey_table *table_state(const trey_floor *floor, const floor_table *table);
const trey_rules *table_rules(const trey_floor *floor, const floor_table *table);
const trey_rulebook *table_book(const trey_floor *floor, const floor_table *table);
/* What people read above it: its own title, or the rulebook's. */
const char *table_title(const trey_floor *floor, const floor_table *table);
/* Gives a command to the house and notes what came of it. */
trey_status table_give(trey_floor *floor, floor_table *table, const trey_command_id *id,
                       const trey_command *command, trey_reply *reply);
trey_status table_deal(trey_floor *floor, floor_table *table, const trey_command_id *id,
                       trey_reply *reply);
/* Shares in the shuffle did not come in time: the round is void. */
trey_status table_withheld(trey_floor *floor, floor_table *table, trey_reply *reply);
/* What the house publishes of the round. */
void table_follow_fair(trey_floor *floor, floor_table *table);
/* Is somebody of flesh and blood watching? */
bool table_watched(const floor_table *table); /* at any node */
bool table_watched_by(const floor_table *table, trey_person person);
void floor_table_close(floor_table *table);
/* What a command has caused, whoever gave it. */
void table_note(trey_floor *floor, floor_table *table, const trey_table *before,
                const trey_decision *decision, trey_person by);
/* What was noted since the last flush never happened: everybody gets the whole view. */
void table_unnote(trey_floor *floor, floor_table *table);

/* ---- floor_frames.c
 * ---------------------------------------------------------------------------------- */
/* Frames of what has changed, to all audiences of the table. */
void table_tell(trey_floor *floor, floor_table *table);
floor_watch *watch_add(trey_floor *floor, floor_visit *visit, floor_table *table);
void watch_remove(trey_floor *floor, floor_watch *watch);

/* ---- floor_view.c
 * ------------------------------------------------------------------------------------ */
json_t *floor_view(trey_floor *floor, floor_table *table, unsigned role, trey_player player);
json_t *floor_names(trey_floor *floor, const trey_table *state);
json_t *floor_hex(const uint8_t *bytes, size_t count);
json_t *floor_opening(const trey_opening *opening);
/* What is published of a round, without openings. `after` is the table since the closing call. */
json_t *floor_published(const trey_floor *floor, unsigned table, const trey_fairness *fair,
                        const uint8_t turn[TREY_SEATS]);
void floor_turns(const trey_table *state, uint8_t turn[TREY_SEATS]);

/* ---- floor_can.c
 * --------------------------------------------------------------------------------------- */
json_t *floor_can(trey_floor *floor, floor_table *table, unsigned role, trey_player player);
json_t *floor_short(trey_floor *floor, floor_table *table, trey_player player);
json_t *floor_goes_back(trey_floor *floor, floor_table *table, trey_player player);
/* Would the engine take it now? With what the player would have to pay. */
bool floor_takes(trey_floor *floor, const floor_table *table, const trey_command *command,
                 trey_cents *cost);
trey_refused floor_refusal(trey_floor *floor, const floor_table *table,
                           const trey_command *command);
trey_command player_command(trey_verb verb, trey_player player, unsigned seat);
trey_command staff_command(trey_verb verb, unsigned role);
/* The same of anybody in that role, with somebody else beside them: to be tried, never given. */
trey_command somebodys_command(trey_verb verb, unsigned role);

/* ---- floor_hear.c
 * ----------------------------------------------------------------------------------------- */
struct floor_heard;
/* One message; `visit` NULL: of another node, and the answer stays with `kept`. `kept` NULL:
 * the house is not shared. */
void hear_text(trey_floor *floor, floor_visit *visit, trey_person person, struct floor_heard *kept,
               const char *text, size_t size);
/* An answer to a message that nobody could decide on. */
void hear_refuse_text(trey_floor *floor, floor_visit *visit, const char *text, size_t size,
                      const char *reason, const char *words);
trey_status floor_buy_in(trey_floor *floor, const trey_command_id *id, trey_person person,
                         trey_cents amount, trey_reply *reply);

/* ---- floor_dealer.c
 * ----------------------------------------------------------------------------------------- */
/* Does what is due at the table, and says when to look again. */
void dealer_look(trey_floor *floor, floor_table *table, int64_t now);
const char *dealer_clock_word(unsigned clock);
/* Has the dealer nothing more to do here but wait for a person? */
bool dealer_rests(trey_floor *floor, const floor_table *table);
bool dealer_banked_by_players(const trey_floor *floor, const floor_table *table);
/* Nobody has it, and without it no bets count. */
bool dealer_wants_bank(const trey_floor *floor, const floor_table *table);
/* A player has declined the bank; `before` is the table before it. */
void dealer_noted_pass(floor_table *table, const trey_table *before, trey_player player);

/* ---- floor_ready.c
 * ------------------------------------------------------------------------------ */
uint32_t ready_moment(const trey_table *state);
bool ready_can_say(trey_floor *floor, const floor_table *table, trey_player player);
void ready_say(trey_floor *floor, floor_table *table, trey_player player,
               const trey_command_id *id);
/* Has he said so with this very message, in whatever round? */
bool ready_heard(const floor_table *table, trey_player player, const trey_command_id *id);
/* He has done something else meanwhile. */
void ready_take_back(trey_floor *floor, floor_table *table, trey_player player);
/* From when on nobody has to be waited for, or FLOOR_NEVER. */
int64_t ready_all(trey_floor *floor, const floor_table *table);

/* ---- floor_bots.c
 * ---------------------------------------------------------------------------------------------- */
/* Has a bot something to do? Fills what, or tops one up and returns false. */
bool bots_next(trey_floor *floor, floor_table *table, trey_command *command);
bool bots_is_one(const floor_table *table, trey_person person);
void bots_hire(trey_floor *floor, floor_table *table);

/* ---- floor_coach.c
 * ------------------------------------------------------------------------------------------------
 */
/* The odds of this player's bets at the seat, kept for the next question; NULL where none
 * can be told. With `exact` the meter is the table's, otherwise it may be an older one. */
const trey_odds *floor_odds_at(trey_floor *floor, const floor_table *table, unsigned seat,
                               trey_player player, bool exact);
void floor_odds_forget(trey_floor *floor);
/* {"best", "moves", "rule", "exact"}, or NULL with a reason. */
json_t *floor_coach(trey_floor *floor, floor_table *table, unsigned seat, trey_player player,
                    const char **reason, const char **words);

/* ---- floor_shift.c
 * ------------------------------------------------------------------------------------------------
 */
/* Closes the shift that runs: its number, or 0 with a reason, or after a failure of the house
 * without one. */
uint64_t floor_shift(trey_floor *floor, trey_person person, const trey_message *message,
                     bool *again, const char **reason, const char **words);

/* ---- floor_lobby.c
 * -------------------------------------------------------------------------------------------------
 */
json_t *lobby_limits(const trey_table_config *config);
/* The table that has this stream, or "?". */
const char *floor_stream_name(const trey_floor *floor, uint64_t stream);
void lobby_tell(trey_floor *floor, int64_t now);
/* Jackpot hits that wait: confirmed when their time has come. Returns when to look again. */
int64_t lobby_awards(trey_floor *floor, int64_t now);
void lobby_awarded(trey_floor *floor, unsigned jackpot, const trey_link_hit *hit);

/* ---- floor_desk.c
 * ----------------------------------------------------------------------------------- */
/* {"person", "name", "since"}, or null. */
json_t *desk_json(trey_floor *floor, const floor_table *table);
json_t *desk_flagged(const trey_table *state);
/* What staff see besides; nothing for others. */
void desk_put_view(trey_floor *floor, const floor_table *table, unsigned role, bool mine,
                   json_t *view);
bool desk_at(const floor_table *table, const floor_visit *visit);
/* The visit ends: it has no table's calls any more. */
void desk_leave(trey_floor *floor, const floor_visit *visit);
/* What the table's leader says of it. */
void desk_follow(trey_floor *floor, floor_table *table, const floor_desk *desk);
/* A console at another node has gone, or all of them with it (0). */
void desk_left(trey_floor *floor, const char *node, trey_visit visit);

/* ---- floor_pit.c, floor_cage.c
 * ---------------------------------------------------------------------- */
void pit_tell(trey_floor *floor, int64_t now);
void cage_tell(trey_floor *floor, int64_t now);
/* Begins or ends to get frames; the last also when the visit ends. */
void pit_watch(trey_floor *floor, floor_visit *visit, bool on);
/* What somebody has brought and taken today. */
void cage_put_day(trey_floor *floor, trey_person person, json_t *object);
void cage_watch(trey_floor *floor, floor_visit *visit, bool on);
/* When the next frame is due, for those who get them. */
int64_t pit_due(const trey_floor *floor);
int64_t cage_due(const trey_floor *floor);
/* Phase and gate, voids: what the pit wants to know since when. */
void pit_noted(trey_floor *floor, floor_table *table, const trey_decision *decision);

/* ---- floor_incidents.c
 * ------------------------------------------------------------------------------ */
/* What a table's command caused, as far as it is one. `by`: who gave it. */
void incident_table(trey_floor *floor, const floor_table *table, const trey_table *before,
                    const trey_decision *decision, trey_person by);
/* A command that a jackpot has carried out; the hit that it was about, or NULL. */
void incident_link(trey_floor *floor, unsigned jackpot, const trey_link_command *command,
                   const trey_link_hit *hit);
/* The same of what stands in a record; `time` in milliseconds. */
void incident_link_event(trey_floor *floor, unsigned jackpot, const trey_link_event *event,
                         int64_t time);
/* A console is gone, and with it the desk that it had. */
void incident_desk_left(trey_floor *floor, const floor_table *table, trey_person person);
/* Reads what was stored since the last time: notes, locks, and at first the past. */
void incidents_follow(trey_floor *floor);
json_t *incidents_json(const trey_floor *floor);
/* What waits for a second person: of the cage, or everything else. */
json_t *proposals_json(trey_floor *floor, bool cage);
void proposals_close(trey_floor *floor);
/* Does a ruling on this table wait for a second person? Then nothing is dealt until so long. */
bool proposal_holds(trey_floor *floor, const floor_table *table, int64_t now, int64_t *until);
void incidents_close(trey_floor *floor);

#endif
