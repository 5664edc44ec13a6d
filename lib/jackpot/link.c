/* link.c -- a linked jackpot: what tables and staff tell it, and what follows.
 *
 * The order of the checks is the order of the refusals. */
#include "trey/link.h"

#include <string.h>

typedef struct linking {
    const trey_link *link;
    const trey_link_command *command;
    trey_link_decision *decision;
} linking;

static const struct {
    const char *word, *text;
} refusals[TREY_LINK_REFUSED_COUNT] = {
#define REFUSAL_ROW(constant, word, text) {word, text},
    TREY_LINK_REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

#define L(member) (UINT32_C(1) << TREY_LINK_MEMBER_##member)
static const struct {
    const char *word;
    uint32_t members;
} events[TREY_LINK_EVENT_KINDS] = {
#define EVENT_ROW(constant, word, members) {#word, members},
    TREY_LINK_EVENTS(EVENT_ROW)
#undef EVENT_ROW
};

const char *trey_link_refused_word(trey_link_refused refused) {
    return refusals[refused].word;
}

const char *trey_link_refused_text(trey_link_refused refused) {
    return refusals[refused].text;
}

const char *trey_link_event_word(trey_link_event_kind kind) {
    return events[kind].word;
}

uint32_t trey_link_event_members(trey_link_event_kind kind) {
    return events[kind].members;
}

/* ---- Parameters ------------------------------------------------------------------- */
static trey_cents part_of(trey_cents bet, uint32_t millionths) {
    trey_cents part = 0;
    bool fits = trey_cents_scale(bet, millionths, TREY_LINK_MILLION, &part, NULL);
    TREY_ASSERT(fits);
    return part;
}

trey_cents trey_link_contribution(const trey_link_parameters *parameters) {
    return parameters->fixed > 0 ? parameters->fixed : part_of(parameters->bet, parameters->rate);
}

trey_cents trey_link_reserve(const trey_link_parameters *parameters) {
    return part_of(parameters->bet, parameters->reserve_rate);
}

bool trey_link_parameters_good(const trey_link_parameters *p) {
    if (p->bet <= 0 || p->bet > TREY_METER_MAX / TREY_LINK_MILLION) return false;
    if (p->fixed < 0 || (p->fixed > 0 && p->rate > 0)) return false;
    if (p->rate > TREY_LINK_MILLION || p->reserve_rate > TREY_LINK_MILLION) return false;
    if (trey_link_contribution(p) + trey_link_reserve(p) > p->bet) return false;
    if (p->reset < 0 || p->reset > TREY_METER_MAX) return false;
    return p->ceiling == 0 || (p->ceiling >= p->reset && p->ceiling <= TREY_METER_MAX);
}

bool trey_link_open(const trey_rulebook *book, const trey_link_parameters *parameters,
                    trey_cents start, trey_link *out) {
    memset(out, 0, sizeof *out);
    if (!trey_link_parameters_good(parameters) || start < 0 || start > TREY_METER_MAX) return false;
    if (parameters->ceiling > 0 && start > parameters->ceiling) return false;
    const trey_rule *order = trey_rulebook_rule(book, TREY_KEY_LINK_ORDER);
    if (order->form == TREY_FORM_ABSENT) return false;
    const trey_rule *house = trey_rulebook_rule(book, TREY_KEY_ROLE_JACKPOT_ORDER);
    out->parameters = *parameters;
    out->meter_rules = trey_meter_rules_of(book);
    out->hit_rules = trey_hit_rules_of(book);
    out->role_parameters = TREY_ROLE_PIT_MANAGER;
    out->role_confirm = TREY_ROLE_PIT_SUPERVISOR;
    out->role_order = (uint8_t)(house->form == TREY_FORM_ABSENT ? TREY_ROLE_SHIFT_MANAGER
                                                                : trey_rule_word(house));
    out->value = out->start = start;
    return true;
}

/* Is it what the book says, where the book gives an amount? */
static bool as_said(const trey_rulebook *book, trey_key key, trey_cents amount) {
    trey_cents said = trey_rulebook_rule(book, key)->value.n;
    return said == TREY_CONFIGURED || said == amount;
}

bool trey_link_agrees(const trey_link *link, const trey_rulebook *book) {
    const trey_link_parameters *parameters = &link->parameters;
    if (!as_said(book, TREY_KEY_JACKPOT_BET, parameters->bet) ||
        !as_said(book, TREY_KEY_JACKPOT_CONTRIBUTION, trey_link_contribution(parameters)) ||
        !as_said(book, TREY_KEY_JACKPOT_RESET, parameters->reset))
        return false;
    const trey_meter_rules meter = trey_meter_rules_of(book);
    const trey_hit_rules order = trey_hit_rules_of(book);
    return meter.after_share == link->meter_rules.after_share &&
           meter.fixed_awards_from == link->meter_rules.fixed_awards_from &&
           order.order == link->hit_rules.order && order.dealt_at == link->hit_rules.dealt_at &&
           order.house_word == link->hit_rules.house_word;
}

/* ---- Deciding ---------------------------------------------------------------------- */
static void refuse(linking *l, trey_link_refused refused) {
    l->decision->refused = refused;
}

static trey_link_event *emit(linking *l, trey_link_event_kind kind) {
    TREY_ASSERT(l->decision->count < TREY_LINK_EVENTS_MAX);
    trey_link_event *event = &l->decision->event[l->decision->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->role = l->command->role;
    event->actor = l->command->actor;
    return event;
}

static bool reason_given(const trey_link_command *command) {
    return command->reason[0] != '\0' &&
           memchr(command->reason, '\0', sizeof command->reason) != NULL;
}

static void copy_reason(trey_link_event *event, const trey_link_command *command) {
    memcpy(event->reason, command->reason, strnlen(command->reason, sizeof event->reason - 1));
}

/* The waiting hit with this number, or NULL. */
static const trey_link_hit *waiting(const trey_link *link, uint64_t number) {
    for (unsigned i = 0; i < link->hits; i++) {
        if (link->hit[i].number == number) return &link->hit[i];
    }
    return NULL;
}

/* What was released since the order is open goes back onto the display when the order turns
 * out otherwise: until then it is not to be spent. */
static trey_cents spare_overflow(const trey_link *link) {
    bool open = false;
    for (unsigned i = 0; i < link->hits; i++) open |= !link->hit[i].frozen;
    return link->overflow - (open ? link->released_since : 0);
}

static void decide_contribute(linking *l) {
    const trey_link *link = l->link;
    int64_t bets = l->command->bets;
    enum { MOST_BETS = 10000 };
    if (bets == 0 || bets > MOST_BETS || bets < -MOST_BETS) {
        refuse(l, TREY_LINK_REFUSED_BAD_AMOUNT);
        return;
    }
    trey_cents added = trey_link_contribution(&link->parameters) * bets;
    trey_cents reserved = trey_link_reserve(&link->parameters) * bets;
    trey_cents top = link->parameters.ceiling > 0 ? link->parameters.ceiling : TREY_METER_MAX;
    trey_cents room = top > link->value ? top - link->value : 0;
    trey_link_event *event = emit(l, TREY_LINK_EVENT_CONTRIBUTED);
    event->bets = (int32_t)bets;
    event->round = l->command->round;
    event->hit.table = l->command->hit.table;
    event->amount = added;
    event->reserve = reserved;
    if (added > room) {
        event->amount = room;
        event->overflow = added - room;
    }
    /* What is taken back comes off the overflow first, and never off what is not
     * there: a hit may have taken it. */
    if (added < 0) {
        trey_cents spare = spare_overflow(link), off = spare < -added ? spare : -added;
        if (link->parameters.ceiling == 0) off = 0;
        trey_cents rest = -added - off;
        event->overflow = -off;
        event->amount = rest > link->value ? -link->value : -rest;
        if (-reserved > link->reserve) event->reserve = -link->reserve;
    }
}

/* ---- Hits ---------------------------------------------------------------------------- */
/* What the hits whose order is open are worth in the order that the rules give them. */
static void value_hits(const trey_link *link, trey_link_event *out) {
    trey_hit order[TREY_LINK_HITS];
    size_t count = 0;
    for (unsigned i = 0; i < link->hits; i++) {
        out->values.hit[i] = link->hit[i].value;
        if (link->hit[i].frozen) continue;
        order[count] = link->hit[i].hit;
        order[count++].zero = (uint8_t)i; /* its place in the state, carried along */
    }
    trey_hits_order(link->hit_rules, order, count);
    trey_meter meter = {link->base, link->parameters.reset};
    trey_cents added = 0;
    for (size_t i = 0; i < count; i++) {
        const trey_link_hit *hit = &link->hit[order[i].zero];
        /* The first gets what was displayed; whoever follows also what came since. */
        bool later = link->hit_rules.order == TREY_LINK_ORDER_ENTERED || hit->contributed > added;
        if (i > 0 && later) {
            meter.value += hit->contributed - added;
            added = hit->contributed;
        }
        trey_award award = trey_meter_pay(meter, hit->hit.award, link->meter_rules);
        /* What its settlement did not know of stays on the display. */
        if (hit->most > 0 && award.from_meter > hit->most) {
            award.after.value += award.from_meter - hit->most;
            award.from_meter = hit->most;
        }
        trey_cents filled = award.after.value - (meter.value - award.from_meter);
        if (filled > 0) out->values.seeded += filled;
        if (filled < 0) out->values.released -= filled;
        out->values.hit[order[i].zero] = award.from_meter;
        meter = award.after;
    }
    out->values.display = meter.value + link->since - added;
    /* More was taken off since than the new order leaves there: the house fills up. */
    if (out->values.display < 0) {
        out->values.seeded -= out->values.display;
        out->values.display = 0;
    }
    trey_cents more = out->values.seeded - link->seeded_since;
    if (more >= 0) {
        out->reserve = more < link->reserve ? more : link->reserve;
    } else { /* the order has changed: a seed is not needed after all */
        out->reserve = -more < link->reserve_since ? more : -link->reserve_since;
    }
}

/* The values after the events decided so far. */
static void emit_values(linking *l) {
    trey_link after = *l->link;
    for (unsigned i = 0; i < l->decision->count; i++)
        trey_link_apply(&after, &l->decision->event[i]);
    value_hits(&after, emit(l, TREY_LINK_EVENT_VALUED));
}

/* Does the hit of the command wait already? */
static bool entered_already(const linking *l) {
    const trey_link_command *command = l->command;
    for (unsigned i = 0; i < l->link->hits; i++) {
        const trey_link_hit *other = &l->link->hit[i];
        if (other->hit.table == command->hit.table && other->round == command->round &&
            other->hit.seat == command->hit.seat)
            return true;
    }
    return false;
}

static bool is_share(trey_value award) {
    return award.d == 100 && award.n > 0 && award.n <= 100;
}

/* With the hit that the command tells of, under the number that is next. */
static trey_link_event *emit_hit(linking *l, trey_link_event_kind kind) {
    const trey_link_command *command = l->command;
    trey_link_event *event = emit(l, kind);
    event->number = l->link->entered + 1;
    event->round = command->round;
    event->player = command->player;
    event->hit = command->hit;
    event->hit.house_place = 0;
    event->hit.zero = 0;
    event->hit.entered = l->link->entered + 1;
    return event;
}

static void decide_hit(linking *l) {
    if (entered_already(l)) {
        refuse(l, TREY_LINK_REFUSED_ALREADY_ENTERED);
    } else if (!is_share(l->command->hit.award)) {
        refuse(l, TREY_LINK_REFUSED_BAD_AMOUNT);
    } else if (l->link->hits == TREY_LINK_HITS) {
        refuse(l, TREY_LINK_REFUSED_HITS_FULL);
    } else {
        emit_hit(l, TREY_LINK_EVENT_ENTERED);
        emit_values(l);
    }
}

static void decide_draw(linking *l) {
    bool pays = l->link->meter_rules.fixed_awards_from == TREY_FUND_METER;
    if (!pays || l->command->amount <= 0 || l->command->amount > l->link->value) {
        refuse(l, TREY_LINK_REFUSED_BAD_AMOUNT);
        return;
    }
    trey_link_event *event = emit(l, TREY_LINK_EVENT_DRAWN);
    event->amount = l->command->amount;
    event->round = l->command->round;
    event->player = l->command->player;
    event->hit.table = l->command->hit.table;
}

/* ---- Staff --------------------------------------------------------------------------- */
static void decide_confirm(linking *l) {
    const trey_link_hit *hit = waiting(l->link, l->command->number);
    if (!hit) {
        refuse(l, TREY_LINK_REFUSED_NO_SUCH_HIT);
        return;
    }
    trey_link_event *event = emit(l, TREY_LINK_EVENT_CONFIRMED);
    event->number = hit->number;
    event->amount = hit->value;
    event->round = hit->round;
    event->player = hit->player;
    event->hit = hit->hit;
}

static void decide_reject(linking *l) {
    const trey_link_hit *hit = waiting(l->link, l->command->number);
    if (!hit) {
        refuse(l, TREY_LINK_REFUSED_NO_SUCH_HIT);
        return;
    }
    trey_link_event *event = emit(l, TREY_LINK_EVENT_REJECTED);
    event->number = hit->number;
    event->round = hit->round;
    event->player = hit->player;
    event->hit = hit->hit;
    copy_reason(event, l->command);
    /* While the order is open the others are valued as if it had never come. */
    bool open = !hit->frozen;
    if (!open) event->amount = hit->value;
    if (open) emit_values(l);
}

static void decide_place(linking *l) {
    const trey_link_hit *hit = waiting(l->link, l->command->number);
    if (!hit) {
        refuse(l, TREY_LINK_REFUSED_NO_SUCH_HIT);
    } else if (!l->link->hit_rules.house_word) {
        refuse(l, TREY_LINK_REFUSED_NOT_FOR_THE_HOUSE);
    } else if (hit->frozen) {
        refuse(l, TREY_LINK_REFUSED_ORDER_SETTLED);
    } else {
        trey_link_event *event = emit(l, TREY_LINK_EVENT_PLACED);
        event->number = hit->number;
        event->place = l->command->place;
        copy_reason(event, l->command);
        emit_values(l);
    }
}

/* A share, or a fixed award that the display had to pay: of both somebody else knows whether
 * they are owed, and says so by the amount. */
static bool can_be_claimed(const trey_link *link, const trey_link_command *command) {
    const trey_value award = command->hit.award;
    bool fixed = link->meter_rules.fixed_awards_from == TREY_FUND_METER && award.d == 0 &&
                 award.n == command->amount;
    return command->amount <= TREY_METER_MAX && (fixed || is_share(award));
}

static void decide_claim(linking *l) {
    const trey_link_command *command = l->command;
    if (entered_already(l)) {
        refuse(l, TREY_LINK_REFUSED_ALREADY_ENTERED);
    } else if (command->amount <= 0) {
        refuse(l, TREY_LINK_REFUSED_NOT_UNPAID);
    } else if (!can_be_claimed(l->link, command)) {
        refuse(l, TREY_LINK_REFUSED_BAD_AMOUNT);
    } else if (l->link->hits == TREY_LINK_HITS) {
        refuse(l, TREY_LINK_REFUSED_HITS_FULL);
    } else {
        trey_link_event *claimed = emit_hit(l, TREY_LINK_EVENT_CLAIMED);
        claimed->amount = command->amount;
        copy_reason(claimed, command);
        emit_hit(l, TREY_LINK_EVENT_ENTERED)->amount = command->amount;
        emit_values(l);
    }
}

static void decide_strike(linking *l) {
    const trey_link_command *command = l->command;
    if (command->amount <= 0) {
        refuse(l, TREY_LINK_REFUSED_NOT_UNPAID);
        return;
    }
    trey_link_event *event = emit(l, TREY_LINK_EVENT_STRUCK);
    event->amount = command->amount;
    event->round = command->round;
    event->player = command->player;
    event->hit = command->hit;
    copy_reason(event, command);
}

static void decide_change(linking *l) {
    const trey_link_parameters *wanted = &l->command->parameters;
    if (!trey_link_parameters_good(wanted) ||
        (wanted->ceiling > 0 && wanted->ceiling < l->link->value)) {
        refuse(l, TREY_LINK_REFUSED_BAD_PARAMETERS);
    } else if (l->link->live > 0 || l->link->hits > 0) {
        refuse(l, TREY_LINK_REFUSED_ROUND_RUNNING);
    } else {
        trey_link_event *event = emit(l, TREY_LINK_EVENT_CHANGED);
        event->parameters = *wanted;
        copy_reason(event, l->command);
    }
}

static void decide_live(linking *l) {
    int32_t by = l->command->bets;
    if (by != 1 && by != -1) {
        refuse(l, TREY_LINK_REFUSED_BAD_AMOUNT);
    } else if (by < 0 && l->link->live == 0) {
        refuse(l, TREY_LINK_REFUSED_NO_ROUND);
    } else {
        trey_link_event *event = emit(l, TREY_LINK_EVENT_LIVE);
        event->bets = by;
        event->round = l->command->round;
        event->hit.table = l->command->hit.table;
    }
}

static void decide_down(linking *l) {
    copy_reason(emit(l, TREY_LINK_EVENT_DOWN), l->command);
}

static void decide_up(linking *l) {
    emit(l, TREY_LINK_EVENT_UP);
}

/* ---- One command ------------------------------------------------------------------------ */
enum { FOR_TABLES, FOR_PARAMETERS, FOR_CONFIRM, FOR_ORDER };
enum { LINK_EITHER, LINK_UP, LINK_LOST };

static const struct {
    void (*decide)(linking *l);
    uint8_t by, link;
    uint32_t needs, may;
} verbs[TREY_LINK_VERB_COUNT] = {
#define VERB_ROW(constant, word, by, link, needs, may)                                             \
    {decide_##word, FOR_##by, LINK_##link, needs, may},
    TREY_LINK_VERBS(VERB_ROW)
#undef VERB_ROW
};

uint32_t trey_link_verb_members(trey_link_verb verb) {
    return verbs[verb].needs | verbs[verb].may;
}

static unsigned lowest_role(const trey_link *link, unsigned by) {
    switch (by) {
    case FOR_PARAMETERS:
        return link->role_parameters;
    case FOR_CONFIRM:
        return link->role_confirm;
    case FOR_ORDER:
        return link->role_order;
    default:
        return TREY_ROLE_DEALER;
    }
}

void trey_link_decide(const trey_link *link, const trey_link_command *command,
                      trey_link_decision *decision) {
    linking l = {link, command, decision};
    decision->refused = TREY_LINK_REFUSED_NONE;
    decision->count = 0;
    if (command->verb >= TREY_LINK_VERB_COUNT) {
        refuse(&l, TREY_LINK_REFUSED_NO_SUCH_COMMAND);
    } else if (command->role < lowest_role(link, verbs[command->verb].by)) {
        refuse(&l, TREY_LINK_REFUSED_ROLE_TOO_LOW);
    } else if ((verbs[command->verb].needs & L(REASON)) && !reason_given(command)) {
        refuse(&l, TREY_LINK_REFUSED_NO_REASON);
    } else if (verbs[command->verb].link == LINK_UP && link->down) {
        refuse(&l, TREY_LINK_REFUSED_LINK_DOWN);
    } else if (verbs[command->verb].link == LINK_LOST && !link->down) {
        refuse(&l, TREY_LINK_REFUSED_LINK_UP);
    } else {
        verbs[command->verb].decide(&l);
    }
    TREY_ASSERT((decision->refused == TREY_LINK_REFUSED_NONE) == (decision->count > 0));
}
