/* mutate.c -- breaks rules on purpose, one at a time, and sees whether the tests notice.
 *
 *   mutate SOURCE SCRATCH [ID...]            every mutant, or those named, or a file of them
 *   mutate --record SOURCE SCRATCH [ID...]   finds and writes down a test that notices each
 *
 * SOURCE is the source tree, which stays as it is; SCRATCH gets a copy and one build of it. There
 * the library is shared and reads its rulebooks from the copy when it is asked for one (see
 * TREY_MUTANTS in CMakeLists.txt): a mutant of a rulebook needs no build at all, and one of the
 * code one compilation and a link. Nothing of that is in a build that anybody ships.
 *
 * A mutant is killed when the test that its record names fails, by its exit status or a signal.
 * Two things are no kill: a book that does not load any more, which every test would notice, and
 * a test that takes too long. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "claims.h"
#include "mutant_records.h"
#include "tool_memory.h"

enum { TEST_SECONDS = 600 };

typedef enum outcome { PASSED, FAILED, BROKEN } outcome;

static const char *source_tree, *scratch;
static trey_rulebook *books[TREY_BUILTIN_RULEBOOKS];
static claims claimed;
static mutants known;

/* --- files ---------------------------------------------------------------------------------- */

static void end(const char *what, const char *about) {
    fprintf(stderr, "mutate: %s: %s\n", what, about);
    exit(3);
}

static void write_text(const char *path, const char *text, size_t length) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(text, 1, length, out) != length || fclose(out) != 0) {
        end(path, strerror(errno));
    }
}

static void remove_all(const char *path) {
    char **names = tool_list(path);
    for (char **name = names; name && *name; name++) {
        char *below = tool_print("%s/%s", path, *name);
        remove_all(below);
        free(below);
    }
    tool_list_free(names);
    remove(path);
}

/* Makes `to` what `from` is. Files that are the same already keep their time, so that little is
 * built again; the rest gets the time of now, whatever an earlier run has left behind. */
static void copy_tree(const char *from, const char *to) {
    struct stat status;
    if (stat(from, &status) != 0) return;
    if (S_ISDIR(status.st_mode)) {
        mkdir(to, 0777);
        char **names = tool_list(from), **old = tool_list(to);
        for (char **name = old; name && *name; name++) {
            char *here = tool_print("%s/%s", from, *name);
            char *there = tool_print("%s/%s", to, *name);
            if (stat(here, &status) != 0) remove_all(there);
            free(here);
            free(there);
        }
        for (char **name = names; name && *name; name++) {
            if (strcmp(*name, "node_modules") == 0) continue;
            char *here = tool_print("%s/%s", from, *name);
            char *there = tool_print("%s/%s", to, *name);
            copy_tree(here, there);
            free(here);
            free(there);
        }
        tool_list_free(old);
        tool_list_free(names);
        return;
    }
    size_t length = 0, old_length = 0;
    char *text = tool_read(from, &length), *old = tool_read(to, &old_length);
    if (!text) end(from, "cannot be read");
    if (!old || old_length != length || memcmp(text, old, length) != 0) {
        write_text(to, text, length);
        chmod(to, status.st_mode & 0777);
    }
    free(text);
    free(old);
}

static void copy_source(void) {
    static const char *const parts[] = {"CMakeLists.txt", "bench",     "docs",  "include", "lib",
                                        "programs",       "rulebooks", "tests", "tools"};
    mkdir(scratch, 0777);
    char *tree = tool_print("%s/tree", scratch);
    mkdir(tree, 0777);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *from = tool_print("%s/%s", source_tree, parts[i]);
        char *to = tool_print("%s/%s", tree, parts[i]);
        copy_tree(from, to);
        free(from);
        free(to);
    }
    /* The tests of the browser are read for their claims only. */
    char *web = tool_print("%s/web", tree), *tests = tool_print("%s/web/tests", tree),
         *browser = tool_print("%s/web/tests/browser", tree);
    mkdir(web, 0777);
    mkdir(tests, 0777);
    mkdir(browser, 0777);
    free(browser);
    free(tests);
    free(web);
    free(tree);
}

