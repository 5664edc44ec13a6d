/* remedies.c -- what a rulebook does when something has gone wrong.
 *
 * The rulebook's case names a remedy by its word; each word is one small piece
 * of work here. A remedy never moves money itself: it marks wagers, and the
 * settlement, or the void, moves them. */
#include "collection.h"
#include "report_sizes.h"
#include "settle.h"

unsigned seats_in_play(const trey_table *table) {
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        bool plays = table->phase == TREY_PHASE_BETTING ? box->bettors > 0 : box->turn > 0;
        if (plays && !box->invalid) seats |= seat_bit(seat);
    }
    return seats;
}

unsigned seats_of(const trey_table *table, trey_player player) {
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (box->bettors > 0 && box->bettor[0].player == player && !box->invalid)
            seats |= seat_bit(seat);
    }
    return seats;
}

unsigned shares_of(const trey_table *table, trey_player player) {
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (bettor_of(box, player) >= 0 && !box->invalid) seats |= seat_bit(seat);
    }
    return seats;
}

unsigned seats_viewed(const trey_table *table) {
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->viewed) seats |= seat_bit(seat);
    }
    return seats;
}

trey_mending mending_of(unsigned remedy, unsigned kind) {
    switch (remedy) {
    case TREY_REMEDY_MOVE_HANDS:
        return TREY_MENDING_MOVE;
    case TREY_REMEDY_RECONSTRUCT:
        return kind == TREY_IRREGULARITY_BURN_FORGOTTEN ? TREY_MENDING_BURN
                                                        : TREY_MENDING_RECONSTRUCT;
    case TREY_REMEDY_ORDER_CARDS:
        return TREY_MENDING_ORDER;
    default:
        return TREY_MENDING_NOTHING;
    }
}

/* ---- Flags ------------------------------------------------------------------------- */
/* Will this player be noted at the end of the round? Each counts once, at the first position. */
static bool noted_at_the_end(const trey_table *table, unsigned seat, unsigned bettor) {
    const trey_bettor *theirs = &box_at(table, seat)->bettor[bettor];
    if (!theirs->short_once || flags_of(table, theirs->player)) return false;
    for (unsigned earlier = 1; earlier < seat; earlier++) {
        const trey_box *box = box_at(table, earlier);
        int found = bettor_of(box, theirs->player);
        if (found >= 0 && box->bettor[found].short_once) return false;
    }
    return true;
}

bool flag_fits(const trey_table *table, trey_player player) {
    unsigned room = 0;
    for (unsigned i = 0; i < TREY_FLAGGED; i++) {
        if (table->flagged[i].player == player) return true;
        room += table->flagged[i].flags == 0;
    }
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            bool other = box->bettor[i].player != player;
            if (other && noted_at_the_end(table, seat, i) && room > 0) room--;
        }
    }
    return room > 0;
}

void flag(deciding *d, trey_player player, unsigned set, unsigned clear) {
    trey_event *event = emit_at(d, TREY_EVENT_FLAGGED, 0, player, 0);
    event->flagged.set = (uint8_t)set;
    event->flagged.cleared = (uint8_t)clear;
}

/* ---- Void -------------------------------------------------------------------------- */
trey_cause current_cause(const deciding *d) {
    const trey_table *table = d->table;
    if (d->command->verb == TREY_VERB_RULE)
        return (trey_cause){TREY_CAUSE_RULING, d->command->ruling};
    if (d->command->verb == TREY_VERB_CHOOSE || d->command->verb == TREY_VERB_TIME)
        return (trey_cause){table->offer_cause, table->offer_item};
    return (trey_cause){(uint8_t)(table->report.kind + 1), table->report.item};
}

static void mark_cause(const deciding *d, trey_event *event) {
    event->cause = current_cause(d);
}

static void return_stake(deciding *d, unsigned seat, trey_player player, unsigned wager,
                         trey_cents stake) {
    if (stake == 0) return;
    trey_event *line = emit_at(d, TREY_EVENT_LINE, seat, player, stake);
    line->wager = (uint8_t)wager;
    line->line.result = TREY_LINE_RETURNED;
    line->line.ground = TREY_GROUND_VOID;
    line->line.row = TREY_NO_KEY;
    line->line.back = stake;
    mark_cause(d, line);
}

