/* shared_bank.c -- several seats against one bank that may run short.
 *
 * Who is covered then depends on what every seat holds, and on the action button. To count
 * that, every way of giving the seats disjoint hands has to be told apart: against each
 * dealer's hand there are 10^12 for three seats and 10^24 for six. Two seats could be counted
 * by inclusion and exclusion, as seat_pairs.c does it for the deviation. From three on the
 * hands of one seat change what each of the others can hold, and nothing smaller than the set
 * of cards that are gone, one of C(49,6) and more for every dealer's hand, carries the count
 * from seat to seat. So these figures are estimated.
 *
 * What makes the estimate a good one is that all but the coverage is known. Each seat is in
 * a situation (decision, showdown, three cards, best five) whose chance is exact, and what
 * the situation pays when it is covered is exact. So rounds are dealt at random; those in
 * which less money moves than the bank has are settled as covered; the others are played at
 * the table. The mean of each situation comes from the rounds, its weight from the count:
 * a stratified mean, in which a royal counts for what it is worth even if none was dealt.
 * Errors are those of such a mean with a round as one observation, since its seats share the
 * dealer, the deck and the bank.
 *
 * Where the bank exceeds all that the seats could win or lose, nothing is estimated. That is
 * decided by the most that two seats can move in one round, for each two of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"
#include "random.h"

/* One way in which a seat in a situation has come out. */
typedef struct ending {
    unsigned situation;
    uint32_t seen;
    double weight; /* its chance, estimated */
    settled paid;
} ending;

/* Rounds of one combination of wagers under one strategy. */
typedef struct sampling {
    const trey_odds *covered; /* the same bets and strategy with everything covered */
    const trey_odds *alone;   /* the same bets against the bank, one seat alone */
    house *house;
    const betting *bets; /* closed, with all seats */
    unsigned seats, rounds;
    trey_cents bank;
    double chance[SITUATIONS];    /* exact */
    trey_cents moves[SITUATIONS]; /* money that a covered seat moves */
    uint32_t usual[SITUATIONS];   /* the ending of a covered seat, plus one */
    uint32_t seen[SITUATIONS];
    unsigned uncovered; /* rounds in which a wager came back */
    ending *item;
    uint32_t count, room;
    uint32_t *slot; /* by hash: an ending's number plus one */
    uint32_t slots;
    uint32_t *ended; /* by round and seat */
    double *value;   /* by ending: of what is being estimated */
} sampling;

/* ---- Situations of a seat ---------------------------------------------------------------- */
/* Where no wager looks at spades, royals of all suits are one situation. */
static unsigned without_mark(const trey_odds *odds, unsigned number) {
    situation s = situation_at(number);
    if (odds->marks_matter) return number;
    if (s.three == THREE_ROYAL_SPADES) s.three = THREE_ROYAL;
    if (s.six % FIVES == FIVE_ROYAL_SPADES) s.six = six_of(s.six / FIVES, FIVE_ROYAL);
    return situation_number(s);
}

unsigned seat_situation(const trey_odds *odds, trey_hand hand, trey_hand dealer, unsigned choice) {
    const unsigned index = trey_hand_index(hand);
    const unsigned value = odds->dealers.value[trey_hand_index(dealer)];
    const situation s = {.choice = choice,
                         .showdown = showdown_of(value, odds->dealers.player[index]),
                         .three = three_at(odds, index),
                         .six = six_dealt(odds, hand, dealer)};
    return without_mark(odds, situation_number(s));
}

const settled *situation_lines(const trey_odds *odds, unsigned number) {
    if (odds->house.known[number].known) return &odds->house.known[number];
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (odds->house.known[n].known && without_mark(odds, n) == number)
            return &odds->house.known[n];
    }
    return NULL;
}

/* ---- Endings ------------------------------------------------------------------------------- */
static bool same_lines(const settled *a, const settled *b) {
    return memcmp(a->net, b->net, sizeof a->net) == 0 &&
           memcmp(a->row, b->row, sizeof a->row) == 0 &&
           memcmp(a->result, b->result, sizeof a->result) == 0 &&
           memcmp(a->ground, b->ground, sizeof a->ground) == 0 &&
           memcmp(a->there, b->there, sizeof a->there) == 0;
}

