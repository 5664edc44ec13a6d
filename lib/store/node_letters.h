/* node_letters.h -- letters that only the nodes of a house can write and read.
 *
 * NOTIFY has no access control: whoever may connect to the database hears every channel and
 * may speak on it. So a letter is sealed with a key that is derived from the key file, and
 * says inside who wrote it, to whom, as which of his letters, and when. */
#ifndef TREY_NODE_LETTERS_H
#define TREY_NODE_LETTERS_H

#include "trey/nodes.h"

/* A notice has less than 8000 bytes. */
enum { LETTER_NOTICE_MAX = 7999, LETTER_AGE_US = 10000000, LETTER_PROCESS = 33 };

typedef struct letter_writer {
    char name[TREY_NODE_NAME_MAX], process[LETTER_PROCESS];
    uint64_t number; /* of the last letter that was taken */
    int64_t time;
} letter_writer;

typedef struct letter_office {
    trey_seal_key key;
    char name[TREY_NODE_NAME_MAX];
    char process[LETTER_PROCESS]; /* hexadecimal; drawn at each start */
    uint64_t written;
    int64_t since_us; /* what was written before was not for this process */
    letter_writer writer[2 * TREY_NODES_MAX];
    unsigned writers;
    uint64_t committed; /* the last notice of a commit that was believed */
    uint64_t forged, stale;
} letter_office;

void letters_key(const trey_store_keys *keys, trey_seal_key *out);
void letters_close(letter_office *office);

/* `to` NULL: to all. Returns the length, 0 where it does not fit or nothing can be drawn. */
size_t letter_seal(letter_office *office, const char *to, int64_t now_us, const char *text,
                   size_t size, char out[LETTER_NOTICE_MAX + 1]);
/* `to` is the name in the channel, or NULL; false, and counted, for what is not to be believed:
 * by a stranger, for somebody else, for the second time, out of turn, or too old. */
bool letter_open(letter_office *office, const char *to, int64_t now_us, const char *notice,
                 trey_nodes_news *out);

/* The notice of a commit: how far the records go, and that the house says so. */
enum { COMMIT_NOTICE_MAX = 64 };
void commit_notice(const trey_seal_key *key, uint64_t records, char out[COMMIT_NOTICE_MAX]);
bool commit_noticed(letter_office *office, const char *notice, uint64_t *records);

#endif
