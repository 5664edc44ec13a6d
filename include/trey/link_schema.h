/* link_schema.h -- everything that can be asked of a linked jackpot, and everything that can happen
 * to it: one row for each verb, and one for each event.
 *
 * A row says what it carries, and of a verb whose business it is. The checks of `decide`, the fold
 * and the bytes of the record go by these rows. Adding a verb takes its row here and its function
 * `decide_WORD` in link.c; an event its row and `apply_WORD` in link_apply.c.
 *
 * Only macros live here; link.h makes the types. */
#ifndef TREY_LINK_SCHEMA_H
#define TREY_LINK_SCHEMA_H

/* Tables that read as the specification keep their own layout. */
/* clang-format off */

/* ---- Members: MEMBER(constant, place in the struct, form of its bytes) --------------------- */
#define TREY_LINK_MEMBERS(MEMBER)                                                                 \
    MEMBER(PLACE,      place,      COUNT)                                                         \
    MEMBER(BETS,       bets,       NUMBER) /* below 0 they are taken back */                      \
    MEMBER(PLAYER,     player,     COUNT)                                                         \
    MEMBER(NUMBER,     number,     COUNT)  /* of a hit */                                         \
    MEMBER(ROUND,      round,      COUNT)                                                         \
    MEMBER(AMOUNT,     amount,     NUMBER)                                                        \
    MEMBER(TABLE,      hit.table,  COUNT)                                                         \
    MEMBER(HIT,        hit,        HIT)                                                           \
    MEMBER(PARAMETERS, parameters, PARAMETERS)                                                    \
    MEMBER(REASON,     reason,     TEXT)

/* Of events alone. */
#define TREY_LINK_EVENT_MEMBERS(MEMBER)                                                           \
    MEMBER(RESERVE,    reserve,    NUMBER)                                                        \
    MEMBER(OVERFLOW,   overflow,   NUMBER)                                                        \
    MEMBER(VALUES,     values,     VALUES)

/* ---- Verbs: VERB(constant, word, by, link, needs, may) -----------------------------------------
 * by        who may give it: TABLES, or staff who may CONFIRM hits, settle their ORDER or change
 *           PARAMETERS
 * link      what it needs: UP, LOST, or EITHER
 * needs     what it carries, which is never left out: a reason must be given, too
 * may       what it carries besides, if somebody said it */
#define TREY_LINK_VERBS(VERB)                                                                     \
    VERB(CONTRIBUTE, contribute, TABLES, UP, L(BETS) | L(ROUND) | L(TABLE), 0)                    \
    VERB(HIT, hit, TABLES, UP, L(HIT) | L(ROUND) | L(PLAYER), 0)                                  \
    /* a fixed award that the display pays */                                                     \
    VERB(DRAW, draw, TABLES, UP, L(AMOUNT) | L(ROUND) | L(PLAYER) | L(TABLE), 0)                  \
    VERB(CONFIRM, confirm, CONFIRM, UP, L(NUMBER), L(REASON))                                     \
    /* the value goes back to the display */                                                      \
    VERB(REJECT, reject, PARAMETERS, UP, L(NUMBER) | L(REASON), 0)                                \
    /* the house's last word on the order */                                                      \
    VERB(PLACE, place, ORDER, UP, L(NUMBER) | L(PLACE) | L(REASON), 0)                            \
    VERB(CHANGE, change, PARAMETERS, UP, L(PARAMETERS) | L(REASON), 0)                            \
    /* 1: a round begins, -1: one ends */                                                         \
    VERB(LIVE, live, TABLES, EITHER, L(BETS) | L(ROUND) | L(TABLE), 0)                            \
    VERB(DOWN, down, TABLES, UP, L(REASON), 0)                                                    \
    VERB(UP, up, CONFIRM, LOST, 0, L(REASON))                                                     \
    /* an award that it did not hear of, worth the amount at most */                              \
    VERB(CLAIM, claim, CONFIRM, UP, L(HIT) | L(ROUND) | L(PLAYER) | L(AMOUNT) | L(REASON), 0)     \
    /* ... that is not to be paid any more; no meter moves */                                     \
    VERB(STRIKE, strike, PARAMETERS, EITHER,                                                      \
         L(HIT) | L(ROUND) | L(PLAYER) | L(AMOUNT) | L(REASON), 0)

/* ---- Events: EVENT(constant, word, members) ------------------------------------------------- */
#define TREY_LINK_EVENTS(EVENT)                                                                   \
    /* the amount to the display, the rest to reserve and overflow */                             \
    EVENT(CONTRIBUTED, contributed,                                                               \
          L(BETS) | L(ROUND) | L(TABLE) | L(AMOUNT) | L(RESERVE) | L(OVERFLOW))                   \
    /* a hit; its value follows; amount: the most, if it was claimed */                           \
    EVENT(ENTERED, entered, L(NUMBER) | L(ROUND) | L(PLAYER) | L(HIT) | L(AMOUNT))                \
    /* every waiting hit and the display, after any of them moved; what the reserve gives */      \
    EVENT(VALUED, valued, L(VALUES) | L(RESERVE))                                                 \
    EVENT(PLACED, placed, L(NUMBER) | L(PLACE) | L(REASON))                                       \
    EVENT(DRAWN, drawn, L(AMOUNT) | L(ROUND) | L(PLAYER) | L(TABLE))                              \
    /* amount: what is paid */                                                                    \
    EVENT(CONFIRMED, confirmed, L(NUMBER) | L(ROUND) | L(PLAYER) | L(HIT) | L(AMOUNT))            \
    /* amount: what goes back at once */                                                          \
    EVENT(REJECTED, rejected,                                                                     \
          L(NUMBER) | L(ROUND) | L(PLAYER) | L(HIT) | L(AMOUNT) | L(REASON))                      \
    /* those before stand in the state */                                                         \
    EVENT(CHANGED, changed, L(PARAMETERS) | L(REASON))                                            \
    EVENT(LIVE, live, L(BETS) | L(ROUND) | L(TABLE))                                              \
    EVENT(DOWN, down, L(REASON))                                                                  \
    EVENT(UP, up, 0)                                                                              \
    /* amount: what its settlement said; it is entered with the next event */                     \
    EVENT(CLAIMED, claimed,                                                                       \
          L(NUMBER) | L(ROUND) | L(PLAYER) | L(HIT) | L(AMOUNT) | L(REASON))                      \
    /* it is not owed any more */                                                                 \
    EVENT(STRUCK, struck, L(ROUND) | L(PLAYER) | L(HIT) | L(AMOUNT) | L(REASON))

/* clang-format on */
#endif
