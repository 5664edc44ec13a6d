/* odds_count.c -- every deal counted, every hand decided.
 *
 * Hands are taken class by class. What the player knows when he decides is his hand
 * and, where the book turns one up, a card of the dealer's: for each such state of
 * knowledge the dealer's hands are counted by showdown and best five, both decisions
 * are valued, and the deals are added to the situation that the decision leads to.
 * A decision that changes nothing on average is a fold. */
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

/* Sums of 18,424 results stay inside 64 bits. */
#define NET_MAX INT64_C(100000000000000)

/* Where what the cards say about a hand is kept, or lies until the next one. */
typedef struct class_places {
    class_counts *counts;
    card_counts *cards;
    envy_places *places;
    wide_counts *wide;
    envy_pairs *pairs;
} class_places;

/* What the player knows, and the deals that go with it. */
typedef struct knowledge {
    unsigned class_number, mark, three, members;
    unsigned card; /* in the suits of the class, or TREY_NO_CARD */
    class_places at;
    showdown_counts all; /* whatever the six cards */
    uint16_t deals[SIXES][SHOWDOWNS];
    uint64_t sixes; /* that occur, one bit each */
    envy_now envy;
} knowledge;

/* ---- Learning what is paid --------------------------------------------------------- */
/* A dealer's hand that meets the class's hand in this way, if need be with a best five
 * that is not listed. */
static trey_hand some_dealer(const trey_odds *odds, trey_hand hand, unsigned showdown, bool low) {
    unsigned player = odds->dealers.player[trey_hand_index(hand)];
    trey_cardset own = trey_hand_set(hand);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        if (showdown_of(odds->dealers.value[i], player) != showdown) continue;
        trey_hand dealer = trey_hand_list()[i];
        if (trey_hand_set(dealer) & own) continue;
        if (low && odds->uses_five && odds->six.five[trey_six_rank(hand, dealer)] != FIVE_LOW)
            continue;
        return dealer;
    }
    TREY_ASSERT(false);
    return trey_hand_at(0);
}

/* Hands that stand for a situation are in it, whichever way they were found. */
static void check_stands_for(const trey_odds *odds, situation s, trey_hand hand, trey_hand dealer) {
    unsigned player = odds->dealers.player[trey_hand_index(hand)];
    TREY_ASSERT(three_of(odds->house.book, hand) == s.three);
    TREY_ASSERT(showdown_of(odds->dealers.value[trey_hand_index(dealer)], player) == s.showdown);
    TREY_ASSERT(six_dealt(odds, hand, dealer) == s.six);
}

/* Hundredths of the meter in an award: what it rises by when the meter does. */
static uint8_t share_of_meter(trey_odds *odds, situation s, const settled *paid, trey_hand hand,
                              trey_hand dealer) {
    static const trey_cents more = 1000000;
    if (paid->from_meter == 0) return 0;
    settled richer = house_settles_at(&odds->house, s, hand, dealer, odds->query.meter + more);
    trey_cents rise = richer.net[TREY_WAGER_PROGRESSIVE] - paid->net[TREY_WAGER_PROGRESSIVE];
    TREY_ASSERT(rise >= 0 && rise <= more && rise % (more / 100) == 0);
    return (uint8_t)(rise / (more / 100));
}

static bool learn_choice(trey_odds *odds, situation s, trey_hand hand, trey_hand dealer) {
    net_table *nets = &odds->nets[s.three];
    check_stands_for(odds, s, hand, dealer);
    const settled *paid = house_settles(&odds->house, s, hand, dealer);
    int64_t round = 0;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        trey_cents net = settled_net(paid, wager);
        if (net > NET_MAX || net < -NET_MAX) return false;
        if (odds->query.stake[wager] > 0) round += net;
    }
    nets->round[s.choice][s.six][s.showdown] = round;
    int64_t base = settled_net(paid, TREY_WAGER_ANTE), plain = base;
    if (odds->query.stake[TREY_WAGER_PAIR_PLUS] > 0)
        plain += settled_net(paid, TREY_WAGER_PAIR_PLUS);
    /* The six cards are nothing to these wagers. */
    TREY_ASSERT(!nets->met[s.showdown] || (nets->base[s.choice][s.showdown] == base &&
                                           nets->plain[s.choice][s.showdown] == plain));
    nets->base[s.choice][s.showdown] = base;
    nets->plain[s.choice][s.showdown] = plain;
    nets->jackpot[s.choice][s.six][s.showdown] = settled_net(paid, TREY_WAGER_PROGRESSIVE);
    nets->percent[s.choice][s.six][s.showdown] = share_of_meter(odds, s, paid, hand, dealer);
    odds->stood_hand[situation_number(s)] = hand;
    odds->stood_dealer[situation_number(s)] = dealer;
    return true;
}

