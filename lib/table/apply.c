/* apply.c -- an event changes the state: one small function for each row of event_schema.h. It
 * cannot fail: whatever is wrong was refused before there was an event. */
#include "decide.h"

/* The function of one kind of event. APART keeps the larger ones out of trey_apply, which then
 * needs no stack frame of its own: half of all events change one byte. */
#define APPLY(word)                                                                                \
    static inline void apply_##word(const trey_rules *rules __attribute__((unused)),               \
                                    trey_table *table __attribute__((unused)),                     \
                                    const trey_event *event __attribute__((unused)))
#define APART(word)                                                                                \
    __attribute__((noinline)) static void apply_##word(                                            \
        const trey_rules *rules __attribute__((unused)), trey_table *table,                        \
        const trey_event *event __attribute__((unused)))

static trey_box *seat_box(trey_table *table, const trey_event *event) {
    TREY_ASSERT(event->seat >= 1 && event->seat <= TREY_SEATS);
    return &table->box[event->seat - 1];
}

/* The bettor of an event, added to the box if he is new there. The player who
 * sits at the position owns it, also when others bet there before him. */
static trey_bettor *bettor_in(trey_box *box, trey_player player) {
    int found = bettor_of(box, player);
    if (found >= 0) return &box->bettor[found];
    TREY_ASSERT(box->bettors < TREY_BETTORS);
    unsigned at = box->bettors++;
    /* A jackpot bet stays its maker's. */
    if (at > 0 && box->seated == player && jackpot_bet_at(box) == 0) {
        memmove(&box->bettor[1], &box->bettor[0], at * sizeof box->bettor[0]);
        at = 0;
    }
    box->bettor[at] = (trey_bettor){.player = player};
    return &box->bettor[at];
}

static bool sits_somewhere(const trey_table *table, trey_player player) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->seated == player) return true;
    }
    return false;
}

/* Only what was used: a whole box is larger than what a round touches of it. */
static void clear_box(trey_box *box) {
    for (unsigned i = 0; i < box->bettors; i++) box->bettor[i] = (trey_bettor){0};
    box->meter_paid = 0;
    uint8_t disabled = box->disabled, entrusted = box->entrusted;
    memset(&box->bettors, 0, sizeof *box - offsetof(trey_box, bettors));
    box->disabled = disabled;
    box->entrusted = entrusted;
}

/* ---- Seats, bank and bets ------------------------------------------------------------- */
APPLY(seated) {
    seat_box(table, event)->seated = event->player;
}

APPLY(left) {
    seat_box(table, event)->seated = TREY_NOBODY;
    seat_box(table, event)->entrusted = 0;
    if (table->banker == event->player) table->bank_offered = 1; /* it goes on without them */
}

APPLY(entrusted) {
    seat_box(table, event)->entrusted = event->mode.on;
}

/* A round begins on a clean layout; who sits where stays. */
APART(opened) {
    for (unsigned i = 0; i < TREY_SEATS; i++) clear_box(&table->box[i]);
    if (table->round > 0 && rule(rules, TREY_KEY_DECKS) == 2) table->deck_turn ^= 1;
    table->round++;
    table->phase = TREY_PHASE_BETTING;
    table->meter_start = table->meter.value;
    table->contributed = 0;
    table->contribution_in = 0;
    table->fee_bank = table->fee_players = table->action = 0;
    table->hands = 0;
    if (table->button != TREY_NO_SEAT) table->button_before = table->button;
    table->button = TREY_NO_SEAT;
    table->dealer_dealt = table->up_card = table->revealed = table->burnt = 0;
    table->deck_count = table->deck_next = 0;
    memset(table->dealer, 0, sizeof table->dealer);
    table->burn = 0;
    memset(table->deck, 0, sizeof table->deck);
    table->mending = table->frozen = table->ruled = table->settled = 0;
    table->miscounted = table->offer_cause = table->offer_item = 0;
    table->frozen_meter = 0;
    table->registered = table->highest = table->meter.value;
    table->exposed = 0;
    table->entered = 0;
}

