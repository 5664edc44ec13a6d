/* store_sync_test.c -- what has come to the disk, and in which order, before anybody is told.
 *
 * The calls that make something durable are taken down on their way to the system: they are named
 * here as they are there, and the library is linked against these. */
#define _GNU_SOURCE
#include "cmocka_suite.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "trey/store.h"

/* ---- The log ------------------------------------------------------------------------------ */
enum { LINES = 256 };
static char line[LINES][128];
static unsigned lines;
static const char *fails; /* the end of a name whose sync fails, or NULL */

static void note(const char *what, const char *path) {
    const char *name = strrchr(path, '/');
    if (lines < LINES)
        snprintf(line[lines++], sizeof line[0], "%s %s", what, name ? name + 1 : path);
}

static int sync_of(int file, long call) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    note("sync", path);
    size_t length = fails ? strlen(fails) : 0;
    if (fails && (size_t)size >= length && strcmp(path + (size_t)size - length, fails) == 0) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(call, file);
}

int fsync(int file) {
    return sync_of(file, SYS_fsync);
}

int fdatasync(int file) {
    return sync_of(file, SYS_fdatasync);
}

/* Half of what is written to this name comes through, and then the disk is full. */
static const char *full;

ssize_t write(int file, const void *bytes, size_t count) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = full ? readlink(link, path, sizeof path - 1) : 0;
    size_t length = full ? strlen(full) : 0;
    if (full && size >= (ssize_t)length && count > 0 &&
        memcmp(path + (size_t)size - length, full, length) == 0) {
        if (count > 1) return (ssize_t)syscall(SYS_write, file, bytes, count / 2);
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_write, file, bytes, count);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned int flags) {
    note("name", to);
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

/* Where it stands in the log, the last time; -1: nowhere. */
static int last(const char *what) {
    for (unsigned i = lines; i-- > 0;) {
        if (strcmp(line[i], what) == 0) return (int)i;
    }
    return -1;
}

/* ---- A store ------------------------------------------------------------------------------------
 */
typedef struct fixture {
    char folder[64], store[96], copy[96], half[112], witness[96];
    trey_store_keys keys;
    trey_store *opened;
    trey_stream stream;
} fixture;

static void build(fixture *f) {
    trey_store_message message;
    char keys[96];
    strcpy(f->folder, "/tmp/trey-sync-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(keys, sizeof keys, "%s/keys", f->folder);
    snprintf(f->store, sizeof f->store, "%s/store.trey", f->folder);
    snprintf(f->copy, sizeof f->copy, "%s/copy.trey", f->folder);
    snprintf(f->half, sizeof f->half, "%s.part", f->copy);
    snprintf(f->witness, sizeof f->witness, "%s/witness", f->folder);
    assert_int_equal(trey_store_keys_create(keys, &f->keys, &message), TREY_STATUS_OK);
    unlink(keys);
    const trey_store_options options = {.create = true, .keys = &f->keys, .witness = f->witness};
    assert_int_equal(trey_store_open(&f->opened, f->store, &options, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_stream(f->opened, TREY_STREAM_TABLE, "one", true, 1, &f->stream),
                     TREY_STATUS_OK);
    fails = NULL;
    full = NULL;
    lines = 0;
}

static void tear_down(fixture *f) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    fails = NULL;
    trey_store_close(f->opened);
    for (unsigned i = 0; i < 3; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", f->store, ends[i]);
        unlink(path);
    }
    unlink(f->copy);
    unlink(f->witness);
    assert_int_equal(rmdir(f->folder), 0); /* nothing else has been left */
}

static trey_status commit(fixture *f, bool checkpoint, trey_receipt *receipt) {
    trey_batch *batch;
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_record(batch, f->stream, 1, 2, "something", 9);
    if (checkpoint) trey_batch_checkpoint(batch);
    trey_status status = trey_store_commit(f->opened, batch, receipt);
    trey_batch_close(batch);
    return status;
}

/* Checkpoints of a witness file, each over more records than the one before it. One that lacked
 * only its newline is whole again with what was written behind it, and stands there twice. */
static unsigned notes_of(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    unsigned count = 0;
    uint64_t size = 0;
    trey_note note;
    trey_tree_head head;
    if (!file) return 0;
    const char *at = text, *end = text + fread(text, 1, sizeof text, file);
    fclose(file);
    while (trey_notes_next(&at, end, &note)) {
        assert_true(trey_tree_head_parse(note.text, note.text_size, &head));
        assert_true(head.size >= size);
        count += head.size > size;
        size = head.size;
    }
    return count;
}

/* ---- Tests -------------------------------------------------------------------------------------
 */
static void a_commit_is_on_the_disk_before_it_is_told(void **state) {
    (void)state;
    fixture f;
    build(&f);
    for (unsigned i = 0; i < 3; i++) {
        lines = 0;
        assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
        assert_true(last("sync store.trey-wal") >= 0);
    }
    fails = "store.trey-wal";
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_STORE_FAILED);
    tear_down(&f);
}

/* Behind the commit that it tells of: it is never ahead of the store. */
static void the_witness_is_on_the_disk_behind_its_checkpoint(void **state) {
    (void)state;
    fixture f;
    trey_receipt receipt;
    build(&f);
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
    assert_int_equal(notes_of(f.witness), 1);
    assert_true(last("sync store.trey-wal") >= 0);
    assert_true(last("sync witness") > last("sync store.trey-wal"));
    /* One that did not come to the disk is told, and made up for with the next. */
    fails = "witness";
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 2);
    assert_int_not_equal(receipt.witnessed, TREY_STATUS_OK);
    fails = NULL;
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
    assert_int_equal(notes_of(f.witness), 3);
    tear_down(&f);
}

