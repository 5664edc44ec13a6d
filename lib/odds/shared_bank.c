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
    const trey_strategy *strategy;
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
    const hand_place *place = &odds->classes.place[index];
    situation s = {.choice = choice};
    s.showdown =
        showdown_of(odds->dealers.value[trey_hand_index(dealer)], odds->dealers.player[index]);
    s.three = odds->three_by_class[place->class_number][place->suit[TREY_SUIT_SPADES]];
    s.six = six_dealt(odds, hand, dealer);
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
static void deal_round(const sampling *s, uint64_t *state, deal *d, unsigned kind[TREY_SEATS + 1]) {
    trey_card deck[TREY_CARDS];
    random_cards(state, deck, 3 * (s->seats + 1));
    d->dealer = trey_hand_of(deck[0], deck[1], deck[2]);
    const trey_card up = s->covered->sees_card ? deck[2] : TREY_NO_CARD;
    for (unsigned seat = 1; seat <= s->seats; seat++) {
        const trey_card *card = deck + 3 * (size_t)seat;
        trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
        d->box[seat] = hand;
        d->choice[seat] = trey_strategy_plays(s->strategy, hand, up) ? CHOICE_PLAY : CHOICE_FOLD;
        kind[seat] = seat_situation(s->covered, hand, d->dealer, d->choice[seat]);
    }
}

static bool fell_short(const house *h) {
    for (unsigned i = 0; i < h->decision.count; i++) {
        const trey_event *event = &h->decision.event[i];
        if (event->kind == TREY_EVENT_LINE && (event->line.result == TREY_LINE_UNCOVERED ||
                                               event->line.result == TREY_LINE_PARTLY_COVERED))
            return true;
    }
    return false;
}

