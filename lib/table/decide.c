/* decide.c -- a command: checked for form, role and seat, then decided.
 *
 * The order of the checks is the order of the refusals in table.h: what is
 * malformed is refused before what is forbidden. */
#include "decide.h"

void refuse(deciding *d, trey_refused refused, unsigned key) {
    d->decision->refused = refused;
    d->decision->key = (uint16_t)key;
}

void refuse_trouble(deciding *d, trey_refused refused, trey_irregularity kind) {
    d->decision->refused = refused;
    d->decision->trouble = (uint16_t)kind;
}

static void (*const decides[TREY_VERB_COUNT])(deciding *d) = {
#define DECIDES(constant, word, ...) [TREY_VERB_##constant] = decide_##word,
    TREY_VERBS(DECIDES)
#undef DECIDES
};

/* Staff act for a player where the book lets them place bets; a seat, cards and decisions are the
 * player's own [mbs 3.6] [rws 5.22] [ca-six-card Round 2]. The house dealer offers the bank, and
 * offers it on when it is not taken up [ca-six-card Round 10]. */
static bool staff_may(const deciding *d, const trey_verb_row *row) {
    return (row->traits & TREY_TRAIT_STAFF) &&
           d->command->role >= rule(d->rules, TREY_KEY_BET_BY_STAFF);
}

/* Where the house asks for consent a player's chips are moved by staff only for somebody who sits
 * here and has asked for it. */
bool chips_entrusted(const trey_table *table, trey_player player) {
    if (!table->config.consent) return true;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (box_at(table, seat)->seated == player && box_at(table, seat)->entrusted) return true;
    }
    return false;
}

static bool moves_chips(const trey_verb_row *row) {
    return row->needs & (1u << TREY_GIVES_WAGER | 1u << TREY_GIVES_AMOUNT);
}

/* While something is unresolved only what resolves it goes through. While hands are put right the
 * rest of the deal may be entered, and people may come and go; but nobody looks, decides or settles
 * on hands that are not right. */
static trey_refused gate_refusal(const trey_table *table, const trey_verb_row *row) {
    static const uint8_t refused[TREY_GATES] = {
        [TREY_GATE_REPORT] = TREY_REFUSED_REPORT_OPEN,
        [TREY_GATE_RULING] = TREY_REFUSED_RULING_DUE,
        [TREY_GATE_OPTIONS] = TREY_REFUSED_OPTIONS_OPEN,
        [TREY_GATE_WITHDRAWAL] = TREY_REFUSED_OPTIONS_OPEN,
        [TREY_GATE_MENDING] = TREY_REFUSED_MEND_DUE,
    };
    TREY_ASSERT(table->gate < TREY_GATES);
    bool passes = row->passes >> table->gate & 1u;
    return passes ? TREY_REFUSED_NONE : (trey_refused)refused[table->gate];
}

/* The checks one by one, in the order of precedence, for a command that is not
 * plainly in order. True when it may be decided after all. */
__attribute__((cold, noinline)) static bool passes(deciding *d, const trey_verb_row *row) {
    const trey_command *command = d->command;
    const trey_table *table = d->table;
    trey_refused gate = gate_refusal(table, row);
    if (command->role > TREY_ROLE_SHIFT_MANAGER) {
        refuse(d, TREY_REFUSED_NO_SUCH_ROLE, TREY_NO_KEY);
    } else if (row->names_seat && (command->seat < 1 || command->seat > table->config.positions)) {
        refuse(d, TREY_REFUSED_NO_SUCH_SEAT, TREY_KEY_POSITIONS);
    } else if (row->own && command->player == TREY_NOBODY) {
        refuse(d, TREY_REFUSED_NO_SUCH_PLAYER, TREY_NO_KEY);
    } else if (command->role < row->from) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, row->key);
    } else if (row->own && command->role == TREY_ROLE_PLAYER && command->actor != command->player) {
        refuse(d, TREY_REFUSED_NOT_YOURS, row->key);
    } else if (row->own && command->role > TREY_ROLE_PLAYER && !staff_may(d, row)) {
        refuse(d, TREY_REFUSED_NOT_YOURS, row->key);
    } else if (row->own && command->role > TREY_ROLE_PLAYER && moves_chips(row) &&
               !chips_entrusted(table, command->player)) {
        refuse(d, TREY_REFUSED_NOT_ENTRUSTED, row->key);
    } else if (gate != TREY_REFUSED_NONE) {
        refuse(d, gate, TREY_NO_KEY);
    } else {
        return true;
    }
    return false;
}

/* The house itself has nobody beside it: a round that the system's own failure interrupted ends as
 * the book says. Anybody else needs another person, in the role that corrects the record or above.
 */
