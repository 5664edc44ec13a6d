/* second_collection.h -- California's collection schedule, typed a second time. */
#ifndef SECOND_COLLECTION_H
#define SECOND_COLLECTION_H

#include <stdint.h>

enum { SECOND_UNREADABLE = -1, SECOND_BETWEEN = -2 };

/* The player-dealer's fee in cents for a total table action in cents, under a
 * letter of A-CA-20; or SECOND_UNREADABLE, or SECOND_BETWEEN (under C). */
int64_t second_collection(unsigned option, int64_t action, char between);

/* What a player pays when placing a base game wager. */
int64_t second_player_collection(unsigned option);

#endif
