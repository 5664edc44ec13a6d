/* strategy_words.c -- a strategy as a person would say it.
 *
 * Nothing is stored: the decisions of all hands are sorted by the book's order, and the
 * rule is the order from which on playing agrees with most of them. Hands that do not
 * agree are exceptions, told by the hand. */
#include <stdio.h>
#include <string.h>

#include "trey/odds.h"

static const char *rank_word(unsigned rank) {
    static const char *const word[TREY_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                                 "9", "10", "J", "Q", "K", "A"};
    return word[rank];
}

/* Ranks from the highest, the pair of a pair first. */
static void spoken_ranks(trey_hand hand, unsigned rank[3]) {
    trey_hand sorted = trey_hand_at(trey_hand_index(hand));
    for (unsigned i = 0; i < 3; i++) rank[i] = trey_card_rank(sorted.card[i]);
    if (rank[1] == rank[2] && rank[0] != rank[1]) {
        rank[2] = rank[0];
        rank[0] = rank[1];
    }
    bool ace_low = rank[0] == TREY_RANK_ACE && rank[1] == TREY_RANK_3 && rank[2] == TREY_RANK_2;
    if (ace_low && trey_rank_category(trey_hand_rank(hand)) != TREY_HAND_HIGH_CARD) {
        rank[0] = TREY_RANK_3;
        rank[1] = TREY_RANK_2;
        rank[2] = TREY_RANK_ACE;
    }
}

char *trey_hand_words(const trey_rulebook *book, trey_hand hand, char out[24]) {
    static const char *const before[TREY_CATEGORIES] = {"", "",        "flush ", "straight ",
                                                        "", "suited ", "suited "};
    unsigned rank[3];
    spoken_ranks(hand, rank);
    snprintf(out, 24, "%s%s-%s-%s", before[trey_rulebook_category(book, trey_hand_rank(hand))],
             rank_word(rank[0]), rank_word(rank[1]), rank_word(rank[2]));
    return out;
}

/* ---- Decisions by order ----------------------------------------------------------------- */
typedef struct order_tally {
    uint32_t all, played;
    uint16_t hand; /* a hand of the order */
} order_tally;

/* Up cards of a rank that are not in the hand; any one card where none is seen. */
static trey_cardset cards_against(const trey_strategy *strategy, unsigned hand, unsigned rank) {
    if (!strategy->sees_up_card) return 1;
    trey_cardset four = UINT64_C(15) << (4 * rank);
    return four & ~trey_hand_set(trey_hand_at(hand));
}

static trey_cardset played_against(const trey_strategy *strategy, unsigned hand,
                                   trey_cardset cards) {
    if (!strategy->sees_up_card) return strategy->play[hand] != 0;
    return strategy->play[hand] & cards;
}

static void tally_orders(const trey_strategy *strategy, const trey_rulebook *book, unsigned rank,
                         order_tally tally[TREY_STRENGTHS]) {
    memset(tally, 0, TREY_STRENGTHS * sizeof *tally);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        order_tally *at = &tally[trey_rulebook_order(book, trey_hand_rank_at(i))];
        trey_cardset cards = cards_against(strategy, i, rank);
        at->all += trey_cardset_count(cards);
        at->played += trey_cardset_count(played_against(strategy, i, cards));
        at->hand = (uint16_t)i;
    }
}

/* The order from which on playing agrees with most decisions. */
static void find_rule(const trey_rulebook *book, const order_tally tally[TREY_STRENGTHS],
                      trey_strategy_row *row) {
    uint32_t against = 0;
    for (unsigned order = 0; order < TREY_STRENGTHS; order++)
        against += tally[order].all - tally[order].played; /* if everything is played */
    row->least = 0;
    row->exceptions = against;
    unsigned above = TREY_STRENGTHS; /* past the last order that occurs */
    while (above > 0 && tally[above - 1].all == 0) above--;
    for (unsigned order = 0; order < above; order++) {
        against += tally[order].played;
        against -= tally[order].all - tally[order].played;
        if (against < row->exceptions) {
            row->exceptions = against;
            row->least = order + 1;
        }
    }
    char hand[24];
    if (row->least == 0) {
        snprintf(row->rule, sizeof row->rule, "every hand");
    } else if (row->least == above) {
        snprintf(row->rule, sizeof row->rule, "no hand");
    } else {
        trey_hand_words(book, trey_hand_at(tally[row->least].hand), hand);
        snprintf(row->rule, sizeof row->rule, "%s or better", hand);
    }
}

