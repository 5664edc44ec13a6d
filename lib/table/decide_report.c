/* decide_report.c -- facts in, remedy and paragraph out.
 *
 * A report states what happened. What the record itself knows (has an outcome
 * been established, was the hand bet with an Ante, is betting closed) is taken
 * from the record; the rest must be stated, and only if the remedy depends on
 * it. The remedy is carried out when it is confirmed. */
#include "remedies.h"

enum { UNKNOWN = 0xff };

/* Has any wager been won or lost already? [mbs 5.16] [rws 5.7] */
static bool outcome_established(const trey_rules *rules, const trey_table *table) {
    if (table->revealed) return true;
    if (rule(rules, TREY_KEY_OUTCOME) == TREY_OUTCOME_DEALER_REVEAL) return false;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            if (!box->invalid && box->bettor[i].choice == TREY_CHOICE_FOLD) return true;
        }
    }
    return false;
}

static bool any_viewed(const trey_table *table, unsigned seats) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if ((seats & seat_bit(seat)) && box_at(table, seat)->viewed) return true;
    }
    return false;
}

static bool any_ante(const trey_table *table, unsigned seats) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if ((seats & seat_bit(seat)) && box_stake(box_at(table, seat), TREY_STAKE_ANTE) > 0)
            return true;
    }
    return false;
}

/* What the record says of a fact, or UNKNOWN where a person must say it. */
static unsigned recorded(const deciding *d, trey_fact fact, unsigned seats) {
    const trey_table *table = d->table;
    switch (fact) {
    case TREY_FACT_ESTABLISHED:
        return outcome_established(d->rules, table) ? TREY_ESTABLISHED_YES : TREY_ESTABLISHED_NONE;
    case TREY_FACT_NOTICED:
        return table->phase <= TREY_PHASE_BETTING ? TREY_NOTICED_BEFORE_CLOSE
                                                  : TREY_NOTICED_AFTER_CLOSE;
    case TREY_FACT_DECISION:
        return seats_waiting(d) & seats ? TREY_OPEN_YES : TREY_OPEN_NONE;
    case TREY_FACT_HELD:
        return any_ante(table, seats) ? TREY_HELD_ANTE : TREY_HELD_PAIR_PLUS_ONLY;
    case TREY_FACT_VIEWED:
        return any_viewed(table, seats) ? TREY_VIEWED_SOME : TREY_VIEWED_NONE;
    case TREY_FACT_OCCASION:
        return flags_of(table, d->command->player) & TREY_PLAYER_UNDER_MINIMUM
                   ? TREY_OCCASION_AGAIN
                   : TREY_OCCASION_FIRST;
    case TREY_FACT_UNEQUAL: {
        trey_cents ante =
            seats ? box_stake(box_at(table, (unsigned)__builtin_ctz(seats) + 1), TREY_STAKE_ANTE)
                  : 0;
        return d->command->amount > ante ? TREY_UNEQUAL_ABOVE : TREY_UNEQUAL_BELOW;
    }
    case TREY_FACT_EXPOSED:
        if (d->command->count == 0) return UNKNOWN;
        return d->command->count == 1 ? TREY_EXPOSED_ONE : TREY_EXPOSED_SEVERAL;
    case TREY_FACT_HANDLED:
        return any_viewed(table, 0xff) ? TREY_FLAG_YES : UNKNOWN;
    /* Looks are recorded; that nobody looked at a physical card is not. */
    case TREY_FACT_SEEN:
        if (any_viewed(table, 0xff)) return TREY_FLAG_YES;
        return table->deck_count > 0 ? TREY_FLAG_NO : UNKNOWN;
    default:
        return UNKNOWN;
    }
}

