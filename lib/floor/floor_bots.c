/* floor_bots.c -- players that belong to the house, so that nobody has to play alone.
 *
 * They are people with a name that says what they are ("Bot Ada") and without a password.
 * What they do goes through the same commands as everybody's; they see what their view
 * shows them, decide by the best strategy for their bets, and buy chips when they have
 * few. */
#include <stdio.h>
#include <string.h>

#include "floor_parts.h"

static const char *const names[] = {
    "Ada", "Blaise", "Christiaan", "Daniel", "Emmy", "Florence", "Gerolamo", "Harald",
    "Ida", "Jakob",  "Kolmogorov", "Lise",   "Mina", "Nicolaus", "Ostap",    "Pierre"};
enum { NAMES = sizeof names / sizeof *names };

static uint32_t draw(trey_floor *floor, uint32_t below) {
    uint32_t number = 0;
    if (!floor->entropy(floor->options.entropy_context, &number, sizeof number)) return 0;
    return number % below; /* what a bot bets need not be fair to the last bit */
}

bool bots_is_one(const floor_table *table, trey_person person) {
    for (unsigned i = 0; i < table->bots; i++) {
        if (table->bot[i].person == person) return true;
    }
    return false;
}

/* ---- Hiring ----------------------------------------------------------------------------- */
/* Which of the tables it is, in the order in which they were made: at every node the same. */
static unsigned order_of(const trey_floor *floor, const floor_table *table) {
    trey_stream own = trey_house_table_stream(floor->house, table->index);
    unsigned before = 0;
    for (unsigned i = 0; i < trey_house_tables(floor->house); i++)
        before += trey_house_table_stream(floor->house, i) < own;
    return before;
}

/* The same people again after a restart: each table has its own. */
void bots_hire(trey_floor *floor, floor_table *table) {
    while (table->bots < table->service.bots) {
        unsigned number = order_of(floor, table) * TREY_SEATS + table->bots;
        char name[TREY_PERSON_NAME_MAX];
        snprintf(name, sizeof name, "Bot %s", names[number % NAMES]);
        if (number >= NAMES)
            snprintf(name, sizeof name, "Bot %s %u", names[number % NAMES], number / NAMES + 1);
        trey_person person = trey_people_find(floor->people, name);
        if (person == TREY_NOBODY) {
            trey_people_refused refused = TREY_PEOPLE_REFUSED_NONE;
            trey_status status = trey_people_add(floor->people, name, TREY_OFFICE_PLAYER, NULL,
                                                 TREY_NOBODY, &person, &refused);
            if (status != TREY_STATUS_OK) floor_fail(floor, status, "a bot cannot be hired");
            /* Another node may have hired him a moment ago. */
            if (refused == TREY_PEOPLE_REFUSED_NAME_TAKEN)
                person = trey_people_find(floor->people, name);
            if (status != TREY_STATUS_OK || person == TREY_NOBODY) return;
        }
        table->bot[table->bots++] = (floor_bot){.person = person};
    }
}

/* ---- What a bot does ------------------------------------------------------------------------ */
static unsigned seat_of(const trey_table *state, trey_player player) {
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        if (state->box[seat - 1].seated == player) return seat;
    }
    return TREY_NO_SEAT;
}

static bool sit_down(trey_floor *floor, floor_table *table, const floor_bot *bot,
                     trey_command *command) {
    const trey_table *state = table_state(floor, table);
    unsigned first = draw(floor, state->config.positions), taken = 0;
    for (unsigned i = 0; i < state->config.positions; i++)
        taken += state->box[i].seated != TREY_NOBODY;
    if (taken + 1u >= state->config.positions) return false; /* one stays free for a person */
    for (unsigned i = 0; i < state->config.positions; i++) {
        *command =
            player_command(TREY_VERB_SIT, bot->person, (first + i) % state->config.positions + 1);
        if (floor_takes(floor, table, command, NULL)) return true;
    }
    return false;
}

/* What it will bet in this round. */
static void decide_bets(trey_floor *floor, floor_bot *bot, const trey_table *state) {
    static const uint8_t antes[] = {1, 1, 1, 2};
    bot->round = state->round;
    bot->antes = antes[draw(floor, sizeof antes)];
    for (unsigned wager = 0; wager < TREY_STAKES; wager++)
        bot->bets[wager] = wager != TREY_WAGER_ANTE && draw(floor, 3) == 0;
}

static bool place(trey_floor *floor, const floor_table *table, trey_command *command,
                  unsigned wager, trey_cents amount) {
    command->wager = (uint8_t)wager;
    command->amount = amount;
    return floor_takes(floor, table, command, NULL);
}

