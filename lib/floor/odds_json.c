/* odds_json.c -- odds as jansson's values: the text that the odds tell, read back. */
#include "trey/odds_json.h"

#include "trey/base.h"
#include "trey/tell.h"

static void keep(void *context, const char *text, size_t length) {
    trey_bytes_add(context, text, length);
}

json_t *trey_odds_json(const trey_rulebook *book, const trey_odds *odds, const char *strategy,
                       const char *const *set, unsigned sets) {
    trey_bytes all = {0};
    trey_telling t = trey_telling_to(keep, &all);
    trey_tell_odds(&t, NULL, book, odds, strategy, set, sets);
    json_t *value = all.failed ? NULL : json_loadb(all.bytes, all.used, 0, NULL);
    trey_bytes_close(&all);
    return value;
}
