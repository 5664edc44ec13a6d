/* house_shared.c -- one house played by several processes, its nodes, on one store.
 *
 * The store's lock is the one order of everything. Before the first command of a batch a
 * node takes it and catches up: it reads the records behind the last one it knows and
 * applies what the others wrote. So each has every table, jackpot and count of chips as
 * they are, and decides on nothing else; its flush commits, and gives the lock back.
 *
 * A table is played by one node, which leads it: it has taken the stream's lease, and its
 * batches hold it. Where a flush fails, what was staged never happened; memory is read
 * again from the store, and the node goes on. */
#include <string.h>

#include "house_parts.h"

enum { LOCK_TRIES = 20 };

static trey_status store_fail(trey_house *house, trey_status status) {
    return house_fail(house, status, "%s", trey_store_message_text(house->store));
}

trey_status house_broke(trey_house *house, trey_status status) {
    if (house->shared) {
        house->broken = status;
    } else {
        house->stopped = true;
        house_chips_forget_all(house);
    }
    return status;
}

/* ---- Catching up ---------------------------------------------------------------------------- */
static house_table *table_of(const trey_house *house, trey_stream stream) {
    for (unsigned i = 0; i < house->tables; i++) {
        if (house->table[i]->stream == stream) return house->table[i];
    }
    return NULL;
}

static house_jackpot *jackpot_of(const trey_house *house, trey_stream stream) {
    for (unsigned i = 0; i < house->jackpots; i++) {
        if (house->jackpot[i]->stream == stream) return house->jackpot[i];
    }
    return NULL;
}

static void forget_chips(trey_house *house, const trey_record *record) {
    for (uint32_t i = 0; i < 2 * record->transfers; i++) {
        const trey_transfer *t = &record->transfer[i / 2];
        trey_ledger_account account = i % 2 ? t->payee : t->payer;
        if (trey_account_kind(account) != TREY_LEDGER_PLAYER) continue;
        trey_player player = (trey_player)trey_account_owner(account);
        house_chips_forget(house, player);
        if (house->follower.chips) house->follower.chips(house->follower.context, player);
    }
}

/* The first record of a stream that somebody else has opened: all of it is read. */
static trey_status take_stream(trey_house *house, trey_stream stream) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item = NULL;
    trey_stream_item found = {.id = 0};
    trey_status status = trey_cursor_open(&cursor, house->store, TREY_PART_STREAMS, stream - 1);
    if (status == TREY_STATUS_OK) status = trey_cursor_next(cursor, &item);
    if (status == TREY_STATUS_OK && item) found = item->stream;
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    if (found.id != stream) return TREY_STATUS_OK;
    if (found.kind == TREY_STREAM_TABLE) return load_table(house, &found);
    if (found.kind == TREY_STREAM_JACKPOT) return load_jackpot(house, &found);
    return TREY_STATUS_OK;
}

/* What is known already, because a whole stream was read, is passed over. */
static trey_status take_record(trey_house *house, const trey_record *record, bool *ours) {
    house_table *table = table_of(house, record->stream);
    house_jackpot *jackpot = table ? NULL : jackpot_of(house, record->stream);
    forget_chips(house, record);
    if (record->place == 0) return TREY_STATUS_OK; /* a stream has got its name */
    if (table) {
        if (record->place <= table->place) return TREY_STATUS_OK;
        *ours = *ours || table->epoch > 0;
        follow_table(house, table, record);
        unpaid_follow(house, table, record);
        return table_take_record(house, table, record);
    }
    if (jackpot) {
        if (record->place <= jackpot->place) return TREY_STATUS_OK;
        follow_jackpot(house, jackpot, record);
        unpaid_follow_jackpot(jackpot, record);
        return jackpot_take_record(house, jackpot, record);
    }
    if (record->stream == house->cage) {
        house->cage_place = record->place;
        return TREY_STATUS_OK;
    }
    if (house->follower.notes) house->follower.notes(house->follower.context);
    return record->place == 1 ? take_stream(house, record->stream) : TREY_STATUS_OK;
}

/* Which of its tables does this node still lead? */
static trey_status look_at_leases(trey_house *house) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status = trey_cursor_open(&cursor, house->store, TREY_PART_STREAMS, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        house_table *table = table_of(house, item->stream.id);
        if (table && table->epoch != item->stream.epoch) table->epoch = 0;
    }
    trey_cursor_close(cursor);
    return status == TREY_STATUS_OK ? status : store_fail(house, status);
}

