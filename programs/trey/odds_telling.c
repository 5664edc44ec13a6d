/* odds_telling.c -- `trey odds --json`: the odds, and what else was asked for. */
#include "trey/odds_json.h"

#include "commands.h"
#include "odds_output.h"

static void put(json_t *object, const char *key, json_t *value) {
    json_object_set_new(object, key, value);
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
            fee->readable ? trey_real_json(bank->ev - (double)fee->bank) : json_null());
        json_array_append_new(fees, line);
    }
    put(value, "seats", json_integer(bank->seats));
    put(value, "bank", bank->bank > 0 ? json_integer(bank->bank) : json_null());
    put(value, "exact", json_boolean(bank->exact));
    put(value, "ev_cents", bank->exact ? trey_fraction_json(bank->ev_cents) : json_null());
    put(value, "ev", trey_real_json(bank->ev));
    put(value, "standard_error", trey_real_json(bank->standard_error));
    put(value, "sd", trey_real_json(bank->sd));
    put(value, "falls_short", trey_real_json(bank->uncovered));
    put(value, "rounds_sampled", json_integer(bank->rounds));
    put(value, "seed", json_integer((json_int_t)bank->seed));
    put(value, "collection", fees);
    return value;
}

static json_t *peek_json(const trey_odds_peek *peek) {
    json_t *value = json_object();
    put(value, "hands", json_integer(peek->hands));
    put(value, "exact", json_boolean(peek->exact));
    put(value, "ev_cents", peek->exact ? trey_fraction_json(peek->ev_cents) : json_null());
    put(value, "ev", trey_real_json(peek->ev));
    put(value, "house_edge", trey_real_json(peek->house_edge));
    put(value, "gain_cents", trey_real_json(peek->gain));
    put(value, "standard_error", trey_real_json(peek->standard_error));
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
            put(ev, trey_odds_wager_word((trey_odds_wager)i), trey_fraction_json(at->effect.ev[i]));
        }
        put(value, "reading", json_string(at->reading->id));
        put(value, "letter", json_string(letter));
        put(value, "in_force", json_boolean(at->letter == at->reading->in_force));
        put(value, "refused", json_boolean(at->effect.refused));
        put(value, "ev", ev);
        put(value, "round_ev_cents", trey_fraction_json(at->effect.round));
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
    json_t *value = trey_odds_json(answers->book, answers->odds, answers->strategy_name, asked->set,
                                   asked->sets);
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
