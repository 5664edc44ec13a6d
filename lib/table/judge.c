/* judge.c -- one small function for each way of judging a wager.
 *
 * A judge sees the book and the showdown and says whether a wager has won, lost or goes back, on
 * which ground, and by which row of which pay table. Where the money comes from is not its
 * business: see settle.c.
 *
 * Most judges go by what the three cards are, or the best five. A judge that goes by anything
 * else about the cards is a function that sorts deals, with a word for each sort. The odds and
 * the simulator call the same function, so a new one needs no code of theirs. */
#include "judge.h"

#include <string.h>

/* ---- The showdown ---------------------------------------------------------------- */
void showdown_open(showdown *s, const trey_rules *rules, const trey_table *table) {
    memset(s, 0, sizeof *s);
    trey_hand dealer = hand_in(table->dealer);
    s->dealer = dealer;
    s->dealer_order = order_of(rules, trey_hand_rank(dealer));
    s->qualifies = trey_rulebook_qualifies(rules->book, dealer);
}

void showdown_hand(showdown *s, const deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    trey_hand hand = hand_in(box->card);
    s->seat = seat;
    s->hand = hand;
    s->opened = d->opened >> seat & 1u;
    s->looked = box->looked != 0;
    trey_rank rank = trey_hand_rank(hand);
    s->order = order_of(d->rules, rank);
    /* A royal has pay rows of its own, also where the ladder counts it among the straight
     * flushes. */
    s->three =
        trey_rank_category(rank) == TREY_HAND_ROYAL ? TREY_HAND_ROYAL : category_of(d->rules, rank);
}

/* A pooled wager follows its owner's decision. */
void showdown_bettor(showdown *s, const trey_rules *rules, const trey_box *box,
                     const trey_bettor *bettor) {
    bool pooled = rule(rules, TREY_KEY_SHARED) != TREY_SHARED_BACKLINE;
    s->folded = (pooled ? box->bettor : bettor)->choice == TREY_CHOICE_FOLD;
    s->keeps = box->keeps_side_bets;
}

/* ---- Verdicts ---------------------------------------------------------------------- */
static verdict lost(trey_ground ground) {
    return (verdict){.result = TREY_LINE_LOSE, .ground = ground, .pays = &pays_nothing};
}

static verdict returned(trey_ground ground, trey_result as) {
    return (verdict){.result = as, .ground = ground, .pays = &pays_nothing};
}

static verdict won(trey_ground ground, const pay_row *row) {
    return (verdict){.result = TREY_LINE_WIN, .ground = ground, .pays = row};
}

static bool is_listed(const pay_row *row) {
    return row->key != TREY_NO_KEY && row->pay.n > 0;
}

static bool gives_up(const trey_rules *rules, const showdown *s, unsigned wager) {
    return s->folded && !outlives_fold(rules, wager, s->keeps);
}

/* Under one reading a supervisor's look proves what a hand not shown is worth [mbs 3.10.1]. */
static bool proved(const trey_rules *rules, const showdown *s, unsigned wager) {
    trey_key key = (trey_key)trey_wager(wager)->unshown;
    if (s->opened) return true;
    return s->looked && !rules->absent[key] && rule(rules, key) == TREY_UNSHOWN_BY_LOOK;
}

/* ---- Judges -------------------------------------------------------------------------- */
/* Ante and Play meet the dealer's hand; the book has a word for every way that can end. */
static verdict judge_against_dealer(const trey_rules *rules, const showdown *s, unsigned wager) {
    const trey_wager_row *row = trey_wager(wager);
    trey_ground ground;
    unsigned key;
    if (gives_up(rules, s, wager)) return lost(TREY_GROUND_FOLDED);
    if (!s->opened) {
        ground = s->qualifies ? TREY_GROUND_UNSHOWN : TREY_GROUND_UNSHOWN_UNQUALIFIED;
        key = s->qualifies ? TREY_KEY_UNSHOWN_BEATEN : row->unshown_unqualified;
    } else if (!s->qualifies) {
        ground = TREY_GROUND_UNQUALIFIED;
        key = row->unqualified;
    } else if (s->order > s->dealer_order) {
        ground = TREY_GROUND_BETTER;
        key = TREY_KEY_BETTER_HAND;
    } else if (s->order < s->dealer_order) {
        ground = TREY_GROUND_WORSE;
        key = TREY_KEY_WORSE_HAND;
    } else {
        ground = TREY_GROUND_EQUAL;
        key = TREY_KEY_EQUAL_HAND;
    }
    switch (rule(rules, (trey_key)key)) {
    case TREY_RESULT_PAID:
        return won(ground, &rules->pays[wager][PAY_ALWAYS]);
    case TREY_RESULT_RETURNED:
        return returned(ground, TREY_LINE_PUSH);
    default:
        return lost(ground);
    }
}

