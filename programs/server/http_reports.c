/* http_reports.c -- addresses of the back office: what is asked, and from when to when. */
#include "http_reports.h"

#include <string.h>

#include "http_text.h"
#include "report_errands.h"

bool http_report_path(const char *path) {
    return strcmp(path, "/api/report") == 0 || strncmp(path, "/api/report/", 12) == 0 ||
           strcmp(path, "/api/shifts") == 0 || strncmp(path, "/api/shifts/", 12) == 0;
}

/* Milliseconds since 1970, or a time as people write it; false for anything else. */
static bool query_time(const char *query, const char *name, bool *given, int64_t *out) {
    char text[40];
    http_text found = http_query(http_text_of(query), name);
    *given = found.text != NULL;
    return !*given || (http_decode(found, text, sizeof text) && trey_figures_time_parse(text, out));
}

static bool sheet_named(const char *name, trey_figures_sheet *out) {
    char word[24];
    size_t size = strlen(name);
    if (size <= 4 || size - 4 >= sizeof word || strcmp(name + size - 4, ".csv") != 0) return false;
    memcpy(word, name, size - 4);
    word[size - 4] = '\0';
    *out = trey_figures_sheet_find(word);
    return *out != TREY_SHEETS;
}

static bool shift_numbered(const char *text, uint64_t *out) {
    *out = 0;
    if (*text == '\0' || *text == '0' || strlen(text) > 18) return false;
    for (; *text >= '0' && *text <= '9'; text++) *out = *out * 10 + (uint64_t)(*text - '0');
    return *text == '\0';
}

static bool ask_times(const char *query, errand *asked) {
    report_question *question = asked->office;
    trey_figures_query *to = &question->query;
    if (!query_time(query, "from", &question->from_given, &to->from)) {
        errand_refuse(asked, 400, "malformed",
                      "\"from\" is no time: write milliseconds since 1970, as in "
                      "from=1763200000000, or 2026-11-15T08:00 in UTC");
    } else if (!query_time(query, "to", &question->to_given, &to->to)) {
        errand_refuse(asked, 400, "malformed",
                      "\"to\" is no time: write milliseconds since 1970, as in "
                      "to=1763200000000, or 2026-11-15T16:00 in UTC");
    } else if (question->from_given && question->to_given && to->to <= to->from) {
        errand_refuse(asked, 400, "malformed", "\"to\" must lie behind \"from\"");
    } else {
        bool times = question->from_given || question->to_given;
        to->of = times ? TREY_FIGURES_TIMES : TREY_FIGURES_RUNNING;
        return true;
    }
    return false;
}

bool http_report_asked(const char *path, const char *query, errand *asked) {
    report_question *question = asked->office = report_question_make();
    bool shifts = strncmp(path, "/api/shifts", 11) == 0;
    const char *rest = strlen(path) > 11 ? path + 12 : NULL;
    if (!question) {
        errand_refuse(asked, 503, "busy", "no memory; try again");
        return false;
    }
    if (shifts) {
        asked->kind = rest ? ERRAND_SHIFT : ERRAND_SHIFTS;
        question->query.of = TREY_FIGURES_SHIFT;
        if (!rest || shift_numbered(rest, &question->query.shift)) return true;
        errand_refuse(asked, 404, "not_found", "a shift has a number, from 1 on");
        return false;
    }
    asked->kind = ERRAND_REPORT;
    if (rest && !sheet_named(rest, &question->sheet)) {
        errand_refuse(asked, 404, "not_found",
                      "there is no such sheet; there are tables.csv, rulebooks.csv, wagers.csv, "
                      "hours.csv, jackpots.csv, hits.csv, incidents.csv and sign-ins.csv");
        return false;
    }
    return ask_times(query, asked);
}
