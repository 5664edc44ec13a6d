/* random_decks.c -- decks in which rare hands are common. */
#include "random_decks.h"

/* The cards that are still to be had. */
typedef struct pool {
    random_source *random;
    trey_cardset left;
} pool;

static trey_card draw_any(pool *from) {
    unsigned skip = random_below(from->random, trey_cardset_count(from->left));
    trey_cardset set = from->left;
    while (skip-- > 0) set &= set - 1;
    trey_card card = trey_cardset_lowest(set);
    from->left &= ~trey_cardset_of(card);
    return card;
}

/* Takes the wanted cards where they are all there and different. */
static bool draw_these(pool *from, const trey_card *wanted, unsigned count, trey_card *out) {
    trey_cardset set = 0;
    for (unsigned i = 0; i < count; i++) set |= trey_cardset_of(wanted[i]);
    if (trey_cardset_count(set) != count || (set & from->left) != set) return false;
    from->left &= ~set;
    for (unsigned i = 0; i < count; i++) out[i] = wanted[i];
    return true;
}

static unsigned any_rank(pool *from) {
    return random_below(from->random, TREY_RANKS);
}

static unsigned any_suit(pool *from) {
    return random_below(from->random, TREY_SUITS);
}

/* ---- Three cards worth having -------------------------------------------- */

static void royal(pool *from, trey_card out[3]) {
    /* Spades twice as often as any other. */
    unsigned suit = random_chance(from->random, 40) ? TREY_SUIT_SPADES : any_suit(from);
    for (unsigned i = 0; i < 3; i++) out[i] = trey_card_of(TREY_RANK_ACE - i, suit);
}

/* Three in a row from the ace as one to the ace as the highest, of one suit or of
 * any; the ace low is as likely as everything else together. */
static void sequence(pool *from, bool suited, trey_card out[3]) {
    unsigned suit = any_suit(from);
    unsigned low = random_chance(from->random, 50) ? 0 : random_below(from->random, 12);
    for (unsigned i = 0; i < 3; i++) {
        unsigned rank = (low + i + TREY_RANK_ACE) % TREY_RANKS; /* 0 is A-2-3, 11 is Q-K-A */
        out[i] = trey_card_of(rank, suited ? suit : any_suit(from));
    }
}

static void same_rank(pool *from, unsigned count, trey_card *out) {
    unsigned rank = any_rank(from), skip = any_suit(from);
    for (unsigned i = 0; i < count; i++) out[i] = trey_card_of(rank, (skip + i) % TREY_SUITS);
}

static void one_suit(pool *from, trey_card out[3]) {
    unsigned suit = any_suit(from);
    for (unsigned i = 0; i < 3; i++) out[i] = trey_card_of(any_rank(from), suit);
}

/* Around the least hand with which a dealer qualifies. */
static void nearly_queen_high(pool *from, trey_card out[3]) {
    unsigned high = random_chance(from->random, 50) ? TREY_RANK_QUEEN : TREY_RANK_JACK;
    unsigned second = random_below(from->random, high);
    out[0] = trey_card_of(high, any_suit(from));
    out[1] = trey_card_of(second, any_suit(from));
    out[2] = trey_card_of(random_below(from->random, high), any_suit(from));
}

/* The dealer's ranks in other suits: a stand-off, or nearly one. */
static void as_the_dealer(pool *from, const trey_card dealer[3], trey_card out[3]) {
    unsigned change = random_below(from->random, 6); /* which card differs, if any */
    for (unsigned i = 0; i < 3; i++) {
        unsigned rank = change == i ? any_rank(from) : trey_card_rank(dealer[i]);
        out[i] = trey_card_of(rank, any_suit(from));
    }
}

