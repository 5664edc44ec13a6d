/* floor_can.c -- what a person can do at this moment, found by asking the engine.
 *
 * Candidates are made up for every verb, and trey_decide says which would be taken. Where
 * an amount is free, the ends of what is taken are looked for among the sums that limits
 * and stakes suggest; none of them is believed before the engine has agreed. The deal is
 * never asked with real cards. */
#include <string.h>

#include "floor_parts.h"

/* A number that is nobody's: what the engine says of it holds for every stranger. */
#define STRANGER ((trey_player)FLOOR_STRANGER)

trey_command player_command(trey_verb verb, trey_player player, unsigned seat) {
    const trey_command command = {.verb = (uint8_t)verb,
                                  .role = TREY_ROLE_PLAYER,
                                  .seat = (uint8_t)seat,
                                  .actor = player,
                                  .player = player};
    return command;
}

trey_command staff_command(trey_verb verb, unsigned role) {
    const trey_command command = {.verb = (uint8_t)verb, .role = (uint8_t)role};
    return command;
}

trey_command somebodys_command(trey_verb verb, unsigned role) {
    trey_command command = staff_command(verb, role);
    command.actor = STRANGER;
    command.second = STRANGER - 1;
    command.second_role = TREY_ROLE_SHIFT_MANAGER;
    return command;
}

trey_refused floor_refusal(trey_floor *floor, const floor_table *table,
                           const trey_command *command) {
    trey_decide(table_rules(floor, table), table_state(floor, table), command, &floor->decision);
    return floor->decision.refused;
}

/* What the events of the last question would take from the player. */
static trey_cents cost_of(trey_floor *floor, const floor_table *table, trey_player player) {
    trey_cents cost = 0;
    for (unsigned i = 0; i < floor->decision.count; i++) {
        trey_posting posting[TREY_POSTINGS];
        size_t count = trey_event_postings(table_rules(floor, table), table_state(floor, table),
                                           &floor->decision.event[i], posting);
        for (size_t p = 0; p < count; p++) {
            if (posting[p].player != player) continue;
            if (posting[p].from == TREY_ACCOUNT_PLAYER) cost += posting[p].cents;
            if (posting[p].to == TREY_ACCOUNT_PLAYER) cost -= posting[p].cents;
        }
    }
    return cost;
}

bool floor_takes(trey_floor *floor, const floor_table *table, const trey_command *command,
                 trey_cents *cost) {
    if (floor_refusal(floor, table, command) != TREY_REFUSED_NONE) return false;
    if (cost) *cost = cost_of(floor, table, command->player);
    return true;
}

/* ---- One list ------------------------------------------------------------------------------ */
typedef struct asking {
    trey_floor *floor;
    floor_table *table;
    const trey_table *state;
    trey_player player;
    trey_cents chips;
    json_t *list;
} asking;

static json_t *add(asking *a, const char *word, unsigned seat) {
    json_t *entry = json_object();
    json_object_set_new(entry, "do", json_string(word));
    if (seat) json_object_set_new(entry, "seat", json_integer(seat));
    json_array_append_new(a->list, entry);
    return entry;
}

/* Would it be taken, and has he the chips for it? */
static bool takes(asking *a, const trey_command *command) {
    trey_cents cost;
    return floor_takes(a->floor, a->table, command, &cost) && cost <= a->chips;
}

static void try_plain(asking *a, trey_verb verb, unsigned seat) {
    trey_command command = player_command(verb, a->player, seat);
    if (takes(a, &command)) add(a, trey_verb_word(verb), seat);
}

/* The smallest and the largest of the candidates that are taken; false where none is. */
static bool try_range(asking *a, trey_command *command, const trey_cents *candidate, unsigned count,
                      trey_cents *least, trey_cents *most) {
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        command->amount = candidate[i];
        if (candidate[i] <= 0 || !takes(a, command)) continue;
        if (!any || candidate[i] < *least) *least = candidate[i];
        if (!any || candidate[i] > *most) *most = candidate[i];
        any = true;
    }
    return any;
}

