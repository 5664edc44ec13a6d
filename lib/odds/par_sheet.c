/* par_sheet.c -- the sections of a PAR sheet, in the order in which a laboratory
 * reads them: what was asked, what each wager is worth, how it comes about, how it is
 * played, what else could be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "par_page.h"

typedef struct sheet {
    page page;
    const trey_par_request *asked;
    trey_odds_memory *memory; /* for the many readings; NULL takes longer */
} sheet;

static page *on(sheet *s) {
    return &s->page;
}

static const char *row_name(uint16_t key) {
    return key == TREY_NO_KEY ? "" : trey_key_meaning((trey_key)key);
}

/* ---- What was asked --------------------------------------------------------------- */
static void write_head(sheet *s) {
    const trey_par_request *asked = s->asked;
    const trey_rulebook *book = asked->book;
    char title[200];
    snprintf(title, sizeof title, "PAR sheet: %s", trey_rulebook_title(book));
    par_open(on(s), title);
    par_raw(on(s), "<h1>");
    par_text(on(s), trey_rulebook_title(book));
    par_raw(on(s), "</h1><p class=\"faint\">PAR sheet. Rulebook <code>");
    par_text(on(s), trey_rulebook_id(book));
    par_raw(on(s), "</code>, version ");
    par_text(on(s), trey_rulebook_version(book));
    par_raw(on(s), ", in force ");
    par_text(on(s), trey_rulebook_in_force(book));
    par_raw(on(s), ". Made by ");
    par_text(on(s), asked->program);
    if (*asked->date) {
        par_raw(on(s), " on ");
        par_text(on(s), asked->date);
    }
    par_raw(on(s), ". Every figure is counted over all deals in whole numbers, unless it names a "
                   "standard error.</p>\n");
    if (*asked->command) {
        par_raw(on(s), "<p class=\"faint\">To make this page again: <code>");
        par_text(on(s), asked->command);
        par_raw(on(s), "</code></p>\n");
    }
}

static void write_alarm(sheet *s) {
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        const trey_odds_figure *figure = trey_odds_figures(s->asked->odds, i);
        if (!figure->offered || !trey_odds_player_edge(figure)) continue;
        par_raw(on(s), "<p class=\"alarm\">The player has the edge on ");
        par_text(on(s), trey_odds_wager_name(i));
        par_raw(on(s), ": %.4f%% of the wager.</p>\n", -100 * figure->house_edge);
    }
}

static void write_setting(sheet *s) {
    const trey_odds_query *query = trey_odds_asked(s->asked->odds);
    char money[TREY_CENTS_TEXT_MAX];
    par_section(on(s), "Bets and setting");
    par_table(on(s), "what|>value");
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (query->stake[i] == 0) continue;
        par_cell(on(s), i == TREY_WAGER_ANTE ? "Ante (Play is the same)" : trey_odds_wager_name(i));
        par_money(on(s), query->stake[i]);
        par_row(on(s));
    }
    if (trey_odds_jackpot_of(s->asked->odds)->offered) {
        par_cell(on(s), "meter, as the round opens");
        par_money(on(s), query->meter);
        par_row(on(s));
        par_cell(on(s), "reset value");
        par_money(on(s), query->reset);
        par_row(on(s));
        par_cell(on(s), "contribution of each bet");
        par_money(on(s), query->contribution);
        par_row(on(s));
    }
    par_cell(on(s), "boxes with the same bets");
    par_number(on(s), "%u", query->boxes);
    par_row(on(s));
    par_cell(on(s), "the player sees a card of the dealer's");
    par_number(on(s), trey_odds_whole(s->asked->odds)->sees_up_card ? "yes" : "no");
    if (query->bank > 0) {
        par_row(on(s));
        par_cell(on(s), "bank of the player-dealer");
        par_number(on(s), "%s", trey_cents_print(query->bank, money));
    }
    par_table_end(on(s));
}

