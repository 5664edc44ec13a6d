/* attacker.h -- somebody with full write access to a SQLite store.
 *
 * He drops the guards, changes what he likes, computes chain, tree, head and balances
 * anew, and signs with a key of his own. The house's key he does not have. */
#ifndef ATTACKER_H
#define ATTACKER_H

#include <sqlite3.h>

#include "trey/verify.h"

typedef struct attacker {
    sqlite3 *db;
    uint64_t bits; /* of his dice */
    uint8_t identity[TREY_IDENTITY_BYTES];
    uint64_t records, covered; /* covered: by the last checkpoint */
    uint8_t sign_public[TREY_SIGN_PUBLIC_BYTES], sign_secret[TREY_SIGN_SECRET_BYTES];
    const trey_store_keys *keys; /* the house's; NULL: he has none, and seals nothing */
    char what[160];              /* he did last */
    uint64_t named;              /* the record that must be named for it, or 0 */
    bool by_replay;              /* which needs neither witness nor key */
    bool cuts;                   /* records at the end, and nothing else */
    bool by_seed;                /* ... where seeds are shown to all */
} attacker;

/* A store at `path` that nobody has open. */
void attacker_open(attacker *a, const char *path, uint64_t seed);
void attacker_close(attacker *a); /* commits */
uint64_t attacker_dice(attacker *a, uint64_t below);

/* One thing changed, as it comes, in a way that the store alone gives away. */
void attacker_changes(attacker *a);
/* One thing changed, and everything that follows from it made to fit. */
void attacker_forges(attacker *a);
/* Two answers to commands of one kind, each given to the other; false: there are no two. */
bool attacker_exchanges_answers(attacker *a);
/* An answer that claims records which no command caused; false: there are none behind one. */
bool attacker_widens_answer(attacker *a);
/* What is kept for a running round; false: none is running. Only the key tells. */
bool attacker_changes_kept(attacker *a);
/* What the database keeps an award from being made twice by; false: none was made. */
bool attacker_changes_claims(attacker *a);
/* A number that is too large for what it is. */
void attacker_widens_number(attacker *a);
/* The last records removed, as they come, or with the head set back to them. */
void attacker_cuts(attacker *a);
/* A jackpot was told something, and all records of it are gone; false: it was told nothing. */
bool attacker_silences_jackpot(attacker *a);
/* A card that was mistyped is said to have been another; false: none was. */
bool attacker_recalls_another(attacker *a);
/* The same history, signed with a key of his own. */
void attacker_signs(attacker *a);
/* Nothing changed, though everything was written again. */
void attacker_repents(attacker *a);

#endif
