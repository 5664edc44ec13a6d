/* generate_ranks.c -- writes the tables of ranks.h as C, from the rules alone.
 *
 * The build runs it once: generate_ranks OUTPUT.c. Every hand gets an order key
 * made of its category and of its ranks in the order in which a dealer compares
 * them; the keys are sorted, and the place of a key is the strength. That there
 * are 741 and 7,462 of them is found, not assumed, and the build stops if the
 * numbers that ranks.h gives to the rest of the library are others.
 *
 * A key holds the category and five places of four bits each. Empty places are
 * zero, which does no harm since hands of one category fill the same places. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranks.h"

typedef uint32_t order_key;

static order_key three_keys[2 * TRIPLES];
static size_t three_count;
static order_key five_keys[2 * 6188];
static size_t five_count;
static FILE *out;

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "generate_ranks: not so: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- Order keys ------------------------------------------------------------ */

/* The ranks of a hand, those held most often first and higher before lower. */
static unsigned ranks_in_order(const unsigned held[TREY_RANKS], unsigned ranks[6],
                               unsigned *most_held) {
    unsigned distinct = 0;
    *most_held = 0;
    for (unsigned times = 4; times > 0; times--) {
        for (unsigned rank = TREY_RANKS; rank-- > 0;) {
            if (held[rank] != times) continue;
            if (times > *most_held) *most_held = times;
            ranks[distinct++] = rank;
        }
    }
    return distinct;
}

/* The highest card of a sequence of `cards` distinct ranks, from the highest; -1
 * when it is none. The ace is one below the deuce only as the last of A-2-3 or of
 * A-2-3-4-5, whose highest card is then the 3 or the 5. */
static int top_of_sequence(const unsigned *ranks, unsigned cards) {
    if (ranks[0] - ranks[cards - 1] == cards - 1) return (int)ranks[0];
    if (ranks[0] == TREY_RANK_ACE && ranks[1] == cards - 2) return (int)ranks[1];
    return -1;
}

static order_key make_key(unsigned category, const unsigned *ranks, unsigned count) {
    order_key key = category;
    for (unsigned i = 0; i < 5; i++) key = key << 4 | (i < count ? ranks[i] : 0);
    return key;
}
static unsigned key_category(order_key key) {
    return key >> 20;
}

static order_key three_key(const unsigned held[TREY_RANKS], bool suited) {
    unsigned ranks[6];
    unsigned most_held;
    const unsigned distinct = ranks_in_order(held, ranks, &most_held);
    const int top = distinct == 3 ? top_of_sequence(ranks, 3) : -1;
    if (top >= 0) {
        const unsigned sequence = (unsigned)top;
        return make_key(suited ? TREY_HAND_STRAIGHT_FLUSH : TREY_HAND_STRAIGHT, &sequence, 1);
    }
    if (most_held == 3) return make_key(TREY_HAND_THREE_OF_A_KIND, ranks, distinct);
    if (most_held == 2) return make_key(TREY_HAND_PAIR, ranks, distinct);
    return make_key(suited ? TREY_HAND_FLUSH : TREY_HAND_HIGH_CARD, ranks, distinct);
}

static order_key five_key(const unsigned held[TREY_RANKS], bool suited) {
    unsigned ranks[6];
    unsigned most_held;
    const unsigned distinct = ranks_in_order(held, ranks, &most_held);
    const int top = distinct == 5 ? top_of_sequence(ranks, 5) : -1;
    unsigned category = TREY_FIVE_HIGH_CARD;
    if (top >= 0) {
        const unsigned sequence = (unsigned)top;
        category = !suited                     ? TREY_FIVE_STRAIGHT
                   : sequence == TREY_RANK_ACE ? TREY_FIVE_ROYAL
                                               : TREY_FIVE_STRAIGHT_FLUSH;
        return make_key(category, &sequence, 1);
    }
    if (suited)
        category = TREY_FIVE_FLUSH;
    else if (most_held == 4)
        category = TREY_FIVE_FOUR_OF_A_KIND;
    else if (most_held == 3)
        category = distinct == 2 ? TREY_FIVE_FULL_HOUSE : TREY_FIVE_THREE_OF_A_KIND;
    else if (most_held == 2)
        category = distinct == 3 ? TREY_FIVE_TWO_PAIR : TREY_FIVE_PAIR;
    return make_key(category, ranks, distinct);
}

