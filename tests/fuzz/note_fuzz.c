/* note_fuzz.c -- notes, checkpoints, keys and files of notes from arbitrary bytes. What is read
 * lies inside them, and what is printed reads the same again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trey/note.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_head(const trey_note *note) {
    trey_tree_head head, again;
    char text[TREY_TREE_HEAD_TEXT_MAX];
    if (!trey_tree_head_parse(note->text, note->text_size, &head)) return;
    size_t size = trey_tree_head_print(&head, text);
    TREY_ASSERT(size <= note->text_size && memcmp(text, note->text, size) == 0);
    TREY_ASSERT(head.extended == (size < note->text_size));
    TREY_ASSERT(trey_tree_head_parse(text, size, &again) && again.size == head.size);
}

static void check_note(const trey_note *note, const char *from, const char *to) {
    static const uint8_t public_key[TREY_NOTE_PUBLIC_BYTES] = {1};
    TREY_ASSERT(note->text >= from && note->text + note->size <= to);
    TREY_ASSERT(note->text_size < note->size && note->lines > 0);
    for (size_t i = 0; i < note->lines; i++) {
        const trey_note_line *line = &note->line[i];
        TREY_ASSERT(line->text >= note->text && line->text + line->size <= to);
        TREY_ASSERT(line->name_size > 0 && line->base64 + line->base64_size < to);
        trey_note_key key;
        char name[TREY_NOTE_NAME_MAX];
        if (line->name_size >= sizeof name) continue;
        memcpy(name, line->name, line->name_size);
        name[line->name_size] = '\0';
        for (unsigned type = TREY_NOTE_LOG; type <= TREY_NOTE_WITNESS; type += 3) {
            TREY_ASSERT(trey_note_key_make(&key, name, (trey_note_key_type)type, public_key));
            key.id = line->id;
            TREY_ASSERT(trey_note_check(note, &key, NULL) != TREY_NOTE_SIGNED);
        }
    }
    check_head(note);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    char *text = malloc(length + 1), shown[TREY_NOTE_KEY_TEXT_MAX];
    trey_note note;
    trey_note_key key;
    if (!text) return 0;
    if (length) memcpy(text, bytes, length);
    text[length] = '\0';
    if (trey_note_parse(text, length, &note)) check_note(&note, text, text + length);
    for (const char *at = text; trey_notes_next(&at, text + length, &note);) {
        TREY_ASSERT(at <= text + length);
        check_note(&note, text, text + length);
    }
    if (trey_note_key_parse(text, &key))
        TREY_ASSERT(strcmp(trey_note_key_print(&key, shown), text) == 0);
    free(text);
    return 0;
}
