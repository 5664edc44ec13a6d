/* people_parts.h -- what the parts of lib/people ask of each other. */
#ifndef TREY_PEOPLE_PARTS_H
#define TREY_PEOPLE_PARTS_H

#include "trey/base.h"
#include "trey/people.h"
#include "trey/wire.h"

/* ---- people_names.c ------------------------------------------------------------------ */
/* A number for the name that is the same in either case. */
uint64_t name_number(const char *name);
bool name_begins(const char *name, const char *beginning);
bool names_same(const char *a, const char *b);
/* 17 for "Guest 17", written so and not otherwise, in either case; else TREY_NOBODY. */
trey_person guest_of_name(const char *name);
/* Does it look like one, whatever the digits? */
bool name_is_a_guests(const char *name);

/* The next code point, as it is and as a small letter; 0 at the end. */
uint32_t name_point(const char **name);
uint32_t name_folded(const char **name);

/* ---- people_alike.c ------------------------------------------------------------------- */
bool name_of_one_alphabet(const char *name);
/* The same number for names that look alike. */
uint64_t name_look_number(const char *name);
bool names_look_alike(const char *a, const char *b);

/* ---- people_records.c ----------------------------------------------------------------- */
enum { PEOPLE_RECORD_BYTES = 224 };
void people_record_write(trey_writer *to, const trey_people_record *record);

/* ---- people_fold.c -----------------------------------------------------------------------
 * A guest who is nothing but a guest is only a number: ten thousand an hour cost no
 * memory, and nothing in a snapshot. Everybody else has an entry. */
typedef struct person_entry {
    trey_person_facts facts;
    bool has_password;
    uint32_t passwords;    /* that he had so far */
    trey_hash bound;       /* over the last one's hash */
    trey_hash factor;      /* over the sealed factor */
    uint32_t factors;      /* that he had so far */
    int64_t step;          /* of the last code that was used */
    uint16_t recovered;    /* recovery codes that were used, a bit each */
    uint32_t wrong_codes;  /* in a row, by people who knew the password */
    int64_t wrong_code_at; /* the last of them, microseconds */
} person_entry;

/* Wrong passwords from one place for one name. A place is an address, or a device that the
 * person has proven; so guessing slows the guesser and nobody else. Only in memory: the records
 * since the last snapshot bring it back, also those of other nodes. Few slots, since whoever
 * has a thousand addresses gains nothing by pushing his own tries out. */
typedef struct attempt {
    uint64_t key; /* 0: free */
    uint32_t wrong;
    int64_t wrong_at, tried_at; /* a try is out since; 0: none */
} attempt;
enum { ATTEMPT_SETS = 2048, ATTEMPT_WAYS = 8 };

enum { FACTS_LENT = 16 };
struct trey_people_fold {
    trey_person count;
    person_entry *entry;
    size_t entries, entry_room;
    uint32_t *by_person, *by_name; /* index plus one; 0: empty */
    uint32_t *by_look;             /* the same, of names by how they look */
    size_t index_room;             /* of each; a power of two */
    struct lent {                  /* facts of guests, while somebody looks at them */
        trey_person_facts facts[FACTS_LENT];
        unsigned next;
    } * lent;
    attempt *attempt;         /* ATTEMPT_SETS times ATTEMPT_WAYS */
    uint64_t attempt_salt;    /* so that nobody can aim at a set */
    bool lists_moved;         /* whose generation was raised */
    trey_person_moved *moved; /* and has not been asked for */
    size_t moveds, moved_room;
};

person_entry *fold_entry(const trey_people_fold *fold, trey_person person);
person_entry *fold_named(const trey_people_fold *fold, const char *name);
bool fold_name_taken(const trey_people_fold *fold, const char *name);
/* Does an account have a name that looks like this one? */
bool fold_name_looks(const trey_people_fold *fold, const char *name);
/* May this person, or the operator, take somebody's second factor away? */
bool fold_may_reset(const trey_people_fold *fold, const person_entry *entry, trey_person by);
/* Room for one more entry, so that a record that was staged cannot fail. */
bool fold_prepare(trey_people_fold *fold);
/* From the bytes of a snapshot; false for those of another layout. */
bool fold_restore(trey_people_fold *fold, const uint8_t *bytes, size_t size);

