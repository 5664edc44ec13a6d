/* script.c -- the words of table scripts, and a script from its first line to its
 * last.
 *
 * A command of the engine is written as its row in command_schema.h has it. Words that do more
 * than one command, or have a grammar of their own, have a function each. */
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

typedef struct script_word {
    const char *word;
    stage when;
    trey_verb verb;           /* of a command */
    bool (*act)(script *run); /* or NULL: the verb is given with what its row names */
} script_word;

/* Words that are no verb, and verbs that are written in a way of their own. */
static const script_word words[] = {
    {"rulebook", FIRST, 0, script_rulebook},
    {"set", SETUP, 0, script_set},
    {"table", SETUP, 0, script_table},
    {"jackpot", SETUP, 0, script_jackpot},
    {"next", CHECK, 0, script_next},
    {"expect", CHECK, 0, script_expect},
    {"deal", COMMAND, TREY_VERB_CARD, script_deal},
    {"deck", COMMAND, TREY_VERB_DECK, script_deck},
    {"card", COMMAND, TREY_VERB_CARD, script_card},
    {"meter", COMMAND, TREY_VERB_METER, script_meter},
    {"limits", COMMAND, TREY_VERB_LIMITS, script_limits},
    {"report", COMMAND, TREY_VERB_REPORT, script_report},
    {"absent", COMMAND, TREY_VERB_REPORT, script_absent},
    {"choose", COMMAND, TREY_VERB_CHOOSE, script_choose},
    {"mend", COMMAND, TREY_VERB_MEND, script_mend},
    {"rule", COMMAND, TREY_VERB_RULE, script_rule},
};
enum { ROWS = sizeof words / sizeof *words };

static const char *word_name(unsigned index) {
    return index < ROWS ? words[index].word : trey_verb_word((trey_verb)(index - ROWS));
}

bool script_word_usage(unsigned index, char out[SCRIPT_TEXT_MAX]) {
    char usage[SCRIPT_USAGE_MAX] = "";
    if (index >= ROWS + TREY_VERB_COUNT) return false;
    const char *word = word_name(index);
    for (unsigned row = 0; row < ROWS && index >= ROWS; row++) {
        if (strcmp(words[row].word, word) == 0) word = ""; /* it was told */
    }
    if (index >= ROWS && word[0]) script_verb_usage((trey_verb)(index - ROWS), usage);
    snprintf(out, SCRIPT_TEXT_MAX, "%s%s%s", word, usage[0] ? " " : "", usage);
    return true;
}

/* False for what is no word of scripts. */
static bool word_find(const char *word, script_word *out) {
    for (unsigned row = 0; row < ROWS; row++) {
        *out = words[row];
        if (strcmp(word, out->word) == 0) return true;
    }
    for (unsigned verb = 0; verb < TREY_VERB_COUNT; verb++) {
        *out = (script_word){trey_verb_word((trey_verb)verb), COMMAND, (trey_verb)verb, NULL};
        if (strcmp(word, out->word) == 0) return true;
    }
    return false;
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
static bool open_next(script *run, const script_word *word) {
    if (!run->next || word->when != COMMAND) return true;
    /* Between rounds there may still be a ruling. */
    if (word->verb == TREY_VERB_RULE) return true;
    run->next = false;
    if (word->verb == TREY_VERB_OPEN) return true;
    script_line line = run->line;
    static const char open[] = "open";
    run->line.word[0] = open;
    run->line.count = 1;
    run->line.expects = NULL;
    bool good = script_command(run, TREY_VERB_OPEN);
    run->line = line;
    return good;
}

/* False when the script cannot go on. */
static bool follow_line(script *run) {
    const char *first = run->line.word[0];
    script_word word;
    if (!word_find(first, &word)) {
        return script_fault(run, 0, "\"%s\" is no word of table scripts; %s",
                            script_quoted(first).text,
                            script_nearest(first, word_name, ROWS + TREY_VERB_COUNT,
                                           "docs/table-script.md lists them")
                                .text);
    }
    if (!in_its_place(run, word.when)) return false;
    if (!script_expectation_good(run, word.when == COMMAND)) return false;
    if (!open_next(run, &word)) return false;
    run->outcome = TREY_REFUSED_NONE;
    bool good = word.act ? word.act(run) : script_command(run, word.verb);
    if (good && word.when == COMMAND) {
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
