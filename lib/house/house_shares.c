/* house_shares.c -- who takes part in a round's shuffle, and which rounds came to nothing.
 *
 * Both are folds of records, so that a house, its nodes and those who read a store know the
 * same. A list can be full only of people with a bet: whoever has none makes room, so nobody
 * can keep others out by betting, pledging and taking the bet back. */
#include <string.h>

#include "house_parts.h"

bool trey_has_stake(const trey_table *state, trey_player player) {
    if (state->banker == player && state->bank > 0) return true;
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].player != player) continue;
            for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
                if (box->bettor[i].stake[stake] > 0) return true;
            }
        }
    }
    return false;
}

void trey_fairness_begin(trey_fairness *fair, uint64_t round, const trey_hash *commitment,
                         const trey_hash root[TREY_STACKS]) {
    memset(fair, 0, sizeof *fair);
    fair->committed = true;
    fair->round = round;
    fair->commitment = *commitment;
    for (unsigned i = 0; i < TREY_STACKS; i++) fair->root[i] = root[i];
}

static trey_pledge *pledge_by(trey_fairness *fair, trey_player player) {
    for (unsigned i = 0; i < fair->pledges; i++) {
        if (fair->pledge[i].player == player) return &fair->pledge[i];
    }
    return NULL;
}

static void drop_without_stake(trey_fairness *fair, const trey_table *state) {
    unsigned left = 0;
    for (unsigned i = 0; i < fair->pledges; i++) {
        if (trey_has_stake(state, fair->pledge[i].player)) fair->pledge[left++] = fair->pledge[i];
    }
    memset(&fair->pledge[left], 0, (fair->pledges - left) * sizeof *fair->pledge);
    fair->pledges = left;
}

unsigned trey_fairness_pledge(trey_fairness *fair, const trey_table *state, trey_player player,
                              const trey_hash *pledge) {
    if (!fair->committed || fair->fixed || player == TREY_NOBODY ||
        state->phase != TREY_PHASE_BETTING || !trey_has_stake(state, player))
        return TREY_HOUSE_REFUSED_NO_PLEDGE;
    if (pledge_by(fair, player)) return TREY_HOUSE_REFUSED_PLEDGED_ALREADY;
    if (fair->pledges == TREY_PLEDGES) drop_without_stake(fair, state);
    TREY_ASSERT(fair->pledges < TREY_PLEDGES);
    fair->pledge[fair->pledges++] = (trey_pledge){.player = player, .pledge = *pledge};
    return 0;
}

void trey_fairness_follow(trey_fairness *fair, const trey_table *state) {
    if (!fair->committed || fair->fixed || state->phase != TREY_PHASE_CLOSED) return;
    drop_without_stake(fair, state);
    fair->fixed = true;
    fair->list = trey_pledges_hash(&fair->commitment, fair->pledge, fair->pledges);
}

unsigned trey_fairness_share(trey_fairness *fair, trey_player player, const trey_share *share) {
    trey_pledge *pledge = fair->fixed && !fair->withheld ? pledge_by(fair, player) : NULL;
    if (!pledge || pledge->opened) return TREY_HOUSE_REFUSED_NO_SHARE_DUE;
    trey_hash hash = trey_pledge_of(&fair->commitment, player, share);
    if (!trey_hash_equal(&hash, &pledge->pledge)) return TREY_HOUSE_REFUSED_BAD_SHARE;
    pledge->share = *share;
    pledge->opened = true;
    return 0;
}

unsigned trey_fairness_due(const trey_fairness *fair) {
    unsigned due = 0;
    for (unsigned i = 0; fair->fixed && i < fair->pledges; i++) due += !fair->pledge[i].opened;
    return due;
}

/* ---- Rounds that came to nothing --------------------------------------------------------- */
void trey_aborts_note_fate(trey_aborts *aborts, const trey_fate_record *fate) {
    if (fate->fate != TREY_FATE_VOID) return;
    if (fate->dealt) {
        aborts->after++;
        aborts->interrupted += fate->cause == TREY_IRREGULARITY_INTERRUPTION + 1;
    } else {
        aborts->before++;
        aborts->withheld += fate->withheld;
    }
}

static trey_withholder *withholder(trey_aborts *aborts, trey_player player) {
    for (unsigned i = 0; i < aborts->people; i++) {
        if (aborts->person[i].player == player) return &aborts->person[i];
    }
    if (aborts->people == TREY_WITHHOLDERS) {
        unsigned oldest = 0;
        for (unsigned i = 1; i < aborts->people; i++) {
            if (aborts->person[i].until < aborts->person[oldest].until) oldest = i;
        }
        aborts->person[oldest] = aborts->person[--aborts->people];
    }
    trey_withholder *person = &aborts->person[aborts->people++];
    *person = (trey_withholder){.player = player};
    return person;
}

void trey_aborts_note_withheld(trey_aborts *aborts, uint64_t round, const trey_player *player,
                               unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        trey_withholder *person = withholder(aborts, player[i]);
        person->times++;
        person->until = round + TREY_SUSPENDED_ROUNDS;
    }
}

bool trey_aborts_suspended(const trey_aborts *aborts, trey_player player, uint64_t round) {
    for (unsigned i = 0; i < aborts->people; i++) {
        if (aborts->person[i].player == player) return round <= aborts->person[i].until;
    }
    return false;
}
