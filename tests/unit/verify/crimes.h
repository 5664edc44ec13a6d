/* crimes.h -- what can be done to a store, one thing at a time, and how it is made. */
#ifndef CRIMES_H
#define CRIMES_H

#include "attacker_parts.h"
#include "trey/house.h"
#include "trey/shifts.h"

/* ---- Crimes ------------------------------------------------------------------------------------
 * Each changes one thing. Unless it says otherwise the store that shows its seeds is forged, all is
 * made to fit again, and the one who looks has the house's key. */
enum {
    AMONG = 256,     /* other checks find it as well, and one of them first */
    RAW = 1,         /* nothing is made to fit */
    STRANGER = 2,    /* who looks has no key */
    HIDDEN = 4,      /* in the store whose seeds nobody sees */
    FOR_AUDITOR = 8, /* ... only an auditor */
    WITNESSED = 16,  /* who looks has the witness, too */
    SNAPSHOTS = 32,  /* they are left as they are */
    OWN_KEY = 64     /* and signed with a key of the forger's own */
};
typedef struct crime {
    const char *words;
    void (*commit)(attacker *a);
    unsigned how;
} crime;
#define CRIME(name) static void name(attacker *a)

typedef struct crime_list {
    const crime *crime;
    unsigned count;
} crime_list;
extern const crime_list crimes_of_books, crimes_of_tables, crimes_of_jackpots;
/* The house's own keys, of which the forger has a copy. */
extern const trey_store_keys *crime_keys;

/* ---- crime_tools.c ------------------------------------------------------------------------ */
enum { BODY = 4096 };
enum { TABLE = TREY_STREAM_TABLE, JACKPOT = TREY_STREAM_JACKPOT, CAGE = TREY_STREAM_CAGE };
enum { HOUSE = TREY_STREAM_HOUSE };

typedef struct body {
    uint8_t byte[BODY];
    size_t size;
} body;

extern const char shuffled_one[], entered_one[], linked_one[]; /* which table is meant */

uint64_t first(attacker *a, int kind, int type, const char *where);
uint64_t event_of(attacker *a, const char *table, unsigned kind);
uint64_t command_of(attacker *a, int stream, const char *name, unsigned verb);
uint64_t link_command(attacker *a, trey_link_verb verb);
uint64_t link_event(attacker *a, trey_link_event_kind kind);
uint64_t of_house(attacker *a, const char *stream, int type);
uint64_t cage_record(attacker *a, unsigned kind);
body body_of(attacker *a, uint64_t seq);
void put_body(attacker *a, uint64_t seq, const body *b);
void set_byte(attacker *a, uint64_t seq, size_t at, uint8_t byte);
void flip_byte(attacker *a, uint64_t seq, size_t at);
void lengthen(attacker *a, uint64_t seq);
void insert_behind(attacker *a, uint64_t seq, int64_t stream, int type, const body *b);
int64_t stream_of(attacker *a, uint64_t seq);
void retype(attacker *a, uint64_t seq, int type);
void give_money(attacker *a, uint64_t seq);
trey_command command_at(attacker *a, uint64_t seq);
void put_command(attacker *a, uint64_t seq, const trey_command *command);
trey_link_command link_command_at(attacker *a, uint64_t seq);
void put_link_command(attacker *a, uint64_t seq, const trey_link_command *command);
trey_table_terms terms_at(attacker *a, uint64_t seq);
void put_terms(attacker *a, uint64_t seq, const trey_table_terms *terms);
uint64_t terms_of(attacker *a, const char *table);
trey_shift shift_at(attacker *a, uint64_t seq);
void put_shift(attacker *a, uint64_t seq, const trey_shift *shift);
uint64_t last_shift(attacker *a);
void put_cage(attacker *a, uint64_t seq, const trey_cage_command *command);
trey_cage_command cage_at(attacker *a, uint64_t seq);

#endif
