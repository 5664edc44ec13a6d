/* script_setup.c -- rulebook, set, table and jackpot: what is said before play.
 *
 * The lines are gathered and the table opens at the first command, because the
 * jackpot may be named after the table. Each figure keeps its place in the file,
 * so that a fault that the engine finds then can still be pointed at. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"
#include "script_parts.h"

/* ---- rulebook ----------------------------------------------------------------- */
static const char *builtin_name(unsigned index) {
    return trey_builtin_id(index);
}

static bool names_a_file(const char *word) {
    size_t length = strlen(word);
    return strchr(word, '/') || (length > 5 && strcmp(word + length - 5, ".yaml") == 0);
}

/* A path in the script starts from the script's own folder. */
static void beside_script(const script *run, const char *word, char *out, size_t room) {
    const char *slash = run->path ? strrchr(run->path, '/') : NULL;
    int folder = word[0] == '/' || !slash ? 0 : (int)(slash - run->path + 1);
    snprintf(out, room, "%.*s%s", folder, folder ? run->path : "", word);
}

static bool open_rulebook(script *run, const char *word, trey_diagnostics *diagnostics) {
    char path[4096];
    trey_status status;
    if (names_a_file(word)) {
        beside_script(run, word, path, sizeof path);
        status = trey_rulebook_open_file(&run->book, path, diagnostics);
    } else {
        status = trey_rulebook_open(&run->book, word, diagnostics);
    }
    size_t mistakes = trey_diagnostics_count(diagnostics);
    switch (status) {
    case TREY_STATUS_OK:
        return true;
    case TREY_STATUS_INVALID:
        fflush(stdout);
        trey_diagnostics_print(diagnostics, stderr);
        return script_fault(run, 1, "\"%s\" has %zu mistake%s and is not used",
                            script_quoted(word).text, mistakes, mistakes == 1 ? "" : "s");
    case TREY_STATUS_NO_FILE:
        return script_fault(run, 1, "the file \"%s\" cannot be read", script_quoted(path).text);
    case TREY_STATUS_UNKNOWN_RULEBOOK:
        return script_fault(
            run, 1, "there is no rulebook \"%s\"; %s", script_quoted(word).text,
            script_nearest(word, builtin_name, TREY_BUILTIN_RULEBOOKS,
                           "there are mbs, rws, rws-progressive, ca-six-card, or FILE.yaml")
                .text);
    default:
        fprintf(stderr, "trey run: %s\n", trey_status_text(status));
        run->status = EXIT_OPERATING;
        return false;
    }
}

static bool choose_reading(script *run, unsigned word) {
    const char *text = run->line.word[word], *equals = strchr(text, '=');
    char name[32];
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : 0, text);
    if (equals && equals[1] && !equals[2] &&
        trey_rulebook_choose(run->book, name, equals[1]) == TREY_STATUS_OK) {
        return true;
    }
    char can[SCRIPT_TEXT_MAX] = "";
    for (size_t i = 0; i < trey_rulebook_readings(run->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(run->book, i);
        size_t used = strlen(can);
        if (!reading->switchable) continue;
        snprintf(can + used, sizeof can - used, " %s=A..%c", reading->id,
                 'A' + (int)reading->letters - 1);
    }
    return script_fault(run, word, "\"%s\" cannot be chosen in %s; these can:%s",
                        script_quoted(text).text, trey_rulebook_id(run->book), can);
}

bool script_rulebook(script *run) {
    if (run->book)
        return script_fault(run, 0, "a script has one rulebook, named in its first line");
    if (run->line.count < 2) {
        return script_fault(run, 1, "a rulebook is missing: rulebook ID [READING=LETTER ...]");
    }
    trey_diagnostics *diagnostics;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) {
        run->status = EXIT_OPERATING;
        return false;
    }
    bool good = open_rulebook(run, run->line.word[1], diagnostics);
    trey_diagnostics_close(diagnostics);
    for (unsigned word = 2; good && word < run->line.count; word++) {
        good = choose_reading(run, word);
    }
    return good;
}

