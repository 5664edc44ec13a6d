/* people.h -- who somebody is, and in which role: accounts, passwords, sign-ins.
 *
 * People stand in a stream of the house called "people": every account, change of role,
 * sign-in, wrong password and lock is a record of the audit chain. Passwords are kept as
 * Argon2id hashes apart from the chain, so that they can be replaced and wiped.
 * docs/people.md has every byte.
 *
 * A person's number is also his number as a player; numbers go up by one, without gaps. Everything
 * here is staged in the house's batch and durable with the next trey_house_flush. Hashing takes a
 * tenth of a second and some memory, so it is apart: trey_password_hash and trey_password_holds
 * touch nothing and run on any thread. */
#ifndef TREY_PEOPLE_H
#define TREY_PEOPLE_H

#include "trey/house.h"
#include "trey/shuffle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t trey_person; /* from 1; TREY_NOBODY */

/* The engine's roles first, with its numbers; the others never act at a table. */
#define TREY_OFFICES(X)                                                                            \
    X(PLAYER, 0, "player")                                                                         \
    X(DEALER, 1, "dealer")                                                                         \
    X(PIT_SUPERVISOR, 2, "pit_supervisor")                                                         \
    X(PIT_MANAGER, 3, "pit_manager")                                                               \
    X(SHIFT_MANAGER, 4, "shift_manager")                                                           \
    X(CASHIER, 5, "cashier")                                                                       \
    X(AUDITOR, 6, "auditor")
typedef enum trey_office {
#define TREY_OFFICE_ENUM(constant, number, word) TREY_OFFICE_##constant = (number),
    TREY_OFFICES(TREY_OFFICE_ENUM)
#undef TREY_OFFICE_ENUM
        TREY_OFFICE_COUNT
} trey_office;
const char *trey_office_word(unsigned office);
/* TREY_OFFICE_COUNT for a word that is none. */
trey_office trey_office_find(const char *word);

enum { TREY_PERSON_NAME_MAX = 32, TREY_PASSWORD_HASH_MAX = 128 };
enum { TREY_PASSWORD_LEAST = 8, TREY_PASSWORD_MOST = 256 };

/* ---- Passwords ----------------------------------------------------------------------- */
typedef struct trey_password_hash {
    char text[TREY_PASSWORD_HASH_MAX]; /* Argon2id, with its own salt and cost */
    bool once; /* somebody else chose it, so its owner must replace it at the first sign-in */
} trey_password_hash;
/* INVALID for one that is too short or too long; NO_MEMORY. */
trey_status trey_password_hash_of(const char *password, trey_password_hash *out);
bool trey_password_holds(const trey_password_hash *hash, const char *password);

/* ---- People ------------------------------------------------------------------------------ */
typedef struct trey_people trey_people;
trey_status trey_people_open(trey_people **out, trey_house *house, trey_store_message *message);
void trey_people_close(trey_people *people);

typedef struct trey_person_facts {
    trey_person person;
    char name[TREY_PERSON_NAME_MAX];
    uint8_t office; /* trey_office */
    bool guest;     /* has no password and cannot come back once his session has ended */
    bool barred;
    bool once;           /* the password was given out and must be replaced at the first sign-in */
    bool factor;         /* signs in with a code as well */
    uint32_t generation; /* of sessions: those of an earlier one are over */
} trey_person_facts;
/* How many there are; they are numbered from 1 on. */
unsigned trey_people_count(const trey_people *people);
/* NULL for a number that is nobody's. Good until people change, and of a guest until
 * sixteen more were asked about. */
const trey_person_facts *trey_people_facts(const trey_people *people, trey_person person);
/* Names are found in either case; "Guest 17" too, while he is a guest. TREY_NOBODY. */
trey_person trey_people_find(const trey_people *people, const char *name);
/* Accounts whose names begin so, in either case; at most `most` of them, the oldest first.
 * Guests are only numbers and are not among them. Returns how many. */
size_t trey_people_search(const trey_people *people, const char *beginning, trey_person *out,
                          size_t most);

