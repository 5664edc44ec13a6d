/* embed_schema.c -- writes the steps of the schemas as C, so that programs need no
 * files beside them. Runs at build time:
 *
 *   embed_schema OUT NAME FILE...    an array NAME of the files' texts, in their order */
#include <stdio.h>
#include <stdlib.h>

static void embed(FILE *out, const char *path) {
    FILE *in = fopen(path, "r");
    int c;
    if (!in) {
        perror(path);
        exit(1);
    }
    fputs("    \"", out);
    while ((c = getc(in)) != EOF) {
        if (c == '\n')
            fputs("\\n\"\n    \"", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else
            putc(c, out);
    }
    fputs("\",\n", out);
    fclose(in);
}

int main(int argc, char **argv) {
    FILE *out = argc > 3 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fputs("usage: embed_schema OUT NAME FILE...\n", stderr);
        return 2;
    }
    fprintf(out, "#include \"store_schema.h\"\n\nconst char *const %s[] = {\n", argv[2]);
    for (int i = 3; i < argc; i++) embed(out, argv[i]);
    fprintf(out,
            "};\n_Static_assert(sizeof %s / sizeof *%s == STORE_VERSION, \"a step a version\");\n",
            argv[2], argv[2]);
    return fclose(out) == 0 ? 0 : 1;
}