/* ---- set ---------------------------------------------------------------------- */
bool script_set(script *run) {
    if (run->setup.table.line) {
        return script_fault(run, 0, "set stands before the table, in line %u",
                            run->setup.table.line);
    }
    const char *word = run->line.count > 1 ? run->line.word[1] : "";
    const char *equals = strchr(word, '=');
    if (!equals || equals == word) {
        return script_fault(run, 1, "write set PATH=VALUE, as in set pays.pair_plus.straight=6");
    }
    if (run->line.count > 2) {
        return script_fault(run, 2, "\"%s\" is one word too many: set PATH=VALUE",
                            script_quoted(run->line.word[2]).text);
    }
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)(equals - word), word);
    trey_diagnostics *diagnostics;
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) {
        run->status = EXIT_OPERATING;
        return false;
    }
    bool good = trey_rulebook_set(run->book, path, equals + 1, diagnostics) == TREY_STATUS_OK;
    if (!good && trey_diagnostics_count(diagnostics)) {
        trey_diagnostic first = trey_diagnostics_at(diagnostics, 0);
        script_fault(run, 1, "%s%s%s", first.wrong, first.mend[0] ? "; " : "", first.mend);
    } else if (!good) {
        script_fault(run, 1, "\"%s\" cannot be set", script_quoted(word).text);
    }
    trey_diagnostics_close(diagnostics);
    return good;
}

/* ---- table -------------------------------------------------------------------- */
static bool doubled(script *run, unsigned word, script_place *place) {
    if (place->line) {
        return script_fault(run, word, "\"%s\" was said already",
                            script_quoted(run->line.word[word]).text);
    }
    *place = script_here(run, word);
    return true;
}

bool script_read_range(script *run, unsigned word, const char *text, trey_cents *from,
                       trey_cents *to) {
    const char *end = text;
    trey_status status = trey_cents_parse(text, from, &end);
    if (status == TREY_STATUS_OK && strncmp(end, "..", 2) == 0) {
        status = trey_cents_parse(end + 2, to, &end);
        if (status == TREY_STATUS_OK && !*end && *from <= *to) return true;
        if (status == TREY_STATUS_OK && !*end) {
            return script_fault(run, word, "\"%s\": the minimum is above the maximum",
                                script_quoted(run->line.word[word]).text);
        }
    }
    const char *why = status == TREY_STATUS_OK ? "limits are two amounts, as in 25..1000"
                                               : trey_status_text(status);
    return script_fault(run, word, "\"%s\": %s", script_quoted(run->line.word[word]).text, why);
}

static bool read_limits(script *run, unsigned word, const char *text, unsigned stake) {
    trey_table_config *config = &run->setup.config;
    if (!trey_rulebook_offers(run->book, stake)) {
        return script_fault(run, word, "%s has no %s", trey_rulebook_id(run->book),
                            trey_wager_word(stake));
    }
    return doubled(run, word, &run->setup.limits[stake]) &&
           script_read_range(run, word, text, &config->minimum[stake], &config->maximum[stake]);
}

static bool read_number(script *run, unsigned word, const char *text, uint8_t *out) {
    unsigned value = 0;
    size_t length = strspn(text, "0123456789");
    if (length == 0 || length > 3 || text[length]) {
        return script_fault(run, word, "\"%s\": a whole number is wanted",
                            script_quoted(run->line.word[word]).text);
    }
    for (; *text; text++) value = value * 10 + (unsigned)(*text - '0');
    *out = value > UINT8_MAX ? UINT8_MAX : (uint8_t)value; /* more than any book allows */
    return true;
}

static bool read_device(script *run, unsigned word, const char *text) {
    static const char *const devices[] = {
#define DEVICE_WORD(constant, name) [TREY_##constant] = (name),
        TREY_WORDS_DEVICE(DEVICE_WORD)
#undef DEVICE_WORD
    };
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (strcmp(text, devices[i]) != 0) continue;
        run->setup.config.device = (uint8_t)i;
        return true;
    }
    return script_fault(run, word, "\"%s\": the device is packets or single",
                        script_quoted(run->line.word[word]).text);
}

static bool read_switch(script *run, unsigned word, const char *text, script_place *said,
                        uint8_t *out) {
    *out = strcmp(text, "yes") == 0;
    if (!*out && strcmp(text, "no") != 0)
        return script_fault(run, word, "\"%s\": yes or no is wanted",
                            script_quoted(run->line.word[word]).text);
    return doubled(run, word, said);
}

