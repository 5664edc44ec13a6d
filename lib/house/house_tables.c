/* house_tables.c -- a table of the house: its commands decided, its events kept, their
 * money moved. */
#include <stdlib.h>
#include <string.h>

#include "house_parts.h"

/* ---- Making and finding ---------------------------------------------------------------- */
trey_status table_make(trey_house *house, const trey_table_terms *terms, house_table **out) {
    house_table *table = calloc(1, sizeof *table);
    *out = NULL;
    if (!table) return house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory");
    table->terms = *terms;
    table->jackpot = NO_JACKPOT;
    const trey_open_book *shared = NULL;
    trey_status status = trey_books_find(&house->books, terms, &shared, &house->message);
    if (shared) {
        table->book = shared->book;
        table->rules = shared->rules;
        table->book_hash = shared->hash;
    }
    if (status == TREY_STATUS_OK && terms->jackpot[0]) {
        unsigned jackpot = trey_house_jackpot_find(house, terms->jackpot);
        if (jackpot == house->jackpots)
            status = house_fail(house, TREY_STATUS_INVALID, "there is no jackpot called %s",
                                terms->jackpot);
        table->jackpot = (int)jackpot;
    }
    trey_cents meter = terms->meter;
    if (status == TREY_STATUS_OK && table->jackpot != NO_JACKPOT) {
        const trey_link *link = &house->jackpot[table->jackpot]->state;
        table->terms.config.jackpot = 1;
        table->terms.config.jackpot_bet = link->parameters.bet;
        table->terms.config.jackpot_contribution = trey_link_contribution(&link->parameters);
        table->terms.config.jackpot_reset = link->parameters.reset;
        meter = link->value;
        table->terms.meter = meter;
    }
    if (status == TREY_STATUS_OK) {
        trey_config_fault fault =
            trey_table_open(table->rules, &table->terms.config, meter, &table->state);
        if (fault != TREY_CONFIG_GOOD)
            status = house_fail(
                house, TREY_STATUS_INVALID, "table %s: %s", terms->name,
                fault == TREY_CONFIG_POSITIONS ? "the book does not allow this number of positions"
                : fault == TREY_CONFIG_DEVICE  ? "the book knows no such dealing device"
                : fault == TREY_CONFIG_LIMITS ? "a limit is missing, reversed or outside the book's"
                : fault == TREY_CONFIG_JACKPOT ? "bet, contribution or reset value of the jackpot"
                                               : "no such collection schedule");
    }
    if (status != TREY_STATUS_OK) {
        table_close(table);
        return status;
    }
    *out = table;
    return TREY_STATUS_OK;
}

void table_close(house_table *table) {
    if (!table) return;
    fair_forget(table);
    free(table);
}

trey_status table_keep(trey_house *house, house_table *table) {
    if (!TREY_LIST_ROOM(house->table, house->tables, house->table_room))
        return house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory");
    house->table[house->tables++] = table;
    return TREY_STATUS_OK;
}

static trey_status table_name_free(trey_house *house, const char *name) {
    if (trey_house_table_find(house, name) == house->tables) return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_CONFLICT, "there is a table called %s already", name);
}

/* Gets a table its stream, which a shared house leads from the beginning; another node
 * may have been faster. */
static trey_status name_table(trey_house *house, const char *name, trey_stream *stream,
                              uint64_t *epoch) {
    trey_status status = house_unstaged(house);
    if (status != TREY_STATUS_OK) return status;
    status =
        trey_store_stream(house->store, TREY_STREAM_TABLE, name, true, house_now(house), stream);
    if (status == TREY_STATUS_OK && house->shared)
        status = trey_store_lease(house->store, *stream, epoch);
    if (status != TREY_STATUS_OK)
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    status = house_batch_begins(house);
    if (status == TREY_STATUS_OK) status = table_name_free(house, name);
    if (status != TREY_STATUS_OK) house_batch_ends(house);
    return status;
}

/* A link pays by its rulebook as it is printed. */
static trey_status same_as_link(trey_house *house, const house_table *table) {
    if (table->jackpot == NO_JACKPOT ||
        trey_link_agrees(&house->jackpot[table->jackpot]->state, table->book))
        return TREY_STATUS_OK;
    return house_fail(house, TREY_STATUS_INVALID,
                      "table %s: jackpot %s pays in another way than this rulebook with these "
                      "readings; leave the readings about the meter and about the order of winners "
                      "out, or the jackpot",
                      table->terms.name, table->terms.jackpot);
}

