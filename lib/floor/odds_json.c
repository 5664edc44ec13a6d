/* odds_json.c -- odds as one object, for the command line and for tables alike. */
#include "trey/odds_json.h"

#include <stdio.h>
#include <string.h>

json_t *trey_fraction_json(trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    return json_string(trey_fraction_print(f, text));
}

json_t *trey_real_json(double value) {
    json_t *real = json_real(value);
    return real ? real : json_null(); /* nothing that JSON can say */
}

/* What is told, and under which rules. */
typedef struct telling {
    const trey_rulebook *book;
    const trey_odds *odds;
    const char *strategy;
} telling;

static void put(json_t *object, const char *key, json_t *value) {
    json_object_set_new(object, key, value);
}

static json_t *readings_json(const trey_rulebook *book) {
    json_t *readings = json_object();
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (!reading->switchable) continue;
        char letter[2] = {(char)('A' + reading->in_force), '\0'};
        put(readings, reading->id, json_string(letter));
    }
    return readings;
}

/* ---- Wagers ------------------------------------------------------------------------------ */
static json_t *figure_json(const trey_odds_figure *figure) {
    json_t *value = json_object();
    put(value, "ev", trey_fraction_json(figure->ev));
    put(value, "house_edge", trey_real_json(figure->house_edge));
    put(value, "element_of_risk", trey_real_json(figure->element_of_risk));
    put(value, "sd", trey_real_json(figure->sd));
    put(value, "hit", trey_real_json(trey_fraction_double(figure->hit)));
    put(value, "hit_exact", trey_fraction_json(figure->hit));
    put(value, "stake", json_integer(figure->stake));
    put(value, "ev_cents", trey_fraction_json(figure->ev_cents));
    put(value, "staked_cents", trey_fraction_json(figure->staked));
    put(value, "player_edge", json_boolean(figure->ev.n > 0));
    return value;
}

static json_t *lines_json(const telling *t, trey_odds_wager wager) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(t->odds, wager, &count);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object();
        put(value, "wager", json_string(trey_wager_word(line[i].wager)));
        put(value, "result", json_string(trey_result_word((trey_result)line[i].result)));
        put(value, "ground", json_string(trey_ground_text((trey_ground)line[i].ground)));
        if (line[i].row != TREY_NO_KEY)
            put(value, "row", json_string(trey_key_path((trey_key)line[i].row)));
        put(value, "net", json_integer(line[i].net));
        put(value, "chance", trey_fraction_json(line[i].chance));
        put(value, "probability", trey_real_json(trey_fraction_double(line[i].chance)));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *wagers_json(const telling *t) {
    json_t *wagers = json_object();
    for (unsigned i = 0; i < TREY_ODDS_WAGERS; i++) {
        trey_odds_wager wager = (trey_odds_wager)i;
        const trey_odds_figure *figure = trey_odds_figures(t->odds, wager);
        if (!figure->offered) continue;
        json_t *value = figure_json(figure);
        put(value, "in_round", json_boolean(figure->in_round));
        put(value, "lines", lines_json(t, wager));
        const trey_odds_figure *alone = trey_odds_pair_plus_alone(t->odds);
        if (wager == TREY_ODDS_PAIR_PLUS && alone->offered)
            put(value, "without_ante", figure_json(alone));
        put(wagers, trey_odds_wager_word(wager), value);
    }
    return wagers;
}

/* ---- The strategy -------------------------------------------------------------------------- */
/* Of the hands, or of hands and up cards: not in lowest terms, so that the hands can be
 * read off. */
static json_t *plays_json(const telling *t, trey_fraction played) {
    long long all = TREY_HANDS * (trey_odds_whole(t->odds)->sees_up_card ? 49LL : 1LL);
    char text[64];
    snprintf(text, sizeof text, "%lld/%lld", (long long)(played.n * all / played.d), all);
    return json_string(text);
}