/* A dealer's hand that makes these six cards of the class's hand. */
static trey_hand dealer_with(const trey_odds *odds, const knowledge *k, unsigned six,
                             unsigned showdown) {
    const unsigned five = six % FIVES, sort = six / FIVES;
    const six_tally *tally = &k->at.counts->tally;
    const uint16_t(*all)[SHOWDOWNS] = odds->wide ? k->at.wide->all : tally->all;
    const uint16_t(*dealer)[SHOWDOWNS] = odds->wide ? k->at.wide->dealer : tally->dealer;
    if (!odds->wide && five == FIVE_LOW)
        return some_dealer(odds, odds->classes.item[k->class_number].hand, showdown, true);
    unsigned suited = five == FIVE_ROYAL_SPADES ? FIVE_ROYAL + k->mark : five;
    if (five == FIVE_ROYAL) {
        while (suited - FIVE_ROYAL == k->mark || all[sort * SUITED_FIVES + suited][showdown] == 0)
            suited++;
    }
    return trey_hand_at(dealer[sort * SUITED_FIVES + suited][showdown]);
}

/* Plays a round for both choices in each situation of the class that is new. */
static bool learn_new(trey_odds *odds, const knowledge *k) {
    net_table *nets = &odds->nets[k->three];
    trey_hand hand = odds->classes.item[k->class_number].hand;
    for (unsigned six = 0; six < odds->sixes; six++) {
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
            if (k->deals[six][showdown] == 0 || nets->known[six][showdown]) continue;
            trey_hand dealer = dealer_with(odds, k, six, showdown);
            situation s = {0, showdown, k->three, six};
            for (s.choice = 0; s.choice < CHOICES; s.choice++) {
                if (!learn_choice(odds, s, hand_with_mark(hand, k->mark),
                                  hand_with_mark(dealer, k->mark))) {
                    return false;
                }
            }
            nets->known[six][showdown] = nets->met[showdown] = true;
        }
    }
    return true;
}

/* ---- Counting the dealer's hands ------------------------------------------------------ */
/* By what the six cards are; of `suited` there are so many. What is not counted there is low. */
static void place_sixes(knowledge *k, const uint16_t (*suited)[SHOWDOWNS], unsigned count) {
    unsigned left[SHOWDOWNS];
    memset(k->deals, 0, (count > SUITED_FIVES ? SIXES : FIVES) * sizeof *k->deals);
    k->sixes = 1u << FIVE_LOW;
    for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++)
        left[showdown] = showdown_count(k->all, showdown);
    for (unsigned six = 0; six < count; six++) {
        const unsigned as = six_of(six / SUITED_FIVES, five_with_mark(six % SUITED_FIVES, k->mark));
        uint64_t any;
        memcpy(&any, suited[six], sizeof any);
        if (any == 0) continue;
        k->sixes |= UINT64_C(1) << as;
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
            k->deals[as][showdown] = (uint16_t)(k->deals[as][showdown] + suited[six][showdown]);
            left[showdown] -= suited[six][showdown];
        }
    }
    for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
        /* Where every dealer's hand was looked at none is left. */
        TREY_ASSERT(count <= SUITED_FIVES || left[showdown] == 0);
        k->deals[FIVE_LOW][showdown] = (uint16_t)(k->deals[FIVE_LOW][showdown] + left[showdown]);
    }
}

