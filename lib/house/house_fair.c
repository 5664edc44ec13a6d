/* house_fair.c -- the shuffle of a round: stacks and commitment before the bets, pledges and
 * shares of those who bet, the cut, and the end. */
#include <string.h>

#include "house_parts.h"

static const char kept_seed[] = "seed";

static trey_hash commitment_to(const trey_house *house, const house_table *table) {
    const trey_round_name name = {house->name, table->terms.name, table->fair.round,
                                  table->book_hash};
    const trey_hash root[TREY_STACKS] = {table->shuffled.stack[0].root,
                                         table->shuffled.stack[1].root};
    return trey_commitment_of(&name, root);
}

/* No flag could go wrong here: stacks are known that give the commitment. */
bool fair_seed_known(const trey_house *house, const house_table *table) {
    const trey_hash commitment = commitment_to(house, table);
    return trey_hash_equal(&commitment, &table->fair.commitment);
}

trey_status fair_draw(trey_house *house, house_table *table, bool *drawn) {
    trey_status status = trey_seed_draw(house->entropy, house->entropy_context, &table->seed);
    *drawn = status == TREY_STATUS_OK;
    if (!*drawn) return TREY_STATUS_OK;
    trey_stacks_make(&table->seed, &table->shuffled);
    table->fair.round = table->state.round + UINT64_C(1);
    const trey_hash commitment = commitment_to(house, table);
    const trey_hash root[TREY_STACKS] = {table->shuffled.stack[0].root,
                                         table->shuffled.stack[1].root};
    trey_fairness_begin(&table->fair, table->fair.round, &commitment, root);
    return TREY_STATUS_OK;
}

/* The commitment stands before the opening call; the seed is kept sealed. */
void fair_publish(trey_house *house, house_table *table) {
    uint8_t bytes[(1 + TREY_STACKS) * TREY_HASH_BYTES + 16];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_sealed_seed sealed;
    trey_write_number(&body, (int64_t)table->fair.round);
    trey_write_bytes(&body, table->fair.commitment.byte, TREY_HASH_BYTES);
    for (unsigned i = 0; i < TREY_STACKS; i++)
        trey_write_bytes(&body, table->fair.root[i].byte, TREY_HASH_BYTES);
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
}

void fair_keep_aborts(trey_house *house, const house_table *table) {
    uint8_t bytes[ABORTS_BYTES_MAX];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    aborts_write(&body, &table->aborts);
    TREY_ASSERT(!body.full);
    trey_batch_keep(house->batch, table->stream, TREY_ABORTS_NAME, bytes, body.used);
}

/* A deck of which no card was dealt gives nobody's hand away: everybody may see what was
 * thrown away. */
static uint8_t fair_reveal(const trey_house *house, const house_table *table, bool dealt) {
    if (!fair_seed_known(house, table)) return TREY_REVEAL_NOBODY;
    return (uint8_t)(dealt ? house->reveal : TREY_REVEAL_ALL);
}

trey_status fair_end(trey_house *house, house_table *table, const trey_event *event, bool dealt) {
    if (!table->terms.config.system_deck || !table->fair.committed) return TREY_STATUS_OK;
    uint8_t bytes[160];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_fate_record fate = {.round = table->fair.round,
                             .dealt = dealt,
                             .fate = event->kind == TREY_EVENT_VOIDED ? TREY_FATE_VOID
                                                                      : TREY_FATE_DEALT,
                             .cause = trey_fate_cause(event),
                             .withheld = table->fair.withheld,
                             .reveal = fair_reveal(house, table, dealt)};
    if (fate.reveal == TREY_REVEAL_ALL) fate.seed = table->seed;
    if (fate.reveal == TREY_REVEAL_AUDITOR &&
        trey_seed_seal(&house->seal, &table->fair.commitment, &table->seed, house->entropy,
                       house->entropy_context, &fate.sealed) != TREY_STATUS_OK)
        fate.reveal = TREY_REVEAL_NOBODY;
    fate_write(&body, &fate);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_FATE, &body);
    trey_batch_wipe(house->batch, table->stream, kept_seed);
    if (fate.fate == TREY_FATE_VOID) {
        trey_aborts_note_fate(&table->aborts, &fate);
        fair_keep_aborts(house, table);
    }
    trey_seed_wipe(&fate.seed);
    fair_forget(table);
    return TREY_STATUS_OK;
}

