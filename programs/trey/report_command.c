/* report_command.c -- trey report: the figures of a house, from its store.
 *
 * The store is read as it stands and needs no key: nothing of a sealed deck is in any
 * figure. Names come from the records of the people. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command_words.h"
#include "commands.h"
#include "plain_text.h"
#include "report_output.h"
#include "store_lines.h"
#include "trey/people.h"

static const char help[] =
    "usage: trey report STORE [--from TIME] [--to TIME] [--json | --csv SHEET]\n"
    "       trey report STORE --shift N [--json | --csv SHEET]\n"
    "\n"
    "Handle, win and hold of every table and rulebook beside what was to be expected, wagers,\n"
    "hours, void rounds, jackpots and their hits, incidents, staff, sign-ins and the cage. Without "
    "a\n"
    "time or a shift: since the last shift was closed. STORE is a file or postgresql://...\n"
    "\n"
    "  --from TIME   2026-11-15T08:00 in UTC, or milliseconds since 1970; inclusive\n"
    "  --to TIME     the same; exclusive. Otherwise the end of the store\n"
    "  --shift N     a shift that was closed, by its number\n"
    "  --json        one JSON object, as the server's /api/report\n"
    "  --csv SHEET   one of tables, rulebooks, wagers, hours, jackpots, hits, incidents,\n"
    "                sign-ins, staff\n"
    "\n"
    "The record and the root at its end are those that `trey verify` finds there. Stop the\n"
    "server first, or ask it: a store belongs to one process. docs/report.md tells what each\n"
    "figure means.\n"
    "\n"
    "Exit status: 0 done; 1 the store is damaged; 2 bad usage or bad input; 3 an operating\n"
    "error.\n";

typedef struct report_words {
    const char *address, *from, *to, *shift, *csv;
    bool json;
} report_words;

/* ---- Words ------------------------------------------------------------------------------ */
static bool read_words(int argc, char **argv, report_words *words) {
    const command_option options[] = {{"--from", &words->from, NULL},
                                      {"--to", &words->to, NULL},
                                      {"--shift", &words->shift, NULL},
                                      {"--csv", &words->csv, NULL},
                                      {"--json", NULL, &words->json}};
    const command_line line = {"trey report", "trey report", options,
                               sizeof options / sizeof *options};
    const char **const alone[] = {&words->address};
    return command_words_read(&line, argc, argv, alone, 1);
}

static bool wrong(const char *text, const char *word) {
    fprintf(stderr, "trey report: %s%s\n", text, word);
    return false;
}

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool read_query(const report_words *words, trey_figures_query *query,
                       trey_figures_sheet *sheet) {
    static const char how[] = " is no time: write 2026-11-15T08:00 (UTC), or milliseconds since "
                              "1970";
    char text[160];
    *sheet = TREY_SHEETS;
    *query = (trey_figures_query){.now = now_us()};
    query->to = TREY_FIGURES_TIME_MAX;
    if (!words->address) return wrong("a store is missing; `trey report --help` shows how", "");
    if (words->json && words->csv) return wrong("--json or --csv, not both", "");
    if (words->shift && (words->from || words->to))
        return wrong("--shift says from when to when; leave --from and --to out", "");
    if (words->csv && (*sheet = trey_figures_sheet_find(words->csv)) == TREY_SHEETS)
        return wrong("--csv takes tables, rulebooks, wagers, hours, jackpots, hits, incidents, "
                     "sign-ins or staff, not ",
                     words->csv);
    snprintf(text, sizeof text, "%.60s%s", words->from ? words->from : "", how);
    if (words->from && !trey_figures_time_parse(words->from, &query->from))
        return wrong("--from: ", text);
    snprintf(text, sizeof text, "%.60s%s", words->to ? words->to : "", how);
    if (words->to && !trey_figures_time_parse(words->to, &query->to)) return wrong("--to: ", text);
    if (query->to <= query->from) return wrong("--to must lie behind --from", "");
    if (words->from || words->to) query->of = TREY_FIGURES_TIMES;
    if (words->shift) {
        char *end;
        errno = 0;
        query->of = TREY_FIGURES_SHIFT;
        query->shift = strtoull(words->shift, &end, 10);
        if (errno || *end || words->shift[0] < '0' || words->shift[0] > '9' || query->shift == 0)
            return wrong("--shift takes the number of a shift, from 1 on, not ", words->shift);
    }
    return true;
}

