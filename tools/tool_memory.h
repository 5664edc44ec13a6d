/* tool_memory.h -- memory and text for the build tools, which end when there is none left. */
#ifndef TREY_TOOL_MEMORY_H
#define TREY_TOOL_MEMORY_H

#include <stddef.h>

/* Like realloc; NULL gives new memory. Ends the program when there is none. */
void *tool_grow(void *items, size_t size);
/* A copy of `length` characters, ended with a NUL. */
char *tool_copy(const char *text, size_t length);
/* The printed text in new memory. */
char *tool_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The whole file, ended with a NUL, or NULL when it cannot be read. `length` may be NULL. */
char *tool_read(const char *path, size_t *length);
/* The names in a folder, sorted, without hidden ones; NULL at the end, or NULL for no folder. */
char **tool_list(const char *path);
void tool_list_free(char **names);

#endif
