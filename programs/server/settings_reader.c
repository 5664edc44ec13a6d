/* settings_reader.c -- a YAML file read by tables of keys, with every mistake kept. */
#include "settings_reader.h"

#include <libfyaml.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FAULTS_MAX = 64, FAULT_TEXT = 320 };

typedef struct fault_note {
    setting_place at;
    char wrong[FAULT_TEXT], mend[FAULT_TEXT];
} fault_note;

struct settings_reader {
    server_settings *settings;
    const char *name, *text;
    size_t size;
    fault_note fault[FAULTS_MAX];
    size_t faults;
};

void reader_fault(settings_reader *reader, setting_place at, const char *mend, const char *format,
                  ...) {
    va_list arguments;
    if (reader->faults == FAULTS_MAX) return;
    fault_note *added = &reader->fault[reader->faults++];
    added->at = at;
    va_start(arguments, format);
    vsnprintf(added->wrong, sizeof added->wrong, format, arguments);
    va_end(arguments);
    snprintf(added->mend, sizeof added->mend, "%s", mend ? mend : "");
}

/* ---- Printing -------------------------------------------------------------------------------- */
static int by_place(const void *a, const void *b) {
    const fault_note *left = a, *right = b;
    if (left->at.line != right->at.line) return left->at.line < right->at.line ? -1 : 1;
    return (left->at.column > right->at.column) - (left->at.column < right->at.column);
}

static void print_line(const settings_reader *reader, setting_place at, FILE *out) {
    const char *from = reader->text, *last = reader->text + reader->size, *end;
    for (unsigned line = 1; line < at.line && from; line++) {
        from = memchr(from, '\n', (size_t)(last - from));
        if (from) from++;
    }
    if (!from || from >= last) return;
    end = memchr(from, '\n', (size_t)(last - from));
    if (!end) end = last;
    fprintf(out, "%6u | %.*s\n       | ", at.line, (int)(end - from), from);
    /* Columns count characters; the bytes inside one print nothing. */
    for (unsigned column = 1; column < at.column && from < end; from++) {
        if (((unsigned char)*from & 0xc0u) == 0x80u) continue;
        fputc(*from == '\t' ? '\t' : ' ', out);
        column++;
    }
    fputs("^\n", out);
}

static void print_faults(settings_reader *reader, FILE *out) {
    qsort(reader->fault, reader->faults, sizeof *reader->fault, by_place);
    for (size_t i = 0; i < reader->faults; i++) {
        const fault_note *one = &reader->fault[i];
        fprintf(out, "%s:%u:%u: %s\n", reader->name, one->at.line, one->at.column, one->wrong);
        print_line(reader, one->at, out);
        if (one->mend[0]) fprintf(out, "       = %s\n", one->mend);
    }
}

/* ---- Places and scalars ------------------------------------------------------------------------
 */
static setting_place place_of(struct fy_node *node) {
    struct fy_token *token = fy_node_get_scalar_token(node);
    const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
    if (mark) return (setting_place){(unsigned)mark->line + 1, (unsigned)mark->column + 1};
    /* A mapping or a list has the place of the first thing in it. */
    if (fy_node_is_mapping(node)) {
        struct fy_node_pair *pair = fy_node_mapping_get_by_index(node, 0);
        if (pair) return place_of(fy_node_pair_key(pair));
    } else if (fy_node_is_sequence(node)) {
        struct fy_node *first = fy_node_sequence_get_by_index(node, 0);
        if (first) return place_of(first);
    }
    return (setting_place){1, 1};
}

/* The text of a scalar, copied; false, with the fault told, for anything else. */
static bool text_of(settings_reader *reader, struct fy_node *node, setting_place key,
                    const key_rule *rule, char *out, size_t room) {
    size_t size = 0;
    const char *text = node && fy_node_is_scalar(node) && !fy_node_is_alias(node)
                           ? fy_node_get_scalar(node, &size)
                           : NULL;
    if (!text && node && !fy_node_is_scalar(node)) {
        reader_fault(reader, key, rule->mend, "%s has one value, not a list or a section",
                     rule->name);
        return false;
    }
    if (!text || size == 0) {
        reader_fault(reader, key, rule->mend, "%s has no value", rule->name);
        return false;
    }
    if (size >= room || memchr(text, '\0', size)) {
        reader_fault(reader, place_of(node), rule->mend, "%s is too long: at most %zu bytes",
                     rule->name, room - 1);
        return false;
    }
    memcpy(out, text, size);
    out[size] = '\0';
    return true;
}

/* ---- Values -------------------------------------------------------------------------------------
 */
static const char *word_at(size_t index, const void *of) {
    return ((const char *const *)of)[index];
}

static const char *nearest_mend(const char *word, const char *(*candidate)(size_t, const void *),
                                size_t count, const void *of, const char *otherwise,
                                char out[FAULT_TEXT]) {
    const char *nearest = trey_nearest_word(word, candidate, count, of);
    if (!nearest) return otherwise;
    snprintf(out, FAULT_TEXT, "perhaps %s", nearest);
    return out;
}

