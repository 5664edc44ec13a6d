/* envy_counts.c -- royals in other boxes, by inclusion and exclusion.
 *
 * Royals of three: for a set of royals the dealer's hands that leave all their cards
 * in the deck are counted as usual, with those cards gone too; differences over the
 * sets that contain a set give the dealer's hands that leave exactly these royals.
 * How many of the free ones then lie in the other boxes is again a sum over sets.
 *
 * Royals of five: the dealer and another box split one into two cards and three, and a
 * sixth card lies with the two. There are forty splits and 47 sixth cards; whether the
 * other box has folded its part depends on its three cards only, so for each split it is
 * enough to know how many sixth cards bring about which result. */
#include "envy_counts.h"

#include <string.h>

#include "hand_classes.h"

enum { OTHER_HANDS = 15180 }; /* three of the 46 cards that two hands leave */

static trey_cardset royal_cards(unsigned suit, unsigned lowest) {
    trey_cardset cards = 0;
    for (unsigned rank = lowest; rank <= TREY_RANK_ACE; rank++)
        cards |= trey_cardset_of(trey_card_of(rank, suit));
    return cards;
}

static trey_hand hand_of_set(trey_cardset set) {
    trey_card low = trey_cardset_lowest(set);
    set &= set - 1;
    trey_card middle = trey_cardset_lowest(set);
    set &= set - 1;
    return trey_hand_of(trey_cardset_lowest(set), middle, low);
}

/* Three of the 46 - 3i cards that are left. */
static trey_int128 hands_left(unsigned i) {
    trey_int128 cards = 46 - 3 * (trey_int128)i;
    return cards * (cards - 1) * (cards - 2) / 6;
}

/* ---- What envy pays ----------------------------------------------------------------- */
/* A deal of each kind, in which the other box makes the royal and nobody else does. */
static void learn_pay(envy_book *envy, house *h) {
    for (unsigned spades = 0; spades < 2; spades++) {
        unsigned suit = spades ? TREY_SUIT_SPADES : TREY_SUIT_HEARTS;
        trey_hand own = trey_hand_of(trey_card_of(TREY_RANK_3, TREY_SUIT_CLUBS),
                                     trey_card_of(TREY_RANK_2 + 3, TREY_SUIT_DIAMONDS),
                                     trey_card_of(TREY_RANK_2 + 5, TREY_SUIT_CLUBS));
        trey_hand other = hand_of_set(royal_cards(suit, TREY_RANK_QUEEN));
        trey_hand dealer =
            trey_hand_of(trey_card_of(TREY_RANK_JACK, suit), trey_card_of(TREY_RANK_10, suit),
                         trey_card_of(TREY_RANK_2, TREY_SUIT_DIAMONDS));
        for (unsigned choice = 0; choice < CHOICES; choice++) {
            for (unsigned others = 0; others < CHOICES; others++) {
                envy->pay[choice][others][spades] =
                    house_envy(h, choice, others, own, other, dealer);
            }
        }
    }
}

static void list_splits(envy_book *envy) {
    unsigned count = 0;
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        const trey_cardset royal = royal_cards(suit, TREY_RANK_10);
        for (trey_cardset two = royal; two != 0; two = (two - 1) & royal) {
            if (trey_cardset_count(two) != 2) continue;
            TREY_ASSERT(count < ROYAL_SPLITS);
            royal_split *split = &envy->split[count++];
            split->suit = suit;
            split->cards = royal;
            split->three = (uint16_t)trey_hand_index(hand_of_set(royal & ~two));
            for (unsigned sixth = 0; sixth < TREY_CARDS; sixth++) {
                const trey_cardset card = trey_cardset_of((trey_card)sixth);
                if (!(royal & card))
                    split->two[sixth] = (uint16_t)trey_hand_index(hand_of_set(two | card));
            }
        }
    }
    TREY_ASSERT(count == ROYAL_SPLITS);
}

