/* rulebook_schema.h -- every key of a rulebook: its path, type, words, meaning.
 *
 * This table is the specification of rulebooks/<id>.yaml. The loader, the
 * listing, the comparison and the engine's constants all come from it, so a key
 * exists everywhere or nowhere. Every key of a part that the game has stands in
 * the rulebook, as a value that the book says or as our choice where it is silent.
 *
 * A behaviour that is not a number is a word, and each word names one small
 * piece of the engine. Word lists come first, then the keys in reading order.
 * Append words and keys; never reorder them once released. */
#ifndef TREY_RULEBOOK_SCHEMA_H
#define TREY_RULEBOOK_SCHEMA_H

#include "trey/wager_schema.h"

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

/* ---- Words: X(constant, "word") --------------------------------------------- */
#define TREY_WORDS_FLAG(X) X(FLAG_NO, "no") X(FLAG_YES, "yes")

/* From the lowest to the highest: a higher one may act for a lower one
 * [mbs 6.2] [rws 1.13]. */
#define TREY_WORDS_ROLE(X)                                                                        \
    X(ROLE_PLAYER, "player")                                                                      \
    X(ROLE_DEALER, "dealer")                                                                      \
    X(ROLE_PIT_SUPERVISOR, "pit_supervisor")                                                      \
    X(ROLE_PIT_MANAGER, "pit_manager")                                                            \
    X(ROLE_SHIFT_MANAGER, "shift_manager")

#define TREY_WAGER_WORD(X, constant, word, ...) X(WAGER_##constant, word)
#define TREY_WORDS_WAGER(X) TREY_WAGERS(TREY_WAGER_WORD, X)

/* In the order of trey_category. */
#define TREY_WORDS_CATEGORY(X)                                                                    \
    X(CATEGORY_HIGH_CARD, "high_card")                                                            \
    X(CATEGORY_PAIR, "pair")                                                                      \
    X(CATEGORY_FLUSH, "flush")                                                                    \
    X(CATEGORY_STRAIGHT, "straight")                                                              \
    X(CATEGORY_THREE_OF_A_KIND, "three_of_a_kind")                                                \
    X(CATEGORY_STRAIGHT_FLUSH, "straight_flush")                                                  \
    X(CATEGORY_ROYAL, "royal")

#define TREY_WORDS_BANKER(X) X(BANKER_HOUSE, "house") X(BANKER_PLAYER_DEALER, "player_dealer")
#define TREY_WORDS_BACKS(X) X(BACKS_ALIKE, "alike") X(BACKS_TWO_COLOURS, "two_colours")
#define TREY_WORDS_SHUFFLE(X) X(SHUFFLE_EVERY_ROUND, "every_round")
#define TREY_WORDS_DEVICE(X) X(DEVICE_PACKETS, "packets") X(DEVICE_SINGLE, "single")
#define TREY_WORDS_START(X)                                                                       \
    X(START_DEALERS_LEFT, "dealers_left")                                                         \
    X(START_PLAYER_DEALERS_LEFT, "player_dealers_left")
#define TREY_WORDS_DEALT_TO(X)                                                                    \
    X(DEALT_TO_A_WAGER, "positions_with_a_wager")                                                 \
    X(DEALT_TO_AN_ANTE, "positions_with_an_ante")
#define TREY_WORDS_UP_CARD(X)                                                                     \
    X(UP_CARD_NONE, "none")                                                                       \
    X(UP_CARD_BEFORE_DECISIONS, "before_decisions")                                               \
    X(UP_CARD_AFTER_DECISIONS, "after_decisions")
#define TREY_WORDS_LEFTOVERS(X) X(LEFTOVERS_UNSEEN, "put_away_unseen")
#define TREY_WORDS_SUITED_ACE_LOW(X)                                                              \
    X(SUITED_ACE_LOW_STRAIGHT_FLUSH, "straight_flush")                                            \
    X(SUITED_ACE_LOW_FLUSH, "flush")                                                              \
    X(SUITED_ACE_LOW_STRAIGHT, "straight")
#define TREY_WORDS_CALL(X) X(CALL_OPENING, "opening_call") X(CALL_CLOSING, "closing_call")
#define TREY_WORDS_NEEDS(X)                                                                       \
    X(NEEDS_NOTHING, "nothing")                                                                   \
    X(NEEDS_ANTE, "ante")                                                                         \
    X(NEEDS_ANTE_OR_PAIR_PLUS, "ante_or_pair_plus")
#define TREY_WORDS_TOGETHER(X)                                                                    \
    X(TOGETHER_EITHER_OR_BOTH, "either_or_both")                                                  \
    X(TOGETHER_ONE_ONLY, "one_only")
#define TREY_WORDS_PLAY_AMOUNT(X) X(PLAY_AMOUNT_EQUAL_TO_ANTE, "equal_to_ante")
#define TREY_WORDS_BONUS_SIZE(X) X(BONUS_SIZE_ANY, "any_within_limits")
#define TREY_WORDS_FIXED(X) X(FIXED_PRESCRIBED, "prescribed")
#define TREY_WORDS_SEVERAL(X)                                                                     \
    X(SEVERAL_ALLOWED, "allowed")                                                                 \
    X(SEVERAL_FREE_BOXES, "on_free_boxes")                                                        \
    X(SEVERAL_BY_BACKLINE, "by_backline")
#define TREY_WORDS_SHARED(X)                                                                      \
    X(SHARED_FORBIDDEN, "forbidden")                                                              \
    X(SHARED_POOLED, "pooled")                                                                    \
    X(SHARED_BACKLINE, "backline")
#define TREY_WORDS_BACKLINE(X)                                                                    \
    X(BACKLINE_FOLD_BINDS, "fold_binds_play_is_own")                                              \
    X(BACKLINE_OWN_DECISION, "own_decision")                                                      \
    X(BACKLINE_FOLLOWS, "follows_the_seat")
#define TREY_WORDS_LIMIT_SCOPE(X) X(LIMIT_SCOPE_PER_WAGER, "per_wager")
#define TREY_WORDS_VIEW(X)                                                                        \
    X(VIEW_ONE_HAND, "one_hand")                                                                  \
    X(VIEW_ONE_ANTE_HAND, "one_ante_hand")                                                        \
    X(VIEW_OWN_SEAT, "own_seat")
#define TREY_WORDS_TURNS(X) X(TURNS_FREE, "any_order") X(TURNS_IN_TURN, "in_turn")
#define TREY_WORDS_DECIDER(X) X(DECIDER_OWNER, "owner")
#define TREY_WORDS_CONTINUES(X)                                                                   \
    X(CONTINUES_BY_CHOICE, "continues")                                                           \
    X(CONTINUES_UNSEEN, "continues_unseen")
#define TREY_WORDS_FOLD(X)                                                                        \
    X(FOLD_LOST, "lost")                                                                          \
    X(FOLD_LIVES, "lives")                                                                        \
    X(FOLD_LIVES_IF_DECLARED, "lives_if_declared")
#define TREY_WORDS_QUALIFIES(X)                                                                   \
    X(QUALIFIES_QUEEN_HIGH, "queen_high")                                                         \
    X(QUALIFIES_QUEEN_OR_ABOVE_PRESENT, "queen_or_above_present")