/* Digits, perhaps with a point and up to `decimals` more; times ten to that power. */
static bool decimal(const char *text, unsigned decimals, uint64_t *out) {
    uint64_t value = 0;
    unsigned behind = 0;
    bool point = false, digit = false;
    for (; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9' || value > UINT32_MAX) return false;
        if (point && ++behind > decimals) return false;
        value = value * 10 + (uint64_t)(*text - '0');
        digit = true;
    }
    for (; behind < decimals; behind++) value *= 10;
    *out = value;
    return digit;
}

static bool read_number(const key_rule *rule, const char *text, void *value) {
    uint64_t number;
    unsigned decimals = rule->type == KEY_SECONDS ? 3 : rule->type == KEY_PERCENT ? 4 : 0;
    uint64_t unit = rule->type == KEY_SECONDS ? 1000 : rule->type == KEY_PERCENT ? 10000 : 1;
    if (!decimal(text, decimals, &number) || number < rule->low * unit ||
        number > rule->high * unit)
        return false;
    if (rule->type == KEY_NUMBER)
        *(unsigned *)value = (unsigned)number;
    else
        *(uint32_t *)value = (uint32_t)number;
    return true;
}

static bool read_money(const char *text, trey_cents *cents, const char **end) {
    return trey_cents_parse(text, cents, end) == TREY_STATUS_OK && *cents <= TREY_LIMIT_MAX;
}

static bool read_range(const char *text, setting_range *range) {
    const char *end = text;
    return read_money(text, &range->low, &end) && strncmp(end, "..", 2) == 0 &&
           read_money(end + 2, &range->high, &end) && !*end && range->low <= range->high;
}

static bool read_word(const key_rule *rule, const char *text, unsigned *out) {
    for (unsigned i = 0; rule->words[i]; i++) {
        if (strcmp(rule->words[i], text) != 0) continue;
        *out = i;
        return true;
    }
    return false;
}

static bool read_flag(const char *text, bool *out) {
    *out = strcmp(text, "yes") == 0 || strcmp(text, "true") == 0;
    return *out || strcmp(text, "no") == 0 || strcmp(text, "false") == 0;
}

static void read_scalar(settings_reader *reader, const key_rule *rule, struct fy_node *node,
                        setting_place key, void *value) {
    char text[SETTING_PATH], hint[FAULT_TEXT];
    const char *end = text;
    const char *mend = rule->mend;
    bool good = true;
    size_t room = rule->type == KEY_TEXT ? rule->room : sizeof text;
    if (!text_of(reader, node, key, rule, text, room)) return;
    switch (rule->type) {
    case KEY_TEXT:
        memcpy(value, text, strlen(text) + 1);
        return;
    case KEY_FLAG:
        good = read_flag(text, value);
        mend = "yes or no";
        break;
    case KEY_MONEY:
        good = read_money(text, value, &end) && !*end;
        break;
    case KEY_RANGE:
        good = read_range(text, value);
        ((setting_range *)value)->at = place_of(node);
        break;
    case KEY_WORD: {
        size_t count = 0;
        while (rule->words[count]) count++;
        good = read_word(rule, text, value);
        if (!good) mend = nearest_mend(text, word_at, count, rule->words, rule->mend, hint);
        break;
    }
    default:
        good = read_number(rule, text, value);
        break;
    }
    if (good) return;
    if (rule->type == KEY_NUMBER || rule->type == KEY_SECONDS || rule->type == KEY_PERCENT)
        reader_fault(reader, place_of(node), mend, "%s is a number from %u to %u, not \"%.60s\"",
                     rule->name, rule->low, rule->high, text);
    else
        reader_fault(reader, place_of(node), mend, "%s cannot be \"%.60s\"", rule->name, text);
}

/* ---- Lists and sections ------------------------------------------------------------------------
 */
static void read_mapping(settings_reader *reader, struct fy_node *node, const key_rule *keys,
                         void *base);

static void read_texts(settings_reader *reader, const key_rule *rule, struct fy_node *list,
                       setting_place key, char *base) {
    char text[SETTING_TEXT];
    void *at = NULL;
    struct fy_node *item;
    unsigned *count = (unsigned *)(void *)(base + rule->count);
    if (!fy_node_is_sequence(list)) {
        reader_fault(reader, key, rule->mend, "%s is a list", rule->name);
        return;
    }
    char *joined = base + rule->at;
    if (rule->type == KEY_LINES) *count = 0;
    while ((item = fy_node_sequence_iterate(list, &at))) {
        if (!text_of(reader, item, key, rule, text, sizeof text)) continue;
        if (rule->type == KEY_LINES) {
            if (*count == rule->room) {
                reader_fault(reader, place_of(item), NULL, "%s: at most %zu", rule->name,
                             rule->room);
                return;
            }
            memcpy(joined + (*count)++ * SETTING_TEXT, text, strlen(text) + 1);
            continue;
        }
        size_t used = strlen(joined);
        if (used + strlen(text) + 2 > rule->room) {
            reader_fault(reader, place_of(item), NULL, "%s are too many", rule->name);
            return;
        }
        snprintf(joined + used, rule->room - used, "%s%s", used ? " " : "", text);
    }
}