/* Fees go back with the wagers they were taken for, unless the book keeps them
 * [ca-six-card Collection F]. */
static void refund_fees(deciding *d) {
    const trey_table *table = d->table;
    if (rule(d->rules, TREY_KEY_VOID_FEE) == TREY_VOID_FEE_KEPT) return;
    if (table->fee_bank > 0) {
        emit_at(d, TREY_EVENT_REFUNDED, table->bank_seat, table->banker, table->fee_bank);
    }
    trey_cents left = table->fee_players;
    for (unsigned seat = 1; left > 0 && seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors && left > 0; i++) {
            trey_cents fee = player_fee_due(d->rules, table, seat, i);
            if (fee > left) fee = left;
            if (fee == 0) continue;
            left -= fee;
            emit_at(d, TREY_EVENT_REFUNDED, seat, box->bettor[i].player, fee)->fee.of_players = 1;
        }
    }
}

/* What a bettor won or lost in the round that was settled last goes back. */
static void reverse_box(deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].net == 0) continue;
        emit_at(d, TREY_EVENT_REVERSED, seat, box->bettor[i].player, box->bettor[i].net);
    }
}

/* Others keep no Envy Bonus for a hand that is undone, unless the reading lets them
 * [mbs 3.14] [rws 4.7]. */
static void reverse_envy(deciding *d, unsigned trigger) {
    const trey_table *table = d->table;
    if (!table->config.jackpot || rule(d->rules, TREY_KEY_ENVY_UNDONE) == TREY_UNDONE_STANDS)
        return;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (seat == trigger || box->bettors == 0 || box->invalid) continue;
        trey_cents envy = envy_paid_for(d->rules, table, seat, trigger);
        if (envy == 0) continue;
        emit_at(d, TREY_EVENT_REVERSED, seat, box->bettor[0].player, envy)->wager = TREY_WAGER_ENVY;
    }
}

/* The display as it would be without this hand: its contribution comes off, and what
 * the hand won from the meter goes back on [mbs 5.7] [rws 5.15]. */
static void reverse_meter(deciding *d, unsigned seat) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, seat);
    if (box->jackpot != TREY_JACKPOT_VALID) return;
    trey_cents shown = table->meter_start + table->contributed - table->config.jackpot_contribution;
    bool floor = false;
    for (unsigned each = 1; each <= table->config.positions; each++) {
        if (each == seat) continue;
        shown -= box_at(table, each)->meter_paid;
        if (box_at(table, each)->meter_paid == 0) continue;
        /* Another hand has set the display to its reset value, and there it stays. */
        if (award_resets_meter(d->rules, table, each)) return;
        floor |= d->rules->meter.after_share == TREY_AFTER_SHARE_NOT_BELOW_RESET;
    }
    if (floor && shown < table->config.jackpot_reset) shown = table->config.jackpot_reset;
    trey_event *event =
        emit_at(d, TREY_EVENT_METER_SHOWN, seat, box->bettor[0].player, shown < 0 ? 0 : shown);
    event->display.bet = table->config.jackpot_bet;
    event->display.contribution = table->config.jackpot_contribution;
    event->display.reset = table->config.jackpot_reset;
}

/* Do the contributions of a void round stay on the display, though the bets go back? Those that
 * wait for the settlement have none to wait for. */
static bool contributions_kept(const deciding *d) {
    return rule(d->rules, TREY_KEY_VOID_CONTRIBUTIONS) == TREY_VOID_METER_KEPT;
}

/* The round is over without a result, and the event says why. */
static void emit_void(deciding *d, trey_cents meter) {
    trey_event *event = emit_at(d, TREY_EVENT_VOIDED, 0, TREY_NOBODY, 0);
    event->ended.meter = meter;
    mark_cause(d, event);
}

/* A settled round is void as long as no other has begun [mbs 5.3] [rws 5.8.7]. */
static void void_settled_round(deciding *d) {
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) reverse_box(d, seat);
    bool on = contributions_kept(d) && d->table->contribution_in;
    trey_cents kept = on ? d->table->contributed : 0;
    emit_void(d, d->table->meter_start + kept);
}

