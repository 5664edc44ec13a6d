/* verify_table.c -- a table's records: each command decided anew.
 *
 * The engine decides the command in the state before it; the events that follow must be
 * its events, byte for byte, with their money. Only events that the engine has decided
 * are applied, so nothing that stands in the file can lead the replay astray. Of a
 * shuffled deck the command has no cards: they come from the sealed event behind it, or
 * from the seed. Where neither can be read the round is blind: its events are folded and
 * its money is checked, and the next opening call, which clears every card away, is
 * decided again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

void table_forget(table_replay *table) {
    if (!table) return;
    free(table);
}

/* ---- Opening ------------------------------------------------------------------------- */
/* A linked table begins with what the link shows. */
static bool linked_as_told(verifying *v, table_replay *table) {
    const trey_table_terms *terms = &table->terms;
    if (terms->jackpot[0] == '\0') return true;
    table->jackpot = verify_find_stream(v, TREY_STREAM_JACKPOT, terms->jackpot);
    if (table->jackpot && table->jackpot->astray) return true;
    if (!table->jackpot || !table->jackpot->link)
        return verify_fault(v, "the table is linked to a jackpot that is not there", NULL,
                            terms->jackpot);
    const trey_link *link = &table->jackpot->link->state;
    if (terms->config.jackpot != 1 || terms->config.jackpot_bet != link->parameters.bet ||
        terms->config.jackpot_contribution != trey_link_contribution(&link->parameters) ||
        terms->config.jackpot_reset != link->parameters.reset || terms->meter != link->value)
        return verify_fault(v, "the table was opened with other values than its jackpot has", NULL,
                            NULL);
    return true;
}

static bool find_book(verifying *v, table_replay *table) {
    trey_store_message message = {""};
    const trey_open_book *open;
    trey_status status = trey_books_find(&v->books, &table->terms, &open, &message);
    if (status == TREY_STATUS_INVALID)
        return verify_fault(v, "there is no such rulebook, reading or value", NULL, message.text);
    if (status != TREY_STATUS_OK) return verify_fails(v, status, "no memory for a rulebook");
    table->book = open->book;
    table->rules = open->rules;
    table->book_hash = open->hash;
    return true;
}

static bool table_opens(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table = calloc(1, sizeof *table);
    if (!table) return verify_fails(v, TREY_STATUS_NO_MEMORY, "no memory for a table");
    if (!trey_terms_decode(v->record, &table->terms))
        return verify_fault(v, "the terms of the table cannot be read", NULL, NULL);
    if (strcmp(table->terms.name, stream->item.name) != 0)
        return verify_fault(v, "the table has another name than its stream", stream->item.name,
                            table->terms.name);
    snprintf(table->tally.name, sizeof table->tally.name, "%s", table->terms.name);
    snprintf(table->tally.rulebook, sizeof table->tally.rulebook, "%s", table->terms.rulebook);
    table->tally.physical = !table->terms.config.system_deck;
    if (!find_book(v, table)) return false;
    if (!linked_as_told(v, table)) return false;
    if (trey_table_open(table->rules, &table->terms.config, table->terms.meter, &table->state) !=
        TREY_CONFIG_GOOD)
        return verify_fault(v, "the rulebook does not allow a table with these terms", NULL, NULL);
    trey_transfer start;
    bool starts = trey_terms_transfer(&table->terms, stream->item.id, &start);
    return verify_transfers(v, &start, starts);
}

/* ---- Commands -------------------------------------------------------------------------- */
static bool decide(verifying *v, verify_stream *stream, const trey_command *command) {
    table_replay *table = stream->table;
    trey_decide(table->rules, &table->state, command, &v->decision);
    if (v->decision.refused != TREY_REFUSED_NONE)
        return verify_fault(v, "the engine refuses this command", "ok",
                            trey_refused_word(v->decision.refused));
    v->next = 0;
    v->deciding = v->decision.count > 0 ? stream : NULL;
    v->report->commands++;
    return true;
}

/* Between rounds these do not look at cards. */
static bool needs_no_cards(const table_replay *table, const trey_command *command) {
    return table->state.phase == TREY_PHASE_IDLE &&
           (command->verb == TREY_VERB_OPEN || command->verb == TREY_VERB_METER ||
            command->verb == TREY_VERB_SIT || command->verb == TREY_VERB_LEAVE);
}

