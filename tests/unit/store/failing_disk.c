/* failing_disk.c -- stands between SQLite and its usual file system: a file is opened
 * as ever, and then three of its methods are taken over. */
#include "cmocka_suite.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <unistd.h>

#include "failing_disk.h"

static sqlite3_vfs failing;
static sqlite3_vfs *real;
/* Files that are locked have other methods than those that are not; writing and
 * syncing are the same for both. */
static const sqlite3_io_methods *original[4];
static sqlite3_io_methods taken[4];
static disk_fault fault;
static unsigned left;
static bool struck;

/* Whether this is the one. */
static bool strikes(void) {
    if (left > 0) left--;
    if (left == 0) struck = true;
    return struck;
}

static void kill_if_due(void) {
    if (fault == DISK_KILLS && strikes()) kill(getpid(), SIGKILL);
}

static int failing_sync(sqlite3_file *file, int flags) {
    kill_if_due();
    if (fault == DISK_NO_SYNC && strikes()) return SQLITE_IOERR_FSYNC;
    return original[0]->xSync(file, flags);
}

static int failing_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
    kill_if_due();
    if (fault == DISK_FULL && strikes()) return SQLITE_FULL;
    return original[0]->xWrite(file, bytes, count, at);
}

static int failing_truncate(sqlite3_file *file, sqlite3_int64 size) {
    kill_if_due();
    return original[0]->xTruncate(file, size);
}

static int failing_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                        int *opened) {
    (void)vfs;
    int code = real->xOpen(real, name, file, flags, opened);
    if (code != SQLITE_OK || !file->pMethods) return code;
    unsigned kind = 0;
    while (original[kind] && original[kind] != file->pMethods) kind++;
    assert_true(kind < 4);
    original[kind] = file->pMethods;
    taken[kind] = *file->pMethods;
    taken[kind].xSync = failing_sync;
    taken[kind].xWrite = failing_write;
    taken[kind].xTruncate = failing_truncate;
    file->pMethods = &taken[kind];
    return code;
}

void failing_disk_open(void) {
    if (!real) {
        real = sqlite3_vfs_find(NULL);
        failing = *real;
        failing.zName = "failing";
        failing.pNext = NULL;
        failing.xOpen = failing_open;
        assert_int_equal(sqlite3_vfs_register(&failing, 1), SQLITE_OK);
    }
    failing_disk_set(DISK_GOOD, 0);
}

void failing_disk_set(disk_fault next, unsigned after) {
    fault = next;
    left = after;
    struck = false;
}

bool failing_disk_struck(void) {
    return struck;
}
