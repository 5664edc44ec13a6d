/* decide_hands.c -- looking, deciding, showing. */
#include "judge.h"
#include "remedies.h"

/* In the decision phase and with a hand at the seat; refuses otherwise. */
static const trey_box *deciding_box(deciding *d) {
    const trey_box *box = box_at(d->table, d->command->seat);
    if (d->table->phase != TREY_PHASE_DECISION) {
        refuse(d, TREY_REFUSED_NOT_DECIDING, TREY_KEY_DECISION_ORDER);
        return NULL;
    }
    if (box->turn == 0) {
        refuse(d, TREY_REFUSED_NO_HAND, TREY_KEY_DEALT_TO);
        return NULL;
    }
    if (box->invalid) {
        refuse(d, TREY_REFUSED_HAND_INVALID, TREY_KEY_VOID_WAGERS);
        return NULL;
    }
    if (flags_of(d->table, d->command->player) & TREY_PLAYER_STOPPED) {
        refuse(d, TREY_REFUSED_STOPPED, TREY_KEY_ROLE_STOP);
        return NULL;
    }
    return box;
}

static bool pair_plus_only(const trey_box *box) {
    return box_stake(box, TREY_WAGER_ANTE) == 0;
}

static bool backline(const trey_rules *rules) {
    return rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE;
}

bool choice_open(const trey_rules *rules, const trey_table *table, unsigned seat, unsigned bettor) {
    const trey_box *box = box_at(table, seat);
    if (table->phase != TREY_PHASE_DECISION || box->turn == 0 || box->invalid) return false;
    if (bettor >= box->bettors) return false;
    const trey_bettor *his = &box->bettor[bettor];
    if (his->choice != TREY_CHOICE_NONE) return false;
    if (bettor == 0) return !pair_plus_only(box);
    /* Beside the owner: a pooled wager is the owner's to decide; a backline
     * bettor decides as the reading says [ca-six-card Betting 5]. */
    if (!backline(rules) || his->stake[TREY_WAGER_ANTE] == 0) return false;
    switch (rule(rules, TREY_KEY_BACKLINE)) {
    case TREY_BACKLINE_OWN_DECISION:
        return true;
    case TREY_BACKLINE_FOLD_BINDS:
        return box->bettor[0].choice == TREY_CHOICE_PLAY;
    default:
        return false;
    }
}

/* ---- Looking -------------------------------------------------------------------- */
trey_refused view_refusal(const trey_rules *rules, const trey_table *table, unsigned seat,
                          trey_player player, trey_key *key) {
    const trey_box *box = box_at(table, seat);
    *key = TREY_KEY_VIEWING;
    if (box->bettor[0].player != player) {
        *key = TREY_KEY_VIEW_OTHERS;
        return TREY_REFUSED_NOT_YOURS;
    }
    unsigned hands = rule(rules, TREY_KEY_VIEWING);
    for (unsigned other = 1; other <= table->config.positions; other++) {
        const trey_box *theirs = box_at(table, other);
        bool viewed = theirs->viewed && theirs->bettor[0].player == player;
        if (!viewed || other == seat) continue;
        /* One hand of all; none after one with an Ante; or every hand of one's own. */
        bool counts = hands == TREY_VIEW_ONE_HAND ||
                      (hands == TREY_VIEW_ONE_ANTE_HAND && !pair_plus_only(theirs));
        if (counts) return TREY_REFUSED_VIEWED_ANOTHER;
    }
    if (box->viewed) return TREY_REFUSED_ALREADY_VIEWED;
    if (pair_plus_only(box) && rule(rules, TREY_KEY_VIEW_PAIR_PLUS_ONLY) == TREY_FLAG_NO) {
        *key = TREY_KEY_VIEW_PAIR_PLUS_ONLY;
        return TREY_REFUSED_MAY_NOT_VIEW;
    }
    return TREY_REFUSED_NONE;
}

/* A player may look at one hand of his own, however many he has bet on
 * [mbs 3.4.1] [rws 3.7]. */
void decide_view(deciding *d) {
    if (!deciding_box(d)) return;
    trey_key key;
    trey_refused refused =
        view_refusal(d->rules, d->table, d->command->seat, d->command->player, &key);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, key);
        return;
    }
    emit_at(d, TREY_EVENT_VIEWED, d->command->seat, d->command->player, 0);
}

/* ---- Deciding --------------------------------------------------------------------- */
/* In California decisions are asked for in turn from the player-dealer's left
 * [ca-six-card Round 3]: does an earlier seat still have one open? */
