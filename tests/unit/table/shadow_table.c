/* shadow_table.c -- what a table ought to hold, followed from the commands alone. */
#include "shadow_table.h"

#include <string.h>

#include "second_collection.h"

static bool singapore(const random_table *table) {
    return table->house->which != SECOND_CA;
}

void shadow_open(shadow_table *shadow, const random_table *table) {
    memset(shadow, 0, sizeof *shadow);
    shadow->meter = table->meter;
    memcpy(shadow->minimum, table->config.minimum, sizeof shadow->minimum);
    memcpy(shadow->maximum, table->config.maximum, sizeof shadow->maximum);
}

unsigned shadow_limited(unsigned wager) {
    if (wager == TREY_WAGER_PAIR_PLUS) return TREY_WAGER_PAIR_PLUS;
    if (wager == TREY_WAGER_SIX_CARD_BONUS) return TREY_WAGER_SIX_CARD_BONUS;
    return wager == TREY_WAGER_ANTE ? TREY_WAGER_ANTE : TREY_STAKES;
}

static void follow_limits(shadow_table *shadow, const trey_command *command) {
    for (unsigned i = 0; i < command->limits.count; i++) {
        unsigned stake = shadow_limited(command->limits.wager[i]);
        shadow->minimum[stake] = command->limits.least[i];
        shadow->maximum[stake] = command->limits.most[i];
    }
}

static shadow_bettor *find(shadow_box *box, trey_player player) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return &box->bettor[i];
    }
    return NULL;
}

static trey_cents total(const shadow_box *box, unsigned stake) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < box->bettors; i++) sum += box->bettor[i].stake[stake];
    return sum;
}

static unsigned stake_named(unsigned wager) {
    if (wager == TREY_WAGER_ANTE) return TREY_WAGER_ANTE;
    if (wager == TREY_WAGER_PAIR_PLUS) return TREY_WAGER_PAIR_PLUS;
    return TREY_WAGER_SIX_CARD_BONUS;
}

/* ---- Betting ------------------------------------------------------------- */

static void follow_bet(shadow_table *shadow, const random_table *table,
                       const trey_command *command) {
    shadow_box *box = &shadow->box[command->seat];
    shadow_bettor *bettor = find(box, command->player);
    if (!bettor) {
        bettor = &box->bettor[box->bettors++];
        *bettor = (shadow_bettor){.player = command->player};
    }
    if (command->wager == TREY_WAGER_PROGRESSIVE) {
        box->jackpot = table->config.jackpot_bet; /* prescribed [rws 3.3] */
        box->jackpot_by = command->player;
        shadow->chips[command->player] -= box->jackpot;
        return;
    }
    bettor->stake[stake_named(command->wager)] += command->amount;
    shadow->chips[command->player] -= command->amount;
}

static void follow_withdraw(shadow_table *shadow, const trey_command *command) {
    shadow_box *box = &shadow->box[command->seat];
    shadow_bettor *bettor = find(box, command->player);
    trey_cents *down = command->wager == TREY_WAGER_PROGRESSIVE
                           ? &box->jackpot
                           : &bettor->stake[stake_named(command->wager)];
    trey_cents amount = command->amount == 0 ? *down : command->amount;
    *down -= amount;
    shadow->chips[command->player] += amount;
    if (box->jackpot == 0) box->jackpot_by = TREY_NOBODY;
    if (box->jackpot_by == bettor->player) return;
    for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
        if (bettor->stake[stake] > 0) return;
    }
    unsigned after = (unsigned)(&box->bettor[box->bettors] - bettor) - 1;
    memmove(bettor, bettor + 1, after * sizeof *bettor); /* he is gone */
    box->bettors--;
}

/* Taking the bank anew begins a new count of hands; adding to it does not. */
static void follow_bank(shadow_table *shadow, const trey_command *command) {
    bool same = shadow->banker == command->player;
    if (shadow->bank == 0) {
        if (!same || shadow->gave_up || shadow->bank_hands >= 2) shadow->bank_hands = 0;
        shadow->gave_up = false;
        memset(shadow->declined, 0, sizeof shadow->declined);
    }
    shadow->banker = command->player;
    shadow->bank_seat = command->seat;
    shadow->bank += command->amount;
    shadow->chips[command->player] -= command->amount;
}

