/* report_records.c -- what is not a table's: the cage, linked jackpots, people. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report_parts.h"

/* ---- Lists ----------------------------------------------------------------------------- */
/* NULL where no more are listed one by one, or there is no memory. */
report_incident *incident_add(trey_figures *f, const trey_record *record, const char *kind) {
    if (f->incidents == REPORT_LISTED) {
        f->incidents_more++;
        return NULL;
    }
    if (!TREY_LIST_ROOM(f->incident, f->incidents, f->incident_room)) return NULL;
    report_incident *made = &f->incident[f->incidents++];
    *made = (report_incident){
        .time = record->time, .number = record->seq, .kind = kind, .recalled = TREY_NO_CARD};
    return made;
}

const char *incident_role(const report_incident *incident) {
    bool somebody = incident->person != TREY_NOBODY || incident->role != 0;
    return somebody ? trey_office_word(incident->role) : "";
}

bool hit_add(report_jackpot *jackpot, const report_hit *hit) {
    if (jackpot->hits == REPORT_LISTED) {
        jackpot->hits_more++;
        return true;
    }
    if (!TREY_LIST_ROOM(jackpot->hit, jackpot->hits, jackpot->hit_room)) return false;
    jackpot->hit[jackpot->hits++] = *hit;
    return true;
}

/* ---- The cage ------------------------------------------------------------------------------ */
/* What a reversal takes back was not done: it counts against what it was. */
static void cage_counts(report_cage *cage, const trey_cage_command *command) {
    bool back = command->kind == TREY_CAGE_REVERSAL;
    trey_cents *const sums[] = {
        [TREY_CAGE_BUY_IN] = &cage->buy_ins,     [TREY_CAGE_CASH_OUT] = &cage->cash_outs,
        [TREY_CAGE_TRANSFER] = &cage->transfers, [TREY_CAGE_BOX] = &cage->boxes,
        [TREY_CAGE_FILL] = &cage->fills,         [TREY_CAGE_CREDIT] = &cage->credits};
    unsigned kind = back ? command->was : command->kind;
    if (kind < TREY_CAGE_BUY_IN || kind > TREY_CAGE_CREDIT) return; /* cash alone moves no chips */
    *sums[kind] += back ? -command->amount : command->amount;
}

trey_status cage_takes(trey_figures *f, const trey_record *record) {
    report_cage *cage = &f->cage;
    bool within = record->seq > f->after && record->seq <= f->last;
    trey_command_id id;
    trey_cage_command command;
    if (within && trey_cage_decode(record, &id, &command)) cage_counts(cage, &command);
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *moved = &record->transfer[i];
        unsigned payer = trey_account_kind(moved->payer), payee = trey_account_kind(moved->payee);
        trey_cents out = payer == TREY_LEDGER_CAGE   ? moved->cents
                         : payee == TREY_LEDGER_CAGE ? -moved->cents
                                                     : 0;
        cage->handed_out += out;
        if (record->seq <= f->after) cage->opening += out;
        if (record->seq <= f->last) cage->closing += out;
    }
    return TREY_STATUS_OK;
}

/* ---- Linked jackpots ------------------------------------------------------------------------- */
static report_hit *hit_find(report_jackpot *jackpot, uint64_t number) {
    for (size_t i = jackpot->hits; i-- > 0;) {
        if (jackpot->hit[i].number == number) return &jackpot->hit[i];
    }
    return NULL;
}

static report_table *table_of(trey_figures *f, trey_stream stream) {
    bool table =
        stream >= 1 && stream <= f->streams && f->stream[stream - 1].kind == TREY_STREAM_TABLE;
    return table ? &f->table[f->stream[stream - 1].index] : NULL;
}

/* What the line of this hit says that the meter pays: the link hears of it in the same
 * command. */
static trey_cents line_of(const report_table *table, const trey_link_event *event) {
    const report_round *const round[] = {&table->now, &table->last};
    for (unsigned n = 0; n < 2; n++) {
        for (size_t i = 0; i < round[n]->lines; i++) {
            const report_line *line = &round[n]->line[i];
            if (line->seat == event->hit.seat && line->wager == TREY_WAGER_PROGRESSIVE)
                return line->meter;
        }
    }
    return 0;
}

trey_status award_moves(trey_figures *f, report_table *table, int64_t time, trey_cents more) {
    size_t hour = more ? hour_of(f, time) : 0;
    if (hour == SIZE_MAX) return TREY_STATUS_NO_MEMORY;
    if (more == 0) return TREY_STATUS_OK;
    trey_tally *const to[] = {&table->tally, &f->hour[hour].tally};
    for (unsigned n = 0; n < 2; n++) {
        to[n]->win += more;
        to[n]->wager[TREY_WAGER_PROGRESSIVE].win += more;
        to[n]->owed -= more;
    }
    return TREY_STATUS_OK;
}