void void_round(deciding *d) {
    const trey_table *table = d->table;
    if (table->phase == TREY_PHASE_IDLE) {
        void_settled_round(d);
        return;
    }
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            const trey_bettor *theirs = &box->bettor[i];
            for (unsigned wager = 0; wager < TREY_STAKES; wager++)
                return_stake(d, seat, theirs->player, wager, theirs->stake[wager]);
        }
    }
    assert_all_settled(d);
    refund_fees(d);
    bool kept = contributions_kept(d);
    trey_cents undone = table->contribution_in && !kept ? table->contributed : 0;
    emit_void(d, table->meter.value - undone);
}

/* ---- One hand ---------------------------------------------------------------------- */
/* Takes everything back that this bettor has at the seat. */
static void take_off(deciding *d, unsigned seat, const trey_bettor *his) {
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (his->stake[wager] == 0 || wager == TREY_WAGER_PROGRESSIVE) continue;
        emit_at(d, TREY_EVENT_WITHDRAWN, seat, his->player, his->stake[wager])->wager =
            (uint8_t)wager;
    }
}

/* Play that others put up for a share of the Ante that goes back goes back, too: Play is never
 * larger than its Ante [mbs 3.9.2]. */
static void return_excess_play(deciding *d, unsigned seat, unsigned leaving) {
    const trey_box *box = box_at(d->table, seat);
    const trey_bettor *gone = &box->bettor[leaving];
    trey_cents play = box_stake(box, TREY_WAGER_PLAY) - gone->stake[TREY_WAGER_PLAY];
    trey_cents ante = box_stake(box, TREY_WAGER_ANTE) - gone->stake[TREY_WAGER_ANTE];
    trey_cents excess = play - ante;
    if (rule(d->rules, TREY_KEY_SHARED) != TREY_SHARED_POOLED) return;
    for (unsigned i = box->bettors; excess > 0 && i-- > 0;) {
        trey_cents share = box->bettor[i].stake[TREY_WAGER_PLAY];
        if (i == leaving || share == 0) continue;
        trey_cents back = share < excess ? share : excess;
        emit_at(d, TREY_EVENT_WITHDRAWN, seat, box->bettor[i].player, back)->wager =
            TREY_WAGER_PLAY;
        excess -= back;
    }
}

void return_shares(deciding *d, trey_player player, unsigned but_for) {
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        const trey_box *box = box_at(d->table, seat);
        int found = bettor_of(box, player);
        if (found <= 0 || box->invalid || (but_for & seat_bit(seat))) continue;
        return_excess_play(d, seat, (unsigned)found);
        take_off(d, seat, &box->bettor[found]);
    }
}

/* A jackpot bet leaves the layout while bets are open. */
static void clear_jackpot(deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    bool as_bet = rule(d->rules, TREY_KEY_JACKPOT_CONTRIBUTES) == TREY_CONTRIBUTES_AS_BET;
    if (jackpot_bet_at(box) == 0) return;
    emit_at(d, TREY_EVENT_WITHDRAWN, seat, box->bettor[0].player, jackpot_bet_at(box))->wager =
        TREY_WAGER_PROGRESSIVE;
    if (as_bet) {
        emit_at(d, TREY_EVENT_CONTRIBUTED, seat, box->bettor[0].player,
                -d->table->config.jackpot_contribution)
            ->contributed.on_meter = 1;
    }
}

/* While bets are open a hand is not out; its chips simply leave the layout. */
static void clear_layout(deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    clear_jackpot(d, seat);
    for (unsigned i = 0; i < box->bettors; i++) take_off(d, seat, &box->bettor[i]);
}

