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

/* ---- What a kind is about ------------------------------------------------------
 * Remedies and facts fit some kinds and not others: a Play is cut where a report speaks of a Play.
 * Each kind is about one of these. */
#define TREY_ABOUTS(X)                                                                            \
    X(CARDS)         /* the deck */                                                               \
    X(DEAL)          /* where cards lie */                                                        \
    X(BOXED)         /* a card face up in the device */                                           \
    X(LOOK)          /* a hand that a player should not have looked at */                         \
    X(LATE)          /* a bet after the closing call */                                           \
    X(GONE)          /* chips taken away after the closing call */                                \
    X(OVER)          /* a wager over its maximum: one position, a bettor, a wager and an amount */ \
    X(UNDER)         /* ... under its minimum */                                                  \
    X(PLAY)          /* ... a Play that is not the Ante */                                        \
    X(JACKPOT_ALONE) /* a jackpot bet without the bet that it needs */                            \
    X(JACKPOT_SIZE)  /* ... of another amount */                                                  \
    X(CHIPS)         /* chips on the wrong area */                                                \
    X(PLAYER)        /* what one player does, or fails to do */                                   \
    X(HANDS)         /* several hands of one player */                                            \
    X(ROUND)         /* the round as a whole */                                                   \
    X(JACKPOT)       /* the jackpot system */                                                     \
    X(BANK)          /* a player's bank */

/* ---- Facts: FACT(constant, "name", word list, known, fits, question) -------------
 * RECORDED: the record, or what the report names anyway, always answers it, and nobody is asked;
 * ASKED: somebody has to say, now and then at least. `fits`: kinds that can ask for it. */
#define TREY_FACTS(FACT)                                                                          \
    FACT(SEEN, "seen", FLAG, ASKED, TREY_ABOUT_ANY, "had any player seen a card of their own when it happened?")         \
    FACT(HANDLED, "handled", FLAG, ASKED, TREY_ABOUT_ANY, "has any player touched their cards?")                         \
    FACT(MOVABLE, "movable", FLAG, ASKED, TREY_ABOUT_ANY, "can it be mended by moving whole hands?")                     \
    FACT(RECONSTRUCTABLE, "reconstructable", FLAG, ASKED, TREY_ABOUT_ANY, "can the cards be put back in order?")         \
    FACT(NOTICED, "noticed", NOTICED, RECORDED, TREY_ABOUT_ANY, "was it noticed before or after the closing call?")         \
    FACT(FOUND, "found", FOUND, ASKED, TREY_ABOUT_ANY, "was it found before the next round began?")                      \
    FACT(EXPOSED, "exposed", EXPOSED, ASKED, TREY_ABOUT_DEAL | TREY_ABOUT_BOXED, "how many cards were exposed?")                             \
    FACT(COUNTED, "count", COUNTED, ASKED, TREY_ABOUT_ANY, "did the count come out right?")                              \
    FACT(UNEQUAL, "play", UNEQUAL, RECORDED, TREY_ABOUT_PLAY, "is the Play bet above or below the Ante?")                    \
    FACT(DECISION, "decision", OPEN, RECORDED, TREY_ABOUT_ANY, "has the player a decision open?")                           \
    FACT(HELD, "bet", HELD, RECORDED, TREY_ABOUT_ANY, "was there an Ante, or Pair Plus alone?")                             \
    FACT(ESTABLISHED, "outcome", ESTABLISHED, RECORDED, TREY_ABOUT_ANY, "has any wager been won or lost already?")          \
    FACT(VIEWED, "viewed", VIEWED, RECORDED, TREY_ABOUT_ANY, "has the player looked at any of the hands?")                  \
    FACT(INTENDED, "intended", FLAG, ASKED, TREY_ABOUT_LOOK, "did the player mean to look?")                              \
    FACT(DRAWN, "order", DRAWN, ASKED, TREY_ABOUT_DEAL, "is the order of the cards known?")                               \
    FACT(OCCASION, "occasion", OCCASION, RECORDED, TREY_ABOUT_UNDER, "is it this player's first time at this table?")         \
    FACT(PRESCRIBED, "prescribed", PRESCRIBED, RECORDED, TREY_ABOUT_JACKPOT_SIZE, "is it above or below the prescribed amount?") \
    FACT(MOMENT, "moment", MOMENT, ASKED, TREY_ABOUT_DEAL, "did it happen during the deal, or later?")

