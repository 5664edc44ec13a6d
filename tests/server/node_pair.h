/* node_pair.h -- two servers, a and b, that play one house on one database; and rounds that
 * people at both of them play together.
 *
 * There are tables of four kinds, t to p, which pair_make describes. Each test begins with
 * pair_folder, pair_make for both nodes, and pair_start. */
#ifndef TREY_NODE_PAIR_H
#define TREY_NODE_PAIR_H

#include "node_guest.h"
#include "server_child.h"

/* The lease is long, so that a machine that is busy does not take a node for dead. `trey bench
 * --nodes` measures how long taking over takes with the lease that a house has. */
enum { NODES = 2, SOON = CLIENT_PATIENCE_MS, LEASE_MS = 5000 };
enum { TABLES = 6, ALL_TABLES = 4 * TABLES };
extern server_child node[NODES];
extern char folder[64]; /* with what both of them need */

/* A folder for both, and the seed of TREY_SEED or of the time. */
bool pair_folder(void);
/* Its settings, with this address of the store. */
void pair_make(unsigned n, const char *store);
/* Starts both, and waits until each has its share. */
bool pair_start(void);
/* Both end in good order, and what they have stored verifies. */
void pair_ends_well(void);
void pair_remove(void);
/* Called before something is said to a node, and with -1 afterwards: where the test goes for
 * that. A test that does not set it need not go anywhere. */
extern void (*pair_goes)(int n);

uint64_t random_number(void);
/* ---- Nodes and tables -------------------------------------------------------------------- */
unsigned leader(const char *table); /* as the database has it: 0 or 1 */
/* One of the tables that this node leads. */
void table_of(unsigned wanted, const char *prefix, char out[32]);
unsigned tables_led(unsigned n);
/* Both have their share, and nothing is on the move. */
void both_lead(void);
int health(unsigned n);
json_int_t chips_at(node_guest *guest, unsigned n);

/* ---- Rounds ---------------------------------------------------------------------------------- */
#define SIT   "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%u"
#define LEAVE "\"do\":\"leave\",\"table\":\"%s\",\"seat\":%u"
#define ANTE  "\"do\":\"bet\",\"table\":\"%s\",\"seat\":%u,\"wager\":\"ante\",\"amount\":5000"
#define READY "\"do\":\"ready\",\"table\":\"%s\""
#define PLAY  "\"do\":\"play\",\"table\":\"%s\",\"seat\":%u"
/* Says one of them until it is taken. */
void at_table(node_guest *guest, const char *format, unsigned seat);
/* Each at his own seat, 2 and 3, and his own node; up to the decisions. */
void begin_round(node_guest *one, node_guest *two, const char *table);
void end_round(node_guest *one, node_guest *two);
/* Seats are kept for those who go without a word. */
void two_leave(node_guest *one, node_guest *two);
/* The round of these two has come to nothing: at the node where the guest is. */
bool round_is_void(node_guest *guest);
/* Prints how long it took, for whoever wants to know. */
void took(const char *what, int64_t since, int64_t until);

#endif
