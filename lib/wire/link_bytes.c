/* link_bytes.c -- a linked jackpot's commands and events as bytes, by the rows of link_schema.h. */
#include <string.h>

#include "trey/wire.h"

enum { LINK_VERSION = 1 };

static const trey_field hit_fields[] = {
    TREY_FIELD(trey_hit, award.n, NUMBER),
    TREY_FIELD(trey_hit, award.d, NUMBER),
    TREY_FIELD(trey_hit, table, COUNT),
    TREY_FIELD(trey_hit, seat, BYTES),
    TREY_FIELD(trey_hit, house_place, COUNT),
    TREY_FIELD(trey_hit, entered, COUNT),
    TREY_FIELD(trey_hit, players_first_card, COUNT),
    TREY_FIELD(trey_hit, players_third_card, COUNT),
    TREY_FIELD(trey_hit, dealers_third_card, COUNT),
};

static const trey_field parameter_fields[] = {
    TREY_FIELD(trey_link_parameters, bet, NUMBER),
    TREY_FIELD(trey_link_parameters, fixed, NUMBER),
    TREY_FIELD(trey_link_parameters, rate, COUNT),
    TREY_FIELD(trey_link_parameters, reserve_rate, COUNT),
    TREY_FIELD(trey_link_parameters, reset, NUMBER),
    TREY_FIELD(trey_link_parameters, ceiling, NUMBER),
};

void trey_link_parameters_write(trey_writer *to, const trey_link_parameters *parameters) {
    trey_fields_write(to, parameters, TREY_FIELDS(parameter_fields));
}

void trey_link_parameters_read(trey_reader *from, trey_link_parameters *out) {
    trey_fields_read(from, out, TREY_FIELDS(parameter_fields));
}

static const trey_field sum_fields[] = {TREY_FIELD(trey_link_values, display, NUMBER),
                                        TREY_FIELD(trey_link_values, seeded, NUMBER),
                                        TREY_FIELD(trey_link_values, released, NUMBER)};

/* Values up to the last that is not zero. */
static void write_values(trey_writer *to, const trey_link_values *values) {
    unsigned count = TREY_LINK_HITS;
    while (count > 0 && values->hit[count - 1] == 0) count--;
    trey_write_byte(to, (uint8_t)count);
    for (unsigned i = 0; i < count; i++) trey_write_number(to, values->hit[i]);
    trey_fields_write(to, values, TREY_FIELDS(sum_fields));
}

static void read_values(trey_reader *from, trey_link_values *out) {
    unsigned count = trey_read_byte(from);
    if (count > TREY_LINK_HITS) from->bad = true;
    for (unsigned i = 0; !from->bad && i < count; i++) out->hit[i] = trey_read_number(from);
    if (!from->bad && count > 0 && out->hit[count - 1] == 0) from->bad = true;
    trey_fields_read(from, out, TREY_FIELDS(sum_fields));
}

/* ---- Members --------------------------------------------------------------------------
 * Commands and events are written member by member, as their rows list them. Those of more than
 * one field have a form of their own. */
enum { TREY_AS_HIT = TREY_AS_TEXT + 1, TREY_AS_PARAMETERS, TREY_AS_VALUES };

#define COMMAND_MEMBER(constant, place, form) TREY_FIELD(trey_link_command, place, form),
#define EVENT_MEMBER(constant, place, form)   TREY_FIELD(trey_link_event, place, form),
static const trey_field of_command[] = {TREY_LINK_MEMBERS(COMMAND_MEMBER)};
static const trey_field of_event[] = {TREY_LINK_MEMBERS(EVENT_MEMBER)
                                          TREY_LINK_EVENT_MEMBERS(EVENT_MEMBER)};

static void write_member(trey_writer *to, const trey_field *field, const void *of) {
    const void *place = (const uint8_t *)of + field->at;
    switch (field->as) {
    case TREY_AS_HIT:
        trey_fields_write(to, place, TREY_FIELDS(hit_fields));
        break;
    case TREY_AS_PARAMETERS:
        trey_link_parameters_write(to, place);
        break;
    case TREY_AS_VALUES:
        write_values(to, place);
        break;
    default:
        trey_fields_write(to, of, field, 1);
        break;
    }
}

static void read_member(trey_reader *from, const trey_field *field, void *into) {
    void *place = (uint8_t *)into + field->at;
    switch (field->as) {
    case TREY_AS_HIT:
        trey_fields_read(from, place, TREY_FIELDS(hit_fields));
        break;
    case TREY_AS_PARAMETERS:
        trey_link_parameters_read(from, place);
        break;
    case TREY_AS_VALUES:
        read_values(from, place);
        break;
    default:
        trey_fields_read(from, into, field, 1);
        break;
    }
}

static void write_members(trey_writer *to, const trey_field *row, uint32_t members,
                          const void *of) {
    for (; members; members &= members - 1) write_member(to, &row[__builtin_ctz(members)], of);
}

static void read_members(trey_reader *from, const trey_field *row, uint32_t members, void *into) {
    for (; members && !from->bad; members &= members - 1)
        read_member(from, &row[__builtin_ctz(members)], into);
}

/* ---- Commands and events ------------------------------------------------------------------
 * All of them begin with what they are, and who says it in which role. */
static const trey_field command_head[] = {
    TREY_FIELD(trey_link_command, verb, BYTES), TREY_FIELD(trey_link_command, role, BYTES),
    TREY_FIELD(trey_link_command, actor, COUNT), TREY_FIELD(trey_link_command, second, COUNT),
    TREY_FIELD(trey_link_command, second_role, BYTES)};
static const trey_field event_head[] = {TREY_FIELD(trey_link_event, kind, BYTES),
                                        TREY_FIELD(trey_link_event, role, BYTES),
                                        TREY_FIELD(trey_link_event, actor, COUNT)};

void trey_link_command_write(trey_writer *to, const trey_link_command *command) {
    trey_write_byte(to, LINK_VERSION);
    trey_fields_write(to, command, TREY_FIELDS(command_head));
    write_members(to, of_command, trey_link_verb_members((trey_link_verb)command->verb), command);
}

void trey_link_command_read(trey_reader *from, trey_link_command *out) {
    memset(out, 0, sizeof *out);
    if (trey_read_byte(from) != LINK_VERSION) from->bad = true;
    trey_fields_read(from, out, TREY_FIELDS(command_head));
    if (out->verb >= TREY_LINK_VERB_COUNT) from->bad = true;
    if (!from->bad)
        read_members(from, of_command, trey_link_verb_members((trey_link_verb)out->verb), out);
    if (from->bad) memset(out, 0, sizeof *out);
}

void trey_link_event_write(trey_writer *to, const trey_link_event *event) {
    trey_write_byte(to, LINK_VERSION);
    trey_fields_write(to, event, TREY_FIELDS(event_head));
    write_members(to, of_event, trey_link_event_members((trey_link_event_kind)event->kind), event);
}

void trey_link_event_read(trey_reader *from, trey_link_event *out) {
    memset(out, 0, sizeof *out);
    if (trey_read_byte(from) != LINK_VERSION) from->bad = true;
    trey_fields_read(from, out, TREY_FIELDS(event_head));
    if (out->kind >= TREY_LINK_EVENT_KINDS) from->bad = true;
    if (!from->bad)
        read_members(from, of_event, trey_link_event_members((trey_link_event_kind)out->kind), out);
    if (from->bad) memset(out, 0, sizeof *out);
}
