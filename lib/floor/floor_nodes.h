/* floor_nodes.h -- what a floor of a shared house knows of other nodes, and of messages that
 * are not answered yet.
 *
 *   floor_nodes.c    who leads what; what happens when a flush fails
 *   floor_forward.c  messages: kept until they are answered, here or elsewhere
 *   floor_letters.c  what nodes tell each other of their tables and guests */
#ifndef TREY_FLOOR_NODES_H
#define TREY_FLOOR_NODES_H

#include "floor_parts.h"

enum {
    NODES_AGAIN_MS = 700,    /* a message that was not answered is sent again */
    NODES_ANSWER_MS = 8000,  /* and its sender is told so after this */
    NODES_REFRESH_MS = 5000, /* letters may be lost: everything is told again so often */
    NODES_LOOK_MS = 100,     /* how often it is looked whether something is to be told */
    NODES_KEPT_MOST = 20000, /* messages that wait while the store is out of reach */
    NODES_AT_STEP = 1024     /* numbers of frames: as many nodes can be told apart */
};

/* A message that is to be answered. */
typedef struct floor_heard {
    struct floor_heard *next;
    trey_visit visit;              /* 0: of another node */
    char node[TREY_NODE_NAME_MAX]; /* that one */
    uint64_t its_ticket;
    trey_visit its_visit;
    trey_person person;
    trey_frame *answer; /* for it, once it is durable */
    /* On its way to the table's leader. */
    bool forwarded;
    unsigned table;
    uint64_t ticket;
    int64_t since_ms, sent_ms; /* 0: not sent, since nobody leads the table */
    size_t size;
    char text[];
} floor_heard;

typedef struct floor_peer {
    char name[TREY_NODE_NAME_MAX];
    bool alive, leaving;
    uint64_t people;   /* on its floor */
    trey_stream *lack; /* tables that its settings do not have */
    size_t lacks;
} floor_peer;

typedef struct floor_nodes {
    floor_peer peer[TREY_NODES_MAX]; /* without this one */
    unsigned peers;
    floor_heard *batch, **batch_end; /* heard since the last flush */
    floor_heard *again, **again_end; /* to be heard again */
    floor_heard *out;                /* sent to a leader */
    size_t kept;
    uint64_t tickets;
    bool away, leaving, told_away;
    bool people_untrue;     /* they are to be read again */
    bool people_behind;     /* there are records of them that were not read */
    floor_jackpot *jackpot; /* as at the last flush */
    unsigned jackpots;
    int64_t looked_ms, refreshed_ms;
    char *presence, *lacking; /* what others were told last */
} floor_nodes;

/* ---- floor_nodes.c ---- All of them do nothing where the house is not shared. */
trey_status nodes_open(trey_floor *floor);
void nodes_close(trey_floor *floor);
int64_t nodes_first_number(trey_floor *floor);
floor_peer *nodes_peer(const trey_floor *floor, const char *name);
bool nodes_alive(const trey_floor *floor, const char *name);
/* Is it this node that looks after something of this name? */
bool nodes_owns(const trey_floor *floor, const char *name);
uint64_t nodes_people(const trey_floor *floor); /* at other nodes */
/* Knows everybody whom other nodes have stored. */
void nodes_meet_people(trey_floor *floor);
/* Returns when something is due. */
int64_t nodes_tick(trey_floor *floor, int64_t now);
/* Before a flush: false while the store is out of reach. After one. */
bool nodes_back(trey_floor *floor);
void nodes_flushed(trey_floor *floor);
/* After a failure: true where the floor goes on, and what was staged never happened. */
bool nodes_survive(trey_floor *floor);

/* ---- floor_forward.c ---- */
void nodes_hear(trey_floor *floor, floor_visit *visit, const char *text, size_t size);
void nodes_hear_again(trey_floor *floor);
void nodes_answer(trey_floor *floor, floor_heard *kept, trey_frame *answer); /* takes it */
void nodes_forward(trey_floor *floor, floor_heard *kept, floor_table *table);
int64_t forward_tick(trey_floor *floor, int64_t now);
void forward_flushed(trey_floor *floor);
void forward_unflushed(trey_floor *floor); /* what was heard is to be heard again */
void forward_close(floor_nodes *nodes);
void forward_take(trey_floor *floor, const char *from, const char *text, size_t size);
void forward_reply(trey_floor *floor, const char *text, size_t size);
void forward_moved(trey_floor *floor, const char *text);

/* ---- floor_letters.c ---- */
/* The number that comes next in a line, from 0 to `most`; `*at` goes behind it. */
bool letter_number(const char **at, uint64_t most, uint64_t *out);
void letters_send(trey_floor *floor, int64_t now);
void letters_leaving(trey_floor *floor);
/* A console of this node has gone: its tables' leader is told. */
void letters_left(trey_floor *floor, const char *leader, trey_visit visit);
void nodes_post(trey_floor *floor, const char *to, const char *text, size_t size);

#endif
