/* decide_report.c -- facts in, remedy and paragraph out.
 *
 * A report states what happened. What the record itself knows (has an outcome
 * been established, was the hand bet with an Ante, is betting closed) is taken
 * from the record; the rest must be stated, and only if the remedy depends on
 * it. The remedy is carried out when it is confirmed. */
#include "report_facts.h"

/* The case that fits; NULL after a refusal. */
static const trey_case *find_case(deciding *d, const trey_trouble *trouble, const facts *known) {
    for (unsigned i = 0; i < trouble->cases; i++) {
        const trey_case *item = &trouble->item[i];
        bool fits = true;
        int asked = -1;
        for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
            if (item->when[fact] < 0) continue;
            if (known->answer[fact] == FACT_OPEN) {
                asked = (int)fact;
            } else if (known->answer[fact] != (uint8_t)item->when[fact]) {
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

static const trey_kind_row *kind_of(const deciding *d) {
    return trey_kind_of((trey_irregularity)d->command->kind);
}

/* Between rounds: a wrong count still undoes the round that was settled last;
 * nothing else can, and there must be one. */
static bool acts_between(const deciding *d, const trey_case *item) {
    switch (trey_remedy_of(item->remedy)->between) {
    case TREY_BETWEEN_UNDOES:
        return (kind_of(d)->when & TREY_WHEN_UNDOES) && d->table->settled;
    case TREY_BETWEEN_RESTS:
        return true;
    default:
        return false; /* the cards are gone; a ruling is left */
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
    unsigned names = trey_remedy_of(item->remedy)->tells;
    if ((names & TREY_NAMES_SEATS) && seats == 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
    } else if ((names & TREY_NAMES_PLAYER) && d->command->player == TREY_NOBODY) {
        refuse(d, TREY_REFUSED_NO_SUCH_PLAYER, TREY_NO_KEY);
    } else {
        return !(names & TREY_NAMES_MODE) || mode_named(d, seats);
    }
    return false;
}

/* The positions that a report concerns: those named, or the player's. */
static unsigned concerned(const deciding *d) {
    const trey_command *command = d->command;
    unsigned all = (1u << d->table->config.positions) - 1, seats = command->seats & all;
    if (seats == 0 && command->player != TREY_NOBODY) seats = seats_of(d->table, command->player);
    /* Who is not there has only hands of their own. */
    if (command->kind == TREY_IRREGULARITY_ABSENT_PLAYER && command->player != TREY_NOBODY)
        seats &= seats_of(d->table, command->player);
    if (seats == 0 && about_a_wager(command->kind)) seats = shares_of(d->table, command->player);
    /* A jackpot bet alone has no hand. */
    if (command->kind == TREY_IRREGULARITY_JACKPOT_ALONE) return seats;
    /* Wagers of a bettor who shares in another's hand are named by their position. */
    if (about_a_wager(command->kind) && command->seats) return seats;
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
    return trey_kind_of((trey_irregularity)kind)->names & TREY_NAMES_CARDS;
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

/* Is a card burnt in this deal that can have been forgotten? [rws 5.9] */
static bool burn_can_be_forgotten(const trey_rules *rules, const trey_table *table) {
    bool known = table->burnt && table->burn != TREY_NO_CARD;
    return deal_burns(rules, table) && !known && table->deck_count == 0;
}

/* Between rounds the last one stands, unless its own paragraph or a ruling undoes it. */
static void refuse_between_rounds(deciding *d) {
    if (d->command->kind == TREY_IRREGULARITY_JACKPOT_FAULT) {
        refuse_trouble(d, TREY_REFUSED_NO_ROUND, TREY_IRREGULARITY_AFTER_JACKPOT_FAULT);
    } else {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
    }
}

/* Can this have happened by now? Refuses and returns false if not. */
static bool in_its_time(deciding *d, const trey_trouble *trouble) {
    const trey_table *table = d->table;
    unsigned phase = table->phase, kind = d->command->kind, when = kind_of(d)->when;
    bool earlier = trouble->asks[TREY_FACT_FOUND] && table->round > 1;
    if (kind == TREY_IRREGULARITY_JACKPOT_FAULT && !table->config.jackpot) {
        refuse(d, TREY_REFUSED_JACKPOT_CLOSED, TREY_KEY_JACKPOT_BET);
    } else if (phase == TREY_PHASE_IDLE && !(when & TREY_WHEN_BETWEEN)) {
        refuse_between_rounds(d);
    } else if (kind == TREY_IRREGULARITY_FOUND_LATER && phase != TREY_PHASE_IDLE &&
               table->round <= 1) {
        refuse(d, TREY_REFUSED_NO_ROUND, TREY_KEY_EARLIER_ROUNDS);
    } else if (phase == TREY_PHASE_BETTING && (when & TREY_WHEN_CLOSED)) {
        refuse(d, TREY_REFUSED_NOT_CLOSED, TREY_KEY_BETTING_CLOSES);
    } else if (phase == TREY_PHASE_BETTING && (when & TREY_WHEN_DEALT) && !earlier) {
        refuse(d, TREY_REFUSED_NOT_DEALING, TREY_KEY_DEVICES);
    } else if (kind == TREY_IRREGULARITY_BURN_FORGOTTEN &&
               !burn_can_be_forgotten(d->rules, table)) {
        refuse_trouble(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_IRREGULARITY_BURN_FORGOTTEN);
    } else if (phase < TREY_PHASE_DECISION && (when & TREY_WHEN_CARDS)) {
        refuse(d, TREY_REFUSED_NO_HAND, TREY_KEY_DEALT_TO);
    } else {
        return true;
    }
    return false;
}

/* Hands that a player looked at, or bet by mistake, are that player's own. */
static bool hands_named(deciding *d, const trey_case *item, unsigned seats) {
    unsigned kind = d->command->kind, theirs = seats_of(d->table, d->command->player);
    bool look = kind == TREY_IRREGULARITY_SECOND_LOOK && item->remedy == TREY_REMEDY_INVALIDATE;
    bool several = kind == TREY_IRREGULARITY_HANDS_IN_ERROR && d->command->seats;
    if (look && d->command->seats == 0) {
        refuse(d, TREY_REFUSED_NO_SEAT_NAMED, TREY_NO_KEY);
        return false;
    }
    if (look && d->command->player == TREY_NOBODY && seats)
        theirs = seats_of(d->table, box_at(d->table, lowest_seat(seats))->bettor[0].player);
    if (!look && !several) return true;
    if (seats & ~theirs) {
        refuse_trouble(d, TREY_REFUSED_BOX_NOT_YOURS, (trey_irregularity)kind);
        return false;
    }
    if (!look) return true;
    /* The hand that was looked at first stays good: it is on record, or is the one not named. */
    unsigned out = seats & ~seats_viewed(d->table), kept = theirs & ~out;
    if (out != 0 && kept != 0) return true;
    refuse_trouble(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_IRREGULARITY_SECOND_LOOK);
    return false;
}

/* The value that a fault is said to have struck is one that the record had [rws 5.17.1]. */
static bool meter_named(deciding *d) {
    const trey_command *command = d->command;
    if (command->kind != TREY_IRREGULARITY_JACKPOT_FAULT || command->amount == 0) return true;
    bool had =
        command->amount >= d->table->config.jackpot_reset && command->amount <= d->table->highest;
    if (had) return true;
    refuse_trouble(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_IRREGULARITY_JACKPOT_FAULT);
    return false;
}

static bool lets_choose(const trey_case *item) {
    return item->remedy == TREY_REMEDY_OPTIONS_AFFECTED ||
           item->also == TREY_REMEDY_OPTIONS_AFFECTED || item->remedy == TREY_REMEDY_OPTIONS_ALL ||
           item->also == TREY_REMEDY_OPTIONS_ALL;
}

/* The system's own cards are whole, shuffled, dealt in turn and shown to nobody but whom the record
 * names, so that nobody is asked about them, and nobody believed. */
static bool known_from_the_deck(deciding *d) {
    const unsigned cards = TREY_ABOUT_CARDS | TREY_ABOUT_DEAL | TREY_ABOUT_BOXED | TREY_ABOUT_LOOK;
    if (!d->table->config.system_deck) return false;
    if (kind_of(d)->about & cards) {
        refuse_trouble(d, TREY_REFUSED_CARDS_ARE_SHUFFLED, (trey_irregularity)d->command->kind);
        return true;
    }
    bool unseen = d->command->kind == TREY_IRREGULARITY_HANDS_IN_ERROR &&
                  (d->command->seats & ~seats_viewed(d->table));
    if (unseen) refuse_trouble(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_IRREGULARITY_HANDS_IN_ERROR);
    return unseen;
}

/* Would it undo bets on the system's cards that somebody knows already? Real cards lie in
 * everybody's sight; here nobody but whoever reports it may have noticed anything. */
static bool undoes_seen_cards(const deciding *d, const trey_case *item, unsigned seats) {
    const trey_table *table = d->table;
    if (!table->config.system_deck) return false;
    if (trey_remedy_of(item->remedy)->between == TREY_BETWEEN_RESTS) return false;
    if (d->command->kind == TREY_IRREGULARITY_ABSENT_PLAYER) return any_viewed(table, seats);
    return any_viewed(table, ALL_SEATS) || any_decision(table);
}

/* Does the report go against what the record holds or presumes, so that a supervisor has to
 * stand by it? Sizes after the close do; so does a fault that is placed before what is recorded,
 * a choice for players who have decided already [rws 5.10], and that hands were bet by mistake
 * when their result is known [mbs 5.10]. */
static bool goes_against(const deciding *d, const trey_case *item, unsigned seats, bool facts_do) {
    const trey_command *command = d->command;
    const trey_table *table = d->table;
    if (facts_do || undoes_seen_cards(d, item, seats)) return true;
    if (command->kind == TREY_IRREGULARITY_JACKPOT_FAULT)
        return command->amount != 0 && command->amount != table->registered;
    if (item->remedy == TREY_REMEDY_CONTINUE || item->remedy == TREY_REMEDY_REFUSE) return false;
    if (about_a_wager(command->kind) || about_a_jackpot_bet(d, command->kind))
        return table->phase > TREY_PHASE_BETTING;
    if (lets_choose(item) && any_decision(table)) return true;
    if (trey_remedy_of(item->remedy)->then == TREY_THEN_KEEPS && table->revealed) return true;
    return command->kind == TREY_IRREGULARITY_EXPOSED_CARDS && item->remedy != TREY_REMEDY_RULING &&
           (any_viewed(table, ALL_SEATS) || any_decision(table));
}

/* Does the house want a second person to stand by it? Whatever undoes bets, corrects stakes or
 * moves cards that somebody has seen; of a player who is absent, cards of their own. */
static bool takes_two(const deciding *d, const trey_case *item, unsigned seats, bool against) {
    const trey_table *table = d->table;
    if (!table->config.two_people || d->command->actor == TREY_NOBODY) return false;
    bool rests = trey_remedy_of(item->remedy)->between == TREY_BETWEEN_RESTS;
    unsigned kind = d->command->kind;
    bool sums = about_a_wager(kind) || about_a_jackpot_bet(d, kind) ||
                kind == TREY_IRREGULARITY_JACKPOT_FAULT;
    if (sums && against) return true;
    if (rests && item->remedy != TREY_REMEDY_BAR) return false;
    if (item->remedy == TREY_REMEDY_FOLD) return false; /* as the clock would */
    if (kind == TREY_IRREGULARITY_ABSENT_PLAYER && table->config.system_deck)
        return any_viewed(table, seats);
    return against || cards_seen(table);
}

static void emit_report(deciding *d, const trey_trouble *trouble, const trey_case *item,
                        unsigned seats, const facts *known) {
    const trey_command *command = d->command;
    trey_event *event = emit(d, TREY_EVENT_REPORTED);
    trey_report *report = &event->report;
    report->kind = command->kind;
    report->item = (uint8_t)(item - trouble->item);
    /* Of hands bet by mistake the report names those that were looked at. */
    bool in_error = command->kind == TREY_IRREGULARITY_HANDS_IN_ERROR;
    report->seats = (uint8_t)(in_error ? seats & command->seats : seats);
    report->wager = command->kind == TREY_IRREGULARITY_PLAY_NOT_ANTE    ? TREY_WAGER_PLAY
                    : command->kind == TREY_IRREGULARITY_JACKPOT_AMOUNT ? TREY_WAGER_PROGRESSIVE
                                                                        : command->wager;
    report->role = command->role;
    if (trey_remedy_of(item->remedy)->tells & TREY_NAMES_MODE) report->mode = command->mode;
    report->counted = command->counted;
    if (about_seen_cards(command->kind)) {
        report->cards = command->count;
        memcpy(report->card, command->cards, command->count);
    }
    memcpy(report->answer, known->answer, sizeof report->answer);
    report->against = goes_against(d, item, seats, known->against);
    report->second = takes_two(d, item, seats, report->against);
    event->player = command->actor;
    report->player = command->player;
    report->amount = command->amount;
}

void decide_report(deciding *d) {
    const trey_command *command = d->command;
    if (command->kind >= TREY_IRREGULARITY_COUNT) {
        refuse(d, TREY_REFUSED_NO_SUCH_KIND, TREY_NO_KEY);
        return;
    }
    if (command->wager >= TREY_WAGER_COUNT) {
        refuse(d, TREY_REFUSED_NO_SUCH_WAGER, TREY_KEY_AREAS);
        return;
    }
    const trey_trouble *trouble =
        trey_rulebook_trouble(d->rules->book, (trey_irregularity)command->kind);
    if (trouble->absent) {
        refuse(d, TREY_REFUSED_NOT_IN_THIS_GAME, TREY_NO_KEY);
        return;
    }
    if (known_from_the_deck(d) || !in_its_time(d, trouble)) return;
    bool prescribed = trouble->asks[TREY_FACT_PRESCRIBED] && d->table->phase > TREY_PHASE_BETTING;
    if (command->amount < 0 || command->amount > TREY_LIMIT_MAX ||
        (prescribed && command->amount == 0)) {
        refuse(d, TREY_REFUSED_BAD_AMOUNT, TREY_NO_KEY);
        return;
    }
    unsigned seats = concerned(d);
    facts known;
    bool size = about_a_wager(command->kind) || about_a_jackpot_bet(d, command->kind);
    if (size && !size_named(d, seats)) return;
    if (!cards_named(d) || !facts_weigh(d, trouble, seats, &known)) return;
    const trey_case *item = find_case(d, trouble, &known);
    if (!item || !names_enough(d, item, seats) || !hands_named(d, item, seats)) return;
    if (!meter_named(d)) return;
    if (d->table->phase == TREY_PHASE_IDLE && !acts_between(d, item)) {
        refuse_between_rounds(d);
        return;
    }
    bool flags = item->remedy == TREY_REMEDY_BAR || item->remedy == TREY_REMEDY_STOP;
    if (flags && !flag_fits(d->table, command->player)) {
        refuse(d, TREY_REFUSED_TABLE_FULL, TREY_NO_KEY);
        return;
    }
    emit_report(d, trouble, item, seats, &known);
}

static const trey_case *pending_case(const deciding *d) {
    const trey_report *report = &d->table->report;
    return &trey_rulebook_trouble(d->rules->book, (trey_irregularity)report->kind)
                ->item[report->item];
}

/* Whoever reported something that takes two people neither confirms nor withdraws it; nor does the
 * system, which is nobody. */
static bool by_another(deciding *d) {
    trey_player actor = d->command->actor;
    if (!d->table->report.second || (actor != TREY_NOBODY && actor != d->table->reporter))
        return true;
    refuse_trouble(d, TREY_REFUSED_SECOND_PERSON, (trey_irregularity)d->table->report.kind);
    return false;
}

void decide_confirm(deciding *d) {
    if (d->table->gate != TREY_GATE_REPORT) {
        refuse(d, TREY_REFUSED_NO_REPORT, TREY_NO_KEY);
        return;
    }
    if (!by_another(d)) return;
    const trey_case *item = pending_case(d);
    const trey_report *report = &d->table->report;
    /* Against the record a supervisor's word is needed, as the report's or as its confirmation. */
    unsigned highest = report->role > d->command->role ? report->role : d->command->role;
    if ((report->against || report->second) && highest < rule(d->rules, TREY_KEY_ROLE_CORRECT)) {
        refuse(d, TREY_REFUSED_ROLE_TOO_LOW, TREY_KEY_ROLE_CORRECT);
        return;
    }
    trey_mending mending = mending_of(item->remedy, report->kind);
    bool repair = mending != TREY_MENDING_NOTHING && mending != TREY_MENDING_ORDER;
    if (repair && !may_put_right(d, mending)) return;
    if (item->role >= 0 && item->remedy != TREY_REMEDY_RULING &&
        d->command->role < (unsigned)item->role) {
        refuse_trouble(d, TREY_REFUSED_ROLE_TOO_LOW, (trey_irregularity)report->kind);
        return;
    }
    remedy(d, item);
}

void decide_drop(deciding *d) {
    if (d->table->gate != TREY_GATE_REPORT) {
        refuse(d, TREY_REFUSED_NO_REPORT, TREY_NO_KEY);
        return;
    }
    if (by_another(d)) emit_at(d, TREY_EVENT_DROPPED, 0, TREY_NOBODY, 0);
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
        if (d->decision->count == 0) refuse(d, TREY_REFUSED_ALREADY_CHOSEN, TREY_NO_KEY);
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
            emit_at(d, TREY_EVENT_CHOSEN, seat, d->command->player, 0)->chosen.option =
                (uint8_t)option;
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