static trey_status catch_up(trey_house *house) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    bool ours = false;
    trey_status status = trey_cursor_open(&cursor, house->store, TREY_PART_RECORDS, house->seq);
    if (status != TREY_STATUS_OK) store_fail(house, status);
    while (status == TREY_STATUS_OK) {
        status = trey_cursor_next(cursor, &item);
        if (status != TREY_STATUS_OK) store_fail(house, status);
        if (status != TREY_STATUS_OK || !item) break;
        uint64_t seq = item->record.seq;
        status = take_record(house, &item->record, &ours);
        if (status == TREY_STATUS_OK) house->seq = seq;
    }
    trey_cursor_close(cursor);
    follow_end(house);
    /* Somebody wrote to a table that this node leads: for a lost link, or as its leader. */
    if (status == TREY_STATUS_OK && ours) status = look_at_leases(house);
    return status;
}

trey_status trey_house_catch_up(trey_house *house) {
    if (house->stopped) return house_has_stopped(house);
    if (!house->shared || house->locked) return TREY_STATUS_OK;
    trey_status status;
    if (!house->untrue) {
        status = catch_up(house);
        if (status == TREY_STATUS_OK) tables_try_seeds(house);
        return status;
    }
    status = house_batch_begins(house);
    return status == TREY_STATUS_OK ? trey_house_flush(house, NULL) : status;
}

/* ---- Batches ------------------------------------------------------------------------------------
 */
static trey_status read_again(trey_house *house) {
    trey_status status = TREY_STATUS_OK;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < house->jackpots; i++) {
        if (house->jackpot[i]->untrue) status = jackpot_fill(house, house->jackpot[i]);
    }
    for (unsigned i = 0; status == TREY_STATUS_OK && i < house->tables; i++) {
        if (house->table[i]->untrue) status = table_fill(house, house->table[i]);
    }
    if (status == TREY_STATUS_OK) status = look_at_leases(house);
    return status;
}

static trey_status see_everything(trey_house *house, uint64_t last) {
    trey_status status = house->untrue ? read_again(house) : TREY_STATUS_OK;
    if (status == TREY_STATUS_OK && last > house->seq) status = catch_up(house);
    if (status == TREY_STATUS_OK) status = tables_take_seeds(house);
    if (status == TREY_STATUS_OK) house->untrue = false;
    return status;
}

trey_status house_batch_begins(trey_house *house) {
    if (!house->shared || house->locked) return house->broken;
    if (house->broken != TREY_STATUS_OK) return house->broken;
    for (unsigned tries = 0;; tries++) {
        uint64_t last;
        trey_status status = trey_store_lock(house->store, &last);
        if (status != TREY_STATUS_OK) return store_fail(house, status);
        status = see_everything(house, last);
        house->locked = status == TREY_STATUS_OK;
        if (house->locked) return status;
        trey_store_unlock(house->store);
        /* A connection broke, and somebody else was faster: once more from where it stands. */
        if (status != TREY_STATUS_CONFLICT || tries == LOCK_TRIES) return status;
    }
}

void house_batch_ends(trey_house *house) {
    if (!house->locked || house->staged > 0) return;
    trey_store_unlock(house->store);
    house->locked = false;
}

trey_status house_unstaged(trey_house *house) {
    if (!house->shared || !house->locked) return house->broken;
    trey_status status = trey_house_flush(house, NULL);
    /* Whoever staged it hears of it at his own flush. */
    return status == TREY_STATUS_OK ? status : house_broke(house, status);
}

static void all_is_stored(trey_house *house) {
    for (unsigned i = 0; i < house->tables; i++) {
        house->table[i]->stored = house->table[i]->place;
        house->table[i]->held = false;
    }
    for (unsigned i = 0; i < house->jackpots; i++)
        house->jackpot[i]->stored = house->jackpot[i]->place;
}

/* What was staged never happened, or nobody knows: memory waits to be read again. Tables
 * and jackpots that were new are forgotten; they are the last ones. */
static void take_back(trey_house *house) {
    while (house->tables > 0 && house->table[house->tables - 1]->stored == 0)
        table_close(house->table[--house->tables]);
    while (house->jackpots > 0 && house->jackpot[house->jackpots - 1]->stored == 0)
        jackpot_close(house->jackpot[--house->jackpots]);
    for (unsigned i = 0; i < house->tables; i++) {
        house_table *table = house->table[i];
        table->untrue = table->untrue || table->place != table->stored;
        table->held = false;
        /* A seed that was drawn for an opening call is no one's. */
        if (table->state.phase == TREY_PHASE_IDLE && !table->untrue) fair_forget(table);
    }
    for (unsigned i = 0; i < house->jackpots; i++) {
        house_jackpot *jackpot = house->jackpot[i];
        jackpot->untrue = jackpot->untrue || jackpot->place != jackpot->stored;
        jackpot->unpaid_read = false;
    }
    house_chips_forget_all(house);
    house->untrue = true;
}