/* A bank cannot run short before as much money as it has was won and lost. */
static bool play_round(sampling *s, uint64_t *state, uint32_t *ended) {
    deal d;
    unsigned kind[TREY_SEATS + 1] = {0};
    trey_cents moved = 0;
    deal_round(s, state, &d, kind);
    for (unsigned seat = 1; seat <= s->seats; seat++) moved += s->moves[kind[seat]];
    const bool covered = moved <= s->bank;
    if (!covered) {
        house_play_out(s->house, &s->bets->closed, &d);
        s->uncovered += fell_short(s->house);
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

static trey_status take_sample(sampling *s, uint64_t seed) {
    s->ended = malloc((size_t)s->rounds * s->seats * sizeof *s->ended);
    if (!s->ended) return TREY_STATUS_NO_MEMORY;
    for (unsigned n = 0; n < SITUATIONS; n++) {
        const uint64_t deals = deals_in(s->covered, situation_at(n));
        if (deals == 0) continue;
        unsigned number = without_mark(s->covered, n);
        s->chance[number] += (double)deals / (double)s->covered->sum.deals;
        settled paid = settled_of_wagers(situation_lines(s->covered, number), s->bets->in);
        s->moves[number] = settled_moves(&paid);
        s->usual[number] = ending_number(s, number, &paid);
        if (s->usual[number] == 0) return TREY_STATUS_NO_MEMORY;
    }
    uint64_t state = seed;
    for (unsigned i = 0; i < s->rounds; i++) {
        if (!play_round(s, &state, s->ended + (size_t)i * s->seats)) return TREY_STATUS_NO_MEMORY;
    }
    return weigh(s) ? TREY_STATUS_OK : TREY_STATUS_NO_MEMORY;
}

static void sampling_close(sampling *s) {
    free(s->item);
    free(s->slot);
    free(s->ended);
    free(s);
}

/* ---- Means and their errors ----------------------------------------------------------------- */
/* What is estimated, by ending. */
typedef struct quantity {
    double *value; /* by ending; the caller fills it */
    double mean, error;
} quantity;

static double mean_of(const sampling *s, const double *value) {
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++) sum += s->item[i].weight * value[i];
    return sum;
}

/* Values less the mean of their situation: what the situation does not explain. */
static void take_residuals(const sampling *s, double *value) {
    double sum[SITUATIONS] = {0};
    for (uint32_t i = 0; i < s->count; i++) sum[s->item[i].situation] += s->item[i].seen * value[i];
    for (uint32_t i = 0; i < s->count; i++) {
        const unsigned kind = s->item[i].situation;
        value[i] = s->seen[kind] > 0 ? value[i] - sum[kind] / s->seen[kind] : 0;
    }
}

/* Mean and standard error; the values are used up. */
static void estimate(const sampling *s, quantity *q) {
    double squares = 0;
    q->mean = mean_of(s, q->value);
    take_residuals(s, q->value);
    for (size_t i = 0; i < (size_t)s->rounds * s->seats; i += s->seats) {
        double round = 0;
        for (unsigned seat = 0; seat < s->seats; seat++) round += q->value[s->ended[i + seat]];
        squares += round * round;
    }
    const double n = s->rounds;
    q->error = sqrt(squares / (n * (n - 1))) / s->seats;
}

static trey_cents round_net(const sampling *s, const ending *e) {
    trey_cents net = 0;
    for (unsigned w = 0; w < LINES; w++)
        net += s->bets->in[trey_wager(w)->head] ? e->paid.net[w] : 0;
    return net;
}

static void estimate_hit(const sampling *s, quantity *q, unsigned wager, double *chance,
                         double *error) {
    for (uint32_t i = 0; i < s->count; i++) {
        trey_cents net =
            wager == TREY_STAKES ? round_net(s, &s->item[i]) : settled_net(&s->item[i].paid, wager);
        q->value[i] = net > 0;
    }
    estimate(s, q);
    *chance = q->mean;
    *error = q->error;
}

static void estimate_covariance(trey_odds *odds, const sampling *s, quantity *q, unsigned a,
                                unsigned b, const double mean[TREY_STAKES]) {
    for (uint32_t i = 0; i < s->count; i++) {
        const settled *paid = &s->item[i].paid;
        q->value[i] =
            ((double)settled_net(paid, a) - mean[a]) * ((double)settled_net(paid, b) - mean[b]);
    }
    estimate(s, q);
    odds->covariance[a][b] = odds->covariance[b][a] = q->mean;
    odds->covariance_error[a][b] = odds->covariance_error[b][a] = q->error;
}

/* The error of a root is that of what it is the root of, divided by twice the root. */
static double root_error(double variance, double error) {
    return variance > 0 ? error / (2 * sqrt(variance)) : 0;
}

/* The staked money is that of the covered game: what comes back had been at risk. */
static void fill_figure(trey_odds *odds, const sampling *s, quantity *q, unsigned wager,
                        double mean, double error) {
    const trey_fraction unknown = {0, 0};
    trey_odds_figure *figure = &odds->figure[wager];
    const double stake = (double)figure->stake, variance = odds->covariance[wager][wager];
    figure->staked = s->covered->figure[wager].staked;
    const double staked = trey_fraction_double(figure->staked);
    figure->exact = false;
    figure->ev = figure->ev_cents = figure->hit = unknown;
    figure->house_edge = -mean / stake;
    figure->edge_error = error / stake;
    figure->element_of_risk = -mean / staked;
    figure->risk_error = error / staked;
    figure->sd = sqrt(variance) / stake;
    figure->sd_error = root_error(variance, odds->covariance_error[wager][wager]) / stake;
    estimate_hit(s, q, wager, &figure->hit_chance, &figure->hit_error);
}

/* ---- Lines and outcomes ------------------------------------------------------------------------
 */
static bool same_line(const trey_odds_line *line, const settled *paid) {
    const unsigned w = line->wager;
    return paid->there[w] && paid->net[w] == line->net && paid->row[w] == line->row &&
           paid->result[w] == line->result && paid->ground[w] == line->ground;
}

static int likeliest_first(const void *a, const void *b) {
    const trey_odds_line *left = a, *right = b;
    if (left->wager != right->wager) return left->wager < right->wager ? -1 : 1;
    if (left->estimate != right->estimate) return left->estimate > right->estimate ? -1 : 1;
    if (left->net != right->net) return left->net < right->net ? -1 : 1;
    if (left->row != right->row) return left->row < right->row ? -1 : 1;
    if (left->ground != right->ground) return left->ground < right->ground ? -1 : 1;
    return (left->result > right->result) - (left->result < right->result);
}

/* Every different line of the wager; there are at most as many as endings and kinds of line. */
static bool list_lines(trey_odds *odds, const sampling *s, quantity *q, unsigned wager) {
    trey_odds_line *line = calloc((size_t)s->count * LINES + 1, sizeof *line);
    size_t count = 0;
    if (!line) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const settled *paid = &s->item[i].paid;
        for (unsigned w = 0; w < LINES; w++) {
            if (!paid->there[w] || trey_wager(w)->head != wager) continue;
            size_t at = 0;
            while (at < count && (line[at].wager != w || !same_line(&line[at], paid))) at++;
            if (at == count)
                line[count++] = (trey_odds_line){.wager = (uint8_t)w,
                                                 .result = paid->result[w],
                                                 .ground = paid->ground[w],
                                                 .row = paid->row[w],
                                                 .net = paid->net[w]};
        }
    }
    for (size_t at = 0; at < count; at++) {
        for (uint32_t i = 0; i < s->count; i++)
            q->value[i] = same_line(&line[at], &s->item[i].paid);
        estimate(s, q);
        line[at].estimate = q->mean;
        line[at].error = q->error;
    }
    qsort(line, count, sizeof *line, likeliest_first);
    free(odds->estimated_line[wager]);
    odds->estimated_line[wager] = line;
    odds->lines[wager] = count;
    return true;
}

