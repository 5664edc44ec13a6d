/* house_cage.c -- chips for money and money for chips; collections on their way to the cage.
 *
 * Who somebody is stays outside: a command comes with a role, and a cashier's is one above
 * those that a table knows. */
#include "house_parts.h"

/* Above any sum that a cage hands out at once, and far from overflow. */
#define CAGE_MOST TREY_LIMIT_MAX

/* The house's own doing has no actor: it hands out play money, and nothing else. */
static bool role_may(const trey_cage_command *command) {
    if (command->actor == TREY_NOBODY)
        return command->kind == TREY_CAGE_BUY_IN && command->role == TREY_ROLE_DEALER;
    if (command->role == TREY_ROLE_SHIFT_MANAGER) return true;
    return command->role == TREY_CAGE_CASHIER && command->kind != TREY_CAGE_REVERSAL;
}

static bool all_named(const trey_cage_command *command) {
    switch (command->kind) {
    case TREY_CAGE_TRANSFER:
        return command->player != TREY_NOBODY && command->other != TREY_NOBODY &&
               command->other != command->player;
    case TREY_CAGE_BOX:
    case TREY_CAGE_FILL:
    case TREY_CAGE_CREDIT:
        return command->player == TREY_NOBODY;
    case TREY_CAGE_FLOAT:
    case TREY_CAGE_VAULT:
    case TREY_CAGE_REVERSAL:
        return command->player == TREY_NOBODY && command->other == 0;
    default:
        return command->player != TREY_NOBODY;
    }
}

static const house_table *table_of_stream(const trey_house *house, uint32_t stream) {
    for (unsigned i = 0; i < house->tables; i++) {
        if (house->table[i]->stream == stream) return house->table[i];
    }
    return NULL;
}

static trey_status drop_of(trey_house *house, trey_stream table, trey_cents *cents) {
    trey_status status =
        trey_store_balance(house->store, trey_account_of(TREY_LEDGER_DROP, table), cents);
    if (status != TREY_STATUS_OK)
        house_fail(house, status, "%s", trey_store_message_text(house->store));
    return status;
}

trey_status trey_house_drop(trey_house *house, unsigned table, trey_cents *cents) {
    TREY_ASSERT(table < house->tables);
    return drop_of(house, house->table[table]->stream, cents);
}

/* What the box has is what is stored: nothing else is staged, since it was flushed. */
static trey_status box_refusal(trey_house *house, trey_cage_command *command, unsigned *refused) {
    const house_table *table = table_of_stream(house, command->other);
    trey_cents cents = 0;
    if (!table) {
        *refused = TREY_REFUSED_NO_SUCH_PLAYER;
        return TREY_STATUS_OK;
    }
    if (table->state.phase != TREY_PHASE_IDLE) {
        *refused = TREY_REFUSED_ROUND_RUNNING;
        return TREY_STATUS_OK;
    }
    trey_status status = drop_of(house, table->stream, &cents);
    if (status != TREY_STATUS_OK) return status;
    if (command->amount == 0) command->amount = cents;
    if (command->amount <= 0 || command->amount > cents) *refused = TREY_HOUSE_REFUSED_BOX_SHORT;
    return status;
}

/* ---- Reversals --------------------------------------------------------------------------- */
/* What was put right for one person cannot be undone behind a table's back: a box that was emptied
 * and a reversal itself stay. */
static bool can_be_reversed(const trey_cage_command *entry) {
    return entry->actor != TREY_NOBODY && entry->kind != TREY_CAGE_BOX &&
           entry->kind != TREY_CAGE_REVERSAL;
}

/* Finds the entry, and whether a later one has reversed it. What is staged was flushed. */
static trey_status find_entry(trey_house *house, uint64_t place, trey_cage_command *out,
                              bool *found, bool *reversed) {
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_command_id id;
    *found = *reversed = false;
    if (place == 0) return TREY_STATUS_OK;
    trey_status status =
        trey_cursor_open_stream(&cursor, house->store, TREY_PART_RECORDS, house->cage, place - 1);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        trey_cage_command command;
        if (!trey_cage_decode(&item->record, &id, &command)) continue;
        if (item->record.place == place) {
            *out = command;
            *found = true;
        }
        *reversed |= command.kind == TREY_CAGE_REVERSAL && command.entry == place;
    }
    trey_cursor_close(cursor);
    if (status != TREY_STATUS_OK)
        house_fail(house, status, "%s", trey_store_message_text(house->store));
    return status;
}

static trey_status reversal_refusal(trey_house *house, trey_cage_command *command,
                                    unsigned *refused) {
    trey_cage_command entry = {0};
    bool found, reversed;
    trey_status status = find_entry(house, command->entry, &entry, &found, &reversed);
    if (status != TREY_STATUS_OK) return status;
    if (!found || !can_be_reversed(&entry)) {
        *refused = TREY_HOUSE_REFUSED_NO_SUCH_ENTRY;
    } else if (reversed) {
        *refused = TREY_HOUSE_REFUSED_REVERSED_ALREADY;
    } else if (entry.actor == command->actor) {
        *refused = TREY_HOUSE_REFUSED_OWN_ENTRY;
    } else {
        command->was = entry.kind;
        command->player = entry.player;
        command->other = entry.other;
        command->amount = entry.amount;
    }
    return TREY_STATUS_OK;
}

