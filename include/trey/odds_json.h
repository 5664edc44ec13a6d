/* odds_json.h -- exact odds as one JSON object: `trey odds --json`, and what the server
 * answers about a table. Fractions are texts ("-686689/20358520"), money is whole cents. */
#ifndef TREY_ODDS_JSON_H
#define TREY_ODDS_JSON_H

#include <jansson.h>

#include "trey/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rulebook, readings, set values, wagers, strategy, round and, where there is one, the
 * jackpot. `strategy` names the one that was asked for, or is NULL for the best; `set` has
 * the values that were changed, as they were written. */
json_t *trey_odds_json(const trey_rulebook *book, const trey_odds *odds, const char *strategy,
                       const char *const *set, unsigned sets);

#ifdef __cplusplus
}
#endif
#endif
