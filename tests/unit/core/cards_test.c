/* cards_test.c -- cards, sets of cards, decks, and the numbering of hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <trey/core.h>

static void reads(const char *text, unsigned rank, unsigned suit, const char *rest) {
    trey_card card = TREY_NO_CARD;
    const char *end = NULL;
    assert_int_equal(trey_card_parse(text, &card, &end), TREY_STATUS_OK);
    assert_int_equal(card, trey_card_of(rank, suit));
    assert_string_equal(end, rest);
}
static void refuses(const char *text, const char *from) {
    trey_card card = TREY_NO_CARD;
    const char *end = NULL;
    assert_int_equal(trey_card_parse(text, &card, &end), TREY_STATUS_CARD_SYNTAX);
    assert_int_equal(card, TREY_NO_CARD);
    assert_string_equal(end, from);
    assert_int_equal(trey_card_parse(text, &card, NULL), TREY_STATUS_CARD_SYNTAX);
}

static void a_ten_is_written_10_or_t(void **state) {
    (void)state;
    reads("10h", TREY_RANK_10, TREY_SUIT_HEARTS, "");
    reads("Th", TREY_RANK_10, TREY_SUIT_HEARTS, "");
    reads("tH", TREY_RANK_10, TREY_SUIT_HEARTS, "");
}

static void letters_may_be_of_either_case(void **state) {
    (void)state;
    reads("Qs", TREY_RANK_QUEEN, TREY_SUIT_SPADES, "");
    reads("qS", TREY_RANK_QUEEN, TREY_SUIT_SPADES, "");
    reads("ad", TREY_RANK_ACE, TREY_SUIT_DIAMONDS, "");
    reads("2C,", TREY_RANK_2, TREY_SUIT_CLUBS, ",");
}

static void suit_signs_are_read(void **state) {
    (void)state;
    reads("A\u2660", TREY_RANK_ACE, TREY_SUIT_SPADES, "");
    reads("10\u2665", TREY_RANK_10, TREY_SUIT_HEARTS, "");
    reads("K\u2666 x", TREY_RANK_KING, TREY_SUIT_DIAMONDS, " x");
    reads("3\u2663", TREY_RANK_3, TREY_SUIT_CLUBS, "");
    reads("3\u2663\ufe0f", TREY_RANK_3, TREY_SUIT_CLUBS, "");
    reads("3\u2663\ufe0e,", TREY_RANK_3, TREY_SUIT_CLUBS, ",");
}

static void what_is_no_card_is_refused_at_the_offending_character(void **state) {
    (void)state;
    refuses("", "");
    refuses("Q", "");
    refuses("Qx", "x");
    refuses("1h", "1h");
    refuses("11h", "11h");
    refuses("0h", "0h");
    refuses("10", "");
    refuses("joker", "oker");
    refuses("Q\xe2\x99", "\xe2\x99"); /* half a sign */
    refuses("Q\u2661", "\u2661");     /* an outline */
}

static void every_card_reads_back_as_it_is_printed(void **state) {
    (void)state;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        char letters[TREY_CARD_TEXT_MAX];
        char signs[TREY_CARD_TEXT_MAX];
        assert_ptr_equal(trey_card_print((trey_card)i, TREY_CARD_LETTERS, letters), letters);
        trey_card_print((trey_card)i, TREY_CARD_SIGNS, signs);
        reads(letters, i / 4, i % 4, "");
        reads(signs, i / 4, i % 4, "");
    }
    char out[TREY_CARD_TEXT_MAX];
    assert_string_equal(trey_card_print(0, TREY_CARD_LETTERS, out), "2c");
    assert_string_equal(trey_card_print(51, TREY_CARD_LETTERS, out), "As");
    assert_string_equal(trey_card_print(34, TREY_CARD_LETTERS, out), "10h");
    assert_string_equal(trey_card_print(34, TREY_CARD_SIGNS, out), "10\u2665");
    assert_string_equal(trey_card_print(43, TREY_CARD_SIGNS, out), "Q\u2660");
}

static void lists(const char *text, size_t capacity, trey_status status, size_t good,
                  const char *from) {
    trey_card cards[8];
    size_t count = 99;
    const char *where = NULL;
    assert_int_equal(trey_cards_parse(text, cards, capacity, &count, &where), status);
    assert_int_equal(count, good);
    assert_string_equal(where, from);
    assert_int_equal(trey_cards_parse(text, cards, capacity, &count, NULL), status);
}