/* Its bytes first, then its name, then the folder that has the name. */
static void a_backup_is_on_the_disk_before_it_has_its_name(void **state) {
    (void)state;
    fixture f;
    trey_store *copy;
    trey_store_info one, other;
    trey_store_message message;
    char folder[80];
    build(&f);
    assert_int_equal(commit(&f, true, NULL), TREY_STATUS_OK);
    lines = 0;
    assert_int_equal(trey_store_backup(f.opened, f.copy), TREY_STATUS_OK);
    snprintf(folder, sizeof folder, "sync %s", strrchr(f.folder, '/') + 1);
    assert_true(last("sync copy.trey.part") >= 0);
    assert_true(last("name copy.trey") > last("sync copy.trey.part"));
    assert_true(last(folder) > last("name copy.trey"));
    assert_int_not_equal(access(f.half, F_OK), 0);
    /* It is this store, with its root, and under its own name. */
    assert_int_equal(trey_store_tell(f.opened, &one), TREY_STATUS_OK);
    assert_int_equal(trey_store_open(&copy, f.copy, NULL, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_tell(copy, &other), TREY_STATUS_OK);
    assert_memory_equal(one.identity, other.identity, sizeof one.identity);
    assert_memory_equal(&one.root, &other.root, sizeof one.root);
    assert_memory_equal(&one.chain, &other.chain, sizeof one.chain);
    assert_int_equal(one.records, other.records);
    assert_int_equal(one.checkpoints, other.checkpoints);
    trey_store_close(copy);
    tear_down(&f);
}

static void a_backup_that_did_not_come_to_the_disk_gets_no_name(void **state) {
    (void)state;
    fixture f;
    build(&f);
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
    fails = "copy.trey.part";
    assert_int_not_equal(trey_store_backup(f.opened, f.copy), TREY_STATUS_OK);
    assert_int_not_equal(access(f.copy, F_OK), 0);
    assert_int_not_equal(access(f.half, F_OK), 0);
    /* The store itself goes on, and the next one is whole. */
    fails = NULL;
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_store_backup(f.opened, f.copy), TREY_STATUS_OK);
    tear_down(&f);
}

/* What appeared under the name meanwhile is not written over. */
static void a_backup_takes_nobodys_name(void **state) {
    (void)state;
    fixture f;
    trey_backup *backup;
    bool finished = false;
    build(&f);
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
    assert_int_equal(trey_backup_open(&backup, f.opened, f.copy), TREY_STATUS_OK);
    FILE *file = fopen(f.copy, "w");
    assert_non_null(file);
    fputs("mine", file);
    fclose(file);
    trey_status status = TREY_STATUS_OK;
    while (status == TREY_STATUS_OK && !finished) status = trey_backup_step(backup, &finished);
    assert_int_equal(status, TREY_STATUS_INVALID);
    assert_false(finished);
    trey_backup_close(backup);
    char text[8] = "";
    file = fopen(f.copy, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "mine");
    assert_int_not_equal(access(f.half, F_OK), 0);
    tear_down(&f);
}

/* A note of which only the beginning came to the disk is not taken for one: the next checkpoint
 * brings it again, and whole. */
static void a_witness_that_was_full_gets_what_it_missed(void **state) {
    (void)state;
    fixture f;
    trey_receipt receipt;
    build(&f);
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    full = "witness";
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.checkpoint, 2);
    assert_int_not_equal(receipt.witnessed, TREY_STATUS_OK);
    full = NULL;
    assert_int_equal(commit(&f, true, &receipt), TREY_STATUS_OK);
    assert_int_equal(receipt.witnessed, TREY_STATUS_OK);
    assert_int_equal(notes_of(f.witness), 3);
    tear_down(&f);
}

/* After a fault nobody knows what the log holds: it is left for the next opening, and the file
 * itself is not touched. */
