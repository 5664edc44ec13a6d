/* http_reports.h -- addresses of the back office. */
#ifndef TREY_HTTP_REPORTS_H
#define TREY_HTTP_REPORTS_H

#include "errands.h"

/* /api/report and /api/shifts, and what lies below them. */
bool http_report_path(const char *path);
/* Fills in what is asked; false where it was refused, as the errand then says. */
bool http_report_asked(const char *path, const char *query, errand *asked);

#endif
