/* diagnostics.h -- collecting what is wrong with a file. */
#ifndef TREY_RULES_DIAGNOSTICS_H
#define TREY_RULES_DIAGNOSTICS_H

#include "trey/rules.h"

/* A file under examination: its name and text give every message its place. */
typedef struct source {
    const char *name;
    const char *text;
    size_t length;
} source;

/* Adds one mistake. `diagnostics` may be NULL. `mend` may be NULL. */
void diagnose(trey_diagnostics *diagnostics, const source *from, unsigned line, unsigned column,
              const char *mend, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Puts those from `first` on, all of one file, in the order of the file. */
void diagnostics_sort(trey_diagnostics *diagnostics, size_t first);

#endif
