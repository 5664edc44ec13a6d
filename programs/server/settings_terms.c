/* settings_terms.c -- from a table's settings to the terms that it is opened with.
 *
 * The rulebook is asked at once, so that a limit that it does not allow is found in the
 * file, in its line, and not when the house opens. */
#include <stdarg.h>
#include <string.h>

#include "settings.h"

typedef struct verdict {
    setting_place *at;
    char *wrong, *mend;
    size_t room;
} verdict;

__attribute__((format(printf, 4, 5))) static bool fails(const verdict *to, setting_place at,
                                                        const char *mend, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->wrong, to->room, format, arguments);
    va_end(arguments);
    snprintf(to->mend, to->room, "%s", mend);
    *to->at = at;
    return false;
}

static bool set_limits(const trey_rulebook *book, const table_settings *table,
                       trey_table_config *config, const verdict *to) {
    if (table->limits[TREY_WAGER_ANTE].high == 0)
        return fails(to, table->at, "ante: 5..500", "the limits of the Ante are missing");
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const setting_range *range = &table->limits[wager];
        if (range->high && !trey_rulebook_offers(book, wager))
            return fails(to, range->at, "leave it out", "%s has no %s", table->rulebook,
                         trey_wager_word(wager));
        config->minimum[wager] = range->low;
        config->maximum[wager] = range->high;
    }
    return true;
}

static bool config_fails(const table_settings *table, const trey_rulebook *book,
                         trey_config_fault fault, const verdict *to) {
    char text[TREY_VALUE_TEXT_MAX], mend[256];
    const char *id = table->rulebook;
    switch (fault) {
    case TREY_CONFIG_POSITIONS:
        snprintf(mend, sizeof mend, "positions: %s",
                 trey_value_print(TREY_KEY_POSITIONS,
                                  trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value, text));
        return fails(to, table->positions_at, mend, "%s has no tables of %u positions", id,
                     table->positions);
    case TREY_CONFIG_DEVICE:
        snprintf(mend, sizeof mend, "device: %s",
                 trey_value_print(TREY_KEY_DEVICES,
                                  trey_rulebook_rule(book, TREY_KEY_DEVICES)->value, text));
        return fails(to, table->device_at, mend, "%s does not deal from this device", id);
    case TREY_CONFIG_LIMITS: {
        trey_value low = trey_rulebook_rule(book, TREY_KEY_MINIMUM_ALLOWED)->value;
        trey_value high = trey_rulebook_rule(book, TREY_KEY_MAXIMUM_ALLOWED)->value;
        char one[TREY_VALUE_TEXT_MAX];
        snprintf(mend, sizeof mend, "the least: %s; the most: %s",
                 trey_value_print(TREY_KEY_MINIMUM_ALLOWED, low, text),
                 trey_value_print(TREY_KEY_MAXIMUM_ALLOWED, high, one));
        return fails(to, table->limits[TREY_WAGER_ANTE].at, mend, "%s does not allow these limits",
                     id);
    }
    case TREY_CONFIG_JACKPOT:
        return fails(to, table->jackpot_at, "see the jackpot's bet, contribution and reset",
                     "%s cannot be linked to this jackpot", table->name);
    default:
        return fails(to, table->schedule_at, "schedule: 1 to 18, for California alone",
                     "%s has no such collection schedule", id);
    }
}

/* Opens the table for a moment, as the house will. */
static bool try_table(const trey_rulebook *book, const table_settings *table,
                      const trey_table_terms *terms, const jackpot_settings *jackpot,
                      const verdict *to) {
    trey_rules *rules;
    trey_table state;
    trey_table_config config = terms->config;
    trey_cents meter = 0;
    if (jackpot) {
        const trey_link_parameters parameters = {
            .bet = jackpot->bet, .fixed = jackpot->contribution, .rate = jackpot->rate};
        config.jackpot = 1;
        config.jackpot_bet = jackpot->bet;
        config.jackpot_contribution = trey_link_contribution(&parameters);
        config.jackpot_reset = jackpot->reset;
        meter = jackpot->start;
    }
    if (trey_rules_open(&rules, book) != TREY_STATUS_OK)
        return fails(to, table->at, "", "out of memory");
    trey_config_fault fault = trey_table_open(rules, &config, meter, &state);
    trey_rules_close(rules);
    return fault == TREY_CONFIG_GOOD || config_fails(table, book, fault, to);
}

