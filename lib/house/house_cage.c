/* house_cage.c -- chips for money and money for chips. */
#include "house_parts.h"

/* Above any sum that a cage hands out at once, and far from overflow. */
#define CAGE_MOST TREY_LIMIT_MAX

trey_status trey_house_cage(trey_house *house, const trey_command_id *id,
                            const trey_cage_command *command, trey_reply *reply) {
    bool found;
    house_command_begins(house, reply);
    trey_status status = house_answered(house, id, reply, &found);
    if (status != TREY_STATUS_OK || found) return status;
    const trey_ledger_account cage = trey_account_of(TREY_LEDGER_CAGE, house->cage),
                              player = trey_account_of(TREY_LEDGER_PLAYER, command->player),
                              other = trey_account_of(TREY_LEDGER_PLAYER, command->other);
    bool in = command->kind == TREY_CAGE_BUY_IN, out = command->kind == TREY_CAGE_CASH_OUT;
    bool between = command->kind == TREY_CAGE_TRANSFER;
    const trey_transfer transfer = {.payer = in ? cage : player,
                                    .payee = in    ? player
                                             : out ? cage
                                                   : other,
                                    .cents = command->amount};
    unsigned refused = TREY_HOUSE_REFUSED_NONE;
    bool named = command->player != TREY_NOBODY &&
                 (!between || (command->other != TREY_NOBODY && command->other != command->player));
    if (!in && !out && !between) {
        refused = TREY_REFUSED_NO_SUCH_COMMAND;
    } else if (!named) {
        refused = TREY_REFUSED_NO_SUCH_PLAYER;
    } else if (command->role < TREY_ROLE_DEALER) {
        refused = TREY_HOUSE_REFUSED_ROLE_TOO_LOW;
    } else if (command->amount <= 0 || command->amount > CAGE_MOST) {
        refused = TREY_HOUSE_REFUSED_BAD_AMOUNT;
    } else {
        bool short_of;
        status = house_chips_move(house, &transfer, 1, &short_of);
        if (status != TREY_STATUS_OK) return house_broke(house, status);
        if (short_of) refused = TREY_HOUSE_REFUSED_CHIPS_SHORT;
    }
    if (refused == TREY_HOUSE_REFUSED_NONE) {
        uint8_t bytes[TREY_COMMAND_ID_BYTES + 64];
        trey_writer body = {bytes, sizeof bytes, 0, false};
        id_write(&body, id);
        cage_write(&body, command);
        house_record(house, house->cage, &house->cage_place, TREY_RECORD_EVENT, &body);
        house_transfer(house, &transfer);
    }
    return house_answer(house, id, house->cage, refused, reply);
}
