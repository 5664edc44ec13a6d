/* floor_frame.c -- a frame: one text that many receive. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_parts.h"

struct trey_frame {
    atomic_uint holders;
    size_t size;
    char *text;
};

const char *trey_frame_text(const trey_frame *frame) {
    return frame->text;
}

size_t trey_frame_size(const trey_frame *frame) {
    return frame->size;
}

trey_frame *trey_frame_hold(trey_frame *frame) {
    atomic_fetch_add_explicit(&frame->holders, 1, memory_order_relaxed);
    return frame;
}

void trey_frame_release(trey_frame *frame) {
    if (!frame) return;
    if (atomic_fetch_sub_explicit(&frame->holders, 1, memory_order_acq_rel) != 1) return;
    free(frame->text);
    free(frame);
}

/* Takes the text, which the allocator has given. */
static trey_frame *frame_make(char *text, size_t size) {
    trey_frame *frame = text ? malloc(sizeof *frame) : NULL;
    if (!frame) {
        free(text);
        return NULL;
    }
    atomic_init(&frame->holders, 1);
    frame->size = size;
    frame->text = text;
    return frame;
}

trey_frame *frame_of(json_t *object) {
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return frame_make(text, text ? strlen(text) : 0);
}

/* ---- Texts --------------------------------------------------------------------------- */
void text_say(trey_bytes *text, const char *words) {
    trey_bytes_add(text, words, strlen(words));
}

void text_format(trey_bytes *text, const char *format, ...) {
    char line[512];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    TREY_ASSERT(length >= 0 && (size_t)length < sizeof line);
    trey_bytes_add(text, line, (size_t)length);
}

static int add_piece(const char *bytes, size_t count, void *context) {
    trey_bytes *text = context;
    trey_bytes_add(text, bytes, count);
    return text->failed ? -1 : 0;
}

void text_json(trey_bytes *text, const json_t *value) {
    if (!value || json_dump_callback(value, add_piece, text, JSON_COMPACT | JSON_ENCODE_ANY) != 0)
        text->failed = true;
}

trey_frame *text_frame(trey_bytes *text) {
    trey_frame *frame = NULL;
    if (!text->failed) {
        frame = frame_make(text->bytes, text->used);
        text->bytes = NULL;
    }
    trey_bytes_close(text);
    return frame;
}
