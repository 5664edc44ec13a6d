/* decide_bets.c -- sitting, the bank, and wagers while betting is open. */
#include "remedies.h"

/* Where the player sits, or TREY_NO_SEAT. */
static unsigned seat_taken_by(const trey_table *table, trey_player player) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->seated == player) return seat;
    }
    return TREY_NO_SEAT;
}

/* ---- Sitting ------------------------------------------------------------------ */
void decide_sit(deciding *d) {
    const trey_box *box = box_at(d->table, d->command->seat);
    if (seat_taken_by(d->table, d->command->player) != TREY_NO_SEAT) {
        refuse(d, TREY_REFUSED_ALREADY_SEATED, TREY_NO_KEY);
    } else if (box->seated != TREY_NOBODY ||
               (d->table->bank > 0 && d->table->bank_seat == d->command->seat &&
                d->table->banker != d->command->player)) {
        refuse(d, TREY_REFUSED_SEAT_TAKEN, TREY_KEY_SHARED);
    } else {
        emit_at(d, TREY_EVENT_SEATED, d->command->seat, d->command->player, 0);
    }
}

/* Has the player anything at stake in the round that is running? */
static bool at_stake(const trey_table *table, trey_player player) {
    if (table->phase == TREY_PHASE_IDLE) return table->bank > 0 && table->banker == player;
    if (table->bank > 0 && table->banker == player) return true;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (bettor_of(box_at(table, seat), player) >= 0) return true;
    }
    return false;
}

/* The player's own word, given at a seat of theirs; whoever leaves it takes it along. */
void decide_entrust(deciding *d) {
    const trey_box *box = box_at(d->table, d->command->seat);
    bool on = !d->command->part;
    if (box->seated != d->command->player) {
        refuse(d, TREY_REFUSED_NOT_SEATED, TREY_KEY_BET_BY_STAFF);
    } else if (box->entrusted == on || !d->table->config.consent) {
        refuse(d, TREY_REFUSED_AS_IT_WAS, TREY_KEY_BET_BY_STAFF);
    } else {
        emit_at(d, TREY_EVENT_ENTRUSTED, d->command->seat, d->command->player, 0)->mode.on = on;
    }
}

void decide_leave(deciding *d) {
    const trey_box *box = box_at(d->table, d->command->seat);
    if (box->seated != d->command->player) {
        refuse(d, TREY_REFUSED_NOT_SEATED, TREY_NO_KEY);
    } else if (at_stake(d->table, d->command->player)) {
        refuse(d, TREY_REFUSED_HAS_WAGERS, TREY_KEY_BETTING_CLOSES);
    } else {
        emit_at(d, TREY_EVENT_LEFT, d->command->seat, d->command->player, 0);
    }
}

void decide_open(deciding *d) {
    if (d->table->phase != TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_ROUND_RUNNING, TREY_KEY_BETTING_OPENS);
        return;
    }
    if (d->table->closed) {
        refuse(d, TREY_REFUSED_TABLE_CLOSED, TREY_KEY_ROLE_AFTER_FAULT);
        return;
    }
    emit_at(d, TREY_EVENT_OPENED, 0, TREY_NOBODY, 0);
}

/* ---- The bank [ca-six-card Standards 2] [ca-six-card Round 10] ------------------ */
/* Is the bank offered around: has its holder had his hands, or given it up? */
static bool bank_on_offer(const trey_rules *rules, const trey_table *table) {
    return table->banker == TREY_NOBODY || table->bank_offered ||
           table->bank_hands >= rule(rules, TREY_KEY_ROTATION_HANDS);
}

/* Have all seated players between the last bank and this seat declined? */
static bool declined_before(const trey_table *table, unsigned seat) {
    unsigned at = table->bank_seat;
    for (unsigned step = 0; step < table->config.positions; step++) {
        at = next_seat(table, at);
        if (at == seat) return true;
        if (box_at(table, at)->seated == TREY_NOBODY) continue;
        if (!((table->bank_passed >> (at - 1)) & 1u)) return false;
    }
    return true;
}

