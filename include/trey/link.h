/* link.h -- one jackpot shared by any number of tables.
 *
 * Like a table, a link decides and applies: trey_link_decide is pure and gives a
 * refusal or events; trey_link_apply folds an event and cannot fail; the state is
 * plain bytes. Tables send it contributions and hits; staff confirm, reorder or
 * reject hits and change its parameters.
 *
 * A hit takes its value off the display at once, and the display is seeded anew, so
 * that other tables go on; the value waits until staff confirm it. While none of
 * several waiting hits is confirmed their order can still change, as the rulebook
 * says (first entered, or first dealt with the house's last word), and with it their
 * values [mbs 3.19] [rws 4.9.1]; the first confirmation freezes all of them.
 *
 * Of an award that a lost link did not hear of, staff claim it when the link is back: it is
 * a hit like any other from then on, in the order of its cards or of its entry as the book
 * says, but worth no more than its settlement said, which is the sum registered before the
 * link was lost [rws 5.17.1]; what came onto the display since is for whoever comes next.
 * Which awards are owed is the house's to know. After every event
 *
 *   value = start + contributed + seeded - released - awarded
 *
 * holds to the cent. */
#ifndef TREY_LINK_H
#define TREY_LINK_H

#include "trey/jackpot.h"
#include "trey/link_schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters: the operator's ---------------------------------------------------- */
enum { TREY_LINK_MILLION = 1000000 };

typedef struct trey_link_parameters {
    trey_cents bet;        /* the prescribed jackpot bet */
    trey_cents fixed;      /* what each bet adds to the display; or 0, and */
    uint32_t rate;         /* the rate of the bet, in millionths */
    uint32_t reserve_rate; /* a second rate, that seeds the next jackpot */
    trey_cents reset;      /* what the display shows after the whole was won */
    trey_cents ceiling;    /* the display stops here, the rest overflows; 0 for none */
} trey_link_parameters;

/* What one bet adds to display and reserve: whole cents, rounded down. */
trey_cents trey_link_contribution(const trey_link_parameters *parameters);
trey_cents trey_link_reserve(const trey_link_parameters *parameters);
bool trey_link_parameters_good(const trey_link_parameters *parameters);

/* ---- State --------------------------------------------------------------------------- */
enum { TREY_LINK_HITS = 32 }; /* that can wait at the same time */

typedef struct trey_link_hit {
    trey_hit hit;
    uint64_t number; /* from 1, never used twice */
    uint64_t round;  /* of its table */
    uint32_t player;
    uint8_t frozen, zero[3]; /* its place in the order is settled */
    trey_cents value;
    trey_cents contributed; /* to the display since the first hit whose order is open */
    trey_cents most;        /* of one that was claimed: what its settlement said; or 0 */
} trey_link_hit;

typedef struct trey_link {
    trey_link_parameters parameters;
    trey_meter_rules meter_rules;
    trey_hit_rules hit_rules;
    uint8_t role_parameters, role_confirm, role_order; /* lowest that may */
    uint8_t down;                                      /* the link is lost */
    uint8_t hits;                                      /* how many of `hit` count */
    uint8_t zero[4];
    uint32_t live; /* rounds that are running on its tables */
    trey_cents value, reserve, overflow, pending;
    /* Since it was opened. */
    trey_cents start, contributed, seeded, released, awarded;
    /* The display when the first hit came whose order is still open, and what was
     * added, seeded and released since. */
    trey_cents base, since, seeded_since, reserve_since, released_since;
    uint64_t entered; /* hits so far */
    trey_link_hit hit[TREY_LINK_HITS];
} trey_link;

/* Rules and roles come from the book that its tables play by. */
bool trey_link_open(const trey_rulebook *book, const trey_link_parameters *parameters,
                    trey_cents start, trey_link *out);

/* Does this book, under its readings, say the same about the meter and about the order of winners?
 * Otherwise its tables would promise what the link does not pay. */
bool trey_link_agrees(const trey_link *link, const trey_rulebook *book);

/* ---- Commands --------------------------------------------------------------------------- */
/* Verbs, events and what they carry are rows of link_schema.h. */
typedef enum trey_link_member {
#define TREY_LINK_MEMBER_CONSTANT(constant, ...) TREY_LINK_MEMBER_##constant,
    TREY_LINK_MEMBERS(TREY_LINK_MEMBER_CONSTANT) TREY_LINK_EVENT_MEMBERS(TREY_LINK_MEMBER_CONSTANT)
#undef TREY_LINK_MEMBER_CONSTANT
        TREY_LINK_MEMBER_COUNT
} trey_link_member;

typedef enum trey_link_verb {
#define TREY_LINK_VERB_CONSTANT(constant, ...) TREY_LINK_##constant,
    TREY_LINK_VERBS(TREY_LINK_VERB_CONSTANT)
#undef TREY_LINK_VERB_CONSTANT
        TREY_LINK_VERB_COUNT
} trey_link_verb;
uint32_t trey_link_verb_members(trey_link_verb verb); /* one bit each */

