/* embed_schema.c -- writes a schema as C, so that programs need no files at run time. Runs
 * at build time:
 *
 *   embed_schema OUT NAME FILE    a string NAME with the file's text */
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
    fputs("\";\n", out);
    fclose(in);
}

int main(int argc, char **argv) {
    FILE *out = argc == 4 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fputs("usage: embed_schema OUT NAME FILE\n", stderr);
        return 2;
    }
    fprintf(out, "#include \"store_schema.h\"\n\nconst char %s[] =\n", argv[2]);
    embed(out, argv[3]);
    return fclose(out) == 0 ? 0 : 1;
}