/* "2", "2 to 9", "10, Q". */
static void name_ranks(trey_strategy_row *row) {
    size_t at = 0;
    row->against[0] = '\0';
    for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
        if (!(row->up_ranks >> rank & 1u)) continue;
        unsigned last = rank;
        while (last + 1 < TREY_RANKS && row->up_ranks >> (last + 1) & 1u) last++;
        int put = snprintf(row->against + at, sizeof row->against - at, "%s%s%s%s", at ? ", " : "",
                           rank_word(rank), last > rank ? " to " : "",
                           last > rank ? rank_word(last) : "");
        at += (size_t)put;
        if (at >= sizeof row->against) return;
        rank = last;
    }
}

unsigned trey_strategy_rows(const trey_strategy *strategy, const trey_rulebook *book,
                            trey_strategy_row rows[TREY_STRATEGY_ROWS]) {
    order_tally tally[TREY_STRENGTHS];
    unsigned count = 0, ranks = strategy->sees_up_card ? TREY_RANKS : 1;
    for (unsigned rank = 0; rank < ranks; rank++) {
        trey_strategy_row row = {.up_ranks = 0};
        tally_orders(strategy, book, rank, tally);
        find_rule(book, tally, &row);
        if (strategy->sees_up_card) row.up_ranks = (uint16_t)(1u << rank);
        if (count > 0 && rows[count - 1].least == row.least) {
            rows[count - 1].up_ranks |= row.up_ranks;
            rows[count - 1].exceptions += row.exceptions;
        } else {
            rows[count++] = row;
        }
    }
    for (unsigned i = 0; i < count; i++) name_ranks(&rows[i]);
    return count;
}

/* ---- Exceptions -------------------------------------------------------------------------- */
static void find_example(const trey_strategy *strategy, const trey_rulebook *book, unsigned rank,
                         unsigned order, trey_strategy_exception *e) {
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        if (trey_rulebook_order(book, trey_hand_rank_at(i)) != order) continue;
        trey_cardset cards = cards_against(strategy, i, rank);
        trey_cardset played = played_against(strategy, i, cards);
        trey_cardset so = e->play ? played : cards & ~played;
        if (so == 0) continue;
        e->example = trey_hand_at(i);
        e->up_card = strategy->sees_up_card ? trey_cardset_lowest(so) : TREY_NO_CARD;
        trey_hand_words(book, e->example, e->hand);
        return;
    }
}

size_t trey_strategy_exceptions(const trey_strategy *strategy, const trey_rulebook *book,
                                const trey_strategy_row *rows, unsigned count,
                                trey_strategy_exception *out, size_t room) {
    order_tally tally[TREY_STRENGTHS];
    size_t found = 0;
    unsigned ranks = strategy->sees_up_card ? TREY_RANKS : 1;
    for (unsigned rank = 0; rank < ranks; rank++) {
        unsigned row = 0;
        while (strategy->sees_up_card && row < count && !(rows[row].up_ranks >> rank & 1u)) row++;
        if (row == count || rows[row].exceptions == 0) continue;
        tally_orders(strategy, book, rank, tally);
        for (unsigned order = 0; order < TREY_STRENGTHS; order++) {
            bool below = order < rows[row].least;
            uint32_t of = below ? tally[order].played : tally[order].all - tally[order].played;
            if (of == 0) continue;
            if (found < room) {
                out[found] = (trey_strategy_exception){
                    .row = row, .play = below, .of = of, .all = tally[order].all};
                find_example(strategy, book, rank, order, &out[found]);
            }
            found++;
        }
    }
    return found;
}
