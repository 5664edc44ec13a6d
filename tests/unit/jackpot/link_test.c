/* link_test.c -- a jackpot that several tables share. */
#include "cmocka_suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/link.h"

static const trey_value whole = {100, 100}, quarter = {25, 100};
static const trey_link_parameters usual = {.bet = 500, .fixed = 100, .reset = 2500000};

typedef struct played {
    trey_link link;
    trey_link_decision decision;
    trey_cents account[TREY_LINK_PLAYER + 1]; /* what each has, from the postings alone */
} played;

static void open_link(played *p, const char *id, const trey_link_parameters *parameters,
                      trey_cents start) {
    trey_rulebook *book;
    memset(p, 0, sizeof *p);
    assert_int_equal(trey_rulebook_open(&book, id, NULL), TREY_STATUS_OK);
    assert_true(trey_link_open(book, parameters, start, &p->link));
    trey_rulebook_close(book);
    p->account[TREY_LINK_METER] = start;
}

/* To the cent, after every event. */
static void identities_hold(const played *p) {
    const trey_link *link = &p->link;
    trey_cents pending = 0;
    for (unsigned i = 0; i < link->hits; i++) pending += link->hit[i].value;
    assert_int_equal(link->value, link->start + link->contributed + link->seeded - link->released -
                                      link->awarded);
    assert_int_equal(link->pending, pending);
    assert_int_equal(p->account[TREY_LINK_METER], link->value);
    assert_int_equal(p->account[TREY_LINK_RESERVE], link->reserve);
    assert_int_equal(p->account[TREY_LINK_OVERFLOW], link->overflow);
    assert_int_equal(p->account[TREY_LINK_PENDING], link->pending);
    assert_true(link->value >= 0 && link->reserve >= 0 && link->overflow >= 0);
}

static trey_link_refused give(played *p, const trey_link_command *command) {
    trey_link_decide(&p->link, command, &p->decision);
    for (unsigned i = 0; i < p->decision.count; i++) {
        const trey_link_event *event = &p->decision.event[i];
        trey_link_posting posting[TREY_LINK_POSTINGS];
        size_t count = trey_link_postings(&p->link, event, posting);
        for (size_t n = 0; n < count; n++) {
            assert_true(posting[n].cents > 0);
            p->account[posting[n].from] -= posting[n].cents;
            p->account[posting[n].to] += posting[n].cents;
        }
        trey_link_apply(&p->link, event);
        bool more = i + 1 < p->decision.count && (event->kind == TREY_LINK_EVENT_ENTERED ||
                                                  event->kind == TREY_LINK_EVENT_REJECTED);
        if (!more) identities_hold(p);
    }
    return p->decision.refused;
}

static trey_link_refused bets(played *p, int count) {
    const trey_link_command command = {
        .verb = TREY_LINK_CONTRIBUTE, .role = TREY_ROLE_DEALER, .bets = count};
    return give(p, &command);
}

static trey_link_refused hit(played *p, uint32_t table, trey_value award, uint64_t dealt) {
    trey_link_command command = {.verb = TREY_LINK_HIT, .role = TREY_ROLE_DEALER, .player = table};
    command.round = 1;
    command.hit.award = award;
    command.hit.table = table;
    command.hit.seat = 1;
    command.hit.players_third_card = dealt;
    command.hit.players_first_card = dealt - 2;
    command.hit.dealers_third_card = dealt + 2;
    return give(p, &command);
}

static trey_link_refused staff(played *p, trey_link_verb verb, unsigned role, uint64_t number,
                               unsigned place) {
    trey_link_command command = {
        .verb = (uint8_t)verb, .role = (uint8_t)role, .number = number, .place = (uint16_t)place};
    strcpy(command.reason, "as the cameras show");
    return give(p, &command);
}

static trey_cents value_of(const played *p, uint64_t number) {
    for (unsigned i = 0; i < p->link.hits; i++) {
        if (p->link.hit[i].number == number) return p->link.hit[i].value;
    }
    return -1;
}