/* A wager that a pay table decides, whatever the dealer holds. */
static verdict judge_by_table(const trey_rules *rules, const showdown *s, unsigned wager,
                              unsigned slot) {
    const trey_wager_row *row = trey_wager(wager);
    const pay_row *pays = &rules->pays[wager][slot];
    if (gives_up(rules, s, wager)) return lost(TREY_GROUND_FOLDED);
    if (!proved(rules, s, wager)) {
        bool back = rule(rules, (trey_key)row->unshown) == TREY_UNSHOWN_RETURNED;
        return back ? returned(TREY_GROUND_UNSHOWN, TREY_LINE_RETURNED) : lost(TREY_GROUND_UNSHOWN);
    }
    if (is_listed(pays))
        return won(!s->opened  ? TREY_GROUND_UNSHOWN_LOOKED
                   : s->folded ? TREY_GROUND_HAND_PAYS_FOLDED
                               : TREY_GROUND_HAND_PAYS,
                   pays);
    trey_ground ground = s->folded ? TREY_GROUND_NOT_LISTED_FOLDED : TREY_GROUND_NOT_LISTED;
    bool back = rule(rules, (trey_key)row->unlisted) == TREY_RESULT_RETURNED;
    return back ? returned(ground, TREY_LINE_PUSH) : lost(ground);
}

static verdict judge_own_three(const trey_rules *rules, const showdown *s, unsigned wager) {
    return judge_by_table(rules, s, wager, s->three);
}

static verdict judge_best_five(const trey_rules *rules, const showdown *s, unsigned wager) {
    trey_five five = trey_six_rank(s->hand, s->dealer);
    return judge_by_table(rules, s, wager, trey_rulebook_five_category(rules->book, five));
}

/* On a win, a loss, a stand-off and against a dealer who does not qualify, as the book has it of
 * each; after a fold only where the book lets it live [mbs 3.11.3] [mbs 3.12.4] [rws 3.16]. */
static verdict judge_bonus(const trey_rules *rules, const showdown *s, unsigned wager) {
    const pay_row *pays = &rules->pays[wager][s->three];
    const verdict nothing = {.ground = TREY_GROUND_NONE};
    if (!is_listed(pays) || gives_up(rules, s, wager) || !proved(rules, s, wager)) return nothing;
    bool beaten = s->qualifies && s->order <= s->dealer_order;
    trey_key asked =
        s->order == s->dealer_order ? TREY_KEY_BONUS_ON_STAND_OFF : TREY_KEY_BONUS_ON_LOSS;
    if (!s->qualifies) asked = TREY_KEY_BONUS_UNQUALIFIED;
    if ((!s->qualifies || beaten) && rule(rules, asked) == TREY_FLAG_NO) return nothing;
    verdict made = won(s->qualifies ? TREY_GROUND_BONUS : TREY_GROUND_BONUS_UNQUALIFIED, pays);
    made.result = TREY_LINE_BONUS;
    return made;
}

/* ---- Sorts of deals --------------------------------------------------------------------- */
enum { COLOURS_MIXED, COLOURS_OWN_THREE, COLOURS_ALL_SIX, COLOUR_SORTS };
static const char *const colour_words[COLOUR_SORTS] = {
    [COLOURS_OWN_THREE] = "three_of_one_colour", [COLOURS_ALL_SIX] = "six_of_one_colour"};

static unsigned red_cards(const trey_card card[3]) {
    unsigned red = 0;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned suit = trey_card_suit(card[i]);
        red += suit == TREY_SUIT_DIAMONDS || suit == TREY_SUIT_HEARTS;
    }
    return red;
}

static unsigned colour_sort(const trey_card own[3], const trey_card dealer[3]) {
    const unsigned red = red_cards(own);
    if (red != 0 && red != 3) return COLOURS_MIXED;
    return red_cards(dealer) == red ? COLOURS_ALL_SIX : COLOURS_OWN_THREE;
}

/* ---- The table of judges --------------------------------------------------------------- */
static const char *const fives[TREY_FIVE_CATEGORIES] = {
    "high_card", "pair",       "two_pair",       "three_of_a_kind", "straight",
    "flush",     "full_house", "four_of_a_kind", "straight_flush",  "royal"};

