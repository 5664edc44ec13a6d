/* report_facts.h -- facts of a report: stated, known or still open. */
#ifndef TREY_TABLE_REPORT_FACTS_H
#define TREY_TABLE_REPORT_FACTS_H

#include "report_sizes.h"

enum { ALL_SEATS = 0xff, FACT_OPEN = 0xff };

/* How far the record knows a fact. */
typedef enum fact_knowledge {
    KNOWN_NOT,           /* a person must say it */
    KNOWN_FOR_CERTAIN,   /* nobody can say otherwise */
    KNOWN_UNLESS_STATED, /* taken so, unless a person says otherwise */
    KNOWN_PRESUMED,      /* taken so, unless a supervisor stands by the contrary */
    KNOWN_ASKED          /* must be said, and the contrary takes a supervisor */
} fact_knowledge;

typedef struct known_fact {
    uint8_t answer;
    uint8_t how; /* fact_knowledge */
} known_fact;

typedef struct facts {
    uint8_t answer[TREY_FACT_COUNT]; /* or FACT_OPEN */
    bool against;                    /* a supervisor must stand by it */
} facts;

known_fact fact_on_record(const deciding *d, trey_fact fact, unsigned seats);

/* Weighs what the command states against what the record knows; refuses and returns false where
 * it is contradicted. */
bool facts_weigh(deciding *d, const trey_trouble *trouble, unsigned seats, facts *out);

/* May whoever gives the command say where cards belong? Refuses and returns false if not. */
bool may_put_right(deciding *d, trey_mending mending);

/* Has anybody decided, or the dealer's hand been opened? */
bool any_decision(const trey_table *table);
bool any_viewed(const trey_table *table, unsigned seats);
/* Does anybody know a card of this round, or of the one that was settled last? */
bool cards_seen(const trey_table *table);

#endif