/* Would a table of these terms be made? */
static trey_status check_terms(trey_house *house, const trey_table_terms *terms) {
    house_table *table = NULL;
    if (terms->name[0] == '\0')
        return house_fail(house, TREY_STATUS_INVALID, "a table needs a name");
    trey_status status = table_name_free(house, terms->name);
    if (status == TREY_STATUS_OK) status = table_make(house, terms, &table);
    if (status == TREY_STATUS_OK) status = same_as_link(house, table);
    table_close(table);
    return status;
}

trey_status trey_house_table_open(trey_house *house, const trey_table_terms *terms,
                                  unsigned *index) {
    house_table *table = NULL;
    trey_stream stream;
    uint64_t epoch = 0;
    trey_status status = check_terms(house, terms);
    if (status == TREY_STATUS_OK) status = name_table(house, terms->name, &stream, &epoch);
    if (status == TREY_STATUS_OK) status = table_make(house, terms, &table);
    if (status == TREY_STATUS_OK) status = table_keep(house, table);
    if (status != TREY_STATUS_OK) {
        table_close(table);
        return status;
    }
    TREY_ASSERT(table);
    table->stream = stream;
    table->epoch = epoch;
    table_hold(house, table);
    uint8_t bytes[TERMS_BYTES_MAX];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    terms_write(&body, &table->terms);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_OPENED, &body);
    trey_transfer start;
    if (trey_terms_transfer(&table->terms, table->stream, &start)) house_transfer(house, &start);
    house->staged++;
    *index = house->tables - 1;
    return TREY_STATUS_OK;
}

unsigned trey_house_tables(const trey_house *house) {
    return house->tables;
}

unsigned trey_house_table_find(const trey_house *house, const char *name) {
    unsigned i = 0;
    while (i < house->tables && strcmp(house->table[i]->terms.name, name) != 0) i++;
    return i;
}

const trey_table *trey_house_table(const trey_house *house, unsigned table) {
    return &house->table[table]->state;
}

const trey_rules *trey_house_rules(const trey_house *house, unsigned table) {
    return house->table[table]->rules;
}

const trey_table_terms *trey_house_terms(const trey_house *house, unsigned table) {
    return &house->table[table]->terms;
}

const trey_hash *trey_house_book_hash(const trey_house *house, unsigned table) {
    return &house->table[table]->book_hash;
}

trey_stream trey_house_table_stream(const trey_house *house, unsigned table) {
    return house->table[table]->stream;
}

/* ---- Keeping what was decided -------------------------------------------------------------- */
static const trey_command_id nobodys;

static void record_command(trey_house *house, house_table *table, const trey_command_id *id,
                           const trey_command *command) {
    uint8_t bytes[sizeof id->byte + TREY_COMMAND_BYTES_MAX];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_command told = *command;
    /* The shuffled deck stands sealed in its event, and nowhere else. */
    if (told.verb == TREY_VERB_DECK && table->terms.config.system_deck) {
        told.count = 0;
        memset(told.cards, 0, sizeof told.cards);
    }
    trey_write_bytes(&body, (id ? id : &nobodys)->byte, sizeof id->byte);
    trey_command_write(&body, &told);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_COMMAND,
                 &body);
}

static trey_status record_event(trey_house *house, house_table *table, const trey_event *event) {
    uint8_t plain[TREY_EVENT_BYTES_MAX], bytes[TREY_EVENT_BYTES_MAX + TREY_SEAL_EXTRA + 10];
    trey_writer body = {plain, sizeof plain, 0, false};
    trey_event_write(&body, event);
    if (event->kind != TREY_EVENT_DECK || !table->terms.config.system_deck) {
        house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_EVENT,
                     &body);
        return TREY_STATUS_OK;
    }
    trey_writer sealed = {bytes, sizeof bytes, 0, false};
    trey_hash about = fair_about(table->stream, table->state.round);
    trey_write_number(&sealed, table->state.round);
    trey_status status = trey_seal(&house->seal, &about, plain, body.used, house->entropy,
                                   house->entropy_context, bytes + sealed.used);
    if (status != TREY_STATUS_OK) return house_fail(house, status, "%s", trey_status_text(status));
    sealed.used += body.used + TREY_SEAL_EXTRA;
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_SEALED,
                 &sealed);
    return TREY_STATUS_OK;
}