APART(banked) {
    bool same = table->banker == event->player;
    bool again = same && table->bank == 0 &&
                 (table->bank_offered || table->bank_hands >= rule(rules, TREY_KEY_ROTATION_HANDS));
    if (!same || again) table->bank_hands = 0;
    table->bank_offered = table->bank_passed = 0;
    table->banker = event->player;
    table->bank_seat = event->seat;
    table->bank += event->amount;
    trey_box *box = seat_box(table, event);
    if (box->seated == TREY_NOBODY && !sits_somewhere(table, event->player))
        box->seated = event->player;
}

APPLY(passed) {
    if (table->banker == event->player) {
        table->bank_offered = 1;
    } else {
        table->bank_passed |= (uint8_t)(1u << (event->seat - 1));
    }
}

/* A player who sits down after betting beside others owns the position from now on. */
__attribute__((noinline)) static trey_bettor *make_owner(trey_box *box, const trey_bettor *bettor) {
    trey_bettor owner = *bettor;
    memmove(&box->bettor[1], &box->bettor[0],
            (size_t)(bettor - box->bettor) * sizeof box->bettor[0]);
    box->bettor[0] = owner;
    return &box->bettor[0];
}

APART(bet) {
    trey_box *box = seat_box(table, event);
    if (box->seated == TREY_NOBODY && box->bettors == 0 && !sits_somewhere(table, event->player)) {
        box->seated = event->player;
    }
    trey_bettor *bettor = bettor_in(box, event->player);
    bettor->choice = TREY_CHOICE_NONE; /* who bets is there */
    if (event->wager == TREY_WAGER_PROGRESSIVE) {
        bettor = make_owner(box, bettor);
        box->jackpot = TREY_JACKPOT_BET;
    }
    bettor->stake[event->wager] += event->amount;
}

APART(withdrawn) {
    trey_box *box = seat_box(table, event);
    int found = bettor_of(box, event->player);
    TREY_ASSERT(found >= 0);
    trey_bettor *bettor = &box->bettor[found];
    bettor->stake[event->wager] -= event->amount;
    if (event->wager == TREY_WAGER_PROGRESSIVE) box->jackpot = TREY_JACKPOT_NONE;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (bettor->stake[stake] > 0) return;
    }
    box->bettors--;
    memmove(bettor, bettor + 1, (box->bettors - (unsigned)found) * sizeof *bettor);
    memset(&box->bettor[box->bettors], 0, sizeof *bettor);
}

APPLY(contributed) {
    bool on_meter = event->contributed.on_meter;
    table->contributed += event->amount;
    table->contribution_in = on_meter;
    if (on_meter) {
        table->meter = trey_meter_add(table->meter, event->amount);
        table->registered += event->amount;
    }
    if (table->registered > table->highest) table->highest = table->registered;
}

APPLY(jackpot_alone) {
    seat_box(table, event)->jackpot = TREY_JACKPOT_INVALID;
}

APPLY(warned) {} /* it is said, and changes nothing */

/* An owner who left while bets were open has folded, also for those who came to the position
 * later [rws 5.5]. */
static void bind_to_fold(const trey_rules *rules, trey_box *box) {
    bool own = rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE &&
               rule(rules, TREY_KEY_BACKLINE) == TREY_BACKLINE_OWN_DECISION;
    if (own || box->bettors == 0 || box->bettor[0].choice != TREY_CHOICE_FOLD) return;
    for (unsigned i = 1; i < box->bettors; i++) box->bettor[i].choice = TREY_CHOICE_FOLD;
}

/* The closing call fixes who gets a hand, and in which order. */
APART(closed) {
    table->phase = TREY_PHASE_CLOSED;
    table->action = event->amount;
    unsigned seat = first_seat(table, rule(rules, TREY_KEY_DEALING_STARTS)), turn = 0;
    for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
        trey_box *box = &table->box[seat - 1];
        if (box->jackpot == TREY_JACKPOT_BET) box->jackpot = TREY_JACKPOT_VALID;
        bind_to_fold(rules, box);
        if (box_plays(rules, box)) box->turn = (uint8_t)++turn;
    }
    table->hands = (uint8_t)(turn + 1);
}

