/* house_unpaid.c -- awards of which a jackpot took no notice.
 *
 * A lost link hears nothing of a hand that it would have to pay, and neither does one with
 * which too many hits wait already. The table has settled the hand, and somebody has to see
 * to the player's money. So the last few are kept under a name beside the jackpot's records,
 * in the batch of the hand itself: they are there after a restart and at every node, however
 * much has happened since, and a verification works out the same list from the records. Staff
 * claim one, and the link hears of it at last, or strike it off; either takes it out in the
 * batch of that command. */
#include <string.h>

#include "house_parts.h"

/* ---- The list ---------------------------------------------------------------------------- */
void trey_unpaid_add(trey_unpaid_list *list, const trey_unpaid *award) {
    if (list->count == TREY_UNPAID)
        memmove(&list->award[0], &list->award[1], --list->count * sizeof *award);
    list->award[list->count++] = *award;
}

static bool is_of(const trey_unpaid *award, trey_stream table, uint64_t round, unsigned seat) {
    return award->table == table && award->round == round && award->seat == seat;
}

bool trey_unpaid_drop(trey_unpaid_list *list, trey_stream table, uint64_t round, unsigned seat) {
    unsigned kept = 0, count = list->count;
    for (unsigned i = 0; i < count; i++) {
        const trey_unpaid award = list->award[i];
        if (!is_of(&award, table, round, seat)) list->award[kept++] = award;
    }
    list->count = kept;
    return kept < count;
}

void trey_unpaid_tell(const trey_unpaid_list *list, trey_link_command *claim) {
    trey_hit *hit = &claim->hit;
    trey_unpaid found = {0};
    for (unsigned i = 0; i < list->count; i++) {
        if (is_of(&list->award[i], hit->table, claim->round, hit->seat)) found = list->award[i];
    }
    claim->player = found.player;
    claim->amount = found.value;
    hit->award = found.award;
    hit->players_first_card = found.players_first_card;
    hit->players_third_card = found.players_third_card;
    hit->dealers_third_card = found.dealers_third_card;
}

static const trey_field unpaid_fields[] = {
    TREY_FIELD(trey_unpaid, table, COUNT),
    TREY_FIELD(trey_unpaid, seat, BYTES),
    TREY_FIELD(trey_unpaid, player, COUNT),
    TREY_FIELD(trey_unpaid, round, COUNT),
    TREY_FIELD(trey_unpaid, value, NUMBER),
    TREY_FIELD(trey_unpaid, award.n, NUMBER),
    TREY_FIELD(trey_unpaid, award.d, NUMBER),
    TREY_FIELD(trey_unpaid, players_first_card, COUNT),
    TREY_FIELD(trey_unpaid, players_third_card, COUNT),
    TREY_FIELD(trey_unpaid, dealers_third_card, COUNT),
};

static void write_list(trey_writer *to, const trey_unpaid_list *list) {
    trey_write_byte(to, (uint8_t)list->count);
    for (unsigned i = 0; i < list->count; i++)
        trey_fields_write(to, &list->award[i], TREY_FIELDS(unpaid_fields));
}

bool trey_unpaid_decode(const trey_kept *kept, trey_unpaid_list *out) {
    trey_reader from = {kept->body, kept->size, false};
    memset(out, 0, sizeof *out);
    unsigned count = trey_read_byte(&from);
    if (count > TREY_UNPAID) return false;
    for (unsigned i = 0; i < count; i++) {
        trey_unpaid award = {0};
        trey_fields_read(&from, &award, TREY_FIELDS(unpaid_fields));
        if (award.table == 0) return false;
        trey_unpaid_add(out, &award);
    }
    return !from.bad && from.left == 0;
}

/* ---- Of a jackpot ------------------------------------------------------------------------- */
/* What the store has of it, unless memory has it already. */
static trey_status read_list(trey_house *house, house_jackpot *jackpot) {
    trey_kept kept;
    if (jackpot->unpaid_read) return TREY_STATUS_OK;
    trey_unpaid_list found = {0};
    trey_status status = trey_store_kept(house->store, jackpot->stream, TREY_UNPAID_NAME, &kept);
    if (status != TREY_STATUS_OK && status != TREY_STATUS_NOT_FOUND)
        return house_fail(house, status, "%s", trey_store_message_text(house->store));
    if (status == TREY_STATUS_OK && !trey_unpaid_decode(&kept, &found))
        return house_fail(
            house, TREY_STATUS_STORE_CORRUPT,
            "the unpaid awards of jackpot %s cannot be read; `trey verify` tells more",
            jackpot->name);
    jackpot->unpaid = found;
    jackpot->unpaid_read = true;
    return TREY_STATUS_OK;
}

