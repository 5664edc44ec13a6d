/* office.h -- a house whose cards are entered, with people in it, and its figures. */
#ifndef OFFICE_H
#define OFFICE_H

#include "people_house.h"
#include "trey/report.h"

typedef struct office {
    people_house p;
    unsigned table; /* the first one, "one" */
    trey_person manager;
    trey_shifts *shifts;
} office;

/* One table of this book, by cards that are entered; players 11 to 17 have chips. */
void office_build(office *o, const char *rulebook, trey_cents jackpot_bet);
void office_tear_down(office *o);
unsigned office_table(office *o, const char *name, const char *rulebook, const char *jackpot,
                      trey_cents jackpot_bet);

/* Gives a command without a flush; it must be taken. */
void office_give(office *o, unsigned table, const trey_command *command);
void office_bet(office *o, unsigned table, unsigned seat, unsigned wager, trey_cents amount);
void office_call(office *o, unsigned table, trey_verb verb);
void office_decide(office *o, unsigned table, unsigned seat, bool plays);
/* A ruling of the shift manager's. */
void office_rule(office *o, unsigned table, trey_ruling_kind ruling, const char *reason);
/* The player at a seat. */
trey_player office_player(unsigned seat);
/* Deals these hands, "9s9d4c"; [0] is the dealer's, the others by seat. */
void office_deal(office *o, unsigned table, const char *const hand[TREY_SEATS + 1]);
void office_flush(office *o);
trey_shift office_close(office *o, const char *note);

/* The figures of a window, to be closed. */
trey_figures *office_figures(office *o, const trey_figures_query *query);
trey_figures *office_running(office *o);
void office_verified(office *o);

#endif