const trey_fairness *trey_house_fairness(const trey_house *house, unsigned table) {
    return &house->table[table]->fair;
}

const trey_aborts *trey_house_aborts(const trey_house *house, unsigned table) {
    return &house->table[table]->aborts;
}

/* ---- Shares ----------------------------------------------------------------------------- */
static void record_share(trey_house *house, house_table *table, const trey_command_id *id,
                         unsigned type, trey_player player, const uint8_t bytes[32]) {
    uint8_t room[TREY_COMMAND_ID_BYTES + 10 + 32];
    trey_writer body = {room, sizeof room, 0, false};
    id_write(&body, id);
    trey_write_number(&body, player);
    trey_write_bytes(&body, bytes, 32);
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, type, &body);
}

trey_status trey_house_pledge(trey_house *house, unsigned index, const trey_command_id *id,
                              trey_player player, uint64_t round, const trey_hash *pledge,
                              trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, id, reply, &status);
    if (!table) return status;
    unsigned refused = TREY_HOUSE_REFUSED_NO_PLEDGE;
    if (round == table->fair.round && table->state.phase == TREY_PHASE_BETTING)
        refused = trey_aborts_suspended(&table->aborts, player, round)
                      ? (unsigned)TREY_HOUSE_REFUSED_PLEDGE_SUSPENDED
                      : trey_fairness_pledge(&table->fair, &table->state, player, pledge);
    if (refused == 0) record_share(house, table, id, TREY_RECORD_PLEDGE, player, pledge->byte);
    return house_answer(house, id, table->stream, refused, reply);
}

trey_status trey_house_share(trey_house *house, unsigned index, const trey_command_id *id,
                             trey_player player, uint64_t round, const trey_share *share,
                             trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, id, reply, &status);
    if (!table) return status;
    unsigned refused = TREY_HOUSE_REFUSED_NO_SHARE_DUE;
    if (round == table->fair.round && table->state.phase == TREY_PHASE_CLOSED)
        refused = trey_fairness_share(&table->fair, player, share);
    if (refused == 0) record_share(house, table, id, TREY_RECORD_SHARE, player, share->byte);
    return house_answer(house, id, table->stream, refused, reply);
}

static void record_withheld(trey_house *house, house_table *table) {
    uint8_t bytes[16 + TREY_PLEDGES * 10];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    trey_player missing[TREY_PLEDGES];
    unsigned count = 0;
    trey_write_number(&body, (int64_t)table->fair.round);
    for (unsigned i = 0; i < table->fair.pledges; i++) {
        const trey_pledge *pledge = &table->fair.pledge[i];
        if (pledge->opened) continue;
        trey_write_number(&body, pledge->player);
        missing[count++] = pledge->player;
    }
    house_record(house, TREY_STREAM_TABLE, table->stream, &table->place, TREY_RECORD_WITHHELD,
                 &body);
    table->fair.withheld = true;
    trey_aborts_note_withheld(&table->aborts, table->fair.round, missing, count);
    fair_keep_aborts(house, table);
}

trey_status trey_house_withheld(trey_house *house, unsigned index, trey_reply *reply) {
    trey_status status;
    house_table *table = table_begins(house, index, NULL, reply, &status);
    if (!table) return status;
    if (table->state.phase != TREY_PHASE_CLOSED || table->state.gate != TREY_GATE_NONE ||
        table->fair.withheld || trey_fairness_due(&table->fair) == 0)
        return house_answer(house, NULL, table->stream, TREY_REFUSED_NOT_DEALING, reply);
    record_withheld(house, table);
    status = table_interrupt(house, table);
    /* Where the book would let players choose to go on, there is no deck to go on with. */
    trey_command ruling = {
        .verb = TREY_VERB_RULE, .role = TREY_ROLE_SHIFT_MANAGER, .ruling = TREY_RULING_VOID};
    strcpy(ruling.reason, "a share in the shuffle was withheld");
    if (status == TREY_STATUS_OK && table->state.phase != TREY_PHASE_IDLE)
        status = table_told_command(house, table, &ruling);
    /* A rule of the house that takes a person for it leaves the round to one. */
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    return house_answer(house, NULL, table->stream, TREY_REFUSED_NONE, reply);
}

/* ---- Cards -------------------------------------------------------------------------------- */
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
