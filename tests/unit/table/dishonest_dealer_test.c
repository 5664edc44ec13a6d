/* dishonest_dealer_test.c -- a dealer who reports, confirms, mends and rules whatever could help.
 *
 * Honest players play random rounds at a table whose dealer tries everything that staff can say, at
 * every moment and with any content. What a person may state is what the record cannot know; then
 * the book's remedy follows. So alone the dealer can have wagers returned as the book returns them,
 * and nothing else: every wager that is settled is settled at what lay there when bets closed, by
 * the cards that were dealt, as an independent settlement has it. With a supervisor the record may
 * be corrected, but no wager comes to more than its pay table gives. Every other table plays with
 * the system's own deck, where nobody is believed about cards at all; and every other one asks for
 * two people, where one alone undoes or corrects nothing once a card has been seen.
 *
 * TREY_SEED and TREY_ROUNDS say which rounds and how many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_suite.h"
#include "random_rounds.h"

static random_table table;
static trey_table closed;                           /* what lay there at the closing call */
static trey_cents played[TREY_SEATS][TREY_BETTORS]; /* Play as it was put up, by bettor */
static bool mended;
/* The cheat's own commands are marked by this. */
static bool cheating;
static unsigned long settled_rounds, voided_rounds, accepted, tried;
static unsigned long lines_checked, lines_returned;

static void fail_round(const char *what) {
    fprintf(stderr, "\n# %s\n# again with TREY_SEED=0x%llx TREY_ROUNDS=1\n", what,
            (unsigned long long)table.seed);
    random_script_print(&table, stderr);
    fail_msg("%s", what);
}
#define HOLDS(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition)) fail_round(what);                                                        \
    } while (0)

/* The cheat is one person. Those who put the table right are two others. */
static void give(trey_command *command) {
    enum { CHEAT = 700, HONEST, HONEST_TOO };
    command->actor = cheating ? CHEAT : HONEST;
    command->second = cheating && random_chance(&table.random, 50) ? CHEAT : HONEST_TOO;
    if (cheating && command->second != CHEAT) command->second = TREY_NOBODY;
    command->second_role = TREY_ROLE_SHIFT_MANAGER;
    random_give(&table, command);
}

/* ---- What a cheat tries ---------------------------------------------------------------- */
static trey_cents tempting_amount(random_source *random) {
    const trey_table *now = &table.table;
    const trey_cents amounts[] = {1,
                                  100,
                                  now->config.minimum[TREY_WAGER_ANTE] - 1,
                                  now->config.maximum[TREY_WAGER_ANTE] + 1,
                                  now->config.maximum[TREY_WAGER_PAIR_PLUS] + 1,
                                  now->config.jackpot_bet + 100,
                                  now->meter.value,
                                  now->meter.value + 100000,
                                  0};
    if (random_chance(random, 30)) return (trey_cents)random_below(random, 200000);
    return amounts[random_below(random, sizeof amounts / sizeof *amounts)];
}

static void try_report(unsigned role) {
    random_source *random = &table.random;
    trey_command command = {.verb = TREY_VERB_REPORT, .role = (uint8_t)role};
    command.kind = (uint8_t)random_below(random, TREY_IRREGULARITY_COUNT);
    if (random_chance(random, 60))
        command.seats = (uint8_t)(1u << random_below(random, table.config.positions));
    else
        command.seats = (uint8_t)random_below(random, 256);
    if (random_chance(random, 80)) {
        unsigned seat = command.seats ? (unsigned)__builtin_ctz(command.seats) : 0;
        const trey_box *box = &table.table.box[seat];
        command.player = box->bettors ? box->bettor[random_below(random, box->bettors)].player
                                      : 1 + random_below(random, table.players);
    }
    command.wager = (uint8_t)random_below(random, 7);
    command.mode = (uint8_t)random_below(random, 4);
    command.amount = tempting_amount(random);
    command.counted = (uint8_t)(random_chance(random, 30) ? 51 + random_below(random, 3) : 0);
    for (unsigned i = 0; i < TREY_FACT_COUNT; i++) {
        if (random_chance(random, 70)) command.answer[i] = (uint8_t)(1 + random_below(random, 2));
    }
    if (random_chance(random, 20)) {
        command.count = (uint8_t)(1 + random_below(random, 3));
        for (unsigned i = 0; i < command.count; i++)
            command.cards[i] = (trey_card)random_below(random, TREY_CARDS);
    }
    give(&command);
}