static uint32_t hash_of(unsigned kind, const settled *s) {
    uint64_t hash = kind;
    for (unsigned w = 0; w < LINES; w++)
        hash = (hash ^ (uint64_t)s->net[w] ^ (uint64_t)s->result[w] << 56) *
               UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static bool more_room(sampling *s) {
    uint32_t room = s->room ? 2 * s->room : 1024;
    ending *item = realloc(s->item, room * sizeof *item);
    if (item) s->item = item;
    uint32_t *slot = item ? calloc(2 * (size_t)room, sizeof *slot) : NULL;
    if (!slot) return false;
    free(s->slot);
    s->slot = slot;
    s->slots = 2 * room;
    s->room = room;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t at = hash_of(item[i].situation, &item[i].paid) % s->slots;
        while (slot[at]) at = (at + 1) % s->slots;
        slot[at] = i + 1;
    }
    return true;
}

/* The number of this ending, plus one; 0 for want of memory. */
static uint32_t ending_number(sampling *s, unsigned kind, const settled *paid) {
    if (s->count == s->room && !more_room(s)) return 0;
    uint32_t at = hash_of(kind, paid) % s->slots;
    for (; s->slot[at]; at = (at + 1) % s->slots) {
        const ending *there = &s->item[s->slot[at] - 1];
        if (there->situation == kind && same_lines(&there->paid, paid)) return s->slot[at];
    }
    s->item[s->count] = (ending){.situation = kind, .paid = *paid};
    return s->slot[at] = ++s->count;
}

/* ---- Rounds -------------------------------------------------------------------------------- */
void deal_seats(const trey_odds *odds, const trey_strategy *strategy, unsigned seats,
                uint64_t *state, deal *d, unsigned kind[TREY_SEATS + 1]) {
    trey_card deck[TREY_CARDS];
    random_cards(state, deck, 3 * (seats + 1));
    d->dealer = trey_hand_of(deck[0], deck[1], deck[2]);
    const trey_card up = odds->sees_card ? deck[2] : TREY_NO_CARD;
    for (unsigned seat = 1; seat <= seats; seat++) {
        const trey_card *card = deck + 3 * (size_t)seat;
        trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
        d->box[seat] = hand;
        d->choice[seat] = trey_strategy_plays(strategy, hand, up) ? CHOICE_PLAY : CHOICE_FOLD;
        kind[seat] = seat_situation(odds, hand, d->dealer, d->choice[seat]);
    }
}

static bool any_fell_short(const house *h) {
    bool any = false;
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        any |= event->kind == TREY_EVENT_LINE && fell_short(event->line.result);
    }
    return any;
}

/* A bank cannot run short before as much money as it has was won and lost. */
static bool play_round(sampling *s, uint64_t *state, uint32_t *ended) {
    deal d;
    unsigned kind[TREY_SEATS + 1];
    trey_cents moved = 0;
    deal_seats(s->covered, s->covered->used, s->seats, state, &d, kind);
    for (unsigned seat = 1; seat <= s->seats; seat++) moved += s->moves[kind[seat]];
    const bool covered = moved <= s->bank;
    if (!covered) {
        house_play_out(s->house, &s->bets->closed, &d);
        s->uncovered += any_fell_short(s->house);
    }
    for (unsigned seat = 1; seat <= s->seats; seat++) {
        uint32_t number = s->usual[kind[seat]];
        if (!covered) {
            settled paid = {.known = true};
            house_lines(s->house, seat, &paid, s->bets->in);
            number = ending_number(s, kind[seat], &paid);
            if (number == 0) return false;
        }
        s->item[number - 1].seen++;
        s->seen[kind[seat]]++;
        ended[seat - 1] = number - 1;
    }
    return true;
}

/* Weights of the endings. A situation that was never dealt is taken as one seat alone has it:
 * its chance is below one in some hundred thousand. */
static bool weigh(sampling *s) {
    for (unsigned n = 0; n < SITUATIONS; n++) {
        if (s->chance[n] <= 0 || s->seen[n] > 0) continue;
        settled paid = settled_of_wagers(situation_lines(s->alone, n), s->bets->in);
        uint32_t number = ending_number(s, n, &paid);
        if (number == 0) return false;
        s->item[number - 1].weight = s->chance[n];
    }
    for (uint32_t i = 0; i < s->count; i++) {
        ending *e = &s->item[i];
        if (s->seen[e->situation] > 0)
            e->weight = s->chance[e->situation] * e->seen / s->seen[e->situation];
    }
    return true;
}