#define TREY_PEOPLE_REFUSALS(X)                                                                    \
    X(NONE, "ok", "done")                                                                          \
    X(BAD_NAME, "bad_name",                                                                        \
      "a name has 2 to 31 bytes: letters of one alphabet, digits, blanks inside, and . _ - '")     \
    X(NAME_TAKEN, "name_taken", "somebody has that name already")                                  \
    X(NOT_A_GUEST, "not_a_guest", "that is an account already")                                    \
    X(WRONG_PASSWORD, "wrong_password", "the name or the password is wrong")                       \
    X(LOCKED, "locked", "too many wrong passwords; wait and try again")                            \
    X(BARRED, "barred", "this account has been barred")                                            \
    X(CODE_NEEDED, "code_needed", "enter the code from your authenticator app")                    \
    X(WRONG_CODE, "wrong_code", "that code is wrong or has been used; enter the next one")         \
    X(LOOKS_ALIKE, "looks_alike", "somebody has a name that looks the same")                       \
    X(NOT_ALLOWED, "not_allowed", "you may not do that")
typedef enum trey_people_refused {
#define TREY_PEOPLE_REFUSAL_ENUM(constant, word, text) TREY_PEOPLE_REFUSED_##constant,
    TREY_PEOPLE_REFUSALS(TREY_PEOPLE_REFUSAL_ENUM)
#undef TREY_PEOPLE_REFUSAL_ENUM
} trey_people_refused;
const char *trey_people_refused_word(trey_people_refused refused);
const char *trey_people_refused_text(trey_people_refused refused);

/* Is it a name that somebody may have? Of another language letters that are one sign
 * each, and none that cannot be seen or that turns the direction of writing. */
bool trey_person_name_good(const char *name);

/* A guest, "Guest 17"; nobody else can be called so. */
trey_status trey_people_guest(trey_people *people, trey_person *out);
/* `by`, here and below: who did it, or TREY_NOBODY for the operator. No password (NULL):
 * nobody can sign in as him, as with players of the house. */
trey_status trey_people_add(trey_people *people, const char *name, trey_office office,
                            const trey_password_hash *password, trey_person by, trey_person *out,
                            trey_people_refused *refused);
/* A guest takes a name and a password. */
trey_status trey_people_join(trey_people *people, trey_person guest, const char *name,
                             const trey_password_hash *password, trey_people_refused *refused);
/* INVALID for nobody, and for a guest who is to get an office or a password. */
trey_status trey_people_change(trey_people *people, trey_person person, trey_office office,
                               bool barred, trey_person by);
trey_status trey_people_password(trey_people *people, trey_person person,
                                 const trey_password_hash *password, trey_person by);

/* Where a try comes from: an address, and the device on which the person has signed in before,
 * if there is one. Wrong passwords slow down whoever typed them, and nobody else: they count for
 * the name and the address, or for the name and the device. */
typedef struct trey_origin {
    const char *from;
    trey_person device_of; /* or TREY_NOBODY */
    uint32_t device;       /* its number; not 0 where there is one */
} trey_origin;

/* Signing in, in two steps around the hash. First: may it be tried, and against what?
 * For a name that is nobody's a hash that holds for nothing is given, so that the time
 * tells nothing, and wrong ones are counted for it too. LOCKED with how long; also for a
 * second try from the same place while the first is still out. */
typedef struct trey_sign_in {
    trey_person person; /* or TREY_NOBODY */
    trey_password_hash hash;
    trey_people_refused refused;
    uint32_t wait_seconds;
    uint32_t passwords; /* that he had so far: one changed meanwhile holds no more */
    uint64_t key;       /* which name and place it was; the library's */
    uint32_t device;    /* of this person, or 0 */
} trey_sign_in;
trey_status trey_people_try(trey_people *people, const char *name, const trey_origin *origin,
                            trey_sign_in *out);
/* Then, for every try that was not refused: what came of it, in tried->refused (NONE,
 * WRONG_PASSWORD, BARRED, CODE_NEEDED, WRONG_CODE). */
typedef struct trey_proof {
    bool held;        /* the password */
    const char *code; /* of the second factor, or a recovery code; NULL: none was given */
    bool alone;       /* earlier sessions of this person end */
    bool asks;        /* only asks: no sign-in is recorded where all is right */
} trey_proof;
/* Wrong ones in a row slow the next (1, 2, 4 ... seconds) and from the tenth on lock that place
 * out of that name for a quarter of an hour. A good one, a new password, or a day without any
 * wipes them out. Ten wrong codes of people who knew the password lock all places but proven
 * devices. */
trey_status trey_people_tried(trey_people *people, trey_sign_in *tried, const trey_origin *origin,
                              const trey_proof *proof);
