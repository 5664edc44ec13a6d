/* drawn_parts.c -- what must stand side by side for a book to be playable.
 *
 * The loader refuses a book whose values do not fit together, and whose parts lack a key. Drawn
 * without any care hardly a book would load; so most books are put right here, and the others go
 * to the loader as they fell. Where a new part is not known here the loader's refusal helps:
 * drawn_book_redraw. */
#include "drawn_book.h"

#include <string.h>

/* ---- Which parts a game has ------------------------------------------------------- */
static bool any_letter_is(const drawn_book *book, trey_key key, int64_t word) {
    const drawn_key *k = &book->key[key];
    for (unsigned i = 0; k->there && i < TREY_LETTERS; i++) {
        if (k->letter[i].n == word) return true;
    }
    return false;
}

static bool any_letter_is_not(const drawn_book *book, trey_key key, int64_t word) {
    const drawn_key *k = &book->key[key];
    for (unsigned i = 0; k->there && i < TREY_LETTERS; i++) {
        if (k->letter[i].n != word) return true;
    }
    return false;
}

static bool any_letter_lists(const drawn_book *book, trey_key key, unsigned word) {
    const drawn_key *k = &book->key[key];
    for (unsigned i = 0; k->there && i < TREY_LETTERS; i++) {
        if (drawn_lists(k->letter[i], word)) return true;
    }
    return false;
}

static bool any_remedy(const drawn_book *book, unsigned remedy) {
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        for (unsigned i = 0; i < book->kind[kind].cases; i++) {
            for (unsigned letter = 0; letter < TREY_LETTERS; letter++) {
                if (book->kind[kind].item[i].remedy[letter] == remedy) return true;
            }
        }
    }
    return false;
}

static bool any_asks(const drawn_book *book, trey_fact fact) {
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (book->kind[kind].asks[fact]) return true;
    }
    return false;
}

static bool any_share(const drawn_book *book) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const drawn_key *k = &book->key[key];
        if (strncmp(trey_key_path((trey_key)key), "progressive.awards.", 19) != 0) continue;
        for (unsigned i = 0; k->there && i < TREY_LETTERS; i++) {
            if (k->letter[i].d == 100 && k->letter[i].n < 100) return true;
        }
    }
    return false;
}

typedef enum answer { NO, YES, UNKNOWN } answer;
static answer has(const drawn_book *book, trey_part part);

static answer both(const drawn_book *book, trey_part one, trey_part other) {
    return has(book, one) == YES && has(book, other) == YES ? YES : NO;
}

/* Parts that go with others. */
static answer has_combined(const drawn_book *book, trey_part part) {
    switch (part) {
    case TREY_PART_FIVE_CARDS:
        return has(book, TREY_PART_SIX_CARD_BONUS) == YES ||
                       has(book, TREY_PART_JACKPOT_OF_FIVE) == YES
                   ? YES
                   : NO;
    case TREY_PART_TWO_BONUSES:
        return both(book, TREY_PART_PAIR_PLUS, TREY_PART_SIX_CARD_BONUS);
    case TREY_PART_UNSHOWN_BONUS:
        return both(book, TREY_PART_UNSHOWN, TREY_PART_ANTE_BONUS);
    case TREY_PART_UNSHOWN_PAIR_PLUS:
        return both(book, TREY_PART_UNSHOWN, TREY_PART_PAIR_PLUS);
    case TREY_PART_UNSHOWN_SIX_CARD:
        return both(book, TREY_PART_UNSHOWN, TREY_PART_SIX_CARD_BONUS);
    case TREY_PART_UNSHOWN_JACKPOT:
        return both(book, TREY_PART_UNSHOWN, TREY_PART_JACKPOT);
    case TREY_PART_BANKED_PAIR_PLUS:
        return both(book, TREY_PART_BANK, TREY_PART_PAIR_PLUS);
    case TREY_PART_BANKED_SIX_CARD:
        return both(book, TREY_PART_BANK, TREY_PART_SIX_CARD_BONUS);
    case TREY_PART_SHARED_ENVY:
        return has(book, TREY_PART_ENVY) == YES &&
                       any_letter_is_not(book, TREY_KEY_SHARED, TREY_SHARED_FORBIDDEN)
                   ? YES
                   : NO;
    case TREY_PART_SHARES:
        return has(book, TREY_PART_JACKPOT) == YES && any_share(book) ? YES : NO;
    default:
        return UNKNOWN;
    }
}