/* The case that fits; NULL after a refusal. */
static const trey_case *find_case(deciding *d, const trey_trouble *trouble, unsigned seats,
                                  uint8_t answer[TREY_FACT_COUNT]) {
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        unsigned stated = d->command->answer[fact];
        unsigned known = trouble->asks[fact] ? recorded(d, (trey_fact)fact, seats) : UNKNOWN;
        answer[fact] = (uint8_t)(stated ? stated - 1 : known);
        if (stated && !trey_fact_answer((trey_fact)fact, stated - 1)) {
            refuse(d, TREY_REFUSED_MISSING_FACT, TREY_NO_KEY);
            d->decision->fact = (uint16_t)fact;
            return NULL;
        }
        if (stated && trouble->asks[fact] && known != UNKNOWN && known != stated - 1) {
            refuse(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_NO_KEY);
            d->decision->fact = (uint16_t)fact;
            return NULL;
        }
    }
    for (unsigned i = 0; i < trouble->cases; i++) {
        const trey_case *item = &trouble->item[i];
        bool fits = true;
        int asked = -1;
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (item->when[fact] < 0) continue;
            if (answer[fact] == UNKNOWN) {
                asked = (int)fact;
            } else if (answer[fact] != (uint8_t)item->when[fact]) {
                fits = false;
            }
        }
        if (!fits) continue;
        if (asked < 0) return item;
        refuse(d, TREY_REFUSED_MISSING_FACT, TREY_NO_KEY);
        d->decision->fact = (uint16_t)asked;
        return NULL;
    }
    refuse(d, TREY_REFUSED_NO_SUCH_KIND, TREY_NO_KEY);
    return NULL;
}

/* Kinds that can be reported between rounds. */
static bool between_rounds(unsigned kind) {
    return kind == TREY_IRREGULARITY_FOUND_LATER || kind == TREY_IRREGULARITY_AFTER_JACKPOT_FAULT ||
           kind == TREY_IRREGULARITY_BANK_DECLINED || kind == TREY_IRREGULARITY_NOT_COVERED ||
           kind == TREY_IRREGULARITY_DEALER_COUNT || kind == TREY_IRREGULARITY_PLAYER_COUNT ||
           kind == TREY_IRREGULARITY_JACKPOT_FAULT;
}

/* Mistakes of the deal cannot have happened while bets are open. */
static bool about_the_deal(unsigned kind) {
    switch (kind) {
    case TREY_IRREGULARITY_MISDEAL:
    case TREY_IRREGULARITY_DEALER_COUNT:
    case TREY_IRREGULARITY_PLAYER_COUNT:
    case TREY_IRREGULARITY_EXPOSED_CARDS:
    case TREY_IRREGULARITY_BURN_FORGOTTEN:
    case TREY_IRREGULARITY_CARDS_TOGETHER:
    case TREY_IRREGULARITY_OTHER_DEALING_ERROR:
    case TREY_IRREGULARITY_SECOND_LOOK:
        return true;
    default:
        return false;
    }
}

/* Between rounds: a wrong count still undoes the round that was settled last;
 * nothing else can, and there must be one. */
static bool acts_on_settled(const deciding *d, const trey_case *item) {
    bool count = d->command->kind == TREY_IRREGULARITY_DEALER_COUNT ||
                 d->command->kind == TREY_IRREGULARITY_PLAYER_COUNT;
    switch (item->remedy) {
    case TREY_REMEDY_VOID:
    case TREY_REMEDY_INVALIDATE:
        return count && d->table->settled;
    case TREY_REMEDY_RECONSTRUCT:
        return false; /* the cards are gone; a ruling is left */
    default:
        return true;
    }
}

/* Does the remedy act on a position, a player or a way to go on that must be named? */
unsigned remedy_names(unsigned remedy) {
    switch (remedy) {
    case TREY_REMEDY_INVALIDATE:
    case TREY_REMEDY_FOLD:
    case TREY_REMEDY_OPTIONS_AFFECTED:
    case TREY_REMEDY_REJECT_EXCESS:
    case TREY_REMEDY_CAP:
    case TREY_REMEDY_RETURN:
    case TREY_REMEDY_PLAY_TO_ANTE:
    case TREY_REMEDY_PLAY_TO_MAXIMUM:
    case TREY_REMEDY_PLAY_AT_MAXIMUM:
        return TREY_NAMES_SEATS;
    case TREY_REMEDY_BAR:
    case TREY_REMEDY_STOP:
    case TREY_REMEDY_KEEP_VIEWED:
    case TREY_REMEDY_KEEP_FIRST:
        return TREY_NAMES_PLAYER;
    case TREY_REMEDY_CHOOSE_MODE:
        return TREY_NAMES_MODE;
    default:
        return 0;
    }
}

static bool mode_named(deciding *d, unsigned seats) {
    unsigned mode = d->command->mode;
    if (mode == TREY_MODE_NONE || mode > TREY_MODE_WITHOUT_JACKPOT) {
        refuse(d, TREY_REFUSED_NO_SUCH_RULING, TREY_KEY_ROLE_AFTER_FAULT);
    } else if (mode == TREY_MODE_DISABLE && seats == 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_KEY_ROLE_AFTER_FAULT);
    } else {
        return true;
    }
    return false;
}