/* The hands as they are with two cards exchanged, two hands exchanged, a card from nowhere, or
 * all of them from nowhere. */
static void try_mend(unsigned role) {
    random_source *random = &table.random;
    const trey_table *now = &table.table;
    trey_command command = {.verb = TREY_VERB_MEND, .role = (uint8_t)role};
    unsigned cards = 3u * now->hands;
    if (now->hands < 2) return;
    for (unsigned seat = 1; seat <= now->config.positions; seat++) {
        const trey_box *box = &now->box[seat - 1];
        if (box->turn) memcpy(&command.cards[3u * (box->turn - 1u)], box->card, 3);
    }
    memcpy(&command.cards[3u * (now->hands - 1u)], now->dealer, 3);
    command.count = (uint8_t)cards;
    switch (random_below(random, 5)) {
    case 0: {
        unsigned a = random_below(random, cards), b = random_below(random, cards);
        trey_card card = command.cards[a];
        command.cards[a] = command.cards[b];
        command.cards[b] = card;
        break;
    }
    case 1: {
        unsigned a = random_below(random, now->hands), b = random_below(random, now->hands);
        trey_card hand[3];
        memcpy(hand, &command.cards[3 * a], 3);
        memmove(&command.cards[3 * a], &command.cards[3 * b], 3);
        memcpy(&command.cards[3 * b], hand, 3);
        break;
    }
    case 2:
        command.cards[random_below(random, cards)] = (trey_card)random_below(random, TREY_CARDS);
        break;
    case 3:
        random_hands(random, now->hands, command.cards);
        break;
    default:
        command.count = 0;
        break;
    }
    give(&command);
}

static void try_ruling(unsigned role) {
    random_source *random = &table.random;
    trey_command command = {.verb = TREY_VERB_RULE, .role = (uint8_t)role};
    command.ruling = (uint8_t)random_below(random, TREY_RULING_COUNT);
    command.seat = (uint8_t)(1 + random_below(random, table.config.positions));
    if (random_chance(random, 50)) command.player = 1 + random_below(random, table.players);
    command.wager = (uint8_t)random_below(random, 7);
    command.amount = tempting_amount(random);
    memcpy(command.reason, "as I say", 9);
    give(&command);
}

static void try_verb(trey_verb verb, unsigned role) {
    trey_command command = {.verb = (uint8_t)verb, .role = (uint8_t)role};
    give(&command);
}

/* Honest players answer an offer, and honest staff put the table right again. */
static void honest_people_go_on(void) {
    random_source *random = &table.random;
    const trey_table *now = &table.table;
    for (unsigned attempt = 0; attempt < 40 && now->gate != TREY_GATE_NONE; attempt++) {
        trey_command rule = {.verb = TREY_VERB_RULE, .role = TREY_ROLE_SHIFT_MANAGER};
        memcpy(rule.reason, "goes on", 8);
        switch ((trey_gate)now->gate) {
        case TREY_GATE_REPORT:
            try_verb(TREY_VERB_DROP, TREY_ROLE_SHIFT_MANAGER);
            break;
        case TREY_GATE_RULING:
            rule.ruling = TREY_RULING_CONTINUE;
            give(&rule);
            break;
        case TREY_GATE_MENDING:
            if (now->phase == TREY_PHASE_DEALING || now->phase == TREY_PHASE_CLOSED) return;
            try_verb(TREY_VERB_MEND, TREY_ROLE_SHIFT_MANAGER);
            break;
        default:
            for (unsigned seat = 1; seat <= now->config.positions; seat++) {
                trey_player owner = now->box[seat - 1].bettor[0].player;
                trey_command choose = {.verb = TREY_VERB_CHOOSE,
                                       .role = TREY_ROLE_PLAYER,
                                       .seat = (uint8_t)seat,
                                       .actor = owner,
                                       .player = owner,
                                       .part = (uint8_t)random_below(random, 2)};
                if (owner) random_give(&table, &choose);
            }
            try_verb(TREY_VERB_TIME, TREY_ROLE_SHIFT_MANAGER);
            break;
        }
    }
}

