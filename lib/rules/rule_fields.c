/* rule_fields.c -- the parts that every rule has: form, paragraphs, reason,
 * notes, and values that depend on a reading. */
#include <string.h>

#include "book.h"
#include "schema.h"

void wrong_at(loading *load, const yaml_node *node, const char *mend, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *wrong = arena_format(&load->book->memory, format, arguments);
    va_end(arguments);
    diagnose(load->diagnostics, &load->from, node->line, node->column, mend, "%s", wrong);
}

static const char *paragraph_candidate(size_t index, const void *of) {
    return ((const trey_rulebook *)of)->paragraph[index].id;
}

static const char *reading_candidate(size_t index, const void *of) {
    return ((const trey_rulebook *)of)->reading[index].id;
}

static void unknown_reading(loading *load, const yaml_node *node) {
    char mend[160] = "readings.yaml lists them; it must name a paragraph of this book";
    const char *near =
        trey_nearest_word(node->text, reading_candidate, load->book->readings, load->book);
    if (near) snprintf(mend, sizeof mend, "did you mean %s?", near);
    wrong_at(load, node, mend, "no reading %s concerns this book", node->text);
}

/* A list of names, each looked up by `find`; unknown ones go to `unknown`. */
static size_t read_names(loading *load, const yaml_node *node,
                         int (*find)(const trey_rulebook *book, const char *id),
                         void (*unknown)(loading *load, const yaml_node *node), uint16_t **out) {
    if (node->kind != YAML_SEQUENCE || node->count == 0) {
        wrong_at(load, node, "write [3.9.1] or [3.9.1, 4.4]", "a list is expected");
        return 0;
    }
    uint16_t *list = arena_take(&load->book->memory, node->count * sizeof *list);
    size_t count = 0;
    for (const yaml_node *item = node->first; item; item = item->next) {
        int found = item->kind == YAML_SCALAR ? find(load->book, item->text) : -1;
        if (found < 0) {
            unknown(load, item);
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            if (list[i] != found) continue;
            wrong_at(load, item, "name it once", "%s stands twice in the list", item->text);
        }
        list[count++] = (uint16_t)found;
    }
    *out = list;
    return count;
}

static void unknown_paragraph(loading *load, const yaml_node *node) {
    char mend[160] = "the paragraph list beside the rulebook has every one";
    const char *near =
        trey_nearest_word(node->text, paragraph_candidate, load->book->paragraphs, load->book);
    if (near) snprintf(mend, sizeof mend, "did you mean %s?", near);
    wrong_at(load, node, mend, "there is no paragraph %s in %s", node->text, load->book->list);
}

trey_citation read_citation(loading *load, const yaml_node *node) {
    uint16_t *list = NULL;
    size_t count = read_names(load, node, paragraph_find, unknown_paragraph, &list);
    return (trey_citation){list, count};
}

trey_notes read_notes(loading *load, const yaml_node *node) {
    uint16_t *list = NULL;
    size_t count = read_names(load, node, reading_find, unknown_reading, &list);
    return (trey_notes){list, count};
}

static bool field_known(const char *name, const char *const *known, size_t count) {
    static const char *const common[] = {"says", "silent", "absent", "by", "why", "see", "note"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        if (strcmp(name, common[i]) == 0) return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, known[i]) == 0) return true;
    }
    return false;
}

