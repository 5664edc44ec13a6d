/* lab_books.c -- what can be turned in each rulebook: pays, readings, wagers, presets. */
#include <string.h>

#include "lab_module.h"

static bool has(const trey_rulebook *book, trey_key key) {
    return trey_rulebook_rule(book, key)->form != TREY_FORM_ABSENT;
}

/* As --set takes it: 40:1, $1250, 25%, none. */
static void tell_pay(trey_telling *to, trey_key key, const trey_rule *rule) {
    char text[TREY_VALUE_TEXT_MAX];
    const trey_value value = rule->value;
    const bool award = trey_key_type(key) == TREY_TYPE_AWARD;
    trey_tell_text(to, "kind", !award ? "rate" : value.d ? "share" : "money");
    trey_tell_whole(to, "n", value.n);
    trey_tell_whole(to, "d", value.d);
    trey_tell_text(to, "text", trey_value_print(key, value, text));
}

static void tell_pays(trey_telling *to, const trey_rulebook *book) {
    char last[40] = "";
    trey_tell_open(to, "pays", '[');
    for (unsigned i = 0; i < TREY_KEYS; i++) {
        const trey_key key = (trey_key)i;
        const trey_rule *rule = trey_rulebook_rule(book, key);
        trey_pay_row row;
        if (!trey_key_pays(key, &row) || rule->form == TREY_FORM_ABSENT) continue;
        if (strcmp(row.wager, last) != 0) {
            if (last[0]) trey_tell_close(to, ']'), trey_tell_close(to, '}');
            snprintf(last, sizeof last, "%s", row.wager);
            trey_tell_open(to, NULL, '{');
            trey_tell_text(to, "wager", row.wager);
            trey_tell_text(to, "title", row.title);
            trey_tell_open(to, "rows", '[');
        }
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "key", trey_key_path(key));
        trey_tell_text(to, "hand", row.hand);
        tell_pay(to, key, rule);
        trey_tell_close(to, '}');
    }
    if (last[0]) trey_tell_close(to, ']'), trey_tell_close(to, '}');
    trey_tell_close(to, ']');
}

static void tell_readings(trey_telling *to, const trey_rulebook *book) {
    trey_tell_open(to, "readings", '[');
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        const char letter[2] = {(char)('A' + reading->preset), '\0'};
        if (!reading->switchable) continue;
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "id", reading->id);
        trey_tell_text(to, "question", reading->question);
        trey_tell_text(to, "preset", letter);
        trey_tell_open(to, "letters", '[');
        for (unsigned n = 0; n < reading->letters; n++)
            trey_tell_text(to, NULL, reading->letter[n]);
        trey_tell_close(to, ']');
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
}

/* What can be bet, and the option of the command line that bets it. */
static void tell_wagers(trey_telling *to, const trey_rulebook *book) {
    trey_tell_open(to, "wagers", '[');
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        if (!row->option || !trey_rulebook_offers(book, wager)) continue;
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "wager", row->word);
        trey_tell_text(to, "option", row->option + strlen("--"));
        trey_tell_text(to, "title", row->title);
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
}

static void tell_presets(trey_telling *to, const trey_rulebook *book) {
    trey_odds_query query;
    trey_odds_query_preset(book, &query);
    trey_tell_whole(to, "ante", query.stake[TREY_WAGER_ANTE]);
    trey_tell_whole(to, "side_bet", query.listed[TREY_WAGER_PAIR_PLUS]);
    trey_tell_whole(to, "jackpot_bet", query.listed[TREY_WAGER_PROGRESSIVE]);
    trey_tell_whole(to, "contribution", query.contribution);
    trey_tell_whole(to, "reset", query.reset);
}

static void tell_book(trey_telling *to, const trey_rulebook *book) {
    const bool banked =
        trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    trey_tell_open(to, NULL, '{');
    trey_tell_text(to, "id", trey_rulebook_id(book));
    trey_tell_text(to, "title", trey_rulebook_title(book));
    trey_tell_text(to, "version", trey_rulebook_version(book));
    trey_tell_flag(to, "jackpot", has(book, TREY_KEY_JACKPOT_HAND));
    trey_tell_flag(to, "banked", banked);
    trey_tell_whole(to, "seats",
                    trey_rulebook_rule(book, TREY_KEY_POSITIONS)->value.d - (banked ? 1 : 0));
    tell_presets(to, book);
    tell_wagers(to, book);
    tell_pays(to, book);
    tell_readings(to, book);
    trey_tell_close(to, '}');
}

void lab_tell_books(trey_telling *to, trey_rulebook *const books[TREY_BUILTIN_RULEBOOKS]) {
    trey_tell_open(to, NULL, '{');
    trey_tell_open(to, "books", '[');
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) tell_book(to, books[i]);
    trey_tell_close(to, ']');
    trey_tell_open(to, "strategies", '[');
    for (unsigned i = 0; i < TREY_STRATEGY_KINDS; i++) {
        trey_tell_open(to, NULL, '{');
        trey_tell_text(to, "word", trey_strategy_word((trey_strategy_kind)i));
        trey_tell_text(to, "name", trey_strategy_name((trey_strategy_kind)i));
        trey_tell_close(to, '}');
    }
    trey_tell_close(to, ']');
    trey_tell_close(to, '}');
}
