/* report_rounds.c -- rounds of a table, from its records.
 *
 * A round counts where it is settled, with all its lines; what was staked before the window
 * began is in them. Lines that give a stake back without a result have put nothing at risk
 * and count for nothing. A result that is taken back in the same window is taken out again,
 * as if it had never been; later it can only move the win. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"

/* ---- Tallies --------------------------------------------------------------------------- */
void tally_add(trey_tally *to, const trey_tally *from) {
    to->rounds += from->rounds;
    to->voids += from->voids;
    to->withheld += from->withheld;
    to->cut_off += from->cut_off;
    to->reversed += from->reversed;
    to->played_us += from->played_us;
    to->handle += from->handle;
    to->win += from->win;
    to->drop += from->drop;
    to->expected += from->expected;
    to->variance += from->variance;
    to->unreckoned += from->unreckoned;
    to->reckoned_apart += from->reckoned_apart;
    to->ledger += from->ledger;
    to->owed += from->owed;
    for (unsigned i = 0; i < TREY_REPORT_WAGERS; i++) {
        to->wager[i].bets += from->wager[i].bets;
        to->wager[i].handle += from->wager[i].handle;
        to->wager[i].win += from->wager[i].win;
        to->wager[i].expected += from->wager[i].expected;
        to->wager[i].variance += from->wager[i].variance;
    }
}

size_t hour_of(trey_figures *f, int64_t time) {
    int64_t begin = time - time % REPORT_HOUR_US;
    size_t at = f->hours;
    while (at > 0 && f->hour[at - 1].time > begin) at--;
    if (at > 0 && f->hour[at - 1].time == begin) return at - 1;
    /* Numbers of hours are kept by rounds and boxes, so none is put in between: clocks that
     * differ by less than a round put it into the hour before. */
    if (at < f->hours) return at > 0 ? at - 1 : 0;
    if (!TREY_LIST_ROOM(f->hour, f->hours, f->hour_room)) return SIZE_MAX;
    f->hour[f->hours] = (report_hour){.time = begin};
    return f->hours++;
}

/* ---- Boxes ------------------------------------------------------------------------------- */
static uint64_t key_number(const box_key *key) {
    uint64_t part[TREY_STAKES + 3], number = 0;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++)
        part[wager] = (uint64_t)key->stake[wager];
    part[TREY_STAKES] = key->table;
    part[TREY_STAKES + 1] = key->hour;
    part[TREY_STAKES + 2] = (uint64_t)key->meter;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        number = (number ^ part[i]) * UINT64_C(0x9e3779b97f4a7c15);
        number ^= number >> 29;
    }
    return number;
}

static box_count *slot_of(const box_counts *boxes, const box_key *key) {
    size_t at = (size_t)key_number(key) & (boxes->room - 1);
    while (boxes->slot[at].used && memcmp(&boxes->slot[at].key, key, sizeof *key) != 0)
        at = (at + 1) & (boxes->room - 1);
    return &boxes->slot[at];
}

/* NULL without memory */
static box_count *boxes_at(box_counts *boxes, const box_key *key) {
    if ((boxes->used + 1) * 2 > boxes->room) {
        box_counts grown = {.room = boxes->room ? boxes->room * 2 : 256, .used = boxes->used};
        grown.slot = calloc(grown.room, sizeof *grown.slot);
        if (!grown.slot) return NULL;
        for (size_t i = 0; i < boxes->room; i++) {
            if (boxes->slot[i].used) *slot_of(&grown, &boxes->slot[i].key) = boxes->slot[i];
        }
        free(boxes->slot);
        *boxes = grown;
    }
    box_count *slot = slot_of(boxes, key);
    if (slot->used) return slot;
    slot->used = true;
    slot->key = *key;
    boxes->used++;
    return slot;
}

/* The lower end of the range in which a meter lies: thirty-two for each doubling. */
static trey_cents meter_floor(trey_cents meter) {
    if (meter < 64) return meter < 0 ? 0 : meter;
    trey_cents step = 1;
    for (trey_cents rest = meter; rest >= 64; rest /= 2) step *= 2;
    return meter - meter % step;
}

/* ---- A round counted, or taken out again -------------------------------------------------- */
typedef struct round_box {
    trey_player owner;
    trey_cents stake[TREY_REPORT_WAGERS];
    bool there;
} round_box;