static bool take_sample(sampling *s, uint64_t seed) {
    s->ended = malloc((size_t)s->rounds * s->seats * sizeof *s->ended);
    if (!s->ended) return false;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        const uint64_t deals = deals_in(s->covered, situation_at(n));
        if (deals == 0) continue;
        unsigned number = without_mark(s->covered, n);
        s->chance[number] += (double)deals / (double)s->covered->sum.deals;
        settled paid = settled_of_wagers(situation_lines(s->covered, number), s->bets->in);
        s->moves[number] = settled_moves(&paid);
        s->usual[number] = ending_number(s, number, &paid);
        if (s->usual[number] == 0) return false;
    }
    uint64_t state = seed;
    for (unsigned i = 0; i < s->rounds; i++) {
        if (!play_round(s, &state, s->ended + (size_t)i * s->seats)) return false;
    }
    if (!weigh(s)) return false;
    s->value = malloc((s->count + 1) * sizeof *s->value);
    return s->value != NULL;
}

static void sampling_close(sampling *s) {
    if (!s) return;
    free(s->item);
    free(s->slot);
    free(s->ended);
    free(s->value);
    free(s);
}

/* NULL for want of memory. */
static sampling *sampling_open(trey_odds *odds, const trey_odds *covered, const betting *bets) {
    sampling *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->covered = covered;
    s->alone = odds;
    s->house = &odds->house;
    s->bets = bets;
    s->seats = odds->query.boxes;
    s->rounds = odds->query.rounds;
    s->bank = odds->query.bank;
    if (take_sample(s, odds->query.seed)) return s;
    sampling_close(s);
    return NULL;
}

/* ---- Means and their errors ----------------------------------------------------------------- */
/* Instead of a wager: all that the round bets. */
enum { ROUND = TREY_STAKES };

typedef struct estimated {
    double mean, error;
} estimated;

static trey_cents ending_net(const sampling *s, uint32_t number, unsigned wager) {
    const settled *paid = &s->item[number].paid;
    trey_cents net = 0;
    if (wager != ROUND) return settled_net(paid, wager);
    for (unsigned w = 0; w < LINES; w++) net += s->bets->in[trey_wager(w)->head] ? paid->net[w] : 0;
    return net;
}

static void take_nets(sampling *s, unsigned wager) {
    for (uint32_t i = 0; i < s->count; i++) s->value[i] = (double)ending_net(s, i, wager);
}

/* Values less the mean of their situation: what the situation does not explain. */
static void take_residuals(sampling *s) {
    double sum[SITUATIONS] = {0};
    for (uint32_t i = 0; i < s->count; i++)
        sum[s->item[i].situation] += s->item[i].seen * s->value[i];
    for (uint32_t i = 0; i < s->count; i++) {
        const unsigned kind = s->item[i].situation;
        s->value[i] = s->seen[kind] > 0 ? s->value[i] - sum[kind] / s->seen[kind] : 0;
    }
}

/* Of the values, which are used up. */
static estimated estimate(sampling *s) {
    estimated e = {0, 0};
    double squares = 0;
    for (uint32_t i = 0; i < s->count; i++) e.mean += s->item[i].weight * s->value[i];
    take_residuals(s);
    for (size_t i = 0; i < (size_t)s->rounds * s->seats; i += s->seats) {
        double round = 0;
        for (unsigned seat = 0; seat < s->seats; seat++) round += s->value[s->ended[i + seat]];
        squares += round * round;
    }
    const double n = s->rounds;
    e.error = sqrt(squares / (n * (n - 1))) / s->seats;
    return e;
}

static estimated estimate_net(sampling *s, unsigned wager) {
    take_nets(s, wager);
    return estimate(s);
}

static estimated estimate_hit(sampling *s, unsigned wager) {
    for (uint32_t i = 0; i < s->count; i++) s->value[i] = ending_net(s, i, wager) > 0;
    return estimate(s);
}

static estimated estimate_covariance(sampling *s, unsigned a, double mean_a, unsigned b,
                                     double mean_b) {
    for (uint32_t i = 0; i < s->count; i++)
        s->value[i] =
            ((double)ending_net(s, i, a) - mean_a) * ((double)ending_net(s, i, b) - mean_b);
    return estimate(s);
}

/* The error of a root is that of what it is the root of, divided by twice the root. */
static double root_error(estimated variance) {
    return variance.mean > 0 ? variance.error / (2 * sqrt(variance.mean)) : 0;
}