static trey_cents *fee_of(trey_table *table, const trey_event *event) {
    return event->fee.of_players ? &table->fee_players : &table->fee_bank;
}

APPLY(collected) {
    *fee_of(table, event) += event->amount;
}

APPLY(refunded) {
    *fee_of(table, event) -= event->amount;
}

/* ---- Cards ------------------------------------------------------------------------------ */
static void give_card(trey_table *table, unsigned place, trey_card card) {
    if (place == TREY_PLACE_BURN) {
        table->burn = card;
        table->burnt = 1;
    } else if (place == TREY_PLACE_DEALER) {
        table->dealer[table->dealer_dealt++] = card;
    } else {
        trey_box *box = &table->box[place - 1];
        box->card[box->dealt++] = card;
    }
}

/* The state as it was before the card: its place is the next one again, and what the last
 * card of the deal brought with it, the up card and the button, is undone too. */
APART(recalled) {
    unsigned place = event->dealt.place;
    if (place == TREY_PLACE_BURN) {
        table->burn = 0;
        table->burnt = 0;
    } else if (place == TREY_PLACE_DEALER) {
        table->dealer[--table->dealer_dealt] = 0;
    } else {
        trey_box *box = &table->box[place - 1];
        box->card[--box->dealt] = 0;
    }
    table->entered--;
    table->up_card = 0;
    table->button = TREY_NO_SEAT;
    unsigned left = table->burnt + table->dealer_dealt;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) left += table->box[seat].dealt;
    table->phase = left > 0 ? TREY_PHASE_DEALING : TREY_PHASE_CLOSED;
}

APPLY(card) {
    table->phase = TREY_PHASE_DEALING;
    give_card(table, event->dealt.place, event->dealt.card);
    table->entered++;
}

/* Packets of three, or single cards in three passes, from the first card after the burn. */
static inline void give_hand(const trey_table *table, trey_card hand[3], const trey_card *card,
                             unsigned turn) {
    bool single = table->config.device == TREY_DEVICE_SINGLE;
    unsigned first = single ? turn - 1 : 3 * (turn - 1), step = single ? table->hands : 1;
    for (unsigned i = 0; i < 3; i++) hand[i] = card[first + i * step];
}

APART(deck) {
    const trey_card *card = event->cards.card;
    memcpy(table->deck, card, TREY_CARDS);
    table->deck_count = event->cards.count;
    if (event->cards.burns) give_card(table, TREY_PLACE_BURN, *card++);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        trey_box *box = &table->box[seat - 1];
        if (box->turn == 0) continue;
        give_hand(table, box->card, card, box->turn);
        box->dealt = 3;
    }
    give_hand(table, table->dealer, card, table->hands);
    table->dealer_dealt = 3;
    table->deck_next = (uint8_t)(3u * table->hands + event->cards.burns);
}

APPLY(dealt) {
    table->phase = TREY_PHASE_DECISION;
}

APPLY(up_card) {
    table->up_card = 1;
}

APPLY(button) {
    table->button = event->seat;
}

APPLY(exposed) {
    for (unsigned i = 0; i < event->cards.count; i++)
        table->exposed |= trey_cardset_of(event->cards.card[i]);
}

/* ---- Decisions --------------------------------------------------------------------------- */
APPLY(viewed) {
    seat_box(table, event)->viewed = 1;
}

APPLY(look_struck) {
    seat_box(table, event)->viewed = 0;
}

APPLY(funded) {
    bettor_in(seat_box(table, event), event->player)->stake[TREY_WAGER_PLAY] += event->amount;
    table->entered = 0;
}

/* A fold binds those beside the owner where the book or the reading says so. A
 * share of Play that was funded already goes back. */
