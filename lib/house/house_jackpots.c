/* house_jackpots.c -- linked jackpots: staff's commands, and what tables tell them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"

void jackpot_close(house_jackpot *jackpot) {
    free(jackpot);
}

trey_status jackpot_keep(trey_house *house, house_jackpot *jackpot) {
    if (!TREY_LIST_ROOM(house->jackpot, house->jackpots, house->jackpot_room))
        return house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory");
    house->jackpot[house->jackpots++] = jackpot;
    return TREY_STATUS_OK;
}

unsigned trey_house_jackpots(const trey_house *house) {
    return house->jackpots;
}

unsigned trey_house_jackpot_find(const trey_house *house, const char *name) {
    unsigned i = 0;
    while (i < house->jackpots && strcmp(house->jackpot[i]->name, name) != 0) i++;
    return i;
}

const trey_link *trey_house_jackpot(const trey_house *house, unsigned jackpot) {
    return &house->jackpot[jackpot]->state;
}

const char *trey_house_jackpot_name(const trey_house *house, unsigned jackpot) {
    return house->jackpot[jackpot]->name;
}

const char *trey_house_jackpot_rulebook(const trey_house *house, unsigned jackpot) {
    return house->jackpot[jackpot]->terms.rulebook;
}

/* The start value is the house's money. */
static void record_opening(trey_house *house, house_jackpot *jackpot) {
    uint8_t bytes[256];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    jackpot_terms_write(&body, &jackpot->terms);
    house_record(house, TREY_STREAM_JACKPOT, jackpot->stream, &jackpot->place, TREY_RECORD_OPENED,
                 &body);
    if (jackpot->terms.start == 0) return;
    const trey_transfer start = {.payer =
                                     trey_account_of(TREY_LEDGER_JACKPOT_HOUSE, jackpot->stream),
                                 .payee = trey_account_of(TREY_LEDGER_METER, jackpot->stream),
                                 .cents = jackpot->terms.start};
    house_transfer(house, &start);
}

static trey_status jackpot_name_free(trey_house *house, const char *name) {
    if (trey_house_jackpot_find(house, name) == house->jackpots) return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_CONFLICT, "there is a jackpot called %s already", name);
}

/* Gets the jackpot its stream; of a shared house another node may have been faster. */
static trey_status name_jackpot(trey_house *house, house_jackpot *jackpot, const char *name) {
    trey_status status = house_unstaged(house);
    if (status != TREY_STATUS_OK) return status;
    status = trey_store_stream(house->store, TREY_STREAM_JACKPOT, name, true, house_now(house),
                               &jackpot->stream);
    if (status != TREY_STATUS_OK)
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    status = house_batch_begins(house);
    if (status == TREY_STATUS_OK) status = jackpot_name_free(house, name);
    if (status != TREY_STATUS_OK) house_batch_ends(house);
    return status;
}

trey_status trey_house_jackpot_open(trey_house *house, const char *name, const char *rulebook,
                                    const trey_link_parameters *parameters, trey_cents start,
                                    unsigned *index) {
    trey_status status = jackpot_name_free(house, name);
    if (status != TREY_STATUS_OK) return status;
    trey_rulebook *book;
    if (trey_rulebook_open(&book, rulebook, NULL) != TREY_STATUS_OK)
        return house_fail(house, TREY_STATUS_INVALID, "there is no rulebook %s", rulebook);
    house_jackpot *jackpot = calloc(1, sizeof *jackpot);
    status = jackpot ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    if (status == TREY_STATUS_OK && !trey_link_open(book, parameters, start, &jackpot->state))
        status = house_fail(house, TREY_STATUS_INVALID,
                            "jackpot %s: bet, rates, reset value, ceiling and start do not fit "
                            "together, or %s has no jackpot",
                            name, rulebook);
    trey_rulebook_close(book);
    if (status == TREY_STATUS_OK) status = name_jackpot(house, jackpot, name);
    if (status == TREY_STATUS_OK) status = jackpot_keep(house, jackpot);
    if (status != TREY_STATUS_OK) {
        free(jackpot);
        return status;
    }
    strncpy(jackpot->name, name, sizeof jackpot->name - 1);
    strncpy(jackpot->terms.rulebook, rulebook, sizeof jackpot->terms.rulebook - 1);
    jackpot->terms.parameters = *parameters;
    jackpot->terms.start = start;
    record_opening(house, jackpot);
    house->staged++;
    *index = house->jackpots - 1;
    return TREY_STATUS_OK;
}