static bool bet(trey_floor *floor, floor_table *table, floor_bot *bot, unsigned seat,
                trey_command *command) {
    const trey_table *state = table_state(floor, table);
    const trey_table_config *config = &state->config;
    const trey_box *box = &state->box[seat - 1];
    static const trey_bettor nothing;
    const trey_bettor *mine = &nothing;
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == bot->person) mine = &box->bettor[i];
    }
    if (bot->round != state->round) decide_bets(floor, bot, state);
    *command = player_command(TREY_VERB_BET, bot->person, seat);
    trey_cents ante = config->minimum[TREY_WAGER_ANTE] * bot->antes;
    if (ante > config->maximum[TREY_WAGER_ANTE]) ante = config->maximum[TREY_WAGER_ANTE];
    if (mine->stake[TREY_WAGER_ANTE] == 0)
        return place(floor, table, command, TREY_WAGER_ANTE, ante);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const bool fixed = trey_wager(wager)->placed == TREY_PLACED_FIXED;
        const trey_bettor *whose =
            fixed ? &box->bettor[0] : mine; /* the jackpot bet is the box's */
        if (!bot->bets[wager] || whose->stake[wager] > 0) continue;
        if (!fixed && !trey_wager_limited(wager)) continue;
        if (place(floor, table, command, wager, config->minimum[wager])) return true;
    }
    return false;
}

/* Looks, and plays what the best strategy plays. */
static bool play(trey_floor *floor, floor_table *table, const floor_bot *bot, unsigned seat,
                 trey_command *command) {
    const trey_rules *rules = table_rules(floor, table);
    const trey_table *state = table_state(floor, table);
    trey_view view;
    *command = player_command(TREY_VERB_VIEW, bot->person, seat);
    if (floor_takes(floor, table, command, NULL)) return true;
    trey_table_view(rules, state, TREY_ROLE_PLAYER, bot->person, &view);
    const trey_card *card = view.box[seat - 1].card;
    trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
    bool plays = true;
    const trey_odds *odds =
        trey_hand_valid(hand) ? floor_odds_at(floor, table, seat, bot->person, false) : NULL;
    if (odds) {
        const trey_strategy *best = trey_odds_best(odds);
        trey_card up = best->sees_up_card ? view.dealer[2] : TREY_NO_CARD;
        plays = trey_strategy_plays(best, hand, up);
    }
    *command = player_command(plays ? TREY_VERB_PLAY : TREY_VERB_FOLD, bot->person, seat);
    if (floor_takes(floor, table, command, NULL)) return true;
    *command = player_command(TREY_VERB_FOLD, bot->person, seat);
    command->part = 1;
    return floor_takes(floor, table, command, NULL);
}

static bool bank(trey_floor *floor, floor_table *table, const floor_bot *bot, unsigned seat,
                 trey_command *command) {
    *command = player_command(TREY_VERB_BANK, bot->person, seat);
    command->amount = table->service.bot_bank;
    if (table->service.bots_bank && floor_takes(floor, table, command, NULL)) return true;
    *command = player_command(TREY_VERB_PASS, bot->person, TREY_NO_SEAT);
    return floor_takes(floor, table, command, NULL);
}

static bool choose(trey_floor *floor, floor_table *table, const floor_bot *bot,
                   trey_command *command) {
    const trey_table *state = table_state(floor, table);
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        *command = player_command(TREY_VERB_CHOOSE, bot->person, seat);
        if (floor_takes(floor, table, command, NULL)) return true;
    }
    return false;
}

static bool one_next(trey_floor *floor, floor_table *table, floor_bot *bot, trey_command *command) {
    const trey_table *state = table_state(floor, table);
    unsigned seat = seat_of(state, bot->person);
    if (state->gate == TREY_GATE_OPTIONS || state->gate == TREY_GATE_WITHDRAWAL)
        return choose(floor, table, bot, command);
    if (state->gate != TREY_GATE_NONE) return false;
    if (!seat) return state->phase <= TREY_PHASE_BETTING && sit_down(floor, table, bot, command);
    if (state->phase == TREY_PHASE_DECISION) {
        *command = player_command(TREY_VERB_FOLD, bot->person, seat);
        trey_refused refused = floor_refusal(floor, table, command);
        bool mine = refused == TREY_REFUSED_NONE || refused == TREY_REFUSED_NOT_VIEWED;
        return mine && play(floor, table, bot, seat, command);
    }
    if (state->phase != TREY_PHASE_BETTING || floor->winding_down) return false;
    if (table->offered == seat) return bank(floor, table, bot, seat, command);
    if (dealer_wants_bank(floor, table)) return false;
    return bet(floor, table, bot, seat, command);
}

/* Enough for the largest bets of a while, and for a bank. */
static void buy_chips(trey_floor *floor, const floor_table *table, const floor_bot *bot) {
    const trey_table_config *config = &table_state(floor, table)->config;
    trey_cents enough = 50 * config->minimum[TREY_WAGER_ANTE] + config->jackpot_bet * 10;
    if (table->service.bots_bank && dealer_banked_by_players(floor, table))
        enough += 2 * table->service.bot_bank;
    trey_reply reply;
    if (floor_chips(floor, bot->person) < enough)
        floor_buy_in(floor, NULL, bot->person, 4 * enough, &reply);
}

bool bots_next(trey_floor *floor, floor_table *table, trey_command *command) {
    const trey_table *state = table_state(floor, table);
    for (unsigned i = 0; i < table->bots; i++) {
        if (state->phase <= TREY_PHASE_BETTING) buy_chips(floor, table, &table->bot[i]);
        if (one_next(floor, table, &table->bot[i], command)) return true;
    }
    return false;
}