/* --- commands ------------------------------------------------------------------------------- */

/* Runs it in the build folder; what it prints goes to `log`. The status is waitpid's. */
static int run(char *const *words, const char *log) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) end("fork", strerror(errno));
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666), in = open("/dev/null", O_RDONLY);
        char *folder = tool_print("%s/build", scratch);
        if (out < 0 || in < 0 || chdir(folder) != 0) _exit(127);
        dup2(in, 0);
        dup2(out, 1);
        dup2(out, 2);
        alarm(TEST_SECONDS);
        execvp(words[0], words);
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) end("waitpid", strerror(errno));
    }
    return status;
}

static bool succeeded(int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void show_log(const char *log) {
    char *text = tool_read(log, NULL);
    size_t length = text ? strlen(text) : 0;
    fputs(text ? text + (length > 2000 ? length - 2000 : 0) : "", stderr);
    free(text);
}

static void configure(const char *log) {
    char *tree = tool_print("%s/tree", scratch), *build = tool_print("%s/build", scratch);
    char *cache = tool_print("%s/build.ninja", build);
    mkdir(build, 0777);
    struct stat status;
    if (stat(cache, &status) != 0) {
        char *words[] = {"cmake",
                         "-S",
                         tree,
                         "-B",
                         build,
                         "-G",
                         "Ninja",
                         "-DCMAKE_C_COMPILER=gcc",
                         "-DCMAKE_BUILD_TYPE=None",
                         "-DCMAKE_C_FLAGS=-O1",
                         "-DTREY_MUTANTS=ON",
                         NULL};
        if (!succeeded(run(words, log))) {
            show_log(log);
            end("cmake", "failed");
        }
    }
    free(cache);
    free(build);
    free(tree);
}

/* Builds the named targets; NULL at the end. */
static bool build(char **targets, const char *log) {
    size_t count = 0;
    while (targets[count]) count++;
    char **words = tool_grow(NULL, (count + 3) * sizeof *words);
    words[0] = "ninja";
    words[1] = "-j2";
    memcpy(words + 2, targets, (count + 1) * sizeof *targets);
    bool done = succeeded(run(words, log));
    free(words);
    return done;
}

/* --- tests ---------------------------------------------------------------------------------- */

/* What became of a cmocka test, by what its program printed. */
static outcome cmocka_outcome(const char *printed, const char *name, int status) {
    char *begun = tool_print("[ RUN      ] %s\n", name);
    char *passed = tool_print("[       OK ] %s\n", name);
    bool ran = printed && strstr(printed, begun), ok = printed && strstr(printed, passed);
    free(begun);
    free(passed);
    if (ok) return PASSED;
    if (!ran) return BROKEN;
    return succeeded(status) ? BROKEN : FAILED; /* skipped tests print neither */
}

static bool took_too_long(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
}

/* "hand_rank_test/the_name" as a program and a test in it; a file has an ending. */
static bool is_cmocka(const char *test) {
    return strchr(test, '.') == NULL;
}

/* What a program of many tests printed, kept until the source changes again. */
typedef struct printed_run {
    char *program, *text;
    int status;
} printed_run;
static printed_run *printed_runs;
static size_t printed_count;

static void forget_runs(void) {
    for (size_t i = 0; i < printed_count; i++) {
        free(printed_runs[i].program);
        free(printed_runs[i].text);
    }
    printed_count = 0;
}

static const printed_run *run_program(const char *test, const char *log) {
    char *program = tool_print("bin/%.*s", (int)strcspn(test, "/"), test);
    for (size_t i = 0; i < printed_count; i++) {
        if (strcmp(printed_runs[i].program, program) != 0) continue;
        free(program);
        return &printed_runs[i];
    }
    printed_runs = tool_grow(printed_runs, (printed_count + 1) * sizeof *printed_runs);
    printed_run *now = &printed_runs[printed_count++];
    now->program = program;
    /* Line by line, or an assertion that ends the program would take with it which test ran. */
    now->status = run((char *[]){"stdbuf", "-oL", program, NULL}, log);
    now->text = tool_read(log, NULL);
    return now;
}

static outcome run_cmocka(const char *test, const char *log) {
    const printed_run *now = run_program(test, log);
    if (took_too_long(now->status)) return BROKEN;
    return cmocka_outcome(now->text, strchr(test, '/') + 1, now->status);
}

static outcome run_test(const char *test, const char *log) {
    if (is_cmocka(test)) return run_cmocka(test, log);
    char *path = tool_print("../tree/tests/%s", test);
    const char *dot = strrchr(test, '.');
    int status = 0;
    if (strcmp(dot, ".trey") == 0) {
        status = run((char *[]){"bin/trey", "run", path, NULL}, log);
    } else if (strcmp(dot, ".sh") == 0) {
        char *bin = tool_print("%s/build/bin", scratch), *tree = tool_print("%s/tree", scratch);
        status = run((char *[]){"sh", path, bin, tree, NULL}, log);
        free(bin);
        free(tree);
    } else {
        status = W_EXITCODE(3, 0); /* browsers are not started here */
    }
    free(path);
    if (succeeded(status)) return PASSED;
    /* 3 is an operating error, and 127 that there was nothing to run. */
    bool no_verdict = took_too_long(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 3) ||
                      (WIFEXITED(status) && WEXITSTATUS(status) == 127);
    return no_verdict ? BROKEN : FAILED;
}

/* The programs that the tests of some mutants need, each once. */
static char **targets_of(bool *chosen, bool record) {
    char **targets = tool_grow(NULL, 2 * sizeof *targets);
    size_t count = 0;
    targets[count++] = tool_copy("trey_program", 12);
    targets[count] = NULL;
    for (size_t m = 0; m < known.count; m++) {
        for (size_t k = 0; chosen[m] && k < known.item[m].kills; k++) {
            const mutant_kill *kill = &known.item[m].kill[k];
            for (size_t c = 0; c < claimed.count; c++) {
                const claim *item = &claimed.item[c];
                if (item->book != kill->book || item->paragraph != kill->paragraph) continue;
                if (!is_cmocka(item->test)) continue;
                if (!record && strcmp(item->test, kill->test) != 0) continue;
                char *name = tool_copy(item->test, strcspn(item->test, "/"));
                size_t i = 0;
                while (i < count && strcmp(targets[i], name) != 0) i++;
                if (i < count) {
                    free(name);
                    continue;
                }
                targets = tool_grow(targets, (count + 2) * sizeof *targets);
                targets[count++] = name;
                targets[count] = NULL;
            }
        }
    }
    return targets;
}

/* --- mutants -------------------------------------------------------------------------------- */

static char *in_tree(const char *file) {
    return tool_print("%s/tree/%s", scratch, file);
}

/* Changes the copy; false with a message when an edit does not apply. */
static bool break_rule(const mutant *item) {
    for (size_t e = 0; e < item->edits; e++) {
        char *path = in_tree(item->edit[e].file), *text = tool_read(path, NULL);
        size_t places = 0;
        char *changed = text ? mutant_apply(text, &item->edit[e], &places) : NULL;
        if (changed) write_text(path, changed, strlen(changed));
        bool applied = changed != NULL;
        free(changed);
        free(text);
        free(path);
        if (applied) continue;
        printf("STALE     %s: its lines occur %zu times in %s\n", item->id, places,
               item->edit[e].file);
        return false;
    }
    return true;
}

static void mend_rule(const mutant *item) {
    for (size_t e = 0; e < item->edits; e++) {
        char *from = tool_print("%s/%s", source_tree, item->edit[e].file);
        char *to = in_tree(item->edit[e].file);
        copy_tree(from, to);
        free(from);
        free(to);
    }
}

static bool is_data(const mutant *item) {
    for (size_t e = 0; e < item->edits; e++) {
        if (strncmp(item->edit[e].file, "rulebooks/", 10) != 0) return false;
    }
    return true;
}

static bool books_load(const char *log) {
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        char *words[] = {"bin/trey", "rules", (char *)trey_builtin_id(book), "--json", NULL};
        if (!succeeded(run(words, log))) return false;
    }
    return true;
}