/* A hit is awarded once, ever: besides the link, the database says so. */
static void claim_award(trey_house *house, const house_jackpot *jackpot, uint64_t number) {
    char name[TREY_KEPT_NAME_MAX];
    snprintf(name, sizeof name, "hit-%" PRIu64, number);
    trey_batch_claim(house->batch, jackpot->stream, name);
}

/* Could the second person have given the command as well? */
static bool seconded(const house_jackpot *jackpot, const trey_link_command *command) {
    trey_link_command theirs = *command;
    trey_link_decision decision;
    theirs.actor = command->second;
    theirs.role = command->second_role;
    if (command->second == TREY_NOBODY || command->second == command->actor) return false;
    trey_link_decide(&jackpot->state, &theirs, &decision);
    return decision.refused == TREY_LINK_REFUSED_NONE;
}

/* Much is paid, or claimed, by two people; what the house does itself has nobody beside it. */
static bool takes_two(const trey_house *house, const house_jackpot *jackpot,
                      const trey_link_command *command, const trey_link_decision *decision) {
    const trey_link_event *event = &decision->event[0];
    bool pays = event->kind == TREY_LINK_EVENT_CONFIRMED || event->kind == TREY_LINK_EVENT_CLAIMED;
    if (!pays || house->award_second <= 0 || event->amount < house->award_second) return false;
    return command->actor != TREY_NOBODY && !seconded(jackpot, command);
}

/* ---- One command ----------------------------------------------------------------------- */
static trey_status carry_out(trey_house *house, house_jackpot *jackpot, const trey_command_id *id,
                             const trey_link_command *command, unsigned *refused) {
    static const trey_command_id nobodys;
    trey_link_decision *decision = &house->link_decision;
    trey_link_decide(&jackpot->state, command, decision);
    *refused = decision->refused == TREY_LINK_REFUSED_NONE
                   ? 0
                   : TREY_HOUSE_REFUSED_LINK + (unsigned)decision->refused;
    if (!*refused && takes_two(house, jackpot, command, decision))
        *refused = TREY_HOUSE_REFUSED_SECOND_PERSON;
    if (*refused) return TREY_STATUS_OK;
    uint8_t bytes[TREY_LINK_BYTES_MAX + sizeof id->byte];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_write_bytes(&body, (id ? id : &nobodys)->byte, sizeof id->byte);
    trey_link_command_write(&body, command);
    house_record(house, TREY_STREAM_JACKPOT, jackpot->stream, &jackpot->place, TREY_RECORD_COMMAND,
                 &body);
    for (unsigned i = 0; i < decision->count; i++) {
        const trey_link_event *event = &decision->event[i];
        trey_transfer transfer[TREY_EVENT_TRANSFERS];
        size_t count = trey_link_transfers(&jackpot->state, event, jackpot->stream, transfer);
        bool short_of;
        trey_status status = house_chips_move(house, transfer, count, &short_of);
        if (status != TREY_STATUS_OK) return status;
        TREY_ASSERT(!short_of); /* a jackpot only pays */
        body = (trey_writer){bytes, sizeof bytes, 0, false};
        trey_link_event_write(&body, event);
        house_record(house, TREY_STREAM_JACKPOT, jackpot->stream, &jackpot->place,
                     TREY_RECORD_EVENT, &body);
        for (size_t t = 0; t < count; t++) house_transfer(house, &transfer[t]);
        trey_link_apply(&jackpot->state, event);
        bool hit =
            event->kind == TREY_LINK_EVENT_ENTERED || event->kind == TREY_LINK_EVENT_CONFIRMED;
        if (hit) trey_batch_checkpoint(house->batch);
        if (event->kind == TREY_LINK_EVENT_CONFIRMED) claim_award(house, jackpot, event->number);
    }
    if (jackpot->place - jackpot->snapshot_at >= house->snapshot_every) {
        uint8_t snapshot[TREY_LINK_SNAPSHOT_BYTES];
        trey_link_snapshot_encode(&jackpot->state, snapshot);
        trey_batch_snapshot(house->batch, jackpot->stream, jackpot->place, snapshot,
                            sizeof snapshot);
        jackpot->snapshot_at = jackpot->place;
    }
    return TREY_STATUS_OK;
}

/* Tables that play for a lost jackpot report it, as their book says [rws 5.16]. Where physical
 * cards are out and no look is on record, nobody knows whether a player has seen one. Then the
 * round goes on at the registered value, which loses nothing: staff who know that nobody had
 * looked can still report so, and the round is void. */
