/* reads.c -- fails the build where a key is declared READ and no code of the engine reads it.
 *
 * The engine is built a second time for this tool, with TREY_READS: then each accessor of a value
 * reports its key. Every table script is played, and the tables of a link are put in order; a key
 * that nobody has asked for in all that is a promise without a keeper. That a paragraph is cited
 * does not count, for citations go another way (trey_rulebook_rules), nor does what the loader
 * looks at: keys count only while the engine decides, applies or opens something.
 *
 *   reads FOLDER...      folders of table scripts */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "run_output.h"
#include "trey/link.h"

static bool was_read[TREY_KEYS];
static unsigned inside; /* the engine, so many calls deep */

void trey_read_key(unsigned key) {
    if (inside) was_read[key] = true;
}

/* ---- The engine's doors: the linker leads every call through these ----------------------- */
#define DOOR(result, name, parameters, arguments)                                                  \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters {                                                              \
        inside++;                                                                                  \
        result given = __real_##name arguments;                                                    \
        inside--;                                                                                  \
        return given;                                                                              \
    }
DOOR(trey_status, trey_rules_open, (trey_rules * *out, const trey_rulebook *book), (out, book))
DOOR(trey_config_fault, trey_table_open,
     (const trey_rules *rules, const trey_table_config *config, trey_cents meter,
      trey_table *table),
     (rules, config, meter, table))
/* Choosing a letter ranks the hands anew. */
DOOR(trey_status, trey_rulebook_choose, (trey_rulebook * book, const char *reading, char letter),
     (book, reading, letter))
DOOR(bool, trey_link_open,
     (const trey_rulebook *book, const trey_link_parameters *parameters, trey_cents start,
      trey_link *out),
     (book, parameters, start, out))

void __real_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision);
void __wrap_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision);
void __wrap_trey_decide(const trey_rules *rules, const trey_table *table,
                        const trey_command *command, trey_decision *decision) {
    inside++;
    __real_trey_decide(rules, table, command, decision);
    inside--;
}

void __real_trey_apply(const trey_rules *rules, trey_table *table, const trey_event *event);
void __wrap_trey_apply(const trey_rules *rules, trey_table *table, const trey_event *event);
void __wrap_trey_apply(const trey_rules *rules, trey_table *table, const trey_event *event) {
    inside++;
    __real_trey_apply(rules, table, event);
    inside--;
}

/* What other readings would have done is not asked here; it takes most of a script's time. */
trey_status __wrap_trey_explain_readings(const trey_rules *rules, const trey_table *table,
                                         const trey_decision *settlement,
                                         uint64_t lines[TREY_EVENTS]);
trey_status __wrap_trey_explain_readings(const trey_rules *rules, const trey_table *table,
                                         const trey_decision *settlement,
                                         uint64_t lines[TREY_EVENTS]) {
    (void)rules, (void)table, (void)settlement;
    memset(lines, 0, TREY_EVENTS * sizeof *lines);
    return TREY_STATUS_OK;
}
trey_status __wrap_trey_explain_collection(const trey_rules *rules, const trey_table *table,
                                           uint64_t *readings);
trey_status __wrap_trey_explain_collection(const trey_rules *rules, const trey_table *table,
                                           uint64_t *readings) {
    (void)rules, (void)table;
    *readings = 0;
    return TREY_STATUS_OK;
}

/* A book is parsed once; each script gets a copy. */
trey_status __real_trey_rulebook_open(trey_rulebook **out, const char *id,
                                      trey_diagnostics *diagnostics);
trey_status __wrap_trey_rulebook_open(trey_rulebook **out, const char *id,
                                      trey_diagnostics *diagnostics);
trey_status __wrap_trey_rulebook_open(trey_rulebook **out, const char *id,
                                      trey_diagnostics *diagnostics) {
    static trey_rulebook *book[TREY_BUILTIN_RULEBOOKS];
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (strcmp(trey_builtin_id(i), id) != 0) continue;
        trey_status status =
            book[i] ? TREY_STATUS_OK : __real_trey_rulebook_open(&book[i], id, diagnostics);
        return status == TREY_STATUS_OK ? trey_rulebook_fork(out, book[i]) : status;
    }
    return TREY_STATUS_UNKNOWN_RULEBOOK;
}

/* ---- Playing ------------------------------------------------------------------------------ */
static void nothing(run_output *to, const script *run) {
    (void)to, (void)run;
}
static void no_event(run_output *to, const script *run, const trey_event *event) {
    (void)to, (void)run, (void)event;
}
static void no_refusal(run_output *to, const script *run, const char *command, bool expected) {
    (void)to, (void)run, (void)command, (void)expected;
}
static void no_check(run_output *to, const script *run, const run_check *check) {
    (void)to, (void)run, (void)check;
}

/* Whether a script goes as it says is a test's business, not ours. */
static void play_folder(const char *folder) {
    run_output silent = {.opened = nothing,
                         .event = no_event,
                         .refused = no_refusal,
                         .settled = nothing,
                         .checked = no_check,
                         .ended = nothing};
    DIR *files = opendir(folder);
    struct dirent *entry;
    if (!files) {
        fprintf(stderr, "reads: %s cannot be read\n", folder);
        exit(2);
    }
    while ((entry = readdir(files))) {
        size_t length = strlen(entry->d_name);
        char path[4096];
        if (length <= 5 || strcmp(entry->d_name + length - 5, ".trey") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        script_run(path, &silent);
    }
    closedir(files);
}

static void link_tables(void) {
    const trey_link_parameters parameters = {.bet = 500, .fixed = 100, .reset = 100000};
    trey_rulebook *book;
    trey_link link;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (trey_rulebook_open(&book, trey_builtin_id(i), NULL) != TREY_STATUS_OK) exit(2);
        trey_link_open(book, &parameters, 100000, &link);
        trey_rulebook_close(book);
    }
}

int main(int count, char **words) {
    unsigned unread = 0;
    for (int i = 1; i < count; i++) play_folder(words[i]);
    link_tables();
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (was_read[key] || trey_key_met((trey_key)key) != TREY_KEY_IS_READ) continue;
        fprintf(stderr,
                "rulebook_schema.h: %s is declared READ, and the engine never reads it: let it, or "
                "declare the key FIXED or a NOTE\n",
                trey_key_path((trey_key)key));
        unread++;
    }
    return unread ? 1 : 0;
}
