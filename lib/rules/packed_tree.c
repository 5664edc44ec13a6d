/* packed_tree.c -- a rulebook's tree as pack_rulebooks left it.
 *
 * It stands in for yaml_parse.c where the library is built without libfyaml. Texts stay
 * where they lie in the program. What was packed had no mistakes, so nodes need no place;
 * a file of one's own cannot be read here, which is told. */
#include <string.h>

#include "yaml_tree.h"

typedef struct unpacking {
    arena *memory;
    const char *at;
} unpacking;

static const char *take_text(unpacking *from) {
    const char *text = from->at;
    from->at += strlen(text) + 1;
    return text;
}

static yaml_node *take_node(unpacking *from);

static void take_children(unpacking *from, yaml_node *parent) {
    while (*from->at != '.') {
        yaml_node *key = NULL;
        if (parent->kind == YAML_MAPPING) {
            key = arena_take(from->memory, sizeof *key);
            key->kind = YAML_SCALAR;
            key->text = take_text(from);
        }
        yaml_node *child = take_node(from);
        child->key = key;
        if (parent->last) {
            parent->last->next = child;
        } else {
            parent->first = child;
        }
        parent->last = child;
        parent->count++;
    }
    from->at++;
}

static yaml_node *take_node(unpacking *from) {
    yaml_node *node = arena_take(from->memory, sizeof *node);
    const char kind = *from->at++;
    TREY_ASSERT(kind == 's' || kind == 'q' || kind == 'm');
    node->kind = kind == 's' ? YAML_SCALAR : kind == 'q' ? YAML_SEQUENCE : YAML_MAPPING;
    node->text = "";
    if (node->kind == YAML_SCALAR) {
        node->text = take_text(from);
    } else {
        take_children(from, node);
    }
    return node;
}

yaml_node *yaml_read(arena *memory, const source *from, trey_diagnostics *diagnostics) {
    if (from->length == 0 || from->text[0] != PACKED_MARK) {
        diagnose(diagnostics, from, 1, 1, "open one of the built-in rulebooks",
                 "this build of Trey cannot read a rulebook from a file");
        return NULL;
    }
    unpacking packed = {memory, from->text + 1};
    yaml_node *root = take_node(&packed);
    TREY_ASSERT(packed.at == from->text + from->length);
    return root;
}
