/* shadow_objections.c -- what must not have been accepted.
 *
 * Asked about every command that the engine accepts, before it is booked: is there
 * a paragraph that forbids it? The other direction, a refusal without cause, shows
 * in rounds that cannot go on. */
#include "shadow_table.h"

/* ---- Small questions ----------------------------------------------------- */

static const shadow_bettor *bettor_at(const shadow_box *box, trey_player player) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return &box->bettor[i];
    }
    return NULL;
}

static trey_cents at_stake(const shadow_box *box, unsigned stake) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < box->bettors; i++) sum += box->bettor[i].stake[stake];
    return sum;
}

static bool has_bets(const shadow_table *shadow, trey_player player) {
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (bettor_at(&shadow->box[seat], player)) return true;
    }
    return false;
}

static const shadow_bettor *owner_of(const shadow_box *box) {
    return bettor_at(box, box->owner);
}

static bool undecided(const shadow_bettor *bettor) {
    return bettor && bettor->choice == NO_CHOICE;
}

/* ---- Bets ---------------------------------------------------------------- */

static bool within_limits(const shadow_table *shadow, unsigned stake, trey_cents amount) {
    return amount == 0 || (amount >= shadow->minimum[stake] && amount <= shadow->maximum[stake]);
}

/* A wager of one person; at MBS all who built it together [mbs 3.4] [mbs 3.4.2]. */
static trey_cents wager_with(const shadow_table *shadow, const random_table *table,
                             const trey_command *command, unsigned stake) {
    const shadow_box *box = &shadow->box[command->seat];
    const shadow_bettor *bettor = bettor_at(box, command->player);
    trey_cents now = bettor ? bettor->stake[stake] : 0;
    if (table->house->which == SECOND_MBS) now = at_stake(box, stake);
    return now + command->amount;
}

static const char *object_to_jackpot_bet(const shadow_table *shadow, const random_table *table,
                                         const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    trey_player seated = table->table.box[command->seat - 1].seated;
    if (!table->config.jackpot) return "there is no jackpot";
    if (command->amount != 0 && command->amount != table->config.jackpot_bet) {
        return "the jackpot bet is prescribed [rws 3.3]";
    }
    if (box->jackpot) return "one jackpot bet an area [mbs 3.4.2]";
    /* At MBS the seat counts [mbs 3.5.1]; at RWS the first to bet has the box (A-RWS-25). */
    bool mbs = table->house->which == SECOND_MBS;
    bool seat_of_another = mbs && seated != TREY_NOBODY && seated != command->player;
    bool own_seat = mbs && seated == command->player;
    bool others =
        seat_of_another || (box->bettors > 0 && !bettor_at(box, command->player) && !own_seat);
    return others ? "a jackpot bet on another's position [mbs 3.5.4]" : NULL;
}

static const char *object_to_bet(const shadow_table *shadow, const random_table *table,
                                 const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    second_book book = table->house->which;
    if (table->table.phase != TREY_PHASE_BETTING) return "bets are not open [mbs 3.2] [rws 3.9]";
    if (command->wager == TREY_WAGER_PROGRESSIVE) {
        return book == SECOND_CA ? "no such bet" : object_to_jackpot_bet(shadow, table, command);
    }
    unsigned stake = TREY_WAGER_ANTE;
    if (command->wager == TREY_WAGER_PAIR_PLUS) stake = TREY_WAGER_PAIR_PLUS;
    if (command->wager == TREY_WAGER_SIX_CARD_BONUS) stake = TREY_WAGER_SIX_CARD_BONUS;
    if (command->amount <= 0) return "nothing is bet";
    trey_cents total = wager_with(shadow, table, command, stake);
    if (total > shadow->maximum[stake]) return "over the maximum [mbs 3.4] [rws 5.1]";
    if (!within_limits(shadow, stake, total) && !(book == SECOND_MBS && command->part)) {
        return "under the minimum [mbs 3.4] [rws 5.2]";
    }
    if (book == SECOND_RWS || book == SECOND_RWP) {
        if (box->bettors > 0 && !bettor_at(box, command->player)) return "another's box [rws 3.5]";
    }
    if (book != SECOND_CA) return stake == TREY_WAGER_SIX_CARD_BONUS ? "no such bet" : NULL;
    if (shadow->bank > 0 && table->table.banker == command->player) return "the banker bets";
    const shadow_bettor *bettor = bettor_at(box, command->player);
    if (stake != TREY_WAGER_ANTE && (!bettor || bettor->stake[TREY_WAGER_ANTE] == 0)) {
        return "a bonus bet without an Ante [ca-six-card PairPlus 1] [ca-six-card SixCard 1]";
    }
    return NULL;
}