/* ---- What it is worth ---------------------------------------------------------------- */
static void write_figure(sheet *s, const char *name, const trey_odds_figure *figure) {
    par_cell(on(s), name);
    par_money(on(s), figure->stake);
    if (figure->exact) {
        par_fraction(on(s), figure->ev);
        par_number(on(s), "%.6f%%", 100 * figure->house_edge);
        par_number(on(s), "%.4f%%", 100 * (1 - figure->house_edge));
        par_number(on(s), "%.4f%%", 100 * figure->element_of_risk);
        par_number(on(s), "%.4f", figure->sd);
        par_number(on(s), "%.4f%%", 100 * figure->hit_chance);
        return;
    }
    const double edge = 100 * figure->edge_error;
    par_number(on(s), "estimate");
    par_number(on(s), "%.4f%% ± %.4f%%", 100 * figure->house_edge, edge);
    par_number(on(s), "%.4f%% ± %.4f%%", 100 * (1 - figure->house_edge), edge);
    par_number(on(s), "%.4f%% ± %.4f%%", 100 * figure->element_of_risk, 100 * figure->risk_error);
    par_number(on(s), "%.4f ± %.4f", figure->sd, figure->sd_error);
    par_number(on(s), "%.4f%% ± %.4f%%", 100 * figure->hit_chance, 100 * figure->hit_error);
}

static void write_sample(sheet *s) {
    const trey_odds_sample *sample = trey_odds_sampled(s->asked->odds);
    if (sample->rounds == 0) return;
    par_raw(on(s),
            "<p class=\"estimate\">Estimates. %u seats share a bank that may run short, so who is "
            "covered depends on every hand, and these figures cannot be counted. They are means "
            "over the seats in %u random rounds (seed %llu); ± is the standard error.</p>\n",
            sample->seats, sample->rounds, (unsigned long long)sample->seed);
}

static void write_wagers(sheet *s) {
    const trey_odds *odds = s->asked->odds;
    par_section(on(s), "Wagers");
    par_table(on(s), "wager|>stake|>result of a unit|>house edge|>return|>of all staked|>"
                     "deviation|>ahead");
    bool first = true;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        const trey_odds_figure *figure = trey_odds_figures(odds, i);
        char name[64];
        if (!figure->offered) continue;
        if (!first) par_row(on(s));
        first = false;
        snprintf(name, sizeof name, "%s%s", trey_odds_wager_name(i),
                 figure->in_round ? "" : " (not in the round)");
        write_figure(s, name, figure);
        const trey_odds_figure *alone = trey_odds_pair_plus_alone(odds);
        if (i != TREY_WAGER_PAIR_PLUS || !alone->offered) continue;
        par_row(on(s));
        write_figure(s, "Pair Plus without an Ante", alone);
    }
    par_table_end(on(s));
    par_raw(on(s), "<p class=\"faint\">House edge and return are of the first wager (the Ante, for "
                   "Ante and Play); \"of all staked\" is the element of risk, Play included; the "
                   "deviation is of the result for one unit of the first wager.</p>\n");
    write_sample(s);
}

/* "-60.669600", or "-60.6696 ± 0.0123" for an estimate. */
static void write_value(sheet *s, const char *name, double value, double error, const char *unit) {
    par_row(on(s));
    par_cell(on(s), name);
    if (error > 0) {
        par_number(on(s), "%.4f%s ± %.4f%s", value, unit, error, unit);
    } else {
        par_number(on(s), "%.6f%s", value, unit);
    }
}

static void write_seats(sheet *s) {
    const trey_odds_sample *sample = trey_odds_sampled(s->asked->odds);
    for (unsigned i = 0; sample->of_round && i < sample->seats; i++) {
        char name[48];
        snprintf(name, sizeof name, "result of seat %u, cents", i + 1);
        write_value(s, name, sample->seat_ev[i], sample->seat_error[i], "");
    }
}