static void a_store_that_failed_is_closed_without_another_write(void **state) {
    (void)state;
    fixture f;
    trey_store_message message;
    trey_store_info info;
    build(&f);
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
    fails = "store.trey-wal";
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_STORE_FAILED);
    fails = NULL;
    lines = 0;
    trey_store_close(f.opened);
    assert_int_equal(lines, 0);
    assert_int_equal(trey_store_open(&f.opened, f.store, NULL, &message), TREY_STATUS_OK);
    assert_int_equal(trey_store_tell(f.opened, &info), TREY_STATUS_OK);
    assert_in_range(info.records, 2, 3); /* the stream's own, and one or both of the others */
    tear_down(&f);
}

/* A store that is closed in good order has its log in the file, and both on the disk. */
static void a_store_that_is_closed_has_everything_in_its_file(void **state) {
    (void)state;
    fixture f;
    trey_store_message message;
    char log[128];
    build(&f);
    assert_int_equal(commit(&f, false, NULL), TREY_STATUS_OK);
    lines = 0;
    trey_store_close(f.opened);
    assert_true(last("sync store.trey") >= 0);
    snprintf(log, sizeof log, "%s-wal", f.store);
    assert_int_not_equal(access(log, F_OK), 0);
    assert_int_equal(trey_store_open(&f.opened, f.store, NULL, &message), TREY_STATUS_OK);
    tear_down(&f);
}

static bool file_holds(const char *path, const char *text) {
    static char bytes[1 << 21];
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_true(size < sizeof bytes);
    fclose(file);
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

static void reopen(fixture *f) {
    trey_store_message message;
    trey_store_close(f->opened);
    const trey_store_options options = {.keys = &f->keys};
    assert_int_equal(trey_store_open(&f->opened, f->store, &options, &message), TREY_STATUS_OK);
}

/* Seeds, password hashes and tickets are kept values: one that is wiped, or replaced by a shorter
 * one, is nowhere in the file. */
static void what_was_wiped_is_nowhere_in_the_file(void **state) {
    (void)state;
    static const char *const secret[] = {"correct horse battery staple",
                                         "a seed that nobody may see again"};
    fixture f;
    trey_batch *batch;
    build(&f);
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    for (unsigned i = 0; i < 2; i++)
        trey_batch_keep(batch, f.stream, i ? "seed" : "word", secret[i], strlen(secret[i]));
    assert_int_equal(trey_store_commit(f.opened, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
    reopen(&f);
    for (unsigned i = 0; i < 2; i++) assert_true(file_holds(f.store, secret[i]));
    assert_int_equal(trey_batch_open(&batch), TREY_STATUS_OK);
    trey_batch_keep(batch, f.stream, "word", "x", 1);
    trey_batch_wipe(batch, f.stream, "seed");
    assert_int_equal(trey_store_commit(f.opened, batch, NULL), TREY_STATUS_OK);
    trey_batch_close(batch);
    reopen(&f);
    for (unsigned i = 0; i < 2; i++) assert_false(file_holds(f.store, secret[i] + 12));
    tear_down(&f);
}

/* Of a name the last byte that fits, and the first that does not. */
static void a_stream_has_a_name_of_sixtythree_bytes(void **state) {
    (void)state;
    fixture f;
    trey_stream stream, again;
    char name[TREY_STREAM_NAME_MAX + 2];
    build(&f);
    for (size_t length = TREY_STREAM_NAME_MAX - 2; length <= TREY_STREAM_NAME_MAX; length++) {
        memset(name, 'x', length);
        name[length] = '\0';
        bool fits = length < TREY_STREAM_NAME_MAX;
        assert_int_equal(trey_store_stream(f.opened, TREY_STREAM_TABLE, name, true, 1, &stream),
                         fits ? TREY_STATUS_OK : TREY_STATUS_INVALID);
        if (!fits) continue;
        assert_int_equal(trey_store_stream(f.opened, TREY_STREAM_TABLE, name, false, 1, &again),
                         TREY_STATUS_OK);
        assert_int_equal(again, stream);
    }
    assert_int_equal(trey_store_stream(f.opened, TREY_STREAM_TABLE, "", true, 1, &stream),
                     TREY_STATUS_INVALID);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_is_on_the_disk_before_it_is_told),
        cmocka_unit_test(the_witness_is_on_the_disk_behind_its_checkpoint),
        cmocka_unit_test(a_backup_is_on_the_disk_before_it_has_its_name),
        cmocka_unit_test(a_backup_that_did_not_come_to_the_disk_gets_no_name),
        cmocka_unit_test(a_backup_takes_nobodys_name),
        cmocka_unit_test(a_witness_that_was_full_gets_what_it_missed),
        cmocka_unit_test(a_store_that_failed_is_closed_without_another_write),
        cmocka_unit_test(a_store_that_is_closed_has_everything_in_its_file),
        cmocka_unit_test(what_was_wiped_is_nowhere_in_the_file),
        cmocka_unit_test(a_stream_has_a_name_of_sixtythree_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