static bool out_of_turn(const trey_rules *rules, const trey_table *table, unsigned seat) {
    if (rule(rules, TREY_KEY_TURNS) != TREY_TURNS_IN_TURN) return false;
    for (unsigned at = first_seat(table, rule(rules, TREY_KEY_DECISION_ORDER)); at != seat;
         at = next_seat(table, at)) {
        if (choice_open(rules, table, at, 0)) return true;
    }
    return false;
}

/* The bettor whose decision the command makes, or -1 after a refusal. */
static int chooser(deciding *d, const trey_box *box) {
    int bettor = bettor_of(box, d->command->player);
    if (bettor < 0 || (bettor > 0 && !backline(d->rules))) {
        refuse(d, TREY_REFUSED_NOT_YOURS, TREY_KEY_DECIDER);
    } else if (box->bettor[bettor].choice != TREY_CHOICE_NONE) {
        refuse(d, TREY_REFUSED_ALREADY_DECIDED, TREY_KEY_DECISION_ORDER);
    } else if (!choice_open(d->rules, d->table, d->command->seat, (unsigned)bettor)) {
        refuse(d, TREY_REFUSED_NOTHING_TO_DECIDE,
               bettor > 0 ? TREY_KEY_BACKLINE : TREY_KEY_PAIR_PLUS_ONLY);
    } else if (bettor == 0 && out_of_turn(d->rules, d->table, d->command->seat)) {
        refuse(d, TREY_REFUSED_NOT_YOUR_TURN, TREY_KEY_TURNS);
    } else {
        return bettor;
    }
    return -1;
}

/* A share of a pooled Play; the owner may take over another's [mbs 3.4]. */
void decide_fund(deciding *d) {
    const trey_box *box = deciding_box(d);
    if (!box) return;
    trey_cents amount = d->command->amount, ante = box_stake(box, TREY_WAGER_ANTE);
    if (rule(d->rules, TREY_KEY_SHARED) != TREY_SHARED_POOLED) {
        refuse(d, TREY_REFUSED_NO_SUCH_COMMAND, TREY_KEY_SHARED);
    } else if (bettor_of(box, d->command->player) < 0) {
        refuse(d, TREY_REFUSED_NOT_YOURS, TREY_KEY_SHARED);
    } else if (!choice_open(d->rules, d->table, d->command->seat, 0)) {
        refuse(d, TREY_REFUSED_NOTHING_TO_DECIDE, TREY_KEY_DECIDER);
    } else if (amount <= 0 || amount > ante - box_stake(box, TREY_WAGER_PLAY)) {
        refuse(d, TREY_REFUSED_PLAY_NOT_ANTE, TREY_KEY_PLAY_AMOUNT);
    } else {
        emit_at(d, TREY_EVENT_FUNDED, d->command->seat, d->command->player, amount)->wager =
            TREY_WAGER_PLAY;
    }
}

/* Under one reading the players' fee falls due on Play too; whoever follows the
 * seat pays it with him. */
static void collect_on_play(deciding *d, const trey_box *box, unsigned bettor) {
    if (d->rules->absent[TREY_KEY_PLAYER_FEE] ||
        rule(d->rules, TREY_KEY_PLAYER_FEE) != TREY_PLAYER_FEE_ANTE_AND_PLAY) {
        return;
    }
    trey_cents fee =
        trey_rulebook_schedule_option(d->rules->book, d->table->config.schedule)->player_fee;
    bool follow = bettor == 0 && rule(d->rules, TREY_KEY_BACKLINE) == TREY_BACKLINE_FOLLOWS;
    for (unsigned i = 0; fee > 0 && i < box->bettors; i++) {
        bool pays = i == bettor || (follow && box->bettor[i].stake[TREY_WAGER_ANTE] > 0);
        if (pays)
            emit_at(d, TREY_EVENT_COLLECTED, d->command->seat, box->bettor[i].player, fee)
                ->fee.of_players = 1;
    }
}

void decide_play(deciding *d) {
    const trey_box *box = deciding_box(d);
    int bettor = box ? chooser(d, box) : -1;
    if (bettor < 0) return;
    const trey_bettor *his = &box->bettor[bettor];
    bool pooled = rule(d->rules, TREY_KEY_SHARED) == TREY_SHARED_POOLED;
    trey_cents ante = pooled ? box_stake(box, TREY_WAGER_ANTE) : his->stake[TREY_WAGER_ANTE];
    if (d->command->amount != 0 && d->command->amount != ante) {
        refuse(d, TREY_REFUSED_PLAY_NOT_ANTE, TREY_KEY_PLAY_AMOUNT);
        return;
    }
    /* What is missing from Play; of a pooled one the owner puts up his own share at
     * most, and others may have put up more than theirs [mbs 3.4]. */
    trey_cents put = ante - (pooled ? box_stake(box, TREY_WAGER_PLAY) : 0);
    if (put > his->stake[TREY_WAGER_ANTE]) {
        refuse(d, TREY_REFUSED_PLAY_NOT_FUNDED, TREY_KEY_PLAY_AMOUNT);
        return;
    }
    if (!box->viewed && rule(d->rules, TREY_KEY_BLIND_PLAY) == TREY_FLAG_NO) {
        refuse(d, TREY_REFUSED_NOT_VIEWED, TREY_KEY_BLIND_PLAY);
        return;
    }
    emit_at(d, TREY_EVENT_PLAYED, d->command->seat, d->command->player, put)->wager =
        TREY_WAGER_PLAY;
    collect_on_play(d, box, (unsigned)bettor);
}

