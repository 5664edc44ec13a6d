/* random_rounds.h -- whole rounds played through decide and apply, from a seed.
 *
 * A table is opened from a seed: one of the four books under one of many choices
 * of readings, a configuration, players, and then rounds in which they do what
 * players do, with wrong commands in between. Everything that is given to the
 * engine goes through random_give, which tells a watcher; the watcher checks.
 * Whatever fails can be printed as a table script and replayed by a person. */
#ifndef RANDOM_ROUNDS_H
#define RANDOM_ROUNDS_H

#include "random_decks.h"
#include "second_settlement.h"
#include "trey/table.h"

/* A rulebook under a choice of readings. Opening one costs milliseconds, so each
 * is opened once; which readings it has depends on its number alone. */
typedef struct house_rules {
    second_book which;
    unsigned number;
    trey_rulebook *book;
    trey_rules *rules;
    second_readings reading;
    char rws_10; /* a burn card before packets */
    char ca_17;  /* who decides for a backline bet */
    char ca_20;  /* an action between two brackets */
    char ca_22;  /* what the players' fee attaches to */
} house_rules;
enum { HOUSES_A_BOOK = 64 };
const house_rules *random_house(second_book book, unsigned number);
void random_houses_close(void);

typedef struct random_table random_table;

typedef struct random_watcher {
    void *context;
    /* A command was decided; table->table is still the state before it. */
    void (*decided)(random_table *table, const trey_command *command);
    /* An event is about to be applied. */
    void (*event)(random_table *table, const trey_event *event);
    /* The command's events have been applied. */
    void (*applied)(random_table *table, const trey_command *command);
} random_watcher;

typedef struct random_given {
    trey_command command;
    trey_refused refused;
} random_given;

struct random_table {
    const house_rules *house;
    const random_watcher *watcher;
    uint64_t seed;
    random_source random;
    trey_table_config config;
    trey_cents meter; /* when the table was opened */
    trey_table table;
    trey_decision decision;
    unsigned players; /* numbered from 1 */
    bool whole_dollars, many_mistakes;
    bool crowded;   /* most people want the same position */
    bool irregular; /* mistakes go as far as reports and rulings */
    uint8_t cheats; /* the highest role that cheats, or 0: then nobody else makes mistakes */
    bool stuck;     /* no way forward was found */
    random_given *given;
    size_t givens, room;
};

/* `given` is the caller's to reuse between tables: set it to NULL before the
 * first, free it after the last. */
void random_table_open(random_table *table, uint64_t seed, second_book book, bool irregular,
                       const random_watcher *watcher);

/* Plays one round. False when the table could not get one going (nobody takes the
 * bank, or the collection cannot be read); the table is then to be left. */
bool random_round(random_table *table);

/* Decides and applies one command; returns what it was refused with, if it was. */
trey_refused random_give(random_table *table, const trey_command *command);

/* Something goes wrong: a report, and what follows from it. */
void random_irregularity(random_table *table);

/* The table's story from its opening, as a table script. */
void random_script_print(const random_table *table, FILE *out);

#endif
