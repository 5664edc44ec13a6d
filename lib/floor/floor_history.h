/* floor_history.h -- rounds that are over, found again in the store.
 *
 * What a round looked like follows from its table's records and from the state before it.
 * So the history keeps marks, states between two rounds: from the nearest one the records
 * are folded again. Marks are made by walking through the stream, in slices; nothing is
 * noted while a table plays. */
#ifndef TREY_FLOOR_HISTORY_H
#define TREY_FLOOR_HISTORY_H

#include "floor_parts.h"

enum {
    HISTORY_SLICE = 1500, /* records at a time: two milliseconds or three */
    MARK_ROUNDS = 20,     /* between two marks, at the end of the stream */
    MARKS_DENSE = 16,     /* so many stand that close; further back every second is enough,
                             and so on: a million rounds need some hundred and fifty */
    MARK_PLAYERS = 256,   /* that are remembered of the rounds behind a mark */
    ROUNDS_LISTED = 20
};

/* ---- Reading on ------------------------------------------------------------------------ */
typedef struct past_reader {
    trey_floor *floor;
    unsigned table; /* of the house */
    trey_cursor *cursor;
    trey_table state;
    uint64_t place, until; /* the last record that was read, and the last to be read */
    const trey_record *record;
    bool has_event;
    trey_event event;
} past_reader;
/* From behind a place with this state; place 0 is the table's beginning. */
trey_status past_open(past_reader *reader, trey_floor *floor, unsigned table,
                      const trey_table *state, uint64_t place, uint64_t until);
/* The next record, not yet applied; reader->record is NULL at the end. */
trey_status past_next(past_reader *reader);
void past_apply(past_reader *reader);
void past_close(past_reader *reader);
/* Does a round begin with the record in hand? */
bool past_opens(const past_reader *reader);
/* Whom it makes a player of the round, or TREY_NOBODY. */
trey_player past_player(const past_reader *reader);
/* The verb of a record that is a command; TREY_VERBS otherwise. */
unsigned past_verb(const past_reader *reader);

/* ---- Marks ------------------------------------------------------------------------------- */
typedef struct floor_mark {
    uint64_t place;
    trey_table *state;
    trey_player *player; /* of the rounds from here to the next mark */
    unsigned players;
    bool crowd; /* more than are remembered */
} floor_mark;

/* A part of the stream, with the marks so far. */
typedef struct floor_past {
    floor_mark *mark;
    size_t marks, room;
    past_reader walk;
    bool walking;
    uint64_t until; /* where it ends; grows with the stream where it is the last part */
} floor_past;

/* [1] begins where the house's snapshot stood when somebody first asked, and [0] with the
 * table: so the last rounds are found at once in a store of years. */
typedef struct floor_history {
    unsigned table;
    bool opened;
    floor_past part[2];
} floor_history;

/* The history of a table, made when somebody first asks, and up to now. */
trey_status history_of(trey_floor *floor, unsigned table, floor_history **out);
void history_close(trey_floor *floor);
/* Walks on to the end of a part; *done when it is there. Takes from the slice. */
trey_status history_walk(trey_floor *floor, floor_history *history, unsigned part, unsigned *slice,
                         bool *done);
/* Could this player have played behind the mark? Anybody: TREY_NOBODY. */
bool mark_has(const floor_mark *mark, trey_player player);
/* Where the rounds behind mark i end. */
uint64_t mark_end(const floor_past *past, size_t i);

/* ---- floor_replay.c: one round, step by step ------------------------------------------------ */
typedef struct floor_replay floor_replay;
floor_replay *replay_open(trey_floor *floor, unsigned table, trey_person person, unsigned eyes,
                          bool any, uint64_t round);
/* Takes the record in hand, which the reader has not applied, and applies it; *over behind
 * the round's last record. At the end of the stream reader->record is NULL. */
trey_status replay_take(floor_replay *replay, past_reader *reader, bool *over);
/* The answer; NOT_FOUND where it is not for him. */
trey_status replay_answer(floor_replay *replay, trey_frame **out);
void replay_close(floor_replay *replay);

#endif
