/* house.c -- opening, staging and flushing; chips and answers.
 *
 * Memory runs ahead of the store by what is staged. That is why a flush that fails
 * stops the house: what it has in memory never happened. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "house_parts.h"

static int64_t system_clock(void *context) {
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t house_now(trey_house *house) {
    return house->clock(house->clock_context);
}

trey_status house_fail(trey_house *house, trey_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(house->message.text, sizeof house->message.text, format, list);
    va_end(list);
    return status;
}

const char *trey_house_message(const trey_house *house) {
    return house->message.text;
}

unsigned trey_house_staged(const trey_house *house) {
    return house->staged;
}

uint64_t trey_house_flushes(const trey_house *house) {
    return house->flushes;
}

/* ---- Records ------------------------------------------------------------------------ */
void house_record(trey_house *house, trey_stream_kind kind, trey_stream stream, uint64_t *place,
                  unsigned type, const trey_writer *body) {
    TREY_ASSERT(!body->full);
    const trey_record record = {.stream = stream,
                                .type = (uint16_t)type,
                                .size = (uint32_t)body->used,
                                .body = body->bytes};
    /* The next start reads it again, and what it cannot read stops it: better to stop now. */
    TREY_ASSERT(record_reads_back(kind, &record, &house->seal));
    house->recorded = house_now(house);
    trey_batch_record(house->batch, stream, (uint16_t)type, house->recorded, body->bytes,
                      body->used);
    ++*place;
    house->records++;
}

void house_transfer(trey_house *house, const trey_transfer *transfer) {
    trey_batch_transfer(house->batch, transfer);
}

/* ---- Chips ---------------------------------------------------------------------------- */
static trey_cents *chips_of(trey_house *house, trey_player player, trey_status *status) {
    trey_cents cents, *chips = trey_map_find(&house->chips, player);
    *status = TREY_STATUS_OK;
    if (chips) return chips;
    *status = trey_store_balance(house->store, trey_account_of(TREY_LEDGER_PLAYER, player), &cents);
    if (*status != TREY_STATUS_OK) {
        house_fail(house, *status, "%s", trey_store_message_text(house->store));
        return NULL;
    }
    chips = trey_map_put(&house->chips, player);
    if (!chips) *status = TREY_STATUS_NO_MEMORY;
    if (chips) *chips = cents;
    return chips;
}

void house_chips_forget(trey_house *house, trey_player player) {
    trey_map_remove(&house->chips, player);
}

void house_chips_forget_all(trey_house *house) {
    trey_map_clear(&house->chips);
}

trey_status trey_house_chips(trey_house *house, trey_player player, trey_cents *cents) {
    trey_status status;
    const trey_cents *found = player == TREY_NOBODY ? NULL : chips_of(house, player, &status);
    if (player == TREY_NOBODY) return TREY_STATUS_NOT_FOUND;
    if (found) *cents = *found;
    return status;
}

/* Moves one side; false where a player would owe. */
static bool move_side(trey_house *house, trey_ledger_account account, trey_cents cents,
                      trey_status *status) {
    if (trey_account_kind(account) != TREY_LEDGER_PLAYER) return true;
    trey_cents *chips = chips_of(house, (trey_player)trey_account_owner(account), status);
    if (!chips) return false;
    *chips += cents;
    return *chips >= 0;
}

/* The payer's side of a transfer and then the payee's, one after the other; `way` -1 takes one
 * back. */
static bool move_nth(trey_house *house, const trey_transfer *transfer, size_t side, int way,
                     trey_status *status) {
    const trey_transfer *t = &transfer[side / 2];
    return side % 2 ? move_side(house, t->payee, way * t->cents, status)
                    : move_side(house, t->payer, -way * t->cents, status);
}

trey_status house_chips_move(trey_house *house, const trey_transfer *transfer, size_t count,
                             bool *short_of) {
    trey_status status = TREY_STATUS_OK;
    size_t side = 0;
    *short_of = false;
    while (side < 2 * count && move_nth(house, transfer, side, 1, &status)) side++;
    if (side == 2 * count || status != TREY_STATUS_OK) return status;
    *short_of = true; /* nothing of it happens: this side goes back, and those before it */
    for (size_t back = side + 1; back-- > 0;) {
        trey_status ignored;
        move_nth(house, transfer, back, -1, &ignored);
    }
    return TREY_STATUS_OK;
}

/* ---- Commands ---------------------------------------------------------------------------- */
void house_command_begins(trey_house *house, trey_reply *reply) {
    memset(reply, 0, sizeof *reply);
    house->records = 0;
}

