/* odds_telling.c -- what `trey odds --json` says: the odds, and what else was asked for. */
#include <math.h>

#include "odds_output.h"

static void tell_whole_or_none(trey_telling *to, const char *key, bool known, int64_t number) {
    if (known) {
        trey_tell_whole(to, key, number);
    } else {
        trey_tell_none(to, key);
    }
}

/* `bank` is the side that pays its part, or NULL. */
static void tell_fees(trey_telling *to, const trey_odds_fee *fee, unsigned count,
                      const trey_odds_bank *bank) {
    trey_tell_open(to, "collection", '[');
    for (; count > 0; count--, fee++) {
        trey_tell_open(to, NULL, '{');
        trey_tell_whole(to, "schedule", fee->option);
        tell_whole_or_none(to, "bank", fee->readable, fee->bank);
        tell_whole_or_none(to, "players", fee->readable, fee->players);
        tell_whole_or_none(to, "on_each_play", fee->readable, fee->on_play);
        trey_tell_fraction(to, "players_on_average",
                           fee->readable ? fee->in_all : (trey_fraction){0, 0});
        if (bank)
            trey_tell_real(to, "ev_after_collection",
                           fee->readable ? bank->ev - (double)fee->bank : NAN);
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
}

static void tell_bank(trey_telling *to, const trey_odds_bank *bank) {
    trey_tell_open(to, "player_dealer", '{');
    trey_tell_whole(to, "seats", bank->seats);
    tell_whole_or_none(to, "bank", bank->bank > 0, bank->bank);
    trey_tell_flag(to, "exact", bank->exact);
    trey_tell_fraction(to, "ev_cents", bank->ev_cents);
    trey_tell_real(to, "ev", bank->ev);
    trey_tell_real(to, "standard_error", bank->standard_error);
    trey_tell_real(to, "sd", bank->sd);
    trey_tell_real(to, "sd_standard_error", bank->sd_error);
    trey_tell_real(to, "falls_short", bank->uncovered);
    trey_tell_real(to, "falls_short_standard_error", bank->uncovered_error);
    trey_tell_whole(to, "rounds_sampled", bank->rounds);
    trey_tell_whole(to, "seed", (int64_t)bank->seed);
    tell_fees(to, bank->fee, bank->fees, bank);
    trey_tell_close(to, '}');
}

static void tell_peek(trey_telling *to, const trey_odds_peek *peek) {
    trey_tell_open(to, "peek", '{');
    trey_tell_whole(to, "hands", peek->hands);
    trey_tell_flag(to, "exact", peek->exact);
    trey_tell_fraction(to, "ev_cents", peek->exact ? peek->ev_cents : (trey_fraction){0, 0});
    trey_tell_real(to, "ev", peek->ev);
    trey_tell_real(to, "house_edge", peek->house_edge);
    trey_tell_real(to, "gain_cents", peek->gain);
    trey_tell_real(to, "standard_error", peek->standard_error);
    trey_tell_whole(to, "deals_sampled", peek->samples);
    trey_tell_whole(to, "seed", (int64_t)peek->seed);
    trey_tell_close(to, '}');
}

static const odds_letter *letter_in_force(const odds_answers *answers,
                                          const trey_reading *reading) {
    for (unsigned n = 0; n < answers->letters; n++) {
        const odds_letter *at = &answers->letter[n];
        if (at->reading == reading && at->letter == reading->in_force) return at;
    }
    return &answers->letter[0];
}

/* Which kinds of money differ from the letter in force; of one that moves none, why. */
static void tell_moves(trey_telling *to, const odds_answers *answers, const odds_letter *at) {
    static const char *const words[] = {"bets",  "results",    "seats",
                                        "meter", "collection", "spread"};
    const unsigned differs =
        trey_odds_effects_differ(&at->effect, &letter_in_force(answers, at->reading)->effect);
    const trey_odds_silence *silence =
        trey_odds_silence_of(answers->book, at->reading->id, (char)('A' + at->letter));
    trey_tell_open(to, "moves", '[');
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (differs >> i & 1u) trey_tell_text(to, NULL, words[i]);
    }
    trey_tell_close(to, ']');
    if (differs != 0 || at->letter == at->reading->in_force || !silence) return;
    trey_tell_text(to, "why_none", silence->why);
    if (silence->show) trey_tell_text(to, "to_see_it", silence->show);
}