/* What the house itself sees to, before and beside the engine. */
static bool house_allows(verifying *v, const table_replay *table, const trey_command *command) {
    const fair_replay *fair = &table->fair;
    bool shuffled = table->terms.config.system_deck;
    if (shuffled && command->verb == TREY_VERB_CARD)
        return verify_fault(v, "a card is entered at a table whose cards are shuffled", NULL, NULL);
    if (shuffled && command->verb == TREY_VERB_RECALL)
        return verify_fault(v, "a card is taken back at a table whose cards are shuffled", NULL,
                            NULL);
    if (shuffled && command->verb == TREY_VERB_OPEN &&
        (!fair->fresh || !fair->committed || fair->round != table->state.round + UINT64_C(1)))
        return verify_fault(v, "a round is opened without a commitment to its seed", NULL, NULL);
    if (shuffled && command->verb == TREY_VERB_DECK && (!fair->fresh || !fair->cut))
        return verify_fault(v, "a deck is dealt before its cut", NULL, NULL);
    if (fair->fresh && command->verb != TREY_VERB_OPEN && command->verb != TREY_VERB_DECK)
        return verify_fault(v, "another command stands behind a commitment or a cut", NULL, NULL);
    if (command->verb != TREY_VERB_METER || !table->jackpot || table->jackpot->astray) return true;
    const trey_link *link = &table->jackpot->link->state;
    if (command->amount != link->value || command->display.bet != link->parameters.bet ||
        command->display.contribution != trey_link_contribution(&link->parameters) ||
        command->display.reset != link->parameters.reset)
        return verify_fault(v, "the table shows other values than its jackpot has", NULL, NULL);
    return true;
}

static bool table_command(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    trey_command_id id;
    trey_command command;
    if (!trey_command_decode(v->record, &id, &command))
        return verify_fault(v, "the command cannot be read", NULL, NULL);
    if (!verify_no_transfers(v) || !house_allows(v, table, &command) || !answers_command(v, &id))
        return false;
    table->fair.fresh = false;
    if (command.verb == TREY_VERB_DECK && table->terms.config.system_deck) {
        if (command.count != 0)
            return verify_fault(v, "a shuffled deck stands open in a command", NULL, NULL);
        table->awaits_deck = true;
        table->dealing = command;
        v->deciding = stream;
        return true;
    }
    if (table->blind && !needs_no_cards(table, &command)) return true;
    return decide(v, stream, &command);
}

/* ---- Events ------------------------------------------------------------------------------ */
/* Counts rounds, and notes what must follow. */
static void after_event(table_replay *table, const before_event *before, const trey_event *event) {
    bool over = (event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED) &&
                before->phase != TREY_PHASE_IDLE;
    if (event->kind == TREY_EVENT_OPENED) {
        table->tally.rounds++;
        table->tally.running = 1;
        table->blind = false; /* no card of before is left */
    }
    if (!over) return;
    table->tally.running = 0;
    if (!table->fair.committed) return;
    table->fair.fate_due = true;
    table->fair.fate_void = event->kind == TREY_EVENT_VOIDED;
    table->fair.fate_cause = trey_fate_cause(event);
    table->fair.fate_dealt = before->dealt > 0;
}

static bool layout_is_empty(verifying *v, const verify_stream *stream) {
    if (stream->table->state.phase != TREY_PHASE_IDLE) return true;
    trey_cents left = ledger_balance(v, TREY_LEDGER_LAYOUT, stream->item.id);
    char found[32];
    if (left == 0) return true;
    snprintf(found, sizeof found, "%lld cents", (long long)left);
    return verify_fault(v, "the round is over, and stakes lie on the layout", "0 cents", found);
}

static bool take_event(verifying *v, verify_stream *stream, const trey_event *event) {
    table_replay *table = stream->table;
    trey_transfer transfer[TREY_EVENT_TRANSFERS];
    const before_event before = {.phase = table->state.phase,
                                 .contribution_in = table->state.contribution_in,
                                 .dealt = table->state.dealer_dealt,
                                 .contributed = table->state.contributed};
    trey_stream jackpot = table->jackpot ? table->jackpot->item.id : 0;
    size_t count = trey_event_transfers(table->rules, &table->state, event, stream->item.id,
                                        jackpot, transfer);
    if (!verify_transfers(v, transfer, count)) return false;
    trey_apply(table->rules, &table->state, event);
    trey_deal_times_note(table->dealt, &table->state, event, v->record->time);
    fair_follow(table);
    after_event(table, &before, event);
    bool decided = v->deciding == stream && v->next == v->decision.count;
    if (decided) v->deciding = table->fair.fate_due ? stream : NULL;
    /* In a blind round nobody says which event is the last one; what ends it is. */
    bool ended = event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED;
    if ((decided || (table->blind && ended)) && !layout_is_empty(v, stream)) return false;
    return !table->jackpot || link_follow(v, stream, &before, event);
}

static bool decided_event(verifying *v, verify_stream *stream) {
    const trey_event *event = &v->decision.event[v->next];
    uint8_t bytes[TREY_EVENT_BYTES_MAX];
    trey_writer to = {bytes, sizeof bytes, 0, false};
    trey_event_write(&to, event);
    TREY_ASSERT(!to.full);
    if (to.used != v->record->size || memcmp(bytes, v->record->body, to.used) != 0) {
        char expected[SAID_MAX], found[SAID_MAX];
        trey_event other;
        bool read = trey_event_decode(v->record, &other);
        return verify_fault(v, "the engine decides otherwise", event_said(event, expected),
                            read ? event_said(&other, found) : "bytes that are no event");
    }
    v->next++;
    return take_event(v, stream, event);
}