static void add_range(asking *a, const char *word, const trey_command *command, trey_cents least,
                      trey_cents most) {
    json_t *entry = add(a, word, command->seat);
    if (command->verb == TREY_VERB_BET)
        json_object_set_new(entry, "wager", json_string(trey_wager_word(command->wager)));
    json_object_set_new(entry, "least", json_integer(least));
    json_object_set_new(entry, "most", json_integer(most));
}

/* What lies there of this stake, all told and of this player. */
static void laid(const trey_box *box, unsigned stake, trey_player player, trey_cents *all,
                 trey_cents *his) {
    *all = *his = 0;
    for (unsigned i = 0; i < box->bettors; i++) {
        *all += box->bettor[i].stake[stake];
        if (box->bettor[i].player == player) *his = box->bettor[i].stake[stake];
    }
}

static void try_bets(asking *a, unsigned seat) {
    const trey_box *box = &a->state->box[seat - 1];
    trey_command command = player_command(TREY_VERB_BET, a->player, seat);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        if (!trey_wager_limited(wager)) continue;
        trey_cents low = a->state->config.minimum[wager];
        trey_cents high = a->state->config.maximum[wager], all, his, least, most;
        laid(box, wager, a->player, &all, &his);
        const trey_cents candidate[] = {1,    low,        low - all,  low - his,
                                        high, high - all, high - his, a->chips};
        command.wager = (uint8_t)wager;
        if (try_range(a, &command, candidate, sizeof candidate / sizeof *candidate, &least, &most))
            add_range(a, "bet", &command, least, most);
    }
    command.wager = TREY_WAGER_PROGRESSIVE;
    command.amount = 0;
    trey_cents cost;
    if (floor_takes(a->floor, a->table, &command, &cost) && cost <= a->chips) {
        json_t *entry = add(a, "bet", seat);
        json_object_set_new(entry, "wager", json_string(trey_wager_word(command.wager)));
        json_object_set_new(entry, "amount", json_integer(a->state->config.jackpot_bet));
    }
}

static void try_withdrawals(asking *a, unsigned seat) {
    trey_command command = player_command(TREY_VERB_WITHDRAW, a->player, seat);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        command.wager = (uint8_t)wager;
        if (!takes(a, &command)) continue;
        json_t *entry = add(a, "withdraw", seat);
        json_object_set_new(entry, "wager", json_string(trey_wager_word(command.wager)));
        json_object_set_new(entry, "amount", json_integer(a->floor->decision.event[0].amount));
    }
}

static void try_bank(asking *a, unsigned seat) {
    trey_command command = player_command(TREY_VERB_BANK, a->player, seat);
    const trey_cents candidate[] = {1, a->chips};
    trey_cents least, most;
    if (try_range(a, &command, candidate, 2, &least, &most))
        add_range(a, "bank", &command, least, most);
}

static void try_fund(asking *a, unsigned seat) {
    const trey_box *box = &a->state->box[seat - 1];
    trey_command command = player_command(TREY_VERB_FUND, a->player, seat);
    trey_cents ante, play, his, least, most;
    laid(box, TREY_WAGER_PLAY, a->player, &play, &his);
    laid(box, TREY_WAGER_ANTE, a->player, &ante, &his);
    const trey_cents candidate[] = {1, his, ante - play, a->chips};
    if (box->bettors > 1 && try_range(a, &command, candidate, 4, &least, &most))
        add_range(a, "fund", &command, least, most);
}

