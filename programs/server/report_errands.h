/* report_errands.h -- questions of the back office, on their way through the threads.
 *
 * The floor's thread reads the records, a slice at a time; the pool counts the odds and
 * writes the answer, which takes longer than players would wait. */
#ifndef TREY_REPORT_ERRANDS_H
#define TREY_REPORT_ERRANDS_H

#include <trey/report.h>

#include "floor_errands.h"

typedef struct report_question {
    trey_figures_query query;
    trey_figures_sheet sheet; /* TREY_SHEETS: JSON */
    bool from_given, to_given;
    trey_figures *figures; /* NULL: only the list of shifts was asked for */
    char *body;            /* the answer, as type says */
    size_t size;
    const char *type;
    char file[80]; /* under which a browser keeps it; empty: it does not */
    trey_store_message message;
} report_question;

/* NULL without memory. */
report_question *report_question_make(void);
void report_question_free(report_question *question); /* NULL is fine */

/* On the floor's thread. */
void report_errand_begin(floor_work *work, errand *asked);
void report_errand_slice(floor_work *work, errand *asked);
/* In the pool. */
void report_errand_tell(errand *asked);

#endif
