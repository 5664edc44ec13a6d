/* odds_json.c -- odds as jansson's values: the text that the odds tell, read back. */
#include "trey/odds_json.h"

#include <stdlib.h>
#include <string.h>

#include "trey/tell.h"

json_t *trey_fraction_json(trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    return json_string(trey_fraction_print(f, text));
}

json_t *trey_real_json(double value) {
    json_t *real = json_real(value);
    return real ? real : json_null(); /* nothing that JSON can say */
}

typedef struct told {
    char *text;
    size_t length, room;
    bool failed;
} told;

static void keep(void *context, const char *text, size_t length) {
    told *all = context;
    if (all->failed) return;
    if (all->room - all->length < length) {
        size_t room = 2 * all->room + length;
        char *grown = realloc(all->text, room);
        all->failed = grown == NULL;
        if (all->failed) return;
        all->text = grown;
        all->room = room;
    }
    memcpy(all->text + all->length, text, length);
    all->length += length;
}

json_t *trey_odds_json(const trey_rulebook *book, const trey_odds *odds, const char *strategy,
                       const char *const *set, unsigned sets) {
    told all = {.room = 0};
    trey_telling t = trey_telling_to(keep, &all);
    trey_tell_odds(&t, NULL, book, odds, strategy, set, sets);
    json_t *value = all.failed ? NULL : json_loadb(all.text, all.length, 0, NULL);
    free(all.text);
    return value;
}
