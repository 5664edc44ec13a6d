/* settle.c -- the settlement of a round, for every book.
 *
 * Each wager is judged first (judge.c), from the book and the showdown alone; then the money is
 * found: the house pays and takes, or a player's bank does as far as it reaches (bank_cover.c), or
 * the meter (jackpot_awards.c). A line is one wager of one bettor: staked, handed back, and the
 * ground. In the end every stake on the layout has exactly one line. */
#include "settle.h"

#include "bank_cover.h"
#include "remedies.h"

/* A round that is being settled. */
typedef struct settling {
    deciding *d;
    showdown s;
    const trey_box *box; /* of the hand that is being settled */
    bank_cover *cover;   /* of the player-dealer's bank; NULL where the house pays */
} settling;

/* ---- Lines ------------------------------------------------------------------------ */
__attribute__((noinline)) bool ruled_on(const trey_table *table, unsigned seat, trey_player player,
                                        unsigned wager) {
    for (unsigned i = 0; i < table->ruled; i++) {
        const trey_ruled *ruled = &table->ruling[i];
        if (ruled->seat == seat && ruled->wager == wager && ruled->player == player) return true;
    }
    return false;
}

__attribute__((cold)) void apply_rulings(const trey_table *table, trey_event *line) {
    for (unsigned i = 0; i < table->ruled; i++) {
        const trey_ruled *ruled = &table->ruling[i];
        if (ruled->seat != line->seat || ruled->wager != line->wager ||
            ruled->player != line->player)
            continue;
        trey_cents back = ruled->returned ? line->amount : ruled->back;
        line->line.back = back;
        line->line.row = TREY_NO_KEY;
        line->cause.kind = TREY_CAUSE_RULING;
        line->cause.item = TREY_RULING_SETTLE_AT;
        line->line.ground = TREY_GROUND_RULED;
        line->line.result = (uint8_t)(back == 0              ? TREY_LINE_LOSE
                                      : back == line->amount ? TREY_LINE_RETURNED
                                                             : TREY_LINE_PAID);
    }
}

static bool looked_at(const trey_box *box) {
    return box->hidden && box->looked && box->turn > 0 && !box->invalid;
}

/* Under one reading the look of a supervisor proves what a hand not shown is worth; then everybody
 * sees it [mbs 3.10.1]. */
static bool look_counts(const trey_rules *rules, unsigned wager) {
    trey_key key = (trey_key)trey_wager(wager)->unshown;
    return !rules->absent[key] && rule(rules, key) == TREY_UNSHOWN_BY_LOOK;
}

bool looked_at_and_counted(const trey_rules *rules, const trey_box *box, unsigned wager) {
    return looked_at(box) && look_counts(rules, wager);
}

static bool any_counted(const trey_rules *rules, const trey_box *box) {
    if (!looked_at(box)) return false;
    for (unsigned wager = 0; wager < TREY_WAGER_COUNT; wager++) {
        bool asks = rules->has[wager] && trey_wager(wager)->unshown != 0;
        if (asks && look_counts(rules, wager)) return true;
    }
    return false;
}

static void show_hands(deciding *d) {
    const trey_table *table = d->table;
    unsigned seat = first_seat(table, rule(d->rules, TREY_KEY_REVEAL_ORDER));
    for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
        if (box_at(table, seat)->turn == 0) continue; /* there is no hand */
        bool opens = hand_opens(d->rules, table, seat);
        if (!opens && !any_counted(d->rules, box_at(table, seat))) continue;
        if (opens) d->opened |= 1u << seat;
        emit_at(d, TREY_EVENT_SHOWN, seat, box_at(table, seat)->bettor[0].player, 0);
    }
}

/* ---- Stakes ------------------------------------------------------------------------- */
/* The part of a stake that is paid on, and the part that can be lost. */
typedef struct counted {
    trey_cents wins, loses;
} counted;

static trey_cents smaller(trey_cents a, trey_cents b) {
    return a < b ? a : b;
}