static bool table_event(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    trey_event event;
    char found[SAID_MAX];
    if (table->awaits_deck) return verify_fault(v, "the sealed deck is missing", NULL, NULL);
    if (v->deciding == stream && v->next < v->decision.count) return decided_event(v, stream);
    if (!trey_event_decode(v->record, &event))
        return verify_fault(v, "the event cannot be read", NULL, NULL);
    if (!table->blind)
        return verify_fault(v, "no command causes this event", "a command",
                            event_said(&event, found));
    if (!fold_safe(table, &event))
        return verify_fault(v, "this event cannot happen here", NULL, event_said(&event, found));
    return take_event(v, stream, &event);
}

/* ---- The deck --------------------------------------------------------------------------- */
static bool table_sealed(verifying *v, verify_stream *stream) {
    table_replay *table = stream->table;
    if (!table->awaits_deck)
        return verify_fault(v, "no command causes this sealed event", NULL, NULL);
    if (!fair_deck(v, stream)) return false;
    table->awaits_deck = false;
    trey_command command = table->dealing;
    command.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++)
        command.cards[i] = table->fair.deck_known ? table->fair.deck[i] : (trey_card)i;
    v->deciding = NULL;
    if (!decide(v, stream, &command)) return false;
    v->next = 1;
    if (!table->fair.deck_known) { /* any cards will do; what follows from them is not compared */
        table->blind = true;
        table->tally.blind++;
        v->report->rounds_blind++;
        v->report->commands--;
        v->deciding = NULL;
    }
    return take_event(v, stream, &v->decision.event[0]);
}

/* ---- All ---------------------------------------------------------------------------------- */
static bool may_come_now(verifying *v, const verify_stream *stream) {
    const table_replay *table = stream->table;
    unsigned type = v->record->type;
    if (table->fair.fate_due && type != TREY_RECORD_FATE)
        return verify_fault(v, "the round is over, and its fate is missing", NULL, NULL);
    if (v->deciding != stream || type == TREY_RECORD_EVENT || type == TREY_RECORD_SEALED ||
        type == TREY_RECORD_FATE)
        return true;
    char expected[SAID_MAX];
    return verify_fault(v, "events of the command before it are missing",
                        table->awaits_deck ? "a sealed deck"
                                           : event_said(&v->decision.event[v->next], expected),
                        NULL);
}

bool table_record(verifying *v, verify_stream *stream) {
    const unsigned type = v->record->type;
    if ((v->record->place == 1) != (type == TREY_RECORD_OPENED))
        return verify_fault(v, "a table begins with its terms, and has them once", NULL, NULL);
    if (type == TREY_RECORD_OPENED) return table_opens(v, stream);
    if (!may_come_now(v, stream)) return false;
    switch ((trey_record_type)type) {
    case TREY_RECORD_COMMAND:
        return table_command(v, stream);
    case TREY_RECORD_EVENT:
        return table_event(v, stream);
    case TREY_RECORD_SEALED:
        return table_sealed(v, stream);
    case TREY_RECORD_COMMITMENT:
        return verify_no_transfers(v) && fair_commitment(v, stream);
    case TREY_RECORD_PLEDGE:
        return verify_no_transfers(v) && fair_pledge_record(v, stream);
    case TREY_RECORD_SHARE:
        return verify_no_transfers(v) && fair_share_record(v, stream);
    case TREY_RECORD_CUT:
        return verify_no_transfers(v) && fair_cut(v, stream);
    case TREY_RECORD_WITHHELD:
        return verify_no_transfers(v) && fair_withheld(v, stream);
    case TREY_RECORD_FATE:
        return verify_no_transfers(v) && fair_fate(v, stream);
    default:
        return verify_fault(v, "there is no such record of a table", NULL, NULL);
    }
}

bool table_end(verifying *v, verify_stream *stream) {
    const table_replay *table = stream->table;
    char name[SAID_MAX];
    v->report->rounds += table->tally.rounds;
    if (v->deciding == stream || table->fair.fate_due || table->fair.fresh)
        return verify_fault_beside(v, TREY_VERDICT_TRUNCATED, NULL, NULL,
                                   "%s ends in the middle of a command",
                                   verify_stream_name(stream, name));
    if (table->fair.committed && table->state.phase == TREY_PHASE_IDLE)
        return verify_fault_beside(v, TREY_VERDICT_CHANGED, NULL, NULL,
                                   "the last commitment of %s has no end, and no round is running",
                                   verify_stream_name(stream, name));
    return true;
}
