/* devices.h -- devices on which somebody has signed in before.
 *
 * A browser that has signed in gets a second cookie, which says for whom it was and cannot be made
 * up: it ends with a tag under a key of the house. It lets nobody in. It only makes that wrong
 * passwords typed elsewhere are not counted against its owner, so that nobody can keep them out by
 * guessing. */
#ifndef TREY_DEVICES_H
#define TREY_DEVICES_H

#include <trey/people.h>

#include "http_text.h"

enum { DEVICE_TEXT = 48, DEVICE_TEXT_MAX = 49 };

/* The text of a cookie for this person, on a device that has a new number. */
void device_make(const trey_seal_key *key, trey_person person, char out[DEVICE_TEXT_MAX]);
/* Whose it is, and its number; false for one that this house has not made. */
bool device_read(const trey_seal_key *key, http_text text, trey_person *person, uint32_t *number);

#endif