/* ---- People -------------------------------------------------------------------------------- */
static trey_status fold_people(trey_store *store, trey_people_fold *fold) {
    trey_stream stream;
    trey_cursor *cursor = NULL;
    const trey_store_item *item;
    trey_status status =
        trey_store_stream(store, TREY_STREAM_HOUSE, TREY_HOUSE_PEOPLE, false, 0, &stream);
    if (status == TREY_STATUS_NOT_FOUND) return TREY_STATUS_OK; /* nobody has come yet */
    if (status == TREY_STATUS_OK)
        status = trey_cursor_open_stream(&cursor, store, TREY_PART_RECORDS, stream, 0);
    while (status == TREY_STATUS_OK &&
           (status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (trey_people_fold_add(fold, &item->record)) status = TREY_STATUS_STORE_CORRUPT;
    }
    trey_cursor_close(cursor);
    return status;
}

static const char *name_of(void *fold, uint32_t person) {
    const trey_person_facts *facts = trey_people_fold_facts(fold, person);
    return facts ? facts->name : NULL;
}

/* ---- Reports --------------------------------------------------------------------------------- */
static int fails(trey_status status, const char *text) {
    fprintf(stderr, "trey report: %s%s\n", *text ? plain_text(text) : trey_status_text(status),
            status == TREY_STATUS_STORE_CORRUPT ? "; `trey verify` tells more" : "");
    if (status == TREY_STATUS_NOT_FOUND) return EXIT_USAGE;
    return status == TREY_STATUS_STORE_CORRUPT ? EXIT_REFUSED : store_exit(status);
}

static trey_status work(trey_store *store, trey_figures *figures) {
    trey_people_fold *fold = NULL;
    bool done = false;
    trey_status status = TREY_STATUS_OK;
    while (status == TREY_STATUS_OK && !done) status = trey_figures_work(figures, &done);
    if (status == TREY_STATUS_OK) status = trey_people_fold_open(&fold);
    if (status == TREY_STATUS_OK) status = fold_people(store, fold);
    if (status == TREY_STATUS_OK) trey_figures_name(figures, name_of, fold);
    if (status == TREY_STATUS_OK) status = trey_figures_expect(figures);
    trey_people_fold_close(fold);
    return status;
}

static trey_status print(const report_words *words, const trey_figures *figures,
                         trey_figures_sheet sheet) {
    if (sheet != TREY_SHEETS) {
        size_t size;
        char *csv = trey_figures_csv(figures, sheet, &size);
        if (!csv) return TREY_STATUS_NO_MEMORY;
        fwrite(csv, 1, size, stdout);
        free(csv);
        return TREY_STATUS_OK;
    }
    json_t *report = trey_figures_json(figures), *shift = trey_figures_shift_json(figures);
    if (!report) {
        json_decref(shift);
        return TREY_STATUS_NO_MEMORY;
    }
    if (shift && words->json) {
        report = json_pack("{s:o, s:o}", "shift", shift, "report", report);
        shift = NULL;
    }
    if (words->json) {
        json_dumpf(report, stdout,
                   JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
        putchar('\n');
    } else {
        report_print_text(report, shift);
    }
    json_decref(report);
    json_decref(shift);
    return TREY_STATUS_OK;
}

static int report(const report_words *words, const trey_figures_query *query,
                  trey_figures_sheet sheet) {
    const trey_store_options still = {.still = true};
    trey_store_message message = {""};
    trey_store *store;
    trey_figures *figures;
    trey_status status = trey_store_open(&store, words->address, &still, &message);
    if (status != TREY_STATUS_OK) return fails(status, message.text);
    status = trey_figures_open(&figures, store, query, &message);
    if (status == TREY_STATUS_OK) {
        status = work(store, figures);
        if (status == TREY_STATUS_OK)
            status = print(words, figures, sheet);
        else
            snprintf(message.text, sizeof message.text, "%s", trey_store_message_text(store));
        trey_figures_close(figures);
    }
    trey_store_close(store);
    return status == TREY_STATUS_OK ? EXIT_DONE : fails(status, message.text);
}

int report_command(int argc, char **argv) {
    report_words words = {.address = NULL};
    trey_figures_query query;
    trey_figures_sheet sheet;
    if (command_words_help(argc, argv)) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    if (!read_words(argc, argv, &words) || !read_query(&words, &query, &sheet)) return EXIT_USAGE;
    int status = report(&words, &query, sheet);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("trey report: the output could not be written\n", stderr);
        return EXIT_OPERATING;
    }
    return status;
}