#define TREY_WORDS_RESULT(X)                                                                      \
    X(RESULT_LOST, "lost")                                                                        \
    X(RESULT_PAID, "paid")                                                                        \
    X(RESULT_RETURNED, "returned")
#define TREY_WORDS_PAY_ORDER(X)                                                                   \
    X(PAY_ORDER_SEATS, "seat_order")                                                              \
    X(PAY_ORDER_ACTION_BUTTON, "from_action_button")
#define TREY_WORDS_WITHIN_SEAT(X) X(WITHIN_SEAT_ANTE_FIRST, "ante_play_pair_plus_bonus")
#define TREY_WORDS_CHIPS(X) X(CHIPS_AS_AT_CLOSE, "as_they_lay_at_close")
#define TREY_WORDS_JACKPOT_HAND(X)                                                                \
    X(JACKPOT_HAND_OWN_THREE, "own_three_cards")                                                  \
    X(JACKPOT_HAND_BEST_FIVE, "best_five_of_six")
#define TREY_WORDS_CONTRIBUTES(X)                                                                 \
    X(CONTRIBUTES_AT_CLOSE, "at_close")                                                           \
    X(CONTRIBUTES_AFTER_NO_WIN, "after_a_round_without_a_win")                                    \
    X(CONTRIBUTES_AS_BET, "as_each_bet_is_registered")
#define TREY_WORDS_FUND(X) X(FUND_HOUSE, "house") X(FUND_METER, "meter")
#define TREY_WORDS_AFTER_SHARE(X)                                                                 \
    X(AFTER_SHARE_LOWERED, "lowered_by_the_sum_paid")                                             \
    X(AFTER_SHARE_RESET, "reset")                                                                 \
    X(AFTER_SHARE_NOT_BELOW_RESET, "lowered_not_below_reset")
#define TREY_WORDS_AFTER_WHOLE(X) X(AFTER_WHOLE_RESET, "reset")
#define TREY_WORDS_ROUNDING(X) X(ROUNDING_DOWN_TO_CENT, "down_to_the_cent")
#define TREY_WORDS_AWARDS(X) X(AWARDS_HIGHEST_ONLY, "highest_only")
#define TREY_WORDS_TABLE_ORDER(X)                                                                 \
    X(TABLE_ORDER_SEATS, "seat_order")                                                            \
    X(TABLE_ORDER_LOWER_FIRST, "lower_awards_first")
#define TREY_WORDS_LINK_ORDER(X)                                                                  \
    X(LINK_ORDER_ENTERED, "first_entered")                                                        \
    X(LINK_ORDER_DEALT, "first_dealt")
#define TREY_WORDS_DEALT_AT(X)                                                                    \
    X(DEALT_AT_PLAYERS_THIRD, "players_third_card")                                               \
    X(DEALT_AT_PLAYERS_FIRST, "players_first_card")                                               \
    X(DEALT_AT_DEALERS_THIRD, "dealers_third_card")
#define TREY_WORDS_SECOND(X) X(SECOND_AS_DISPLAYED, "as_displayed_then")
#define TREY_WORDS_NOTIFY(X) X(NOTIFY_PROCEDURE, "procedure_only")
#define TREY_WORDS_ENVY_UNIT(X)                                                                   \
    X(ENVY_UNIT_EACH_BET, "each_jackpot_bet")                                                     \
    X(ENVY_UNIT_EACH_PLAYER, "each_player")
#define TREY_WORDS_ENVY_OWN(X)                                                                    \
    X(ENVY_OWN_NONE_OF_OWNER, "no_position_of_the_owner")                                         \
    X(ENVY_OWN_INCLUDED, "included")                                                              \
    X(ENVY_OWN_OTHER_POSITIONS, "other_positions_only")
#define TREY_WORDS_ENVY_EACH(X) X(ENVY_EACH_TRIGGER, "every_triggering_hand")
#define TREY_WORDS_OUTCOME(X)                                                                     \
    X(OUTCOME_FOLD_COUNTS, "a_fold_counts")                                                       \
    X(OUTCOME_DEALER_REVEAL, "dealers_hand_only")                                                 \
    X(OUTCOME_OWN_CARDS, "own_cards_count_too")
#define TREY_WORDS_BESIDE(X) X(BESIDE_OWN_BET, "own_bet") X(BESIDE_ANY_BET, "any_bet_on_the_position")
#define TREY_WORDS_BACKLINE_BY(X)                                                                 \
    X(BACKLINE_BY_ANYBODY, "anybody")                                                             \
    X(BACKLINE_BY_SEATED, "seated_players")
#define TREY_WORDS_PERMISSION(X)                                                                  \
    X(PERMISSION_NEVER, "never")                                                                  \
    X(PERMISSION_AFTER_WRONG_COUNT, "after_a_wrong_count")                                        \
    X(PERMISSION_BY_RULING, "by_ruling")
#define TREY_WORDS_UNSHOWN(X)                                                                     \
    X(UNSHOWN_LOST, "lost")                                                                       \
    X(UNSHOWN_RETURNED, "returned")                                                               \
    X(UNSHOWN_BY_LOOK, "as_a_supervisors_look_shows")
#define TREY_WORDS_UNDONE(X) X(UNDONE_RETURNED, "returned") X(UNDONE_STANDS, "stands")
#define TREY_WORDS_VOID(X) X(VOID_RETURNED, "returned") X(VOID_REVERSED, "reversed")
#define TREY_WORDS_VOID_FEE(X) X(VOID_FEE_RETURNED, "returned") X(VOID_FEE_KEPT, "kept")
#define TREY_WORDS_VOID_METER(X) X(VOID_METER_REVERSED, "reversed") X(VOID_METER_KEPT, "kept")
#define TREY_WORDS_EARLIER(X) X(EARLIER_STANDS, "stands")
#define TREY_WORDS_BANK_SIZE(X) X(BANK_SIZE_ANY_POSITIVE, "any_positive_amount")
#define TREY_WORDS_BANK_LIMIT(X)                                                                  \
    X(BANK_LIMIT_GROSS, "gross_both_ways")                                                        \
    X(BANK_LIMIT_NET, "net")                                                                      \
    X(BANK_LIMIT_ACTION, "by_action")                                                             \
    X(BANK_LIMIT_EACH_PLAYER, "each_player")
#define TREY_WORDS_BANK_SPENT(X)                                                                  \
    X(BANK_SPENT_RETURN_ALL, "all_later_returned")                                                \
    X(BANK_SPENT_COLLECT_LOSERS, "losers_still_collected")
#define TREY_WORDS_BANK_PARTIAL(X)                                                                \
    X(BANK_PARTIAL_PAY_REST, "what_is_left_is_paid")                                              \
    X(BANK_PARTIAL_RETURN, "whole_wager_returned")
#define TREY_WORDS_BANK_FORFEITS(X)                                                               \
    X(BANK_FORFEITS_FIRST, "first_in_decision_order")                                             \
    X(BANK_FORFEITS_IN_ACTION_ORDER, "in_action_order")                                           \
    X(BANK_FORFEITS_NOT_COUNTED, "not_counted")
