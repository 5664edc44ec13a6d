/* report_facts.c -- what the record knows of a report's facts.
 *
 * A fact that the record knows is not asked for and cannot be contradicted. Some facts it only
 * presumes: a look on record came before the report, but perhaps not before the fault that is
 * reported. Such a presumption gives way to a supervisor, never to a dealer alone. */
#include "report_facts.h"

/* Bets that the player's own cards decide, once they were looked at. */
static bool own_cards_decide(const trey_rules *rules, const trey_box *box) {
    if (!box->viewed || box->invalid) return false;
    bool jackpot = box->jackpot == TREY_JACKPOT_VALID &&
                   rule(rules, TREY_KEY_JACKPOT_HAND) == TREY_JACKPOT_HAND_OWN_THREE;
    return jackpot || box_stake(box, TREY_WAGER_PAIR_PLUS) > 0;
}

static bool anybody_folded(const trey_box *box) {
    for (unsigned i = 0; i < box->bettors; i++) {
        if (!box->invalid && box->bettor[i].choice == TREY_CHOICE_FOLD) return true;
    }
    return false;
}

/* Has any wager been won or lost already? [mbs 5.16] [rws 5.7] */
static bool outcome_established(const trey_rules *rules, const trey_table *table) {
    unsigned outcome = rule(rules, TREY_KEY_OUTCOME);
    if (table->revealed) return true;
    if (outcome == TREY_OUTCOME_DEALER_REVEAL) return false;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        if (anybody_folded(box)) return true;
        if (outcome == TREY_OUTCOME_OWN_CARDS && own_cards_decide(rules, box)) return true;
    }
    return false;
}

bool any_viewed(const trey_table *table, unsigned seats) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if ((seats & seat_bit(seat)) && box_at(table, seat)->viewed) return true;
    }
    return false;
}

static bool any_ante(const trey_table *table, unsigned seats) {
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        if ((seats & seat_bit(seat)) && box_stake(box_at(table, seat), TREY_WAGER_ANTE) > 0)
            return true;
    }
    return false;
}

bool any_decision(const trey_table *table) {
    if (table->revealed) return true;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        for (unsigned i = 0; i < box->bettors; i++) {
            if (box->bettor[i].choice != TREY_CHOICE_NONE) return true;
        }
    }
    return false;
}

/* Real cards are seen by whoever deals them; of the system's own nobody knows one that no hand was
 * looked at for. */
bool cards_seen(const trey_table *table) {
    bool dealt = table->dealer_dealt > 0;
    if (table->config.system_deck)
        return table->up_card || any_viewed(table, ALL_SEATS) || any_decision(table);
    for (unsigned seat = 1; seat <= table->config.positions; seat++)
        dealt |= box_at(table, seat)->dealt > 0;
    return dealt;
}

static known_fact certain(unsigned answer) {
    return (known_fact){(uint8_t)answer, KNOWN_FOR_CERTAIN};
}

static known_fact presumed(unsigned answer) {
    return (known_fact){(uint8_t)answer, KNOWN_PRESUMED};
}

static const known_fact unknown = {0, KNOWN_NOT};

/* Had somebody seen a card when it happened? Before the deal nobody can have. Looks on record
 * are later than the deal, so they say nothing of what was exposed during it [rws 5.12]; a jackpot
 * fault is presumed to have come after them [rws 5.16]. Whether a misdeal can be mended depends on
 * the looks until it is noticed [rws 5.8.6] [rws 5.9]. That nobody peeked at a physical card is not
 * on record. */
static known_fact seen_fact(const deciding *d) {
    const trey_table *table = d->table;
    bool in_the_deal = d->command->kind == TREY_IRREGULARITY_EXPOSED_CARDS;
    if (table->phase <= TREY_PHASE_CLOSED) return certain(TREY_FLAG_NO);
    if (in_the_deal && table->deck_count == 0) {
        return any_viewed(table, ALL_SEATS) ? (known_fact){TREY_FLAG_YES, KNOWN_ASKED} : unknown;
    }
    if (in_the_deal) return certain(TREY_FLAG_NO);
    if (any_viewed(table, ALL_SEATS)) {
        bool fault = d->command->kind == TREY_IRREGULARITY_JACKPOT_FAULT;
        return fault ? presumed(TREY_FLAG_YES) : certain(TREY_FLAG_YES);
    }
    return table->deck_count > 0 ? certain(TREY_FLAG_NO) : unknown;
}

/* Playing, folding and moving on are done with the cards in hand [mbs 3.9.2] [mbs 3.9.3]. */
static known_fact handled_fact(const trey_table *table) {
    if (any_viewed(table, ALL_SEATS) || any_decision(table)) return certain(TREY_FLAG_YES);
    return table->deck_count > 0 ? certain(TREY_FLAG_NO) : unknown;
}

/* A report concerns the round that runs, or was settled last, unless it says that the error was
 * made in an earlier one; and there must have been one [mbs 1.1.9] [rws 1.18]. */
static known_fact found_fact(const trey_table *table) {
    if (table->phase == TREY_PHASE_IDLE || table->round <= 1) return certain(TREY_FOUND_THIS_ROUND);
    if (table->phase <= TREY_PHASE_CLOSED) return certain(TREY_FOUND_LATER_ROUND);
    return (known_fact){TREY_FOUND_THIS_ROUND, KNOWN_UNLESS_STATED};
}

/* Until somebody has decided an exposure is taken to have happened in the deal; afterwards it
 * must be said, and that it was the deal takes a supervisor. */
static known_fact moment_fact(const trey_table *table) {
    if (table->phase <= TREY_PHASE_DEALING) return certain(TREY_MOMENT_DEAL);
    if (!any_decision(table)) return (known_fact){TREY_MOMENT_DEAL, KNOWN_UNLESS_STATED};
    return (known_fact){TREY_MOMENT_LATER, KNOWN_ASKED};
}