/* ---- From keys to strengths ------------------------------------------------ */

static int compare_keys(const void *a, const void *b) {
    const order_key left = *(const order_key *)a;
    const order_key right = *(const order_key *)b;
    return (left > right) - (left < right);
}

static size_t sort_and_unite(order_key *keys, size_t count) {
    qsort(keys, count, sizeof *keys, compare_keys);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || keys[i] != keys[kept - 1]) keys[kept++] = keys[i];
    }
    return kept;
}

static unsigned strength_of(order_key key, const order_key *keys, size_t count) {
    const order_key *found = bsearch(&key, keys, count, sizeof *keys, compare_keys);
    require(found != NULL, "every hand's key is among the keys");
    return (unsigned)(found - keys);
}

static void collect_three_keys(void) {
    for (unsigned a = 0; a < TREY_RANKS; a++) {
        for (unsigned b = 0; b <= a; b++) {
            for (unsigned c = 0; c <= b; c++) {
                unsigned held[TREY_RANKS] = {0};
                held[a]++, held[b]++, held[c]++;
                three_keys[three_count++] = three_key(held, false);
                if (a != b && b != c) three_keys[three_count++] = three_key(held, true);
            }
        }
    }
    three_count = sort_and_unite(three_keys, three_count);
}

/* All ways to hold five cards by rank, at most four of a rank. */
static void collect_five_keys(unsigned held[TREY_RANKS], unsigned rank, unsigned left) {
    if (left == 0) {
        bool distinct = true;
        for (unsigned i = 0; i < TREY_RANKS; i++) distinct = distinct && held[i] < 2;
        five_keys[five_count++] = five_key(held, false);
        if (distinct) five_keys[five_count++] = five_key(held, true);
        return;
    }
    if (rank == TREY_RANKS) return;
    for (unsigned times = 0; times <= left && times <= 4; times++) {
        held[rank] = times;
        collect_five_keys(held, rank + 1, left - times);
    }
    held[rank] = 0;
}

static void check_firsts(void) {
    static const struct {
        unsigned category;
        size_t first;
    } three[] = {{TREY_HAND_HIGH_CARD, FIRST_HIGH_CARD},
                 {TREY_HAND_PAIR, FIRST_PAIR},
                 {TREY_HAND_FLUSH, FIRST_FLUSH},
                 {TREY_HAND_STRAIGHT, FIRST_STRAIGHT},
                 {TREY_HAND_THREE_OF_A_KIND, FIRST_THREE_OF_A_KIND},
                 {TREY_HAND_STRAIGHT_FLUSH, FIRST_STRAIGHT_FLUSH}},
      five[] = {{TREY_FIVE_STRAIGHT, FIRST_FIVE_STRAIGHT},
                {TREY_FIVE_STRAIGHT_FLUSH, FIRST_FIVE_STRAIGHT_FLUSH},
                {TREY_FIVE_ROYAL, FIVE_ROYAL}};
    require(three_count == TREY_STRENGTHS, "three cards have 741 strengths");
    require(five_count == TREY_FIVE_STRENGTHS, "five cards have 7,462 strengths");
    for (size_t i = 0; i < sizeof three / sizeof *three; i++) {
        const size_t first = three[i].first;
        require(key_category(three_keys[first]) == three[i].category &&
                    (first == 0 || key_category(three_keys[first - 1]) < three[i].category),
                "the categories of three cards start where ranks.h says");
    }
    for (size_t i = 0; i < sizeof five / sizeof *five; i++) {
        const size_t first = five[i].first;
        require(key_category(five_keys[first]) == five[i].category &&
                    key_category(five_keys[first - 1]) < five[i].category,
                "the categories of five cards start where ranks.h says");
    }
}

/* ---- What the tables hold --------------------------------------------------- */

/* The whole rank of three cards; as in the table by pattern, a suited A-K-Q has
 * the spades bit. */
static unsigned three_rank(unsigned a, unsigned b, unsigned c, bool suited) {
    unsigned held[TREY_RANKS] = {0};
    held[a]++, held[b]++, held[c]++;
    const order_key key = three_key(held, suited);
    const unsigned strength = strength_of(key, three_keys, three_count);
    unsigned category = key_category(key);
    unsigned spades = 0;
    if (strength == TREY_STRENGTHS - 1) {
        category = TREY_HAND_ROYAL;
        spades = RANK_SPADES_BIT;
    }
    return strength | category << RANK_CATEGORY_SHIFT | spades;
}