/* Of a wager over the maximum, and of a Play that is not the Ante. */
__attribute__((noinline)) static counted counted_part(const trey_table *table, const trey_box *box,
                                                      const trey_bettor *bettor, unsigned which) {
    trey_cents stake = bettor->stake[which], ante = bettor->stake[TREY_WAGER_ANTE];
    bool play = which == TREY_WAGER_PLAY;
    trey_cents most = table->config.maximum[play ? TREY_WAGER_ANTE : which];
    bool capped = (box->capped >> which & 1u) || (play && (box->capped >> TREY_WAGER_ANTE & 1u));
    if (capped) {
        /* One limit for a pooled wager: who came first is counted first. */
        trey_cents left = most;
        for (const trey_bettor *earlier = box->bettor; earlier < bettor; earlier++)
            left -= earlier->stake[which];
        stake = smaller(stake, left > 0 ? left : 0);
    }
    if (!play || box->play_rule == 0) return (counted){stake, stake};
    switch (box->play_rule) {
    case TREY_REMEDY_PLAY_TO_ANTE:
        stake = smaller(smaller(stake, ante), most);
        return (counted){stake, stake};
    case TREY_REMEDY_PLAY_TO_MAXIMUM:
        stake = smaller(stake, most);
        return (counted){stake, stake};
    default:
        return (counted){most, smaller(stake, most)};
    }
}

/* All of it, unless it was found over the maximum [mbs 5.14] [rws 5.1.1] or, for
 * Play, unequal to the Ante [rws 5.3]. */
static inline counted counted_stake(const settling *st, const trey_bettor *bettor, unsigned which) {
    const trey_box *box = st->box;
    if (box->capped || box->play_rule) return counted_part(st->d->table, box, bettor, which);
    return (counted){bettor->stake[which], bettor->stake[which]};
}

/* A line that counts only part of its stake rests on the paragraph that says so. */
__attribute__((cold)) static void mark_counted(const settling *st, trey_event *line) {
    bool play = line->wager == TREY_WAGER_PLAY && st->box->play_rule;
    trey_irregularity kind =
        play ? TREY_IRREGULARITY_PLAY_NOT_ANTE : TREY_IRREGULARITY_OVER_MAXIMUM;
    unsigned cases = trey_rulebook_trouble(st->d->rules->book, kind)->cases;
    line->cause.kind = (uint8_t)(kind + 1);
    line->cause.item = (uint8_t)(play || cases == 0 ? 0 : cases - 1); /* after the close */
}

/* A wager under the minimum once too often goes back, whatever the outcome; Play stands and falls
 * with its Ante. */
static bool is_given_back(const trey_bettor *bettor, unsigned wager) {
    unsigned back = bettor->given_back;
    if (back == 0) return false;
    return (back >> wager & 1u) || (wager == TREY_WAGER_PLAY && (back >> TREY_WAGER_ANTE & 1u));
}

static void settle_given_back(settling *st, const trey_bettor *bettor, unsigned wager) {
    const verdict v = {
        .result = TREY_LINE_RETURNED, .ground = TREY_GROUND_GIVEN_BACK, .pays = &pays_nothing};
    trey_cents stake = bettor->stake[wager];
    trey_event *line = settle_line(st->d, st->s.seat, bettor->player, wager, stake, stake, v);
    line->cause.kind = TREY_IRREGULARITY_UNDER_MINIMUM + 1;
    line->cause.item = 1;
}

/* ---- Money -------------------------------------------------------------------------- */
/* The house pays what is won and takes what is lost. */
static trey_event *fund_by_house(settling *st, const trey_bettor *bettor, unsigned wager,
                                 trey_cents stake, counted c, verdict v) {
    trey_cents back = stake + rate_on(v.pays->pay, c.wins);
    back -= v.result == TREY_LINE_LOSE ? c.loses : 0;
    return settle_line(st->d, st->s.seat, bettor->player, wager, stake, back, v);
}

/* A player's bank pays and takes as far as it reaches; what it does not cover goes back. Forfeits
 * may be outside the win limit, and a stake that goes back asks nothing of the bank. */
