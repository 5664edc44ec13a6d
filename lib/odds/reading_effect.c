/* reading_effect.c -- what a reading is worth in money.
 *
 * A letter can move what a wager is worth, who of several seats gets how much, what stays on
 * the meter for later rounds, or what is paid into the drop. All four are compared. */
#include <string.h>

#include "trey/odds.h"

static void take_figures(const trey_odds *odds, trey_odds_effect *out) {
    const trey_odds_round *round = trey_odds_whole(odds);
    const trey_odds_sample *sample = trey_odds_sampled(odds);
    out->exact = sample->rounds == 0;
    for (unsigned i = 0; i < TREY_STAKES; i++) {
        const trey_odds_figure *figure = trey_odds_figures(odds, i);
        if (!figure->offered) continue;
        out->ev[i] = figure->ev;
        out->edge[i] = figure->house_edge;
        out->edge_error[i] = figure->edge_error;
        out->sd[i] = figure->sd;
        out->hit[i] = figure->hit_chance;
    }
    out->round = round->ev_cents;
    out->round_ev = round->ev;
    out->round_error = round->ev_error;
    out->round_sd = round->sd;
    out->round_hit = round->hit_chance;
    for (unsigned i = 0; i < TREY_SEATS; i++)
        out->seat_ev[i] = sample->of_round ? sample->seat_ev[i] : round->ev;
}

static void take_jackpot(const trey_odds *odds, trey_odds_effect *out) {
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    if (!jackpot->offered) return;
    out->meter_taken = jackpot->taken;
    out->long_run_known = jackpot->long_run_known;
    if (!jackpot->long_run_known) return;
    out->long_run_meter = jackpot->meter_at_hit_cents;
    out->long_run_value = jackpot->long_run_cents;
}

trey_status trey_odds_under(const trey_rulebook *book, const trey_odds_query *query,
                            const char *reading, char letter, trey_odds_memory *memory,
                            trey_odds_effect *out) {
    trey_rulebook *other;
    trey_odds *odds = NULL;
    trey_odds_query asked = *query;
    asked.no_alternatives = true;
    memset(out, 0, sizeof *out);
    out->round = out->meter_taken = (trey_fraction){0, 1};
    for (unsigned i = 0; i < TREY_STAKES; i++) out->ev[i] = (trey_fraction){0, 1};
    trey_status status = trey_rulebook_fork(&other, book);
    if (status != TREY_STATUS_OK) return status;
    status = trey_rulebook_choose(other, reading, letter);
    if (status == TREY_STATUS_OK) status = trey_odds_open_with(&odds, other, &asked, memory, NULL);
    if (odds) {
        take_figures(odds, out);
        take_jackpot(odds, out);
        if (trey_rulebook_schedules(other) > 0) out->fees = trey_odds_fees(odds, other, out->fee);
    }
    out->refused = status == TREY_STATUS_INVALID;
    trey_odds_close(odds);
    trey_rulebook_close(other);
    return out->refused ? TREY_STATUS_OK : status;
}

/* ---- Comparing two letters -------------------------------------------------------------- */
static bool same_fraction(trey_fraction a, trey_fraction b) {
    return a.n == b.n && a.d == b.d;
}

static bool same_results(const trey_odds_effect *a, const trey_odds_effect *b) {
    bool same = same_fraction(a->round, b->round) && a->round_ev == b->round_ev;
    for (unsigned i = 0; i < TREY_STAKES; i++)
        same = same && same_fraction(a->ev[i], b->ev[i]) && a->edge[i] == b->edge[i];
    return same;
}

/* Deviations are sums of doubles, whose last digits depend on the order. */
static bool about(double a, double b) {
    const double off = a > b ? a - b : b - a;
    return off <= 1e-11 * (a > b ? a : b);
}

static bool same_spread(const trey_odds_effect *a, const trey_odds_effect *b) {
    bool same = about(a->round_sd, b->round_sd) && about(a->round_hit, b->round_hit);
    for (unsigned i = 0; i < TREY_STAKES; i++)
        same = same && about(a->sd[i], b->sd[i]) && about(a->hit[i], b->hit[i]);
    return same;
}

static bool same_seats(const trey_odds_effect *a, const trey_odds_effect *b) {
    for (unsigned i = 0; i < TREY_SEATS; i++) {
        if (a->seat_ev[i] != b->seat_ev[i]) return false;
    }
    return true;
}

static bool same_collection(const trey_odds_effect *a, const trey_odds_effect *b) {
    bool same = a->fees == b->fees;
    for (unsigned i = 0; same && i < a->fees; i++)
        same = a->fee[i].readable == b->fee[i].readable && a->fee[i].bank == b->fee[i].bank &&
               same_fraction(a->fee[i].in_all, b->fee[i].in_all);
    return same;
}