/* Which of a player's wagers a fold gives up: the book says it of each. */
static json_t *fold_loses(asking *a, unsigned seat, bool keeps) {
    const trey_rulebook *book = table_book(a->floor, a->table);
    const trey_box *box = &a->state->box[seat - 1];
    json_t *list = json_array();
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        trey_cents all, his;
        laid(box, wager, a->player, &all, &his);
        bool jackpot = row->judge == TREY_JUDGE_JACKPOT;
        if (his <= 0 || row->placed == TREY_PLACED_DECISION) continue;
        if (jackpot && box->jackpot != TREY_JACKPOT_VALID) continue;
        int64_t word = trey_rule_word(trey_rulebook_rule(book, (trey_key)row->fold));
        bool declared = word == TREY_FOLD_LIVES_IF_DECLARED && keeps;
        if (word != TREY_FOLD_LIVES && !declared)
            json_array_append_new(list, json_string(trey_wager_word(wager)));
    }
    return list;
}

static void try_decisions(asking *a, unsigned seat) {
    trey_command command = player_command(TREY_VERB_PLAY, a->player, seat);
    if (takes(a, &command)) {
        json_t *entry = add(a, "play", seat);
        trey_cents all, his;
        laid(&a->state->box[seat - 1], TREY_WAGER_ANTE, a->player, &all, &his);
        /* Of a wager that several share it is the whole that must equal the Ante. */
        const trey_cents candidate[] = {his, all};
        for (unsigned i = 0; i < 2; i++) {
            command.amount = candidate[i];
            if (candidate[i] <= 0 || !takes(a, &command)) continue;
            json_object_set_new(entry, "amount", json_integer(candidate[i]));
            break;
        }
    }
    command = player_command(TREY_VERB_FOLD, a->player, seat);
    if (!takes(a, &command)) return;
    json_object_set_new(add(a, "fold", seat), "loses", fold_loses(a, seat, false));
    /* Said or not said makes a difference in some books only. */
    const trey_rule *fold =
        trey_rulebook_rule(table_book(a->floor, a->table), TREY_KEY_FOLD_PAIR_PLUS);
    trey_cents all, his;
    laid(&a->state->box[seat - 1], TREY_WAGER_PAIR_PLUS, a->player, &all, &his);
    if (all > 0 && trey_rule_word(fold) == TREY_FOLD_LIVES_IF_DECLARED) {
        json_t *keeping = add(a, "fold", seat);
        json_object_set_new(keeping, "keep", json_true());
        json_object_set_new(keeping, "loses", fold_loses(a, seat, true));
    }
}

/* Hands that the engine would let a player play, if only there were chips for it. */
json_t *floor_short(trey_floor *floor, floor_table *table, trey_player player) {
    const trey_table *state = table_state(floor, table);
    trey_cents chips = floor_chips(floor, player), cost;
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= state->config.positions; seat++) {
        trey_command play = player_command(TREY_VERB_PLAY, player, seat);
        if (!floor_takes(floor, table, &play, &cost) || cost <= chips) continue;
        json_array_append_new(
            list, json_pack("{s:i, s:I}", "seat", (int)seat, "amount", (json_int_t)cost));
    }
    return list;
}

/* Jackpot bets that the closing call would return as things stand [mbs 5.12.1]: asked of it. */
json_t *floor_goes_back(trey_floor *floor, floor_table *table, trey_player player) {
    const trey_table *state = table_state(floor, table);
    const trey_command close = staff_command(TREY_VERB_CLOSE, TREY_ROLE_DEALER);
    json_t *list = json_array();
    if (state->phase != TREY_PHASE_BETTING || !floor_takes(floor, table, &close, NULL)) return list;
    for (unsigned i = 0; i < floor->decision.count; i++) {
        const trey_event *event = &floor->decision.event[i];
        if (event->kind != TREY_EVENT_JACKPOT_ALONE || event->player != player) continue;
        const trey_rule *needs =
            trey_rulebook_rule(table_book(floor, table), TREY_KEY_PROGRESSIVE_NEEDS);
        char text[TREY_VALUE_TEXT_MAX];
        json_array_append_new(
            list, json_pack("{s:i, s:s, s:s}", "seat", (int)event->seat, "wager",
                            trey_wager_word(TREY_WAGER_PROGRESSIVE), "needs",
                            trey_value_print(TREY_KEY_PROGRESSIVE_NEEDS, needs->value, text)));
    }
    return list;
}

