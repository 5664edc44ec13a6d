/* addresses.h -- how much one address may ask for: connections, guests, sign-ins.
 *
 * An IPv6 address counts by its first 64 bits, which is what one customer of a provider
 * has. Whoever sits behind a proxy shares its address; docs/serving.md says what to do. */
#ifndef TREY_ADDRESSES_H
#define TREY_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* So many at once, and so many more a second; times in milliseconds. */
typedef struct bucket {
    double level;
    int64_t filled_ms;
} bucket;
bool bucket_take(bucket *from, double a_second, double most, int64_t now_ms);
/* Some more is taken, whether it is there or not, down to nothing. */
void bucket_drain(bucket *from, double more);

typedef struct address {
    struct address *next;
    uint8_t key[16];
    unsigned connections;
    bucket guests, sign_ins, proven, odds, sought, proofs; /* proven: sign-ins on known devices */
    int64_t used_ms;
} address;

typedef struct addresses addresses;
addresses *addresses_open(void);
void addresses_close(addresses *all);
/* NULL where memory or the table is full. */
address *address_find(addresses *all, const struct sockaddr *from, int64_t now_ms);
/* Forgets those that have nothing open and were quiet for a quarter of an hour. */
void addresses_forget(addresses *all, int64_t now_ms);

enum { ADDRESS_TEXT_MAX = 48 };
char *address_print(const struct sockaddr *from, char out[ADDRESS_TEXT_MAX]);
bool address_is_loopback(const struct sockaddr *from);

#endif
