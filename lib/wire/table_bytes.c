/* table_bytes.c -- events, commands and configurations as bytes. Events and commands go by the rows
 * of event_schema.h and command_schema.h. */
#include <string.h>

#include "trey/wire.h"

enum { EVENT_VERSION = 1, COMMAND_VERSION = 1, CONFIG_VERSION = 1 };

static void expect_version(trey_reader *from, uint8_t version) {
    if (trey_read_byte(from) != version) from->bad = true;
}

static uint8_t read_small(trey_reader *from, unsigned below) {
    uint8_t byte = trey_read_byte(from);
    if (byte >= below) from->bad = true;
    return byte;
}

/* ---- Members --------------------------------------------------------------------------
 * A record is written member by member, as the row of its kind lists them; how each is written is
 * a matter of its type alone. What is read is held against the same rows. */
static const trey_field report_fields[] = {
    TREY_FIELD(trey_report, kind, BYTES),    TREY_FIELD(trey_report, item, BYTES),
    TREY_FIELD(trey_report, seats, BYTES),   TREY_FIELD(trey_report, wager, BYTES),
    TREY_FIELD(trey_report, role, BYTES),    TREY_FIELD(trey_report, mode, BYTES),
    TREY_FIELD(trey_report, counted, BYTES), TREY_FIELD(trey_report, against, BYTES),
    TREY_FIELD(trey_report, second, FLAG),   TREY_FIELD(trey_report, answer, BYTES),
    TREY_FIELD(trey_report, player, COUNT),
};

static void write_report(trey_writer *to, const trey_report *report) {
    trey_fields_write(to, report, TREY_FIELDS(report_fields));
    trey_write_byte(to, report->cards);
    trey_write_bytes(to, report->card, report->cards);
    trey_write_number(to, report->amount);
}

static void read_report(trey_reader *from, trey_report *out) {
    trey_fields_read(from, out, TREY_FIELDS(report_fields));
    out->cards = read_small(from, TREY_SEEN_CARDS + 1);
    if (!from->bad) trey_read_bytes(from, out->card, out->cards);
    out->amount = trey_read_number(from);
}

/* What a plain member is: some bytes at one place of a struct. */
static trey_field field_of(const trey_member *member) {
    trey_field field = {member->at, member->size, TREY_AS_BYTES};
    const unsigned type = member->type;
    if (type == TREY_TYPE_PLAYER || type == TREY_TYPE_PAY_ROW) field.as = TREY_AS_COUNT;
    if (type == TREY_TYPE_CENTS) field.as = TREY_AS_NUMBER;
    if (type == TREY_TYPE_TEXT) field.as = TREY_AS_TEXT;
    TREY_ASSERT(field.as != TREY_AS_BYTES || field.size == 1 || type == TREY_TYPE_CAUSE);
    return field;
}

static void write_member(trey_writer *to, const trey_member *member, const void *of) {
    const trey_field field = field_of(member);
    trey_fields_write(to, of, &field, 1);
}

static void read_member(trey_reader *from, const trey_member *member, void *into) {
    const trey_field field = field_of(member);
    trey_fields_read(from, into, &field, 1);
}

/* ---- Events ------------------------------------------------------------------------- */
static void write_event_member(trey_writer *to, const trey_member *member,
                               const trey_event *event) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD:
        break;
    case TREY_TYPE_CARDS:
        trey_write_byte(to, event->cards.count);
        trey_write_bytes(to, event->cards.card, event->cards.count);
        break;
    case TREY_TYPE_REPORT:
        write_report(to, &event->report);
        break;
    default:
        if (member->at != offsetof(trey_event, role)) write_member(to, member, event);
        break;
    }
}

/* DECK leaves what it does not have as no card. */
static void read_cards(trey_reader *from, trey_event *out) {
    out->cards.count = read_small(from, TREY_CARDS + 1);
    if (out->kind == TREY_EVENT_DECK) memset(out->cards.card, TREY_NO_CARD, sizeof out->cards.card);
    if (!from->bad) trey_read_bytes(from, out->cards.card, out->cards.count);
}

