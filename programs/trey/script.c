/* script.c -- the words of table scripts, and a script from its first line to its
 * last.
 *
 * The table of words is the language. A command of the engine is one row: its
 * word, its verb and its usage, which is also its grammar. A word that does more
 * than one command has a function of its own. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "run_output.h"
#include "script_parts.h"

typedef enum stage {
    FIRST,   /* the rulebook */
    SETUP,   /* before the table opens */
    COMMAND, /* at the table, and the rules may refuse it */
    CHECK    /* at the table */
} stage;

static const struct {
    const char *word;
    stage when;
    trey_verb verb;           /* of a command */
    bool (*act)(script *run); /* or NULL: the verb is given with the usage's arguments */
    const char *usage;
} words[] = {
    {"rulebook", FIRST, 0, script_rulebook, ""},
    {"set", SETUP, 0, script_set, ""},
    {"table", SETUP, 0, script_table, ""},
    {"jackpot", SETUP, 0, script_jackpot, ""},
    {"next", CHECK, 0, script_next, ""},
    {"open", COMMAND, TREY_VERB_OPEN, NULL, ""},
    {"sit", COMMAND, TREY_VERB_SIT, NULL, "SEAT PLAYER"},
    {"leave", COMMAND, TREY_VERB_LEAVE, NULL, "SEAT PLAYER"},
    {"bank", COMMAND, TREY_VERB_BANK, NULL, "SEAT PLAYER AMOUNT"},
    {"pass", COMMAND, TREY_VERB_PASS, NULL, "PLAYER"},
    {"bet", COMMAND, TREY_VERB_BET, NULL, "SEAT PLAYER WAGER [AMOUNT] [part]"},
    {"withdraw", COMMAND, TREY_VERB_WITHDRAW, NULL, "SEAT PLAYER WAGER [AMOUNT]"},
    {"close", COMMAND, TREY_VERB_CLOSE, NULL, ""},
    {"deal", COMMAND, TREY_VERB_CARD, script_deal, ""},
    {"deck", COMMAND, TREY_VERB_DECK, script_deck, ""},
    {"card", COMMAND, TREY_VERB_CARD, script_card, ""},
    {"recall", COMMAND, TREY_VERB_RECALL, NULL, ""},
    {"view", COMMAND, TREY_VERB_VIEW, NULL, "SEAT [PLAYER]"},
    {"fund", COMMAND, TREY_VERB_FUND, NULL, "SEAT PLAYER AMOUNT"},
    {"play", COMMAND, TREY_VERB_PLAY, NULL, "SEAT [PLAYER] [AMOUNT]"},
    {"fold", COMMAND, TREY_VERB_FOLD, NULL, "SEAT [PLAYER] [keep]"},
    {"continue", COMMAND, TREY_VERB_CONTINUE, NULL, "SEAT [PLAYER]"},
    {"reveal", COMMAND, TREY_VERB_REVEAL, NULL, ""},
    {"hide", COMMAND, TREY_VERB_HIDE, NULL, "SEAT [PLAYER]"},
    {"look", COMMAND, TREY_VERB_LOOK, NULL, "SEAT"},
    {"settle", COMMAND, TREY_VERB_SETTLE, NULL, ""},
    {"meter", COMMAND, TREY_VERB_METER, script_meter, ""},
    {"limits", COMMAND, TREY_VERB_LIMITS, script_limits, ""},
    {"report", COMMAND, TREY_VERB_REPORT, script_report, ""},
    {"confirm", COMMAND, TREY_VERB_CONFIRM, NULL, ""},
    {"drop", COMMAND, TREY_VERB_DROP, NULL, ""},
    {"absent", COMMAND, TREY_VERB_REPORT, script_absent, ""},
    {"choose", COMMAND, TREY_VERB_CHOOSE, script_choose, ""},
    {"time", COMMAND, TREY_VERB_TIME, NULL, ""},
    {"mend", COMMAND, TREY_VERB_MEND, script_mend, ""},
    {"rule", COMMAND, TREY_VERB_RULE, script_rule, ""},
    {"expect", CHECK, 0, script_expect, ""},
};
enum { ROWS = sizeof words / sizeof *words };