static void a_hit_freezes_its_value_and_others_go_on(void **state) {
    (void)state;
    played p;
    open_link(&p, "mbs", &usual, 10000000);
    assert_int_equal(bets(&p, 3), TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.link.value, 10000300);
    assert_int_equal(hit(&p, 1, whole, 50), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), 10000300);
    assert_int_equal(p.link.value, usual.reset);
    bets(&p, 7);
    assert_int_equal(value_of(&p, 1), 10000300);
    assert_int_equal(p.link.value, usual.reset + 700);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_DEALER, 1, 0),
                     TREY_LINK_REFUSED_ROLE_TOO_LOW);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_PIT_SUPERVISOR, 1, 0),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.account[TREY_LINK_PLAYER], 10000300);
    /* One award per hit, ever. */
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 1, 0),
                     TREY_LINK_REFUSED_NO_SUCH_HIT);
    assert_int_equal(p.account[TREY_LINK_PLAYER], 10000300);
}

static void the_same_hit_is_entered_once(void **state) {
    (void)state;
    played p;
    open_link(&p, "mbs", &usual, 10000000);
    hit(&p, 1, whole, 50);
    assert_int_equal(hit(&p, 1, whole, 50), TREY_LINK_REFUSED_ALREADY_ENTERED);
    assert_int_equal(p.link.hits, 1);
}

/* proves [mbs 3.19] */
static void first_entered_is_first_paid_at_mbs(void **state) {
    (void)state;
    played p;
    open_link(&p, "mbs", &usual, 10000000);
    hit(&p, 2, whole, 80);
    bets(&p, 4);
    hit(&p, 1, whole, 50); /* dealt earlier, entered later */
    assert_int_equal(value_of(&p, 1), 10000000);
    assert_int_equal(value_of(&p, 2), usual.reset + 400);
    assert_int_equal(p.link.value, usual.reset);
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_SHIFT_MANAGER, 2, 1),
                     TREY_LINK_REFUSED_NOT_FOR_THE_HOUSE);
}

/* proves [rws 4.9] [rws 4.9.1] */
static void first_dealt_is_first_paid_at_rws_and_the_house_has_the_last_word(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    hit(&p, 2, whole, 80);
    bets(&p, 4);
    hit(&p, 1, whole, 50);
    assert_int_equal(value_of(&p, 2), 10000000); /* dealt first */
    assert_int_equal(value_of(&p, 1), usual.reset);
    assert_int_equal(p.link.value, usual.reset + 400);
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_DEALER, 1, 1),
                     TREY_LINK_REFUSED_ROLE_TOO_LOW);
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_SHIFT_MANAGER, 1, 1),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), 10000000);
    assert_int_equal(value_of(&p, 2), usual.reset + 400);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 1, 0),
                     TREY_LINK_REFUSED_NONE);
    /* Now the order is settled, and a later hit changes nothing of it. */
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_SHIFT_MANAGER, 2, 1),
                     TREY_LINK_REFUSED_ORDER_SETTLED);
    hit(&p, 3, whole, 10);
    assert_int_equal(value_of(&p, 2), usual.reset + 400);
    assert_int_equal(value_of(&p, 3), usual.reset);
}

/* proves [rws-progressive 4.9.1] */
static void a_quarter_and_the_whole_in_both_orders(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws-progressive", &usual, 10000000);
    hit(&p, 1, quarter, 10);
    hit(&p, 2, whole, 20);
    assert_int_equal(value_of(&p, 1), 2500000);
    assert_int_equal(value_of(&p, 2), 7500000);
    assert_int_equal(p.link.value, 2500000);
    open_link(&p, "rws-progressive", &usual, 10000000);
    hit(&p, 1, quarter, 30);
    hit(&p, 2, whole, 20);
    assert_int_equal(value_of(&p, 2), 10000000);
    assert_int_equal(value_of(&p, 1), 625000);
    assert_int_equal(p.link.value, 1875000);
}

static void a_rejected_hit_leaves_no_trace_in_the_money(void **state) {
    (void)state;
    played p;
    trey_link_parameters parameters = usual;
    parameters.reserve_rate = 50000;
    open_link(&p, "rws", &parameters, 10000000);
    bets(&p, 100);
    trey_link before = p.link;
    hit(&p, 1, whole, 10);
    hit(&p, 2, whole, 20);
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_PIT_SUPERVISOR, 1, 0),
                     TREY_LINK_REFUSED_ROLE_TOO_LOW);
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_PIT_MANAGER, 1, 0),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 2), before.value);
    staff(&p, TREY_LINK_REJECT, TREY_ROLE_PIT_MANAGER, 2, 0);
    assert_int_equal(p.link.value, before.value);
    assert_int_equal(p.link.reserve, before.reserve);
    assert_int_equal(p.link.seeded, 0);
    assert_int_equal(p.link.awarded, 0);
}

