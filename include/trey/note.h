/* note.h -- signed notes, checkpoints of a log, and cosignatures of its witnesses.
 *
 * The forms are public ones, so that witnesses and tools of other logs can read ours: C2SP
 * signed-note, tlog-checkpoint and tlog-cosignature, all with Ed25519. docs/witness.md shows
 * each byte.
 *
 *   a note        a text, an empty line, and one line for each signature
 *   a checkpoint  a note whose text is the origin of a log, its size and its root
 *   a vkey        name, number and bytes of a public key in one word
 *
 * Nothing here reads files or knows what a store is. */
#ifndef TREY_NOTE_H
#define TREY_NOTE_H

#include "trey/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TREY_NOTE_NAME_MAX = 128,      /* of a key or an origin, with its zero */
    TREY_NOTE_BYTES_MAX = 1 << 16, /* of a whole note; longer ones are refused */
    TREY_NOTE_SIGNATURES_MAX = 64, /* on one note */
    TREY_NOTE_LINE_MAX = 320,      /* of a signature line that we make, with its zero */
    TREY_NOTE_KEY_TEXT_MAX = 192,  /* of a vkey, with its zero */
    TREY_NOTE_PUBLIC_BYTES = 32,   /* Ed25519 */
    TREY_NOTE_SECRET_BYTES = 64,   /* Ed25519, as libsodium keeps it */
    TREY_TREE_HEAD_TEXT_MAX = 256, /* of the text of a checkpoint, with its zero */
    TREY_HASH_BASE64_MAX = 45      /* of a hash in base64, with its zero */
};

/* ---- Keys ------------------------------------------------------------------------------ */
typedef enum trey_note_key_type {
    TREY_NOTE_LOG = 1,    /* a log signs the text itself */
    TREY_NOTE_WITNESS = 4 /* a witness signs the text and the time */
} trey_note_key_type;

typedef struct trey_note_key {
    char name[TREY_NOTE_NAME_MAX];
    uint8_t type; /* trey_note_key_type */
    uint32_t id;  /* the first four bytes of the hash over name, type and key */
    uint8_t key[TREY_NOTE_PUBLIC_BYTES];
} trey_note_key;

/* Not empty, valid UTF-8, without spaces, control characters and `+`. */
bool trey_note_name_valid(const char *name);
/* False for a name that is not valid. */
bool trey_note_key_make(trey_note_key *out, const char *name, trey_note_key_type type,
                        const uint8_t key[TREY_NOTE_PUBLIC_BYTES]);
/* As a vkey: NAME+ID+KEY. Parsing accepts the two types above and no others. */
char *trey_note_key_print(const trey_note_key *key, char out[TREY_NOTE_KEY_TEXT_MAX]);
bool trey_note_key_parse(const char *text, trey_note_key *out);
bool trey_note_key_equal(const trey_note_key *a, const trey_note_key *b);

/* ---- Notes ------------------------------------------------------------------------------- */
/* One signature line, inside the note's bytes. */
typedef struct trey_note_line {
    const char *text; /* the line with its end */
    size_t size;
    const char *name;
    size_t name_size;
    const char *base64;
    size_t base64_size;
    uint32_t id;
} trey_note_line;

typedef struct trey_note {
    const char *text; /* what is signed, with its last newline */
    size_t text_size;
    size_t size; /* of the whole note */
    trey_note_line line[TREY_NOTE_SIGNATURES_MAX];
    size_t lines;
} trey_note;

/* `bytes` is one note and nothing else; it is borrowed. False where it is not well formed. */
bool trey_note_parse(const char *bytes, size_t size, trey_note *out);

/* The checkpoints of a file, one behind the other with empty lines between them. Moves `*at` past
 * the next whole note; false at the end. What is torn or is no note is passed over. */
bool trey_notes_next(const char **at, const char *end, trey_note *out);

typedef enum trey_note_answer {
    TREY_NOTE_UNSIGNED, /* this key has not signed it */
    TREY_NOTE_SIGNED,
    TREY_NOTE_BROKEN /* a line names this key, and its signature does not hold */
} trey_note_answer;
/* `time`, of a witness: seconds since 1970 at which it cosigned; may be NULL. */
trey_note_answer trey_note_check(const trey_note *note, const trey_note_key *key, uint64_t *time);

/* A signature line with its newline, for the note with this text; returns its length. */
size_t trey_note_sign(const char *text, size_t size, const trey_note_key *key,
                      const uint8_t secret[TREY_NOTE_SECRET_BYTES], char out[TREY_NOTE_LINE_MAX]);
size_t trey_note_cosign(const char *text, size_t size, const trey_note_key *key,
                        const uint8_t secret[TREY_NOTE_SECRET_BYTES], uint64_t time,
                        char out[TREY_NOTE_LINE_MAX]);
/* The line of a log's signature that was made elsewhere. */
size_t trey_note_line_print(const trey_note_key *key, const uint8_t *signature, size_t size,
                            char out[TREY_NOTE_LINE_MAX]);

/* ---- Checkpoints ---------------------------------------------------------------------------- */
typedef struct trey_tree_head {
    char origin[TREY_NOTE_NAME_MAX];
    uint64_t size;
    trey_hash root;
    bool extended; /* lines follow that are the log's own */
} trey_tree_head;

bool trey_tree_head_parse(const char *text, size_t size, trey_tree_head *out);
/* The text of a checkpoint without extension lines; returns its length. */
size_t trey_tree_head_print(const trey_tree_head *head, char out[TREY_TREE_HEAD_TEXT_MAX]);

/* A hash in base64, as checkpoints and proofs have it; returns `out`. */
char *trey_hash_base64(const trey_hash *hash, char out[TREY_HASH_BASE64_MAX]);
bool trey_hash_from_base64(const char *text, size_t size, trey_hash *out);
/* Digits without a sign, a leading zero or anything behind them. */
bool trey_decimal_parse(const char *text, size_t size, uint64_t *out);

#ifdef __cplusplus
}
#endif
#endif
