/* evidence_index.h -- which tests prove which paragraph.
 *
 * tools/evidence reads the tests and writes the index at build time. */
#ifndef TREY_EVIDENCE_INDEX_H
#define TREY_EVIDENCE_INDEX_H

#include <stddef.h>

typedef struct evidence {
    const char *book, *paragraph, *test;
} evidence;

/* Sorted by book, then in the order of the book's paragraphs. */
extern const evidence evidence_index[];
extern const size_t evidence_count;

#endif