static void follow_pass(shadow_table *shadow, const random_table *table,
                        const trey_command *command) {
    if (command->player == shadow->banker) shadow->gave_up = true;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        if (table->table.box[seat - 1].seated == command->player) shadow->declined[seat] = true;
    }
}

/* [ca-six-card Collection A] to [ca-six-card Collection F]: after the wagers and
 * before the cards. */
static void follow_fees(shadow_table *shadow, const random_table *table) {
    trey_cents action = 0;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        action += total(box, TREY_WAGER_ANTE) + total(box, TREY_WAGER_PAIR_PLUS) +
                  total(box, TREY_WAGER_SIX_CARD_BONUS);
    }
    trey_cents fee = second_collection(table->config.schedule, action, table->house->ca_20);
    if (fee == SECOND_UNREADABLE) fee = table->config.fee_supplied;
    shadow->chips[table->table.banker] -= fee;
    bool charged[SHADOW_PLAYERS] = {false};
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            trey_player player = box->bettor[i].player;
            if (table->house->ca_22 == 'B' && charged[player]) continue;
            charged[player] = true;
            shadow->chips[player] -= second_player_collection(table->config.schedule);
        }
    }
}

/* Who gets cards, and in which order [mbs 3.7] [rws 3.10] [ca-six-card Dealing 2a]. */
static void follow_close(shadow_table *shadow, const random_table *table) {
    unsigned first = singapore(table) ? 0 : shadow->bank_seat; /* the seat before the first */
    shadow->hands = 0;
    for (unsigned i = 0; i < table->config.positions; i++) {
        unsigned seat = (first + i) % table->config.positions + 1;
        shadow_box *box = &shadow->box[seat];
        box->owner = table->table.box[seat - 1].bettor[0].player;
        bool plays = total(box, TREY_WAGER_ANTE) > 0 ||
                     (singapore(table) && total(box, TREY_WAGER_PAIR_PLUS) > 0);
        if (plays) shadow->place[shadow->hands++] = seat;
    }
    shadow->place[shadow->hands++] = 0; /* the dealer last */
    if (!singapore(table)) follow_fees(shadow, table);
}

/* ---- Cards --------------------------------------------------------------- */

/* [rws 1.4] [rws 3.10]: before single cards; before packets only under A-RWS-10 B. */
static bool burns(const random_table *table) {
    if (table->house->which != SECOND_RWS && table->house->which != SECOND_RWP) return false;
    return table->config.device == TREY_DEVICE_SINGLE || table->house->rws_10 == 'B';
}

unsigned shadow_place(const shadow_table *shadow, const random_table *table, unsigned number) {
    if (burns(table)) {
        if (number == 0) return SHADOW_BURN;
        number--;
    }
    unsigned hand = table->config.device == TREY_DEVICE_SINGLE
                        ? number % shadow->hands /* [mbs 3.8] [rws 3.10] */
                        : number / 3;            /* [mbs 3.7] [rws 3.11] */
    return shadow->place[hand];
}

static void follow_card(shadow_table *shadow, const random_table *table, trey_card card) {
    unsigned seat = shadow_place(shadow, table, shadow->cards++);
    if (seat == 0) {
        shadow->dealer[shadow->dealer_dealt++] = card;
    } else if (seat != SHADOW_BURN) {
        shadow->box[seat].card[shadow->box[seat].dealt++] = card;
    }
}

/* What a card did is undone, from the last one backwards. */
static void follow_recall(shadow_table *shadow, const random_table *table) {
    unsigned seat = shadow_place(shadow, table, --shadow->cards);
    if (seat == 0) {
        shadow->dealer_dealt--;
    } else if (seat != SHADOW_BURN) {
        shadow->box[seat].dealt--;
    }
}

/* ---- Decisions ----------------------------------------------------------- */

static void puts_up_play(shadow_table *shadow, const random_table *table, shadow_bettor *bettor,
                         trey_cents amount) {
    bettor->stake[TREY_WAGER_PLAY] += amount;
    shadow->chips[bettor->player] -= amount;
    if (table->house->which == SECOND_CA && table->house->ca_22 == 'C') {
        shadow->chips[bettor->player] -= second_player_collection(table->config.schedule);
    }
}

