/* irregularity_schema.h -- what can go wrong, what is asked, what is done.
 *
 * A rulebook answers each kind of irregularity with cases: conditions on facts,
 * and the remedy. The cases of a kind must answer every combination of the
 * facts that it asks for; the loader checks that. Append; never reorder. */
#ifndef TREY_IRREGULARITY_SCHEMA_H
#define TREY_IRREGULARITY_SCHEMA_H

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

#include "trey/rulebook_schema.h"

/* ---- Answers to the questions: X(constant, "word") -------------------------- */
#define TREY_WORDS_NOTICED(X) X(NOTICED_BEFORE_CLOSE, "before_close") X(NOTICED_AFTER_CLOSE, "after_close")
#define TREY_WORDS_FOUND(X) X(FOUND_THIS_ROUND, "this_round") X(FOUND_LATER_ROUND, "later_round")
#define TREY_WORDS_EXPOSED(X) X(EXPOSED_ONE, "one") X(EXPOSED_SEVERAL, "several")
#define TREY_WORDS_COUNTED(X) X(COUNTED_RIGHT, "right") X(COUNTED_WRONG, "wrong")
#define TREY_WORDS_UNEQUAL(X) X(UNEQUAL_ABOVE, "above_ante") X(UNEQUAL_BELOW, "below_ante")
#define TREY_WORDS_OPEN(X) X(OPEN_NONE, "none") X(OPEN_YES, "open")
#define TREY_WORDS_HELD(X) X(HELD_ANTE, "ante") X(HELD_PAIR_PLUS_ONLY, "pair_plus_only")
#define TREY_WORDS_ESTABLISHED(X) X(ESTABLISHED_NONE, "none") X(ESTABLISHED_YES, "established")
#define TREY_WORDS_VIEWED(X) X(VIEWED_NONE, "none") X(VIEWED_SOME, "some")
#define TREY_WORDS_DRAWN(X) X(DRAWN_KNOWN, "known") X(DRAWN_UNKNOWN, "unknown")
#define TREY_WORDS_PRESCRIBED(X) X(PRESCRIBED_ABOVE, "above") X(PRESCRIBED_BELOW, "below")
#define TREY_WORDS_MOMENT(X) X(MOMENT_DEAL, "deal") X(MOMENT_LATER, "later")
#define TREY_WORDS_OCCASION(X) X(OCCASION_FIRST, "first") X(OCCASION_AGAIN, "again")

#define TREY_FACT_WORD_LISTS(X)                                                                   \
    X(NOTICED) X(FOUND) X(EXPOSED) X(COUNTED) X(UNEQUAL) X(OPEN) X(HELD) X(ESTABLISHED)           \
    X(VIEWED) X(DRAWN) X(OCCASION) X(PRESCRIBED) X(MOMENT)

/* ---- Facts: FACT(constant, "name", word list, question) --------------------- */
#define TREY_FACTS(FACT)                                                                          \
    FACT(SEEN, "seen", FLAG, "had any player seen a card of their own when it happened?")         \
    FACT(HANDLED, "handled", FLAG, "has any player touched their cards?")                         \
    FACT(MOVABLE, "movable", FLAG, "can it be mended by moving whole hands?")                     \
    FACT(RECONSTRUCTABLE, "reconstructable", FLAG, "can the cards be put back in order?")         \
    FACT(NOTICED, "noticed", NOTICED, "was it noticed before or after the closing call?")         \
    FACT(FOUND, "found", FOUND, "was it found before the next round began?")                      \
    FACT(EXPOSED, "exposed", EXPOSED, "how many cards were exposed?")                             \
    FACT(COUNTED, "count", COUNTED, "did the count come out right?")                              \
    FACT(UNEQUAL, "play", UNEQUAL, "is the Play bet above or below the Ante?")                    \
    FACT(DECISION, "decision", OPEN, "has the player a decision open?")                           \
    FACT(HELD, "bet", HELD, "was there an Ante, or Pair Plus alone?")                             \
    FACT(ESTABLISHED, "outcome", ESTABLISHED, "has any wager been won or lost already?")          \
    FACT(VIEWED, "viewed", VIEWED, "has the player looked at any of the hands?")                  \
    FACT(INTENDED, "intended", FLAG, "did the player mean to look?")                              \
    FACT(DRAWN, "order", DRAWN, "is the order of the cards known?")                               \
    FACT(OCCASION, "occasion", OCCASION, "is it this player's first time at this table?")         \
    FACT(PRESCRIBED, "prescribed", PRESCRIBED, "is it above or below the prescribed amount?") \
    FACT(MOMENT, "moment", MOMENT, "did it happen during the deal, or later?")

