/* bank_side.c -- what the player-dealer can expect.
 *
 * With everything covered his mean is that of the players, turned around, whatever
 * their number; against one opponent a limit is part of the situations and just as
 * exact. Against several the limit couples the seats through the action button: then
 * rounds are played at the table with random decks, each with the limit and without;
 * the known mean of the latter steadies the estimate of the former. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"
#include "random.h"

/* What the bank gained in the settlement, and whether it fell short of a wager. */
static trey_cents bank_result(const house *h, bool *uncovered) {
    trey_cents paid = 0;
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind != TREY_EVENT_LINE) continue;
        paid += event->money.bank;
        *uncovered |=
            event->result == TREY_LINE_UNCOVERED || event->result == TREY_LINE_PARTLY_COVERED;
    }
    return -paid;
}

static void random_deal(const trey_odds *odds, unsigned seats, uint64_t *state, deal *d) {
    trey_card deck[TREY_CARDS];
    random_cards(state, deck, 3 * (seats + 1));
    d->dealer = trey_hand_of(deck[0], deck[1], deck[2]);
    for (unsigned seat = 1; seat <= seats; seat++) {
        const trey_card *card = deck + 3 * (size_t)seat;
        d->box[seat] = trey_hand_of(card[0], card[1], card[2]);
        trey_card up = odds->sees_card ? d->dealer.card[2] : TREY_NO_CARD;
        d->choice[seat] =
            trey_strategy_plays(odds->used, d->box[seat], up) ? CHOICE_PLAY : CHOICE_FOLD;
    }
}

/* Results with the limit beside those of the same decks with everything covered. */
typedef struct sample {
    double limited, covered, limited_squares, covered_squares, products;
} sample;

static void sample_add(sample *s, double limited, double covered) {
    s->limited += limited;
    s->covered += covered;
    s->limited_squares += limited * limited;
    s->covered_squares += covered * covered;
    s->products += limited * covered;
}

/* The mean with everything covered is known, so what the sample has more or less of it
 * is taken off the limited mean, as far as the two go together. */
static void estimate(const sample *s, double covered_mean, trey_odds_bank *out) {
    double n = out->rounds, limited = s->limited / n, covered = s->covered / n;
    double variance = s->limited_squares / n - limited * limited;
    double covered_variance = s->covered_squares / n - covered * covered;
    double together = s->products / n - limited * covered;
    double by = covered_variance > 0 ? together / covered_variance : 0;
    double left = variance - by * together;
    out->sd = sqrt(variance > 0 ? variance * n / (n - 1) : 0);
    out->sampled = limited - by * (covered - covered_mean);
    out->sampled_error = sqrt((left > 0 ? left : 0) / (n - 1));
    if (out->exact) return;
    out->ev = out->sampled;
    out->standard_error = out->sampled_error;
}

static void play_rounds(const trey_odds *odds, house *h, const betting bets[2], double covered_mean,
                        trey_odds_bank *out) {
    sample all = {0};
    uint64_t state = out->seed;
    unsigned short_of = 0;
    for (unsigned i = 0; i < out->rounds; i++) {
        deal d;
        bool uncovered = false, never = false;
        random_deal(odds, out->seats, &state, &d);
        house_play_out(h, &bets[0].closed, &d);
        double covered = (double)bank_result(h, &never), limited = covered;
        if (out->bank > 0) {
            house_play_out(h, &bets[1].closed, &d);
            limited = (double)bank_result(h, &uncovered);
        }
        sample_add(&all, limited, covered);
        short_of += uncovered;
    }
    out->uncovered = (double)short_of / out->rounds;
    estimate(&all, covered_mean, out);
}

/* What a round of these bets puts into the drop under each schedule. */
static void list_fees(house *h, betting *b, unsigned seats, trey_odds_bank *out) {
    for (size_t i = 0; i < trey_rulebook_schedules(h->book); i++) {
        const trey_schedule *schedule = trey_rulebook_schedule(h->book, i);
        trey_odds_fee *fee = &out->fee[out->fees++];
        trey_odds_fault fault;
        fee->option = schedule->option;
        fee->readable = house_close_bets(h, b, 0, seats, schedule->option, &fault);
        for (unsigned e = 0; fee->readable && e < h->decision.count; e++) {
            const trey_event *event = &h->decision.event[e];
            if (event->kind != TREY_EVENT_COLLECTED) continue;
            *(event->count ? &fee->players : &fee->bank) += event->money.amount;
        }
    }
}

/* The mean with everything covered, for one seat under the strategy in use. */
static trey_status mean_when_covered(const trey_odds *odds, const trey_rulebook *book,
                                     trey_fraction *mean) {
    trey_odds_query query = odds->query;
    *mean = odds->round.ev_cents;
    if (query.bank == 0) return TREY_STATUS_OK;
    query.bank = 0;
    query.strategy = odds->used;
    trey_odds *covered;
    trey_status status = trey_odds_open(&covered, book, &query, NULL);
    if (status != TREY_STATUS_OK) return status;
    *mean = covered->round.ev_cents;
    trey_odds_close(covered);
    return TREY_STATUS_OK;
}

static trey_status bank_side(const trey_odds *odds, const trey_rulebook *book, house *h,
                             betting bets[2], trey_odds_bank *out) {
    trey_odds_query query = odds->query;
    trey_odds_fault fault;
    const trey_fraction turned = {-(trey_int128)out->seats, 1};
    trey_fraction covered;
    trey_status status = mean_when_covered(odds, book, &covered);
    if (status != TREY_STATUS_OK) return status;
    double covered_mean = trey_fraction_double(trey_fraction_multiply(covered, turned));
    out->exact = query.bank == 0 || query.boxes == 1;
    out->ev_cents = trey_fraction_multiply(odds->round.ev_cents, turned);
    out->ev = trey_fraction_double(out->ev_cents);
    query.peek = false;
    status = house_open(h, book, &query, &fault);
    for (unsigned i = 0; status == TREY_STATUS_OK && i < 2; i++) {
        memcpy(bets[i].in, h->betting[0].in, sizeof bets[i].in);
        query.bank = i == 0 ? 0 : odds->query.bank;
        if (!house_close_bets(h, &bets[i], 0, out->seats, 0, &fault)) status = TREY_STATUS_INVALID;
    }
    if (status == TREY_STATUS_OK) {
        memcpy(h->alone.in, h->betting[0].in, sizeof h->alone.in);
        list_fees(h, &h->alone, out->seats, out);
        if (out->rounds > 1) play_rounds(odds, h, bets, covered_mean, out);
    }
    house_close(h);
    return status;
}

trey_status trey_odds_bank_side(const trey_odds *odds, const trey_rulebook *book, unsigned rounds,
                                uint64_t seed, trey_odds_bank *out) {
    memset(out, 0, sizeof *out);
    bool banked = trey_rulebook_rule(book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    if (!banked) return TREY_STATUS_INVALID;
    out->seats = odds->query.boxes;
    out->bank = odds->query.bank;
    out->rounds = rounds;
    out->seed = seed;
    house *h = malloc(sizeof *h);
    betting *bets = calloc(2, sizeof *bets);
    trey_status status = h && bets ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    if (status == TREY_STATUS_OK) status = bank_side(odds, book, h, bets, out);
    free(h);
    free(bets);
    return status;
}