/* Of all dealer's hands, or of those that hold the card that is seen. */
static void place_deals(const trey_odds *odds, knowledge *k) {
    const bool seen = k->card != TREY_NO_CARD;
    const class_places *at = &k->at;
    k->all = seen ? at->cards->with[k->card] : at->counts->all;
    if (odds->wide) {
        place_sixes(k, seen ? at->wide->with[k->card] : at->wide->all, SUITED_SIXES);
    } else if (odds->uses_five) {
        place_sixes(k, seen ? at->cards->six.with[k->card] : at->counts->tally.all, SUITED_FIVES);
    } else {
        place_sixes(k, NULL, 0);
    }
}

/* ---- Deciding ------------------------------------------------------------------------ */
/* Sums over the dealer's hands; the round's with envy, times its scale. */
typedef struct choice_values {
    trey_int128 round[CHOICES];
    int64_t base[CHOICES], plain[CHOICES];
    uint32_t deals;
} choice_values;

static choice_values value_choices(const trey_odds *odds, const knowledge *k) {
    const net_table *nets = &odds->nets[k->three];
    choice_values v = {.deals = 0};
    int64_t round[CHOICES] = {0};
    for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
        int64_t deals = showdown_count(k->all, showdown);
        v.deals += (uint32_t)deals;
        for (unsigned choice = 0; choice < CHOICES; choice++) {
            v.base[choice] += deals * nets->base[choice][showdown];
            v.plain[choice] += deals * nets->plain[choice][showdown];
        }
    }
    for (uint64_t sixes = k->sixes; sixes != 0; sixes &= sixes - 1) {
        unsigned six = (unsigned)__builtin_ctzll(sixes);
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
            int64_t deals = k->deals[six][showdown];
            round[CHOICE_PLAY] += deals * nets->round[CHOICE_PLAY][six][showdown];
            round[CHOICE_FOLD] += deals * nets->round[CHOICE_FOLD][six][showdown];
        }
    }
    for (unsigned choice = 0; choice < CHOICES; choice++)
        v.round[choice] =
            round[choice] * odds->envy.scale + (odds->envy.in_round ? k->envy.value[choice] : 0);
    return v;
}

/* What the jackpot bet is worth here, for every meter. */
static void note_jackpot(trey_odds *odds, const knowledge *k) {
    const net_table *nets = &odds->nets[k->three];
    bool in_round = odds->query.stake[TREY_WAGER_PROGRESSIVE] > 0;
    jackpot_values *values = &odds->jackpot_values[k->class_number][k->mark];
    memset(values, 0, sizeof *values);
    values->members = k->members;
    int64_t without[CHOICES] = {0}, jackpot[CHOICES] = {0};
    for (uint64_t sixes = k->sixes; sixes != 0; sixes &= sixes - 1) {
        unsigned six = (unsigned)__builtin_ctzll(sixes);
        for (unsigned i = 0; i < CHOICES * SHOWDOWNS; i++) {
            unsigned choice = i / SHOWDOWNS, showdown = i % SHOWDOWNS;
            int64_t deals = k->deals[six][showdown], bet = nets->jackpot[choice][six][showdown];
            jackpot[choice] += deals * bet;
            without[choice] += deals * (nets->round[choice][six][showdown] - (in_round ? bet : 0));
            values->percent[choice] += deals * nets->percent[choice][six][showdown];
        }
    }
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        values->without[choice] = without[choice] * odds->envy.scale;
        values->jackpot[choice] = jackpot[choice] * odds->envy.scale + k->envy.value[choice];
    }
}

/* Of so many hands that are alike. */
static strategy_sums sums_of(const choice_values *v, unsigned choice, uint64_t members) {
    return (strategy_sums){v->round[choice] * (trey_int128)members,
                           v->base[choice] * (trey_int128)members,
                           choice == CHOICE_PLAY ? v->deals * members : 0};
}

static void add_to(strategy_sums *sums, strategy_sums more) {
    sums->round += more.round;
    sums->base += more.base;
    sums->played += more.played;
}