/* ---- Remedies: X(constant, "word") ------------------------------------------ */
#define TREY_WORDS_REMEDY(X)                                                                      \
    X(REMEDY_NONE, "none")                                                                        \
    X(REMEDY_RULING, "ruling")                                                                    \
    X(REMEDY_CONTINUE, "continue")                                                                \
    X(REMEDY_VOID, "void")                                                                        \
    X(REMEDY_STANDS, "result_stands")                                                             \
    X(REMEDY_MOVE_HANDS, "move_hands")                                                            \
    X(REMEDY_RECONSTRUCT, "reconstruct")                                                          \
    X(REMEDY_INVALIDATE, "hand_out_wagers_returned")                                              \
    X(REMEDY_INVALIDATE_LOSE, "hand_out_wagers_lost")                                             \
    X(REMEDY_OTHERS_MAY_WITHDRAW, "others_may_be_let_withdraw")                                   \
    X(REMEDY_OPTIONS_AFFECTED, "options_to_the_affected")                                         \
    X(REMEDY_OPTIONS_ALL, "options_to_all")                                                       \
    X(REMEDY_ORDER_CARDS, "supervisor_orders_the_cards")                                          \
    X(REMEDY_NEXT_CARD, "used_as_the_next_card")                                                  \
    X(REMEDY_REFUSE, "refused")                                                                   \
    X(REMEDY_SETTLE_ANYWAY, "settled_all_the_same")                                               \
    X(REMEDY_REJECT_EXCESS, "excess_rejected")                                                    \
    X(REMEDY_CAP, "settled_at_the_maximum")                                                       \
    X(REMEDY_RAISE_OR_WITHDRAW, "raise_or_withdraw")                                              \
    X(REMEDY_AS_IT_IS, "settled_as_it_is")                                                        \
    X(REMEDY_RETURN, "wager_returned")                                                            \
    X(REMEDY_RETURN_AT_END, "wager_returned_at_the_end")                                          \
    X(REMEDY_ADD_OR_CANCEL, "add_a_base_bet_or_cancel")                                           \
    X(REMEDY_PLAY_TO_ANTE, "play_cut_to_the_ante")                                                \
    X(REMEDY_PLAY_TO_MAXIMUM, "play_cut_to_the_maximum")                                          \
    X(REMEDY_PLAY_AT_MAXIMUM, "play_settled_at_the_maximum")                                      \
    X(REMEDY_FOLD, "folded")                                                                      \
    X(REMEDY_SETTLE, "settled_in_the_ordinary_way")                                               \
    X(REMEDY_BAR, "player_may_be_barred_wagers_returned")                                         \
    X(REMEDY_STOP, "player_may_be_stopped")                                                       \
    X(REMEDY_KEEP_VIEWED, "viewed_hands_go_on")                                                   \
    X(REMEDY_KEEP_FIRST, "first_dealt_hand_goes_on")                                              \
    X(REMEDY_REST_RETURNED, "other_hands_out_wagers_returned")                                    \
    X(REMEDY_REST_LOST, "other_hands_out_wagers_lost")                                            \
    X(REMEDY_OFFER_WITHDRAWAL, "all_or_nothing_withdrawal_offered")                               \
    X(REMEDY_FREEZE_METER, "paid_at_the_registered_meter")                                        \
    X(REMEDY_CHOOSE_MODE, "close_or_disable_or_run_without")                                      \
    X(REMEDY_OFFER_BANK, "bank_offered_on_or_game_stops")

/* ---- Kinds: KIND(constant, "name", what happened) --------------------------- */
#define TREY_IRREGULARITIES(KIND)                                                                 \
    KIND(FOREIGN_CARD, "foreign_card", "a card that does not belong to the deck")                 \
    KIND(DECK_COUNT, "deck_count", "cards missing from the deck, or too many")                    \
    KIND(UNSHUFFLED, "unshuffled", "the cards were not shuffled")                                 \
    KIND(CARDS_RUN_OUT, "cards_run_out", "not enough cards to finish the round")                  \
    KIND(COUNT_IN_DOUBT, "count_in_doubt", "the number of cards is in doubt and is counted")      \
    KIND(MISDEAL, "misdeal", "cards dealt to the wrong places")                                   \
    KIND(DEALER_COUNT, "dealer_count", "a wrong number of cards in the dealer's hand")            \
    KIND(PLAYER_COUNT, "player_count", "a wrong number of cards in a player's hand")              \
    KIND(EXPOSED_CARDS, "exposed_cards", "cards exposed by the dealer")                           \
    KIND(BURN_FORGOTTEN, "burn_forgotten", "the burn card was forgotten")                         \
    KIND(BOXED_CARD, "boxed_card", "a card face up in the device")                                \
    KIND(CARDS_TOGETHER, "cards_together", "two or more cards drawn at once")                     \
    KIND(OTHER_DEALING_ERROR, "other_dealing_error", "a dealing error of another kind")           \
    KIND(LATE_BET, "late_bet", "a bet placed or raised after the closing call")                   \
    KIND(LATE_WITHDRAWAL, "late_withdrawal", "a bet taken back after the closing call")           \
    KIND(OVER_MAXIMUM, "over_maximum", "a bet over the maximum")                                  \
    KIND(UNDER_MINIMUM, "under_minimum", "a bet under the minimum")                               \
    KIND(PLAY_NOT_ANTE, "play_not_ante", "a Play bet that is not the Ante, found at settlement")  \
    KIND(JACKPOT_ALONE, "jackpot_alone", "a jackpot bet without the bet that it needs")           \
    KIND(JACKPOT_AMOUNT, "jackpot_amount", "a jackpot bet of another amount")                     \
    KIND(MISPLACED_CHIPS, "misplaced_chips", "chips placed in error")                             \
    KIND(ABSENT_PLAYER, "absent_player", "a player who is not there")                             \
    KIND(HAND_SHOWN, "hand_shown", "a player does not keep their hand to themselves, or looks at another's") \
    KIND(HANDS_IN_ERROR, "hands_in_error", "several positions bet by mistake")                    \
    KIND(SECOND_LOOK, "second_look", "a player looked at more than their one hand")               \
    KIND(INTERRUPTION, "interruption", "power or technology fails during a round")                \
    KIND(JACKPOT_FAULT, "jackpot_fault", "the jackpot system fails during a round")               \
    KIND(AFTER_JACKPOT_FAULT, "after_jackpot_fault", "rounds after the jackpot system failed")    \
    KIND(FOUND_LATER, "found_later", "an error found after a later round began")                  \
    KIND(BANK_DECLINED, "bank_declined", "nobody takes the bank")                                 \
    KIND(BANKER_LEAVES, "banker_leaves", "the player-dealer leaves during a round")               \
    KIND(NOT_COVERED, "not_covered", "anything that the book does not cover")

/* clang-format on */
#endif