/* The staked money is that of the covered game: what comes back had been at risk. */
static void fill_figure(trey_odds *odds, sampling *s, unsigned wager, estimated net) {
    trey_odds_figure *figure = &odds->figure[wager];
    const estimated hit = estimate_hit(s, wager);
    const estimated variance = {odds->covariance[wager][wager],
                                odds->covariance_error[wager][wager]};
    const double stake = (double)figure->stake;
    figure->staked = s->covered->figure[wager].staked;
    const double staked = trey_fraction_double(figure->staked);
    figure->exact = false;
    figure->ev = figure->ev_cents = figure->hit = (trey_fraction){0, 0};
    figure->house_edge = -net.mean / stake;
    figure->edge_error = net.error / stake;
    figure->element_of_risk = -net.mean / staked;
    figure->risk_error = net.error / staked;
    figure->sd = sqrt(variance.mean) / stake;
    figure->sd_error = root_error(variance) / stake;
    figure->hit_chance = hit.mean;
    figure->hit_error = hit.error;
}

/* ---- Lines and outcomes ---------------------------------------------------------------------- */
static bool has_line(const settled *paid, const trey_odds_line *line) {
    const trey_odds_line there = line_of(paid, line->wager);
    return paid->there[line->wager] && line_order(&there, line) == 0;
}

static int likeliest_first(const void *a, const void *b) {
    const trey_odds_line *left = a, *right = b;
    if (left->wager == right->wager && left->estimate != right->estimate)
        return left->estimate > right->estimate ? -1 : 1;
    return line_order(left, right);
}

/* Every different line of the wager; there are at most as many as endings and kinds of line. */
static bool list_lines(trey_odds *odds, sampling *s, unsigned wager) {
    trey_odds_line *line = calloc((size_t)s->count * LINES + 1, sizeof *line);
    size_t count = 0;
    if (!line) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const settled *paid = &s->item[i].paid;
        for (unsigned w = 0; w < LINES; w++) {
            if (!paid->there[w] || trey_wager(w)->head != wager) continue;
            const trey_odds_line one = line_of(paid, w);
            size_t at = 0;
            while (at < count && line_order(&line[at], &one) != 0) at++;
            if (at == count) line[count++] = one;
        }
    }
    for (size_t at = 0; at < count; at++) {
        for (uint32_t i = 0; i < s->count; i++) s->value[i] = has_line(&s->item[i].paid, &line[at]);
        const estimated chance = estimate(s);
        line[at].estimate = chance.mean;
        line[at].error = chance.error;
    }
    qsort(line, count, sizeof *line, likeliest_first);
    free(odds->estimated_line[wager]);
    odds->estimated_line[wager] = line;
    odds->lines[wager] = count;
    return true;
}

static bool list_outcomes(trey_odds *odds, sampling *s) {
    trey_odds_outcome *outcome = calloc((size_t)s->count + 1, sizeof *outcome);
    if (!outcome) return false;
    for (uint32_t i = 0; i < s->count; i++) outcome[i].net = ending_net(s, i, ROUND);
    qsort(outcome, s->count, sizeof *outcome, outcome_order);
    size_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (count == 0 || outcome[count - 1].net != outcome[i].net) outcome[count++] = outcome[i];
    }
    for (size_t at = 0; at < count; at++) {
        for (uint32_t i = 0; i < s->count; i++)
            s->value[i] = ending_net(s, i, ROUND) == outcome[at].net;
        const estimated chance = estimate(s);
        outcome[at].estimate = chance.mean;
        outcome[at].error = chance.error;
    }
    free(odds->outcome);
    odds->outcome = outcome;
    odds->outcomes = count;
    return true;
}

/* ---- The round and the bank ------------------------------------------------------------------ */
/* Seats differ: the action button favours those that it reaches first. */
static void fill_seats(trey_odds *odds, sampling *s, double mean) {
    trey_odds_sample *sample = &odds->sample;
    const double n = s->rounds;
    take_nets(s, ROUND);
    take_residuals(s);
    for (unsigned seat = 0; seat < s->seats; seat++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < s->rounds; i++) {
            double value = s->value[s->ended[(size_t)i * s->seats + seat]];
            sum += value;
            squares += value * value;
        }
        sample->seat_ev[seat] = mean + sum / n;
        sample->seat_error[seat] = sqrt(squares / (n * (n - 1)));
    }
}

/* The square of the bank's result is the sum, over the seats, of a seat's result times that of
 * the bank; so its mean too is taken situation by situation, and a royal that was never dealt
 * is not missing from the deviation. */
