/* decide_ruling.c -- what a person decides where the book gives a person the
 * discretion: always with a reason, always recorded, in the role that the book
 * names or a higher one [mbs 6.1] [mbs 6.2] [rws 5.23]. */
#include "report_facts.h"
#include "report_sizes.h"

/* The role that a ruling takes. A restriction is lifted by whoever may impose it. */
static trey_key role_key(const deciding *d, trey_ruling_kind ruling) {
    trey_key key = (trey_key)trey_ruling_row_of(ruling)->key;
    if (ruling == TREY_RULING_FREE) {
        static const struct {
            unsigned flag;
            trey_key key;
        } imposed[] = {{TREY_PLAYER_ONE_POSITION, TREY_KEY_ROLE_RESTRICT},
                       {TREY_PLAYER_STOPPED, TREY_KEY_ROLE_STOP},
                       {TREY_PLAYER_BARRED, TREY_KEY_ROLE_BAR}};
        unsigned flags = flags_of(d->table, d->command->player), role = 0;
        for (unsigned i = 0; i < sizeof imposed / sizeof *imposed; i++) {
            if (!(flags & imposed[i].flag) || rule(d->rules, imposed[i].key) < role) continue;
            key = imposed[i].key;
            role = rule(d->rules, key);
        }
    }
    return d->rules->absent[key] ? TREY_KEY_ROLE_RULING : key;
}

/* Until the next round opens a person may still undo the last one, or a hand of it, where the
 * book does not do it by itself [mbs 6.1] [rws 5.23]. */
static bool in_its_time(const deciding *d, trey_ruling_kind ruling) {
    const trey_table *table = d->table;
    unsigned when = trey_ruling_row_of(ruling)->when;
    if (when == TREY_RULING_TIME_ANY || table->phase != TREY_PHASE_IDLE) return true;
    return when == TREY_RULING_TIME_UNDOES && table->settled && !d->rules->banked;
}

static bool reason_given(const trey_command *command) {
    return command->reason[0] != '\0' &&
           memchr(command->reason, '\0', sizeof command->reason) != NULL;
}

/* ---- Wagers that a ruling speaks of ---------------------------------------------------- */
/* What one bettor has at stake on a wager. What is paid beside a stake counts as there when the
 * stake behind it is. */
static trey_cents staked_on(const deciding *d, const trey_box *box, unsigned bettor,
                            unsigned wager) {
    const trey_bettor *theirs = &box->bettor[bettor];
    bool valid = bettor == 0 && box->jackpot == TREY_JACKPOT_VALID;
    switch (wager) {
    case TREY_WAGER_PROGRESSIVE:
        return bettor == 0 && box->jackpot != TREY_JACKPOT_RETURNED ? jackpot_bet_at(box) : 0;
    case TREY_WAGER_ENVY:
        return valid && d->table->config.jackpot ? jackpot_bet_at(box) : 0;
    case TREY_WAGER_ANTE_BONUS:
        return theirs->stake[TREY_WAGER_ANTE];
    default:
        return wager < TREY_STAKES ? theirs->stake[wager] : 0;
    }
}

/* Does the ruling speak of this bettor? Nobody named means everybody who has the wager. */
static bool spoken_of(const deciding *d, const trey_box *box, unsigned bettor, unsigned wager) {
    bool named =
        d->command->player == TREY_NOBODY || d->command->player == box->bettor[bettor].player;
    return named && staked_on(d, box, bettor, wager) > 0;
}

static trey_cents staked_in_all(const deciding *d, const trey_box *box, unsigned wager) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < box->bettors; i++) {
        if (spoken_of(d, box, i, wager)) sum += staked_on(d, box, i, wager);
    }
    return sum;
}

static unsigned bettors_spoken_of(const deciding *d, const trey_box *box, unsigned wager) {
    unsigned count = 0;
    for (unsigned i = 0; i < box->bettors; i++) count += spoken_of(d, box, i, wager);
    return count;
}

/* The most that the book could ever pay for a wager of that size, the stake included. */
static trey_cents most_for(const deciding *d, unsigned wager, trey_cents staked) {
    const pay_row *pays = d->rules->pays[wager];
    bool jackpot = wager == TREY_WAGER_PROGRESSIVE, envy = wager == TREY_WAGER_ENVY;
    trey_cents most = jackpot ? d->table->highest : 0;
    for (unsigned slot = 0; slot < PAY_SLOTS; slot++) {
        if (pays[slot].key == TREY_NO_KEY || (jackpot && pays[slot].pay.d != 0)) continue;
        bool sum = jackpot || envy;
        trey_cents pay = sum ? pays[slot].pay.n : rate_on(pays[slot].pay, staked);
        if (pay > most) most = pay;
    }
    if (envy) return most * (d->table->config.positions - 1); /* from every other position */
    return trey_wager(wager)->placed == TREY_PLACED_NEVER || jackpot ? most : staked + most;
}

