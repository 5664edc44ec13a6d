/* stored_house.h -- small stores in which a little of everything has happened. */
#ifndef STORED_HOUSE_H
#define STORED_HOUSE_H

#include "house_of_cards.h"
#include "trey/verify.h"

typedef struct stored_house {
    house_of_cards h;
    char witness[96];
    const char *keys_path; /* where its keys are to be kept, or NULL */
    const char *address;   /* of the store; NULL: a file of its own */
    uint64_t checkpoint_every;
} stored_house;

enum { STORED_SEATS = 4 };

/* Zeroed before, but for keys_path and address. One table of each rulebook, two that share a
 * jackpot, and one whose cards are entered; `rounds` at each, with shares, refusals, a void,
 * transfers, a confirmed or rejected hit where one came, and a restart in the middle of a round.
 * The house is shut afterwards. */
void stored_house_build(stored_house *s, trey_reveal reveal, unsigned rounds);
/* One table of this rulebook only. */
void stored_house_of(stored_house *s, const char *rulebook, trey_reveal reveal, unsigned rounds);
/* In an open one with everything: a hit that is rejected, and one that waits. */
void stored_house_hits(stored_house *s);
/* After that: so many rounds more at the same table, each won by a spade royal flush. */
void stored_house_royals(stored_house *s, unsigned count);
void stored_house_tear_down(stored_house *s);
void stored_house_open(stored_house *s);

/* Opens the store at `path`, verifies it, and closes it again. */
trey_status stored_verify(const char *path, const trey_verify_options *options,
                          trey_verify_report *report, trey_store_message *message);

#endif
