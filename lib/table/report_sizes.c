/* report_sizes.c -- chips that lie otherwise than recorded.
 *
 * The record holds what lay on each area when bets closed, and the settlement goes by it
 * [mbs 5.5] [rws 5.20]. Only a supervisor's word changes it afterwards; then the correction is an
 * event of its own, and Ante and Play stay together. */
#include "report_sizes.h"

static bool pooled(const trey_rules *rules) {
    return rule(rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
}

trey_cents wager_total(const deciding *d, const trey_box *box, unsigned bettor, unsigned stake) {
    return pooled(d->rules) ? box_stake(box, stake) : box->bettor[bettor].stake[stake];
}

/* What others have in a pooled wager: the report speaks of all that lies on the area. */
static trey_cents others_share(const deciding *d, const trey_box *box, trey_player player,
                               unsigned stake) {
    if (!pooled(d->rules)) return 0;
    int bettor = bettor_of(box, player);
    return box_stake(box, stake) - (bettor >= 0 ? box->bettor[bettor].stake[stake] : 0);
}

bool about_a_wager(unsigned kind) {
    const unsigned sizes = TREY_ABOUT_OVER | TREY_ABOUT_UNDER | TREY_ABOUT_PLAY;
    return trey_kind_of((trey_irregularity)kind)->about & sizes;
}

bool about_a_jackpot_bet(const deciding *d, unsigned kind) {
    return kind == TREY_IRREGULARITY_JACKPOT_AMOUNT && d->command->amount > 0 &&
           d->table->phase > TREY_PHASE_BETTING;
}

/* Is what lies there really over the maximum, under the minimum, or unequal? */
static bool size_is_wrong(const deciding *d, const trey_box *box, int bettor, unsigned stake) {
    const trey_table_config *config = &d->table->config;
    unsigned limit = stake == TREY_WAGER_PLAY ? TREY_WAGER_ANTE : stake;
    switch (d->command->kind) {
    case TREY_IRREGULARITY_OVER_MAXIMUM:
        return d->command->amount > config->maximum[limit];
    case TREY_IRREGULARITY_UNDER_MINIMUM:
        return d->command->amount < config->minimum[limit];
    case TREY_IRREGULARITY_PLAY_NOT_ANTE:
        return bettor >= 0 &&
               d->command->amount != wager_total(d, box, (unsigned)bettor, TREY_WAGER_ANTE);
    default:
        return d->command->amount != config->jackpot_bet;
    }
}

/* Whoever is new at a position can have chips there only while bets are open, and where the
 * position may be shared. */
static bool may_be_new(const deciding *d, const trey_box *box) {
    if (d->table->phase > TREY_PHASE_BETTING) return false;
    return box->bettors == 0 || (pooled(d->rules) && box->bettors < TREY_BETTORS);
}

/* Would the wager lie there without the bet that it needs, so that it had no hand? */
static bool lacks_its_bet(const deciding *d, const trey_box *box, int bettor, unsigned wager) {
    static const trey_cents nothing[TREY_STAKES];
    unsigned needs = trey_wager(wager)->needs;
    return needs && !needs_met(d->rules, needs, bettor >= 0 ? box->bettor[bettor].stake : nothing);
}

/* Does the bank, or whoever has it, stand in the way? [ca-six-card Standards 1] */
static bool is_the_banks(const trey_table *table, unsigned seat, trey_player player) {
    return table->bank > 0 && (table->banker == player || table->bank_seat == seat);
}

/* Why chips of this size cannot be reported at this position, or NONE. */
static trey_refused size_refusal(const deciding *d, unsigned seat, unsigned stake) {
    const trey_command *command = d->command;
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, seat);
    bool jackpot = command->kind == TREY_IRREGULARITY_JACKPOT_AMOUNT;
    bool under = command->kind == TREY_IRREGULARITY_UNDER_MINIMUM;
    const trey_trouble *trouble =
        trey_rulebook_trouble(d->rules->book, (trey_irregularity)command->kind);
    int bettor = bettor_of(box, command->player);
    bool closed = table->phase > TREY_PHASE_BETTING;
    if (command->player == TREY_NOBODY) return TREY_REFUSED_NO_SUCH_PLAYER;
    if (!closed && !chips_entrusted(table, command->player)) return TREY_REFUSED_NOT_ENTRUSTED;
    if (command->amount == 0) return TREY_REFUSED_BAD_AMOUNT;
    if (bettor < 0 && !may_be_new(d, box))
        return box->bettors > 0 ? TREY_REFUSED_BOX_NOT_YOURS : TREY_REFUSED_NOTHING_THERE;
    if (!closed && is_the_banks(table, seat, command->player))
        return TREY_REFUSED_BANKER_CANNOT_BET;
    if (!closed && !jackpot && lacks_its_bet(d, box, bettor, stake)) return TREY_REFUSED_NEEDS_ANTE;
    if (!size_is_wrong(d, box, bettor, stake)) return TREY_REFUSED_FACT_CONTRADICTED;
    /* Others' chips are as recorded until they are named, too. */
    if (!jackpot && command->amount < others_share(d, box, command->player, stake))
        return TREY_REFUSED_FACT_CONTRADICTED;
    /* While bets are open the player is simply asked to correct it. */
    if (!closed && under && !trouble->asks[TREY_FACT_NOTICED]) return TREY_REFUSED_NOT_CLOSED;
    if (jackpot)
        return bettor == 0 && jackpot_bet_at(box) > 0 ? TREY_REFUSED_NONE
                                                      : TREY_REFUSED_NOTHING_THERE;
    if (closed && box->bettor[bettor].stake[stake] == 0) return TREY_REFUSED_NOTHING_THERE;
    if (stake == TREY_WAGER_PLAY && box->bettor[0].choice != TREY_CHOICE_PLAY)
        return TREY_REFUSED_NOTHING_THERE;
    if (under && !flag_fits(table, command->player)) return TREY_REFUSED_TABLE_FULL;
    return TREY_REFUSED_NONE;
}