static void read_event_member(trey_reader *from, const trey_member *member, trey_event *out) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_TOLD:
        break;
    case TREY_TYPE_CARDS:
        read_cards(from, out);
        break;
    case TREY_TYPE_REPORT:
        read_report(from, &out->report);
        break;
    default:
        if (member->at != offsetof(trey_event, role)) read_member(from, member, out);
        break;
    }
}

void trey_event_write(trey_writer *to, const trey_event *event) {
    TREY_ASSERT(trey_event_whole(event));
    const trey_event_row *row = trey_event_row_of((trey_event_kind)event->kind);
    trey_write_byte(to, EVENT_VERSION);
    trey_write_byte(to, event->kind);
    trey_write_byte(to, event->role);
    for (uint64_t left = row->needs | row->may; left; left &= left - 1)
        write_event_member(to, trey_event_member_of((trey_event_member)__builtin_ctzll(left)),
                           event);
}

void trey_event_read(trey_reader *from, trey_event *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, EVENT_VERSION);
    out->kind = read_small(from, TREY_EVENT_KIND_COUNT);
    out->role = trey_read_byte(from);
    const trey_event_row *row = trey_event_row_of((trey_event_kind)(from->bad ? 0 : out->kind));
    for (uint64_t left = row->needs | row->may; left && !from->bad; left &= left - 1)
        read_event_member(from, trey_event_member_of((trey_event_member)__builtin_ctzll(left)),
                          out);
    if (!from->bad && !trey_event_whole(out)) from->bad = true;
    if (from->bad) memset(out, 0, sizeof *out);
}

/* ---- Commands ---------------------------------------------------------------------------- */
/* A physical card comes alone. */
static unsigned cards_of(const trey_command *command) {
    if (command->verb == TREY_VERB_CARD) return 1;
    return command->count < TREY_CARDS ? command->count : TREY_CARDS;
}

/* As many wagers as it counts; one that counts more is refused, and keeps what there is. */
static unsigned limited(const trey_command *command) {
    return command->limits.count < TREY_LIMITED ? command->limits.count : TREY_LIMITED;
}

static void write_limits(trey_writer *to, const trey_command *command) {
    trey_write_byte(to, command->limits.count);
    for (unsigned i = 0; i < limited(command); i++) {
        trey_write_byte(to, command->limits.wager[i]);
        trey_write_number(to, command->limits.least[i]);
        trey_write_number(to, command->limits.most[i]);
    }
    trey_write_text(to, command->limits.reason,
                    strnlen(command->limits.reason, sizeof command->limits.reason));
}

static void read_limits(trey_reader *from, trey_command *out) {
    out->limits.count = trey_read_byte(from);
    for (unsigned i = 0; i < limited(out); i++) {
        out->limits.wager[i] = trey_read_byte(from);
        out->limits.least[i] = trey_read_number(from);
        out->limits.most[i] = trey_read_number(from);
    }
    trey_read_text(from, out->limits.reason, sizeof out->limits.reason);
}

static void write_command_member(trey_writer *to, const trey_member *member,
                                 const trey_command *command) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_CARDS:
        trey_write_byte(to, command->count);
        trey_write_bytes(to, command->cards, cards_of(command));
        break;
    case TREY_TYPE_FACTS:
        trey_write_byte(to, command->counted);
        trey_write_bytes(to, command->answer, sizeof command->answer);
        break;
    case TREY_TYPE_LIMITS:
        write_limits(to, command);
        break;
    case TREY_TYPE_DISPLAY:
        trey_write_number(to, command->display.bet);
        trey_write_number(to, command->display.contribution);
        trey_write_number(to, command->display.reset);
        break;
    default:
        write_member(to, member, command);
        break;
    }
}