static void write_round(sheet *s) {
    const trey_odds_round *round = trey_odds_whole(s->asked->odds);
    char text[TREY_FRACTION_TEXT_MAX];
    par_section(on(s), "The round as bet");
    par_table(on(s), "figure|>value");
    par_cell(on(s), "result, cents");
    if (round->exact) {
        par_fraction(on(s), round->ev_cents);
    } else {
        par_number(on(s), "estimate");
    }
    write_value(s, "the same as a decimal", round->ev, round->ev_error, "");
    write_value(s, "in per cent of the Ante", -100 * round->house_edge, 100 * round->edge_error,
                "%");
    par_row(on(s));
    par_cell(on(s), "staked on average, cents");
    par_number(on(s), "%s = %.4f", trey_fraction_print(round->staked, text),
               trey_fraction_double(round->staked));
    write_value(s, "kept of all staked", 100 * round->element_of_risk, 100 * round->risk_error,
                "%");
    write_value(s, "standard deviation, cents", round->sd, round->sd_error, "");
    write_value(s, "rounds that end ahead", 100 * round->hit_chance, 100 * round->hit_error, "%");
    write_seats(s);
    par_row(on(s));
    par_cell(on(s), "hands played otherwise than for the Ante alone");
    par_number(on(s), "%u of 22,100", round->differs_from_base);
    par_table_end(on(s));
    plot_outcomes(on(s), s->asked->odds);
    par_raw(on(s), "<h3>Volatility</h3><p>What the house wins in per cent of the Antes; nine times "
                   "of ten it lies in the shaded part.</p>\n");
    plot_volatility(on(s), s->asked->odds);
}

/* A chance, or of an estimate its standard error. */
static void write_chance(sheet *s, trey_fraction chance, double error) {
    if (trey_fraction_known(chance)) {
        par_fraction(on(s), chance);
    } else {
        par_number(on(s), "estimate ± %.6f%%", 100 * error);
    }
}

static void write_outcomes(sheet *s) {
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(s->asked->odds, &count);
    double sum = 0;
    par_raw(on(s), "<h3>Every net result</h3>\n");
    par_table(on(s), ">net|>chance|>per cent|>one in|>this or less");
    for (size_t i = 0; i < count; i++) {
        double chance = trey_odds_probability(outcome[i].chance, outcome[i].estimate);
        sum += chance;
        if (i > 0) par_row(on(s));
        par_money(on(s), outcome[i].net);
        write_chance(s, outcome[i].chance, outcome[i].error);
        par_number(on(s), "%.6f%%", 100 * chance);
        par_number(on(s), "%.1f", chance > 0 ? 1 / chance : 0);
        par_number(on(s), "%.6f%%", 100 * (i + 1 == count ? 1 : sum));
    }
    par_table_end(on(s));
}

static void write_lines(sheet *s) {
    par_section(on(s), "How each wager comes out");
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        size_t count;
        const trey_odds_line *line = trey_odds_lines(s->asked->odds, i, &count);
        const trey_odds_figure *figure = trey_odds_figures(s->asked->odds, i);
        if (!figure->offered || count == 0) continue;
        par_raw(on(s), "<h3>");
        par_text(on(s), trey_odds_wager_name(i));
        par_raw(on(s), "</h3>\n");
        par_table(on(s), "line|result|why|>net|>chance|>one in|>adds to the result, cents");
        for (size_t n = 0; n < count; n++) {
            double chance = trey_odds_probability(line[n].chance, line[n].estimate);
            char why[160];
            const char *row = row_name(line[n].row);
            if (n > 0) par_row(on(s));
            snprintf(why, sizeof why, "%s%s%s", trey_ground_text((trey_ground)line[n].ground),
                     *row ? ": " : "", row);
            char wager[32];
            snprintf(wager, sizeof wager, "%s", trey_wager_word(line[n].wager));
            for (char *c = wager; *c; c++) *c = *c == '_' ? ' ' : *c;
            par_cell(on(s), wager);
            par_cell(on(s), trey_result_word((trey_result)line[n].result));
            par_cell(on(s), why);
            par_money(on(s), line[n].net);
            write_chance(s, line[n].chance, line[n].error);
            par_number(on(s), "%.1f", chance > 0 ? 1 / chance : 0);
            par_number(on(s), "%+.4f", chance * (double)line[n].net);
        }
        par_table_end(on(s));
    }
}