unsigned trey_odds_effects_differ(const trey_odds_effect *a, const trey_odds_effect *b) {
    unsigned differ = 0;
    if (a->refused || b->refused) return a->refused != b->refused ? TREY_EFFECT_BETS : 0;
    if (!same_results(a, b)) differ |= TREY_EFFECT_RESULTS;
    if ((!a->exact || !b->exact) && !same_seats(a, b)) differ |= TREY_EFFECT_SEATS;
    if (same_results(a, b) && !same_spread(a, b)) differ |= TREY_EFFECT_SPREAD;
    if (!same_fraction(a->meter_taken, b->meter_taken) || a->long_run_known != b->long_run_known ||
        a->long_run_value != b->long_run_value)
        differ |= TREY_EFFECT_METER;
    if (!same_collection(a, b)) differ |= TREY_EFFECT_COLLECTION;
    return differ;
}

/* ---- Letters that show nothing ------------------------------------------------------------ */
#define SEVERAL_BOXES                                                                              \
    "It counts only for a player with several boxes; odds have one for each player."
#define MISTAKE    "It counts only when something has gone wrong, which odds leave out."
#define NOT_SHOWN  "It counts only for a hand that its player does not show."
#define SHARED_BOX "It counts only on a position that several players share."
#define SHORT_BANK "It counts only when the bank runs short."

static const trey_odds_silence silences[] = {
    {"A-ALL-02", "C",
     "Contributions enter one by one instead of at the closing call; at the settlement the meter "
     "is the same.",
     NULL},
    {"A-ALL-08", "ABC", MISTAKE, NULL},
    {"A-ALL-14", "AB", MISTAKE, NULL},
    {"A-MBS-03", "AB", NOT_SHOWN, NULL},
    {"A-MBS-04", "ABC", NOT_SHOWN, NULL},
    {"A-MBS-05", "C", SEVERAL_BOXES, NULL},
    {"A-MBS-06", "AB", SEVERAL_BOXES, NULL},
    {"A-MBS-07", "AB",
     "It counts only for a player who folds without a word; in odds a folding player says that "
     "Pair Plus stays.",
     NULL},
    {"A-MBS-09", "AB", MISTAKE, NULL},
    {"A-MBS-17", "AB",
     "It counts only when a mini-royal is folded, which no strategy here does except one of your "
     "own.",
     NULL},
    {"A-MBS-39", "AB", SHARED_BOX, NULL},
    {"A-MBS-40", "AB", SHARED_BOX, NULL},
    {"A-RWS-01", "ABC", MISTAKE, NULL},
    {"A-RWS-03", "ABC", "Envy needs other boxes with a jackpot bet.", "--progressive 5 --seats 2"},
    {"A-RWS-05", "ABC", NOT_SHOWN, NULL},
    {"A-RWS-07", "AB", SEVERAL_BOXES, NULL},
    {"A-RWS-10", "AB", "A burnt card changes which cards come, and no chance.", NULL},
    {"A-RWP-06", "ABC", "It sets the order in which winners at several tables are paid.", NULL},
    {"A-CA-05", "AB", SHORT_BANK, "--bank 100 --seats 3"},
    {"A-CA-07", "B",
     "In odds the player-dealer has the last seat, and both counts begin at the seat after it.",
     NULL},
    {"A-CA-07", "AC", SHORT_BANK, "--bank 100 --seats 3"},
    {"A-CA-08", "ABCD", SHORT_BANK, "--bank 50 --seats 3"},
    {"A-CA-10", "ABC", SHORT_BANK, "--bank 50 --seats 3"},
    {"A-CA-11", "AB", SHORT_BANK, "--bank 50 --seats 3"},
    {"A-CA-16", "AB", "It counts only for a player who bets on both bonus wagers.",
     "--pair-plus 5 --six-card-bonus 5"},
    {"A-CA-17", "ABC", "It counts only for bettors behind a seat, whom odds leave out.", NULL},
    {"A-CA-20", "ABC", "It counts only when the action lies between two brackets of a schedule.",
     "--ante 49.50"},
    {"A-CA-22", "B", SEVERAL_BOXES, NULL},
    {"A-CA-44", "AB", SHORT_BANK, "--bank 50 --seats 3"},
    {"A-CA-46", "AB", "It counts only for bettors behind a seat, whom odds leave out.", NULL},
};

/* A folded hand brings envy only if somebody folds it, and by its own three cards nobody
 * folds a royal. */
static const trey_odds_silence folded_royal = {
    "A-RWS-03", "C",
    "It counts only when a mini-royal is folded, which no strategy here does except one of your "
    "own.",
    NULL};

const trey_odds_silence *trey_odds_silence_of(const trey_rulebook *book, const char *reading,
                                              char letter) {
    const trey_rule *hand = trey_rulebook_rule(book, TREY_KEY_JACKPOT_HAND);
    const bool five =
        hand->form != TREY_FORM_ABSENT && hand->value.n == TREY_JACKPOT_HAND_BEST_FIVE;
    if (!five && strcmp(reading, folded_royal.reading) == 0 && strchr(folded_royal.letters, letter))
        return &folded_royal;
    for (size_t i = 0; i < sizeof silences / sizeof *silences; i++) {
        if (strcmp(silences[i].reading, reading) == 0 && strchr(silences[i].letters, letter))
            return &silences[i];
    }
    return NULL;
}
