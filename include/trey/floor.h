/* floor.h -- the floor of a house: people at tables, the automatic dealer, frames.
 *
 * Everything between a socket and a house that is not a socket. Messages come in as
 * JSON text, frames go out as JSON text; docs/protocol.md has both. There is no
 * network, no thread and no clock of its own here, so that a test can play whole
 * evenings and compare every byte.
 *
 *   trey_floor_enter     a person's connection begins: a visit
 *   trey_floor_hear      one message of it; staged, nothing is sent yet
 *   trey_floor_tick      what is due by now: the dealer's calls, bots, lobby frames
 *   trey_floor_flush     one flush of the house, then answers and frames are sent
 *
 * A frame that tells of something is sent only when it is durable. When a flush fails
 * nothing is sent: everybody is told that the house stops, and the floor is closed.
 *
 * One thread at a time: the thread that owns the house. */
#ifndef TREY_FLOOR_H
#define TREY_FLOOR_H

#include "trey/house.h"
#include "trey/nodes.h"
#include "trey/people.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames --------------------------------------------------------------------------
 * Shared by everybody who gets the same text; sent from another thread, so the count is
 * atomic. */
typedef struct trey_frame trey_frame;
const char *trey_frame_text(const trey_frame *frame);
size_t trey_frame_size(const trey_frame *frame);
trey_frame *trey_frame_hold(trey_frame *frame);
void trey_frame_release(trey_frame *frame); /* NULL is fine */

/* ---- Opening ----------------------------------------------------------------------------- */
typedef uint64_t trey_visit; /* the caller's number of a connection; never used again */

/* Why a visit is cut; the close code of the socket. */
typedef enum trey_cut {
    TREY_CUT_STOPPING = 1001,
    TREY_CUT_PROTOCOL = 1002,
    TREY_CUT_NOT_ALLOWED = 1008,
    TREY_CUT_TOO_MANY = 1013,
    TREY_CUT_SESSION_ENDED = 4003,
    TREY_CUT_ELSEWHERE = 4004
} trey_cut;

/* How the network takes part. `frame` is borrowed for the call; hold it to keep it. */
typedef struct trey_floor_network {
    void (*send)(void *context, trey_visit visit, trey_frame *frame);
    void (*cut)(void *context, trey_visit visit, trey_cut why);
    void *context;
} trey_floor_network;

/* What an automatic dealer does when time runs out on a player who had gone before the cards
 * were dealt and has not looked: what the book says of an absent player, or a fold. Everybody
 * else's hand is folded in any case. */
typedef enum trey_lost_link { TREY_LOST_LINK_BOOK, TREY_LOST_LINK_FOLD } trey_lost_link;
const char *trey_lost_link_word(unsigned lost_link);

/* How a table is run. Milliseconds; a time of 0 never runs out. */
typedef struct trey_table_service {
    bool automatic;      /* the floor calls and deals; otherwise a person does */
    uint32_t bets_ms;    /* from the first bet to the closing call */
    uint32_t decide_ms;  /* to look and decide, for all or, where it goes in turn, for each */
    uint32_t alone_ms;   /* both of these, if longer, while one player has only bots for company */
    uint32_t bank_ms;    /* an offer of the bank */
    uint32_t choose_ms;  /* an option that a remedy offers */
    uint32_t pause_ms;   /* from a settlement to the next opening call */
    uint32_t step_ms;    /* between the dealer's own steps, for the eye */
    uint32_t share_ms;   /* from the closing call until shares in the shuffle must be there; 0: as
                            preset */
    uint8_t lost_link;   /* trey_lost_link */
    uint8_t bots;        /* seats that the floor plays, by the best strategy */
    bool bots_bank;      /* they also take the bank where it comes to them */
    trey_cents bot_bank; /* with so much */
    char title[TREY_TITLE_MAX]; /* what people read; empty: that of the rulebook */
} trey_table_service;
extern const trey_table_service trey_table_service_preset;

