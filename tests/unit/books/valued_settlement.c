/* valued_settlement.c -- a round settled from the values of a drawn book: hands and the bank. */
#include "valued_settlement.h"

#include <stdio.h>
#include <string.h>

#include "second_hands.h"

/* ---- Hands ------------------------------------------------------------------------ */
static const char *const three_words[] = {[THREE_ODD_CARDS] = "high_card",
                                          [THREE_PAIR] = "pair",
                                          [THREE_FLUSH] = "flush",
                                          [THREE_STRAIGHT] = "straight",
                                          [THREE_OF_A_KIND] = "three_of_a_kind",
                                          [THREE_STRAIGHT_FLUSH] = "straight_flush",
                                          [THREE_ROYAL] = "royal"};
static const char *const five_words[] = {[FIVE_NOTHING] = "high_card",
                                         [FIVE_PAIR] = "pair",
                                         [FIVE_TWO_PAIR] = "two_pair",
                                         [FIVE_THREE_OF_A_KIND] = "three_of_a_kind",
                                         [FIVE_STRAIGHT] = "straight",
                                         [FIVE_FLUSH] = "flush",
                                         [FIVE_FULL_HOUSE] = "full_house",
                                         [FIVE_FOUR_OF_A_KIND] = "four_of_a_kind",
                                         [FIVE_STRAIGHT_FLUSH] = "straight_flush",
                                         [FIVE_ROYAL] = "royal"};

static void cards_of(const trey_card card[3], second_card out[3]) {
    for (unsigned i = 0; i < 3; i++) {
        out[i].suit = "cdhs"[trey_card_suit(card[i])];
        out[i].rank = (int)trey_card_rank(card[i]) + 2;
    }
}

static second_three three_of(const drawn_book *book, const trey_card card[3]) {
    static const second_three_kind suited[] = {[TREY_SUITED_ACE_LOW_STRAIGHT_FLUSH] =
                                                   THREE_STRAIGHT_FLUSH,
                                               [TREY_SUITED_ACE_LOW_FLUSH] = THREE_FLUSH,
                                               [TREY_SUITED_ACE_LOW_STRAIGHT] = THREE_STRAIGHT};
    second_card cards[3];
    cards_of(card, cards);
    return second_three_of(
        cards, (second_ranking){suited[drawn_word(book, TREY_KEY_SUITED_ACE_LOW)],
                                drawn_word(book, TREY_KEY_PAIR_KICKER) == TREY_FLAG_YES});
}

const char *valued_three(const drawn_book *book, const trey_card card[3]) {
    return three_words[three_of(book, card).kind];
}

const char *valued_five(const drawn_book *book, const trey_card own[3], const trey_card dealer[3],
                        char *suit) {
    second_card mine[3], theirs[3];
    cards_of(own, mine);
    cards_of(dealer, theirs);
    bool counts = drawn_word(book, TREY_KEY_FIVE_ACE_LOW) == TREY_FLAG_YES;
    second_five five = second_best_five(mine, theirs, counts);
    *suit = five.suit;
    return five_words[five.kind];
}

/* Where a kind stands in the book's list, the highest first; a royal that is not listed counts
 * among the straight flushes. */
static int place_of(const drawn_book *book, second_three_kind kind) {
    int place = 0;
    uint64_t list = (uint64_t)drawn_value(book, TREY_KEY_LADDER).n;
    for (uint64_t rest = list; rest; rest >>= 4, place++) {
        if (strcmp(drawn_words(TREY_KEY_LADDER)[(rest & 15u) - 1], three_words[kind]) == 0)
            return place;
    }
    return place_of(book, THREE_STRAIGHT_FLUSH);
}

/* Above zero where the left hand is better. */
static int compare(const drawn_book *book, second_three left, second_three right) {
    int l = place_of(book, left.kind), r = place_of(book, right.kind);
    if (l != r) return l < r ? 1 : -1;
    for (int i = 0; i < 3; i++) {
        if (left.value[i] != right.value[i]) return left.value[i] > right.value[i] ? 1 : -1;
    }
    return 0;
}