static void boxes_of(const report_round *round, round_box box[TREY_SEATS]) {
    memset(box, 0, TREY_SEATS * sizeof *box);
    for (size_t i = 0; i < round->lines; i++) {
        const report_line *line = &round->line[i];
        round_box *one = &box[line->seat - 1];
        if (!one->there) one->owner = line->player;
        one->there = true;
        one->stake[line->wager] += line->staked;
    }
}

/* How many jackpot bets of other players a royal in this box brings something. It needs an
 * Ante in all books that know envy. */
static int envied_by(const round_box box[TREY_SEATS], const round_box *one) {
    int bets = 0;
    if (one->stake[TREY_WAGER_ANTE] == 0) return 0;
    for (unsigned other = 0; other < TREY_SEATS; other++)
        bets += box[other].stake[TREY_WAGER_PROGRESSIVE] > 0 && box[other].owner != one->owner;
    return bets;
}

static bool count_boxes(trey_figures *f, const report_table *table, const report_round *round,
                        int sign) {
    round_box box[TREY_SEATS];
    double antes = 0, squares = 0;
    boxes_of(round, box);
    box_key key = {.table = (uint32_t)(table - f->table), .hour = (uint32_t)round->hour};
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        const round_box *one = &box[seat];
        if (!one->there) continue;
        int envied = envied_by(box, one);
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            bool follows = trey_wager(wager)->placed == TREY_PLACED_DECISION;
            key.stake[wager] = follows ? 0 : one->stake[wager];
        }
        bool known = round->meter != METER_UNKNOWN;
        bool jackpot = key.stake[TREY_WAGER_PROGRESSIVE] > 0;
        key.meter = !jackpot ? 0 : known ? meter_floor(round->meter) : METER_UNKNOWN;
        double beyond = jackpot && known ? (double)(round->meter - key.meter) : 0;
        box_count *count = boxes_at(&f->boxes, &key);
        if (!count) return false;
        count->boxes += sign;
        count->envied += sign * envied;
        count->envied_sq += sign * envied * envied;
        count->beyond += sign * beyond;
        count->beyond_sq += sign * beyond * beyond;
        const double ante = (double)key.stake[TREY_WAGER_ANTE];
        antes += ante;
        squares += ante * ante;
    }
    const box_key whole = {.table = key.table, .hour = key.hour};
    box_count *pairs = boxes_at(&f->pairs, &whole);
    if (pairs) pairs->beyond += sign * (antes * antes - squares);
    return pairs != NULL;
}

static void count_line(trey_tally *tally, const report_line *line, int sign) {
    trey_tally_wager *wager = &tally->wager[line->wager];
    wager->bets += (uint64_t)sign;
    wager->handle += sign * line->staked;
    tally->handle += sign * line->staked;
    if (tally->banked) return;
    trey_cents win = line->staked - line->back;
    wager->win += sign * win;
    tally->win += sign * win;
    tally->owed += sign * line->meter;
}

