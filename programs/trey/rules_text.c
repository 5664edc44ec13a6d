/* rules_text.c -- `trey rules` for a person at a terminal. */
#include <string.h>

#include "evidence_index.h"
#include "rules_output.h"

enum { MARGIN = 2, ID_COLUMNS = 12, MET_COLUMNS = 12 };

static void indent(const terminal *to, size_t columns) {
    for (size_t i = 0; i < columns; i++) fputc(' ', to->out);
}

static size_t tests_of(const trey_rulebook *book, const char *paragraph, size_t *first) {
    size_t count = 0;
    const char *list = trey_rulebook_paragraph_list(book);
    for (size_t i = 0; i < evidence_count; i++) {
        if (strcmp(evidence_index[i].book, list) != 0) continue;
        if (strcmp(evidence_index[i].paragraph, paragraph) != 0) continue;
        if (count++ == 0) *first = i; /* they stand together */
    }
    return count;
}

static size_t mutants_of(const trey_rulebook *book, const char *paragraph, size_t *first) {
    size_t count = 0;
    const char *list = trey_rulebook_paragraph_list(book);
    for (size_t i = 0; i < evidence_mutant_count; i++) {
        if (strcmp(evidence_mutants[i].book, list) != 0) continue;
        if (strcmp(evidence_mutants[i].paragraph, paragraph) != 0) continue;
        if (count++ == 0) *first = i; /* they stand together, too */
    }
    return count;
}

/* "MBS Three Card Poker, version 5, in force 2019-08-02"; what is not stated is
 * left out. */
static char *title_line(const trey_rulebook *book, char *out, size_t room) {
    const char *version = trey_rulebook_version(book), *in_force = trey_rulebook_in_force(book);
    bool versioned = strcmp(version, "not stated") != 0,
         dated = strcmp(in_force, "not stated") != 0;
    snprintf(out, room, "%s%s%s%s%s", trey_rulebook_title(book), versioned ? ", version " : "",
             versioned ? version : "", dated ? ", in force " : "", dated ? in_force : "");
    return out;
}

void rules_text_list(const terminal *to) {
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        trey_rulebook *book;
        if (trey_rulebook_open(&book, trey_builtin_id(i), NULL) != TREY_STATUS_OK) continue;
        terminal_ink(to, INK_STRONG);
        terminal_pad(to, 18, trey_builtin_id(i));
        terminal_ink(to, INK_PLAIN);
        size_t switchable = 0;
        for (size_t r = 0; r < trey_rulebook_readings(book); r++) {
            switchable += trey_rulebook_reading(book, r)->switchable;
        }
        char line[256];
        terminal_wrap(to, 18, 18, title_line(book, line, sizeof line));
        indent(to, 18);
        snprintf(line, sizeof line, "%zu paragraphs, %zu readings, of which %zu can be chosen",
                 trey_rulebook_paragraphs(book), trey_rulebook_readings(book), switchable);
        terminal_ink(to, INK_FAINT);
        terminal_wrap(to, 18, 18, line);
        terminal_ink(to, INK_PLAIN);
        trey_rulebook_close(book);
    }
    fputs("\n`trey rules mbs` shows one, `trey rules mbs 3.9.1` a paragraph, "
          "`trey rules --diff mbs rws` the differences.\n",
          to->out);
}

static void print_tests(const terminal *to, const trey_rulebook *book,
                        const trey_paragraph *paragraph, size_t at, size_t most) {
    size_t first = 0, count = tests_of(book, paragraph->id, &first), first_mutant = 0;
    size_t mutants = mutants_of(book, paragraph->id, &first_mutant);
    char line[1024] = "proved by ";
    if (count == 0) return;
    for (size_t i = 0; i < count && i < most; i++) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s%s", i ? ", " : "",
                 evidence_index[first + i].test);
    }
    if (count > most) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, " and %zu more", count - most);
    }
    if (mutants > 0) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "; kills %zu mutant%s", mutants,
                 mutants == 1 ? "" : "s");
    }
    indent(to, at);
    terminal_ink(to, INK_GOOD);
    terminal_wrap(to, at, at, line);
    terminal_ink(to, INK_PLAIN);
}