static trey_status keep_event(trey_house *house, house_table *table, const trey_event *event,
                              const trey_transfer *transfer, size_t transfers) {
    const trey_table before = table->state;
    trey_status status = record_event(house, table, event);
    if (status != TREY_STATUS_OK) return status;
    for (size_t i = 0; i < transfers; i++) house_transfer(house, &transfer[i]);
    trey_apply(table->rules, &table->state, event);
    trey_deal_times_note(table->dealt, &table->state, event, house->recorded);
    trey_fairness_follow(&table->fair, &table->state);
    if (event->kind == TREY_EVENT_RULED) trey_batch_checkpoint(house->batch);
    if (table->jackpot != NO_JACKPOT) status = jackpot_follow(house, table, &before, event);
    bool over = event->kind == TREY_EVENT_SETTLED || event->kind == TREY_EVENT_VOIDED;
    if (status == TREY_STATUS_OK && over && before.phase != TREY_PHASE_IDLE)
        status = fair_end(house, table, event, before.dealer_dealt > 0);
    return status;
}

/* Between rounds the state is small and at rest: a good moment for a snapshot. */
static void keep_snapshot(trey_house *house, house_table *table) {
    if (table->state.phase != TREY_PHASE_IDLE ||
        table->place - table->snapshot_at < house->snapshot_every)
        return;
    uint8_t bytes[TREY_TABLE_SNAPSHOT_BYTES];
    trey_table_snapshot_encode(&table->state, bytes);
    trey_batch_snapshot(house->batch, table->stream, table->place, bytes, sizeof bytes);
    table->snapshot_at = table->place;
}

/* All transfers of the decision, those of event i ending at last[i]. */
typedef struct money {
    trey_transfer transfer[TREY_EVENTS * 2];
    size_t last[TREY_EVENTS], count;
} money;

static void reckon(const trey_house *house, const house_table *table, const trey_decision *decision,
                   money *out) {
    trey_table state = table->state;
    trey_stream jackpot = table->jackpot == NO_JACKPOT ? 0 : house->jackpot[table->jackpot]->stream;
    out->count = 0;
    for (unsigned i = 0; i < decision->count; i++) {
        trey_transfer each[TREY_EVENT_TRANSFERS];
        size_t count = trey_event_transfers(table->rules, &state, &decision->event[i],
                                            table->stream, jackpot, each);
        TREY_ASSERT(out->count + count <= sizeof out->transfer / sizeof *out->transfer);
        memcpy(&out->transfer[out->count], each, count * sizeof *each);
        out->count += count;
        out->last[i] = out->count;
        trey_apply(table->rules, &state, &decision->event[i]);
    }
}

/* Decides and keeps; *refused is the answer. */
static trey_status carry_out(trey_house *house, house_table *table, const trey_command_id *id,
                             const trey_command *command, unsigned *refused) {
    trey_decision *decision = &house->decision;
    trey_decide(table->rules, &table->state, command, decision);
    *refused = decision->refused;
    if (*refused != TREY_REFUSED_NONE) return TREY_STATUS_OK;
    money *sums = malloc(sizeof *sums);
    if (!sums) return house_fail(house, TREY_STATUS_NO_MEMORY, "out of memory");
    reckon(house, table, decision, sums);
    bool short_of;
    trey_status status = house_chips_move(house, sums->transfer, sums->count, &short_of);
    if (status == TREY_STATUS_OK && short_of) {
        *refused = TREY_HOUSE_REFUSED_CHIPS_SHORT;
        decision->count = 0;
        free(sums);
        return TREY_STATUS_OK;
    }
    bool drawn = command->verb == TREY_VERB_OPEN && table->fair.committed;
    if (status == TREY_STATUS_OK && drawn) fair_publish(house, table);
    if (status == TREY_STATUS_OK) record_command(house, table, id, command);
    /* The link may be told more on the way, with decisions of its own; this one is kept. */
    const unsigned count = decision->count;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < count; i++) {
        size_t first = i ? sums->last[i - 1] : 0;
        status = keep_event(house, table, &decision->event[i], &sums->transfer[first],
                            sums->last[i] - first);
    }
    free(sums);
    if (status == TREY_STATUS_OK) keep_snapshot(house, table);
    return status;
}

trey_status table_own_command(trey_house *house, house_table *table, const trey_command *command) {
    unsigned refused;
    return carry_out(house, table, NULL, command, &refused);
}

