/* attacker_parts.h -- what the attacker's changes and his forgeries share. */
#ifndef ATTACKER_PARTS_H
#define ATTACKER_PARTS_H

#include "attacker.h"

void sql(attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first number that a query gives, or -1. */
int64_t ask(attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The bytes that a query gives; returns how many. */
size_t fetch(attacker *a, const char *text, uint8_t *out, size_t room);
/* False where another row has the bytes already. */
bool put_bytes_if_unique(attacker *a, const char *text, const void *bytes, size_t size);
void put_bytes(attacker *a, const char *text, const void *bytes, size_t size);

/* ---- attacker_books.c: making it fit ---------------------------------------------------- */
/* Chain, tree, checkpoints and head over the rows as they are; a checkpoint that is as it
 * was keeps the house's signature unless `sign_always`. */
void chain_again(attacker *a, bool sign_always);
void balance_again(attacker *a);
/* What is kept, and one batch over everything, sealed with the keys that he has. */
void batches_again(attacker *a);
/* The check in each answer over what it says now. */
void answers_again(attacker *a);
/* Behind a record that is gone, or one more. */
void renumber(attacker *a, uint64_t after, int by);
/* One record gone, and all behind it moved up. */
void remove_record(attacker *a, uint64_t seq);

#endif