void decide_fold(deciding *d) {
    const trey_box *box = deciding_box(d);
    int bettor = box ? chooser(d, box) : -1;
    if (bettor < 0) return;
    if (!box->viewed && rule(d->rules, TREY_KEY_BLIND_FOLD) == TREY_FLAG_NO) {
        refuse(d, TREY_REFUSED_NOT_VIEWED, TREY_KEY_BLIND_FOLD);
        return;
    }
    trey_event *event = emit_at(d, TREY_EVENT_FOLDED, d->command->seat, d->command->player, 0);
    event->folded.keeps = d->command->part != 0;
}

/* Pair Plus alone goes on: by moving the cards, seen or not [mbs 3.9.3]
 * [rws 3.12.2]. */
void decide_continue(deciding *d) {
    const trey_box *box = deciding_box(d);
    if (!box) return;
    if (box->bettor[0].player != d->command->player) {
        refuse(d, TREY_REFUSED_NOT_YOURS, TREY_KEY_DECIDER);
    } else if (!pair_plus_only(box)) {
        refuse(d, TREY_REFUSED_NOTHING_TO_DECIDE, TREY_KEY_PAIR_PLUS_ONLY);
    } else if (box->bettor[0].choice != TREY_CHOICE_NONE) {
        refuse(d, TREY_REFUSED_ALREADY_DECIDED, TREY_KEY_PAIR_PLUS_ONLY);
    } else {
        emit_at(d, TREY_EVENT_CONTINUED, d->command->seat, d->command->player, 0);
    }
}

/* ---- Showing ------------------------------------------------------------------------ */
unsigned button_seat(const trey_rules *rules, const trey_table *table, trey_card up_card) {
    unsigned rank = trey_card_rank(up_card), value = rank + 2;
    switch (rank) {
    case TREY_RANK_ACE:
        value = rule(rules, TREY_KEY_BUTTON_ACE);
        break;
    case TREY_RANK_10:
        value = rule(rules, TREY_KEY_BUTTON_TEN);
        break;
    case TREY_RANK_JACK:
        value = rule(rules, TREY_KEY_BUTTON_JACK);
        break;
    case TREY_RANK_QUEEN:
        value = rule(rules, TREY_KEY_BUTTON_QUEEN);
        break;
    case TREY_RANK_KING:
        value = rule(rules, TREY_KEY_BUTTON_KING);
        break;
    default:
        break;
    }
    unsigned counts = rule(rules, TREY_KEY_BUTTON_COUNT);
    unsigned seat = counts == TREY_BUTTON_COUNT_PLAYER_DEALERS_LEFT ? table->bank_seat
                                                                    : table->config.positions;
    if (value == 0 && table->button_before != TREY_NO_SEAT) {
        /* It does not move; the search below starts where it lies. */
        seat = table->button_before;
        if (seat != table->bank_seat && box_at(table, seat)->turn > 0) return seat;
    } else {
        unsigned steps = value == 0 ? 1 : value;
        while (steps > 0) {
            seat = next_seat(table, seat);
            bool counted = seat != table->bank_seat && (counts != TREY_BUTTON_COUNT_WAGERED_SEATS ||
                                                        box_at(table, seat)->turn > 0);
            steps -= counted;
        }
    }
    for (unsigned i = 0; i < table->config.positions && box_at(table, seat)->turn == 0; i++) {
        seat = next_seat(table, seat);
    }
    return seat;
}

void decide_reveal(deciding *d) {
    const trey_table *table = d->table;
    if (table->phase != TREY_PHASE_DECISION) {
        refuse(d, TREY_REFUSED_NOT_DECIDING, TREY_KEY_REVEAL_ORDER);
        return;
    }
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        for (unsigned i = 0; i < box_at(table, seat)->bettors; i++) {
            if (!choice_open(d->rules, table, seat, i)) continue;
            refuse(d, TREY_REFUSED_DECISIONS_OPEN, TREY_KEY_DECISION_ORDER);
            return;
        }
    }
    if (rule(d->rules, TREY_KEY_UP_CARD) == TREY_UP_CARD_AFTER_DECISIONS) {
        trey_event *up = emit(d, TREY_EVENT_UP_CARD);
        up->dealt.card = table->dealer[2];
        up->dealt.place = TREY_PLACE_DEALER;
        emit_at(d, TREY_EVENT_BUTTON, button_seat(d->rules, table, table->dealer[2]), TREY_NOBODY,
                0);
    }
    emit_at(d, TREY_EVENT_REVEALED, 0, TREY_NOBODY, 0);
}

