/* valued_jackpots.c -- the jackpot bets of a round, settled from the values of a drawn book. */
#include <string.h>

#include "valued_settlement.h"

typedef struct jackpot_of {
    const drawn_book *book;
    const trey_table *table;
    trey_value award[TREY_SEATS + 1], envy[TREY_SEATS + 1]; /* by seat, of the hand there */
    bool royal[TREY_SEATS + 1];
    trey_cents meter;
    bool won;
} jackpot_of;

static const trey_box *at(const jackpot_of *j, unsigned seat) {
    return &j->table->box[seat - 1];
}

static trey_player owner(const jackpot_of *j, unsigned seat) {
    return at(j, seat)->bettor[0].player;
}

static trey_cents bet_at(const jackpot_of *j, unsigned seat) {
    return at(j, seat)->bettor[0].stake[TREY_WAGER_PROGRESSIVE];
}

static bool folded(const jackpot_of *j, unsigned seat) {
    return at(j, seat)->bettor[0].choice == TREY_CHOICE_FOLD;
}

/* ---- Hands ------------------------------------------------------------------------ */
static void look_at_hand(jackpot_of *j, unsigned seat) {
    const trey_box *box = at(j, seat);
    char suit = 0;
    const char *hand;
    if (drawn_word(j->book, TREY_KEY_JACKPOT_HAND) == TREY_JACKPOT_HAND_BEST_FIVE) {
        hand = valued_five(j->book, box->card, j->table->dealer, &suit);
    } else {
        hand = valued_three(j->book, box->card);
        suit = "cdhs"[trey_card_suit(box->card[0])];
    }
    j->royal[seat] = strcmp(hand, "royal") == 0;
    if (j->royal[seat] && suit == 's') hand = "royal_spades";
    j->award[seat] = valued_row(j->book, "progressive.awards.", hand);
    j->envy[seat] = valued_row(j->book, "envy.", hand);
}

/* ---- Bets -------------------------------------------------------------------------------------
 */
/* Is the bet there that a jackpot bet needs: the owner's, or anybody's at the position? */
static bool has_its_bet(const jackpot_of *j, unsigned seat) {
    const trey_box *box = at(j, seat);
    bool own = drawn_word(j->book, TREY_KEY_PROGRESSIVE_BESIDE) == TREY_BESIDE_OWN_BET;
    bool either = drawn_word(j->book, TREY_KEY_PROGRESSIVE_NEEDS) == TREY_NEEDS_ANTE_OR_PAIR_PLUS;
    for (unsigned i = 0; i < box->bettors && (i == 0 || !own); i++) {
        const trey_cents *stake = box->bettor[i].stake;
        if (stake[TREY_WAGER_ANTE] > 0 || (either && stake[TREY_WAGER_PAIR_PLUS] > 0)) return true;
    }
    return false;
}

static bool taken(const jackpot_of *j, unsigned seat) {
    return bet_at(j, seat) > 0 && at(j, seat)->jackpot != TREY_JACKPOT_RETURNED &&
           has_its_bet(j, seat);
}

static trey_cents contributions(const jackpot_of *j) {
    trey_cents sum = 0;
    for (unsigned seat = 1; seat <= j->table->config.positions; seat++) {
        bool out = at(j, seat)->invalid == TREY_INVALID_RETURNED;
        if (taken(j, seat) && !out) sum += j->table->config.jackpot_contribution;
    }
    return sum;
}

/* ---- Awards ----------------------------------------------------------------------- */
static trey_cents pay(jackpot_of *j, trey_value award) {
    trey_cents reset = j->table->config.jackpot_reset;
    if (award.d != 100) {
        bool off_meter = drawn_word(j->book, TREY_KEY_FIXED_AWARDS_FROM) == TREY_FUND_METER;
        if (off_meter) j->meter = j->meter > award.n ? j->meter - award.n : 0;
        return award.n;
    }
    trey_cents paid = j->meter * award.n / 100, left = j->meter - paid;
    int64_t after = drawn_word(j->book, TREY_KEY_AFTER_SHARE);
    if (award.n == 100 || after == TREY_AFTER_SHARE_RESET) {
        j->meter = reset;
        j->won = true;
    } else if (after == TREY_AFTER_SHARE_NOT_BELOW_RESET && left < reset) {
        j->meter = reset;
    } else {
        j->meter = left;
    }
    return paid;
}

static bool gets_award(const jackpot_of *j, unsigned seat) {
    const trey_box *box = at(j, seat);
    if (box->invalid || box->turn == 0 || !taken(j, seat) || j->award[seat].n == 0) return false;
    if (folded(j, seat) && !valued_outlives(j->book, box, TREY_WAGER_PROGRESSIVE)) return false;
    return valued_proved(j->book, box, TREY_WAGER_PROGRESSIVE);
}

