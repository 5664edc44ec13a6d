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

#include "http_text.h"

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
    bool guest;
    char from[48]; /* where he signed in from */
} session;

typedef struct sessions sessions;
/* A session ends after so long without a request or an open socket. */
sessions *sessions_open(int64_t idle_ms, unsigned most);
void sessions_close(sessions *all);

/* What a cookie holds, and the hash that it is known by. */
void session_token(char token[TOKEN_TEXT_MAX], trey_hash *hash);
/* NULL where there is no room. */
session *session_begin(sessions *all, const trey_hash *token, trey_person person, bool guest,
                       const char *from, int64_t now_ms);
session *session_by_hash(sessions *all, const trey_hash *token);
/* It has ended, here or elsewhere, and is not to be looked for while the store may still
 * have it. The last few thousand are remembered. */
void session_over_note(sessions *all, const trey_hash *token);
bool session_is_over(const sessions *all, const trey_hash *token);
int64_t sessions_idle_ms(const sessions *all);
/* The session of a cookie, which is used now; NULL. */
session *session_find(sessions *all, http_text token, int64_t now_ms);
session *session_by_number(sessions *all, uint64_t number);
/* Any session of a person but this one; NULL. */
session *session_of_person(sessions *all, trey_person person, uint64_t but);
void session_end(sessions *all, session *ended);
unsigned sessions_count(const sessions *all);

/* Calls `ended` for each that has run out, and then ends it. */
void sessions_expire(sessions *all, int64_t now_ms,
                     bool (*ended)(void *context, const session *one), void *context);

/* False where he has too many that are still good. */
bool ticket_make(sessions *all, session *owner, int64_t now_ms, char ticket[TOKEN_TEXT_MAX]);
/* The session that it was made for; once. NULL when it is spent, old or made up, or was made
 * at another node. */
session *ticket_spend(sessions *all, http_text ticket, int64_t now_ms);

#endif
