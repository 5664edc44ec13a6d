/* report_window.c -- which records a question means, and times as people write them.
 *
 * Records stand in the order in which they were stored; their times go up with it, but for
 * what clocks of several nodes differ by. So a time is looked for by halving, and a window
 * is a stretch of records: two windows that touch share none and leave none out. No command
 * of a table is cut in two. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report_parts.h"

/* ---- Times ----------------------------------------------------------------------------- */
static bool whole_number(const char *text, int64_t *out) {
    size_t length = strlen(text);
    *out = 0;
    if (length == 0 || length > 15) return false;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9') return false;
        *out = *out * 10 + (*c - '0');
    }
    return true;
}

/* Days since 1970 of a date of our calendar. */
static int64_t days_of(int64_t year, unsigned month, unsigned day) {
    if (month <= 2) year--;
    int64_t era = year / 400;
    unsigned of_era = (unsigned)(year - era * 400);
    unsigned of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    unsigned days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    return era * 146097 + (int64_t)days - 719468;
}

static unsigned days_in(unsigned year, unsigned month) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (leap && month == 2 ? 1u : 0u);
}

/* So many digits, and the sign behind them; both are passed over. */
static bool field(const char **text, unsigned digits, const char *ends, unsigned *out) {
    *out = 0;
    for (unsigned i = 0; i < digits; i++, ++*text) {
        if (**text < '0' || **text > '9') return false;
        *out = *out * 10 + (unsigned)(**text - '0');
    }
    if (*ends == '\0') return true;
    if (**text == '\0' || !strchr(ends, **text)) return false;
    ++*text;
    return true;
}

bool trey_figures_time_parse(const char *text, int64_t *out) {
    unsigned year, month, day, hour, minute, second = 0;
    if (whole_number(text, out)) {
        *out *= 1000;
        return *out <= TREY_FIGURES_TIME_MAX;
    }
    if (!field(&text, 4, "-", &year) || !field(&text, 2, "-", &month) ||
        !field(&text, 2, "T ", &day) || !field(&text, 2, ":", &hour) ||
        !field(&text, 2, "", &minute))
        return false;
    if (*text == ':' && (text++, !field(&text, 2, "", &second))) return false;
    if (*text == 'Z') text++;
    if (*text || year < 1970 || month < 1 || month > 12 || day < 1 || day > days_in(year, month) ||
        hour > 23 || minute > 59 || second > 59)
        return false;
    int64_t seconds = days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    *out = seconds * 1000000;
    return true;
}

char *trey_figures_time_print(int64_t microseconds, char out[TREY_FIGURES_TIME_TEXT]) {
    time_t seconds = (time_t)(microseconds / 1000000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts) ||
        strftime(out, TREY_FIGURES_TIME_TEXT, "%Y-%m-%d %H:%M:%S", &parts) == 0)
        snprintf(out, TREY_FIGURES_TIME_TEXT, "?");
    return out;
}

/* ---- Places ------------------------------------------------------------------------------ */
/* Can a window begin with this record? */
static bool begins(const trey_figures *figures, const trey_record *record) {
    unsigned kind =
        record->stream <= figures->streams ? figures->stream[record->stream - 1].kind : 0;
    if (kind == TREY_STREAM_JACKPOT) return false; /* it may belong to a table's command */
    return kind != TREY_STREAM_TABLE || record->place == 0 || record->type == TREY_RECORD_COMMAND ||
           record->type == TREY_RECORD_OPENED || record->type == TREY_RECORD_PLEDGE ||
           record->type == TREY_RECORD_SHARE || record->type == TREY_RECORD_WITHHELD;
}

trey_status window_place(const trey_figures *figures, int64_t time, uint64_t *out) {
    trey_record record;
    trey_status status = TREY_STATUS_OK;
    uint64_t low = 1, high = figures->head + 1;
    while (low < high && status == TREY_STATUS_OK) {
        uint64_t middle = low + (high - low) / 2;
        status = trey_store_record(figures->store, middle, &record);
        if (status == TREY_STATUS_OK && record.time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (status == TREY_STATUS_OK && low <= figures->head) {
        status = trey_store_record(figures->store, low, &record);
        if (status == TREY_STATUS_OK && begins(figures, &record)) break;
        low++;
    }
    *out = low;
    return status;
}

static trey_status times(trey_figures *figures, const trey_shift *shift, size_t shifts,
                         const trey_store_info *info, trey_store_message *message) {
    uint64_t first = 0, behind = 0;
    if (figures->query.to <= figures->query.from) {
        snprintf(message->text, sizeof message->text, "the end must lie behind the beginning");
        return TREY_STATUS_INVALID;
    }
    trey_status status = window_place(figures, figures->query.from, &first);
    if (status == TREY_STATUS_OK) status = window_place(figures, figures->query.to, &behind);
    if (status != TREY_STATUS_OK) return status;
    figures->from = figures->query.from;
    figures->to = figures->query.to;
    if (figures->to == TREY_FIGURES_TIME_MAX && figures->query.now > figures->from)
        figures->to = figures->query.now;
    figures->after = first - 1;
    figures->last = behind - 1;
    figures->root = info->root;
    figures->root_known = figures->last == figures->head;
    for (size_t i = 0; i < shifts && !figures->root_known; i++) {
        figures->root = shift[i].root;
        figures->root_known = shift[i].seq == figures->last;
    }
    return TREY_STATUS_OK;
}

static trey_status first_time(trey_figures *figures, int64_t *out) {
    trey_record record;
    *out = figures->query.now;
    trey_status status = trey_store_record(figures->store, 1, &record);
    if (status == TREY_STATUS_OK) *out = record.time;
    return status == TREY_STATUS_NOT_FOUND ? TREY_STATUS_OK : status;
}

trey_status window_find(trey_figures *figures, trey_store_message *message) {
    trey_store_info info;
    trey_shift *shift = NULL;
    size_t shifts = 0, i = 0;
    trey_status status = trey_store_tell(figures->store, &info);
    if (status == TREY_STATUS_OK) status = trey_shifts_list(figures->store, &shift, &shifts);
    if (status != TREY_STATUS_OK) return status;
    figures->head = info.records;
    switch (figures->query.of) {
    case TREY_FIGURES_TIMES:
        status = times(figures, shift, shifts, &info, message);
        break;
    case TREY_FIGURES_SHIFT:
        while (i < shifts && shift[i].number != figures->query.shift) i++;
        if (i == shifts) {
            snprintf(message->text, sizeof message->text,
                     "there is no shift %" PRIu64 "; %zu were closed", figures->query.shift,
                     shifts);
            status = TREY_STATUS_NOT_FOUND;
            break;
        }
        figures->shift = shift[i];
        figures->from = shift[i].from;
        figures->to = shift[i].to;
        figures->after = i > 0 ? shift[i - 1].seq : 0;
        figures->last = shift[i].seq;
        figures->root = shift[i].root;
        figures->root_known = true;
        break;
    case TREY_FIGURES_RUNNING:
        figures->after = shifts > 0 ? shift[shifts - 1].seq : 0;
        figures->last = figures->head;
        figures->root = info.root;
        figures->root_known = true;
        if (shifts > 0) {
            figures->from = shift[shifts - 1].to;
        } else {
            status = first_time(figures, &figures->from);
        }
        figures->to = figures->query.now > figures->from ? figures->query.now : figures->from;
        break;
    }
    free(shift);
    return status;
}