/* The tallies of the table and of the hour, both as the table is. */
static trey_status count_round(trey_figures *f, report_table *table, report_round *round,
                               int sign) {
    trey_tally *hour = &f->hour[round->hour].tally;
    hour->banked = table->tally.banked;
    for (size_t i = 0; i < round->lines; i++) {
        count_line(&table->tally, &round->line[i], sign);
        count_line(hour, &round->line[i], sign);
    }
    hour->banked = false;
    table->tally.rounds += (uint64_t)sign;
    hour->rounds += (uint64_t)sign;
    round->counted = sign > 0;
    if (table->tally.banked) return TREY_STATUS_OK;
    return count_boxes(f, table, round, sign) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

void round_close(report_round *round) {
    free(round->line);
    memset(round, 0, sizeof *round);
}

/* ---- Events ---------------------------------------------------------------------------------- */
static trey_status line_came(report_table *table, const trey_event *event) {
    report_round *round = &table->now;
    bool at_risk = event->line.result != TREY_LINE_RETURNED &&
                   event->line.result != TREY_LINE_UNCOVERED &&
                   event->line.ground != TREY_GROUND_VOID;
    if (!at_risk) return TREY_STATUS_OK;
    if (event->wager >= TREY_REPORT_WAGERS || event->seat < 1 || event->seat > TREY_SEATS)
        return TREY_STATUS_STORE_CORRUPT;
    if (!TREY_LIST_ROOM(round->line, round->lines, round->room)) return TREY_STATUS_NO_MEMORY;
    round->line[round->lines++] = (report_line){.seat = event->seat,
                                                .wager = event->wager,
                                                .player = event->player,
                                                .staked = event->amount,
                                                .back = event->line.back,
                                                .meter = table->jackpot ? event->line.meter : 0};
    return TREY_STATUS_OK;
}

/* A part of the table's own meter was won. */
static trey_status own_hit(trey_figures *f, const report_table *table, const trey_event *line,
                           int64_t time) {
    if (table->jackpot || line->wager != TREY_WAGER_PROGRESSIVE || line->line.meter <= 0)
        return TREY_STATUS_OK;
    report_hit hit = {.time = time,
                      .seat = line->seat,
                      .player = line->player,
                      .value = line->line.meter,
                      .state = "paid"};
    memcpy(hit.table, table->terms.name, sizeof hit.table);
    for (size_t i = 0; i < f->jackpots; i++) {
        report_jackpot *jackpot = &f->jackpot[i];
        if (jackpot->table >= 0 && &f->table[jackpot->table] == table)
            return hit_add(jackpot, &hit) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    }
    return TREY_STATUS_OK;
}

/* The table was in play since the first bet, or since the round before, unless that is long
 * ago, or lies ahead because the clock was set back. */
static void time_played(trey_figures *f, report_table *table, size_t hour, int64_t time) {
    int64_t begin = table->first_bet ? table->first_bet : time;
    int64_t rest = table->ended ? begin - table->ended : -1;
    if (rest >= 0 && rest <= REPORT_PAUSE_US) begin = table->ended;
    int64_t played = time > begin ? time - begin : 0;
    table->tally.played_us += played;
    f->hour[hour].tally.played_us += played;
    table->ended = time;
    table->first_bet = 0;
}

static trey_status settled(trey_figures *f, report_table *table, int64_t time) {
    report_round over = table->last;
    table->last = table->now;
    table->now = over;
    table->now.lines = 0;
    table->now.counted = false;
    size_t hour = hour_of(f, time);
    if (hour == SIZE_MAX) return TREY_STATUS_NO_MEMORY;
    table->last.hour = hour;
    table->last.meter = table->meter_known ? table->meter_opened : METER_UNKNOWN;
    time_played(f, table, hour, time);
    return count_round(f, table, &table->last, 1);
}

/* The line of a hit is taken out again. Of one that waits, the link's own word, which follows,
 * finds nothing left to correct; what was said of one that is decided stays. */
static trey_status hit_uncounted(trey_figures *f, report_table *table, const report_line *line,
                                 int64_t time) {
    if (!table->jackpot || line->meter == 0) return TREY_STATUS_OK;
    report_jackpot *jackpot = &f->jackpot[f->stream[table->jackpot - 1].index];
    for (size_t i = jackpot->hits; i-- > 0;) {
        report_hit *hit = &jackpot->hit[i];
        if (hit->seat != line->seat || strcmp(hit->table, table->terms.name) != 0) continue;
        if (hit->counted != line->meter) continue; /* an earlier round's, claimed since */
        hit->counted = 0;
        return strcmp(hit->state, HIT_WAITS) == 0 ? TREY_STATUS_OK
                                                  : award_moves(f, table, time, -line->meter);
    }
    return TREY_STATUS_OK;
}

static trey_status voided(trey_figures *f, report_table *table, int64_t time) {
    size_t hour = hour_of(f, time);
    trey_status status = TREY_STATUS_OK;
    if (hour == SIZE_MAX) return TREY_STATUS_NO_MEMORY;
    if (table->last.counted) {
        for (size_t i = 0; i < table->last.lines && status == TREY_STATUS_OK; i++)
            status = hit_uncounted(f, table, &table->last.line[i], time);
        if (status == TREY_STATUS_OK) status = count_round(f, table, &table->last, -1);
    } else {
        time_played(f, table, hour, time);
    }
    table->last.lines = table->now.lines = 0;
    table->tally.voids++;
    f->hour[hour].tally.voids++;
    return status;
}

/* It was settled before the window. The record moves all of it but an award that a link pays:
 * of that the link tells itself. */
static trey_status reversed_late(trey_figures *f, report_table *table, const trey_record *record) {
    const trey_ledger_account house = trey_account_of(TREY_LEDGER_HOUSE, table->stream);
    size_t hour = hour_of(f, record->time);
    if (hour == SIZE_MAX) return TREY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *moved = &record->transfer[i];
        trey_cents gained = moved->payee == house   ? moved->cents
                            : moved->payer == house ? -moved->cents
                                                    : 0;
        table->tally.win += gained;
        f->hour[hour].tally.win += gained;
    }
    return TREY_STATUS_OK;
}

