/* played_scripts.h -- every table script as the commands that it gives.
 *
 * A script is a table's configuration, the readings it is played under, and its commands. Kept
 * so, it can be played again under a book that says something else, as often as one likes. */
#ifndef PLAYED_SCRIPTS_H
#define PLAYED_SCRIPTS_H

#include "trey/table.h"

enum { PLAYED_READINGS = 64 };

typedef struct played_script {
    char name[160];
    unsigned book;                /* of trey_builtin_id */
    char letter[PLAYED_READINGS]; /* in force, for each reading of the book */
    trey_table_config config;
    trey_cents meter;
    trey_command *command;
    size_t count, room;
} played_script;

/* Plays the scripts of one book's folder; returns how many there are. Scripts that set a value
 * of their own are left out. */
size_t played_scripts(const char *folder, unsigned book, played_script **out);
void played_add(played_script *to, const trey_command *command);
void played_free(played_script *played, size_t count);

#endif
