/* people.h -- who somebody is, and in which role: accounts, passwords, sign-ins.
 *
 * People stand in the house's own stream: every account, change of role, sign-in,
 * wrong password and lock is a record of the audit chain. Passwords are kept as
 * Argon2id hashes apart from the chain, so that they can be replaced and wiped.
 *
 * A person's number is also his number as a player. Everything here is staged in the
 * house's batch and durable with the next trey_house_flush. Hashing takes a tenth of a
 * second and some memory, so it is apart: trey_password_hash and trey_password_holds
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
unsigned trey_people_count(const trey_people *people);
/* NULL for a number that is nobody's. */
const trey_person_facts *trey_people_facts(const trey_people *people, trey_person person);
/* Names are found in either case. TREY_NOBODY. */
trey_person trey_people_find(const trey_people *people, const char *name);

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

/* A guest, "Guest 17". */
trey_status trey_people_guest(trey_people *people, trey_person *out);
trey_status trey_people_add(trey_people *people, const char *name, trey_office office,
                            const trey_password_hash *password, trey_person by, trey_person *out,
                            trey_people_refused *refused);
/* A guest takes a name and a password. */
trey_status trey_people_join(trey_people *people, trey_person guest, const char *name,
                             const trey_password_hash *password, trey_people_refused *refused);
trey_status trey_people_change(trey_people *people, trey_person person, trey_office office,
                               bool barred, trey_person by);
trey_status trey_people_password(trey_people *people, trey_person person,
                                 const trey_password_hash *password, trey_person by);

/* Signing in, in two steps around the hash. First: may it be tried, and against what?
 * For a name that is nobody's a hash that holds for nothing is given, so that the time
 * tells nothing. LOCKED with how long. */
typedef struct trey_sign_in {
    trey_person person; /* or TREY_NOBODY */
    trey_password_hash hash;
    trey_people_refused refused;
    uint32_t wait_seconds;
} trey_sign_in;
trey_status trey_people_try(trey_people *people, const char *name, trey_sign_in *out);
/* Then: what came of it. `from` is where the person came from, for the record. Wrong ones
 * in a row slow the next (1, 2, 4 ... seconds) and after ten lock for a quarter of an
 * hour; the lock outlives a restart. */
trey_status trey_people_tried(trey_people *people, const char *name, trey_sign_in *tried, bool held,
                              const char *from);
/* Sign-outs and sessions that ran out are recorded too. */
trey_status trey_people_left(trey_people *people, trey_person person, const char *from);

#ifdef __cplusplus
}
#endif
#endif
