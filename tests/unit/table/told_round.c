/* told_round.c -- rounds told in a few words, for the second settlement's tests. */
#include "cmocka_suite.h"

#include <string.h>

#include "told_round.h"

second_round given;
second_result settled;
static bool told[SECOND_LINES]; /* lines that an expectation has named */

second_card *read_cards(const char *text, second_card card[3]) {
    static const char ranks[] = "23456789TJQKA";
    for (int i = 0; i < 3; i++) {
        while (*text == ' ') text++;
        if (text[0] == '1' && text[1] == '0') {
            card[i].rank = 10;
            text += 2;
        } else {
            const char *found = strchr(ranks, *text++);
            assert_non_null(found);
            card[i].rank = (int)(found - ranks) + 2;
        }
        card[i].suit = *text++;
    }
    return card;
}

void deal(second_book book, const char *dealer) {
    memset(&given, 0, sizeof given);
    given.book = book;
    given.reading = second_readings_in_force();
    read_cards(dealer, given.dealer);
    given.contribution = D(1);
    given.reset = book == SECOND_RWP ? D(25000) : D(10000);
}

void bank(int seat, int64_t amount) {
    given.bank_seat = seat;
    given.bank = amount;
}

second_box *seat(int number, uint32_t player, const char *cards, second_choice choice, int64_t ante,
                 int64_t pair_plus) {
    second_box *box = &given.box[number];
    box->bettors = 1;
    box->bettor[0] = (second_bettor){player, choice, ante, 0, pair_plus, 0};
    if (choice == CHOSE_PLAY) box->bettor[0].play = ante;
    if (cards) read_cards(cards, box->card);
    return box;
}

second_bettor *beside(second_box *box, uint32_t player, second_choice choice, int64_t ante,
                      int64_t pair_plus) {
    second_bettor *bettor = &box->bettor[box->bettors++];
    *bettor = (second_bettor){player, choice, ante, 0, pair_plus, 0};
    if (choice == CHOSE_PLAY) bettor->play = ante;
    return bettor;
}

void settle(void) {
    second_settlement(&given, &settled);
    memset(told, 0, sizeof told);
}

void line(int number, uint32_t player, second_wager wager, int64_t back, second_outcome outcome) {
    for (int i = 0; i < settled.lines; i++) {
        const second_line *found = &settled.line[i];
        if (found->seat != number || found->player != player || found->wager != wager) continue;
        assert_false(told[i]);
        told[i] = true;
        assert_int_equal(found->back, back);
        assert_int_equal(found->outcome, outcome);
        return;
    }
    fail_msg("no line for seat %d player %c wager %d", number, (char)player, (int)wager);
}

/* Nothing else was settled, and the players' money is `net` against the house or
 * the player-dealer. */
void and_no_more(int64_t net_of_the_bank) {
    int64_t net = 0;
    for (int i = 0; i < settled.lines; i++) {
        assert_true(told[i]);
        net += settled.line[i].staked - settled.line[i].back;
    }
    assert_int_equal(net, net_of_the_bank);
    if (given.book == SECOND_CA) assert_int_equal(settled.bank_after - given.bank, net);
}