trey_status envy_open(envy_book *envy, house *h, bool sees_card, unsigned sixes) {
    memset(envy, 0, sizeof *envy);
    envy->scale = 1;
    envy->sixes = sixes;
    if (!h->offered[TREY_WAGER_PROGRESSIVE] || h->boxes < 2 || sees_card) return TREY_STATUS_OK;
    envy->others = h->boxes - 1;
    envy->in_round = h->query->stake[TREY_WAGER_PROGRESSIVE] > 0;
    envy->five =
        trey_rulebook_rule(h->book, TREY_KEY_JACKPOT_HAND)->value.n == TREY_JACKPOT_HAND_BEST_FIVE;
    learn_pay(envy, h);
    for (unsigned i = 0; i < CHOICES * CHOICES * 2; i++)
        envy->matters |= envy->pay[i / 4][i / 2 % 2][i % 2] != 0;
    if (envy->matters && envy->five) {
        envy->scale = OTHER_HANDS;
        list_splits(envy);
    }
    return TREY_STATUS_OK;
}

static uint8_t marks_that_play(const trey_strategy *others, unsigned number) {
    const trey_hand written = trey_hand_list()[number];
    unsigned marks = 0;
    for (unsigned mark = 0; mark < TREY_SUITS; mark++) {
        trey_hand hand = hand_with_mark(written, mark);
        if (trey_strategy_plays(others, hand, TREY_NO_CARD)) marks |= 1u << mark;
    }
    return (uint8_t)marks;
}

/* How a royal of three is played. */
static unsigned royal_choice(const trey_strategy *others, unsigned spades) {
    unsigned suit = spades ? TREY_SUIT_SPADES : TREY_SUIT_HEARTS;
    trey_hand royal = hand_of_set(royal_cards(suit, TREY_RANK_QUEEN));
    return trey_strategy_plays(others, royal, TREY_NO_CARD) ? CHOICE_PLAY : CHOICE_FOLD;
}

bool envy_same_others(const envy_book *envy, const trey_strategy *before,
                      const trey_strategy *others) {
    if (!envy->matters) return true;
    if (envy->five) return memcmp(before->play, others->play, sizeof before->play) == 0;
    return royal_choice(before, 0) == royal_choice(others, 0) &&
           royal_choice(before, 1) == royal_choice(others, 1);
}

void envy_others(envy_book *envy, const trey_strategy *others) {
    if (!envy->matters) return;
    for (unsigned spades = 0; spades < 2; spades++)
        envy->royal_choice[spades] = royal_choice(others, spades);
    for (unsigned i = 0; envy->five && i < ROYAL_SPLITS; i++) {
        royal_split *split = &envy->split[i];
        memset(split->two_playing, 0, sizeof split->two_playing);
        split->three_plays = marks_that_play(others, split->three);
        for (unsigned sixth = 0; sixth < TREY_CARDS; sixth++) {
            if (trey_cardset_has(split->cards, (trey_card)sixth)) continue;
            split->two_plays[sixth] = marks_that_play(others, split->two[sixth]);
            split->two_playing[split->two_plays[sixth]]++;
        }
    }
}

/* ---- Royals of three ------------------------------------------------------------------ */
/* Cards of a set, highest first. */
static unsigned sorted_cards(trey_cardset set, trey_card card[TREY_CARDS]) {
    unsigned count = trey_cardset_count(set), at = count;
    for (; set != 0; set &= set - 1) card[--at] = trey_cardset_lowest(set);
    return count;
}

void envy_chances_of(const dealer_counts *dealers, trey_hand hand, envy_chances *out) {
    unsigned player = dealers->player[trey_hand_index(hand)], possible = 0;
    trey_cardset own = trey_hand_set(hand), royal[TREY_SUITS];
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        royal[suit] = royal_cards(suit, TREY_RANK_QUEEN);
        if (!(royal[suit] & own)) possible |= 1u << suit;
    }
    /* Dealer's hands that leave at least these royals. */
    showdown_counts *leave = out->exactly;
    memset(out->exactly, 0, sizeof out->exactly);
    for (unsigned set = 0; set < 1u << TREY_SUITS; set++) {
        if (set & ~possible) continue;
        trey_cardset gone = own;
        for (unsigned suit = 0; suit < TREY_SUITS; suit++)
            gone |= set >> suit & 1u ? royal[suit] : 0;
        trey_card card[TREY_CARDS];
        leave[set] = dealer_counts_without(dealers, card, sorted_cards(gone, card), player);
    }
    /* And exactly these. */
    for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
        for (unsigned set = 0; set < 1u << TREY_SUITS; set++) {
            if (!(set >> suit & 1u)) leave[set] -= leave[set | 1u << suit];
        }
    }
    out->possible = possible;
}

