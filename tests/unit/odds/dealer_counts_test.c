/* dealer_counts_test.c -- inclusion and exclusion against looking at every hand. */
#include "cmocka_suite.h"

#include <stdlib.h>
#include <string.h>

#include "dealer_counts.h"
#include "hand_classes.h"

static uint64_t state_of_random = 20240601;
static unsigned drawn(unsigned n) {
    state_of_random = state_of_random * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(state_of_random >> 33) % n;
}

/* Every dealer's hand without the cards that are gone and with those that are held. */
static void count_plainly(const dealer_counts *counts, trey_cardset gone, trey_cardset held,
                          unsigned player, unsigned result[SHOWDOWNS]) {
    memset(result, 0, SHOWDOWNS * sizeof *result);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_cardset set = trey_hand_set(trey_hand_at(i));
        if ((set & gone) || (set & held) != held) continue;
        unsigned value = counts->value[i];
        result[value == 0       ? SHOWDOWN_UNQUALIFIED
               : value < player ? SHOWDOWN_BETTER
               : value > player ? SHOWDOWN_WORSE
                                : SHOWDOWN_EQUAL]++;
    }
}

static void assert_counts(showdown_counts counts, const unsigned expected[SHOWDOWNS]) {
    for (unsigned s = 0; s < SHOWDOWNS; s++)
        assert_int_equal(showdown_count(counts, s), expected[s]);
}

static void check_draw(const dealer_counts *counts, unsigned hands) {
    trey_card deck[TREY_CARDS], gone[TREY_CARDS];
    unsigned expected[SHOWDOWNS], count = 3 * hands;
    trey_cardset set = 0;
    for (unsigned i = 0; i < TREY_CARDS; i++) deck[i] = (trey_card)i;
    for (unsigned i = 0; i < count + 2; i++) {
        unsigned at = i + drawn(TREY_CARDS - i);
        trey_card swap = deck[i];
        deck[i] = deck[at];
        deck[at] = swap;
        if (i < count) set |= trey_cardset_of(deck[i]);
    }
    unsigned at = count;
    for (trey_cardset left = set; left != 0; left &= left - 1)
        gone[--at] = trey_cardset_lowest(left);
    unsigned player = counts->player[trey_hand_index(trey_hand_of(deck[0], deck[1], deck[2]))];
    trey_card held = deck[count], beside = deck[count + 1];
    count_plainly(counts, set, 0, player, expected);
    assert_counts(dealer_counts_without(counts, gone, count, player), expected);
    count_plainly(counts, set, trey_cardset_of(held), player, expected);
    assert_counts(dealer_counts_with(counts, held, gone, count, player), expected);
    count_plainly(counts, set, trey_cardset_of(held) | trey_cardset_of(beside), player, expected);
    assert_counts(dealer_counts_with_two(counts, held, beside, gone, count, player), expected);
}

static void counts_agree_for_one_to_seven_hands_gone(void **state) {
    (void)state;
    static const struct {
        const char *book, *reading;
        char letter;
    } cases[] = {{"mbs", "A-MBS-01", 'A'},
                 {"mbs", "A-MBS-01", 'B'},
                 {"rws", "A-RWS-09", 'B'},
                 {"ca-six-card", "A-CA-02", 'C'},
                 {"ca-six-card", "A-CA-04", 'B'}};
    dealer_counts *counts = malloc(sizeof *counts);
    assert_non_null(counts);
    print_message("seed %llu\n", (unsigned long long)state_of_random);
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        trey_rulebook *book;
        assert_int_equal(trey_rulebook_open(&book, cases[c].book, NULL), TREY_STATUS_OK);
        assert_int_equal(trey_rulebook_choose(book, cases[c].reading, cases[c].letter),
                         TREY_STATUS_OK);
        dealer_counts_fill(counts, book);
        for (unsigned hands = 1; hands <= 7; hands++) {
            for (unsigned i = 0; i < 25; i++) check_draw(counts, hands);
        }
        trey_rulebook_close(book);
    }
    free(counts);
}

static void every_hand_has_its_class_and_every_class_its_members(void **state) {
    (void)state;
    hand_classes *classes = malloc(sizeof *classes);
    assert_non_null(classes);
    hand_classes_fill(classes, false);
    unsigned members = 0;
    for (unsigned i = 0; i < HAND_CLASSES; i++) {
        for (unsigned mark = 0; mark < TREY_SUITS; mark++)
            members += classes->item[i].members[mark];
    }
    assert_int_equal(members, TREY_HANDS);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const hand_place *place = &classes->place[i];
        trey_hand hand = trey_hand_at(i), of_class = classes->item[place->class_number].hand;
        trey_cardset renamed = 0;
        unsigned suits = 0;
        for (unsigned c = 0; c < 3; c++) {
            trey_card card = hand.card[c];
            renamed |= trey_cardset_of(
                trey_card_of(trey_card_rank(card), place->suit[trey_card_suit(card)]));
        }
        for (unsigned s = 0; s < TREY_SUITS; s++) suits |= 1u << place->suit[s];
        assert_true(renamed == trey_hand_set(of_class));
        assert_int_equal(suits, 15);
        assert_int_equal(trey_rank_strength(trey_hand_rank(hand)),
                         trey_rank_strength(trey_hand_rank(of_class)));
        trey_hand marked = hand_with_mark(of_class, place->suit[TREY_SUIT_SPADES]);
        assert_int_equal(trey_hand_rank(marked), trey_hand_rank(hand));
    }
    free(classes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_for_one_to_seven_hands_gone),
        cmocka_unit_test(every_hand_has_its_class_and_every_class_its_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
