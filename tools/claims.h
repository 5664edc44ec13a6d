/* claims.h -- which test claims to prove which paragraph.
 *
 * A test claims a paragraph in a comment: `proves [mbs 3.9.1] [rws 3.12.1]`. Only tests that are
 * really run may claim anything:
 *
 *   - in C the comment ends directly above a function that the same file registers with cmocka,
 *     and the folder's CMakeLists.txt names the file;
 *   - a table script is one of those that tests/tables/CMakeLists.txt collects, BOOK/NAME.trey;
 *   - a shell script is named by the CMakeLists.txt of its folder;
 *   - a TypeScript test is in the testDir of the playwright.config.ts above it.
 *
 * A claim that belongs to none of these is a mistake. */
#ifndef TREY_CLAIMS_H
#define TREY_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>

#include "trey/rules.h"

typedef struct claim {
    unsigned book;
    size_t paragraph;
    char *test; /* tables/mbs/NAME.trey, cli/NAME.sh, or in C hand_rank_test/NAME */
    char *file; /* below the folder of tests */
} claim;

typedef struct claims {
    const trey_rulebook *const *books; /* the built-in ones, in their order */
    claim *item;                       /* sorted by book, paragraph and test */
    size_t count;
    size_t mistakes; /* each was reported on standard error */
} claims;

/* Adds the claims of every file under `tests`. False when the folder cannot be read. */
bool claims_read(claims *all, const char *tests);
void claims_sort(claims *all);
void claims_free(claims *all);
/* The claim of `test` for this paragraph, or NULL. */
const claim *claims_find(const claims *all, unsigned book, size_t paragraph, const char *test);
/* "mbs 3.9.1" as a book and a paragraph; false when there is no such paragraph. */
bool claims_paragraph(const claims *all, const char *citation, unsigned *book, size_t *paragraph);

#endif