/* Ids of California are words; give the longest room, within reason. */
static size_t id_columns(const trey_rulebook *book) {
    size_t widest = ID_COLUMNS - 2;
    for (size_t i = 0; i < trey_rulebook_paragraphs(book); i++) {
        size_t columns = strlen(trey_rulebook_paragraph(book, i)->id);
        if (columns > widest) widest = columns;
    }
    return widest + 2;
}

static void print_paragraphs(const terminal *to, const trey_rulebook *book) {
    size_t ids = id_columns(book);
    terminal_heading(to, "Paragraphs");
    for (size_t i = 0; i < trey_rulebook_paragraphs(book); i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(book, i);
        indent(to, MARGIN);
        terminal_ink(to, INK_STRONG);
        terminal_pad(to, ids, paragraph->id);
        terminal_ink(to, INK_FAINT);
        terminal_pad(to, MET_COLUMNS, trey_met_word(paragraph->met));
        terminal_ink(to, INK_PLAIN);
        size_t at = MARGIN + ids + MET_COLUMNS;
        terminal_wrap(to, at, at, paragraph->says);
        print_tests(to, book, paragraph, at, 3);
    }
}

static void print_reading(const terminal *to, const trey_reading *reading) {
    indent(to, MARGIN);
    terminal_ink(to, INK_STRONG);
    terminal_pad(to, ID_COLUMNS, reading->id);
    terminal_ink(to, INK_PLAIN);
    terminal_wrap(to, MARGIN + ID_COLUMNS, MARGIN + ID_COLUMNS, reading->question);
    for (unsigned letter = 0; letter < reading->letters; letter++) {
        bool in_force = letter == reading->in_force;
        indent(to, MARGIN + ID_COLUMNS);
        terminal_ink(to, in_force ? INK_GOOD : INK_FAINT);
        fprintf(to->out, "%c%c ", in_force ? '*' : ' ', 'A' + (int)letter);
        terminal_wrap(to, MARGIN + ID_COLUMNS + 3, MARGIN + ID_COLUMNS + 3,
                      reading->letter[letter]);
        terminal_ink(to, INK_PLAIN);
    }
    if (strcmp(reading->money, "none") == 0) return;
    indent(to, MARGIN + ID_COLUMNS);
    fputs("Money: ", to->out);
    terminal_wrap(to, MARGIN + ID_COLUMNS + 7, MARGIN + ID_COLUMNS + 3, reading->money);
}

static void print_readings(const terminal *to, const trey_rulebook *book) {
    terminal_heading(to, "Readings that can be chosen (* is in force)");
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (reading->switchable) print_reading(to, reading);
    }
    terminal_heading(to, "Notes: readings that are fixed");
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        const trey_reading *reading = trey_rulebook_reading(book, i);
        if (!reading->switchable) print_reading(to, reading);
    }
}

/* "3.9.1, 4.4" */
static char *citation_text(const trey_rulebook *book, trey_citation by, char *out, size_t room) {
    out[0] = '\0';
    for (size_t i = 0; i < by.count; i++) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s", i ? ", " : "",
                 trey_rulebook_paragraph(book, by.paragraph[i])->id);
    }
    return out;
}