static void reserve_seeds_and_ceiling_overflows(void **state) {
    (void)state;
    played p;
    const trey_link_parameters parameters = {
        .bet = 500, .rate = 200000, .reserve_rate = 100000, .reset = 1000, .ceiling = 1500};
    open_link(&p, "rws", &parameters, 1000);
    assert_int_equal(trey_link_contribution(&parameters), 100);
    assert_int_equal(trey_link_reserve(&parameters), 50);
    bets(&p, 7);
    assert_int_equal(p.link.value, 1500);
    assert_int_equal(p.link.overflow, 200);
    assert_int_equal(p.link.reserve, 350);
    bets(&p, -1);
    assert_int_equal(p.link.value, 1500);
    assert_int_equal(p.link.overflow, 100);
    bets(&p, -2);
    assert_int_equal(p.link.value, 1400);
    assert_int_equal(p.link.overflow, 0);
    hit(&p, 1, whole, 1);
    assert_int_equal(p.link.value, 1000);
    assert_int_equal(p.link.reserve, 0); /* it gave what it had, the house the rest */
    assert_int_equal(p.account[TREY_LINK_HOUSE], -(400 + 200 + 800));
}

static void parameters_change_between_rounds_by_a_manager(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 3000000);
    trey_link_command command = {.verb = TREY_LINK_CHANGE, .role = TREY_ROLE_PIT_SUPERVISOR};
    command.parameters = usual;
    command.parameters.fixed = 50;
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_ROLE_TOO_LOW);
    command.role = TREY_ROLE_PIT_MANAGER;
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_NO_REASON);
    strcpy(command.reason, "new season");
    trey_link_command live = {.verb = TREY_LINK_LIVE, .role = TREY_ROLE_DEALER, .bets = 1};
    assert_int_equal(give(&p, &live), TREY_LINK_REFUSED_NONE);
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_ROUND_RUNNING);
    live.bets = -1;
    assert_int_equal(give(&p, &live), TREY_LINK_REFUSED_NONE);
    assert_int_equal(give(&p, &live), TREY_LINK_REFUSED_NO_ROUND);
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.link.parameters.fixed, 50);
    command.parameters.ceiling = 100;
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_BAD_PARAMETERS);
    command.parameters = usual;
    command.parameters.rate = 1;
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_BAD_PARAMETERS);
    command.parameters = usual;
    command.parameters.fixed = 501;
    assert_int_equal(give(&p, &command), TREY_LINK_REFUSED_BAD_PARAMETERS);
}

static void a_lost_link_takes_nothing(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 3000000);
    assert_int_equal(staff(&p, TREY_LINK_UP, TREY_ROLE_SHIFT_MANAGER, 0, 0),
                     TREY_LINK_REFUSED_LINK_UP);
    assert_int_equal(staff(&p, TREY_LINK_DOWN, TREY_ROLE_DEALER, 0, 0), TREY_LINK_REFUSED_NONE);
    assert_int_equal(bets(&p, 1), TREY_LINK_REFUSED_LINK_DOWN);
    assert_int_equal(hit(&p, 1, whole, 1), TREY_LINK_REFUSED_LINK_DOWN);
    assert_int_equal(staff(&p, TREY_LINK_UP, TREY_ROLE_SHIFT_MANAGER, 0, 0),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(bets(&p, 1), TREY_LINK_REFUSED_NONE);
}