static int lowest_first(const void *a, const void *b) {
    trey_cents left = ((const trey_odds_outcome *)a)->net;
    trey_cents right = ((const trey_odds_outcome *)b)->net;
    return (left > right) - (left < right);
}

static bool list_outcomes(trey_odds *odds, const sampling *s, quantity *q) {
    trey_odds_outcome *outcome = calloc((size_t)s->count + 1, sizeof *outcome);
    if (!outcome) return false;
    for (uint32_t i = 0; i < s->count; i++) outcome[i].net = round_net(s, &s->item[i]);
    qsort(outcome, s->count, sizeof *outcome, lowest_first);
    size_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (count == 0 || outcome[count - 1].net != outcome[i].net) outcome[count++] = outcome[i];
    }
    for (size_t at = 0; at < count; at++) {
        for (uint32_t i = 0; i < s->count; i++)
            q->value[i] = round_net(s, &s->item[i]) == outcome[at].net;
        estimate(s, q);
        outcome[at].estimate = q->mean;
        outcome[at].error = q->error;
    }
    free(odds->outcome);
    odds->outcome = outcome;
    odds->outcomes = count;
    return true;
}

/* ---- The round and the bank
 * ------------------------------------------------------------------------ */
/* Seats differ: the action button favours those that it reaches first. */
static void fill_seats(trey_odds *odds, const sampling *s, quantity *q, double mean) {
    trey_odds_sample *sample = &odds->sample;
    const double n = s->rounds;
    for (uint32_t i = 0; i < s->count; i++) q->value[i] = (double)round_net(s, &s->item[i]);
    take_residuals(s, q->value);
    for (unsigned seat = 0; seat < s->seats; seat++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < s->rounds; i++) {
            double value = q->value[s->ended[(size_t)i * s->seats + seat]];
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
static void fill_bank(trey_odds *odds, const sampling *s, const double *net, double mean) {
    trey_odds_sample *sample = &odds->sample;
    const double n = s->rounds, seats = s->seats;
    double product[SITUATIONS] = {0}, all = 0, squares = 0;
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
    sample->bank_sd_error = root_error(variance, sqrt(squares / (n * (n - 1))));
    sample->uncovered = s->uncovered / n;
    sample->uncovered_error = sqrt(sample->uncovered * (1 - sample->uncovered) / n);
}

static void fill_round(trey_odds *odds, const sampling *s, quantity *q) {
    trey_odds_round *round = &odds->round;
    const double ante = (double)odds->query.stake[TREY_WAGER_ANTE];
    for (uint32_t i = 0; i < s->count; i++) q->value[i] = (double)round_net(s, &s->item[i]);
    estimate(s, q);
    const double mean = q->mean, error = q->error, staked = trey_fraction_double(round->staked);
    round->exact = false;
    round->ev_cents = round->hit = (trey_fraction){0, 0};
    round->ev = mean;
    round->ev_error = error;
    round->house_edge = -mean / ante;
    round->edge_error = error / ante;
    round->element_of_risk = -mean / staked;
    round->risk_error = error / staked;
    for (uint32_t i = 0; i < s->count; i++) {
        double off = (double)round_net(s, &s->item[i]) - mean;
        q->value[i] = off * off;
    }
    estimate(s, q);
    round->sd = sqrt(q->mean);
    round->sd_error = root_error(q->mean, q->error);
    estimate_hit(s, q, TREY_STAKES, &round->hit_chance, &round->hit_error);
    odds->sample.of_round = true;
    fill_seats(odds, s, q, mean);
    for (uint32_t i = 0; i < s->count; i++) q->value[i] = (double)round_net(s, &s->item[i]);
    fill_bank(odds, s, q->value, mean);
}

/* ---- All of it
 * ---------------------------------------------------------------------------------------- */
static sampling *sampling_open(trey_odds *odds, const trey_odds *covered, const betting *bets) {
    sampling *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->covered = covered;
    s->alone = odds;
    s->strategy = covered->used;
    s->house = &odds->house;
    s->bets = bets;
    s->seats = odds->query.boxes;
    s->rounds = odds->query.rounds;
    s->bank = odds->query.bank;
    return s;
}

/* The wagers of a betting that were in none before it; of the first, the round too. */
static bool fill_betting(trey_odds *odds, const sampling *s, const bool fills[TREY_STAKES],
                         bool first) {
    double mean[TREY_STAKES] = {0}, error[TREY_STAKES] = {0};
    quantity q = {.value = malloc((s->count + 1) * sizeof(double))};
    bool done = q.value != NULL;
    for (unsigned w = 0; done && w < TREY_STAKES; w++) {
        for (uint32_t i = 0; s->bets->in[w] && i < s->count; i++)
            q.value[i] = (double)settled_net(&s->item[i].paid, w);
        if (s->bets->in[w]) estimate(s, &q);
        mean[w] = s->bets->in[w] ? q.mean : 0;
        error[w] = s->bets->in[w] ? q.error : 0;
    }
    for (unsigned a = 0; done && a < TREY_STAKES; a++) {
        for (unsigned b = 0; b < TREY_STAKES; b++) {
            if (!fills[a] || a < b) continue;
            if (fills[b]) {
                estimate_covariance(odds, s, &q, a, b, mean);
            }
        }
        for (unsigned b = 0; fills[a] && b < TREY_STAKES; b++) {
            if (!fills[b]) odds->covariance[a][b] = odds->covariance[b][a] = NAN;
        }
    }
    for (unsigned w = 0; done && w < TREY_STAKES; w++) {
        if (!fills[w]) continue;
        fill_figure(odds, s, &q, w, mean[w], error[w]);
        done = list_lines(odds, s, &q, w);
    }
    if (done && first) {
        fill_round(odds, s, &q);
        done = list_outcomes(odds, s, &q);
    }
    free(q.value);
    return done;
}

/* One of the simple strategies, played by every seat. */
static trey_status fill_alternative(trey_odds *odds, const betting *bets, unsigned number,
                                    const trey_strategy *strategy) {
    trey_odds_query query = odds->query;
    trey_odds *covered = NULL;
    trey_odds_alternative *a = &odds->alternative[number];
    query.bank = 0;
    query.strategy = strategy;
    trey_status status =
        trey_odds_open_with(&covered, odds->house.book, &query, odds->memory, NULL);
    if (status != TREY_STATUS_OK) return status;
    sampling *s = sampling_open(odds, covered, bets);
    status = s ? take_sample(s, odds->query.seed) : TREY_STATUS_NO_MEMORY;
    quantity q = {.value = status == TREY_STATUS_OK ? malloc((s->count + 1) * sizeof(double)) : 0};
    if (q.value) {
        const double ante = (double)odds->query.stake[TREY_WAGER_ANTE];
        for (uint32_t i = 0; i < s->count; i++) q.value[i] = (double)round_net(s, &s->item[i]);
        estimate(s, &q);
        a->ev = q.mean;
        a->ev_error = q.error;
        for (uint32_t i = 0; i < s->count; i++)
            q.value[i] = (double)settled_net(&s->item[i].paid, TREY_WAGER_ANTE);
        estimate(s, &q);
        a->edge = -q.mean / ante;
        a->edge_error = q.error / ante;
    } else {
        status = TREY_STATUS_NO_MEMORY;
    }
    free(q.value);
    if (s) sampling_close(s);
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
    trey_status status = s ? take_sample(s, odds->query.seed) : TREY_STATUS_NO_MEMORY;
    if (status == TREY_STATUS_OK && !fill_betting(odds, s, fills, number == 0))
        status = TREY_STATUS_NO_MEMORY;
    if (s) sampling_close(s);
    if (status == TREY_STATUS_OK && number == 0) status = fill_alternatives(odds, bets);
    return status;
}

trey_status shared_answer(trey_odds *odds, trey_odds_fault *fault) {
    const trey_rulebook *book = odds->house.book;
    if (odds->query.boxes == 1 || odds->query.bank == 0) return TREY_STATUS_OK;
    /* With a limit for each single player the seats have nothing to do with each other. */
    if (trey_rulebook_rule(book, TREY_KEY_BANK_LIMIT)->value.n == TREY_BANK_LIMIT_EACH_PLAYER)
        return TREY_STATUS_OK;
    trey_odds_query query = odds->query;
    trey_odds *covered = NULL;
    query.bank = 0;
    query.strategy = odds->used;
    trey_status status = trey_odds_open_with(&covered, book, &query, odds->memory, NULL);
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
