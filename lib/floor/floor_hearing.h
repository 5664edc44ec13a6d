/* floor_hearing.h -- one message that is heard, and how it is answered.
 *
 * floor_hear.c reads a message and passes it on; each part answers in the same words. */
#ifndef TREY_FLOOR_HEARING_H
#define TREY_FLOOR_HEARING_H

#include "floor_parts.h"

typedef struct hearing {
    trey_floor *floor;
    floor_visit *visit;       /* NULL: at another node */
    struct floor_heard *kept; /* of a shared house */
    trey_person person;
    unsigned role;    /* at tables; FLOOR_NO_ROLE */
    unsigned office;  /* trey_office; TREY_OFFICE_COUNT of somebody who is barred */
    const char *text; /* the message as it came */
    size_t size;
    bool done;          /* it was carried out */
    trey_person second; /* who stands by it as well, with their office; or TREY_NOBODY */
    unsigned second_office;
    trey_message message;
} hearing;

/* {"is": "answer", "id", "ok"}, to which more can be added before it is given. */
void hear_one(hearing *h); /* the message that it holds */
json_t *hear_json(const hearing *h, bool ok);
void hear_answer(hearing *h, json_t *object); /* takes it */
void hear_done(hearing *h);
void hear_refused(hearing *h, json_t *refused, bool again); /* takes it */
void hear_refuse(hearing *h, const char *reason, const char *words);
/* What a table, a jackpot or the house said. */
void hear_reply(hearing *h, const floor_table *table, const trey_reply *reply);
/* ... of a refusal by the engine that has not gone through the house. */
json_t *hear_engine(hearing *h, const floor_table *table, const trey_decision *decision);
const trey_command_id *hear_id(const hearing *h, trey_command_id *out);
/* Another node plays the table: the message goes there, and its answer comes from there. */
bool heard_elsewhere(const hearing *h, floor_table *table, const trey_reply *reply);

/* ---- floor_preview.c ---------------------------------------------------------------------- */
/* What would follow from a report or a ruling. */
void hear_try(hearing *h, floor_table *table);
/* {"fact": ...} or {"member": ...}: what is missing or wrong; NULL where that is not told. */
json_t *preview_asks(const trey_command *command, const trey_decision *decision);

/* ---- floor_desk.c -------------------------------------------------------------------------- */
void hear_desk(hearing *h, floor_table *table);
/* Is the table dealt from another console? Refuses if so. */
bool desk_elsewhere(hearing *h, const floor_table *table);

/* ---- floor_staff.c -------------------------------------------------------------------------- */
void hear_limits(hearing *h, floor_table *table);
void hear_award(hearing *h);
void hear_place(hearing *h);
void hear_unpaid(hearing *h);
void hear_link(hearing *h);
void hear_parameters(hearing *h);
void hear_open_table(hearing *h);
void hear_people(hearing *h);

/* ---- floor_cage.c --------------------------------------------------------------------------- */
void hear_money(hearing *h);
void hear_box(hearing *h, floor_table *table);
void hear_fill(hearing *h, floor_table *table);
void hear_drawer(hearing *h);
void hear_reverse(hearing *h);
void hear_cage(hearing *h);

/* ---- floor_second.c ------------------------------------------------------------------------- */
/* Was it refused only for want of a second person? Then it waits for one, and is answered so. */
bool second_due(hearing *h, const trey_reply *reply);
void hear_second(hearing *h);

/* ---- floor_incidents.c ---------------------------------------------------------------------- */
/* Into the house's stream of incidents; `about` is a table's or jackpot's name, or NULL. */
void incident_note(hearing *h, trey_incident_kind kind, const char *about, const char *text);
/* A refusal to staff. */
void incident_refused(hearing *h, const json_t *refused);

/* ---- floor_pit.c ----------------------------------------------------------------------------- */
void hear_pit(hearing *h);

#endif
