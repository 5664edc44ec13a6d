/* arena.h -- memory that is freed all at once, with the rulebook that it holds. */
#ifndef TREY_RULES_ARENA_H
#define TREY_RULES_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena_block arena_block;
typedef struct arena {
    arena_block *last;
} arena;

/* Zeroed and aligned for any type. Running out of memory while reading a
 * rulebook leaves nothing sensible to do, so it ends the program. */
void *arena_take(arena *memory, size_t size);
char *arena_copy(arena *memory, const char *text, size_t length);
char *arena_format(arena *memory, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void arena_free(arena *memory);

#endif