void random_irregularity(random_table *cheated) {
    random_source *random = &cheated->random;
    unsigned role =
        TREY_ROLE_DEALER + random_below(random, (unsigned)cheated->cheats - TREY_ROLE_DEALER + 1);
    cheating = true;
    for (unsigned i = 1 + random_below(random, 4); i > 0; i--) {
        switch (random_below(random, 8)) {
        case 0:
            try_mend(role);
            break;
        case 1:
            try_ruling(role);
            break;
        case 2:
            try_verb(TREY_VERB_RECALL, role);
            break;
        case 3:
            try_verb(TREY_VERB_LOOK, role);
            break;
        default:
            try_report(role);
            if (random_chance(random, 85)) try_verb(TREY_VERB_CONFIRM, role);
            break;
        }
    }
    cheating = false;
    honest_people_go_on();
}

/* ---- What may come of it ----------------------------------------------------------------- */
/* Events that a dealer alone can cause by what the record cannot know. */
static bool dealer_alone_may(const trey_event *event) {
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_REPORTED:
    case TREY_EVENT_DROPPED:
    case TREY_EVENT_REMEDIED:
    case TREY_EVENT_INVALIDATED:
    case TREY_EVENT_OFFERED:
    case TREY_EVENT_MENDED:
    case TREY_EVENT_FOLDED:
    case TREY_EVENT_CONTRIBUTED:
    case TREY_EVENT_LINE:
    case TREY_EVENT_REFUNDED:
    case TREY_EVENT_VOIDED:
    case TREY_EVENT_EXPOSED:
    case TREY_EVENT_METER_FROZEN:
    case TREY_EVENT_VIEWED:
    case TREY_EVENT_OWED:
    case TREY_EVENT_REVERSED:
    case TREY_EVENT_METER_SHOWN:
    case TREY_EVENT_RECALLED:
        return true;
    case TREY_EVENT_WITHDRAWN:
    case TREY_EVENT_CAPPED:
    case TREY_EVENT_STAKE_FOUND: /* while bets are open and everybody can correct them */
        return table.table.phase == TREY_PHASE_BETTING;
    default:
        return false;
    }
}

/* What only somebody above a supervisor decides. */
static bool supervisor_may(const trey_event *event) {
    if (dealer_alone_may(event)) return true;
    bool california = table.house->which == SECOND_CA;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_STAKE_FOUND:
    case TREY_EVENT_CAPPED:
    case TREY_EVENT_GIVEN_BACK:
    case TREY_EVENT_PLAY_RULED:
    case TREY_EVENT_JACKPOT_RETURNED:
    case TREY_EVENT_LOOK_STRUCK:
    case TREY_EVENT_LOOKED:
        return true;
    case TREY_EVENT_RULED:
        return california || event->ruled.ruling == TREY_RULING_PERMIT_WITHDRAWAL ||
               event->ruled.ruling >= TREY_RULING_CORRECT_STAKE;
    case TREY_EVENT_FLAGGED:
    case TREY_EVENT_WITHDRAWN:
    case TREY_EVENT_MODE:
    case TREY_EVENT_RULED_LINE:
        return california;
    default:
        return false;
    }
}

static bool anybody_knows_a_card(const trey_table *now) {
    if (now->revealed) return true;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        const trey_box *box = &now->box[seat];
        if (box->viewed) return true;
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].choice != TREY_CHOICE_NONE) return true;
        }
    }
    return false;
}

/* ---- What a round came to ---------------------------------------------------------------- */
static second_card second_card_of(trey_card card) {
    return (second_card){(int)(card / 4) + 2, "cdhs"[card % 4]};
}

/* The place that a player had at a position when bets closed. */
static unsigned place_at_close(unsigned seat, trey_player player) {
    const trey_box *then = &closed.box[seat - 1];
    unsigned i = 0;
    while (i < then->bettors && then->bettor[i].player != player) i++;
    HOLDS(i < then->bettors, "a bettor who was not there at the close");
    return i;
}