/* The best five of six, or of five, when all or none of the cards are suited: try
 * the hand without one card of each rank. */
static unsigned best_five(unsigned held[TREY_RANKS], unsigned cards, bool suited) {
    if (cards == 5) return strength_of(five_key(held, suited), five_keys, five_count);
    unsigned best = 0;
    for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
        if (held[rank] == 0) continue;
        held[rank]--;
        const unsigned five = best_five(held, cards - 1, suited);
        held[rank]++;
        if (five > best) best = five;
    }
    return best;
}

static unsigned triple_number(unsigned a, unsigned b, unsigned c) {
    const unsigned high = a > b ? (a > c ? a : c) : (b > c ? b : c);
    const unsigned low = a < b ? (a < c ? a : c) : (b < c ? b : c);
    const unsigned middle = a + b + c - high - low;
    return high * (high + 1) * (high + 2) / 6 + middle * (middle + 1) / 2 + low;
}

static unsigned number_of(unsigned high, unsigned middle, unsigned low) {
    return trey_hands_below(high) + middle * (middle - 1) / 2 + low;
}

/* ---- Writing them ------------------------------------------------------------ */

static size_t entries;

static void begin(const char *declaration) {
    fprintf(out, "\nconst %s = {", declaration);
    entries = 0;
}
static void entry(unsigned value) {
    fprintf(out, "%s%u,", entries++ % 16 == 0 ? "\n    " : " ", value);
}
static void entry_pair(unsigned first, unsigned second) {
    fprintf(out, "%s{%u, %u},", entries++ % 8 == 0 ? "\n    " : " ", first, second);
}
static void end(size_t expected) {
    require(entries == expected, "a table has as many entries as ranks.h says");
    fputs("\n};\n", out);
}

static void write_patterns(void) {
    begin("trey_rank core_rank_by_pattern[2 * PATTERNS]");
    for (unsigned i = 0; i < 2 * PATTERNS; i++) {
        const unsigned a = i >> 8 & 15;
        const unsigned b = i >> 4 & 15;
        const unsigned c = i & 15;
        const bool suited = i >= PATTERNS;
        const bool ranks = a < TREY_RANKS && b < TREY_RANKS && c < TREY_RANKS;
        const bool possible = ranks && !(suited && (a == b || b == c || a == c));
        entry(possible ? three_rank(a, b, c, suited) : 0);
    }
    end((size_t)2 * PATTERNS);

    begin("uint16_t core_triple_by_pattern[PATTERNS]");
    for (unsigned i = 0; i < PATTERNS; i++) {
        const unsigned a = i >> 8;
        const unsigned b = i >> 4 & 15;
        const unsigned c = i & 15;
        const bool ranks = a < TREY_RANKS && b < TREY_RANKS && c < TREY_RANKS;
        entry(ranks ? triple_number(a, b, c) : 0);
    }
    end(PATTERNS);

    begin("uint8_t core_counts_by_suits[SUIT_PATTERNS]");
    for (unsigned i = 0; i < SUIT_PATTERNS; i++) {
        entry((1u << 2 * (i >> 4)) + (1u << 2 * (i >> 2 & 3)) + (1u << 2 * (i & 3)));
    }
    end(SUIT_PATTERNS);
}

static void write_hands(void) {
    begin("trey_rank core_rank_by_number[TREY_HANDS]");
    for (unsigned high = 2; high < TREY_CARDS; high++) {
        for (unsigned middle = 1; middle < high; middle++) {
            for (unsigned low = 0; low < middle; low++) {
                require(number_of(high, middle, low) == entries, "hands are written by number");
                const unsigned suit = high % 4;
                const bool suited = suit == middle % 4 && suit == low % 4;
                unsigned rank = three_rank(high / 4, middle / 4, low / 4, suited);
                if (suit != TREY_SUIT_SPADES) rank &= ~(unsigned)RANK_SPADES_BIT;
                entry(rank);
            }
        }
    }
    end(TREY_HANDS);

    begin("trey_hand core_hand_by_number[TREY_HANDS]");
    for (unsigned high = 2; high < TREY_CARDS; high++) {
        for (unsigned middle = 1; middle < high; middle++) {
            for (unsigned low = 0; low < middle; low++) {
                fprintf(out, "%s{{%u, %u, %u}, 0},", entries++ % 6 == 0 ? "\n    " : " ", high,
                        middle, low);
            }
        }
    }
    end(TREY_HANDS);
}