static void try_choices(asking *a, unsigned seat) {
    for (uint8_t back = 0; back < 2; back++) {
        trey_command command = player_command(TREY_VERB_CHOOSE, a->player, seat);
        command.part = back;
        if (takes(a, &command))
            json_object_set_new(add(a, "choose", seat), "back", json_boolean(back));
    }
}

/* Where staff run the table; an automatic dealer places no bets. */
static void try_entrust(asking *a, unsigned seat) {
    trey_command command = player_command(TREY_VERB_ENTRUST, a->player, seat);
    command.part = a->state->box[seat - 1].entrusted;
    if (!(a->table->served && a->table->service.automatic) && takes(a, &command))
        add(a, trey_verb_word(TREY_VERB_ENTRUST), seat);
}

static void player_can(asking *a) {
    for (unsigned seat = 1; seat <= a->state->config.positions; seat++) {
        try_plain(a, TREY_VERB_SIT, seat);
        try_plain(a, TREY_VERB_LEAVE, seat);
        try_entrust(a, seat);
        try_bank(a, seat);
        try_bets(a, seat);
        try_withdrawals(a, seat);
        try_plain(a, TREY_VERB_VIEW, seat);
        try_fund(a, seat);
        try_decisions(a, seat);
        try_plain(a, TREY_VERB_CONTINUE, seat);
        try_plain(a, TREY_VERB_HIDE, seat);
        try_choices(a, seat);
    }
    try_plain(a, TREY_VERB_PASS, TREY_NO_SEAT);
    if (ready_can_say(a->floor, a->table, a->player)) add(a, "ready", TREY_NO_SEAT);
}

/* ---- Staff ------------------------------------------------------------------------------------
 */
static void try_staff(asking *a, trey_verb verb, unsigned role, unsigned seat) {
    trey_command command = somebodys_command(verb, role);
    command.seat = (uint8_t)seat;
    if (floor_takes(a->floor, a->table, &command, NULL)) add(a, trey_verb_word(verb), seat);
}

/* A deck in order: what matters is whether the time has come to deal. */
static void try_deal(asking *a, unsigned role) {
    bool physical = !trey_house_terms(a->floor->house, a->table->index)->config.system_deck;
    trey_command command = somebodys_command(TREY_VERB_DECK, role);
    command.count = TREY_CARDS;
    for (unsigned i = 0; i < TREY_CARDS; i++) command.cards[i] = (trey_card)i;
    bool shared = trey_fairness_due(trey_house_fairness(a->floor->house, a->table->index)) == 0;
    if (shared && floor_takes(a->floor, a->table, &command, NULL))
        add(a, physical ? "deck" : "deal", 0);
    if (physical && trey_next_place(table_rules(a->floor, a->table), a->state) != TREY_PLACE_NONE &&
        role >= TREY_ROLE_DEALER &&
        (a->state->gate == TREY_GATE_NONE || a->state->gate == TREY_GATE_MENDING))
        add(a, "card", 0);
    if (physical) try_staff(a, TREY_VERB_RECALL, role, 0);
}

static void try_reports(asking *a, unsigned role) {
    json_t *kinds = json_array();
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        trey_command command = somebodys_command(TREY_VERB_REPORT, role);
        command.kind = (uint8_t)kind;
        trey_refused refused = floor_refusal(a->floor, a->table, &command);
        /* What is missing can be stated. */
        bool possible = refused == TREY_REFUSED_NONE || refused == TREY_REFUSED_MISSING_FACT ||
                        refused == TREY_REFUSED_NO_SEAT_NAMED ||
                        refused == TREY_REFUSED_NO_SUCH_PLAYER ||
                        refused == TREY_REFUSED_BAD_AMOUNT ||
                        refused == TREY_REFUSED_NO_SUCH_RULING; /* a mode, after a jackpot fault */
        if (possible)
            json_array_append_new(kinds,
                                  json_string(trey_irregularity_name((trey_irregularity)kind)));
    }
    if (json_array_size(kinds) > 0) {
        json_object_set_new(add(a, "report", 0), "kinds", kinds);
    } else {
        json_decref(kinds);
    }
}