trey_status house_has_stopped(trey_house *house) {
    return house_fail(house, TREY_STATUS_STORE_FAILED,
                      "the house has stopped after a failed flush; open it again");
}

/* ---- Flushing ------------------------------------------------------------------------------ */
trey_status trey_house_flush(trey_house *house, trey_receipt *receipt) {
    if (receipt) memset(receipt, 0, sizeof *receipt);
    if (house->stopped) return house_has_stopped(house);
    house->staged = 0;
    house->flushes++;
    if (house->shared) return house_flush_shared(house, receipt);
    trey_status status = TREY_STATUS_OK;
    if (!trey_batch_empty(house->batch))
        status = trey_store_commit(house->store, house->batch, receipt);
    house_answers_flushed(house, status == TREY_STATUS_OK);
    if (status != TREY_STATUS_OK) {
        house->stopped = true;
        house_chips_forget_all(house); /* what was staged nobody has */
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    }
    trey_batch_clear(house->batch);
    return TREY_STATUS_OK;
}

/* ---- Words ------------------------------------------------------------------------------------
 */
static const struct {
    unsigned number;
    const char *word, *text;
} refusals[] = {
#define REFUSAL_ROW(constant, word, text) {TREY_HOUSE_REFUSED_##constant, word, text},
    TREY_HOUSE_REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

const char *trey_reply_word(unsigned refused) {
    if (refused < TREY_REFUSED_COUNT) return trey_refused_word((trey_refused)refused);
    if (refused >= TREY_HOUSE_REFUSED_LINK &&
        refused < TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_COUNT)
        return trey_link_refused_word((trey_link_refused)(refused - TREY_HOUSE_REFUSED_LINK));
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (refusals[i].number == refused) return refusals[i].word;
    }
    return "unknown";
}

const char *trey_reply_text(unsigned refused) {
    if (refused < TREY_REFUSED_COUNT) return trey_refused_text((trey_refused)refused);
    if (refused >= TREY_HOUSE_REFUSED_LINK &&
        refused < TREY_HOUSE_REFUSED_LINK + TREY_LINK_REFUSED_COUNT)
        return trey_link_refused_text((trey_link_refused)(refused - TREY_HOUSE_REFUSED_LINK));
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (refusals[i].number == refused) return refusals[i].text;
    }
    return "the reason is not known to this version";
}

/* ---- Opening
 * -------------------------------------------------------------------------------------- */
trey_status trey_house_open(trey_house **out, trey_store *store, const trey_house_options *options,
                            trey_store_message *message) {
    trey_house *house = calloc(1, sizeof *house);
    *out = NULL;
    if (message) message->text[0] = '\0';
    if (!house) return TREY_STATUS_NO_MEMORY;
    house->store = store;
    house->chips.size = sizeof(trey_cents);
    snprintf(house->name, sizeof house->name, "%s", options->name);
    sodium_mlock(&house->seal, sizeof house->seal); /* as far as the system lets us */
    house->seal = *options->seal;
    house->reveal = options->reveal;
    house->entropy = options->entropy ? options->entropy : trey_entropy_kernel;
    house->entropy_context = options->entropy_context;
    house->clock = options->clock ? options->clock : system_clock;
    house->clock_context = options->clock_context;
    house->shared = options->shared;
    house->award_second = options->award_second;
    house->cash_second = options->cash_second;
    house->snapshot_every = options->snapshot_every ? options->snapshot_every : TREY_SNAPSHOT_EVERY;
    trey_status status = trey_batch_open(&house->batch);
    if (status == TREY_STATUS_OK && !house_answers_open(&house->answers))
        status = TREY_STATUS_NO_ENTROPY;
    if (status == TREY_STATUS_OK) status = house_load(house);
    if (status == TREY_STATUS_OK && !house->shared) status = house_interrupt(house);
    if (status != TREY_STATUS_OK) {
        if (message) *message = house->message;
        trey_house_close(house);
        return status;
    }
    *out = house;
    return TREY_STATUS_OK;
}

void trey_house_close(trey_house *house) {
    if (!house) return;
    if (house->locked) trey_store_unlock(house->store);
    for (unsigned i = 0; i < house->tables; i++) table_close(house->table[i]);
    trey_books_close(&house->books);
    for (unsigned i = 0; i < house->jackpots; i++) jackpot_close(house->jackpot[i]);
    trey_batch_close(house->batch);
    free(house->table);
    free(house->jackpot);
    trey_map_close(&house->chips);
    house_answers_close(&house->answers);
    sodium_munlock(&house->seal, sizeof house->seal); /* and wipes it */
    free(house);
}
