/* odds_json.c -- `trey odds --json`: fractions as text, money in whole cents. */
#include <jansson.h>
#include <string.h>

#include "commands.h"
#include "odds_output.h"

static json_t *fraction(trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    return json_string(trey_fraction_print(f, text));
}

static json_t *number(double value) {
    json_t *real = json_real(value);
    return real ? real : json_null(); /* nothing that JSON can say */
}

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
    put(value, "ev", fraction(figure->ev));
    put(value, "house_edge", number(figure->house_edge));
    put(value, "element_of_risk", number(figure->element_of_risk));
    put(value, "sd", number(figure->sd));
    put(value, "hit", number(trey_fraction_double(figure->hit)));
    put(value, "hit_exact", fraction(figure->hit));
    put(value, "stake", json_integer(figure->stake));
    put(value, "ev_cents", fraction(figure->ev_cents));
    put(value, "staked_cents", fraction(figure->staked));
    put(value, "player_edge", json_boolean(figure->ev.n > 0));
    return value;
}

static json_t *lines_json(const odds_answers *answers, trey_odds_wager wager) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(answers->odds, wager, &count);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object();
        put(value, "wager", json_string(trey_wager_word(line[i].wager)));
        put(value, "result", json_string(trey_result_word((trey_result)line[i].result)));
        put(value, "ground", json_string(trey_ground_text((trey_ground)line[i].ground)));
        if (line[i].row != TREY_NO_KEY)
            put(value, "row", json_string(trey_key_path((trey_key)line[i].row)));
        put(value, "net", json_integer(line[i].net));
        put(value, "chance", fraction(line[i].chance));
        put(value, "probability", number(trey_fraction_double(line[i].chance)));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *wagers_json(const odds_answers *answers) {
    json_t *wagers = json_object();
    for (unsigned i = 0; i < TREY_ODDS_WAGERS; i++) {
        trey_odds_wager wager = (trey_odds_wager)i;
        const trey_odds_figure *figure = trey_odds_figures(answers->odds, wager);
        if (!figure->offered) continue;
        json_t *value = figure_json(figure);
        put(value, "in_round", json_boolean(figure->in_round));
        put(value, "lines", lines_json(answers, wager));
        const trey_odds_figure *alone = trey_odds_pair_plus_alone(answers->odds);
        if (wager == TREY_ODDS_PAIR_PLUS && alone->offered)
            put(value, "without_ante", figure_json(alone));
        put(wagers, trey_odds_wager_word(wager), value);
    }
    return wagers;
}

/* ---- The strategy -------------------------------------------------------------------------- */
/* Of the hands, or of hands and up cards: not in lowest terms, so that the hands can be
 * read off. */
static json_t *plays_json(const odds_answers *answers, trey_fraction played) {
    long long all = TREY_HANDS * (trey_odds_whole(answers->odds)->sees_up_card ? 49LL : 1LL);
    char text[64];
    snprintf(text, sizeof text, "%lld/%lld", (long long)(played.n * all / played.d), all);
    return json_string(text);
}