static bool table_option(script *run, unsigned word) {
    script_setup *setup = &run->setup;
    const char *text = run->line.word[word], *value;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_wager_limited(i)) continue;
        value = script_value_of(text, trey_wager_word(i));
        if (value) return read_limits(run, word, value, i);
    }
    if ((value = script_value_of(text, "limits"))) {
        /* Kept beside the Play stake, which has no limits of its own. */
        return doubled(run, word, &setup->all_limits) &&
               script_read_range(run, word, value, &setup->config.minimum[TREY_WAGER_PLAY],
                                 &setup->config.maximum[TREY_WAGER_PLAY]);
    }
    if ((value = script_value_of(text, "positions"))) {
        return doubled(run, word, &setup->positions) &&
               read_number(run, word, value, &setup->config.positions);
    }
    if ((value = script_value_of(text, "device"))) {
        return doubled(run, word, &setup->device) && read_device(run, word, value);
    }
    if ((value = script_value_of(text, "cards"))) {
        setup->config.system_deck = strcmp(value, "system") == 0;
        if (!setup->config.system_deck && strcmp(value, "real") != 0)
            return script_fault(run, word,
                                "\"%s\": the cards are real or the system's: cards=system",
                                script_quoted(text).text);
        return doubled(run, word, &setup->cards);
    }
    if ((value = script_value_of(text, "two_people")))
        return read_switch(run, word, value, &setup->two_people, &setup->config.two_people);
    if ((value = script_value_of(text, "consent")))
        return read_switch(run, word, value, &setup->consent, &setup->config.consent);
    if ((value = script_value_of(text, "second_from"))) {
        return doubled(run, word, &setup->second_from) &&
               script_read_amount(run, word, value, &setup->config.second_from);
    }
    if ((value = script_value_of(text, "schedule"))) {
        return doubled(run, word, &setup->schedule) &&
               read_number(run, word, value, &setup->config.schedule);
    }
    if ((value = script_value_of(text, "fee"))) {
        if (trey_rulebook_schedules(run->book) == 0) {
            return script_fault(run, word, "%s takes no collection", trey_rulebook_id(run->book));
        }
        return doubled(run, word, &setup->fee) &&
               script_read_amount(run, word, value, &setup->config.fee_supplied);
    }
    char limits[SCRIPT_TEXT_MAX] = "";
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        size_t used = strlen(limits);
        if (trey_wager_limited(stake))
            snprintf(limits + used, sizeof limits - used, "%s= ", trey_wager_word(stake));
    }
    return script_fault(run, word,
                        "\"%s\" says nothing about a table; it has positions= %slimits= device= "
                        "cards= two_people= second_from= consent= schedule= fee=",
                        script_quoted(text).text, limits);
}

/* What is not said: every wager within limits=; and where a player-dealer banks,
 * the side bets within the Ante's [ca-six-card Betting 1]. */
static void fill_limits(script *run) {
    script_setup *setup = &run->setup;
    trey_table_config *config = &setup->config;
    trey_cents low = config->minimum[TREY_WAGER_PLAY], high = config->maximum[TREY_WAGER_PLAY];
    bool all = setup->all_limits.line != 0;
    config->minimum[TREY_WAGER_PLAY] = config->maximum[TREY_WAGER_PLAY] = 0;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (!trey_wager_limited(stake) || !trey_rulebook_offers(run->book, stake)) continue;
        if (setup->limits[stake].line) continue;
        if (all) {
            config->minimum[stake] = low;
            config->maximum[stake] = high;
        } else if (stake != TREY_WAGER_ANTE &&
                   trey_rule_word(trey_rulebook_rule(run->book, TREY_KEY_BANKER)) ==
                       TREY_BANKER_PLAYER_DEALER) {
            config->minimum[stake] = config->minimum[TREY_WAGER_ANTE];
            config->maximum[stake] = config->maximum[TREY_WAGER_ANTE];
        }
    }
}