static void add_cells(trey_odds *odds, const knowledge *k, unsigned choice, uint64_t members) {
    if (members == 0) return;
    for (uint64_t sixes = k->sixes; sixes != 0; sixes &= sixes - 1) {
        unsigned six = (unsigned)__builtin_ctzll(sixes);
        for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
            odds->sum.cell[choice][k->three][six][showdown] += members * k->deals[six][showdown];
        }
    }
    envy_add(&odds->envy, &k->envy, &odds->sum.envy, choice, k->three, members);
}

static void decide_knowledge(trey_odds *odds, const knowledge *k, unsigned simple_plays) {
    choice_values v = value_choices(odds, k);
    bool best = v.round[CHOICE_PLAY] > v.round[CHOICE_FOLD];
    bool base = v.base[CHOICE_PLAY] > v.base[CHOICE_FOLD];
    bool plain = v.plain[CHOICE_PLAY] > v.plain[CHOICE_FOLD];
    trey_cardset card =
        k->card == TREY_NO_CARD ? TREY_CARDSET_FULL : trey_cardset_of((trey_card)k->card);
    if (best) odds->sum.best_mask[k->class_number][k->mark] |= card;
    if (base) odds->sum.base_mask[k->class_number][k->mark] |= card;
    if (plain) odds->sum.plain_mask[k->class_number][k->mark] |= card;
    odds->sum.plain += v.plain[plain ? CHOICE_PLAY : CHOICE_FOLD] * (trey_int128)k->members;
    const strategy_sums sums[CHOICES] = {sums_of(&v, CHOICE_PLAY, k->members),
                                         sums_of(&v, CHOICE_FOLD, k->members)};
    add_to(&odds->sum.sums[0], sums[best ? CHOICE_PLAY : CHOICE_FOLD]);
    for (unsigned kind = 0; kind < TREY_STRATEGY_KINDS; kind++) {
        add_to(&odds->sum.sums[kind + 1],
               sums[simple_plays >> kind & 1u ? CHOICE_PLAY : CHOICE_FOLD]);
    }
    uint64_t playing = best ? k->members : 0;
    if (odds->asked_members) {
        unsigned at = k->card == TREY_NO_CARD ? 0 : k->card;
        playing = odds->asked_members[k->class_number][k->mark][at];
        add_to(&odds->sum.asked, sums_of(&v, CHOICE_PLAY, playing));
        add_to(&odds->sum.asked, sums_of(&v, CHOICE_FOLD, k->members - playing));
    }
    add_cells(odds, k, CHOICE_PLAY, playing);
    add_cells(odds, k, CHOICE_FOLD, k->members - playing);
    odds->sum.deals += (uint64_t)v.deals * k->members;
}

/* ---- Class by class ------------------------------------------------------------------- */
/* One bit for each simple strategy that plays the hand. */
static unsigned simple_strategies(const trey_odds *odds, trey_hand hand) {
    unsigned plays = 0;
    for (unsigned kind = 0; kind < TREY_STRATEGY_KINDS; kind++) {
        if (trey_strategy_kind_plays((trey_strategy_kind)kind, odds->house.book, hand))
            plays |= 1u << kind;
    }
    return plays;
}

static void note_examples(trey_odds *odds, const knowledge *k) {
    trey_hand hand = odds->classes.item[k->class_number].hand;
    for (unsigned showdown = 0; showdown < SHOWDOWNS; showdown++) {
        unsigned deals = showdown_count(k->all, showdown);
        if (deals == 0) continue;
        if (odds->sum.hands_with[k->three][showdown] == 0) {
            odds->example_hand[k->three][showdown] = hand_with_mark(hand, k->mark);
            odds->example_dealer[k->three][showdown] =
                hand_with_mark(some_dealer(odds, hand, showdown, false), k->mark);
        }
        odds->sum.hands_with[k->three][showdown] += (uint64_t)deals * k->members;
    }
}

static void envy_of(const trey_odds *odds, knowledge *k) {
    const class_places *at = &k->at;
    if (odds->envy.matters)
        envy_here(&odds->envy, &at->counts->chances, at->pairs, odds->wide ? at->wide->free : NULL,
                  k->mark, &k->envy);
}

