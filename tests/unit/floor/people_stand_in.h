/* people_stand_in.h -- people without passwords and records, for tests of the floor. */
#ifndef PEOPLE_STAND_IN_H
#define PEOPLE_STAND_IN_H

#include "trey/people.h"

trey_people *stand_in_open(void);
void stand_in_close(trey_people *people);
trey_person stand_in_add(trey_people *people, const char *name, trey_office office, bool guest);

#endif
