/* simulate_command.c -- trey simulate: many rounds, beside the exact odds.
 *
 * Ctrl-C, and SIGTERM, end the run early; what has been played is shown. Under mpirun
 * every process plays its share and rank 0 shows the sum. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "ranks.h"
#include "simulate_output.h"

static const char help_first[] =
    "usage: trey simulate ID --rounds N [options]\n"
    "\n"
    "Plays rounds and shows what every wager came to, with standard errors, beside the\n"
    "exact value. Ante $10 alone unless you say more; amounts are dollars. Under mpirun\n"
    "every process plays a share. Ctrl-C shows what is known so far.\n"
    "\n"
    "  --rounds N           1000000, 100M or 1e8 (10M)\n"
    "  --seats N            boxes that bet the same (1)\n"
    "  --strategy NAME      best, q-6-4, queen-high, mimic, always, or a file\n"
    "  --seed N             the same seed gives the same result everywhere\n"
    "  --threads N          (all processors)\n"
    "  --engine WHICH       fast, or full: every round through the table itself\n";
static const char help_last[] =
    "  --meter D            what the jackpot shows as each round opens (its reset value)\n"
    "  --reset D            the reset value ($10,000; rws-progressive $25,000)\n"
    "  --contribution D     what a jackpot bet adds to the meter ($1)\n"
    "  --bank D             what the player-dealer puts up (enough for everything)\n"
    "  --schedule N         the collection option where a player banks (the first)\n"
    "  --session N          results of sessions of N rounds at the first box\n"
    "  --bankroll D         and the risk of ruin with so much at the start\n"
    "  --reading NAME=L     under another letter of a reading, as in A-MBS-01=B\n"
    "  --set KEY=VALUE      with another value, as in pays.pair_plus.straight=6\n"
    "  --rulebook FILE      a house's own rulebook instead of ID\n"
    "  --portable           without special instructions of the processor\n"
    "  --json               for machines\n";

/* An option for every wager that can be bet. */
static void print_help(void) {
    fputs(help_first, stdout);
    for (unsigned wager = 0; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        char option[32];
        if (!row->option) continue;
        snprintf(option, sizeof option, "%s D", row->option);
        printf("  %-20s what each box bets on %s%s\n", option, row->title,
               wager == TREY_WAGER_ANTE ? "; Play is the same" : "");
    }
    fputs(help_last, stdout);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Stopping ------------------------------------------------------------------------------ */
static trey_sim *volatile running;

static void stop_running(int signal_number) {
    (void)signal_number;
    if (running) trey_sim_stop(running);
}

/* The second one ends the program as ever. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = stop_running, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- Progress ---------------------------------------------------------------------------------
 */
typedef struct progress {
    uint64_t rounds; /* of this process */
    unsigned processes;
    double since;
    bool shown;
} progress;

static void show_progress(void *with, uint64_t played) {
    enum { BAR = 24, AFTER = 1 };
    progress *p = with;
    const double seconds = now() - p->since, share = (double)played / (double)p->rounds;
    char bar[BAR + 1], left[32] = "";
    if (played == 0 || seconds < 0.2) return;
    const unsigned done = (unsigned)(share * BAR);
    for (unsigned i = 0; i < BAR; i++) bar[i] = i < done ? '#' : '.';
    bar[BAR] = '\0';
    const double rate = (double)played / seconds;
    const double rest = (double)(p->rounds - played) / rate;
    if (rest < 100 * 3600.0) {
        const unsigned whole = (unsigned)(rest + AFTER);
        snprintf(left, sizeof left, "%u:%02u:%02u left", whole / 3600, whole / 60 % 60, whole % 60);
    }
    fprintf(stderr, "\r[%s] %5.1f%%  %.1f M rounds/s  %s\033[K", bar, 100 * share,
            rate * p->processes / 1e6, left);
    p->shown = true;
}

static void clear_progress(const progress *p) {
    if (p->shown) fputs("\r\033[K", stderr);
}

/* ---- Playing ------------------------------------------------------------------------------------
 */
static int operating(const char *what) {
    fprintf(stderr, "trey simulate: %s\n", what);
    return EXIT_OPERATING;
}

/* Rank 0 adds up what the others have; false when MPI fails. */
static bool gather(const ranks *all, trey_sim *sim) {
    if (!all->plugin) return true; /* alone */
    if (all->rank > 0) {
        void *bytes;
        size_t size;
        if (trey_sim_pack(sim, &bytes, &size) != TREY_STATUS_OK) return false;
        const bool sent = all->plugin->send(bytes, size);
        free(bytes);
        return sent;
    }
    for (unsigned from = 1; from < all->size; from++) {
        void *bytes = NULL;
        size_t size;
        bool got = all->plugin->receive(from, &bytes, &size) &&
                   trey_sim_merge(sim, bytes, size) == TREY_STATUS_OK;
        free(bytes);
        if (!got) return false;
    }
    return true;
}

static int play(const ranks *all, simulate_answers *answers) {
    progress p = {.rounds = answers->asked->rounds / all->size + 1, .processes = all->size};
    const bool person = isatty(STDERR_FILENO) && all->rank == 0;
    running = answers->sim;
    catch_signals();
    p.since = now();
    trey_status status = trey_sim_run(answers->sim, person ? show_progress : NULL, &p);
    clear_progress(&p);
    if (status != TREY_STATUS_OK) return operating(trey_status_text(status));
    if (!gather(all, answers->sim)) return operating("the processes could not be added up");
    answers->seconds = now() - p.since;
    answers->stopped =
        trey_sim_stopped(answers->sim) ||
        trey_sim_figures(answers->sim, TREY_SIM_ROUND).rounds < answers->asked->rounds;
    running = NULL;
    return EXIT_DONE;
}

static int show(simulate_answers *answers) {
    int result = EXIT_DONE;
    if (trey_sim_growth_of(answers->sim, &answers->growth) != TREY_STATUS_OK)
        return operating(trey_status_text(TREY_STATUS_NO_MEMORY));
    if (answers->asked->json) {
        result = simulate_json(stdout, answers);
    } else {
        terminal to = terminal_open(stdout);
        simulate_text(&to, answers);
        simulate_text_more(&to, answers);
    }
    if (result == EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout)))
        result = operating("the output could not be written");
    return result;
}

