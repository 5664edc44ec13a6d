/* table_bytes.c -- events, commands and configurations as bytes. */
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

/* ---- Events ------------------------------------------------------------------------- */
typedef enum content {
    CONTENT_NOTHING,
    CONTENT_CARDS,
    CONTENT_REASON,
    CONTENT_DEALT,
    CONTENT_REPORT,
    CONTENT_LIMITS,
    CONTENT_MONEY
} content;

/* What the kind carries beside the common part. */
static content content_of(unsigned kind) {
    switch ((trey_event_kind)kind) {
    case TREY_EVENT_DECK:
    case TREY_EVENT_MENDED:
    case TREY_EVENT_EXPOSED:
        return CONTENT_CARDS;
    case TREY_EVENT_RULED:
        return CONTENT_REASON;
    case TREY_EVENT_CARD:
    case TREY_EVENT_UP_CARD:
    case TREY_EVENT_RECALLED:
        return CONTENT_DEALT;
    case TREY_EVENT_REPORTED:
        return CONTENT_REPORT;
    case TREY_EVENT_LIMITS:
        return CONTENT_LIMITS;
    default:
        return CONTENT_MONEY;
    }
}

static void write_report(trey_writer *to, const trey_report *report) {
    trey_write_byte(to, report->kind);
    trey_write_byte(to, report->item);
    trey_write_byte(to, report->seats);
    trey_write_byte(to, report->wager);
    trey_write_byte(to, report->role);
    trey_write_byte(to, report->mode);
    trey_write_byte(to, report->counted);
    trey_write_byte(to, report->against);
    trey_write_bytes(to, report->answer, sizeof report->answer);
    trey_write_number(to, report->player);
    trey_write_byte(to, report->cards);
    trey_write_bytes(to, report->card, report->cards);
    trey_write_number(to, report->amount);
}

static trey_player read_player(trey_reader *from) {
    int64_t player = trey_read_number(from);
    if (player < 0 || player > UINT32_MAX) from->bad = true;
    return from->bad ? TREY_NOBODY : (trey_player)player;
}

static void read_report(trey_reader *from, trey_report *out) {
    out->kind = read_small(from, TREY_IRREGULARITY_COUNT);
    out->item = trey_read_byte(from);
    out->seats = trey_read_byte(from);
    out->wager = trey_read_byte(from);
    out->role = trey_read_byte(from);
    out->mode = trey_read_byte(from);
    out->counted = trey_read_byte(from);
    out->against = read_small(from, 2);
    trey_read_bytes(from, out->answer, sizeof out->answer);
    out->player = read_player(from);
    out->cards = read_small(from, TREY_SEEN_CARDS + 1);
    if (!from->bad) trey_read_bytes(from, out->card, out->cards);
    out->amount = trey_read_number(from);
}

static void write_money(trey_writer *to, const trey_event *event) {
    trey_write_number(to, event->money.row);
    trey_write_byte(to, event->money.cause);
    trey_write_byte(to, event->money.cause_item);
    trey_write_number(to, event->money.amount);
    trey_write_number(to, event->money.back);
    trey_write_number(to, event->money.bank);
    trey_write_number(to, event->money.meter);
}

static void read_money(trey_reader *from, trey_event *out) {
    int64_t row = trey_read_number(from);
    if (row < 0 || row > UINT16_MAX) from->bad = true;
    out->money.row = (uint16_t)(from->bad ? 0 : row);
    out->money.cause = trey_read_byte(from);
    out->money.cause_item = trey_read_byte(from);
    out->money.amount = trey_read_number(from);
    out->money.back = trey_read_number(from);
    out->money.bank = trey_read_number(from);
    out->money.meter = trey_read_number(from);
}

