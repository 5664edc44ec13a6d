/* paragraph_list.c -- the paragraph list of a book, and the readings register. */
#include <string.h>
#include <strings.h>

#include "book.h"
#include "schema.h"

/* A text field that must be there and not empty. */
static const char *text_field(loading *load, const yaml_node *entry, const char *name,
                              const char *mend) {
    const yaml_node *node = yaml_child(entry, name);
    if (node && node->kind == YAML_SCALAR && node->text[0]) return node->text;
    wrong_at(load, node ? node : entry, mend, "%s is missing", name);
    return "";
}

static void report_unknown(loading *load, const yaml_node *entry, const char *const *known,
                           size_t count) {
    for (const yaml_node *child = entry->first; child; child = child->next) {
        bool found = false;
        for (size_t i = 0; i < count; i++) found |= strcmp(child->key->text, known[i]) == 0;
        if (!found) wrong_at(load, child->key, NULL, "unknown field %s", child->key->text);
    }
}

static void read_paragraph(loading *load, const yaml_node *entry, trey_paragraph *out) {
    static const char *const known[] = {"id", "says", "met", "does", "outside"};
    *out = (trey_paragraph){.id = "", .says = "", .does = "", .outside = ""};
    if (entry->kind != YAML_MAPPING) {
        wrong_at(load, entry, "write id, says, met and does", "a paragraph must be a mapping");
        return;
    }
    report_unknown(load, entry, known, sizeof known / sizeof *known);
    out->id = text_field(load, entry, "id", "write id: \"3.9.1\"");
    out->says = text_field(load, entry, "says", "write what it says, in your own words");
    const yaml_node *does = yaml_child(entry, "does"), *outside = yaml_child(entry, "outside");
    const yaml_node *met = yaml_child(entry, "met");
    trey_value word;
    if (outside) {
        out->met = TREY_MET_OUTSIDE;
        if (met) {
            wrong_at(load, met, "leave met out", "paragraph %s is outside, and so is not met",
                     out->id);
        }
    } else if (!met) {
        wrong_at(load, entry, "write met: enforced", "paragraph %s does not say how it is met",
                 out->id);
    } else if (parse_word(load, met, &schema_mets, &word)) {
        out->met = (trey_met)word.n;
    }
    if ((does != NULL) == (outside != NULL)) {
        wrong_at(load, entry, "does: what Trey does; outside: why software has nothing to do",
                 "paragraph %s must have exactly one of does and outside", out->id);
    }
    if (does) out->does = does->text;
    if (outside) out->outside = outside->text;
}

/* The sequence under `name`, or NULL with a message. */
static const yaml_node *list_of(loading *load, const yaml_node *root, const char *name) {
    const yaml_node *list = yaml_child(root, name);
    if (list && list->kind == YAML_SEQUENCE) return list;
    wrong_at(load, list ? list : root, NULL, "a list under %s is expected", name);
    return NULL;
}

bool load_paragraphs(loading *load, const yaml_node *root) {
    trey_rulebook *book = load->book;
    size_t before = trey_diagnostics_count(load->diagnostics);
    yaml_report_doubled(root, &load->from, load->diagnostics);
    const yaml_node *list = list_of(load, root, "paragraphs");
    if (!list) return false;
    book->paragraph = arena_take(&book->memory, (list->count + 1) * sizeof *book->paragraph);
    for (const yaml_node *entry = list->first; entry; entry = entry->next) {
        read_paragraph(load, entry, &book->paragraph[book->paragraphs]);
        const char *id = book->paragraph[book->paragraphs].id;
        if (paragraph_find(book, id) >= 0) {
            wrong_at(load, entry, "number each paragraph once", "paragraph %s stands twice", id);
        }
        book->paragraphs++;
    }
    return trey_diagnostics_count(load->diagnostics) == before;
}

int paragraph_find(const trey_rulebook *book, const char *id) {
    for (size_t i = 0; i < book->paragraphs; i++) {
        if (strcmp(book->paragraph[i].id, id) == 0) return (int)i;
    }
    return -1;
}

