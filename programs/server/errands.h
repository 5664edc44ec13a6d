/* errands.h -- what an HTTP request wants from the floor's thread, and what came of it.
 *
 * An errand goes from the network to the floor and comes back; in between it may visit
 * a pool, where passwords are hashed or odds are counted. One thread has it at a time.
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
    ERRAND_PASSWORD,      /* `password` is the present one, here and below */
    ERRAND_FACTOR_OFFER,  /* a secret for the second factor */
    ERRAND_FACTOR_SET,    /* ... which becomes it, with a code */
    ERRAND_FACTOR_REMOVE, /* their own, or that of `name` */
    ERRAND_ACCOUNT,       /* the second factor and the sessions of an account */
    ERRAND_EVERYWHERE,    /* all other sessions end */
    ERRAND_LEFT,          /* signed out, or the session ran out; nobody waits for it */
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
    ERRAND_STALE,        /* sessions of this person before `generation` are over; likewise */
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
    uint32_t asked_in;        /* the generation of the session that asks */
    bool runs_out;            /* a session that was not used for long, unless at another node */
    char name[128], password[TREY_PASSWORD_MOST + 2], fresh[TREY_PASSWORD_MOST + 2],
        table[TREY_STREAM_NAME_MAX];
    char code[32], offer[TREY_FACTOR_OFFER_TEXT];
    char from[48];
    trey_person device_of; /* the device has been proven for this person */
    uint32_t device;
    uint64_t number;
    trey_person as; /* through whose eyes a round is asked for */
    trey_cents stake[TREY_STAKES];

    /* On the way. */
    trey_password_hash hash;
    trey_sign_in tried;
    trey_status hashed;
    bool held, same; /* the password; and the new one is the old one */
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
    char *json; /* an answer of our own */
    bool guest;
    /* Of the session that is answered for. */
    uint8_t role; /* trey_office */
    bool limited; /* a password or a second factor is to be set up first */
    uint32_t generation;
    int64_t age_ms;
    uint8_t why; /* of ERRAND_STALE: the type of a record */
    floor_report *report;
} errand;

errand *errand_open(errand_kind kind);
/* Wipes what must not stay in memory. */
void errand_close(errand *done);
void errand_refuse(errand *refused, int status, const char *reason, const char *text);
/* 200 and done; or what a status means to whoever asked. */
void errand_answer(errand *asked, trey_status status);
void errand_fault(errand *asked, trey_status status);
void errand_in_pool(errand *work);
/* Does it go to the pool of the passwords? */
bool errand_hashes(const errand *work);

#endif