static bool names_enough(deciding *d, const trey_case *item, unsigned seats) {
    unsigned names = remedy_names(item->remedy);
    if ((names & TREY_NAMES_SEATS) && seats == 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
    } else if ((names & TREY_NAMES_PLAYER) && d->command->player == TREY_NOBODY) {
        refuse(d, TREY_REFUSED_NO_SUCH_PLAYER, TREY_NO_KEY);
    } else {
        return !(names & TREY_NAMES_MODE) || mode_named(d, seats);
    }
    return false;
}

/* Reports about the size of a wager. */
bool about_a_wager(unsigned kind) {
    return kind == TREY_IRREGULARITY_OVER_MAXIMUM || kind == TREY_IRREGULARITY_UNDER_MINIMUM ||
           kind == TREY_IRREGULARITY_PLAY_NOT_ANTE;
}

/* Is what lies there really over the maximum, under the minimum, or unequal? */
static bool size_is_wrong(const deciding *d, unsigned seat, trey_stake stake) {
    const trey_table_config *config = &d->table->config;
    trey_stake limit = stake == TREY_STAKE_PLAY ? TREY_STAKE_ANTE : stake;
    switch (d->command->kind) {
    case TREY_IRREGULARITY_OVER_MAXIMUM:
        return d->command->amount > config->maximum[limit];
    case TREY_IRREGULARITY_UNDER_MINIMUM:
        return d->command->amount < config->minimum[limit];
    case TREY_IRREGULARITY_PLAY_NOT_ANTE:
        return d->command->amount != box_stake(box_at(d->table, seat), TREY_STAKE_ANTE);
    default:
        return true;
    }
}

/* Why chips of this size cannot be reported at this position, or NONE. */
static trey_refused wager_refusal(const deciding *d, unsigned seat, trey_stake stake) {
    const trey_command *command = d->command;
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, seat);
    bool under = command->kind == TREY_IRREGULARITY_UNDER_MINIMUM;
    const trey_trouble *trouble =
        trey_rulebook_trouble(d->rules->book, (trey_irregularity)command->kind);
    if (command->player == TREY_NOBODY) return TREY_REFUSED_NO_SUCH_PLAYER;
    if (command->amount == 0) return TREY_REFUSED_BAD_AMOUNT;
    if (box->bettors > 0 && box->bettor[0].player != command->player)
        return TREY_REFUSED_BOX_NOT_YOURS;
    if (!size_is_wrong(d, seat, stake)) return TREY_REFUSED_FACT_CONTRADICTED;
    /* While bets are open the player is simply asked to correct it. */
    if (under && table->phase == TREY_PHASE_BETTING && !trouble->asks[TREY_FACT_NOTICED])
        return TREY_REFUSED_NOT_CLOSED;
    bool closed = table->phase > TREY_PHASE_BETTING;
    if (closed && box_stake(box, stake) == 0) return TREY_REFUSED_NOTHING_THERE;
    if (stake == TREY_STAKE_PLAY && box->bettor[0].choice != TREY_CHOICE_PLAY)
        return TREY_REFUSED_NOTHING_THERE;
    if (under && !flag_fits(table, command->player)) return TREY_REFUSED_TABLE_FULL;
    return TREY_REFUSED_NONE;
}

/* They must name one position, the wager and what lies there. */
static bool wager_named(deciding *d, unsigned seats) {
    bool unequal = d->command->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE;
    bool under = d->command->kind == TREY_IRREGULARITY_UNDER_MINIMUM;
    trey_stake stake = unequal ? TREY_STAKE_PLAY : stake_of(d->command->wager);
    /* A Play under the minimum is its Ante's fault, and counts once with it. */
    if (under && stake == TREY_STAKE_PLAY) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_PLAY_AMOUNT);
        return false;
    }
    if (seats == 0 || (seats & (seats - 1)) != 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
        return false;
    }
    if (stake == TREY_STAKES ||
        (stake != TREY_STAKE_PLAY && d->table->config.maximum[stake] == 0)) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
        return false;
    }
    trey_refused refused = wager_refusal(d, (unsigned)__builtin_ctz(seats) + 1, stake);
    if (refused == TREY_REFUSED_NONE) return true;
    refuse_trouble(d, refused, (trey_irregularity)d->command->kind);
    return false;
}

