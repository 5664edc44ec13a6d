/* link_bytes.c -- a linked jackpot's commands and events as bytes. */
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

/* ---- Commands ---------------------------------------------------------------------- */
void trey_link_command_write(trey_writer *to, const trey_link_command *command) {
    trey_write_byte(to, LINK_VERSION);
    trey_write_byte(to, command->verb);
    trey_write_byte(to, command->role);
    trey_write_number(to, command->place);
    trey_write_number(to, command->bets);
    trey_write_number(to, command->actor);
    trey_write_number(to, command->player);
    trey_write_number(to, (int64_t)command->number);
    trey_write_number(to, (int64_t)command->round);
    trey_write_number(to, command->amount);
    write_hit(to, &command->hit);
    if (command->verb == TREY_LINK_CHANGE) trey_link_parameters_write(to, &command->parameters);
    trey_write_text(to, command->reason, strnlen(command->reason, sizeof command->reason));
}

void trey_link_command_read(trey_reader *from, trey_link_command *out) {
    memset(out, 0, sizeof *out);
    if (trey_read_byte(from) != LINK_VERSION) from->bad = true;
    out->verb = trey_read_byte(from);
    if (out->verb >= TREY_LINK_VERB_COUNT) from->bad = true;
    out->role = trey_read_byte(from);
    out->place = (uint16_t)read_count(from, UINT16_MAX);
    int64_t bets = trey_read_number(from);
    if (bets < INT32_MIN || bets > INT32_MAX) from->bad = true;
    out->bets = (int32_t)(from->bad ? 0 : bets);
    out->actor = (uint32_t)read_count(from, UINT32_MAX);
    out->player = (uint32_t)read_count(from, UINT32_MAX);
    out->number = read_count(from, INT64_MAX);
    out->round = read_count(from, INT64_MAX);
    out->amount = trey_read_number(from);
    read_hit(from, &out->hit);
    if (out->verb == TREY_LINK_CHANGE) trey_link_parameters_read(from, &out->parameters);
    trey_read_text(from, out->reason, sizeof out->reason);
    if (from->bad) memset(out, 0, sizeof *out);
}

/* ---- Events -------------------------------------------------------------------------- */
static bool has_hit(unsigned kind) {
    return kind == TREY_LINK_EVENT_ENTERED || kind == TREY_LINK_EVENT_CONFIRMED ||
           kind == TREY_LINK_EVENT_REJECTED || kind == TREY_LINK_EVENT_CLAIMED ||
           kind == TREY_LINK_EVENT_STRUCK;
}

/* Which table it came from. */
static bool has_table(unsigned kind) {
    return kind == TREY_LINK_EVENT_CONTRIBUTED || kind == TREY_LINK_EVENT_LIVE ||
           kind == TREY_LINK_EVENT_DRAWN;
}

/* Values up to the last that is not zero. */
static void write_values(trey_writer *to, const trey_link_event *event) {
    unsigned count = TREY_LINK_HITS;
    while (count > 0 && event->value[count - 1] == 0) count--;
    trey_write_byte(to, (uint8_t)count);
    for (unsigned i = 0; i < count; i++) trey_write_number(to, event->value[i]);
    trey_write_number(to, event->display);
    trey_write_number(to, event->seeded);
    trey_write_number(to, event->released);
}

static void read_values(trey_reader *from, trey_link_event *out) {
    unsigned count = trey_read_byte(from);
    if (count > TREY_LINK_HITS) from->bad = true;
    for (unsigned i = 0; !from->bad && i < count; i++) out->value[i] = trey_read_number(from);
    if (!from->bad && count > 0 && out->value[count - 1] == 0) from->bad = true;
    out->display = trey_read_number(from);
    out->seeded = trey_read_number(from);
    out->released = trey_read_number(from);
}

void trey_link_event_write(trey_writer *to, const trey_link_event *event) {
    trey_write_byte(to, LINK_VERSION);
    trey_write_byte(to, event->kind);
    trey_write_byte(to, event->role);
    trey_write_number(to, event->place);
    trey_write_number(to, event->bets);
    trey_write_number(to, event->actor);
    trey_write_number(to, event->player);
    trey_write_number(to, (int64_t)event->number);
    trey_write_number(to, (int64_t)event->round);
    trey_write_number(to, event->amount);
    trey_write_number(to, event->reserve);
    trey_write_number(to, event->overflow);
    if (has_hit(event->kind)) write_hit(to, &event->hit);
    if (has_table(event->kind)) trey_write_number(to, event->hit.table);
    if (event->kind == TREY_LINK_EVENT_VALUED) write_values(to, event);
    if (event->kind == TREY_LINK_EVENT_CHANGED) trey_link_parameters_write(to, &event->parameters);
    trey_write_text(to, event->reason, strnlen(event->reason, sizeof event->reason));
}

void trey_link_event_read(trey_reader *from, trey_link_event *out) {
    memset(out, 0, sizeof *out);
    if (trey_read_byte(from) != LINK_VERSION) from->bad = true;
    out->kind = trey_read_byte(from);
    if (out->kind >= TREY_LINK_EVENT_KINDS) from->bad = true;
    out->role = trey_read_byte(from);
    out->place = (uint16_t)read_count(from, UINT16_MAX);
    int64_t bets = trey_read_number(from);
    if (bets < INT32_MIN || bets > INT32_MAX) from->bad = true;
    out->bets = (int32_t)(from->bad ? 0 : bets);
    out->actor = (uint32_t)read_count(from, UINT32_MAX);
    out->player = (uint32_t)read_count(from, UINT32_MAX);
    out->number = read_count(from, INT64_MAX);
    out->round = read_count(from, INT64_MAX);
    out->amount = trey_read_number(from);
    out->reserve = trey_read_number(from);
    out->overflow = trey_read_number(from);
    if (has_hit(out->kind)) read_hit(from, &out->hit);
    if (has_table(out->kind)) out->hit.table = (uint32_t)read_count(from, UINT32_MAX);
    if (out->kind == TREY_LINK_EVENT_VALUED) read_values(from, out);
    if (out->kind == TREY_LINK_EVENT_CHANGED) trey_link_parameters_read(from, &out->parameters);
    trey_read_text(from, out->reason, sizeof out->reason);
    if (from->bad) memset(out, 0, sizeof *out);
}
