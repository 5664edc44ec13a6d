/* play_rules.c -- compiling a rulebook into what the table asks while playing.
 *
 * A round asks for some fifty values. Looking each up by key in the rulebook is
 * a pointer and a copy of a large struct away; here it is one byte in an array
 * that stays in the cache. */
#include "play_rules.h"

#include <stdlib.h>

static pay_row row_of(const trey_rulebook *book, trey_key key) {
    const trey_rule *said = trey_rulebook_rule(book, key);
    if (said->form == TREY_FORM_ABSENT) return (pay_row){{0, 1}, TREY_NO_KEY};
    return (pay_row){said->value, (uint16_t)key};
}

static void compile_pays(trey_rules *rules, const trey_rulebook *book) {
    static const trey_key bonus[TREY_CATEGORIES] = {
        [TREY_HAND_PAIR] = TREY_KEY_PAY_BONUS_PAIR,
        [TREY_HAND_FLUSH] = TREY_KEY_PAY_BONUS_FLUSH,
        [TREY_HAND_STRAIGHT] = TREY_KEY_PAY_BONUS_STRAIGHT,
        [TREY_HAND_THREE_OF_A_KIND] = TREY_KEY_PAY_BONUS_TRIPS,
        [TREY_HAND_STRAIGHT_FLUSH] = TREY_KEY_PAY_BONUS_STRAIGHT_FLUSH,
        [TREY_HAND_ROYAL] = TREY_KEY_PAY_BONUS_ROYAL};
    static const trey_key pair_plus[TREY_CATEGORIES] = {
        [TREY_HAND_PAIR] = TREY_KEY_PAY_PAIR_PLUS_PAIR,
        [TREY_HAND_FLUSH] = TREY_KEY_PAY_PAIR_PLUS_FLUSH,
        [TREY_HAND_STRAIGHT] = TREY_KEY_PAY_PAIR_PLUS_STRAIGHT,
        [TREY_HAND_THREE_OF_A_KIND] = TREY_KEY_PAY_PAIR_PLUS_TRIPS,
        [TREY_HAND_STRAIGHT_FLUSH] = TREY_KEY_PAY_PAIR_PLUS_STRAIGHT_FLUSH,
        [TREY_HAND_ROYAL] = TREY_KEY_PAY_PAIR_PLUS_ROYAL};
    static const trey_key six[TREY_FIVE_CATEGORIES] = {
        [TREY_FIVE_THREE_OF_A_KIND] = TREY_KEY_PAY_SIX_TRIPS,
        [TREY_FIVE_STRAIGHT] = TREY_KEY_PAY_SIX_STRAIGHT,
        [TREY_FIVE_FLUSH] = TREY_KEY_PAY_SIX_FLUSH,
        [TREY_FIVE_FULL_HOUSE] = TREY_KEY_PAY_SIX_FULL_HOUSE,
        [TREY_FIVE_FOUR_OF_A_KIND] = TREY_KEY_PAY_SIX_QUADS,
        [TREY_FIVE_STRAIGHT_FLUSH] = TREY_KEY_PAY_SIX_STRAIGHT_FLUSH,
        [TREY_FIVE_ROYAL] = TREY_KEY_PAY_SIX_ROYAL};
    const pay_row nothing = {{0, 1}, TREY_NO_KEY};
    for (unsigned i = 0; i < TREY_CATEGORIES; i++) {
        bool listed = i > TREY_HAND_HIGH_CARD;
        rules->ante_bonus[i] = listed ? row_of(book, bonus[i]) : nothing;
        rules->pair_plus[i] = listed ? row_of(book, pair_plus[i]) : nothing;
    }
    for (unsigned i = 0; i < TREY_FIVE_CATEGORIES; i++) {
        rules->six_card[i] = i >= TREY_FIVE_THREE_OF_A_KIND ? row_of(book, six[i]) : nothing;
    }
}

