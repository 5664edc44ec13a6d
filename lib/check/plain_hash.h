/* plain_hash.h -- SHA-256, byte by byte. */
#ifndef TREY_CHECK_PLAIN_HASH_H
#define TREY_CHECK_PLAIN_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct plain_hash {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} plain_hash;

void plain_hash_open(plain_hash *h);
void plain_hash_add(plain_hash *h, const void *bytes, size_t count);
void plain_hash_close(plain_hash *h, uint8_t out[32]);

#endif