#define TREY_WORDS_BANK_REFUND(X) X(BANK_REFUND_OUTSIDE, "outside_the_coverage")
#define TREY_WORDS_DIRECTION(X) X(DIRECTION_CLOCKWISE, "clockwise")
#define TREY_WORDS_PRESET(X) X(PRESET_NONE, "none") X(PRESET_VOID, "void")
#define TREY_WORDS_NOBODY(X) X(NOBODY_PREVIOUS_AGAIN, "previous_may_bank_again")
#define TREY_WORDS_BUTTON_CARD(X) X(BUTTON_CARD_UP, "up_card")
#define TREY_WORDS_BUTTON_COUNT(X)                                                                \
    X(BUTTON_COUNT_HOUSE_DEALERS_LEFT, "all_seats_from_house_dealers_left")                       \
    X(BUTTON_COUNT_PLAYER_DEALERS_LEFT, "all_seats_from_player_dealers_left")                     \
    X(BUTTON_COUNT_WAGERED_SEATS, "seats_with_wagers")
#define TREY_WORDS_FEE_BASE(X) X(FEE_BASE_BEFORE_DEAL, "all_wagers_before_the_deal")
#define TREY_WORDS_FEE_GAP(X)                                                                     \
    X(FEE_GAP_LOWER_BOUND, "lower_bound")                                                         \
    X(FEE_GAP_ROUND_UP, "round_up")                                                               \
    X(FEE_GAP_REFUSE, "refuse")
#define TREY_WORDS_PLAYER_FEE(X)                                                                  \
    X(PLAYER_FEE_EACH_ANTE, "each_ante")                                                          \
    X(PLAYER_FEE_EACH_PLAYER, "each_player")                                                      \
    X(PLAYER_FEE_ANTE_AND_PLAY, "each_ante_and_play")
#define TREY_WORDS_FEE_WHEN(X) X(FEE_WHEN_BEFORE_DEAL, "after_bets_before_cards")

/* The word lists by name, for the loader: X(LIST). */
#define TREY_WORD_LISTS(X)                                                                        \
    X(FLAG) X(ROLE) X(WAGER) X(CATEGORY) X(BANKER) X(BACKS) X(SHUFFLE) X(DEVICE) X(START)         \
    X(DEALT_TO) X(UP_CARD) X(LEFTOVERS) X(SUITED_ACE_LOW) X(CALL) X(NEEDS) X(TOGETHER)            \
    X(PLAY_AMOUNT) X(BONUS_SIZE) X(FIXED) X(SEVERAL) X(SHARED) X(BACKLINE) X(LIMIT_SCOPE)         \
    X(VIEW) X(TURNS) X(DECIDER) X(CONTINUES) X(FOLD) X(QUALIFIES) X(RESULT) X(PAY_ORDER)          \
    X(WITHIN_SEAT) X(CHIPS) X(JACKPOT_HAND) X(CONTRIBUTES) X(FUND) X(AFTER_SHARE)                 \
    X(AFTER_WHOLE) X(ROUNDING) X(AWARDS) X(TABLE_ORDER) X(LINK_ORDER) X(DEALT_AT) X(SECOND)       \
    X(NOTIFY) X(ENVY_UNIT) X(ENVY_OWN) X(ENVY_EACH) X(OUTCOME) X(VOID) X(EARLIER)                 \
    X(BANK_SIZE) X(BANK_LIMIT) X(BANK_SPENT) X(BANK_PARTIAL) X(BANK_FORFEITS) X(BANK_REFUND)      \
    X(PRESET) X(DIRECTION) X(NOBODY) X(BUTTON_CARD) X(BUTTON_COUNT) X(FEE_BASE) X(FEE_GAP)                  \
    X(PLAYER_FEE) X(FEE_WHEN) X(BESIDE) X(BACKLINE_BY) X(PERMISSION) X(UNSHOWN) X(UNDONE)        \
    X(VOID_FEE) X(VOID_METER)

/* ---- Parts: PART(constant, why a key of it is absent, what brings it into the game) --
 * A key belongs to a part of the game. It has a value where the game has that part; where the
 * game does not, it is absent, and may be left out of the file. GAME is every game; FREE keys
 * have a value or are absent as the book pleases. lib/rules/rule_parts.c tells which parts a
 * book has. */
#define TREY_RULE_PARTS(PART)                                                                     \
    PART(GAME, "", "every game has it")                                                           \
    PART(FREE, "", "")                                                                            \
    PART(ANTE_BONUS, "the game has no Ante Bonus", "the book has other keys of the Ante Bonus")   \
    PART(PAIR_PLUS, "the game has no Pair Plus", "table.areas has pair_plus")                     \
    PART(SIX_CARD_BONUS, "the game has no 6 Card Bonus", "table.areas has six_card_bonus")        \
    PART(COLOUR_BONUS, "the game has no Colour Bonus", "table.areas has colour_bonus")            \
    PART(JACKPOT, "the game has no jackpot", "table.areas has progressive")                       \
    PART(ENVY, "the game has no Envy Bonus", "the book has other keys of the Envy Bonus")         \
    PART(BANK, "the house banks", "table.banker is player_dealer")                                \
    PART(BUTTON, "there is no action button", "dealing.up_card turns a card that places the button") \
    PART(COLLECTION, "no collection is taken", "the book has other keys of the collection")       \
    PART(SINGLE_CARDS, "no device deals single cards", "dealing.devices has single")              \
    PART(PACKETS, "no device deals packets", "dealing.devices has packets")                       \
    PART(FIVE_CARDS, "no five-card hand is used", "a bonus or the jackpot goes by five cards")    \
    PART(TWO_BONUSES, "the game has no two side bets of any size", "table.areas has two side bets, or more") \
    PART(BACKLINE, "no wagers are placed behind others", "betting.shared is backline")            \
    PART(PAIR_PLUS_ALONE, "there is no hand without an Ante", "dealing.to is positions_with_a_wager") \
    PART(UNSHOWN, "the house dealer opens every hand", "unshown.opened_by_house is no")           \
    PART(UNSHOWN_BONUS, "no Ante Bonus can hang on a hand that is not shown", "unshown.opened_by_house is no, and there is an Ante Bonus") \
    PART(UNSHOWN_PAIR_PLUS, "no Pair Plus can hang on a hand that is not shown", "unshown.opened_by_house is no, and there is Pair Plus") \
    PART(UNSHOWN_SIX_CARD, "no 6 Card Bonus can hang on a hand that is not shown", "unshown.opened_by_house is no, and there is 6 Card Bonus") \
    PART(UNSHOWN_COLOUR, "no Colour Bonus can hang on a hand that is not shown", "unshown.opened_by_house is no, and there is Colour Bonus") \
    PART(UNSHOWN_JACKPOT, "no jackpot bet can hang on a hand that is not shown", "unshown.opened_by_house is no, and there is a jackpot") \
    PART(JACKPOT_OF_FIVE, "three cards cannot hold it", "progressive.hand is best_five_of_six")   \
    PART(SHARES, "no award is a share of less than the whole", "an award is a share of the meter") \
    PART(DEALT_ORDER, "the order is not that of dealing", "progressive.order_between_tables is first_dealt") \
    PART(SHARED_ENVY, "nobody shares in the wagers of a hand that brings envy", "positions are shared, and there is an Envy Bonus") \
    PART(OUTCOMES, "no irregularity asks for an outcome", "a case of an irregularity asks for outcome") \
    PART(MENDING, "no irregularity moves cards or puts them back", "a remedy is move_hands or reconstruct") \
    PART(ORDERING, "no irregularity lets anybody order cards", "a remedy is supervisor_orders_the_cards") \
    PART(INTENT, "no irregularity asks what a player meant", "a case of an irregularity asks for intended") \
    PART(BANKED_PAIR_PLUS, "no bank covers Pair Plus", "a player banks, and there is Pair Plus")  \
    PART(BANKED_SIX_CARD, "no bank covers 6 Card Bonus", "a player banks, and there is 6 Card Bonus") \
    PART(BANKED_COLOUR, "no bank covers Colour Bonus", "a player banks, and there is Colour Bonus")