bool script_table(script *run) {
    script_setup *setup = &run->setup;
    if (setup->table.line) {
        return script_fault(run, 0, "a script has one table; it stands in line %u",
                            setup->table.line);
    }
    setup->table = script_here(run, 0);
    setup->config.fee_supplied = TREY_FEE_UNREADABLE;
    for (unsigned word = 1; word < run->line.count; word++) {
        if (!table_option(run, word)) return false;
    }
    if (!setup->limits[TREY_WAGER_ANTE].line && !setup->all_limits.line) {
        return script_fault(run, run->line.count,
                            "the limits of the Ante are missing, as in ante=25..1000");
    }
    if (!setup->positions.line) {
        int64_t most = trey_rulebook_rule(run->book, TREY_KEY_POSITIONS)->value.d;
        setup->config.positions = most > UINT8_MAX ? UINT8_MAX : (uint8_t)most;
    }
    fill_limits(run);
    return true;
}

/* ---- jackpot ------------------------------------------------------------------ */
/* What the script does not say may stand in a house's own rulebook. */
static bool jackpot_default(script *run, bool said, const char *name, trey_key key,
                            trey_cents *out) {
    const trey_rule *rule = trey_rulebook_rule(run->book, key);
    if (said) return true;
    if (rule->form != TREY_FORM_ABSENT && rule->value.n != TREY_CONFIGURED) {
        *out = rule->value.n;
        return true;
    }
    return script_fault(run, run->line.count,
                        "%s= is missing, as in jackpot bet=5 contribution=1 reset=10000", name);
}

bool script_jackpot(script *run) {
    trey_table_config *config = &run->setup.config;
    enum { BET, CONTRIBUTION, RESET, METER, FIGURES };
    const struct {
        const char *name;
        trey_cents *figure;
    } options[FIGURES] = {{"bet", &config->jackpot_bet},
                          {"contribution", &config->jackpot_contribution},
                          {"reset", &config->jackpot_reset},
                          {"meter", &run->setup.meter}};
    bool said[FIGURES] = {false};
    if (!doubled(run, 0, &run->setup.jackpot)) return false;
    if (!trey_rulebook_offers(run->book, TREY_WAGER_PROGRESSIVE)) {
        return script_fault(run, 0, "%s has no jackpot", trey_rulebook_id(run->book));
    }
    for (unsigned word = 1; word < run->line.count; word++) {
        unsigned i = 0;
        const char *text = run->line.word[word], *value = NULL;
        while (i < FIGURES && !(value = script_value_of(text, options[i].name))) i++;
        if (i == FIGURES || said[i]) {
            return script_fault(run, word,
                                said[i % FIGURES] && i < FIGURES
                                    ? "\"%s\" was said already"
                                    : "\"%s\" says nothing about a jackpot; it has bet= "
                                      "contribution= reset= meter=",
                                script_quoted(text).text);
        }
        said[i] = true;
        if (!script_read_amount(run, word, value, options[i].figure)) return false;
    }
    if (!jackpot_default(run, said[BET], "bet", TREY_KEY_JACKPOT_BET, &config->jackpot_bet) ||
        !jackpot_default(run, said[CONTRIBUTION], "contribution", TREY_KEY_JACKPOT_CONTRIBUTION,
                         &config->jackpot_contribution) ||
        !jackpot_default(run, said[RESET], "reset", TREY_KEY_JACKPOT_RESET,
                         &config->jackpot_reset)) {
        return false;
    }
    if (!said[METER]) run->setup.meter = config->jackpot_reset;
    config->jackpot = 1;
    return true;
}

/* ---- Opening ------------------------------------------------------------------ */
static const char *allowed(const script *run, trey_key key, char out[TREY_VALUE_TEXT_MAX]) {
    return trey_value_print(key, trey_rulebook_rule(run->book, key)->value, out);
}

static script_place either(script_place first, script_place second) {
    return first.line ? first : second;
}

static bool schedule_fault(script *run) {
    const script_setup *setup = &run->setup;
    size_t count = trey_rulebook_schedules(run->book);
    script_place place = either(setup->schedule, setup->table);
    const char *id = trey_rulebook_id(run->book);
    char most[TREY_CENTS_TEXT_MAX];
    if (count == 0) return script_fault_at(run, place, "%s takes no collection", id);
    if (setup->config.fee_supplied > TREY_LIMIT_MAX) {
        return script_fault_at(run, setup->fee, "the fee is at most %s",
                               trey_cents_print(TREY_LIMIT_MAX, most));
    }
    return script_fault_at(run, place,
                           setup->schedule.line
                               ? "%s has no such collection schedule; schedule= is %u to %u"
                               : "%s takes a collection; say which schedule= from %u to %u",
                           id, trey_rulebook_schedule(run->book, 0)->option,
                           trey_rulebook_schedule(run->book, count - 1)->option);
}

