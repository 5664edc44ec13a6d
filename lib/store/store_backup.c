/* store_backup.c -- copies of a store that is in use.
 *
 * A SQLite file is copied page by page over its own connection, so that pages which a
 * commit changes meanwhile are copied again: nobody has to wait, and the copy is that
 * of the moment at which it ends. A PostgreSQL store is read in one transaction on a
 * connection of its own and written into a SQLite file, which is checked on the way.
 *
 * Until it is whole and on the disk a copy is called PATH.part, and it is locked: what a
 * process that died has left there is known by having no lock, and is written over. The
 * disk is told of each step as it comes, so that the last sync, for which commits of the
 * same process wait, has little left to do. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_parts.h"

enum { PAGES_A_STEP = 256, ITEMS_A_STEP = 2048 };

struct trey_backup {
    trey_store *store;
    char *path, *half;
    int lock; /* the open half; closed after SQLite has closed it, whose locks would go too */
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
    TREY_PART_SNAPSHOTS, TREY_PART_KEPT,    TREY_PART_CLAIMS,  TREY_PART_BATCHES};
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

/* ---- Half a copy --------------------------------------------------------------------------------
 */
static trey_status cannot(trey_store *store, const char *path, int error, const char *mend) {
    return store_says(store, error == EEXIST ? TREY_STATUS_INVALID : TREY_STATUS_NO_FILE,
                      "%s: the backup cannot be made: %s%s", path, strerror(error), mend);
}

/* May it be written over? Only what looks like half a copy, and is nobody's any more. SQLite
 * writes the first page last, so half of a large copy begins with zeros. */
static bool left_over(int file) {
    static const char begins[] = "SQLite format 3", zeros[sizeof begins];
    char head[sizeof begins];
    ssize_t size = pread(file, head, sizeof head, 0);
    return size == 0 || (size == sizeof head && (memcmp(head, begins, sizeof head) == 0 ||
                                                 memcmp(head, zeros, sizeof head) == 0));
}

static bool same_file(int file, const char *path) {
    struct stat held, found;
    return fstat(file, &held) == 0 && lstat(path, &found) == 0 && held.st_ino == found.st_ino &&
           held.st_dev == found.st_dev && S_ISREG(held.st_mode);
}

static void remove_with(const char *path, const char *end) {
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path, end);
    unlink(name);
}

