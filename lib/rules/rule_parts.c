/* rule_parts.c -- which parts a game has, and whether the book has their keys.
 *
 * Most keys speak of something that a game may lack: a jackpot, a bank of a player's, hands that
 * are not shown. Where the game has it each of its keys needs a value, for the engine will ask;
 * where it does not a value would stand there and move nothing. Both are mistakes of a book, and
 * are told at the key. A part that hangs on a reading is there if any letter brings it. */
#include <string.h>

#include "book.h"
#include "schema.h"

static bool has_value(const trey_rulebook *book, trey_key key) {
    return book->rule[key].form != TREY_FORM_ABSENT;
}

/* The value under the letter in force, or under any letter; `with` tells whether it will do. */
static bool any_letter(const trey_rulebook *book, trey_key key,
                       bool (*with)(trey_value value, int64_t word), int64_t word) {
    const trey_rule *rule = said(book, key);
    if (rule->form == TREY_FORM_ABSENT) return false;
    if (with(rule->value, word)) return true;
    if (rule->set || rule->reading == TREY_NO_READING) return false;
    for (unsigned i = 0; i < book->reading[rule->reading].letters; i++) {
        if (with(rule->letter[i], word)) return true;
    }
    return false;
}

static bool equal(trey_value value, int64_t word) {
    return value.n == word;
}

static bool unequal(trey_value value, int64_t word) {
    return value.n != word;
}

static bool listed(trey_value value, int64_t word) {
    for (uint64_t list = (uint64_t)value.n; list; list >>= 4) {
        if ((list & 15u) == (uint64_t)word + 1) return true;
    }
    return false;
}

/* A share of less than the whole meter. */
static bool shared_award(trey_value value, int64_t whole) {
    return value.d == 100 && value.n < whole;
}

static bool any_key_of(const trey_rulebook *book, trey_part part) {
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (schema_keys[key].part == part && has_value(book, (trey_key)key)) return true;
    }
    return false;
}

static bool any_share(const trey_rulebook *book) {
    for (unsigned key = TREY_KEY_AWARD_ROYAL_SPADES; key <= TREY_KEY_AWARD_TRIPS; key++) {
        if (any_letter(book, (trey_key)key, shared_award, 100)) return true;
    }
    return false;
}

static bool any_asks(const trey_rulebook *book, trey_fact fact) {
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (book->trouble[kind].asks[fact]) return true;
    }
    return false;
}

bool any_remedy(const trey_rulebook *book, trey_irregularity kind, unsigned remedy) {
    const trey_trouble *trouble = &book->trouble[kind];
    for (unsigned i = 0; i < trouble->cases; i++) {
        for (unsigned letter = 0; letter < TREY_LETTERS; letter++) {
            if (trouble->item[i].remedy_letter[letter] == remedy) return true;
        }
    }
    return false;
}

static bool anywhere(const trey_rulebook *book, unsigned remedy) {
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (any_remedy(book, (trey_irregularity)kind, remedy)) return true;
    }
    return false;
}

/* Parts that one value brings, where the game has the part before it. */
static const struct {
    trey_part part, of;
    trey_key key;
    bool (*with)(trey_value value, int64_t word);
    int64_t word;
} by_value[] = {
    {TREY_PART_BANK, TREY_PART_GAME, TREY_KEY_BANKER, equal, TREY_BANKER_PLAYER_DEALER},
    {TREY_PART_BUTTON, TREY_PART_GAME, TREY_KEY_UP_CARD, unequal, TREY_UP_CARD_NONE},
    {TREY_PART_SINGLE_CARDS, TREY_PART_GAME, TREY_KEY_DEVICES, listed, TREY_DEVICE_SINGLE},
    {TREY_PART_PACKETS, TREY_PART_GAME, TREY_KEY_DEVICES, listed, TREY_DEVICE_PACKETS},
    {TREY_PART_BACKLINE, TREY_PART_GAME, TREY_KEY_SHARED, equal, TREY_SHARED_BACKLINE},
    {TREY_PART_UNSHOWN, TREY_PART_GAME, TREY_KEY_UNSHOWN_OPENED, equal, TREY_FLAG_NO},
    {TREY_PART_PAIR_PLUS_ALONE, TREY_PART_PAIR_PLUS, TREY_KEY_DEALT_TO, equal,
     TREY_DEALT_TO_A_WAGER},
    {TREY_PART_JACKPOT_OF_FIVE, TREY_PART_JACKPOT, TREY_KEY_JACKPOT_HAND, equal,
     TREY_JACKPOT_HAND_BEST_FIVE},
    {TREY_PART_DEALT_ORDER, TREY_PART_JACKPOT, TREY_KEY_LINK_ORDER, equal, TREY_LINK_ORDER_DEALT},
    {TREY_PART_SHARED_ENVY, TREY_PART_ENVY, TREY_KEY_SHARED, unequal, TREY_SHARED_FORBIDDEN},
};

