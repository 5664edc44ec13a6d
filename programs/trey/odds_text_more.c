/* odds_text_more.c -- the rest of `trey odds`: jackpot, bank, peeks, readings, hands. */
#include <math.h>
#include <string.h>

#include "odds_output.h"

/* "$80,449" from a fraction of cents, rounded for the eye. */
static const char *dollars(trey_fraction cents, char out[TREY_CENTS_TEXT_MAX]) {
    double value = trey_fraction_double(cents);
    if (value > 9e17 || value < -9e17) return "out of sight";
    return trey_cents_print((trey_cents)(value < 0 ? value - 0.5 : value + 0.5), out);
}

static const char *award_word(unsigned row) {
    const char *path = trey_key_path((trey_key)row), *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* ---- The jackpot -------------------------------------------------------------------------- */
static void print_awards(const terminal *to, const trey_odds_jackpot *jackpot) {
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "  %-16s %13s %9s %14s  %s\n", "award", "pays", "of meter", "one bet in",
            "chance");
    terminal_ink(to, INK_PLAIN);
    for (unsigned i = 0; i < jackpot->awards; i++) {
        const trey_odds_award *award = &jackpot->award[i];
        char money[TREY_CENTS_TEXT_MAX], chance[TREY_FRACTION_TEXT_MAX];
        char word[32];
        snprintf(word, sizeof word, "%s", award_word(award->row));
        for (char *at = word; *at; at++) *at = *at == '_' ? ' ' : *at;
        char share[8] = "";
        if (award->percent > 0) snprintf(share, sizeof share, "%u%%", award->percent);
        fprintf(to->out, "  %-16s %13s %9s %14.1f  %s", word, trey_cents_print(award->paid, money),
                share, 1 / trey_fraction_double(award->chance),
                trey_fraction_print(award->chance, chance));
        fputc('\n', to->out);
    }
}

static void print_jackpot(const terminal *to, const odds_answers *answers) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(answers->odds);
    const trey_odds_query *query = trey_odds_asked(answers->odds);
    char money[TREY_CENTS_TEXT_MAX], exact[TREY_FRACTION_TEXT_MAX];
    if (!jackpot->offered) return;
    terminal_heading(to, "Jackpot");
    print_awards(to, jackpot);
    fprintf(to->out, "  a bet brings back  %.4f cents, of which envy %.4f\n",
            trey_fraction_double(jackpot->value), trey_fraction_double(jackpot->envy));
    fprintf(to->out, "  each dollar more on the meter adds %.6f cents\n",
            100 * trey_fraction_double(jackpot->slope));
    if (jackpot->slope.n > 0) {
        fprintf(to->out, "  bet breaks even    at %s (%s cents)\n",
                dollars(jackpot->break_even, money),
                trey_fraction_print(jackpot->break_even, exact));
        if (jackpot->break_even.n * jackpot->break_even_best.d !=
            jackpot->break_even_best.n * jackpot->break_even.d) {
            fprintf(to->out, "  round gains by it  above %s (%s cents)\n",
                    dollars(jackpot->break_even_best, money),
                    trey_fraction_print(jackpot->break_even_best, exact));
        }
    }
    if (jackpot->whole.n > 0) {
        fprintf(to->out, "  whole meter won    every %.1f rounds with %u box%s betting\n",
                trey_fraction_double(jackpot->rounds), query->boxes, query->boxes == 1 ? "" : "es");
    }
    fprintf(to->out, "  a bet takes        %.4f cents off the meter, and adds %s\n",
            trey_fraction_double(jackpot->taken), trey_cents_print(query->contribution, money));
    if (jackpot->long_run_known) {
        fprintf(to->out, "  in the long run    the meter is at %s on average,\n",
                trey_cents_print((trey_cents)llround(jackpot->meter_at_hit_cents), money));
        fprintf(to->out, "                     from a reset of %s; a bet brings back %.4f cents\n",
                trey_cents_print(query->reset, money), jackpot->long_run_cents);
    }
}

