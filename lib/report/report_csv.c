/* report_csv.c -- the figures as sheets for a spreadsheet.
 *
 * RFC 4180: commas, CRLF, fields in quotes where they need them. Text that a spreadsheet
 * could take for a formula gets an apostrophe in front: names are chosen by guests. Money is
 * in dollars with two digits, so that no reader has to divide. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report_parts.h"

typedef struct sheet {
    trey_bytes text;
    bool begun; /* the line has a field already */
} sheet;

static void add(sheet *to, const char *bytes, size_t count) {
    trey_bytes_add(&to->text, bytes, count);
}

static void comma(sheet *to) {
    if (to->begun) add(to, ",", 1);
    to->begun = true;
}

static void end_line(sheet *to) {
    add(to, "\r\n", 2);
    to->begun = false;
}

static void text(sheet *to, const char *said) {
    bool formula = said[0] && strchr("=+-@\t\r", said[0]) != NULL;
    bool quoted = formula || strpbrk(said, ",\"\r\n") != NULL;
    comma(to);
    if (quoted) add(to, "\"", 1);
    if (formula) add(to, "'", 1);
    for (const char *c = said; *c; c++) {
        if (*c == '"') add(to, "\"", 1);
        add(to, c, 1);
    }
    if (quoted) add(to, "\"", 1);
}

__attribute__((format(printf, 2, 3))) static void plain(sheet *to, const char *format, ...) {
    char field[64];
    va_list list;
    va_start(list, format);
    int size = vsnprintf(field, sizeof field, format, list);
    va_end(list);
    comma(to);
    add(to, field, (size_t)size);
}

static void whole(sheet *to, uint64_t number) {
    plain(to, "%" PRIu64, number);
}

static void money(sheet *to, trey_cents cents) {
    uint64_t size = cents < 0 ? (uint64_t)-cents : (uint64_t)cents;
    plain(to, "%s%" PRIu64 ".%02u", cents < 0 ? "-" : "", size / 100, (unsigned)(size % 100));
}

static void ratio(sheet *to, double number, bool known, int digits) {
    if (known)
        plain(to, "%.*f", digits, number);
    else
        plain(to, "%s", "");
}

static void moment(sheet *to, int64_t time) {
    char said[TREY_FIGURES_TIME_TEXT];
    plain(to, "%s", trey_figures_time_print(time, said));
}

static void header(sheet *to, const char *names) {
    add(to, names, strlen(names));
    end_line(to);
}

/* ---- Sheets ------------------------------------------------------------------------------- */
#define TALLY_NAMES                                                                                \
    "rounds,voids,void_rate,withheld,cut_off,reversed,hours,rounds_an_hour,handle,win,hold,"       \
    "expected,sd,sigmas,drop,agrees"

static void spread(sheet *to, trey_cents win, double expected, double variance) {
    double sd = variance > 0 ? sqrt(variance) : 0;
    money(to, (trey_cents)llround(expected));
    money(to, (trey_cents)llround(sd));
    ratio(to, sd > 0 ? ((double)win - expected) / sd : 0, sd > 0, 3);
}

static void tally_fields(sheet *to, const trey_tally *tally) {
    double hours = (double)tally->played_us / (double)REPORT_HOUR_US;
    uint64_t ended = tally->rounds + tally->voids;
    whole(to, tally->rounds);
    whole(to, tally->voids);
    ratio(to, ended ? (double)tally->voids / (double)ended : 0, ended > 0, 6);
    whole(to, tally->withheld);
    whole(to, tally->cut_off);
    whole(to, tally->reversed);
    ratio(to, hours, true, 3);
    ratio(to, hours > 0 ? (double)tally->rounds / hours : 0, hours > 0, 1);
    money(to, tally->handle);
    money(to, tally->win);
    ratio(to, tally->handle ? (double)tally->win / (double)tally->handle : 0, tally->handle > 0, 6);
    spread(to, tally->win, tally->expected, tally->variance);
    money(to, tally->drop);
    plain(to, "%s", tally->win == tally->ledger - tally->owed ? "yes" : "no");
    end_line(to);
}

static void tables(const trey_figures *f, sheet *to) {
    header(to, "table,rulebook," TALLY_NAMES);
    for (size_t i = 0; i < f->tables; i++) {
        if (!f->table[i].begun) continue;
        text(to, f->table[i].terms.name);
        text(to, f->table[i].terms.rulebook);
        tally_fields(to, &f->table[i].tally);
    }
}

static void rulebooks(const trey_figures *f, sheet *to) {
    header(to, "rulebook," TALLY_NAMES);
    for (size_t i = 0; i < f->books; i++) {
        text(to, f->book_id[i]);
        tally_fields(to, &f->book[i]);
    }
}

static void wagers(const trey_figures *f, sheet *to) {
    header(to, "table,rulebook,wager,bets,handle,win,expected,sd,sigmas");
    for (size_t i = 0; i < f->tables; i++) {
        const report_table *table = &f->table[i];
        for (unsigned at = 0; table->begun && at < TREY_REPORT_WAGERS; at++) {
            unsigned n = trey_wager_listed(at);
            const trey_tally_wager *wager = &table->tally.wager[n];
            if (wager->bets == 0) continue;
            text(to, table->terms.name);
            text(to, table->terms.rulebook);
            text(to, trey_wager_word(n));
            whole(to, wager->bets);
            money(to, wager->handle);
            money(to, wager->win);
            spread(to, wager->win, wager->expected, wager->variance);
            end_line(to);
        }
    }
}