static trey_refused bank_refusal(const deciding *d) {
    const trey_table *table = d->table;
    if (table->bank > 0) {
        return table->banker == d->command->player && table->bank_seat == d->command->seat
                   ? TREY_REFUSED_NONE
                   : TREY_REFUSED_BANK_TAKEN;
    }
    if (table->banker == TREY_NOBODY) return TREY_REFUSED_NONE;
    bool same = table->banker == d->command->player; /* also at another seat */
    if (!bank_on_offer(d->rules, table)) {
        return same ? TREY_REFUSED_NONE : TREY_REFUSED_BANK_TAKEN;
    }
    /* After a full round of offers the previous player-dealer may bank again. */
    if (same) {
        return declined_before(table, d->command->seat) ? TREY_REFUSED_NONE
                                                        : TREY_REFUSED_BANK_MUST_MOVE;
    }
    return declined_before(table, d->command->seat) ? TREY_REFUSED_NONE : TREY_REFUSED_NOT_OFFERED;
}

void decide_bank(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (!d->rules->banked) {
        refuse(d, TREY_REFUSED_NO_SUCH_COMMAND, TREY_KEY_BANKER);
    } else if (d->command->amount <= 0) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_KEY_BANK_SIZE);
    } else if (d->command->amount > TREY_LIMIT_MAX * TREY_SEATS ||
               table->bank > TREY_LIMIT_MAX * TREY_SEATS - d->command->amount) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_NO_KEY); /* our own bound, and no book's */
    } else if (table->phase > TREY_PHASE_BETTING) {
        refuse(d, TREY_REFUSED_BETS_CLOSED, TREY_KEY_BETTING_CLOSES);
    } else if (box->seated != TREY_NOBODY && box->seated != d->command->player) {
        refuse(d, TREY_REFUSED_SEAT_TAKEN, TREY_KEY_BANKER);
    } else if (box->seated == TREY_NOBODY &&
               seat_taken_by(table, d->command->player) != TREY_NO_SEAT) {
        refuse(d, TREY_REFUSED_NOT_SEATED, TREY_KEY_BANKER); /* he banks from his own place */
    } else if (table->phase == TREY_PHASE_BETTING &&
               (box->bettors > 0 || (table->bank == 0 && at_stake(table, d->command->player)))) {
        refuse(d, TREY_REFUSED_HAS_WAGERS, TREY_KEY_BANKER_MAY_BET);
    } else {
        trey_refused refused = bank_refusal(d);
        if (refused != TREY_REFUSED_NONE) {
            refuse(d, refused,
                   refused == TREY_REFUSED_BANK_TAKEN ? TREY_KEY_BANKER : TREY_KEY_ROTATION_HANDS);
            return;
        }
        emit_at(d, TREY_EVENT_BANKED, d->command->seat, d->command->player, d->command->amount);
    }
}

void decide_pass(deciding *d) {
    const trey_table *table = d->table;
    unsigned seat = seat_taken_by(table, d->command->player);
    if (!d->rules->banked) {
        refuse(d, TREY_REFUSED_NO_SUCH_COMMAND, TREY_KEY_BANKER);
    } else if (table->bank > 0) {
        refuse(d, TREY_REFUSED_BANK_TAKEN, TREY_KEY_BANKER);
    } else if (seat == TREY_NO_SEAT) {
        refuse(d, TREY_REFUSED_NOT_SEATED, TREY_KEY_ROTATION_PASS);
    } else if (table->banker != d->command->player && !bank_on_offer(d->rules, table)) {
        refuse(d, TREY_REFUSED_NOT_OFFERED, TREY_KEY_ROTATION_DIRECTION);
    } else {
        emit_at(d, TREY_EVENT_PASSED, seat, d->command->player, 0);
    }
}

/* ---- Bets ---------------------------------------------------------------------- */
static bool wager_offered(const trey_rules *rules, const trey_table *table, unsigned wager) {
    if (wager >= TREY_STAKES || !rules->has[wager]) return false;
    switch ((trey_placed)trey_wager(wager)->placed) {
    case TREY_PLACED_LIMITED:
        return table->config.maximum[wager] > 0;
    case TREY_PLACED_FIXED:
        return true;
    default:
        return false;
    }
}