static const char *word_name(unsigned index) {
    return words[index].word;
}

/* May this word stand here? Opens the table before the first word that needs it. */
static bool in_its_place(script *run, stage when) {
    const char *word = run->line.word[0];
    if (when == FIRST) return true;
    if (!run->book) {
        return script_fault(run, 0, "a script begins with a rulebook, as in rulebook mbs");
    }
    if (when == SETUP && run->ready) {
        return script_fault(run, 0, "%s stands before the first command", word);
    }
    return when == SETUP || script_open_table(run);
}

/* After `next` the round is opened, unless the script does so itself. */
static bool open_next(script *run, unsigned row) {
    if (!run->next || words[row].when != COMMAND) return true;
    /* Between rounds there may still be a ruling. */
    if (words[row].verb == TREY_VERB_RULE) return true;
    run->next = false;
    if (words[row].verb == TREY_VERB_OPEN) return true;
    script_line line = run->line;
    static const char open[] = "open";
    run->line.word[0] = open;
    run->line.count = 1;
    run->line.expects = NULL;
    bool good = script_command(run, TREY_VERB_OPEN, "");
    run->line = line;
    return good;
}

/* False when the script cannot go on. */
static bool follow_line(script *run) {
    const char *word = run->line.word[0];
    unsigned row = 0;
    while (row < ROWS && strcmp(word, words[row].word) != 0) row++;
    if (row == ROWS) {
        return script_fault(
            run, 0, "\"%s\" is no word of table scripts; %s", script_quoted(word).text,
            script_nearest(word, word_name, ROWS, "docs/table-script.md lists them").text);
    }
    if (!in_its_place(run, words[row].when)) return false;
    if (!script_expectation_good(run, words[row].when == COMMAND)) return false;
    if (!open_next(run, row)) return false;
    run->outcome = TREY_REFUSED_NONE;
    bool good = words[row].act ? words[row].act(run)
                               : script_command(run, words[row].verb, words[row].usage);
    if (good && words[row].when == COMMAND) {
        run->commands++;
        run->refusals += run->outcome != TREY_REFUSED_NONE;
        script_check_line(run);
    }
    return good;
}

static bool follow(script *run, FILE *in) {
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool good = true;
    while (good && (length = getline(&text, &room, in)) >= 0) {
        char *start = text;
        run->line.number++;
        if (run->line.number == 1 && length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
            start += 3; /* a byte order mark */
            length -= 3;
        }
        good = script_split(run, start, (size_t)length);
        if (good && run->line.count) good = follow_line(run);
    }
    free(text);
    if (!good) return false;
    if (ferror(in)) {
        fprintf(stderr, "trey run: %s cannot be read\n", run->file);
        run->status = EXIT_USAGE;
        return false;
    }
    /* The end stands below the last line. */
    script_place end = {run->line.number ? run->line.number : 1, 1};
    if (!run->book) {
        return script_fault_at(run, end, "there is no script here; it begins with rulebook mbs");
    }
    run->line.count = 0;
    run->line.end = 1;
    return script_open_table(run);
}

int script_run(const char *path, struct run_output *to) {
    bool input = strcmp(path, "-") == 0;
    script *run = calloc(1, sizeof *run);
    if (!run) {
        fputs("trey run: out of memory\n", stderr);
        return EXIT_OPERATING;
    }
    run->file = input ? "<stdin>" : path;
    run->path = input ? NULL : path;
    run->to = to;
    FILE *in = input ? stdin : fopen(path, "r");
    if (!in) {
        fprintf(stderr, "trey run: %s cannot be read\n", path);
        run->status = EXIT_USAGE;
    } else if (follow(run, in)) {
        to->ended(to, run);
    }
    if (in && !input) fclose(in);
    trey_rules_close(run->rules);
    trey_rulebook_close(run->book);
    int status = run->status;
    free(run);
    return status;
}