/* What decides where a judge finds its row of the pay table. */
typedef struct judge_row {
    wager_judge *judge;
    trey_looks looks;
    /* Where it looks at the sort of a deal, which judge_by_sort does: which sort a deal
     * is, how many there are, their words in the paths of keys (none for a sort that no table
     * lists), and whether red and black matter. */
    unsigned sorts;
    const char *const *word;
    trey_sorter *sort;
    bool by_colour;
} judge_row;

static verdict judge_by_sort(const trey_rules *rules, const showdown *s, unsigned wager);

static const judge_row judges[TREY_JUDGES] = {
    [TREY_JUDGE_DEALER] = {.judge = judge_against_dealer, .looks = TREY_LOOKS_AT_DEALER},
    [TREY_JUDGE_OWN_THREE] = {.judge = judge_own_three, .looks = TREY_LOOKS_AT_THREE},
    [TREY_JUDGE_BEST_FIVE] = {.judge = judge_best_five, .looks = TREY_LOOKS_AT_FIVE},
    [TREY_JUDGE_BONUS] = {.judge = judge_bonus, .looks = TREY_LOOKS_AT_THREE},
    /* These depend on more than one hand, and are judged in jackpot_awards.c. Which cards they
     * look at is the book's to say. */
    [TREY_JUDGE_JACKPOT] = {.looks = TREY_LOOKS_AT_THREE},
    [TREY_JUDGE_ENVY] = {.looks = TREY_LOOKS_AT_THREE},
    [TREY_JUDGE_COLOUR] = {.judge = judge_by_sort,
                           .looks = TREY_LOOKS_AT_SORT,
                           .sorts = COLOUR_SORTS,
                           .word = colour_words,
                           .sort = colour_sort,
                           .by_colour = true},
};

static const judge_row *judge_of(unsigned wager) {
    return &judges[trey_wager(wager)->judge];
}

static verdict judge_by_sort(const trey_rules *rules, const showdown *s, unsigned wager) {
    return judge_by_table(rules, s, wager, judge_of(wager)->sort(s->hand.card, s->dealer.card));
}

wager_judge *judge_function(unsigned wager) {
    const judge_row *row = judge_of(wager);
    TREY_ASSERT(row->judge);
    return row->judge;
}

/* ---- What judges look at ------------------------------------------------------------------ */
trey_looks trey_wager_looks(const trey_rulebook *book, unsigned wager) {
    const trey_judge judge = (trey_judge)trey_wager(wager)->judge;
    if (judge == TREY_JUDGE_JACKPOT || judge == TREY_JUDGE_ENVY) {
        const trey_rule *hand = trey_rulebook_rule(book, TREY_KEY_JACKPOT_HAND);
        const bool five =
            hand->form != TREY_FORM_ABSENT && trey_rule_word(hand) == TREY_JACKPOT_HAND_BEST_FIVE;
        return five ? TREY_LOOKS_AT_FIVE : TREY_LOOKS_AT_THREE;
    }
    return judge_of(wager)->looks;
}

unsigned trey_wager_sorts(unsigned wager) {
    const judge_row *row = judge_of(wager);
    return row->looks == TREY_LOOKS_AT_SORT ? row->sorts : 1;
}

trey_sorter *trey_wager_sorter(unsigned wager) {
    return judge_of(wager)->sort;
}

bool trey_wager_sorts_by_colour(unsigned wager) {
    return judge_of(wager)->by_colour;
}

unsigned judge_slot(const trey_rules *rules, unsigned wager, const char *word) {
    const judge_row *row = judge_of(wager);
    const trey_looks looks = trey_wager_looks(rules->book, wager);
    if (strcmp(word, "royal_spades") == 0) return PAY_SPADES;
    const unsigned slots = looks == TREY_LOOKS_AT_SORT   ? row->sorts
                           : looks == TREY_LOOKS_AT_FIVE ? (unsigned)TREY_FIVE_CATEGORIES
                                                         : (unsigned)TREY_CATEGORIES;
    for (unsigned slot = 0; slot < slots; slot++) {
        const char *of = looks == TREY_LOOKS_AT_SORT   ? row->word[slot]
                         : looks == TREY_LOOKS_AT_FIVE ? fives[slot]
                                                       : trey_category_word(slot);
        if (of && strcmp(word, of) == 0) return slot;
    }
    return PAY_SLOTS;
}
