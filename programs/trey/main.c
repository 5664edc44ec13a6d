/* main.c -- trey: one program, a subcommand for each job. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *usage, *does;
} commands[] = {
    {"rules", rules_command, "rules [ID [PARAGRAPH]]",
     "the rulebooks, their paragraphs, readings and values"},
    {"odds", odds_command, "odds ID",
     "what every wager is worth, exactly, and how it is best played"},
    {"simulate", simulate_command, "simulate ID --rounds N",
     "many rounds, with standard errors, beside the exact odds"},
    {"run", run_command, "run FILE... [--json]",
     "table scripts: each event, each refusal, and the settlement"},
    {"rng", rng_command, "rng raw|shuffles", "the tables' generator, for test suites"},
    {"serve", serve_command, "serve [--config FILE]", "tables in a browser"},
    {"store", store_command, "store init|info|backup|...",
     "records, ledger and audit chain: made, shown and copied"},
    {"verify", verify_command, "verify STORE", "is a store as it was written, to the last cent?"},
    {"witness", witness_command, "witness URL", "watch a house from another machine, and cosign"},
    {"report", report_command, "report STORE",
     "handle, win and hold beside what was to be expected; jackpots, incidents"},
    {"bench", bench_command, "bench", "what this machine does, each figure beside its baseline"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fputs("trey plays, settles, proves and explains Three Card Poker under four rulebooks.\n\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(out, "  trey %-26s %s\n", commands[i].usage, commands[i].does);
    }
    fputs("\n`trey COMMAND --help` tells more.\n", out);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("trey " TREY_VERSION);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "trey: there is no command %s; `trey --help` lists them\n", argv[1]);
    return EXIT_USAGE;
}