/* ---- Keys: KEY(constant, path, type, word list, part, how it is met, meaning) -------
 * How it is met: READ, the engine reads it, and another value plays otherwise;
 * FIXED(value, "why"), only this value can be played, and the loader refuses others;
 * NOTE("why"), it tells of the place and not of the play. programs/trey/reads.c fails the build where a
 * READ key is never read, and tests/unit/table/every_word_test.c where reading it changes nothing.
 * Types: WORD one word; WORDS a list of different words; COUNT a whole number;
 * RANGE whole numbers, 4..7; MONEY dollars, or `configured` where the operator
 * must say; MONEY_RANGE dollars, $1..$1000, or `any`; RATE 40:1, or `none`;
 * AWARD $1250, or a share of the meter as in 25%, or `none`. */
#define TREY_RULE_KEYS(KEY)                                                                       \
    KEY(BANKER, "table.banker", WORD, BANKER, GAME, READ, "whom the players play against") \
    KEY(POSITIONS, "table.positions", RANGE, FLAG, GAME, READ, "playing positions at a table") \
    KEY(PLAYERS, "table.players", COUNT, FLAG, FREE, READ, "people who may play, the player-dealer included") \
    KEY(AREAS, "table.areas", WORDS, WAGER, GAME, READ, "betting areas at each position") \
    KEY(DROP_BOX, "table.drop_box", WORD, FLAG, FREE, NOTE("a box on the table; the chips are in the accounts"), "a drop box for the collection") \
    KEY(DECKS, "cards.decks", COUNT, FLAG, GAME, READ, "decks that take turns") \
    KEY(DECK_SIZE, "cards.deck_size", COUNT, FLAG, GAME, FIXED(CARDS, "Trey plays with 52 cards"), "cards in a deck") \
    KEY(JOKERS, "cards.jokers", WORD, FLAG, GAME, FIXED(FLAG_NO, "Trey plays without jokers"), "jokers in the deck") \
    KEY(BACKS, "cards.backs", WORD, BACKS, FREE, NOTE("what the backs look like tells no value"), "how the backs look") \
    KEY(SHUFFLE, "cards.shuffle", WORD, SHUFFLE, GAME, FIXED(SHUFFLE_EVERY_ROUND, "every round has an order of its own"), "when the cards are shuffled") \
    KEY(RACK_ONE_DECK, "cards.rack_holds_one_deck", WORD, FLAG, FREE, NOTE("where the other deck lies during a round"), "only one deck in the discard rack") \
    KEY(DEVICES, "dealing.devices", WORDS, DEVICE, GAME, READ, "packets of three, or single cards") \
    KEY(DEALING_STARTS, "dealing.starts", WORD, START, GAME, READ, "who gets cards first; then clockwise") \
    KEY(DEALT_TO, "dealing.to", WORD, DEALT_TO, GAME, READ, "which positions get cards") \
    KEY(BANKER_LAST, "dealing.banker_last", WORD, FLAG, GAME, FIXED(FLAG_YES, "Trey deals to the dealer or player-dealer last"), "the dealer or player-dealer is served last") \
    KEY(FACE_DOWN, "dealing.face_down", WORD, FLAG, GAME, FIXED(FLAG_YES, "Trey deals face down"), "cards are dealt face down") \
    KEY(BURN_SINGLE, "dealing.burn_with_single_cards", WORD, FLAG, SINGLE_CARDS, READ, "a card burnt before single cards") \
    KEY(BURN_PACKETS, "dealing.burn_with_packets", WORD, FLAG, PACKETS, READ, "a card burnt before packets") \
    KEY(UP_CARD, "dealing.up_card", WORD, UP_CARD, GAME, READ, "when the banker's bottom card is turned up") \
    KEY(LEFTOVERS, "dealing.leftovers", WORD, LEFTOVERS, GAME, FIXED(LEFTOVERS_UNSEEN, "no command shows a card that was not dealt"), "what becomes of the cards not dealt") \
    KEY(LADDER, "ranking.order", WORDS, CATEGORY, GAME, READ, "three-card hands from the highest") \
    KEY(SUITS_RANK, "ranking.suits_rank", WORD, FLAG, GAME, FIXED(FLAG_NO, "Trey gives suits no rank"), "suits decide between equal hands") \
    KEY(ACE_LOW, "ranking.ace_low", WORD, FLAG, GAME, FIXED(FLAG_YES, "Trey counts A-2-3 as the lowest straight"), "A-2-3 is a straight, the lowest") \
    KEY(SUITED_ACE_LOW, "ranking.suited_ace_low", WORD, SUITED_ACE_LOW, GAME, READ, "what suited A-2-3 is") \
    KEY(WRAP, "ranking.wrap_around", WORD, FLAG, GAME, FIXED(FLAG_NO, "Trey has no straight around the ace"), "K-A-2 is a straight") \
    KEY(PAIR_KICKER, "ranking.pair_kicker", WORD, FLAG, GAME, READ, "the odd card decides between equal pairs") \
    KEY(FIVE_ACE_LOW, "ranking.five_card_ace_low", WORD, FLAG, FIVE_CARDS, READ, "5-4-3-2-A counts as a sequence") \
    KEY(BETTING_OPENS, "betting.opens", WORD, CALL, GAME, FIXED(CALL_OPENING, "a round begins with the dealer's opening call"), "what opens the betting") \
    KEY(BETTING_CLOSES, "betting.closes", WORD, CALL, GAME, FIXED(CALL_CLOSING, "the dealer's closing call is the cut-off"), "what closes the betting") \
    KEY(TAKES_PART, "betting.takes_part", WORD, NEEDS, GAME, READ, "what must be bet to take part") \
    KEY(PAIR_PLUS_NEEDS, "betting.pair_plus_needs", WORD, NEEDS, PAIR_PLUS, READ, "what Pair Plus needs beside it") \
    KEY(PROGRESSIVE_NEEDS, "betting.progressive_needs", WORD, NEEDS, JACKPOT, READ, "what the jackpot bet needs") \
    KEY(PROGRESSIVE_BESIDE, "betting.progressive_beside", WORD, BESIDE, JACKPOT, READ, "whose bet the jackpot bet needs beside it") \
    KEY(SIX_CARD_BONUS_NEEDS, "betting.six_card_bonus_needs", WORD, NEEDS, SIX_CARD_BONUS, READ, "what 6 Card Bonus needs") \
    KEY(COLOUR_BONUS_NEEDS, "betting.colour_bonus_needs", WORD, NEEDS, COLOUR_BONUS, READ, "what Colour Bonus needs") \
    KEY(BONUSES_TOGETHER, "betting.bonuses_together", WORD, TOGETHER, TWO_BONUSES, READ, "one side bet beside another") \
    KEY(PLAY_AMOUNT, "betting.play_amount", WORD, PLAY_AMOUNT, GAME, FIXED(PLAY_AMOUNT_EQUAL_TO_ANTE, "a Play of another size is refused"), "the size of the Play bet") \
    KEY(BONUS_SIZE, "betting.bonus_size", WORD, BONUS_SIZE, GAME, FIXED(BONUS_SIZE_ANY, "only the limits bound a side bet"), "the size of side bets against the Ante") \
    KEY(PROGRESSIVE_SIZE, "betting.progressive_size", WORD, FIXED, JACKPOT, FIXED(FIXED_PRESCRIBED, "the jackpot system takes its own amount only"), "the size of the jackpot bet") \
    KEY(SEVERAL, "betting.several_positions", WORD, SEVERAL, GAME, READ, "one player on several positions") \
    KEY(SHARED, "betting.shared", WORD, SHARED, GAME, READ, "several players on one position") \
    KEY(BACKLINE, "betting.backline_decision", WORD, BACKLINE, BACKLINE, READ, "who decides for a backline bet") \
    KEY(BACKLINE_BY, "betting.backline_by", WORD, BACKLINE_BY, BACKLINE, READ, "who may bet behind another player") \
    KEY(PROGRESSIVE_ON_OTHERS, "betting.progressive_on_others", WORD, FLAG, JACKPOT, FIXED(FLAG_NO, "Trey takes a jackpot bet from the position's owner only"), "a jackpot bet on another's position") \
    KEY(BET_BY_STAFF, "betting.placed_by_staff", WORD, ROLE, GAME, READ, "lowest role that may place a player's bet") \
    KEY(PERMISSION, "betting.late_withdrawal_permitted", WORD, PERMISSION, GAME, READ, "when staff may let players withdraw after the close") \
    KEY(BANKER_MAY_BET, "betting.player_dealer_may_bet", WORD, FLAG, BANK, FIXED(FLAG_NO, "player-dealers would bet against themselves"), "the player-dealer may bet himself") \
    KEY(LIMIT_SCOPE, "limits.scope", WORD, LIMIT_SCOPE, GAME, FIXED(LIMIT_SCOPE_PER_WAGER, "each wager is held against limits of its own"), "what a limit applies to") \
    KEY(LIMITS_SHOWN, "limits.shown_at_table", WORD, FLAG, GAME, FIXED(FLAG_YES, "the limits are shown to everyone who sees the table"), "limits are shown at the table") \
    KEY(MINIMUM_ALLOWED, "limits.minimum", MONEY_RANGE, FLAG, GAME, READ, "what the operator may set as minimum") \
    KEY(MAXIMUM_ALLOWED, "limits.maximum", MONEY_RANGE, FLAG, GAME, READ, "what the operator may set as maximum") \
    KEY(VIEWING, "viewing.hands", WORD, VIEW, GAME, READ, "the hands a player may look at") \
    KEY(VIEW_PAIR_PLUS_ONLY, "viewing.pair_plus_only", WORD, FLAG, PAIR_PLUS_ALONE, READ, "a hand with Pair Plus alone may be looked at") \
    KEY(BLIND_PLAY, "viewing.blind_play", WORD, FLAG, GAME, READ, "a hand not looked at may be played") \
    KEY(BLIND_FOLD, "viewing.blind_fold", WORD, FLAG, GAME, READ, "a hand not looked at may be folded") \
    KEY(VIEW_OTHERS, "viewing.others", WORD, FLAG, GAME, FIXED(FLAG_NO, "Trey shows nobody another player's hand"), "looking at another player's hand") \
    KEY(VIEW_UNSHOWN, "viewing.unshown_by", WORD, ROLE, UNSHOWN, READ, "lowest role that may look at a hand not shown") \
    KEY(DECIDER, "decisions.by", WORD, DECIDER, GAME, FIXED(DECIDER_OWNER, "the owner of a position decides for it"), "who decides for a position") \
    KEY(DECISION_ORDER, "decisions.order", WORD, START, GAME, READ, "where the decisions begin; then clockwise") \
    KEY(TURNS, "decisions.turns", WORD, TURNS, GAME, READ, "whether decisions wait for their turn") \
    KEY(PAIR_PLUS_ONLY, "decisions.pair_plus_only", WORD, CONTINUES, PAIR_PLUS_ALONE, READ, "how a hand with Pair Plus alone goes on") \
    KEY(FOLD_ANTE, "fold.ante", WORD, FOLD, GAME, READ, "a fold and the Ante") \
    KEY(FOLD_ANTE_BONUS, "fold.ante_bonus", WORD, FOLD, ANTE_BONUS, READ, "a fold and the Ante Bonus") \
    KEY(FOLD_PAIR_PLUS, "fold.pair_plus", WORD, FOLD, PAIR_PLUS, READ, "a fold and Pair Plus") \
    KEY(FOLD_PROGRESSIVE, "fold.progressive", WORD, FOLD, JACKPOT, READ, "a fold and the jackpot bet") \
    KEY(FOLD_SIX_CARD_BONUS, "fold.six_card_bonus", WORD, FOLD, SIX_CARD_BONUS, READ, "a fold and 6 Card Bonus") \
    KEY(FOLD_COLOUR_BONUS, "fold.colour_bonus", WORD, FOLD, COLOUR_BONUS, READ, "a fold and Colour Bonus") \
    KEY(QUALIFIES, "showdown.qualifies", WORD, QUALIFIES, GAME, READ, "what the dealer needs to qualify") \
    KEY(UNQUALIFIED_ANTE, "showdown.unqualified_ante", WORD, RESULT, GAME, READ, "the Ante when the dealer does not qualify") \
    KEY(UNQUALIFIED_PLAY, "showdown.unqualified_play", WORD, RESULT, GAME, READ, "Play when the dealer does not qualify") \
    KEY(BETTER_HAND, "showdown.better", WORD, RESULT, GAME, READ, "Ante and Play of a better hand") \
    KEY(WORSE_HAND, "showdown.worse", WORD, RESULT, GAME, READ, "Ante and Play of a worse hand") \
    KEY(EQUAL_HAND, "showdown.equal", WORD, RESULT, GAME, READ, "Ante and Play of an equal hand") \
    KEY(REVEAL_ORDER, "showdown.reveal_order", WORD, START, GAME, READ, "where the opening of hands begins") \
    KEY(UNSHOWN_OPENED, "unshown.opened_by_house", WORD, FLAG, GAME, READ, "the dealer opens a hand not shown") \
    KEY(UNSHOWN_BEATEN, "unshown.qualified", WORD, RESULT, UNSHOWN, READ, "Ante and Play not shown, dealer qualifies") \
    KEY(UNSHOWN_ANTE, "unshown.unqualified_ante", WORD, RESULT, UNSHOWN, READ, "Ante not shown, dealer does not qualify") \
    KEY(UNSHOWN_PLAY, "unshown.unqualified_play", WORD, RESULT, UNSHOWN, READ, "Play not shown, dealer does not qualify") \
    KEY(UNSHOWN_ANTE_BONUS, "unshown.ante_bonus", WORD, UNSHOWN, UNSHOWN_BONUS, READ, "the Ante Bonus of a hand not shown") \
    KEY(UNSHOWN_PAIR_PLUS, "unshown.pair_plus", WORD, UNSHOWN, UNSHOWN_PAIR_PLUS, READ, "Pair Plus of a hand not shown") \
    KEY(UNSHOWN_SIX_CARD_BONUS, "unshown.six_card_bonus", WORD, UNSHOWN, UNSHOWN_SIX_CARD, READ, "6 Card Bonus of a hand not shown") \
    KEY(UNSHOWN_COLOUR_BONUS, "unshown.colour_bonus", WORD, UNSHOWN, UNSHOWN_COLOUR, READ, "Colour Bonus of a hand not shown") \
    KEY(UNSHOWN_PROGRESSIVE, "unshown.progressive", WORD, UNSHOWN, UNSHOWN_JACKPOT, READ, "the jackpot bet of a hand not shown") \
    KEY(BONUS_ON_LOSS, "ante_bonus.on_a_loss", WORD, FLAG, ANTE_BONUS, READ, "Ante Bonus though the hand lost") \
    KEY(BONUS_ON_STAND_OFF, "ante_bonus.on_a_stand_off", WORD, FLAG, ANTE_BONUS, READ, "Ante Bonus on a stand-off") \
    KEY(BONUS_UNQUALIFIED, "ante_bonus.dealer_not_qualified", WORD, FLAG, ANTE_BONUS, READ, "Ante Bonus though the dealer did not qualify") \
    KEY(PAIR_PLUS_ANY_DEALER, "pair_plus.whatever_the_dealer_holds", WORD, FLAG, PAIR_PLUS, FIXED(FLAG_YES, "Pair Plus is judged by the own three cards"), "Pair Plus does not depend on the dealer") \
    KEY(PAIR_PLUS_UNLISTED, "pair_plus.unlisted_hand", WORD, RESULT, PAIR_PLUS, READ, "Pair Plus below a pair") \
    KEY(SIX_CARD_ANY_RESULT, "six_card_bonus.whatever_the_ante_does", WORD, FLAG, SIX_CARD_BONUS, FIXED(FLAG_YES, "6 Card Bonus is judged by the six cards alone"), "6 Card Bonus does not depend on the Ante") \
    KEY(SIX_CARD_UNLISTED, "six_card_bonus.unlisted_hand", WORD, RESULT, SIX_CARD_BONUS, READ, "6 Card Bonus below three of a kind") \
    KEY(COLOUR_ANY_RESULT, "colour_bonus.whatever_the_ante_does", WORD, FLAG, COLOUR_BONUS, FIXED(FLAG_YES, "Colour Bonus is judged by the colours of the cards alone"), "Colour Bonus does not depend on the Ante") \
    KEY(COLOUR_UNLISTED, "colour_bonus.unlisted_hand", WORD, RESULT, COLOUR_BONUS, READ, "Colour Bonus of both colours") \
    KEY(PAY_ORDER, "settlement.order", WORD, PAY_ORDER, GAME, READ, "the order of settling") \
    KEY(WITHIN_SEAT, "settlement.within_a_seat", WORD, WITHIN_SEAT, GAME, FIXED(WITHIN_SEAT_ANTE_FIRST, "Trey settles the Ante first, then Play and the side bets"), "the order inside one seat") \
    KEY(CHIPS, "settlement.chips", WORD, CHIPS, GAME, FIXED(CHIPS_AS_AT_CLOSE, "the record holds what lay there at the closing call"), "which chips count") \
    KEY(PAY_ANTE, "pays.ante", RATE, FLAG, GAME, READ, "a winning Ante") \
    KEY(PAY_PLAY, "pays.play", RATE, FLAG, GAME, READ, "a winning Play") \
    TREY_RULE_KEYS_PAYS(KEY)                                                                      \
    TREY_RULE_KEYS_JACKPOT(KEY)                                                                   \
    TREY_RULE_KEYS_TROUBLE(KEY)                                                                   \
    TREY_RULE_KEYS_BANK(KEY)

