/* bench_command.c -- trey bench: what this machine does, beside a baseline that is
 * measured in the same run.
 *
 * Figures are of one thread and of the fastest lap: what a shared machine adds to
 * a lap is never of the program's doing. The median is in the JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <trey/core.h>

#include "bench.h"
#include "bench_server.h"
#include "commands.h"

static const bench BENCHES[] = {
    {"hand-random", "three cards, random order", "plain 52x52x52 table", "hands",
     bench_hand_random},
    {"hand-sequence", "three cards, in sequence", "plain 52x52x52 table", "hands",
     bench_hand_sequence},
    {"six-random", "best five of six, random order", "additive keys, perfect hash", "hands",
     bench_six_random},
    {"six-sequence", "best five of six, in sequence", "additive keys, perfect hash", "hands",
     bench_six_sequence},
    {"table-rounds", "rounds of six seats, settled", "asked for: 1", "rounds", bench_table_rounds},
    {"table-side-bets", "the same with side bets and looks", "asked for: 1", "rounds",
     bench_table_side_bets},
    {"odds-mbs", "all odds of mbs (5 ms asked for)", "plain 22,100 x 18,424 loop", "deals",
     bench_odds_mbs},
    {"odds-rws", "all odds of rws (5 ms)", "plain 22,100 x 18,424 loop", "deals", bench_odds_rws},
    {"odds-rws-progressive", "rws-progressive (50 ms)", "plain loop with six cards", "deals",
     bench_odds_progressive},
    {"odds-ca-six-card", "ca-six-card (50 ms)", "plain loop, six and up card", "deals",
     bench_odds_california},
    {"sim-fast", "rounds simulated (100 asked for)", "plain loop with xoshiro", "rounds",
     bench_sim_fast},
    {"sim-threads", "the same on two cores (1.9x)", "one thread", "rounds", bench_sim_threads},
    {"sim-ranks", "the same by two MPI ranks (1.9x)", "one rank", "rounds", bench_sim_ranks},
    {"sim-table", "simulated at the table itself", "", "rounds", bench_sim_table},
    {"store-file-1", "stored in SQLite, 1 command a commit", "SQLite, same rows", "rows",
     bench_store_file_1},
    {"store-file-20", "stored in SQLite, 20 a commit", "SQLite, same rows", "rows",
     bench_store_file_20},
    {"store-file-500", "stored in SQLite, 500 a commit", "SQLite, same rows", "rows",
     bench_store_file_500},
    {"store-server-1", "stored in PostgreSQL, 1 a commit", "PostgreSQL, same rows", "rows",
     bench_store_server_1},
    {"store-server-20", "stored in PostgreSQL, 20 a commit", "PostgreSQL, same rows", "rows",
     bench_store_server_20},
    {"store-server-500", "stored in PostgreSQL, 500 a commit", "PostgreSQL, same rows", "rows",
     bench_store_server_500},
    {"nodes-one", "played at one node, and stored", "a server alone, same database", "commands",
     bench_nodes_one},
    {"nodes-two", "played at two nodes, and stored", "one node, same database", "commands",
     bench_nodes_two},
    {"store-read", "records read and hashed again", "asked for: 0.17", "records", bench_store_read},
    {"verify-chain", "a store's chain and tree (0.17)", "SHA-256 of the same bytes", "records",
     bench_verify_chain},
    {"verify", "everything in a store (0.17)", "SHA-256 of the same bytes", "records",
     bench_verify_all},
};
enum { BENCH_COUNT = sizeof BENCHES / sizeof *BENCHES, LAPS_MAX = 64 };

/* ---- Racing -------------------------------------------------------------------- */

#if defined(__x86_64__)
#define WIDER        __attribute__((target("avx2")))
#define WIDER_HERE() __builtin_cpu_supports("avx2")
#else
#define WIDER
#define WIDER_HERE() 0
#endif

