/* account_errands.h -- who comes in, stays in and goes. */
#ifndef TREY_ACCOUNT_ERRANDS_H
#define TREY_ACCOUNT_ERRANDS_H

#include "floor_errands.h"

/* One step of an errand about a person, a session or a ticket. */
void account_errand(floor_work *work, errand *asked);

#endif