/* Parts that a word of one key brings; those of a jackpot only where there is one. */
static answer has(const drawn_book *book, trey_part part) {
    static const struct {
        trey_part part, of;
        trey_key key;
        int64_t word;
    } brought[] = {
        {TREY_PART_BANK, TREY_PART_GAME, TREY_KEY_BANKER, TREY_BANKER_PLAYER_DEALER},
        {TREY_PART_BACKLINE, TREY_PART_GAME, TREY_KEY_SHARED, TREY_SHARED_BACKLINE},
        {TREY_PART_UNSHOWN, TREY_PART_GAME, TREY_KEY_UNSHOWN_OPENED, TREY_FLAG_NO},
        {TREY_PART_PAIR_PLUS_ALONE, TREY_PART_PAIR_PLUS, TREY_KEY_DEALT_TO, TREY_DEALT_TO_A_WAGER},
        {TREY_PART_JACKPOT_OF_FIVE, TREY_PART_JACKPOT, TREY_KEY_JACKPOT_HAND,
         TREY_JACKPOT_HAND_BEST_FIVE},
        {TREY_PART_DEALT_ORDER, TREY_PART_JACKPOT, TREY_KEY_LINK_ORDER, TREY_LINK_ORDER_DEALT},
    };
    static const struct {
        trey_part part;
        trey_key key;
        unsigned word;
    } listed[] = {
        {TREY_PART_PAIR_PLUS, TREY_KEY_AREAS, TREY_WAGER_PAIR_PLUS},
        {TREY_PART_SIX_CARD_BONUS, TREY_KEY_AREAS, TREY_WAGER_SIX_CARD_BONUS},
        {TREY_PART_JACKPOT, TREY_KEY_AREAS, TREY_WAGER_PROGRESSIVE},
        {TREY_PART_SINGLE_CARDS, TREY_KEY_DEVICES, TREY_DEVICE_SINGLE},
        {TREY_PART_PACKETS, TREY_KEY_DEVICES, TREY_DEVICE_PACKETS},
    };
    if (part == TREY_PART_GAME) return YES;
    for (size_t i = 0; i < sizeof brought / sizeof *brought; i++) {
        if (brought[i].part != part) continue;
        bool yes =
            has(book, brought[i].of) == YES && any_letter_is(book, brought[i].key, brought[i].word);
        return yes ? YES : NO;
    }
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
        if (listed[i].part == part)
            return any_letter_lists(book, listed[i].key, listed[i].word) ? YES : NO;
    }
    switch (part) {
    case TREY_PART_BUTTON:
        return any_letter_is_not(book, TREY_KEY_UP_CARD, TREY_UP_CARD_NONE) ? YES : NO;
    case TREY_PART_ANTE_BONUS:
        return book->key[TREY_KEY_BONUS_ON_LOSS].there ? YES : NO;
    case TREY_PART_ENVY:
        return book->key[TREY_KEY_ENVY_UNIT].there ? YES : NO;
    case TREY_PART_COLLECTION:
        return book->schedules > 0 ? YES : NO;
    case TREY_PART_OUTCOMES:
        return any_asks(book, TREY_FACT_ESTABLISHED) ? YES : NO;
    case TREY_PART_INTENT:
        return any_asks(book, TREY_FACT_INTENDED) ? YES : NO;
    case TREY_PART_ORDERING:
        return any_remedy(book, TREY_REMEDY_ORDER_CARDS) ? YES : NO;
    case TREY_PART_MENDING:
        return any_remedy(book, TREY_REMEDY_MOVE_HANDS) || any_remedy(book, TREY_REMEDY_RECONSTRUCT)
                   ? YES
                   : NO;
    default:
        return has_combined(book, part);
    }
}

void draw_parts(drawn_book *book) {
    /* Giving one key a value may bring the part of another: a share of the meter does. */
    for (unsigned pass = 0; pass < 4; pass++) {
        for (unsigned k = 0; k < TREY_KEYS; k++) {
            drawn_key *key = &book->key[k];
            answer there = has(book, trey_key_part((trey_key)k));
            if (there == UNKNOWN || trey_key_part((trey_key)k) == TREY_PART_FREE) continue;
            if (there == YES && !key->there) {
                trey_value value = draw_value(&book->random, (trey_key)k);
                key->reading = -1;
                for (unsigned i = 0; i < TREY_LETTERS; i++) key->letter[i] = value;
            }
            key->there = there == YES;
        }
    }
}