static void hours(const trey_figures *f, sheet *to) {
    header(to, "hour,rounds,voids,handle,win,expected,sd,sigmas");
    for (size_t i = 0; i < f->hours; i++) {
        const trey_tally *tally = &f->hour[i].tally;
        moment(to, f->hour[i].time);
        whole(to, tally->rounds);
        whole(to, tally->voids);
        money(to, tally->handle);
        money(to, tally->win);
        spread(to, tally->win, tally->expected, tally->variance);
        end_line(to);
    }
}

static void jackpots(const trey_figures *f, sheet *to) {
    header(to, "jackpot,linked,value,reset,reserve,overflow,contributed,awarded,pending,identity");
    for (size_t i = 0; i < f->jackpots; i++) {
        const report_jackpot *jackpot = &f->jackpot[i];
        if (!jackpot->begun) continue;
        text(to, jackpot->name);
        plain(to, "%s", jackpot->table == REPORT_NO_TABLE ? "yes" : "no");
        money(to, jackpot->value);
        money(to, jackpot->reset);
        money(to, jackpot->reserve);
        money(to, jackpot->overflow);
        money(to, jackpot->contributed);
        money(to, jackpot->awarded);
        money(to, jackpot->pending);
        plain(to, "%s", jackpot->identity ? "yes" : "no");
        end_line(to);
    }
}

static void hits(const trey_figures *f, sheet *to) {
    header(to, "jackpot,time,table,seat,name,value,state");
    for (size_t i = 0; i < f->jackpots; i++) {
        for (size_t n = 0; n < f->jackpot[i].hits; n++) {
            const report_hit *hit = &f->jackpot[i].hit[n];
            text(to, f->jackpot[i].name);
            moment(to, hit->time);
            text(to, hit->table);
            whole(to, hit->seat);
            text(to, hit->name);
            money(to, hit_value(&f->jackpot[i], hit));
            text(to, hit->state);
            end_line(to);
        }
    }
}

static void incidents(const trey_figures *f, sheet *to) {
    header(to, "number,time,kind,person,name,role,at,text,paragraphs");
    for (size_t i = 0; i < f->incidents; i++) {
        const report_incident *incident = &f->incident[i];
        whole(to, incident->number);
        moment(to, incident->time);
        text(to, incident->kind);
        whole(to, incident->person);
        text(to, incident->name);
        text(to, incident_role(incident));
        text(to, incident->place);
        text(to, incident->text);
        text(to, incident->paragraphs);
        end_line(to);
    }
}

static void sign_ins(const trey_figures *f, sheet *to) {
    header(to, "time,name,what,from");
    for (size_t i = 0; i < f->sign_ins; i++) {
        const report_sign_in *sign_in = &f->sign_in[i];
        moment(to, sign_in->time);
        text(to, sign_in->name);
        text(to, sign_in->what);
        text(to, sign_in->from);
        end_line(to);
    }
}

static void staff(const trey_figures *f, sheet *to) {
    header(to, "person,name,role,calls,reports,expected,withdrawn,expected,voids,expected,"
               "corrections,expected,awards,expected");
    for (size_t i = 0; i < f->persons; i++) {
        const report_person *person = &f->person[i];
        whole(to, person->person);
        text(to, person->name);
        text(to, trey_role_word(person->role));
        for (unsigned kind = 0; kind < STAFF_KINDS; kind++) {
            char expected[32];
            whole(to, person->count[kind]);
            if (kind == STAFF_CALLS) continue;
            snprintf(expected, sizeof expected, "%.2f", staff_expected(f, person, kind));
            text(to, expected);
        }
        end_line(to);
    }
}

/* ---- Asking ---------------------------------------------------------------------------------- */
const char *trey_figures_sheet_word(trey_figures_sheet which) {
    static const char *const word[] = {
#define SHEET_WORD(constant, word) word,
        TREY_FIGURES_SHEETS(SHEET_WORD)
#undef SHEET_WORD
    };
    TREY_ASSERT((unsigned)which < TREY_SHEETS);
    return word[which];
}

trey_figures_sheet trey_figures_sheet_find(const char *word) {
    unsigned which = 0;
    while (which < TREY_SHEETS &&
           strcmp(word, trey_figures_sheet_word((trey_figures_sheet)which)) != 0)
        which++;
    return (trey_figures_sheet)which;
}

char *trey_figures_csv(const trey_figures *f, trey_figures_sheet which, size_t *size) {
    static void (*const fill[TREY_SHEETS])(const trey_figures *, sheet *) = {
        [TREY_SHEET_TABLES] = tables,       [TREY_SHEET_RULEBOOKS] = rulebooks,
        [TREY_SHEET_WAGERS] = wagers,       [TREY_SHEET_HOURS] = hours,
        [TREY_SHEET_JACKPOTS] = jackpots,   [TREY_SHEET_HITS] = hits,
        [TREY_SHEET_INCIDENTS] = incidents, [TREY_SHEET_SIGN_INS] = sign_ins,
        [TREY_SHEET_STAFF] = staff};
    sheet made = {.begun = false};
    TREY_ASSERT((unsigned)which < TREY_SHEETS);
    fill[which](f, &made);
    *size = made.text.used;
    if (made.text.failed) trey_bytes_close(&made.text);
    return made.text.bytes;
}