static void follow_play(shadow_table *shadow, const random_table *table,
                        const trey_command *command) {
    shadow_box *box = &shadow->box[command->seat];
    shadow_bettor *bettor = find(box, command->player);
    bettor->choice = CHOSE_PLAY;
    if (table->house->which == SECOND_MBS) { /* what the shares leave open is his */
        puts_up_play(shadow, table, bettor,
                     total(box, TREY_WAGER_ANTE) - total(box, TREY_WAGER_PLAY));
    } else {
        puts_up_play(shadow, table, bettor, bettor->stake[TREY_WAGER_ANTE]);
    }
    bool follow = table->house->which == SECOND_CA && table->house->ca_17 == 'C';
    for (unsigned i = 0; follow && i < box->bettors; i++) {
        if (&box->bettor[i] == bettor) continue;
        box->bettor[i].choice = CHOSE_PLAY;
        puts_up_play(shadow, table, &box->bettor[i], box->bettor[i].stake[TREY_WAGER_ANTE]);
    }
}

static void follow_fold(shadow_table *shadow, const random_table *table,
                        const trey_command *command) {
    shadow_box *box = &shadow->box[command->seat];
    bool owner = box->owner == command->player;
    bool binds = owner && !(table->house->which == SECOND_CA && table->house->ca_17 == 'B');
    for (unsigned i = 0; i < box->bettors; i++) {
        shadow_bettor *bettor = &box->bettor[i];
        if (bettor->player != command->player && !binds) continue;
        bettor->choice = CHOSE_FOLD;
        shadow->chips[bettor->player] += bettor->stake[TREY_WAGER_PLAY]; /* funded for nothing */
        bettor->stake[TREY_WAGER_PLAY] = 0;
    }
    if (owner && command->part) box->keeps_pair_plus = true;
}

/* ---- The end of a round -------------------------------------------------- */

static void follow_settle(shadow_table *shadow, const random_table *table) {
    second_round round;
    second_result result;
    shadow_describe(shadow, table, &round);
    second_settlement(&round, &result);
    for (int i = 0; i < result.lines; i++) {
        shadow->chips[result.line[i].player] += result.line[i].back;
    }
    if (!singapore(table)) {
        shadow->chips[table->table.banker] += result.bank_after;
        shadow->previous_button = (unsigned)result.button;
    }
    shadow->meter = result.meter_after;
    shadow->bank = 0;
    shadow->bank_hands++;
    memset(shadow->box, 0, sizeof shadow->box);
    shadow->dealer_dealt = shadow->cards = shadow->hands = 0;
    shadow->entered = false;
}

void shadow_follow(shadow_table *shadow, const random_table *table, const trey_command *command) {
    switch (command->verb) {
    case TREY_VERB_BANK:
        follow_bank(shadow, command);
        break;
    case TREY_VERB_LEAVE: /* he gives it up by going */
        if (command->player == shadow->banker) shadow->gave_up = true;
        break;
    case TREY_VERB_PASS:
        follow_pass(shadow, table, command);
        break;
    case TREY_VERB_BET:
        follow_bet(shadow, table, command);
        break;
    case TREY_VERB_WITHDRAW:
        follow_withdraw(shadow, command);
        break;
    case TREY_VERB_CLOSE:
        follow_close(shadow, table);
        break;
    case TREY_VERB_DECK:
        for (unsigned i = 0; i < 3 * shadow->hands + burns(table); i++) {
            follow_card(shadow, table, command->cards[i]);
        }
        break;
    case TREY_VERB_CARD:
        follow_card(shadow, table, command->cards[0]);
        shadow->entered = true;
        break;
    case TREY_VERB_RECALL:
        follow_recall(shadow, table);
        break;
    case TREY_VERB_FUND:
        puts_up_play(shadow, table, find(&shadow->box[command->seat], command->player),
                     command->amount);
        break;
    case TREY_VERB_PLAY:
        follow_play(shadow, table, command);
        break;
    case TREY_VERB_FOLD:
        follow_fold(shadow, table, command);
        break;
    case TREY_VERB_CONTINUE:
        find(&shadow->box[command->seat], command->player)->choice = CHOSE_CONTINUE;
        break;
    case TREY_VERB_VIEW:
        shadow->box[command->seat].viewed = true;
        break;
    case TREY_VERB_HIDE:
        shadow->box[command->seat].hidden = true;
        break;
    case TREY_VERB_LOOK:
        /* After the round a look proves nothing any more. */
        if (table->table.phase == TREY_PHASE_SHOWDOWN) shadow->box[command->seat].looked = true;
        break;
    case TREY_VERB_SETTLE:
        follow_settle(shadow, table);
        break;
    case TREY_VERB_LIMITS:
        follow_limits(shadow, command);
        break;
    default:
        break;
    }
}

