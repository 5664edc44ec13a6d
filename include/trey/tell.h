/* tell.h -- writing JSON as text, piece by piece, to a sink.
 *
 * For what leaves the library where there is no jansson, as in a browser; elsewhere the
 * same text is read back into jansson's values, so that an answer is put together in one
 * place only. The caller opens and closes; commas and quotes come by themselves.
 *
 *   trey_telling t = trey_telling_to(sink, context);
 *   trey_tell_open(&t, NULL, '{');
 *   trey_tell_text(&t, "rulebook", "mbs");
 *   trey_tell_close(&t, '}');
 *
 * `key` is NULL in a list and for the outermost value. */
#ifndef TREY_TELL_H
#define TREY_TELL_H

#include "trey/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void trey_tell_sink(void *context, const char *text, size_t length);

typedef struct trey_telling {
    trey_tell_sink *sink;
    void *context;
    bool behind; /* another member of the same value */
} trey_telling;

static inline trey_telling trey_telling_to(trey_tell_sink *sink, void *context) {
    return (trey_telling){sink, context, false};
}

void trey_tell_open(trey_telling *t, const char *key, char bracket);
void trey_tell_close(trey_telling *t, char bracket);
void trey_tell_text(trey_telling *t, const char *key, const char *text);
void trey_tell_whole(trey_telling *t, const char *key, int64_t number);
/* With as many digits as bring the same number back; null for what JSON cannot say. */
void trey_tell_real(trey_telling *t, const char *key, double number);
void trey_tell_flag(trey_telling *t, const char *key, bool flag);
void trey_tell_none(trey_telling *t, const char *key);
/* As a text: "-686689/20358520"; null for one that is not known. */
void trey_tell_fraction(trey_telling *t, const char *key, trey_fraction f);

/* Odds as one object: rulebook, readings, set values, wagers, strategy, round and, where
 * there is one, the jackpot. Money is whole cents. `exact` says of the whole, of each wager
 * and of the round whether it was counted; an estimate has null in the place of its fractions
 * and its standard errors beside its decimals. `strategy` names the one that was
 * asked for, or is NULL for the best; `set` has the values that were changed, as they were
 * written. */
void trey_tell_odds(trey_telling *t, const char *key, const trey_rulebook *book,
                    const trey_odds *odds, const char *strategy, const char *const *set,
                    unsigned sets);
/* Its members alone, into an object that is open and takes more. */
void trey_tell_odds_members(trey_telling *t, const trey_rulebook *book, const trey_odds *odds,
                            const char *strategy, const char *const *set, unsigned sets);

#ifdef __cplusplus
}
#endif
#endif