/* The round from what lay there at the close and was played since, and from the cards. */
static void describe(second_round *out) {
    const trey_table *now = &table.table;
    memset(out, 0, sizeof *out);
    out->book = table.house->which;
    out->reading = table.house->reading;
    for (unsigned seat = 1; seat <= now->config.positions; seat++) {
        const trey_box *box = &now->box[seat - 1], *then = &closed.box[seat - 1];
        second_box *told = &out->box[seat];
        /* A bet that is lost was taken; one that goes back takes its contribution along. */
        if (box->invalid == TREY_INVALID_LOST && box->jackpot == TREY_JACKPOT_VALID)
            out->lost_contributions += now->config.jackpot_contribution;
        if (box->invalid || box->bettors == 0) continue;
        told->bettors = (int)box->bettors;
        for (unsigned i = 0; i < box->bettors; i++) {
            unsigned at = place_at_close(seat, box->bettor[i].player);
            const trey_cents *stake = then->bettor[at].stake;
            told->bettor[i] = (second_bettor){.player = box->bettor[i].player,
                                              .choice = (second_choice)box->bettor[i].choice,
                                              .ante = stake[TREY_WAGER_ANTE],
                                              .play = played[seat - 1][at],
                                              .pair_plus = stake[TREY_WAGER_PAIR_PLUS],
                                              .six_card = stake[TREY_WAGER_SIX_CARD_BONUS]};
        }
        for (unsigned i = 0; i < 3; i++) told->card[i] = second_card_of(box->card[i]);
        told->keeps_pair_plus = box->keeps_side_bets;
        told->not_shown = box->hidden;
        told->looked_at = box->looked;
        told->jackpot = then->bettor[0].stake[TREY_WAGER_PROGRESSIVE];
    }
    for (unsigned i = 0; i < 3; i++) out->dealer[i] = second_card_of(now->dealer[i]);
    out->meter = now->meter_start;
    out->reset = now->config.jackpot_reset;
    out->contribution = now->config.jackpot_contribution;
    out->bank = now->bank;
    out->bank_seat = now->bank_seat;
    out->previous_button = now->button_before;
}

static const unsigned wager_of[] = {
    [SECOND_ANTE] = TREY_WAGER_ANTE,
    [SECOND_PLAY] = TREY_WAGER_PLAY,
    [SECOND_ANTE_BONUS] = TREY_WAGER_ANTE_BONUS,
    [SECOND_PAIR_PLUS] = TREY_WAGER_PAIR_PLUS,
    [SECOND_JACKPOT] = TREY_WAGER_PROGRESSIVE,
    [SECOND_ENVY] = TREY_WAGER_ENVY,
    [SECOND_SIX_CARD] = TREY_WAGER_SIX_CARD_BONUS,
};

static const second_line *expected_line(const second_result *result, const trey_event *line) {
    for (int i = 0; i < result->lines; i++) {
        const second_line *found = &result->line[i];
        if (found->seat == line->seat && found->player == line->player &&
            wager_of[found->wager] == line->wager)
            return found;
    }
    return NULL;
}

static bool has_line(const second_line *expected) {
    for (unsigned i = 0; i < table.decision.count; i++) {
        const trey_event *line = &table.decision.event[i];
        if (line->kind == TREY_EVENT_LINE && line->seat == expected->seat &&
            line->player == expected->player && line->wager == wager_of[expected->wager])
            return true;
    }
    return false;
}

/* Of a shared Ante over the maximum only the first is counted, so that the others' parts of it may
 * count for nothing; then there is no bonus on them, and no line for none [mbs 5.14]. The model
 * knows no such wagers. */
static int bonuses_on_nothing(const second_result *result) {
    int count = 0;
    for (int i = 0; i < result->lines; i++) {
        const second_line *expected = &result->line[i];
        const trey_box *box = &table.table.box[expected->seat - 1];
        bool shared = box->bettors > 1 && (box->capped >> TREY_WAGER_ANTE & 1u);
        count += shared && wager_of[expected->wager] == TREY_WAGER_ANTE_BONUS &&
                 expected->player != box->bettor[0].player && !has_line(expected);
    }
    return count;
}

