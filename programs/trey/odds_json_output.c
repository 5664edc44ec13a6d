/* odds_json_output.c -- `trey odds --json`: what is told, laid out to be read. */
#include <jansson.h>
#include <stdlib.h>

#include "commands.h"
#include "odds_output.h"

static void write_piece(void *context, const char *text, size_t length) {
    fwrite(text, 1, length, context); /* a failure is seen at the end */
}

int odds_json(FILE *out, const odds_answers *answers) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    json_t *value = NULL;
    if (memory) {
        trey_telling to = trey_telling_to(write_piece, memory);
        odds_tell(&to, answers);
        bool whole = !ferror(memory);
        if (fclose(memory) == 0 && whole) value = json_loadb(text, length, 0, NULL);
    }
    int failed = value ? json_dumpf(value, out, JSON_INDENT(1) | JSON_ENSURE_ASCII) : -1;
    json_decref(value);
    free(text);
    if (failed == 0 && fputc('\n', out) != EOF) return EXIT_DONE;
    fputs("trey odds: the JSON could not be written\n", stderr);
    return EXIT_OPERATING;
}