static void write_sixes(void) {
    static unsigned triples[TRIPLES][3];
    for (unsigned a = 0; a < TREY_RANKS; a++) {
        for (unsigned b = 0; b <= a; b++) {
            for (unsigned c = 0; c <= b; c++) {
                unsigned *triple = triples[triple_number(a, b, c)];
                triple[0] = a, triple[1] = b, triple[2] = c;
            }
        }
    }
    begin("trey_five core_five_by_triples[TRIPLES * TRIPLES + TRIPLES_PAST_END]");
    for (unsigned i = 0; i < TRIPLES; i++) {
        for (unsigned j = 0; j < TRIPLES; j++) {
            unsigned held[TREY_RANKS] = {0};
            bool possible = true;
            for (unsigned k = 0; k < 3; k++) held[triples[i][k]]++, held[triples[j][k]]++;
            for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
                possible = possible && held[rank] <= 4;
            }
            entry(possible ? best_five(held, 6, false) : 0);
        }
    }
    for (unsigned i = 0; i < TRIPLES_PAST_END; i++) entry(0);
    end((size_t)TRIPLES * TRIPLES + TRIPLES_PAST_END);

    begin("trey_five core_five_by_flush[RANK_MASKS]");
    for (unsigned mask = 0; mask < RANK_MASKS; mask++) {
        const unsigned cards = (unsigned)__builtin_popcount(mask);
        unsigned held[TREY_RANKS] = {0};
        for (unsigned rank = 0; rank < TREY_RANKS; rank++) held[rank] = mask >> rank & 1;
        entry(cards == 5 || cards == 6 ? best_five(held, cards, true) : 0);
    }
    end(RANK_MASKS);

    begin("uint8_t core_category_by_five[TREY_FIVE_STRENGTHS]");
    for (size_t i = 0; i < five_count; i++) entry(key_category(five_keys[i]));
    end(TREY_FIVE_STRENGTHS);
}

static void write_row_runs(void) {
    begin("row_run core_row_runs[ROW_RUNS + 1]");
    for (unsigned high = 2; high < TREY_CARDS; high++) {
        for (unsigned middle = 1; middle < high; middle++) {
            entry_pair(triple_number(high / 4, middle / 4, 0), number_of(high, middle, 0));
        }
    }
    entry_pair(0, TREY_HANDS);
    end(ROW_RUNS + 1);
}

static void write_row_flushes(const char *declaration, unsigned least, size_t expected) {
    begin(declaration);
    size_t written = 0;
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        fputs("\n    {", out);
        for (unsigned high = 2; high < TREY_CARDS; high++) {
            for (unsigned middle = 1; middle < high; middle++) {
                for (unsigned low = 0; low < middle; low++) {
                    const unsigned mask = (unsigned)(high % 4 == suit) << high / 4 |
                                          (unsigned)(middle % 4 == suit) << middle / 4 |
                                          (unsigned)(low % 4 == suit) << low / 4;
                    if ((unsigned)__builtin_popcount(mask) < least) continue;
                    entry_pair(number_of(high, middle, low), mask);
                    written++;
                }
            }
        }
        fputs("},", out);
    }
    require(written == entries, "every entry is counted");
    end(TREY_SUITS * expected);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: generate_ranks OUTPUT.c\n", stderr);
        return 2;
    }
    out = fopen(argv[1], "w");
    require(out != NULL, "the output can be written");

    unsigned held[TREY_RANKS] = {0};
    collect_three_keys();
    collect_five_keys(held, 0, 5);
    five_count = sort_and_unite(five_keys, five_count);
    check_firsts();

    fputs("/* Generated by lib/core/generate_ranks.c. */\n#include \"ranks.h\"\n", out);
    write_patterns();
    write_hands();
    write_sixes();
    write_row_runs();
    write_row_flushes("row_flush core_suited_triples[TREY_SUITS][SUITED_TRIPLES]", 3,
                      SUITED_TRIPLES);
    write_row_flushes("row_flush core_suited_pairs_up[TREY_SUITS][SUITED_PAIRS_UP]", 2,
                      SUITED_PAIRS_UP);
    require(fclose(out) == 0, "the output was written");
    return 0;
}