/* Which of the three forms; false when none, several or a wrong companion. */
static bool read_form(loading *load, const yaml_node *node, const char *what, fields *out) {
    const yaml_node *says = yaml_child(node, "says"), *silent = yaml_child(node, "silent");
    const yaml_node *absent = yaml_child(node, "absent"), *by = yaml_child(node, "by");
    const yaml_node *why = yaml_child(node, "why"), *see = yaml_child(node, "see");
    if ((says != NULL) + (silent != NULL) + (absent != NULL) != 1) {
        wrong_at(load, node,
                 "write {says: VALUE, by: [PARAGRAPHS]}, {silent: VALUE, why: \"...\"} or "
                 "{absent: \"...\"}",
                 "%s must have exactly one of says, silent and absent", what);
        return false;
    }
    bool good = true;
    out->form = says ? TREY_FORM_SAYS : silent ? TREY_FORM_SILENT : TREY_FORM_ABSENT;
    out->value = says ? says : silent;
    if (says && !by) {
        wrong_at(load, node, "add by: [PARAGRAPHS]", "%s says a value but not by which paragraph",
                 what);
        good = false;
    }
    if (!says && by) {
        wrong_at(load, by, "use see for what a silent book leans on",
                 "%s names paragraphs that say it, but it does not say a value", what);
        good = false;
    }
    if (says && (why || see)) {
        wrong_at(load, why ? why : see, "remove it, or write silent instead of says",
                 "%s is said by the book; it needs no %s", what, why ? "why" : "see");
        good = false;
    }
    if (silent && (!why || why->kind != YAML_SCALAR || !why->text[0])) {
        wrong_at(load, node, "add why: \"...\"", "%s is our choice, but gives no reason", what);
        good = false;
    }
    if (absent && (absent->kind != YAML_SCALAR || !absent->text[0])) {
        wrong_at(load, absent, "write absent: \"the game has no jackpot\"",
                 "%s is absent, but does not say why", what);
        good = false;
    }
    out->why = silent && why ? why->text : absent ? absent->text : "";
    return good;
}

bool read_fields(loading *load, const yaml_node *node, const char *what, const char *const *known,
                 size_t known_count, fields *out) {
    *out = (fields){.why = ""};
    if (node->kind != YAML_MAPPING) {
        wrong_at(load, node,
                 "write {says: VALUE, by: [PARAGRAPHS]}, {silent: VALUE, why: \"...\"} or "
                 "{absent: \"...\"}",
                 "%s must be a mapping", what);
        return false;
    }
    bool good = true;
    for (const yaml_node *child = node->first; child; child = child->next) {
        if (field_known(child->key->text, known, known_count)) continue;
        wrong_at(load, child->key, "known are says, silent, absent, by, why, see and note",
                 "%s has an unknown field %s", what, child->key->text);
        good = false;
    }
    good &= read_form(load, node, what, out);
    const yaml_node *by = yaml_child(node, "by"), *see = yaml_child(node, "see");
    if (by || see) out->by = read_citation(load, by ? by : see);
    const yaml_node *note = yaml_child(node, "note");
    if (note) out->notes = read_notes(load, note);
    return good;
}

bool read_letters(loading *load, const yaml_node *node, parse_value parse, const void *of,
                  int *reading, trey_value letter[TREY_LETTERS], trey_value *value) {
    *reading = TREY_NO_READING;
    const yaml_node *name = yaml_child(node, "reading");
    if (!name) return parse(load, node, of, value);
    int found = name->kind == YAML_SCALAR ? reading_find(load->book, name->text) : -1;
    if (found < 0) {
        unknown_reading(load, name);
        return false;
    }
    const trey_reading *entry = &load->book->reading[found];
    if (!entry->switchable) {
        wrong_at(load, name, "write the value itself and add note: [ID]",
                 "%s is a note; no other letter of it can be chosen", entry->id);
        return false;
    }
    load->reading_used[found] = true;
    bool good = true;
    for (unsigned i = 0; i < entry->letters; i++) {
        char key[2] = {(char)('A' + i), '\0'};
        const yaml_node *under = yaml_child(node, key);
        if (!under) {
            wrong_at(load, node, "give a value for each letter of the reading",
                     "the value under %s=%s is missing", entry->id, key);
            good = false;
            continue;
        }
        good &= parse(load, under, of, &letter[i]);
    }
    for (const yaml_node *child = node->first; child; child = child->next) {
        const char *key = child->key->text;
        bool is_letter = key[0] >= 'A' && (unsigned)(key[0] - 'A') < entry->letters && !key[1];
        if (child == name || is_letter) continue;
        wrong_at(load, child->key, "only reading and its letters stand here", "%s has no letter %s",
                 entry->id, key);
        good = false;
    }
    *reading = found;
    *value = letter[entry->in_force];
    return good;
}
