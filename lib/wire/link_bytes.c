/* link_bytes.c -- a linked jackpot's commands and events as bytes, by the rows of link_schema.h. */
#include <stddef.h>
#include <string.h>

#include "trey/wire.h"

enum { LINK_VERSION = 1 };

static uint64_t read_count(trey_reader *from, uint64_t most) {
    int64_t number = trey_read_number(from);
    if (number < 0 || (uint64_t)number > most) from->bad = true;
    return from->bad ? 0 : (uint64_t)number;
}

static void write_hit(trey_writer *to, const trey_hit *hit) {
    trey_write_number(to, hit->award.n);
    trey_write_number(to, hit->award.d);
    trey_write_number(to, hit->table);
    trey_write_byte(to, hit->seat);
    trey_write_number(to, hit->house_place);
    trey_write_number(to, (int64_t)hit->entered);
    trey_write_number(to, (int64_t)hit->players_first_card);
    trey_write_number(to, (int64_t)hit->players_third_card);
    trey_write_number(to, (int64_t)hit->dealers_third_card);
}

static void read_hit(trey_reader *from, trey_hit *out) {
    out->award.n = trey_read_number(from);
    out->award.d = trey_read_number(from);
    out->table = (uint32_t)read_count(from, UINT32_MAX);
    out->seat = trey_read_byte(from);
    out->house_place = (uint16_t)read_count(from, UINT16_MAX);
    out->entered = read_count(from, INT64_MAX);
    out->players_first_card = read_count(from, INT64_MAX);
    out->players_third_card = read_count(from, INT64_MAX);
    out->dealers_third_card = read_count(from, INT64_MAX);
}

void trey_link_parameters_write(trey_writer *to, const trey_link_parameters *parameters) {
    trey_write_number(to, parameters->bet);
    trey_write_number(to, parameters->fixed);
    trey_write_number(to, parameters->rate);
    trey_write_number(to, parameters->reserve_rate);
    trey_write_number(to, parameters->reset);
    trey_write_number(to, parameters->ceiling);
}

void trey_link_parameters_read(trey_reader *from, trey_link_parameters *out) {
    memset(out, 0, sizeof *out);
    out->bet = trey_read_number(from);
    out->fixed = trey_read_number(from);
    out->rate = (uint32_t)read_count(from, UINT32_MAX);
    out->reserve_rate = (uint32_t)read_count(from, UINT32_MAX);
    out->reset = trey_read_number(from);
    out->ceiling = trey_read_number(from);
}

/* Values up to the last that is not zero. */
static void write_values(trey_writer *to, const trey_link_values *values) {
    unsigned count = TREY_LINK_HITS;
    while (count > 0 && values->hit[count - 1] == 0) count--;
    trey_write_byte(to, (uint8_t)count);
    for (unsigned i = 0; i < count; i++) trey_write_number(to, values->hit[i]);
    trey_write_number(to, values->display);
    trey_write_number(to, values->seeded);
    trey_write_number(to, values->released);
}

static void read_values(trey_reader *from, trey_link_values *out) {
    unsigned count = trey_read_byte(from);
    if (count > TREY_LINK_HITS) from->bad = true;
    for (unsigned i = 0; !from->bad && i < count; i++) out->hit[i] = trey_read_number(from);
    if (!from->bad && count > 0 && out->hit[count - 1] == 0) from->bad = true;
    out->display = trey_read_number(from);
    out->seeded = trey_read_number(from);
    out->released = trey_read_number(from);
}

/* ---- Members --------------------------------------------------------------------------
 * Commands and events are written member by member, as their rows list them. */
enum {
    FORM_PLACE,
    FORM_BETS,
    FORM_ID,
    FORM_COUNT,
    FORM_CENTS,
    FORM_HIT,
    FORM_PARAMETERS,
    FORM_REASON,
    FORM_VALUES
};

typedef struct link_member {
    uint8_t form;
    uint16_t at;
} link_member;

static const link_member of_command[] = {
#define MEMBER_ROW(constant, place, form) {FORM_##form, offsetof(trey_link_command, place)},
    TREY_LINK_MEMBERS(MEMBER_ROW)
#undef MEMBER_ROW
};

static const link_member of_event[] = {
#define MEMBER_ROW(constant, place, form) {FORM_##form, offsetof(trey_link_event, place)},
    TREY_LINK_MEMBERS(MEMBER_ROW) TREY_LINK_EVENT_MEMBERS(MEMBER_ROW)
#undef MEMBER_ROW
};