static void tell_effect_wagers(trey_telling *to, const odds_answers *answers,
                               const trey_odds_effect *effect) {
    trey_tell_open(to, "ev", '{');
    for (unsigned i = 0; !effect->refused && i < TREY_STAKES; i++) {
        if (!trey_odds_figures(answers->odds, i)->offered) continue;
        trey_tell_fraction(to, trey_odds_wager_word(i), effect->ev[i]);
    }
    trey_tell_close(to, '}');
    if (effect->exact || effect->refused) return;
    trey_tell_open(to, "estimates", '{');
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (!trey_odds_figures(answers->odds, i)->offered) continue;
        trey_tell_open(to, trey_odds_wager_word(i), '{');
        trey_tell_real(to, "house_edge", effect->edge[i]);
        trey_tell_real(to, "standard_error", effect->edge_error[i]);
        trey_tell_close(to, '}');
    }
    trey_tell_open(to, "round", '{');
    trey_tell_real(to, "ev", effect->round_ev);
    trey_tell_real(to, "standard_error", effect->round_error);
    trey_tell_close(to, '}');
    trey_tell_open(to, "round_ev_by_seat", '[');
    for (unsigned i = 0; i < trey_odds_sampled(answers->odds)->seats; i++)
        trey_tell_real(to, NULL, effect->seat_ev[i]);
    trey_tell_close(to, ']');
    trey_tell_close(to, '}');
}

static void tell_effect_more(trey_telling *to, const odds_answers *answers,
                             const trey_odds_effect *effect) {
    if (trey_odds_jackpot_of(answers->odds)->offered) {
        trey_tell_fraction(to, "taken_off_meter_cents", effect->meter_taken);
        trey_tell_real(to, "long_run_meter", effect->long_run_known ? effect->long_run_meter : NAN);
        trey_tell_real(to, "long_run_value", effect->long_run_known ? effect->long_run_value : NAN);
    }
    if (effect->fees > 0) tell_fees(to, effect->fee, effect->fees, NULL);
}

static void tell_effects(trey_telling *to, const odds_answers *answers) {
    trey_tell_open(to, "reading_effects", '[');
    for (unsigned n = 0; n < answers->letters; n++) {
        const odds_letter *at = &answers->letter[n];
        const char letter[2] = {(char)('A' + at->letter), '\0'};
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "reading", at->reading->id);
        trey_tell_text(to, "letter", letter);
        trey_tell_flag(to, "in_force", at->letter == at->reading->in_force);
        trey_tell_flag(to, "refused", at->effect.refused);
        trey_tell_flag(to, "exact", at->effect.exact);
        tell_moves(to, answers, at);
        tell_effect_wagers(to, answers, &at->effect);
        trey_tell_fraction(to, "round_ev_cents", at->effect.round);
        if (!at->effect.refused) tell_effect_more(to, answers, &at->effect);
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
}

static void tell_folds(trey_telling *to, trey_cardset cards) {
    char text[TREY_CARD_TEXT_MAX];
    trey_tell_open(to, "fold_against", '[');
    for (; cards != 0; cards &= cards - 1) {
        trey_card up = trey_cardset_lowest(cards);
        trey_tell_text(to, NULL, trey_card_print(up, TREY_CARD_LETTERS, text));
    }
    trey_tell_close(to, ']');
}

static void tell_hands(trey_telling *to, const trey_strategy *strategy) {
    trey_tell_open(to, "hands", '[');
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_cardset live = TREY_CARDSET_FULL & ~trey_hand_set(hand);
        char card[3][TREY_CARD_TEXT_MAX], text[32];
        for (unsigned c = 0; c < 3; c++) trey_card_print(hand.card[c], TREY_CARD_LETTERS, card[c]);
        snprintf(text, sizeof text, "%s %s %s", card[0], card[1], card[2]);
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "hand", text);
        trey_tell_flag(to, "play", (strategy->play[i] & live) != 0);
        if (strategy->sees_up_card) tell_folds(to, live & ~strategy->play[i]);
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
}

void odds_tell(trey_telling *to, const odds_answers *answers) {
    const odds_asked *asked = answers->asked;
    trey_tell_open(to, NULL, '{');
    trey_tell_odds_members(to, answers->book, answers->odds, answers->strategy_name,
                           asked->bets.set, asked->bets.sets);
    if (answers->banked) tell_bank(to, &answers->bank);
    if (answers->peeked) tell_peek(to, &answers->peek);
    if (answers->letters > 0) tell_effects(to, answers);
    if (asked->every_hand) tell_hands(to, trey_odds_strategy(answers->odds));
    trey_tell_close(to, '}');
}