static void write_covariance(sheet *s) {
    const trey_odds_query *query = trey_odds_asked(s->asked->odds);
    unsigned bet = 0;
    for (unsigned i = 0; i < TREY_STAKES; i++) bet += query->stake[i] > 0;
    if (bet < 2) return;
    par_raw(on(s), "<h3>Wagers that share cards</h3>\n");
    par_table(on(s), "of|and|>covariance, cents squared|>its standard error|>correlation");
    bool first = true;
    for (unsigned a = 0; a < TREY_STAKES; a++) {
        for (unsigned b = 0; b < a; b++) {
            if (query->stake[a] == 0 || query->stake[b] == 0) continue;
            const trey_odds *odds = s->asked->odds;
            double both = trey_odds_covariance(odds, a, b);
            double alone = trey_odds_covariance(odds, a, a) * trey_odds_covariance(odds, b, b);
            if (!first) par_row(on(s));
            first = false;
            par_cell(on(s), trey_odds_wager_name(b));
            par_cell(on(s), trey_odds_wager_name(a));
            double error = trey_odds_covariance_error(odds, a, b);
            par_number(on(s), "%.2f", both);
            par_number(on(s), error > 0 ? "%.2f" : "exact", error);
            par_number(on(s), "%+.4f", alone > 0 ? both / sqrt(alone) : 0);
        }
    }
    par_table_end(on(s));
}

/* ---- How it is played ---------------------------------------------------------------- */
static void write_strategy(sheet *s) {
    const trey_strategy *strategy = trey_odds_strategy(s->asked->odds);
    trey_strategy_row rows[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(strategy, s->asked->book, rows);
    par_section(on(s), "Strategy");
    par_table(on(s), "against|play|>exceptions");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0) par_row(on(s));
        par_cell(on(s), *rows[i].against ? rows[i].against : "the dealer");
        par_cell(on(s), rows[i].rule);
        par_number(on(s), "%u", rows[i].exceptions);
    }
    par_table_end(on(s));
    par_raw(on(s), "<p>Hands from the weakest on the left to the strongest on the right.</p>\n");
    plot_strategy(on(s), s->asked->book, strategy);
    par_raw(on(s), "<h3>What simpler strategies cost</h3>\n");
    par_table(on(s), "strategy|>result of the round, cents|>edge on the Ante|>plays|>costs, of the "
                     "Ante");
    const trey_odds_alternative *other = trey_odds_alternatives(s->asked->odds);
    double ante = (double)trey_odds_asked(s->asked->odds)->stake[TREY_WAGER_ANTE];
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        if (i > 0) par_row(on(s));
        par_cell(on(s), other[i].name);
        const double cost = 100 * (other[0].ev - other[i].ev) / ante;
        if (trey_fraction_known(other[i].ev_cents)) {
            par_fraction(on(s), other[i].ev_cents);
            par_number(on(s), "%.4f%%", 100 * other[i].edge);
            par_number(on(s), "%.3f%%", 100 * trey_fraction_double(other[i].played));
            par_number(on(s), "%.4f%%", cost);
            continue;
        }
        par_number(on(s), "%.4f ± %.4f", other[i].ev, other[i].ev_error);
        par_number(on(s), "%.4f%% ± %.4f%%", 100 * other[i].edge, 100 * other[i].edge_error);
        par_number(on(s), "%.3f%%", 100 * trey_fraction_double(other[i].played));
        par_number(on(s), "%.4f%% ± %.4f%%", cost,
                   100 * hypot(other[0].ev_error, i > 0 ? other[i].ev_error : 0) / ante);
    }
    par_table_end(on(s));
}

