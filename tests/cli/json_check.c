/* json_check.c -- exit 0 when standard input is one JSON value. */
#include <jansson.h>
#include <stdio.h>

int main(void) {
    json_error_t error;
    json_t *value = json_loadf(stdin, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!value) {
        fprintf(stderr, "%d:%d: %s\n", error.line, error.column, error.text);
        return 1;
    }
    json_decref(value);
    return 0;
}
