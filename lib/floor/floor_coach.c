/* floor_coach.c -- the best move for a hand, and what each move is worth.
 *
 * Odds take milliseconds, so those of the latest questions are kept: tables, bets and
 * meters repeat. A coach reckons with the cards that his player has seen and no others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"

enum { ODDS_KEPT = 32 };

struct floor_odds_entry {
    floor_odds_entry *next;
    const trey_rulebook *book;
    trey_odds_query query;
    trey_odds *odds;
    char rule[TREY_STRATEGY_ROWS * 96];
};

void floor_odds_forget(trey_floor *floor) {
    while (floor->odds) {
        floor_odds_entry *entry = floor->odds;
        floor->odds = entry->next;
        trey_odds_close(entry->odds);
        free(entry);
    }
}

static bool same_query(const trey_odds_query *a, const trey_odds_query *b, bool exact) {
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        if (a->stake[i] != b->stake[i]) return false;
    }
    if (a->boxes != b->boxes || a->bank != b->bank) return false;
    return !exact ||
           (a->meter == b->meter && a->reset == b->reset && a->contribution == b->contribution);
}

/* The latest questions first; the oldest is forgotten. */
static floor_odds_entry *find_entry(trey_floor *floor, const trey_rulebook *book,
                                    const trey_odds_query *query, bool exact) {
    unsigned count = 0;
    for (floor_odds_entry **link = &floor->odds; *link; link = &(*link)->next) {
        floor_odds_entry *entry = *link;
        if (entry->book == book && same_query(&entry->query, query, exact)) {
            *link = entry->next;
            entry->next = floor->odds;
            floor->odds = entry;
            return entry;
        }
        if (++count < ODDS_KEPT) continue;
        *link = entry->next;
        trey_odds_close(entry->odds);
        free(entry);
        break;
    }
    floor_odds_entry *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->book = book;
    made->query = *query;
    if (trey_odds_open(&made->odds, book, query, NULL) != TREY_STATUS_OK) {
        free(made);
        return NULL;
    }
    made->next = floor->odds;
    floor->odds = made;
    return made;
}

/* ---- Questions ------------------------------------------------------------------------------ */
static const trey_bettor *bettor_at(const trey_table *state, unsigned seat, trey_player player) {
    if (seat < 1 || seat > state->config.positions) return NULL;
    const trey_box *box = &state->box[seat - 1];
    for (unsigned i = 0; i < box->bettors; i++) {
        if (box->bettor[i].player == player) return &box->bettor[i];
    }
    return NULL;
}

/* What this player has bet here, and the display as it stands. */
static bool query_at(const trey_floor *floor, const floor_table *table, unsigned seat,
                     trey_player player, trey_odds_query *query) {
    const trey_table *state = table_state(floor, table);
    const trey_bettor *bettor = bettor_at(state, seat, player);
    if (!bettor || bettor->stake[TREY_WAGER_ANTE] == 0) return false;
    const trey_box *box = &state->box[seat - 1];
    trey_odds_query_preset(table_book(floor, table), query);
    memcpy(query->stake, bettor->stake, sizeof query->stake);
    query->stake[TREY_WAGER_PLAY] = 0;
    if (box->jackpot != TREY_JACKPOT_VALID) query->stake[TREY_WAGER_PROGRESSIVE] = 0;
    if (state->config.jackpot) {
        query->meter = state->meter.value;
        query->reset = state->config.jackpot_reset;
        query->contribution = state->config.jackpot_contribution;
    }
    return true;
}

static floor_odds_entry *entry_at(trey_floor *floor, const floor_table *table, unsigned seat,
                                  trey_player player, bool exact) {
    trey_odds_query query;
    if (!query_at(floor, table, seat, player, &query)) return NULL;
    /* Without a jackpot bet the meter does not matter. */
    if (query.stake[TREY_WAGER_PROGRESSIVE] == 0) exact = false;
    return find_entry(floor, table_book(floor, table), &query, exact);
}

const trey_odds *floor_odds_at(trey_floor *floor, const floor_table *table, unsigned seat,
                               trey_player player, bool exact) {
    const floor_odds_entry *entry = entry_at(floor, table, seat, player, exact);
    return entry ? entry->odds : NULL;
}

/* The strategy in words, made once. */
static const char *rule_of(floor_odds_entry *entry) {
    if (entry->rule[0]) return entry->rule;
    trey_strategy_row row[TREY_STRATEGY_ROWS];
    unsigned count = trey_strategy_rows(trey_odds_best(entry->odds), entry->book, row);
    size_t used = 0;
    for (unsigned i = 0; i < count; i++) {
        bool against = row[i].up_ranks != 0;
        int added =
            snprintf(entry->rule + used, sizeof entry->rule - used, "%s%s%s%s%s", i ? "; " : "",
                     against ? "against " : "", row[i].against, against ? ": " : "", row[i].rule);
        used += (size_t)added;
        if (used >= sizeof entry->rule) break;
    }
    return entry->rule;
}

/* To the nearest cent, halves away from zero. */
static int64_t rounded(trey_fraction worth) {
    double cents = trey_fraction_double(worth);
    return (int64_t)(cents < 0 ? cents - 0.5 : cents + 0.5);
}

static json_t *moves_json(const trey_fraction worth[2]) {
    return json_pack("[{s:s, s:I}, {s:s, s:I}]", "do", "play", "worth",
                     (json_int_t)rounded(worth[0]), "do", "fold", "worth",
                     (json_int_t)rounded(worth[1]));
}

json_t *floor_coach(trey_floor *floor, floor_table *table, unsigned seat, trey_player player,
                    const char **reason, const char **words) {
    const trey_table *state = table_state(floor, table);
    trey_view view;
    const trey_bettor *bettor = bettor_at(state, seat, player);
    if (state->phase != TREY_PHASE_DECISION || !bettor || bettor->choice != TREY_CHOICE_NONE ||
        bettor->stake[TREY_WAGER_ANTE] == 0) {
        *reason = "nothing_to_decide";
        *words = "there is nothing to decide";
        return NULL;
    }
    trey_table_view(table_rules(floor, table), state, TREY_ROLE_PLAYER, player, &view);
    const trey_card *card = view.box[seat - 1].card;
    trey_hand hand = trey_hand_of(card[0], card[1], card[2]);
    if (!trey_hand_valid(hand)) {
        *reason = "not_viewed";
        *words = "the hand must be looked at first";
        return NULL;
    }
    floor_odds_entry *entry = entry_at(floor, table, seat, player, true);
    trey_fraction worth[2];
    bool sees = entry && trey_odds_best(entry->odds)->sees_up_card;
    if (!entry ||
        !trey_odds_moves(entry->odds, hand, sees ? view.dealer[2] : TREY_NO_CARD, worth)) {
        *reason = "no_odds";
        *words = "the odds of these bets cannot be told";
        return NULL;
    }
    bool plays = trey_strategy_plays(trey_odds_best(entry->odds), hand,
                                     sees ? view.dealer[2] : TREY_NO_CARD);
    /* Covered bets and one box alone are reckoned with: exact where that is so. */
    bool exact =
        state->bank == 0 && (entry->query.stake[TREY_WAGER_PROGRESSIVE] == 0 || state->hands <= 2);
    return json_pack("{s:s, s:o, s:s, s:b}", "best", plays ? "play" : "fold", "moves",
                     moves_json(worth), "rule", rule_of(entry), "exact", (int)exact);
}
