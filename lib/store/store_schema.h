/* store_schema.h -- the schema that a database gets when it becomes a store: the .sql files
 * of this folder, embedded at build time. */
#ifndef TREY_STORE_SCHEMA_H
#define TREY_STORE_SCHEMA_H

/* Of the schema; stores of any other version are refused. */
enum { STORE_VERSION = 1 };

extern const char sqlite_schema[];
extern const char postgres_schema[];

#endif
