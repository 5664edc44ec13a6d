/* people_house.h -- a house with people, for tests. */
#ifndef PEOPLE_HOUSE_H
#define PEOPLE_HOUSE_H

#include "cmocka_suite.h"

#include "house_of_cards.h"
#include "trey/people.h"

typedef struct people_house {
    house_of_cards h;
    trey_people *people;
    const char *from; /* of sign-ins; NULL: 192.0.2.7 */
    trey_person device_of;
    uint32_t device;
    const char *code; /* of the second factor */
    bool alone;
} people_house;

/* On the server that TREY_POSTGRES names, or else in a file of its own. */
void people_build(people_house *p);
void people_reopen(people_house *p);
void people_tear_down(people_house *p);
void people_flush(people_house *p);

/* Each succeeds, and is flushed. */
trey_person people_guest(people_house *p);
trey_person people_add(people_house *p, const char *name, trey_office office,
                       const trey_password_hash *password);
void people_hash_of(const char *password, trey_password_hash *out);
trey_people_refused people_join(people_house *p, trey_person guest, const char *name,
                                const trey_password_hash *password);

/* Tries with a password; returns what it was refused with. */
trey_people_refused people_sign_in(people_house *p, const char *name, const char *password,
                                   uint32_t *wait_seconds);
/* One wrong try, without the time that a hash takes. */
trey_people_refused people_wrong(people_house *p, const char *name, uint32_t *wait_seconds);
void people_wait(people_house *p, double seconds);

/* Records of the stream of this type, and everything verifies. */
unsigned people_records(people_house *p, unsigned type, trey_people_record *last);
void people_verified(people_house *p, bool good);

#endif