static inline __attribute__((always_inline)) uint64_t sum_results(const uint16_t *results,
                                                                  size_t count) {
    uint64_t sum = 0;
    while (count > 0) {
        /* 65,536 results of sixteen bits still fit in a sum of 32. */
        const size_t some = count < 65536 ? count : 65536;
        uint32_t part = 0;
        for (size_t i = 0; i < some; i++) part += results[i];
        sum += part;
        results += some;
        count -= some;
    }
    return sum;
}
static uint64_t sum_here(const uint16_t *results, size_t count) {
    return sum_results(results, count);
}
WIDER static uint64_t sum_wider(const uint16_t *results, size_t count) {
    return sum_results(results, count);
}
uint64_t bench_sum(const uint16_t *results, size_t count) {
    return WIDER_HERE() ? sum_wider(results, count) : sum_here(results, count);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds for `times` calls. Each must give the same checksum. */
static double time_lap(bench_work *work, size_t times, uint64_t *checksum) {
    const double start = now();
    for (size_t i = 0; i < times; i++) *checksum = work();
    return now() - start;
}

static size_t times_for(bench_work *work, double seconds, uint64_t *checksum) {
    size_t times = 1;
    while (time_lap(work, times, checksum) < seconds) times *= 2;
    return times;
}

static int compare_seconds(const void *a, const void *b) {
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

static void rates(double *seconds, unsigned laps, double items, double *best, double *median) {
    qsort(seconds, laps, sizeof *seconds, compare_seconds);
    *best = items / seconds[0];
    *median = items / seconds[laps / 2];
}

void bench_race(const bench_setting *setting, size_t items, bench_work *trey, bench_work *baseline,
                bench_figure *figure) {
    double trey_seconds[LAPS_MAX];
    double baseline_seconds[LAPS_MAX];
    uint64_t other = 0;
    TREY_ASSERT(setting->laps > 0 && setting->laps <= LAPS_MAX);
    memset(figure, 0, sizeof *figure);
    const size_t trey_times = times_for(trey, setting->lap_seconds, &figure->checksum);
    const size_t baseline_times =
        baseline == NULL ? 0 : times_for(baseline, setting->lap_seconds, &other);
    for (unsigned lap = 0; lap < setting->laps; lap++) {
        trey_seconds[lap] = time_lap(trey, trey_times, &figure->checksum);
        if (baseline != NULL) baseline_seconds[lap] = time_lap(baseline, baseline_times, &other);
    }
    rates(trey_seconds, setting->laps, (double)items * (double)trey_times, &figure->trey,
          &figure->trey_median);
    if (baseline != NULL) {
        rates(baseline_seconds, setting->laps, (double)items * (double)baseline_times,
              &figure->baseline, &figure->baseline_median);
    }
    figure->agree = baseline == NULL || other == figure->checksum;
}

/* ---- Showing --------------------------------------------------------------------- */

static double ratio_of(const bench_figure *figure) {
    return figure->baseline > 0 ? figure->trey / figure->baseline : 0;
}

/* Small figures get more digits. */
static const char *digits_for(double figure) {
    return figure < 0.1e6 ? "%.4f" : figure < 10e6 ? "%.2f" : "%.1f";
}

static void print_row(const bench *row, const bench_figure *figure) {
    char baseline[24] = "-";
    char ratio[24] = "-";
    char unit[32];
    if (figure->baseline > 0) {
        snprintf(baseline, sizeof baseline, digits_for(figure->baseline), figure->baseline / 1e6);
        snprintf(ratio, sizeof ratio, "%.2fx", ratio_of(figure));
    }
    snprintf(unit, sizeof unit, "M %s/s", row->unit);
    char trey[32] = "not run", once[32] = "";
    if (figure->trey > 0) snprintf(trey, sizeof trey, digits_for(figure->trey), figure->trey / 1e6);
    if (figure->seconds > 0) snprintf(once, sizeof once, "; once: %.2f ms", 1e3 * figure->seconds);
    printf("%-34s %10s %10s %8s  %-10s %s%s%s%s\n", row->what, trey, baseline, ratio, unit,
           row->against == NULL ? "" : row->against, once,
           figure->baseline > figure->trey ? "  slower" : "",
           figure->agree ? "" : "  results differ");
}

static void print_json(const bench *row, const bench_figure *figure, bool first) {
    printf("%s\n  {\"name\": \"%s\", \"what\": \"%s\", \"unit\": \"%s/s\", \"trey\": %.0f, "
           "\"trey_median\": %.0f",
           first ? "" : ",", row->name, row->what, row->unit, figure->trey, figure->trey_median);
    if (figure->baseline > 0) {
        printf(", \"against\": \"%s\", \"baseline\": %.0f, \"baseline_median\": %.0f, "
               "\"ratio\": %.3f",
               row->against, figure->baseline, figure->baseline_median, ratio_of(figure));
    }
    if (figure->seconds > 0) printf(", \"seconds\": %.6f", figure->seconds);
    printf(", \"checksum\": \"%016llx\", \"agree\": %s}", (unsigned long long)figure->checksum,
           figure->agree ? "true" : "false");
}

/* ---- The command ------------------------------------------------------------------- */

typedef struct bench_options {
    bool json;
    bool quick;
    const char *only;
} bench_options;

static bool known(const char *name) {
    for (size_t i = 0; i < BENCH_COUNT; i++) {
        if (strcmp(name, BENCHES[i].name) == 0) return true;
    }
    return false;
}

static bool read_options(int argc, char **argv, bench_options *options) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            options->json = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            options->quick = true;
        } else if (strcmp(argv[i], "--only") == 0) {
            options->only = i + 1 < argc ? argv[++i] : "";
            if (known(options->only)) continue;
            fprintf(stderr, "trey bench: --only takes one of");
            for (size_t n = 0; n < BENCH_COUNT; n++) fprintf(stderr, " %s", BENCHES[n].name);
            fprintf(stderr, ", not '%s'\n", options->only);
            return false;
        } else {
            fprintf(
                stderr,
                "trey bench: unknown argument '%s': use --json, --quick, --only NAME or --server\n",
                argv[i]);
            return false;
        }
    }
    return true;
}