/* ---- The question -------------------------------------------------------------------------------
 */
/* Small enough for every reader of JSON. */
static bool draw_seed(uint64_t *seed) {
    if (getrandom(seed, sizeof *seed, 0) != (ssize_t)sizeof *seed) return false;
    *seed >>= 11;
    return true;
}

/* A player whose strategy looks at the dealer's card must see one. */
static int check_strategy(const simulate_answers *answers, const trey_strategy *strategy) {
    const bool sees = trey_rule_word(trey_rulebook_rule(answers->book, TREY_KEY_UP_CARD)) ==
                      TREY_UP_CARD_BEFORE_DECISIONS;
    if (!strategy->sees_up_card || sees) return EXIT_DONE;
    fprintf(answers->asked->bets.err,
            "trey simulate: %s looks at a card of the dealer's, and in %s the player sees none\n",
            answers->strategy_name, trey_rulebook_id(answers->book));
    return EXIT_USAGE;
}

static int check_schedule(const simulate_asked *asked, const trey_rulebook *book) {
    const size_t count = trey_rulebook_schedules(book);
    if (asked->schedule == 0 || trey_rulebook_schedule_option(book, asked->schedule))
        return EXIT_DONE;
    if (count == 0) {
        fprintf(asked->bets.err, "trey simulate: %s takes no collection: leave --schedule out\n",
                trey_rulebook_id(book));
    } else {
        fprintf(asked->bets.err, "trey simulate: --schedule %u: %s has %u to %u\n", asked->schedule,
                trey_rulebook_id(book), trey_rulebook_schedule(book, 0)->option,
                trey_rulebook_schedule(book, count - 1)->option);
    }
    return EXIT_USAGE;
}