/* Writes the test behind `breaks [...]` in the record. */
static void write_killer(const mutant *item, const mutant_kill *kill) {
    char *text = tool_read(item->record, NULL);
    if (!text) end(item->record, "cannot be read");
    char *at = text;
    for (unsigned line = 1; line < kill->line; line++) at = strchr(at, '\n') + 1;
    char *close = strchr(at, ']') + 1, *rest = close + strcspn(close, "\n");
    char *changed = tool_print("%.*s %s%s", (int)(close - text), text, kill->test, rest);
    write_text(item->record, changed, strlen(changed));
    free(changed);
    free(text);
}

/* ---- Before anything is broken ------------------------------------------------------------ */
static char **sound; /* the tests that pass then */
static size_t sound_count;

static bool is_sound(const char *test) {
    for (size_t i = 0; i < sound_count; i++) {
        if (strcmp(sound[i], test) == 0) return true;
    }
    return false;
}

/* Runs the tests that may be asked about: the recorded ones, or all that claim a paragraph. A test
 * that fails already can notice nothing. */
static size_t try_unbroken(const bool *chosen, bool record, const char *log) {
    char **failing = NULL;
    size_t wrong = 0;
    for (size_t m = 0; m < known.count; m++) {
        for (size_t k = 0; chosen[m] && k < known.item[m].kills; k++) {
            const mutant_kill *kill = &known.item[m].kill[k];
            for (size_t c = 0; c < claimed.count; c++) {
                const claim *item = &claimed.item[c];
                if (item->book != kill->book || item->paragraph != kill->paragraph) continue;
                if (!record && strcmp(item->test, kill->test) != 0) continue;
                size_t i = 0;
                while (i < wrong && strcmp(failing[i], item->test) != 0) i++;
                if (i < wrong || is_sound(item->test)) continue;
                if (run_test(item->test, log) == PASSED) {
                    sound = tool_grow(sound, (sound_count + 1) * sizeof *sound);
                    sound[sound_count++] = item->test;
                    continue;
                }
                failing = tool_grow(failing, (wrong + 1) * sizeof *failing);
                failing[wrong++] = item->test;
                printf("FAILS     %s, before anything is broken\n", item->test);
            }
        }
    }
    forget_runs();
    free(failing);
    printf("%zu tests pass unbroken, %zu do not\n", sound_count, wrong);
    return wrong;
}

