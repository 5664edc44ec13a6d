/* addresses.c -- how much one address may ask for. */
#include "addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, MOST = 1 << 18, FORGET_MS = 15 * 60 * 1000 };

struct addresses {
    address *bucket[BUCKETS];
    unsigned count;
    unsigned char key[crypto_shorthash_KEYBYTES]; /* so that nobody can aim at one bucket */
};

bool bucket_take(bucket *from, double a_second, double most, int64_t now_ms) {
    if (from->filled_ms == 0) {
        from->level = most;
    } else {
        from->level += (double)(now_ms - from->filled_ms) * a_second / 1000;
        if (from->level > most) from->level = most;
    }
    from->filled_ms = now_ms ? now_ms : 1;
    if (from->level < 1) return false;
    from->level -= 1;
    return true;
}

void bucket_drain(bucket *from, double more) {
    from->level = from->level > more ? from->level - more : 0;
}

addresses *addresses_open(void) {
    addresses *all = calloc(1, sizeof *all);
    if (all) crypto_shorthash_keygen(all->key);
    return all;
}

void addresses_close(addresses *all) {
    for (unsigned i = 0; all && i < BUCKETS; i++) {
        while (all->bucket[i]) {
            address *one = all->bucket[i];
            all->bucket[i] = one->next;
            free(one);
        }
    }
    free(all);
}

static void key_of(const struct sockaddr *from, uint8_t key[16]) {
    memset(key, 0, 16);
    if (from->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        memcpy(key, six->s6_addr, IN6_IS_ADDR_V4MAPPED(six) ? 16 : 8);
    } else if (from->sa_family == AF_INET) {
        key[10] = key[11] = 0xff;
        memcpy(key + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    }
}

address *address_find(addresses *all, const struct sockaddr *from, int64_t now_ms) {
    uint8_t key[16];
    unsigned char hash[crypto_shorthash_BYTES];
    key_of(from, key);
    crypto_shorthash(hash, key, sizeof key, all->key);
    address **first = &all->bucket[((unsigned)hash[0] << 8 | hash[1]) % BUCKETS];
    for (address *one = *first; one; one = one->next) {
        if (memcmp(one->key, key, sizeof key) != 0) continue;
        one->used_ms = now_ms;
        return one;
    }
    address *made = all->count < MOST ? calloc(1, sizeof *made) : NULL;
    if (!made) return NULL;
    memcpy(made->key, key, sizeof key);
    made->used_ms = now_ms;
    made->next = *first;
    *first = made;
    all->count++;
    return made;
}

void addresses_forget(addresses *all, int64_t now_ms) {
    for (unsigned i = 0; i < BUCKETS; i++) {
        address **at = &all->bucket[i];
        while (*at) {
            address *one = *at;
            if (one->connections || now_ms - one->used_ms < FORGET_MS) {
                at = &one->next;
                continue;
            }
            *at = one->next;
            all->count--;
            free(one);
        }
    }
}

char *address_print(const struct sockaddr *from, char out[ADDRESS_TEXT_MAX]) {
    const void *at =
        from->sa_family == AF_INET6
            ? (const void *)&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr
            : (const void *)&((const struct sockaddr_in *)(const void *)from)->sin_addr;
    if (!inet_ntop(from->sa_family, at, out, ADDRESS_TEXT_MAX))
        snprintf(out, ADDRESS_TEXT_MAX, "?");
    return out;
}

bool address_is_loopback(const struct sockaddr *from) {
    uint8_t key[16];
    if (from->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        if (IN6_IS_ADDR_LOOPBACK(six)) return true;
        if (!IN6_IS_ADDR_V4MAPPED(six)) return false;
    }
    key_of(from, key);
    return key[12] == 127;
}
