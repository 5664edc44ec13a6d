/* store_schema.h -- how a database becomes a store of this version: one step a version,
 * each in a transaction. The steps are the .sql files beside it, embedded at build time. */
#ifndef TREY_STORE_SCHEMA_H
#define TREY_STORE_SCHEMA_H

/* The schema that this program writes. */
enum { STORE_VERSION = 4 };

extern const char *const sqlite_steps[];
extern const char *const postgres_steps[];

#endif
