/* errands.h -- what an HTTP request wants from the floor's thread, and what came of it.
 *
 * An errand goes from the network to the floor and comes back; in between it may visit
 * the pool, where passwords are hashed and odds are counted. One thread has it at a time.
 * What it changed is durable before it is answered. */
#ifndef TREY_ERRANDS_H
#define TREY_ERRANDS_H

#include <trey/floor.h>
#include <trey/people.h>

#include "node_thread.h"

typedef enum errand_kind {
    ERRAND_GUEST,
    ERRAND_JOIN,
    ERRAND_SIGN_IN,
    ERRAND_PASSWORD, /* `password` is the present one */
    ERRAND_LEFT,     /* signed out, or the session ran out; nobody waits for it */
    ERRAND_ME,
    ERRAND_LOBBY,
    ERRAND_RULES,
    ERRAND_DESK,
    ERRAND_ODDS,
    ERRAND_ROUNDS,
    ERRAND_ROUND,
    ERRAND_REPORT, /* these three are the back office's */
    ERRAND_SHIFTS,
    ERRAND_SHIFT,
    ERRAND_CHECKPOINT, /* of what the house has signed */
    ERRAND_METRICS,
    ERRAND_SESSION,      /* is there one of this hash in the store? */
    ERRAND_SESSION_USED, /* there still is; nobody waits for it */
    ERRAND_SESSION_OVER, /* it ended at another node; comes from the floor */
    ERRAND_TICKET,       /* of a node: it is stored; `token` is its text, as of a session */
    ERRAND_ENTER,        /* of a node: spend a ticket, and let its owner in */
    ERRAND_BACKUP,       /* these two come from the control socket */
    ERRAND_STORE
} errand_kind;

/* ERRAND_ASKS: it has a question that is answered in slices, on the floor's thread. */
typedef enum errand_next { ERRAND_TO_FLOOR, ERRAND_TO_POOL, ERRAND_ASKS, ERRAND_DONE } errand_next;

enum { FLUSH_BUCKETS = 14, REPORT_JACKPOTS = 32 };
extern const double flush_bucket_ms[FLUSH_BUCKETS];

/* What the floor's thread knows of itself. */
typedef struct floor_report {
    trey_floor_figures figures;
    uint64_t flush_bucket[FLUSH_BUCKETS + 1], flushes;
    double flush_seconds;
    uint64_t inbox_bytes, inbox_most, outbox_most, heard;
    bool shared; /* one of several nodes */
    node_report node;
    unsigned jackpots;
    struct {
        char name[TREY_STREAM_NAME_MAX];
        trey_cents value;
    } jackpot[REPORT_JACKPOTS];
} floor_report;

typedef struct errand {
    errand_kind kind;
    errand_next next;
    unsigned step;
    uint64_t waits; /* the connection that waits for it; 0: none */
    struct errand *link;

    /* Asked. */
    trey_person person;
    uint64_t session;
    char token[65]; /* of a session that begins; and of any */
    trey_hash hashed_token;
    trey_hash ticket_session; /* that a ticket belongs to */
    int64_t idle_ms;          /* after which a session is over */
    char name[128], password[TREY_PASSWORD_MOST + 2], fresh[TREY_PASSWORD_MOST + 2],
        table[TREY_STREAM_NAME_MAX];
    char from[48];
    uint64_t number;
    trey_person as; /* through whose eyes a round is asked for */
    trey_cents stake[TREY_STAKES];

    /* On the way. */
    trey_password_hash hash;
    trey_sign_in tried;
    trey_status hashed;
    bool held;
    trey_floor_odds *odds;
    trey_question *question;
    struct store_question *store;
    struct report_question *office;
    struct checkpoint_question *checkpoint;

    /* Answered: a status of HTTP, and a frame or a reason. */
    int status;
    const char *reason, *text;
    uint32_t retry_after;
    trey_frame *frame;
    bool guest;
    floor_report *report;
} errand;

errand *errand_open(errand_kind kind);
/* Wipes what must not stay in memory. */
void errand_close(errand *done);
void errand_refuse(errand *refused, int status, const char *reason, const char *text);
void errand_in_pool(errand *work);

#endif
