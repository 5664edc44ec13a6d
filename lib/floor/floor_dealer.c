/* floor_dealer.c -- the automatic dealer.
 *
 * It has no memory of what it meant to do next: each time it looks at the table it finds
 * from the phase what is due, and when. So a person of the staff may take a step in
 * between, a restart may come, and it goes on from there. What may be done it asks the
 * engine; where it is refused it waits until something has changed. */
#include <stdio.h>
#include <string.h>

#include "floor_parts.h"

const char *dealer_clock_word(unsigned clock) {
    static const char *const words[] = {"none",   "bets", "decision", "bank",
                                        "choice", "next", "shares"};
    TREY_ASSERT(clock < sizeof words / sizeof *words);
    return words[clock];
}

/* ---- Clocks ----------------------------------------------------------------------------- */
/* Runs from now unless it runs already; returns when it ends. 0 never runs out. */
static int64_t run_clock(floor_table *table, floor_clock clock, uint64_t key, uint32_t of,
                         int64_t now) {
    if (of == 0) {
        table->dirty |= table->clock != FLOOR_CLOCK_NONE;
        table->clock = FLOOR_CLOCK_NONE;
        return FLOOR_NEVER;
    }
    if (table->clock == clock && table->clock_key == key) return table->clock_ends;
    table->clock = (uint8_t)clock;
    table->clock_key = key;
    table->clock_ends = now + of;
    table->clock_of = of;
    table->dirty = true;
    return table->clock_ends;
}

static void stop_clock(floor_table *table) {
    if (table->clock == FLOOR_CLOCK_NONE) return;
    table->clock = FLOOR_CLOCK_NONE;
    table->dirty = true;
}

static bool is_another(const floor_table *table, trey_player player, trey_player known) {
    return player != TREY_NOBODY && player != known && !bots_is_one(table, player);
}

/* The only person at the table, who is there; TREY_NOBODY where several are, or none. Nobody else
 * is held up by them, so they may take their time. */
static trey_player alone_with_bots(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    trey_player only = TREY_NOBODY;
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        for (unsigned i = 0; i <= box->bettors; i++) {
            trey_player player = i < box->bettors ? box->bettor[i].player : box->seated;
            if (!is_another(table, player, only)) continue;
            if (only != TREY_NOBODY) return TREY_NOBODY;
            only = player;
        }
    }
    return only != TREY_NOBODY && table_watched_by(table, only) ? only : TREY_NOBODY;
}

/* A clock for players: longer for one who plays alone, and begun again when that changes. */
static int64_t run_players_clock(trey_floor *floor, floor_table *table, floor_clock clock,
                                 uint64_t key, uint32_t of, int64_t now) {
    bool alone = !floor->winding_down && alone_with_bots(floor, table) != TREY_NOBODY;
    if (alone && of != 0 && table->service.alone_ms > of) of = table->service.alone_ms;
    return run_clock(table, clock, key << 1 | (alone ? 1u : 0u), of, now);
}

/* ---- Steps -------------------------------------------------------------------------------- */
typedef struct dealer_step {
    int64_t due;
    trey_command command;
    bool deal;     /* shuffle and deal, instead of the command */
    bool withheld; /* ... or call the round off */
} dealer_step;

static dealer_step wait_for_a_person(void) {
    const dealer_step step = {.due = FLOOR_NEVER};
    return step;
}

static dealer_step call(const trey_floor *floor, const floor_table *table, trey_verb verb) {
    uint32_t pace = floor->winding_down ? 0 : table->service.step_ms;
    const dealer_step step = {.due = table->changed + pace,
                              .command = staff_command(verb, TREY_ROLE_DEALER)};
    return step;
}

static dealer_step at(int64_t due, const trey_command *command) {
    const dealer_step step = {.due = due, .command = *command};
    return step;
}

/* ---- Something has gone wrong -----------------------------------------------------------------
 */
