/* tool_memory.c -- memory, text and files for the build tools. */
#include "tool_memory.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *tool_grow(void *items, size_t size) {
    void *grown = realloc(items, size);
    if (!grown) {
        fputs("out of memory\n", stderr);
        exit(3);
    }
    return grown;
}

char *tool_copy(const char *text, size_t length) {
    char *copy = tool_grow(NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *tool_print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = tool_grow(NULL, (size_t)length + 1);
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
    return text;
}

char *tool_read(const char *path, size_t *length) {
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    char *text = NULL;
    size_t used = 0, got;
    do {
        text = tool_grow(text, used + 65536 + 1);
        got = fread(text + used, 1, 65536, in);
        used += got;
    } while (got > 0);
    text[used] = '\0';
    if (length) *length = used;
    bool failed = ferror(in) != 0;
    fclose(in);
    if (!failed) return text;
    free(text);
    return NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **tool_list(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return NULL;
    char **names = tool_grow(NULL, sizeof *names);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        names = tool_grow(names, (count + 2) * sizeof *names);
        names[count++] = tool_copy(entry->d_name, strlen(entry->d_name));
    }
    closedir(folder);
    if (count > 0) qsort(names, count, sizeof *names, by_name);
    names[count] = NULL;
    return names;
}

void tool_list_free(char **names) {
    for (char **name = names; name && *name; name++) free(*name);
    free(names);
}
