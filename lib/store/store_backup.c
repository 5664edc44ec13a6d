/* store_backup.c -- copies of a store that is in use.
 *
 * A SQLite file is copied page by page over its own connection, so that pages which a
 * commit changes meanwhile are copied again: nobody has to wait, and the copy is that
 * of the moment at which it ends. A PostgreSQL store is read in one transaction on a
 * connection of its own and written into a SQLite file, which is checked on the way. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_parts.h"

enum { PAGES_A_STEP = 256, ITEMS_A_STEP = 2048 };

struct trey_backup {
    trey_store *store;
    char *path;
    bool done;
    /* of a file */
    sqlite3 *file;
    sqlite3_backup *copy;
    /* of a database server */
    trey_store *from, *to;
    trey_import *import;
    trey_cursor *cursor;
    unsigned part;
};

static const trey_store_part copied_parts[] = {
    TREY_PART_STREAMS,   TREY_PART_RECORDS, TREY_PART_ANSWERS, TREY_PART_CHECKPOINTS,
    TREY_PART_SNAPSHOTS, TREY_PART_KEPT,    TREY_PART_CLAIMS};
enum { COPIED_PARTS = sizeof copied_parts / sizeof *copied_parts };

static trey_status copy_fault(trey_backup *backup, int code) {
    const char *said = sqlite3_errstr(code);
    if ((code & 0xff) == SQLITE_FULL)
        return store_says(backup->store, TREY_STATUS_STORE_FULL,
                          "%s: there is no room for the backup; free some, or name another disk",
                          backup->path);
    if ((code & 0xff) == SQLITE_CORRUPT)
        return store_says(backup->store, TREY_STATUS_STORE_CORRUPT,
                          "%s: the store is damaged and cannot be copied (%s)",
                          backup->store->address, said);
    return store_says(backup->store, TREY_STATUS_NO_FILE, "%s: the backup cannot be written (%s)",
                      backup->path, said);
}

static trey_status begin_file(trey_backup *backup) {
    int code = sqlite3_open_v2(backup->path, &backup->file, SQLITE_OPEN_READWRITE, NULL);
    if (code != SQLITE_OK) return copy_fault(backup, code);
    backup->copy = sqlite3_backup_init(backup->file, "main", backup->store->db->handle, "main");
    return backup->copy ? TREY_STATUS_OK : copy_fault(backup, sqlite3_errcode(backup->file));
}

static trey_status begin_server(trey_backup *backup) {
    const trey_store_options still = {.still = true}, fresh = {.create = true};
    trey_store_message message;
    trey_status status =
        trey_store_open(&backup->from, store_server_address(backup->store), &still, &message);
    if (status == TREY_STATUS_OK)
        status = trey_store_open(&backup->to, backup->path, &fresh, &message);
    if (status != TREY_STATUS_OK) return store_says(backup->store, status, "%s", message.text);
    status = trey_import_open(&backup->import, backup->to, backup->from->identity);
    if (status != TREY_STATUS_OK)
        return store_says(backup->store, status, "%s", trey_store_message_text(backup->to));
    return TREY_STATUS_OK;
}

trey_status trey_backup_open(trey_backup **out, trey_store *store, const char *path) {
    *out = NULL;
    trey_status status = store_ready(store);
    if (status != TREY_STATUS_OK) return status;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return store_says(store, errno == EEXIST ? TREY_STATUS_INVALID : TREY_STATUS_NO_FILE,
                          "%s: the backup cannot be made: %s%s", path, strerror(errno),
                          errno == EEXIST ? "; name another file" : "");
    close(file);
    trey_backup *backup = calloc(1, sizeof *backup);
    if (!backup || !(backup->path = strdup(path))) {
        free(backup);
        unlink(path);
        return store_says(store, TREY_STATUS_NO_MEMORY, "no memory for a backup");
    }
    backup->store = store;
    status = store->backend->shared ? begin_server(backup) : begin_file(backup);
    if (status == TREY_STATUS_OK)
        *out = backup;
    else
        trey_backup_close(backup);
    return status;
}

static trey_status step_file(trey_backup *backup, bool *done) {
    int code = sqlite3_backup_step(backup->copy, PAGES_A_STEP);
    if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) return TREY_STATUS_OK;
    if (code != SQLITE_DONE) return copy_fault(backup, code);
    code = sqlite3_backup_finish(backup->copy);
    backup->copy = NULL;
    if (code == SQLITE_OK) code = sqlite3_close(backup->file);
    if (code == SQLITE_OK) backup->file = NULL;
    *done = code == SQLITE_OK;
    return code == SQLITE_OK ? TREY_STATUS_OK : copy_fault(backup, code);
}

/* The next item of the store that is read; NULL behind the last. */
static trey_status next_item(trey_backup *backup, const trey_store_item **item) {
    for (*item = NULL; backup->part < COPIED_PARTS; backup->part++) {
        trey_status status = TREY_STATUS_OK;
        if (!backup->cursor)
            status = trey_cursor_open(&backup->cursor, backup->from, copied_parts[backup->part], 0);
        if (status == TREY_STATUS_OK) status = trey_cursor_next(backup->cursor, item);
        if (status != TREY_STATUS_OK || *item) return status;
        trey_cursor_close(backup->cursor);
        backup->cursor = NULL;
    }
    return TREY_STATUS_OK;
}

static trey_status step_server(trey_backup *backup, bool *done) {
    for (unsigned i = 0; i < ITEMS_A_STEP; i++) {
        const trey_store_item *item;
        trey_status status = next_item(backup, &item);
        if (status != TREY_STATUS_OK)
            return store_says(backup->store, status, "%s", trey_store_message_text(backup->from));
        const store_head *head = &backup->from->head;
        status = item ? trey_import_add(backup->import, item)
                      : trey_import_end(backup->import, head->records, &head->chain);
        if (status != TREY_STATUS_OK)
            return store_says(backup->store, status, "%s: %s", backup->path,
                              trey_store_message_text(backup->to));
        *done = !item;
        if (*done) return TREY_STATUS_OK;
    }
    return TREY_STATUS_OK;
}

trey_status trey_backup_step(trey_backup *backup, bool *done) {
    TREY_ASSERT(backup != NULL);
    trey_status status = store_ready(backup->store);
    *done = backup->done;
    if (status != TREY_STATUS_OK || backup->done) return status;
    status = backup->copy ? step_file(backup, done) : step_server(backup, done);
    backup->done = *done;
    return status;
}

void trey_backup_close(trey_backup *backup) {
    if (!backup) return;
    sqlite3_backup_finish(backup->copy);
    sqlite3_close(backup->file);
    trey_cursor_close(backup->cursor);
    trey_import_close(backup->import);
    trey_store_close(backup->from);
    trey_store_close(backup->to);
    if (!backup->done) unlink(backup->path);
    free(backup->path);
    free(backup);
}

trey_status trey_store_backup(trey_store *store, const char *path) {
    trey_backup *backup;
    bool done = false;
    trey_status status = trey_backup_open(&backup, store, path);
    while (status == TREY_STATUS_OK && !done) status = trey_backup_step(backup, &done);
    trey_backup_close(backup);
    return status;
}