static void a_list_is_separated_by_blanks_or_commas(void **state) {
    (void)state;
    lists("", 8, TREY_STATUS_OK, 0, "");
    lists("  ", 8, TREY_STATUS_OK, 0, "");
    lists("Qs 10h 9d", 8, TREY_STATUS_OK, 3, "");
    lists("9s,9d,4c", 8, TREY_STATUS_OK, 3, "");
    lists(" 9s , 9d,\t4c \n", 8, TREY_STATUS_OK, 3, "");
    lists("9s9d", 8, TREY_STATUS_CARD_SYNTAX, 1, "9d");
    lists("9s,,9d", 8, TREY_STATUS_CARD_SYNTAX, 1, ",9d");
    lists(",9s", 8, TREY_STATUS_CARD_SYNTAX, 0, ",9s");
    lists("9s, ", 8, TREY_STATUS_CARD_SYNTAX, 1, "");
    lists("9s 9x 4c", 8, TREY_STATUS_CARD_SYNTAX, 1, "9x 4c");
}

static void a_doubled_card_is_found_in_a_list(void **state) {
    (void)state;
    lists("10h Qs 10d", 8, TREY_STATUS_OK, 3, "");
    lists("10h Qs th", 8, TREY_STATUS_CARD_DOUBLED, 2, "th");
}

static void a_list_longer_than_its_capacity_is_refused(void **state) {
    (void)state;
    lists("2c 3c", 3, TREY_STATUS_OK, 2, "");
    lists("2c 3c 4c", 3, TREY_STATUS_OK, 3, "");
    lists("2c 3c 4c 5c", 3, TREY_STATUS_INVALID, 3, "5c");
}

static void a_set_holds_one_bit_a_card(void **state) {
    (void)state;
    trey_cardset set = 0;
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        assert_false(trey_cardset_has(set, (trey_card)i));
        set |= trey_cardset_of((trey_card)i);
        assert_true(trey_cardset_has(set, (trey_card)i));
        assert_int_equal(trey_cardset_count(set), i + 1);
    }
    assert_true(set == TREY_CARDSET_FULL);
    for (unsigned i = 0; i < TREY_CARDS; i++, set &= set - 1) {
        assert_int_equal(trey_cardset_lowest(set), i);
    }
}

/* proves [mbs 2.1] [rws 2.2.1] [rws-progressive 2.2.1] [ca-six-card Decks 2] */
static void a_deck_is_thirteen_ranks_in_four_suits(void **state) {
    (void)state;
    trey_deck deck;
    size_t where = 99;
    trey_deck_ordered(&deck);
    assert_int_equal(trey_deck_check(&deck, &where), TREY_STATUS_OK);
    assert_int_equal(where, 99);
    unsigned held[TREY_RANKS][TREY_SUITS] = {{0}};
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        held[trey_card_rank(deck.card[i])][trey_card_suit(deck.card[i])]++;
    }
    for (unsigned rank = 0; rank < TREY_RANKS; rank++) {
        for (unsigned suit = 0; suit < TREY_SUITS; suit++) {
            assert_int_equal(held[rank][suit], 1);
        }
    }
    /* The order does not matter. */
    deck.card[0] = 51;
    deck.card[51] = 0;
    assert_int_equal(trey_deck_check(&deck, &where), TREY_STATUS_OK);
}

/* proves [mbs 2.1] [ca-six-card Decks 2] */
static void a_joker_is_found_in_a_deck(void **state) {
    (void)state;
    trey_deck deck;
    size_t where = 99;
    trey_deck_ordered(&deck);
    deck.card[30] = 51;
    deck.card[51] = 30;
    assert_int_equal(trey_deck_check(&deck, &where), TREY_STATUS_OK);
    deck.card[30] = 52;
    assert_int_equal(trey_deck_check(&deck, &where), TREY_STATUS_CARD_SYNTAX);
    assert_int_equal(where, 30);
    deck.card[30] = TREY_NO_CARD;
    assert_int_equal(trey_deck_check(&deck, NULL), TREY_STATUS_CARD_SYNTAX);
}