/* Is the wager there, and is the amount one that it could come to? */
static trey_refused wager_refusal(const deciding *d, trey_ruling_kind ruling) {
    const trey_command *command = d->command;
    const trey_box *box = box_at(d->table, command->seat);
    trey_cents staked = staked_in_all(d, box, command->wager);
    unsigned bettors = bettors_spoken_of(d, box, command->wager);
    if (box->invalid) return TREY_REFUSED_HAND_INVALID;
    if (bettors == 0) return TREY_REFUSED_NOTHING_THERE;
    if (ruling == TREY_RULING_SETTLE_AT) {
        if (command->amount < 0 || command->amount > most_for(d, command->wager, staked))
            return TREY_REFUSED_BAD_AMOUNT;
        return d->table->ruled + bettors > TREY_RULED ? TREY_REFUSED_TABLE_FULL : TREY_REFUSED_NONE;
    }
    bool paid_beside = command->wager == TREY_WAGER_ANTE_BONUS || command->wager == TREY_WAGER_ENVY;
    if (paid_beside) return TREY_REFUSED_NO_SUCH_WAGER;
    if (ruling == TREY_RULING_RETURN_WAGER)
        return d->table->ruled + bettors > TREY_RULED ? TREY_REFUSED_TABLE_FULL : TREY_REFUSED_NONE;
    /* A correction is of one bettor's wager, and within the limits: what is outside them is
     * reported, for the book has remedies of its own. */
    unsigned stake = command->wager;
    if (!has_own_size(stake) || stake == TREY_WAGER_PLAY) return TREY_REFUSED_NO_SUCH_WAGER;
    if (bettors > 1) return TREY_REFUSED_NO_SUCH_PLAYER;
    if (command->amount <= 0) return TREY_REFUSED_BAD_AMOUNT;
    bool pooled = rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
    trey_cents total = (pooled ? box_stake(box, stake) - staked : 0) + command->amount;
    if (total > d->table->config.maximum[stake]) return TREY_REFUSED_OVER_MAXIMUM;
    return total < d->table->config.minimum[stake] ? TREY_REFUSED_UNDER_MINIMUM : TREY_REFUSED_NONE;
}

/* Why a hand cannot be returned, or a look not be corrected, or NONE. */
static trey_refused hand_refusal(const deciding *d, trey_ruling_kind ruling) {
    const trey_table *table = d->table;
    if (!ruling_names(ruling, TREY_NAMES_SEAT)) return TREY_REFUSED_NONE;
    const trey_box *box = box_at(table, d->command->seat);
    if (ruling == TREY_RULING_RETURN_HAND) {
        if (box->bettors == 0) return TREY_REFUSED_NOTHING_THERE;
        return box->invalid ? TREY_REFUSED_HAND_INVALID : TREY_REFUSED_NONE;
    }
    bool look = ruling == TREY_RULING_CORRECT_LOOK;
    if (!look && ruling != TREY_RULING_CORRECT_NO_LOOK) return TREY_REFUSED_NONE;
    if (table->config.system_deck) return TREY_REFUSED_CARDS_ARE_SHUFFLED;
    if (table->phase < TREY_PHASE_DECISION || box->turn == 0) return TREY_REFUSED_NO_HAND;
    if (box->invalid) return TREY_REFUSED_HAND_INVALID;
    if (look) return box->viewed ? TREY_REFUSED_ALREADY_VIEWED : TREY_REFUSED_NONE;
    return box->viewed ? TREY_REFUSED_NONE : TREY_REFUSED_NOT_VIEWED;
}

/* May others be let withdraw? Only on the ground that the book names, and before the dealer's
 * hand is open [mbs 5.7.1] [ca-six-card Betting 2]. */
static trey_refused permission_refusal(const deciding *d) {
    switch (rule(d->rules, TREY_KEY_PERMISSION)) {
    case TREY_PERMISSION_NEVER:
        return TREY_REFUSED_NO_GROUND;
    case TREY_PERMISSION_AFTER_WRONG_COUNT:
        if (!d->table->miscounted) return TREY_REFUSED_NO_GROUND;
        break;
    default:
        break;
    }
    if (d->table->revealed) return TREY_REFUSED_TOO_LATE;
    return seats_in_play(d->table) ? TREY_REFUSED_NONE : TREY_REFUSED_NOTHING_THERE;
}