static void keep_list(trey_house *house, const house_jackpot *jackpot) {
    uint8_t bytes[TREY_UNPAID_BYTES_MAX];
    trey_writer body = {bytes, sizeof bytes, 0, false};
    write_list(&body, &jackpot->unpaid);
    const trey_kept kept = {.size = (uint32_t)body.used, .body = bytes};
    trey_unpaid_list read;
    TREY_ASSERT(!body.full && trey_unpaid_decode(&kept, &read) &&
                read.count == jackpot->unpaid.count);
    trey_batch_keep(house->batch, jackpot->stream, TREY_UNPAID_NAME, bytes, body.used);
}

trey_status unpaid_note(trey_house *house, const house_table *table, const trey_event *line,
                        trey_value award) {
    house_jackpot *jackpot = house->jackpot[table->jackpot];
    trey_status status = read_list(house, jackpot);
    if (status != TREY_STATUS_OK) return status;
    const trey_unpaid missed = {.table = table->stream,
                                .seat = line->seat,
                                .player = line->player,
                                .round = table->state.round,
                                .value = line->line.meter,
                                .award = award.d == 100 ? award : (trey_value){line->line.meter, 0},
                                .players_first_card = table->dealt[line->seat].first,
                                .players_third_card = table->dealt[line->seat].third,
                                .dealers_third_card = table->dealt[0].third};
    trey_unpaid_add(&jackpot->unpaid, &missed);
    keep_list(house, jackpot);
    return TREY_STATUS_OK;
}

trey_status unpaid_tell(trey_house *house, house_jackpot *jackpot, trey_link_command *command) {
    trey_status status = read_list(house, jackpot);
    if (status == TREY_STATUS_OK) trey_unpaid_tell(&jackpot->unpaid, command);
    return status;
}

void unpaid_settle(trey_house *house, house_jackpot *jackpot, const trey_link_command *command) {
    bool there =
        trey_unpaid_drop(&jackpot->unpaid, command->hit.table, command->round, command->hit.seat);
    TREY_ASSERT(there); /* or the link had refused it */
    keep_list(house, jackpot);
}

trey_status unpaid_undo(trey_house *house, const house_table *table, unsigned seat) {
    house_jackpot *jackpot = house->jackpot[table->jackpot];
    trey_status status = read_list(house, jackpot);
    if (status == TREY_STATUS_OK &&
        trey_unpaid_drop(&jackpot->unpaid, table->stream, table->state.round, seat))
        keep_list(house, jackpot);
    return status;
}

/* A hand that another node settled or undid may have changed the list. */
void unpaid_follow(const trey_house *house, const house_table *table, const trey_record *record) {
    trey_event event;
    if (table->jackpot == NO_JACKPOT || record->type != TREY_RECORD_EVENT ||
        !trey_event_decode(record, &event))
        return;
    if ((event.kind == TREY_EVENT_LINE && event.line.meter > 0) ||
        event.kind == TREY_EVENT_VOIDED || event.kind == TREY_EVENT_METER_SHOWN)
        house->jackpot[table->jackpot]->unpaid_read = false;
}

/* ... and so may what staff have said at another node. */
void unpaid_follow_jackpot(house_jackpot *jackpot, const trey_record *record) {
    trey_link_event event;
    if (record->type == TREY_RECORD_EVENT && trey_link_event_decode(record, &event) &&
        (event.kind == TREY_LINK_EVENT_CLAIMED || event.kind == TREY_LINK_EVENT_STRUCK))
        jackpot->unpaid_read = false;
}

trey_status trey_house_unpaid(trey_house *house, unsigned jackpot, trey_unpaid_list *out) {
    TREY_ASSERT(jackpot < house->jackpots);
    trey_status status = read_list(house, house->jackpot[jackpot]);
    *out = house->jackpot[jackpot]->unpaid;
    return status;
}