static bool qualifies(const drawn_book *book, const trey_card dealer[3]) {
    bool present = false;
    for (unsigned i = 0; i < 3; i++) present |= trey_card_rank(dealer[i]) >= TREY_RANK_QUEEN;
    if (drawn_word(book, TREY_KEY_QUALIFIES) == TREY_QUALIFIES_QUEEN_OR_ABOVE_PRESENT)
        return present;
    const second_three queen_high = {THREE_ODD_CARDS, {12, 3, 2}};
    return compare(book, three_of(book, dealer), queen_high) >= 0;
}

/* ---- What the book says of a wager ------------------------------------------------------------
 */
trey_value valued_row(const drawn_book *book, const char *table, const char *hand) {
    char path[96];
    snprintf(path, sizeof path, "%s%s", table, hand);
    trey_key key = trey_key_find(path);
    if (key == TREY_KEYS || !drawn_has(book, key)) return (trey_value){0, 1};
    return drawn_value(book, key);
}

bool valued_open(const drawn_book *book, const trey_box *box) {
    return !box->hidden || drawn_word(book, TREY_KEY_UNSHOWN_OPENED) == TREY_FLAG_YES;
}

bool valued_proved(const drawn_book *book, const trey_box *box, unsigned wager) {
    trey_key key = (trey_key)trey_wager(wager)->unshown;
    if (valued_open(book, box)) return true;
    return box->looked && drawn_has(book, key) && drawn_word(book, key) == TREY_UNSHOWN_BY_LOOK;
}

bool valued_outlives(const drawn_book *book, const trey_box *box, unsigned wager) {
    switch (drawn_word(book, (trey_key)trey_wager(wager)->fold)) {
    case TREY_FOLD_LIVES:
        return true;
    case TREY_FOLD_LIVES_IF_DECLARED:
        return box->keeps_side_bets;
    default:
        return false;
    }
}

/* ---- A verdict -------------------------------------------------------------------- */
typedef enum outcome { LOST, BACK, WON, NOTHING } outcome;
typedef struct judged {
    outcome outcome;
    bool forfeit;
    trey_value rate;
} judged;

typedef struct round_of {
    const drawn_book *book;
    const trey_table *table;
    const trey_box *box;
    bool folded, qualifies;
    int better;
    valued_result *out;
} round_of;

static judged by_result(const round_of *r, trey_key key, trey_value rate) {
    switch (drawn_word(r->book, key)) {
    case TREY_RESULT_PAID:
        return (judged){.outcome = WON, .rate = rate};
    case TREY_RESULT_RETURNED:
        return (judged){.outcome = BACK};
    default:
        return (judged){.outcome = LOST};
    }
}

static judged against_dealer(const round_of *r, unsigned wager) {
    const trey_wager_row *row = trey_wager(wager);
    trey_value rate = drawn_value(r->book, (trey_key)row->pays);
    if (!valued_open(r->book, r->box)) {
        return by_result(
            r, r->qualifies ? TREY_KEY_UNSHOWN_BEATEN : (trey_key)row->unshown_unqualified, rate);
    }
    if (!r->qualifies) return by_result(r, (trey_key)row->unqualified, rate);
    return by_result(r,
                     r->better > 0   ? TREY_KEY_BETTER_HAND
                     : r->better < 0 ? TREY_KEY_WORSE_HAND
                                     : TREY_KEY_EQUAL_HAND,
                     rate);
}

static judged by_table(const round_of *r, unsigned wager, const char *hand) {
    const trey_wager_row *row = trey_wager(wager);
    char table[64];
    snprintf(table, sizeof table, "pays.%s.", row->word);
    trey_value rate = valued_row(r->book, table, hand);
    if (!valued_proved(r->book, r->box, wager)) {
        bool back = drawn_word(r->book, (trey_key)row->unshown) == TREY_UNSHOWN_RETURNED;
        return (judged){.outcome = back ? BACK : LOST};
    }
    if (rate.n > 0) return (judged){.outcome = WON, .rate = rate};
    return by_result(r, (trey_key)row->unlisted, rate);
}

static judged bonus(const round_of *r, unsigned wager) {
    char table[64];
    snprintf(table, sizeof table, "pays.%s.", trey_wager(wager)->word);
    trey_value rate = valued_row(r->book, table, valued_three(r->book, r->box->card));
    bool due = rate.n > 0 && valued_proved(r->book, r->box, wager);
    if (!r->qualifies) {
        due = due && drawn_word(r->book, TREY_KEY_BONUS_UNQUALIFIED) == TREY_FLAG_YES;
    } else if (r->better < 0) {
        due = due && drawn_word(r->book, TREY_KEY_BONUS_ON_LOSS) == TREY_FLAG_YES;
    } else if (r->better == 0) {
        due = due && drawn_word(r->book, TREY_KEY_BONUS_ON_STAND_OFF) == TREY_FLAG_YES;
    }
    return (judged){.outcome = due ? WON : NOTHING, .rate = rate};
}

