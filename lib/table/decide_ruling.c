/* decide_ruling.c -- what a person decides where the book gives a person the
 * discretion: always with a reason, always recorded, in the role that the book
 * names or a higher one [mbs 6.1] [mbs 6.2] [rws 5.23]. */
#include "remedies.h"

/* The key that says which role may rule so. */
trey_key ruling_role_key(trey_ruling_kind ruling) {
    switch (ruling) {
    case TREY_RULING_BAR:
        return TREY_KEY_ROLE_BAR;
    case TREY_RULING_STOP:
        return TREY_KEY_ROLE_STOP;
    case TREY_RULING_RESTRICT:
        return TREY_KEY_ROLE_RESTRICT;
    case TREY_RULING_PERMIT_WITHDRAWAL:
        return TREY_KEY_ROLE_PERMIT;
    case TREY_RULING_CLOSE_TABLE:
    case TREY_RULING_REOPEN_TABLE:
    case TREY_RULING_DISABLE_BOX:
    case TREY_RULING_ENABLE_BOX:
    case TREY_RULING_NO_JACKPOT:
    case TREY_RULING_JACKPOT_ON:
        return TREY_KEY_ROLE_AFTER_FAULT;
    default:
        return TREY_KEY_ROLE_RULING;
    }
}

bool ruling_needs_player(trey_ruling_kind ruling) {
    return ruling == TREY_RULING_BAR || ruling == TREY_RULING_STOP ||
           ruling == TREY_RULING_RESTRICT || ruling == TREY_RULING_FREE;
}

bool ruling_needs_seat(trey_ruling_kind ruling) {
    return ruling == TREY_RULING_RETURN_HAND || ruling == TREY_RULING_SETTLE_AT ||
           ruling == TREY_RULING_DISABLE_BOX || ruling == TREY_RULING_ENABLE_BOX;
}

static bool needs_round(trey_ruling_kind ruling) {
    return ruling == TREY_RULING_VOID || ruling == TREY_RULING_RETURN_HAND ||
           ruling == TREY_RULING_SETTLE_AT || ruling == TREY_RULING_PERMIT_WITHDRAWAL;
}

static trey_event *mode(deciding *d, trey_mode which, unsigned seat, bool on) {
    trey_event *event = emit_at(d, TREY_EVENT_MODE, seat, TREY_NOBODY, 0);
    event->count = (uint8_t)which;
    event->result = on;
    return event;
}

static bool reason_given(const trey_command *command) {
    return command->reason[0] != '\0' &&
           memchr(command->reason, '\0', sizeof command->reason) != NULL;
}

/* Checks what the ruling needs; refuses and returns false where it lacks it. */
static bool ruling_stands(deciding *d, trey_ruling_kind ruling) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    trey_key key = ruling_role_key(ruling);
    bool absent = d->rules->absent[key];
    unsigned role = absent ? rule(d->rules, TREY_KEY_ROLE_RULING) : rule(d->rules, key);
    if (ruling_needs_seat(ruling) &&
        (command->seat < 1 || command->seat > table->config.positions)) {
        refuse(d, TREY_REFUSED_NO_SUCH_SEAT, TREY_KEY_POSITIONS);
    } else if (ruling_needs_player(ruling) && command->player == TREY_NOBODY) {
        refuse(d, TREY_REFUSED_NO_SUCH_PLAYER, TREY_NO_KEY);
    } else if (command->role < role) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, key);
    } else if (!reason_given(command)) {
        refuse(d, TREY_REFUSED_NO_REASON, key);
    } else if (needs_round(ruling) && table->phase == TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
    } else if (ruling == TREY_RULING_RETURN_HAND && box_at(table, command->seat)->bettors == 0) {
        refuse(d, TREY_REFUSED_NOTHING_THERE, key);
    } else if (ruling == TREY_RULING_RETURN_HAND && box_at(table, command->seat)->invalid) {
        refuse(d, TREY_REFUSED_HAND_INVALID, key);
    } else if (ruling == TREY_RULING_SETTLE_AT && (command->wager > TREY_WAGER_SIX_CARD_BONUS ||
                                                   box_at(table, command->seat)->bettors == 0)) {
        refuse(d, TREY_REFUSED_NOTHING_THERE, key);
    } else if (ruling == TREY_RULING_SETTLE_AT &&
               (command->amount < 0 || command->amount > TREY_METER_MAX)) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, key);
    } else if (ruling == TREY_RULING_SETTLE_AT && d->rules->banked) {
        /* Every cent would have to come from somebody's bank. */
        refuse(d, TREY_REFUSED_NO_SUCH_RULING, TREY_KEY_BANKER);
    } else if (ruling == TREY_RULING_SETTLE_AT && table->ruled == TREY_RULED) {
        refuse(d, TREY_REFUSED_TABLE_FULL, key);
    } else if (ruling_needs_player(ruling) && !flag_fits(table, command->player)) {
        refuse(d, TREY_REFUSED_TABLE_FULL, key);
    } else {
        return true;
    }
    return false;
}

