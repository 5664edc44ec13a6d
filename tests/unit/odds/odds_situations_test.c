/* odds_situations_test.c -- a situation says all that the settlement looks at.
 *
 * The odds play one round for each situation and take its lines for all deals of the
 * kind. Here many other deals are played, from decks in which rare hands are common and
 * on both sides of every step of the ranking, for every book under every letter of every
 * reading: each must settle as its situation did. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "random_decks.h"
#include "situations.h"

typedef struct checker {
    house *h;
    trey_odds_query query;
    bool five;
    unsigned played;
} checker;

static unsigned five_of(const checker *c, trey_hand hand, trey_hand dealer) {
    if (!c->five) return FIVE_LOW;
    trey_five five = trey_six_rank(hand, dealer);
    trey_five_category category = trey_rulebook_five_category(c->h->book, five);
    if (category < TREY_FIVE_THREE_OF_A_KIND) return FIVE_LOW;
    if (category == TREY_FIVE_ROYAL && trey_five_royal_suit(five) == TREY_SUIT_SPADES)
        return FIVE_ROYAL_SPADES;
    return category - TREY_FIVE_THREE_OF_A_KIND + 1;
}

static unsigned showdown_here(const checker *c, trey_hand hand, trey_hand dealer) {
    unsigned own = trey_rulebook_order(c->h->book, trey_hand_rank(hand));
    unsigned other = trey_rulebook_order(c->h->book, trey_hand_rank(dealer));
    if (!trey_rulebook_qualifies(c->h->book, dealer)) return SHOWDOWN_UNQUALIFIED;
    return own > other ? SHOWDOWN_BETTER : own < other ? SHOWDOWN_WORSE : SHOWDOWN_EQUAL;
}

static void assert_settled(const settled *a, const settled *b) {
    for (unsigned i = 0; i < LINES; i++) {
        assert_int_equal(a->net[i], b->net[i]);
        assert_int_equal(a->staked[i], b->staked[i]);
        assert_int_equal(a->there[i], b->there[i]);
        assert_int_equal(a->row[i], b->row[i]);
        assert_int_equal(a->result[i], b->result[i]);
        assert_int_equal(a->ground[i], b->ground[i]);
    }
    assert_int_equal(a->from_meter, b->from_meter);
    assert_int_equal(a->meter_after, b->meter_after);
}

static void check_deal(checker *c, trey_hand hand, trey_hand dealer) {
    if (trey_hand_set(hand) & trey_hand_set(dealer)) return;
    situation s = {0, showdown_here(c, hand, dealer), three_of(c->h->book, hand),
                   five_of(c, hand, dealer)};
    for (s.choice = 0; s.choice < CHOICES; s.choice++) {
        settled first = *house_settles(c->h, s, hand, dealer);
        settled *kept = &c->h->known[situation_number(s)];
        kept->known = false; /* play this very deal */
        settled now = *house_settles(c->h, s, hand, dealer);
        *kept = first;
        assert_settled(&first, &now);
        c->played++;
    }
}

/* Every strength against itself and its neighbours, as cards allow. */
static void check_boundaries(checker *c) {
    static uint16_t of_strength[TREY_STRENGTHS][2];
    static uint8_t count[TREY_STRENGTHS];
    memset(count, 0, sizeof count);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        unsigned strength = trey_rank_strength(trey_hand_rank_at(i));
        if (count[strength] < 2)
            of_strength[strength][count[strength]++] = (uint16_t)i;
        else
            of_strength[strength][1] = (uint16_t)i; /* in other suits than the first */
    }
    for (unsigned strength = 0; strength < TREY_STRENGTHS; strength++) {
        for (int by = -1; by <= 1; by++) {
            int other = (int)strength + by;
            if (other < 0 || other >= TREY_STRENGTHS) continue;
            check_deal(c, trey_hand_at(of_strength[strength][0]),
                       trey_hand_at(of_strength[other][1]));
            check_deal(c, trey_hand_at(of_strength[strength][1]),
                       trey_hand_at(of_strength[other][0]));
        }
    }
}

static void check_random(checker *c, random_source *random, unsigned deals) {
    for (unsigned i = 0; i < deals; i++) {
        trey_card card[TREY_CARDS];
        random_hands(random, 2, card);
        check_deal(c, trey_hand_of(card[0], card[1], card[2]),
                   trey_hand_of(card[3], card[4], card[5]));
    }
}

static void check_book(const trey_rulebook *book, bool side_bets, trey_cents bank, house *h,
                       random_source *random, unsigned deals) {
    checker c = {.h = h};
    trey_odds_fault fault;
    bool jackpot = trey_rulebook_rule(book, TREY_KEY_JACKPOT_HAND)->form != TREY_FORM_ABSENT;
    trey_odds_query_preset(book, &c.query);
    c.query.bank = bank;
    if (side_bets) {
        c.query.stake[TREY_WAGER_PAIR_PLUS] = 700;
        if (jackpot) c.query.stake[TREY_WAGER_PROGRESSIVE] = 500;
        c.query.boxes = jackpot ? 3 : 1;
    }
    assert_int_equal(house_open(h, book, &c.query, &fault), TREY_STATUS_OK);
    c.five = !jackpot || trey_rulebook_rule(book, TREY_KEY_JACKPOT_HAND)->value.n ==
                             TREY_JACKPOT_HAND_BEST_FIVE;
    check_random(&c, random, deals);
    if (deals > 500) check_boundaries(&c);
    assert_true(c.played > deals / 2);
    house_close(h);
}

static void every_deal_settles_as_its_situation(void **state) {
    (void)state;
    const char *seed = getenv("TREY_SEED");
    random_source random = {seed ? strtoull(seed, NULL, 10) : 20240602};
    house *h = malloc(sizeof *h);
    assert_non_null(h);
    print_message("seed %llu\n", (unsigned long long)random.state);
    for (unsigned b = 0; b < TREY_BUILTIN_RULEBOOKS; b++) {
        trey_rulebook *book, *fork;
        assert_int_equal(trey_rulebook_open(&book, trey_builtin_id(b), NULL), TREY_STATUS_OK);
        check_book(book, true, 0, h, &random, 4000);
        if (b == 3) check_book(book, true, 3000, h, &random, 4000);
        for (size_t r = 0; r < trey_rulebook_readings(book); r++) {
            const trey_reading *reading = trey_rulebook_reading(book, r);
            for (unsigned letter = 0; reading->switchable && letter < reading->letters; letter++) {
                assert_int_equal(trey_rulebook_fork(&fork, book), TREY_STATUS_OK);
                assert_int_equal(trey_rulebook_choose(fork, reading->id, (char)('A' + letter)),
                                 TREY_STATUS_OK);
                check_book(fork, letter % 2 == 0, b == 3 && letter % 2 ? 3000 : 0, h, &random, 400);
                trey_rulebook_close(fork);
            }
        }
        trey_rulebook_close(book);
    }
    free(h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deal_settles_as_its_situation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
