/* verify_link.c -- a linked jackpot's records, and what its tables must have told it.
 *
 * Bets, hits and awards reach a jackpot as commands of the house's own, right behind the
 * table's event that causes them. They are worked out here a second time, from the
 * table's events alone: so no hit can be entered, and none left out, that no table had, and
 * none before or after its turn: the times at which its cards fell are those of the records. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

/* ---- Dues ------------------------------------------------------------------------------ */
static void note_unpaid(link_replay *link, const trey_link_command *due) {
    if (due->verb == TREY_LINK_HIT || due->verb == TREY_LINK_DRAW)
        trey_unpaid_add(&link->unpaid, &link->award);
}

/* What the link refuses, a lost one for instance, leaves no record; of an award it is kept
 * who has it to get. */
static void next_due(verifying *v, verify_stream *stream) {
    link_replay *link = stream->link;
    v->owing = NULL;
    while (link->dues > 0) {
        trey_link_decide(&link->state, &link->due[0], &link->decision);
        bool refused = link->decision.refused != TREY_LINK_REFUSED_NONE;
        link->next = link->decision.count = 0;
        if (!refused) {
            v->owing = stream;
            return;
        }
        note_unpaid(link, &link->due[0]);
        memmove(&link->due[0], &link->due[1], --link->dues * sizeof link->due[0]);
    }
}

static void add_due(link_replay *link, const table_replay *table, trey_stream from,
                    trey_link_command command) {
    TREY_ASSERT(link->dues < LINK_DUES);
    command.role = TREY_ROLE_DEALER;
    command.hit.table = from;
    command.round = table->state.round;
    link->due[link->dues++] = command;
}

static void due_bets(link_replay *link, const table_replay *table, trey_stream from,
                     trey_cents amount) {
    trey_cents each = table->state.config.jackpot_contribution;
    if (each == 0 || amount == 0) return;
    const trey_link_command command = {.verb = TREY_LINK_CONTRIBUTE,
                                       .bets = (int32_t)(amount / each)};
    add_due(link, table, from, command);
}

static void due_award(link_replay *link, const table_replay *table, trey_stream from,
                      const trey_event *line) {
    trey_value award = {0, 0};
    if (line->line.row != TREY_NO_KEY)
        award = trey_rulebook_rule(table->book, (trey_key)line->line.row)->value;
    trey_link_command command = {
        .verb = TREY_LINK_DRAW, .player = line->player, .amount = line->line.meter};
    if (award.d == 100) { /* a share of what is displayed */
        command.verb = TREY_LINK_HIT;
        command.hit.award = award;
        command.hit.seat = line->seat;
        command.hit.players_first_card = table->dealt[line->seat].first;
        command.hit.players_third_card = table->dealt[line->seat].third;
        command.hit.dealers_third_card = table->dealt[0].third;
    }
    link->award = (trey_unpaid){.table = from,
                                .seat = line->seat,
                                .player = line->player,
                                .round = table->state.round,
                                .value = line->line.meter,
                                .award = award.d == 100 ? award : (trey_value){line->line.meter, 0},
                                .players_first_card = table->dealt[line->seat].first,
                                .players_third_card = table->dealt[line->seat].third,
                                .dealers_third_card = table->dealt[0].third};
    add_due(link, table, from, command);
}

/* A hand that was paid is undone: its hit goes back while staff have not confirmed it. */
static void due_reject(link_replay *link, const table_replay *table, trey_stream from,
                       unsigned seat) {
    for (unsigned i = 0; i < link->state.hits; i++) {
        const trey_link_hit *hit = &link->state.hit[i];
        if (hit->hit.table != from || hit->round != table->state.round || hit->hit.seat != seat)
            continue;
        TREY_ASSERT(link->dues < LINK_DUES);
        link->due[link->dues++] = (trey_link_command){.verb = TREY_LINK_REJECT,
                                                      .role = TREY_ROLE_SHIFT_MANAGER,
                                                      .number = hit->number,
                                                      .round = hit->round,
                                                      .reason = "the hand was undone"};
        return;
    }
    trey_unpaid_drop(&link->unpaid, from, table->state.round, seat);
}

static void due_undoing(link_replay *link, const table_replay *table, trey_stream from,
                        const trey_event *event, trey_cents contributed) {
    bool all = event->kind == TREY_EVENT_VOIDED;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (all || seat == event->seat) due_reject(link, table, from, seat);
    }
    due_bets(link, table, from, all ? -contributed : -table->state.config.jackpot_contribution);
}