/* The positions that a report concerns: those named, or the player's. */
static unsigned concerned(const deciding *d) {
    const trey_command *command = d->command;
    unsigned all = (1u << d->table->config.positions) - 1, seats = command->seats & all;
    bool all_his = command->kind == TREY_IRREGULARITY_HANDS_IN_ERROR;
    if ((seats == 0 || all_his) && command->player != TREY_NOBODY)
        seats = seats_of(d->table, command->player);
    /* A jackpot bet alone has no hand. */
    if (command->kind == TREY_IRREGULARITY_JACKPOT_ALONE) return seats;
    /* Chips may lie where the record has none yet. */
    if (d->table->phase == TREY_PHASE_BETTING && about_a_wager(command->kind)) return seats;
    /* Between rounds positions are named freely, but for hands of the last round. */
    if (d->table->phase == TREY_PHASE_IDLE && command->kind != TREY_IRREGULARITY_PLAYER_COUNT)
        return seats;
    return seats & (seats_in_play(d->table) |
                    (d->table->phase == TREY_PHASE_IDLE ? 0 : seats_of(d->table, command->player)));
}

static bool lies_on_the_table(const trey_table *table, trey_card card) {
    if (memchr(table->dealer, card, table->dealer_dealt)) return true;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (memchr(box_at(table, seat)->card, card, box_at(table, seat)->dealt)) return true;
    }
    return false;
}

/* Reports of cards that everybody has seen may name them. */
bool about_seen_cards(unsigned kind) {
    return kind == TREY_IRREGULARITY_EXPOSED_CARDS || kind == TREY_IRREGULARITY_BOXED_CARD;
}

/* Cards named in a report are cards, and those exposed in the deal were dealt. */
static bool cards_named(deciding *d) {
    const trey_command *command = d->command;
    if (!about_seen_cards(command->kind) || command->count == 0) return true;
    trey_refused refused =
        command->count > TREY_SEEN_CARDS ? TREY_REFUSED_BAD_CARD : cards_refusal(command);
    for (unsigned i = 0; refused == TREY_REFUSED_NONE && i < command->count; i++) {
        bool dealt = command->kind == TREY_IRREGULARITY_EXPOSED_CARDS;
        if (dealt && !lies_on_the_table(d->table, command->cards[i]))
            refused = TREY_REFUSED_CARD_NOT_DEALT;
    }
    if (refused == TREY_REFUSED_NONE) return true;
    refuse_trouble(d, refused, (trey_irregularity)command->kind);
    return false;
}

/* Can this have happened by now? Refuses and returns false if not. */
static bool in_its_time(deciding *d) {
    const trey_command *command = d->command;
    unsigned phase = d->table->phase, kind = command->kind;
    bool late = kind == TREY_IRREGULARITY_LATE_BET || kind == TREY_IRREGULARITY_LATE_WITHDRAWAL;
    bool earlier = command->answer[TREY_FACT_FOUND] == TREY_FOUND_LATER_ROUND + 1;
    if (phase == TREY_PHASE_IDLE && !between_rounds(kind)) {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
    } else if (phase == TREY_PHASE_BETTING && late) {
        refuse(d, TREY_REFUSED_NOT_CLOSED, TREY_KEY_BETTING_CLOSES);
    } else if (phase == TREY_PHASE_BETTING && about_the_deal(kind) && !earlier) {
        refuse(d, TREY_REFUSED_NOT_DEALING, TREY_KEY_DEVICES);
    } else if (phase < TREY_PHASE_DECISION && kind == TREY_IRREGULARITY_HANDS_IN_ERROR) {
        refuse(d, TREY_REFUSED_NO_HAND, TREY_KEY_DEALT_TO);
    } else {
        return true;
    }
    return false;
}