/* Looks for a test that claims the paragraph and notices: scripts first, which are quick. */
static bool find_killer(const mutant *item, mutant_kill *kill, const char *log) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t c = 0; c < claimed.count; c++) {
            const claim *candidate = &claimed.item[c];
            if (candidate->book != kill->book || candidate->paragraph != kill->paragraph) continue;
            if (is_cmocka(candidate->test) != (pass == 1) || !is_sound(candidate->test)) continue;
            if (run_test(candidate->test, log) != FAILED) continue;
            free(kill->test);
            kill->test = tool_copy(candidate->test, strlen(candidate->test));
            write_killer(item, kill);
            return true;
        }
    }
    return false;
}

/* How many paragraphs of the mutant no test defends. */
static size_t try_mutant(mutant *item, char **targets, bool record, const char *log) {
    size_t survived = 0;
    if (!break_rule(item)) {
        mend_rule(item);
        return item->kills;
    }
    if (!is_data(item) && !build(targets, log)) {
        printf("BROKEN    %s: it does not compile\n", item->id);
        show_log(log);
        survived = item->kills;
    } else if (!books_load(log)) {
        printf("BROKEN    %s: a rulebook does not load\n", item->id);
        show_log(log);
        survived = item->kills;
    } else {
        for (size_t k = 0; k < item->kills; k++) {
            mutant_kill *kill = &item->kill[k];
            bool asked = kill->test[0] && is_sound(kill->test);
            outcome result = asked ? run_test(kill->test, log) : kill->test[0] ? BROKEN : PASSED;
            if (result != FAILED && record && find_killer(item, kill, log)) result = FAILED;
            if (result == FAILED) {
                printf("killed    %s [%s] by %s\n", item->id, kill->citation, kill->test);
            } else {
                printf("%s  %s [%s] %s\n", result == PASSED ? "SURVIVED" : "NO VERDICT", item->id,
                       kill->citation, kill->test);
                survived++;
            }
        }
    }
    fflush(stdout);
    forget_runs();
    mend_rule(item);
    return survived;
}

