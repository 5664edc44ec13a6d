/* pages.h -- the front end's files, in memory.
 *
 * They are read once, at the start: no path that comes from outside ever reaches the
 * file system. A file NAME.gz beside NAME is its compressed form. */
#ifndef TREY_PAGES_H
#define TREY_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "http_text.h"

typedef struct page {
    char *path; /* "/assets/app.js" */
    const char *type;
    char tag[20]; /* ETag, with its quotes */
    bool lasting; /* its name holds a hash: it never changes */
    unsigned char *bytes, *packed;
    size_t size, packed_size; /* packed_size 0: there is none */
} page;

typedef struct pages pages;
enum { PAGES_BYTES_MAX = 64 << 20 };

/* NULL, and `why` tells; a folder without index.html is one. */
pages *pages_open(const char *folder, char *why, size_t room);
void pages_close(pages *all);
size_t pages_count(const pages *all);
/* By its path; for a path of the front end's own (no point in its last part) the index.
 * `all` may be NULL: a server without a front end. */
const page *pages_find(const pages *all, http_text path);

#endif
