/* pack_rulebooks.c -- a build tool: parses the rulebooks and packs their trees.
 *
 * pack_rulebooks FOLDER FILE... writes a packed file of the same name into FOLDER;
 * `embed` makes C of them as it does of the YAML itself. So a library without
 * libfyaml carries the same files, and yaml_tree.h says how they are packed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yaml_tree.h"

static void write_text(FILE *out, const char *text) {
    fwrite(text, 1, strlen(text) + 1, out);
}

static void write_node(FILE *out, const yaml_node *node) {
    putc("smq"[node->kind], out);
    if (node->kind == YAML_SCALAR) {
        write_text(out, node->text);
        return;
    }
    for (const yaml_node *child = node->first; child; child = child->next) {
        if (node->kind == YAML_MAPPING) {
            TREY_ASSERT(child->key->text[0] != '.');
            write_text(out, child->key->text);
        }
        write_node(out, child);
    }
    putc('.', out);
}

static char *read_whole(const char *path, size_t *length) {
    enum { LARGEST = 4 * 1024 * 1024 };
    FILE *in = fopen(path, "rb");
    char *text = malloc(LARGEST);
    if (!in || !text) {
        perror(path);
        exit(3);
    }
    *length = fread(text, 1, LARGEST, in);
    TREY_ASSERT(*length < LARGEST && !ferror(in));
    fclose(in);
    return text;
}

static int pack(const char *path, const char *folder) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    source from = {.name = path};
    arena memory = {NULL};
    trey_diagnostics *diagnostics;
    char *text = read_whole(path, &from.length), to[4096];
    from.text = text;
    snprintf(to, sizeof to, "%s/%s", folder, name);
    if (trey_diagnostics_open(&diagnostics) != TREY_STATUS_OK) return 3;
    const yaml_node *root = yaml_read(&memory, &from, diagnostics);
    trey_diagnostics_print(diagnostics, stderr);
    trey_diagnostics_close(diagnostics);
    FILE *out = root ? fopen(to, "wb") : NULL;
    int result = root ? 3 : 2;
    if (out) {
        putc(PACKED_MARK, out);
        write_node(out, root);
        result = fclose(out) == 0 ? 0 : 3;
    } else if (root) {
        perror(to);
    }
    arena_free(&memory);
    free(text);
    return result;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: pack_rulebooks FOLDER FILE...\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        int result = pack(argv[i], argv[1]);
        if (result != 0) return result;
    }
    return 0;
}