trey_status house_flush_shared(trey_house *house, trey_receipt *receipt) {
    trey_receipt own = {0};
    trey_status status = house->broken;
    if (!receipt) receipt = &own;
    if (status == TREY_STATUS_OK && !trey_batch_empty(house->batch)) {
        status = trey_store_commit(house->store, house->batch, receipt);
        if (status != TREY_STATUS_OK) store_fail(house, status);
    }
    trey_store_unlock(house->store);
    trey_batch_clear(house->batch);
    house_answers_flushed(house, status == TREY_STATUS_OK);
    house->locked = false;
    house->broken = TREY_STATUS_OK;
    if (status == TREY_STATUS_OK) {
        if (receipt->last > 0) house->seq = receipt->last;
        all_is_stored(house);
        return status;
    }
    take_back(house);
    if (status == TREY_STATUS_STORE_FAILED || status == TREY_STATUS_STORE_CORRUPT) {
        house->stopped = true;
    } else if (status != TREY_STATUS_STORE_LOST) { /* which was waited for long enough */
        const trey_store_message why = house->message;
        if (house_batch_begins(house) == TREY_STATUS_OK) house_batch_ends(house);
        house->message = why;
    }
    return status;
}

/* ---- Leading ----------------------------------------------------------------------------------
 */
bool trey_house_leads(const trey_house *house, unsigned table) {
    return !house->shared || house->table[table]->epoch > 0;
}

uint64_t trey_house_epoch(const trey_house *house, unsigned table) {
    return house->table[table]->epoch;
}

uint64_t trey_house_seen(const trey_house *house) {
    return house->seq;
}

void table_hold(trey_house *house, house_table *table) {
    if (table->epoch == 0 || table->held) return;
    trey_batch_hold(house->batch, table->stream, table->epoch);
    table->held = true;
}

bool table_led(trey_house *house, house_table *table, trey_reply *reply) {
    if (!house->shared) return true;
    if (table->epoch == 0) {
        reply->refused = TREY_HOUSE_REFUSED_NOT_LEADING;
        return false;
    }
    table_hold(house, table);
    return true;
}

static trey_status take_over(trey_house *house, house_table *table) {
    uint64_t epoch;
    trey_status status = trey_store_lease(house->store, table->stream, &epoch);
    if (status != TREY_STATUS_OK) return store_fail(house, status);
    table->epoch = epoch;
    status = house_batch_begins(house);
    if (status == TREY_STATUS_OK) status = look_at_leases(house);
    if (status == TREY_STATUS_OK && table->epoch != epoch)
        status =
            house_fail(house, TREY_STATUS_CONFLICT,
                       "another node has taken table %s over at the same time", table->terms.name);
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    table_hold(house, table);
    if (table_is_running(table)) status = table_interrupt(house, table);
    return status == TREY_STATUS_OK ? status : house_broke(house, status);
}

trey_status trey_house_lead(trey_house *house, unsigned index) {
    TREY_ASSERT(index < house->tables);
    if (house->stopped) return house_has_stopped(house);
    if (!house->shared) return TREY_STATUS_OK;
    house_table *table = house->table[index];
    trey_status status = house_unstaged(house);
    if (status != TREY_STATUS_OK) return status;
    if (table->epoch > 0) return trey_house_catch_up(house);
    status = take_over(house, table);
    trey_status flushed = trey_house_flush(house, NULL);
    if (status == TREY_STATUS_OK) status = flushed;
    /* A round that was not concluded is not gone on with: the next attempt takes it over. */
    if (status != TREY_STATUS_OK) table->epoch = 0;
    return status;
}

trey_status trey_house_hand_over(trey_house *house, unsigned index, const char *node) {
    TREY_ASSERT(index < house->tables);
    house_table *table = house->table[index];
    if (house->stopped) return house_has_stopped(house);
    if (!house->shared || table->epoch == 0) return TREY_STATUS_OK;
    trey_status status = house_unstaged(house);
    if (status != TREY_STATUS_OK) return status;
    if (table->state.phase != TREY_PHASE_IDLE)
        return house_fail(house, TREY_STATUS_INVALID, "a round is running at %s",
                          table->terms.name);
    status = trey_store_hand_over(house->store, table->stream, table->epoch, node);
    /* Also where it is not known what became of it: nothing is written without a lease. */
    table->epoch = 0;
    return status == TREY_STATUS_OK ? status : store_fail(house, status);
}

void trey_house_lost(trey_house *house, unsigned index) {
    TREY_ASSERT(index < house->tables);
    house->table[index]->epoch = 0;
}
