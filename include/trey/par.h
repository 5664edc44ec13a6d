/* par.h -- the PAR sheet: everything about a game's mathematics on one page.
 *
 * One self-contained HTML file with tables and plots, for a screen and for paper.
 * The page is given piece by piece to a sink, so that a program can write it to a
 * file and a browser can build it in memory. */
#ifndef TREY_PAR_H
#define TREY_PAR_H

#include "trey/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void trey_par_sink(void *context, const char *text, size_t length);

typedef struct trey_par_request {
    const trey_rulebook *book; /* under the readings and values of the odds */
    const trey_odds *odds;
    const char *program;        /* "trey 0.1.0" */
    const char *command;        /* how to make the page again; may be empty */
    const char *date;           /* as it shall stand on the page; may be empty */
    const trey_odds_bank *bank; /* the player-dealer's side, or NULL */
    const trey_odds_peek *peek; /* or NULL */
} trey_par_request;

/* Works out what else the page needs (every reading, the edge at other meters). */
trey_status trey_par_write(const trey_par_request *request, trey_par_sink *sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