static bool count_mark(trey_odds *odds, knowledge *k, unsigned simple_plays) {
    trey_hand hand = odds->classes.item[k->class_number].hand;
    trey_cardset own = trey_hand_set(hand);
    k->three = three_of(odds->house.book, hand_with_mark(hand, k->mark));
    odds->three_by_class[k->class_number][k->mark] = (uint8_t)k->three;
    k->card = TREY_NO_CARD;
    place_deals(odds, k);
    if (!learn_new(odds, k)) return false;
    note_examples(odds, k);
    envy_of(odds, k);
    if (!odds->sees_card) {
        if (odds->marks_matter) note_jackpot(odds, k);
        decide_knowledge(odds, k, simple_plays);
        return true;
    }
    for (trey_cardset cards = TREY_CARDSET_FULL & ~own; cards != 0; cards &= cards - 1) {
        k->card = trey_cardset_lowest(cards);
        place_deals(odds, k);
        decide_knowledge(odds, k, simple_plays);
    }
    return true;
}

static class_places places_of(trey_odds *odds, unsigned number) {
    memory_order *kept = odds->kept;
    return (class_places){kept ? &kept->item[number] : &odds->scratch,
                          kept && kept->cards ? &kept->cards[number] : &odds->scratch_cards,
                          kept && kept->places ? &kept->places[number] : &odds->scratch_places,
                          &odds->wide_scratch, &odds->pairs};
}

static bool is_counted(const trey_odds *odds, const class_counts *counts) {
    return odds->kept && counts->counted && (!odds->envy.matters || counts->royals_counted);
}

static void look_at_dealers(const trey_odds *odds, trey_hand hand, six_row *row, wide_counts *out) {
    const wide_asked asked = {.sorts = &odds->sorts,
                              .six = odds->uses_five ? &odds->six : NULL,
                              .dealers = &odds->dealers,
                              .cards = odds->sees_card,
                              .royals = odds->envy.matters && !odds->envy.five};
    if (odds->uses_five) trey_six_row(hand, row->five, TREY_HANDS);
    wide_counts_of(&asked, row, hand, out);
}

static void count_cards(const trey_odds *odds, trey_hand hand, const class_places *to) {
    const unsigned player = odds->dealers.player[trey_hand_index(hand)];
    const bool five_royals = odds->envy.matters && odds->envy.five;
    class_counts *counts = to->counts;
    if (!odds->kept || !counts->counted || (five_royals && !counts->royals_counted)) {
        six_row row;
        counts->all = dealer_counts_without(&odds->dealers, hand.card, 3, player);
        for (unsigned card = 0; odds->sees_card && card < TREY_CARDS; card++) {
            if (trey_cardset_has(trey_hand_set(hand), (trey_card)card)) continue;
            to->cards->with[card] =
                dealer_counts_with(&odds->dealers, (trey_card)card, hand.card, 3, player);
        }
        if (odds->uses_five && !odds->wide)
            six_counts_of(&odds->six, &odds->dealers, hand, &row, &counts->tally,
                          odds->sees_card ? &to->cards->six : NULL);
        if (odds->wide) look_at_dealers(odds, hand, &row, to->wide);
        if (five_royals && !odds->wide)
            envy_places_of(&odds->envy, &odds->dealers, &odds->six, &row, hand, to->places);
        counts->counted = true;
        counts->royals_counted = five_royals;
    }
    if (odds->envy.matters && !five_royals) {
        envy_chances_of(&odds->dealers, hand, &counts->chances);
        counts->royals_counted = true;
    }
}

/* What the cards say about a hand, from the memory or counted now. */
static void look_at_hand(const trey_odds *odds, trey_hand hand, const class_places *at) {
    if (!is_counted(odds, at->counts)) count_cards(odds, hand, at);
    if (!odds->envy.matters || !odds->envy.five) return;
    if (odds->wide) {
        envy_wide_pairs_of(&odds->envy, at->wide->place, hand, at->pairs);
    } else {
        envy_pairs_of(&odds->envy, at->places, hand, at->pairs);
    }
}