/* Sign-outs and sessions that ran out are recorded too. */
trey_status trey_people_left(trey_people *people, trey_person person, const char *from);

/* Ends every session of a person; those that are to go on are kept anew. */
trey_status trey_people_sign_out_everywhere(trey_people *people, trey_person person, trey_person by,
                                            const char *from);

/* ---- The second factor -------------------------------------------------------------------
 * Codes of RFC 6238: SHA-1, six digits, thirty seconds, one step early or late. The secret is
 * sealed with a key that only the house has, and each code counts once. */
enum { TREY_FACTOR_SECRET = 20, TREY_RECOVERY_CODES = 8, TREY_RECOVERY_TEXT = 16 };
enum { TREY_FACTOR_OFFER_TEXT = 256, TREY_FACTOR_BASE32 = 40 };
typedef struct trey_factor_offer {
    char secret[TREY_FACTOR_BASE32];    /* in base 32, for an authenticator app */
    char offer[TREY_FACTOR_OFFER_TEXT]; /* the same, sealed; to be brought back with a code */
} trey_factor_offer;
/* Draws a secret for this person. Nothing is kept: what is needed later is in the offer, which is
 * good for a quarter of an hour. */
trey_status trey_people_factor_offer(trey_people *people, trey_person person,
                                     trey_factor_offer *out);
typedef struct trey_recovery {
    char code[TREY_RECOVERY_CODES][TREY_RECOVERY_TEXT];
} trey_recovery;
/* The person has brought a code: from now on they sign in with one. WRONG_CODE where it does not
 * belong to the offer, or the offer is not this person's or too old. Their sessions end. */
trey_status trey_people_factor_set(trey_people *people, trey_person person, const char *offer,
                                   const char *code, trey_recovery *out,
                                   trey_people_refused *refused);
/* Takes it away, so that a new one can be set up: NOT_ALLOWED unless `by` is the operator, or
 * somebody above who is not the person. Sessions end. */
trey_status trey_people_factor_reset(trey_people *people, trey_person person, trey_person by,
                                     trey_people_refused *refused);
/* The code of a secret in base 32 at a time in seconds, six digits; false for no secret. */
bool trey_totp(const char *secret, int64_t seconds, char out[8]);

/* Takes in what others who share the store have written. */
trey_status trey_people_catch_up(trey_people *people);
/* All of it anew, after a flush of a shared house that failed; where it cannot be read,
 * nothing has changed. */
trey_status trey_people_read_again(trey_people *people);
/* About the last call that did not return OK. */
const char *trey_people_message(const trey_people *people);

/* ---- Records ---------------------------------------------------------------------------
 * For those who read a store without a house: verification, lists. */
typedef enum trey_people_record_type {
    TREY_PEOPLE_GUEST = 1,     /* person */
    TREY_PEOPLE_ADDED = 2,     /* person, name, office, whether with a password, by, once, bound */
    TREY_PEOPLE_JOINED = 3,    /* person, name, bound: he was a guest; with a password */
    TREY_PEOPLE_CHANGED = 4,   /* person, office, barred, by */
    TREY_PEOPLE_PASSWORD = 5,  /* person, by, once, bound: he has another one */
    TREY_PEOPLE_SIGNED_IN = 6, /* person, from, alone, step, recovery */
    TREY_PEOPLE_WRONG = 7,     /* person or nobody, from, device, whether it was the code */
    TREY_PEOPLE_LOCKED = 8,    /* person, from, until, device: that place is locked out */
    TREY_PEOPLE_TURNED_AWAY = 9, /* person, from: the password was right, but he is barred */
    TREY_PEOPLE_LEFT = 10,       /* person, from */
    TREY_PEOPLE_OUT = 11,        /* person, by, from: signed out everywhere */
    TREY_PEOPLE_FACTOR = 12      /* person, by, whether there is one now, bound, step */
} trey_people_record_type;

enum { TREY_FROM_MAX = 64 };
typedef struct trey_people_record {
    uint8_t type, office;
    bool password, barred;
    trey_person person, by;
    char name[TREY_PERSON_NAME_MAX];
    char from[TREY_FROM_MAX];
    int64_t until; /* microseconds since 1970 */
    bool once, alone, code, factor;
    uint8_t recovery; /* which recovery code, from 1; 0: none */
    uint32_t device;
    int64_t step;    /* which of the codes, by time; 0: none */
    trey_hash bound; /* over what is kept: the password's hash, or the sealed factor */
} trey_people_record;
/* False for bytes that are not exactly one such record. */
bool trey_people_record_decode(const trey_record *record, trey_people_record *out);