void decide_report(deciding *d) {
    const trey_command *command = d->command;
    if (command->kind >= TREY_IRREGULARITY_COUNT) {
        refuse(d, TREY_REFUSED_NO_SUCH_KIND, TREY_NO_KEY);
        return;
    }
    const trey_trouble *trouble =
        trey_rulebook_trouble(d->rules->book, (trey_irregularity)command->kind);
    if (trouble->absent) {
        refuse(d, TREY_REFUSED_NOT_IN_THIS_GAME, TREY_NO_KEY);
        return;
    }
    if (!in_its_time(d)) return;
    if (command->amount < 0 || command->amount > TREY_LIMIT_MAX) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_NO_KEY);
        return;
    }
    unsigned seats = concerned(d);
    if (about_a_wager(command->kind) && !wager_named(d, seats)) return;
    if (!cards_named(d)) return;
    uint8_t answer[TREY_FACT_COUNT];
    const trey_case *item = find_case(d, trouble, seats, answer);
    if (!item || !names_enough(d, item, seats)) return;
    if (command->kind == TREY_IRREGULARITY_SECOND_LOOK && item->remedy == TREY_REMEDY_INVALIDATE &&
        command->seats == 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
        return;
    }
    if (d->table->phase == TREY_PHASE_IDLE && !acts_on_settled(d, item)) {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
        return;
    }
    if (item->remedy == TREY_REMEDY_BAR || item->remedy == TREY_REMEDY_STOP) {
        if (!flag_fits(d->table, command->player)) {
            refuse(d, TREY_REFUSED_TABLE_FULL, TREY_NO_KEY);
            return;
        }
    }
    trey_event *event = emit(d, TREY_EVENT_REPORTED);
    trey_report *report = &event->report;
    event->player = command->player;
    report->kind = command->kind;
    report->item = (uint8_t)(item - trouble->item);
    report->seats = (uint8_t)seats;
    report->wager =
        command->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE ? TREY_WAGER_PLAY : command->wager;
    report->role = command->role;
    report->mode = command->mode;
    if (about_seen_cards(command->kind)) {
        report->cards = command->count;
        memcpy(report->card, command->cards, command->count);
    }
    memcpy(report->answer, answer, sizeof report->answer);
    report->player = command->player;
    report->amount = command->amount;
}

static const trey_case *pending_case(const deciding *d) {
    const trey_report *report = &d->table->report;
    return &trey_rulebook_trouble(d->rules->book, (trey_irregularity)report->kind)
                ->item[report->item];
}

void decide_confirm(deciding *d) {
    if (d->table->gate != TREY_GATE_REPORT) {
        refuse(d, TREY_REFUSED_NO_REPORT, TREY_NO_KEY);
        return;
    }
    const trey_case *item = pending_case(d);
    bool repair = item->remedy == TREY_REMEDY_MOVE_HANDS || item->remedy == TREY_REMEDY_RECONSTRUCT;
    if (repair && d->command->role < rule(d->rules, TREY_KEY_ROLE_RECONSTRUCT)) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, TREY_KEY_ROLE_RECONSTRUCT);
        return;
    }
    if (item->role >= 0 && item->remedy != TREY_REMEDY_RULING &&
        d->command->role < (unsigned)item->role) {
        refuse_trouble(d, TREY_REFUSED_ROLE_TOO_LOW, (trey_irregularity)d->table->report.kind);
        return;
    }
    remedy(d, item);
}

void decide_drop(deciding *d) {
    if (d->table->gate != TREY_GATE_REPORT) {
        refuse(d, TREY_REFUSED_NO_REPORT, TREY_NO_KEY);
        return;
    }
    emit_at(d, TREY_EVENT_DROPPED, 0, TREY_NOBODY, 0);
}

/* ---- The players' choice ------------------------------------------------------------ */
static bool still_offered(const trey_table *table, unsigned except) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (!(except & seat_bit(seat)) && box_at(table, seat)->option == TREY_OPTION_OFFERED)
            return true;
    }
    return false;
}

/* The offer ends: whoever chose so takes his wagers back. `choosing` and
 * `returning` are the seats of the choice that is being made just now. */
static void end_offer(deciding *d, unsigned choosing, unsigned returning) {
    const trey_table *table = d->table;
    unsigned back = choosing & returning;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        bool chose =
            !(choosing & seat_bit(seat)) && box_at(table, seat)->option == TREY_OPTION_RETURN;
        if (chose) back |= seat_bit(seat);
    }
    emit_at(d, TREY_EVENT_OFFER_ENDED, 0, TREY_NOBODY, 0);
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if (back & seat_bit(seat)) invalidate(d, seat, TREY_INVALID_RETURNED);
    }
    /* All of a player's wagers: his shares in others' too, once for each player. */
    for (unsigned seat = 1; table->gate == TREY_GATE_WITHDRAWAL && seat <= table->config.positions;
         seat++) {
        if (!(back & seat_bit(seat))) continue;
        trey_player player = box_at(table, seat)->bettor[0].player;
        unsigned first = (unsigned)__builtin_ctz(seats_of(table, player) & back) + 1;
        if (first == seat) return_shares(d, player, back);
    }
}

