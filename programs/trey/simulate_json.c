/* simulate_json.c -- `trey simulate --json`: money in cents, exact values as fractions. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "commands.h"
#include "simulate_output.h"

static json_t *number(double value) {
    json_t *real = json_real(value);
    return real ? real : json_null(); /* nothing that JSON can say */
}

static json_t *whole(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *fraction(trey_fraction f) {
    char text[TREY_FRACTION_TEXT_MAX];
    return json_string(trey_fraction_print(f, text));
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

/* ---- Figures ----------------------------------------------------------------------------------
 */
/* In cents of one box. */
static json_t *row_json(const simulate_answers *answers, unsigned row) {
    const trey_sim_figure figure = trey_sim_figures(answers->sim, row);
    json_t *value = json_object();
    double exact, hit;
    put(value, "mean_cents", number(figure.mean));
    put(value, "error_cents", number(figure.error));
    put(value, "sd_cents", number(figure.sd));
    put(value, "hit", number(figure.hit));
    put(value, "hit_error", number(figure.hit_error));
    put(value, "staked_cents", number(figure.staked));
    if (simulate_exact(answers, row, &exact, &hit)) {
        put(value, "exact_cents", number(exact));
        put(value, "exact_hit", number(hit));
        put(value, "sigmas", number(simulate_sigmas(figure, exact)));
    }
    return value;
}

/* A wager as it is judged: for each unit of its first stake. */
static json_t *wager_json(const simulate_answers *answers, unsigned wager, unsigned row,
                          const unsigned *lines, unsigned count) {
    const trey_cents stake = trey_sim_asked(answers->sim)->bets.stake[wager];
    const trey_sim_figure figure = trey_sim_figures(answers->sim, row);
    const double rarest = simulate_rarest(answers, row);
    json_t *value = row_json(answers, row);
    put(value, "stake", json_integer(stake));
    put(value, "mean", number(figure.mean / (double)stake));
    put(value, "error", number(figure.error / (double)stake));
    put(value, "sd", number(figure.sd / (double)stake));
    put(value, "house_edge", number(-figure.mean / (double)stake));
    if (answers->odds) put(value, "exact", fraction(trey_odds_figures(answers->odds, wager)->ev));
    if (rarest >= 0) put(value, "rarest_expected", number(rarest));
    if (count == 0) return value;
    json_t *parts = json_object();
    for (unsigned i = 0; i < count; i++) {
        if (!trey_sim_figures(answers->sim, lines[i]).in_round) continue;
        put(parts, trey_sim_row_word(lines[i]), row_json(answers, lines[i]));
    }
    put(value, "lines", parts);
    return value;
}

static json_t *wagers_json(const simulate_answers *answers) {
    const trey_cents *stake = trey_sim_asked(answers->sim)->bets.stake;
    json_t *wagers = json_object();
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        unsigned line[TREY_WAGER_COUNT], lines = 0;
        if (stake[wager] == 0) continue;
        for (unsigned part = 0; part < TREY_WAGER_COUNT; part++) {
            if (trey_wager(part)->head == wager) line[lines++] = part;
        }
        put(wagers, trey_odds_wager_word(wager),
            wager_json(answers, wager, simulate_row(wager), line, lines > 1 ? lines : 0));
    }
    return wagers;
}

static json_t *round_json(const simulate_answers *answers) {
    json_t *value = row_json(answers, TREY_SIM_ROUND), *list = json_array();
    size_t count, exact_count = 0;
    trey_cents step;
    const trey_sim_outcome *outcome = trey_sim_outcomes(answers->sim, &count, &step);
    const trey_odds_outcome *exact =
        answers->odds ? trey_odds_outcomes(answers->odds, &exact_count) : NULL;
    if (answers->odds) {
        put(value, "exact", fraction(trey_odds_whole(answers->odds)->ev_cents));
        put(value, "exact_sd_cents", number(trey_odds_whole(answers->odds)->sd));
    }
    for (size_t i = 0; i < count; i++) {
        json_t *line = json_object();
        put(line, "net", json_integer(outcome[i].net));
        put(line, "seen", whole(outcome[i].seen));
        for (size_t e = 0; e < exact_count; e++) {
            if (exact[e].net == outcome[i].net)
                put(line, "exact", number(trey_fraction_double(exact[e].chance)));
        }
        json_array_append_new(list, line);
    }
    put(value, "outcomes", list);
    put(value, "outcome_step", json_integer(step));
    return value;
}

/* ---- The rest
 * ------------------------------------------------------------------------------------ */
static json_t *sessions_json(const simulate_answers *answers) {
    static const double shares[] = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};
    const trey_sim_sessions s = trey_sim_sessions_of(answers->sim);
    json_t *value = json_object(), *list = json_array();
    put(value, "rounds", whole(answers->asked->session));
    put(value, "sessions", whole(s.sessions));
    put(value, "mean_cents", number(s.mean));
    put(value, "error_cents", number(s.error));
    put(value, "sd_cents", number(s.sd));
    if (answers->asked->bankroll > 0) {
        put(value, "bankroll", json_integer(answers->asked->bankroll));
        put(value, "bets", json_integer(s.bets));
        put(value, "ruined", whole(s.ruined));
        put(value, "ruin", number(s.ruin));
        put(value, "ruin_error", number(s.ruin_error));
        if (s.ruined > 0) put(value, "rounds_to_ruin", number(s.rounds_to_ruin));
    }
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++) {
        json_t *line = json_object();
        put(line, "share", number(shares[i]));
        put(line, "net", json_integer(trey_sim_session_quantile(answers->sim, shares[i])));
        json_array_append_new(list, line);
    }
    put(value, "quantiles", list);
    put(value, "step", json_integer(s.step));
    return value;
}