static dealer_step report_step(trey_floor *floor, floor_table *table) {
    trey_command confirm = staff_command(TREY_VERB_CONFIRM, TREY_ROLE_DEALER);
    bool mine = floor_takes(floor, table, &confirm, NULL);
    /* Of somebody whose time was up; the others' time is up too. */
    if (mine && table_state(floor, table)->report.kind == TREY_IRREGULARITY_ABSENT_PLAYER)
        return at(table->changed, &confirm);
    stop_clock(table);
    if (mine) return call(floor, table, TREY_VERB_CONFIRM);
    floor_notice(floor, table, "warning", "A report is waiting for a supervisor to confirm it.");
    return wait_for_a_person();
}

static dealer_step choice_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    trey_command time = staff_command(TREY_VERB_TIME, TREY_ROLE_DEALER);
    int64_t ends =
        run_clock(table, FLOOR_CLOCK_CHOICE, state->round, table->service.choose_ms, now);
    return at(ends, &time);
}

/* ---- Between rounds
 * ------------------------------------------------------------------------------ */
/* Notes who has gone. Once bets are closed nobody counts as gone who was there at the closing
 * call, and nobody any longer who has come back: see time_out_command. */
static void note_away(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        trey_player player = state->box[seat - 1].seated;
        int64_t *since = &table->away[seat - 1];
        if (player == TREY_NOBODY || bots_is_one(table, player) || table_watched_by(table, player))
            *since = 0;
        else if (*since == 0 && state->phase <= TREY_PHASE_BETTING)
            *since = now;
    }
}

/* A seat is kept for somebody who has gone, but not for ever. */
static bool away_step(trey_floor *floor, floor_table *table, dealer_step *out) {
    const trey_table *state = table_state(floor, table);
    *out = wait_for_a_person();
    if (state->phase > TREY_PHASE_BETTING || state->gate != TREY_GATE_NONE) return false;
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        int64_t since = table->away[seat - 1];
        if (since == 0) continue;
        trey_command leave = player_command(TREY_VERB_LEAVE, state->box[seat - 1].seated, seat);
        bool sooner = since + FLOOR_AWAY_MS < out->due;
        if (sooner && floor_takes(floor, table, &leave, NULL))
            *out = at(since + FLOOR_AWAY_MS, &leave);
    }
    return out->due != FLOOR_NEVER;
}

static bool somebody_sits(const trey_table *state) {
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        if (state->box[seat].seated != TREY_NOBODY) return true;
    }
    return false;
}

static dealer_step idle_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    bool wanted = table_watched(table) && (somebody_sits(state) || table->bots > 0);
    dealer_step open = wait_for_a_person();
    if (state->closed || floor->winding_down || !wanted) {
        stop_clock(table);
    } else {
        open.command = staff_command(TREY_VERB_OPEN, TREY_ROLE_DEALER);
        open.due = now;
        if (table->ended && table->ended + table->service.pause_ms > now)
            open.due = run_clock(table, FLOOR_CLOCK_NEXT, state->round,
                                 (uint32_t)(table->ended + table->service.pause_ms - now), now);
        int64_t ready = ready_all(floor, table);
        if (ready < open.due) open.due = ready;
    }
    return open;
}

/* ---- The bank
 * -------------------------------------------------------------------------------------- */
bool dealer_banked_by_players(const trey_floor *floor, const floor_table *table) {
    const trey_rule *banker = trey_rulebook_rule(table_book(floor, table), TREY_KEY_BANKER);
    return trey_rule_word(banker) == TREY_BANKER_PLAYER_DEALER;
}

bool dealer_wants_bank(const trey_floor *floor, const floor_table *table) {
    return dealer_banked_by_players(floor, table) && table_state(floor, table)->bank == 0;
}

static uint64_t bank_round(const trey_table *state) {
    return ((uint64_t)state->round << 8 | state->bank_passed) + 1;
}

void dealer_noted_pass(floor_table *table, const trey_table *before, trey_player player) {
    if (before->banker == player && before->bank_offered) table->bank_over = bank_round(before);
}

/* Clockwise from the last bank: the first who might take it and has not declined. The
 * engine says who might; whoever declined has a bit, or is the one who gave it up. */