/* ---- Description --------------------------------------------------------- */

static second_card card_of(trey_card card) {
    return (second_card){(int)(card / 4) + 2, "cdhs"[card % 4]};
}

static void describe_bettor(const shadow_bettor *from, second_box *box) {
    box->bettor[box->bettors++] =
        (second_bettor){.player = from->player,
                        .choice = from->choice,
                        .ante = from->stake[TREY_WAGER_ANTE],
                        .play = from->stake[TREY_WAGER_PLAY],
                        .pair_plus = from->stake[TREY_WAGER_PAIR_PLUS],
                        .six_card = from->stake[TREY_WAGER_SIX_CARD_BONUS]};
}

void shadow_describe(const shadow_table *shadow, const random_table *table, second_round *out) {
    memset(out, 0, sizeof *out);
    out->book = table->house->which;
    out->reading = table->house->reading;
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *from = &shadow->box[seat];
        second_box *box = &out->box[seat];
        /* The owner first, then the others as they came. */
        for (unsigned pass = 0; pass < 2; pass++) {
            for (unsigned i = 0; i < from->bettors; i++) {
                bool owner = from->bettor[i].player == from->owner;
                if (owner == (pass == 0)) describe_bettor(&from->bettor[i], box);
            }
        }
        for (unsigned i = 0; i < from->dealt; i++) box->card[i] = card_of(from->card[i]);
        box->keeps_pair_plus = from->keeps_pair_plus;
        box->not_shown = from->hidden;
        box->looked_at = from->looked;
        box->jackpot = from->jackpot;
    }
    for (unsigned i = 0; i < 3; i++) out->dealer[i] = card_of(shadow->dealer[i]);
    out->meter = shadow->meter;
    out->reset = table->config.jackpot_reset;
    out->contribution = table->config.jackpot_contribution;
    out->bank = shadow->bank;
    out->bank_seat = (int)shadow->bank_seat;
    out->previous_button = (int)shadow->previous_button;
}

static bool same_bettor(const shadow_bettor *shadow, const trey_bettor *bettor) {
    return shadow->player == bettor->player &&
           memcmp(shadow->stake, bettor->stake, TREY_WAGER_PROGRESSIVE * sizeof *shadow->stake) ==
               0;
}

static const char *box_difference(const shadow_box *shadow, const trey_box *box) {
    if (shadow->bettors != box->bettors) return "people at a position";
    if (shadow->jackpot != box->bettor[0].stake[TREY_WAGER_PROGRESSIVE]) return "a jackpot bet";
    if (shadow->jackpot && shadow->jackpot_by != box->bettor[0].player) return "whose jackpot bet";
    unsigned at = 1; /* of those beside the owner, in the order in which they came */
    for (unsigned i = 0; i < shadow->bettors; i++) {
        bool owner = shadow->bettor[i].player == box->bettor[0].player;
        if (!same_bettor(&shadow->bettor[i], &box->bettor[owner ? 0 : at])) return "a stake";
        at += !owner;
    }
    if (shadow->dealt != box->dealt) return "cards at a position";
    if (memcmp(shadow->card, box->card, shadow->dealt) != 0) return "a hand";
    if (shadow->hidden != box->hidden) return "a hand held back";
    return NULL;
}

const char *shadow_difference(const shadow_table *shadow, const trey_table *table) {
    bool sign = memcmp(shadow->minimum, table->config.minimum, sizeof shadow->minimum) == 0 &&
                memcmp(shadow->maximum, table->config.maximum, sizeof shadow->maximum) == 0;
    if (!sign) return "the limits";
    if (shadow->bank != table->bank) return "the bank";
    if (table->phase == TREY_PHASE_IDLE) {
        return shadow->meter == table->meter.value ? NULL : "the meter";
    }
    if (shadow->meter != table->meter_start) return "the meter at the opening";
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const char *what = box_difference(&shadow->box[seat], &table->box[seat - 1]);
        if (what) return what;
    }
    if (shadow->dealer_dealt != table->dealer_dealt ||
        memcmp(shadow->dealer, table->dealer, shadow->dealer_dealt) != 0) {
        return "the dealer's hand";
    }
    return NULL;
}