static const char *object_to_close(const shadow_table *shadow, const random_table *table) {
    bool anybody = false;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        bool pooled = table->house->which == SECOND_MBS;
        for (unsigned stake = 0; stake < TREY_WAGER_PROGRESSIVE; stake++) {
            anybody = anybody || at_stake(box, stake) > 0;
            if (pooled && !within_limits(shadow, stake, at_stake(box, stake))) {
                return "a wager outside the limits [mbs 3.4]";
            }
            for (unsigned i = 0; i < box->bettors && !pooled; i++) {
                if (!within_limits(shadow, stake, box->bettor[i].stake[stake])) {
                    return "a wager outside the limits [rws 5.2] [ca-six-card Betting 1]";
                }
            }
        }
        for (unsigned i = 0; i < box->bettors && table->house->which == SECOND_CA; i++) {
            if (box->bettor[i].stake[TREY_WAGER_ANTE] == 0) {
                return "no Ante [ca-six-card Betting 3]";
            }
        }
    }
    if (table->house->which == SECOND_CA && shadow->bank == 0) return "nobody banks";
    return anybody ? NULL : "nobody has bet";
}

/* [ca-six-card Standards 2]: twice in a row, then it is offered clockwise; whoever
 * is passed over must have declined (A-CA-33). */
static const char *object_to_bank(const shadow_table *shadow, const random_table *table,
                                  const trey_command *command) {
    if (table->house->which != SECOND_CA) return "the house banks";
    if (command->amount <= 0) return "nothing is put up";
    if (table->table.phase > TREY_PHASE_BETTING) return "bets are closed";
    if (shadow->bank > 0) {
        bool same = shadow->banker == command->player && shadow->bank_seat == command->seat;
        return same ? NULL : "somebody else banks";
    }
    if (table->table.phase == TREY_PHASE_BETTING && has_bets(shadow, command->player)) {
        return "who has bet cannot bank";
    }
    if (shadow->banker == TREY_NOBODY) return NULL;
    bool same = shadow->banker == command->player; /* at another seat, perhaps */
    bool offered = shadow->bank_hands >= 2 || shadow->gave_up;
    if (same && !offered) return NULL;
    if (!offered) return "it is not offered yet [ca-six-card Standards 2]";
    for (unsigned i = 0; i < TREY_SEATS; i++) {
        unsigned seat = (shadow->bank_seat + i) % TREY_SEATS + 1;
        if (seat == command->seat) return NULL;
        trey_player seated = table->table.box[seat - 1].seated;
        if (seated == TREY_NOBODY || seated == command->player) continue;
        if (!shadow->declined[seat]) return "somebody was passed over [ca-six-card Round 10]";
    }
    return NULL;
}

/* ---- Limits -------------------------------------------------------------- */

static const char *object_to_limits(const random_table *table, const trey_command *command) {
    bool california = table->house->which == SECOND_CA;
    bool named[TREY_STAKES] = {false};
    if (command->role < TREY_ROLE_PIT_MANAGER) return "limits changed by whom";
    if (table->table.phase != TREY_PHASE_IDLE) return "under bets that lie there [mbs 3.4]";
    if (command->limits.reason[0] == '\0') return "without a reason";
    if (command->limits.count < 1 || command->limits.count > TREY_LIMITED)
        return "of how many wagers";
    for (unsigned i = 0; i < command->limits.count; i++) {
        unsigned stake = shadow_limited(command->limits.wager[i]);
        if (stake == TREY_STAKES) return "of a wager that has none";
        if (stake == TREY_WAGER_SIX_CARD_BONUS && !california) return "no such bet";
        if (named[stake]) return "of the same wager twice";
        named[stake] = true;
        if (command->limits.least[i] <= 0 || command->limits.least[i] > command->limits.most[i])
            return "limits the wrong way round";
    }
    return NULL;
}

/* ---- Decisions ----------------------------------------------------------- */

static const char *object_to_view(const shadow_table *shadow, const random_table *table,
                                  const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    if (table->table.phase != TREY_PHASE_DECISION || box->dealt != 3) return "nothing to look at";
    if (box->owner != command->player) return "another's hand [ca-six-card Round 2]";
    for (unsigned seat = 1; seat <= TREY_SEATS && table->house->which != SECOND_CA; seat++) {
        if (shadow->box[seat].viewed && shadow->box[seat].owner == command->player) {
            return "a second hand [mbs 3.4.1] [rws 3.7]";
        }
    }
    bool rws = table->house->which == SECOND_RWS || table->house->which == SECOND_RWP;
    if (rws && at_stake(box, TREY_WAGER_ANTE) == 0) return "Pair Plus alone [rws 3.14]";
    return NULL;
}

/* Does somebody before this seat still have to decide? [ca-six-card Round 3] */
static bool before_his_turn(const shadow_table *shadow, unsigned seat) {
    for (unsigned i = 0; i < TREY_SEATS; i++) {
        unsigned at = (shadow->bank_seat + i) % TREY_SEATS + 1;
        if (at == seat) return false;
        if (shadow->box[at].dealt && undecided(owner_of(&shadow->box[at]))) return true;
    }
    return false;
}