static bool count_class(trey_odds *odds, unsigned number) {
    const hand_class *item = &odds->classes.item[number];
    unsigned simple_plays = simple_strategies(odds, item->hand), together = 0;
    knowledge k = {.class_number = number, .at = places_of(odds, number)};
    look_at_hand(odds, item->hand, &k.at);
    for (unsigned mark = 0; mark < TREY_SUITS; mark++) {
        k.members = item->members[mark];
        together += k.members;
        k.mark = mark;
        if (!odds->marks_matter && mark < TREY_SUITS - 1) continue;
        if (!odds->marks_matter) k.members = together;
        if (k.members > 0 && !count_mark(odds, &k, simple_plays)) return false;
    }
    for (unsigned mark = 0; !odds->marks_matter && mark < TREY_SUITS - 1; mark++) {
        odds->sum.best_mask[number][mark] = odds->sum.best_mask[number][TREY_SUITS - 1];
        odds->sum.base_mask[number][mark] = odds->sum.base_mask[number][TREY_SUITS - 1];
        odds->sum.plain_mask[number][mark] = odds->sum.plain_mask[number][TREY_SUITS - 1];
        odds->three_by_class[number][mark] = odds->three_by_class[number][TREY_SUITS - 1];
    }
    return true;
}

/* Moves a set of cards from the suits of the class to those of a hand. */
static trey_cardset in_suits_of(trey_cardset mask, const hand_place *place) {
    const trey_cardset suit = UINT64_C(0x1111111111111);
    trey_cardset moved = 0;
    for (unsigned s = 0; s < TREY_SUITS; s++) moved |= (mask >> place->suit[s] & suit) << s;
    return moved;
}

static void spread(const trey_odds *odds, const trey_cardset mask[COLOUR_CLASSES][TREY_SUITS],
                   trey_strategy *strategy) {
    strategy->sees_up_card = odds->sees_card;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const hand_place *place = &odds->classes.place[i];
        strategy->play[i] =
            in_suits_of(mask[place->class_number][place->suit[TREY_SUIT_SPADES]], place);
    }
}

/* How many hands of each class and mark play under the strategy that was asked for. */
static bool count_asked(trey_odds *odds) {
    odds->asked_members = calloc(odds->classes.count, sizeof *odds->asked_members);
    if (!odds->asked_members) return false;
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const hand_place *place = &odds->classes.place[i];
        unsigned mark = odds->marks_matter ? place->suit[TREY_SUIT_SPADES] : TREY_SUIT_SPADES;
        uint8_t *members = odds->asked_members[place->class_number][mark];
        trey_cardset play = odds->asked_strategy.play[i];
        if (!odds->sees_card) {
            members[0] = (uint8_t)(members[0] + (play != 0));
            continue;
        }
        for (; play != 0; play &= play - 1) {
            trey_card card = trey_cardset_lowest(play);
            members[trey_card_of(trey_card_rank(card), place->suit[trey_card_suit(card)])]++;
        }
    }
    return true;
}

static trey_status count_all(trey_odds *odds, const trey_strategy *others) {
    memset(&odds->sum, 0, sizeof odds->sum);
    envy_others(&odds->envy, others);
    for (unsigned number = 0; number < odds->classes.count; number++) {
        if (!count_class(odds, number)) return TREY_STATUS_MONEY_OVERFLOW;
    }
    spread(odds, odds->sum.best_mask, &odds->best);
    spread(odds, odds->sum.base_mask, &odds->base);
    spread(odds, odds->sum.plain_mask, &odds->plain);
    odds->plain_ev = trey_fraction_of(odds->sum.plain, odds->sum.deals);
    odds->used = odds->query.strategy ? &odds->asked_strategy : &odds->best;
    return TREY_STATUS_OK;
}

/* The other boxes play as we do. Where their folds move our envy, and envy our
 * decisions, the best answer to the best answer is looked for; it has always been
 * found at once, since envy is worth so little. */
static trey_status count_with_others(trey_odds *odds) {
    enum { ANSWERS = 6 };
    trey_strategy *others = malloc(sizeof *others);
    if (!others) return TREY_STATUS_NO_MEMORY;
    if (odds->query.strategy) {
        *others = *odds->query.strategy;
    } else {
        trey_strategy_fill(others, odds->house.book, TREY_STRATEGY_Q_6_4);
    }
    trey_status status = TREY_STATUS_OK;
    for (unsigned answer = 0; answer < ANSWERS; answer++) {
        status = count_all(odds, others);
        if (status != TREY_STATUS_OK || envy_same_others(&odds->envy, others, odds->used)) break;
        *others = *odds->used;
    }
    free(others);
    return status;
}

