/* office.c -- see the header. */
#include "office.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/verify.h"

trey_player office_player(unsigned seat) {
    return 10 + seat;
}

unsigned office_table(office *o, const char *name, const char *rulebook, const char *jackpot,
                      trey_cents jackpot_bet) {
    unsigned table;
    trey_table_terms terms = house_terms(name, rulebook, jackpot);
    terms.config.system_deck = false;
    terms.config.maximum[TREY_WAGER_ANTE] = 1000000;
    if (jackpot_bet > 0 && !*jackpot) {
        terms.config.jackpot = 1;
        terms.config.jackpot_bet = jackpot_bet;
        terms.config.jackpot_contribution = jackpot_bet / 5;
        terms.config.jackpot_reset = 1000000;
        terms.meter = 1200000;
    }
    trey_status status = trey_house_table_open(o->p.h.house, &terms, &table);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(o->p.h.house));
    office_flush(o);
    return table;
}

/* A server's store is the same for all tests of a program: each begins anew. */
static void empty_server(void) {
    if (!getenv("TREY_POSTGRES")) return;
    PGconn *connection = PQconnectdb(getenv("TREY_POSTGRES"));
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PQclear(PQexec(connection, "DROP SCHEMA IF EXISTS trey CASCADE"));
    PQfinish(connection);
}

void office_build(office *o, const char *rulebook, trey_cents jackpot_bet) {
    trey_store_message message;
    memset(o, 0, sizeof *o);
    empty_server();
    people_build(&o->p);
    o->manager = people_add(&o->p, "Sonja", TREY_OFFICE_SHIFT_MANAGER, NULL);
    for (unsigned i = 0; i < 20; i++) people_guest(&o->p);
    assert_int_equal(trey_shifts_open(&o->shifts, o->p.h.house, &message), TREY_STATUS_OK);
    for (unsigned seat = 1; seat <= 7; seat++)
        house_buy_in(&o->p.h, office_player(seat), INT64_C(10000000000));
    o->table = office_table(o, "one", rulebook, "", jackpot_bet);
}

void office_tear_down(office *o) {
    trey_shifts_close(o->shifts);
    people_tear_down(&o->p);
}

void office_give(office *o, unsigned table, const trey_command *command) {
    trey_command_id id = house_next_id(&o->p.h);
    trey_reply reply;
    trey_status status = trey_house_command(o->p.h.house, table, &id, command, &reply);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(o->p.h.house));
    if (reply.refused)
        fail_msg("%s: %s", trey_verb_word((trey_verb)command->verb),
                 trey_reply_text(reply.refused));
}

void office_bet(office *o, unsigned table, unsigned seat, unsigned wager, trey_cents amount) {
    const trey_command bet = {.verb = TREY_VERB_BET,
                              .role = TREY_ROLE_PLAYER,
                              .seat = (uint8_t)seat,
                              .wager = (uint8_t)wager,
                              .actor = office_player(seat),
                              .player = office_player(seat),
                              .amount = amount};
    office_give(o, table, &bet);
}

void office_call(office *o, unsigned table, trey_verb verb) {
    const trey_command call = {.verb = (uint8_t)verb, .role = TREY_ROLE_DEALER};
    office_give(o, table, &call);
}

void office_decide(office *o, unsigned table, unsigned seat, bool plays) {
    const trey_command decision = {.verb = plays ? TREY_VERB_PLAY : TREY_VERB_FOLD,
                                   .role = TREY_ROLE_PLAYER,
                                   .seat = (uint8_t)seat,
                                   .actor = office_player(seat),
                                   .player = office_player(seat)};
    office_give(o, table, &decision);
}

void office_rule(office *o, unsigned table, trey_ruling_kind ruling, const char *reason) {
    trey_command rule = {.verb = TREY_VERB_RULE,
                         .role = TREY_ROLE_SHIFT_MANAGER,
                         .actor = o->manager,
                         .ruling = (uint8_t)ruling};
    snprintf(rule.reason, sizeof rule.reason, "%s", reason);
    office_give(o, table, &rule);
}

void office_deal(office *o, unsigned table, const char *const hand[TREY_SEATS + 1]) {
    const trey_table *state = trey_house_table(o->p.h.house, table);
    const trey_rules *rules = trey_house_rules(o->p.h.house, table);
    const char *next[TREY_SEATS + 1];
    memcpy(next, hand, sizeof next);
    while (state->phase != TREY_PHASE_DECISION) {
        trey_command card = {.verb = TREY_VERB_CARD, .role = TREY_ROLE_DEALER, .count = 1};
        unsigned place = trey_next_place(rules, state);
        assert_int_not_equal(place, TREY_PLACE_NONE);
        unsigned of = place == TREY_PLACE_DEALER ? 0 : place;
        if (place == TREY_PLACE_BURN)
            card.cards[0] = TREY_NO_CARD;
        else
            assert_int_equal(trey_card_parse(next[of], &card.cards[0], &next[of]), TREY_STATUS_OK);
        office_give(o, table, &card);
    }
}

void office_flush(office *o) {
    trey_status status = trey_house_flush(o->p.h.house, NULL);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_house_message(o->p.h.house));
}

trey_shift office_close(office *o, const char *note) {
    trey_command_id id = house_next_id(&o->p.h);
    trey_shift shift;
    bool again;
    trey_status status = trey_shifts_end(o->shifts, &id, o->manager, note, &shift, &again);
    if (status != TREY_STATUS_OK) fail_msg("%s", trey_shifts_message(o->shifts));
    assert_false(again);
    office_flush(o);
    return shift;
}

static const char *name_of(void *context, uint32_t person) {
    const trey_person_facts *facts = trey_people_facts(context, person);
    return facts ? facts->name : NULL;
}

trey_figures *office_figures(office *o, const trey_figures_query *query) {
    trey_figures *figures;
    trey_store_message message;
    bool done = false;
    trey_status status = trey_figures_open(&figures, o->p.h.store, query, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    while (!done) assert_int_equal(trey_figures_work(figures, &done), TREY_STATUS_OK);
    trey_figures_name(figures, name_of, o->p.people);
    assert_int_equal(trey_figures_expect(figures), TREY_STATUS_OK);
    return figures;
}

trey_figures *office_running(office *o) {
    const trey_figures_query query = {.of = TREY_FIGURES_RUNNING, .now = o->p.h.now};
    return office_figures(o, &query);
}

void office_verified(office *o) {
    const trey_verify_options options = {.keys = &o->p.h.keys};
    trey_verify_report report;
    trey_store_message message = {""};
    trey_status status = trey_verify(o->p.h.store, &options, &report, &message);
    if (status != TREY_STATUS_OK) fail_msg("%s", message.text);
    if (report.verdict != TREY_VERDICT_GOOD)
        fail_msg("record %llu: %s", (unsigned long long)report.finding.seq, report.finding.what);
    trey_verify_report_close(&report);
}