APART(folded) {
    trey_box *box = seat_box(table, event);
    bool own = rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE &&
               rule(rules, TREY_KEY_BACKLINE) == TREY_BACKLINE_OWN_DECISION;
    bool owner = box->bettor[0].player == event->player;
    for (unsigned i = 0; i < box->bettors; i++) {
        bool theirs = box->bettor[i].player == event->player;
        if (!theirs && (own || !owner)) continue;
        box->bettor[i].choice = TREY_CHOICE_FOLD;
        box->bettor[i].stake[TREY_WAGER_PLAY] = 0;
    }
    if (owner && event->folded.keeps) box->keeps_side_bets = 1;
    table->entered = 0;
}

APART(played) {
    table->entered = 0;
    trey_box *box = seat_box(table, event);
    int found = bettor_of(box, event->player);
    TREY_ASSERT(found >= 0);
    trey_bettor *bettor = &box->bettor[found];
    bettor->stake[TREY_WAGER_PLAY] += event->amount;
    bettor->choice = TREY_CHOICE_PLAY;
    if (found > 0) return;
    bool pooled = rule(rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
    bool follows = rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE &&
                   rule(rules, TREY_KEY_BACKLINE) == TREY_BACKLINE_FOLLOWS;
    for (unsigned i = 1; i < box->bettors; i++) {
        if (pooled || follows) box->bettor[i].choice = TREY_CHOICE_PLAY;
        if (follows) box->bettor[i].stake[TREY_WAGER_PLAY] = box->bettor[i].stake[TREY_WAGER_ANTE];
    }
}

APPLY(continued) {
    seat_box(table, event)->bettor[0].choice = TREY_CHOICE_CONTINUE;
    table->entered = 0;
}

APPLY(revealed) {
    table->phase = TREY_PHASE_SHOWDOWN;
    table->revealed = 1;
}

APPLY(hidden) {
    seat_box(table, event)->hidden = 1;
}

APPLY(looked) {
    seat_box(table, event)->looked = event->role;
}

APPLY(shown) {
    seat_box(table, event)->shown = 1;
}

/* ---- The end of a round ------------------------------------------------------------------ */
/* A line moves what the table itself keeps; the stakes leave the layout with the
 * end of the round. */
APPLY(line) {
    trey_box *box = seat_box(table, event);
    int found = bettor_of(box, event->player);
    if (found >= 0) box->bettor[found].net += event->line.back - event->amount;
    box->meter_paid += event->line.meter;
    table->meter.value -= event->line.meter;
    table->bank -= event->line.bank;
}

__attribute__((noinline)) static void end_round(trey_table *table, const trey_event *event) {
    table->phase = TREY_PHASE_IDLE;
    table->meter.value = event->ended.meter;
    table->bank = 0;
    table->gate = TREY_GATE_NONE;
    table->mending = TREY_MENDING_NOTHING;
    table->settled = event->kind == TREY_EVENT_SETTLED;
    bool banked = event->kind == TREY_EVENT_SETTLED && table->bank_seat != TREY_NO_SEAT;
    if (banked && table->bank_hands < UINT8_MAX) table->bank_hands++;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        trey_box *box = &table->box[seat];
        box->had_ante = box_stake(box, TREY_WAGER_ANTE) > 0;
        for (unsigned i = 0; i < box->bettors; i++) {
            memset(box->bettor[i].stake, 0, sizeof box->bettor[i].stake);
            box->bettor[i].short_once = box->bettor[i].given_back = box->bettor[i].found = 0;
            if (!table->settled) box->bettor[i].net = 0;
        }
    }
}

APPLY(settled) {
    end_round(table, event);
}

APPLY(voided) {
    end_round(table, event);
}

APPLY(reversed) {
    bettor_in(seat_box(table, event), event->player)->net -= event->amount;
}

/* ---- The jackpot's display --------------------------------------------------------------- */
/* A sound value of the jackpot system: one that grew, or that is not below what the display begins
 * with. Anything else is a fault, and no fault is registered [rws 5.17.1]. */