/* Dealer's hands that leave these royals, by what the six cards are. */
static void leave_royals(const uint16_t left[SUITED_SIXES][SHOWDOWNS], unsigned royals,
                         unsigned mark, envy_now *here) {
    for (unsigned suited = 0; suited < SUITED_SIXES; suited++) {
        const unsigned six =
            six_of(suited / SUITED_FIVES, five_with_mark(suited % SUITED_FIVES, mark));
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++)
            here->free[six][showdown][royals] += left[suited][showdown];
    }
}

static void three_here(const envy_book *envy, const envy_chances *chances, royals_left left,
                       unsigned mark, envy_now *here) {
    for (unsigned set = 0; set < 1u << TREY_SUITS; set++) {
        unsigned spades = set >> mark & 1u;
        unsigned others = (unsigned)__builtin_popcount(set & ~(1u << mark));
        if (left) leave_royals(left[set], others * 2 + spades, mark, here);
        for (unsigned showdown = 0; !left && showdown < SHOWDOWNS; showdown++)
            here->free[0][showdown][others * 2 + spades] +=
                showdown_count(chances->exactly[set], showdown);
    }
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
            if (!(chances->possible >> suit & 1u)) continue;
            unsigned spades = suit == mark;
            here->value[choice] +=
                (trey_int128)envy->others * envy->pay[choice][envy->royal_choice[spades]][spades];
        }
    }
}

/* ---- Royals of five ------------------------------------------------------------------- */
static unsigned place_of(const dealer_counts *dealers, const six_counts *six, const six_row *row,
                         unsigned dealer, unsigned player) {
    trey_five best = row->five[dealer];
    unsigned five = best >= six->first_listed ? six->five[best] : FIVE_LOW;
    TREY_ASSERT(five < FIVE_ROYAL); /* two royals would need four of the dealer's cards */
    return five * SHOWDOWNS + showdown_of(dealers->value[dealer], player);
}

void envy_places_of(const envy_book *envy, const dealer_counts *dealers, const six_counts *six,
                    const six_row *row, trey_hand hand, envy_places *out) {
    unsigned player = dealers->player[trey_hand_index(hand)];
    trey_cardset own = trey_hand_set(hand);
    out->runs = 0;
    for (unsigned i = 0; i < ROYAL_SPLITS; i++) {
        const royal_split *split = &envy->split[i];
        out->three[i] = NO_PLACE;
        if (split->cards & own) continue;
        out->three[i] = (uint8_t)place_of(dealers, six, row, split->three, player);
        uint8_t sixths[FIVES * SHOWDOWNS] = {0};
        for (trey_cardset left = TREY_CARDSET_FULL & ~own & ~split->cards; left; left &= left - 1)
            sixths[place_of(dealers, six, row, split->two[trey_cardset_lowest(left)], player)]++;
        for (unsigned place = 0; place < FIVES * SHOWDOWNS; place++) {
            if (sixths[place] == 0) continue;
            TREY_ASSERT(out->runs < PLACE_RUNS);
            out->run[out->runs].split = (uint8_t)i;
            out->run[out->runs].place = (uint8_t)place;
            out->run[out->runs++].sixths = sixths[place];
        }
    }
}

static void add_pairs(envy_pairs *pairs, unsigned place, unsigned suit, unsigned marks,
                      unsigned count) {
    uint16_t *played = pairs->played[place][suit];
    for (unsigned mark = 0; mark < TREY_SUITS; mark++)
        played[mark] = (uint16_t)(played[mark] + (marks >> mark & 1u) * count);
    pairs->all[place][suit] = (uint16_t)(pairs->all[place][suit] + count);
}