static judged judge(const round_of *r, unsigned wager) {
    char suit;
    unsigned way = trey_wager(wager)->judge;
    if (r->folded && !valued_outlives(r->book, r->box, wager)) {
        bool beside = trey_wager(wager)->placed == TREY_PLACED_NEVER;
        return (judged){.outcome = beside ? NOTHING : LOST, .forfeit = true};
    }
    switch (way) {
    case TREY_JUDGE_DEALER:
        return against_dealer(r, wager);
    case TREY_JUDGE_OWN_THREE:
        return by_table(r, wager, valued_three(r->book, r->box->card));
    case TREY_JUDGE_BEST_FIVE:
        return by_table(r, wager, valued_five(r->book, r->box->card, r->table->dealer, &suit));
    case TREY_JUDGE_BONUS:
        return bonus(r, wager);
    default:
        r->out->unknown = true;
        return (judged){.outcome = NOTHING};
    }
}

/* ---- The bank --------------------------------------------------------------------- */
/* What has gone each way so far: over all, and of each player. */
typedef struct flows {
    trey_player player;
    trey_cents paid, taken;
} flows;
typedef struct bank_of {
    bool any;
    trey_cents size;
    flows all, each[TREY_SEATS * TREY_BETTORS];
    unsigned players;
} bank_of;

static flows *flows_of(bank_of *bank, trey_player player) {
    for (unsigned i = 0; i < bank->players; i++) {
        if (bank->each[i].player == player) return &bank->each[i];
    }
    bank->each[bank->players] = (flows){.player = player};
    return &bank->each[bank->players++];
}

/* How much more can be paid, or taken, under the book's limit? */
static trey_cents room(const drawn_book *book, bank_of *bank, trey_player player, bool pays) {
    const flows *theirs = flows_of(bank, player), *all = &bank->all;
    switch (drawn_word(book, TREY_KEY_BANK_LIMIT)) {
    case TREY_BANK_LIMIT_NET: /* it may lose all, and win as much */
        return pays ? bank->size - all->paid + all->taken : bank->size + all->paid - all->taken;
    case TREY_BANK_LIMIT_ACTION: /* whatever moves uses it up */
        return bank->size - all->paid - all->taken;
    case TREY_BANK_LIMIT_EACH_PLAYER:
        return bank->size - (pays ? theirs->paid : theirs->taken);
    default:
        return bank->size - (pays ? all->paid : all->taken);
    }
}

/* Moves what the bank covers; above zero to the player. */
static trey_cents cover(const drawn_book *book, bank_of *bank, trey_player player,
                        trey_cents wanted) {
    bool pays = wanted > 0;
    trey_cents size = pays ? wanted : -wanted, left = room(book, bank, player, pays);
    bool spent = room(book, bank, player, true) == 0;
    if (!pays && spent && drawn_word(book, TREY_KEY_BANK_SPENT) == TREY_BANK_SPENT_RETURN_ALL)
        left = 0;
    if (left < size && drawn_word(book, TREY_KEY_BANK_PARTIAL) == TREY_BANK_PARTIAL_RETURN)
        left = 0;
    trey_cents moved = left < size ? left : size;
    flows *theirs = flows_of(bank, player);
    *(pays ? &theirs->paid : &theirs->taken) += moved;
    *(pays ? &bank->all.paid : &bank->all.taken) += moved;
    return pays ? moved : -moved;
}

/* ---- Wagers ----------------------------------------------------------------------- */
static trey_cents times(trey_value rate, trey_cents stake) {
    return stake * rate.n / rate.d; /* what is no whole cent stays with the bank */
}

static bool returned_for_its_size(const trey_bettor *bettor, unsigned wager) {
    unsigned of = wager == TREY_WAGER_PLAY ? TREY_WAGER_ANTE : wager;
    return (bettor->given_back >> wager | bettor->given_back >> of) & 1u;
}