static void read_command_member(trey_reader *from, const trey_member *member, trey_command *out) {
    switch ((trey_member_type)member->type) {
    case TREY_TYPE_CARDS:
        out->count = read_small(from, TREY_CARDS + 1);
        if (!from->bad) trey_read_bytes(from, out->cards, cards_of(out));
        break;
    case TREY_TYPE_FACTS:
        out->counted = trey_read_byte(from);
        trey_read_bytes(from, out->answer, sizeof out->answer);
        break;
    case TREY_TYPE_LIMITS:
        read_limits(from, out);
        break;
    case TREY_TYPE_DISPLAY:
        out->display.bet = trey_read_number(from);
        out->display.contribution = trey_read_number(from);
        out->display.reset = trey_read_number(from);
        break;
    default:
        read_member(from, member, out);
        break;
    }
}

static const trey_field command_fields[] = {TREY_FIELD(trey_command, verb, BYTES),
                                            TREY_FIELD(trey_command, role, BYTES),
                                            TREY_FIELD(trey_command, actor, COUNT)};

static const trey_field second_fields[] = {TREY_FIELD(trey_command, second, COUNT),
                                           TREY_FIELD(trey_command, second_role, BYTES)};

void trey_command_write(trey_writer *to, const trey_command *command) {
    const trey_verb_row *row = trey_verb_row_of((trey_verb)command->verb);
    trey_write_byte(to, COMMAND_VERSION);
    trey_fields_write(to, command, TREY_FIELDS(command_fields));
    if (row->traits & TREY_TRAIT_SECONDED)
        trey_fields_write(to, command, TREY_FIELDS(second_fields));
    for (uint32_t left = row->needs | row->may; left; left &= left - 1)
        write_command_member(to, trey_command_member_of((trey_command_member)__builtin_ctz(left)),
                             command);
}

void trey_command_read(trey_reader *from, trey_command *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, COMMAND_VERSION);
    trey_fields_read(from, out, TREY_FIELDS(command_fields));
    if (out->verb >= TREY_VERB_COUNT) from->bad = true;
    const trey_verb_row *row = trey_verb_row_of((trey_verb)(from->bad ? 0 : out->verb));
    if (row->traits & TREY_TRAIT_SECONDED) trey_fields_read(from, out, TREY_FIELDS(second_fields));
    for (uint32_t left = row->needs | row->may; left && !from->bad; left &= left - 1)
        read_command_member(from, trey_command_member_of((trey_command_member)__builtin_ctz(left)),
                            out);
    if (from->bad) memset(out, 0, sizeof *out);
}

/* ---- Configurations ------------------------------------------------------------------------ */
static const trey_field config_fields[] = {
    TREY_FIELD(trey_table_config, positions, BYTES),
    TREY_FIELD(trey_table_config, device, BYTES),
    TREY_FIELD(trey_table_config, schedule, BYTES),
    TREY_FIELD(trey_table_config, jackpot, BYTES),
    TREY_FIELD(trey_table_config, system_deck, FLAG),
    TREY_FIELD(trey_table_config, two_people, FLAG),
    TREY_FIELD(trey_table_config, consent, FLAG),
};
static const trey_field config_money[] = {
    TREY_FIELD(trey_table_config, jackpot_bet, NUMBER),
    TREY_FIELD(trey_table_config, jackpot_contribution, NUMBER),
    TREY_FIELD(trey_table_config, jackpot_reset, NUMBER),
    TREY_FIELD(trey_table_config, fee_supplied, NUMBER),
    TREY_FIELD(trey_table_config, second_from, NUMBER),
};

void trey_config_write(trey_writer *to, const trey_table_config *config) {
    trey_write_byte(to, CONFIG_VERSION);
    trey_fields_write(to, config, TREY_FIELDS(config_fields));
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        trey_write_number(to, config->minimum[i]);
        trey_write_number(to, config->maximum[i]);
    }
    trey_fields_write(to, config, TREY_FIELDS(config_money));
}

void trey_config_read(trey_reader *from, trey_table_config *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, CONFIG_VERSION);
    trey_fields_read(from, out, TREY_FIELDS(config_fields));
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        out->minimum[i] = trey_read_number(from);
        out->maximum[i] = trey_read_number(from);
    }
    trey_fields_read(from, out, TREY_FIELDS(config_money));
    if (from->bad) memset(out, 0, sizeof *out);
}