static trey_cents most_of(const trey_event *line) {
    bool pair_plus = line->wager == TREY_WAGER_PAIR_PLUS;
    unsigned stake = pair_plus ? TREY_WAGER_PAIR_PLUS : TREY_WAGER_ANTE;
    bool jackpot = line->wager == TREY_WAGER_PROGRESSIVE;
    return jackpot ? line->amount : table.table.config.maximum[stake];
}

/* Alone: each line is what an independent settlement of the recorded round has, or goes back
 * whole because its hand is out. */
static void check_lines(void) {
    second_round round;
    second_result result;
    bool any_out = false, any_lost = false;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) {
        any_out |= table.table.box[seat].invalid != 0;
        any_lost |= table.table.box[seat].invalid == TREY_INVALID_LOST;
    }
    /* California's button and bank reach around hands that are out. */
    if (table.house->which == SECOND_CA && any_out) return;
    describe(&round);
    second_settlement(&round, &result);
    int lines = 0;
    for (unsigned i = 0; i < table.decision.count; i++) {
        const trey_event *line = &table.decision.event[i];
        bool meter = line->kind == TREY_EVENT_SETTLED && round.book != SECOND_CA && !any_lost &&
                     !table.table.frozen;
        if (meter) HOLDS(line->ended.meter == result.meter_after, "the meter after the round");
        if (line->kind != TREY_EVENT_LINE) continue;
        if (line->line.ground == TREY_GROUND_INVALID) {
            bool lost = table.table.box[line->seat - 1].invalid == TREY_INVALID_LOST;
            HOLDS(line->line.back == (lost ? 0 : line->amount), "a hand that is out");
            lines_returned++;
            continue;
        }
        const second_line *expected = expected_line(&result, line);
        HOLDS(expected, "a line that nobody expects");
        HOLDS(line->amount == expected->staked, "the stake of a line");
        bool share = table.table.frozen && line->wager == TREY_WAGER_PROGRESSIVE;
        /* Over the maximum since before the close: only the maximum is won or lost. */
        bool capped = table.table.box[line->seat - 1].capped != 0;
        bool same = share || capped || line->line.back == expected->back;
        if (capped) HOLDS(line->line.back >= line->amount - most_of(line), "a capped loss");
        if (!same)
            fprintf(stderr, "# seat %u p%u %s: %lld back, expected %lld\n", line->seat,
                    line->player, trey_wager_word(line->wager), (long long)line->line.back,
                    (long long)expected->back);
        HOLDS(same, "what a line gives back");
        lines++;
        lines_checked++;
    }
    HOLDS(lines + bonuses_on_nothing(&result) == result.lines, "a wager without its line");
}

/* With a supervisor: at most what the pay table gives for what the record has. */
static void check_bounds(void) {
    for (unsigned i = 0; i < table.decision.count; i++) {
        const trey_event *line = &table.decision.event[i];
        if (line->kind != TREY_EVENT_LINE) continue;
        trey_cents staked = line->amount, most = staked;
        switch (line->wager) {
        case TREY_WAGER_ANTE:
            most = 2 * staked;
            break;
        case TREY_WAGER_PLAY: /* a reading of [rws 5.3.1] settles it at the maximum */
            most = table.table.box[line->seat - 1].play_rule == TREY_REMEDY_PLAY_AT_MAXIMUM
                       ? staked + table.table.config.maximum[TREY_WAGER_ANTE]
                       : 2 * staked;
            break;
        case TREY_WAGER_PAIR_PLUS:
            most = 201 * staked;
            break;
        case TREY_WAGER_SIX_CARD_BONUS:
            most = 1001 * staked;
            break;
        default:
            continue;
        }
        HOLDS(staked >= 0, "a stake below zero");
        HOLDS(line->line.back >= 0 && line->line.back <= most, "more than the pay table gives");
        HOLDS(line->line.ground != TREY_GROUND_RULED || table.house->which == SECOND_CA,
              "a ruling that takes a shift manager");
        lines_checked++;
    }
}

/* ---- Watching ------------------------------------------------------------------------------ */
static void watch_decided(random_table *watched, const trey_command *command) {
    (void)watched;
    bool settles = command->verb == TREY_VERB_SETTLE && !table.decision.refused;
    if (cheating) tried++;
    if (cheating && !table.decision.refused) accepted++;
    if (!settles) return;
    if (table.cheats == TREY_ROLE_DEALER) {
        check_lines();
    } else {
        check_bounds();
    }
}

