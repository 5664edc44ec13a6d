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
      "a name has 2 to 31 bytes: letters, digits, blanks inside, and . _ - ' of any language")     \
    X(NAME_TAKEN, "name_taken", "somebody has that name already")                                  \
    X(NOT_A_GUEST, "not_a_guest", "that is an account already")                                    \
    X(WRONG_PASSWORD, "wrong_password", "the name or the password is wrong")                       \
    X(LOCKED, "locked", "too many wrong passwords; wait and try again")                            \
    X(BARRED, "barred", "this account has been barred")
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

/* Signing in, in two steps around the hash. First: may it be tried, and against what?
 * For a name that is nobody's a hash that holds for nothing is given, so that the time
 * tells nothing, and wrong ones are counted for it too. LOCKED with how long; also for a
 * second try while the first is still out. */
typedef struct trey_sign_in {
    trey_person person; /* or TREY_NOBODY */
    trey_password_hash hash;
    trey_people_refused refused;
    uint32_t wait_seconds;
    uint32_t passwords; /* that he had so far: one changed meanwhile holds no more */
    uint64_t stranger;  /* which unknown name it was; the library's */
} trey_sign_in;
trey_status trey_people_try(trey_people *people, const char *name, trey_sign_in *out);
/* Then, for every try that was not refused: what came of it, in tried->refused (NONE,
 * WRONG_PASSWORD, BARRED). `from` is where the person came from, for the record. Wrong
 * ones in a row slow the next (1, 2, 4 ... seconds) and from the tenth on lock for a
 * quarter of an hour; the lock outlives a restart. A good one, a new password, or a day
 * without any wipes them out. */
trey_status trey_people_tried(trey_people *people, const char *name, trey_sign_in *tried, bool held,
                              const char *from);
/* Sign-outs and sessions that ran out are recorded too. */
trey_status trey_people_left(trey_people *people, trey_person person, const char *from);

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
    TREY_PEOPLE_GUEST = 1,       /* person */
    TREY_PEOPLE_ADDED = 2,       /* person, name, office, whether with a password, by */
    TREY_PEOPLE_JOINED = 3,      /* person, name: he was a guest; with a password */
    TREY_PEOPLE_CHANGED = 4,     /* person, office, barred, by */
    TREY_PEOPLE_PASSWORD = 5,    /* person, by: he has another one */
    TREY_PEOPLE_SIGNED_IN = 6,   /* person, from */
    TREY_PEOPLE_WRONG = 7,       /* person or nobody, from */
    TREY_PEOPLE_LOCKED = 8,      /* person, until */
    TREY_PEOPLE_TURNED_AWAY = 9, /* person, from: the password was right, but he is barred */
    TREY_PEOPLE_LEFT = 10        /* person, from */
} trey_people_record_type;

enum { TREY_FROM_MAX = 64 };
typedef struct trey_people_record {
    uint8_t type, office;
    bool password, barred;
    trey_person person, by;
    char name[TREY_PERSON_NAME_MAX];
    char from[TREY_FROM_MAX];
    int64_t until; /* microseconds since 1970 */
} trey_people_record;
/* False for bytes that are not exactly one such record. */
bool trey_people_record_decode(const trey_record *record, trey_people_record *out);

/* ---- Sessions ---------------------------------------------------------------------------
 * Of people who have signed in, under the hash of what their browser keeps; so that they can
 * go on after a restart, or at another node. No records: they are replaced and wiped. Staged
 * like everything here. */
typedef struct trey_session {
    trey_person person;
    int64_t used; /* microseconds since 1970, when it was kept last */
    char from[TREY_FROM_MAX];
} trey_session;
trey_status trey_people_session_keep(trey_people *people, const trey_hash *token,
                                     trey_person person, const char *from);
trey_status trey_people_session_end(trey_people *people, const trey_hash *token);
/* NOT_FOUND; of what is staged nothing is known. */
trey_status trey_people_session_find(trey_people *people, const trey_hash *token,
                                     trey_session *out);
/* Ends all sessions of a person but one, and calls `ended` for each. */
trey_status trey_people_sessions_end(trey_people *people, trey_person person, const trey_hash *but,
                                     void (*ended)(void *context, const trey_hash *token),
                                     void *context);
/* Wipes those that were not used since, and tickets that are too old. */
trey_status trey_people_sessions_clear(trey_people *people, int64_t before);
/* False for what is kept under another name, or is none. */
bool trey_session_decode(const trey_kept *kept, trey_session *out);

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
/* The bytes of a snapshot here, to be freed. */
trey_status trey_people_fold_snapshot(const trey_people_fold *fold, uint8_t **bytes, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
