/* load_crowd.h -- many people at one server, from one thread.
 *
 * Those with a seat bet and decide as their tables allow, after a moment's thought; the
 * others watch. What a seat sends is timed from the send to the answer, which comes when
 * the command is durable. */
#ifndef TREY_LOAD_CROWD_H
#define TREY_LOAD_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct load_crowd load_crowd;

typedef struct load_figures {
    unsigned connections, seats, drops;
    uint64_t commands, refused, frames, bytes;
    uint64_t unanswered; /* commands that waited at the end */
    double p50_ms, p99_ms, most_ms;
} load_figures;

/* NULL when not all of them came in. Tables are mbs-1 to mbs-N, of seven seats. */
load_crowd *load_crowd_open(uint16_t port, unsigned connections, unsigned seats, unsigned tables);
/* Plays for so long, and counts it under `when`. Tables go from bets to settlements in a
 * rhythm of their own, so that two times are compared fairly only where they take turns. */
enum { LOAD_WARM, LOAD_ALONE, LOAD_BESIDE, LOAD_TIMES };
void load_crowd_play(load_crowd *crowd, double seconds, unsigned when);
/* All that was counted under it. */
load_figures load_crowd_figures(load_crowd *crowd, unsigned when);
void load_crowd_close(load_crowd *crowd);

/* Messages a second, from `clients` connections that send `each` messages with `ahead` of
 * them under way; each is awaited by the text that `answer` must begin with. 0: it failed. */
typedef struct load_echo {
    unsigned clients, each, ahead;
    const char *answer; /* how a frame that counts begins */
} load_echo;
double load_echo_rate(const load_echo *run, uint16_t port, bool guests);

#endif