static void fill_bank(trey_odds *odds, sampling *s, double mean) {
    trey_odds_sample *sample = &odds->sample;
    const double *net = s->value;
    const double n = s->rounds, seats = s->seats;
    double product[SITUATIONS] = {0}, all = 0, squares = 0;
    take_nets(s, ROUND);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < (size_t)s->rounds * s->seats; i += s->seats) {
            const uint32_t *ended = s->ended + i;
            double bank = 0, off = 0;
            for (unsigned seat = 0; seat < s->seats; seat++) bank += net[ended[seat]];
            for (unsigned seat = 0; seat < s->seats; seat++) {
                const unsigned kind = s->item[ended[seat]].situation;
                const double both = net[ended[seat]] * bank;
                if (pass == 0) product[kind] += both / s->seen[kind];
                if (pass == 1) off += both - product[kind];
            }
            squares += off * off;
        }
        for (uint32_t i = 0; pass == 0 && i < s->count; i++) { /* those that were never dealt */
            const unsigned kind = s->item[i].situation;
            if (s->seen[kind] == 0) product[kind] = net[i] * (net[i] + (seats - 1) * mean);
        }
    }
    for (unsigned kind = 0; kind < SITUATIONS; kind++) all += s->chance[kind] * product[kind];
    const double variance = seats * all - seats * mean * (seats * mean);
    sample->bank_sd = sqrt(variance > 0 ? variance : 0);
    sample->bank_sd_error = root_error((estimated){variance, sqrt(squares / (n * (n - 1)))});
    sample->uncovered = s->uncovered / n;
    sample->uncovered_error = sqrt(sample->uncovered * (1 - sample->uncovered) / n);
}

static void fill_round(trey_odds *odds, sampling *s) {
    trey_odds_round *round = &odds->round;
    const double ante = (double)odds->query.stake[TREY_WAGER_ANTE];
    const double staked = trey_fraction_double(round->staked);
    const estimated net = estimate_net(s, ROUND), hit = estimate_hit(s, ROUND);
    const estimated variance = estimate_covariance(s, ROUND, net.mean, ROUND, net.mean);
    round->exact = false;
    round->ev_cents = round->hit = (trey_fraction){0, 0};
    round->ev = net.mean;
    round->ev_error = net.error;
    round->house_edge = -net.mean / ante;
    round->edge_error = net.error / ante;
    round->element_of_risk = -net.mean / staked;
    round->risk_error = net.error / staked;
    round->sd = sqrt(variance.mean);
    round->sd_error = root_error(variance);
    round->hit_chance = hit.mean;
    round->hit_error = hit.error;
    odds->sample.of_round = true;
    fill_seats(odds, s, net.mean);
    fill_bank(odds, s, net.mean);
}

/* ---- All of it ------------------------------------------------------------------------------- */
/* The wagers of a betting that were in none before it; of the first, the round too. */
static bool fill_betting(trey_odds *odds, sampling *s, const bool fills[TREY_STAKES], bool first) {
    double mean[TREY_STAKES];
    for (unsigned a = 0; a < TREY_STAKES; a++) {
        if (!fills[a]) continue;
        const estimated net = estimate_net(s, a);
        mean[a] = net.mean;
        for (unsigned b = 0; b < TREY_STAKES; b++) {
            if (fills[b] && b > a) continue;
            estimated both = {NAN, odds->covariance_error[a][b]};
            if (fills[b]) both = estimate_covariance(s, a, mean[a], b, mean[b]);
            odds->covariance[a][b] = odds->covariance[b][a] = both.mean;
            odds->covariance_error[a][b] = odds->covariance_error[b][a] = both.error;
        }
        fill_figure(odds, s, a, net);
        if (!list_lines(odds, s, a)) return false;
    }
    if (first) fill_round(odds, s);
    return !first || list_outcomes(odds, s);
}

/* The same question of a bank that covers everything, under this strategy. */
static trey_status open_covered(const trey_odds *odds, const trey_strategy *strategy,
                                trey_odds **out) {
    trey_odds_query query = odds->query;
    query.bank = 0;
    query.strategy = strategy;
    return trey_odds_open_with(out, odds->house.book, &query, odds->memory, NULL);
}

