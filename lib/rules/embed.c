/* embed.c -- a build tool: writes files as C arrays.
 *
 *   embed OUT.c FILE...          the library carries its own copies of the rulebooks, so that a
 *                                program needs no data folder
 *   embed --read OUT.c FILE...   the library reads the files each time instead, for the scratch
 *                                build in which tools/mutate changes them */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool write_bytes(FILE *out, const char *path, int number) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return false;
    }
    fprintf(out, "static const char file_%d[] = {", number);
    unsigned long at = 0;
    for (int byte; (byte = getc(in)) != EOF; at++) {
        fprintf(out, "%s%d,", at % 24 == 0 ? "\n" : "", byte < 128 ? byte : byte - 256);
    }
    fputs("0};\n", out);
    fclose(in);
    return true;
}

/* Texts that were read stay where they are, as those of a library do. */
static void write_reader(FILE *out) {
    fputs("#include <stdio.h>\n#include <stdlib.h>\n\n"
          "static const char *read_text(const char *path, size_t *length) {\n"
          "    FILE *in = fopen(path, \"rb\");\n"
          "    if (!in) return NULL;\n"
          "    char *text = malloc(1 << 20);\n"
          "    *length = text ? fread(text, 1, (1 << 20) - 1, in) : 0;\n"
          "    if (text) text[*length] = 0;\n"
          "    fclose(in);\n"
          "    return text;\n"
          "}\n",
          out);
}

int main(int argc, char **argv) {
    bool reading = argc > 1 && strcmp(argv[1], "--read") == 0;
    int at = reading ? 2 : 1;
    if (argc < at + 2) {
        fputs("usage: embed [--read] OUT.c FILE...\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[at], "w");
    if (!out) {
        perror(argv[at]);
        return 3;
    }
    fputs("#include \"book.h\"\n#include <string.h>\n\n", out);
    if (reading) write_reader(out);
    for (int i = at + 1; !reading && i < argc; i++) {
        if (!write_bytes(out, argv[i], i)) return 3;
    }
    fputs("\nconst char *embedded_text(const char *name, size_t *length) {\n", out);
    for (int i = at + 1; i < argc; i++) {
        fprintf(out, "    if (strcmp(name, \"%s\") == 0) {\n", base_name(argv[i]));
        if (reading) {
            fprintf(out, "        return read_text(\"%s\", length);\n    }\n", argv[i]);
        } else {
            fprintf(out, "        *length = sizeof file_%d - 1;\n        return file_%d;\n    }\n",
                    i, i);
        }
    }
    fputs("    return NULL;\n}\n", out);
    return fclose(out) == 0 ? 0 : 3;
}