void decide_rule(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    if (command->ruling >= TREY_RULING_COUNT) {
        refuse(d, TREY_REFUSED_NO_SUCH_RULING, TREY_NO_KEY);
        return;
    }
    trey_ruling_kind ruling = (trey_ruling_kind)command->ruling;
    if (ruling == TREY_RULING_PRESET) {
        if (rule(d->rules, TREY_KEY_RULING_PRESET) == TREY_PRESET_NONE) {
            refuse(d, TREY_REFUSED_NO_SUCH_RULING, TREY_KEY_RULING_PRESET);
            return;
        }
        ruling = TREY_RULING_VOID;
    }
    if (!ruling_stands(d, ruling)) return;
    trey_event *event = emit(d, TREY_EVENT_RULED);
    event->seat = command->seat;
    event->player = command->player;
    event->count = (uint8_t)ruling;
    event->result = ruling_needs_seat(ruling);
    /* What stands behind the end of the reason is no part of it. */
    memcpy(event->reason, command->reason, strnlen(command->reason, sizeof event->reason));
    unsigned his = seats_of(table, command->player);
    switch (ruling) {
    case TREY_RULING_VOID:
        void_round(d);
        break;
    case TREY_RULING_RETURN_HAND:
        invalidate(d, command->seat, TREY_INVALID_RETURNED);
        break;
    case TREY_RULING_SETTLE_AT: {
        const trey_box *box = box_at(table, command->seat);
        emit_at(d, TREY_EVENT_RULED_LINE, command->seat, box->bettor[0].player, command->amount)
            ->wager = command->wager;
        break;
    }
    case TREY_RULING_BAR:
        flag(d, command->player, TREY_PLAYER_BARRED, 0);
        for (unsigned seat = 1; table->phase != TREY_PHASE_IDLE && seat <= table->config.positions;
             seat++) {
            if (his & seat_bit(seat)) invalidate(d, seat, TREY_INVALID_RETURNED);
        }
        if (table->phase != TREY_PHASE_IDLE) return_shares(d, command->player, his);
        break;
    case TREY_RULING_STOP:
        flag(d, command->player, TREY_PLAYER_STOPPED, 0);
        break;
    case TREY_RULING_RESTRICT:
        flag(d, command->player, TREY_PLAYER_ONE_POSITION, 0);
        break;
    case TREY_RULING_FREE:
        flag(d, command->player, 0,
             TREY_PLAYER_BARRED | TREY_PLAYER_STOPPED | TREY_PLAYER_ONE_POSITION);
        break;
    case TREY_RULING_PERMIT_WITHDRAWAL:
        offer(d, seats_in_play(table), TREY_GATE_OPTIONS);
        break;
    case TREY_RULING_CLOSE_TABLE:
        mode(d, TREY_MODE_CLOSE, 0, true);
        break;
    case TREY_RULING_REOPEN_TABLE:
        mode(d, TREY_MODE_CLOSE, 0, false);
        break;
    case TREY_RULING_DISABLE_BOX:
        mode(d, TREY_MODE_DISABLE, command->seat, true);
        break;
    case TREY_RULING_ENABLE_BOX:
        mode(d, TREY_MODE_DISABLE, command->seat, false);
        break;
    case TREY_RULING_NO_JACKPOT:
        mode(d, TREY_MODE_WITHOUT_JACKPOT, 0, true);
        break;
    case TREY_RULING_JACKPOT_ON:
        mode(d, TREY_MODE_WITHOUT_JACKPOT, 0, false);
        break;
    default:
        break;
    }
}