__attribute__((noinline)) static trey_event *fund_by_bank(settling *st, const trey_bettor *bettor,
                                                          unsigned wager, trey_cents stake,
                                                          counted c, verdict v) {
    bool forfeit = v.ground == TREY_GROUND_FOLDED;
    bool counts =
        !forfeit || rule(st->d->rules, TREY_KEY_BANK_FORFEITS) != TREY_BANK_FORFEITS_NOT_COUNTED;
    trey_cents moved = 0; /* to the player */
    covered part = {.whole = true};
    if (v.result == TREY_LINE_WIN || v.result == TREY_LINE_BONUS) {
        part = cover_pays(st->cover, bettor->player, rate_on(v.pays->pay, c.wins));
        moved = part.amount;
    } else if (v.result == TREY_LINE_LOSE) {
        part = counts ? cover_collects(st->cover, bettor->player, c.loses)
                      : (covered){.amount = c.loses, .whole = true};
        moved = -part.amount;
    }
    if (!part.whole) {
        v.result = part.amount > 0 ? TREY_LINE_PARTLY_COVERED : TREY_LINE_UNCOVERED;
        v.ground = part.ground;
        if (moved <= 0) v.pays = &pays_nothing;
    }
    trey_event *line =
        settle_line(st->d, st->s.seat, bettor->player, wager, stake, stake + moved, v);
    line->line.bank = moved;
    return line;
}

static inline trey_event *fund(settling *st, const trey_bettor *bettor, unsigned wager,
                               trey_cents stake, counted c, verdict v) {
    return st->cover ? fund_by_bank(st, bettor, wager, stake, c, v)
                     : fund_by_house(st, bettor, wager, stake, c, v);
}

/* ---- Wagers -------------------------------------------------------------------------- */
/* A wager that a ruling returns is outside a player's bank: it neither pays nor takes it. */
static bool is_ruled_back(const settling *st, const trey_bettor *bettor, unsigned wager) {
    return st->cover && ruled_on(st->d->table, st->s.seat, bettor->player, wager);
}

static inline void settle_wager(settling *st, const trey_bettor *bettor, unsigned wager,
                                wager_judge *judge) {
    const verdict ruled = {
        .result = TREY_LINE_RETURNED, .ground = TREY_GROUND_RULED, .pays = &pays_nothing};
    trey_cents stake = bettor->stake[wager];
    if (is_given_back(bettor, wager)) {
        settle_given_back(st, bettor, wager);
        return;
    }
    if (is_ruled_back(st, bettor, wager)) {
        settle_line(st->d, st->s.seat, bettor->player, wager, stake, stake, ruled);
        return;
    }
    counted c = counted_stake(st, bettor, wager);
    bool whole = c.wins == stake && c.loses == stake;
    verdict v = judge(st->d->rules, &st->s, wager);
    trey_event *line = fund(st, bettor, wager, stake, c, v);
    if (!whole) mark_counted(st, line);
}

/* What is paid on top of a stake that is judged by itself. */
static inline void settle_beside(settling *st, const trey_bettor *bettor, unsigned wager,
                                 unsigned beside, wager_judge *judge) {
    if (is_given_back(bettor, beside)) return;
    counted c = counted_stake(st, bettor, beside);
    verdict v = judge(st->d->rules, &st->s, wager);
    if (v.ground != TREY_GROUND_NONE && c.wins > 0) fund(st, bettor, wager, 0, c, v);
}

/* A hand that is out of play: its wagers go back, or are lost. */
static void settle_invalid(deciding *d, unsigned seat) {
    const trey_box *box = box_at(d->table, seat);
    bool back = box->invalid == TREY_INVALID_RETURNED;
    const verdict v = {.result = back ? TREY_LINE_RETURNED : TREY_LINE_LOSE,
                       .ground = TREY_GROUND_INVALID,
                       .pays = &pays_nothing};
    for (unsigned i = 0; i < box->bettors; i++) {
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            trey_cents stake = box->bettor[i].stake[wager];
            if (stake == 0 || trey_wager(wager)->judge == TREY_JUDGE_JACKPOT) continue;
            trey_event *line =
                settle_line(d, seat, box->bettor[i].player, wager, stake, back ? stake : 0, v);
            line->cause.kind = box->cause;
            line->cause.item = box->cause_item;
            if (d->rules->banked && !back) line->line.bank = -stake;
        }
    }
}

