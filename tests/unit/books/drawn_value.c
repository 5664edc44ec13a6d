/* drawn_value.c -- one value of a key, at random among those that its type allows. */
#include "drawn_book.h"

#include <string.h>

#define WORD_TEXT(constant, word) word,
#define WORD_LIST(list)                                                                            \
    static const char *const words_##list[] = {TREY_WORDS_##list(WORD_TEXT) NULL};
TREY_WORD_LISTS(WORD_LIST)

typedef struct key_row {
    const char *const *words;
    const char *list;
    bool fixed;
    int64_t only;
} key_row;

static const key_row rows[TREY_KEYS] = {
#define MET_READ                                                 false, 0
#define MET_FIXED(only, why)                                     true, TREY_##only
#define MET_NOTE(why)                                            false, 0
#define KEY_ROW(constant, path, type, words, part, met, meaning) {words_##words, #words, MET_##met},
    TREY_RULE_KEYS(KEY_ROW)
#undef KEY_ROW
};

const char *const *drawn_words(trey_key key) {
    return rows[key].words;
}

const char *drawn_word_list(trey_key key) {
    return rows[key].list;
}

unsigned drawn_word_count(trey_key key) {
    unsigned count = 0;
    while (rows[key].words[count]) count++;
    return count;
}

/* ---- Types ------------------------------------------------------------------------ */
static trey_value packed(const unsigned *word, unsigned count) {
    uint64_t list = 0;
    for (unsigned i = 0; i < count; i++) list |= (uint64_t)(word[i] + 1) << (4 * i);
    return (trey_value){(int64_t)list, 0};
}

static void shuffle(random_source *random, unsigned *word, unsigned count) {
    for (unsigned i = count; i > 1; i--) {
        unsigned j = random_below(random, i), swap = word[i - 1];
        word[i - 1] = word[j];
        word[j] = swap;
    }
}

/* Ante and Play, and any of the side bets; now and then a list that no layout has. */
static trey_value draw_areas(random_source *random) {
    unsigned word[TREY_WAGER_COUNT], count = 0;
    for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++) {
        unsigned placed = trey_wager(wager)->placed;
        bool base = wager == TREY_WAGER_ANTE || placed == TREY_PLACED_DECISION;
        if (random_chance(random, base ? 99 : placed == TREY_PLACED_NEVER ? 1 : 60))
            word[count++] = wager;
    }
    if (random_chance(random, 20)) shuffle(random, word, count);
    return packed(word, count);
}

/* From the highest. Half of the time as everybody has it. */
static trey_value draw_ladder(random_source *random) {
    unsigned word[TREY_CATEGORIES], count = 0;
    for (unsigned i = TREY_CATEGORIES; i-- > 0;) {
        if (i == TREY_CATEGORIES - 1 && random_chance(random, 40)) continue;
        word[count++] = i;
    }
    if (random_chance(random, 40)) shuffle(random, word, count);
    if (random_chance(random, 1)) count--;
    return packed(word, count);
}

static trey_value draw_words(random_source *random, trey_key key) {
    if (key == TREY_KEY_AREAS) return draw_areas(random);
    if (key == TREY_KEY_LADDER) return draw_ladder(random);
    unsigned word[16], count = 0, all = drawn_word_count(key);
    for (unsigned i = 0; i < all; i++) {
        if (random_chance(random, 60)) word[count++] = i;
    }
    if (count == 0) word[count++] = random_below(random, all);
    shuffle(random, word, count);
    return packed(word, count);
}

static trey_value draw_count(random_source *random, trey_key key) {
    if (random_chance(random, 1)) return (trey_value){random_below(random, 1000), 0};
    if (key == TREY_KEY_DECKS) return (trey_value){1 + random_below(random, 2), 0};
    if (trey_key_part(key) == TREY_PART_BUTTON)
        return (trey_value){random_below(random, random_chance(random, 80) ? 14 : 256), 0};
    return (trey_value){1 + random_below(random, random_chance(random, 50) ? 4 : 20), 0};
}

static trey_cents draw_money(random_source *random, unsigned dollars) {
    trey_cents cents = 100 * (trey_cents)(1 + random_below(random, dollars));
    if (random_chance(random, 30)) cents += (trey_cents)random_below(random, 100);
    return random_chance(random, 5) ? (trey_cents)(1 + random_below(random, 99)) : cents;
}

static trey_value draw_money_range(random_source *random, trey_key key) {
    if (random_chance(random, 60)) return (trey_value){0, TREY_NO_LIMIT};
    bool low = key == TREY_KEY_MINIMUM_ALLOWED;
    trey_cents from = draw_money(random, low ? 20 : 1000);
    return (trey_value){from, from + draw_money(random, low ? 200 : 20000)};
}

static trey_value draw_rate(random_source *random) {
    unsigned way = random_below(random, 100);
    if (way < 20) return (trey_value){0, 1};
    if (way < 65) return (trey_value){1 + random_below(random, 10), 1};
    if (way < 80) return (trey_value){1 + random_below(random, 1000), 1};
    if (way < 99)
        return (trey_value){1 + random_below(random, 20), 1 + (int64_t)random_below(random, 20)};
    return (trey_value){1 + random_below(random, 1000000), 1 + (int64_t)random_below(random, 7)};
}

static trey_value draw_award(random_source *random, trey_key key) {
    unsigned way = random_below(random, 100);
    bool share = trey_key_part(key) != TREY_PART_ENVY || random_chance(random, 2);
    if (way < 20) return (trey_value){0, 0};
    if (way < 35 && share) return (trey_value){1 + random_below(random, 100), 100};
    if (way < 50 && share) return (trey_value){100, 100};
    return (trey_value){draw_money(random, random_chance(random, 50) ? 50 : 5000), 0};
}

trey_value draw_value(random_source *random, trey_key key) {
    const key_row *row = &rows[key];
    if (row->fixed && random_below(random, 1000) < 998) return (trey_value){row->only, 0};
    switch (trey_key_type(key)) {
    case TREY_TYPE_WORD:
        return (trey_value){random_below(random, drawn_word_count(key)), 0};
    case TREY_TYPE_WORDS:
        return draw_words(random, key);
    case TREY_TYPE_COUNT:
        return draw_count(random, key);
    case TREY_TYPE_RANGE: {
        int64_t from = 1 + (int64_t)random_below(random, 8);
        return (trey_value){from, from + (int64_t)random_below(random, (unsigned)(9 - from))};
    }
    case TREY_TYPE_MONEY:
        if (random_chance(random, 40)) return (trey_value){TREY_CONFIGURED, 0};
        return (trey_value){draw_money(random, key == TREY_KEY_JACKPOT_RESET ? 20000 : 20), 0};
    case TREY_TYPE_MONEY_RANGE:
        return draw_money_range(random, key);
    case TREY_TYPE_RATE:
        return draw_rate(random);
    case TREY_TYPE_AWARD:
        return draw_award(random, key);
    }
    return (trey_value){0, 0};
}