static void the_display_pays_fixed_awards_where_the_reading_says_so(void **state) {
    (void)state;
    played p;
    trey_link_command draw = {.verb = TREY_LINK_DRAW, .role = TREY_ROLE_DEALER, .amount = 17500};
    open_link(&p, "mbs", &usual, 3000000);
    assert_int_equal(give(&p, &draw), TREY_LINK_REFUSED_BAD_AMOUNT);
    p.link.meter_rules.fixed_awards_from = TREY_FUND_METER;
    assert_int_equal(give(&p, &draw), TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.link.value, 2982500);
    hit(&p, 1, whole, 5);
    assert_int_equal(give(&p, &draw), TREY_LINK_REFUSED_NONE);
    hit(&p, 2, whole, 6);
    assert_int_equal(value_of(&p, 1), 2982500);
    assert_int_equal(value_of(&p, 2), 2482500);
    assert_int_equal(p.link.value, 2500000);
    draw.amount = 2500001;
    assert_int_equal(give(&p, &draw), TREY_LINK_REFUSED_BAD_AMOUNT);
}

/* splitmix64 */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- Awards that a lost link did not hear of ------------------------------------------------ */
static trey_link_refused claim(played *p, uint32_t table, trey_value award, uint64_t dealt,
                               trey_cents said) {
    trey_link_command command = {.verb = TREY_LINK_CLAIM,
                                 .role = TREY_ROLE_PIT_SUPERVISOR,
                                 .actor = 8,
                                 .player = table,
                                 .round = 1,
                                 .amount = said,
                                 .reason = "the line was dead"};
    command.hit.award = award;
    command.hit.table = table;
    command.hit.seat = 1;
    command.hit.players_third_card = dealt;
    return give(p, &command);
}

/* proves [rws 5.17.1] */
static void a_claimed_award_is_what_was_registered_before_the_fault(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    bets(&p, 9); /* since the link is back */
    assert_int_equal(claim(&p, 1, whole, 50, 10000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.decision.count, 3);
    const trey_link_event *claimed = &p.decision.event[0];
    assert_int_equal(claimed->kind, TREY_LINK_EVENT_CLAIMED);
    assert_int_equal(claimed->number, 1);
    assert_int_equal(claimed->actor, 8);
    assert_int_equal(claimed->player, 1);
    assert_int_equal(claimed->amount, 10000000);
    assert_string_equal(claimed->reason, "the line was dead");
    assert_int_equal(value_of(&p, 1), 10000000);
    assert_int_equal(p.link.value, usual.reset + 900);
    assert_int_equal(p.link.pending, 10000000);
    assert_int_equal(claim(&p, 1, whole, 50, 10000000), TREY_LINK_REFUSED_ALREADY_ENTERED);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_PIT_SUPERVISOR, 1, 0),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.account[TREY_LINK_PLAYER], 10000000);
    assert_int_equal(p.link.value, usual.reset + 900);
}

/* A second award of the same display gets what the first has left [rws 4.9.1]. */
static void no_claim_takes_what_is_not_displayed(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    assert_int_equal(claim(&p, 2, whole, 60, 10000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(claim(&p, 1, whole, 50, 10000000), TREY_LINK_REFUSED_NONE);
    /* The cards of the second one fell first. */
    assert_int_equal(value_of(&p, 2), 10000000);
    assert_int_equal(value_of(&p, 1), usual.reset);
    assert_int_equal(p.link.value, usual.reset);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_PIT_SUPERVISOR, 2, 0),
                     TREY_LINK_REFUSED_NONE);
    /* What is settled stays, whenever the cards of a third one fell. */
    assert_int_equal(claim(&p, 3, whole, 40, 10000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), usual.reset);
    assert_int_equal(value_of(&p, 3), usual.reset);
    /* And a quarter is a quarter of it. */
    open_link(&p, "rws-progressive", &usual, 8000000);
    assert_int_equal(claim(&p, 1, quarter, 50, 2000001), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), 2000000);
    assert_int_equal(claim(&p, 2, quarter, 60, 1000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 2), 1000000);
    assert_int_equal(p.link.value, 5000000);
}

static void a_claim_stands_where_the_book_puts_it(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    hit(&p, 5, whole, 90);
    assert_int_equal(value_of(&p, 1), 10000000);
    assert_int_equal(claim(&p, 1, whole, 50, 9000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 2), 9000000);
    assert_int_equal(value_of(&p, 1), usual.reset + 1000000);
    /* Entered last, paid last [mbs 3.19]. */
    open_link(&p, "mbs", &usual, 10000000);
    hit(&p, 5, whole, 90);
    assert_int_equal(claim(&p, 1, whole, 50, 10000000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), 10000000);
    assert_int_equal(value_of(&p, 2), usual.reset);
    /* Rejected, it leaves no trace. */
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_SHIFT_MANAGER, 2, 0),
                     TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.link.value, usual.reset);
    assert_int_equal(p.link.pending, 10000000);
}

