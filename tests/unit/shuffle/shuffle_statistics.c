/* shuffle_statistics.c -- counting shuffles and scoring the counts. */
#include "shuffle_statistics.h"

#include <math.h>
#include <string.h>

void shuffle_counts_open(shuffle_counts *counts) {
    memset(counts, 0, sizeof *counts);
    counts->last = -1;
}

void shuffle_counts_add(shuffle_counts *counts, const trey_card deck[TREY_CARDS]) {
    for (unsigned i = 0; i < TREY_CARDS; i++) counts->place[i][deck[i]]++;
    counts->hand[trey_hand_index(trey_hand_of(deck[0], deck[1], deck[2]))]++;
    unsigned at = (unsigned)(counts->shuffles % (TREY_CARDS - 1));
    counts->pair[deck[at]][deck[at + 1]]++;
    double card = deck[0] - 25.5;
    if (counts->last >= 0) counts->product += card * (counts->last - 25.5);
    counts->first += card;
    counts->square += card * card;
    counts->last = deck[0];
    counts->shuffles++;
}

void shuffle_counts_join(shuffle_counts *counts, const shuffle_counts *more) {
    for (unsigned i = 0; i < TREY_CARDS; i++) {
        for (unsigned j = 0; j < TREY_CARDS; j++) {
            counts->place[i][j] += more->place[i][j];
            counts->pair[i][j] += more->pair[i][j];
        }
    }
    for (unsigned i = 0; i < TREY_HANDS; i++) counts->hand[i] += more->hand[i];
    counts->product += more->product;
    counts->first += more->first;
    counts->square += more->square;
    counts->shuffles += more->shuffles;
}

static double chi_square(const uint64_t *count, size_t cells, double expected) {
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        double off = (double)count[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

/* Wilson and Hilferty: the cube root of chi-square is nearly normal. */
static double score_of(double chi, double freedom) {
    double spread = 2 / (9 * freedom);
    return (cbrt(chi / freedom) - (1 - spread)) / sqrt(spread);
}

shuffle_scores shuffle_counts_score(const shuffle_counts *counts) {
    double n = (double)counts->shuffles, chi;
    shuffle_scores scores;
    chi = chi_square(counts->place[0], (size_t)TREY_CARDS * TREY_CARDS, n / 52) * 51 / 52;
    scores.places = score_of(chi, 51 * 51);
    scores.hands = score_of(chi_square(counts->hand, TREY_HANDS, n / TREY_HANDS), TREY_HANDS - 1);
    /* A card does not follow itself: those 52 cells are empty, and add 52 expected. */
    double expected = n / (52 * 51);
    chi = chi_square(counts->pair[0], (size_t)TREY_CARDS * TREY_CARDS, expected) - 52 * expected;
    scores.pairs = score_of(chi, 52 * 51 - 1);
    double mean = counts->first / n;
    scores.serial =
        (counts->product / n - mean * mean) / (counts->square / n - mean * mean) * sqrt(n);
    return scores;
}

bool shuffle_scores_fair(const shuffle_scores *scores) {
    return fabs(scores->places) < SHUFFLE_LIMIT && fabs(scores->hands) < SHUFFLE_LIMIT &&
           fabs(scores->pairs) < SHUFFLE_LIMIT && fabs(scores->serial) < SHUFFLE_LIMIT;
}

void shuffle_scores_print(const shuffle_scores *scores, FILE *out) {
    fprintf(out, "places %+.2f, hands %+.2f, pairs %+.2f, serial %+.2f (limit %.1f)\n",
            scores->places, scores->hands, scores->pairs, scores->serial, SHUFFLE_LIMIT);
}
