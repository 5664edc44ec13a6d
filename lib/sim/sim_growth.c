/* sim_growth.c -- the meter through all rounds in their order.
 *
 * Rounds that take nothing off the meter all add the same to it; the others are settled
 * at a table with what the display shows by then. So the order of awards, what counts
 * before and after a win, and the reset are the table's business here, too. */
#include <stdlib.h>

#include "sim_worker.h"

typedef struct history {
    const trey_sim *sim;
    sim_play *play;
    trey_sim_growth *out;
    trey_cents meter;
    uint64_t at;     /* rounds told so far */
    trey_cents each; /* what a round adds that takes nothing */
    double area;     /* sum of the display as each round opens */
} history;

static void note_display(history *h) {
    if (h->meter > h->out->most) h->out->most = h->meter;
    if (h->meter < h->out->least) h->out->least = h->meter;
}

/* The round before which sample `i` is taken. */
static uint64_t sample_round(const history *h, unsigned i) {
    return (uint64_t)((double)h->out->rounds / TREY_SIM_SAMPLES * i);
}

/* On to a round, over such as take nothing; samples up to the display as it opens. */
static void go_on(history *h, uint64_t to) {
    trey_meter meter = {.value = h->meter, .reset = h->sim->query.bets.reset};
    const uint64_t rounds = to - h->at;
    for (unsigned i = 0; i < TREY_SIM_SAMPLES; i++) {
        const uint64_t when = sample_round(h, i);
        if (when < h->at || when > to) continue;
        const trey_cents since = (trey_cents)(when - h->at) * h->each;
        h->out->sample[i] = trey_meter_add(meter, since).value;
    }
    h->area += (double)rounds * ((double)h->meter + (double)h->each * ((double)rounds - 1) / 2);
    h->meter = trey_meter_add(meter, (trey_cents)rounds * h->each).value;
    h->at = to;
    note_display(h);
}

static trey_sim_award *award_of(trey_sim_growth *out, const trey_rulebook *book, uint16_t row) {
    for (unsigned i = 0; i < out->awards; i++) {
        if (out->award[i].row == row) return &out->award[i];
    }
    TREY_ASSERT(out->awards < TREY_SIM_AWARDS);
    const trey_value value = trey_rulebook_rule(book, (trey_key)row)->value;
    trey_sim_award *award = &out->award[out->awards++];
    *award = (trey_sim_award){
        .row = row, .whole = value.d != 0 && value.n == value.d, .share = value.d != 0};
    return award;
}

static void note_awards(history *h) {
    const trey_decision *settlement = &h->play->decision;
    for (unsigned i = 0; i < settlement->count; i++) {
        const trey_event *line = &settlement->event[i];
        if (line->kind != TREY_EVENT_LINE || line->wager != TREY_WAGER_PROGRESSIVE ||
            line->line.row == TREY_NO_KEY)
            continue;
        /* What the house pays is not the meter's history. */
        const trey_value value = trey_rulebook_rule(h->sim->book, (trey_key)line->line.row)->value;
        if (value.d == 0 && line->line.meter == 0) continue;
        trey_sim_award *award = award_of(h->out, h->sim->book, line->line.row);
        award->hits++;
        award->meter += (double)h->meter;
        award->paid += (double)line->line.back;
        if (h->meter > award->meter_most) award->meter_most = h->meter;
        if (line->line.back > award->paid_most) award->paid_most = line->line.back;
    }
}

static void settle_taking(history *h, const sim_taking *taking) {
    sim_result results[TREY_SEATS];
    sim_play_round_at(h->play, h->meter, &taking->deal, results);
    note_awards(h);
    h->area += (double)h->meter;
    h->meter = h->play->table.meter.value;
    h->at++;
    note_display(h);
}

/* What a round adds in which nobody is paid: all boxes hold nothing. */
static trey_cents plain_growth(history *h) {
    sim_deal deal = {.up = 2};
    const unsigned boxes = h->sim->query.bets.boxes;
    trey_cardset out = 0;
    unsigned hand = 0;
    for (unsigned i = 0; i <= boxes; i++) {
        for (;; hand++) {
            TREY_ASSERT(hand < TREY_HANDS);
            if (h->sim->hands.three[hand] == TREY_HAND_HIGH_CARD &&
                !(h->sim->hands.set[hand] & out))
                break;
        }
        out |= h->sim->hands.set[hand];
        deal.hand[i] = (uint16_t)hand;
    }
    sim_result results[TREY_SEATS];
    sim_play_round_at(h->play, h->sim->query.bets.meter, &deal, results);
    for (unsigned i = 0; i < boxes; i++) TREY_ASSERT(!results[i].takes);
    return h->play->table.meter.value - h->sim->query.bets.meter;
}

static void finish(history *h) {
    trey_sim_growth *out = h->out;
    go_on(h, out->rounds);
    out->last = h->meter;
    out->mean = out->rounds > 0 ? h->area / (double)out->rounds : (double)h->meter;
    for (unsigned i = 0; i < out->awards; i++) {
        out->award[i].meter /= (double)out->award[i].hits;
        out->award[i].paid /= (double)out->award[i].hits;
    }
}

trey_status trey_sim_growth_of(const trey_sim *sim, trey_sim_growth *out) {
    const sim_tally *tally = sim->tally;
    const trey_cents first = sim->query.bets.meter;
    *out = (trey_sim_growth){.known = sim->query.bets.stake[TREY_WAGER_PROGRESSIVE] > 0,
                             .first = first,
                             .least = first,
                             .most = first};
    if (!out->known) return TREY_STATUS_OK;
    out->rounds = tally->played_to;
    if (tally->takings == TREY_SIM_TAKINGS) {
        const uint64_t last = tally->taking[tally->takings - 1].round + 1;
        if (last < out->rounds) out->rounds = last;
    }
    sim_play *play = malloc(sizeof *play);
    if (!play) return TREY_STATUS_NO_MEMORY;
    trey_status status = sim_play_open(play, sim->rules, &sim->query, NULL);
    TREY_ASSERT(status == TREY_STATUS_OK);
    history h = {.sim = sim, .play = play, .out = out, .meter = first};
    h.each = plain_growth(&h);
    for (size_t i = 0; i < tally->takings && tally->taking[i].round < out->rounds; i++) {
        go_on(&h, tally->taking[i].round);
        settle_taking(&h, &tally->taking[i]);
    }
    finish(&h);
    free(play);
    return TREY_STATUS_OK;
}