static known_fact count_fact(const deciding *d) {
    unsigned counted = d->command->counted, full = rule(d->rules, TREY_KEY_DECK_SIZE);
    if (d->table->deck_count == full) return certain(TREY_COUNTED_RIGHT);
    if (counted == 0) return unknown;
    return certain(counted == full ? TREY_COUNTED_RIGHT : TREY_COUNTED_WRONG);
}

/* The player's first wager under the minimum? Ante and Play are one occasion [mbs 5.13]. */
static known_fact occasion_fact(const deciding *d, unsigned seats) {
    const trey_table *table = d->table;
    if (flags_of(table, d->command->player) & TREY_PLAYER_UNDER_MINIMUM)
        return certain(TREY_OCCASION_AGAIN);
    unsigned same = 1u << (d->command->wager & 7u);
    if (same & (1u << TREY_WAGER_PLAY)) same |= 1u << TREY_WAGER_ANTE;
    for (unsigned seat = 1; seat <= table->config.positions; seat++) {
        const trey_box *box = box_at(table, seat);
        int found = bettor_of(box, d->command->player);
        if (found < 0 || box->invalid) continue;
        unsigned marked = box->bettor[found].short_once;
        bool here = (seats & seat_bit(seat)) != 0;
        if (marked & ~(here ? same : 0)) return certain(TREY_OCCASION_AGAIN);
    }
    return certain(TREY_OCCASION_FIRST);
}

static known_fact unequal_fact(const deciding *d, unsigned seats) {
    const trey_box *box = seats ? box_at(d->table, lowest_seat(seats)) : NULL;
    int found = box ? bettor_of(box, d->command->player) : -1;
    if (found < 0) return unknown;
    trey_cents ante = wager_total(d, box, (unsigned)found, TREY_WAGER_ANTE);
    return certain(d->command->amount > ante ? TREY_UNEQUAL_ABOVE : TREY_UNEQUAL_BELOW);
}

known_fact fact_on_record(const deciding *d, trey_fact fact, unsigned seats) {
    const trey_table *table = d->table;
    switch (fact) {
    case TREY_FACT_ESTABLISHED:
        return certain(outcome_established(d->rules, table) ? TREY_ESTABLISHED_YES
                                                            : TREY_ESTABLISHED_NONE);
    case TREY_FACT_NOTICED:
        return certain(table->phase <= TREY_PHASE_BETTING ? TREY_NOTICED_BEFORE_CLOSE
                                                          : TREY_NOTICED_AFTER_CLOSE);
    case TREY_FACT_DECISION:
        return certain(seats_waiting(d) & seats ? TREY_OPEN_YES : TREY_OPEN_NONE);
    case TREY_FACT_HELD:
        return certain(any_ante(table, seats) ? TREY_HELD_ANTE : TREY_HELD_PAIR_PLUS_ONLY);
    case TREY_FACT_VIEWED: /* on record, or named in the report */
        return certain(any_viewed(table, seats) || d->command->seats ? TREY_VIEWED_SOME
                                                                     : TREY_VIEWED_NONE);
    case TREY_FACT_OCCASION:
        return occasion_fact(d, seats);
    case TREY_FACT_UNEQUAL:
        return unequal_fact(d, seats);
    case TREY_FACT_PRESCRIBED:
        if (d->command->amount == 0) return unknown;
        return certain(d->command->amount > table->config.jackpot_bet ? TREY_PRESCRIBED_ABOVE
                                                                      : TREY_PRESCRIBED_BELOW);
    case TREY_FACT_EXPOSED:
        if (d->command->count == 0) return unknown;
        return certain(d->command->count == 1 ? TREY_EXPOSED_ONE : TREY_EXPOSED_SEVERAL);
    case TREY_FACT_HANDLED:
        return handled_fact(table);
    case TREY_FACT_SEEN:
        return seen_fact(d);
    case TREY_FACT_FOUND:
        return found_fact(table);
    case TREY_FACT_MOMENT:
        return moment_fact(table);
    case TREY_FACT_COUNTED:
        return count_fact(d);
    default:
        return unknown;
    }
}

/* What is stated against what is known: taken, refused, or taken at a supervisor's word. */
static bool weigh(deciding *d, trey_fact fact, known_fact known, facts *out) {
    unsigned stated = d->command->answer[fact];
    out->answer[fact] = FACT_OPEN;
    if (stated == 0) {
        if (known.how != KNOWN_NOT && known.how != KNOWN_ASKED) out->answer[fact] = known.answer;
        return true;
    }
    out->answer[fact] = (uint8_t)(stated - 1);
    if (!trey_fact_answer(fact, stated - 1)) {
        refuse(d, TREY_REFUSED_MISSING_FACT, TREY_NO_KEY);
    } else if (known.how == KNOWN_FOR_CERTAIN && known.answer != stated - 1) {
        refuse(d, TREY_REFUSED_FACT_CONTRADICTED, TREY_NO_KEY);
    } else {
        bool presumption = known.how == KNOWN_PRESUMED || known.how == KNOWN_ASKED;
        out->against |= presumption && known.answer != stated - 1;
        return true;
    }
    d->decision->fact = (uint16_t)fact;
    return false;
}

bool facts_weigh(deciding *d, const trey_trouble *trouble, unsigned seats, facts *out) {
    *out = (facts){.against = false};
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        known_fact known =
            trouble->asks[fact] ? fact_on_record(d, (trey_fact)fact, seats) : unknown;
        if (!weigh(d, (trey_fact)fact, known, out)) return false;
    }
    return true;
}
