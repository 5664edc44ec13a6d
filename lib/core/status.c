/* status.c -- the names and texts of operating errors, and the end of a program
 * that has broken an invariant.
 *
 * The one place in lib/core that prints: a failed assertion must say where, and
 * there is nobody left to return to. */
#include <stdio.h>
#include <stdlib.h>

#include <trey/core.h>

_Noreturn void trey_assert_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "trey: %s:%d: broken invariant: %s\n", file, line, what);
    abort();
}

const char *trey_status_name(trey_status status) {
    switch (status) {
#define STATUS_NAME(symbol, number, name, text)                                                    \
    case TREY_STATUS_##symbol:                                                                     \
        return name;
        TREY_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    }
    trey_assert_failed("a status of the list", __FILE__, __LINE__);
}

const char *trey_status_text(trey_status status) {
    switch (status) {
#define STATUS_TEXT(symbol, number, name, text)                                                    \
    case TREY_STATUS_##symbol:                                                                     \
        return text;
        TREY_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    }
    trey_assert_failed("a status of the list", __FILE__, __LINE__);
}
