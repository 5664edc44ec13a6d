/* event_schema.h -- everything that can happen at a table: one row for each kind of event.
 *
 * A row names the members of an event, says what money it moves, and tells it in a sentence. The
 * bytes of the record, the JSON of the server and of `trey run`, the schema of the protocol, the
 * page's types, the checks before a stored event is folded, the postings and the text of a script
 * all go by these rows. Adding an event takes its row here and its function in apply.c.
 *
 * Only macros live here; table.h makes the types. */
#ifndef TREY_EVENT_SCHEMA_H
#define TREY_EVENT_SCHEMA_H

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

/* ---- Members: MEMBER(constant, "name", type, place in trey_event) -------------------
 * The type says how a member is written as bytes, as JSON and in a sentence; the types are rows
 * below. A member of type TOLD is not in the event: it is read off the table when the event is
 * told. They are told in this order. */
#define TREY_EVENT_MEMBERS(MEMBER)                                                                \
    MEMBER(ROUND,        "round",           TOLD,    kind)                                        \
    MEMBER(SEAT,         "seat",            SEAT,    seat)                                        \
    MEMBER(PLAYER,       "player",          PLAYER,  player)                                      \
    MEMBER(REPORTER,     "reporter",        PLAYER,  player)                                      \
    MEMBER(WAGER,        "wager",           WAGER,   wager)                                       \
    MEMBER(AMOUNT,       "amount",          CENTS,   amount)                                      \
    MEMBER(ACTION,       "action",          CENTS,   amount)                                      \
    MEMBER(STAKED,       "staked",          CENTS,   amount)                                      \
    MEMBER(BY,           "by",              ROLE,    role)                                        \
    MEMBER(PLACE,        "place",           PLACE,   dealt.place)                                 \
    MEMBER(CARD,         "card",            CARD,    dealt.card)                                  \
    MEMBER(COUNT,        "count",           TOLD,    kind)                                        \
    MEMBER(CARDS,        "cards",           CARDS,   cards)                                       \
    MEMBER(BURNS,        "burns",           FLAG,    cards.burns)                                 \
    MEMBER(HAND,         "cards",           TOLD,    kind)                                        \
    MEMBER(DEALER,       "cards",           TOLD,    kind)                                        \
    MEMBER(ON_METER,     "on_meter",        FLAG,    contributed.on_meter)                        \
    MEMBER(METER_NOW,    "meter",           TOLD,    kind)                                        \
    MEMBER(OF_PLAYERS,   "of_players",      FLAG,    fee.of_players)                              \
    MEMBER(KEEPS,        "keeps_pair_plus", FLAG,    folded.keeps)                                \
    MEMBER(RESULT,       "result",          RESULT,  line.result)                                 \
    MEMBER(BACK,         "back",            CENTS,   line.back)                                   \
    MEMBER(WHY,          "why",             GROUND,  line.ground)                                 \
    MEMBER(PAYS,         "pays",            PAY_ROW, line.row)                                    \
    MEMBER(BANK,         "bank",            CENTS,   line.bank)                                   \
    MEMBER(METER_PART,   "meter",           CENTS,   line.meter)                                  \
    MEMBER(METER_AFTER,  "meter",           CENTS,   ended.meter)                                 \
    MEMBER(REPORT,       "report",          REPORT,  report)                                      \
    MEMBER(KIND,         "report",          KIND,    remedied.kind)                               \
    MEMBER(REMEDY,       "remedy",          REMEDY,  remedied.remedy)                             \
    MEMBER(ALSO,         "also",            REMEDY,  remedied.also)                               \
    MEMBER(WAGERS,       "wagers",          INVALID, invalidated.how)                             \
    MEMBER(SEATS,        "seats",           SEATS,   offered.seats)                               \
    MEMBER(ALL,          "all_or_nothing",  FLAG,    offered.all_or_nothing)                      \
    MEMBER(CAUSE,        "cause",           CAUSE,   cause)                                       \
    MEMBER(CHOICE,       "choice",          OPTION,  chosen.option)                               \
    MEMBER(FOUND,        "found",           FLAG,    found.otherwise)                             \
    MEMBER(ONCE,         "once",            FLAG,    found.once)                                  \
    MEMBER(NOW,          "now",             FLAGS,   flagged.set)                                 \
    MEMBER(NO_LONGER,    "no_longer",       FLAGS,   flagged.cleared)                             \
    MEMBER(MODE,         "mode",            MODE,    mode.mode)                                   \
    MEMBER(ON,           "on",              FLAG,    mode.on)                                     \
    MEMBER(RULING,       "ruling",          RULING,  ruled.ruling)                                \
    MEMBER(REASON,       "reason",          TEXT,    ruled.reason)                                \
    MEMBER(RETURNED,     "returned",        FLAG,    ruled_line.returned)                         \
    MEMBER(BET,          "bet",             CENTS,   display.bet)                                 \
    MEMBER(CONTRIBUTION, "contribution",    CENTS,   display.contribution)                        \
    MEMBER(RESET,        "reset",           CENTS,   display.reset)                               \
    MEMBER(LEAST,        "least",           CENTS,   limits.least)                                \
    MEMBER(MOST,         "most",            CENTS,   limits.most)                                 \
    MEMBER(LIMITS_REASON, "reason",         TEXT,    limits.reason)