static void register_meter(trey_table *table) {
    trey_cents shown = table->meter.value;
    if (shown >= table->registered || shown >= table->config.jackpot_reset)
        table->registered = shown;
    if (table->registered > table->highest) table->highest = table->registered;
}

/* What this round's own bets added stays apart from what it began with. */
APART(meter_shown) {
    table->meter.value = event->amount;
    table->meter.reset = event->display.reset;
    table->meter_start = event->amount - (table->contribution_in ? table->contributed : 0);
    table->config.jackpot_bet = event->display.bet;
    table->config.jackpot_contribution = event->display.contribution;
    table->config.jackpot_reset = event->display.reset;
    register_meter(table);
}

APPLY(meter_frozen) {
    table->frozen = 1;
    table->frozen_meter = event->amount;
}

/* ---- Reports, remedies, rulings ------------------------------------------------------ */
APPLY(reported) {
    table->report = event->report;
    table->reporter = event->player;
    table->gate = TREY_GATE_REPORT;
}

/* What holds the table up once nothing else does. */
static uint8_t gate_left(const trey_table *table) {
    return table->mending ? TREY_GATE_MENDING : TREY_GATE_NONE;
}

APPLY(dropped) {
    table->gate = gate_left(table);
}

/* A remedy opens the table again, waits for a person, or asks for the hands to be put right. */
APART(remedied) {
    trey_mending due = mending_of(event->remedied.remedy, event->remedied.kind);
    bool ruling = event->remedied.remedy == TREY_REMEDY_RULING;
    table->entered = 0;
    if (due != TREY_MENDING_NOTHING) table->mending = (uint8_t)due;
    table->gate = ruling ? TREY_GATE_RULING : gate_left(table);
}

/* A ruling settles what waited for one; that the round goes on says that its hands are right. */
APART(ruled) {
    if (event->ruled.ruling == TREY_RULING_CONTINUE) table->mending = TREY_MENDING_NOTHING;
    bool waited = table->gate == TREY_GATE_RULING || table->gate == TREY_GATE_REPORT ||
                  table->gate == TREY_GATE_MENDING;
    if (waited) table->gate = gate_left(table);
    table->entered = 0;
}

APART(invalidated) {
    trey_box *box = seat_box(table, event);
    box->invalid = event->invalidated.how;
    box->option = TREY_OPTION_NONE;
    box->cause = event->cause.kind;
    box->cause_item = event->cause.item;
    table->miscounted |= event->cause.kind == TREY_IRREGULARITY_PLAYER_COUNT + 1;
}

APART(offered) {
    table->gate = event->offered.all_or_nothing ? TREY_GATE_WITHDRAWAL : TREY_GATE_OPTIONS;
    table->offer_cause = event->cause.kind;
    table->offer_item = event->cause.item;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        bool offered = (event->offered.seats >> (seat - 1) & 1u) != 0;
        table->box[seat - 1].option = offered ? TREY_OPTION_OFFERED : TREY_OPTION_NONE;
    }
}

APPLY(chosen) {
    seat_box(table, event)->option = event->chosen.option;
}

APART(offer_ended) {
    table->gate = gate_left(table);
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++)
        table->box[seat - 1].option = TREY_OPTION_NONE;
}

/* The hands as they should have fallen, in the order of the deal. */
APART(mended) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        trey_box *box = &table->box[seat - 1];
        if (box->turn > 0)
            memcpy(box->card, &event->cards.card[3u * (box->turn - 1u)], sizeof box->card);
    }
    memcpy(table->dealer, &event->cards.card[3u * (table->hands - 1u)], sizeof table->dealer);
    table->mending = TREY_MENDING_NOTHING;
    if (table->gate == TREY_GATE_MENDING) table->gate = TREY_GATE_NONE;
    table->entered = 0;
}

/* What the record lacked, or had too much of. Chips of somebody new lie there while bets are
 * open; afterwards only what was recorded is corrected. */