static unsigned dealer_bank_offer(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    unsigned positions = state->config.positions;
    if (!dealer_banked_by_players(floor, table) || state->bank > 0) return TREY_NO_SEAT;
    for (unsigned step = 1; step <= positions; step++) {
        unsigned seat = (state->bank_seat + step - 1) % positions + 1;
        trey_player player = state->box[seat - 1].seated;
        if (player == TREY_NOBODY || (state->bank_passed >> (seat - 1) & 1u)) continue;
        trey_command bank = player_command(TREY_VERB_BANK, player, seat);
        bank.amount = state->config.minimum[TREY_WAGER_ANTE];
        /* Whoever gave it up is asked once more when all others have declined. */
        if (player == state->banker && table->bank_over == bank_round(state)) continue;
        if (floor_takes(floor, table, &bank, NULL)) return seat;
    }
    return TREY_NO_SEAT;
}

static dealer_step bank_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    if (!table->offered) {
        stop_clock(table);
        floor_notice(floor, table, "info",
                     "The bank is open. Betting starts when a player takes it.");
        return wait_for_a_person();
    }
    trey_player player = state->box[table->offered - 1].seated;
    trey_command pass = player_command(TREY_VERB_PASS, player, TREY_NO_SEAT);
    uint64_t key = ((uint64_t)state->round << 8 | table->offered) << 8 | state->bank_passed;
    int64_t ends = run_clock(table, FLOOR_CLOCK_BANK, key, table->service.bank_ms, now);
    return at(ends, &pass);
}

/* ---- Bets
 * ------------------------------------------------------------------------------------------- */
static bool somebody_has_bet(const trey_table *state) {
    for (unsigned seat = 0; seat < state->config.positions; seat++) {
        const trey_box *box = &state->box[seat];
        for (unsigned i = 0; i < box->bettors; i++) {
            for (unsigned stake = 0; stake < TREY_STAKES; stake++) {
                if (box->bettor[i].stake[stake] > 0) return true;
            }
        }
    }
    return false;
}

static dealer_step betting_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    trey_command close = staff_command(TREY_VERB_CLOSE, TREY_ROLE_DEALER);
    if (floor->winding_down) return somebody_has_bet(state) ? at(now, &close) : wait_for_a_person();
    if (dealer_wants_bank(floor, table)) return bank_step(floor, table, now);
    if (!somebody_has_bet(state)) {
        stop_clock(table);
        return wait_for_a_person();
    }
    int64_t ends = run_players_clock(floor, table, FLOOR_CLOCK_BETS, state->round,
                                     table->service.bets_ms, now);
    int64_t ready = ready_all(floor, table);
    return at(ready < ends ? ready : ends, &close);
}

/* ---- Decisions
 * ----------------------------------------------------------------------------------------- */
static unsigned dealer_next_to_act(trey_floor *floor, const floor_table *table, unsigned after,
                                   trey_player *player, bool *others_wait) {
    const trey_table *state = table_state(floor, table);
    *others_wait = false;
    unsigned found = TREY_NO_SEAT;
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        const trey_box *box = &state->box[seat - 1];
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].choice != TREY_CHOICE_NONE) continue;
            trey_command fold = player_command(TREY_VERB_FOLD, box->bettor[i].player, seat);
            trey_refused refused = floor_refusal(floor, table, &fold);
            if (refused == TREY_REFUSED_NOT_YOUR_TURN) *others_wait = true;
            bool open = refused == TREY_REFUSED_NONE || refused == TREY_REFUSED_NOT_VIEWED ||
                        refused == TREY_REFUSED_STOPPED;
            if (!open || found || seat <= after) continue;
            found = seat;
            *player = box->bettor[i].player;
        }
    }
    return found;
}

/* Was the player gone before a card was dealt, and has not looked since? Anybody else could
 * wait for the cards and leave the bad ones to the clock: where the book returns the wagers of
 * an absent player [mbs 5.11] that would be worth more than any strategy. */
static bool absent_since_the_deal(const floor_table *table, const trey_box *box, unsigned seat) {
    bool owner = box->bettors > 0 && box->bettor[0].player == box->seated;
    return owner && !box->viewed && table->away[seat - 1] != 0;
}

/* Time is up. Whoever is there, or was when the cards were dealt, makes no Play wager: the
 * hand is folded for them. For an absent player the book has its own word, if the house lets it
 * be taken at the clock's. The same word remains for somebody whom the floor has stopped and who
 * therefore cannot fold. */