static json_t *award_json(const simulate_answers *answers, const trey_sim_award *award) {
    json_t *value = json_object();
    put(value, "row", json_string(trey_key_path((trey_key)award->row)));
    put(value, "hits", whole(award->hits));
    put(value, "rounds_between", number((double)answers->growth.rounds / (double)award->hits));
    put(value, "meter_mean", number(award->meter));
    put(value, "meter_largest", json_integer(award->meter_most));
    put(value, "paid_mean", number(award->paid));
    put(value, "paid_largest", json_integer(award->paid_most));
    if (!answers->odds) return value;
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
    const double boxes = trey_sim_asked(answers->sim)->bets.boxes;
    for (unsigned i = 0; i < jackpot->awards; i++) {
        if (jackpot->award[i].row != award->row) continue;
        const double chance = trey_fraction_double(jackpot->award[i].chance) * boxes;
        put(value, "hits_expected", number(chance * (double)answers->growth.rounds));
    }
    return value;
}

static json_t *growth_json(const simulate_answers *answers) {
    const trey_sim_growth *growth = &answers->growth;
    json_t *value = json_object(), *awards = json_array(), *samples = json_array();
    put(value, "rounds", whole(growth->rounds));
    put(value, "first", json_integer(growth->first));
    put(value, "last", json_integer(growth->last));
    put(value, "least", json_integer(growth->least));
    put(value, "largest", json_integer(growth->most));
    put(value, "mean", number(growth->mean));
    for (unsigned i = 0; i < growth->awards; i++)
        json_array_append_new(awards, award_json(answers, &growth->award[i]));
    put(value, "awards", awards);
    if (answers->odds) {
        const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
        if (jackpot->whole.n > 0) put(value, "exact_rounds", fraction(jackpot->rounds));
        if (trey_fraction_known(jackpot->meter_at_hit))
            put(value, "exact_meter_at_hit", fraction(jackpot->meter_at_hit));
    }
    for (unsigned i = 0; i < TREY_SIM_SAMPLES; i++)
        json_array_append_new(samples, json_integer(growth->sample[i]));
    put(value, "samples", samples);
    return value;
}

