/* node_thread.h -- the thread by which a node is one of several.
 *
 * It has a connection of its own to the database and never waits for the floor: it says
 * every quarter of the lease that this node is there, brings the floor what others say and
 * have stored, and carries the floor's letters away. A node whose floor has not turned for
 * FLOOR_STUCK_MS is not there, whatever its threads say, and leaves its tables to others. */
#ifndef TREY_NODE_THREAD_H
#define TREY_NODE_THREAD_H

#include <trey/nodes.h>

enum { FLOOR_STUCK_MS = 6000 };

/* What happens at the floor's side; each is called on the node's thread. */
typedef struct node_ways {
    void (*seen)(void *context, const trey_nodes_view *view);
    void (*told)(void *context, const char *from, const char *text, size_t size);
    void (*committed)(void *context, uint64_t seq);
    void (*replaced)(void *context, const char *why); /* another process has its name */
    int64_t (*turned_ms)(void *context);              /* when the floor turned last */
    void *context;
} node_ways;

typedef struct node_report {
    char name[TREY_NODE_NAME_MAX];
    int64_t beat_age_ms; /* since the database heard of this node */
    unsigned others;     /* that are alive */
    bool cut_off;
    uint64_t beats, letters_sent, letters_lost, letters_taken, cuts;
    uint64_t letters_forged, letters_stale; /* dropped */
} node_report;

typedef struct node_thread node_thread;
/* The nodes are the thread's from now on, and closed by it. NULL: no memory. */
node_thread *node_thread_open(trey_nodes *nodes, const char *name, unsigned lease_ms,
                              const node_ways *ways);
/* In good order the node leaves; otherwise others find out. */
void node_thread_close(node_thread *thread, bool leaves);

/* Any thread. `to` NULL: to all. What cannot be sent at once is thrown away. */
void node_thread_post(node_thread *thread, const char *to, const char *text, size_t size);
void node_thread_tell(node_thread *thread, node_report *out);

int64_t node_now_ms(void); /* monotonic */

#endif
