/* sqlite_check.c -- is the file sound by SQLite's own measure?
 *
 * Every page is in one tree or on the free list, every row is in every index and nothing
 * else is, each value is of its column's type and passes its checks. What a reader of the
 * rows cannot see: a lookup by an index that leads astray would let a command be answered
 * twice. It costs about a third of what reading everything costs. */
#include <stdio.h>
#include <string.h>

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
