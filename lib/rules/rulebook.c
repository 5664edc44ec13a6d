/* rulebook.c -- opening a rulebook, and asking it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "schema.h"

static const char *const builtin[TREY_BUILTIN_RULEBOOKS] = {"mbs", "rws", "rws-progressive",
                                                            "ca-six-card"};

const char *trey_builtin_id(unsigned index) {
    TREY_ASSERT(index < TREY_BUILTIN_RULEBOOKS);
    return builtin[index];
}

/* Each letter's value by itself. */
static void check_values(loading *load, trey_key key, const yaml_node *node) {
    const trey_rule *rule = &load->book->rule[key];
    if (rule->reading == TREY_NO_READING) {
        check_value(load, key, rule->value, node);
        return;
    }
    /* A settled round is explained under every letter; it must have the same wagers and banker. */
    if (key == TREY_KEY_AREAS || key == TREY_KEY_BANKER)
        wrong_at(load, node, "write one value; the other letter is another book",
                 "%s cannot hang on a reading: a round is settled under all letters",
                 trey_key_path(key));
    for (unsigned i = 0; i < load->book->reading[rule->reading].letters; i++) {
        char letter[2] = {(char)('A' + i), '\0'};
        check_value(load, key, rule->letter[i], yaml_child(node, letter));
    }
}

static void load_rule(loading *load, const yaml_node *node, trey_key key) {
    trey_rule *rule = &load->book->rule[key];
    fields common;
    bool unread = load->unread;
    load->unread = true;
    rule->form = TREY_FORM_SAYS; /* also where it cannot be read: that is told already */
    if (!read_fields(load, node, trey_key_path(key), NULL, 0, &common)) return;
    rule->form = common.form;
    rule->by = common.by;
    rule->why = common.why;
    rule->notes = common.notes;
    if (common.value && !read_letters(load, common.value, parse_key_value, &schema_keys[key],
                                      &rule->reading, rule->letter, &rule->value)) {
        return;
    }
    load->unread = unread;
    if (common.value) check_values(load, key, common.value);
}

/* Is `path` the head of some key's path, up to a dot? */
static bool is_group(const char *path) {
    size_t length = strlen(path);
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        const char *other = schema_keys[key].path;
        if (strncmp(other, path, length) == 0 && other[length] == '.') return true;
    }
    return false;
}

static void unknown_key(loading *load, const yaml_node *key, const char *path) {
    char mend[BOOK_PATH_MAX + 32] = "remove it; rulebook_schema.h lists every key";
    const char *near = trey_nearest_word(path, key_candidate, TREY_KEYS, NULL);
    if (near) snprintf(mend, sizeof mend, "did you mean %s?", near);
    wrong_at(load, key, mend, "unknown key %s", path);
}

static void load_group(loading *load, const yaml_node *node, const char *prefix,
                       const yaml_node *place[TREY_KEYS]) {
    for (const yaml_node *child = node->first; child; child = child->next) {
        char path[BOOK_PATH_MAX];
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] ? "." : "", child->key->text);
        trey_key key = trey_key_find(path);
        if (key != TREY_KEYS) {
            if (place[key]) continue; /* reported as doubled */
            place[key] = child;
            load_rule(load, child, key);
        } else if (strcmp(path, "collection.schedules") == 0) {
            load_schedules(load, child);
        } else if (is_group(path) && child->kind == YAML_MAPPING) {
            load_group(load, child, path, place);
        } else if (is_group(path)) {
            wrong_at(load, child, "it holds keys of its own", "%s must be a mapping", path);
        } else {
            unknown_key(load, child->key, path);
        }
    }
}

static const char *header(loading *load, const yaml_node *root, const char *name) {
    const yaml_node *node = yaml_child(root, name);
    if (node && node->kind == YAML_SCALAR && node->text[0]) return node->text;
    wrong_at(load, node ? node : root,
             "a rulebook begins with rulebook, title, version, in_force and paragraphs",
             "missing key %s", name);
    return "";
}