static json_t *exceptions_json(const odds_answers *answers, const trey_strategy_row *rows,
                               unsigned count) {
    enum { LISTED = 256 };
    trey_strategy_exception exception[LISTED];
    const trey_strategy *strategy = trey_odds_strategy(answers->odds);
    size_t found =
        trey_strategy_exceptions(strategy, answers->book, rows, count, exception, LISTED);
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

static json_t *alternatives_json(const odds_answers *answers) {
    const trey_odds_alternative *a = trey_odds_alternatives(answers->odds);
    json_t *list = json_array();
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        json_t *value = json_object();
        put(value, "name", json_string(a[i].name));
        put(value, "house_edge", number(-trey_fraction_double(a[i].ante_play)));
        put(value, "ev", fraction(a[i].ante_play));
        put(value, "plays", plays_json(answers, a[i].played));
        put(value, "round_ev_cents", fraction(a[i].ev_cents));
        put(value, "costs_cents",
            number(trey_fraction_double(a[0].ev_cents) - trey_fraction_double(a[i].ev_cents)));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *strategy_json(const odds_answers *answers) {
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(trey_odds_strategy(answers->odds), answers->book, row);
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
    put(value, "name", json_string(answers->strategy_name ? answers->strategy_name : "best"));
    put(value, "rule", json_string(rule));
    put(value, "plays", plays_json(answers, trey_odds_whole(answers->odds)->played));
    put(value, "sees_up_card", json_boolean(trey_odds_whole(answers->odds)->sees_up_card));
    put(value, "table", table);
    put(value, "exceptions", exceptions_json(answers, row, count));
    put(value, "alternatives", alternatives_json(answers));
    return value;
}

/* ---- The round ------------------------------------------------------------------------------ */
static json_t *covariance_json(const odds_answers *answers) {
    json_t *rows = json_object();
    for (unsigned a = 0; a < TREY_ODDS_WAGERS; a++) {
        if (!trey_odds_figures(answers->odds, (trey_odds_wager)a)->offered) continue;
        json_t *row = json_object();
        for (unsigned b = 0; b < TREY_ODDS_WAGERS; b++) {
            if (!trey_odds_figures(answers->odds, (trey_odds_wager)b)->offered) continue;
            put(row, trey_odds_wager_word((trey_odds_wager)b),
                number(
                    trey_odds_covariance(answers->odds, (trey_odds_wager)a, (trey_odds_wager)b)));
        }
        put(rows, trey_odds_wager_word((trey_odds_wager)a), row);
    }
    return rows;
}

static json_t *round_json(const odds_answers *answers) {
    const trey_odds_round *round = trey_odds_whole(answers->odds);
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(answers->odds, &count);
    json_t *value = json_object(), *outcomes = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *end = json_object();
        put(end, "net", json_integer(outcome[i].net));
        put(end, "chance", fraction(outcome[i].chance));
        put(end, "probability", number(trey_fraction_double(outcome[i].chance)));
        json_array_append_new(outcomes, end);
    }
    put(value, "ev_cents", fraction(round->ev_cents));
    put(value, "differs_from_base_strategy", json_integer(round->differs_from_base));
    put(value, "house_edge", number(round->house_edge));
    put(value, "element_of_risk", number(round->element_of_risk));
    put(value, "staked_cents", fraction(round->staked));
    put(value, "sd_cents", number(round->sd));
    put(value, "hit", number(trey_fraction_double(round->hit)));
    put(value, "covariance_cents2", covariance_json(answers));
    put(value, "outcomes", outcomes);
    return value;
}

/* ---- Jackpot, bank, peek, readings, hands -------------------------------------------------------
 */
static json_t *jackpot_json(const odds_answers *answers) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
    const trey_odds_query *query = trey_odds_asked(answers->odds);
    json_t *value = json_object(), *awards = json_array();
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        json_t *line = json_object();
        put(line, "row", json_string(trey_key_path((trey_key)award->row)));
        put(line, "paid", json_integer(award->paid));
        put(line, "percent_of_meter", json_integer(award->percent));
        put(line, "chance", fraction(award->chance));
        put(line, "probability", number(trey_fraction_double(award->chance)));
        json_array_append_new(awards, line);
    }
    put(value, "meter", json_integer(query->meter));
    put(value, "reset", json_integer(query->reset));
    put(value, "contribution", json_integer(query->contribution));
    put(value, "boxes", json_integer(query->boxes));
    put(value, "value_cents", fraction(jackpot->value));
    put(value, "envy_cents", fraction(jackpot->envy));
    put(value, "value_per_meter_cent", fraction(jackpot->slope));
    put(value, "break_even_meter_cents", fraction(jackpot->break_even));
    put(value, "break_even_meter_best_play_cents", fraction(jackpot->break_even_best));
    put(value, "whole_meter_chance", fraction(jackpot->whole));
    put(value, "rounds_between_hits", fraction(jackpot->rounds));
    put(value, "meter_at_hit_cents",
        jackpot->meter_at_hit_known ? fraction(jackpot->meter_at_hit) : json_null());
    put(value, "awards", awards);
    return value;
}

static json_t *bank_json(const trey_odds_bank *bank) {
    json_t *value = json_object(), *fees = json_array();
    for (unsigned i = 0; i < bank->fees; i++) {
        const trey_odds_fee *fee = &bank->fee[i];
        json_t *line = json_object();
        put(line, "schedule", json_integer(fee->option));
        put(line, "bank", fee->readable ? json_integer(fee->bank) : json_null());
        put(line, "players", fee->readable ? json_integer(fee->players) : json_null());
        put(line, "ev_after_collection",
            fee->readable ? number(bank->ev - (double)fee->bank) : json_null());
        json_array_append_new(fees, line);
    }
    put(value, "seats", json_integer(bank->seats));
    put(value, "bank", bank->bank > 0 ? json_integer(bank->bank) : json_null());
    put(value, "exact", json_boolean(bank->exact));
    put(value, "ev_cents", bank->exact ? fraction(bank->ev_cents) : json_null());
    put(value, "ev", number(bank->ev));
    put(value, "standard_error", number(bank->standard_error));
    put(value, "sd", number(bank->sd));
    put(value, "falls_short", number(bank->uncovered));
    put(value, "rounds_sampled", json_integer(bank->rounds));
    put(value, "seed", json_integer((json_int_t)bank->seed));
    put(value, "collection", fees);
    return value;
}