static void write_member(trey_writer *to, unsigned form, const void *place) {
    switch (form) {
    case FORM_PLACE:
        trey_write_number(to, *(const uint16_t *)place);
        break;
    case FORM_BETS:
        trey_write_number(to, *(const int32_t *)place);
        break;
    case FORM_ID:
        trey_write_number(to, *(const uint32_t *)place);
        break;
    case FORM_COUNT:
        trey_write_number(to, (int64_t) * (const uint64_t *)place);
        break;
    case FORM_CENTS:
        trey_write_number(to, *(const trey_cents *)place);
        break;
    case FORM_HIT:
        write_hit(to, place);
        break;
    case FORM_PARAMETERS:
        trey_link_parameters_write(to, place);
        break;
    case FORM_REASON:
        trey_write_text(to, place, strnlen(place, TREY_LINK_REASON));
        break;
    default:
        write_values(to, place);
        break;
    }
}

static void read_member(trey_reader *from, unsigned form, void *place) {
    int64_t bets;
    switch (form) {
    case FORM_PLACE:
        *(uint16_t *)place = (uint16_t)read_count(from, UINT16_MAX);
        break;
    case FORM_BETS:
        bets = trey_read_number(from);
        if (bets < INT32_MIN || bets > INT32_MAX) from->bad = true;
        *(int32_t *)place = (int32_t)(from->bad ? 0 : bets);
        break;
    case FORM_ID:
        *(uint32_t *)place = (uint32_t)read_count(from, UINT32_MAX);
        break;
    case FORM_COUNT:
        *(uint64_t *)place = read_count(from, INT64_MAX);
        break;
    case FORM_CENTS:
        *(trey_cents *)place = trey_read_number(from);
        break;
    case FORM_HIT:
        read_hit(from, place);
        break;
    case FORM_PARAMETERS:
        trey_link_parameters_read(from, place);
        break;
    case FORM_REASON:
        trey_read_text(from, place, TREY_LINK_REASON);
        break;
    default:
        read_values(from, place);
        break;
    }
}

/* What every one of them begins with: its kind, and who says it in which role. */
static void write_members(trey_writer *to, const link_member *row, uint32_t members, uint8_t kind,
                          uint8_t role, uint32_t actor, const void *of) {
    trey_write_byte(to, LINK_VERSION);
    trey_write_byte(to, kind);
    trey_write_byte(to, role);
    trey_write_number(to, actor);
    for (; members; members &= members - 1) {
        const link_member *one = &row[__builtin_ctz(members)];
        write_member(to, one->form, (const uint8_t *)of + one->at);
    }
}

static uint8_t read_kind(trey_reader *from, unsigned kinds) {
    if (trey_read_byte(from) != LINK_VERSION) from->bad = true;
    uint8_t kind = trey_read_byte(from);
    if (kind >= kinds) from->bad = true;
    return kind;
}

static void read_members(trey_reader *from, const link_member *row, uint32_t members, void *into) {
    for (; members && !from->bad; members &= members - 1) {
        const link_member *one = &row[__builtin_ctz(members)];
        read_member(from, one->form, (uint8_t *)into + one->at);
    }
}

void trey_link_command_write(trey_writer *to, const trey_link_command *command) {
    uint32_t members = trey_link_verb_members((trey_link_verb)command->verb);
    write_members(to, of_command, members, command->verb, command->role, command->actor, command);
}

void trey_link_command_read(trey_reader *from, trey_link_command *out) {
    memset(out, 0, sizeof *out);
    out->verb = read_kind(from, TREY_LINK_VERB_COUNT);
    out->role = trey_read_byte(from);
    out->actor = (uint32_t)read_count(from, UINT32_MAX);
    if (!from->bad)
        read_members(from, of_command, trey_link_verb_members((trey_link_verb)out->verb), out);
    if (from->bad) memset(out, 0, sizeof *out);
}

void trey_link_event_write(trey_writer *to, const trey_link_event *event) {
    uint32_t members = trey_link_event_members((trey_link_event_kind)event->kind);
    write_members(to, of_event, members, event->kind, event->role, event->actor, event);
}

void trey_link_event_read(trey_reader *from, trey_link_event *out) {
    memset(out, 0, sizeof *out);
    out->kind = read_kind(from, TREY_LINK_EVENT_KINDS);
    out->role = trey_read_byte(from);
    out->actor = (uint32_t)read_count(from, UINT32_MAX);
    if (!from->bad)
        read_members(from, of_event, trey_link_event_members((trey_link_event_kind)out->kind), out);
    if (from->bad) memset(out, 0, sizeof *out);
}