/* A value and where it comes from, in one line of text. */
static char *rule_text(const trey_rulebook *book, trey_key key, char *out, size_t room) {
    const trey_rule *rule = trey_rulebook_rule(book, key);
    char value[TREY_VALUE_TEXT_MAX], by[256];
    citation_text(book, rule->by, by, sizeof by);
    if (rule->form == TREY_FORM_ABSENT) {
        snprintf(out, room, "absent: %s", rule->why);
        return out;
    }
    trey_value_print(key, rule->value, value);
    if (rule->form == TREY_FORM_SAYS) {
        snprintf(out, room, "%s  [%s]", value, by);
    } else {
        snprintf(out, room, "%s  (silent: %s)", value, rule->why);
    }
    if (rule->reading != TREY_NO_READING) {
        const trey_reading *reading = trey_rulebook_reading(book, (size_t)rule->reading);
        size_t used = strlen(out);
        snprintf(out + used, room - used, "  %s=%c", reading->id, 'A' + (int)reading->in_force);
    }
    if (rule->set) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "  (changed)");
    }
    if (trey_key_met(key) != TREY_KEY_IS_READ) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "  %s: %s", trey_key_met_word(key),
                 trey_key_met_why(key));
    }
    return out;
}

static char *case_text(const trey_rulebook *book, const trey_case *item, char *out, size_t room) {
    char by[256];
    out[0] = '\0';
    for (unsigned fact = 0; fact < TREY_FACT_COUNT; fact++) {
        if (item->when[fact] < 0) continue;
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s %s", used ? ", " : "",
                 trey_fact_name((trey_fact)fact),
                 trey_fact_answer((trey_fact)fact, (unsigned)item->when[fact]));
    }
    size_t used = strlen(out);
    snprintf(out + used, room - used, "%s%s", used ? ": " : "", trey_remedy_word(item->remedy));
    if (item->also != TREY_REMEDY_NONE) {
        used = strlen(out);
        snprintf(out + used, room - used, " and %s", trey_remedy_word(item->also));
    }
    if (item->role >= 0) {
        used = strlen(out);
        snprintf(out + used, room - used, " (%s)", trey_role_word((unsigned)item->role));
    }
    used = strlen(out);
    snprintf(out + used, room - used, "%s%s]", item->form == TREY_FORM_SAYS ? "  [" : "  [silent; ",
             item->by.count ? citation_text(book, item->by, by, sizeof by) : item->why);
    if (item->reading != TREY_NO_READING) {
        const trey_reading *reading = trey_rulebook_reading(book, (size_t)item->reading);
        used = strlen(out);
        snprintf(out + used, room - used, "  %s=%c", reading->id, 'A' + (int)reading->in_force);
    }
    for (char *at = out; *at; at++) {
        if (*at == '_') *at = ' ';
    }
    return out;
}

static void print_values(const terminal *to, const trey_rulebook *book) {
    char group[64] = "";
    enum { NAME_COLUMNS = 30 };
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const char *path = trey_key_path((trey_key)key);
        const char *dot = strrchr(path, '.');
        char now[64], text[1024];
        snprintf(now, sizeof now, "%.*s", (int)(dot - path), path);
        if (strcmp(now, group) != 0) {
            snprintf(group, sizeof group, "%s", now);
            terminal_heading(to, "%s", group);
        }
        bool absent = trey_rulebook_rule(book, (trey_key)key)->form == TREY_FORM_ABSENT;
        indent(to, MARGIN);
        terminal_pad(to, NAME_COLUMNS, dot + 1);
        terminal_ink(to, absent ? INK_FAINT : INK_PLAIN);
        terminal_wrap(to, MARGIN + NAME_COLUMNS, MARGIN + NAME_COLUMNS,
                      rule_text(book, (trey_key)key, text, sizeof text));
        terminal_ink(to, INK_PLAIN);
    }
    if (trey_rulebook_schedules(book) > 0) terminal_heading(to, "collection.schedules");
    for (size_t i = 0; i < trey_rulebook_schedules(book); i++) {
        const trey_schedule *schedule = trey_rulebook_schedule(book, i);
        char text[512] = "", low[TREY_CENTS_TEXT_MAX], high[TREY_CENTS_TEXT_MAX],
             fee[TREY_CENTS_TEXT_MAX];
        for (unsigned b = 0; b < schedule->brackets; b++) {
            const trey_bracket *bracket = &schedule->bracket[b];
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s%s%s %s", b ? "; " : "",
                     trey_cents_print(bracket->from, low), bracket->to == TREY_NO_LIMIT ? "+" : "-",
                     bracket->to == TREY_NO_LIMIT ? "" : trey_cents_print(bracket->to, high),
                     bracket->fee == TREY_FEE_UNREADABLE ? "unreadable"
                                                         : trey_cents_print(bracket->fee, fee));
        }
        size_t used = strlen(text);
        if (schedule->player_fee > 0) {
            snprintf(text + used, sizeof text - used, "; players %s",
                     trey_cents_print(schedule->player_fee, fee));
        }
        fprintf(to->out, "  option %-3u ", schedule->option);
        terminal_wrap(to, 13, 13, text);
    }
}

