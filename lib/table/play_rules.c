/* play_rules.c -- compiling a rulebook into what the table asks while playing.
 *
 * A round asks for some fifty values. Looking each up by key in the rulebook is
 * a pointer and a copy of a large struct away; here it is one byte in an array
 * that stays in the cache. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pay tables --------------------------------------------------------------------
 * A key says in its path which row of which pay table it is: pays.pair_plus.straight,
 * progressive.awards.royal_spades, envy.royal. */

/* Is `text` the next word of a path? Then it is passed. */
static bool path_word(const char **path, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*path, text, length) != 0) return false;
    if ((*path)[length] != '.' && (*path)[length] != '\0') return false;
    *path += length + ((*path)[length] == '.');
    return true;
}

/* The wager that a path pays; what is left of the path is the row. */
static unsigned paid_wager(const char **path) {
    if (path_word(path, "progressive"))
        return path_word(path, "awards") ? TREY_WAGER_PROGRESSIVE : TREY_WAGER_COUNT;
    if (path_word(path, "envy")) return TREY_WAGER_ENVY;
    if (!path_word(path, "pays")) return TREY_WAGER_COUNT;
    unsigned wager = 0;
    while (wager < TREY_WAGER_COUNT && !path_word(path, trey_wager(wager)->word)) wager++;
    return wager;
}

static void compile_pays(trey_rules *rules, const trey_rulebook *book) {
    for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++) {
        for (unsigned slot = 0; slot < PAY_SLOTS; slot++) rules->pays[wager][slot] = pays_nothing;
    }
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const char *path = trey_key_path((trey_key)key);
        unsigned wager = paid_wager(&path);
        trey_value_type type = trey_key_type((trey_key)key);
        bool pays = type == TREY_TYPE_RATE || type == TREY_TYPE_AWARD;
        if (wager == TREY_WAGER_COUNT || !pays || rules->absent[key]) continue;
        bool always = trey_wager(wager)->pays == key;
        unsigned slot = always ? PAY_ALWAYS : judge_slot(rules, wager, path);
        if (slot == PAY_SLOTS) continue;
        trey_value value = trey_rulebook_rule(book, (trey_key)key)->value;
        rules->pays[wager][slot] = (pay_row){value, (uint16_t)key};
    }
    rules->meter = trey_meter_rules_of(book);
}

/* ---- The order of settling ------------------------------------------------------------ */
/* A bettor's wagers as their rows stand; what is paid beside a stake comes after the last wager of
 * the same head. Jackpot bets are settled when all hands are. */
static void settle_next(trey_rules *rules, unsigned wager) {
    rules->rests_on[rules->settled_count] = trey_wager(wager)->beside;
    rules->judge[rules->settled_count] = judge_function(wager);
    rules->settled[rules->settled_count++] = (uint8_t)wager;
}

static void compile_order(trey_rules *rules, const trey_rulebook *book) {
    for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++)
        rules->has[wager] = trey_rulebook_offers(book, wager);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (trey_wager(wager)->judge == TREY_JUDGE_JACKPOT || !rules->has[wager]) continue;
        settle_next(rules, wager);
        unsigned head = trey_wager(wager)->head;
        if (wager + 1 < TREY_STAKES && trey_wager(wager + 1)->head == head) continue;
        for (unsigned beside = TREY_STAKES; beside < TREY_WAGER_COUNT; beside++) {
            const trey_wager_row *row = trey_wager(beside);
            if (row->judge == TREY_JUDGE_BONUS && row->head == head) settle_next(rules, beside);
        }
    }
}

static void compile_folds(trey_rules *rules) {
    for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++) {
        unsigned fold = trey_wager(wager)->fold;
        rules->on_fold[wager] = rules->word[fold];
        if (rules->has[wager] && fold != 0 && rules->on_fold[wager] != TREY_FOLD_LOST)
            rules->outliving[rules->outliving_count++] = (uint8_t)wager;
    }
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
    compile_pays(rules, book);
    compile_order(rules, book);
    compile_folds(rules);
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
