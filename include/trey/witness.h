/* witness.h -- a witness: remembers what houses have signed, and cosigns only what fits.
 *
 * The rules are those of C2SP tlog-witness, so that any log may be witnessed, not only a house of
 * ours. The state is one file that only grows: a line for each log that is trusted, and each note
 * that was cosigned. A note is on the disk before its cosignature leaves. A witness belongs to one
 * thread at a time, and its state to one process. */
#ifndef TREY_WITNESS_H
#define TREY_WITNESS_H

#include "trey/note.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trey_witness_message {
    char text[400];
} trey_witness_message;

/* A new file with a fresh key, mode 0600; INVALID where it exists already, or for a bad name. */
trey_status trey_witness_key_create(const char *path, const char *name, trey_note_key *out,
                                    trey_witness_message *message);

typedef struct trey_witness trey_witness;
/* The state is made where there is none. STORE_BUSY: another process has it; INVALID: a file that
 * is none, or whose newest notes are not this witness' own. */
trey_status trey_witness_open(trey_witness **out, const char *state, const char *key_file,
                              trey_witness_message *message);
void trey_witness_close(trey_witness *witness); /* NULL is fine */
const trey_note_key *trey_witness_key(const trey_witness *witness);

/* A log that is trusted under this key from now on. A log may have several. */
trey_status trey_witness_trust(trey_witness *witness, const trey_note_key *log,
                               trey_witness_message *message);
/* Is any key trusted for this origin? */
bool trey_witness_trusts(const trey_witness *witness, const char *origin);

/* Is it signed by a key that is trusted for its origin? */
bool trey_witness_signed(const trey_witness *witness, const trey_note *note);

/* Which log is followed at an address: NULL, or its origin. It is remembered, because a house
 * that comes back under another origin has left its history behind. */
enum { TREY_WITNESS_URL_MAX = 256 };
const char *trey_witness_place(const trey_witness *witness, const char *url);
trey_status trey_witness_place_keep(trey_witness *witness, const char *url, const char *origin,
                                    trey_witness_message *message);

/* What was cosigned last for an origin; false: nothing. The text is borrowed until the next call.
 */
typedef struct trey_witness_seen {
    trey_tree_head head;
    const char *note; /* with the signatures of the log and of this witness */
    size_t note_size;
} trey_witness_seen;
bool trey_witness_newest(const trey_witness *witness, const char *origin, trey_witness_seen *out);
/* ... by the SHA-256 of the origin, in hexadecimal digits. */
bool trey_witness_newest_by_hash(const trey_witness *witness, const char *hash,
                                 trey_witness_seen *out);

/* The body of an add-checkpoint request, and its answer: a status of HTTP and a body.
 *   200  cosigned: signature lines        400  not a request, or its old size is too large
 *   403  not signed by a trusted key      404  an origin that nobody trusts
 *   409  another old size: the right one  422  the proof does not hold
 *   500  it could not be kept */
enum { TREY_WITNESS_ANSWER_MAX = 1024 };
typedef struct trey_witness_answer {
    int status;
    const char *type; /* of the body */
    char body[TREY_WITNESS_ANSWER_MAX];
    size_t size;
    bool forked; /* signed by the log, and against what it signed before */
} trey_witness_answer;
void trey_witness_add(trey_witness *witness, const char *request, size_t size, uint64_t time,
                      trey_witness_answer *answer);

/* Evidence: what a log signed, why it was not cosigned, and what it does not fit. Appended to
 * STATE.alarm, a file of notes too. */
trey_status trey_witness_alarm(trey_witness *witness, const char *why, const char *note,
                               size_t size);

#ifdef __cplusplus
}
#endif
#endif
