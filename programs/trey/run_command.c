/* run_command.c -- trey run: table scripts, from files or standard input. */
#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"

static const char help[] =
    "usage: trey run FILE... [--json|--tap]    - is standard input\n"
    "       trey run --refusals                the names that may stand after =>\n"
    "\n"
    "  --json    one JSON object a line: events, refusals, settlements\n"
    "  --tap     one line a script, ok or not ok (Test Anything Protocol)\n"
    "\n"
    "A table script has one command a line; # starts a comment.\n"
    "\n"
    "  rulebook mbs                          mbs rws rws-progressive ca-six-card FILE.yaml\n"
    "  table ante=25..1000 pair_plus=25..500\n"
    "  jackpot bet=5 contribution=1 reset=10000\n"
    "  open\n"
    "  bet 1 alice ante 50\n"
    "  close\n"
    "  deal 1=9s,9d,4c dealer=Qh,8c,5d\n"
    "  play 1\n"
    "  bet 1 alice pair_plus 25              => bets_closed\n"
    "  reveal\n"
    "  settle\n"
    "  expect 1 ante 100\n"
    "\n"
    "Exit status: 0 when everything went as the script says; 1 when the rules refused\n"
    "something unexpectedly or an expectation failed; 2 when a script has a mistake.\n"
    "docs/table-script.md lists every word.\n";

static int list_refusals(void) {
    for (unsigned i = 0; i < TREY_REFUSED_COUNT; i++) {
        printf("%-20s  %s\n", trey_refused_word((trey_refused)i),
               trey_refused_text((trey_refused)i));
    }
    return EXIT_DONE;
}

static int list_words(void) {
    char usage[SCRIPT_TEXT_MAX];
    for (unsigned i = 0; script_word_usage(i, usage); i++) {
        if (usage[0]) puts(usage);
    }
    return EXIT_DONE;
}

int run_command(int argc, char **argv) {
    bool json = false, tap = false, names_only = false;
    int files = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (names_only || word[0] != '-' || !word[1]) {
            argv[1 + files++] = argv[i];
        } else if (strcmp(word, "--json") == 0) {
            json = true;
        } else if (strcmp(word, "--tap") == 0) {
            tap = true;
        } else if (strcmp(word, "--help") == 0) {
            fputs(help, stdout);
            return EXIT_DONE;
        } else if (strcmp(word, "--refusals") == 0) {
            return list_refusals();
        } else if (strcmp(word, "--words") == 0) {
            return list_words();
        } else if (strcmp(word, "--") == 0) {
            names_only = true;
        } else {
            fprintf(stderr, "trey run: unknown option %s; `trey run --help` shows how\n", word);
            return EXIT_USAGE;
        }
    }
    if (files == 0) {
        fputs("trey run: a table script is missing; `trey run --help` shows how\n", stderr);
        return EXIT_USAGE;
    }
    if (json && tap) {
        fputs("trey run: write either --json or --tap\n", stderr);
        return EXIT_USAGE;
    }
    setlocale(LC_CTYPE, "");
    run_output to = tap ? run_tap(stdout) : json ? run_json(stdout) : run_text(stdout);
    to.signs = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    int status = tap ? run_tap_scripts(argv + 1, files, &to) : EXIT_DONE;
    for (int i = 0; !tap && i < files && status != EXIT_OPERATING; i++) {
        int result = script_run(argv[1 + i], &to);
        if (result > status) status = result;
    }
    if (fflush(stdout) != 0 || ferror(stdout) || to.failed) {
        fputs("trey run: the output could not be written\n", stderr);
        return EXIT_OPERATING;
    }
    return status;
}
