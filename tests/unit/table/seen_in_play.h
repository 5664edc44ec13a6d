/* seen_in_play.h -- what the rules permit must have happened in some round.
 *
 * A random player takes a refusal for an answer, so a table that forbade what a
 * paragraph permits would pass every other check. Each permission is noted when
 * it is used, and at the end none may be missing. */
#ifndef SEEN_IN_PLAY_H
#define SEEN_IN_PLAY_H

#include "shadow_table.h"

void seen_forget(void);

/* Notes what an accepted command made use of, before the shadow follows it. */
void seen_note(const shadow_table *shadow, const random_table *table, const trey_command *command);

/* A permission of the book that was never used, or NULL. */
const char *seen_missing(second_book book);

#endif
