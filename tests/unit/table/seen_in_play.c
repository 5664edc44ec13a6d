/* seen_in_play.c -- what the rules permit must have happened in some round. */
#include "seen_in_play.h"

#include <string.h>

enum { MBS = 1 << SECOND_MBS, RWS = 1 << SECOND_RWS | 1 << SECOND_RWP, CA = 1 << SECOND_CA };

/* X(constant, books, what is permitted and where) */
#define PERMISSIONS(X)                                                                             \
    X(SHARED, MBS, "a wager built by several players [mbs 3.4]")                                   \
    X(SEVERAL, MBS | RWS, "one player on several positions [mbs 3.4.1] [rws 3.7]")                 \
    X(ALONE, MBS | RWS, "Pair Plus without an Ante [mbs 3.4] [rws 3.6]")                           \
    X(JACKPOT, MBS | RWS, "a jackpot bet on a second position [mbs 3.5.2] [rws 3.8.1]")            \
    X(STAFF, MBS | RWS, "a bet placed by staff [mbs 3.6] [rws 5.22]")                              \
    X(VIEW, MBS | RWS | CA, "a look at one's hand [mbs 3.9] [rws 3.12] [ca-six-card Round 1]")     \
    X(VIEW_ALONE, MBS, "a look at a hand with Pair Plus alone [mbs 3.9.3]")                        \
    X(BLIND_PLAY, MBS | RWS, "Play on a hand not looked at [mbs 1.1.3] [rws 3.7]")                 \
    X(BLIND_FOLD, MBS | RWS, "a fold of a hand not looked at [mbs 1.1.3]")                         \
    X(KEEPS, MBS, "a fold that keeps Pair Plus [mbs 3.9.1.1]")                                     \
    X(CONTINUES, MBS | RWS, "Pair Plus alone goes on [mbs 3.9.3] [rws 3.12.2]")                    \
    X(HIDES, MBS | RWS, "a hand held back [mbs 3.10.1] [rws 4.5]")                                 \
    X(LOOKS, MBS, "a supervisor's look at it [mbs 3.10.1]")                                        \
    X(WITHDRAWS, MBS | RWS | CA, "a bet taken back while bets are open [rws 5.2]")                 \
    X(RECALLS, MBS | RWS | CA, "a card taken back in the deal")                                    \
    X(RECALLS_LAST, MBS | RWS | CA, "the last card of the deal taken back")                        \
    X(RECALLS_FIRST, MBS | RWS | CA, "the first card of the deal taken back")                      \
    X(BEHIND, CA, "a backline bet [ca-six-card Betting 5]")                                        \
    X(BEHIND_BONUS, CA, "a backline bonus bet [ca-six-card Betting 5]")                            \
    X(LARGER, CA, "a bonus bet above the Ante [ca-six-card Collection E]")                         \
    X(SMALLER, CA, "a bonus bet below the Ante [ca-six-card Collection E]")                        \
    X(SHORT, CA, "a bank smaller than one Ante [ca-six-card Round 9]")

typedef enum permission {
#define PERMISSION_CONSTANT(constant, books, what) PERMITS_##constant,
    PERMISSIONS(PERMISSION_CONSTANT)
#undef PERMISSION_CONSTANT
        PERMISSION_COUNT
} permission;

static const struct {
    unsigned books;
    const char *what;
} permitted[] = {
#define PERMISSION_ROW(constant, books, what) {books, what},
    PERMISSIONS(PERMISSION_ROW)
#undef PERMISSION_ROW
};

static bool used[PERMISSION_COUNT];

void seen_forget(void) {
    memset(used, 0, sizeof used);
}

const char *seen_missing(second_book book) {
    for (unsigned i = 0; i < PERMISSION_COUNT; i++) {
        if ((permitted[i].books >> book) & 1u && !used[i]) return permitted[i].what;
    }
    return NULL;
}

static trey_cents ante_of(const shadow_box *box) {
    trey_cents sum = 0;
    for (unsigned i = 0; i < box->bettors; i++) sum += box->bettor[i].stake[TREY_WAGER_ANTE];
    return sum;
}

static const shadow_bettor *bettor_of(const shadow_box *box, trey_player player) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return &box->bettor[i];
    }
    return NULL;
}