/* ---- Jackpot --------------------------------------------------------------------------- */
static void write_jackpot(sheet *s) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(s->asked->odds);
    if (!jackpot->offered) return;
    par_section(on(s), "Jackpot");
    par_table(on(s), "award|>pays|>chance|>one bet in|>adds to the value, cents");
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        double chance = trey_fraction_double(award->chance);
        char name[96];
        if (i > 0) par_row(on(s));
        snprintf(name, sizeof name, "%s", row_name(award->row));
        if (award->percent)
            snprintf(name, sizeof name, "%s (%u%% of the meter)", row_name(award->row),
                     award->percent);
        par_cell(on(s), name);
        par_money(on(s), award->paid);
        par_fraction(on(s), award->chance);
        par_number(on(s), "%.1f", chance > 0 ? 1 / chance : 0);
        par_number(on(s), "%.4f", chance * (double)award->paid);
    }
    par_table_end(on(s));
    par_table(on(s), "figure|>value");
    par_cell(on(s), "a bet brings back, cents");
    par_number(on(s), "%.6f", trey_fraction_double(jackpot->value));
    par_row(on(s));
    par_cell(on(s), "of which envy");
    par_number(on(s), "%.6f", trey_fraction_double(jackpot->envy));
    par_row(on(s));
    par_cell(on(s), "each dollar more on the meter adds, cents");
    par_number(on(s), "%.6f", 100 * trey_fraction_double(jackpot->slope));
    par_row(on(s));
    par_cell(on(s), "the bet costs nothing at a meter of");
    par_money(on(s), (trey_cents)ceil(trey_fraction_double(jackpot->break_even)));
    par_row(on(s));
    par_cell(on(s), "rounds between wins of the whole");
    par_number(on(s), "%.1f", trey_fraction_double(jackpot->rounds));
    par_row(on(s));
    par_cell(on(s), "a bet takes off the meter, cents");
    par_number(on(s), "%.6f", trey_fraction_double(jackpot->taken));
    if (jackpot->long_run_known) {
        par_row(on(s));
        par_cell(on(s), "meter when the whole is won, and in the long run, on average");
        par_money(on(s), (trey_cents)llround(jackpot->meter_at_hit_cents));
        par_row(on(s));
        par_cell(on(s), "a bet brings back in the long run, cents");
        par_number(on(s), "%.4f", jackpot->long_run_cents);
    }
    par_table_end(on(s));
    plot_meter(on(s), s->asked->odds);
}

/* ---- Others ------------------------------------------------------------------------------ */
static void write_bank(sheet *s) {
    const trey_odds_bank *bank = s->asked->bank;
    if (!bank) return;
    char money[TREY_CENTS_TEXT_MAX];
    par_section(on(s), "The player-dealer's side");
    par_raw(on(s),
            "<p>Against %u seat%s with these bets; the bank %s%s. Result before collection: ",
            bank->seats, bank->seats == 1 ? "" : "s", bank->bank > 0 ? "is " : "covers everything",
            bank->bank > 0 ? trey_cents_print(bank->bank, money) : "");
    if (bank->exact) {
        char text[TREY_FRACTION_TEXT_MAX];
        par_raw(on(s), "%s = %.4f cents a round, exactly; deviation %.4f cents.",
                trey_fraction_print(bank->ev_cents, text), bank->ev, bank->sd);
    } else {
        par_raw(on(s),
                "an estimate of %.2f ± %.2f cents a round; deviation %.2f ± %.2f cents (%u "
                "rounds, seed %llu).",
                bank->ev, bank->standard_error, bank->sd, bank->sd_error, bank->rounds,
                (unsigned long long)bank->seed);
    }
    if (bank->bank > 0 && bank->uncovered_error > 0) {
        par_raw(on(s), " In %.2f%% ± %.2f%% of the rounds a wager comes back for want of cover.",
                100 * bank->uncovered, 100 * bank->uncovered_error);
    } else if (bank->bank > 0) {
        par_raw(on(s), " In %.4f%% of the rounds a wager comes back for want of cover.",
                100 * bank->uncovered);
    }
    par_raw(on(s), "</p>\n");
    par_table(on(s), ">schedule|>bank pays|>players pay|>of it on each Play|>bank's result, cents");
    for (unsigned i = 0; i < bank->fees; i++) {
        const trey_odds_fee *fee = &bank->fee[i];
        if (i > 0) par_row(on(s));
        par_number(on(s), "%u", fee->option);
        if (!fee->readable) {
            par_number(on(s), "unreadable in the book");
            par_number(on(s), "%s", "");
            par_number(on(s), "%s", "");
            par_number(on(s), "%s", "");
            continue;
        }
        par_money(on(s), fee->bank);
        par_money(on(s), (trey_cents)llround(trey_fraction_double(fee->in_all)));
        par_money(on(s), fee->on_play);
        par_number(on(s), "%+.2f", bank->ev - (double)fee->bank);
    }
    par_table_end(on(s));
}