/* Parts that are there where two others are. */
static const struct {
    trey_part part, one, other;
} by_parts[] = {
    {TREY_PART_UNSHOWN_BONUS, TREY_PART_UNSHOWN, TREY_PART_ANTE_BONUS},
};

/* ---- Parts that the rows of the wagers bring ------------------------------------------ */
trey_part part_of_wager(unsigned wager) {
    return schema_keys[trey_wager(wager)->fold].part;
}

/* The part of a key that a row may lack. */
static trey_part part_of_key(unsigned key) {
    return key ? schema_keys[key].part : TREY_PART_GAME;
}

/* A side wager is a part of the game where the layout has an area for it. With it come a part
 * for hands that are not shown and one for a bank that does not reach; the keys that the row
 * names belong to them. */
static bool by_wager(const trey_rulebook *book, trey_part part, bool *plays) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        const trey_part own = part_of_wager(wager);
        if (own == TREY_PART_GAME) continue;
        const bool unshown = part == part_of_key(row->unshown);
        const bool banked = part == part_of_key(row->uncovered);
        if (part != own && !unshown && !banked) continue;
        *plays = any_letter(book, TREY_KEY_AREAS, listed, wager);
        if (unshown) *plays = *plays && trey_rulebook_plays(book, TREY_PART_UNSHOWN);
        if (banked) *plays = *plays && trey_rulebook_plays(book, TREY_PART_BANK);
        return true;
    }
    return false;
}

static bool several_side_bets(const trey_rulebook *book) {
    unsigned count = 0;
    for (unsigned wager = TREY_WAGER_ANTE + 1; wager < TREY_STAKES; wager++) {
        if (trey_wager_limited(wager) && trey_rulebook_plays(book, part_of_wager(wager))) count++;
    }
    return count > 1;
}

static bool any_of_five(const trey_rulebook *book) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (trey_wager(wager)->judge == TREY_JUDGE_BEST_FIVE &&
            trey_rulebook_plays(book, part_of_wager(wager)))
            return true;
    }
    return trey_rulebook_plays(book, TREY_PART_JACKPOT_OF_FIVE);
}