static void a_claim_needs_the_link_room_and_an_award(void **state) {
    (void)state;
    played p;
    open_link(&p, "mbs", &usual, 10000000);
    assert_int_equal(claim(&p, 1, whole, 50, 0), TREY_LINK_REFUSED_NOT_UNPAID);
    assert_int_equal(claim(&p, 1, (trey_value){101, 100}, 50, 1), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(claim(&p, 1, whole, 50, TREY_METER_MAX + 1), TREY_LINK_REFUSED_BAD_AMOUNT);
    /* A fixed award only where the display pays it. */
    assert_int_equal(claim(&p, 1, (trey_value){5000, 0}, 50, 5000), TREY_LINK_REFUSED_BAD_AMOUNT);
    p.link.meter_rules.fixed_awards_from = TREY_FUND_METER;
    assert_int_equal(claim(&p, 1, (trey_value){5001, 0}, 50, 5000), TREY_LINK_REFUSED_BAD_AMOUNT);
    assert_int_equal(claim(&p, 1, (trey_value){5000, 0}, 50, 5000), TREY_LINK_REFUSED_NONE);
    assert_int_equal(value_of(&p, 1), 5000);
    assert_int_equal(p.link.value, 9995000);
    for (uint32_t table = 2; table <= TREY_LINK_HITS; table++)
        assert_int_equal(hit(&p, table, quarter, 50), TREY_LINK_REFUSED_NONE);
    assert_int_equal(claim(&p, 99, whole, 50, 100), TREY_LINK_REFUSED_HITS_FULL);
    p.link.down = 1;
    assert_int_equal(claim(&p, 99, whole, 50, 100), TREY_LINK_REFUSED_LINK_DOWN);
}

static void what_is_struck_off_moves_no_money(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    trey_link_command strike = {.verb = TREY_LINK_STRIKE,
                                .role = TREY_ROLE_PIT_MANAGER,
                                .player = 7,
                                .round = 3,
                                .reason = "paid by hand"};
    assert_int_equal(give(&p, &strike), TREY_LINK_REFUSED_NOT_UNPAID);
    strike.amount = 10000000;
    strike.hit.table = 4;
    strike.hit.seat = 2;
    const trey_link before = p.link;
    assert_int_equal(give(&p, &strike), TREY_LINK_REFUSED_NONE);
    assert_int_equal(p.decision.count, 1);
    const trey_link_event *event = &p.decision.event[0];
    assert_int_equal(event->kind, TREY_LINK_EVENT_STRUCK);
    assert_int_equal(event->player, 7);
    assert_int_equal(event->round, 3);
    assert_int_equal(event->hit.table, 4);
    assert_int_equal(event->hit.seat, 2);
    assert_int_equal(event->amount, 10000000);
    assert_string_equal(event->reason, "paid by hand");
    assert_memory_equal(&before, &p.link, sizeof before);
    p.link.down = 1;
    assert_int_equal(give(&p, &strike), TREY_LINK_REFUSED_NONE);
}

/* ---- Several hits ------------------------------------------------------------------------ */
/* A hit that is paid late belongs to an order that was settled before: those that came since are
 * still to be ordered. */
static void paying_a_settled_hit_settles_no_others(void **state) {
    (void)state;
    played p;
    open_link(&p, "rws", &usual, 10000000);
    hit(&p, 1, whole, 50);
    hit(&p, 2, whole, 60);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 1, 0), 0);
    assert_int_equal(p.link.hit[0].frozen, 1);
    bets(&p, 4);
    hit(&p, 3, whole, 80);
    hit(&p, 4, whole, 70); /* entered after it, and dealt before */
    assert_int_equal(value_of(&p, 4), usual.reset + 400);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 2, 0), 0);
    assert_int_equal(p.link.hits, 2);
    for (unsigned i = 0; i < 2; i++) assert_int_equal(p.link.hit[i].frozen, 0);
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_SHIFT_MANAGER, 3, 1), 0);
    assert_int_equal(value_of(&p, 3), usual.reset + 400);
    assert_int_equal(value_of(&p, 4), usual.reset);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 4, 0), 0);
    assert_int_equal(p.link.hit[0].frozen, 1);
    assert_int_equal(staff(&p, TREY_LINK_PLACE, TREY_ROLE_SHIFT_MANAGER, 3, 2),
                     TREY_LINK_REFUSED_ORDER_SETTLED);
}