/* How other nodes of a shared house are reached; see "Nodes" below. `text` is borrowed. */
typedef struct trey_floor_post {
    const char *node; /* this one's name; NULL: the house is not shared */
    void (*post)(void *context, const char *to, const char *text, size_t size); /* NULL: to all */
    void (*led)(void *context, const char *table, bool leads); /* it leads it, or no longer */
    void *context;
} trey_floor_post;

typedef struct trey_floor_options {
    trey_floor_network network;
    trey_floor_post nodes;
    const char *house;     /* its name, for the welcome; borrowed */
    bool play_money;       /* guests get chips, and may top up */
    trey_cents play_chips; /* so many */
    trey_clock *clock;     /* NULL: the system's; microseconds since 1970 */
    void *clock_context;
    trey_clock *monotonic; /* NULL: the system's; microseconds, never set */
    void *monotonic_context;
    trey_entropy *entropy; /* for bots' ids and bets; NULL: the kernel's */
    void *entropy_context;
    uint32_t gather_ms;   /* onlookers hear of a table at most this often; 0: at once */
    uint32_t visits_each; /* that one person may have at a time; 0: 8 */
    /* A jackpot hit is confirmed by the house after so long, as its shift manager would; 0: staff
     * do. What takes two people waits for them, unless nobody works here. */
    uint32_t award_ms;
    /* Of tables that staff open while the house plays: see trey_table_config. */
    bool two_people, consent;
    trey_cents second_from;
    /* From so much cash of one person within a day on, a cashier checks who it is; 0: never. */
    trey_cents identify_from;
} trey_floor_options;

typedef struct trey_floor trey_floor;
/* The house is borrowed and is the floor's alone until it is closed. */
trey_status trey_floor_open(trey_floor **out, trey_house *house, trey_people *people,
                            const trey_floor_options *options, trey_store_message *message);
void trey_floor_close(trey_floor *floor);
/* Of one table of the house. Without it a table is run as those wanted who opened it while
 * the house played, or else by people. */
trey_status trey_floor_serve(trey_floor *floor, unsigned table, const trey_table_service *service);
/* Does the floor know how this table is run? */
bool trey_floor_serves(const trey_floor *floor, const char *table);

/* ---- Visits ----------------------------------------------------------------------------------
 */
/* Sends the welcome with the next flush. */
void trey_floor_enter(trey_floor *floor, trey_visit visit, trey_person person);
void trey_floor_leave(trey_floor *floor, trey_visit visit);
/* Play money for a guest, once, however often it is called; entering does it too. */
trey_status trey_floor_stake(trey_floor *floor, trey_person guest);
/* Text need not end with a zero. What is wrong with it is said in the answer. */
void trey_floor_hear(trey_floor *floor, trey_visit visit, const char *text, size_t size);

/* Messages that are about to be heard, and letters of other nodes: the ids of all of them are
 * asked for in one question, so that none waits for a database by itself. Needed by nobody,
 * and does nothing where the store is a file. */
void trey_floor_expect(trey_floor *floor, trey_visit visit, const char *text, size_t size);
void trey_floor_expect_told(trey_floor *floor, const char *text, size_t size);
void trey_floor_expected(trey_floor *floor);

/* The store is not what it was: the next flush fails with this, and nothing is told. */
void trey_floor_stop(trey_floor *floor, trey_status status, const char *why);

/* Does what is due and returns the milliseconds until something is due again. */
uint32_t trey_floor_tick(trey_floor *floor);
/* Commits and sends. On anything but OK the floor is done for: trey_floor_message. */
trey_status trey_floor_flush(trey_floor *floor);
const char *trey_floor_message(const trey_floor *floor);

/* The house has signed: a note and the key that checks it. Everybody gets both with the next
 * flush, and whoever comes later with the welcome. */
void trey_floor_checkpoint(trey_floor *floor, const char *note, const char *key);

/* No further rounds are opened, bets are closed and running rounds come to their end as
 * fast as the dealer can, everybody is told; true when nothing runs any more. Rounds that
 * wait for a person are left for the next start to interrupt as the rulebook says. */
bool trey_floor_wind_down(trey_floor *floor);

