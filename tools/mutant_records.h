/* mutant_records.h -- changes of code or data that break a rule on purpose.
 *
 * A test that passes says little until it has been seen to fail. tests/mutants/ records, for each
 * paragraph that Trey enforces, a change that breaks the rule and a test that notices:
 *
 *   mutant a-fold-returns-the-ante
 *       A player who folds gets the Ante back.
 *       in rulebooks/mbs.yaml
 *       -   ante: {says: lost, by: [3.9.1]}
 *       +   ante: {says: returned, by: [3.9.1]}
 *       breaks [mbs 3.9.1] tables/mbs/3.9.1-a-fold-loses-the-ante.trey
 *
 * The lines after `-`, less one blank, must occur exactly once in the file; those after `+` take
 * their place. Further pairs change further places, and another `in` names another file. The test
 * after `breaks` must claim the paragraph and fail while the change is in; `mutate --record`
 * writes it there. A book's files hold its data; code that several books share is broken once,
 * for all of them. */
#ifndef TREY_MUTANT_RECORDS_H
#define TREY_MUTANT_RECORDS_H

#include "claims.h"

typedef struct mutant_edit {
    char *file; /* below the source tree */
    char *from, *to;
    unsigned line;
} mutant_edit;

typedef struct mutant_kill {
    unsigned book;
    size_t paragraph;
    char *citation;
    char *test; /* "" while nobody has recorded one */
    unsigned line;
} mutant_kill;

typedef struct mutant {
    char *id, *says;
    char *record; /* the file that it stands in, as it can be opened */
    unsigned line;
    mutant_edit *edit;
    mutant_kill *kill;
    size_t edits, kills;
} mutant;

typedef struct mutants {
    mutant *item;
    size_t count;
    size_t mistakes; /* each was reported on standard error */
} mutants;

/* Reads every *.mutants file of a folder; a folder that does not exist holds none. Citations are
 * checked against the books of `all`. */
void mutants_read(mutants *out, const claims *all, const char *folder);
void mutants_free(mutants *out);

/* `text` with the edit made, in new memory; NULL and the number of places when it is not one. */
char *mutant_apply(const char *text, const mutant_edit *edit, size_t *places);
/* Counts as a mistake what no longer fits: an edit that does not apply to the source tree, a
 * recorded test that does not claim the paragraph, or none recorded. */
void mutants_check(mutants *all, const claims *claimed, const char *source_tree);
/* The first recorded kill of the paragraph at or after (`from`, `kill`); NULL when none. */
const mutant *mutants_next(const mutants *all, unsigned book, size_t paragraph, size_t *from,
                           const mutant_kill **kill);

#endif
