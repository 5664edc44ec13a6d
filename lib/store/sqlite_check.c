/* sqlite_check.c -- is the file sound by SQLite's own measure?
 *
 * Every page is in one tree or on the free list, every row is in every index and nothing
 * else is, each value is of its column's type and passes its checks. What a reader of the
 * rows cannot see: a lookup by an index that leads astray would let a command be answered
 * twice. It costs about a third of what reading everything costs. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sqlite_parts.h"

trey_status sqlite_check(trey_store *store) {
    sqlite3_stmt *sql = NULL;
    char said[256] = "";
    int code = sqlite3_prepare_v2(store->db->handle, "PRAGMA integrity_check(1)", -1, &sql, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(sql)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(sql, 0);
        snprintf(said, sizeof said, "%s", text ? text : "no memory");
    }
    sqlite3_finalize(sql);
    if (code != SQLITE_ROW) return sqlite_fault(store, sqlite_honest(code), "check the file");
    for (char *c = said; *c; c++) { /* a message is one line */
        if (*c == '\n') *c = ' ';
    }
    if (strcmp(said, "ok") == 0) return TREY_STATUS_OK;
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s: the file is damaged (%s); restore a backup, and keep this file for "
                      "whoever looks into it",
                      store->address, said);
}

/* ---- A file that was cut off ----------------------------------------------------------------- */
static uint32_t big_endian(const uint8_t *bytes, unsigned count) {
    uint32_t number = 0;
    while (count-- > 0) number = number << 8 | *bytes++;
    return number;
}

/* The first hundred bytes of a database: the size of a page at 16, the number of pages at
 * 28, which counts if the number at 92 is the one at 24. */
bool trey_store_cut(const char *address, uint64_t *there, uint64_t *told) {
    static const char magic[16] = "SQLite format 3";
    uint8_t head[100];
    char log[4096];
    struct stat about;
    if (strncmp(address, "postgres", strlen("postgres")) == 0) return false;
    FILE *file = fopen(address, "rb");
    if (!file) return false;
    bool read =
        fread(head, 1, sizeof head, file) == sizeof head && fstat(fileno(file), &about) == 0;
    fclose(file);
    if (!read || memcmp(head, magic, sizeof magic) != 0 ||
        big_endian(head + 24, 4) != big_endian(head + 92, 4))
        return false;
    /* What stands in a log has not come home yet. */
    snprintf(log, sizeof log, "%s-wal", address);
    struct stat beside;
    if (stat(log, &beside) == 0 && beside.st_size > 0) return false;
    uint32_t page = big_endian(head + 16, 2);
    *there = (uint64_t)about.st_size;
    *told = (uint64_t)(page == 1 ? 65536 : page) * big_endian(head + 28, 4);
    return *there < *told;
}
