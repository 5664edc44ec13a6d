/* sessions.h -- who is signed in, and the tickets that open sockets.
 *
 * Both live in memory, and sessions also in the store, by the hash of the cookie: one that
 * is not known here may have begun before a restart, or at another node, and is asked for
 * (http_sessions.c). Tickets are good for seconds; those of a node are in the store as well,
 * which alone says whether one is spent (tickets.c). A cookie or a ticket is 32 random bytes
 * in hexadecimal; what is kept is its hash, so that neither a core file nor a log nor the
 * store can give one away. The network's thread alone. */
#ifndef TREY_SESSIONS_H
#define TREY_SESSIONS_H

#include <trey/people.h>

#include "addresses.h"
#include "http_text.h"
#include "settings.h"

enum { TOKEN_TEXT = 64, TOKEN_TEXT_MAX = 65, TICKET_SECONDS = 30, TICKETS_EACH = 16 };

typedef struct session {
    struct session *next, *next_numbered; /* in their buckets */
    trey_hash token;
    uint64_t number; /* never used again */
    trey_person person;
    int64_t used_ms, made_ms; /* by the loop's clock */
    int64_t stored_ms;        /* when the store was told that it is used */
    unsigned tickets;         /* that are still good */
    unsigned sockets;         /* that are open */
    bool guest, limited;      /* limited: something has to be set up first */
    uint8_t office;           /* trey_office */
    uint32_t generation;      /* of the person, when it began or went on */
    bucket account;           /* how often it may ask for its account */
    char from[48];            /* where he signed in from */
} session;

/* Room for all, and how much of it guests cannot take, and players. Rules by guest and office. */
typedef struct session_room {
    unsigned most, for_accounts, for_staff;
    const session_rule *rule;
} session_room;
typedef struct sessions sessions;
sessions *sessions_open(const session_room *room);
void sessions_close(sessions *all);

/* What a cookie holds, and the hash that it is known by. */
void session_token(char token[TOKEN_TEXT_MAX], trey_hash *hash);
/* Somebody who begins a session, here or a while ago. */
typedef struct session_of {
    trey_hash token;
    trey_person person;
    bool guest, limited;
    uint8_t office;
    uint32_t generation;
    int64_t age_ms;
    const char *from;
} session_of;
/* NULL where there is no room. */
session *session_begin(sessions *all, const session_of *of, int64_t now_ms);
bool session_is_staff(const session *one);
const session_rule *session_rule_of(const sessions *all, const session *one);
session *session_by_hash(sessions *all, const trey_hash *token);
/* It has ended, here or elsewhere, and is not to be looked for while the store may still
 * have it. The last few thousand are remembered. */
void session_over_note(sessions *all, const trey_hash *token);
bool session_is_over(const sessions *all, const trey_hash *token);
/* The session of a cookie, which is used now; NULL. */
session *session_find(sessions *all, http_text token, int64_t now_ms);
session *session_by_number(sessions *all, uint64_t number);
/* Any session of a person that is not of this generation; NULL. */
session *session_stale(sessions *all, trey_person person, uint32_t generation);
void session_end(sessions *all, session *ended);
unsigned sessions_count(const sessions *all);

/* Calls `ended` for each that has run out, and ends it where that says so. An open socket is use
 * enough for guests and players, and after the longest time nothing is. */
void sessions_expire(sessions *all, int64_t now_ms,
                     bool (*ended)(void *context, const session *one), void *context);

/* False where he has too many that are still good. */
bool ticket_make(sessions *all, session *owner, int64_t now_ms, char ticket[TOKEN_TEXT_MAX]);
/* The session that it was made for; once. NULL when it is spent, old or made up, or was made
 * at another node. */
session *ticket_spend(sessions *all, http_text ticket, int64_t now_ms);

#endif