void trey_event_write(trey_writer *to, const trey_event *event) {
    trey_write_byte(to, EVENT_VERSION);
    trey_write_byte(to, event->kind);
    trey_write_byte(to, event->seat);
    trey_write_byte(to, event->wager);
    trey_write_byte(to, event->role);
    trey_write_byte(to, event->count);
    trey_write_byte(to, event->result);
    trey_write_byte(to, event->ground);
    trey_write_number(to, event->player);
    switch (content_of(event->kind)) {
    case CONTENT_CARDS:
        trey_write_bytes(to, event->cards, event->count);
        break;
    case CONTENT_REASON:
        trey_write_text(to, event->reason, strnlen(event->reason, sizeof event->reason));
        break;
    case CONTENT_DEALT:
        trey_write_byte(to, event->dealt.card);
        trey_write_byte(to, event->dealt.place);
        break;
    case CONTENT_REPORT:
        write_report(to, &event->report);
        break;
    case CONTENT_LIMITS:
        trey_write_number(to, event->limits.least);
        trey_write_number(to, event->limits.most);
        trey_write_text(to, event->limits.reason,
                        strnlen(event->limits.reason, sizeof event->limits.reason));
        break;
    default:
        write_money(to, event);
        break;
    }
}

/* DECK leaves what it does not have as no card. */
static void read_cards(trey_reader *from, trey_event *out) {
    if (out->count > TREY_CARDS) from->bad = true;
    if (out->kind == TREY_EVENT_DECK) memset(out->cards, TREY_NO_CARD, sizeof out->cards);
    if (!from->bad) trey_read_bytes(from, out->cards, out->count);
}

void trey_event_read(trey_reader *from, trey_event *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, EVENT_VERSION);
    out->kind = read_small(from, TREY_EVENT_KIND_COUNT);
    out->seat = trey_read_byte(from);
    out->wager = trey_read_byte(from);
    out->role = trey_read_byte(from);
    out->count = trey_read_byte(from);
    out->result = trey_read_byte(from);
    out->ground = trey_read_byte(from);
    out->player = read_player(from);
    switch (content_of(out->kind)) {
    case CONTENT_CARDS:
        read_cards(from, out);
        break;
    case CONTENT_REASON:
        trey_read_text(from, out->reason, sizeof out->reason);
        break;
    case CONTENT_DEALT:
        out->dealt.card = trey_read_byte(from);
        out->dealt.place = trey_read_byte(from);
        break;
    case CONTENT_REPORT:
        read_report(from, &out->report);
        break;
    case CONTENT_LIMITS:
        out->limits.least = trey_read_number(from);
        out->limits.most = trey_read_number(from);
        trey_read_text(from, out->limits.reason, sizeof out->limits.reason);
        break;
    default:
        read_money(from, out);
        break;
    }
    if (from->bad) memset(out, 0, sizeof *out);
}

/* ---- Commands ---------------------------------------------------------------------------- */
/* As many wagers as it counts; one that counts more is refused, and keeps what there is. */
static unsigned limited(const trey_command *command) {
    return command->count < TREY_LIMITED ? command->count : TREY_LIMITED;
}

static void write_limits(trey_writer *to, const trey_command *command) {
    for (unsigned i = 0; i < limited(command); i++) {
        trey_write_byte(to, command->limits.wager[i]);
        trey_write_number(to, command->limits.least[i]);
        trey_write_number(to, command->limits.most[i]);
    }
    trey_write_text(to, command->limits.reason,
                    strnlen(command->limits.reason, sizeof command->limits.reason));
}

static void read_limits(trey_reader *from, trey_command *out) {
    for (unsigned i = 0; i < limited(out); i++) {
        out->limits.wager[i] = trey_read_byte(from);
        out->limits.least[i] = trey_read_number(from);
        out->limits.most[i] = trey_read_number(from);
    }
    trey_read_text(from, out->limits.reason, sizeof out->limits.reason);
}

