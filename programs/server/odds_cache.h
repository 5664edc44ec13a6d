/* odds_cache.h -- the last answers to questions for odds.
 *
 * Counting takes up to a fraction of a second, and anybody may ask. An answer is good for a few
 * seconds, in which the meter of a jackpot hardly moves. */
#ifndef TREY_ODDS_CACHE_H
#define TREY_ODDS_CACHE_H

#include "errands.h"

typedef struct odds_cache odds_cache;
odds_cache *odds_cache_open(void);
void odds_cache_close(odds_cache *cache);
/* NULL, or the answer, to be released. */
trey_frame *odds_cache_find(odds_cache *cache, const errand *asked, int64_t now_ms);
void odds_cache_keep(odds_cache *cache, const errand *answered, int64_t now_ms);

#endif
