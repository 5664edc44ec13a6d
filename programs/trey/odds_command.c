/* odds_command.c -- trey odds: what each wager is worth, exactly. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "odds_output.h"

static const char help[] =
    "usage: trey odds ID [options]\n"
    "\n"
    "What every wager of a rulebook is worth, how it is best played, and what else a\n"
    "mathematician asks. Only the Ante ($10) is bet unless you say more; the other\n"
    "wagers are listed beside it. Amounts are dollars.\n"
    "\n"
    "  --ante D             the Ante; Play is the same\n"
    "  --pair-plus D        bet Pair Plus too\n"
    "  --progressive D      bet the jackpot too ($5 where only listed)\n"
    "  --six-card-bonus D   bet 6 Card Bonus too\n"
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

/* Every letter of every reading that can be chosen. */
static trey_status ask_readings(odds_answers *answers, const trey_odds_query *query) {
    for (size_t i = 0; i < trey_rulebook_readings(answers->book); i++) {
        const trey_reading *reading = trey_rulebook_reading(answers->book, i);
        for (unsigned letter = 0; reading->switchable && letter < reading->letters; letter++) {
            if (answers->letters == ODDS_EFFECTS) return TREY_STATUS_OK;
            odds_letter *at = &answers->letter[answers->letters++];
            at->reading = reading;
            at->letter = letter;
            trey_status status = trey_odds_under(answers->book, query, reading->id,
                                                 (char)('A' + letter), &at->effect);
            if (status != TREY_STATUS_OK) return status;
        }
    }
    return TREY_STATUS_OK;
}

static trey_status ask_more(odds_answers *answers, const trey_odds_query *query) {
    const odds_asked *asked = answers->asked;
    trey_status status = TREY_STATUS_OK;
    if (asked->peek_hands > 0) {
        status = trey_odds_peek_at(answers->odds, asked->peek_hands, TREY_PEEK_SAMPLES, asked->seed,
                                   &answers->peek);
        answers->peeked = true;
    }
    bool banked =
        trey_rulebook_rule(answers->book, TREY_KEY_BANKER)->value.n == TREY_BANKER_PLAYER_DEALER;
    if (status == TREY_STATUS_OK && banked && !asked->peek_card) {
        status = trey_odds_bank_side(answers->odds, answers->book, TREY_BANK_ROUNDS, asked->seed,
                                     &answers->bank);
        answers->banked = true;
    }
    if (status == TREY_STATUS_OK && asked->every_reading) status = ask_readings(answers, query);
    return status;
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

static int answer(odds_answers *answers, trey_strategy *strategy) {
    const odds_asked *asked = answers->asked;
    trey_odds_query query;
    trey_odds_fault fault;
    int result = bets_query(&asked->bets, answers->book, strategy, &answers->strategy_name, &query);
    if (result != EXIT_DONE) return result;
    query.peek = asked->peek_card;
    trey_status status = trey_odds_open(&answers->odds, answers->book, &query, &fault);
    if (status != TREY_STATUS_OK) return bets_refused(&asked->bets, answers->book, status, &fault);
    if (query.strategy && strategy->sees_up_card && !trey_odds_whole(answers->odds)->sees_up_card) {
        fprintf(stderr,
                "trey odds: %s looks at a card of the dealer's, and in %s the player sees none; "
                "--peek dealer-card shows him one\n",
                answers->strategy_name, trey_rulebook_id(answers->book));
        return EXIT_USAGE;
    }
    status = ask_more(answers, &query);
    if (status != TREY_STATUS_OK) {
        fprintf(stderr, "trey odds: %s\n", trey_status_text(status));
        return EXIT_OPERATING;
    }
    return show(answers);
}

int odds_command(int argc, char **argv) {
    odds_asked asked;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
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
        result = bets_open_book(&asked.bets, &answers->book);
        if (result == EXIT_DONE) result = answer(answers, strategy);
        trey_odds_close(answers->odds);
        trey_rulebook_close(answers->book);
    }
    free(answers);
    free(strategy);
    return result;
}