static void clear_pairs(const envy_book *envy, envy_pairs *out) {
    memset(out->played, 0, envy->sixes * SHOWDOWNS * sizeof *out->played);
    memset(out->all, 0, envy->sixes * SHOWDOWNS * sizeof *out->all);
}

/* The dealer has the three; others have the two, with any sixth card but one's own. */
static void add_twos(const royal_split *split, unsigned place, trey_hand hand, envy_pairs *out) {
    for (unsigned marks = 0; marks < MARK_SETS; marks++) {
        unsigned count = split->two_playing[marks];
        if (count == 0) continue;
        for (unsigned card = 0; card < 3; card++)
            count -= split->two_plays[hand.card[card]] == marks;
        if (count > 0) add_pairs(out, place, split->suit, marks, count);
    }
}

void envy_wide_pairs_of(const envy_book *envy, const uint8_t place[TREY_HANDS], trey_hand hand,
                        envy_pairs *out) {
    const trey_cardset own = trey_hand_set(hand);
    clear_pairs(envy, out);
    for (unsigned i = 0; i < ROYAL_SPLITS; i++) {
        const royal_split *split = &envy->split[i];
        if (split->cards & own) continue;
        add_twos(split, place[split->three], hand, out);
        for (trey_cardset left = TREY_CARDSET_FULL & ~own & ~split->cards; left; left &= left - 1)
            add_pairs(out, place[split->two[trey_cardset_lowest(left)]], split->suit,
                      split->three_plays, 1);
    }
}

void envy_pairs_of(const envy_book *envy, const envy_places *places, trey_hand hand,
                   envy_pairs *out) {
    clear_pairs(envy, out);
    for (unsigned i = 0; i < places->runs; i++) {
        const royal_split *split = &envy->split[places->run[i].split];
        add_pairs(out, places->run[i].place, split->suit, split->three_plays,
                  places->run[i].sixths);
    }
    for (unsigned i = 0; i < ROYAL_SPLITS; i++) {
        const royal_split *split = &envy->split[i];
        if (places->three[i] != NO_PLACE) add_twos(split, places->three[i], hand, out);
    }
}

static void five_here(const envy_book *envy, const envy_pairs *pairs, unsigned mark,
                      envy_now *here) {
    int64_t sum[CHOICES][2] = {{0}}; /* by the other's choice, and spades */
    for (unsigned i = 0; i < envy->sixes * SHOWDOWNS * TREY_SUITS; i++) {
        unsigned place = i / TREY_SUITS, suit = i % TREY_SUITS, spades = suit == mark;
        const unsigned all = pairs->all[place][suit];
        if (all == 0) continue;
        unsigned by_choice[CHOICES];
        by_choice[CHOICE_PLAY] = pairs->played[place][suit][mark];
        by_choice[CHOICE_FOLD] = all - by_choice[CHOICE_PLAY];
        for (unsigned others = 0; others < CHOICES; others++) {
            here->ways[place / SHOWDOWNS][place % SHOWDOWNS][others][spades] += by_choice[others];
            sum[others][spades] += by_choice[others];
        }
    }
    for (unsigned i = 0; i < CHOICES * CHOICES * 2; i++) {
        unsigned choice = i / 4, others = i / 2 % 2, spades = i % 2;
        here->value[choice] +=
            (trey_int128)(sum[others][spades] * envy->others) * envy->pay[choice][others][spades];
    }
}

void envy_here(const envy_book *envy, const envy_chances *chances, const envy_pairs *pairs,
               royals_left left, unsigned mark, envy_now *here) {
    memset(here->value, 0, sizeof here->value);
    memset(here->free, 0, envy->sixes * sizeof *here->free);
    memset(here->ways, 0, envy->sixes * sizeof *here->ways);
    if (envy->five) {
        five_here(envy, pairs, mark, here);
    } else {
        three_here(envy, chances, left, mark, here);
    }
}

