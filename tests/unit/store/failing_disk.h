/* failing_disk.h -- a disk for SQLite that fails, fills up, or takes the process with
 * it, when it is told to. */
#ifndef TREY_FAILING_DISK_H
#define TREY_FAILING_DISK_H

typedef enum disk_fault {
    DISK_GOOD,
    DISK_NO_SYNC, /* the n-th sync fails, and all after it */
    DISK_FULL,    /* from the n-th write on there is no room */
    DISK_KILLS    /* the process dies at the n-th write, sync or truncation */
} disk_fault;

/* Takes the place of the default file system, for files that are opened from now on. */
void failing_disk_open(void);
/* The next fault, counted from now. */
void failing_disk_set(disk_fault fault, unsigned after);
/* Has it come to that? */
bool failing_disk_struck(void);

#endif
