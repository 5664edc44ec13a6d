/* played_scripts.c -- every table script as the commands that it gives.
 *
 * The runner of `trey run` plays them. What it asks the engine passes through here, for the
 * linker gives its trey_decide to this file (--wrap); what it only tries on a copy of the table
 * is left out. */
#include "played_scripts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "run_output.h"

static const script *running; /* once its table is open */
static played_script *recording;

void __real_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision);
void __wrap_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision);

void __wrap_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision) {
    if (running && table == &running->table) played_add(recording, command);
    __real_trey_decide(rules, table, command, decision);
}

void played_add(played_script *to, const trey_command *command) {
    if (to->count == to->room) {
        to->room = to->room ? 2 * to->room : 64;
        trey_command *more = realloc(to->command, to->room * sizeof *more);
        TREY_ASSERT(more);
        to->command = more;
    }
    to->command[to->count++] = *command;
}

static void opened(run_output *to, const script *run) {
    (void)to;
    running = run;
    recording->config = run->setup.config;
    recording->meter = run->setup.meter;
    for (size_t i = 0; i < trey_rulebook_readings(run->book); i++) {
        TREY_ASSERT(i < PLAYED_READINGS);
        recording->letter[i] = (char)('A' + (int)trey_rulebook_reading(run->book, i)->in_force);
    }
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (trey_rulebook_rule(run->book, (trey_key)key)->set) recording->book = UINT32_MAX;
    }
}

static void no_event(run_output *to, const script *run, const trey_event *event) {
    (void)to, (void)run, (void)event;
}
static void no_refusal(run_output *to, const script *run, const char *command, bool expected) {
    (void)to, (void)run, (void)command, (void)expected;
}
static void nothing(run_output *to, const script *run) {
    (void)to, (void)run;
}
static void no_check(run_output *to, const script *run, const run_check *check) {
    (void)to, (void)run, (void)check;
}

size_t played_scripts(const char *folder, unsigned book, played_script **out) {
    enum { MOST = 512 };
    run_output silent = {.opened = opened,
                         .event = no_event,
                         .refused = no_refusal,
                         .settled = nothing,
                         .checked = no_check,
                         .ended = nothing};
    struct dirent **entry;
    int entries = scandir(folder, &entry, NULL, alphasort);
    size_t count = 0;
    *out = calloc(MOST, sizeof **out);
    TREY_ASSERT(*out && entries >= 0);
    for (int i = 0; i < entries; i++) {
        size_t length = strlen(entry[i]->d_name);
        bool is_script = length > 5 && strcmp(entry[i]->d_name + length - 5, ".trey") == 0;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (is_script) {
            TREY_ASSERT(count < MOST);
            recording = &(*out)[count];
            *recording = (played_script){.book = book};
            snprintf(recording->name, sizeof recording->name, "%s", entry[i]->d_name);
            int status = script_run(path, &silent);
            TREY_ASSERT(status == 0);
            if (recording->book == book) {
                count++;
            } else {
                played_free(recording, 1);
            }
            running = NULL;
        }
        free(entry[i]);
    }
    free(entry);
    return count;
}

void played_free(played_script *played, size_t count) {
    for (size_t i = 0; i < count; i++) free(played[i].command);
}