/* Each order has its own account of what the reserve gave: a second one that comes to nothing gives
 * back what it took, and nothing of the first. */
static void the_reserve_gets_back_what_this_order_took(void **state) {
    (void)state;
    played p;
    trey_link_parameters parameters = usual;
    parameters.reserve_rate = 200000; /* a dollar of each bet */
    open_link(&p, "mbs", &parameters, 10000000);
    bets(&p, 50);
    assert_int_equal(p.link.reserve, 5000);
    hit(&p, 1, whole, 50);
    assert_int_equal(p.link.reserve, 0);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 1, 0), 0);
    bets(&p, 7);
    const trey_link before = p.link;
    assert_int_equal(before.reserve, 700);
    hit(&p, 2, whole, 60);
    assert_int_equal(p.link.reserve, 0);
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_SHIFT_MANAGER, 2, 0), 0);
    assert_int_equal(p.link.reserve, before.reserve);
    assert_int_equal(p.link.value, before.value);
    assert_int_equal(p.link.seeded, before.seeded);
    assert_int_equal(p.account[TREY_LINK_HOUSE],
                     -(10000000 - 10000000) - 5700 - 5700 - (usual.reset - 5000));
}

/* What an open order has released goes back when the order turns out otherwise: bets that are
 * taken back meanwhile do not come off it. */
static void what_was_released_is_not_spent_while_the_order_is_open(void **state) {
    (void)state;
    played p;
    trey_rulebook *book;
    const trey_link_parameters parameters = {
        .bet = 500, .fixed = 100, .reset = 10000, .ceiling = 20050};
    memset(&p, 0, sizeof p);
    assert_int_equal(trey_rulebook_open(&book, "rws-progressive", NULL), TREY_STATUS_OK);
    assert_int_equal(trey_rulebook_choose(book, "A-RWP-01", 'B'), TREY_STATUS_OK);
    assert_true(trey_link_open(book, &parameters, 20000, &p.link));
    trey_rulebook_close(book);
    p.account[TREY_LINK_METER] = 20000;
    bets(&p, 1); /* half of it overflows */
    assert_int_equal(p.link.overflow, 50);
    hit(&p, 1, quarter, 50);
    assert_int_equal(value_of(&p, 1), 5012);
    assert_int_equal(p.link.value, 10000);
    assert_int_equal(p.link.overflow, 50 + 20050 - 5012 - 10000);
    bets(&p, -1);
    assert_int_equal(p.link.overflow, 20050 - 5012 - 10000); /* the fifty, and no more */
    assert_int_equal(p.link.value, 10000 - 50);
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_SHIFT_MANAGER, 1, 0), 0);
    assert_int_equal(p.link.value, 20050 - 50);
    assert_int_equal(p.link.overflow, 0);
    /* Settled, it is spent like any other. */
    hit(&p, 2, quarter, 60);
    assert_int_equal(staff(&p, TREY_LINK_CONFIRM, TREY_ROLE_SHIFT_MANAGER, 2, 0), 0);
    assert_int_equal(p.link.overflow, 5000);
    bets(&p, -1);
    assert_int_equal(p.link.overflow, 4900);
    assert_int_equal(p.link.value, 10000);
}

/* Bets of the new display were taken back; when the hit that had seeded it is rejected, less is
 * left than they were: the house fills up. */
static void the_display_never_falls_below_nothing(void **state) {
    (void)state;
    played p;
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 10000};
    open_link(&p, "mbs", &parameters, 1000);
    hit(&p, 1, whole, 50);
    assert_int_equal(p.link.value, 10000);
    bets(&p, -50);
    assert_int_equal(p.link.value, 5000);
    assert_int_equal(staff(&p, TREY_LINK_REJECT, TREY_ROLE_SHIFT_MANAGER, 1, 0), 0);
    assert_int_equal(p.link.value, 0);
    assert_int_equal(p.link.seeded, 4000);
    assert_int_equal(p.link.pending, 0);
}

