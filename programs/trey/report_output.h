/* report_output.h -- a report as text. */
#ifndef TREY_REPORT_OUTPUT_H
#define TREY_REPORT_OUTPUT_H

#include "trey/report.h"

/* `shift` may be NULL. */
void report_print_text(const json_t *report, const json_t *shift);

#endif