/* The paragraph list and the register, from the copies inside the library. */
static bool load_lists(loading *load, const yaml_node *root) {
    trey_rulebook *book = load->book;
    const yaml_node *list = yaml_child(root, "paragraphs");
    char name[BOOK_PATH_MAX];
    snprintf(name, sizeof name, "%s.paragraphs.yaml", book->list);
    loading inner = *load;
    inner.from.name = name;
    inner.from.text = embedded_text(name, &inner.from.length);
    if (!inner.from.text) {
        if (list) {
            wrong_at(load, list,
                     "name the list that it cites: mbs, rws, rws-progressive or ca-six-card",
                     "there is no paragraph list %s", book->list);
        }
        return false;
    }
    yaml_node *tree = yaml_read(&book->memory, &inner.from, load->diagnostics);
    if (!tree || !load_paragraphs(&inner, tree)) return false;
    inner.from.name = "readings.yaml";
    inner.from.text = embedded_text(inner.from.name, &inner.from.length);
    TREY_ASSERT(inner.from.text != NULL);
    tree = yaml_read(&book->memory, &inner.from, load->diagnostics);
    return tree && load_readings(&inner, tree);
}

static bool is_header(const char *name) {
    static const char *const names[] = {"rulebook", "title", "version", "in_force", "paragraphs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

/* A reading that no value depends on would be chosen for nothing. Whoever writes a book of their
 * own may have settled the question, or have no part of the game that it is about: then there is
 * nothing to choose. The book whose paragraphs it is about has to answer it. */
static void check_readings(loading *load, const yaml_node *root) {
    trey_rulebook *book = load->book;
    bool own = strcmp(book->id, book->list) != 0;
    for (size_t i = 0; i < book->readings; i++) {
        if (!book->reading[i].switchable || load->reading_used[i]) continue;
        if (own) {
            book->reading[i].switchable = false;
            continue;
        }
        wrong_at(load, root, "let the value that it decides name it: {reading: ID, A: ..., B: ...}",
                 "no value depends on %s, so choosing a letter would change nothing",
                 book->reading[i].id);
    }
}

static void load_book(loading *load, const yaml_node *root) {
    trey_rulebook *book = load->book;
    book->id = header(load, root, "rulebook");
    book->title = header(load, root, "title");
    book->version = header(load, root, "version");
    book->in_force = header(load, root, "in_force");
    book->list = header(load, root, "paragraphs");
    yaml_report_doubled(root, &load->from, load->diagnostics);
    if (!load_lists(load, root)) return;
    load->reading_used = arena_take(&book->memory, book->readings + 1);
    const yaml_node *place[TREY_KEYS] = {NULL};
    /* The top level holds the header, irregularities and groups. */
    yaml_node groups = {.kind = YAML_MAPPING};
    for (yaml_node *child = root->first, *next; child; child = next) {
        next = child->next;
        if (is_header(child->key->text)) continue;
        if (strcmp(child->key->text, "irregularities") == 0) continue;
        yaml_node *copy = arena_take(&book->memory, sizeof *copy);
        *copy = *child;
        copy->next = NULL;
        if (groups.last) {
            groups.last->next = copy;
        } else {
            groups.first = copy;
        }
        groups.last = copy;
    }
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        book->rule[key].form = TREY_FORM_ABSENT;
        book->rule[key].reading = TREY_NO_READING;
        book->rule[key].why = "";
    }
    load_group(load, &groups, "", place);
    const yaml_node *troubles = yaml_child(root, "irregularities");
    if (troubles) {
        load_troubles(load, troubles);
    } else {
        wrong_at(load, root, "every kind stands in every rulebook", "missing key irregularities");
    }
    size_t mistakes = trey_diagnostics_count(load->diagnostics);
    check_parts(load, root, place);
    if (trey_diagnostics_count(load->diagnostics) == mistakes && !load->unread)
        check_fit(load, place);
    check_readings(load, root);
}

trey_status trey_rulebook_open_text(trey_rulebook **out, const char *name, const char *text,
                                    size_t length, trey_diagnostics *diagnostics) {
    *out = NULL;
    trey_diagnostics *own = NULL;
    if (!diagnostics) {
        if (trey_diagnostics_open(&own) != TREY_STATUS_OK) return TREY_STATUS_NO_MEMORY;
        diagnostics = own;
    }
    trey_rulebook *book = calloc(1, sizeof *book);
    if (!book) {
        trey_diagnostics_close(own);
        return TREY_STATUS_NO_MEMORY;
    }
    size_t before = trey_diagnostics_count(diagnostics);
    loading load = {.book = book, .from = {name, text, length}, .diagnostics = diagnostics};
    yaml_node *root = yaml_read(&book->memory, &load.from, diagnostics);
    if (root && root->kind != YAML_MAPPING) {
        wrong_at(&load, root, "write rulebook: ID and then the groups",
                 "a rulebook must be a mapping");
    } else if (root) {
        load_book(&load, root);
    }
    bool good = trey_diagnostics_count(diagnostics) == before;
    diagnostics_sort(diagnostics, before);
    trey_diagnostics_close(own);
    if (!good) {
        trey_rulebook_close(book);
        return TREY_STATUS_INVALID;
    }
    derive_ranking(book);
    derive_roles(book);
    *out = book;
    return TREY_STATUS_OK;
}

trey_status trey_rulebook_open(trey_rulebook **out, const char *id, trey_diagnostics *diagnostics) {
    *out = NULL;
    for (unsigned i = 0; i < TREY_BUILTIN_RULEBOOKS; i++) {
        if (strcmp(builtin[i], id) != 0) continue;
        char name[BOOK_PATH_MAX];
        snprintf(name, sizeof name, "%s.yaml", id);
        size_t length;
        const char *text = embedded_text(name, &length);
        TREY_ASSERT(text != NULL);
        return trey_rulebook_open_text(out, name, text, length, diagnostics);
    }
    return TREY_STATUS_UNKNOWN_RULEBOOK;
}

trey_status trey_rulebook_open_file(trey_rulebook **out, const char *path,
                                    trey_diagnostics *diagnostics) {
    enum { FILE_MAX = 4 * 1024 * 1024 };
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return TREY_STATUS_NO_FILE;
    char *text = malloc(FILE_MAX);
    if (!text) {
        fclose(file);
        return TREY_STATUS_NO_MEMORY;
    }
    size_t length = fread(text, 1, FILE_MAX, file);
    bool failed = ferror(file) || length == FILE_MAX;
    fclose(file);
    trey_status status = failed ? TREY_STATUS_NO_FILE
                                : trey_rulebook_open_text(out, path, text, length, diagnostics);
    free(text);
    return status;
}

trey_status trey_rulebook_fork(trey_rulebook **out, const trey_rulebook *from) {
    trey_rulebook *book = malloc(sizeof *book);
    *out = book;
    if (!book) return TREY_STATUS_NO_MEMORY;
    *book = *from;
    book->memory = (arena){NULL};
    book->reading = arena_take(&book->memory, (from->readings + 1) * sizeof *book->reading);
    memcpy(book->reading, from->reading, from->readings * sizeof *book->reading);
    return TREY_STATUS_OK;
}

void trey_rulebook_close(trey_rulebook *book) {
    if (!book) return;
    arena_free(&book->memory);
    free(book);
}

/* Puts the letter in force into every value that depends on a reading. */
static void resolve(trey_rulebook *book, int reading) {
    unsigned letter = book->reading[reading].in_force;
    for (unsigned key = 0; key < TREY_KEYS; key++) {
        trey_rule *rule = &book->rule[key];
        if (rule->reading == reading && !rule->set) rule->value = rule->letter[letter];
    }
    for (unsigned kind = 0; kind < TREY_IRREGULARITY_COUNT; kind++) {
        for (unsigned i = 0; i < book->trouble[kind].cases; i++) {
            trey_case *item = &book->trouble[kind].item[i];
            if (item->reading != reading) continue;
            item->remedy = item->remedy_letter[letter];
            item->also = item->also_letter[letter];
        }
    }
    derive_ranking(book);
    derive_roles(book);
}

trey_status trey_rulebook_choose(trey_rulebook *book, const char *reading, char letter) {
    int found = reading_find(book, reading);
    if (found < 0 || !book->reading[found].switchable) return TREY_STATUS_UNKNOWN_READING;
    if (letter < 'A' || (unsigned)(letter - 'A') >= book->reading[found].letters) {
        return TREY_STATUS_UNKNOWN_READING;
    }
    book->reading[found].in_force = (unsigned)(letter - 'A');
    resolve(book, found);
    return TREY_STATUS_OK;
}

static trey_status set_key(trey_rulebook *book, const char *path, const char *text,
                           trey_diagnostics *diagnostics) {
    loading load = {
        .book = book, .from = {"--set", text, strlen(text)}, .diagnostics = diagnostics};
    yaml_node node = {.kind = YAML_SCALAR, .line = 1, .column = 1, .text = text};
    trey_key key = trey_key_find(path);
    if (key == TREY_KEYS) {
        load.from.text = path;
        load.from.length = strlen(path);
        unknown_key(&load, &node, path);
        return TREY_STATUS_INVALID;
    }
    trey_rule *rule = &book->rule[key];
    if (rule->form == TREY_FORM_ABSENT) {
        wrong_at(&load, &node, "only what the game has can be changed", "%s is absent: %s", path,
                 rule->why);
        return TREY_STATUS_INVALID;
    }
    char rate[64];
    if (schema_keys[key].type == TREY_TYPE_RATE && text[0] && !text[strspn(text, "0123456789")] &&
        strlen(text) < sizeof rate - 3) {
        snprintf(rate, sizeof rate, "%s:1", text);
        node.text = rate;
    }
    trey_value value;
    if (!parse_key_value(&load, &node, &schema_keys[key], &value)) return TREY_STATUS_INVALID;
    trey_rule before = *rule;
    size_t mistakes = trey_diagnostics_count(diagnostics);
    rule->value = value;
    rule->set = true;
    check_value(&load, key, value, &node);
    const yaml_node *place[TREY_KEYS];
    for (unsigned each = 0; each < TREY_KEYS; each++) {
        bool left_out =
            book->rule[each].form == TREY_FORM_ABSENT && schema_keys[each].part != TREY_PART_FREE;
        place[each] = left_out ? NULL : &node;
    }
    check_parts(&load, &node, place);
    if (trey_diagnostics_count(diagnostics) == mistakes) check_fit(&load, place);
    if (trey_diagnostics_count(diagnostics) != mistakes) {
        *rule = before;
        return TREY_STATUS_INVALID;
    }
    derive_ranking(book);
    derive_roles(book);
    return TREY_STATUS_OK;
}

trey_status trey_rulebook_set(trey_rulebook *book, const char *path, const char *text,
                              trey_diagnostics *diagnostics) {
    trey_diagnostics *own = NULL;
    if (!diagnostics && trey_diagnostics_open(&own) != TREY_STATUS_OK) return TREY_STATUS_NO_MEMORY;
    trey_status status = set_key(book, path, text, diagnostics ? diagnostics : own);
    trey_diagnostics_close(own);
    return status;
}

const char *trey_rulebook_id(const trey_rulebook *book) {
    return book->id;
}
const char *trey_rulebook_title(const trey_rulebook *book) {
    return book->title;
}
const char *trey_rulebook_version(const trey_rulebook *book) {
    return book->version;
}
const char *trey_rulebook_in_force(const trey_rulebook *book) {
    return book->in_force;
}
const char *trey_rulebook_paragraph_list(const trey_rulebook *book) {
    return book->list;
}
size_t trey_rulebook_paragraphs(const trey_rulebook *book) {
    return book->paragraphs;
}
size_t trey_rulebook_readings(const trey_rulebook *book) {
    return book->readings;
}

const trey_paragraph *trey_rulebook_paragraph(const trey_rulebook *book, size_t index) {
    TREY_ASSERT(index < book->paragraphs);
    return &book->paragraph[index];
}

const trey_reading *trey_rulebook_reading(const trey_rulebook *book, size_t index) {
    TREY_ASSERT(index < book->readings);
    return &book->reading[index];
}

const trey_rule *trey_rulebook_rule(const trey_rulebook *book, trey_key key) {
    TREY_ASSERT((unsigned)key < TREY_KEYS);
    trey_read_key(key);
    return &book->rule[key];
}

const trey_rule *trey_rulebook_rules(const trey_rulebook *book) {
    return book->rule;
}

const trey_trouble *trey_rulebook_trouble(const trey_rulebook *book, trey_irregularity kind) {
    TREY_ASSERT((unsigned)kind < TREY_IRREGULARITY_COUNT);
    return &book->trouble[kind];
}