bool seconded(deciding *d) {
    const trey_command *command = d->command;
    if (command->actor == TREY_NOBODY) return true;
    bool other = command->second != TREY_NOBODY && command->second != command->actor;
    if (other && command->second_role >= rule(d->rules, TREY_KEY_ROLE_CORRECT)) return true;
    refuse(d, TREY_REFUSED_SECOND_PERSON, TREY_KEY_ROLE_CORRECT);
    return false;
}

void trey_decide(const trey_rules *rules, const trey_table *table, const trey_command *command,
                 trey_decision *decision) {
    deciding d = {.rules = rules, .table = table, .command = command, .decision = decision};
    decision->refused = TREY_REFUSED_NONE;
    decision->key = decision->trouble = decision->fact = decision->wager = TREY_NO_KEY;
    decision->count = 0;
    if (command->verb >= TREY_VERB_COUNT) {
        refuse(&d, TREY_REFUSED_NO_SUCH_COMMAND, TREY_NO_KEY);
        return;
    }
    const trey_verb_row *row = trey_verb_row_of((trey_verb)command->verb);
    /* Nearly every command is in order, and these few tests say so. */
    bool plain =
        table->gate == TREY_GATE_NONE && command->role == row->from &&
        (!row->names_seat || (uint8_t)(command->seat - 1) < table->config.positions) &&
        (!row->own || (command->player != TREY_NOBODY && command->actor == command->player));
    if (plain || passes(&d, row)) decides[command->verb](&d);
    TREY_ASSERT((decision->refused == TREY_REFUSED_NONE) == (decision->count > 0));
}

/* Is it what the book says, where the book gives an amount? */
static bool as_said(const trey_rules *rules, trey_key key, trey_cents amount) {
    trey_cents said = trey_rulebook_rule(rules->book, key)->value.n;
    return said == TREY_CONFIGURED || said == amount;
}

static bool jackpot_good(const trey_rules *rules, trey_cents bet, trey_cents contribution,
                         trey_cents reset, trey_cents meter) {
    if (!as_said(rules, TREY_KEY_JACKPOT_BET, bet) ||
        !as_said(rules, TREY_KEY_JACKPOT_CONTRIBUTION, contribution) ||
        !as_said(rules, TREY_KEY_JACKPOT_RESET, reset))
        return false;
    return bet > 0 && bet <= TREY_LIMIT_MAX && contribution >= 0 && contribution <= bet &&
           reset >= 0 && reset <= TREY_METER_MAX && meter >= 0 && meter <= TREY_METER_MAX;
}

/* What the display of a linked jackpot shows. Bet, contribution and reset value are
 * the link's too, and stay as they are while a round runs. */
void decide_meter(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    bool same = command->display.bet == table->config.jackpot_bet &&
                command->display.contribution == table->config.jackpot_contribution &&
                command->display.reset == table->config.jackpot_reset;
    if (!table->config.jackpot) {
        refuse(d, TREY_REFUSED_JACKPOT_CLOSED, TREY_KEY_JACKPOT_BET);
    } else if (!jackpot_good(d->rules, command->display.bet, command->display.contribution,
                             command->display.reset, command->amount)) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_KEY_JACKPOT_BET);
    } else if (!same && table->phase != TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_ROUND_RUNNING, TREY_KEY_JACKPOT_BET);
    } else {
        trey_event *event = emit_at(d, TREY_EVENT_METER_SHOWN, 0, TREY_NOBODY, command->amount);
        event->display.bet = command->display.bet;
        event->display.contribution = command->display.contribution;
        event->display.reset = command->display.reset;
    }
}

static bool within(const trey_rules *rules, trey_key key, trey_cents amount) {
    const trey_value range = trey_rulebook_rule(rules->book, key)->value;
    return amount > 0 && amount >= range.n && amount <= range.d;
}

static bool limits_good(const trey_rules *rules, trey_cents low, trey_cents high) {
    return low <= high && high <= TREY_LIMIT_MAX && within(rules, TREY_KEY_MINIMUM_ALLOWED, low) &&
           within(rules, TREY_KEY_MAXIMUM_ALLOWED, high);
}

static bool offers_limits(const trey_rules *rules, unsigned wager) {
    return wager < TREY_STAKES && trey_wager(wager)->placed == TREY_PLACED_LIMITED &&
           rules->has[wager];
}

static void refuse_limit(deciding *d, trey_refused refused, unsigned key, unsigned wager) {
    refuse(d, refused, key);
    d->decision->wager = (uint16_t)wager;
}

/* Is every wager one that has limits here? */
static bool limits_offered(deciding *d) {
    const trey_command *command = d->command;
    if (command->limits.count < 1 || command->limits.count > TREY_LIMITED) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
        return false;
    }
    for (unsigned i = 0; i < command->limits.count; i++) {
        unsigned wager = command->limits.wager[i];
        if (offers_limits(d->rules, wager)) continue;
        refuse_limit(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS, wager);
        return false;
    }
    return true;
}