enum { TREY_LINK_REASON = 64 };
typedef struct trey_link_command {
    uint8_t verb;
    uint8_t role; /* TREY_ROLE_, of staff; tables speak as TREY_ROLE_DEALER */
    uint16_t place;
    int32_t bets;
    uint32_t actor, player;
    uint32_t second; /* who stands by it as well, in that role; or nobody */
    uint8_t second_role;
    uint64_t number, round;
    trey_cents amount;
    trey_hit hit;
    trey_link_parameters parameters;
    char reason[TREY_LINK_REASON];
} trey_link_command;

#define TREY_LINK_REFUSALS(X)                                                                      \
    X(NONE, "ok", "done")                                                                          \
    X(NO_SUCH_COMMAND, "no_such_command", "there is no such command")                              \
    X(ROLE_TOO_LOW, "role_too_low", "a higher role is needed")                                     \
    X(NO_REASON, "no_reason", "a reason is needed")                                                \
    X(LINK_DOWN, "link_down", "the link is lost")                                                  \
    X(LINK_UP, "link_up", "the link is not lost")                                                  \
    X(BAD_AMOUNT, "bad_amount", "the amount is out of range")                                      \
    X(BAD_PARAMETERS, "bad_parameters", "bet, rates, reset value or ceiling do not fit together")  \
    X(ROUND_RUNNING, "round_running", "rounds are running on its tables")                          \
    X(NO_ROUND, "no_round", "no round is running")                                                 \
    X(NO_SUCH_HIT, "no_such_hit", "no such hit waits")                                             \
    X(ALREADY_ENTERED, "already_entered", "that hit was entered already")                          \
    X(HITS_FULL, "hits_full", "too many hits wait to be confirmed")                                \
    X(NOT_FOR_THE_HOUSE, "not_for_the_house", "the rulebook leaves the house no say in the order") \
    X(ORDER_SETTLED, "order_settled", "the order of these hits is settled already")                \
    X(NOT_UNPAID, "not_unpaid", "no such award is unpaid")

typedef enum trey_link_refused {
#define TREY_LINK_REFUSAL_CONSTANT(constant, word, text) TREY_LINK_REFUSED_##constant,
    TREY_LINK_REFUSALS(TREY_LINK_REFUSAL_CONSTANT)
#undef TREY_LINK_REFUSAL_CONSTANT
        TREY_LINK_REFUSED_COUNT
} trey_link_refused;
const char *trey_link_refused_word(trey_link_refused refused);
const char *trey_link_refused_text(trey_link_refused refused);

/* ---- Events ------------------------------------------------------------------------------- */
typedef enum trey_link_event_kind {
#define TREY_LINK_EVENT_CONSTANT(constant, ...) TREY_LINK_EVENT_##constant,
    TREY_LINK_EVENTS(TREY_LINK_EVENT_CONSTANT)
#undef TREY_LINK_EVENT_CONSTANT
        TREY_LINK_EVENT_KINDS
} trey_link_event_kind;
const char *trey_link_event_word(trey_link_event_kind kind);
uint32_t trey_link_event_members(trey_link_event_kind kind);

/* Each waiting hit in the order of the state; the display; what was seeded and released since the
 * order is open. */
typedef struct trey_link_values {
    trey_cents hit[TREY_LINK_HITS], display, seeded, released;
} trey_link_values;

typedef struct trey_link_event {
    uint8_t kind, role;
    uint16_t place;
    int32_t bets;
    uint32_t actor, player;
    uint64_t number, round;
    trey_cents amount, reserve, overflow;
    trey_link_values values;
    trey_hit hit;
    trey_link_parameters parameters;
    char reason[TREY_LINK_REASON];
} trey_link_event;

enum { TREY_LINK_EVENTS_MAX = 4 };
typedef struct trey_link_decision {
    trey_link_refused refused;
    unsigned count;
    trey_link_event event[TREY_LINK_EVENTS_MAX];
} trey_link_decision;

void trey_link_decide(const trey_link *link, const trey_link_command *command,
                      trey_link_decision *decision);
void trey_link_apply(trey_link *link, const trey_link_event *event);

/* ---- Money ------------------------------------------------------------------------------------
 */
typedef enum trey_link_account {
    TREY_LINK_HOUSE,
    TREY_LINK_METER,
    TREY_LINK_RESERVE,
    TREY_LINK_OVERFLOW,
    TREY_LINK_PENDING,
    TREY_LINK_PLAYER
} trey_link_account;
typedef struct trey_link_posting {
    uint8_t from, to;
    uint32_t player;
    trey_cents cents;
} trey_link_posting;
enum { TREY_LINK_POSTINGS = 4 };
size_t trey_link_postings(const trey_link *before, const trey_link_event *event,
                          trey_link_posting posting[TREY_LINK_POSTINGS]);

#ifdef __cplusplus
}
#endif
#endif
