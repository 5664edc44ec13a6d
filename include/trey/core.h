/* core.h -- cards, three-card hands, best five of six, money.
 *
 * The ground that everything else stands on. Nothing here allocates, reads a
 * clock, draws a random number or does I/O; every function is a pure function
 * of its arguments and of tables that the build generates.
 *
 * A card is a byte, 4 * rank + suit, deuce of clubs 0 to ace of spades 51. A
 * hand is three cards in four bytes, so that one 32-bit load takes it whole. A
 * set is one bit a card.
 *
 * Suits have no value in a comparison [mbs 3.3.1.3] [rws 3.1.1]
 * [rws-progressive 3.1.1] [ca-six-card Ranking 1]; they matter for flushes and
 * for the jackpot in spades only. */
#ifndef TREY_CORE_H
#define TREY_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Programmer's mistakes -------------------------------------------------
 * On in every build: a broken invariant must stop the program before it can
 * settle a bet with it. */
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void trey_assert_failed(const char *what, const char *file, int line);
#define TREY_ASSERT(condition)                                                                     \
    ((condition) ? (void)0 : trey_assert_failed(#condition, __FILE__, __LINE__))

/* ---- Operating errors ------------------------------------------------------
 * One list gives the number, the name and the text. Numbers never change once
 * released; new ones go to the end. */
#define TREY_STATUS_LIST(X)                                                                        \
    X(OK, 0, "ok", "done")                                                                         \
    X(NO_MEMORY, 1, "no_memory", "out of memory")                                                  \
    X(NO_FILE, 2, "no_file", "the file cannot be read")                                            \
    X(INVALID, 3, "invalid", "the input is not valid")                                             \
    X(CARD_SYNTAX, 4, "card_syntax", "not a card: write a rank and a suit, as in Qs or 10h")       \
    X(CARD_DOUBLED, 5, "card_doubled", "the same card stands twice")                               \
    X(MONEY_SYNTAX, 6, "money_syntax", "not an amount: write dollars, as in 50 or 12.50")          \
    X(MONEY_DECIMALS, 7, "money_decimals", "an amount has at most two decimals")                   \
    X(MONEY_OVERFLOW, 8, "money_overflow", "the amount is too large")                              \
    X(UNKNOWN_RULEBOOK, 9, "unknown_rulebook", "no such rulebook")                                 \
    X(UNKNOWN_READING, 10, "unknown_reading", "no such reading, or not one that can be chosen")    \
    X(NO_ENTROPY, 11, "no_entropy", "the system has no randomness to give; nothing can be dealt")  \
    X(STORE_FAILED, 12, "store_failed", "the store cannot be read or written; it has stopped")     \
    X(STORE_FULL, 13, "store_full", "the store has no room left; nothing was written")             \
    X(STORE_VERSION, 14, "store_version", "this program reads stores of another version")          \
    X(STORE_FOREIGN, 15, "store_foreign", "this is not a store of Trey's")                         \
    X(STORE_CORRUPT, 16, "store_corrupt", "the store is damaged, or shorter than it was")          \
    X(STORE_LOST, 17, "store_lost", "the database server cannot be reached")                       \
    X(STORE_BUSY, 18, "store_busy", "another process has this store open")                         \
    X(CONFLICT, 19, "conflict", "somebody else was faster; nothing was written")                   \
    X(OVERDRAWN, 20, "overdrawn", "an account would fall below zero; nothing was written")         \
    X(NOT_FOUND, 21, "not_found", "there is none")                                                 \
    X(STORE_FORGED, 22, "store_forged", "somebody without the house's keys has written here")

typedef enum trey_status {
#define TREY_STATUS_ENUM(symbol, number, name, text) TREY_STATUS_##symbol = (number),
    TREY_STATUS_LIST(TREY_STATUS_ENUM)
#undef TREY_STATUS_ENUM
} trey_status;

const char *trey_status_name(trey_status status); /* "card_syntax"; static */
const char *trey_status_text(trey_status status); /* a sentence; static */

/* ---- Cards -----------------------------------------------------------------
 * Ace is high, and low only in A-2-3 [mbs 3.3.1.1] [mbs 3.3.1.2]. */
enum { TREY_RANKS = 13, TREY_SUITS = 4, TREY_CARDS = 52 };

typedef enum trey_suit {
    TREY_SUIT_CLUBS = 0,
    TREY_SUIT_DIAMONDS = 1,
    TREY_SUIT_HEARTS = 2,
    TREY_SUIT_SPADES = 3
} trey_suit;

/* Ranks count from the deuce: 0 is 2, 8 is ten, 12 is the ace. */
enum {
    TREY_RANK_2 = 0,
    TREY_RANK_3 = 1,
    TREY_RANK_10 = 8,
    TREY_RANK_JACK = 9,
    TREY_RANK_QUEEN = 10,
    TREY_RANK_KING = 11,
    TREY_RANK_ACE = 12
};

typedef uint8_t trey_card;
#define TREY_NO_CARD ((trey_card)0xff)

static inline trey_card trey_card_of(unsigned rank, unsigned suit) {
    return (trey_card)(rank * 4u + suit);
}
static inline unsigned trey_card_rank(trey_card card) {
    return card >> 2;
}
static inline unsigned trey_card_suit(trey_card card) {
    return card & 3u;
}
static inline bool trey_card_valid(trey_card card) {
    return card < TREY_CARDS;
}

/* Reads one card from the start of `text`: a rank (2-9, 10, T, J, Q, K, A, in
 * either case) and a suit (s h d c in either case, or one of the four suit signs
 * in UTF-8). On success *end points past it; on failure at the offending
 * character, and *card is left alone. `end` may be NULL. */
trey_status trey_card_parse(const char *text, trey_card *card, const char **end);

/* Reads the whole of `text`: cards separated by blanks, or by one comma with or
 * without blanks, none of them twice. More than `capacity` cards are INVALID. On
 * failure *where (may be NULL) points at the offending card; *count is always
 * the number of good cards before it. */
trey_status trey_cards_parse(const char *text, trey_card *cards, size_t capacity, size_t *count,
                             const char **where);

typedef enum trey_card_style {
    TREY_CARD_LETTERS, /* Qs 10h */
    TREY_CARD_SIGNS    /* Q\u2660 10\u2665, in UTF-8 */
} trey_card_style;
enum { TREY_CARD_TEXT_MAX = 8 };

/* Writes a card with its terminating zero and returns `out`. */
char *trey_card_print(trey_card card, trey_card_style style, char out[TREY_CARD_TEXT_MAX]);

/* ---- Sets of cards: one bit a card ----------------------------------------- */
typedef uint64_t trey_cardset;
#define TREY_CARDSET_FULL ((UINT64_C(1) << TREY_CARDS) - 1)

static inline trey_cardset trey_cardset_of(trey_card card) {
    return UINT64_C(1) << card;
}
static inline bool trey_cardset_has(trey_cardset set, trey_card card) {
    return (set >> card) & 1u;
}
static inline unsigned trey_cardset_count(trey_cardset set) {
    return (unsigned)__builtin_popcountll(set);
}
/* The lowest card of a set that is not empty; with set &= set - 1 a walk. */
static inline trey_card trey_cardset_lowest(trey_cardset set) {
    return (trey_card)__builtin_ctzll(set);
}

/* ---- Decks: fifty-two different cards in an order [mbs 2.1] [rws 2.2.1] ------ */
typedef struct trey_deck {
    trey_card card[TREY_CARDS];
} trey_deck;

void trey_deck_ordered(trey_deck *deck);
/* A number that is no card (a joker, say): CARD_SYNTAX. A doubled one:
 * CARD_DOUBLED. *where (may be NULL) is then the offending place, counted from
 * zero. Fifty-two places without either hold the whole deck. */
trey_status trey_deck_check(const trey_deck *deck, size_t *where);

/* ---- Three-card hands ------------------------------------------------------
 * Straights outrank flushes here, the reverse of five-card poker, because 720
 * hands are straights and 1,096 are flushes. A-2-3 is the lowest straight. */
typedef struct trey_hand {
    trey_card card[3];
    uint8_t zero; /* always 0, so that a hand is one 32-bit word */
} trey_hand;

typedef enum trey_category {
    TREY_HAND_HIGH_CARD = 0,
    TREY_HAND_PAIR = 1,
    TREY_HAND_FLUSH = 2,
    TREY_HAND_STRAIGHT = 3,
    TREY_HAND_THREE_OF_A_KIND = 4,
    TREY_HAND_STRAIGHT_FLUSH = 5,
    TREY_HAND_ROYAL = 6 /* suited A-K-Q; its strength is that of the best straight flush */
} trey_category;
enum { TREY_CATEGORIES = 7, TREY_HANDS = 22100, TREY_STRENGTHS = 741 };

static inline trey_hand trey_hand_of(trey_card a, trey_card b, trey_card c) {
    trey_hand hand = {{a, b, c}, 0};
    return hand;
}
static inline trey_cardset trey_hand_set(trey_hand hand) {
    return trey_cardset_of(hand.card[0]) | trey_cardset_of(hand.card[1]) |
           trey_cardset_of(hand.card[2]);
}
/* Three different cards? Every function that takes a hand asks for this. */
static inline bool trey_hand_valid(trey_hand hand) {
    return trey_card_valid(hand.card[0]) && trey_card_valid(hand.card[1]) &&
           trey_card_valid(hand.card[2]) && hand.zero == 0 && hand.card[0] != hand.card[1] &&
           hand.card[0] != hand.card[2] && hand.card[1] != hand.card[2];
}

/* What a hand is worth, in sixteen bits: strength (0 to 740, equal for hands
 * that stand off), category, and whether it is the A-K-Q of spades. Two ranks
 * are compared by their strengths alone. */
typedef uint16_t trey_rank;
static inline unsigned trey_rank_strength(trey_rank rank) {
    return rank & 0x3ffu;
}
static inline trey_category trey_rank_category(trey_rank rank) {
    return (trey_category)((rank >> 10) & 7u);
}
static inline bool trey_rank_spades(trey_rank rank) {
    return (rank >> 15) != 0;
}

const char *trey_category_name(trey_category category); /* "three of a kind"; static */

trey_rank trey_hand_rank(trey_hand hand);

/* Ranks many hands at once, and several times faster than one by one. Hands are
 * not checked: one that is not valid gets a rank without meaning. */
void trey_hand_ranks(const trey_hand *hands, trey_rank *ranks, size_t count);

/* Hands are numbered 0 to 22,099; every order of the three cards has the same
 * number. The order is by the highest card, then the middle, then the lowest, so
 * that the hands made only of cards below a card are the first ones, and whoever
 * enumerates what is left below a card walks one unbroken run. */
unsigned trey_hand_index(trey_hand hand);
trey_hand trey_hand_at(unsigned index); /* highest card first */
trey_rank trey_hand_rank_at(unsigned index);

/* How many hands are made only of cards below `card`; of all, for TREY_CARDS. */
static inline unsigned trey_hands_below(unsigned card) {
    return card < 3 ? 0 : card * (card - 1) * (card - 2) / 6;
}

/* The hands and their ranks by number, TREY_HANDS of each; static. */
const trey_hand *trey_hand_list(void);
const trey_rank *trey_rank_list(void);

/* ---- Best five of six ------------------------------------------------------
 * The jackpot of [rws-progressive 3.18] and the bonus of [ca-six-card SixCard 4]
 * take the best five of the player's and the dealer's three cards. */
typedef enum trey_five_category {
    TREY_FIVE_HIGH_CARD = 0,
    TREY_FIVE_PAIR = 1,
    TREY_FIVE_TWO_PAIR = 2,
    TREY_FIVE_THREE_OF_A_KIND = 3,
    TREY_FIVE_STRAIGHT = 4,
    TREY_FIVE_FLUSH = 5,
    TREY_FIVE_FULL_HOUSE = 6,
    TREY_FIVE_FOUR_OF_A_KIND = 7,
    TREY_FIVE_STRAIGHT_FLUSH = 8,
    TREY_FIVE_ROYAL = 9
} trey_five_category;
enum { TREY_FIVE_CATEGORIES = 10, TREY_FIVE_STRENGTHS = 7462 };

/* Strength 0 to 7,461 in thirteen bits, and above them the suit of a royal
 * flush (zero otherwise). */
typedef uint16_t trey_five;
static inline unsigned trey_five_strength(trey_five five) {
    return five & 0x1fffu;
}
/* Of a royal only: zero, which is clubs, for every other hand. */
static inline trey_suit trey_five_royal_suit(trey_five five) {
    return (trey_suit)(five >> 13);
}

trey_five_category trey_five_category_of(trey_five five);
/* Is the sequence in it the one that uses the ace as one (5-4-3-2-A)? */
bool trey_five_ace_low(trey_five five);
const char *trey_five_category_name(trey_five_category category);

/* The six cards must be different. Which hand is the player's does not matter. */
trey_five trey_six_rank(trey_hand player, trey_hand dealer);

/* Ranks `count` pairs of hands at once: ranks[i] is of players[i] and
 * dealers[i]. Pairs are not checked, as in trey_hand_ranks. */
void trey_six_ranks(const trey_hand *players, const trey_hand *dealers, trey_five *ranks,
                    size_t count);

/* Ranks one hand with each of the hands numbered below `count`: the quickest way
 * to enumerate. A number whose hand shares a card with `hand` gets a rank without
 * meaning, so either skip those, or, to see each six-card hand once, take as
 * `hand` every hand and as `count` trey_hands_below(its lowest card). */
void trey_six_row(trey_hand hand, trey_five *ranks, size_t count);

/* Which code the functions for many hands use here: "avx2" or "portable"; static. */
const char *trey_core_path(void);

/* ---- Money: whole cents, never a float ------------------------------------- */
typedef int64_t trey_cents;

/* Each returns false, and leaves its results alone, when the true one does not
 * fit in 64 bits. */
bool trey_cents_add(trey_cents a, trey_cents b, trey_cents *sum);
bool trey_cents_subtract(trey_cents a, trey_cents b, trey_cents *difference);
/* amount * numerator / denominator, rounded towards zero. The denominator is
 * positive. *remainder (may be NULL) is what the rounding left, in parts of the
 * denominator, with the sign of the exact result: the product times the
 * denominator plus the remainder is amount times numerator. */
bool trey_cents_scale(trey_cents amount, int64_t numerator, int64_t denominator,
                      trey_cents *product, int64_t *remainder);

/* Reads dollars from the start of `text`: digits, perhaps with a leading $,
 * thousands commas as in 1,250, and at most two decimals. No sign: a stake is
 * never negative. *end (may be NULL) points past it; on failure at the offending
 * character, and *cents is left alone. A comma or a point that no digit follows
 * belongs to what comes after, as in the range 25..1000; a comma that a digit
 * follows must part thousands. */
trey_status trey_cents_parse(const char *text, trey_cents *cents, const char **end);
enum { TREY_CENTS_TEXT_MAX = 40 };
/* "$1,250", "$12.50", "-$3"; returns `out`. */
char *trey_cents_print(trey_cents cents, char out[TREY_CENTS_TEXT_MAX]);

#ifdef __cplusplus
}
#endif
#endif
