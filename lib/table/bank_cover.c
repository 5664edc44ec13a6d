/* bank_cover.c -- how far a player-dealer's bank reaches.
 *
 * The player-dealer can neither win nor lose more than was put up; wagers that the bank does not
 * cover go back [ca-six-card Round 9] [ca-six-card Round 10]. The readings differ in what counts
 * against the bank, and each of their words is answered here. */
#include "bank_cover.h"

void cover_open(bank_cover *cover, const trey_rules *rules, trey_cents bank) {
    cover->rules = rules;
    cover->bank = bank;
    cover->paid = cover->collected = 0;
    cover->players = 0;
}

static cover_tally *tally_of(bank_cover *cover, trey_player player) {
    for (unsigned i = 0; i < cover->players; i++) {
        if (cover->player[i].player == player) return &cover->player[i];
    }
    TREY_ASSERT(cover->players < sizeof cover->player / sizeof *cover->player);
    cover->player[cover->players] = (cover_tally){.player = player};
    return &cover->player[cover->players++];
}

/* What the bank can still pay to, or take from, this player. */
static trey_cents pay_left(const bank_cover *cover, const cover_tally *theirs) {
    switch (rule(cover->rules, TREY_KEY_BANK_LIMIT)) {
    case TREY_BANK_LIMIT_NET:
        return cover->bank + cover->collected - cover->paid;
    case TREY_BANK_LIMIT_ACTION:
        return cover->bank - cover->collected - cover->paid;
    case TREY_BANK_LIMIT_EACH_PLAYER:
        return cover->bank - theirs->paid;
    default:
        return cover->bank - cover->paid;
    }
}

static trey_cents collect_left(const bank_cover *cover, const cover_tally *theirs) {
    switch (rule(cover->rules, TREY_KEY_BANK_LIMIT)) {
    case TREY_BANK_LIMIT_NET:
        return cover->bank - (cover->collected - cover->paid);
    case TREY_BANK_LIMIT_ACTION:
        return cover->bank - cover->collected - cover->paid;
    case TREY_BANK_LIMIT_EACH_PLAYER:
        return cover->bank - theirs->collected;
    default:
        return cover->bank - cover->collected;
    }
}

static covered part_of(const bank_cover *cover, trey_cents wanted, trey_cents left) {
    bool partly = rule(cover->rules, TREY_KEY_BANK_PARTIAL) == TREY_BANK_PARTIAL_PAY_REST;
    bool whole = wanted <= left;
    return (covered){.amount = whole ? wanted : partly ? left : 0, .whole = whole};
}

covered cover_pays(bank_cover *cover, trey_player player, trey_cents winnings) {
    cover_tally *theirs = tally_of(cover, player);
    covered part = part_of(cover, winnings, pay_left(cover, theirs));
    part.ground = TREY_GROUND_BANK_SPENT;
    cover->paid += part.amount;
    theirs->paid += part.amount;
    return part;
}

/* Where the paying side has nothing left the book may put all later wagers outside the bank;
 * where collections top it up it may come to have something again. */
covered cover_collects(bank_cover *cover, trey_player player, trey_cents stake) {
    cover_tally *theirs = tally_of(cover, player);
    bool outside = pay_left(cover, theirs) == 0 &&
                   rule(cover->rules, TREY_KEY_BANK_SPENT) == TREY_BANK_SPENT_RETURN_ALL;
    covered part = part_of(cover, stake, outside ? 0 : collect_left(cover, theirs));
    part.ground = outside ? TREY_GROUND_BANK_SPENT : TREY_GROUND_WIN_LIMIT;
    cover->collected += part.amount;
    theirs->collected += part.amount;
    return part;
}
