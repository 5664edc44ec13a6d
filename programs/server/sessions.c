/* sessions.c -- who is signed in, and the tickets that open sockets. */
#include "sessions.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8192, TOKEN_BYTES = 32, TICKETS_MOST = 65536, OVER_MOST = 4096 };

typedef struct ticket {
    struct ticket *next;
    trey_hash hash;
    uint64_t owner;
    int64_t until_ms;
} ticket;

struct sessions {
    session *bucket[BUCKETS];
    session *numbered[BUCKETS]; /* by number, linked through next_numbered */
    ticket *ticket_bucket[BUCKETS];
    uint64_t last; /* number given */
    unsigned count, tickets;
    session_room room;
    trey_hash over[OVER_MOST]; /* the last ones that ended */
    unsigned overs;
};

sessions *sessions_open(const session_room *room) {
    sessions *all = calloc(1, sizeof *all);
    if (all) all->room = *room;
    return all;
}

/* The bytes of a hash are as good as random. */
static unsigned bucket_of(const trey_hash *hash) {
    return ((unsigned)hash->byte[0] << 8 | hash->byte[1]) % BUCKETS;
}

static void make_token(char text[TOKEN_TEXT_MAX], trey_hash *hash) {
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(text, TOKEN_TEXT_MAX, bytes, sizeof bytes);
    *hash = trey_hash_of(text, TOKEN_TEXT);
    sodium_memzero(bytes, sizeof bytes);
}

/* ---- Sessions --------------------------------------------------------------------------------
 */
void session_token(char token[TOKEN_TEXT_MAX], trey_hash *hash) {
    make_token(token, hash);
}

bool session_is_staff(const session *one) {
    return !one->guest && one->office != TREY_OFFICE_PLAYER;
}

const session_rule *session_rule_of(const sessions *all, const session *one) {
    return &all->room.rule[one->guest ? 0 : 1 + one->office];
}

/* Guests come for nothing and by the thousand: they leave room for people who have an account,
 * and players leave room for those who work here. */
static bool has_room(const sessions *all, const session_of *of) {
    unsigned kept = 0;
    if (of->guest || of->office == TREY_OFFICE_PLAYER) kept += all->room.for_staff;
    if (of->guest) kept += all->room.for_accounts;
    return all->count + kept < all->room.most;
}

session *session_begin(sessions *all, const session_of *of, int64_t now_ms) {
    session *made = has_room(all, of) ? calloc(1, sizeof *made) : NULL;
    if (!made) return NULL;
    made->token = of->token;
    made->stored_ms = now_ms;
    made->number = ++all->last;
    made->person = of->person;
    made->guest = of->guest;
    made->limited = of->limited;
    made->office = of->office;
    made->generation = of->generation;
    made->used_ms = now_ms;
    made->made_ms = now_ms - of->age_ms;
    strncpy(made->from, of->from, sizeof made->from - 1);
    unsigned place = bucket_of(&made->token);
    made->next = all->bucket[place];
    all->bucket[place] = made;
    made->next_numbered = all->numbered[made->number % BUCKETS];
    all->numbered[made->number % BUCKETS] = made;
    all->count++;
    return made;
}

session *session_by_hash(sessions *all, const trey_hash *token) {
    session *one = all->bucket[bucket_of(token)];
    while (one && sodium_memcmp(&one->token, token, sizeof *token) != 0) one = one->next;
    return one;
}

void session_over_note(sessions *all, const trey_hash *token) {
    all->over[all->overs++ % OVER_MOST] = *token;
}

bool session_is_over(const sessions *all, const trey_hash *token) {
    unsigned known = all->overs < OVER_MOST ? all->overs : OVER_MOST;
    for (unsigned i = 0; i < known; i++) {
        if (sodium_memcmp(&all->over[i], token, sizeof *token) == 0) return true;
    }
    return false;
}

static bool is_over(const sessions *all, const session *one, int64_t now_ms) {
    const session_rule *rule = session_rule_of(all, one);
    bool watched = one->sockets > 0 && !session_is_staff(one);
    return now_ms - one->made_ms > rule->most_ms ||
           (!watched && now_ms - one->used_ms > rule->idle_ms);
}

