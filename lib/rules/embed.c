/* embed.c -- a build tool: writes files as C arrays.
 *
 * embed OUT.c FILE... The library carries its own copies of the rulebooks, so
 * that a program needs no data folder. */
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: embed OUT.c FILE...\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (!out) {
        perror(argv[1]);
        return 3;
    }
    fputs("#include \"book.h\"\n#include <string.h>\n\n", out);
    for (int i = 2; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        if (!in) {
            perror(argv[i]);
            return 3;
        }
        fprintf(out, "static const char file_%d[] = {", i);
        unsigned long at = 0;
        for (int byte; (byte = getc(in)) != EOF; at++) {
            fprintf(out, "%s%d,", at % 24 == 0 ? "\n" : "", byte < 128 ? byte : byte - 256);
        }
        fputs("0};\n", out);
        fclose(in);
    }
    fputs("\nconst char *embedded_text(const char *name, size_t *length) {\n", out);
    for (int i = 2; i < argc; i++) {
        fprintf(out,
                "    if (strcmp(name, \"%s\") == 0) {\n        *length = sizeof file_%d - 1;\n"
                "        return file_%d;\n    }\n",
                base_name(argv[i]), i, i);
    }
    fputs("    return NULL;\n}\n", out);
    return fclose(out) == 0 ? 0 : 3;
}