static void print_troubles(const terminal *to, const trey_rulebook *book) {
    terminal_heading(to, "When something goes wrong");
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        const trey_trouble *trouble = trey_rulebook_trouble(book, (trey_irregularity)kind);
        indent(to, MARGIN);
        terminal_ink(to, trouble->absent ? INK_FAINT : INK_STRONG);
        terminal_pad(to, 22, trey_irregularity_name((trey_irregularity)kind));
        terminal_ink(to, INK_PLAIN);
        terminal_wrap(to, MARGIN + 22, MARGIN + 22,
                      trey_irregularity_happened((trey_irregularity)kind));
        char text[1024];
        if (trouble->absent) {
            snprintf(text, sizeof text, "absent: %s", trouble->why);
            indent(to, MARGIN + 22);
            terminal_wrap(to, MARGIN + 22, MARGIN + 24, text);
        }
        for (unsigned i = 0; i < trouble->cases; i++) {
            indent(to, MARGIN + 22);
            terminal_wrap(to, MARGIN + 22, MARGIN + 24,
                          case_text(book, &trouble->item[i], text, sizeof text));
        }
    }
}

void rules_text_book(const terminal *to, const trey_rulebook *book, rules_sections show) {
    size_t count[TREY_MET_OUTSIDE + 1] = {0}, proved = 0, broken = 0, first = 0;
    size_t paragraphs = trey_rulebook_paragraphs(book);
    for (size_t i = 0; i < paragraphs; i++) {
        const trey_paragraph *paragraph = trey_rulebook_paragraph(book, i);
        count[paragraph->met]++;
        proved += tests_of(book, paragraph->id, &first) > 0;
        broken += mutants_of(book, paragraph->id, &first) > 0;
    }
    terminal_ink(to, INK_STRONG);
    char line[512];
    terminal_wrap(to, 0, 0, title_line(book, line, sizeof line));
    terminal_ink(to, INK_PLAIN);
    snprintf(
        line, sizeof line,
        "%zu paragraphs: %zu enforced, %zu recorded, %zu displayed, %zu left to a person, %zu "
        "definitions, %zu outside of what software does. %zu are proved by tests; for %zu of them "
        "it is recorded what breaks the rule, and which test then fails.",
        paragraphs, count[TREY_MET_ENFORCED], count[TREY_MET_RECORDED], count[TREY_MET_DISPLAYED],
        count[TREY_MET_DISCRETION], count[TREY_MET_DEFINITION], count[TREY_MET_OUTSIDE], proved,
        broken);
    terminal_wrap(to, 0, 0, line);
    if (show.paragraphs) print_paragraphs(to, book);
    if (show.readings) print_readings(to, book);
    if (show.values) print_values(to, book);
    if (show.irregularities) print_troubles(to, book);
}

static bool cites(trey_citation by, size_t paragraph) {
    for (size_t i = 0; i < by.count; i++) {
        if (by.paragraph[i] == paragraph) return true;
    }
    return false;
}