/* ---- Hands ------------------------------------------------------------------------------ */
/* Are the wagers that a fold gives up collected before the cards are compared?
 * [ca-six-card Round 4] */
static bool forfeits_first(const trey_rules *rules) {
    return rules->banked &&
           rule(rules, TREY_KEY_BANK_FORFEITS) != TREY_BANK_FORFEITS_IN_ACTION_ORDER;
}

/* One hand: its owner first, then those behind as they came; each bettor's wagers in the order of
 * their rows. */
__attribute__((noinline)) static void settle_hand(settling *st, unsigned seat, bool forfeits,
                                                  bool others) {
    const trey_rules *rules = st->d->rules;
    const trey_box *box = st->box;
    showdown_hand(&st->s, st->d, seat);
    for (const trey_bettor *bettor = box->bettor; bettor < box->bettor + box->bettors; bettor++) {
        showdown_bettor(&st->s, rules, box, bettor);
        for (unsigned n = 0; n < rules->settled_count; n++) {
            unsigned wager = rules->settled[n], rests_on = rules->rests_on[n];
            if (bettor->stake[rests_on] == 0) continue;
            bool forfeit = st->s.folded && !outlives_fold(rules, wager, st->s.keeps);
            if (forfeit ? !forfeits : !others) continue;
            if (rests_on != wager)
                settle_beside(st, bettor, wager, rests_on, rules->judge[n]);
            else
                settle_wager(st, bettor, wager, rules->judge[n]);
        }
    }
}

/* Where the settlement begins; it goes on clockwise. */
static unsigned first_settled(const trey_rules *rules, const trey_table *table) {
    return rule(rules, TREY_KEY_PAY_ORDER) == TREY_PAY_ORDER_ACTION_BUTTON
               ? button_seat(rules, table, table->dealer[2])
               : 1;
}

static void settle_hands(deciding *d) {
    const trey_table *table = d->table;
    bank_cover cover;
    settling st = {.d = d, .cover = d->rules->banked ? &cover : NULL};
    showdown_open(&st.s, d->rules, table);
    if (st.cover) cover_open(st.cover, d->rules, table->bank);
    bool before = forfeits_first(d->rules);
    unsigned seat = first_seat(table, rule(d->rules, TREY_KEY_DECISION_ORDER));
    for (unsigned i = 0; before && i < table->config.positions;
         i++, seat = next_seat(table, seat)) {
        st.box = box_at(table, seat);
        if (st.box->turn > 0 && !st.box->invalid) settle_hand(&st, seat, true, false);
    }
    seat = first_settled(d->rules, table);
    for (unsigned i = 0; i < table->config.positions; i++, seat = next_seat(table, seat)) {
        st.box = box_at(table, seat);
        if (st.box->invalid) {
            settle_invalid(d, seat);
        } else if (st.box->turn > 0) {
            settle_hand(&st, seat, !before, true);
        }
    }
}

/* What a ruling gives beyond the wagers that are there, such as a bonus. */
void settle_rulings(deciding *d) {
    for (unsigned i = 0; i < d->table->ruled; i++) {
        const trey_ruled *ruled = &d->table->ruling[i];
        trey_player owner = ruled->player;
        bool there = box_at(d->table, ruled->seat)->invalid;
        for (unsigned e = 0; e < d->decision->count; e++) {
            const trey_event *line = &d->decision->event[e];
            there |= line->kind == TREY_EVENT_LINE && line->seat == ruled->seat &&
                     line->wager == ruled->wager && line->player == owner;
        }
        if (there || ruled->back == 0) continue;
        const verdict v = {
            .result = TREY_LINE_PAID, .ground = TREY_GROUND_RULED, .pays = &pays_nothing};
        settle_line(d, ruled->seat, owner, ruled->wager, 0, ruled->back, v);
    }
}