/* Play outside the limits is its Ante's fault: it can be reported by itself only where the Ante
 * has been found outside them, too. */
static bool play_by_itself(const deciding *d, unsigned seats) {
    if (d->command->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE || seats == 0) return true;
    const trey_box *box = box_at(d->table, lowest_seat(seats));
    int bettor = bettor_of(box, d->command->player);
    return bettor >= 0 && (box->bettor[bettor].found >> TREY_WAGER_ANTE & 1u);
}

bool size_named(deciding *d, unsigned seats) {
    const trey_command *command = d->command;
    bool unequal = command->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE;
    bool jackpot = command->kind == TREY_IRREGULARITY_JACKPOT_AMOUNT;
    unsigned stake = unequal ? TREY_WAGER_PLAY : command->wager;
    if (jackpot) stake = TREY_WAGER_ANTE; /* not looked at */
    if (jackpot && !d->table->config.jackpot) {
        refuse(d, TREY_REFUSED_JACKPOT_CLOSED, TREY_KEY_JACKPOT_BET);
        return false;
    }
    if (stake == TREY_WAGER_PLAY && !play_by_itself(d, seats)) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_PLAY_AMOUNT);
        return false;
    }
    if (seats == 0 || (seats & (seats - 1)) != 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
        return false;
    }
    if (!has_own_size(stake) ||
        (stake != TREY_WAGER_PLAY && d->table->config.maximum[stake] == 0)) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
        return false;
    }
    trey_refused refused = size_refusal(d, lowest_seat(seats), stake);
    if (refused == TREY_REFUSED_NONE) return true;
    refuse_trouble(d, refused, (trey_irregularity)command->kind);
    return false;
}

/* ---- Correcting the record ------------------------------------------------------------ */
/* `itself`: it was found so, and does not merely follow another wager. */
static void emit_found(deciding *d, unsigned seat, trey_player player, unsigned wager,
                       trey_cents by, bool itself, bool once) {
    trey_event *event = emit_at(d, TREY_EVENT_STAKE_FOUND, seat, player, by);
    event->wager = (uint8_t)wager;
    event->found.otherwise = itself;
    event->found.once = once;
}

/* Play that was not found by itself becomes what the Ante is now: the bettor concerned makes up
 * the difference, and then, of a pooled wager, those who put up more than their share. */
static void play_follows(deciding *d, unsigned seat, unsigned bettor, trey_cents by) {
    const trey_box *box = box_at(d->table, seat);
    bool found = false;
    for (unsigned i = 0; i < box->bettors; i++)
        found |= box->bettor[i].found >> TREY_WAGER_PLAY & 1u;
    trey_cents play = wager_total(d, box, bettor, TREY_WAGER_PLAY);
    if (found || play == 0 || box->bettor[bettor].choice != TREY_CHOICE_PLAY) return;
    /* Nobody is made to put up more than the maximum. */
    trey_cents most = d->table->config.maximum[TREY_WAGER_ANTE];
    if (by > 0 && play + by > most) by = play < most ? most - play : 0;
    trey_cents left = by, own = box->bettor[bettor].stake[TREY_WAGER_PLAY];
    trey_cents here = left < -own ? -own : left;
    if (here != 0)
        emit_found(d, seat, box->bettor[bettor].player, TREY_WAGER_PLAY, here, false, false);
    left -= here;
    for (unsigned i = box->bettors; left < 0 && i-- > 0;) {
        trey_cents share = box->bettor[i].stake[TREY_WAGER_PLAY];
        if (i == bettor || share == 0) continue;
        here = left < -share ? -share : left;
        emit_found(d, seat, box->bettor[i].player, TREY_WAGER_PLAY, here, false, false);
        left -= here;
    }
}

void stake_correct(deciding *d, unsigned seat, unsigned bettor, unsigned wager, trey_cents amount,
                   bool once) {
    const trey_bettor *whose = &box_at(d->table, seat)->bettor[bettor];
    trey_cents by = amount - whose->stake[wager];
    emit_found(d, seat, whose->player, wager, by, true, once);
    if (wager == TREY_WAGER_ANTE) play_follows(d, seat, bettor, by);
}

void stake_found(deciding *d, unsigned seat, trey_cents amount, bool once) {
    const trey_report *report = &d->table->report;
    if (!has_own_size(report->wager) || seat == TREY_NO_SEAT) return;
    const trey_box *box = box_at(d->table, seat);
    int bettor = bettor_of(box, report->player);
    amount -= others_share(d, box, report->player, report->wager);
    if (bettor >= 0) {
        stake_correct(d, seat, (unsigned)bettor, report->wager, amount, once);
    } else if (amount != 0) { /* chips of somebody new, while bets are open */
        emit_found(d, seat, report->player, report->wager, amount, true, false);
    }
}

void jackpot_found(deciding *d, unsigned seat, trey_cents amount) {
    const trey_box *box = box_at(d->table, seat);
    emit_found(d, seat, box->bettor[0].player, TREY_WAGER_PROGRESSIVE, amount - jackpot_bet_at(box),
               true, false);
}