static json_t *exceptions_json(const telling *t, const trey_strategy_row *rows, unsigned count) {
    enum { LISTED = 256 };
    trey_strategy_exception exception[LISTED];
    const trey_strategy *strategy = trey_odds_strategy(t->odds);
    size_t found = trey_strategy_exceptions(strategy, t->book, rows, count, exception, LISTED);
    json_t *list = json_array();
    for (size_t i = 0; i < found && i < LISTED; i++) {
        const trey_strategy_exception *e = &exception[i];
        json_t *value = json_object();
        put(value, "against", json_string(rows[e->row].against));
        put(value, "hand", json_string(e->hand));
        put(value, "decision", json_string(e->play ? "play" : "fold"));
        put(value, "of", json_integer(e->of));
        put(value, "all", json_integer(e->all));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *alternatives_json(const telling *t) {
    const trey_odds_alternative *a = trey_odds_alternatives(t->odds);
    json_t *list = json_array();
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        json_t *value = json_object();
        put(value, "name", json_string(a[i].name));
        put(value, "house_edge", trey_real_json(-trey_fraction_double(a[i].ante_play)));
        put(value, "ev", trey_fraction_json(a[i].ante_play));
        put(value, "plays", plays_json(t, a[i].played));
        put(value, "round_ev_cents", trey_fraction_json(a[i].ev_cents));
        put(value, "costs_cents",
            trey_real_json(trey_fraction_double(a[0].ev_cents) -
                           trey_fraction_double(a[i].ev_cents)));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *strategy_json(const telling *t) {
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(trey_odds_strategy(t->odds), t->book, row);
    json_t *value = json_object(), *table = json_array();
    char rule[TREY_STRATEGY_ROWS * 96] = "";
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        bool against = row[i].up_ranks != 0;
        int put_in =
            snprintf(rule + at, sizeof rule - at, "%s%s%s%s%s", i ? "; " : "",
                     against ? "against " : "", row[i].against, against ? ": " : "", row[i].rule);
        at += (size_t)put_in;
        json_t *line = json_object();
        put(line, "against", json_string(row[i].against));
        put(line, "rule", json_string(row[i].rule));
        put(line, "exceptions", json_integer(row[i].exceptions));
        json_array_append_new(table, line);
    }
    put(value, "name", json_string(t->strategy ? t->strategy : "best"));
    put(value, "rule", json_string(rule));
    put(value, "plays", plays_json(t, trey_odds_whole(t->odds)->played));
    put(value, "sees_up_card", json_boolean(trey_odds_whole(t->odds)->sees_up_card));
    put(value, "table", table);
    put(value, "exceptions", exceptions_json(t, row, count));
    put(value, "alternatives", alternatives_json(t));
    return value;
}

/* ---- The round ------------------------------------------------------------------------------ */
static json_t *covariance_json(const telling *t) {
    json_t *rows = json_object();
    for (unsigned a = 0; a < TREY_ODDS_WAGERS; a++) {
        if (!trey_odds_figures(t->odds, (trey_odds_wager)a)->offered) continue;
        json_t *row = json_object();
        for (unsigned b = 0; b < TREY_ODDS_WAGERS; b++) {
            if (!trey_odds_figures(t->odds, (trey_odds_wager)b)->offered) continue;
            put(row, trey_odds_wager_word((trey_odds_wager)b),
                trey_real_json(
                    trey_odds_covariance(t->odds, (trey_odds_wager)a, (trey_odds_wager)b)));
        }
        put(rows, trey_odds_wager_word((trey_odds_wager)a), row);
    }
    return rows;
}

static json_t *round_json(const telling *t) {
    const trey_odds_round *round = trey_odds_whole(t->odds);
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(t->odds, &count);
    json_t *value = json_object(), *outcomes = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *end = json_object();
        put(end, "net", json_integer(outcome[i].net));
        put(end, "chance", trey_fraction_json(outcome[i].chance));
        put(end, "probability", trey_real_json(trey_fraction_double(outcome[i].chance)));
        json_array_append_new(outcomes, end);
    }
    put(value, "ev_cents", trey_fraction_json(round->ev_cents));
    put(value, "differs_from_base_strategy", json_integer(round->differs_from_base));
    put(value, "house_edge", trey_real_json(round->house_edge));
    put(value, "element_of_risk", trey_real_json(round->element_of_risk));
    put(value, "staked_cents", trey_fraction_json(round->staked));
    put(value, "sd_cents", trey_real_json(round->sd));
    put(value, "hit", trey_real_json(trey_fraction_double(round->hit)));
    put(value, "covariance_cents2", covariance_json(t));
    put(value, "outcomes", outcomes);
    return value;
}

/* ---- The jackpot --------------------------------------------------------------------------- */
static json_t *jackpot_json(const telling *t) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(t->odds);
    const trey_odds_query *query = trey_odds_asked(t->odds);
    json_t *value = json_object(), *awards = json_array();
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        json_t *line = json_object();
        put(line, "row", json_string(trey_key_path((trey_key)award->row)));
        put(line, "paid", json_integer(award->paid));
        put(line, "percent_of_meter", json_integer(award->percent));
        put(line, "chance", trey_fraction_json(award->chance));
        put(line, "probability", trey_real_json(trey_fraction_double(award->chance)));
        json_array_append_new(awards, line);
    }
    put(value, "meter", json_integer(query->meter));
    put(value, "reset", json_integer(query->reset));
    put(value, "contribution", json_integer(query->contribution));
    put(value, "boxes", json_integer(query->boxes));
    put(value, "value_cents", trey_fraction_json(jackpot->value));
    put(value, "envy_cents", trey_fraction_json(jackpot->envy));
    put(value, "value_per_meter_cent", trey_fraction_json(jackpot->slope));
    put(value, "break_even_meter_cents", trey_fraction_json(jackpot->break_even));
    put(value, "break_even_meter_best_play_cents", trey_fraction_json(jackpot->break_even_best));
    put(value, "whole_meter_chance", trey_fraction_json(jackpot->whole));
    put(value, "rounds_between_hits", trey_fraction_json(jackpot->rounds));
    put(value, "meter_at_hit_cents",
        jackpot->meter_at_hit_known ? trey_fraction_json(jackpot->meter_at_hit) : json_null());
    put(value, "awards", awards);
    return value;
}

json_t *trey_odds_json(const trey_rulebook *book, const trey_odds *odds, const char *strategy,
                       const char *const *set, unsigned sets) {
    const telling t = {book, odds, strategy};
    json_t *value = json_object(), *changed = json_array();
    for (unsigned i = 0; i < sets; i++) json_array_append_new(changed, json_string(set[i]));
    put(value, "rulebook", json_string(trey_rulebook_id(book)));
    put(value, "readings", readings_json(book));
    put(value, "set", changed);
    put(value, "wagers", wagers_json(&t));
    put(value, "strategy", strategy_json(&t));
    put(value, "round", round_json(&t));
    if (trey_odds_jackpot_of(odds)->offered) put(value, "jackpot", jackpot_json(&t));
    return value;
}