static trey_status report_lost_link(trey_house *house, house_table *table) {
    trey_command report = {.verb = TREY_VERB_REPORT,
                           .role = TREY_ROLE_SHIFT_MANAGER,
                           .kind = TREY_IRREGULARITY_JACKPOT_FAULT};
    const trey_command confirm = {.verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER};
    bool waits = table->state.gate != TREY_GATE_NONE;
    trey_status status = table_told_command(house, table, &report);
    if (status == TREY_STATUS_OK && !waits && table->state.gate == TREY_GATE_NONE &&
        table->state.phase != TREY_PHASE_IDLE) {
        report.answer[TREY_FACT_SEEN] = TREY_FLAG_YES + 1;
        status = table_told_command(house, table, &report);
    }
    if (status == TREY_STATUS_OK && table->state.gate == TREY_GATE_REPORT)
        status = table_told_command(house, table, &confirm);
    return status;
}

static trey_status tell_tables(trey_house *house, unsigned index) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < house->tables; i++) {
        house_table *table = house->table[i];
        bool plays = table->jackpot == (int)index && table->state.phase != TREY_PHASE_IDLE;
        if (plays) status = report_lost_link(house, table);
    }
    return status;
}

/* Of an award that the link missed the house says what it is, and it is owed no longer. */
static trey_status carry_out_missed(trey_house *house, house_jackpot *jackpot,
                                    const trey_command_id *id, const trey_link_command *said,
                                    unsigned *refused) {
    trey_link_command command = *said;
    trey_status status = unpaid_tell(house, jackpot, &command);
    if (status == TREY_STATUS_OK) status = carry_out(house, jackpot, id, &command, refused);
    if (status == TREY_STATUS_OK && *refused == 0) unpaid_settle(house, jackpot, &command);
    return status;
}

trey_status trey_house_jackpot_command(trey_house *house, unsigned index, const trey_command_id *id,
                                       const trey_link_command *command, trey_reply *reply) {
    TREY_ASSERT(index < house->jackpots);
    house_jackpot *jackpot = house->jackpot[index];
    bool found;
    house_command_begins(house, reply);
    trey_status status = house_answered(house, id, reply, &found);
    if (status != TREY_STATUS_OK || found) return status;
    unsigned refused = TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_NO_SUCH_COMMAND;
    bool tables = command->verb == TREY_LINK_CONTRIBUTE || command->verb == TREY_LINK_HIT ||
                  command->verb == TREY_LINK_DRAW || command->verb == TREY_LINK_LIVE;
    bool missed = command->verb == TREY_LINK_CLAIM || command->verb == TREY_LINK_STRIKE;
    if (missed)
        status = carry_out_missed(house, jackpot, id, command, &refused);
    else if (!tables)
        status = carry_out(house, jackpot, id, command, &refused);
    if (status == TREY_STATUS_OK && refused == 0 && command->verb == TREY_LINK_DOWN)
        status = tell_tables(house, index);
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    return house_answer(house, id, jackpot->stream, refused, reply);
}

/* ---- What tables tell ------------------------------------------------------------------------ */
/* A lost link takes nothing; the table goes on as its book says. */
static trey_status tell_or_not(trey_house *house, house_table *table, trey_link_command *command,
                               unsigned *refused) {
    command->role = TREY_ROLE_DEALER;
    command->hit.table = table->stream;
    command->round = table->state.round;
    return carry_out(house, house->jackpot[table->jackpot], NULL, command, refused);
}

static trey_status tell(trey_house *house, house_table *table, trey_link_command *command) {
    unsigned refused;
    return tell_or_not(house, table, command, &refused);
}

static trey_status tell_bets(trey_house *house, house_table *table, trey_cents amount) {
    trey_cents each = table->state.config.jackpot_contribution;
    trey_link_command command = {.verb = TREY_LINK_CONTRIBUTE};
    if (each == 0 || amount == 0) return TREY_STATUS_OK;
    command.bets = (int32_t)(amount / each);
    return tell(house, table, &command);
}