static bool has_jackpot_elsewhere(const shadow_table *shadow, const trey_command *command) {
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        if (seat != command->seat && box->jackpot && box->jackpot_by == command->player)
            return true;
    }
    return false;
}

static void note_bet(const shadow_table *shadow, const random_table *table,
                     const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat];
    const shadow_bettor *bettor = bettor_of(box, command->player);
    bool jackpot = command->wager == TREY_WAGER_PROGRESSIVE;
    bool beside = box->bettors > 0 && box->bettor[0].player != command->player;
    bool bonus =
        command->wager == TREY_WAGER_PAIR_PLUS || command->wager == TREY_WAGER_SIX_CARD_BONUS;
    if (command->role > TREY_ROLE_PLAYER) used[PERMITS_STAFF] = true;
    if (table->house->which == SECOND_CA) {
        used[PERMITS_BEHIND] = used[PERMITS_BEHIND] || beside;
        used[PERMITS_BEHIND_BONUS] = used[PERMITS_BEHIND_BONUS] || (beside && bonus);
        if (!bonus || !bettor) return;
        trey_cents ante = bettor->stake[TREY_WAGER_ANTE];
        used[PERMITS_LARGER] = used[PERMITS_LARGER] || command->amount > ante;
        used[PERMITS_SMALLER] = used[PERMITS_SMALLER] || command->amount < ante;
        return;
    }
    used[PERMITS_SHARED] = used[PERMITS_SHARED] || (beside && !jackpot);
    if (jackpot && has_jackpot_elsewhere(shadow, command)) used[PERMITS_JACKPOT] = true;
}

/* Who has what when betting closes. */
static void note_close(const shadow_table *shadow, const random_table *table) {
    for (unsigned seat = 1; seat <= TREY_SEATS; seat++) {
        const shadow_box *box = &shadow->box[seat];
        if (box->bettors == 0) continue;
        if (ante_of(box) == 0 && box->bettor[0].stake[TREY_WAGER_PAIR_PLUS] > 0) {
            used[PERMITS_ALONE] = true;
        }
        if (table->house->which == SECOND_CA && shadow->bank < ante_of(box)) {
            used[PERMITS_SHORT] = true;
        }
        for (unsigned other = 1; other < seat; other++) {
            const shadow_box *also = &shadow->box[other];
            if (also->bettors > 0 && also->bettor[0].player == box->bettor[0].player) {
                used[PERMITS_SEVERAL] = true;
            }
        }
    }
}

void seen_note(const shadow_table *shadow, const random_table *table, const trey_command *command) {
    const shadow_box *box = &shadow->box[command->seat <= TREY_SEATS ? command->seat : 0];
    switch (command->verb) {
    case TREY_VERB_BET:
        note_bet(shadow, table, command);
        break;
    case TREY_VERB_WITHDRAW:
        used[PERMITS_WITHDRAWS] = true;
        break;
    case TREY_VERB_CLOSE:
        note_close(shadow, table);
        break;
    case TREY_VERB_VIEW:
        used[ante_of(box) > 0 ? PERMITS_VIEW : PERMITS_VIEW_ALONE] = true;
        break;
    case TREY_VERB_PLAY:
        if (!box->viewed) used[PERMITS_BLIND_PLAY] = true;
        break;
    case TREY_VERB_FOLD:
        if (!box->viewed) used[PERMITS_BLIND_FOLD] = true;
        if (command->part) used[PERMITS_KEEPS] = true;
        break;
    case TREY_VERB_CONTINUE:
        used[PERMITS_CONTINUES] = true;
        break;
    case TREY_VERB_HIDE:
        used[PERMITS_HIDES] = true;
        break;
    case TREY_VERB_RECALL: {
        unsigned lies = shadow->dealer_dealt;
        for (unsigned seat = 1; seat <= TREY_SEATS; seat++) lies += shadow->box[seat].dealt;
        used[PERMITS_RECALLS] = true;
        if (lies == 3 * shadow->hands) used[PERMITS_RECALLS_LAST] = true;
        if (shadow->cards == 1) used[PERMITS_RECALLS_FIRST] = true;
        break;
    }
    case TREY_VERB_LOOK:
        used[PERMITS_LOOKS] = true;
        break;
    default:
        break;
    }
}
