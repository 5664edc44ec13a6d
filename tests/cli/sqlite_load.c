/* sqlite_load.c -- sqlite_load FILE SQL: makes a database of a dump, for tests. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    sqlite3 *database;
    char *said = NULL, *text = calloc(1, 1 << 20);
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!text || !file || fread(text, 1, (1 << 20) - 1, file) == 0) {
        fputs("usage: sqlite_load FILE SQL\n", stderr);
        return 2;
    }
    fclose(file);
    if (sqlite3_open(argv[1], &database) != SQLITE_OK) return 3;
    int code = sqlite3_exec(database, text, NULL, NULL, &said);
    if (said) fprintf(stderr, "%s\n", said);
    sqlite3_close(database);
    free(text);
    return code == SQLITE_OK ? 0 : 1;
}