/* While betting is open; the closing call is the cut-off [mbs 3.2] [rws 3.9]
 * [ca-six-card Betting 2]. */
static bool betting(deciding *d) {
    if (d->table->phase == TREY_PHASE_BETTING) return true;
    if (d->table->phase == TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_NOT_OPEN, TREY_KEY_BETTING_OPENS);
    } else {
        refuse(d, TREY_REFUSED_BETS_CLOSED, TREY_KEY_BETTING_CLOSES);
    }
    return false;
}

/* Has the player a position of his own elsewhere? */
__attribute__((noinline)) static bool owns_another(const trey_table *table, unsigned seat,
                                                   trey_player player) {
    for (unsigned other = 1; other <= table->config.positions; other++) {
        const trey_box *box = box_at(table, other);
        if (other == seat) continue;
        if (box->seated == player || (box->bettors > 0 && box->bettor[0].player == player))
            return true;
    }
    return false;
}

/* How many people play against the bank, with this one. */
__attribute__((noinline)) static unsigned people_betting(const trey_table *table,
                                                         trey_player player) {
    trey_player seen[TREY_SEATS * TREY_BETTORS];
    unsigned count = 0;
    seen[count++] = player;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            unsigned at = 0;
            while (at < count && seen[at] != box->bettor[i].player) at++;
            if (at == count) seen[count++] = box->bettor[i].player;
        }
    }
    return count;
}

/* Behind another's wager: the owner of the seat must play, since nobody else looks at the hand and
 * decides for it [ca-six-card Round 2] [ca-six-card Betting 5]. */
static bool backline_open(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (rule(d->rules, TREY_KEY_SHARED) != TREY_SHARED_BACKLINE) return true;
    trey_player owner = box->seated != TREY_NOBODY ? box->seated : box->bettor[0].player;
    if (owner == TREY_NOBODY || owner == d->command->player) return true;
    int found = bettor_of(box, owner);
    if (found < 0 || box->bettor[found].stake[TREY_WAGER_ANTE] == 0) {
        refuse(d, TREY_REFUSED_NEEDS_ANTE, TREY_KEY_BACKLINE);
    } else if (rule(d->rules, TREY_KEY_BACKLINE_BY) == TREY_BACKLINE_BY_SEATED &&
               seat_taken_by(table, d->command->player) == TREY_NO_SEAT) {
        refuse(d, TREY_REFUSED_NOT_SEATED, TREY_KEY_BACKLINE_BY);
    } else {
        return true;
    }
    return false;
}

__attribute__((noinline)) static bool bets_elsewhere(const trey_table *table, unsigned seat,
                                                     trey_player player) {
    for (unsigned other = 1; other <= table->config.positions; other++) {
        if (other != seat && bettor_of(box_at(table, other), player) >= 0) return true;
    }
    return false;
}

/* Nothing that a ruling has closed to this player? [mbs 3.4.3] [mbs 5.9] */
static bool not_ruled_out(deciding *d) {
    const trey_box *box = box_at(d->table, d->command->seat);
    unsigned flags = flags_of(d->table, d->command->player);
    if (flags & TREY_PLAYER_BARRED) {
        refuse(d, TREY_REFUSED_BARRED, TREY_KEY_ROLE_BAR);
    } else if (flags & TREY_PLAYER_STOPPED) {
        refuse(d, TREY_REFUSED_STOPPED, TREY_KEY_ROLE_STOP);
    } else if ((flags & TREY_PLAYER_ONE_POSITION) &&
               bets_elsewhere(d->table, d->command->seat, d->command->player)) {
        refuse(d, TREY_REFUSED_ONE_POSITION_ONLY, TREY_KEY_ROLE_RESTRICT);
    } else if (box->disabled) {
        refuse(d, TREY_REFUSED_BOX_DISABLED, TREY_KEY_ROLE_AFTER_FAULT);
    } else {
        return true;
    }
    return false;
}