static void write_peek(sheet *s) {
    const trey_odds_peek *peek = s->asked->peek;
    if (!peek) return;
    par_section(on(s), "A hole in procedure");
    par_raw(on(s),
            "<p>If the player sees the hands of %u other box%s before he decides, the edge on "
            "the Ante is %.4f%%: he gains %.4f cents a round",
            peek->hands, peek->hands == 1 ? "" : "es", 100 * peek->house_edge, peek->gain);
    if (peek->exact) {
        par_raw(on(s), ", exactly.</p>\n");
    } else {
        par_raw(on(s), ", standard error %.4f (%u samples, seed %llu).</p>\n", peek->standard_error,
                peek->samples, (unsigned long long)peek->seed);
    }
}

/* ---- Readings ------------------------------------------------------------------------------ */
typedef struct letter_row {
    const trey_reading *reading;
    unsigned letter;
    trey_odds_effect effect;
} letter_row;

/* What else a letter moves, or why it moves nothing. */
static void write_remark(sheet *s, const letter_row *row, const trey_odds_effect *base) {
    const unsigned differs = trey_odds_effects_differ(&row->effect, base);
    char text[400] = "", money[TREY_CENTS_TEXT_MAX];
    size_t used = 0;
    if (row->effect.refused) {
        snprintf(text, sizeof text, "refuses these bets");
    } else if (differs == 0 && row->letter != row->reading->in_force) {
        const trey_odds_silence *silence =
            trey_odds_silence_of(s->asked->book, row->reading->id, (char)('A' + row->letter));
        snprintf(text, sizeof text, "%s%s%s", silence ? silence->why : "It moves no money here.",
                 silence && silence->show ? " To see it: " : "",
                 silence && silence->show ? silence->show : "");
    }
    if (differs & TREY_EFFECT_METER) {
        used = (size_t)snprintf(text, sizeof text, "A bet takes %.4f cents off the meter.",
                                trey_fraction_double(row->effect.meter_taken));
        if (row->effect.long_run_known)
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                " In the long run the meter is at %s and a bet brings back %.4f cents.",
                trey_cents_print((trey_cents)llround(row->effect.long_run_meter), money),
                row->effect.long_run_value);
    }
    if (differs & TREY_EFFECT_SEATS)
        used += (size_t)snprintf(text + used, sizeof text - used, "Seats are covered otherwise. ");
    if (differs & TREY_EFFECT_COLLECTION)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "Moves the collection of a schedule. ");
    if (differs & TREY_EFFECT_SPREAD)
        snprintf(text + used, sizeof text - used,
                 "Same means; deviation of the round %.4f cents instead of %.4f.",
                 row->effect.round_sd, base->round_sd);
    par_cell(on(s), text);
}

static void write_letter(sheet *s, const letter_row *row, const trey_odds_effect *base) {
    const trey_odds_effect *effect = &row->effect;
    char text[300];
    snprintf(text, sizeof text, "%c%s: %s", 'A' + (int)row->letter,
             row->letter == row->reading->in_force ? " (in force)" : "",
             row->reading->letter[row->letter]);
    par_cell(on(s), row->letter == 0 ? row->reading->id : "");
    par_cell(on(s), text);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_odds_figures(s->asked->odds, i)->offered) continue;
        if (effect->refused) {
            par_number(on(s), "refused");
        } else if (effect->edge_error[i] > 0) {
            par_number(on(s), "%.4f%% ± %.4f%%", 100 * effect->edge[i],
                       100 * effect->edge_error[i]);
        } else {
            par_number(on(s), "%.4f%%", 100 * effect->edge[i]);
        }
    }
    char round[64] = "";
    if (!effect->refused)
        snprintf(round, sizeof round, effect->round_error > 0 ? "%.4f ± %.4f" : "%.4f",
                 effect->round_ev, effect->round_error);
    par_number(on(s), "%s", round);
    write_remark(s, row, base);
}

static void write_bars(sheet *s, const letter_row *row, unsigned count, reading_bar *bars) {
    unsigned filled = 0;
    for (unsigned i = 0; i < count;) {
        const unsigned first = i, start = filled;
        double moved = 0;
        for (; i < count && row[i].reading == row[first].reading; i++) {
            if (row[i].effect.refused) continue;
            reading_bar *bar = &bars[filled++];
            snprintf(bar->name, sizeof bar->name, "%s=%c", row[i].reading->id,
                     'A' + (int)row[i].letter);
            bar->edge = row[i].effect.edge[TREY_WAGER_ANTE];
            bar->in_force = row[i].letter == row[i].reading->in_force;
            moved += fabs(bar->edge - bars[start].edge);
        }
        if (moved < 1e-12) filled = start; /* it does not move the Ante: no bars */
    }
    if (filled == 0) return;
    par_raw(on(s), "<h3>Edge on the Ante, where a reading moves it</h3>\n");
    plot_readings(on(s), bars, filled);
}