/* What breaks the paragraph, and who notices. */
static void print_mutants(const terminal *to, const trey_rulebook *book,
                          const trey_paragraph *paragraph) {
    size_t first = 0, count = mutants_of(book, paragraph->id, &first);
    if (count > 0)
        terminal_heading(to, "Mutants: what breaks the rule, and the test that then fails");
    for (size_t i = 0; i < count; i++) {
        const evidence_mutant *mutant = &evidence_mutants[first + i];
        indent(to, MARGIN);
        terminal_wrap(to, MARGIN, MARGIN, mutant->says);
        terminal_ink(to, INK_FAINT);
        char line[512];
        snprintf(line, sizeof line, "%s: %s", mutant->mutant, mutant->test);
        indent(to, MARGIN + 2);
        terminal_wrap(to, MARGIN + 2, MARGIN + 4, line);
        terminal_ink(to, INK_PLAIN);
    }
}

void rules_text_paragraph(const terminal *to, const trey_rulebook *book,
                          const trey_paragraph *paragraph) {
    size_t index = 0;
    while (trey_rulebook_paragraph(book, index) != paragraph) index++;
    terminal_ink(to, INK_STRONG);
    fprintf(to->out, "%s %s", trey_rulebook_title(book), paragraph->id);
    terminal_ink(to, INK_FAINT);
    fprintf(to->out, "  %s\n", trey_met_word(paragraph->met));
    terminal_ink(to, INK_PLAIN);
    indent(to, MARGIN);
    terminal_wrap(to, MARGIN, MARGIN, paragraph->says);
    terminal_heading(to, "What Trey does");
    indent(to, MARGIN);
    terminal_wrap(to, MARGIN, MARGIN, paragraph->outside[0] ? paragraph->outside : paragraph->does);
    char text[1024];
    bool any = false;
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (!cites(trey_rulebook_rule(book, (trey_key)key)->by, index)) continue;
        if (!any) terminal_heading(to, "Values that rest on it");
        any = true;
        indent(to, MARGIN);
        size_t at = MARGIN + terminal_pad(to, 34, trey_key_path((trey_key)key));
        terminal_wrap(to, at, at, rule_text(book, (trey_key)key, text, sizeof text));
    }
    any = false;
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        const trey_trouble *trouble = trey_rulebook_trouble(book, (trey_irregularity)kind);
        for (unsigned i = 0; i < trouble->cases; i++) {
            if (!cites(trouble->item[i].by, index)) continue;
            if (!any) terminal_heading(to, "When something goes wrong");
            any = true;
            indent(to, MARGIN);
            size_t at =
                MARGIN + terminal_pad(to, 22, trey_irregularity_name((trey_irregularity)kind));
            terminal_wrap(to, at, at, case_text(book, &trouble->item[i], text, sizeof text));
        }
    }
    any = false;
    for (size_t i = 0; i < trey_rulebook_readings(book); i++) {
        if (!cites(trey_rulebook_reading(book, i)->where, index)) continue;
        if (!any) terminal_heading(to, "Readings (* is in force)");
        any = true;
        print_reading(to, trey_rulebook_reading(book, i));
    }
    terminal_heading(to, "Tests");
    size_t first = 0, count = tests_of(book, paragraph->id, &first);
    if (count == 0) fputs(paragraph->outside[0] ? "  none needed\n" : "  none yet\n", to->out);
    for (size_t i = 0; i < count; i++) fprintf(to->out, "  %s\n", evidence_index[first + i].test);
    print_mutants(to, book, paragraph);
}

bool rules_differ(const trey_rulebook *left, const trey_rulebook *right, trey_key key) {
    const trey_rule *a = trey_rulebook_rule(left, key), *b = trey_rulebook_rule(right, key);
    bool absent_a = a->form == TREY_FORM_ABSENT, absent_b = b->form == TREY_FORM_ABSENT;
    if (absent_a || absent_b) return absent_a != absent_b;
    return a->value.n != b->value.n || a->value.d != b->value.d;
}