APART(stake_found) {
    trey_box *box = seat_box(table, event);
    if (event->wager == TREY_WAGER_PROGRESSIVE) {
        box->bettor[0].stake[TREY_WAGER_PROGRESSIVE] += event->amount;
        return;
    }
    if (bettor_of(box, event->player) < 0) {
        apply_bet(rules, table, event);
        return;
    }
    trey_bettor *bettor = bettor_in(box, event->player);
    unsigned stake = event->wager;
    bettor->stake[stake] += event->amount;
    if (table->phase == TREY_PHASE_BETTING) return;
    if (event->found.otherwise) bettor->found |= (uint8_t)(1u << stake);
    if (event->found.once) bettor->short_once |= (uint8_t)(1u << stake);
}

APPLY(owed) {} /* what is owed is written down */

APPLY(capped) {
    seat_box(table, event)->capped |= (uint8_t)(1u << event->wager);
}

APPLY(given_back) {
    trey_bettor *bettor = bettor_in(seat_box(table, event), event->player);
    bettor->given_back |= (uint8_t)(1u << event->wager);
}

APPLY(play_ruled) {
    seat_box(table, event)->play_rule = event->remedied.remedy;
}

APPLY(jackpot_returned) {
    seat_box(table, event)->jackpot = TREY_JACKPOT_RETURNED;
    seat_box(table, event)->jackpot_cause = event->cause.kind;
}

APART(ruled_line) {
    if (table->ruled == TREY_RULED) return;
    table->ruling[table->ruled++] = (trey_ruled){.seat = event->seat,
                                                 .wager = event->wager,
                                                 .returned = event->ruled_line.returned,
                                                 .player = event->player,
                                                 .back = event->amount};
}

/* ---- What outlasts a round ---------------------------------------------------------------- */
APART(flagged) {
    trey_flagged *found = NULL;
    for (unsigned i = 0; i < TREY_FLAGGED && !found; i++) {
        if (table->flagged[i].player == event->player) found = &table->flagged[i];
    }
    for (unsigned i = 0; i < TREY_FLAGGED && !found; i++) {
        if (table->flagged[i].flags == 0) found = &table->flagged[i];
    }
    if (!found) return;
    unsigned used = (unsigned)(found - table->flagged) + 1;
    if (table->flags < used) table->flags = (uint8_t)used;
    found->player = event->player;
    found->flags = (uint8_t)((found->flags | event->flagged.set) & ~event->flagged.cleared);
    if (found->flags == 0) found->player = TREY_NOBODY;
}

APART(mode) {
    uint8_t on = event->mode.on;
    switch ((trey_mode)event->mode.mode) {
    case TREY_MODE_CLOSE:
        table->closed = on;
        break;
    case TREY_MODE_DISABLE:
        seat_box(table, event)->disabled = on;
        break;
    case TREY_MODE_WITHOUT_JACKPOT:
        table->jackpot_off = on;
        break;
    case TREY_MODE_NONE:
        break;
    }
}

APPLY(limits) {
    table->config.minimum[event->wager] = event->limits.least;
    table->config.maximum[event->wager] = event->limits.most;
}

/* ---- One event ----------------------------------------------------------------------------- */
static inline __attribute__((always_inline)) void
apply_one(const trey_rules *rules, trey_table *table, const trey_event *event) {
    switch ((trey_event_kind)event->kind) {
#define APPLIED(constant, word, ...)                                                               \
    case TREY_EVENT_##constant:                                                                    \
        apply_##word(rules, table, event);                                                         \
        break;
        TREY_EVENT_KINDS(APPLIED)
#undef APPLIED
    case TREY_EVENT_KIND_COUNT:
        break;
    }
}

void trey_apply(const trey_rules *rules, trey_table *table, const trey_event *event) {
    apply_one(rules, table, event);
}

void trey_apply_all(const trey_rules *rules, trey_table *table, const trey_decision *decision) {
    const trey_event *end = decision->event + decision->count;
    for (const trey_event *event = decision->event; event < end; event++)
        apply_one(rules, table, event);
}