/* ---- What fits together ----------------------------------------------------------- */
bool drawn_shapes_game(trey_key key) {
    static const trey_key shapes[] = {
        TREY_KEY_BANKER,          TREY_KEY_POSITIONS,
        TREY_KEY_PLAYERS,         TREY_KEY_AREAS,
        TREY_KEY_DEVICES,         TREY_KEY_DEALING_STARTS,
        TREY_KEY_DEALT_TO,        TREY_KEY_UP_CARD,
        TREY_KEY_SEVERAL,         TREY_KEY_SHARED,
        TREY_KEY_PERMISSION,      TREY_KEY_MINIMUM_ALLOWED,
        TREY_KEY_MAXIMUM_ALLOWED, TREY_KEY_DECISION_ORDER,
        TREY_KEY_REVEAL_ORDER,    TREY_KEY_PAY_ORDER,
        TREY_KEY_UNSHOWN_OPENED,  TREY_KEY_JACKPOT_HAND,
        TREY_KEY_JACKPOT_BET,     TREY_KEY_JACKPOT_CONTRIBUTION,
        TREY_KEY_LINK_ORDER,
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (shapes[i] == key) return true;
    }
    return strcmp(drawn_word_list(key), "NEEDS") == 0;
}

/* One value under every letter. */
static void say(drawn_book *book, trey_key key, trey_value value) {
    for (unsigned i = 0; i < TREY_LETTERS; i++) book->key[key].letter[i] = value;
}

static void say_word(drawn_book *book, trey_key key, int64_t word) {
    say(book, key, (trey_value){word, 0});
}

static trey_value without(trey_value list, unsigned word) {
    uint64_t left = 0;
    unsigned place = 0;
    for (uint64_t rest = (uint64_t)list.n; rest; rest >>= 4) {
        if ((rest & 15u) != word + 1) left |= (rest & 15u) << (4 * place++);
    }
    return (trey_value){(int64_t)left, 0};
}

static void fit_bank(drawn_book *book) {
    bool banked = has(book, TREY_PART_BANK) == YES;
    if (banked && has(book, TREY_PART_JACKPOT) == YES) {
        if (random_chance(&book->random, 50)) {
            say_word(book, TREY_KEY_BANKER, TREY_BANKER_HOUSE);
            banked = false;
        } else {
            say(book, TREY_KEY_AREAS,
                without(book->key[TREY_KEY_AREAS].letter[0], TREY_WAGER_PROGRESSIVE));
        }
    }
    drawn_key *positions = &book->key[TREY_KEY_POSITIONS], *people = &book->key[TREY_KEY_PLAYERS];
    for (unsigned i = 0; i < TREY_LETTERS; i++) {
        if (banked && positions->letter[i].n < 2) positions->letter[i].n = 2;
        if (positions->letter[i].d < positions->letter[i].n)
            positions->letter[i].d = positions->letter[i].n;
        if (people->there && people->letter[i].n < 1 + banked) people->letter[i].n = 1 + banked;
    }
    if (!banked) {
        say_word(book, TREY_KEY_UP_CARD, TREY_UP_CARD_NONE);
        say_word(book, TREY_KEY_DEALING_STARTS, TREY_START_DEALERS_LEFT);
        say_word(book, TREY_KEY_DECISION_ORDER, TREY_START_DEALERS_LEFT);
        say_word(book, TREY_KEY_REVEAL_ORDER, TREY_START_DEALERS_LEFT);
        book->schedules = 0;
    }
    if (any_letter_is(book, TREY_KEY_UP_CARD, TREY_UP_CARD_NONE))
        say_word(book, TREY_KEY_PAY_ORDER, TREY_PAY_ORDER_SEATS);
    if (any_letter_is_not(book, TREY_KEY_SHARED, TREY_SHARED_BACKLINE) &&
        any_letter_is(book, TREY_KEY_SEVERAL, TREY_SEVERAL_BY_BACKLINE))
        say_word(book, TREY_KEY_SEVERAL, random_below(&book->random, 2));
}

