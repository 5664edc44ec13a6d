/* staffed_table.h -- one table run by short calls, for tests of what is recorded
 * when something goes wrong.
 *
 * A script states what each wager came to. These calls show what it cannot: the
 * events of the last command, the paragraphs that a line, a refusal or a remedy
 * rests on, and the money as it was posted between accounts. Players are small
 * numbers. */
#ifndef STAFFED_TABLE_H
#define STAFFED_TABLE_H

#include <stdbool.h>

#include "trey/table.h"

#define D(dollars) ((trey_cents)((dollars)*100))

enum { DEALER = TREY_ROLE_DEALER, SUPERVISOR = TREY_ROLE_PIT_SUPERVISOR };
enum { MANAGER = TREY_ROLE_PIT_MANAGER, SHIFT_MANAGER = TREY_ROLE_SHIFT_MANAGER };

extern trey_table table;
extern trey_decision answer; /* to the last command */

/* Seven positions, Ante 25 to 1000, Pair Plus 25 to 500; a jackpot bet of 5, of
 * which 1 goes to a meter of 20000. In California eight seats, wagers of 5 to 500
 * and the first collection schedule. `reading` is "A-MBS-09=B", or NULL. */
void staff_table(const char *book, const char *reading);
void leave_table(void);

/* ---- Commands; each must be accepted ------------------------------------------ */
void gives(const trey_command *command);
void dealer(trey_verb verb);
void bank_takes(unsigned seat, trey_player player, trey_cents amount);
void bets(unsigned seat, trey_player player, unsigned wager, trey_cents amount);
/* The hands in the order of the deal, the dealer's last: "9s 9d 4c Qh 8c 5d". */
void deals(const char *cards);
void acts(trey_verb verb, unsigned seat, trey_player player);
/* What is reported: facts as "exposed=one seen=no"; seats one bit each. */
typedef struct told_trouble {
    trey_irregularity kind;
    const char *facts;
    unsigned seats;
    trey_player player;
    unsigned wager;
    trey_cents amount;
    unsigned mode;
} told_trouble;
void reports(told_trouble what);
void confirms(unsigned role);
/* Of the choice that is offered: the wagers back. */
void chooses_return(unsigned seat, trey_player player);
void rules_on(unsigned role, trey_ruling_kind ruling, unsigned seat, trey_player player);
/* A whole round: the bets are down; everybody plays, and it is settled. */
void plays_out(const char *cards);

/* ---- Commands that must be refused, resting on these paragraphs ------------------ */
void refused_bet(unsigned seat, trey_player player, unsigned wager, trey_cents amount,
                 trey_refused refused, const char *paragraphs);
void refused_verb(trey_verb verb, unsigned role, trey_refused refused, const char *paragraphs);

/* ---- What came of it -------------------------------------------------------------- */
/* How many events of this kind the last command had, and the first of them. */
unsigned events(trey_event_kind kind);
const trey_event *event_at(trey_event_kind kind, unsigned seat);
/* The wager's line of the last command: handed back, and its paragraphs. */
void line_is(unsigned seat, trey_player player, unsigned wager, trey_cents back,
             const char *paragraphs);
/* The remedy that the pending report names, and its paragraphs. */
void remedy_is(const char *remedy, const char *also, const char *paragraphs);
/* What the last command moved into an account, less what it took from it. */
trey_cents posted_to(trey_account account, trey_player player);

#endif
