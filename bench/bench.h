/* bench.h -- the list of what trey bench measures, and how a race is run.
 *
 * To add a row, write a run function, declare it below, and put it into the list
 * in bench_command.c. A row with no baseline leaves that figure at zero. */
#ifndef TREY_BENCH_H
#define TREY_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bench_setting {
    bool quick;
    unsigned laps;
    double lap_seconds; /* the least that a lap takes */
} bench_setting;

/* Units a second, of the fastest lap and of the median one. */
typedef struct bench_figure {
    double trey;
    double trey_median;
    double baseline;
    double baseline_median;
    double seconds;    /* of the whole work once, where that is what counts; else 0 */
    uint64_t checksum; /* of Trey's results */
    bool agree;        /* the baseline's results gave the same */
} bench_figure;

typedef struct bench {
    const char *name;    /* for --only */
    const char *what;    /* what is measured, a few words */
    const char *against; /* what the baseline is */
    const char *unit;    /* of one million of them a second */
    void (*run)(const bench_setting *setting, bench_figure *figure);
} bench;

/* Does the whole work once and returns a checksum over all of its results. */
typedef uint64_t bench_work(void);

/* Runs both in turn, lap by lap, so that a neighbour's load hits both alike. `items`
 * is how many results one call of the work gives. `baseline` may be NULL. */
void bench_race(const bench_setting *setting, size_t items, bench_work *trey, bench_work *baseline,
                bench_figure *figure);

/* Adds up results; the compiler's best for the processor at hand. */
uint64_t bench_sum(const uint16_t *results, size_t count);

void bench_hand_random(const bench_setting *setting, bench_figure *figure);
void bench_hand_sequence(const bench_setting *setting, bench_figure *figure);
void bench_six_random(const bench_setting *setting, bench_figure *figure);
void bench_six_sequence(const bench_setting *setting, bench_figure *figure);
void bench_table_rounds(const bench_setting *setting, bench_figure *figure);
void bench_table_side_bets(const bench_setting *setting, bench_figure *figure);
void bench_verify_chain(const bench_setting *setting, bench_figure *figure);
void bench_verify_all(const bench_setting *setting, bench_figure *figure);
void bench_odds_mbs(const bench_setting *setting, bench_figure *figure);
void bench_odds_rws(const bench_setting *setting, bench_figure *figure);
void bench_odds_progressive(const bench_setting *setting, bench_figure *figure);
void bench_odds_california(const bench_setting *setting, bench_figure *figure);
void bench_sim_fast(const bench_setting *setting, bench_figure *figure);
void bench_sim_threads(const bench_setting *setting, bench_figure *figure);
void bench_sim_ranks(const bench_setting *setting, bench_figure *figure);
void bench_sim_table(const bench_setting *setting, bench_figure *figure);
void bench_store_file_1(const bench_setting *setting, bench_figure *figure);
void bench_store_file_20(const bench_setting *setting, bench_figure *figure);
void bench_store_file_500(const bench_setting *setting, bench_figure *figure);
void bench_store_server_1(const bench_setting *setting, bench_figure *figure);
void bench_store_server_20(const bench_setting *setting, bench_figure *figure);
void bench_store_server_500(const bench_setting *setting, bench_figure *figure);
void bench_nodes_one(const bench_setting *setting, bench_figure *figure);
void bench_nodes_two(const bench_setting *setting, bench_figure *figure);
void bench_store_read(const bench_setting *setting, bench_figure *figure);

#endif
