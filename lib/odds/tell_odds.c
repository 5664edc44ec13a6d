/* tell_odds.c -- odds as one object, for the command line, for tables and for the lab. */
#include <math.h>
#include <stdio.h>

#include "trey/tell.h"

/* What is told, and under which rules. */
typedef struct account {
    trey_telling *to;
    const trey_rulebook *book;
    const trey_odds *odds;
    const char *strategy;
} account;

static void tell_readings(const account *a) {
    trey_tell_open(a->to, "readings", '{');
    for (size_t i = 0; i < trey_rulebook_readings(a->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(a->book, i);
        if (!reading->switchable) continue;
        char letter[2] = {(char)('A' + reading->in_force), '\0'};
        trey_tell_text(a->to, reading->id, letter);
    }
    trey_tell_close(a->to, '}');
}

/* ---- Wagers ------------------------------------------------------------------------------ */
static void tell_figure(trey_telling *to, const trey_odds_figure *figure) {
    trey_tell_fraction(to, "ev", figure->ev);
    trey_tell_real(to, "house_edge", figure->house_edge);
    trey_tell_real(to, "element_of_risk", figure->element_of_risk);
    trey_tell_real(to, "sd", figure->sd);
    trey_tell_real(to, "hit", figure->hit_chance);
    trey_tell_fraction(to, "hit_exact", figure->hit);
    trey_tell_whole(to, "stake", figure->stake);
    trey_tell_fraction(to, "ev_cents", figure->ev_cents);
    trey_tell_fraction(to, "staked_cents", figure->staked);
    trey_tell_flag(to, "player_edge", trey_odds_player_edge(figure));
    trey_tell_flag(to, "exact", figure->exact);
    if (figure->exact) return;
    trey_tell_open(to, "standard_errors", '{');
    trey_tell_real(to, "house_edge", figure->edge_error);
    trey_tell_real(to, "element_of_risk", figure->risk_error);
    trey_tell_real(to, "sd", figure->sd_error);
    trey_tell_real(to, "hit", figure->hit_error);
    trey_tell_close(to, '}');
}

/* A chance, and as a decimal; of an estimate how sure it is. */
static void tell_chance(trey_telling *to, trey_fraction chance, double estimate, double error) {
    trey_tell_fraction(to, "chance", chance);
    trey_tell_real(to, "probability", trey_odds_probability(chance, estimate));
    if (!trey_fraction_known(chance)) trey_tell_real(to, "standard_error", error);
}

static void tell_lines(const account *a, unsigned wager) {
    size_t count;
    const trey_odds_line *line = trey_odds_lines(a->odds, wager, &count);
    trey_tell_open(a->to, "lines", '[');
    for (size_t i = 0; i < count; i++) {
        trey_tell_open(a->to, NULL, '{');
        trey_tell_text(a->to, "wager", trey_wager_word(line[i].wager));
        trey_tell_text(a->to, "result", trey_result_word((trey_result)line[i].result));
        trey_tell_text(a->to, "ground", trey_ground_text((trey_ground)line[i].ground));
        if (line[i].row != TREY_NO_KEY)
            trey_tell_text(a->to, "row", trey_key_path((trey_key)line[i].row));
        trey_tell_whole(a->to, "net", line[i].net);
        tell_chance(a->to, line[i].chance, line[i].estimate, line[i].error);
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_wagers(const account *a) {
    trey_tell_open(a->to, "wagers", '{');
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        unsigned wager = i;
        const trey_odds_figure *figure = trey_odds_figures(a->odds, wager);
        if (!figure->offered) continue;
        trey_tell_open(a->to, trey_odds_wager_word(wager), '{');
        tell_figure(a->to, figure);
        trey_tell_flag(a->to, "in_round", figure->in_round);
        tell_lines(a, wager);
        const trey_odds_figure *alone = trey_odds_pair_plus_alone(a->odds);
        if (wager == TREY_WAGER_PAIR_PLUS && alone->offered) {
            trey_tell_open(a->to, "without_ante", '{');
            tell_figure(a->to, alone);
            trey_tell_close(a->to, '}');
        }
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, '}');
}

/* ---- The strategy -------------------------------------------------------------------------- */
/* Of the hands, or of hands and up cards: not in lowest terms, so that the hands can be
 * read off. */
static void tell_plays(const account *a, trey_fraction played) {
    long long all = TREY_HANDS * (trey_odds_whole(a->odds)->sees_up_card ? 49LL : 1LL);
    char text[64];
    snprintf(text, sizeof text, "%lld/%lld", (long long)(played.n * all / played.d), all);
    trey_tell_text(a->to, "plays", text);
}

static void tell_rule(const account *a, const trey_strategy_row *row, unsigned count) {
    char rule[TREY_STRATEGY_ROWS * 96] = "";
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        bool against = row[i].up_ranks != 0;
        int put_in =
            snprintf(rule + at, sizeof rule - at, "%s%s%s%s%s", i ? "; " : "",
                     against ? "against " : "", row[i].against, against ? ": " : "", row[i].rule);
        at += (size_t)put_in;
    }
    trey_tell_text(a->to, "rule", rule);
}

static void tell_rows(const account *a, const trey_strategy_row *row, unsigned count) {
    trey_tell_open(a->to, "table", '[');
    for (unsigned i = 0; i < count; i++) {
        trey_tell_open(a->to, NULL, '{');
        trey_tell_text(a->to, "against", row[i].against);
        trey_tell_text(a->to, "rule", row[i].rule);
        trey_tell_whole(a->to, "exceptions", row[i].exceptions);
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_exceptions(const account *a, const trey_strategy_row *rows, unsigned count) {
    enum { LISTED = 256 };
    trey_strategy_exception exception[LISTED];
    const trey_strategy *strategy = trey_odds_strategy(a->odds);
    size_t found = trey_strategy_exceptions(strategy, a->book, rows, count, exception, LISTED);
    trey_tell_open(a->to, "exceptions", '[');
    for (size_t i = 0; i < found && i < LISTED; i++) {
        const trey_strategy_exception *e = &exception[i];
        trey_tell_open(a->to, NULL, '{');
        trey_tell_text(a->to, "against", rows[e->row].against);
        trey_tell_text(a->to, "hand", e->hand);
        trey_tell_text(a->to, "decision", e->play ? "play" : "fold");
        trey_tell_whole(a->to, "of", e->of);
        trey_tell_whole(a->to, "all", e->all);
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_alternatives(const account *a) {
    const trey_odds_alternative *other = trey_odds_alternatives(a->odds);
    trey_tell_open(a->to, "alternatives", '[');
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        trey_tell_open(a->to, NULL, '{');
        trey_tell_text(a->to, "name", other[i].name);
        trey_tell_real(a->to, "house_edge", other[i].edge);
        trey_tell_fraction(a->to, "ev", other[i].ante_play);
        tell_plays(a, other[i].played);
        trey_tell_fraction(a->to, "round_ev_cents", other[i].ev_cents);
        trey_tell_real(a->to, "costs_cents", other[0].ev - other[i].ev);
        if (!trey_fraction_known(other[i].ev_cents)) {
            trey_tell_open(a->to, "standard_errors", '{');
            trey_tell_real(a->to, "house_edge", other[i].edge_error);
            trey_tell_real(a->to, "round_ev_cents", other[i].ev_error);
            trey_tell_close(a->to, '}');
        }
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_strategy(const account *a) {
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(trey_odds_strategy(a->odds), a->book, row);
    trey_tell_open(a->to, "strategy", '{');
    trey_tell_text(a->to, "name", a->strategy ? a->strategy : "best");
    tell_rule(a, row, count);
    tell_plays(a, trey_odds_whole(a->odds)->played);
    trey_tell_flag(a->to, "sees_up_card", trey_odds_whole(a->odds)->sees_up_card);
    tell_rows(a, row, count);
    tell_exceptions(a, row, count);
    tell_alternatives(a);
    trey_tell_close(a->to, '}');
}

/* ---- The round ------------------------------------------------------------------------------ */
typedef double covariance(const trey_odds *odds, unsigned one, unsigned two);

static void tell_covariance(const account *a, const char *key, covariance *of) {
    trey_tell_open(a->to, key, '{');
    for (unsigned one = 0; one < TREY_STAKES; one++) {
        if (!trey_odds_figures(a->odds, one)->offered) continue;
        trey_tell_open(a->to, trey_odds_wager_word(one), '{');
        for (unsigned two = 0; two < TREY_STAKES; two++) {
            if (!trey_odds_figures(a->odds, two)->offered) continue;
            trey_tell_real(a->to, trey_odds_wager_word(two), of(a->odds, one, two));
        }
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, '}');
}

static void tell_outcomes(const account *a) {
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(a->odds, &count);
    trey_tell_open(a->to, "outcomes", '[');
    for (size_t i = 0; i < count; i++) {
        trey_tell_open(a->to, NULL, '{');
        trey_tell_whole(a->to, "net", outcome[i].net);
        tell_chance(a->to, outcome[i].chance, outcome[i].estimate, outcome[i].error);
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_round(const account *a) {
    const trey_odds_round *round = trey_odds_whole(a->odds);
    trey_tell_open(a->to, "round", '{');
    trey_tell_fraction(a->to, "ev_cents", round->ev_cents);
    trey_tell_whole(a->to, "differs_from_base_strategy", round->differs_from_base);
    trey_tell_real(a->to, "house_edge", round->house_edge);
    trey_tell_real(a->to, "element_of_risk", round->element_of_risk);
    trey_tell_fraction(a->to, "staked_cents", round->staked);
    trey_tell_real(a->to, "sd_cents", round->sd);
    trey_tell_real(a->to, "hit", round->hit_chance);
    trey_tell_real(a->to, "ev", round->ev);
    trey_tell_flag(a->to, "exact", round->exact);
    if (!round->exact) {
        trey_tell_open(a->to, "standard_errors", '{');
        trey_tell_real(a->to, "ev", round->ev_error);
        trey_tell_real(a->to, "house_edge", round->edge_error);
        trey_tell_real(a->to, "element_of_risk", round->risk_error);
        trey_tell_real(a->to, "sd_cents", round->sd_error);
        trey_tell_real(a->to, "hit", round->hit_error);
        tell_covariance(a, "covariance_cents2", trey_odds_covariance_error);
        trey_tell_close(a->to, '}');
    }
    tell_covariance(a, "covariance_cents2", trey_odds_covariance);
    tell_outcomes(a);
    trey_tell_close(a->to, '}');
}

/* ---- The jackpot --------------------------------------------------------------------------- */
static void tell_awards(const account *a, const trey_odds_jackpot *jackpot) {
    trey_tell_open(a->to, "awards", '[');
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        trey_tell_open(a->to, NULL, '{');
        trey_tell_text(a->to, "row", trey_key_path((trey_key)award->row));
        trey_tell_whole(a->to, "paid", award->paid);
        trey_tell_whole(a->to, "percent_of_meter", award->percent);
        trey_tell_fraction(a->to, "chance", award->chance);
        trey_tell_real(a->to, "probability", trey_fraction_double(award->chance));
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
}

static void tell_jackpot(const account *a) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(a->odds);
    const trey_odds_query *query = trey_odds_asked(a->odds);
    trey_tell_open(a->to, "jackpot", '{');
    trey_tell_whole(a->to, "meter", query->meter);
    trey_tell_whole(a->to, "reset", query->reset);
    trey_tell_whole(a->to, "contribution", query->contribution);
    trey_tell_whole(a->to, "boxes", query->boxes);
    trey_tell_fraction(a->to, "value_cents", jackpot->value);
    trey_tell_fraction(a->to, "envy_cents", jackpot->envy);
    trey_tell_fraction(a->to, "value_per_meter_cent", jackpot->slope);
    trey_tell_fraction(a->to, "break_even_meter_cents", jackpot->break_even);
    trey_tell_fraction(a->to, "break_even_meter_best_play_cents", jackpot->break_even_best);
    trey_tell_fraction(a->to, "whole_meter_chance", jackpot->whole);
    trey_tell_fraction(a->to, "rounds_between_hits", jackpot->rounds);
    trey_tell_fraction(a->to, "taken_off_meter_cents", jackpot->taken);
    trey_tell_fraction(a->to, "meter_at_hit_cents", jackpot->meter_at_hit);
    trey_tell_fraction(a->to, "long_run_value_cents", jackpot->long_run);
    trey_tell_real(a->to, "meter_at_hit",
                   jackpot->long_run_known ? jackpot->meter_at_hit_cents : NAN);
    trey_tell_real(a->to, "long_run_value",
                   jackpot->long_run_known ? jackpot->long_run_cents : NAN);
    tell_awards(a, jackpot);
    trey_tell_close(a->to, '}');
}

/* The rounds behind the estimates, with what only they tell. */
static void tell_sample(const account *a) {
    const trey_odds_sample *sample = trey_odds_sampled(a->odds);
    trey_tell_flag(a->to, "exact", sample->rounds == 0);
    if (sample->rounds == 0) return;
    trey_tell_open(a->to, "sample", '{');
    trey_tell_whole(a->to, "rounds", sample->rounds);
    trey_tell_whole(a->to, "seed", (int64_t)sample->seed);
    trey_tell_whole(a->to, "seats", sample->seats);
    trey_tell_open(a->to, "by_seat", '[');
    for (unsigned i = 0; sample->of_round && i < sample->seats; i++) {
        trey_tell_open(a->to, NULL, '{');
        trey_tell_whole(a->to, "seat", i + 1);
        trey_tell_real(a->to, "ev", sample->seat_ev[i]);
        trey_tell_real(a->to, "standard_error", sample->seat_error[i]);
        trey_tell_close(a->to, '}');
    }
    trey_tell_close(a->to, ']');
    trey_tell_close(a->to, '}');
}

void trey_tell_odds_members(trey_telling *t, const trey_rulebook *book, const trey_odds *odds,
                            const char *strategy, const char *const *set, unsigned sets) {
    const account a = {t, book, odds, strategy};
    trey_tell_text(t, "rulebook", trey_rulebook_id(book));
    tell_readings(&a);
    trey_tell_open(t, "set", '[');
    for (unsigned i = 0; i < sets; i++) trey_tell_text(t, NULL, set[i]);
    trey_tell_close(t, ']');
    tell_sample(&a);
    tell_wagers(&a);
    tell_strategy(&a);
    tell_round(&a);
    if (trey_odds_jackpot_of(odds)->offered) tell_jackpot(&a);
}

void trey_tell_odds(trey_telling *t, const char *key, const trey_rulebook *book,
                    const trey_odds *odds, const char *strategy, const char *const *set,
                    unsigned sets) {
    trey_tell_open(t, key, '{');
    trey_tell_odds_members(t, book, odds, strategy, set, sets);
    trey_tell_close(t, '}');
}
