/* bank_side.c -- what the player-dealer can expect.
 *
 * Its mean is that of the seats, turned around, and as exact as theirs. So is its deviation:
 * against one seat it is the seat's; against several the seats' covariance comes to it, which
 * is counted over all pairs of hands (seat_pairs.c). Where the seats' figures are estimates,
 * because they share a bank that may run short, these come from the same rounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

/* ---- Collection --------------------------------------------------------------------------- */
/* What the closing call collects, and under one reading the decision to play once more. */
static void read_fee(house *h, const betting *b, unsigned seats, trey_fraction played,
                     trey_odds_fee *fee) {
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind != TREY_EVENT_COLLECTED) continue;
        *(event->fee.of_players ? &fee->players : &fee->bank) += event->amount;
    }
    fee->on_play = house_fee_on(h, &b->closed, seats, CHOICE_PLAY);
    TREY_ASSERT(house_fee_on(h, &b->closed, seats, CHOICE_FOLD) == 0);
    fee->in_all =
        trey_fraction_add((trey_fraction){fee->players, 1},
                          trey_fraction_multiply(played, (trey_fraction){fee->on_play * seats, 1}));
}

static unsigned list_fees(house *h, unsigned seats, trey_fraction played,
                          trey_odds_fee fee[TREY_SCHEDULES]) {
    const unsigned count = (unsigned)trey_rulebook_schedules(h->book);
    betting *b = &h->alone;
    memcpy(b->in, h->betting[0].in, sizeof b->in);
    for (unsigned i = 0; i < count; i++) {
        trey_odds_fault fault;
        fee[i] = (trey_odds_fee){.option = trey_rulebook_schedule(h->book, i)->option};
        fee[i].in_all = (trey_fraction){0, 1};
        fee[i].readable = house_close_bets(h, b, 0, seats, fee[i].option, &fault);
        if (fee[i].readable) read_fee(h, b, seats, played, &fee[i]);
    }
    return count;
}

unsigned trey_odds_fees(const trey_odds *odds, const trey_rulebook *book,
                        trey_odds_fee fee[TREY_SCHEDULES]) {
    trey_odds_query query = odds->query;
    trey_odds_fault fault;
    house *h = malloc(sizeof *h);
    unsigned count = 0;
    query.peek = false;
    if (h && house_open(h, book, &query, &fault) == TREY_STATUS_OK)
        count = list_fees(h, query.boxes, odds->round.played, fee);
    if (h) house_close(h);
    free(h);
    return count;
}

/* ---- Results -------------------------------------------------------------------------------- */
static bool is_short(const trey_odds *odds, const settled *paid) {
    bool is = false;
    for (unsigned w = 0; w < LINES; w++)
        is |= paid->there[w] && odds->query.stake[trey_wager(w)->head] > 0 &&
              fell_short(paid->result[w]);
    return is;
}

/* The chance that the bank falls short of a single seat. */
static double short_of_one(const trey_odds *odds) {
    uint64_t deals = 0;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (is_short(odds, &odds->house.known[n])) deals += deals_in(odds, situation_at(n));
    }
    return (double)deals / (double)odds->sum.deals;
}

/* Where each player has a limit of its own, the chance that it falls short of any: of random
 * deals, since hands of more than two seats cannot be counted together. */
static void short_of_any(const trey_odds *odds, trey_odds_bank *out) {
    uint64_t state = odds->query.seed;
    unsigned rounds = 0;
    for (unsigned i = 0; i < odds->query.rounds; i++) {
        deal d;
        unsigned kind[TREY_SEATS + 1];
        bool any = false;
        deal_seats(odds, odds->used, out->seats, &state, &d, kind);
        for (unsigned seat = 1; seat <= out->seats; seat++)
            any |= is_short(odds, situation_lines(odds, kind[seat]));
        rounds += any;
    }
    out->rounds = odds->query.rounds;
    out->seed = odds->query.seed;
    out->uncovered = (double)rounds / odds->query.rounds;
    out->uncovered_error = sqrt(out->uncovered * (1 - out->uncovered) / odds->query.rounds);
}

static trey_status exact_side(const trey_odds *odds, trey_odds_bank *out) {
    const trey_fraction turned = {-(trey_int128)out->seats, 1};
    const double one = odds->round.sd, seats = out->seats, alone = short_of_one(odds);
    double together = 0;
    out->exact = true;
    out->ev_cents = trey_fraction_multiply(odds->round.ev_cents, turned);
    out->ev = trey_fraction_double(out->ev_cents);
    if (out->seats > 1) {
        trey_status status = seat_covariance(odds, &together);
        if (status != TREY_STATUS_OK) return status;
    }
    out->sd = out->seats == 1 ? one : sqrt(seats * one * one + seats * (seats - 1) * together);
    out->uncovered = alone;
    if (out->seats > 1 && alone > 0) short_of_any(odds, out);
    return TREY_STATUS_OK;
}

static void estimated_side(const trey_odds *odds, trey_odds_bank *out) {
    const trey_odds_sample *sample = &odds->sample;
    out->ev_cents = (trey_fraction){0, 0};
    out->ev = -(double)out->seats * odds->round.ev;
    out->standard_error = out->seats * odds->round.ev_error;
    out->sd = sample->bank_sd;
    out->sd_error = sample->bank_sd_error;
    out->uncovered = sample->uncovered;
    out->uncovered_error = sample->uncovered_error;
    out->rounds = sample->rounds;
    out->seed = sample->seed;
}

trey_status trey_odds_bank_side(const trey_odds *odds, const trey_rulebook *book,
                                trey_odds_bank *out) {
    memset(out, 0, sizeof *out);
    bool banked = trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    if (!banked) return TREY_STATUS_INVALID;
    out->seats = odds->query.boxes;
    out->bank = odds->query.bank;
    out->fees = trey_odds_fees(odds, book, out->fee);
    if (odds->round.exact) return exact_side(odds, out);
    estimated_side(odds, out);
    return TREY_STATUS_OK;
}