#define TREY_RULE_KEYS_PAYS(KEY)                                                                  \
    KEY(PAY_BONUS_ROYAL, "pays.ante_bonus.royal", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, suited A-K-Q") \
    KEY(PAY_BONUS_STRAIGHT_FLUSH, "pays.ante_bonus.straight_flush", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, straight flush") \
    KEY(PAY_BONUS_TRIPS, "pays.ante_bonus.three_of_a_kind", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, three of a kind") \
    KEY(PAY_BONUS_STRAIGHT, "pays.ante_bonus.straight", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, straight") \
    KEY(PAY_BONUS_FLUSH, "pays.ante_bonus.flush", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, flush") \
    KEY(PAY_BONUS_PAIR, "pays.ante_bonus.pair", RATE, FLAG, ANTE_BONUS, READ, "Ante Bonus, pair") \
    KEY(PAY_PAIR_PLUS_ROYAL, "pays.pair_plus.royal", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, suited A-K-Q") \
    KEY(PAY_PAIR_PLUS_STRAIGHT_FLUSH, "pays.pair_plus.straight_flush", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, straight flush") \
    KEY(PAY_PAIR_PLUS_TRIPS, "pays.pair_plus.three_of_a_kind", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, three of a kind") \
    KEY(PAY_PAIR_PLUS_STRAIGHT, "pays.pair_plus.straight", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, straight") \
    KEY(PAY_PAIR_PLUS_FLUSH, "pays.pair_plus.flush", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, flush") \
    KEY(PAY_PAIR_PLUS_PAIR, "pays.pair_plus.pair", RATE, FLAG, PAIR_PLUS, READ, "Pair Plus, pair") \
    KEY(PAY_SIX_ROYAL, "pays.six_card_bonus.royal", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, royal flush") \
    KEY(PAY_SIX_STRAIGHT_FLUSH, "pays.six_card_bonus.straight_flush", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, straight flush") \
    KEY(PAY_SIX_QUADS, "pays.six_card_bonus.four_of_a_kind", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, four of a kind") \
    KEY(PAY_SIX_FULL_HOUSE, "pays.six_card_bonus.full_house", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, full house") \
    KEY(PAY_SIX_FLUSH, "pays.six_card_bonus.flush", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, flush") \
    KEY(PAY_SIX_STRAIGHT, "pays.six_card_bonus.straight", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, straight") \
    KEY(PAY_SIX_TRIPS, "pays.six_card_bonus.three_of_a_kind", RATE, FLAG, SIX_CARD_BONUS, READ, "6 Card Bonus, three of a kind") \
    KEY(PAY_COLOUR_SIX, "pays.colour_bonus.six_of_one_colour", RATE, FLAG, COLOUR_BONUS, READ, "Colour Bonus, all six cards of one colour") \
    KEY(PAY_COLOUR_THREE, "pays.colour_bonus.three_of_one_colour", RATE, FLAG, COLOUR_BONUS, READ, "Colour Bonus, own three cards of one colour")

