/* arena.c -- memory that is freed all at once. */
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trey/core.h"

enum { BLOCK_BYTES = 64 * 1024, ALIGNMENT = 16 };

struct arena_block {
    arena_block *before;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

void *arena_take(arena *memory, size_t size) {
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!memory->last || memory->last->size - memory->last->used < size) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        arena_block *block = calloc(1, sizeof *block + room);
        TREY_ASSERT(block != NULL);
        block->size = room;
        block->before = memory->last;
        memory->last = block;
    }
    void *taken = memory->last->bytes + memory->last->used;
    memory->last->used += size;
    return taken;
}

char *arena_copy(arena *memory, const char *text, size_t length) {
    char *copy = arena_take(memory, length + 1);
    if (length > 0) memcpy(copy, text, length);
    return copy;
}

char *arena_format(arena *memory, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    TREY_ASSERT(length >= 0);
    char *text = arena_take(memory, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void arena_free(arena *memory) {
    while (memory->last) {
        arena_block *before = memory->last->before;
        free(memory->last);
        memory->last = before;
    }
}