static trey_command time_out_command(trey_floor *floor, const floor_table *table,
                                     trey_player player, unsigned seat) {
    const trey_box *box = &table_state(floor, table)->box[seat - 1];
    trey_command fold = player_command(TREY_VERB_FOLD, player, seat);
    trey_command report = staff_command(TREY_VERB_REPORT, TREY_ROLE_DEALER);
    report.kind = TREY_IRREGULARITY_ABSENT_PLAYER;
    report.player = player;
    bool owner = box->bettors > 0 && box->bettor[0].player == player;
    bool absent = owner && table->service.lost_link == TREY_LOST_LINK_BOOK &&
                  absent_since_the_deal(table, box, seat);
    if (!absent && floor_takes(floor, table, &fold, NULL)) return fold;
    if (owner && floor_takes(floor, table, &report, NULL)) return report;
    return fold;
}

static dealer_step decision_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    trey_player player = TREY_NOBODY;
    bool others_wait;
    unsigned seat = dealer_next_to_act(floor, table, 0, &player, &others_wait);
    trey_command reveal = staff_command(TREY_VERB_REVEAL, TREY_ROLE_DEALER);
    if (floor_takes(floor, table, &reveal, NULL)) {
        stop_clock(table);
        return call(floor, table, TREY_VERB_REVEAL);
    }
    if (!seat) return wait_for_a_person();
    /* Where decisions come in turn, each has the whole time. */
    const trey_rule *turns = trey_rulebook_rule(table_book(floor, table), TREY_KEY_TURNS);
    uint64_t key = (uint64_t)state->round << 8;
    if (trey_rule_word(turns) == TREY_TURNS_IN_TURN) key |= seat;
    int64_t ends =
        run_players_clock(floor, table, FLOOR_CLOCK_DECISION, key, table->service.decide_ms, now);
    trey_command late = time_out_command(floor, table, player, seat);
    return at(ends, &late);
}

/* ---- The shuffle
 * ------------------------------------------------------------------------------------ */
static bool shares_are_due(const trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    return state->phase == TREY_PHASE_CLOSED && state->gate == TREY_GATE_NONE &&
           trey_fairness_due(trey_house_fairness(floor->house, table->index)) > 0;
}

/* Bettors open what they pledged; a page does it at once. Nobody can make a table wait longer
 * than this, not even by setting the clock. */
static dealer_step shares_step(trey_floor *floor, floor_table *table, int64_t now) {
    const uint64_t round = trey_house_fairness(floor->house, table->index)->round;
    const uint32_t most =
        table->service.share_ms ? table->service.share_ms : trey_table_service_preset.share_ms;
    if (table->share_round != round) {
        table->share_round = round;
        table->share_ends = floor_monotonic(floor) + most;
    }
    run_clock(table, FLOOR_CLOCK_SHARES, round, most, now);
    const int64_t left = table->share_ends - floor_monotonic(floor);
    const dealer_step step = {.due = left > 0 ? now + left : now, .withheld = true};
    return step;
}

static dealer_step deal_step(trey_floor *floor, floor_table *table, int64_t now) {
    if (!trey_house_terms(floor->house, table->index)->config.system_deck) {
        stop_clock(table);
        return wait_for_a_person();
    }
    if (shares_are_due(floor, table)) return shares_step(floor, table, now);
    stop_clock(table);
    dealer_step step = call(floor, table, TREY_VERB_DECK);
    step.deal = true;
    return step;
}

/* ---- Looking
 * --------------------------------------------------------------------------------------------- */