/* Is each pair one that the book allows, and none given twice? */
static bool limits_right(deciding *d) {
    const trey_command *command = d->command;
    unsigned named = 0;
    for (unsigned i = 0; i < command->limits.count; i++) {
        unsigned wager = command->limits.wager[i], bit = 1u << wager;
        trey_cents least = command->limits.least[i];
        bool good = limits_good(d->rules, least, command->limits.most[i]);
        if (!good || named & bit) {
            trey_key key = within(d->rules, TREY_KEY_MINIMUM_ALLOWED, least)
                               ? TREY_KEY_MAXIMUM_ALLOWED
                               : TREY_KEY_MINIMUM_ALLOWED;
            refuse_limit(d, TREY_REFUSED_BAD_LIMITS, key, wager);
            return false;
        }
        named |= bit;
    }
    return true;
}

/* What the sign at the table says, from the next round on: bets that lie there were made
 * under the old one [mbs 3.4] [rws 3.3]. A sign is changed as a whole: one event a wager,
 * and none where one of them is wrong. */
void decide_limits(deciding *d) {
    const trey_command *command = d->command;
    const char *reason = command->limits.reason;
    bool given = reason[0] != '\0' && memchr(reason, '\0', sizeof command->limits.reason);
    if (!limits_offered(d)) return;
    if (d->table->phase != TREY_PHASE_IDLE) {
        refuse(d, TREY_REFUSED_ROUND_RUNNING, TREY_KEY_LIMITS_SHOWN);
    } else if (!given) {
        refuse(d, TREY_REFUSED_NO_REASON, TREY_KEY_LIMITS_SHOWN);
    } else if (limits_right(d)) {
        for (unsigned i = 0; i < command->limits.count; i++) {
            trey_event *event = emit(d, TREY_EVENT_LIMITS);
            event->wager = command->limits.wager[i];
            event->limits.least = command->limits.least[i];
            event->limits.most = command->limits.most[i];
            memcpy(event->limits.reason, reason, strnlen(reason, sizeof event->limits.reason));
        }
    }
}

trey_config_fault trey_table_open(const trey_rules *rules, const trey_table_config *config,
                                  trey_cents meter, trey_table *table) {
    const trey_value positions = trey_rulebook_rule(rules->book, TREY_KEY_POSITIONS)->value;
    if (config->positions < positions.n || config->positions > positions.d)
        return TREY_CONFIG_POSITIONS;
    bool device = false;
    for (uint64_t list = (uint64_t)trey_rulebook_rule(rules->book, TREY_KEY_DEVICES)->value.n; list;
         list >>= 4) {
        device |= (list & 15u) == (uint64_t)config->device + 1;
    }
    if (!device) return TREY_CONFIG_DEVICE;
    if (!limits_good(rules, config->minimum[TREY_WAGER_ANTE], config->maximum[TREY_WAGER_ANTE])) {
        return TREY_CONFIG_LIMITS;
    }
    for (unsigned wager = TREY_WAGER_ANTE + 1; wager < TREY_STAKES; wager++) {
        bool offered = config->minimum[wager] != 0 || config->maximum[wager] != 0;
        if (!offered || trey_wager(wager)->placed == TREY_PLACED_DECISION) continue;
        if (!limits_good(rules, config->minimum[wager], config->maximum[wager]) ||
            !offers_limits(rules, wager))
            return TREY_CONFIG_LIMITS;
    }
    if (config->second_from < 0 || config->second_from > TREY_LIMIT_MAX) return TREY_CONFIG_LIMITS;
    if (config->jackpot) {
        bool good = rules->has_jackpot &&
                    jackpot_good(rules, config->jackpot_bet, config->jackpot_contribution,
                                 config->jackpot_reset, meter);
        if (!good) return TREY_CONFIG_JACKPOT;
    }
    bool scheduled = trey_rulebook_schedules(rules->book) > 0;
    bool known = trey_rulebook_schedule_option(rules->book, config->schedule) != NULL;
    bool fee = config->fee_supplied == TREY_FEE_UNREADABLE ||
               (config->fee_supplied >= 0 && config->fee_supplied <= TREY_LIMIT_MAX);
    if (scheduled ? !known || !fee : config->schedule != 0) return TREY_CONFIG_SCHEDULE;
    memset(table, 0, sizeof *table);
    table->config = *config;
    table->config.zero = 0;
    table->meter =
        (trey_meter){config->jackpot ? meter : 0, config->jackpot ? config->jackpot_reset : 0};
    return TREY_CONFIG_GOOD;
}