bool troubles_differ(const trey_rulebook *left, const trey_rulebook *right,
                     trey_irregularity kind) {
    const trey_trouble *a = trey_rulebook_trouble(left, kind),
                       *b = trey_rulebook_trouble(right, kind);
    if (a->absent != b->absent || a->cases != b->cases) return true;
    for (unsigned i = 0; i < a->cases; i++) {
        const trey_case *x = &a->item[i], *y = &b->item[i];
        if (x->remedy != y->remedy || x->also != y->also || x->role != y->role) return true;
        if (memcmp(x->when, y->when, sizeof x->when) != 0) return true;
    }
    return false;
}

static void diff_side(const terminal *to, size_t at, const trey_rulebook *book, const char *text,
                      ink colour) {
    indent(to, at);
    terminal_ink(to, colour);
    size_t label = at + terminal_pad(to, 17, trey_rulebook_id(book));
    terminal_wrap(to, label, label, text);
    terminal_ink(to, INK_PLAIN);
}

void rules_text_diff(const terminal *to, const trey_rulebook *left, const trey_rulebook *right) {
    char text[1024];
    size_t same = 0, differ = 0;
    terminal_ink(to, INK_STRONG);
    fprintf(to->out, "%s (%s) and %s (%s)\n", trey_rulebook_title(left), trey_rulebook_id(left),
            trey_rulebook_title(right), trey_rulebook_id(right));
    terminal_ink(to, INK_PLAIN);
    char group[64] = "";
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        if (!rules_differ(left, right, (trey_key)key)) {
            same++;
            continue;
        }
        differ++;
        const char *path = trey_key_path((trey_key)key);
        char now[64];
        snprintf(now, sizeof now, "%.*s", (int)strcspn(path, "."), path);
        if (strcmp(now, group) != 0) {
            snprintf(group, sizeof group, "%s", now);
            terminal_heading(to, "%s", group);
        }
        indent(to, MARGIN);
        terminal_ink(to, INK_STRONG);
        terminal_pad(to, 0, path + strcspn(path, ".") + 1);
        terminal_ink(to, INK_PLAIN);
        fprintf(to->out, ": %s\n", trey_key_meaning((trey_key)key));
        diff_side(to, 6, left, rule_text(left, (trey_key)key, text, sizeof text), INK_BAD);
        diff_side(to, 6, right, rule_text(right, (trey_key)key, text, sizeof text), INK_GOOD);
    }
    bool any = false;
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        if (!troubles_differ(left, right, (trey_irregularity)kind)) {
            same++;
            continue;
        }
        differ++;
        if (!any) terminal_heading(to, "irregularities");
        any = true;
        indent(to, MARGIN);
        terminal_ink(to, INK_STRONG);
        terminal_pad(to, 0, trey_irregularity_name((trey_irregularity)kind));
        terminal_ink(to, INK_PLAIN);
        fprintf(to->out, ": %s\n", trey_irregularity_happened((trey_irregularity)kind));
        const trey_rulebook *sides[] = {left, right};
        for (unsigned side = 0; side < 2; side++) {
            const trey_trouble *trouble =
                trey_rulebook_trouble(sides[side], (trey_irregularity)kind);
            ink colour = side ? INK_GOOD : INK_BAD;
            if (trouble->absent) {
                snprintf(text, sizeof text, "absent: %s", trouble->why);
                diff_side(to, 6, sides[side], text, colour);
            }
            for (unsigned i = 0; i < trouble->cases; i++) {
                diff_side(to, 6, sides[side],
                          case_text(sides[side], &trouble->item[i], text, sizeof text), colour);
            }
        }
    }
    if (trey_rulebook_schedules(left) != trey_rulebook_schedules(right)) {
        terminal_heading(to, "collection.schedules");
        fprintf(to->out, "  %s has %zu, %s has %zu\n", trey_rulebook_id(left),
                trey_rulebook_schedules(left), trey_rulebook_id(right),
                trey_rulebook_schedules(right));
        differ++;
    }
    fprintf(to->out, "\n%zu differences; %zu keys agree\n", differ, same);
}
