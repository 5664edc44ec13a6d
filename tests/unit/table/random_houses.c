/* random_houses.c -- the rulebooks under many choices of readings. */
#include "random_rounds.h"

#include <string.h>

static house_rules houses[4][HOUSES_A_BOOK];
static const char *const ids[] = {
    [SECOND_MBS] = "mbs",
    [SECOND_RWS] = "rws",
    [SECOND_RWP] = "rws-progressive",
    [SECOND_CA] = "ca-six-card",
};

static void choose(house_rules *house, const trey_reading *reading, unsigned letter) {
    trey_status status = trey_rulebook_choose(house->book, reading->id, (char)('A' + letter));
    TREY_ASSERT(status == TREY_STATUS_OK);
}

/* House 0 has every reading as in force, the next ones one other letter each,
 * and the rest any letters. */
static void choose_readings(house_rules *house, unsigned number) {
    random_source random = {number * 4 + (unsigned)house->which};
    unsigned others = 0;
    size_t count = trey_rulebook_readings(house->book);
    for (size_t i = 0; i < count; i++) {
        const trey_reading *reading = trey_rulebook_reading(house->book, i);
        if (!reading->switchable) continue;
        for (unsigned letter = 0; letter < reading->letters; letter++) {
            if (letter != reading->preset && ++others == number) {
                choose(house, reading, letter);
                return;
            }
        }
    }
    for (size_t i = 0; i < count && number > others; i++) {
        const trey_reading *reading = trey_rulebook_reading(house->book, i);
        if (!reading->switchable) continue;
        choose(house, reading, random_below(&random, reading->letters));
    }
}

static void note_letters(house_rules *house) {
    house->reading = second_readings_in_force();
    house->rws_10 = house->ca_17 = house->ca_20 = house->ca_22 = 'A';
    for (size_t i = 0; i < trey_rulebook_readings(house->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(house->book, i);
        char letter = (char)('A' + reading->in_force);
#define HOUSE_READING(field, name, preset)                                                         \
    if (strcmp(reading->id, name) == 0) house->reading.field = letter;
        SECOND_READINGS(HOUSE_READING)
#undef HOUSE_READING
        if (strcmp(reading->id, "A-RWS-10") == 0) house->rws_10 = letter;
        if (strcmp(reading->id, "A-CA-17") == 0) house->ca_17 = letter;
        if (strcmp(reading->id, "A-CA-20") == 0) house->ca_20 = letter;
        if (strcmp(reading->id, "A-CA-22") == 0) house->ca_22 = letter;
    }
}

const house_rules *random_house(second_book book, unsigned number) {
    house_rules *house = &houses[book][number];
    if (house->rules) return house;
    house->which = book;
    house->number = number;
    trey_status status = trey_rulebook_open(&house->book, ids[book], NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    choose_readings(house, number);
    note_letters(house);
    status = trey_rules_open(&house->rules, house->book);
    TREY_ASSERT(status == TREY_STATUS_OK);
    return house;
}

void random_houses_close(void) {
    for (unsigned book = 0; book < 4; book++) {
        for (unsigned number = 0; number < HOUSES_A_BOOK; number++) {
            trey_rules_close(houses[book][number].rules);
            trey_rulebook_close(houses[book][number].book);
            houses[book][number] = (house_rules){0};
        }
    }
}
