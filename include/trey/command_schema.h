/* command_schema.h -- everything that anybody can ask of a table: one row for each verb, and one
 * for each ruling.
 *
 * A row says who may give a command, what it carries, what it does not wait for, and which rule
 * says whose business it is. The order of checks in `decide`, the bytes of the record, the
 * messages of the protocol and their schema, and the words of table scripts all go by these rows.
 * Adding a command takes its row here and its function `decide_WORD`.
 *
 * Only macros live here; table.h makes the types. */
#ifndef TREY_COMMAND_SCHEMA_H
#define TREY_COMMAND_SCHEMA_H

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

/* ---- Members: MEMBER(constant, word, type, place in trey_command) ------------------- */
#define TREY_COMMAND_MEMBERS(MEMBER)                                                              \
    MEMBER(SEAT,    seat,    SEAT,    seat)                                                       \
    MEMBER(PLAYER,  player,  PLAYER,  player)                                                     \
    MEMBER(WAGER,   wager,   WAGER,   wager)                                                      \
    MEMBER(AMOUNT,  amount,  CENTS,   amount)                                                     \
    MEMBER(PART,    part,    FLAG,    part)    /* others will complete a pooled wager */          \
    MEMBER(KEEP,    keep,    FLAG,    part)    /* the player keeps Pair Plus, and says so */      \
    MEMBER(BACK,    back,    FLAG,    part)    /* the wagers are taken back */                    \
    MEMBER(CARDS,   cards,   CARDS,   cards)                                                      \
    MEMBER(KIND,    kind,    KIND,    kind)                                                       \
    MEMBER(SEATS,   seats,   SEATS,   seats)                                                      \
    MEMBER(FACTS,   facts,   FACTS,   answer)                                                     \
    MEMBER(MODE,    mode,    MODE,    mode)                                                       \
    MEMBER(RULING,  ruling,  RULING,  ruling)                                                     \
    MEMBER(REASON,  reason,  TEXT,    reason)                                                     \
    MEMBER(LIMITS,  limits,  LIMITS,  limits)                                                     \
    MEMBER(DISPLAY, display, DISPLAY, display) /* what the link says beside the amount */

/* ---- Verbs: VERB(constant, word, from, by, key, needs, may, passes, traits) ---------
 * from      the lowest role that may give it
 * by        who gives it where a script does not say
 * key       the rule that says whose business it is
 * needs     what it carries; where a player gives it the message need not name one: the sender is
 *           meant
 * may       what it carries besides: an amount that is not given is the usual one
 * passes    what it does not wait for: HELD, it waits for everything that is unresolved; FREE,
 *           hands that are being put right do not hold it up; CHOOSES, nor does a choice that is
 *           offered; RESOLVES, it ends a report that waits; ALWAYS
 * traits    STAFF: staff give it for a player where the book lets them place bets; OWNER: where a
 *           script names nobody, the owner of the position is meant; TRIED: what would follow can
 *           be asked for first; SECONDED: a second person can stand by it; WEIGHED: both */
