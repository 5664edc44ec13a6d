/* effects.c -- what a decision does to each wager, before it is carried out; and what a
 * report or a ruling has to name.
 *
 * A form asks for the facts, shows what follows in money, and only then acts. Both
 * answers come from the pieces that decide, so that a form cannot promise otherwise. */
#include "judge.h"
#include "remedies.h"

/* ---- Effects ---------------------------------------------------------------------- */
typedef struct effect_list {
    trey_effect *item;
    size_t count;
} effect_list;

static void add_effect(effect_list *list, unsigned seat, trey_player player, unsigned wager,
                       trey_cents staked, trey_result result) {
    if (staked == 0 || list->count == TREY_EVENTS) return;
    list->item[list->count++] = (trey_effect){.seat = (uint8_t)seat,
                                              .wager = (uint8_t)wager,
                                              .result = (uint8_t)result,
                                              .player = player,
                                              .staked = staked,
                                              .back = result == TREY_LINE_RETURNED ? staked : 0};
}

/* Everything that lies at a seat, returned or lost. */
static void add_box(effect_list *list, const trey_table *table, unsigned seat, trey_result result) {
    const trey_box *box = box_at(table, seat);
    for (unsigned i = 0; i < box->bettors; i++) {
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            add_effect(list, seat, box->bettor[i].player, wager, box->bettor[i].stake[wager],
                       result);
        }
    }
}

/* A fold loses what the book says it loses. */
static void add_fold(effect_list *list, const trey_rules *rules, const trey_table *table,
                     unsigned seat) {
    const trey_box *box = box_at(table, seat);
    for (unsigned i = 0; i < box->bettors; i++) {
        for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
            bool goes = trey_wager(wager)->placed != TREY_PLACED_DECISION;
            if (goes && !outlives_fold(rules, wager, false))
                add_effect(list, seat, box->bettor[i].player, wager, box->bettor[i].stake[wager],
                           TREY_LINE_LOSE);
        }
    }
}

/* The part of a wager that will not count goes back. */
static void add_excess(effect_list *list, const trey_table *table, const trey_event *event) {
    const trey_report *report = &table->report;
    unsigned stake = report->wager;
    trey_cents counts = table->config.maximum[stake == TREY_WAGER_PLAY ? TREY_WAGER_ANTE : stake];
    if (event->kind == TREY_EVENT_GIVEN_BACK) counts = 0;
    if (event->kind == TREY_EVENT_PLAY_RULED &&
        event->remedied.remedy == TREY_REMEDY_PLAY_TO_ANTE) {
        trey_cents ante = box_stake(box_at(table, event->seat), TREY_WAGER_ANTE);
        if (ante < counts) counts = ante;
    }
    if (report->amount <= counts) return;
    add_effect(list, event->seat, event->player, report->wager, report->amount - counts,
               TREY_LINE_RETURNED);
}

static trey_cents stake_at(const trey_box *box, trey_player player, unsigned stake) {
    int bettor = bettor_of(box, player);
    return bettor < 0 ? 0 : box->bettor[bettor].stake[stake];
}

/* A wager that will be settled at an amount. */
static void add_ruled(effect_list *list, const trey_table *table, const trey_event *event) {
    const trey_box *box = box_at(table, event->seat);
    if (list->count == TREY_EVENTS) return;
    trey_cents staked = event->wager < TREY_STAKES ? stake_at(box, event->player, event->wager) : 0;
    list->item[list->count++] =
        (trey_effect){.seat = event->seat,
                      .wager = event->wager,
                      .result = event->amount > 0 ? TREY_LINE_PAID : TREY_LINE_LOSE,
                      .player = event->player,
                      .staked = staked,
                      .back = event->amount};
}

/* What a settled round gave or took goes back: one Envy Bonus, or what a hand came to. */
static void add_reversed(effect_list *list, const trey_event *event) {
    trey_cents net = event->amount;
    size_t before = list->count;
    add_effect(list, event->seat, event->player, event->wager, net < 0 ? -net : net,
               net < 0 ? TREY_LINE_RETURNED : TREY_LINE_LOSE);
    if (list->count > before) list->item[before].whole = event->wager != TREY_WAGER_ENVY;
}

static void add_event(effect_list *list, const trey_rules *rules, const trey_table *table,
                      const trey_event *event) {
    switch (event->kind) {
    case TREY_EVENT_LINE:
    case TREY_EVENT_WITHDRAWN:
        add_effect(list, event->seat, event->player, event->wager, event->amount,
                   TREY_LINE_RETURNED);
        break;
    case TREY_EVENT_INVALIDATED:
        add_box(list, table, event->seat,
                event->invalidated.how == TREY_INVALID_LOST ? TREY_LINE_LOSE : TREY_LINE_RETURNED);
        break;
    case TREY_EVENT_FOLDED:
        add_fold(list, rules, table, event->seat);
        break;
    case TREY_EVENT_CAPPED:
    case TREY_EVENT_GIVEN_BACK:
    case TREY_EVENT_PLAY_RULED:
        add_excess(list, table, event);
        break;
    case TREY_EVENT_RULED_LINE:
        add_ruled(list, table, event);
        break;
    case TREY_EVENT_JACKPOT_RETURNED:
        add_effect(list, event->seat, event->player, TREY_WAGER_PROGRESSIVE,
                   jackpot_bet_at(box_at(table, event->seat)), TREY_LINE_RETURNED);
        break;
    case TREY_EVENT_REVERSED:
        add_reversed(list, event);
        break;
    default:
        break;
    }
}

size_t trey_decision_effects(const trey_rules *rules, const trey_table *table,
                             const trey_decision *decision, trey_effect effect[TREY_EVENTS]) {
    effect_list list = {effect, 0};
    for (unsigned i = 0; i < decision->count; i++)
        add_event(&list, rules, table, &decision->event[i]);
    return list.count;
}

size_t trey_report_effects(const trey_rules *rules, const trey_table *table,
                           trey_effect effect[TREY_EVENTS]) {
    if (table->gate != TREY_GATE_REPORT) return 0;
    const trey_player another = table->reporter == 1 ? 2 : 1; /* anybody but whoever reported it */
    const trey_command confirm = {
        .verb = TREY_VERB_CONFIRM, .role = TREY_ROLE_SHIFT_MANAGER, .actor = another};
    trey_decision decision;
    trey_decide(rules, table, &confirm, &decision);
    return trey_decision_effects(rules, table, &decision, effect);
}

/* ---- What has to be named --------------------------------------------------------- */
unsigned trey_report_names(const trey_rules *rules, trey_irregularity kind) {
    const trey_trouble *trouble = trey_rulebook_trouble(rules->book, kind);
    unsigned names = trouble->absent ? 0 : trey_kind_of(kind)->names;
    for (unsigned i = 0; i < trouble->cases; i++)
        names |= trey_remedy_of(trouble->item[i].remedy)->tells;
    if (trouble->asks[TREY_FACT_PRESCRIBED])
        names |= TREY_NAMES_SEATS | TREY_NAMES_PLAYER | TREY_NAMES_AMOUNT;
    return names;
}

bool trey_ruling_exists(const trey_rules *rules, trey_ruling_kind ruling) {
    if (ruling == TREY_RULING_PRESET)
        return rule(rules, TREY_KEY_RULING_PRESET) != TREY_PRESET_NONE;
    if (ruling == TREY_RULING_PERMIT_WITHDRAWAL)
        return rule(rules, TREY_KEY_PERMISSION) != TREY_PERMISSION_NEVER;
    return ruling != TREY_RULING_SETTLE_AT || !rules->banked;
}
