/* odds_telling.c -- what `trey odds --json` says: the odds, and what else was asked for. */
#include "odds_output.h"

static void tell_whole_or_none(trey_telling *to, const char *key, bool known, int64_t number) {
    if (known) {
        trey_tell_whole(to, key, number);
    } else {
        trey_tell_none(to, key);
    }
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
    trey_tell_open(to, "collection", '[');
    for (unsigned i = 0; i < bank->fees; i++) {
        const trey_odds_fee *fee = &bank->fee[i];
        trey_tell_open(to, NULL, '{');
        trey_tell_whole(to, "schedule", fee->option);
        tell_whole_or_none(to, "bank", fee->readable, fee->bank);
        tell_whole_or_none(to, "players", fee->readable, fee->players);
        tell_whole_or_none(to, "on_each_play", fee->readable, fee->on_play);
        trey_tell_fraction(to, "players_on_average",
                           fee->readable ? fee->in_all : (trey_fraction){0, 0});
        if (fee->readable) {
            trey_tell_real(to, "ev_after_collection", bank->ev - (double)fee->bank);
        } else {
            trey_tell_none(to, "ev_after_collection");
        }
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
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
        trey_tell_open(to, "ev", '{');
        for (unsigned i = 0; !at->effect.refused && i < TREY_ODDS_WAGERS; i++) {
            if (!trey_odds_figures(answers->odds, (trey_odds_wager)i)->offered) continue;
            trey_tell_fraction(to, trey_odds_wager_word((trey_odds_wager)i), at->effect.ev[i]);
        }
        trey_tell_close(to, '}');
        trey_tell_fraction(to, "round_ev_cents", at->effect.round);
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
