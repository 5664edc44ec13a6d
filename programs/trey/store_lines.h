/* store_lines.h -- a store as JSON lines, and back; and its people. */
#ifndef TREY_STORE_LINES_H
#define TREY_STORE_LINES_H

#include <stdio.h>

#include "trey/store.h"

/* Each returns an exit status, and says on standard error what went wrong. `name` is
 * what the input is called in messages. */
int store_export(trey_store *store, FILE *out);
int store_import(const char *address, FILE *in, const char *name);

/* trey store people, and person; argv[0] is that word. */
int store_people(int argc, char **argv);

/* The exit status for a fault: 2 where the caller can mend it by other words. */
int store_exit(trey_status status);

#endif
