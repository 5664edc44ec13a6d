/* schema.h -- docs/protocol.schema.json held against what is said. */
#ifndef FLOOR_SCHEMA_H
#define FLOOR_SCHEMA_H

#include <jansson.h>

/* Fails the test unless the value is as the schema's $defs/NAME says; `text` is what is
 * shown then. */
void schema_holds(const char *name, const json_t *value, const char *text);
/* What is wrong, or an empty text. */
const char *schema_fault(const char *name, const json_t *value);

#endif