/* One bettor's result at one position is taken back. */
static trey_status reversed(trey_figures *f, report_table *table, const trey_record *record,
                            const trey_event *event) {
    report_round *round = &table->last;
    table->tally.reversed++;
    if (!round->counted) return reversed_late(f, table, record);
    trey_status status = count_round(f, table, round, -1);
    size_t kept = 0;
    for (size_t i = 0; i < round->lines && status == TREY_STATUS_OK; i++) {
        const report_line *line = &round->line[i];
        if (line->seat == event->seat && line->player == event->player) {
            status = hit_uncounted(f, table, line, record->time);
            continue;
        }
        round->line[kept++] = *line;
    }
    round->lines = kept;
    return status == TREY_STATUS_OK ? count_round(f, table, round, 1) : status;
}

static void meter_shown(report_table *table, const trey_event *event) {
    table->meter = event->amount;
    table->meter_opened = event->amount - (table->contribution_in ? table->contributed : 0);
    table->meter_known = true;
    table->contribution = event->display.contribution;
    table->reset = event->display.reset;
}

static void meter_moves(report_table *table, const trey_event *event) {
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_OPENED:
        table->meter_opened = table->meter;
        table->contributed = 0;
        table->contribution_in = false;
        break;
    case TREY_EVENT_METER_SHOWN:
        meter_shown(table, event);
        break;
    case TREY_EVENT_CONTRIBUTED:
        table->contributed += event->amount;
        table->contribution_in = event->contributed.on_meter != 0;
        if (event->contributed.on_meter) table->meter += event->amount;
        break;
    default: /* the round has ended */
        table->meter = event->ended.meter;
        table->meter_known = true;
    }
}

/* ---- Incidents ------------------------------------------------------------------------------- */
/* Whose card; which it was is not told while the round runs, since it may lie in a hand that
 * nobody may see. */
static void recalled(report_table *table, const trey_event *event, report_incident *made) {
    unsigned place = event->dealt.place;
    if (place == TREY_PLACE_BURN) {
        snprintf(made->text, sizeof made->text, "the burn card was mistyped and taken back");
    } else if (place == TREY_PLACE_DEALER) {
        snprintf(made->text, sizeof made->text, "a card of the dealer was mistyped and taken back");
    } else {
        snprintf(made->text, sizeof made->text, "a card of box %u was mistyped and taken back",
                 place);
    }
    if (!trey_card_valid(event->dealt.card)) return;
    made->recalled = event->dealt.card;
    table->recalls++;
}

static void name_recalled(trey_figures *f, report_table *table) {
    char card[TREY_CARD_TEXT_MAX];
    for (size_t i = f->incidents; i-- > 0 && table->recalls > 0;) {
        report_incident *made = &f->incident[i];
        if (made->recalled == TREY_NO_CARD || strcmp(made->place, table->terms.name) != 0) continue;
        size_t used = strlen(made->text);
        snprintf(made->text + used, sizeof made->text - used, ": %s",
                 trey_card_print(made->recalled, TREY_CARD_LETTERS, card));
        made->recalled = TREY_NO_CARD;
        table->recalls--;
    }
}

static trey_status trouble(trey_figures *f, report_table *table, const trey_record *record,
                           const trey_event *event) {
    const trey_record given = {
        .type = TREY_RECORD_COMMAND, .body = table->command, .size = table->command_size};
    trey_command_id id;
    trey_command command;
    char least[TREY_CENTS_TEXT_MAX], most[TREY_CENTS_TEXT_MAX];
    bool known = trey_command_decode(&given, &id, &command);
    const char *kind = event->kind == TREY_EVENT_RULED      ? "ruling"
                       : event->kind == TREY_EVENT_VOIDED   ? "void"
                       : event->kind == TREY_EVENT_LIMITS   ? "limits"
                       : event->kind == TREY_EVENT_RECALLED ? "recall"
                                                            : "report";
    report_incident *made = incident_add(f, record, kind);
    if (!made) return f->incidents_more ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    made->at_table = true;
    memcpy(made->place, table->terms.name, sizeof made->place);
    made->person = known ? command.actor : TREY_NOBODY;
    made->role = known ? command.role : event->role;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_REPORTED:
        snprintf(made->text, sizeof made->text, "something that this book does not know");
        break;
    case TREY_EVENT_RULED:
        snprintf(made->text, sizeof made->text, "%s: %.*s",
                 known && command.ruling < TREY_RULING_COUNT
                     ? trey_ruling_word((trey_ruling_kind)command.ruling)
                     : "ruled",
                 (int)sizeof event->ruled.reason, event->ruled.reason);
        break;
    case TREY_EVENT_LIMITS:
        snprintf(made->text, sizeof made->text, "%s from %s to %s: %.*s",
                 trey_wager_word(event->wager), trey_cents_print(event->limits.least, least),
                 trey_cents_print(event->limits.most, most), (int)sizeof event->limits.reason,
                 event->limits.reason);
        break;
    case TREY_EVENT_RECALLED:
        recalled(table, event, made);
        break;
    case TREY_EVENT_DROPPED:
        snprintf(made->text, sizeof made->text, "the report was dropped");
        break;
    case TREY_EVENT_REMEDIED:
        snprintf(made->text, sizeof made->text, "the report was confirmed");
        break;
    default:
        snprintf(made->text, sizeof made->text, "the round is void");
    }
    incident_cites(f, table, event, known ? &command : NULL, made);
    return TREY_STATUS_OK;
}