/* Every stake gets cards, and nobody else does. */
static void fit_stakes(drawn_book *book) {
    random_source *random = &book->random;
    bool alone = has(book, TREY_PART_PAIR_PLUS) == YES &&
                 any_letter_is(book, TREY_KEY_DEALT_TO, TREY_DEALT_TO_A_WAGER);
    say_word(book, TREY_KEY_DEALT_TO, alone ? TREY_DEALT_TO_A_WAGER : TREY_DEALT_TO_AN_ANTE);
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        bool takes_part = key == TREY_KEY_TAKES_PART, pair_plus = key == TREY_KEY_PAIR_PLUS_NEEDS;
        if (strcmp(drawn_word_list((trey_key)key), "NEEDS") != 0 ||
            trey_key_met((trey_key)key) != TREY_KEY_IS_READ)
            continue;
        int64_t word = TREY_NEEDS_ANTE;
        if (alone && (takes_part || random_chance(random, 60))) word = TREY_NEEDS_ANTE_OR_PAIR_PLUS;
        if (alone && pair_plus) word = TREY_NEEDS_NOTHING;
        say_word(book, (trey_key)key, word);
    }
}

static void fit_money(drawn_book *book) {
    for (unsigned i = 0; i < TREY_LETTERS; i++) {
        drawn_key *key = book->key;
        trey_value *least = &key[TREY_KEY_MINIMUM_ALLOWED].letter[i];
        trey_value *most = &key[TREY_KEY_MAXIMUM_ALLOWED].letter[i];
        trey_value *bet = &key[TREY_KEY_JACKPOT_BET].letter[i];
        trey_value *part = &key[TREY_KEY_JACKPOT_CONTRIBUTION].letter[i];
        if (least->n > most->d) *most = (trey_value){0, TREY_NO_LIMIT};
        if (bet->n == 0) bet->n = 500;
        if (bet->n != TREY_CONFIGURED && part->n > bet->n) part->n = bet->n;
    }
}

/* Words that a key's list has, and the key cannot say. */
static bool cannot_say(trey_key key, int64_t word) {
    const char *list = drawn_word_list(key), *said = drawn_words(key)[word];
    if (trey_key_type(key) != TREY_TYPE_WORD) return false;
    if (strcmp(list, "ROLE") == 0) return word == TREY_ROLE_PLAYER;
    if (strcmp(list, "FOLD") == 0)
        return word == TREY_FOLD_LIVES_IF_DECLARED && key != TREY_KEY_FOLD_PAIR_PLUS;
    if (strcmp(list, "RESULT") == 0 && strstr(trey_key_path(key), "unlisted_hand"))
        return word == TREY_RESULT_PAID;
    return key == TREY_KEY_UNSHOWN_ANTE_BONUS && strcmp(said, "returned") == 0;
}

static void fit_words(drawn_book *book) {
    for (unsigned k = 0; k < TREY_KEYS; k++) {
        for (unsigned i = 0; i < TREY_LETTERS; i++) {
            trey_value *value = &book->key[k].letter[i];
            for (unsigned tries = 0;
                 tries < 20 && book->key[k].there && trey_key_type((trey_key)k) == TREY_TYPE_WORD &&
                 cannot_say((trey_key)k, value->n);
                 tries++)
                *value = draw_value(&book->random, (trey_key)k);
        }
    }
}

static void fit_permission(drawn_book *book) {
    const drawn_kind *kind = &book->kind[TREY_IRREGULARITY_PLAYER_COUNT];
    for (unsigned i = 0; i < kind->cases; i++) {
        for (unsigned letter = 0; letter < TREY_LETTERS; letter++) {
            unsigned remedy = kind->item[i].remedy[letter];
            if (remedy == TREY_REMEDY_INVALIDATE || remedy == TREY_REMEDY_INVALIDATE_LOSE) return;
        }
    }
    if (any_letter_is(book, TREY_KEY_PERMISSION, TREY_PERMISSION_AFTER_WRONG_COUNT))
        say_word(book, TREY_KEY_PERMISSION, TREY_PERMISSION_NEVER);
}

/* An Envy Bonus is a sum, and goes with a jackpot. */
static void fit_envy(drawn_book *book) {
    bool jackpot = has(book, TREY_PART_JACKPOT) == YES;
    for (unsigned k = 0; k < TREY_KEYS; k++) {
        if (trey_key_part((trey_key)k) != TREY_PART_ENVY) continue;
        if (!jackpot) book->key[k].there = false;
        for (unsigned i = 0; i < TREY_LETTERS; i++) {
            trey_value *value = &book->key[k].letter[i];
            if (trey_key_type((trey_key)k) == TREY_TYPE_AWARD && value->d == 100)
                *value = (trey_value){value->n * 100, 0};
        }
    }
}

void draw_playable(drawn_book *book) {
    fit_bank(book);
    fit_stakes(book);
    fit_money(book);
    fit_words(book);
    fit_permission(book);
    fit_envy(book);
}