void invalidate(deciding *d, unsigned seat, trey_invalid how) {
    const trey_box *box = box_at(d->table, seat);
    if (box->invalid || box->bettors == 0) return;
    if (d->table->phase == TREY_PHASE_IDLE) {
        trey_event *out = emit_at(d, TREY_EVENT_INVALIDATED, seat, box->bettor[0].player, 0);
        out->invalidated.how = (uint8_t)how;
        mark_cause(d, out);
        reverse_box(d, seat);
        reverse_envy(d, seat);
        reverse_meter(d, seat);
        return;
    }
    if (d->table->phase == TREY_PHASE_BETTING) {
        clear_layout(d, seat);
        return;
    }
    trey_event *event = emit_at(d, TREY_EVENT_INVALIDATED, seat, box->bettor[0].player, 0);
    event->invalidated.how = (uint8_t)how;
    mark_cause(d, event);
    /* The contribution of a bet that goes back is reversed. */
    bool jackpot = box->jackpot == TREY_JACKPOT_VALID ||
                   (box->jackpot == TREY_JACKPOT_BET && d->table->contributed > 0);
    if (how != TREY_INVALID_RETURNED || !jackpot) return;
    emit_at(d, TREY_EVENT_CONTRIBUTED, seat, box->bettor[0].player,
            -d->table->config.jackpot_contribution)
        ->contributed.on_meter = d->table->contribution_in;
}

void return_jackpot(deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    if (jackpot_bet_at(box) == 0 || box->invalid) return;
    bool counted = box->jackpot == TREY_JACKPOT_VALID;
    trey_event *event = emit_at(d, TREY_EVENT_JACKPOT_RETURNED, seat, box->bettor[0].player, 0);
    mark_cause(d, event);
    if (!counted) return;
    emit_at(d, TREY_EVENT_CONTRIBUTED, seat, box->bettor[0].player,
            -d->table->config.jackpot_contribution)
        ->contributed.on_meter = d->table->contribution_in;
}

/* A jackpot bet of another amount. While bets are open it leaves the layout; later the record is
 * given what lies there, if that is known, and the bet goes back at the settlement. */
static void return_odd_jackpot(deciding *d, unsigned seat, trey_cents amount) {
    if (d->table->phase == TREY_PHASE_BETTING) {
        clear_jackpot(d, seat);
        return;
    }
    if (amount > 0) jackpot_found(d, seat, amount);
    return_jackpot(d, seat);
}

static void invalidate_seats(deciding *d, unsigned seats, trey_invalid how) {
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        if (seats & seat_bit(seat)) invalidate(d, seat, how);
    }
}

void offer(deciding *d, unsigned seats, trey_gate gate) {
    if (d->table->phase == TREY_PHASE_IDLE) return; /* there is nothing left to take back */
    seats &= seats_in_play(d->table);
    for (unsigned i = 0; i < d->decision->count; i++) { /* hands that go out just now */
        const trey_event *before = &d->decision->event[i];
        if (before->kind == TREY_EVENT_INVALIDATED) seats &= ~seat_bit(before->seat);
    }
    if (seats == 0) return;
    trey_event *event = emit_at(d, TREY_EVENT_OFFERED, 0, TREY_NOBODY, 0);
    event->offered.seats = (uint8_t)seats;
    event->offered.all_or_nothing = gate == TREY_GATE_WITHDRAWAL;
    mark_cause(d, event);
}

/* The seats whose owner has a decision before him, now or once the cards are
 * dealt. */
unsigned seats_waiting(const deciding *d) {
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        const trey_box *box = box_at(d->table, seat);
        bool before =
            d->table->phase >= TREY_PHASE_BETTING && d->table->phase <= TREY_PHASE_DEALING;
        bool to_come = before && box->bettors > 0 && !box->invalid &&
                       box->bettor[0].choice == TREY_CHOICE_NONE &&
                       box_stake(box, TREY_WAGER_ANTE) > 0;
        if (to_come || choice_open(d->rules, d->table, seat, 0)) seats |= seat_bit(seat);
    }
    return seats;
}

/* Folds every hand of the player that waits for a decision [rws 5.5]. */
static void fold_seats(deciding *d, unsigned seats) {
    seats &= seats_waiting(d);
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        if (!(seats & seat_bit(seat))) continue;
        emit_at(d, TREY_EVENT_FOLDED, seat, box_at(d->table, seat)->bettor[0].player, 0);
    }
}

/* Of hands bet in error those looked at go on, or the first dealt; the rest is
 * out [mbs 5.10.1] [mbs 5.10.2]. */