static trey_status refusal(trey_house *house, trey_cage_command *command, unsigned *refused) {
    bool box = command->kind == TREY_CAGE_BOX, reversal = command->kind == TREY_CAGE_REVERSAL;
    *refused = TREY_HOUSE_REFUSED_NONE;
    if (command->kind < TREY_CAGE_BUY_IN || command->kind > TREY_CAGE_REVERSAL) {
        *refused = TREY_REFUSED_NO_SUCH_COMMAND;
    } else if (!all_named(command)) {
        *refused = TREY_REFUSED_NO_SUCH_PLAYER;
    } else if (!role_may(command)) {
        *refused = TREY_HOUSE_REFUSED_ROLE_TOO_LOW;
    } else if (command->amount < 0 || command->amount > CAGE_MOST ||
               (command->amount == 0 && !box && !reversal)) {
        *refused = TREY_HOUSE_REFUSED_BAD_AMOUNT;
    } else if (box) {
        return box_refusal(house, command, refused);
    } else if (reversal) {
        return reversal_refusal(house, command, refused);
    } else if ((command->kind == TREY_CAGE_FILL || command->kind == TREY_CAGE_CREDIT) &&
               !table_of_stream(house, command->other)) {
        *refused = TREY_REFUSED_NO_SUCH_PLAYER;
    }
    return TREY_STATUS_OK;
}

/* Much is moved by two people. A reversal has a second one already: whoever made the entry. */
static bool takes_two(const trey_house *house, const trey_cage_command *command) {
    bool much = house->cash_second > 0 && command->amount >= house->cash_second;
    if (!much || command->actor == TREY_NOBODY || command->kind == TREY_CAGE_REVERSAL) return false;
    bool may = command->second_role == TREY_CAGE_CASHIER ||
               command->second_role == TREY_ROLE_SHIFT_MANAGER;
    return !may || command->second == TREY_NOBODY || command->second == command->actor;
}

trey_transfer trey_cage_transfer(trey_stream cage, const trey_cage_command *command) {
    const trey_ledger_account world = trey_account_of(TREY_LEDGER_CAGE, cage),
                              player = trey_account_of(TREY_LEDGER_PLAYER, command->player);
    trey_transfer transfer = {.payer = player, .payee = world, .cents = command->amount};
    bool reversal = command->kind == TREY_CAGE_REVERSAL;
    switch (reversal ? command->was : command->kind) {
    case TREY_CAGE_FILL:
        transfer.payer = world;
        transfer.payee = trey_account_of(TREY_LEDGER_HOUSE, command->other);
        break;
    case TREY_CAGE_CREDIT:
        transfer.payer = trey_account_of(TREY_LEDGER_HOUSE, command->other);
        break;
    case TREY_CAGE_FLOAT:
    case TREY_CAGE_VAULT:
        transfer.cents = 0;
        break;
    case TREY_CAGE_BUY_IN:
        transfer.payer = world;
        transfer.payee = player;
        break;
    case TREY_CAGE_TRANSFER:
        transfer.payee = trey_account_of(TREY_LEDGER_PLAYER, command->other);
        break;
    case TREY_CAGE_BOX:
        transfer.payer = trey_account_of(TREY_LEDGER_DROP, command->other);
        break;
    default:
        break;
    }
    if (!reversal) return transfer;
    const trey_transfer back = {
        .payer = transfer.payee, .payee = transfer.payer, .cents = transfer.cents};
    return back;
}

trey_status trey_house_cage(trey_house *house, const trey_command_id *id,
                            const trey_cage_command *given, trey_reply *reply) {
    bool found, short_of = false;
    unsigned refused;
    trey_cage_command command = *given;
    house_command_begins(house, reply);
    trey_status status = TREY_STATUS_OK;
    if (command.kind == TREY_CAGE_BOX || command.kind == TREY_CAGE_REVERSAL)
        status = house->shared ? house_unstaged(house) : trey_house_flush(house, NULL);
    if (status == TREY_STATUS_OK) status = house_answered(house, id, reply, &found);
    if (status != TREY_STATUS_OK || found) return status;
    status = refusal(house, &command, &refused);
    if (status != TREY_STATUS_OK) return house_broke(house, status);
    if (refused == TREY_HOUSE_REFUSED_NONE && takes_two(house, &command))
        refused = TREY_HOUSE_REFUSED_SECOND_PERSON;
    const trey_transfer transfer = trey_cage_transfer(house->cage, &command);
    bool moves = transfer.cents > 0; /* cash alone moves no chips */
    if (refused == TREY_HOUSE_REFUSED_NONE && moves) {
        status = house_chips_move(house, &transfer, 1, &short_of);
        if (status != TREY_STATUS_OK) return house_broke(house, status);
        if (short_of) refused = TREY_HOUSE_REFUSED_CHIPS_SHORT;
    }
    if (refused == TREY_HOUSE_REFUSED_NONE) {
        uint8_t bytes[TREY_COMMAND_ID_BYTES + 128];
        trey_writer body = {bytes, sizeof bytes, 0, false};
        id_write(&body, id);
        cage_write(&body, &command);
        house_record(house, TREY_STREAM_CAGE, house->cage, &house->cage_place, TREY_RECORD_EVENT,
                     &body);
        if (moves) house_transfer(house, &transfer);
    }
    return house_answer(house, id, house->cage, refused, reply);
}