/* May somebody with a position of their own bet on this one, too: only behind another's wager
 * [ca-six-card Betting 5], only where nobody else has bet [rws 3.7], or anywhere [mbs 3.4]? */
static bool second_position_open(const deciding *d, bool bet_before, bool others) {
    switch (rule(d->rules, TREY_KEY_SEVERAL)) {
    case TREY_SEVERAL_BY_BACKLINE:
        return others;
    case TREY_SEVERAL_FREE_BOXES:
        return !bet_before;
    default:
        return true;
    }
}

/* May the player bet on this position at all? Refuses and returns false if not. */
static bool position_open(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    trey_player player = d->command->player;
    if (!not_ruled_out(d)) return false;
    if (d->rules->banked && table->bank > 0) {
        if (table->banker == player) {
            refuse(d, TREY_REFUSED_BANKER_CANNOT_BET, TREY_KEY_BANKER_MAY_BET);
            return false;
        }
        if (table->bank_seat == d->command->seat) {
            refuse(d, TREY_REFUSED_BOX_NOT_YOURS, TREY_KEY_BANKER_MAY_BET);
            return false;
        }
    }
    bool mine = bettor_of(box, player) >= 0;
    bool bet_before = box->bettors > 0 && box->bettor[0].player != player;
    bool others = bet_before || (box->seated != TREY_NOBODY && box->seated != player);
    /* Whoever bets first has the box, also where another sits [rws 3.7]. */
    if (bet_before && rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_FORBIDDEN) {
        refuse(d, TREY_REFUSED_BOX_NOT_YOURS, TREY_KEY_SHARED);
        return false;
    }
    if (!mine && !second_position_open(d, bet_before, others) &&
        owns_another(table, d->command->seat, player)) {
        refuse(d, TREY_REFUSED_BOX_NOT_YOURS, TREY_KEY_SEVERAL);
        return false;
    }
    if (!mine && box->bettors == TREY_BETTORS) {
        refuse(d, TREY_REFUSED_BOX_FULL, TREY_KEY_SHARED);
        return false;
    }
    /* The player-dealer is one of them [ca-six-card Players]. */
    if (!d->rules->absent[TREY_KEY_PLAYERS] &&
        people_betting(table, player) + d->rules->banked > rule(d->rules, TREY_KEY_PLAYERS)) {
        refuse(d, TREY_REFUSED_PLAYERS_FULL, TREY_KEY_PLAYERS);
        return false;
    }
    return backline_open(d);
}

/* A jackpot bet without the bet that it needs: there is time until the close [mbs 5.12.1]. */
static void warn_of_jackpot(deciding *d) {
    emit_at(d, TREY_EVENT_WARNED, d->command->seat, d->command->player, 0)->wager =
        TREY_WAGER_PROGRESSIVE;
}

/* The jackpot bet: its own amount, by the owner of the position [mbs 3.5.4]
 * [rws 3.8]. Whether the bet that it needs is there is asked at the close. */