/* ---- What wrong passwords lead to -------------------------------------------------------- */
enum { WRONG_LOCKS = 10, LOCK_SECONDS = 15 * 60, WRONG_FORGOTTEN_SECONDS = 24 * 60 * 60 };
/* Microseconds until which nothing may be tried. */
int64_t wrong_until(uint32_t wrong, int64_t wrong_at);
/* One more. */
void wrong_count(uint32_t *wrong, int64_t *wrong_at, int64_t now);

/* ---- people_attempts.c ------------------------------------------------------------------------
 */
bool attempts_open(trey_people_fold *fold);
/* The number of an address: of IPv6 the first 64 bits, which is what one customer has. */
uint64_t origin_number(const char *from);
uint64_t attempt_key(const trey_people_fold *fold, uint64_t name, uint64_t place);
/* Of a person: a new password is a new name. */
uint64_t attempt_person(const person_entry *entry);
uint64_t attempt_place(const char *from, uint32_t device);
/* Where there is none it is made, in the place of the oldest of its set. */
attempt *attempt_find(trey_people_fold *fold, uint64_t key);

/* ---- people_bound.c ----------------------------------------------------------------------------
 */
trey_hash password_bound(trey_person person, uint32_t number, const void *bytes, size_t size);
trey_hash factor_bound(trey_person person, uint32_t number, const void *bytes, size_t size);

/* ---- people_factor.c ---------------------------------------------------------------------------
 */
/* Is it one of this person's codes, that was not used yet? Then which. */
trey_status factor_check(trey_people *people, const person_entry *entry, const char *code,
                         bool *good, int64_t *step, uint8_t *recovery);
enum { FACTOR_STEP_SECONDS = 30 };

/* ---- passwords.c ---------------------------------------------------------------------------- */
/* A hash like any other that holds for nothing. */
bool password_of_nobody(trey_password_hash *out);
void password_wipe(void *bytes, size_t count);

/* ---- people.c ---------------------------------------------------------------------------------
 */
/* Hashes that are staged and not yet in the store. */
typedef struct fresh_hash {
    trey_person person;
    trey_password_hash hash;
} fresh_hash;

/* ---- people_tickets.c ---------------------------------------------------------------------
 * Those that were made here and may still lie in the store when their time is over, the
 * oldest first; and those that were spent in the batch in hand, of which the store knows
 * nothing yet. */
typedef struct made_ticket {
    trey_hash hash;
    int64_t until;
} made_ticket;
typedef struct people_tickets {
    made_ticket *made;
    size_t first, mades, made_room;
    trey_hash *spent;
    size_t spents, spent_room;
    uint64_t spent_in; /* the house's flushes when they were spent */
} people_tickets;
void tickets_close(people_tickets *tickets);
/* What is kept under a name and the hash of a token: 24 of its bytes in hexadecimal. */
enum { TOKEN_NAME_BYTES = 24 };
void token_name(const char *prefix, const trey_hash *token, char out[TREY_KEPT_NAME_MAX]);
bool token_name_good(const char *prefix, const char *name);

struct trey_people {
    trey_house *house;
    trey_house_notes notes;
    trey_people_fold *fold;
    fresh_hash *fresh;
    size_t fresh_count, fresh_room;
    uint64_t fresh_in; /* the house's flushes when they were staged */
    trey_password_hash nobody;
    people_tickets tickets;
    trey_store_message message;
};

trey_status people_fail(trey_people *people, trey_status status, const char *text);
/* May something be recorded now? Takes in what others wrote meanwhile. */
trey_status people_begin(trey_people *people);
/* Stages a record and folds it. */
trey_status people_note(trey_people *people, const trey_people_record *record, int64_t time);
/* The hash of a person who has a password, if it is the one that the records speak of;
 * NOT_FOUND. */
trey_status people_hash(trey_people *people, trey_person person, trey_password_hash *out);

#endif
