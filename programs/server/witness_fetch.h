/* witness_fetch.h -- the notes that somebody publishes, for `trey verify --witness URL`. */
#ifndef TREY_WITNESS_FETCH_H
#define TREY_WITNESS_FETCH_H

#include <stdbool.h>
#include <stddef.h>

/* All notes at an address: of a house (its address without a path) every checkpoint that it has
 * signed; at any other address, whatever is there. The caller frees the text. */
bool witness_fetch(const char *url, char **text, size_t *size, char *why, size_t room);

#endif