static int check_bankroll(const simulate_asked *asked, const trey_sim *sim) {
    const trey_cents bets = trey_sim_sessions_of(sim).bets;
    if (asked->bankroll == 0 || asked->bankroll >= bets) return EXIT_DONE;
    char own[TREY_CENTS_TEXT_MAX], needed[TREY_CENTS_TEXT_MAX];
    fprintf(asked->bets.err,
            "trey simulate: --bankroll %s is less than the %s that a round takes, Play included\n",
            trey_cents_print(asked->bankroll, own), trey_cents_print(bets, needed));
    return EXIT_USAGE;
}

static trey_sim_query query_of(const simulate_asked *asked, const ranks *all) {
    return (trey_sim_query){.rounds = asked->rounds,
                            .seed = asked->seed,
                            .threads = asked->threads,
                            .engine = asked->engine,
                            .schedule = asked->schedule,
                            .session = asked->session,
                            .bankroll = asked->bankroll,
                            .share = all->rank,
                            .shares = all->size,
                            .portable = asked->portable};
}

static int answer(const simulate_asked *asked, const ranks *all, trey_rulebook *book,
                  trey_strategy *strategy) {
    simulate_answers answers = {.asked = asked, .book = book, .processes = all->size};
    trey_sim_query query = query_of(asked, all);
    trey_odds_fault fault;
    trey_odds *odds = NULL;
    int result = bets_query(&asked->bets, book, strategy, &answers.strategy_name, &query.bets);
    if (result == EXIT_DONE) result = check_schedule(asked, book);
    if (result == EXIT_DONE && query.bets.strategy) result = check_strategy(&answers, strategy);
    if (result != EXIT_DONE) return result;
    query.bets.rounds = 2; /* estimates are of no use here */
    trey_status status = trey_odds_open(&odds, book, &query.bets, &fault);
    if (status != TREY_STATUS_OK) return bets_refused(&asked->bets, book, status, &fault);
    query.bets.strategy = trey_odds_strategy(odds);
    /* With a bank that may run short, what a box gets depends on the other boxes. */
    if (trey_odds_whole(odds)->exact) answers.odds = odds;
    status = trey_sim_open(&answers.sim, book, &query, &fault);
    if (status != TREY_STATUS_OK) result = bets_refused(&asked->bets, book, status, &fault);
    if (result == EXIT_DONE) result = check_bankroll(asked, answers.sim);
    if (result == EXIT_DONE) result = play(all, &answers);
    if (result == EXIT_DONE && all->rank == 0) result = show(&answers);
    trey_sim_close(answers.sim);
    trey_odds_close(odds);
    return result;
}

static int simulate(simulate_asked *asked, trey_rulebook *book) {
    ranks all;
    if (!ranks_open(&all)) return EXIT_OPERATING;
    int result = EXIT_DONE;
    if (all.size > TREY_SIM_SHARES_MAX) result = operating("more processes than blocks to play");
    if (!asked->seed_given && !draw_seed(&asked->seed))
        result = operating("no seed could be drawn; give one with --seed");
    if (all.plugin && !all.plugin->agree(&asked->seed)) result = operating("MPI failed");
    trey_strategy *strategy = calloc(1, sizeof *strategy);
    if (!strategy) result = operating(trey_status_text(TREY_STATUS_NO_MEMORY));
    if (result == EXIT_DONE) result = answer(asked, &all, book, strategy);
    free(strategy);
    ranks_close(&all);
    return result;
}

int simulate_command(int argc, char **argv) {
    simulate_asked asked = {.engine = TREY_SIM_FAST};
    trey_rulebook *book = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        print_help();
        return EXIT_DONE;
    }
    /* A mistake is told once, however many processes make it. */
    FILE *silence = ranks_expected() > 0 ? fopen("/dev/null", "w") : NULL;
    bets_open(&asked.bets, "trey simulate", silence ? silence : stderr);
    int result = simulate_read_arguments(argc, argv, &asked);
    if (result == EXIT_DONE) result = bets_open_book(&asked.bets, &book);
    if (result == EXIT_DONE) result = simulate(&asked, book);
    trey_rulebook_close(book);
    if (silence) fclose(silence);
    return result;
}