static void read_list(settings_reader *reader, const key_rule *rule, struct fy_node *list,
                      setting_place key) {
    void *at = NULL;
    struct fy_node *item;
    if (!fy_node_is_sequence(list)) {
        reader_fault(reader, key, rule->mend, "%s is a list, one entry behind each hyphen",
                     rule->name);
        return;
    }
    while ((item = fy_node_sequence_iterate(list, &at))) {
        setting_place place = place_of(item);
        if (!fy_node_is_mapping(item)) {
            reader_fault(reader, place, rule->mend, "an entry of %s is a section", rule->name);
            continue;
        }
        void *base = rule->take(reader->settings, place);
        if (base) read_mapping(reader, item, rule->section, base);
    }
}

static const char *key_at(size_t index, const void *of) {
    return ((const key_rule *)of)[index].name;
}

static const key_rule *find_rule(settings_reader *reader, const key_rule *keys, const char *name,
                                 setting_place at) {
    char hint[FAULT_TEXT], all[FAULT_TEXT] = "keys here:";
    size_t count = 0;
    for (; keys[count].name; count++) {
        if (strcmp(keys[count].name, name) == 0) return &keys[count];
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, " %s", keys[count].name);
    }
    reader_fault(reader, at, nearest_mend(name, key_at, count, keys, all, hint),
                 "there is no key %.60s here", name);
    return NULL;
}

static void read_value(settings_reader *reader, const key_rule *rule, struct fy_node *node,
                       setting_place key, char *base) {
    if (rule->place) *(setting_place *)(void *)(base + rule->place) = key;
    switch (rule->type) {
    case KEY_SECTION:
        if (fy_node_is_mapping(node))
            read_mapping(reader, node, rule->section, base);
        else
            reader_fault(reader, key, rule->mend, "%s is a section with keys of its own",
                         rule->name);
        return;
    case KEY_TEXTS:
    case KEY_LINES:
        read_texts(reader, rule, node, key, base);
        return;
    case KEY_LIST:
        read_list(reader, rule, node, key);
        return;
    default:
        read_scalar(reader, rule, node, key, base + rule->at);
    }
}

static void read_mapping(settings_reader *reader, struct fy_node *node, const key_rule *keys,
                         void *base) {
    static const key_rule key_itself = {.name = "a key", .mend = "write KEY: VALUE"};
    enum { KEYS_MAX = 64 };
    const key_rule *seen[KEYS_MAX];
    size_t count = 0;
    void *at = NULL;
    struct fy_node_pair *pair;
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        char name[64];
        setting_place place = place_of(fy_node_pair_key(pair));
        if (!text_of(reader, fy_node_pair_key(pair), place, &key_itself, name, sizeof name))
            continue;
        const key_rule *rule = find_rule(reader, keys, name, place);
        if (!rule) continue;
        size_t before = 0;
        while (before < count && seen[before] != rule) before++;
        if (before < count) {
            reader_fault(reader, place, "keep one of the two", "the key %s stands twice", name);
            continue;
        }
        if (count < KEYS_MAX) seen[count++] = rule;
        read_value(reader, rule, fy_node_pair_value(pair), place, base);
    }
}

/* ---- The file
 * ------------------------------------------------------------------------------------
 */
static void report_syntax(settings_reader *reader, struct fy_diag *diag) {
    void *at = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
    setting_place place = {1, 1};
    if (error && error->line > 0) place.line = (unsigned)error->line;
    if (error && error->column > 0) place.column = (unsigned)error->column;
    reader_fault(reader, place, "mend the YAML here; nothing of the file was used",
                 "not valid YAML: %s", error && error->msg ? error->msg : "cannot be parsed");
}

size_t settings_read(server_settings *settings, const char *name, const char *text, size_t size,
                     const key_rule *keys, void (*judge)(settings_reader *, server_settings *),
                     FILE *errors) {
    settings_reader *reader = calloc(1, sizeof *reader);
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    diag_cfg.colorize = false;
    struct fy_diag *diag = fy_diag_create(&diag_cfg);
    TREY_ASSERT(reader != NULL && diag != NULL);
    reader->settings = settings;
    reader->name = name;
    reader->text = text;
    reader->size = size;
    fy_diag_set_collect_errors(diag, true);
    const struct fy_parse_cfg cfg = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS, .diag = diag};
    struct fy_document *document = fy_document_build_from_string(&cfg, text, size);
    struct fy_node *root = document ? fy_document_root(document) : NULL;
    if (!document && size > 0) {
        report_syntax(reader, diag);
    } else if (root && !fy_node_is_mapping(root)) {
        reader_fault(reader, place_of(root),
                     "write KEY: VALUE lines, as trey serve --print-config does",
                     "this is not a file of settings");
    } else {
        if (root) read_mapping(reader, root, keys, settings);
        judge(reader, settings);
    }
    print_faults(reader, errors);
    size_t faults = reader->faults;
    fy_document_destroy(document);
    fy_diag_destroy(diag);
    free(reader);
    return faults;
}