bool trey_rulebook_plays(const trey_rulebook *book, trey_part part) {
    bool plays;
    if (part == TREY_PART_GAME || part == TREY_PART_FREE) return true;
    if (by_wager(book, part, &plays)) return plays;
    for (size_t i = 0; i < sizeof by_value / sizeof *by_value; i++) {
        if (by_value[i].part != part) continue;
        return trey_rulebook_plays(book, by_value[i].of) &&
               any_letter(book, by_value[i].key, by_value[i].with, by_value[i].word);
    }
    for (size_t i = 0; i < sizeof by_parts / sizeof *by_parts; i++) {
        if (by_parts[i].part != part) continue;
        return trey_rulebook_plays(book, by_parts[i].one) &&
               trey_rulebook_plays(book, by_parts[i].other);
    }
    switch (part) {
    case TREY_PART_ANTE_BONUS:
    case TREY_PART_ENVY:
        return any_key_of(book, part);
    case TREY_PART_COLLECTION:
        return book->schedules > 0 || any_key_of(book, part);
    case TREY_PART_TWO_BONUSES:
        return several_side_bets(book);
    case TREY_PART_FIVE_CARDS:
        return any_of_five(book);
    case TREY_PART_SHARES:
        return trey_rulebook_plays(book, TREY_PART_JACKPOT) && any_share(book);
    case TREY_PART_OUTCOMES:
        return any_asks(book, TREY_FACT_ESTABLISHED);
    case TREY_PART_INTENT:
        return any_asks(book, TREY_FACT_INTENDED);
    case TREY_PART_ORDERING:
        return anywhere(book, TREY_REMEDY_ORDER_CARDS);
    case TREY_PART_MENDING:
        return anywhere(book, TREY_REMEDY_MOVE_HANDS) || anywhere(book, TREY_REMEDY_RECONSTRUCT);
    default:
        return true; /* every game has it */
    }
}

/* ---- The keys of each part ------------------------------------------------------- */
/* The deepest mapping of the file on the way to a key: where it is missed. */
static const yaml_node *missed_at(const yaml_node *root, const char *path) {
    const yaml_node *node = root, *found = root;
    while (node) {
        const char *dot = strchr(path, '.');
        if (!dot) break;
        char name[BOOK_PATH_MAX];
        snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
        node = yaml_child(node, name);
        if (node) found = node->key;
        path = dot + 1;
    }
    return found;
}

static void missed(loading *load, const yaml_node *root, const key_schema *schema) {
    char mend[BOOK_MEND_MAX] = "it has a value or is {absent: \"...\"}";
    if (schema->part != TREY_PART_FREE) {
        snprintf(mend, sizeof mend, "%s, so the key needs a value",
                 schema_parts[schema->part].there);
    }
    wrong_at(load, missed_at(root, schema->path), mend, "missing key %s: %s", schema->path,
             schema->meaning);
}

static void check_key(loading *load, const yaml_node *root, trey_key key, const yaml_node *node,
                      bool there) {
    const key_schema *schema = &schema_keys[key];
    const part_schema *part = &schema_parts[schema->part];
    trey_rule *rule = &load->book->rule[key];
    char mend[BOOK_MEND_MAX];
    bool absent = rule->form == TREY_FORM_ABSENT, note = schema->met.how == TREY_KEY_IS_A_NOTE;
    if (!node) {
        if (there && !note) {
            missed(load, root, schema);
        } else if (!rule->why[0]) {
            rule->why = note ? "the book does not tell" : part->missing;
        }
    } else if (absent && there && schema->part != TREY_PART_FREE) {
        wrong_at(load, node,
                 "write {says: VALUE, by: [PARAGRAPHS]} or {silent: VALUE, why: \"...\"}",
                 "%s is absent, but %s", schema->path, part->there);
    } else if (!absent && !there) {
        snprintf(mend, sizeof mend, "remove it; it would count if %s", part->there);
        wrong_at(load, node, mend, "%s has a value, but %s", schema->path, part->missing);
    }
}

void check_parts(loading *load, const yaml_node *root, const yaml_node *const place[TREY_KEYS]) {
    size_t before = trey_diagnostics_count(load->diagnostics);
    /* First what every game has: a mistake there must not look like one in the keys that hang on
     * it, of which only those that are missing are told then. */
    for (unsigned pass = 0; pass < 2; pass++) {
        bool doubtful = load->unread || trey_diagnostics_count(load->diagnostics) != before;
        for (unsigned key = 0; key < TREY_KEYS; key++) {
            trey_part part = schema_keys[key].part;
            bool every = part == TREY_PART_GAME || part == TREY_PART_FREE;
            bool there = trey_rulebook_plays(load->book, part);
            if (every != (pass == 0)) continue;
            if (!every && doubtful && (place[key] || !there)) continue;
            check_key(load, root, (trey_key)key, place[key], there);
        }
    }
}