int bench_command(int argc, char **argv) {
    bench_options options = {false, false, NULL};
    if (argc > 1 && strcmp(argv[1], "--server") == 0) return bench_server(argc - 1, argv + 1);
    if (!read_options(argc, argv, &options)) return EXIT_USAGE;
    const bench_setting setting = {options.quick, options.quick ? 5 : 25,
                                   options.quick ? 0.002 : 0.02};
    if (options.json) {
        printf("{\"path\": \"%s\", \"threads\": 1, \"quick\": %s, \"laps\": %u, \"benches\": [",
               trey_core_path(), options.quick ? "true" : "false", setting.laps);
    } else {
        printf("One thread, %s code, the best of %u laps.\n\n%-34s %10s %10s %8s  %-10s %s\n",
               trey_core_path(), setting.laps, "what", "Trey", "baseline", "ratio", "unit",
               "baseline is");
    }
    bool agree = true;
    bool first = true;
    for (size_t i = 0; i < BENCH_COUNT; i++) {
        if (options.only != NULL && strcmp(options.only, BENCHES[i].name) != 0) continue;
        bench_figure figure = {0};
        BENCHES[i].run(&setting, &figure);
        agree = agree && figure.agree;
        if (options.json)
            print_json(&BENCHES[i], &figure, first);
        else
            print_row(&BENCHES[i], &figure);
        fflush(stdout);
        first = false;
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    if (options.json) {
        printf("\n], \"memory_kib\": %ld}\n", used.ru_maxrss);
    } else {
        printf("\nMemory: %.1f MiB at most.\n", (double)used.ru_maxrss / 1024);
    }
    return agree ? EXIT_DONE : EXIT_REFUSED;
}
