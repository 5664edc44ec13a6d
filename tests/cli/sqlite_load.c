/* sqlite_load.c -- sqlite_load FILE SQL: makes a database of a dump, for tests. */
#include <sqlite3.h>
#include <stdio.h>

int main(int argc, char **argv) {
    sqlite3 *database;
    static char text[1 << 20];
    char *said = NULL;
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) {
        fputs("usage: sqlite_load FILE SQL\n", stderr);
        return 2;
    }
    fclose(file);
    if (sqlite3_open(argv[1], &database) != SQLITE_OK) return 3;
    int code = sqlite3_exec(database, text, NULL, NULL, &said);
    if (said) fprintf(stderr, "%s\n", said);
    sqlite3_close(database);
    return code == SQLITE_OK ? 0 : 1;
}
