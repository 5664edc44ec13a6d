/* mutant_records.c -- reads the records of mutants, and holds them against the source. */
#include "mutant_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool_memory.h"

/* Where a record is being read. */
typedef struct reading {
    mutants *out;
    const claims *claimed;
    const char *path;
    unsigned line;
    char *file;      /* of the edits that follow */
    bool after_plus; /* the next `-` begins another edit */
} reading;

static void mistake_at(mutants *all, const char *path, unsigned line, const char *what,
                       const char *about) {
    fprintf(stderr, "%s:%u: %s%s%s\n", path, line, what, about[0] ? ": " : "", about);
    all->mistakes++;
}

static void wrong(const reading *in, const char *what, const char *about) {
    mistake_at(in->out, in->path, in->line, what, about);
}

static void begin_mutant(reading *in, const char *id) {
    for (size_t i = 0; i < in->out->count; i++) {
        if (strcmp(in->out->item[i].id, id) == 0) wrong(in, "this mutant is recorded twice", id);
    }
    in->out->item = tool_grow(in->out->item, (in->out->count + 1) * sizeof *in->out->item);
    in->out->item[in->out->count++] = (mutant){
        .id = tool_copy(id, strlen(id)),
        .says = tool_copy("", 0),
        .record = tool_copy(in->path, strlen(in->path)),
        .line = in->line,
    };
    free(in->file);
    in->file = NULL;
    in->after_plus = false;
}

/* A line of a snippet; lines that follow each other are joined. */
static void add_line(char **text, const char *line) {
    char *joined = *text ? tool_print("%s\n%s", *text, line) : tool_copy(line, strlen(line));
    free(*text);
    *text = joined;
}

static void take_edit_line(reading *in, mutant *to, bool minus, const char *text) {
    if (!in->file) {
        wrong(in, "`in FILE` is missing above the change", "");
        return;
    }
    if (minus && (to->edits == 0 || in->after_plus)) {
        to->edit = tool_grow(to->edit, (to->edits + 1) * sizeof *to->edit);
        to->edit[to->edits++] =
            (mutant_edit){.file = tool_copy(in->file, strlen(in->file)), .line = in->line};
        in->after_plus = false;
    }
    if (to->edits == 0) {
        wrong(in, "what is taken out comes first, after `-`", "");
        return;
    }
    mutant_edit *edit = &to->edit[to->edits - 1];
    add_line(minus ? &edit->from : &edit->to, text);
    in->after_plus = !minus;
}

/* `breaks [mbs 3.9.1] TEST` */
static void take_kill(reading *in, mutant *to, const char *text) {
    const char *open = strchr(text, '['), *close = strchr(text, ']');
    mutant_kill kill = {.line = in->line};
    if (!open || !close || close < open) {
        wrong(in, "`breaks` is followed by a paragraph in brackets and a test", "");
        return;
    }
    kill.citation = tool_copy(open + 1, (size_t)(close - open - 1));
    if (!claims_paragraph(in->claimed, kill.citation, &kill.book, &kill.paragraph)) {
        wrong(in, "no paragraph of a rulebook", kill.citation);
        free(kill.citation);
        return;
    }
    close++;
    while (*close == ' ') close++;
    kill.test = tool_copy(close, strlen(close));
    to->kill = tool_grow(to->kill, (to->kills + 1) * sizeof *to->kill);
    to->kill[to->kills++] = kill;
}

static void take_line(reading *in, char *line) {
    size_t length = strlen(line);
    if (strncmp(line, "mutant ", 7) == 0) {
        begin_mutant(in, line + 7);
        return;
    }
    char *text = line + strspn(line, " ");
    if (!text[0] || line[0] == '#') return;
    if (in->out->count == 0 || text == line || length == 0) {
        wrong(in, "a record begins with `mutant ID`, and its lines are indented", "");
        return;
    }
    mutant *to = &in->out->item[in->out->count - 1];
    if (strncmp(text, "in ", 3) == 0) {
        free(in->file);
        in->file = tool_copy(text + 3, strlen(text + 3));
        in->after_plus = true;
    } else if ((text[0] == '-' || text[0] == '+') && (text[1] == ' ' || !text[1])) {
        take_edit_line(in, to, text[0] == '-', text[1] ? text + 2 : "");
    } else if (strncmp(text, "breaks ", 7) == 0) {
        take_kill(in, to, text + 7);
    } else {
        char *says =
            to->says[0] ? tool_print("%s %s", to->says, text) : tool_copy(text, strlen(text));
        free(to->says);
        to->says = says;
    }
}