static trey_cents at_most(trey_cents amount, trey_cents most) {
    return amount < most ? amount : most > 0 ? most : 0;
}

/* How much of a stake is paid on, and how much can be lost: all of it, unless it was found over the
 * maximum, where chips that came first count first, or is a Play that is not the Ante. */
typedef struct sized {
    trey_cents wins, loses;
} sized;

static sized size_of(const round_of *r, const trey_bettor *bettor, unsigned wager) {
    bool play = wager == TREY_WAGER_PLAY;
    unsigned limit = play ? TREY_WAGER_ANTE : wager;
    trey_cents stake = bettor->stake[wager], most = r->table->config.maximum[limit];
    if ((r->box->capped >> wager | r->box->capped >> limit) & 1u) {
        trey_cents left = most;
        for (const trey_bettor *b = r->box->bettor; b < bettor; b++) left -= b->stake[wager];
        stake = at_most(stake, left);
    }
    unsigned rule = play ? r->box->play_rule : 0;
    if (rule == TREY_REMEDY_PLAY_TO_ANTE) stake = at_most(stake, bettor->stake[TREY_WAGER_ANTE]);
    if (rule != 0) stake = at_most(stake, most);
    return (sized){rule == TREY_REMEDY_PLAY_AT_MAXIMUM ? most : stake, stake};
}

static void settle_one(round_of *r, bank_of *bank, const trey_bettor *bettor, unsigned wager,
                       const judged *j) {
    unsigned seat = (unsigned)(r->box - r->table->box) + 1, beside = trey_wager(wager)->beside;
    bool own = trey_wager(wager)->placed != TREY_PLACED_NEVER;
    trey_cents stake = bettor->stake[beside], moved = 0;
    if (stake == 0 || j->outcome == NOTHING) return;
    if (returned_for_its_size(bettor, beside)) {
        if (own) valued_add(r->out, seat, wager, bettor->player, stake, stake);
        return;
    }
    sized size = size_of(r, bettor, beside);
    if (!own && size.wins == 0) return;
    if (j->outcome == WON) moved = times(j->rate, size.wins);
    if (j->outcome == LOST) moved = -size.loses;
    bool outside = j->forfeit && bank->any &&
                   drawn_word(r->book, TREY_KEY_BANK_FORFEITS) == TREY_BANK_FORFEITS_NOT_COUNTED;
    if (bank->any && moved != 0 && !outside) moved = cover(r->book, bank, bettor->player, moved);
    valued_add(r->out, seat, wager, bettor->player, own ? stake : 0, (own ? stake : 0) + moved);
}

/* The wagers of one bettor as the layout has them: Ante, Play, their bonus, the side bets. */
static unsigned in_layout_order(const drawn_book *book, unsigned wager[TREY_WAGER_COUNT]) {
    unsigned count = 0;
    for (unsigned w = 0; w < TREY_STAKES; w++) {
        bool listed = drawn_lists(drawn_value(book, TREY_KEY_AREAS), w);
        if (listed && trey_wager(w)->judge != TREY_JUDGE_JACKPOT) wager[count++] = w;
        if (w == TREY_WAGER_PLAY && drawn_has(book, TREY_KEY_BONUS_ON_LOSS))
            wager[count++] = TREY_WAGER_ANTE_BONUS;
    }
    return count;
}

enum { FORFEITS = 1, OTHERS = 2 };
static void settle_box(round_of *r, bank_of *bank, unsigned seat, unsigned which) {
    r->box = &r->table->box[seat - 1];
    if (r->box->turn == 0 || r->box->invalid) return;
    second_three own = three_of(r->book, r->box->card);
    r->better = compare(r->book, own, three_of(r->book, r->table->dealer));
    unsigned wager[TREY_WAGER_COUNT], count = in_layout_order(r->book, wager);
    bool own_choices = drawn_word(r->book, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE;
    for (unsigned i = 0; i < r->box->bettors; i++) {
        const trey_bettor *bettor = &r->box->bettor[i];
        r->folded = r->box->bettor[own_choices ? i : 0].choice == TREY_CHOICE_FOLD;
        for (unsigned n = 0; n < count; n++) {
            judged j = judge(r, wager[n]);
            if (which & (j.forfeit ? FORFEITS : OTHERS)) settle_one(r, bank, bettor, wager[n], &j);
        }
    }
}

/* Hands that are out of play. */
static void settle_out(const round_of *r) {
    for (unsigned seat = 1; seat <= r->table->config.positions; seat++) {
        const trey_box *box = &r->table->box[seat - 1];
        for (unsigned i = 0; box->invalid && i < box->bettors; i++) {
            for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
                trey_cents stake = box->bettor[i].stake[wager];
                bool back = box->invalid == TREY_INVALID_RETURNED;
                if (stake > 0)
                    valued_add(r->out, seat, wager, box->bettor[i].player, stake, back ? stake : 0);
            }
        }
    }
}