static void the_identity_holds_after_every_event_of_random_histories(void **state) {
    (void)state;
    static const char *const books[] = {"mbs", "rws", "rws-progressive"};
    const char *text = getenv("TREY_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 0) : 20261115, random = seed;
    printf("TREY_SEED=%" PRIu64 "\n", seed);
    for (unsigned history = 0; history < 300; history++) {
        played p;
        trey_link_parameters parameters = usual;
        parameters.reserve_rate = next(&random) % 2 ? 30000 : 0;
        parameters.ceiling = next(&random) % 3 ? 0 : 2600000 + (trey_cents)(next(&random) % 9000);
        open_link(&p, books[history % 3], &parameters, 2500000);
        if (history % 6 == 0) p.link.meter_rules.fixed_awards_from = TREY_FUND_METER;
        if (history % 5 == 0) p.link.meter_rules.after_share = TREY_AFTER_SHARE_RESET;
        for (unsigned step = 0; step < 400; step++) {
            uint64_t kind = next(&random) % 20, number = next(&random) % 12 + 1;
            trey_link_command command = {.role = TREY_ROLE_SHIFT_MANAGER,
                                         .number = p.link.entered > 6 ? p.link.entered - number + 6
                                                                      : number,
                                         .place = (uint16_t)(next(&random) % 4),
                                         .bets = (int32_t)(next(&random) % 14) - 3};
            command.hit.award = history % 3 == 2 && next(&random) % 2 ? quarter : whole;
            bool fixed = next(&random) % 8 == 0;
            command.hit.table = (uint32_t)(next(&random) % 9);
            command.hit.seat = (uint8_t)(next(&random) % 7 + 1);
            command.hit.players_third_card = next(&random) % 1000;
            command.round = step / 7;
            command.amount = (trey_cents)(next(&random) % 3000000) - 1000;
            if (fixed) command.hit.award = (trey_value){command.amount, 0};
            command.parameters = parameters;
            command.verb = (uint8_t)(kind < 8    ? TREY_LINK_CONTRIBUTE
                                     : kind < 12 ? TREY_LINK_HIT
                                     : kind < 15 ? TREY_LINK_CONFIRM
                                                 : next(&random) % (TREY_LINK_VERB_COUNT + 1));
            if (next(&random) % 4) strcpy(command.reason, "why not");
            give(&p, &command);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_freezes_its_value_and_others_go_on),
        cmocka_unit_test(the_same_hit_is_entered_once),
        cmocka_unit_test(first_entered_is_first_paid_at_mbs),
        cmocka_unit_test(first_dealt_is_first_paid_at_rws_and_the_house_has_the_last_word),
        cmocka_unit_test(a_quarter_and_the_whole_in_both_orders),
        cmocka_unit_test(a_rejected_hit_leaves_no_trace_in_the_money),
        cmocka_unit_test(reserve_seeds_and_ceiling_overflows),
        cmocka_unit_test(parameters_change_between_rounds_by_a_manager),
        cmocka_unit_test(a_lost_link_takes_nothing),
        cmocka_unit_test(the_display_pays_fixed_awards_where_the_reading_says_so),
        cmocka_unit_test(a_claimed_award_is_what_was_registered_before_the_fault),
        cmocka_unit_test(no_claim_takes_what_is_not_displayed),
        cmocka_unit_test(a_claim_stands_where_the_book_puts_it),
        cmocka_unit_test(a_claim_needs_the_link_room_and_an_award),
        cmocka_unit_test(what_is_struck_off_moves_no_money),
        cmocka_unit_test(paying_a_settled_hit_settles_no_others),
        cmocka_unit_test(the_reserve_gets_back_what_this_order_took),
        cmocka_unit_test(what_was_released_is_not_spent_while_the_order_is_open),
        cmocka_unit_test(the_display_never_falls_below_nothing),
        cmocka_unit_test(the_identity_holds_after_every_event_of_random_histories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