static void compile_jackpot(trey_rules *rules, const trey_rulebook *book) {
    static const trey_key own_three[TREY_CATEGORIES] = {
        [TREY_HAND_FLUSH] = TREY_KEY_AWARD_FLUSH,
        [TREY_HAND_STRAIGHT] = TREY_KEY_AWARD_STRAIGHT,
        [TREY_HAND_THREE_OF_A_KIND] = TREY_KEY_AWARD_TRIPS,
        [TREY_HAND_STRAIGHT_FLUSH] = TREY_KEY_AWARD_STRAIGHT_FLUSH,
        [TREY_HAND_ROYAL] = TREY_KEY_AWARD_ROYAL};
    static const trey_key best_five[TREY_FIVE_CATEGORIES] = {
        [TREY_FIVE_THREE_OF_A_KIND] = TREY_KEY_AWARD_TRIPS,
        [TREY_FIVE_STRAIGHT] = TREY_KEY_AWARD_STRAIGHT,
        [TREY_FIVE_FLUSH] = TREY_KEY_AWARD_FLUSH,
        [TREY_FIVE_FULL_HOUSE] = TREY_KEY_AWARD_FULL_HOUSE,
        [TREY_FIVE_FOUR_OF_A_KIND] = TREY_KEY_AWARD_QUADS,
        [TREY_FIVE_STRAIGHT_FLUSH] = TREY_KEY_AWARD_STRAIGHT_FLUSH,
        [TREY_FIVE_ROYAL] = TREY_KEY_AWARD_ROYAL};
    const pay_row nothing = {{0, 0}, TREY_NO_KEY};
    bool five = rule(rules, TREY_KEY_JACKPOT_HAND) == TREY_JACKPOT_HAND_BEST_FIVE;
    for (unsigned i = 0; i < TREY_FIVE_CATEGORIES; i++) {
        if (five) {
            bool listed = i >= TREY_FIVE_THREE_OF_A_KIND;
            rules->award[i] = listed ? row_of(book, best_five[i]) : nothing;
        } else {
            bool listed = i >= TREY_HAND_FLUSH && i < TREY_CATEGORIES;
            rules->award[i] = listed ? row_of(book, own_three[i]) : nothing;
        }
    }
    rules->award_spades = row_of(book, TREY_KEY_AWARD_ROYAL_SPADES);
    rules->envy = row_of(book, TREY_KEY_ENVY_ROYAL);
    rules->envy_spades = row_of(book, TREY_KEY_ENVY_ROYAL_SPADES);
    rules->meter.after_share = (uint8_t)rule(rules, TREY_KEY_AFTER_SHARE);
    rules->meter.fixed_awards_from = (uint8_t)rule(rules, TREY_KEY_FIXED_AWARDS_FROM);
}

static void compile_ranking(trey_rules *rules, const trey_rulebook *book) {
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_rank rank = trey_hand_rank_at(i);
        unsigned strength = trey_rank_strength(rank);
        rules->order[strength] = (uint16_t)trey_rulebook_order(book, rank);
        rules->category[strength] = (uint8_t)trey_rulebook_category(book, rank);
    }
}

trey_status trey_rules_open(trey_rules **out, const trey_rulebook *book) {
    trey_rules *rules = calloc(1, sizeof *rules);
    *out = rules;
    if (rules) rules->cache = calloc(1, sizeof *rules->cache);
    if (!rules || !rules->cache) {
        free(rules);
        *out = NULL;
        return TREY_STATUS_NO_MEMORY;
    }
    rules->book = book;
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const trey_rule *said = &trey_rulebook_rules(book)[key]; /* copied, not read */
        rules->absent[key] = said->form == TREY_FORM_ABSENT;
        trey_value_type type = trey_key_type((trey_key)key);
        if (type == TREY_TYPE_WORD || type == TREY_TYPE_COUNT)
            rules->word[key] = (uint8_t)said->value.n;
    }
    rules->banked = rule(rules, TREY_KEY_BANKER) == TREY_BANKER_PLAYER_DEALER;
    rules->has_jackpot = !rules->absent[TREY_KEY_JACKPOT_HAND];
    rules->pay_ante = trey_rulebook_rule(book, TREY_KEY_PAY_ANTE)->value;
    rules->pay_play = trey_rulebook_rule(book, TREY_KEY_PAY_PLAY)->value;
    compile_pays(rules, book);
    compile_jackpot(rules, book);
    compile_ranking(rules, book);
    return TREY_STATUS_OK;
}

void trey_rules_close(trey_rules *rules) {
    if (!rules) return;
    alternates_close(rules->cache->alternates);
    free(rules->cache);
    free(rules);
}

const trey_rulebook *trey_rules_book(const trey_rules *rules) {
    return rules->book;
}