/* A wager under the minimum is honoured once, and this was the time: the round has an outcome, and
 * the wager was paid, collected or pushed [mbs 5.13]. */
static void note_short_wagers(deciding *d) {
    const trey_table *table = d->table;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; !box->invalid && i < box->bettors; i++) {
            if (box->bettor[i].short_once)
                flag(d, box->bettor[i].player, TREY_PLAYER_UNDER_MINIMUM, 0);
        }
    }
}

/* Play is its Ante, or less where a share of it went back; more only where it was found to be
 * more [rws 5.3]. */
static bool play_within_ante(const trey_rules *rules, const trey_box *box) {
    if (box->invalid || box->turn == 0 || box->play_rule) return true;
    unsigned found = 0;
    trey_cents ante = 0, play = 0;
    for (unsigned i = 0; i < box->bettors; i++) {
        found |= box->bettor[i].found;
        ante += box->bettor[i].stake[TREY_WAGER_ANTE];
        play += box->bettor[i].stake[TREY_WAGER_PLAY];
    }
    if (found >> TREY_WAGER_PLAY & 1u) return true;
    if (rule(rules, TREY_KEY_SHARED) == TREY_SHARED_BACKLINE) {
        for (unsigned i = 0; i < box->bettors; i++) {
            const trey_bettor *theirs = &box->bettor[i];
            if (theirs->choice == TREY_CHOICE_PLAY &&
                theirs->stake[TREY_WAGER_PLAY] > theirs->stake[TREY_WAGER_ANTE])
                return false;
        }
        return true;
    }
    return play <= ante;
}

/* ---- The books ----------------------------------------------------------------------------- */
/* Every stake on the layout has exactly one line, for all of it, and no line has a stake that is
 * not there; what a player's bank pays or takes is what its lines say. */
void assert_all_settled(const deciding *d) {
    _Static_assert(TREY_STAKES <= 8 && TREY_BETTORS <= 8, "a word has a bit for each stake");
    const trey_table *table = d->table;
    uint64_t lines[TREY_SEATS] = {0};
    unsigned settled = 0, staked = 0;
    const trey_event *end = d->decision->event + d->decision->count;
    for (const trey_event *line = d->decision->event; line < end; line++) {
        if (line->kind != TREY_EVENT_LINE) continue;
        TREY_ASSERT(line->line.back >= 0);
        if (d->rules->banked && trey_wager(line->wager)->head != TREY_WAGER_PROGRESSIVE)
            TREY_ASSERT(line->line.back == line->amount + line->line.bank);
        else
            TREY_ASSERT(line->line.bank == 0);
        if (line->amount == 0) continue;
        const trey_box *box = box_at(table, line->seat);
        int bettor = bettor_of(box, line->player);
        TREY_ASSERT(bettor >= 0 && line->wager < TREY_STAKES);
        unsigned stake = 8u * (unsigned)bettor + line->wager;
        TREY_ASSERT(!(lines[line->seat - 1] >> stake & 1u));
        TREY_ASSERT(line->amount == box->bettor[bettor].stake[line->wager]);
        lines[line->seat - 1] |= UINT64_C(1) << stake;
        settled++;
    }
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            for (unsigned wager = 0; wager < TREY_STAKES; wager++)
                staked += box->bettor[i].stake[wager] != 0;
        }
    }
    /* No two lines have the same stake, so that none is without one where there are as many. */
    TREY_ASSERT(staked == settled);
}

void decide_settle(deciding *d) {
    if (d->table->phase != TREY_PHASE_SHOWDOWN) {
        refuse(d, TREY_REFUSED_NOT_SHOWDOWN, TREY_KEY_QUALIFIES);
        return;
    }
    for (unsigned seat = 1; seat <= d->table->config.positions; seat++)
        TREY_ASSERT(play_within_ante(d->rules, box_at(d->table, seat)));
    show_hands(d);
    settle_hands(d);
    trey_cents meter = settle_jackpot(d);
    note_short_wagers(d);
    assert_all_settled(d);
    emit_at(d, TREY_EVENT_SETTLED, 0, TREY_NOBODY, 0)->ended.meter = meter;
}
