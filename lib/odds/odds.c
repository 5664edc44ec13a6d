/* odds.c -- opening the odds of a rulebook, and asking for its answers. */
#include <stdlib.h>
#include <string.h>

#include "odds_parts.h"

const char *trey_odds_wager_word(unsigned wager) {
    const trey_wager_row *row = trey_wager(wager);
    return row->together_word ? row->together_word : row->word;
}

const char *trey_odds_wager_name(unsigned wager) {
    const trey_wager_row *row = trey_wager(wager);
    return row->together ? row->together : row->title;
}

static trey_cents within(trey_cents cents, trey_cents least, trey_cents most) {
    return cents < least ? least : cents > most ? most : cents;
}

static trey_cents said_or(const trey_rulebook *book, trey_key key, trey_cents usual) {
    const trey_rule *rule = trey_rulebook_rule(book, key);
    return rule->form == TREY_FORM_ABSENT || rule->value.n == TREY_CONFIGURED ? usual
                                                                              : rule->value.n;
}

/* None of the four books gives the jackpot's figures [mbs 3.5.3] [rws 3.3]; these are the ones that
 * the register of readings proposes. A house's own book may give them, and narrow limits. */
void trey_odds_query_preset(const trey_rulebook *book, trey_odds_query *query) {
    const trey_rule *hand = trey_rulebook_rule(book, TREY_KEY_JACKPOT_HAND);
    bool five = hand->form != TREY_FORM_ABSENT && hand->value.n == TREY_JACKPOT_HAND_BEST_FIVE;
    const trey_cents stake =
        within(1000, trey_rulebook_rule(book, TREY_KEY_MINIMUM_ALLOWED)->value.n,
               trey_rulebook_rule(book, TREY_KEY_MAXIMUM_ALLOWED)->value.d);
    memset(query, 0, sizeof *query);
    query->stake[TREY_WAGER_ANTE] = stake;
    for (unsigned i = 0; i < TREY_STAKES; i++) query->listed[i] = stake;
    trey_cents least = said_or(book, TREY_KEY_JACKPOT_CONTRIBUTION, 0);
    trey_cents bet = said_or(book, TREY_KEY_JACKPOT_BET, least > 500 ? least : 500);
    query->listed[TREY_WAGER_PROGRESSIVE] = bet;
    query->contribution = said_or(book, TREY_KEY_JACKPOT_CONTRIBUTION, bet < 100 ? bet / 5 : 100);
    query->meter = query->reset = said_or(book, TREY_KEY_JACKPOT_RESET, five ? 2500000 : 1000000);
    query->boxes = 1;
    query->rounds = TREY_ODDS_ROUNDS;
    query->seed = 1;
}

static bool in_range(const trey_odds_query *query) {
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (query->stake[i] < 0 || query->stake[i] > TREY_ODDS_STAKE_MAX) return false;
        if (query->listed[i] <= 0 || query->listed[i] > TREY_ODDS_STAKE_MAX) return false;
    }
    return query->meter >= 0 && query->meter <= TREY_ODDS_METER_MAX && query->reset >= 0 &&
           query->reset <= TREY_ODDS_METER_MAX;
}

trey_status trey_odds_open(trey_odds **out, const trey_rulebook *book, const trey_odds_query *query,
                           trey_odds_fault *fault) {
    return trey_odds_open_with(out, book, query, NULL, fault);
}

/* A question and the table that it is asked of; NULL with a status. */
static trey_odds *begin(const trey_rulebook *book, const trey_odds_query *query,
                        trey_odds_memory *memory, trey_odds_fault *fault, trey_status *status) {
    trey_odds_fault unheard;
    if (!fault) fault = &unheard;
    *fault = (trey_odds_fault){.refused = TREY_REFUSED_NONE, .config = TREY_CONFIG_GOOD};
    TREY_ASSERT(query->stake[TREY_WAGER_ANTE] > 0 && query->boxes > 0);
    TREY_ASSERT(query->rounds >= 2 && query->rounds <= TREY_ODDS_ROUNDS_MAX);
    *status = in_range(query) ? TREY_STATUS_OK : TREY_STATUS_MONEY_OVERFLOW;
    if (*status != TREY_STATUS_OK) return NULL;
    trey_odds *odds = calloc(1, sizeof *odds);
    if (!odds) {
        *status = TREY_STATUS_NO_MEMORY;
        return NULL;
    }
    odds->query = *query;
    odds->memory = memory;
    *status = house_open(&odds->house, book, &odds->query, fault);
    return odds;
}