/* ---- One record --------------------------------------------------------------------------------
 */
static trey_status event_came(trey_figures *f, report_table *table, const trey_record *record,
                              const trey_event *event) {
    trey_status status = TREY_STATUS_OK;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_OPENED:
        meter_moves(table, event);
        table->now.lines = table->last.lines = 0;
        table->last.counted = false;
        break;
    case TREY_EVENT_BET:
        if (!table->first_bet) table->first_bet = record->time;
        break;
    case TREY_EVENT_CONTRIBUTED:
    case TREY_EVENT_METER_SHOWN:
        meter_moves(table, event);
        break;
    case TREY_EVENT_LINE:
        status = line_came(table, event);
        if (status == TREY_STATUS_OK) status = own_hit(f, table, event, record->time);
        break;
    case TREY_EVENT_SETTLED:
        name_recalled(f, table);
        status = settled(f, table, record->time);
        meter_moves(table, event);
        break;
    case TREY_EVENT_VOIDED:
        name_recalled(f, table);
        status = voided(f, table, record->time);
        meter_moves(table, event);
        if (status == TREY_STATUS_OK) status = trouble(f, table, record, event);
        break;
    case TREY_EVENT_REVERSED:
        status = reversed(f, table, record, event);
        break;
    case TREY_EVENT_REPORTED:
    case TREY_EVENT_DROPPED:
    case TREY_EVENT_REMEDIED:
    case TREY_EVENT_RULED:
    case TREY_EVENT_LIMITS:
    case TREY_EVENT_RECALLED:
        status = trouble(f, table, record, event);
        break;
    default:
        break;
    }
    return status;
}

/* The money of the record, as far as it is the house's. */
static trey_status money_moved(trey_figures *f, report_table *table, const trey_record *record) {
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *moved = &record->transfer[i];
        for (unsigned side = 0; side < 2; side++) {
            trey_ledger_account account = side ? moved->payer : moved->payee;
            trey_cents cents = side ? -moved->cents : moved->cents;
            unsigned kind = trey_account_kind(account);
            if (trey_account_owner(account) != table->stream || kind == TREY_LEDGER_PLAYER)
                continue;
            if (kind == TREY_LEDGER_HOUSE || kind == TREY_LEDGER_METER)
                table->tally.ledger += cents;
            if (kind == TREY_LEDGER_METER) {
                bool award = side && trey_account_kind(moved->payee) == TREY_LEDGER_PLAYER;
                table->meter_in += award ? 0 : cents;
                table->meter_out += award ? moved->cents : 0;
            }
            if (kind != TREY_LEDGER_DROP) continue;
            size_t hour = hour_of(f, record->time);
            if (hour == SIZE_MAX) return TREY_STATUS_NO_MEMORY;
            trey_tally *const tallies[] = {&table->tally, &f->hour[hour].tally};
            for (unsigned n = 0; n < 2; n++) {
                tallies[n]->drop += cents;
                tallies[n]->win += cents;
                tallies[n]->expected += (double)cents;
                tallies[n]->ledger += cents;
            }
        }
    }
    return TREY_STATUS_OK;
}

/* Rounds that somebody who knew the deck could have called off. */
static trey_status fate_came(report_table *table, const trey_record *record) {
    trey_fate_record fate;
    if (!trey_fate_decode(record, &fate)) return TREY_STATUS_STORE_CORRUPT;
    bool voided = fate.fate == TREY_FATE_VOID;
    table->tally.withheld += voided && fate.withheld;
    table->tally.cut_off +=
        voided && fate.dealt && fate.cause == TREY_IRREGULARITY_INTERRUPTION + 1;
    return TREY_STATUS_OK;
}