static unsigned hands_kept(const trey_table *table, unsigned seats, bool viewed) {
    unsigned kept = 0, first = 0, turn = UINT8_MAX;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (!(seats & seat_bit(seat)) || box->turn == 0) continue;
        if (box->viewed || (table->report.seats & seat_bit(seat))) kept |= seat_bit(seat);
        if (box->turn < turn) {
            turn = box->turn;
            first = seat_bit(seat);
        }
    }
    return viewed ? kept : first;
}

/* Looks that the record lacks are part of it from now on. */
static void record_looks(deciding *d) {
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        const trey_box *box = box_at(d->table, seat);
        if ((d->table->report.seats & seat_bit(seat)) && !box->viewed)
            emit_at(d, TREY_EVENT_VIEWED, seat, d->table->report.player, 0);
    }
}

/* ---- Wagers ------------------------------------------------------------------------ */
/* The wager counts although its chips are gone: that is written down [mbs 5.6]. */
static void owe(deciding *d, unsigned seat) {
    const trey_report *report = &d->table->report;
    if (report->kind != TREY_IRREGULARITY_LATE_WITHDRAWAL || seat == 0) return;
    const trey_box *box = box_at(d->table, seat);
    int found = bettor_of(box, report->player);
    if (found < 0 || report->wager >= TREY_STAKES) return;
    trey_cents down = box->bettor[found].stake[report->wager];
    trey_cents gone = report->amount > 0 && report->amount < down ? report->amount : down;
    if (gone == 0) return;
    emit_at(d, TREY_EVENT_OWED, seat, report->player, gone)->wager = report->wager;
}

static trey_event *mark_wager(deciding *d, trey_event_kind kind, unsigned seat) {
    trey_event *event = emit_at(d, kind, seat, d->table->report.player, 0);
    event->wager = d->table->report.wager;
    return event;
}

/* What is not to be accepted or paid in this round any more is not kept either [rws 5.17.2b]
 * [rws 5.17.2c]. After the close the order is for the rounds to come. */
static void clear_for_mode(deciding *d, trey_mode mode, unsigned seat) {
    if (d->table->phase != TREY_PHASE_BETTING) return;
    for (unsigned each = 1; each <= d->table->config.positions; each++) {
        if (mode == TREY_MODE_WITHOUT_JACKPOT) clear_jackpot(d, each);
        if (mode == TREY_MODE_DISABLE && each == seat) clear_layout(d, each);
    }
}

void set_mode(deciding *d, trey_mode mode, unsigned seat, bool on) {
    trey_event *event = emit_at(d, TREY_EVENT_MODE, seat, TREY_NOBODY, 0);
    event->mode.mode = (uint8_t)mode;
    event->mode.on = on;
    if (on) clear_for_mode(d, mode, seat);
}

/* A wager that lies otherwise than recorded, where a person has to decide what becomes of it. The
 * record shows what lay there; a Play above its Ante counts up to the Ante unless the ruling says
 * otherwise [mbs 3.9.2]. */
static void found_for_ruling(deciding *d, unsigned seat) {
    const trey_report *report = &d->table->report;
    if (!about_a_wager(report->kind)) return;
    stake_found(d, seat, report->amount, false);
    if (report->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE)
        mark_wager(d, TREY_EVENT_PLAY_RULED, seat)->remedied.remedy = TREY_REMEDY_PLAY_TO_ANTE;
}

/* ---- One function for each remedy that does more than being recorded ------------------ */
typedef struct remedying {
    const trey_report *report;
    const trey_case *item;
    unsigned word;   /* TREY_REMEDY_ */
    unsigned seats;  /* that the report names, one bit each */
    unsigned seat;   /* the lowest of them, or 0 */
    unsigned theirs; /* the positions of the player that it names */
} remedying;

static void remedy_void(deciding *d, const remedying *r) {
    (void)r;
    void_round(d);
}

static void remedy_invalidate(deciding *d, const remedying *r) {
    unsigned seats = r->seats;
    /* Of an absent player only the hands that wait for them [mbs 5.11]. */
    if (r->report->kind == TREY_IRREGULARITY_ABSENT_PLAYER) seats &= seats_waiting(d);
    /* Of several hands looked at the first stays valid [rws 5.18]. */
    if (r->report->kind == TREY_IRREGULARITY_SECOND_LOOK) seats &= ~seats_viewed(d->table);
    invalidate_seats(d, seats, TREY_INVALID_RETURNED);
}