const trey_paragraph *trey_rulebook_paragraph_find(const trey_rulebook *book, const char *id) {
    if (strncasecmp(id, "CA ", 3) == 0) id += 3;
    for (size_t i = 0; i < book->paragraphs; i++) {
        if (strcasecmp(book->paragraph[i].id, id) == 0) return &book->paragraph[i];
    }
    return NULL;
}

int reading_find(const trey_rulebook *book, const char *id) {
    for (size_t i = 0; i < book->readings; i++) {
        if (strcmp(book->reading[i].id, id) == 0) return (int)i;
    }
    return -1;
}

static void read_letter_texts(loading *load, const yaml_node *entry, trey_reading *out) {
    const yaml_node *letters = yaml_child(entry, "letters");
    if (!letters || letters->kind != YAML_MAPPING || letters->count == 0) {
        wrong_at(load, letters ? letters : entry, "write A: ... and B: ...",
                 "reading %s has no letters", out->id);
        return;
    }
    for (const yaml_node *child = letters->first; child; child = child->next) {
        const char *key = child->key->text;
        if (out->letters == TREY_LETTERS || key[0] != (char)('A' + (int)out->letters) || key[1]) {
            wrong_at(load, child->key, "letters run A, B, C, D", "%s has an unexpected letter %s",
                     out->id, key);
            return;
        }
        out->letter[out->letters++] = child->text;
    }
    const char *preset = text_field(load, entry, "default", "write default: A");
    unsigned letter = (unsigned)(preset[0] - 'A');
    if (letter >= out->letters || preset[1]) {
        wrong_at(load, entry, "name one of its letters",
                 "the default of %s is not among its letters", out->id);
        letter = 0;
    }
    out->preset = out->in_force = letter;
}

static void read_reading(loading *load, const yaml_node *entry, const yaml_node *where,
                         trey_reading *out) {
    static const char *const known[] = {"id",      "switchable", "where",  "question",
                                        "letters", "default",    "reason", "money"};
    report_unknown(load, entry, known, sizeof known / sizeof *known);
    *out = (trey_reading){0};
    out->id = text_field(load, entry, "id", "write id: A-MBS-01");
    out->question = text_field(load, entry, "question", "ask what the text leaves open");
    out->reason = text_field(load, entry, "reason", "say why the default was chosen");
    out->money = text_field(load, entry, "money", "say what hangs on it, or none");
    const char *switchable = text_field(load, entry, "switchable", "write yes or no");
    out->switchable = strcmp(switchable, "yes") == 0;
    if (!out->switchable && strcmp(switchable, "no") != 0) {
        wrong_at(load, entry, "write yes or no", "switchable is neither yes nor no");
    }
    read_letter_texts(load, entry, out);
    if (out->switchable && out->letters < 2) {
        wrong_at(load, entry, "give each reading a letter", "%s has nothing to choose from",
                 out->id);
    }
    out->where = read_citation(load, where);
}

bool load_readings(loading *load, const yaml_node *root) {
    trey_rulebook *book = load->book;
    size_t before = trey_diagnostics_count(load->diagnostics);
    yaml_report_doubled(root, &load->from, load->diagnostics);
    const yaml_node *list = list_of(load, root, "readings");
    if (!list) return false;
    book->reading = arena_take(&book->memory, (list->count + 1) * sizeof *book->reading);
    for (const yaml_node *entry = list->first; entry; entry = entry->next) {
        const yaml_node *where = yaml_child(entry, "where");
        if (!where || where->kind != YAML_MAPPING) {
            wrong_at(load, entry, "write where: {mbs: [\"3.11\"]}",
                     "a reading must say which paragraphs it is about");
            continue;
        }
        const yaml_node *here = yaml_child(where, book->list);
        if (!here) continue; /* another book's */
        trey_reading *reading = &book->reading[book->readings];
        read_reading(load, entry, here, reading);
        if (reading_find(book, reading->id) >= 0) {
            wrong_at(load, entry, "give each reading one entry", "reading %s stands twice",
                     reading->id);
        }
        book->readings++;
    }
    return trey_diagnostics_count(load->diagnostics) == before;
}