/* ---- Nodes ------------------------------------------------------------------------------------
 * A floor of a shared house shows every table. Those that its node leads it deals itself;
 * what people say at others goes to their leader, and the answer comes back. When a node
 * dies its tables are led by others; where a node joins it gets its share, between rounds.
 *
 * A flush that fails does not end such a floor, unless the disk did: messages that were not
 * answered are heard again. While the store cannot be reached a flush returns STORE_LOST,
 * everybody has been told, and nothing is answered; flush again until it returns OK. */

/* Who is alive and who leads what, as the database says. */
void trey_floor_see(trey_floor *floor, const trey_nodes_view *view);
/* A letter of another node. */
void trey_floor_told(trey_floor *floor, const char *from, const char *text, size_t size);
/* Others have stored something: it is shown with the next flush. */
void trey_floor_catch_up(trey_floor *floor);
/* Is the store out of reach? */
bool trey_floor_away(const trey_floor *floor);
/* Tables that this node leads go to others, those between two rounds; true when none is left
 * or nobody else is there. */
bool trey_floor_hand_over(trey_floor *floor);

/* ---- Questions -------------------------------------------------------------------------------
 * What HTTP asks: the JSON text of docs/protocol.md, to be released. NOT_FOUND. */
trey_status trey_floor_lobby(trey_floor *floor, trey_frame **out);
/* {"you": PERSON} */
trey_status trey_floor_you(trey_floor *floor, trey_person person, trey_frame **out);
trey_status trey_floor_rules(trey_floor *floor, const char *table, trey_frame **out);
/* What the forms of a dealer's console ask for; who may see it is the caller's to say. */
trey_status trey_floor_desk(trey_floor *floor, const char *table, trey_frame **out);
/* Rounds that are over, and in which the person played; auditors and those who supervise see
 * any. `before` 0: from the last one on. The first question about a table reads all of its
 * records, and a round of long ago the thousands since the nearest mark: so these two are
 * for whoever has the time. */
trey_status trey_floor_rounds(trey_floor *floor, const char *table, trey_person person,
                              uint64_t before, trey_frame **out);
trey_status trey_floor_round(trey_floor *floor, const char *table, trey_person person,
                             uint64_t round, trey_frame **out);
/* The same in slices, between which the floor goes on. Each call of trey_question_work takes
 * some milliseconds at most; *out stays NULL until the answer is there. Close it in any
 * case, and before the floor. */
typedef struct trey_question trey_question;
trey_status trey_floor_rounds_ask(trey_floor *floor, const char *table, trey_person person,
                                  uint64_t before, trey_question **out);
trey_status trey_floor_round_ask(trey_floor *floor, const char *table, trey_person person,
                                 uint64_t round, trey_question **out);
/* As `as` saw it, for those who may see any; TREY_NOBODY: as the asker does. */
trey_status trey_floor_round_as_ask(trey_floor *floor, const char *table, trey_person person,
                                    trey_person as, uint64_t round, trey_question **out);
trey_status trey_question_work(trey_question *question, trey_frame **out);
void trey_question_close(trey_question *question);
/* The odds take up to some ten milliseconds, so the question is taken on the floor's
 * thread and answered on any other. */
typedef struct trey_floor_odds trey_floor_odds;
trey_status trey_floor_odds_ask(trey_floor *floor, const char *table,
                                const trey_cents stake[TREY_STAKES], trey_floor_odds **out);
/* And closes the question. The frame is there also for INVALID and MONEY_OVERFLOW: it then has
 * an error, for bets that the table does not take. The house must still be open. */
trey_status trey_floor_odds_answer(trey_floor_odds *asked, trey_frame **out);

/* ---- What a monitor wants to know ---------------------------------------------------------------
 */
typedef struct trey_floor_figures {
    uint64_t visits, people, messages, refused, malformed, rounds, voids, frames, frame_bytes;
    uint64_t flushes, commands;
    /* Of a node: tables it leads; how often it began and ceased to; messages that went to
     * others, that came from them, that were sent again, and that nobody answered; batches
     * that were lost and heard again. */
    uint64_t leads, led, lost, forwarded, for_others, forwarded_again, unanswered, heard_again;
} trey_floor_figures;
trey_floor_figures trey_floor_tell(const trey_floor *floor);

#ifdef __cplusplus
}
#endif
#endif