/* What only counting needed. */
static void end(trey_odds *odds) {
    house_close(&odds->house);
    odds->house.rules = NULL;
    odds->memory = NULL;
    odds->kept = NULL;
    free(odds->asked_members);
    odds->asked_members = NULL;
}

trey_status trey_odds_open_with(trey_odds **out, const trey_rulebook *book,
                                const trey_odds_query *query, trey_odds_memory *memory,
                                trey_odds_fault *fault) {
    trey_status status;
    trey_odds_fault unheard;
    if (!fault) fault = &unheard;
    trey_odds *odds = *out = begin(book, query, memory, fault, &status);
    if (!odds) return status;
    if (status == TREY_STATUS_OK) status = odds_count(odds);
    if (status == TREY_STATUS_OK) status = odds_answer(odds);
    if (status == TREY_STATUS_OK) status = shared_answer(odds, fault);
    end(odds);
    if (status == TREY_STATUS_OK) return status;
    trey_odds_close(odds);
    *out = NULL;
    return status;
}

trey_status trey_odds_warm(const trey_rulebook *book, const trey_odds_query *query,
                           trey_odds_memory *memory, unsigned classes, bool *more) {
    trey_status status;
    *more = false;
    trey_odds *odds = begin(book, query, memory, NULL, &status);
    if (!odds) return status;
    if (status == TREY_STATUS_OK) status = odds_warm(odds, classes, more);
    end(odds);
    trey_odds_close(odds);
    return status;
}

void trey_odds_close(trey_odds *odds) {
    if (!odds) return;
    for (unsigned w = 0; w < TREY_STAKES; w++) free(odds->estimated_line[w]);
    free(odds->outcome);
    free(odds);
}

const trey_odds_query *trey_odds_asked(const trey_odds *odds) {
    return &odds->query;
}

const trey_odds_figure *trey_odds_figures(const trey_odds *odds, unsigned wager) {
    TREY_ASSERT((unsigned)wager < TREY_STAKES);
    return &odds->figure[wager];
}

const trey_odds_figure *trey_odds_pair_plus_alone(const trey_odds *odds) {
    return &odds->pair_plus_alone;
}

const trey_odds_line *trey_odds_lines(const trey_odds *odds, unsigned wager, size_t *count) {
    TREY_ASSERT((unsigned)wager < TREY_STAKES);
    *count = odds->lines[wager];
    return odds->estimated_line[wager] ? odds->estimated_line[wager] : odds->line[wager];
}

const trey_odds_round *trey_odds_whole(const trey_odds *odds) {
    return &odds->round;
}

double trey_odds_covariance(const trey_odds *odds, unsigned a, unsigned b) {
    TREY_ASSERT((unsigned)a < TREY_STAKES && (unsigned)b < TREY_STAKES);
    return odds->covariance[a][b];
}

double trey_odds_covariance_error(const trey_odds *odds, unsigned a, unsigned b) {
    TREY_ASSERT((unsigned)a < TREY_STAKES && (unsigned)b < TREY_STAKES);
    return odds->covariance_error[a][b];
}

const trey_odds_sample *trey_odds_sampled(const trey_odds *odds) {
    return &odds->sample;
}

const trey_odds_outcome *trey_odds_outcomes(const trey_odds *odds, size_t *count) {
    *count = odds->outcomes;
    return odds->outcome;
}

const trey_strategy *trey_odds_strategy(const trey_odds *odds) {
    return odds->used;
}

const trey_strategy *trey_odds_best(const trey_odds *odds) {
    return &odds->best;
}

const trey_odds_alternative *trey_odds_alternatives(const trey_odds *odds) {
    return odds->alternative;
}

const trey_odds_jackpot *trey_odds_jackpot_of(const trey_odds *odds) {
    return &odds->jackpot;
}