/* ---- The player-dealer ----------------------------------------------------------------------- */
static void print_fees(const terminal *to, const trey_odds_bank *bank) {
    char money[TREY_CENTS_TEXT_MAX];
    trey_cents on_play = 0;
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "  %-9s %12s %12s %16s\n", "schedule", "bank pays", "players pay",
            "bank's result");
    terminal_ink(to, INK_PLAIN);
    for (unsigned i = 0; i < bank->fees; i++) {
        const trey_odds_fee *fee = &bank->fee[i];
        if (!fee->readable) {
            fprintf(to->out, "  %-9u %12s\n", fee->option, "unreadable");
            continue;
        }
        char players[TREY_CENTS_TEXT_MAX];
        fprintf(to->out, "  %-9u %12s %12s %11.2f cents\n", fee->option,
                trey_cents_print(fee->bank, money), dollars(fee->in_all, players),
                bank->ev - (double)fee->bank);
        if (fee->on_play > on_play) on_play = fee->on_play;
    }
    if (on_play == 0) return;
    terminal_ink(to, INK_FAINT);
    terminal_wrap(to, 0, 0,
                  "Players pay once more when they play; the column has the mean. The figures and "
                  "the strategy above are before collection.");
    terminal_ink(to, INK_PLAIN);
}

static void print_bank(const terminal *to, const odds_answers *answers) {
    const trey_odds_bank *bank = &answers->bank;
    char money[TREY_CENTS_TEXT_MAX], exact[TREY_FRACTION_TEXT_MAX];
    terminal_heading(to, "The player-dealer, against %u seat%s with these bets", bank->seats,
                     bank->seats == 1 ? "" : "s");
    fprintf(to->out, "  bank               %s\n",
            bank->bank > 0 ? trey_cents_print(bank->bank, money) : "covers everything");
    if (bank->exact) {
        fprintf(to->out, "  result a round     %.4f cents = %s, exactly\n", bank->ev,
                trey_fraction_print(bank->ev_cents, exact));
        fprintf(to->out, "  deviation          %.2f cents\n", bank->sd);
    } else {
        fprintf(to->out,
                "  result a round     %.2f cents +- %.2f, estimated (%u rounds, seed %llu)\n",
                bank->ev, bank->standard_error, bank->rounds, (unsigned long long)bank->seed);
        fprintf(to->out, "  deviation          %.0f cents +- %.0f\n", bank->sd, bank->sd_error);
    }
    if (bank->bank > 0 && bank->uncovered_error > 0) {
        fprintf(to->out, "  falls short        in %.2f%% of the rounds +- %.2f%%\n",
                100 * bank->uncovered, 100 * bank->uncovered_error);
    } else if (bank->bank > 0) {
        fprintf(to->out, "  falls short        in %.2f%% of the rounds\n", 100 * bank->uncovered);
    }
    print_fees(to, bank);
}

/* ---- Peeks --------------------------------------------------------------------------------- */
static void print_peek(const terminal *to, const odds_answers *answers) {
    const trey_odds_peek *peek = &answers->peek;
    terminal_heading(to, "Seeing the hand%s of %u other box%s", peek->hands == 1 ? "" : "s",
                     peek->hands, peek->hands == 1 ? "" : "es");
    fprintf(to->out, "  house edge         %.5f%% of the Ante\n", 100 * peek->house_edge);
    fprintf(to->out, "  gain a round       %.4f cents\n", peek->gain);
    if (peek->exact) {
        char exact[TREY_FRACTION_TEXT_MAX];
        fprintf(to->out, "  result a round     %s cents, exactly\n",
                trey_fraction_print(peek->ev_cents, exact));
    } else {
        fprintf(to->out, "  standard error     %.4f cents (%u deals, seed %llu)\n",
                peek->standard_error, peek->samples, (unsigned long long)peek->seed);
    }
    fprintf(to->out, "  for Ante, Play and Pair Plus as bet; side bets on five cards left out\n");
}

/* ---- Readings ------------------------------------------------------------------------------ */
static const trey_odds_effect *in_force(const odds_answers *answers, const trey_reading *reading) {
    for (unsigned i = 0; i < answers->letters; i++) {
        const odds_letter *at = &answers->letter[i];
        if (at->reading == reading && at->letter == reading->in_force) return &at->effect;
    }
    return &answers->letter[0].effect;
}

/* What any letter of the reading moves. */
static unsigned moved_by(const odds_answers *answers, const trey_reading *reading) {
    unsigned moved = 0;
    for (unsigned i = 0; i < answers->letters; i++) {
        const odds_letter *at = &answers->letter[i];
        if (at->reading == reading)
            moved |= trey_odds_effects_differ(&at->effect, in_force(answers, reading));
    }
    return moved;
}