/* `kinds` 10 takes the dealer's hand into account, 8 does not. */
static void special_hand(pool *from, unsigned kinds, const trey_card *dealer, trey_card out[3]) {
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        trey_card wanted[3];
        switch (random_below(from->random, kinds)) {
        case 0:
        case 1:
            royal(from, wanted);
            break;
        case 2:
            sequence(from, true, wanted);
            break;
        case 3:
            sequence(from, false, wanted);
            break;
        case 4:
            same_rank(from, 3, wanted);
            break;
        case 5:
            same_rank(from, 2, wanted);
            wanted[2] = trey_card_of(any_rank(from), any_suit(from));
            break;
        case 6:
            one_suit(from, wanted);
            break;
        case 7:
            nearly_queen_high(from, wanted);
            break;
        default:
            as_the_dealer(from, dealer, wanted);
            break;
        }
        if (draw_these(from, wanted, 3, out)) return;
    }
    for (unsigned i = 0; i < 3; i++) out[i] = draw_any(from);
}

/* ---- Five cards of six worth having -------------------------------------- */

static void five_in_a_row(pool *from, bool suited, trey_card out[5]) {
    unsigned suit = random_chance(from->random, 30) ? TREY_SUIT_SPADES : any_suit(from);
    unsigned low = random_below(from->random, 10); /* 0 is A-2-3-4-5, 9 is 10-J-Q-K-A */
    if (random_chance(from->random, 50)) low = random_chance(from->random, 60) ? 9 : 0;
    for (unsigned i = 0; i < 5; i++) {
        unsigned rank = (low + i + TREY_RANK_ACE) % TREY_RANKS;
        out[i] = trey_card_of(rank, suited ? suit : any_suit(from));
    }
}

static void five_worth_having(pool *from, trey_card out[5]) {
    switch (random_below(from->random, 8)) {
    case 0:
    case 1:
    case 2:
    case 3:
        five_in_a_row(from, true, out);
        break;
    case 4:
        five_in_a_row(from, false, out);
        break;
    case 5:
        same_rank(from, 4, out);
        out[4] = trey_card_of(any_rank(from), any_suit(from));
        break;
    case 6:
        same_rank(from, 3, out);
        same_rank(from, 2, out + 3);
        break;
    default: {
        unsigned suit = any_suit(from);
        for (unsigned i = 0; i < 5; i++) out[i] = trey_card_of(any_rank(from), suit);
        break;
    }
    }
}

/* Six cards of which five are worth having, cut between a player and the dealer. */
static bool split_five(pool *from, trey_card player[3], trey_card dealer[3]) {
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        trey_card wanted[5], six[6];
        five_worth_having(from, wanted);
        if (!draw_these(from, wanted, 5, six)) continue;
        six[5] = draw_any(from);
        for (unsigned i = 5; i > 0; i--) {
            unsigned j = random_below(from->random, i + 1);
            trey_card card = six[i];
            six[i] = six[j];
            six[j] = card;
        }
        for (unsigned i = 0; i < 3; i++) {
            player[i] = six[i];
            dealer[i] = six[i + 3];
        }
        return true;
    }
    return false;
}

void random_hands(random_source *random, unsigned hands, trey_card card[TREY_CARDS]) {
    pool from = {random, TREY_CARDSET_FULL};
    unsigned theme = random_below(random, 10);
    bool dealt[TREY_CARDS / 3] = {false};
    trey_card *dealer = card + (size_t)3 * (hands - 1);
    if (theme < 4) { /* five of six */
        unsigned at = random_below(random, hands - 1);
        dealt[at] = dealt[hands - 1] = split_five(&from, card + (size_t)3 * at, dealer);
    }
    bool fair = theme == 9;
    if (!dealt[hands - 1]) {
        if (!fair && random_chance(random, 60)) {
            special_hand(&from, 8, dealer, dealer);
        } else {
            for (unsigned i = 0; i < 3; i++) dealer[i] = draw_any(&from);
        }
    }
    for (unsigned at = 0; at + 1 < hands; at++) {
        if (dealt[at]) continue;
        if (!fair && random_chance(random, 60)) {
            special_hand(&from, 10, dealer, card + (size_t)3 * at);
        } else {
            for (unsigned i = 0; i < 3; i++) card[3 * at + i] = draw_any(&from);
        }
    }
    for (unsigned i = 3 * hands; i < TREY_CARDS; i++) card[i] = draw_any(&from);
}