/* At one seat, about any of its wagers. Which amount will do is asked when it is given. */
static bool ruling_possible_at(asking *a, unsigned role, unsigned ruling, unsigned seat) {
    const trey_box *box = seat ? &a->state->box[seat - 1] : NULL;
    bool wagers = trey_ruling_row_of((trey_ruling_kind)ruling)->names & TREY_NAMES_WAGER;
    trey_command command = somebodys_command(TREY_VERB_RULE, role);
    command.ruling = (uint8_t)ruling;
    command.seat = (uint8_t)seat;
    command.player = !box ? TREY_NOBODY : box->bettors ? box->bettor[0].player : box->seated;
    command.amount = 1;
    strcpy(command.reason, "?");
    for (unsigned wager = 0; wager < (wagers ? TREY_WAGER_COUNT : 1); wager++) {
        command.wager = (uint8_t)wager;
        trey_refused refused = floor_refusal(a->floor, a->table, &command);
        if (refused == TREY_REFUSED_NONE || refused == TREY_REFUSED_UNDER_MINIMUM) return true;
    }
    return false;
}

static bool ruling_possible(asking *a, unsigned role, unsigned ruling) {
    for (unsigned seat = 0; seat <= a->state->config.positions; seat++) {
        if (ruling_possible_at(a, role, ruling, seat)) return true;
    }
    return false;
}

static void try_rulings(asking *a, unsigned role) {
    json_t *rulings = json_array();
    for (unsigned ruling = 0; ruling < TREY_RULING_COUNT; ruling++) {
        if (ruling_possible(a, role, ruling))
            json_array_append_new(rulings, json_string(trey_ruling_word((trey_ruling_kind)ruling)));
    }
    if (json_array_size(rulings) > 0) {
        json_object_set_new(add(a, "rule", 0), "rulings", rulings);
    } else {
        json_decref(rulings);
    }
}

/* The dealer offers the bank on where somebody neither takes it nor passes. */
static void try_pass(asking *a, unsigned role) {
    unsigned seat = a->table->offered;
    if (!seat) return;
    trey_command command = somebodys_command(TREY_VERB_PASS, role);
    command.player = a->state->box[seat - 1].seated;
    if (floor_takes(a->floor, a->table, &command, NULL))
        json_object_set_new(add(a, "pass", TREY_NO_SEAT), "player", json_integer(command.player));
}

static void staff_can(asking *a, unsigned role) {
    static const trey_verb calls[] = {TREY_VERB_OPEN,   TREY_VERB_CLOSE,   TREY_VERB_REVEAL,
                                      TREY_VERB_SETTLE, TREY_VERB_CONFIRM, TREY_VERB_DROP,
                                      TREY_VERB_TIME};
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) try_staff(a, calls[i], role, 0);
    try_deal(a, role);
    for (unsigned seat = 1; seat <= a->state->config.positions; seat++)
        try_staff(a, TREY_VERB_LOOK, role, seat);
    if (a->state->mending != TREY_MENDING_NOTHING) add(a, "mend", 0);
    try_pass(a, role);
    try_reports(a, role);
    try_rulings(a, role);
}

json_t *floor_can(trey_floor *floor, floor_table *table, unsigned role, trey_player player) {
    asking a = {.floor = floor,
                .table = table,
                .state = table_state(floor, table),
                .player = player,
                .list = json_array()};
    if (role == FLOOR_NO_ROLE) return a.list;
    if (role > TREY_ROLE_PLAYER) {
        staff_can(&a, role);
    } else if (player == TREY_NOBODY) {
        a.player = STRANGER;
        for (unsigned seat = 1; seat <= a.state->config.positions; seat++)
            try_plain(&a, TREY_VERB_SIT, seat);
    } else {
        a.chips = floor_chips(floor, player);
        player_can(&a);
    }
    return a.list;
}
