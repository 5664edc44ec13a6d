/* incidents.h -- what staff did, or were refused, that no table and no jackpot records.
 *
 * Rulings, reports, voids and awards are records already and are not stored twice. What is
 * left, refusals above all, stands in a stream of the house called "incidents", so that it
 * is part of the audit chain like everything else. */
#ifndef TREY_INCIDENTS_H
#define TREY_INCIDENTS_H

#include "trey/house.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_HOUSE_INCIDENTS "incidents"

/* The type of the record. Append; numbers never change. */
#define TREY_INCIDENT_LIST(X)                                                                      \
    X(REFUSED, 1, "refused")     /* somebody of the staff was refused something */                 \
    X(DESK, 2, "desk")           /* a console took a table's calls, or gave them back */           \
    X(TABLE, 3, "table")         /* a table was opened */                                          \
    X(PROPOSED, 4, "proposed")   /* something waits for a second person */                         \
    X(SECONDED, 5, "seconded")   /* ... who stood by it */                                         \
    X(WITHDRAWN, 6, "withdrawn") /* ... or it was withdrawn */

typedef enum trey_incident_kind {
#define TREY_INCIDENT_ENUM(constant, number, word) TREY_INCIDENT_##constant = (number),
    TREY_INCIDENT_LIST(TREY_INCIDENT_ENUM)
#undef TREY_INCIDENT_ENUM
        TREY_INCIDENT_KINDS
} trey_incident_kind;
const char *trey_incident_word(unsigned kind); /* NULL for a number that is none */

enum { TREY_INCIDENT_TEXT_MAX = 240, TREY_INCIDENT_WORD_MAX = 40 };
typedef struct trey_incident {
    uint8_t kind;                        /* trey_incident_kind */
    uint8_t office;                      /* of the person, then */
    uint32_t person;                     /* TREY_NOBODY: the house itself */
    char about[TREY_STREAM_NAME_MAX];    /* the table or jackpot, or empty */
    char word[TREY_INCIDENT_WORD_MAX];   /* what was asked for: "bet", "cash_out"; or empty */
    char reason[TREY_INCIDENT_WORD_MAX]; /* of a refusal: "bets_closed" */
    char text[TREY_INCIDENT_TEXT_MAX];
    char paragraphs[TREY_INCIDENT_WORD_MAX * 2]; /* "3.4 5.1", or empty */
} trey_incident;

/* Staged like a command. Texts that are too long are cut. */
trey_status trey_house_incident(trey_house *house, trey_house_notes *notes,
                                const trey_incident *incident);
/* False for bytes that are not exactly one such record. */
bool trey_incident_decode(const trey_record *record, trey_incident *out);

/* ---- What waits for a second person ------------------------------------------------------
 * Kept beside the incidents, so that it outlives a restart and is there at every node. */
enum { TREY_PROPOSAL_TEXT_MAX = 4096, TREY_PROPOSAL_BYTES_MAX = TREY_PROPOSAL_TEXT_MAX + 64 };
typedef struct trey_proposal {
    uint64_t number;
    uint32_t person;
    int64_t time;     /* milliseconds */
    const char *text; /* the message, as it was heard */
    size_t size;
} trey_proposal;
void trey_proposal_name(uint64_t number, char out[TREY_KEPT_NAME_MAX]);
size_t trey_proposal_encode(const trey_proposal *proposal, uint8_t out[TREY_PROPOSAL_BYTES_MAX]);
/* The text is borrowed. False for anything that is kept otherwise. */
bool trey_proposal_decode(const trey_kept *kept, trey_proposal *out);

#ifdef __cplusplus
}
#endif
#endif