/* Everything that counting stands on. */
static trey_status prepare(trey_odds *odds) {
    const trey_rulebook *book = odds->house.book;
    odds->sees_card = odds->house.up_card || odds->query.peek;
    odds->marks_matter = odds->house.offered[TREY_WAGER_PROGRESSIVE];
    for (unsigned wager = 0; wager < TREY_STAKES; wager++)
        odds->uses_five |=
            odds->house.offered[wager] && trey_wager_looks(book, wager) == TREY_LOOKS_AT_FIVE;
    deal_sorts_open(&odds->sorts, odds->house.offered);
    const bool six_cards = odds->uses_five || odds->sorts.wagers > 0;
    odds->sixes = six_cards ? FIVES * odds->sorts.count : 1;
    hand_classes_fill(&odds->classes, odds->sorts.by_colour);
    dealer_counts_fill(&odds->dealers, book);
    if (odds->uses_five) six_counts_fill(&odds->six, book);
    trey_status status = envy_open(&odds->envy, &odds->house, odds->sees_card, odds->sixes);
    if (status != TREY_STATUS_OK) return status;
    odds->wide =
        odds->sorts.wagers > 0 || (odds->uses_five && odds->envy.matters && !odds->envy.five);
    return odds->memory && !odds->wide && !odds_recall(odds) ? TREY_STATUS_NO_MEMORY
                                                             : TREY_STATUS_OK;
}

trey_status odds_count(trey_odds *odds) {
    trey_status status = prepare(odds);
    if (status == TREY_STATUS_OK && odds->query.strategy) {
        odds->asked_strategy = *odds->query.strategy;
        if (!count_asked(odds)) status = TREY_STATUS_NO_MEMORY;
    }
    return status == TREY_STATUS_OK ? count_with_others(odds) : status;
}

trey_status odds_warm(trey_odds *odds, unsigned classes, bool *more) {
    trey_status status = prepare(odds);
    *more = false;
    if (!odds->kept) return status; /* nothing would be left of it */
    for (unsigned number = 0; status == TREY_STATUS_OK && number < odds->classes.count; number++) {
        const class_places at = places_of(odds, number);
        if (is_counted(odds, at.counts)) continue;
        *more = classes == 0;
        if (*more) break;
        count_cards(odds, odds->classes.item[number].hand, &at);
        classes--;
    }
    return status;
}

/* ---- One hand, when somebody asks ------------------------------------------------------- */
/* The same counts once more for this hand alone, in its own suits: a few microseconds,
 * so that nothing has to be kept for the 22,100 hands and 49 up cards. */
bool trey_odds_moves(const trey_odds *odds, trey_hand hand, trey_card up_card,
                     trey_fraction worth[2]) {
    for (unsigned i = 0; i < 3; i++) {
        if (hand.card[i] >= TREY_CARDS) return false;
    }
    trey_cardset own = trey_hand_set(hand);
    if (trey_cardset_count(own) != 3 || odds->sees_card != (up_card != TREY_NO_CARD)) return false;
    if (odds->sees_card && (up_card >= TREY_CARDS || trey_cardset_has(own, up_card))) return false;
    const unsigned index = trey_hand_index(hand);
    class_counts counts;
    card_counts cards;
    envy_places places;
    wide_counts wide;
    envy_pairs pairs;
    knowledge k = {.mark = TREY_SUIT_SPADES,
                   .card = up_card,
                   .three = three_at(odds, index),
                   .at = {&counts, &cards, &places, &wide, &pairs}};
    look_at_hand(odds, trey_hand_at(index), &k.at);
    envy_of(odds, &k);
    place_deals(odds, &k);
    choice_values v = value_choices(odds, &k);
    for (unsigned choice = 0; choice < CHOICES; choice++)
        worth[choice] = trey_fraction_of(v.round[choice], v.deals * odds->envy.scale);
    return true;
}
