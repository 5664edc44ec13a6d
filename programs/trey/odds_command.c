/* odds_command.c -- trey odds: what each wager is worth, exactly. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "odds_output.h"

static const char help_first[] =
    "usage: trey odds ID [options]\n"
    "\n"
    "What every wager of a rulebook is worth, how it is best played, and what else a\n"
    "mathematician asks. Only the Ante ($10) is bet unless you say more; the other\n"
    "wagers are listed beside it. Amounts are dollars.\n"
    "\n"
    "  --ante D             the Ante; Play is the same\n";
static const char help_last[] =
    "  --meter D            what the jackpot shows (its reset value)\n"
    "  --reset D            the reset value ($10,000; rws-progressive $25,000)\n"
    "  --contribution D     what a jackpot bet adds to the meter ($1)\n"
    "  --seats N            boxes that bet the same, yours included (1)\n"
    "  --bank D             what the player-dealer puts up (enough for everything)\n"
    "  --strategy NAME      best, q-6-4, queen-high, mimic, always, or a file\n"
    "  --peek WHAT          dealer-card: the player sees one card of the dealer's;\n"
    "                       1 to 6: he sees the hands of so many other boxes\n"
    "  --seed N             for what is sampled (1)\n"
    "  --reading NAME=L     under another letter of a reading, as in A-MBS-01=B\n"
    "  --set KEY=VALUE      with another value, as in pays.pair_plus.straight=6\n"
    "  --rulebook FILE      a house's own rulebook instead of ID\n"
    "  --readings           the edge under every letter of every reading\n"
    "  --hands              the decision for each of the 22,100 hands\n"
    "  --report FILE.html   a PAR sheet with plots, too\n"
    "  --json               for machines\n";

/* An option for every wager that can be bet beside the Ante. */
static void print_help(void) {
    fputs(help_first, stdout);
    for (unsigned wager = TREY_WAGER_ANTE + 1; wager < TREY_STAKES; wager++) {
        const trey_wager_row *row = trey_wager(wager);
        char option[32];
        if (!row->option) continue;
        snprintf(option, sizeof option, "%s D", row->option);
        printf("  %-20s bet %s too%s\n", option, row->title,
               row->placed == TREY_PLACED_FIXED ? " ($5 where only listed)" : "");
    }
    fputs(help_last, stdout);
}

static int show(const odds_answers *answers) {
    int result = answers->asked->report ? odds_report(answers->asked->report, answers) : EXIT_DONE;
    if (result != EXIT_DONE) return result;
    if (answers->asked->json) {
        result = odds_json(stdout, answers);
    } else {
        terminal to = terminal_open(stdout);
        odds_text(&to, answers);
        odds_text_more(&to, answers);
    }
    if (result == EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        fputs("trey odds: the output could not be written\n", stderr);
        result = EXIT_OPERATING;
    }
    return result;
}

int odds_command(int argc, char **argv) {
    odds_asked asked;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        print_help();
        return EXIT_DONE;
    }
    int result = odds_read_arguments(argc, argv, &asked);
    if (result != EXIT_DONE) return result;
    odds_answers *answers = calloc(1, sizeof *answers);
    trey_strategy *strategy = calloc(1, sizeof *strategy);
    if (!answers || !strategy) {
        fprintf(stderr, "trey odds: %s\n", trey_status_text(TREY_STATUS_NO_MEMORY));
        result = EXIT_OPERATING;
    } else {
        answers->asked = &asked;
        /* Only where one question follows another; without it they take longer. */
        if (asked.every_reading && trey_odds_memory_open(&answers->memory) != TREY_STATUS_OK)
            answers->memory = NULL;
        result = bets_open_book(&asked.bets, &answers->book);
        if (result == EXIT_DONE) result = odds_ask(answers, strategy, true);
        if (result == EXIT_DONE) result = show(answers);
        trey_odds_close(answers->odds);
        trey_rulebook_close(answers->book);
        trey_odds_memory_close(answers->memory);
    }
    free(answers);
    free(strategy);
    return result;
}
