/* pay_rows.c -- which keys are rows of a pay table, and of which. */
#include <stdio.h>
#include <string.h>

#include "trey/rules.h"

bool trey_key_pays(trey_key key, trey_pay_row *out) {
    static const char awards[] = "progressive.awards.", envy[] = "envy.", pays[] = "pays.";
    const char *path = trey_key_path(key), *meaning = trey_key_meaning(key);
    const trey_value_type type = trey_key_type(key);
    if (strncmp(path, awards, strlen(awards)) == 0) {
        snprintf(out->wager, sizeof out->wager, "progressive");
    } else if (strncmp(path, envy, strlen(envy)) == 0 && type == TREY_TYPE_AWARD) {
        snprintf(out->wager, sizeof out->wager, "envy");
    } else if (strncmp(path, pays, strlen(pays)) == 0 && type == TREY_TYPE_RATE) {
        const char *wager = path + strlen(pays);
        snprintf(out->wager, sizeof out->wager, "%.*s", (int)strcspn(wager, "."), wager);
    } else {
        return false;
    }
    const char *comma = strchr(meaning, ',');
    snprintf(out->title, sizeof out->title, "%.*s", (int)strcspn(meaning, ","), meaning);
    out->hand = comma ? comma + 2 : meaning;
    return true;
}
