/* evening.h -- an evening at a house for tests: a floor without a network, people whose
 * browsers keep what they are sent, and a clock that the test turns.
 *
 * A client lays each frame over the view that it has, as docs/protocol.md says, and every
 * frame and message is held against the schema. */
#ifndef EVENING_H
#define EVENING_H

#include "cmocka_suite.h"

#include <jansson.h>
#include <stdio.h>

#include "house_of_cards.h"
#include "trey/floor.h"

enum { EVENING_CLIENTS = 64 };

struct evening;
typedef struct client {
    struct evening *evening;
    trey_visit visit;
    trey_person person;
    json_t *views;   /* by the name of the table */
    json_t *ats;     /* the number of the last frame, by table */
    json_t *answer;  /* the last one */
    json_t *lobby;   /* the last one */
    json_t *pit;     /* the last one */
    json_t *cage;    /* the last one */
    json_t *events;  /* all that were told, in order */
    json_t *notices; /* and all notices */
    char **text;     /* every frame as it came, where the test keeps them */
    size_t texts, room;
    bool keeps;
    trey_cents chips;
    unsigned frames, fulls, missed, welcomes;
    unsigned cut; /* the close code, or 0 */
} client;

typedef struct evening {
    house_of_cards h;
    trey_people *people;
    trey_floor *floor;
    int64_t now;  /* milliseconds; the floor's and the house's */
    int64_t pace; /* that goes by with every message */
    int64_t slow; /* that goes by whenever somebody looks at the clock */
    uint64_t visits, ids;
    uint64_t state; /* of the entropy, where the test has seeded it */
    bool seeded;
    bool unchecked; /* the schema is not asked: what is said was held against it elsewhere */
    trey_floor_options options;
    client client[EVENING_CLIENTS];
    unsigned clients;
    uint64_t messages; /* that were held against the schema */
} evening;

void evening_open(evening *e);
/* A node of a shared house on a server's store: the first one (NULL), or a further one. */
void evening_open_node(evening *e, const char *address, const evening *first);
/* Before there is any table: who gets to see the seeds. Otherwise all do. */
void evening_reveal(evening *e, trey_reveal reveal);
/* Before evening_serve: a table under its own name; the floor opens at the first service. */
unsigned evening_table(evening *e, const trey_table_terms *terms);
/* One of each book under the book's name, with a jackpot where the book has one. */
void evening_four_tables(evening *e, const trey_table_service *service);
void evening_start(evening *e);
/* The process ends without a word, and starts again; clients have to enter anew. */
void evening_restart(evening *e);
void evening_close(evening *e);
/* Of a further node: the house is the first one's to tear down. */
void evening_close_node(evening *e);
/* Everybody leaves. */
void evening_go_home(evening *e);
/* Times that tests can reckon with: bets 10 s, decisions 20 s, bank 5 s, choices 8 s, pause
 * 3 s, no steps for the eye. */
trey_table_service evening_service(void);

trey_person evening_person(evening *e, const char *name, trey_office office);
client *evening_enter(evening *e, const char *name, trey_office office, trey_cents chips);
client *evening_again(evening *e, trey_person person);
void evening_leave(client *c);

/* Sends {"id": ..., "do": word, ...} and flushes; returns the answer, which stays the
 * client's. `format` has the other members, as in "\"table\":\"%s\"". */
json_t *say(client *c, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with an id of the test's own; and as bare text. */
json_t *say_as(client *c, const char *id, const char *word, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
json_t *say_text(client *c, const char *text, size_t size);
bool said_yes(const json_t *answer);
/* "bets_closed", or "" for done. */
const char *said_no(const json_t *answer);
/* Says it and expects it to be done. */
#define DO(c, word, ...) done(say(c, word, __VA_ARGS__), word)
void done(const json_t *answer, const char *word);

/* Ticks and flushes, as often as something is due, until so much time has gone by. */
void evening_pass(evening *e, int64_t milliseconds);
void evening_flush(evening *e);

/* Opened and started with two tables of the book, "one" and "two", whose cards are entered, on
 * the jackpot "big". */
void evening_linked(evening *e, const char *rulebook);
/* A round at such a table with a royal of spades at seat 1; `between` the deal and the look. */
void evening_royal(evening *e, client *dealer, client *player, const char *table,
                   void (*between)(void));

json_t *view_of(client *c, const char *table);
/* Their part in the shuffle of the round that is shown: pledged, and opened. */
json_t *say_pledge(client *c, const char *table);
/* The members of such a message. */
enum { EVENING_PART = 256 };
const char *pledge_members(client *c, const char *table, char out[EVENING_PART]);
const char *share_members(client *c, const char *table, char out[EVENING_PART]);
json_t *say_share(client *c, const char *table);
/* A member by its path, as in "boxes.1.cards.0"; fails where there is none. */
json_t *at_path(json_t *value, const char *path);
/* The first entry of a list whose member is this word, or NULL. */
json_t *named(json_t *list, const char *member, const char *word);
#define NUMBER(value, path) json_integer_value(at_path(value, path))
#define WORD(value, path)   json_string_value(at_path(value, path))
/* The entry of `can` with this word and seat (0: any) and, unless NULL, this wager. */
json_t *can_do(json_t *view, const char *word, unsigned seat, const char *wager);

extern const char *const evening_books[4];

#endif
