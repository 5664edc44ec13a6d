/* people_stand_in.c -- as much of a list of people as a floor asks for, in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "people_stand_in.h"

enum { PEOPLE = 4096 };

struct trey_people {
    trey_person_facts facts[PEOPLE];
    unsigned count;
};

trey_people *stand_in_open(void) {
    return calloc(1, sizeof(trey_people));
}

void stand_in_close(trey_people *people) {
    free(people);
}

trey_person stand_in_add(trey_people *people, const char *name, trey_office office, bool guest) {
    if (people->count == PEOPLE) return TREY_NOBODY;
    trey_person_facts *facts = &people->facts[people->count++];
    facts->person = people->count;
    facts->office = (uint8_t)office;
    facts->guest = guest;
    snprintf(facts->name, sizeof facts->name, "%s", name);
    return facts->person;
}

unsigned trey_people_count(const trey_people *people) {
    return people->count;
}

const trey_person_facts *trey_people_facts(const trey_people *people, trey_person person) {
    return person >= 1 && person <= people->count ? &people->facts[person - 1] : NULL;
}

trey_person trey_people_find(const trey_people *people, const char *name) {
    for (unsigned i = 0; i < people->count; i++) {
        if (strcasecmp(people->facts[i].name, name) == 0) return i + 1;
    }
    return TREY_NOBODY;
}

trey_status trey_people_add(trey_people *people, const char *name, trey_office office,
                            const trey_password_hash *password, trey_person by, trey_person *out,
                            trey_people_refused *refused) {
    (void)by;
    *refused = TREY_PEOPLE_REFUSED_NONE;
    *out = stand_in_add(people, name, office, password == NULL);
    return *out ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

const char *trey_office_word(unsigned office) {
#define OFFICE_WORD(constant, number, word) word,
    static const char *const words[] = {TREY_OFFICES(OFFICE_WORD)};
#undef OFFICE_WORD
    return words[office];
}