/* Has a folded hand still a wager that its cards decide? */
static bool fold_leaves_something(const trey_rules *rules, const trey_box *box) {
    for (unsigned n = 0; n < rules->outliving_count; n++) {
        unsigned wager = rules->outliving[n];
        const trey_wager_row *row = trey_wager(wager);
        bool there = row->judge == TREY_JUDGE_JACKPOT ? box->jackpot == TREY_JACKPOT_VALID
                                                      : box_stake(box, row->beside) > 0;
        if (there && outlives_fold(rules, wager, box->keeps_side_bets)) return true;
    }
    return false;
}

bool hand_opens(const trey_rules *rules, const trey_table *table, unsigned seat) {
    const trey_box *box = box_at(table, seat);
    if (box->turn == 0 || box->invalid) return false;
    if (box->hidden && rule(rules, TREY_KEY_UNSHOWN_OPENED) == TREY_FLAG_NO) return false;
    /* A folded hand is put away unseen, unless a wager hangs on it still, or
     * others' envy does. */
    bool folded = true;
    for (unsigned i = 0; i < box->bettors; i++) folded &= box->bettor[i].choice == TREY_CHOICE_FOLD;
    if (!folded) return true;
    if (fold_leaves_something(rules, box)) return true;
    return rules->has_jackpot && rule(rules, TREY_KEY_ENVY_FOLDED_GIVES) == TREY_FLAG_YES;
}

/* The player keeps his cards face down [mbs 3.10.1] [rws 4.5]. Hands that the
 * dealer opens himself cannot be held back [rws 3.14] [ca-six-card Round 6]. */
void decide_hide(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (table->phase != TREY_PHASE_DECISION && table->phase != TREY_PHASE_SHOWDOWN) {
        refuse(d, TREY_REFUSED_NOT_SHOWDOWN, TREY_KEY_REVEAL_ORDER);
    } else if (box->turn == 0) {
        refuse(d, TREY_REFUSED_NO_HAND, TREY_KEY_DEALT_TO);
    } else if (box->invalid) {
        refuse(d, TREY_REFUSED_HAND_INVALID, TREY_KEY_VOID_WAGERS);
    } else if (box->bettor[0].player != d->command->player) {
        refuse(d, TREY_REFUSED_NOT_YOURS, TREY_KEY_DECIDER);
    } else if (rule(d->rules, TREY_KEY_UNSHOWN_OPENED) == TREY_FLAG_YES) {
        refuse(d, TREY_REFUSED_HANDS_ARE_OPENED, TREY_KEY_UNSHOWN_OPENED);
    } else if (pair_plus_only(box) &&
               rule(d->rules, TREY_KEY_PAIR_PLUS_ONLY) == TREY_CONTINUES_UNSEEN) {
        refuse(d, TREY_REFUSED_HANDS_ARE_OPENED, TREY_KEY_PAIR_PLUS_ONLY);
    } else if (box->hidden) {
        refuse(d, TREY_REFUSED_ALREADY_HIDDEN, TREY_KEY_UNSHOWN_OPENED);
    } else if (choice_open(d->rules, table, d->command->seat, 0)) {
        refuse(d, TREY_REFUSED_DECISIONS_OPEN, TREY_KEY_DECIDER);
    } else {
        emit_at(d, TREY_EVENT_HIDDEN, d->command->seat, d->command->player, 0);
    }
}

/* A supervisor looks at a hand that was not shown; no money moves by it. */
void decide_look(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (d->rules->absent[TREY_KEY_VIEW_UNSHOWN]) {
        refuse(d, TREY_REFUSED_NO_SUCH_COMMAND, TREY_KEY_VIEW_UNSHOWN);
    } else if (d->command->role < rule(d->rules, TREY_KEY_VIEW_UNSHOWN)) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, TREY_KEY_VIEW_UNSHOWN);
    } else if (table->phase != TREY_PHASE_SHOWDOWN && table->phase != TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_NOT_SHOWDOWN, TREY_KEY_VIEW_UNSHOWN);
    } else if (!box->hidden) {
        refuse(d, TREY_REFUSED_NOT_HIDDEN, TREY_KEY_VIEW_UNSHOWN);
    } else {
        emit_at(d, TREY_EVENT_LOOKED, d->command->seat, TREY_NOBODY, 0);
    }
}