__attribute__((noinline)) static void bet_progressive(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (!table->config.jackpot) {
        refuse(d, TREY_REFUSED_JACKPOT_CLOSED, TREY_KEY_JACKPOT_BET);
        return;
    }
    if (table->jackpot_off) {
        refuse_trouble(d, TREY_REFUSED_JACKPOT_OFF, TREY_IRREGULARITY_AFTER_JACKPOT_FAULT);
        return;
    }
    bool seat_counts = rule(d->rules, TREY_KEY_SHARED) != TREY_SHARED_FORBIDDEN;
    /* The seated player has the jackpot, also when others bet there before him. */
    bool seated = seat_counts && box->seated == d->command->player;
    bool others = (seat_counts && box->seated != TREY_NOBODY && !seated) ||
                  (box->bettors > 0 && box->bettor[0].player != d->command->player && !seated);
    if (others) {
        refuse(d, TREY_REFUSED_BOX_NOT_YOURS, TREY_KEY_PROGRESSIVE_ON_OTHERS);
    } else if (d->command->amount != 0 && d->command->amount != table->config.jackpot_bet) {
        refuse(d, TREY_REFUSED_JACKPOT_AMOUNT, TREY_KEY_PROGRESSIVE_SIZE);
    } else if (jackpot_bet_at(box) > 0) {
        refuse(d, TREY_REFUSED_ALREADY_BET, TREY_KEY_AREAS);
    } else {
        trey_event *bet = emit_at(d, TREY_EVENT_BET, d->command->seat, d->command->player,
                                  table->config.jackpot_bet);
        bet->wager = TREY_WAGER_PROGRESSIVE;
        if (rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) == TREY_CONTRIBUTES_AS_BET) {
            emit_at(d, TREY_EVENT_CONTRIBUTED, d->command->seat, d->command->player,
                    table->config.jackpot_contribution)
                ->contributed.on_meter = 1;
        }
        /* The bettor owns the position from now on, with whatever else they have there. */
        trey_box after = *box;
        int own = bettor_of(box, d->command->player);
        after.bettor[0] = own >= 0 ? box->bettor[own] : (trey_bettor){0};
        if (!jackpot_has_its_bet(d->rules, &after)) warn_of_jackpot(d);
    }
}

/* The wager as a whole after this bet: a pooled one has one limit for all. */
static trey_cents total_after(const deciding *d, unsigned stake, int bettor) {
    const trey_box *box = box_at(d->table, d->command->seat);
    trey_cents now = 0;
    if (rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED) {
        now = box_stake(box, stake);
    } else if (bettor >= 0) {
        now = box->bettor[bettor].stake[stake];
    }
    return now + d->command->amount;
}

/* Is there, beside this side bet, another one of the same bettor? */
static bool has_another_side_bet(unsigned wager, const trey_cents stake[TREY_STAKES]) {
    if (wager == TREY_WAGER_ANTE) return false;
    for (unsigned other = 0; other < TREY_STAKES; other++) {
        bool side = other != TREY_WAGER_ANTE && trey_wager(other)->placed == TREY_PLACED_LIMITED;
        if (side && other != wager && stake[other] > 0) return true;
    }
    return false;
}

void decide_bet(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    if (!wager_offered(d->rules, table, command->wager)) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
        return;
    }
    bool jackpot = command->wager == TREY_WAGER_PROGRESSIVE;
    if (command->amount < 0 || command->amount > TREY_LIMIT_MAX ||
        (command->amount == 0 && !jackpot)) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_NO_KEY);
        return;
    }
    if (!betting(d) || !position_open(d)) return;
    if (jackpot) {
        bet_progressive(d);
        return;
    }
    unsigned stake = command->wager;
    const trey_box *box = box_at(table, command->seat);
    int bettor = bettor_of(box, command->player);
    static const trey_cents nothing[TREY_STAKES];
    const trey_cents *theirs = bettor >= 0 ? box->bettor[bettor].stake : nothing;
    unsigned needs = trey_wager(stake)->needs;
    if (needs && !needs_met(d->rules, needs, theirs)) {
        refuse(d, TREY_REFUSED_NEEDS_ANTE, needs);
        return;
    }
    if (rule(d->rules, TREY_KEY_BONUSES_TOGETHER) == TREY_TOGETHER_ONE_ONLY &&
        has_another_side_bet(stake, theirs)) {
        refuse(d, TREY_REFUSED_ONE_BONUS_ONLY, TREY_KEY_BONUSES_TOGETHER);
        return;
    }
    trey_cents total = total_after(d, stake, bettor);
    bool part = command->part && rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
    if (total > table->config.maximum[stake]) {
        refuse_trouble(d, TREY_REFUSED_OVER_MAXIMUM, TREY_IRREGULARITY_OVER_MAXIMUM);
    } else if (total < table->config.minimum[stake] && !part) {
        refuse_trouble(d, TREY_REFUSED_UNDER_MINIMUM, TREY_IRREGULARITY_UNDER_MINIMUM);
    } else {
        emit_at(d, TREY_EVENT_BET, command->seat, command->player, command->amount)->wager =
            command->wager;
    }
}

