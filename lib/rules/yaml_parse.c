/* yaml_parse.c -- a YAML document as a tree whose nodes know their place.
 *
 * One of two front ends of the loader: packed_tree.c reads trees that were parsed here
 * when the library was built. */
#include "yaml_tree.h"

#include <libfyaml.h>
#include <string.h>

enum { DEPTH_MAX = 16 }; /* a rulebook needs seven */

typedef struct reader {
    arena *memory;
    const source *from;
    trey_diagnostics *diagnostics;
    yaml_node *open[DEPTH_MAX];
    const yaml_node *key[DEPTH_MAX]; /* waiting for its value */
    size_t depth;
    yaml_node *root;
    bool failed;
} reader;

static void place_of(struct fy_event *event, unsigned *line, unsigned *column) {
    const struct fy_mark *mark = fy_event_start_mark(event);
    *line = mark ? (unsigned)mark->line + 1 : 1;
    *column = mark ? (unsigned)mark->column + 1 : 1;
}

static void refuse(reader *r, struct fy_event *event, const char *wrong, const char *mend) {
    unsigned line, column;
    place_of(event, &line, &column);
    diagnose(r->diagnostics, r->from, line, column, mend, "%s", wrong);
    r->failed = true;
}

/* Hangs a node into the innermost open collection. */
static void hang(reader *r, yaml_node *node) {
    if (r->depth == 0) {
        r->root = node;
        return;
    }
    yaml_node *parent = r->open[r->depth - 1];
    if (parent->kind == YAML_MAPPING) {
        const yaml_node **key = &r->key[r->depth - 1];
        if (!*key) {
            *key = node;
            return;
        }
        node->key = *key;
        *key = NULL;
    }
    if (parent->last) {
        parent->last->next = node;
    } else {
        parent->first = node;
    }
    parent->last = node;
    parent->count++;
}

static yaml_node *make(reader *r, struct fy_event *event, yaml_kind kind) {
    yaml_node *node = arena_take(r->memory, sizeof *node);
    node->kind = kind;
    node->text = "";
    place_of(event, &node->line, &node->column);
    return node;
}

static void open_collection(reader *r, struct fy_event *event, yaml_kind kind) {
    if (r->depth == DEPTH_MAX) {
        refuse(r, event, "nested too deeply", "a rulebook is at most seven levels deep");
        return;
    }
    if (r->depth > 0 && r->open[r->depth - 1]->kind == YAML_MAPPING && !r->key[r->depth - 1]) {
        refuse(r, event, "a key must be a word", "write KEY: VALUE");
        return;
    }
    yaml_node *node = make(r, event, kind);
    hang(r, node);
    r->open[r->depth] = node;
    r->key[r->depth] = NULL;
    r->depth++;
}

static void take(reader *r, struct fy_event *event) {
    size_t length;
    const char *text;
    yaml_node *node;
    switch (event->type) {
    case FYET_SCALAR:
        if (event->scalar.anchor || event->scalar.tag) {
            refuse(r, event, "anchors and tags are not used here", "write the value itself");
            return;
        }
        node = make(r, event, YAML_SCALAR);
        text = event->scalar.value ? fy_token_get_text(event->scalar.value, &length) : NULL;
        node->text = text ? arena_copy(r->memory, text, length) : "";
        if (text && strlen(node->text) != length) {
            refuse(r, event, "a zero byte in the text", "remove it");
            return;
        }
        hang(r, node);
        return;
    case FYET_ALIAS:
        refuse(r, event, "aliases are not used here",
               "write the value itself: every key stands in full");
        return;
    case FYET_MAPPING_START:
        open_collection(r, event, YAML_MAPPING);
        return;
    case FYET_SEQUENCE_START:
        open_collection(r, event, YAML_SEQUENCE);
        return;
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END:
        r->depth--;
        return;
    case FYET_DOCUMENT_START:
        if (r->root) refuse(r, event, "a second document", "one file holds one document");
        return;
    case FYET_STREAM_START:
    case FYET_STREAM_END:
    case FYET_DOCUMENT_END:
    case FYET_NONE:
        return;
    }
}

/* libfyaml's own message, in our form. */
static void report_syntax(reader *r, struct fy_diag *diag) {
    void *at = NULL;
    struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
    if (!error) {
        diagnose(r->diagnostics, r->from, 1, 1, NULL, "the file is not valid YAML");
        return;
    }
    unsigned line = error->line > 0 ? (unsigned)error->line : 1;
    unsigned column = error->column > 0 ? (unsigned)error->column : 1;
    diagnose(r->diagnostics, r->from, line, column, "mend the YAML here; nothing after it was read",
             "not valid YAML: %s", error->msg ? error->msg : "cannot be parsed");
}

yaml_node *yaml_read(arena *memory, const source *from, trey_diagnostics *diagnostics) {
    reader r = {.memory = memory, .from = from, .diagnostics = diagnostics};
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    diag_cfg.colorize = false;
    struct fy_diag *diag = fy_diag_create(&diag_cfg);
    TREY_ASSERT(diag != NULL);
    fy_diag_set_collect_errors(diag, true);
    struct fy_parse_cfg cfg = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS, .diag = diag};
    struct fy_parser *parser = fy_parser_create(&cfg);
    TREY_ASSERT(parser != NULL);
    if (fy_parser_set_string(parser, from->text, from->length) != 0) r.failed = true;
    struct fy_event *event;
    while (!r.failed && (event = fy_parser_parse(parser)) != NULL) {
        take(&r, event);
        fy_parser_event_free(parser, event);
    }
    if (!r.failed && fy_parser_get_stream_error(parser)) {
        report_syntax(&r, diag);
        r.failed = true;
    }
    if (!r.failed && !r.root) {
        diagnose(diagnostics, from, 1, 1, NULL, "the file is empty");
        r.failed = true;
    }
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return r.failed ? NULL : r.root;
}