static dealer_step next_step(trey_floor *floor, floor_table *table, int64_t now) {
    const trey_table *state = table_state(floor, table);
    int64_t until;
    if (proposal_holds(floor, table, now, &until)) {
        stop_clock(table);
        floor_notice(floor, table, "warning", "A ruling waits for a second member of staff.");
        dealer_step later = wait_for_a_person();
        later.due = until;
        return later;
    }
    switch ((trey_gate)state->gate) {
    case TREY_GATE_NONE:
        break;
    case TREY_GATE_REPORT:
        return report_step(floor, table);
    case TREY_GATE_RULING:
        stop_clock(table);
        floor_notice(floor, table, "warning", "Waiting for a ruling by the floor.");
        return wait_for_a_person();
    case TREY_GATE_MENDING:
        stop_clock(table);
        floor_notice(floor, table, "warning",
                     "A correction is being made. Play resumes when it is done.");
        return wait_for_a_person();
    case TREY_GATE_OPTIONS:
    case TREY_GATE_WITHDRAWAL:
        return choice_step(floor, table, now);
    }
    dealer_step step = wait_for_a_person();
    switch ((trey_phase)state->phase) {
    case TREY_PHASE_IDLE:
        return idle_step(floor, table, now);
    case TREY_PHASE_BETTING:
        return betting_step(floor, table, now);
    case TREY_PHASE_CLOSED:
        return deal_step(floor, table, now);
    case TREY_PHASE_DEALING:
        stop_clock(table);
        return step;
    case TREY_PHASE_DECISION:
        return decision_step(floor, table, now);
    case TREY_PHASE_SHOWDOWN:
        stop_clock(table);
        return call(floor, table, TREY_VERB_SETTLE);
    }
    return step;
}

/* Bots act before the dealer does, at the dealer's pace. */
static bool bot_step(trey_floor *floor, floor_table *table, int64_t now, dealer_step *out) {
    trey_command command;
    bool idle = table_state(floor, table)->phase == TREY_PHASE_IDLE;
    if (floor->winding_down && idle) return false;
    if (!table_watched(table) && idle) return false;
    if (!bots_next(floor, table, &command)) return false;
    uint32_t pace = floor->winding_down ? 0 : table->service.step_ms / 2;
    *out = at(table->changed + pace > now ? table->changed + pace : now, &command);
    return true;
}

static void take_step(trey_floor *floor, floor_table *table, const dealer_step *step) {
    trey_reply reply;
    trey_status status = step->deal       ? table_deal(floor, table, NULL, &reply)
                         : step->withheld ? table_withheld(floor, table, &reply)
                                          : table_give(floor, table, NULL, &step->command, &reply);
    if (status != TREY_STATUS_OK || reply.refused == 0) return;
    char words[160];
    table->stuck = table->steps + 1;
    snprintf(words, sizeof words, "The dealer is waiting: %s.", trey_reply_text(reply.refused));
    floor_notice(floor, table, "warning", words);
}

/* Several steps where no time lies between them; never without an end. */
void dealer_look(trey_floor *floor, floor_table *table, int64_t now) {
    enum { STEPS = 200 };
    table->look = false;
    for (unsigned i = 0; i < STEPS && floor->failed == TREY_STATUS_OK; i++) {
        unsigned offered = dealer_bank_offer(floor, table);
        if (table_state(floor, table)->phase > TREY_PHASE_BETTING) offered = TREY_NO_SEAT;
        table->dirty |= table->offered != offered;
        table->offered = (uint8_t)offered;
        dealer_step step = wait_for_a_person(), away, bot;
        note_away(floor, table, now);
        if (!shares_are_due(floor, table)) table->share_round = 0;
        if (table->service.automatic)
            step = next_step(floor, table, now);
        else if (shares_are_due(floor, table))
            step = shares_step(floor, table, now);
        else if (table->clock == FLOOR_CLOCK_SHARES)
            stop_clock(table);
        if (away_step(floor, table, &away) && away.due < step.due) step = away;
        if (bot_step(floor, table, now, &bot) && bot.due <= step.due) step = bot;
        if (table->stuck == table->steps + 1) step = wait_for_a_person();
        table->due = step.due;
        if (step.due > now) return;
        take_step(floor, table, &step);
        table->look = false;
    }
    table->due = now + 1;
}

bool dealer_rests(trey_floor *floor, const floor_table *table) {
    const trey_table *state = table_state(floor, table);
    if (!table->served || !table->service.automatic) return true;
    if (state->phase == TREY_PHASE_IDLE) return true;
    if (state->phase == TREY_PHASE_BETTING && !somebody_has_bet(state)) return true;
    return table->due == FLOOR_NEVER;
}