/* proves [mbs 2.1] [rws 2.2.1] [rws-progressive 2.2.1] [ca-six-card Decks 2] */
static void a_card_of_a_second_deck_is_found_in_a_deck(void **state) {
    (void)state;
    trey_deck deck;
    size_t where = 99;
    for (size_t place = 1; place < TREY_CARDS; place++) {
        trey_deck_ordered(&deck);
        deck.card[place] = deck.card[place - 1];
        assert_int_equal(trey_deck_check(&deck, &where), TREY_STATUS_CARD_DOUBLED);
        assert_int_equal(where, place);
    }
    assert_int_equal(trey_deck_check(&deck, NULL), TREY_STATUS_CARD_DOUBLED);
}

static void a_hand_is_three_different_cards(void **state) {
    (void)state;
    assert_true(trey_hand_valid(trey_hand_of(0, 1, 51)));
    assert_false(trey_hand_valid(trey_hand_of(0, 1, 52)));
    assert_false(trey_hand_valid(trey_hand_of(52, 1, 0)));
    assert_false(trey_hand_valid(trey_hand_of(0, TREY_NO_CARD, 1)));
    assert_false(trey_hand_valid(trey_hand_of(7, 7, 1)));
    assert_false(trey_hand_valid(trey_hand_of(7, 1, 7)));
    assert_false(trey_hand_valid(trey_hand_of(1, 7, 7)));
    trey_hand four = trey_hand_of(0, 1, 2);
    four.zero = 3;
    assert_false(trey_hand_valid(four));
    assert_true(trey_hand_set(trey_hand_of(0, 1, 51)) == (UINT64_C(3) | UINT64_C(1) << 51));
}

static void every_order_of_a_hand_has_its_number(void **state) {
    (void)state;
    assert_int_equal(trey_hand_index(trey_hand_of(2, 1, 0)), 0);
    assert_int_equal(trey_hand_index(trey_hand_of(51, 50, 49)), TREY_HANDS - 1);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        const trey_hand hand = trey_hand_at(i);
        const trey_card a = hand.card[0];
        const trey_card b = hand.card[1];
        const trey_card c = hand.card[2];
        assert_true(trey_hand_valid(hand) && a > b && b > c);
        assert_int_equal(trey_hand_index(trey_hand_of(a, b, c)), i);
        assert_int_equal(trey_hand_index(trey_hand_of(a, c, b)), i);
        assert_int_equal(trey_hand_index(trey_hand_of(b, a, c)), i);
        assert_int_equal(trey_hand_index(trey_hand_of(b, c, a)), i);
        assert_int_equal(trey_hand_index(trey_hand_of(c, a, b)), i);
        assert_int_equal(trey_hand_index(trey_hand_of(c, b, a)), i);
        assert_memory_equal(&trey_hand_list()[i], &hand, sizeof hand);
    }
}

static void the_hands_below_a_card_are_the_first_ones(void **state) {
    (void)state;
    for (unsigned card = 0; card <= TREY_CARDS; card++) {
        const unsigned below = trey_hands_below(card);
        for (unsigned i = 0; i < TREY_HANDS; i++) {
            assert_int_equal(trey_hand_at(i).card[0] < card, i < below);
        }
    }
    assert_int_equal(trey_hands_below(2), 0);
    assert_int_equal(trey_hands_below(3), 1);
    assert_int_equal(trey_hands_below(4), 4);
    assert_int_equal(trey_hands_below(TREY_CARDS), TREY_HANDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ten_is_written_10_or_t),
        cmocka_unit_test(letters_may_be_of_either_case),
        cmocka_unit_test(suit_signs_are_read),
        cmocka_unit_test(what_is_no_card_is_refused_at_the_offending_character),
        cmocka_unit_test(every_card_reads_back_as_it_is_printed),
        cmocka_unit_test(a_list_is_separated_by_blanks_or_commas),
        cmocka_unit_test(a_doubled_card_is_found_in_a_list),
        cmocka_unit_test(a_list_longer_than_its_capacity_is_refused),
        cmocka_unit_test(a_set_holds_one_bit_a_card),
        cmocka_unit_test(a_deck_is_thirteen_ranks_in_four_suits),
        cmocka_unit_test(a_joker_is_found_in_a_deck),
        cmocka_unit_test(a_card_of_a_second_deck_is_found_in_a_deck),
        cmocka_unit_test(a_hand_is_three_different_cards),
        cmocka_unit_test(every_order_of_a_hand_has_its_number),
        cmocka_unit_test(the_hands_below_a_card_are_the_first_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