static trey_status open_half(trey_backup *backup) {
    trey_store *store = backup->store;
    if (access(backup->path, F_OK) == 0)
        return cannot(store, backup->path, EEXIST, "; name another file");
    backup->lock = open(backup->half, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (backup->lock >= 0) fchmod(backup->lock, 0600); /* what was left there may be looser */
    if (backup->lock < 0) return cannot(store, backup->path, errno, "");
    if (flock(backup->lock, LOCK_EX | LOCK_NB) != 0 || !same_file(backup->lock, backup->half)) {
        close(backup->lock);
        backup->lock = -1;
        return store_says(store, TREY_STATUS_INVALID,
                          "%s: another backup is being written there; wait for it, or name another "
                          "file",
                          backup->path);
    }
    if (!left_over(backup->lock)) {
        close(backup->lock);
        backup->lock = -1;
        return cannot(store, backup->half, EEXIST, ", and is no half backup; name another file");
    }
    static const char *const ends[] = {"-journal", "-wal", "-shm"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) remove_with(backup->half, ends[i]);
    return ftruncate(backup->lock, 0) == 0 ? TREY_STATUS_OK
                                           : cannot(store, backup->path, errno, "");
}

static bool sync_folder(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = opened >= 0 && fsync(opened) == 0;
    if (opened >= 0) close(opened);
    return good;
}

/* The whole copy gets its name. Nothing that appeared there meanwhile is replaced. */
static trey_status name_it(trey_backup *backup) {
    bool good = fsync(backup->lock) == 0;
    if (good) {
        good = renameat2(AT_FDCWD, backup->half, AT_FDCWD, backup->path, RENAME_NOREPLACE) == 0;
        if (!good && (errno == EINVAL || errno == ENOSYS))
            good = access(backup->path, F_OK) != 0 && rename(backup->half, backup->path) == 0;
    }
    if (!good) return cannot(backup->store, backup->path, errno, "");
    backup->done = true;
    sync_folder(backup->path);
    return TREY_STATUS_OK;
}

/* ---- Copying ---------------------------------------------------------------------------------
 */
static trey_status begin_file(trey_backup *backup) {
    int code = sqlite3_open_v2(backup->half, &backup->file, SQLITE_OPEN_READWRITE, NULL);
    /* Half a copy is thrown away, and a whole one is synced when it gets its name. */
    if (code == SQLITE_OK)
        code = sqlite3_exec(backup->file, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF",
                            NULL, NULL, NULL);
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
        status = trey_store_open(&backup->to, backup->half, &fresh, &message);
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
    trey_backup *backup = calloc(1, sizeof *backup);
    if (!backup) return store_says(store, TREY_STATUS_NO_MEMORY, "no memory for a backup");
    backup->store = store;
    backup->lock = -1;
    backup->path = strdup(path);
    if (!backup->path || asprintf(&backup->half, "%s.part", path) < 0) {
        backup->half = NULL;
        status = store_says(store, TREY_STATUS_NO_MEMORY, "no memory for a backup");
    }
    if (status == TREY_STATUS_OK) status = open_half(backup);
    if (status == TREY_STATUS_OK)
        status = store->backend->shared ? begin_server(backup) : begin_file(backup);
    if (status == TREY_STATUS_OK)
        *out = backup;
    else
        trey_backup_close(backup);
    return status;
}

static trey_status step_file(trey_backup *backup, bool *done) {
    int code = sqlite3_backup_step(backup->copy, PAGES_A_STEP);
    if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        sync_file_range(backup->lock, 0, 0, SYNC_FILE_RANGE_WRITE);
        return TREY_STATUS_OK;
    }
    if (code != SQLITE_DONE) return copy_fault(backup, code);
    code = sqlite3_backup_finish(backup->copy);
    backup->copy = NULL;
    if (code == SQLITE_OK) code = sqlite3_close(backup->file);
    if (code == SQLITE_OK) backup->file = NULL;
    *done = code == SQLITE_OK;
    return code == SQLITE_OK ? name_it(backup) : copy_fault(backup, code);
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
                      : trey_import_end(backup->import, head->records, &head->chain, &head->mac);
        if (status != TREY_STATUS_OK)
            return store_says(backup->store, status, "%s: %s", backup->path,
                              trey_store_message_text(backup->to));
        *done = !item;
        if (!*done) continue;
        trey_import_close(backup->import);
        trey_store_close(backup->to);
        backup->import = NULL;
        backup->to = NULL;
        return name_it(backup);
    }
    return TREY_STATUS_OK;
}

trey_status trey_backup_step(trey_backup *backup, bool *done) {
    TREY_ASSERT(backup != NULL);
    trey_status status = store_ready(backup->store);
    *done = backup->done;
    if (status != TREY_STATUS_OK || backup->done) return status;
    status = backup->copy ? step_file(backup, done) : step_server(backup, done);
    *done = backup->done;
    return status;
}

unsigned trey_backup_percent(const trey_backup *backup) {
    int pages = backup->copy ? sqlite3_backup_pagecount(backup->copy) : 0;
    if (pages <= 0) return backup->done ? 100 : 0;
    return (unsigned)(100 * (int64_t)(pages - sqlite3_backup_remaining(backup->copy)) / pages);
}

void trey_backup_close(trey_backup *backup) {
    if (!backup) return;
    sqlite3_backup_finish(backup->copy);
    sqlite3_close(backup->file);
    trey_cursor_close(backup->cursor);
    trey_import_close(backup->import);
    trey_store_close(backup->from);
    trey_store_close(backup->to);
    if (backup->lock >= 0 && !backup->done) unlink(backup->half);
    if (backup->lock >= 0) close(backup->lock);
    free(backup->path);
    free(backup->half);
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