static void print_meter(const terminal *to, const trey_odds_effect *effect) {
    char line[240], money[TREY_CENTS_TEXT_MAX];
    int used = snprintf(line, sizeof line, "A bet takes %.4f cents off the meter.",
                        trey_fraction_double(effect->meter_taken));
    if (effect->long_run_known)
        snprintf(line + used, sizeof line - (size_t)used,
                 " In the long run the meter is at %s and a bet brings back %.4f cents.",
                 trey_cents_print((trey_cents)llround(effect->long_run_meter), money),
                 effect->long_run_value);
    fputs("      ", to->out);
    terminal_wrap(to, 6, 6, line);
}

static void print_collection(const terminal *to, const trey_odds_effect *effect,
                             const trey_odds_effect *base) {
    char line[1200] = "Collection", money[2][TREY_CENTS_TEXT_MAX];
    size_t used = strlen(line);
    for (unsigned i = 0; i < effect->fees && used < sizeof line - 120; i++) {
        const trey_odds_fee *fee = &effect->fee[i], *before = &base->fee[i];
        if (fee->readable == before->readable && fee->bank == before->bank &&
            fee->in_all.n == before->in_all.n && fee->in_all.d == before->in_all.d)
            continue;
        used += (size_t)snprintf(line + used, sizeof line - used, "%s schedule %u",
                                 used > strlen("Collection") ? ";" : ":", fee->option);
        if (fee->bank != before->bank)
            used += (size_t)snprintf(line + used, sizeof line - used, ", bank %s instead of %s",
                                     trey_cents_print(fee->bank, money[0]),
                                     trey_cents_print(before->bank, money[1]));
        if (fee->in_all.n != before->in_all.n || fee->in_all.d != before->in_all.d)
            used +=
                (size_t)snprintf(line + used, sizeof line - used, ", players %s instead of %s",
                                 dollars(fee->in_all, money[0]), dollars(before->in_all, money[1]));
    }
    snprintf(line + used, sizeof line - used, ".");
    fputs("      ", to->out);
    terminal_wrap(to, 6, 6, line);
}

static void print_seats(const terminal *to, const odds_answers *answers,
                        const trey_odds_effect *effect) {
    const unsigned seats = trey_odds_sampled(answers->odds)->seats;
    char line[240];
    int used = snprintf(line, sizeof line, "By seat, cents:");
    for (unsigned i = 0; i < seats; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %.2f", effect->seat_ev[i]);
    fputs("      ", to->out);
    terminal_wrap(to, 6, 6, line);
}

static void print_spread(const terminal *to, const odds_answers *answers,
                         const trey_odds_effect *effect, const trey_odds_effect *base) {
    char line[400] = "The means are the same.";
    size_t used = strlen(line);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_odds_figures(answers->odds, i)->offered) continue;
        if (fabs(effect->sd[i] - base->sd[i]) < 1e-9 && effect->hit[i] == base->hit[i]) continue;
        used += (size_t)snprintf(line + used, sizeof line - used,
                                 " %s: deviation %.6f instead of %.6f, ahead %.4f%% instead of "
                                 "%.4f%%.",
                                 trey_odds_wager_name(i), effect->sd[i], base->sd[i],
                                 100 * effect->hit[i], 100 * base->hit[i]);
    }
    fputs("      ", to->out);
    terminal_wrap(to, 6, 6, line);
}

static void print_letter(const terminal *to, const odds_answers *answers, const odds_letter *at) {
    const trey_odds_effect *base = in_force(answers, at->reading);
    const unsigned differs = trey_odds_effects_differ(&at->effect, base);
    const unsigned moved = at->effect.refused ? 0 : moved_by(answers, at->reading);
    fprintf(to->out, "  %s=%c%c%*s", at->reading->id, 'A' + (int)at->letter,
            at->letter == at->reading->in_force ? '*' : ' ', 10 - (int)strlen(at->reading->id), "");
    for (unsigned i = 0; !at->effect.refused && i < TREY_STAKES; i++) {
        if (trey_odds_figures(answers->odds, i)->offered)
            fprintf(to->out, " %13.4f%%", 100 * at->effect.edge[i]);
    }
    if (at->effect.refused) fprintf(to->out, " these bets are refused");
    fprintf(to->out, "%s\n", differs ? "  <" : "");
    if (moved & TREY_EFFECT_METER) print_meter(to, &at->effect);
    if (moved & TREY_EFFECT_SEATS) print_seats(to, answers, &at->effect);
    if (differs & TREY_EFFECT_COLLECTION) print_collection(to, &at->effect, base);
    if (differs & TREY_EFFECT_SPREAD) print_spread(to, answers, &at->effect, base);
}