/* Checks what the ruling needs; refuses and returns false where it lacks it. */
static bool ruling_stands(deciding *d, trey_ruling_kind ruling) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    trey_key key = role_key(d, ruling);
    bool wager = ruling_names(ruling, TREY_NAMES_WAGER);
    if (ruling_names(ruling, TREY_NAMES_SEAT) &&
        (command->seat < 1 || command->seat > table->config.positions)) {
        refuse(d, TREY_REFUSED_NO_SUCH_SEAT, TREY_KEY_POSITIONS);
    } else if (ruling_names(ruling, TREY_NAMES_PLAYER) && command->player == TREY_NOBODY) {
        refuse(d, TREY_REFUSED_NO_SUCH_PLAYER, TREY_NO_KEY);
    } else if (wager && command->wager >= TREY_WAGER_COUNT) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
    } else if (command->role < rule(d->rules, key)) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, key);
    } else if (!reason_given(command)) {
        refuse(d, TREY_REFUSED_NO_REASON, key);
    } else if (!in_its_time(d, ruling)) {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
    } else if (ruling == TREY_RULING_SETTLE_AT && d->rules->banked) {
        /* Every cent would have to come from somebody's bank. */
        refuse(d, TREY_REFUSED_NO_SUCH_RULING, TREY_KEY_BANKER);
    } else if (ruling == TREY_RULING_CORRECT_STAKE && table->phase == TREY_PHASE_BETTING) {
        refuse(d, TREY_REFUSED_NOT_CLOSED, TREY_KEY_BETTING_CLOSES);
    } else if (ruling_names(ruling, TREY_NAMES_PLAYER) && !flag_fits(table, command->player)) {
        refuse(d, TREY_REFUSED_TABLE_FULL, key);
    } else {
        trey_refused refused = wager                                     ? wager_refusal(d, ruling)
                               : ruling == TREY_RULING_PERMIT_WITHDRAWAL ? permission_refusal(d)
                                                                         : hand_refusal(d, ruling);
        if (refused == TREY_REFUSED_NONE) return true;
        bool ground = ruling == TREY_RULING_PERMIT_WITHDRAWAL;
        refuse(d, refused, ground ? TREY_KEY_PERMISSION : key);
    }
    return false;
}

/* Does the house want a second person for it? What corrects stakes, what undoes bets once somebody
 * has seen a card, and what settles a wager at much. A player who is barred takes wagers along. */
static bool takes_two(const deciding *d, trey_ruling_kind ruling) {
    const trey_table *table = d->table;
    switch (ruling) {
    case TREY_RULING_SETTLE_AT:
        return table->config.second_from > 0 && d->command->amount >= table->config.second_from;
    case TREY_RULING_BAR:
        return table->config.two_people && table->phase != TREY_PHASE_IDLE && cards_seen(table) &&
               (seats_of(table, d->command->player) || shares_of(table, d->command->player));
    case TREY_RULING_CORRECT_STAKE: /* it stakes a player's chips */
        return table->config.two_people;
    case TREY_RULING_VOID:
    case TREY_RULING_RETURN_HAND:
    case TREY_RULING_RETURN_WAGER:
    case TREY_RULING_CORRECT_LOOK:
    case TREY_RULING_CORRECT_NO_LOOK:
    case TREY_RULING_PERMIT_WITHDRAWAL:
        return table->config.two_people && cards_seen(table);
    default:
        return false;
    }
}

/* ---- Carrying out ------------------------------------------------------------------------ */
/* What each bettor gets back. A wager that several share and that is ruled on as a whole is
 * divided by their stakes; what does not divide goes to the first. */
static void settle_wager_at(deciding *d, bool returned) {
    const trey_command *command = d->command;
    const trey_box *box = box_at(d->table, command->seat);
    trey_cents staked = staked_in_all(d, box, command->wager);
    trey_cents left = returned ? 0 : command->amount;
    trey_cents back[TREY_BETTORS] = {0};
    for (unsigned i = 0; i < box->bettors; i++) {
        if (!spoken_of(d, box, i, command->wager)) continue;
        trey_cents own = staked_on(d, box, i, command->wager);
        back[i] = returned ? own : (trey_cents)((__int128)command->amount * own / staked);
        if (!returned) left -= back[i];
    }
    for (unsigned i = 0; i < box->bettors; i++) {
        if (!spoken_of(d, box, i, command->wager)) continue;
        if (!returned) back[i] += left;
        left = 0;
        trey_cents own = staked_on(d, box, i, command->wager);
        bool jackpot = command->wager == TREY_WAGER_PROGRESSIVE;
        if (jackpot && back[i] == own) {
            return_jackpot(d, command->seat); /* with its contribution, and without envy */
            continue;
        }
        trey_event *line =
            emit_at(d, TREY_EVENT_RULED_LINE, command->seat, box->bettor[i].player, back[i]);
        line->wager = command->wager;
        line->ruled_line.returned = returned;
    }
}