trey_status table_takes(trey_figures *f, report_table *table, const trey_record *record) {
    trey_event event;
    if (record->type == TREY_RECORD_COMMAND) {
        bool fits = record->size <= sizeof table->command;
        if (fits) memcpy(table->command, record->body, record->size);
        table->command_size = fits ? record->size : 0;
        return staff_command_came(f, table, record);
    }
    if (record->type == TREY_RECORD_OPENED) {
        report_incident *made = incident_add(f, record, "table");
        if (!made) return f->incidents_more ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
        made->at_table = true;
        memcpy(made->place, table->terms.name, sizeof made->place);
        snprintf(made->text, sizeof made->text, "opened, by rulebook %s", table->terms.rulebook);
        table->meter = table->meter_opened = table->terms.meter;
        table->meter_known = true;
        return TREY_STATUS_OK;
    }
    if (record->transfers > 0) {
        trey_status status = money_moved(f, table, record);
        if (status != TREY_STATUS_OK) return status;
    }
    if (record->type == TREY_RECORD_FATE) return fate_came(table, record);
    if (record->type != TREY_RECORD_EVENT) return TREY_STATUS_OK;
    if (!trey_event_decode(record, &event)) return TREY_STATUS_STORE_CORRUPT;
    trey_status status = staff_event(f, table, &event);
    return status == TREY_STATUS_OK ? event_came(f, table, record, &event) : status;
}

/* ---- The end of the window
 * ------------------------------------------------------------------------
 */
/* What the display showed when the window began, for the rounds before it was shown anew. */
static trey_cents meter_at_start(const trey_figures *f, const report_table *table) {
    for (size_t i = 0; i < f->jackpots; i++) {
        const report_jackpot *jackpot = &f->jackpot[i];
        bool its = table->jackpot ? jackpot->stream == table->jackpot
                                  : jackpot->table >= 0 && &f->table[jackpot->table] == table;
        if (its) return jackpot->value - jackpot->meter_moved;
    }
    return table->reset;
}

static box_count *unknown_meter(const box_counts *boxes) {
    for (size_t i = 0; i < boxes->room; i++) {
        box_count *count = &boxes->slot[i];
        if (count->used && count->boxes != 0 && count->key.meter == METER_UNKNOWN) return count;
    }
    return NULL;
}

static trey_status meters_known(trey_figures *f) {
    for (box_count *from; (from = unknown_meter(&f->boxes)) != NULL;) {
        const box_count count = *from;
        from->boxes = from->envied = from->envied_sq = 0;
        box_key key = count.key;
        trey_cents meter = meter_at_start(f, &f->table[key.table]);
        key.meter = meter_floor(meter);
        box_count *to = boxes_at(&f->boxes, &key);
        if (!to) return TREY_STATUS_NO_MEMORY;
        double beyond = (double)(meter - key.meter), boxes = (double)count.boxes;
        to->boxes += count.boxes;
        to->envied += count.envied;
        to->envied_sq += count.envied_sq;
        to->beyond += beyond * boxes;
        to->beyond_sq += beyond * beyond * boxes;
    }
    return TREY_STATUS_OK;
}

static void add_book(trey_figures *f, const report_table *table) {
    size_t n = 0;
    while (n < f->books && strcmp(f->book_id[n], table->terms.rulebook) != 0) n++;
    if (n == f->books) {
        memcpy(f->book_id[n], table->terms.rulebook, sizeof f->book_id[n]);
        f->books++;
    }
    tally_add(&f->book[n], &table->tally);
    f->book[n].banked = table->tally.banked;
}

trey_status rounds_end(trey_figures *f) {
    return meters_known(f);
}

/* Tables together, by rulebook and all. */
trey_status tallies_sum(trey_figures *f) {
    free(f->book);
    free(f->book_id);
    f->books = 0;
    f->total = (trey_tally){.rounds = 0};
    f->book = calloc(f->tables ? f->tables : 1, sizeof *f->book);
    f->book_id = calloc(f->tables ? f->tables : 1, sizeof *f->book_id);
    if (!f->book || !f->book_id) return TREY_STATUS_NO_MEMORY;
    for (size_t i = 0; i < f->tables; i++) {
        if (!f->table[i].begun) continue;
        tally_add(&f->total, &f->table[i].tally);
        add_book(f, &f->table[i]);
    }
    return TREY_STATUS_OK;
}
