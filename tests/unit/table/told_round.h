/* told_round.h -- rounds told in a few words, for the second settlement's tests.
 *
 * deal() begins a round, seat() puts a player with a hand and a decision at a
 * position, settle() settles it, line() expects one wager's outcome, and
 * and_no_more() that nothing else was settled and what the house or the
 * player-dealer made of it. */
#ifndef TOLD_ROUND_H
#define TOLD_ROUND_H

#include "second_settlement.h"

extern second_round given;
extern second_result settled;

#define D(dollars) ((int64_t)((dollars)*100))

second_card *read_cards(const char *text, second_card card[3]);
void deal(second_book book, const char *dealer);
void bank(int seat, int64_t amount);
/* Play is put up to the Ante's amount when the choice is CHOSE_PLAY. */
second_box *seat(int number, uint32_t player, const char *cards, second_choice choice, int64_t ante,
                 int64_t pair_plus);
second_bettor *beside(second_box *box, uint32_t player, second_choice choice, int64_t ante,
                      int64_t pair_plus);
void settle(void);
void line(int number, uint32_t player, second_wager wager, int64_t back, second_outcome outcome);
void and_no_more(int64_t net_of_the_bank);

#endif