static void remedy_invalidate_lose(deciding *d, const remedying *r) {
    invalidate_seats(d, r->seats, TREY_INVALID_LOST);
}

static void remedy_ruling(deciding *d, const remedying *r) {
    found_for_ruling(d, r->seat);
}

static void remedy_keep_viewed(deciding *d, const remedying *r) {
    (void)r;
    record_looks(d);
}

/* The player's other hands are out. */
static void remedy_rest(deciding *d, const remedying *r) {
    bool viewed = r->item->remedy == TREY_REMEDY_KEEP_VIEWED;
    bool lost = r->word == TREY_REMEDY_REST_LOST;
    invalidate_seats(d, r->theirs & ~hands_kept(d->table, r->theirs, viewed),
                     lost ? TREY_INVALID_LOST : TREY_INVALID_RETURNED);
}

static void remedy_fold(deciding *d, const remedying *r) {
    fold_seats(d, r->seats);
}

static void remedy_others_may_withdraw(deciding *d, const remedying *r) {
    if (d->command->role >= rule(d->rules, TREY_KEY_ROLE_PERMIT) && !d->table->revealed)
        offer(d, seats_in_play(d->table) & ~r->seats, TREY_GATE_OPTIONS);
}

static void remedy_options_affected(deciding *d, const remedying *r) {
    offer(d, r->seats, TREY_GATE_OPTIONS);
}

static void remedy_options_all(deciding *d, const remedying *r) {
    bool all = r->word == TREY_REMEDY_OFFER_WITHDRAWAL;
    offer(d, seats_in_play(d->table), all ? TREY_GATE_WITHDRAWAL : TREY_GATE_OPTIONS);
}

static void remedy_reject_excess(deciding *d, const remedying *r) {
    /* Of a jackpot bet the record has the right amount. */
    if (has_own_size(r->report->wager))
        stake_found(d, r->seat, d->table->config.maximum[r->report->wager], false);
}

static void remedy_cap(deciding *d, const remedying *r) {
    stake_found(d, r->seat, r->report->amount, false);
    mark_wager(d, TREY_EVENT_CAPPED, r->seat);
}

static void remedy_settle_anyway(deciding *d, const remedying *r) {
    owe(d, r->seat);
}

/* The one time that it is honoured, once it is settled [mbs 5.13]. */
static void remedy_as_it_is(deciding *d, const remedying *r) {
    bool first = r->item->when[TREY_FACT_OCCASION] == TREY_OCCASION_FIRST;
    if (about_a_wager(r->report->kind)) stake_found(d, r->seat, r->report->amount, first);
}

static void remedy_return(deciding *d, const remedying *r) {
    if (r->report->kind == TREY_IRREGULARITY_JACKPOT_ALONE) return; /* at the settlement */
    if (r->report->kind == TREY_IRREGULARITY_JACKPOT_AMOUNT) {
        return_odd_jackpot(d, r->seat, r->report->amount);
        return;
    }
    stake_found(d, r->seat, r->report->amount, false);
    mark_wager(d, TREY_EVENT_GIVEN_BACK, r->seat);
}

static void remedy_play(deciding *d, const remedying *r) {
    stake_found(d, r->seat, r->report->amount, false);
    mark_wager(d, TREY_EVENT_PLAY_RULED, r->seat)->remedied.remedy = (uint8_t)r->word;
}

static void remedy_bar(deciding *d, const remedying *r) {
    flag(d, r->report->player, TREY_PLAYER_BARRED, 0);
    if (d->table->phase == TREY_PHASE_IDLE) return; /* the last round stands */
    invalidate_seats(d, r->theirs, TREY_INVALID_RETURNED);
    return_shares(d, r->report->player, r->theirs);
}

static void remedy_stop(deciding *d, const remedying *r) {
    flag(d, r->report->player, TREY_PLAYER_STOPPED, 0);
}

