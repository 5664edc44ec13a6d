/* house_follow.c -- whoever shows tables hears of what he has not given himself.
 *
 * Records of other nodes are read one by one, and told command by command, because what a
 * command caused belongs together: a settlement is all of its lines. The records of one
 * command follow each other in the table's stream, and nothing of another table comes
 * between them. */
#include "house_parts.h"

void trey_house_follow(trey_house *house, const trey_house_follower *follower) {
    static const trey_house_follower nobody;
    house->follower = follower ? *follower : nobody;
}

static unsigned index_of(const trey_house *house, const house_table *table) {
    unsigned index = 0;
    while (house->table[index] != table) index++;
    return index;
}

static void tell(trey_house *house, const house_table *table, const trey_table *before,
                 const trey_decision *decision, trey_player by) {
    if (house->follower.table)
        house->follower.table(house->follower.context, index_of(house, table), before, decision,
                              by);
}

void follow_end(trey_house *house) {
    struct house_followed *followed = &house->followed;
    if (!followed->table) return;
    tell(house, followed->table, &followed->before, &followed->decision, followed->by);
    followed->table = NULL;
}

/* What the house shows of a linked jackpot by itself is no news of the table: it is not told
 * to those who see the command itself, either. */
static bool is_display(const house_table *table, const trey_command *command) {
    return table->jackpot != NO_JACKPOT && command->verb == TREY_VERB_METER;
}

static void follow_command(trey_house *house, const house_table *table, const trey_record *record) {
    struct house_followed *followed = &house->followed;
    trey_command_id id;
    trey_command command;
    bool read = trey_command_decode(record, &id, &command);
    followed->decision.refused = TREY_REFUSED_NONE;
    followed->decision.count = 0;
    followed->before = table->state;
    followed->by = read ? command.actor : TREY_NOBODY;
    if (read && is_display(table, &command))
        tell(house, table, &followed->before, &followed->decision, TREY_NOBODY);
    else
        followed->table = table;
}

void follow_table(trey_house *house, const house_table *table, const trey_record *record) {
    struct house_followed *followed = &house->followed;
    trey_event event;
    if (!house->follower.table) return;
    if (record->type == TREY_RECORD_COMMAND) {
        follow_end(house);
        follow_command(house, table, record);
        return;
    }
    bool share = record->type == TREY_RECORD_PLEDGE || record->type == TREY_RECORD_SHARE ||
                 record->type == TREY_RECORD_WITHHELD;
    if (share) { /* nothing happens at the table, and it shows more than before */
        follow_end(house);
        followed->decision.refused = TREY_REFUSED_NONE;
        followed->decision.count = 0;
        followed->before = table->state;
        followed->by = TREY_NOBODY;
        followed->table = table;
        return;
    }
    bool mine = followed->table == table && followed->decision.count < TREY_EVENTS;
    if (mine && (record->type == TREY_RECORD_EVENT || record->type == TREY_RECORD_SEALED) &&
        trey_house_event_read(house, record, &event))
        followed->decision.event[followed->decision.count++] = event;
}

void follow_jackpot(const trey_house *house, const house_jackpot *jackpot,
                    const trey_record *record) {
    trey_link_event event;
    if (!house->follower.jackpot || record->type != TREY_RECORD_EVENT ||
        !trey_link_event_decode(record, &event))
        return;
    unsigned index = 0;
    while (house->jackpot[index] != jackpot) index++;
    house->follower.jackpot(house->follower.context, index, &jackpot->state, &event);
}

trey_status table_told_command(trey_house *house, house_table *table, const trey_command *command) {
    const trey_table before = table->state;
    const uint64_t place = table->place;
    trey_status status = table_own_command(house, table, command);
    if (status == TREY_STATUS_OK && table->place > place)
        tell(house, table, &before, &house->decision, command->actor);
    return status;
}