static void note_play(const trey_event *event, trey_cents amount) {
    played[event->seat - 1][place_at_close(event->seat, event->player)] += amount;
}

/* Of the system's own cards nobody is believed: none of them moves, and alone the dealer undoes
 * nothing that somebody has seen, but for the hand of an absent player who has not looked. */
static void check_system_deck(const trey_event *event) {
    bool alone = table.cheats == TREY_ROLE_DEALER;
    HOLDS(event->kind != TREY_EVENT_MENDED, "cards of the system's deck were moved");
    HOLDS(event->kind != TREY_EVENT_LOOKED && event->kind != TREY_EVENT_LOOK_STRUCK,
          "a look at the system's cards was made up or struck");
    if (!alone) return;
    bool hand = event->kind == TREY_EVENT_INVALIDATED;
    bool round = event->kind == TREY_EVENT_VOIDED || event->kind == TREY_EVENT_OFFERED ||
                 event->kind == TREY_EVENT_REVERSED || event->kind == TREY_EVENT_EXPOSED;
    HOLDS(!hand || !table.table.box[event->seat - 1].viewed, "a hand that was seen is out");
    HOLDS(!round || !anybody_knows_a_card(&table.table), "a round that was seen is undone");
    HOLDS(!round || table.table.phase != TREY_PHASE_IDLE, "a settled round is undone");
}

static bool cards_out(const trey_table *now) {
    bool out = now->dealer_dealt > 0;
    for (unsigned seat = 0; seat < TREY_SEATS; seat++) out |= now->box[seat].dealt > 0;
    return out;
}

/* What takes two people is not done by one; but a hand that its owner has not looked at is out by
 * the owner's absence, and a hand is folded as the clock would. */
static void check_two_people(const trey_event *event) {
    const trey_table *now = &table.table;
    bool seen =
        now->config.system_deck ? now->up_card || anybody_knows_a_card(now) : cards_out(now);
    if (!seen) return;
    switch ((trey_event_kind)event->kind) {
    case TREY_EVENT_INVALIDATED:
        HOLDS(now->config.system_deck && !now->box[event->seat - 1].viewed,
              "one person alone put a hand out");
        break;
    case TREY_EVENT_METER_FROZEN:
        HOLDS(event->amount == now->registered, "one person alone chose the meter's value");
        break;
    case TREY_EVENT_VOIDED:
    case TREY_EVENT_REVERSED:
    case TREY_EVENT_OFFERED:
    case TREY_EVENT_MENDED:
    case TREY_EVENT_STAKE_FOUND:
    case TREY_EVENT_GIVEN_BACK:
    case TREY_EVENT_LOOK_STRUCK:
        fail_round("one person alone undid or corrected what somebody has seen");
    default:
        break;
    }
}

static void watch_event(random_table *watched, const trey_event *event) {
    (void)watched;
    if (event->kind == TREY_EVENT_OPENED) {
        memset(played, 0, sizeof played);
        mended = false;
    }
    bool play = event->kind == TREY_EVENT_FUNDED || event->kind == TREY_EVENT_PLAYED;
    if (play) note_play(event, event->amount);
    if (event->kind == TREY_EVENT_WITHDRAWN && event->wager == TREY_WAGER_PLAY)
        note_play(event, -event->amount);
    if (event->kind == TREY_EVENT_FOLDED) {
        if (table.house->which == SECOND_MBS)
            memset(played[event->seat - 1], 0, sizeof played[event->seat - 1]);
    }
    if (event->kind == TREY_EVENT_MENDED && cheating) {
        bool moved = false;
        for (unsigned seat = 1; seat <= table.config.positions; seat++) {
            const trey_box *box = &table.table.box[seat - 1];
            moved |=
                box->turn && memcmp(box->card, &event->cards.card[3 * (box->turn - 1)], 3) != 0;
        }
        bool alone = table.cheats == TREY_ROLE_DEALER;
        HOLDS(!moved || !alone || !anybody_knows_a_card(&table.table),
              "a dealer moved cards that somebody knows");
        mended |= moved;
    }
    if (cheating && table.config.system_deck) check_system_deck(event);
    if (cheating && table.config.two_people) check_two_people(event);
    if (cheating) {
        bool may =
            table.cheats == TREY_ROLE_DEALER ? dealer_alone_may(event) : supervisor_may(event);
        if (!may) fail_round(trey_event_word((trey_event_kind)event->kind));
    }
    voided_rounds += event->kind == TREY_EVENT_VOIDED;
}