/* ---- Sessions ---------------------------------------------------------------------------
 * Of people who have signed in, under the hash of what their browser keeps; so that they can
 * go on after a restart, or at another node. No records: they are replaced and wiped. Staged
 * like everything here.
 *
 * Each has the person's generation, which a new password, another office, a bar, a new second
 * factor and a sign-out everywhere raise, all of them records; and the store seals what is
 * kept. So a session that was ended, copied from a backup or made up is none. */
typedef struct trey_session {
    trey_person person;
    uint32_t generation;
    int64_t made, used; /* microseconds since 1970; when it began, and when it was kept last */
    char from[TREY_FROM_MAX];
} trey_session;
/* A new one, of the person's present generation; `out` may be NULL. */
trey_status trey_people_session_begin(trey_people *people, const trey_hash *token,
                                      trey_person person, const char *from, trey_session *out);
/* It is used now. NOT_FOUND where it is over. */
trey_status trey_people_session_used(trey_people *people, const trey_hash *token);
/* It goes on in the person's present generation, for whoever has just raised it themselves. */
trey_status trey_people_session_goes_on(trey_people *people, const trey_hash *token,
                                        const trey_session *session);
trey_status trey_people_session_end(trey_people *people, const trey_hash *token);
/* NOT_FOUND; of what is staged nothing is known. */
trey_status trey_people_session_find(trey_people *people, const trey_hash *token,
                                     trey_session *out);
/* All that a person has, at most `most`; returns OK and how many. The first eight bytes of the
 * token's hash tell one from another. */
typedef struct trey_session_listed {
    trey_session session;
    uint8_t mark[8];
} trey_session_listed;
trey_status trey_people_sessions(trey_people *people, trey_person person, trey_session_listed *out,
                                 size_t most, size_t *count);
/* Wipes those that were not used since, or are of an earlier generation, and tickets that are too
 * old. */
trey_status trey_people_sessions_clear(trey_people *people, int64_t before);
/* False for what is kept under another name, or is none. */
bool trey_session_decode(const trey_kept *kept, trey_session *out);

/* Whose generation has been raised since this was asked last, here or at another node: at most
 * `most` of them. The type of the record says why. */
typedef struct trey_person_moved {
    trey_person person;
    uint32_t generation;
    uint8_t why; /* trey_people_record_type */
} trey_person_moved;
size_t trey_people_moved(trey_people *people, trey_person_moved *out, size_t most);

/* Tickets open one socket each, at any node, until their time is over. They are kept like
 * sessions, under the hash of their text. */
typedef struct trey_ticket {
    trey_person person;
    int64_t until;     /* microseconds since 1970 */
    trey_hash session; /* the hash of its cookie */
} trey_ticket;
trey_status trey_people_ticket_keep(trey_people *people, const trey_hash *ticket,
                                    const trey_ticket *of);
/* NOT_FOUND where it is spent, too old, or was never made. */
trey_status trey_people_ticket_spend(trey_people *people, const trey_hash *ticket,
                                     trey_ticket *out);
bool trey_ticket_decode(const trey_kept *kept, trey_ticket *out);

/* Everybody, as the records so far give them. */
typedef struct trey_people_fold trey_people_fold;
trey_status trey_people_fold_open(trey_people_fold **out);
void trey_people_fold_close(trey_people_fold *fold);
/* NULL, or what is wrong with the record: then nothing was done. */
const char *trey_people_fold_add(trey_people_fold *fold, const trey_record *record);
unsigned trey_people_fold_count(const trey_people_fold *fold);
/* As trey_people_facts. */
const trey_person_facts *trey_people_fold_facts(const trey_people_fold *fold, trey_person person);
/* Is this the password hash, or the sealed factor, that the records speak of? */
bool trey_people_fold_password(const trey_people_fold *fold, trey_person person, const void *bytes,
                               size_t size);
bool trey_people_fold_factor(const trey_people_fold *fold, trey_person person, const void *bytes,
                             size_t size);
/* The bytes of a snapshot here, to be freed. */
trey_status trey_people_fold_snapshot(const trey_people_fold *fold, uint8_t **bytes, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
