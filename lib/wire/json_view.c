/* json_view.c -- a view as an object.
 *
 * The view was made by the table for one pair of eyes, and everything here comes out of
 * it; of the table itself only the configuration is read. */
#include <stdio.h>
#include <string.h>

#include "json_parts.h"

static const char *choice_word(unsigned choice) {
    static const char *const words[] = {NULL, "play", "fold", "continue"};
    TREY_ASSERT(choice < sizeof words / sizeof *words);
    return words[choice];
}

/* The word, or null for none. */
static void put_word_or_null(json_t *object, const char *name, const char *word) {
    put(object, name, word ? json_string(word) : json_null());
}

static void put_player_or_null(json_t *object, const char *name, const trey_json_scene *scene,
                               trey_player player) {
    put(object, name, player == TREY_NOBODY ? json_null() : player_json(scene, player));
}

json_t *trey_json_category(unsigned category) {
    char word[32];
    if (category >= TREY_CATEGORIES) return json_null();
    snprintf(word, sizeof word, "%s", trey_category_name((trey_category)category));
    for (char *c = word; *c; c++) {
        if (*c == ' ') *c = '_';
    }
    return json_string(word);
}

/* The stakes that this table offers, so that a box of an ordinary game stays small. */
static json_t *stakes_json(const trey_view *view, const trey_cents stake[TREY_STAKES]) {
    json_t *stakes = json_object();
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (trey_wager(wager)->placed == TREY_PLACED_FIXED)
            continue; /* the box's, not a bettor's */
        bool always = trey_wager(wager)->head == TREY_WAGER_ANTE;
        if (always || view->maximum[wager] > 0 || stake[wager] > 0)
            put_cents(stakes, trey_wager_word(wager), stake[wager]);
    }
    return stakes;
}

static json_t *bettors_json(const trey_json_scene *scene, const trey_view *view,
                            const trey_view_box *box) {
    json_t *list = json_array();
    for (unsigned i = 0; i < box->bettors; i++) {
        json_t *bettor = json_object();
        put(bettor, "player", player_json(scene, box->bettor[i].player));
        put_word_or_null(bettor, "choice", choice_word(box->bettor[i].choice));
        put(bettor, "stakes", stakes_json(view, box->bettor[i].stake));
        json_array_append_new(list, bettor);
    }
    return list;
}

json_t *trey_json_box(const trey_json_scene *scene, const trey_view *view, unsigned seat) {
    static const char *const jackpot[] = {NULL, "bet", "valid", "invalid"};
    static const char *const out[] = {NULL, "returned", "lost"};
    static const char *const option[] = {NULL, "offered", "continue", "return"};
    const trey_view_box *box = &view->box[seat - 1];
    json_t *object = json_object();
    put_player_or_null(object, "seated", scene, box->seated);
    put(object, "cards", trey_json_cards(box->card, box->dealt));
    put(object, "hand", trey_json_category(box->category));
    put_flag(object, "viewed", box->viewed);
    put_flag(object, "hidden", box->hidden);
    put_flag(object, "shown", box->shown);
    put_flag(object, "to_act", box->to_act);
    put_word_or_null(object, "jackpot", jackpot[box->jackpot]);
    put_cents(object, "progressive", box->bettor[0].stake[TREY_WAGER_PROGRESSIVE]);
    put_flag(object, "disabled", box->disabled);
    put_flag(object, "entrusted", box->entrusted);
    put_word_or_null(object, "out", out[box->invalid]);
    put_word_or_null(object, "option", option[box->option]);
    put(object, "bettors", bettors_json(scene, view, box));
    return object;
}

static json_t *dealer_json(const trey_json_scene *scene, const trey_view *view) {
    json_t *object = json_object();
    put(object, "cards", trey_json_cards(view->dealer, view->dealer_dealt));
    put(object, "hand", trey_json_category(view->dealer_category));
    if (view->revealed) {
        trey_hand hand = trey_hand_of(view->dealer[0], view->dealer[1], view->dealer[2]);
        put_flag(object, "qualifies", trey_rulebook_qualifies(trey_rules_book(scene->rules), hand));
    } else {
        put(object, "qualifies", json_null());
    }
    put_flag(object, "up_card", view->up_card);
    put_number(object, "deck", view->deck_turn + 1);
    return object;
}

static json_t *bank_json(const trey_json_scene *scene, const trey_view *view) {
    const trey_rule *banker = trey_rulebook_rule(trey_rules_book(scene->rules), TREY_KEY_BANKER);
    if (trey_rule_word(banker) != TREY_BANKER_PLAYER_DEALER) return json_null();
    json_t *object = json_object();
    put(object, "seat", view->bank_seat ? json_integer(view->bank_seat) : json_null());
    put_player_or_null(object, "player", scene, view->banker);
    put_cents(object, "amount", view->bank);
    put(object, "offered", json_null());
    put(object, "button", view->button ? json_integer(view->button) : json_null());
    put_cents(object, "fee_bank", view->fee_bank);
    put_cents(object, "fee_players", view->fee_players);
    return object;
}

json_t *trey_json_view(const trey_json_scene *scene, const trey_view *view) {
    json_t *object = json_object(), *boxes = json_object();
    bool jackpot = scene->table->config.jackpot;
    put_number(object, "round", view->round);
    put_word(object, "phase", trey_phase_name((trey_phase)view->phase));
    put_word(object, "gate", trey_gate_word(view->gate));
    put_flag(object, "closed", view->closed);
    put_flag(object, "jackpot_off", view->jackpot_off);
    put(object, "dealer", dealer_json(scene, view));
    put(object, "bank", bank_json(scene, view));
    put(object, "meter", jackpot ? json_integer(view->meter) : json_null());
    put(object, "jackpot_bet", jackpot ? json_integer(view->jackpot_bet) : json_null());
    for (unsigned seat = 1; seat <= view->positions; seat++) {
        char name[4];
        snprintf(name, sizeof name, "%u", seat & 15u);
        put(boxes, name, trey_json_box(scene, view, seat));
    }
    put(object, "boxes", boxes);
    return object;
}