static json_t *bank_json(const simulate_answers *answers) {
    const trey_sim_fee fee = trey_sim_fee_of(answers->sim);
    const double boxes = trey_sim_asked(answers->sim)->bets.boxes;
    const trey_sim_figure figure = trey_sim_figures(answers->sim, TREY_SIM_BANK);
    json_t *value = json_object();
    double exact, hit;
    put(value, "mean_cents", number(figure.mean * boxes));
    put(value, "error_cents", number(figure.error * boxes));
    if (simulate_exact(answers, TREY_SIM_BANK, &exact, &hit)) {
        put(value, "exact_cents", number(exact * boxes));
        put(value, "sigmas", number(simulate_sigmas(figure, exact)));
    }
    put(value, "collection_bank", fee.unreadable ? json_null() : json_integer(fee.bank));
    put(value, "collection_box_mean",
        number(-trey_sim_figures(answers->sim, TREY_SIM_COLLECTION).mean));
    return value;
}

/* How it was run: what may differ between two runs of the same seed is all here. */
static json_t *run_json(const simulate_answers *answers) {
    const trey_sim_query *query = trey_sim_asked(answers->sim);
    const uint64_t rounds = trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds;
    json_t *value = json_object();
    put(value, "engine",
        json_string(trey_sim_engine_of(answers->sim) == TREY_SIM_FULL ? "full" : "fast"));
    put(value, "path", json_string(trey_sim_path(answers->sim)));
    put(value, "threads", json_integer(query->threads));
    put(value, "processes", json_integer(answers->processes));
    put(value, "seconds", number(answers->seconds));
    put(value, "rounds_per_second", number((double)rounds / answers->seconds));
    return value;
}

static json_t *question_json(const simulate_answers *answers) {
    const trey_sim_query *query = trey_sim_asked(answers->sim);
    json_t *value = json_object(), *set = json_array();
    for (unsigned i = 0; i < answers->asked->bets.sets; i++)
        json_array_append_new(set, json_string(answers->asked->bets.set[i]));
    put(value, "rulebook", json_string(trey_rulebook_id(answers->book)));
    put(value, "readings", readings_json(answers->book));
    put(value, "set", set);
    put(value, "seed", whole(query->seed));
    put(value, "rounds", whole(trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds));
    put(value, "rounds_asked", whole(query->rounds));
    put(value, "stopped", json_boolean(answers->stopped));
    put(value, "seats", json_integer(query->bets.boxes));
    put(value, "strategy", json_string(answers->strategy_name ? answers->strategy_name : "best"));
    if (query->bets.stake[TREY_WAGER_PROGRESSIVE] > 0) {
        put(value, "meter", json_integer(query->bets.meter));
        put(value, "reset", json_integer(query->bets.reset));
        put(value, "contribution", json_integer(query->bets.contribution));
    }
    if (query->bets.bank > 0) put(value, "bank", json_integer(query->bets.bank));
    return value;
}

int simulate_json(FILE *out, const simulate_answers *answers) {
    json_t *value = question_json(answers);
    if (trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds > 0) {
        put(value, "wagers", wagers_json(answers));
        put(value, "round", round_json(answers));
        if (trey_sim_figures(answers->sim, TREY_SIM_BANK).in_round)
            put(value, "player_dealer", bank_json(answers));
        if (answers->asked->session > 0) put(value, "sessions", sessions_json(answers));
        if (answers->growth.known) put(value, "jackpot", growth_json(answers));
    }
    put(value, "run", run_json(answers));
    const int failed =
        json_dumpf(value, out, JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(14));
    json_decref(value);
    if (failed == 0 && fputc('\n', out) != EOF) return EXIT_DONE;
    fputs("trey simulate: the JSON could not be written\n", stderr);
    return EXIT_OPERATING;
}