static const char *object_to_decision(const shadow_table *shadow, const random_table *table,
                                      const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    const shadow_bettor *bettor = bettor_at(box, command->player);
    bool owner = box->owner == command->player;
    if (table->table.phase != TREY_PHASE_DECISION || box->dealt != 3) return "nothing to decide";
    if (at_stake(box, TREY_WAGER_ANTE) == 0) return "no Ante [mbs 3.9.3] [rws 3.12]";
    if (!undecided(bettor)) return "decided already";
    if (table->house->which != SECOND_CA) return owner ? NULL : "another's hand [rws 1.19]";
    if (owner) {
        return before_his_turn(shadow, command->seat) ? "out of turn [ca-six-card Round 3]" : NULL;
    }
    if (table->house->ca_17 == 'C') return "he follows the seat (A-CA-17 C)";
    if (table->house->ca_17 == 'A' && owner_of(box)->choice != CHOSE_PLAY) {
        return "he waits for the seat (A-CA-17 A)";
    }
    return NULL;
}

static const char *object_to_fund(const shadow_table *shadow, const random_table *table,
                                  const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    if (table->house->which != SECOND_MBS) return "nothing is shared";
    if (table->table.phase != TREY_PHASE_DECISION || box->dealt != 3) return "nothing to fund";
    if (!bettor_at(box, command->player)) return "he has no share";
    if (!undecided(owner_of(box))) return "decided already";
    trey_cents play = at_stake(box, TREY_WAGER_PLAY) + command->amount;
    bool fits = command->amount > 0 && play <= at_stake(box, TREY_WAGER_ANTE);
    return fits ? NULL : "Play is not the Ante [mbs 3.9.2]";
}

static const char *object_to_reveal(const shadow_table *shadow, const random_table *table) {
    if (table->table.phase != TREY_PHASE_DECISION) return "not the time";
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        if (box->dealt == 0 || at_stake(box, TREY_WAGER_ANTE) == 0) continue;
        if (undecided(owner_of(box))) return "somebody has to decide [mbs 3.9] [rws 3.12]";
        bool binds = owner_of(box)->choice == CHOSE_FOLD && table->house->ca_17 != 'B';
        for (unsigned i = 0; i < box->bettors && table->house->which == SECOND_CA; i++) {
            if (undecided(&box->bettor[i]) && !binds) return "somebody behind has to decide";
        }
    }
    return NULL;
}

static const char *object_to_hide(const shadow_table *shadow, const random_table *table,
                                  const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    if (table->house->which == SECOND_CA) return "every hand is opened [ca-six-card Round 6]";
    if (box->dealt != 3 || box->owner != command->player) return "not his hand";
    if (table->house->which == SECOND_MBS) return NULL;
    if (table->house->reading.rws_05 == 'B') return "the house opens it (A-RWS-05 B)";
    return at_stake(box, TREY_WAGER_ANTE) == 0 ? "the dealer opens it [rws 3.14]" : NULL;
}

/* Not a rule of a book: an entry is put right while nothing rests on it. */
static const char *object_to_recall(const shadow_table *shadow, const random_table *table,
                                    const trey_command *command) {
    bool complete = table->table.phase == TREY_PHASE_DECISION;
    if (!shadow->entered || shadow->cards == 0) return "no card was entered";
    if (command->role < (complete ? TREY_ROLE_PIT_SUPERVISOR : TREY_ROLE_DEALER))
        return "taken back by whom";
    if (table->table.phase > TREY_PHASE_DECISION) return "taken back too late";
    unsigned last = shadow_place(shadow, table, shadow->cards - 1);
    if (last >= 1 && last <= TREY_SEATS && shadow->box[last].viewed)
        return "taken back though somebody has looked at it";
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].choice != NO_CHOICE || box->bettor[i].stake[TREY_WAGER_PLAY])
                return "taken back though somebody has decided";
        }
    }
    return NULL;
}

const char *shadow_objection(const shadow_table *shadow, const random_table *table,
                             const trey_command *command) {
    bool staff = command->role >= TREY_ROLE_DEALER;
    switch (command->verb) {
    case TREY_VERB_OPEN:
        return staff && table->table.phase == TREY_PHASE_IDLE ? NULL : "opened by whom, when";
    case TREY_VERB_BANK:
        return object_to_bank(shadow, table, command);
    case TREY_VERB_BET:
        return object_to_bet(shadow, table, command);
    case TREY_VERB_WITHDRAW:
        return table->table.phase == TREY_PHASE_BETTING ? NULL : "too late [rws 5.11]";
    case TREY_VERB_CLOSE:
        return staff ? object_to_close(shadow, table) : "closed by whom";
    case TREY_VERB_VIEW:
        return object_to_view(shadow, table, command);
    case TREY_VERB_FUND:
        return object_to_fund(shadow, table, command);
    case TREY_VERB_PLAY:
    case TREY_VERB_FOLD:
        return object_to_decision(shadow, table, command);
    case TREY_VERB_REVEAL:
        return staff ? object_to_reveal(shadow, table) : "revealed by whom";
    case TREY_VERB_HIDE:
        return object_to_hide(shadow, table, command);
    case TREY_VERB_RECALL:
        return object_to_recall(shadow, table, command);
    case TREY_VERB_LIMITS:
        return object_to_limits(table, command);
    case TREY_VERB_LOOK:
        return command->role >= TREY_ROLE_PIT_SUPERVISOR ? NULL : "too low a role [mbs 3.10.1]";
    default:
        return NULL;
    }
}