/* What must be so before the table decides. */
static trey_status prepare(trey_house *house, house_table *table, const trey_command *command,
                           unsigned *refused) {
    bool shuffled = table->terms.config.system_deck;
    if (shuffled && command->verb == TREY_VERB_DECK) { /* the house gives its own */
        *refused = TREY_REFUSED_CARDS_ARE_SHUFFLED;
        return TREY_STATUS_OK;
    }
    if (command->verb == TREY_VERB_METER && table->jackpot != NO_JACKPOT) {
        *refused = TREY_HOUSE_REFUSED_METER_IS_LINKED;
        return TREY_STATUS_OK;
    }
    bool meter = command->verb == TREY_VERB_OPEN || command->verb == TREY_VERB_SETTLE;
    if (meter && table->jackpot != NO_JACKPOT) {
        trey_status status = jackpot_show(house, table);
        if (status != TREY_STATUS_OK) return status;
    }
    if (command->verb == TREY_VERB_OPEN && shuffled && table->state.phase == TREY_PHASE_IDLE) {
        bool drawn;
        trey_status status = fair_draw(house, table, &drawn);
        if (status == TREY_STATUS_OK && !drawn) *refused = TREY_HOUSE_REFUSED_NO_ENTROPY;
        return status;
    }
    return TREY_STATUS_OK;
}

house_table *table_begins(trey_house *house, unsigned index, const trey_command_id *id,
                          trey_reply *reply, trey_status *status) {
    TREY_ASSERT(index < house->tables);
    house_table *table = house->table[index];
    bool found;
    house_command_begins(house, reply);
    *status = house_answered(house, id, reply, &found);
    return *status == TREY_STATUS_OK && !found && table_led(house, table, reply) ? table : NULL;
}

trey_status trey_house_command(trey_house *house, unsigned index, const trey_command_id *id,
                               const trey_command *command, trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, id, reply, &status);
    if (!table) return status;
    unsigned refused = TREY_REFUSED_NONE;
    house->decision.refused = TREY_REFUSED_NONE;
    house->decision.count = 0;
    status = prepare(house, table, command, &refused);
    if (status == TREY_STATUS_OK && refused == TREY_REFUSED_NONE)
        status = carry_out(house, table, id, command, &refused);
    /* An opening call that came to nothing leaves no seed behind. */
    if (command->verb == TREY_VERB_OPEN && refused != TREY_REFUSED_NONE &&
        table->state.phase == TREY_PHASE_IDLE)
        fair_forget(table);
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    reply->decision = &house->decision;
    return house_answer(house, id, table->stream, refused, reply);
}

/* All shares are there: what they pick and cut is published, and dealt. */
static trey_status deal_cut(trey_house *house, house_table *table, const trey_command_id *id,
                            unsigned *refused) {
    trey_command command = {.verb = TREY_VERB_DECK, .role = TREY_ROLE_DEALER};
    trey_fairness *fair = &table->fair;
    fair->joint = trey_joint_of(&fair->list, fair->pledge, fair->pledges);
    trey_shuffle(&fair->joint, &table->shuffled);
    fair->spare = trey_stack_seed(&table->seed, 1u - table->shuffled.pick);
    uint8_t bytes[2 * TREY_HASH_BYTES + TREY_SEED_BYTES + 16];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_write_number(&body, (int64_t)fair->round);
    trey_write_bytes(&body, fair->list.byte, TREY_HASH_BYTES);
    trey_write_bytes(&body, fair->joint.byte, TREY_HASH_BYTES);
    trey_write_bytes(&body, fair->spare.byte, TREY_SEED_BYTES);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_CUT, &body);
    command.count = TREY_CARDS;
    memcpy(command.cards, table->shuffled.deck, TREY_CARDS);
    fair->dealt = true;
    return carry_out(house, table, id, &command, refused);
}

trey_status trey_house_deal(trey_house *house, unsigned index, const trey_command_id *id,
                            trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, id, reply, &status);
    if (!table) return status;
    unsigned refused = TREY_REFUSED_NONE;
    if (!table->terms.config.system_deck) {
        refused = TREY_HOUSE_REFUSED_CARDS_ARE_ENTERED;
    } else if (table->state.phase != TREY_PHASE_CLOSED || !table->fair.committed ||
               table->state.gate != TREY_GATE_NONE) {
        refused = TREY_REFUSED_NOT_DEALING;
    } else if (!fair_seed_known(house, table)) {
        refused = TREY_HOUSE_REFUSED_SEED_LOST;
    } else if (trey_fairness_due(&table->fair) > 0) {
        refused = TREY_HOUSE_REFUSED_SHARES_DUE;
    } else {
        status = deal_cut(house, table, id, &refused);
        TREY_ASSERT(status != TREY_STATUS_OK || refused == TREY_REFUSED_NONE);
    }
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    reply->decision = &house->decision;
    return house_answer(house, id, table->stream, refused, reply);
}