/* One of the simple strategies, played by every seat. */
static trey_status fill_alternative(trey_odds *odds, const betting *bets, unsigned number,
                                    const trey_strategy *strategy) {
    const double ante = (double)odds->query.stake[TREY_WAGER_ANTE];
    trey_odds_alternative *a = &odds->alternative[number];
    trey_odds *covered;
    trey_status status = open_covered(odds, strategy, &covered);
    if (status != TREY_STATUS_OK) return status;
    sampling *s = sampling_open(odds, covered, bets);
    if (s) {
        const estimated round = estimate_net(s, ROUND), net = estimate_net(s, TREY_WAGER_ANTE);
        a->ev = round.mean;
        a->ev_error = round.error;
        a->edge = -net.mean / ante;
        a->edge_error = net.error / ante;
    }
    status = s ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    sampling_close(s);
    trey_odds_close(covered);
    return status;
}

static trey_status fill_alternatives(trey_odds *odds, const betting *bets) {
    for (unsigned i = 0; i < TREY_ODDS_ALTERNATIVES; i++) {
        trey_odds_alternative *a = &odds->alternative[i];
        a->ev_cents = a->ante_play = (trey_fraction){0, 0};
        a->ev = a->ev_error = a->edge = a->edge_error = NAN;
    }
    if (odds->query.no_alternatives) return TREY_STATUS_OK;
    trey_strategy *strategy = malloc(sizeof *strategy);
    trey_status status = strategy ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
    for (unsigned i = 0; status == TREY_STATUS_OK && i < TREY_ODDS_ALTERNATIVES; i++) {
        if (i == 0 && odds->used == &odds->best) {
            odds->alternative[0].ev = odds->round.ev;
            odds->alternative[0].ev_error = odds->round.ev_error;
            odds->alternative[0].edge = odds->figure[TREY_WAGER_ANTE].house_edge;
            odds->alternative[0].edge_error = odds->figure[TREY_WAGER_ANTE].edge_error;
            continue;
        }
        if (i == 0) {
            *strategy = odds->best;
        } else {
            trey_strategy_fill(strategy, odds->house.book, (trey_strategy_kind)(i - 1));
        }
        status = fill_alternative(odds, bets, i, strategy);
    }
    free(strategy);
    return status;
}

/* Estimates for one betting, if the bank may run short of it. */
static trey_status share_betting(trey_odds *odds, const trey_odds *covered, unsigned number,
                                 const bool fills[TREY_STAKES], trey_odds_fault *fault) {
    betting *bets = &odds->house.betting[number];
    bool may;
    if (!bank_may_run_short(odds, covered, bets->in, &may)) return TREY_STATUS_NO_MEMORY;
    if (!may) return TREY_STATUS_OK;
    if (!house_close_bets(&odds->house, bets, odds->query.meter, odds->query.boxes, 0, fault))
        return TREY_STATUS_INVALID; /* the table takes one seat's bets, and not so many */
    odds->sample.rounds = odds->query.rounds;
    odds->sample.seed = odds->query.seed;
    odds->sample.seats = odds->query.boxes;
    sampling *s = sampling_open(odds, covered, bets);
    const bool filled = s && fill_betting(odds, s, fills, number == 0);
    sampling_close(s);
    if (!filled) return TREY_STATUS_NO_MEMORY;
    return number == 0 ? fill_alternatives(odds, bets) : TREY_STATUS_OK;
}

trey_status shared_answer(trey_odds *odds, trey_odds_fault *fault) {
    const trey_rulebook *book = odds->house.book;
    if (odds->query.boxes == 1 || odds->query.bank == 0) return TREY_STATUS_OK;
    /* With a limit for each single player the seats have nothing to do with each other. */
    if (trey_rulebook_rule(book, TREY_KEY_BANK_LIMIT)->value.n == TREY_BANK_LIMIT_EACH_PLAYER)
        return TREY_STATUS_OK;
    trey_odds *covered;
    trey_status status = open_covered(odds, odds->used, &covered);
    bool done[TREY_STAKES] = {false};
    for (unsigned b = 0; status == TREY_STATUS_OK && b < odds->house.bettings; b++) {
        bool fills[TREY_STAKES];
        for (unsigned w = 0; w < TREY_STAKES; w++) {
            fills[w] = odds->house.betting[b].in[w] && !done[w];
            done[w] |= fills[w];
        }
        status = share_betting(odds, covered, b, fills, fault);
    }
    /* Pair Plus without an Ante is not sampled: no rulebook has both it and a player's bank. */
    bool may = false;
    if (status == TREY_STATUS_OK && odds->pair_plus_alone.offered &&
        !bank_may_run_short(odds, covered, odds->house.alone.in, &may))
        status = TREY_STATUS_NO_MEMORY;
    if (may) odds->pair_plus_alone.offered = false;
    trey_odds_close(covered);
    return status;
}