/* ---- One function for each row ----------------------------------------------------------- */
static trey_player owner_there(const deciding *d) {
    return box_at(d->table, d->command->seat)->bettor[0].player;
}

#define RULE(word) static void rule_##word(deciding *d)

RULE(continue) {
    (void)d; /* the event says it all */
}

RULE(void) {
    void_round(d);
}

RULE(return ) {
    invalidate(d, d->command->seat, TREY_INVALID_RETURNED);
}

RULE(return_wager) {
    settle_wager_at(d, true);
}

RULE(settle) {
    settle_wager_at(d, false);
}

RULE(correct) {
    const trey_command *command = d->command;
    const trey_box *box = box_at(d->table, command->seat);
    for (unsigned i = 0; i < box->bettors; i++) {
        if (spoken_of(d, box, i, command->wager))
            stake_correct(d, command->seat, i, command->wager, command->amount, false);
    }
}

RULE(looked) {
    emit_at(d, TREY_EVENT_VIEWED, d->command->seat, owner_there(d), 0);
}

RULE(not_looked) {
    emit_at(d, TREY_EVENT_LOOK_STRUCK, d->command->seat, owner_there(d), 0);
}

RULE(bar) {
    const trey_table *table = d->table;
    trey_player player = d->command->player;
    unsigned theirs = seats_of(table, player);
    flag(d, player, TREY_PLAYER_BARRED, 0);
    if (table->phase == TREY_PHASE_IDLE) return;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (theirs & seat_bit(seat)) invalidate(d, seat, TREY_INVALID_RETURNED);
    }
    return_shares(d, player, theirs);
}

RULE(stop) {
    flag(d, d->command->player, TREY_PLAYER_STOPPED, 0);
}

RULE(restrict) {
    flag(d, d->command->player, TREY_PLAYER_ONE_POSITION, 0);
}

RULE(free) {
    flag(d, d->command->player, 0,
         TREY_PLAYER_BARRED | TREY_PLAYER_STOPPED | TREY_PLAYER_ONE_POSITION);
}

RULE(permit) {
    offer(d, seats_in_play(d->table), TREY_GATE_OPTIONS);
}

RULE(close_table) {
    set_mode(d, TREY_MODE_CLOSE, 0, true);
}

RULE(reopen_table) {
    set_mode(d, TREY_MODE_CLOSE, 0, false);
}

RULE(disable) {
    set_mode(d, TREY_MODE_DISABLE, d->command->seat, true);
}

RULE(enable) {
    set_mode(d, TREY_MODE_DISABLE, d->command->seat, false);
}

RULE(no_jackpot) {
    set_mode(d, TREY_MODE_WITHOUT_JACKPOT, 0, true);
}

RULE(jackpot_on) {
    set_mode(d, TREY_MODE_WITHOUT_JACKPOT, 0, false);
}

RULE(preset) {
    void_round(d); /* the one thing that a book can preset */
}

static void (*const ruled[TREY_RULING_COUNT])(deciding *d) = {
#define RULED(constant, word, ...) [TREY_RULING_##constant] = rule_##word,
    TREY_RULINGS(RULED)
#undef RULED
};

void decide_rule(deciding *d) {
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
    if (takes_two(d, ruling) && !seconded(d)) return;
    trey_event *event = emit(d, TREY_EVENT_RULED);
    unsigned names = trey_ruling_row_of(ruling)->names;
    if (names & TREY_NAMES_SEAT) event->seat = command->seat;
    /* Of a wager that several share, one may be named. */
    if (names & (TREY_NAMES_PLAYER | TREY_NAMES_WAGER)) event->player = command->player;
    event->ruled.ruling = (uint8_t)ruling;
    /* Bytes after the end of the reason are no part of it. */
    memcpy(event->ruled.reason, command->reason,
           strnlen(command->reason, sizeof event->ruled.reason));
    ruled[ruling](d);
}