static void read_record(mutants *out, const claims *all, const char *path) {
    char *text = tool_read(path, NULL);
    if (!text) {
        mistake_at(out, path, 0, "cannot be read", "");
        return;
    }
    reading in = {.out = out, .claimed = all, .path = path};
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        in.line++;
        take_line(&in, line);
    }
    free(in.file);
    free(text);
}

void mutants_read(mutants *out, const claims *all, const char *folder) {
    char **names = tool_list(folder);
    for (char **name = names; name && *name; name++) {
        const char *dot = strrchr(*name, '.');
        if (!dot || strcmp(dot, ".mutants") != 0) continue;
        char *path = tool_print("%s/%s", folder, *name);
        read_record(out, all, path);
        free(path);
    }
    tool_list_free(names);
}

void mutants_free(mutants *out) {
    for (size_t i = 0; i < out->count; i++) {
        mutant *item = &out->item[i];
        for (size_t e = 0; e < item->edits; e++) {
            free(item->edit[e].file);
            free(item->edit[e].from);
            free(item->edit[e].to);
        }
        for (size_t k = 0; k < item->kills; k++) {
            free(item->kill[k].citation);
            free(item->kill[k].test);
        }
        free(item->edit);
        free(item->kill);
        free(item->id);
        free(item->says);
        free(item->record);
    }
    free(out->item);
    *out = (mutants){0};
}

char *mutant_apply(const char *text, const mutant_edit *edit, size_t *places) {
    size_t length = strlen(edit->from);
    const char *found = NULL;
    *places = 0;
    for (const char *at = text; length > 0 && (at = strstr(at, edit->from)) != NULL; at++) {
        if (++*places == 1) found = at;
    }
    if (*places != 1) return NULL;
    return tool_print("%.*s%s%s", (int)(found - text), text, edit->to ? edit->to : "",
                      found + length);
}

static void check_edit(mutants *all, const mutant *item, const mutant_edit *edit,
                       const char *source_tree) {
    if (!edit->from || !edit->from[0]) {
        mistake_at(all, item->record, edit->line, "nothing is taken out", item->id);
        return;
    }
    if (edit->to && strcmp(edit->from, edit->to) == 0) {
        mistake_at(all, item->record, edit->line, "nothing is changed", item->id);
        return;
    }
    char *path = tool_print("%s/%s", source_tree, edit->file);
    char *text = tool_read(path, NULL);
    size_t places = 0;
    char *changed = text ? mutant_apply(text, edit, &places) : NULL;
    if (!text) {
        mistake_at(all, item->record, edit->line, "there is no such file", edit->file);
    } else if (!changed) {
        char *what = tool_print("%s no longer applies: its lines occur %zu times in %s", item->id,
                                places, edit->file);
        mistake_at(all, item->record, edit->line, what, "");
        free(what);
    }
    free(changed);
    free(text);
    free(path);
}

void mutants_check(mutants *all, const claims *claimed, const char *source_tree) {
    for (size_t i = 0; i < all->count; i++) {
        const mutant *item = &all->item[i];
        if (!item->says[0]) mistake_at(all, item->record, item->line, "says nothing", item->id);
        if (item->edits == 0) mistake_at(all, item->record, item->line, "no change", item->id);
        if (item->kills == 0) {
            mistake_at(all, item->record, item->line, "breaks no paragraph", item->id);
        }
        for (size_t e = 0; e < item->edits; e++) {
            check_edit(all, item, &item->edit[e], source_tree);
        }
        for (size_t k = 0; k < item->kills; k++) {
            const mutant_kill *kill = &item->kill[k];
            if (!kill->test[0]) {
                mistake_at(all, item->record, kill->line, "no test is recorded that notices it",
                           item->id);
            } else if (!claims_find(claimed, kill->book, kill->paragraph, kill->test)) {
                char *what = tool_print("%s does not claim [%s]", kill->test, kill->citation);
                mistake_at(all, item->record, kill->line, what, "");
                free(what);
            }
        }
    }
}

const mutant *mutants_next(const mutants *all, unsigned book, size_t paragraph, size_t *from,
                           const mutant_kill **kill) {
    for (; *from < all->count; ++*from) {
        const mutant *item = &all->item[*from];
        for (size_t k = 0; k < item->kills; k++) {
            if (item->kill[k].book != book || item->kill[k].paragraph != paragraph) continue;
            *kill = &item->kill[k];
            ++*from;
            return item;
        }
    }
    return NULL;
}