/* What a bet without an award gives back. */
static trey_cents back_of(const jackpot_of *j, unsigned seat) {
    const trey_box *box = at(j, seat);
    if (!taken(j, seat)) return bet_at(j, seat);
    if (folded(j, seat) && !valued_outlives(j->book, box, TREY_WAGER_PROGRESSIVE)) return 0;
    if (valued_proved(j->book, box, TREY_WAGER_PROGRESSIVE)) return 0;
    return drawn_word(j->book, TREY_KEY_UNSHOWN_PROGRESSIVE) == TREY_UNSHOWN_RETURNED
               ? bet_at(j, seat)
               : 0;
}

/* Sums come before shares, and small shares before large ones, where lower awards go first. */
static int64_t turn_of(const jackpot_of *j, unsigned seat) {
    if (drawn_word(j->book, TREY_KEY_TABLE_ORDER) != TREY_TABLE_ORDER_LOWER_FIRST) return 0;
    return j->award[seat].d == 100 ? j->award[seat].n : 0;
}

static void settle_bets(jackpot_of *j, valued_result *out) {
    for (int64_t turn = 0; turn <= 100; turn++) {
        for (unsigned seat = 1; seat <= j->table->config.positions; seat++) {
            if (bet_at(j, seat) == 0 || at(j, seat)->invalid) continue;
            bool paid = gets_award(j, seat);
            if ((paid ? turn_of(j, seat) : 0) != turn) continue;
            valued_add(out, seat, TREY_WAGER_PROGRESSIVE, owner(j, seat), bet_at(j, seat),
                       paid ? pay(j, j->award[seat]) : back_of(j, seat));
        }
    }
}

/* ---- Envy ------------------------------------------------------------------------- */
static bool triggers(const jackpot_of *j, unsigned seat) {
    const trey_box *box = at(j, seat);
    trey_cents ante = 0;
    for (unsigned i = 0; i < box->bettors; i++) ante += box->bettor[i].stake[TREY_WAGER_ANTE];
    if (box->turn == 0 || box->invalid || !j->royal[seat] || ante == 0) return false;
    if (!valued_open(j->book, box)) return false;
    return !folded(j, seat) || drawn_word(j->book, TREY_KEY_ENVY_FOLDED_GIVES) == TREY_FLAG_YES;
}

static bool entitled(const jackpot_of *j, unsigned seat, unsigned trigger) {
    if (!taken(j, seat) || at(j, seat)->invalid) return false;
    if (folded(j, seat) && drawn_word(j->book, TREY_KEY_ENVY_FOLDED_GETS) == TREY_FLAG_NO)
        return false;
    const trey_box *hand = at(j, trigger);
    for (unsigned i = 1; i < hand->bettors; i++) {
        if (hand->bettor[i].player == owner(j, seat) &&
            drawn_word(j->book, TREY_KEY_ENVY_SHARER) == TREY_FLAG_NO)
            return false;
    }
    switch (drawn_word(j->book, TREY_KEY_ENVY_OWN)) {
    case TREY_ENVY_OWN_INCLUDED:
        return true;
    case TREY_ENVY_OWN_OTHER_POSITIONS:
        return seat != trigger;
    default:
        return owner(j, seat) != owner(j, trigger);
    }
}

static bool paid_elsewhere(const jackpot_of *j, unsigned seat, unsigned trigger) {
    if (drawn_word(j->book, TREY_KEY_ENVY_UNIT) != TREY_ENVY_UNIT_EACH_PLAYER) return false;
    for (unsigned other = 1; other < seat; other++) {
        if (owner(j, other) == owner(j, seat) && entitled(j, other, trigger)) return true;
    }
    return false;
}

static void settle_envy(const jackpot_of *j, valued_result *out) {
    for (unsigned seat = 1; seat <= j->table->config.positions; seat++) {
        trey_cents sum = 0;
        for (unsigned trigger = 1; trigger <= j->table->config.positions; trigger++) {
            if (triggers(j, trigger) && entitled(j, seat, trigger) &&
                !paid_elsewhere(j, seat, trigger))
                sum += j->envy[trigger].n;
        }
        if (sum > 0) valued_add(out, seat, TREY_WAGER_ENVY, owner(j, seat), 0, sum);
    }
}

void valued_jackpots(const drawn_book *book, const trey_table *before, valued_result *out) {
    jackpot_of j = {.book = book, .table = before, .meter = before->meter.value};
    out->meter_after = j.meter;
    if (!before->config.jackpot) return;
    bool after = drawn_word(book, TREY_KEY_JACKPOT_CONTRIBUTES) == TREY_CONTRIBUTES_AFTER_NO_WIN;
    if (before->contribution_in) j.meter -= before->contributed;
    if (!after) j.meter += contributions(&j);
    for (unsigned seat = 1; seat <= before->config.positions; seat++) {
        if (at(&j, seat)->turn > 0) look_at_hand(&j, seat);
    }
    settle_bets(&j, out);
    if (drawn_has(book, TREY_KEY_ENVY_UNIT)) settle_envy(&j, out);
    out->meter_after = j.meter + (after && !j.won ? contributions(&j) : 0);
}