static trey_status tell_award(trey_house *house, house_table *table, const trey_event *line) {
    const trey_value award = line->line.row == TREY_NO_KEY
                                 ? (trey_value){0, 0}
                                 : trey_rulebook_rule(table->book, (trey_key)line->line.row)->value;
    trey_link_command command = {
        .verb = TREY_LINK_DRAW, .player = line->player, .amount = line->line.meter};
    if (award.d == 100) {
        command.verb = TREY_LINK_HIT;
        command.hit.award = award;
        command.hit.seat = line->seat;
        command.hit.players_first_card = table->dealt[line->seat].first;
        command.hit.players_third_card = table->dealt[line->seat].third;
        command.hit.dealers_third_card = table->dealt[0].third;
    }
    unsigned refused;
    trey_status status = tell_or_not(house, table, &command, &refused);
    if (status == TREY_STATUS_OK && refused) status = unpaid_note(house, table, line, award);
    return status;
}

/* A hit of this round that staff have not confirmed goes back; one that was paid stays. */
static trey_status reject_hit(trey_house *house, house_table *table, unsigned seat) {
    house_jackpot *jackpot = house->jackpot[table->jackpot];
    for (unsigned i = 0; i < jackpot->state.hits; i++) {
        const trey_link_hit *hit = &jackpot->state.hit[i];
        if (hit->hit.table != table->stream || hit->round != table->state.round ||
            hit->hit.seat != seat)
            continue;
        trey_link_command reject = {.verb = TREY_LINK_REJECT,
                                    .role = TREY_ROLE_SHIFT_MANAGER,
                                    .number = hit->number,
                                    .round = hit->round};
        unsigned refused;
        strcpy(reject.reason, "the hand was undone");
        return carry_out(house, jackpot, NULL, &reject, &refused);
    }
    return unpaid_undo(house, table, seat);
}

static trey_status undo_hand(trey_house *house, house_table *table, unsigned seat) {
    trey_status status = reject_hit(house, table, seat);
    if (status == TREY_STATUS_OK)
        status = tell_bets(house, table, -table->state.config.jackpot_contribution);
    return status;
}

static trey_status undo_round(trey_house *house, house_table *table, const trey_table *before) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned seat = 1; status == TREY_STATUS_OK && seat <= TREY_SEATS; seat++)
        status = reject_hit(house, table, seat);
    if (status == TREY_STATUS_OK) status = tell_bets(house, table, -before->contributed);
    return status;
}

trey_status jackpot_follow(trey_house *house, house_table *table, const trey_table *before,
                           const trey_event *event) {
    trey_link_command live = {.verb = TREY_LINK_LIVE};
    trey_status status = TREY_STATUS_OK;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_OPENED:
        live.bets = 1;
        return tell(house, table, &live);
    case TREY_EVENT_CONTRIBUTED:
        return event->contributed.on_meter ? tell_bets(house, table, event->amount)
                                           : TREY_STATUS_OK;
    case TREY_EVENT_LINE:
        table->won = table->won || trey_line_wins_jackpot(table->book, event);
        return event->line.meter > 0 ? tell_award(house, table, event) : TREY_STATUS_OK;
    case TREY_EVENT_SETTLED:
        /* Bets that enter only after a round that nobody won. */
        if (!before->contribution_in && !table->won)
            status = tell_bets(house, table, before->contributed);
        table->won = false;
        break;
    case TREY_EVENT_VOIDED:
        if (before->phase == TREY_PHASE_IDLE) return undo_round(house, table, before);
        if (before->contribution_in) status = tell_bets(house, table, -before->contributed);
        break;
    case TREY_EVENT_METER_SHOWN:
        /* With a seat: a settled hand is undone. Without: the link's own news. */
        return event->seat ? undo_hand(house, table, event->seat) : TREY_STATUS_OK;
    default:
        return TREY_STATUS_OK;
    }
    live.bets = -1;
    if (status == TREY_STATUS_OK && before->phase != TREY_PHASE_IDLE)
        status = tell(house, table, &live);
    return status;
}

trey_status jackpot_show(trey_house *house, house_table *table) {
    const trey_link *link = &house->jackpot[table->jackpot]->state;
    const trey_table_config *config = &table->state.config;
    trey_command command = {
        .verb = TREY_VERB_METER, .role = TREY_ROLE_DEALER, .amount = link->value};
    command.display.bet = link->parameters.bet;
    command.display.contribution = trey_link_contribution(&link->parameters);
    command.display.reset = link->parameters.reset;
    bool same = table->state.meter.value == link->value &&
                config->jackpot_bet == command.display.bet &&
                config->jackpot_contribution == command.display.contribution &&
                config->jackpot_reset == command.display.reset;
    return same ? TREY_STATUS_OK : table_own_command(house, table, &command);
}