/* It is confirmed or rejected. Until now the table has lost what its line said. */
static trey_status hit_decided(trey_figures *f, report_table *table, const trey_record *record,
                               const trey_link_event *event, report_hit *hit, bool known) {
    bool paid = event->kind == TREY_LINK_EVENT_CONFIRMED;
    trey_status status = TREY_STATUS_OK;
    if (!known) status = late_line(f, table, event, &hit->counted);
    if (paid) hit->value = event->amount;
    if (status != TREY_STATUS_OK || hit->counted == 0) return status;
    trey_cents more = hit->counted - (paid ? event->amount : 0);
    return award_moves(f, table, record->time, more);
}

/* Each event about a hit carries the whole of it. */
static trey_status hit_came(trey_figures *f, report_jackpot *jackpot, const trey_record *record,
                            const trey_link_event *event, const char *state) {
    report_table *table = table_of(f, event->hit.table);
    report_hit *known = hit_find(jackpot, event->number);
    report_hit made = {.time = record->time,
                       .number = event->number,
                       .seat = event->hit.seat,
                       .player = event->player};
    if (!table) return TREY_STATUS_STORE_CORRUPT;
    memcpy(made.table, table->terms.name, sizeof made.table);
    report_hit *hit = known ? known : &made;
    hit->state = state;
    trey_status status = TREY_STATUS_OK;
    if (event->kind == TREY_LINK_EVENT_ENTERED) /* one that was claimed says it itself */
        hit->counted = event->amount > 0 ? event->amount : line_of(table, event);
    else
        status = hit_decided(f, table, record, event, hit, known != NULL);
    if (known || status != TREY_STATUS_OK) return status;
    return hit_add(jackpot, &made) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

/* An award that the link never heard of is not paid: the table wins back what its line said. */
static trey_status hit_struck(trey_figures *f, report_jackpot *jackpot, const trey_record *record,
                              const trey_link_event *event) {
    report_table *table = table_of(f, event->hit.table);
    report_hit made = {.time = record->time,
                       .seat = event->hit.seat,
                       .player = event->player,
                       .counted = event->amount,
                       .state = "struck"};
    if (!table) return TREY_STATUS_STORE_CORRUPT;
    memcpy(made.table, table->terms.name, sizeof made.table);
    if (!hit_add(jackpot, &made)) return TREY_STATUS_NO_MEMORY;
    return award_moves(f, table, record->time, event->amount);
}

static trey_status link_trouble(trey_figures *f, const report_jackpot *jackpot,
                                const trey_record *record, const trey_link_event *event,
                                const char *kind) {
    report_incident *made = incident_add(f, record, kind);
    if (!made) return f->incidents_more ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    memcpy(made->place, jackpot->name, sizeof made->place);
    made->person = event->actor;
    made->role = event->role;
    bool hit = event->kind == TREY_LINK_EVENT_CONFIRMED ||
               event->kind == TREY_LINK_EVENT_REJECTED || event->kind == TREY_LINK_EVENT_PLACED ||
               event->kind == TREY_LINK_EVENT_CLAIMED;
    char number[32] = "";
    if (hit) snprintf(number, sizeof number, " hit %" PRIu64, event->number);
    snprintf(made->text, sizeof made->text, "%s:%s %s%s%.*s", jackpot->name, number,
             trey_link_event_word((trey_link_event_kind)event->kind), event->reason[0] ? ": " : "",
             (int)sizeof event->reason, event->reason);
    return TREY_STATUS_OK;
}

static trey_status link_given(report_jackpot *jackpot, const trey_record *record) {
    trey_command_id id;
    trey_link_command command;
    if (!trey_link_command_decode(record, &id, &command)) return TREY_STATUS_STORE_CORRUPT;
    jackpot->giver = (report_giver){.person = command.actor,
                                    .second = command.second,
                                    .role = command.role,
                                    .second_role = command.second_role};
    return TREY_STATUS_OK;
}

/* Whoever paid an award, or claimed one, and whoever stood by it. */
static bool award_signed(trey_figures *f, const report_jackpot *jackpot,
                         const trey_link_event *event) {
    const report_giver *giver = &jackpot->giver;
    if (event->kind != TREY_LINK_EVENT_CONFIRMED && event->kind != TREY_LINK_EVENT_CLAIMED)
        return true;
    return staff_did(f, giver->person, giver->role, STAFF_AWARDS) &&
           (!giver->second || staff_did(f, giver->second, giver->second_role, STAFF_AWARDS));
}

/* Values of hits that wait, from the state at the end, are filled in when it is told. */
trey_status link_takes(trey_figures *f, report_jackpot *jackpot, const trey_record *record) {
    trey_link_event event;
    jackpot->last_place = record->place;
    for (uint32_t i = 0; i < record->transfers; i++) {
        const trey_transfer *moved = &record->transfer[i];
        if (trey_account_kind(moved->payee) == TREY_LEDGER_METER)
            jackpot->meter_moved += moved->cents;
        if (trey_account_kind(moved->payer) == TREY_LEDGER_METER)
            jackpot->meter_moved -= moved->cents;
    }
    if (record->type == TREY_RECORD_COMMAND) return link_given(jackpot, record);
    if (record->type != TREY_RECORD_EVENT) return TREY_STATUS_OK;
    if (!trey_link_event_decode(record, &event)) return TREY_STATUS_STORE_CORRUPT;
    if (!award_signed(f, jackpot, &event)) return TREY_STATUS_NO_MEMORY;
    trey_status status = TREY_STATUS_OK;
    switch ((trey_link_event_kind)event.kind) {
    case TREY_LINK_EVENT_CONTRIBUTED:
        jackpot->contributed += event.amount;
        return status;
    case TREY_LINK_EVENT_DRAWN:
        jackpot->awarded += event.amount;
        return status;
    case TREY_LINK_EVENT_ENTERED:
        return hit_came(f, jackpot, record, &event, HIT_WAITS);
    case TREY_LINK_EVENT_CONFIRMED:
        jackpot->awarded += event.amount;
        status = hit_came(f, jackpot, record, &event, "paid");
        if (status != TREY_STATUS_OK) return status;
        return link_trouble(f, jackpot, record, &event, "award");
    case TREY_LINK_EVENT_REJECTED:
        status = hit_came(f, jackpot, record, &event, "rejected");
        if (status != TREY_STATUS_OK) return status;
        return link_trouble(f, jackpot, record, &event, "reject");
    case TREY_LINK_EVENT_PLACED:
        return link_trouble(f, jackpot, record, &event, "award");
    case TREY_LINK_EVENT_CLAIMED: /* entered with the next one */
        return link_trouble(f, jackpot, record, &event, "claim");
    case TREY_LINK_EVENT_STRUCK:
        status = hit_struck(f, jackpot, record, &event);
        if (status != TREY_STATUS_OK) return status;
        return link_trouble(f, jackpot, record, &event, "strike");
    case TREY_LINK_EVENT_CHANGED:
        return link_trouble(f, jackpot, record, &event, "parameters");
    case TREY_LINK_EVENT_DOWN:
    case TREY_LINK_EVENT_UP:
        return link_trouble(f, jackpot, record, &event, "link");
    default:
        return status;
    }
}

/* ---- People ------------------------------------------------------------------------------------
 */
trey_status people_takes(trey_figures *f, const trey_record *record) {
    static const char *const what[] = {[TREY_PEOPLE_SIGNED_IN] = "signed_in",
                                       [TREY_PEOPLE_WRONG] = "wrong_password",
                                       [TREY_PEOPLE_LOCKED] = "locked",
                                       [TREY_PEOPLE_TURNED_AWAY] = "turned_away",
                                       [TREY_PEOPLE_LEFT] = "left"};
    trey_people_record said;
    if (!trey_people_record_decode(record, &said)) return TREY_STATUS_STORE_CORRUPT;
    if (said.type >= sizeof what / sizeof *what || !what[said.type]) return TREY_STATUS_OK;
    if (said.type == TREY_PEOPLE_LOCKED) {
        report_incident *made = incident_add(f, record, "lock");
        if (!made && !f->incidents_more) return TREY_STATUS_NO_MEMORY;
        if (made) {
            made->person = said.person;
            snprintf(made->text, sizeof made->text, "too many wrong passwords");
        }
    }
    if (f->sign_ins == REPORT_LISTED) {
        f->sign_ins_more++;
        return TREY_STATUS_OK;
    }
    if (!TREY_LIST_ROOM(f->sign_in, f->sign_ins, f->sign_in_room)) return TREY_STATUS_NO_MEMORY;
    report_sign_in *made = &f->sign_in[f->sign_ins++];
    *made = (report_sign_in){.time = record->time, .person = said.person, .what = what[said.type]};
    memcpy(made->from, said.from, sizeof made->from);
    return TREY_STATUS_OK;
}

/* ---- Incidents that are no record of a table or a jackpot ------------------------------------
 */
trey_status notes_take(trey_figures *f, const trey_record *record) {
    trey_incident said;
    if (!trey_incident_decode(record, &said)) return TREY_STATUS_STORE_CORRUPT;
    report_incident *made = incident_add(f, record, trey_incident_word(said.kind));
    if (!made) return f->incidents_more ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    made->person = said.person;
    made->role = said.office;
    made->at_table = said.about[0] != '\0';
    for (size_t i = 0; i < f->jackpots; i++)
        made->at_table = made->at_table && strcmp(f->jackpot[i].name, said.about) != 0;
    snprintf(made->place, sizeof made->place, "%s", said.about);
    const bool refused = said.kind == TREY_INCIDENT_REFUSED;
    snprintf(made->text, sizeof made->text, "%s%s%s", refused ? said.word : "", refused ? ": " : "",
             said.text);
    snprintf(made->paragraphs, sizeof made->paragraphs, "%s", said.paragraphs);
    return TREY_STATUS_OK;
}