#define TREY_RULE_KEYS_JACKPOT(KEY)                                                               \
    KEY(JACKPOT_HAND, "progressive.hand", WORD, JACKPOT_HAND, JACKPOT, READ, "the cards that count for the jackpot") \
    KEY(JACKPOT_BET, "progressive.bet", MONEY, FLAG, JACKPOT, READ, "the jackpot bet") \
    KEY(JACKPOT_CONTRIBUTION, "progressive.contribution", MONEY, FLAG, JACKPOT, READ, "what each bet adds to the meter") \
    KEY(JACKPOT_RESET, "progressive.reset", MONEY, FLAG, JACKPOT, READ, "the meter after it is won") \
    KEY(JACKPOT_CONTRIBUTES, "progressive.contributes", WORD, CONTRIBUTES, JACKPOT, READ, "when a bet enters the meter") \
    KEY(AWARD_ROYAL_SPADES, "progressive.awards.royal_spades", AWARD, FLAG, JACKPOT, READ, "jackpot, spade mini-royal") \
    KEY(AWARD_ROYAL, "progressive.awards.royal", AWARD, FLAG, JACKPOT, READ, "jackpot, other mini-royal") \
    KEY(AWARD_STRAIGHT_FLUSH, "progressive.awards.straight_flush", AWARD, FLAG, JACKPOT, READ, "jackpot, straight flush") \
    KEY(AWARD_QUADS, "progressive.awards.four_of_a_kind", AWARD, FLAG, JACKPOT_OF_FIVE, READ, "jackpot, four of a kind") \
    KEY(AWARD_FULL_HOUSE, "progressive.awards.full_house", AWARD, FLAG, JACKPOT_OF_FIVE, READ, "jackpot, full house") \
    KEY(AWARD_FLUSH, "progressive.awards.flush", AWARD, FLAG, JACKPOT, READ, "jackpot, flush") \
    KEY(AWARD_STRAIGHT, "progressive.awards.straight", AWARD, FLAG, JACKPOT, READ, "jackpot, straight") \
    KEY(AWARD_TRIPS, "progressive.awards.three_of_a_kind", AWARD, FLAG, JACKPOT, READ, "jackpot, three of a kind") \
    KEY(AWARDS_A_HAND, "progressive.awards_a_hand", WORD, AWARDS, JACKPOT, FIXED(AWARDS_HIGHEST_ONLY, "a hand has one rank, and that rank's award"), "awards that one hand can get") \
    KEY(AWARDS_BESIDE, "progressive.beside_other_payments", WORD, FLAG, JACKPOT, FIXED(FLAG_YES, "awards come on top of other payments"), "awards come on top of the other payments") \
    KEY(AWARDS_ANY_DEALER, "progressive.whatever_the_dealer_holds", WORD, FLAG, JACKPOT, FIXED(FLAG_YES, "awards do not depend on the dealer"), "awards do not depend on the dealer's hand") \
    KEY(AWARD_STAKE_BACK, "progressive.stake_returned", WORD, FLAG, JACKPOT, FIXED(FLAG_NO, "a jackpot stake is consumed"), "the jackpot stake comes back with an award") \
    KEY(FIXED_AWARDS_FROM, "progressive.fixed_awards_from", WORD, FUND, JACKPOT, READ, "who pays the fixed awards") \
    KEY(AFTER_WHOLE, "progressive.after_the_whole", WORD, AFTER_WHOLE, JACKPOT, FIXED(AFTER_WHOLE_RESET, "nothing but the reset value is left of a meter that was won"), "the meter after the whole was won") \
    KEY(AFTER_SHARE, "progressive.after_a_share", WORD, AFTER_SHARE, SHARES, READ, "the meter after a share was won") \
    KEY(SHARE_ROUNDING, "progressive.share_rounding", WORD, ROUNDING, SHARES, FIXED(ROUNDING_DOWN_TO_CENT, "what is no whole cent stays on the meter"), "how a share is rounded") \
    KEY(TABLE_ORDER, "progressive.order_at_one_table", WORD, TABLE_ORDER, JACKPOT, READ, "several awards in one round") \
    KEY(LINK_ORDER, "progressive.order_between_tables", WORD, LINK_ORDER, JACKPOT, READ, "winners at several tables") \
    KEY(DEALT_AT, "progressive.dealt_at", WORD, DEALT_AT, DEALT_ORDER, READ, "the moment that counts as dealt") \
    KEY(HOUSE_ORDER, "progressive.house_has_last_word", WORD, FLAG, JACKPOT, READ, "the house settles the order finally") \
    KEY(SECOND_AMOUNT, "progressive.second_winner", WORD, SECOND, JACKPOT, FIXED(SECOND_AS_DISPLAYED, "the second winner gets a share of what the first has left"), "what the second winner gets") \
    KEY(NOTIFY, "progressive.notice", WORD, NOTIFY, FREE, NOTE("whether a winner calls out is between people"), "what the duty to speak up means") \
    KEY(ENVY_ROYAL_SPADES, "envy.royal_spades", AWARD, FLAG, ENVY, READ, "envy, spade mini-royal") \
    KEY(ENVY_ROYAL, "envy.royal", AWARD, FLAG, ENVY, READ, "envy, other mini-royal") \
    KEY(ENVY_UNIT, "envy.paid_to", WORD, ENVY_UNIT, ENVY, READ, "what earns one Envy Bonus") \
    KEY(ENVY_OWN, "envy.own_hand", WORD, ENVY_OWN, ENVY, READ, "envy for one's own hand") \
    KEY(ENVY_EACH, "envy.counts", WORD, ENVY_EACH, ENVY, FIXED(ENVY_EACH_TRIGGER, "every triggering hand pays"), "several triggering hands in one round") \
    KEY(ENVY_TRIGGER, "envy.trigger_needs", WORD, NEEDS, ENVY, FIXED(NEEDS_ANTE, "a hand without an Ante entitles nobody"), "what a triggering hand must have bet") \
    KEY(ENVY_FOLDED_GETS, "envy.folded_bet_receives", WORD, FLAG, ENVY, READ, "a folded jackpot bet gets envy") \
    KEY(ENVY_FOLDED_GIVES, "envy.folded_hand_triggers", WORD, FLAG, ENVY, READ, "a folded hand triggers envy") \
    KEY(ENVY_FROM, "envy.paid_from", WORD, FUND, ENVY, FIXED(FUND_HOUSE, "the Envy Bonus never lowers a meter"), "who pays the Envy Bonus") \
    KEY(ENVY_SHARER, "envy.sharer_of_the_hand", WORD, FLAG, SHARED_ENVY, READ, "envy for a player who shares in the triggering hand's wagers") \
    KEY(ENVY_UNDONE, "envy.of_an_undone_hand", WORD, UNDONE, ENVY, READ, "envy paid for a hand that is undone after the settlement")

