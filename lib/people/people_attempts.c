/* people_attempts.c -- wrong passwords, by name and place.
 *
 * A lock on an account would let anybody keep its owner out. So wrong passwords count for the name
 * and the place together: the address that they came from, or, on a device on which the person has
 * signed in before, that device. A name that is nobody's is counted in the same way, so that it
 * looks like any other. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "people_parts.h"

bool attempts_open(trey_people_fold *fold) {
    if (sodium_init() < 0) return false;
    randombytes_buf(&fold->attempt_salt, sizeof fold->attempt_salt);
    fold->attempt = calloc((size_t)ATTEMPT_SETS * ATTEMPT_WAYS, sizeof *fold->attempt);
    return fold->attempt != NULL;
}

static uint64_t mix(uint64_t number, uint64_t more) {
    number = (number ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return number ^ number >> 29;
}

uint64_t origin_number(const char *from) {
    struct in6_addr six;
    uint64_t number = UINT64_C(0xcbf29ce484222325), network;
    if (inet_pton(AF_INET6, from, &six) == 1 && !IN6_IS_ADDR_V4MAPPED(&six)) {
        memcpy(&network, six.s6_addr, sizeof network);
        return mix(number, network);
    }
    for (; *from; from++) number = mix(number, (uint8_t)*from);
    return number;
}

uint64_t attempt_place(const char *from, uint32_t device) {
    return device ? mix(UINT64_C(0xdef1ce), device) : origin_number(from);
}

uint64_t attempt_person(const person_entry *entry) {
    return (uint64_t)entry->facts.person << 32 | entry->passwords;
}

uint64_t attempt_key(const trey_people_fold *fold, uint64_t name, uint64_t place) {
    uint64_t key = mix(mix(fold->attempt_salt, name), place);
    return key ? key : 1;
}

attempt *attempt_find(trey_people_fold *fold, uint64_t key) {
    attempt *set = &fold->attempt[key % ATTEMPT_SETS * ATTEMPT_WAYS], *oldest = set;
    for (unsigned i = 0; i < ATTEMPT_WAYS; i++) {
        if (set[i].key == key) return &set[i];
        int64_t last = set[i].wrong_at > set[i].tried_at ? set[i].wrong_at : set[i].tried_at;
        int64_t least = oldest->wrong_at > oldest->tried_at ? oldest->wrong_at : oldest->tried_at;
        if (last < least) oldest = &set[i];
    }
    *oldest = (attempt){.key = key};
    return oldest;
}