static const jackpot_settings *jackpot_named(const server_settings *settings, const char *name) {
    for (unsigned i = 0; i < settings->jackpots; i++) {
        if (strcmp(settings->jackpot[i].name, name) == 0) return &settings->jackpot[i];
    }
    return NULL;
}

/* Would the jackpot pay as this table's book says? */
static bool link_agrees(const trey_rulebook *book, const jackpot_settings *jackpot) {
    const trey_link_parameters parameters = {.bet = jackpot->bet,
                                             .fixed = jackpot->contribution,
                                             .rate = jackpot->rate,
                                             .reserve_rate = jackpot->reserve_rate,
                                             .reset = jackpot->reset,
                                             .ceiling = jackpot->ceiling};
    trey_rulebook *own;
    trey_link link;
    if (trey_rulebook_open(&own, jackpot->rulebook, NULL) != TREY_STATUS_OK) return true;
    /* What is wrong with the jackpot itself is told elsewhere. */
    bool agrees =
        !trey_link_open(own, &parameters, jackpot->start, &link) || trey_link_agrees(&link, book);
    trey_rulebook_close(own);
    return agrees;
}

bool table_terms(const table_settings *table, const server_settings *settings,
                 trey_table_terms *out, setting_place *at, char *wrong, char *mend, size_t room) {
    const verdict to = {at, wrong, mend, room};
    trey_store_message message;
    const jackpot_settings *jackpot = jackpot_named(settings, table->jackpot);
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", table->name);
    snprintf(out->rulebook, sizeof out->rulebook, "%s", table->rulebook);
    snprintf(out->readings, sizeof out->readings, "%s", table->readings);
    snprintf(out->values, sizeof out->values, "%s", table->values);
    snprintf(out->jackpot, sizeof out->jackpot, "%s", table->jackpot);
    trey_rulebook *book = trey_terms_book(out, &message);
    if (!book)
        return fails(&to, table->readings_at.line ? table->readings_at : table->values_at,
                     "trey rules ID lists the readings and values", "%s", message.text);
    int64_t most = trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value.d;
    out->config.positions = (uint8_t)(table->positions ? table->positions : (unsigned)most);
    out->config.device = (uint8_t)table->device;
    out->config.schedule = (uint8_t)table->schedule;
    out->config.system_deck = !table->physical;
    out->config.two_people = settings->two_people;
    out->config.second_from = settings->second_from;
    out->config.consent = settings->consent;
    out->config.fee_supplied = TREY_FEE_UNREADABLE;
    bool good = set_limits(book, table, &out->config, &to);
    if (good && table->jackpot[0] && !jackpot)
        good = fails(&to, table->jackpot_at,
                     "name one that stands under jackpots:", "there is no jackpot \"%.40s\"",
                     table->jackpot);
    if (good && jackpot && !trey_rulebook_offers(book, TREY_WAGER_PROGRESSIVE))
        good = fails(&to, table->jackpot_at, "leave it out", "%s has no jackpot", table->rulebook);
    if (good && jackpot && !link_agrees(book, jackpot))
        good =
            fails(&to, table->jackpot_at,
                  "leave out the readings about the meter and the order of winners, or the jackpot",
                  "jackpot \"%.40s\" pays in another way than %s with these readings",
                  table->jackpot, table->rulebook);
    good = good && try_table(book, table, out, jackpot, &to);
    trey_rulebook_close(book);
    return good;
}
