/* bank_liability.c -- can a bank run short at all?
 *
 * A bank cannot run short before as much money as it has was won from it and lost to it
 * together, whatever a reading counts against it. So it is enough that it has as much as the
 * seats can move in one round, with everything covered. Seats do not reach their highest
 * results together, since what one royal flush needs no other seat can hold; so pairs of seats
 * are looked at. */
#include <stdlib.h>

#include "odds_parts.h"

settled settled_of_wagers(const settled *all, const bool in[TREY_STAKES]) {
    settled s = {.known = true};
    for (unsigned w = 0; w < LINES; w++) {
        if (!all->there[w] || !in[trey_wager(w)->head]) continue;
        s.net[w] = all->net[w];
        s.staked[w] = all->staked[w];
        s.row[w] = all->row[w];
        s.result[w] = all->result[w];
        s.ground[w] = all->ground[w];
        s.there[w] = true;
    }
    return s;
}

trey_cents settled_moves(const settled *s) {
    trey_cents sum = 0;
    for (unsigned w = 0; w < LINES; w++) sum += s->net[w] < 0 ? -s->net[w] : s->net[w];
    return sum;
}

/* The most that one seat can win from the bank and lose to it together, everything covered. */
static trey_cents most_moved(const trey_odds *covered, const bool in[TREY_STAKES]) {
    trey_cents most = 0;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (!covered->house.known[n].known) continue;
        settled s = settled_of_wagers(&covered->house.known[n], in);
        trey_cents moved = settled_moves(&s);
        if (moved > most) most = moved;
    }
    return most;
}

/* The most that two seats can move together, over all dealer's hands: what one royal flush
 * needs, no other seat can hold. Any number of seats moves at most so much for each two.
 * Decisions are taken either way. */
typedef struct candidate {
    trey_cents moves;
    trey_cardset set;
} candidate;

typedef struct pair_search {
    const trey_odds *covered;
    trey_cents most; /* of a pair, so far */
    trey_cents moves[THREES][SIXES][SHOWDOWNS];
    trey_five five[TREY_HANDS + 32];
    trey_cents hand[TREY_HANDS]; /* against this dealer; -1 where they share a card */
    candidate item[TREY_HANDS];
} pair_search;

static int dearest_first(const void *a, const void *b) {
    const candidate *left = a, *right = b;
    if (left->moves != right->moves) return left->moves > right->moves ? -1 : 1;
    return (left->set > right->set) - (left->set < right->set);
}

static unsigned royals_alike(unsigned six) {
    return six % FIVES == FIVE_ROYAL_SPADES ? six_of(six / FIVES, FIVE_ROYAL) : six;
}

static trey_cents moves_of_hands(pair_search *p, trey_hand dealer) {
    const trey_odds *odds = p->covered;
    const trey_cardset gone = trey_hand_set(dealer);
    const unsigned value = odds->dealers.value[trey_hand_index(dealer)];
    trey_cents most = 0;
    if (odds->uses_five) trey_six_row(dealer, p->five, TREY_HANDS);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        p->hand[i] = -1;
        if (trey_hand_set(trey_hand_list()[i]) & gone) continue;
        const unsigned six = royals_alike(six_in(odds, trey_hand_list()[i], dealer, p->five[i]));
        p->hand[i] = p->moves[three_at(odds, i)][six][showdown_of(value, odds->dealers.player[i])];
        if (p->hand[i] > most) most = p->hand[i];
    }
    return most;
}

static void search_pairs(pair_search *p, trey_hand dealer) {
    const trey_cents first = moves_of_hands(p, dealer);
    size_t count = 0;
    if (2 * first <= p->most) return;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        if (p->hand[i] >= 0 && p->hand[i] + first > p->most)
            p->item[count++] = (candidate){p->hand[i], trey_hand_set(trey_hand_list()[i])};
    }
    qsort(p->item, count, sizeof *p->item, dearest_first);
    for (size_t i = 0; i < count && 2 * p->item[i].moves > p->most; i++) {
        for (size_t j = i + 1; j < count; j++) {
            const trey_cents both = p->item[i].moves + p->item[j].moves;
            if (both <= p->most) break;
            if (!(p->item[i].set & p->item[j].set)) p->most = both;
        }
    }
}

/* -1 for want of memory. */
static trey_cents most_moved_by_two(const trey_odds *covered, const bool in[TREY_STAKES]) {
    pair_search *p = calloc(1, sizeof *p);
    if (!p) return -1;
    p->covered = covered;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (!covered->house.known[n].known) continue;
        const settled paid = settled_of_wagers(&covered->house.known[n], in);
        const situation s = situation_at(n);
        const unsigned alike = royals_alike(s.six);
        for (unsigned as = 0; as < THREES; as++) { /* royals of all suits move the same or less */
            const bool royal = s.three >= THREE_ROYAL && as >= THREE_ROYAL;
            trey_cents *moves = &p->moves[as][alike][s.showdown];
            if ((as == s.three || royal) && settled_moves(&paid) > *moves)
                *moves = settled_moves(&paid);
        }
    }
    if (covered->marks_matter) {
        for (unsigned i = 0; i < TREY_HANDS; i++) search_pairs(p, trey_hand_at(i));
    } else {
        for (unsigned i = 0; i < covered->classes.count; i++)
            search_pairs(p, covered->classes.item[i].hand);
    }
    const trey_cents most = p->most;
    free(p);
    return most;
}

bool bank_may_run_short(const trey_odds *odds, const trey_odds *covered, const bool in[TREY_STAKES],
                        bool *may) {
    const trey_cents one = most_moved(covered, in), bank = odds->query.bank;
    const trey_cents seats = odds->query.boxes;
    *may = one * seats > bank;
    if (!*may || one > bank) return true;
    const trey_cents two = most_moved_by_two(covered, in);
    *may = two * seats > 2 * bank;
    return two >= 0;
}
