/* yaml_tree.c -- looking into a tree, wherever it comes from. */
#include "yaml_tree.h"

#include <string.h>

const yaml_node *yaml_child(const yaml_node *mapping, const char *key) {
    if (mapping->kind != YAML_MAPPING) return NULL;
    for (const yaml_node *child = mapping->first; child; child = child->next) {
        if (strcmp(child->key->text, key) == 0) return child;
    }
    return NULL;
}

void yaml_report_doubled(const yaml_node *node, const source *from, trey_diagnostics *diagnostics) {
    for (const yaml_node *child = node->first; child; child = child->next) {
        if (node->kind == YAML_MAPPING) {
            for (const yaml_node *other = node->first; other != child; other = other->next) {
                if (strcmp(other->key->text, child->key->text) != 0) continue;
                diagnose(diagnostics, from, child->key->line, child->key->column,
                         "keep one of the two", "the key %s stands twice; first in line %u",
                         child->key->text, other->key->line);
                break;
            }
        }
        yaml_report_doubled(child, from, diagnostics);
    }
}