static int try_all(bool *chosen, bool record) {
    char *log = tool_print("%s/log", scratch);
    copy_source();
    configure(log);
    char **targets = targets_of(chosen, record);
    int status = 1;
    if (!build(targets, log)) {
        show_log(log);
        fputs("mutate: the unbroken source does not build\n", stderr);
    } else {
        size_t survived = 0, kills = 0, tried = 0;
        size_t failing = try_unbroken(chosen, record, log);
        time_t begun = time(NULL);
        for (size_t m = 0; m < known.count; m++) {
            if (!chosen[m]) continue;
            tried++;
            kills += known.item[m].kills;
            survived += try_mutant(&known.item[m], targets, record, log);
        }
        build(targets, log); /* leaves an unbroken build behind */
        printf("%zu mutants of %zu paragraphs: %zu killed, %zu not, in %ld s\n", tried, kills,
               kills - survived, survived, (long)(time(NULL) - begun));
        status = survived + (record ? 0 : failing) > 0;
    }
    for (char **target = targets; *target; target++) free(*target);
    free(targets);
    free(sound);
    free(printed_runs);
    free(log);
    return status;
}

/* --- the command line ----------------------------------------------------------------------- */

static bool is_named(const mutant *item, char **names, int count) {
    if (count == 0) return true;
    const char *slash = strrchr(item->record, '/');
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], item->id) == 0 || strcmp(names[i], slash + 1) == 0) return true;
    }
    return false;
}

static bool read_source(void) {
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) {
        if (trey_rulebook_open(&books[book], trey_builtin_id(book), NULL) != TREY_STATUS_OK) {
            return false;
        }
    }
    claimed.books = (const trey_rulebook *const *)books;
    char *tests = tool_print("%s/tests", source_tree);
    char *records = tool_print("%s/mutants", tests);
    bool found = claims_read(&claimed, tests);
    claims_sort(&claimed);
    mutants_read(&known, &claimed, records);
    free(records);
    free(tests);
    return found && claimed.mistakes + known.mistakes == 0;
}

int main(int argc, char **argv) {
    bool record = argc > 1 && strcmp(argv[1], "--record") == 0;
    int first = record ? 2 : 1;
    if (argc < first + 2) {
        fputs("usage: mutate [--record] SOURCE SCRATCH [ID | FILE.mutants]...\n", stderr);
        return 2;
    }
    char *source = realpath(argv[first], NULL);
    mkdir(argv[first + 1], 0777);
    char *folder = realpath(argv[first + 1], NULL);
    if (!source || !folder) end("there is no such folder", argv[source ? first + 1 : first]);
    source_tree = source;
    scratch = folder;
    int status = 3;
    if (read_source()) {
        bool *chosen = tool_grow(NULL, known.count + 1);
        size_t count = 0;
        for (size_t m = 0; m < known.count; m++) {
            chosen[m] = is_named(&known.item[m], argv + first + 2, argc - first - 2);
            count += chosen[m];
        }
        if (count == 0) {
            fputs("mutate: there is no such mutant\n", stderr);
            status = 2;
        } else {
            status = try_all(chosen, record);
        }
        free(chosen);
    }
    mutants_free(&known);
    claims_free(&claimed);
    for (unsigned book = 0; book < TREY_BUILTIN_RULEBOOKS; book++) trey_rulebook_close(books[book]);
    free(source);
    free(folder);
    return status;
}
