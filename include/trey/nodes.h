/* nodes.h -- the processes that play one house together: who is alive, who leads what, and
 * letters between them.
 *
 * Each node has a row in the database and says every few hundred milliseconds that it is
 * there. Whoever has not said so for as long as his lease is, by the database's clock, is
 * taken for dead, and others may lead his tables; what keeps him from writing is the lease
 * of each table (trey_store_lease), not this. Letters travel by NOTIFY: they may be lost
 * with a connection, so whoever needs an answer asks again. Anybody who may connect to the
 * database can listen there, and speak: so letters are sealed with a key that is derived from
 * the key file, and what is forged, repeated, out of turn or old is dropped and counted.
 *
 * Every call ends within the lease, also where the network swallows everything. After
 * STORE_LOST the next beat connects anew. One thread at a time; it need not be the one that
 * has the store. */
#ifndef TREY_NODES_H
#define TREY_NODES_H

#include "trey/store.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TREY_NODES_MAX = 32, TREY_LETTER_MAX = 5700 };

/* 1 to 31 of a-z, 0-9, - and _. */
bool trey_node_name_good(const char *name);

typedef struct trey_nodes trey_nodes;
/* Joins. `address` is a PostgreSQL store's. Where a node of this name was there a moment ago
 * it is waited for until its lease is over: STORE_BUSY when it goes on. */
trey_status trey_nodes_open(trey_nodes **out, const char *address, const char *name,
                            unsigned lease_ms, const trey_store_keys *keys,
                            trey_store_message *message);
/* Leaves, so that nobody waits for the lease to be over. */
void trey_nodes_close(trey_nodes *nodes);
/* Without leaving, as a process that dies. */
void trey_nodes_drop(trey_nodes *nodes);
const char *trey_nodes_message(const trey_nodes *nodes);

typedef struct trey_node_seen {
    char name[TREY_NODE_NAME_MAX];
    uint32_t age_ms; /* since it said that it is there */
    bool alive;
} trey_node_seen;
typedef struct trey_lead_seen {
    trey_stream stream;
    uint64_t epoch;
    char node[TREY_NODE_NAME_MAX]; /* empty: nobody ever led it as a node */
} trey_lead_seen;
/* What one beat saw. A node that was away itself does not judge others by the time in which
 * it could not see them: the database may have been gone for everybody. */
typedef struct trey_nodes_view {
    uint64_t records; /* in the store */
    /* The database's clock minus this machine's, in microseconds; it is as good as half of
     * `trip_us`, the time that the question took. */
    int64_t ahead_us, trip_us;
    unsigned nodes;
    trey_node_seen node[TREY_NODES_MAX];
    size_t leads;
    trey_lead_seen *lead; /* tables; good until the next beat */
} trey_nodes_view;

/* Says that this node is there, and looks around. CONFLICT where another process has taken
 * its name: then it is no node any more. */
trey_status trey_nodes_beat(trey_nodes *nodes, trey_nodes_view *out);

/* To one node, or to all (NULL). UTF-8 without zeros, at most TREY_LETTER_MAX bytes. */
typedef struct trey_letter_out {
    const char *to, *text;
    size_t size;
} trey_letter_out;
trey_status trey_nodes_post(trey_nodes *nodes, const trey_letter_out *letter, size_t count);

/* A descriptor to wait on, or -1 without a connection; ask before each wait. */
int trey_nodes_descriptor(const trey_nodes *nodes);
/* What has come: a letter, or that somebody, this node perhaps, has committed up to a record. */
typedef struct trey_nodes_news {
    uint64_t committed; /* 0: it is a letter */
    char from[TREY_NODE_NAME_MAX];
    char text[TREY_LETTER_MAX + 1];
    size_t size;
} trey_nodes_news;
/* False: nothing more. */
bool trey_nodes_next(trey_nodes *nodes, trey_nodes_news *out);
/* What was dropped: by strangers, and what came late, twice or out of turn. */
typedef struct trey_nodes_dropped {
    uint64_t forged, stale;
} trey_nodes_dropped;
trey_nodes_dropped trey_nodes_refused(const trey_nodes *nodes);

#ifdef __cplusplus
}
#endif
#endif
