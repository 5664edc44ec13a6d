/* pages.h -- the front end's files, in memory.
 *
 * They are read once, at the start: no path that comes from outside ever reaches the
 * file system. NAME.br and NAME.gz are compressed copies of NAME. */
#ifndef TREY_PAGES_H
#define TREY_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "http_text.h"

/* The encodings of compressed copies, the smallest first: it is the one to offer first. */
enum { PAGE_BROTLI, PAGE_GZIP, PAGE_ENCODINGS };
extern const char *const page_encoding_names[PAGE_ENCODINGS]; /* as in Accept-Encoding */

typedef struct page {
    char *path; /* "/assets/app.js" */
    const char *type;
    char tag[20]; /* ETag, with its quotes */
    bool lasting; /* its name holds a hash: it never changes */
    unsigned char *bytes;
    size_t size;
    struct {
        const unsigned char *bytes; /* NULL: there is no such copy */
        size_t size;
    } packed[PAGE_ENCODINGS];
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
