/* yaml_tree.h -- a YAML document as a tree whose nodes know their place.
 *
 * libfyaml parses; yaml_parse.c keeps each node's line and column, keeps doubled
 * keys (so that they can be reported with everything else), and refuses what a
 * rulebook has no use for: aliases, anchors, tags and a second document.
 *
 * Where there is no libfyaml, as in a browser, packed_tree.c takes its place: the
 * built-in files are parsed at build time by pack_rulebooks and packed as
 *   scalar    's' text 0
 *   sequence  'q' node... '.'
 *   mapping   'm' (text 0 node)... '.'      a key begins with no '.'
 * behind a byte PACKED_MARK. Everything behind the tree is one and the same code. */
#ifndef TREY_RULES_YAML_TREE_H
#define TREY_RULES_YAML_TREE_H

#include "arena.h"
#include "diagnostics.h"

typedef enum yaml_kind { YAML_SCALAR, YAML_MAPPING, YAML_SEQUENCE } yaml_kind;

typedef struct yaml_node yaml_node;
struct yaml_node {
    yaml_kind kind;
    unsigned line, column;
    const char *text;        /* a scalar's text, else "" */
    const yaml_node *key;    /* in a mapping: the key that leads here */
    yaml_node *first, *last; /* children */
    yaml_node *next;         /* sibling */
    size_t count;
};

enum { PACKED_MARK = 0x01 }; /* no YAML begins with it */

/* NULL after a syntax error, which is then among the diagnostics. */
yaml_node *yaml_read(arena *memory, const source *from, trey_diagnostics *diagnostics);

/* The child under a key, or NULL. */
const yaml_node *yaml_child(const yaml_node *mapping, const char *key);

/* Reports every key that stands twice in one mapping, anywhere below. */
void yaml_report_doubled(const yaml_node *node, const source *from, trey_diagnostics *diagnostics);

#endif