session *session_find(sessions *all, http_text token, int64_t now_ms) {
    if (!token.text || token.size != TOKEN_TEXT) return NULL;
    trey_hash hash = trey_hash_of(token.text, token.size);
    session *one = session_by_hash(all, &hash);
    if (!one || is_over(all, one, now_ms)) return NULL;
    one->used_ms = now_ms;
    return one;
}

session *session_by_number(sessions *all, uint64_t number) {
    session *one = all->numbered[number % BUCKETS];
    while (one && one->number != number) one = one->next_numbered;
    return one;
}

session *session_stale(sessions *all, trey_person person, uint32_t generation) {
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (session *one = all->numbered[i]; one; one = one->next_numbered) {
            if (one->person == person && one->generation != generation) return one;
        }
    }
    return NULL;
}

void session_end(sessions *all, session *ended) {
    session **at = &all->bucket[bucket_of(&ended->token)];
    while (*at != ended) at = &(*at)->next;
    *at = ended->next;
    at = &all->numbered[ended->number % BUCKETS];
    while (*at != ended) at = &(*at)->next_numbered;
    *at = ended->next_numbered;
    all->count--;
    sodium_memzero(ended, sizeof *ended);
    free(ended);
}

unsigned sessions_count(const sessions *all) {
    return all->count;
}

static void expire_tickets(sessions *all, int64_t now_ms) {
    for (unsigned i = 0; i < BUCKETS; i++) {
        ticket **at = &all->ticket_bucket[i];
        while (*at) {
            ticket *one = *at;
            if (one->until_ms >= now_ms) {
                at = &one->next;
                continue;
            }
            *at = one->next;
            session *owner = session_by_number(all, one->owner);
            if (owner && owner->tickets > 0) owner->tickets--;
            all->tickets--;
            free(one);
        }
    }
}

void sessions_expire(sessions *all, int64_t now_ms,
                     bool (*ended)(void *context, const session *one), void *context) {
    if (all->tickets) expire_tickets(all, now_ms);
    for (unsigned i = 0; i < BUCKETS; i++) {
        session *next;
        for (session *one = all->bucket[i]; one; one = next) {
            next = one->next;
            bool idle = now_ms - one->used_ms > session_rule_of(all, one)->idle_ms;
            if ((idle || is_over(all, one, now_ms)) && ended(context, one)) session_end(all, one);
        }
    }
}

/* ---- Tickets -----------------------------------------------------------------------------------
 */
bool ticket_make(sessions *all, session *owner, int64_t now_ms, char text[TOKEN_TEXT_MAX]) {
    if (owner->tickets >= TICKETS_EACH || all->tickets >= TICKETS_MOST) expire_tickets(all, now_ms);
    if (owner->tickets >= TICKETS_EACH || all->tickets >= TICKETS_MOST) return false;
    ticket *made = calloc(1, sizeof *made);
    if (!made) return false;
    make_token(text, &made->hash);
    made->owner = owner->number;
    made->until_ms = now_ms + TICKET_SECONDS * 1000;
    unsigned place = bucket_of(&made->hash);
    made->next = all->ticket_bucket[place];
    all->ticket_bucket[place] = made;
    all->tickets++;
    owner->tickets++;
    return true;
}

session *ticket_spend(sessions *all, http_text text, int64_t now_ms) {
    if (!text.text || text.size != TOKEN_TEXT) return NULL;
    trey_hash hash = trey_hash_of(text.text, text.size);
    for (ticket **at = &all->ticket_bucket[bucket_of(&hash)]; *at; at = &(*at)->next) {
        ticket *one = *at;
        if (sodium_memcmp(&one->hash, &hash, sizeof hash) != 0) continue;
        session *owner = session_by_number(all, one->owner);
        bool good = one->until_ms >= now_ms;
        *at = one->next;
        all->tickets--;
        free(one);
        if (owner && owner->tickets > 0) owner->tickets--;
        return good ? owner : NULL;
    }
    return NULL;
}

void sessions_close(sessions *all) {
    if (!all) return;
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (session *one = all->bucket[i], *next; one; one = next) {
            next = one->next;
            sodium_memzero(one, sizeof *one);
            free(one);
        }
        while (all->ticket_bucket[i]) {
            ticket *one = all->ticket_bucket[i];
            all->ticket_bucket[i] = one->next;
            free(one);
        }
    }
    free(all);
}