/* ---- Events: EVENT(constant, word, needs, may, posting, teller, "sentence") ---------
 * needs     the members that are always there
 * may       those that are there unless they are nought
 * posting   MOVES(from, to): the amount, between two accounts; NOTHING; OWN: postings.c says
 * teller    whose line it is in a script's account: SEAT, DEALER, METER, LIMITS, STAFF or NOBODY
 * sentence  {name} is a member; {name?...} is told if it is not nought, {name!...} if it is,
 *           {name+...} if it is above nought and {name-...} if it is below; "" is not told at all,
 *           and "*" by a function of its own
 *
 * Who did it, the role, is part of every record, and a member where it is told. */
#define TREY_EVENT_KINDS(EVENT)                                                                   \
    EVENT(SEATED, seated, M(SEAT) | M(PLAYER), 0, NOTHING, SEAT, "sits down")                     \
    EVENT(LEFT, left, M(SEAT) | M(PLAYER), 0, NOTHING, SEAT, "leaves the seat")                   \
    EVENT(OPENED, opened, M(ROUND), 0, NOTHING, DEALER, "*")                                      \
    EVENT(BANKED, banked, M(SEAT) | M(PLAYER) | M(AMOUNT), 0, MOVES(PLAYER, BANK), SEAT,          \
          "puts {amount} in the bank")                                                            \
    EVENT(PASSED, passed, M(PLAYER), M(SEAT), NOTHING, SEAT, "declines the bank")                 \
    EVENT(BET, bet, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT) | M(BY), 0,                        \
          MOVES(PLAYER, LAYOUT), SEAT, "{wager} {amount}{by?, placed by the {by}}")               \
    EVENT(WITHDRAWN, withdrawn, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT) | M(BY), 0,            \
          MOVES(LAYOUT, PLAYER), SEAT, "takes back {wager} {amount}")                             \
    /* the amount may be negative: reversed */                                                    \
    EVENT(CONTRIBUTED, contributed, M(AMOUNT), M(SEAT) | M(PLAYER) | M(ON_METER) | M(METER_NOW),  \
          OWN, METER, "*")                                                                        \
    EVENT(JACKPOT_ALONE, jackpot_alone, M(SEAT) | M(PLAYER) | M(AMOUNT), 0, NOTHING, SEAT,        \
          "the jackpot bet lacks the bet that it needs, and will be returned")                    \
    EVENT(CLOSED, closed, 0, M(ACTION), NOTHING, DEALER,                                          \
          "no more bets{action?; the action is {action}}")                                        \
    EVENT(COLLECTED, collected, M(PLAYER) | M(AMOUNT), M(SEAT) | M(OF_PLAYERS),                   \
          MOVES(PLAYER, DROP), SEAT, "collection {amount}")                                       \
    /* the whole order; nobody sees it */                                                         \
    EVENT(DECK, deck, M(COUNT), M(CARDS) | M(BURNS), NOTHING, DEALER,                             \
          "deals from an order of {count} cards")                                                 \
    EVENT(CARD, card, M(PLACE) | M(CARD), 0, NOTHING, DEALER, "*")                                \
    EVENT(DEALT, dealt, 0, 0, NOTHING, DEALER, "*")                                               \
    EVENT(UP_CARD, up_card, M(PLACE) | M(CARD), 0, NOTHING, DEALER, "turns up {card}")            \
    EVENT(VIEWED, viewed, M(SEAT) | M(BY), M(PLAYER), NOTHING, SEAT, "looks at the hand")         \
    EVENT(FUNDED, funded, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT), 0, MOVES(PLAYER, LAYOUT),   \
          SEAT, "puts up {amount} of Play")                                                       \
    EVENT(PLAYED, played, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT), 0, OWN, SEAT,               \
          "plays{amount?, {amount}}")                                                             \
    EVENT(FOLDED, folded, M(SEAT) | M(PLAYER) | M(KEEPS), 0, OWN, SEAT,                           \
          "folds{keeps_pair_plus?, and keeps Pair Plus}")                                         \
    EVENT(CONTINUED, continued, M(SEAT) | M(PLAYER), 0, NOTHING, SEAT, "goes on")                 \
    EVENT(REVEALED, revealed, M(DEALER), 0, NOTHING, DEALER, "*")                                 \
    EVENT(BUTTON, button, M(SEAT), 0, NOTHING, SEAT, "gets the action button")                    \
    EVENT(HIDDEN, hidden, M(SEAT) | M(PLAYER), 0, NOTHING, SEAT, "does not show the hand")        \
    EVENT(LOOKED, looked, M(SEAT) | M(BY), 0, NOTHING, SEAT, "the {by} looks at the hand")        \
    EVENT(SHOWN, shown, M(SEAT) | M(PLAYER) | M(HAND), 0, NOTHING, SEAT, "")                      \
    /* one wager settled */                                                                       \
    EVENT(LINE, line, M(SEAT) | M(PLAYER) | M(WAGER) | M(STAKED) | M(RESULT) | M(BACK) | M(WHY),  \
          M(PAYS) | M(BANK) | M(METER_PART) | M(CAUSE), OWN, SEAT, "")                            \
    EVENT(SETTLED, settled, M(ROUND), M(METER_AFTER), OWN, DEALER, "")                            \
    EVENT(REPORTED, reported, M(REPORT), M(REPORTER), NOTHING, STAFF, "*")                                  \
    EVENT(DROPPED, dropped, 0, 0, NOTHING, NOBODY, "the report is dropped")                       \
    /* what the report asked for is carried out */                                                \
    EVENT(REMEDIED, remedied, M(KIND) | M(REMEDY), M(ALSO) | M(PLAYER), NOTHING, STAFF,           \
          "confirmed: {remedy}")                                                                  \
    EVENT(INVALIDATED, invalidated, M(SEAT) | M(PLAYER) | M(WAGERS), M(CAUSE), NOTHING, SEAT,     \
          "the hand is out of play; its wagers are {wagers}")                                     \
    EVENT(OFFERED, offered, M(SEATS) | M(ALL), M(CAUSE), NOTHING, NOBODY,                         \
          "seats {seats} may go on or take {all_or_nothing?all }their wagers back")               \
    EVENT(CHOSEN, chosen, M(SEAT) | M(PLAYER) | M(CHOICE), 0, NOTHING, SEAT, "{choice}")          \
    EVENT(OFFER_ENDED, offer_ended, 0, 0, NOTHING, NOBODY, "the offer is closed")                 \
    /* cards in the order of the deal */                                                          \
    EVENT(MENDED, mended, M(COUNT), M(CARDS), NOTHING, DEALER, "puts the hands right")            \
    /* the record is put right: what really lies there */                                         \
    EVENT(STAKE_FOUND, stake_found, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT) | M(BY),          \
          M(FOUND) | M(ONCE), MOVES(PLAYER, LAYOUT), SEAT,                                     \
          "{wager} is corrected by {amount}, on the word of the {by}")                            \
    EVENT(CAPPED, capped, M(SEAT) | M(PLAYER) | M(WAGER), 0, NOTHING, SEAT,                       \
          "{wager} is settled at the maximum")                                                    \
    EVENT(GIVEN_BACK, given_back, M(SEAT) | M(PLAYER) | M(WAGER), 0, NOTHING, SEAT,               \
          "{wager} goes back, whatever the outcome")                                              \
    EVENT(PLAY_RULED, play_ruled, M(SEAT) | M(PLAYER) | M(WAGER) | M(REMEDY), 0, NOTHING, SEAT,   \
          "{remedy}")                                                                             \
    EVENT(FLAGGED, flagged, M(PLAYER), M(NOW) | M(NO_LONGER), NOTHING, SEAT,                      \
          "{now}{now!is free again}")                                                             \
    EVENT(MODE, mode, M(MODE) | M(ON), M(SEAT), NOTHING, NOBODY, "{on!no longer: }{mode}")        \
    EVENT(METER_FROZEN, meter_frozen, M(AMOUNT), 0, NOTHING, METER,                               \
          "awards are paid at {amount}, the value registered before the fault")                   \
    /* a ruling, with its reason */                                                               \
    EVENT(RULED, ruled, M(RULING) | M(REASON) | M(BY), M(SEAT) | M(PLAYER), NOTHING, STAFF,       \
          "rules: {ruling}, because {reason}")                                                    \
    /* a wager to be settled at an amount, or returned whatever lies there in the end */          \
    EVENT(RULED_LINE, ruled_line, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT), M(RETURNED),    \
          NOTHING, SEAT, "{wager} is settled at {amount}")                                        \
    EVENT(REFUNDED, refunded, M(PLAYER) | M(AMOUNT), M(SEAT) | M(OF_PLAYERS),                     \
          MOVES(DROP, PLAYER), SEAT, "gets the collection of {amount} back")                      \
    EVENT(VOIDED, voided, M(ROUND), M(METER_AFTER) | M(CAUSE), OWN, DEALER, "")                   \
    /* what a settled round gave or took goes back */                                             \
    EVENT(REVERSED, reversed, M(SEAT) | M(PLAYER) | M(AMOUNT), M(WAGER), MOVES(PLAYER, HOUSE),    \
          SEAT, "{amount+gives back {amount}}{amount-gets back {amount}}")                        \
    EVENT(EXPOSED, exposed, M(COUNT) | M(CARDS), 0, NOTHING, DEALER,                              \
          "everybody has seen {cards}")                                                           \
    /* what the display of the link shows */                                                      \
    EVENT(METER_SHOWN, meter_shown, M(AMOUNT) | M(BET) | M(CONTRIBUTION) | M(RESET), M(SEAT) |    \
          M(PLAYER), OWN, METER, "shows {amount}")                                                \
    /* chips of a wager that were taken away too late */                                          \
    EVENT(OWED, owed, M(SEAT) | M(PLAYER) | M(WAGER) | M(AMOUNT), 0, NOTHING, SEAT,               \
          "owes {amount} of {wager}: the chips were taken away")                                  \
    EVENT(LIMITS, limits, M(WAGER) | M(LEAST) | M(MOST) | M(LIMITS_REASON) | M(BY), 0, NOTHING,   \
          LIMITS, "{wager} from {least} to {most}, because {reason}")                             \
    /* a card that was mistyped is taken back; nobody sees it */                                  \
    EVENT(RECALLED, recalled, M(PLACE) | M(CARD) | M(BY), 0, NOTHING, DEALER, "*")                \
    EVENT(WARNED, warned, M(SEAT) | M(PLAYER) | M(WAGER), 0, NOTHING, SEAT,                       \
          "the jackpot bet still needs another bet beside it")                                    \
    EVENT(JACKPOT_RETURNED, jackpot_returned, M(SEAT) | M(PLAYER), M(CAUSE), NOTHING, SEAT,       \
          "the jackpot bet goes back, whatever the hand is")                                      \
    EVENT(LOOK_STRUCK, look_struck, M(SEAT) | M(PLAYER) | M(BY), 0, NOTHING, SEAT,                \
          "has not looked after all: the record is corrected")                                    \
    EVENT(ENTRUSTED, entrusted, M(SEAT) | M(PLAYER) | M(ON), 0, NOTHING, SEAT,                    \
          "{on?lets staff handle their chips}{on!handles their own chips again}")

/* clang-format on */
#endif
