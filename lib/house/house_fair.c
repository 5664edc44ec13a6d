/* house_fair.c -- the seed of a round from its commitment to its end. */
#include <string.h>

#include "house_parts.h"

static const char kept_seed[] = "seed";

static trey_hash commitment_to(const trey_house *house, const house_table *table) {
    const trey_round_name name = {house->name, table->terms.name, table->fair.round,
                                  table->book_hash};
    return trey_commitment_of(&name, &table->seed);
}

/* No flag could go wrong here: a seed is known that gives the commitment. */
bool fair_seed_known(const trey_house *house, const house_table *table) {
    const trey_hash commitment = commitment_to(house, table);
    return trey_hash_equal(&commitment, &table->fair.commitment);
}

trey_status fair_draw(trey_house *house, house_table *table, bool *drawn) {
    trey_status status = trey_seed_draw(house->entropy, house->entropy_context, &table->seed);
    *drawn = status == TREY_STATUS_OK;
    if (!*drawn) return TREY_STATUS_OK;
    memset(&table->fair, 0, sizeof table->fair);
    table->fair.round = table->state.round + 1;
    table->fair.commitment = commitment_to(house, table);
    table->fair.committed = true;
    trey_nonces_open(&table->nonces);
    return TREY_STATUS_OK;
}

/* The commitment stands before the opening call; the seed is kept sealed. */
void fair_publish(trey_house *house, house_table *table) {
    uint8_t bytes[48];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_sealed_seed sealed;
    trey_write_number(&body, (int64_t)table->fair.round);
    trey_write_bytes(&body, table->fair.commitment.byte, TREY_HASH_BYTES);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_COMMITMENT,
                 &body);
    trey_status status = trey_seed_seal(&house->seal, &table->fair.commitment, &table->seed,
                                        house->entropy, house->entropy_context, &sealed);
    /* Without entropy for the seal nothing is kept, and a restart voids the round. */
    if (status == TREY_STATUS_OK)
        trey_batch_keep(house->batch, table->stream, kept_seed, sealed.byte, sizeof sealed.byte);
}

void fair_forget(house_table *table) {
    trey_seed_wipe(&table->seed);
    trey_shuffled_wipe(&table->shuffled);
    memset(&table->fair, 0, sizeof table->fair);
    trey_nonces_open(&table->nonces);
}

trey_status fair_end(trey_house *house, house_table *table, const trey_event *event, bool dealt) {
    if (!table->terms.config.system_deck || !table->fair.committed) return TREY_STATUS_OK;
    uint8_t bytes[160];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_fate_record fate = {
        .round = table->fair.round,
        .dealt = dealt,
        .fate = event->kind == TREY_EVENT_VOIDED ? TREY_FATE_VOID : TREY_FATE_DEALT,
        .cause = trey_fate_cause(event),
        .reveal = (uint8_t)(fair_seed_known(house, table) ? house->reveal : TREY_REVEAL_NOBODY)};
    if (fate.reveal == TREY_REVEAL_ALL) fate.seed = table->seed;
    if (fate.reveal == TREY_REVEAL_AUDITOR &&
        trey_seed_seal(&house->seal, &table->fair.commitment, &table->seed, house->entropy,
                       house->entropy_context, &fate.sealed) != TREY_STATUS_OK)
        fate.reveal = TREY_REVEAL_NOBODY;
    fate_write(&body, &fate);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_FATE, &body);
    trey_batch_wipe(house->batch, table->stream, kept_seed);
    trey_seed_wipe(&fate.seed);
    fair_forget(table);
    return TREY_STATUS_OK;
}

trey_fairness trey_house_fairness(const trey_house *house, unsigned table) {
    return house->table[table]->fair;
}

trey_status trey_house_nonce(trey_house *house, unsigned index, const trey_command_id *id,
                             trey_player player, const void *nonce, size_t count,
                             trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, id, reply, &status);
    if (!table) return status;
    char name[TREY_PLAYER_NAME_MAX];
    unsigned refused = TREY_HOUSE_REFUSED_BAD_NONCE;
    bool open =
        table->state.phase == TREY_PHASE_BETTING && table->fair.committed && player != TREY_NOBODY;
    if (open && trey_nonces_add(&table->nonces, trey_nonce_player(player, name), nonce, count)) {
        uint8_t bytes[TREY_COMMAND_ID_BYTES + TREY_NONCE_MAX + 10];
        trey_writer body = {bytes, sizeof bytes, 0, false};
        id_write(&body, id);
        trey_write_number(&body, player);
        trey_write_bytes(&body, nonce, count);
        house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_NONCE,
                     &body);
        refused = TREY_HOUSE_REFUSED_NONE;
    }
    return house_answer(house, id, table->stream, refused, reply);
}

/* Which card of the deck lies at a place of a hand: it is looked for, since books deal
 * in packets or one by one. */
static bool open_card(const house_table *table, trey_card card, trey_opening *out) {
    const trey_card *found = memchr(table->shuffled.deck, card, TREY_CARDS);
    if (card == TREY_NO_CARD || !found) return false;
    trey_shuffled_opening(&table->shuffled, (unsigned)(found - table->shuffled.deck), out);
    return true;
}

size_t trey_house_openings(const trey_house *house, unsigned index, unsigned role,
                           trey_player player, trey_opening out[TREY_CARDS]) {
    const house_table *table = house->table[index];
    trey_view view;
    size_t count = 0;
    if (!table->fair.dealt || table->seed_due || !fair_seed_known(house, table)) return 0;
    trey_table_view(table->rules, &table->state, role, player, &view);
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        for (unsigned i = 0; i < view.box[seat].dealt; i++)
            count += open_card(table, view.box[seat].card[i], &out[count]);
    }
    for (unsigned i = 0; i < view.dealer_dealt; i++)
        count += open_card(table, view.dealer[i], &out[count]);
    return count;
}