#define TREY_VERBS_HEARD(VERB)                                                                    \
    VERB(SIT, sit, PLAYER, PLAYER, SHARED, G(SEAT) | G(PLAYER), 0, FREE, STAFF)                   \
    VERB(LEAVE, leave, PLAYER, PLAYER, SHARED, G(SEAT) | G(PLAYER), 0, FREE, STAFF)               \
    VERB(OPEN, open, DEALER, DEALER, BETTING_OPENS, 0, 0, FREE, PLAIN)                            \
    VERB(BANK, bank, PLAYER, PLAYER, BANKER, G(SEAT) | G(PLAYER) | G(AMOUNT), 0, FREE, PLAIN)     \
    VERB(PASS, pass, PLAYER, PLAYER, BANKER, G(PLAYER), 0, FREE, STAFF)                           \
    VERB(BET, bet, PLAYER, PLAYER, BET_BY_STAFF, G(SEAT) | G(PLAYER) | G(WAGER),                  \
         G(AMOUNT) | G(PART), FREE, STAFF)                                                        \
    VERB(WITHDRAW, withdraw, PLAYER, PLAYER, BET_BY_STAFF, G(SEAT) | G(PLAYER) | G(WAGER),        \
         G(AMOUNT) | G(PART), FREE, STAFF)                                                        \
    VERB(CLOSE, close, DEALER, DEALER, BETTING_CLOSES, 0, 0, FREE, PLAIN)                         \
    /* an order of cards, dealt as the rulebook deals */                                          \
    VERB(DECK, deck, DEALER, DEALER, DEVICES, G(CARDS), 0, FREE, PLAIN)                           \
    /* the next card of the deal, physical; a burn card may be TREY_NO_CARD */                    \
    VERB(CARD, card, DEALER, DEALER, DEVICES, G(CARDS), 0, FREE, PLAIN)                           \
    VERB(VIEW, view, PLAYER, PLAYER, VIEW_OTHERS, G(SEAT) | G(PLAYER), 0, HELD, OWNER)            \
    /* a share of a pooled Play */                                                                \
    VERB(FUND, fund, PLAYER, PLAYER, BET_BY_STAFF, G(SEAT) | G(PLAYER) | G(AMOUNT), 0, HELD,      \
         STAFF)                                                                                   \
    VERB(PLAY, play, PLAYER, PLAYER, DECIDER, G(SEAT) | G(PLAYER), G(AMOUNT), HELD, OWNER)        \
    VERB(FOLD, fold, PLAYER, PLAYER, DECIDER, G(SEAT) | G(PLAYER), G(KEEP), HELD, OWNER)          \
    VERB(CONTINUE, continue, PLAYER, PLAYER, DECIDER, G(SEAT) | G(PLAYER), 0, HELD, OWNER)        \
    VERB(REVEAL, reveal, DEALER, DEALER, REVEAL_ORDER, 0, 0, HELD, PLAIN)                         \
    VERB(HIDE, hide, PLAYER, PLAYER, DECIDER, G(SEAT) | G(PLAYER), 0, HELD, OWNER)                \
    VERB(LOOK, look, PLAYER, PIT_SUPERVISOR, VIEW_UNSHOWN, G(SEAT), 0, HELD, PLAIN)               \
    VERB(SETTLE, settle, DEALER, DEALER, PAY_ANTE, 0, 0, HELD, PLAIN)                             \
    /* after the close the amount of a wager is what really lies there of that player */          \
    VERB(REPORT, report, DEALER, DEALER, ROLES_HIGHER, G(KIND), G(SEATS) | G(FACTS) | G(PLAYER) | \
         G(WAGER) | G(AMOUNT) | G(CARDS) | G(MODE), FREE, TRIED)                                  \
    VERB(CONFIRM, confirm, DEALER, DEALER, ROLES_HIGHER, 0, 0, RESOLVES, PLAIN)                   \
    VERB(DROP, drop, DEALER, DEALER, ROLES_HIGHER, 0, 0, RESOLVES, PLAIN)                         \
    VERB(CHOOSE, choose, PLAYER, PLAYER, DECIDER, G(SEAT) | G(PLAYER) | G(BACK), 0, CHOOSES,      \
         OWNER)                                                                                   \
    VERB(TIME, time, DEALER, DEALER, ROLES_HIGHER, 0, 0, CHOOSES, PLAIN)                          \
    /* the hands in the order of the deal, three cards each, the dealer's last; none, or all as   \
     * recorded, states that the record is right */                                               \
    VERB(MEND, mend, DEALER, DEALER, ROLE_RECONSTRUCT, 0, G(CARDS), CHOOSES, SECONDED)            \
    VERB(RULE, rule, DEALER, DEALER, ROLE_RULING, G(RULING) | G(REASON),                          \
         G(SEAT) | G(PLAYER) | G(WAGER) | G(AMOUNT), ALWAYS, WEIGHED)                             \
    /* staff handle the player's chips at this table, or no longer do */                          \
    VERB(ENTRUST, entrust, PLAYER, PLAYER, BET_BY_STAFF, G(SEAT) | G(PLAYER), G(BACK), ALWAYS,    \
         OWNER)                                                                                   \
    /* the card that was entered last was mistyped */                                             \
    VERB(RECALL, recall, DEALER, DEALER, DEVICES, 0, 0, FREE, PLAIN)