/* Whoever only shares in others' wagers may take his shares back, too, where the
 * offer is to every player [mbs 5.16.1]. */
static bool only_shares(const deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    return table->gate == TREY_GATE_WITHDRAWAL && !box->invalid &&
           bettor_of(box, d->command->player) > 0 && seats_of(table, d->command->player) == 0;
}

void decide_choose(deciding *d) {
    const trey_table *table = d->table;
    const trey_box *box = box_at(table, d->command->seat);
    if (table->gate != TREY_GATE_OPTIONS && table->gate != TREY_GATE_WITHDRAWAL) {
        refuse(d, TREY_REFUSED_NO_OFFER, TREY_NO_KEY);
    } else if (only_shares(d) && d->command->part) {
        return_shares(d, d->command->player, 0);
    } else if (box->bettors == 0 || box->bettor[0].player != d->command->player) {
        refuse(d, TREY_REFUSED_NOT_YOURS, TREY_KEY_DECIDER);
    } else if (box->option == TREY_OPTION_NONE) {
        refuse(d, TREY_REFUSED_NO_OFFER, TREY_NO_KEY);
    } else if (box->option != TREY_OPTION_OFFERED) {
        refuse(d, TREY_REFUSED_ALREADY_CHOSEN, TREY_NO_KEY);
    } else {
        /* All of a player's wagers, or none [mbs 5.16.1]. */
        unsigned seats = table->gate == TREY_GATE_WITHDRAWAL ? seats_of(table, d->command->player)
                                                             : seat_bit(d->command->seat);
        trey_option option = d->command->part ? TREY_OPTION_RETURN : TREY_OPTION_CONTINUE;
        for (unsigned seat = 1; seat <= table->config.positions; seat++) {
            if (!(seats & seat_bit(seat))) continue;
            emit_at(d, TREY_EVENT_CHOSEN, seat, d->command->player, 0)->count = (uint8_t)option;
        }
        if (!still_offered(table, seats))
            end_offer(d, seats, option == TREY_OPTION_RETURN ? seats : 0);
    }
}

/* Whoever has not chosen goes on. */
void decide_time(deciding *d) {
    if (d->table->gate != TREY_GATE_OPTIONS && d->table->gate != TREY_GATE_WITHDRAWAL) {
        refuse(d, TREY_REFUSED_NO_OFFER, TREY_NO_KEY);
        return;
    }
    end_offer(d, 0, 0);
}

/* ---- Putting hands right -------------------------------------------------------------- */
/* Is each hand one that was dealt, only at another place? */
static bool hands_only_moved(const trey_table *table, const trey_command *command) {
    for (unsigned turn = 1; turn <= table->hands; turn++) {
        const trey_card *given = &command->cards[3u * (turn - 1)];
        bool found = memcmp(given, table->dealer, 3) == 0;
        for (unsigned seat = 1; seat <= table->config.positions; seat++) {
            const trey_box *box = box_at(table, seat);
            found |= box->turn > 0 && memcmp(given, box->card, 3) == 0;
        }
        if (!found) return false;
    }
    return true;
}

void decide_mend(deciding *d) {
    const trey_table *table = d->table;
    const trey_command *command = d->command;
    bool hands = table->phase == TREY_PHASE_DECISION || table->phase == TREY_PHASE_SHOWDOWN;
    if (!table->mending || !hands) {
        refuse(d, TREY_REFUSED_NOT_MENDING, TREY_KEY_ROLE_RECONSTRUCT);
        return;
    }
    if (command->role < rule(d->rules, TREY_KEY_ROLE_RECONSTRUCT)) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, TREY_KEY_ROLE_RECONSTRUCT);
        return;
    }
    if (command->count != 3u * table->hands) {
        refuse(d, TREY_REFUSED_CARDS_SHORT, TREY_KEY_DECK_SIZE);
        return;
    }
    trey_refused refused = cards_refusal(command);
    if (refused != TREY_REFUSED_NONE) {
        refuse(d, refused, TREY_KEY_DECK_SIZE);
    } else if (table->mending == TREY_MENDING_MOVE && !hands_only_moved(table, command)) {
        refuse(d, TREY_REFUSED_CARD_OUT, TREY_KEY_ROLE_RECONSTRUCT);
    } else {
        trey_event *event = emit(d, TREY_EVENT_MENDED);
        event->count = command->count;
        memcpy(event->cards, command->cards, command->count);
    }
}