/* ---- Remedies: REMEDY(constant, "word", fits, tells, between, step, then) ----------
 * fits      the kinds whose reports tell what it acts on
 * tells     what a report must name for it: NOTHING, SEATS, PLAYER, MODE
 * between   between rounds: RESTS, it can be given and moves nothing of the last round; UNDOES, it
 *           acts on the round that was settled last, where the kind can; NEVER
 * step      whether it stands as the remedy (FIRST), behind `also` (SECOND), or EITHER
 * then      ENDS: nothing follows it; GOES_ON: another step may; OFFERS: players choose, which ends
 *           it, too; KEEPS: some hands go on, and the step behind tells what becomes of the rest;
 *           RESTS_OUT: that step */
#define TREY_REMEDIES(REMEDY)                                                                     \
    REMEDY(NONE, "none", 0, NOTHING, NEVER, NEITHER, ENDS) \
    REMEDY(RULING, "ruling", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, ENDS) \
    REMEDY(CONTINUE, "continue", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, GOES_ON) \
    REMEDY(VOID, "void", TREY_ABOUT_ANY, NOTHING, UNDOES, FIRST, ENDS) \
    REMEDY(STANDS, "result_stands", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, ENDS) \
    REMEDY(MOVE_HANDS, "move_hands", TREY_ABOUT_DEAL, NOTHING, NEVER, FIRST, GOES_ON) \
    REMEDY(RECONSTRUCT, "reconstruct", TREY_ABOUT_DEAL, NOTHING, NEVER, FIRST, GOES_ON) \
    REMEDY(INVALIDATE, "hand_out_wagers_returned", TREY_ABOUT_ANY, SEATS, UNDOES, FIRST, GOES_ON) \
    REMEDY(INVALIDATE_LOSE, "hand_out_wagers_lost", TREY_ABOUT_ANY, SEATS, NEVER, FIRST, GOES_ON) \
    REMEDY(OTHERS_MAY_WITHDRAW, "others_may_be_let_withdraw", TREY_ABOUT_ANY, NOTHING, NEVER, SECOND, OFFERS) \
    REMEDY(OPTIONS_AFFECTED, "options_to_the_affected", TREY_ABOUT_ANY, SEATS, NEVER, EITHER, OFFERS) \
    REMEDY(OPTIONS_ALL, "options_to_all", TREY_ABOUT_ANY, NOTHING, NEVER, EITHER, OFFERS) \
    REMEDY(ORDER_CARDS, "supervisor_orders_the_cards", TREY_ABOUT_DEAL, NOTHING, NEVER, FIRST, GOES_ON) \
    REMEDY(NEXT_CARD, "used_as_the_next_card", TREY_ABOUT_BOXED, NOTHING, NEVER, FIRST, GOES_ON) \
    REMEDY(REFUSE, "refused", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, ENDS) \
    REMEDY(SETTLE_ANYWAY, "settled_all_the_same", TREY_ABOUT_GONE, NOTHING, NEVER, FIRST, GOES_ON) \
    REMEDY(REJECT_EXCESS, "excess_rejected", TREY_ABOUT_OVER | TREY_ABOUT_JACKPOT_SIZE, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(CAP, "settled_at_the_maximum", TREY_ABOUT_OVER, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(RAISE_OR_WITHDRAW, "raise_or_withdraw", TREY_ABOUT_UNDER, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(AS_IT_IS, "settled_as_it_is", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, GOES_ON) \
    REMEDY(RETURN, "wager_returned", TREY_ABOUT_OVER | TREY_ABOUT_UNDER | TREY_ABOUT_PLAY | TREY_ABOUT_JACKPOT_ALONE | TREY_ABOUT_JACKPOT_SIZE, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(RETURN_AT_END, "wager_returned_at_the_end", TREY_ABOUT_JACKPOT_ALONE, NOTHING, NEVER, FIRST, ENDS) \
    REMEDY(ADD_OR_CANCEL, "add_a_base_bet_or_cancel", TREY_ABOUT_JACKPOT_ALONE, NOTHING, NEVER, FIRST, ENDS) \
    REMEDY(PLAY_TO_ANTE, "play_cut_to_the_ante", TREY_ABOUT_PLAY, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(PLAY_TO_MAXIMUM, "play_cut_to_the_maximum", TREY_ABOUT_PLAY, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(PLAY_AT_MAXIMUM, "play_settled_at_the_maximum", TREY_ABOUT_PLAY, SEATS, NEVER, FIRST, ENDS) \
    REMEDY(FOLD, "folded", TREY_ABOUT_PLAYER | TREY_ABOUT_LOOK | TREY_ABOUT_HANDS | TREY_ABOUT_ROUND, SEATS, NEVER, FIRST, GOES_ON) \
    REMEDY(SETTLE, "settled_in_the_ordinary_way", TREY_ABOUT_ANY, NOTHING, RESTS, FIRST, GOES_ON) \
    REMEDY(BAR, "player_may_be_barred_wagers_returned", TREY_ABOUT_ANY, PLAYER, RESTS, FIRST, GOES_ON) \
    REMEDY(STOP, "player_may_be_stopped", TREY_ABOUT_ANY, PLAYER, RESTS, FIRST, GOES_ON) \
    REMEDY(KEEP_VIEWED, "viewed_hands_go_on", TREY_ABOUT_HANDS, PLAYER, NEVER, FIRST, KEEPS) \
    REMEDY(KEEP_FIRST, "first_dealt_hand_goes_on", TREY_ABOUT_HANDS, PLAYER, NEVER, FIRST, KEEPS) \
    REMEDY(REST_RETURNED, "other_hands_out_wagers_returned", TREY_ABOUT_HANDS, NOTHING, NEVER, SECOND, RESTS_OUT) \
    REMEDY(REST_LOST, "other_hands_out_wagers_lost", TREY_ABOUT_HANDS, NOTHING, NEVER, SECOND, RESTS_OUT) \
    REMEDY(OFFER_WITHDRAWAL, "all_or_nothing_withdrawal_offered", TREY_ABOUT_ANY, NOTHING, NEVER, EITHER, OFFERS) \
    REMEDY(FREEZE_METER, "paid_at_the_registered_meter", TREY_ABOUT_JACKPOT, NOTHING, NEVER, EITHER, GOES_ON) \
    REMEDY(CHOOSE_MODE, "close_or_disable_or_run_without", TREY_ABOUT_JACKPOT, MODE, RESTS, FIRST, GOES_ON) \
    REMEDY(OFFER_BANK, "bank_offered_on_or_game_stops", TREY_ABOUT_BANK, NOTHING, RESTS, FIRST, ENDS)

/* ---- Kinds: KIND(constant, "name", about, when, names, what happened) --------------
 * when      TREY_WHEN_BETWEEN: it can be reported between rounds; TREY_WHEN_UNDOES: there it can
 *           still undo the last one; TREY_WHEN_DEALT: it cannot have happened while bets are open;
 *           TREY_WHEN_CLOSED: it happens after the closing call; TREY_WHEN_CARDS: it needs hands
 * names     what its report tells whatever the remedy is */
#define TREY_IRREGULARITIES(KIND)                                                                 \
    KIND(FOREIGN_CARD, "foreign_card", CARDS, 0, 0, "a card that does not belong to the deck")                 \
    KIND(DECK_COUNT, "deck_count", CARDS, 0, 0, "cards missing from the deck, or too many")                    \
    KIND(UNSHUFFLED, "unshuffled", CARDS, 0, 0, "the cards were not shuffled")                                 \
    KIND(CARDS_RUN_OUT, "cards_run_out", CARDS, 0, 0, "not enough cards to finish the round")                  \
    KIND(COUNT_IN_DOUBT, "count_in_doubt", CARDS, 0, 0, "the number of cards is in doubt and is counted")      \
    KIND(MISDEAL, "misdeal", DEAL, TREY_WHEN_DEALT, 0, "cards dealt to the wrong places")                                   \
    KIND(DEALER_COUNT, "dealer_count", DEAL, TREY_WHEN_DEALT | TREY_WHEN_BETWEEN | TREY_WHEN_UNDOES, 0, "a wrong number of cards in the dealer's hand")            \
    KIND(PLAYER_COUNT, "player_count", DEAL, TREY_WHEN_DEALT | TREY_WHEN_BETWEEN | TREY_WHEN_UNDOES, 0, "a wrong number of cards in a player's hand")              \
    KIND(EXPOSED_CARDS, "exposed_cards", DEAL, TREY_WHEN_DEALT, TREY_NAMES_CARDS, "cards exposed by the dealer")                           \
    KIND(BURN_FORGOTTEN, "burn_forgotten", DEAL, TREY_WHEN_DEALT, 0, "the burn card was forgotten")                         \
    KIND(BOXED_CARD, "boxed_card", BOXED, 0, TREY_NAMES_CARDS, "a card face up in the device")                                \
    KIND(CARDS_TOGETHER, "cards_together", DEAL, TREY_WHEN_DEALT, 0, "two or more cards drawn at once")                     \
    KIND(OTHER_DEALING_ERROR, "other_dealing_error", DEAL, TREY_WHEN_DEALT, 0, "a dealing error of another kind")           \
    KIND(LATE_BET, "late_bet", LATE, TREY_WHEN_CLOSED, 0, "a bet placed or raised after the closing call")                   \
    KIND(LATE_WITHDRAWAL, "late_withdrawal", GONE, TREY_WHEN_CLOSED, 0, "a bet taken back after the closing call")           \
    KIND(OVER_MAXIMUM, "over_maximum", OVER, 0, TREY_NAMES_SEATS | TREY_NAMES_PLAYER | TREY_NAMES_WAGER | TREY_NAMES_AMOUNT, "a bet over the maximum")                                  \
    KIND(UNDER_MINIMUM, "under_minimum", UNDER, 0, TREY_NAMES_SEATS | TREY_NAMES_PLAYER | TREY_NAMES_WAGER | TREY_NAMES_AMOUNT, "a bet under the minimum")                               \
    KIND(PLAY_NOT_ANTE, "play_not_ante", PLAY, 0, TREY_NAMES_SEATS | TREY_NAMES_PLAYER | TREY_NAMES_AMOUNT, "a Play bet that is not the Ante, found at settlement")  \
    KIND(JACKPOT_ALONE, "jackpot_alone", JACKPOT_ALONE, 0, 0, "a jackpot bet without the bet that it needs")           \
    KIND(JACKPOT_AMOUNT, "jackpot_amount", JACKPOT_SIZE, 0, 0, "a jackpot bet of another amount")                     \
    KIND(MISPLACED_CHIPS, "misplaced_chips", CHIPS, 0, 0, "chips placed in error")                             \
    KIND(ABSENT_PLAYER, "absent_player", PLAYER, 0, 0, "a player who is not there")                             \
    KIND(HAND_SHOWN, "hand_shown", PLAYER, 0, 0, "a player does not keep their hand to themselves, or looks at another's") \
    KIND(HANDS_IN_ERROR, "hands_in_error", HANDS, TREY_WHEN_CARDS, TREY_NAMES_SEATS, "several positions bet by mistake")                    \
    KIND(SECOND_LOOK, "second_look", LOOK, TREY_WHEN_DEALT, 0, "a player looked at more than their one hand")               \
    KIND(INTERRUPTION, "interruption", ROUND, 0, 0, "power or technology fails during a round")                \
    KIND(JACKPOT_FAULT, "jackpot_fault", JACKPOT, 0, TREY_NAMES_AMOUNT, "the jackpot system fails during a round")               \
    KIND(AFTER_JACKPOT_FAULT, "after_jackpot_fault", JACKPOT, TREY_WHEN_BETWEEN, 0, "rounds after the jackpot system failed")    \
    KIND(FOUND_LATER, "found_later", ROUND, TREY_WHEN_BETWEEN, 0, "an error found after a later round began")                  \
    KIND(BANK_DECLINED, "bank_declined", BANK, TREY_WHEN_BETWEEN, 0, "nobody takes the bank")                                 \
    KIND(BANKER_LEAVES, "banker_leaves", BANK, 0, 0, "the player-dealer leaves during a round")               \
    KIND(NOT_COVERED, "not_covered", ROUND, TREY_WHEN_BETWEEN, 0, "anything that the book does not cover")

/* clang-format on */
#endif