static void write_letters(sheet *s, const letter_row *row, unsigned count) {
    char headings[200] = "reading|letter";
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        size_t used = strlen(headings);
        if (!trey_odds_figures(s->asked->odds, i)->offered) continue;
        snprintf(headings + used, sizeof headings - used, "|>%s", trey_odds_wager_name(i));
    }
    size_t end = strlen(headings);
    snprintf(headings + end, sizeof headings - end, "|>round, cents|what else, or why nothing");
    par_table(on(s), headings);
    for (unsigned i = 0; i < count; i++) {
        unsigned base = i;
        while (base > 0 && row[base - 1].reading == row[i].reading) base--;
        base += row[i].reading->in_force;
        if (i > 0) par_row(on(s));
        write_letter(s, &row[i], &row[base].effect);
    }
    par_table_end(on(s));
}

/* Every letter of every reading that can be chosen, beside the one in force. */
static trey_status write_readings(sheet *s) {
    enum { MOST = 96 };
    const trey_rulebook *book = s->asked->book;
    trey_odds_query query = *trey_odds_asked(s->asked->odds);
    letter_row *row = calloc(MOST, sizeof *row);
    reading_bar *bars = calloc(MOST, sizeof *bars);
    trey_status status = row && bars ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    unsigned count = 0;
    if (query.rounds >= 20) query.rounds /= 10; /* of the same decks under every letter */
    for (size_t r = 0; r < trey_rulebook_readings(book); r++) {
        const trey_reading *reading = trey_rulebook_reading(book, r);
        if (!reading->switchable || count + reading->letters > MOST) continue;
        for (unsigned n = 0; status == TREY_STATUS_OK && n < reading->letters; n++) {
            row[count] = (letter_row){.reading = reading, .letter = n};
            status = trey_odds_under(book, &query, reading->id, (char)('A' + n), s->memory,
                                     &row[count].effect);
            count++;
        }
    }
    if (status == TREY_STATUS_OK) {
        par_section(on(s), "Readings");
        par_raw(on(s),
                "<p>Where the rulebook can be read in several ways, the figures under each letter; "
                "the letter in force is marked. Letters that move nothing here are listed with "
                "the reason.</p>\n");
        write_letters(s, row, count);
        write_bars(s, row, count, bars);
    }
    free(row);
    free(bars);
    return status;
}

static void write_method(sheet *s) {
    par_section(on(s), "Method");
    par_raw(
        on(s),
        "<p>Of 52 cards the player has 22,100 hands and the dealer 18,424 against each: "
        "407,170,400 deals, counted by inclusion and exclusion over classes of ranks and suits. "
        "What a situation pays is not written here a second time: one round of each kind is "
        "played through the table's own rules under the readings above. Fractions are exact "
        "and in lowest terms; decimals are rounded for reading. Where several seats share a bank "
        "that may run short, rounds are dealt at random instead and weighted by the exact chances "
        "of each seat's situation; such figures are marked as estimates.</p>\n"
        "<p class=\"faint\">Trey is approved, certified and endorsed by no regulator or test "
        "laboratory. This page says what the rulebook's figures imply.</p>\n");
}

trey_status trey_par_write(const trey_par_request *request, trey_par_sink *sink, void *context) {
    sheet s = {.page = {.sink = sink, .context = context}, .asked = request};
    if (trey_odds_memory_open(&s.memory) != TREY_STATUS_OK) s.memory = NULL;
    write_head(&s);
    write_alarm(&s);
    write_setting(&s);
    write_wagers(&s);
    write_round(&s);
    write_outcomes(&s);
    write_covariance(&s);
    write_lines(&s);
    write_strategy(&s);
    write_jackpot(&s);
    write_bank(&s);
    write_peek(&s);
    trey_status status = write_readings(&s);
    write_method(&s);
    par_close(on(&s));
    trey_odds_memory_close(s.memory);
    return status;
}