bool link_follow(verifying *v, verify_stream *stream, const before_event *before,
                 const trey_event *event) {
    table_replay *table = stream->table;
    if (table->jackpot->astray) return true;
    link_replay *link = table->jackpot->link;
    trey_stream from = stream->item.id;
    trey_link_command live = {.verb = TREY_LINK_LIVE, .bets = 1};
    bool running = before->phase != TREY_PHASE_IDLE;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_OPENED:
        add_due(link, table, from, live);
        break;
    case TREY_EVENT_CONTRIBUTED:
        if (event->contributed.on_meter) due_bets(link, table, from, event->amount);
        break;
    case TREY_EVENT_LINE:
        table->won = table->won || trey_line_wins_jackpot(table->book, event);
        if (event->line.meter > 0) due_award(link, table, from, event);
        break;
    case TREY_EVENT_SETTLED:
        /* Bets that enter only after a round that nobody won. */
        if (!before->contribution_in && !table->won)
            due_bets(link, table, from, before->contributed);
        table->won = false;
        break;
    case TREY_EVENT_VOIDED:
        if (!running)
            due_undoing(link, table, from, event, before->contributed);
        else if (before->contribution_in)
            due_bets(link, table, from, -before->contributed);
        break;
    case TREY_EVENT_METER_SHOWN: /* without a seat it is the link's own news */
        if (event->seat) due_undoing(link, table, from, event, 0);
        break;
    default:
        return true;
    }
    live.bets = -1;
    if (running && (event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED))
        add_due(link, table, from, live);
    next_due(v, table->jackpot);
    return true;
}

/* ---- Records ------------------------------------------------------------------------------- */
static bool link_opens(verifying *v, verify_stream *stream) {
    trey_jackpot_terms terms;
    trey_rulebook *book;
    stream->link = calloc(1, sizeof *stream->link);
    if (!stream->link) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for a jackpot");
    if (!trey_jackpot_terms_decode(v->record, &terms) ||
        trey_rulebook_open(&book, terms.rulebook, NULL) != TREY_STATUS_OK)
        return verify_fault(v, "the terms of the jackpot cannot be read", NULL, NULL);
    bool good = trey_link_open(book, &terms.parameters, terms.start, &stream->link->state);
    trey_rulebook_close(book);
    if (!good) return verify_fault(v, "there can be no jackpot with these terms", NULL, NULL);
    const trey_transfer start = {.payer =
                                     trey_account_of(TREY_LEDGER_JACKPOT_HOUSE, stream->item.id),
                                 .payee = trey_account_of(TREY_LEDGER_METER, stream->item.id),
                                 .cents = terms.start};
    return verify_transfers(v, &start, terms.start != 0);
}

static bool of_a_table(const trey_link_command *command) {
    return command->verb == TREY_LINK_CONTRIBUTE || command->verb == TREY_LINK_HIT ||
           command->verb == TREY_LINK_DRAW || command->verb == TREY_LINK_LIVE;
}

static bool same_command(const trey_link_command *due, const trey_link_command *command) {
    uint8_t a[TREY_LINK_BYTES_MAX], b[TREY_LINK_BYTES_MAX];
    trey_writer want = {a, sizeof a, 0, false}, have = {b, sizeof b, 0, false};
    trey_link_command_write(&want, due);
    trey_link_command_write(&have, command);
    return want.used == have.used && memcmp(a, b, want.used) == 0;
}

/* Is this what the table had to tell? */
static bool as_due(verifying *v, link_replay *link, const trey_link_command *command) {
    if (link->dues == 0) return verify_fault(v, "no table told the jackpot this", NULL, NULL);
    if (!same_command(&link->due[0], command))
        return verify_fault(v, "the table told the jackpot something else", NULL, NULL);
    memmove(&link->due[0], &link->due[1], --link->dues * sizeof link->due[0]);
    return true;
}

/* Staff claim an award that the jackpot missed, or strike it off: it was owed until now, and
 * to whom and how much follows from its table's records. */
static bool as_missed(verifying *v, link_replay *link, const trey_link_command *command) {
    trey_link_command due = *command;
    trey_unpaid_tell(&link->unpaid, &due);
    if (!trey_unpaid_drop(&link->unpaid, due.hit.table, due.round, due.hit.seat))
        return verify_fault(v, "no such award was unpaid", NULL, NULL);
    return same_command(&due, command) ||
           verify_fault(v, "the award that was unpaid is another one", NULL, NULL);
}

