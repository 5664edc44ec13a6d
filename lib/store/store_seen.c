/* store_seen.c -- how far this process has seen the store come.
 *
 * An old copy that is put back fits in itself: nothing in it says that there was more. So a
 * line beside the keys remembers the last batch, by its number and link:
 *
 *   trey-seen 1 IDENTITY NUMBER LINK
 *
 * A store that lacks that batch, or has another in its place, is not opened unless somebody
 * says that it was restored on purpose. The line is written when a checkpoint is made, every
 * few seconds while the store is watched, and at the end; what a killed process did not get
 * to write is not remembered. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store_parts.h"

enum { SEEN_LINE_MAX = 160 };

static trey_status cannot(trey_store *store, const char *path, const char *what) {
    return store_says(store, TREY_STATUS_NO_FILE, "%s: what was seen of the store cannot be %s: %s",
                      path, what, strerror(errno));
}

trey_status seen_write(trey_store *store) {
    char line[SEEN_LINE_MAX], identity[2 * TREY_IDENTITY_BYTES + 1], link[TREY_HASH_TEXT_MAX];
    char path[4096];
    const store_head *head = &store->head;
    if (!store->seen || store->still || store->seen_batch == head->batches) return TREY_STATUS_OK;
    sodium_bin2hex(identity, sizeof identity, store->identity, sizeof store->identity);
    int length = snprintf(line, sizeof line, "trey-seen 1 %s %" PRIu64 " %s\n", identity,
                          head->batches, trey_hash_print(&head->link, link));
    snprintf(path, sizeof path, "%s.%ld", store->seen, (long)getpid()); /* nodes may share it */
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return cannot(store, path, "written");
    bool written = store_write_all(file, line, (size_t)length) && fsync(file) == 0;
    close(file);
    if (!written || rename(path, store->seen) != 0) {
        unlink(path);
        return cannot(store, store->seen, "written");
    }
    store->seen_batch = head->batches;
    return TREY_STATUS_OK;
}

static trey_status is_older(trey_store *store, const char *why) {
    return store_says(store, TREY_STATUS_STORE_CORRUPT,
                      "%s: %s than %s remembers: an old copy was put back, or another store stands "
                      "in its place. Put the newest one back; or, where it was restored on "
                      "purpose, say so: `trey serve --restored`",
                      store->address, why, store->seen);
}

/* Is the batch there that was the last one then? */
static trey_status compare_batch(trey_store *store, uint64_t number, const char *link) {
    const store_query query = {.part = TREY_PART_BATCHES, .after = number - 1, .limit = 1};
    char found[TREY_HASH_TEXT_MAX];
    page_clear(&store->found);
    trey_status status = store->backend->page(store, &query, &store->found);
    if (status != TREY_STATUS_OK) return status;
    const trey_batch_row *row = store->found.count ? &store->found.item[0].batch : NULL;
    if (!row || row->number != number) return is_older(store, "it has fewer batches");
    if (strcmp(trey_hash_print(&row->link, found), link) != 0)
        return is_older(store, "it has another history");
    store->seen_batch = number;
    return TREY_STATUS_OK;
}

trey_status seen_compare(trey_store *store) {
    char line[SEEN_LINE_MAX] = "", identity[40], link[72], own[2 * TREY_IDENTITY_BYTES + 1];
    uint64_t number = 0;
    FILE *file = fopen(store->seen, "r");
    if (!file) return errno == ENOENT ? TREY_STATUS_OK : cannot(store, store->seen, "read");
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    /* NOLINTNEXTLINE(cert-err34-c): what does not fit is not found in the store. */
    if (!read || sscanf(line, "trey-seen 1 %39s %" SCNu64 " %71s", identity, &number, link) != 3)
        return store_says(
            store, TREY_STATUS_INVALID,
            "%s: this is not what Trey writes there; remove it if nobody else needs it",
            store->seen);
    sodium_bin2hex(own, sizeof own, store->identity, sizeof store->identity);
    if (strcmp(own, identity) != 0) return is_older(store, "this is another store");
    if (number == 0) return TREY_STATUS_OK;
    if (number > store->head.batches) return is_older(store, "it has fewer batches");
    return compare_batch(store, number, link);
}

trey_status trey_store_watch(trey_store *store) {
    trey_status status = store_ready(store);
    if (status == TREY_STATUS_OK && store->backend->there) status = store->backend->there(store);
    return status == TREY_STATUS_OK ? seen_write(store) : status;
}

/* ---- While it is open ---------------------------------------------------------------------- */
trey_status seen_head(trey_store *store, const store_head *head) {
    bool same = memcmp(store->known, store->identity, sizeof store->known) == 0;
    if (store->knows && (!same || head->batches < store->known_batch))
        return store_says(store, TREY_STATUS_STORE_CORRUPT,
                          "%s: %s while it was open: somebody has put another store in its place; "
                          "stop all that use it, and find out who",
                          store->address, same ? "it has lost batches" : "it became another store");
    memcpy(store->known, store->identity, sizeof store->known);
    store->known_batch = head->batches;
    store->knows = true;
    return TREY_STATUS_OK;
}
