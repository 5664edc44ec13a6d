/* rulebook_ranking.c -- how a book orders the 741 strengths that core knows.
 *
 * The books differ in a few points only: whether suited A-K-Q is a category of
 * its own, what suited A-2-3 is, whether the odd card decides between equal
 * pairs. Each strength gets a sort key from the book's own ladder, and equal
 * keys become equal order numbers. */
#include <stdlib.h>
#include <string.h>

#include "book.h"

typedef struct strength_key {
    uint32_t key; /* ladder place, then up to three ranks */
    uint16_t strength;
} strength_key;

static int by_key(const void *a, const void *b) {
    uint32_t left = ((const strength_key *)a)->key, right = ((const strength_key *)b)->key;
    return (left > right) - (left < right);
}

/* Seven minus the place in the book's list: higher is better. A book that does
 * not list the royal counts it among the straight flushes. */
static unsigned ladder_place(const trey_rulebook *book, trey_category category) {
    uint64_t list = (uint64_t)said(book, TREY_KEY_LADDER)->value.n;
    for (unsigned place = TREY_CATEGORIES; list; list >>= 4, place--) {
        if ((list & 15u) == (uint64_t)category + 1) return place;
    }
    return 0;
}

static trey_category listed(const trey_rulebook *book, trey_category category) {
    if (category == TREY_HAND_ROYAL && ladder_place(book, category) == 0) {
        return TREY_HAND_STRAIGHT_FLUSH;
    }
    return category;
}

static trey_category suited_ace_low(const trey_rulebook *book) {
    switch (said(book, TREY_KEY_SUITED_ACE_LOW)->value.n) {
    case TREY_SUITED_ACE_LOW_FLUSH:
        return TREY_HAND_FLUSH;
    case TREY_SUITED_ACE_LOW_STRAIGHT:
        return TREY_HAND_STRAIGHT;
    default:
        return TREY_HAND_STRAIGHT_FLUSH;
    }
}

/* Three ranks from the highest. */
static void sorted_ranks(trey_hand hand, unsigned rank[3]) {
    for (unsigned i = 0; i < 3; i++) rank[i] = trey_card_rank(hand.card[i]);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned j = i + 1; j < 3; j++) {
            if (rank[j] <= rank[i]) continue;
            unsigned swap = rank[i];
            rank[i] = rank[j];
            rank[j] = swap;
        }
    }
}

static uint32_t key_of(const trey_rulebook *book, trey_hand hand, trey_category *category) {
    unsigned rank[3];
    sorted_ranks(hand, rank);
    bool ace_low = rank[0] == TREY_RANK_ACE && rank[1] == TREY_RANK_3 && rank[2] == TREY_RANK_2;
    if (ace_low && *category == TREY_HAND_STRAIGHT_FLUSH) *category = suited_ace_low(book);
    *category = listed(book, *category);
    uint32_t ranks = 0;
    switch (*category) {
    case TREY_HAND_ROYAL:
        break;
    case TREY_HAND_STRAIGHT_FLUSH:
    case TREY_HAND_STRAIGHT:
        ranks = ace_low ? TREY_RANK_3 : rank[0];
        break;
    case TREY_HAND_THREE_OF_A_KIND:
        ranks = rank[0];
        break;
    case TREY_HAND_PAIR:
        ranks = rank[1] << 4; /* the middle card always belongs to the pair */
        if (said(book, TREY_KEY_PAIR_KICKER)->value.n == TREY_FLAG_YES) {
            ranks |= rank[0] == rank[1] ? rank[2] : rank[0];
        }
        break;
    case TREY_HAND_FLUSH:
    case TREY_HAND_HIGH_CARD:
        ranks = rank[0] << 8 | rank[1] << 4 | rank[2];
        break;
    }
    return ladder_place(book, *category) << 12 | ranks;
}

void derive_ranking(trey_rulebook *book) {
    strength_key keys[TREY_STRENGTHS];
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        trey_rank rank = trey_hand_rank(hand);
        trey_category category = trey_rank_category(rank);
        unsigned strength = trey_rank_strength(rank);
        keys[strength] = (strength_key){key_of(book, hand, &category), (uint16_t)strength};
        book->category[strength] = (uint8_t)category;
    }
    qsort(keys, TREY_STRENGTHS, sizeof *keys, by_key);
    uint16_t order = 0;
    for (unsigned i = 0; i < TREY_STRENGTHS; i++) {
        if (i > 0 && keys[i].key != keys[i - 1].key) order++;
        book->order[keys[i].strength] = order;
    }
    /* The weakest queen-high is Q-3-2. */
    trey_rank queen = trey_hand_rank(trey_hand_of(trey_card_of(TREY_RANK_QUEEN, TREY_SUIT_CLUBS),
                                                  trey_card_of(TREY_RANK_3, TREY_SUIT_DIAMONDS),
                                                  trey_card_of(TREY_RANK_2, TREY_SUIT_CLUBS)));
    book->queen_high = book->order[trey_rank_strength(queen)];
}

unsigned trey_rulebook_order(const trey_rulebook *book, trey_rank rank) {
    return book->order[trey_rank_strength(rank)];
}

trey_category trey_rulebook_category(const trey_rulebook *book, trey_rank rank) {
    return (trey_category)book->category[trey_rank_strength(rank)];
}

trey_five_category trey_rulebook_five_category(const trey_rulebook *book, trey_five five) {
    trey_five_category category = trey_five_category_of(five);
    const trey_rule *rule = said(book, TREY_KEY_FIVE_ACE_LOW);
    if (rule->form == TREY_FORM_ABSENT || rule->value.n == TREY_FLAG_YES ||
        !trey_five_ace_low(five)) {
        return category;
    }
    /* Without the low ace five suited cards are a flush still; the others hold
     * at best a pair, which no table pays. */
    return category == TREY_FIVE_STRAIGHT_FLUSH ? TREY_FIVE_FLUSH : TREY_FIVE_HIGH_CARD;
}

bool trey_rulebook_qualifies(const trey_rulebook *book, trey_hand dealer) {
    if (said(book, TREY_KEY_QUALIFIES)->value.n == TREY_QUALIFIES_QUEEN_OR_ABOVE_PRESENT) {
        for (unsigned i = 0; i < 3; i++) {
            if (trey_card_rank(dealer.card[i]) >= TREY_RANK_QUEEN) return true;
        }
        return false;
    }
    return trey_rulebook_order(book, trey_hand_rank(dealer)) >= book->queen_high;
}

bool trey_rulebook_offers(const trey_rulebook *book, unsigned wager) {
    uint64_t beside = (uint64_t)trey_wager(wager)->beside + 1;
    uint64_t list = (uint64_t)trey_rulebook_rule(book, TREY_KEY_AREAS)->value.n;
    for (; list; list >>= 4) {
        if ((list & 15u) == beside) return true;
    }
    return false;
}
