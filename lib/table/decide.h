/* decide.h -- what the deciding functions share. */
#ifndef TREY_TABLE_DECIDE_H
#define TREY_TABLE_DECIDE_H

#include <string.h>

#include "play_rules.h"

/* One command being decided. */
typedef struct deciding {
    const trey_rules *rules;
    const trey_table *table;
    const trey_command *command;
    trey_decision *decision;
    unsigned opened; /* at the settlement: the hands that are opened, one bit each */
} deciding;

/* Cold: the compiler lays the way of an accepted command out straight. */
__attribute__((cold)) void refuse(deciding *d, trey_refused refused, unsigned key);
__attribute__((cold)) void refuse_trouble(deciding *d, trey_refused refused,
                                          trey_irregularity kind);

/* May staff move this player's chips? */
bool chips_entrusted(const trey_table *table, trey_player player);

/* Does a second person stand by the command, where the house asks for one? Refuses if not. */
bool seconded(deciding *d);

/* A new event of the command's actor; the caller fills in the rest. */
static inline trey_event *emit(deciding *d, trey_event_kind kind) {
    TREY_ASSERT(d->decision->count < TREY_EVENTS);
    trey_event *event = &d->decision->event[d->decision->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->role = d->command->role;
    return event;
}

static inline trey_event *emit_at(deciding *d, trey_event_kind kind, unsigned seat,
                                  trey_player player, trey_cents amount) {
    trey_event *event = emit(d, kind);
    event->seat = (uint8_t)seat;
    event->player = player;
    event->amount = amount;
    return event;
}

/* ---- Boxes ------------------------------------------------------------------- */
static inline const trey_box *box_at(const trey_table *table, unsigned seat) {
    return &table->box[seat - 1];
}

/* The place of a player among the bettors of a box, or -1. */
static inline int bettor_of(const trey_box *box, trey_player player) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return (int)i;
    }
    return -1;
}

static inline trey_cents box_stake(const trey_box *box, unsigned wager) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < box->bettors; i++) sum += box->bettor[i].stake[wager];
    return sum;
}

/* Is it a wager whose size the bettor chooses? A prescribed one has none of its own. */
static inline bool has_own_size(unsigned wager) {
    return wager < TREY_STAKES && trey_wager(wager)->placed != TREY_PLACED_FIXED;
}

/* The jackpot bet of a box is its owner's. */
static inline trey_cents jackpot_bet_at(const trey_box *box) {
    return box->bettor[0].stake[TREY_WAGER_PROGRESSIVE];
}

/* Is there, in these stakes, what a key of the book asks for beside a bet? */
static inline bool needs_met(const trey_rules *rules, unsigned key,
                             const trey_cents stake[TREY_STAKES]) {
    switch (rule(rules, (trey_key)key)) {
    case TREY_NEEDS_ANTE:
        return stake[TREY_WAGER_ANTE] > 0;
    case TREY_NEEDS_ANTE_OR_PAIR_PLUS:
        return stake[TREY_WAGER_ANTE] > 0 || stake[TREY_WAGER_PAIR_PLUS] > 0;
    default:
        return true;
    }
}

/* The stakes of a box, all its bettors' together; those of the only one as they are. */
static inline const trey_cents *box_stakes(const trey_box *box, trey_cents sum[TREY_STAKES]) {
    if (box->bettors == 1) return box->bettor[0].stake;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) sum[wager] = box_stake(box, wager);
    return sum;
}

/* Would the box get a hand with what lies there? A jackpot bet alone brings none. */
static inline bool box_plays(const trey_rules *rules, const trey_box *box) {
    trey_cents sum[TREY_STAKES];
    if (box->invalid || box->bettors == 0) return false;
    const trey_cents *all = box_stakes(box, sum);
    if (!needs_met(rules, TREY_KEY_TAKES_PART, all)) return false;
    if (all[TREY_WAGER_ANTE] > 0) return true;
    if (rule(rules, TREY_KEY_DEALT_TO) != TREY_DEALT_TO_A_WAGER) return false;
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (wager != TREY_WAGER_PROGRESSIVE && all[wager] > 0) return true;
    }
    return false;
}

/* Is the bet there that the jackpot bet at this box needs: by default one of the same player
 * [mbs 3.5] [mbs 5.12] [rws 3.8]. */
static inline bool jackpot_has_its_bet(const trey_rules *rules, const trey_box *box) {
    if (rule(rules, TREY_KEY_PROGRESSIVE_BESIDE) == TREY_BESIDE_OWN_BET)
        return needs_met(rules, TREY_KEY_PROGRESSIVE_NEEDS, box->bettor[0].stake);
    trey_cents sum[TREY_STAKES];
    return needs_met(rules, TREY_KEY_PROGRESSIVE_NEEDS, box_stakes(box, sum));
}

static inline unsigned next_seat(const trey_table *table, unsigned seat) {
    return seat >= table->config.positions ? 1 : seat + 1;
}

/* Where the deal, the decisions or the opening of hands begin, by a word of START. */
static inline unsigned first_seat(const trey_table *table, unsigned start) {
    return start == TREY_START_PLAYER_DEALERS_LEFT ? next_seat(table, table->bank_seat) : 1;
}

/* What is wrong with the cards of a command, or NONE. */
static inline trey_refused cards_refusal(const trey_command *command) {
    trey_cardset seen = 0;
    unsigned bits = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < command->count; i++) {
        bits |= command->cards[i];
        seen |= UINT64_C(1) << (command->cards[i] & 63u);
    }
    /* Each is below 64 where all of them together are, and then it has a bit of its own. */
    if (bits >= 64 || seen >> TREY_CARDS != 0) return TREY_REFUSED_BAD_CARD;
    return trey_cardset_count(seen) == command->count ? TREY_REFUSED_NONE : TREY_REFUSED_CARD_OUT;
}

/* Is a decision of this bettor still open? Only in the decision phase. */
bool choice_open(const trey_rules *rules, const trey_table *table, unsigned seat, unsigned bettor);

/* Why the player may not look at the hand there now, and by which rule. */
trey_refused view_refusal(const trey_rules *rules, const trey_table *table, unsigned seat,
                          trey_player player, trey_key *key);

/* What must be put right after a remedy for that kind of irregularity. */
trey_mending mending_of(unsigned remedy, unsigned kind);

/* Is a card burnt before this deal? */
bool deal_burns(const trey_rules *rules, const trey_table *table);

/* Was the hand opened at the showdown, or will it be? */
bool hand_opens(const trey_rules *rules, const trey_table *table, unsigned seat);

/* The seat that the action button goes to with this up card. */
unsigned button_seat(const trey_rules *rules, const trey_table *table, trey_card up_card);

/* One function for each verb: decide_bets.c, decide_close.c, decide_deal.c, decide_hands.c,
 * decide_report.c, decide_mend.c, decide_ruling.c, settle.c and decide.c. */
#define TREY_DECIDES(constant, word, ...) void decide_##word(deciding *d);
TREY_VERBS(TREY_DECIDES)
#undef TREY_DECIDES

#endif