/* The wager whose limits the engine does not take: the one without which, or alone
 * with the Ante, the table could not be opened. */
static unsigned faulty_limits(const script *run) {
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        trey_table_config config = run->setup.config;
        trey_table table;
        if (!trey_wager_limited(stake)) continue;
        for (unsigned other = TREY_WAGER_ANTE + 1; other < TREY_STAKES; other++) {
            if (other != stake) config.minimum[other] = config.maximum[other] = 0;
        }
        if (trey_table_open(run->rules, &config, run->setup.meter, &table) == TREY_CONFIG_LIMITS) {
            return stake;
        }
    }
    return TREY_WAGER_ANTE;
}

static bool limits_fault(script *run) {
    const script_setup *setup = &run->setup;
    unsigned stake = faulty_limits(run);
    trey_value low = trey_rulebook_rule(run->book, TREY_KEY_MINIMUM_ALLOWED)->value;
    trey_value high = trey_rulebook_rule(run->book, TREY_KEY_MAXIMUM_ALLOWED)->value;
    char text[4][TREY_CENTS_TEXT_MAX];
    script_place place = either(setup->limits[stake], either(setup->all_limits, setup->table));
    if (low.d == TREY_NO_LIMIT && high.d == TREY_NO_LIMIT) {
        return script_fault_at(run, place, "limits are above zero and at most %s",
                               trey_cents_print(TREY_LIMIT_MAX, text[0]));
    }
    return script_fault_at(run, place,
                           "%s allows a minimum from %s to %s and a maximum from %s to %s",
                           trey_rulebook_id(run->book), trey_cents_print(low.n, text[0]),
                           trey_cents_print(low.d, text[1]), trey_cents_print(high.n, text[2]),
                           trey_cents_print(high.d, text[3]));
}

/* A table cannot be opened as it was asked for: why, and where that stands. */
static bool config_fault(script *run, trey_config_fault fault) {
    const script_setup *setup = &run->setup;
    const char *id = trey_rulebook_id(run->book);
    char one[TREY_VALUE_TEXT_MAX], money[TREY_CENTS_TEXT_MAX];
    switch (fault) {
    case TREY_CONFIG_POSITIONS:
        return script_fault_at(run, either(setup->positions, setup->table),
                               "%s has tables of %s positions, not %u", id,
                               allowed(run, TREY_KEY_POSITIONS, one), setup->config.positions);
    case TREY_CONFIG_DEVICE:
        return script_fault_at(run, either(setup->device, setup->table),
                               "%s deals from: %s; say so with device=", id,
                               allowed(run, TREY_KEY_DEVICES, one));
    case TREY_CONFIG_LIMITS:
        return limits_fault(run);
    case TREY_CONFIG_JACKPOT:
        return script_fault_at(run, either(setup->jackpot, setup->table),
                               "this jackpot cannot be connected: amounts are the book's where it "
                               "gives them, the bet is above zero, its contribution not above the "
                               "bet, reset and meter at most %s",
                               trey_cents_print(TREY_METER_MAX, money));
    case TREY_CONFIG_SCHEDULE:
        return schedule_fault(run);
    default:
        return script_fault_at(run, setup->table, "%s cannot open such a table", id);
    }
}

bool script_open_table(script *run) {
    script_setup *setup = &run->setup;
    if (run->ready) return true;
    if (!setup->table.line) {
        return script_fault(run, 0,
                            "the table is missing: a line like table ante=25..1000 comes first");
    }
    trey_status status = run->rules ? TREY_STATUS_OK : trey_rules_open(&run->rules, run->book);
    if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey run: %s\n", trey_status_text(status));
        run->status = EXIT_OPERATING;
        return false;
    }
    trey_config_fault fault =
        trey_table_open(run->rules, &setup->config, setup->meter, &run->table);
    if (fault != TREY_CONFIG_GOOD) return config_fault(run, fault);
    run->ready = true;
    run->to->opened(run->to, run);
    return true;
}