static void remedy_freeze_meter(deciding *d, const remedying *r) {
    trey_cents stated = r->report->amount;
    emit_at(d, TREY_EVENT_METER_FROZEN, 0, TREY_NOBODY, stated > 0 ? stated : d->table->registered);
}

static void remedy_choose_mode(deciding *d, const remedying *r) {
    if (r->report->mode != TREY_MODE_DISABLE) {
        set_mode(d, (trey_mode)r->report->mode, 0, true);
        return;
    }
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++) {
        if (r->seats & seat_bit(seat)) set_mode(d, TREY_MODE_DISABLE, seat, true);
    }
}

static void remedy_raise_or_withdraw(deciding *d, const remedying *r) {
    stake_found(d, r->seat, r->report->amount, false); /* the close waits until it is raised */
}

/* Of those without a function the record is all there is to it. */
static void (*const carried_out[TREY_REMEDY_COUNT])(deciding *d, const remedying *r) = {
    [TREY_REMEDY_VOID] = remedy_void,
    [TREY_REMEDY_INVALIDATE] = remedy_invalidate,
    [TREY_REMEDY_INVALIDATE_LOSE] = remedy_invalidate_lose,
    [TREY_REMEDY_RULING] = remedy_ruling,
    [TREY_REMEDY_KEEP_VIEWED] = remedy_keep_viewed,
    [TREY_REMEDY_REST_RETURNED] = remedy_rest,
    [TREY_REMEDY_REST_LOST] = remedy_rest,
    [TREY_REMEDY_FOLD] = remedy_fold,
    [TREY_REMEDY_OTHERS_MAY_WITHDRAW] = remedy_others_may_withdraw,
    [TREY_REMEDY_OPTIONS_AFFECTED] = remedy_options_affected,
    [TREY_REMEDY_OPTIONS_ALL] = remedy_options_all,
    [TREY_REMEDY_OFFER_WITHDRAWAL] = remedy_options_all,
    [TREY_REMEDY_REJECT_EXCESS] = remedy_reject_excess,
    [TREY_REMEDY_CAP] = remedy_cap,
    [TREY_REMEDY_SETTLE_ANYWAY] = remedy_settle_anyway,
    [TREY_REMEDY_AS_IT_IS] = remedy_as_it_is,
    [TREY_REMEDY_RETURN] = remedy_return,
    [TREY_REMEDY_PLAY_TO_ANTE] = remedy_play,
    [TREY_REMEDY_PLAY_TO_MAXIMUM] = remedy_play,
    [TREY_REMEDY_PLAY_AT_MAXIMUM] = remedy_play,
    [TREY_REMEDY_BAR] = remedy_bar,
    [TREY_REMEDY_STOP] = remedy_stop,
    [TREY_REMEDY_FREEZE_METER] = remedy_freeze_meter,
    [TREY_REMEDY_CHOOSE_MODE] = remedy_choose_mode,
    [TREY_REMEDY_RAISE_OR_WITHDRAW] = remedy_raise_or_withdraw,
};

/* One step of a case. */
static void carry_out(deciding *d, unsigned word, const trey_case *item) {
    const trey_report *report = &d->table->report;
    const remedying r = {.report = report,
                         .item = item,
                         .word = word,
                         .seats = report->seats,
                         .seat = lowest_seat(report->seats),
                         .theirs = seats_of(d->table, report->player)};
    if (carried_out[word]) carried_out[word](d, &r);
}

/* Whatever follows, everybody knows these cards now. */
static void expose(deciding *d) {
    const trey_report *report = &d->table->report;
    if (report->cards == 0) return;
    trey_event *event = emit(d, TREY_EVENT_EXPOSED);
    event->cards.count = report->cards;
    memcpy(event->cards.card, report->card, report->cards);
}

void remedy(deciding *d, const trey_case *item) {
    trey_event *event = emit_at(d, TREY_EVENT_REMEDIED, 0, d->table->report.player, 0);
    event->remedied.kind = d->table->report.kind;
    event->remedied.remedy = (uint8_t)item->remedy;
    event->remedied.also = (uint8_t)item->also;
    expose(d);
    carry_out(d, item->remedy, item);
    carry_out(d, item->also, item);
}