/* Those that no client sends in this form: the link's display, and limits, which come together with
 * what a table is opened with. */
#define TREY_VERBS_OF_THE_HOUSE(VERB)                                                             \
    /* what the linked display shows now; the link's values change between rounds only */         \
    VERB(METER, meter, DEALER, DEALER, JACKPOT_BET, G(AMOUNT) | G(DISPLAY), 0, FREE, PLAIN)     \
    /* of several wagers, all of them or none, from the next round on, with a reason */           \
    VERB(LIMITS, limits, PIT_MANAGER, PIT_MANAGER, LIMITS_SHOWN, G(LIMITS), 0, FREE, PLAIN)

#define TREY_VERBS(VERB) TREY_VERBS_HEARD(VERB) TREY_VERBS_OF_THE_HOUSE(VERB)

/* ---- Rulings: RULING(constant, word, key, names, when) ------------------------------
 * What a person decides; always with a reason, and only in the role that the key names or a
 * higher one. Carried out by `rule_WORD`.
 * names     what it must name, as TREY_NAMES_
 * when      ANY; ROUND, while one runs; UNDOES, also after it, until the next one opens */
#define TREY_RULINGS(RULING)                                                                      \
    RULING(CONTINUE, continue, ROLE_RULING, 0, ANY)                                               \
    RULING(VOID, void, ROLE_RULING, 0, UNDOES)                                                    \
    RULING(RETURN_HAND, return, ROLE_RULING, N(SEAT), UNDOES)                                     \
    RULING(SETTLE_AT, settle, ROLE_RULING, N(SEAT) | N(WAGER) | N(AMOUNT), ROUND)                 \
    RULING(BAR, bar, ROLE_BAR, N(PLAYER), ANY)                                                    \
    RULING(STOP, stop, ROLE_STOP, N(PLAYER), ANY)                                                 \
    RULING(RESTRICT, restrict, ROLE_RESTRICT, N(PLAYER), ANY)                                     \
    RULING(FREE, free, ROLE_RULING, N(PLAYER), ANY)                                               \
    RULING(PERMIT_WITHDRAWAL, permit, ROLE_PERMIT, 0, ROUND)                                      \
    RULING(CLOSE_TABLE, close_table, ROLE_AFTER_FAULT, 0, ANY)                                    \
    RULING(REOPEN_TABLE, reopen_table, ROLE_AFTER_FAULT, 0, ANY)                                  \
    RULING(DISABLE_BOX, disable, ROLE_AFTER_FAULT, N(SEAT), ANY)                                  \
    RULING(ENABLE_BOX, enable, ROLE_AFTER_FAULT, N(SEAT), ANY)                                    \
    RULING(NO_JACKPOT, no_jackpot, ROLE_AFTER_FAULT, 0, ANY)                                      \
    RULING(JACKPOT_ON, jackpot_on, ROLE_AFTER_FAULT, 0, ANY)                                      \
    RULING(PRESET, preset, ROLE_RULING, 0, ANY) /* what the book presets */                       \
    RULING(RETURN_WAGER, return_wager, ROLE_RULING, N(SEAT) | N(WAGER), ROUND)                    \
    /* the record had another amount than the layout */                                           \
    RULING(CORRECT_STAKE, correct, ROLE_CORRECT, N(SEAT) | N(WAGER) | N(AMOUNT), ROUND)           \
    /* a hand was looked at, and the record lacks it; or has it, and it was not */                \
    RULING(CORRECT_LOOK, looked, ROLE_CORRECT, N(SEAT), ROUND)                                    \
    RULING(CORRECT_NO_LOOK, not_looked, ROLE_CORRECT, N(SEAT), ROUND)

/* clang-format on */
#endif
