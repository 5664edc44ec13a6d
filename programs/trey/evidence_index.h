/* evidence_index.h -- which tests prove which paragraph, and which mutants they kill.
 *
 * tools/evidence reads the tests and the mutants and writes the index at build time. */
#ifndef TREY_EVIDENCE_INDEX_H
#define TREY_EVIDENCE_INDEX_H

#include <stddef.h>

typedef struct evidence {
    const char *book, *paragraph, *test;
} evidence;

/* A change that breaks the paragraph, and the test that then fails. */
typedef struct evidence_mutant {
    const char *book, *paragraph, *mutant, *says, *test;
} evidence_mutant;

/* Both are sorted by book, then in the order of the book's paragraphs. */
extern const evidence evidence_index[];
extern const size_t evidence_count;
extern const evidence_mutant evidence_mutants[];
extern const size_t evidence_mutant_count;

#endif
