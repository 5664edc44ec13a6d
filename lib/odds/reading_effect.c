/* reading_effect.c -- what a reading is worth in money. */
#include <string.h>

#include "trey/odds.h"

trey_status trey_odds_under(const trey_rulebook *book, const trey_odds_query *query,
                            const char *reading, char letter, trey_odds_memory *memory,
                            trey_odds_effect *out) {
    trey_rulebook *other;
    trey_odds *odds = NULL;
    memset(out, 0, sizeof *out);
    trey_status status = trey_rulebook_fork(&other, book);
    if (status != TREY_STATUS_OK) return status;
    status = trey_rulebook_choose(other, reading, letter);
    if (status == TREY_STATUS_OK) status = trey_odds_open_with(&odds, other, query, memory, NULL);
    out->round = (trey_fraction){0, 1};
    for (unsigned i = 0; i < TREY_ODDS_WAGERS; i++) {
        const trey_odds_figure *figure = odds ? trey_odds_figures(odds, (trey_odds_wager)i) : NULL;
        out->ev[i] = figure && figure->offered ? figure->ev : (trey_fraction){0, 1};
    }
    if (odds) out->round = trey_odds_whole(odds)->ev_cents;
    out->refused = status == TREY_STATUS_INVALID;
    trey_odds_close(odds);
    trey_rulebook_close(other);
    return out->refused ? TREY_STATUS_OK : status;
}