void envy_add(const envy_book *envy, const envy_now *here, envy_cells *cells, unsigned choice,
              unsigned three, uint64_t members) {
    if (!envy->matters) return;
    for (unsigned at = 0; at < envy->sixes * SHOWDOWNS; at++) {
        const unsigned six = at / SHOWDOWNS, showdown = at % SHOWDOWNS;
        const uint32_t *free = here->free[six][showdown];
        for (unsigned i = 0; !envy->five && i < ROYALS_FREE; i++)
            cells->free[choice][three][six][showdown][i] += members * free[i];
        const uint32_t(*ways)[2] = here->ways[six][showdown];
        if ((ways[0][0] | ways[0][1] | ways[1][0] | ways[1][1]) == 0) continue;
        for (unsigned i = 0; i < CHOICES * 2; i++)
            cells->ways[choice][three][six][showdown][i / 2][i % 2] += members * ways[i / 2][i % 2];
    }
}

/* ---- Ends ------------------------------------------------------------------------------ */
static unsigned most_royals(const envy_book *envy) {
    return envy->others < TREY_SUITS ? envy->others : TREY_SUITS;
}

trey_int128 envy_total(const envy_book *envy) {
    if (!envy->matters) return 1;
    if (envy->five) return OTHER_HANDS;
    trey_int128 total = 1;
    for (unsigned i = 0; i < most_royals(envy); i++) total *= hands_left(i);
    return total;
}

static trey_int128 choose(unsigned n, unsigned k) {
    trey_int128 ways = 1;
    for (unsigned i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

/* Of envy_total: certain royals, this many, lie in some of the boxes. */
static trey_int128 held(const envy_book *envy, unsigned royals) {
    trey_int128 weight = 1;
    if (royals > most_royals(envy)) return 0;
    for (unsigned i = 0; i < most_royals(envy); i++) {
        weight *= i < royals ? (trey_int128)(envy->others - i) : hands_left(i);
    }
    return weight;
}

/* These and no others, of all that are free. */
static trey_int128 held_exactly(const envy_book *envy, unsigned royals, unsigned free) {
    trey_int128 weight = 0;
    for (unsigned more = 0; royals + more <= free; more++) {
        trey_int128 with = choose(free - royals, more) * held(envy, royals + more);
        weight += more % 2 ? -with : with;
    }
    return weight;
}

static unsigned three_ends(const envy_book *envy, const envy_cells *cells, situation s,
                           envy_end end[ENVY_ENDS]) {
    const uint64_t *free = cells->free[s.choice][s.three][s.six][s.showdown];
    const trey_cents other = envy->pay[s.choice][envy->royal_choice[0]][0];
    const trey_cents spade = envy->pay[s.choice][envy->royal_choice[1]][1];
    for (unsigned i = 0; i < ROYALS_FREE; i++) {
        unsigned others = i / 2, spades = i % 2;
        end[i] = (envy_end){others * other + spades * spade, 0};
        for (unsigned f = 0; f < ROYALS_FREE; f++) {
            if (free[f] == 0 || f / 2 < others || f % 2 < spades) continue;
            end[i].weight += (trey_int128)free[f] * choose(f / 2, others) *
                             held_exactly(envy, others + spades, f / 2 + f % 2);
        }
    }
    return ROYALS_FREE;
}

static unsigned five_ends(const envy_book *envy, const envy_cells *cells, situation s,
                          uint64_t deals, envy_end end[ENVY_ENDS]) {
    end[0] = (envy_end){0, (trey_int128)deals * OTHER_HANDS};
    unsigned count = 1;
    for (unsigned i = 0; i < CHOICES * 2; i++) {
        uint64_t ways = cells->ways[s.choice][s.three][s.six][s.showdown][i / 2][i % 2];
        trey_int128 weight = (trey_int128)ways * envy->others;
        end[0].weight -= weight;
        end[count++] = (envy_end){envy->pay[s.choice][i / 2][i % 2], weight};
    }
    return count;
}

unsigned envy_ends(const envy_book *envy, const envy_cells *cells, situation s, uint64_t deals,
                   envy_end end[ENVY_ENDS]) {
    if (!envy->matters) {
        end[0] = (envy_end){0, (trey_int128)deals};
        return 1;
    }
    return envy->five ? five_ends(envy, cells, s, deals, end) : three_ends(envy, cells, s, end);
}