#define TREY_RULE_KEYS_TROUBLE(KEY)                                                               \
    KEY(OUTCOME, "interruption.outcome", WORD, OUTCOME, OUTCOMES, READ, "what establishes an outcome") \
    KEY(VOID_WAGERS, "void.wagers", WORD, VOID, GAME, FIXED(VOID_RETURNED, "a round without a result keeps nobody's chips"), "wagers of a void round") \
    KEY(VOID_CONTRIBUTIONS, "void.contributions", WORD, VOID_METER, JACKPOT, READ, "contributions of a void round") \
    KEY(VOID_FOLDS, "void.earlier_folds", WORD, VOID, GAME, FIXED(VOID_REVERSED, "what a fold loses is not collected before the settlement"), "what was folded before the void") \
    KEY(VOID_FEE, "void.collection", WORD, VOID_FEE, COLLECTION, READ, "the collection of a void round") \
    KEY(EARLIER_ROUNDS, "void.earlier_rounds", WORD, EARLIER, GAME, FIXED(EARLIER_STANDS, "Trey keeps one settled round that can be undone, until the next one opens"), "earlier rounds") \
    KEY(ROLE_RULING, "roles.ruling", WORD, ROLE, GAME, READ, "decides what the book does not cover") \
    KEY(ROLE_RESTRICT, "roles.restrict_to_one_position", WORD, ROLE, GAME, READ, "may hold a player to one position") \
    KEY(ROLE_BAR, "roles.bar_a_player", WORD, ROLE, GAME, READ, "may bar a player") \
    KEY(ROLE_STOP, "roles.stop_a_player", WORD, ROLE, GAME, READ, "may stop a player who runs several hands") \
    KEY(ROLE_PERMIT, "roles.permit_withdrawal", WORD, ROLE, GAME, READ, "may let others withdraw") \
    KEY(ROLE_ORDER_CARDS, "roles.order_of_cards", WORD, ROLE, ORDERING, READ, "decides which card came first") \
    KEY(ROLE_INTENT, "roles.judge_intent", WORD, ROLE, INTENT, READ, "judges whether a second look was meant") \
    KEY(ROLE_RECONSTRUCT, "roles.reconstruct", WORD, ROLE, MENDING, READ, "decides whether cards can be put back") \
    KEY(ROLE_JACKPOT_ORDER, "roles.jackpot_order", WORD, ROLE, JACKPOT, READ, "settles the order of jackpot winners") \
    KEY(ROLE_AFTER_FAULT, "roles.after_a_jackpot_fault", WORD, ROLE, JACKPOT, READ, "chooses how to go on after a fault") \
    KEY(ROLE_CORRECT, "roles.correct_the_record", WORD, ROLE, GAME, READ, "may correct the record where the table differs") \
    KEY(ROLES_HIGHER, "roles.higher_may_act", WORD, FLAG, GAME, FIXED(FLAG_YES, "a higher role may do whatever a lower one may"), "a deputy or a higher role may act") \
    KEY(RULING_PRESET, "roles.ruling_preset", WORD, PRESET, GAME, READ, "the ruling unless another is given")