void trey_command_write(trey_writer *to, const trey_command *command) {
    trey_write_byte(to, COMMAND_VERSION);
    trey_write_byte(to, command->verb);
    trey_write_byte(to, command->role);
    trey_write_byte(to, command->seat);
    trey_write_byte(to, command->wager);
    trey_write_byte(to, command->part);
    trey_write_byte(to, command->count);
    trey_write_number(to, command->actor);
    trey_write_number(to, command->player);
    trey_write_number(to, command->amount);
    trey_write_byte(to, command->kind);
    trey_write_byte(to, command->seats);
    trey_write_byte(to, command->mode);
    trey_write_byte(to, command->ruling);
    trey_write_byte(to, command->counted);
    trey_write_bytes(to, command->answer, sizeof command->answer);
    if (command->verb == TREY_VERB_RULE) {
        trey_write_text(to, command->reason, strnlen(command->reason, sizeof command->reason));
    } else if (command->verb == TREY_VERB_METER) {
        trey_write_number(to, command->jackpot.bet);
        trey_write_number(to, command->jackpot.contribution);
        trey_write_number(to, command->jackpot.reset);
    } else if (command->verb == TREY_VERB_LIMITS) {
        write_limits(to, command);
    } else {
        unsigned cards = command->verb == TREY_VERB_CARD ? 1
                         : command->count < TREY_CARDS   ? command->count
                                                         : TREY_CARDS;
        trey_write_bytes(to, command->cards, cards);
    }
}

void trey_command_read(trey_reader *from, trey_command *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, COMMAND_VERSION);
    out->verb = read_small(from, TREY_VERB_COUNT);
    out->role = trey_read_byte(from);
    out->seat = trey_read_byte(from);
    out->wager = trey_read_byte(from);
    out->part = trey_read_byte(from);
    out->count = read_small(from, TREY_CARDS + 1);
    out->actor = read_player(from);
    out->player = read_player(from);
    out->amount = trey_read_number(from);
    out->kind = trey_read_byte(from);
    out->seats = trey_read_byte(from);
    out->mode = trey_read_byte(from);
    out->ruling = trey_read_byte(from);
    out->counted = trey_read_byte(from);
    trey_read_bytes(from, out->answer, sizeof out->answer);
    if (out->verb == TREY_VERB_RULE) {
        trey_read_text(from, out->reason, sizeof out->reason);
    } else if (out->verb == TREY_VERB_METER) {
        out->jackpot.bet = trey_read_number(from);
        out->jackpot.contribution = trey_read_number(from);
        out->jackpot.reset = trey_read_number(from);
    } else if (out->verb == TREY_VERB_LIMITS) {
        read_limits(from, out);
    } else if (!from->bad) {
        trey_read_bytes(from, out->cards, out->verb == TREY_VERB_CARD ? 1 : out->count);
    }
    if (from->bad) memset(out, 0, sizeof *out);
}

/* ---- Configurations ------------------------------------------------------------------------ */
void trey_config_write(trey_writer *to, const trey_table_config *config) {
    trey_write_byte(to, CONFIG_VERSION);
    trey_write_byte(to, config->positions);
    trey_write_byte(to, config->device);
    trey_write_byte(to, config->schedule);
    trey_write_byte(to, config->jackpot);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        trey_write_number(to, config->minimum[i]);
        trey_write_number(to, config->maximum[i]);
    }
    trey_write_number(to, config->jackpot_bet);
    trey_write_number(to, config->jackpot_contribution);
    trey_write_number(to, config->jackpot_reset);
    trey_write_number(to, config->fee_supplied);
}

void trey_config_read(trey_reader *from, trey_table_config *out) {
    memset(out, 0, sizeof *out);
    expect_version(from, CONFIG_VERSION);
    out->positions = trey_read_byte(from);
    out->device = trey_read_byte(from);
    out->schedule = trey_read_byte(from);
    out->jackpot = trey_read_byte(from);
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        out->minimum[i] = trey_read_number(from);
        out->maximum[i] = trey_read_number(from);
    }
    out->jackpot_bet = trey_read_number(from);
    out->jackpot_contribution = trey_read_number(from);
    out->jackpot_reset = trey_read_number(from);
    out->fee_supplied = trey_read_number(from);
    if (from->bad) memset(out, 0, sizeof *out);
}