/* ---- The order -------------------------------------------------------------------- */
static unsigned clockwise(const trey_table *table, unsigned seat) {
    return seat == table->config.positions ? 1 : seat + 1;
}

static unsigned start_of(const drawn_book *book, const trey_table *table, trey_key key) {
    bool left = drawn_word(book, key) == TREY_START_PLAYER_DEALERS_LEFT;
    return left ? clockwise(table, table->bank_seat) : 1;
}

/* Seats are counted out as the up card says. */
static unsigned button_of(const drawn_book *book, const trey_table *table) {
    static const trey_key named[] = {TREY_KEY_BUTTON_TEN, TREY_KEY_BUTTON_JACK,
                                     TREY_KEY_BUTTON_QUEEN, TREY_KEY_BUTTON_KING,
                                     TREY_KEY_BUTTON_ACE};
    int rank = (int)trey_card_rank(table->dealer[2]) + 2;
    int64_t number = rank < 10 ? rank : drawn_word(book, named[rank - 10]);
    int64_t how = drawn_word(book, TREY_KEY_BUTTON_COUNT);
    unsigned seats[TREY_SEATS], count = 0;
    unsigned seat =
        how == TREY_BUTTON_COUNT_PLAYER_DEALERS_LEFT ? clockwise(table, table->bank_seat) : 1;
    for (unsigned i = 0; i < table->config.positions; i++, seat = clockwise(table, seat)) {
        if (seat == table->bank_seat) continue;
        if (how == TREY_BUTTON_COUNT_WAGERED_SEATS && table->box[seat - 1].turn == 0) continue;
        seats[count++] = seat;
    }
    TREY_ASSERT(count > 0);
    seat = seats[number == 0 ? 0 : (unsigned)(number - 1) % count];
    if (number == 0 && table->button_before != TREY_NO_SEAT) seat = table->button_before;
    while (seat == table->bank_seat || table->box[seat - 1].turn == 0)
        seat = clockwise(table, seat);
    return seat;
}

bool valued_can_settle(const trey_table *table) {
    return !table->ruled && !table->frozen;
}

void valued_add(valued_result *out, unsigned seat, unsigned wager, trey_player player,
                trey_cents staked, trey_cents back) {
    TREY_ASSERT(out->lines < VALUED_LINES);
    out->line[out->lines++] = (valued_line){seat, wager, player, staked, back};
}

void valued_settlement(const drawn_book *book, const trey_table *before, valued_result *out) {
    memset(out, 0, sizeof *out);
    bank_of bank = {.any = drawn_word(book, TREY_KEY_BANKER) == TREY_BANKER_PLAYER_DEALER,
                    .size = before->bank};
    round_of r = {.book = book, .table = before, .out = out};
    r.qualifies = qualifies(book, before->dealer);
    bool first =
        bank.any && drawn_word(book, TREY_KEY_BANK_FORFEITS) != TREY_BANK_FORFEITS_IN_ACTION_ORDER;
    unsigned seat = start_of(book, before, TREY_KEY_DECISION_ORDER);
    for (unsigned i = 0; first && i < before->config.positions; i++, seat = clockwise(before, seat))
        settle_box(&r, &bank, seat, FORFEITS);
    bool button = drawn_word(book, TREY_KEY_PAY_ORDER) == TREY_PAY_ORDER_ACTION_BUTTON;
    seat = button ? button_of(book, before) : 1;
    for (unsigned i = 0; i < before->config.positions; i++, seat = clockwise(before, seat))
        settle_box(&r, &bank, seat, first ? OTHERS : FORFEITS | OTHERS);
    settle_out(&r);
    valued_jackpots(book, before, out);
}