/* ---- Taking back ----------------------------------------------------------------- */
/* What would be left of a bettor's chips, and may it be? Refuses and returns false if not. */
static bool rest_stands(deciding *d, const trey_box *box, unsigned bettor, trey_cents amount) {
    unsigned wager = d->command->wager;
    trey_bettor after = box->bettor[bettor];
    after.stake[wager] -= amount;
    for (unsigned other = 0; other < TREY_STAKES; other++) {
        unsigned needs = trey_wager(other)->needs;
        /* A jackpot bet without the bet that it needs goes back at the close. */
        if (!needs || other == wager || trey_wager(other)->placed == TREY_PLACED_FIXED) continue;
        if (after.stake[other] == 0 || needs_met(d->rules, needs, after.stake)) continue;
        refuse(d, TREY_REFUSED_NEEDS_ANTE, needs);
        return false;
    }
    /* Those behind the seat rest on its owner's Ante. */
    bool behind =
        rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE && bettor == 0 && box->bettors > 1;
    if (behind && wager == TREY_WAGER_ANTE && after.stake[wager] == 0) {
        refuse(d, TREY_REFUSED_NEEDS_ANTE, TREY_KEY_BACKLINE);
        return false;
    }
    bool pooled = rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
    trey_cents left = pooled ? box_stake(box, wager) - amount : after.stake[wager];
    bool part = pooled && (d->command->part || left != after.stake[wager]);
    if (left > 0 && left < d->table->config.minimum[wager] && !part) {
        refuse_trouble(d, TREY_REFUSED_UNDER_MINIMUM, TREY_IRREGULARITY_UNDER_MINIMUM);
        return false;
    }
    return true;
}

/* Is it the time, and is the wager one that can be taken back? */
static bool may_withdraw(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    bool play = command->wager == TREY_WAGER_PLAY; /* only ever after the close */
    const trey_trouble *late =
        trey_rulebook_trouble(d->rules->book, TREY_IRREGULARITY_LATE_WITHDRAWAL);
    if (!play && !wager_offered(d->rules, table, command->wager)) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
    } else if (command->amount < 0) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_NO_KEY);
    } else if (table->phase > TREY_PHASE_BETTING && !late->absent) {
        refuse_trouble(d, TREY_REFUSED_BETS_CLOSED, TREY_IRREGULARITY_LATE_WITHDRAWAL);
    } else {
        return betting(d);
    }
    return false;
}

void decide_withdraw(deciding *d) {
    const trey_command *command = d->command;
    if (!may_withdraw(d)) return;
    const trey_box *box = box_at(d->table, command->seat);
    int bettor = bettor_of(box, command->player);
    bool jackpot = command->wager == TREY_WAGER_PROGRESSIVE;
    trey_cents down = bettor < 0 ? 0 : box->bettor[bettor].stake[command->wager];
    trey_cents amount = command->amount == 0 ? down : command->amount;
    if (down == 0 || amount > down) {
        refuse(d, TREY_REFUSED_NOTHING_THERE, TREY_NO_KEY);
        return;
    }
    if (jackpot && amount != down) {
        refuse(d, TREY_REFUSED_JACKPOT_AMOUNT, TREY_KEY_PROGRESSIVE_SIZE);
        return;
    }
    if (!jackpot && !rest_stands(d, box, (unsigned)bettor, amount)) return;
    emit_at(d, TREY_EVENT_WITHDRAWN, command->seat, command->player, amount)->wager =
        command->wager;
    if (jackpot && rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) == TREY_CONTRIBUTES_AS_BET) {
        emit_at(d, TREY_EVENT_CONTRIBUTED, command->seat, command->player,
                -d->table->config.jackpot_contribution)
            ->contributed.on_meter = 1;
    }
    if (!jackpot && jackpot_bet_at(box) > 0) {
        trey_box after = *box;
        after.bettor[bettor].stake[command->wager] -= amount;
        if (!jackpot_has_its_bet(d->rules, &after)) warn_of_jackpot(d);
    }
}
