/* run_tap.c -- `trey run --tap`: a line a script, in the Test Anything Protocol.
 *
 * So one process plays all scripts of a folder, and a test driver still learns which of them
 * fail and why. A script that brings the program down is named as well. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "run_output.h"

static char dying_line[4200];

static void tap_dies(int number) {
    (void)!write(STDOUT_FILENO, dying_line, strlen(dying_line));
    signal(number, SIG_DFL);
    raise(number);
}

static void tap_silent(run_output *to, const script *run) {
    (void)to;
    (void)run;
}

static void tap_event(run_output *to, const script *run, const trey_event *event) {
    (void)to;
    (void)run;
    (void)event;
}

static void tap_refused(run_output *to, const script *run, const char *command, bool expected) {
    if (expected) return;
    fprintf(to->out, "# %s:%u: %s: refused, %s\n", run->file, run->line.number, command,
            trey_refused_word(run->decision.refused));
}

static void tap_checked(run_output *to, const script *run, const run_check *check) {
    if (check->ok) return;
    fprintf(to->out, "# %s:%u: %s: expected %s, found %s\n", run->file, run->line.number,
            check->what, check->expected, check->found);
}

run_output run_tap(FILE *out) {
    run_output to = {.opened = tap_silent,
                     .event = tap_event,
                     .refused = tap_refused,
                     .settled = tap_silent,
                     .checked = tap_checked,
                     .ended = tap_silent,
                     .out = out};
    return to;
}

int run_tap_scripts(char **path, int count, run_output *to) {
    int status = EXIT_DONE;
    signal(SIGABRT, tap_dies);
    signal(SIGSEGV, tap_dies);
    fprintf(to->out, "1..%d\n", count);
    for (int i = 0; i < count && status != EXIT_OPERATING; i++) {
        fflush(to->out);
        snprintf(dying_line, sizeof dying_line, "not ok %d - %.4096s\n", i + 1, path[i]);
        int result = script_run(path[i], to);
        fprintf(to->out, "%s %d - %s\n", result == EXIT_DONE ? "ok" : "not ok", i + 1, path[i]);
        if (result > status) status = result;
    }
    return status;
}