/* Letters that show nothing here, each with the reason. */
static void print_silence(const terminal *to, const odds_answers *answers) {
    bool any = false;
    for (unsigned n = 0; n < answers->letters; n++) {
        const odds_letter *at = &answers->letter[n];
        const char letter = (char)('A' + at->letter);
        if (at->letter == at->reading->in_force ||
            trey_odds_effects_differ(&at->effect, in_force(answers, at->reading)) != 0)
            continue;
        const trey_odds_silence *silence =
            trey_odds_silence_of(answers->book, at->reading->id, letter);
        char line[320];
        if (!any) fprintf(to->out, "\n  No difference with these bets:\n");
        any = true;
        snprintf(line, sizeof line, "%s=%c  %s%s%s", at->reading->id, letter,
                 silence ? silence->why : "It moves no money here.",
                 silence && silence->show ? " To see it: " : "",
                 silence && silence->show ? silence->show : "");
        fputs("  ", to->out);
        terminal_wrap(to, 2, 6, line);
    }
}

static void print_readings(const terminal *to, const odds_answers *answers) {
    double error = 0;
    terminal_heading(to, "House edge under every reading (* in force)");
    fprintf(to->out, "  %-12s", "");
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (trey_odds_figures(answers->odds, i)->offered)
            fprintf(to->out, " %14s", trey_odds_wager_name(i));
    }
    fputc('\n', to->out);
    for (unsigned n = 0; n < answers->letters; n++) {
        print_letter(to, answers, &answers->letter[n]);
        for (unsigned i = 0; i < TREY_STAKES; i++) {
            const double here = answers->letter[n].effect.edge_error[i];
            if (here > error) error = here;
        }
    }
    terminal_ink(to, INK_FAINT);
    terminal_wrap(to, 0, 0, "< moves money: it differs from the letter in force.");
    if (error > 0) {
        char line[240];
        snprintf(line, sizeof line,
                 "Estimates, with standard errors of up to %.4f%%; all letters were tried on the "
                 "same decks, so differences are surer than that.",
                 100 * error);
        terminal_wrap(to, 0, 0, line);
    }
    terminal_ink(to, INK_PLAIN);
    print_silence(to, answers);
}

/* ---- Every hand ---------------------------------------------------------------------------- */
static void print_hand(const terminal *to, const trey_strategy *strategy, unsigned index) {
    trey_hand hand = trey_hand_at(index);
    char card[TREY_CARD_TEXT_MAX];
    trey_cardset live = TREY_CARDSET_FULL & ~trey_hand_set(hand);
    for (unsigned i = 0; i < 3; i++)
        fprintf(to->out, "%-4s", trey_card_print(hand.card[i], TREY_CARD_LETTERS, card));
    if (!strategy->sees_up_card || (strategy->play[index] & live) == live ||
        (strategy->play[index] & live) == 0) {
        fputs(strategy->play[index] & live ? "play\n" : "fold\n", to->out);
        return;
    }
    fputs("fold against", to->out);
    for (trey_cardset cards = live & ~strategy->play[index]; cards != 0; cards &= cards - 1)
        fprintf(to->out, " %s",
                trey_card_print(trey_cardset_lowest(cards), TREY_CARD_LETTERS, card));
    fputc('\n', to->out);
}

void odds_text_more(const terminal *to, const odds_answers *answers) {
    print_jackpot(to, answers);
    if (answers->banked) print_bank(to, answers);
    if (answers->peeked) print_peek(to, answers);
    if (answers->letters > 0) print_readings(to, answers);
    if (!answers->asked->every_hand) return;
    terminal_heading(to, "Every hand");
    for (unsigned i = 0; i < TREY_HANDS; i++) print_hand(to, trey_odds_strategy(answers->odds), i);
}