static bool link_command(verifying *v, verify_stream *stream) {
    link_replay *link = stream->link;
    trey_command_id id;
    trey_link_command command;
    if (!trey_link_command_decode(v->record, &id, &command))
        return verify_fault(v, "the command cannot be read", NULL, NULL);
    if (!verify_no_transfers(v) || !answers_command(v, &id)) return false;
    if ((link->dues > 0 || of_a_table(&command)) && !as_due(v, link, &command)) return false;
    bool missed = command.verb == TREY_LINK_CLAIM || command.verb == TREY_LINK_STRIKE;
    if (missed && !as_missed(v, link, &command)) return false;
    trey_link_decide(&link->state, &command, &link->decision);
    if (link->decision.refused != TREY_LINK_REFUSED_NONE)
        return verify_fault(v, "the jackpot refuses this command", "ok",
                            trey_link_refused_word(link->decision.refused));
    link->next = 0;
    v->owing = stream;
    v->report->commands++;
    if (command.verb == TREY_LINK_DOWN) v->answer_tells = stream;
    return true;
}

/* value = start + contributed + seeded - released - awarded, and the ledger agrees. */
static bool identities(verifying *v, const verify_stream *stream) {
    const trey_link *link = &stream->link->state;
    const struct {
        const char *what;
        trey_cents expected, found;
    } sums[] = {
        {"the display is not start, contributions and seeds less releases and awards",
         link->start + link->contributed + link->seeded - link->released - link->awarded,
         link->value},
        {"the ledger's meter is not the display", link->value,
         ledger_balance(v, TREY_LEDGER_METER, stream->item.id)},
        {"the ledger's reserve is not the jackpot's", link->reserve,
         ledger_balance(v, TREY_LEDGER_RESERVE, stream->item.id)},
        {"the ledger's overflow is not the jackpot's", link->overflow,
         ledger_balance(v, TREY_LEDGER_OVERFLOW, stream->item.id)},
        {"the ledger's pending awards are not the jackpot's", link->pending,
         ledger_balance(v, TREY_LEDGER_PENDING, stream->item.id)},
    };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        char expected[32], found[32];
        if (sums[i].expected == sums[i].found) continue;
        snprintf(expected, sizeof expected, "%" PRId64 " cents", sums[i].expected);
        snprintf(found, sizeof found, "%" PRId64 " cents", sums[i].found);
        return verify_fault(v, sums[i].what, expected, found);
    }
    return true;
}

static bool link_event(verifying *v, verify_stream *stream) {
    link_replay *link = stream->link;
    if (link->next == link->decision.count)
        return verify_fault(v, "no command causes this event", NULL, NULL);
    const trey_link_event *event = &link->decision.event[link->next];
    uint8_t bytes[TREY_LINK_BYTES_MAX];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_link_event_write(&to, event);
    TREY_ASSERT(!to.full);
    if (to.used != v->record->size || memcmp(bytes, v->record->body, to.used) != 0)
        return verify_fault(v, "the jackpot decides otherwise",
                            trey_link_event_word((trey_link_event_kind)event->kind), NULL);
    trey_transfer transfer[TREY_EVENT_TRANSFERS];
    size_t count = trey_link_transfers(&link->state, event, stream->item.id, transfer);
    if (!verify_transfers(v, transfer, count)) return false;
    if (event->kind == TREY_LINK_EVENT_CONFIRMED && !claims_note(v, link, event->number))
        return false;
    trey_link_apply(&link->state, event);
    if (++link->next < link->decision.count) return true;
    if (!identities(v, stream)) return false;
    next_due(v, stream);
    return true;
}

bool link_record(verifying *v, verify_stream *stream) {
    const unsigned type = v->record->type;
    if ((v->record->place == 1) != (type == TREY_RECORD_OPENED))
        return verify_fault(v, "a jackpot begins with its terms, and has them once", NULL, NULL);
    if (type == TREY_RECORD_OPENED) return link_opens(v, stream);
    if (type == TREY_RECORD_EVENT) return link_event(v, stream);
    if (type != TREY_RECORD_COMMAND)
        return verify_fault(v, "there is no such record of a jackpot", NULL, NULL);
    if (stream->link->next < stream->link->decision.count)
        return verify_fault(v, "events of the command before it are missing", NULL, NULL);
    return link_command(v, stream);
}

bool link_end(verifying *v, verify_stream *stream) {
    const link_replay *link = stream->link;
    char name[SAID_MAX];
    if (link->dues == 0 && link->next == link->decision.count) return true;
    return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                               "%s ends in the middle of a command",
                               verify_stream_name(stream, name));
}
