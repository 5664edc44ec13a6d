/* by_hand.h -- what a test asks of, and does to, the database behind a store.
 *
 * Each call has a connection of its own to the server that TREY_POSTGRES names, and fails the
 * test where the server says no. */
#ifndef TREY_BY_HAND_H
#define TREY_BY_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first column of the first row; 0 or "" where there is none. */
int64_t server_number(const char *sql);
void server_text(const char *sql, char *out, size_t room);

/* There has never been a store. */
void server_clear(void);
/* Ends the one session that holds the store's lock, with the batch that it had in hand. */
void server_break_lock(void);
/* Stops the server as if the power had failed, or starts it again. */
void server_halt(bool halt);

#endif