#define TREY_RULE_KEYS_BANK(KEY)                                                                  \
    KEY(BANK_SIZE, "bank.size", WORD, BANK_SIZE, BANK, FIXED(BANK_SIZE_ANY_POSITIVE, "any amount above nothing is a bank"), "what a player-dealer may put up") \
    KEY(BANK_BY_HOUSE, "bank.house_may_bank", WORD, FLAG, BANK, FIXED(FLAG_NO, "where a player banks the house does not"), "the house takes the bank") \
    KEY(BANK_PERCENTAGE, "bank.house_takes_a_percentage", WORD, FLAG, BANK, FIXED(FLAG_NO, "the house takes fees, never a share of wagers"), "the house takes a share of wagers") \
    KEY(BANK_LIMIT, "bank.limit", WORD, BANK_LIMIT, BANK, READ, "how the bank limits winning and losing") \
    KEY(BANK_SPENT, "bank.once_spent", WORD, BANK_SPENT, BANK, READ, "wagers reached after the bank is spent") \
    KEY(UNCOVERED_PAIR_PLUS, "bank.uncovered_pair_plus", WORD, VOID, BANKED_PAIR_PLUS, FIXED(VOID_RETURNED, "what the bank does not cover goes back"), "Pair Plus that the bank does not cover") \
    KEY(UNCOVERED_SIX_CARD, "bank.uncovered_six_card_bonus", WORD, VOID, BANKED_SIX_CARD, FIXED(VOID_RETURNED, "what the bank does not cover goes back"), "6 Card Bonus that the bank does not cover") \
    KEY(UNCOVERED_COLOUR, "bank.uncovered_colour_bonus", WORD, VOID, BANKED_COLOUR, FIXED(VOID_RETURNED, "what the bank does not cover goes back"), "Colour Bonus that the bank does not cover") \
    KEY(BANK_PARTIAL, "bank.partly_covered", WORD, BANK_PARTIAL, BANK, READ, "a wager the bank covers in part") \
    KEY(BANK_FORFEITS, "bank.forfeits", WORD, BANK_FORFEITS, BANK, READ, "forfeited wagers and the win limit") \
    KEY(BANK_REFUND, "bank.play_refund", WORD, BANK_REFUND, BANK, FIXED(BANK_REFUND_OUTSIDE, "a refund asks nothing of the bank"), "a Play refund and the coverage") \
    KEY(ROTATION_HANDS, "bank.hands_in_a_row", COUNT, FLAG, BANK, READ, "hands banked before it is offered on") \
    KEY(ROTATION_DIRECTION, "bank.offered", WORD, DIRECTION, BANK, FIXED(DIRECTION_CLOCKWISE, "the bank goes round clockwise"), "how the bank is offered around") \
    KEY(ROTATION_PASS, "bank.may_be_passed", WORD, FLAG, BANK, FIXED(FLAG_YES, "the bank is an offer"), "the bank may be declined or given up") \
    KEY(ROTATION_NOBODY, "bank.nobody_takes_it", WORD, NOBODY, BANK, FIXED(NOBODY_PREVIOUS_AGAIN, "after a full round of offers the previous player-dealer may bank again"), "nobody takes the bank") \
    KEY(BUTTON_CARD, "button.card", WORD, BUTTON_CARD, BUTTON, FIXED(BUTTON_CARD_UP, "the up card places the button"), "the card that places the action button") \
    KEY(BUTTON_COUNT, "button.counts", WORD, BUTTON_COUNT, BUTTON, READ, "how the seats are counted") \
    KEY(BUTTON_SKIPS_BANK, "button.skips_player_dealer", WORD, FLAG, BUTTON, FIXED(FLAG_YES, "the player-dealer is not counted"), "the player-dealer is not counted") \
    KEY(BUTTON_ACE, "button.ace", COUNT, FLAG, BUTTON, READ, "an ace counts") \
    KEY(BUTTON_TEN, "button.ten", COUNT, FLAG, BUTTON, READ, "a ten counts") \
    KEY(BUTTON_JACK, "button.jack", COUNT, FLAG, BUTTON, READ, "a jack counts") \
    KEY(BUTTON_QUEEN, "button.queen", COUNT, FLAG, BUTTON, READ, "a queen counts") \
    KEY(BUTTON_KING, "button.king", COUNT, FLAG, BUTTON, READ, "a king counts") \
    KEY(FEE_BASE, "collection.base", WORD, FEE_BASE, COLLECTION, FIXED(FEE_BASE_BEFORE_DEAL, "the action is what lies there at the closing call"), "what the collection is reckoned on") \
    KEY(FEE_GAP, "collection.between_brackets", WORD, FEE_GAP, COLLECTION, READ, "an action between two brackets") \
    KEY(PLAYER_FEE, "collection.player_fee_on", WORD, PLAYER_FEE, COLLECTION, READ, "what the players' fee attaches to") \
    KEY(FEE_WHEN, "collection.taken", WORD, FEE_WHEN, COLLECTION, FIXED(FEE_WHEN_BEFORE_DEAL, "the closing call collects"), "when the collection is taken")

/* clang-format on */
#endif