static void watch_applied(random_table *watched, const trey_command *command) {
    (void)watched;
    if (command->verb == TREY_VERB_CLOSE) closed = table.table;
    /* Chips that follow a seat in California follow its Play. */
    bool follows = command->verb == TREY_VERB_PLAY && table.house->ca_17 == 'C' &&
                   table.house->which == SECOND_CA;
    const trey_box *box = follows ? &table.table.box[command->seat - 1] : NULL;
    for (unsigned i = 1; box && i < box->bettors; i++)
        played[command->seat - 1][i] = box->bettor[i].stake[TREY_WAGER_PLAY];
}

static const random_watcher watcher = {NULL, watch_decided, watch_event, watch_applied};

/* ---- Playing --------------------------------------------------------------------------------- */
static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static void play(second_book book, unsigned role, unsigned share) {
    uint64_t seed = number_from("TREY_SEED", UINT64_C(0xd15));
    unsigned long rounds = (unsigned long)number_from("TREY_ROUNDS", 10000);
    rounds = (rounds * share + 99) / 100;
    settled_rounds = voided_rounds = accepted = tried = lines_checked = lines_returned = 0;
    for (unsigned tables = 0; settled_rounds < rounds; tables++) {
        random_table_open(&table, seed, book, false, &watcher);
        table.cheats = (uint8_t)role;
        table.config.system_deck = table.table.config.system_deck = seed >> 20 & 1;
        table.config.two_people = table.table.config.two_people = seed >> 21 & 1;
        table.many_mistakes = false;
        for (unsigned i = 0; i < 8 && random_round(&table); i++) settled_rounds++;
        seed += UINT64_C(0x9e3779b97f4a7c15);
        if (rounds == 1 && tables > 0) break;
    }
    print_message("%lu rounds, %lu void; %lu of %lu attempts accepted; %lu lines, %lu returned\n",
                  settled_rounds, voided_rounds, accepted, tried, lines_checked, lines_returned);
    if (rounds >= 1000) assert_true(lines_checked > rounds / 2 && accepted > rounds / 4);
}

/* proves [mbs 1.1.9] [mbs 5.2] [mbs 5.3] [mbs 5.5] [mbs 5.7.1] [mbs 5.13] [mbs 5.14] [mbs 6.1]
 * proves [rws 1.18] [rws 5.1.1] [rws 5.2.1] [rws 5.3] [rws 5.8.6] [rws 5.9] [rws 5.16] [rws 5.18]
 * proves [rws 5.20] [rws 5.23] [rws-progressive 1.19] [rws-progressive 5.20]
 * proves [rws-progressive 5.23] [ca-six-card Betting 2] */
static void alone_a_dealer_moves_no_chip_away_from_the_record(void **state) {
    (void)state;
    play(SECOND_MBS, TREY_ROLE_DEALER, 25);
    play(SECOND_RWS, TREY_ROLE_DEALER, 15);
    play(SECOND_RWP, TREY_ROLE_DEALER, 15);
    play(SECOND_CA, TREY_ROLE_DEALER, 15);
}

static void with_a_supervisor_only_what_the_book_leaves_to_one(void **state) {
    (void)state;
    play(SECOND_MBS, TREY_ROLE_PIT_SUPERVISOR, 10);
    play(SECOND_RWS, TREY_ROLE_PIT_SUPERVISOR, 8);
    play(SECOND_RWP, TREY_ROLE_PIT_SUPERVISOR, 6);
    play(SECOND_CA, TREY_ROLE_PIT_SUPERVISOR, 6);
}

static int close_everything(void **state) {
    (void)state;
    random_houses_close();
    free(table.given);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_a_dealer_moves_no_chip_away_from_the_record),
        cmocka_unit_test(with_a_supervisor_only_what_the_book_leaves_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, close_everything);
}