static json_t *peek_json(const trey_odds_peek *peek) {
    json_t *value = json_object();
    put(value, "hands", json_integer(peek->hands));
    put(value, "exact", json_boolean(peek->exact));
    put(value, "ev_cents", peek->exact ? fraction(peek->ev_cents) : json_null());
    put(value, "ev", number(peek->ev));
    put(value, "house_edge", number(peek->house_edge));
    put(value, "gain_cents", number(peek->gain));
    put(value, "standard_error", number(peek->standard_error));
    put(value, "deals_sampled", json_integer(peek->samples));
    put(value, "seed", json_integer((json_int_t)peek->seed));
    return value;
}

static json_t *effects_json(const odds_answers *answers) {
    json_t *list = json_array();
    for (unsigned n = 0; n < answers->letters; n++) {
        const odds_letter *at = &answers->letter[n];
        char letter[2] = {(char)('A' + at->letter), '\0'};
        json_t *value = json_object(), *ev = json_object();
        for (unsigned i = 0; !at->effect.refused && i < TREY_ODDS_WAGERS; i++) {
            if (!trey_odds_figures(answers->odds, (trey_odds_wager)i)->offered) continue;
            put(ev, trey_odds_wager_word((trey_odds_wager)i), fraction(at->effect.ev[i]));
        }
        put(value, "reading", json_string(at->reading->id));
        put(value, "letter", json_string(letter));
        put(value, "in_force", json_boolean(at->letter == at->reading->in_force));
        put(value, "refused", json_boolean(at->effect.refused));
        put(value, "ev", ev);
        put(value, "round_ev_cents", fraction(at->effect.round));
        json_array_append_new(list, value);
    }
    return list;
}

static json_t *hands_json(const trey_strategy *strategy) {
    json_t *list = json_array();
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_cardset live = TREY_CARDSET_FULL & ~trey_hand_set(hand);
        char card[4][TREY_CARD_TEXT_MAX], text[32];
        for (unsigned c = 0; c < 3; c++) trey_card_print(hand.card[c], TREY_CARD_LETTERS, card[c]);
        snprintf(text, sizeof text, "%s %s %s", card[0], card[1], card[2]);
        json_t *value = json_object();
        put(value, "hand", json_string(text));
        put(value, "play", json_boolean((strategy->play[i] & live) != 0));
        if (strategy->sees_up_card) {
            json_t *against = json_array();
            for (trey_cardset cards = live & ~strategy->play[i]; cards != 0; cards &= cards - 1) {
                trey_card up = trey_cardset_lowest(cards);
                json_array_append_new(against,
                                      json_string(trey_card_print(up, TREY_CARD_LETTERS, card[3])));
            }
            put(value, "fold_against", against);
        }
        json_array_append_new(list, value);
    }
    return list;
}

int odds_json(FILE *out, const odds_answers *answers) {
    const odds_asked *asked = answers->asked;
    json_t *value = json_object(), *set = json_array();
    for (unsigned i = 0; i < asked->bets.sets; i++)
        json_array_append_new(set, json_string(asked->bets.set[i]));
    put(value, "rulebook", json_string(trey_rulebook_id(answers->book)));
    put(value, "readings", readings_json(answers->book));
    put(value, "set", set);
    put(value, "wagers", wagers_json(answers));
    put(value, "strategy", strategy_json(answers));
    put(value, "round", round_json(answers));
    if (trey_odds_jackpot_of(answers->odds)->offered) put(value, "jackpot", jackpot_json(answers));
    if (answers->banked) put(value, "player_dealer", bank_json(&answers->bank));
    if (answers->peeked) put(value, "peek", peek_json(&answers->peek));
    if (answers->letters > 0) put(value, "reading_effects", effects_json(answers));
    if (asked->every_hand) put(value, "hands", hands_json(trey_odds_strategy(answers->odds)));
    int failed = json_dumpf(value, out, JSON_INDENT(1) | JSON_ENSURE_ASCII);
    json_decref(value);
    if (failed == 0 && fputc('\n', out) != EOF) return EXIT_DONE;
    fputs("trey odds: the JSON could not be written\n", stderr);
    return EXIT_OPERATING;
}
